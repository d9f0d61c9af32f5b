"""One illegal act in a simulated deal of any game: whether the table names it and when, and if it names anything else.

A deal is played legally once, and followed by the table. One moment of it is chosen, each as likely as any other, at
which somebody could have done what only the cards in a hand make illegal; there that is done, truly let stand, and
everybody goes on legally, the culprit too.

What contradicts the culprit's own false word later (a lie about a marriage, say, and then the card) may be refused. Two
lines then cannot both be true, and the table says so: that pins the seat, and not the line. It is let stand.
"""

from __future__ import annotations

from random import Random
from typing import NamedTuple

from engine.actions import Act, Event
from engine.match import TrickMatch
from table.open_match import OpenMatch
from table.simulate_people import SimulatedPeople, Turn
from table.simulate_report import Breach, Measured
from table.simulate_sight import Sight


class _Moment(NamedTuple):
    """The match and the table as they were when somebody broke a rule, and how."""

    truth: OpenMatch
    sight: Sight
    act: Act
    hidden: bool
    clock: int


class Measuring:
    """Follows one deal, legally played, and then what could have happened in it.

    `blind` is a table that sees nothing but what is played, and follows everything, too: what that one would refuse
    whatever anybody holds depends on no hand.
    """

    def __init__(self, sight: Sight, blind: Sight, rng: Random) -> None:
        self._sight, self._blind, self._rng = sight, blind, rng
        self._chances = 0
        self._moment: _Moment | None = None
        self.wrong: Event | None = None  # the first false alarm

    def before(self, turn: Turn, truth: OpenMatch, clock: int) -> None:
        """Somebody is about to act: this may be the moment."""
        if self.wrong is not None or self._blind.state != truth.state:
            return
        barred = [one for one in turn.barred if self._by_hand_alone(*one, truth)]
        if not barred:
            return
        self._chances += 1
        if self._rng.random() * self._chances < 1:  # so in the end each moment is as likely
            act, hidden = self._rng.choice(barred)
            self._moment = _Moment(truth.fork(), self._sight.fork(), act, hidden, clock)

    def after(self, found: list[Event]) -> None:
        """The table has said this against somebody."""
        if found and self.wrong is None:
            self.wrong = found[0]

    def _by_hand_alone(self, act: Act, hidden: bool, truth: OpenMatch) -> bool:
        """Whether only the cards of a hand make this illegal: unseen it would pass, or cards known there bar it."""
        if not hasattr(truth.match, "hands"):
            return False  # packets that nobody looks at
        if act.do == "draw" and act.source in (None, "stock") and _ends_deal(act, truth):
            return False
        seen = self._blind.seen(act, hidden=hidden)
        assert seen is not None
        refusal = self._blind.referee.match.refuse(seen)
        return refusal is None or (refusal.own_rule and bool(refusal.because))

    def result(self, people: SimulatedPeople, *, followed: bool, most_lines: int) -> Measured:
        """The deal is over: what became of the illegal act. `followed`: the table knew that the deal was over."""
        if self._moment is None:
            return Measured(None, None, self.wrong, followed)
        people.clock = self._moment.clock
        breach, wrong, too = _play_on(self._moment, people, self._rng, most_lines)
        return Measured(breach, wrong, self.wrong, followed and too)


def _ends_deal(act: Act, truth: OpenMatch) -> bool:
    """Whether a draw brings the card that ends the deal: that is laid open, and nobody does it against the rules."""
    told = truth.match.fork().apply(act, 0, claims=False)
    return any(kind == "end_card" for kind, _ in told)


def _play_on(
    moment: _Moment, people: SimulatedPeople, rng: Random, most_lines: int
) -> tuple[Breach, Event | None, bool]:
    """The rule is broken and everybody goes on legally, until the line is named or the deal is over.

    What the table made of it, its first false alarm, and whether it knew that the deal was over.
    """
    truth, sight, act = moment.truth, moment.sight, moment.act
    game, deal = truth.match.game, truth.state
    refusal = truth.match.refuse(act)
    assert refusal is not None and act.seat is not None
    culprit, rules = game.seats[act.seat], _rules(truth, act)
    at = sight.line + 1
    named = {"seat": culprit} | ({"cards": game.deck.text(act.cards or ())} if act.do == "play" else {})
    seat, wrong, plays = False, None, 0
    seen = sight.seen(act, hidden=moment.hidden)
    assert seen is not None
    refused = sight.referee.match.refuse(seen)
    if refused is not None:
        own = refused.own_rule and (rules is None or refused.rule in rules)
        said = sight.referee.take(seen, at)[0]
        return Breach(refusal.rule, 0 if own else None, at_once=own, seat=False), None if own else said, True
    act = truth.with_card(act, rng)
    found = sight.follows(truth.take(act, hidden=moment.hidden, claims=False), truth)
    sight.lets_stand = True
    while True:
        for event in found:
            keys = event.keys
            is_named = event.kind == "revoke" and keys["at"] == at and named.items() <= keys.items()
            if is_named and (rules is None or keys["rule"] in rules):
                return Breach(refusal.rule, plays, event.line == at, seat), wrong, True
            if event.kind == "suspect" and culprit in keys["seats"]:
                seat = seat or len(keys["seats"]) == 1
            elif event.kind == "refused" and keys["seat"] == culprit and not _cannot_follow(sight, event):
                seat = True
            else:
                wrong = wrong or event
        lost = bool(found) and _cannot_follow(sight, found[-1])
        if truth.state != deal or plays >= most_lines or lost:
            break
        turn = people.next(truth)
        if turn is None:
            break
        step = truth.take(turn.act, hidden=turn.hidden)
        truth.name_drawn(rng)
        found = sight.follows(step, truth)
        plays += 1
    return Breach(refusal.rule, None, at_once=False, seat=seat), wrong, lost or sight.state == truth.state


def _rules(truth: OpenMatch, act: Act) -> set[str] | None:
    """The rules that can be named for this act; None for what is no card to a trick: its page may name another one."""
    match = truth.match
    if not isinstance(match, TrickMatch) or act.do != "play" or act.card is None:
        return None
    return {must.rule for must in match.deal.rows(act.card)}


def _cannot_follow(sight: Sight, event: Event) -> bool:
    """Whether the table refuses what has truly happened, and nobody can let it stand."""
    return event.kind == "refused" and event.line == sight.line
