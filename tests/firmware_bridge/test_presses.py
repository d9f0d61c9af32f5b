"""From edges to presses, in virtual time: a contact is a list of the moments when it closes and opens."""

import random

import pytest

from firmware_bridge.presses import GATHER_S, Change, Presses

MS = 0.001


def watch(contacts, *, late=0.0, step=MS, until=None, stalls=(), lost=(), **options):
    """What is told of the contacts, with the time when it is told.

    `contacts`: for each button the stamps of its edges, of which the first closes it. `late`: how much later than its
    stamp an edge arrives; one number, or one for each button. `stalls`: times between which nothing is done at all.
    `lost`: buttons whose edges never arrive.
    """
    lateness = late if isinstance(late, tuple) else (late,) * len(contacts)
    edges = sorted(
        (stamp + lateness[button], button, nth % 2 == 0, stamp)
        for button, stamps in enumerate(contacts)
        for nth, stamp in enumerate(stamps)
        if button not in lost
    )
    presses = Presses([False] * len(contacts), **options)
    told = []
    end = until if until is not None else max(max(stamps, default=0.0) for stamps in contacts) + 0.2
    for now in (n * step for n in range(round(end / step) + 1)):
        if any(since <= now < till for since, till in stalls):
            continue
        while edges and edges[0][0] <= now:
            _, button, closed, stamp = edges.pop(0)
            presses.edge(button, closed, stamp, now)
        closed = [sum(stamp <= now for stamp in stamps) % 2 == 1 for stamps in contacts]
        told += [(now, change) for change in presses.tick(now, closed.__getitem__)]
    assert not presses.busy
    return told


def changes(contacts, **options):
    return [change for _, change in watch(contacts, **options)]


def bounce(start, *, edges, within):
    """An odd number of edges, evenly spread: the contact ends up changed."""
    return [start + n * within / (edges - 1) for n in range(edges)]


def test_a_press_and_its_release_carry_the_stamps_of_their_first_edges():
    contact = [*bounce(0.1, edges=5, within=3 * MS), *bounce(0.4, edges=7, within=4 * MS)]
    assert changes([contact]) == [Change(0.1, 0, True), Change(0.4, 0, False)]


@pytest.mark.parametrize(("edges", "within"), [(3, 4), (5, 0.5), (5, 12), (11, 24), (21, 12), (21, 24), (21, 30)])
def test_twenty_edges_within_thirty_milliseconds_are_one_press(edges, within):
    assert changes([bounce(0.1, edges=edges, within=within * MS)]) == [Change(0.1, 0, True)]


def test_a_bouncing_press_is_one_press_whatever_the_rhythm():
    for seed in range(300):
        dice = random.Random(seed)
        gaps = [dice.uniform(0.02, 2.5) * MS for _ in range(2 * dice.randrange(10))]
        contact = [0.1]
        for gap in gaps:
            contact.append(contact[-1] + gap)
        assert changes([contact]) == [Change(0.1, 0, True)], f"seed {seed}"


@pytest.mark.parametrize(("edges", "within"), [(2, 6), (4, 8), (20, 30), (40, 24)])
def test_a_hit_too_short_to_hold_is_one_press_and_one_release(edges, within):
    contact = bounce(0.1, edges=edges, within=within * MS)
    press, release = changes([contact])
    assert press == Change(0.1, 0, True)
    assert not release.pressed
    assert release.at == pytest.approx(contact[-1], abs=5 * MS)


@pytest.mark.parametrize("within", [20, 30, 40, 50])
def test_the_bounce_of_a_release_is_no_press(within):
    told = changes([[0.1, *bounce(0.4, edges=21, within=within * MS)]])
    assert told == [Change(0.1, 0, True), Change(0.4, 0, False)]


@pytest.mark.parametrize("within", [1, 8, 16, 24])
def test_a_held_button_that_chatters_is_not_pressed_again(within):
    assert changes([[0.1, *bounce(0.4, edges=20, within=within * MS)]]) == [Change(0.1, 0, True)]


def test_a_spike_is_nobodys_press():
    assert changes([[0.1, 0.1002], [0.2, 0.2001, 0.2003, 0.2005]]) == []


def test_a_press_soon_after_a_spike_has_its_own_stamp():
    assert changes([[0.1, 0.1002, 0.115]]) == [Change(0.115, 0, True)]


def test_a_button_held_for_five_seconds_is_one_press():
    assert changes([[0.1, 5.1]]) == [Change(0.1, 0, True), Change(5.1, 0, False)]


def test_a_button_held_down_at_the_start_is_no_press():
    presses = Presses([True])
    assert [presses.tick(n * MS, lambda _: True) for n in range(100)] == [[]] * 100
    presses.edge(0, False, 0.2, 0.2)
    told = [change for n in range(200, 260) for change in presses.tick(n * MS, lambda _: False)]
    assert told == [Change(0.2, 0, False)]


def test_a_tap_shorter_than_the_lock_out_is_a_press_and_a_release():
    assert changes([[0.1, 0.118]]) == [Change(0.1, 0, True), Change(0.118, 0, False)]


def test_two_quick_taps_are_two_presses():
    told = changes([[0.1, 0.14, 0.18, 0.22]])
    assert [(change.at, change.pressed) for change in told] == [(0.1, True), (0.14, False), (0.18, True), (0.22, False)]


def test_who_slapped_first_comes_first_although_heard_later():
    told = watch([[0.1003], [0.1]], late=(0.0, 10 * MS))
    assert [change.button for _, change in told] == [1, 0]
    assert told[0][0] - 0.1 < 50 * MS


@pytest.mark.parametrize("apart", [0.1 * MS, 1 * MS, 4 * MS])
def test_order_follows_the_stamps_for_every_delay_below_the_wait(apart):
    for late in range(20):
        told = changes([[0.1 + apart], [0.1]], late=(0.0, late * MS))
        assert [change.button for change in told] == [1, 0], f"late by {late} ms"


def test_a_slap_that_bounces_comes_before_a_clean_one_that_was_later():
    told = changes([[0.1005], bounce(0.1, edges=15, within=22 * MS)])
    assert told == [Change(0.1, 1, True), Change(0.1005, 0, True)]


def test_the_stamp_counts_although_the_level_was_seen_before_the_edge_arrived():
    assert changes([[0.1003]], late=3 * MS) == [Change(0.1003, 0, True)]


def test_a_press_is_told_within_thirty_milliseconds():
    [(when, _)] = watch([[0.1]])
    assert GATHER_S - MS <= when - 0.1 < 30 * MS


def test_nothing_is_lost_while_the_program_stands_still():
    told = changes([[0.1, 0.16, 0.22, 0.28], [0.105]], stalls=[(0.05, 0.4)], until=0.6)
    assert told == [
        Change(0.1, 0, True),
        Change(0.105, 1, True),
        Change(0.16, 0, False),
        Change(0.22, 0, True),
        Change(0.28, 0, False),
    ]


def test_a_stall_in_the_midst_of_bounce_does_not_double_the_press():
    contact = [*bounce(0.1, edges=13, within=18 * MS), *bounce(0.3, edges=9, within=12 * MS)]
    for begin in range(90, 130):
        told = changes([contact], stalls=[(begin * MS, 0.25)], until=0.6)
        assert told == [Change(0.1, 0, True), Change(0.3, 0, False)], f"stalled from {begin} ms"


def test_a_lost_edge_is_noticed_by_the_level():
    told = changes([[0.1, 0.5]], lost=(0,))
    assert [change.pressed for change in told] == [True, False]
    assert [change.at for change in told] == pytest.approx([0.1, 0.5], abs=2 * MS)


def test_the_lock_out_can_be_longer():
    contact = bounce(0.1, edges=13, within=70 * MS)
    assert len(changes([contact])) > 1
    assert changes([contact], lockout=0.1) == [Change(0.1, 0, True)]


@pytest.mark.parametrize("closed_for", [0.2 * MS, 1.1 * MS])
def test_a_worn_contact_does_not_hold_up_the_others(closed_for):
    noise = [0.0503 + n * 2 * MS + edge for n in range(400) for edge in (0, closed_for)]
    told = [(when, change) for when, change in watch([noise, [0.3]]) if change.button == 1]
    assert [change for _, change in told] == [Change(0.3, 1, True)]
    assert told[0][0] < 0.36
