"""What games with tricks share: the questions a game file answers, and the tricks of one deal as they are played.

`TrickGame` turns a game file's answers into tables once. `TrickDeal` is what everybody at the table sees of a
deal: whose turn it is, the trick, who took what, how many cards each hand has and the stock; it knows no hand. On
it rest the match that the referee judges (engine/match.py) and playouts with open hands (engine/playout.py).
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from typing import ClassVar, Literal, NamedTuple, Self, TypeAlias

from engine.actions import Seat
from engine.cards import NO_CARD, NO_CARDS, SUIT, Card, CardSet, each, set_of
from engine.game import Game

Refill: TypeAlias = Literal["trick", "play", "may"]

NOBODY = -1
LEAST_POWER = -(10**9)  # below every card's
TRUMP_POWER = 10**6  # above every card's that is no trump


class Must(NamedTuple):
    """One rung of a game's ladder: whoever holds any of `cards` must play one of them, else `rule` is broken."""

    rule: str
    cards: CardSet


Ladder: TypeAlias = tuple[Must, ...]


def _rungs(ladder: Ladder) -> tuple[CardSet, ...]:
    return tuple(must.cards for must in ladder)


class TrickGame(Game):
    """A game of tricks: everybody plays one card in turn, and the best takes them all."""

    hand_size: ClassVar[int] = 0
    last_wins: ClassVar[bool] = False  # of equally good cards in a trick the one played last takes it
    trumps: ClassVar[CardSet] = NO_CARDS  # where the rules fix them
    tally: ClassVar[tuple[tuple[str, CardSet], ...]] = ()  # what counts, group by group: an id and its cards

    def __init__(self, *arguments: object) -> None:
        super().__init__(*arguments)  # type: ignore[arg-type]  # as Game has them
        every = range(len(self.deck))
        self.refill: Refill | None = self.make_refill()
        self.card_points: tuple[int, ...] = tuple(self.points(card) for card in every)
        self.ladders: tuple[Ladder, ...] = tuple(self.musts(led) for led in every)
        self.rungs: tuple[tuple[CardSet, ...], ...] = tuple(_rungs(ladder) for ladder in self.ladders)
        self.powers: tuple[tuple[int, ...], ...] = tuple(
            tuple(self.power(card, led) for card in every) for led in every
        )
        self._trump_powers: dict[tuple[str, Card], tuple[int, ...]] = {}
        self.ladder_by_table = type(self).ladder is TrickGame.ladder
        self.rows_by_ladder = type(self).rows is TrickGame.rows

    # -- the questions ----------------------------------------------------------------------------------

    def make_refill(self) -> Refill | None:
        """When a hand gets a card from the stock: after the trick, after the own play, on request, or never."""
        return None

    def cards_each(self, playing: int) -> int:
        """How many cards are dealt to each of so many seats."""
        return self.hand_size

    def musts(self, led: Card) -> Ladder:
        """The ladder of what must be played to a trick that `led` opened, the first duty first."""
        return ()

    def ladder(self, deal: TrickDeal) -> Ladder:
        """The ladder that stands now, for games where it depends on more than the card led, or where a lead has one."""
        return self.ladders[deal.led] if deal.led != NO_CARD else ()

    def rows(self, card: Card, deal: TrickDeal) -> Ladder:
        """The rows of the rules page's table that this play falls under: each with its blockers, in its order.

        The play is legal if and only if no blocker stays in the hand. A ladder says it for most games: the rungs that
        the card passes over.
        """
        ladder = self.ladder(deal)
        for rung, must in enumerate(ladder):
            if must.cards >> card & 1:
                return ladder[:rung]
        return ladder

    @abstractmethod
    def power(self, card: Card, led: Card) -> int:
        """How good a card is in a trick that `led` opened: the highest takes it; of equal ones the first played."""

    def points(self, card: Card) -> int:
        """What the card counts for the side that takes it."""
        return 0

    def next_leader(self, deal: TrickDeal) -> Seat:
        """Who leads after a complete trick."""
        return deal.winner

    # -- what follows from them -------------------------------------------------------------------------

    @property
    def drawable(self) -> int:
        """How many cards of the full stock are ever drawn: as many as go round evenly."""
        stock = self.pack.bit_count() - self.hand_size * len(self.seats)
        return stock - stock % len(self.seats) if self.refill else 0

    def powers_with(self, led: Card, trump: str | None) -> tuple[int, ...]:
        """How good every card is in a trick that `led` opened; with a trump suit its cards are above all others."""
        if trump is None:
            return self.powers[led]
        found = self._trump_powers.get((trump, led))
        if found is None:
            trumps = SUIT[trump]
            found = tuple(
                TRUMP_POWER + self.powers[card][card] if trumps >> card & 1 else power
                for card, power in enumerate(self.powers[led])
            )
            self._trump_powers[trump, led] = found
        return found

    def deal(self, leader: Seat, playing: Sequence[Seat] | None = None) -> TrickDeal:
        """A new deal among these seats (all of them by default), before its first card; `leader` NOBODY: not known."""
        kind = TrickDeal if self.rows_by_ladder else RowsDeal
        return kind(self, leader, range(len(self.seats)) if playing is None else playing)


class TrickDeal:
    """The tricks of one deal, as everybody sees them.

    After each `play`: `winner` is who took the trick with it, or NOBODY; `refilled` the seats that now take up a
    card each without being asked, in that order. `over` once all hands are empty.
    """

    __slots__ = (
        "game", "turn", "order", "led", "laid", "trump", "best", "power", "powers", "slack", "rungs", "winner",
        "left", "stock", "at_once", "may_take", "refilled", "tricks", "taken", "gone", "points", "over",
    )  # fmt: skip

    slots: ClassVar[tuple[str, ...]]  # those of the class and of what it is made from

    def __init_subclass__(cls) -> None:
        cls.slots = (*cls.__mro__[1].slots, *cls.__slots__)  # type: ignore[attr-defined]  # a TrickDeal too

    def __init__(self, game: TrickGame, leader: Seat, playing: Sequence[Seat]) -> None:
        seats, size = len(game.seats), game.cards_each(len(playing))
        self.game = game
        self.turn: Seat = leader
        self.order: tuple[Seat, ...] = ()  # who plays to the trick, in turn
        self.led: Card = NO_CARD
        self.laid: list[Card] = []  # the cards of the trick, until the next one is opened
        self.trump: str | None = None  # the suit that is trump in this deal
        self.best: Seat = NOBODY  # who is winning it
        self.power = 0
        self.powers: tuple[int, ...] = ()  # of every card in this trick
        self.slack = 1 if game.last_wins else 0  # by how much a card may fall short of the best and still win
        self.rungs: tuple[CardSet, ...] = ()  # the cards of the ladder that stands now, rung by rung
        self.winner: Seat = NOBODY
        self.left = [size if seat in playing else 0 for seat in range(seats)]  # cards in each hand
        self.stock = game.drawable  # cards that can still be drawn
        self.at_once = game.refill in ("play", "may")  # hands are filled up after each card, not after the trick
        self.may_take = 0  # seats that may take a card up now (refill "may"), one bit each
        self.refilled: tuple[Seat, ...] = ()
        self.tricks = 0  # complete ones
        self.taken: list[CardSet] = [NO_CARDS] * seats
        self.gone: CardSet = NO_CARDS  # all cards of complete tricks
        self.points = [0] * seats
        self.over = False
        if not game.ladder_by_table:
            self.climb()

    def fork(self) -> Self:
        """A copy that can go its own way."""
        copy = object.__new__(type(self))
        for slot in self.slots:
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

    def climb(self) -> None:
        """Ask the game anew for the ladder that stands now, after something that it depends on has changed."""
        self.rungs = _rungs(self.game.ladder(self))

    def rows(self, card: Card) -> Ladder:
        """The rules that the seat on turn would have to keep with this card, each with its blockers."""
        return self.game.rows(card, self)

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
            self.power, self.best = power - self.slack, seat
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
        self.powers = game.powers[card] if self.trump is None else game.powers_with(card, self.trump)
        self.power = LEAST_POWER
        self.winner, self.refilled, self.may_take = NOBODY, (), 0
        order = game.clockwise[self.turn]
        self.order = order if all(self.left) else tuple(seat for seat in order if self.left[seat])
        if game.ladder_by_table:
            self.rungs = game.rungs[card]
        else:
            self.climb()

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
        self.winner = winner
        self.led, self.rungs = NO_CARD, ()
        if self.stock and not self.at_once:
            self._refill(game.clockwise[winner])
        self.turn = leader = game.next_leader(self)
        if not self.left[leader]:
            holders = [seat for seat in game.clockwise[leader] if self.left[seat]]
            if holders:
                self.turn = holders[0]
            else:
                self._end()
        if not game.ladder_by_table:
            self.climb()
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
        """All hands are empty. A card of the stock that was never drawn goes with the last trick."""
        self.over = True
        if not self.game.refill:
            return
        for card in each(self.game.pack & ~self.gone):
            self.taken[self.winner] |= 1 << card
            self.points[self.winner] += self.game.card_points[card]


TrickDeal.slots = TrickDeal.__slots__


class RowsDeal(TrickDeal):
    """A deal of a game whose rules are no ladder: each card is looked at by itself."""

    __slots__ = ()

    def legal(self, hand: CardSet) -> CardSet:
        """The cards of a hand that may be played now by the seat on turn."""
        rows = self.game.rows
        return set_of(card for card in each(hand) if not any(must.cards & hand for must in rows(card, self)))
