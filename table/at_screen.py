"""A conversation at the screen: what people touch there, and what the hardware senses, one thing after the other.

It is a Terminal that prints nothing, so that the Rig and the hands of a mock table work with it as they do with one.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from queue import Empty
from typing import TYPE_CHECKING

from display.view import Intent, View
from firmware_bridge.reads import Read
from table.config import TableConfig
from table.loop import Face
from table.tapping import Tapping
from table.terminal import Asked, Happened, Terminal, Typed, Waited

if TYPE_CHECKING:
    from display.screen import Screen

LEAVES = ("stop", "close", "quit")  # what ends a screen
PERSON_S = 4.0  # after a touch, simulated hands wait so long before they go on by themselves


class AtScreen(Terminal):
    """What happens at a screen. `heard` is told each Read as it comes; at `hands_at`, simulated hands want to move."""

    def __init__(self, screen: Face, now: Callable[[], float] = time.monotonic) -> None:
        super().__init__(lines=iter(()), now=now, echoes=True)
        self._screen = screen
        self._intents: deque[Intent] = deque()
        self.hands_at: float | None = None
        self.heard: Callable[[Read], None] = lambda read: None

    def show(self, view: View) -> None:
        """Show this from the next wait on."""
        self._screen.show(view)

    def put(self, read: Read) -> None:
        """Take a Read from a source; callable from any thread."""
        super().put(read)
        self._screen.wake()

    def say(self, text: str = "") -> None:
        """Nothing: the screen says it."""

    def ask(self, text: str) -> None:
        """Nothing: the screen asks it."""

    def happenings(
        self, tapping: Tapping, until: float | None = None, taken: Callable[[Read], None] = lambda read: None
    ) -> Iterator[Happened]:
        """What happens; a Waited when simulated hands want to move, and with `until` at that moment, then the end."""
        while True:
            while self._intents:
                yield Asked(self._intents.popleft())
            moments = (tapping.due(), until, self.hands_at)
            event = self.wait([moment for moment in moments if moment is not None])
            if isinstance(event, Typed):
                continue
            if event is not None:
                yield from tapping.take(event)
                taken(event)
            elif not self._intents:
                now = self.now()
                yield from tapping.tick(now)
                if self.hands_at is not None and now >= self.hands_at:
                    self.hands_at = None
                    yield Waited()
                if until is not None and now >= until:
                    yield Waited()
                    return

    def wait(self, moments: list[float]) -> Typed | Read | None:
        """The next Read; None where one of the moments or a touch comes first. The screen is drawn meanwhile."""
        while True:
            frame = self._screen.tick(self.now())
            if self._first:
                return self._told(self._first.popleft())
            try:
                event = self._events.get_nowait()
            except Empty:
                pass
            else:
                return event if isinstance(event, Typed) else self._told(event)
            left = None if not moments else min(moments) - self.now()
            if self._intents or (left is not None and left <= 0):
                return None
            waits = [seconds for seconds in (left, frame) if seconds is not None]
            self._intents.extend(self._screen.intents(min(waits) if waits else None))

    def _told(self, read: Read) -> Read:
        self.heard(read)
        return read


@contextmanager
def open_at(asked: argparse.Namespace, config: TableConfig | None, *, mock: bool) -> Iterator[Screen]:
    """The open screen in the household's look. On the mock table one that nobody sees will do; it says so.

    Raises LapioError where no display can be opened.
    """
    from display.screen import Screen
    from table.opening import language_of, size_of
    from table.real import look_of

    if config is None:
        config = TableConfig()
        asked.language = language_of(asked)
    look = look_of(asked, config)
    screen = Screen(size_of(asked.size), look, fullscreen=asked.fullscreen, allow_hidden=mock)
    if screen.hidden:
        print("No display is there: simulated hands do everything, and nobody sees it.", file=sys.stderr)
    try:
        yield screen
    finally:
        screen.close()
