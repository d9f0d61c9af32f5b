"""Femhundra, five hundred: runs and sets score for whoever laid them, what is left in a hand counts against it.

The rules, their options and the rule ids used here: docs/rules/femhundra.md. Nothing depends on cards that one does not
show, so nothing is ever left to be proved.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from engine.actions import Act, Refusal, Seat
from engine.asks import Ask
from engine.cards import Card, CardSet, each, rank_of, set_of
from engine.game import NOT_IN_HAND, WRONG_COUNT, Game, Told
from engine.laid_open import LaidOpenMatch
from engine.options import Option, Whole
from engine.record import Verdict
from engine.runs_and_sets import LEAST, Meld, is_meld, is_run, stands_low
from engine.shown import Fact, Pile, Shown
from engine.stock_and_pile import StockAndPileMatch

HAND_SIZE = 7
POINTS = dict.fromkeys("23456789", 5) | dict.fromkeys("TJQK", 10) | {"A": 25}
LOW_ACE_POINTS = 5
OUT_POINTS = 50
PENALTY = -50

NOT_A_MELD = Refusal("not-a-meld", own_rule=True)
OWN_MELD_FIRST = Refusal("own-meld-first", own_rule=True)
NO_FIT = Refusal("no-fit", own_rule=True)
KEEP_DISCARD = Refusal("keep-discard", own_rule=True)


def points(cards: CardSet, *, low: bool = False) -> int:
    """What these cards are worth; `low`: an ace among them stands below the two."""
    return sum(LOW_ACE_POINTS if low and rank_of(card) == "A" else POINTS[rank_of(card)] for card in each(cards))


class Femhundra(Game):
    """Two to five players, each alone."""

    name = "femhundra"
    seat_numbers = range(2, 6)
    option_table = (Option("target", 500, Whole(1)), Option("pile_needs", "meld", ("meld", "three_cards")))

    def start(self) -> FemhundraMatch:
        """A new match, before its first card."""
        return FemhundraMatch(self)


class FemhundraMatch(StockAndPileMatch, LaidOpenMatch):
    """Deal after deal. The phases are those of section 3: deal, draw, meld, show, over."""

    game: Femhundra

    # -- deal (section 2) -------------------------------------------------------------------------------

    def new_deal(self) -> None:
        """Nothing is laid."""
        self.on_turn: Seat = self.game.clockwise[self.dealer][1]
        self.melds: list[Meld] = []
        self.laid = [0] * len(self.game.seats)  # points of the cards that each seat has laid
        self.owners: frozenset[Seat] = frozenset()  # who has laid a meld of its own
        self.fined: Seat | None = None  # by the discard that ended the deal
        self._begin_turn()
        super().new_deal()

    def _begin_turn(self) -> None:
        self.from_pile = False  # where the card drawn in this turn came from
        self.melded, self.laid_now = False, 0  # a new meld in this turn; how many cards in all

    def sizes(self) -> Sequence[int]:
        """Seven each."""
        return [HAND_SIZE] * len(self.game.seats)

    def away(self) -> CardSet:
        """The pile and the melds."""
        cards = super().away()
        for meld in self.melds:
            cards |= meld.cards
        return cards

    # -- draw -------------------------------------------------------------------------------------------

    def may_draw(self, act: Act) -> Refusal | None:
        """The top of the stock, or of the pile."""
        return self.refuses_draw(act, "draw")

    def do_draw(self, act: Act, line: int, claims: bool) -> list[Told]:
        """The seat has one more card, and may lay out."""
        self.draws(act)
        self.from_pile, self.phase = act.source == "discard", "meld"
        return []

    # -- meld, layoff -----------------------------------------------------------------------------------

    def may_meld(self, act: Act) -> Refusal | None:
        """One run or one set."""
        if refusal := self.refuses_now(act, "meld"):
            return refusal
        seat, cards = act.seat, act.cards or ()
        assert seat is not None
        at_hand = self.refuses_cards(seat, cards)
        if at_hand and self._comes_first(at_hand, seat):
            return at_hand
        return (self._refuses_to_lay(seat, cards) if is_meld(set_of(cards)) else NOT_A_MELD) or at_hand

    def do_meld(self, act: Act, line: int, claims: bool) -> list[Told]:
        """It lies on the table, and its points are the seat's."""
        seat, cards = act.seat, set_of(act.cards or ())
        assert seat is not None
        meld = Meld(seat, cards, stands_low(cards) and not is_run(cards))
        self.melds.append(meld)
        if cards.bit_count() >= LEAST:  # fewer only where people let that stand
            self.owners |= {seat}
            self.melded = True
        return self._lays(seat, cards, low=meld.low)

    def may_layoff(self, act: Act) -> Refusal | None:
        """Cards that extend a meld, by who has laid one. Raises BadCard for an `onto` that is no card."""
        onto = self._onto(act)
        if refusal := self.refuses_now(act, "meld"):
            return refusal
        seat, cards = act.seat, act.cards or ()
        assert seat is not None
        if not cards:
            return WRONG_COUNT
        at_hand = self.refuses_cards(seat, cards)
        if at_hand and self._comes_first(at_hand, seat):
            return at_hand
        if seat not in self.owners:
            return OWN_MELD_FIRST
        if onto is None or not is_meld(onto.cards | set_of(cards)):
            return NO_FIT
        return self._refuses_to_lay(seat, cards) or at_hand

    def do_layoff(self, act: Act, line: int, claims: bool) -> list[Told]:
        """They belong to the meld, for everybody; their points are the seat's."""
        seat, cards, meld = act.seat, set_of(act.cards or ()), self._onto(act)
        assert seat is not None and meld is not None and act.onto is not None
        longer = meld.with_cards(cards, self.game.deck.card(act.onto))
        self.melds[self.melds.index(meld)] = longer
        return self._lays(seat, cards, low=longer.low)

    def _onto(self, act: Act) -> Meld | None:
        """The meld that a card is laid onto."""
        if act.onto is None:
            return None
        card = self.game.deck.card(act.onto)
        return next((meld for meld in self.melds if meld.cards >> card & 1), None)

    def _comes_first(self, at_hand: Refusal, seat: Seat) -> bool:
        """Whether this refusal is tried before the game's own rules: all but that too many cards were never read."""
        return at_hand is not NOT_IN_HAND or self.hands.whole(seat)

    def _refuses_to_lay(self, seat: Seat, cards: Sequence[Card]) -> Refusal | None:
        """A card must be left to discard."""
        return KEEP_DISCARD if len(cards) >= self.hands.size(seat) else None

    def _lays(self, seat: Seat, cards: CardSet, *, low: bool) -> list[Told]:
        for card in each(cards):
            self.hands.plays(seat, card)
        self.laid_now += cards.bit_count()
        self.laid[seat] += points(cards, low=low)
        return [] if self.hands.size(seat) else self._end_turn(seat)  # people have let it stand that none is left

    # -- discard ----------------------------------------------------------------------------------------

    def may_discard(self, act: Act) -> Refusal | None:
        """One card."""
        return self.refuses_discard(act, "meld")

    def do_discard(self, act: Act, line: int, claims: bool) -> list[Told]:
        """It lies on the pile, and the turn is over."""
        return self._end_turn(self.discards(act))

    def _end_turn(self, seat: Seat) -> list[Told]:
        """The pile has its price; then the next seat is on turn, or the deal is over (section 5)."""
        enough = self.melded or (self.game.options["pile_needs"] == "three_cards" and self.laid_now >= LEAST)
        fined = self.from_pile and not enough
        keys = {"seat": self.game.seats[seat], "rule": "pile-needs-meld", "points": PENALTY}
        told: list[Told] = [("penalty", keys)] if fined else []
        self._begin_turn()
        if not self.hands.size(seat) or not self.stock_left:
            self.fined = seat if fined else None
            return told + self.lay_open(seat)
        self.on_turn, self.phase = self.game.clockwise[seat][1], "draw"
        if fined:
            self.scored = self._with_penalty(seat)
            told.append(("score", {"total": self.totals()}))
        return told

    def _with_penalty(self, fined: Seat | None) -> list[int]:
        return [total + PENALTY * (seat == fined) for seat, total in enumerate(self.scored)]

    def can_apply(self, act: Act) -> bool:
        """Nothing is drawn from where it does not lie, nor laid onto nothing, nor by a hand that cannot hold it."""
        if act.do == "draw":
            return self.lies_to_draw(act)
        if act.do not in ("meld", "layoff") or act.seat is None:
            return True
        if not act.cards or self.refuses_cards(act.seat, act.cards):
            return False
        return act.do == "meld" or self._onto(act) is not None

    # -- the end of a deal (section 5) ------------------------------------------------------------------

    def counts(self, card: Card) -> int:
        """What is left in a hand."""
        return POINTS[rank_of(card)]

    def proved_by_show(self, seat: Seat, cards: CardSet) -> list[Verdict]:
        """Nothing."""
        return []

    def count(self) -> list[Told]:
        """What was laid less what is left in the hand; the game may be over (section 6)."""
        game = self.game
        out = None if self.hands.size(self.on_turn) else self.on_turn
        left = [sum(map(self.counts, each(known))) for known in self.hands.known]
        scores = [
            laid - hand + OUT_POINTS * (seat == out)
            for seat, (laid, hand) in enumerate(zip(self.laid, left, strict=True))
        ]
        totals = [before + now for before, now in zip(self._with_penalty(self.fined), scores, strict=True)]
        detail = {
            "laid": game.by_side(self.laid),
            "hand": game.by_side(left),
            "out": None if out is None else game.seats[out],
        }
        told: list[Told] = [
            ("deal_over", {"points": game.by_side(scores), "detail": detail}),
            ("score", {"total": game.by_side(totals)}),
        ]
        if max(totals) < game.options["target"]:
            self.next_deal(totals)
            return told
        self.scored, self.fined, self.phase = totals, None, "over"
        return [*told, self.ends([side for side, total in enumerate(totals) if total == max(totals)])]

    # -- what the table says ----------------------------------------------------------------------------

    def asks(self) -> tuple[Ask, ...]:
        """What the phase asks for: cards onto melds one at a time, or several together."""
        seat, most = self.on_turn, self.hands.size(self.on_turn) - 1
        if self.over:
            return ()
        if self.phase == "deal":
            return (Ask("turned", None, 1, 1),)
        if self.phase == "show":
            return self.asks_to_show()
        if self.phase == "draw":
            return (Ask("draw", seat, sources=("stock", "discard")),)
        asks = [Ask("meld", seat, LEAST, most, "meld")] if most >= LEAST else []
        onto = tuple(self._name(meld) for meld in self.melds)
        if seat in self.owners and most:
            asks.append(Ask("layoff", seat, 1, 1, onto=onto))
        if seat in self.owners and most > 1:
            asks.append(Ask("layoff", seat, 2, most, onto=onto))
        return (*asks, Ask("discard", seat, 1, 1))

    def _name(self, meld: Meld) -> str:
        """What the table calls a meld: its highest card."""
        return self.game.deck.faces[meld.in_order()[-1]]

    def shown(self) -> Shown:
        """The pile, the stock and the melds; and what everybody has laid in this deal."""
        if self.phase == "deal":
            return Shown()
        melds = [Pile("meld", meld.in_order(), seat=meld.seat, name=self._name(meld)) for meld in self.melds]
        piles = (Pile("pile", tuple(self.pile)), Pile("stock", hidden=self.stock_left), *melds)
        plates = tuple((Fact("laid", points=laid),) if laid else () for laid in self.laid)
        return Shown(piles=piles, seats=plates)

    def turn(self) -> dict[str, Any] | None:
        """Who acts next, nobody before the card is turned up; and what may be discarded, where the hand is known."""
        if self.over:
            return None
        if self.phase == "deal":
            return {"seat": None, "phase": self.phase}
        game, unread = self.game, self.to_show
        seat = unread[0] if unread else self.on_turn
        keys: dict[str, Any] = {"seat": game.seats[seat], "phase": self.phase}
        if unread:
            keys["seats"] = [game.seats[other] for other in sorted(unread)]
        elif self.phase == "meld" and self.hands.whole(seat):
            keys["legal"] = game.text(self.hands.known[seat])
        return keys
