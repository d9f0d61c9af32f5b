"""The pile of Paskahousu that must be topped or taken, and the cards that fell it.

What docs/rules/paskahousu.md and docs/rules/valepaska.md share; the sections named here are those of the former. All of
it goes by the ranks that the cards of the pile are said to have: where they lie face up, their own.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from engine.actions import Act, Refusal, Seat
from engine.cards import NO_CARDS, RANK, RANKS, Card, CardSet, rank_of
from engine.dealt import seen
from engine.game import OUT_OF_TURN, WRONG_COUNT, WRONG_PHASE, Game, Told
from engine.shedding import NOTHING_TO_TAKE, SheddingMatch

TOPPING = "3456789TJQKA2"  # from low to high; the two stands outside
SMALL = tuple("3456789")
COURTS = tuple("JQK")
LONE = ("T", "A")  # on the empty table they fell nothing
TOO_SMALL_FOR_COURTS = tuple("34567")


class FellingGame(Game):
    """Two to six players with five cards each, every one alone."""

    seat_numbers = range(2, 7)


class FellingMatch(SheddingMatch):
    """A match with such a pile, from the asking for threes on."""

    hand_size = 5

    def new_deal(self) -> None:
        """Nothing lies there."""
        self.said: list[str] = []  # the rank of each card of the pile, as it counts; empty too where the pile falls
        super().new_deal()

    # -- who starts (section 2) -------------------------------------------------------------------------

    def begin(self) -> None:
        """Where all hands are known, so is who starts, and with which rank."""
        super().begin()
        self.phase, self.on_turn, self.opening = "start", None, ""
        seats = self.game.clockwise[self.game.first_dealer]
        if any(self.hands.unknown):
            return
        for rank in SMALL:
            counts = [(self.hands.known[seat] & RANK[rank]).bit_count() for seat in (*seats[1:], seats[0])]
            if max(counts):
                self.opening, self.on_turn = rank, (*seats[1:], seats[0])[counts.index(max(counts))]
                return
        self.phase = "void"

    def may_deal(self, act: Act) -> Refusal | None:
        """A void deal is followed by another one."""
        return type(self)(self.game).may_deal(act) if self.phase == "void" else super().may_deal(act)

    def do_deal(self, act: Act, line: int, claims: bool) -> list[Told]:
        """These hands are known; where nobody could start, the deal is void."""
        if self.phase == "void":
            self.new_deal()
        super().do_deal(act, line, claims)
        return [("note", {"text": "void"})] if self.phase == "void" else []

    def may_stock(self, act: Act) -> Refusal | None:
        """Not where the deal is void."""
        return WRONG_PHASE if self.phase == "void" else super().may_stock(act)

    def refuses_opening(self, seat: Seat, cards: Sequence[Card]) -> Refusal | None:
        """Why these cards cannot be the first play of the deal: no lower rank from 3 to 9 may be known anywhere."""
        ranks = {rank_of(card) for card in cards}
        if self.opening:
            fits, better = ranks == {self.opening}, RANK[self.opening]
        else:
            lowest = min(TOPPING.index(rank) for rank in ranks - {"2"}) if ranks != {"2"} else 0
            better = _cards_of(TOPPING[: min(lowest, len(SMALL))])
            fits = len(ranks) == 1 and ranks <= set(SMALL) and not self.hands.everywhere() & better
        return None if fits else Refusal("opening-rank", better & self.hands.known[seat], own_rule=True)

    # -- what may be laid (section 4) -------------------------------------------------------------------

    @property
    def top(self) -> str | None:
        """The rank that lies on top; None on the empty table."""
        return self.said[-1] if self.said else None

    def refuses_ranks(self, ranks: Sequence[str]) -> Refusal | None:
        """Why cards of these ranks cannot be laid, as the pile lies."""
        rule = self._rule_against(ranks)
        return None if rule is None else Refusal(rule, own_rule=True)

    def _rule_against(self, ranks: Sequence[str]) -> str | None:
        rank, top = ranks[0], self.top
        if len(set(ranks)) > 1:
            return "same-rank"
        if self.phase == "must-take":
            return "must-take"
        if top == "2" and rank != "2":
            return "two-on-top"
        if rank in LONE and len(ranks) > 1:
            return "one-at-a-time"
        if rank in COURTS and self.stock_left and (top is None or top in TOO_SMALL_FOR_COURTS):
            return "court-too-early"
        if rank == "A" and top in SMALL:
            return "ace-on-court-only"
        return "too-low" if top is not None and _is_lower(rank, top) else None

    def fells(self, onto: str | None) -> str | None:
        """By what the pile falls, now that cards were laid onto a pile with this rank on top; None where it lies."""
        rank = self.said[-1]
        if rank == "T" and onto in SMALL:
            return "ten"
        if rank == "A" and onto in COURTS:
            return "ace"
        return "four" if rank != "2" and self.said[-4:] == [rank] * 4 else None

    # -- turning up a card of the stock (sections 3, 4) -------------------------------------------------

    def may_turn_up(self, act: Act) -> Refusal | None:
        """One card, the top of the stock, as far as that is known."""
        if self.phase not in ("open", "play", "must-take") or act.claim is not None:
            return WRONG_PHASE
        if act.seat != self.on_turn:
            return OUT_OF_TURN
        if act.cards is None or len(act.cards) != 1:
            return WRONG_COUNT
        if self.phase == "must-take":
            return Refusal("must-take")
        if not self.stock_left:
            return Refusal("stock-empty")
        if self.stock:
            return None if act.cards[0] == self.stock[0] else Refusal("not-stock-top")
        return seen(act.cards, self.seen_anywhere())

    def turns_up(self, seat: Seat, card: Card) -> list[Told]:
        """It has left the stock, and is judged as if it were played: it lies on the pile, or is taken with it."""
        self.off_stock()
        rank, top = rank_of(card), self.top
        fits = self.refuses_ranks([rank]) is None
        self.pile.append(card)
        self.said.append(rank)
        keys = {"seat": self.game.seats[seat], "card": self.game.deck.faces[card], "fits": fits}
        told: list[Told] = [("tried", keys)]
        if not fits:
            return [*told, *self.takes_pile(seat)]
        by = self.fells(top)
        if by:
            told += self.felled(seat, by)
        self.goes_on(seat, again=bool(by))
        return told

    # -- what an act does (section 5) -------------------------------------------------------------------

    def shows_cards(self, seat: Seat, cards: Sequence[Card]) -> list[Told]:
        """Cards from the hand, face up onto the pile: what falls, what is drawn."""
        top = self.top
        self.lays(seat, cards)
        self.said += [rank_of(card) for card in cards]
        by = self.fells(top)
        told = self.felled(seat, by) if by else []
        told += self.refill(seat)
        told += self.out_if_empty(seat)
        if not self.over:
            self.goes_on(seat, again=bool(by))
        return told

    def felled(self, seat: Seat, by: str) -> list[Told]:
        """The pile goes away."""
        keys = {"seat": self.game.seats[seat], "by": by, **self.told_of(self.pile, "felled")}
        self.falls()
        self.said = []
        return [("felled", keys)]

    def refill(self, seat: Seat) -> list[Told]:
        """The hand is filled up to five."""
        return self.draws(seat, self.hand_size - self.hands.size(seat))

    def goes_on(self, seat: Seat, *, again: bool = False) -> None:
        """This seat is on turn again, where it has cards; else the next one that has any."""
        self.on_turn = seat if again and self.hands.size(seat) else self.after(seat)
        if not self.said:
            self.phase = "open"
        else:
            self.phase = "must-take" if len(self.said) == 1 and self.said[0] in LONE else "play"

    def takes_pile(self, seat: Seat) -> list[Told]:
        """The whole pile goes into this hand."""
        told: Told = ("taken", {"seat": self.game.seats[seat], **self.told_of(self.pile, "taken")})
        self.takes_up(seat, self.pile)
        self.pile, self.said = [], []
        self.goes_on(seat)
        return [told]

    def told_of(self, cards: Sequence[Card], event: str) -> dict[str, object]:
        """What people are told of a pile that leaves the table: the number of its cards."""
        return {"count": len(cards)}

    def may_take(self, act: Act) -> Refusal | None:
        """The seat on turn, although it could play."""
        return self.refuses_take(act, "open", "play", "must-take") or (None if self.said else NOTHING_TO_TAKE)

    # -- the end (section 6) ----------------------------------------------------------------------------

    def winners(self) -> Sequence[Seat]:
        """The first one that was out."""
        return self.placed[:1]

    # -- what the table says ----------------------------------------------------------------------------

    def turn(self) -> dict[str, Any] | None:
        """Who acts next."""
        if self.over or self.phase == "void":
            return None
        seat = self.on_turn
        return {"seat": None if seat is None else self.game.seats[seat], "phase": self.phase}

    def ranks_allowed(self) -> list[str]:
        """The ranks of which one card may be laid now."""
        return [rank for rank in TOPPING if self.refuses_ranks([rank]) is None]

    def legal(self, seat: Seat) -> CardSet:
        """The cards of this hand that may be laid."""
        allowed = self.opening if self.phase == "start" else self.ranks_allowed()
        return self.hands.known[seat] & _cards_of(allowed)


def _is_lower(rank: str, top: str) -> bool:
    """Whether a card of this rank is too low for this top; a two goes on everything but a ten and an ace."""
    if "2" in (rank, top):
        return rank == "2" and top in LONE
    return RANKS.index(rank) < RANKS.index(top)


def _cards_of(ranks: Sequence[str]) -> CardSet:
    result = NO_CARDS
    for rank in ranks:
        result |= RANK[rank]
    return result
