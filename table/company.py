"""Simulated people for any game: they decide like everybody else, lay their cards on readers and choose at the screen.

What they may do they find out at the truth of the table (table/truth.py), as people do who know the rules and their own
cards; how to tell it to the table they see from what it asks (table/answering.py).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from random import Random

from display.view import Intent
from engine.actions import Act, Event, Seat
from engine.asks import Ask
from engine.cards import RANK, Card, CardSet, each
from engine.errors import LapioError
from engine.games.finns_i_sjon import FinnsISjonMatch
from engine.two_phases import TwoPhaseMatch
from table.answering import Offer, Partial, fits
from table.choosing import Chooser
from table.legal_acts import answers_to, would_help
from table.people import ON_READER_S, THINK_S, Hands, People
from table.registry import card_ids
from table.session import Session
from table.truth import Truth

NEVER_SAID = ("danger",)  # what nobody says of these gentle people
RING, RING_ENDS = 400, 0.2  # after so many lines nobody believes in an end; how often somebody then gives in
PATIENCE = 60  # steps; the longest action that a game has takes about a dozen
NEXT_CARD_S = 0.2  # from one card of several to the next
LOOK_S = 0.4  # looking at a question before a button is touched
REACT_S = (0.25, 0.8)  # from seeing something to the hand on the button


class Company(People):
    """Everybody at the table whom the program plays, in a game of any kind. `choosers` are by seat."""

    def __init__(
        self,
        session: Session,
        truth: Truth,
        hardware: Hands,
        uid_of: Mapping[str, bytes],
        choosers: Mapping[Seat, Chooser],
        rng: Random,
        *,
        mistakes: float = 0.0,
        over_the_gate: bool = True,
        pace: float = 1.0,
    ) -> None:
        super().__init__(
            session, truth, hardware, uid_of, {}, rng, mistakes=mistakes, over_the_gate=over_the_gate, pace=pace
        )
        self._ids = tuple(card_ids(session.referee.game.deck.faces))
        self._truth = truth
        self._choosers = choosers
        self._mind: dict[Seat, tuple[int, Act]] = {}  # what a seat is about to do, and after which line it thought so
        self._tried: Counter[tuple[int, Seat]] = Counter()  # steps made since the latest line
        self._pressed_after: dict[Seat, int] = {}  # after which line a seat has pressed its button

    def _hear(self, event: Event) -> None:
        """What was refused is taken back, and thought about anew."""
        refused = self._session.running.refused
        if event.kind == "refused" and refused is not None and refused.seat is not None:
            self._mind.pop(refused.seat, None)

    def everybody(self) -> bool:
        """Whether no person plays."""
        return len(self._choosers) == len(self._session.seating.names)

    def _uid(self, card: Card) -> bytes:
        return self._uid_of[self._ids[card]]

    def tap(self, seat: Seat, face: str, now: float) -> None:
        """As ever; but who has said that it turns up the top card of the stock lays that one."""
        card = self._truth.next_card() if self._session.answering.turns_up(seat) else None
        deck = self._session.referee.game.deck
        super().tap(seat, face if card is None else deck.faces[card], now)

    def _plays(self) -> tuple[int, int]:
        return self._session.match.deals_done, len(self._session.referee.accepted)

    def _takers(self) -> list[Seat]:
        return []

    def _plan_play(self, now: float) -> None:
        session = self._session
        if session.over or self._truth.lost:
            return
        if self._turn_up_for_a_person(now) or self._tell_the_deal(now) or self._lay_aside(now):
            return
        self._throw("thought")
        if self._goes_round() and self._rng.random() < RING_ENDS:
            self._let_take(now)
            return
        self._presses(now)
        asks = self._table_asks()
        waited_for = [ask for ask in asks if not ask.any_time and ask.seat is not None]
        seats = [seat for seat in dict.fromkeys(ask.seat for ask in waited_for) if seat in self._choosers]
        if "seats" in (self._truth.match.turn() or {}):
            self._rng.shuffle(seats)  # all of them act as they like
        else:
            seats = seats[:1]
        for seat in seats:
            assert seat is not None
            act = self._decision(seat, [ask for ask in asks if ask.seat == seat])
            if act is not None:
                self._do(seat, act, now)
                return
        self._interrupts(now, asks)

    def _tell_the_deal(self, now: float) -> bool:
        """The card turned up, or the trump: the dealer lays it on its reader."""
        line = self._truth.to_tell()
        if line is None or all(ask.do != line.do for ask in self._session.match.asks()):
            return False
        dealer = self._session.match.dealer if line.seat is None else line.seat
        gathered = self._session.answering.gathered(dealer)
        missing = self._without(line.cards or (), gathered)
        if not missing:
            offers = (offer for offer in self._session.answering.offers(dealer) if offer.do == line.do)
            offer = next(offers, None)
            if offer is not None:
                self._choose(dealer, offer, now + LOOK_S)
            return offer is not None
        pause = NEXT_CARD_S if gathered else self._rng.uniform(*THINK_S)
        self._tap_at_seat(dealer, missing[0], now + pause / self._pace)
        return True

    def _lay_aside(self, now: float) -> bool:
        """A book that the table has not seen is laid before its owner."""
        truth, table = self._truth.match, self._session.match
        if not isinstance(truth, FinnsISjonMatch) or not isinstance(table, FinnsISjonMatch):
            return False
        for seat, ranks in enumerate(truth.books):
            for rank in ranks:
                act = Act("meld", seat, tuple(each(RANK[rank])))
                if seat in self._choosers and rank not in table.books[seat] and table.refuse(act) is None:
                    self._do(seat, act, now)
                    return True
        return False

    def _goes_round(self) -> bool:
        """Whether cards that must beat each other have gone round for so long that they always will."""
        table = self._session.match
        return isinstance(table, TwoPhaseMatch) and bool(table.units) and len(self._session.referee.accepted) > RING

    def _let_take(self, now: float) -> None:
        """The seat on turn takes although it could beat, and everybody lets that stand (docs/rules/skitgubbe.md, 8)."""
        take = Act("take", self._session.on_turn(), source="pile")

        def end_the_ring() -> None:
            self._session.submit(take)
            if self._session.running.refused == take:
                self._session.intent(Intent("accept"))

        self._at(now + self._rng.uniform(*THINK_S) / self._pace, end_the_ring)
        self._look_from(now)

    def _turn_up_for_a_person(self, now: float) -> bool:
        """A person has chosen to turn up the top card of the stock: at this table somebody does it."""
        card = self._truth.next_card()
        for seat in self._session.answering.seats():
            if (
                seat is not None
                and seat not in self._choosers
                and self._session.answering.turns_up(seat)
                and card is not None
            ):
                self._lay(seat, card, now + NEXT_CARD_S)
                return True
        return False

    # -- what to do -------------------------------------------------------------------------------------

    def _decision(self, seat: Seat, asks: Sequence[Ask]) -> Act | None:
        """What this seat does next; it does not change its mind before something has happened."""
        line = self._session.running.number
        kept = self._mind.get(seat)
        if kept is not None and kept[0] == line:
            return kept[1]
        act = self._choice_of(seat, asks)
        if act is not None:
            self._mind[seat] = line, act
        return act

    def _table_asks(self) -> Sequence[Ask]:
        """What is asked of people now: what the rules say, and hands that the table has not seen."""
        asks = self._session.match.asks()
        if self._truth.ahead:
            return [ask for ask in asks if ask.do == "show" or (ask.do == "draw" and ask.least)]
        shows = [ask for ask in asks if ask.do == "show" and not ask.any_time]
        return shows or self._truth.match.asks()

    def _choice_of(self, seat: Seat, asks: Sequence[Ask]) -> Act | None:
        match = self._truth.match
        self._throw(f"choice {seat}")
        if self._truth.ahead:
            return self._shows(seat, asks)
        hand = match.held(seat)
        t = self._session.clock_ms(self._now)
        found = answers_to(match, asks, self._rng, pack=self._truth.pack, t=t)
        sayable = [act for act in found if act.value not in NEVER_SAID and self._can_say(seat, act, hand)]
        refusals = [match.refuse(act) for act in sayable]
        legal = [act for act, refusal in zip(sayable, refusals, strict=True) if refusal is None]
        if legal and self._errs():
            wrong = [act for act, no in zip(sayable, refusals, strict=True) if no and no.own_rule and act.cards]
            legal = [act for act in wrong if match.can_apply(act) and self._is_asked(act)] or legal
        return self._choosers[seat].choose(legal, hand, match) if legal else None

    def _is_asked(self, act: Act) -> bool:
        """Whether so many cards can be laid for it at all."""
        asks = self._session.answering.asks_of(act.seat)
        return any(ask.do == act.do and fits(ask, act.cards or ()) for ask in asks)

    def _errs(self) -> bool:
        """Whether somebody does now what the rules forbid: once is enough, also where it is taken back."""
        if not self._mistakes or self._plays() in self.memory.erred or self._rng.random() >= self._mistakes:
            return False
        self.memory.erred.add(self._plays())
        return True

    def _can_say(self, seat: Seat, act: Act, hand: CardSet) -> bool:
        """Whether this can be told to the table: a card that is named, and not offered as a button, is shown to it."""
        named = self._named(act)
        if named is None:
            return True
        offered = any(offer.value == act.value for offer in self._session.answering.offers(seat) if offer.do == act.do)
        return offered or bool(hand >> named & 1)

    def _named(self, act: Act) -> Card | None:
        """The card that an act names as its value and does not lay."""
        deck = self._session.match.game.deck
        return deck.card(act.value) if isinstance(act.value, str) and act.value in deck.faces else None

    def _shows(self, seat: Seat, asks: Sequence[Ask]) -> Act | None:
        """What the table has not seen and must see: a hand, or a card that ends the deal."""
        truth = self._truth
        for ask in asks:
            if ask.do == "show":
                show = Act("show", seat, tuple(each(truth.to_show(seat))))
                if self._session.match.refuse(show) is None:
                    return show
            else:
                if seat != self._session.referee.accepted[-1].act.seat:
                    continue  # whoever did something last has drawn with it
                drawn = (Act("draw", seat, (card,)) for card in truth.drawn_from)
                return next((act for act in drawn if truth.ends_it(act)), None)
        return None

    def _interrupts(self, now: float, asks: Sequence[Ask]) -> None:
        """Somebody may doubt or call, where nobody else of these people is waited for."""
        for seat in dict.fromkeys(ask.seat for ask in asks if ask.any_time):
            if seat is None or seat not in self._choosers:
                continue
            act = self._decision(seat, [ask for ask in asks if ask.seat == seat])
            if act is not None:
                self._do(seat, act, now)
                return

    def _presses(self, now: float) -> None:
        """Hands go to the buttons of those who have seen a reason to."""
        line = self._session.running.number
        seen = self._session.match if self._truth.ahead else self._truth.match
        for ask in seen.asks():
            seat = ask.seat
            if ask.do != "press" or seat is None or seat not in self._choosers:
                continue
            if self._pressed_after.get(seat) == line:
                continue
            self._pressed_after[seat] = line
            moment = now + self._rng.uniform(*REACT_S)
            if self._has_reason(seat, moment):
                self._press_if_still(seat, moment, self._session.match.deals_done)

    def _press_if_still(self, seat: Seat, moment: float, deal: int) -> None:
        """The hand that is on its way to the button stays away where there is no reason any more."""

        def press() -> None:
            if self._session.match.deals_done == deal and self._has_reason(seat, self._now):
                self._press(seat, self._now)

        self._at(moment, press)
        self._look_from(moment)

    def _has_reason(self, seat: Seat, moment: float) -> bool:
        """Whether a press would be more than a mistake, as people see it and as the table does."""
        t, line = self._session.clock_ms(moment), self._session.running.number + 1
        return t is not None and all(
            would_help(match, seat, t, line)
            for match in (self._session.match, self._truth.match)[: 1 if self._truth.ahead else 2]
        )

    # -- how it is told to the table --------------------------------------------------------------------

    def _do(self, seat: Seat, act: Act, now: float) -> None:
        """The next step of this act: a card laid, a gate passed, a button touched."""
        self._tried[self._session.running.number, seat] += 1
        if self._tried[self._session.running.number, seat] > PATIENCE:
            name, verb = self._session.seating.names[seat], act.do
            raise LapioError(f"{name} has tried {PATIENCE} times to {verb} and the table does not take it in")
        answering = self._session.answering
        gathered = answering.gathered(seat)
        begun = answering.is_open(seat)
        think = 0.0 if begun else self._rng.uniform(*THINK_S) / self._pace
        if act.do == "draw":
            if self._truth.ahead and act.card is not None:
                self._over_gate_or_said(act, now + think)
            else:
                self._draw(seat, act, now + think)
            return
        wanted = (*(act.cards or ()), *(act.wanted or ()))
        missing = self._without(wanted, gathered)
        if self._without(gathered, wanted):
            self._choose(seat, next(offer for offer in answering.offers(seat) if offer.name == "lift"), now + LOOK_S)
        elif act.source == "stock" and not begun:
            self._say(seat, act, now + think)  # first that a card is turned up, then which
        elif missing:
            self._lay(seat, missing[0], now + think + (NEXT_CARD_S if begun else 0.0))
        else:
            self._say(seat, act, now + think + LOOK_S / self._pace)

    def _without(self, cards: Sequence[Card], others: Sequence[Card]) -> list[Card]:
        """Those of the cards that have no equal among the others."""
        faces = self._session.match.game.deck.faces
        left = Counter(faces[card] for card in others)
        found = []
        for card in cards:
            if left[faces[card]]:
                left[faces[card]] -= 1
            else:
                found.append(card)
        return found

    def _lay(self, seat: Seat, card: Card, moment: float) -> None:
        """Lay a card at the seat, unless something has happened meanwhile: then it is thought about anew."""
        reader, line = self._session.seating.reader_of(seat), self._session.running.number
        if reader is not None:
            self._tap(reader, card, moment, ON_READER_S, lambda: self._session.running.number == line)

    def _say(self, seat: Seat, act: Act, moment: float) -> None:
        """Choose what the act says, as far as the table asks for it now."""
        offers = self._session.answering.offers(seat)
        offer = next((offer for offer in offers if offer.then is not None and _leads_to(offer.then, act)), None)
        named = self._named(act)
        if offer is not None:
            self._choose(seat, offer, moment)
        elif named is not None:
            self._tap_at_seat(seat, named, moment)
        else:
            self._press(seat, moment)

    def _draw(self, seat: Seat, act: Act, moment: float) -> None:
        """Take a card up: from the stock over the draw reader, where there is one, else with a word to the table."""
        card = self._truth.next_card()
        one = len(self._session.takers()) == 1  # else the gate cannot tell whose card it was
        if one and self._over_the_gate and card is not None and act.source in (None, "stock"):
            self._over_gate(card, moment, lambda: True)
        else:
            self._say(seat, act, moment)

    def _over_gate_or_said(self, act: Act, moment: float) -> None:
        """A card that was drawn is shown to the table."""
        self._at(moment, lambda: self._session.submit(act))
        self._look_from(moment)

    def _choose(self, seat: Seat, offer: Offer, moment: float) -> None:
        def touch() -> None:
            if offer in self._session.answering.offers(seat):
                self._session.chosen(offer)

        self._at(moment, touch)
        self._look_from(moment)

    def _press(self, seat: Seat, moment: float) -> None:
        button = next((name for name, owner in self._session.seating.buttons.items() if owner == seat), None)
        if button is None:
            self._at(moment, lambda: self._session.intent(Intent("press", seat=seat)))
        else:
            self._at(moment, lambda: self._hardware.press(button))
        self._look_from(moment)

    def _on_screen(self) -> tuple[object, ...]:
        answering = self._session.answering
        open_now = tuple((seat, answering.gathered(seat), answering.offers(seat)) for seat in answering.seats())
        return (*super()._on_screen(), open_now)


def _leads_to(partial: Partial, act: Act) -> bool:
    """Whether what would be said then is what this act says."""
    names: dict[str, object] = {"source": act.source, "to": act.to, "value": act.value, "onto": act.onto}
    claim = act.claim or {}
    return partial.ask.do == act.do and all(
        value == (claim.get(name.removeprefix("claim:")) if name.startswith("claim:") else names[name])
        for name, value in partial.said.items()
    )
