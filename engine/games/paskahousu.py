"""Paskahousu: top the pile or take it; tens, aces and the fourth of a rank fell it; who is last with cards has lost.

The rules, their options and the rule ids used here: docs/rules/paskahousu.md.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from engine.actions import Act, Refusal, Seat
from engine.asks import Ask
from engine.cards import RANK, Card, rank_of, set_of
from engine.felling import FellingGame, FellingMatch
from engine.game import OUT_OF_TURN, WRONG_COUNT, WRONG_PHASE, Told
from engine.options import Option
from engine.record import Promise, Record, Verdict

NO_COURTS = sum(cards for rank, cards in RANK.items() if rank not in "JQK")


class Paskahousu(FellingGame):
    """Everything is laid face up."""

    name = "paskahousu"
    option_table = (Option("cannot_open", "turn", ("turn", "pass")),)

    def start(self) -> PaskahousuMatch:
        """A new match, before its first card."""
        return PaskahousuMatch(self)


class PaskahousuMatch(FellingMatch):
    """A match. Where one may pass, a pass says something of the hand, and there is a record."""

    game: Paskahousu
    record: Record | None

    # -- play (section 4) -------------------------------------------------------------------------------

    def may_play(self, act: Act) -> Refusal | None:
        """Cards of one rank that the pile takes, or the top card of the stock."""
        if act.source == "stock":
            return self.may_turn_up(act)
        if act.claim is not None or act.source not in (None, "hand") or self.phase == "void":
            return WRONG_PHASE
        seat, cards = act.seat, act.cards or ()
        assert seat is not None
        if self.on_turn not in (seat, None):
            return OUT_OF_TURN
        if not cards or len(set(cards)) < len(cards) or len(cards) > self.hands.size(seat):
            return WRONG_COUNT
        refusal = self.refuses_cards(seat, cards)
        if refusal is not None:
            return refusal
        if self.phase == "start":
            return self.refuses_opening(seat, cards)
        return self.refuses_ranks([rank_of(card) for card in cards])

    def do_play(self, act: Act, line: int, claims: bool) -> list[Told]:
        """The cards lie on the pile, or the turned card is taken up with it."""
        seat, cards = act.seat, act.cards
        assert seat is not None and cards
        return self.turns_up(seat, cards[0]) if act.source == "stock" else self.shows_cards(seat, cards)

    def do_take(self, act: Act, line: int, claims: bool) -> list[Told]:
        """The pile goes into the hand."""
        assert act.seat is not None
        return self.takes_pile(act.seat)

    # -- pass (sections 4, 7) ---------------------------------------------------------------------------

    def may_pass(self, act: Act) -> Refusal | None:
        """With nothing but court cards, which may not open the table as long as there is a stock."""
        if self.game.options["cannot_open"] != "pass" or self.phase != "open" or not self.stock_left:
            return WRONG_PHASE
        seat = act.seat
        assert seat is not None
        if seat != self.on_turn:
            return OUT_OF_TURN
        because = self.hands.known[seat] & NO_COURTS
        return Refusal("cannot-open", because, own_rule=True) if because else None

    def do_pass(self, act: Act, line: int, claims: bool) -> list[Told]:
        """The next seat opens."""
        seat = act.seat
        assert seat is not None
        if claims and self.record is not None and self.hands.unknown[seat]:
            self.verdicts += self.record.promises(Promise(line, seat, rungs=(("cannot-open", NO_COURTS),)))
        self.goes_on(seat)
        return []

    # -- what the record is told ------------------------------------------------------------------------

    def begin(self) -> None:
        """What is known before the first card."""
        super().begin()
        self.verdicts: list[Verdict] = []
        self.unnamed: dict[Seat, tuple[tuple[int, int, int], ...]] = {}  # where the record has what can be named
        self.record = None
        if self.game.options["cannot_open"] == "pass":
            self.record = Record(self.game.pack, len(self.game.seats))
            self.record.deals(self.sizes(), self.dealt, set_of(self.stock))

    def apply(self, act: Act, line: int, *, claims: bool = True) -> list[Told]:
        """What is proved comes before everything else."""
        told = super().apply(act, line, claims=claims)
        proved = self.judged(self.verdicts)
        self.verdicts = []
        return proved + told

    def lays(self, seat: Seat, cards: Sequence[Card]) -> None:
        """All of a play's cards are seen at once."""
        super().lays(seat, cards)
        self.unnamed.pop(seat, None)
        if self.record is not None:
            self.verdicts += self.record.passes(seat, None, len(cards), set_of(cards))

    def draws_one(self, seat: Seat) -> Card | None:
        """One by one, so that each can be named."""
        card = super().draws_one(seat)
        if self.record is not None:
            self.verdicts += self.record.takes(seat, 1, None if card is None else 1 << card)
            if card is None:
                self.unnamed[seat] = (*self.unnamed.get(seat, ()), self.record._latest[seat])
        return card

    def do_draw(self, act: Act, line: int, claims: bool) -> list[Told]:
        """A card drawn is named."""
        told, seat, card = super().do_draw(act, line, claims), act.seat, act.card
        assert seat is not None and card is not None
        if self.record is not None:
            place, *rest = self.unnamed[seat]
            self.unnamed[seat] = tuple(rest)
            self.record._latest[seat] = place
            self.verdicts += self.record.names(seat, card)
        return told

    def turns_up(self, seat: Seat, card: Card) -> list[Told]:
        """It was in no hand."""
        if self.record is not None:
            self.verdicts += self.record.stocks(1 << card)
        return super().turns_up(seat, card)

    def takes_up(self, seat: Seat, cards: Sequence[Card]) -> None:
        """Every card of a pile was seen."""
        super().takes_up(seat, cards)
        if self.record is not None:
            self.verdicts += self.record.takes(seat, len(cards), set_of(cards))

    # -- what the table says ----------------------------------------------------------------------------

    def told_of(self, cards: Sequence[Card], event: str) -> dict[str, object]:
        """Everything: it all lay face up."""
        count = {"count": len(cards)} if event == "taken" else {}
        return {**count, "cards": self.game.deck.text(cards)}

    def turn(self) -> dict[str, Any] | None:
        """Who acts next, and what it may lay where its whole hand is known."""
        keys, seat = super().turn(), self.on_turn
        if keys is not None and seat is not None and self.hands.whole(seat):
            keys["legal"] = self.game.text(self.legal(seat))
        return keys

    def asks(self) -> tuple[Ask, ...]:
        """Lay cards, turn one up, take the pile, or pass: whichever of these there is now."""
        if self.over or self.phase == "void":
            return ()
        seat = self.on_turn
        if seat is None:
            return tuple(Ask("play", other, 1, 4, alike="rank") for other in range(len(self.game.seats)))
        asks = []
        if self.phase != "must-take":
            asks.append(Ask("play", seat, 1, min(4, self.hands.size(seat)), alike="rank"))
            if self.phase != "start" and self.stock_left:
                asks.append(Ask("play", seat, 1, 1, sources=("stock",)))
        if self.said:
            asks.append(Ask("take", seat, sources=("pile",)))
        elif self.may_pass(Act("pass", seat)) != WRONG_PHASE:
            asks.append(Ask("pass", seat))
        return tuple(asks)
