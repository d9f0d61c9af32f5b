"""Made-up deals of a game like Kullankaivaja: five cards a hand, refilled after each trick while the stock lasts.

A small player of its own, so that the proofs are not tested with the code that they serve.
"""

from typing import NamedTuple

from engine.cards import FRENCH, NO_CARDS, RANK, SUIT, card, cards, each, rank_of, set_of, suit_of
from engine.record import Promise

DIGGERS = RANK["J"]
LOW_TO_HIGH = "A23456789TQKJ"


class Deals(NamedTuple):
    counts: list
    known: dict
    what = "deals"


class Takes(NamedTuple):
    seat: int
    cards: int | None
    what = "takes"


class Names(NamedTuple):
    seat: int
    card: int
    what = "names"


class Plays(NamedTuple):
    seat: int
    card: int
    rungs: tuple  # what the play says
    broke: bool  # whether that is false
    hand: int  # what stays behind
    what = "plays"


def rungs(led, played):
    """What it says to play this card: the cards of which none is in the hand, by rule."""
    if led is None or suit_of(played) == suit_of(led):
        return ()
    follow = ("follow-suit", SUIT[suit_of(led)])
    return (follow,) if DIGGERS >> played & 1 else (follow, ("must-trump", DIGGERS))


def winner(trick):
    """The seat that takes a trick of (seat, card)."""
    led = trick[0][1]

    def power(turn):
        played = trick[turn][1]
        if played == card("JS"):
            return 3, 0
        if DIGGERS >> played & 1:
            return 2, -turn
        return suit_of(played) == suit_of(led), LOW_TO_HIGH.index(rank_of(played))

    return trick[max(range(len(trick)), key=power)][0]


def deal(rng, seats=4, *, breach=0.0, dealt=0.0, drawn=0.0, named=0.0):
    """(deck, events): a deal played at random.

    `breach` is the chance that a seat which could break the rule does; `dealt` that a dealt hand is known, `drawn`
    that a refill is, and `named` that one that is not is named later.
    """
    deck = FRENCH.all & ~(cards("2C") if seats == 3 else NO_CARDS)
    stock = list(each(deck))
    rng.shuffle(stock)
    hands = [set_of(stock.pop() for _ in range(5)) for _ in range(seats)]
    events = [Deals([5] * seats, {seat: hand for seat, hand in enumerate(hands) if rng.random() < dealt})]
    to_name, trick, seat = {}, [], 0
    while hands[seat]:
        for other in [s for s in to_name if s == seat or rng.random() < 0.3]:
            events.append(Names(other, to_name.pop(other)))
        led = trick[0][1] if trick else None
        held = {c: any(hands[seat] & rung & ~(1 << c) for _, rung in rungs(led, c)) for c in each(hands[seat])}
        false = [c for c in held if held[c]]
        broke = bool(false) and rng.random() < breach
        played = rng.choice(false if broke else [c for c in held if not held[c]])
        hands[seat] ^= 1 << played
        events.append(Plays(seat, played, rungs(led, played), broke, hands[seat]))
        trick.append((seat, played))
        seat = (seat + 1) % seats
        if len(trick) == seats:
            seat, trick = winner(trick), []
            for turn in range(seats if len(stock) >= seats else 0):
                taker = (seat + turn) % seats
                new = stock.pop()
                hands[taker] |= 1 << new
                events.append(Takes(taker, 1 << new if rng.random() < drawn else None))
                if events[-1].cards is None and rng.random() < named:
                    to_name[taker] = new
    return deck, events


def told(record, event, line):
    """Tell a record one event of a made-up deal."""
    if event.what == "deals":
        return record.deals(event.counts, event.known)
    if event.what == "takes":
        return record.takes(event.seat, 1, event.cards)
    if event.what == "names":
        return record.names(event.seat, event.card)
    said = Promise(line, event.seat, (event.card,), event.rungs) if event.rungs else None
    return record.plays(event.seat, event.card, said)


def check_against_replay(record, seats):
    """The ledgers kept event by event are those that are made anew from all that was recorded."""
    record._all._check()
    anew = record.replay(range(seats), record._standing)
    anew._check()
    assert (record._all.room, record._all.may, record._all.gone) == (anew.room, anew.may, anew.gone)
    assert record._all.clash() is None
    assert anew.clash() is None
    for claim, ledger in record._doubtful:
        ledger._check()
        assert ledger.may == record.replay([claim.promise.seat], [claim]).may
