"""Pages to try the screen with: the rules, the score sheet and the menu, of games of every kind."""

from __future__ import annotations

from dataclasses import replace

from display.markdown import RULES
from display.view import Match, MenuView, RulesView, SheetView, View
from tests.display import samples

GAMES = tuple(sorted(page.stem for page in (RULES / "en").glob("*.md")))
ITEMS = ("to-game", "rules", "sheet", "last-trick", "undo", "sound", "quit")


def match(language: str = "en", game: str = "kullankaivaja") -> Match:
    return replace(samples.team_match(language), game=game, simulated=True)


def rules(language: str = "en", game: str = "kullankaivaja", page: int = 0) -> RulesView:
    return RulesView(match(language, game), page)


def sheet(seats: int = 4, deals: int = 8, page: int = 0) -> SheetView:
    ended = samples.end_singles(seats, deals)
    return SheetView(ended.match, ended.deals, page)


def team_sheet(language: str = "en") -> SheetView:
    """Three deals, of which the last one is still played."""
    return SheetView(samples.team_match(language, samples.LONG_NAMES), ((44, 84), (77, 51), (38, 17)))


def menu(language: str = "en", items: tuple[str, ...] = ITEMS) -> MenuView:
    return MenuView(match(language), items)


def every_page(language: str = "en") -> dict[str, View]:
    """Each page once and more, by a name for files and test ids."""
    views: dict[str, View] = {
        "rules": rules(language),
        "rules-2": rules(language, page=1),
        "menu": menu(language),
        "menu-few": menu(language, ("to-game", "rules", "sound", "quit")),
        "sheet": team_sheet(language),
        "sheet-none": SheetView(samples.team_match(language)),
        "sheet-one": SheetView(samples.team_match(language, totals=(38, 17)), ((38, 17),)),
    }
    for seats in (2, 3, 4, 6, 8):
        views[f"sheet-{seats}"] = sheet(seats)
    views["sheet-many"] = sheet(4, 23)
    views["sheet-many-before"] = sheet(4, 23, page=2)
    return views
