"""Games of getting rid of one's cards onto one pile, from unseen hands, with a stock that is drawn from without a line.

What such games share: the pile and who takes it up, cards drawn and named afterwards, places instead of points. Which
cards may be laid, what falls and who goes on is each game's own.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from typing import ClassVar

from engine.actions import Act, Refusal, Seat
from engine.cards import NO_CARD, NO_CARDS, Card, CardSet, set_of
from engine.dealt import seen
from engine.game import OUT_OF_TURN, WRONG_COUNT, WRONG_PHASE, Told
from engine.named_later import NamedLaterMatch
from engine.shown import Fact, Pile, Shown

NOTHING_TO_TAKE = Refusal("nothing-to-take")


class SheddingMatch(NamedLaterMatch):
    """One deal, which is the game: it ends when at most one seat has cards left."""

    hand_size: ClassVar[int]

    # -- what a game says itself ------------------------------------------------------------------------

    @abstractmethod
    def winners(self) -> Sequence[Seat]:
        """Of the seats that are out, those that have won; the last one with cards has lost."""

    # -- a deal begins ----------------------------------------------------------------------------------

    def new_deal(self) -> None:
        """Everything as it is before the first card."""
        self.phase = "play"
        self.begun = False  # whether a card has been played
        self.on_turn: Seat | None = None  # None where only the holder of an unseen card may act
        self.pile: list[Card] = []  # from the bottom to the top; NO_CARD for each that nobody has seen
        self.gone: CardSet = NO_CARDS  # out of the game, as far as they were seen
        self.placed: tuple[Seat, ...] = ()  # who is out, the first first
        super().new_deal()

    def sizes(self) -> Sequence[int]:
        """As many each."""
        return [self.hand_size] * len(self.game.seats)

    def before_play(self) -> bool:
        """Until the first card is played."""
        return not self.begun

    def away(self) -> CardSet:
        """The cards of the pile, and those that are out of the game."""
        return self.gone | set_of(card for card in self.pile if card != NO_CARD)

    # -- who acts ---------------------------------------------------------------------------------------

    def holders(self) -> list[Seat]:
        """The seats with cards."""
        return [seat for seat in range(len(self.game.seats)) if self.hands.size(seat)]

    def after(self, seat: Seat) -> Seat:
        """The next seat clockwise that has cards; this one where it is the only one."""
        _, *others = self.game.clockwise[seat]
        return next(other for other in (*others, seat) if self.hands.size(other))

    # -- cards that move --------------------------------------------------------------------------------

    def lays(self, seat: Seat, cards: Sequence[Card]) -> None:
        """These cards go from the hand onto the pile."""
        for card in cards:
            self.hands.plays(seat, card)
        self.pile += cards
        self.has_laid(seat)

    def has_laid(self, seat: Seat) -> None:
        """Play has begun; what this seat drew before can no longer be named."""
        self.begun = True
        self.no_longer_nameable(seat)

    def draws(self, seat: Seat, count: int) -> list[Told]:
        """So many cards come from the stock into the hand, as far as it goes."""
        count = min(count, self.stock_left)
        if count < 1:
            return []
        self.no_longer_nameable(seat)
        for _ in range(count):
            self.draws_one(seat)
        return [("drawn", {"seat": self.game.seats[seat], "count": count})]

    def takes_up(self, seat: Seat, cards: Sequence[Card]) -> None:
        """These cards, NO_CARD for each unseen one, go from the pile into the hand."""
        for card in cards:
            self.hands.takes(seat, None if card == NO_CARD else card)

    def falls(self) -> None:
        """The whole pile leaves the game."""
        self.gone = self.away()
        self.pile = []

    # -- a card drawn is named --------------------------------------------------------------------------

    def may_draw(self, act: Act) -> Refusal | None:
        """Name one of the cards that the seat drew last."""
        if act.source not in (None, "stock") or act.card is None or act.seat not in self.nameable:
            return WRONG_PHASE
        if act.cards is not None and len(act.cards) != 1:
            return WRONG_COUNT
        return seen((act.card,), self.seen_anywhere())

    # -- taking the pile --------------------------------------------------------------------------------

    def refuses_take(self, act: Act, *phases: str) -> Refusal | None:
        """Why the pile cannot be taken, but for there being none."""
        if self.phase not in phases or act.source not in (None, "pile"):
            return WRONG_PHASE
        return OUT_OF_TURN if act.seat != self.on_turn else None

    # -- the end ----------------------------------------------------------------------------------------

    def goes_out(self, seat: Seat) -> list[Told]:
        """This seat is rid of its cards."""
        self.placed += (seat,)
        return [("out", {"seat": self.game.seats[seat], "place": len(self.placed)})]

    def out_if_empty(self, seat: Seat) -> list[Told]:
        """Where its hand is empty the seat is out; that may be the end of the game."""
        return [] if self.hands.size(seat) else [*self.goes_out(seat), *self.ends_here()]

    def ends_here(self) -> list[Told]:
        """The game is over where at most one seat has cards left."""
        holders = self.holders()
        return [self.ends(sorted(self.winners()), holders)] if len(holders) < 2 else []

    def totals(self) -> None:
        """There are no points."""
        return

    def shown(self) -> Shown:
        """The pile, as it lies face up, and the stock."""
        pile = Pile("pile", tuple(card for card in self.pile if card != NO_CARD), self.pile.count(NO_CARD))
        return Shown(piles=(pile,), facts=(Fact("stock", number=self.stock_left),), seats=self.plates())

    def plates(self) -> tuple[tuple[Fact, ...], ...]:
        """What each seat's plate says: its place, once it is out."""
        return tuple(
            (Fact("place", number=self.placed.index(seat) + 1),) if seat in self.placed else ()
            for seat in range(len(self.game.seats))
        )
