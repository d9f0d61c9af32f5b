"""Amerikaner: an auction for tricks; the bidder's first card makes trumps, and the holder of a called trump helps.

The rules, their options and the rule ids used here: docs/rules/amerikaner.md.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import permutations
from typing import Any

from engine.actions import Act, Refusal, Seat
from engine.asks import Ask
from engine.cards import FRENCH, NO_CARD, RANKS, SUIT, Card, CardSet, cards, each, rank_of, suit_of
from engine.deciding import DecidingMatch
from engine.errors import BadGame, BadLine
from engine.game import CARD_SEEN, Told
from engine.options import Option, Whole
from engine.record import Promise
from engine.shown import Fact
from engine.trick import NOBODY, Ladder, Must, RowsDeal, TrickDeal, TrickGame

ALONE = "amerikaner"  # the bid of all tricks without a helper
REMOVED = {3: "2C", 4: "", 5: "2C 2D"}  # by the number of players
TWOS = tuple(" ".join(twos) for count in range(3) for twos in permutations(("2C", "2D", "2H", "2S"), count))


class Amerikaner(TrickGame):
    """Three to five players, each alone but for the bidder's helper of one deal."""

    name = "amerikaner"
    seat_numbers = range(3, 6)
    option_table = (Option("target", 52, Whole(1)), Option("removed", "", TWOS))

    def __init__(self, seats: Sequence[str], dealer: str | None, options: Mapping[str, Any]) -> None:
        super().__init__(seats, dealer, {"removed": REMOVED.get(len(seats), ""), **options})

    def make_pack(self) -> CardSet:
        """So many twos are out that the cards go round evenly (section 2)."""
        removed, count = cards(self.options["removed"]), len(self.seats)
        if removed.bit_count() != len(FRENCH) % count:
            said = self.options["removed"]
            raise BadGame(f'option "removed" cannot be "{said}": with {count} seats {len(FRENCH) % count} twos are out')
        return FRENCH.all & ~removed

    def cards_each(self, playing: int) -> int:
        """All cards are dealt."""
        return self.pack.bit_count() // playing

    @property
    def tricks(self) -> int:
        """How many there are in a deal, and the highest number that can be bid."""
        return self.cards_each(len(self.seats))

    def musts(self, led: Card) -> Ladder:
        """Follow suit; else anything (section 4)."""
        return (Must("follow-suit", SUIT[suit_of(led)]),)

    def rows(self, card: Card, deal: TrickDeal) -> Ladder:
        """Before that, in the first trick: the card called, until it lies there (section 4)."""
        assert isinstance(deal, AmerikanerDeal)
        rows = super().rows(card, deal)
        if deal.tricks or deal.called in (NO_CARD, card, *deal.laid):
            return rows
        return (Must("called-card", 1 << deal.called), *rows)

    def power(self, card: Card, led: Card) -> int:
        """The highest card of the suit led; trumps are the deal's (section 5)."""
        return RANKS.index(rank_of(card)) if suit_of(card) == suit_of(led) else -1

    def height(self, bid: object) -> int:
        """How high a bid is: its number of tricks, and one more for the amerikaner; 0 for no bid at all."""
        return bid if isinstance(bid, int) else self.tricks + 1 if bid == ALONE else 0

    def score(self, bid: int | str, partners: Sequence[Seat], tricks: Sequence[int]) -> list[int]:
        """What the deal counts for each seat: partners win or lose the bid, others have their tricks (section 6)."""
        wanted = self.tricks if bid == ALONE else self.height(bid)
        made = sum(tricks[seat] for seat in partners) >= wanted
        return [(wanted if made else -wanted) if seat in partners else taken for seat, taken in enumerate(tricks)]

    def deal(self, leader: Seat, playing: Sequence[Seat] | None = None) -> AmerikanerDeal:
        """A new deal, before its first card."""
        return AmerikanerDeal(self, leader, range(len(self.seats)))

    def start(self) -> AmerikanerMatch:
        """A new match, before its first card."""
        return AmerikanerMatch(self)


class AmerikanerDeal(RowsDeal):
    """The tricks of a deal, and the card that the bidder has called."""

    __slots__ = ("called",)

    def __init__(self, game: Amerikaner, leader: Seat, playing: Sequence[Seat]) -> None:
        super().__init__(game, leader, playing)
        self.called: Card = NO_CARD


class AmerikanerMatch(DecidingMatch):
    """Deal after deal to the target, each with its auction, its call and its tricks."""

    game: Amerikaner
    deal: AmerikanerDeal

    def opening_phase(self) -> str:
        """With the auction."""
        return "bid"

    def new_deal(self) -> None:
        """Nobody has bid yet."""
        super().new_deal()
        self.bid: int | str | None = None
        self.bidder: Seat = NOBODY
        self.helper: Seat = NOBODY  # who has played the called card, where that is not the bidder

    # -- the auction ------------------------------------------------------------------------------------

    def may_bid(self, act: Act) -> Refusal | None:
        """Higher than the last bid. Raises BadLine for a bid without a number or text."""
        if not isinstance(act.value, int | str):
            raise BadLine(f'a bid is a number of tricks or "{ALONE}", not {act.value!r}')
        if refusal := self.refuses_decision(act, "bid"):
            return refusal
        if act.value != ALONE and act.value not in range(1, self.game.tricks + 1):
            return Refusal("wrong-value")
        too_low = self.game.height(act.value) <= self.game.height(self.bid)
        return Refusal("bid-too-low", own_rule=True) if too_low else None

    def do_bid(self, act: Act, line: int, claims: bool) -> list[Told]:
        """It stands if all others have passed, or if nothing is higher."""
        assert isinstance(act.value, int | str)
        self.bid, self.bidder = act.value, self.deciding[0]
        self.decides(again=True)
        return self._contract() if act.value == ALONE or len(self.deciding) == 1 else []

    def may_pass(self, act: Act) -> Refusal | None:
        """Always, in the auction."""
        return self.refuses_decision(act, "bid")

    def do_pass(self, act: Act, line: int, claims: bool) -> list[Told]:
        """Final. The last bid stands once all others have passed; a deal in which all have passed is void."""
        self.decides()
        if not self.deciding:
            return self.close_deal([0] * len(self.game.seats), {"bid": None})
        return self._contract() if self.bid is not None and len(self.deciding) == 1 else []

    def _contract(self) -> list[Told]:
        self.begin_play(self.bidder)
        return [("contract", {"seat": self.game.seats[self.bidder], "value": self.bid})]

    # -- the call ---------------------------------------------------------------------------------------

    def may_declare(self, act: Act) -> Refusal | None:
        """A trump in another hand. Raises BadLine or BadCard for a value that is no card."""
        if not isinstance(act.value, str):
            raise BadLine(f"what is called is a card, not {act.value!r}")
        called = self.game.deck.card(act.value)
        if refusal := self.refuses_decision(act, "call"):
            return refusal
        if suit_of(called) != self.deal.trump:
            return Refusal("call-trump", own_rule=True)
        if (self.deal.played | ~self.game.pack) >> called & 1:
            return CARD_SEEN
        own = self.hands.known[self.bidder] & 1 << called
        return Refusal("called-card", own, own_rule=True) if own else None

    def do_declare(self, act: Act, line: int, claims: bool) -> list[Told]:
        """The bidder says that it does not hold the card; its holder, whoever that is, must play it now."""
        called = self.game.deck.card(str(act.value))
        leader, second, *_ = self.deal.order
        self.begin_play(second)
        self.deal.called = called
        if not claims or self.hands.whole(leader):
            return []
        promise = Promise(line, leader, (called,), (Must("called-card", 1 << called),))
        return self.judged(self.record.promises(promise))

    # -- play -------------------------------------------------------------------------------------------

    def do_play(self, act: Act, line: int, claims: bool) -> list[Told]:
        """The first card makes trumps, and is followed by the call; the called card shows who helps."""
        seat, card, deal = act.seat, act.card, self.deal
        assert seat is not None and card is not None
        opens = not deal.played and self.bid != ALONE
        if opens:
            deal.trump = suit_of(card)
        if card == deal.called and seat != self.bidder:
            self.helper = seat
        told = super().do_play(act, line, claims)
        if opens:
            self.phase, self.deciding = "call", (self.bidder,)
        return told if any(kind == "trick" for kind, _ in told) else [*told, *self._partner(card)]

    def _partner(self, card: Card) -> list[Told]:
        """What follows the card just played, after the event of its trick: perhaps it was the called one."""
        if card != self.deal.called or self.helper == NOBODY:
            return []
        return [("partner", {"seat": self.game.seats[self.helper], "cards": self.game.deck.faces[card]})]

    def end_of_trick(self, winner: Seat) -> list[Told]:
        """All tricks are played, and then counted (section 6)."""
        game, told = self.game, self._partner(self.deal.laid[-1])
        if not self.deal.over:
            return told
        assert self.bid is not None
        partners = [seat for seat in (self.bidder, self.helper) if seat != NOBODY]
        tricks = self.tricks_by_seat()
        detail = {
            "bid": self.bid,
            "bidder": game.seats[self.bidder],
            "partner": None if self.helper == NOBODY else game.seats[self.helper],
            "tricks": game.by_side(tricks),
        }
        return told + self.close_deal(game.score(self.bid, partners, tricks), detail)

    # -- what the table says ----------------------------------------------------------------------------

    def asks_to_decide(self, seat: Seat) -> Sequence[Ask]:
        """A higher bid or a pass; the call of a trump that is not on the table."""
        game = self.game
        if self.phase == "call":
            assert self.deal.trump is not None
            callable_ = SUIT[self.deal.trump] & game.pack & ~self.deal.played
            return [Ask("declare", seat, values=tuple(game.deck.faces[card] for card in each(callable_)))]
        bids = [bid for bid in (*range(1, game.tricks + 1), ALONE) if game.height(bid) > game.height(self.bid)]
        return Ask("bid", seat, values=tuple(bids)), Ask("pass", seat)

    def facts(self) -> list[Fact]:
        """Also the card that was called."""
        called = self.deal.called
        return super().facts() + ([] if called == NO_CARD else [Fact("called", cards=(called,))])

    def plate(self, seat: Seat) -> list[Fact]:
        """The bid that stands, who has passed, who helps, and the tricks taken."""
        if self.phase == "bid" and seat not in self.deciding:
            return [Fact("pass")]
        told, bid = [], self.bid
        if seat == self.bidder:
            told.append(Fact("bid", word=bid) if isinstance(bid, str) else Fact("bid", number=bid))
        if seat == self.helper:
            told.append(Fact("helper"))
        if self.phase == "play":
            told.append(Fact("tricks", number=self.tricks_by_seat()[seat]))
        return told
