"""Where the seats sit round the felt, and their plates.

Seats are numbered clockwise, and clockwise on the screen is bottom, left, top, right. Four seats begin at the top,
so that North is there; the seat whose hand is shown is turned to the bottom.
"""

from __future__ import annotations

from typing import Literal, NamedTuple, TypeAlias

from display.layout import Back, Box, Card, Target
from display.plan import Plan
from display.view import Intent, Match, PlayView

Side: TypeAlias = Literal["bottom", "left", "top", "right"]

MOST_ROUND = 8  # from nine seats on, plates stand in a grid


class Place(NamedTuple):
    """A seat's place: its side of the felt, and its number among the seats of that side from left (or top) on."""

    side: Side
    number: int
    of: int


def places(seats: int, bottom: int | None = None) -> list[Place]:
    """The place of each seat, for two to eight of them. `bottom`: the seat that must sit at the bottom."""
    tops, bottoms = {2: (1, 1), 3: (0, 1), 4: (1, 1), 5: (2, 1), 6: (2, 2), 7: (3, 2), 8: (3, 3)}[seats]
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
    return places(len(match.seats), own_seat(match))


def small_words(plan: Plan, view: PlayView, seat: int) -> list[str]:
    """What a plate says besides the name, the most important first."""
    face, words = view.match.seats[seat], plan.words
    said = []
    if face.out:
        said.append(words.label("out"))
    if view.turn == seat:
        said.append(words.label("to-move"))
    if face.reader not in ("", "ok"):
        said.append(words.label(f"reader-{face.reader}"))
    if view.match.dealer == seat:
        said.append(words.label("dealer"))
    return said


def _inks(view: PlayView, seat: int) -> tuple[str, str, str]:
    """Fill, text and small text of a plate."""
    return ("turn", "on_turn", "on_turn") if view.turn == seat else ("surface", "text", "text2")


def _panel(plan: Plan, box: Box, view: PlayView, seat: int) -> None:
    fill = _inks(view, seat)[0]
    edge = None if view.turn == seat else "line"
    plan.panel(box, fill, 1.2 * plan.u, edge=edge, width=plan.hairline, name=f"seat{seat}")
    if view.match.seats[seat].reader not in ("", "ok"):
        side = 2.6 * plan.u
        ink = _inks(view, seat)[1]
        corner = Box(box.right - side - 0.7 * plan.u, box.y + 0.7 * plan.u, side, side)
        plan.icon("reader", corner, ink, fill, name=f"seat{seat}")


def lying_plate(plan: Plan, box: Box, view: PlayView, seat: int) -> None:
    """A plate with shape, name and small word side by side, as at the top and bottom of the felt."""
    u, name = plan.u, f"seat{seat}"
    fill, ink, small = _inks(view, seat)
    _panel(plan, box, view, seat)
    tile, gap = min(0.72 * box.h, plan.s / 16), 1.0 * u
    sick = view.match.seats[seat].reader not in ("", "ok")
    room = box.w - 2.4 * u - tile - gap - (5.2 * u if sick else 0.0)
    em, word_em = plan.em("name"), plan.s / 29
    text = view.match.seats[seat].name
    words = small_words(plan, view, seat)
    word = ""
    for count in range(len(words), 0, -1):  # the less important words go before the name is cut
        word = " · ".join(words[:count])
        word_w = plan.width(word, "label-bold", word_em) + 1.4 * u
        if plan.width(text, "name", plan.floor("name")) <= room - word_w:
            break
    else:
        word = words[0] if words else ""
    if word and plan.width(word, "label-bold", word_em) > 0.5 * room:
        word_em = plan.s / 36
    word_w = plan.width(word, "label-bold", word_em) + 1.4 * u if word else 0.0
    em = plan.fitted(text, "name", room - word_w)
    text = plan.fonts.shorten(text, em, room - word_w, bold=True)
    wide = plan.width(text, "name", em)
    x = box.cx - (tile + gap + wide + word_w) / 2
    x = plan.tile(seat, x, box.cy, tile, name=name) + gap
    plan.text(text, "name", x, box.cy, em=em, colour=ink, ground=fill, name=name)
    if word:
        plan.text(word, "label-bold", x + wide + 1.4 * u, box.cy, em=word_em, colour=small, ground=fill, name=name)


def standing_plate(plan: Plan, box: Box, view: PlayView, seat: int) -> None:
    """A plate with shape over name over small word, as at the sides of the felt."""
    u, name = plan.u, f"seat{seat}"
    fill, ink, small = _inks(view, seat)
    _panel(plan, box, view, seat)
    room = box.w - 1.6 * u
    text = view.match.seats[seat].name
    em = plan.fitted(text, "name", room)
    text = plan.fonts.shorten(text, em, room, bold=True)
    words = small_words(plan, view, seat)
    word, word_em = "", plan.s / 29
    for count in range(len(words), 0, -1):
        word = " · ".join(words[:count])
        word_em = plan.s / 29 if plan.width(word, "label-bold", plan.s / 29) <= room else plan.s / 36
        if plan.width(word, "label-bold", word_em) <= room:
            break
    else:
        word = ""  # a narrow plate: a reader's icon and the turn's colour have to do
    tile = min(0.063 * plan.s, 0.34 * box.h)
    high = tile + 0.012 * plan.s + 0.05 * plan.s + (0.043 * plan.s if word else 0.0)
    y = box.cy - high / 2
    plan.tile(seat, box.cx - tile / 2, y + tile / 2, tile, name=name)
    y += tile + 0.012 * plan.s + 0.025 * plan.s
    plan.text(text, "name", box.cx, y, em=em, colour=ink, ground=fill, align="centre", name=name)
    if word:
        plan.text(
            word, "label-bold", box.cx, y + 0.049 * plan.s, em=word_em, width=room,
            colour=small, ground=fill, align="centre", name=name,
        )  # fmt: skip


def hand_cards(plan: Plan, area: Box, view: PlayView, seat: int, *, lift: float, centre: float | None = None) -> None:
    """A seat's hand in one row: face up where it is shown, playable cards lifted, else backs.

    Cards overlap where they do not fit side by side. `centre`: the x that the row is centred on if it can.
    """
    face = view.match.seats[seat]
    count = len(face.hand) if face.hand is not None else face.backs or 0
    if not count:
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
