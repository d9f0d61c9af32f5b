"""Learning a deck: the grid that fills up as cards are tapped, the next card large, and what came of a tap."""

from __future__ import annotations

from typing import TYPE_CHECKING

from display.card_parts import RATIO
from display.layout import Box, Card, Chip, Mini, around
from display.outlines import is_french
from display.ready import note_height, note_panel, ready_frame
from display.scores import progress
from display.view import Intent

if TYPE_CHECKING:
    from display.plan import Plan
    from display.view import DeckView

WIDE = 0.74  # a small card's width, in its height


def deck_screen(plan: Plan, view: DeckView) -> None:
    """Adds the whole screen."""
    words, u = plan.words, plan.u
    at_end = view.card is None or view.stopped
    middle = ready_frame(plan, view, words.ready("deck", name=view.deck), () if at_end else _count(plan, view))
    note_h = note_height(plan)
    if plan.upright:
        asked_h = 0.36 * middle.h
        asked = Box(middle.x, middle.y, middle.w, asked_h)
        note = Box(middle.x, asked.bottom + u, middle.w, note_h)
        grid = Box(middle.x, note.bottom + u, middle.w, middle.bottom - note.bottom - u)
    else:
        wide = min(0.36 * middle.w, 0.62 * plan.s)
        asked = Box(middle.right - wide, middle.y, wide, middle.h)
        left = Box(middle.x, middle.y, asked.x - u - middle.x, middle.h)
        note = Box(left.x, left.bottom - note_h, left.w, note_h)
        grid = Box(left.x, left.y, left.w, note.y - u - left.y)
    plan.panel(asked)
    if at_end:
        _end(plan, asked, view)
    else:
        _asked(plan, asked, view)
    note_panel(plan, note, view.note)
    plan.panel(grid)
    _grid(plan, grid.inset(1.4 * u, 1.2 * u), view)


def _count(plan: Plan, view: DeckView) -> tuple[str, ...]:
    return (plan.words.ready("deck/kept", count=len(view.learnt), all=len(view.cards)),)


def _asked(plan: Plan, box: Box, view: DeckView) -> None:
    """The card that is asked for, large, with what to do, and how far it is."""
    u, words = plan.u, plan.words
    inner = box.inset(1.6 * u, 1.6 * u)
    bar = Box(inner.x, inner.bottom - 1.4 * u, inner.w, 1.4 * u)
    progress(plan, bar, len(view.learnt) / max(1, len(view.cards)))
    inner = Box(inner.x, inner.y, inner.w, bar.y - 1.4 * u - inner.y)
    card = view.card or ""
    if view.simulated or view.readers:
        text = words.ready("deck/renew" if view.renewed else "deck/ask", card=card)
    else:
        text = words.ready("deck/looking")
    if plan.upright:
        high = min(inner.h, 0.36 * plan.s)
        place = Box(inner.x, inner.cy - high / 2, high / RATIO, high)
        room = Box(place.right + 2 * u, inner.y, inner.right - place.right - 2 * u, inner.h)
        _centred(plan, text, room)
    else:
        text_h = 0.2 * plan.s
        high = min(inner.h - text_h - 1.2 * u, inner.w * RATIO)
        place = Box(inner.cx - high / RATIO / 2, inner.y, high / RATIO, high)
        _centred(plan, text, Box(inner.x, inner.bottom - text_h, inner.w, text_h))
    plan.things.append(Card(box=place, card=card, name="asked"))


def _end(plan: Plan, box: Box, view: DeckView) -> None:
    """What was learnt and is kept."""
    s, u, words = plan.s, plan.u, plan.words
    complete = len(view.learnt) == len(view.cards)
    inner = box.inset(1.6 * u, 1.6 * u)
    bar = Box(inner.x, inner.bottom - 1.4 * u, inner.w, 1.4 * u)
    progress(plan, bar, len(view.learnt) / max(1, len(view.cards)))
    side = min(0.16 * s, 0.25 * inner.h)
    if complete:
        plan.icon("check", Box(inner.x, inner.y, side, side), "text", "surface", name="complete")
    y = inner.y + (side + u if complete else 0)
    rest = bar.y - u - y
    title = words.ready("deck/complete" if complete else "deck/stopped", name=view.deck)
    end = plan.paragraph(title, "question", Box(inner.x, y, inner.w, 0.4 * rest), name="end")
    kept = words.ready("deck/kept", count=len(view.learnt), all=len(view.cards))
    end = plan.paragraph(kept, "body", Box(inner.x, end + 1.6 * u, inner.w, 0.25 * rest), colour="text2", name="end")
    text = words.ready("deck/done" if complete else "deck/missing")
    room = Box(inner.x, end + 1.6 * u, inner.w, bar.y - u - end - 1.6 * u)
    plan.paragraph(text, "body", room, colour="text2", name="end")


def _centred(plan: Plan, text: str, box: Box) -> None:
    """Adds a sentence in the middle of a box's height."""
    start = len(plan.things)
    end = plan.paragraph(text, "question", box, name="ask")
    shift = max(0.0, (box.bottom - end) / 2) if plan.upright else 0.0
    if shift:
        del plan.things[start:]
        plan.paragraph(text, "question", Box(box.x, box.y + shift, box.w, end - box.y + 1), name="ask")


def _grid(plan: Plan, box: Box, view: DeckView) -> None:
    """A row a suit, in the deck's order: a card that is learnt lies there, the others are empty places."""
    rows = _rows(view.cards)
    headed = all(is_french(row[0]) for row in rows if row)
    most = max((len(row) for row in rows), default=1)
    gap = 0.5 * plan.u
    chip = 0.055 * plan.s if headed or any(is_french(row[0]) for row in rows) else 0.0
    lead = chip + gap if chip else 0.0
    high = min((box.h - (len(rows) - 1) * gap) / len(rows), (box.w - lead - (most - 1) * gap) / most / WIDE)
    wide = WIDE * high
    step_x = min((box.w - lead - wide) / max(1, most - 1), 1.25 * wide)
    step_y = min((box.h - high) / max(1, len(rows) - 1), 1.35 * high)
    top = box.cy - (step_y * (len(rows) - 1) + high) / 2
    left = box.x + lead + (box.w - lead - step_x * (most - 1) - wide) / 2
    for number, row in enumerate(rows):
        y = top + number * step_y
        if chip and is_french(row[0]):
            middle = around(left - lead + chip / 2 - gap, y + high / 2, 0.86 * chip, chip)
            plan.things.append(Chip(box=middle, suit=row[0][1], name="suit"))
        for place, card in enumerate(row):
            _place(plan, Box(left + place * step_x, y, wide, high), card, view)


def _place(plan: Plan, box: Box, card: str, view: DeckView) -> None:
    """One card of the grid: itself, or its empty place with the rank."""
    asked = card == view.card and not view.stopped
    name = f"place:{card}"
    if card in view.learnt:
        plan.things.append(Mini(box=box, card=card, name=name))
    else:
        rank = plan.words.court(card[0]) if is_french(card) else card
        em = max(plan.floor("label-bold"), min(0.42 * box.h, plan.em("label-bold")))
        ground = "raised" if asked else "surface"
        fill = "raised" if asked else None
        plan.panel(box, fill, 0.12 * box.h, edge="edge", width=plan.hairline, over=True, name=name)
        plan.text(
            rank, "label-bold", box.cx, box.cy, em=em, width=box.w,
            colour="text" if asked else "text2", ground=ground, align="centre", name=name,
        )  # fmt: skip
    if asked:
        ring = box.inset(-0.25 * plan.u)
        plan.panel(ring, None, 0.14 * box.h, edge="text", width=max(2.0, plan.s / 200), over=True, name="asked-ring")
    if view.simulated and not view.stopped and view.card is not None:
        plan.target(box, Intent("card", card=card))


def _rows(cards: tuple[str, ...]) -> list[list[str]]:
    """The cards by suit, as they come; cards without a suit in rows of thirteen at the end."""
    suits: dict[str, list[str]] = {}
    others = []
    for card in cards:
        if is_french(card):
            suits.setdefault(card[1], []).append(card)
        else:
            others.append(card)
    return [*suits.values(), *(others[at : at + 13] for at in range(0, len(others), 13))]
