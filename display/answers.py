"""The buttons of a question: what stands on each, how wide it is, and in which rows they stand.

Up to MANY answers flow like words in lines. More of them, the cards of a deck, have a row a suit where there is room.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from display.deck_outlines import FIGURES, GROUPS, is_other_card, metal_of
from display.keys import choice_caps, choices_of
from display.layout import Box, Chip, Mini
from display.view import Intent

if TYPE_CHECKING:
    from display.plan import Plan
    from display.view import Choice, PlayView, Question

Sized: TypeAlias = "tuple[Choice, float]"  # a choice and how wide its button is

HEIGHTS = (9.5, 10.7, 12)  # S / these: the heights of a button that are tried, from roomy to tight
LARGE = (7.5, 8.5, *HEIGHTS)  # where the question has the whole felt
NARROWEST = 14  # S / this: the narrowest button
STRETCH = 1.5  # a button may become so much wider than its content, to fill its row
MANY = 16  # from so many answers on, a kind of its own (suits, then cards) begins a new row


class Content(NamedTuple):
    """What stands on a button: `text`, and a suit, card, seat or icon before it."""

    text: str
    suit: str | None = None
    card: str | None = None
    seat: int | None = None
    icon: str = ""
    large: bool = False  # a number or a rank, which alone is large


class Setting(NamedTuple):
    """The buttons as they will stand: the height of one, rows of (choice, width), and whether they have key caps."""

    high: float
    rows: tuple[tuple[Sized, ...], ...]
    caps: bool

    def deep(self, gap: float) -> float:
        """How high all rows are together."""
        return len(self.rows) * self.high + max(0, len(self.rows) - 1) * gap


def contents(plan: Plan, view: PlayView, question: Question) -> dict[int, Content]:
    """What stands on the button of each choice, by its number."""
    several = len({choice.do for choice in question.choices if _says(choice)}) > 1
    return {
        choice.number: _content(plan, view, question, choice, verb=several and _says(choice))
        for choice in question.choices
    }


def _content(plan: Plan, view: PlayView, question: Question, choice: Choice, *, verb: bool) -> Content:
    """What stands on one button; with `verb` also what is done, since values of several actions stand together."""
    words, game, phase = plan.words, view.match.game, question.phase
    text = words.choice(choice, game, phase)
    if choice.lift:
        return Content(text, icon="undo")
    if verb:
        action = words.action(choice.do, game, phase)
        text = f"{action}: {text}" if text else action
    card = choice.card
    if choice.word is not None and (is_other_card(choice.word) or choice.word in GROUPS):
        card, text = (FIGURES[GROUPS.index(choice.word)] if choice.word in GROUPS else choice.word), ""
    if choice.seat is not None and question.name == "do":  # somebody else than who is asked may do this
        return Content(words.action(choice.do, game, phase), seat=choice.seat)
    if choice.seat is not None:
        name = view.match.seats[choice.seat].name
        return Content(f"{text}: {name}" if text else name, seat=choice.seat)
    large = not verb and (choice.count is not None or choice.rank is not None)
    return Content(text, suit=choice.suit, card=card, large=large)


def _says(choice: Choice) -> bool:
    """Whether a value is chosen that does not tell by itself what is done with it."""
    return any(value is not None for value in (choice.count, choice.suit, choice.rank, choice.card, choice.seat))


def _content_width(plan: Plan, content: Content, high: float, cap: str) -> float:
    """How wide a button must be for its content, in the size that is wanted."""
    u = plan.u
    role = "choice-large" if content.large else "choice"
    wide = plan.width(content.text, role, _text_em(plan, role, high)) if content.text else 0.0
    drawn = _drawn_width(plan, content, high)
    wide += drawn + (0.9 * u if drawn and content.text else 0.0)
    if content.seat is not None:
        wide = min(wide, 0.32 * plan.s)
    pad = 2.0 * u if high > plan.s / 11 else 1.3 * u
    return wide + pad + (plan.cap_width(cap) + 0.8 * u if cap else 0.0)


def _text_em(plan: Plan, role: str, high: float) -> float:
    return min(plan.em(role), (0.5 if role == "choice-large" else 0.42) * high)


def _drawn_width(plan: Plan, content: Content, high: float) -> float:
    if content.suit is not None:
        return 0.86 * _chip_high(content, high)
    if content.card is not None:
        return 0.74 * _mini_high(plan, high)
    if content.seat is not None:
        return min(0.6 * high, 0.06 * plan.s)
    return 2.4 * plan.u if content.icon else 0.0


def _mini_high(plan: Plan, high: float, wide: float | None = None) -> float:
    """How high the card on a button is: no wider than a narrow button has room for."""
    return min(0.84 * high, 0.095 * plan.s, ((wide or 1e9) - 0.8 * plan.u) / 0.74)


def _chip_high(content: Content, high: float) -> float:
    return (0.62 if content.text else 0.74) * high


def settings(plan: Plan, view: PlayView, room: float, heights: Sequence[float] = HEIGHTS) -> list[Setting]:
    """The ways to set the buttons of the view's question in rows of this width, from roomy to tight."""
    question, choices = view.question, choices_of(view)
    if question is None or not choices:
        return [Setting(0.0, (), caps=False)]
    caps, shown = choice_caps(view, plan.words), contents(plan, view, question)
    found = []
    ways = [_by_suit, _by_kind] if len(choices) > MANY else [_all]
    for way in ways:
        for part, with_caps in [*((part, True) for part in heights), (heights[-1], False)]:
            high = plan.s / part
            least = max(high, plan.s / 9.5) if len(choices) <= MANY else plan.s / NARROWEST
            sized = []
            for choice in choices:
                content = shown[choice.number]
                cap = caps.get(choice.number, "") if with_caps else ""
                cap = "" if cap == content.text else cap
                wide = least if _is_card(choice) and len(choices) > MANY else _content_width(plan, content, high, cap)
                sized.append((choice, min(room, max(least, wide))))
            found.append(Setting(high, _rows(way(sized), room, 0.9 * plan.u), caps=with_caps and bool(caps)))
    return found


def _rows(parts: Sequence[Sequence[Sized]], room: float, gap: float) -> tuple[tuple[Sized, ...], ...]:
    """Buttons in rows: each part begins a row, and takes as few as hold it, all about equally wide; the buttons are
    stretched a little to fill them.
    """
    rows: list[list[Sized]] = []
    for part in parts:
        broken = _greedy(part, room, gap)
        narrow, wide = max(width for _, width in part), room
        while wide - narrow > 1:  # the smallest width that keeps the number of rows
            middle = (narrow + wide) / 2
            tried = _greedy(part, middle, gap)
            if len(tried) <= len(broken):
                broken, wide = tried, middle
            else:
                narrow = middle
        rows += broken
    widest = max(_width(row, gap) for row in rows)
    full = min(room, max(widest, 0.62 * room if len(parts) == 1 else room))
    stretch = min(STRETCH, *((full - (len(row) - 1) * gap) / sum(width for _, width in row) for row in rows))
    if len(parts) == 1:
        return tuple(_stretched(row, full, gap) for row in rows)
    return tuple(tuple((choice, width * max(1.0, stretch)) for choice, width in row) for row in rows)


def _all(sized: Sequence[Sized]) -> list[list[Sized]]:
    return [list(sized)]


def _by_kind(sized: Sequence[Sized]) -> list[list[Sized]]:
    """The buttons in runs of one kind each: suits, cards, words."""
    return _runs(sized, lambda choice: (_is_card(choice), choice.suit is not None, choice.lift))


def _by_suit(sized: Sequence[Sized]) -> list[list[Sized]]:
    """The same, and each suit of the cards a run of its own."""

    def kind(choice: Choice) -> object:
        metal = metal_of(choice.word or "")
        suit = metal.metal if metal is not None else (choice.card or "")[1:]
        return _is_card(choice), suit, choice.suit is not None, choice.lift

    return _runs(sized, kind)


def _is_card(choice: Choice) -> bool:
    return choice.card is not None or is_other_card(choice.word or "")


def _runs(sized: Sequence[Sized], kind: Callable[[Choice], object]) -> list[list[Sized]]:
    runs: list[list[Sized]] = []
    last: object = None
    for choice, width in sized:
        if not runs or kind(choice) != last:
            runs.append([])
            last = kind(choice)
        runs[-1].append((choice, width))
    return runs


def _greedy(sized: Sequence[Sized], room: float, gap: float) -> list[list[Sized]]:
    rows: list[list[Sized]] = [[]]
    used = 0.0
    for choice, width in sized:
        if rows[-1] and used + gap + width > room + 0.5:
            rows.append([])
            used = 0.0
        used += width + (gap if rows[-1] else 0.0)
        rows[-1].append((choice, width))
    return rows


def _width(row: Sequence[Sized], gap: float) -> float:
    return sum(width for _, width in row) + (len(row) - 1) * gap


def _stretched(row: Sequence[Sized], full: float, gap: float) -> tuple[Sized, ...]:
    factor = min(STRETCH, (full - (len(row) - 1) * gap) / sum(width for _, width in row))
    return tuple((choice, width * max(1.0, factor)) for choice, width in row)


def buttons(plan: Plan, box: Box, y: float, view: PlayView, question: Question, setting: Setting) -> None:
    """The rows of buttons, each row centred."""
    gap = 0.9 * plan.u
    caps = choice_caps(view, plan.words) if setting.caps else {}
    choices, shown = choices_of(view), contents(plan, view, question)
    marked = None if plan.focus is None or not choices else choices[plan.focus % len(choices)].number
    for row in setting.rows:
        x = box.cx - _width(row, gap) / 2
        for choice, width in row:
            at = Box(x, y, width, setting.high)
            content = shown[choice.number]
            _button(plan, at, content, choice, caps.get(choice.number, ""), marked=choice.number == marked)
            x += width + gap
        y += setting.high + gap


def _button(plan: Plan, box: Box, content: Content, choice: Choice, cap: str, *, marked: bool) -> None:
    """One button: what is drawn, the words, the key cap; a marked one looks like the button that Enter presses."""
    u = plan.u
    cap = "" if cap == content.text else cap  # a number is its own key
    fill, ink = ("primary", "on_primary") if marked else ("button", "on_button")
    plan.panel(box, fill, 1.2 * u, name=f"choice{choice.number}")
    cap_w = plan.cap_width(cap) + 0.8 * u if cap else 0.0
    drawn = _drawn_width(plan, content, box.h)
    gap = 0.9 * u if drawn and content.text else 0.0
    role = "choice-large" if content.large else "choice"
    room = box.w - 1.2 * u - cap_w - drawn - gap
    em, text, wide = 0.0, content.text, 0.0
    if text:
        em = plan.fonts.fit(text, _text_em(plan, role, box.h), room, bold=True, floor=plan.s / 36) or plan.s / 36
        if content.seat is not None:
            text = plan.fonts.shorten(text, em, room, bold=True)
        wide = min(plan.width(text, role, em), room)
    x = box.cx - (drawn + gap + wide + cap_w) / 2
    name = f"choice{choice.number}"
    if content.suit is not None:
        high = _chip_high(content, box.h)
        plan.things.append(Chip(box=Box(x, box.cy - high / 2, drawn, high), suit=content.suit, name=name))
    elif content.card is not None:
        high = _mini_high(plan, box.h, None if content.text or cap else box.w)
        left = x + (drawn - 0.74 * high) / 2
        plan.things.append(Mini(box=Box(left, box.cy - high / 2, 0.74 * high, high), card=content.card, name=name))
    elif content.seat is not None:
        plan.tile(content.seat, x, box.cy, drawn, name=name)
    elif content.icon:
        plan.icon(content.icon, Box(x, box.cy - drawn / 2, drawn, drawn), ink, fill, name=name)
    if text:
        shown = "label-bold" if content.seat is not None else role  # a long name may be cut
        plan.text(text, shown, x + drawn + gap, box.cy, em=em, width=room, colour=ink, ground=fill, name=name)
    if cap:
        plan.cap(cap, x + drawn + gap + wide + 0.8 * u, box.cy, ink, fill)
    plan.target(box, Intent("choose", number=choice.number), button=True)
