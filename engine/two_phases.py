"""Games in two phases: duels of two cards, in which cards are collected, then getting rid of them by beating.

What Skitgubbe and Mattis share; the sections named here are those of both docs/rules/skitgubbe.md and
docs/rules/mattis.md. Every card of the first phase is played face up, so in the second the table knows all hands:
nothing is ever left to be proved.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar

from engine.actions import Act, Refusal, Seat
from engine.asks import Ask
from engine.cards import NO_CARDS, RANKS, SUIT, Card, CardSet, each, rank_of, set_of, suit_of
from engine.dealt import NOT_STOCK_TOP, STOCK_EMPTY, DealtMatch, seen
from engine.game import CARD_SEEN, NOT_IN_HAND, OUT_OF_TURN, WRONG_COUNT, WRONG_PHASE, Game, Told
from engine.options import Option
from engine.shown import Fact, Pile, Shown

HAND_SIZE = 3
STOCK_LAST_CARD = Refusal("stock-last-card", own_rule=True)
DOES_NOT_BEAT = Refusal("does-not-beat", own_rule=True)


class TwoPhaseGame(Game):
    """Collect in duels, then shed. A unit is what one play of the second phase lays down."""

    seat_numbers = range(2, 7)
    option_table: ClassVar[tuple[Option, ...]] = (Option("free_take", False, (True, False)),)
    takes: ClassVar[int]  # which unit goes to who cannot beat: its index among those that lie

    def most_in_unit(self, left: int) -> int:
        """How many of so many cards one play of the second phase may lay down at most."""
        return min(1, left)

    def refuses_unit(self, unit: Sequence[Card]) -> Refusal | None:
        """Why these cards cannot be one play of the second phase, whatever lies there."""
        return WRONG_COUNT if len(unit) != 1 else None

    def beating(self, top: Card, trumps: CardSet) -> CardSet:
        """The cards that beat this one: the higher ones of its suit and, on a card that is no trump, all trumps."""
        higher = SUIT[suit_of(top)] & -(2 << top)
        return higher if trumps >> top & 1 else higher | trumps

    def start(self) -> TwoPhaseMatch:
        """A new match, before its first card."""
        return TwoPhaseMatch(self)


class TwoPhaseMatch(DealtMatch):
    """A match: the phases `collect`, `trump` and `shed`; it ends with the loser."""

    game: TwoPhaseGame

    def new_deal(self) -> None:
        """Everything as it is before the first card."""
        self.phase = "collect"
        self.begun = False  # whether a card has been played
        count = len(self.game.seats)
        self.nameable: tuple[Seat, ...] = ()  # seats whose latest refill nobody has named yet
        self.gone: CardSet = NO_CARDS
        # the first phase
        self.collected: list[CardSet] = [NO_CARDS] * count
        self.owner: Seat | None = None  # of the last card of the stock, the trump card, which stays there to the end
        self.duel: list[tuple[Seat, Card]] = []
        self.duellists: tuple[Seat, ...] = ()  # the leader first
        # the second phase
        self.trumps: CardSet = NO_CARDS
        self.staying: tuple[Seat, ...] = tuple(range(count))  # seats that are in the game
        self.units: list[tuple[Card, ...]] = []  # what lies, each unit from low to high
        self.laid_by: list[Seat] = []  # whose each unit is
        self.size = 0  # of how many units the trick is
        self.on_turn: Seat = self.game.first_dealer
        super().new_deal()
        self._next_duel(self.game.clockwise[self.game.first_dealer][1])

    def dealing(self, pack: Sequence[Card]) -> tuple[Act, ...]:
        """Hands and stock; and, once the first phase is over, the last card of the stock is shown."""
        return *super().dealing(pack), Act("trump", cards=tuple(pack[-1:]))

    def sizes(self) -> Sequence[int]:
        """Three cards each."""
        return [HAND_SIZE] * len(self.game.seats)

    def before_play(self) -> bool:
        """Until the first card is played."""
        return not self.begun

    def away(self) -> CardSet:
        """Cards that were seen and are in no hand: won, lying, laid aside."""
        return self.gone

    # -- play (section 4) -------------------------------------------------------------------------------

    def may_play(self, act: Act) -> Refusal | None:
        """A card of a duel, from the hand or the stock; or a unit that beats what was played last."""
        if self.phase == "trump" or act.claim is not None or act.source not in (None, "hand", "stock"):
            return WRONG_PHASE
        seat, unit = act.seat, act.cards or ()
        assert seat is not None
        if seat != self.on_turn:
            return OUT_OF_TURN
        refusal = WRONG_COUNT if self.phase == "collect" and len(unit) != 1 else self.game.refuses_unit(unit)
        if refusal is not None:
            return refusal
        if act.source == "stock":
            return self._refuses_stock(unit[0])
        refusal = self.refuses_cards(seat, unit)
        if refusal is not None:
            return refusal
        if self.units and not self._beating() >> min(unit, key=_rank) & 1:
            return DOES_NOT_BEAT
        return None

    def _refuses_stock(self, card: Card) -> Refusal | None:
        """Why this card cannot be the top of the stock, turned over and played."""
        if not self.stock_left:
            return STOCK_EMPTY
        if self.stock_left == 1:
            return STOCK_LAST_CARD
        if self.stock:
            return None if card == self.stock[0] else NOT_STOCK_TOP
        return seen((card,), self.seen_anywhere())

    def can_apply(self, act: Act) -> bool:
        """A card from the stock must at least lie there, above the trump card; nobody plays what he has not."""
        if act.do != "play":
            return True
        unit, seat = act.cards or (), act.seat
        assert seat is not None
        if act.source == "stock":
            return act.card in self.stock[:-1]
        return seen(unit, ~self.hands.known[seat]) is None

    def do_play(self, act: Act, line: int, claims: bool) -> list[Told]:
        """The cards go to the duel or the trick."""
        seat, unit = act.seat, act.cards
        assert seat is not None and unit
        self.begun = True
        self.gone |= set_of(unit)
        if self.phase == "shed":
            return self._shed(seat, unit)
        last_card: list[Told] = []
        if act.source == "stock":
            self.off_stock(unit[0])
        else:
            self.hands.plays(seat, unit[0])
            last_card = self._refill(seat)
        self.duel.append((seat, unit[0]))
        if len(self.duel) % 2:
            self.on_turn = self.duellists[1]
            return last_card
        return self._decide(last_card)

    # -- collect (section 5) ----------------------------------------------------------------------------

    def _refill(self, seat: Seat) -> list[Told]:
        """The seat draws a card; of the last one it becomes the owner, and from then on nobody draws."""
        if self.stock_left > 1:
            card = self.off_stock()
            self.hands.takes(seat, card)
            self._not_nameable(seat)
            if card is None:
                self.nameable += (seat,)
            return []
        if not self.hands.unknown[seat]:  # the latest refill is known by now, if only since it was played
            self._not_nameable(seat)
        if not self.stock_left:
            return []
        self.stock_left, self.owner = 0, seat
        return [("last_card", {"seat": self.game.seats[seat]})]

    def _decide(self, last_card: list[Told]) -> list[Told]:
        """Both have played: the higher rank takes all, or the duel goes on, or it cannot go on."""
        game, (leader, second) = self.game, self.duellists
        cards = game.deck.text(card for _, card in self.duel)
        (_, led), (_, answer) = self.duel[-2:]
        if _rank(led) != _rank(answer):
            winner = leader if _rank(led) > _rank(answer) else second
            self.collected[winner] |= set_of(card for _, card in self.duel)
            self._next_duel(winner)
            return [("trick", {"winner": game.seats[winner], "cards": cards}), *last_card]
        keys = {"seats": [game.seats[seat] for seat in sorted(self.duellists)], "cards": cards}
        told = [*last_card, ("tie", keys)]
        self.on_turn = leader
        if not (self.hands.size(leader) and self.hands.size(second)):
            for seat, card in self.duel:
                self.collected[seat] |= 1 << card
            self._next_duel(leader)
            told.append(("returned", keys))
        return told

    def _next_duel(self, seat: Seat) -> None:
        """The seat leads, or the next that has cards; where only one has any, the phase is over."""
        self.duel = []
        holders = tuple(holder for holder in self.game.clockwise[seat] if self.hands.size(holder))
        if len(holders) > 1:
            self.duellists, self.on_turn = holders[:2], holders[0]
            return
        assert self.owner is not None  # hands run out only once the stock has
        self.duellists, self.on_turn = (), self.owner
        self.phase = "trump"

    def may_draw(self, act: Act) -> Refusal | None:
        """Name the card of the latest refill."""
        seat, card = act.seat, act.card
        assert seat is not None
        if self.phase != "collect" or act.source not in (None, "stock") or card is None or seat not in self.nameable:
            return WRONG_PHASE
        if act.cards is not None and len(act.cards) != 1:
            return WRONG_COUNT
        return seen((card,), self.seen_anywhere())

    def do_draw(self, act: Act, line: int, claims: bool) -> list[Told]:
        """The card is named in the hand."""
        seat, card = act.seat, act.card
        assert seat is not None and card is not None
        self._not_nameable(seat)
        self.hands.names(seat, card)
        return []

    def _not_nameable(self, seat: Seat) -> None:
        self.nameable = tuple(other for other in self.nameable if other != seat)

    # -- trump (section 5) ------------------------------------------------------------------------------

    def may_trump(self, act: Act) -> Refusal | None:
        """The owner shows the last card; nobody has seen it before."""
        cards = act.cards or ()
        if self.phase != "trump":
            return WRONG_PHASE
        if len(cards) != 1:
            return WRONG_COUNT
        if (self.gone | self.hands.everywhere() | ~self.game.pack) >> cards[0] & 1:
            return CARD_SEEN
        return NOT_IN_HAND if self.stock and cards != self.stock else None

    def do_trump(self, act: Act, line: int, claims: bool) -> list[Told]:
        """Its suit is trump; the hands are now what was won, and what one seat could not play any more."""
        game, card, owner = self.game, act.card, self.owner
        assert card is not None and owner is not None
        unplayed = game.pack & ~(self.gone | 1 << card)
        for seat in range(len(game.seats)):
            left = unplayed if self.hands.size(seat) else NO_CARDS
            self.hands.shows(seat, self.collected[seat] | left | (1 << card if seat == owner else NO_CARDS))
        self.collected = [NO_CARDS] * len(game.seats)
        self.gone, self.stock, self.nameable = NO_CARDS, (), ()
        self.phase, self.on_turn, self.trumps = "shed", owner, SUIT[suit_of(card)]
        return [("trump", {"seat": game.seats[owner], "card": game.deck.faces[card], "suit": suit_of(card)})]

    # -- shed (section 5) -------------------------------------------------------------------------------

    def _beating(self) -> CardSet:
        """The cards that beat what was played last."""
        return self.game.beating(self.units[-1][-1], self.trumps)

    def _shed(self, seat: Seat, unit: Sequence[Card]) -> list[Told]:
        """One more unit lies; perhaps the trick is complete, the seat is out, or the game over."""
        game = self.game
        for card in unit:
            self.hands.plays(seat, card)
        if not self.units:
            self.size = len(self.staying)
        self.units.append(tuple(sorted(unit, key=lambda card: (self.trumps >> card & 1, _rank(card)))))
        self.laid_by.append(seat)
        told: list[Told] = []
        complete = len(self.units) == self.size
        if complete:
            told.append(("trick", {"winner": game.seats[seat], "cards": game.deck.text(sum(self.units, ()))}))
            self.units, self.laid_by = [], []
        if not self.hands.size(seat):
            told.append(("out", {"seat": game.seats[seat]}))
            self.staying = tuple(other for other in self.staying if other != seat)
        if len(self.staying) == 1:
            told.append(self.ends(None, self.staying))
        elif not complete or seat not in self.staying:
            self._pass_turn(seat)
        return told

    def _pass_turn(self, seat: Seat) -> None:
        """The next seat in the game is on turn; who has no card is passed over as long as there is none to take."""
        _, *others = self.game.clockwise[seat]
        self.on_turn = next(
            other for other in (*others, seat) if other in self.staying and (self.units or self.hands.size(other))
        )

    def may_take(self, act: Act) -> Refusal | None:
        """Only who cannot beat takes, unless `free_take` says otherwise."""
        seat = act.seat
        assert seat is not None
        if not self.units or act.source not in (None, "pile"):
            return WRONG_PHASE
        if seat != self.on_turn:
            return OUT_OF_TURN
        because = self._beating() & self.hands.known[seat]
        if because and not self.game.options["free_take"]:
            return Refusal("must-beat", because, own_rule=True)
        return None

    def do_take(self, act: Act, line: int, claims: bool) -> list[Told]:
        """One unit of the trick goes to the hand, and the turn passes on."""
        seat = act.seat
        assert seat is not None
        unit = self.units.pop(self.game.takes)
        self.laid_by.pop(self.game.takes)
        for card in unit:
            self.hands.takes(seat, card)
        self.gone &= ~set_of(unit)
        self._pass_turn(seat)
        return [("taken", {"seat": self.game.seats[seat], "cards": self.game.deck.text(unit)})]

    # -- what the table says ----------------------------------------------------------------------------

    def turn(self) -> dict[str, Any] | None:
        """Who acts next, and what it may play where its whole hand is known: in `shed` always."""
        if self.over:
            return None
        seat = self.on_turn
        keys: dict[str, Any] = {"seat": self.game.seats[seat], "phase": self.phase}
        if self.phase != "trump" and self.hands.whole(seat):
            known = self.hands.known[seat]
            keys["legal"] = self.game.text(known & self._beating() if self.units else known)
        return keys

    def asks(self) -> tuple[Ask, ...]:
        """A card of the hand or the stock to the duel; the last card; then cards to be beaten, or taken."""
        seat = self.on_turn
        if self.over:
            return ()
        if self.phase == "trump":
            return (Ask("trump", None, 1, 1, sources=("stock",)),)
        if self.phase == "collect":
            turned = [Ask("play", seat, 1, 1, sources=("stock",))] if self.stock_left > 1 else []
            return Ask("play", seat, 1, 1), *turned
        most = self.game.most_in_unit(self.hands.size(seat))
        asks = [Ask("play", seat, 1, most, alike="run" if most > 1 else "any")] if most else []
        return (*asks, *([Ask("take", seat, sources=("pile",))] if self.units else []))

    def shown(self) -> Shown:
        """The duel or the trick, the stock and the cards won, later trumps; and who is out."""
        seats = range(len(self.game.seats))
        if self.phase == "shed":
            plates = tuple(() if seat in self.staying else (Fact("out"),) for seat in seats)
            trick = tuple((seat, card) for seat, unit in zip(self.laid_by, self.units, strict=True) for card in unit)
            facts = [Fact("trump", suit=suit_of(next(each(self.trumps))))]
            if self.units:
                facts.append(Fact("trick-size", number=self.size))
            return Shown(trick, self.laid_by[-1] if self.units else None, (), tuple(facts), plates)
        won = [cards.bit_count() for cards in self.collected]
        plates = tuple((Fact("won", number=won[seat]),) if won[seat] else () for seat in seats)
        last = () if self.owner is None else (Pile("last-card", hidden=1, seat=self.owner),)
        leads = self.duellists[0] if len(self.duel) % 2 else None
        return Shown(tuple(self.duel), leads, last, (Fact("stock", number=self.stock_left),), plates)

    def totals(self) -> None:
        """There are no points."""
        return


def _rank(card: Card) -> int:
    return RANKS.index(rank_of(card))
