"""The referee by docs/table-script.md: what is refused and in which order, undo, accept, naming refills, turns."""

import random

import pytest
from referee_table import Table, kinds, only, refusal, snapshot
from true_games import game

from engine.referee import CHECKPOINT_EVERY

HANDS = {"A": "5C 6C TH 7D 2S", "B": "9C QH 3D 4D 8S", "C": "TC KH 6D 2D 7S"}
STOCK_OF_TWO = (
    "KC QC TC 9C 8C KD QD TD 9D 8D KH QH TH 9H 8H KS QS TS 9S 8S JC JD JH JS "
    "2C 3C 4C AC 2D 3D 4D AD 2H 3H 4H AH 2S 3S 4S AS 5H 6H"
)
TWO = {"A": "5C 6C 7C 5D 6D", "B": "7D 5S 6S 7S 7H"}


def known(*names):
    """A table at which these of the `HANDS` were read."""
    table = Table()
    table.deal({name: HANDS[name] for name in names})
    return table


def first_trick(**options):
    """Unseen hands after a trick that C has won."""
    table = Table(**options)
    table.play("A 5C", "B 7C", "C KC", "D 2C")
    return table


def breach():
    """B has led to a breach that is refused: TH off clubs, beside a known club."""
    table = Table("A B")
    table.deal(A="5C 7C 9C 9D 9H", B="6C TH 2D 3D 4D")
    table.play("A 5C")
    assert refusal(table.play("B TH")) == ("follow-suit", "6C")
    return table


# Refusals: which, in which order, and that nothing comes of them


def test_a_refusal_has_these_keys_and_comes_alone():
    said = known("A").play("B 10H")
    assert said == [{"event": "refused", "line": 3, "seat": "B", "rule": "out-of-turn", "cards": "TH", "because": ""}]


def test_a_refused_line_without_a_seat_or_without_cards_says_so():
    table = Table()
    for said in (table.undo(), table.accept(), table.do("clock", None, t=12500)):
        assert {"seat": None, "rule": "wrong-phase", "cards": "", "because": ""}.items() <= said[0].items()
    assert only("refused", table.do("turned", None, "7H"))["cards"] == "7H"
    assert only("refused", table.do("knock", "B"))["cards"] == ""
    assert only("refused", table.do("play", "A"))["cards"] == ""


def test_a_refused_deal_or_stock_lists_no_cards():
    table = known("A")
    assert only("refused", table.deal(B="5C"))["cards"] == ""
    assert only("refused", table.stock("5C 6C"))["cards"] == ""


NOT_A_VERB = [("knock", None), ("pass", None), ("discard", "5C"), ("show", "5C"), ("take", None), ("bid", None)]


@pytest.mark.parametrize(("verb", "held"), NOT_A_VERB)
def test_a_verb_of_another_game_is_no_phase_of_this_one(verb, held):
    assert refusal(known("A").do(verb, "B", held)) == ("wrong-phase", "")


@pytest.mark.parametrize(
    ("seat", "held", "rule"),
    [
        ("B", "5C 6C", "out-of-turn"),  # before wrong-count
        ("B", "2C", "out-of-turn"),  # before card-seen
        ("A", "9C 9C", "wrong-count"),  # before card-seen: B has it, and twice it is nowhere
        ("A", "", "wrong-count"),
        ("A", "9C", "card-seen"),  # before not-in-hand: B has it, A's hand is known
        ("A", "KS", "not-in-hand"),
    ],
)
def test_refusals_are_tried_in_order(seat, held, rule):
    table = known("A", "B")
    before = snapshot(table.referee.match)
    assert refusal(table.do("play", seat, held)) == (rule, "")
    assert snapshot(table.referee.match) == before


def test_a_card_that_lies_elsewhere_is_refused_before_the_rules_of_the_game():
    table = known("A", "B", "C")
    table.play("A TH", "B QH")
    assert refusal(table.play("C TH")) == ("card-seen", "")  # played
    assert refusal(table.play("C 3D")) == ("card-seen", "")  # in B's hand
    assert refusal(table.play("C KS")) == ("not-in-hand", "")
    assert refusal(table.play("C 6D")) == ("follow-suit", "KH")


def test_a_card_of_the_known_stock_cannot_be_played():
    table = Table("A B")
    table.stock(STOCK_OF_TWO)
    assert refusal(table.play("A KC")) == ("card-seen", "")
    assert kinds(table.play("A 5C")) == ["turn"]


@pytest.mark.parametrize(
    ("hands", "rule"),
    [
        ({"A": "5C 6C 7C 8C"}, "wrong-count"),
        ({"A": "5C 6C 7C 8C 9C TC"}, "wrong-count"),
        ({"A": "5C 6C 7C 8C", "B": "5C 5C 5C 5C 5C"}, "wrong-count"),  # before card-seen
        ({"A": "5C 6C 7C 8C 8C"}, "card-seen"),
        ({"A": "5C 6C 7C 8C 9C", "B": "9C 2D 3D 4D 5D"}, "card-seen"),
        ({"A": "5C 6C 7C 8C KH"}, "card-seen"),  # C has it
    ],
)
def test_what_cannot_have_been_dealt(hands, rule):
    table = known("C")
    before = snapshot(table.referee.match)
    assert refusal(table.deal(hands)) == (rule, "")
    assert snapshot(table.referee.match) == before


def test_what_cannot_be_the_stock():
    table = Table("A B")
    table.deal(A=TWO["A"])
    assert refusal(table.stock(STOCK_OF_TWO[:-3]))[0] == "wrong-count"
    assert refusal(table.stock(STOCK_OF_TWO.replace("6H", "KC")))[0] == "card-seen"
    assert refusal(table.stock(STOCK_OF_TWO.replace("6H", "5C")))[0] == "card-seen"
    assert kinds(table.stock(STOCK_OF_TWO)) == ["turn"]
    assert refusal(table.deal(B="KC 5S 6S 7S 7H"))[0] == "card-seen"
    assert kinds(table.deal(B=TWO["B"])) == ["turn"]


def test_hands_and_stock_are_told_before_the_first_card():
    table = Table("A B")
    assert kinds(table.deal(A=TWO["A"]) + table.deal(B=TWO["B"])) == ["turn", "turn"]
    table.play("A 5C")
    assert refusal(table.deal(B=TWO["B"])) == ("wrong-phase", "")
    assert refusal(table.stock(STOCK_OF_TWO)) == ("wrong-phase", "")
    table.undo()
    assert kinds(table.stock(STOCK_OF_TWO)) == ["turn"]


def test_after_the_game_everything_is_refused_but_undo():
    table = Table("A B", target=20, target_stop="trick")
    table.play("A JS", "B TS")
    assert table.events[-1]["event"] == "game_over"
    for said in (table.play("A 5C"), table.draw("B", "5C"), table.deal(), table.stock(""), table.accept()):
        assert refusal(said) == ("wrong-phase", "")
    assert kinds(table.undo()) == ["score", "turn"]
    assert kinds(table.play("B 9S")) == ["trick", "score", "turn"]


# undo


def test_there_may_be_nothing_to_undo():
    table = Table()
    assert refusal(table.undo()) == ("wrong-phase", "")
    table.play("A 5C")
    assert kinds(table.undo()) == ["turn"]
    assert refusal(table.undo()) == ("wrong-phase", "")


def test_undoing_the_card_that_ended_a_trick_undoes_the_score_too():
    table = first_trick()
    table.play("A 9S")  # refused, so not counted
    said = table.undo()
    assert [event["event"] for event in said] == ["score", "turn"]
    assert said[0]["total"] == {"A": 0, "B": 0, "C": 0, "D": 0}
    assert said[1] == {"event": "turn", "line": table.number, "seat": "D", "phase": "play"}
    assert refusal(table.draw("C", "9S")) == ("wrong-phase", "")  # nor is there a refill to name


def test_undoing_a_trick_without_points_changes_no_score():
    table = Table("A B")
    table.play("A 5C", "B 6C")
    assert kinds(table.undo()) == ["turn"]


def test_undo_goes_back_line_by_line():
    table = Table("A B")
    table.deal(**TWO)
    table.stock(STOCK_OF_TWO)
    table.play("A 5C", "B 7H")
    seats = [table.undo()[-1] for _ in range(4)]
    assert [turn["seat"] for turn in seats] == ["B", "A", "A", "A"]
    assert [turn.get("legal") for turn in seats] == ["7D 7H 7S 6S 5S", "7C 6C 5C 6D 5D", "7C 6C 5C 6D 5D", None]


def test_undoing_a_let_breach_brings_the_turn_back():
    table = breach()
    table.accept()
    assert table.undo()[-1] == {"event": "turn", "line": table.number, "seat": "B", "phase": "play", "legal": "6C"}
    assert refusal(table.accept()) == ("wrong-phase", "")


@pytest.mark.parametrize("depth", [1, 2, CHECKPOINT_EVERY - 1, CHECKPOINT_EVERY, CHECKPOINT_EVERY + 1, 50])
def test_what_is_undone_and_done_again_is_as_it_was(depth):
    rng = random.Random(f"undo {depth}")
    lines = game(rng, list("ABC"), "C", {"target": 130}, dealt=0.5, drawn=0.5, deals=3)
    table = Table("A B C", target=130)
    done = []
    for number, line in enumerate(lines, 2):
        done.append((number, line, table.line(line, number)))
        if number % 17 == 0 and number > depth + 1:
            for _ in range(depth):
                table.undo()
            for old_number, old, said in done[-depth:]:
                assert table.line(old, old_number) == said
    assert number > 2 * depth


def test_undo_goes_back_into_the_deal_before():
    table = Table("A B", target=1000)
    for line in game(random.Random("back to an ace"), ["A", "B"], "B", {"target": 1000}, deals=1):
        said = table.line(line)
    assert kinds(said) == ["trick", "deal_over", "score", "turn"]
    total, trick = only("score", said)["total"], only("trick", said)
    assert trick["points"]
    table.deal(A=TWO["A"])
    assert kinds(table.undo()) == ["turn"]
    score, turn = table.undo()
    assert score["total"] == total | {trick["winner"]: total[trick["winner"]] - trick["points"]}
    assert turn["seat"] == line["seat"]
    assert table.line(line) == [dict(event, line=table.number) for event in said]


# accept


def test_a_breach_may_be_let_stand():
    table = breach()
    assert kinds(table.accept()) == ["trick", "score", "turn"]
    assert only("trick", table.events)["cards"] == "5C TH"
    assert {event["line"] for event in table.events[-3:]} == {table.number}


def test_what_people_let_stand_makes_no_claim():
    table = Table("A B")
    table.play("A 9C", "B 6C")
    table.draw("B", "TC")
    assert refusal(table.play("A 5C", "B 7H")[1:]) == ("follow-suit", "TC")
    assert kinds(table.accept()) == ["trick", "score", "turn"]
    assert kinds(table.play("A 7C", "B TC")) == ["turn", "trick", "score", "turn"]


def test_it_is_let_stand_once():
    table = breach()
    table.accept()
    assert refusal(table.accept()) == ("wrong-phase", "")


def test_only_a_breach_of_the_games_own_rules_may_be_let_stand():
    table = known("A", "B")
    assert refusal(table.accept()) == ("wrong-phase", "")  # nothing was refused
    for held in ("A 5C 6C", "A 9C", "A KS", "B 9C"):
        table.play(held)
        assert refusal(table.accept()) == ("wrong-phase", "")


def test_only_the_last_refused_line_may_be_let_stand():
    table = breach()
    table.play("A 9D")  # out of turn
    assert refusal(table.accept()) == ("wrong-phase", "")
    assert refusal(table.accept()) == ("wrong-phase", "")
    table = breach()
    table.play("B 6C")  # the card was taken back and another played
    assert refusal(table.accept()) == ("wrong-phase", "")
    table = breach()
    table.undo()
    assert refusal(table.accept()) == ("wrong-phase", "")


def test_a_refill_that_is_named_meanwhile_leaves_the_refused_line_standing():
    table = Table("A B", refill="play")
    table.deal(B="6C TH 2D 3D 4D")
    table.play("A 5D")
    assert refusal(table.play("B TH")) == ("follow-suit", "4D 3D 2D")
    assert table.draw("A", "9S", source="stock") == []
    assert kinds(table.accept()) == ["trick", "score", "turn"]


def test_a_card_that_is_named_elsewhere_meanwhile_cannot_be_let_stand():
    table = Table("A B", refill="play")
    table.play("A 9C", "B 6C")
    table.draw("B", "8D")
    table.play("A 5D")
    assert refusal(table.play("B TH")) == ("follow-suit", "8D")
    assert table.draw("A", "TH") == []
    assert refusal(table.accept()) == ("wrong-phase", "")


# Copies


def test_a_fork_goes_its_own_way():
    table = first_trick()
    before = snapshot(table.referee.match)
    fork = table.referee.fork()
    fork.undo(6)
    assert snapshot(table.referee.match) == before
    assert snapshot(fork.match) != before
    assert len(table.referee.accepted) == 4
    assert len(fork.accepted) == 3
