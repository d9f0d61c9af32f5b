"""From a tag's coming and going to a touch that counts: settling, flicker, and what lies where.

Times are seconds of the monotonic clock, as they stand in the Reads.
"""

from __future__ import annotations

from typing import NamedTuple

from firmware_bridge.reads import TagOff, TagOn

FLICKER_S = 2.0  # a tag back on the same reader within this time may never have left it


class HouseRules(NamedTuple):
    """What the household decides about touching. `settle_s`: how long a card must lie to count as played."""

    settle_s: float = 0.12
    touched_is_played: bool = False


class Touch(NamedTuple):
    """A tag has lain long enough on a reader. `again`: it had been there a moment ago."""

    reader: str
    uid: bytes
    again: bool = False


class _Waiting(NamedTuple):
    due: float
    again: bool


class Sensing:
    """Which tags lie on which reader, and which of them are still to count."""

    def __init__(self, house: HouseRules) -> None:
        self._wait = 0.0 if house.touched_is_played else house.settle_s
        self._waiting: dict[tuple[str, bytes], _Waiting] = {}
        self._left: dict[tuple[str, bytes], float] = {}
        self.lying: set[tuple[str, bytes]] = set()

    def on(self, read: TagOn) -> None:
        """A tag came. What lay there before the table was looking is no touch."""
        key = (read.reader, read.uid)
        self.lying.add(key)
        if read.first:
            return
        again = read.at - self._left.get(key, read.at - 2 * FLICKER_S) < FLICKER_S
        self._waiting[key] = _Waiting(read.at + self._wait, again)

    def off(self, read: TagOff) -> list[Touch]:
        """A tag left. It still counts if it lay long enough and nobody has looked since."""
        key = (read.reader, read.uid)
        self.lying.discard(key)
        waiting = self._waiting.pop(key, None)
        if waiting is None:
            self._left[key] = read.at
            return []
        if waiting.due <= read.at:
            self._left[key] = read.at
            return [Touch(*key, waiting.again)]
        return []  # touched and withdrawn

    def due(self) -> float | None:
        """When the next tag will have lain long enough; None if none is waiting."""
        return min((waiting.due for waiting in self._waiting.values()), default=None)

    def tick(self, now: float) -> list[Touch]:
        """The touches that have become due, the earliest first."""
        due = sorted((waiting.due, key) for key, waiting in self._waiting.items() if waiting.due <= now)
        return [Touch(*key, self._waiting.pop(key).again) for _, key in due]
