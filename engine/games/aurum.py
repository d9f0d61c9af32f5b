"""Aurum: a colour lies in a trick only once, the lowest card of a trick earns gold, and gold is trump. Bids are cards.

The rules, their options and the rule ids used here: docs/rules/aurum.md. A hand has base metal cards only; gold lies
open, in the supply or in somebody's collection.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from engine.actions import Act, Refusal, Seat
from engine.asks import Ask
from engine.aurum_cards import DECK, GOLD, GOLD_OF, OUT_WITH_THREE, VALUE, OpenGold, each_once, sorted_out
from engine.aurum_tricks import lowest, repeated, winning
from engine.cards import NO_CARDS, Card, CardSet, each, set_of
from engine.dealt import DealtMatch, seen
from engine.errors import BadLine
from engine.game import NOT_IN_HAND, OUT_OF_TURN, WRONG_COUNT, WRONG_PHASE, Game, Side, Told
from engine.options import Option
from engine.record import Promise, Revoke
from engine.shown import Fact, Pile, Shown
from engine.verdicts import Reason

HAND_SIZE = 12
LEFT_OVER = 2  # base metal cards, with four
ROUNDS = 3  # where points are added up, and with three
NUGGETS_TO_WIN = 2

SUIT_REPEATED = Refusal("suit-repeated", own_rule=True)
NO_GOLD_LEAD = Refusal("no-gold-lead", own_rule=True)
NOT_PARTNER = Refusal("not-partner", own_rule=True)


class Aurum(Game):
    """Three players, each alone, or four in two teams, partners opposite."""

    name = "aurum"
    seat_numbers = range(3, 5)
    deck = DECK
    option_table = (
        Option("gold_zero", True, (True, False)),
        Option("scoring", "nuggets", ("nuggets", "points")),
        Option("gold_trump", True, (True, False)),
    )

    def make_sides(self) -> tuple[Side, ...]:
        """Four play in two teams."""
        if len(self.seats) == 3:
            return super().make_sides()
        return tuple(Side("+".join(self.seats[first::2]), (first, first + 2)) for first in range(2))

    def make_pack(self) -> CardSet:
        """The base metal cards: those that are dealt."""
        in_play = DECK.all & ~OUT_WITH_THREE if len(self.seats) == 3 else DECK.all
        self.gold = in_play & GOLD if self.options["gold_zero"] else in_play & GOLD & ~GOLD_OF[0]
        return in_play & ~GOLD

    def points(self, bid: int, tricks: int) -> int:
        """What a side has for its tricks (section 6)."""
        return 0 if tricks < bid else bid if tricks > bid else 2 * bid

    def winners(self, totals: Sequence[int], rounds: int, bids: Sequence[int]) -> list[int] | None:
        """The sides that have won after so many rounds, the last with these bids; None: the game goes on."""
        best = [side for side, total in enumerate(totals) if total == max(totals)]
        if self.options["scoring"] == "points":
            return best if rounds == ROUNDS else None
        if max(totals) >= NUGGETS_TO_WIN:
            return best
        if len(self.seats) == 4 or rounds < ROUNDS:
            return None
        highest = max(bids[side] for side in best)
        return [side for side in best if bids[side] == highest]

    def start(self) -> AurumMatch:
        """A new match, before its first card."""
        return AurumMatch(self)


class AurumMatch(DealtMatch):
    """Rounds with the phases `bid`, `play` and perhaps `show`, until a side has won."""

    game: Aurum

    def new_deal(self) -> None:
        """All gold is in the supply, but for the noughts."""
        game, seats = self.game, range(len(self.game.seats))
        self.phase = "bid"
        self.bids: dict[Seat, Card] = {}
        self.turned: CardSet = NO_CARDS  # left over, open
        self.laid: CardSet = NO_CARDS  # base metal cards in tricks
        self.order = game.clockwise[game.clockwise[self.dealer][1]]  # who bids, and plays to the trick, in turn
        self.trick: list[Card] = []
        self.tricks = [0 for _ in seats]
        self.gold = OpenGold(game.gold, len(seats))
        self.passed: Promise | None = None  # that a shown hand is held to
        for seat in seats:
            self.gold.takes(seat, 0)
        super().new_deal()

    def sizes(self) -> Sequence[int]:
        """Twelve base metal cards each."""
        return [HAND_SIZE] * len(self.game.seats)

    def stock_size(self) -> int:
        """There is no stock: what is left over lies open."""
        return 0

    def before_play(self) -> bool:
        """Until the first bid."""
        return self.phase == "bid" and not self.bids

    def away(self) -> CardSet:
        """Base metal cards that lie open, and bids."""
        return self.laid | self.turned | set_of(self.bids.values())

    def dealing(self, pack: Sequence[Card]) -> tuple[Act, ...]:
        """The hands, and with four the cards that are left over."""
        left = tuple(pack[HAND_SIZE * len(self.game.seats) :])
        return (*super().dealing(pack), *([Act("turned", cards=left)] if left else []))

    @property
    def on_turn(self) -> Seat:
        """Who plays next."""
        return self.order[len(self.trick)]

    # -- turned, bid ------------------------------------------------------------------------------------

    def may_turned(self, act: Act) -> Refusal | None:
        """The two cards that are left over, with four players."""
        if not self.before_play() or len(self.game.seats) == 3:
            return WRONG_PHASE
        cards = act.cards or ()
        return WRONG_COUNT if len(cards) != LEFT_OVER else seen(cards, self.hands.everywhere() | ~self.game.pack)

    def do_turned(self, act: Act, line: int, claims: bool) -> list[Told]:
        """They are out of this round."""
        self.turned = set_of(act.cards or ())
        return []

    def _bidders(self) -> list[Seat]:
        """Who may bid now, from the starter on: with four the next one only."""
        left = [seat for seat in self.order if seat not in self.bids]
        return left if len(self.order) == 3 else left[:1]

    def may_bid(self, act: Act) -> Refusal | None:
        """A base metal card from the hand. Raises BadLine or BadCard for a value that is no card."""
        seat, card = act.seat, self._bid_card(act)
        assert seat is not None
        if self.phase != "bid" or seat in self.bids:
            return WRONG_PHASE
        return self.refuses_cards(seat, (card,)) if seat in self._bidders() else OUT_OF_TURN

    def do_bid(self, act: Act, line: int, claims: bool) -> list[Told]:
        """It lies in front of the seat; with the last one play begins."""
        seat, card = act.seat, self._bid_card(act)
        assert seat is not None
        self.bids[seat] = card
        self.hands.plays(seat, card)
        if self._bidders():
            return []
        self.phase = "play"
        return [self._told_bids()]

    def _bid_card(self, act: Act) -> Card:
        if not isinstance(act.value, str):
            raise BadLine(f"a bid is a base metal card, not {act.value!r}")
        return self.game.deck.card(act.value)

    def _side_bids(self) -> list[int]:
        """The bid of each side: the higher value of its cards."""
        return [max(VALUE[self.bids[seat]] for seat in side.seats) for side in self.game.sides]

    def _told_bids(self) -> Told:
        return "bids", {"value": self.game.by_side(self._side_bids())}

    # -- exchange ---------------------------------------------------------------------------------------

    def may_exchange(self, act: Act) -> Refusal | None:
        """Before a trick: one gold card of the own collection, and a hand card for the own or the partner's bid."""
        if self.phase != "play" or self.trick:
            return WRONG_PHASE
        seat, to = act.seat, act.seat if act.to is None else act.to
        assert seat is not None and to is not None
        if self.game.side_of[seat] != self.game.side_of[to]:
            return NOT_PARTNER
        golds, metals = sorted_out(act)
        if len(golds) != 1 or len(metals) != 1:
            return WRONG_COUNT
        refusal = self.refuses_cards(seat, metals)
        return NOT_IN_HAND if refusal is None and not self.gold.owned(seat, golds[0]) else refusal

    def do_exchange(self, act: Act, line: int, claims: bool) -> list[Told]:
        """The card that lay there comes into the hand of who has paid."""
        seat, to = act.seat, act.seat if act.to is None else act.to
        assert seat is not None and to is not None
        (gold,), (metal,) = sorted_out(act)
        self.gold.supply |= 1 << self.gold.loses(seat, gold)
        self.hands.plays(seat, metal)
        self.hands.takes(seat, self.bids[to])
        self.bids[to] = metal
        return [self._told_bids()]

    def can_apply(self, act: Act) -> bool:
        """A bid of somebody else can be replaced only by cards that are there."""
        if act.do != "exchange":
            return True
        seat, (golds, metals) = act.seat, sorted_out(act)
        assert seat is not None
        if len(golds) != 1 or len(metals) != 1 or not self.gold.owned(seat, golds[0]):
            return False
        return self.refuses_cards(seat, metals) is None

    # -- gold -------------------------------------------------------------------------------------------

    def held(self, seat: Seat) -> CardSet:
        """Also the own gold, which can be laid like a hand card."""
        return super().held(seat) | self.gold.collections[seat]

    # -- play, pass, show -------------------------------------------------------------------------------

    def may_play(self, act: Act) -> Refusal | None:
        """A base metal card of a colour that is not in the trick; gold, but not to open it (section 4)."""
        if self.phase != "play" or act.claim is not None or act.source not in (None, "hand"):
            return WRONG_PHASE
        seat, cards = act.seat, act.cards or ()
        assert seat is not None
        if seat != self.on_turn:
            return OUT_OF_TURN
        if len(cards) != 1:
            return WRONG_COUNT
        if GOLD >> cards[0] & 1:
            if not self.gold.owned(seat, cards[0]):
                return NOT_IN_HAND
            return None if self.trick else NO_GOLD_LEAD
        refusal = self.refuses_cards(seat, cards)
        return SUIT_REPEATED if refusal is None and repeated(self.trick) >> cards[0] & 1 else refusal

    def do_play(self, act: Act, line: int, claims: bool) -> list[Told]:
        """The card lies in the trick, which it may complete; then the next seat may be unable to play at all."""
        seat, card = act.seat, act.card
        assert seat is not None and card is not None
        if GOLD >> card & 1:
            card = self.gold.loses(seat, card)
        else:
            self.hands.plays(seat, card)
            self.laid |= 1 << card
        self.trick.append(card)
        told = self._take_trick() if len(self.trick) == len(self.order) else []
        if not self.hands.size(self.on_turn) and not (self.trick and self.gold.collections[self.on_turn]):
            told += self._end_round()
        return told

    def _take_trick(self) -> list[Told]:
        """Somebody wins it, the lowest card earns gold and leads (section 5)."""
        game, trick, order = self.game, self.trick, self.order
        winner, earner = self._winner(), lowest(trick)
        self.tricks[winner] += 1
        told: list[Told] = [("trick", {"winner": game.seats[winner], "cards": game.deck.text(trick)})]
        leader = winner if earner is None else order[earner]
        if earner is not None and (gold := self.gold.takes(leader, VALUE[trick[earner]])):
            told.append(("gold", {"seat": game.seats[leader], "card": game.text(gold)}))
        self.gold.supply |= set_of(trick) & GOLD
        self.trick, self.order = [], game.clockwise[leader]
        return told

    def _winner(self) -> Seat:
        """Whose card takes the trick, as it lies."""
        return self.order[winning(self.trick, gold_trump=self.game.options["gold_trump"])]

    def may_pass(self, act: Act) -> Refusal | None:
        """Only who has no card of a colour that is free; gold need not be played."""
        if self.phase != "play":
            return WRONG_PHASE
        if act.seat != self.on_turn:
            return OUT_OF_TURN
        because = self.hands.known[act.seat] & ~repeated(self.trick)
        return Refusal("must-play", because, own_rule=True) if because or not self.trick else None

    def do_pass(self, act: Act, line: int, claims: bool) -> list[Told]:
        """The round is over; a hand that is not known is shown first."""
        seat = act.seat
        assert seat is not None
        if self.hands.whole(seat):
            return self._end_round()
        self.phase = "show"
        forbidden = self.game.pack & ~repeated(self.trick)
        self.passed = Promise(line, seat, rungs=(("must-play", forbidden),)) if claims else None
        return []

    def may_show(self, act: Act) -> Refusal | None:
        """All hand cards of the seat that has passed."""
        if self.phase != "show":
            return WRONG_PHASE
        seat, cards = act.seat, act.cards or ()
        assert seat is not None
        if seat != self.on_turn:
            return OUT_OF_TURN
        if len(cards) != self.hands.size(seat):
            return WRONG_COUNT
        refusal = seen(cards, self.seen_elsewhere(seat))
        return NOT_IN_HAND if refusal is None and self.hands.known[seat] & ~set_of(cards) else refusal

    def do_show(self, act: Act, line: int, claims: bool) -> list[Told]:
        """A card that could have been played proves the pass false. The round is scored all the same."""
        hand, passed = set_of(act.cards or ()), self.passed
        told: list[Told] = []
        if passed is not None and (proof := hand & passed.rungs[0][1]):
            told = self.judged([Revoke(passed, "must-play", proof, proof.bit_count(), Reason())])
        return told + self._end_round()

    # -- scores -----------------------------------------------------------------------------------------

    def _end_round(self) -> list[Told]:
        """The round is scored; a trick that is not complete counts for nobody."""
        game, bids = self.game, self._side_bids()
        tricks = self.by_side(self.tricks)
        gold = self.by_side([self.gold.points(seat) for seat in range(len(game.seats))])
        points = [game.points(bid, won) + own for bid, won, own in zip(bids, tricks, gold, strict=True)]
        totals = self.scored[:]
        if game.options["scoring"] == "points":
            totals = [before + now for before, now in zip(totals, points, strict=True)]
        elif points.count(max(points)) == 1:
            totals[points.index(max(points))] += 1  # a nugget
        detail = {"bid": game.by_side(bids), "tricks": game.by_side(tricks), "gold": game.by_side(gold)}
        told: list[Told] = [
            ("deal_over", {"points": game.by_side(points), "detail": detail}),
            ("score", {"total": game.by_side(totals)}),
        ]
        winners = game.winners(totals, self.deals_done + 1, bids)
        if winners is None:
            self.next_deal(totals)
            return told
        self.scored = totals
        return [*told, self.ends(winners)]

    # -- what the table says ----------------------------------------------------------------------------

    def asks(self) -> tuple[Ask, ...]:
        """A bid, and what is left over; a card, a pass, or before a trick an exchange; a hand to be shown."""
        if self.over:
            return ()
        if self.phase == "bid":
            faces = tuple(self.game.deck.faces[card] for card in each(self.game.pack))
            bids = [Ask("bid", seat, values=faces, hidden=len(self.order) == 3) for seat in self._bidders()]
            waits = self.before_play() and len(self.order) == 4 and not self.turned
            return (*bids, *([Ask("turned", None, LEFT_OVER, LEFT_OVER, any_time=True)] if waits else []))
        seat = self.on_turn
        if self.phase == "show":
            size = self.hands.size(seat)
            return (Ask("show", seat, size, size),)
        if self.trick:
            return Ask("play", seat, 1, 1), Ask("pass", seat)
        sides, side_of = self.game.sides, self.game.side_of
        payers = [payer for payer in self.order if self.gold.collections[payer]]
        exchanges = [Ask("exchange", payer, 2, 2, to=sides[side_of[payer]].seats, any_time=True) for payer in payers]
        return Ask("play", seat, 1, 1), *exchanges

    def shown(self) -> Shown:
        """The trick, all gold, the cards left over; what each side has bid, once all bids lie, and taken."""
        seats = range(len(self.game.seats))
        trick = tuple(zip(self.order, self.trick, strict=False))
        leads = self._winner() if self.trick else None
        piles = [Pile("supply", tuple(each(self.gold.supply)))]
        piles += [Pile("collection", tuple(each(self.gold.collections[seat])), seat=seat) for seat in seats]
        if self.turned:
            piles.append(Pile("left-over", tuple(each(self.turned))))
        open_bids = self.bids if len(self.order) == 4 or self.phase != "bid" else {}
        plates = []
        for seat in seats:
            bid = (Fact("bid", cards=(open_bids[seat],)),) if seat in open_bids else ()
            plates.append((*bid, Fact("tricks", number=self.tricks[seat])))
        return Shown(trick, leads, tuple(piles), (), tuple(plates))

    def turn(self) -> dict[str, Any] | None:
        """Who acts next, and what it may play, or bid with, where its whole hand is known."""
        if self.over:
            return None
        game = self.game
        seat = self._bidders()[0] if self.phase == "bid" else self.on_turn
        keys: dict[str, Any] = {"seat": game.seats[seat], "phase": self.phase}
        if self.phase == "bid" and len(self.order) == 3:
            keys["seats"] = [game.seats[bidder] for bidder in sorted(self._bidders())]
        if self.phase != "show" and self.hands.whole(seat):
            legal = self.hands.known[seat] & ~repeated(self.trick)
            if self.trick:
                legal |= each_once(self.gold.collections[seat])
            keys["legal"] = game.text(legal)
        return keys
