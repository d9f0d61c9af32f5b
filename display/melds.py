"""Cards that lie open in small: what each seat has laid out, and what lies there for all, in lines like a text.

A paragraph begins with the shape of the seat, or with a word; then come its melds, each kept together where it can be.
All small cards of a screen have one size, the largest with which everything fits.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from display.layout import Back, Box, Mini

if TYPE_CHECKING:
    from display.plan import Plan

WIDE = 0.74  # a small card's width; this and all that follows in heights of a small card
CARD_GAP, MELD_GAP, HEAD_GAP = 0.05, 0.34, 0.22
LINE, PARAGRAPH = 1.14, 0.34  # from line to line, and what is free between paragraphs
TILE = 0.8
LARGEST, SMALLEST = 0.15, 0.03  # S: heights of a small card; below READABLE their ranks are smaller than any text
READABLE = 0.053
COLUMNS = (1, 2, 3)


class Meld(NamedTuple):
    """Cards that belong together, and so many more of them face down."""

    cards: tuple[str, ...]
    hidden: int = 0

    @property
    def size(self) -> int:
        """How many cards are drawn: of those face down one stands for all."""
        return len(self.cards) + (1 if self.hidden else 0)


class Paragraph(NamedTuple):
    """What one seat, or nobody, has lying: its melds behind its shape or a word."""

    melds: tuple[Meld, ...]
    seat: int | None = None
    word: str = ""


class Placed(NamedTuple):
    """A paragraph as it is set: the top left corner, and each meld's cards with theirs."""

    paragraph: Paragraph
    x: float
    y: float
    cards: tuple[tuple[float, float, str | None, int], ...]  # x, y, card or back, how many more are under a back


def paragraphs(plan: Plan, area: Box, shown: Sequence[Paragraph], largest: float = LARGEST) -> float:
    """Adds the paragraphs in the middle of the area; the height of a small card, in pixels."""
    high, placed = fitted(plan, area, shown, largest)
    if not placed:
        return high
    right = max(_right(plan, one, high) for one in placed)
    bottom = max([one.y + high for one in placed] + [y + high for one in placed for _, y, _, _ in one.cards])
    dx, dy = max(0.0, (area.right - right) / 2), max(0.0, (area.bottom - bottom) / 2)
    for one in placed:
        _draw(plan, one, high, dx, dy)
    return high


def fitted(
    plan: Plan, area: Box, shown: Sequence[Paragraph], largest: float = LARGEST, step: float = 0.95
) -> tuple[float, list[Placed]]:  # fmt: skip
    """The largest height of a small card with which everything has room in the area, and where everything lies.

    `step`: how exactly it is looked for.
    """
    for whole, smallest in ((True, READABLE), (False, SMALLEST)):  # melds are broken only where they must be
        high = largest * plan.s
        while high >= smallest * plan.s:
            for columns in COLUMNS:
                placed = _set(plan, area, shown, high, columns, whole=whole)
                if placed is not None:
                    return high, placed
            high *= step
    return SMALLEST * plan.s, []


def _set(
    plan: Plan, area: Box, shown: Sequence[Paragraph], high: float, columns: int, *, whole: bool
) -> list[Placed] | None:  # fmt: skip
    """Everything in so many columns; None where it does not fit. `whole`: no meld may be broken."""
    gap = 0.9 * high
    width = (area.w - (columns - 1) * gap) / columns
    flows = []
    for paragraph in shown:
        cards = _flow(plan, paragraph, width, high, whole=whole)
        if cards is None:
            return None
        flows.append(cards)
    deep = [max([y for _, y, _, _ in cards], default=0.0) + high for cards in flows]
    share = area.h
    if columns > 1:  # columns of about the same height
        most = max(deep, default=0.0) + PARAGRAPH * high
        share = max(most, min(area.h, sum(deep) / columns + len(deep) / columns * PARAGRAPH * high + 0.6 * most))
    placed: list[Placed] = []
    column, y = 0, area.y
    for paragraph, cards, height in zip(shown, flows, deep, strict=True):
        if y > area.y and y + height > area.y + share + 0.5:
            column, y = column + 1, area.y
        x = area.x + column * (width + gap)
        if column >= columns or y + height > area.bottom + 0.5:
            return None
        placed.append(Placed(paragraph, x, y, tuple((x + cx, y + cy, card, more) for cx, cy, card, more in cards)))
        y += height + PARAGRAPH * high
    return placed


def _word_em(plan: Plan, high: float) -> float:
    return max(plan.s / 36, min(plan.s / 28, 0.5 * high))


def _head_width(plan: Plan, paragraph: Paragraph, high: float) -> float:
    wide = TILE * high if paragraph.seat is not None else 0.0
    if paragraph.word:
        wide += plan.width(paragraph.word, "label", _word_em(plan, high)) + (HEAD_GAP * high if wide else 0.0)
    return wide + HEAD_GAP * high if wide else 0.0


def _flow(
    plan: Plan, paragraph: Paragraph, width: float, high: float, *, whole: bool
) -> list[tuple[float, float, str | None, int]] | None:  # fmt: skip
    """The cards of a paragraph in lines, from (0, 0); None where a line is too narrow for head and a card or meld."""
    head = _head_width(plan, paragraph, high)
    step = (WIDE + CARD_GAP) * high
    if head + WIDE * high > width:
        return None
    cards: list[tuple[float, float, str | None, int]] = []
    x, y = head, 0.0
    for meld in paragraph.melds:
        wide = meld.size * step - CARD_GAP * high
        if whole and head + wide > width + 0.5:
            return None
        if x > head and x + wide > width + 0.5 and head + wide <= width + 0.5:
            x, y = head, y + LINE * high
        for card in meld.cards:
            if x + WIDE * high > width + 0.5:
                x, y = head, y + LINE * high
            cards.append((x, y, card, 0))
            x += step
        if meld.hidden:
            if x + WIDE * high > width + 0.5:
                x, y = head, y + LINE * high
            cards.append((x, y, None, meld.hidden))
            x += step
        x += MELD_GAP * high
    return cards


def _right(plan: Plan, placed: Placed, high: float) -> float:
    cards = [x + WIDE * high for x, _, _, _ in placed.cards]
    return max([placed.x + _head_width(plan, placed.paragraph, high), *cards])


def _draw(plan: Plan, placed: Placed, high: float, dx: float, dy: float) -> None:
    paragraph, x, middle = placed.paragraph, placed.x + dx, placed.y + dy + high / 2
    name = "meld"
    if paragraph.seat is not None:
        x = plan.tile(paragraph.seat, x, middle, TILE * high, name=name) + HEAD_GAP * high
    if paragraph.word:
        em = _word_em(plan, high)
        plan.text(paragraph.word, "label", x, middle, em=em, colour="text2", ground="felt", name=name)
    for left, top, card, more in placed.cards:
        box = Box(left + dx, top + dy, WIDE * high, high)
        if card is not None:
            plan.things.append(Mini(box=box, card=card, name=name))
            continue
        plan.things.append(Back(box=Box(box.x, box.y, high / 1.4, high), name=name))
        if more > 1:
            _count(plan, box, more)


def _count(plan: Plan, box: Box, more: int) -> None:
    """How many cards lie under a back, on a disc in its middle."""
    em = plan.s / 36
    text = plan.words.number(more)
    wide = max(1.3 * em, plan.width(text, "label-bold", em) + 0.5 * em)
    at = Box(box.cx - wide / 2, box.cy - 0.65 * em, wide, 1.3 * em)
    plan.panel(at, "surface", 0.65 * em, over=True, name="meld")
    plan.text(text, "label-bold", at.cx, at.cy, em=em, ground="surface", align="centre", over=True, name="meld")
