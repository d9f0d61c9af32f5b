"""One match at the table: Reads and the screen's intents come in; lines are judged, kept and told.

What a touch means now is decided here: a card on a seat's reader is a play, one slid over the draw reader names a
refill, a button takes a card up or acknowledges an alert. Everything happens in one thread. Time comes with the Reads
and with `tick`, in seconds of the monotonic clock.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from typing import Literal, TypeAlias, assert_never

from display.view import Alert, Intent, View
from engine.actions import Act, Event, Seat
from engine.cards import Card, CardSet, set_of
from engine.game import Match
from engine.referee import Referee
from firmware_bridge.reads import Button, Clash, Gap, Panel, Read, ReaderState, SourceState, TagOff, TagOn
from table import alerts, views
from table.answering import Answering, Offer
from table.lamps import Lamps
from table.lying import Lying
from table.pages import Pages
from table.public import public
from table.receipts import Receipts
from table.registry import ControlCard, ForeignTag, Found, KnownCard, UnknownTag
from table.running import Keeper, Running
from table.script import Change
from table.seating import Place, Seating
from table.sensing import Doubt, HouseRules, Sensing, Touch

Stage: TypeAlias = Literal["play", "result", "end"]

CLOCKS_S = 1.0  # when its cable has just come in, a board's clock is known to about half a second
CLOCK_EVERY_S = 0.1  # how often a match that waits for time to go by is told how late it is
WHOSE = ("whose-draw", "whose-card")
CONTROLS = {"new-deal": "next-deal"}  # control cards whose intent has another name


class Session:
    """The running match, from what is sensed to what is shown. `listeners` hear every event once it is kept, without
    the cards that nobody has shown.

    `open_hands` gives the cards of hands that lie open before whoever looks at the screen (the person's own seat on the
    mock table). `lookup` says what a tag is while the decks in play lie on the table. `receipts` tells boards which of
    their Reads are kept. `began`: when the deal began; what was sensed before it says nothing about it.
    """

    def __init__(
        self,
        referee: Referee,
        seating: Seating,
        lookup: Callable[[bytes], Found],
        *,
        keeper: Keeper | None = None,
        receipts: Receipts | None = None,
        panel: Panel | None = None,
        house: HouseRules | None = None,
        open_hands: Callable[[], Mapping[Seat, CardSet]] = dict,
        simulated: bool = False,
    ) -> None:
        self.running = Running(referee, keeper, receipts)
        self.seating = seating
        self.open_hands = open_hands
        self.simulated = simulated
        self.listeners: list[Callable[[Event], None]] = []
        self.stage: Stage = "play"
        self.alerts: deque[Alert] = deque()
        self.showing_last = False
        self.pages = Pages()
        self.readers: dict[str, ReaderState] = {}
        self.changes = 0  # grows whenever something visible changed
        self.began = float("-inf")
        self.epoch = 0.0  # the moment at which the table's clock stood at 0
        self._told_time = float("-inf")  # when the match was last told how late it is
        self._now = float("-inf")
        self._lookup = lookup
        self._lamps = Lamps(panel, seating)
        self.house = house or HouseRules()
        self._sensing = Sensing(self.house, self._apart)
        self._to_come: list[Touch] = []  # touches that count, and are not yet judged
        self._doubted: dict[bytes, Alert] = {}
        self.running.receipts.undecided = self._undecided
        self._drawn_by_whom: Card | None = None  # a card that one of several seats has drawn
        self._laid_by_whom: Card | None = None  # a card on the shared reader that one of several seats has laid
        self._lines_of: dict[Alert, int] = {}  # the play that a revoke's alert speaks of
        self._lying = Lying(self.running)
        self.answering = Answering(lambda: self.match)
        self._pause_from: dict[Seat, float] = {}  # when a seat that is gathering cards laid its last one
        self._light()

    @property
    def referee(self) -> Referee:
        """The referee of this match."""
        return self.running.referee

    @property
    def match(self) -> Match:
        """What the table knows."""
        return self.running.match

    @property
    def over(self) -> bool:
        """Whether the match is over."""
        return self.running.match.over

    def view(self) -> View:
        """What people see now."""
        return views.view(self)

    def resume(self, lines: Iterable[tuple[int, str]], read: Callable[[str], Act | Change]) -> None:
        """Go on with a match that was interrupted: its kept lines are replayed, and nobody is told them again.

        Raises LapioError where a line is not valid.
        """
        self.running.resume(lines, read)
        self.stage = "end" if self.over else "play"
        self._changed()

    def goes_on_at(self, now: float) -> None:
        """The table's clock goes on from the latest time that any line tells."""
        latest = max((one.act.t or 0 for one in self.referee.accepted), default=0)
        self.epoch = now - latest / 1000

    # -- what is sensed ---------------------------------------------------------------------------------

    def handle(self, read: Read) -> None:
        """Take one Read in."""
        if isinstance(read, (TagOn, Button)):
            self.tick(read.at)
        self.running.receipts.take(read)
        match read:
            case TagOn():
                self._sensing.on(replace(read, first=True) if self._is_old(read) else read)
                self.tick(read.at)
            case TagOff():
                self._touches(self._sensing.off(read))
            case Button():
                if read.pressed and read.button in self.seating.buttons and not self._is_old(read):
                    self._pressed(self.seating.buttons[read.button], read.at)
            case ReaderState():
                self._reader_state(read)
            case Clash():
                self._trouble(Alert("two-cards", self._seats_at(read.reader), detail=read.reader))
            case Gap():
                self._sensing.present(set(read.present))
                self._trouble(Alert("gap", (), detail=read.source))
            case SourceState():
                self._source_state(read)
            case _:
                assert_never(read)
        self._ask_whose()
        self.running.settle()

    def due(self) -> float | None:
        """When `tick` is needed next: a card will then have lain long enough, or a pause ends what is gathered."""
        pauses = [since + self.house.pause_s for since in self._pause_from.values()]
        clock = [self._told_time + CLOCK_EVERY_S] if self._waits_for_time() else []
        return min((due for due in (self._sensing.due(), *pauses, *clock) if due is not None), default=None)

    def tick(self, now: float) -> None:
        """Cards that have lain long enough count, in the order in which they became due."""
        self._now = max(self._now, now)
        self._touches(self._sensing.tick(now))
        self._pauses()
        self._time_goes_by()
        self._ask_whose()
        self.running.settle()

    def _touches(self, touches: list[Touch]) -> None:
        self._to_come = list(touches)
        while self._to_come:
            self._touched(self._to_come.pop(0))

    def _is_old(self, read: TagOn | Button) -> bool:
        """Whether it was sensed before the deal began, as far as clocks can tell."""
        return read.at < self.began - CLOCKS_S

    def _undecided(self, read: Read) -> bool:
        """Whether a Read may still lead to a line."""
        if not isinstance(read, TagOn):
            return False
        to_come = any((touch.reader, touch.uid) == (read.reader, read.uid) for touch in self._to_come)
        return to_come or self._sensing.undecided(read.reader, read.uid)

    def _apart(self, one: str, other: str) -> bool:
        """Whether two readers stand at different places of this table."""
        places = self.seating.readers.get(one), self.seating.readers.get(other)
        return None not in places and places[0] != places[1]

    def _ask_whose(self) -> None:
        """A card that two places have heard at once is nobody's until it is laid down clear of one of them."""
        for doubt in self._sensing.doubts():
            alert = Alert("two-seats", self._seats_of(doubt))
            self._doubted[doubt.uid] = alert
            self._trouble(alert)

    def _seats_of(self, doubt: Doubt) -> tuple[Seat, ...]:
        return tuple(sorted({seat for reader in doubt.readers for seat in self._seats_at(reader)}))

    def _touched(self, touch: Touch) -> None:
        """A tag has lain long enough: what does it say?"""
        doubted = self._doubted.pop(touch.uid, None)
        if doubted is not None and doubted not in self._doubted.values():
            self.alerts = deque(alert for alert in self.alerts if alert != doubted)
        match self._lookup(touch.uid):
            case KnownCard(card=card):
                copy = self._lying.copy_of(touch.uid, card)
                self._laid(self.seating.readers.get(touch.reader), copy, touch.at, again=touch.again)
            case ControlCard(action=control):
                offer = self._offered_by(control, self.seating.readers.get(touch.reader))
                if offer is not None:
                    self.chosen(offer)
                else:
                    self.intent(Intent(CONTROLS.get(control, control)))
            case ForeignTag(deck=deck):
                self._trouble(Alert("foreign-tag", self._seats_at(touch.reader), detail=deck))
            case UnknownTag(uid=uid):
                self._trouble(Alert("unknown-tag", self._seats_at(touch.reader), detail=uid.hex().upper()))

    def _offered_by(self, control: str, place: Place | None) -> Offer | None:
        """What a control card chooses: at a seat's reader for this seat, at another one for the seat that is asked."""
        seats = [place] if isinstance(place, int) else [*self.answering.seats(), self.on_turn(), None]
        offers = (offer for seat in dict.fromkeys(seats) for offer in self.answering.offers(seat))
        return next((offer for offer in offers if offer.is_said_by(control)), None)

    def _laid(self, place: Place | None, card: Card, at: float, *, again: bool) -> None:
        """A card of the deck in play was laid somewhere."""
        if place is None or (place == "discard" and not self._lying.has_pile()):
            return  # no reader of this table, or a pile that this game does not have
        if again if self._lying.has_equals(card) else self._lying.lies_there(card, playing=self._playing()):
            return  # swept in with its trick, or lifted and put back: it is played already
        if place == "draw":
            if not self._lying.was_drawn(card):
                self._drawn(card)
        elif again and self.running.refused is not None and self.running.refused.card == card:
            return  # flickering, not played once more
        elif isinstance(place, int):
            self.play(place, card, at)
        else:
            self._laid_in_the_middle(card, at)

    def _laid_in_the_middle(self, card: Card, at: float) -> None:
        """A card on the shared reader, or on the pile: whose it is follows from what is asked for."""
        asks = [ask for ask in self.match.asks() if ask.most and ask.do != "draw"]
        waited_for = [ask for ask in asks if not ask.any_time] or asks
        seats = list(dict.fromkeys(ask.seat for ask in waited_for))
        if len(seats) > 1:
            self._laid_by_whom = card
            whose = tuple(seat for seat in seats if seat is not None)
            self._trouble(Alert("whose-card", whose, actions=(*(f"seat-{seat}" for seat in whose), "carry-on")))
        elif seats and seats[0] is None:
            self.submit(Act(waited_for[0].do, None, (card,)))
        else:
            turn = seats[0] if seats else self.on_turn()
            if turn is not None:
                self.play(turn, card, at)

    def on_turn(self) -> Seat | None:
        """The seat that must act now; None where none must, or nobody can say which."""
        keys = self.match.turn()
        return None if keys is None or keys["seat"] is None else self.referee.game.seats.index(keys["seat"])

    def _playing(self) -> bool:
        """Whether a deal is being played, and no result is shown."""
        return self.stage == "play" and not self.over

    def _drawn(self, card: Card) -> None:
        """A card was slid over the draw reader on its way to a hand: whose, follows from the order of drawing."""
        takers = self.takers()
        if len(takers) == 1:
            self.submit(Act("draw", takers[0], (card,), source="stock"))
        elif takers:
            self._drawn_by_whom = card  # guessing could accuse the wrong seat later
            self._trouble(
                Alert("whose-draw", tuple(takers), actions=(*(f"seat-{seat}" for seat in takers), "carry-on"))
            )
        elif self.match.nameable:
            self.submit(Act("draw", self.match.nameable[0], (card,), source="stock"))
            if self.running.refused is None:
                self._lamps.drawn()

    def takers(self) -> list[Seat]:
        """The seats that may take a card up now, where the rules leave it to them."""
        draws = (ask for ask in self.match.asks() if ask.do == "draw" and ask.sources in ((), ("stock",)))
        either = (ask for ask in self.match.asks() if ask.do == "draw" and "stock" in ask.sources)
        return list(dict.fromkeys(ask.seat for ask in (*draws, *either) if ask.seat is not None))

    def _pressed(self, seat: Seat, at: float) -> None:
        """A seat's button: it acknowledges an alert, else it closes or does what this seat is asked for."""
        act = self.answering.pressed(seat, self.clock_ms(at))
        if act is not None and act.do == "press":
            self.submit(act)  # a race does not wait for a message to be read
        elif self.alerts:
            actions, own = self.alerts[0].actions, f"seat-{seat}"
            self.intent(Intent(own if own in actions else actions[0]))
        elif act is not None:
            self.submit(act)
        self._changed()

    def clock_ms(self, at: float) -> int | None:
        """This moment on the table's clock, in whole milliseconds, halves rounded up, in games that depend on time."""
        return int(max(0.0, at - self.epoch) * 1000 + 0.5) if self.match.game.timed else None

    def _reader_state(self, read: ReaderState) -> None:
        self.readers[read.reader] = read
        self._end_trouble("reader-mute", read.reader)
        if read.state in ("mute", "fault"):
            self._trouble(Alert("reader-mute", self._seats_at(read.reader), detail=read.reader))
        self._changed()

    def _source_state(self, read: SourceState) -> None:
        self._end_trouble("source-down", read.source)
        if not read.up:
            self._trouble(Alert("source-down", (), detail=read.source))
        self._changed()

    def _seats_at(self, reader: str) -> tuple[Seat, ...]:
        place = self.seating.readers.get(reader)
        return (place,) if isinstance(place, int) else ()

    # -- what people ask for ----------------------------------------------------------------------------

    def intent(self, intent: Intent) -> None:
        """Do what was asked for at the screen, by a control card or a button. What makes no sense now does nothing."""
        if self.pages.takes(intent, scores=bool(self.match.totals())):
            self._changed()
            return
        match intent.do:
            case "card":
                if intent.card is not None and intent.seat is not None:
                    self.play(intent.seat, self.referee.game.deck.card(intent.card))
            case "undo":
                self._undo()
            case "accept":
                self._accept()
            case "take-back" | "carry-on":
                self._acknowledge()
            case "back-to-trick":
                self._back_to_trick()
            case "last-trick":
                self.showing_last = not self.showing_last
            case "choose":
                self._choose(-1 if intent.number is None else intent.number)
            case "press":
                if intent.seat is not None:
                    self._pressed(intent.seat, self._now)
            case do if do.startswith("seat-"):
                self._named(int(do.removeprefix("seat-")))
            case "next-deal":
                if self.stage == "result":
                    self.stage = "end" if self.over else "play"
                    self.began = self._now
        self._changed()

    def _named(self, seat: Seat) -> None:
        """Somebody said whose the card was that was slid over the draw reader, or lies on the shared one."""
        drawn, self._drawn_by_whom = self._drawn_by_whom, None
        laid, self._laid_by_whom = self._laid_by_whom, None
        kind = self.alerts.popleft().kind if self.alerts and self.alerts[0].kind in WHOSE else ""
        if kind == "whose-draw" and drawn is not None:
            self.submit(Act("draw", seat, (drawn,), source="stock"))
        elif kind == "whose-card" and laid is not None:
            self.play(seat, laid)

    def play(self, seat: Seat, card: Card, at: float | None = None) -> None:
        """The seat lays a card: as a tap on its reader."""
        if self.stage == "result" and not self.over:
            self.stage = "play"  # whoever plays on has seen the result
        self._others_go_on(seat)
        act = self.answering.laid(seat, card, None if at is None else self.clock_ms(at))
        if act is None:
            self._pause_from[seat] = self._now if at is None else at
            self._changed()
        elif self.running.refused != act:
            self.submit(act)

    def _others_go_on(self, seat: Seat) -> None:
        """Somebody else acts: what the others had gathered is complete, where only one thing can be meant."""
        for other in self.answering.seats():
            if other not in (seat, None):
                self._close(other)

    def _pauses(self) -> None:
        """What was gathered is complete after a pause."""
        for seat, since in list(self._pause_from.items()):
            if since + self.house.pause_s <= self._now:  # as `due` reckons it, to the last bit
                del self._pause_from[seat]
                self._close(seat)

    def _waits_for_time(self) -> bool:
        """Whether something may be decided by nothing else happening."""
        match = self.match
        return match.game.timed and not match.over and any(ask.do == "clock" for ask in match.asks())

    def _time_goes_by(self) -> None:
        """Tell the match how late it is, where that decides something."""
        if not self._waits_for_time() or self._now < self._told_time + CLOCK_EVERY_S:
            return
        self._told_time = self._now
        act, match = Act("clock", t=self.clock_ms(self._now)), self.match
        if match.refuse(act) is None:
            later = match.fork()
            if later.apply(act, self.running.number + 1) or later.turn() != match.turn():
                self.submit(act)

    def _close(self, seat: Seat | None) -> None:
        act = self.answering.paused(seat, self.clock_ms(self._now))
        if act is not None:
            self.submit(act)

    def offers(self) -> tuple[Offer, ...]:
        """What can be chosen now at the screen, in the order of its buttons: the seat on turn first."""
        seats = dict.fromkeys([*self.answering.seats(), *(ask.seat for ask in self.match.asks())])
        asked = self.asked_at_screen()
        return tuple(offer for seat in seats if asked is None or seat in asked for offer in self.answering.offers(seat))

    def asked_at_screen(self) -> tuple[Seat | None, ...] | None:
        """The seats whose answers are chosen at the screen: where a person plays one of the simulated seats, only those
        of its own; None: everybody's.
        """
        persons = self.open_hands() if self.simulated else {}
        return (*persons, None) if persons else None

    def _choose(self, number: int) -> None:
        """Somebody chose one of what is offered at the screen."""
        offers = self.offers()
        if 0 <= number < len(offers):
            self.chosen(offers[number])

    def chosen(self, offer: Offer) -> None:
        """This was chosen: at the screen, by a control card, or by somebody simulated."""
        act = self.answering.choose(offer, self.clock_ms(self._now))
        if act is not None:
            self.submit(act)
        self._changed()

    def submit(self, act: Act) -> None:
        """Have an act judged, kept and told; refused, people are alerted."""
        deck = self.referee.game.deck
        if act.cards and len(set(deck.faces)) < len(deck):  # equal cards are one for the rules
            act = replace(act, cards=deck.read(deck.text(act.cards)))
        events = self.running.submit(act)
        if self.running.refused in (None, act):
            self._clear_refusal()  # another card came, or another refusal
        self.answering.forget()
        self._pause_from = {seat: since for seat, since in self._pause_from.items() if self.answering.gathered(seat)}
        self._tell(events)

    def _undo(self) -> None:
        if self.running.refused is not None:
            self._take_back()  # nothing was applied: what is taken back is the refused card
            return
        events = self.running.undo()
        if events:
            self.alerts.clear()
            self.stage = "play"
            self._tell(events)

    def _accept(self) -> None:
        events = self.running.accept()
        if events:
            self._clear_refusal()
            self._tell(events)

    def _take_back(self) -> None:
        """The refused card goes back into the hand; later it may be played as any other."""
        self.running.refused = None
        self._clear_refusal()

    def _acknowledge(self) -> None:
        if self.alerts and self.alerts.popleft().kind == "refused":
            self._take_back()

    def _back_to_trick(self) -> None:
        """Undo, line by line, back to before the play that the alert in front speaks of."""
        line = self._lines_of.get(self.alerts[0]) if self.alerts else None
        while line is not None and self.referee.accepted and self.referee.accepted[-1].line >= line:
            self._undo()

    # -- telling ----------------------------------------------------------------------------------------

    def _tell(self, events: list[Event]) -> None:
        """People hear of what is kept by now: alerts, the next picture, lamps, sounds."""
        visible = self.visible()
        for event in events:
            if event.kind == "refused":
                self._alarm(
                    alerts.refused(event, self.match, self.running.tricks, visible, can_accept=self.referee.can_accept)
                )
            elif event.kind == "revoke":
                alert = alerts.revoke(event, self.match, self.running.history, visible)
                self._lines_of[alert] = event.keys["at"]
                self._alarm(alert)
            elif event.kind == "suspect":
                self._alarm(alerts.suspect(event, self.match, self.running.tricks, visible))
            elif event.kind == "note":
                self._trouble(Alert("misread", ()))
            elif event.kind in ("deal_over", "game_over"):
                self.stage = "result" if self.running.history.deals else "end"
        if any(event.kind == "game_over" for event in events):
            self._lamps.over()
        if self.running.unkept:
            self._trouble(Alert("not-kept", (), detail=self.running.unkept))
            self.running.unkept = ""
        for event in events:
            for listener in self.listeners:
                listener(public(event, self.referee.game.deck, visible))
        self._changed()

    def visible(self) -> CardSet:
        """The cards that whoever looks at the screen may see: laid face up in this deal, or in a hand open to them."""
        cards = self.running.history.shown(self.match.deals_done + 1) | self.running.just_over
        cards |= set_of(self.running.refused_cards())
        for hand in self.open_hands().values():
            cards |= hand
        return cards

    def _alarm(self, alert: Alert) -> None:
        self.pages.close()
        self.alerts.append(alert)
        self._lamps.alarm()

    def _trouble(self, alert: Alert) -> None:
        """Something is wrong with the table itself; said once while it stands."""
        if alert not in self.alerts:
            self._alarm(alert)
        self._changed()

    def _end_trouble(self, kind: str, detail: str) -> None:
        self.alerts = deque(alert for alert in self.alerts if (alert.kind, alert.detail) != (kind, detail))

    def _clear_refusal(self) -> None:
        """Another card came: the refused one was taken back, or stands now."""
        self.alerts = deque(alert for alert in self.alerts if alert.kind != "refused")

    def _changed(self) -> None:
        self.changes += 1
        self._light()

    def _light(self) -> None:
        on_turn = self.on_turn() if self.stage == "play" and not self.over else None
        self._lamps.show(on_turn, self.alerts[0].seats if self.alerts else ())
