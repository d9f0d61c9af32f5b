"""Trick games in which the seats decide something in turn before the first card: an auction, or who comes in.

What may be decided is the game's; who has yet to decide is kept here. These games count deal by deal: the highest
total wins as soon as a total has the option `target` at the end of a deal.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping, Sequence
from typing import Any

from engine.actions import Act, Refusal, Seat
from engine.asks import Ask
from engine.game import OUT_OF_TURN, WRONG_PHASE, Told
from engine.match import TrickMatch


class DecidingMatch(TrickMatch):
    """A match whose deals open with such decisions. `deciding` are the seats that have yet to decide, the next first.

    In every phase but `play` the first of them is in turn, later decisions (a card to be called) included.
    """

    def new_deal(self) -> None:
        """Everybody has yet to decide, from the dealer's left."""
        super().new_deal()
        self.deciding: tuple[Seat, ...] = self.game.clockwise[self.after_dealer()]
        self.begun = False  # whether somebody has acted in this deal

    def before_play(self) -> bool:
        """Until somebody has acted."""
        return not self.begun and super().before_play()

    def refuses_decision(self, act: Act, *phases: str) -> Refusal | None:
        """Why this seat cannot decide now what belongs to these phases."""
        if self.phase not in phases:
            return WRONG_PHASE
        return None if act.seat == self.deciding[0] else OUT_OF_TURN

    def decides(self, *, again: bool = False) -> None:
        """The seat in turn has decided; with `again` it is asked once more, after all the others."""
        seat, *others = self.deciding
        self.deciding = (*others, seat) if again else tuple(others)
        self.begun = True

    def begin_play(self, leader: Seat) -> None:
        """All is decided."""
        self.phase, self.deciding, self.deal.turn = "play", (), leader

    def turn(self) -> dict[str, Any] | None:
        """Who decides next, or plays."""
        if self.over or not self.deciding:
            return super().turn()
        return {"seat": self.game.seats[self.deciding[0]], "phase": self.phase}

    def asks(self) -> tuple[Ask, ...]:
        """What the seat in turn decides; then cards."""
        return super().asks() if self.over or not self.deciding else tuple(self.asks_to_decide(self.deciding[0]))

    @abstractmethod
    def asks_to_decide(self, seat: Seat) -> Sequence[Ask]:
        """What this seat, which is in turn, may decide now."""

    def close_deal(self, points: Sequence[int], detail: Mapping[str, Any]) -> list[Told]:
        """The deal is over with these points by seat, and perhaps the game; else the next one begins."""
        game = self.game
        totals = [before + now for before, now in zip(self.scored, points, strict=True)]
        told: list[Told] = [
            ("deal_over", {"points": game.by_side(points), "detail": dict(detail)}),
            ("score", {"total": game.by_side(totals)}),
        ]
        if max(totals) < game.options["target"]:
            self.next_deal(totals)
            return told
        best = tuple(side for side, total in enumerate(totals) if total == max(totals))
        self.scored = totals
        return [*told, self.ends(best)]
