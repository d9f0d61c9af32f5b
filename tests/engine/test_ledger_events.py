"""What each event does to a ledger; needs, and cards that are passed on unseen."""

import random

import pytest
from small_worlds import Worlds, dealt_ledger, some

from engine.cards import FRENCH, NO_CARDS, cards, each
from engine.ledger import ELSEWHERE, Clash, Ledger

A, B, C = 0, 1, 2


def test_a_play_shows_what_was_held():
    deck = cards("2C 3C 4C 5C 2D 3D 4D 5D")
    ledger = dealt_ledger(deck, (A, B), [2, 2])
    assert ledger.plays(A, FRENCH.card("2D")) is None
    assert ledger.lacks(A, cards("3C 4C 5C")) is None
    clash = ledger.plays(A, FRENCH.card("5C"))
    assert clash == Clash(cards("5C"), (), 1)


def test_a_fork_goes_its_own_way():
    ledger = dealt_ledger(cards("2C 3C 4C 5C"), (A, B), [2, 2])
    fork = ledger.fork()
    assert fork.lacks(A, cards("2C 3C 4C"))
    assert ledger.clash() is None
    ledger._check()
    assert ledger.may == [NO_CARDS | cards("2C 3C 4C 5C")] * 3
    assert fork.clash() is not None


def test_cards_known_to_come_from_a_set_are_of_it():
    deck = cards("2C 3C 4C 5C 6C 7C")
    ledger = Ledger(deck, (A, B))
    ledger.takes(A, 2, among=cards("2C 3C 4C"))
    ledger.takes(B, 1, among=cards("2C 3C 4C"))
    ledger._check()
    assert ledger.fork().lacks(A, cards("2C 3C"))
    assert ledger.fork().lacks(B, cards("2C 3C")) is None
    assert ledger.fork().plays(B, FRENCH.card("5C"))


def test_wrong_counts_are_the_callers_error():
    ledger = dealt_ledger(cards("2C 3C 4C 5C"), (A, B), [2, 1])
    with pytest.raises(ValueError, match="2 cards are taken up, and only 1"):
        ledger.takes(B, 2)
    with pytest.raises(ValueError, match="2 cards are named and 1"):
        ledger.takes(B, 1, cards("2C 3C"))
    with pytest.raises(ValueError, match="seat 1 passes 2 cards"):
        ledger.passes([(B, A, 2)])
    with pytest.raises(ValueError, match="not tracked"):
        ledger.passes([(A, C, 1)])
    ledger._check()
    assert ledger.owner == [ELSEWHERE, A, B]


def test_several_needs_for_the_same_cards_are_weighed_together():
    deck = cards("2C 3C 4C 5C 6C 7C")
    ledger = dealt_ledger(deck, (A, B, C), [1, 1, 1])
    pair = cards("2C 3C")
    assert ledger.needs(A, pair) is None
    assert ledger.needs(B, pair) is None
    assert ledger.fork().needs(C, pair) == Clash(pair, (), 0)
    assert ledger.plays(B, FRENCH.card("2C")) is None
    assert ledger.plays(A, FRENCH.card("4C")).excess == 0


def test_cards_passed_unseen_never_prove_what_need_not_be():
    """Against all worlds, with cards passed on and passed on again: a clash only where no world is left."""
    rng = random.Random("passes")
    clashes = 0
    for _ in range(60):
        deck = (1 << 7) - 1
        dealt = [2, 2, 1]
        worlds, ledger = Worlds(deck, dealt, [1]), dealt_ledger(deck, range(3), dealt)
        books = dealt_ledger(deck, range(3), dealt, waits=True)
        true_hands = list(rng.choice(worlds.alive)[0])
        stock = list(each(deck & ~(true_hands[0] | true_hands[1] | true_hands[2])))
        gone = NO_CARDS
        for _ in range(9):
            seat, other = rng.sample(range(3), 2)
            if rng.random() < 0.35 and true_hands[seat]:
                given = rng.choice(list(each(true_hands[seat])))
                true_hands[seat] ^= 1 << given
                true_hands[other] |= 1 << given
                worlds.passes(seat, other, 1)
                ledger.passes([(seat, other, 1)])
                books.passes([(seat, other, 1)])
            elif rng.random() < 0.2 and len(stock) == 2:
                true_hands[seat] |= 1 << stock.pop()
                worlds.takes(seat)
                ledger.takes(seat, 1)
                books.takes(seat, 1)
            elif rng.random() < 0.5 and true_hands[seat]:
                card = rng.choice(list(each(true_hands[seat])))
                true_hands[seat] ^= 1 << card
                gone |= 1 << card
                worlds.plays(seat, card)
                ledger.plays(seat, card)
                books.plays(seat, card)
            else:
                what = rng.choice(("lacks", "lacks", "needs", "holds"))
                spoken = some(rng, deck & ~gone, {"lacks": 0.5, "needs": 0.6, "holds": 0.1}[what])
                for told in (worlds, ledger, books):
                    getattr(told, what)(seat, spoken)
            ledger._check()
            if ledger.clash():
                assert not worlds.possible((1 << worlds.promises) - 1)
                clashes += 1
        books.place()
        books._check()
        assert books.may == ledger.may
        assert books.clash() == ledger.clash()
    assert clashes > 30


def test_a_card_that_was_played_is_not_passed_on():
    deck = cards("2C 3C 4C 5C 6C")
    ledger = dealt_ledger(deck, (A, B), [2, 1])
    ledger.plays(A, FRENCH.card("2C"))
    ledger.passes([(A, B, 1)])
    assert ledger.fork().lacks(B, cards("3C 4C 5C"))
    assert ledger.fork().plays(B, FRENCH.card("3C")) is None


def test_a_card_that_was_needed_may_have_been_passed_on_since():
    ledger = dealt_ledger(cards("2C 3C 4C 5C 6C"), (A, B), [1, 1])
    ledger.needs(A, cards("2C"))
    ledger.passes([(A, B, 1)])
    assert ledger.plays(B, FRENCH.card("2C")) is None


def test_cards_passed_at_the_same_time_are_not_passed_on():
    deck = cards("2C 3C 4C 5C 6C 7C")
    ledger = Ledger(deck, (A, B, C))
    for seat, hand in enumerate(("2C 3C", "4C 5C", "6C 7C")):
        ledger.takes(seat, 2, cards(hand))
    assert ledger.passes([(A, B, 1), (B, C, 1), (C, A, 1)]) is None
    ledger._check()
    assert ledger.fork().plays(C, FRENCH.card("4C")) is None
    assert ledger.fork().plays(C, FRENCH.card("2C"))


def test_cards_set_aside_unseen_may_be_taken_up_by_anybody():
    deck = cards("2C 3C 4C 5C 6C 7C")
    ledger = Ledger(deck, (A, B))
    ledger.takes(A, 2, cards("2C 3C"))
    ledger.takes(B, 2)
    ledger.passes([(A, None, 1)])
    ledger.takes(B, 1)
    ledger._check()
    assert ledger.fork().plays(B, FRENCH.card("3C")) is None
    assert ledger.fork().plays(A, FRENCH.card("3C")) is None
    assert ledger.plays(B, FRENCH.card("3C")) is None
    assert ledger.plays(B, FRENCH.card("2C"))
