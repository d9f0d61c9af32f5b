"""Mattis as docs/rules/mattis.md has it: where it is not Skitgubbe (test_skitgubbe.py), and whole games."""

import random

import pytest
from referee_table import kinds, only, refusal, snapshot
from two_phase_people import MODES, Mattis, People, all_lines, check_all_lines, check_undo, games, play_out, told

from engine.errors import BadGame

SEATS = ("A B", "A B C", "A B C D", "A B C D E", "A B C D E F")


# 2. Deck, deal, lead; 7. the option `low`


@pytest.mark.parametrize(
    ("seats", "low", "stock"),
    [
        ("A B", None, 30), ("A B", "", 30), ("A B", "2", 46), ("A B", "7", 26),
        ("A B C", None, 43), ("A B C", "", 43), ("A B C", "5", 31),
        ("A B C D", None, 40), ("A B C D E", None, 37), ("A B C D E F", None, 34), ("A B C D E F", "7", 14),
    ],
)  # fmt: skip
def test_two_play_with_the_short_pack_unless_they_say_otherwise(seats, low, stock):
    table = Mattis(seats, **({} if low is None else {"low": low}))
    pack = table.game.text(table.game.pack).split()
    assert refusal(table.line({"stock": " ".join(pack[: stock + 1])})) == ("wrong-count", "")
    assert kinds(table.line({"stock": " ".join(pack[:stock])})) == ["turn"]


@pytest.mark.parametrize("low", ["8", "A", 6, "T"])
def test_the_lowest_rank_is_from_two_to_seven(low):
    with pytest.raises(BadGame):
        Mattis("A B", low=low)


@pytest.mark.parametrize("seats", ["A", "A B C D E F G"])
def test_two_to_six_play(seats):
    with pytest.raises(BadGame):
        Mattis(seats)


def test_a_card_that_the_pack_does_not_have_has_been_seen():
    table = Mattis("A B")
    assert refusal(table.deal(A="5C 6C 7C")) == ("card-seen", "")
    assert refusal(table.lines("A 5C")) == ("card-seen", "")
    assert refusal(table.lines("A 5C stock")) == ("card-seen", "")
    table.lines("A 6C")
    assert refusal(table.draw("A", "5C")) == ("card-seen", "")
    assert kinds(table.draw("A", "6D")) == []
    table = Mattis("A B")
    match = table.late(0, A="9C", B="TC TD").referee.match
    match.gone = table.game.pack & ~match.hands.everywhere() & ~table.game.deck.cards("6D")
    table.lines("A 9C, B TD")
    assert refusal(table.lines("trump 5C")) == ("card-seen", "")
    assert kinds(table.lines("trump 6D")) == ["trump", "turn"]


def test_the_seat_left_of_the_dealer_leads():
    assert told(Mattis("A B C", dealer="A").events) == ["B collect"]


# 4. Legality: units


RUNS = {"A": "3D 4D 5D 9C", "B": "6D 7D 8D 6C 2S", "C": "8C 9D TD 3S 4S"}


@pytest.mark.parametrize(
    ("lead", "line", "rule"),
    [
        ("3D 4D", "B 6D 7D", None),
        ("3D 4D", "B 8D 7D", None),  # in any order
        ("3D 4D", "B 6D 7D 8D", None),  # of any length
        ("3D 4D", "B 6D", None),  # a single higher card will do
        ("3D 4D", "B 2S", None),  # and a single trump
        ("9C", "B 6D 7D", "does-not-beat"),
        ("3D 4D", "B 6D 8D", "not-a-sequence"),
        ("3D 4D", "B 6D 6C", "not-a-sequence"),
        ("3D 4D", "B 6C 7D", "not-a-sequence"),
        ("3D 4D", "B 6D 6D", "not-a-sequence"),
        ("3D 4D", "B 9H JH", "not-a-sequence"),  # before card-seen
        ("3D 4D", "B 8D 9D", "card-seen"),  # C has the nine
        ("3D 4D", "B 7D 8D stock", "stock-empty"),
        ("3D 4D", "B 6D 8D stock", "not-a-sequence"),  # before stock-empty
        ("3D 4D", "C 8C 9D", "out-of-turn"),  # before not-a-sequence
    ],
)
def test_a_unit_is_a_run_of_one_suit_whose_lowest_card_beats(lead, line, rule):
    table = Mattis("A B C", sequences=True).shed("S", **RUNS)
    table.lines(f"A {lead}")
    before = snapshot(table.referee.match)
    if rule is None:
        assert kinds(table.lines(line)) == ["turn"]
    else:
        assert refusal(table.lines(line)) == (rule, "")
        assert snapshot(table.referee.match) == before


def test_the_highest_card_of_a_run_is_to_be_beaten():
    table = Mattis("A B C", sequences=True).shed("S", A="3D 5D 6D 9C", B="4D 7D 3S", C="KH 9H")
    assert table.lines("A 6D 5D")[-1]["legal"] == "7D 3S"


def test_a_run_of_trumps_is_beaten_by_higher_trumps_only():
    table = Mattis("A B C", sequences=True).shed("S", A="3S 4S 9C", B="2S 5S 6S AH", C="KH 9H")
    assert table.lines("A 3S 4S")[-1]["legal"] == "5S 6S"
    assert refusal(table.lines("B take")) == ("must-beat", "5S 6S")
    assert kinds(table.lines("B 5S 6S")) == ["turn"]


def test_a_trump_that_begins_a_run_beats_with_it():
    table = Mattis("A B C", sequences=True).shed("S", A="AD 9C", B="2S 3S 4S AH", C="KH 9H")
    table.lines("A AD")
    assert kinds(table.lines("B 2S 4S 3S")) == ["turn"]


def test_the_ace_stands_only_on_top_of_the_king():
    table = Mattis("A B C", sequences=True).shed("S", A="AD 2D KD QD 9C", B="2S", C="KH")
    assert refusal(table.lines("A AD 2D")) == ("not-a-sequence", "")
    assert refusal(table.lines("A KD AD 2D")) == ("not-a-sequence", "")
    assert kinds(table.lines("A AD QD KD")) == ["turn"]


def test_without_the_option_and_in_the_first_phase_it_is_one_card():
    table = Mattis("A B C").shed("S", **RUNS)
    assert refusal(table.lines("A 3D 4D")) == ("wrong-count", "")
    table = Mattis("A B C", sequences=True)
    assert refusal(table.lines("A 3D 4D")) == ("wrong-count", "")
    assert refusal(table.line({"seat": "A", "do": "play", "cards": ""})) == ("wrong-count", "")
    assert refusal(table.shed("S", **RUNS).line({"seat": "A", "do": "play"})) == ("wrong-count", "")


@pytest.mark.parametrize(
    ("line", "rule"),
    [
        ("A 9C stock", "stock-empty"),
        ("A 6D", "card-seen"),
        ("A KH", "card-seen"),
        ("A take", "wrong-phase"),
        ("B 6D", "out-of-turn"),
    ],
)
def test_refusals_at_a_lead(line, rule):
    assert refusal(Mattis("A B C", sequences=True).shed("S", **RUNS).lines(line)) == (rule, "")


# 5. Collect


def test_equal_ranks_are_war():
    table = Mattis("A B C")
    both = {"event": "tie", "seats": ["A", "B"]}
    assert told(table.lines("A 8C, B 8H")) == [{**both, "cards": "8C 8H"}, "A collect"]
    assert told(table.lines("A 5D stock, B 5S")) == [{**both, "cards": "8C 8H 5D 5S"}, "A collect"]
    said = table.lines("A TC, B KS stock")
    assert told(said) == [{"event": "trick", "winner": "B", "cards": "8C 8H 5D 5S TC KS"}, "B collect"]


def test_a_war_that_cannot_go_on():
    table = Mattis("A B C").late(0, A="2C", B="3C 2D", C="3D 4D")
    said = table.lines("A 2C, B 2D")
    back = {"seats": ["A", "B"], "cards": "2C 2D"}
    assert told(said) == [{"event": "tie", **back}, {"event": "returned", **back}, "B collect"]


def test_the_last_card_and_a_lone_players_cards():
    table = Mattis("A B C").late(1, A="2C 3C", B="2D", C="")
    assert told(table.lines("A 2C")) == [{"event": "last_card", "seat": "A"}, "B collect"]
    assert told(table.lines("B 2D"))[-1] == "A trump"
    assert told(table.lines("trump 9H")) == [{"event": "trump", "seat": "A", "card": "9H", "suit": "H"}, "A shed"]
    assert {"2C", "3C", "9H"} <= set(table.hand("A").split())


# 5. Shed


def test_who_cannot_beat_takes_the_first_unit_and_the_next_must_beat_the_same_card():
    """The text's example: the four is taken, the jack is still to be beaten."""
    table = Mattis("A B C").shed("H", A="4C QC KC 9D", B="JC 9H", C="2D 3D")
    table.lines("A 4C, B JC")
    assert told(table.lines("C take")) == [{"event": "taken", "seat": "C", "cards": "4C"}, "A shed"]
    assert table.events[-1]["legal"] == "QC KC"
    assert refusal(table.lines("A 9D")) == ("does-not-beat", "")
    assert kinds(table.lines("A QC")) == ["turn"]
    assert told(table.lines("B 9H"))[0] == {"event": "trick", "winner": "B", "cards": "JC QC 9H"}


def test_where_nothing_is_left_after_a_take_the_next_leads():
    table = Mattis("A B C", sequences=True).shed("S", A="8H 9H 2D", B="3C 3D", C="4C 4D")
    assert told(table.lines("A 9H 8H, B take")) == [{"event": "taken", "seat": "B", "cards": "8H 9H"}, "C shed"]
    assert table.events[-1]["legal"] == "4C 4D"
    assert table.hand("B") == "3C 3D 8H 9H"


def test_units_are_counted_and_not_cards():
    table = Mattis("A B C", sequences=True).shed("S", A="3D 4D 5D 9C", B="6D 7D 2C", C="9D 3S")
    assert kinds(table.lines("A 5D 4D 3D, B 7D 6D")) == ["turn"]
    said = table.lines("C 9D")
    assert told(said) == [{"event": "trick", "winner": "C", "cards": "3D 4D 5D 6D 7D 9D"}, "C shed"]


def test_a_whole_run_may_be_the_last_cards():
    table = Mattis("A B C", sequences=True).shed("S", A="3D 4D", B="6D 7D 2C", C="9D 3S")
    assert told(table.lines("A 4D 3D")) == [{"event": "out", "seat": "A"}, "B shed"]
    table = Mattis("A B", sequences=True, low="2").shed("S", A="3D 2C", B="4D 5D")
    said = table.lines("A 3D, B 5D 4D")
    assert told(said) == [
        {"event": "trick", "winner": "B", "cards": "3D 4D 5D"},
        {"event": "out", "seat": "B"},
        {"event": "game_over", "losers": ["A"]},
    ]


def test_who_won_no_card_has_not_won():
    table = Mattis("A B C D").shed("S", A="2H 9D 3C", B="", C="", D="4H 2C")
    assert table.lines("A 2H")[-1]["legal"] == ""
    assert told(table.lines("B take")) == [{"event": "taken", "seat": "B", "cards": "2H"}, "D shed"]
    assert told(table.lines("D 2C, A 3C, B take")) == [{"event": "taken", "seat": "B", "cards": "2C"}, "C shed"]
    assert told(table.lines("C take")) == [{"event": "taken", "seat": "C", "cards": "3C"}, "D shed"]


def test_after_the_game_everything_is_refused_but_undo():
    table = Mattis("A B", low="2").shed("S", A="3D", B="4D 5D")
    assert only("game_over", table.lines("A 3D"))["losers"] == ["B"]
    for line in ("B 4D", "B take", "trump 4D"):
        assert refusal(table.lines(line)) == ("wrong-phase", "")
    assert told(table.undo()) == ["A shed"]


# 7. Options in pairs


@pytest.mark.parametrize("sequences", [False, True])
def test_taking_is_free_or_not(sequences):
    for free_take, said in ((False, ["refused"]), (True, ["taken", "turn"])):
        table = Mattis("A B C", sequences=sequences, free_take=free_take).shed("S", **RUNS)
        assert kinds(table.lines("A 3D, B take")) == said


# 4. Letting a breach stand


def test_what_is_no_run_may_be_let_stand_where_the_seat_has_the_cards():
    table = Mattis("A B C", sequences=True).shed("S", **RUNS)
    table.lines("A 3D")
    assert refusal(table.lines("B 8D 6D")) == ("not-a-sequence", "")
    assert told(table.accept()) == ["C shed"]
    assert table.events[-1]["legal"] == "9D TD 3S 4S"  # the eight is to be beaten
    assert told(table.lines("C 9D"))[0]["cards"] == "3D 6D 8D 9D"
    for line in ("C 3S 5S", "C 9H JH", "C 3S 3S"):
        assert refusal(table.lines(line))[0] == "not-a-sequence"
        assert refusal(table.accept()) == ("wrong-phase", "")


def test_a_trump_in_what_is_no_run_is_its_highest_card():
    table = Mattis("A B C", sequences=True).shed("S", A="3S AD 4C", B="5S AS KH", C="8C")
    table.lines("A 3S AD")
    assert told(table.accept()) == ["B shed"]
    assert table.events[-1]["legal"] == "5S AS"


@pytest.mark.parametrize(("line", "lying"), [("B take", "3D"), ("B 6C", "")])
def test_other_breaches_may_be_let_stand(line, lying):
    table = Mattis("A B C").shed("S", **RUNS)
    table.lines("A 3D")
    assert refusal(table.lines(line))[0] in ("must-beat", "does-not-beat")
    assert kinds(table.accept()) == (["taken", "turn"] if lying else ["turn"])


def test_another_count_of_cards_is_no_rule_of_the_game():
    table = Mattis("A B C").shed("S", **RUNS)
    assert refusal(table.lines("A 3D 4D")) == ("wrong-count", "")
    assert refusal(table.accept()) == ("wrong-phase", "")


# Whole games

GAMES = 4  # of each kind; a thousand of each were played once
OPTIONS = ({}, {"free_take": True}, {"sequences": True}, {"sequences": True, "free_take": True}, {"low": "7"})


@pytest.mark.parametrize("options", OPTIONS)
@pytest.mark.parametrize("seats", SEATS)
def test_games_are_told_as_the_page_tells_them(seats, options):
    for name, people in games(Mattis, seats, GAMES, **options):
        try:
            play_out(people)
        except AssertionError as error:
            raise AssertionError(f"game {name}") from error


def runs(game, rng, count):
    """Lines with two and three cards, runs and others."""
    faces = game.deck.faces
    pairs = [(faces[first], faces[first + 1]) for first in rng.sample(range(len(faces) - 1), count)]
    others = [rng.sample(faces, rng.choice((2, 3))) for _ in range(count)]
    return [
        {"seat": seat, "do": "play", "cards": " ".join(unit), **more}
        for seat in game.seats
        for unit in (*pairs, *others)
        for more in ({}, {"from": "stock"})
    ]


@pytest.mark.parametrize("options", [{}, {"sequences": True}])
def test_of_all_lines_only_the_legal_ones_are_taken(options):
    rng = random.Random(f"all {options}")
    people = People(Mattis, rng, "A B", dealt=1, stocked=1, **options)
    check_all_lines(people, all_lines(people.table.game) + runs(people.table.game, rng, 30))


@pytest.mark.parametrize("mode", MODES)
def test_what_is_undone_is_as_it_was_and_done_again_says_the_same(mode):
    check_undo(People(Mattis, random.Random(f"undo {mode}"), "A B C", **mode, sequences=True))
