"""From a tag's coming and going to a touch that counts: settling, flicker, and what lies where.

A tag that two readers hear at once, at places that are apart, counts at neither: whose it is, only people know. It
counts again once it lies at one of them alone. Times are seconds of the monotonic clock, as they stand in the Reads.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import NamedTuple

from firmware_bridge.reads import TagOff, TagOn

FLICKER_S = 2.0  # a tag back on the same reader within this time may never have left it
SHARED_S = 0.25  # a card that is moved from one reader to another is heard at both until its absence has been noticed


class HouseRules(NamedTuple):
    """What the household decides about touching. `settle_s`: how long a card must lie to count as played; `pause_s`:
    after how long without another one the cards laid for one action are complete.
    """

    settle_s: float = 0.12
    touched_is_played: bool = False
    pause_s: float = 1.5


@dataclass(frozen=True, slots=True)
class Touch:
    """A tag has lain long enough on a reader. `again`: it had been there a moment ago. `at`: when it came."""

    reader: str
    uid: bytes
    again: bool = False
    at: float = field(default=0.0, compare=False)


class Doubt(NamedTuple):
    """Several readers have heard one tag at once, for too long to be a card on its way."""

    uid: bytes
    readers: tuple[str, ...]


@dataclass
class _Shared:
    """A tag that lay at several readers at once: since when, at which, and whether people have been asked."""

    since: float
    readers: list[str]
    asked: bool = False


class _Waiting(NamedTuple):
    came: float
    due: float
    again: bool
    shared: _Shared | None = None  # another reader has heard it too


def _nowhere_apart(one: str, other: str) -> bool:
    return False


class Sensing:
    """Which tags lie on which reader, and which of them are still to count.

    `apart(one, other)`: whether two readers stand at different places, so that no card can be on both.
    """

    def __init__(self, house: HouseRules, apart: Callable[[str, str], bool] = _nowhere_apart) -> None:
        self._wait = 0.0 if house.touched_is_played else house.settle_s
        self._apart = apart
        self._waiting: dict[tuple[str, bytes], _Waiting] = {}
        self._left: dict[tuple[str, bytes], float] = {}
        self._shared: dict[bytes, _Shared] = {}
        self._doubts: list[Doubt] = []
        self.lying: set[tuple[str, bytes]] = set()

    def on(self, read: TagOn) -> None:
        """A tag came. What lay there before the table was looking is no touch."""
        key = (read.reader, read.uid)
        others = [reader for reader, uid in self.lying if uid == read.uid and self._apart(reader, read.reader)]
        self.lying.add(key)
        if read.first:
            return
        again = read.at - self._left.get(key, read.at - 2 * FLICKER_S) < FLICKER_S
        self._waiting[key] = _Waiting(read.at, read.at + self._wait, again)
        if others:
            before = [self._waiting[other, read.uid].shared for other in others if (other, read.uid) in self._waiting]
            shared = next((earlier for earlier in before if earlier), _Shared(read.at, sorted(others)))
            shared = self._shared.setdefault(read.uid, shared)
            if read.reader not in shared.readers:
                shared.readers.append(read.reader)

    def off(self, read: TagOff) -> list[Touch]:
        """A tag left. It still counts if it lay long enough and nobody has looked since."""
        key = (read.reader, read.uid)
        self.lying.discard(key)
        waiting = self._waiting.pop(key, None)
        if waiting is None:
            self._left[key] = read.at
        if read.uid in self._shared:
            self._lost_by_one(read.uid, read.at)
        elif waiting is not None and waiting.due <= read.at:
            self._left[key] = read.at
            return [Touch(*key, waiting.again, waiting.came)]
        elif waiting is not None and waiting.shared and read.at - waiting.came >= self._wait:
            self._ask(read.uid, waiting.shared)
        return []  # touched and withdrawn, or not to be told where

    def present(self, lying: set[tuple[str, bytes]]) -> None:
        """After a gap: only these lie there; what was believed to and does not has left unnoticed."""
        self.lying &= lying
        for uid in [uid for uid in self._shared if not self._lies_apart(uid)]:
            del self._shared[uid]
            self._waiting = {key: waiting for key, waiting in self._waiting.items() if key[1] != uid}

    def due(self) -> float | None:
        """When the next tag will have lain long enough, or for too long at two places; None if none is waiting."""
        moments = [waiting.due for (_, uid), waiting in self._waiting.items() if uid not in self._shared]
        moments += [shared.since + SHARED_S for shared in self._shared.values() if not shared.asked]
        return min(moments, default=None)

    def tick(self, now: float) -> list[Touch]:
        """The touches that have become due, the earliest first."""
        for uid, shared in self._shared.items():
            if shared.since + SHARED_S <= now:
                self._ask(uid, shared)
        due = sorted(
            (waiting.due, key)
            for key, waiting in self._waiting.items()
            if waiting.due <= now and key[1] not in self._shared
        )
        taken = [(key, self._waiting.pop(key)) for _, key in due]
        return [Touch(*key, waiting.again, waiting.came) for key, waiting in taken]

    def doubts(self) -> list[Doubt]:
        """The tags about which people must be asked since this was called last."""
        doubts, self._doubts = self._doubts, []
        return doubts

    def undecided(self, reader: str, uid: bytes) -> bool:
        """Whether it is still open what the tag's coming to this reader means."""
        waiting = self._waiting.get((reader, uid))
        shared = self._shared.get(uid) or (waiting and waiting.shared)
        return waiting is not None and not (shared and shared.asked)

    def _lies_apart(self, uid: bytes) -> bool:
        """Whether the tag lies at two readers that stand apart."""
        readers = [reader for reader, its in self.lying if its == uid]
        return any(self._apart(one, other) for one in readers for other in readers if one != other)

    def _ask(self, uid: bytes, shared: _Shared) -> None:
        if not shared.asked:
            shared.asked = True
            self._doubts.append(Doubt(uid, tuple(shared.readers)))

    def _lost_by_one(self, uid: bytes, at: float) -> None:
        """One of the readers that heard the tag has lost it: where one is left, it may count there after a while."""
        shared = self._shared[uid]
        if at - shared.since >= SHARED_S:
            self._ask(uid, shared)
        if self._lies_apart(uid):
            return
        del self._shared[uid]
        for key, left in self._waiting.items():
            if key[1] == uid:
                due = at + max(SHARED_S, self._wait)
                self._waiting[key] = _Waiting(left.came, due, left.again, shared)
