"""Games in which the points on the cards that a side takes are counted, trick by trick, in one deal or to a target."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence

from engine.actions import Seat
from engine.cards import CardSet
from engine.game import Told, Win
from engine.match import TrickMatch
from engine.trick import TrickGame


class CountingGame(TrickGame):
    """A trick game whose score stands after every trick."""

    @abstractmethod
    def win(self, totals: Sequence[int], taken: Sequence[CardSet], *, deal_over: bool) -> Win | None:
        """Who has won with these totals, by side, having taken these cards in this deal; None: the game goes on."""

    def deal_detail(self, taken: Sequence[CardSet], leftover: CardSet) -> dict[str, object]:
        """What `deal_over` tells besides the points: of the cards taken, by side, and of those nobody played."""
        return {}

    def start(self) -> CountingMatch:
        """A new match, before its first card."""
        return CountingMatch(self)


class CountingMatch(TrickMatch):
    """A match of such a game."""

    game: CountingGame

    def end_of_trick(self, winner: Seat) -> list[Told]:
        """The score; perhaps the deal is over, and perhaps the game."""
        game, deal = self.game, self.deal
        taken, totals = self.taken_by_side(), list(self.totals().values())
        told: list[Told] = []
        if deal.over:
            points = game.by_side(self.by_side(deal.points))
            told.append(("deal_over", {"points": points, "detail": game.deal_detail(taken, game.pack & ~deal.played)}))
        told.append(("score", {"total": game.by_side(totals)}))
        win = game.win(totals, taken, deal_over=deal.over)
        if win is not None:
            told.append(self.ends(win.sides, by=win.by))
        elif deal.over:
            self.next_deal(totals)
        return told

    def totals(self) -> dict[str, int]:
        """Earlier deals plus the tricks of this one, by side."""
        now = self.by_side(self.deal.points)
        return self.game.by_side([before + points for before, points in zip(self.scored, now, strict=True)])
