"""Where the seats sit round the felt, and their hands.

Seats are numbered clockwise, and clockwise on the screen is bottom, left, top, right. Four seats begin at the top,
so that North is there; the seat whose hand is shown is turned to the bottom.
"""

from __future__ import annotations

from typing import Literal, NamedTuple, TypeAlias

from display.layout import Back, Box, Card, Target
from display.plan import Plan
from display.view import Intent, Match, PlayView

Side: TypeAlias = Literal["bottom", "left", "top", "right"]

HAND, LIFT = 0.17, 0.02  # S: height of a hand's cards, and how far a playable one is lifted
TIGHTEST = 0.3  # of a card's width, from card to card of a hand; a longer hand takes two rows
MOST_ROUND = 8  # from nine seats on, plates stand in a grid


class Place(NamedTuple):
    """A seat's place: its side of the felt, and its number among the seats of that side from left (or top) on."""

    side: Side
    number: int
    of: int


def places(seats: int, bottom: int | None = None, *, alone: bool = False) -> list[Place]:
    """The place of each seat, for two to eight of them. `bottom`: the seat that must sit at the bottom; `alone`: no
    other sits there, since its hand takes the whole side.
    """
    tops, bottoms = {2: (1, 1), 3: (0, 1), 4: (1, 1), 5: (2, 1), 6: (2, 2), 7: (3, 2), 8: (3, 3)}[seats]
    if alone and bottoms > 1:
        tops, bottoms = seats - 3, 1
    across = seats > 2
    ring = [Place("bottom", number, bottoms) for number in reversed(range(bottoms))]  # clockwise is leftwards here
    ring += [Place("left", 0, 1)] if across else []
    ring += [Place("top", number, tops) for number in range(tops)]
    ring += [Place("right", 0, 1)] if across else []
    first = 2 if seats == 4 else 0  # seat 0 at the top
    if bottom is not None:
        first = -bottom
    return [ring[(seat + first) % seats] for seat in range(seats)]


def own_seat(match: Match) -> int | None:
    """The first seat whose hand is shown face up."""
    return next((seat for seat, face in enumerate(match.seats) if face.hand is not None), None)


def seat_places(match: Match) -> list[Place]:
    """The places of a match's seats."""
    own = own_seat(match)
    return places(len(match.seats), own, alone=own is not None and bool(match.seats[own].hand))


def card_wanted(view: PlayView) -> bool:
    """Whether the seat on turn may lay a card to the trick now: not while it bids, declares or passes cards on."""
    return view.question is None or view.question.do in ("", "play", "draw", "take")


def hand_cards(plan: Plan, area: Box, view: PlayView, seat: int, *, lift: float, centre: float | None = None) -> None:
    """A seat's hand in one row: face up where it is shown, playable cards lifted, else backs.

    Cards overlap where they do not fit side by side. `centre`: the x that the row is centred on if it can.
    """
    face = view.match.seats[seat]
    count = len(face.hand) if face.hand is not None else face.backs or 0
    if not count:
        return
    if face.hand is not None and (area.w - area.h / 1.4) / max(1, count - 1) < TIGHTEST * (area.h - lift) / 1.4:
        _two_rows_of_hand(plan, area, view, seat)
        return
    high = area.h - lift
    wide = high / 1.4
    gap = 0.8 * plan.u if face.hand is not None else 0.35 * plan.u
    step = wide + gap if count == 1 else min(wide + gap, (area.w - wide) / (count - 1))
    total = wide + step * (count - 1)
    left = area.cx - total / 2 if centre is None else centre - total / 2
    left = max(area.x, min(left, area.right - total))
    for number in range(count):
        x = left + step * number
        name = f"hand{seat}:{number}"
        if face.hand is None:
            plan.things.append(Back(box=Box(x, area.y + lift, wide, high), over=number > 0, name=name))
            continue
        card = face.hand[number]
        raised = lift if card in face.playable else 0.0
        box = Box(x, area.y + lift - raised, wide, high)
        plan.things.append(Card(box=box, card=card, over=number > 0, name=name))
        plan.things.append(Target(box=box, intent=Intent("card", card=card, seat=seat)))


def _two_rows_of_hand(plan: Plan, area: Box, view: PlayView, seat: int) -> None:
    """A very long hand in two rows of lower cards, which overlap less so; playable ones are lifted a little."""
    face = view.match.seats[seat]
    hand = face.hand or ()
    half = (len(hand) + 1) // 2
    for row, (box, cards) in enumerate(zip(area.rows(2, 0.6 * plan.u), (hand[:half], hand[half:]), strict=True)):
        lift = 0.1 * box.h
        high = box.h - lift
        wide = high / 1.4
        step = min(wide + 0.5 * plan.u, (box.w - wide) / max(1, half - 1))
        for place, card in enumerate(cards):
            y = box.y + (0.0 if card in face.playable else lift)
            at = Box(box.x + step * place, y, wide, high)
            name = f"hand{seat}:{row * half + place}"
            plan.things.append(Card(box=at, card=card, over=place > 0, name=name))
            plan.things.append(Target(box=at, intent=Intent("card", card=card, seat=seat)))
