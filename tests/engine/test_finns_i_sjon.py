"""Finns i sjön: who may ask, answer, fish and put aside what; what was said and is proved false; the end."""

import random

import pytest
from fishing_people import fishers
from random_games import check_refusals, check_undo, games, plain, play
from referee_table import Table, kinds, only, refusal

from engine.cards import each, set_of
from engine.errors import BadGame, BadLine
from engine.games import load

RULES = {
    *("wrong-phase", "out-of-turn", "wrong-count", "card-seen", "not-in-hand"),
    *(
        "ask-another",
        "ask-own-rank",
        "must-give",
        "give-to-asker",
        "wrong-rank",
        "give-all",
        "not-a-book",
        "not-on-top",
    ),
}

A = "7C 7D KH 2S 5C 9D JS"
B = "7H 7S QD 3C 4H 6S 8D"
C = "KC KD TH 2D 5H 9C AC"


class Finns(Table):
    """A table for Finns i sjön; A begins."""

    rules = "finns-i-sjon"

    def ask(self, seat, to, rank):
        return self.do("ask", seat, to=self.seat(to), value=rank)

    def give(self, seat, cards, to):
        return self.do("give", seat, cards, to=None if to is None else self.seat(to))

    def none(self, seat):
        return self.do("pass", seat)

    def book(self, seat, cards):
        return self.do("meld", seat, cards)

    def fish(self, seat, card=None):
        return self.draw(seat, card, source="stock")

    def denied(self, seat, to, rank, card=None):
        """A question that is denied, and a card from the lake."""
        return [*self.ask(seat, to, rank), *self.none(to), *self.fish(seat, card)]


def dealt(seats="A B C", **hands):
    table = Finns(seats)
    if hands:
        table.deal(hands)
    return table


def asked(rank="7", to="B", **hands):
    """A has asked."""
    table = dealt(**hands)
    table.ask("A", to, rank)
    return table


# Deck and deal


@pytest.mark.parametrize(("seats", "lake"), [("A B", 38), ("A B C", 31), ("A B C D", 24)])
def test_the_lake(seats, lake):
    table = Finns(seats)
    assert table.referee.match.stock_left == lake
    assert plain(table.events) == [{"event": "turn", "seat": "A", "phase": "ask"}]


@pytest.mark.parametrize("seats", ["A", "A B C D E"])
def test_how_many_may_play(seats):
    with pytest.raises(BadGame):
        Finns(seats)


def test_the_deal_is_told_before_the_first_question_and_answered_by_the_turn():
    table = Finns("A B C")
    turn = {"event": "turn", "seat": "A", "phase": "ask"}
    assert plain(table.deal(A=A)) == [turn]
    assert plain(table.deal(B=B)) == [turn]
    lake = [face for face in table.game.deck.faces if face not in (*A.split(), *B.split(), *C.split())]
    assert refusal(table.stock(" ".join(lake[1:]))) == ("wrong-count", "")
    assert plain(table.stock(" ".join(lake))) == [turn]
    assert refusal(table.deal(C=" ".join([lake[0], *C.split()[1:]]))) == ("card-seen", "")
    table.ask("A", "B", "7")
    for said in (table.deal(C=C), table.stock(" ".join(lake))):
        assert refusal(said) == ("wrong-phase", "")


def test_a_book_that_was_dealt_is_put_aside_on_that_line():
    assert plain(Finns("A B C").deal(A=A.replace("7C 7D", "3H 3D"), B="7C 7D 7H 7S 2C 5D 9S")) == [
        {"event": "book", "seat": "B", "value": "7"},
        {"event": "turn", "seat": "A", "phase": "ask"},
    ]


def test_a_dealt_book_is_out_of_the_hand_and_the_hand_may_be_told_again():
    table = Finns("A B C")
    hand = "7C 7D 7H 7S 2S 5C 9D"
    assert kinds(table.deal(B=hand)) == ["book", "turn"]
    assert table.hand("B") == "5C 9D 2S"
    assert refusal(table.deal(C="7C KD TH 2D 5H 9C AC")) == ("card-seen", "")
    assert kinds(table.deal(B=hand)) == ["book", "turn"]
    assert kinds(table.deal(A="KC KD KH KS 3C 4C 6C")) == ["book", "turn"]  # B's is not told again
    assert table.referee.match.left(1) == 3
    assert refusal(table.ask("A", "B", "7")) == ("ask-own-rank", "")


# Asking


@pytest.mark.parametrize(
    ("act", "rule"),
    [
        (lambda table: table.ask("B", "A", "7"), "out-of-turn"),
        (lambda table: table.none("A"), "wrong-phase"),
        (lambda table: table.give("A", "7C", "B"), "wrong-phase"),
        (lambda table: table.fish("A"), "wrong-phase"),
        (lambda table: table.do("discard", "A", "7C"), "wrong-phase"),
        (lambda table: table.ask("A", "A", "7"), "ask-another"),
        (lambda table: table.ask("A", "A", "T"), "ask-another"),
        (lambda table: table.do("ask", "A", value="7"), "ask-another"),
        (lambda table: table.ask("A", "B", "T"), "ask-own-rank"),
    ],
)
def test_what_cannot_be_asked(act, rule):
    assert refusal(act(dealt(A=A))) == (rule, "")


@pytest.mark.parametrize("rank", ["2", "T", "A", "10"])
def test_the_ranks(rank):
    assert plain(dealt().ask("A", "C", rank)) == [{"event": "turn", "seat": "C", "phase": "answer"}]


@pytest.mark.parametrize("rank", ["1", "11", "t", "", "23", "7C", "sevens", None, 7])
def test_what_is_no_rank_is_no_line(rank):
    with pytest.raises(BadLine):
        dealt().ask("A", "B", rank)


def test_a_rank_put_aside_is_asked_for_by_nobody_whatever_the_hand():
    table = dealt()
    table.book("C", "7C 7D 7H 7S")
    assert refusal(table.ask("A", "B", "7")) == ("ask-own-rank", "")
    table.accept()
    assert kinds(table.none("B")) == ["turn"]  # nothing is said by that


def test_a_question_let_stand_says_nothing():
    table = dealt(A=A)
    table.ask("A", "B", "T")
    assert plain(table.accept()) == [{"event": "turn", "seat": "B", "phase": "answer"}]
    assert kinds(table.give("B", "TC TD TH TS", "A")) == ["book", "turn"]


# Answering


@pytest.mark.parametrize(
    ("act", "rule", "because"),
    [
        (lambda table: table.ask("B", "A", "7"), "wrong-phase", ""),
        (lambda table: table.fish("A"), "wrong-phase", ""),
        (lambda table: table.book("B", "7C 7D 7H 7S"), "wrong-phase", ""),
        (lambda table: table.none("A"), "out-of-turn", ""),
        (lambda table: table.none("C"), "out-of-turn", ""),
        (lambda table: table.give("C", "7H", "A"), "out-of-turn", ""),
        (lambda table: table.none("B"), "must-give", "7H 7S"),
        (lambda table: table.give("B", "", "A"), "wrong-count", ""),
        (lambda table: table.do("give", "B", to=0), "wrong-count", ""),
        (lambda table: table.give("B", "7C 7H", "A"), "card-seen", ""),
        (lambda table: table.give("B", "7H 7H", "A"), "card-seen", ""),
        (lambda table: table.give("B", "QS 7H", "C"), "not-in-hand", ""),
        (lambda table: table.give("B", "QD", "C"), "give-to-asker", ""),
        (lambda table: table.give("B", "7H 7S", "B"), "give-to-asker", ""),
        (lambda table: table.give("B", "7H 7S", None), "give-to-asker", ""),
        (lambda table: table.give("B", "QD", "A"), "wrong-rank", ""),
        (lambda table: table.give("B", "7H 7S QD", "A"), "wrong-rank", ""),
        (lambda table: table.give("B", "7H", "A"), "give-all", "7S"),
    ],
)
def test_what_cannot_be_answered(act, rule, because):
    assert refusal(act(asked(A=A, B=B))) == (rule, because)


def test_known_cards_of_an_unseen_hand_must_be_given():
    table = dealt("A B", A=A)
    table.ask("A", "B", "2")
    table.give("B", "2C 2D", "A")
    table.denied("A", "B", "5")
    table.ask("B", "A", "2")
    assert refusal(table.none("A")) == ("must-give", "2C 2D 2S")
    table.give("A", "2C 2D 2S", "B")
    table.denied("B", "A", "6")
    table.ask("A", "B", "J")
    assert refusal(table.give("B", "2H", "A")) == ("wrong-rank", "")
    table.give("B", "JC", "A")
    table.denied("A", "B", "K")
    table.ask("B", "A", "J")
    assert refusal(table.give("A", "JC", "B")) == ("give-all", "JS")


def test_a_gift_goes_openly_and_the_asker_asks_again():
    table = asked(A=A, B=B)
    assert plain(table.give("B", "7S 7H", "A"))[-1] == {"event": "turn", "seat": "A", "phase": "ask"}
    assert table.hand("B") == "3C 8D QD 4H 6S"
    assert "7" in table.referee.match.books[0]


def test_more_cards_than_nobody_has_read_cannot_come():
    table = asked(A=A, B=B)
    table.give("B", "7H 7S", "A")
    table.denied("A", "C", "J")
    table.denied("C", "B", "A")
    assert refusal(table.do("ask", "A", to=1, value="K")) == ("out-of-turn", "")
    table.denied("B", "C", "3")
    table.ask("C", "B", "K")
    assert refusal(table.give("B", "KC KS", "C")) == ("not-in-hand", "")  # one card of B's was not read
    assert kinds(table.give("B", "KS", "C")) == ["turn"]


@pytest.mark.parametrize("to", ["B", None])
def test_nobody_gives_to_nobody(to):
    table = asked(A=A, B=B)
    table.give("B", "7H 7S", to)
    assert refusal(table.accept()) == ("wrong-phase", "")


def test_a_gift_to_somebody_else_may_be_let_stand():
    table = asked(A=A, B=B)
    table.give("B", "7H 7S", "C")
    assert plain(table.accept()) == [{"event": "turn", "seat": "A", "phase": "ask"}]
    assert table.hand("C") == "7H 7S"


# Fishing


@pytest.mark.parametrize("card", [None, "TC", "7S"])
def test_whatever_is_fished_the_turn_passes_to_who_was_asked(card):
    table = asked(to="C", A=A)
    assert plain(table.none("C")) == [{"event": "turn", "seat": "A", "phase": "fish"}]
    assert plain(table.fish("A", card)) == [{"event": "turn", "seat": "C", "phase": "ask"}]


@pytest.mark.parametrize(
    ("act", "rule"),
    [
        (lambda table: table.fish("C"), "out-of-turn"),
        (lambda table: table.draw("A", source="discard"), "wrong-phase"),
        (lambda table: table.fish("A", "2C 3C"), "wrong-count"),
        (lambda table: table.fish("A", "7C"), "card-seen"),
        (lambda table: table.fish("A", "QD"), "card-seen"),
        (lambda table: table.ask("A", "B", "7"), "wrong-phase"),
        (lambda table: table.book("B", "3C 3D 3H 3S"), "wrong-phase"),
    ],
)
def test_what_cannot_be_fished(act, rule):
    table = asked(to="C", A=A, B=B)
    table.none("C")
    assert refusal(act(table)) == (rule, "")


def test_a_known_lake_is_taken_in_its_order():
    table = dealt(A=A, B=B, C=C)
    lake = [face for face in table.game.deck.faces if face not in (*A.split(), *B.split(), *C.split())]
    table.stock(" ".join(lake))
    table.ask("A", "C", "J")
    table.none("C")
    assert refusal(table.fish("A", lake[1])) == ("not-on-top", "")
    table.accept()
    assert lake[1] in table.hand("A").split()
    table.denied("C", "A", "T")
    assert lake[0] in table.hand("C").split()


def test_a_book_that_is_fished_is_put_aside():
    table = dealt("A B", A="7C 7D 7H 2S 5C 9D JS", B="3C 3D 4C 4D 6C 6D 8C")
    assert plain(table.denied("A", "B", "7", "7S"))[-2:] == [
        {"event": "book", "seat": "A", "value": "7"},
        {"event": "turn", "seat": "B", "phase": "ask"},
    ]


def test_with_an_empty_lake_nothing_is_taken():
    table = dealt("A B")
    match = table.referee.match
    match.stock_left = 0
    table.ask("A", "B", "7")
    assert plain(table.none("B")) == [{"event": "turn", "seat": "B", "phase": "ask"}]


# Books


@pytest.mark.parametrize(
    ("seat", "cards", "rule"),
    [
        ("A", "7C 7D 7H", "wrong-count"),
        ("A", "", "wrong-count"),
        ("A", "7C 7D 7H 7S 8C", "wrong-count"),
        ("B", "3C 4C 5C 6C", "card-seen"),  # C holds one of them
        ("B", "3C 4C 8C 6C", "not-a-book"),
        ("C", "5C 5D 5H 5S", "not-in-hand"),
        ("B", "7C 7D 7H 7H", "card-seen"),
    ],
)
def test_what_is_no_book(seat, cards, rule):
    table = dealt(C="KC KD TH 2D 5C 9C AC")
    assert refusal(table.book(seat, cards)) == (rule, "")
    if rule == "not-a-book":
        assert refusal(table.accept()) == ("wrong-phase", "")


def test_anybody_may_put_a_book_aside_between_questions():
    table = dealt()
    assert plain(table.book("C", "7C 7D 7H 7S")) == [
        {"event": "book", "seat": "C", "value": "7"},
        {"event": "turn", "seat": "A", "phase": "ask"},
    ]
    assert refusal(table.deal(A=A)) == ("wrong-phase", "")  # play has begun
    assert table.referee.match.left(2) == 3


def test_who_holds_all_four_and_is_asked_hands_them_over():
    table = asked()  # falsely, as is seen now
    said = table.give("B", "7C 7D 7H 7S", "A")
    assert kinds(said) == ["revoke", "book", "turn"]
    assert (said[0]["seat"], said[0]["rule"], said[0]["proof"]) == ("A", "ask-own-rank", "7C 7D 7H 7S")
    assert table.referee.match.books == ["7", "", ""]


def test_the_table_puts_aside_what_it_has_read_and_only_that():
    table = asked()
    assert kinds(table.give("B", "7H 7S", "A")) == ["turn"]
    table.denied("A", "B", "7", "7C")
    table.ask("B", "C", "9")
    assert refusal(table.book("A", "7C 7D 7H 7S")) == ("wrong-phase", "")
    table.none("C")
    table.fish("B")
    assert kinds(table.book("A", "7C 7D 7H 7S")) == ["book", "turn"]


# What is proved


def test_a_denial_is_proved_false_by_more_cards_than_were_fished_since():
    table = dealt()
    table.denied("A", "B", "7")  # lines 2 to 4
    table.denied("B", "C", "K")
    table.ask("C", "B", "7")
    said = table.give("B", "7H 7S", "C")
    assert plain(said)[0] == {
        "event": "revoke",
        "seat": "B",
        "rule": "must-give",
        "cards": "",
        "at": 3,
        "proof": "7H 7S",
    }


def test_each_card_fished_unseen_accounts_for_one():
    table = dealt()
    table.denied("A", "B", "7")
    table.denied("B", "C", "K")
    table.ask("C", "B", "7")
    assert kinds(table.give("B", "7H", "C")) == ["turn"]
    table.denied("C", "B", "9")
    table.denied("B", "A", "Q")
    table.ask("A", "B", "7")
    assert kinds(table.give("B", "7S", "A")) == ["turn"]


def test_who_gives_all_and_asks_for_more_contradicts_itself():
    table = asked()
    table.give("B", "7H", "A")
    table.denied("A", "B", "9")
    said = table.ask("B", "A", "7")
    assert plain(said)[:-1] == [{"event": "suspect", "seats": ["B"], "rule": "give-all", "proof": ""}]


def test_a_card_kept_back_is_proved():
    table = dealt()
    table.ask("A", "B", "7")
    table.give("B", "7H", "A")  # line 3
    table.denied("A", "C", "9")
    table.ask("C", "B", "7")
    said = table.give("B", "7D", "C")
    assert plain(said)[0] == {
        "event": "revoke",
        "seat": "B",
        "rule": "give-all",
        "cards": "7H",
        "at": 3,
        "proof": "7D",
    }


def test_a_card_that_came_openly_proves_nothing():
    table = dealt()
    table.denied("A", "B", "7")
    table.ask("B", "C", "K")
    table.give("C", "KC", "B")
    table.ask("B", "A", "K")
    assert kinds(table.give("A", "KD", "B")) == ["turn"]
    table.denied("B", "C", "K", "7H")  # the table reads what is fished
    table.ask("C", "B", "7")
    assert kinds(table.give("B", "7H", "C")) == ["turn"]


def test_a_question_is_proved_false_by_the_four_elsewhere():
    table = dealt(B="9C 9D 2C 3C 4C 5C 6C", C="9H 9S 2D 3D 4D 5D 6D")
    said = table.ask("A", "B", "9")
    assert plain(said)[0] == {
        "event": "revoke",
        "seat": "A",
        "rule": "ask-own-rank",
        "cards": "",
        "at": 3,
        "proof": "9C 9D 9H 9S",
    }


def test_a_denial_is_proved_on_its_own_line_where_all_else_was_read():
    table = dealt("A B", A=A)
    left = [face for face in table.game.deck.faces if face not in A.split()]
    table.stock(" ".join(left[7:]))
    assert " ".join(left[:7]) == "2C 3C 4C 6C 8C 9C TC"  # so these are B's
    table.ask("A", "B", "2")
    said = table.none("B")
    assert plain(said) == [
        {"event": "revoke", "seat": "B", "rule": "must-give", "cards": "", "at": 5, "proof": "2C"},
        {"event": "turn", "seat": "A", "phase": "fish"},
    ]


def test_who_denies_and_asks_contradicts_itself():
    table = dealt("A B")
    table.denied("A", "B", "7")
    said = table.ask("B", "A", "7")
    assert plain(said)[:-1] == [{"event": "suspect", "seats": ["B"], "rule": "must-give", "proof": ""}]


def test_who_asks_and_denies_before_it_has_given_any_away_contradicts_itself():
    table = dealt("A B")
    table.denied("A", "B", "7")
    table.denied("B", "A", "K")
    table.ask("A", "B", "6")
    table.give("B", "6C", "A")
    table.ask("A", "B", "7")
    table.none("B")
    table.fish("A")
    table.ask("B", "A", "7")
    said = table.none("A")
    assert plain(said)[:-1] == [{"event": "suspect", "seats": ["A"], "rule": "ask-own-rank", "proof": ""}]


def test_who_has_given_them_away_since_does_not():
    table = dealt("A B")
    table.denied("A", "B", "7")
    table.ask("B", "A", "7")
    table.give("A", "7C", "B")
    table.denied("B", "A", "4")
    table.denied("A", "B", "9")
    table.ask("B", "A", "7")
    assert kinds(table.none("A")) == ["turn"]


def test_a_card_fished_in_between_explains_it():
    table = dealt()
    table.denied("A", "B", "7")
    table.denied("B", "C", "K")
    table.denied("C", "B", "Q")
    assert kinds(table.ask("B", "A", "7")) == ["turn"]


def test_after_a_suspect_the_cards_show_which_line_was_false():
    table = dealt()
    table.denied("A", "B", "7")
    table.ask("B", "A", "7")
    table.give("A", "7H", "B")
    said = table.book("B", "7C 7D 7H 7S")
    assert plain(said)[:2] == [
        {"event": "revoke", "seat": "B", "rule": "must-give", "cards": "", "at": 3, "proof": "7C 7D 7S"},
        {"event": "book", "seat": "B", "value": "7"},
    ]


def test_what_is_let_stand_says_nothing():
    table = asked(A=A, B=B)
    table.none("B")
    table.accept()
    table.fish("A", "TC")
    assert kinds(table.ask("B", "C", "7")) == ["turn"]


# The end


def last_card(asker_is_read, giver="3D"):
    """B has one card left, a three; A has three of them and more."""
    hands = {"A": "3C 3H 3S 2C 5C 9D JS"} if asker_is_read else {}
    table = dealt("A B", **hands)
    match = table.referee.match
    match.hands.shows(1, table.game.deck.cards(giver))
    match.record = type(match.record)(match.game.pack, 2)
    match.record.deals([7, 1], {1: match.hands.known[1]})
    table.ask("A", "B", "3")
    return table


def test_an_empty_hand_ends_the_game_and_the_book_that_came_with_it_counts():
    table = last_card(asker_is_read=True)
    assert plain(table.give("B", "3D", "A")) == [
        {"event": "book", "seat": "A", "value": "3"},
        {"event": "deal_over", "points": {"A": 1, "B": 0}, "detail": {}},
        {"event": "score", "total": {"A": 1, "B": 0}},
        {"event": "game_over", "winners": ["A"]},
    ]
    assert refusal(table.ask("A", "B", "2")) == ("wrong-phase", "")
    assert table.referee.match.asks() == ()
    assert plain(table.undo()) == [
        {"event": "score", "total": {"A": 0, "B": 0}},
        {"event": "turn", "seat": "B", "phase": "answer"},
    ]


@pytest.mark.parametrize("has_book", [True, False])
def test_an_unread_asker_may_lay_down_what_the_gift_completed(has_book):
    table = last_card(asker_is_read=False)
    assert plain(table.give("B", "3D", "A")) == [{"event": "turn", "seat": "A", "phase": "book"}]
    assert [(ask.do, ask.seat) for ask in table.referee.match.asks()] == [("meld", 0), ("pass", 0)]
    assert refusal(table.ask("A", "B", "3")) == ("wrong-phase", "")
    assert refusal(table.none("B")) == ("out-of-turn", "")
    said = table.book("A", "3C 3D 3H 3S") if has_book else table.none("A")
    assert kinds(said) == ["book", "deal_over", "score", "game_over"][0 if has_book else 1 :]
    assert only("game_over", said)["winners"] == (["A"] if has_book else ["A", "B"])


def test_somebody_else_may_still_put_a_book_aside_and_the_asker_still_has_to_act():
    table = dealt()
    match = table.referee.match
    match.hands.shows(1, table.game.deck.cards("3D"))
    match.record = type(match.record)(match.game.pack, 3)
    match.record.deals([7, 1, 7], {1: match.hands.known[1]})
    table.ask("A", "B", "3")
    table.give("B", "3D", "A")
    said = table.book("C", "KC KD KH KS")
    assert plain(said) == [
        {"event": "book", "seat": "C", "value": "K"},
        {"event": "turn", "seat": "A", "phase": "book"},
    ]
    assert only("game_over", table.none("A"))["winners"] == ["C"]


def test_a_book_may_empty_its_own_hand():
    table = dealt("A B", A="7C 7D 7H 7S 3C 3D 3H", B="2C 4C 5C 6C 8C 9C TC")
    assert table.hand("A") == "3C 3D 3H"
    said = table.denied("A", "B", "3", "3S")
    assert kinds(said[-4:]) == ["book", "deal_over", "score", "game_over"]
    assert only("deal_over", said)["points"] == {"A": 2, "B": 0}


@pytest.mark.parametrize(
    ("books", "winners"),
    [(["7K2", "", "8"], ["A"]), (["7K", "28", ""], ["A", "B"]), (["", "", ""], ["A", "B", "C"])],
)
def test_most_books_win_and_a_tie_is_shared(books, winners):
    match = dealt().referee.match
    match.books = books
    told = match._game_over()
    assert told[-1] == ("game_over", {"winners": winners})
    assert told[0][1]["points"] == {seat: len(ranks) for seat, ranks in zip("ABC", books, strict=True)}


# What the table says


def test_what_is_asked_for():
    table = dealt(A=A)
    ask, *books = table.referee.match.asks()
    assert (ask.do, ask.seat, ask.to, len(ask.values)) == ("ask", 0, (1, 2), 13)
    assert [(book.do, book.seat, book.any_time) for book in books] == [("meld", 1, True), ("meld", 2, True)]
    table.ask("A", "B", "7")
    give, none = table.referee.match.asks()
    assert (give.do, give.seat, give.least, give.most, give.to) == ("give", 1, 1, 4, (0,))
    assert (none.do, none.seat) == ("pass", 1)
    table.none("B")
    (fish,) = table.referee.match.asks()
    assert (fish.do, fish.seat, fish.sources) == ("draw", 0, ("stock",))
    table.fish("A")
    table.book("C", "TC TD TS TH")
    assert "T" not in table.referee.match.asks()[0].values


def test_what_lies_open_is_books_and_questions_and_no_card_of_a_hand():
    table = dealt(B=B)
    table.book("C", "TC TD TS TH")
    table.ask("A", "B", "7")
    shown = table.referee.match.shown()
    lake, book = shown.piles
    assert (lake.cards, lake.hidden) == ((), 31)
    assert (book.id, table.game.deck.text(book.cards), book.seat) == ("book", "TC TD TH TS", 2)
    assert [(fact.id, fact.seat, fact.word) for fact in shown.facts] == [("asked", 1, None), ("rank", None, "7")]
    assert [plate[0].number for plate in shown.seats] == [0, 0, 1]
    table.give("B", "7H 7S", "A")
    assert table.referee.match.shown().facts == ()


# Whole games


def maker(seats):
    return lambda: load("finns-i-sjon", "ABCD"[:seats], None, {})


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_random_games_end_with_what_was_put_aside(seats):
    for table, steps in games(maker(seats), 4, seed=seats):
        assert table.referee.match.over
        books = dict.fromkeys(table.game.seats, 0)
        for event in (event for step in steps for event in step.said if event["event"] == "book"):
            books[event["seat"]] += 1
        *_, dealt_over, score, over = steps[-1].said
        assert dealt_over["points"] == score["total"] == books
        assert over["winners"] == [seat for seat in books if books[seat] == max(books.values())]
        assert not all(table.referee.match.hands.known)


@pytest.mark.parametrize("seats", [2, 4])
def test_every_card_is_somewhere_once(seats):
    table = Table.of(maker(seats)())
    for _ in play(table, random.Random(seats)):
        match = table.referee.match
        if match.stock_left != len(match.stock):
            continue  # the lake is not told yet
        places = [*match.hands.known, match.away(), set_of(match.stock)]
        assert sum(place.bit_count() for place in places) == 52
        assert set_of(card for place in places for card in each(place)) == match.game.pack


READ = {
    "nothing": {},
    "nothing, and books are forgotten": {"forgets": 0.5},
    "half": {"dealt": 0.5, "drawn": 0.5, "forgets": 0.3},
    "hands or the lake": {"dealt": 0.5, "lake": 0.5},
    "everything": {"dealt": 1, "lake": 1},
}


@pytest.mark.parametrize("read", READ)
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_nobody_who_is_honest_is_accused_and_books_count_alike(seats, read):
    for people in fishers(maker(seats), 3, seed=seats, **READ[read]):
        points = people.run()
        assert people.accusations() == []
        assert only("deal_over", people.said)["points"] == points


@pytest.mark.parametrize("read", ["nothing", "half", "hands or the lake"])
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_only_who_was_false_is_accused_and_some_are(seats, read):
    found = []
    for people in fishers(maker(seats), 3, seed=seats, cheats=0.04, **READ[read]):
        people.run()
        found += people.accusations()
    assert found


def test_a_table_that_reads_everything_lets_no_false_word_through():
    for people in fishers(maker(3), 3, cheats=0.2, dealt=1, lake=1):
        people.run()
        assert people.broken == {}
        assert people.accusations() == []


def test_undo_at_every_step_gives_back_what_was():
    check_undo(maker(3))


def test_undo_at_every_step_of_an_unseen_game_gives_the_same_events_again():
    (people,) = fishers(maker(3), 1, cheats=0.05)
    people.run()
    twin, events = Table.of(people.table.game), []
    for accepted in people.table.referee.accepted:
        first = plain(twin.take(accepted.act))
        twin.number -= 1
        twin.undo()
        twin.number -= 1
        events += twin.take(accepted.act)
        assert plain(events[-len(first) :]) == first
    assert plain(events) == plain(people.said)


def test_what_is_refused_changes_nothing():
    assert check_refusals(maker(3), RULES) | check_refusals(maker(2), RULES) >= {"wrong-phase", "out-of-turn"}
