"""Marjapussi, the Finnish marriage game: king and queen make trump in mid-deal, and exactly twelve points win.

The rules, their options and the rule ids used here: docs/rules/marjapussi.md. How suits are made and asked for:
engine/marriages.py.
"""

from __future__ import annotations

from collections.abc import Sequence

from engine.actions import Act, Refusal, Seat
from engine.cards import NO_CARD, NO_CARDS, RANK, SUIT, SUITS, Card, CardSet, card, cards, each, rank_of, suit_of
from engine.game import Side, Told
from engine.marriages import MarriageDeal, MarriageMatch
from engine.options import Option, Whole
from engine.promises import Need
from engine.record import Promise
from engine.shown import Fact
from engine.taken_over import START_TOTALS, start_totals
from engine.trick import NOBODY, Ladder, Must, TrickDeal, TrickGame

LOW_TO_HIGH = "6789JQKTA"
ACES = RANK["A"]
MATS = ACES | RANK["T"]
TIE_POINTS = {"K": 4, "Q": 3, "J": 2, "A": 1}
WON, FALLEN = 12, 7  # whoever passes the first falls to the second


class Marjapussi(TrickGame):
    """Four seats, partners opposite, or three, each alone; all 36 cards are dealt."""

    name = "marjapussi"
    seat_numbers = range(3, 5)
    tally = (("aces", ACES), ("tens", RANK["T"]))
    option_table = (
        Option("first_lead", "AC", ("AC", "AS")),
        Option("tie_point", "carry", ("carry", "void")),
        Option("deals_played", 0, Whole(0)),
        START_TOTALS,
        Option("start_carry", 0, Whole(0)),
    )

    def __init__(self, *arguments: object) -> None:
        super().__init__(*arguments)
        self.start_totals = start_totals(self)
        self.first_ace: Card = card(self.options["first_lead"])
        self.suits: dict[str, CardSet] = {suit: SUIT[suit] & self.pack for suit in SUITS}
        self.higher: tuple[CardSet, ...] = tuple(self._higher(low) for low in range(len(self.deck)))

    def make_sides(self) -> tuple[Side, ...]:
        """Four are two partnerships (section 2)."""
        if len(self.seats) == 3:
            return super().make_sides()
        return tuple(Side(f"{self.seats[seat]}+{self.seats[seat + 2]}", (seat, seat + 2)) for seat in (0, 1))

    def listing_order(self) -> Sequence[Card]:
        """Clubs, diamonds, hearts, spades, each from the six up to the ace; the cards that are not in play last."""
        return [card(rank + suit) for rank_order in (LOW_TO_HIGH, "2345") for suit in SUITS for rank in rank_order]

    def make_pack(self) -> CardSet:
        """Six and higher (section 2)."""
        return self.deck.all & ~(RANK["2"] | RANK["3"] | RANK["4"] | RANK["5"])

    def cards_each(self, playing: int) -> int:
        """All are dealt."""
        return self.pack.bit_count() // playing

    def deal(self, leader: Seat, playing: Sequence[Seat] | None = None) -> MarriageDeal:
        """A new deal, before its first card."""
        return MarriageDeal(self, leader, range(len(self.seats)) if playing is None else playing)

    def power(self, card: Card, led: Card) -> int:
        """The highest card of the suit led, unless there is a trump (section 5)."""
        return LOW_TO_HIGH.find(rank_of(card)) if suit_of(card) == suit_of(led) else -1

    def _higher(self, low: Card) -> CardSet:
        """The cards of the same suit that beat this one."""
        rank = LOW_TO_HIGH.find(rank_of(low))
        return cards(" ".join(higher + suit_of(low) for higher in LOW_TO_HIGH[rank + 1 :]))

    def rows(self, card: Card, deal: TrickDeal) -> Ladder:
        """The table of section 4."""
        if deal.led == NO_CARD:
            return self._rows_of_lead(card, deal)
        suit, trumps = self.suits[suit_of(deal.led)], self.suits[deal.trump] if deal.trump else NO_CARDS
        winning = deal.laid[deal.order.index(deal.best)]
        beat = (Must("must-beat", self.higher[winning]),) if self.higher[card] >> winning & 1 else ()
        if suit >> card & 1:
            return beat
        follow = Must("follow-suit", suit)
        if trumps >> card & 1:
            return (follow, *beat)
        return (follow, Must("must-trump", trumps)) if trumps & ~suit else (follow,)

    def _rows_of_lead(self, card: Card, deal: TrickDeal) -> Ladder:
        """The first lead of a deal is an ace, else a spade; a pikkarainen is led by whoever has made it."""
        rows = []
        if not deal.tricks and not ACES >> card & 1:
            rows.append(Must("ace-lead", ACES))
            if not self.suits["S"] >> card & 1:
                rows.append(Must("spade-lead", self.suits["S"]))
        bound = deal.bound if isinstance(deal, MarriageDeal) else None
        if bound is not None and not self.suits[bound] >> card & 1:
            rows.append(Must("pikkarainen-lead", self.suits[bound]))
        return tuple(rows)

    def mats(self, taken: Sequence[CardSet]) -> list[int]:
        """Aces and tens by side (section 2)."""
        return [(won & MATS).bit_count() for won in taken]

    def tie_points(self, taken: Sequence[CardSet]) -> list[int]:
        """What decides between sides that are level on mats (section 6)."""
        return [sum(TIE_POINTS.get(rank_of(card), 0) for card in each(won)) for won in taken]

    def win_of(self, taken: Sequence[CardSet]) -> int | None:
        """The side that has the win of a deal; None where nobody has it (section 6)."""
        level = list(range(len(taken)))
        for counts in (self.mats(taken), self.tie_points(taken)):
            most = max(counts[side] for side in level)
            level = [side for side in level if counts[side] == most]
        return level[0] if len(level) == 1 else None

    def add_up(self, totals: Sequence[int], points: Sequence[int], tricks: Sequence[int]) -> list[int]:
        """The totals after a deal: from Porvoo 0, and beyond twelve seven (section 6)."""
        added = [before + now if won else 0 for before, now, won in zip(totals, points, tricks, strict=True)]
        return [FALLEN if total > WON else total for total in added]

    def start(self) -> MarjapussiMatch:
        """A new match, before its first card."""
        return MarjapussiMatch(self)


class MarjapussiMatch(MarriageMatch):
    """Deals until one side stands at twelve."""

    game: Marjapussi

    def __init__(self, game: Marjapussi) -> None:
        super().__init__(game)
        self.scored = game.start_totals[:]
        self.carry: int = game.options["start_carry"]  # points that this deal's win is worth more

    @property
    def _first_deal(self) -> bool:
        """Whether the holder of the first ace leads."""
        return not self.deals_done and not self.game.options["deals_played"]

    def leader(self) -> Seat:
        """The seat left of the dealer, and in the first deal whoever has the first ace (section 2)."""
        return NOBODY if self._first_deal else super().leader()

    def do_deal(self, act: Act, line: int, claims: bool) -> list[Told]:
        """Perhaps it is known now who leads the first deal: the ace was read, or it is in the only hand left."""
        told = super().do_deal(act, line, claims)
        if self._first_deal:
            unread = [seat for seat in range(len(self.game.seats)) if seat not in self.dealt]
            holders = [seat for seat, hand in self.dealt.items() if hand >> self.game.first_ace & 1]
            self.deal.turn = (holders or (unread if len(unread) == 1 else [NOBODY]))[0]
        return told

    def refuses_play(self, seat: Seat, card: Card) -> Refusal | None:
        """Whoever leads the first deal has an ace, even where none is known to be his."""
        if self._first_deal and not self.deal.played and not ACES >> card & 1:
            return Refusal("ace-lead", self.hands.known[seat] & ACES, own_rule=True)
        return super().refuses_play(seat, card)

    def do_play(self, act: Act, line: int, claims: bool) -> list[Told]:
        """Whoever leads a deal counts as sitting left of its dealer, and so deals the next one."""
        if not self.deal.played:
            assert act.seat is not None
            self.dealer = self.game.clockwise[act.seat][-1]
        return super().do_play(act, line, claims)

    def _promise(self, seat: Seat, card: Card, line: int) -> Promise | None:
        """To lead the first deal says besides that the first ace is in the hand."""
        promise = super()._promise(seat, card, line)
        ace = self.game.first_ace
        if not self._first_deal or self.deal.played or card == ace or self.hands.whole(seat):
            return promise
        return Promise(line, seat, (card,), self.deal.rows(card), (Need("first-lead", 1 << ace),))

    def end_of_deal(self, winner: Seat) -> list[Told]:
        """The points of the deal, added all at once, and perhaps the end of the game (section 6)."""
        game, taken = self.game, self.taken_by_side()
        tricks, points, win = self.tricks_by_side(), self.made[:], game.win_of(taken)
        points[game.side_of[winner]] += 1
        if win is not None:
            points[win] += 1 + self.carry
        self.carry = self.carry + 1 if win is None and game.options["tie_point"] == "carry" else 0
        totals = game.add_up(self.scored, points, tricks)
        detail = {
            "mats": game.by_side(game.mats(taken)),
            "tie_points": game.by_side(game.tie_points(taken)),
            "tricks": game.by_side(tricks),
            "carry": self.carry,
            "porvoo": [side.id for side, won in zip(game.sides, tricks, strict=True) if not won],
        }
        told: list[Told] = [
            ("deal_over", {"points": game.by_side(points), "detail": detail}),
            ("score", {"total": game.by_side(totals)}),
        ]
        if win is None or totals.count(WON) != 1:
            self.next_deal(totals)
            return told
        self.scored = totals
        return [*told, self.ends([totals.index(WON)])]

    # -- what the table says ----------------------------------------------------------------------------

    def facts(self) -> list[Fact]:
        """Also what the win is worth more than usual."""
        return super().facts() + ([Fact("carry", points=self.carry)] if self.carry else [])

    def plate(self, seat: Seat) -> list[Fact]:
        """The tricks taken; and the aces and tens of the side."""
        mats = self.game.mats(self.taken_by_side())[self.game.side_of[seat]]
        return [*super().plate(seat), Fact("mats", number=mats)]
