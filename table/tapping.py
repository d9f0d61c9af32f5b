"""From Reads to what somebody does in set-up: taps one card, taps two at once, presses a button.

What counts is a single tag that lies alone on a reader for a moment. Times are seconds of the Reads' clock.
"""

from __future__ import annotations

from typing import NamedTuple, TypeAlias, assert_never

from firmware_bridge.reads import Button, Clash, Gap, Read, ReaderState, SourceState, TagOff, TagOn
from table.sensing import HouseRules, Sensing, Touch

SETTLE_S = 0.1


class Tap(NamedTuple):
    """One card was tapped on a reader."""

    reader: str
    uid: bytes


class TwoCards(NamedTuple):
    """More than one card lies on a reader: none of them counts until it is empty again."""

    reader: str


class LiesThere(NamedTuple):
    """A card lay on the reader before anybody was asked to tap one."""

    reader: str


class Pressed(NamedTuple):
    """A button was pressed."""

    button: str


class Health(NamedTuple):
    """A reader tells how it is: ok, clone, fault, mute or off, and why."""

    reader: str
    state: str
    detail: str


class SourceTold(NamedTuple):
    """A source came, went or has something to say."""

    source: str
    up: bool
    detail: str


class TwoReaders(NamedTuple):
    """Several readers hear one card at once: it counts at none of them."""

    readers: tuple[str, ...]


Done: TypeAlias = Tap | TwoCards | TwoReaders | LiesThere | Pressed | Health | SourceTold


class Tapping:
    """Which taps are still to count. With `places_matter`, a card that two readers hear counts at neither."""

    def __init__(self, settle_s: float = SETTLE_S, *, places_matter: bool = False) -> None:
        self._sensing = Sensing(HouseRules(settle_s), lambda one, other: places_matter and one != other)
        self._crowded: set[str] = set()

    def take(self, read: Read) -> list[Done]:
        """What a Read says."""
        return [*self._taken(read), *self._doubted()]

    def _taken(self, read: Read) -> list[Done]:
        match read:
            case TagOn():
                self._sensing.on(read)
                return [LiesThere(read.reader)] if read.first else self._judged(self._sensing.tick(read.at))
            case TagOff():
                done = self._judged(self._sensing.off(read))
                if not self._tags_on(read.reader):
                    self._crowded.discard(read.reader)
                return done
            case Clash():
                return self._two(read.reader)
            case Button():
                return [Pressed(read.button)] if read.pressed else []
            case ReaderState():
                return [Health(read.reader, read.state, read.detail)]
            case SourceState():
                return [SourceTold(read.source, read.up, read.detail)]
            case Gap():  # whoever tapped in it taps again
                self._sensing.present(set(read.present))
                return []
            case _:
                assert_never(read)

    def due(self) -> float | None:
        """When `tick` is needed next; None if no tag is waiting."""
        return self._sensing.due()

    def tick(self, now: float) -> list[Done]:
        """The taps that have become due."""
        return [*self._judged(self._sensing.tick(now)), *self._doubted()]

    def _doubted(self) -> list[Done]:
        return [TwoReaders(doubt.readers) for doubt in self._sensing.doubts()]

    def _judged(self, touches: list[Touch]) -> list[Done]:
        done: list[Done] = []
        for touch in touches:
            if self._tags_on(touch.reader) - {touch.uid} or touch.reader in self._crowded:
                done += self._two(touch.reader)
            elif not touch.again:  # else it flickers at the reader's edge, or was lifted clumsily
                done.append(Tap(touch.reader, touch.uid))
        return done

    def _tags_on(self, reader: str) -> set[bytes]:
        return {uid for where, uid in self._sensing.lying if where == reader}

    def _two(self, reader: str) -> list[Done]:
        if reader in self._crowded:
            return []
        if self._tags_on(reader):  # it stays crowded until it is empty; where no tag is known, the next one counts
            self._crowded.add(reader)
        return [TwoCards(reader)]
