"""What everybody at the table can see or has been told, as plain data: what the screen shows of a running match.

Nothing hidden is ever in it: no card of a hand, none that lies face down. Words are the display's; here are ids.
"""

from __future__ import annotations

from typing import NamedTuple

from engine.actions import Seat
from engine.cards import Card


class Fact(NamedTuple):
    """One thing worth showing: an id, and what it is, by exactly one of the others (or by none, as with "out")."""

    id: str
    number: int | None = None
    points: int | None = None
    suit: str | None = None
    cards: tuple[Card, ...] = ()
    seat: Seat | None = None
    word: str | None = None  # an id that has words of its own; a rank or letters stand for themselves


class Pile(NamedTuple):
    """Cards that lie together: `cards` face up, the top one last, and so many more face down (`hidden`).

    `id`: what it is ("pile", "stock", "meld", "row", "heap" ...). `seat`: whose it is. `name`: what an ask's `onto`
    calls it.
    """

    id: str
    cards: tuple[Card, ...] = ()
    hidden: int = 0
    seat: Seat | None = None
    name: str = ""


class Shown(NamedTuple):
    """A match as it lies open: the trick (who played what, in order), who is winning it, piles, facts, and by seat
    what its plate says besides the name.
    """

    trick: tuple[tuple[Seat, Card], ...] = ()
    winning: Seat | None = None
    piles: tuple[Pile, ...] = ()
    facts: tuple[Fact, ...] = ()
    seats: tuple[tuple[Fact, ...], ...] = ()
