"""A stock that is made anew from the pile: turned over, so that its order is known, or shuffled."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping

from engine.actions import Seat
from engine.cards import Card, set_of
from engine.copies import which
from engine.game import Told
from engine.open_pile import OpenPileMatch
from engine.record import Record


class RenewedStockMatch(OpenPileMatch):
    """As soon as the stock is used up the rest of the pile is it."""

    record: Record

    def new_deal(self) -> None:
        """Nobody must take cards."""
        self.owed: dict[Seat, int] = {}  # how many cards these seats must take before anything else
        self.after = ""  # the phase that then goes on
        super().new_deal()

    @abstractmethod
    def turns_over(self) -> bool:
        """Whether the pile is turned over; else it is shuffled."""

    @abstractmethod
    def goes_on(self, phase: str) -> list[Told]:
        """Nobody must take cards any more: this phase goes on."""

    def restock(self) -> list[Told]:
        """Where the stock is used up and the pile has more than its top card: the new stock."""
        if self.stock_left or len(self.pile) < 2:
            return []
        *under, top = self.pile
        self.pile, self.stock_left = [top], len(under)
        if self.turns_over():
            self.stock = tuple(under)
        else:  # where each card is now, nobody can follow: what was said before is forgotten
            seats, hands = range(len(self.game.seats)), self.hands
            self.record = Record(self.game.pack, len(seats))
            self.record.deals([hands.size(seat) for seat in seats], dict(enumerate(hands.known)))
            self.record.stocks(1 << top)
        return [("restock", {"count": len(under)})]

    def in_stock(self, named: Card) -> Card | None:
        """Which card a line can mean, the top of the stock before others; None where it was seen to lie elsewhere."""
        elsewhere = self.away() | self.hands.everywhere() | ~self.game.pack
        deck, top = self.game.deck, set_of(self.stock[:1])
        first = top if top & deck.copies(deck.faces[named]) else set_of(self.stock)
        (card,) = which(deck, (named,), elsewhere, first)
        return None if elsewhere >> card & 1 else card

    def forces(self, owed: Mapping[Seat, int], after: str) -> list[Told]:
        """These seats must take cards first, as far as the stock goes; then the deal goes on with this phase."""
        self.owed = {seat: left for seat, left in owed.items() if left and self.stock_left}
        self.after = after
        if not self.owed:
            return self.goes_on(after)
        self.phase = "forced-draw"
        return []
