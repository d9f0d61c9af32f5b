"""Making a suit and asking for one in Marjapussi (docs/rules/marjapussi.md), and what unseen hands promise by it."""

import pytest
from marrying_people import THREE, Marjapussi, game_over, revokes
from referee_table import kinds, only, refusal, snapshot

from engine.cards import NO_CARDS
from engine.errors import BadLine

# 3, 4. Making a suit


def test_the_first_suit_is_trump_and_every_other_a_pikkarainen():
    table = Marjapussi.a_trick_by("B")
    said = table.says("B", "H")
    assert said == [
        {"event": "marriage", "line": 6, "side": "B+D", "seat": "B", "suit": "H", "makes": "trump", "points": 2},
        {"event": "turn", "line": 6, "seat": "B", "phase": "lead"},
    ]
    table.play("B 6C", "C 7C", "D 8C", "A 9C")  # no lead was asked for
    made = only("marriage", table.says("A", "D"))
    assert (made["makes"], made["points"], made["side"]) == ("pikkarainen", 1, "A+C")


def test_a_pikkarainen_is_led_to_the_next_trick_only():
    table = Marjapussi.a_trick_by(hands={"A": "AS KH QH KD QD AD 6C 7C 8C"})
    assert only("turn", table.says("A", "H"))["legal"] == "6C 7C 8C QD KD AD QH KH"  # trump binds nobody
    table.play("A AD", "B 6D", "C 7D", "D 8D")
    assert only("turn", table.says("A", "D"))["legal"] == "QD KD"
    assert refusal(table.play("A 6C")) == ("pikkarainen-lead", "QD KD")
    table.play("A QD", "B 9D", "C TD", "D 6H", "D 9S", "A QH", "B TS")
    assert only("turn", table.play("C JS")[1:])["legal"] == "6C 7C 8C KD KH"


def test_a_pikkarainen_that_was_not_led_is_proved():
    table = Marjapussi.a_trick_by()
    table.says("A", "H")
    table.play("A AD", "B 6D", "C 7D", "D 8D")
    table.asks("A", "S")
    table.says("C", "S")
    table.play("A 9C", "B 8C", "C JC", "D QC")  # has no spade, it says, after saying that it has king or queen
    suspect = only("suspect", table.events)
    assert suspect["seats"] == ["A"]
    assert revokes(table.play("D 9S", "A QS")) == [("A", "pikkarainen-lead", "9C", suspect["line"], "QS")]


def test_own_words_count_as_known():
    table = Marjapussi.a_trick_by()
    table.says("A", "H")
    table.play("A 9C", "B TC", "C 6C", "D 7C", "B JH", "C 7H", "D 8H")
    assert refusal(table.play("A 9D")) == ("follow-suit", "QH KH")
    assert refusal(table.play("A 6H")) == ("must-beat", "QH KH")
    table.play("A QH", "A 8C", "B JC", "C QC", "D KC", "D 9H")
    assert refusal(table.play("A 9D")) == ("follow-suit", "KH")  # as long as it was not played


def test_own_words_leave_other_cards_open():
    table = Marjapussi.a_trick_by()
    table.says("A", "H")
    table.play("A 9C", "B TC", "C 6C", "D 7C", "B JC", "C 8C", "D QC")
    assert refusal(table.play("A 9D")) == ("must-trump", "QH KH")
    assert "refused" not in kinds(table.play("A 6H"))


def test_a_king_that_was_announced_by_another_is_never_seen_elsewhere():
    table = Marjapussi.a_trick_by()
    table.says("A", "H")
    declared = table.number
    table.play("A 9H", "B JH")
    assert revokes(table.play("C KH")) == [("A", "no-marriage", "", declared, "KH")]
    assert not revokes(table.play("D QH")), "one claim is reported once"
    table.play("C 6C", "D 7C", "A 8C", "B 9C", "B 6H", "C 7H", "D 8H")
    assert "refused" not in kinds(table.play("A 6D")), "what was seen elsewhere is not known to be there any more"


def test_own_words_do_not_make_a_hand_known():
    table = Marjapussi.a_trick_by()
    assert "legal" not in only("turn", table.says("A", "H"))
    table.play("A KH")
    assert "refused" not in kinds(table.events)


NO_MARRIAGE = [
    ({"A": "AS KH TH KD QD AD 6C 7C 8C"}, [], "H"),  # the whole hand is known
    ({"B": "6S KH TH KD QD AD 6C 7C 8C"}, [], "H"),  # in another hand
    ({}, ["A KH", "B TH", "C 6H", "D 7H", "B 8C", "C 7C", "D 6C", "A 9C"], "H"),  # played, by itself
    ({}, ["A 8H", "B KH", "C 6H", "D 7H", "B 8C", "C 7C", "D 6C", "A 9C"], "H"),  # or by another
    # it has said so: off suit, then by not going over the jack
    ({}, ["A 8C", "B TC", "C 7C", "D 6C", "B 9H", "C 7H", "D 6H", "A 8D", "B 6D", "C JD", "D 7D", "A TD"], "H"),
    ({}, ["A 8C", "B TC", "C 7C", "D 6C", "B 9H", "C JH", "D 6H", "A 7H", "C 9D", "D 7D", "A TD", "B 6D"], "H"),
]


@pytest.mark.parametrize(("hands", "plays", "suit"), NO_MARRIAGE)
def test_a_pair_that_cannot_be_there(hands, plays, suit):
    table = Marjapussi.a_trick_by(hands=hands)
    said = table.play(*plays)
    assert "refused" not in kinds(said)
    assert only("turn", table.events[-1:])["seat"] == "A"
    assert refusal(table.says("A", suit)) == ("no-marriage", "")
    assert only("marriage", table.accept())["suit"] == suit


def test_what_a_seat_said_it_lacks_it_may_announce_again_once_that_is_proved_false():
    table = Marjapussi.a_trick_by()
    table.play("A 8C", "B TC", "C 7C", "D 6C", "B 9H", "C 7H", "D 6H", "A 8D")  # A has no heart left, it says
    table.play("B 6D", "C JD", "D 7D", "A TD")
    assert refusal(table.says("A", "H")) == ("no-marriage", "")
    assert revokes(table.play("A 8H")) == [("A", "follow-suit", "8D", table.number - 6, "8H")]
    table.play("B JH", "C 9D", "D QD", "B 9C", "C KD", "D AD", "A AC")
    assert kinds(table.says("A", "H")) == ["marriage", "turn"]


def test_one_suit_a_trick_and_each_once():
    table = Marjapussi.a_trick_by()
    table.says("A", "H")
    assert refusal(table.says("A", "D")) == ("one-announcement", "")
    assert refusal(table.says("A", "H")) == ("one-announcement", "")  # before suit-used
    assert refusal(table.asks("A", "D")) == ("one-announcement", "")
    table.play("A AC", "B 6C", "C 7C", "D 8C")
    assert refusal(table.says("A", "H")) == ("suit-used", "")
    assert refusal(table.asks("A", "H")) == ("suit-used", "")
    assert refusal(table.asks("A", "trump")) == ("trump-made", "")
    assert kinds(table.says("A", "D")) == ["marriage", "turn"]


def test_announcing_takes_the_lead_after_a_trick():
    table = Marjapussi(deals_played=1)
    assert refusal(table.says("A", "H")) == ("after-trick", "")
    assert refusal(table.asks("A", "trump")) == ("after-trick", "")
    assert refusal(table.says("B", "H")) == ("out-of-turn", "")
    table.play("A AS")
    for said in (table.says("A", "H"), table.says("B", "H"), table.asks("B", "trump")):
        assert refusal(said) == ("wrong-phase", "")
    table.play("B 6S", "C 7S", "D 8S")
    assert refusal(table.says("B", "H")) == ("out-of-turn", "")
    assert refusal(table.asks("B", "trump")) == ("out-of-turn", "")
    for verb in ("pass", "draw", "knock", "show"):
        assert refusal(table.do(verb, "A")) == ("wrong-phase", "")
    assert refusal(table.stock("")) == ("wrong-phase", "")


@pytest.mark.parametrize(
    ("verb", "value"),
    [
        *(("declare", value) for value in ("trump", "hearts", "h", 3, None, "CD")),
        *(("ask", value) for value in ("hearts", "T", "", 1, None)),
    ],
)
def test_values_that_are_no_suit_and_no_question(verb, value):
    for table in (Marjapussi.a_trick_by(), Marjapussi(), game_over()):
        before = snapshot(table.referee.match)
        with pytest.raises(BadLine):
            table.do(verb, "A", to=2, value=value)
        assert snapshot(table.referee.match) == before


# 3, 4. Asking


def test_the_whole_question_comes_first_and_only_at_the_sides_first_trick():
    table = Marjapussi.a_trick_by()
    assert refusal(table.asks("A", "H")) == ("ask-order", "")
    assert refusal(table.asks("A", "H", to="B")) == ("no-partner", "")  # before ask-order
    assert refusal(table.asks("A", "trump", to="A")) == ("no-partner", "")
    assert table.asks("A", "trump") == [{"event": "turn", "line": table.number, "seat": "C", "phase": "answer"}]
    assert table.no("C") == [{"event": "turn", "line": table.number, "seat": "A", "phase": "lead"}]
    assert refusal(table.asks("A", "trump")) == ("ask-order", "")  # asked already
    table.asks("A", "H")
    table.no("C")
    assert refusal(table.asks("A", "D")) == ("one-question", "")
    assert refusal(table.asks("A", "trump")) == ("ask-order", "")
    table.play("A 6C", "B 7C", "C 8C", "D 9C")
    assert refusal(table.asks("D", "S")) == ("ask-order", "")  # the other side's first trick
    table.play("D 9D", "A TD", "B 6D", "C 7D")
    assert refusal(table.asks("A", "trump")) == ("ask-order", "")  # not the first any more
    assert kinds(table.asks("A", "D")) == ["turn"]


def test_a_half_may_be_asked_for_later_without_the_whole_question():
    table = Marjapussi.a_trick_by()
    table.play("A AC", "B 6C", "C 7C", "D 8C")
    assert refusal(table.asks("A", "trump")) == ("ask-order", "")
    assert kinds(table.asks("A", "H")) == ["turn"]
    assert only("marriage", table.says("C", "H")).items() >= {"seat": "A", "makes": "trump", "side": "A+C"}.items()
    assert refusal(table.asks("A", "D")) == ("one-announcement", "")


def test_a_half_may_be_asked_for_at_once_where_trump_is_made():
    table = Marjapussi.a_trick_by()
    table.says("A", "H")
    table.play("A 6C", "B 7C", "C 8C", "D 9C")
    assert kinds(table.asks("D", "S")) == ["turn"]
    assert only("marriage", table.says("B", "S")).items() >= {"seat": "D", "makes": "pikkarainen"}.items()
    assert refusal(table.says("D", "D")) == ("one-announcement", "")


def test_after_a_no_the_leader_may_announce():
    table = Marjapussi.a_trick_by()
    table.asks("A", "trump")
    table.no("C")
    table.asks("A", "H")
    table.no("C")
    assert only("marriage", table.says("A", "D"))["makes"] == "trump"


def test_nothing_but_the_answer_is_waited_for():
    table = Marjapussi.a_trick_by()
    table.asks("A", "trump")
    for said in (table.play("A 6C"), table.play("C 6C"), table.asks("A", "H"), table.asks("C", "trump"), table.deal()):
        assert refusal(said)[0] == "wrong-phase"
    for seat in "ABD":
        assert refusal(table.no(seat)) == ("out-of-turn", "")
        assert refusal(table.says(seat, "H")) == ("out-of-turn", "")
    assert kinds(table.says("C", "H")) == ["marriage", "turn"]
    assert refusal(table.no("C")) == ("wrong-phase", "")


def test_three_have_no_partner():
    table = Marjapussi.a_trick_by(seats=THREE)
    for value in ("trump", "H"):
        assert refusal(table.asks("A", value, to="B")) == ("no-partner", "")
    table.says("A", "H")
    table.play("A AC", "B 6C", "C 7C")
    assert refusal(table.asks("A", "H", to="B")) == ("suit-used", "")  # before no-partner


ASKER = "AS 9S KH 7H 8D 9D JC 7C 6C"
PARTNER = "7S QH TH 6D QD KD 8C QC KC"


@pytest.mark.parametrize(
    ("question", "answer", "rule", "because"),
    [
        ("trump", None, "false-answer", "QC KC QD KD"),  # all pairs
        ("trump", "H", "no-marriage", ""),
        ("trump", "D", None, ""),
        ("trump", "C", None, ""),
        ("H", None, "false-answer", "QH"),
        ("H", "D", "wrong-suit", ""),
        ("H", "H", None, ""),
    ],
)
def test_an_answer_from_a_known_hand_is_true(question, answer, rule, because):
    no_pair = PARTNER.replace("QC", "9C").replace("QD", "TD")
    table = Marjapussi.a_trick_by(hands={"A": ASKER, "C": PARTNER if question == "trump" else no_pair})
    if question != "trump":
        table.asks("A", "trump")
        table.no("C")
    table.asks("A", question)
    said = table.no("C") if answer is None else table.says("C", answer)
    if rule is None:
        assert kinds(said) == ["marriage", "turn"]
    else:
        assert refusal(said) == (rule, because)
        assert table.accept()[-1].items() >= {"event": "turn", "seat": "A", "phase": "lead"}.items()


def test_who_holds_neither_cannot_ask_nor_say_yes():
    known = {"A": "AS 9S 8H 7H 8D 9D JC 7C 6C", "C": "7S JH TH 6D JD TD 8C 9C TC"}
    table = Marjapussi.a_trick_by(hands=known)
    table.asks("A", "trump")
    table.no("C")
    assert refusal(table.asks("A", "H")) == ("no-half", "")
    table = Marjapussi.a_trick_by(hands={"C": known["C"]})
    table.asks("A", "trump")
    table.no("C")
    table.asks("A", "H")
    assert refusal(table.says("C", "H")) == ("no-half", "")
    assert kinds(table.no("C")) == ["turn"]


def test_a_half_of_which_a_card_was_played_is_not_asked_for():
    table = Marjapussi.a_trick_by()
    table.play("A 9H", "B KH", "C 6H", "D AH", "D 6C", "A TC", "B 7C", "C 8C")
    assert refusal(table.asks("A", "H")) == ("no-half", "")
    assert kinds(table.asks("A", "D")) == ["turn"]


# 4. What is promised in unseen hands


def halves():
    """A has asked for the half of hearts, C has said yes; hearts are trump. Returns the lines of both too."""
    table = Marjapussi.a_trick_by()
    table.asks("A", "trump")
    table.no("C")
    table.asks("A", "H")
    asked = table.number
    table.says("C", "H")
    return table, asked, table.number


def test_a_half_that_an_opponent_plays_leaves_both_partners_suspect():
    table, _, _ = halves()
    table.play("A 9H")
    assert only("suspect", table.play("B KH")) == {
        "event": "suspect",
        "line": table.number,
        "seats": ["A", "C"],
        "rule": "no-marriage",
        "proof": "QH KH",
    }


def test_an_asker_that_held_both_proves_the_yes_false():
    table, _, answered = halves()
    assert "suspect" not in kinds(table.play("A KH", "B TH", "C 6H", "D 7H", "B 6C", "C 7C", "D 8C"))
    assert revokes(table.play("A QH")) == [("C", "false-answer", "", answered, "QH KH")]


def test_both_halves_with_others_prove_question_and_answer_false():
    table, asked, answered = halves()
    table.play("A 9H", "B KH", "C TH")
    assert revokes(table.play("D QH")) == [
        ("A", "no-half", "", asked, "QH KH"),
        ("C", "false-answer", "", answered, "QH KH"),
    ]


def test_a_partner_with_both_halves_proves_the_question_false():
    table, asked, _ = halves()
    table.play("A 9H", "B 6H", "C KH", "D TH", "D 6C", "A 7C", "B 8C")
    assert revokes(table.play("C QH")) == [
        ("C", "false-answer", "", asked - 1, "QH KH"),  # it had a pair, when it was asked for any
        ("A", "no-half", "", asked, "QH KH"),
    ]


def test_a_no_to_a_half_is_proved_false_by_one_of_the_two():
    table = Marjapussi.a_trick_by()
    table.asks("A", "trump")
    table.no("C")
    table.asks("A", "H")
    table.no("C")
    answered = table.number
    table.play("A 9H", "B TH")
    assert revokes(table.play("C QH")) == [("C", "false-answer", "", answered, "QH")]


def whole_no():
    """A has asked for a whole pair, C has none."""
    table = Marjapussi.a_trick_by()
    table.asks("A", "trump")
    table.no("C")
    return table, table.number


def test_a_no_to_the_whole_question_is_proved_false_by_a_pair():
    table, answered = whole_no()
    assert not revokes(table.play("A 9H", "B TH", "C KH", "D AH", "D 9D", "A JD", "B TD"))
    assert not revokes(table.play("C QD")), "king and queen of two suits are no pair"
    table.play("B 9C")
    assert revokes(table.play("C QH")) == [("C", "false-answer", "", answered, "QH KH")]
    table.play("D TC", "A 6C", "D 6D", "A 7D", "B 8D")
    assert not revokes(table.play("C KD")), "one answer is reported once"


def test_a_no_to_the_whole_question_may_be_proved_false_by_counting_at_once():
    hands = {"A": ASKER, "B": "6S 8S TS 8H 9H JH 7D JD AD", "D": "JS QS KS AH 6H TD QD KD 9C"}
    table = Marjapussi(deals_played=1)
    table.deal(hands)  # so that C holds both QC KC, and of the others only one
    table.play("A AS", "B 6S", "C 7S", "D JS")
    table.asks("A", "trump")
    said = table.no("C")
    assert revokes(said) == [("C", "false-answer", "", table.number, "QC KC")]
    assert kinds(said) == ["revoke", "turn"]


def test_who_said_no_has_no_pair_later_unless_that_was_false():
    table, _ = whole_no()
    table.play("A 9H", "B 8H", "C TH", "D 7H")
    for suit in "CDHS":
        assert refusal(table.says("C", suit)) == ("no-marriage", "")
    table.play("C QC", "D 9C", "A 8C", "B 7C")
    table.play("C KC", "D JC", "A 6C", "B 6D")
    assert revokes(table.events)
    assert kinds(table.says("C", "D")) == ["marriage", "turn"]


def test_words_from_known_hands_need_no_proof():
    table = Marjapussi.a_trick_by(hands={"A": ASKER, "C": PARTNER})
    table.asks("A", "trump")
    table.says("C", "D")
    assert table.referee.match.said == [NO_CARDS] * 4
    assert not [denial for denial in table.referee.match.denials if denial.seat in (0, 2)]


def test_voids_that_leave_no_room_make_seats_suspect():
    table = Marjapussi(deals_played=1)
    table.deal(A="AS AD 6H 7H 8H 6D 7D 8D 9D")
    table.play("A AD", "B 6C", "C 7C", "D 8C")  # nobody has a diamond: but JD QD KD TD lie somewhere
    suspect = only("suspect", table.events)
    assert (suspect["seats"], suspect["rule"], suspect["line"]) == (["B", "C", "D"], "follow-suit", table.number)
    assert suspect["proof"] == "JD QD KD TD"


def test_a_revoke_is_told_at_the_first_card_that_proves_it():
    table = Marjapussi.a_trick_by()
    table.says("A", "D")
    table.play("A 9C", "B 7H")  # has no club and no trump, it says
    at = table.number
    table.play("C TC", "D 6C", "C 8H", "D 9H", "A TH")
    assert revokes(table.play("B 6D")) == [("B", "must-trump", "7H", at, "6D")]
    table.play("C 7C", "D 9D", "D JD", "A QC")
    assert not revokes(table.play("B 8C")), "and once, whatever is proved later"


def test_what_people_let_stand_makes_no_claim():
    table = Marjapussi.a_trick_by()
    table.says("A", "H")
    table.play("A 9C", "B TC", "C 6C", "D 7C", "B 6H", "C 7H", "D 8H")
    assert refusal(table.play("A 9D"))[0] == "follow-suit"
    assert kinds(table.accept()) == ["trick", "turn"]
    table.play("D 8D", "A JD", "B QD", "C KD", "C 8C", "D JC", "A QH")
    assert not revokes(table.events)


def test_words_let_stand_are_applied_as_they_were_made():
    table = Marjapussi(deals_played=1)
    assert refusal(table.says("A", "H")) == ("after-trick", "")
    marriage, turn = table.accept()
    assert (marriage["makes"], turn["seat"]) == ("trump", "A")
    assert refusal(table.says("A", "D"))[0] == "after-trick"
    assert only("marriage", table.accept())["makes"] == "pikkarainen"
    assert refusal(table.deal(B="6C 7C 8C 9C TC JC QC KC AC")) == ("wrong-phase", "")
    assert refusal(table.asks("A", "H", to="B"))[0] == "after-trick"
    assert only("turn", table.accept()).items() >= {"seat": "B", "phase": "answer"}.items()
    assert only("marriage", table.says("B", "H"))["side"] == "A+C"
    assert refusal(table.asks("A", "H", to="A"))[0] == "after-trick"
    assert refusal(table.accept()) == ("wrong-phase", ""), "nobody could answer"
    assert refusal(table.do("ask", "A", value="H"))[0] == "after-trick"
    assert refusal(table.accept()) == ("wrong-phase", "")
    assert not revokes(table.play("A AC", "B KH", "C QD"))


def test_own_words_count_when_the_suit_is_asked_for_again():
    table = Marjapussi.a_trick_by()
    table.asks("A", "trump")
    table.says("C", "H")
    table.play("A 6C", "B 7C", "C 8C", "D 9C", "D 6D", "A 7D", "B 8D", "C AD")
    assert refusal(table.asks("C", "H", to="A"))[0] == "suit-used"
    table.play("C 9D", "D JD", "A TD", "B QD")
    assert refusal(table.asks("A", "H"))[0] == "suit-used"
    table.accept()
    assert refusal(table.no("C")) == ("false-answer", "QH KH")


def test_a_yes_after_both_cards_were_played_is_false_at_once():
    table = Marjapussi.a_trick_by()
    table.play("A 9H", "B KH", "C AH", "D QH", "C 6C", "D 7C", "A TC", "B 8C")
    assert refusal(table.asks("A", "H")) == ("no-half", "")
    table.accept()
    assert revokes(table.says("C", "H")) == [("C", "false-answer", "", table.number, "QH KH")]
