"""Opening the screen as it was asked for on the command line, and the pictures that are taken of it."""

from __future__ import annotations

import argparse
import os
import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from display.view import Look, View
from engine.errors import LapioError
from table.pages import menu_of

if TYPE_CHECKING:
    from display.screen import Screen


def language_of(asked: argparse.Namespace) -> str:
    """As asked for, else as the system says, else English."""
    if asked.language:
        return str(asked.language)
    for variable in ("LC_ALL", "LC_MESSAGES", "LANG"):
        if os.environ.get(variable):
            return os.environ[variable][:2]
    return "en"


@contextmanager
def open_screen(asked: argparse.Namespace, *, hidden: bool) -> Iterator[Screen]:
    """The open screen. With `hidden` one that nobody sees will do where there is no display; it says so."""
    from display.screen import Screen

    look = Look(
        language=language_of(asked),
        theme=asked.theme or "evening",
        four_colours=asked.four_colours,
        motion=not asked.no_motion,
        sound=not asked.no_sound,
    )
    screen = Screen(size_of(asked.size), look, fullscreen=asked.fullscreen, allow_hidden=hidden)
    try:
        yield screen
    finally:
        screen.close()


def size_of(text: str | None) -> tuple[int, int] | None:
    """Width and height of `1280x720`. Raises LapioError for what is no size."""
    if text is None:
        return None
    found = re.fullmatch(r"([1-9]\d{2,4})x([1-9]\d{2,4})", text)
    if found is None:
        raise LapioError(f'--size "{text}" must be like 1280x720')
    return int(found[1]), int(found[2])


WELL_UNDER_WAY = 20  # views; by then something lies on the table in any game


class Pictures:
    """Writes a picture of each kind of screen, the first time it is whole."""

    def __init__(self, folder: Path, screen: Screen) -> None:
        try:
            folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            where = "name another folder with --pictures"
            raise LapioError(f"{folder}: pictures cannot be written there ({error.strerror}); {where}") from None
        self.folder = folder
        self._screen = screen
        self._done: set[str] = set()
        self._plays = 0

    def __call__(self, view: View) -> None:
        """Look at a view that was just drawn."""
        kind = self._kind(view)
        if kind is not None and kind not in self._done:
            self._done.add(kind)
            self._screen.save(self.folder / f"{kind}.png")
            for name, page in _pages_beside(kind, view):
                self._draw(name, page)

    def _draw(self, kind: str, view: View) -> None:
        """A picture of what nobody has asked for in this game, but could have."""
        import pygame

        from display.screen import render

        self._done.add(kind)
        pygame.image.save(render(view, self._screen.size, self._screen.look), str(self.folder / f"{kind}.png"))

    def _kind(self, view: View) -> str | None:
        from display.view import PlayView, ResultView

        if isinstance(view, ResultView):
            return "result"
        if not isinstance(view, PlayView):
            return "end"
        if view.alert is not None:
            return f"alert-{view.alert.kind}"
        if view.question is not None and view.question.choices:
            return "question"
        self._plays += 1
        if view.trick:
            return "play" if len(view.laid) == len(view.match.seats) - 1 else None
        return "play" if self._plays > WELL_UNDER_WAY else None


def _pages_beside(kind: str, view: View) -> list[tuple[str, View]]:
    """The pages that can be looked at there: rules and menu from the play screen, the score sheet at the end."""
    from display.view import EndView, MenuView, PlayView, RulesView, SheetView

    if kind == "play" and isinstance(view, PlayView):
        return [("rules", RulesView(view.match)), ("menu", MenuView(view.match, menu_of(view.match.keys)))]
    if isinstance(view, EndView) and view.match.scores:
        return [("sheet", SheetView(view.match, view.deals, winners=view.winners))]
    return []


def pictures_for(asked: argparse.Namespace, screen: Screen | None) -> Pictures | None:
    """Where pictures were asked for; and in `pictures` where there is no display to look at."""
    if screen is None:
        return None
    if asked.pictures:
        return Pictures(Path(asked.pictures), screen)
    if screen.hidden:
        return Pictures(Path("pictures"), screen)
    return None
