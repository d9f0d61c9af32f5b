"""Vändåtta, Vri åtter: suit on suit or rank on rank, and an eight on anything names what is to follow.

The rules, their options and the rule ids used here: docs/rules/vandatta.md.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from engine.actions import Act, Refusal, Seat
from engine.asks import Ask
from engine.cards import FRENCH, NO_CARDS, SUITS, TWO_PACKS, Card, CardSet, Deck, each, rank_of, set_of, suit_of
from engine.copies import CopiesMatch, which
from engine.eights import ACE, EIGHT, EIGHTS, Top, named
from engine.errors import BadGame
from engine.game import CARD_SEEN, OUT_OF_TURN, WRONG_COUNT, WRONG_PHASE, Game, Told
from engine.laid_open import LaidOpenMatch
from engine.last_call import LAST_CARD, LastCallMatch
from engine.open_pile import EMPTY_STOCK, NOT_ON_TOP
from engine.options import Option, Whole
from engine.record import Promise, Record, Verdict
from engine.renewed_stock import RenewedStockMatch
from engine.shown import Fact, Pile, Shown

MOST_DRAWN = 3  # in a turn
LEFT_OUT = "2345"  # ranks, where fewer than seven play by the Swedish rules
POINTS = {EIGHT: 25, ACE: 15, "K": 10, "Q": 10, "J": 10, "T": 10}
OTHERS_POINTS = 5

DRAW_LIMIT = Refusal("draw-limit", own_rule=True)
DRAW_FIRST = Refusal("draw-first", own_rule=True)
BAD_DECLARATION = Refusal("bad-declaration", own_rule=True)


class Vandatta(Game):
    """Two to eight players, each alone; the Norwegian rules are for six at most."""

    name = "vandatta"
    seat_numbers = range(2, 9)
    option_table = (
        Option("rules", "sv", ("sv", "nb")),
        Option("specials_apart", False, (True, False)),
        Option("must_play", "all", ("all", "not_eights", "never")),
        Option("last_card_call", False, (True, False)),
        Option("target", 100, Whole(1)),
    )
    presets = {
        "sv": {"must_play": "all", "last_card_call": False},
        "nb": {"must_play": "never", "last_card_call": True},
    }

    def __init__(self, *arguments: object) -> None:
        super().__init__(*arguments)  # type: ignore[arg-type]  # as Game has them
        self.swedish: bool = self.options["rules"] == "sv"
        self.hand_size = 7 if self.swedish else 6
        if not self.swedish and len(self.seats) > 6:
            raise BadGame(f"{self.name} by the Norwegian rules is for 2 to 6 seats, not {len(self.seats)}")

    def make_deck(self) -> Deck:
        """Two packs for five and more by the Swedish rules."""
        return TWO_PACKS if self.options["rules"] == "sv" and len(self.seats) > 4 else FRENCH

    def make_pack(self) -> CardSet:
        """Without the low cards for fewer than seven by the Swedish rules."""
        if self.options["rules"] == "nb" or len(self.seats) > 6:
            return self.deck.all
        return set_of(card for card in each(self.deck.all) if rank_of(card) not in LEFT_OUT)

    def listing_order(self) -> Sequence[Card]:
        """Equal cards stand together."""
        return sorted(range(len(self.deck)), key=lambda card: card % len(FRENCH))

    def start(self) -> VandattaMatch:
        """A new match, before its first card."""
        return VandattaMatch(self)


class VandattaMatch(CopiesMatch, RenewedStockMatch, LastCallMatch, LaidOpenMatch):
    """The phases `deal`, `play`, `declare`, `forced-draw` and `show`."""

    game: Vandatta
    first_phase = "play"

    # -- a deal begins (section 2) ----------------------------------------------------------------------

    def new_deal(self) -> None:
        """Nothing fits yet."""
        self.suit, self.rank = "", ""  # which fit now; no rank where an eight has none
        self.on_turn: Seat = self.game.clockwise[self.dealer][1]
        self.drawn = 0  # in this turn
        self.began: set[Seat] = set()  # whose first turn is over
        self.out: tuple[Seat, ...] = ()
        super().new_deal()

    def sizes(self) -> Sequence[int]:
        """Seven cards each, or six."""
        return [self.game.hand_size] * len(self.game.seats)

    def turns_over(self) -> bool:
        """By the Swedish rules."""
        return self.game.swedish

    def goes_on(self, phase: str) -> list[Told]:
        """Only after an ace as the last card the deal is over."""
        self.phase = phase
        return self.lay_open(self.out[0]) if phase == "show" else []

    def begin(self) -> None:
        """What is known before the first card."""
        super().begin()
        self.record = Record(self.game.pack, len(self.game.seats))
        self.record.deals(self.sizes(), self.dealt, set_of(self.stock))

    def may_turned(self, act: Act) -> Refusal | None:
        """A copy that lies nowhere else."""
        return super().may_turned(self._turned(act))

    def do_turned(self, act: Act, line: int, claims: bool) -> list[Told]:
        """It starts the pile, and counts as it lies."""
        super().do_turned(self._turned(act), line, claims)
        self._lies(self.pile[-1])
        return self.judged(self.record.stocks(set_of(self.pile)))

    def _turned(self, act: Act) -> Act:
        return replace(act, cards=which(self.game.deck, act.cards or (), self.seen_anywhere()))

    # -- what fits (section 4) --------------------------------------------------------------------------

    def fitting(self) -> CardSet:
        """The cards that may be played now, alone or first."""
        return self._top().fitting() & self.game.pack

    def _top(self) -> Top:
        first_turn = not self.game.swedish and self.on_turn not in self.began
        return Top(self.pile[-1], self.suit, self.rank, self.game.options["specials_apart"], first_turn)

    def _due(self) -> CardSet:
        """The cards of which nobody may hold one who draws or passes."""
        must = self.game.options["must_play"]
        if must == "never":
            return NO_CARDS
        return self.fitting() & ~(EIGHTS if must == "not_eights" else NO_CARDS)

    def _must_play(self, seat: Seat) -> Refusal | None:
        because = self._due() & self.hands.known[seat]
        return Refusal("must-play", because, own_rule=True) if because else None

    def _says_none(self, seat: Seat, line: int, claims: bool) -> list[Verdict]:
        """Drawing or passing says that the hand holds nothing that would have to be played."""
        due = self._due() if claims and not self.hands.whole(seat) else NO_CARDS
        return self.record.promises(Promise(line, seat, rungs=(("must-play", due),))) if due else []

    # -- play -------------------------------------------------------------------------------------------

    def meant(self, seat: Seat, cards: Sequence[Card]) -> tuple[Card, ...]:
        """The copies that are meant: those known to be in the hand before others."""
        return which(self.game.deck, cards, self.seen_elsewhere(seat), self.hands.known[seat])

    def may_play(self, act: Act) -> Refusal | None:
        """One card, or several of one rank of which the first must fit."""
        seat = act.seat
        assert seat is not None
        if self.phase != "play" or act.claim is not None or act.source not in (None, "hand"):
            return WRONG_PHASE
        if seat != self.on_turn:
            return OUT_OF_TURN
        if not act.cards:
            return WRONG_COUNT
        cards = self.meant(seat, act.cards)
        return self.refuses_cards(seat, cards) or self._top().refuses(cards)

    def do_play(self, act: Act, line: int, claims: bool) -> list[Told]:
        """The cards go on the pile; an ace makes the others draw, an eight is named, an empty hand is out."""
        seat = act.seat
        assert seat is not None and act.cards
        verdicts: list[Verdict] = []
        cards = self.meant(seat, act.cards)
        for card in cards:
            verdicts += self.record.plays(seat, card)
            self.hands.plays(seat, card)
            self.pile.append(card)
        self._lies(cards[-1])
        self.has_played(seat)
        left, told = self.hands.size(seat), self.judged(verdicts)
        aces = [rank_of(card) for card in cards].count(ACE) if self.game.swedish else 0
        if not left and self.game.swedish:
            self.out = (seat,)
            if not aces:
                return told + self.lay_open(self.out[0])
        told += self.restock()
        if aces:
            self.drawn = 0
            others = self.game.clockwise[seat][1:]
            return told + self.forces(dict.fromkeys(others, aces), "play" if left else "show")
        if not left:
            self.out += (seat,)
            told.append(("out", {"seat": self.game.seats[seat], "place": len(self.out)}))
            if len(self.out) == len(self.game.seats) - 1:
                return [*told, self.ends(self.out[:1], self._staying())]
        if rank_of(cards[-1]) == EIGHT:
            self.phase = "declare"
        else:
            self._next_turn()
        return told

    def _lies(self, card: Card) -> None:
        """It is on top, and stands for itself."""
        self.suit, self.rank = suit_of(card), rank_of(card)

    def _staying(self) -> tuple[Seat, ...]:
        return tuple(seat for seat in range(len(self.game.seats)) if seat not in self.out)

    def _next_turn(self) -> None:
        self.began.add(self.on_turn)
        after = self.game.clockwise[self.on_turn][1:]
        self.on_turn = next(seat for seat in after if seat not in self.out)
        self.phase, self.drawn = "play", 0

    # -- draw and pass ----------------------------------------------------------------------------------

    def may_draw(self, act: Act) -> Refusal | None:
        """One card from the stock: by who has none that fits, or who must take cards."""
        seat, forced = act.seat, self.phase == "forced-draw"
        assert seat is not None
        if not (forced or self.phase == "play") or act.source not in (None, "stock"):
            return WRONG_PHASE
        if seat not in (self.owed if forced else (self.on_turn,)):
            return OUT_OF_TURN
        if act.cards is not None and len(act.cards) != 1:
            return WRONG_COUNT
        if act.card is not None and self.in_stock(act.card) is None:
            return CARD_SEEN
        if not self.stock_left:
            return EMPTY_STOCK
        if not forced and self.drawn >= MOST_DRAWN:
            return DRAW_LIMIT
        if act.card is not None and self.stock and self.in_stock(act.card) != self.stock[0]:
            return NOT_ON_TOP
        return None if forced else self._must_play(seat)

    def do_draw(self, act: Act, line: int, claims: bool) -> list[Told]:
        """The card is in the hand. By the Swedish rules drawing says something of the hand it comes to."""
        seat, forced = act.seat, self.phase == "forced-draw"
        assert seat is not None
        verdicts = [] if forced else self._says_none(seat, line, claims)
        card = self.off_stock(None if act.card is None else self.in_stock(act.card))
        self.hands.takes(seat, card)
        verdicts += self.record.takes(seat, 1, None if card is None else 1 << card)
        self.acts(seat)
        told = self.judged(verdicts) + self.restock()
        if not forced:
            self.drawn += 1
            return told
        return told + self.forces({other: left - (other == seat) for other, left in self.owed.items()}, self.after)

    def may_pass(self, act: Act) -> Refusal | None:
        """After three draws, or with an empty stock, and never with a card that must be played."""
        seat = act.seat
        assert seat is not None
        if self.phase != "play":
            return WRONG_PHASE
        if seat != self.on_turn:
            return OUT_OF_TURN
        too_early = self.drawn < MOST_DRAWN and self.stock_left
        return self._must_play(seat) or (DRAW_FIRST if too_early else None)

    def do_pass(self, act: Act, line: int, claims: bool) -> list[Told]:
        """It says that the hand holds nothing that would have to be played."""
        seat = act.seat
        assert seat is not None
        told = self.judged(self._says_none(seat, line, claims))
        self.acts(seat)
        self._next_turn()
        return told

    # -- an eight, and the call at one card -------------------------------------------------------------

    def may_declare(self, act: Act) -> Refusal | None:
        """What an eight stands for; or the call. Raises BadLine for what is neither a card nor a suit."""
        seat = act.seat
        assert seat is not None
        if act.value == LAST_CARD:
            return self.refuses_call(seat)
        card, _ = named(act.value)
        if self.phase != "declare":
            return WRONG_PHASE
        if seat != self.on_turn:
            return OUT_OF_TURN
        good = card is None or (self.game.swedish and self.game.pack >> card & 1)
        return None if good else BAD_DECLARATION

    def do_declare(self, act: Act, line: int, claims: bool) -> list[Told]:
        """From now on this suit fits, and this rank where one was named; or the seat has called."""
        assert act.seat is not None
        if act.value == LAST_CARD:
            self.acts(act.seat)
            return []
        card, self.suit = named(act.value)
        self.rank = "" if card is None else rank_of(card)
        self._next_turn()
        return []

    def can_apply(self, act: Act) -> bool:
        """There must be a card to draw, and somebody to be challenged."""
        if act.do == "draw":
            lies_there = act.card is None or not self.stock or self.in_stock(act.card) in self.stock
            return self.stock_left > 0 and lies_there
        return act.do != "challenge" or (act.to is not None and act.to not in (act.seat, *self.out))

    # -- the end of a deal (section 6) ------------------------------------------------------------------

    def counts(self, card: Card) -> int:
        """By rank."""
        return POINTS.get(rank_of(card), OTHERS_POINTS)

    # -- what the table says ----------------------------------------------------------------------------

    def turn(self) -> dict[str, Any] | None:
        """Who is to do something, and what may be played where the whole hand is known."""
        if self.over:
            return None
        names = self.game.seats
        keys: dict[str, Any] = {"seat": None if self.phase == "deal" else names[self.on_turn], "phase": self.phase}
        waiting = self.to_show
        if self.phase == "forced-draw":
            waiting = tuple(seat for seat in self.game.clockwise[self.on_turn] if seat in self.owed)
        if waiting:
            keys["seat"], keys["seats"] = names[waiting[0]], [names[seat] for seat in sorted(waiting)]
        elif self.phase == "play" and self.hands.whole(self.on_turn):
            keys["legal"] = self.game.text(self.fitting() & self.hands.known[self.on_turn])
        return keys

    def asks(self) -> tuple[Ask, ...]:
        """What the phase asks for; and the call at one card, and a challenge, at any time."""
        if self.over:
            return ()
        seat, size = self.on_turn, self.hands.size
        if self.phase == "deal":
            return (Ask("turned", None, 1, 1),)
        if self.phase == "show":
            return self.asks_to_show()
        asks: list[Ask] = []
        if self.phase == "play":
            asks = [Ask("play", seat, 1, size(seat), "rank"), Ask("draw", seat, sources=("stock",)), Ask("pass", seat)]
        elif self.phase == "declare":
            cards = tuple(dict.fromkeys(self.game.deck.faces[card] for card in each(self.game.pack)))
            asks = [Ask("declare", seat, values=(*SUITS, *(cards if self.game.swedish else ())))]
        else:
            asks = [Ask("draw", other, sources=("stock",)) for other in self.owed]
        return (*asks, *self.asks_to_call())

    def shown(self) -> Shown:
        """The pile and the stock, what an eight stands for, who must draw, and who is rid of its cards."""
        if self.phase == "deal":
            return Shown()
        piles = (Pile("pile", tuple(self.pile)), Pile("stock", hidden=self.stock_left))
        return Shown((), None, piles, self._declared(), tuple(map(self._plate, range(len(self.game.seats)))))

    def _declared(self) -> tuple[Fact, ...]:
        if not self.rank:
            return (Fact("declared", suit=self.suit),)
        stands_for = FRENCH.card(self.rank + self.suit)
        return (Fact("declared", cards=(stands_for,)),) if stands_for != self.pile[-1] % len(FRENCH) else ()

    def _plate(self, seat: Seat) -> tuple[Fact, ...]:
        if seat in self.out:  # by the Swedish rules that ends the deal, and there are no places
            return (Fact("out") if self.game.swedish else Fact("place", number=self.out.index(seat) + 1),)
        return (Fact("owes", number=self.owed[seat]),) if seat in self.owed else ()

    def totals(self) -> dict[str, int] | None:
        """Only the Swedish rules have points."""
        return super().totals() if self.game.swedish else None
