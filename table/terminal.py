"""A conversation in a terminal that hears two things at once: what somebody types, and what the hardware senses.

Lines are read in a thread of their own, straight from the file descriptor: a thread that waits inside `sys.stdin` would
keep its lock and make the end of the program fail.
"""

from __future__ import annotations

import os
import sys
import threading
import time
from collections import deque
from collections.abc import Callable, Iterator
from queue import Empty, SimpleQueue
from typing import NamedTuple, TextIO, TypeAlias

from display.view import Intent
from firmware_bridge.reads import Read
from table.tapping import Done, Tapping


class Typed(NamedTuple):
    """A line that somebody typed, without its end; None where the input has ended."""

    text: str | None


class Waited(NamedTuple):
    """Nothing has happened until the moment that was given."""


class Asked(NamedTuple):
    """Somebody asked for something at a screen (at_screen.py); a terminal has none of these."""

    intent: Intent


Happened: TypeAlias = Typed | Waited | Asked | Done


class Terminal:
    """Input and output of one command. `lines` gives what is typed, None at the end; it is called in a thread."""

    def __init__(
        self,
        out: TextIO | None = None,
        lines: Iterator[str] | None = None,
        now: Callable[[], float] = time.monotonic,
        *,
        echoes: bool | None = None,
    ) -> None:
        self.now = now
        self._out = out or sys.stdout
        self._lines = lines if lines is not None else typed_lines(0)
        self._echoes = sys.stdin.isatty() if echoes is None else echoes
        self._events: SimpleQueue[Typed | Read] = SimpleQueue()
        self._first: deque[Read] = deque()
        self._asking = False
        self._thread: threading.Thread | None = None

    def put(self, read: Read) -> None:
        """Take a Read from a source; callable from any thread."""
        self._events.put(read)

    def put_first(self, read: Read) -> None:
        """Take a Read that comes before whatever has been typed already: of hands that a typed line has moved."""
        self._first.append(read)

    # Output

    def say(self, text: str = "") -> None:
        """Print a line, on a line of its own also while a question stands open."""
        if self._asking:
            print(file=self._out)
            self._asking = False
        print(text, file=self._out, flush=True)

    def ask(self, text: str) -> None:
        """Print a question; the answer is typed behind it."""
        if self._asking:
            print(file=self._out)
        print(text, end=" ", file=self._out, flush=True)
        self._asking = True

    # Input

    def happenings(
        self, tapping: Tapping, until: float | None = None, taken: Callable[[Read], None] = lambda read: None
    ) -> Iterator[Happened]:
        """What happens, one thing after the other; with `until`, a Waited at that moment and then the end.

        `taken` hears of each Read once it has been dealt with.
        """
        while True:
            event = self.wait([moment for moment in (tapping.due(), until) if moment is not None])
            if isinstance(event, Typed):
                if event.text is not None:  # else the question still stands on the last line
                    self._asking = False
                    if not self._echoes:
                        print(event.text, file=self._out, flush=True)
                yield event
            elif event is not None:
                yield from tapping.take(event)
                taken(event)
            else:
                yield from tapping.tick(self.now())
                if until is not None and self.now() >= until:
                    yield Waited()
                    return

    def wait(self, moments: list[float]) -> Typed | Read | None:
        """The next event; None where one of the moments comes first."""
        if self._first:
            return self._first.popleft()
        if self._thread is None:
            self._thread = threading.Thread(target=self._read_lines, name="typed lines", daemon=True)
            self._thread.start()
        try:
            return self._events.get(timeout=max(0.0, min(moments) - self.now()) if moments else None)
        except Empty:
            return None

    def _read_lines(self) -> None:
        for line in self._lines:
            self._events.put(Typed(line))
        self._events.put(Typed(None))


def typed_lines(handle: int) -> Iterator[str]:
    """The lines of a file descriptor as they come. What is no UTF-8 comes as question marks."""
    rest = b""
    while True:
        try:
            data = os.read(handle, 4096)
        except OSError:
            return
        if not data:
            if rest:
                yield rest.decode(errors="replace")
            return
        *lines, rest = (rest + data).split(b"\n")
        yield from (line.rstrip(b"\r").decode(errors="replace") for line in lines)
