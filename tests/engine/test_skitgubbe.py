"""Skitgubbe as docs/rules/skitgubbe.md has it: each rule by the smallest table that shows it, then whole games."""

import random

import pytest
from referee_table import kinds, only, refusal, snapshot
from two_phase_people import MODES, People, Skitgubbe, all_lines, check_all_lines, check_undo, games, play_out, told

from engine.errors import BadGame

HANDS = {"A": "2C 9D KS", "B": "4C QC 8H", "C": "7C TC 3S"}
STOCK = (
    "AS 9H TS TH KC 9C JD 9S JH 4S 3C 2S 5H QD 3D 8S 2H 7S 5C 8D QS JS 6S 5D TD 5S 4H 3H AC KD KH 8C 6D 6C 6H 7H "
    "JC AD 4D 2D AH 7D QH"
)
SEATS = ("A B", "A B C", "A B C D", "A B C D E", "A B C D E F")


# 2. Deck, deal, lead


@pytest.mark.parametrize(("seats", "stock"), [(2, 46), (3, 43), (4, 40), (5, 37), (6, 34)])
def test_three_cards_each_and_the_rest_is_the_stock(seats, stock):
    table = Skitgubbe("A B C D E F"[: 2 * seats - 1])
    pack = table.game.text(table.game.pack).split()
    assert refusal(table.line({"stock": " ".join(pack[: stock - 1])})) == ("wrong-count", "")
    assert kinds(table.line({"stock": " ".join(pack[:stock])})) == ["turn"]


@pytest.mark.parametrize("seats", ["A", "A B C D E F G"])
def test_two_to_six_play(seats):
    with pytest.raises(BadGame):
        Skitgubbe(seats)


@pytest.mark.parametrize(("dealer", "leader"), [("A", "B"), ("B", "C"), ("C", "A")])
def test_the_seat_left_of_the_dealer_leads(dealer, leader):
    assert told(Skitgubbe("A B C", dealer=dealer).events) == [f"{leader} collect"]


# 3. The refill, the last card, chance cards, naming


def test_a_card_from_the_hand_is_replaced_and_a_chance_card_is_not():
    table = Skitgubbe("A B C")
    match = table.referee.match
    for line, stock in (("A 9D", 42), ("B 8H", 41), ("A AS stock", 40), ("B AC stock", 39)):
        table.lines(line)
        assert [match.hands.size(seat) for seat in range(3)] == [3, 3, 3]
        assert match.stock_left == stock


def test_the_top_of_a_known_stock_is_what_is_drawn_and_what_is_turned():
    table = Skitgubbe("A B C")
    table.deal(HANDS)
    table.stock(STOCK)
    table.lines("A KS, B 8H")
    assert (table.hand("A"), table.hand("B")) == ("2C 9D AS", "4C QC 9H")
    assert refusal(table.lines("A TH stock")) == ("not-stock-top", "")
    table.lines("A TS stock")
    assert table.hand("A") == "2C 9D AS"
    assert table.lines("B TH stock")[0]["cards"] == "TS TH"


def test_who_would_draw_the_last_card_owns_it_and_from_then_on_nobody_draws():
    table = Skitgubbe("A B C").late(1, A="2C 3C 4C", B="2D 3D 4D", C="5D 6D 7D")
    assert refusal(table.lines("A 9H stock")) == ("stock-last-card", "")
    assert told(table.lines("A 2C")) == [{"event": "last_card", "seat": "A"}, "B collect"]
    assert refusal(table.lines("B 9H stock")) == ("stock-empty", "")
    assert told(table.lines("B 3D")) == [{"event": "trick", "winner": "B", "cards": "2C 3D"}, "B collect"]
    assert [table.hand(seat) for seat in "ABC"] == ["3C 4C", "2D 4D", "5D 6D 7D"]


def test_the_second_player_may_own_it_too():
    table = Skitgubbe("A B").late(2, A="2C 3C 4C", B="2D 3D 4D")
    said = table.lines("A 2C, B 3D")
    assert told(said) == [
        {"event": "trick", "winner": "B", "cards": "2C 3D"},
        {"event": "last_card", "seat": "B"},
        "B collect",
    ]


def test_a_chance_card_may_be_the_last_but_one():
    table = Skitgubbe("A B").late(2, A="2C 3C 4C", B="2D 3D 4D")
    assert kinds(table.lines("A 9H stock")) == ["turn"]
    assert refusal(table.lines("B 8H stock")) == ("stock-last-card", "")
    assert kinds(table.lines("B 2D")) == ["trick", "last_card", "turn"]


def test_a_refill_may_be_named_on_turn_or_not():
    table = Skitgubbe("A B C")
    table.deal(A=HANDS["A"], B=HANDS["B"])
    table.lines("A KS, B 8H")
    assert told(table.draw("B", "AH")) == []  # A is on turn: for it nothing changes
    assert told(table.draw("A", "AS", source="stock")) == ["A collect"]
    assert table.events[-1]["legal"] == "2C 9D AS"
    assert table.hand("B") == "4C QC AH"


def test_a_refill_can_be_named_although_a_card_was_turned_since():
    table = Skitgubbe("A B C")
    table.lines("A KS, B 8H, A 7D stock")
    assert told(table.draw("A", "AS")) == []
    assert table.hand("A") == "AS"


def test_the_latest_refill_can_be_named_after_the_last_cards_were_drawn():
    table = Skitgubbe("A B").late(2, A="2C 3C 4C", B="2D 3D 4D")
    table.lines("A 4C, B 2D, A 3C, B 4D")  # A drew with its four, and no more with its three
    assert told(table.draw("A", "9H")) == []
    assert (table.hand("A"), table.hand("B")) == ("2C 9H", "3D")


def test_a_refill_that_must_have_been_played_is_known():
    table = Skitgubbe("A B").late(2, A="2C 3C 4C", B="2D 3D 4D")
    table.lines("A 4C, B 2D, A 9H")  # none of the cards that A had before
    assert refusal(table.draw("A", "9S")) == ("wrong-phase", "")


@pytest.mark.parametrize(
    ("before", "draw"),
    [
        ("", {"seat": "A", "card": "9C"}),  # no refill yet
        ("A KS", {"seat": "B", "card": "9C"}),
        ("A KS", {"seat": "A"}),  # no card
        ("A KS", {"seat": "A", "card": "9C", "from": "discard"}),
        ("A KS stock", {"seat": "A", "card": "9C"}),  # a chance card brings none
    ],
)
def test_where_there_is_no_refill_to_name(before, draw):
    table = Skitgubbe("A B C")
    if before:
        table.lines(before)
    assert refusal(table.line({"do": "draw", **draw})) == ("wrong-phase", "")


def test_a_refill_is_named_once_and_never_where_it_is_known():
    table = Skitgubbe("A B C")
    table.lines("A KS")
    table.draw("A", "AS")
    assert refusal(table.draw("A", "AC")) == ("wrong-phase", "")
    table = Skitgubbe("A B C")
    table.stock(STOCK)
    table.lines("A KS")
    assert refusal(table.draw("A", "AS")) == ("wrong-phase", "")


def test_a_named_refill_lies_nowhere_else():
    table = Skitgubbe("A B C")
    table.deal(A=HANDS["A"], B=HANDS["B"])
    table.lines("A KS")
    for seen in ("KS", "2C", "QC"):
        assert refusal(table.draw("A", seen)) == ("card-seen", "")
    assert kinds(table.draw("A", "AS")) == []


# 4. Legality: refusals and their order


def test_deal_and_stock_lines_come_before_the_first_play():
    table = Skitgubbe("A B C")
    assert kinds(table.deal(A=HANDS["A"]) + table.deal(B=HANDS["B"]) + table.stock(STOCK)) == ["turn"] * 3
    table.lines("A KS")
    assert refusal(table.deal(C=HANDS["C"])) == ("wrong-phase", "")
    assert refusal(table.stock(STOCK)) == ("wrong-phase", "")


@pytest.mark.parametrize(
    ("hands", "rule"),
    [
        ({"A": "2C 9D"}, "wrong-count"),
        ({"A": "2C 9D KS 3D"}, "wrong-count"),
        ({"A": "2C 9D", "C": "KS KS KS"}, "wrong-count"),  # before card-seen
        ({"A": "2C 9D 9D"}, "card-seen"),
        ({"A": "2C 9D KS", "C": "KS 3C 4C"}, "card-seen"),
        ({"A": "2C 9D QC"}, "card-seen"),  # B has it
        ({"A": "2C 9D AS"}, "card-seen"),  # in the stock
    ],
)
def test_what_cannot_have_been_dealt(hands, rule):
    table = Skitgubbe("A B C")
    table.deal(B=HANDS["B"])
    table.stock(STOCK)
    before = snapshot(table.referee.match)
    assert refusal(table.deal(hands)) == (rule, "")
    assert snapshot(table.referee.match) == before


@pytest.mark.parametrize(("old", "new"), [("AS", "QC"), ("AS", "9H")])
def test_a_card_is_not_in_the_stock_and_elsewhere(old, new):
    table = Skitgubbe("A B C")
    table.deal(B=HANDS["B"])
    assert refusal(table.stock(STOCK.replace(old, new, 1))) == ("card-seen", "")


@pytest.mark.parametrize(
    ("line", "rule"),
    [
        ("B QC", "out-of-turn"),
        ("B 4C QC", "out-of-turn"),  # before wrong-count
        ("A 2C 9D", "wrong-count"),
        ("A 2C 9D stock", "wrong-count"),
        ("A QC stock", "not-stock-top"),  # before card-seen
        ("A 3D stock", "not-stock-top"),
        ("A QC", "card-seen"),  # in B's hand, and before not-in-hand
        ("A AS", "card-seen"),  # in the stock
        ("A 7C", "not-in-hand"),
        ("A take", "wrong-phase"),
        ("B take", "wrong-phase"),
        ("trump QH", "wrong-phase"),
        ("A 2C discard", "wrong-phase"),
    ],
)
def test_refusals_of_the_first_phase(line, rule):
    table = Skitgubbe("A B C")
    table.deal(A=HANDS["A"], B=HANDS["B"])
    table.stock(STOCK)
    before = snapshot(table.referee.match)
    assert refusal(table.lines(line)) == (rule, "")
    assert snapshot(table.referee.match) == before


def test_no_card_is_a_wrong_count_and_no_claim_is_made():
    table = Skitgubbe("A B C")
    assert refusal(table.line({"seat": "A", "do": "play"})) == ("wrong-count", "")
    claimed = {"seat": "A", "do": "play", "cards": "2C", "claim": {"rank": "2"}}
    assert refusal(table.line(claimed)) == ("wrong-phase", "")


def test_a_chance_card_of_an_unknown_stock_has_not_been_seen():
    table = Skitgubbe("A B C")
    table.deal(A=HANDS["A"])
    table.lines("A KS")
    for seen in ("KS", "2C"):
        assert refusal(table.lines(f"B {seen} stock")) == ("card-seen", "")
    assert kinds(table.lines("B AS stock")) == ["trick", "turn"]


def test_verbs_of_other_games_are_refused():
    table = Skitgubbe("A B C")
    for verb in ("pass", "discard", "knock", "show"):
        assert refusal(table.line({"seat": "A", "do": verb})) == ("wrong-phase", "")


TRUMP_H = {"A": "5C 9C 3H", "B": "7C 4C 2H KD", "C": "AC 6D 9H"}


@pytest.mark.parametrize(
    ("lying", "legal"),
    [
        ("5C", "7C 2H"),  # higher of the suit, or any trump: both are free
        ("9C", "2H"),
        ("3H", ""),  # a trump is beaten by a higher one only
    ],
)
def test_what_beats(lying, legal):
    table = Skitgubbe("A B C").shed("H", **TRUMP_H)
    assert table.lines(f"A {lying}")[-1]["legal"] == legal
    for card in TRUMP_H["B"].split():
        if card not in legal.split():
            assert refusal(table.lines(f"B {card}")) == ("does-not-beat", "")


def test_a_lead_is_free():
    assert Skitgubbe("A B C").shed("H", **TRUMP_H).referee.match.turn()["legal"] == "5C 9C 3H"


@pytest.mark.parametrize(("lying", "because"), [("5C", "7C 2H"), ("9C", "2H")])
def test_only_who_cannot_beat_takes(lying, because):
    table = Skitgubbe("A B C").shed("H", **TRUMP_H)
    table.lines(f"A {lying}")
    assert refusal(table.lines("B take")) == ("must-beat", because)
    free = Skitgubbe("A B C", free_take=True).shed("H", **TRUMP_H)
    free.lines(f"A {lying}")
    assert told(free.lines("B take")) == [{"event": "taken", "seat": "B", "cards": lying}, "C shed"]


@pytest.mark.parametrize(
    ("line", "rule"),
    [
        ("A take", "out-of-turn"),
        ("C 6D", "out-of-turn"),
        ("B 7C 4C", "wrong-count"),
        ("B 7C stock", "stock-empty"),
        ("B 5C", "card-seen"),  # it lies
        ("B 3H", "card-seen"),  # in A's hand
        ("B 8D", "card-seen"),  # laid aside
        ("B 4C", "does-not-beat"),
        ("trump 2H", "wrong-phase"),
        ("B take hand", "wrong-phase"),
    ],
)
def test_refusals_of_the_second_phase(line, rule):
    table = Skitgubbe("A B C").shed("H", **TRUMP_H)
    table.lines("A 5C")
    before = snapshot(table.referee.match)
    assert refusal(table.lines(line)) == (rule, "")
    assert snapshot(table.referee.match) == before


def test_there_must_be_something_to_take():
    table = Skitgubbe("A B C").shed("H", **TRUMP_H)
    assert refusal(table.lines("A take")) == ("wrong-phase", "")
    assert refusal(table.lines("B take")) == ("wrong-phase", "")


def test_take_may_say_from_where():
    table = Skitgubbe("A B C").shed("H", **TRUMP_H)
    table.lines("A 3H")
    assert kinds(table.line({"seat": "B", "do": "take", "from": "pile"})) == ["taken", "turn"]


# 5. Collect


@pytest.mark.parametrize(
    ("led", "answer", "winner"),
    [("9S", "TD", "B"), ("TD", "9S", "A"), ("AC", "KC", "A"), ("2C", "3S", "B"), ("JD", "QH", "B")],
)
def test_the_higher_rank_wins_whatever_the_suit(led, answer, winner):
    said = Skitgubbe("A B C").lines(f"A {led}, B {answer}")
    assert told(said) == [{"event": "trick", "winner": winner, "cards": f"{led} {answer}"}, f"{winner} collect"]


def test_the_winner_meets_the_next_seat_clockwise():
    table = Skitgubbe("A B C")
    assert told(table.lines("A 5C, B 4C, A 6C"))[-1] == "B collect"  # the leader won: the same again
    assert told(table.lines("B 7C, B 8C"))[-1] == "C collect"
    assert told(table.lines("C 9C, C TC"))[-1] == "A collect"


def test_equal_ranks_go_on_until_they_differ_and_the_winner_takes_all():
    table = Skitgubbe("A B C")
    table.lines("A 5C, B 6C, B 9C, C TC")
    assert told(table.lines("C 3S, A 3H")) == [{"event": "tie", "seats": ["A", "C"], "cards": "3S 3H"}, "C collect"]
    assert told(table.lines("C KD stock, A KC")) == [
        {"event": "tie", "seats": ["A", "C"], "cards": "3S 3H KD KC"},
        "C collect",
    ]
    assert told(table.lines("C 2D, A 4S")) == [
        {"event": "trick", "winner": "A", "cards": "3S 3H KD KC 2D 4S"},
        "A collect",
    ]


def test_a_tie_may_come_with_the_last_card():
    said = Skitgubbe("A B").late(2, A="2C 3C 4C", B="2D 3D 4D").lines("A 2C, B 2D")
    assert [event["event"] for event in said] == ["last_card", "tie", "turn"]


def test_who_has_no_card_neither_leads_nor_answers():
    table = Skitgubbe("A B C D").late(0, A="9C", B="2C", C="3C 4C 6C", D="5C TC")
    said = table.lines("A 9C, B 2C")
    assert told(said)[-1] == "C collect"  # A won and has no card, B has none either
    assert told(table.lines("C 3C, D 5C, D TC, C 4C")) == [
        {"event": "trick", "winner": "D", "cards": "TC 4C"},
        "A trump",
    ]
    assert table.hand("C") == "6C"


def test_a_tie_that_cannot_go_on_gives_everybody_his_own_cards_back():
    table = Skitgubbe("A B C").late(0, A="2C", B="3C 9C 2D", C="3D 4D")
    said = table.lines("A 2C, B 2D")
    back = {"seats": ["A", "B"], "cards": "2C 2D"}
    assert told(said) == [{"event": "tie", **back}, {"event": "returned", **back}, "B collect"]
    assert [table.game.text(cards) for cards in table.referee.match.collected] == ["2C", "2D", ""]
    assert told(table.lines("B 3C, C 3D, B 9C, C 4D"))[-1] == "A trump"


def test_a_tie_given_back_may_end_the_phase():
    table = Skitgubbe("A B").late(0, A="2C 4C", B="2D")
    assert told(table.lines("A 2C, B 2D"))[-1] == "A trump"


# 5. Trump


def before_trump():
    """A owns the last card; B has a card that it could not play any more."""
    table = Skitgubbe("A B").late(1, A="2C", B="3D 4D")
    table.lines("A 2C, B 3D")
    return table


def test_the_owner_shows_the_last_card_and_the_hands_are_what_was_won():
    table = before_trump()
    assert table.referee.match.turn() == {"seat": "A", "phase": "trump"}
    assert told(table.lines("trump 7H")) == [{"event": "trump", "seat": "A", "card": "7H", "suit": "H"}, "A shed"]
    assert table.hand("A") == "7H"
    assert {"2C", "3D", "4D"} <= set(table.hand("B").split())


def test_a_card_that_was_played_or_is_in_a_hand_is_not_the_last_one():
    table = before_trump()
    for seen in ("2C", "3D", "4D"):
        assert refusal(table.lines(f"trump {seen}")) == ("card-seen", "")
    assert refusal(table.line({"trump": "7H 8H"})) == ("wrong-count", "")
    for other in ("A 9H", "B 4D", "A take", "A 9H stock"):
        assert refusal(table.lines(other)) == ("wrong-phase", "")
    assert refusal(table.draw("A", "9H")) == ("wrong-phase", "")


def played(rng, until, dealt=1.0, stocked=1.0, **options):
    """People who have come to this phase."""
    people = People(Skitgubbe, rng, "A B C", dealt=dealt, stocked=stocked, **options)
    while people.plain.phase != until:
        people.step()
    return people


def test_of_a_known_stock_the_trump_card_must_be_the_last():
    table = Skitgubbe("A B").late(0, A="2C", B="3D 4D")
    match = table.referee.match
    match.hands.known[1], match.hands.unknown[1], match.stock = (
        table.game.deck.cards("3D"),
        1,
        table.game.deck.read("7H"),
    )
    table.lines("A 2C, B 3D")
    assert refusal(table.lines("trump 4D")) == ("not-in-hand", "")
    assert refusal(table.lines("trump 3D")) == ("card-seen", "")
    assert kinds(table.lines("trump 7H")) == ["trump", "turn"]


@pytest.mark.parametrize("seed", range(5))
def test_all_hands_are_known_from_then_on_even_after_an_unseen_deal(seed):
    people = played(random.Random(seed), "shed", dealt=0, stocked=0)
    match = people.table.referee.match
    for seat, hand in people.plain.hands.items():
        assert match.hands.whole(people.table.seat(seat))
        assert set(people.table.hand(seat).split()) == set(hand)
    assert not match.hands.elsewhere(-1) & match.gone
    assert match.hands.everywhere() == people.table.game.pack


# 5. Shed


def test_who_takes_takes_the_card_played_last_and_the_next_must_beat_the_one_under_it():
    table = Skitgubbe("A B C").shed("S", A="2H 5H 9C", B="AS 7H", C="4H 3C")
    table.lines("A 2H, B AS")
    assert told(table.lines("C take")) == [{"event": "taken", "seat": "C", "cards": "AS"}, "A shed"]
    assert table.hand("C") == "3C 4H AS"
    assert table.events[-1]["legal"] == "5H"
    assert told(table.lines("A 5H, B 7H"))[:1] == [{"event": "trick", "winner": "B", "cards": "2H 5H 7H"}]


def test_where_nothing_is_left_after_a_take_the_next_leads():
    table = Skitgubbe("A B C").shed("S", A="9H 2D", B="3C 3D", C="4C 4D")
    assert told(table.lines("A 9H, B take")) == [{"event": "taken", "seat": "B", "cards": "9H"}, "C shed"]
    assert table.events[-1]["legal"] == "4C 4D"


def test_the_trick_is_complete_when_as_many_lie_as_were_in_the_game_at_its_lead():
    table = Skitgubbe("A B C").shed("S", A="2H 9D", B="3H", C="4H 2C")
    assert told(table.lines("A 2H, B 3H")) == [{"event": "out", "seat": "B"}, "C shed"]
    said = table.lines("C 4H")
    assert told(said) == [{"event": "trick", "winner": "C", "cards": "2H 3H 4H"}, "C shed"]
    assert table.hand("C") == "2C"


def test_after_somebody_has_left_a_new_trick_is_smaller():
    table = Skitgubbe("A B C").shed("S", A="2H 6H 8H", B="3H", C="4H 7H 2C")
    table.lines("A 2H, B 3H, C 4H, C 7H")
    assert told(table.lines("A 8H"))[0] == {"event": "trick", "winner": "A", "cards": "7H 8H"}


def test_the_size_of_a_running_trick_does_not_change():
    table = Skitgubbe("A B C").shed("S", A="2H 6H 8H", B="5H", C="3D 4H 9H")
    table.lines("A 2H, B 5H")
    assert kinds(table.lines("C 9H")) == ["trick", "turn"]
    table = Skitgubbe("A B C").shed("S", A="2H 6H 8H", B="5H", C="3D 4H 2C")
    table.lines("A 2H, B 5H, C take")
    assert kinds(table.lines("A 6H")) == ["turn"]  # two lie and two are left, but three were in the game
    assert told(table.lines("C take")) == [{"event": "taken", "seat": "C", "cards": "6H"}, "A shed"]


def test_a_trick_comes_before_out_and_then_the_next_in_the_game_leads():
    table = Skitgubbe("A B C").shed("S", A="2H 9D", B="3H 9C", C="4H")
    said = table.lines("A 2H, B 3H, C 4H")
    assert told(said) == [
        {"event": "trick", "winner": "C", "cards": "2H 3H 4H"},
        {"event": "out", "seat": "C"},
        "A shed",
    ]


def test_who_is_out_is_passed_over():
    table = Skitgubbe("A B C D").shed("S", A="2H 9D 3C", B="3H", C="4H 2C", D="5H 2D")
    assert told(table.lines("A 2H, B 3H, C 4H, D 5H"))[-1] == "D shed"
    assert told(table.lines("D 2D")) == [{"event": "out", "seat": "D"}, "A shed"]
    assert told(table.lines("A 9D"))[-1] == "C shed"


def test_the_game_is_over_when_one_is_left_who_does_not_answer():
    table = Skitgubbe("A B").shed("S", A="2H", B="3H AS")
    said = table.lines("A 2H")
    assert told(said) == [{"event": "out", "seat": "A"}, {"event": "game_over", "losers": ["B"]}]
    for line in ("B 3H", "B take", "A 2H", "trump 3H"):
        assert refusal(table.lines(line)) == ("wrong-phase", "")
    assert refusal(table.line({"deal": {}})) == ("wrong-phase", "")
    assert told(table.undo()) == ["A shed"]


def test_the_last_trick_comes_before_the_end():
    table = Skitgubbe("A B").shed("S", A="2H 4H", B="3H")
    said = table.lines("A 2H, B 3H")
    assert [event["event"] for event in said] == ["trick", "out", "game_over"]
    assert only("game_over", said)["losers"] == ["A"]


def test_who_enters_without_a_card_takes_the_first_that_lies_before_him():
    table = Skitgubbe("A B C").shed("S", A="2H 9D 3C", B="", C="4H 2C")
    assert table.lines("A 2H")[-1]["legal"] == ""
    assert refusal(table.lines("B 9C")) == ("card-seen", "")
    assert told(table.lines("B take")) == [{"event": "taken", "seat": "B", "cards": "2H"}, "C shed"]
    assert table.hand("B") == "2H"


def test_who_has_no_card_is_passed_over_while_nothing_lies():
    table = Skitgubbe("A B C D").shed("S", A="2H 9D 3C", B="", C="", D="4H 2C")
    assert told(table.lines("A 2H, B take"))[-1] == "D shed"  # C has nothing to lead and nothing to take
    said = table.lines("D 2C, A 3C, B take, C take")
    assert told(said) == [{"event": "taken", "seat": "C", "cards": "2C"}, "D shed"]


def test_he_counts_for_the_size_of_the_trick():
    table = Skitgubbe("A B C").shed("S", A="2H 9D 3C", B="3H 2C", C="")
    assert told(table.lines("A 2H, B 3H")) == ["C shed"]
    assert told(table.lines("C take")) == [{"event": "taken", "seat": "C", "cards": "3H"}, "A shed"]


# 4. Letting a breach stand


def test_a_take_by_who_could_beat_may_be_let_stand():
    table = Skitgubbe("A B C").shed("H", **TRUMP_H)
    table.lines("A 5C")
    assert refusal(table.lines("B take")) == ("must-beat", "7C 2H")
    assert told(table.accept()) == [{"event": "taken", "seat": "B", "cards": "5C"}, "C shed"]


def test_a_card_that_does_not_beat_may_be_let_stand():
    table = Skitgubbe("A B C").shed("H", **TRUMP_H)
    table.lines("A 5C, B 4C")
    assert told(table.accept()) == ["C shed"]
    assert table.events[-1]["legal"] == "AC 9H"


@pytest.mark.parametrize("card", ["8S", "2C"])
@pytest.mark.parametrize(("stock", "rule"), [(2, "not-stock-top"), (1, "stock-last-card"), (0, "stock-empty")])
def test_no_card_can_be_turned_where_there_is_none_to_turn(stock, rule, card):
    table = Skitgubbe("A B").late(stock, A="2C 3C 4C", B="2D 3D 4D")
    table.referee.match.stock = table.game.deck.read("9H 7H")[2 - stock :]
    assert refusal(table.lines(f"A {card} stock")) == (rule, "")
    assert refusal(table.accept()) == ("wrong-phase", "")


def test_a_card_from_further_down_may_be_let_stand_but_not_the_last_one():
    table = Skitgubbe("A B").late(3, A="2C 3C 4C", B="2D 3D 4D")
    table.referee.match.stock = table.game.deck.read("9H 8H 7H")
    assert refusal(table.lines("A 7H stock")) == ("not-stock-top", "")
    assert refusal(table.accept()) == ("wrong-phase", "")
    assert refusal(table.lines("A 8H stock")) == ("not-stock-top", "")
    assert told(table.accept()) == ["B collect"]
    assert table.game.deck.text(table.referee.match.stock) == "9H 7H"
    assert table.hand("A") == "2C 3C 4C"


def test_what_breaks_no_rule_of_the_game_cannot_be_let_stand():
    table = Skitgubbe("A B C").shed("H", **TRUMP_H)
    for line in ("A take", "B 7C", "A 5C 9C", "A 7C"):
        table.lines(line)
        assert refusal(table.accept()) == ("wrong-phase", "")


# Whole games

GAMES = 6  # of each kind; a thousand of each were played once


@pytest.mark.parametrize("free_take", [False, True])
@pytest.mark.parametrize("seats", SEATS)
def test_games_are_told_as_the_page_tells_them(seats, free_take):
    for name, people in games(Skitgubbe, seats, GAMES, free_take=free_take):
        try:
            play_out(people)
        except AssertionError as error:
            raise AssertionError(f"game {name}") from error


def test_play_may_go_round_for_ever_and_a_take_let_stand_ends_it():
    """Section 8.10: nobody has a choice here, and after twelve lines everything is as it was."""
    table = Skitgubbe("A B C").shed("H", A="7H AH 2S", B="KH 2D", C="2C")
    before = told(table.lines("A 7H")), snapshot(table.referee.match)
    round_trip = (
        "B KH",
        "C take",
        "A AH",
        "B take",
        "C KH",
        "A take",
        "B AH",
        "C take",
        "A KH",
        "B take",
        "C AH",
        "A take",
    )
    for line in round_trip:
        (legal,) = [event["legal"] for event in table.events[-1:]]
        assert legal == line.split()[1].replace("take", "")
        said = table.lines(line)
    assert (told(said[1:]), snapshot(table.referee.match)) == before
    assert refusal(table.lines("B take")) == ("must-beat", "KH")
    assert told(table.accept()) == [{"event": "taken", "seat": "B", "cards": "7H"}, "C shed"]


@pytest.mark.parametrize(("seats", "free_take"), [("A B", False), ("A B C", True)])
def test_of_all_lines_only_the_legal_ones_are_taken(seats, free_take):
    people = People(Skitgubbe, random.Random(seats), seats, dealt=1, stocked=1, free_take=free_take)
    check_all_lines(people, all_lines(people.table.game))


@pytest.mark.parametrize("mode", MODES)
def test_what_is_undone_is_as_it_was_and_done_again_says_the_same(mode):
    check_undo(People(Skitgubbe, random.Random(f"undo {mode}"), "A B C", **mode, free_take=True))
