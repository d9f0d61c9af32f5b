"""What unseen hands prove, by docs/rules/kullankaivaja.md, section 4: slow and obvious, for the plain referee.

A claim is false where no placing of all cards makes it true; that is searched for card by card, from nothing.
"""

from itertools import combinations

DECK = [rank + suit for suit in "CDHS" for rank in "JKQT98765432A"]
DIGGERS = {"JC", "JD", "JH", "JS"}


def text(cards):
    """A set of cards as the events list it."""
    return " ".join(sorted(cards, key=DECK.index))


class Place:
    """Cards that came into a hand together: `read` are which, None where nobody saw them."""

    def __init__(self, seat, room, read, born):
        self.seat, self.room, self.read, self.born = seat, room, read, born


class Claim:
    """What the play on line `at` says: none of the cards of `rows` is in the hand at this `time`."""

    def __init__(self, seat, card, at, time, rows):
        self.seat, self.card, self.at, self.time, self.rows = seat, card, at, time, rows
        self.state = "standing"

    def forbidden(self, rule=None):
        return {card for name, cards in self.rows if rule in (None, name) for card in cards}


class Proofs:
    """Of a deal with `seats`, `pack`, `stock` (None where unknown), `places`, `played` (card: seat, time), `claims`."""

    def verdicts(self, number):
        standing, doubtful = self.claims_that_are("standing"), self.claims_that_are("doubtful")
        suspects = []
        together = bool(standing and self.too_many(standing))
        broken = [claim for claim in self.claims if claim in doubtful or (together and claim in standing)]
        broken = [claim for claim in broken if self.too_many([claim])]
        revokes = [self.revoke(claim, number) for claim in broken]
        for claim in broken:
            claim.state = "struck"
        while together:
            standing = self.claims_that_are("standing")
            together = bool(self.too_many(standing))
            if together:
                core = self.core(standing)
                suspects.append(self.suspect(core, number))
                for claim in core:
                    claim.state = "doubtful"
        return [*revokes, *suspects]

    def claims_that_are(self, state):
        return [claim for claim in self.claims if claim.state == state]

    def revoke(self, claim, number):
        proof = self.proof([claim])
        return {
            "event": "revoke",
            "line": number,
            "seat": claim.seat,
            "rule": self.rule([claim], proof),
            "cards": claim.card,
            "at": claim.at,
            "proof": text(proof),
        }

    def suspect(self, core, number):
        proof = self.proof(core)
        seats = [seat for seat in self.seats if any(claim.seat == seat for claim in core)]
        rule = self.rule(core, proof)
        return {"event": "suspect", "line": number, "seats": seats, "rule": rule, "proof": text(proof)}

    def core(self, standing):
        """Of the first smallest group of seats, and without claims that are not needed, the latest left out first."""
        groups = (group for size in range(1, 5) for group in combinations(self.seats, size))
        for group in groups:
            core = [claim for claim in standing if claim.seat in group]
            if self.too_many(core):
                break
        for claim in core[::-1]:
            rest = [other for other in core if other is not claim]
            if self.too_many(rest):
                core = rest
        return core

    def rule(self, claims, proof):
        for rule in ("follow-suit", "must-trump"):
            if self.too_many(claims, rule):
                return rule
        for rule in ("follow-suit", "must-trump"):
            if any(claim.forbidden(rule) & proof for claim in claims):
                return rule
        return None

    def proof(self, claims):
        too_many = self.too_many(claims)
        return {
            card
            for claim in claims
            for card in claim.forbidden() & too_many
            if not self.too_many([], held=(card, claim.seat, claim.time))
        }

    def too_many(self, claims, rule=None, held=None):
        """Cards that find too little room, with all that share it: empty where every card can be placed.

        `held` wants one card to lie in a hand at a time.
        """
        slots = [place for place in self.places for _ in range(place.room)]
        stock = Place(None, 0, None if self.stock is None else set(self.stock), 0)
        slots += [stock] * (len(self.pack) - len(slots))
        read = {card for place in [*self.places, stock] for card in place.read or ()}

        def may_lie(place):
            cards = set(self.pack) - read if place.read is None else set(place.read)
            for card in cards & self.played.keys():
                seat, time = self.played[card]
                if place.seat != seat or place.born >= time:
                    cards.remove(card)
            for claim in claims:
                if claim.seat == place.seat and place.born < claim.time:
                    cards -= claim.forbidden(rule)
            if held and not (place.seat == held[1] and place.born < held[2]):
                cards.discard(held[0])
            return cards

        kinds = {id(place): may_lie(place) for place in [*self.places, stock]}
        wanted = {card: [at for at, place in enumerate(slots) if card in kinds[id(place)]] for card in self.pack}
        lies = {}

        def put(card, tried):
            for at in wanted[card]:
                if at not in lies:
                    lies[at] = card
                    return True
            for at in wanted[card]:
                if at not in tried:
                    tried.add(at)
                    if put(lies[at], tried):
                        lies[at] = card
                        return True
            return False

        reached = [card for card in self.pack if not put(card, set())]
        for card in reached:
            reached += [lies[at] for at in wanted[card] if lies[at] not in reached]
        return set(reached)
