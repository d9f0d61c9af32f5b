"""Games whose deals begin with one card turned up beside the stock: it starts a pile that lies open."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from engine.actions import Act, Refusal
from engine.cards import Card, CardSet, set_of
from engine.dealt import DealtMatch, seen
from engine.game import WRONG_COUNT, WRONG_PHASE, Told

NOT_ON_TOP = Refusal("not-on-top", own_rule=True)
EMPTY_STOCK = Refusal("empty-stock", own_rule=True)


class OpenPileMatch(DealtMatch):
    """Deals that wait in the phase `deal` for the card; then they are in the phase `first_phase`."""

    namings = frozenset()  # a draw moves a card
    first_phase: ClassVar[str]

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
        self.pile, self.phase = list(act.cards or ()), self.first_phase
        return []
