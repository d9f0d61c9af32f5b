"""Deals without people, as `lapio simulate` plays them: how points and wins fall, and how many revokes are proved.

    plan = Plan("kullankaivaja", players=4, deals=1000, seed=7, revokes=True, sees="deal")
    report = simulate(plan)
    report_json(report)             # or print_report(report, sys.stdout): table/simulate_report.py

A plan always gives the same report, but for its time. Where card points are counted, deals are played out by
table/simulate_counted.py; all other games are played line by line, as at a table: table/simulate_any.py.

What `revokes` measures is said in docs/revoke-proof.md, "Costs and targets": one illegal act a deal, of which the
table sees no more than `sees` says.
"""

from __future__ import annotations

import time
from typing import TextIO

from engine.counting import CountingGame
from table.simulate_plan import Advance, Clock, Plan, games_of
from table.simulate_report import AnyReport


def simulate(plan: Plan, *, clock: Clock = time.perf_counter, advance: Advance | None = None) -> AnyReport:
    """Play all deals of the plan.

    Raises BadGame for a game that cannot be played so, BadPlan for anything else that cannot be simulated.
    """
    games = games_of(plan)
    counted = [game for game in games if isinstance(game, CountingGame)]
    if counted:
        from table.simulate_counted import simulate_counted

        return simulate_counted(plan, counted, clock, advance)
    from table.simulate_any import simulate_any

    return simulate_any(plan, games, clock, advance)


def simulate_with_progress(plan: Plan, stream: TextIO) -> AnyReport:
    """Simulate with a progress bar on `stream` (standard error), if that is a terminal. Raises as `simulate` does."""
    if not stream.isatty():
        return simulate(plan)
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TimeRemainingColumn

    with Progress(
        BarColumn(), MofNCompleteColumn(), TimeRemainingColumn(), console=Console(file=stream), transient=True
    ) as progress:
        task = progress.add_task("", total=plan.deals)
        return simulate(plan, advance=lambda deals: progress.advance(task, deals))
