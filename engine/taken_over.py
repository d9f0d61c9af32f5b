"""Games that were begun elsewhere: the option that says with which totals a match is taken over."""

from __future__ import annotations

from engine.errors import BadGame
from engine.game import Game
from engine.options import BySide, Option

START_TOTALS = Option("start_totals", {}, BySide())


def start_totals(game: Game) -> list[int]:
    """The totals that a match begins with, side by side; a side that is not named has nothing.

    Raises BadGame where the option names a side that there is not.
    """
    given, sides = game.options["start_totals"], [side.id for side in game.sides]
    for side in given:
        if side not in sides:
            raise BadGame(f'"start_totals" names "{side}"; the sides are {", ".join(sides)}')
    return [given.get(side, 0) for side in sides]
