"""The score sheet in the terminal: deal by deal, totals, and who has won."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TextIO

from engine.game import Side
from table.session import Session


def print_sheet(session: Session, out: TextIO) -> None:
    """Print the sheet of a match, finished or not: a column a side, a row a deal."""
    from rich.console import Console
    from rich.table import Table

    match, game = session.match, session.match.game
    sides = [" + ".join(session.seating.names[seat] for seat in side.seats) for side in game.sides]
    console = Console(file=out, highlight=False)
    totals = match.totals()
    if totals is None:
        console.print(game.name, style="bold")
    else:
        sheet = Table(title=game.name, title_justify="left", title_style="bold")
        sheet.add_column("deal", justify="right")
        for side in sides:
            sheet.add_column(side, justify="right")
        for deal in session.running.history.deals:
            sheet.add_row(str(deal.deal), *(str(points) for points in deal.points))
        sheet.add_section()
        sheet.add_row("total", *(str(total) for total in totals.values()), style="bold")
        console.print(sheet)
    if not match.over:
        return
    if match.won is not None and match.won.sides:
        by = ", by the ace of spades" if match.won.by == "lapio" else ""
        console.print(f"{_and(sides, match.won.sides)} {_wins(game.sides, match.won.sides)}{by}.")
    if match.lost:
        one = len(match.lost) == 1 and len(game.sides[match.lost[0]].seats) == 1
        console.print(f"{_and(sides, match.lost)} {'loses' if one else 'lose'}.")
    if match.lost == () and (match.won is None or not match.won.sides):
        console.print("The game is over; nobody has lost.")


def _and(names: Sequence[str], sides: Sequence[int]) -> str:
    return " and ".join(names[side] for side in sides)


def _wins(all_sides: Sequence[Side], sides: Sequence[int]) -> str:
    if len(sides) > 1:
        return "share the win"
    return "wins" if len(all_sides[sides[0]].seats) == 1 else "win"
