"""The score sheet in the middle of a game: the points of every deal so far, and a line chart of the totals."""

from __future__ import annotations

from typing import TYPE_CHECKING

from display.end_cards import one_deal
from display.page_frame import corner, page_buttons, page_frame
from display.sheet import sheet_and_chart

if TYPE_CHECKING:
    from display.plan import Plan
    from display.view import SheetView


def sheet_screen(plan: Plan, view: SheetView) -> None:
    """Adds the whole screen."""
    words, match = plan.words, view.match
    box, buttons = page_frame(plan, view, words.label("sheet"))
    pages = 1
    if len(view.deals) <= 1:
        one_deal(plan, box, view)
    else:
        pages = sheet_and_chart(plan, box, view)
    page = min(max(0, view.page), pages - 1)  # counted back from the latest deals
    parts = [words.game_short(match.game)]
    if match.target:
        parts.append(words.target(match.target))
    parts.append(words.deal(match.deal))
    corner(plan, parts if pages == 1 else [*parts, f"{pages - page}/{pages}"])
    page_buttons(
        plan,
        box,
        buttons,
        previous=page + 1 if page + 1 < pages else None,
        following=page - 1 if page > 0 else None,
    )
