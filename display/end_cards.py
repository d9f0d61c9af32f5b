"""The end of a game that has no sheet: a card a side with its points, or, where there are none, who has won or lost."""

from __future__ import annotations

from math import ceil
from typing import TYPE_CHECKING

from display.layout import Box
from display.scores import side_names
from display.words import seats_of

if TYPE_CHECKING:
    from display.plan import Plan
    from display.view import EndView, SheetView


def one_deal(plan: Plan, area: Box, view: EndView | SheetView) -> None:
    """A game of one deal has no sheet: a card a side with its points, large, and the crown at the best."""
    s, u, match = plan.s, plan.u, view.match
    sides = len(match.scores)
    columns = sides if not plan.upright else 1 if sides <= 3 else 2
    if not plan.upright and sides > 4:
        columns = ceil(sides / 2)
    boxes = [box for row in area.rows(ceil(sides / columns), u) for box in row.columns(columns, 1.4 * u)]
    pad = 1.7 * u
    em = 0.25 * s
    widest = max((plan.words.number(score.total) for score in match.scores), key=len)
    room = boxes[0].w - 2 * pad
    em = min(em, 0.62 * (boxes[0].h - 0.1 * s) / 0.7)
    while em > s / 14 and plan.width(widest, "score", em) + 0.36 * em > room:
        em *= 0.95
    for side, (box, score) in enumerate(zip(boxes, match.scores, strict=False)):
        plan.panel(box, name=f"score{side}")
        tile = 0.046 * s
        top = box.y + tile / 2 + 1.5 * u
        x = plan.tiles(score.seats, box.x + pad, top, tile, 0.5 * u) + 0.9 * u
        names = side_names(plan, match, score.seats, "label-bold", s / 27, box.right - pad - x)
        plan.text(names, "label-bold", x, top, em=s / 27)
        middle = (top + tile / 2 + box.bottom) / 2
        text = plan.text(plan.words.number(score.total), "score-small", box.x + pad, middle, em=em, name="final")
        if side in view.winners:
            crown = 0.3 * em
            plan.icon("crown", Box(text.box.right + 0.06 * em, middle - crown / 2, crown, crown), "text", "surface")


def everybody(plan: Plan, area: Box, view: EndView) -> None:
    """A game without points: everybody with shape and name, the crown at the winners and the word at the losers."""
    s, u, words = plan.s, plan.u, plan.words
    seats = len(view.match.seats)
    won = {seat for side in view.winners for seat in seats_of(view, side)}
    lost = {seat for side in view.losers for seat in seats_of(view, side)}
    columns = 2 if plan.upright or seats <= 4 else 3 if seats <= 6 else 4
    rows = ceil(seats / columns)
    high = min(0.22 * s, (area.h - (rows - 1) * u) / rows)
    top = area.y + max(0.0, (area.h - rows * high - (rows - 1) * u) / 3)
    wide = min(0.8 * s, (area.w - (columns - 1) * 1.4 * u) / columns)
    left = area.cx - (columns * wide + (columns - 1) * 1.4 * u) / 2
    for seat, face in enumerate(view.match.seats):
        row, column = divmod(seat, columns)
        box = Box(left + column * (wide + 1.4 * u), top + row * (high + u), wide, high)
        plan.panel(box, edge="edge" if seat in won else None, width=s / 200, name=f"seat{seat}")
        tile = min(0.075 * s, 0.5 * box.h)
        x = plan.tile(seat, box.x + 1.5 * u, box.cy, tile, name=f"seat{seat}") + 1.2 * u
        crown = min(0.06 * s, 0.4 * box.h) if seat in won else 0.0
        room = box.right - 1.5 * u - x - (crown + u if crown else 0.0)
        em = plan.fitted(face.name, "name", room)
        name = plan.fonts.shorten(face.name, em, room, bold=True)
        word = words.label("winner" if seat in won else "loser") if seat in won or (seat in lost and not won) else ""
        middle = box.cy - (0.025 * s if word else 0.0)
        plan.text(name, "name", x, middle, em=em, name=f"seat{seat}")
        if word:
            plan.text(word, "label", x, box.cy + 0.032 * s, width=room, colour="text2", name=f"seat{seat}")
        if crown:
            at = Box(box.right - 1.5 * u - crown, box.cy - crown / 2, crown, crown)
            plan.icon("crown", at, "text", "surface", name=f"seat{seat}")
