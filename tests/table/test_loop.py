"""The main loop sleeps until something happens: no time is burnt, and nothing waits."""

import threading
import time
from queue import Empty

import pytest

from display.view import Intent
from firmware_bridge.reads import TagOn
from table import loop as loop_module
from table.clock import JumpingClock, RealClock
from table.loop import LONGEST_SLEEP_S, Loop
from tests.table.at_the_table import AtTheTable


class Clock:
    """Time that passes only where the loop waits for it, and counts how often it is asked for."""

    def __init__(self):
        self.time = 0.0

    def now(self):
        return self.time

    def wait(self, moment):
        return max(0.0, moment - self.time)

    def pass_to(self, moment):
        pass


class Screen:
    """A screen that is only listened to. What is asked for comes at its time; each wait is remembered."""

    def __init__(self, clock, asked=(), moves=()):
        self.clock = clock
        self.asked = list(asked)  # (when, intent)
        self.moves = list(moves)  # what each tick wants
        self.shown = []
        self.waits = []
        self.ticks = 0
        self.woken = threading.Event()

    def show(self, view):
        self.shown.append(view)

    def tick(self, now):
        self.ticks += 1
        return self.moves.pop(0) if self.moves else None

    def intents(self, timeout):
        self.waits.append(timeout)
        assert len(self.waits) < 500, "the loop does not sleep"
        if self.woken.is_set():
            self.woken.clear()
            return []
        until = self.clock.time + timeout
        if self.asked and self.asked[0][0] <= until:
            self.clock.time, intent = self.asked.pop(0)
            return [intent]
        self.clock.time = until
        return []

    def wake(self):
        self.woken.set()


class Part:
    """People or hardware that do something at given moments."""

    def __init__(self, *moments):
        self.moments = list(moments)
        self.done = []
        self.tapped = []

    def due(self, now):
        return self.moments[0] if self.moments else None

    def run(self, now):
        while self.moments and self.moments[0] <= now:
            self.done.append((self.moments.pop(0), now))

    def tap(self, seat, face, now):
        self.tapped.append((seat, face, now))


@pytest.fixture
def clock():
    return Clock()


@pytest.fixture
def table():
    return AtTheTable()


QUIT = Intent("quit")


def run(table, clock, asked, **given):
    """A loop with a screen at which these things are asked for."""
    screen = Screen(clock, asked, given.pop("moves", ()))
    loop = Loop(table.session, clock, screen=screen, **given)
    loop.run()
    return loop, screen


# -- sleeping -------------------------------------------------------------------------------------------


def test_where_nothing_happens_the_loop_sleeps(table, clock):
    _, screen = run(table, clock, [(600.0, QUIT)])
    assert screen.waits == [LONGEST_SLEEP_S] * 10
    assert screen.ticks == 10
    assert len(screen.shown) == 1


def test_a_picture_that_moves_is_drawn_when_it_wants_to_be(table, clock):
    _, screen = run(table, clock, [(3.0, QUIT)], moves=[0.5, 0.25, 1.0])
    assert screen.waits == [0.5, 0.25, 1.0, LONGEST_SLEEP_S]


def test_the_loop_wakes_for_each_moment_at_which_somebody_does_something(table, clock):
    people, hardware = Part(2.0, 5.0), Part(3.0)
    _, screen = run(table, clock, [(10.0, QUIT)], people=people, hardware=hardware)
    assert people.done == [(2.0, 2.0), (5.0, 5.0)]
    assert hardware.done == [(3.0, 3.0)]
    assert screen.waits == [2.0, 1.0, 2.0, LONGEST_SLEEP_S]


def test_the_loop_wakes_when_a_card_has_lain_long_enough(table, clock):
    loop = Loop(table.session, clock, screen=Screen(clock, [(2.0, QUIT)]))
    loop.put(TagOn(table.reader("N"), table.uid("5C"), 0.0))
    loop.run()
    assert table.played == ["5C"]
    assert loop._screen.waits[1] == pytest.approx(0.12)


def test_faster_than_people_it_sleeps_for_the_real_seconds_only(table):
    waits = []

    class Fast(Screen):
        def intents(self, timeout):
            waits.append(timeout)
            return [QUIT]

    clock = RealClock(10.0)
    Loop(table.session, clock, people=Part(50.0), screen=Fast(clock)).run()
    assert waits[0] == pytest.approx(5.0, abs=0.5)


def test_without_a_screen_it_sleeps_in_the_queue(table, clock, monkeypatch):
    class Queue:
        def __init__(self):
            self.waits = []

        def put(self, read):
            pass

        def empty(self):
            return True

        def get_nowait(self):
            raise Empty

        def get(self, timeout):
            self.waits.append(timeout)
            if len(self.waits) == 5:
                loop.wish = "quit"
            raise Empty

    queue = Queue()
    monkeypatch.setattr(loop_module, "SimpleQueue", lambda: queue)
    loop = Loop(table.session, clock)
    loop.run()
    assert queue.waits == [LONGEST_SLEEP_S] * 5


# -- woken ----------------------------------------------------------------------------------------------


def test_a_read_from_another_thread_is_taken_at_once(table):
    """Without a screen; the loop sleeps for a minute, and must not."""
    clock = RealClock()
    loop = Loop(table.session, clock)
    took = _laid_by_another_thread(table, loop, clock)
    assert table.played == ["5C"]
    assert took < 10


def test_a_read_from_another_thread_wakes_the_screen(table):
    class Sleeping:
        """Sleeps as a window does."""

        def __init__(self):
            self.woken = threading.Event()
            self.wake = self.woken.set

        def show(self, view):
            pass

        def tick(self, now):
            return None

        def intents(self, timeout):
            self.woken.wait(timeout)
            self.woken.clear()
            return []

    clock = RealClock()
    loop = Loop(table.session, clock, screen=Sleeping())
    took = _laid_by_another_thread(table, loop, clock)
    assert table.played == ["5C"]
    assert took < 10


def _laid_by_another_thread(table, loop, clock):
    """A card is laid while the loop sleeps, and the loop ended once it was played. The seconds that it took."""
    slept = threading.Event()
    take = loop._take_reads

    def take_reads():
        slept.set()
        take()

    loop._take_reads = take_reads

    def lay():
        slept.wait(10)
        loop.put(TagOn(table.reader("N"), table.uid("5C"), clock.now()))

    def played(event):
        loop.wish = "quit"
        loop.put(TagOn("nowhere", b"", clock.now()))  # the loop goes round once more, and ends

    table.session.listeners.append(played)
    thread = threading.Thread(target=lay)
    start = time.monotonic()
    thread.start()
    loop.run()
    thread.join()
    return time.monotonic() - start


def test_reads_are_taken_in_the_order_in_which_they_came(table, clock):
    loop = Loop(table.session, clock, screen=Screen(clock, [(3.0, QUIT)]))
    for number, (place, card) in enumerate((("N", "5C"), ("E", "7C"), ("S", "KC"))):
        loop.put(TagOn(table.reader(place), table.uid(card), number / 1000))
    loop.run()
    assert table.played == ["5C", "7C", "KC"]


# -- what is shown --------------------------------------------------------------------------------------


def test_a_view_is_shown_only_where_something_changed(table, clock):
    asked = [(1.0, Intent("last-trick")), (2.0, Intent("last-trick")), (200.0, QUIT)]
    _, screen = run(table, clock, asked)
    assert len(screen.shown) == 3


def test_each_view_is_watched_after_it_was_drawn(table, clock):
    order = []

    class Watched(Screen):
        def tick(self, now):
            order.append("drawn")
            return super().tick(now)

    screen = Watched(clock, [(1.0, QUIT)])
    Loop(table.session, clock, screen=screen, watch=lambda view: order.append("watched")).run()
    assert order[:2] == ["drawn", "watched"]
    assert order.count("watched") == len(screen.shown) == 1


# -- what is asked for ----------------------------------------------------------------------------------


@pytest.mark.parametrize("wish", ["quit", "again"])
def test_whoever_wants_to_leave_leaves(table, clock, wish):
    loop, _ = run(table, clock, [(1.0, Intent(wish)), (2.0, Intent("undo"))])
    assert loop.wish == wish
    assert clock.time == 1.0


def test_a_card_asked_for_is_tapped_by_the_people(table, clock):
    people = Part()
    run(table, clock, [(1.5, Intent("card", "5C", 0)), (2.0, QUIT)], people=people)
    assert people.tapped == [(0, "5C", 1.5)]
    assert table.played == []  # it is played when the reader has seen it


def test_other_wishes_are_the_sessions(table, clock):
    table.tap("N", "5C")
    run(table, clock, [(1.0, Intent("undo")), (2.0, QUIT)])
    assert table.played == []


# -- the end --------------------------------------------------------------------------------------------


def ended():
    """A table whose match is over and whose result was seen."""
    from tests.table.test_session import _play_out

    table = AtTheTable(seats="AB")
    _play_out(table)
    table.session.intent(Intent("next-deal"))
    assert table.session.stage == "end"
    return table


def test_the_end_is_shown_for_a_while(clock):
    loop, screen = run(ended(), clock, [], linger_s=6.0)
    assert loop.wish is None
    assert clock.time == 6.0
    assert len(screen.waits) < 5


def test_where_people_play_the_end_stays_until_they_leave(clock):
    loop, _ = run(ended(), clock, [(500.0, QUIT)], leave_at_end=False)
    assert loop.wish == "quit"
    assert clock.time == 500.0


def test_without_a_screen_the_end_is_the_end():
    clock = JumpingClock()
    Loop(ended().session, clock).run()
    assert clock.now() == 0.0


def test_the_end_taken_back_is_no_end(clock):
    table = ended()
    asked = [(3.0, Intent("undo")), (60.0, QUIT)]
    loop, _ = run(table, clock, asked, linger_s=6.0)
    assert table.session.stage == "play"
    assert loop.wish == "quit"
    assert clock.time == 60.0
