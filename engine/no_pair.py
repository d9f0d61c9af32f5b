"""What a draw says where only who holds no pair may draw, and when a group laid later shows that it was not so.

docs/rules/limppu.md, "Promises". Only one group at a time is counted.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from engine.actions import Seat
from engine.cards import NO_CARDS, RANK, Card, CardSet


class NoPair(NamedTuple):
    """At `line` the seat said that it holds no pair. Since then so many cards came to it unread, and these read."""

    seat: Seat
    line: int
    unread: int = 0
    came: CardSet = NO_CARDS

    def after(self, seat: Seat, card: Card | None) -> NoPair:
        """The same when a card, read or not, has come to a seat."""
        if seat != self.seat:
            return self
        return self._replace(unread=self.unread + 1) if card is None else self._replace(came=self.came | 1 << card)

    def is_false(self, seat: Seat, group: CardSet) -> bool:
        """Whether two cards of a group that this seat lays must have been in its hand already."""
        return seat == self.seat and (group & ~self.came).bit_count() - self.unread >= 2


def pairs(cards: Iterable[Card] | CardSet) -> CardSet:
    """All of these cards that have another one of their rank beside them."""
    held = cards if isinstance(cards, int) else sum(1 << card for card in cards)
    found = NO_CARDS
    for same in RANK.values():
        if (held & same).bit_count() > 1:
            found |= held & same
    return found
