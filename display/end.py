"""The end of the game: who won and by what, the whole score sheet as a table, and a line chart of the totals."""

from __future__ import annotations

from display.end_cards import everybody, one_deal
from display.layout import Box
from display.plan import Plan
from display.result import footer_of
from display.sheet import sheet_and_chart
from display.view import EndView
from display.words import seats_of


def end_screen(plan: Plan, view: EndView) -> None:
    """Adds the whole screen."""
    s, u = plan.s, plan.u
    w = plan.size[0]
    margin = 1.4 * u
    footer = footer_of(plan, view, ("again", "undo", "menu", "quit"))
    top = _winner(plan, Box(margin, margin, w - 2 * margin, (0.2 if not plan.upright else 0.26) * s), view)
    middle = Box(margin, top, w - 2 * margin, footer.y - u - top)
    if not view.match.scores:
        everybody(plan, middle, view)
        return
    if len(view.deals) <= 1:
        one_deal(plan, middle, view)
        return
    sheet_and_chart(plan, middle, view)


def _winner(plan: Plan, box: Box, view: EndView) -> float:
    """Crown, shapes and who has won, and under it by what; the y under it."""
    s, u, words = plan.s, plan.u, plan.words
    names = [seat.name for seat in view.match.seats]
    title, by = words.end_title(view, names), words.end_by(view.by, fewest=_fewest_win(view))
    losers = [names[seat] for side in view.losers for seat in seats_of(view, side)]
    if view.winners and len(losers) == 1:  # a game that names both
        by = words.losers(view.match.game, losers)
    seats = [seat for side in view.winners or view.losers for seat in seats_of(view, side)]
    crown = 0.10 * s if view.winners else 0.0
    tile = (0.085 if len(seats) <= 2 else 0.06) * s
    shapes = len(seats) * tile + max(0, len(seats) - 1) * 0.8 * u
    x = box.x + 1.7 * u
    lead = (crown + 1.4 * u if crown else 0.0) + shapes + 1.8 * u
    line = box.y + 0.062 * s
    if crown:
        plan.icon("crown", Box(x, line - crown / 2, crown, crown), "text", "ground", name="winner")
    plan.tiles(seats, x + (crown + 1.4 * u if crown else 0.0), line, tile, 0.8 * u)
    room = box.right - 1.7 * u - x - lead
    em = plan.fitted(title, "winner", room)
    if plan.width(title, "winner", em) > room:  # two lines under the shapes
        room = box.w - 3.4 * u
        end = plan.paragraph(
            title, "title", Box(x, line + 0.065 * s, room, 0.16 * s), lines=2, ground="ground", name="winner"
        )
    else:
        plan.text(title, "winner", x + lead, line, em=em, width=room, ground="ground", name="winner")
        end = line + 0.05 * s
    if by:
        middle = end + 0.038 * s
        em = plan.fitted(by, "body", box.w - 3.4 * u)
        plan.text(by, "body", x, middle, em=em, width=box.w - 3.4 * u, colour="text2", ground="ground", name="by")
        end = middle + 0.014 * s
    return end + 1.6 * u


def _fewest_win(view: EndView) -> bool:
    """Whether the lowest total has won."""
    totals = [score.total for score in view.match.scores]
    won = [totals[side] for side in view.winners if side < len(totals)]
    return bool(won) and max(won) == min(totals) < max(totals)
