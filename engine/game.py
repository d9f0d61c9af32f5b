"""What every game is to the referee: its rules (Game, which never changes) and a running match of it (Match)."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from random import Random
from typing import Any, ClassVar, NamedTuple, Protocol, Self, TypeAlias, runtime_checkable

from engine.actions import Act, Refusal, Seat
from engine.asks import Ask
from engine.cards import FRENCH, NO_CARDS, Card, CardSet, Deck, each
from engine.errors import BadGame
from engine.options import Option, chosen
from engine.shown import Shown

Told: TypeAlias = tuple[str, dict[str, Any]]  # an event before it has its line: kind and keys


@runtime_checkable
class Forks(Protocol):
    """A part of a match that changes as it is played, and so is copied with it."""

    def fork(self) -> Self:
        """A copy that can go its own way."""


class Side(NamedTuple):
    """Who wins and loses together. The id is the seat's, or partners' ids joined by `+` (docs/table-script.md)."""

    id: str
    seats: tuple[Seat, ...]


class Win(NamedTuple):
    """Which sides (by index) have won, and by what: an id of the rules page."""

    sides: tuple[int, ...]
    by: str


WRONG_PHASE = Refusal("wrong-phase")
OUT_OF_TURN = Refusal("out-of-turn")
WRONG_COUNT = Refusal("wrong-count")
CARD_SEEN = Refusal("card-seen")
NOT_IN_HAND = Refusal("not-in-hand")


class Game(ABC):
    """The rules of one game for these seats and options. Nothing of it changes while it is played.

    A game file answers the questions of its rules page by class attributes and methods; see engine/trick.py for
    what games with tricks share.
    """

    name: ClassVar[str]
    seat_numbers: ClassVar[range]
    option_table: ClassVar[tuple[Option, ...]] = ()
    presets: ClassVar[Mapping[str, Mapping[str, Any]] | None] = None
    deck: Deck = FRENCH
    timed: ClassVar[bool] = False  # whether its lines tell when they happened: races, time limits

    def __init__(self, seats: Sequence[str], dealer: str | None, options: Mapping[str, Any]) -> None:
        """Raises BadGame where this game cannot be played so."""
        self.seats = tuple(seats)
        if len(set(self.seats)) < len(self.seats):
            raise BadGame("two seats have the same id")
        if len(self.seats) not in self.seat_numbers:
            first, last = self.seat_numbers[0], self.seat_numbers[-1]
            numbers = f"{first}" if first == last else f"{first} to {last}"
            raise BadGame(f"{self.name} is for {numbers} seats, not {len(self.seats)}")
        if dealer is not None and dealer not in self.seats:
            raise BadGame(f'the dealer "{dealer}" is none of the seats {", ".join(self.seats)}')
        self.first_dealer: Seat = len(self.seats) - 1 if dealer is None else self.seats.index(dealer)
        self.options = chosen(self.option_table, options, self.presets)
        self.deck = self.make_deck()
        self.pack: CardSet = self.make_pack()
        count = len(self.seats)
        self.clockwise: tuple[tuple[Seat, ...], ...] = tuple(
            tuple((first + step) % count for step in range(count)) for first in range(count)
        )
        self.sides = self.make_sides()
        self.side_of: tuple[int, ...] = tuple(
            next(index for index, side in enumerate(self.sides) if seat in side.seats)
            for seat in range(len(self.seats))
        )
        self.listing: tuple[Card, ...] = tuple(self.listing_order())
        self._place = {card: place for place, card in enumerate(self.listing)}

    def make_sides(self) -> tuple[Side, ...]:
        """Every seat for itself; a game with partners says otherwise."""
        return tuple(Side(name, (seat,)) for seat, name in enumerate(self.seats))

    def make_deck(self) -> Deck:
        """The deck that this many seats need."""
        return self.deck

    def make_pack(self) -> CardSet:
        """The cards of the deck that this many seats play with."""
        return self.deck.all

    def shuffled(self, rng: Random) -> list[Card]:
        """A pack as people would have it before them, shuffled: for simulated tables."""
        pack = list(each(self.pack))
        rng.shuffle(pack)
        return pack

    def listing_order(self) -> Sequence[Card]:
        """The order in which sets of cards are listed in events: the deck's, where the rules page has no other."""
        return range(len(self.deck))

    @abstractmethod
    def start(self) -> Match:
        """A new match, before its first card."""

    def text(self, cards: CardSet) -> str:
        """The ids of a set of cards in the game's listing order."""
        return self.deck.text(sorted(each(cards), key=self._place.__getitem__))

    def by_side(self, values: Sequence[int]) -> dict[str, int]:
        """Values by side index as the events show them: by side id, in seat order."""
        return {side.id: value for side, value in zip(self.sides, values, strict=True)}


class Match(ABC):
    """A running match: everything the table knows of it. The referee is its only caller.

    For each verb that a game has, its match has two methods: `may_VERB(act)`, which gives the Refusal or None and
    changes nothing, and `do_VERB(act, line, claims)`, which applies the act and gives the events, in the order of
    docs/table-script.md. `claims` is false where people let a breach stand: it then promises nothing.
    """

    game: Game
    over = False
    won: Win | None = None  # who has won, once the match is over; None where the game names losers only
    lost: tuple[int, ...] = ()  # the sides that have lost, where the game names them
    namings: ClassVar[frozenset[str]] = frozenset({"draw"})  # verbs that may only name a card, and change nothing
    dealer: Seat = 0
    deals_done = 0
    scored: list[int]  # totals of the deals before this one, by side
    nameable: tuple[Seat, ...] = ()  # seats whose latest card from the stock can still be named, in drawing order

    def refuse(self, act: Act) -> Refusal | None:
        """Why this act cannot be applied now, or None. Raises BadLine where no game state could ever accept it."""
        if self.over:
            return WRONG_PHASE
        may = getattr(self, f"may_{act.do}", None)
        return WRONG_PHASE if may is None else may(act)

    def apply(self, act: Act, line: int, *, claims: bool = True) -> list[Told]:
        """Apply an act that is not refused (or that people let stand). The events, but for `turn`."""
        return getattr(self, f"do_{act.do}")(act, line, claims)  # type: ignore[no-any-return]  # by name, see above

    def can_apply(self, act: Act) -> bool:
        """Whether an act that broke one of the game's own rules can be applied at all."""
        return True

    def fork(self) -> Self:
        """A copy that can go its own way: lists, dicts, sets and what can fork are copied, all else is a value."""
        copy = object.__new__(type(self))
        for name, value in self.__dict__.items():
            if isinstance(value, list | dict | set):
                value = value.copy()
            elif isinstance(value, Forks):
                value = value.fork()
            copy.__dict__[name] = value
        return copy

    def asks(self) -> tuple[Ask, ...]:
        """Everything that may be done now, the seat on turn first: what the table asks for (engine/asks.py)."""
        return ()

    def shown(self) -> Shown:
        """What everybody can see or has been told."""
        return Shown()

    def held(self, seat: Seat) -> CardSet:
        """The cards that are known to be in this hand."""
        return NO_CARDS

    def held_by(self, card: Card) -> Seat | None:
        """The seat whose hand is known to hold this card."""
        return next((seat for seat in range(len(self.game.seats)) if self.held(seat) >> card & 1), None)

    def left(self, seat: Seat) -> int | None:
        """How many cards this hand holds; None where nobody can know."""
        return None

    def away(self) -> CardSet:
        """The cards that were seen and are in no hand and not in the stock: tricks, piles, melds, cards out of play."""
        return NO_CARDS

    def dealing(self, pack: Sequence[Card]) -> tuple[Act, ...]:
        """The lines that tell a whole deal from this pack, shuffled: as they stand where every card is read.

        The pack is dealt from its first card on; simulated tables know their cards so.
        """
        return ()

    @abstractmethod
    def turn(self) -> dict[str, Any] | None:
        """The keys of the `turn` event that stands now; None where nobody may act."""

    @abstractmethod
    def totals(self) -> dict[str, int] | None:
        """What `score` would say now, by side; None for a game without scores."""

    def ends(self, winners: Sequence[int] | None, losers: Sequence[int] | None = None, by: str | None = None) -> Told:
        """The game is over: these sides have won, these have lost. The event names what is not None."""
        self.over = True
        self.won = None if winners is None else Win(tuple(winners), by or "")
        self.lost = tuple(losers or ())
        keys: dict[str, Any] = {}
        if winners is not None:
            keys["winners"] = [self.game.sides[side].id for side in sorted(winners)]
        if losers is not None:
            keys["losers"] = [self.game.sides[side].id for side in sorted(losers)]
        if by is not None:
            keys["by"] = by
        return "game_over", keys
