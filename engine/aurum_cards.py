"""The cards of Aurum: base metals in five colours, and gold, which lies open in the supply or in somebody's collection.

docs/rules/aurum.md, sections 1 and 5. Several gold cards have the same face; each is a card of its own here.
"""

from __future__ import annotations

from engine.actions import Act, Seat
from engine.cards import NO_CARDS, Card, CardSet, Deck, each, set_of

METALS = ("bismuth", "phosphorus", "zinc", "copper", "silver")
GOLD_COPIES = (4, 2, 2, 2, 1, 1, 1, 1, 1)  # of each value from 0 on
GOLD_POINTS = (0, 1, 1, 1, 2, 2, 2, 3, 3)
DECK = Deck(
    [f"{metal}-{value}" for metal in METALS for value in range(1, 11)]
    + [f"gold-{value}" for value, copies in enumerate(GOLD_COPIES) for _ in range(copies)]
)
VALUE = tuple(int(face.rpartition("-")[2]) for face in DECK.faces)
COLOURS = tuple(set_of(range(first, first + 10)) for first in range(0, 50, 10))  # a base metal's cards each
GOLD_OF = tuple(DECK.copies(f"gold-{value}") for value in range(len(GOLD_COPIES)))
GOLD: CardSet = sum(GOLD_OF)
OUT_WITH_THREE = DECK.cards("bismuth-10 phosphorus-10 zinc-10 silver-10 gold-8") | COLOURS[METALS.index("copper")]


class OpenGold:
    """All gold of a round that is in no trick: the `supply`, and by seat the `collections`."""

    __slots__ = ("collections", "supply")

    def __init__(self, supply: CardSet, seats: int) -> None:
        self.supply = supply
        self.collections: list[CardSet] = [NO_CARDS] * seats

    def fork(self) -> OpenGold:
        """A copy that can go its own way."""
        copy = OpenGold(self.supply, 0)
        copy.collections = self.collections[:]
        return copy

    def owned(self, seat: Seat, gold: Card) -> CardSet:
        """The cards with this face in the collection of the seat."""
        return GOLD_OF[VALUE[gold]] & self.collections[seat]

    def loses(self, seat: Seat, gold: Card) -> Card:
        """One card with this face leaves the collection of the seat, which has some: which copy it is."""
        own = self.owned(seat, gold)
        copy = own & -own
        self.collections[seat] &= ~copy
        return copy.bit_length() - 1

    def takes(self, seat: Seat, value: int) -> CardSet:
        """One gold card of this value comes into the collection of the seat, if the supply has any."""
        left = GOLD_OF[value] & self.supply if value < len(GOLD_OF) else NO_CARDS
        copy = left & -left
        self.supply &= ~copy
        self.collections[seat] |= copy
        return copy

    def points(self, seat: Seat) -> int:
        """What the collection of the seat is worth (section 6)."""
        return sum(GOLD_POINTS[VALUE[card]] for card in each(self.collections[seat]))


def sorted_out(act: Act) -> tuple[list[Card], list[Card]]:
    """The gold cards and the base metal cards of a line."""
    cards = act.cards or ()
    return [card for card in cards if GOLD >> card & 1], [card for card in cards if not GOLD >> card & 1]


def each_once(gold: CardSet) -> CardSet:
    """One card of each face."""
    return sum(copies & -copies for copies in (gold & of_value for of_value in GOLD_OF))
