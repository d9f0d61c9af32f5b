"""What a record proves: the examples of docs/revoke-proof.md, and each kind of event in a small table of its own."""

import pytest
from made_up_deals import check_against_replay, rungs

from engine.cards import FRENCH, SUIT, card, cards
from engine.record import Impossible, Move, Need, Promise, Record

A, B, C, D = range(4)


def follows(line, seat, played, forbidden):
    """The promise of a card that does not follow: none of `forbidden` in the hand."""
    return Promise(line, seat, (card(played),), (("follow-suit", forbidden),))


def play(record, seat, played, promise=None):
    return record.plays(seat, card(played), promise)


# The examples of docs/revoke-proof.md.


def test_example_nothing_taken_up_since():
    record = Record(FRENCH.all, 4)
    record.deals([13] * 4)
    promise = follows(7, B, "KD", SUIT["C"])
    assert play(record, C, "4C") == []
    assert play(record, B, "KD", promise) == []
    assert play(record, B, "8S") == []
    (revoke,) = play(record, B, "9C")
    assert revoke.promise == promise
    assert (revoke.rule, revoke.proof, revoke.sure) == ("follow-suit", cards("9C"), 1)
    assert (revoke.reason.taken_up, revoke.reason.to_fill) == (0, 0)
    assert play(record, B, "6C") == [], "one play is one claim, reported once"


def test_example_taken_up_since():
    record = Record(cards("2C 3C 4C 5C 2D 3D 4D 5D"), 2)
    record.deals([2, 2])
    promise = follows(2, A, "2D", SUIT["C"])
    assert play(record, B, "2C") == []
    assert play(record, A, "2D", promise) == []
    assert record.takes(A, 1) + record.takes(B, 1) == []
    assert play(record, B, "3D") == []
    assert play(record, A, "3C") == []
    assert record.takes(A, 1) + record.takes(B, 1) == []
    assert play(record, B, "4D") == []
    assert play(record, A, "4C") == []
    (revoke,) = play(record, B, "5D")
    assert revoke.promise == promise
    assert (revoke.proof, revoke.sure) == (cards("3C 4C 5C"), 1)


def test_example_suspects_then_proof():
    record = Record(cards("3H 6H 9H KC 2C 4C 5C 6C"), 4)
    record.deals([2] * 4)
    assert play(record, D, "9H") == []
    promises = [
        follows(line, seat, played, SUIT["H"]) for line, seat, played in ((2, A, "2C"), (3, B, "4C"), (4, C, "5C"))
    ]
    assert play(record, A, "2C", promises[0]) == []
    assert play(record, B, "4C", promises[1]) == []
    (suspect,) = play(record, C, "5C", promises[2])
    assert (suspect.seats, suspect.rule) == ((A, B, C), "follow-suit")
    assert suspect.proof == cards("3H 6H")
    assert suspect.promises == tuple(promises)
    assert play(record, D, "6C") == []
    b, c = play(record, A, "KC")
    assert (b.promise, c.promise) == (promises[1], promises[2])
    assert b.proof == c.proof == cards("3H 6H")
    assert (b.sure, b.reason.to_fill) == (1, 2)
    assert not b.reason.could_hold & cards("3H 6H")
    assert play(record, B, "3H") + play(record, C, "6H") == []


def test_example_the_stock_protects_an_early_revoke():
    """For every club that D plays it has taken up a card, so it may have held none."""
    record = Record(FRENCH.all, 4)
    record.deals([5] * 4)
    play(record, C, "3C")
    play(record, D, "6H", follows(2, D, "6H", SUIT["C"]))
    for club in ("TC", "QC", "9C", "8C"):
        assert record.takes(D, 1) == []
        assert play(record, D, club) == []
    (revoke,) = play(record, D, "7C")
    assert (revoke.proof, revoke.reason.taken_up) == (cards("TC QC 9C 8C 7C"), 4)


def test_what_proves_a_hand_unfillable_comes_before_any_card_of_it():
    """Thirteen seen cards, four of them spades, less three passed unseen: one spade at least has stayed."""
    record = Record(FRENCH.all, 4)
    hand = cards("2S 3S 4S 5S 2H 3H 4H 5H 6H 7H 8H 9H TH")
    record.deals([13] * 4, {A: hand})
    assert record.exchanges([Move(seat, (seat + 1) % 4, 3) for seat in range(4)]) == []
    assert play(record, D, "9S") == []
    promise = follows(2, A, "2H", SUIT["S"])
    (revoke,) = play(record.fork(), A, "2H", promise)
    assert (revoke.promise, revoke.proof, revoke.sure) == (promise, cards("2S 3S 4S 5S"), 1)
    fewer = follows(2, A, "2H", cards("2S 3S 4S"))
    assert play(record, A, "2H", fewer) == []
    (revoke,) = play(record, B, "5S")
    assert (revoke.promise, revoke.proof, revoke.sure) == (fewer, cards("2S 3S 4S"), 1)
    assert play(record, B, "2S") + play(record, B, "3S") == []
    (revoke,) = play(record, A, "6H", follows(6, A, "6H", cards("4S")))
    assert (revoke.promise.line, revoke.proof) == (6, cards("4S"))


# The table scripts, at the level of the record: seat and card of each play, refilled after each trick.


def run(plays, *, stock=32, seats="ABCD", names=(), refill=True):
    """The verdicts of plays like `A5C B7H`, by the number of the play; promises have the number of theirs."""
    record = Record(FRENCH.all, len(seats))
    record.deals([5] * len(seats))
    trick, found = [], {}
    for number, text in enumerate(plays.split(), 1):
        seat, played = seats.index(text[0]), card(text[1:])
        said = rungs(trick[0] if trick else None, played)
        verdicts = record.plays(seat, played, Promise(number, seat, (played,), said))
        trick.append(played)
        if refill and len(trick) == len(seats) and stock:
            trick = []
            for taker in range(len(seats)):
                stock -= 1
                verdicts += record.takes(taker, 1)
        trick = trick if len(trick) < len(seats) else []
        for at, taker, named in names:
            if at == number:
                verdicts += record.names(taker, card(named))
        record._all._check()
        if verdicts:
            found[number] = verdicts
    return found


def test_a_refill_that_was_read_proves_the_next_club():
    found = run("A5C B7H CKC D2C C6D D3D A4D B8C C7D D8D A9D B3C", names=[(4, B, "9S")])
    assert list(found) == [8]
    (revoke,) = found[8]
    assert (revoke.promise.line, revoke.promise.seat) == (2, B)
    assert (revoke.rule, revoke.proof, revoke.sure) == ("follow-suit", cards("8C"), 1)


def test_a_refill_that_was_not_taken_proves_the_next_club():
    record = Record(FRENCH.all, 2)
    record.deals([5, 5])
    assert play(record, B, "8C") + record.takes(B, 1) == []
    assert play(record, A, "5H", Promise(2, A, (card("5H"),), rungs(card("8C"), card("5H")))) == []
    assert play(record, B, "6D") + record.takes(B, 1) == []
    (revoke,) = play(record, A, "9C")
    assert (revoke.promise.line, revoke.rule, revoke.proof) == (2, "follow-suit", cards("9C"))


def test_a_revoke_on_the_last_refill_is_proved_by_the_second_club():
    found = run(
        "A4C B7C CKH DKC DAC AJH BJC CQD ATS B2H C3S D2S AAD B4D C9D DJD D3D A9H BTD C7D B5S CTH DAS A7S A2D BKD C8D "
        "D6D B5C C3C D6H A8C A5D BJS C4S DTC B4H C3H DQC A6S BAH C5H D9C A6C C7H D8S AKS B8H B2C CQH D9S AQS"
    )
    assert list(found) == [39]
    (revoke,) = found[39]
    assert (revoke.promise.line, revoke.rule, revoke.proof) == (31, "follow-suit", cards("QC TC"))
    assert (revoke.sure, revoke.reason.taken_up) == (1, 1)


def test_three_are_suspected_before_the_card_comes_down_and_one_is_proved_then():
    found = run(
        "A7S B6S CQS D2S C6C D5H AKC B9C AAH BTH CJD D4H C5C DAD AQC BTS A3H B9H C2H DKD B2D C6D D3D ATD AQD BJS C8D "
        "D7D B6H CKH DAC AJH A7H BJC CQH D4C BAS C8S DKS A5D D3C A4D B8C C2C B7C C9S D5S A8H B3S CTC D4S A9D"
    )
    assert list(found) == [49, 50]
    (suspect,) = found[49]
    assert (suspect.seats, suspect.rule, suspect.proof) == ((A, C, D), "follow-suit", cards("TC"))
    (revoke,) = found[50]
    assert (revoke.promise.line, revoke.promise.seat) == (46, C)
    assert (revoke.rule, revoke.proof) == ("follow-suit", cards("TC"))


# Which rule.


def test_the_rule_is_the_first_row_that_cannot_be_true_alone():
    promise = Promise(2, B, (card("7H"),), rungs(card("5C"), card("7H")))
    for shown, rule in (("8C", "follow-suit"), ("JD", "must-trump"), ("JC", "follow-suit")):
        record = Record(FRENCH.all, 2)
        record.deals([5, 5])
        play(record, A, "5C")
        play(record, B, "7H", promise)
        (revoke,) = play(record, B, shown)
        assert (revoke.rule, revoke.proof) == (rule, cards(shown))


def test_where_only_both_rows_together_are_false_the_rule_is_the_first_that_the_proof_meets():
    record = Record(FRENCH.all, 2)
    record.deals([5, 5])
    play(record, A, "5C")
    play(record, B, "7H", Promise(2, B, (card("7H"),), (("never", cards("AS")), *rungs(card("5C"), card("7H")))))
    record.takes(B, 1)
    assert play(record, B, "JD") == []
    (revoke,) = play(record, B, "8C")
    assert (revoke.rule, revoke.proof) == ("follow-suit", cards("8C JD"))


# Facts that contradict each other.


def test_a_misread_card_accuses_nobody_and_the_record_stays_usable():
    record = Record(FRENCH.all, 2)
    record.deals([5, 5], {A: cards("2C 3C 4C 5C 6C")})
    play(record, A, "2C")
    play(record, B, "7H", follows(2, B, "7H", SUIT["C"]))
    assert play(record, B, "3C") == [Impossible(cards("3C"))]
    assert record.impossible
    copy = record.fork()
    for later in (record, copy):
        assert later.takes(A, 1) + later.takes(B, 2, cards("8S")) + later.names(A, card("9C")) == []
        assert play(later, B, "8C", follows(5, B, "8C", FRENCH.all)) == []
        assert play(later, B, "8C") + later.shows(A, cards("8C"), whole=True) + later.stocks(cards("8C")) == []
        assert later.promises(Promise(7, B, (), (), (Need("holds", cards("8C")),))) == []
        assert later.passes(A, B, 2, cards("2D")) + later.returns(cards("2C 8C")) == []


def test_more_cards_played_than_taken_up_are_a_misreading():
    record = Record(FRENCH.all, 2)
    record.deals([2, 2])
    assert play(record, A, "2C") + play(record, A, "3C") == []
    (impossible,) = play(record, A, "4C")
    assert impossible == Impossible(cards("2C 3C 4C"))


# Naming later what was taken up unseen.


def test_naming_a_refill_proves_what_was_shown_before():
    record = Record(FRENCH.all, 2)
    record.deals([5, 5])
    play(record, A, "5C")
    play(record, B, "7H", follows(2, B, "7H", SUIT["C"]))
    record.takes(B, 1)
    assert play(record, B, "8C") == [], "it may have been the refill"
    (revoke,) = record.names(B, card("9S"))
    assert (revoke.promise.line, revoke.proof, revoke.reason.taken_up) == (2, cards("8C"), 0)


def test_a_named_card_is_in_no_other_hand():
    record = Record(FRENCH.all, 2)
    record.deals([5, 5])
    record.takes(A, 1)
    record.takes(B, 1)
    assert record.names(A, card("9S")) == []
    (impossible,) = record.names(B, card("9S"))
    assert isinstance(impossible, Impossible)


def test_only_a_single_card_can_be_named():
    record = Record(FRENCH.all, 2)
    record.deals([5, 5])
    record.takes(A, 2)
    with pytest.raises(ValueError, match="seat 0 has taken up no single card"):
        record.names(A, card("9S"))


# Cards that come back, and cards passed unseen.


def test_a_card_taken_up_from_the_table_is_known_and_may_be_played_again():
    record = Record(FRENCH.all, 3)
    record.deals([5, 5, 5])
    assert play(record, A, "8C") + play(record, B, "9C") == []
    assert record.takes(C, 2, cards("8C 9C")) == []
    assert play(record, C, "8C") == []
    promise = follows(5, C, "2H", SUIT["C"])
    (revoke,) = play(record, C, "2H", promise)
    assert (revoke.promise, revoke.proof) == (promise, cards("9C"))
    assert play(record, C, "9C") + record.takes(A, 1, cards("9C")) + play(record, A, "9C") == []
    record._all._check()
    (impossible,) = play(record, B, "2H")
    assert impossible == Impossible(cards("2H"))


def test_played_cards_that_become_the_new_stock_may_be_drawn_unseen():
    record = Record(cards("2C 3C 4C 5C"), 2)
    record.deals([2, 2])
    play(record, A, "2C")
    play(record, A, "3C")
    record.returns(cards("2C 3C"))
    record.takes(A, 1)
    fork = record.fork()
    assert play(fork, A, "3C") == []
    (revoke,) = fork.promises(Promise(9, B, (), (("none", cards("5C")),)))
    assert revoke.proof == cards("5C")
    assert record.promises(Promise(5, A, (), (("none", cards("2C")),))) == []
    record.takes(B, 1)
    (revoke,) = play(record, A, "2C")
    assert (revoke.promise.line, revoke.proof) == (5, cards("2C"))
    record._all._check()


def test_a_card_given_openly_is_known_where_it_goes():
    record = Record(FRENCH.all, 3)
    record.deals([5, 5, 5])
    record.promises(Promise(1, B, (), (("must-give", cards("7C 7D 7H 7S")),)))
    record.takes(B, 1)
    (revoke,) = record.passes(B, C, 2, cards("7H 7S"))
    assert (revoke.rule, revoke.proof, revoke.reason.taken_up) == ("must-give", cards("7H 7S"), 1)
    (revoke,) = record.promises(Promise(5, C, (), (("must-give", cards("7H")),)))
    assert revoke.proof == cards("7H")
    assert play(record, C, "7H") == []


def test_a_need_that_all_others_hold_is_proved_at_once():
    record = Record(FRENCH.all, 3)
    record.deals([7, 7, 7], {B: cards("9C 9D 2C 3C 4C 5C 6C"), C: cards("9H 9S 2D 3D 4D 5D 6D")})
    nines = cards("9C 9D 9H 9S")
    asks = Promise(5, A, (), (), (Need("ask-own-rank", nines),))
    (revoke,) = record.promises(asks)
    assert (revoke.promise, revoke.rule, revoke.proof, revoke.sure) == (asks, "ask-own-rank", nines, 4)
    assert revoke.reason.missing
    assert record.passes(B, A, 2, cards("9C 9D")) == []
    assert record.promises(Promise(8, A, (), (), (Need("ask-own-rank", nines),))) == []


def test_after_an_unseen_exchange_old_knowledge_counts_for_both_hands():
    record = Record(FRENCH.all, 3)
    hand = cards("KH 5H 9C 8C 7D")
    record.deals([5, 5, 5], {B: hand})
    suspicious = Promise(1, C, (), (("none", cards("2S 3S")),))
    record.promises(suspicious)
    assert record.passes(B, C, 2) == []
    check_against_replay(record, 3)
    assert play(record.fork(), B, "6D")[0] == Impossible(cards("6D")), "C has taken no other cards in return"
    assert record.passes(C, B, 2) == []
    check_against_replay(record, 3)
    assert play(record, B, "6D", follows(5, B, "6D", SUIT["H"])) == []
    assert play(record, C, "5H") == []
    assert play(record, B, "KH")[0].promise.line == 5
    check_against_replay(record, 3)


def test_what_is_named_after_it_may_have_been_passed_on_counts_from_its_time():
    record = Record(FRENCH.all, 2)
    record.deals([2, 2])
    record.takes(A, 1)
    record.passes(A, B, 1)
    assert record.names(A, card("9S")) == []
    check_against_replay(record, 2)
    assert play(record.fork(), B, "9S") + play(record.fork(), A, "9S") == []
    (impossible,) = record.stocks(cards("9S"))
    assert isinstance(impossible, Impossible)
