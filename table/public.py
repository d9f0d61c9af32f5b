"""An event as everybody may hear it: without the cards that the table has read and nobody has shown."""

from __future__ import annotations

from dataclasses import replace

from engine.actions import Event
from engine.cards import CardSet, Deck

HIDDEN_KEYS = ("because", "proof", "cards", "legal")  # what may name cards of a hidden hand


def public(event: Event, deck: Deck, visible: CardSet) -> Event:
    """The event with the unseen cards left out of its lists; `legal` is left out as a whole, it is a hand.

    Cards that were laid face up are seen, a refused play's too: `visible` has them.
    """
    keys = {key: value for key, value in event.keys.items() if key != "legal"}
    for key in HIDDEN_KEYS:
        if key in keys and isinstance(keys[key], str):
            keys[key] = deck.text(card for card in deck.read(keys[key]) if visible >> card & 1)
    return replace(event, keys=keys)
