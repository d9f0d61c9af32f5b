"""Layouts in fixed rows: the suits from ace to king side by side, and the six groups of Gold Digger."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from display.deck_outlines import FIGURES, GROUPS
from display.layout import Box, Chip, Mini
from display.outlines import is_french

if TYPE_CHECKING:
    from display.plan import Plan
    from display.view import Fact, Pile

ORDER = "A23456789TJQK"
SUITS = "SHCD"  # red and black in turn
WIDE = 0.74
MOST_GOLD = 6


def suit_rows(plan: Plan, area: Box, piles: Sequence[Pile]) -> None:
    """Adds a row a suit, each card in its place; a suit that has not begun shows where its seven will lie.

    Where the area is higher than wide the suits are columns, from the king down to the ace.
    """
    lying = {card for pile in piles for card in pile.cards if is_french(card)}
    upright = area.h > 1.6 * area.w
    across, along = (len(SUITS), len(ORDER)) if upright else (len(ORDER), len(SUITS))
    gap = 0.35 * plan.u
    high = min((area.w - (across - 1) * gap) / across / WIDE, (area.h - (along - 1) * gap) / along, 0.17 * plan.s)
    wide = WIDE * high
    step_x = min(wide + 1.2 * plan.u, (area.w - wide) / (across - 1))
    step_y = min(high + 1.2 * plan.u, (area.h - high) / (along - 1))
    left = area.cx - (step_x * (across - 1) + wide) / 2
    top = area.cy - (step_y * (along - 1) + high) / 2
    for row, suit in enumerate(SUITS):
        begun = any(card[1] == suit for card in lying)
        for place, rank in enumerate(ORDER):
            column, line = (row, len(ORDER) - 1 - place) if upright else (place, row)
            box = Box(left + column * step_x, top + line * step_y, wide, high)
            card = rank + suit
            name = f"row:{card}"
            if card in lying:
                plan.things.append(Mini(box=box, card=card, name=name))
            elif rank == "7" and not begun:
                plan.panel(box, None, 0.12 * high, edge="edge", width=plan.hairline, name=name)
                side = 0.4 * high
                chip = Box(box.cx - 0.43 * side, box.cy - side / 2, 0.86 * side, side)
                plan.things.append(Chip(box=chip, suit=suit, name=name))


def gold_rows(plan: Plan, area: Box, piles: Sequence[Pile], facts: Sequence[Fact]) -> None:
    """Adds the six groups: symbol and how many of its figures lie, its gold, and whose chips lie there.

    The piles are those of the groups in their order, figures and gold each.
    """
    figures = [pile.cards for pile in piles if pile.label == "figures"]
    gold = [pile.cards for pile in piles if pile.label == "gold"]
    chips = [
        [fact.seat for fact in facts if fact.label == "chip" and fact.word == group and fact.seat is not None]
        for group in GROUPS
    ]
    gap = 0.5 * plan.u
    em = plan.s / 32
    number = plan.width("×5", "label-bold", em) + 0.9 * plan.u  # how wide a number is, whatever the cards' size
    most = max([len(set(owners)) for owners in chips] + [1])
    least = most * (0.034 * plan.s + number)  # the smallest room for the chips
    symbol, golden = WIDE + 0.12, MOST_GOLD * (WIDE + 0.05) + 0.2  # in heights of a card
    one = min((area.h - 5 * gap) / 6, (area.w - number - least) / (symbol + golden), 0.13 * plan.s)
    two = min((area.h - 11 * gap) / 12, (area.w - number) / (symbol + golden), 0.13 * plan.s)
    lines = 1 if one >= two else 2
    high = max(one, two)
    row_h = lines * high + (lines - 1) * gap
    step = min(row_h + 1.6 * plan.u, (area.h - row_h) / 5)
    start, gold_end = symbol * high + number, (symbol + golden) * high + number  # the x of gold, and of its end
    chips_at = gold_end if lines == 1 else start
    tile = min(0.62 * high, (area.w - chips_at) / most - number)
    wide = max(gold_end, chips_at + most * (tile + number))
    left = area.cx - wide / 2
    top = area.cy - (5 * step + row_h) / 2
    for row in range(len(GROUPS)):
        y = top + row * step
        laid = figures[row] if row < len(figures) else ()
        plan.things.append(Mini(box=Box(left, y, WIDE * high, high), card=FIGURES[row], name=f"group{row}"))
        plan.text(
            f"×{len(laid)}", "label-bold", left + symbol * high, y + high / 2, em=em,
            colour="text" if laid else "text2", ground="felt", width=number, name=f"group{row}",
        )  # fmt: skip
        x = left + start
        for card in gold[row] if row < len(gold) else ():
            plan.things.append(Mini(box=Box(x, y, WIDE * high, high), card=card, name=f"group{row}"))
            x += (WIDE + 0.05) * high
        x = left + chips_at
        middle = y + high / 2 if lines == 1 else y + high + gap + high / 2
        for seat in sorted(set(chips[row])):
            right = plan.tile(seat, x, middle, tile, name=f"group{row}")
            count = chips[row].count(seat)
            if count > 1:
                plan.text(
                    f"×{count}", "label-bold", right + 0.3 * plan.u, middle, em=em,
                    ground="felt", width=number, name=f"group{row}",
                )  # fmt: skip
            x += tile + number
