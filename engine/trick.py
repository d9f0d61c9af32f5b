"""What games with tricks share: the questions a game file answers, and the tricks of one deal as they are played.

`TrickGame` turns a game file's answers into tables once. `TrickDeal` is what everybody at the table sees of a
deal: whose turn it is, the trick, who took what, how many cards each hand has and the stock; it knows no hand. On
it rest the match that the referee judges (engine/match.py) and playouts with open hands (engine/playout.py).
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from typing import ClassVar, Literal, NamedTuple, TypeAlias

from engine.actions import Seat
from engine.cards import NO_CARD, NO_CARDS, Card, CardSet, each, set_of
from engine.game import Game, Match

Refill: TypeAlias = Literal["trick", "play", "may"]

NOBODY = -1
LEAST_POWER = -(10**9)  # below every card's


class Must(NamedTuple):
    """One rung of a game's ladder: whoever holds any of `cards` must play one of them, else `rule` is broken."""

    rule: str
    cards: CardSet


class Win(NamedTuple):
    """Which sides (by index) have won, and by what: an id of the rules page."""

    sides: tuple[int, ...]
    by: str


class TrickGame(Game):
    """A game of tricks: everybody plays one card in turn, and the best takes them all."""

    hand_size: ClassVar[int]
    trumps: ClassVar[CardSet] = NO_CARDS  # where the rules fix them
    tally: ClassVar[tuple[tuple[str, CardSet], ...]] = ()  # what counts, group by group: an id and its cards

    def __init__(self, *arguments: object) -> None:
        super().__init__(*arguments)  # type: ignore[arg-type]  # as Game has them
        every = range(len(self.deck))
        self.pack: CardSet = self.make_pack()
        self.refill: Refill | None = self.make_refill()
        self.card_points: tuple[int, ...] = tuple(self.points(card) for card in every)
        self.ladders: tuple[tuple[Must, ...], ...] = tuple(self.musts(led) for led in every)
        self.rungs: tuple[tuple[CardSet, ...], ...] = tuple(
            tuple(must.cards for must in ladder) for ladder in self.ladders
        )
        self.powers: tuple[tuple[int, ...], ...] = tuple(
            tuple(self.power(card, led) for card in every) for led in every
        )
        count = len(self.seats)
        self.clockwise: tuple[tuple[Seat, ...], ...] = tuple(
            tuple((first + step) % count for step in range(count)) for first in range(count)
        )

    # -- the questions ----------------------------------------------------------------------------------

    def make_pack(self) -> CardSet:
        """The cards that this many seats play with."""
        return self.deck.all

    def make_refill(self) -> Refill | None:
        """When a hand gets a card from the stock: after the trick, after the own play, on request, or never."""
        return None

    @abstractmethod
    def musts(self, led: Card) -> tuple[Must, ...]:
        """The ladder of what must be played to a trick that `led` opened, the first duty first."""

    @abstractmethod
    def power(self, card: Card, led: Card) -> int:
        """How good a card is in a trick that `led` opened: the highest takes it; of equal ones the first played."""

    @abstractmethod
    def points(self, card: Card) -> int:
        """What the card counts for the side that takes it."""

    @abstractmethod
    def win(self, totals: Sequence[int], taken: Sequence[CardSet], *, deal_over: bool) -> Win | None:
        """Who has won with these totals, by side, having taken these cards in this deal; None: the game goes on."""

    def deal_detail(self, taken: Sequence[CardSet], leftover: CardSet) -> dict[str, object]:
        """What `deal_over` tells besides the points: of the cards taken, by side, and of those nobody played."""
        return {}

    # -- what follows from them -------------------------------------------------------------------------

    @property
    def drawable(self) -> int:
        """How many cards of the full stock are ever drawn: as many as go round evenly."""
        stock = self.pack.bit_count() - self.hand_size * len(self.seats)
        return stock - stock % len(self.seats) if self.refill else 0

    def duties(self, card: Card, led: Card) -> tuple[Must, ...]:
        """The rungs that a card passes over in a trick that `led` opened.

        Their cards are its blockers: the play is legal if and only if none of them stays in the hand.
        """
        ladder = self.ladders[led]
        for rung, must in enumerate(ladder):
            if must.cards >> card & 1:
                return ladder[:rung]
        return ladder

    def start(self) -> Match:
        """A new match, before its first card."""
        from engine.match import TrickMatch  # which itself builds on this module

        return TrickMatch(self)

    def deal(self, leader: Seat) -> TrickDeal:
        """A new deal, before its first card."""
        return TrickDeal(self, leader)


class TrickDeal:
    """The tricks of one deal, as everybody sees them.

    After each `play`: `winner` is who took the trick with it, or NOBODY; `refilled` the seats that now take up a
    card each without being asked, in that order. `over` once all hands are empty.
    """

    __slots__ = (
        "game", "turn", "order", "led", "laid", "best", "power", "powers", "rungs", "winner",
        "left", "stock", "at_once", "may_take", "refilled", "tricks", "taken", "gone", "points", "over",
    )  # fmt: skip

    def __init__(self, game: TrickGame, leader: Seat) -> None:
        seats = len(game.seats)
        self.game = game
        self.turn: Seat = leader
        self.order: tuple[Seat, ...] = game.clockwise[leader]  # who plays to the trick, in turn
        self.led: Card = NO_CARD
        self.laid: list[Card] = []  # the cards of the trick, until the next one is opened
        self.best: Seat = NOBODY  # who is winning it
        self.power = 0
        self.powers: tuple[int, ...] = ()  # of every card in this trick
        self.rungs: tuple[CardSet, ...] = ()  # what must be played to it, by rung
        self.winner: Seat = NOBODY
        self.left = [game.hand_size] * seats  # cards in each hand
        self.stock = game.drawable  # cards that can still be drawn
        self.at_once = game.refill in ("play", "may")  # hands are filled up after each card, not after the trick
        self.may_take = 0  # seats that may take a card up now (refill "may"), one bit each
        self.refilled: tuple[Seat, ...] = ()
        self.tricks = 0  # complete ones
        self.taken: list[CardSet] = [NO_CARDS] * seats
        self.gone: CardSet = NO_CARDS  # all cards of complete tricks
        self.points = [0] * seats
        self.over = False

    def fork(self) -> TrickDeal:
        """A copy that can go its own way."""
        copy = TrickDeal.__new__(TrickDeal)
        for slot in TrickDeal.__slots__:
            setattr(copy, slot, getattr(self, slot))
        copy.laid, copy.left, copy.taken, copy.points = self.laid[:], self.left[:], self.taken[:], self.points[:]
        return copy

    @property
    def played(self) -> CardSet:
        """All cards played in this deal."""
        return self.gone | set_of(self.laid)

    @property
    def trick(self) -> list[tuple[Seat, Card]]:
        """The trick that lies, card by card; a complete one until the next is opened."""
        return list(zip(self.order, self.laid, strict=False))

    def legal(self, hand: CardSet) -> CardSet:
        """The cards of a hand that may be played now by the seat on turn."""
        for rung in self.rungs:
            if hand & rung:
                return hand & rung
        return hand

    def play(self, card: Card) -> Seat:
        """The seat on turn plays a card. Who takes the trick with it, or NOBODY while it goes on."""
        seat = self.turn
        if self.led == NO_CARD:
            self._open(card)
        power = self.powers[card]
        if power > self.power:
            self.power, self.best = power, seat
        laid, order = self.laid, self.order
        laid.append(card)
        self.left[seat] -= 1
        if self.at_once:
            self._refill_at_once(seat)
        if len(laid) == len(order):
            return self._take_trick()
        self.turn = order[len(laid)]
        return NOBODY

    def takes_up(self, seat: Seat) -> None:
        """The seat takes a card that it may take (refill "may")."""
        self.may_take &= ~(1 << seat)
        self.left[seat] += 1
        self.stock -= 1

    def _open(self, card: Card) -> None:
        game = self.game
        self.led, self.laid = card, []
        self.powers, self.power = game.powers[card], LEAST_POWER
        self.rungs = game.rungs[card]
        self.winner, self.refilled, self.may_take = NOBODY, (), 0
        order = game.clockwise[self.turn]
        self.order = order if all(self.left) else tuple(seat for seat in order if self.left[seat])

    def _take_trick(self) -> Seat:
        """The trick is complete: its cards go to the winner, hands are filled up, and the winner leads."""
        game, winner = self.game, self.best
        taken, points, card_points = NO_CARDS, 0, game.card_points
        for card in self.laid:
            taken |= 1 << card
            points += card_points[card]
        self.tricks += 1
        self.gone |= taken
        self.taken[winner] |= taken
        self.points[winner] += points
        self.winner = self.turn = winner
        self.led, self.rungs = NO_CARD, ()
        if self.stock and not self.at_once:
            self._refill(game.clockwise[winner])
        if not self.left[winner]:
            holders = [seat for seat in game.clockwise[winner] if self.left[seat]]
            if holders:
                self.turn = holders[0]
            else:
                self._end()
        return winner

    def _refill_at_once(self, seat: Seat) -> None:
        self.refilled = ()
        if not self.stock:
            return
        if self.game.refill == "play" or not self.left[seat]:  # an emptied hand is given its card without asking
            self._refill((seat,))
        else:
            self.may_take |= 1 << seat

    def _refill(self, seats: tuple[Seat, ...]) -> None:
        self.refilled = seats
        self.stock -= len(seats)
        for seat in seats:
            self.left[seat] += 1

    def _end(self) -> None:
        """All hands are empty. A card that was never drawn goes with the last trick."""
        self.over = True
        for card in each(self.game.pack & ~self.gone):
            self.taken[self.winner] |= 1 << card
            self.points[self.winner] += self.game.card_points[card]
