"""Who can still hold what: the table's events as changes of places, and the clash that shows that one is false.

docs/revoke-proof.md has the reasons; its words are used here. How a handing-out is kept: engine.handing_out.

A card that is played keeps its room: it did lie there.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

from engine.actions import Seat
from engine.cards import NO_CARDS, Card, CardSet
from engine.handing_out import ELSEWHERE, Clash, HandingOut, some_of

__all__ = ["ELSEWHERE", "Clash", "Ledger"]


class Ledger(HandingOut):
    """The places of the seats it tracks; everybody else's cards are elsewhere.

    Each event returns the clash that stands after it, or None. After a clash a ledger stays in it, with as many
    cards in place as fit, and takes further events. With `waits` no event finds anything until `place`.
    """

    __slots__ = ("gone", "seen")

    def __init__(self, deck: CardSet, seats: Collection[Seat], *, waits: bool = False) -> None:
        super().__init__(deck, seats, waits=waits)
        self.gone = NO_CARDS  # played, by whomever
        self.seen = NO_CARDS  # known not to be among the cards taken up unseen from now on

    # What the table saw.

    def takes(self, seat: Seat, count: int, cards: CardSet | None = None, among: CardSet | None = None) -> Clash | None:
        """The seat takes up `count` cards from elsewhere: exactly `cards`, or unseen, or unseen but of `among`.

        Raises ValueError where there are not so many cards elsewhere, or not so many in `cards`.
        """
        if cards is not None and cards.bit_count() != count:
            raise ValueError(f"{cards.bit_count()} cards are named and {count} taken up")
        if count > self.room[0]:
            raise ValueError(f"{count} cards are taken up, and only {self.room[0]} are elsewhere")
        own = self.places.get(seat)
        if own is None:
            return self.stocks(cards) if cards else self.clash()
        if cards is not None:
            self.seen |= cards
            may = cards & ~self.gone & self._may_elsewhere()  # what somebody holds or has played cannot be taken up
            self._bar_others(seat, cards)
            self._bar(own, cards)
        elif among is not None:
            self.flush()
            may = among & ~self.gone
        else:
            may = self.deck & ~(self.gone | self.seen)
        self.room[0] -= count
        moved = NO_CARDS
        if self._late is None:
            if cards is None:
                moved = some_of(self.lies[0] & may, count)
                self.lies[0] ^= moved
            else:
                moved = self.homeless & may
                self.homeless ^= moved
            self._lift_excess(0)
        own.append(self._open(seat, count, may, moved))
        return self.clash() if self.homeless or self.wanted else None

    def names(self, seat: Seat, card: Card, place: int) -> Clash | None:
        """The single card that the seat took up as its place number `place`, from 0, turns out to be this one."""
        named = 1 << card
        self.seen |= named
        own = self.places.get(seat)
        if own is None:
            self._bar_others(ELSEWHERE, named)
            return self.clash()
        self._bar_others(seat, named)
        self._bar(own[:place] + own[place + 1 :], named)
        self._bar((own[place],), self.deck & ~named)
        return self.clash()

    def plays(self, seat: Seat, card: Card) -> Clash | None:
        """The seat plays a card, which so must have entered its hand before."""
        played = 1 << card
        self.gone |= played
        self._bar_others(seat, played)
        return self.clash() if self.homeless or self.wanted else None

    def shows(self, seat: Seat, cards: CardSet, *, whole: bool = False) -> Clash | None:
        """The seat shows cards of its hand; with `whole` it shows all of them."""
        self.seen |= cards
        self._bar_others(seat, cards)
        if whole:
            self._bar(self.places.get(seat, ()), self.deck & ~(cards | self.gone))
        return self.clash()

    def stocks(self, cards: CardSet) -> Clash | None:
        """These cards are known to lie elsewhere: in a stock that was read, turned up, set aside face up.

        When one of them is taken up, that is seen.
        """
        self.seen |= cards
        self._bar(range(1, len(self.owner)), cards)  # at once, for they may lie in places to come
        return self.clash()

    def returns(self, cards: CardSet) -> None:
        """Cards new to this deck join those elsewhere: played cards that come back, under numbers of their own."""
        self.deck |= cards
        self.room[0] += cards.bit_count()
        self.may[0] |= cards
        if self._late is None:
            self.lies[0] |= cards
        else:
            self.homeless |= cards

    def passes(self, moves: Sequence[tuple[Seat, Seat | None, int]]) -> Clash | None:
        """Cards go unseen from hand to hand, all at the same time: (giver, taker, how many) each.

        Without a taker they are set aside face down. The giver's places become one, which is split into what
        stays and what goes, so possibilities are only ever added. Raises ValueError where a giver's or taker's
        hand is not tracked, or a giver has not so many cards.
        """
        self.flush()
        if not all(giver in self.places and (taker is None or taker in self.places) for giver, taker, _ in moves):
            raise ValueError("cards are passed by or to a seat whose hand is not tracked")
        for giver, _, count in moves:
            if count > self.room_of(giver):
                raise ValueError(f"seat {giver} passes {count} cards and has not so many")
        on_their_way: list[tuple[Seat, int]] = []
        for giver, taker, count in moves:
            before = set(self.places[giver])
            joined = self._join(giver)
            goes = self.may[joined] & ~self.gone
            moved = some_of(self.lies[joined] & goes, count)
            self.lies[joined] ^= moved
            self.room[joined] -= count
            if taker is None:
                place = 0
                self.room[0] += count
                self.may[0] |= goes
                self.lies[0] |= moved
                self.seen &= ~goes  # whoever takes up cards unseen may get these
            else:
                place = self._open(taker, count, goes, moved)
                on_their_way.append((taker, place))
            self._lift_excess(joined)
            self.wanted = [
                ((*had, joined, place) if before.intersection(had) else had, cards) for had, cards in self.wanted
            ]
        for taker, place in on_their_way:  # only now, for nobody passes on what has not arrived
            self.places[taker].append(place)
        return self.clash()

    def room_of(self, seat: Seat) -> int:
        """How many cards the seat has taken up in all and not passed on unseen; those it has played count too."""
        return sum(self.room[place] for place in self.places[seat])

    # What a seat said. `had` is how many places it had when it said so; None stands for now.

    def lacks(self, seat: Seat, cards: CardSet, had: int | None = None) -> Clash | None:
        """The seat has none of these cards, save those played before. With `had` the caller leaves these out."""
        if had is None:
            cards &= ~self.gone
        self._bar(self.places.get(seat, ())[:had], cards)
        return self.clash()

    def holds(self, seat: Seat, cards: CardSet, had: int | None = None) -> Clash | None:
        """The seat has all of these cards."""
        own = self.places.get(seat)
        if own is not None:
            self.flush()
            self.seen |= cards
            there = own[:had]
            self._bar([place for place in range(len(self.owner)) if place not in there], cards)
        return self.clash()

    def needs(self, seat: Seat, cards: CardSet, had: int | None = None) -> Clash | None:
        """The seat has at least one of these cards."""
        own = self.places.get(seat)
        if own is not None:
            self.wanted.append((tuple(own[:had]), cards))
        return self.clash()

    def fork(self) -> Ledger:
        """An independent copy."""
        copy = self._copy_to(Ledger.__new__(Ledger))
        copy.gone, copy.seen = self.gone, self.seen
        return copy
