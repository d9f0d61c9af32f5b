"""A seat that says of cards that it does not hold all of them, against every way in which a tiny deck can be dealt."""

import random
from itertools import combinations

from engine.cards import NO_CARDS, each, set_of
from engine.denials import denies, narrowed
from engine.record import Promise, Record, Revoke

DECK, SIZES = (1 << 8) - 1, (3, 3, 2)


def deals(cards, sizes):
    """Every way to deal these cards out in hands of these sizes."""
    if not sizes:
        yield ()
        return
    for hand in combinations(list(each(cards)), sizes[0]):
        for rest in deals(cards & ~set_of(hand), sizes[1:]):
            yield (set_of(hand), *rest)


EVERY_DEAL = list(deals(DECK, SIZES))


def events(rng):
    """A true deal played out, with words that are true or not: (what, seat, cards or groups of cards)."""
    hands = list(rng.choice(EVERY_DEAL))
    gone = NO_CARDS
    while any(hands):
        seat = rng.choice([seat for seat in range(3) if hands[seat]])
        left = list(each(DECK & ~gone))
        what = rng.choice(("plays", "plays", "lacks", "denies"))
        if what == "plays":
            card = rng.choice(list(each(hands[seat])))
            hands[seat] &= ~(1 << card)
            gone |= 1 << card
            yield what, seat, card
        elif what == "lacks":
            yield what, seat, set_of(rng.sample(left, min(len(left), rng.choice((1, 2)))))
        elif len(left) > 1:
            yield what, seat, tuple(set_of(rng.sample(left, 2)) for _ in range(rng.choice((1, 2))))


def still_possible(worlds, what, seat, cards):
    """The deals, as (hands dealt, hands now), in which this is true."""
    for hands in worlds:
        hand = hands[seat]
        if what == "plays":
            if hand >> cards & 1:
                yield (*hands[:seat], hand & ~(1 << cards), *hands[seat + 1 :])
        elif not (hand & cards if what == "lacks" else any(not group & ~hand for group in cards)):
            yield hands


def test_a_clash_is_told_exactly_where_no_deal_is_left():
    found = 0
    for seed in range(250):
        record, worlds = Record(DECK, 3), EVERY_DEAL
        record.deals(SIZES)
        for line, (what, seat, cards) in enumerate(events(random.Random(seed))):
            worlds = list(still_possible(worlds, what, seat, cards))
            verdicts = tell(record, line, what, seat, cards)
            assert bool(verdicts) == (not worlds), (seed, line)
            if verdicts:
                found += 1
                break
    assert found > 100


def tell(record, line, what, seat, cards):
    if what == "plays":
        return record.plays(seat, cards)
    if what == "lacks":
        return record.promises(Promise(line, seat, rungs=(("lacks", cards),)))
    return denies(record, line, seat, "denies", cards)


def test_the_proof_is_the_group_that_was_held():
    record = Record(DECK, 3)
    record.deals(SIZES)
    assert denies(record, 5, 0, "false-answer", [0b11, 0b1100]) == []
    assert record.plays(0, 0) == record.plays(0, 2) == []
    (revoke,) = record.plays(0, 3)
    assert isinstance(revoke, Revoke)
    assert (revoke.promise.line, revoke.rule, narrowed(record, revoke).proof) == (5, "false-answer", 0b1100)


def test_what_denies_nothing_promises_nothing():
    record = Record(DECK, 3)
    record.deals(SIZES)
    assert denies(record, 5, 0, "false-answer", []) == []
    assert [record.plays(0, card) for card in range(3)] == [[], [], []]
