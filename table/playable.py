"""Which games can be played at the table with the screen, and which the referee only judges so far.

Every game of `engine.games` can be replayed from a script. The table also has to ask for what is no card (bids, an
exchange face down) and to show what a game's state needs; so far it can for the games whose cards are counted.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from engine.counting import CountingGame
from engine.errors import BadGame
from engine.games import game_class, load


def is_playable(name: str) -> bool:
    """Whether this game can be played at the table. Raises BadGame where there is no such game."""
    return issubclass(game_class(name), CountingGame)


def load_for_table(name: str, seats: Sequence[str], dealer: str | None, options: Mapping[str, Any]) -> CountingGame:
    """The game for these seats. Raises BadGame where it cannot be played so, or not at the table yet."""
    game = load(name, seats, dealer, options)
    if not isinstance(game, CountingGame):
        raise BadGame(f"{name} can be judged from a script (lapio replay), but not played at the table yet")
    return game
