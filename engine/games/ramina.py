"""Ramina: in each deal one comes in for a chip or rests; who is in and takes no trick burns. Ten points win the pot.

The rules, their options and the rule ids used here: docs/rules/ramina.md.
"""

from __future__ import annotations

from collections.abc import Sequence

from engine.actions import Act, Refusal, Seat
from engine.asks import Ask
from engine.cards import NO_CARD, NO_CARDS, RANKS, SUIT, Card, CardSet, rank_of, set_of, suit_of
from engine.deciding import DecidingMatch
from engine.game import CARD_SEEN, NOT_IN_HAND, WRONG_COUNT, WRONG_PHASE, Told
from engine.options import Option, Whole
from engine.shown import Fact, Pile
from engine.trick import Ladder, Must, TrickDeal, TrickGame

MOST_CHANGED = 4  # cards


class Ramina(TrickGame):
    """Three to eight players, each alone; the Finnish rules have a duty to trump."""

    name = "ramina"
    seat_numbers = range(3, 9)
    option_table = (
        Option("rules", "fi", ("fi", "sv", "nb")),
        Option("must_trump", True, (True, False)),
        Option("max_rests", 2, Whole(0)),
        Option("target", 10, Whole(2)),
        Option("chips", 30, Whole(1)),
    )
    presets = {"fi": {"must_trump": True}, "sv": {"must_trump": False}, "nb": {"must_trump": False}}

    def cards_each(self, playing: int) -> int:
        """As many as there are tricks (section 2)."""
        return 4 if playing == 8 else 5

    def musts(self, led: Card) -> Ladder:
        """Follow suit; else anything (section 4)."""
        return (Must("follow-suit", SUIT[suit_of(led)]),)

    def ladder(self, deal: TrickDeal) -> Ladder:
        """Where trumping is a duty, a trump before anything."""
        if deal.led == NO_CARD:
            return ()
        follow = self.ladders[deal.led]
        if not self.options["must_trump"] or deal.trump is None or deal.trump == suit_of(deal.led):
            return follow
        return (*follow, Must("must-trump", SUIT[deal.trump]))

    def power(self, card: Card, led: Card) -> int:
        """The highest card of the suit led; trumps are the deal's (section 5)."""
        return RANKS.index(rank_of(card)) if suit_of(card) == suit_of(led) else -1

    def start(self) -> RaminaMatch:
        """A new match, before its first card."""
        return RaminaMatch(self)


class RaminaMatch(DecidingMatch):
    """Deal after deal to the target, each with its decisions, its changes of cards and its tricks."""

    game: Ramina

    def __init__(self, game: Ramina) -> None:
        self.pot = 0
        self.chips = [game.options["chips"]] * len(game.seats)
        self.rests = [0] * len(game.seats)  # how many deals in a row each seat has rested
        super().__init__(game)

    def opening_phase(self) -> str:
        """With the first decision."""
        return "enter"

    def new_deal(self) -> None:
        """Nobody has come in yet, and nothing is turned up."""
        self.turned: Card = NO_CARD
        super().new_deal()
        self.opened: tuple[str, ...] = ()  # the lines that have opened this deal
        self.came_in: tuple[Seat, ...] = ()
        self.thrown: CardSet = NO_CARDS  # thrown away and read
        self.drawn: dict[Seat, tuple[Card, ...]] = {}  # cards drawn and not named yet; NO_CARD for each unseen one

    # -- what opens a deal ------------------------------------------------------------------------------

    def dealing(self, pack: Sequence[Card]) -> tuple[Act, ...]:
        """Hands, the face-down cards, and the last card of the pack turned up."""
        deal, stock = super().dealing(pack)
        *hidden, turned = stock.cards or ()
        return deal, Act("stock", cards=tuple(hidden)), Act("trump", cards=(turned,))

    def may_deal(self, act: Act) -> Refusal | None:
        """Once, and without the turned card."""
        if "deal" in self.opened:
            return WRONG_PHASE
        turned = any(self.turned in cards for cards in act.hands.values())
        return super().may_deal(act) or (CARD_SEEN if turned else None)

    def do_deal(self, act: Act, line: int, claims: bool) -> list[Told]:
        """These hands are known."""
        self.opened += ("deal",)
        return super().do_deal(act, line, claims)

    def may_trump(self, act: Act) -> Refusal | None:
        """Once: one card, of no known hand or stock."""
        if self.begun or "trump" in self.opened:
            return WRONG_PHASE
        if act.cards is None or len(act.cards) != 1:
            return WRONG_COUNT
        return CARD_SEEN if self.seen_anywhere() >> act.cards[0] & 1 else None

    def do_trump(self, act: Act, line: int, claims: bool) -> list[Told]:
        """Its suit is trump; it lies under the stock."""
        assert act.card is not None
        self.opened += ("trump",)
        self.turned, self.deal.trump = act.card, suit_of(act.card)
        self.begin()
        return []

    def may_stock(self, act: Act) -> Refusal | None:
        """Once: all face-down cards."""
        if self.begun or "stock" in self.opened:
            return WRONG_PHASE
        cards = act.cards or ()
        if len(cards) != self.stock_left - 1:
            return WRONG_COUNT
        stock = set_of(cards)
        twice = stock.bit_count() < len(cards)
        return CARD_SEEN if twice or stock & (self.seen_anywhere() | self._still_turned()) else None

    def do_stock(self, act: Act, line: int, claims: bool) -> list[Told]:
        """From now on every card drawn is known."""
        self.opened += ("stock",)
        return super().do_stock(act, line, claims)

    def begin(self) -> None:
        """The turned card, too, is known before the first card."""
        super().begin()
        if self.turned != NO_CARD:
            self.record.stocks(1 << self.turned)

    # -- coming in or resting ---------------------------------------------------------------------------

    def refuses_decision(self, act: Act, *phases: str) -> Refusal | None:
        """Nobody acts before trumps are known."""
        return WRONG_PHASE if self.turned == NO_CARD else super().refuses_decision(act, *phases)

    def may_declare(self, act: Act) -> Refusal | None:
        """Nothing but to come in."""
        return self.refuses_decision(act, "enter") or (None if act.value == "in" else Refusal("wrong-value"))

    def do_declare(self, act: Act, line: int, claims: bool) -> list[Told]:
        """One chip; then the seat may change cards."""
        seat = self.deciding[0]
        self._pays(seat)
        self.rests[seat] = 0
        self.came_in += (seat,)
        self.phase, self.begun = "exchange", True
        return []

    def may_pass(self, act: Act) -> Refusal | None:
        """A seat that is in may keep its cards; before that it may rest, if not forced to play (section 4)."""
        refusal = self.refuses_decision(act, "enter", "exchange")
        if refusal is not None or self.phase == "exchange":
            return refusal
        return Refusal("forced-play", own_rule=True) if self._is_forced(self.deciding[0]) else None

    def _is_forced(self, seat: Seat) -> bool:
        """Whether the seat may not rest in this deal."""
        options = self.game.options
        return bool(self.scored[seat] >= options["target"] - 1 or self.rests[seat] >= options["max_rests"])

    def do_pass(self, act: Act, line: int, claims: bool) -> list[Told]:
        """The seat keeps its cards, or puts them away for this deal."""
        if self.phase == "enter":
            seat = self.deciding[0]
            self.rests[seat] += 1
            self.deal.left[seat] = 0
        return self._next()

    def _pays(self, seat: Seat) -> None:
        self.chips[seat] -= 1
        self.pot += 1

    def _next(self) -> list[Told]:
        """The next seat decides; after the last one they play, or the deal is over without play (6.4, 6.5)."""
        self.decides()
        self.phase = "enter"
        if self.deciding:
            return []
        if len(self.came_in) > 1:
            self.begin_play(self.came_in[0])
            return [self._pot()]
        size = self.game.cards_each(len(self.game.seats))
        return [self._pot(), *self._end([size if seat in self.came_in else 0 for seat in range(len(self.scored))])]

    # -- changing cards ---------------------------------------------------------------------------------

    def may_exchange(self, act: Act) -> Refusal | None:
        """One to four cards, as long as the stock has so many."""
        if refusal := self.refuses_decision(act, "exchange"):
            return refusal
        counts = {count for count in (act.count, None if act.cards is None else len(act.cards)) if count is not None}
        if len(counts) != 1 or counts.isdisjoint(range(1, min(MOST_CHANGED, self.stock_left) + 1)):
            return WRONG_COUNT
        if act.cards is None:
            return None
        seat, thrown = self.deciding[0], set_of(act.cards)
        if thrown.bit_count() < len(act.cards) or thrown & self.seen_elsewhere(seat):
            return CARD_SEEN
        return NOT_IN_HAND if self.hands.whole(seat) and thrown & ~self.hands.known[seat] else None

    def do_exchange(self, act: Act, line: int, claims: bool) -> list[Told]:
        """The cards are away, and as many come from the stock. Thrown unread, no card kept is known any more."""
        seat, hands, cards = self.deciding[0], self.hands, act.cards
        count = len(cards) if cards is not None else act.count or 0
        verdicts = self.record.passes(seat, None, count, None if cards is None else set_of(cards))
        if cards is None:
            hands.unknown[seat], hands.known[seat] = hands.size(seat) - count, NO_CARDS
        for card in cards or ():
            hands.plays(seat, card)
            self.thrown |= 1 << card
        drawn = self.drawn[seat] = tuple(self._top() for _ in range(count))
        for card in drawn:
            hands.takes(seat, None if card == NO_CARD else card)
        verdicts += self.record.takes(seat, count, set_of(card for card in drawn if card != NO_CARD))
        return [*self.judged(verdicts), *self._next()]

    def _top(self) -> Card:
        """The next card from the stock; NO_CARD where nobody has seen it."""
        self.stock_left -= 1
        if not self.stock_left:
            return self.turned
        card, self.stock = self.stock[0] if self.stock else NO_CARD, self.stock[1:]
        return card

    def may_draw(self, act: Act) -> Refusal | None:
        """A card that was drawn is named, until the first card is led."""
        seat, card = act.seat, act.card
        assert seat is not None
        if act.source not in (None, "stock") or self.turned == NO_CARD or self.deal.played or card is None:
            return WRONG_PHASE
        left = self.drawn.get(seat, ())
        if act.cards is None or len(act.cards) != 1 or not left:
            return WRONG_COUNT
        if card in left:
            return None
        dealt = self.dealt.get(seat, NO_CARDS)
        known = NO_CARD not in left or (self.seen_anywhere() | self.seen_elsewhere(seat) | dealt) >> card & 1
        return CARD_SEEN if known else None

    def do_draw(self, act: Act, line: int, claims: bool) -> list[Told]:
        """It is known now."""
        seat, card = act.seat, act.card
        assert seat is not None and card is not None
        left = list(self.drawn[seat])
        unseen = card not in left
        left.remove(NO_CARD if unseen else card)
        self.drawn[seat] = tuple(left)
        if not unseen:
            return []
        self.hands.names(seat, card)
        return self.judged(self.record.shows(seat, 1 << card))

    def _still_turned(self) -> CardSet:
        """The turned card, as long as nobody has drawn it."""
        return 1 << self.turned if self.turned != NO_CARD and self.stock_left else NO_CARDS

    def seen_elsewhere(self, seat: Seat) -> CardSet:
        """Also what lies face up, and what others were dealt, for no card goes from hand to hand."""
        elsewhere = super().seen_elsewhere(seat) | self.thrown | self._still_turned()
        for other, cards in self.dealt.items():
            if other != seat:
                elsewhere |= cards
        return elsewhere

    # -- scores -----------------------------------------------------------------------------------------

    def end_of_trick(self, winner: Seat) -> list[Told]:
        """The deal ends with the last trick, or at once when the winner has the target (section 5)."""
        tricks = self.tricks_by_seat()
        has_won = self.scored[winner] + tricks[winner] >= self.game.options["target"]
        return self._end(tricks) if has_won or self.deal.over else []

    def _end(self, tricks: list[int]) -> list[Told]:
        """A trick counts one; without a trick one burns, but not in the deal that ends the game (section 6)."""
        game, totals = self.game, [before + now for before, now in zip(self.scored, tricks, strict=True)]
        winner = next((seat for seat, total in enumerate(totals) if total >= game.options["target"]), None)
        burned = [] if winner is not None else [seat for seat in sorted(self.came_in) if not tricks[seat]]
        for seat in burned:
            self._pays(seat)
        if winner is not None:
            self.chips[winner] += self.pot
            self.pot = 0
        told = [self._pot()] if burned or winner is not None else []
        points = [-self.scored[seat] if seat in burned else taken for seat, taken in enumerate(tricks)]
        detail = {"tricks": game.by_side(tricks), "burned": [game.seats[seat] for seat in burned]}
        return told + self.close_deal(points, detail)

    def _pot(self) -> Told:
        return "pot", {"pot": self.pot, "chips": self.game.by_side(self.chips)}

    # -- what the table says ----------------------------------------------------------------------------

    def asks(self) -> tuple[Ask, ...]:
        """The turned card before anything else."""
        no_trump = self.turned == NO_CARD and not self.over
        return (Ask("trump", None, 1, 1),) if no_trump else super().asks()

    def asks_to_decide(self, seat: Seat) -> Sequence[Ask]:
        """To come in, or to rest where that is not forbidden; then to keep the hand or to change cards."""
        if self.phase == "enter":
            rest = [] if self._is_forced(seat) else [Ask("pass", seat)]
            return [Ask("declare", seat, values=("in",)), *rest]
        most = min(MOST_CHANGED, self.stock_left)
        return [Ask("pass", seat), *([Ask("exchange", seat, 1, most, hidden=True)] if most else [])]

    def facts(self) -> list[Fact]:
        """Also the stock, as long as cards may be changed, and the pot."""
        stock = [] if self.phase == "play" else [Fact("stock", number=self.stock_left)]
        return [*super().facts(), *stock, Fact("pot", number=self.pot)]

    def piles(self) -> list[Pile]:
        """The turned card, until somebody draws it or play begins."""
        turned = self.turned != NO_CARD and self.stock_left and self.phase != "play"
        return [Pile("turned", (self.turned,))] if turned else []

    def plate(self, seat: Seat) -> list[Fact]:
        """Who is in and who rests, the chips, and the tricks taken."""
        chips, came_in = Fact("chips", number=self.chips[seat]), seat in self.came_in
        if self.phase == "play" and came_in:
            return [Fact("tricks", number=self.tricks_by_seat()[seat]), chips]
        decided = self.phase == "play" or seat not in self.deciding
        return [Fact("in") if came_in else Fact("resting"), chips] if came_in or decided else [chips]
