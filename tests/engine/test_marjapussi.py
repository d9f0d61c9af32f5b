"""Marjapussi as docs/rules/marjapussi.md has it: deck, leads, tricks and points, each rule by the smallest table."""

import random
from itertools import pairwise

import pytest
from marrying_people import FOUR, THREE, Marjapussi, MarryingPeople, game_over, revokes, spades_only
from referee_table import kinds, only, refusal, snapshot

from engine.cards import RANKS, card, cards, each
from engine.errors import BadGame
from engine.games import load


def rules(seats=FOUR, **options):
    return load("marjapussi", seats.split(), seats.split()[-1], options)


GAME, TRIO = rules(), rules(THREE)


# 1, 2, 7. Deck, deal, sides, options


def test_thirty_six_cards_are_all_dealt():
    assert {rank for rank in RANKS for suit in "CDHS" if GAME.pack >> card(rank + suit) & 1} == set("6789TJQKA")
    assert GAME.pack.bit_count() == 36
    assert GAME.deal(0).left == [9] * 4
    assert TRIO.deal(0).left == [12] * 3
    assert GAME.drawable == 0


@pytest.mark.parametrize("face", ["2C", "5S", "3H"])
def test_a_low_card_is_out_of_the_deck(face):
    table = Marjapussi(deals_played=1)
    assert refusal(table.play(f"A {face}")) == ("card-seen", "")
    assert refusal(table.deal(A=f"6C 7C 8C 9C TC JC QC KC {face}")) == ("card-seen", "")


@pytest.mark.parametrize("suit", "CDHS")
def test_the_ten_comes_next_to_the_ace(suit):
    powers = [GAME.power(card(rank + suit), card("7" + suit)) for rank in "ATKQJ9876"]
    assert all(higher > lower for higher, lower in pairwise(powers))
    assert GAME.text(GAME.higher[card("K" + suit)]) == f"T{suit} A{suit}"
    assert not GAME.higher[card("A" + suit)]


def test_who_plays_together():
    assert [side.id for side in rules("N E S W").sides] == ["N+S", "E+W"]
    assert [side.id for side in TRIO.sides] == ["A", "B", "C"]


@pytest.mark.parametrize(
    ("seats", "options"),
    [
        ("A B", {}),
        ("A B C D E", {}),
        (FOUR, {"first_lead": "AD"}),
        (FOUR, {"tie_point": "share"}),
        (FOUR, {"deals_played": -1}),
        (FOUR, {"start_carry": True}),
        (FOUR, {"start_totals": [3, 4]}),
        (FOUR, {"start_totals": {"A": 3}}),
        (FOUR, {"start_totals": {"C+A": 3}}),
        (FOUR, {"start_totals": {"A+C": "3"}}),
        (FOUR, {"start_totals": {"A+C": True}}),
        (THREE, {"start_totals": {"A+C": 3}}),
        (FOUR, {"target": 12}),
    ],
)
def test_tables_that_cannot_be(seats, options):
    with pytest.raises(BadGame):
        rules(seats, **options)


def test_a_game_is_taken_over_as_it_stood():
    assert Marjapussi(start_totals={"B+D": 11}).referee.match.totals() == {"A+C": 0, "B+D": 11}
    assert Marjapussi(THREE, start_totals={"C": 3, "A": 1}).referee.match.totals() == {"A": 1, "B": 0, "C": 3}


# 2. Who leads


HANDS = {
    "A": "AC 6C 7C 8C 9C 6D 7D 8D 9D",
    "B": "TC JC QC KC AS TD JD QD KD",
    "C": "AD 6H 7H 8H 9H TH JH QH KH",
    "D": "AH 6S 7S 8S 9S TS JS QS KS",
}


@pytest.mark.parametrize(
    ("ace", "read", "leader"),
    [
        ("AC", "", None),
        ("AC", "B", None),
        ("AC", "BC", None),
        ("AC", "A", "A"),
        ("AC", "AB", "A"),
        ("AC", "BCD", "A"),  # the only hand left
        ("AC", "ABCD", "A"),
        ("AS", "A", None),
        ("AS", "B", "B"),
        ("AS", "ACD", "B"),
    ],
)
def test_the_holder_of_the_first_ace_leads_the_first_deal(ace, read, leader):
    for dealer in FOUR.split():  # who plays no part
        table = Marjapussi(dealer=dealer, first_lead=ace)
        assert table.events[-1]["seat"] is None
        turn = {"event": "turn", "line": 2, "seat": leader, "phase": "lead"}
        if leader and leader in read:
            turn["legal"] = " ".join(face for face in HANDS[leader].split() if face[0] == "A")
        assert table.deal({seat: HANDS[seat] for seat in read}) == [turn]


def test_the_only_hand_left_is_known_to_lead_only_as_long_as_it_is_the_only_one():
    table = Marjapussi()
    assert only("turn", table.deal(B=HANDS["B"], C=HANDS["C"], D=HANDS["D"]))["seat"] == "A"
    assert only("turn", table.undo())["seat"] is None
    assert only("turn", table.deal(B=HANDS["B"], C=HANDS["C"]))["seat"] is None
    assert only("turn", table.deal(D=HANDS["D"]))["seat"] == "A"


def test_a_hand_that_was_read_without_the_ace_does_not_begin():
    table = Marjapussi()
    table.deal(C=HANDS["C"])
    for said in (table.play("C AD"), table.play("C 6H 7H"), table.says("C", "H"), table.asks("C", "trump")):
        assert refusal(said) == ("out-of-turn", "")
    for said in (table.no("C"), table.do("draw", "C"), table.do("play", "C", "AD", source="stock")):
        assert refusal(said) == ("wrong-phase", "")
    assert kinds(table.play("B AS")) == ["turn"]
    assert refusal(table.play("A AC")) == ("out-of-turn", "")


def test_whoever_begins_has_an_ace():
    table = Marjapussi()
    assert refusal(table.play("B 9D")) == ("ace-lead", "")
    assert refusal(table.play("B 9S")) == ("ace-lead", "")  # not even a spade
    assert kinds(table.accept()) == ["turn"]
    table = Marjapussi()
    table.deal(A=HANDS["A"])
    assert refusal(table.play("A 9D")) == ("ace-lead", "AC")
    assert kinds(table.play("A AC")) == ["turn"]


def test_the_first_lead_says_that_the_ace_is_there():
    table = Marjapussi()
    table.play("A AH", "B 6H", "C 7H", "D 8H", "A 9C", "B TC")
    assert revokes(table.play("C AC")) == [("A", "first-lead", "AH", 2, "AC")]


def test_the_first_ace_counts_where_voids_leave_no_room():
    """Eight more hearts and the ace of clubs are more than A's hand has room for."""
    table = Marjapussi()
    table.play("A AH", "B 6D", "C 7D")
    assert "suspect" not in kinds(table.events)
    assert only("suspect", table.play("D 8D"))["seats"] == ["A", "B", "C", "D"]


def test_what_people_let_stand_says_nothing_of_the_first_ace():
    table = Marjapussi()
    table.play("A 9H")
    table.accept()
    said = table.play("B TH", "C 7H", "D 8H", "B AC")
    assert not revokes(said)


def test_the_first_lead_moves_on_clockwise():
    for options, leaders in (({"deals_played": 1}, "BCDA"), ({}, None)):
        people = MarryingPeople(Marjapussi, load("marjapussi", FOUR.split(), "A", options), random.Random(3), dealt=1)
        led = []
        for _ in range(4):
            people.deal_cards()
            led.append(people.true.turn()["seat"])
            for _ in people.play(people.true.deals_done + 1):
                pass
        assert led == list(leaders or [FOUR.split()[("ABCD".index(led[0]) + step) % 4] for step in range(4)])


@pytest.mark.parametrize(
    ("hand", "played", "refused"),
    [
        ("AD AS KS QH 7H 8C 9C 6D JD", "KS", ("ace-lead", "AD AS")),
        ("AD AS KS QH 7H 8C 9C 6D JD", "QH", ("ace-lead", "AD AS")),  # breaks two lines: the first
        ("AD AS KS QH 7H 8C 9C 6D JD", "AD", None),
        ("7S TS QH KH 9H 6D 7D 8C JC", "KH", ("spade-lead", "7S TS")),
        ("7S TS QH KH 9H 6D 7D 8C JC", "7S", None),
        ("AH TS QH KH 9H 6D 7D 8C JC", "TS", ("ace-lead", "AH")),
        ("9H TH QH KH 8H 6D 7D 8C JC", "6D", None),
    ],
)
def test_a_later_deal_is_opened_with_an_ace_else_with_a_spade(hand, played, refused):
    table = Marjapussi(deals_played=2)
    table.deal(A=hand)
    said = table.play(f"A {played}")
    assert kinds(said) == ["turn"] if refused is None else refusal(said) == refused


def test_a_first_card_that_says_no_ace_and_no_spade():
    table = Marjapussi(deals_played=1)
    table.play("A 9D", "B 8D", "C 7D", "D 6D")
    assert revokes(table.play("A 9S")) == [("A", "spade-lead", "9D", 2, "9S")]
    table.play("B TS", "C 8S", "D 7S", "B 9C", "C 8C", "D 7C")
    assert not revokes(table.play("A AC")), "one play is reported once"


# 4. Legality


@pytest.mark.parametrize(
    ("trump", "trick", "hand", "legal", "rule"),  # `rule`: what every other card of the hand breaks first
    [
        (None, "9S", "7S AS", "AS", "must-beat"),  # the text's examples 1 to 4
        ("C", "8H", "7H 9C TC", "7H", "follow-suit"),
        ("C", "TH JC", "9C 6D", "9C", "must-trump"),
        ("D", "7S 8D", "7D AD", "AD", "must-beat"),
        (None, "9S", "TS AS KS", "KS TS AS", None),  # any that goes over
        (None, "TS", "KS QS 6H", "QS KS", "follow-suit"),  # the ten beats the king
        (None, "TS KS", "JS AS", "AS", "must-beat"),  # over the best card, not the last one
        (None, "TS KS", "JS QS", "JS QS", None),
        (None, "9S", "6H 7D", "7D 6H", None),
        (None, "9S AH", "8S TS", "TS", "must-beat"),  # the ace is off suit
        ("H", "9S 6H", "8S TS", "8S TS", None),  # trumped: nothing goes over
        ("H", "9S 6H", "8S AH", "8S", "follow-suit"),
        ("H", "9S 8H", "7H 6H KC", "6H 7H", "must-trump"),  # a lower trump where there is no higher one
        ("H", "9S 8H", "7H TH", "TH", "must-beat"),
        ("H", "9S 8H", "TH KC", "TH", "must-trump"),
        ("H", "9S 8H TH", "7H 9H AC", "7H 9H", "must-trump"),  # over the best trump
        ("H", "9S 8H AC", "7H 9H", "9H", "must-beat"),  # not over the ace of another suit
        ("H", "9H", "7H TH", "TH", "must-beat"),  # trump led: over, and no other rule
        ("H", "9H", "7H KC", "7H", "follow-suit"),
        ("H", "TH", "7H 9H KC", "7H 9H", "follow-suit"),
        ("H", "TH", "7C KC", "7C KC", None),
        ("H", "9S", "7C KC", "7C KC", None),
        ("H", "9S", "6H KC", "6H", "must-trump"),
    ],
)
def test_what_may_follow(trump, trick, hand, legal, rule):
    deal = GAME.deal(leader=0)
    deal.trump = trump
    for laid in trick.split():
        deal.play(card(laid))
    assert GAME.text(deal.legal(cards(hand))) == GAME.text(cards(legal))
    for held in each(cards(hand)):
        broken = [must.rule for must in deal.rows(held) if must.cards & cards(hand)]
        assert broken[:1] == ([] if cards(legal) >> held & 1 else [rule])


CLUBS, SPADES = "6C 7C 8C 9C JC QC KC TC AC", "6S 7S 8S 9S JS QS KS TS AS"


@pytest.mark.parametrize(
    ("trump", "trick", "played", "rows"),
    [
        (None, "9S", "8S", [("must-beat", "JS QS KS TS AS")]),
        (None, "9S", "TS", []),
        (None, "9S", "TH", [("follow-suit", SPADES)]),
        ("C", "9S", "TH", [("follow-suit", SPADES), ("must-trump", CLUBS)]),
        ("C", "9S", "6C", [("follow-suit", SPADES)]),
        ("C", "9S QC", "6C", [("follow-suit", SPADES), ("must-beat", "KC TC AC")]),
        ("C", "9S QC", "TC", [("follow-suit", SPADES)]),
        ("C", "9S QC", "8S", []),
        ("S", "9S", "TH", [("follow-suit", SPADES)]),
        ("S", "9S", "8S", [("must-beat", "JS QS KS TS AS")]),
    ],
)
def test_the_rows_of_a_play_with_their_blockers(trump, trick, played, rows):
    deal = GAME.deal(leader=0)
    deal.trump = trump
    for laid in trick.split():
        deal.play(card(laid))
    assert [(must.rule, GAME.text(must.cards)) for must in deal.rows(card(played))] == rows


def test_a_partner_that_is_winning_is_no_excuse():
    table = Marjapussi(deals_played=1)
    table.deal(C="7S TS 6H 7H 8H 9H JH QH KH")
    assert only("turn", table.play("A 9S", "B 8S")[1:])["legal"] == "TS"


@pytest.mark.parametrize(
    ("play", "refused"),
    [
        ("B 7S", ("must-beat", "AS")),
        ("B 6H", ("follow-suit", "6S 7S AS")),
        ("B AS 7S", ("wrong-count", "")),
        ("B 9S", ("card-seen", "")),
        ("B KS", ("not-in-hand", "")),
        ("C KS", ("out-of-turn", "")),
    ],
)
def test_refusals_of_a_card(play, refused):
    table = Marjapussi(deals_played=1)
    table.deal(B="6S 7S AS 6H 8H 6D 7D 8D 6C")
    table.play("A 9S")
    before = snapshot(table.referee.match)
    assert refusal(table.play(play)) == refused
    assert snapshot(table.referee.match) == before


# 4, 5. Tricks


@pytest.mark.parametrize(
    ("trump", "trick", "winner"),
    [
        (None, "9S TS KS 6S", "TS"),
        (None, "9S AH TH KH", "9S"),
        ("H", "9S AS 6H TS", "6H"),
        ("H", "9S 8H 6H TH", "TH"),
        ("H", "9H 8H 6H TH", "TH"),
        ("H", "9C 8D 6S TS", "9C"),
    ],
)
def test_who_takes_the_trick(trump, trick, winner):
    deal = GAME.deal(leader=0)
    deal.trump = trump
    for laid in trick.split():
        taker = deal.play(card(laid))
    assert taker == trick.split().index(winner)


def test_a_trick_has_no_points():
    assert "points" not in only("trick", Marjapussi.a_trick_by().events)


# 6. Scoring


WINS = [  # cards taken by side, who has the win
    ("AC AD AH AS TC", "TD TH TS", 0),
    ("AC AD AH", "AS TC TD TH TS", 1),
    ("AC AD AH AS KC", "TC TD TH TS QC", 0),  # level: 4 aces and a king, 8, to 3
    ("AC AD AH AS", "TC TD TH TS JC JD QC", 1),  # 4 to 7
    ("AC AD TC TD KC QC", "AH AS TH TS KD QD", None),
    ("AC AD TC TD KC QC JC", "AH AS TH TS KD QD", 0),
]


@pytest.mark.parametrize(("first", "second", "winner"), WINS)
def test_most_mats_have_the_win_and_level_ones_are_decided_by_the_courts(first, second, winner):
    assert GAME.win_of((cards(first), cards(second))) == winner


@pytest.mark.parametrize(
    ("taken", "winner"),
    [
        (("AC AD TC", "AH AS TD", "TH TS KC KD KH KS"), None),  # only who is level on mats compares
        (("AC AD TC QC", "AH AS TD", "TH TS KC KD KH KS"), 0),
        (("AC AD TC", "AH AS TD JC", "TH TS KC KD KH KS"), 1),
        (("AC AD TC TD", "AH AS", "TH TS KC KD KH KS"), 0),
        (("AC AD QC", "AH AS QD", "TC TD TH TS"), 2),
    ],
)
def test_the_win_among_three(taken, winner):
    assert TRIO.win_of([cards(won) for won in taken]) == winner


@pytest.mark.parametrize(
    ("totals", "points", "tricks", "after"),
    [
        ((9, 0), (3, 1), (5, 4), [12, 1]),
        ((10, 0), (3, 1), (5, 4), [7, 1]),
        ((11, 0), (5, 0), (5, 4), [7, 0]),
        ((8, 0), (0, 4), (0, 9), [0, 4]),
        ((12, 3), (0, 4), (4, 5), [12, 7]),
        ((12, 3), (0, 4), (0, 9), [0, 7]),  # Porvoo from twelve as well
        ((8, 8, 8), (0, 5, 0), (0, 12, 0), [0, 7, 0]),
    ],
)
def test_porvoo_and_the_fall(totals, points, tricks, after):
    assert GAME.add_up(totals, points, tricks) == after


def test_the_end_of_a_deal_tells_all_that_counts():
    table, said = spades_only(start_totals={"A+C": 1, "B+D": 5})
    assert kinds(said[-4:]) == ["trick", "deal_over", "score", "turn"]
    assert only("deal_over", said) == {
        "event": "deal_over",
        "line": table.number,
        "points": {"A+C": 4, "B+D": 0},
        "detail": {
            "mats": {"A+C": 8, "B+D": 0},
            "tie_points": {"A+C": 40, "B+D": 0},
            "tricks": {"A+C": 9, "B+D": 0},
            "carry": 0,
            "porvoo": ["B+D"],
        },
    }
    assert only("score", said)["total"] == {"A+C": 5, "B+D": 0}
    assert said[-1]["seat"] == "B"
    assert kinds(table.events).count("score") == 1


@pytest.mark.parametrize(
    ("options", "total", "winners"),
    [
        ({"start_totals": {"A+C": 8}}, 12, ["A+C"]),
        ({"start_totals": {"A+C": 9}}, 7, None),
        ({"start_totals": {"A+C": 8, "B+D": 12}}, 12, ["A+C"]),  # B+D went to Porvoo
        ({"start_totals": {"A+C": 6}, "start_carry": 2}, 12, ["A+C"]),
        ({"start_totals": {"A+C": 6}, "start_carry": 2, "tie_point": "void"}, 12, ["A+C"]),
        ({"start_totals": {"A+C": 6}, "start_carry": 1}, 11, None),
    ],
)
def test_exactly_twelve_wins(options, total, winners):
    table, said = spades_only(**options)
    assert only("score", said)["total"] == {"A+C": total, "B+D": 0}
    assert said[-1]["event"] == ("turn" if winners is None else "game_over")
    if winners:
        assert said[-1] == {"event": "game_over", "line": table.number, "winners": winners}


def test_after_the_game_everything_is_refused_but_undo():
    table = game_over()
    for said in (table.play("B 6C"), table.says("B", "H"), table.asks("B", "trump"), table.no("B"), table.deal()):
        assert refusal(said) == ("wrong-phase", "")
    assert refusal(table.accept()) == ("wrong-phase", "")
    assert kinds(table.undo()) == ["score", "turn"]
