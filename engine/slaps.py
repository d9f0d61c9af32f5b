"""The pair that lies open on a pile, and who slaps it: docs/rules/lapsy.md, section 5.

Only the times decide, not the order in which the lines arrive: a slap may be older than the card that lies on top.
"""

from __future__ import annotations

from engine.actions import Seat
from engine.presses import earliest


class Slaps:
    """Whether the top card makes a pair, and the good slaps at it."""

    __slots__ = ("good", "is_pair", "t", "t_before", "was_pair")

    def __init__(self) -> None:
        self.is_pair = self.was_pair = False  # made by the top card, by the card before it
        self.t: int | None = None  # of the top card, where it has a time
        self.t_before: int | None = None  # of the card before it
        self.good: dict[Seat, int] = {}  # when they came

    def fork(self) -> Slaps:
        """A copy that can go its own way."""
        copy = Slaps()
        copy.is_pair, copy.was_pair, copy.t, copy.t_before = self.is_pair, self.was_pair, self.t, self.t_before
        copy.good = self.good.copy()
        return copy

    def lies(self, t: int | None, *, pair: bool) -> None:
        """A card was laid, which makes a pair or not."""
        self.was_pair, self.t_before = self.is_pair, self.t
        self.is_pair, self.t = pair, t

    def taken(self) -> None:
        """Nothing lies there any more."""
        self.is_pair, self.t, self.good = False, None, {}

    def judge(self, seat: Seat, t: int) -> str:
        """What a slap at this time is; a good one is kept."""
        if self.is_pair:
            if self.t is not None and t < self.t:
                return "wrong"
            if seat in self.good:
                return "void"
            self.good[seat] = t
            leaders = self.leaders()
            return "behind" if seat not in leaders else "first" if len(leaders) == 1 else "tie"
        in_time = self.t is not None and t < self.t and (self.t_before is None or t >= self.t_before)
        return "void" if self.was_pair and in_time else "wrong"

    def leaders(self) -> list[Seat]:
        """Who slapped first, several where nobody can say who; empty where there was no good slap."""
        return earliest(self.good)
