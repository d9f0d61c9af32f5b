"""Buttons by interrupt: the stamp of the first edge counts, bounce does not.

`edge` is called from the interrupt and stores a time, without allocating; `poll` is called from the main loop and
makes presses and releases of it. A change counts if the level still holds 5 ms after its first edge; further
edges of that button are ignored for 25 ms. Stamps are the wrapping microseconds of `time.ticks_us`.
Source: docs/hardware.md, section 3.3.
"""

from array import array

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

SETTLED = 5000  # µs
WINDOW = 25000  # µs

_QUIET = 0
_EDGE = 1  # an edge has come, the level is not yet confirmed
_REPORTED = 2  # reported; bounce is being waited out


class Buttons:
    """`count` buttons. `ticks_diff(later, earlier)` is the difference of two stamps in µs."""

    def __init__(self, count: int, ticks_diff: "Callable[[int, int], int]") -> None:
        self.pressed = bytearray(count)
        self._first = array("i", [0] * count)
        self._last = array("i", [0] * count)
        self._state = bytearray(count)
        self._diff = ticks_diff

    def edge(self, button: int, ticks: int) -> None:
        """An edge came at `ticks`. Safe in a hard interrupt."""
        if self._state[button] == _QUIET:
            self._first[button] = ticks
            self._state[button] = _EDGE
        self._last[button] = ticks

    def poll(self, ticks: int, level: "Callable[[int], int]") -> "list[tuple[int, int, int]]":
        """What has changed: (age in µs, button, 1 pressed or 0 released), the oldest first.

        `level(button)` is 1 while the contact is closed.
        """
        changed: list[tuple[int, int, int]] = []
        for button in range(len(self.pressed)):
            closed = 1 if level(button) else 0
            if self._state[button] == _QUIET:
                if closed == self.pressed[button]:
                    continue
                self.edge(button, ticks)  # no interrupt came for it, so nobody knows it better
            age = self._diff(ticks, self._first[button])
            if age < SETTLED:
                continue
            if self._state[button] == _EDGE and closed != self.pressed[button]:
                self.pressed[button] = closed
                self._state[button] = _REPORTED
                changed.append((age, button, closed))
            if age >= WINDOW:
                self._state[button] = _QUIET
                if closed != self.pressed[button]:  # it was let go of within the window
                    self.edge(button, self._last[button])
        changed.sort(reverse=True)
        return changed
