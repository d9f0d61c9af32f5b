"""Cards that go face down from hand to hand in mid-game, one by one, so that every promise keeps its place.

`Ledger.passes` joins all places of the giver into one, and what its earlier promises bar is lost. Here the places
stay: the card that went leaves a hole in one of them, which is entered as one more card that can only lie there,
and the taker gets a new place in which whatever the giver can have held may lie. That the hole and the card belong
to the same place is not asked, so possibilities are only ever added (docs/revoke-proof.md, "What does not fit").
"""

from __future__ import annotations

from collections.abc import Sequence

from engine.actions import Seat
from engine.cards import CardSet, each
from engine.handing_out import Clash
from engine.ledger import Ledger
from engine.record import Record

FIRST_HOLE = 1 << 10  # the number of the first hole, far above all cards'


class HolesLedger(Ledger):
    """A ledger whose hands keep their places when a card goes on unseen. A hole counts as gone: nobody takes it up."""

    __slots__ = ()

    def passes(self, moves: Sequence[tuple[Seat, Seat | None, int]]) -> Clash | None:
        """Cards go unseen from hand to hand. Raises ValueError where they are set aside, which has no hole."""
        self.flush()
        for giver, taker, count in moves:
            if taker is None:
                raise ValueError("a card is set aside")
            for _ in range(count):
                self._pass_one(giver, taker)
        return self.clash()

    def _pass_one(self, giver: Seat, taker: Seat) -> None:
        own = self.places[giver]
        goes: CardSet = 0
        for place in own:
            goes |= self.may[place]
        goes &= ~self.gone
        hole = 1 << max(FIRST_HOLE, self.deck.bit_length())
        self.deck |= hole
        self.gone |= hole
        self.homeless |= hole
        for place in own:
            self.may[place] |= hole
        moved = next((card for place in own for card in each(self.lies[place] & goes)), None)
        if moved is not None:
            for place in own:
                self.lies[place] &= ~(1 << moved)
        self.places[taker].append(self._open(taker, 1, goes, 0 if moved is None else 1 << moved))

    def fork(self) -> HolesLedger:
        """An independent copy."""
        copy = self._copy_to(HolesLedger.__new__(HolesLedger))
        copy.gone, copy.seen = self.gone, self.seen
        return copy


class PassedOnRecord(Record):
    """A record of a deal in which single cards are passed on unseen."""

    __slots__ = ()
    ledger = HolesLedger

    def _faces(self, numbers: CardSet) -> CardSet:
        return super()._faces(numbers & ((1 << FIRST_HOLE) - 1))
