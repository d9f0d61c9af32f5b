"""Cards, sets of cards and decks."""

import pytest

from engine.cards import FRENCH, NO_CARDS, RANK, RANKS, SUIT, SUITS, Deck, card, cards, each, rank_of, set_of, suit_of
from engine.errors import BadCard, LapioError


def test_a_set_gives_back_what_was_put_in():
    held = [card("AS"), card("2C"), card("TH")]
    assert list(each(set_of(held))) == sorted(held)
    assert list(each(NO_CARDS)) == []
    assert set_of([]) == NO_CARDS


def test_the_french_deck_has_52_cards_and_every_suit_and_rank_its_share():
    assert len(FRENCH) == 52 == FRENCH.all.bit_count()
    assert [SUIT[suit].bit_count() for suit in SUITS] == [13] * 4
    assert [RANK[rank].bit_count() for rank in RANKS] == [4] * 13
    assert SUIT["H"] & RANK["T"] == cards("TH")


@pytest.mark.parametrize("face", ["2C", "TD", "JH", "AS"])
def test_a_card_has_its_rank_and_suit(face):
    assert (rank_of(card(face)), suit_of(card(face))) == (face[0], face[1])
    assert (rank_of(card(face) + 52), suit_of(card(face) + 52)) == (face[0], face[1])  # in a second pack


def test_ten_is_read_both_ways_and_written_one():
    assert card("10H") == card("TH")
    assert FRENCH.text(FRENCH.read("10H 10C 9D")) == "TH TC 9D"


@pytest.mark.parametrize("face", ["", "1H", "11S", "10", "100H", "10HH", "th", "Th", "HT", "X1", "10X", "zinc-7", "♠A"])
def test_a_card_that_there_is_not(face):
    with pytest.raises(BadCard, match=f'no card "{face}"'):
        card(face)
    assert issubclass(BadCard, LapioError)


def test_cards_are_read_in_their_order_however_they_are_spaced():
    assert FRENCH.text(FRENCH.read("  AS 2C   TH ")) == "AS 2C TH"
    assert FRENCH.read("") == ()


def test_one_bad_card_among_good_ones_is_named():
    with pytest.raises(BadCard, match='"4X"'):
        FRENCH.read("2C 3C 4X")


def test_a_card_read_twice_is_there_twice_where_the_deck_has_two():
    two_packs = Deck([*FRENCH.faces, *FRENCH.faces])
    first, second = two_packs.read("TH TH")
    assert first != second
    assert two_packs.text([first, second]) == "TH TH"
    assert two_packs.copies("TH").bit_count() == 2
    assert two_packs.card("TH") == first


def test_a_card_read_more_often_than_the_deck_has_it_comes_back_as_the_same():
    once = FRENCH.read("TH TH 2C")
    assert once == (card("TH"), card("TH"), card("2C"))
    two_packs = Deck([*FRENCH.faces, *FRENCH.faces])
    assert len(set(two_packs.read("TH TH TH"))) == 2


def test_a_deck_may_have_other_faces_and_jokers():
    deck = Deck(["zinc-7", "gold-0", "gold-0", "boot", "X1"])
    assert deck.text(deck.read("boot gold-0 X1 gold-0")) == "boot gold-0 X1 gold-0"
    assert deck.copies("gold-0").bit_count() == 2
    with pytest.raises(BadCard):
        deck.card("2C")
