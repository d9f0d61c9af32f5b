"""Cards that come from the stock without a line of their own; those that nobody read can be named afterwards."""

from __future__ import annotations

from engine.actions import Act, Seat
from engine.cards import Card
from engine.dealt import DealtMatch
from engine.game import Told


class NamedLaterMatch(DealtMatch):
    """A match in which a `draw` line only names such a card. When it may come, each game says itself."""

    def new_deal(self) -> None:
        """Nobody has drawn."""
        self.nameable = ()
        super().new_deal()

    def draws_one(self, seat: Seat) -> Card | None:
        """A card comes into the hand: which one, where that is known; else it can be named."""
        card = self.off_stock()
        self.hands.takes(seat, card)
        if card is None:
            self.nameable += (seat,)
        return card

    def no_longer_nameable(self, seat: Seat) -> None:
        """What this seat has drawn can be named no more."""
        self.nameable = tuple(other for other in self.nameable if other != seat)

    def do_draw(self, act: Act, line: int, claims: bool) -> list[Told]:
        """The card is known to be in that hand."""
        seat, card = act.seat, act.card
        assert seat is not None and card is not None
        place = self.nameable.index(seat)
        self.nameable = self.nameable[:place] + self.nameable[place + 1 :]
        self.hands.names(seat, card)
        return []
