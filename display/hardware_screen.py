"""Every reader, button and lamp live: it lights up as a card lies on it, as it is pressed, as it is lit."""

from __future__ import annotations

from math import ceil
from typing import TYPE_CHECKING

from display.keys import choice_caps, choices_of
from display.layout import Box, Mini
from display.ready import note_panel, ready_frame
from display.view import Intent

if TYPE_CHECKING:
    from display.plan import Plan
    from display.view import HardwarePart, HardwareView

ICONS = {"reader": "reader", "button": "disc", "lamp": "lamp"}
PLACES = ("draw", "discard", "shared")  # readers that are called by what lies there
SICK = ("fault", "mute", "off")
WIDEST = 0.62  # of a cell, in S


def hardware_screen(plan: Plan, view: HardwareView) -> None:
    """Adds the whole screen."""
    u, words = plan.u, plan.words
    middle = ready_frame(plan, view, words.ready("hardware"))
    note_h = 0.1 * plan.s
    note = Box(middle.x, middle.bottom - note_h, middle.w, note_h)
    if view.note is None:
        _hint(plan, note, words.ready("hardware/try" if view.parts else "hardware/nothing"))
    note_panel(plan, note, view.note)
    if view.parts:
        _cells(plan, Box(middle.x, middle.y, middle.w, note.y - u - middle.y), view)


def _hint(plan: Plan, box: Box, text: str) -> None:
    """What can be tried, where nothing else is to be said."""
    em = plan.fitted(text, "note", box.w - 2 * plan.u)
    plan.text(text, "note", box.x + plan.u, box.cy, em=em, width=box.w - 2 * plan.u, ground="ground", name="hint")


def _cells(plan: Plan, box: Box, view: HardwareView) -> None:
    """A cell a part; readers, buttons and lamps each begin a row."""
    groups = [[place for place, part in enumerate(view.parts) if part.kind == kind] for kind in ICONS]
    groups = [group for group in groups if group]
    gap = 0.9 * plan.u
    columns = _columns(plan, box, [len(group) for group in groups], gap)
    lines = sum(ceil(len(group) / columns) for group in groups)
    high = min((box.h - (lines - 1) * gap) / lines, 0.2 * plan.s)
    wide = (box.w - (columns - 1) * gap) / columns
    caps = choice_caps(view, plan.words)
    lamps = [choice.number for choice in choices_of(view)]
    marked = lamps[plan.focus] if plan.focus is not None and plan.focus < len(lamps) else None
    y = box.y
    for group in groups:
        for at in range(0, len(group), columns):
            for column, place in enumerate(group[at : at + columns]):
                cell = Box(box.x + column * (wide + gap), y, wide, high)
                _cell(plan, cell, view.parts[place], cap=caps.get(place, ""), name=f"part{place}")
                if view.parts[place].kind == "lamp":
                    plan.target(cell, Intent("choose", number=place), button=True)
                if place == marked:
                    plan.panel(
                        cell.inset(-0.3 * plan.u), None, 1.5 * plan.u, edge="text", width=max(2.0, plan.s / 200),
                        over=True, name="focus",
                    )  # fmt: skip
            y += high + gap


def _columns(plan: Plan, box: Box, counts: list[int], gap: float) -> int:
    """The number of columns at which a cell is neither too flat nor too narrow."""

    def badness(columns: int) -> float:
        lines = sum(ceil(count / columns) for count in counts)
        high = min((box.h - (lines - 1) * gap) / lines, 0.2 * plan.s)
        wide = (box.w - (columns - 1) * gap) / columns
        flat, narrow = max(0.0, 0.0875 * plan.s - high), max(0.0, 0.34 * plan.s - wide)
        return 8 * flat + narrow + max(0.0, wide - WIDEST * plan.s) / 4

    return min(range(1, max(counts) + 1), key=badness)


def _cell(plan: Plan, box: Box, part: HardwarePart, *, cap: str, name: str) -> None:
    """One part: what it is and whose, how it is, and what lies on it."""
    s, u = plan.s, plan.u
    sick = part.kind == "reader" and part.state in SICK
    fill, ink, faint = ("win", "on_win", "on_win") if part.active else ("surface", "text", "text2")
    edge = "alert_edge" if sick else None
    plan.panel(box, fill, 1.2 * u, edge=edge, width=max(2.0, s / 240) if edge else 0.0, name=name)
    inner = box.inset(0.9 * u, 0.6 * u)
    side = min(0.05 * s, 0.7 * inner.h)
    icon = "alert" if sick else ICONS[part.kind]
    colour = "alert_edge" if sick and not part.active else ink
    left, right = inner.x + side + 0.9 * u, inner.right
    if part.cards:  # the card in place of the icon
        high = min(inner.h, 0.11 * s)
        plan.things.append(Mini(box=Box(inner.x, box.cy - high / 2, 0.74 * high, high), card=part.cards[0], name=name))
        left = inner.x + 0.74 * high + 0.9 * u
    else:
        plan.icon(icon, Box(inner.x, box.cy - side / 2, side, side), colour, fill, name=name)
    if cap and not part.cards and right - left > 0.3 * s:
        plan.cap(cap, right - plan.cap_width(cap), box.cy, ink, fill)
        right -= plan.cap_width(cap) + 0.6 * u
    elif part.tried and not part.active and right - left > 0.25 * s:
        side = min(0.04 * s, 0.6 * inner.h)
        plan.icon("check", Box(right - side, box.cy - side / 2, side, side), ink, fill, name=name)
        right -= side + 0.6 * u
    lines = [plan.words.ready(_state(part)), *_more(plan, part, right - left, inner.h)]
    em = plan.floor("label")
    step = 1.25 * em
    top_em = min(plan.em("label-bold"), 0.5 * inner.h)
    y = box.cy - (len(lines) * step) / 2
    _whose(plan, part, left, y, right, max(top_em, plan.floor("label-bold")), ink, fill, name)
    for number, line in enumerate(lines):
        at = y + step * (number + 1)
        plan.text(line, "label", left, at, em=em, width=right - left, colour=faint, ground=fill, name=name)


def _whose(
    plan: Plan, part: HardwarePart, left: float, y: float, right: float, em: float, ink: str, fill: str, name: str
) -> None:
    """The seat's shape and name, or what the part is called."""
    x = left
    if part.seat is not None:
        tile = min(0.042 * plan.s, 1.15 * em)
        x = plan.tile(part.seat, x, y, tile, name=name) + 0.6 * plan.u
    called = part.whose or (plan.words.ready(part.name) if part.name in PLACES else part.name)
    floor = plan.floor("label-bold")
    size = max(floor, plan.fonts.fit(called, em, right - x, bold=True, floor=floor) or floor)
    shown = plan.fonts.shorten(called, size, right - x, bold=True)
    plan.text(shown, "label-bold", x, y, em=size, colour=ink, ground=fill, name=name)


def _state(part: HardwarePart) -> str:
    """The id of what is said of how it is."""
    if part.kind == "lamp":
        return "state/lit" if part.active else "state/dark"
    if part.kind == "button":
        return "state/down" if part.active else "state/tried" if part.tried else "state/up"
    if len(part.cards) + part.unknown > 1:
        return "state/two-cards"
    return "state/unknown-card" if part.unknown else f"state/{part.state}"


def _more(plan: Plan, part: HardwarePart, room: float, high: float) -> list[str]:
    """Where it is wired and what it tells of itself, as far as there is room for it."""
    em = plan.floor("label")
    places = [part.name if part.whose else "", part.place, part.detail]
    known = [text for text in dict.fromkeys(places) if text and text != part.whose]
    lines: list[str] = []
    most = int((high - 0.6 * em) / (1.25 * em)) - 1
    for text in known:
        if lines and plan.width(f"{lines[-1]} · {text}", "label", em) <= room:
            lines[-1] += f" · {text}"
        elif len(lines) < most and plan.width(text, "label", em) <= room:
            lines.append(text)
    return lines
