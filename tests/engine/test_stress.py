"""Stress: docs/rules/stress.md, rule by rule."""

import random
from collections import Counter

import pytest
from random_games import check_refusals, check_undo, games
from referee_table import Table, kinds, only, refusal
from reflex_people import Clock, check_seen_less, of

from engine.actions import Act
from engine.cards import each, rank_of
from engine.errors import BadGame, BadLine
from engine.games import load

RULES = {"wrong-phase", "wrong-count", "card-seen", "not-in-hand", "not-on-table", "table-full"}
RULES |= {"put-back", "not-alike", "not-finished"}


class Stress(Table):
    """A table with `middle` in the middle; `t` in milliseconds."""

    rules = "stress"

    def __init__(self, seats="A B", middle="4H 9C KD 2S", **options):
        super().__init__(seats, **options)
        if middle:
            self.do("turned", None, middle)

    def swap(self, seat, cards, wanted, t=None):
        return self.take(Act("exchange", self.seat(seat), self.read(cards), wanted=self.read(wanted), t=t))

    def read(self, cards):
        return None if cards is None else self.game.deck.read(cards)

    def sets(self, seat, ranks, t=None):
        for rank in ranks:
            said = self.do("meld", seat, " ".join(rank + suit for suit in "CDHS"), t=t)
        return said

    def middle(self):
        return self.game.deck.text(self.referee.match.middle)


@pytest.mark.parametrize(("players", "cards"), [(2, 24), (3, 16), (4, 12)])
def test_all_but_four_are_dealt_in_bunches(players, cards):
    match = load("stress", list("ABCD"[:players]), None, {}).start()
    assert [match.left(seat) for seat in range(players)] == [cards] * players


@pytest.mark.parametrize("seats", ["A", "A B C D E"])
def test_two_to_four_play(seats):
    with pytest.raises(BadGame):
        Stress(seats)


@pytest.mark.parametrize("put_back", [0, -1, "3", True, None])
def test_how_quickly_is_a_number_of_seconds_above_0(put_back):
    with pytest.raises(BadGame):
        Stress(put_back=put_back)


# -- what opens the deal ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("cards", "rule"), [("4H 9C KD", "wrong-count"), ("4H 9C KD KD", "card-seen"), ("4H 9C KD 2C", "card-seen")]
)
def test_the_middle_is_four_cards_of_no_hand(cards, rule):
    table = Stress("A B C D", middle=None)
    table.deal(A="2C 2D 2H 3C 3D 3H 4C 4D 5H 5C 5D 6H")
    assert refusal(table.do("turned", None, cards)) == (rule, "")


def test_dealing_ends_with_the_first_card():
    table = Stress()
    table.do("take", "A", "4H", source="table")
    assert refusal(table.do("turned", None, "5H 9C KD 2S")) == ("wrong-phase", "")
    assert refusal(table.deal(A="2C")) == ("wrong-phase", "")
    assert refusal(Stress().stock("2C")) == ("wrong-phase", "")
    assert refusal(Stress().deal(A="2C 3C")) == ("wrong-count", "")


def test_before_it_is_turned_nothing_lies_in_the_middle():
    table = Stress(middle=None)
    assert refusal(table.do("take", "A", "4H")) == ("not-on-table", "")
    assert refusal(table.do("play", "A", "4H")) == ("table-full", "")


# -- swapping ---------------------------------------------------------------------------------------------

A_HAND = "2C 2D 2H 3C 3D 3H 4C 4D 5H 5C 5D 6H"


def known():
    """A's hand is known, the others' are not; A owes a card for the 9C."""
    table = Stress("A B C D")
    table.deal(A=A_HAND)
    table.do("take", "A", "9C", source="table", t=1000)
    return table


@pytest.mark.parametrize(
    ("verb", "seat", "cards", "rule"),
    [
        ("take", "B", "9C", "not-on-table"),
        ("take", "B", "4H 4H", "not-on-table"),
        ("take", "B", "4H 5S", "not-on-table"),
        ("take", "B", None, "wrong-count"),
        ("play", "A", None, "wrong-count"),
        ("play", "A", "2C 3C", "table-full"),
        ("play", "B", "7C", "table-full"),
        ("play", "A", "4H", "card-seen"),
        ("play", "A", "KC", "not-in-hand"),
        ("meld", "A", "2C 2D 2H 3C", "put-back"),
        ("meld", "B", "7C 7D 7H", "wrong-count"),
        ("meld", "B", "7C 7D 7H 7H", "wrong-count"),
        ("meld", "B", "2C 2D 2H 2S", "card-seen"),
        ("meld", "B", "7C 7D 7H 8S", "not-alike"),
        ("press", "B", None, "not-finished"),
        ("pass", "B", None, "wrong-phase"),
    ],
)
def test_what_may_be_taken_put_and_laid(verb, seat, cards, rule):
    assert refusal(known().do(verb, seat, cards, t=1100)) == (rule, "")


@pytest.mark.parametrize(
    ("seat", "cards", "wanted", "rule"),
    [
        ("B", "7C 7D", "4H", "wrong-count"),
        ("B", None, "4H", "wrong-count"),
        ("B", "7C", None, "wrong-count"),
        ("B", "7C", "9C", "not-on-table"),
        ("B", "4H", "4H", "card-seen"),
        ("B", "2C", "4H", "card-seen"),
        ("A", "KC", "4H", "not-in-hand"),
        ("B", "7C 7C", "4H KD", "card-seen"),
    ],
)
def test_what_may_be_swapped(seat, cards, wanted, rule):
    assert refusal(known().swap(seat, cards, wanted)) == (rule, "")


def test_only_from_the_middle():
    assert refusal(Stress().do("take", "A", "4H", source="stock")) == ("wrong-phase", "")


def test_a_swap_puts_first_and_owes_nothing():
    table = known()
    assert kinds(table.swap("A", "2C", "KD")) == ["put", "took", "turn"]
    assert table.middle() == "4H 2S 2C"
    assert kinds(table.do("play", "A", "KD")) == ["put", "turn"]
    assert table.middle() == "4H 2S 2C KD"


def test_cards_taken_are_known_and_may_go_back():
    table = Stress()
    table.do("take", "B", "4H KD", source="table")
    assert table.hand("B") == "KD 4H"
    assert refusal(table.do("play", "A", "KD")) == ("table-full", "")
    table.do("play", "B", "KD")
    assert table.middle() == "9C 2S KD"


@pytest.mark.parametrize(
    ("line", "said"),
    [
        (("meld", "A", "2C 2D 2H 3C"), ["four", "turn"]),  # put-back
        (("play", "A", "2C 3C"), ["put", "turn"]),  # table-full
        (("meld", "B", "7C 7D 7H 8S"), ["four", "turn"]),  # not-alike
        (("meld", "A", "2C 2D 2H KC"), ["refused"]),
        (("meld", "A", "2C 2D 2H"), ["refused"]),
        (("play", "A", "2C KC"), ["refused"]),
        (("take", "B", "9C"), ["refused"]),
        (("press", "B", None), ["refused"]),
    ],
)
def test_what_people_may_let_stand(line, said):
    table = known()
    verb, seat, cards = line
    assert kinds(table.do(verb, seat, cards, t=1100)) == ["refused"]
    assert kinds(table.accept()) == said
    if verb == "play" and said[0] == "put":
        assert table.middle() == "4H KD 2S 2C 3C"
        assert kinds(table.do("clock", None, t=99000)) == ["turn"]  # nothing is owed


@pytest.mark.parametrize(
    ("verb", "seat", "cards", "stands"),
    [("clock", None, None, True), ("take", "B", "9C", True), ("meld", "A", "4C 4D 4S 4H", False)],
)
def test_what_others_do_meanwhile_does_not_take_a_refused_line_back(verb, seat, cards, stands):
    table = Stress()
    table.swap("A", "8C", "4H")
    assert refusal(table.do("play", "A", "7C")) == ("table-full", "")
    assert kinds(table.do(verb, seat, cards, t=1000))[-1] == "turn"
    assert kinds(table.accept()) == (["put", "turn"] if stands else ["refused"])


def test_a_set_is_out_of_play():
    table = Stress("A B C")
    four = only("four", table.sets("A", "5"))
    assert (four["rank"], four["left"]) == ("5", 3)
    assert refusal(table.swap("B", "5C", "4H")) == ("card-seen", "")


# -- debts ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("t", "late"), [(4000, False), (4001, True)])
@pytest.mark.parametrize("verb", ["clock", "take", "play", "meld"])
def test_a_debt_that_is_too_old_is_told_of_before_the_line(t, late, verb):
    table = Stress()
    table.do("take", "A", "4H", source="table", t=1000)
    cards = {"clock": None, "take": "KD", "play": "7C", "meld": "8C 8D 8H 8S"}[verb]
    said = table.do(verb, None if verb == "clock" else "A" if verb == "play" else "B", cards, t=t)
    assert (said[0]["event"] == "alert") == late
    if late:
        alert = {key: said[0][key] for key in ("seat", "rule", "cards", "owes", "since")}
        assert alert == {"seat": "A", "rule": "put-back", "cards": "4H", "owes": 1, "since": 1.0}
        again = [event for event in table.do("clock", None, t=9000) if event["event"] == "alert"]
        assert "A" not in [event["seat"] for event in again]  # once


def test_debts_of_several_are_told_of_in_seat_order():
    table = Stress()
    table.do("take", "B", "4H", source="table", t=1000)
    table.do("take", "A", "KD 9C", source="table", t=1100)
    table.do("play", "A", "7C", t=1200)
    alerts = table.do("clock", None, t=9000)[:-1]
    assert [(alert["seat"], alert["cards"], alert["owes"]) for alert in alerts] == [("A", "KD 9C", 1), ("B", "4H", 1)]


def test_a_debt_that_began_without_a_time_is_never_too_old():
    table = Stress()
    table.do("take", "A", "4H", source="table")
    table.do("take", "A", "KD", source="table", t=1000)
    assert kinds(table.do("clock", None, t=9000)) == ["turn"]


def test_a_line_without_a_time_and_a_refused_line_tell_nothing():
    table = Stress()
    table.do("take", "A", "4H", source="table", t=1000)
    assert kinds(table.do("take", "B", "KD", source="table")) == ["took", "turn"]
    assert kinds(table.do("take", "B", "KD", source="table", t=9000)) == ["refused"]
    assert kinds(table.do("clock", None, t=9000))[0] == "alert"


def test_how_quickly_is_an_option():
    table = Stress(put_back=0.5)
    table.do("take", "A", "4H", source="table", t=1000)
    assert kinds(table.do("clock", None, t=1500)) == ["turn"]
    assert kinds(table.do("clock", None, t=1501)) == ["alert", "turn"]


# -- the call ---------------------------------------------------------------------------------------------


def called():
    """A and B have made all sets, C has one left; B has called at 6.0."""
    table = Stress("A B C", middle="AC AD AH AS")
    table.sets("A", "2345")
    table.sets("B", "6789")
    table.sets("C", "TJQ")
    assert kinds(table.do("press", "B", t=6000)) == ["stress", "turn"]
    assert (table.events[-1]["seat"], table.events[-1]["phase"]) == (None, "closing")
    return table


def test_a_press_has_a_time():
    with pytest.raises(BadLine):
        Stress().do("press", "A")


def test_who_owes_cannot_call():
    table = Stress("A B C D", middle="AC AD AH AS")
    table.deal(A=A_HAND)
    table.do("play", "A", "2C")
    table.accept()  # a fifth card in the middle
    table.do("take", "A", "AC", source="table")
    for cards in ("AC 2D 2H 3C", "3D 3H 4C 4D", "5H 5C 5D 6H"):
        table.do("meld", "A", cards)
        table.accept()
    assert refusal(table.do("press", "A", t=1)) == ("put-back", "")


@pytest.mark.parametrize(
    ("call", "winners"),
    [(None, "B"), (("A", 6000), "A B"), (("A", 5999), "A"), (("A", 6001), "B"), (("C", 5000), "B")],
)
def test_the_first_call_wins(call, winners):
    table = called()
    if call is not None:
        table.do("press", call[0], t=call[1])
    over = next((event for event in table.events if event["event"] == "game_over"), None)
    over = over or table.do("clock", None, t=6001)[-1]
    assert over["winners"] == winners.split()
    assert sorted(over["winners"] + over["losers"]) == ["A", "B", "C"]


@pytest.mark.parametrize(("t", "over"), [(6000, False), (5000, False), (6001, True), (None, True)])
def test_a_line_that_came_too_late_only_closes(t, over):
    table = called()
    said = table.do("take", "C", "AC", source="table", t=t)
    assert kinds(said) == (["game_over"] if over else ["took", "turn"])


def test_after_the_game_nothing_may_be_done():
    table = called()
    assert only("game_over", table.do("pass", "A"))["winners"] == ["B"]
    for verb in ("take", "clock", "press", "turned"):
        assert refusal(table.do(verb, "A", "AC", t=1)) == ("wrong-phase", "")


def test_who_has_cards_may_act():
    table = Stress("A B C", middle="AC AD AH AS")
    assert table.events[-1]["seats"] == ["A", "B", "C"]
    table.sets("B", "6789")
    assert table.events[-1]["seats"] == ["A", "C"]


# -- random games -----------------------------------------------------------------------------------------


def choose(match, acts, rng):
    """They lay sets and call when they can, take what they have most of, put what they have fewest of."""
    for verb in ("press", "meld"):
        if found := of(verb, acts):
            return rng.choice(found)
    if match.calls and rng.random() < 0.5:
        return rng.choice(of("clock", acts))
    if rng.random() < 0.1:
        return rng.choice(acts)
    held = {seat: Counter(map(rank_of, each(match.held(seat)))) for seat in range(len(match.game.seats))}

    def gain(act):
        ranks = held.get(act.seat, {})
        taken = act.wanted if act.do == "exchange" else act.cards if act.do == "take" else ()
        put = act.cards if act.do in ("exchange", "play") else ()
        owed = act.do == "play"
        return owed * 3 + sum(ranks[rank_of(c)] for c in taken or ()) - sum(ranks[rank_of(c)] for c in put or ())

    return max(rng.sample(acts, min(25, len(acts))), key=gain)


def a_game(players, **options):
    return load("stress", list("ABCD"[:players]), "A", options)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_random_games(players):
    over = 0
    for table, steps in games(lambda: a_game(players), 3, seed=players, find=Clock(), choose=choose, most=300):
        match = table.referee.match
        over += match.over
        assert sum(match.left(seat) for seat in range(players)) + match.away().bit_count() == 52
        assert len(match.middle) + sum(debt.owes for debt in match.debts) == 4
        check_seen_less(a_game(players), steps, random.Random(players))
    assert over


def test_undo_at_every_step():
    check_undo(lambda: a_game(4), seed=3, find=Clock(), choose=choose)


def test_illegal_answers_are_refused_and_change_nothing():
    came = check_refusals(lambda: a_game(4), RULES, seed=3, find=Clock(), choose=choose)
    assert came >= {"not-on-table", "table-full", "card-seen", "not-finished", "put-back"}


@pytest.mark.parametrize(("text", "value"), [("0.5", 0.5), ("2", 2.0), ("soon", "soon"), ("", "")])
def test_seconds_are_read_from_a_text(text, value):
    (option,) = Stress().game.option_table
    assert option.read(text) == value
