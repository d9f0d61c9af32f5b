"""Mattis: duels collect cards, then everybody gets rid of them by beating; who is left with cards has lost.

The rules, their options and the rule ids used here: docs/rules/mattis.md. What it shares with Skitgubbe:
engine/two_phases.py.
"""

from __future__ import annotations

from collections.abc import Sequence

from engine.actions import Refusal
from engine.cards import RANK, RANKS, Card, CardSet, rank_of, suit_of
from engine.game import WRONG_COUNT
from engine.options import Option
from engine.two_phases import TwoPhaseGame

LOW_WITH_TWO = "6"  # two play with the short pack


class Mattis(TwoPhaseGame):
    """Two to six players; who cannot beat takes what was played first, and sequences may be agreed (section 7b)."""

    name = "mattis"
    takes = 0
    option_table = (
        Option("sequences", False, (True, False)),
        Option("low", "", ("", "2", "3", "4", "5", "6", "7")),
        *TwoPhaseGame.option_table,
    )

    def make_pack(self) -> CardSet:
        """From the lowest rank up (section 2)."""
        low = self.options["low"] or (LOW_WITH_TWO if len(self.seats) == 2 else RANKS[0])
        return sum(RANK[rank] for rank in RANKS[RANKS.index(low) :])

    def most_in_unit(self, left: int) -> int:
        """One card, or by agreement a run of any length."""
        return left if self.options["sequences"] else super().most_in_unit(left)

    def refuses_unit(self, unit: Sequence[Card]) -> Refusal | None:
        """A single card, or by agreement a run of one suit (section 4)."""
        if len(unit) == 1:
            return None
        if not unit or not self.options["sequences"]:
            return WRONG_COUNT
        ranks = sorted(RANKS.index(rank_of(card)) for card in unit)
        run = list(range(ranks[0], ranks[0] + len(ranks)))
        one_suit = len({suit_of(card) for card in unit}) == 1
        return None if one_suit and ranks == run else Refusal("not-a-sequence", own_rule=True)
