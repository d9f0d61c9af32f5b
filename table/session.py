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
from engine.match import TrickMatch
from engine.referee import Referee
from firmware_bridge.reads import Button, Clash, Gap, Panel, Read, ReaderState, SourceState, TagOff, TagOn
from table import alerts, views
from table.lamps import Lamps
from table.public import public
from table.receipts import Receipts
from table.registry import ControlCard, ForeignTag, Found, KnownCard, UnknownTag
from table.running import Keeper, Running
from table.script import Change
from table.seating import Place, Seating
from table.sensing import Doubt, HouseRules, Sensing, Touch

Stage: TypeAlias = Literal["play", "result", "end"]

CLOCKS_S = 1.0  # when its cable has just come in, a board's clock is known to about half a second
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
        self.readers: dict[str, ReaderState] = {}
        self.changes = 0  # grows whenever something visible changed
        self.began = float("-inf")
        self._now = float("-inf")
        self._lookup = lookup
        self._lamps = Lamps(panel, seating)
        self._sensing = Sensing(house or HouseRules(), self._apart)
        self._to_come: list[Touch] = []  # touches that count, and are not yet judged
        self._doubted: dict[bytes, Alert] = {}
        self.running.receipts.undecided = self._undecided
        self._drawn_by_whom: Card | None = None  # a card that one of several seats has drawn
        self._lines_of: dict[Alert, int] = {}  # the play that a revoke's alert speaks of
        self._light()

    @property
    def referee(self) -> Referee:
        """The referee of this match."""
        return self.running.referee

    @property
    def match(self) -> TrickMatch:
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
                    self._pressed(self.seating.buttons[read.button])
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
        """When `tick` is needed next: a card will then have lain long enough. None if no card is waiting."""
        return self._sensing.due()

    def tick(self, now: float) -> None:
        """Cards that have lain long enough count, in the order in which they became due."""
        self._now = max(self._now, now)
        self._touches(self._sensing.tick(now))
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
                self._laid(self.seating.readers.get(touch.reader), card, again=touch.again)
            case ControlCard(action=control):
                self.intent(Intent(CONTROLS.get(control, control)))
            case ForeignTag(deck=deck):
                self._trouble(Alert("foreign-tag", self._seats_at(touch.reader), detail=deck))
            case UnknownTag(uid=uid):
                self._trouble(Alert("unknown-tag", self._seats_at(touch.reader), detail=uid.hex().upper()))

    def _laid(self, place: Place | None, face: str, *, again: bool) -> None:
        """A card of the deck in play was laid somewhere."""
        card = self.referee.game.deck.card(face)
        if place is None or place == "discard":
            return  # no reader of this table, or a pile that this game does not have
        if self._was_played(card) and self._on_the_table() >> card & 1:
            return  # swept in with its trick, or lifted and put back: it is played already
        if place == "draw":
            if not self._was_drawn(card):
                self._drawn(card)
        elif again and self.running.refused is not None and self.running.refused.card == card:
            return  # flickering, not played once more
        else:
            self.play(self.match.deal.turn if place == "shared" else place, card)

    def _was_played(self, card: Card) -> bool:
        return bool((self.match.deal.played | self.running.just_over) >> card & 1)

    def _was_drawn(self, card: Card) -> bool:
        """Whether the draw reader has seen this card in this deal: it flickers there, or is slid once more."""
        lines = zip(self.referee.accepted, self.running.history.entries, strict=True)
        deal = self.match.deals_done + 1
        return any(line.act.do == "draw" and line.act.card == card for line, entry in lines if entry.deal == deal)

    def _on_the_table(self) -> CardSet:
        """The trick that lies, and the one before it, which is being gathered in; a deal's last ones while its result
        is shown.
        """
        lying = set_of(self.match.deal.laid)
        entries = self.running.history.entries
        if not entries or (self.stage == "play" and not self.over and entries[-1].deal <= self.match.deals_done):
            return lying
        for entry in reversed(entries):
            if entry.deal < entries[-1].deal or entry.trick < entries[-1].trick - 1:
                break
            if entry.card is not None:
                lying |= 1 << entry.card
        return lying

    def _drawn(self, card: Card) -> None:
        """A card was slid over the draw reader on its way to a hand: whose, follows from the order of drawing."""
        takers = self._takers()
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

    def _takers(self) -> list[Seat]:
        """The seats that may take a card up now, where the rules leave it to them."""
        deal = self.match.deal
        return [seat for seat in range(len(deal.left)) if deal.stock and deal.may_take >> seat & 1]

    def _pressed(self, seat: Seat) -> None:
        """A seat's button: it acknowledges an alert, else it takes up the card that the seat may take."""
        if self.alerts:
            actions, own = self.alerts[0].actions, f"seat-{seat}"
            self.intent(Intent(own if own in actions else actions[0]))
        elif seat in self._takers():
            self.submit(Act("draw", seat, source="stock"))

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
            case do if do.startswith("seat-"):
                self._drew(int(do.removeprefix("seat-")))
            case "next-deal":
                if self.stage == "result":
                    self.stage = "end" if self.over else "play"
                    self.began = self._now
        self._changed()

    def _drew(self, seat: Seat) -> None:
        """Somebody said whose the card was that was slid over the draw reader."""
        card, self._drawn_by_whom = self._drawn_by_whom, None
        if card is not None and self.alerts and self.alerts[0].kind == "whose-draw":
            self.alerts.popleft()
            self.submit(Act("draw", seat, (card,), source="stock"))

    def play(self, seat: Seat, card: Card) -> None:
        """The seat lays a card: as a tap on its reader."""
        if self.stage == "result" and not self.over:
            self.stage = "play"  # whoever plays on has seen the result
        act = Act("play", seat, (card,))
        if self.running.refused != act:
            self.submit(act)

    def submit(self, act: Act) -> None:
        """Have an act judged, kept and told; refused, people are alerted."""
        events = self.running.submit(act)
        if self.running.refused in (None, act):
            self._clear_refusal()  # another card came, or another refusal
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
                self._alarm(alerts.refused(event, self.match, visible, can_accept=self.referee.can_accept))
            elif event.kind == "revoke":
                alert = alerts.revoke(event, self.match, self.running.history, visible)
                self._lines_of[alert] = event.keys["at"]
                self._alarm(alert)
            elif event.kind == "suspect":
                self._alarm(alerts.suspect(event, self.match, visible))
            elif event.kind == "note":
                self._trouble(Alert("misread", ()))
            elif event.kind in ("deal_over", "game_over"):
                self.stage = "result"
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
        cards = self.match.deal.played | self.running.just_over | set_of(self.running.refused_cards())
        for hand in self.open_hands().values():
            cards |= hand
        return cards

    def _alarm(self, alert: Alert) -> None:
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
        on_turn = self.stage == "play" and not self.over
        self._lamps.show(self.match.deal.turn if on_turn else None, self.alerts[0].seats if self.alerts else ())
