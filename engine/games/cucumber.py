"""Cucumber: suits mean nothing, each card beats or is the lowest of its hand, and only the last trick costs.

The rules, their options and the rule ids used here: docs/rules/cucumber.md.
"""

from __future__ import annotations

from collections.abc import Sequence

from engine.actions import Seat
from engine.cards import FRENCH, NO_CARD, Card, rank_of, set_of
from engine.game import Told, Win
from engine.match import TrickMatch
from engine.options import Option, Whole
from engine.shown import Fact
from engine.trick import Ladder, Must, TrickDeal, TrickGame

VALUES = dict(zip("23456789TJQKA", range(2, 15), strict=True))
VALUE = tuple(VALUES[rank_of(card)] for card in range(len(FRENCH)))
ABOVE = tuple(set_of(card for card, value in enumerate(VALUE) if value > limit) for limit in range(15))
BELOW = tuple(set_of(card for card, value in enumerate(VALUE) if value < limit) for limit in range(15))


class Cucumber(TrickGame):
    """Three to seven hands of seven cards, each player alone; the rest of the deck is put aside."""

    name = "cucumber"
    seat_numbers = range(3, 8)
    hand_size = 7
    option_table = (
        Option("rules", "fi", ("fi", "sv", "nb")),
        Option("equal", "beats", ("beats", "fails")),
        Option("end", "last_standing", ("last_standing", "first_out")),
        Option("limit", 30, Whole(1)),
    )
    presets = {
        "fi": {"equal": "beats", "end": "last_standing"},
        "sv": {"equal": "fails", "end": "first_out"},
        "nb": {"equal": "beats", "end": "last_standing"},
    }

    def rows(self, card: Card, deal: TrickDeal) -> Ladder:
        """A card that beats is free; with any other no card of the hand beats, and none is lower (section 4)."""
        if deal.led == NO_CARD:
            return ()
        beating = ABOVE[deal.power]  # whatever would win the trick as it lies
        return () if beating >> card & 1 else (Must("must-beat", beating), Must("must-play-lowest", BELOW[VALUE[card]]))

    def power(self, card: Card, led: Card) -> int:
        """The highest card of any suit (section 5)."""
        return VALUE[card]

    def deal(self, leader: Seat, playing: Sequence[Seat] | None = None) -> TrickDeal:
        """Of equal cards the last one wins where an equal card beats, else the first (section 5)."""
        deal = super().deal(leader, playing)
        deal.slack = 1 if self.options["equal"] == "beats" else 0
        return deal

    def takers(self, trick: Sequence[tuple[Seat, Card]], winner: Seat) -> tuple[int, list[Seat]]:
        """What the last trick costs, and whom (section 6)."""
        value = max(VALUE[card] for _, card in trick)
        if self.options["equal"] == "fails":
            return value, [winner]
        return value, sorted(seat for seat, card in trick if VALUE[card] == value)

    def win(self, totals: Sequence[int], played: Sequence[Seat]) -> Win | None:
        """Who has won after a deal of the seats that `played` it; None: the game goes on (section 6).

        The lowest total is among those who are still in, as long as anybody is.
        """
        left = [seat for seat in played if totals[seat] < self.options["limit"]]
        if left == played or (len(left) > 1 and self.options["end"] == "last_standing"):
            return None
        among = left or played
        lowest = min(totals[seat] for seat in among)
        return Win(tuple(seat for seat in among if totals[seat] == lowest), "points")

    def start(self) -> CucumberMatch:
        """A new match, before its first card."""
        return CucumberMatch(self)


class CucumberMatch(TrickMatch):
    """Deals of seven tricks, until somebody is out or only one is left."""

    game: Cucumber

    def playing(self) -> Sequence[Seat]:
        """The seats that are not out."""
        return [seat for seat, total in enumerate(self.scored) if total < self.game.options["limit"]]

    def stock_size(self) -> int:
        """There is none: the other cards are put aside."""
        return 0

    def end_of_trick(self, winner: Seat) -> list[Told]:
        """After the last one: who pays, who is out with it, and whether the game is over."""
        game, limit = self.game, self.game.options["limit"]
        if not self.deal.over:
            return []
        played, (value, takers) = self.playing(), game.takers(self.deal.trick, winner)
        points = [value if seat in takers else 0 for seat in range(len(game.seats))]
        totals = [before + now for before, now in zip(self.scored, points, strict=True)]
        out = [game.seats[seat] for seat in played if totals[seat] >= limit]
        detail = {"value": value, "takers": [game.seats[seat] for seat in takers]}
        told: list[Told] = [("out", {"seats": out})] if out else []
        told.append(("deal_over", {"points": {game.seats[seat]: points[seat] for seat in played}, "detail": detail}))
        told.append(("score", {"total": game.by_side(totals)}))
        win = game.win(totals, played)
        if win is None:
            self.next_deal(totals)
            return told
        self.scored = totals
        losers = [game.seats.index(name) for name in out] if game.options["end"] == "first_out" else None
        return [*told, self.ends(win.sides, losers)]

    # -- what the table says ----------------------------------------------------------------------------

    def led(self) -> Fact:
        """Suits mean nothing: the rank that has to be beaten."""
        lying = [VALUE[card] for _, card in self.deal.trick] if self.deal.led != NO_CARD else []
        rank = next((rank for rank, value in VALUES.items() if value == max(lying, default=0)), None)
        return Fact("to-beat", word=rank)

    def plate(self, seat: Seat) -> list[Fact]:
        """Who is out."""
        return [] if seat in self.playing() else [Fact("out")]
