"""The rules of the game that is played, in the players' language, page by page like an open book."""

from __future__ import annotations

from typing import TYPE_CHECKING

from display.flow import columns_of, rows_of
from display.layout import Box
from display.markdown import Block, plain, rules_of
from display.page_frame import corner, page_buttons, page_frame

if TYPE_CHECKING:
    from collections.abc import Sequence

    from display.flow import Row
    from display.plan import Plan
    from display.view import RulesView

NARROWEST = 0.8  # S: a column of text is no narrower than this


def rules_screen(plan: Plan, view: RulesView) -> None:
    """Adds the whole screen."""
    u, words = plan.u, plan.words
    blocks = rules_of(view.match.game, words.language)
    title = next((plain(block.words) for block in blocks if isinstance(block, Block) and block.mark == "#"), "")
    box, buttons = page_frame(plan, view, title or words.game(view.match.game), words.game_short(view.match.game))
    plan.panel(box)
    inner = box.inset(2.4 * u, 1.8 * u)
    side_by_side = max(1, int(plan.size[0] / (NARROWEST * plan.s)))
    places = inner.columns(side_by_side, 4.5 * u)
    columns = columns_of(rows_of(plan, blocks, places[0].w), inner.h)
    if not columns:
        plan.paragraph(words.no_rules(), "rules", inner)
    pages = max(1, -(-len(columns) // side_by_side))
    page = min(max(0, view.page), pages - 1)
    for place, column in zip(places, columns[page * side_by_side :], strict=False):
        _column(plan, place, column)
    corner(plan, [words.label("rules"), f"{page + 1}/{pages}"])
    page_buttons(
        plan,
        box,
        buttons,
        previous=page - 1 if page > 0 else None,
        following=page + 1 if page + 1 < pages else None,
    )


def _column(plan: Plan, box: Box, rows: Sequence[Row]) -> None:
    y = box.y
    for number, row in enumerate(rows):
        y += row.before if number else 0.0
        for run in row.runs:
            plan.text(run.text, run.role, box.x + run.x, y + run.y + 0.65 * plan.em(run.role))
        y += row.high
        if row.line:
            plan.rule(box.x, y - 0.15 * plan.em("rules"), box.w)
