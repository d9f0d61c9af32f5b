"""Gris, the Swedish game: docs/rules/gris.md, rule by rule."""

import random

import pytest
from random_games import check_refusals, check_undo, games
from referee_table import Table, kinds, only, refusal
from reflex_people import Clock, check_seen_less, of, rarest

from engine.errors import BadGame
from engine.games import load

RULES = {"wrong-phase", "out-of-turn", "wrong-count", "card-seen", "not-in-hand"}
RULES |= {"pig-first", "pig-stays", "already-laid", "not-alike", "pig-in-four"}


def a_table(seats="A B C", dealer=None, **options):
    names = seats.split()
    return Table.of(load("gris", names, names[-1] if dealer is None else dealer, options))


def laid(table, *fours, **more):
    for four in fours:
        seat, rank = four.split()
        said = table.do("meld", seat, " ".join(rank + suit for suit in "CDHS"), **more)
    return said


@pytest.mark.parametrize(
    ("players", "sizes"),
    [
        (3, "15 15 14"),
        (4, "11 11 11 11"),
        (5, "9 9 9 9 8"),
        (6, "8 8 7 7 7 7"),
        (7, "7 7 6 6 6 6 6"),
        (8, "7 7 7 7 6 6 6 6"),
        (9, "6 6 6 6 6 6 6 5 5"),
        (10, "6 6 5 5 5 5 5 5 5 5"),
    ],
)
def test_all_cards_are_dealt_the_first_seats_from_the_dealers_left_get_one_more(players, sizes):
    game = load("gris", list("ABCDEFGHIJ"[:players]), "A", {})
    match = game.start()
    dealt = [match.left(seat) for seat in game.clockwise[1]]
    assert dealt == [int(size) for size in sizes.split()]
    assert sum(dealt) == game.pack.bit_count()


def test_hands_that_were_not_read_share_what_the_read_ones_leave():
    table = a_table("A B C", "C")
    table.deal(A="3C 3D")
    assert [table.referee.match.left(seat) for seat in range(3)] == [2, 21, 21]


@pytest.mark.parametrize("seats", ["A B", "A B C D E F G H I J K"])
def test_three_to_ten_play(seats):
    with pytest.raises(BadGame):
        a_table(seats)


@pytest.mark.parametrize(
    "options", [{"sixes": "first"}, {"sweep": 0}, {"sweep": -1.0}, {"sweep": True}, {"sweep": "1"}]
)
def test_values_that_options_cannot_have(options):
    with pytest.raises(BadGame):
        a_table(**options)


def dealt():
    """A has the pig; A's and B's hands are known, C's is not."""
    table = a_table()
    table.deal(A="6S 3C 3D 4C 4D 6C 6D 7C 7D 8C 8D TC TD JC JD", B="3H 4H 6H 7H 8H 9C 9D 9H TH JH QC QD QH AC AD")
    return table


@pytest.mark.parametrize(
    ("lines", "rule"),
    [
        (["A 3C"], "pig-first"),
        (["B 6S"], "out-of-turn"),
        (["A 6S 3C"], "wrong-count"),
        (["A 9C"], "card-seen"),
        (["A KC"], "not-in-hand"),
        (["A 2C"], "card-seen"),
        (["A 6S", "B 6S"], "pig-stays"),
        (["A 6S", "A 3C"], "out-of-turn"),
        (["A 6S", "B 3H 4H"], "wrong-count"),
        (["A 6S", "B 3C"], "card-seen"),
        (["A 6S", "B KC"], "not-in-hand"),
        (["A 6S", "B 3H", "B 4H"], "pig-first"),
    ],
)
def test_what_may_be_sent_and_given_back(lines, rule):
    table = dealt()
    for line in lines:
        seat, *cards = line.split()
        said = table.do("exchange", seat, " ".join(cards))
    assert refusal(said) == (rule, "")
    assert refusal(table.accept()) == ("wrong-phase", "")  # nothing here can be let stand


@pytest.mark.parametrize(
    ("four", "rule"),
    [
        ("A 3C 3D 3H", "wrong-count"),
        ("A 3C 3D 3C 3D", "wrong-count"),
        ("A 3C 3D 3H 3S", "card-seen"),
        ("A 3C 3D 4C KC", "not-in-hand"),
        ("A 3C 3D 4C 4D", "not-alike"),
        ("C 6C 6D 6H 6S", "card-seen"),
        ("C KC KD KH AH", "not-alike"),
        ("C 5C 5D 5H 5S", "card-seen"),
    ],
)
def test_what_may_be_laid(four, rule):
    table = dealt()
    seat, *cards = four.split()
    assert refusal(table.do("meld", seat, " ".join(cards))) == (rule, "")


def test_nobody_lays_twice():
    table = a_table()
    laid(table, "B J")
    assert refusal(table.do("meld", "B", "KC KD")) == ("already-laid", "")


def test_the_pig_goes_round_and_a_card_comes_back_for_it():
    table = dealt()
    assert table.events[-1]["legal"] == "6S"
    (turn,) = table.do("exchange", "A", "6S")
    assert (turn["seat"], turn["phase"]) == ("B", "return")
    assert turn["legal"] == "3H 4H 6H 7H 8H TH JH QH 9C 9D 9H QC QD AC AD" or "6S" not in turn["legal"].split()
    (turn,) = table.do("exchange", "B", "3H")
    assert (turn["seat"], turn["phase"], turn["legal"]) == ("B", "send", "6S")
    assert "3H" in table.hand("A").split()


def test_a_card_given_back_unread_leaves_only_the_pig_known():
    table = dealt()
    table.do("exchange", "A", "6S")
    (turn,) = table.do("exchange", "B", count=1)
    assert "legal" not in turn
    assert table.hand("B") == "6S"
    assert [table.referee.match.left(seat) for seat in range(3)] == [15, 15, 14]


def test_an_unread_pig_is_not_believed_of_a_known_hand_without_it():
    table = a_table()
    table.deal(B="3H 4H 6H 7H 8H 9C 9D 9H TH JH QC QD QH AC AD")
    assert table.events[-1]["seat"] is None
    assert refusal(table.do("exchange", "B", count=1)) == ("not-in-hand", "")
    assert kinds(table.do("exchange", "C", count=1)) == ["turn"]


def test_whoever_has_nothing_but_the_pig_has_no_card_to_give():
    table = a_table()
    table.deal(A="6S 3C", B="")
    table.do("exchange", "A", "6S")
    assert refusal(table.do("exchange", "B", count=1)) == ("not-in-hand", "")


def test_dealing_ends_with_the_first_line():
    table = a_table()
    table.do("exchange", "A", "6S")
    assert refusal(table.deal(A="3C")) == ("wrong-phase", "")
    assert refusal(dealt().stock("KC")) == ("wrong-phase", "")
    assert refusal(a_table().deal(A="3C 3C")) == ("card-seen", "")


# -- who is last ------------------------------------------------------------------------------------------


def test_without_a_time_it_is_settled_at_once():
    table = a_table()
    said = laid(table, "A K", "C Q")
    assert kinds(said) == ["four", "game_over"]
    assert said[0]["place"] == 2
    assert said[1]["losers"] == ["B"]
    assert "winners" not in said[1]


def closing(**options):
    """A is safe at 31.4, if nobody was earlier: B is left."""
    table = a_table(**options)
    laid(table, "C Q", t=20000)
    assert only("turn", laid(table, "A K", t=31400)) == table.events[-1]
    assert (table.events[-1]["seat"], table.events[-1]["phase"]) == (None, "closing")
    return table


@pytest.mark.parametrize(
    ("t", "kind", "losers"),
    [
        (31300, ["four", "game_over"], ["A"]),
        (31301, ["four", "tie", "game_over"], []),
        (31400, ["four", "tie", "game_over"], []),
        (31499, ["four", "tie", "game_over"], []),
        (31500, ["game_over"], ["B"]),
        (None, ["game_over"], ["B"]),
    ],
)
def test_the_last_two_may_be_too_close_to_call(t, kind, losers):
    said = laid(closing(), "B J", t=t)
    assert kinds(said) == kind
    assert said[-1]["losers"] == losers
    if "four" in kind:
        assert said[0]["place"] == 2
    if "tie" in kind:
        assert said[1]["seats"] == ["A", "B"]


@pytest.mark.parametrize(("t", "over"), [(31400, False), (31499, False), (31500, True), (40000, True)])
def test_the_clock_settles_it(t, over):
    assert ("game_over" in kinds(closing().do("clock", None, t=t))) == over


@pytest.mark.parametrize(("sweep", "t", "over"), [(0.25, 31649, False), (0.25, 31650, True), (1, 32399, False)])
def test_how_good_the_readers_times_are_is_an_option(sweep, t, over):
    assert ("game_over" in kinds(closing(sweep=sweep).do("clock", None, t=t))) == over


@pytest.mark.parametrize(
    ("verb", "seat", "cards"), [("exchange", "A", "6S"), ("meld", "A", "3C"), ("play", "B", "3C"), ("pass", "C", None)]
)
def test_any_line_too_late_or_without_a_time_settles_it_and_does_nothing_else(verb, seat, cards):
    for t in (None, 31500):
        said = closing().do(verb, seat, cards, t=t)
        assert kinds(said) == ["game_over"]
        assert said[0]["losers"] == ["B"]


def test_passing_has_ended():
    table = closing()
    assert refusal(table.do("exchange", "A", "6S", t=31000)) == ("wrong-phase", "")
    assert refusal(table.do("meld", "C", "7C 7D 7H 7S", t=31000)) == ("already-laid", "")
    assert refusal(table.do("meld", "B", "7C 7D 7H 8S", t=31410)) == ("not-alike", "")
    assert kinds(table.undo()) == ["turn"]
    assert table.events[-1]["phase"] == "send"


@pytest.mark.parametrize(("sixes", "refused"), [("last", False), ("never", True)])
def test_four_sixes_save_the_last_seat_or_tie_for_it(sixes, refused):
    table = a_table(sixes=sixes)
    assert refusal(laid(table, "B 6")) == ("pig-in-four", "")
    laid(table, "A K")
    assert (kinds(laid(table, "B 6")) == ["refused"]) == refused
    table = closing(sixes=sixes)
    assert (kinds(laid(table, "B 6", t=31450)) == ["refused"]) == refused


def test_after_the_game_nothing_may_be_done():
    table = a_table()
    laid(table, "A K", "C Q")
    for verb in ("exchange", "meld", "clock", "deal"):
        assert refusal(table.do(verb, "B", "6S")) == ("wrong-phase", "")


# -- random games -----------------------------------------------------------------------------------------


def choose(match, acts, rng):
    """They lay what they can, and collect what they have most of."""
    fours = of("meld", acts)
    if fours and rng.random() < 0.7:
        return rng.choice(fours)
    if clocks := of("clock", acts):
        return rng.choice(clocks)
    acts = of("exchange", acts) or acts
    return rarest(acts, match.held(acts[0].seat), rng) if acts[0].do == "exchange" else rng.choice(acts)


def a_game(players, **options):
    return load("gris", list("ABCDEFGHIJ"[:players]), "ABC"[players % 3], options)


@pytest.mark.parametrize("players", range(3, 11))
@pytest.mark.parametrize("sixes", ["last", "never"])
def test_random_games(players, sixes):
    made = lambda: a_game(players, sixes=sixes)  # noqa: E731
    over, most = 0, 600 if players < 9 else 200  # nine and ten with their small hands pass for hours
    for table, steps in games(made, 3, seed=players, find=Clock(), choose=choose, most=most):
        match = table.referee.match
        assert sum(match.left(seat) for seat in range(players)) + match.away().bit_count() == len(pack(table.game))
        over += match.over
        check_seen_less(made(), steps, random.Random(players), unread=())
        check_seen_less(made(), unread_returns(steps, random.Random(players)), random.Random(players))
    assert over >= 2 or players > 8


def unread_returns(steps, rng):
    """The same game where some cards given back, and some pigs sent, were not read."""
    return [
        step._replace(act=type(step.act)("exchange", step.act.seat, count=1))
        if step.act.do == "exchange" and rng.random() < 0.4
        else step
        for step in steps
    ]


def pack(game):
    return [card for card in range(len(game.deck)) if game.pack >> card & 1]


def test_undo_at_every_step():
    check_undo(lambda: a_game(4), find=Clock(), choose=choose)


def test_illegal_answers_are_refused_and_change_nothing():
    came = set()
    for seed in range(4):
        came |= check_refusals(lambda: a_game(3), RULES, seed=seed, find=Clock(), choose=choose)
    assert came >= {"out-of-turn", "card-seen", "pig-first", "already-laid"}
