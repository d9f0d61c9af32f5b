"""Games in which one draws from a stock or from an open pile and discards onto that pile.

What such games share: the card turned up that starts the pile and the deal, and the draw. What a turn is besides that,
and how a deal ends, is each game's own.
"""

from __future__ import annotations

from collections.abc import Sequence

from engine.actions import Act, Refusal, Seat
from engine.cards import Card, CardSet, set_of
from engine.dealt import DealtMatch, seen
from engine.game import CARD_SEEN, OUT_OF_TURN, WRONG_COUNT, WRONG_PHASE, Told

NOT_ON_TOP = Refusal("not-on-top", own_rule=True)


class StockAndPileMatch(DealtMatch):
    """Deals that wait in the phase `deal` for a card turned up; the seat `on_turn` then begins in the phase `draw`."""

    namings = frozenset()  # a draw moves a card
    on_turn: Seat

    def new_deal(self) -> None:
        """A card has to be turned up first."""
        self.phase = "deal"
        self.pile: list[Card] = []  # the top card last
        super().new_deal()

    def stock_size(self) -> int:
        """Without the card that is turned up."""
        return super().stock_size() - 1

    def before_play(self) -> bool:
        """Until a card is turned up."""
        return self.phase == "deal"

    def away(self) -> CardSet:
        """The pile."""
        return set_of(self.pile)

    def dealing(self, pack: Sequence[Card]) -> tuple[Act, ...]:
        """The hands, the stock, and the last card of the pack turned up."""
        return (*super().dealing(pack[:-1]), Act("turned", cards=tuple(pack[-1:])))

    def may_turned(self, act: Act) -> Refusal | None:
        """One card that lies nowhere else."""
        if self.phase != "deal":
            return WRONG_PHASE
        cards = act.cards or ()
        return seen(cards, self.seen_anywhere()) if len(cards) == 1 else WRONG_COUNT

    def do_turned(self, act: Act, line: int, claims: bool) -> list[Told]:
        """It starts the pile, and the deal."""
        self.pile, self.phase = list(act.cards or ()), "draw"
        return []

    def refuses_now(self, act: Act, *phases: str) -> Refusal | None:
        """Why this seat cannot do now what belongs to these phases."""
        if self.phase not in phases:
            return WRONG_PHASE
        return None if act.seat == self.on_turn else OUT_OF_TURN

    def refuses_draw(self, act: Act, *phases: str) -> Refusal | None:
        """Why not the top of the stock, or of the pile, with which alone a card named is compared there."""
        if act.source not in (None, "stock", "discard"):
            return WRONG_PHASE
        if refusal := self.refuses_now(act, *phases):
            return refusal
        if act.cards is not None and len(act.cards) != 1:
            return WRONG_COUNT
        card = act.card
        if act.source == "discard":
            return None if card in (None, self.pile[-1]) else NOT_ON_TOP
        if card is not None and (self.away() | self.hands.everywhere()) >> card & 1:
            return CARD_SEEN
        return NOT_ON_TOP if card is not None and self.stock and card != self.stock[0] else None

    def lies_to_draw(self, act: Act) -> bool:
        """Whether the card named lies where it is drawn from, if not on top."""
        return act.card in (self.pile if act.source == "discard" else self.stock)

    def draws(self, act: Act) -> Card | None:
        """The card comes into the hand; which one, where that is known."""
        seat, card = act.seat, act.card
        assert seat is not None
        if act.source == "discard":
            card = self.pile[-1] if card is None else card
            self.pile.remove(card)
        elif card is not None and card in self.stock:  # not the top one, where people let that stand
            self.stock = tuple(other for other in self.stock if other != card)
            self.stock_left -= 1
        else:
            top = self.off_stock()
            card = top if card is None else card
        self.hands.takes(seat, card)
        return card
