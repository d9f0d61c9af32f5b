"""Trick games that tell the lead of a trick from the cards that follow it, and that score at the end of a deal only."""

from __future__ import annotations

from typing import Any

from engine.cards import NO_CARD
from engine.match import TrickMatch


class LeadAndFollowMatch(TrickMatch):
    """A match of such a game: the phase of play is told as `lead` or `follow`."""

    def turn(self) -> dict[str, Any] | None:
        """Who acts next, and whether it opens a trick."""
        keys = super().turn()
        if keys is not None and self.phase == "play":
            keys["phase"] = "lead" if self.deal.led == NO_CARD else "follow"
        return keys
