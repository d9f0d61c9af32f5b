"""What the boards may forget: a Read is dealt with once the line that it led to, if any, is on the disk.

A board (firmware_bridge/serial_link.py) keeps each of its events until it is told so. A Read is dealt with in order:
while a card is still settling, everything that came after it waits as well. Then a crash loses nothing, since the
board says it all again, and doubles nothing, since a line and the position behind it get onto the disk together.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Mapping, Sequence
from typing import Protocol

from firmware_bridge.link_position import Position
from firmware_bridge.reads import Read


class Link(Protocol):
    """A source that numbers its Reads (SerialLink)."""

    @property
    def name(self) -> str:
        """Under which its position stands in the journal."""

    def position(self, read: Read) -> Position | None:
        """The position of this very Read; None where it is none of the board's."""

    def stored(self, position: Position) -> None:
        """Everything up to this position is on the disk."""


class Receipts:
    """The boards' Reads that are not yet on the disk. `undecided` says of one whether it may still lead to a line."""

    def __init__(self, links: Sequence[Link] = ()) -> None:
        self._links = {link.name: link for link in links}
        self._open: dict[str, deque[tuple[Read, Position]]] = {name: deque() for name in self._links}
        self.undecided: Callable[[Read], bool] = _decided

    def take(self, read: Read) -> None:
        """A Read has come from a source; before it is dealt with."""
        for name, link in self._links.items():
            position = link.position(read)
            if position is not None:
                self._open[name].append((read, position))

    def ready(self) -> dict[str, Position]:
        """The new position of each board that has one: of the last Read that, like all before it, is decided."""
        found: dict[str, Position] = {}
        for name, waiting in self._open.items():
            for read, position in waiting:
                if self.undecided(read):
                    break
                found[name] = position
        return found

    def kept(self, positions: Mapping[str, Position]) -> None:
        """These positions, of `ready`, are on the disk: tell the boards."""
        for name, position in positions.items():
            waiting = self._open[name]
            while waiting.popleft()[1] != position:
                pass
            self._links[name].stored(position)


def _decided(read: Read) -> bool:
    return False
