"""Rödskägg: from 12 points down to exactly nought, one a trick; the highest bidder leads to every trick of the deal.

The rules, their options and the rule ids used here: docs/rules/rodskagg.md.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypeAlias

from engine.actions import Act, Refusal, Seat
from engine.asks import Ask
from engine.cards import NO_CARD, NO_CARDS, RANK, RANKS, SUIT, Card, CardSet, rank_of, set_of, suit_of
from engine.errors import BadLine
from engine.game import CARD_SEEN, NOT_IN_HAND, OUT_OF_TURN, WRONG_COUNT, WRONG_PHASE, Told, Win
from engine.match import TrickMatch
from engine.options import Option, Whole
from engine.record import Promise, Record
from engine.shown import Fact
from engine.trick import NOBODY, Ladder, Must, TrickDeal, TrickGame

Bid: TypeAlias = int | str

RODSKAGG = "rodskagg"  # the bid above six: all tricks, with the game at stake
TRICKS = 6
BIDS = (*range(TRICKS + 1), RODSKAGG)
QUESTION_AFTER = 4  # tricks
COURTS = RANK["J"] | RANK["Q"] | RANK["K"]  # the ace is none of them
WRONG_VALUE = Refusal("wrong-value")


class Rodskagg(TrickGame):
    """Three to seven players, each alone; who is out of the game is no longer dealt to."""

    name = "rodskagg"
    seat_numbers = range(3, 8)
    hand_size = TRICKS
    option_table = (Option("start", 12, Whole(1)), Option("penalty", 6, Whole(1)))

    def musts(self, led: Card) -> Ladder:
        """Follow suit; else anything (section 4)."""
        return (Must("follow-suit", SUIT[suit_of(led)]),)

    def power(self, card: Card, led: Card) -> int:
        """The highest card of the suit led (section 5)."""
        return RANKS.index(rank_of(card)) if suit_of(card) == suit_of(led) else -1

    def next_leader(self, deal: TrickDeal) -> Seat:
        """The same again, whoever took the trick (section 2)."""
        return deal.order[0]

    def height(self, bid: Bid) -> int:
        """How high a bid is."""
        return TRICKS + 1 if isinstance(bid, str) else bid

    def score(self, tricks: int, bid: Bid | None, *, at_risk: bool) -> int:
        """What so many tricks count for a player; the bid is None for all but the bidder (section 6)."""
        penalty: int = self.options["penalty"]
        if at_risk:
            return -2 * tricks or penalty
        if bid == RODSKAGG:
            return 0
        return -tricks if bid is None or tricks >= self.height(bid) else penalty - tricks

    def start(self) -> RodskaggMatch:
        """A new match, before its first card."""
        return RodskaggMatch(self)


class RodskaggMatch(TrickMatch):
    """Deal after deal: new hands, bids, tricks and the question; in the end perhaps duels (sections 3 and 6)."""

    game: Rodskagg

    def __init__(self, game: Rodskagg) -> None:
        self.in_game: tuple[Seat, ...] = tuple(range(len(game.seats)))
        self.duellists: tuple[Seat, ...] = ()
        super().__init__(game)
        self.scored = [game.options["start"]] * len(game.seats)

    def playing(self) -> Sequence[Seat]:
        """Those in the game; in a duel only its players."""
        return self.duellists or self.in_game

    def opening_phase(self) -> str:
        """With new hands; a duel with its first card."""
        return "play" if self.duellists else "swap"

    def new_deal(self) -> None:
        """Nobody has a new hand, a bid or a trick."""
        self.thrown: CardSet = NO_CARDS  # cards thrown away, where they were read, until they are shuffled in
        super().new_deal()
        self.begun = False  # whether a seat has acted
        self.final: set[Seat] = set()  # whose hand can no longer be changed
        self.named: dict[Seat, CardSet] = {}  # who has a new hand, and the cards of it named by a draw
        self.bids: dict[Seat, Bid] = {}
        self.bidder: Seat = NOBODY
        self.tricks = [0] * len(self.game.seats)
        self.asked = False
        self.waiting: tuple[Seat, ...] = ()  # who has yet to answer the question
        self.risk: tuple[Seat, ...] = ()
        self.resting: tuple[Seat, ...] = ()  # who has put the cards away

    def next_dealer(self) -> Seat:
        """The nearest player in the game deals."""
        return next(seat for seat in (*self.game.clockwise[self.dealer][1:], self.dealer) if seat in self.in_game)

    def before_play(self) -> bool:
        """Until a seat has acted."""
        return not self.begun and super().before_play()

    def seen_elsewhere(self, seat: Seat) -> CardSet:
        """Cards thrown away do not come back."""
        return super().seen_elsewhere(seat) | self.thrown

    # -- new hands (sections 3 and 4) -------------------------------------------------------------------

    def may_exchange(self, act: Act) -> Refusal | None:
        """The whole hand, by anybody in the game; not a final one, and not one with a court card."""
        seat = act.seat
        assert seat is not None
        if self.phase != "swap":
            return WRONG_PHASE
        if seat not in self.playing():
            return OUT_OF_TURN
        counts = {count for count in (act.count, None if act.cards is None else len(act.cards)) if count is not None}
        if counts != {TRICKS}:
            return WRONG_COUNT
        given, known = set_of(act.cards or ()), self.hands.known[seat]
        if act.cards is not None:
            if given.bit_count() < TRICKS or given & self.seen_elsewhere(seat):
                return CARD_SEEN
            if known & ~given:
                return NOT_IN_HAND
        if seat in self.final:
            return Refusal("final-hand", own_rule=True)
        courts = COURTS & (given | known)
        return Refusal("court-card", courts, own_rule=True) if courts else None

    def do_exchange(self, act: Act, line: int, claims: bool) -> list[Told]:
        """Six cards from the stock for the old hand, which promises that no court card was in it."""
        seat, hands = act.seat, self.hands
        assert seat is not None
        self.begun = True
        told: list[Told] = []
        if claims and act.cards is None and not hands.whole(seat):
            told = self.judged(self.record.promises(Promise(line, seat, (), (("court-card", COURTS),))))
        self.thrown |= set_of(act.cards or ()) | hands.known[seat]
        self.final.discard(seat)
        if self.stock_left < TRICKS:  # the rest and all cards thrown away are shuffled, this hand's too
            self.stock, self.thrown = (), NO_CARDS
            self.stock_left = self.game.pack.bit_count() - TRICKS * (len(self.playing()) - 1)
            self.final.add(seat)
        drawn, self.stock = self.stock[:TRICKS], self.stock[TRICKS:]
        self.stock_left -= TRICKS
        hands.known[seat], hands.unknown[seat] = set_of(drawn), TRICKS - len(drawn)
        self.named[seat] = NO_CARDS
        self._record_hands()
        return told

    def may_draw(self, act: Act) -> Refusal | None:
        """A card of the new hand is named, each once."""
        seat, card = act.seat, act.card
        assert seat is not None
        if self.phase != "swap" or act.source not in (None, "stock") or card is None:
            return WRONG_PHASE
        if seat not in self.playing():
            return OUT_OF_TURN
        named = self.named.get(seat)
        if act.cards is None or len(act.cards) != 1 or named is None or named.bit_count() == TRICKS:
            return WRONG_COUNT
        if (self.seen_elsewhere(seat) | named) >> card & 1:
            return CARD_SEEN
        return NOT_IN_HAND if self.hands.whole(seat) and not self.hands.known[seat] >> card & 1 else None

    def do_draw(self, act: Act, line: int, claims: bool) -> list[Told]:
        """The card is known, where the known stock has not told it already."""
        seat, card = act.seat, act.card
        assert seat is not None and card is not None
        self.named[seat] |= 1 << card
        if not self.hands.known[seat] >> card & 1:
            self.hands.names(seat, card)
            self._record_hands()
        return []

    def _record_hands(self) -> None:
        """A record of what is known now. No promise goes with it: the hands that were spoken of are gone."""
        seats = range(len(self.game.seats))
        self.record = Record(self.game.pack, len(seats))
        sizes, known = [self.hands.size(seat) for seat in seats], dict(enumerate(self.hands.known))
        self.record.deals(sizes, known, set_of(self.stock) | self.thrown)

    # -- bids (section 3) -------------------------------------------------------------------------------

    def may_bid(self, act: Act) -> Refusal | None:
        """Everybody once, in turn; no bid need be higher than another."""
        if self.phase not in ("swap", "bid"):
            return WRONG_PHASE
        if act.seat != self.deal.turn:
            return OUT_OF_TURN
        fits = act.value == RODSKAGG or (isinstance(act.value, int) and 0 <= act.value <= TRICKS)
        return None if fits else WRONG_VALUE

    def do_bid(self, act: Act, line: int, claims: bool) -> list[Told]:
        """After the last bid the first of the highest stands; nobody with a trick to bid: a void deal."""
        assert isinstance(act.value, int | str)
        return self._bid(act.value)

    def may_pass(self, act: Act) -> Refusal | None:
        """A bid of nought; or staying out of the last two tricks."""
        if self.phase == "play":
            return WRONG_PHASE
        return None if act.seat == self.deal.turn else OUT_OF_TURN

    def do_pass(self, act: Act, line: int, claims: bool) -> list[Told]:
        """As `may_pass` says."""
        return self._answer(comes_in=False) if self.phase == "ask" else self._bid(0)

    def _bid(self, bid: Bid) -> list[Told]:
        game, deal, height = self.game, self.deal, self.game.height
        self.begun, self.phase = True, "bid"
        self.bids[deal.turn] = bid
        waiting = [seat for seat in game.clockwise[deal.turn] if seat in self.playing() and seat not in self.bids]
        if waiting:
            deal.turn = waiting[0]
            return []
        bidder = max(self.bids, key=lambda seat: height(self.bids[seat]))  # of equal ones the first, in bidding order
        if not height(self.bids[bidder]):
            return self._next(self._over(dict.fromkeys(self.playing(), 0), {"bid": None}))
        self.phase, self.bidder, deal.turn = "play", bidder, bidder
        return [("contract", {"seat": game.seats[bidder], "value": self.bids[bidder]})]

    # -- the question before the last two tricks (section 3) --------------------------------------------

    def _can_ask(self) -> bool:
        """Whether the leader may ask now: once, between the fourth trick and his card to the fifth."""
        deal = self.deal
        fifth = self.phase == "play" and deal.tricks == QUESTION_AFTER and deal.led == NO_CARD
        return fifth and not self.asked and not self.duellists

    def _without_trick(self) -> tuple[Seat, ...]:
        """Who would have to answer, clockwise from the leader."""
        _, *others = self.game.clockwise[self.bidder]
        return tuple(seat for seat in others if seat in self.playing() and not self.tricks[seat])

    def may_declare(self, act: Act) -> Refusal | None:
        """The leader's question, or that a seat comes in. Raises BadLine for a value that is no text."""
        value = act.value
        if value is not None and not isinstance(value, str):
            raise BadLine(f'what is declared is "ask" or "in", not {value!r}')
        fits = "in" if self.phase == "ask" else "ask"
        if not (self.phase == "ask" or self._can_ask()) or (value != fits and value in ("ask", "in")):
            return WRONG_PHASE
        if act.seat != self.deal.turn:
            return OUT_OF_TURN
        return None if value == fits else WRONG_VALUE

    def do_declare(self, act: Act, line: int, claims: bool) -> list[Told]:
        """Whoever has no trick must answer; if they all have one, the play goes on."""
        if self.phase == "ask":
            return self._answer(comes_in=True)
        self.asked, self.waiting = True, self._without_trick()
        if self.waiting:
            self.phase, self.deal.turn = "ask", self.waiting[0]
        return []

    def _answer(self, *, comes_in: bool) -> list[Told]:
        """The seat comes in, at risk, or puts its cards away."""
        deal, (seat, *waiting) = self.deal, self.waiting
        self.waiting = tuple(waiting)
        if comes_in:
            self.risk += (seat,)
        else:
            self.resting += (seat,)
            deal.left[seat] = 0
        if waiting:
            deal.turn = waiting[0]
            return []
        self.phase, deal.turn = "play", self.bidder
        return [self._endgame()]

    def _endgame(self) -> Told:
        names = self.game.seats
        seats = [names[seat] for seat in self.playing() if self.deal.left[seat]]
        return "endgame", {"seats": seats, "risk": [names[seat] for seat in sorted(self.risk)]}

    # -- play and its end (sections 5 and 6) ------------------------------------------------------------

    def do_play(self, act: Act, line: int, claims: bool) -> list[Told]:
        """The leader's card to the fifth trick, without the question, lets everybody in."""
        forgotten = self._can_ask() and self._without_trick()
        told = super().do_play(act, line, claims)
        return [*told, self._endgame()] if forgotten else told

    def end_of_trick(self, winner: Seat) -> list[Told]:
        """In a duel the winner leads; after the last trick the deal is scored."""
        self.tricks[winner] += 1
        if not self.deal.over:
            if self.duellists:
                self.deal.turn = winner
            return []
        return self._end_of_duel() if self.duellists else self._end_of_deal()

    def _end_of_deal(self) -> list[Told]:
        game, bidder, bid, tricks = self.game, self.bidder, self.bids[self.bidder], self.tricks
        names = game.seats
        made = bid == RODSKAGG and tricks[bidder] == TRICKS
        points = {
            seat: 0 if made else game.score(tricks[seat], bid if seat == bidder else None, at_risk=seat in self.risk)
            for seat in self.playing()
        }
        counted = {names[seat]: tricks[seat] for seat in self.playing()}
        told = self._over(points, {"bid": bid, "bidder": names[bidder], "tricks": counted})
        if made:
            return [*told, self._wins(bidder, "rodskagg")]
        if bid == RODSKAGG:
            self.in_game = tuple(seat for seat in self.in_game if seat != bidder)
            told.insert(0, ("out", {"seats": [names[bidder]]}))
        at_nought = tuple(seat for seat in self.in_game if not self.scored[seat])
        if len(at_nought) == 1:
            return [*told, self._wins(at_nought[0], "nought")]
        if len(self.in_game) == 1:
            return [*told, self._wins(self.in_game[0], "alone")]
        self.duellists = at_nought
        return self._next(told)

    def _end_of_duel(self) -> list[Told]:
        tricks, names = self.tricks, self.game.seats
        detail = {"duel": {names[seat]: tricks[seat] for seat in self.duellists}}
        told = self._over(dict.fromkeys(self.duellists, 0), detail)
        self.duellists = tuple(seat for seat in self.duellists if tricks[seat] == max(tricks))
        if len(self.duellists) == 1:
            return [*told, self._wins(self.duellists[0], "duel")]
        return self._next(told)

    def _over(self, points: dict[Seat, int], detail: dict[str, Any]) -> list[Told]:
        """The deal is over: its points, which are few, and the totals."""
        names = self.game.seats
        self.scored = [total + points.get(seat, 0) for seat, total in enumerate(self.scored)]
        keys = {"points": {names[seat]: count for seat, count in points.items()}, "detail": detail}
        return [("deal_over", keys), ("score", {"total": self.totals()})]

    def _next(self, told: list[Told]) -> list[Told]:
        self.next_deal(self.scored)
        return told

    def _wins(self, seat: Seat, by: str) -> Told:
        self.over, self.won = True, Win((seat,), by)
        return "game_over", {"winners": [self.game.seats[seat]]}

    # -- what the table says ----------------------------------------------------------------------------

    def _may_change(self) -> list[Seat]:
        """Who may still throw the hand away."""
        return [seat for seat in self.playing() if seat not in self.final] if self.phase == "swap" else []

    def turn(self) -> dict[str, Any] | None:
        """In `swap` the first bidder is named, who may bid at once; the others may still change hands."""
        keys = super().turn()
        if keys is not None and self.phase == "swap":
            keys["seats"] = [self.game.seats[seat] for seat in sorted({self.deal.turn, *self._may_change()})]
        return keys

    def asks(self) -> tuple[Ask, ...]:
        """A bid, and new hands before the first one; the question, and answers to it; cards."""
        seat = self.deal.turn
        if self.over:
            return ()
        if self.phase in ("swap", "bid"):
            change = self._may_change()
            change.sort(key=lambda other: other != seat)  # the seat on turn first
            hands = (Ask("exchange", other, TRICKS, TRICKS, hidden=True, any_time=True) for other in change)
            return Ask("bid", seat, values=BIDS), Ask("pass", seat), *hands
        if self.phase == "ask":
            return Ask("declare", seat, values=("in",)), Ask("pass", seat)
        question = (Ask("declare", seat, values=("ask",)),) if self._can_ask() else ()
        return (*super().asks(), *question)

    def facts(self) -> list[Fact]:
        """Also the stock, as long as hands may be changed."""
        return super().facts() + ([Fact("stock", number=self.stock_left)] if self.phase == "swap" else [])

    def plate(self, seat: Seat) -> list[Fact]:
        """What was bid, at last by the highest bidder only; who risks points, who rests; the tricks taken."""
        if seat not in self.in_game:
            return [Fact("out")]
        if seat not in self.playing() or seat in self.resting:
            return [Fact("resting")]
        told = []
        if seat in self.bids and self.bidder in (seat, NOBODY):
            bid = self.bids[seat]
            told.append(Fact("bid", word=bid) if isinstance(bid, str) else Fact("bid", number=bid))
        if seat in self.risk:
            told.append(Fact("at-risk"))
        if self.phase in ("play", "ask"):
            told.append(Fact("tricks", number=self.tricks[seat]))
        return told
