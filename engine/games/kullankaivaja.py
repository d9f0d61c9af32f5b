"""Kullankaivaja, the gold digger: jacks are the only trumps, and only card points count.

The rules, their options and the rule ids used here: docs/rules/kullankaivaja.md.
"""

from __future__ import annotations

from collections.abc import Sequence

from engine.cards import FRENCH, RANK, SUIT, SUITS, Card, CardSet, card, cards, rank_of, suit_of
from engine.counting import CountingGame
from engine.errors import BadGame
from engine.game import Side, Win
from engine.options import Option, Whole
from engine.trick import Ladder, Must, Refill

DIGGERS = cards("JC JD JH JS")
BIG_DIGGER = card("JS")
SPADE = card("AS")  # the lapio: may settle a tie
HIGH_TO_LOW = "JKQT98765432A"
POINTS = {"J": 11, "T": 10, "A": 5, "K": 3, "Q": 2}


class Kullankaivaja(CountingGame):
    """Two to four hands of five cards, refilled from the stock; four may play as two teams."""

    name = "kullankaivaja"
    seat_numbers = range(2, 5)
    hand_size = 5
    trumps = DIGGERS
    tally = (
        ("big-digger", cards("JS")),
        ("diggers", cards("JC JD JH")),
        ("tens", RANK["T"]),
        ("aces", RANK["A"]),
        ("kings", RANK["K"]),
        ("queens", RANK["Q"]),
    )
    option_table = (
        Option("rules", "a", ("a", "b")),
        Option("teams", False, (True, False)),
        Option("target", 0, Whole(0)),
        Option("target_stop", "deal", ("deal", "trick")),
        Option("refill", "trick", ("trick", "play", "may")),
        Option("lapio", "single_deal", ("single_deal", "always")),
        Option("three_player_deck", "51", ("51", "52")),
    )
    presets = {
        "a": {"refill": "trick", "lapio": "single_deal"},
        "b": {"refill": "may", "lapio": "always"},
    }

    def make_sides(self) -> tuple[Side, ...]:
        """With `teams` partners sit opposite."""
        if not self.options["teams"]:
            return super().make_sides()
        if len(self.seats) != 4:
            raise BadGame(f"teams need four seats, not {len(self.seats)}")
        return tuple(Side(f"{self.seats[seat]}+{self.seats[seat + 2]}", (seat, seat + 2)) for seat in (0, 1))

    def listing_order(self) -> Sequence[Card]:
        """Clubs, diamonds, hearts, spades, each from the jack down to the ace."""
        return [card(rank + suit) for suit in SUITS for rank in HIGH_TO_LOW]

    def make_pack(self) -> CardSet:
        """Three play without the two of clubs, so that the stock goes round evenly."""
        without_two = len(self.seats) == 3 and self.options["three_player_deck"] == "51"
        return FRENCH.all & ~cards("2C") if without_two else FRENCH.all

    def make_refill(self) -> Refill | None:
        """As the option says."""
        refill: Refill = self.options["refill"]
        return refill

    def musts(self, led: Card) -> Ladder:
        """Follow suit, a digger counting as its own suit; else a digger; else anything (section 4)."""
        return Must("follow-suit", SUIT[suit_of(led)]), Must("must-trump", DIGGERS)

    def power(self, card: Card, led: Card) -> int:
        """The big digger, then any digger, the first of them; then the highest card of the suit led (section 5)."""
        if card == BIG_DIGGER:
            return 101
        if DIGGERS >> card & 1:
            return 100
        return -HIGH_TO_LOW.index(rank_of(card)) if suit_of(card) == suit_of(led) else -100

    def points(self, card: Card) -> int:
        """128 in all (section 2)."""
        return 15 if card == BIG_DIGGER else POINTS.get(rank_of(card), 0)

    def win(self, totals: Sequence[int], taken: Sequence[CardSet], *, deal_over: bool) -> Win | None:
        """Most points, at the end of one deal or once a side has the target; the lapio may settle a tie (section 6)."""
        target, most = self.options["target"], max(totals)
        if most < target or not (deal_over or (target and self.options["target_stop"] == "trick")):
            return None
        tied = tuple(side for side, total in enumerate(totals) if total == most)
        if len(tied) == 1:
            return Win(tied, "points")
        if not target or self.options["lapio"] == "always":
            for side in tied:
                if taken[side] >> SPADE & 1:
                    return Win((side,), "lapio")
        return None if target else Win(tied, "points")

    def deal_detail(self, taken: Sequence[CardSet], leftover: CardSet) -> dict[str, object]:
        """Who took the lapio, and with 52 cards for three the one that nobody played (section 10)."""
        holder = next(side.id for side, cards in zip(self.sides, taken, strict=True) if cards >> SPADE & 1)
        detail: dict[str, object] = {"lapio": holder}
        if leftover:
            detail["leftover"] = self.text(leftover)
        return detail
