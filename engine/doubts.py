"""Cards laid face down with a claim, and doubts: what Valepaska and Lyveren share.

The table may know every lie, and keeps silent until somebody doubts: before that, nothing it says depends on the cards
that lie there. Cards may be laid unread; doubted, they are shown first.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from engine.actions import Act, Refusal, Seat
from engine.asks import Ask
from engine.cards import NO_CARD, NO_CARDS, RANKS, SUITS, Card, CardSet, set_of
from engine.dealt import seen
from engine.errors import BadLine
from engine.game import NOT_IN_HAND, OUT_OF_TURN, WRONG_COUNT, WRONG_PHASE, Told
from engine.shedding import SheddingMatch


@dataclass(frozen=True, slots=True)
class Claim:
    """What a seat said of the cards that it laid face down last; `cards` are these, in order, where they were read."""

    seat: Seat
    rank: str
    count: int
    suit: str | None = None  # where one is said
    cards: tuple[Card, ...] | None = None
    held: CardSet | None = None  # the hand they came from, where all of it was known
    clears: str | None = None  # by what the pile goes away once nobody can doubt any more; None where it lies


class DoubtMatch(SheddingMatch):
    """A match in which the latest claim may be doubted by any other seat with cards, until the next act."""

    says_suit = False

    # -- what a game says itself ------------------------------------------------------------------------

    @abstractmethod
    def is_true(self, claim: Claim, cards: Sequence[Card]) -> bool:
        """Whether these cards are what was said of them."""

    @abstractmethod
    def settles(self, claim: Claim, doubter: Seat, *, lie: bool) -> list[Told]:
        """What follows the verdict."""

    @abstractmethod
    def clears(self, claim: Claim) -> list[Told]:
        """The pile goes away by this claim, which nobody can doubt any more."""

    # -- claims -----------------------------------------------------------------------------------------

    def new_deal(self) -> None:
        """Nothing was said yet."""
        self.claim: Claim | None = None  # the latest thing that happened, where it was one
        self.doubter: Seat | None = None  # while the doubted cards are shown
        super().new_deal()

    def refuse(self, act: Act) -> Refusal | None:
        """As ever. Raises BadLine for a claim of a rank or a suit that does not exist."""
        if act.do == "play" and act.claim is not None:
            self.check_claim(act.claim)
        return super().refuse(act)

    def check_claim(self, said: Mapping[str, Any]) -> None:
        """Raises BadLine for a rank or a suit that does not exist."""
        for key, values in (("rank", RANKS), ("suit", SUITS)) if self.says_suit else (("rank", RANKS),):
            if said.get(key) not in tuple(values):
                raise BadLine(f'the "{key}" of a claim is one of {" ".join(values)}, not {said.get(key)!r}')

    def claimed(self, act: Act) -> Claim:
        """The claim of a line that has one; how many cards it is, the reader can count."""
        assert act.claim is not None and act.seat is not None
        hand = self.hands.known[act.seat] if self.hands.whole(act.seat) else None
        count = act.claim.get("count", len(act.cards or ()))
        suit = act.claim["suit"] if self.says_suit else None
        return Claim(act.seat, act.claim["rank"], count, suit, act.cards, hand)

    def refuses_laying(self, act: Act, count: int, most: int) -> Refusal | None:
        """Why this seat cannot lay these cards, or so many unread ones, of which there may be no more than `most`."""
        seat, cards = act.seat, act.cards
        assert seat is not None
        if not 1 <= count <= min(most, self.hands.size(seat)):
            return WRONG_COUNT
        if cards is None:
            return None
        if len(cards) != count or len(set(cards)) < count:
            return WRONG_COUNT
        return self.refuses_cards(seat, cards)

    def lays_down(self, claim: Claim) -> None:
        """The cards go face down onto the pile; laid unread, they leave a hand of which nothing is known any more."""
        self.claim = claim
        if claim.cards is not None:
            self.lays(claim.seat, claim.cards)
            return
        self.hands.unknown[claim.seat] = self.hands.size(claim.seat) - claim.count
        self.hands.known[claim.seat] = NO_CARDS
        self.pile += [NO_CARD] * claim.count
        self.has_laid(claim.seat)

    def stands(self) -> list[Told]:
        """Somebody has acted, so the latest claim cannot be doubted any more: the pile may go, its seat be out."""
        claim, self.claim = self.claim, None
        if claim is None:
            return []
        told = self.clears(claim) if claim.clears else []
        return told if self.hands.size(claim.seat) else [*told, *self.goes_out(claim.seat)]

    def last_claim(self) -> bool:
        """Whether only one seat is left to say whether it believes another one's last cards."""
        return self.claim is not None and not self.hands.size(self.claim.seat) and len(self.holders()) == 1

    # -- doubts -----------------------------------------------------------------------------------------

    def may_challenge(self, act: Act) -> Refusal | None:
        """Any other seat with cards doubts the latest claim."""
        if self.phase in ("start", "void", "show"):
            return WRONG_PHASE
        if self.claim is None:
            return Refusal("nothing-to-challenge")
        assert act.seat is not None
        return WRONG_PHASE if act.seat == self.claim.seat or not self.hands.size(act.seat) else None

    def do_challenge(self, act: Act, line: int, claims: bool) -> list[Told]:
        """The cards are turned up; where nobody has read them, their seat shows them first."""
        assert self.claim is not None
        self.doubter = act.seat
        if self.claim.cards is not None:
            return self._verdict(self.claim.cards)
        self.phase, self.on_turn = "show", self.claim.seat
        return []

    def may_show(self, act: Act) -> Refusal | None:
        """The doubted seat, as many cards as it laid: none that lies elsewhere, or cannot have been in its hand."""
        if self.phase != "show" or self.claim is None:
            return WRONG_PHASE
        if act.seat != self.claim.seat:
            return OUT_OF_TURN
        cards = act.cards or ()
        if len(cards) != self.claim.count or len(set(cards)) < len(cards):
            return WRONG_COUNT
        if refusal := seen(cards, self.seen_anywhere()):
            return refusal
        held = self.claim.held
        return NOT_IN_HAND if held is not None and set_of(cards) & ~held else None

    def do_show(self, act: Act, line: int, claims: bool) -> list[Told]:
        """Now they are known."""
        assert act.cards
        self.pile[-len(act.cards) :] = act.cards
        return self._verdict(act.cards)

    def _verdict(self, cards: Sequence[Card]) -> list[Told]:
        claim, doubter, names = self.claim, self.doubter, self.game.seats
        assert claim is not None and doubter is not None
        self.claim = self.doubter = None
        lie = not self.is_true(claim, cards)
        text = self.game.deck.text(cards)
        verdict: Told = ("verdict", {"seat": names[doubter], "against": names[claim.seat], "lie": lie, "cards": text})
        return [verdict, *self.settles(claim, doubter, lie=lie)]

    def may_pass(self, act: Act) -> Refusal | None:
        """Believe another seat's last cards."""
        if self.phase != "last-claim":
            return WRONG_PHASE
        return OUT_OF_TURN if act.seat != self.on_turn else None

    def do_pass(self, act: Act, line: int, claims: bool) -> list[Told]:
        """So that seat is out, and the game is over."""
        return [*self.stands(), *self.ends_here()]

    # -- what the table says ----------------------------------------------------------------------------

    def asks(self) -> tuple[Ask, ...]:
        """Doubts by whoever may; the doubted cards; whether one believes."""
        if self.over or self.on_turn is None:
            return ()
        seat = self.on_turn
        if self.phase == "show":
            count = self.claim.count if self.claim else 0
            return (Ask("show", seat, count, count),)
        last = self.phase == "last-claim"
        doubts: list[Ask] = []
        if self.claim is not None:
            others = [other for other in self.game.clockwise[seat] if other != self.claim.seat]
            doubts = [Ask("challenge", other, any_time=not last) for other in others if self.hands.size(other)]
        return (*doubts, Ask("pass", seat)) if last else tuple(doubts)
