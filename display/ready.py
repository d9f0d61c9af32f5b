"""What the screens share on which a table is made ready: title, buttons, line of keys, and the note on the last tap."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from display.frame import context, key_line, key_rows
from display.keys import keys_now, primary
from display.layout import Box
from display.view import Intent

if TYPE_CHECKING:
    from display.plan import Plan
    from display.view import Note, ReadyView

ICONS = {"skip": "next", "back": "undo", "stop": "x", "hardware": "reader"}
BUTTONS = ("skip", "back", "hardware", "stop", "close")


def ready_frame(plan: Plan, view: ReadyView, title: str, told: Sequence[str] = ()) -> Box:
    """Adds title, what is told beside it, buttons and line of keys; the box between them."""
    s, u = plan.s, plan.u
    w, h = plan.size
    margin = 1.4 * u
    inset = margin + 1.7 * u
    line = margin + 0.0475 * s
    fits = plan.width(title, "title", plan.fitted(title, "title", w - 2 * inset)) <= w - 2 * inset
    role = "title" if fits else "flat-title"
    em = plan.fitted(title, role, w - 2 * inset)
    placed = plan.text(title, role, inset, line, em=em, width=w - 2 * inset, ground="ground", name="title")
    context(plan, told, w - inset, line, w - inset - placed.box.right - 2 * u)
    key_h = s / 17 if key_rows(plan, view) == 1 else s / 10
    high = s / 9.5
    row = Box(margin, h - key_h - 0.3 * u - high, w - 2 * margin, high)
    shown = [action for action in BUTTONS if action in keys_now(view)]
    enter = primary(view)
    for box, action in zip(row.columns(max(1, len(shown)), u), shown, strict=False):
        plan.button(
            box,
            plan.words.button(action),
            Intent(action),
            primary=action == enter,
            key=plan.words.key(action)[0],
            icon=ICONS.get(action, ""),
        )
    key_line(plan, Box(margin, h - key_h, w - 2 * margin, key_h), view)
    top = margin + 0.095 * s + u
    return Box(margin, top, w - 2 * margin, row.y - u - top)


def note_height(plan: Plan) -> float:
    """How high a note is, with its two lines."""
    return 0.125 * plan.s


def note_panel(plan: Plan, box: Box, note: Note | None) -> None:
    """Adds what came of the last tap, in up to two lines; nothing where there is no note."""
    text = "" if note is None else plan.words.note(note)
    if note is None or not text:
        return
    s, u = plan.s, plan.u
    ground = "surface" if note.good else "alert_body"
    edge = None if note.good else "alert_edge"
    plan.panel(box, ground, edge=edge, width=max(2.0, s / 240) if edge else 0.0, name="note")
    side = 0.06 * s
    icon = Box(box.x + 1.4 * u, box.cy - side / 2, side, side)
    plan.icon("check" if note.good else "alert", icon, "text" if note.good else "alert_edge", ground, name="note")
    room = Box(icon.right + 1.4 * u, box.y, box.right - icon.right - 3.0 * u, box.h)
    inner = room.inset(0, 0.8 * u)
    lines = _lines(plan, text, inner)
    high = 1.22 * lines[0] * (lines[1] - 1) + lines[0]
    plan.paragraph(
        text, "note", Box(inner.x, box.cy - high / 2, inner.w, high + 1), lines=lines[1], ground=ground, name="note"
    )


def _lines(plan: Plan, text: str, box: Box) -> tuple[float, int]:
    """The size of a note's text and how many lines it takes."""
    for step in (1.0, 0.92, 0.84, 0.77, 0.7, 0.65):
        em = max(plan.em("note") * step, plan.floor("note"))
        for lines in (1, 2):
            if 1.22 * em * (lines - 1) + em <= box.h and plan.fonts.wrap(text, em, box.w, lines, bold=True):
                return em, lines
    return plan.floor("note"), 2
