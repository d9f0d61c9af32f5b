"""Packets of cards that nobody looks at: in which order they lie, as far as the table knows it.

A packet, and a pile too, is a row of groups from the card that comes out first to the last one. Within a group nobody
but a player knows the order; most groups are a single known card, or a run of cards that nobody has seen.
"""

from __future__ import annotations

from typing import NamedTuple

from engine.cards import NO_CARDS, Card, CardSet


class Group(NamedTuple):
    """Cards next to each other in an order that the table does not know: `known` ones and so many others."""

    known: CardSet = NO_CARDS
    unknown: int = 0

    @property
    def size(self) -> int:
        """How many cards these are."""
        return self.known.bit_count() + self.unknown

    def without(self, card: Card) -> Group:
        """The group after this card has gone; where it was not known to be there, it was one of the unknown ones."""
        if self.known >> card & 1:
            return Group(self.known & ~(1 << card), self.unknown)
        return Group(self.known, self.unknown - 1)


class Packet(NamedTuple):
    """Groups from the top to the bottom, none of them empty. It never changes: whatever is done to it gives another."""

    groups: tuple[Group, ...] = ()

    @classmethod
    def of(cls, cards: tuple[Card, ...]) -> Packet:
        """These cards in this order."""
        return cls(tuple(Group(1 << card) for card in cards))

    @classmethod
    def unseen(cls, size: int) -> Packet:
        """So many cards that nobody has seen."""
        return cls((Group(unknown=size),) if size else ())

    @property
    def size(self) -> int:
        """How many cards these are."""
        return sum(group.size for group in self.groups)

    @property
    def known(self) -> CardSet:
        """The cards known to be in it, wherever."""
        result = NO_CARDS
        for group in self.groups:
            result |= group.known
        return result

    @property
    def unknown(self) -> int:
        """How many others are in it."""
        return sum(group.unknown for group in self.groups)

    @property
    def top(self) -> Group:
        """The cards that may be on top. Raises IndexError where there are none."""
        return self.groups[0]

    def on(self, other: Packet) -> Packet:
        """This packet on the other one."""
        return Packet(self.groups + other.groups)

    def looked_at(self) -> Packet:
        """The same cards in an order of which the table knows nothing."""
        return Packet((Group(self.known, self.unknown),) if self.groups else ())

    def without(self, card: Card) -> Packet:
        """The packet after this card has left it, from its top or else from wherever it is known, or can only be."""
        groups = self.groups
        places = range(len(groups))
        place = next((place for place in places if groups[place].known >> card & 1), None)
        if place is None:
            place = next(place for place in places if groups[place].unknown)
        left = groups[place].without(card)
        return Packet((*groups[:place], *((left,) if left.size else ()), *groups[place + 1 :]))

    def top_off(self) -> tuple[Packet, Packet]:
        """The top card, as a packet of its own, and the rest. In an unknown order nobody knows which one it was."""
        top, *rest = self.groups
        if top.size == 1:
            return Packet((top,)), Packet(tuple(rest))
        return Packet.unseen(1), Packet((Group(unknown=top.size - 1), *rest))
