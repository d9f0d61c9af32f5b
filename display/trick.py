"""The trick round the felt: where each seat's card lies, what leads it, and the slot of the seat on turn.

Everything is upright and nothing overlaps; for two to eight seats.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from display.layout import Box, Card, Panel, Slot, around
from display.seats import Place, Side, card_wanted, seat_places

if TYPE_CHECKING:
    from display.plan import Plan
    from display.view import PlayView

RATIO = 1.4
ARROW_TURN = {"bottom": 0, "left": 270, "top": 180, "right": 90}


class SideSize(NamedTuple):
    """How large the plates and backs of the seats at the left and right are, in pixels."""

    wide: float
    plate: float
    backs: float  # 0 where there are none to draw
    hanging: bool  # the plates hang under their cards, as on an upright screen, instead of standing beside them


def side_inset(plan: Plan, size: SideSize) -> float:
    """How far the plates of the sides stand from the edge of the felt."""
    return (1.5 if size.hanging else 1.0) * plan.u


def trick_boxes(plan: Plan, middle: Box, where: list[Place], size: SideSize) -> list[Box]:
    """Where each seat's card of the trick lies, upright and without overlap. `middle`: the felt between the plates."""
    if len(where) > 4:
        return _two_rows(plan, middle, where, size)
    s, u = plan.s, plan.u
    sides = [place.side for place in where]
    across = "left" in sides
    gap = 1.7 * u
    high = min((middle.h - gap) / 2, 0.34 * s)
    tab = 4.6 * u  # over the card of a side seat
    below = 2.0 * u + size.plate + (size.backs + 0.8 * u if size.backs else 0.0)  # under it on an upright screen
    if size.hanging:
        step = middle.w / 2 - side_inset(plan, size) - size.wide / 2  # from the middle to a side's plate and card
        high = min(high, 0.325 * s, (step - 2.2 * u) * RATIO)
        if across:
            high = min(high, middle.h - below - tab)
    else:
        outer = middle.w / 2 - side_inset(plan, size) - size.wide - 2.1 * u
        if across:
            high = min(high, 0.325 * s, (outer - 1.35 * u) / 1.5 * RATIO)
        step = min(outer - high / RATIO / 2, high / RATIO + 3.0 * u)
    wide = high / RATIO
    boxes = []
    for side in sides:
        if side == "top":
            boxes.append(around(middle.cx, middle.cy - gap / 2 - high / 2, wide, high))
        elif side == "bottom":
            boxes.append(around(middle.cx, middle.cy + gap / 2 + high / 2, wide, high))
        else:
            x = middle.cx + (step if side == "right" else -step)
            y = middle.cy
            if size.hanging:
                y = max(middle.cy - below / 2, middle.y + tab + high / 2)
            elif "top" not in sides:
                y = middle.cy - gap / 2 - high / 2
            boxes.append(around(x, y, wide, high))
    return boxes


def _two_rows(plan: Plan, middle: Box, where: list[Place], size: SideSize) -> list[Box]:
    """Five to eight cards in two rows, in the same order as the plates."""
    u = plan.u
    rows: dict[str, list[int]] = {"top": [], "bottom": []}
    bottoms = sum(place.side == "bottom" for place in where)
    level = len(where) > 5 and bottoms > 1  # left goes with the top; of five, or beside a hand, both with the bottom
    for seat, place in enumerate(where):
        rows["top" if place.side == "top" or (place.side == "left" and level) else "bottom"].append(seat)
    order = {"left": 0, "top": 1, "bottom": 1, "right": 2}
    for row in rows.values():
        row.sort(key=lambda seat: (order[where[seat].side], where[seat].number))
    most = max(len(row) for row in rows.values())
    tab = 4.6 * u
    if plan.upright:  # the side plates stand between the rows, which have the whole width
        gap_x, gap_y = 2.4 * u, size.plate + (size.backs + 0.8 * u if size.backs else 0.0) + 2 * u
        room = middle.w - 2 * 2.4 * u
        tab = 3.4 * u
    else:
        gap_x, gap_y = 2.4 * u, 1.7 * u
        room = middle.w - 2 * (u + size.wide + 2.1 * u)
    high = min(0.22 * plan.s, (middle.h - gap_y - 2 * tab) / 2, (room - gap_x * (most - 1)) / most * RATIO)
    wide = high / RATIO
    boxes = [middle] * len(where)
    for name, row in rows.items():
        y = middle.cy + (gap_y / 2 + high / 2) * (-1 if name == "top" else 1)
        left = middle.cx - (len(row) * wide + (len(row) - 1) * gap_x) / 2
        for number, seat in enumerate(row):
            boxes[seat] = Box(left + number * (wide + gap_x), y - high / 2, wide, high)
    return boxes


def lay_trick(plan: Plan, felt: Box, view: PlayView, boxes: list[Box], plates: Sequence[Box]) -> None:
    """The cards in the middle, the leader's ring and tab, and the slot of the seat on turn."""
    where = seat_places(view.match)
    last = view.showing_last and bool(view.last_trick)
    laid = view.last_trick if last else view.laid
    leader = view.last_winner if last else view.winning
    if last:
        boxes = [_smaller(box, place.side) for box, place in zip(boxes, where, strict=True)]
        _last_pill(plan, boxes, where)
    taken = set()
    for card in laid:
        box = boxes[card.seat]
        taken.add(card.seat)
        name = f"laid{card.seat}"
        plan.things.append(Card(box=box, card=card.card, name=name))
        if card.seat == leader:
            _ring(plan, box)
            _tab(
                plan,
                box,
                where[card.seat],
                boxes,
                felt,
                plates,
                word="" if last else plan.words.label("winning"),
            )
    if view.turn is not None and view.turn not in taken and not last and card_wanted(view):
        box = boxes[view.turn]
        plan.things.append(Slot(box=box, radius=0.1 * box.w, width=plan.s / 200, colour="turn", name="slot"))
        side = where[view.turn].side
        arrow = min(0.1 * plan.s, 0.5 * box.w)
        plan.icon("down", around(box.cx, box.cy, arrow, arrow), "turn", "felt", turn=ARROW_TURN[side], name="slot")


def _smaller(box: Box, side: Side) -> Box:
    """A place of the last trick: 0.8 of the size, further from the middle, where the pill stands."""
    small = around(box.cx, box.cy, 0.8 * box.w, 0.8 * box.h)
    away = {"top": -0.1, "bottom": 0.1}.get(side, 0.0)
    return small.moved(0, away * box.h)


def _ring(plan: Plan, card: Box) -> None:
    """The ring round the card that leads."""
    gap, width = plan.s / 180, plan.s / 150
    outer = card.inset(-gap - width)
    plan.panel(outer, None, 0.075 * card.w + gap + width, edge="win", width=width, over=True, name="leader")


def _tab(plan: Plan, card: Box, place: Place, boxes: list[Box], felt: Box, plates: Sequence[Box], *, word: str) -> None:
    """The tab with crown and word (or none): above the card for side seats, beside it for top and bottom.

    It is moved, or loses its word, where it would lie on a plate, on backs or on another card.
    """
    u = plan.u
    high, crown, em = 3.4 * u, 2.2 * u, plan.s / 30
    whole = plan.width(word, "label-bold", em) + crown + (0.7 * u if word else 0.0) + 2.4 * u
    small = crown + 1.6 * u
    taken = [*plates, *(box for box in boxes if box is not card)]
    places = [(word, box) for box in _tab_boxes(plan, card, place, boxes, felt, taken, (whole, high))]
    places += [("", box) for box in _tab_boxes(plan, card, place, boxes, felt, taken, (small, high))]
    free = (found for found in places if not any(box.meets(found[1], 0.8) for box in taken))
    word, box = next(free, places[-1])
    plan.panel(box, "win", high / 2, name="leader")
    x = box.x + (1.2 if word else (box.w - crown) / 2 / u) * u
    plan.icon("crown", Box(x, box.cy - crown / 2, crown, crown), "on_win", "win", name="leader")
    if word:
        plan.text(word, "label-bold", x + crown + 0.7 * u, box.cy, em=em, colour="on_win", ground="win", name="leader")


def _tab_boxes(
    plan: Plan,
    card: Box,
    place: Place,
    boxes: list[Box],
    felt: Box,
    taken: Sequence[Box],
    size: tuple[float, float],
) -> list[Box]:
    """Where a tab of this size could stand, the best place first."""
    u, (wide, high) = plan.u, size
    out = plan.s / 180 + plan.s / 150

    def on_felt(x: float, y: float) -> Box:
        return Box(min(max(x, felt.x + u), felt.right - u - wide), y, wide, high)

    if len(boxes) > 4:
        above = all(card.y <= box.y + 1 for box in boxes)
        y = card.y - out - 0.5 * u - high if above else card.bottom + out + 0.5 * u
        return [on_felt(card.cx - wide / 2, y)]
    if place.side in ("left", "right"):
        x = card.cx - wide / 2
        beside = [box for box in boxes if box.y < card.y - 1 and box is not card]  # the card at the top
        if beside and place.side == "right":
            x = max(x, beside[0].right + 0.6 * u)
        elif beside:
            x = min(x, beside[0].x - 0.6 * u - wide)
        return [on_felt(x, card.y - out - 0.6 * u - high)]
    y = card.y - out if place.side == "top" else card.bottom + out - high
    right = on_felt(card.right + out + 0.6 * u, y)
    found = [right]
    if place.side == "bottom":  # on an upright screen the side plates hang down beside it
        found.append(right.moved(0, max(0.0, *(box.bottom + 0.3 * u - y for box in taken if box.meets(right)), 0.0)))
    return [*found, on_felt(card.x - out - 0.6 * u - wide, y)]


def _last_pill(plan: Plan, boxes: list[Box], where: list[Place]) -> None:
    """The pill that says that the last trick is shown, in the middle between the cards."""
    u = plan.u
    word = plan.words.label("last-trick")
    em = plan.s / 28
    wide, high = plan.width(word, "label-bold", em) + 3 * u, 3.8 * u
    tops = [box for box, place in zip(boxes, where, strict=True) if place.side in ("top", "bottom")]
    x = boxes[0].cx if not tops else sum(box.cx for box in tops) / len(tops)
    y = sum(box.cy for box in tops) / len(tops) if tops else boxes[0].cy
    box = around(x, y, wide, high)
    plan.things.append(
        Panel(box=box, fill="raised", radius=high / 2, edge="edge", width=plan.hairline, over=True, name="last-trick")
    )
    plan.text(word, "label-bold", box.cx, box.cy, em=em, ground="raised", align="centre", over=True, name="last-trick")
