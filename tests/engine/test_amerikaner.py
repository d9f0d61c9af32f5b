"""Amerikaner as docs/rules/amerikaner.md has it: each rule by the smallest table that shows it."""

import random
from itertools import pairwise

import pytest
from deciding_people import ACCUSATIONS, Amerikaner, People
from referee_table import kinds, only, refusal

from engine.cards import FRENCH, card, cards, each
from engine.errors import BadCard, BadGame, BadLine
from engine.games import load

B = "3H 7H QH AH 2C 9C KC 4D 6D 8S TS QS KS"
C = "5H 9H TH 3C 7C QC 2D 9D KD 2S 5S 7S AS"
D = "2H 4H KH 4C 5C 8C 3D 7D TD JD 3S 4S 9S"
A = "6H 8H JH 6C TC JC AC 5D 8D QD AD 6S JS"
HANDS = {"A": A, "B": B, "C": C, "D": D}


def rules(seats="A B C D", **options):
    return load("amerikaner", seats.split(), seats.split()[-1], options)


def auction(bid="B 7", seats="A B C D", **options):
    """A table at which one seat has bid and all others have passed; nothing is known."""
    table = Amerikaner(seats, **options)
    return bought(table, bid)


def bought(table, bid="B 7"):
    before, _, after = "A B C D E"[: 2 * len(table.game.seats) - 1].partition(bid[0])
    table.bid(*(f"{seat} pass" for seat in before.split()), bid, *(f"{seat} pass" for seat in after.split()))
    return table


def known(*seats):
    """B has bought a deal in which the hands of these seats are known."""
    table = Amerikaner()
    if seats:
        table.deal({seat: HANDS[seat] for seat in seats})
    return bought(table)


def first_trick(*known_seats, called="KH"):
    """B has led the three of hearts and called this card; whose turn it is, C."""
    table = known(*known_seats)
    table.play("B 3H")
    table.call("B", called)
    return table


# 2. Deck, deal, lead


@pytest.mark.parametrize(
    ("seats", "options", "out", "tricks"),
    [
        ("A B C", {}, "2C", 17),
        ("A B C D", {}, "", 13),
        ("A B C D E", {}, "2C 2D", 10),
        ("A B C", {"removed": "2S"}, "2S", 17),
        ("A B C D", {"removed": ""}, "", 13),
        ("A B C D E", {"removed": "2S 2H"}, "2H 2S", 10),
    ],
)
def test_all_cards_but_some_twos_are_dealt(seats, options, out, tricks):
    game = rules(seats, **options)
    assert FRENCH.all & ~game.pack == cards(out)
    assert game.start().deal.left == [tricks] * len(game.seats)
    assert tricks * len(game.seats) == game.pack.bit_count()
    assert game.options["removed"] == options.get("removed", out)


@pytest.mark.parametrize(
    ("seats", "options"),
    [
        ("A B", {}),
        ("A B C D E F", {}),
        ("A B C", {"removed": ""}),
        ("A B C", {"removed": "2C 2D"}),
        ("A B C", {"removed": "3C"}),
        ("A B C D", {"removed": "2C"}),
        ("A B C D E", {"removed": "2C"}),
        ("A B C D E", {"removed": "2C 2C"}),
        ("A B C D", {"removed": None}),
        ("A B C D", {"target": 0}),
        ("A B C D", {"rules": "nb"}),
    ],
)
def test_tables_that_cannot_be(seats, options):
    with pytest.raises(BadGame):
        rules(seats, **options)


@pytest.mark.parametrize("suit", "CDHS")
def test_the_ace_is_high_and_the_two_low(suit):
    powers = [rules().power(card(rank + suit), card("7" + suit)) for rank in "AKQJT98765432"]
    assert all(higher > lower for higher, lower in pairwise(powers))


@pytest.mark.parametrize(("dealer", "first"), [("A", "B"), ("B", "C"), ("C", "A")])
def test_the_dealers_left_bids_first(dealer, first):
    table = Amerikaner("A B C", dealer=dealer)
    assert table.events == [{"event": "turn", "line": 1, "seat": first, "phase": "bid"}]


def test_hands_are_told_before_the_first_bid_or_pass():
    for first in ("A 5", "A pass"):
        table = Amerikaner()
        assert kinds(table.deal(B=B) + table.deal(C=C)) == ["turn", "turn"]
        table.bid(first)
        assert refusal(table.deal(D=D)) == ("wrong-phase", "")


def test_what_cannot_have_been_dealt():
    table = Amerikaner("A B C")
    seventeen = "3C 4C 5C 6C 7C 8C 9C TC JC QC KC AC 2D 3D 4D 5D 6D"
    assert refusal(table.deal(A=B)) == ("wrong-count", "")
    assert refusal(table.deal(A=seventeen.replace("3C", "2C"))) == ("card-seen", "")  # it is out
    assert kinds(table.deal(A=seventeen)) == ["turn"]
    assert refusal(table.deal(B=seventeen)) == ("card-seen", "")


NOT_HERE = [
    ("stock", None, ""),
    ("stock", None, "2C"),
    ("trump", None, "7H"),
    ("turned", None, "7H"),
    ("clock", None),
    ("draw", "A", "7H"),
    ("exchange", "A", "7H"),
    ("show", "A", "7H"),
    ("knock", "A"),
]


@pytest.mark.parametrize("line", NOT_HERE)
def test_what_other_games_have(line):
    table = Amerikaner("A B C")
    assert refusal(table.do(*line)) == ("wrong-phase", "")
    table.bid("A 5", "B pass", "C pass")
    assert refusal(table.do(*line)) == ("wrong-phase", "")


# 3. The auction


def test_the_auction_goes_round_until_all_others_have_passed():
    table = Amerikaner()
    said = table.bid("A 5", "B 6", "C pass", "D 7", "A pass", "B 8")
    assert [event["seat"] for event in said] == list("BCDABD")
    assert {event["phase"] for event in said} == {"bid"}
    said = table.bid("D pass")
    assert said == [
        {"event": "contract", "line": table.number, "seat": "B", "value": 8},
        {"event": "turn", "line": table.number, "seat": "B", "phase": "play"},
    ]


def test_who_has_passed_is_never_in_turn_again():
    table = Amerikaner()
    table.bid("A 5", "B pass", "C 6", "D 7", "A pass")
    assert refusal(table.bid("A 9")) == ("out-of-turn", "")
    assert refusal(table.bid("B 9")) == ("out-of-turn", "")
    assert only("turn", table.bid("C 8"))["seat"] == "D"
    assert only("turn", table.bid("D 9"))["seat"] == "C"


def test_an_amerikaner_ends_the_auction_at_once():
    table = Amerikaner()
    said = table.bid("A 13", "B amerikaner")
    assert kinds(said) == ["turn", "contract", "turn"]
    assert said[1]["value"] == "amerikaner"
    assert said[2]["seat"] == "B"
    assert said[2]["phase"] == "play"


def test_the_last_one_may_bid_alone():
    table = Amerikaner("A B C")
    assert kinds(table.bid("A pass", "B pass", "C 1")) == ["turn", "turn", "contract", "turn"]


def test_all_pass():
    table = Amerikaner("A B C")
    said = table.bid("A pass", "B pass", "C pass")[-3:]
    zero = {"A": 0, "B": 0, "C": 0}
    assert kinds(said) == ["deal_over", "score", "turn"]
    assert said[0]["points"] == said[1]["total"] == zero
    assert said[0]["detail"] == {"bid": None}
    assert said[2]["seat"] == "B"


@pytest.mark.parametrize(
    ("seats", "value", "rule"),
    [
        ("A B C", "1", None),
        ("A B C", "17", None),
        ("A B C", "18", "wrong-value"),
        ("A B C D", "13", None),
        ("A B C D", "14", "wrong-value"),
        ("A B C D E", "10", None),
        ("A B C D E", "11", "wrong-value"),
        ("A B C D", "0", "wrong-value"),
        ("A B C D", "-1", "wrong-value"),
        ("A B C D", "Amerikaner", "wrong-value"),
        ("A B C D", "amerikaner", None),
    ],
)
def test_what_can_be_bid(seats, value, rule):
    said = Amerikaner(seats).bid(f"A {value}")
    assert [event.get("rule") for event in said if event["event"] == "refused"] == [rule] * (rule is not None)


@pytest.mark.parametrize(
    ("value", "rule"), [("5", "bid-too-low"), ("4", "bid-too-low"), ("6", None), ("0", "wrong-value")]
)
def test_a_bid_must_be_higher_than_the_last(value, rule):
    table = Amerikaner()
    table.bid("A 5")
    said = table.bid(f"B {value}")
    assert said[0].get("rule") == rule
    assert said[0].get("because", "") == ""


def test_bids_are_refused_in_order():
    table = Amerikaner()
    assert refusal(table.bid("B 0")) == ("out-of-turn", "")  # before wrong-value
    table.bid("A 5")
    assert refusal(table.bid("C 3")) == ("out-of-turn", "")  # before bid-too-low
    assert refusal(table.bid("C pass")) == ("out-of-turn", "")
    assert refusal(table.play("C 5C")) == ("wrong-phase", "")  # before out-of-turn
    assert refusal(table.call("B", "5C")) == ("wrong-phase", "")
    bought = auction()
    assert refusal(bought.bid("A 9")) == ("wrong-phase", "")
    assert refusal(bought.bid("A pass")) == ("wrong-phase", "")


def test_a_bid_without_a_number_or_text_is_no_line():
    with pytest.raises(BadLine):
        Amerikaner().do("bid", "A")


def test_a_bid_that_is_too_low_may_be_let_stand():
    table = Amerikaner()
    table.bid("A 5", "B pass", "C 4")
    assert kinds(table.accept()) == ["turn"]
    said = table.bid("D pass", "A pass")
    assert only("contract", said) == {"event": "contract", "line": table.number, "seat": "C", "value": 4}


# 4. The call


def test_the_bidder_calls_after_its_first_card():
    table = known("B")
    assert refusal(table.call("B", "KH")) == ("wrong-phase", "")
    assert only("turn", table.play("B 3H")).items() >= {"seat": "B", "phase": "call"}.items()
    assert refusal(table.play("C 9H")) == ("wrong-phase", "")
    assert refusal(table.call("C", "KH")) == ("out-of-turn", "")
    assert only("turn", table.call("B", "KH")).items() >= {"seat": "C", "phase": "play"}.items()
    assert refusal(table.call("B", "KH")) == ("wrong-phase", "")


@pytest.mark.parametrize(
    ("called", "rule", "because"),
    [
        ("KD", "call-trump", ""),
        ("6D", "call-trump", ""),  # its own, too
        ("3H", "card-seen", ""),
        ("AH", "called-card", "AH"),
        ("TH", None, None),
        ("10H", None, None),
        ("2H", None, None),
    ],
)
def test_what_can_be_called(called, rule, because):
    table = known("B", "C")
    table.play("B 3H")
    said = table.call("B", called)
    assert (kinds(said) == ["turn"]) == (rule is None)
    if rule is not None:
        assert refusal(said) == (rule, because)


def test_a_two_that_is_out_cannot_be_called():
    table = auction("B 5", "A B C")
    table.play("B 7C")
    assert refusal(table.call("B", "2C")) == ("card-seen", "")
    assert kinds(table.accept()) == ["refused"]


@pytest.mark.parametrize(
    ("value", "error"), [("ace", BadCard), ("KH QH", BadCard), ("", BadCard), (7, BadLine), (None, BadLine)]
)
def test_a_call_that_is_no_card_is_no_line(value, error):
    for table in (known("B"), first_trick("B")):
        with pytest.raises(error):
            table.do("declare", "B", value=value)


def test_there_is_no_call_in_an_amerikaner():
    table = Amerikaner()
    table.bid("A amerikaner")
    assert only("turn", table.play("A 3H")).items() >= {"seat": "B", "phase": "play"}.items()
    assert refusal(table.call("A", "KH")) == ("wrong-phase", "")


# 4. Cards


@pytest.mark.parametrize(
    ("called", "legal", "played", "refused"),
    [
        ("TH", "TH", "9H", ("called-card", "TH")),
        ("TH", "TH", "2D", ("called-card", "TH")),  # before follow-suit
        ("KH", "5H 9H TH", "2D", ("follow-suit", "5H 9H TH")),
    ],
)
def test_who_holds_the_called_card_must_play_it_to_the_first_trick(called, legal, played, refused):
    table = known("B", "C")
    table.play("B 3H")
    assert only("turn", table.call("B", called))["legal"] == legal
    assert refusal(table.play(f"C {played}")) == refused


def test_there_is_no_duty_to_trump_or_to_beat():
    table = first_trick("A", "B", "C", "D", called="KH")
    table.play("C 5H")
    refused = refusal(table.play("D 2H"))
    assert refused == ("called-card", "KH")
    table.play("D KH", "A 6H", "D 3S", "A 6S", "B 8S", "C 2S", "B 2C", "C 3C", "D 4C")
    assert only("turn", table.play("A TC")[-1:])["legal"] == "6C JC AC 5D 8D QD AD 8H JH JS"
    table.play("A 5D", "B 6D", "C 9D")
    assert only("turn", table.events[-1:])["legal"] == "3D 7D TD JD"


def test_without_the_suit_anything_goes():
    table = Amerikaner()
    table.deal(C="5H 9H TH 2D 9D KD 2S 5S 7S AS JS QS KS")
    bought(table)
    table.play("B 3C")
    turn = only("turn", table.call("B", "KC"))
    assert turn["legal"] == "2D 9D KD 5H 9H TH 2S 5S 7S JS QS KS AS"


def test_any_card_may_be_led():
    table = known("B")
    assert only("turn", table.events[-1:])["legal"] == FRENCH.text(each(cards(B)))


@pytest.mark.parametrize(
    ("line", "rule"),
    [
        ("B 3H 7H", "wrong-count"),
        ("B 5H", "card-seen"),  # C has it; before not-in-hand
        ("B KH", "not-in-hand"),
        ("C KH", "out-of-turn"),
    ],
)
def test_refusals_are_tried_in_order(line, rule):
    table = known("B", "C")
    assert refusal(table.do("play", line[0], line[2:])) == (rule, "")
    assert refusal(table.accept()) == ("wrong-phase", "")


def test_a_card_out_of_the_deck_cannot_be_played():
    assert refusal(auction("A 5", "A B C").play("A 2C")) == ("card-seen", "")
    assert kinds(auction("A 5", "A B C", removed="2S").play("A 2C")) == ["turn"]


# 4. Unseen hands


def test_a_suit_denied_and_held():
    table = first_trick()
    table.play("C KH", "D 2H", "A 6H", "C 3C", "D 5S", "A 4C", "B 9C", "B 2D", "C 3D")
    said = table.play("D 4D", "A 5D", "A 8S", "B 9S", "C 7S", "D TC")
    revoke = only("revoke", said)
    assert revoke.items() >= {"seat": "D", "rule": "follow-suit", "cards": "5S", "at": 12, "proof": "TC"}.items()


def test_where_nobody_plays_the_called_card_all_are_suspected():
    table = first_trick()
    said = table.play("C 5H", "D 2H", "A 6H")
    assert kinds(said) == ["turn", "turn", "suspect", "trick", "turn"]
    suspect = only("suspect", said)
    assert suspect == {**suspect, "seats": list("ABCD"), "rule": "called-card", "proof": "KH"}


@pytest.mark.parametrize(
    ("seen", "seats"),
    [("A", "BCD"), ("C", "ABD"), ("AC", "BD"), ("B", "ACD"), ("BC", "AD")],
)
def test_a_known_hand_is_never_suspected(seen, seats):
    table = first_trick(*seen)
    said = table.play("C 5H", "D 2H", "A 6H")
    assert only("suspect", said)["seats"] == list(seats)
    assert only("suspect", said)["rule"] == "called-card"


def test_it_is_said_as_soon_as_it_is_certain():
    table = first_trick("A")  # the last to play, and its hand is known
    assert kinds(table.play("C 5H")) == ["turn"]
    assert kinds(table.play("D 2H")) == ["suspect", "turn"]
    assert kinds(table.play("A 6H")) == ["trick", "turn"]


def test_where_only_one_is_left_it_is_a_revoke():
    table = first_trick("A", "B", "C")
    said = table.play("C 5H", "D 2H")
    assert only("revoke", said) == {
        **only("revoke", said),
        "seat": "D",
        "rule": "called-card",
        "cards": "2H",
        "proof": "KH",
    }
    table = known("A", "C", "D")
    table.play("B 3H")
    said = table.call("B", "AH")  # which no other hand holds
    revoke = only("revoke", said)
    assert revoke == {**revoke, "seat": "B", "rule": "called-card", "cards": "AH", "at": table.number, "proof": "AH"}
    assert kinds(said) == ["revoke", "turn"]


def test_who_plays_the_called_card_later_has_kept_it_back_and_is_the_helper():
    table = first_trick()
    table.play("C 5H", "D 2H", "A 6H", "A 3C", "B 2C", "C 4C")
    said = table.play("D KH")
    assert kinds(said) == ["revoke", "trick", "partner", "turn"]
    assert only("revoke", said) == {**only("revoke", said), "seat": "D", "at": 9, "cards": "2H", "proof": "KH"}
    assert only("partner", said) == {"event": "partner", "line": table.number, "seat": "D", "cards": "KH"}


def test_the_bidder_who_called_an_own_card_has_no_helper():
    table = first_trick()
    table.play("C 5H", "D 2H", "A 6H", "A 3C")
    said = table.play("B KH")
    assert kinds(said) == ["revoke", "turn"]
    assert only("revoke", said) == {**only("revoke", said), "seat": "B", "at": 7, "cards": "KH", "proof": "KH"}


def test_one_play_is_one_claim_and_named_by_the_first_row_that_fails():
    off_suit = ("C 2D", "D 2H", "A 6H")
    table = first_trick()
    table.play(*off_suit, "A 3C", "B 2C")
    assert only("revoke", table.play("C KH")) == {**only("revoke", table.events), "rule": "called-card", "cards": "2D"}
    table = first_trick()
    table.play(*off_suit, "A 3C", "B 2C")
    assert only("revoke", table.play("C 9H")) == {**only("revoke", table.events), "rule": "follow-suit", "cards": "2D"}
    assert kinds(table.play("D 4C", "C TH")) == ["trick", "turn", "turn"]  # it is said once


def test_what_counting_shows_is_a_revoke_on_its_own_line():
    table = first_trick("A", "B", "C")
    said = table.play("C 5H", "D 3D")  # D has all that is left, the king of hearts and four more
    assert kinds(said) == ["turn", "revoke", "turn"]
    revoke = only("revoke", said)
    assert revoke == {**revoke, "at": revoke["line"], "seat": "D", "rule": "called-card", "cards": "3D"}


def test_what_is_let_stand_promises_nothing():
    table = first_trick("C", called="TH")
    assert refusal(table.play("C 5H")) == ("called-card", "TH")
    assert kinds(table.accept()) == ["turn"]
    assert kinds(table.play("D 2H", "A 6H")) == ["turn", "trick", "turn"]
    said = table.play("A 6C", "B 2C", "C 3C", "D 4C", "A 8C", "B 9C", "C 7C", "D 5C", "B 7H", "C TH")
    assert only("partner", said)["seat"] == "C"
    assert not ACCUSATIONS.intersection(kinds(said))


def test_a_call_of_an_own_card_may_be_let_stand():
    table = known("B")
    table.play("B 3H")
    assert refusal(table.call("B", "AH")) == ("called-card", "AH")
    assert kinds(table.accept()) == ["turn"]
    assert kinds(table.play("C 5H", "D 2H", "A 6H")) == ["turn", "turn", "trick", "turn"]
    assert kinds(table.play("A 8H", "B AH")) == ["turn", "turn"]


def test_a_call_of_another_suit_may_be_let_stand():
    table = known("B", "C")
    table.play("B 3H")
    assert refusal(table.call("B", "KD")) == ("call-trump", "")
    table.accept()
    assert refusal(table.play("C 5H")) == ("called-card", "KD")
    assert refusal(table.play("C KD")) == ("follow-suit", "5H 9H TH")
    assert kinds(table.accept()) == ["partner", "turn"]


def test_a_call_that_is_let_stand_promises_nothing():
    table = auction()
    table.play("B 3H")
    table.call("B", "KD")
    table.accept()
    table.play("C 5H", "D 2H", "A 6H", "A 6D")
    assert kinds(table.play("B KD")) == ["turn"]


def test_the_helper_may_show_with_the_last_card_of_all():
    for seed in range(100):
        table = first_trick()  # D keeps the king of hearts to the end
        hands = {seat: hand.split() for seat, hand in HANDS.items()}
        hands["B"].remove("3H")
        rng = random.Random(seed)
        while any(hands.values()):
            seat = table.game.seats[table.referee.match.deal.turn]
            held = [one for one in hands[seat] if one != "KH"] or ["KH"]
            hands[seat].remove(one := rng.choice(held))
            said = table.play(f"{seat} {one}")
        if one == "KH":
            break
    assert [kind for kind in kinds(said) if kind != "revoke"] == ["trick", "partner", "deal_over", "score", "turn"]
    assert only("deal_over", said)["detail"]["partner"] == "D"


def test_a_call_that_nobody_can_answer_may_be_let_stand():
    table = auction("B 5", "A B C")
    table.play("B 3H")
    assert refusal(table.call("B", "2C")) == ("call-trump", "")
    assert kinds(table.accept()) == ["turn"]
    assert kinds(table.play("C 5H", "A 6H")) == ["turn", "trick", "turn"]


# 5. A trick


@pytest.mark.parametrize(
    ("trick", "winner"),
    [
        ("3H KH 2H 6H", "C"),  # the called card may win
        ("3H KH AH 6H", "D"),
        ("3H KH 2C AS", "C"),
        ("QH TH 2C AS", "B"),
    ],
)
def test_who_takes_the_first_trick(trick, winner):
    table = auction()
    first, second, *others = trick.split()
    table.play(f"B {first}")
    table.call("B", second)
    said = table.play(f"C {second}", f"D {others[0]}", f"A {others[1]}")
    assert only("trick", said) == {"event": "trick", "line": table.number, "winner": winner, "cards": trick}
    assert said[-1]["seat"] == winner


@pytest.mark.parametrize(("bid", "winner"), [("B 7", "D"), ("B amerikaner", "A")])
def test_trumps_win_unless_it_is_an_amerikaner(bid, winner):
    table = Amerikaner()
    table.bid("A pass", bid, "C pass", "D pass")  # the passes come too late where nothing is higher
    table.play("B 3H")
    table.call("B", "KH")
    table.play("C KH", "D 4H", "A 5H", "C 2C", "D 2H", "A 3C")
    assert only("trick", table.play("B 3D"))["winner"] == winner


# 6. Scores


@pytest.mark.parametrize(
    ("bid", "bidder", "helper", "tricks", "points"),
    [
        (8, 0, 2, (7, 1, 3, 2), (8, 1, 8, 2)),  # eight bid, ten taken
        (8, 2, 1, (3, 5, 2, 3), (3, -8, -8, 3)),  # eight bid, seven taken
        (10, 0, 2, (10, 1, 0, 2), (10, 1, 10, 2)),  # a helper without a trick
        (3, 0, 2, (0, 5, 3, 5), (3, 5, 3, 5)),
        (8, 1, None, (3, 8, 1, 1), (3, 8, 1, 1)),  # no helper
        (8, 1, None, (3, 7, 1, 2), (3, -8, 1, 2)),
        (13, 0, 2, (7, 0, 6, 0), (13, 0, 13, 0)),
        ("amerikaner", 1, None, (0, 13, 0, 0), (0, 13, 0, 0)),
        ("amerikaner", 1, None, (1, 12, 0, 0), (1, -13, 0, 0)),
    ],
)
def test_what_a_deal_counts(bid, bidder, helper, tricks, points):
    partners = [seat for seat in (bidder, helper) if seat is not None]
    assert rules().score(bid, partners, tricks) == list(points)


@pytest.mark.parametrize(("seats", "worth"), [("A B C", 17), ("A B C D", 13), ("A B C D E", 10)])
def test_an_amerikaner_is_worth_all_tricks(seats, worth):
    game = rules(seats)
    others = [0] * (len(game.seats) - 1)
    assert game.score("amerikaner", [0], [worth, *others]) == [worth, *others]
    assert game.score("amerikaner", [0], [worth - 1, 1, *others[1:]]) == [-worth, 1, *others[1:]]


def ends(target, totals):
    """The events of a deal that brings these totals."""
    table = Amerikaner(target=target)
    match = table.referee.match
    return match.close_deal(totals, {}), match


@pytest.mark.parametrize(
    ("target", "totals", "winners"),
    [
        (52, (51, 51, 3, 0), None),
        (52, (52, 51, 3, 0), "A"),
        (52, (52, 60, 3, 0), "B"),
        (52, (60, 3, 60, 0), "AC"),
        (1, (-8, -8, 1, 0), "C"),
    ],
)
def test_the_highest_total_wins_once_one_has_the_target(target, totals, winners):
    said, match = ends(target, totals)
    assert [kind for kind, _ in said] == ["deal_over", "score"] + ["game_over"] * (winners is not None)
    assert match.over == (winners is not None)
    if winners:
        assert said[-1] == ("game_over", {"winners": list(winners)})


def test_after_the_game_only_undo():
    people = People(Amerikaner, random.Random("the end"), "A B C", target=1)
    while not people.over:
        people.step()
    table = people.table
    assert kinds(table.events)[-3:] == ["deal_over", "score", "game_over"]
    assert list(table.events[-1]) == ["event", "line", "winners"]
    for said in (table.bid("A 5"), table.bid("A pass"), table.play("A 5C"), table.deal(), table.call("A", "KH")):
        assert refusal(said) == ("wrong-phase", "")
    assert kinds(table.undo()) == ["score", "turn"]
