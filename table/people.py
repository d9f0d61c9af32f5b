"""Simulated people at the mock table: they lay real (simulated) cards on readers, honestly or with mistakes.

They see what people see, the session's stage, alert and turn, and the cards in their own hands. What they do are Reads
like any other; the table cannot tell them from hardware. Times are seconds of the table's clock.

What they decide follows from the seed and the cards played so far, never from when the table heard of something, and
what the table has not heard they do once more as it was: over any kind of simulated hardware the same people play the
same game.
"""

from __future__ import annotations

import heapq
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from itertools import count
from random import Random
from typing import Literal, NamedTuple, Protocol, TypeAlias, get_args

from display.view import Intent
from engine.actions import Act, Event, Seat
from engine.cards import Card, CardSet, each
from engine.trick import TrickDeal
from table.players import Player
from table.session import Session

Mistake: TypeAlias = Literal["revoke", "out-of-turn", "wrong-seat", "double", "missed"]
MISTAKES: tuple[Mistake, ...] = get_args(Mistake)

THINK_S = (0.9, 2.2)  # how long a player thinks: at least, at most
TRICK_PAUSE_S = 1.6  # looking at a complete trick
ON_READER_S = 0.35  # how long a card lies on a reader as it is tapped
TOO_SHORT_S = 0.04  # a tap that no reader catches
GATE_S = 0.25  # a card on its way over the draw reader
SLIDES = 3  # how often it is tried
READ_ALERT_S = 3.5
READ_RESULT_S = 5.0
PATIENCE_S = 1.5  # how long they look at the screen for what they did before they do it again


class Hands(Protocol):
    """What people can do to simulated hardware (firmware_bridge/mock.py, sim_table.py, sim_pico.py)."""

    def lay(self, reader: str, uid: bytes) -> None:
        """A card comes onto a reader."""

    def lift(self, reader: str, uid: bytes) -> None:
        """A card leaves a reader."""

    def press(self, button: str) -> None:
        """A button is pressed and let go."""


class TrueCards(Protocol):
    """The cards as they truly are (table/world.py, table/truth.py)."""

    def hand(self, seat: Seat) -> CardSet:
        """The cards in this hand now."""

    def next_card(self) -> Card | None:
        """The top card of the stock, where it is known."""

    def refill(self, seat: Seat) -> Card | None:
        """What the seat took up with its latest refill, where it has not played since."""


def _nothing() -> None:
    pass


class Laid(NamedTuple):
    """A card that was laid down as the match's play of this number, where the table should hear it."""

    play: tuple[int, int]
    seat: Seat
    card: Card


@dataclass
class Memory:
    """What people know of what they did. They keep it when the table's computer starts anew.

    `laid`: a card that the table has neither taken nor refused yet. `erred`: the plays at which somebody erred; once is
    enough, also where the play is taken back. `slides`: how often a card was slid over the draw reader, by deal.
    """

    laid: Laid | None = None
    erred: set[tuple[int, int]] = field(default_factory=set)
    slides: Counter[tuple[int, Card | None]] = field(default_factory=Counter)


class People:
    """Everybody at the table whom the program plays. `players` are by seat; a seat without one is a person's.

    `mistakes` is the share of plays at which somebody errs, of the given `kinds`. `over_the_gate`: cards taken from
    the stock are slid over the draw reader. `pace`: how many times as fast as people they think; their hands are not
    any faster.
    """

    def __init__(
        self,
        session: Session,
        world: TrueCards,
        hardware: Hands,
        uid_of: Mapping[str, bytes],
        players: Mapping[Seat, Player],
        rng: Random,
        *,
        mistakes: float = 0.0,
        kinds: tuple[Mistake, ...] = MISTAKES,
        over_the_gate: bool = True,
        pace: float = 1.0,
    ) -> None:
        self._session = session
        self._world = world
        self._hardware = hardware
        self._uid_of = uid_of
        self._players = players
        self._rng = rng  # the players' too
        self._seed = rng.getrandbits(64)
        self._pace = pace
        self._mistakes = mistakes
        self._kinds = kinds
        self._over_the_gate = over_the_gate and session.seating.reader_of("draw") is not None
        self._plans: list[tuple[float, int, Callable[[], None]]] = []
        self._order = count()
        self._now = 0.0  # of the latest `run`
        self._lying = 0  # cards on readers
        self._lifted = -1.0  # when the latest was lifted
        self.memory = Memory()
        self.patience_s = PATIENCE_S
        self._seen: tuple[object, ...] = ()  # what the screen showed when they did something last
        self._patient_until = 0.0
        session.listeners.append(self._hear)

    def everybody(self) -> bool:
        """Whether no person plays."""
        return len(self._players) == len(self._session.seating.names)

    def due(self, now: float) -> float | None:
        """When somebody will do something next; None while all wait for a person."""
        if not self._plans:
            if now < self._patient_until and self._seen == self._on_screen():
                return self._patient_until
            self._plan(now)
        return self._plans[0][0] if self._plans else None

    def run(self, now: float) -> None:
        """Do what is due."""
        self._now = now
        while self._plans and self._plans[0][0] <= now:
            heapq.heappop(self._plans)[2]()

    @property
    def hands_are_busy(self) -> bool:
        """Whether a card lies on a reader, or somebody is about to do something."""
        return bool(self._plans) or self._lying > 0

    @property
    def _deal(self) -> TrickDeal:
        """The tricks of this deal."""
        tricks = self._session.running.tricks
        assert tricks is not None
        return tricks

    def _on_screen(self) -> tuple[object, ...]:
        """What tells people that the table has noticed something."""
        session = self._session
        return session.running.number, session.running.refused, session.stage, tuple(session.alerts)

    def _hear(self, _: Event) -> None:
        """A card laid down is done with once it is played or refused. Taken back later, it is thought about anew."""
        laid = self.memory.laid
        if laid is None:
            return
        if laid.play != self._plays() or self._session.running.refused == Act("play", laid.seat, (laid.card,)):
            self.memory.laid = None

    def _throw(self, what: str) -> None:
        """Let chance begin anew: for each play and each kind of decision its own."""
        self._rng.seed(f"{self._seed} {self._plays()} {what}")

    def _plays(self) -> tuple[int, int]:
        """How far the match is: the number of the deal, and of the cards played in it."""
        return self._session.match.deals_done, self._deal.played.bit_count()

    def _choice(self, seat: Seat) -> Card:
        """The card that this seat plays now."""
        self._throw("card")
        deal, hand = self._deal, self._world.hand(seat)
        return self._players[seat].choose(seat, hand, deal.legal(hand), deal)

    def _at(self, moment: float, act: Callable[[], None]) -> None:
        heapq.heappush(self._plans, (moment, next(self._order), act))

    # -- what to do next --------------------------------------------------------------------------------

    def _plan(self, now: float) -> None:
        session = self._session
        if session.stage == "end":
            return
        if session.alerts or session.stage == "result":
            if self.everybody():  # else the person says when it has read that
                self._plan_reading(now)
        elif not self._take_up(now):
            self._plan_play(now)

    def _plan_reading(self, now: float) -> None:
        """Read what the screen says, and go on."""
        session = self._session
        if session.alerts:
            self._at(now + READ_ALERT_S / self._pace, self._acknowledge)
        else:
            self._at(now + READ_RESULT_S / self._pace, lambda: session.intent(Intent("next-deal")))

    def _acknowledge(self) -> None:
        """Somebody presses the button that the alert offers first."""
        if self._session.alerts:
            self._session.intent(Intent(self._session.alerts[0].actions[0]))

    def _take_up(self, now: float) -> bool:
        """Take a card that may be taken, or slide those just taken over the gate. Whether there was anything to do."""
        takers = self._takers()
        if takers:
            self._take_one(takers, now)  # the person's too: at the screen there is no other way
            return True
        if not self._over_the_gate:
            return False
        return self._slide_the_next(now)

    def _slide_the_next(self, now: float) -> bool:
        """Slide the next of the cards just taken, in drawing order, over the gate, again where no beep was heard."""
        card = self._next_to_slide()
        slid = (self._session.match.deals_done, card)
        if card is None or self.memory.slides[slid] == SLIDES:
            return False
        self.memory.slides[slid] += 1
        moment = now + 2 * GATE_S if self.memory.slides[slid] == 1 else now
        self._over_gate(card, moment, lambda: self._next_to_slide() == card)
        return True

    def _next_to_slide(self) -> Card | None:
        """The first of the cards just taken that the draw reader has not seen, unless its seat has played since."""
        seat = next(iter(self._session.match.nameable), None)
        return None if seat is None else self._world.refill(seat)

    def _takers(self) -> list[Seat]:
        """The seats that may take a card up, where the rules leave it to them."""
        deal = self._deal
        return [seat for seat in range(len(deal.left)) if deal.stock and deal.may_take >> seat & 1]

    def _take_one(self, takers: list[Seat], now: float) -> None:
        """The first of these takes the top card: over the gate, or with its button where it might be another's."""
        card = self._world.next_card()
        if self._over_the_gate and card is not None and len(takers) == 1:
            self._over_gate(card, now + GATE_S, lambda: self._takers() == takers)
        else:
            button = next(name for name, owner in self._session.seating.buttons.items() if owner == takers[0])
            self._at(now + GATE_S, lambda: self._hardware.press(button))
            self._look_from(now + GATE_S)

    def _over_gate(self, card: Card, moment: float, still: Callable[[], bool]) -> None:
        """A card from the stock is slid over the draw reader, not before the table has seen one just played."""
        reader = self._session.seating.reader_of("draw")
        assert reader is not None
        self._tap(reader, card, moment, GATE_S, lambda: not self._lying and self._lifted != self._now and still())

    def _plan_play(self, now: float) -> None:
        deal = self._deal
        seat = deal.turn
        if seat not in self._players or self._session.over:
            return
        self._throw("thought")
        moment = now + self._rng.uniform(*THINK_S) / self._pace
        if deal.laid and not deal.rungs:
            moment += TRICK_PAUSE_S / self._pace
        laid = self.memory.laid
        if laid is not None and laid.play == self._plays():
            self._lay_down(laid.seat, laid.card, moment)  # not heard: whoever laid it shows it to the table once more
            return
        if self._plays() not in self.memory.erred and self._rng.random() < self._mistakes:
            self.memory.erred.add(self._plays())
            if self._err(self._rng.choice(self._kinds), seat, moment):
                return
        self._lay_down(seat, self._choice(seat), moment)

    # -- mistakes ---------------------------------------------------------------------------------------

    def _err(self, mistake: Mistake, seat: Seat, moment: float) -> bool:
        """Make this mistake instead of an honest play. False where it cannot be made now."""
        deal, hand = self._deal, self._world.hand(seat)
        card = self._choice(seat)
        self._throw("mistake")
        if mistake == "revoke":
            illegal = list(each(hand & ~deal.legal(hand)))
            if not illegal:
                return False
            self._lay_down(seat, self._rng.choice(illegal), moment)
        elif mistake == "out-of-turn":
            others = [other for other in self._players if other != seat and self._world.hand(other)]
            if not others:
                return False
            hasty = self._rng.choice(others)
            self._lay_down(hasty, self._rng.choice(list(each(self._world.hand(hasty)))), moment)
        elif mistake == "wrong-seat":
            others = [other for other in range(len(deal.left)) if other != seat]
            self._lay_down(self._rng.choice(others), card, moment)
        elif mistake == "double":
            self._lay_down(seat, card, moment)
            self._lay_down(seat, card, moment + 2 * ON_READER_S)
        else:
            self._lay_down(seat, card, moment, TOO_SHORT_S)
        return True

    # -- hands on cards ---------------------------------------------------------------------------------

    def tap(self, seat: Seat, face: str, now: float) -> None:
        """The person at the screen taps one of the cards of its own seat."""
        self._tap_at_seat(seat, self._session.referee.game.deck.card(face), now)

    def _lay_down(self, seat: Seat, card: Card, moment: float, length: float = ON_READER_S) -> None:
        """Somebody whom the program plays lays this card at the seat as the next play, and remembers it."""
        play = self._plays()

        def laid() -> None:
            if play == self._plays():
                self.memory.laid = Laid(play, seat, card)

        self._tap_at_seat(seat, card, moment, length, laid)

    def _tap_at_seat(
        self, seat: Seat, card: Card, moment: float, length: float = ON_READER_S, laid: Callable[[], None] = _nothing
    ) -> None:
        reader = self._session.seating.reader_of(seat)
        accepted = len(self._session.referee.accepted)
        if reader is not None:  # where a line is taken back meanwhile, everybody takes back what they were about to do
            self._tap(reader, card, moment, length, lambda: len(self._session.referee.accepted) >= accepted, laid)

    def _tap(
        self, reader: str, card: Card, moment: float, length: float, still: Callable[[], bool],
        laid: Callable[[], None] = _nothing,
    ) -> None:  # fmt: skip
        """The card comes onto the reader at this moment, if it then `still` makes sense, and is lifted again. `laid` is
        called as it comes.
        """

        def lay() -> None:
            if still():
                laid()
                self._hardware.lay(reader, self._uid(card))
                self._lying += 1
                self._at(self._now + length, lift)

        def lift() -> None:
            self._hardware.lift(reader, self._uid(card))
            self._lying -= 1
            self._lifted = self._now

        self._at(moment, lay)
        self._look_from(moment + length)

    def wait(self, moment: float) -> None:
        """They do nothing before this moment unless the table shows something new."""
        self._look_from(moment - self.patience_s)

    def _look_from(self, moment: float) -> None:
        """From this moment on they look at the screen whether the table has noticed it."""
        self._seen, self._patient_until = self._on_screen(), moment + self.patience_s

    def _uid(self, card: Card) -> bytes:
        return self._uid_of[self._session.referee.game.deck.faces[card]]
