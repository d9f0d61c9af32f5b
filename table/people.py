"""Simulated people at the mock table: they lay real (simulated) cards on readers, honestly or with mistakes.

They see what people see, the session's stage, alert and turn, and the cards in their own hands. What they do are Reads
like any other; the table cannot tell them from hardware. Times are seconds of the table's clock.
"""

from __future__ import annotations

import heapq
from collections.abc import Callable, Mapping
from itertools import count
from random import Random
from typing import Literal, TypeAlias, get_args

from display.view import Intent
from engine.actions import Seat
from engine.cards import Card, each
from firmware_bridge.mock import MockTable
from table.players import Player
from table.session import Session
from table.world import World

Mistake: TypeAlias = Literal["revoke", "out-of-turn", "wrong-seat", "double", "missed"]
MISTAKES: tuple[Mistake, ...] = get_args(Mistake)

THINK_S = (0.9, 2.2)  # how long a player thinks: at least, at most
TRICK_PAUSE_S = 1.6  # looking at a complete trick
ON_READER_S = 0.35  # how long a card lies on a reader as it is tapped
TOO_SHORT_S = 0.04  # a tap that no reader catches
GATE_S = 0.25  # a card on its way over the draw reader
READ_ALERT_S = 3.5
READ_RESULT_S = 5.0


class People:
    """Everybody at the table whom the program plays. `players` are by seat; a seat without one is a person's.

    `mistakes` is the share of plays at which somebody errs, of the given `kinds`. `over_the_gate`: cards taken from
    the stock are slid over the draw reader.
    """

    def __init__(
        self,
        session: Session,
        world: World,
        hardware: MockTable,
        uid_of: Mapping[str, bytes],
        players: Mapping[Seat, Player],
        rng: Random,
        *,
        mistakes: float = 0.0,
        kinds: tuple[Mistake, ...] = MISTAKES,
        over_the_gate: bool = True,
    ) -> None:
        self._session = session
        self._world = world
        self._hardware = hardware
        self._uid_of = uid_of
        self._players = players
        self._rng = rng
        self._mistakes = mistakes
        self._kinds = kinds
        self._over_the_gate = over_the_gate and session.seating.reader_of("draw") is not None
        self._plans: list[tuple[float, int, Callable[[], None]]] = []
        self._order = count()
        self._shown: set[tuple[int, Seat]] = set()  # refills slid over the gate: trick and seat
        self._erred_at = -1  # the line number at which somebody erred last: once is enough

    def due(self, now: float) -> float | None:
        """When somebody will do something next; None while all wait for a person."""
        if not self._plans:
            self._plan(now)
        return self._plans[0][0] if self._plans else None

    def run(self, now: float) -> None:
        """Do what is due."""
        while self._plans and self._plans[0][0] <= now:
            heapq.heappop(self._plans)[2]()

    def _at(self, moment: float, act: Callable[[], None]) -> None:
        heapq.heappush(self._plans, (moment, next(self._order), act))

    # -- what to do next --------------------------------------------------------------------------------

    def _plan(self, now: float) -> None:
        session = self._session
        if session.stage == "end":
            return
        if session.alerts:
            self._at(now + READ_ALERT_S, self._acknowledge)
        elif session.stage == "result":
            self._at(now + READ_RESULT_S, lambda: session.intent(Intent("next-deal")))
        elif not self._take_up(now):
            self._plan_play(now)

    def _acknowledge(self) -> None:
        """Somebody presses the button that the alert offers first."""
        if self._session.alerts:
            self._session.intent(Intent(self._session.alerts[0].actions[0]))

    def _take_up(self, now: float) -> bool:
        """Take a card that may be taken, or slide those just taken over the gate. Whether there was anything to do."""
        deal = self._session.match.deal
        takers = [seat for seat in range(len(deal.left)) if deal.stock and deal.may_take >> seat & 1]
        if takers and takers[0] in self._players:
            self._take_one(takers[0], now)
            return True
        if not self._over_the_gate:
            return False
        moment = now
        for seat in deal.refilled:
            card = self._world.refill(seat)
            nameable = seat in self._session.match.nameable
            if nameable and card is not None and (self._session.running.number, seat) not in self._shown:
                self._shown.add((self._session.running.number, seat))
                moment += 2 * GATE_S
                self._over_gate(card, moment)
        return moment > now

    def _take_one(self, seat: Seat, now: float) -> None:
        """The seat takes the top card: over the gate, or with its button where nobody reads it."""
        card = self._world.next_card()
        if self._over_the_gate and card is not None:
            self._over_gate(card, now + GATE_S)
        else:
            button = next(name for name, owner in self._session.seating.buttons.items() if owner == seat)
            self._at(now + GATE_S, lambda: self._hardware.press(button))

    def _over_gate(self, card: Card, moment: float) -> None:
        """A card from the stock is slid over the draw reader."""
        reader = self._session.seating.reader_of("draw")
        assert reader is not None
        self._tap(reader, card, moment, GATE_S)

    def _plan_play(self, now: float) -> None:
        deal = self._session.match.deal
        seat = deal.turn
        if seat not in self._players or self._session.over:
            return
        moment = now + self._rng.uniform(*THINK_S)
        if deal.laid and not deal.rungs:
            moment += TRICK_PAUSE_S
        number = self._session.running.number
        if self._erred_at != number and self._rng.random() < self._mistakes:
            self._erred_at = number
            if self._err(self._rng.choice(self._kinds), seat, moment):
                return
        hand = self._world.hand(seat)
        self._tap_at_seat(seat, self._players[seat].choose(seat, hand, deal.legal(hand), deal), moment)

    # -- mistakes ---------------------------------------------------------------------------------------

    def _err(self, mistake: Mistake, seat: Seat, moment: float) -> bool:
        """Make this mistake instead of an honest play. False where it cannot be made now."""
        deal, hand = self._session.match.deal, self._world.hand(seat)
        legal = deal.legal(hand)
        card = self._players[seat].choose(seat, hand, legal, deal)
        if mistake == "revoke":
            illegal = list(each(hand & ~legal))
            if not illegal:
                return False
            self._tap_at_seat(seat, self._rng.choice(illegal), moment)
        elif mistake == "out-of-turn":
            others = [other for other in self._players if other != seat and self._world.hand(other)]
            if not others:
                return False
            hasty = self._rng.choice(others)
            self._tap_at_seat(hasty, self._rng.choice(list(each(self._world.hand(hasty)))), moment)
        elif mistake == "wrong-seat":
            others = [other for other in range(len(deal.left)) if other != seat]
            self._tap_at_seat(self._rng.choice(others), card, moment)
        elif mistake == "double":
            self._tap_at_seat(seat, card, moment)
            self._tap_at_seat(seat, card, moment + 2 * ON_READER_S)
        else:
            self._tap_at_seat(seat, card, moment, TOO_SHORT_S)
        return True

    # -- hands on cards ---------------------------------------------------------------------------------

    def tap(self, seat: Seat, face: str, now: float) -> None:
        """The person at the screen taps one of the cards of its own seat."""
        self._tap_at_seat(seat, self._session.referee.game.deck.card(face), now)

    def _tap_at_seat(self, seat: Seat, card: Card, moment: float, length: float = ON_READER_S) -> None:
        reader = self._session.seating.reader_of(seat)
        if reader is not None:
            self._tap(reader, card, moment, length)

    def _tap(self, reader: str, card: Card, moment: float, length: float) -> None:
        """The card comes onto the reader at this moment and is lifted again."""
        self._at(moment, lambda: self._lay(reader, card))
        self._at(moment + length, lambda: self._lift(reader, card))

    def _lay(self, reader: str, card: Card) -> None:
        self._hardware.lay(reader, self._uid_of[self._session.referee.game.deck.faces[card]])

    def _lift(self, reader: str, card: Card) -> None:
        self._hardware.lift(reader, self._uid_of[self._session.referee.game.deck.faces[card]])
