"""A deal of a trick game with open hands, played out by whoever chooses the cards: for bots, statistics and speed."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from engine.actions import Seat
from engine.cards import NO_CARDS, Card, CardSet
from engine.trick import TrickDeal, TrickGame

# What may choose a card: the seat on turn, the cards it may play, the deal as everybody sees it.
Choose = Callable[[Seat, CardSet, TrickDeal], Card]


class Playout:
    """A dealt deal: every hand and the stock are there. `hands[seat]` are the true cards."""

    __slots__ = ("deal", "hands", "stock")

    def __init__(self, game: TrickGame, pack: Sequence[Card], leader: Seat) -> None:
        """Deal `pack`, shuffled by the caller: as many cards to each seat as the rules say, the rest is the stock."""
        seats = len(game.seats)
        size = game.cards_each(seats)
        self.deal = game.deal(leader)
        self.hands: list[CardSet] = []
        for seat in range(seats):
            hand = NO_CARDS
            for card in pack[seat * size : (seat + 1) * size]:
                hand |= 1 << card
            self.hands.append(hand)
        self.stock = list(reversed(pack[seats * size :]))  # the next card last

    def legal(self) -> CardSet:
        """What the seat on turn may play."""
        return self.deal.legal(self.hands[self.deal.turn])

    def play(self, card: Card, *, takes: bool = True) -> None:
        """The seat on turn plays a card, legal or not; refills come from the stock.

        `takes`: whether it then takes a card that it may take (refill "may").
        """
        seat = self.deal.turn
        self.hands[seat] &= ~(1 << card)
        self.deal.play(card)
        if self.deal.refilled:
            self._refill()
        if takes and self.deal.may_take:
            self.take_up(seat)

    def take_up(self, seat: Seat) -> None:
        """The seat takes the top card of the stock that it may take."""
        self.deal.takes_up(seat)
        self.hands[seat] |= 1 << self.stock.pop()

    def play_out(self, choose: Choose) -> TrickDeal:
        """Everybody plays to the end; the finished deal. As `play` card by card, in one piece for its speed."""
        deal, hands = self.deal, self.hands
        legal, play = deal.legal, deal.play
        while not deal.over:
            seat = deal.turn
            card = choose(seat, legal(hands[seat]), deal)
            hands[seat] &= ~(1 << card)
            play(card)
            if deal.refilled:
                self._refill()
            elif deal.may_take:
                self.take_up(seat)
        return deal

    def _refill(self) -> None:
        for seat in self.deal.refilled:
            self.hands[seat] |= 1 << self.stock.pop()
