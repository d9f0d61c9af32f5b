"""Valepaska: Paskahousu face down. What is said of the cards must be a legal play, what lies there may be anything.

The rules and the rule ids used here: docs/rules/valepaska.md.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from engine.actions import Act, Refusal, Seat
from engine.asks import Ask
from engine.cards import Card, rank_of
from engine.doubts import Claim, DoubtMatch
from engine.felling import FellingGame, FellingMatch
from engine.game import OUT_OF_TURN, WRONG_COUNT, WRONG_PHASE, Told
from engine.shown import Pile, Shown

MOST = 4  # cards of a rank
FIRST_FACE_UP = Refusal("first-face-up")
CLAIM_NEEDED = Refusal("claim-needed")


class Valepaska(FellingGame):
    """Only the first play of the deal is shown."""

    name = "valepaska"

    def start(self) -> ValepaskaMatch:
        """A new match, before its first card."""
        return ValepaskaMatch(self)


class ValepaskaMatch(DoubtMatch, FellingMatch):
    """A match. The pile is what was said of it."""

    game: Valepaska

    # -- play (sections 3 to 5) -------------------------------------------------------------------------

    def may_play(self, act: Act) -> Refusal | None:
        """The first play shown, all others claimed; or the top card of the stock."""
        if act.source == "stock":
            return self.may_turn_up(act)
        if self.phase not in ("start", "open", "play", "must-take") or act.source not in (None, "hand"):
            return WRONG_PHASE
        seat, cards, shown = act.seat, act.cards or (), self.phase == "start"
        assert seat is not None
        if self.on_turn not in (seat, None):
            return OUT_OF_TURN
        count = len(cards) if act.claim is None else self.claimed(act).count
        if shown or act.claim is not None:
            refusal = self.refuses_laying(act, count, MOST)
        elif len(set(cards)) < len(cards):
            return WRONG_COUNT
        else:
            refusal = self.refuses_cards(seat, cards)
        if refusal is not None:
            return refusal
        if shown:
            return self.refuses_opening(seat, cards) if act.claim is None else FIRST_FACE_UP
        return CLAIM_NEEDED if act.claim is None else self.refuses_ranks([act.claim["rank"]] * count)

    def do_play(self, act: Act, line: int, claims: bool) -> list[Told]:
        """What was laid before can no longer be doubted; then cards lie there, of which something was said."""
        told, seat = self.stands(), act.seat
        assert seat is not None
        if act.claim is None:
            assert act.cards
            turned = act.source == "stock"
            return told + (self.turns_up(seat, act.cards[0]) if turned else self.shows_cards(seat, act.cards))
        claim, top = self.claimed(act), self.top
        self.said += [claim.rank] * claim.count
        by = self.fells(top)
        if by:
            self.said = []  # the next card may be laid as on an empty table
        self.lays_down(replace(claim, clears=by))
        told.append(("claim", {"seat": self.game.seats[seat], "rank": claim.rank, "count": claim.count}))
        told += self.refill(seat)
        self.goes_on(seat, again=bool(by))
        return told

    def do_take(self, act: Act, line: int, claims: bool) -> list[Told]:
        """The pile goes into the hand, and nobody can doubt any more."""
        assert act.seat is not None
        return [*self.stands(), *self.takes_pile(act.seat)]

    def goes_on(self, seat: Seat, *, again: bool = False) -> None:
        """As the pile lies; but last cards have to be believed or doubted where only one seat is left to do so."""
        super().goes_on(seat, again=again)
        if self.last_claim():
            self.phase = "last-claim"

    # -- doubts (sections 2, 5) -------------------------------------------------------------------------

    def is_true(self, claim: Claim, cards: Sequence[Card]) -> bool:
        """All of the rank that was said."""
        return all(rank_of(card) == claim.rank for card in cards)

    def settles(self, claim: Claim, doubter: Seat, *, lie: bool) -> list[Told]:
        """The liar or the wrong doubter takes the pile; only who truly fells goes on."""
        told = self.takes_pile(claim.seat if lie else doubter)
        told += self.out_if_empty(claim.seat)
        if not self.over:
            self.goes_on(claim.seat, again=bool(claim.clears) and not lie)
        return told

    def clears(self, claim: Claim) -> list[Told]:
        """The pile falls; what was laid since is not on it yet."""
        return self.felled(claim.seat, claim.clears or "")

    # -- what the table says ----------------------------------------------------------------------------

    def turn(self) -> dict[str, Any] | None:
        """Who acts next, and what may be said."""
        keys, seat = super().turn(), self.on_turn
        if keys is None:
            return None
        if self.phase in ("open", "play", "must-take"):
            keys["claims"] = " ".join(self.ranks_allowed())
        elif self.phase == "start" and seat is not None and self.hands.whole(seat):
            keys["legal"] = self.game.text(self.legal(seat))
        return keys

    def asks(self) -> tuple[Ask, ...]:
        """Say what is laid, turn a card up, take the pile; or doubt."""
        seat, doubts = self.on_turn, super().asks()
        if self.over or self.phase in ("void", "show", "last-claim"):
            return doubts
        if self.phase == "start":
            seats = range(len(self.game.seats)) if seat is None else [seat]
            return tuple(Ask("play", other, 1, MOST, alike="rank") for other in seats)
        assert seat is not None
        asks = []
        if self.phase != "must-take":
            claims = tuple({"rank": rank} for rank in self.ranks_allowed())
            asks.append(Ask("play", seat, 1, min(MOST, self.hands.size(seat)), hidden=True, claims=claims))
            if self.stock_left:
                asks.append(Ask("play", seat, 1, 1, sources=("stock",)))
        take = [Ask("take", seat, sources=("pile",))] if self.said else []
        return (*asks, *doubts, *take)

    def shown(self) -> Shown:
        """The pile shows nothing but its size."""
        return super().shown()._replace(piles=(Pile("pile", hidden=len(self.pile)),))
