"""The main loop: take what was sensed, let the session decide, show it, sleep until something happens.

Sources put their Reads from their own threads; everything else happens here, in one thread. The loop sleeps in the
screen's event queue where there is a screen, so that a key, a Read or the next moment wakes it, and nothing else.
Simulated people and simulated hardware have no threads: the loop gives them their time.
"""

from __future__ import annotations

import gc
import time
from collections.abc import Callable
from queue import Empty, SimpleQueue
from typing import Protocol

from display.view import Intent, View
from engine.errors import LapioError
from firmware_bridge.reads import Read
from table.clock import Clock
from table.people import People
from table.session import Session

LONGEST_SLEEP_S = 60.0  # a bound, so that a forgotten wake-up costs a minute and not the evening


class Face(Protocol):
    """What the loop needs of a screen (display.screen.Screen)."""

    def show(self, view: View) -> None:
        """Show this from the next frame on."""

    def tick(self, now: float) -> float | None:
        """Draw if needed; real seconds until it wants to draw again, None while it stands still."""

    def intents(self, timeout: float | None) -> list[Intent]:
        """Wait for input, at most so many seconds."""

    def wake(self) -> None:
        """End a wait, from any thread."""


class Simulated(Protocol):
    """Something simulated that the loop gives its time."""

    def due(self, now: float) -> float | None:
        """When it is to be run next; None where nothing happens in it by itself."""

    def run(self, now: float) -> None:
        """Do what is due."""


class Loop:
    """Runs a session until its match has ended and `linger` is over, or somebody quits.

    `watch` is called with each new view after it is drawn; it may save a picture of it.
    """

    def __init__(
        self,
        session: Session,
        clock: Clock,
        *,
        people: People | None = None,
        hardware: Simulated | None = None,
        screen: Face | None = None,
        watch: Callable[[View], None] | None = None,
        leave_at_end: bool = True,
        linger_s: float = 6.0,
    ) -> None:
        self._session = session
        self._clock = clock
        self._people = people
        self._simulated: list[Simulated] = [part for part in (hardware, people) if part is not None]
        self._screen = screen
        self._watch = watch
        self._leave_at_end = leave_at_end
        self._linger_s = linger_s
        self._reads: SimpleQueue[Read] = SimpleQueue()
        self._shown = -1
        self._end: float | None = None
        self.wish: str | None = None  # "quit" or "again", as somebody wished at the screen

    def put(self, read: Read) -> None:
        """Take a Read from a source; callable from any thread."""
        self._reads.put(read)
        if self._screen is not None:
            self._screen.wake()

    def run(self) -> None:
        """Go on until the match is over or somebody leaves."""
        gc.collect()
        gc.freeze()  # what is there by now stays; searching it for garbage again and again would hold up a verdict
        while self.wish is None and not self._ended():
            now = self._clock.now()
            for part in self._awake():
                part.run(now)
            self._take_reads()
            self._session.tick(now)
            next_frame = self._show()
            if self._reads.empty():
                self._sleep(next_frame)

    def _ended(self) -> bool:
        if self._session.stage != "end" or not self._leave_at_end:
            self._end = None  # an end that was taken back is none
            return False
        now = self._clock.now()
        if self._end is None:
            self._end = now + (self._linger_s if self._screen is not None else 0.0)
            self._show()
        return now >= self._end

    def _awake(self) -> list[Simulated]:
        """What is simulated and goes on now: people wait while somebody looks at the rules, the scores or the menu."""
        reading = self._session.pages.open is not None
        return [part for part in self._simulated if not (reading and part is self._people)]

    def _take_reads(self) -> None:
        while True:
            try:
                read = self._reads.get_nowait()
            except Empty:
                return
            self._session.handle(read)

    def _show(self) -> float | None:
        """Show what changed. Real seconds until the screen wants to draw again."""
        if self._screen is None:
            return None
        if self._session.changes != self._shown:
            self._shown = self._session.changes
            view = self._session.view()
            self._screen.show(view)
            next_frame = self._screen.tick(time.monotonic())
            if self._watch is not None:
                self._watch(view)
            return next_frame
        return self._screen.tick(time.monotonic())

    def _sleep(self, next_frame: float | None) -> None:
        """Wait for the next moment at which something happens, or for input."""
        if self._ended():
            return
        now = self._clock.now()
        wanted = [self._session.due(), self._end, *(part.due(now) for part in self._awake())]
        moment = min((moment for moment in wanted if moment is not None), default=None)
        waits = [LONGEST_SLEEP_S]
        if moment is not None:
            waits.append(self._clock.wait(moment))
        if next_frame is not None:
            waits.append(next_frame)
        if self._screen is not None:
            for intent in self._screen.intents(min(waits)):
                self._do(intent)
        elif moment is not None:
            self._nap(min(waits))
        elif self._people is not None:
            raise LapioError("nobody at the mock table knows what to do next, so the game stops here")
        else:
            self._take_one(min(waits))
        if moment is not None:
            self._clock.pass_to(moment)

    def _nap(self, seconds: float) -> None:
        if seconds > 0:
            self._take_one(seconds)

    def _take_one(self, seconds: float) -> None:
        """Wait for a Read where there is no screen to wait in."""
        try:
            read = self._reads.get(timeout=seconds)
        except Empty:
            return
        self._session.handle(read)

    def _do(self, intent: Intent) -> None:
        if intent.do in ("quit", "again"):
            self.wish = intent.do
        elif intent.do == "card" and self._people is not None and intent.card is not None and intent.seat is not None:
            self._people.tap(intent.seat, intent.card, self._clock.now())
        else:
            self._session.intent(intent)
