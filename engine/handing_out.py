"""Places, the cards that may lie in them, and one way to hand the deck out over them.

docs/revoke-proof.md has the reasons; its words are used here. A *place* has an owner, a room (how many cards) and
a set `may` of the cards that may lie there; place 0 is elsewhere, whatever is in no tracked hand. A *handing-out*
gives each card a place where it may lie and fills every place; where there is none, that is a *clash*. One
handing-out is kept, `lies`. Where cards are barred from a place they are lifted, and put again by shortest
augmenting paths over places: with 40 places a card costs some microseconds, whatever the deck.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import NamedTuple, TypeVar

from engine.actions import Seat
from engine.cards import NO_CARDS, CardSet, each

ELSEWHERE: Seat = -1  # owner of place 0

_Kept = TypeVar("_Kept", bound="HandingOut")


class Clash(NamedTuple):
    """Cards that together fit only places with too little room: |cards| = room of the places + excess.

    It does not depend on the handing-out that was kept, nor on the order in which cards were put: it is the
    over-full part of the Dulmage-Mendelsohn decomposition. An `excess` of 0 means that all cards fit, but
    never so that each need (`HandingOut.wanted`) is met: `cards` are then the cards of the needs, `places` is
    empty.
    """

    cards: CardSet
    places: tuple[int, ...]
    excess: int


class HandingOut:
    """The places of some seats, and as many cards of the deck in them as fit: all of them, unless it clashes.

    Where it `waits` it only keeps books, at a fraction of the cost, and hands nothing out until `place`: for
    building one from a whole record.
    """

    __slots__ = ("_late", "deck", "homeless", "lies", "may", "owner", "places", "room", "wanted")

    def __init__(self, deck: CardSet, seats: Collection[Seat], *, waits: bool = False) -> None:
        self.deck = deck
        self.owner = [ELSEWHERE]
        self.room = [deck.bit_count()]
        self.may = [deck]
        self.lies = [NO_CARDS if waits else deck]
        self.places: dict[Seat, list[int]] = {seat: [] for seat in seats}  # of each seat, the earliest first
        self.homeless = deck if waits else NO_CARDS  # cards that lie nowhere
        self.wanted: list[tuple[tuple[int, ...], CardSet]] = []  # one of these cards lies in one of these places
        # while waiting: what is barred from every place that is not the key's, to be done in one go
        self._late: dict[Seat, CardSet] | None = {} if waits else None

    def clash(self) -> Clash | None:
        """The clash that stands now, or None; homeless cards are put wherever there is room for them."""
        if self._late is not None:
            return None
        if self.homeless and not self._put_all():
            return self._over_full()
        if self.wanted and not self._settle():
            cards = NO_CARDS
            for _, wanted in self.wanted:
                cards |= wanted
            return Clash(cards, (), 0)
        return None

    def place(self) -> Clash | None:
        """Hand out what has waited. Returns the clash, or None."""
        self.flush()
        self._late = None
        may, room, lies = self.may, self.room, self.lies
        left, elsewhere = self.homeless, may[0]
        # A late place takes least, so it comes first; and first the cards that only hands can take.
        for place in range(len(may) - 1, 0, -1):
            here = may[place] & left
            if here:
                first = some_of(here & ~elsewhere, room[place])
                lies[place] = first | some_of(here & elsewhere, room[place] - first.bit_count())
                left ^= lies[place]
        lies[0] = some_of(left & elsewhere, room[0])
        self.homeless = left ^ lies[0]
        return self.clash()

    def flush(self) -> None:
        """While waiting: bar now what has been put off."""
        late = self._late
        if not late:
            return
        everything = NO_CARDS
        theirs = dict.fromkeys(late, NO_CARDS)  # for each owner, what all the others have
        for owner, cards in late.items():
            everything |= cards
            for other in theirs:
                if other != owner:
                    theirs[other] |= cards
        self.may = [may & ~theirs.get(owner, everything) for may, owner in zip(self.may, self.owner, strict=True)]
        late.clear()

    def _copy_to(self, copy: _Kept) -> _Kept:
        copy.deck, copy.homeless = self.deck, self.homeless
        copy.owner, copy.room, copy.may, copy.lies = self.owner[:], self.room[:], self.may[:], self.lies[:]
        copy.places = {seat: own[:] for seat, own in self.places.items()}
        copy.wanted = self.wanted[:]
        copy._late = None if self._late is None else self._late.copy()
        return copy

    def _open(self, owner: Seat, room: int, may: CardSet, lies: CardSet = NO_CARDS) -> int:
        """A new place; it is the caller's to make the rooms sum up again."""
        self.owner.append(owner)
        self.room.append(room)
        self.may.append(may)
        self.lies.append(lies)
        return len(self.owner) - 1

    def _join(self, seat: Seat) -> int:
        """Make one place of all that the seat has; the others stay in the lists, without room."""
        own = self.places[seat]
        joined = own[0]
        for place in own[1:]:
            for values in (self.may, self.lies):
                values[joined] |= values[place]
                values[place] = NO_CARDS
            self.room[joined] += self.room[place]
            self.room[place] = 0
        self.places[seat] = [joined]
        return joined

    def _bar(self, places: Iterable[int], cards: CardSet) -> None:
        may, lies = self.may, self.lies
        for place in places:
            may[place] &= ~cards
            lifted = lies[place] & cards
            if lifted:
                lies[place] ^= lifted
                self.homeless |= lifted

    def _bar_others(self, seat: Seat, cards: CardSet) -> None:
        """Bar cards from every place that is not the seat's; a seat that is not tracked has place 0."""
        if seat not in self.places:
            seat = ELSEWHERE
        if self._late is not None:
            self._late[seat] = self._late.get(seat, NO_CARDS) | cards
            return
        may, lies = self.may, self.lies
        keep = ~cards
        for place, owner in enumerate(self.owner):
            if owner != seat:
                may[place] &= keep
                lifted = lies[place] & cards
                if lifted:
                    lies[place] ^= lifted
                    self.homeless |= lifted

    def _may_elsewhere(self) -> CardSet:
        """What may lie in place 0, with what has been put off."""
        may = self.may[0]
        if self._late:
            for owner, cards in self._late.items():
                if owner != ELSEWHERE:
                    may &= ~cards
        return may

    def _lift_excess(self, place: int) -> None:
        """Where a place has less room than cards, lift as many of them."""
        excess = self.lies[place].bit_count() - self.room[place]
        if excess > 0:
            lifted = some_of(self.lies[place], excess)
            self.lies[place] ^= lifted
            self.homeless |= lifted

    def _put_all(self) -> bool:
        """Put the homeless cards; whether all have found a place."""
        lies, room = self.lies, self.room
        spare = [place for place, cards in enumerate(lies) if cards.bit_count() < room[place]]
        left = self.homeless
        while left and spare:
            card = left & -left
            left ^= card
            place = self._put(card, spare)
            if place is not None:
                self.homeless ^= card
                if lies[place].bit_count() == room[place]:
                    spare.remove(place)
        return not self.homeless

    def _put(self, card: CardSet, spare: list[int]) -> int | None:
        """Put one card, by a shortest way on which each place passes a card on, into a place with room to spare.

        Returns the place that is fuller now, or None where no way leads to any.
        """
        may, lies = self.may, self.lies
        for place in spare:
            if may[place] & card:
                lies[place] |= card
                return place
        came: dict[int, tuple[int, CardSet]] = {}  # place: the place before it, and the card that comes from there
        queue, rest = [], []
        for place, cards in enumerate(may):
            if cards & card:
                came[place] = (-1, card)
                queue.append(place)
            else:
                rest.append(place)
        for place in queue:
            here = lies[place]
            for end in spare:
                move = here & may[end]
                if move:
                    self._move_along(came, place, end, move & -move)
                    return end
            unreached = []
            for other in rest:
                move = here & may[other]
                if move:
                    came[other] = (place, move & -move)
                    queue.append(other)
                else:
                    unreached.append(other)
            rest = unreached
        return None

    def _move_along(self, came: dict[int, tuple[int, CardSet]], place: int, end: int, card: CardSet) -> None:
        lies = self.lies
        lies[end] |= card
        while place >= 0:
            before, comes = came[place]
            lies[place] ^= card | comes
            place, card = before, comes

    def _over_full(self) -> Clash:
        """The homeless cards with all that could make room for them, and the places that this reaches."""
        cards, reached = self.homeless, set[int]()
        found = True
        while found:
            found = False
            for place, may in enumerate(self.may):
                if may & cards and place not in reached:
                    cards |= self.lies[place]
                    reached.add(place)
                    found = True
        return Clash(cards, tuple(sorted(reached)), self.homeless.bit_count())

    def _settle(self) -> bool:
        """Find a handing-out that meets every need, and keep it; False where there is none.

        Of the needs that are not met the one that fewest cards can meet is tried first, and of cards alike only one.
        """
        open_need: tuple[tuple[int, ...], CardSet] | None = None
        for had, wanted in self.wanted:
            able = NO_CARDS
            for place in had:
                if self.lies[place] & wanted:
                    break
                able |= self.may[place] & wanted
            else:
                if open_need is None or able.bit_count() < open_need[1].bit_count():
                    open_need = had, able
        if open_need is None:
            return True
        had, able = open_need
        others = [place for place in range(len(self.owner)) if place not in had]
        for card in self._one_of_each_kind(able):
            copy = self._copy_to(HandingOut.__new__(HandingOut))
            copy._bar(others, 1 << card)
            if copy._put_all() and copy._settle():
                self.lies = copy.lies
                return True
        return False

    def _one_of_each_kind(self, cards: CardSet) -> list[int]:
        """Of cards that may lie in the same places and meet the same needs, the lowest."""
        kinds: dict[tuple[bool, ...], int] = {}
        sets = [*self.may, *(wanted for _, wanted in self.wanted)]
        for card in each(cards):
            kinds.setdefault(tuple(some >> card & 1 == 1 for some in sets), card)
        return list(kinds.values())

    def _check(self) -> None:
        """Assert that a handing-out is kept: every place is full, and every card lies once, where it may."""
        self.flush()
        lying = self.homeless
        assert sum(self.room) == self.deck.bit_count(), "the rooms do not sum to the deck"
        for place, (room, may, lies) in enumerate(zip(self.room, self.may, self.lies, strict=True)):
            assert not lies & ~may, f"place {place} has cards that may not lie there"
            assert lies.bit_count() <= room, f"place {place} is over-full"
            assert self.homeless or lies.bit_count() == room, f"place {place} is not full"
            assert not lies & lying, f"a card of place {place} lies elsewhere too"
            lying |= lies
        assert lying == self.deck, "a card lies nowhere"
        assert [place for place, owner in enumerate(self.owner) if owner == ELSEWHERE] == [0]
        for seat, own in self.places.items():
            assert own == sorted(own), f"the places of seat {seat} are not in the order of their birth"
            assert all(self.owner[place] == seat for place in own), f"seat {seat} has another's place"


def some_of(cards: CardSet, count: int) -> CardSet:
    """So many of the cards, or all of them where there are fewer."""
    if cards.bit_count() <= count:
        return cards
    left = cards
    for _ in range(count):
        left &= left - 1
    return cards ^ left
