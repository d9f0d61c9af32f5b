"""The end of the game: who won and by what, the whole score sheet as a table, and a line chart of the totals."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate
from math import ceil

from display.end_cards import everybody, one_deal
from display.layout import Box, Icon, Stroke, around
from display.outlines import SEAT_SHAPES
from display.plan import Plan
from display.result import footer_of
from display.theme import seat_colour
from display.view import EndView
from display.words import seats_of

MOST_DEALS = 10  # rows of the table; a longer game shows its last ones
STEPS = (1, 2, 5, 10, 20, 50, 100, 200, 500, 1000)


def end_screen(plan: Plan, view: EndView) -> None:
    """Adds the whole screen."""
    s, u = plan.s, plan.u
    w = plan.size[0]
    margin = 1.4 * u
    footer = footer_of(plan, view, ("again", "undo", "menu", "quit"))
    top = _winner(plan, Box(margin, margin, w - 2 * margin, (0.2 if not plan.upright else 0.26) * s), view)
    middle = Box(margin, top, w - 2 * margin, footer.y - u - top)
    if not view.match.scores:
        everybody(plan, middle, view)
        return
    if len(view.deals) <= 1:
        one_deal(plan, middle, view)
        return
    sides = len(view.match.scores)
    if plan.upright:
        table_h = min(middle.h * 0.58, 0.25 * s + min(len(view.deals), MOST_DEALS) * 0.062 * s + 3 * u)
        _sheet(plan, Box(middle.x, middle.y, middle.w, table_h), view)
        rest = middle.y + table_h + u
        _chart(plan, Box(middle.x, rest, middle.w, middle.bottom - rest), view)
        return
    table_w = min(middle.w * 0.62, (0.9 if sides > 2 else 0.75) * s)
    _sheet(plan, Box(middle.x, middle.y, table_w, middle.h), view)
    left = middle.x + table_w + 1.4 * u
    _chart(plan, Box(left, middle.y, middle.right - left, middle.h), view)


def _winner(plan: Plan, box: Box, view: EndView) -> float:
    """Crown, shapes and who has won, and under it by what; the y under it."""
    s, u, words = plan.s, plan.u, plan.words
    names = [seat.name for seat in view.match.seats]
    title, by = words.end_title(view, names), words.end_by(view.by, fewest=_fewest_win(view))
    losers = [names[seat] for side in view.losers for seat in seats_of(view, side)]
    if view.winners and len(losers) == 1:  # a game that names both
        by = words.losers(view.match.game, losers)
    seats = [seat for side in view.winners or view.losers for seat in seats_of(view, side)]
    crown = 0.10 * s if view.winners else 0.0
    tile = (0.085 if len(seats) <= 2 else 0.06) * s
    shapes = len(seats) * tile + max(0, len(seats) - 1) * 0.8 * u
    x = box.x + 1.7 * u
    lead = (crown + 1.4 * u if crown else 0.0) + shapes + 1.8 * u
    line = box.y + 0.062 * s
    if crown:
        plan.icon("crown", Box(x, line - crown / 2, crown, crown), "text", "ground", name="winner")
    plan.tiles(seats, x + (crown + 1.4 * u if crown else 0.0), line, tile, 0.8 * u)
    room = box.right - 1.7 * u - x - lead
    em = plan.fitted(title, "winner", room)
    if plan.width(title, "winner", em) > room:  # two lines under the shapes
        room = box.w - 3.4 * u
        end = plan.paragraph(
            title, "title", Box(x, line + 0.065 * s, room, 0.16 * s), lines=2, ground="ground", name="winner"
        )
    else:
        plan.text(title, "winner", x + lead, line, em=em, width=room, ground="ground", name="winner")
        end = line + 0.05 * s
    if by:
        middle = end + 0.038 * s
        em = plan.fitted(by, "body", box.w - 3.4 * u)
        plan.text(by, "body", x, middle, em=em, width=box.w - 3.4 * u, colour="text2", ground="ground", name="by")
        end = middle + 0.014 * s
    return end + 1.6 * u


def _fewest_win(view: EndView) -> bool:
    """Whether the lowest total has won."""
    totals = [score.total for score in view.match.scores]
    won = [totals[side] for side in view.winners if side < len(totals)]
    return bool(won) and max(won) == min(totals) < max(totals)


def _sheet(plan: Plan, box: Box, view: EndView) -> None:
    """A column a side: the points of each deal and the total after it; the final totals large."""
    s, u, words, match = plan.s, plan.u, plan.words, view.match
    plan.panel(box)
    inner = box.inset(1.7 * u, 1.2 * u)
    sides = len(match.scores)
    head, foot = 0.085 * s, 0.125 * s
    room_h = inner.h - head - foot
    most = max(1, min(MOST_DEALS, int(room_h / (0.044 * s))))
    first = max(0, len(view.deals) - most)
    shown = view.deals[first:]
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


def _digits(plan: Plan, view: EndView) -> int:
    return max(len(plan.words.number(score.total)) for score in view.match.scores)


def _row_sizes(plan: Plan, view: EndView, column: float, row_h: float) -> tuple[float, float | None]:
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


def _column_heads(plan: Plan, view: EndView, rights: Sequence[float], middle: float, column: float) -> None:
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


def _final_totals(plan: Plan, view: EndView, rights: Sequence[float], middle: float, column: float) -> None:
    s, u = plan.s, plan.u
    crown = 0.042 * s
    many = len(rights) > 4
    role = "score-small" if not many else "sum-small"
    widest = max((plan.words.number(score.total) for score in view.match.scores), key=len)
    em = plan.s / (7 if len(rights) <= 2 and not plan.upright else 20 if many else 9.5)
    middle += 0.006 * s
    floor = plan.floor(role)
    while em > floor and plan.width(widest, role, em, tabular=True) + (0.4 * u if many else crown + 1.4 * u) > column:
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


def _chart(plan: Plan, box: Box, view: EndView) -> None:
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
    plan: Plan, view: EndView, plot: Box, ends: Sequence[tuple[float, float]], tile: float, inner: Box
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
