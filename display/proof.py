"""The proof of an alert: the cards that show what was wrong, in groups in the order of time."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from display.layout import Box, Card, Disc
from display.view import Alert, ProofGroup

if TYPE_CHECKING:
    from display.plan import Plan

RATIO = 1.4
TAIL = 0.028  # S: how far a seat's shape hangs below its card
SMALL = 0.21  # S: cards lower than this overlap instead
OVERLAP = 0.62  # of a card's width from one overlapping card to the next: the whole index stays in sight


class Shown(NamedTuple):
    """A group as it is drawn: its cards that have room, and how many more there are."""

    group: ProofGroup
    cards: tuple[str, ...]
    seats: tuple[int | None, ...]
    more: int


def shown_groups(alert: Alert, *, most: int) -> list[Shown]:
    """The groups to draw, so many cards together at most: the longest group gives up its last ones."""
    groups = [group for group in alert.groups if group.cards]
    if len(groups) > most - 1:
        groups = [groups[0], groups[-1]]
    if not groups and alert.cards:
        groups = [ProofGroup("card", alert.cards, tuple(alert.seats[:1]) if len(alert.cards) == 1 else ())]
    room = [len(group.cards) for group in groups]
    while sum(room) > most and max(room) > 1:
        # what was done wrong stays whole as long as possible: the last of the longest other groups gives first
        longest = max(range(len(room)), key=lambda place: (room[place], not groups[place].wrong, place))
        room[longest] -= 1
    shown = []
    for group, count in zip(groups, room, strict=True):
        kept = _kept(group, count)
        seats = tuple(group.seats[place] if place < len(group.seats) else None for place in kept)
        cards = tuple(group.cards[place] for place in kept)
        shown.append(Shown(group, cards, seats, len(group.cards) - count))
    return shown


def _kept(group: ProofGroup, count: int) -> list[int]:
    """Which cards of a group are drawn: the wrong ones and those that show it first, in the group's order."""
    weight = dict.fromkeys(group.cards, 0)
    weight.update(dict.fromkeys(group.ringed, 1))
    weight.update(dict.fromkeys(group.wrong, 2))
    places = sorted(range(len(group.cards)), key=lambda place: (-weight[group.cards[place]], place))
    return sorted(places[:count])


def proof_row(plan: Plan, area: Box, groups: Sequence[Shown], *, centred: bool = False) -> None:
    """Adds the cards in groups with a caption over each, an arrow between groups in the order of time.

    Cards of a group overlap where they would else get small: their ranks stay in sight.
    """
    u = plan.u
    em, captions = _caption_lines(plan, groups, area.w)
    caption_h = (1 + 1.15 * (max(len(lines) for lines in captions) - 1)) * em + 1.9 * u
    row = _sizes(plan, groups, area.w, area.h - caption_h - TAIL * plan.s)
    x, top = area.x + 0.2 * u, area.y + caption_h
    if centred:  # what is free in height is shared above and below
        top += max(0.0, (area.bottom - TAIL * plan.s - top - row.wide * RATIO) / 2)
        x = area.x + max(0.2 * u, (area.w - row.total) / 2)
    spans: list[tuple[float, float]] = []
    for shown in groups:
        if spans:
            middle = top + row.wide * RATIO / 2 - row.arrow / 2
            plan.icon(
                "arrow", Box(x + (row.between - row.arrow) / 2, middle, row.arrow, row.arrow), "text2", "alert_body"
            )
            x += row.between
        boxes = [Box(x + place * row.step, top, row.wide, row.wide * RATIO) for place in range(len(shown.cards))]
        for place, box in enumerate(boxes):
            _card(plan, box, shown, place, over=place > 0 and row.step < row.wide)
        for place, box in enumerate(boxes):
            _marks(
                plan, box, shown, place, middle=min(row.step, row.wide) / 2 if place < len(boxes) - 1 else row.wide / 2
            )
        start, x = x, boxes[-1].right
        if shown.more:
            text = plan.text(f"+{shown.more}", "body-bold", x + 1.0 * u, boxes[0].cy, ground="alert_body")
            x = text.box.right
        spans.append((start, x))
    _captions(plan, area, captions, em, spans, top - 1.9 * u - em / 2)


class _Row(NamedTuple):
    """The sizes of a row of proof, in pixels: a card, from card to card of a group, arrow, between groups, all."""

    wide: float
    step: float
    arrow: float
    between: float
    total: float


def _sizes(plan: Plan, groups: Sequence[Shown], room: float, high: float) -> _Row:
    s, u = plan.s, plan.u
    count = sum(len(shown.cards) for shown in groups)
    inner = count - len(groups)  # steps within groups
    more = sum(plan.width(f"+{shown.more}", "body-bold") + 1.0 * u for shown in groups if shown.more)
    arrow, gap = (0.058 * s, 2.2 * u) if count <= 3 else (0.042 * s, 1.7 * u)
    between = arrow + (3.2 if count <= 3 else 2.4) * u
    fixed = between * (len(groups) - 1) + more
    left = room - fixed - 2.2 * u
    wide = min(0.36 * s / RATIO, high / RATIO, (left - gap * inner) / count)
    step = wide + gap
    if wide * RATIO < min(SMALL * s, high):
        wide = min(SMALL * s / RATIO, high / RATIO, left / (len(groups) + OVERLAP * inner))
        step = min(wide + gap, (left - wide * len(groups)) / inner) if inner else wide
    return _Row(wide, step, arrow, between, wide * len(groups) + step * inner + fixed)


def _caption_lines(plan: Plan, groups: Sequence[Shown], room: float) -> tuple[float, list[tuple[str, ...]]]:
    """The size of the captions, all alike, and each one's lines: one where they fit beside one another, else two."""
    texts = [plan.words.caption(shown.group) for shown in groups]
    gaps = 1.5 * plan.u * (len(texts) - 1)
    for em in (plan.s / 30, plan.s / 33, plan.s / 36):
        if sum(plan.width(text, "caption", em) for text in texts) + gaps <= room:
            return em, [(text,) for text in texts]
    share = (room - gaps) / len(texts)
    return plan.s / 36, [plan.fonts.wrap(text, plan.s / 36, share, 3, bold=True) or (text,) for text in texts]


def _captions(
    plan: Plan,
    area: Box,
    captions: Sequence[tuple[str, ...]],
    em: float,
    spans: Sequence[tuple[float, float]],
    middle: float,
) -> None:
    """A caption over the middle of each group, pushed apart where they would touch. `middle`: of the last line."""
    gap = 1.5 * plan.u
    widths = [max(plan.width(line, "caption", em) for line in lines) for lines in captions]
    lefts = [(start + end) / 2 - width / 2 for (start, end), width in zip(spans, widths, strict=True)]
    limit = area.x
    for number, width in enumerate(widths):
        lefts[number] = max(lefts[number], limit)
        limit = lefts[number] + width + gap
    limit = area.right
    for number in reversed(range(len(widths))):
        lefts[number] = min(lefts[number], limit - widths[number])
        limit = lefts[number] - gap
    for lines, left, width in zip(captions, lefts, widths, strict=True):
        for place, line in enumerate(lines):
            y = middle - (len(lines) - 1 - place) * 1.15 * em
            plan.text(
                line, "caption", left + width / 2, y, em=em, width=width + 1,
                colour="text2", ground="alert_body", align="centre", name="caption",
            )  # fmt: skip


def _card(plan: Plan, box: Box, shown: Shown, place: int, *, over: bool) -> None:
    """A card of the proof, ringed where it is wrong or shows that another is."""
    gap, width = plan.s / 260, plan.s / 170
    card = shown.cards[place]
    plan.things.append(Card(box=box, card=card, over=over, name=f"proof:{card}"))
    if card in shown.group.wrong or card in shown.group.ringed:
        ring = box.inset(-gap - width)
        plan.panel(ring, None, 0.075 * box.w + gap + width, edge="alert_edge", width=width, over=True)


def _marks(plan: Plan, box: Box, shown: Shown, place: int, *, middle: float) -> None:
    """The shape of who played a card, on its lower edge, and the cross on a wrong one."""
    s = plan.s
    seat = shown.seats[place]
    if seat is not None:
        side = min(0.053 * s, 0.34 * box.w)
        plan.tile(seat, box.x + middle - side / 2, box.bottom + 0.1 * side, side, over=True)
    if shown.cards[place] in shown.group.wrong:
        disc = min(0.048 * s, 0.34 * box.w)
        round_box = Box(box.right - 0.62 * disc, box.y - 0.5 * disc, disc, disc)
        plan.things.append(Disc(box=round_box, colour="alert_edge", over=True))
        plan.icon("x", round_box.inset(0.24 * disc), "on_alert_edge", "alert_edge", over=True)
