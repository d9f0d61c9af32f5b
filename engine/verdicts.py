"""From a clash to a verdict: which promise was broken, or of which seats one has broken its promise.

docs/revoke-proof.md, "From a clash to a verdict" and "The proof that people see".
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import combinations
from typing import NamedTuple, TypeAlias

from engine.actions import Seat
from engine.cards import NO_CARDS, CardSet, each
from engine.ledger import Clash, Ledger
from engine.promises import Asks, Claim, Promise, Row


class Reason(NamedTuple):
    """Why at least `sure` of the cards of a proof were in the hand (of a suspect: in these hands), against the rule.

    Two kinds:
    - `to_fill` is 0: the seat has played all of these cards since, and has taken up only `taken_up` cards that
      could be any of them.
    - otherwise the hand cannot be filled without them: it had to fill `to_fill` places, and besides the cards of
      the proof only `to_fill - sure` of the cards it `could_hold` are left for these.

    With `missing` it is the other way round: the promise was to hold cards, and at least `sure` of the cards of
    the proof were not in the hand (of a promise to hold at least one of them: none was). `sure` is 0 where only
    together with other rules this is false, so that no number can be named.
    """

    taken_up: int = 0
    to_fill: int = 0
    could_hold: CardSet = NO_CARDS
    missing: bool = False


class Revoke(NamedTuple):
    """By what the table saw this promise was not true: at least `sure` cards of `proof` were in the hand."""

    promise: Promise
    rule: str
    proof: CardSet
    sure: int
    reason: Reason


class Suspect(NamedTuple):
    """Each of these promises can be true, but not all of them: one of the seats, in seat order, broke the rule.

    At least `sure` cards of `proof` were in the hands of these seats, at a promise that forbids them.
    """

    seats: tuple[Seat, ...]
    rule: str
    proof: CardSet
    promises: tuple[Promise, ...]
    sure: int
    reason: Reason


class Impossible(NamedTuple):
    """What the table saw contradicts itself, over these cards: one was misread, or is foreign. Nobody's fault."""

    cards: CardSet


Verdict: TypeAlias = Revoke | Suspect | Impossible


class Inquiry:
    """Questions to a record as it stands after an event: do the facts and these claims clash?"""

    def __init__(
        self,
        replay: Callable[[Sequence[Seat], Sequence[Claim]], Ledger],
        seats: int,
        *,
        in_order: bool,
        faces: Callable[[CardSet], CardSet],
    ) -> None:
        """`in_order`: claims cannot be entered after the facts, since places were joined in between."""
        self._replay = replay
        self._seats = tuple(range(seats))
        self._in_order = in_order
        self._faces = faces
        self._facts: dict[tuple[Seat, ...], Ledger] = {}  # without any claim

    def ask(self, seats: Sequence[Seat] | None, claims: Sequence[Claim]) -> Ledger:
        """A new ledger of these seats (None: of all) with all facts and with these claims only."""
        seats = self._seats if seats is None or self._in_order else tuple(seats)
        if self._in_order:
            return self._replay(seats, claims)
        facts = self._facts.get(seats)
        if facts is None:
            facts = self._facts[seats] = self._replay(seats, ())
        ledger = facts.fork()
        for claim in claims:
            claim.tell(ledger)
        return ledger

    def clash(self, claims: Sequence[Claim]) -> Clash | None:
        """The clash of these claims, in a ledger of their seats."""
        return self.ask(_seats_of(claims), claims).clash()

    def core(self, standing: Sequence[Claim]) -> list[Claim]:
        """Of claims that clash together: those of the first smallest set of seats, without any that is not needed.

        Smallest by inclusion, the latest left out first. They are in the order of their lines.
        """
        core = next(claims for claims in self._of_few_seats(standing) if self.clash(claims))
        for claim in reversed(core[:]):
            rest = [other for other in core if other is not claim]
            if rest and self.clash(rest):
                core = rest
        return core

    def _of_few_seats(self, standing: Sequence[Claim]) -> Iterator[list[Claim]]:
        seats = _seats_of(standing)
        for few in range(1, len(seats)):
            for some in combinations(seats, few):
                yield [claim for claim in standing if claim.promise.seat in some]
        yield list(standing)

    def revoke(self, claim: Claim) -> Revoke:
        """The verdict on a claim that clashes alone."""
        proof, sure, reason = self._proof([claim])
        rule = self._rule([(row.rule, [claim._replace(rows=(row,))]) for row in claim.rows], proof)
        return Revoke(claim.promise, rule, self._faces(proof), sure, reason)

    def suspect(self, core: Sequence[Claim]) -> Suspect:
        """The verdict on claims that clash together."""
        proof, sure, reason = self._proof(core)
        by_rule: dict[str, list[Claim]] = {}
        for rung in range(max(len(claim.rows) for claim in core)):
            for claim in core:
                for row in claim.rows[rung : rung + 1]:
                    by_rule.setdefault(row.rule, []).append(claim._replace(rows=(row,)))
        rule = self._rule(list(by_rule.items()), proof)
        promises = tuple(claim.promise for claim in core)
        return Suspect(_seats_of(core), rule, self._faces(proof), promises, sure, reason)

    def _rule(self, rules: Sequence[tuple[str, Sequence[Claim]]], proof: CardSet) -> str:
        """The first rule that cannot be true even alone; where none is, the first that a card of the proof meets."""
        for rule, claims in rules:
            if self.clash(claims):
                return rule
        for rule, claims in rules:
            if any(row.cards & proof for claim in claims for row in claim.rows):
                return rule
        return rules[0][0]

    def _proof(self, claims: Sequence[Claim]) -> tuple[CardSet, int, Reason]:
        """The cards that show that these claims clash, how many of them were in the hands, and why."""
        ledger = self.ask(_seats_of(claims), claims)
        clash = ledger.clash()
        assert clash is not None, "a verdict without a clash"
        proof = wanted = NO_CARDS
        for claim in claims:
            wanted |= clash.cards & claim.cards_of(Asks.ALL if clash.excess else Asks.SOME)
            for card in each(clash.cards & claim.forbidden & ~proof):
                if self._possible(claim, 1 << card):
                    proof |= 1 << card
        if wanted:
            rows = [row for claim in claims for row in claim.rows]
            if proof or (not clash.excess and len(rows) > 1):
                return proof | wanted, 0, Reason(missing=True)
            return wanted, clash.excess or wanted.bit_count(), Reason(missing=True)
        own = [place for seat in _seats_of(claims) for place in ledger.places[seat]]
        if 0 not in clash.places:
            taken_up = sum(ledger.room[place] for place in own if place in clash.places)
            return proof, clash.excess, Reason(taken_up)
        outside = [place for place in own if place not in clash.places]
        could_hold = NO_CARDS
        for place in outside:
            could_hold |= ledger.may[place]
        to_fill = sum(ledger.room[place] for place in outside)
        return proof, clash.excess, Reason(to_fill=to_fill, could_hold=self._faces(could_hold))

    def _possible(self, claim: Claim, card: CardSet) -> bool:
        """Whether by the facts alone this card can have been in the hand that the claim speaks of."""
        return self.clash([claim._replace(rows=(Row("", Asks.ALL, card),))]) is None


def _seats_of(claims: Sequence[Claim]) -> tuple[Seat, ...]:
    return tuple(sorted({claim.promise.seat for claim in claims}))
