"""Suit on suit or rank on rank, and an eight on anything: which cards may go on the one that lies on top.

docs/rules/vandatta.md, section 4. A card stands for its own suit and rank, an eight for what was named when it came.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from engine.actions import Refusal
from engine.cards import FRENCH, NO_CARDS, RANK, SUIT, SUITS, Card, CardSet, rank_of, suit_of
from engine.errors import BadCard, BadLine

EIGHT, ACE = "8", "A"

ONE_RANK = Refusal("one-rank", own_rule=True)
NO_MATCH = Refusal("no-match", own_rule=True)
SPECIAL_APART = Refusal("special-apart", own_rule=True)
NO_TURN_FIRST = Refusal("no-turn-first", own_rule=True)


def _twice(cards: CardSet) -> CardSet:
    """The same cards in two packs."""
    return cards | cards << len(FRENCH)


SUIT_TWICE = {suit: _twice(cards) for suit, cards in SUIT.items()}
RANK_TWICE = {rank: _twice(cards) for rank, cards in RANK.items()}
EIGHTS = RANK_TWICE[EIGHT]


class Top(NamedTuple):
    """The card on top of the pile, to the seat on turn."""

    card: Card
    suit: str  # that fits
    rank: str  # that fits; none where only a suit was named for an eight
    apart: bool  # whether a special card may not go on another one
    first_turn: bool  # whether the seat may not change the suit

    def fitting(self) -> CardSet:
        """The cards, of two packs, that may be played alone or first."""
        suit = SUIT_TWICE[self.suit]
        fits = suit & ~EIGHTS if self.first_turn else suit | RANK_TWICE.get(self.rank, NO_CARDS) | EIGHTS
        return fits & ~self._barred()

    def _barred(self) -> CardSet:
        """What may not go on the special card that lies there."""
        lies = rank_of(self.card)
        if not self.apart or lies not in (EIGHT, ACE):
            return NO_CARDS
        return EIGHTS | (RANK_TWICE[ACE] if lies == EIGHT else NO_CARDS)

    def refuses(self, cards: Sequence[Card]) -> Refusal | None:
        """Why these cards cannot be played in this order: all of one rank, and the first of them fits."""
        first, rank = cards[0], rank_of(cards[0])
        if len({rank_of(card) for card in cards}) > 1:
            return ONE_RANK
        if suit_of(first) != self.suit and rank not in (self.rank, EIGHT):
            return NO_MATCH
        if (self.apart and rank == EIGHT and len(cards) > 1) or self._barred() >> first & 1:
            return SPECIAL_APART
        turns = rank == EIGHT or suit_of(first) != self.suit or len(cards) > 1
        return NO_TURN_FIRST if self.first_turn and turns else None


def named(value: object) -> tuple[Card | None, str]:
    """The card that an eight is to stand for, or None, and its suit. Raises BadLine for what is neither."""
    if isinstance(value, str) and value in tuple(SUITS):
        return None, value
    try:
        card = FRENCH.card(value if isinstance(value, str) else "")
    except BadCard:
        raise BadLine(f'an eight stands for a card like "KD" or a suit like "D", not for {value!r}') from None
    return card, suit_of(card)
