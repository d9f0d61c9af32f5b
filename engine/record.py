"""The record of a deal: what the table saw, what was said by it, and what of that is proved false.

docs/revoke-proof.md, "From a clash to a verdict". A record takes events one by one and returns what each of them
proves. It never refuses: what may not be done is the referee's business.

A card that has been played and comes back into a hand or the stock gets a new number here, above those of the
deck, since for the proofs it is a new card; callers never see these numbers.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import ClassVar, NamedTuple, Self, TypeAlias

from engine.actions import Seat
from engine.cards import NO_CARDS, Card, CardSet, each, set_of
from engine.ledger import Clash, Ledger
from engine.promises import Asks, Claim, Need, Promise, Row
from engine.verdicts import Impossible, Inquiry, Revoke, Suspect, Verdict

__all__ = ["Impossible", "Need", "Promise", "Record", "Revoke", "Suspect", "Verdict"]


class _Takes(NamedTuple):
    seat: Seat
    size: int
    cards: CardSet | None

    def tell(self, ledger: Ledger) -> Clash | None:
        return ledger.takes(self.seat, self.size, self.cards)


class _Plays(NamedTuple):
    seat: Seat
    card: Card

    def tell(self, ledger: Ledger) -> Clash | None:
        return ledger.plays(self.seat, self.card)


class _Shows(NamedTuple):
    seat: Seat
    cards: CardSet
    whole: bool

    def tell(self, ledger: Ledger) -> Clash | None:
        return ledger.shows(self.seat, self.cards, whole=self.whole)


class _Stocks(NamedTuple):
    cards: CardSet

    def tell(self, ledger: Ledger) -> Clash | None:
        return ledger.stocks(self.cards)


class _Returns(NamedTuple):
    cards: CardSet

    def tell(self, ledger: Ledger) -> Clash | None:
        ledger.returns(self.cards)
        return ledger.clash()


class _Passes(NamedTuple):
    moves: tuple[tuple[Seat, Seat | None, int], ...]

    def tell(self, ledger: Ledger) -> Clash | None:
        return ledger.passes(self.moves)


_Fact: TypeAlias = _Takes | _Plays | _Shows | _Stocks | _Returns | _Passes


class Move(NamedTuple):
    """Cards that go from hand to hand, or with no taker are set aside: exactly `cards`, or unseen."""

    giver: Seat
    taker: Seat | None
    size: int
    cards: CardSet | None = None


class _Watch(NamedTuple):
    """A doubtful claim and the ledger of its seat with this claim only."""

    claim: Claim
    ledger: Ledger


class Record:
    """Facts and promises of one deal with seats 0, 1, … (`seats` of them).

    Every event returns the verdicts it leads to: revokes by line, then suspects; or a single Impossible, once.
    After that nothing can be proved any more and the record only listens.
    """

    ledger: ClassVar[type[Ledger]] = Ledger  # what follows the cards

    __slots__ = (
        "_all",
        "_clash",
        "_deck",
        "_doubtful",
        "_facts",
        "_gone",
        "_latest",
        "_numbers",
        "_passed",
        "_real",
        "_seats",
        "_standing",
        "impossible",
    )

    def __init__(self, deck: CardSet, seats: int) -> None:
        self.impossible = False
        self._deck = deck
        self._seats = seats
        self._facts: list[_Fact] = []
        self._gone = NO_CARDS  # played
        self._standing: list[Claim] = []
        self._doubtful: list[_Watch] = []
        self._all = self.ledger(deck, range(seats))  # all facts and the standing claims
        self._clash: Clash | None = None  # what `_all` said last
        # the latest one-card take-up: which fact, which place of the seat, how many cards had come back before
        self._latest: dict[Seat, tuple[int, int, int]] = {}
        self._passed = 0  # so many facts there were when cards were last passed unseen
        self._numbers: dict[Card, Card] = {}  # of cards that have come back
        self._real: list[Card] = []  # which card a number above the deck's stands for

    def deals(
        self, counts: Sequence[int], known: Mapping[Seat, CardSet] | None = None, stock: CardSet = NO_CARDS
    ) -> list[Verdict]:
        """Each seat is dealt so many cards; of some seats the hand, or a part of it, is known, or the whole stock."""
        known = known or {}
        if stock:
            self._tell(_Stocks(self._current(stock)))
        for seat, count in enumerate(counts):
            self._take(seat, count, known.get(seat))
        return self._judge()

    def takes(self, seat: Seat, count: int, cards: CardSet | None = None) -> list[Verdict]:
        """The seat takes up `count` cards; `cards` are those of them that are known.

        They come from elsewhere, or from the table, where known cards that have been played lie.
        """
        self._take(seat, count, cards)
        return self._judge()

    def names(self, seat: Seat, card: Card) -> list[Verdict]:
        """The single card that the seat took up last turns out to be this one.

        Raises ValueError where it has taken up no single card.
        """
        if self.impossible:
            return []
        if seat not in self._latest:
            raise ValueError(f"seat {seat} has taken up no single card that could be named")
        fact, place, came_back = self._latest[seat]
        number = card  # that it had at that time
        for later, real in enumerate(self._real[:came_back], self._deck.bit_length()):
            if real == card:
                number = later
        taken, named = self._facts[fact], 1 << number
        assert isinstance(taken, _Takes)
        if taken.cards == named:
            return []
        if taken.cards is not None:
            return self._contradicted(taken.cards | named)
        self._facts[fact] = _Takes(seat, 1, named)
        if self._passed > fact:  # the card may have gone on since, so what was known is no longer enough
            self._rebuild()
        else:
            self._clash = self._all.names(seat, number, place)
            for watch in self._doubtful:
                watch.ledger.names(seat, number, place)
        return self._judge()

    def plays(self, seat: Seat, card: Card, promise: Promise | None = None) -> list[Verdict]:
        """The seat plays a card and thereby makes this promise about the cards that stay behind."""
        self._play(seat, card)
        if promise is not None:
            self._promise(promise)
        return self._judge() if self._clash or self._doubtful else []

    def shows(self, seat: Seat, cards: CardSet, *, whole: bool = False) -> list[Verdict]:
        """The seat shows cards that it holds; with `whole`, all that it holds."""
        self._tell(_Shows(seat, self._current(cards), whole))
        return self._judge()

    def stocks(self, cards: CardSet) -> list[Verdict]:
        """These cards are now known to be in no hand: in a stock that was read, or turned up."""
        self._tell(_Stocks(self._current(cards)))
        return self._judge()

    def promises(self, promise: Promise) -> list[Verdict]:
        """The seat makes a promise without playing a card."""
        self._promise(promise)
        return self._judge()

    def passes(self, giver: Seat, taker: Seat | None, count: int, cards: CardSet | None = None) -> list[Verdict]:
        """Cards go from hand to hand, or with no taker are set aside; `cards` are those of them that are known."""
        return self.exchanges([Move(giver, taker, count, cards)])

    def exchanges(self, moves: Sequence[Move]) -> list[Verdict]:
        """Several moves at the same time: nobody passes on what has not arrived."""
        if self.impossible:
            return []
        unseen = []
        for giver, taker, size, cards in moves:
            rest = size - (cards or NO_CARDS).bit_count()
            if rest:
                unseen.append((giver, taker, rest))
            if rest < 0 or size > self._all.room_of(giver):
                raise ValueError(f"seat {giver} passes {size} cards on and has not so many, or more are named")
        for giver, _, _, cards in moves:
            for card in each(cards or NO_CARDS):
                self._play(giver, card)
        if unseen:
            if not self._passed:  # from now on a hand cannot be told without the others
                everybody = range(self._seats)
                self._doubtful = [
                    _Watch(watch.claim, self.replay(everybody, [watch.claim])) for watch in self._doubtful
                ]
            self._tell(_Passes(tuple(unseen)))
            self._passed = len(self._facts)
        for _, taker, _, cards in moves:
            if cards and taker is not None:
                self._take(taker, cards.bit_count(), cards)
        return self._judge()

    def returns(self, cards: CardSet) -> list[Verdict]:
        """Played cards go back into the stock, and from now on may be taken up unseen."""
        self._come_back(self._current(cards) & self._gone)
        return self._judge()

    def fork(self) -> Self:
        """An independent copy."""
        copy = object.__new__(type(self))
        copy.impossible, copy._deck, copy._seats = self.impossible, self._deck, self._seats
        copy._facts, copy._gone, copy._passed = self._facts[:], self._gone, self._passed
        copy._standing = self._standing[:]
        copy._doubtful = [_Watch(claim, ledger.fork()) for claim, ledger in self._doubtful]
        copy._all, copy._clash = self._all.fork(), self._clash
        copy._latest, copy._numbers, copy._real = self._latest.copy(), self._numbers.copy(), self._real[:]
        return copy

    def replay(self, seats: Sequence[Seat], claims: Sequence[Claim]) -> Ledger:
        """A ledger of these seats, made anew from all facts and these claims, each in its place."""
        ledger = self.ledger(self._deck, seats, waits=True)
        due = sorted(claims, key=lambda claim: claim.facts, reverse=True)
        for told, fact in enumerate(self._facts):
            while due and due[-1].facts == told:
                due.pop().tell(ledger)
            fact.tell(ledger)
        while due:
            due.pop().tell(ledger)
        ledger.place()
        return ledger

    def _tell(self, fact: _Fact) -> None:
        if self.impossible:
            return
        self._clash = fact.tell(self._all)
        self._facts.append(fact)
        for watch in self._doubtful:
            fact.tell(watch.ledger)

    def _take(self, seat: Seat, count: int, cards: CardSet | None) -> None:
        known = NO_CARDS if cards is None else self._current(cards)
        unseen = count - known.bit_count()
        if unseen < 0:
            raise ValueError(f"{known.bit_count()} cards are named and {count} taken up")
        if self.impossible:
            return
        back = known & self._gone
        elsewhere = self._all.room[0] + back.bit_count()
        if count > elsewhere:
            raise ValueError(f"{count} cards are taken up, and only {elsewhere} are elsewhere")
        if back:
            known ^= back | self._come_back(back)
        if count == 1:
            self._latest[seat] = len(self._facts), len(self._all.places[seat]), len(self._real)
        if known:
            self._tell(_Takes(seat, known.bit_count(), known))
        if unseen:
            self._tell(_Takes(seat, unseen, None))

    def _play(self, seat: Seat, card: Card) -> None:
        number = self._numbers.get(card, card)
        self._gone |= 1 << number
        self._tell(_Plays(seat, number))

    def _promise(self, promise: Promise) -> None:
        if self.impossible:
            return
        left = ~self._gone
        rows = []
        for rule, cards in promise.rungs:
            forbidden = self._current(cards) & left
            if forbidden:
                rows.append(Row(rule, Asks.NONE, forbidden))
        for rule, cards, every in promise.needs:
            rows.append(Row(rule, Asks.ALL if every else Asks.SOME, self._current(cards) & left))
        if not rows:
            return
        claim = Claim(promise, len(self._facts), len(self._all.places[promise.seat]), tuple(rows))
        self._standing.append(claim)
        self._clash = claim.tell(self._all)

    def _judge(self) -> list[Verdict]:
        """What the event that was told last has proved."""
        if self.impossible or not (self._clash or any(watch.ledger.clash() for watch in self._doubtful)):
            return []
        revokes: list[Revoke] = []
        suspects: list[Suspect] = []
        inquiry = self._inquiry()
        if self._clash:
            facts = inquiry.ask(None, ()).clash()
            if facts:
                return self._contradicted(facts.cards)
        while self._clash:
            guilty = [claim for claim in self._standing if inquiry.clash([claim])]
            struck = guilty or inquiry.core(self._standing)
            if guilty:
                revokes += map(inquiry.revoke, guilty)
            else:
                suspects.append(inquiry.suspect(struck))
                self._doubtful += [_Watch(claim, inquiry.ask([claim.promise.seat], [claim])) for claim in struck]
            self._standing = [claim for claim in self._standing if claim not in struck]
            self._all = inquiry.ask(None, self._standing)
            self._clash = self._all.clash()
        revokes += [inquiry.revoke(watch.claim) for watch in self._doubtful if watch.ledger.clash()]
        self._doubtful = [watch for watch in self._doubtful if not watch.ledger.clash()]
        revokes.sort(key=lambda revoke: revoke.promise.line)
        return [*revokes, *suspects]

    def _contradicted(self, numbers: CardSet) -> list[Verdict]:
        self.impossible = True
        self._standing, self._doubtful = [], []
        return [Impossible(self._faces(numbers))]

    def _rebuild(self) -> None:
        inquiry = self._inquiry()
        self._all = inquiry.ask(None, self._standing)
        self._clash = self._all.clash()
        self._doubtful = [_Watch(claim, inquiry.ask([claim.promise.seat], [claim])) for claim, _ in self._doubtful]

    def _inquiry(self) -> Inquiry:
        return Inquiry(self.replay, self._seats, in_order=self._passed > 0, faces=self._faces)

    def _current(self, cards: CardSet) -> CardSet:
        """The numbers that these cards have now."""
        if not self._numbers:
            return cards
        return set_of(self._numbers.get(card, card) for card in each(cards))

    def _come_back(self, cards: CardSet) -> CardSet:
        """Give played cards new numbers, with which they lie elsewhere. Returns these numbers."""
        numbers = NO_CARDS
        first = self._deck.bit_length()
        for card in each(cards):
            number = first + len(self._real)
            real = card if card < first else self._real[card - first]
            self._real.append(real)
            self._numbers[real] = number
            numbers |= 1 << number
        if numbers:
            self._tell(_Returns(numbers))
        return numbers

    def _faces(self, numbers: CardSet) -> CardSet:
        """The cards of the deck that have, or had, these numbers."""
        first = self._deck.bit_length()
        if not numbers >> first:
            return numbers
        return set_of(number if number < first else self._real[number - first] for number in each(numbers))
