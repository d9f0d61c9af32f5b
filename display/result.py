"""The result of a deal: each side's points with their arithmetic, and the new totals."""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil

from display.frame import context, key_line, key_rows
from display.keys import keys_now
from display.layout import Box, Mini
from display.plan import Plan
from display.scores import progress, side_names
from display.view import Intent, Match, ResultView, View

BUTTON_ICONS = {"undo": "undo", "menu": "menu", "sheet": "list", "quit": "x"}
MOST_BUTTONS = 3


def result_screen(plan: Plan, view: ResultView) -> None:
    """Adds the whole screen."""
    words = plan.words
    parts = [words.game_short(view.match.game)]
    if view.match.target:
        parts.append(words.target(view.match.target))
    middle = header_and_footer(
        plan, view, words.result_title(view.match.deal), parts, ("next-deal", "undo", "menu", "sheet")
    )
    sides = len(view.points)
    if not view.rows:  # points only
        _totals(plan, middle, view)
        return
    if plan.upright:
        cards_h = 0.27 * plan.s if sides <= 3 else 0.36 * plan.s
        cards = Box(middle.x, middle.y, middle.w, cards_h)
        table = Box(middle.x, cards.bottom + plan.u, middle.w, middle.bottom - cards.bottom - plan.u)
    else:
        wide = 0.60 * plan.s if sides <= 2 else 0.52 * plan.s
        cards = Box(middle.right - wide, middle.y, wide, middle.h)
        table = Box(middle.x, middle.y, cards.x - 1.4 * plan.u - middle.x, middle.h)
    _arithmetic(plan, table, view)
    _totals(plan, cards, view)
    if "sheet" in keys_now(view):
        plan.target(cards, Intent("sheet"))


def header_and_footer(plan: Plan, view: View, title: str, parts: Sequence[str], actions: Sequence[str]) -> Box:
    """Adds title, context, buttons and line of keys, as on all screens but play; the box between them."""
    s, u = plan.s, plan.u
    w = plan.size[0]
    margin = 1.4 * u
    middle = margin + 0.0475 * s
    inset = margin + 1.7 * u
    em = plan.fitted(title, "title", w - 2 * inset)
    placed = plan.text(title, "title", inset, middle, em=em, width=w - 2 * inset, ground="ground", name="title")
    context(plan, parts, w - inset, middle, w - inset - placed.box.right - 2 * u)
    footer = footer_of(plan, view, actions)
    top = margin + 0.095 * s + 1.0 * u
    return Box(margin, top, w - 2 * margin, footer.y - u - top)


def footer_of(plan: Plan, view: View, actions: Sequence[str]) -> Box:
    """Adds up to three buttons, the first one primary, over the line of keys; the box of the buttons."""
    u, row = plan.u, footer_row(plan, view)
    works = keys_now(view)
    shown = [action for action in actions if action in works][:MOST_BUTTONS]
    for place, (box, action) in enumerate(zip(row.columns(max(1, len(shown)), u), shown, strict=False)):
        plan.button(
            box,
            plan.words.button(action),
            Intent(action),
            primary=place == 0,
            key=plan.words.key(action)[0],
            icon=BUTTON_ICONS.get(action, ""),
        )
    return row


def footer_row(plan: Plan, view: View) -> Box:
    """Adds the line of keys; the box for the buttons over it."""
    s, u = plan.s, plan.u
    w, h = plan.size
    margin = 1.4 * u
    key_h = s / 17 if key_rows(plan, view) == 1 else s / 10
    key_line(plan, Box(margin, h - key_h, w - 2 * margin, key_h), view)
    high = s / 9.5
    return Box(margin, h - key_h - 0.3 * u - high, w - 2 * margin, high)


def _arithmetic(plan: Plan, box: Box, view: ResultView) -> None:
    """The table: a row for each kind of card that counts, a column a side, and the sums."""
    s, u, words = plan.s, plan.u, plan.words
    sides = len(view.points)
    plan.panel(box)
    inner = box.inset(1.7 * u, 1.5 * u)
    head, foot = 0.085 * s, 0.105 * s
    rows = Box(inner.x, inner.y + head, inner.w, inner.h - head - foot)
    row_h = min(rows.h / max(1, len(view.rows)), 0.13 * s)
    label_em = plan.s / 24
    labels = [words.row(row.label) for row in view.rows]
    mini_h = min(0.06 * s, row_h - 0.5 * u)
    label_x = inner.x + 0.74 * mini_h + 2.4 * u
    for label_em in (s / 24, s / 26, s / 28, s / 30, s / 32, s / 36):
        labels_w = max((plan.width(label, "body", label_em) for label in labels), default=0.0)
        left = label_x + labels_w + 1.2 * u
        column = (inner.right - left) / max(1, sides)
        points_em = label_em if label_em < s / 24 else s / 22
        points_w = _points_width(plan, view, points_em)
        if column >= points_w + 1.5 * u:
            break
    terms = _terms_em(plan, view, column - points_w - 2.0 * u)
    sides_x = [left + column * (place + 1) for place in range(sides)]
    _heads(plan, view.match, sides_x, inner.y + head * 0.45, column)
    plan.rule(inner.x, rows.y, inner.w)
    y = rows.y + row_h / 2
    for row, label in zip(view.rows, labels, strict=True):
        plan.things.append(Mini(box=Box(inner.x + 0.8 * u, y - mini_h / 2, 0.74 * mini_h, mini_h), card=row.card))
        plan.text(label, "body", label_x, y, em=label_em, width=left - label_x)
        for right, count in zip(sides_x, row.count, strict=True):
            zero = count == 0
            plan.text(
                plan.words.number(count * row.each), "label-bold", right, y, align="right", tabular=True,
                em=points_em, colour="text2" if zero else "text",
            )  # fmt: skip
            if terms and not zero:
                plan.text(
                    f"{count} × {row.each} =",
                    "small",
                    right - points_w - 0.7 * u,
                    y,
                    align="right",
                    em=terms,
                    colour="text2",
                )
        y += row_h
    bottom = rows.y + row_h * len(view.rows)
    plan.rule(inner.x, bottom, inner.w, "edge", s / 300)
    y = bottom + (inner.bottom - bottom) / 2 + 0.3 * u
    role = "sum" if sides <= 4 else "sum-small"
    sum_em = min(plan.fitted(plan.words.number(points), role, (column - u) * 0.95) for points in view.points)
    plan.text(words.label("total"), "body-bold", inner.x, y, em=s / 22, width=max(left - inner.x, 0.2 * s))
    for right, total in zip(sides_x, view.points, strict=True):
        plan.text(plan.words.number(total), role, right, y, em=sum_em, align="right", tabular=True, name="sum")


def _points_width(plan: Plan, view: ResultView, em: float) -> float:
    widest = max(
        (plan.words.number(row.each * count) for row in view.rows for count in row.count), key=len, default="0"
    )
    return plan.width(widest, "label-bold", em, tabular=True)


def _terms_em(plan: Plan, view: ResultView, room: float) -> float | None:
    """The size of "3 × 10 =" that has room in a column; None where even the smallest has none."""
    terms = [f"{count} × {row.each} =" for row in view.rows for count in row.count if count]
    for em in (plan.s / 28, plan.s / 32, plan.s / 36):
        if all(plan.width(term, "small", em) <= room for term in terms):
            return em
    return None


def _heads(plan: Plan, match: Match, rights: Sequence[float], middle: float, column: float) -> None:
    """The sides' shapes over their columns, flush right."""
    u = plan.u
    most = max((len(score.seats) for score in match.scores), default=1)
    tile = min(0.059 * plan.s, (column - 0.8 * u) / most - 0.5 * u)
    for right, score in zip(rights, match.scores, strict=True):
        wide = len(score.seats) * tile + (len(score.seats) - 1) * 0.7 * u
        plan.tiles(score.seats, right - wide, middle, tile, 0.7 * u)


def _totals(plan: Plan, area: Box, view: ResultView) -> None:
    """A score card a side: the new total, and the sum that made it."""
    s, u = plan.s, plan.u
    sides = len(view.points)
    if not view.rows:
        columns = (
            (1 if sides <= 4 else 2) if plan.upright else sides if sides <= 3 else (sides + 1) // 2 if sides <= 8 else 5
        )
        rows = ceil(sides / columns)
        most = Box(area.x, area.y, area.w, min(area.h, rows * 0.36 * s + (rows - 1) * u))
        boxes = [box for row in most.rows(rows, u) for box in row.columns(columns, 1.2 * u)]
    elif plan.upright:
        columns = sides if sides <= 3 else (sides + 1) // 2
        boxes = [box for row in area.rows(1 if sides <= 3 else 2, u) for box in row.columns(columns, 1.2 * u)]
    elif sides <= 4:
        boxes = area.rows(max(1, sides), u)
    else:
        boxes = [box for row in area.rows((sides + 1) // 2, u) for box in row.columns(2, u)]
    boxes = boxes[:sides]
    if not boxes:
        return
    sums = [_sum(plan, before, points) for before, points in zip(view.before, view.points, strict=True)]
    pad = 1.5 * u
    room = boxes[0].w - 2 * pad
    totals = [plan.words.number(score.total) for score in view.match.scores]
    under = boxes[0].h / s > 0.2 and boxes[0].w < 0.45 * s  # the sum stands under the total where it has no room beside
    total_em: float
    sum_em: float | None
    if under:
        total_em = min(plan.fitted(total, "score" if sides <= 4 else "score-small", room) for total in totals)
        total_em = min(total_em, boxes[0].h * 0.45)
        sum_em = min(plan.fitted(text, "label", room) for text in sums)
    else:
        total_em, sum_em = _beside(plan, totals, sums, room, boxes[0].h)
    for place, (box, score) in enumerate(zip(boxes, view.match.scores, strict=True)):
        plan.panel(box, name=f"score{place}")
        roomy = box.h > 0.19 * s
        tile = (0.046 if roomy else 0.036) * s
        name_em = s / 27 if roomy else s / 34
        top = box.y + max(tile / 2 + 0.7 * u, min(0.055 * s, box.h * 0.2))
        x = plan.tiles(score.seats, box.x + pad, top, tile, 0.5 * u) + 0.9 * u
        names = side_names(plan, view.match, score.seats, "label-bold", name_em, box.right - pad - x)
        plan.text(names, "label-bold", x, top, em=name_em)
        bar = view.match.target > 0 and box.h > 0.17 * s
        low = box.bottom - (2.6 * u if bar else 0.6 * u)
        middle = (top + tile / 2 + low - (s / 20 if under else 0)) / 2
        baseline = middle + 0.334 * total_em
        role = "score" if total_em >= s / 10 - 0.01 else "score-small"
        plan.baseline_text(totals[place], role, box.x + pad, baseline, total_em, name=f"score{place}:total")
        if under:
            plan.text(
                sums[place], "label", box.x + pad, low - s / 34, em=sum_em, colour="text2", name=f"score{place}:deal"
            )
        elif sum_em is not None:
            role = "deal-points" if sum_em >= s / 20 - 0.01 else "label-bold"
            plan.baseline_text(
                sums[place],
                role,
                box.right - pad,
                baseline,
                sum_em,
                colour="text2",
                align="right",
                name=f"score{place}:deal",
            )
        if bar:
            high = 0.75 * u
            progress(
                plan, Box(box.x + pad, box.bottom - 1.9 * u - high / 2, room, high), score.total / view.match.target
            )


def _sum(plan: Plan, before: int, points: int) -> str:
    """ "121 + 73"."""
    return f"{plan.words.number(before)} {'−' if points < 0 else '+'} {abs(points)}"


def _beside(
    plan: Plan, totals: Sequence[str], sums: Sequence[str], room: float, high: float
) -> tuple[float, float | None]:
    """The sizes of total and sum side by side, alike on all cards."""
    s = plan.s
    small = len(totals) > 4
    for total_em, sum_em in [(s / 6.2 * by, s / 19 * by) for by in (1, 0.92, 0.84, 0.76, 0.69, 0.62)] + [
        (s / 10, s / 28),
        (s / 10, s / 34),
        *([(s / 12, s / 34), (s / 14, s / 36)] if small else []),
    ]:
        total_em, sum_em = max(total_em, s / 10 if not small else s / 14), max(sum_em, s / 36)
        if total_em > 0.62 * high:
            continue
        widths = [
            plan.width(total, "score", total_em) + plan.width(text, "deal-points", sum_em)
            for total, text in zip(totals, sums, strict=True)
        ]
        if max(widths) + 1.2 * plan.u <= room:
            return total_em, sum_em
    return s / (14 if small else 10), None
