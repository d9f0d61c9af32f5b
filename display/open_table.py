"""The felt of games without tricks: plates in two rows as the seats sit round a table, what lies open between them.

Clockwise is leftwards below and rightwards above. The seat whose hand is shown sits alone below, with its hand.
"""

from __future__ import annotations

from math import ceil
from typing import TYPE_CHECKING

from display.layout import Box
from display.piles import piles
from display.plates import lying_plate, standing_plate
from display.seats import HAND, LIFT, hand_cards, own_seat

if TYPE_CHECKING:
    from display.plan import Plan
    from display.view import PlayView

PLATE = 0.092  # S: the height of a lying plate
STANDING = 0.16  # S: the height of a standing one, where plates are narrow and there is height enough
NARROW = 0.22  # S: a plate narrower than this stands
MOST_IN_ROW, MOST_UPRIGHT = 5, 4


def open_table(plan: Plan, felt: Box, view: PlayView) -> None:
    """Adds plates, the hand that is shown, and everything that lies open."""
    s, u = plan.s, plan.u
    seats = len(view.match.seats)
    own = own_seat(view.match)
    room = Box(felt.x + u, felt.y + u, felt.w - 2 * u, felt.h - 2 * u)
    if own is not None and view.match.seats[own].hand:
        others = [(own + step) % seats for step in range(1, seats)]
        rows = _in_rows(others, MOST_IN_ROW)
        high = (HAND + LIFT) * s
        hand = Box(room.x, room.bottom - high, room.w, high)
        plate = Box(hand.x, hand.y, min(0.27 * s, 0.24 * hand.w), hand.h)
        standing_plate(plan, plate, view, own)
        left = plate.right + 1.6 * u
        hand_cards(plan, Box(left, hand.y, hand.right - left, hand.h), view, own, lift=LIFT * s)
        bottom = hand.y - u
        top = room.y
        for row in rows:
            top = _row(plan, Box(room.x, top, room.w, bottom - top), view, row) + 0.7 * u
        top += 0.3 * u
    else:
        below, *above = _rows(plan, view)
        top = room.y
        for row in above:
            top = _row(plan, Box(room.x, top, room.w, room.h), view, row) + 0.7 * u
        top += 0.3 * u
        high = _plate_high(plan, room, len(below))
        _row(plan, Box(room.x, room.bottom - high, room.w, high), view, below)
        bottom = room.bottom - high - u
    middle = Box(room.x + 0.6 * u, top, room.w - 1.2 * u, bottom - top)
    piles(plan, middle, view)


def _rows(plan: Plan, view: PlayView) -> list[list[int]]:
    """The seats below and above, each from left to right. Of four seats the first is above, as in games with tricks.

    A crowd has more rows above.
    """
    seats = len(view.match.seats)
    first = 2 if seats == 4 else 0
    own = own_seat(view.match)
    if own is not None:
        first = own
    order = [(first + step) % seats for step in range(seats)]
    if seats <= 2 * MOST_IN_ROW:
        lower = seats // 2
        return [list(reversed(order[:lower])), order[lower:]]
    rows = _in_rows(order, MOST_UPRIGHT if plan.upright else MOST_IN_ROW + 1)
    return [list(reversed(rows[0])), *rows[1:]]


def _in_rows(seats: list[int], most: int) -> list[list[int]]:
    """Seats in rows of about the same length, at most so many in each."""
    size = ceil(len(seats) / max(1, ceil(len(seats) / most)))
    return [seats[place : place + size] for place in range(0, len(seats), size)]


def _plate_high(plan: Plan, room: Box, count: int) -> float:
    wide = (room.w - (count - 1) * plan.u) / count
    stands = wide < NARROW * plan.s and room.h > plan.s
    return (STANDING if stands else PLATE) * plan.s


def _row(plan: Plan, room: Box, view: PlayView, seats: list[int]) -> float:
    """Adds a row of plates at the top of the room, in the middle of it; the y of its lower edge."""
    count = len(seats)
    high = _plate_high(plan, room, count)
    wide = min(0.5 * plan.s, (room.w - (count - 1) * plan.u) / count)
    left = room.cx - (count * wide + (count - 1) * plan.u) / 2
    for place, seat in enumerate(seats):
        box = Box(left + place * (wide + plan.u), room.y, wide, high)
        if high > 1.2 * PLATE * plan.s:
            standing_plate(plan, box, view, seat, backs=True)
        else:
            lying_plate(plan, box, view, seat, backs=True)
    return room.y + high
