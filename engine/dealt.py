"""What games share whose deals begin with hands and perhaps a stock: dealing lines, cards seen, draws, the next deal.

Tricks are not here (engine/match.py), nor piles, melds or claims: those are each game's own.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence

from engine.actions import Act, Refusal, Seat
from engine.cards import Card, CardSet, set_of
from engine.game import CARD_SEEN, NOT_IN_HAND, WRONG_COUNT, WRONG_PHASE, Game, Match, Told
from engine.hands import Hands
from engine.record import Impossible, Revoke, Suspect, Verdict

STOCK_EMPTY = Refusal("stock-empty", own_rule=True)
NOT_STOCK_TOP = Refusal("not-stock-top", own_rule=True)


class DealtMatch(Match):
    """One or more deals. Known, half known or unknown: `hands`; the stock: `stock_left` cards, `stock` where known.

    A game says how many cards are dealt (`sizes`), whether dealing lines may still come (`before_play`), what lies
    elsewhere than in hands and stock (`away`), and everything that is its own.
    """

    def __init__(self, game: Game) -> None:
        self.game = game
        self.dealer: Seat = game.first_dealer
        self.deals_done = 0
        self.scored = [0] * len(game.sides)  # totals of the deals before this one
        self.over = False
        self.new_deal()

    # -- what a game may say itself ---------------------------------------------------------------------

    @abstractmethod
    def sizes(self) -> Sequence[int]:
        """How many cards each seat is dealt; 0 for a seat that is dealt none."""

    @abstractmethod
    def before_play(self) -> bool:
        """Whether lines that tell the deal may still come."""

    def held(self, seat: Seat) -> CardSet:
        """The cards that are known to be in this hand."""
        return self.hands.known[seat]

    def left(self, seat: Seat) -> int | None:
        """How many cards this hand holds."""
        return self.hands.size(seat)

    def stock_size(self) -> int:
        """How many cards a `stock` line tells: those that are in no hand. 0: there is no stock, and no such line."""
        return self.game.pack.bit_count() - sum(self.sizes())

    def begin(self) -> None:
        """Everything as it is before the first card, from what is dealt; again after each line that tells the deal."""
        self.hands = Hands(self.sizes())
        for seat, cards in self.dealt.items():
            self.hands.shows(seat, cards)
        self.stock_left = self.stock_size()

    # -- a deal begins ----------------------------------------------------------------------------------

    def new_deal(self) -> None:
        """A new deal, of which nothing is known."""
        self.dealt: dict[Seat, CardSet] = {}  # hands that were read as they were dealt
        self.stock: tuple[Card, ...] = ()  # the known stock, the next card first
        self.begin()

    def next_deal(self, totals: list[int]) -> None:
        """A deal is done with these totals, by side; the next dealer deals."""
        self.scored = totals
        self.deals_done += 1
        self.dealer = self.next_dealer()
        self.new_deal()

    def next_dealer(self) -> Seat:
        """The next seat clockwise from the dealer that is dealt to."""
        sizes = self.sizes()
        return next(seat for seat in (*self.game.clockwise[self.dealer][1:], self.dealer) if sizes[seat])

    def dealing(self, pack: Sequence[Card]) -> tuple[Act, ...]:
        """Hand by hand from the first seat on, then the stock."""
        hands, place = {}, 0
        for seat, size in enumerate(self.sizes()):
            if size:
                hands[seat] = tuple(pack[place : place + size])
                place += size
        lines = [Act("deal", hands=hands)]
        if self.stock_size():
            lines.append(Act("stock", cards=tuple(pack[place : place + self.stock_size()])))
        return tuple(lines)

    # -- deal, stock ------------------------------------------------------------------------------------

    def may_deal(self, act: Act) -> Refusal | None:
        """Hands that were read as they were dealt: before the first card, each of the right size, no card twice."""
        if not self.before_play():
            return WRONG_PHASE
        sizes = self.sizes()
        if any(len(cards) != sizes[seat] or not cards for seat, cards in act.hands.items()):
            return WRONG_COUNT
        return self.refuses_dealt(act)

    def refuses_dealt(self, act: Act) -> Refusal | None:
        """Why hands, of whatever size, cannot have been dealt so: a card lies elsewhere, or stands there twice."""
        return seen([card for cards in act.hands.values() for card in cards], self.not_dealt(act))

    def not_dealt(self, act: Act) -> CardSet:
        """The cards that lie elsewhere than in the hands that a line tells, perhaps anew."""
        elsewhere = set_of(self.stock) | self.away() | ~self.game.pack
        for seat, known in self.dealt.items():
            if seat not in act.hands:
                elsewhere |= known
        return elsewhere

    def do_deal(self, act: Act, line: int, claims: bool) -> list[Told]:
        """These hands are known."""
        self.dealt = self.dealt | {seat: set_of(cards) for seat, cards in act.hands.items()}
        self.begin()
        return []

    def may_stock(self, act: Act) -> Refusal | None:
        """The whole stock in its order: before the first card."""
        if not self.before_play() or not self.stock_size():
            return WRONG_PHASE
        cards = act.cards or ()
        if len(cards) != self.stock_size():
            return WRONG_COUNT
        elsewhere = self.away() | ~self.game.pack
        for known in self.dealt.values():
            elsewhere |= known
        return seen(cards, elsewhere)

    def do_stock(self, act: Act, line: int, claims: bool) -> list[Told]:
        """From now on every card drawn is known."""
        self.stock = act.cards or ()
        self.begin()
        return []

    # -- cards ------------------------------------------------------------------------------------------

    def refuses_cards(self, seat: Seat, cards: Sequence[Card]) -> Refusal | None:
        """Why these cards cannot come out of this seat's hand: one lies elsewhere, or more of them were not read than
        the hand has such cards (in a hand that was read whole, any).
        """
        refusal = seen(cards, self.seen_elsewhere(seat))
        if refusal is None and (set_of(cards) & ~self.hands.known[seat]).bit_count() > self.hands.unknown[seat]:
            return NOT_IN_HAND
        return refusal

    def seen_elsewhere(self, seat: Seat) -> CardSet:
        """The cards that cannot come from this seat's hand, since they were seen to lie somewhere else."""
        return self.away() | self.hands.elsewhere(seat) | set_of(self.stock) | ~self.game.pack

    def seen_anywhere(self) -> CardSet:
        """The cards that nobody can take up unseen, since they were seen to lie somewhere else."""
        return self.away() | self.hands.everywhere() | set_of(self.stock) | ~self.game.pack

    def off_stock(self, named: Card | None = None) -> Card | None:
        """A card leaves the stock, the top one unless people let another one stand; which one, where it is known."""
        self.stock_left -= 1
        card = self.stock[0] if self.stock and named not in self.stock else named
        self.stock = tuple(other for other in self.stock if other != card)
        return card

    # -- what the table says ----------------------------------------------------------------------------

    def judged(self, verdicts: Sequence[Verdict]) -> list[Told]:
        """The events of the proofs: revokes in the order of their lines, then suspects."""
        game = self.game
        told: list[Told] = []
        revokes = [verdict for verdict in verdicts if isinstance(verdict, Revoke)]
        for revoke in sorted(revokes, key=lambda verdict: verdict.promise.line):
            keys = {
                "seat": game.seats[revoke.promise.seat],
                "rule": revoke.rule,
                "cards": game.deck.text(revoke.promise.cards),
                "at": revoke.promise.line,
                "proof": game.text(revoke.proof),
            }
            told.append(("revoke", keys))
        for verdict in verdicts:
            if isinstance(verdict, Suspect):
                seats = [game.seats[seat] for seat in verdict.seats]
                told.append(("suspect", {"seats": seats, "rule": verdict.rule, "proof": game.text(verdict.proof)}))
            elif isinstance(verdict, Impossible):
                told.append(("note", {"text": "misread"}))  # which card was misread, nobody can say
        return told

    def by_side(self, by_seat: Sequence[int]) -> list[int]:
        """Values by seat added up by side."""
        return [sum(by_seat[seat] for seat in side.seats) for side in self.game.sides]

    def totals(self) -> dict[str, int] | None:
        """The totals of the deals before this one, by side."""
        return self.game.by_side(self.scored)


def seen(cards: Sequence[Card], elsewhere: CardSet) -> Refusal | None:
    """Whether one of these cards lies elsewhere, or stands there twice."""
    for card in cards:
        if elsewhere >> card & 1:
            return CARD_SEEN
        elsewhere |= 1 << card
    return None
