"""A match in which every card is known, for simulations: it is dealt from a shuffled pack, and told line by line."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from random import Random
from typing import NamedTuple

from engine.actions import Act, Seat
from engine.cards import Card, CardSet, each
from engine.dealt import DealtMatch
from engine.errors import LapioError
from engine.game import Game, Match, Told
from table.legal_acts import TELLS_DEAL

MARK_EVERY = 16  # acts between two copies of the match
VOID_DEALS = 100  # in a row: then something is wrong


class Step(NamedTuple):
    """Something that has happened. `before` are the hands before it, by seat; `top` was the top card of the stock."""

    act: Act
    hidden: bool  # its cards were laid face down, or passed on: nobody else saw them
    told: Sequence[Told]
    before: Sequence[CardSet] = ()
    top: Card | None = None
    doubted: tuple[Card, ...] = ()  # what was claimed before it, as it truly was


class OpenMatch:
    """What truly happens. `match` is not to be changed from outside, `pack` is the deal's as it was shuffled."""

    def __init__(self, game: Game) -> None:
        self.match: Match = game.start()
        self.pack: Sequence[Card] = ()
        self._mark = self.match.fork()
        self._since: list[tuple[Act, bool]] = []

    @property
    def state(self) -> tuple[int, bool]:
        """How many deals are done, and whether the match is over."""
        return self.match.deals_done, self.match.over

    def deal(self, rng: Random) -> list[Step]:
        """A new deal is told: the lines for it, those that are made later left out. A void deal is dealt again.

        Raises LapioError where the game does not take its own deal.
        """
        deal, steps = self.state, list[Step]()
        self._mark, self._since = self.match.fork(), []
        for _ in range(VOID_DEALS):
            self.pack = self.match.game.shuffled(rng)
            lines = list(self.match.dealing(self.pack))
            while lines and (lines[0].do in TELLS_DEAL or any(ask.do == lines[0].do for ask in self.match.asks())):
                act = lines.pop(0)
                refusal = self.match.refuse(act)
                if refusal is not None and not self.match.asks():
                    break  # the deal is void already
                if refusal is not None:
                    raise LapioError(f"{self.match.game.name} refuses its own deal: {act.do}, {refusal.rule}")
                steps.append(self.take(act))
                if self.state != deal:
                    return steps
            if self.match.asks():
                return steps
        raise LapioError(f"{self.match.game.name}: {VOID_DEALS} deals in a row were void")

    def take(self, act: Act, *, hidden: bool = False, claims: bool = True) -> Step:
        """This happens, whether it is legal or not; `claims` as in `Match.apply`."""
        match, seats = self.match, range(len(self.match.game.seats))
        stock: tuple[Card, ...] = getattr(match, "stock", ())
        claim = getattr(match, "claim", None)
        before = [match.held(seat) for seat in seats]
        if len(self._since) == MARK_EVERY:
            self._mark, self._since = match.fork(), []
        self._since.append((act, claims))
        told = match.apply(act, 0, claims=claims)
        top = stock[0] if stock else act.card
        return Step(act, hidden, told, before, top, () if claim is None else claim.cards or ())

    def with_card(self, act: Act, rng: Random) -> Act:
        """A card drawn from a stock that was shuffled in mid-deal is named: any that can lie there."""
        match = self.match
        drawn = act.do == "draw" and act.source in (None, "stock") and act.card is None
        if not drawn or not isinstance(match, DealtMatch) or match.stock or not match.stock_left:
            return act
        return replace(act, cards=(rng.choice(list(each(match.game.pack & ~match.seen_anywhere()))),))

    def name_drawn(self, rng: Random) -> None:
        """Cards that came into hands from such a stock without a line are named."""
        match = self.match
        hands = getattr(match, "hands", None)
        if hands is None or not any(hands.unknown) or not isinstance(match, DealtMatch):
            return
        if match.before_play() or "draw" not in match.namings:
            return  # a new deal, which is still to be told; or a game in which a card that is drawn always has a line
        unseen = list(each(match.game.pack & ~match.seen_anywhere()))
        rng.shuffle(unseen)
        for seat, unknown in enumerate(hands.unknown):
            for _ in range(unknown):
                act = Act("draw", seat, (unseen.pop(),), source="stock")
                if match.refuse(act) is None:
                    self.take(act)

    def hands_at_end(self) -> list[CardSet]:
        """The hands as the latest act left them, also where it has ended the deal."""
        match = self._mark.fork()
        match.__dict__["next_deal"] = lambda totals: None  # the hands stay, for us to look at
        for act, claims in self._since:
            match.apply(act, 0, claims=claims)
        return [match.held(seat) & match.game.pack for seat in range(len(match.game.seats))]

    def fork(self) -> OpenMatch:
        """A copy that can go its own way."""
        copy = OpenMatch.__new__(OpenMatch)
        copy.match, copy.pack = self.match.fork(), self.pack
        copy._mark, copy._since = self._mark, self._since[:]  # a mark is forked before it is used
        return copy


def seat_of(game: Game, name: object) -> Seat:
    """The seat with this name in an event."""
    return game.seats.index(str(name))
