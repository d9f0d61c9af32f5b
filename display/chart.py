"""The line chart of a game: the totals after each deal, a line a side in its seat's colour and with its shape."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate
from math import ceil
from typing import TYPE_CHECKING

from display.layout import Box, Icon, Stroke
from display.outlines import SEAT_SHAPES
from display.theme import seat_colour

if TYPE_CHECKING:
    from display.plan import Plan
    from display.view import EndView, SheetView

STEPS = (1, 2, 5, 10, 20, 50, 100, 200, 500, 1000)


def chart(plan: Plan, box: Box, view: EndView | SheetView) -> None:
    """The totals after each deal: a line in the seat's colour with its shape, labels pushed apart at the right end."""
    s, u, match = plan.s, plan.u, view.match
    plan.panel(box)
    inner = box.inset(1.7 * u, 1.5 * u)
    sides = len(match.scores)
    lines = [[0, *accumulate(deal[side] for deal in view.deals)] for side in range(sides)]
    start = [score.total - lines[side][-1] for side, score in enumerate(match.scores)]
    lines = [[value + start[side] for value in line] for side, line in enumerate(lines)]
    low, high = min(0, *(min(line) for line in lines)), max(1, *(max(line) for line in lines))
    step = next((step for step in STEPS if (high - low) / step <= 6), 2000)
    low, high = low // step * step, -(-high // step) * step
    em = s / 36
    axis_w = max(plan.width(plan.words.number(value), "label", em) for value in (low, high)) + 0.8 * u
    tile = 0.044 * s
    tiles_w = max(len(score.seats) for score in match.scores) * (tile + 0.3 * u)
    labels_w = (
        tiles_w
        + 0.6 * u
        + max(plan.width(plan.words.number(score.total), "label-bold", s / 28) for score in match.scores)
    )
    plot = Box(
        inner.x + axis_w, inner.y + 1.0 * u, inner.w - axis_w - labels_w - 3.2 * u, inner.h - 1.0 * u - 0.055 * s
    )
    deals = len(view.deals)

    def at(deal: int, value: int) -> tuple[float, float]:
        return plot.x + plot.w * deal / deals, plot.bottom - plot.h * (value - low) / (high - low)

    for value in range(low, high + 1, step):
        y = at(0, value)[1]
        plan.rule(plot.x, y, plot.w, "edge" if value == 0 else "line")
        plan.text(plan.words.number(value), "label", plot.x - 0.8 * u, y, em=em, colour="text2", align="right")
    every = next(
        every
        for every in (1, 2, 5, 10, 20, 50, 100, 10_000)
        if plot.w / deals * every > 1.8 * plan.width("00", "label", em) or every == 10_000
    )
    for deal in range(1, deals + 1):
        if deal % every == 0:
            x = at(deal, low)[0]
            plan.text(str(deal), "label", x, plot.bottom + 0.035 * s, em=em, colour="text2", align="centre")
    for side, line in enumerate(lines):
        _line(plan, match.scores[side].seats[0], [at(deal, value) for deal, value in enumerate(line)])
    _end_labels(plan, view, plot, [at(deals, line[-1]) for line in lines], tile, inner)


def _line(plan: Plan, seat: int, points: Sequence[tuple[float, float]]) -> None:
    """One line with its shape at each deal, on a rim of the panel's colour."""
    s = plan.s
    colour = seat_colour(seat)
    bounds = Box(
        min(x for x, _ in points), min(y for _, y in points),
        max(x for x, _ in points) - min(x for x, _ in points), max(y for _, y in points) - min(y for _, y in points),
    )  # fmt: skip
    plan.things.append(Stroke(box=bounds, points=tuple(points), width=s / 170, colour=colour, over=True))
    side, rim = s / 44, s / 44 + s / 130
    shape = SEAT_SHAPES[seat % len(SEAT_SHAPES)]
    spacing = (points[-1][0] - points[0][0]) / max(1, len(points) - 1)
    every = max(1, ceil(1.5 * side / spacing)) if spacing else 1
    for x, y in points[:0:-every]:  # from the last one back
        for size, ink in ((rim, "surface"), (side, colour)):
            box = Box(x - size / 2, y - size / 2, size, size)
            plan.things.append(Icon(box=box, shape=shape, colour=ink, ground="surface", over=True))


def _end_labels(
    plan: Plan, view: EndView | SheetView, plot: Box, ends: Sequence[tuple[float, float]], tile: float, inner: Box
) -> None:
    """Shape and total of each side beside the end of its line, joined to it by a thin leader."""
    s, u = plan.s, plan.u
    apart = min(0.062 * s, inner.h / max(1, len(ends)))
    tile = min(tile, 0.92 * apart)
    order = sorted(range(len(ends)), key=lambda side: ends[side][1])
    ys = [ends[side][1] for side in order]
    limit = inner.y + apart / 2
    for place in range(len(ys)):
        ys[place] = max(ys[place], limit)
        limit = ys[place] + apart
    limit = inner.bottom - apart / 2
    for place in reversed(range(len(ys))):
        ys[place] = min(ys[place], limit)
        limit = ys[place] - apart
    x = plot.right + 2.9 * u
    for side, y in zip(order, ys, strict=True):
        score = view.match.scores[side]
        end_x, end_y = ends[side]
        points = ((end_x + s / 60, end_y), (x - 0.4 * u, y))
        bounds = Box(points[0][0], min(end_y, y), points[1][0] - points[0][0], abs(end_y - y))
        plan.things.append(Stroke(box=bounds, points=points, width=max(1.0, plan.hairline), colour="edge", over=True))
        right = plan.tiles(score.seats, x, y, tile, 0.3 * u)
        plan.text(plan.words.number(score.total), "label-bold", right + 0.6 * u, y, em=s / 28)
