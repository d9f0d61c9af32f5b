"""What the table asks for: everything that may be done now, as plain data.

A match says which lines it could take now, without knowing any hand (`Match.asks`); the table turns that into one clear
question at the seat that must answer, into buttons, keys and control cards, and simulated people into what they do. An
ask says how an answer looks, never whether it would be legal: that is for `Match.refuse`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal, TypeAlias

from engine.actions import Seat
from engine.cards import Card

Alike: TypeAlias = Literal["any", "rank", "run", "meld"]


@dataclass(frozen=True, slots=True)
class Ask:
    """One thing that may be done now: the line's verb, who does it, and what its line names.

    `least` and `most`: how many cards are laid for it (0, 0: none). `alike`: what several of them have in common: one
    rank, a run in a suit, either of these, or nothing; `also`: one of these cards may be laid along. `hidden`: they are
    laid face down, or passed on, so that nobody else may see them; the line may then name only their number. Of
    `values` (a bid, a suit, a rank), `to` (seats), `onto` (melds) and `sources` (where a card comes from) the line
    names exactly one, where there are any. `claims` are what may be said of cards laid face down; the number of cards
    is said with them. `any_time`: the game does not wait for it (a slap, a doubt, a call). `lying`: cards that lie open
    on the table; a `take` names `least` to `most` of these instead of the hand's, an `exchange` as many for those that
    it lays.
    """

    do: str
    seat: Seat | None = None
    least: int = 0
    most: int = 0
    alike: Alike = "any"
    also: tuple[Card, ...] = ()
    hidden: bool = False
    values: tuple[object, ...] = ()
    to: tuple[Seat, ...] = ()
    onto: tuple[str, ...] = ()
    sources: tuple[str, ...] = ()
    claims: tuple[Mapping[str, Any], ...] = ()
    any_time: bool = False
    lying: tuple[Card, ...] = ()
