"""The facts beside the felt: what the game's state needs, label left and value right."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from display.layout import Back, Box, Chip, Mini
from display.outlines import is_french

if TYPE_CHECKING:
    from display.plan import Plan
    from display.view import Fact, PlayView

ROW, LOWEST = 0.115, 0.066  # S: a row is as high as this, and may become as low as that
IN_ROWS = ("chip",)  # facts that are drawn where the pile that they are about lies (display/piles.py)
LABEL_PART = 0.5  # of a row's width, which its label may take from a long value


def shown_facts(view: PlayView) -> list[Fact]:
    """The facts of the panel, as they were in the last trick while that is shown."""
    told = [fact for fact in view.facts if fact.label not in IN_ROWS or not view.piles]
    return [_of_last(fact, view) for fact in told] if view.showing_last else told


def facts(plan: Plan, area: Box, view: PlayView) -> None:
    """Adds the facts: as many as have room, the first ones, with hairlines between the rows."""
    shown = shown_facts(view)
    most = max(1, int(area.h / (LOWEST * plan.s) + 0.01))
    if plan.upright:
        shown = shown[: 2 * most]
        rows = max(1, (len(shown) + 1) // 2)
        left, right = area.columns(2, 0.043 * plan.s)
        boxes = [box for column in (left, right) for box in column.rows(max(2, rows))[:rows]]
        groups = [
            list(zip(boxes[:rows], shown[:rows], strict=False)),
            list(zip(boxes[rows:], shown[rows:], strict=False)),
        ]
    elif shown:
        shown = shown[:most]
        height = min(area.h / len(shown), ROW * plan.s)
        top = area.y + (area.h - height * len(shown)) / 2
        boxes = [Box(area.x, top + height * row, area.w, height) for row in range(len(shown))]
        groups = [list(zip(boxes, shown, strict=True))]
    else:
        return
    for group in groups:
        for row, (box, fact) in enumerate(group):
            if row:
                plan.rule(box.x, box.y, box.w)
            _fact(plan, box, fact, view)


def _of_last(fact: Fact, view: PlayView) -> Fact:
    """A fact as it was in the last trick, while that is shown."""
    if fact.label == "in-trick" and view.last_points is not None:
        return replace(fact, points=view.last_points)
    if fact.label == "led" and view.last_trick and is_french(view.last_trick[0].card):
        return replace(fact, suit=view.last_trick[0].card[1])
    return fact


def _fact(plan: Plan, box: Box, fact: Fact, view: PlayView) -> None:
    """One row. The label stays whole; beside a number or a word stands the shape of the seat that it is about."""
    words, u = plan.words, plan.u
    label = words.label(fact.label)
    label_em = plan.fitted(label, "label", LABEL_PART * box.w)
    label_w = plan.width(label, "label", label_em)
    left = box.x + label_w + 1.0 * u
    if fact.cards:
        end = _minis(plan, fact.cards, Box(left, box.y, box.right - left, box.h))
    elif fact.seat is not None and _value(plan, fact) is None:
        end = _seat(plan, fact, Box(left, box.y, box.right - left, box.h), view)
    else:
        end = _text(plan, fact, Box(left, box.y, box.right - left, box.h))
    plan.text(
        label, "label", box.x, box.cy, em=label_em, width=max(label_w, end - box.x - u), colour="text2", ground="ground"
    )


def _value(plan: Plan, fact: Fact) -> str | None:
    """The value as a text; None where it has none."""
    words = plan.words
    if fact.points is not None:
        return words.points(fact.points)
    if fact.count is not None:
        return words.number(fact.count)
    if fact.suit is not None:
        return words.suit(fact.suit)
    return words.value(fact.word) if fact.word is not None else None


def _text(plan: Plan, fact: Fact, room: Box) -> float:
    """A value in words or numbers, flush right, with what is drawn before it; the x where it begins."""
    u, middle, name = plan.u, room.cy, f"fact:{fact.label}"
    value = _value(plan, fact) or "–"  # nothing led yet: the row stays, so that the others do not jump
    role = "value" if fact.word is None and fact.suit is None else "value-word"
    em = plan.fitted(value, role, room.w)
    text = plan.text(
        value, role, room.right, middle, em=em, width=room.w, ground="ground", align="right", name=name
    )  # fmt: skip
    left, gap = text.box.x, 0.9 * u
    high = min(0.0586 * plan.s, room.h - 0.8 * u)
    if fact.suit is not None and left - 0.86 * high - gap >= room.x:
        left -= 0.86 * high + gap
        plan.things.append(Chip(box=Box(left, middle - high / 2, 0.86 * high, high), suit=fact.suit))
    back_h = min(0.060 * plan.s, room.h - 1.2 * u)
    if fact.label == "stock" and fact.count and left - back_h / 1.4 - 0.10 * back_h - gap >= room.x:
        left -= back_h / 1.4 + 0.10 * back_h + gap
        stack(plan, Box(left, middle - back_h / 2 * 1.06, back_h / 1.4, back_h), min(3, fact.count))
    tile = min(0.049 * plan.s, room.h - 0.8 * u)
    if fact.seat is not None and left - tile - gap >= room.x:
        left -= tile + gap
        plan.tile(fact.seat, left, middle, tile, name=name)
    return left


def _seat(plan: Plan, fact: Fact, room: Box, view: PlayView) -> float:
    """Whom the fact is about: shape and name, the name cut where it has no room; the x where it begins."""
    u, seat, name = plan.u, fact.seat or 0, f"fact:{fact.label}"
    tile = min(0.053 * plan.s, room.h - 0.8 * u)
    space = room.w - tile - 0.8 * u
    text = view.match.seats[seat].name
    em = plan.fitted(text, "name", space)
    text = plan.fonts.shorten(text, em, space, bold=True)
    placed = plan.text(text, "name", room.right, room.cy, em=em, ground="ground", align="right", name=name)
    left = placed.box.x - tile - 0.8 * u
    plan.tile(seat, left, room.cy, tile, name=name)
    return left


def _minis(plan: Plan, cards: Sequence[str], room: Box) -> float:
    """Small cards, flush right: as many as have room, and how many more there are; the x where they begin."""
    gap = 0.12 * plan.u
    high = min(0.0655 * plan.s, room.h - 0.8 * plan.u)
    least = min(high, 0.054 * plan.s)
    high = max(least, min(high, ((room.w + gap) / len(cards) - gap) / 0.74))
    wide = 0.74 * high
    more = 0
    right = room.right
    while len(cards) - more > 1 and (len(cards) - more) * (wide + gap) - gap > room.w - (4.2 * plan.u if more else 0):
        more += 1
    if more:
        text = plan.text(f"+{more}", "label-bold", right, room.cy, em=plan.s / 30, ground="ground", align="right")
        right = text.box.x - 0.6 * plan.u
    shown = cards[: len(cards) - more]
    left = right - len(shown) * wide - (len(shown) - 1) * gap
    for place, card in enumerate(shown):
        box = Box(left + place * (wide + gap), room.cy - high / 2, wide, high)
        plan.things.append(Mini(box=box, card=card))
    return left


def stack(plan: Plan, box: Box, count: int, *, name: str = "") -> None:
    """Up to three backs, each a little lower and further right."""
    step = 0.05 * box.h
    for place in range(count):
        shift = step * place
        plan.things.append(Back(box=box.moved(shift, shift), over=place > 0, name=name))
