"""What somebody looks at for a while in the middle of a game: the rules, the score sheet, the menu.

The game waits under it, unharmed: what is sensed is still taken and judged. A new alert comes before any page.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, TypeAlias, get_args

from display.view import MenuView, RulesView, SheetView

if TYPE_CHECKING:
    from collections.abc import Sequence

    from display.view import Intent, Match, PageView

Page: TypeAlias = Literal["rules", "sheet", "menu"]
PAGES: tuple[Page, ...] = get_args(Page)

# What is asked for of the game below, from the menu or by a control card: people then want to see the game.
OF_THE_GAME = frozenset(
    {"undo", "last-trick", "next-deal", "accept", "take-back", "carry-on", "back-to-trick", "choose"}
)


class Pages:
    """Which page is looked at, if any. `number`: which part of it, as the screen counts them."""

    def __init__(self) -> None:
        self.open: Page | None = None
        self.number = 0

    def takes(self, intent: Intent, *, scores: bool) -> bool:
        """Whether this was asked for of a page and is done. `scores`: whether the game has any to show."""
        for page in PAGES:
            if intent.do == page:
                if page != "sheet" or scores:
                    self.open, self.number = None if self.open == page else page, 0
                return True
        if intent.do == "to-game":
            self.close()
        elif intent.do == "page":
            self.number = intent.number or 0
        elif intent.do in OF_THE_GAME or intent.do.startswith("seat-"):
            self.close()
            return False
        else:
            return False
        return True

    def close(self) -> None:
        """Back to the game."""
        self.open = None

    def view(self, match: Match, deals: Sequence[tuple[int, ...]], winners: tuple[int, ...]) -> PageView | None:
        """The page as it is shown; None where the game is. `deals`: the points of the finished ones, by side."""
        if self.open == "rules":
            return RulesView(match, self.number)
        if self.open == "sheet":
            return SheetView(match, (*deals, *running_deal(match)), self.number, winners)
        if self.open == "menu":
            return MenuView(match, menu_of(match.keys))
        return None


def running_deal(match: Match) -> tuple[tuple[int, ...], ...]:
    """The points so far in the deal that is being played, once there are any."""
    points = tuple(score.deal or 0 for score in match.scores)
    return (points,) if any(points) else ()


def menu_of(keys: Sequence[str]) -> tuple[str, ...]:
    """What the menu offers of what works now."""
    return ("to-game", *(do for do in ("rules", "sheet", "last-trick", "undo", "sound", "quit") if do in keys))
