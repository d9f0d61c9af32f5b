"""A picture of every game for the documentation: `python -m tests.display.game_pictures`.

Each is a moment of a real game of simulated people, with the screen as it was: docs/pictures/games/GAME.png.
"""

import contextlib
import os
from pathlib import Path

os.environ["SDL_VIDEODRIVER"] = "dummy"

import pygame

from display.screen import render
from display.view import Look, PlayView
from engine.games import game_class, game_names
from table.journal import Journal
from tests.table.whole_games import play

FOLDER = Path(__file__).parents[2] / "docs" / "pictures" / "games"
SIZE = (1280, 720)
MOMENT = {
    "limppu": 12,
    "amerikaner": 14,
    "hearts": 40,
    "marjapussi": 24,
    "rodskagg": 44,
    "femhundra": 60,
    "finns-i-sjon": 90,
}
USUAL_MOMENT = 30  # events; by then something lies on the table


class Taken(Exception):
    """The picture is there."""


def take(game: str, folder: Path) -> None:
    """Play until the moment of this game, and save the screen as soon as it shows the table itself."""
    numbers = game_class(game).seat_numbers
    players = min(max(4, numbers[0]), numbers[-1])
    told: list[dict[str, object]] = []

    def watch(session) -> None:
        view = session.view()
        if len(told) >= MOMENT.get(game, USUAL_MOMENT) and isinstance(view, PlayView) and view.alert is None:
            if view.trick and len(view.laid) not in (2, 3):
                return  # a trick that has begun shows more
            pygame.image.save(render(view, SIZE, Look()), folder / f"{game}.png")
            raise Taken

    with Journal.open(None) as journal, contextlib.suppress(Taken):
        play(journal, heard=told, game=game, players=players, seed=4, watch=watch)


def main() -> None:
    """All games."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    for game in game_names():
        take(game, FOLDER)


if __name__ == "__main__":
    main()
