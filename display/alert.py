"""The alert: it takes the felt's box, and nothing else. Who, what rule, in one sentence, the cards that show it, and
what to do now. The only place where anything is red.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from display.keys import seat_meant, trick_of
from display.layout import Box, Panel
from display.plan import ROLES, Plan
from display.proof import Shown, proof_row, shown_groups
from display.text import LINE
from display.view import Alert, Intent, PlayView

MOST_CARDS = 5


class Shape(NamedTuple):
    """How an alert is arranged in its box: a tall one has everything under one another, a flat one in two columns."""

    tall: bool
    flat: bool
    narrow: bool  # buttons under one another
    header: float  # pixels


def alert_panel(plan: Plan, area: Box, view: PlayView, alert: Alert) -> None:
    """Adds an alert over the whole of `area`."""
    s, u, words = plan.s, plan.u, plan.words
    names = [seat.name for seat in view.match.seats]
    border = s / 200
    flat = area.h < 0.7 * s
    shape = Shape(area.h > 0.9 * area.w, flat, area.w < 0.7 * s, (0.105 if flat else 0.125) * s)
    plan.panel(area, "alert_body", 3 * u, edge="alert_edge", width=border, name="alert")
    _header(plan, Box(area.x + border, area.y + border, area.w - 2 * border, shape.header), alert, names)
    side = (1.2 if shape.narrow else 1.9) * u
    body = Box(area.x + side, area.y + border + shape.header, area.w - 2 * side, area.h - 2 * border - shape.header)
    top = body.y + 1.4 * u
    rows = len(alert.actions) if shape.narrow else 1
    high = rows * s / 9 + (rows - 1) * u
    buttons = Box(body.x, body.bottom - (1.4 if flat else 2.3) * u + border - high, body.w, high)
    _buttons(plan, buttons, view, alert, shape)
    room = Box(body.x, top, body.w, buttons.y - 1.2 * u - top)
    why, now = words.alert_why(alert, names), words.alert_now(alert, names)
    groups = shown_groups(alert, most=3 if shape.narrow else MOST_CARDS)
    if not groups:
        _only_words(plan, room, why, now, shape)
    elif shape.flat:
        _two_columns(plan, room, why, now, groups)
    else:
        _under_one_another(plan, room, why, now, groups, shape)


def _under_one_another(plan: Plan, room: Box, why: str, now: str, groups: Sequence[Shown], shape: Shape) -> None:
    """Why, the cards, and what now beside them; in a tall box under them."""
    s, u = plan.s, plan.u
    lines = 8 if shape.narrow else 5 if shape.tall else 3
    space = Box(room.x, room.y, room.w, lines * LINE * s / 20)
    end = plan.paragraph(why, "sentence", space, lines=lines, ground="alert_body", name="why")
    middle = Box(room.x, end + 1.6 * u, room.w, room.bottom - end - 1.6 * u)
    if shape.tall:
        now_h = _height_of_now(plan, now, middle)
        proof_row(plan, Box(middle.x, middle.y, middle.w, middle.h - now_h - 1.2 * u), groups, centred=True)
        plan.rule(middle.x, middle.bottom - now_h, middle.w, "edge")
        _now(plan, Box(middle.x, middle.bottom - now_h + 1.2 * u, middle.w, now_h - 1.2 * u), now)
        return
    now_w = 0.305 * room.w - 1.5 * u
    left = middle.right - now_w
    proof_row(plan, Box(middle.x, middle.y, left - 2.4 * u - middle.x, middle.h), groups)
    bar = Box(left - 1.2 * u, middle.y, max(1.0, s / 400), middle.h)
    plan.things.append(Panel(box=bar, fill="edge"))
    _now(plan, Box(left, middle.y, now_w, middle.h), now)


def _two_columns(plan: Plan, room: Box, why: str, now: str, groups: Sequence[Shown]) -> None:
    """The words at the left and the cards at the right."""
    u = plan.u
    left_w, em, lines = _beside_cards(plan, room, why, now)
    used = len(lines) * LINE * em + 1.4 * u
    for place, line in enumerate(lines):
        middle = room.y + (0.5 + LINE * place) * em
        plan.text(line, "sentence-flat", room.x, middle, em=em, width=left_w, ground="alert_body", name="why")
    top = room.y + used
    plan.rule(room.x, top - 0.9 * u, left_w, "edge")
    plan.paragraph(
        now, "now", Box(room.x, top + 0.5 * u, left_w, room.bottom - top - 0.5 * u), ground="alert_body", name="now"
    )
    left = room.x + left_w + 2.4 * u
    plan.things.append(Panel(box=Box(left - 1.2 * u, room.y, max(1.0, plan.s / 400), room.h), fill="edge"))
    proof_row(plan, Box(left, room.y, room.right - left, room.h), groups, centred=True)


def _beside_cards(plan: Plan, room: Box, why: str, now: str) -> tuple[float, float, tuple[str, ...]]:
    """Width, size and lines of why, as large as leaves room for what now under it; the cards get narrower last."""
    rule, small = ROLES["sentence-flat"], plan.floor("now")
    for part in (0.5, 0.56, 0.62, 0.7):
        width = part * room.w - 1.2 * plan.u
        for step in rule.steps:
            em = max(plan.floor("sentence-flat"), plan.em("sentence-flat") * step)
            lines = plan.fonts.wrap(why, em, width, 5, bold=True) or ()
            below = plan.fonts.wrap(now, small, width, 5, bold=True) or ()
            if lines and below and (len(lines) * em + len(below) * small) * LINE + 2.4 * plan.u <= room.h:
                return width, em, lines
    return width, em, lines or (why,)


def _header(plan: Plan, box: Box, alert: Alert, names: Sequence[str]) -> None:
    """Icon, the shapes of the seats, who and what in a few words, and which alert of how many."""
    s, u = plan.s, plan.u
    radius = 3 * u - s / 200
    plan.things.append(Panel(box=box, fill="alert", radius=radius, flat_below=True, name="alert"))
    plan.rule(box.x, box.bottom, box.w, "alert_edge")
    narrow = box.w < 0.7 * s
    icon = min(0.077 * s, 0.7 * box.h)
    x = box.x + (1.4 if narrow else 2.1) * u
    plan.icon("alert", Box(x, box.cy - icon / 2, icon, icon), "on_alert", "alert", name="alert")
    x += icon + (0.9 if narrow else 1.5) * u
    side = min(0.082 * s if len(alert.seats) <= 2 and not narrow else 0.062 * s, 0.78 * box.h)
    if narrow and len(alert.seats) > 2:  # in two rows
        side = 0.048 * s
        for place, seat in enumerate(alert.seats):
            row, column = place % 2, place // 2
            plan.tile(seat, x + column * (side + 0.5 * u), box.cy + (row - 0.5) * (side + 0.5 * u), side, name="alert")
        x += (len(alert.seats) + 1) // 2 * (side + 0.5 * u)
    else:
        for seat in alert.seats:
            x = plan.tile(seat, x, box.cy, side, name="alert") + 0.7 * u
    x += 0.7 * u
    right = box.right - 1.8 * u
    if alert.queue > 1:
        text = f"{alert.number}/{alert.queue}"
        count = plan.text(
            text, "body-bold", right, box.cy, colour="on_alert", ground="alert", align="right", name="queue"
        )
        right = count.box.x - 1.4 * u
    title = plan.words.alert_title(alert, names)
    role = "flat-title" if narrow else "title"
    if plan.width(title, role, plan.fitted(title, role, right - x)) > right - x:
        title = plan.words.alert_title_short(alert)
    lines: tuple[str, ...] | None = (title,)
    em = plan.fitted(title, role, right - x)
    if plan.width(title, role, em) > right - x:
        role = "flat-title"
        for em in (plan.s / by for by in (22, 24, 26, 28, 30)):
            lines = plan.fonts.wrap(title, em, right - x, 2, bold=True)
            if lines:
                break
    for place, line in enumerate(lines or (title,)):
        middle = box.cy + (place - (len(lines or "1") - 1) / 2) * 1.1 * em
        plan.text(line, role, x, middle, em=em, width=right - x, colour="on_alert", ground="alert", name="title")


def _buttons(plan: Plan, area: Box, view: PlayView, alert: Alert, shape: Shape) -> None:
    """One to three buttons, the first one primary, each with its key."""
    trick = trick_of(view)
    count = len(alert.actions)
    boxes = area.rows(count, plan.u) if shape.narrow else area.columns(count, plan.u)
    for number, (box, action) in enumerate(zip(boxes, alert.actions, strict=True)):
        seat = seat_meant(action)
        cap = plan.words.key(action, trick)[0] if seat is None else str(seat + 1)
        text = plan.words.button(action, trick) if seat is None else view.match.seats[seat].name
        plan.button(box, text, Intent(action), primary=number == 0, key=cap)


def _now(plan: Plan, box: Box, now: str, role: str = "now") -> None:
    """What to do now, under its heading."""
    em = plan.s / 30
    plan.text(
        plan.words.label("what-now"), "caption", box.x, box.y + em / 2, em=em, colour="text2", ground="alert_body"
    )
    top = box.y + em + 1.0 * plan.u
    plan.paragraph(now, role, Box(box.x, top, box.w, box.bottom - top), ground="alert_body", name="now")


def _height_of_now(plan: Plan, now: str, room: Box) -> float:
    """How high "what now" is across the whole width, in the largest size that leaves the cards most of the room."""
    rest = plan.s / 30 + 3.0 * plan.u
    high = 0.0
    for step in ROLES["now"].steps:
        em = plan.em("now") * step
        lines = plan.fonts.wrap(now, em, room.w, 4, bold=True)
        high = rest + len(lines or "1234") * LINE * em
        if lines is not None and high <= 0.42 * room.h:
            return high
    return min(high, 0.55 * room.h)


def _only_words(plan: Plan, box: Box, why: str, now: str, shape: Shape) -> None:
    """An alert without cards: its sentences are larger and take the whole width; in a flat box half of it each."""
    u = plan.u
    if shape.flat:
        left, right = box.columns(2, 3 * u)
        plan.paragraph(why, "sentence-flat", left, lines=4, ground="alert_body", name="why")
        plan.things.append(Panel(box=Box(left.right + 1.5 * u, box.y, max(1.0, plan.s / 400), box.h), fill="edge"))
        _now(plan, right, now)
        return
    room = Box(box.x, box.y + 0.8 * u, box.w, 0.55 * box.h)
    end = plan.paragraph(why, "sentence-large", room, lines=8 if shape.narrow else 4, ground="alert_body", name="why")
    rule = end + 2.2 * u
    plan.rule(box.x, rule, box.w, "edge")
    _now(plan, Box(box.x, rule + 2.0 * u, box.w, box.bottom - rule - 2.0 * u), now, "now-large")
