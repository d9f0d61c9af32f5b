"""The running match as a script: acts are judged, accepted lines are numbered and kept, and can be taken back.

A line counts as accepted once it is kept: the caller tells people afterwards. If the disk fails, the match goes on in
memory and `unkept` says why; nothing that was played is lost while the program runs.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Protocol, cast

from engine.actions import Act, Event
from engine.cards import NO_CARD, NO_CARDS, Card, CardSet, Deck, set_of
from engine.errors import LapioError
from engine.game import Match
from engine.match import TrickMatch
from engine.referee import Referee
from engine.trick import TrickDeal
from firmware_bridge.link_position import Position
from table.history import DealDone, Entry, History
from table.receipts import Receipts
from table.script import Change, line_text

LAYS_OPEN = frozenset({"play", "meld", "layoff", "discard", "show", "turned", "trump"})
TELLS_HANDS = frozenset({"refused", "revoke", "suspect", "turn", "note"})  # these may name cards nobody has shown


class Keeper(Protocol):
    """Where accepted lines are kept: on the disk when `append` returns. Raises LapioError where they cannot be."""

    def append(self, lines: list[tuple[int, str]], positions: Mapping[str, str] | None = None) -> None:
        """Keep these lines with their numbers, and how far the boards have been read by them, all or none."""

    def store_positions(self, positions: Mapping[str, str]) -> None:
        """Keep how far the boards have been read, where it led to no line."""


class Running:
    """A match with its history. `refused` is the act that people may let stand; `number` that of the last line."""

    def __init__(self, referee: Referee, keeper: Keeper | None = None, receipts: Receipts | None = None) -> None:
        self.referee = referee
        self.receipts = receipts or Receipts()
        self.history = History()
        self.number = 1  # the header's
        self.refused: Act | None = None
        self._lies_open = True  # whether the refused card does
        self.unkept = ""
        self.just_over = NO_CARDS  # the cards of the deal that the last line ended: nothing of it is hidden any more
        self._has_tricks = isinstance(referee.match, TrickMatch)  # asked often: looking each time takes longer
        self._keeper = keeper

    @property
    def match(self) -> Match:
        """What the table knows."""
        return self.referee.match

    @property
    def tricks(self) -> TrickDeal | None:
        """The tricks of this deal; None in a game without."""
        return cast("TrickMatch", self.referee.match).deal if self._has_tricks else None

    def refused_cards(self) -> tuple[Card, ...]:
        """The cards of a refused play, which lie face up though they do not count; none of what nobody else saw."""
        refused = self.refused
        return refused.cards or () if refused is not None and _laid_open(refused) and self._lies_open else ()

    def submit(self, act: Act) -> list[Event]:
        """Have an act judged. The events, once it is kept; the one event `refused` where it is not applied."""
        before = len(self.referee.accepted)
        events = self._take(act, self.number + 1)
        if len(self.referee.accepted) > before:
            self._keep(act)
        return events

    def accept(self) -> list[Event]:
        """Let the refused act stand. It goes into the script with it, so that the script alone tells everything."""
        act = self.refused
        if act is None or not self.referee.can_accept:
            return []
        events = self._accept(self.number + 2)
        self._keep(act, Change.ACCEPT)
        return events

    def undo(self) -> list[Event]:
        """Take the last line back; nothing where there is none."""
        if not self.referee.accepted:
            return []
        events = self._undo(self.number + 1)
        self._keep(Change.UNDO)
        return events

    def resume(self, lines: Iterable[tuple[int, str]], read: Callable[[str], Act | Change]) -> None:
        """Replay the kept lines of this match; `read` makes a line of its text.

        Raises LapioError where a line is not valid: the journal then belongs to another game or version.
        """
        for number, text in lines:
            self.number = number
            if text.startswith("#"):
                continue
            line = read(text)
            refused_before = self.refused is not None
            if refused_before != (line is Change.ACCEPT) or (line is Change.UNDO and not self.referee.accepted):
                raise _cannot_be(number)
            if line is Change.UNDO:
                self._undo(number)
            elif isinstance(line, Act):
                self._take(line, number)
            else:
                self._accept(number)
                if self.refused is not None:
                    raise _cannot_be(number)
        if self.refused is not None:
            raise _cannot_be(self.number)

    def _take(self, act: Act, number: int) -> list[Event]:
        entry, tricks, scored = self._entry(act, number), self.tricks, tuple(self.match.scored)
        hidden = act.do == "discard" and any(ask.hidden for ask in self.match.asks() if ask.do == "discard")
        before = len(self.referee.accepted)
        events = self.referee.take(act, number)
        if len(self.referee.accepted) == before:
            self.refused = act
            self._lies_open = self._cards_lie_open()
        else:
            if act.do != "draw" and not self.referee.can_accept:
                self.refused = None  # what others do, or a card drawn meanwhile, says nothing about the refused line
            self._applied(entry, NO_CARDS if hidden else _laid_open(act), tricks, scored, events)
        return events

    def _cards_lie_open(self) -> bool:
        """Whether cards are laid face up now. Where they are passed on, or laid with a claim, a wrong one lies face
        down too, and nobody is shown it.
        """
        laid = [ask for ask in self.match.asks() if ask.most and ask.do != "draw"]
        return not laid or any(ask.do in LAYS_OPEN and not ask.hidden and not ask.claims for ask in laid)

    def _accept(self, number: int) -> list[Event]:
        assert self.refused is not None
        act = self.refused
        entry, tricks, scored = self._entry(act, number), self.tricks, tuple(self.match.scored)
        before = len(self.referee.accepted)
        events = self.referee.accept(number)
        if len(self.referee.accepted) > before:
            self.refused = None
            self._applied(entry, _laid_open(act), tricks, scored, events)
        return events

    def _undo(self, number: int) -> list[Event]:
        events = self.referee.undo(number)
        self.refused = None
        self.history.take_back(self.match.deals_done)
        return events

    def _entry(self, act: Act, number: int) -> Entry:
        """Where in the match an act comes, as it is about to be judged."""
        tricks = self.tricks
        card = act.card if act.do == "play" and act.claim is None else None
        led = NO_CARD if card is None or tricks is None else tricks.led
        return Entry(number, self.match.deals_done + 1, 0 if tricks is None else tricks.tricks + 1, act.seat, card, led)

    def _applied(
        self, entry: Entry, shown: CardSet, tricks: TrickDeal | None, scored: tuple[int, ...], events: list[Event]
    ) -> None:
        """A line stands: remember what people saw of it, and the deal where it ended one."""
        deck = self.referee.game.deck
        for event in events:
            if event.kind not in TELLS_HANDS:
                shown |= _cards_of(event, deck)
        self.history.add(entry._replace(shown=shown))
        ended = any(event.kind in ("deal_over", "game_over") for event in events)
        self.just_over = self.history.shown(entry.deal) if ended else NO_CARDS
        totals = next((event.keys["total"].values() for event in events if event.kind == "score"), None)
        if ended and totals is not None:
            points = tuple(total - before for total, before in zip(totals, scored, strict=True))
            self.history.deals.append(DealDone(entry.deal, points, scored, self._taken(tricks)))

    def _taken(self, tricks: TrickDeal | None) -> tuple[CardSet, ...]:
        """The cards that each side took in a deal."""
        game = self.referee.game
        taken = [NO_CARDS] * len(game.sides)
        for seat, cards in enumerate(tricks.taken if tricks is not None else ()):
            taken[game.side_of[seat]] |= cards
        return tuple(taken)

    def _keep(self, *lines: Act | Change) -> None:
        """Number these lines and put them on the disk, all or none."""
        first = self.number + 1
        self.number += len(lines)
        if self._keeper is None:
            return
        game = self.referee.game
        texts = [line_text(line, game.seats, game.deck) for line in lines]
        numbered, positions = list(enumerate(texts, first)), self.receipts.ready()
        try:
            if positions:
                self._keeper.append(numbered, _texts(positions))
            else:
                self._keeper.append(numbered)
        except LapioError as error:
            self._keeper, self.unkept = None, str(error)
        self.receipts.kept(positions)

    def settle(self) -> None:
        """Have the boards forget what led to no line, once that is on the disk; where nothing is kept, at once."""
        positions = self.receipts.ready()
        if not positions:
            return
        if self._keeper is not None:
            try:
                self._keeper.store_positions(_texts(positions))
            except LapioError as error:
                self._keeper, self.unkept = None, str(error)
        self.receipts.kept(positions)


def _laid_open(act: Act) -> CardSet:
    """The cards that everybody sees as this line is played."""
    return set_of(act.cards or ()) if act.do in LAYS_OPEN and act.claim is None else NO_CARDS


def _cards_of(event: Event, deck: Deck) -> CardSet:
    """The cards that an event names, which the table tells everybody."""
    texts = [event.keys[key] for key in ("cards", "card") if isinstance(event.keys.get(key), str)]
    return set_of(card for text in texts for card in deck.read(text))


def _texts(positions: Mapping[str, Position]) -> dict[str, str]:
    """Positions as the journal keeps them."""
    return {name: str(position) for name, position in positions.items()}


def _cannot_be(number: int) -> LapioError:
    return LapioError(
        f"the unfinished game cannot be gone on with: its line {number} is not valid by the rules as they are now; "
        "start a new game"
    )
