"""The score sheet: the points of each deal and the totals after it as a table, a column a side; the chart beside it."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate
from typing import TYPE_CHECKING, TypeAlias

from display.chart import chart
from display.layout import Box, around
from display.view import EndView, SheetView

if TYPE_CHECKING:
    from display.plan import Plan

Sheet: TypeAlias = EndView | SheetView

MOST_DEALS = 10  # rows of the table; a longer game shows its last ones, and the others page by page


def sheet_and_chart(plan: Plan, middle: Box, view: Sheet) -> int:
    """Adds the table and the line chart of a game of several deals; how many pages the table has."""
    s, u = plan.s, plan.u
    sides = len(view.match.scores)
    if plan.upright:
        table_h = min(middle.h * 0.58, 0.25 * s + min(len(view.deals), MOST_DEALS) * 0.062 * s + 3 * u)
        pages = _sheet(plan, Box(middle.x, middle.y, middle.w, table_h), view)
        rest = middle.y + table_h + u
        chart(plan, Box(middle.x, rest, middle.w, middle.bottom - rest), view)
        return pages
    table_w = min(middle.w * 0.62, (0.9 if sides > 2 else 0.75) * s)
    pages = _sheet(plan, Box(middle.x, middle.y, table_w, middle.h), view)
    left = middle.x + table_w + 1.4 * u
    chart(plan, Box(left, middle.y, middle.right - left, middle.h), view)
    return pages


def rows_of(deals: int, most: int, page: int) -> tuple[range, int]:
    """The deals of a page, counted from 0, and how many pages there are; page 0 has the last deals."""
    pages = max(1, -(-deals // most))
    end = deals - min(max(0, page), pages - 1) * most
    return range(max(0, end - most), end), pages


def _sheet(plan: Plan, box: Box, view: Sheet) -> int:
    """A column a side: the points of each deal and the total after it; the final totals large. How many pages."""
    s, u, words, match = plan.s, plan.u, plan.words, view.match
    plan.panel(box)
    inner = box.inset(1.7 * u, 1.2 * u)
    sides = len(match.scores)
    head, foot = 0.085 * s, 0.125 * s
    room_h = inner.h - head - foot
    most = max(1, min(MOST_DEALS, int(room_h / (0.044 * s))))
    rows, pages = rows_of(len(view.deals), most, view.page if isinstance(view, SheetView) else 0)
    first, shown = rows.start, [view.deals[row] for row in rows]
    row_h = min(room_h / max(1, len(shown)), 0.11 * s)
    label = words.label("deal")
    label_em = plan.s / 34
    left = (
        inner.x
        + max(plan.width(label, "label", label_em), plan.width(words.label("total"), "label-bold", label_em))
        + 1.6 * u
    )
    column = (inner.right - left) / max(1, sides)
    rights = [left + column * (place + 1) for place in range(sides)]
    y = inner.y + head * 0.42
    plan.text(label, "label", inner.x, y, em=label_em, colour="text2")
    _column_heads(plan, view, rights, y, column)
    plan.rule(inner.x, inner.y + head, inner.w)
    totals = [list(accumulate(deal[side] for deal in view.deals)) for side in range(sides)]
    start = [score.total - (totals[side][-1] if view.deals else 0) for side, score in enumerate(match.scores)]
    total_em, change_em = _row_sizes(plan, view, column, row_h)
    for place, deal in enumerate(shown):
        row = Box(inner.x - 0.9 * u, inner.y + head + row_h * place, inner.w + 1.8 * u, row_h)
        ground = "raised" if place % 2 else "surface"
        if place % 2:
            plan.panel(row, "raised", 0, over=True)
        plan.text(
            str(first + place + 1), "label", inner.x + 0.4 * u, row.cy, em=max(s / 36, min(s / 30, row_h * 0.6)),
            colour="text2", ground=ground,
        )  # fmt: skip
        for side, right in enumerate(rights):
            running = plan.words.number(start[side] + totals[side][first + place])
            plan.text(running, "body-bold", right, row.cy, em=total_em, ground=ground, align="right", tabular=True)
            if change_em:
                edge = right - plan.width("0" * _digits(plan, view), "body-bold", total_em, tabular=True) - 0.8 * u
                plan.text(
                    plan.signed(deal[side]),
                    "small",
                    edge,
                    row.cy,
                    em=change_em,
                    colour="text2",
                    ground=ground,
                    align="right",
                )
    bottom = inner.y + head + row_h * len(shown)
    plan.rule(inner.x, bottom, inner.w, "edge", s / 300)
    y = (bottom + inner.bottom) / 2
    plan.text(words.label("total"), "label-bold", inner.x, y, em=label_em)
    _final_totals(plan, view, rights, y, column)
    return pages


def _digits(plan: Plan, view: Sheet) -> int:
    return max(len(plan.words.number(score.total)) for score in view.match.scores)


def _row_sizes(plan: Plan, view: Sheet, column: float, row_h: float) -> tuple[float, float | None]:
    """The sizes of running total and of the change beside it; None where a column has no room for the change."""
    s = plan.s
    change = max((plan.signed(points) for deal in view.deals for points in deal), key=len, default="0")
    total = "0" * _digits(plan, view)
    for em in (s / 20 if row_h > 0.08 * s else s / 25, s / 25, s / 27, s / 30):
        em = max(s / 30, min(em, row_h * 0.78))
        for small in (s / 32, s / 36):
            wide = plan.width(total, "body-bold", em, tabular=True) + 0.8 * plan.u + plan.width(change, "small", small)
            if wide <= column - 0.8 * plan.u:
                return em, small
    return max(s / 30, min(s / 27, row_h * 0.78)), None


def _column_heads(plan: Plan, view: Sheet, rights: Sequence[float], middle: float, column: float) -> None:
    """Shape and name of each side over its column, flush right; the name only where it has room."""
    s, u, match = plan.s, plan.u, view.match
    most = max((len(score.seats) for score in match.scores), default=1)
    tile = min(0.049 * s, (column - 0.8 * u) / most - 0.5 * u)
    for right, score in zip(rights, match.scores, strict=True):
        shapes = len(score.seats) * tile + (len(score.seats) - 1) * 0.5 * u
        name = match.seats[score.seats[0]].name if len(score.seats) == 1 else ""
        room = column - shapes - 1.8 * u
        if name and room > 0.09 * s:
            em = plan.fonts.fit(name, s / 28, room, bold=True, floor=s / 36) or s / 36
            name = plan.fonts.shorten(name, em, room, bold=True)
            text = plan.text(name, "label-bold", right, middle, em=em, align="right")
            right = text.box.x - 0.7 * u
        plan.tiles(score.seats, right - shapes, middle, tile, 0.5 * u)


def _final_totals(plan: Plan, view: Sheet, rights: Sequence[float], middle: float, column: float) -> None:
    s, u = plan.s, plan.u
    crown = 0.042 * s
    many = len(rights) > 4
    role = "score-small" if not many else "sum-small"
    widest = max((plan.words.number(score.total) for score in view.match.scores), key=len)
    em = plan.s / (7 if len(rights) <= 2 and not plan.upright else 20 if many else 9.5)
    middle += 0.006 * s
    floor = plan.floor(role)
    while em > floor and plan.width(widest, role, em, tabular=True) + (1.4 * u if many else crown + 1.4 * u) > column:
        em = max(floor, em * 0.94)
    for side, (right, score) in enumerate(zip(rights, view.match.scores, strict=True)):
        text = plan.text(
            plan.words.number(score.total), role, right, middle, em=em, align="right", tabular=True, name="final"
        )
        if side not in view.winners:
            continue
        box = Box(text.box.x - crown - 0.4 * u, middle - crown / 2, crown, crown)
        if many or text.box.w + crown + 0.9 * u > column:  # no room beside the number
            high = 0.03 * s
            box = around(text.box.cx, middle - 0.334 * em - high / 2 - 0.3 * u, high, high)
        plan.icon("crown", box, "text", "surface")
