"""Gris, the Norwegian game: docs/rules/gris-nb.md, rule by rule."""

import random

import pytest
from random_games import check_refusals, check_undo, games
from referee_table import Table, kinds, only, refusal
from reflex_people import Clock, of, rarest, suit_counts

from engine.actions import Act
from engine.cards import suit_of
from engine.errors import BadGame, BadLine
from engine.games import load

RULES = {"wrong-phase", "out-of-turn", "wrong-count", "card-seen", "not-in-hand", "returned-card", "stock-empty"}
FLUSH = {"A": "2S 3S 4S 5S 6S 7S", "B": "2H 3H 4H 5H 6D 7D", "C": "2C 3C 4C 5C 8D 9D"}


def a_table(seats="A B C", **options):
    names = seats.split()
    return Table.of(load("gris-nb", names, names[-1], options))


def presses(table, *signs):
    for sign in signs:
        seat, t = sign.split()
        said = table.do("press", seat, t=int(t))
    return said


def passes(table, *rows):
    """One row for each pass: a card for each seat, `-` for one that nobody read."""
    said = []
    for row in rows:
        for seat, card in zip(table.game.seats, row.split(), strict=True):
            said = table.do("exchange", seat, count=1) if card == "-" else table.do("exchange", seat, card)
    return said


@pytest.mark.parametrize("seats", ["A B", "A B C D E F G H I"])
def test_three_to_eight_play(seats):
    with pytest.raises(BadGame):
        a_table(seats)


@pytest.mark.parametrize("options", [{"word": ""}, {"word": "PIGGYPIGGYP"}, {"word": "G1"}, {"word": 4}, {"signs": 1}])
def test_values_that_options_cannot_have(options):
    with pytest.raises(BadGame):
        a_table(**options)


@pytest.mark.parametrize(("players", "stock"), [(3, 34), (4, 28), (5, 22), (6, 16), (7, 10), (8, 4)])
def test_six_cards_each_and_the_rest_is_the_stock(players, stock):
    match = load("gris-nb", list("ABCDEFGH"[:players]), "A", {}).start()
    assert match.stock_left == stock
    assert all(match.left(seat) == 6 for seat in range(players))


# -- passing ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("cards", "count", "rule"),
    [
        ("2S 3S", None, "wrong-count"),
        (None, None, "wrong-count"),
        (None, 2, "wrong-count"),
        ("2S", 2, "wrong-count"),
        ("", None, "wrong-count"),
        ("2H", None, "card-seen"),
        ("KS", None, "not-in-hand"),
    ],
)
def test_what_may_be_passed(cards, count, rule):
    table = a_table()
    table.deal(FLUSH)
    assert refusal(table.do("exchange", "A", cards, count=count)) == (rule, "")


def test_all_cards_move_at_once():
    table = a_table()
    table.deal(FLUSH)
    assert kinds(passes(table, "2S 6D 8D")) == ["passed", "turn"]
    assert [table.hand(seat) for seat in "ABC"] == ["8D 3S 4S 5S 6S 7S", "7D 2H 3H 4H 5H 2S", "2C 3C 4C 5C 6D 9D"]


def test_a_card_passed_unread_leaves_nothing_known_of_the_hand():
    table = a_table()
    table.deal(FLUSH)
    table.do("exchange", "A", count=1)
    assert table.hand("A") == "2S 3S 4S 5S 6S 7S"  # what is laid is still its own
    passes(a_table(), "- - -")
    table.do("exchange", "B", "6D")
    table.do("exchange", "C", "8D")
    assert [table.hand(seat) for seat in "ABC"] == ["8D", "7D 2H 3H 4H 5H", "2C 3C 4C 5C 6D 9D"]


def came_back():
    """A's 7S has been with everybody; B got 3S, C got 2S, which were A's before."""
    table = a_table()
    table.deal(FLUSH)
    passes(table, "7S 7D 9D", "9D 7S 7D", "7D 9D 7S")
    return table


@pytest.mark.parametrize(
    ("seat", "cards", "rule"),
    [
        ("A", "7S 2S", "wrong-count"),
        ("A", None, "wrong-count"),
        ("A", "2H", "card-seen"),
        ("A", "KD", "not-in-hand"),
        ("A", "2S", "returned-card"),
    ],
)
def test_what_may_be_exchanged(seat, cards, rule):
    assert refusal(came_back().do("discard", seat, cards)) == (rule, "")


def test_a_card_that_came_back_is_shown_put_away_and_replaced_once():
    table = came_back()
    said = table.do("discard", "A", "7S")
    assert kinds(said) == ["swapped", "drawn", "turn"]
    assert refusal(table.do("discard", "A", "2S")) == ("returned-card", "")
    assert refusal(table.do("exchange", "A", "7S")) == ("card-seen", "")
    assert table.referee.match.stock_left == 33


@pytest.mark.parametrize("rows", [(), ("- - -",), ("- - -", "- - -")])
def test_nothing_can_have_come_back_before_as_many_passes_as_seats(rows):
    table = a_table()
    passes(table, *rows)
    assert refusal(table.do("discard", "A", "7S")) == ("returned-card", "")


def test_not_after_the_next_card_is_laid():
    table = came_back()
    table.do("exchange", "A", "2S")
    assert refusal(table.do("discard", "A", "7S")) == ("returned-card", "")


def test_a_seat_that_never_passed_the_card_on_cannot_exchange_it():
    table = a_table()
    passes(table, "2C - -", "3C - -", "4C - -")
    assert refusal(table.do("discard", "A", "KS")) == ("returned-card", "")  # got unread, but A's were all read
    assert kinds(table.do("discard", "A", "2C")) == ["swapped", "drawn", "turn"]


def test_a_card_held_before_the_last_pass_is_not_the_one_that_came():
    table = a_table()
    passes(table, "2C 2D 2H", "- - -", "- - -")
    table.do("exchange", "A", "5S")
    table.do("exchange", "B", "5H")
    table.do("exchange", "C", count=1)
    assert table.hand("B") == "5S"
    passes(table, "- - -")
    assert refusal(table.do("discard", "B", "5S")) == ("returned-card", "")
    assert kinds(table.do("discard", "B", "KH")) == ["swapped", "drawn", "turn"]


def test_people_may_let_another_card_be_exchanged():
    table = came_back()
    table.do("discard", "A", "2S")
    assert kinds(table.accept()) == ["swapped", "drawn", "turn"]
    table = came_back()
    table.do("exchange", "A", "2S")
    table.do("discard", "A", "2S")
    assert refusal(table.accept()) == ("wrong-phase", "")  # it lies there to be passed on


def test_only_as_long_as_the_stock_lasts():
    table = a_table("A B C D E F G H")
    passes(table, *["- - - - - - - -"] * 8)
    for seat, card in zip("ABCD", ["2C", "3C", "4C", "5C"], strict=True):
        table.do("discard", seat, card)
    assert refusal(table.do("discard", "E", "6C")) == ("stock-empty", "")
    assert refusal(table.accept()) == ("wrong-phase", "")


def test_a_card_drawn_may_be_named_until_the_next_is_laid():
    table = came_back()
    assert refusal(table.draw("A", "KD")) == ("wrong-phase", "")
    table.do("discard", "A", "7S")
    assert refusal(table.draw("A", "2H")) == ("card-seen", "")
    assert table.draw("A", "KD") == []
    assert "KD" in table.hand("A").split()
    assert refusal(table.draw("A", "KC")) == ("wrong-phase", "")
    table.undo()
    table.do("exchange", "A", "2S")
    assert refusal(table.draw("A", "KD")) == ("wrong-phase", "")


# -- signs ------------------------------------------------------------------------------------------------


def test_a_press_has_a_time():
    with pytest.raises(BadLine):
        a_table().do("press", "A")


@pytest.mark.parametrize(
    ("hand", "at_once"),
    [("2S 3S 4S 5S 6S 7S", False), ("2S 3S 4S 5S 6S 7H", True)],
)
def test_a_false_sign_of_a_known_hand_is_told_at_once(hand, at_once):
    table = a_table()
    table.deal(A=hand)
    said = presses(table, "A 1000")
    assert ("false_sign" in kinds(said)) == at_once
    if at_once:
        assert kinds(said) == ["sign", "false_sign", "letter", "deal_over", "score", "turn"]
        assert (said[2]["letters"], said[2]["why"]) == ("G", "false-sign")
        assert said[-1] == {"event": "turn", "line": 3, "seat": None, "phase": "deal"}


def test_two_known_cards_of_different_suits_are_enough():
    table = a_table()
    passes(table, "2S 2H 2D", "- 3D -")
    table = a_table()
    passes(table, "2S 2H 2D", "3S 3D 3H")
    assert table.hand("A") == "2D 3H"
    assert "false_sign" in kinds(presses(table, "A 1000"))


def test_a_follower_needs_no_six_cards():
    table = a_table()
    table.deal(FLUSH)
    assert kinds(presses(table, "A 1000", "B 1200")) == ["sign", "turn"]


@pytest.mark.parametrize(
    ("signs", "order", "last"),
    [
        ("A 1000|B 1400|C 1300", "A C B", "B"),
        ("A 1000|C 1300|B 1300", "A B C", "B C"),
        ("B 1000|A 900|C 1300", "A B C", "C"),
        ("A 1000|B 1000|C 1000", "A B C", "A B C"),
    ],
)
def test_the_times_give_the_order(signs, order, last):
    table = a_table()
    table.deal(A=FLUSH["A"])
    race = only("race", presses(table, *signs.split("|")))
    assert (race["order"], race["last"]) == (order.split(), last.split())


def test_the_one_that_is_missing_is_last_once_it_can_only_be_later():
    table = a_table()
    table.deal(FLUSH)
    presses(table, "A 1000")
    assert kinds(table.do("clock", None, t=9000)) == ["turn"]
    presses(table, "C 1300")
    assert kinds(table.do("clock", None, t=1300)) == ["turn"]
    said = table.do("clock", None, t=1301)
    assert kinds(said) == ["race", "signed", "letter", "deal_over", "score", "turn"]
    assert (said[0]["order"], said[0]["last"]) == (["A", "C", "B"], ["B"])


@pytest.mark.parametrize(
    ("signs", "suit", "sign"),
    [
        ("by_suit", "S", "thumb"),
        ("by_suit", "H", "heart"),
        ("by_suit", "D", "window"),
        ("by_suit", "C", "scratch"),
        ("spade_only", "H", "thumb"),
    ],
)
def test_each_suit_has_its_sign(signs, suit, sign):
    table = a_table(signs=signs)
    table.deal(A=" ".join(rank + suit for rank in "234567"))
    signed = only("signed", presses(table, "A 1000", "B 1200", "C 1300"))
    assert (signed["seat"], signed["suit"], signed["sign"]) == ("A", suit, sign)


def test_several_last_ones_get_no_letter():
    table = a_table()
    table.deal(A=FLUSH["A"])
    said = presses(table, "A 1000", "B 1200", "C 1200")
    assert kinds(said) == ["sign", "race", "signed", "tie", "deal_over", "turn"]
    assert said[3]["seats"] == ["B", "C"]
    assert (said[4]["points"], said[4]["detail"]) == ({"A": 0, "B": 0, "C": 0}, {})


def raced():
    """A and B have signed first, in one millisecond; nothing is known of their hands."""
    table = a_table()
    presses(table, "A 1000", "B 1000", "C 1300")
    assert table.events[-1] == {"event": "turn", "line": 4, "seat": None, "phase": "show", "seats": ["A", "B"]}
    return table


@pytest.mark.parametrize(
    ("seat", "cards", "rule"),
    [
        ("C", "2S 3S 4S 5S 6S 7S", "out-of-turn"),
        ("A", "2S 3S 4S 5S 6S", "wrong-count"),
        ("A", "2S 3S 4S 5S 6S 6S", "card-seen"),
    ],
)
def test_who_shows_what(seat, cards, rule):
    assert refusal(raced().do("show", seat, cards)) == (rule, "")
    assert refusal(a_table().do("show", seat, cards)) == ("wrong-phase", "")


def test_all_first_signers_that_are_open_show_and_one_genuine_hand_is_enough():
    table = raced()
    (turn,) = table.do("show", "A", "2S 3S 4S 5S 6S 7H")
    assert (turn["seat"], turn["phase"], turn["seats"]) == ("B", "show", ["B"])
    assert refusal(table.do("press", "C", t=2000)) == ("wrong-phase", "")
    assert refusal(table.do("exchange", "C", count=1)) == ("wrong-phase", "")
    assert refusal(table.do("discard", "C", "2C")) == ("wrong-phase", "")
    assert refusal(table.do("show", "B", "2S 3H 4H 5H 6H 8H")) == ("card-seen", "")
    said = table.do("show", "B", "2H 3H 4H 5H 6H 8H")
    assert kinds(said) == ["signed", "letter", "deal_over", "score", "turn"]
    assert (said[0]["seat"], said[1]["seat"]) == ("B", "C")


def test_false_first_signers_each_get_a_letter_and_the_last_one_none():
    table = raced()
    table.do("show", "A", "2S 3S 4S 5S 6S 7H")
    said = table.do("show", "B", "2H 3H 4H 5H 6H 8S")
    assert kinds(said) == ["false_sign", "false_sign", "letter", "letter", "deal_over", "score", "turn"]
    assert said[-2]["total"] == {"A": 1, "B": 1, "C": 0}


def test_between_rounds_presses_count_for_nothing():
    table = raced()
    table.do("show", "A", "2S 3S 4S 5S 6S 7H")
    table.do("show", "B", "2H 3H 4H 5H 6H 8S")
    assert only("sign", presses(table, "C 3000"))["counts"] is False
    for verb in ("discard", "draw", "show", "take"):
        assert refusal(table.do(verb, "A", "2S")) == ("wrong-phase", "")
    table.stock(" ".join(rank + suit for suit in "CDH" for rank in "23456789TJQK")[: 34 * 3 - 1])
    assert table.events[-1]["phase"] == "pass"
    assert only("sign", presses(table, "C 4000"))["counts"] is True


def test_the_game_is_lost_with_the_last_letter_of_the_word():
    table = a_table(word="Ær")
    for letters in ("Æ", "Ær"):
        table.deal(A="2S 3S 4S 5S 6S 7H")
        said = presses(table, "A 1000")
        assert only("letter", said)["letters"] == letters
    assert said[-1] == {"event": "game_over", "line": 5, "losers": ["A"]}
    assert presses(table, "B 2000") == [{"event": "sign", "line": 6, "seat": "B", "counts": False}]
    for verb in ("exchange", "deal", "clock", "show"):
        assert refusal(table.do(verb, "B", "2S", t=1)) == ("wrong-phase", "")


def test_two_may_lose_together():
    table = a_table(word="G")
    presses(table, "A 1000", "B 1000", "C 1300")
    table.do("show", "A", "2S 3S 4S 5S 6S 7H")
    assert table.do("show", "B", "2H 3H 4H 5H 6H 8S")[-1]["losers"] == ["A", "B"]


# -- random games -----------------------------------------------------------------------------------------


def choose(match, acts, rng):
    """They collect the suit they have most of, sign when they have six or now and then falsely, and follow."""
    signs = of("press", acts)
    if match.phase == "sign":
        clocks = of("clock", acts)
        return rng.choice(clocks) if clocks and rng.random() < 0.3 else rng.choice(signs or acts)
    due = [act for act in signs if len(suit_counts(match.held(act.seat))) == 1]
    if due or (signs and rng.random() < 0.01):
        return rng.choice(due or signs)
    if (back := of("discard", acts)) and rng.random() < 0.5:
        return rng.choice(back)
    seat = rng.choice(acts).seat
    laid = [act for act in of("exchange", acts) if act.seat == seat] or of("exchange", acts)
    return rarest(laid, match.held(laid[0].seat), rng, suit_of) if laid else rng.choice(acts)


def a_game(players, **options):
    return load("gris-nb", list("ABCDEFGH"[:players]), "ABC"[players % 3], options)


@pytest.mark.parametrize("players", range(3, 9))
@pytest.mark.parametrize("options", [{}, {"signs": "spade_only", "word": "OI"}], ids=str)
def test_random_games(players, options):
    for table, steps in games(lambda: a_game(players, **options), 2, seed=players, find=Clock(), choose=choose):
        match = table.referee.match
        assert match.over
        letters = [event for step in steps for event in step.said if event["event"] == "letter"]
        assert len(letters) == sum(match.scored)
        assert max(match.scored) == len(match.game.options["word"])
        check_seen_nothing(a_game(players, **options), steps, random.Random(players))


def check_seen_nothing(game, steps, rng):
    """The same game from unseen hands, where cards passed are read or not, and hands shown when they have to be."""
    table = Table.of(game)
    for step in steps:
        act, match = step.act, table.referee.match
        assert not match.over
        if act.do in ("deal", "stock"):
            continue
        if act.do == "exchange" and rng.random() < 0.5:
            act = Act("exchange", act.seat, count=1)
        if act.do == "press" and match.phase == "deal" and step.said[0]["counts"]:
            table.take(Act("exchange", act.seat, count=1))  # only a card laid shows that an unseen round has begun
        table.take(act)
        if match.phase == "sign" and "false_sign" in kinds(step.said):  # here nobody knows it yet, so they follow
            for late, seat in enumerate(seat for seat in range(len(game.seats)) if seat not in match.times):
                table.take(Act("press", seat, t=act.t + 1 + late))
        for seat in match.to_show:
            cards = tuple(card for card in range(52) if step.hands[seat] >> card & 1)
            table.take(Act("show", seat, cards))
    assert not {"refused", "revoke", "suspect", "note"} & set(kinds(table.events))
    assert table.referee.match.over


def test_undo_at_every_step():
    check_undo(lambda: a_game(3, word="P"), find=Clock(), choose=choose)


def test_illegal_answers_are_refused_and_change_nothing():
    came = check_refusals(lambda: a_game(3, word="PI"), RULES, find=Clock(), choose=choose)
    assert came >= {"out-of-turn", "card-seen", "returned-card", "wrong-phase"}
