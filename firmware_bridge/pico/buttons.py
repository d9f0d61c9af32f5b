"""Buttons by interrupt: the stamp of the first edge counts, bounce does not.

`edge` is called from the interrupt and keeps the stamp and the level, without allocating; `poll` is called from the
main loop and makes presses and releases of them, by the same rules as on the Pi (presses.py). Stamps are the wrapping
microseconds of `time.ticks_us`. Source: docs/hardware.md, section 3.3.
"""

from array import array

from firmware_bridge.presses import Presses

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from firmware_bridge.presses import Change

SETTLE_US = 5000
LOCKOUT_US = 25000
KEPT = 32  # edges of one button between two turns of the loop; what is more is chatter

_CLOSED = 1
_CROWDED = 2  # there were more edges before this one than could be kept


class Buttons:
    """One button for each of `pressed`, which is how they stand at the start: that is no press.

    `ticks_diff(later, earlier)` is the difference of two stamps in µs.
    """

    def __init__(self, pressed: "Sequence[bool]", ticks_diff: "Callable[[int, int], int]") -> None:
        count = len(pressed)
        # Edges come in their order, so no change waits for another button's earlier edge to arrive.
        self._presses = Presses(pressed, LOCKOUT_US, SETTLE_US, 0)
        self._diff = ticks_diff
        # Of each button a ring of edges: written only in the interrupt, read only in the loop.
        self._stamps = array("i", [0] * (count * KEPT))
        self._levels = bytearray(count * KEPT)
        self._written = bytearray(count)  # the next place in the ring
        self._read = bytearray(count)

    def edge(self, button: int, ticks: int, closed: bool) -> None:
        """An edge came at `ticks`, and the contact is `closed` since. Safe in a hard interrupt."""
        at = self._written[button]
        following = (at + 1) % KEPT
        level = _CLOSED if closed else 0
        if following == self._read[button]:  # full: the newest edge counts in place of the one before
            at = (at - 1) % KEPT
            level |= _CROWDED
        self._stamps[button * KEPT + at] = ticks
        self._levels[button * KEPT + at] = level
        if not level & _CROWDED:
            self._written[button] = following

    def poll(self, now: int, ticks: int, level: "Callable[[int], bool]") -> "list[Change]":
        """What has changed, the oldest first: at which µs, which button, whether it was pressed.

        `now` and `ticks` are the same moment; `level(button)` is whether the contact is closed.
        """
        for button in range(len(self._read)):
            while self._read[button] != self._written[button]:
                at = self._read[button]
                stamp, kept = self._stamps[button * KEPT + at], self._levels[button * KEPT + at]
                self._read[button] = (at + 1) % KEPT
                at_us = now - self._diff(ticks, stamp)
                self._presses.edge(button, bool(kept & _CLOSED), at_us, now, not kept & _CROWDED)
        return self._presses.tick(now, level)
