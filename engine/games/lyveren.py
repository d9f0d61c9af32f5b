"""Lyveren: runs in a suit onto one heap, each higher than the last, face down and by word of mouth only.

The rules, their options and the rule ids used here: docs/rules/lyveren.md.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from engine.actions import Act, Refusal, Seat
from engine.asks import Ask
from engine.cards import RANKS, SUITS, Card, rank_of, suit_of
from engine.doubts import Claim, DoubtMatch
from engine.game import OUT_OF_TURN, WRONG_PHASE, Game, Told
from engine.options import Option
from engine.shedding import NOTHING_TO_TAKE
from engine.shown import Pile, Shown

PENALTY = 3  # cards
WHOLE_SUIT = len(RANKS)
CLAIM_NEEDED = Refusal("claim-needed")
ONE_FREE_CARD = Refusal("one-free-card", own_rule=True)
NO_SUCH_RUN = Refusal("no-such-run")
TOO_LOW = Refusal("too-low", own_rule=True)


class Lyveren(Game):
    """Two to four players with ten cards each, every one alone."""

    name = "lyveren"
    seat_numbers = range(2, 5)
    option_table = (
        Option("free_play", "one", ("one", "run")),
        Option("empty_stock", "heap", ("heap", "none")),
    )

    def start(self) -> LyverenMatch:
        """A new match, before its first card."""
        return LyverenMatch(self)


class LyverenMatch(DoubtMatch):
    """A match, in the phases `play`, `free`, `again`, `show` and `last-claim`."""

    game: Lyveren
    hand_size = 10
    says_suit = True

    def new_deal(self) -> None:
        """The seat left of the dealer starts, on a bare table."""
        super().new_deal()
        self.top: str | None = None  # the highest rank of the latest claim; None where anything may be said
        self.on_turn = self.game.clockwise[self.dealer][1]

    # -- play (sections 4, 5) ---------------------------------------------------------------------------

    def may_play(self, act: Act) -> Refusal | None:
        """A run that exists and is high enough, of any cards."""
        if self.phase not in ("play", "free", "again") or act.source not in (None, "hand"):
            return WRONG_PHASE
        seat = act.seat
        assert seat is not None
        if seat != self.on_turn:
            return OUT_OF_TURN
        if act.claim is None:
            return self.refuses_cards(seat, act.cards or ()) or CLAIM_NEEDED
        claim = self.claimed(act)
        return self.refuses_laying(act, claim.count, self.hands.size(seat)) or self._refuses_run(claim)

    def _refuses_run(self, claim: Claim) -> Refusal | None:
        if self.phase != "play" and claim.count > 1 and self.game.options["free_play"] == "one":
            return ONE_FREE_CARD
        if RANKS.index(claim.rank) + claim.count > len(RANKS):
            return NO_SUCH_RUN
        return TOO_LOW if self.phase == "play" and claim.rank not in self._ranks_above() else None

    def _ranks_above(self) -> str:
        """The ranks with which a claim may begin on what lies there."""
        return RANKS if self.top is None else RANKS[RANKS.index(self.top) + 1 :]

    def can_apply(self, act: Act) -> bool:
        """A run beyond the ace has no top, whatever else people let stand."""
        return act.claim is None or RANKS.index(act.claim["rank"]) + self.claimed(act).count <= len(RANKS)

    def do_play(self, act: Act, line: int, claims: bool) -> list[Told]:
        """The cards go onto the heap, which is then as high as was said."""
        told, claim = self.stands(), self.claimed(act)
        seat, whole = claim.seat, claim.count == WHOLE_SUIT
        self.lays_down(replace(claim, clears="suit" if whole else None))
        keys = {"seat": self.game.seats[seat], "rank": claim.rank, "suit": claim.suit, "count": claim.count}
        self.top = None if whole else RANKS[RANKS.index(claim.rank) + claim.count - 1]
        again = whole and self.hands.size(seat) > 0
        self.phase, self.on_turn = ("again", seat) if again else ("play", self.after(seat))
        if self.last_claim():
            self.phase = "last-claim"
        return [*told, ("claim", keys)]

    # -- take (section 5) -------------------------------------------------------------------------------

    def may_take(self, act: Act) -> Refusal | None:
        """The seat on turn, where a heap lies."""
        return self.refuses_take(act, "play") or (NOTHING_TO_TAKE if self.top is None else None)

    def do_take(self, act: Act, line: int, claims: bool) -> list[Told]:
        """The whole heap goes into the hand; the next seat may lay anything."""
        seat = act.seat
        assert seat is not None
        told = [*self.stands(), self._takes(seat, len(self.pile))]
        self.top, self.on_turn = None, self.after(seat)
        return told

    def _takes(self, seat: Seat, count: int) -> Told:
        """So many cards from the top of the heap go into this hand."""
        first = len(self.pile) - count
        self.takes_up(seat, self.pile[first:])
        self.pile = self.pile[:first]
        return "taken", {"seat": self.game.seats[seat], "count": count}

    # -- doubts (section 5) -----------------------------------------------------------------------------

    def is_true(self, claim: Claim, cards: Sequence[Card]) -> bool:
        """Exactly the cards of the run, in any order."""
        first = RANKS.index(claim.rank)
        ranks = sorted(RANKS.index(rank_of(card)) for card in cards)
        return ranks == list(range(first, first + claim.count)) and {suit_of(card) for card in cards} == {claim.suit}

    def settles(self, claim: Claim, doubter: Seat, *, lie: bool) -> list[Told]:
        """The loser draws, or takes what there is instead; the other one lays a free card."""
        loser, winner = (claim.seat, doubter) if lie else (doubter, claim.seat)
        goes_away = bool(claim.clears) and not lie
        told = self.draws(loser, PENALTY)
        if not told and self.game.options["empty_stock"] == "heap" and not goes_away:
            told.append(self._takes(loser, len(self.pile)))
        elif not told and not self.hands.size(loser):
            told.append(self._takes(loser, claim.count))
        if goes_away:
            told += self.clears(claim)
        told += self.out_if_empty(claim.seat)
        if not self.over:
            self.phase, self.on_turn = "free", winner if self.hands.size(winner) else self.after(winner)
        return told

    def clears(self, claim: Claim) -> list[Told]:
        """A whole suit goes out of the game, with the heap it lay on."""
        keys = {"seat": self.game.seats[claim.seat], "suit": claim.suit, "count": len(self.pile)}
        self.falls()
        return [("suit_out", keys)]

    # -- the end (section 6) ----------------------------------------------------------------------------

    def winners(self) -> Sequence[Seat]:
        """Everybody who got rid of the cards."""
        return self.placed

    # -- what the table says ----------------------------------------------------------------------------

    def turn(self) -> dict[str, Any] | None:
        """Who acts next, and which rank a claim must exceed."""
        if self.over or self.on_turn is None:
            return None
        above = self.top if self.phase == "play" else None
        return {"seat": self.game.seats[self.on_turn], "phase": self.phase, "above": above}

    def asks(self) -> tuple[Ask, ...]:
        """Say what is laid, or take the heap; or doubt."""
        seat, doubts = self.on_turn, super().asks()
        if self.over or seat is None or self.phase in ("show", "last-claim"):
            return doubts
        free = self.phase != "play"
        ranks = RANKS if free else self._ranks_above()
        most = 1 if free and self.game.options["free_play"] == "one" else min(WHOLE_SUIT, self.hands.size(seat))
        claims = tuple({"rank": rank, "suit": suit} for rank in ranks for suit in SUITS)
        play = [Ask("play", seat, 1, most, hidden=True, claims=claims)] if ranks else []
        take = [Ask("take", seat, sources=("pile",))] if self.top is not None and not free else []
        return (*play, *doubts, *take)

    def shown(self) -> Shown:
        """The heap shows nothing but its size."""
        return super().shown()._replace(piles=(Pile("heap", hidden=len(self.pile)),))
