"""The play screen on a panel that lies flat in the middle of the table.

Each seat has a strip along its own edge, turned to it: its name, whose turn it is, its side's score. The trick in the
middle has its cards turned to their owners, with an index in every corner.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import NamedTuple

from display.alert import alert_panel
from display.facts import stack
from display.frame import mark_width, simulated_mark
from display.keys import keys_now
from display.layout import Box, Card, Disc, Slot, around, turned
from display.piles import lies_open, piles
from display.plan import Plan
from display.question import question_panel, set_for
from display.seats import MOST_ROUND, Place, Side, card_wanted, own_seat, places
from display.strip import seat_strip
from display.view import Intent, Laid, PlayView

DEPTH = 0.185  # S: of a strip
MOST_UPRIGHT = 4  # seats round a panel whose short sides lie at top and bottom
RATIO = 1.4
# S: what a question leaves of the felt: for what lies open, for a trick, for a trick of which nothing lies yet
NEEDS = {"open": 0.29, "laid": 0.36, "bare": 0.24}
NEEDS_ACROSS = {"open": 0.5, "laid": 0.62, "bare": 0.4}  # the same where it lies before a seat at the left or right
TURN: dict[Side, int] = {"bottom": 0, "right": 90, "top": 180, "left": 270}


class Strip(NamedTuple):
    """A seat's strip: its box on the screen and how far it is turned."""

    box: Box
    turn: int


def tabletop_screen(plan: Plan, view: PlayView) -> None:
    """Adds the whole screen, for two to eight seats."""
    where = places(len(view.match.seats))
    felt, strips = _boxes(plan, where)
    if view.match.simulated:
        high, wide = 2.8 * plan.u, mark_width(plan)
        simulated_mark(plan, Box(felt.cx - wide / 2, felt.bottom - high, wide, high))
        felt = Box(felt.x, felt.y, felt.w, felt.h - high - 0.8 * plan.u)
    for seat, strip in enumerate(strips):
        _turned_into(plan, strip, partial(seat_strip, view=view, seat=seat))
    if view.alert is not None:
        turn = TURN[where[view.alert.seats[0]].side] if view.alert.seats else 0
        _turned_into(plan, Strip(felt, turn), partial(alert_panel, view=view, alert=view.alert))
        return
    plan.panel(felt, "felt", 3 * plan.u, name="felt")
    if "last-trick" in keys_now(view):
        plan.target(felt, Intent("last-trick"))
    rest = _asked(plan, felt, view, where)
    if rest is None:
        return
    if lies_open(view):
        piles(plan, _between_corners(plan, rest, view), view, four_corners=True)
    else:
        _trick(plan, rest, view, where)
    _corners(plan, rest, view)


def _asked(plan: Plan, felt: Box, view: PlayView, where: Sequence[Place]) -> Box | None:
    """Adds the question before the seat that is asked, turned to it; the rest of the felt, None where there is none."""
    question = view.question
    if question is None:
        return felt
    u, s = plan.u, plan.s
    side: Side = "bottom" if question.seat is None else where[question.seat].side
    across = side in ("top", "bottom")
    room = (felt.w if across else felt.h) - 2 * u
    if not across and felt.h > 1.4 * felt.w:
        return _asked_beside(plan, felt, view, side)
    needed = (NEEDS if across else NEEDS_ACROSS)["open" if lies_open(view) else "laid" if view.laid else "bare"] * s
    found = set_for(plan, view, room, (felt.h if across else felt.w) - needed)
    if found is None:
        inner = felt.inset(u)
        _turned_into(plan, Strip(inner, TURN[side]), partial(question_panel, view=view))
        return None
    setting, deep = found
    box = {
        "bottom": Box(felt.x + u, felt.bottom - u - deep, felt.w - 2 * u, deep),
        "top": Box(felt.x + u, felt.y + u, felt.w - 2 * u, deep),
        "left": Box(felt.x + u, felt.y + u, deep, felt.h - 2 * u),
        "right": Box(felt.right - u - deep, felt.y + u, deep, felt.h - 2 * u),
    }[side]
    _turned_into(plan, Strip(box, TURN[side]), partial(question_panel, view=view, setting=setting))
    deep += u
    left = deep if side == "left" else 0.0
    top = deep if side == "top" else 0.0
    return Box(felt.x + left, felt.y + top, felt.w - (0.0 if across else deep), felt.h - (deep if across else 0.0))


def _asked_beside(plan: Plan, felt: Box, view: PlayView, side: Side) -> Box | None:
    """The same on an upright panel before a seat at its long side: the question takes the lower half of the felt."""
    u = plan.u
    along = 0.52 * felt.h
    found = set_for(plan, view, along - 2 * u, felt.w - 2 * u)
    if found is None:
        _turned_into(plan, Strip(felt.inset(u), TURN[side]), partial(question_panel, view=view))
        return None
    setting, deep = found
    x = felt.x + u if side == "left" else felt.right - u - deep
    box = Box(x, felt.bottom - u - along, deep, along)
    _turned_into(plan, Strip(box, TURN[side]), partial(question_panel, view=view, setting=setting))
    return Box(felt.x, felt.y, felt.w, felt.h - along - u)


def _between_corners(plan: Plan, felt: Box, view: PlayView) -> Box:
    """The felt without its left end, where undo and the stock are; without the right one too if there is a button."""
    works = keys_now(view)
    stock, edge = _stock(view), 2.6 * plan.u
    button = plan.s / 9.5 + edge if "undo" in works else 0.0
    room = _stock_room(plan, felt, stock).room if stock else Box(0, 0, 0, 0)
    other = plan.s / 9.5 + edge if "menu" in works or "last-trick" in works else 0.0
    if felt.w < felt.h:  # on an upright panel: without the upper and the lower end
        top = max(room.h + edge if stock else 0.0, other)
        return Box(felt.x, felt.y + top, felt.w, felt.h - top - button).inset(1.2 * plan.u)
    left = max(room.w + edge if stock else 0.0, button)
    return Box(felt.x + left, felt.y, felt.w - left - other, felt.h).inset(1.2 * plan.u)


def _stock(view: PlayView) -> int:
    """How many cards the stock in the corners has; 0 where there is none, or it lies among the piles."""
    if any(pile.label == "stock" for pile in view.piles):
        return 0
    if view.stock is not None:
        return view.stock
    return next((fact.count for fact in view.facts if fact.label == "stock" and fact.count), 0)


def lies_flat(size: tuple[int, int], view: PlayView) -> bool:
    """Whether a view has a flat form: who plays with a hand on the screen sits before it, not round it."""
    upright = size[1] > size[0]
    return own_seat(view.match) is None and len(view.match.seats) <= (MOST_UPRIGHT if upright else MOST_ROUND)


def _boxes(plan: Plan, where: Sequence[Place]) -> tuple[Box, list[Strip]]:
    """The felt, and each seat's strip. The left and right strip run the whole height."""
    w, h = plan.size
    gap = 1.05 * plan.u
    deep = DEPTH * plan.s
    sides = {place.side for place in where}
    left = gap + (deep + gap if "left" in sides else 0.0)
    right = w - gap - (deep + gap if "right" in sides else 0.0)
    top = gap + (deep + gap if "top" in sides else 0.0)
    bottom = h - gap - deep - gap
    edges: dict[Side, Box] = {
        "left": Box(gap, gap, deep, h - 2 * gap),
        "right": Box(w - gap - deep, gap, deep, h - 2 * gap),
        "top": Box(left, gap, right - left, deep),
        "bottom": Box(left, bottom + gap, right - left, deep),
    }
    strips = []
    for place in where:
        edge = edges[place.side]
        upright = place.side in ("left", "right")
        parts = edge.rows(place.of, gap) if upright else edge.columns(place.of, gap)
        strips.append(Strip(parts[place.number], TURN[place.side]))
    return Box(left, top, right - left, bottom - top), strips


def _turned_into(plan: Plan, strip: Strip, draw: Callable[[Plan, Box], None]) -> None:
    """Adds what `draw` lays out upright in a room at (0, 0), turned into the strip's box."""
    inner = Plan(plan.size, plan.words, plan.look, plan.fonts, plan.focus)
    box = strip.box
    room = Box(0, 0, box.h, box.w) if strip.turn in (90, 270) else Box(0, 0, box.w, box.h)
    draw(inner, room)
    plan.things += turned(inner.things, strip.turn, box)


def _trick(plan: Plan, felt: Box, view: PlayView, where: Sequence[Place]) -> None:
    """The cards before their seats, turned to them; the leader's ring and crown; the slot of the seat on turn."""
    last = view.showing_last and bool(view.last_trick)
    laid = {card.seat: card for card in (view.last_trick if last else view.laid)}
    leader = view.last_winner if last else view.winning
    boxes = _card_boxes(plan, felt, where)
    for seat, (box, place) in enumerate(zip(boxes, where, strict=True)):
        turn = TURN[place.side]
        if seat in laid:
            _laid(plan, box, laid[seat], turn, leads=seat == leader)
        elif seat == view.turn and not last and card_wanted(view):
            plan.things.append(
                Slot(box=box, turn=turn, radius=0.1 * min(box.w, box.h), width=plan.s / 200, colour="turn", name="slot")
            )
            arrow = min(0.1 * plan.s, 0.5 * min(box.w, box.h))
            plan.icon("down", around(box.cx, box.cy, arrow, arrow), "turn", "felt", turn=turn, name="slot")


def _laid(plan: Plan, box: Box, card: Laid, turn: int, *, leads: bool) -> None:
    s = plan.s
    plan.things.append(Card(box=box, card=card.card, turn=turn, four_corners=True, name=f"laid{card.seat}"))
    if not leads:
        return
    gap, width = s / 180, s / 150
    radius = 0.075 * min(box.w, box.h) + gap + width
    plan.panel(box.inset(-gap - width), None, radius, edge="win", width=width, over=True, name="leader")
    side = 0.06 * s  # a disc with the crown, over the middle of the card's foot
    reach = side * 0.2
    x, y = {0: (box.cx, box.bottom), 180: (box.cx, box.y), 90: (box.right, box.cy), 270: (box.x, box.cy)}[turn]
    dx, dy = {0: (0.0, -reach), 180: (0.0, reach), 90: (-reach, 0.0), 270: (reach, 0.0)}[turn]
    disc = around(x + dx, y + dy, side, side)
    plan.things.append(Disc(box=disc, colour="win", over=True, name="leader"))
    plan.icon("crown", disc.inset(0.18 * side), "on_win", "win", turn=turn, over=True, name="leader")


def _card_boxes(plan: Plan, felt: Box, where: Sequence[Place]) -> list[Box]:
    """Where each seat's card lies: top and bottom ones upright, left and right ones lying on their side."""
    u = plan.u
    gap, pad = 1.7 * u, 1.0 * u
    tops = sum(place.side == "top" for place in where)
    bottoms = sum(place.side == "bottom" for place in where)
    most = max(tops, bottoms)
    across = any(place.side == "left" for place in where)
    high = (felt.h - gap - 2 * pad) / 2 if tops else (felt.h - 2 * pad) * 0.5
    high = min(high, 0.34 * plan.s)
    wide_room = felt.w - 2 * pad - 2 * 1.2 * u
    if across:
        high = min(high, (wide_room - 2 * gap - gap * (most - 1)) / (2 + most / RATIO))
    wide = high / RATIO
    middle = felt.cy
    reach = (most * wide + (most - 1) * gap) / 2 + gap + 0.3 * u + high / 2
    boxes = []
    for place in where:
        offset = (place.number - (place.of - 1) / 2) * (wide + gap)
        if place.side == "top":
            boxes.append(around(felt.cx + offset, middle - gap / 2 - high / 2, wide, high))
        elif place.side == "bottom":
            y = middle + gap / 2 + high / 2 if tops else felt.bottom - pad - 1.2 * u - high / 2
            boxes.append(around(felt.cx + offset, y, wide, high))
        else:
            x = felt.cx + (reach if place.side == "right" else -reach)
            y = middle if tops else min(middle, boxes[0].y - gap - wide / 2 + 0.6 * high)
            boxes.append(around(x, y, high, wide))
    return boxes


class StockRoom(NamedTuple):
    """How the stock stands in a corner: its number beside or under it, and how large; its height; the room for both."""

    beside: bool
    em: float
    high: float
    room: Box


def _stock_room(plan: Plan, felt: Box, stock: int) -> StockRoom:
    s, u = plan.s, plan.u
    high = s / 9.5 * (1.1 if felt.w > 0.8 * s else 0.8)
    beside = felt.w > 0.9 * s
    em = s / 14 if beside else s / 20
    number_w = plan.width(plan.words.number(stock), "title", em)
    wide = high / RATIO * 1.1
    room = Box(0, 0, wide + 0.8 * u + number_w, high * 1.1)
    if not beside:
        room = Box(0, 0, max(wide, number_w), high * 1.1 + 0.06 * s)
    return StockRoom(beside, em, high, room)


def _corners(plan: Plan, felt: Box, view: PlayView) -> None:
    """The stock twice in opposite corners, and undo and menu as square targets in the other two."""
    s, u = plan.s, plan.u
    side = s / 9.5
    inset = 1.6 * u
    works = keys_now(view)
    second = "menu" if "menu" in works else "last-trick"
    square = {
        "undo": Box(felt.x + inset, felt.bottom - inset - side, side, side),
        second: Box(felt.right - inset - side, felt.y + inset, side, side),
    }
    for do, box in square.items():
        if do in works:
            plan.panel(box, "button", 1.3 * u, name=f"button:{do}")
            plan.icon("stack" if do == "last-trick" else do, box.inset(0.28 * side), "on_button", "button")
            plan.target(box, Intent(do), button=True)
    stock = _stock(view)
    if not stock:
        return
    beside, em, high, room = _stock_room(plan, felt, stock)
    text, wide = plan.words.number(stock), high / RATIO * 1.1

    def draw(inner: Plan, box: Box) -> None:
        stack(inner, Box(0.02 * high, 0, high / RATIO, high), min(3, stock))
        if beside:
            inner.text(text, "title", wide + 0.8 * u, high / 2, em=em, ground="felt")
        else:
            inner.text(text, "value", box.cx, high * 1.1 + 0.034 * s, em=em, ground="felt", align="centre")

    lower = Box(felt.right - inset - room.w, felt.bottom - inset - room.h, room.w, room.h)
    upper = Box(felt.x + inset, felt.y + inset, room.w, room.h)
    if not lies_open(view):  # where cards lie open it is there once only, so that they have room
        _turned_into(plan, Strip(lower, 0), draw)
    _turned_into(plan, Strip(upper, 180), draw)
