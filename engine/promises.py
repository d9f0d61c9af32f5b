"""What a play says about the hand it came from, and how that is told to a ledger.

docs/revoke-proof.md, "Words", "Promises the other way round".
"""

from __future__ import annotations

from enum import Enum
from typing import NamedTuple

from engine.actions import Seat
from engine.cards import NO_CARDS, Card, CardSet
from engine.ledger import Clash, Ledger


class Need(NamedTuple):
    """The hand holds at least one of these cards, or with `every` all of them; `rule` is the rule's id."""

    rule: str
    cards: CardSet
    every: bool = False


class Promise(NamedTuple):
    """What seat `seat` says at `line` by playing `cards`, or by a pass, a draw, an answer, which plays none.

    `rungs` are the cards of which none may be in the hand, by the id of the rule that says so, in the order of
    the rules page. Cards that have been played, the one just played included, may stand in them.
    """

    line: int
    seat: Seat
    cards: tuple[Card, ...] = ()
    rungs: tuple[tuple[str, CardSet], ...] = ()
    needs: tuple[Need, ...] = ()


class Asks(Enum):
    """What a row of a claim says of its cards."""

    NONE = "none of them is in the hand"
    ALL = "all of them are in the hand"
    SOME = "at least one of them is in the hand"


class Row(NamedTuple):
    """One rule of a claim, as of the moment when it was made: cards already played are left out."""

    rule: str
    asks: Asks
    cards: CardSet


class Claim(NamedTuple):
    """A promise as it stands in a record: after so many facts, of a hand that then had so many places."""

    promise: Promise
    facts: int
    places: int
    rows: tuple[Row, ...]

    @property
    def forbidden(self) -> CardSet:
        """All cards of which none may have been in the hand."""
        return self.cards_of(Asks.NONE)

    def cards_of(self, *asks: Asks) -> CardSet:
        """The cards of all rows that say this."""
        cards = NO_CARDS
        for row in self.rows:
            if row.asks in asks:
                cards |= row.cards
        return cards

    def tell(self, ledger: Ledger) -> Clash | None:
        """Enter the claim, at once or any time later, and return the clash that then stands."""
        seat, had = self.promise.seat, self.places
        forbidden = NO_CARDS
        for _, asks, cards in self.rows:
            if asks is Asks.NONE:
                forbidden |= cards
            elif asks is Asks.ALL:
                ledger.holds(seat, cards, had)
            else:
                ledger.needs(seat, cards, had)
        return ledger.lacks(seat, forbidden, had)
