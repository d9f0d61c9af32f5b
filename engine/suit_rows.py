"""Suits built up and down from their sevens, each in a row of its own: docs/rules/ristiseiska.md, sections 4 and 5."""

from __future__ import annotations

from engine.cards import NO_CARDS, SUITS, CardSet, card

ROWS = tuple(tuple(card(rank + suit) for rank in "A23456789TJQK") for suit in SUITS)
ROW_ENDS = {"A": "low", "K": "high"}
LADDERS = tuple(
    (1 << row[6], tuple(1 << low for low in row[5::-1]), tuple(1 << high for high in row[7:])) for row in ROWS
)  # of each suit the seven, and what follows it downwards and upwards


def fitting(laid: CardSet) -> CardSet:
    """The cards that have a place beside these: every seven, and in a suit whose seven lies the next at either end."""
    fits = NO_CARDS
    for seven, *ways in LADDERS:
        if laid & seven:
            for way in ways:
                fits |= next((card for card in way if not laid & card), NO_CARDS)
        else:
            fits |= seven
    return fits
