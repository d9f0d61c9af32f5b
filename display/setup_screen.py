"""Setting a table up: the question that stands with its answers, and what has been found so far."""

from __future__ import annotations

from math import ceil
from typing import TYPE_CHECKING

from display.keys import choice_caps
from display.labels import LANGUAGES
from display.layout import Box, around
from display.ready import note_height, note_panel, ready_frame
from display.view import Choice, Intent

if TYPE_CHECKING:
    from display.plan import Plan
    from display.view import SetupPlace, SetupView

OVER = ("written", "not-written")  # the ends
PICTURES = {
    "looking": "reader",
    "reader": "reader",
    "shared": "reader",
    "draw": "reader",
    "discard": "reader",
    "button": "disc",
    "written": "check",
}


def setup_screen(plan: Plan, view: SetupView) -> None:
    """Adds the whole screen."""
    u = plan.u
    middle = ready_frame(plan, view, plan.words.ready("setup"))
    shows_table = bool(view.places)
    if plan.upright:
        high = 0.5 * middle.h if shows_table else middle.h
        left = Box(middle.x, middle.y, middle.w, high)
        right = Box(middle.x, left.bottom + u, middle.w, middle.bottom - left.bottom - u)
    else:
        wide = 0.46 * middle.w if shows_table else 0.0
        left = Box(middle.x, middle.y, middle.w - wide - (u if wide else 0), middle.h)
        right = Box(left.right + u, middle.y, wide, middle.h)
    note = Box(left.x, left.bottom - note_height(plan), left.w, note_height(plan))
    panel = Box(left.x, left.y, left.w, (note.y - u if view.note else left.bottom) - left.y)
    plan.panel(panel)
    _question(plan, panel.inset(1.6 * u, 1.6 * u), view)
    note_panel(plan, note, view.note)
    if shows_table:
        plan.panel(right)
        _found(plan, right.inset(1.4 * u, 1.2 * u), view)


def _question(plan: Plan, box: Box, view: SetupView) -> None:
    """What is asked, large, and under it the answers."""
    u, words = plan.u, plan.words
    name = view.places[view.at].name if view.at is not None else ""
    text = words.ready(f"setup/{view.ask}", name=name)
    answers = bool(view.choices)
    most = 0.36 * box.h if answers else 0.7 * box.h
    end = plan.paragraph(text, "ask", Box(box.x, box.y, box.w, most), name="ask")
    if view.ask in OVER:
        text = words.ready("setup/next" if view.ask == "written" else "setup/as-it-was")
        room = Box(box.x, end + 1.6 * u, box.w, 0.3 * box.h)
        end = plan.paragraph(text, "body", room, colour="text2", name="next")
    if view.path and view.ask in ("write", "written"):
        _path(plan, view.path, Box(box.x, end + 1.4 * u, box.w, 0.06 * plan.s))
        end += 1.4 * u + 0.06 * plan.s
    if view.part and view.ask == "lamp":
        plan.text(view.part, "label", box.x, end + 2.2 * u, width=box.w, colour="text2", name="part")
        end += 3.6 * u
    rest = Box(box.x, end + 1.6 * u, box.w, box.bottom - end - 1.6 * u)
    if answers:
        _answers(plan, rest, view)
    else:
        _picture(plan, rest, view)


def _picture(plan: Plan, box: Box, view: SetupView) -> None:
    """What is to be touched: the seat's shape beside a reader or a button."""
    side = min(0.22 * plan.s, box.h, box.w / 3)
    if view.ask not in PICTURES or side < 0.06 * plan.s:
        return
    seat = None if view.at is None else view.places[view.at].seat
    x, y = box.x, box.cy - side / 2
    if seat is not None:
        x = plan.tile(seat, x, box.cy, side, name="picture") + 2 * plan.u
    plan.icon(PICTURES[view.ask], Box(x, y, side, side), "text", "surface", name="picture")


def _path(plan: Plan, path: str, box: Box) -> None:
    """The file, as much of its end as there is room for."""
    em = plan.floor("label")
    shown = path
    while len(shown) > 12 and plan.width(shown, "label", em) > box.w and "/" in shown[1:]:
        shown = shown[1:].partition("/")[2]
    if plan.width(shown, "label", em) <= box.w:
        plan.text(shown, "label", box.x, box.cy, em=em, colour="text2", name="path")


def _answers(plan: Plan, box: Box, view: SetupView) -> None:
    """The answers as buttons, in as few rows as they fit in."""
    caps = choice_caps(view, plan.words)
    count, gap = len(view.choices), 1.0 * plan.u
    texts = [_text(plan, view, choice) for choice in view.choices]
    widest = max(
        plan.width(text, "choice") + (0.06 * plan.s if choice.seat is not None else 0.0)
        for text, choice in zip(texts, view.choices, strict=True)
    )
    needed = 0.75 * widest + 4.5 * plan.u + (plan.cap_width("0") if caps else 0.0)
    columns = max(1, min(count, int((box.w + gap) / (max(needed, 0.12 * plan.s) + gap))))
    least = plan.s / 12
    while ceil(count / columns) * (least + gap) - gap > box.h and columns < count:
        columns += 1
    lines = ceil(count / columns)
    columns = ceil(count / lines)
    high = min((box.h - (lines - 1) * gap) / lines, plan.s / 8)
    wide = (box.w - (columns - 1) * gap) / columns
    for place, (choice, text) in enumerate(zip(view.choices, texts, strict=True)):
        line, column = divmod(place, columns)
        at = Box(box.x + column * (wide + gap), box.y + line * (high + gap), wide, high)
        _answer(plan, at, choice, text, cap=caps.get(choice.number, ""), usual=choice.number == view.usual)
        if plan.focus is not None and plan.focus == place:
            ring = at.inset(-0.35 * plan.u)
            plan.panel(ring, None, 1.6 * plan.u, edge="text", width=max(2.0, plan.s / 200), over=True, name="focus")


def _text(plan: Plan, view: SetupView, choice: Choice) -> str:
    if choice.count is not None:
        return plan.words.number(choice.count)
    if choice.seat is not None:
        return view.places[choice.seat].name
    if choice.word is not None:
        return LANGUAGES.get(choice.word, choice.word)
    return plan.words.ready(choice.do)


def _answer(plan: Plan, box: Box, choice: Choice, text: str, *, cap: str, usual: bool) -> None:
    """One answer: a seat's shape, its words, its key."""
    u = plan.u
    fill, ink = ("primary", "on_primary") if usual else ("button", "on_button")
    plan.panel(box, fill, 1.3 * u, name=f"choice:{choice.number}")
    tile = 0.05 * plan.s if choice.seat is not None else 0.0
    lead = tile + 0.8 * u if tile else 0.0
    room = box.w - 1.6 * u - lead - (plan.cap_width(cap) + 0.8 * u if cap else 0.0)
    if cap and plan.width(text, "choice", plan.em("choice") * 0.7) > room:
        room += plan.cap_width(cap) + 0.8 * u
        cap = ""
    if choice.seat is not None:
        floor = plan.floor("choice")
        em = plan.fonts.fit(text, plan.em("choice"), room, bold=True, floor=floor) or floor
        text = plan.fonts.shorten(text, em, room, bold=True)
    em = plan.fitted(text, "choice", room)
    wide = min(room, plan.width(text, "choice", em))
    x = box.cx - (lead + wide + (plan.cap_width(cap) + 0.8 * u if cap else 0.0)) / 2
    if choice.seat is not None:
        x = plan.tile(choice.seat, x, box.cy, tile) + 0.8 * u
    role = "label-bold" if choice.seat is not None else "choice"  # a name may be cut
    plan.text(text, role, x, box.cy, em=em, width=room, colour=ink, ground=fill)
    if cap:
        plan.cap(cap, x + wide + 0.8 * u, box.cy, ink, fill)
    plan.target(box, Intent("choose", number=choice.number), button=True)


def _found(plan: Plan, box: Box, view: SetupView) -> None:
    """A row a seat and a column a part: a tick where it is found, a dash where there is none, a ring while open."""
    s, u, words = plan.s, plan.u, plan.words
    columns = view.columns
    head = 0.062 * s if columns else 0.0
    row_h = min((box.h - head) / len(view.places), 0.1 * s)
    headings = [words.ready(column) for column in columns]
    em = plan.floor("label")
    wide = [max(plan.width(text, "label", em), 0.06 * s) + 1.4 * u for text in headings]
    name_w = box.w - sum(wide)
    lefts = [box.x + name_w + sum(wide[:place]) for place in range(len(columns))]
    for left, width, text in zip(lefts, wide, headings, strict=True):
        plan.text(text, "label", left + width / 2, box.y + head * 0.4, em=em, colour="text2", align="centre")
    if columns:
        plan.rule(box.x, box.y + head, box.w)
    for number, place in enumerate(view.places):
        row = Box(box.x, box.y + head + number * row_h, box.w, row_h)
        asked = number == view.at
        if asked:
            plan.panel(row.inset(-0.6 * u, 0.08 * row_h), "raised", 0.8 * u, over=True, name="asked-row")
        ground = "raised" if asked else "surface"
        _name(plan, Box(row.x, row.y, name_w, row_h), place, ground)
        for left, width, column in zip(lefts, wide, columns, strict=True):
            if place.seat is None and column != "reader":
                continue
            known = getattr(place, column)
            side = min(0.62 * row_h, 0.045 * s)
            _mark(plan, left + width / 2, row.cy, side, known, ground, name=f"{column}:{number}")


def _name(plan: Plan, box: Box, place: SetupPlace, ground: str) -> None:
    tile = min(0.8 * box.h, 0.055 * plan.s)
    x = box.x
    if place.seat is not None:
        plan.tile(place.seat, x, box.cy, tile)
    x += tile + 0.8 * plan.u
    room = box.right - x - 0.6 * plan.u
    name = place.name or plan.words.ready(place.id)
    size = min(plan.em("label-bold"), 0.8 * box.h)
    em = plan.fonts.fit(name, size, room, bold=True, floor=plan.floor("label-bold")) or plan.floor("label-bold")
    em = max(em, plan.floor("label-bold"))
    shown = plan.fonts.shorten(name, em, room, bold=True)
    plan.text(shown, "label-bold", x, box.cy, em=em, ground=ground, name="place")


def _mark(plan: Plan, x: float, y: float, side: float, known: str | None, ground: str, *, name: str) -> None:
    box = around(x, y, side, side)
    if known:
        plan.icon("check", box, "text", ground, name=name)
    elif known == "":
        plan.icon("bar", around(x, y, 0.6 * side, 0.6 * side), "edge", ground, name=name)
    else:
        plan.panel(box.inset(0.2 * side), None, 0.3 * side, edge="edge", width=plan.hairline, over=True, name=name)
