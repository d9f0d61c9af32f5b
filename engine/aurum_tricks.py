"""A trick of Aurum: who takes it, which of its cards earns gold, and which colours it is closed to.

docs/rules/aurum.md, sections 4, 5 and 8.1. A card is told by its place in the trick.
"""

from __future__ import annotations

from collections.abc import Sequence

from engine.aurum_cards import COLOURS, GOLD, VALUE
from engine.cards import Card, CardSet, set_of


def winning(trick: Sequence[Card], *, gold_trump: bool) -> int:
    """Which card takes the trick: the highest gold, else the highest metal; of equal ones the last.

    Where gold is not trump it is the other way round.
    """
    golds, metals = _golds_and_metals(trick)
    first, second = (golds, metals) if gold_trump else (metals, golds)
    return max(first or second, key=lambda place: (VALUE[trick[place]], place))


def lowest(trick: Sequence[Card]) -> int | None:
    """The lowest base metal card; of equal ones the last. None where there is none."""
    _, metals = _golds_and_metals(trick)
    return min(metals, key=lambda place: (VALUE[trick[place]], -place), default=None)


def repeated(trick: Sequence[Card]) -> CardSet:
    """All cards of the colours that lie in the trick."""
    cards = set_of(trick)
    return sum(colour for colour in COLOURS if colour & cards)


def _golds_and_metals(trick: Sequence[Card]) -> tuple[list[int], list[int]]:
    golds = [place for place, card in enumerate(trick) if GOLD >> card & 1]
    return golds, [place for place in range(len(trick)) if place not in golds]
