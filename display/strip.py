"""A seat's strip on a panel that lies flat: its name, whose turn it is, the facts where it is long, and the scores.

It is laid out upright in a room at (0, 0), and turned to its seat afterwards.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from display import notes
from display.facts import shown_facts
from display.layout import Box, Chip

if TYPE_CHECKING:
    from display.plan import Plan
    from display.view import Fact, PlayView


class Inks(NamedTuple):
    """The colours of a strip: its ground, what is read first, what is secondary."""

    fill: str
    ink: str
    second: str


def seat_strip(plan: Plan, room: Box, view: PlayView, seat: int) -> None:
    """A seat's strip, laid out upright: who, whose turn, the facts where it is long, the scores at the right."""
    s, u, words = plan.s, plan.u, plan.words
    on_turn = view.turn == seat
    inks = Inks("turn", "on_turn", "on_turn") if on_turn else Inks("surface", "text", "text2")
    fill, ink = inks.fill, inks.ink
    name = f"seat{seat}"
    plan.panel(room, fill, 2 * u, name=name)
    pad = 1.3 * u
    short, long = room.w < 0.8 * s, room.w > 1.15 * s
    right = (_short_scores if short else _scores)(plan, room, view, seat, inks)
    left_w = min(0.42 * room.w if long else right - 1.2 * u - room.x - pad, 0.6 * s)
    tile = s / 11 if not short else s / 14
    top = room.y + pad + tile / 2
    plan.tile(seat, room.x + pad, top, tile, name=name)
    x = room.x + pad + tile + 1.0 * u
    width = room.x + pad + left_w - x
    text = view.match.seats[seat].name
    said = notes.states(plan, view, seat, turn=False) + notes.notes(plan, view, seat, backs=not view.trick)
    noted = notes.fitted(plan, said, s / 32, width)
    em = plan.fitted(text, "flat-name", width)
    if noted.tokens:
        em = min(em, s / 19)
    text = plan.fonts.shorten(text, em, width, bold=True)
    upper = top - (0.021 * s if noted.tokens else 0.0)
    plan.text(text, "flat-name", x, upper, em=em, colour=ink, ground=fill, name=name)
    notes.draw(plan, noted, x, top + 0.024 * s, s / 32, notes.Inks(fill, ink, inks.second), name)
    line = room.bottom - 0.0385 * s
    if view.alert is not None and seat not in view.alert.seats:
        _small_alert(plan, Box(room.x + pad, line - 0.026 * s, left_w, 0.052 * s), view)
    elif on_turn:
        text = words.label("your-turn")
        em = plan.fitted(text, "flat-your-turn", left_w)
        plan.text(text, "flat-your-turn", room.x + pad, line, em=em, width=left_w, colour=ink, ground=fill, name=name)
    else:
        _whose_turn(plan, Box(room.x + pad, line, left_w, 0), view, inks, name, points=not long)
    if long:
        left = room.x + pad + left_w + 1.5 * u
        _facts(plan, Box(left, room.y, right - 2 * u - left, room.h), view, inks)


def _whose_turn(plan: Plan, line: Box, view: PlayView, inks: Inks, name: str, *, points: bool) -> None:
    """Whose turn it is, and the points in the trick if they have room. `line`: its middle and how wide it may be."""
    words = plan.words
    fill, ink = inks.fill, inks.second
    x, middle, width = line.x, line.y, line.w
    turn = words.nobody_knows(view.match.game) if view.turn is None else words.turn(view.match.seats[view.turn].name)
    worth = next(
        (words.points(fact.points) for fact in view.facts if fact.label == "in-trick" and fact.points is not None), ""
    )
    texts = [f"{turn} · {worth}", turn] if worth and points else [turn]
    for text in texts:
        em = plan.fitted(text, "flat-turn", width)
        if plan.width(text, "flat-turn", em) <= width:
            plan.text(text, "flat-turn", x, middle, em=em, colour=ink, ground=fill, name=name)
            return
    if view.turn is not None:  # a long name on a short strip: its shape says who, the gold strip says the rest
        tile = 0.045 * plan.s
        plan.tile(view.turn, x, middle, tile, name=name)
        plan.icon("next", Box(x + tile + 0.6 * plan.u, middle - tile / 2, tile, tile), ink, fill, name=name)


def _small_alert(plan: Plan, box: Box, view: PlayView) -> None:
    """The alert's header in small, for those whom it does not concern."""
    alert = view.alert
    if alert is None:
        return
    u = plan.u
    plan.panel(box, "alert", 1.0 * u, edge="alert_edge", width=max(1.0, plan.s / 400), name="alert-small")
    icon = 0.7 * box.h
    x = box.x + 0.8 * u
    plan.icon("alert", Box(x, box.cy - icon / 2, icon, icon), "on_alert", "alert")
    x += icon + 0.6 * u
    for seat in alert.seats[:3]:
        x = plan.tile(seat, x, box.cy, icon) + 0.5 * u
    room = box.right - 0.8 * u - x
    title = plan.words.alert_title_short(alert)
    em = plan.fitted(title, "label-bold", room, plan.s / 28)
    if plan.width(title, "label-bold", em) <= room:
        plan.text(title, "label-bold", x, box.cy, em=em, colour="on_alert", ground="alert")


def _scores(plan: Plan, room: Box, view: PlayView, seat: int, inks: Inks) -> float:
    """The totals at the right: the seat's own side large, the others smaller; the x where they begin."""
    u, s = plan.u, plan.s
    fill, ink, second = inks
    scores = view.match.scores
    own = next((score for score in scores if seat in score.seats), None)
    others = [score for score in scores if score is not own]
    right = room.right - 1.5 * u
    if len(others) == 1:
        total = plan.words.number(others[0].total)
        em = plan.fitted(total, "flat-other", 0.16 * s)
        text = plan.text(
            total, "flat-other", right, room.y + 0.66 * room.h, em=em, colour=second, ground=fill, align="right"
        )
        tile = 0.039 * s
        wide = len(others[0].seats) * tile + (len(others[0].seats) - 1) * 0.5 * u
        plan.tiles(others[0].seats, text.box.cx - wide / 2, room.y + 0.21 * room.h, tile, 0.5 * u)
        right = min(text.box.x, text.box.cx - wide / 2) - 1.8 * u
    elif others:
        right = _list(plan, room, right, [(score.seats, plan.words.number(score.total)) for score in others], inks)
        right -= 1.4 * u
    if own is None:
        return right
    total = plan.words.number(own.total)
    em = plan.fitted(total, "flat-score", 0.25 * s)
    text = plan.text(
        total, "flat-score", right, room.cy, em=em, colour=ink, ground=fill, align="right", name=f"flat{seat}:total"
    )
    tile = 0.039 * s
    high = len(own.seats) * tile + (len(own.seats) - 1) * 0.6 * u
    x = text.box.x - tile - 1.1 * u
    if len(scores) > 2 and len(own.seats) == 1:
        return text.box.x - u  # the seat's own shape is large at the left
    for place, partner in enumerate(own.seats):
        plan.tile(partner, x, room.cy - high / 2 + tile / 2 + place * (tile + 0.6 * u), tile)
    return x - u


def _short_scores(plan: Plan, room: Box, view: PlayView, seat: int, inks: Inks) -> float:
    """The totals on a short strip: the own side's over the others', these only where they all have room."""
    u, s = plan.u, plan.s
    fill, ink, second = inks
    scores = view.match.scores
    right = room.right - 1.3 * u
    limit = room.x + 0.5 * room.w
    own = next((score for score in scores if seat in score.seats), None)
    left = right
    if own is not None:
        total = plan.words.number(own.total)
        em = plan.fitted(total, "flat-other", right - limit)
        middle = room.y + (0.36 if len(scores) > 1 else 0.5) * room.h
        text = plan.text(
            total, "flat-other", right, middle, em=em, colour=ink, ground=fill, align="right", name=f"flat{seat}:total"
        )
        left = text.box.x
    tile, em = 0.034 * s, s / 30
    shapes = [len(score.seats) * (tile + 0.3 * u) + 0.3 * u for score in scores]
    widths = [
        plan.width(plan.words.number(score.total), "flat-small", em) + shape
        for score, shape in zip(scores, shapes, strict=True)
    ]
    others = [place for place, score in enumerate(scores) if score is not own]
    if sum(widths[place] for place in others) + (len(others) - 1) * u > right - limit:
        return left - u
    middle = room.y + 0.79 * room.h
    x = right
    for place in reversed(others):
        text = plan.text(
            plan.words.number(scores[place].total),
            "flat-small",
            x,
            middle,
            em=em,
            colour=second,
            ground=fill,
            align="right",
        )
        plan.tiles(scores[place].seats, x - widths[place], middle, tile, 0.3 * u)
        x -= widths[place] + u
    return min(left, x + u) - u


def _list(plan: Plan, room: Box, right: float, totals: Sequence[tuple[tuple[int, ...], str]], inks: Inks) -> float:
    """Small totals in seat order, in columns of three; the x where they begin."""
    u, s = plan.u, plan.s
    rows = 3
    em, tile = s / 26, 0.037 * s
    columns = [totals[first : first + rows] for first in range(0, len(totals), rows)]
    for column in reversed(columns):
        wide = max(plan.width(text, "flat-small", em) for _, text in column)
        shapes = max(len(seats) for seats, _ in column) * (tile + 0.3 * u)
        left = right - wide - shapes - 0.4 * u
        for place, (seats, text) in enumerate(column):
            middle = room.cy + (place - (len(column) - 1) / 2) * 0.052 * s
            plan.tiles(seats, left, middle, tile, 0.3 * u)
            plan.text(text, "flat-small", right, middle, em=em, colour=inks.second, ground=inks.fill, align="right")
        right = left - 1.2 * u
    return right + 1.2 * u


def _facts(plan: Plan, box: Box, view: PlayView, inks: Inks) -> None:
    """The first two facts, on a strip long enough for them; the stock lies in the corners of the felt."""
    words, s, u = plan.words, plan.s, plan.u
    fill, ink, second = inks
    told = [fact for fact in shown_facts(view) if fact.label != "stock"]
    shown = [(fact, value) for fact in told if (value := _value(plan, fact, view))][:2]
    if not shown:
        return
    labels = [words.label(fact.label) for fact, _ in shown]
    label_w = max(plan.width(label, "label", s / 32) for label in labels)
    high = 0.058 * s
    chip, tile = 0.86 * high + 0.8 * u, 0.05 * s
    drawn = [
        chip if fact.suit is not None else tile + 0.8 * u if fact.seat is not None else 0.0 for fact, _ in shown
    ]  # fmt: skip
    value_w = max(plan.width(value, "value") + wide for (_, value), wide in zip(shown, drawn, strict=True))
    if value_w > box.w:
        return
    labelled = label_w + 2 * u + value_w <= box.w
    x = box.x + max(0.0, (box.w - value_w - (label_w + 2 * u if labelled else 0.0)) / 2)
    for place, ((fact, value), label, wide) in enumerate(zip(shown, labels, drawn, strict=True)):
        middle = box.cy + (place - (len(shown) - 1) / 2) * 0.42 * box.h
        at = x
        if labelled:
            plan.text(label, "label", x, middle, em=s / 32, colour=second, ground=fill)
            at += label_w + 2 * u
        if fact.suit is not None:
            plan.things.append(Chip(box=Box(at, middle - high / 2, 0.86 * high, high), suit=fact.suit))
        elif fact.seat is not None:
            plan.tile(fact.seat, at, middle, tile)
        plan.text(value, "value", at + wide, middle, colour=ink, ground=fill)


def _value(plan: Plan, fact: Fact, view: PlayView) -> str:
    """A fact's value in words; a seat's name, cut where it is long. Nothing for cards."""
    words = plan.words
    if fact.points is not None:
        return words.points(fact.points)
    if fact.count is not None:
        return words.number(fact.count)
    if fact.suit is not None:
        return words.suit(fact.suit)
    if fact.word is not None:
        return words.value(fact.word)
    if fact.seat is not None:
        name = view.match.seats[fact.seat].name
        return plan.fonts.shorten(name, plan.em("value"), 0.3 * plan.s, bold=True)
    return ""
