"""Ramina as docs/rules/ramina.md has it: each rule by the smallest table that shows it."""

from itertools import pairwise

import pytest
from deciding_people import Ramina
from referee_table import kinds, only, refusal, snapshot

from engine.cards import FRENCH, SUIT, card, cards, each
from engine.errors import BadGame
from engine.games import load

HANDS = {"A": "2C 5C 9D JH KS", "B": "KH 5H 9C 8C 7D"}
STOCK = (  # face down at a table of three with these hands, the four of spades turned up
    "QH 3D 6S TC AC 2H 4C 6C 7C JC QC KC 2D 4D 5D 6D 8D TD JD QD KD AD 3H 4H 6H 7H 8H 9H TH AH 3C 2S 3S 5S 7S 8S"
)


def rules(seats="A B C", **options):
    return load("ramina", seats.split(), seats.split()[-1], options)


def turned(trump="4S", hands=None, seats="A B C", **options):
    """A table at which these hands were read and this card is turned up."""
    table = Ramina(seats, **options)
    if hands:
        table.deal(hands)
    table.trump(trump)
    return table


def everybody_in(trump="4S", hands=None, seats="A B C", **options):
    table = turned(trump, hands, seats, **options)
    table.enter(*(f"{seat} in" for seat in seats.split()))
    return table


def snapshot_of(table):
    return snapshot(table.referee.match)


# 2. Deck, deal, trumps


@pytest.mark.parametrize(("count", "each_has", "stock"), [(3, 5, 37), (4, 5, 32), (7, 5, 17), (8, 4, 20)])
def test_what_is_dealt(count, each_has, stock):
    match = rules(" ".join("ABCDEFGH"[:count])).start()
    assert match.deal.left == [each_has] * count
    assert match.stock_left == stock


@pytest.mark.parametrize(
    ("seats", "options"),
    [
        ("A B", {}),
        ("A B C D E F G H I", {}),
        ("A B C", {"target": 1}),
        ("A B C", {"chips": 0}),
        ("A B C", {"max_rests": -1}),
        ("A B C", {"must_trump": "yes"}),
        ("A B C", {"rules": "de"}),
        ("A B C", {"removed": "2C"}),
    ],
)
def test_tables_that_cannot_be(seats, options):
    with pytest.raises(BadGame):
        rules(seats, **options)


@pytest.mark.parametrize("suit", "CDHS")
def test_the_ace_is_high_and_the_two_low(suit):
    powers = [rules().power(card(rank + suit), card("7" + suit)) for rank in "AKQJT98765432"]
    assert all(higher > lower for higher, lower in pairwise(powers))


def test_before_the_trump_line_nobody_may_act():
    table = Ramina()
    assert table.events == [{"event": "turn", "line": 1, "seat": "A", "phase": "enter"}]
    table.deal(HANDS)
    for said in (table.do("declare", "A", value="in"), table.do("pass", "A"), table.do("exchange", "A", count=1),
                 table.draw("A", "QH"), table.play("A 2C"), table.do("declare", "A", value="out")):  # fmt: skip
        assert refusal(said) == ("wrong-phase", "")
    assert only("turn", table.trump("4S")) == {"event": "turn", "line": table.number, "seat": "A", "phase": "enter"}


def opening(table, key):
    lines = {"deal": lambda: table.deal(HANDS), "trump": lambda: table.trump("4S"), "stock": lambda: stocked(table)}
    return lines[key]()


def stocked(table):
    return table.stock(STOCK)


@pytest.mark.parametrize("key", ["deal", "trump", "stock"])
def test_each_line_that_opens_a_deal_comes_once_and_before_anybody_acts(key):
    for act in ("A in", "A rest", None):
        table = Ramina()
        for line in ("deal", "trump", "stock"):
            assert kinds(opening(table, line)) == ["turn"]
        if act:
            table.enter(act)
        before = snapshot_of(table)
        assert refusal(opening(table, key)) == ("wrong-phase", "")
        assert snapshot_of(table) == before


@pytest.mark.parametrize("key", ["deal", "stock"])
def test_after_somebody_has_acted_nothing_opens_the_deal_any_more(key):
    table = turned()
    table.do("declare", "A", value="in")
    assert refusal(opening(table, key)) == ("wrong-phase", "")


def test_every_deal_is_opened_anew():
    table = turned("6H")
    table.enter("A rest", "B rest", "C rest")
    assert refusal(table.enter("B rest")) == ("wrong-phase", "")
    assert [kinds(opening(table, key)) for key in ("deal", "trump", "stock")] == [["turn"]] * 3


@pytest.mark.parametrize(
    ("hands", "rule"),
    [
        ({"A": "2C 5C 9D JH"}, "wrong-count"),
        ({"A": "2C 5C 9D JH KS 3C"}, "wrong-count"),
        ({"A": "2C 5C 9D JH JH"}, "card-seen"),
        ({"A": "2C 5C 9D JH KS", "B": "2C 3C 4C 6C 7C"}, "card-seen"),
        ({"A": "2C 5C 9D JH 4S"}, "card-seen"),  # it is turned up
        ({"A": "4S 5C 9D JH"}, "wrong-count"),
    ],
)
def test_what_cannot_have_been_dealt(hands, rule):
    table = turned()
    before = snapshot_of(table)
    assert refusal(table.deal(hands)) == (rule, "")
    assert snapshot_of(table) == before
    assert kinds(table.deal(HANDS)) == ["turn"]


@pytest.mark.parametrize(
    ("trump", "rule"), [("2C", "card-seen"), ("7D", "card-seen"), ("", "wrong-count"), ("4S 5S", "wrong-count")]
)
def test_what_cannot_have_been_turned_up(trump, rule):
    table = Ramina()
    table.deal(HANDS)
    assert refusal(table.trump(trump)) == (rule, "")
    assert only("refused", table.events)["cards"] == trump
    assert kinds(table.trump("4S")) == ["turn"]


def test_what_cannot_be_the_stock():
    table = turned(hands=HANDS)
    stock = STOCK.split()
    assert refusal(table.stock(" ".join(stock[1:]))) == ("wrong-count", "")
    assert refusal(table.stock(" ".join([*stock, "4S"]))) == ("wrong-count", "")
    for wrong in ("2C", "4S", stock[0]):  # in a hand, turned up, twice
        assert refusal(table.stock(" ".join([*stock[:-1], wrong]))) == ("card-seen", "")
    assert kinds(stocked(table)) == ["turn"]


def test_a_card_of_the_known_stock_is_not_turned_up():
    table = Ramina()
    stocked(table)
    assert refusal(table.trump("QH")) == ("card-seen", "")
    assert kinds(table.trump("4S")) == ["turn"]


# 3. Coming in, resting, changing cards


def test_each_seat_decides_once_from_the_dealers_left():
    table = Ramina("A B C D", dealer="B")
    table.trump("4S")
    said = table.enter("C in", "D rest", "A in 2", "B in")
    turns = [(event["seat"], event["phase"]) for event in said if event["event"] == "turn"]
    assert turns[:4] == [("C", "exchange"), ("D", "enter"), ("A", "enter"), ("A", "exchange")]
    assert turns[4:] == [("B", "enter"), ("B", "exchange"), ("C", "play")]
    pot = only("pot", said)
    assert pot == {"event": "pot", "line": table.number, "pot": 3, "chips": {"A": 29, "B": 29, "C": 29, "D": 30}}
    assert kinds(said)[-2:] == ["pot", "turn"]


def test_the_first_who_came_in_leads_and_only_those_in_play_on():
    table = turned()
    assert only("turn", table.enter("A rest", "B in", "C in")[-1:])["seat"] == "B"
    assert refusal(table.play("A 5C")) == ("out-of-turn", "")
    said = table.play("B 5C", "C 6C")
    assert only("trick", said) == {"event": "trick", "line": table.number, "winner": "C", "cards": "5C 6C"}


@pytest.mark.parametrize(
    ("verb", "seat", "more", "rule"),
    [
        ("declare", "A", {"value": "out"}, "wrong-value"),
        ("declare", "A", {"value": 1}, "wrong-value"),
        ("declare", "A", {}, "wrong-value"),
        ("declare", "B", {"value": "out"}, "out-of-turn"),  # before wrong-value
        ("pass", "B", {}, "out-of-turn"),
        ("exchange", "A", {"count": 1}, "wrong-phase"),
        ("exchange", "B", {"count": 1}, "wrong-phase"),  # before out-of-turn
        ("play", "A", {"cards": "2C"}, "wrong-phase"),
        ("draw", "A", {"cards": "2H"}, "wrong-count"),  # it has drawn nothing
        ("draw", "A", {}, "wrong-phase"),
        ("bid", "A", {"value": 1}, "wrong-phase"),
        ("show", "A", {"cards": "2C"}, "wrong-phase"),
    ],
)
def test_what_is_refused_while_a_seat_decides(verb, seat, more, rule):
    table = turned(hands=HANDS)
    before = snapshot_of(table)
    assert refusal(table.do(verb, seat, **more)) == (rule, "")
    assert snapshot_of(table) == before
    assert refusal(table.accept()) == ("wrong-phase", "")


@pytest.mark.parametrize(
    ("verb", "seat", "more", "rule"),
    [
        ("exchange", "A", {"count": 0}, "wrong-count"),
        ("exchange", "A", {"count": 5}, "wrong-count"),
        ("exchange", "A", {"count": -1}, "wrong-count"),
        ("exchange", "A", {}, "wrong-count"),
        ("exchange", "A", {"cards": ""}, "wrong-count"),
        ("exchange", "A", {"cards": HANDS["A"], "count": 5}, "wrong-count"),
        ("exchange", "A", {"cards": HANDS["A"]}, "wrong-count"),
        ("exchange", "A", {"cards": "2C", "count": 2}, "wrong-count"),
        ("exchange", "A", {"cards": "KH 3C", "count": 2}, "card-seen"),  # B has it; before not-in-hand
        ("exchange", "A", {"cards": "4S", "count": 1}, "card-seen"),
        ("exchange", "A", {"cards": "2C 2C", "count": 2}, "card-seen"),
        ("exchange", "A", {"cards": "2C 3C", "count": 2}, "not-in-hand"),
        ("exchange", "B", {"count": 0}, "out-of-turn"),
        ("pass", "B", {}, "out-of-turn"),
        ("declare", "A", {"value": "in"}, "wrong-phase"),
        ("play", "A", {"cards": "2C"}, "wrong-phase"),
    ],
)
def test_what_is_refused_while_a_seat_changes_cards(verb, seat, more, rule):
    table = turned(hands=HANDS)
    table.do("declare", "A", value="in")
    before = snapshot_of(table)
    assert refusal(table.do(verb, seat, **more)) == (rule, "")
    assert snapshot_of(table) == before
    assert refusal(table.accept()) == ("wrong-phase", "")


@pytest.mark.parametrize("changed", [1, 2, 3, 4])
def test_with_a_known_stock_the_seat_gets_its_next_cards(changed):
    table = turned(hands=HANDS)
    stocked(table)
    table.enter("A in " + " ".join(HANDS["A"].split()[:changed]), "B in KH")
    assert table.hand("A") == FRENCH.text(
        each(cards(" ".join([*HANDS["A"].split()[changed:], *STOCK.split()[:changed]])))
    )
    assert STOCK.split()[changed] in table.hand("B")


def test_cards_thrown_away_and_read_lie_elsewhere():
    table = turned(hands=HANDS)
    table.enter("A in 2C 5C", "B in", "C in")
    assert refusal(table.play("A 2C")) == ("card-seen", "")
    assert kinds(table.play("A KS")) == ["turn"]


def test_after_an_unread_change_no_card_kept_is_known():
    table = turned(hands=HANDS)
    stocked(table)
    table.enter("A in 2", "B in")
    assert table.hand("A") == "3D QH"  # drawn from the known stock
    table.enter("C rest")
    assert "legal" not in table.events[-1]
    table.play("A QH")
    assert refusal(table.play("B 7D")) == ("follow-suit", "5H KH")


def test_no_card_goes_from_hand_to_hand():
    table = turned(hands=HANDS)
    table.enter("A in 2", "B in 1", "C in 3")
    for seen in ("2C", "KH", "4S"):  # what A was dealt, what B was, what is turned up
        assert refusal(table.draw("C", seen)) == ("card-seen", "")
    table.play("A 6C", "B TC")
    assert refusal(table.play("C 2C")) == ("card-seen", "")  # A has kept it or thrown it away
    assert kinds(table.play("C 3C")) == ["trick", "turn"]


def test_the_turned_card_is_drawn_last_and_known_to_be_there():
    seats = "A B C D E F G H"
    table = turned("4S", seats=seats)
    table.enter(*(f"{seat} in 4" for seat in "ABCD"))
    table.do("declare", "E", value="in")
    assert table.hand("E") == ""
    table.do("exchange", "E", count=4)
    assert table.hand("E") == "4S"
    assert table.referee.match.stock_left == 0
    table.do("declare", "F", value="in")
    for count in (1, 2, 3, 4):
        assert refusal(table.do("exchange", "F", count=count)) == ("wrong-count", "")
    table.do("pass", "F")
    table.enter("G rest", "H rest")
    assert refusal(table.play("A 4S")) == ("card-seen", "")
    table.play("A 5S")
    table.play("B 6S", "C 7S", "D 8S")
    assert refusal(table.play("E 3D")) == ("follow-suit", "4S")
    assert kinds(table.play("E 4S")) == ["turn"]


def test_no_more_cards_are_changed_than_the_stock_has():
    table = turned("4S", seats="A B C D E F G")
    table.enter(*(f"{seat} in 4" for seat in "ABCD"))  # 16 of 17
    table.do("declare", "E", value="in")
    assert refusal(table.do("exchange", "E", count=2)) == ("wrong-count", "")
    table.do("exchange", "E", count=1)
    assert table.hand("E") == "4S"


# 3. Naming cards drawn


def test_drawn_cards_are_named_one_by_one_until_the_first_lead():
    table = turned(hands=HANDS)
    table.enter("A in 2C 5C")
    assert table.draw("A", "QH") == []
    table.enter("B in", "C in")
    assert "legal" not in table.events[-1]
    assert only("turn", table.draw("A", "3D", source="stock"))["legal"] == "3D 9D JH QH KS"
    assert refusal(table.draw("A", "3C")) == ("wrong-count", "")
    assert refusal(table.draw("B", "3C")) == ("wrong-count", "")  # it has drawn nothing
    table.play("A QH")
    assert refusal(table.draw("A", "3C")) == ("wrong-phase", "")


@pytest.mark.parametrize(
    ("named", "rule"),
    [
        ("KH", "card-seen"),
        ("4S", "card-seen"),
        ("2C", "card-seen"),
        ("KS", "card-seen"),
        ("3H 4H", "wrong-count"),
        (None, "wrong-phase"),
    ],
)
def test_what_cannot_have_been_drawn(named, rule):
    table = turned(hands=HANDS)
    table.enter("A in 2C 5C")
    before = snapshot_of(table)
    assert refusal(table.do("draw", "A", named)) == (rule, "")
    assert refusal(table.do("draw", "A", "3H", source="discard")) == ("wrong-phase", "")
    assert snapshot_of(table) == before


def test_a_card_named_once_is_in_that_hand():
    table = turned()
    table.enter("A in 2", "B in 2")
    table.draw("A", "QH")
    assert refusal(table.draw("B", "QH")) == ("card-seen", "")
    assert refusal(table.draw("A", "QH")) == ("card-seen", "")
    table.enter("C in")
    table.play("A 5C")
    assert refusal(table.play("B QH")) == ("card-seen", "")


def test_cards_drawn_and_known_anyway_may_be_named():
    table = turned("4S", seats="A B C D E F G")
    table.enter(*(f"{seat} in 4" for seat in "ABC"), "D in 3")  # 15 of 17
    table.enter("E in 2")
    assert table.draw("E", "4S") == []
    assert refusal(table.draw("E", "4S")) == ("card-seen", "")
    assert table.draw("E", "9H") == []
    assert refusal(table.draw("E", "9C")) == ("wrong-count", "")
    stocked_table = turned(hands=HANDS)
    stocked(stocked_table)
    stocked_table.enter("A in 2C 5C")
    assert refusal(stocked_table.draw("A", "2H")) == ("card-seen", "")
    assert stocked_table.draw("A", "3D") == []


def test_a_known_drawn_card_counts_against_a_play():
    table = turned(hands=HANDS)
    table.enter("A in", "B in 3", "C in")
    table.draw("B", "QH")
    table.play("A JH")
    assert refusal(table.play("B 3C")) == ("follow-suit", "QH")
    assert kinds(table.play("B KH")) == ["turn"]


# 4. Legality


@pytest.mark.parametrize(
    ("preset", "led", "hand", "legal", "rule"),
    [
        ("fi", "9H", "5H TH JC 9S AS", "5H TH", "follow-suit"),
        ("fi", "9H", "8D QD 6C 4S KS", "4S KS", "must-trump"),
        ("fi", "9H", "2C 9C KC 3D 7D", "2C 9C KC 3D 7D", None),
        ("fi", "KS", "8D QD 6C 4S TS", "4S TS", "follow-suit"),  # one rule, not both
        ("fi", "KS", "4C 6C TC 8D QD", "4C 6C TC 8D QD", None),
        ("fi", "KH", "2H 3H AS 4C TC", "2H 3H", "follow-suit"),  # it need not beat
        ("sv", "9H", "8D QD 6H 4S KS", "6H", "follow-suit"),
        ("sv", "9H", "6C 8D QD 4S KS", "6C 8D QD 4S KS", None),
        ("nb", "9H", "6C 8D QD 4S KS", "6C 8D QD 4S KS", None),
        ("sv", "KS", "8D QD 6C 4S TS", "4S TS", "follow-suit"),
    ],
)
def test_what_may_be_played(preset, led, hand, legal, rule):
    table = everybody_in("JS", {"B": hand}, rules=preset)
    assert only("turn", table.play(f"A {led}"))["legal"] == legal
    for held in hand.split():
        if held not in legal.split():
            assert refusal(table.play(f"B {held}")) == (rule, legal)


@pytest.mark.parametrize(("preset", "must_trump"), [("fi", True), ("sv", False), ("nb", False)])
def test_the_presets(preset, must_trump):
    assert rules(rules=preset).options["must_trump"] is must_trump
    assert rules(rules=preset, must_trump=not must_trump).options["must_trump"] is not must_trump
    assert rules().options == {"rules": "fi", "must_trump": True, "max_rests": 2, "target": 10, "chips": 30}


def test_the_duty_to_trump_is_an_option():
    for must_trump in (True, False):
        table = everybody_in("JS", {"B": "8D QD 6C 4S KS"}, must_trump=must_trump)
        assert (only("turn", table.play("A 9H"))["legal"] == "4S KS") == must_trump


def test_any_card_may_be_led():
    table = everybody_in(hands=HANDS)
    assert only("turn", table.events[-1:])["legal"] == "2C 5C 9D JH KS"


@pytest.mark.parametrize(
    ("line", "rule"),
    [
        ("A 2C 5C", "wrong-count"),
        ("A KH", "card-seen"),  # before not-in-hand
        ("A 4S", "card-seen"),  # turned up
        ("A 3C", "not-in-hand"),
        ("B KH", "out-of-turn"),
        ("B 2C 5C", "out-of-turn"),
    ],
)
def test_refusals_are_tried_in_order(line, rule):
    table = everybody_in(hands=HANDS)
    assert refusal(table.do("play", line[0], line[2:])) == (rule, "")
    for verb, more in (("pass", {}), ("declare", {"value": "in"}), ("exchange", {"count": 1})):
        assert refusal(table.do(verb, "A", **more)) == ("wrong-phase", "")


# 4. Unseen hands


def test_a_suit_or_a_trump_denied_and_held():
    for later, rule in (("3H", "must-trump"), ("2S", "follow-suit")):
        table = everybody_in("6H")
        table.play("A JS", "B 4C", "C 8S", "A 9D", "B QD", "C 2D", "B 3D", "C KD", "A 5D", "C AC", "A 7C")
        revoke = only("revoke", table.play(f"B {later}"))
        assert revoke.items() >= {"seat": "B", "rule": rule, "cards": "4C", "at": 10, "proof": later}.items()


def test_a_trump_promises_nothing_of_trumps():
    table = everybody_in("6H")
    table.play("A JS", "B 4H", "C 8S", "B 9D", "C QD", "A 2D", "C 3D", "A KD", "B 5H")
    assert "revoke" not in kinds(table.events)
    table.play("B 7D")
    assert kinds(table.events)[-1] == "turn"


def test_without_the_duty_a_trump_held_proves_nothing():
    table = everybody_in("6H", rules="sv")
    table.play("A JS", "B 4C", "C 8S", "A 9D", "B QD", "C 2D", "B 3H", "C KD", "A 5D", "B TH")
    assert "revoke" not in kinds(table.events)


def test_one_play_is_one_claim_and_told_once():
    table = everybody_in("6H")
    table.play("A JS", "B 4C", "C 8S", "A 9D", "B QD", "C 2D")
    assert only("revoke", table.play("B 2S"))["rule"] == "follow-suit"
    assert kinds(table.play("C 3S", "A 4S", "A 4H", "B 3H")) == ["turn", "trick", "turn", "turn", "turn"]


def test_a_breach_that_is_let_stand_promises_nothing():
    table = everybody_in("JS", {"B": "8D QD 6C 4S KS"})
    assert refusal(table.play("A 9H", "B 8D")[1:]) == ("must-trump", "4S KS")
    assert kinds(table.accept()) == ["turn"]
    assert kinds(table.play("C 2H", "A 3C", "B 6C", "C 4C", "B KS")) == [
        "trick",
        "turn",
        "turn",
        "turn",
        "trick",
        "turn",
        "turn",
    ]


def test_what_counting_shows_is_a_revoke_on_its_own_line():
    table = turned("4S", {"B": "KH 5H 9H 8H 7D"})
    table.enter("A in", "B in 2", "C in")
    said = table.play("A QH", "B 6C")  # two hearts at least were kept
    revoke = only("revoke", said)
    assert revoke == {**revoke, "seat": "B", "rule": "follow-suit", "at": revoke["line"], "cards": "6C"}
    assert {"5H", "8H", "9H", "KH"} <= set(revoke["proof"].split())


def test_a_card_named_in_one_hand_is_no_proof_against_another():
    table = turned("4S", {"B": "KH 5H 9H 8H 7D"})
    table.enter("A in 1", "B in 2", "C in")
    table.draw("A", "2H")
    proof = only("revoke", table.play("A QH", "B 6C"))["proof"].split()
    assert "3H" in proof
    assert "2H" not in proof


def test_the_turned_card_is_in_no_hand_when_one_is_found_by_elimination():
    table = turned("4S", HANDS, rules="nb")
    table.stock(STOCK.replace("9H", "AS").replace("TC", "QS"))  # so C has TC 9H 9S TS JS
    table.enter("A in", "B in", "C in")
    revoke = only("revoke", table.play("A JH", "B KH", "C TC"))
    assert revoke == {**revoke, "seat": "C", "rule": "follow-suit", "at": revoke["line"], "proof": "9H"}


def test_after_an_unread_change_a_suit_held_before_proves_nothing():
    table = turned("4S", HANDS, rules="nb")
    table.enter("A in", "B in 2", "C in")
    assert kinds(table.play("A JH", "B 6D", "C AH")) == ["turn", "turn", "trick", "turn"]


# 5. A trick


@pytest.mark.parametrize(
    ("trick", "winner"),
    [
        ("9H TH AH", "C"),
        ("9H 2S AH", "B"),
        ("9H 2S 3S", "C"),
        ("9H AD KC", "A"),
        ("KS 9S AS", "C"),
        ("2S AH AC", "A"),
    ],
)
def test_who_takes_the_trick_and_leads(trick, winner):
    table = everybody_in("6S")
    said = table.play(*(f"{seat} {laid}" for seat, laid in zip("ABC", trick.split(), strict=True)))
    assert only("trick", said) == {"event": "trick", "line": table.number, "winner": winner, "cards": trick}
    assert said[-1]["seat"] == winner


# 6. Scores


def alone(table, seat="A", trump="6H"):
    """A deal that this seat plays alone."""
    table.trump(trump)
    order = [table.game.seats[other] for other in table.referee.match.deciding]
    return table.enter(*(f"{other} {'in' if other == seat else 'rest'}" for other in order))


def test_only_one_in_has_all_tricks():
    table = Ramina()
    said = alone(table, "B")
    assert kinds(said)[-4:] == ["pot", "deal_over", "score", "turn"]
    assert only("pot", said)["pot"] == 1
    points = {"A": 0, "B": 5, "C": 0}
    assert only("deal_over", said) == {
        **only("deal_over", said),
        "points": points,
        "detail": {"tricks": points, "burned": []},
    }
    assert only("score", said)["total"] == points
    assert said[-1].items() >= {"seat": "B", "phase": "enter"}.items()


def test_of_eight_the_only_one_in_has_four_tricks():
    said = alone(Ramina("A B C D E F G H"), "C")
    assert only("deal_over", said)["points"]["C"] == 4


def test_the_only_one_in_may_win_so():
    table = Ramina(target=7)
    alone(table)
    said = alone(table)
    assert kinds(said)[-5:] == ["pot", "pot", "deal_over", "score", "game_over"]
    first, won = (event for event in said if event["event"] == "pot")
    assert (first["pot"], first["chips"]) == (2, {"A": 28, "B": 30, "C": 30})
    assert (won["pot"], won["chips"]) == (0, {"A": 30, "B": 30, "C": 30})
    assert only("score", said)["total"]["A"] == 10
    assert said[-1] == {"event": "game_over", "line": table.number, "winners": ["A"]}
    for late in (table.trump("7H"), table.enter("B rest"), table.play("A 5C"), table.deal(), table.draw("A", "5C")):
        assert refusal(late) == ("wrong-phase", "")
    assert kinds(table.undo()) == ["score", "turn"]


def test_nobody_in():
    table = turned()
    said = table.enter("A rest", "B rest", "C rest")
    assert kinds(said)[-4:] == ["pot", "deal_over", "score", "turn"]
    zero = {"A": 0, "B": 0, "C": 0}
    assert only("deal_over", said) == {
        **only("deal_over", said),
        "points": zero,
        "detail": {"tricks": zero, "burned": []},
    }


def burning(table):
    """A has five points; in the second deal B takes all the tricks, and C rests."""
    alone(table)
    table.trump("6S")
    table.enter("B in", "C rest", "A in")
    return [event for rank in "98765" for event in table.play(f"B {rank}H", f"A {rank}C")]


def test_who_is_in_without_a_trick_burns():
    table = Ramina(target=20)
    said = burning(table)
    assert kinds(said)[-5:] == ["trick", "pot", "deal_over", "score", "turn"]
    assert only("pot", said) == {"event": "pot", "line": table.number, "pot": 4, "chips": {"A": 27, "B": 29, "C": 30}}
    over = only("deal_over", said)
    assert over["points"] == {"A": -5, "B": 5, "C": 0}
    assert over["detail"] == {"tricks": {"A": 0, "B": 5, "C": 0}, "burned": ["A"]}
    assert only("score", said)["total"] == {"A": 0, "B": 5, "C": 0}


def test_nobody_burns_in_the_deal_that_ends_the_game_even_with_its_last_trick():
    for target, tricks in ((5, 5), (3, 3)):
        table = everybody_in("6S", target=target)
        laid = [f"{seat} {rank}{suit}" for rank in "98765"[:tricks] for seat, suit in zip("ABC", "HCD", strict=True)]
        said = table.play(*laid)
        assert kinds(said)[-5:] == ["trick", "pot", "deal_over", "score", "game_over"]
        assert only("pot", said)["pot"] == 0
        assert only("pot", said)["chips"] == {"A": 32, "B": 29, "C": 29}
        assert only("deal_over", said)["detail"]["burned"] == []
        assert only("score", said)["total"] == {"A": target, "B": 0, "C": 0}


def test_chips_run_into_debt():
    table = Ramina(target=20, chips=1)
    assert only("pot", burning(table))["chips"] == {"A": -2, "B": 0, "C": 1}


@pytest.mark.parametrize(("target", "forced"), [(6, True), (7, False)])
def test_one_short_of_the_target_a_seat_must_play(target, forced):
    table = Ramina(target=target)
    alone(table)
    table.trump("6H")
    table.enter("B rest", "C rest")
    said = table.enter("A rest")
    assert ("refused" in kinds(said)) == forced
    if forced:
        assert refusal(said) == ("forced-play", "")


@pytest.mark.parametrize("most", [0, 1, 2, 3])
def test_so_many_rests_in_a_row_are_allowed(most):
    table = Ramina(max_rests=most)
    for _ in range(most):
        table.trump("6H")
        table.enter(*(f"{table.game.seats[seat]} rest" for seat in table.referee.match.deciding))
    table.trump("6H")
    first = table.game.seats[table.referee.match.deciding[0]]
    assert refusal(table.enter(f"{first} rest")) == ("forced-play", "")
    assert kinds(table.do("declare", first, value="in")) == ["turn"]


def test_who_plays_may_rest_again():
    table = Ramina(max_rests=1, target=50)
    alone(table, "A")  # B and C rest
    table.trump("6H")
    assert refusal(table.enter("B rest")) == ("forced-play", "")
    said = table.enter("B in", "C in", "A rest")
    assert "refused" not in kinds(said)
    for rank in "98754":
        table.play(*(f"{seat} {rank}{suit}" for seat, suit in (("B", "H"), ("C", "C"))))
    table.trump("6H")
    assert "refused" not in kinds(table.enter("C rest"))


def test_a_forced_seat_may_be_let_rest():
    table = turned(max_rests=0)
    assert refusal(table.enter("A rest")) == ("forced-play", "")
    assert only("turn", table.accept())["seat"] == "B"
    table.enter("B in", "C in")
    assert only("turn", table.events[-1:])["seat"] == "B"


def test_the_pot_is_carried_on():
    table = Ramina(target=50)
    alone(table)
    table.trump("6H")
    table.enter("B rest", "C rest")
    assert only("pot", table.enter("A in"))["pot"] == 2


def test_trumps_are_the_turned_cards_suit():
    for face in FRENCH.faces[::7]:
        match = turned(face).referee.match
        assert match.deal.trump == face[1]
        assert match.turned == card(face)
    assert rules().powers_with(card("9H"), "S")[card("2S")] > rules().powers_with(card("9H"), "S")[card("AH")]
    assert not SUIT["S"] & SUIT["H"]
