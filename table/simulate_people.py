"""Who acts next in a simulated match, and what they do: people who know the rules, their own cards and no others."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from random import Random
from types import MappingProxyType
from typing import NamedTuple

from engine.actions import Act, Seat
from engine.asks import Ask
from engine.game import Match
from table.choosing import AnyLegal, Chooser, Eager
from table.legal_acts import answers_to, would_help
from table.open_match import OpenMatch

CHOOSERS: Mapping[str, Callable[[Random], Chooser]] = MappingProxyType({"random": AnyLegal, "sensible": Eager})

INTERRUPTS = 0.2  # how often somebody who need not do anything thinks of doing something
CLAIMS = 4  # so many of the things that may be claimed are thought of
PACE_MS = (200, 900)  # from one act to the next, where times matter
WAIT_MS = 5000  # for nothing more to happen
SAID_OF_OTHERS = ("danger",)  # what nobody does, but people may say of somebody


class Turn(NamedTuple):
    """What somebody does. `barred`: what it could have done instead, against a rule of the game that people may let
    pass; each with whether its cards would have been hidden.
    """

    act: Act
    hidden: bool  # its cards are laid face down, or passed on
    barred: tuple[tuple[Act, bool], ...] = ()


class SimulatedPeople:
    """Everybody at the table. `choosers` are by seat; `clock` is the table's, in milliseconds."""

    def __init__(self, choosers: Sequence[Chooser], rng: Random, clock: int = 0) -> None:
        self._choosers = choosers
        self._rng = rng
        self.clock = clock

    def next(self, truth: OpenMatch) -> Turn | None:
        """What happens next; None where nobody can do anything."""
        match, rng = truth.match, self._rng
        if match.game.timed:
            self.clock += rng.randint(*PACE_MS)
        asks = match.asks()
        pressed = self._press(match, asks)
        if pressed is not None:
            return pressed
        waited_for = list(dict.fromkeys(ask.seat for ask in asks if ask.seat is not None and not ask.any_time))
        free = {ask.seat for ask in asks if _is_free(ask)} - set(waited_for)
        others = sorted(seat for seat in free if seat is not None)
        rng.shuffle(waited_for)
        rng.shuffle(others)
        interrupts = others[:1] if others and rng.random() < INTERRUPTS else []
        for seat in dict.fromkeys((*interrupts, *waited_for, *others)):
            turn = self._decides(truth, seat, [ask for ask in asks if ask.seat == seat])
            if turn is not None:
                return turn
        return self._by_nobody(truth, [ask for ask in asks if ask.seat is None])

    def _decides(self, truth: OpenMatch, seat: Seat, asks: Sequence[Ask]) -> Turn | None:
        """What this seat does, if it can do anything."""
        match = truth.match
        legal, barred, hidden = list[Act](), list[tuple[Act, bool]](), dict[int, bool]()
        for ask in asks:
            if any(value in SAID_OF_OTHERS for value in ask.values):
                continue
            for act in answers_to(match, (ask,), self._rng, pack=truth.pack, t=self._t(match), claims=CLAIMS):
                refusal = match.refuse(act)
                if refusal is None:
                    legal.append(act)
                    hidden[id(act)] = ask.hidden
                elif refusal.own_rule and match.can_apply(act):
                    barred.append((act, ask.hidden))
        if not legal:
            return None
        act = self._choosers[seat].choose(legal, match.held(seat), match)
        return Turn(truth.with_card(act, self._rng), hidden[id(act)], tuple(barred))

    def _press(self, match: Match, asks: Sequence[Ask]) -> Turn | None:
        """Whoever has seen a reason to presses, one as likely to be the first as another."""
        seats = [ask.seat for ask in asks if ask.do == "press" and ask.seat is not None]
        self._rng.shuffle(seats)
        for seat in seats:
            if would_help(match, seat, self.clock, 0):
                return Turn(Act("press", seat, t=self.clock), hidden=False)
        return None

    def _by_nobody(self, truth: OpenMatch, asks: Sequence[Ask]) -> Turn | None:
        """A card is turned up, or time goes by."""
        match = truth.match
        if any(ask.do == "clock" for ask in asks):
            self.clock += WAIT_MS
            return Turn(Act("clock", t=self.clock), hidden=False)
        for act in answers_to(match, asks, self._rng, pack=truth.pack, t=self._t(match)):
            if match.refuse(act) is None:
                return Turn(act, hidden=False)
        return None

    def _t(self, match: Match) -> int | None:
        return self.clock if match.game.timed else None


def _is_free(ask: Ask) -> bool:
    """Whether a seat may answer this although nobody waits for it. Presses are another matter."""
    return ask.any_time and ask.do != "press"
