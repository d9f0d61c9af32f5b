"""Limppu: docs/rules/limppu.md, row by row, and random games at tables that read all, a part or nothing."""

import random

import pytest
from half_seen import TwoTables
from random_games import check_refusals, check_undo, games
from referee_table import Table, kinds, only, refusal

from engine.answers import legal_answers
from engine.cards import cards
from engine.errors import BadGame
from engine.games import load

RULES = {"limppu-alone", "not-a-group", "card-seen", "must-strike", "stock-empty", "does-not-beat", "end-card-dealt"}
RULES |= {"show-mismatch", "out-of-turn", "wrong-phase", "not-in-hand", "wrong-count"}
HANDS = {"A": "2D 4D 6H 8S TH AH", "B": "3C 3D 7H 9S JC", "C": "2C 2S 9H JS QC"}  # A deals, B strikes first
STOCK = "QD 5H 8C 8H 3S TC KC 2H 4C 6C 6D 7C 9C 9D JD JH QH QS KD KH AC AD AS 4H TS 5S 3H 4S 6S 8D TD KS 5C 7D 7S 5D"


class Limppu(Table):
    rules = "limppu"


def table(seats="A B C", dealer="A", hands=None, stock=None, **options):
    """A table at which these hands, and this stock, were read."""
    made = Limppu(seats, dealer, **options)
    if hands:
        made.deal(hands)
    if stock:
        made.stock(stock)
    return made


def rule(events):
    return refusal(events)[0]


# -- the deal ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("seats", "stock"), [("A B", 41), ("A B C", 36), ("A B C D", 31), ("A B C D E", 26)])
def test_the_stock_is_what_is_left(seats, stock):
    assert table(seats).referee.match.stock_left == stock


@pytest.mark.parametrize("seats", ["A", "A B C D E F G"])
def test_two_to_six_play(seats):
    with pytest.raises(BadGame):
        table(seats)


def test_the_seat_left_of_the_dealer_strikes_first_at_the_dealer():
    said = table("A B C D", dealer="C").play("D 7H 7S")
    assert only("turn", said)["seat"] == "C"


@pytest.mark.parametrize(
    ("hands", "why"),
    [
        ({"A": "2D 4D 6H 8S TH KS"}, "end-card-dealt"),
        ({"B": "KS 3C"}, "end-card-dealt"),  # before wrong-count
        ({"A": "4D 6H 8S TH AH"}, "wrong-count"),
        ({"A": "4D 6H 8S TH AH 5C"}, "wrong-count"),  # five and the limppu
        ({"B": "2D 3D 7H 9S JC"}, "card-seen"),
        ({"A": "4D 6H 8S TH AH 5C", "B": "2D 3D 7H 9S JC"}, "wrong-count"),
        ({"A": "4D 6H 8S TH AH 5C", "B": "4D 3D 7H 9S JC"}, "wrong-count"),
        ({"B": "3C 3D 7H 9S"}, "wrong-count"),
        ({"B": "3C 3D 7H 9S JC", "C": "3C 2S 9H JS QC"}, "card-seen"),
    ],
)
def test_hands_that_cannot_have_been_dealt(hands, why):
    assert rule(table().deal(hands)) == why


@pytest.mark.parametrize(
    ("stock", "why"),
    [
        (STOCK.replace("KS", "2D"), "card-seen"),
        (STOCK.replace("KS", "3C"), "end-card-dealt"),  # then it would be in a hand
        (STOCK.replace("QD ", ""), "wrong-count"),
        (STOCK.replace("QD", "5H"), "card-seen"),
    ],
)
def test_stocks_that_cannot_be(stock, why):
    assert rule(table().stock(stock)) == why


def test_nothing_is_dealt_once_somebody_has_acted():
    made = table()
    made.play("B 3C 3D")
    assert rule(made.deal(HANDS)) == "wrong-phase"
    assert rule(made.deal({"A": "KS 2D 3D 4D 5D 6D"})) == "wrong-phase"


# -- strike --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("struck", "why"),
    [
        ("", "wrong-count"),
        ("3C", "not-a-group"),
        ("3C 7H", "not-a-group"),
        ("2D", "card-seen"),  # it is another's
        ("3C 3D 2D", "card-seen"),
        ("3C 3S", "not-in-hand"),
        ("3C 2C", "card-seen"),  # before not-a-group
        ("3C 3C", "card-seen"),
    ],
)
def test_what_cannot_be_struck(struck, why):
    assert rule(table(hands=HANDS).do("play", "B", struck)) == why


def test_the_limppu_makes_no_pair_and_goes_along_with_one():
    made = table(hands={"A": "2D 2C 2S 8S 8H AH", "B": HANDS["B"]})
    made.play("B 3C 3D")
    made.do("take", "A")
    made.do("draw", "C", "5H")
    made.play("C 4C 4S")
    made.do("take", "B")
    assert made.events[-1] == {
        "event": "turn", "line": made.number, "seat": "A", "phase": "strike", "legal": "2C 3C 2D 3D 8H 2S 8S"
    }  # fmt: skip
    assert rule(made.do("play", "A", "2D")) == "limppu-alone"
    assert rule(made.do("play", "A", "2D 2C")) == "not-a-group"
    assert only("turn", made.do("play", "A", "2C 2D 2S"))["seat"] == "C"


def test_nobody_strikes_more_unread_cards_than_the_hand_has():
    made = table()
    for turn, taker in [("B 3C 3D", "A"), ("C 6C 6D", "B"), ("A 4C 4D", "C"), ("B 7C 7D", "A"), ("C 8C 8D", "B")]:
        made.play(turn)
        made.do("take", taker)
    assert made.referee.match.hands.unknown[0] == 3
    assert rule(made.play("A 9C 9D 9H 9S")) == "not-in-hand"
    assert rule(made.accept()) == "wrong-phase"
    assert kinds(made.play("A 9C 9D 9H")) == ["turn"]


def test_part_of_a_three_may_be_struck():
    made = table(hands=HANDS | {"B": "3C 3D 3H 9S JC"})
    assert kinds(made.play("B 3C 3H")) == ["turn"]


def test_the_striker_refills_to_five_at_once_and_the_limppu_does_not_count():
    made = table(hands=HANDS, stock=STOCK)
    made.play("B 3C 3D")
    assert made.hand("B") == "JC QD 5H 7H 9S"
    made.do("take", "A")
    assert made.referee.match.hands.size(0) == 8  # seven and the limppu: nothing is drawn
    assert made.referee.match.stock_left == 34


# -- beat and take -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("beating", "why"),
    [
        ("6H", "does-not-beat"),  # lower
        ("8S", "does-not-beat"),  # another suit
        ("2D", "does-not-beat"),
        ("9H TH", "does-not-beat"),  # one card too many in the suit
        ("9H 6H", "does-not-beat"),  # the whole line
        ("3C", "card-seen"),
        ("", "wrong-count"),
        ("5S", "not-in-hand"),
    ],
)
def test_what_does_not_beat(beating, why):
    made = table(hands={"A": "2D 9H 6H 8S TH AH", "B": "3C 8D 7H 7S 7C"})
    made.play("B 7H 7C")
    assert refusal(made.do("play", "A", beating)) == (why, "")
    assert made.hand("A") == "2D 6H 9H TH AH 8S"


def test_who_beats_all_strikes_next_and_gets_the_limppu():
    made = table(hands=HANDS | {"A": "2D 9D 9H 8S TH 4C"}, stock=None)
    made.play("B 3C 3D")
    said = made.play("A 9D", "A 4C")
    assert kinds(said) == ["turn", "cleared", "turn"]
    assert only("cleared", said)["cards"] == "3C 3D 9D 4C"
    assert said[-1] == {"event": "turn", "line": said[-1]["line"], "seat": "A", "phase": "strike"}


def test_beating_with_the_limppu_on_the_table():
    made = table("A B", hands={"A": "2D 9D 9H 8S TH 4C", "B": "3C 3D JD JH 7S"})
    made.play("B 3C 3D", "A 9D 4C")
    said = made.play("A 8S 8D 2D")
    assert only("turn", said)["phase"] == "beat"
    assert rule(made.do("play", "B", "2D")) == "card-seen"  # on the table it is nobody's
    said = made.do("take", "B")
    assert [(event["event"], event.get("cards")) for event in said[:2]] == [("taken", "8S 8D"), ("limppu", None)]
    assert said[-1]["seat"] == "A"  # with two players the same striker goes on


def test_after_a_take_the_next_player_strikes_at_the_one_after():
    made = table("A B C D", dealer="A")
    made.play("B 3C 3D")
    assert made.do("take", "A")[-1]["seat"] == "D"
    assert made.play("D 9C 9H")[-1]["seat"] == "C"


def test_taken_cards_are_known():
    made = table("A B")
    made.play("B 3C 3D")
    made.do("take", "A")
    assert made.hand("A") == "3C 2D 3D"


# -- draw ----------------------------------------------------------------------------------------------


def test_who_has_a_known_pair_may_not_draw():
    assert refusal(table(hands=HANDS).draw("B")) == ("must-strike", "3C 3D")
    assert refusal(table(hands=HANDS).draw("A")) == ("out-of-turn", "")


def test_a_draw_let_stand_promises_nothing():
    made = table(hands=HANDS)
    made.draw("B")
    assert kinds(made.accept()) == ["turn"]
    assert kinds(made.play("B 3C 3D")) == ["turn"]


def test_each_draw_is_answered_by_the_turn():
    made = table()
    assert kinds(made.draw("B")) == kinds(made.draw("B", "5H")) == ["turn"]


@pytest.mark.parametrize("named", ["5H", "2D", "JC"])
def test_a_card_that_lies_elsewhere_is_not_drawn(named):
    made = table(hands={"A": "2D 5H 6H 8S TH AH", "B": "3C 4D 7H 9S JC"}, stock=None)
    assert rule(made.draw("B", named)) == "card-seen"


def test_from_a_known_stock_only_its_top_is_drawn():
    made = table(hands=HANDS | {"B": "3C 4S 7H 9S JC"}, stock=STOCK.replace("4S", "3D"))
    assert rule(made.draw("B", "5H")) == "card-seen"
    assert kinds(made.draw("B", "QD")) == ["turn"]


def test_an_empty_stock():
    made = table(hands={"B": "3C 4S 7H 9S JC"})
    made.referee.match.stock_left = 0
    assert rule(made.draw("B")) == "stock-empty"
    assert rule(made.accept()) == "wrong-phase"  # nothing there to take


@pytest.mark.parametrize(
    ("draws", "struck", "proved"),
    [
        (["5H"], "9C 9H", [4]),  # the card drawn is no nine
        (["9H"], "9C 9H", []),
        ([None], "9C 9H", []),
        ([None], "9C 9H 9S", [4]),
        ([None, None], "9C 9H 9S", [5]),  # the last of them
        ([None, None], "9C 9H 9S 9D", [4, 5]),
        (["5H", "6H"], "9C 9H", [4, 5]),
        ([None, "5H"], "9C 9H", [5]),
        (["5H", None], "9C 9H", []),
    ],
)
def test_a_group_proves_draws_with_a_pair(draws, struck, proved):
    made = Limppu("A B C", "A")
    made.number = 3
    for drawn in draws:
        made.draw("B", drawn)
    said = made.play("B " + struck)
    assert [event["at"] for event in said if event["event"] == "revoke"] == proved
    for event in said[:-1]:
        assert (event["rule"], event["cards"], set(event["proof"].split())) == ("must-strike", "", set(struck.split()))
    assert said[-1]["event"] == "turn"


def test_refills_count_as_cards_that_came_since():
    made = table("A B", dealer="A")
    made.draw("B")
    made.play("B 5C 5D")  # six cards, so one is drawn again
    made.do("take", "A")
    assert kinds(made.play("B 9C 9H 9S")) == ["turn"]


def test_each_draw_is_proved_once():
    made = table("A B", dealer="A")
    made.draw("B", "5H")
    assert "revoke" in kinds(made.play("B 9C 9H"))
    made.do("take", "A")
    assert "revoke" not in kinds(made.play("B JC JH"))


# -- the king of spades --------------------------------------------------------------------------------


def test_shown_from_a_refill_it_ends_the_deal():
    made = table()
    made.play("B 3C 3H")
    said = made.draw("B", "KS")
    assert kinds(said) == ["end_card", "game_over"]
    assert only("game_over", said)["losers"] == ["A"]
    assert rule(made.do("take", "A")) == "wrong-phase"


def test_it_comes_out_of_a_known_stock_by_itself():
    made = table(hands=HANDS, stock=STOCK.replace("KS", "xx").replace("QD", "KS").replace("xx", "QD"))
    assert kinds(made.play("B 3C 3D")) == ["end_card", "game_over"]


def test_the_limppu_on_the_table_counts_as_held_by_who_was_struck():
    made = table("A B")
    made.play("B 3C 3D")
    made.do("take", "A")
    made.play("B 9C 9D")
    made.play("A JC JD")
    made.play("A 7C 7D 2D")
    said = made.draw("A", "KS")
    assert kinds(said) == ["end_card", "limppu", "game_over"]
    assert only("game_over", said)["losers"] == ["B"]


def test_who_never_drew_cannot_have_it():
    made = table()
    assert rule(made.draw("A", "KS")) == "end-card-dealt"
    assert kinds(made.draw("B", "KS")) == ["end_card", "game_over"]  # the striker may be drawing it now


def test_nor_who_is_known_not_to():
    assert rule(table(hands=HANDS).draw("A", "KS")) == "not-in-hand"
    assert rule(table(hands=HANDS, stock=STOCK).draw("C", "KS")) == "card-seen"
    assert rule(table().do("play", "B", "KS KH")) == "end-card-dealt"


def test_it_is_late_after_the_next_own_action():
    made = table("A B C", dealer="A")
    made.play("B 3C 3H")  # refills two, line 2
    made.do("take", "A")
    made.play("C 5C 5H")
    made.play("B 9C")  # beating, it draws nothing
    assert [event["event"] for event in made.draw("B", "KS")] == ["revoke", "game_over"]
    revoke = made.events[-2]
    assert (revoke["rule"], revoke["at"], revoke["cards"], revoke["proof"]) == ("hid-end-card", 2, "KS", "KS")
    assert made.events[-1]["losers"] == ["B"]


def test_a_striker_without_a_known_pair_is_always_in_time():
    made = table("A B C", dealer="A")
    made.draw("B")
    assert "end_card" in kinds(made.draw("B", "KS"))


def test_who_plays_it_has_hidden_it():
    made = table("A B C", dealer="A", series=True)
    made.draw("B")
    said = made.play("B KS KH")
    assert kinds(said) == ["revoke", "deal_over", "score", "turn"]
    assert only("deal_over", said)["points"] == {"A": 0, "B": 50, "C": 0}


def test_the_stock_runs_out_without_it():
    made = table(hands={"B": "3C 4S 7H 9S JC"})
    made.referee.match.stock_left = 1
    assert kinds(made.draw("B", "5H")) == ["note", "turn"]


# -- a series ------------------------------------------------------------------------------------------


def series(**options):
    """B has drawn the king of spades with a refill of two."""
    made = table("A B C", dealer="A", series=True, **options)
    made.play("B 3C 3H")
    made.draw("B", "KS")
    return made


@pytest.mark.parametrize("shown", ["AC AD 7C", "AC AD 7C 8C"])
def test_the_refill_may_have_stopped_at_the_king(shown):
    made = series()
    made.do("show", "C", "4C 4D 5C 6C 7D")
    assert kinds(made.do("show", "B", shown)) == ["turn"]


@pytest.mark.parametrize(
    ("seat", "shown", "why"),
    [
        ("B", "AC AD", "wrong-count"),
        ("B", "AC AD 7C 8C 9C", "wrong-count"),
        ("A", "4C 4D 5C 6C", "wrong-count"),
        ("A", "2D 2D 4D 5C 6C 7C", "card-seen"),
        ("B", "AC AD 7C KS", "card-seen"),
        ("B", "AC AD 7C 2D", "card-seen"),
        ("B", "AC AD 7C 3C", "card-seen"),  # it lies on the table
        ("B", "AC AC 7C 8C", "card-seen"),
    ],
)
def test_hands_that_cannot_be(seat, shown, why):
    assert rule(series().do("show", seat, shown)) == why


def test_hands_are_shown_in_any_order_and_once():
    made = series()
    assert only("turn", made.do("show", "C", "4C 4D 5C 6C 7D")) | {"line": 0} == {
        "event": "turn", "line": 0, "seat": "A", "phase": "count", "seats": ["A", "B"]
    }  # fmt: skip
    assert rule(made.do("show", "C", "4C 4D 5C 6C 7D")) == "wrong-phase"
    assert rule(made.play("B 4S 4H")) == "wrong-phase"
    assert rule(made.draw("B", "4S")) == "wrong-phase"


def test_aces_and_the_limppu_count():
    made = series()
    made.do("show", "A", "AH AC 5D 6D 7D")
    made.do("show", "C", "4C 4D 5C 6C 8D")
    said = made.do("show", "B", "AS 4S 9D")
    assert only("deal_over", said)["points"] == {"A": 48, "B": 14, "C": 0}
    assert (said[-1]["seat"], said[-1]["phase"]) == ("A", "strike")  # C deals
    undone = made.undo()
    assert kinds(undone) == ["score", "turn"]


def test_a_hand_may_be_shown_with_a_known_card_missing_if_people_let_it_stand():
    made = table("A B C", dealer="A", series=True)
    made.play("B 8C 8D")
    made.do("take", "A")
    made.draw("C", "KS")
    assert refusal(made.do("show", "A", "8C AC 3H 4S 6D 5C 7C")) == ("show-mismatch", "8D")
    assert kinds(made.accept()) == ["turn"]


@pytest.mark.parametrize(("before", "winners"), [({"A": 102}, ["C"]), ({"A": 102, "C": 14}, ["B", "C"])])
def test_the_fewest_points_win(before, winners):
    made = series(start_totals=before)
    made.do("show", "A", "AH AC 5D 6D 7D")
    made.do("show", "C", "4C 4D 5C 6C 8D")
    said = made.do("show", "B", "AS 4S 9D")
    assert kinds(said) == ["deal_over", "score", "game_over"]
    assert only("game_over", said)["winners"] == winners


def test_totals_name_seats():
    with pytest.raises(BadGame):
        table(start_totals={"X": 3})


# -- let stand -----------------------------------------------------------------------------------------


def test_a_card_that_does_not_beat_may_be_let_stand():
    made = table(hands=HANDS)
    made.play("B 3C 3D")
    made.play("A TH")
    assert kinds(made.accept()) == ["turn"]
    assert made.do("take", "A")[0]["cards"] == "3C"  # it went on the higher of the two
    made = table(hands=HANDS)
    made.play("B 3C 3D")
    made.play("A 2D")
    assert rule(made.accept()) == "wrong-phase"  # the limppu cannot be laid on a card


def test_no_group_may_be_let_stand_and_the_limppu_alone():
    made = table(hands=HANDS)
    made.play("B 3C 7H")
    assert kinds(made.accept()) == ["turn"]
    made.do("take", "A")
    made = table("A B", hands={"A": "2D 9D 9H 8S TH 4C"})
    made.play("B 3C 3D", "A 9D 4C")
    made.play("A 2D")
    assert kinds(made.accept()) == ["cleared", "limppu", "turn"]


# -- what lies open ------------------------------------------------------------------------------------


def open_table(made):
    """The piles, the stock, who has the limppu."""
    shown, text = made.referee.match.shown(), made.game.deck.text
    stock, *limppu = shown.facts
    assert (stock.id, [fact.id for fact in limppu]) == ("stock", ["limppu"] * len(limppu))
    piles = [(pile.id, text(pile.cards)) for pile in shown.piles]
    return piles, stock.number, [made.game.seats[fact.seat] for fact in limppu]


def test_each_struck_card_lies_with_the_one_that_beats_it():
    made = table(hands={"A": "2D 6H 9C 9D TH AH", "B": "3C 3D 7H 9S JC"})
    assert open_table(made) == ([], 36, ["A"])
    made.play("B 3C 3D")
    assert open_table(made) == ([("struck", "3C"), ("struck", "3D")], 34, ["A"])
    made.play("A 9D")
    assert open_table(made) == ([("struck", "3C"), ("struck", "3D 9D")], 34, ["A"])
    made.play("A 9C")  # all is beaten
    assert open_table(made) == ([], 32, ["A"])


def test_the_limppu_lies_with_the_group_that_it_was_struck_with():
    made = table(hands={"A": "2D 2C 2S 8S 8H AH"})
    made.play("B 3C 3D")
    made.do("take", "A")
    made.do("draw", "C", "5H")
    made.play("C 4C 4S")
    made.do("take", "B")
    made.play("A 8S 8H 2D")
    assert open_table(made)[::2] == ([("struck", "8S"), ("struck", "8H"), ("limppu", "2D")], [])
    made.do("take", "C")
    assert open_table(made)[::2] == ([], ["C"])


# -- random games --------------------------------------------------------------------------------------


def alive(match, acts, rng):
    """Beat more often than take: pairs that nobody can beat may go round for ever."""
    verb = rng.choice(["play", "play", *(act.do for act in acts)])
    return rng.choice([act for act in acts if act.do == verb] or acts)


@pytest.mark.parametrize("seats", range(2, 7))
def test_random_deals_end_and_keep_all_cards(seats):
    for made, steps in games(lambda: load("limppu", "ABCDEF"[:seats], "A", {}), 20, choose=alive, most=300):
        match = made.referee.match
        everywhere = match.hands.everywhere() | match.gone | sum(1 << card for card in match.stock)
        assert everywhere | cards("KS") == match.game.pack
        assert sum(map(match.hands.size, range(seats))) == sum(held.bit_count() for held in match.hands.known)
        assert match.over or goes_round(steps)


def goes_round(steps):
    """Whether nothing but pairs go round that nobody beats."""
    return {step.act.do for step in steps[-60:]} == {"play", "take"} and not any(
        event["event"] == "cleared" for step in steps[-60:] for event in step.said
    )


@pytest.mark.parametrize("seats", range(2, 7))
@pytest.mark.parametrize("series", [False, True])
@pytest.mark.parametrize("cheats", [0, 0.2])
def test_tables_that_read_less_accuse_nobody_falsely(seats, series, cheats):
    broken = 0
    for number in range(2 if series else 8):
        rng = random.Random(f"{seats} {series} {cheats} {number}")
        game = load("limppu", "ABCDEF"[:seats], "A", {"series": series, "target": 40})
        both = TwoTables(game, rng, reads=rng.choice([0, 0.5]), cheats=cheats, choose=alive)
        both.run(250)
        both.check()
        assert cheats or not both.accusations()
        broken += len(both.broken)
    assert bool(broken) == bool(cheats)


@pytest.mark.parametrize("seats", range(2, 7))
def test_undo_gives_back_what_was(seats):
    check_undo(lambda: load("limppu", "ABCDEF"[:seats], "B", {"series": seats % 2 == 0, "target": 30}), choose=alive)


def test_what_is_refused_changes_nothing():
    came = set()
    for seats in range(2, 7):
        make = lambda: load("limppu", "ABCDEF"[:seats], "B", {"series": True, "target": 60})  # noqa: B023, E731
        came |= check_refusals(make, RULES, choose=alive)
    assert came >= {"out-of-turn", "wrong-phase", "card-seen", "must-strike"}


def test_every_group_and_beating_line_is_asked_for():
    made = table(hands={"A": "2D 9H 6H 8S TH AH", "B": "3C 3D 3H 9S JC", "C": HANDS["C"]}, stock=None)
    (play, draw, *_) = made.referee.match.asks()
    assert (play.least, play.most, play.alike, play.also, draw.do) == (2, 4, "rank", (), "draw")
    made.play("B 3C 3H")
    (play, take) = made.referee.match.asks()[:2]
    assert (play.least, play.most, take.do, take.seat) == (1, 2, "take", 0)


def test_the_limppu_is_asked_for_along_with_a_group():
    made = table(hands={"A": "2D 2C 2S 8S 8H AH"})
    made.play("B 3C 3D")
    made.do("take", "A")
    made.do("draw", "C", "5H")
    made.play("C 4C 4S")
    made.do("take", "B")
    acts = legal_answers(made.referee.match, {0: made.referee.match.held(0)}, random.Random(1))
    struck = {frozenset(made.game.deck.text(act.cards).split()) for act in acts if act.do == "play"}
    assert {frozenset(["2C", "2S"]), frozenset(["2C", "2S", "2D"]), frozenset(["8S", "8H", "2D"])} < struck
