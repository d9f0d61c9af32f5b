"""What a draw says where only who holds no pair may draw, and when a group laid later shows that it was not so.

docs/rules/limppu.md, "Promises". Only one group at a time is counted.
"""

from __future__ import annotations

from typing import NamedTuple

from engine.actions import Seat
from engine.cards import NO_CARDS, RANK, Card, CardSet


class NoPair(NamedTuple):
    """At `line` the seat said that it holds no pair. Since then so many cards came to it unread, and these read."""

    seat: Seat
    line: int
    unread: int = 0
    came: CardSet = NO_CARDS

    def after(self, card: Card | None) -> NoPair:
        """The same when a card, read or not, has come to the seat."""
        return self._replace(unread=self.unread + 1) if card is None else self._replace(came=self.came | 1 << card)

    def is_false(self, group: CardSet) -> bool:
        """Whether two cards of a group that the seat lays must have been in its hand already."""
        return (group & ~self.came).bit_count() - self.unread >= 2


class NoPairs:
    """All that was said so in a deal and is not proved false."""

    __slots__ = ("said",)

    def __init__(self) -> None:
        self.said: tuple[NoPair, ...] = ()

    def fork(self) -> NoPairs:
        """A copy that can go its own way."""
        copy = NoPairs()
        copy.said = self.said
        return copy

    def says(self, seat: Seat, line: int) -> None:
        """The seat says with this line that it holds no pair."""
        self.said += (NoPair(seat, line),)

    def comes(self, seat: Seat, card: Card | None) -> None:
        """A card, read or not, has come to this seat."""
        self.said = tuple(said.after(card) if said.seat == seat else said for said in self.said)

    def proved_by(self, seat: Seat, group: CardSet) -> list[int]:
        """The lines with which this seat, as the group that it lays now shows, said what was not so: each only once."""
        false = [said for said in self.said if said.seat == seat and said.is_false(group)]
        self.said = tuple(said for said in self.said if said not in false)
        return [said.line for said in false]


def pairs(cards: CardSet) -> CardSet:
    """All of these cards that have another one of their rank beside them."""
    found = NO_CARDS
    for same in RANK.values():
        if (cards & same).bit_count() > 1:
            found |= cards & same
    return found
