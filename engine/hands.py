"""What the table knows of each hand by reading: which cards are in it, and how many more that nobody read.

What follows by elimination is not here: that is the ledger's business (docs/revoke-proof.md), and it never
decides whether a play is refused (docs/table-script.md, "A hand counts as known only when ...").
"""

from __future__ import annotations

from collections.abc import Iterable

from engine.actions import Seat
from engine.cards import NO_CARDS, Card, CardSet


class Hands:
    """The hands of all seats: `known[seat]` cards read and not played, `unknown[seat]` how many others."""

    __slots__ = ("known", "unknown")

    def __init__(self, sizes: Iterable[int]) -> None:
        self.unknown = list(sizes)
        self.known: list[CardSet] = [NO_CARDS] * len(self.unknown)

    def fork(self) -> Hands:
        """A copy that can go its own way."""
        copy = Hands.__new__(Hands)
        copy.unknown = self.unknown[:]
        copy.known = self.known[:]
        return copy

    def whole(self, seat: Seat) -> bool:
        """Whether every card of this hand was read."""
        return not self.unknown[seat]

    def size(self, seat: Seat) -> int:
        """How many cards the hand holds."""
        return self.known[seat].bit_count() + self.unknown[seat]

    def everywhere(self) -> CardSet:
        """All cards known to be in a hand."""
        result = NO_CARDS
        for known in self.known:
            result |= known
        return result

    def elsewhere(self, seat: Seat) -> CardSet:
        """All cards known to be in the hand of another seat."""
        result = NO_CARDS
        for other, known in enumerate(self.known):
            if other != seat:
                result |= known
        return result

    def shows(self, seat: Seat, cards: CardSet) -> None:
        """The whole hand was read: it is these cards."""
        self.known[seat] = cards
        self.unknown[seat] = 0

    def takes(self, seat: Seat, card: Card | None = None) -> None:
        """One more card, read or not."""
        if card is None:
            self.unknown[seat] += 1
        else:
            self.known[seat] |= 1 << card

    def names(self, seat: Seat, card: Card) -> None:
        """One of the unknown cards of this hand is now known."""
        self.unknown[seat] -= 1
        self.known[seat] |= 1 << card

    def plays(self, seat: Seat, card: Card) -> None:
        """The card leaves the hand; where it was not known to be there, it was one of the unknown ones."""
        if self.known[seat] >> card & 1:
            self.known[seat] &= ~(1 << card)
        else:
            self.unknown[seat] -= 1
