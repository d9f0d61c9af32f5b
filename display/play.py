"""The play screen: the seats round the felt, the trick as it lies, whose turn it is, and what stands around.

Here is where the plates and hands stand, for two to eight seats; from nine on plates stand in a grid.
"""

from __future__ import annotations

from math import ceil, sqrt
from typing import NamedTuple

from display import notes
from display.alert import alert_panel
from display.frame import surround
from display.keys import keys_now
from display.layout import Box, Mini
from display.open_table import open_table
from display.piles import lies_open, piles
from display.plan import Plan
from display.plates import lying_plate, plate_panel, standing_plate
from display.question import has_room, question_panel, set_for
from display.seats import (
    HAND,
    LIFT,
    MOST_ROUND,
    Place,
    Side,
    hand_cards,
    own_seat,
    seat_places,
)
from display.trick import SideSize, lay_trick, side_inset, trick_boxes
from display.view import Intent, Laid, PlayView

OPEN_NEEDS, TRICK_NEEDS, PLATES_NEED = 0.38, 0.42, 0.33  # S: what a question leaves of the felt, besides the hand
NO_ROOM = 0.05  # S: where backs have no more room than this they are not drawn


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
    felt = _asked(plan, where.felt, view)
    if felt is None:
        return
    if lies_open(view):
        open_table(plan, felt, view)
        return
    if view.piles:
        felt = _with_piles(plan, felt, view)
    if len(view.match.seats) > MOST_ROUND:
        _grid(plan, felt, view)
        return
    spots = spots_of(plan, felt, view)
    for seat, spot in enumerate(spots):
        if spot.standing:
            standing_plate(plan, spot.plate, view, seat)
        else:
            lying_plate(plan, spot.plate, view, seat, backs=spot.hand.w < NO_ROOM * plan.s)
        if spot.hand.w >= NO_ROOM * plan.s:
            hand_cards(plan, spot.hand, view, seat, lift=LIFT * plan.s if _face_up(view, seat) else 0.0)
    backs = [spot.hand for seat, spot in enumerate(spots) if view.match.seats[seat].backs and spot.hand.w > 0]
    lay_trick(plan, felt, view, [spot.card for spot in spots], [*(spot.plate for spot in spots), *backs])


def _asked(plan: Plan, felt: Box, view: PlayView) -> Box | None:
    """Adds the question over the felt's lower part; the rest of the felt, None where the question takes all of it.

    The hand of whoever plays at this screen stays in sight, if there is any room for it.
    """
    if view.question is None:
        return felt
    s, u = plan.s, plan.u
    own = own_seat(view.match)
    hand = (HAND + LIFT) * s + u if own is not None and view.match.seats[own].hand else 0.0
    needed = hand + (OPEN_NEEDS if lies_open(view) else TRICK_NEEDS if view.laid else PLATES_NEED) * s
    found = set_for(plan, view, felt.w - 2 * u, felt.h - needed)
    if found is not None:
        setting, high = found
        box = Box(felt.x + u, felt.bottom - u - high, felt.w - 2 * u, high)
        question_panel(plan, box, view, setting)
        return Box(felt.x, felt.y, felt.w, felt.h - high - u)
    box = Box(felt.x + u, felt.y + u, felt.w - 2 * u, felt.h - hand - 2 * u)
    if hand and own is not None and has_room(plan, view, box):
        hand_cards(plan, Box(box.x, felt.bottom - hand, box.w, hand - u), view, own, lift=LIFT * s)
    else:  # more answers than there is room for beside a hand
        box = felt.inset(u)
    question_panel(plan, box, view)
    return None


def _with_piles(plan: Plan, felt: Box, view: PlayView) -> Box:
    """Adds what lies open besides the trick in a band at the foot of the felt; the rest of the felt."""
    high = min(0.2 * plan.s, 0.28 * felt.h)
    piles(plan, Box(felt.x + 2 * plan.u, felt.bottom - high, felt.w - 4 * plan.u, high - plan.u), view)
    return Box(felt.x, felt.y, felt.w, felt.h - high)


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
    stands, backs = s / 5, 0.098 * s if _any_backs(view) else 0.0
    if not hanging and stands + backs + 0.8 * u > middle.h:  # a question has taken much of the felt
        backs = min(backs, 0.06 * s)
        stands = max(0.12 * s, min(stands, middle.h - (backs + 0.8 * u if backs else 0.0)))
    size = SideSize(side_w, stands, backs, hanging=hanging)
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
        backs = backs and cell.w > 0.24 * plan.s  # else the plate says how many cards the seat holds
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
    inset = side_inset(plan, size)
    x = felt.x + inset if side == "left" else felt.right - inset - size.wide
    beside = middle.cy - (size.backs / 2 if plan.upright else 0.0) if two_rows else card.cy
    y = card.bottom + 2.0 * u if size.hanging else beside - size.plate / 2
    if not size.hanging and size.backs:
        y = max(middle.y, min(y, middle.bottom - size.plate - size.backs - 0.8 * u))
    plate = Box(x, y, size.wide, size.plate)
    return Spot(plate, Box(x, plate.bottom + 0.8 * u, size.wide, size.backs), card, standing=True)


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
        name = f"seat{seat}"
        colours = plate_panel(plan, cell, view, seat)
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
        said = notes.ranked(notes.states(plan, view, seat), notes.notes(plan, view, seat))
        line = notes.fitted(plan, said, plan.s / 36, room)
        em = plan.fitted(view.match.seats[seat].name, "name", room)
        text = plan.fonts.shorten(view.match.seats[seat].name, em, room, bold=True)
        y = cell.cy - (0.02 * plan.s if line.tokens else 0)
        plan.text(text, "name", x, y, em=em, colour=colours.ink, ground=colours.fill, name=name)
        notes.draw(plan, line, x, cell.cy + 0.026 * plan.s, plan.s / 36, colours, name)
