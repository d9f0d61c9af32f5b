"""What comes into the engine and what goes out: the lines of docs/table-script.md as plain data.

Seats are numbers here, in clockwise order, 0 for the first; the names stand in the header and come back
in the events. Cards are the deck's (engine.cards).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple, TypeAlias

from engine.cards import Card

Seat: TypeAlias = int


@dataclass(frozen=True, slots=True)
class Act:
    """One input line: something a seat does, or what no seat does (`deal`, `stock`, `trump`, `turned`, `clock`).

    `do` is the verb, for a line without a seat its key. `cards` is None where the line names none, and in the line's
    order otherwise (a draw's `card` alone); of equal cards (two packs) it has the first copies, whichever copy was
    meant. `t` is the table's clock in whole milliseconds.
    """

    do: str
    seat: Seat | None = None
    cards: tuple[Card, ...] | None = None
    count: int | None = None
    source: str | None = None  # the line's "from"
    to: Seat | None = None
    onto: str | None = None
    value: object = None
    claim: Mapping[str, Any] | None = None
    wanted: tuple[Card, ...] | None = None  # the line's "for"
    t: int | None = None
    hands: Mapping[Seat, tuple[Card, ...]] = field(default_factory=dict)  # of a deal line

    @property
    def card(self) -> Card | None:
        """The line's one card; None where it names none."""
        return self.cards[0] if self.cards else None


class Refusal(NamedTuple):
    """Why a line is not applied: the rule's id, and the known cards in the hand that make it illegal.

    `own_rule` tells a breach of one of the game's own rules, which people may let stand, from the refusals
    that every game shares.
    """

    rule: str
    because: int = 0  # a CardSet
    own_rule: bool = False


@dataclass(frozen=True, slots=True)
class Event:
    """One output event of docs/table-script.md: its kind, the line that caused it, and its keys in order.

    The keys hold what the script shows: seat names, card ids as texts, numbers, lists and dicts of these.
    """

    kind: str
    line: int
    keys: Mapping[str, Any]

    def as_json(self) -> dict[str, Any]:
        """The object that `lapio replay` prints."""
        return {"event": self.kind, "line": self.line, **self.keys}
