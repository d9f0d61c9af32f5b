"""One file a game; each reads like its rules page under docs/rules. Games are imported when they are asked for."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from importlib import import_module
from typing import Any

from engine.errors import BadGame
from engine.game import Game

_CLASSES = {  # id -> class; the module has the id's name, with _ for -
    "amerikaner": "Amerikaner",
    "aurum": "Aurum",
    "cucumber": "Cucumber",
    "femhundra": "Femhundra",
    "finns-i-sjon": "FinnsISjon",
    "gold-digger": "GoldDigger",
    "gris": "Gris",
    "gris-nb": "GrisNb",
    "hearts": "Hearts",
    "kullankaivaja": "Kullankaivaja",
    "lapsy": "Lapsy",
    "limppu": "Limppu",
    "lyveren": "Lyveren",
    "marjapussi": "Marjapussi",
    "mattis": "Mattis",
    "paskahousu": "Paskahousu",
    "ramina": "Ramina",
    "ristikontra": "Ristikontra",
    "ristiseiska": "Ristiseiska",
    "rodskagg": "Rodskagg",
    "skitgubbe": "Skitgubbe",
    "stress": "Stress",
    "thirty-one": "ThirtyOne",
    "valepaska": "Valepaska",
    "vandatta": "Vandatta",
}


def game_names() -> tuple[str, ...]:
    """The ids of all games."""
    return tuple(_CLASSES)


def game_class(name: str) -> type[Game]:
    """The rules of the game with this id. Raises BadGame where there is none."""
    if name not in _CLASSES:
        raise BadGame(f'there is no game "{name}"; there are: {", ".join(_CLASSES)}')
    found: type[Game] = getattr(import_module(f"engine.games.{name.replace('-', '_')}"), _CLASSES[name])
    return found


def load(name: str, seats: Sequence[str], dealer: str | None, options: Mapping[str, Any]) -> Game:
    """The game with this id for these seats, in clockwise order.

    Raises BadGame where there is no such game, or where it cannot be played so.
    """
    return game_class(name)(seats, dealer, options)
