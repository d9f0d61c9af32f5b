"""Hearts, Cucumber, Ristikontra and Marjapussi: what is asked in each phase, and what lies open; whole games by it."""

import pytest
from asked_games import check
from referee_table import Table

from engine.actions import Act
from engine.asks import Ask
from engine.games import load

SEATS = "ABCDEFG"


def maker(name, players, **options):
    return lambda: load(name, list(SEATS[:players]), None, options)


def a_table(name, players=4, **options):
    return Table.of(maker(name, players, **options)())


def asks(table):
    return table.referee.match.asks()


def shown(table):
    return table.referee.match.shown()


def values(facts):
    """What facts say, by their ids: the one value of each, or None."""
    return {fact.id: next((value for value in fact[1:] if value not in (None, ())), None) for fact in facts}


def facts(table):
    return values(shown(table).facts)


def plates(table):
    return [values(plate) for plate in shown(table).seats]


WHOLE = [
    *(("hearts", players, {"target": 20}) for players in range(3, 8)),
    *(("hearts", 4, {"rules": rules, "target": 20}) for rules in ("sv", "nb")),
    *(("cucumber", players, {"limit": 15, "rules": rules}) for players, rules in ((3, "fi"), (4, "sv"), (7, "nb"))),
    *(("ristikontra", 4, {"scoring": scoring}) for scoring in "AB"),
    ("marjapussi", 3, {}),
    ("marjapussi", 4, {"deals_played": 1}),
    ("marjapussi", 4, {"first_lead": "AS", "tie_point": "void"}),
]


@pytest.mark.parametrize(("name", "players", "options"), WHOLE)
def test_whole_games_are_played_by_answering_what_is_asked(name, players, options):
    for seed, read in enumerate((0, 0.5)):
        table = check(maker(name, players, **options), seed, read)
        assert table.referee.match.over
        assert asks(table) == ()


# Hearts


def test_three_cards_are_asked_of_everybody_who_has_not_passed_any():
    table = a_table("hearts")
    assert asks(table) == tuple(Ask("exchange", seat, 3, 3, hidden=True) for seat in range(4))
    assert (facts(table), shown(table).piles) == ({"passing": "left"}, ())
    table.do("exchange", "B", count=3)
    assert [ask.seat for ask in asks(table)] == [0, 2, 3]
    (ready,) = shown(table).piles
    assert (ready.id, ready.hidden, ready.seat, ready.cards) == ("passed", 3, 1, ())


@pytest.mark.parametrize(
    ("players", "deals", "word"), [(4, 0, "left"), (4, 1, "right"), (4, 2, "across"), (5, 0, "left"), (5, 1, "right")]
)
def test_where_the_cards_go_is_told(players, deals, word):
    table = a_table("hearts", players)
    match = table.referee.match
    match.deals_done = deals
    assert facts(table)["passing"] == word


def passed(**options):
    table = a_table("hearts", **options)
    for seat in "ABCD":
        table.do("exchange", seat, count=3)
    return table


def test_anybody_may_have_the_card_that_leads_and_then_one_is_on_turn():
    table = passed()
    assert asks(table) == tuple(Ask("play", seat, 1, 1) for seat in range(4))
    table.play("C 2C")
    assert asks(table) == (Ask("play", 3, 1, 1),)
    assert shown(table).trick == ((2, table.game.deck.card("2C")),)
    assert facts(table) == {"in-trick": 0, "led": "C", "hearts": "closed"}


@pytest.mark.parametrize(
    ("rules", "card", "after"), [("fi", "QS", "open"), ("fi", "2H", "closed"), ("nb", "2H", "open")]
)
def test_whether_hearts_may_be_led_is_told(rules, card, after):
    table = passed(rules=rules)
    table.play("A 2C", "B 3C", "C 4C", "D 5C", "D AC", f"A {card}")
    assert facts(table)["hearts"] == after


def test_the_points_taken_stand_at_each_seat():
    table = passed(rules="nb")
    table.play("A 2C", "B 3C", "C 4C", "D 5C", "D AC", "A QS", "B 2H", "C 6C")
    assert plates(table) == [{}, {}, {}, {"taken": 14}]


def test_whoever_took_everything_is_asked_whom_it_counts_for():
    table = passed()
    match = table.referee.match
    match.phase, match.deal.turn = "moon", 2
    assert asks(table) == (Ask("declare", 2, values=("self", "others")),)


# Cucumber


def test_what_has_to_be_beaten_is_told_and_who_is_out():
    table = a_table("cucumber", 3)
    assert facts(table) == {"to-beat": None}
    table.play("A 9C", "B 7D")
    assert facts(table) == {"to-beat": "9"}
    table.referee.match.scored = [0, 30, 29]
    assert plates(table) == [{}, {"out": None}, {}]


def test_the_cards_put_aside_are_no_stock():
    deal, *more = a_table("cucumber", 3).referee.match.dealing(range(52))
    assert (len(deal.hands), more) == (3, [])


# Ristikontra


def test_a_card_is_asked_from_the_hand_or_the_stock_as_long_as_there_is_one():
    table = a_table("ristikontra")
    assert asks(table) == (Ask("play", 0, 1, 1), Ask("play", 0, 1, 1, sources=("stock",)))
    assert facts(table) == {"in-trick": 0, "rank-led": None, "stock": 28}
    table.play("A KC")
    assert facts(table) == {"in-trick": 4, "rank-led": "K", "stock": 27}
    table.referee.match.deal.stock = 0
    assert asks(table) == (Ask("play", 1, 1, 1),)


def test_partners_have_their_points_together():
    table = a_table("ristikontra")
    table.play("A KC", "B 2C", "C KD", "D 3C")
    assert plates(table) == [{"taken": 8}, {}, {"taken": 8}, {}]


# Marjapussi


def after_a_trick():
    """A has won its side's first trick, in unseen hands."""
    table = a_table("marjapussi", deals_played=1)
    table.play("A AS", "B 6S", "C 7S", "D 8S")
    return table


SUITS = ("C", "D", "H", "S")


def test_after_a_trick_its_winner_may_announce_and_must_ask_for_a_whole_pair_first():
    table = a_table("marjapussi", deals_played=1)
    assert asks(table) == (Ask("play", 0, 1, 1),)
    table = after_a_trick()
    assert asks(table) == (
        Ask("play", 0, 1, 1),
        Ask("declare", 0, values=SUITS),
        Ask("ask", 0, to=(2,), values=("trump",)),
    )


def test_a_question_is_answered_with_no_or_a_suit_and_then_halves_may_be_asked_for():
    table = after_a_trick()
    table.do("ask", "A", to=2, value="trump")
    assert asks(table) == (Ask("pass", 2), Ask("declare", 2, values=SUITS))
    assert [(fact.word, fact.seat) for fact in shown(table).facts if fact.id == "asked"] == [("trump", 0)]
    table.do("pass", "C")
    assert asks(table)[2] == Ask("ask", 0, to=(2,), values=SUITS)
    table.do("ask", "A", to=2, value="H")
    assert asks(table) == (Ask("pass", 2), Ask("declare", 2, values=("H",)))
    assert [(fact.suit, fact.seat) for fact in shown(table).facts if fact.id == "asked"] == [("H", 0)]
    table.do("declare", "C", value="H")
    assert asks(table) == (Ask("play", 0, 1, 1),)
    assert facts(table) == {"led": None, "trump": "H"}


def test_a_suit_that_was_made_or_of_which_a_half_is_gone_is_not_asked_for():
    table = after_a_trick()
    table.do("declare", "A", value="C")
    table.play("A AD", "B 6D", "C KD", "D 7D")
    assert asks(table)[1:] == (Ask("declare", 0, values=("H", "S")), Ask("ask", 0, to=(2,), values=("H", "S")))
    table.do("declare", "A", value="S")
    assert facts(table) == {"led": None, "trump": "C", "pikkarainen": "S", "must-lead": "S"}


def test_three_have_no_partners_to_ask():
    table = a_table("marjapussi", 3, deals_played=1)
    table.play("A AS", "B 6S", "C 7S")
    assert asks(table) == (Ask("play", 0, 1, 1), Ask("declare", 0, values=SUITS))


def test_tricks_stand_at_the_seat_and_mats_at_both_partners():
    assert plates(after_a_trick()) == [
        {"tricks": 1, "mats": 1},
        {"tricks": 0, "mats": 0},
        {"tricks": 0, "mats": 1},
        {"tricks": 0, "mats": 0},
    ]


def test_what_the_win_is_worth_more_is_told():
    table = a_table("marjapussi", deals_played=1, start_carry=2)
    assert facts(table) == {"led": None, "carry": 2}


def test_a_pass_that_nobody_asked_for_is_not_offered():
    table = after_a_trick()
    assert all(ask.do != "pass" for ask in asks(table))
    assert table.referee.match.refuse(Act("pass", 2)) is not None
