"""Rödskägg as docs/rules/rodskagg.md has it: each rule by the smallest table that shows it, then whole games."""

import json
import random

import pytest
from referee_table import kinds, only, refusal, snapshot
from rodskagg_people import People, Rodskagg, agree

from engine.errors import BadGame, BadLine
from table.script import read_line

SEATS = ("A B C", "A B C D", "A B C D E", "A B C D E F", "A B C D E F G")
HANDS = {"A": "2C 5C AC 9D TH 4S", "B": "3C JC 6D 8D 2H 5H", "C": "AD AH 7S 8S 9S TS"}
STOCK = "4C 6C 7C 8C 9C TC QC KC 2D 3D 4D 5D 7D TD JD QD KD 3H 4H 6H 7H 8H 9H JH QH KH 2S 3S 5S 6S JS QS KS AS"


def known(*names, seats="A B C", **options):
    """A table at which these of the `HANDS` were read."""
    table = Rodskagg(seats, **options)
    table.deal({name: HANDS[name] for name in names})
    return table


def turn(events):
    """Seat and phase of the turn that these end with."""
    return events[-1]["seat"], events[-1]["phase"]


# 1, 2. Seats, deal, lead


@pytest.mark.parametrize("seats", ["A B", "A B C D E F G H"])
def test_three_to_seven_play(seats):
    with pytest.raises(BadGame):
        Rodskagg(seats)


@pytest.mark.parametrize("seats", SEATS)
def test_six_cards_each_and_the_rest_is_the_stock(seats):
    table = Rodskagg(seats)
    count = len(table.game.seats)
    faces = table.game.deck.faces
    assert refusal(table.stock(" ".join(faces[6 * count + 1 :]))) == ("wrong-count", "")
    assert kinds(table.stock(" ".join(faces[6 * count :]))) == ["turn"]
    assert refusal(table.deal(A="2C 3C 4C 5C 6C")) == ("wrong-count", "")
    assert kinds(table.deal(A="2C 3C 4C 5C 6C 7C")) == ["turn"]


@pytest.mark.parametrize(("dealer", "first"), [("A", "B"), ("B", "C"), ("C", "A")])
def test_the_seat_left_of_the_dealer_bids_first(dealer, first):
    (opened,) = Rodskagg("A B C", dealer=dealer).events
    assert opened == {"event": "turn", "line": 1, "seat": first, "phase": "swap", "seats": ["A", "B", "C"]}


# 3. New hands


def test_hands_are_changed_in_any_order_before_the_first_bid():
    table = Rodskagg("A B C")
    assert turn(table.change("C")) == turn(table.change("A")) == turn(table.change("C")) == ("A", "swap")
    table.says("A 2")
    assert refusal(table.change("B")) == ("wrong-phase", "")
    assert refusal(table.draw("C", "9H")) == ("wrong-phase", "")


def test_a_new_hand_comes_from_the_stock():
    table = known("A", "C")
    table.stock(STOCK)
    table.change("A", HANDS["A"])
    assert table.hand("A") == "4C 6C 7C 8C 9C TC"
    table.change("C")
    assert table.hand("C") == table.game.text(table.game.deck.cards("QC KC 2D 3D 4D 5D"))


@pytest.mark.parametrize(
    ("names", "seat", "cards", "refused"),
    [
        ("B", "B", None, ("court-card", "JC")),  # the hand is known
        ("B", "B", HANDS["B"], ("court-card", "JC")),
        ("A", "B", "3D 4D 5D 2S 3S QS", ("court-card", "QS")),  # the cards are read
        ("A", "B", "JD KD 5D 2S 3S QS", ("court-card", "JD KD QS")),
        ("A", "B", None, None),  # nobody can know
        ("A", "A", None, None),  # an ace is no court card
        ("A", "A", HANDS["A"], None),
    ],
)
def test_a_hand_with_a_court_card_is_not_changed(names, seat, cards, refused):
    table = known(names)
    before = snapshot(table.referee.match)
    said = table.change(seat, cards)
    if refused is None:
        assert turn(said) == ("A", "swap")
    else:
        assert refusal(said) == refused
        assert snapshot(table.referee.match) == before


@pytest.mark.parametrize(
    ("line", "rule"),
    [
        ({"cards": "2C 5C"}, "wrong-count"),
        ({"cards": "2C 5C", "count": 2}, "wrong-count"),
        ({"cards": "2C 5C", "count": 6}, "wrong-count"),
        ({"cards": HANDS["A"], "count": 5}, "wrong-count"),
        ({"count": 7}, "wrong-count"),
        ({}, "wrong-count"),
        ({"cards": "2C 5C AC 9D TH TH"}, "card-seen"),
        ({"cards": "2C 5C AC 9D TH 3C"}, "card-seen"),  # B has it
        ({"cards": "2C 5C AC 9D TH 3S"}, "not-in-hand"),
        ({"cards": "2C 5C AC 9D TH KS"}, "not-in-hand"),  # before court-card
    ],
)
def test_what_cannot_be_thrown_away(line, rule):
    table = known("A", "B")
    before = snapshot(table.referee.match)
    assert refusal(table.line({"seat": "A", "do": "exchange", **line})) == (rule, "")
    assert snapshot(table.referee.match) == before


def test_when_the_stock_runs_out_it_is_shuffled_and_the_hand_drawn_then_is_final():
    table = known("A", "B", seats="A B C D E F G")
    assert table.referee.match.stock_left == 10
    table.change("A", HANDS["A"])
    assert table.referee.match.stock_left == 4
    assert refusal(table.draw("A", "AC")) == ("card-seen", "")  # thrown away
    table.change("E")
    assert table.referee.match.stock_left == 10
    for _ in range(2):
        assert refusal(table.change("E")) == ("final-hand", "")
    assert refusal(table.change("E", "2D 3D 4D 5D 2S KH")) == ("final-hand", "")  # before court-card
    assert kinds(table.draw("E", "AC")) == []  # what A had thrown may come again
    assert table.events[-1]["event"] == "refused"
    assert table.referee.match.turn()["seats"] == ["A", "B", "C", "D", "F", "G"]


def test_a_hand_from_the_shuffled_stock_that_needed_no_shuffle_is_not_final():
    table = Rodskagg("A B C D E F G")
    for seat in "AEF":  # with E's hand the stock is shuffled, F draws from what that left
        table.change(seat)
    assert refusal(table.change("E")) == ("final-hand", "")
    assert kinds(table.change("F")) == ["turn"]  # once more: now it is shuffled for F
    assert refusal(table.change("F")) == ("final-hand", "")


def test_the_first_bidder_with_a_final_hand_may_still_bid():
    table = Rodskagg("A B C D E F G")
    table.change("B")
    table.change("A")
    assert refusal(table.change("A")) == ("final-hand", "")
    assert table.referee.match.turn()["seats"] == list("ABCDEFG")
    assert turn(table.says("A 0")) == ("B", "bid")


def test_of_a_known_stock_what_is_left_is_shuffled_in_too():
    table = known("A", "B", "C", seats="A B C D E F G")
    used = table.game.deck.cards(" ".join(HANDS.values()))
    stock = table.game.text(table.game.pack & ~used).split()[:10]
    table.stock(" ".join(stock))
    table.change("A")
    assert table.hand("A") == " ".join(stock[:6])
    assert refusal(table.change("C", " ".join(stock[6:]) + " AD AH"))[0] == "card-seen"
    table.change("C")
    assert table.hand("C") == ""
    for card in (stock[6], "2C", "AD"):  # of the rest, of A's old hand, of C's own
        assert kinds(table.draw("C", card)) == []


def test_cards_of_a_new_hand_are_named_by_its_seat():
    table = known("A")
    table.change("A")
    assert refusal(table.draw("A", "TH")) == ("card-seen", "")  # just thrown away
    for card in ("2D", "3D", "4D", "5D", "6D", "7D"):
        assert refusal(table.line({"seat": "A", "do": "draw"})) == ("wrong-phase", "")
        assert table.draw("A", card, source="stock") == []
        assert refusal(table.draw("A", card))[0] in ("card-seen", "wrong-count")
    assert refusal(table.draw("A", "8D")) == ("wrong-count", "")  # more than were drawn
    assert table.hand("A") == "2D 3D 4D 5D 6D 7D"
    assert refusal(table.draw("B", "8D")) == ("wrong-count", "")  # B has drawn none
    assert refusal(table.line({"seat": "A", "do": "draw", "card": "8D", "from": "discard"})) == ("wrong-phase", "")


def test_a_court_card_that_was_named_cannot_be_changed():
    table = Rodskagg("A B C")
    table.change("A")
    table.draw("A", "KD")
    assert refusal(table.change("A")) == ("court-card", "KD")
    assert refusal(table.change("A", "2D 3D 4D 5D 6D 7D")) == ("not-in-hand", "")
    assert kinds(table.change("B")) == ["turn"]


def test_of_a_known_stock_the_cards_drawn_may_be_named_all_the_same():
    table = known("A", "B")
    table.stock(STOCK)
    table.change("A")
    assert table.draw("A", "4C") == []
    assert refusal(table.draw("A", "4C")) == ("card-seen", "")
    assert refusal(table.draw("A", "QC")) == ("card-seen", "")  # still in the stock
    assert refusal(table.draw("A", "AD")) == ("not-in-hand", "")


def test_deal_and_stock_lines_come_before_the_first_act():
    table = known("A")
    assert kinds(table.deal(B=HANDS["B"]) + table.stock(STOCK)) == ["turn", "turn"]
    table.change("A")
    assert refusal(table.deal(C=HANDS["C"])) == ("wrong-phase", "")
    assert refusal(table.stock(STOCK)) == ("wrong-phase", "")
    table.undo()
    table.says("A pass")
    assert refusal(table.deal(C=HANDS["C"])) == ("wrong-phase", "")


# 3. Bids


@pytest.mark.parametrize(
    ("said", "contract"),
    [
        ("A 2, B 3, C 1", ("B", 3)),
        ("A 3, B 3, C 3", ("A", 3)),  # of equal ones the earliest
        ("A 0, B 1, C 1", ("B", 1)),
        ("A 6, B rodskagg, C 6", ("B", "rodskagg")),
        ("A rodskagg, B rodskagg, C 6", ("A", "rodskagg")),
        ("A pass, B pass, C 1", ("C", 1)),
        ("A 6, B 5, C pass", ("A", 6)),
    ],
)
def test_everybody_speaks_once_and_the_highest_bid_counts(said, contract):
    table = Rodskagg("A B C")
    events = table.says(*said.split(", "))
    seat, value = contract
    assert [event for event in events if event["event"] == "contract"] == [
        {"event": "contract", "line": 4, "seat": seat, "value": value}
    ]
    assert [event.get("phase") for event in events] == ["bid", "bid", None, "play"]
    assert turn(events) == (seat, "play")


@pytest.mark.parametrize("passes", ["pass", "0"])
def test_where_nobody_bids_the_deal_is_void_and_the_next_dealer_deals(passes):
    table = Rodskagg("A B C")
    said = table.says(f"A {passes}", f"B {passes}", f"C {passes}")[2:]
    assert said == [
        {"event": "deal_over", "line": 4, "points": {"A": 0, "B": 0, "C": 0}, "detail": {"bid": None}},
        {"event": "score", "line": 4, "total": {"A": 12, "B": 12, "C": 12}},
        {"event": "turn", "line": 4, "seat": "B", "phase": "swap", "seats": ["A", "B", "C"]},
    ]


@pytest.mark.parametrize(
    ("said", "rule"),
    [
        ("B 2", "out-of-turn"),
        ("B 7", "out-of-turn"),  # before wrong-value
        ("B pass", "out-of-turn"),
        ("A 7", "wrong-value"),
        ("A -1", "wrong-value"),
        ("A sex", "wrong-value"),
        ("A ask", "wrong-phase"),
        ("A in", "wrong-phase"),
    ],
)
def test_refusals_of_the_bidding(said, rule):
    table = Rodskagg("A B C")
    assert refusal(table.says(said)) == (rule, "")
    assert refusal(table.accept()) == ("wrong-phase", "")
    table.says("A 1")
    later = said.replace("B", "C").replace("A", "B")
    assert refusal(table.says(later)) == (rule, "")


def test_a_bid_needs_a_value_and_no_card_is_played_before_the_contract():
    table = Rodskagg("A B C")
    assert refusal(table.line({"seat": "A", "do": "bid"})) == ("wrong-value", "")
    assert refusal(table.line({"seat": "A", "do": "bid", "value": "3"})) == ("wrong-value", "")
    assert refusal(table.play("A 2C")) == ("wrong-phase", "")
    table.says("A 1", "B 1", "C 1")
    assert refusal(table.says("A 2")) == ("wrong-phase", "")
    assert refusal(table.says("A pass")) == ("wrong-phase", "")
    assert refusal(table.change("B")) == ("wrong-phase", "")


# 4, 5. Play


def contract(said="A 2, B 1, C 1", seats="A B C", hands=None, **options):
    """A table at which this was bid."""
    table = Rodskagg(seats, **options)
    if hands:
        table.deal(hands)
    table.says(*said.split(", "))
    return table


def test_the_bidder_leads_to_every_trick():
    table = contract("A 1, B 2, C 1")
    assert turn(table.tricks("B 9C TC QC")) == ("B", "play")
    assert only("trick", table.events)["winner"] == "A"
    assert "points" not in only("trick", table.events)
    assert refusal(table.play("A AC")) == ("out-of-turn", "")


@pytest.mark.parametrize(
    ("trick", "winner"),
    [("A 9C TC QC", "C"), ("A AC KC QC", "A"), ("A 2C AD AS", "A"), ("A 2C 3C AS", "B"), ("A TC JC 9C", "B")],
)
def test_the_highest_card_of_the_suit_led_wins(trick, winner):
    assert only("trick", contract().tricks(trick))["winner"] == winner


@pytest.mark.parametrize(
    ("led", "hand", "legal"),
    [
        ("5C", "3C JC 6D 8D 2H 5H", "3C JC"),
        ("5S", "3C JC 6D 8D 2H 5H", "3C JC 6D 8D 2H 5H"),
        ("9D", "AC KS 6D 8S 2H 5H", "6D"),
    ],
)
def test_suit_must_be_followed(led, hand, legal):
    table = contract(hands={"B": hand})
    assert table.play(f"A {led}")[-1]["legal"] == legal
    for card in hand.split():
        if card not in legal.split():
            assert refusal(table.play(f"B {card}")) == ("follow-suit", legal)


@pytest.mark.parametrize(
    ("play", "rule"),
    [
        ("B 3C 6D", "wrong-count"),
        ("C 2D 3D", "out-of-turn"),
        ("B 2C", "card-seen"),
        ("B 5C", "card-seen"),
        ("B 9H", "not-in-hand"),
    ],
)
def test_refusals_of_a_play(play, rule):
    table = contract(hands={"A": HANDS["A"], "B": HANDS["B"]})
    table.play("A 5C")
    seat, *cards = play.split()
    assert refusal(table.do("play", seat, " ".join(cards))) == (rule, "")


def test_cards_thrown_away_and_the_known_stock_cannot_be_played():
    table = known("A", "B")
    table.stock(STOCK)
    table.change("A")
    table.says("A 2", "B 1", "C 1")
    for card in ("2C", "QC", "3C"):
        assert refusal(table.play(f"A {card}")) == ("card-seen", "")
    assert kinds(table.play("A 4C")) == ["turn"]


def test_a_breach_against_a_known_card_may_be_let_stand():
    table = contract(hands={"B": HANDS["B"]})
    table.play("A 5C", "B 6D")
    assert kinds(table.accept()) == ["turn"]
    assert kinds(table.play("C 7C", "A 8C", "B 3C")) == ["trick", "turn", "turn", "turn"]


def test_a_card_of_the_suit_played_later_proves_that_it_was_withheld():
    table = contract()
    table.play("A 9C", "B 6D", "C TC", "A 9D", "B 7D", "C TD")
    said = table.play("A QC", "B 5C")
    assert said[1] == {
        "event": "revoke", "line": 12, "seat": "B", "rule": "follow-suit", "cards": "6D", "at": 6, "proof": "5C",
    }  # fmt: skip


# 4. What an exchange promises


def test_a_court_card_in_the_new_hand_proves_nothing():
    table = Rodskagg("A B C")
    table.change("A")
    table.says("A 2", "B 1", "C 1")
    table.play("A JC", "B QC", "C KC", "A KD")
    assert not {"revoke", "suspect", "note"} & set(kinds(table.events))


def test_where_all_other_cards_are_known_an_old_hand_is_too():
    table = Rodskagg("A B C")
    table.deal(B=HANDS["B"], C=HANDS["C"])
    table.stock(STOCK.replace("KS", "4S"))
    said = table.change("A")  # the king of spades can be nowhere else
    assert said[0] == {
        "event": "revoke",
        "line": 4,
        "seat": "A",
        "rule": "court-card",
        "cards": "",
        "at": 4,
        "proof": "KS",
    }
    assert kinds(said) == ["revoke", "turn"]
    table = Rodskagg("A B C")
    table.deal(B=HANDS["B"], C=HANDS["C"])
    table.stock(STOCK)
    assert kinds(table.change("A")) == ["turn"]


@pytest.mark.parametrize(("seat", "rule"), [("B", "court-card"), ("G", "final-hand")])
def test_a_new_hand_against_the_rules_may_be_let_stand(seat, rule):
    table = known("B", seats="A B C D E F G")
    table.change("A")
    table.change("G")
    assert refusal(table.change(seat))[0] == rule
    assert kinds(table.accept()) == ["turn"]
    assert table.hand(seat) == ""
    assert kinds(table.draw(seat, "9H")) == []


def test_a_final_hand_that_was_changed_all_the_same_is_not_final_any_more():
    table = Rodskagg("A B C D E F G")
    for seat in "AE":
        table.change(seat)
    assert refusal(table.change("E")) == ("final-hand", "")
    table.accept()
    assert kinds(table.change("E")) == ["turn"]  # the stock had six cards; now it has to be shuffled
    assert refusal(table.change("E")) == ("final-hand", "")


def test_cards_thrown_away_that_were_read_are_in_no_hand():
    table = Rodskagg("A B C")
    table.deal(A=HANDS["A"], B=HANDS["B"])
    table.stock(STOCK)
    table.change("A")
    table.says("A 1", "B 2", "C 1")  # C's six cards are the ones that are nowhere else
    revoke = table.play("B 6D", "C AH")[1]
    assert (revoke["event"], revoke["at"], revoke["rule"], revoke["proof"]) == (
        "revoke",
        table.number,
        "follow-suit",
        "AD",
    )


# 3. The question before the last two tricks

FOUR = {"A": "2C 7C JC 8D TD 9S", "B": "4D AD 4H 5S 7S KS", "C": "6D 7D 2H KH 3S JS", "D": "AC 9D KD TH AH 4S"}
FOUR_TRICKS = ("B AD 6D 9D 8D", "B KS 3S 4S 9S", "B 7S JS AH JC", "B 5S 2H AC 2C")  # three for B, one for C


def before_question(bid=3):
    table = contract(f"A 2, B {bid}, C 1, D pass", seats="A B C D", hands=FOUR)
    table.tricks(*FOUR_TRICKS)
    return table


def test_seats_without_a_trick_answer_clockwise_from_the_leader():
    table = before_question()
    said = table.says("B ask")
    assert said == [{"event": "turn", "line": table.number, "seat": "D", "phase": "ask"}]
    assert turn(table.says("D in")) == ("A", "ask")
    endgame, then = table.says("A in")
    assert (endgame["seats"], endgame["risk"]) == (["A", "B", "C", "D"], ["A", "D"])
    assert turn([then]) == ("B", "play")
    assert then["legal"] == "4D 4H"


def test_who_stays_out_puts_its_cards_away():
    table = before_question()
    endgame = table.says("B ask", "D pass", "A pass")[2]
    assert (endgame["event"], endgame["seats"], endgame["risk"]) == ("endgame", ["B", "C"], [])
    assert turn(table.play("B 4H")) == ("C", "play")
    assert refusal(table.play("D TH")) == ("out-of-turn", "")
    assert refusal(table.play("A 7C")) == ("out-of-turn", "")
    assert refusal(table.play("C TH")) == ("card-seen", "")  # in D's hand, as far as the table knows
    assert only("trick", table.play("C KH"))["cards"] == "4H KH"


def test_if_only_the_leader_is_in_he_takes_the_last_two_tricks_alone():
    table = contract("A 4, B 1, C 1")
    table.tricks("A AC 2C 3C", "A AD 2D 3D", "A AH 2H 3H", "A AS 2S 3S")
    endgame = table.says("A ask", "B pass", "C pass")[2]
    assert (endgame["seats"], endgame["risk"]) == (["A"], [])
    assert turn(table.play("A KC")) == ("A", "play")
    said = table.play("A KD")
    assert kinds(said) == ["trick", "deal_over", "score", "turn"]
    assert only("deal_over", said)["points"] == {"A": -6, "B": 0, "C": 0}


def test_a_leader_without_a_trick_is_in_without_risk():
    table = contract("A 1, B pass, C pass")
    table.tricks("A 2C 3C 4C", "A 2D 4D 3D", "A 2H 3H 4H", "A 2S 4S 3S")
    assert turn(table.says("A ask")) == ("A", "play")
    said = table.tricks("A 5C 6C 7C", "A 5D 6D 7D")
    assert not only("deal_over", said)["points"]["A"] - 6
    assert "endgame" not in kinds(table.events)


def test_a_leader_who_does_not_ask_lets_everybody_in_without_risk():
    table = before_question()
    played = table.play("B 4H")
    assert [(event["event"], event.get("seats"), event.get("risk")) for event in played[:1]] == [
        ("endgame", ["A", "B", "C", "D"], [])
    ]
    assert kinds(played) == ["endgame", "turn"]
    assert refusal(table.says("B ask")) == ("wrong-phase", "")
    said = table.play("C KH", "D TH", "A 7C") + table.tricks("B 4D 7D KD TD")
    assert only("deal_over", said)["points"] == {"A": 0, "B": -3, "C": -2, "D": -1}


def test_where_everybody_has_a_trick_the_question_changes_nothing_and_is_put_once():
    hands = {"A": "TC KH 2H AS KS TS", "B": "7C 5D 3D QH 8H 4S", "C": "QD 9D 7H 9S 8S 2S"}
    for asks in (True, False):
        table = contract("A 1, B 2, C pass", hands=hands)
        table.tricks("B 8H 7H 2H", "B QH QD KH", "B 3D 9D TC", "B 7C 2S KS")
        if asks:
            assert [(event["event"], event["legal"]) for event in table.says("B ask")] == [("turn", "5D 4S")]
            assert refusal(table.says("B ask")) == ("wrong-phase", "")
        table.tricks("B 5D 8S AS", "B 4S 9S TS")
        assert "endgame" not in kinds(table.events)
        assert only("deal_over", table.events)["points"] == {"A": -2, "B": -3, "C": -1}


@pytest.mark.parametrize("done", range(6))
def test_the_question_comes_between_the_fourth_trick_and_the_fifth_lead(done):
    table = contract("A 2, B 3, C 1, D pass", seats="A B C D", hands=FOUR)
    table.tricks(*(*FOUR_TRICKS, "B 4H KH TH 7C")[:done])
    assert (kinds(table.says("B ask")) == ["refused"]) == (done != 4)
    if done != 4:
        assert refusal(table.says("B ask")) == ("wrong-phase", "")
        assert refusal(table.says("C ask")) == ("wrong-phase", "")


def test_refusals_around_the_question():
    table = before_question()
    assert refusal(table.says("C ask")) == ("out-of-turn", "")
    assert refusal(table.says("B in")) == ("wrong-phase", "")
    assert refusal(table.says("B pass")) == ("wrong-phase", "")
    assert refusal(table.line({"seat": "B", "do": "declare", "value": "maybe"})) == ("wrong-value", "")
    assert refusal(table.line({"seat": "C", "do": "declare", "value": "maybe"})) == ("out-of-turn", "")
    table.says("B ask")
    assert refusal(table.play("B 4H")) == ("wrong-phase", "")
    assert refusal(table.says("A in")) == ("out-of-turn", "")
    assert refusal(table.says("B pass")) == ("out-of-turn", "")
    assert refusal(table.says("D ask")) == ("wrong-phase", "")
    assert refusal(table.says("D 2")) == ("wrong-phase", "")
    assert refusal(table.line({"seat": "D", "do": "declare", "value": "out"})) == ("wrong-value", "")
    assert refusal(table.line({"seat": "D", "do": "declare"})) == ("wrong-value", "")
    assert turn(table.says("D in")) == ("A", "ask")


def test_what_is_declared_is_a_text():
    with pytest.raises(BadLine):
        before_question().line({"seat": "B", "do": "declare", "value": 3})


# 6. Scoring


@pytest.mark.parametrize(
    ("tricks", "bid", "at_risk", "points"),
    [
        (0, None, False, 0), (2, None, False, -2), (1, None, True, -2), (2, None, True, -4), (0, None, True, 6),
        (5, 5, False, -5), (4, 5, False, 2), (0, 1, False, 6), (6, 5, False, -6), (5, 6, False, 1), (6, 6, False, -6),
        (5, "rodskagg", False, 0),
    ],
)  # fmt: skip
def test_what_tricks_count(tricks, bid, at_risk, points):
    assert Rodskagg("A B C").game.score(tricks, bid, at_risk=at_risk) == points
    with_ten = Rodskagg("A B C", penalty=10).game.score(tricks, bid, at_risk=at_risk)
    assert with_ten - points == (4 if (at_risk and not tricks) or (bid in (1, 5, 6) and tricks < bid) else 0)


def test_a_whole_deal_with_a_seat_at_risk():
    table = before_question()
    table.says("B ask", "D pass", "A in")
    said = table.tricks("B 4H KH 7C", "B 4D 7D TD")
    over = only("deal_over", said)
    assert over["points"] == {"A": -2, "B": -3, "C": -2, "D": 0}
    assert over["detail"] == {"bid": 3, "bidder": "B", "tricks": {"A": 1, "B": 3, "C": 2, "D": 0}}
    assert only("score", said)["total"] == {"A": 10, "B": 9, "C": 10, "D": 12}
    assert turn(said) == ("B", "swap")  # A deals


def test_a_risk_that_is_lost():
    table = before_question(bid=4)
    table.says("B ask", "D in", "A in")
    said = table.tricks("B 4H KH TH 7C", "B 4D 7D KD TD")
    assert only("deal_over", said)["points"] == {"A": 6, "B": 3, "C": -2, "D": -2}


def lead_all(table, leader="A"):
    """The leader, first of three, takes all six tricks, the others staying out of the last two."""
    second, third = "BCABC"["ABC".index(leader) :][:2]
    said = table.tricks(*(f"{leader} A{suit} 2{suit} 3{suit}" for suit in "CDHS"))
    table.says(f"{leader} ask", f"{second} pass", f"{third} pass")
    return said + table.tricks(f"{leader} KC", f"{leader} KD")


def test_rodskagg_made_wins_the_game_whatever_the_totals():
    table = contract("A rodskagg, B 6, C 6")
    said = lead_all(table)
    assert kinds(said)[-4:] == ["trick", "deal_over", "score", "game_over"]
    assert only("deal_over", said)["points"] == {"A": 0, "B": 0, "C": 0}
    assert only("deal_over", said)["detail"]["bid"] == "rodskagg"
    assert only("score", said)["total"] == {"A": 12, "B": 12, "C": 12}
    assert only("game_over", said)["winners"] == ["A"]


def test_six_as_a_number_is_an_ordinary_bid():
    said = lead_all(contract("A 6, B 5, C 5"))
    assert only("deal_over", said)["points"] == {"A": -6, "B": 0, "C": 0}
    assert "game_over" not in kinds(said)


def fail_rodskagg(**options):
    """A bids all tricks and B takes the first; the others stay out of the last two."""
    table = contract("A rodskagg, B 6, C 6", **options)
    table.tricks("A 2C 3C 4D", "A AD 2D 3D", "A AH 2H 3H", "A AS 2S 3S")
    table.says("A ask", "C pass")
    return table, table.tricks("A KC 5C", "A KD 5D")


def test_rodskagg_lost_takes_the_bidder_out_of_the_game():
    table, said = fail_rodskagg()
    assert kinds(said)[-5:] == ["trick", "out", "deal_over", "score", "turn"]
    assert only("out", said)["seats"] == ["A"]
    assert only("deal_over", said)["points"] == {"A": 0, "B": -1, "C": 0}
    assert only("score", said)["total"] == {"A": 12, "B": 11, "C": 12}
    assert (said[-1]["seat"], said[-1]["phase"], said[-1]["seats"]) == ("C", "swap", ["B", "C"])  # B deals, A is out
    assert table.referee.match.stock_left == 40
    for refused in (table.change("A"), table.says("A 1"), table.says("A pass"), table.draw("A", "2C")):
        assert refusal(refused) == ("out-of-turn", "")
    assert refusal(table.deal(A="2C 3C 4C 5C 6C 7C")) == ("wrong-count", "")
    assert refusal(table.deal(A="")) == ("wrong-count", "")
    assert kinds(table.deal(B="2C 3C 4C 5C 6C 7C")) == ["turn"]


def test_two_play_on_and_the_last_one_wins():
    table, _ = fail_rodskagg()
    table.says("C rodskagg", "B 1")
    table.tricks("C 2C 3C", "C AD 2D", "C AH 2H", "C AS 2S")
    said = table.says("C ask") + table.tricks("C KC 5C", "C KD 5D")
    assert kinds(said)[-5:] == ["trick", "out", "deal_over", "score", "game_over"]
    assert only("deal_over", said)["points"] == {"B": -1, "C": 0}
    assert only("score", said)["total"] == {"A": 12, "B": 10, "C": 12}
    assert only("game_over", said)["winners"] == ["B"]


def test_with_the_last_one_left_at_nought_he_wins_too():
    _, said = fail_rodskagg(start=1)
    assert only("game_over", said)["winners"] == ["B"]


def test_below_nought_is_not_enough():
    table = contract("A 6, B pass, C pass", start=3)
    said = lead_all(table)
    assert only("score", said)["total"] == {"A": -3, "B": 3, "C": 3}
    assert turn(said) == ("B", "swap")


def test_exactly_nought_wins():
    said = lead_all(contract("A 6, B pass, C pass", start=6))
    assert kinds(said)[-4:] == ["trick", "deal_over", "score", "game_over"]
    assert only("game_over", said)["winners"] == ["A"]


def duel(**options):
    """A and B come to nought in the deal that C dealt; their duel is about to begin."""
    table = contract("A 2, B 1, C 1, D pass", seats="A B C D", start=2, **options)
    table.tricks("A AC 2C 3C 4C", "A AD 2D 3D 4D", "A 2H AH 3H 4H", "A 2S AS 3S 4S")
    table.says("A ask", "C in", "D in")
    said = table.tricks("A 5C 6C 7C 8C", "A 5D 6D 7D 8D")
    return table, said


def test_two_at_nought_play_a_duel():
    table, said = duel()
    assert only("score", said)["total"] == {"A": 0, "B": 0, "C": 8, "D": -2}
    assert said[-1] == {"event": "turn", "line": table.number, "seat": "B", "phase": "play"}  # A deals
    assert refusal(table.play("C 2C")) == ("out-of-turn", "")
    assert refusal(table.change("B")) == ("wrong-phase", "")
    assert refusal(table.says("B 2")) == ("wrong-phase", "")
    assert refusal(table.deal(C="2C 3C 4C 5C 6C 7C")) == ("wrong-count", "")
    table.deal(A="2C 3C 4C 5D 6D 7D", B="5C 6C 7C 2D 3D 4D")
    assert table.events[-1]["legal"] == "5C 6C 7C 2D 3D 4D"
    assert refusal(table.play("B 5C", "A 5D")[1:]) == ("follow-suit", "2C 3C 4C")
    assert turn(table.play("A 2C")) == ("B", "play")
    assert refusal(table.deal(A="2C 3C 4C 5D 6D 7D")) == ("wrong-phase", "")


@pytest.fixture
def duelling():
    return duel()[0]


def test_the_winner_of_a_trick_leads_and_most_tricks_win(duelling):
    duelling.deal(A="2C 3C 4C 5D 6D 7D", B="5C 6C 7C 2D 3D 4D")
    assert turn(duelling.tricks("B 2D 5D")) == ("A", "play")
    assert turn(duelling.tricks("A 2C 5C")) == ("B", "play")
    duelling.tricks("B 6C 3C", "B 7C 4C", "B 3D 6D")
    said = duelling.tricks("A 7D 4D")
    assert kinds(said) == ["trick", "deal_over", "score", "turn"]
    over = only("deal_over", said)
    assert (over["points"], over["detail"]) == ({"A": 0, "B": 0}, {"duel": {"A": 3, "B": 3}})
    assert said[-1] == {"event": "turn", "line": duelling.number, "seat": "A", "phase": "play"}  # B deals another duel
    said = duelling.tricks("A 7D 2D", "A 6D 3D", "A 5D 4D", "A 4C 5C", "B 6C 3C", "B 7C 2C")
    assert turn(said) == ("A", "play")  # level again, and C deals
    said = duelling.tricks("A 7D 2D", "A 6D 3D", "A 5D 4D", "A 9D TD", "B JD 8D", "B QD KD")
    assert only("deal_over", said)["detail"] == {"duel": {"A": 4, "B": 2}}
    assert only("score", said)["total"] == {"A": 0, "B": 0, "C": 8, "D": -2}
    assert only("game_over", said)["winners"] == ["A"]


def test_there_is_no_question_in_a_duel(duelling):
    duelling.tricks("B AC 2C", "B AD 2D", "B AH 2H", "B AS 2S")
    assert refusal(duelling.says("B ask")) == ("wrong-phase", "")
    assert kinds(duelling.play("B KC")) == ["turn"]
    assert kinds(duelling.play("A KH")) == ["trick", "turn"]


def test_a_revoke_in_a_duel_is_proved(duelling):
    duelling.tricks("B AC 2D", "B AD 3D")
    said = duelling.play("B KC", "A 2C")
    assert only("revoke", said)["cards"] == "2D"


@pytest.mark.parametrize("options", [{"start": 0}, {"penalty": 0}, {"start": "12"}, {"deck": 36}])
def test_options_that_cannot_be(options):
    with pytest.raises(BadGame):
        Rodskagg("A B C", **options)


def test_after_the_game_everything_is_refused_but_undo():
    table = contract("A 6, B pass, C pass", start=6)
    said = lead_all(table)
    for refused in (table.play("A 9C"), table.says("A 1"), table.change("B"), table.deal(), table.accept()):
        assert refusal(refused) == ("wrong-phase", "")
    assert kinds(table.undo()) == ["score", "turn"]
    assert kinds(table.play("A KD")) == kinds(said)[-4:]


# Whole games

GAMES = 8  # of each kind; a thousand of each were played once
OPTIONS = ({}, {"start": 3}, {"start": 2, "penalty": 2})
ALL_SEEN = {"dealt": 1, "stocked": 1, "thrown": 1, "drawn": 1}
MODES = ({}, ALL_SEEN, {"dealt": 0.5, "thrown": 0.5, "drawn": 0.4}, {"dealt": 0.5, "stocked": 0.5, "drawn": 0.3})


def play_out(people, longest=1000):
    """To the end, or for so many lines: each is answered as the rules page tells it, and nobody is accused."""
    for _ in range(longest):
        line, said, wanted = people.step()
        assert agree(said, wanted), (line, said, wanted)
        if people.over:
            assert people.table.referee.match.turn() is None
            return
        last = said[-1]
        if "legal" in last and people.plain.hands:
            assert set(last["legal"].split()) == {line["cards"] for line in people.plain.legal() if "cards" in line}


@pytest.mark.parametrize("options", OPTIONS)
@pytest.mark.parametrize("seats", SEATS)
def test_games_are_told_as_the_page_tells_them(seats, options):
    for seed in range(GAMES):
        name = f"{seats} {options} {seed}"
        try:
            play_out(People(random.Random(name), seats, **MODES[seed % len(MODES)], **options), longest=300)
        except AssertionError as error:
            raise AssertionError(f"game {name}") from error


@pytest.mark.parametrize("seed", range(12))
def test_every_withheld_suit_that_shows_is_proved_and_nothing_else(seed):
    people = People(random.Random(f"breach {seed}"), "A B C D E"[: 5 + seed % 3 * 2], drawn=0.2, thrown=0.5, breach=0.3)
    proved, suspected, shown = set(), [], set()
    hidden = []  # breaches of this deal that no card has shown yet
    for _ in range(600):
        if people.over:
            break
        known = len(people.breaches)
        line, said, _ = people.step()
        for event in said:
            if event["event"] == "revoke":
                proved.add((event["at"], event["seat"], event["cards"]))
            elif event["event"] == "suspect":
                suspected.append(event["seats"])
            assert event["event"] not in ("refused", "note")
        if line["do"] == "play":
            for breach in hidden:
                if breach[1] == line["seat"] and breach[3] == line["cards"][1]:
                    shown.add(breach[:3])
        hidden += people.breaches[known:]
        if "deal_over" in kinds(said):
            hidden = []
    done = {breach[:3] for breach in people.breaches}
    assert done
    assert shown <= proved <= done
    assert all({seat for _, seat, _ in done} & set(seats) for seats in suspected)


def all_lines(game):
    """Every seat plays every card, says everything and changes its hand."""
    lines = []
    for seat in game.seats:
        lines += [{"seat": seat, "do": "play", "cards": card} for card in game.deck.faces]
        lines += [{"seat": seat, "do": "bid", "value": value} for value in (-1, 0, 1, 6, 7, "rodskagg", "six")]
        lines += [{"seat": seat, "do": "declare", "value": value} for value in ("ask", "in", "out")]
        lines += [{"seat": seat, "do": "pass"}, {"seat": seat, "do": "exchange", "count": 6}]
        lines.append({"seat": seat, "do": "exchange", "cards": "2C 3C 4C 5C 6C", "count": 5})
    return lines


@pytest.mark.parametrize("seats", ["A B C", "A B C D E F G"])
def test_of_all_lines_only_the_legal_ones_are_taken(seats):
    people = People(random.Random(f"lines {seats}"), seats, **ALL_SEEN, start=3)
    table = people.table
    acts = [(line, read_line(json.dumps(line), table.game.seats, table.game.deck)) for line in all_lines(table.game)]
    for _ in range(150):
        people.deal()
        match = table.referee.match
        before = snapshot(match)
        for line, act in acts:
            found, (rule, because) = match.refuse(act), people.plain.why(line)
            assert (found and found.rule) == rule, line
            assert found is None or set(table.game.text(found.because).split()) == set(because), line
        assert snapshot(match) == before
        people.step()
        if people.over:
            assert all(match.refuse(act).rule == "wrong-phase" for _, act in acts)
            return


@pytest.mark.parametrize("mode", MODES)
def test_what_is_undone_is_as_it_was_and_done_again_says_the_same(mode):
    people = People(random.Random(f"undo {mode}"), "A B C D", **mode, start=4)
    people.chances["drawn"] = 0
    table = people.table
    for _ in range(200):
        people.deal()
        before, number = snapshot(table.referee.match), table.number
        was, total = table.referee.match.turn(), table.referee.match.totals()
        _, said, _ = people.step()
        act = table.referee.accepted[-1].act
        undone = table.undo()
        assert {key: value for key, value in undone[-1].items() if key not in ("event", "line")} == was
        assert [event["total"] for event in undone[:-1]] == (
            [total] if "score" in kinds(said) and len(undone) > 1 else []
        )
        assert snapshot(table.referee.match) == before
        table.number = number
        assert table.take(act) == said
        if people.over:
            return
