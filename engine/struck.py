"""Cards struck at a player, who lays on each a higher one of its suit, or takes it. There are no trumps."""

from __future__ import annotations

from collections.abc import Sequence

from engine.cards import SUIT, Card, CardSet, set_of, suit_of


class Struck:
    """The struck cards in their order, and the card that lies on each that is beaten."""

    __slots__ = ("beaten", "cards")

    def __init__(self, cards: Sequence[Card] = ()) -> None:
        self.cards = tuple(cards)
        self.beaten: dict[Card, Card] = {}

    def fork(self) -> Struck:
        """A copy that can go its own way."""
        copy = Struck(self.cards)
        copy.beaten = self.beaten.copy()
        return copy

    @property
    def open(self) -> tuple[Card, ...]:
        """The cards that are not beaten yet."""
        return tuple(card for card in self.cards if card not in self.beaten)

    @property
    def lying(self) -> tuple[Card, ...]:
        """All cards: the struck ones, then those on them as they came."""
        return (*self.cards, *self.beaten.values())

    def can_be_beaten(self, cards: Sequence[Card]) -> bool:
        """Whether each of these cards beats an open one of its own."""
        left = set_of(self.open)
        for card in cards:
            lower = left & _lower(card)
            if not lower:
                return False
            left &= ~_highest(lower)
        return True

    def beats(self, cards: Sequence[Card]) -> None:
        """Each goes on the highest open card that it beats; where people let it stand, on one of its suit, or any."""
        for card in cards:
            left = set_of(self.open)
            under = left & _lower(card) or left & SUIT[suit_of(card)] or left
            self.beaten[_highest(under).bit_length() - 1] = card


def _lower(card: Card) -> CardSet:
    return SUIT[suit_of(card)] & (1 << card) - 1


def _highest(cards: CardSet) -> CardSet:
    return 1 << cards.bit_length() - 1
