"""Valepaska (docs/rules/valepaska.md): face down, and what is said of it must be a legal play."""

import random

import pytest
from random_games import check_refusals, check_undo, plain
from referee_table import kinds, only, refusal
from shedding_people import HalfSeen, SheddingTable, card_count, likely, steps_of

from engine.actions import Act
from engine.errors import BadGame, BadLine
from engine.games import load

RULES = {
    *("wrong-phase", "out-of-turn", "wrong-count", "card-seen", "not-in-hand", "opening-rank", "must-take", "too-low"),
    *("two-on-top", "one-at-a-time", "court-too-early", "ace-on-court-only", "nothing-to-take", "stock-empty"),
    *("not-stock-top", "first-face-up", "claim-needed", "nothing-to-challenge"),
}


class Valepaska(SheddingTable):
    rules = "valepaska"


def table(seats="A B C", dealer="C"):
    return Valepaska(seats, dealer)


def late(stock=0, pile="5C", **hands):
    return table().late(stock, pile, **(hands or {"A": "6D 7D 9D TD JD AD", "B": "3C 3H", "C": "4C"}))


# -- what may be done (section 4) ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("short", "rule"),
    [
        ("A says 3x1: 3C", "first-face-up"),
        ("A says 3x1", "first-face-up"),
        ("A says 3x0", "wrong-count"),
        ("A says 3x2: 3C", "wrong-count"),
        ("A TH", "opening-rank"),
        ("A 3C 4C", "opening-rank"),
        ("A 3C 3D 3H 3S 4C", "wrong-count"),  # above four
        ("B doubts", "wrong-phase"),
        ("B shows 3C", "wrong-phase"),
        ("B passes", "wrong-phase"),
        ("B takes", "wrong-phase"),
        ("B turns 3C", "wrong-phase"),
    ],
)
def test_the_first_play_is_shown(short, rule):
    at = table()
    assert refusal(at.lines(short))[0] == rule


@pytest.mark.parametrize(
    ("pile", "short", "rule"),
    [
        ("5C", "A 6D", "claim-needed"),
        ("5C", "A 6H", "not-in-hand"),  # the shared rules come first
        ("5C", "A 6D 6D", "wrong-count"),
        ("5C", "A says 6x5: 6D 7D 9D TD JD", "wrong-count"),
        ("5C", "A says 6x0", "wrong-count"),
        ("5C", "A says 6x2: 6D", "wrong-count"),
        ("5C", "A says 6x2: 6D 6D", "wrong-count"),
        ("5C", "A says 6x1: 3C", "card-seen"),
        ("5C", "A says 6x1: 5C", "card-seen"),
        ("5C", "A says 6x1: 6H", "not-in-hand"),
        ("5C", "A says 4x1: 6D", "too-low"),
        ("5C", "A says Jx1: 6D", "court-too-early"),
        ("", "A says Jx1: 6D", "court-too-early"),
        ("5C", "A says Ax1: 6D", "ace-on-court-only"),
        ("5C", "A says Tx2: 6D 7D", "one-at-a-time"),
        ("2C", "A says 3x1: 6D", "two-on-top"),
        ("5C", "B says 6x1", "out-of-turn"),
        ("5C", "B takes", "out-of-turn"),
        ("", "A takes", "nothing-to-take"),
        ("5C", "A doubts", "nothing-to-challenge"),
        ("5C", "A passes", "wrong-phase"),
        ("5C", "A shows 6D", "wrong-phase"),
        ("5C", "A turns 6D", "card-seen"),
        ("5C", "A turns 6H 6S", "wrong-count"),
    ],
)
def test_refusals(pile, short, rule):
    at = late(4, pile)
    said = at.lines(short)
    assert refusal(said) == (rule, "")
    if "says" in short:
        assert said[0]["cards"] == ""  # what was laid is not shown


def test_a_seat_cannot_say_more_cards_than_it_has():
    assert refusal(late(4, "5C", A="6D 7D", B="3C", C="4C").lines("A says 6x3"))[0] == "wrong-count"


@pytest.mark.parametrize("claim", [{"rank": "1", "count": 1}, {"rank": "10", "count": 1}, {"count": 1}])
def test_a_rank_that_does_not_exist_is_no_line(claim):
    with pytest.raises(BadLine):
        late().take(Act("play", 0, claim=claim))


def test_the_reader_can_count_the_cards():
    at = late(4)
    assert only("claim", at.do("play", "A", "6D 7D", claim={"rank": "6"}))["count"] == 2


@pytest.mark.parametrize(
    ("pile", "stock", "said"),
    [
        ("", 4, "3 4 5 6 7 8 9 T A 2"),
        ("", 0, "3 4 5 6 7 8 9 T J Q K A 2"),
        ("7C", 4, "7 8 9 T 2"),
        ("8C", 4, "8 9 T J Q K 2"),
        ("QC", 4, "Q K A 2"),
        ("2C", 4, "2"),
    ],
)
def test_what_may_be_said(pile, stock, said):
    assert late(stock, pile).referee.match.turn()["claims"] == said


def test_lies_that_everybody_could_see_through_are_no_breaches():
    at = late(4)
    assert kinds(at.lines("A says 5x4: 6D 7D 9D TD")) == ["claim", "drawn", "turn"]  # five fives, by what was said


def test_a_claim_that_people_let_stand_counts_as_it_was_made():
    at = late(4, "KC", A="TD 6D 7D 8D 9D", B="3C 3H", C="4C")
    assert refusal(at.lines("A says Tx1: TD"))[0] == "too-low"
    assert kinds(at.accept()) == ["claim", "drawn", "turn"]
    assert kinds(at.lines("B doubts")) == ["verdict", "taken", "turn"]
    for short in ("B says 3x1: 3S", "C 4C", "C shows 4C"):
        at.lines(short)
        assert refusal(at.accept())[0] == "wrong-phase"


# -- before a doubt nothing differs between truth and lie ---------------------------------------------------


@pytest.mark.parametrize(("claim", "true", "false"), [("6x1", "6D", "9D"), ("Tx1", "TD", "7D"), ("2x1", "2D", "AD")])
def test_the_table_keeps_silent(claim, true, false):
    hands = {"A": "2D 6D 7D 9D TD JD AD", "B": "3C 3H", "C": "4C"}
    honest, lying = late(4, **hands), late(4, **hands)
    assert plain(honest.lines(f"A says {claim}: {true}")) == plain(lying.lines(f"A says {claim}: {false}"))
    assert honest.referee.match.asks() == lying.referee.match.asks()
    assert honest.referee.match.shown() == lying.referee.match.shown()


# -- doubts (sections 2, 5) ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("pile", "claim", "laid", "lie", "taker", "opens"),
    [
        ("5C", "6x1", "9D", True, "A", "B"),  # a liar never goes on
        ("5C", "6x1", "6D", False, "C", "B"),
        ("5C", "6x2", "6D 6H", False, "C", "B"),
        ("5C", "6x2", "6D 9D", True, "A", "B"),
        ("5C", "Tx1", "TD", False, "C", "A"),  # a true feller does
        ("5C", "Tx1", "9D", True, "A", "B"),
        ("", "Tx1", "TD", False, "C", "B"),  # it fells nothing
        ("6C 6S", "6x2", "6D 6H", False, "C", "A"),
        ("6C 6S", "6x2", "6D 9D", True, "A", "B"),
        ("QC", "Ax1", "AD", False, "C", "A"),
    ],
)
def test_who_takes_the_pile_and_who_goes_on(pile, claim, laid, lie, taker, opens):
    at = late(4, pile, A="6D 6H 9D TD AD 2D 2H", B="3C 3H", C="4C")
    at.lines(f"A says {claim}: {laid}")
    verdict, taken, turn = at.lines("C doubts")
    assert verdict == {
        "event": "verdict",
        "line": 3,
        "seat": "C",
        "against": "A",
        "lie": lie,
        "cards": laid,
    }
    assert (taken["seat"], taken["count"]) == (taker, len(pile.split()) + len(laid.split()))
    assert (turn["seat"], turn["phase"]) == (opens, "open")
    assert set(laid.split()) <= set(at.hand(taker).split())


def test_only_the_latest_play_can_be_doubted_and_not_by_its_own_seat():
    at = late(4)
    at.lines("A says 6x1: 7D")
    assert refusal(at.lines("A doubts"))[0] == "wrong-phase"
    at.lines("B says 6x1: 3C")
    assert only("verdict", at.lines("A doubts"))["against"] == "B"
    assert refusal(at.lines("A doubts"))[0] == "nothing-to-challenge"


def test_taking_the_pile_ends_the_doubt():
    at = late(4)
    at.lines("A says 6x1: 7D, B takes")
    assert refusal(at.lines("C doubts"))[0] == "nothing-to-challenge"


def test_a_falling_pile_lies_there_until_somebody_acts():
    at = late(4)
    assert only("turn", at.lines("A says Tx1: 6D")) == {
        "event": "turn",
        "line": 2,
        "seat": "A",
        "phase": "open",
        "claims": "3 4 5 6 7 8 9 T A 2",
    }
    assert refusal(at.lines("A takes"))[0] == "nothing-to-take"
    said = at.lines("A turns 8S")
    assert kinds(said) == ["felled", "tried", "turn"]
    assert only("felled", said) == {"event": "felled", "line": 4, "seat": "A", "by": "ten", "count": 2}


# -- cards laid unread --------------------------------------------------------------------------------------


def test_a_hand_laid_from_unread_is_uncertain():
    at = late(4)
    at.lines("A says 6x1")
    assert at.hand("A") == ""
    assert only("turn", at.lines("B doubts")) == {"event": "turn", "line": 3, "seat": "A", "phase": "show"}
    for short, rule in (
        ("A shows 3C", "card-seen"),
        ("A shows 8S", "not-in-hand"),  # the whole hand was known when the card was laid
        ("A shows 6D 7D", "wrong-count"),
        ("A shows 6D 6D", "wrong-count"),
        ("B shows 6D", "out-of-turn"),
        ("C doubts", "wrong-phase"),
        ("B takes", "wrong-phase"),
        ("B says 6x1", "wrong-phase"),
        ("B turns 8S", "wrong-phase"),
    ):
        assert refusal(at.lines(short))[0] == rule, short
    assert only("verdict", at.lines("A shows 9D"))["lie"] is True
    assert at.hand("A") == "5C 9D"  # the pile it took, all of it seen


def test_a_card_known_to_be_in_the_hand_still_cannot_be_shown():
    at = table()
    at.lines("A 3C, B says 4x1, B names 8S, C doubts")
    assert refusal(at.lines("B shows 8S"))[0] == "card-seen"


def test_whoever_takes_unread_cards_holds_unknown_ones():
    at = late(4)
    before = card_count(at.referee.match)
    at.lines("A says 6x2, B takes")
    match = at.referee.match
    assert at.hand("B") == "3C 5C 3H"
    assert match.hands.unknown[1] == 2
    assert card_count(match) == before


# -- last cards and the end (section 6) ---------------------------------------------------------------------


def test_last_cards_are_settled_by_the_next_act_where_two_others_have_cards():
    at = late(0, "5C", A="6D", B="3C 3H", C="4C 4D")
    assert kinds(at.lines("A says 6x1: 6D")) == ["claim", "turn"]
    assert refusal(at.lines("A doubts"))[0] == "wrong-phase"
    assert kinds(at.lines("B takes")) == ["out", "taken", "turn"]
    at.lines("C says 4x1: 4C")
    assert refusal(at.lines("A doubts"))[0] == "wrong-phase"  # out


def test_a_felling_claim_with_the_last_card_leaves_the_table_to_the_next():
    at = late(0, "5C", A="6D", B="3C 3H", C="4C 4D")
    assert only("turn", at.lines("A says Tx1: 6D"))["seat"] == "B"
    said = at.lines("B says 3x1: 3C")
    assert kinds(said) == ["felled", "out", "claim", "turn"]
    assert only("turn", said)["seat"] == "C"


@pytest.mark.parametrize(("claim", "events"), [("6x1", ["out"]), ("Tx1", ["felled", "out"])])
def test_the_only_other_seat_believes(claim, events):
    at = table("A B", "B").late(0, "5C", A="TD", B="3C 3H")
    assert only("turn", at.lines(f"A says {claim}: TD"))["phase"] == "last-claim"
    for short in ("B takes", "B says 3x1: 3C", "B turns 4S", "A doubts", "B shows 3C"):
        assert refusal(at.lines(short))[0] == "wrong-phase"
    assert refusal(at.lines("A passes"))[0] == "out-of-turn"
    said = at.lines("B passes")
    assert kinds(said) == [*events, "game_over"]
    assert (said[-1]["winners"], said[-1]["losers"]) == (["A"], ["B"])


def test_the_only_other_seat_doubts_unread_last_cards():
    at = table("A B", "B").late(0, "5C", A="TD", B="3C 3H")
    at.lines("A says Tx1")
    assert only("turn", at.lines("B doubts"))["phase"] == "show"
    assert refusal(at.lines("A shows 9D"))[0] == "not-in-hand"
    assert kinds(at.lines("A shows TD")) == ["verdict", "taken", "out", "game_over"]
    at.undo()
    at.undo()
    at.undo()
    at.lines("A says 6x1: TD")
    assert kinds(at.lines("B doubts")) == ["verdict", "taken", "turn"]
    assert at.hand("A") == "5C TD"


@pytest.mark.parametrize("seats", ["A", "A B C D E F G"])
def test_two_to_six_play(seats):
    with pytest.raises(BadGame):
        load("valepaska", seats.split(), None, {})


# -- whole games --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("count", range(2, 7))
def test_random_games_end_and_accuse_nobody_however_little_is_read(count):
    game = load("valepaska", "ABCDEF"[:count], None, {})
    for seed in range(10):
        at, steps = steps_of(game, f"{count} {seed}")
        assert at.referee.match.over
        assert card_count(at.referee.match) == 52
        rng = random.Random(seed)
        HalfSeen(game, rng, 0, 0, 0, 0).tell(steps)
        HalfSeen(game, rng, 0.5, 0.3, 0.5, 0.5).tell(steps)


def test_undo_at_every_step():
    check_undo(lambda: load("valepaska", "ABC", None, {}), find=likely)


def test_whatever_is_illegal_is_refused_by_a_rule_of_the_page():
    came = check_refusals(lambda: load("valepaska", "ABC", None, {}), RULES, find=likely)
    assert {"out-of-turn", "not-in-hand", "nothing-to-challenge"} <= came
