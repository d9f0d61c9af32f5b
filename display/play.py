"""The play screen: the seats round the felt, the trick as it lies, whose turn it is, and what stands around.

`trick_boxes` says where each seat's card lies, for two to eight seats; from nine on plates stand in a grid.
"""

from __future__ import annotations

from math import ceil, sqrt
from typing import NamedTuple

from display.alert import alert_panel
from display.frame import surround
from display.keys import keys_now
from display.layout import Box, Card, Mini, Panel, Slot, around
from display.plan import Plan
from display.seats import (
    MOST_ROUND,
    Place,
    Side,
    hand_cards,
    lying_plate,
    own_seat,
    seat_places,
    small_words,
    standing_plate,
)
from display.view import Intent, Laid, PlayView

RATIO = 1.4
HAND, LIFT = 0.17, 0.02  # S: height of a hand's cards, and how far a playable one is lifted
ARROW_TURN = {"bottom": 0, "left": 270, "top": 180, "right": 90}


class SideSize(NamedTuple):
    """How large the plates and backs of the seats at the left and right are, in pixels."""

    wide: float
    plate: float
    backs: float  # 0 where there are none to draw
    hanging: bool  # the plates hang under their cards, as on an upright screen, instead of standing beside them


class Spot(NamedTuple):
    """Where a seat's plate, its hand or backs, and its card of the trick have their place."""

    plate: Box
    hand: Box
    card: Box
    standing: bool


def play_screen(plan: Plan, view: PlayView) -> None:
    """Adds the whole play screen, with an alert in the place of the felt where there is one."""
    where = surround(plan, view)
    if view.alert is not None:
        alert_panel(plan, where.felt, view, view.alert)
        return
    plan.panel(where.felt, "felt", 3 * plan.u, name="felt")
    if "last-trick" in keys_now(view):
        plan.target(where.felt, Intent("last-trick"))
    if len(view.match.seats) > MOST_ROUND:
        _grid(plan, where.felt, view)
        return
    spots = spots_of(plan, where.felt, view)
    for seat, spot in enumerate(spots):
        if spot.standing:
            standing_plate(plan, spot.plate, view, seat)
        else:
            lying_plate(plan, spot.plate, view, seat)
        hand_cards(plan, spot.hand, view, seat, lift=LIFT * plan.s if _face_up(view, seat) else 0.0)
    _trick(plan, where.felt, view, spots)


def _face_up(view: PlayView, seat: int) -> bool:
    return view.match.seats[seat].hand is not None


def spots_of(plan: Plan, felt: Box, view: PlayView) -> list[Spot]:
    """Where everything of each seat stands on the felt, in seat order."""
    where = seat_places(view.match)
    s, u = plan.s, plan.u
    plate_h, gap, edge = s / 11.5, (2.4 if plan.upright else 1.7) * u, 1.0 * u
    own = own_seat(view.match)
    own_hand = own is not None and bool(view.match.seats[own].hand)
    beside = own_hand and not plan.upright  # plate and hand of the bottom seat stand beside one another
    hand_h = (HAND + LIFT) * s if own_hand else 0.0
    bottom_h = hand_h if beside else plate_h + (hand_h + edge if own_hand else 0.0)
    has_top = any(place.side == "top" for place in where)
    top_h = plate_h if has_top else 4.6 * u  # without a plate at the top: room for the tab over a card
    top, bottom = felt.y + edge + top_h, felt.bottom - edge - bottom_h
    middle = Box(felt.x, top + (gap if has_top else 0), felt.w, bottom - top - (2 * gap if has_top else gap))
    two_rows = len(where) > 4
    hanging = plan.upright and not own_hand and not two_rows  # side plates under their cards
    side_w = min(0.27 * s, 0.2 * felt.w) if not plan.upright else (0.268 if hanging else 0.205) * s
    size = SideSize(side_w, s / 5, 0.098 * s if _any_backs(view) else 0.0, hanging=hanging)
    cards = trick_boxes(plan, middle, where, size)
    spots = []
    for seat, place in enumerate(where):
        card = cards[seat]
        if place.side in ("left", "right"):
            spots.append(_side_spot(plan, felt, middle, place.side, card, size, two_rows=two_rows))
        elif place.side == "top":
            row = Box(felt.x, felt.y + edge, felt.w, plate_h)
            spots.append(_row_spot(plan, felt, row, place, card, backs=_any_backs(view)))
        elif not own_hand or seat != own:
            row = Box(felt.x, felt.bottom - edge - plate_h, felt.w, plate_h)
            spots.append(_row_spot(plan, felt, row, place, card, backs=_any_backs(view)))
        elif beside:
            plate = Box(felt.x + edge, felt.bottom - edge - hand_h, side_w, hand_h)
            left = plate.right + 1.6 * u
            spots.append(Spot(plate, Box(left, plate.y, felt.right - edge - left, hand_h), card, standing=True))
        else:
            wide = min(0.62 * s, felt.w / 2)
            plate = Box(felt.cx - wide / 2, felt.bottom - bottom_h - edge, wide, plate_h)
            spots.append(
                Spot(plate, Box(felt.x + edge, plate.bottom + edge, felt.w - 2 * edge, hand_h), card, standing=False)
            )
    return spots


def _any_backs(view: PlayView) -> bool:
    return any(face.backs or face.hand for face in view.match.seats)


def _row_spot(plan: Plan, felt: Box, row: Box, place: Place, card: Box, *, backs: bool) -> Spot:
    """A lying plate at the top or bottom, its backs at its right."""
    edge = plan.u
    if place.of > 1:
        cell = row.inset(edge, 0).columns(place.of, edge)[place.number]
        wide = min(0.62 * plan.s, cell.w * (0.66 if backs else 1.0))
        plate = Box(cell.x if backs else cell.cx - wide / 2, row.y, wide, row.h)
        left = plate.right + 0.6 * edge
        return Spot(plate, Box(left, row.y + 0.1 * row.h, cell.right - left, 0.8 * row.h), card, standing=False)
    wide = min(0.62 * plan.s, felt.w / 2)
    plate = Box(row.cx - wide / 2, row.y, wide, row.h)
    left = plate.right + 1.2 * edge
    return Spot(plate, Box(left, row.y, felt.right - edge - left, row.h), card, standing=False)


def _side_spot(plan: Plan, felt: Box, middle: Box, side: Side, card: Box, size: SideSize, *, two_rows: bool) -> Spot:
    """A standing plate at the left or right (upright screens: under its card), its backs below it."""
    u = plan.u
    inset = _side_inset(plan, size)
    x = felt.x + inset if side == "left" else felt.right - inset - size.wide
    beside = middle.cy if two_rows else card.cy
    y = card.bottom + 2.0 * u if size.hanging else beside - size.plate / 2
    plate = Box(x, y, size.wide, size.plate)
    return Spot(plate, Box(x, plate.bottom + 0.8 * u, size.wide, size.backs), card, standing=True)


def _side_inset(plan: Plan, size: SideSize) -> float:
    return (1.5 if size.hanging else 1.0) * plan.u


def trick_boxes(plan: Plan, middle: Box, where: list[Place], size: SideSize) -> list[Box]:
    """Where each seat's card of the trick lies, upright and without overlap. `middle`: the felt between the plates."""
    if len(where) > 4:
        return _two_rows(plan, middle, where, size.wide)
    s, u = plan.s, plan.u
    sides = [place.side for place in where]
    across = "left" in sides
    gap = 1.7 * u
    high = min((middle.h - gap) / 2, 0.34 * s)
    tab = 4.6 * u  # over the card of a side seat
    below = 2.0 * u + size.plate + (size.backs + 0.8 * u if size.backs else 0.0)  # under it on an upright screen
    if size.hanging:
        step = middle.w / 2 - _side_inset(plan, size) - size.wide / 2  # from the middle to a side's plate and card
        high = min(high, 0.325 * s, (step - 2.2 * u) * RATIO)
        if across:
            high = min(high, middle.h - below - tab)
    else:
        outer = middle.w / 2 - _side_inset(plan, size) - size.wide - 2.1 * u
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


def _two_rows(plan: Plan, middle: Box, where: list[Place], side_w: float) -> list[Box]:
    """Five to eight cards in two rows, in the same order as the plates."""
    u = plan.u
    rows: dict[str, list[int]] = {"top": [], "bottom": []}
    level = len(where) > 5  # left goes with the top and right with the bottom; of five, both with the bottom
    for seat, place in enumerate(where):
        rows["top" if place.side == "top" or (place.side == "left" and level) else "bottom"].append(seat)
    order = {"left": 0, "top": 1, "bottom": 1, "right": 2}
    for row in rows.values():
        row.sort(key=lambda seat: (order[where[seat].side], where[seat].number))
    most = max(len(row) for row in rows.values())
    tab = 4.6 * u
    if plan.upright:  # the side plates stand between the rows, which have the whole width
        gap_x, gap_y = 2.4 * u, plan.s / 5 + 2 * u
        room = middle.w - 2 * 2.4 * u
        tab = 3.4 * u
    else:
        gap_x, gap_y = 2.4 * u, 1.7 * u
        room = middle.w - 2 * (u + side_w + 2.1 * u)
    high = min(0.22 * plan.s, (middle.h - gap_y - 2 * tab) / 2, (room - gap_x * (most - 1)) / most * RATIO)
    wide = high / RATIO
    boxes = [middle] * len(where)
    for name, row in rows.items():
        y = middle.cy + (gap_y / 2 + high / 2) * (-1 if name == "top" else 1)
        left = middle.cx - (len(row) * wide + (len(row) - 1) * gap_x) / 2
        for number, seat in enumerate(row):
            boxes[seat] = Box(left + number * (wide + gap_x), y - high / 2, wide, high)
    return boxes


def _trick(plan: Plan, felt: Box, view: PlayView, spots: list[Spot]) -> None:
    """The cards in the middle, the leader's ring and tab, and the slot of the seat on turn."""
    where = seat_places(view.match)
    last = view.showing_last and bool(view.last_trick)
    laid = view.last_trick if last else view.laid
    leader = view.last_winner if last else view.winning
    boxes = [spot.card for spot in spots]
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
                [spot.plate for spot in spots],
                word="" if last else plan.words.label("winning"),
            )
    if view.turn is not None and view.turn not in taken and not last:
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


def _tab(plan: Plan, card: Box, place: Place, boxes: list[Box], felt: Box, plates: list[Box], *, word: str) -> None:
    """The tab with crown and word (or none): above the card for side seats, beside it for top and bottom."""
    u = plan.u
    high, crown, em = 3.4 * u, 2.2 * u, plan.s / 30
    wide = plan.width(word, "label-bold", em) + crown + (0.7 * u if word else 0.0) + 2.4 * u
    out = plan.s / 180 + plan.s / 150
    if len(boxes) > 4:
        above = all(card.y <= box.y + 1 for box in boxes)
        y = card.y - out - 0.5 * u - high if above else card.bottom + out + 0.5 * u
        box = Box(card.cx - wide / 2, y, wide, high)
    elif place.side in ("left", "right"):
        x = card.cx - wide / 2
        beside = [box for box in boxes if box.y < card.y - 1 and box is not card]  # the card at the top
        if beside and place.side == "right":
            x = max(x, beside[0].right + 0.6 * u)
        elif beside:
            x = min(x, beside[0].x - 0.6 * u - wide)
        box = Box(x, card.y - out - 0.6 * u - high, wide, high)
    else:
        y = card.y - out if place.side == "top" else card.bottom + out - high
        box = Box(card.right + out + 0.6 * u, y, wide, high)
    x = min(max(box.x, felt.x + u), felt.right - u - wide)
    box = Box(x, box.y, wide, high)
    if place.side == "bottom":  # on an upright screen the side plates hang down beside it
        lower = box.moved(0, max(0.0, *(plate.bottom + 0.3 * u - box.y for plate in plates if plate.meets(box)), 0.0))
        if any(plate.meets(lower) for plate in plates):
            word, lower = "", Box(box.x, box.y, crown + 1.6 * u, high)
        box = lower
    plan.panel(box, "win", high / 2, name="leader")
    x = box.x + (1.2 if word else (box.w - crown) / 2 / u) * u
    plan.icon("crown", Box(x, box.cy - crown / 2, crown, crown), "on_win", "win", name="leader")
    if word:
        plan.text(word, "label-bold", x + crown + 0.7 * u, box.cy, em=em, colour="on_win", ground="win", name="leader")


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


def _grid(plan: Plan, felt: Box, view: PlayView) -> None:
    """More than eight seats: plates in a grid, each with the card that its seat has laid."""
    seats = len(view.match.seats)
    u = plan.u
    columns = max(2, ceil(sqrt(seats * felt.w / felt.h / 2.4)))
    rows = ceil(seats / columns)
    laid: dict[int, Laid] = {card.seat: card for card in view.laid}
    cells = [cell for row in felt.inset(1.2 * u).rows(rows, u) for cell in row.columns(columns, u)]
    for seat in range(seats):
        cell = cells[seat]
        fill, ink, small = ("turn", "on_turn", "on_turn") if view.turn == seat else ("surface", "text", "text2")
        name = f"seat{seat}"
        plan.panel(cell, fill, 1.2 * u, edge=None if view.turn == seat else "line", width=plan.hairline, name=name)
        tile = min(0.5 * cell.h, 0.063 * plan.s)
        mini_h = min(0.8 * cell.h, 0.12 * plan.s)
        room = cell.w - 3 * u - tile
        if seat in laid:
            box = Box(cell.right - 0.8 * u - 0.74 * mini_h, cell.cy - mini_h / 2, 0.74 * mini_h, mini_h)
            if seat == view.winning:
                plan.panel(
                    box.inset(-0.5 * u), None, 0.12 * mini_h + 0.5 * u, edge="win", width=plan.s / 200, over=True
                )
            plan.things.append(Mini(box=box, card=laid[seat].card, name=f"laid{seat}"))
            room -= box.w + 0.8 * u
        x = plan.tile(seat, cell.x + u, cell.cy, tile, name=name) + u
        words = small_words(plan, view, seat)
        em = plan.fitted(view.match.seats[seat].name, "name", room)
        text = plan.fonts.shorten(view.match.seats[seat].name, em, room, bold=True)
        plan.text(text, "name", x, cell.cy - (0.02 * plan.s if words else 0), em=em, colour=ink, ground=fill, name=name)
        if words and plan.width(words[0], "label-bold", plan.s / 36) <= room:
            plan.text(
                words[0],
                "label-bold",
                x,
                cell.cy + 0.026 * plan.s,
                em=plan.s / 36,
                colour=small,
                ground=fill,
                name=name,
            )
