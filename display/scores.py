"""The sides' score cards beside the felt: total, points of this deal, and a bar to the target."""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil
from typing import TYPE_CHECKING

from display.layout import Box
from display.view import Match

if TYPE_CHECKING:
    from display.plan import Plan

PLUS = " + "


def score_cards(plan: Plan, area: Box, match: Match) -> None:
    """Adds the sides' score cards: large ones for two sides, rows for up to four, small ones for more."""
    sides = len(match.scores)
    gap = plan.u
    if sides == 0:
        return
    if plan.upright:
        if sides <= 3:
            boxes = area.columns(sides, 1.2 * plan.u)
            _large_cards(plan, boxes, match)
            return
        columns = 2 if sides == 4 else 4 if sides <= 8 else 6
        rows = area.rows(ceil(sides / columns), gap)
        boxes = [box for row in rows for box in row.columns(columns, 1.2 * plan.u)]
        if sides == 4:
            _rows(plan, boxes, match)
        else:
            _small_cards(plan, boxes, match, "score-small" if sides <= 8 else "sum-small")
    elif sides <= 2:
        _large_cards(plan, area.rows(2, gap), match)
    elif sides <= 4:
        _rows(plan, area.rows(sides, gap), match)
    else:
        columns = 2 if sides <= 8 else 3
        boxes = [box for row in area.rows(ceil(sides / columns), gap) for box in row.columns(columns, gap)]
        _small_cards(plan, boxes, match, "score-small" if sides <= 8 else "sum-small")


def side_names(plan: Plan, match: Match, seats: Sequence[int], role: str, em: float, room: float) -> str:
    """The names of a side in one line; a short name stays whole, the longer ones share what it leaves."""
    names = [match.seats[seat].name for seat in seats]
    if plan.width(PLUS.join(names), role, em) <= room:
        return PLUS.join(names)
    left = room - plan.width(PLUS, role, em) * (len(names) - 1)
    cut = dict(enumerate(names))
    for done, place in enumerate(sorted(cut, key=lambda place: plan.width(names[place], role, em))):
        share = left / (len(names) - done)
        cut[place] = plan.fonts.shorten(names[place], em, share, bold=True)
        left -= plan.width(cut[place], role, em)
    return PLUS.join(cut[place] for place in range(len(names)))


def _large_cards(plan: Plan, boxes: Sequence[Box], match: Match) -> None:
    """Score cards with the total under the names and the points of this deal beside it, all in one size."""
    s, u = plan.s, plan.u
    pad = 1.25 * u
    small = deal_em = plan.em("deal-points")
    total_em = plan.em("score")
    for box, score in zip(boxes, match.scores, strict=False):  # all cards take the smallest card's size
        room = box.w - 2 * pad - (1.2 * u if score.deal is not None else 0)
        points = plan.signed(score.deal)
        for shrink in (1.0, 0.92, 0.84, 0.76, 0.69, 0.62):
            total_try, deal_try = max(s / 6.2 * shrink, s / 10), max(small * shrink, s / 20)
            wide = plan.width(plan.words.number(score.total), "score", total_try) + plan.width(
                points, "deal-points", deal_try
            )
            if wide <= room:
                break
        total_em, deal_em = min(total_em, total_try), min(deal_em, deal_try)
    for place, (box, score) in enumerate(zip(boxes, match.scores, strict=False)):
        plan.panel(box, name=f"score{place}")
        tile = 0.041 * s
        top = box.y + 0.0425 * s
        x = plan.tiles(score.seats, box.x + pad, top, tile, 0.6 * u) + 0.8 * u
        em = s / 28
        names = side_names(plan, match, score.seats, "label-bold", em, box.right - pad - x)
        plan.text(names, "label-bold", x, top, em=em)
        bar_h = 0.6 * u
        bar_y = box.bottom - 0.0235 * s - bar_h / 2
        low = bar_y if match.target else box.bottom - 0.012 * s
        baseline = (top + 0.0205 * s + low) / 2 + 0.334 * total_em - 0.004 * s
        plan.baseline_text(
            plan.words.number(score.total),
            "score",
            box.x + pad - 0.02 * total_em,
            baseline,
            total_em,
            name=f"score{place}:total",
        )
        if score.deal is not None:
            plan.baseline_text(
                plan.signed(score.deal), "deal-points", box.right - pad, baseline, deal_em,
                colour="text2", align="right", name=f"score{place}:deal",
            )  # fmt: skip
        if match.target:
            progress(plan, Box(box.x + pad, bar_y - bar_h / 2, box.w - 2 * pad, bar_h), score.total / match.target)


def progress(plan: Plan, box: Box, part: float) -> None:
    """A bar that shows how much of the target a side has."""
    plan.panel(box, "raised", box.h / 2)
    filled = max(0.0, min(1.0, part)) * box.w
    if filled >= 1:
        plan.panel(Box(box.x, box.y, max(box.h, filled), box.h), "edge", box.h / 2, over=True)


def _rows(plan: Plan, boxes: Sequence[Box], match: Match) -> None:
    """One row a side: shapes, name over points of this deal, total at the right."""
    s, u = plan.s, plan.u
    em = min(plan.fitted(plan.words.number(score.total), "score-row", boxes[0].w * 0.62) for score in match.scores)
    for place, (box, score) in enumerate(zip(boxes, match.scores, strict=False)):
        plan.panel(box, radius=1.6 * u, name=f"score{place}")
        tile = 0.058 * s if len(score.seats) == 1 else 0.041 * s
        x = plan.tiles(score.seats, box.x + u, box.cy, tile, 0.5 * u) + 1.0 * u
        points, name = plan.words.number(score.total), f"score{place}"
        total = plan.text(points, "score-row", box.right - 1.2 * u, box.cy, em=em, align="right", name=f"{name}:total")
        room = total.box.x - x - 0.6 * u
        deal = score.deal is not None
        name_em = s / 28
        names = side_names(plan, match, score.seats, "label-bold", name_em, room)
        if room > plan.width("…", "label-bold", name_em) * 2:
            plan.text(names, "label-bold", x, box.cy - (0.0235 * s if deal else 0), em=name_em)
            if deal:
                y = box.cy + 0.0265 * s
                plan.text(plan.signed(score.deal), "label", x, y, em=name_em, colour="text2", name=f"{name}:deal")


def _small_cards(plan: Plan, boxes: Sequence[Box], match: Match, role: str) -> None:
    """Cards for more than four sides: shape and name over the total; no room for the points of this deal."""
    s, u = plan.s, plan.u
    for place, (box, score) in enumerate(zip(boxes, match.scores, strict=False)):
        plan.panel(box, radius=1.4 * u, name=f"score{place}")
        tile = 0.036 * s
        top = box.y + box.h * 0.21
        x = plan.tiles(score.seats, box.x + u, top, tile, 0.4 * u) + 0.6 * u
        em = s / 36
        room = box.right - 0.8 * u - x
        plan.text(side_names(plan, match, score.seats, "label-bold", em, room), "label-bold", x, top, em=em)
        total_em = plan.fitted(plan.words.number(score.total), role, box.w - 2 * u)
        baseline = box.y + box.h * 0.665 + 0.334 * total_em
        plan.baseline_text(
            plan.words.number(score.total),
            role,
            box.x + u,
            baseline,
            total_em,
            width=box.w - 2 * u,
            name=f"score{place}:total",
        )
