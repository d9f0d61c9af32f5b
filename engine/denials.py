"""What a `no` says where it denies cards that belong together: not all of them are in the hand.

A claim that engine.promises does not have. That not all of some cards are in a hand is the same as that one of them
is outside it, so it is one more need of the ledger, of all places but the hand's (docs/revoke-proof.md, "Promises
the other way round"). Only for deals in which nothing is taken up any more: a card that is taken up later counts as
one of the hand's.
"""

from __future__ import annotations

from collections.abc import Sequence

from engine.actions import Seat
from engine.cards import CardSet, each
from engine.handing_out import Clash
from engine.ledger import Ledger
from engine.promises import Asks, Claim, Need, Promise, Row
from engine.record import Record, Revoke, Verdict


class NotAll(Claim):
    """Of the cards of each row at least one is not in the hand."""

    __slots__ = ()

    def tell(self, ledger: Ledger) -> Clash | None:
        """Enter the claim, at once or any time later, and return the clash that then stands."""
        own = ledger.places.get(self.promise.seat)
        if own is not None:
            hand = own[: self.places]
            outside = tuple(place for place in range(len(ledger.owner)) if place not in hand)
            ledger.wanted += [(outside, row.cards) for row in self.rows]
        return ledger.clash()


def denies(record: Record, line: int, seat: Seat, rule: str, groups: Sequence[CardSet]) -> list[Verdict]:
    """The seat says at `line` that it holds none of these groups of unplayed cards whole."""
    if record.impossible or not groups:
        return []
    needs = tuple(Need(rule, cards) for cards in groups)
    rows = tuple(Row(rule, Asks.SOME, cards) for cards in groups)  # `tell` has its own mind; this makes them the proof
    claim = NotAll(Promise(line, seat, needs=needs), len(record._facts), len(record._all.places[seat]), rows)
    record._standing.append(claim)
    record._clash = claim.tell(record._all)
    return record._judge()


def narrowed(record: Record, revoke: Revoke) -> Revoke:
    """A revoke of such a claim with those groups only as its proof that were certainly whole in the hand."""
    seat = revoke.promise.seat
    facts = record.replay([seat], [])
    had = len(facts.places[seat])
    certain = [
        need.cards
        for need in revoke.promise.needs
        if all(facts.fork().lacks(seat, 1 << card, had) for card in each(need.cards))
    ]
    proof = 0
    for cards in certain:
        proof |= cards
    return revoke._replace(proof=proof or revoke.proof)
