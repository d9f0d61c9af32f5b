"""Deals of any game, played line by line by people who choose among what the match asks, one game after another.

Each deal has a chance of its own, made of the seed and the deal's number; what went before it is the same however many
deals follow, and with revokes or without.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from typing import NamedTuple

from engine.errors import LapioError
from engine.game import Game, Told
from table.open_match import OpenMatch, Step
from table.simulate_breach import Measuring
from table.simulate_people import CHOOSERS, SimulatedPeople
from table.simulate_plan import Advance, Clock, Plan
from table.simulate_report import GameReport, Measured, revokes_of, spread
from table.simulate_sight import Sight

MOST_LINES = 3000  # of a deal; then it is given up


class _Played(NamedTuple):
    """A deal."""

    points: Mapping[str, int]  # by seat or side; empty where there are none
    lines: int
    over: bool  # with it the game, which these sides have won, or lost
    won: Sequence[int]
    lost: Sequence[int]
    given_up: bool
    measured: Measured


def simulate_any(plan: Plan, games: Sequence[Game], clock: Clock, advance: Advance | None) -> GameReport:
    """Play all deals of the plan; `games` are the game with each seat in turn as the first dealer.

    Raises LapioError where nobody can go on, which is a fault of the game.
    """
    started = clock()
    played: list[_Played] = []
    evening: _Evening | None = None
    begun = 0
    for number in range(plan.deals):
        if evening is None:
            evening = _Evening(plan, games[begun % len(games)])
            begun += 1
        played.append(evening.play_deal(number))
        if played[-1].over or played[-1].given_up:
            evening = None
        if advance is not None:
            advance(1)
    seconds = clock() - started
    return _report(plan, games[0], played, seconds)


def _report(plan: Plan, game: Game, played: Sequence[_Played], seconds: float) -> GameReport:
    points: dict[str, list[int]] = {}
    for seat, name in enumerate(game.seats):
        side = game.sides[game.side_of[seat]].id
        points[name] = [
            one.points.get(name, one.points.get(side, 0)) for one in played if {name, side} & set(one.points)
        ]
    ended = [one for one in played if one.over]
    wins = {side.id: 0.0 for side in game.sides} if any(one.won for one in ended) else {}
    losses = {side.id: 0.0 for side in game.sides} if any(one.lost for one in ended) else {}
    for one in ended:
        for won in one.won:
            wins[game.sides[won].id] += 1 / len(one.won) / len(ended)
        for lost in one.lost:
            losses[game.sides[lost].id] += 1 / len(ended)
    return GameReport(
        plan=plan,
        game=game,
        points={name: spread(values) for name, values in points.items() if values},
        games=len(ended),
        wins=wins,
        losses=losses,
        lines=spread([one.lines for one in played]),
        most_lines=MOST_LINES,
        given_up=sum(one.given_up for one in played),
        seconds=seconds,
        revokes=revokes_of([one.measured for one in played], plan.sees) if plan.revokes else None,
    )


class _Evening:
    """A game from its first deal on, and with `revokes` the tables that follow it."""

    def __init__(self, plan: Plan, game: Game) -> None:
        self._plan, self._game = plan, game
        self._truth = OpenMatch(game)
        self._sight = Sight(game, plan.sees)
        self._blind = self._sight if plan.sees == "nothing" else Sight(game, "nothing")
        self._clock = 0
        self._follows = plan.revokes  # whether there is a table that follows

    def play_deal(self, number: int) -> _Played:
        """The next deal of this game, which is the plan's deal with this number."""
        truth, rng = self._truth, Random(f"{self._plan.seed}/{number}")  # of a text, so that -7 is not 7
        people = self._people(rng)
        luck = Random(f"{self._plan.seed}/{number}/breach")
        measuring = Measuring(self._sight, self._blind, luck) if self._follows else None
        before, lines, told = truth.state, 0, list[Told]()
        for step in truth.deal(rng):
            told += step.told
            self._follow(step, measuring)
        while truth.state == before and lines < MOST_LINES:
            turn = people.next(truth)
            if turn is None:
                asked = ", ".join(sorted({ask.do for ask in truth.match.asks()}))
                raise LapioError(
                    f"{self._game.name}, deal {number}, line {lines}: nobody can do what is asked: {asked}"
                )
            if measuring is not None:
                measuring.before(turn, truth, people.clock)
            step = truth.take(turn.act, hidden=turn.hidden)
            truth.name_drawn(rng)
            told += step.told
            lines += 1
            self._follow(step, measuring)
        self._clock = people.clock
        match = truth.match
        points: Mapping[str, int] = next((keys["points"] for kind, keys in told if kind == "deal_over"), {})
        return _Played(
            points=points,
            lines=lines,
            over=match.over,
            won=() if match.won is None else match.won.sides,
            lost=match.lost,
            given_up=truth.state == before,
            measured=self._measured(measuring, luck),
        )

    def _people(self, rng: Random) -> SimulatedPeople:
        kinds = self._plan.kinds
        choosers = [CHOOSERS[kinds[seat % len(kinds)]](rng) for seat in range(len(self._game.seats))]
        return SimulatedPeople(choosers, rng, self._clock)

    def _follow(self, step: Step, measuring: Measuring | None) -> None:
        """The tables are told of it, as long as they can follow."""
        if measuring is None:
            return
        if measuring.wrong is None:
            measuring.after(self._sight.follows(step, self._truth))
        if self._blind is not self._sight:
            self._blind.follows(step, self._truth)

    def _measured(self, measuring: Measuring | None, luck: Random) -> Measured:
        """What the tables have made of the deal that is over."""
        if measuring is None:
            return Measured(followed=not self._plan.revokes)
        self._follows = measuring.wrong is None and self._sight.state == self._truth.state
        people = self._people(luck)
        return measuring.result(people, followed=self._sight.state == self._truth.state, most_lines=MOST_LINES)
