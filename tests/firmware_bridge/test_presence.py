"""Presence without flicker, turns of the readers, and recovery: docs/hardware.md, sections 2.3 and 8."""

from itertools import pairwise

import pytest
from readers_on_a_bench import Table, brief, card

from firmware_bridge.presence import Presence
from firmware_bridge.rc522 import CARD, DEAD, NOISE, NONE, Outcome
from firmware_bridge.sim.clock import Dice
from firmware_bridge.sim.tag import Phone

A, B, C = (card(n).uid for n in (1, 2, 3))


def told(*outcomes):
    """What Presence tells of outcomes, each (at ms, kind, UIDs ...); a kind of "n" is a CARD with noise beside it."""
    presence = Presence()
    out = []
    for at_ms, kind, *uids in outcomes:
        noisy = kind in ("n", NOISE)
        outcome = Outcome(CARD if kind == "n" else kind, tuple((uid, 0) for uid in uids), noisy)
        out += [(at_ms, what, uid) for what, uid, _ in presence.update(outcome, at_ms * 1000)]
    return out


# The rules.


def test_one_clean_reading_is_enough_to_be_there():
    assert told((0, CARD, A), (40, CARD, A), (80, CARD, A)) == [(0, "on", A)]


def test_one_silence_is_no_removal():
    pattern = [(40 * i, CARD, A) if i % 16 else (40 * i, NONE) for i in range(1, 400)]
    assert told(*pattern) == [(40, "on", A)]


def test_every_second_silence_is_no_removal():
    assert told(*[(40 * i, NONE if i % 2 else CARD, *(() if i % 2 else (A,))) for i in range(100)]) == [(0, "on", A)]


@pytest.mark.parametrize(("step_ms", "off_ms"), [(1, 120), (50, 150), (100, 200), (300, 600)])
def test_two_silences_and_120_ms_are_a_removal(step_ms, off_ms):
    assert told((0, CARD, A), *[(step_ms * i, NONE) for i in range(1, 300)]) == [(0, "on", A), (off_ms, "off", A)]


def test_a_garbled_answer_proves_that_a_card_is_there():
    assert told((0, CARD, A), (50, NONE), (100, NOISE), (150, NONE), (200, NOISE), (250, CARD, A)) == [(0, "on", A)]


def test_noise_alone_ends_after_a_second_and_a_half():
    noise = [(50 * i, NOISE) for i in range(1, 60)]
    assert [x for x in told((0, CARD, A), *noise) if x[1] != "clash"] == [(0, "on", A), (1500, "off", A)]


def test_noise_in_every_second_poll_ends_too():
    mixed = [(50 * i, NOISE if i % 2 else NONE) for i in range(1, 60)]
    assert (1500, "off", A) in told((0, CARD, A), *mixed)


def test_another_card_in_its_place_is_a_removal_at_once():
    assert told((0, CARD, A), (40, CARD, B)) == [(0, "on", A), (40, "off", A), (40, "on", B)]


def test_a_second_card_beside_it_is_no_removal():
    assert told((0, CARD, A), (40, CARD, A, B)) == [(0, "on", A), (40, "on", B)]


def test_one_of_two_that_is_missed_once_stays():
    assert told((0, CARD, A, B), (40, CARD, A), (80, CARD, A, B)) == [(0, "on", A), (0, "on", B)]


def test_one_of_two_that_is_taken_leaves_by_the_same_rule():
    assert told((0, CARD, A, B), (50, CARD, A), (100, CARD, A), (150, CARD, A))[2:] == [(150, "off", B)]


def test_a_rest_that_cannot_be_resolved_removes_nobody():
    assert told((0, CARD, A, B), *[(50 * i, "n", A) for i in range(1, 9)]) == [(0, "on", A), (0, "on", B)]


def test_a_dead_chip_says_nothing_about_the_card():
    assert told((0, CARD, A), *[(50 * i, DEAD) for i in range(1, 200)]) == [(0, "on", A)]


def test_half_a_second_of_noise_is_a_clash_and_told_once():
    noise = [(40 * i, NOISE) for i in range(60)]
    assert told(*noise) == [(520, "clash", b"")]


def test_a_new_clash_is_told_after_quiet():
    first = [(40 * i, NOISE) for i in range(20)]
    again = [(2000 + 40 * i, NOISE) for i in range(20)]
    assert len(told(*first, (900, NONE), (940, NONE), *again)) == 2


def test_noise_of_a_card_passing_by_is_no_clash():
    assert told(*[(40 * i, NOISE) for i in range(10)], (400, NONE), (440, NONE), (2000, NOISE)) == []


# The sweep.


def test_the_readers_are_reported_and_then_the_first_round():
    table = Table(5).start()
    table.run(200)
    assert brief(table.told) == [f"rdr {r} ok" for r in range(5)]
    assert [e.kind for e in table.told][5:] == ["sweep"]


def test_only_one_antenna_is_on_at_a_time():
    table = Table(4).start()
    worst = 0
    for chip in table.bench.chips:
        transfer = chip.xfer

        def watched(frame, transfer=transfer):
            nonlocal worst
            out = transfer(frame)
            worst = max(worst, sum(field.on for field in table.bench.fields))
            return out

        chip.xfer = watched
    table.bench.place(1, card(1))
    table.run(1000)
    table.scanner.focus(2)
    table.run(200)
    table.scanner.sweep()
    table.run(200)
    assert worst == 1


def test_what_lies_there_at_the_start_is_told_as_first_and_later_cards_are_not():
    table = Table(2)
    table.bench.place(0, card(1))
    table.start()
    table.at(300, table.bench.place, 1, card(2))
    table.run(600)
    assert [(e.r, e.first) for e in table.told if e.kind == "on"] == [(0, True), (1, False)]


def test_a_resting_card_is_told_once_in_ten_minutes():
    table = Table(2).start()
    table.bench.place(0, card(1))
    for _ in range(60):  # skip most of the time: what happens between two rounds is the same
        table.run(200)
        table.clock.sleep_us(9_800_000)
    assert brief(table.told)[2:] == [f"on 0 {card(1).uid.hex().upper()}"]


def test_removal_is_seen_within_half_a_second_at_four_seats_at_once():
    table = Table(4).start()
    cards = [card(n) for n in range(4)]
    for r, tag in enumerate(cards):
        table.bench.place(r, tag)
    table.run(500)
    for r, tag in enumerate(cards):
        table.bench.take(r, tag)
    assert sorted(brief(table.run(500))) == sorted(f"off {r} {tag.uid.hex().upper()}" for r, tag in enumerate(cards))


@pytest.mark.parametrize(("readers", "round_ms"), [(1, 12), (5, 35), (10, 70)])
def test_a_round_over_empty_readers_takes_about_6_ms_a_reader(readers, round_ms):
    table = Table(readers).start()
    table.run(500)
    assert table.scanner.round_us < round_ms * 1000


def test_one_reader_alone_still_lets_its_tag_forget_between_two_looks():
    table = Table(1).start()
    table.bench.place(0, card(1))
    table.run(3000)
    assert [e.kind for e in table.told] == ["rdr", "on", "sweep"]


def test_a_thousand_polls_of_two_cards_at_one_reader_do_not_flicker():
    table = Table(2).start()
    table.bench.place(0, card(1), strength=100)
    table.bench.place(0, card(2), strength=20)
    table.run(20_000)
    assert sorted(brief(table.told)[2:]) == sorted(f"on 0 {card(n).uid.hex().upper()}" for n in (1, 2))


def test_a_louder_card_laid_beside_another_does_not_count_as_its_removal():
    table = Table(2).start()
    table.bench.place(0, card(1), strength=20)
    table.run(500)
    table.bench.place(0, card(2), strength=100)
    table.run(3000)
    assert brief(table.told)[2:] == [f"on 0 {card(n).uid.hex().upper()}" for n in (1, 2)]


def switched(table, r):
    """Every moment (µs) at which the field of a reader goes on (True) or off, from now on."""
    moments = []
    field = table.bench.fields[r]
    switch = field.switch

    def watched(on):
        if on != field.on:
            moments.append((table.clock.now_us(), on))
        switch(on)

    field.switch = watched
    return moments


@pytest.mark.parametrize("readers", [1, 2])
def test_every_field_is_off_for_5_1_ms_and_on_for_5_1_ms_before_anything_is_asked(readers):
    table = Table(readers).start()
    table.bench.place(0, card(1))
    moments = switched(table, 0)
    table.run(500)
    spans = [(later - at, on) for (at, on), (later, _) in pairwise(moments)]
    assert len(spans) > 30
    assert min(us for us, _ in spans) >= 5100


def touches(table, total, seats, hold_ms=250):
    """Cards shown for 250 ms at random seats at random times, all different; what was wanted and what was told."""
    dice = Dice(11)
    free_us = [table.clock.now_us() + 50_000] * seats
    wanted = []
    for n in range(total):
        r = dice.below(seats)
        tag = card(n)
        start = free_us[r] + dice.below(100_000)
        free_us[r] = start + hold_ms * 1000 + 200_000
        wanted.append((r, tag.uid))
        table.clock.at_us(start, lambda r=r, tag=tag: table.bench.place(r, tag))
        table.clock.at_us(start + hold_ms * 1000, lambda r=r, tag=tag: table.bench.take(r, tag))
    events = table.run((max(free_us) - table.clock.now_us()) // 1000 + 1500)
    on = [(e.r, e.uid) for e in events if e.kind == "on"]
    off = [(e.r, e.uid) for e in events if e.kind == "off"]
    return sorted(wanted), sorted(on), sorted(off)


@pytest.mark.slow
def test_of_2000_touches_of_250_ms_at_four_seats_none_is_lost_doubled_or_invented():
    wanted, on, off = touches(Table(4).start(), 2000, 4)
    assert on == wanted
    assert off == wanted


def test_nor_of_200_with_a_tenth_of_all_answers_garbled():
    table = Table(4).start()
    for field in table.bench.fields:
        field.noise = 10
    wanted, on, off = touches(table, 200, 4)
    assert on == wanted
    assert off == wanted


@pytest.mark.parametrize("readers", [2, 3, 5])
def test_a_card_within_reach_of_two_readers_does_not_flicker(readers):
    table = Table(readers).start()
    tag = card(1)
    for r in (0, 1):
        table.bench.place(r, tag)
    table.run(10_000)
    on = brief(table.told)[readers:]
    assert on
    assert set(on) <= {f"on {r} {tag.uid.hex().upper()}" for r in (0, 1)}
    assert len(set(on)) == len(on)
    for r in (0, 1):
        table.bench.take(r, tag)
    assert sorted(brief(table.run(500))) == sorted(line.replace("on", "off") for line in on)


def test_a_phone_is_noted_once_a_minute_and_never_told():
    table = Table(2).start()
    table.bench.place(0, Phone(3))
    table.run(2000)
    assert [e.detail for e in table.told if e.kind == "note"] == ["a phone or bank card was ignored"]
    assert not [e for e in table.told if e.kind == "on"]


# Focus.


def test_a_card_that_slides_over_the_reader_in_focus_is_seen():
    table = Table(5).start()
    table.run(100)
    table.scanner.focus(2)
    seen = 0
    for n in range(100):
        tag = card(n)
        table.at(20, table.bench.place, 2, tag)
        table.at(70, table.bench.take, 2, tag)  # 50 mm at 1 m/s
        events = table.run(300)
        seen += brief(events) == [f"on 2 {tag.uid.hex().upper()}", f"off 2 {tag.uid.hex().upper()}"]
    assert seen == 100


def test_a_resting_card_does_not_flicker_in_focus_or_between_the_modes():
    table = Table(3).start()
    table.bench.place(1, card(1))
    table.run(300)
    for _ in range(5):
        table.scanner.focus(1)
        table.run(300)
        table.scanner.sweep()
        table.run(300)
    assert brief(table.told)[3:] == [f"on 1 {card(1).uid.hex().upper()}"]


def test_in_focus_the_field_is_cycled_when_a_card_leaves():
    table = Table(2).start()
    table.scanner.focus(0)
    table.run(100)
    moments = switched(table, 0)
    table.bench.place(0, card(1))
    table.run(300)
    assert moments == []
    table.bench.take(0, card(1))
    table.bench.fields[0].places.clear()
    table.run(300)
    assert [on for _, on in moments] == [False, True]
    assert moments[1][0] - moments[0][0] >= 5100


def test_a_field_that_goes_off_in_focus_is_noticed_before_the_card_counts_as_gone():
    table = Table(2).start()
    table.bench.place(0, card(1))
    table.scanner.focus(0)
    table.run(300)
    table.bench.chips[0].regs[0x14] = 0x80
    table.bench.fields[0].switch(False)
    table.run(1000)
    assert [e.kind for e in table.told if e.kind in ("on", "off")] == ["on"]
    assert [e.detail for e in table.told if e.kind == "note"] == ["initialised again: its field had gone off by itself"]


def test_there_is_no_focus_on_a_reader_that_is_not_there():
    with pytest.raises(IndexError):
        Table(2).scanner.focus(2)


# Commands.


def test_sync_tells_all_again_and_then_sweep():
    table = Table(3).start()
    table.bench.place(0, card(1))
    table.bench.place(2, card(2))
    table.run(500)
    table.scanner.sync()
    again = table.run(200)
    assert sorted(brief(again[:2])) == [f"on 0 {card(1).uid.hex().upper()}", f"on 2 {card(2).uid.hex().upper()}"]
    assert all(e.first for e in again[:2])
    assert [e.kind for e in again[2:]] == ["sweep"]
    assert table.scanner.present() == [(0, card(1).uid), (2, card(2).uid)]


def test_a_reader_that_is_switched_off_is_left_alone_until_it_is_switched_on():
    table = Table(2).start()
    table.run(100)
    table.scanner.enable(0, False)
    table.bench.place(0, card(1))
    assert brief(table.run(300)) == ["rdr 0 off"]
    assert table.scanner.health() == "-."
    table.scanner.enable(0, True)
    assert brief(table.run(300)) == ["rdr 0 ok", f"on 0 {card(1).uid.hex().upper()}"]


def test_a_reader_in_focus_that_is_switched_off_gives_the_others_their_turns_back():
    table = Table(2).start()
    table.scanner.focus(0)
    table.run(100)
    table.scanner.enable(0, False)
    table.bench.place(1, card(1))
    assert f"on 1 {card(1).uid.hex().upper()}" in brief(table.run(300))


def test_a_reader_can_be_restarted_and_its_gain_set():
    table = Table(2).start()
    table.run(100)
    table.scanner.restart(1)
    assert brief(table.run(100)) == ["rdr 1 ok"]
    assert table.scanner.gain(1, 48) == 48
    assert table.bench.chips[1].regs[0x26] & 0x70 == 0x70


# Faults.


def test_a_reader_that_loses_its_settings_is_healed_before_its_card_counts_as_gone():
    table = Table(3).start()
    table.bench.place(1, card(1))
    table.run(300)
    table.bench.chips[1].brown_out()
    table.run(1000)
    assert brief(table.told)[3:] == [f"on 1 {card(1).uid.hex().upper()}"]
    assert table.scanner.counts(1)[3] == 1


def test_three_brown_outs_in_a_minute_are_a_fault_of_the_supply_until_a_quiet_minute():
    table = Table(2).start()
    for _ in range(3):
        table.bench.chips[0].brown_out()
        table.run(500)
    assert brief(table.told)[-1] == "rdr 0 fault"
    assert "power supply" in table.told[-1].detail
    assert table.scanner.health() == "f."
    table.clock.sleep_us(60_000_000)
    assert brief(table.run(200)) == ["rdr 0 ok"]


def test_a_crypto_session_that_was_left_open_is_closed_by_a_fresh_start():
    table = Table(1).start()
    table.bench.chips[0].regs[0x08] = 0x08
    table.run(1000)
    assert table.bench.chips[0].regs[0x08] == 0
    assert "crypto" in next(e.detail for e in table.told if e.kind == "note")


def test_a_mute_reader_is_told_at_once_does_not_slow_the_others_and_is_found_again():
    table = Table(3).start()
    table.run(300)
    round_us = table.scanner.round_us
    table.bench.chips[1].cut_power(0xFF)
    assert brief(table.run(200)) == ["rdr 1 mute"]
    assert table.scanner.health() == ".m."
    table.run(4000)
    assert table.scanner.round_us < round_us
    table.bench.chips[1].restore_power()
    assert brief(table.run(5000)) == ["rdr 1 ok"]
    assert table.scanner.health() == "..."


def test_a_card_on_a_mute_reader_is_neither_gone_nor_told_twice():
    table = Table(2).start()
    table.bench.place(0, card(1))
    table.run(300)
    table.bench.chips[0].cut_power()
    table.run(3000)
    table.bench.chips[0].restore_power()
    table.run(6000)
    assert brief(table.told)[2:] == [f"on 0 {card(1).uid.hex().upper()}", "rdr 0 mute", "rdr 0 ok"]


def test_another_card_on_a_reader_that_comes_back_is_told_as_first():
    table = Table(2).start()
    table.bench.place(0, card(1))
    table.run(300)
    table.bench.chips[0].cut_power()
    table.run(1000)
    table.bench.fields[0].places.clear()
    table.bench.place(0, card(2))
    table.bench.chips[0].restore_power()
    table.run(6000)
    assert brief(table.told)[-2:] == [f"off 0 {card(1).uid.hex().upper()}", f"on 0 {card(2).uid.hex().upper()}"]
    assert table.told[-1].first


def test_a_chip_that_hangs_is_freed_by_a_soft_reset():
    table = Table(2).start()
    table.bench.place(0, card(1))
    table.run(300)
    table.bench.chips[0].frozen = True
    table.run(300)
    assert brief(table.told)[2:] == [f"on 0 {card(1).uid.hex().upper()}"]
    assert table.scanner.health() == ".."


def test_where_a_soft_reset_does_not_help_the_rst_line_does_and_the_others_play_on():
    table = Table(3).start()
    table.bench.place(1, card(1))
    table.run(300)
    table.bench.chips[0].frozen = "hard"
    table.clock.sleep_us(60_000_000)
    table.run(1000)
    assert table.scanner.health() == "..."
    assert not table.bench.chips[0].frozen
    assert brief(table.told)[3:] == [f"on 1 {card(1).uid.hex().upper()}"]


def test_without_an_rst_line_such_a_reader_is_mute_and_stays_so():
    table = Table(2, rst=False).start()
    table.run(100)
    table.bench.chips[0].frozen = "hard"
    table.run(12_000)
    assert table.scanner.health() == "m."
    assert brief(table.told)[2:] == ["rdr 0 mute", "rdr 0 mute"]  # the second says what the self-test has found


def test_a_dead_module_does_not_reset_its_neighbours_again_and_again():
    pulses = []
    table = Table(2)
    table.scanner._reset = lambda: pulses.append(table.clock.now_us())
    table.start()
    table.run(65_000)
    table.bench.chips[0].cut_power()
    table.run(30_000)
    assert len(pulses) == 2  # at the start, and once in that minute


def test_nor_does_a_module_with_a_loose_wire():
    pulses = []
    table = Table(2)
    table.scanner._reset = lambda: pulses.append(table.clock.now_us())
    table.start()
    table.run(100)
    for _ in range(5):
        table.bench.chips[0].cut_power()
        table.run(3000)
        table.bench.chips[0].restore_power()
        table.run(6000)
    assert [e.state for e in table.told if e.kind == "rdr" and e.r == 0] == ["ok", *["mute", "ok"] * 5]
    assert len(pulses) == 1  # the one at the start was less than a minute ago


def test_an_spi_error_makes_a_reader_mute_and_says_why():
    table = Table(2).start()
    table.run(100)
    chip, works = table.bench.chips[1], table.bench.chips[1].xfer

    def broken(frame):
        raise OSError(5, "Input/output error")

    chip.xfer = broken
    table.run(300)
    assert table.scanner.health() == ".m"
    assert "Input/output error" in table.told[-1].detail
    chip.xfer = works
    table.run(6000)
    assert table.scanner.health() == ".."


def test_a_chip_stuck_on_collisions_is_initialised_and_reads_again():
    table = Table(2).start()
    field = table.bench.fields[0]
    table.bench.place(0, card(1))
    field.noise = 100
    chip = table.bench.chips[0]
    reset = chip._reset

    def cured(wake_us):
        field.noise = 0
        reset(wake_us)

    table.run(100)
    chip._reset = cured
    table.run(3000)
    assert f"on 0 {card(1).uid.hex().upper()}" in brief(table.told)


def test_stacked_cards_are_a_clash_and_when_one_is_lifted_the_other_is_read_once():
    table = Table(2).start()
    one, two = card(1), card(2)
    table.bench.fields[0].stacked = True
    table.bench.place(0, one)
    table.bench.place(0, two)
    assert brief(table.run(2000)) == ["clash 0"]
    table.bench.take(0, two)
    assert brief(table.run(1000)) == [f"on 0 {one.uid.hex().upper()}"]
    assert table.scanner.health() == ".."


def test_an_empty_reader_is_initialised_anew_every_ten_minutes_and_an_occupied_one_is_not():
    table = Table(2).start()
    table.bench.place(1, card(1))
    table.run(300)
    marks = [chip.regs for chip in table.bench.chips]
    for regs in marks:
        regs[0x27] = 0x77  # a register that only a reset changes
    table.clock.sleep_us(600_000_000)
    table.run(300)
    assert [regs[0x27] for regs in marks] == [0x00, 0x77]
    assert table.scanner.counts(0)[3] == 0


def test_a_doubtful_clone_that_never_saw_a_card_says_so():
    table = Table(1, version=0x12).start()
    table.run(100)
    table.clock.sleep_us(600_000_000)
    events = table.run(100)
    assert brief(events) == ["rdr 0 clone"]
    assert "not seen one card" in events[0].detail


def test_readers_that_are_all_mute_do_not_make_the_loop_spin():
    table = Table(2, rst=False)
    for chip in table.bench.chips:
        chip.cut_power()
    table.start()
    before = table.bench.transfers()
    table.run(4000)
    assert table.bench.transfers() == before
    assert table.scanner.health() == "mm"


def test_seats_play_on_while_one_reader_is_initialised_a_thousand_times():
    table = Table(3).start()
    table.run(100)
    wanted = []
    for n in range(50):
        for _ in range(20):
            table.readers[0].init()
        tag = card(n)
        table.at(5, table.bench.place, 1 + n % 2, tag)
        table.at(255, table.bench.take, 1 + n % 2, tag)
        wanted.append((1 + n % 2, tag.uid))
        table.run(450)
    assert [(e.r, e.uid) for e in table.told if e.kind == "on"] == wanted
