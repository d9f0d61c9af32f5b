"""Deals without people, as `lapio simulate` plays them: how points and wins fall, and how many revokes are proved.

    plan = Plan("kullankaivaja", players=4, deals=1000, seed=7, revokes=True, sees="deal")
    report = simulate(plan)
    report_json(report)             # or print_report(report, sys.stdout)

A plan always gives the same report, but for its time. Each deal has a chance of its own, made of the seed and the
deal's number, so deal 500 is the same whether 501 deals are played or a million, and with revokes or without.

What `revokes` measures is said in docs/revoke-proof.md, "Costs and targets": one illegal play a deal, of which the
table sees no more than `sees` says. Cards and lines go to the same referee that judges real ones.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from random import Random
from statistics import fmean, median, stdev
from typing import Any, NamedTuple, TextIO

from engine.actions import Act, Event
from engine.cards import NO_CARDS, Card, CardSet, each
from engine.counting import CountingGame
from engine.errors import BadGame, LapioError
from engine.games import game_class
from engine.playout import Playout
from engine.referee import Referee
from engine.trick import TrickDeal
from table.players import PLAYERS, Player, draw_from

SEES = ("nothing", "deal", "draws", "all")  # which cards the table reads besides those played
ACCUSES = frozenset({"refused", "revoke", "suspect", "note"})  # what no legal deal may ever bring

Clock = Callable[[], float]  # seconds
Advance = Callable[[int], object]  # is told how many more deals are done


class BadPlan(LapioError, ValueError):
    """A simulation that cannot be run."""


@dataclass(frozen=True, slots=True)
class Plan:
    """What to simulate. `kinds` of players (table.players.PLAYERS) go round the table; one kind alone is everybody.

    `sees` counts only with `revokes`: `deal`, the dealt hands; `draws`, each card taken from the stock; or `all`.
    """

    game: str
    players: int
    deals: int
    seed: int
    kinds: Sequence[str] = ("random",)
    options: Mapping[str, Any] = field(default_factory=dict)
    revokes: bool = False
    sees: str = "nothing"


class Spread(NamedTuple):
    """The mean of a value over all deals, and its standard deviation."""

    mean: float
    sd: float


class FalseAlarm(NamedTuple):
    """An event that accuses where nobody did that: in which deal, counted from 0, and what the table said."""

    deal: int
    breach: bool  # in the play-through with the illegal play, where some accusation is right
    event: Event


@dataclass(frozen=True, slots=True)
class Revokes:
    """What became of one illegal play a deal. Shares are of `breaches`, 0 to 1; None where there was none.

    `proved`: the table named the play, or refused it. `seat`: that, or a suspicion of its seat alone. `at_once`:
    named on its own line. `plays`: how many plays later the line was named, the median of those proved. The same
    deals were also played through legally; false alarms of both are in `alarms`.
    """

    sees: str
    breaches: int  # deals with an illegal play; in the others nobody ever held a card that was barred
    proved: float | None
    seat: float | None
    at_once: float | None
    plays: float | None
    alarms: tuple[FalseAlarm, ...]


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


def simulate(plan: Plan, *, clock: Clock = time.perf_counter, advance: Advance | None = None) -> Report:
    """Play all deals of the plan.

    Raises BadGame for a game that cannot be played so, BadPlan for anything else that cannot be simulated.
    """
    games = _load(plan)
    started = clock()
    played = []
    for number in range(plan.deals):
        played.append(_play(plan, games[number % len(games)], number))
        if advance is not None:
            advance(1)
    seconds = clock() - started
    game = games[0]
    return Report(
        plan=plan,
        game=game,
        points={name: _spread([one.points[seat] for one in played]) for seat, name in enumerate(game.seats)},
        wins={
            side.id: sum(1 / len(one.winners) for one in played if index in one.winners) / plan.deals
            for index, side in enumerate(game.sides)
        },
        plays=_spread([one.plays for one in played]),
        tricks=_spread([one.tricks for one in played]),
        seconds=seconds,
        revokes=_revokes([one.measured for one in played], plan.sees) if plan.revokes else None,
    )


def _load(plan: Plan) -> list[CountingGame]:
    """The game with each seat as the first dealer."""
    if plan.deals < 1:
        raise BadPlan(f"{plan.deals} deals are too few; simulate 1 or more")
    if not plan.kinds or not set(plan.kinds) <= set(PLAYERS):
        raise BadPlan(f'there are no players "{",".join(plan.kinds)}"; there are: {", ".join(PLAYERS)}')
    if plan.sees not in SEES:
        raise BadPlan(f'the table cannot see "{plan.sees}"; it can see: {", ".join(SEES)}')
    kind = game_class(plan.game)
    if not issubclass(kind, CountingGame):
        raise BadPlan(f"{plan.game} cannot be simulated yet: only games whose card points are counted can")
    if plan.players not in kind.seat_numbers:
        first, last = kind.seat_numbers[0], kind.seat_numbers[-1]
        raise BadGame(f"{plan.game} is for {first} to {last} seats, not {plan.players}")
    seats = [chr(ord("A") + seat) for seat in range(plan.players)]
    return [kind(seats, dealer, plan.options) for dealer in seats]


class _Played(NamedTuple):
    points: Sequence[int]  # by seat
    winners: Sequence[int]  # by side
    plays: int
    tricks: int
    measured: _Measured


def _play(plan: Plan, game: CountingGame, number: int) -> _Played:
    """Play one deal, and with `revokes` measure it."""
    random = Random(f"{plan.seed}/{number}")  # of a text, so that -7 is not 7
    pack = list(each(game.pack))
    random.shuffle(pack)
    players = [PLAYERS[plan.kinds[seat % len(plan.kinds)]](random) for seat in range(plan.players)]
    dealt = _Dealt(game, pack)
    turns, deal = dealt.play_through(players)
    measured = _measure(dealt, turns, players, random, plan.sees) if plan.revokes else NOTHING_MEASURED
    return _Played(deal.points, _winners(game, deal), len(turns), deal.tricks, measured)


def _winners(game: CountingGame, deal: TrickDeal) -> Sequence[int]:
    """Who won the deal, by side; where the game would go on to a target, the sides with most points."""
    totals, taken = [0] * len(game.sides), [NO_CARDS] * len(game.sides)
    for seat, side in enumerate(game.side_of):
        totals[side] += deal.points[seat]
        taken[side] |= deal.taken[seat]
    win = game.win(totals, taken, deal_over=True)
    return win.sides if win is not None else [side for side, total in enumerate(totals) if total == max(totals)]


def _spread(values: Sequence[int]) -> Spread:
    return Spread(fmean(values), stdev(values) if len(values) > 1 else 0.0)


# -- a deal, and how the table follows it -------------------------------------------------------------------


class _Turn(NamedTuple):
    card: Card  # what was played
    barred: CardSet  # what the seat held and might not play


class _Dealt(NamedTuple):
    """A shuffled pack, to be played as often as one likes."""

    game: CountingGame
    pack: Sequence[Card]

    def playout(self) -> Playout:
        """The deal before its first card."""
        return Playout(self.game, self.pack, (self.game.first_dealer + 1) % len(self.game.seats))

    def play_through(self, players: Sequence[Player]) -> tuple[list[_Turn], TrickDeal]:
        """Everybody plays to the end: turn by turn, and the finished deal."""
        playout, turns = self.playout(), []
        deal, hands = playout.deal, playout.hands
        while not deal.over:
            seat = deal.turn
            hand = hands[seat]
            legal = deal.legal(hand)
            card = players[seat].choose(seat, hand, legal, deal)
            turns.append(_Turn(card, hand & ~legal))
            playout.play(card)
        return turns, deal


class _Watched:
    """A playout that the table follows as far as it sees. `line` is the number of the latest line."""

    def __init__(self, dealt: _Dealt, sees: str) -> None:
        self.game = dealt.game
        self.playout = dealt.playout()
        self.line = 0
        self._sees_draws = sees in ("draws", "all")
        self._referee = Referee(dealt.game)
        self.opening: list[Event] = []
        if sees in ("deal", "all"):
            hands = {seat: tuple(each(hand)) for seat, hand in enumerate(self.playout.hands)}
            self.opening = self._take(Act("deal", hands=hands))

    def choose(self, players: Sequence[Player]) -> Card:
        """What the seat on turn plays of its own free will."""
        seat = self.playout.deal.turn
        return players[seat].choose(seat, self.playout.hands[seat], self.playout.legal(), self.playout.deal)

    def play(self, card: Card) -> list[Event]:
        """The seat on turn plays this card, and hands are refilled: what the table has to say against anybody.

        A card that is refused is played all the same, but the referee cannot follow any more.
        """
        playout = self.playout
        seat, before = playout.deal.turn, playout.hands[:]
        playout.play(card)
        found = self._take(Act("play", seat, (card,)))
        if any(event.kind == "refused" for event in found):
            return found
        given = playout.deal.refilled
        for taker in given or (seat,):
            drawn = playout.hands[taker] & ~before[taker]
            if drawn and (self._sees_draws or not given):  # a card that is asked for is seen to be taken, at least
                cards = tuple(each(drawn)) if self._sees_draws else None
                found += self._take(Act("draw", taker, cards, source="stock"))
        return found

    def _take(self, act: Act) -> list[Event]:
        self.line += 1
        return [event for event in self._referee.take(act, self.line) if event.kind in ACCUSES]


# -- revokes ------------------------------------------------------------------------------------------------


class _Breach(NamedTuple):
    """What the table made of an illegal play."""

    plays: int | None  # it was named so many plays later; None: never
    at_once: bool  # named on its own line
    seat: bool  # its seat alone was suspected


class _Measured(NamedTuple):
    breach: _Breach | None  # None where nobody could have broken a rule
    wrong: Event | None  # the first false alarm with the breach
    wrong_in_legal: Event | None  # and in legal play


NOTHING_MEASURED = _Measured(None, None, None)


def _measure(dealt: _Dealt, turns: Sequence[_Turn], players: Sequence[Player], random: Random, sees: str) -> _Measured:
    """Follow a deal that was played legally, and the same deal with one illegal play."""
    wrong_in_legal = _follow(_Watched(dealt, sees), turns)
    chances = [number for number, turn in enumerate(turns) if turn.barred]
    if not chances:
        return _Measured(None, None, wrong_in_legal)
    chosen = chances[int(random.random() * len(chances))]
    illegal = draw_from(turns[chosen].barred, random.random)
    watched = _Watched(dealt, sees)
    wrong = _follow(watched, turns[:chosen])
    if wrong is not None:
        return _Measured(_Breach(None, False, False), wrong, wrong_in_legal)
    breach, wrong = _break(watched, illegal, players)
    return _Measured(breach, wrong, wrong_in_legal)


def _follow(watched: _Watched, turns: Sequence[_Turn]) -> Event | None:
    """The first event that accuses anybody while these legal plays are made."""
    found = watched.opening
    for turn in turns:
        if found:
            break
        found = watched.play(turn.card)
    return found[0] if found else None


def _break(watched: _Watched, illegal: Card, players: Sequence[Player]) -> tuple[_Breach, Event | None]:
    """The seat on turn plays an illegal card and everybody goes on legally, until that line is named.

    What the table made of it, and its first false alarm.
    """
    game, deal = watched.game, watched.playout.deal
    culprit = deal.turn
    rules = {must.rule for must in deal.rows(illegal)}
    at = watched.line + 1
    named = {"seat": game.seats[culprit], "cards": game.deck.text([illegal])}
    seat, wrong, plays = False, None, 0
    found = watched.play(illegal)
    while True:
        for event in found:
            keys = event.keys
            is_named = named.items() <= keys.items() and keys["rule"] in rules
            if is_named and (event.line if event.kind == "refused" else keys.get("at")) == at:
                return _Breach(plays, event.line == at, seat), wrong
            if event.kind == "suspect" and named["seat"] in keys["seats"]:
                seat = seat or len(keys["seats"]) == 1
            else:
                wrong = wrong or event
        if deal.over or any(event.kind == "refused" for event in found):
            return _Breach(None, False, seat), wrong
        found = watched.play(watched.choose(players))
        plays += 1


def _revokes(measured: Sequence[_Measured], sees: str) -> Revokes:
    breaches = [one.breach for one in measured if one.breach is not None]
    plays = [breach.plays for breach in breaches if breach.plays is not None]
    alarms = [
        FalseAlarm(number, is_breach, event)
        for number, one in enumerate(measured)
        for is_breach, event in ((False, one.wrong_in_legal), (True, one.wrong))
        if event is not None
    ]

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
    )


# -- telling people -----------------------------------------------------------------------------------------


def simulate_with_progress(plan: Plan, stream: TextIO) -> Report:
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


def report_json(report: Report) -> dict[str, Any]:
    """The report as what JSON can hold. Shares are 0 to 1; `seconds` and `deals_per_second` alone depend on the day.

    With `revokes` the deals are followed by the referee twice, which `deals_per_second` includes.
    """
    plan, revokes = report.plan, report.revokes
    return {
        "game": plan.game,
        "players": plan.players,
        "deals": plan.deals,
        "seed": plan.seed,
        "kinds": list(plan.kinds),
        "options": dict(report.game.options),
        "points": {seat: spread._asdict() for seat, spread in report.points.items()},
        "wins": dict(report.wins),
        "plays": report.plays._asdict(),
        "tricks": report.tricks._asdict(),
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
        "false_alarms": len(revokes.alarms),
        "false_alarms_in_legal_deals": sum(not alarm.breach for alarm in revokes.alarms),
        "first_false_alarm": first and {"deal": first.deal, "breach": first.breach, "event": first.event.as_json()},
    }


def print_report(report: Report, out: TextIO) -> None:
    """The report as tables for people."""
    from rich.console import Console
    from rich.table import Table

    plan, game = report.plan, report.game
    console = Console(file=out, highlight=False)
    console.print(
        f"{plan.game}, {plan.players} players ({', '.join(plan.kinds)}), {plan.deals} deals, seed {plan.seed}: "
        f"{report.seconds:.1f} s, {_per_second(report):.0f} deals a second",
        soft_wrap=True,
    )
    console.print(
        f"a deal: {report.plays.mean:.1f} plays, {report.tricks.mean:.1f} tricks; "
        "points are the mean of a deal ± the standard deviation",
        soft_wrap=True,
    )
    table = Table("seat", "points", "side", "deals won")
    for seat, name in enumerate(game.seats):
        side, spread = game.sides[game.side_of[seat]], report.points[name]
        table.add_row(name, f"{spread.mean:.1f} ± {spread.sd:.1f}", side.id, f"{report.wins[side.id]:.1%}")
    console.print(table)
    if report.revokes is not None:
        console.print(_revokes_table(report.revokes))


def _revokes_table(revokes: Revokes) -> Any:
    from rich.table import Table

    table = Table("one illegal play a deal", f"the table sees: {revokes.sees}")
    table.add_row("deals with one", str(revokes.breaches))
    table.add_row("pinned on the line", _percent(revokes.proved))
    table.add_row("pinned on the seat", _percent(revokes.seat))
    table.add_row("at the play itself", _percent(revokes.at_once))
    table.add_row("further plays, median", "–" if revokes.plays is None else f"{revokes.plays:g}")
    table.add_row("false alarms", str(len(revokes.alarms)))
    return table


def _percent(share: float | None) -> str:
    return "–" if share is None else f"{share:.1%}"


def _per_second(report: Report) -> float:
    return report.plan.deals / report.seconds if report.seconds > 0 else 0.0
