"""Thirty-one: draw and discard to three cards of one suit; who knocks gives everybody else one more turn.

The rules, their presets, options and rule ids used here: docs/rules/thirty-one.md. Nothing obliges a seat to give
up a certain card, so nothing is ever left to be proved.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from engine.actions import Act, Refusal, Seat
from engine.asks import Ask
from engine.cards import FRENCH, NO_CARDS, RANK, SUIT, Card, CardSet, each, rank_of, set_of
from engine.dealt import seen
from engine.errors import BadGame
from engine.game import OUT_OF_TURN, WRONG_COUNT, WRONG_PHASE, Game, Told
from engine.open_pile import EMPTY_STOCK
from engine.options import Option, Whole
from engine.shown import Fact, Pile, Shown
from engine.stock_and_pile import StockAndPileMatch

HAND_SIZE = 3
BEST = 31
THREE_OF_A_KIND = 30.5
SEATS_WITHOUT_NB = 5  # at most
VALUES = dict.fromkeys("TJQK", 10) | {"A": 11} | {rank: int(rank) for rank in "23456789"}
VALUE = tuple(VALUES[rank_of(card)] for card in range(len(FRENCH)))

DRAWN_CARD = Refusal("drawn-card", own_rule=True)
NOT_31 = Refusal("not-31", own_rule=True)


class ThirtyOne(Game):
    """Two to five players, by the Norwegian rules up to sixteen, each alone."""

    name = "thirty-one"
    seat_numbers = range(2, 17)
    option_table = (
        Option("rules", "sv", ("sv", "fi", "nb")),
        Option("triss", False, (True, False)),
        Option("discard_drawn", "any", ("any", "not_from_pile", "never")),
        Option("instant_31", True, (True, False)),
        Option("instant_hand", "value", ("value", "faces")),
        Option("lives", 3, Whole(1)),
    )
    presets = {
        "sv": {"discard_drawn": "any", "instant_31": True, "instant_hand": "value"},
        "fi": {"discard_drawn": "never", "instant_31": True, "instant_hand": "faces"},
        "nb": {"discard_drawn": "any", "instant_31": False, "instant_hand": "value"},
    }

    def __init__(self, seats: Sequence[str], dealer: str | None, options: Mapping[str, Any]) -> None:
        super().__init__(seats, dealer, options)
        if self.options["rules"] != "nb" and len(seats) > SEATS_WITHOUT_NB:
            raise BadGame(f"{self.name} with these rules is for 2 to {SEATS_WITHOUT_NB} seats, not {len(seats)}")

    def value(self, hand: CardSet) -> float:
        """What three cards are worth: the best sum of one suit; in `nb` each ace fits any suit (section 2)."""
        aces = hand & RANK["A"] if self.options["rules"] == "nb" else NO_CARDS
        best: float = _sum(aces) + max(_sum(hand & ~aces & suit) for suit in SUIT.values())
        if self.options["triss"] and any(hand == hand & rank for rank in RANK.values()):
            best = max(best, THREE_OF_A_KIND)
        return best

    def is_instant(self, hand: CardSet) -> bool:
        """Whether three cards end the deal at once: one suit and worth 31, or only an ace and two face cards."""
        one_suit = any(hand == hand & suit for suit in SUIT.values())
        tens = hand & RANK["T"] if self.options["instant_hand"] == "faces" else NO_CARDS
        return one_suit and not tens and _sum(hand) == BEST

    def losses(self, values: Mapping[Seat, float], knocker: Seat) -> dict[Seat, int]:
        """Who loses how much when the hands are compared after a knock (section 5.2)."""
        lowest = min(values.values())
        below = [seat for seat, value in values.items() if value == lowest]
        rules = self.options["rules"]
        if rules != "nb" and below == [knocker]:
            return {knocker: 2}
        return {seat: 1 for seat in below if rules != "sv" or seat != knocker}

    def start(self) -> ThirtyOneMatch:
        """A new match, before its first card."""
        return ThirtyOneMatch(self)


class ThirtyOneMatch(StockAndPileMatch):
    """Deal after deal, until one seat is left. The phases are those of section 3."""

    game: ThirtyOne

    def __init__(self, game: ThirtyOne) -> None:
        self.losers: tuple[Seat, ...] = ()  # of the deal before this one
        super().__init__(game)
        self.scored = [game.options["lives"] for _ in game.seats]

    def new_deal(self) -> None:
        """Nobody has drawn or knocked."""
        self.drawn: Card | None = None  # in this turn, where it was read
        self.drawn_from = ""
        self.knocker: Seat | None = None
        self.on_turn: Seat = self.game.first_dealer
        super().new_deal()

    def sizes(self) -> Sequence[int]:
        """Three cards for each seat that is in."""
        return [HAND_SIZE if total >= 0 else 0 for total in self.scored]

    def playing(self) -> list[Seat]:
        """The seats that are in, from the dealer's left on."""
        _, *others = self.game.clockwise[self.dealer]
        return [seat for seat in (*others, self.dealer) if self.scored[seat] >= 0]

    def next_in(self, seat: Seat) -> Seat:
        """The next seat clockwise that is in."""
        _, *others = self.game.clockwise[seat]
        return next(other for other in (*others, seat) if self.scored[other] >= 0)

    def do_turned(self, act: Act, line: int, claims: bool) -> list[Told]:
        """It starts the pile, and the deal; somebody may have been dealt 31."""
        super().do_turned(act, line, claims)
        self.on_turn = self.next_in(self.dealer)
        return self._instant()

    # -- a turn -----------------------------------------------------------------------------------------

    def may_draw(self, act: Act) -> Refusal | None:
        """The top of the stock, or of the pile."""
        if refusal := self.refuses_draw(act, "draw", "last-draw"):
            return refusal
        return None if act.source == "discard" or self.stock_left else EMPTY_STOCK

    def do_draw(self, act: Act, line: int, claims: bool) -> list[Told]:
        """The seat has four cards."""
        self.drawn, self.drawn_from = self.draws(act), act.source or "stock"
        self.phase = self.phase.replace("draw", "discard")
        return []

    def may_discard(self, act: Act) -> Refusal | None:
        """One card, by the option not the one that was drawn in this turn."""
        refusal = self.refuses_discard(act, "discard", "last-discard")
        if refusal is None and act.seat is not None and act.card is not None and self._is_barred(act.seat, act.card):
            return DRAWN_CARD
        return refusal

    def _is_barred(self, seat: Seat, card: Card) -> bool:
        """Whether this is the card drawn in this turn, and may not go at once.

        Drawn unseen into a hand that was read, it is any card that was not in it.
        """
        barred = {"any": (), "not_from_pile": ("discard",), "never": ("discard", "stock")}
        if self.drawn_from not in barred[self.game.options["discard_drawn"]]:
            return False
        if self.drawn is not None:
            return card == self.drawn
        return self.hands.unknown[seat] == 1 and not self.hands.known[seat] >> card & 1

    def do_discard(self, act: Act, line: int, claims: bool) -> list[Told]:
        """It lies on the pile, and the turn is over."""
        return self._end_turn(self.discards(act))

    def may_knock(self, act: Act) -> Refusal | None:
        """Instead of drawing, once in a deal."""
        return self.refuses_now(act, "draw")

    def do_knock(self, act: Act, line: int, claims: bool) -> list[Told]:
        """Everybody else has one more turn."""
        seat = self.knocker = act.seat
        assert seat is not None
        return self._end_turn(seat)

    def may_pass(self, act: Act) -> Refusal | None:
        """In the turn after a knock a seat may keep its cards."""
        return self.refuses_now(act, "last-draw")

    def do_pass(self, act: Act, line: int, claims: bool) -> list[Told]:
        """It does."""
        assert act.seat is not None
        return self._end_turn(act.seat)

    def _end_turn(self, seat: Seat) -> list[Told]:
        """The next seat is on turn, or the deal is over (section 5)."""
        self.on_turn, self.drawn, self.drawn_from = self.next_in(seat), None, ""
        self.phase = "draw" if self.knocker is None else "last-draw"
        if told := self._instant():
            return told
        if self.knocker is None:
            return [] if self.stock_left else self._end_deal({}, {"how": "stock-out"})
        if self.on_turn != self.knocker:
            return []
        self.phase = "show"
        return self._compare()

    # -- hands are shown --------------------------------------------------------------------------------

    def _unread(self) -> list[Seat]:
        """The seats in the game whose hands the table has not read, from the knocker's left on."""
        first = self.next_in(self.dealer if self.knocker is None else self.knocker)
        return [seat for seat in self.game.clockwise[first] if not self.hands.whole(seat)]

    def may_show(self, act: Act) -> Refusal | None:
        """A hand to be compared; before that, three cards that are 31."""
        seat, cards, at_the_end = act.seat, act.cards or (), self.phase == "show"
        assert seat is not None
        if self.phase == "deal" or not (at_the_end or self.game.options["instant_31"]):
            return WRONG_PHASE
        if self.scored[seat] < 0 or (at_the_end and self.hands.whole(seat)):
            return OUT_OF_TURN
        if len(cards) != HAND_SIZE or self.hands.size(seat) != HAND_SIZE:
            return WRONG_COUNT
        if refusal := seen(cards, self.seen_elsewhere(seat)):
            return refusal
        if missing := self.hands.known[seat] & ~set_of(cards):
            return Refusal("show-mismatch", missing, own_rule=True)
        return None if at_the_end or self.game.is_instant(set_of(cards)) else NOT_31

    def do_show(self, act: Act, line: int, claims: bool) -> list[Told]:
        """The hand is known; the last one that is shown ends the deal, or 31 does."""
        seat, hand = act.seat, set_of(act.cards or ())
        assert seat is not None
        self.hands.shows(seat, hand)
        return self._compare() if self.phase == "show" else self._thirty_one(seat)

    def can_apply(self, act: Act) -> bool:
        """Nothing is drawn from where it does not lie."""
        return act.do != "draw" or self.lies_to_draw(act)

    # -- the end of a deal ------------------------------------------------------------------------------

    def _instant(self) -> list[Told]:
        """The end of the deal, where a hand that was read is 31."""
        if not self.game.options["instant_31"]:
            return []
        for seat in self.playing():
            if self.hands.whole(seat) and self.game.is_instant(self.hands.known[seat]):
                return self._thirty_one(seat)
        return []

    def _thirty_one(self, holder: Seat) -> list[Told]:
        """Everybody else loses one."""
        losses = {seat: 1 for seat in self.playing() if seat != holder}
        return self._end_deal(losses, {"how": "thirty-one", "by": self.game.seats[holder]})

    def _compare(self) -> list[Told]:
        """The end of a deal in which somebody has knocked, once all hands are known."""
        if self._unread():
            return []
        game, knocker = self.game, self.knocker
        assert knocker is not None
        values = {seat: game.value(self.hands.known[seat]) for seat in sorted(self.playing())}
        by_seat = {game.seats[seat]: value for seat, value in values.items()}
        detail = {"how": "knock", "by": game.seats[knocker], "values": by_seat}
        return self._end_deal(game.losses(values, knocker), detail)

    def _end_deal(self, losses: Mapping[Seat, int], detail: Mapping[str, Any]) -> list[Told]:
        """Who is below nothing is out, and the last one in wins (section 6)."""
        game, before = self.game, sorted(self.playing())
        points = [-losses.get(seat, 0) for seat in range(len(game.seats))]
        totals = [total + lost for total, lost in zip(self.scored, points, strict=True)]
        left = [seat for seat in before if totals[seat] >= 0]
        told: list[Told] = [("out", {"seat": game.seats[seat]}) for seat in before if seat not in left]
        told.append(("deal_over", {"points": game.by_side(points), "detail": dict(detail)}))
        told.append(("score", {"total": game.by_side(totals)}))
        if len(left) > 1:
            self.losers = tuple(losses)
            self.next_deal(totals)
            return told
        self.scored, self.phase = totals, "over"
        return [*told, self.ends(left or before)]

    def next_dealer(self) -> Seat:
        """The next seat that is in; by the Norwegian rules the first loser after the dealer (section 2)."""
        if self.game.options["rules"] == "nb" and self.losers:
            _, *others = self.game.clockwise[self.dealer]
            loser = next(seat for seat in (*others, self.dealer) if seat in self.losers)
            return loser if self.scored[loser] >= 0 else self.next_in(loser)
        return self.next_in(self.dealer)

    # -- what the table says ----------------------------------------------------------------------------

    def asks(self) -> tuple[Ask, ...]:
        """What the phase asks for; and 31, at any time, from hands that the table has not read."""
        if self.over:
            return ()
        if self.phase == "deal":
            return (Ask("turned", None, 1, 1),)
        unread = self._unread()
        if self.phase == "show":
            return tuple(Ask("show", seat, HAND_SIZE, HAND_SIZE) for seat in unread)
        seat = self.on_turn
        if self.phase in ("draw", "last-draw"):
            sources = ("stock", "discard") if self.stock_left else ("discard",)
            other = "knock" if self.phase == "draw" else "pass"
            asks: tuple[Ask, ...] = (Ask("draw", seat, sources=sources), Ask(other, seat))
        else:
            asks = (Ask("discard", seat, 1, 1),)
        if not self.game.options["instant_31"]:
            return asks
        resting = [other for other in unread if self.hands.size(other) == HAND_SIZE]
        return asks + tuple(Ask("show", other, HAND_SIZE, HAND_SIZE, any_time=True) for other in resting)

    def shown(self) -> Shown:
        """The pile and the stock, who has knocked, who is out."""
        piles = (Pile("pile", tuple(self.pile)), Pile("stock", hidden=self.stock_left))
        knock = () if self.knocker is None else (Fact("knocked", seat=self.knocker),)
        plates = tuple((Fact("out"),) if total < 0 else () for total in self.scored)
        return Shown((), None, piles if self.phase != "deal" else (), knock, plates)

    def turn(self) -> dict[str, Any] | None:
        """Who acts next; and what it may give up, where its whole hand is known."""
        if self.over or self.phase == "deal":
            return None
        game, unread = self.game, self._unread()
        seat = unread[0] if self.phase == "show" else self.on_turn
        keys: dict[str, Any] = {"seat": game.seats[seat], "phase": self.phase}
        if self.phase == "show":
            keys["seats"] = [game.seats[other] for other in sorted(unread)]
        if self.phase in ("discard", "last-discard") and self.hands.whole(seat):
            known = self.hands.known[seat]
            keys["legal"] = game.text(set_of(card for card in each(known) if not self._is_barred(seat, card)))
        return keys


def _sum(cards: CardSet) -> int:
    return sum(VALUE[card] for card in each(cards))
