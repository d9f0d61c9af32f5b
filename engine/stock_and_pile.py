"""Games in which one draws from a stock or from an open pile and discards onto that pile.

What a turn is besides the draw, and how a deal ends, is each game's own.
"""

from __future__ import annotations

from engine.actions import Act, Refusal, Seat
from engine.cards import Card
from engine.game import CARD_SEEN, OUT_OF_TURN, WRONG_COUNT, WRONG_PHASE
from engine.open_pile import NOT_ON_TOP, OpenPileMatch


class StockAndPileMatch(OpenPileMatch):
    """Deals in which the seat `on_turn` begins by drawing a card."""

    first_phase = "draw"
    on_turn: Seat

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
        else:
            card = self.off_stock(card)
        self.hands.takes(seat, card)
        return card

    def refuses_discard(self, act: Act, *phases: str) -> Refusal | None:
        """Why not this one card."""
        if refusal := self.refuses_now(act, *phases):
            return refusal
        seat, cards = act.seat, act.cards or ()
        assert seat is not None
        return self.refuses_cards(seat, cards) if len(cards) == 1 else WRONG_COUNT

    def discards(self, act: Act) -> Seat:
        """The card lies on the pile. The seat whose it was."""
        seat, card = act.seat, act.card
        assert seat is not None and card is not None
        self.hands.plays(seat, card)
        self.pile.append(card)
        return seat
