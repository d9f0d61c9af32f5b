"""What stands round the table on the play screen: turn pill, context, score cards, facts, buttons, line of keys."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from math import ceil
from typing import NamedTuple

from display.keys import keys_now, trick_of
from display.layout import Back, Box, Chip, Mini
from display.outlines import is_french
from display.plan import Plan
from display.scores import score_cards
from display.view import Fact, Intent, PlayView, View


class Areas(NamedTuple):
    """The boxes of the play screen."""

    bar: Box
    felt: Box
    keys: Box
    scores: Box
    facts: Box
    buttons: Box


def areas(plan: Plan, view: PlayView) -> Areas:
    """Where everything stands on a screen of this shape. Wide: a column at the right; upright: rows."""
    w, h, s = plan.size[0], plan.size[1], plan.s
    sides = len(view.match.scores)
    margin, gap = 1.4 * plan.u, 1.0 * plan.u
    key_h = s / 17 if key_rows(plan, view) == 1 else s / 10
    inner = w - 2 * margin
    if plan.upright:
        buttons = Box(margin, h - key_h - 0.111 * s - 0.5 * plan.u, inner, 0.111 * s)
        facts = Box(margin, buttons.y - 0.021 * s - 0.178 * s, inner, 0.178 * s)
        scores = Box(margin, 0.131 * s, inner, 0.27 * s)
        felt_y = scores.bottom + 0.02 * s
        felt = Box(margin, felt_y, inner, facts.y - 0.02 * s - felt_y)
        return Areas(
            Box(margin, margin, inner, 0.091 * s), felt, Box(margin, h - key_h, inner, key_h), scores, facts, buttons
        )
    column_w = min(0.50 * s, 0.265 * w)
    column = Box(w - margin - column_w, margin, column_w, h - 2 * margin)
    table_w = column.x - margin - margin
    bar = Box(margin, margin, table_w, 0.083 * s)
    felt = Box(margin, bar.bottom + gap, table_w, h - key_h - bar.bottom - gap - 0.2 * plan.u)
    score_h = 0.49 * s if sides <= 2 else _rows_high(plan, sides)
    button_h = 0.105 * s if column_w > 0.4 * s else 0.21 * s + gap  # under one another in a narrow column
    buttons = Box(column.x, column.bottom - button_h, column_w, button_h)
    scores = Box(column.x, column.y, column_w, score_h)
    facts = Box(
        column.x + 0.6 * plan.u, scores.bottom + gap, column_w - 1.2 * plan.u, buttons.y - scores.bottom - 2 * gap
    )
    return Areas(bar, felt, Box(margin, h - key_h, table_w, key_h), scores, facts, buttons)


def _rows_high(plan: Plan, sides: int) -> float:
    rows = sides if sides <= 4 else ceil(sides / 2) if sides <= 8 else ceil(sides / 3)
    return rows * 0.118 * plan.s + (rows - 1) * plan.u


def surround(plan: Plan, view: PlayView) -> Areas:
    """Adds everything round the table; the boxes of the screen."""
    where = areas(plan, view)
    turn_bar(plan, where.bar, view)
    score_cards(plan, where.scores, view.match)
    if "sheet" in keys_now(view):
        plan.target(where.scores, Intent("sheet"))
    facts(plan, where.facts, view)
    play_buttons(plan, where.buttons, view)
    key_line(plan, where.keys, view)
    return where


def turn_bar(plan: Plan, bar: Box, view: PlayView) -> None:
    """The pill with whose turn it is, whole, and beside it as much of the context as there is room for."""
    words, u = plan.words, plan.u
    names = [seat.name for seat in view.match.seats]
    tile = bar.h * 0.66
    pad = bar.h * 0.14
    known = view.turn is not None
    text = words.turn(names[view.turn]) if view.turn is not None else words.nobody_knows()
    room = bar.w - (pad + tile + 1.3 * u if known else 2.0 * u) - 2.2 * u
    em = plan.fitted(text, "turn", room)
    wide = min(plan.width(text, "turn", em), room)
    fill, ink = ("turn", "on_turn") if known else ("raised", "text")
    left = pad + tile + 1.3 * u if known else 2.0 * u
    pill = Box(bar.x, bar.y, left + wide + 2.2 * u, bar.h)
    plan.panel(pill, fill, bar.h / 2, name="turn")
    if view.turn is not None:
        plan.tile(view.turn, pill.x + pad + 0.2 * u, pill.cy, tile, name="turn")
    plan.text(text, "turn", pill.x + left, pill.cy, em=em, width=room, colour=ink, ground=fill, name="turn")
    parts = words.context(view.match.game, view.match.deal, view.trick, view.tricks)
    marked = view.match.simulated and not plan.upright
    mark_w = mark_width(plan) + 1.2 * u if marked else 0.0
    left = context(plan, parts, bar.right, bar.cy, bar.right - pill.right - 1.6 * u - mark_w)
    if marked:
        simulated_mark(plan, Box(left - mark_w, bar.cy - 1.4 * u, mark_w - 1.2 * u, 2.8 * u))


def context(plan: Plan, parts: Sequence[str], right: float, middle: float, room: float) -> float:
    """Adds game, deal and trick, flush right; the first parts go where there is no room, then the size.

    The x of its left edge.
    """
    for first in range(len(parts)):
        text = " · ".join(parts[first:])
        em = plan.fitted(text, "context", room)
        if plan.width(text, "context", em) <= room:
            return plan.text(
                text, "context", right, middle, em=em, colour="text2", ground="ground", align="right"
            ).box.x
    return right


def facts(plan: Plan, area: Box, view: PlayView) -> None:
    """What the game's state needs: label left, value right, hairlines between the rows."""
    shown = [_of_last(fact, view) if view.showing_last else fact for fact in view.facts]
    if not shown:
        return
    if plan.upright:
        rows = max(1, (len(shown) + 1) // 2)
        left, right = area.columns(2, 0.043 * plan.s)
        boxes = [box for column in (left, right) for box in column.rows(max(2, rows))[:rows]]
        groups = [
            list(zip(boxes[:rows], shown[:rows], strict=False)),
            list(zip(boxes[rows:], shown[rows:], strict=False)),
        ]
    else:
        height = min(area.h / len(shown), 0.115 * plan.s)
        top = area.y + (area.h - height * len(shown)) / 2
        boxes = [Box(area.x, top + height * row, area.w, height) for row in range(len(shown))]
        groups = [list(zip(boxes, shown, strict=True))]
    for group in groups:
        for row, (box, fact) in enumerate(group):
            if row:
                plan.rule(box.x, box.y, box.w)
            _fact(plan, box, fact)


def _of_last(fact: Fact, view: PlayView) -> Fact:
    """A fact as it was in the last trick, while that is shown."""
    if fact.label == "in-trick" and view.last_points is not None:
        return replace(fact, points=view.last_points)
    if fact.label == "led" and view.last_trick and is_french(view.last_trick[0].card):
        return replace(fact, suit=view.last_trick[0].card[1])
    return fact


def _fact(plan: Plan, box: Box, fact: Fact) -> None:
    words, u = plan.words, plan.u
    middle, right = box.cy, box.right
    high = min(0.0586 * plan.s, box.h - 0.8 * u)
    gap = 0.9 * u
    value = "–"  # nothing led yet: the row stays, so that the others do not jump
    if fact.points is not None:
        value = words.points(fact.points)
    elif fact.count is not None:
        value = words.number(fact.count)
    elif fact.suit is not None:
        value = words.suit(fact.suit)
    elif fact.word is not None:
        value = words.label(fact.word)
    chip_w = 0.86 * high + gap if fact.suit is not None and fact.word is None else 0.0
    back_h = min(0.060 * plan.s, box.h - 1.2 * u)
    backs_w = back_h / 1.4 + 0.10 * back_h + gap if fact.label == "stock" and fact.count else 0.0
    if fact.cards:
        mini_h = min(0.0655 * plan.s, box.h - 0.8 * u)
        left = _minis(plan, fact.cards, right, middle, mini_h)
    else:
        text = plan.text(value, "value", right, middle, ground="ground", align="right", name=f"fact:{fact.label}")
        left = text.box.x
        label_w = plan.width(words.label(fact.label), "label", plan.s / 36)
        if chip_w and fact.suit is not None and left - chip_w - u - label_w >= box.x:
            left -= chip_w
            chip = Box(left, middle - high / 2, 0.86 * high, high)
            plan.things.append(Chip(box=chip, suit=fact.suit))
        if backs_w:
            left -= backs_w
            stack(plan, Box(left, middle - back_h / 2 * 1.06, back_h / 1.4, back_h), min(3, fact.count or 0))
    room = left - box.x - 1.0 * u
    plan.text(words.label(fact.label), "label", box.x, middle, width=room, colour="text2", ground="ground")


def _minis(plan: Plan, cards: Sequence[str], right: float, middle: float, high: float) -> float:
    wide, gap = 0.74 * high, 0.12 * plan.u
    left = right - len(cards) * wide - (len(cards) - 1) * gap
    for place, card in enumerate(cards):
        plan.things.append(Mini(box=Box(left + place * (wide + gap), middle - high / 2, wide, high), card=card))
    return left


def stack(plan: Plan, box: Box, count: int) -> None:
    """Up to three backs, each a little lower and further right."""
    step = 0.05 * box.h
    for place in range(count):
        shift = step * place
        plan.things.append(Back(box=box.moved(shift, shift), over=place > 0))


def play_buttons(plan: Plan, area: Box, view: PlayView) -> None:
    """Undo and menu, as far as they work now; without a menu the last trick."""
    works = view.match.keys or keys_now(replace(view, alert=None))
    shown = [do for do in ("undo", "menu" if "menu" in works else "last-trick") if do in works]
    if not shown:
        return
    stacked = area.h > 0.15 * plan.s
    gap = (1.2 if plan.upright else 0.9) * plan.u
    for box, do in zip(area.rows(2, gap) if stacked else area.columns(len(shown), gap), shown, strict=False):
        plan.button(box, plan.words.button(do), Intent(do), icon="stack" if do == "last-trick" else do)


class _Keys(NamedTuple):
    """The line of keys as it is set: (cap, what it does) in one or two rows, and the space between two."""

    rows: tuple[tuple[tuple[str, str], ...], ...]
    between: float


def _mark_in_line(plan: Plan, view: View) -> bool:
    """Whether the line of keys has the mark of the mock table: on wide play screens it stands in the bar."""
    return view.match.simulated and (plan.upright or not isinstance(view, PlayView))


def _set_keys(plan: Plan, view: View, room: float) -> _Keys:
    """The keys that work now: in one row, on an upright screen in two; as many as there is room for."""
    trick = trick_of(view)
    shown = [plan.words.key(key, trick) for key in keys_now(view)]
    mark = mark_width(plan) + 1.4 * plan.u if _mark_in_line(plan, view) else 0.0
    widths = [plan.cap_width(cap) + 0.7 * plan.u + plan.width(does, "key") for cap, does in shown]
    most = 2 if plan.upright else 1
    for between in (1.8 * plan.u, 1.3 * plan.u, 0.9 * plan.u):
        rows: list[list[tuple[str, str]]] = [[]]
        used = mark
        for key, width in zip(shown, widths, strict=True):
            if rows[-1] and used + between + width > room and len(rows) < most:
                rows.append([])
                used = 0.0
            used += width + (between if rows[-1] else 0.0)
            if used > room:
                break
            rows[-1].append(key)
        else:
            break
    return _Keys(tuple(tuple(row) for row in rows), between)


def key_rows(plan: Plan, view: View) -> int:
    """How many rows the line of keys takes on this screen."""
    return len(_set_keys(plan, view, plan.size[0] - 3.4 * plan.u).rows) if plan.upright else 1


def mark_width(plan: Plan) -> float:
    """How wide the mark of the mock table is."""
    return plan.width(plan.words.label("simulated"), "key-cap") + 1.6 * plan.u


def simulated_mark(plan: Plan, box: Box) -> None:
    """Adds the mark that this is the mock table, which always stands somewhere."""
    plan.panel(box, None, box.h / 2, edge="edge", width=max(1.0, plan.s / 500), name="simulated")
    text = plan.words.label("simulated")
    plan.text(text, "key-cap", box.cx, box.cy, colour="text2", ground="ground", align="centre", name="simulated")


def key_line(plan: Plan, area: Box, view: View) -> None:
    """The keys that work now, and at the right the mark of the mock table."""
    u = plan.u
    lines = _set_keys(plan, view, area.w - 0.6 * u)
    for line, (row, box) in enumerate(zip(lines.rows, area.rows(len(lines.rows)), strict=True)):
        middle = box.y + box.h * 0.46
        if line == 0 and _mark_in_line(plan, view):
            wide = mark_width(plan)
            mark = Box(area.right - wide, middle - 1.4 * u, wide, 2.8 * u)
            simulated_mark(plan, mark)
        x = area.x + 0.3 * u
        for cap, does in row:
            x = plan.cap(cap, x, middle, "text2", "ground") + 0.7 * u
            x = plan.text(does, "key", x, middle, colour="text2", ground="ground").box.right + lines.between
