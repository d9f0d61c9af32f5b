"""The rules of a game for people, printed in the terminal."""

from __future__ import annotations

from importlib.resources import files
from typing import TextIO

from engine.errors import LapioError
from engine.games import game_class


def rules_text(game: str, language: str) -> str:
    """The rules of a game in a language, in English where there is no other, as Markdown.

    Raises BadGame where there is no such game, LapioError where its rules are not written yet.
    """
    game_class(game)
    folder = files("display") / "rules"
    for code in (language, "en"):
        page = folder / code / f"{game}.md"
        if page.is_file():
            return page.read_text(encoding="utf-8")
    raise LapioError(f"the rules of {game} are not written for the screen yet; docs/rules/{game}.md has all of them")


def print_rules(game: str, language: str, out: TextIO) -> None:
    """Print the rules of a game. Raises as `rules_text` does."""
    text = rules_text(game, language)
    if not out.isatty():
        print(text, file=out, end="")
        return
    from rich.console import Console
    from rich.markdown import Markdown

    Console(file=out).print(Markdown(text), width=100)
