"""What stands round the table on the play screen: turn pill, context, score cards, facts, buttons, line of keys."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from math import ceil
from typing import NamedTuple

from display.facts import facts, shown_facts
from display.keys import keys_now, trick_of
from display.layout import Box
from display.plan import Plan
from display.scores import score_cards
from display.view import DeckView, HardwareView, Intent, PlayView, SetupView, View


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
    sides, told = len(view.match.scores), bool(shown_facts(view))
    margin, gap = 1.4 * plan.u, 1.0 * plan.u
    key_h = s / 17 if key_rows(plan, view) == 1 else s / 10
    inner = w - 2 * margin
    if plan.upright:
        buttons = Box(margin, h - key_h - 0.111 * s - 0.5 * plan.u, inner, 0.111 * s)
        high = 0.178 * s if told else 0.0
        facts = Box(margin, buttons.y - (0.021 * s + high if told else 0.0), inner, high)
        scores = Box(margin, 0.131 * s, inner, 0.0 if not sides else 0.27 * s if sides <= 12 else 0.38 * s)
        felt_y = scores.bottom + (0.02 * s if sides else 0.0)
        felt = Box(margin, felt_y, inner, facts.y - 0.02 * s - felt_y)
        return Areas(
            Box(margin, margin, inner, 0.091 * s), felt, Box(margin, h - key_h, inner, key_h), scores, facts, buttons
        )
    column_w = min((0.50 if sides else 0.40 if told else 0.30) * s, 0.265 * w)
    column = Box(w - margin - column_w, margin, column_w, h - 2 * margin)
    table_w = column.x - margin - margin
    bar = Box(margin, margin, table_w, 0.083 * s)
    felt = Box(margin, bar.bottom + gap, table_w, h - key_h - bar.bottom - gap - 0.2 * plan.u)
    score_h = 0.0 if not sides else 0.49 * s if sides <= 2 else _rows_high(plan, sides)
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
    text = words.turn(names[view.turn]) if view.turn is not None else words.nobody_knows(view.match.game)
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
    if isinstance(view, DeckView | SetupView | HardwareView):
        return view.simulated
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
