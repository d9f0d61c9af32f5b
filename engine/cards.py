"""Cards, sets of cards and decks.

A card is a small int, its place in its deck; a set of cards is an int with one bit a card. So all set
operations are `&`, `|`, `& ~`, and a set is as cheap to copy as a number. What a card is called is its
deck's business: `Deck.faces`. Two cards of a deck may have the same face (two packs, four gold noughts); each
still has a bit of its own.

The notation is that of docs/table-script.md: `AS TH 9D`, jokers `X1 X2`, other decks `<suit>-<value>`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TypeAlias

from engine.errors import BadCard

Card: TypeAlias = int
CardSet: TypeAlias = int

NO_CARDS: CardSet = 0
NO_CARD: Card = -1


def each(cards: CardSet) -> Iterator[Card]:
    """The cards of a set, lowest bit first."""
    while cards:
        lowest = cards & -cards
        yield lowest.bit_length() - 1
        cards ^= lowest


def set_of(cards: Iterable[Card]) -> CardSet:
    """The set of these cards."""
    result = NO_CARDS
    for card in cards:
        result |= 1 << card
    return result


class Deck:
    """A pack of cards: which faces there are, and in which order they are listed.

    `faces[card]` is the id of a card; `all` the set of every card. A deck is a value: it never changes.
    """

    def __init__(self, faces: Sequence[str]) -> None:
        self.faces = tuple(faces)
        self.all: CardSet = (1 << len(self.faces)) - 1
        self._copies: dict[str, CardSet] = {}
        for card, face in enumerate(self.faces):
            self._copies[face] = self._copies.get(face, NO_CARDS) | 1 << card

    def __len__(self) -> int:
        return len(self.faces)

    def copies(self, face: str) -> CardSet:
        """All cards with this face. Raises BadCard where the deck has none."""
        try:
            return self._copies[_canonical(face)]
        except KeyError:
            raise BadCard(f'no card "{face}"') from None

    def card(self, face: str) -> Card:
        """The card with this face, the first of its copies. Raises BadCard where the deck has none."""
        copies = self.copies(face)
        return (copies & -copies).bit_length() - 1

    def read(self, text: str) -> tuple[Card, ...]:
        """The cards of a text like `2C JC TH`, in its order. A face that stands twice takes two copies.

        A face that stands more often than the deck has it comes back as its last copy again: a card read twice
        is for the rules to refuse. Raises BadCard for an unknown face.
        """
        taken = NO_CARDS
        cards = []
        for face in text.split():
            copies = self.copies(face)
            left = copies & ~taken
            card = (left & -left).bit_length() - 1 if left else copies.bit_length() - 1
            taken |= 1 << card
            cards.append(card)
        return tuple(cards)

    def cards(self, text: str) -> CardSet:
        """The set of the cards of a text. Raises BadCard for an unknown face."""
        return set_of(self.read(text))

    def text(self, cards: Iterable[Card]) -> str:
        """The ids of these cards in the given order, separated by spaces."""
        return " ".join(self.faces[card] for card in cards)


def _canonical(face: str) -> str:
    """`10H` is read as `TH`; everything else stays as it is."""
    return "T" + face[2:] if face.startswith("10") else face


SUITS = "CDHS"
RANKS = "23456789TJQKA"

FRENCH = Deck([rank + suit for suit in SUITS for rank in RANKS])
TWO_PACKS = Deck(FRENCH.faces * 2)

SUIT: dict[str, CardSet] = {suit: FRENCH.cards(" ".join(rank + suit for rank in RANKS)) for suit in SUITS}
RANK: dict[str, CardSet] = {rank: FRENCH.cards(" ".join(rank + suit for suit in SUITS)) for rank in RANKS}


def card(face: str) -> Card:
    """The French-suited card with this id. Raises BadCard where there is none."""
    return FRENCH.card(face)


def cards(text: str) -> CardSet:
    """The set of the French-suited cards of a text like `JC JD`. Raises BadCard for an unknown one."""
    return FRENCH.cards(text)


def rank_of(card: Card) -> str:
    """The rank of a French-suited card, in either of two packs: `2` to `9`, T J Q K A."""
    return RANKS[card % 13]


def suit_of(card: Card) -> str:
    """The suit of a French-suited card, in either of two packs: C D H S."""
    return SUITS[card // 13 % 4]
