"""The score sheet in the terminal: deal by deal, totals, and who has won."""

from __future__ import annotations

from typing import TextIO

from table.session import Session


def print_sheet(session: Session, out: TextIO) -> None:
    """Print the sheet of a match, finished or not: a column a side, a row a deal."""
    from rich.console import Console
    from rich.table import Table

    match, game = session.match, session.match.game
    sides = [" + ".join(session.seating.names[seat] for seat in side.seats) for side in game.sides]
    sheet = Table(title=game.name, title_justify="left", title_style="bold")
    sheet.add_column("deal", justify="right")
    for side in sides:
        sheet.add_column(side, justify="right")
    for deal in session.running.history.deals:
        sheet.add_row(str(deal.deal), *(str(points) for points in deal.points))
    sheet.add_section()
    sheet.add_row("total", *(str(total) for total in (match.totals() or {}).values()), style="bold")
    console = Console(file=out, highlight=False)
    console.print(sheet)
    if match.won is None:
        return
    winners = " and ".join(sides[side] for side in match.won.sides)
    by = ", by the ace of spades" if match.won.by == "lapio" else ""
    console.print(f"{winners} {'wins' if len(match.won.sides) == 1 else 'share the win'}{by}.")
