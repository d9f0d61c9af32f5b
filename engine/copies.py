"""Two packs: which of two equal cards a line means, since it can only name the face."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from engine.actions import Act, Refusal
from engine.cards import NO_CARDS, Card, CardSet, Deck, set_of
from engine.dealt import DealtMatch
from engine.game import Told


def which(deck: Deck, cards: Sequence[Card], elsewhere: CardSet, first: CardSet = NO_CARDS) -> tuple[Card, ...]:
    """For each card a copy of the same face, no copy twice: one of `first`, else one that does not lie elsewhere.

    Where there is none, the card stays as it is named, for the rules to refuse. One pack by itself stays as it is.
    """
    meant = []
    for card in cards:
        copies = deck.copies(deck.faces[card])
        found = copies & first or copies & ~elsewhere
        if found:
            card = (found & -found).bit_length() - 1
        first &= ~(1 << card)
        elsewhere |= 1 << card
        meant.append(card)
    return tuple(meant)


class CopiesMatch(DealtMatch):
    """A match in which cards may stand twice: the lines that tell the deal mean copies that are still to be had."""

    def may_deal(self, act: Act) -> Refusal | None:
        """Hands of the right size."""
        return super().may_deal(self._dealt_copies(act))

    def do_deal(self, act: Act, line: int, claims: bool) -> list[Told]:
        """These hands are known."""
        return super().do_deal(self._dealt_copies(act), line, claims)

    def may_stock(self, act: Act) -> Refusal | None:
        """The whole stock in its order."""
        return super().may_stock(self._stock_copies(act))

    def do_stock(self, act: Act, line: int, claims: bool) -> list[Told]:
        """From now on every card drawn is known."""
        return super().do_stock(self._stock_copies(act), line, claims)

    def _dealt_copies(self, act: Act) -> Act:
        elsewhere, hands = self.not_dealt(act), {}
        for seat, cards in act.hands.items():
            hands[seat] = which(self.game.deck, cards, elsewhere)
            elsewhere |= set_of(hands[seat])
        return replace(act, hands=hands)

    def _stock_copies(self, act: Act) -> Act:
        elsewhere = self.hands.everywhere() | ~self.game.pack
        return replace(act, cards=which(self.game.deck, act.cards or (), elsewhere))
