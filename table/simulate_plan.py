"""What is to be simulated: the plan of `lapio simulate`, and the games that it makes."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from engine.errors import BadGame, LapioError
from engine.game import Game
from engine.games import game_class, load
from table.players import PLAYERS

SEES = ("nothing", "deal", "draws", "all")  # which cards the table reads besides those that are played
ACCUSES = frozenset({"refused", "revoke", "suspect", "note"})  # what no legal deal may ever bring

Clock = Callable[[], float]  # seconds
Advance = Callable[[int], object]  # is told how many more deals are done


class BadPlan(LapioError, ValueError):
    """A simulation that cannot be run."""


@dataclass(frozen=True, slots=True)
class Plan:
    """What to simulate. `kinds` of players go round the table; one kind alone is everybody.

    `random` does anything that is legal; `sensible` is table.players.Sensible where points on cards are counted, and
    in every other game table.choosing.Eager. `sees` counts only with `revokes`: `deal`, the dealt hands; `draws`, each
    card taken from the stock; or `all`.
    """

    game: str
    players: int
    deals: int
    seed: int
    kinds: Sequence[str] = ("random",)
    options: Mapping[str, Any] = field(default_factory=dict)
    revokes: bool = False
    sees: str = "nothing"


def games_of(plan: Plan) -> list[Game]:
    """The game of a plan, with each seat in turn as the first dealer.

    Raises BadGame for a game that cannot be played so, BadPlan for anything else that cannot be simulated.
    """
    if plan.deals < 1:
        raise BadPlan(f"{plan.deals} deals are too few; simulate 1 or more")
    if not plan.kinds or not set(plan.kinds) <= set(PLAYERS):
        raise BadPlan(f'there are no players "{",".join(plan.kinds)}"; there are: {", ".join(PLAYERS)}')
    if plan.sees not in SEES:
        raise BadPlan(f'the table cannot see "{plan.sees}"; it can see: {", ".join(SEES)}')
    seat_numbers = game_class(plan.game).seat_numbers
    if plan.players not in seat_numbers:
        first, last = seat_numbers[0], seat_numbers[-1]
        raise BadGame(f"{plan.game} is for {first} to {last} seats, not {plan.players}")
    seats = [chr(ord("A") + seat) for seat in range(plan.players)]
    return [load(plan.game, seats, dealer, plan.options) for dealer in seats]
