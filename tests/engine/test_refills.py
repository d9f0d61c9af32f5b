"""Refills of Kullankaivaja, by docs/rules/kullankaivaja.md, section 3: when a card comes, and who may name it."""

import random

import pytest
from referee_table import Table, kinds, only, refusal, snapshot
from true_games import game

from engine.cards import FRENCH

STOCK_OF_TWO = (
    "KC QC TC 9C 8C KD QD TD 9D 8D KH QH TH 9H 8H KS QS TS 9S 8S JC JD JH JS "
    "2C 3C 4C AC 2D 3D 4D AD 2H 3H 4H AH 2S 3S 4S AS 5H 6H"
)


TWO = {"A": "5C 6C 7C 5D 6D", "B": "7D 5S 6S 7S 7H"}


def two_known(**options):
    table = Table("A B", **options)
    table.deal(TWO)
    table.stock(STOCK_OF_TWO)
    return table


def first_trick(**options):
    """Unseen hands after a trick that C has won."""
    table = Table(**options)
    table.play("A 5C", "B 7C", "C KC", "D 2C")
    return table


# When a card comes


def test_refill_after_the_trick_the_winner_first():
    table = two_known()
    table.play("A 5C")
    assert table.hand("A") == "7C 6C 6D 5D"
    table.play("B 7H")
    assert (table.hand("A"), table.hand("B")) == ("KC 7C 6C 6D 5D", "QC 7D 7S 6S 5S")


def test_refill_after_the_play():
    table = two_known(refill="play")
    table.play("A 5C")
    assert table.hand("A") == "KC 7C 6C 6D 5D"
    table.play("B 7H")
    assert (table.hand("A"), table.hand("B")) == ("KC 7C 6C 6D 5D", "QC 7D 7S 6S 5S")
    table.play("A 6C")  # B has a club now
    assert only("turn", table.events[-1:])["legal"] == "QC"


def test_the_order_of_the_refills_shows_where_the_second_wins():
    after_trick, after_play = two_known(), two_known(refill="play")
    for table in (after_trick, after_play):
        table.play("A 5D", "B 7D")
    assert (after_trick.hand("A"), after_trick.hand("B")) == ("QC 7C 6C 5C 6D", "KC 7H 7S 6S 5S")
    assert (after_play.hand("A"), after_play.hand("B")) == ("KC 7C 6C 5C 6D", "QC 7H 7S 6S 5S")


def test_refill_only_where_it_is_taken():
    table = two_known(refill="may")
    table.play("A 5D")
    assert table.hand("A") == "7C 6C 5C 6D"
    table.play("B 7D")
    table.draw("B")
    assert (table.hand("A"), table.hand("B")) == ("7C 6C 5C 6D", "KC 7H 7S 6S 5S")
    table.play("B 5S")  # the next trick is open: what A did not take is lost
    assert refusal(table.draw("A")) == ("wrong-phase", "")


# Hands of unequal size


def test_who_plays_the_last_card_is_given_one_unasked():
    table = two_known(refill="may")
    table.play("A 5C", "B 7H", "A 6C", "B 7D", "A 7C", "B 5S", "A 5D", "B 6S", "A 6D")
    assert table.hand("A") == "KC"
    table.play("B 7S")
    assert table.hand("B") == "QC"
    assert refusal(table.draw("A")) == ("wrong-phase", "")


def test_a_card_given_unasked_may_be_named_and_a_card_taken_may_not():
    table = Table("A B", refill="may")
    table.play("A 5C", "B 4C", "A 6D", "B 4D", "A 7H", "B 4H", "A 8S", "B 4S", "A 9C", "B 3C")
    assert refusal(table.draw("A")) == ("wrong-phase", "")
    assert kinds(table.draw("A", "KC", source="stock")) == ["turn"]  # all that A has: its hand is known now
    assert table.events[-1]["legal"] == "KC"
    assert refusal(table.draw("A", "QC")) == ("wrong-phase", "")
    table = Table("A B", refill="may")
    table.play("A 5C")
    assert table.draw("A") == []
    assert refusal(table.draw("A", "KC")) == ("wrong-phase", "")


def uneven_hands(seed):
    """A deal of three in which A takes up every card that it may, C some, and B none: (table, events of each line)."""
    table = Table("A B C", refill="may")
    taken = {"A": 2, "B": 0, "C": 0.7}
    lines = game(random.Random(seed), list("ABC"), "C", {"refill": "may"}, taken=taken, deals=1)
    for line in lines:
        left = table.referee.match.deal.left[:]
        yield table, left, table.line(line)


def test_hands_that_are_empty_take_no_part():
    lengths = set()
    for seed in range(6):
        tricks, cards_then = [], None
        for table, left, said in uneven_hands(seed):
            if len(table.referee.match.deal.laid) == 1:
                cards_then = left  # as the trick was opened
            if "trick" in kinds(said):
                tricks.append(only("trick", said)["cards"].split())
                assert len(tricks[-1]) == sum(count > 0 for count in cards_then)
        assert sorted(one for trick in tricks for one in trick) == sorted(set(FRENCH.faces) - {"2C"})
        assert sum(only("deal_over", said)["points"].values()) == 128
        lengths |= {len(trick) for trick in tricks}
    assert lengths == {1, 2, 3}, "and one player left alone plays on"


def test_a_winner_without_cards_passes_the_lead_clockwise():
    passed = 0
    for seed in range(12):
        for table, _, said in uneven_hands(seed):
            if "trick" in kinds(said) and "turn" in kinds(said):
                winner = table.seat(only("trick", said)["winner"])
                left = table.referee.match.deal.left
                holder = next(seat for seat in ((winner + step) % 3 for step in range(3)) if left[seat])
                assert only("turn", said)["seat"] == table.game.seats[holder]
                passed += holder != winner
    assert passed


# What a draw line names


def test_a_refill_may_be_named_by_any_seat_in_any_order_once():
    table = first_trick()
    for seat, held in (("B", "9S"), ("D", "8S"), ("C", "7S")):
        assert table.draw(seat, held, source="stock") == []
        assert refusal(table.draw(seat, "6S")) == ("wrong-phase", "")
    assert [table.hand(seat) for seat in "ABCD"] == ["", "9S", "7S", "8S"]


def test_a_refill_is_named_until_the_next_card_of_its_seat():
    table = first_trick()
    table.play("C 6D", "D 3D")
    assert refusal(table.draw("C", "9S")) == ("wrong-phase", "")
    assert table.draw("A", "9S") == []
    table.play("A 4D", "B 2D")  # and now everybody has a new one
    assert table.draw("C", "8S") == []


def test_a_draw_that_neither_takes_nor_names_is_refused():
    table = first_trick()
    assert refusal(Table().draw("A", "9S")) == ("wrong-phase", "")  # no refill yet
    assert refusal(table.draw("B")) == ("wrong-phase", "")  # names nothing
    assert refusal(table.draw("B", "9S", source="discard")) == ("wrong-phase", "")


@pytest.mark.parametrize("held", ["5C", "9S"])
def test_a_refill_cannot_be_a_card_that_lies_elsewhere(held):
    table = first_trick()
    table.draw("D", "9S")
    before = snapshot(table.referee.match)
    assert refusal(table.draw("B", held)) == ("card-seen", "")
    assert snapshot(table.referee.match) == before


def test_a_refill_is_one_card():
    table = first_trick()
    assert refusal(table.draw("B", "9S 8S")) == ("wrong-count", "")
    assert refusal(Table().draw("B", "9S 8S")) == ("wrong-phase", "")  # nothing to name comes first
    table = Table(refill="may")
    table.play("A 5C")
    assert refusal(table.draw("A", "9S 8S")) == ("wrong-count", "")


def test_of_a_known_stock_there_is_nothing_to_name():
    table = Table("A B")
    table.stock(STOCK_OF_TWO)
    table.play("A 5C", "B 6C")
    assert table.hand("B") == "KC"
    assert refusal(table.draw("B", "KC")) == ("wrong-phase", "")
    assert refusal(table.draw("B", "QC")) == ("wrong-phase", "")


def test_a_card_taken_up_from_a_known_stock_is_its_top_card():
    table = Table("A B", refill="may")
    table.stock(STOCK_OF_TWO)
    table.play("A 5C")
    assert refusal(table.draw("A", "QC")) == ("card-seen", "")
    table.draw("A", "KC")
    table.play("B 6C")
    table.draw("B")
    assert (table.hand("A"), table.hand("B")) == ("KC", "QC")


def test_a_card_may_be_taken_from_the_own_card_until_the_next_trick_is_opened():
    table = Table(refill="may")
    table.play("A 5C")
    assert refusal(table.draw("B")) == ("wrong-phase", "")
    assert table.draw("A") == []
    assert refusal(table.draw("A")) == ("wrong-phase", "")
    table.play("B 7C", "C KC", "D 2C")
    assert table.draw("D", "9S") == []
    table.play("C 6D")
    assert refusal(table.draw("B")) == ("wrong-phase", "")
    assert table.draw("C") == []
    assert table.referee.match.deal.left == [5, 4, 4, 5]


def test_a_turn_is_told_again_only_where_it_has_changed():
    table = Table("A B", refill="may")
    table.deal(A=TWO["A"])
    table.play("A 7C", "B 6H")
    assert table.draw("B", "9S") == []  # A is on turn, and A's cards are the same
    assert table.draw("A", "9H") == [
        {"event": "turn", "line": table.number, "seat": "A", "phase": "play", "legal": "6C 5C 6D 5D 9H"}
    ]
    table.play("A 5C", "B 9C")
    assert only("turn", table.events[-1:])["seat"] == "B"


def test_legal_is_told_only_of_a_hand_that_was_read_whole():
    table = Table("A B")
    table.deal(A=TWO["A"])
    assert table.events[-1]["legal"] == "7C 6C 5C 6D 5D"
    table.play("A 7C", "B 9H")
    assert "legal" not in table.events[-1]  # A's refill was not
    assert table.draw("A", "9D")[-1]["legal"] == "6C 5C 9D 6D 5D"
    table = Table("A B")
    table.deal(A=TWO["A"])
    table.stock(STOCK_OF_TWO)
    table.play("A 5D")
    assert "legal" not in table.events[-1]  # what follows by elimination was not read
