"""The question: what the table wants to know of a seat, the cards gathered for the answer, and the buttons to choose.

On a wall it is a strip over the felt's lower part; on a panel that lies flat it lies before the seat that is asked,
turned to it. Very many answers (which card of the deck?) take the whole felt, as an alert does.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from display.answers import LARGE, Setting, buttons, settings
from display.layout import Back, Box, Mini
from display.text import LINE

if TYPE_CHECKING:
    from display.plan import Plan
    from display.view import PlayView, Question

GATHERED = 0.075  # S: the height of a card gathered


class Head(NamedTuple):
    """The sentence of a question: its lines, their size, and how high the head is together with the cards beside it."""

    lines: tuple[str, ...]
    em: float
    high: float
    fits: bool


def head_of(plan: Plan, view: PlayView, question: Question, room: float, laid: int = 0) -> Head:
    """The sentence in one line, or in two where it would be small; `room`: the width for sentence and cards."""
    s = plan.s
    text = plan.words.question(question, view.match)
    cards = _cards_width(plan, question, room, laid)
    tile = 0.055 * s + 1.5 * plan.u if _names_the_seat(plan, view, question) else 0.5 * plan.u
    space = room - tile - (cards + 3.3 * plan.u if cards else 0.0)
    least = GATHERED * s + 0.4 * plan.u if cards else 0.056 * s
    em = plan.fitted(text, "question", space)
    if plan.width(text, "question", em) <= space and em > s / 26:
        return Head((text,), em, max(least, 1.1 * em), fits=True)
    for part in (22, 24, 26, 28, 30, 33, 36):
        lines = plan.fonts.wrap(text, s / part, space, 2 if part < 33 else 3, bold=True)
        if lines:
            return Head(lines, s / part, max(least, len(lines) * LINE * s / part), fits=True)
    return Head((text,), s / 36, max(least, s / 30), fits=False)


def _names_the_seat(plan: Plan, view: PlayView, question: Question) -> bool:
    """Whether the sentence names who is asked, so that the shape belongs before it: not where all act at once."""
    if question.seat is None:
        return False
    return view.match.seats[question.seat].name in plan.words.question(question, view.match)


def _cards_width(plan: Plan, question: Question, room: float, laid: int) -> float:
    count = len(question.gathered)
    wide = 0.74 * GATHERED * plan.s
    gathered = min(count * wide + max(0, count - 1) * 0.3 * plan.u, 0.45 * room) if count else 0.0
    return gathered + (laid * (wide + plan.u) if laid else 0.0)


def deep_of(plan: Plan, view: PlayView, room: float, setting: Setting) -> float:
    """How high the panel of the question is with these buttons. `room`: its width."""
    question = view.question
    if question is None:
        return 0.0
    u = plan.u
    head = head_of(plan, view, question, room - 2.4 * u)
    deep = setting.deep(0.9 * u)
    return head.high + 1.8 * u + (deep + 0.8 * u if deep else 0.0)


def set_for(plan: Plan, view: PlayView, room: float, most: float) -> tuple[Setting, float] | None:
    """The roomiest buttons with which the panel is at most so high, and its height; None where none is."""
    ways = [(setting, deep_of(plan, view, room, setting)) for setting in settings(plan, view, room - 2.0 * plan.u)]
    fitting = [way for way in ways if way[1] <= most + 0.5]
    if not fitting:
        return None
    alike = [way for way in fitting if way[0].caps == fitting[0][0].caps]
    return min(alike, key=lambda way: len(way[0].rows))  # lower buttons in one row take less than higher ones in two


def has_room(plan: Plan, view: PlayView, box: Box) -> bool:
    """Whether all answers have room in a question that has this whole box."""
    question = view.question
    if question is None:
        return True
    inner = box.inset(1.2 * plan.u, 0.9 * plan.u)
    most = inner.h - head_of(plan, view, question, inner.w, len(view.laid)).high - 0.8 * plan.u
    return any(one.deep(0.9 * plan.u) <= most for one in settings(plan, view, box.w - 2.0 * plan.u, LARGE))


def question_panel(plan: Plan, box: Box, view: PlayView, setting: Setting | None = None) -> None:
    """Adds the question in this box. Without a setting it has the whole felt, and shows the trick in small too."""
    question = view.question
    if question is None:
        return
    u = plan.u
    whole = setting is None
    laid = view.laid if whole else ()
    plan.panel(box, "surface", 2 * u, edge="edge", width=plan.hairline, name="question")
    inner = box.inset(1.2 * u, 0.9 * u)
    head = head_of(plan, view, question, inner.w, len(laid))
    if setting is None:
        every = settings(plan, view, box.w - 2.0 * u, LARGE)
        most = inner.h - head.high - 0.8 * u
        setting = next((one for one in every if one.deep(0.9 * u) <= most), every[-1])
        if setting.deep(0.9 * u) > most and setting.rows:  # more answers than there is room for: lower buttons
            lower = (most - (len(setting.rows) - 1) * 0.9 * u) / len(setting.rows)
            setting = setting._replace(high=lower)
    shape = question.seat if _names_the_seat(plan, view, question) else None
    _head(plan, Box(inner.x, inner.y, inner.w, head.high), question, head, shape, [card.card for card in laid])
    rows = setting.deep(0.9 * u)
    free = box.bottom - 0.9 * u - (inner.y + head.high) - rows
    y = inner.y + head.high + (max(0.0, free) / 2 if whole else 0.8 * u)
    buttons(plan, box, y, view, question, setting)


def _head(
    plan: Plan, box: Box, question: Question, head: Head, seat: int | None, laid: Sequence[str]
) -> None:  # fmt: skip
    """Shape, sentence, and at the right the cards gathered and those of the trick."""
    s, u, name = plan.s, plan.u, "question"
    x = box.x + 0.4 * u
    if seat is not None:
        tile = min(0.055 * s, box.h)
        x = plan.tile(seat, x, box.cy, tile, name=name) + 1.0 * u
    left = _cards(plan, box, question, laid)
    width = left - x - (1.2 * u if left < box.right else 0.0)
    for place, line in enumerate(head.lines):
        middle = box.cy + (place - (len(head.lines) - 1) / 2) * LINE * head.em
        plan.text(line, "question", x, middle, em=head.em, width=width, name=name)


def _cards(plan: Plan, box: Box, question: Question, laid: Sequence[str]) -> float:
    """The cards gathered, flush right, face down where nobody may see them, and before them the trick's; their left."""
    u, name = plan.u, "gathered"
    high = min(GATHERED * plan.s, box.h)
    wide = 0.74 * high
    right = box.right - 0.3 * u
    count = len(question.gathered)
    if count:
        room = 0.45 * box.w
        step = min(wide + 0.3 * u, (room - wide) / (count - 1)) if count > 1 else 0.0
        left = right - wide - step * (count - 1)
        for place, card in enumerate(question.gathered):
            at = Box(left + place * step, box.cy - high / 2, wide, high)
            over = place > 0 and step < wide
            if card is None:
                plan.things.append(Back(box=at, over=over, name=name))
            else:
                plan.things.append(Mini(box=at, card=card, over=over, name=name))
        right = left - 1.6 * u
    for card in reversed(laid):
        right -= wide
        plan.things.append(Mini(box=Box(right, box.cy - high / 2, wide, high), card=card, name="laid"))
        right -= u
    return right if count or laid else box.right
