"""A table that follows a simulated match as far as it sees: what it is told of it, and what it then says.

It is told what stands in the lines of a table where not every card is read: no hands, draws and gifts without their
cards; and what people say or show there because the table must see it, since a deal cannot end without it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from engine.actions import Act, Event, Seat
from engine.cards import RANK, Card, each
from engine.game import Game, Told
from engine.referee import Referee
from table.open_match import OpenMatch, Step, seat_of
from table.simulate_plan import ACCUSES

MISREAD = "misread"  # the one note that says that something cannot be
SAID = ("book", "end_card")  # events that need a line where the table has not read the cards


class Sight:
    """What this table knows. `line` is the number of its latest line."""

    def __init__(self, game: Game, sees: str) -> None:
        self.sees = sees
        self.referee = Referee(game)
        self.line = 0
        self.lets_stand = False  # what is refused, from now on, where people may let it stand

    def fork(self) -> Sight:
        """A copy that can go its own way."""
        copy = Sight.__new__(Sight)
        copy.sees, copy.line, copy.lets_stand = self.sees, self.line, self.lets_stand
        copy.referee = self.referee.fork()
        return copy

    @property
    def state(self) -> tuple[int, bool]:
        """How many deals are done, and whether the match is over, as the table knows it."""
        return self.referee.match.deals_done, self.referee.match.over

    def seen(self, act: Act, *, hidden: bool, top: Card | None = None) -> Act | None:
        """This act as the table sees it; None where it sees nothing of it. `top` is the top card of the stock."""
        if self.sees == "all":
            return act
        if act.do == "deal":
            return act if self.sees == "deal" else None
        if act.do == "stock":
            return None
        if act.do == "draw" and act.source in (None, "stock"):
            return replace(act, cards=(top,) if self.sees == "draws" and top is not None else None)
        return replace(act, cards=None) if hidden and act.cards else act

    def follows(self, step: Step, truth: OpenMatch) -> list[Event]:
        """The table is told of this step, after which the truth stands so: what it says against anybody.

        Where a line is refused it cannot follow any more.
        """
        act = self.seen(step.act, hidden=step.hidden, top=step.top)
        ends = any(kind == "end_card" for kind, _ in step.told)
        if act is not None and act.do == "draw" and ends and step.top is not None:
            act = replace(act, cards=(step.top,))  # who draws it lays it open
        said = [] if act is None else self._take(act)
        if not _refused(said):
            if self.sees == "draws":
                said += self._names(step, truth)
            said += self._says(step.told, said)
            said += self._shows(step, truth)
        return [event for event in said if event.kind in ACCUSES and event.keys.get("text", MISREAD) == MISREAD]

    def _take(self, act: Act) -> list[Event]:
        self.line += 1
        said = self.referee.take(act, self.line)
        if self.lets_stand and self.referee.can_accept and _refused(said):
            self.line += 1
            said += self.referee.accept(self.line)
        return said

    def _names(self, step: Step, truth: OpenMatch) -> list[Event]:
        """Cards that came from the stock without a line go over the draw reader."""
        said: list[Event] = []
        if "draw" not in self.referee.match.namings or step.act.do == "draw" or not step.before:
            return said
        for seat, held in enumerate(step.before):
            for card in each(truth.match.held(seat) & ~held):
                act = Act("draw", seat, (card,), source="stock")
                if self.referee.match.refuse(act) is None:
                    said += self._take(act)
        return said

    def _says(self, told: Sequence[Told], said: Sequence[Event]) -> list[Event]:
        """What has truly happened and the table has not seen by itself: people say so."""
        heard = [(event.kind, event.keys) for event in said]
        more: list[Event] = []
        for kind, keys in told:
            if kind in SAID and (kind, keys) not in heard:
                act = self._line_for(kind, seat_of(self.referee.game, keys["seat"]), keys)
                if self.referee.match.refuse(act) is None:
                    more += self._take(act)
        return more

    def _line_for(self, kind: str, seat: Seat, keys: dict[str, object]) -> Act:
        if kind == "book":
            return Act("meld", seat, tuple(each(RANK[str(keys["value"])])))
        from engine.games.limppu import END_CARD

        return Act("draw", seat, (END_CARD,))

    def _shows(self, step: Step, truth: OpenMatch) -> list[Event]:
        """Cards that the table must see before it can go on, or know that the deal is over, are shown to it."""
        said: list[Event] = []
        for _ in range(2 * len(self.referee.game.seats)):
            act = next((act for act in self._answers(step, truth) if self.referee.match.refuse(act) is None), None)
            if act is None:
                break
            said += self._take(act)
        return said

    def _answers(self, step: Step, truth: OpenMatch) -> Iterator[Act]:
        """What people do where the table waits for cards that it has not read, or lags behind what is true."""
        asks = self.referee.match.asks()
        behind = truth.state != self.state
        shows = [ask for ask in asks if ask.do == "show" and (behind or not ask.any_time)]
        if shows and step.act.do == "challenge" and step.doubted:
            yield from (Act("show", ask.seat, step.doubted) for ask in shows)
        elif shows:
            hands = truth.hands_at_end()
            yield from (Act("show", ask.seat, tuple(each(hands[ask.seat or 0]))) for ask in shows)
        elif (
            behind and getattr(self.referee.match, "phase", "") == "book"
        ):  # perhaps there is a last one, and there is none
            yield from (Act("pass", ask.seat) for ask in asks if ask.do == "pass")


def _refused(said: Sequence[Event]) -> bool:
    return bool(said) and said[-1].kind == "refused"
