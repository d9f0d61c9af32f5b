"""From the edges of bouncing contacts to presses: the stamp of the first edge counts.

A contact bounces for some milliseconds. The first edge is when it happened; it counts once the new level is read after
5 ms without an edge, at the latest at the end of the lock-out: for 25 ms after the first, further edges of that button
are the same press. A level that falls back at once was a disturbance and nobody's press; a contact that chattered for
5 ms or longer and ended up open was hit, and let go of at once. Edges of different buttons
need not arrive in the order of their stamps, so a change is held back for 20 ms and then handed on in that order: who
slapped first.

Pure: all times are passed in, stamps and the present on one clock, on the Pi in seconds, on the microcontroller in
microseconds. Same Python as rc522.py: runs in CPython and MicroPython. Source: docs/hardware.md, section 3.3.
"""

from collections import namedtuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import NamedTuple

    class Change(NamedTuple):
        """A button went down or came up at `at`, the stamp of its first edge."""

        at: float
        button: int
        pressed: bool
else:
    Change = namedtuple("Change", ("at", "button", "pressed"))  # MicroPython has no other

SETTLE_S = 0.005
LOCKOUT_S = 0.025
GATHER_S = 0.020


class _Window:
    """Edges of one button that belong together. `told`: their change is known already, the rest is bounce."""

    def __init__(self, first: float, heard: float, closed: bool) -> None:
        self.first = first
        self.last = first
        self.heard = heard  # when the first of them arrived here
        self.closed = closed  # after the last of them
        self.told = False


class Presses:
    """Buttons 0, 1, 2 and so on; `pressed` is how they stand at the start, which is no press.

    `settle`: how long a level must hold, `lockout`: for how long further edges are the same press, `gather`: how much
    later than a change's edge another button's earlier one may arrive; 0 where edges arrive in their order.
    """

    def __init__(
        self,
        pressed: "Sequence[bool]",
        lockout: float = LOCKOUT_S,
        settle: float = SETTLE_S,
        gather: float = GATHER_S,
    ) -> None:
        self._pressed = list(pressed)
        self._settled = settle
        self._lockout = max(lockout, settle)
        self._gather = gather
        self._windows: list[_Window | None] = [None] * len(pressed)
        self._changed: list[float | None] = [None] * len(pressed)  # the stamp of the last change
        self._waiting: list[tuple[Change, float]] = []  # with the time when it may be handed on

    @property
    def busy(self) -> bool:
        """Whether `tick` has something to do soon, without any further edge."""
        return bool(self._waiting) or any(self._windows)

    def edge(self, button: int, closed: bool, at: float, now: float, alone: bool = True) -> None:
        """An edge with the stamp `at` has arrived; `closed` is the contact after it.

        `alone`: False where there were more edges since the one before, of which nothing is known.
        """
        window = self._windows[button]
        while window is not None:
            held = alone and at - window.last >= self._settled  # the level before this edge
            if held:
                self._settle(button, window, window.closed)
            if window.told and at - window.first >= self._lockout:
                window = self._end(button, window, window.closed)
            elif held and not window.told:
                self._forget(button, window)
                window = None
            else:
                break
        if window is None:
            window = self._windows[button] = _Window(at, now, closed)
        window.first = min(window.first, at)
        window.last = max(window.last, at)
        window.closed = closed

    def tick(self, now: float, closed: "Callable[[int], bool]") -> "list[Change]":
        """The changes that are due, in the order of their stamps. `closed` reads a contact.

        A contact that has changed without any edge is noticed too; its stamp is then `now`.
        """
        for button in range(len(self._windows)):
            level = closed(button)
            window = self._windows[button]
            if window is None:
                if level != self._pressed[button]:
                    self.edge(button, level, now, now)
                continue
            if now - window.last >= self._settled or now - window.first >= self._lockout:
                self._settle(button, window, level)
            if window.told and now - window.first >= self._lockout:
                self._end(button, window, level)
            elif not window.told and now - window.last >= self._settled:
                self._forget(button, window)
        return self._due(now) if self._waiting else []

    def _settle(self, button: int, window: _Window, level: bool) -> None:
        """The level has held: it is a change if it differs from what was known."""
        if not window.told and level != self._pressed[button]:
            window.told = True
            self._change(button, window.first, window.heard)

    def _change(self, button: int, at: float, heard: float) -> None:
        self._pressed[button] = not self._pressed[button]
        self._changed[button] = at
        self._waiting.append((Change(at, button, self._pressed[button]), heard + self._gather))

    def _forget(self, button: int, window: _Window) -> None:
        """The level is back where it was: a disturbance, or a hit that was too short to hold."""
        self._windows[button] = None
        hit = not self._pressed[button] and window.last - window.first >= self._settled
        before = self._changed[button]
        if hit and (before is None or window.first - before >= 2 * self._lockout):  # else the bounce of a release
            self._change(button, window.first, window.heard)
            self._change(button, window.last, window.heard)

    def _end(self, button: int, window: _Window, level: bool) -> "_Window | None":
        """The lock-out is over. A level that changed within it is the next change, since its last edge."""
        self._windows[button] = None
        if level != self._pressed[button]:
            self._windows[button] = _Window(window.last, window.heard, level)
        return self._windows[button]

    def _due(self, now: float) -> "list[Change]":
        """What may be handed on: nothing while an earlier stamp is waited for, or may still be confirmed."""
        open_since = [
            window.first
            for window in self._windows
            if window is not None and not window.told and now - window.heard < self._lockout
        ]
        due: list[Change] = []
        self._waiting.sort()
        while self._waiting and self._waiting[0][1] <= now:
            change = self._waiting[0][0]
            if open_since and min(open_since) < change.at:
                break
            due.append(change)
            del self._waiting[0]
        return due
