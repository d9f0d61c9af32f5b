"""Runs and sets that are laid out on the table, and cards that are laid onto them later.

A run is three or more cards of one suit that follow each other, a set three or four of one rank. The ace stands at one
end of a run, below the two or above the king, never in the middle.
"""

from __future__ import annotations

from typing import NamedTuple

from engine.actions import Seat
from engine.cards import NO_CARDS, RANK, RANKS, Card, CardSet, each, rank_of

LEAST = 3  # cards of a meld
BELOW_THE_TWO = -1
ACE_PLACE = RANKS.index("A")


class Meld(NamedTuple):
    """What lies together, and who began it. `low`: its ace stands below the two."""

    seat: Seat
    cards: CardSet
    low: bool = False

    def with_cards(self, cards: CardSet, onto: Card) -> Meld:
        """The meld with these cards laid onto it.

        An ace that fits at both ends stands where `onto` is: below the two where that was the lowest card of the run.
        """
        whole = self.cards | cards
        if self.cards & RANK["A"]:
            return self._replace(cards=whole)
        at_the_low_end = onto == min(each(self.cards), key=_place)
        return self._replace(cards=whole, low=stands_low(whole) and (at_the_low_end or not is_run(whole)))

    def in_order(self) -> tuple[Card, ...]:
        """Its cards from the lowest to the highest."""
        return tuple(sorted(each(self.cards), key=lambda card: _place(card, low=self.low)))


def is_run(cards: CardSet, *, low: bool = False) -> bool:
    """Whether these cards are a run; `low`: with an ace below the two instead of above the king."""
    if cards.bit_count() < LEAST:
        return False
    first = next(each(cards))
    line = cards >> first - first % len(RANKS)  # its suit begins at bit 0 now
    if low:
        line = (line << 1 | line >> ACE_PLACE) & ~(2 << ACE_PLACE)
    gapless = line + (line & -line) & line == 0
    return gapless and line < 2 << ACE_PLACE


def is_set(cards: CardSet) -> bool:
    """Whether these cards are a set."""
    return cards.bit_count() >= LEAST and not cards & ~RANK[rank_of(next(each(cards)))]


def is_meld(cards: CardSet) -> bool:
    """Whether these cards are a run or a set. More of them never turn the one into the other."""
    return is_set(cards) or is_run(cards) or is_run(cards, low=True)


def stands_low(cards: CardSet) -> bool:
    """Whether these cards can be a run whose ace stands below the two."""
    return cards & RANK["A"] != NO_CARDS and is_run(cards, low=True)


def _place(card: Card, *, low: bool = False) -> int:
    rank = rank_of(card)
    return BELOW_THE_TWO if low and rank == "A" else RANKS.index(rank)
