"""All ways in which a tiny deal can have gone, found by trying every one; and tiny made-up deals to try them on.

The worlds know nothing of places: hands are simulated card by card. That is what makes them a check.
"""

from itertools import combinations
from typing import NamedTuple

from engine.cards import NO_CARDS, each, set_of
from engine.ledger import Ledger


class World(NamedTuple):
    """One way in which it can have gone."""

    hands: tuple
    draws: tuple
    spoken: tuple  # for each promise the hand of which it spoke
    broken: int  # the set of the numbers of the promises that are false


class Worlds:
    """Every way to deal `deck` to seats, and to draw from what is left, that agrees with what has been told.

    `dealt` is the number of cards of each seat, `draws` the number of cards of each later take-up, in order.
    Promises are numbered as they come.
    """

    def __init__(self, deck, dealt, draws):
        self.deck = deck
        self.drawn = self.promises = 0
        self.latest = {}
        self.stocked = NO_CARDS
        self.alive = [
            World(parts[: len(dealt)], parts[len(dealt) :], (), 0) for parts in _parted(deck, [*dealt, *draws])
        ]

    def possible(self, promises):
        """Whether there is a world in which none of these promises (a set of their numbers) is broken."""
        return any(not world.broken & promises for world in self.alive)

    def takes(self, seat, cards=None):
        draw = self.drawn
        self.drawn += 1
        self.latest[seat] = draw
        self._keep(lambda world: not world.draws[draw] & self.stocked if cards is None else world.draws[draw] == cards)
        self._change(seat, lambda world: world.hands[seat] | world.draws[draw])

    def names(self, seat, card):
        self._keep(lambda world: world.draws[self.latest[seat]] == 1 << card)

    def plays(self, seat, card):
        self._keep(lambda world: world.hands[seat] >> card & 1)
        self._change(seat, lambda world: world.hands[seat] & ~(1 << card))

    def shows(self, seat, cards, whole=False):
        self._keep(lambda world: world.hands[seat] == cards if whole else not cards & ~world.hands[seat])

    def stocks(self, _, cards):
        """These cards are in no hand, and from now on they are seen when they are drawn."""
        self.stocked |= cards
        self._keep(lambda world: not any(hand & cards for hand in world.hands))

    def passes(self, giver, taker, size):
        """Any of the giver's cards, so many of them, go to the taker."""
        after = set()
        for world in self.alive:
            hands = world.hands
            for given in combinations(each(hands[giver]), size):
                gone = set_of(given)
                left = _put(hands, giver, hands[giver] & ~gone)
                after.add(world._replace(hands=_put(left, taker, left[taker] | gone)))
        self.alive = list(after)

    def lacks(self, seat, cards):
        self._promised(seat, lambda hand: not hand & cards)

    def holds(self, seat, cards):
        self._promised(seat, lambda hand: not cards & ~hand)

    def needs(self, seat, cards):
        self._promised(seat, lambda hand: hand & cards)

    def _keep(self, true):
        self.alive = [world for world in self.alive if true(world)]

    def _change(self, seat, hand):
        self.alive = [world._replace(hands=_put(world.hands, seat, hand(world))) for world in self.alive]

    def _promised(self, seat, kept):
        number = 1 << self.promises
        self.promises += 1
        self.alive = [
            World(hands, draws, (*spoken, hands[seat]), broken if kept(hands[seat]) else broken | number)
            for hands, draws, spoken, broken in self.alive
        ]


def _put(hands, seat, hand):
    return (*hands[:seat], hand, *hands[seat + 1 :])


def _parted(deck, sizes):
    if not sizes:
        yield ()
        return
    for chosen in combinations(each(deck), sizes[0]):
        part = set_of(chosen)
        for rest in _parted(deck & ~part, sizes[1:]):
            yield (part, *rest)


def some(rng, cards, chance=0.5):
    """A random part of a set of cards."""
    return set_of(card for card in each(cards) if rng.random() < chance)


def tiny_deal(rng, *, wild=0.0, seen=0.3):
    """(deck, dealt, draws, events) of a made-up deal; an event is (what, seat, …) with the arguments of Worlds.

    Facts are true but for a share `wild` of the plays, where anybody plays any card. Promises ("lacks", "holds",
    "needs" of the hand as it is) are anything.
    """
    deck = (1 << rng.choice((7, 7, 7, 8))) - 1
    seats = rng.choice((2, 2, 3))
    dealt = [rng.choice((1, 2)) for _ in range(seats)]
    draws = [1] * min(rng.choice((0, 1, 2, 2)), deck.bit_count() - sum(dealt) - 1)
    stock = list(each(deck))
    rng.shuffle(stock)
    hands = [set_of(stock.pop() for _ in range(size)) for size in dealt]
    gone, stocked, events, named, left = NO_CARDS, NO_CARDS, [], {}, list(draws)
    for _ in range(60):
        seat = rng.randrange(seats)
        if left and rng.random() < 0.3:
            card = stock.pop()
            left.pop()
            hands[seat] |= 1 << card
            if stocked >> card & 1 or rng.random() < seen:
                events.append(("takes", seat, 1 << card))
                named.pop(seat, None)
            else:
                events.append(("takes", seat, None))
                named[seat] = card
        elif rng.random() < 0.4:
            card = rng.choice(list(each(hands[seat] or deck)))
            if rng.random() < wild or not hands[seat]:
                if not wild:
                    continue
                card = rng.choice(list(each(deck)))
            if gone >> card & 1:
                continue
            gone |= 1 << card
            hands = [hand & ~(1 << card) for hand in hands]
            events.append(("plays", seat, card))
        elif rng.random() < 0.1 and hands[seat] & ~gone:
            if rng.random() < 0.3:
                events.append(("shows", seat, hands[seat] & ~gone, True))
            else:
                events.append(("shows", seat, some(rng, hands[seat] & ~gone), False))
        elif rng.random() < 0.05 and stock:
            there = set_of(rng.sample(stock, rng.randint(1, len(stock)))) & ~gone
            stocked |= there
            events.append(("stocks", seat, there))
        elif named and rng.random() < 0.15:
            seat, card = named.popitem()
            events.append(("names", seat, card))
        elif rng.random() < 0.5:
            others = deck & ~gone & ~(hands[seat] if rng.random() < 0.7 else NO_CARDS)
            cards_said = some(rng, others, 0.4)
            if cards_said:
                events.append(("lacks", seat, cards_said))
        elif rng.random() < 0.12:
            events.append(("needs", seat, some(rng, deck & ~gone, 0.4) or deck & ~gone))
        elif rng.random() < 0.1 and hands[seat]:
            events.append(("holds", seat, some(rng, hands[seat] if rng.random() < 0.5 else deck & ~gone, 0.3)))
        if len(events) >= 14:
            break
    return deck, dealt, draws, events


def dealt_ledger(deck, seats, dealt, **how):
    ledger = Ledger(deck, seats, **how)
    for seat, count in enumerate(dealt):
        ledger.takes(seat, count)
    return ledger


def tell(ledger, event):
    """Tell a ledger one event of `tiny_deal`."""
    what, seat, *rest = event
    if what == "takes":
        return ledger.takes(seat, 1, *rest)
    if what == "names":
        return ledger.names(seat, rest[0], len(ledger.places.get(seat, ())) - 1)
    if what == "lacks":
        return ledger.lacks(seat, rest[0] | ledger.gone)
    if what == "stocks":
        return ledger.stocks(rest[0])
    if what == "shows":
        return ledger.shows(seat, rest[0], whole=rest[1])
    return getattr(ledger, what)(seat, *rest)
