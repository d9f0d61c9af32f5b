"""What lies open where there is no trick round the felt: piles, stocks, melds, rows, and the cards of a duel.

Large are the piles that are played on: the top card, the next ones peeking out, how many there are. Small, in lines, is
what seats have laid out (display/melds.py). Layouts in fixed rows are in display/suit_rows.py.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil
from typing import TYPE_CHECKING, NamedTuple

from display.layout import Back, Box, Card
from display.melds import Meld, Paragraph, fitted, paragraphs
from display.suit_rows import gold_rows, suit_rows

if TYPE_CHECKING:
    from display.plan import Plan
    from display.view import Laid, Pile, PlayView

RATIO = 1.4
STACKS = ("pile", "stock", "heap", "discard", "lake", "drawn")  # these are heaps of cards, not cards laid out
SPREAD = ("middle",)  # these lie side by side, all in sight
SINGLE = ("struck", "limppu", "turned")  # a card, and what was laid on it: no count
UNNAMED = ("struck",)  # these need no word under them
PEEK, PEEKING = 0.40, 3  # of a card's width: what is seen of the cards under the top one; how many of them are drawn
HIDDEN_STEP = 0.05  # of a card's width, from back to back
HIGHEST = 0.34  # S
CAPTION = 0.052  # S: the line under a pile
BETWEEN = 0.35  # of a card's width, between two piles
FEW = 4  # so many open cards stand in a band beside a trick
TAIL = 0.03  # S: how far a seat's shape hangs below its card


class Block(NamedTuple):
    """Something large: cards in order with the x of each, in widths of a card; backs under them; its width; a caption.

    `owners`: whose each card is, in a duel or trick; its shape stands on the card.
    """

    cards: tuple[tuple[float, str], ...]
    backs: int
    wide: float
    caption: str
    owners: tuple[int, ...] = ()
    winner: int | None = None
    name: str = ""


def lies_open(view: PlayView) -> bool:
    """Whether what lies open takes the felt, instead of a trick round it: no tricks, or more than a card or two."""
    return not view.trick or sum(len(pile.cards) for pile in view.piles) > FEW


def piles(plan: Plan, area: Box, view: PlayView, *, four_corners: bool = False) -> None:
    """Adds everything that lies open, in this area of the felt. `four_corners`: the panel lies flat."""
    labels = {pile.label for pile in view.piles}
    if "row" in labels:
        suit_rows(plan, area, [pile for pile in view.piles if pile.label == "row"])
        return
    if {"figures", "gold"} & labels:
        gold_rows(plan, area, view.piles, view.facts)
        return
    blocks = _blocks(plan, view)
    small = _paragraphs(plan, view)
    if not blocks:
        paragraphs(plan, area, small)
    elif not small:
        _draw_blocks(plan, area, blocks, four_corners=four_corners)
    else:
        large_area, small_area = _split(plan, area, blocks, small)
        _draw_blocks(plan, large_area, blocks, four_corners=four_corners)
        paragraphs(plan, small_area, small)


def _is_large(pile: Pile) -> bool:
    return pile.seat is None and (pile.label in (*STACKS, *SPREAD, *SINGLE) or not pile.cards)


def _blocks(plan: Plan, view: PlayView) -> list[Block]:
    """The large ones: the cards of a trick or duel, then the piles."""
    last = view.showing_last and bool(view.last_trick)
    laid, winner = (view.last_trick, view.last_winner) if last else (view.laid, view.winning)
    blocks = [_laid_block(laid, winner)] if laid and lies_open(view) else []
    for number, pile in enumerate(view.piles):
        if not _is_large(pile) or not (pile.cards or pile.hidden):
            continue
        caption = plan.words.label(pile.label)
        if pile.label in SPREAD:
            cards = tuple((place * 1.12, card) for place, card in enumerate(pile.cards))
            blocks.append(Block(cards, 0, len(cards) * 1.12 - 0.12, caption, name=f"pile{number}"))
            continue
        count = len(pile.cards) + pile.hidden
        shown = pile.cards[-1 - PEEKING :]
        backs = min(3, pile.hidden)
        start = backs * HIDDEN_STEP if shown else 0.0
        cards = tuple((start + place * PEEK, card) for place, card in enumerate(shown))
        wide = (cards[-1][0] + 1.0) if cards else 1.0 + HIDDEN_STEP * (backs - 1)
        if pile.label in UNNAMED:
            caption = ""
        elif pile.label not in SINGLE:
            caption = f"{caption} {plan.words.number(count)}"
        blocks.append(Block(cards, backs, wide, caption, name=f"pile{number}"))
    return blocks


def _laid_block(laid: Sequence[Laid], winning: int | None) -> Block:
    """The cards of a trick or duel, side by side in the order played; several of one seat overlap."""
    cards: list[tuple[float, str]] = []
    x = 0.0
    for place, card in enumerate(laid):
        if place:
            x += 0.45 if card.seat == laid[place - 1].seat else 1.16
        cards.append((x, card.card))
    return Block(tuple(cards), 0, x + 1.0, "", tuple(card.seat for card in laid), winning, "laid")


def _paragraphs(plan: Plan, view: PlayView) -> list[Paragraph]:
    """The small ones: by seat in seat order, before them what is nobody's, each with its word."""
    nobody: dict[str, list[Meld]] = {}
    by_seat: dict[int, list[Meld]] = {}
    for pile in view.piles:
        if _is_large(pile) or not (pile.cards or pile.hidden):
            continue
        meld = Meld(pile.cards, pile.hidden)
        if pile.seat is None:
            nobody.setdefault(pile.label, []).append(meld)
        else:
            by_seat.setdefault(pile.seat, []).append(meld)
    found = [Paragraph(tuple(melds), word=plan.words.label(label)) for label, melds in nobody.items()]
    return found + [Paragraph(tuple(by_seat[seat]), seat) for seat in sorted(by_seat)]


def _split(plan: Plan, area: Box, blocks: Sequence[Block], small: Sequence[Paragraph]) -> tuple[Box, Box]:
    """The areas of the large and the small, beside or under one another, so that both are as large as they can be."""
    best, chosen = -1.0, (area, area)
    gap = 1.4 * plan.u
    for part in (0.2, 0.28, 0.38, 0.5, 0.62):
        for beside in (True, False):
            if beside:
                large = Box(area.x, area.y, part * area.w, area.h)
                rest = Box(large.right + gap, area.y, area.w - large.w - gap, area.h)
            else:
                large = Box(area.x, area.y, area.w, part * area.h)
                rest = Box(area.x, large.bottom + gap, area.w, area.h - large.h - gap)
            high = _arranged(plan, large, blocks)[0]
            low, placed = fitted(plan, rest, small, 0.1, 0.86)
            score = min(high / (0.26 * plan.s), low / (0.08 * plan.s)) + 0.2 * high / plan.s
            if placed and score > best:
                best, chosen = score, (large, rest)
    return chosen


def _arranged(plan: Plan, area: Box, blocks: Sequence[Block]) -> tuple[float, list[list[Block]]]:
    """The height of a card, and the blocks in rows: in as many as make the cards largest."""
    best: tuple[float, list[list[Block]]] = (0.0, [list(blocks)])
    for count in range(1, len(blocks) + 1):
        size = ceil(len(blocks) / count)
        rows = [list(blocks[first : first + size]) for first in range(0, len(blocks), size)]
        caption = sum(_under(plan, row) for row in rows) + (len(rows) - 1) * 1.2 * plan.u
        high = min((area.h - caption) / len(rows), HIGHEST * plan.s)
        while high > 0.02 * plan.s and max(_row_width(plan, row, high) for row in rows) > area.w - 1.5 * plan.u:
            high *= 0.97
        if high > best[0] * 1.05:
            best = high, rows
    return best


def _block_width(plan: Plan, block: Block, high: float) -> float:
    """How wide a block is: its cards, or its caption where that is wider."""
    caption = plan.width(block.caption, "label", plan.s / 36) if block.caption else 0.0
    return max(block.wide * high / RATIO, caption)


def _row_width(plan: Plan, row: Sequence[Block], high: float) -> float:
    return sum(_block_width(plan, block, high) for block in row) + BETWEEN * (len(row) - 1) * high / RATIO


def _under(plan: Plan, row: Sequence[Block]) -> float:
    """What is needed under a row of blocks: for captions, or for the shapes on the cards of a trick."""
    return CAPTION * plan.s if any(block.caption for block in row) else TAIL * plan.s


def _draw_blocks(plan: Plan, area: Box, blocks: Sequence[Block], *, four_corners: bool) -> None:
    high, rows = _arranged(plan, area, blocks)
    wide = high / RATIO
    deep = sum(high + _under(plan, row) for row in rows) + (len(rows) - 1) * 1.2 * plan.u
    y = area.cy - deep / 2
    for row in rows:
        x = area.cx - _row_width(plan, row, high) / 2
        for block in row:
            room = _block_width(plan, block, high)
            box = Box(x + (room - block.wide * wide) / 2, y, block.wide * wide, high)
            _draw_block(plan, block, box, wide, four_corners=four_corners)
            x += room + BETWEEN * wide
        y += high + _under(plan, row) + 1.2 * plan.u


def _draw_block(plan: Plan, block: Block, box: Box, wide: float, *, four_corners: bool) -> None:
    for back in range(block.backs):
        at = Box(box.x + back * HIDDEN_STEP * wide, box.y, wide, box.h)
        plan.things.append(Back(box=at, over=back > 0, name=block.name))
    boxes = [Box(box.x + x * wide, box.y, wide, box.h) for x, _ in block.cards]
    for place, (at, (_, card)) in enumerate(zip(boxes, block.cards, strict=True)):
        name = f"{block.name}:top" if place == len(boxes) - 1 else block.name
        over = block.backs > 0 or (place > 0 and at.x < boxes[place - 1].right)
        if block.owners:
            first = place == 0 or block.owners[place] != block.owners[place - 1]
            name = f"laid{block.owners[place]}" if first else "laid"
        plan.things.append(Card(box=at, card=card, four_corners=four_corners, over=over, name=name))
    if block.owners:
        _owners(plan, block, boxes)
    if block.caption:
        width = max(box.w + 0.8 * BETWEEN * wide, plan.width(block.caption, "label", plan.s / 36))
        em = plan.fitted(block.caption, "label", width, plan.s / 28)
        middle = box.bottom + CAPTION * plan.s * 0.58
        plan.text(
            block.caption, "label", box.cx, middle, em=em, width=width + 1,
            colour="text2", ground="felt", align="centre", name=block.name,
        )  # fmt: skip


def _owners(plan: Plan, block: Block, boxes: Sequence[Box]) -> None:
    """The shape of who has played on the lower edge of the first of its cards; the ring round what leads."""
    s = plan.s
    for place, box in enumerate(boxes):
        owner = block.owners[place]
        if place and block.owners[place - 1] == owner:
            continue
        of_owner = [other for other, seat in zip(boxes, block.owners, strict=True) if seat == owner]
        if owner == block.winner and all(a.x <= b.right for a, b in zip(of_owner[1:], of_owner, strict=False)):
            last = of_owner[-1]
            gap, width = s / 180, s / 150
            ring = Box(box.x, box.y, last.right - box.x, box.h).inset(-gap - width)
            plan.panel(ring, None, 0.075 * box.w + gap + width, edge="win", width=width, over=True, name="leader")
        side = min(0.06 * s, 0.4 * box.w)
        plan.tile(owner, box.cx - side / 2, box.bottom + TAIL * s - side / 2, side, over=True, name="laid")
