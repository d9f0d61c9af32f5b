"""The running match as a script: acts are judged, accepted lines are numbered and kept, and can be taken back.

A line counts as accepted once it is kept: the caller tells people afterwards. If the disk fails, the match goes on in
memory and `unkept` says why; nothing that was played is lost while the program runs.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Protocol, cast

from engine.actions import Act, Event
from engine.cards import NO_CARD, NO_CARDS, Card, CardSet
from engine.errors import LapioError
from engine.match import TrickMatch
from engine.referee import Referee
from engine.trick import TrickDeal
from firmware_bridge.link_position import Position
from table.history import DealDone, Entry, History
from table.receipts import Receipts
from table.script import Change, line_text


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
        self.unkept = ""
        self.just_over = NO_CARDS  # the cards of the deal that the last line ended: nothing of it is hidden any more
        self._keeper = keeper

    @property
    def match(self) -> TrickMatch:
        """What the table knows."""
        return cast("TrickMatch", self.referee.match)  # asked often: looking whether it is one takes longer

    def refused_cards(self) -> tuple[Card, ...]:
        """The cards of a refused play, which lie face up though they do not count; none of what nobody else saw."""
        refused = self.refused
        return refused.cards or () if refused is not None and refused.do == "play" else ()

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
        entry, deal, scored = self._entry(act, number), self.match.deal, tuple(self.match.scored)
        before = len(self.referee.accepted)
        events = self.referee.take(act, number)
        if len(self.referee.accepted) == before:
            self.refused = act
        else:
            if act.do != "draw":
                self.refused = None  # a card drawn meanwhile says nothing about the refused one
            self._applied(entry, deal, scored, events)
        return events

    def _accept(self, number: int) -> list[Event]:
        assert self.refused is not None
        entry, deal, scored = self._entry(self.refused, number), self.match.deal, tuple(self.match.scored)
        before = len(self.referee.accepted)
        events = self.referee.accept(number)
        if len(self.referee.accepted) > before:
            self.refused = None
            self._applied(entry, deal, scored, events)
        return events

    def _undo(self, number: int) -> list[Event]:
        events = self.referee.undo(number)
        self.refused = None
        self.history.take_back(self.match.deals_done)
        return events

    def _entry(self, act: Act, number: int) -> Entry:
        """Where in the match an act comes, as it is about to be judged."""
        deal = self.match.deal
        card = act.card if act.do == "play" else None
        led = NO_CARD if card is None else deal.led
        return Entry(number, self.match.deals_done + 1, deal.tricks + 1, act.seat, card, led)

    def _applied(self, entry: Entry, deal: TrickDeal, scored: tuple[int, ...], events: list[Event]) -> None:
        self.just_over = deal.played if deal.over else NO_CARDS
        self.history.add(entry)
        if any(event.kind in ("deal_over", "game_over") for event in events):
            totals = next(event for event in events if event.kind == "score").keys["total"].values()
            points = tuple(total - before for total, before in zip(totals, scored, strict=True))
            self.history.deals.append(DealDone(entry.deal, points, scored, self._taken(deal)))

    def _taken(self, deal: TrickDeal) -> tuple[CardSet, ...]:
        """The cards that each side took in a deal."""
        game = self.referee.game
        taken = [NO_CARDS] * len(game.sides)
        for seat, cards in enumerate(deal.taken):
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


def _texts(positions: Mapping[str, Position]) -> dict[str, str]:
    """Positions as the journal keeps them."""
    return {name: str(position) for name, position in positions.items()}


def _cannot_be(number: int) -> LapioError:
    return LapioError(
        f"the unfinished game cannot be gone on with: its line {number} is not valid by the rules as they are now; "
        "start a new game"
    )
