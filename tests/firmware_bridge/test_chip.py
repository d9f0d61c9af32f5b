"""The simulated chip and tags behave as the data sheets and traces of real ones say: docs/hardware.md, section 1."""

import pytest
from readers_on_a_bench import SAME_ROLL, UID

from firmware_bridge.sim.bench import Bench
from firmware_bridge.sim.chip import Chip
from firmware_bridge.sim.clock import Dice, RealClock, VirtualClock
from firmware_bridge.sim.field import Field
from firmware_bridge.sim.tag import (
    Classic,
    Ntag213,
    Phone,
    Tag,
    crc_bits,
    levels,
    to_bits,
    to_bytes,
    with_crc,
)


@pytest.fixture
def chip():
    clock = VirtualClock()
    chip = Chip(clock, Field(clock), overhead_us=0)
    write(chip, 0x15, 0x40)
    return chip


def write(chip, register, *values):
    chip.xfer(bytes([register << 1, *values]))


def read(chip, register):
    return chip.xfer(bytes([0x80 | register << 1, 0]))[1]


def read_all(chip, *registers):
    return list(chip.xfer(bytes([0x80 | register << 1 for register in registers] + [0]))[1:])


def send(chip, frame, bits=0, align=0):
    """The seven writes of an exchange; the clock stands at the start of sending."""
    write(chip, 0x01, 0x00)
    write(chip, 0x04, 0x7F)
    write(chip, 0x0A, 0x80)
    write(chip, 0x09, *frame)
    write(chip, 0x0D, align << 4 | bits)
    write(chip, 0x01, 0x0C)
    write(chip, 0x0D, 0x80 | align << 4 | bits)


def ask(chip, frame, bits=0, align=0, wait_us=12_000):
    """One exchange to its end: ComIrq, Error and what is in the FIFO."""
    send(chip, frame, bits, align)
    chip.clock.sleep_us(wait_us)
    irq, error, level = read_all(chip, 0x04, 0x06, 0x0A)
    return irq, error, bytes(read_all(chip, *[0x09] * level)) if level else b""


def timer(chip, prescaler, reload):
    write(chip, 0x2A, 0x80 | prescaler >> 8)
    write(chip, 0x2B, prescaler & 0xFF)
    write(chip, 0x2C, reload >> 8)
    write(chip, 0x2D, reload & 0xFF)


def lay(chip, *tags):
    write(chip, 0x14, 0x83)
    for tag in tags:
        chip.field.place(tag)
    chip.clock.sleep_us(6000)


# Registers.


def test_registers_start_at_their_reset_values(chip):
    fresh = Chip(chip.clock, Field(chip.clock))
    expected = {
        0x01: 0x20, 0x02: 0x80, 0x04: 0x14, 0x05: 0x00, 0x06: 0x00, 0x07: 0x21, 0x08: 0x00, 0x0A: 0x00, 0x0B: 0x08,
        0x0C: 0x10, 0x0D: 0x00, 0x0E: 0xA0, 0x11: 0x3F, 0x14: 0x80, 0x15: 0x00, 0x17: 0x84, 0x18: 0x84, 0x19: 0x4D,
        0x21: 0xFF, 0x22: 0xFF, 0x24: 0x26, 0x26: 0x48, 0x2A: 0x00, 0x2D: 0x00, 0x37: 0x92,
    }  # fmt: skip
    assert {register: read(fresh, register) for register in expected} == expected


def test_one_read_frame_may_mix_registers(chip):
    assert read_all(chip, 0x37, 0x15, 0x0B, 0x26) == [0x92, 0x40, 0x08, 0x48]


def test_all_bytes_of_a_write_frame_go_to_one_register(chip):
    write(chip, 0x09, 1, 2, 3)
    assert read_all(chip, 0x0A, 0x09, 0x09, 0x09, 0x09) == [3, 1, 2, 3, 0]


def test_the_fifo_holds_64_bytes_and_says_when_more_come(chip):
    write(chip, 0x09, *range(65))
    assert read_all(chip, 0x0A, 0x06) == [64, 0x10]
    write(chip, 0x0A, 0x80)
    assert read_all(chip, 0x0A, 0x06) == [0, 0x00]


def test_the_alerts_follow_the_water_level(chip):
    for count, irq in ((0, 0x04), (8, 0x04), (9, 0x00), (55, 0x00), (56, 0x08)):
        write(chip, 0x0A, 0x80)
        write(chip, 0x09, *range(count)) if count else None
        write(chip, 0x04, 0x7F)
        assert read(chip, 0x04) == irq, count


def test_interrupt_bits_are_cleared_or_set_by_mark(chip):
    write(chip, 0x04, 0x91)
    assert read(chip, 0x04) == 0x15
    write(chip, 0x04, 0x01)
    assert read(chip, 0x04) == 0x14


def test_after_a_soft_reset_the_chip_wakes_up_and_the_field_is_off(chip):
    write(chip, 0x14, 0x83)
    assert chip.field.on
    write(chip, 0x01, 0x0F)
    assert not chip.field.on
    assert read(chip, 0x01) & 0x10
    chip.clock.sleep_us(40)
    assert read(chip, 0x01) == 0x20


@pytest.mark.parametrize("silent", [0x00, 0xFF])
def test_without_power_every_read_is_the_same(chip, silent):
    chip.cut_power(silent)
    assert read_all(chip, 0x37, 0x01, 0x0E) == [silent] * 3
    chip.restore_power(wake_us=2000)
    assert read(chip, 0x01) & 0x10
    write(chip, 0x15, 0x40)  # too early: it still sleeps
    chip.clock.sleep_us(2000)
    assert read_all(chip, 0x37, 0x15) == [0x92, 0x00]


def test_the_status_register_sees_no_new_crypto_session_but_clears_one(chip):
    write(chip, 0x08, 0x08)
    assert read(chip, 0x08) & 0x08 == 0
    chip.regs[0x08] = 0x08
    write(chip, 0x08, 0x00)
    assert read(chip, 0x08) & 0x08 == 0


# An exchange, as traces of real chips show it.


def trace(chip, until_us, step_us=20):
    """ComIrqReg as it is read again and again, each value once."""
    seen = []
    for _ in range(until_us // step_us):
        value = read(chip, 0x04)
        if not seen or seen[-1] != value:
            seen.append(value)
        chip.clock.sleep_us(step_us)
    return seen


def test_silence_reads_04_44_45(chip):
    lay(chip)
    timer(chip, 0xA9, 29)
    send(chip, b"\x26", 7)
    assert trace(chip, 2000) == [0x04, 0x44, 0x45]


def test_an_answer_reads_04_44_64(chip):
    lay(chip, Ntag213(UID))
    timer(chip, 0xA9, 29)
    send(chip, b"\x26", 7)
    assert trace(chip, 2000) == [0x04, 0x44, 0x64]
    assert read_all(chip, 0x06, 0x0A, 0x0C) == [0x00, 2, 0x10]
    send(chip, b"\x93\x20")
    assert trace(chip, 2000) == [0x04, 0x44, 0x64]
    assert read_all(chip, 0x06, 0x0A, 0x0C) == [0x00, 5, 0x10]


def test_a_collision_of_86_and_16_reads_66_08_05(chip):
    lay(chip, Tag(bytes.fromhex("86000001")), Tag(bytes.fromhex("16000001")))
    timer(chip, 0xA9, 29)
    write(chip, 0x0E, 0x00)
    ask(chip, b"\x26", 7)
    send(chip, b"\x93\x20")
    assert trace(chip, 2000)[-1] == 0x66
    assert read_all(chip, 0x06, 0x0E) == [0x08, 0x05]
    assert read(chip, 0x09) == 0x06  # from the collision on, zeros


@pytest.mark.parametrize(
    ("prescaler", "reload", "us"),
    [(0xD3E, 30, 15_500), (0xA9, 1000, 25_025), (0xA9, 29, 750), (0xA9, 39, 1000), (0xA9, 199, 5000)],
)
def test_the_timer_runs_out_after_its_time(chip, prescaler, reload, us):
    lay(chip)
    timer(chip, prescaler, reload)
    send(chip, b"\x26", 7)
    chip.clock.sleep_us(94 + us - 20)
    assert read(chip, 0x04) & 0x01 == 0
    chip.clock.sleep_us(40)
    assert read(chip, 0x04) & 0x01 == 1


def test_the_timer_stops_when_an_answer_begins(chip):
    lay(chip, Ntag213(UID))
    timer(chip, 0xA9, 9)  # 250 µs: the answer begins before, and ends after
    send(chip, b"\x26", 7)
    assert 0x45 not in trace(chip, 2000)
    chip.timer_stops = False
    chip.field.switch(False)
    chip.clock.sleep_us(6000)
    lay(chip)
    chip.field.switch(True)
    chip.clock.sleep_us(6000)
    send(chip, b"\x26", 7)
    assert trace(chip, 2000)[-1] == 0x65


@pytest.mark.parametrize(
    ("frames", "us"),
    [
        ([(b"\x26", 7)], 374),
        ([(b"\x26", 7), (b"\x93\x20", 0)], 728),
        ([(b"\x26", 7), (to_bytes(with_crc(b"\x93\x70" + levels(UID)[0])), 0)], 1158),
    ],
)
def test_an_exchange_takes_its_time_on_air(chip, frames, us):
    lay(chip, Ntag213(UID))
    for frame, bits in frames[:-1]:
        ask(chip, frame, bits)
    send(chip, *frames[-1])
    chip.clock.sleep_us(us - 15)
    assert read(chip, 0x04) & 0x20 == 0
    chip.clock.sleep_us(20)
    assert read(chip, 0x04) & 0x20


def test_received_bits_begin_at_the_alignment_with_junk_below(chip):
    tag = Tag(UID)
    lay(chip, tag)
    ask(chip, b"\x26", 7)
    first = levels(UID)[0]
    known = first[0] & 0x07
    _, _, data = ask(chip, bytes([0x93, 0x23, known]), 3, 3)
    assert len(data) == 5
    assert data[0] & 0xF8 == first[0] & 0xF8
    assert data[0] & 0x07 == 0x07
    assert data[1:] == first[1:]


@pytest.mark.parametrize(("absolute", "position"), [(False, 12 - 8), (True, 12)])
def test_collpos_counts_from_the_first_received_byte_or_from_the_level(chip, absolute, position):
    chip.coll_absolute = absolute
    lay(chip, Tag(b"\x10\x00\x00\x01"), Tag(b"\x10\x08\x00\x01"))  # they differ in the 12th bit
    write(chip, 0x0E, 0x00)
    ask(chip, b"\x26", 7)
    _, error, _ = ask(chip, b"\x93\x30\x10")  # eight bits known
    assert error == 0x08
    assert read(chip, 0x0E) == position


def test_without_force_100_ask_no_tag_hears(chip):
    lay(chip, Ntag213(UID))
    timer(chip, 0xA9, 29)
    write(chip, 0x15, 0x00)
    assert ask(chip, b"\x26", 7)[0] == 0x45


def test_the_coprocessor_and_the_crc_modes_agree_with_the_check_values(chip):
    write(chip, 0x11, 0x3D)
    write(chip, 0x09, *b"123456789")
    write(chip, 0x01, 0x03)
    assert read(chip, 0x05) & 0x04
    assert read_all(chip, 0x22, 0x21) == [0x05, 0xBF]
    lay(chip, Ntag213(UID))
    ask(chip, b"\x26", 7)
    write(chip, 0x12, 0x80)
    write(chip, 0x13, 0x80)
    assert ask(chip, b"\x93\x70" + levels(UID)[0])[1:] == (0x00, b"\x04")  # the chip adds and strips the CRC


def test_mfauthent_opens_a_crypto_session_with_a_classic_card_only(chip):
    for tag, opened in ((Ntag213(UID), False), (Classic(bytes.fromhex("DEADBE01")), True)):
        chip.field.places.clear()
        chip.field.switch(False)
        chip.clock.sleep_us(6000)
        lay(chip, tag)
        ask(chip, b"\x26", 7)
        ask(chip, to_bytes(with_crc(b"\x93\x70" + levels(tag.uid)[0])))
        write(chip, 0x0A, 0x80)
        write(chip, 0x09, 0x60, 4, *b"\xff" * 6, *tag.uid[:4])
        write(chip, 0x01, 0x0E)
        assert bool(read(chip, 0x08) & 0x08) == opened


# Tags.


def selected(chip):
    if not ask(chip, b"\x26", 7)[0] & 0x20:
        ask(chip, b"\x26", 7)  # the first sent a selected tag back
    for sel, five in zip((0x93, 0x95), levels(UID), strict=False):
        ask(chip, to_bytes(with_crc(bytes([sel, 0x70]) + five)))


@pytest.mark.parametrize(
    ("wake", "halt", "cycle", "pattern"),
    [
        (0x26, False, False, "101010101010"),
        (0x52, False, False, "101010101010"),
        (0x26, True, False, "100000000000"),
        (0x52, True, False, "111111111111"),
        (0x26, False, True, "111111111111"),
    ],
)
def test_twelve_polls_of_one_resting_card(chip, wake, halt, cycle, pattern):
    lay(chip, Ntag213(UID))
    timer(chip, 0xA9, 29)
    got = ""
    for _ in range(12):
        if cycle:
            write(chip, 0x14, 0x80)
            chip.clock.sleep_us(5100)
            write(chip, 0x14, 0x83)
            chip.clock.sleep_us(5100)
        irq, _, _ = ask(chip, bytes([wake]), 7)
        got += "1" if irq & 0x20 else "0"
        if irq & 0x20:
            for sel, five in zip((0x93, 0x95), levels(UID), strict=True):
                ask(chip, to_bytes(with_crc(bytes([sel, 0x70]) + five)))
            if halt:
                ask(chip, b"\x50\x00\x57\xcd")
    assert got == pattern


def test_a_tag_hears_nothing_before_it_has_started(chip):
    write(chip, 0x14, 0x83)
    chip.field.place(Ntag213(UID, startup_us=3000))
    chip.clock.sleep_us(2900)
    assert not ask(chip, b"\x26", 7, wait_us=2000)[0] & 0x20
    assert ask(chip, b"\x26", 7)[0] & 0x20


def test_a_tag_remembers_its_state_over_a_short_gap_in_the_field(chip):
    lay(chip, Ntag213(UID))
    for gap_us, answers in ((1000, False), (5100, True)):
        selected(chip)
        ask(chip, b"\x50\x00\x57\xcd")
        write(chip, 0x14, 0x80)
        chip.clock.sleep_us(gap_us)
        write(chip, 0x14, 0x83)
        chip.clock.sleep_us(5100)
        assert bool(ask(chip, b"\x26", 7)[0] & 0x20) == answers


def test_the_memory_of_an_ntag213(chip):
    tag = Ntag213(UID)
    lay(chip, tag)

    def command(frame):
        selected(chip)
        data = ask(chip, to_bytes(with_crc(frame)))[2]
        return data[:-2] if len(data) > 2 else data

    assert command(b"\x30\x00")[:9] == bytes([*UID[:3], levels(UID)[0][4], *UID[3:], levels(UID)[1][4]])
    assert command(b"\x30\x2b")[8:12] == UID[:3] + levels(UID)[0][4:]  # reading rolls over
    assert command(b"\x60") == bytes.fromhex("0004040201000F03")
    assert command(b"\x3a\x03\x03") == b"\xe1\x10\x12\x00"
    assert command(b"\xa2\x05abcd") == b"\x0a"
    assert command(b"\x30\x05")[:4] == b"abcd"
    assert command(b"\xa2\x01abcd") == b"\x00"  # refused: serial number
    assert command(b"\x30\x2d") == b"\x00"  # refused: no such page
    assert command(b"\x1b\x00\x00\x00\x00") == b"\x00"  # refused: no password here
    assert command(b"\xa2\x02\x00\x00\x20\x00") == b"\x0a"  # locks page 5
    assert command(b"\xa2\x05efgh") == b"\x00"
    assert command(b"\x30\x05")[:4] == b"abcd"


def test_a_refused_command_sends_the_tag_back(chip):
    lay(chip, Ntag213(UID))
    timer(chip, 0xA9, 199)
    selected(chip)
    ask(chip, to_bytes(with_crc(b"\x30\x2d")))
    assert not ask(chip, to_bytes(with_crc(b"\x30\x00")))[0] & 0x20


def test_a_classic_card_refuses_to_be_read_without_its_key(chip):
    tag = Classic(bytes.fromhex("DEADBE01"))
    lay(chip, tag)
    ask(chip, b"\x26", 7)
    ask(chip, to_bytes(with_crc(b"\x93\x70" + levels(tag.uid)[0])))
    assert ask(chip, to_bytes(with_crc(b"\x30\x04")))[2] == b"\x04"


def test_a_phone_has_another_uid_at_each_power_up(chip):
    phone = Phone(3)
    seen = set()
    for _ in range(4):
        write(chip, 0x14, 0x80)
        chip.clock.sleep_us(6000)
        lay(chip, phone)
        seen.add(phone.uid)
    assert len(seen) == 4
    assert all(uid[0] == 0x08 for uid in seen)


@pytest.mark.parametrize("size", [0, 5, 8])
def test_a_uid_has_4_7_or_10_bytes(size):
    with pytest.raises(ValueError, match=str(size)):
        levels(bytes(size))


def test_the_air_checks_its_own_crc():
    assert crc_bits(to_bits(b"123456789")) == 0xBF05
    assert crc_bits(with_crc(b"any frame with its CRC")) == 0


# The air.


def test_a_tag_within_reach_of_two_readers_answers_both_and_keeps_one_state():
    clock = VirtualClock()
    bench = Bench(clock, 2, overhead_us=0)
    tag = Ntag213(UID)
    for chip in bench.chips:
        write(chip, 0x15, 0x40)
        chip.field.place(tag)
        write(chip, 0x14, 0x83)
    clock.sleep_us(6000)
    one, two = bench.chips
    assert ask(one, b"\x26", 7)[0] & 0x20
    assert not ask(two, b"\x26", 7)[0] & 0x20  # the second REQA sends it back
    assert ask(two, b"\x26", 7)[0] & 0x20
    write(one, 0x14, 0x80)
    clock.sleep_us(6000)
    selected(two)
    assert tag.state == 2  # the other field keeps it alive


def test_a_card_that_leaves_in_mid_answer_leaves_a_cut_frame(chip):
    tag = Ntag213(UID)
    lay(chip, tag)
    timer(chip, 0xA9, 29)
    ask(chip, b"\x26", 7)
    chip.clock.at_us(chip.clock.now_us() + 500, lambda: chip.field.take(tag))
    irq, error, data = ask(chip, b"\x93\x20")
    assert (irq & 0x22, error) == (0x22, 0x01)
    assert len(data) < 5


def test_a_much_louder_tag_hides_the_other(chip):
    lay(chip)
    chip.field.place(Ntag213(UID), strength=100)
    chip.field.place(Ntag213(SAME_ROLL), strength=20)
    chip.clock.sleep_us(6000)
    selected(chip)
    _, error, data = ask(chip, to_bytes(with_crc(b"\x30\x00")))
    assert error == 0
    assert data[:3] + data[4:8] == UID


def test_noise_and_edges_garble_by_the_dice_and_the_same_seed_garbles_alike():
    def answers(seed):
        clock = VirtualClock()
        chip = Chip(clock, Field(clock, seed), overhead_us=0)
        write(chip, 0x15, 0x40)
        chip.field.noise = 50
        lay(chip, Ntag213(UID))
        return [ask(chip, b"\x26", 7) for _ in range(40)]

    assert answers(1) == answers(1)
    assert answers(1) != answers(2)
    assert len(set(answers(1))) > 5


def test_stacked_tags_never_answer_cleanly(chip):
    lay(chip, Ntag213(UID), Ntag213(SAME_ROLL))
    chip.field.stacked = True
    timer(chip, 0xA9, 29)
    answers = [ask(chip, b"\x93\x20") for _ in range(50) if ask(chip, b"\x26", 7)]
    assert not [data for irq, error, data in answers if irq & 0x20 and not error and data == levels(UID)[0]]


def test_ghosts_answer_where_no_tag_lies(chip):
    lay(chip)
    timer(chip, 0xA9, 29)
    chip.field.ghosts = 100
    assert ask(chip, b"\x26", 7)[0] & 0x20


def test_a_chip_that_holds_miso_disturbs_its_neighbours_and_not_itself():
    bench = Bench(VirtualClock(), 2)
    bench.holds_miso[0] = 0x00
    frame = bytearray([0xEE, 0])
    assert bench.xfer(0)(frame)[1] == 0x92
    assert bench.xfer(1)(frame)[1] == 0x00


def test_planned_calls_come_at_their_moment_and_in_order():
    clock = VirtualClock()
    seen = []
    clock.at_us(30, lambda: seen.append(("late", clock.now_us())))
    clock.at_us(10, lambda: seen.append(("early", clock.now_us())))
    clock.sleep_us(20)
    assert seen == [("early", 10)]
    clock.sleep_us(20)
    assert seen == [("early", 10), ("late", 30)]
    assert clock.now_us() == 40


def test_the_real_clock_counts_from_its_making():
    ticks = iter([5_000, 8_000, 2_005_000])
    clock = RealClock(lambda: next(ticks), lambda us: None)
    assert clock.now_ns() == 3_000
    assert clock.now_us() == 2_000


def test_the_dice_are_fair_enough():
    dice = Dice(1)
    hits = sum(dice.chance(30) for _ in range(10_000))
    assert 2_800 < hits < 3_200
    assert {dice.below(6) for _ in range(200)} == set(range(6))
