"""The plates of the seats: shape, name, and in small what else there is to say of a seat."""

from __future__ import annotations

from typing import TYPE_CHECKING

from display import notes
from display.layout import Box
from display.notes import Inks, Token, inks

if TYPE_CHECKING:
    from display.plan import Plan
    from display.view import PlayView

LOW, LOWER = 0.178, 0.15  # S: a plate must be so high for shape, name and two lines (one) under one another
LARGE, SMALL = 29, 36  # parts of S: the sizes of what is small


def plate_panel(plan: Plan, box: Box, view: PlayView, seat: int) -> Inks:
    """Adds the panel of a plate, with the sign of a sick reader in its corner; its colours."""
    u = plan.u
    colours = inks(view, seat)
    edge = None if view.turn == seat else "line"
    plan.panel(box, colours.fill, 1.2 * u, edge=edge, width=plan.hairline, name=f"seat{seat}")
    if _sick(view, seat):
        side = 2.6 * u
        corner = Box(box.right - side - 0.7 * u, box.y + 0.7 * u, side, side)
        plan.icon("reader", corner, colours.ink, colours.fill, name=f"seat{seat}")
    return colours


def _sick(view: PlayView, seat: int) -> bool:
    return view.match.seats[seat].reader not in ("", "ok")


def lying_plate(plan: Plan, box: Box, view: PlayView, seat: int, *, backs: bool = False) -> None:
    """A plate with shape and name side by side, as at the top and bottom of the felt; small words beside or under it.

    `backs`: it says how many cards the seat holds.
    """
    said, noted = notes.states(plan, view, seat), notes.notes(plan, view, seat, backs=backs)
    if noted or box.w < 0.4 * plan.s:
        _two_lines(plan, box, view, seat, said, noted)
    else:
        _one_line(plan, box, view, seat, said)


def _one_line(plan: Plan, box: Box, view: PlayView, seat: int, said: list[Token]) -> None:
    """Shape, name and small words side by side."""
    u, name = plan.u, f"seat{seat}"
    colours = plate_panel(plan, box, view, seat)
    tile, gap = min(0.72 * box.h, plan.s / 16), 1.0 * u
    room = box.w - 2.4 * u - tile - gap - (5.2 * u if _sick(view, seat) else 0.0)
    text, word_em = view.match.seats[seat].name, plan.s / LARGE
    least = min(plan.width(text, "name", plan.floor("name")), 0.6 * room)
    line = notes.fitted(plan, said, word_em, room - least - 1.4 * u)
    if not line.tokens:
        word_em = plan.s / SMALL
        line = notes.fitted(plan, said, word_em, room - least - 1.4 * u)
    words_w = line.wide + 1.4 * u if line.tokens else 0.0
    em = plan.fitted(text, "name", room - words_w)
    text = plan.fonts.shorten(text, em, room - words_w, bold=True)
    wide = plan.width(text, "name", em)
    x = box.cx - (tile + gap + wide + words_w) / 2
    x = plan.tile(seat, x, box.cy, tile, name=name) + gap
    plan.text(text, "name", x, box.cy, em=em, colour=colours.ink, ground=colours.fill, name=name)
    notes.draw(plan, line, x + wide + 1.4 * u, box.cy, word_em, colours, name)


def _two_lines(plan: Plan, box: Box, view: PlayView, seat: int, said: list[Token], noted: list[Token]) -> None:
    """Shape and name, and under the name whatever is small; on a wide plate whose turn it is stays beside the name."""
    u, s, name = plan.u, plan.s, f"seat{seat}"
    colours = plate_panel(plan, box, view, seat)
    tile, gap = min(0.66 * box.h, s / 16), 0.9 * u
    pad = 0.9 * u
    room = box.w - 2 * pad - tile - gap
    sign = 3.4 * u if _sick(view, seat) else 0.0
    text = view.match.seats[seat].name
    em = min(plan.fitted(text, "name", room - sign), s / 22)
    text = plan.fonts.shorten(text, em, room - sign, bold=True)
    wide = plan.width(text, "name", em)
    word_em = s / 34 if box.h > 0.08 * s else s / SMALL
    beside = notes.fitted(plan, said, word_em, room - sign - wide - 1.4 * u)
    together = len(beside.tokens) == len(said) and bool(noted) and bool(said)
    under = notes.fitted(plan, noted if together else notes.ranked(said, noted), word_em, room)
    if not under.tokens and word_em > s / SMALL:
        word_em = s / SMALL
        under = notes.fitted(plan, noted if together else notes.ranked(said, noted), word_em, room)
    upper = box.y + (0.33 if under.tokens else 0.5) * box.h
    used = max(wide + (beside.wide + 1.4 * u if together else 0.0), under.wide)
    x = box.x + pad if box.w < 0.4 * s else box.cx - (tile + gap + used) / 2
    x = plan.tile(seat, x, box.cy, tile, name=name) + gap
    plan.text(text, "name", x, upper, em=em, colour=colours.ink, ground=colours.fill, name=name)
    if together:
        notes.draw(plan, beside, x + wide + 1.4 * u, upper, word_em, colours, name)
    notes.draw(plan, under, x, box.y + 0.735 * box.h, word_em, colours, name)


def standing_plate(plan: Plan, box: Box, view: PlayView, seat: int, *, backs: bool = False) -> None:
    """A plate with shape over name over what is small, as at the sides of the felt."""
    u, s, name = plan.u, plan.s, f"seat{seat}"
    room = box.w - 1.6 * u
    said, noted = notes.states(plan, view, seat), notes.notes(plan, view, seat, backs=backs)
    lines = _lines(plan, [part for part in (said, noted) if part], room)
    if box.h < (LOW if len(lines) > 1 else LOWER) * s:
        lying_plate(plan, box, view, seat, backs=backs)
        return
    colours = plate_panel(plan, box, view, seat)
    text = view.match.seats[seat].name
    em = plan.fitted(text, "name", room)
    text = plan.fonts.shorten(text, em, room, bold=True)
    line_h = 0.043 * s if len(lines) < 2 else 0.037 * s
    tile = min(0.063 * s, 0.34 * box.h)
    high = tile + 0.062 * s + line_h * len(lines)
    if high > box.h - 1.2 * u:
        tile = max(0.04 * s, tile - (high - box.h + 1.2 * u))
        high = tile + 0.062 * s + line_h * len(lines)
    y = box.cy - high / 2
    plan.tile(seat, box.cx - tile / 2, y + tile / 2, tile, name=name)
    y += tile + 0.012 * s + 0.025 * s
    plan.text(text, "name", box.cx, y, em=em, colour=colours.ink, ground=colours.fill, align="centre", name=name)
    y += 0.049 * s if len(lines) < 2 else 0.044 * s
    for line, word_em in lines:
        notes.draw(plan, line, box.cx - line.wide / 2, y, word_em, colours, name)
        y += line_h


def _lines(plan: Plan, parts: list[list[Token]], room: float) -> list[tuple[notes.Line, float]]:
    """The lines of a narrow plate with their sizes: what is said of any seat, and what the game notes."""
    lines = []
    for tokens in parts:
        line, em = notes.fitted(plan, tokens, plan.s / LARGE, room), plan.s / LARGE
        if len(parts) > 1 or len(line.tokens) < len(tokens) or any(short for _, short in line.tokens):
            line, em = notes.fitted(plan, tokens, plan.s / SMALL, room), plan.s / SMALL
        if line.tokens:
            lines.append((line, em))
    return lines
