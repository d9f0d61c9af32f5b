"""Ristikontra: the last card of the rank that was led takes the trick, and nobody is obliged to anything.

The rules, their options and the rule ids used here: docs/rules/ristikontra.md.
"""

from __future__ import annotations

from engine.actions import Act, Refusal, Seat
from engine.asks import Ask
from engine.cards import NO_CARD, Card, rank_of
from engine.dealt import NOT_STOCK_TOP, STOCK_EMPTY
from engine.game import CARD_SEEN, OUT_OF_TURN, WRONG_COUNT, WRONG_PHASE, Side, Told, Win
from engine.lead_and_follow import LeadAndFollowMatch
from engine.options import Option, Whole
from engine.shown import Fact
from engine.taken_over import START_TOTALS, start_totals
from engine.trick import NOBODY, Refill, TrickGame

POINTS = {
    "A": {"T": 1, "J": 2, "Q": 3, "K": 4, "A": 5},  # 60 in all
    "B": {"T": 10, "J": 2, "Q": 3, "K": 4, "A": 11},  # 120 in all
}
TARGETS = {"A": 60, "B": 120}


class Ristikontra(TrickGame):
    """Four seats, partners opposite; hands of six cards, filled up after each card as long as there is a stock."""

    name = "ristikontra"
    seat_numbers = range(4, 5)
    hand_size = 6
    last_wins = True
    option_table = (
        Option("scoring", "B", ("A", "B")),
        Option("target", 0, Whole(0)),  # 0: as the table of points has it
        START_TOTALS,
    )

    def __init__(self, *arguments: object) -> None:
        super().__init__(*arguments)
        self.start_totals = start_totals(self)
        self.target: int = self.options["target"] or TARGETS[self.options["scoring"]]

    def make_sides(self) -> tuple[Side, ...]:
        """Partners sit opposite (section 1)."""
        return tuple(Side(f"{self.seats[seat]}+{self.seats[seat + 2]}", (seat, seat + 2)) for seat in (0, 1))

    def make_refill(self) -> Refill | None:
        """After each card (section 3)."""
        return "play"

    def power(self, card: Card, led: Card) -> int:
        """The last card of the rank led (section 5)."""
        return 1 if rank_of(card) == rank_of(led) else 0

    def points(self, card: Card) -> int:
        """By the table that is chosen (section 2)."""
        return POINTS[self.options["scoring"]].get(rank_of(card), 0)

    def add_up(self, totals: list[int], points: list[int]) -> list[int]:
        """The totals after a deal: without a point in it a side loses all it had (section 6)."""
        return [before + now if now else 0 for before, now in zip(totals, points, strict=True)]

    def win(self, totals: list[int]) -> Win | None:
        """At the target or beyond the higher total wins; level totals need another deal (section 6)."""
        most = max(totals)
        if most < self.target or totals.count(most) > 1:
            return None
        return Win((totals.index(most),), "points")

    def start(self) -> RistikontraMatch:
        """A new match, before its first card."""
        return RistikontraMatch(self)


class RistikontraMatch(LeadAndFollowMatch):
    """Deals to the target. A card may be turned over from the stock in place of one from the hand."""

    game: Ristikontra

    def __init__(self, game: Ristikontra) -> None:
        super().__init__(game)
        self.scored = game.start_totals[:]

    def may_play(self, act: Act) -> Refusal | None:
        """From the hand any card; from the stock its top card (sections 3 and 4)."""
        if act.source in (None, "hand"):
            return super().may_play(act)
        if act.source != "stock" or act.claim is not None:
            return WRONG_PHASE
        if act.seat != self.deal.turn:
            return OUT_OF_TURN
        if act.card is None or act.cards is None or len(act.cards) != 1:
            return WRONG_COUNT
        if not self.deal.stock:
            return STOCK_EMPTY
        if self.stock:
            return None if act.card == self.stock[0] else NOT_STOCK_TOP
        return CARD_SEEN if self.seen_anywhere() >> act.card & 1 else None

    def can_apply(self, act: Act) -> bool:
        """A card from the stock must at least lie there."""
        return act.source != "stock" or act.card in self.stock

    def do_play(self, act: Act, line: int, claims: bool) -> list[Told]:
        """A card from the stock never was in the hand, which stays as it is."""
        card, deal = act.card, self.deal
        assert card is not None
        if act.source != "stock":
            return self._from_hand(act, line, claims)
        self.stock = tuple(other for other in self.stock if other != card)
        told = self.judged(self.record.stocks(1 << card))
        winner = deal.play(card)  # to the deal it is all one: the hand has as many cards as before, the stock one less
        deal.refilled = ()
        return told if winner == NOBODY else [*told, self._trick(winner), *self.end_of_trick(winner)]

    def _from_hand(self, act: Act, line: int, claims: bool) -> list[Told]:
        """Where no card follows from the stock, the latest refill is still the one before, unless it is known."""
        seat, deal, nameable = act.seat, self.deal, self.nameable
        assert seat is not None
        told = super().do_play(act, line, claims)
        if self.deal is deal and not deal.refilled and self.hands.unknown[seat]:
            self.nameable = nameable
        return told

    def end_of_trick(self, winner: Seat) -> list[Told]:
        """After the last one the deal is scored, and perhaps the game is over (section 6)."""
        game, deal = self.game, self.deal
        if not deal.over:
            return []
        points = self.by_side(deal.points)
        totals = game.add_up(self.scored, points)
        told: list[Told] = [
            ("deal_over", {"points": game.by_side(points), "detail": {}}),
            ("score", {"total": game.by_side(totals)}),
        ]
        win = game.win(totals)
        if win is None:
            self.next_deal(totals)
            return told
        self.scored = totals
        return [*told, self.ends(win.sides)]

    # -- what the table says ----------------------------------------------------------------------------

    def asks(self) -> tuple[Ask, ...]:
        """A card from the hand, or the top one of the stock."""
        turned = [] if self.over or not self.deal.stock else [Ask("play", self.deal.turn, 1, 1, sources=("stock",))]
        return (*super().asks(), *turned)

    def led(self) -> Fact:
        """Suits mean nothing: the rank led."""
        return Fact("rank-led", word=None if self.deal.led == NO_CARD else rank_of(self.deal.led))

    def plate(self, seat: Seat) -> list[Fact]:
        """The points that the side has taken in this deal."""
        points = self.by_side(self.deal.points)[self.game.side_of[seat]]
        return [Fact("taken", points=points)] if points else []
