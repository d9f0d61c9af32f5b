"""The real cards of a simulated table: who holds what. The table itself never looks here.

The cards follow the lines that were accepted, so a line that is taken back puts them back too. Each deal's pack is
shuffled from the seed and the number of the deal: the same match always has the same cards, also after a restart.
"""

from __future__ import annotations

from random import Random
from typing import cast

from engine.actions import Seat
from engine.cards import Card, CardSet, each
from engine.match import TrickMatch
from engine.playout import Playout
from table.running import Running


class World:
    """Hands and stock of the deal that is being played, as they truly are."""

    def __init__(self, running: Running, seed: int) -> None:
        self._running = running
        self._seed = seed
        self._seen: tuple[int, int] | None = None
        self._playout = self._dealt(1)
        self._refills: dict[Seat, Card] = {}

    def pack(self, deal: int) -> list[Card]:
        """The pack of a deal (1 for the first) as it was shuffled: the hands first, then the stock from its top."""
        pack = list(each(self._running.match.game.pack))
        Random(f"{self._seed}/{deal}").shuffle(pack)
        return pack

    def hand(self, seat: Seat) -> CardSet:
        """The cards in this hand now."""
        self._follow()
        return self._playout.hands[seat]

    def next_card(self) -> Card | None:
        """The top card of the stock; None where it is used up."""
        self._follow()
        return self._playout.stock[-1] if self._playout.stock else None

    def refill(self, seat: Seat) -> Card | None:
        """What the seat took up with its latest refill; None where it has played since, or took none."""
        self._follow()
        return self._refills.get(seat)

    def _follow(self) -> None:
        """Move the cards as the accepted lines of this deal say."""
        running = self._running
        seen = (running.number, len(running.referee.accepted))
        if seen == self._seen:
            return
        self._seen = seen
        deal = running.history.entries[-1].deal if running.match.over else running.match.deals_done + 1
        self._playout = playout = self._dealt(deal)
        self._refills = {}
        for accepted, entry in zip(running.referee.accepted, running.history.entries, strict=True):
            act = accepted.act
            if entry.deal != deal or act.seat is None:
                continue
            if act.do == "play" and act.card is not None:
                self._refills.pop(act.seat, None)
                tops = playout.stock[::-1]
                playout.play(act.card, takes=False)
                self._refills.update(zip(playout.deal.refilled, tops, strict=False))
            elif act.do == "draw" and playout.deal.may_take >> act.seat & 1:
                playout.take_up(act.seat)

    def _dealt(self, deal: int) -> Playout:
        match = cast("TrickMatch", self._running.match)
        seats = len(match.game.seats)
        leader = (match.game.first_dealer + deal) % seats
        return Playout(match.game, self.pack(deal), leader)
