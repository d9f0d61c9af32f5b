"""What a simulation has found out, and how people and programs are told."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from statistics import fmean, median, stdev
from typing import Any, NamedTuple, TextIO

from engine.actions import Event
from engine.counting import CountingGame
from engine.game import Game
from table.simulate_plan import Plan


class Spread(NamedTuple):
    """The mean of a value over all deals, and its standard deviation."""

    mean: float
    sd: float


class FalseAlarm(NamedTuple):
    """An event that accuses where nobody did that: in which deal, counted from 0, and what the table said."""

    deal: int
    breach: bool  # in the play-through with the illegal act, where some accusation is right
    event: Event


class Breach(NamedTuple):
    """What the table made of an illegal act."""

    rule: str  # that it broke
    plays: int | None  # it was named so many plays later; None: never
    at_once: bool  # named on its own line
    seat: bool  # its seat alone was suspected


class Measured(NamedTuple):
    """A deal that the table has followed twice."""

    breach: Breach | None = None  # None where nobody could have broken a rule
    wrong: Event | None = None  # the first false alarm with the breach
    wrong_in_legal: Event | None = None  # and in legal play
    followed: bool = True  # whether the table knew when the deal was over


class Rule(NamedTuple):
    """How many acts broke a rule, and the share of them that was proved."""

    breaches: int
    proved: float


@dataclass(frozen=True, slots=True)
class Revokes:
    """What became of one illegal act a deal. Shares are of `breaches`, 0 to 1; None where there was none.

    `proved`: the table named the act, or refused it. `seat`: that, or a suspicion of its seat alone. `at_once`:
    named on its own line. `plays`: how many plays later the line was named, the median of those proved. The same
    deals were also played through legally; false alarms of both are in `alarms`.
    """

    sees: str
    breaches: int  # deals with an illegal act; in the others nobody could have broken a rule by what a hand holds
    proved: float | None
    seat: float | None
    at_once: float | None
    plays: float | None
    alarms: tuple[FalseAlarm, ...]
    rules: Mapping[str, Rule] = field(default_factory=dict)
    not_followed: int = 0  # deals of which the table did not know that they were over


@dataclass(frozen=True, slots=True)
class Report:
    """How the deals went. `points` by seat; `wins` by side: shares of the deals, a tie shared among the tied."""

    plan: Plan
    game: CountingGame
    points: Mapping[str, Spread]
    wins: Mapping[str, float]
    plays: Spread  # cards played in a deal
    tricks: Spread
    seconds: float
    revokes: Revokes | None


@dataclass(frozen=True, slots=True)
class GameReport:
    """How the deals of one game after another went, each game played to its end. Where it has no deals it is one.

    `points` by seat, of each deal that it took part in; none where deals have no points. `wins` and `losses` by side:
    shares of the games that were played to their end, a shared win shared, a loss counted for everybody who lost;
    empty where no game has named any.
    """

    plan: Plan
    game: Game
    points: Mapping[str, Spread]
    games: int  # played to their end
    wins: Mapping[str, float]
    losses: Mapping[str, float]
    lines: Spread  # what people did in a deal
    most_lines: int  # a deal that is not over after so many is given up, and its game with it
    given_up: int
    seconds: float
    revokes: Revokes | None


AnyReport = Report | GameReport


def spread(values: Sequence[float]) -> Spread:
    """Mean and standard deviation of at least one value."""
    return Spread(fmean(values), stdev(values) if len(values) > 1 else 0.0)


def revokes_of(measured: Sequence[Measured], sees: str) -> Revokes:
    """What the deals say together, in their order."""
    breaches = [one.breach for one in measured if one.breach is not None]
    plays = [breach.plays for breach in breaches if breach.plays is not None]
    alarms = [
        FalseAlarm(number, is_breach, event)
        for number, one in enumerate(measured)
        for is_breach, event in ((False, one.wrong_in_legal), (True, one.wrong))
        if event is not None
    ]
    rules = {}
    for rule in sorted({breach.rule for breach in breaches}):
        found = [breach.plays is not None for breach in breaches if breach.rule == rule]
        rules[rule] = Rule(len(found), sum(found) / len(found))

    def share(hits: Sequence[bool]) -> float | None:
        return sum(hits) / len(breaches) if breaches else None

    return Revokes(
        sees=sees,
        breaches=len(breaches),
        proved=share([breach.plays is not None for breach in breaches]),
        seat=share([breach.plays is not None or breach.seat for breach in breaches]),
        at_once=share([breach.at_once for breach in breaches]),
        plays=median(plays) if plays else None,
        alarms=tuple(alarms),
        rules=rules,
        not_followed=sum(not one.followed for one in measured),
    )


# -- for programs -------------------------------------------------------------------------------------------


def report_json(report: AnyReport) -> dict[str, Any]:
    """The report as what JSON can hold. Shares are 0 to 1; `seconds` and `deals_per_second` alone depend on the day.

    With `revokes` the deals are followed by the referee twice, which `deals_per_second` includes.
    """
    plan, revokes = report.plan, report.revokes
    told: dict[str, Any] = {
        "game": plan.game,
        "players": plan.players,
        "deals": plan.deals,
        "seed": plan.seed,
        "kinds": list(plan.kinds),
        "options": dict(report.game.options),
        "points": {seat: points._asdict() for seat, points in report.points.items()},
        "wins": dict(report.wins),
    }
    if isinstance(report, Report):
        told |= {"plays": report.plays._asdict(), "tricks": report.tricks._asdict()}
    else:
        told |= {
            "losses": dict(report.losses),
            "games": report.games,
            "lines": report.lines._asdict(),
            "most_lines": report.most_lines,
            "given_up": report.given_up,
        }
    return told | {
        "seconds": report.seconds,
        "deals_per_second": _per_second(report),
        "revokes": None if revokes is None else _revokes_json(revokes),
    }


def _revokes_json(revokes: Revokes) -> dict[str, Any]:
    first = revokes.alarms[0] if revokes.alarms else None
    return {
        "sees": revokes.sees,
        "breaches": revokes.breaches,
        "proved_share": revokes.proved,
        "seat_share": revokes.seat,
        "at_once_share": revokes.at_once,
        "median_plays": revokes.plays,
        "rules": {rule: {"breaches": one.breaches, "proved_share": one.proved} for rule, one in revokes.rules.items()},
        "false_alarms": len(revokes.alarms),
        "false_alarms_in_legal_deals": sum(not alarm.breach for alarm in revokes.alarms),
        "first_false_alarm": first and {"deal": first.deal, "breach": first.breach, "event": first.event.as_json()},
        "not_followed": revokes.not_followed,
    }


# -- for people ---------------------------------------------------------------------------------------------


def print_report(report: AnyReport, out: TextIO) -> None:
    """The report as tables for people."""
    from rich.console import Console

    plan = report.plan
    console = Console(file=out, highlight=False)
    console.print(
        f"{plan.game}, {plan.players} players ({', '.join(plan.kinds)}), {plan.deals} deals, seed {plan.seed}: "
        f"{report.seconds:.1f} s, {_per_second(report):.0f} deals a second",
        soft_wrap=True,
    )
    if isinstance(report, Report):
        console.print(
            f"a deal: {report.plays.mean:.1f} plays, {report.tricks.mean:.1f} tricks; "
            "points are the mean of a deal ± the standard deviation",
            soft_wrap=True,
        )
        console.print(_seats_table(report, {"deals won": report.wins}))
    else:
        for line in _about_games(report):
            console.print(line, soft_wrap=True)
        ends = {"games won": report.wins, "games lost": report.losses}
        console.print(_seats_table(report, {title: shares for title, shares in ends.items() if shares}))
    revokes = report.revokes
    if revokes is None:
        return
    if revokes.breaches:
        console.print(_revokes_table(revokes))
    else:
        nobody = f"In {plan.game} nobody could break a rule by what is in a hand: there is nothing to prove."
        console.print(nobody, soft_wrap=True)
    if revokes.alarms:
        first = revokes.alarms[0]
        where = f"in deal {first.deal}, {'with the illegal act' if first.breach else 'played legally'}"
        console.print(f"{len(revokes.alarms)} false alarms, the first {where}: {first.event.as_json()}", soft_wrap=True)


def _about_games(report: GameReport) -> list[str]:
    lines = [
        f"a deal: {report.lines.mean:.1f} lines ± {report.lines.sd:.1f}; games played to their end: {report.games}"
    ]
    if report.points:
        lines[0] += "; points are the mean of a deal ± the standard deviation"
    if report.given_up:
        lines.append(f"{report.given_up} deals were given up after {report.most_lines} lines")
    return lines


def _seats_table(report: AnyReport, ends: Mapping[str, Mapping[str, float]]) -> Any:
    from rich.table import Table

    game = report.game
    table = Table("seat", *(["points"] if report.points else []), "side", *ends)
    for seat, name in enumerate(game.seats):
        side, points = game.sides[game.side_of[seat]], report.points.get(name)
        shares = [f"{of_side[side.id]:.1%}" for of_side in ends.values()]
        told = [] if not report.points else [f"{points.mean:.1f} ± {points.sd:.1f}" if points else "–"]
        table.add_row(name, *told, side.id, *shares)
    return table


def _revokes_table(revokes: Revokes) -> Any:
    from rich.table import Table

    table = Table("one illegal play a deal", f"the table sees: {revokes.sees}")
    table.add_row("deals with one", str(revokes.breaches))
    table.add_row("pinned on the line", _percent(revokes.proved))
    if len(revokes.rules) > 1:
        for rule, one in revokes.rules.items():
            table.add_row(f"  {rule}", f"{_percent(one.proved)} of {one.breaches}")
    table.add_row("pinned on the seat", _percent(revokes.seat))
    table.add_row("at the play itself", _percent(revokes.at_once))
    table.add_row("further plays, median", "–" if revokes.plays is None else f"{revokes.plays:g}")
    table.add_row("false alarms", str(len(revokes.alarms)))
    if revokes.not_followed:
        table.add_row("deals not followed to the end", str(revokes.not_followed))
    return table


def _percent(share: float | None) -> str:
    return "–" if share is None else f"{share:.1%}"


def _per_second(report: AnyReport) -> float:
    return report.plan.deals / report.seconds if report.seconds > 0 else 0.0
