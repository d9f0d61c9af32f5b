"""What happened in a match, as far as people are told about it later: who played what to which trick, and the deals.

Kept line by line beside the referee and taken back with it, so that an alert can show the trick it speaks of.
"""

from __future__ import annotations

from typing import NamedTuple

from engine.actions import Seat
from engine.cards import NO_CARD, NO_CARDS, Card, CardSet


class Entry(NamedTuple):
    """One accepted line: its number, and the moment in the match at which it came.

    `trick` counts from 1 within the deal (0 in a game without tricks), `deal` from 1 within the match. `led` is the
    card that had opened the trick, NO_CARD for a lead and for what is no play. `card` is None where no card was played.
    """

    line: int
    deal: int
    trick: int
    seat: Seat | None
    card: Card | None
    led: Card = NO_CARD
    shown: CardSet = NO_CARDS  # cards that this line showed to everybody


class DealDone(NamedTuple):
    """One finished deal, by side: the points, the totals before it, the cards taken."""

    deal: int
    points: tuple[int, ...]
    before: tuple[int, ...]
    taken: tuple[CardSet, ...]


class History:
    """The accepted lines of a match and its finished deals."""

    def __init__(self) -> None:
        self.entries: list[Entry] = []
        self.deals: list[DealDone] = []

    def add(self, entry: Entry) -> None:
        """One more line was accepted."""
        self.entries.append(entry)

    def take_back(self, deals_done: int) -> None:
        """The last line was undone; so many deals are still finished."""
        if self.entries:
            self.entries.pop()
        del self.deals[deals_done:]

    def shown(self, deal: int) -> CardSet:
        """All cards that the lines of a deal have shown to everybody."""
        cards = NO_CARDS
        for entry in reversed(self.entries):
            if entry.deal < deal:
                break
            cards |= entry.shown
        return cards

    def at(self, line: int) -> Entry | None:
        """The accepted line with this number."""
        return next((entry for entry in reversed(self.entries) if entry.line == line), None)

    def trick(self, deal: int, number: int) -> list[Entry]:
        """The cards of a trick, in the order played."""
        return [
            entry
            for entry in self.entries
            if entry.deal == deal and entry.trick == number and entry.card is not None and entry.seat is not None
        ]

    def entries_before(self, deal: int) -> list[Entry]:
        """The lines of the deals before this one."""
        return [entry for entry in self.entries if entry.deal < deal]

    def plays_since(self, line: int) -> list[Entry]:
        """The plays after the line with this number."""
        return [entry for entry in self.entries if entry.line > line and entry.card is not None]
