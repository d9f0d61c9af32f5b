"""Vändåtta and Vri åtter: docs/rules/vandatta.md, row by row, and random games at tables that read all or less."""

import random

import pytest
from half_seen import TwoTables, named
from random_games import check_refusals, check_undo, games
from referee_table import Table, kinds, only, refusal

from engine.answers import legal_answers
from engine.errors import BadGame, BadLine
from engine.games import load

RULES = {
    "one-rank",
    "no-match",
    "special-apart",
    "no-turn-first",
    "empty-stock",
    "draw-limit",
    "not-on-top",
    "must-play",
}
RULES |= {"draw-first", "bad-declaration", "no-cause", "show-mismatch"}
RULES |= {"out-of-turn", "wrong-phase", "wrong-count", "card-seen", "not-in-hand"}
A_HAND = "9H 9S KD 7C 6C TD JS"
B_HAND = "QH JD 6S 7D TC 8C AH"
NB = {"rules": "nb"}


class Vandatta(Table):
    rules = "vandatta"

    def says(self, seat, value):
        return self.do("declare", seat, value=value)

    def draws(self, seat, *cards):
        return [event for card in cards for event in self.draw(seat, card)]


def table(turned="6H", seats="A B C", stock=None, hands=None, **options):
    """A table whose last seat has dealt; these hands, and this stock, were read. A plays first."""
    made = Vandatta(seats, **options)
    if hands:
        made.deal(hands)
    if stock:
        made.stock(stock)
    if turned:
        made.do("turned", None, turned)
    return made


def rule(events):
    return refusal(events)[0]


def legal(made):
    return set(made.referee.match.turn()["legal"].split())


# -- the deal ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("rules", "stocks"),
    [("sv", {2: 21, 3: 14, 4: 7, 5: 36, 6: 29, 7: 54, 8: 47}), ("nb", {2: 39, 3: 33, 4: 27, 6: 15})],
)
def test_the_stock_is_what_is_left(rules, stocks):
    for seats, stock in stocks.items():
        assert table(seats=" ".join("ABCDEFGH"[:seats]), rules=rules).referee.match.stock_left == stock


@pytest.mark.parametrize(
    ("seats", "options"), [("A", {}), ("A B C D E F G H I", {}), ("A B C D E F G", NB), ("A B", {"target": 0})]
)
def test_games_that_there_are_not(seats, options):
    with pytest.raises(BadGame):
        table(seats=seats, **options)


def test_waiting_for_the_card_that_is_turned_up():
    made = table(None, "A B")
    assert made.events == [{"event": "turn", "line": 1, "seat": None, "phase": "deal"}]
    for said in (made.play("A 9H"), made.draw("A"), made.do("pass", "A"), made.do("show", "A", A_HAND)):
        assert rule(said) == "wrong-phase"
    assert rule(made.do("turned", None, "6H 7H")) == "wrong-count"
    assert rule(made.do("turned", None, "5H")) == "card-seen"  # not in this deck
    made.deal({"A": A_HAND})
    assert rule(made.do("turned", None, "9H")) == "card-seen"
    assert only("turn", made.do("turned", None, "9D"))["legal"] == "TD KD 9H 9S"
    assert rule(made.do("turned", None, "9C")) == rule(made.deal({"B": B_HAND})) == "wrong-phase"


def test_equal_cards_of_two_packs():
    made = Vandatta("A B C D E")
    assert kinds(made.deal({"A": "9H 9H KD 7C 6C TD JS", "B": "QH JD 6S 7D TC 8C KD"})) == ["turn"]
    assert rule(made.deal({"C": "KD 6S 7D TC 8C QH 9C"})) == "card-seen"
    assert kinds(made.do("turned", None, "7C")) == ["turn"]
    assert made.referee.match.turn()["legal"] == "6C 7C"
    made.play("A 6C", "B 6S", "C 9S")
    made.draw("D", "9S")
    made.play("D 9S", "E 9C")
    assert made.referee.match.turn()["legal"] == "7C 9H 9H"
    made.play("A 9H 9H")
    assert rule(made.play("B 9H")) == "card-seen"  # both copies lie


# -- what fits -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("played", "why"),
    [
        ("", "wrong-count"),
        ("KD", "no-match"),
        ("9S 9H", "no-match"),  # the first must fit
        ("9H 6C", "one-rank"),
        ("KD 9H", "one-rank"),  # before no-match
        ("QH", "card-seen"),
        ("8D", "not-in-hand"),
        ("5H", "card-seen"),  # out of the deck
        ("9H 9H", "card-seen"),
    ],
)
def test_what_cannot_be_played(played, why):
    made = table(seats="A B", hands={"A": A_HAND, "B": B_HAND})
    assert refusal(made.do("play", "A", played)) == (why, "")


def test_nobody_plays_more_unread_cards_than_the_hand_has():
    made = table("6H", seats="A B")
    made.play("A 9H 9S 9D 9C", "B TC", "A KC KD")  # one card is left
    made.play("B KS")
    assert rule(made.play("A TS JS")) == "not-in-hand"  # before it is looked at whether they go together
    assert rule(made.accept()) == "wrong-phase"


def test_suit_rank_or_an_eight():
    made = table(seats="A B", hands={"A": A_HAND, "B": B_HAND})
    assert legal(made) == {"9H", "6C"}
    made.play("A 9H 9S")
    assert legal(made) == {"8C", "6S"}
    assert rule(made.play("A 6C")) == "out-of-turn"


@pytest.mark.parametrize(
    ("value", "fits"),
    [
        ("KD", {"KC", "TD", "JD"}),
        ("D", {"TD", "JD"}),
        ("KH", {"KC", "7H"}),
        ("6S", {"9S", "6C"}),
        ("10D", {"TD", "JD"}),
    ],
)
def test_what_an_eight_stands_for(value, fits):
    made = table("9H", hands={"A": "8H 9C TC 7S QH JS 6S", "B": "KC JD TD 9S 7H QC 6C"})
    made.play("A 8H")
    assert rule(made.play("B KC")) == "wrong-phase"
    assert rule(made.says("B", value)) == "out-of-turn"
    made.says("A", value)
    assert legal(made) == fits


@pytest.mark.parametrize("value", [7, "", "X", "CD", "kd", None, True])
def test_what_is_neither_card_nor_suit_is_no_line(value):
    made = table("9H", hands={"A": "8H 9C TC 7S QH JS 6S"})
    made.play("A 8H")
    with pytest.raises(BadLine):
        made.says("A", value)


def test_only_cards_of_the_deck_may_be_named():
    made = table("9H")
    assert rule(made.says("A", "KD")) == "wrong-phase"
    made.play("A 8H")
    assert rule(made.says("A", "3D")) == "bad-declaration"
    assert kinds(made.accept()) == ["turn"]
    made = table("9H", **NB)
    made.play("A KH", "B 7H", "C 6H", "A 8H")
    assert rule(made.says("A", "KD")) == "bad-declaration"


@pytest.mark.parametrize(
    ("turned", "played", "why"),
    [
        ("8H", "8S", "special-apart"),
        ("8H", "AH", "special-apart"),
        ("AH", "8S", "special-apart"),
        ("AH", "AS", None),
        ("6H", "8S 8D", "special-apart"),
        ("8S", "8D AS", "one-rank"),
        ("8H", "AC", "no-match"),
        ("6H", "8S", None),
    ],
)
def test_specials_apart(turned, played, why):
    made = table(turned, "A B", specials_apart=True)
    said = made.do("play", "A", played)
    assert (rule(said) if why else said[0]["event"]) == (why or "turn")


def test_specials_apart_takes_them_out_of_what_must_be_played():
    made = table("8S", "A B", hands={"A": "8H 8D AS 9C TC JC QC"}, specials_apart=True)
    assert legal(made) == set()
    assert kinds(made.draw("A")) == ["turn"]


# -- the duty to play ----------------------------------------------------------------------------------


def test_who_can_play_may_neither_draw_nor_pass():
    made = table(hands={"A": "6C 7D 9D TD JD QD 8S"})
    assert refusal(made.draw("A")) == refusal(made.do("pass", "A")) == ("must-play", "6C 8S")
    made = table(hands={"A": "7C 7D 9D TD JD QD 8S"}, must_play="not_eights")
    assert kinds(made.draw("A", "6S")) == ["turn"]
    assert refusal(made.draw("A")) == ("must-play", "6S")
    made = table(hands={"A": "6C 7D 9D TD JD QD 8S"}, must_play="never")
    assert kinds(made.draw("A")) == ["turn"]


def test_three_cards_then_pass():
    made = table(hands={"A": "7C 7D 9D TD JD QD KD"})
    assert rule(made.do("pass", "A")) == "draw-first"
    made.draws("A", "9S", "TS", "JS")
    assert rule(made.draw("A", "QS")) == "draw-limit"
    assert only("turn", made.do("pass", "A"))["seat"] == "B"


def test_a_fourth_card_let_stand_does_not_open_the_way_to_a_fifth():
    made = table(stock="KH QH QS JH JS TH TS TC 9H 9C 8D 8C 7H 6D", must_play="never")
    made.draws("A", None, None, None)
    assert rule(made.draw("A")) == "draw-limit"
    assert kinds(made.accept()) == ["turn"]
    assert rule(made.draw("A")) == "draw-limit"


def test_a_drawn_card_that_fits_must_be_played():
    made = table(hands={"A": "7C 7D 9D TD JD QD KD"})
    made.draws("A", "9S", "TS", "JH")
    assert refusal(made.do("pass", "A")) == ("must-play", "JH")
    assert kinds(made.play("A JH")) == ["turn"]


def test_only_the_top_of_a_known_stock_is_drawn():
    stock = "KH QH QS JH JS TH TS TC 9H 9C 8D 8C 7H 6D"
    hands = {"A": "7C 7D 9D TD JD QD KD", "B": "6C 6S 7S 8S 9S KS AS", "C": "8H AH AC AD JC QC KC"}
    made = table(None, hands=hands, stock=stock)
    made.do("turned", None, "6H")
    assert rule(made.draw("A", "QS")) == "not-on-top"
    assert rule(made.draw("A", "AS")) == "card-seen"
    assert kinds(made.accept()) == ["refused"]  # after the last refusal, which every game shares
    assert rule(made.draw("A", "QS")) == "not-on-top"
    assert kinds(made.accept()) == ["turn"]
    assert made.hand("A") == "7C 7D 9D TD JD QD KD QS"
    assert kinds(made.draw("A", "KH")) == ["turn"]


def test_a_card_that_nobody_has_seen_is_not_on_top_of_a_known_stock_either():
    made = table(stock="KH QH QS JH JS TH TS TC 9H 9C 8D 8C 7H 6D")
    assert rule(made.draw("A", "7C")) == "not-on-top"
    assert kinds(made.accept()) == ["refused"]  # it does not lie there
    assert rule(made.draw("A", "6H")) == "card-seen"
    assert rule(made.draw("A", "2C")) == "card-seen"


def test_a_draw_of_a_card_that_lies_elsewhere():
    made = table(hands={"A": "7C 7D 9D TD JD QD KD"})
    for card in ("6H", "7C", "5S"):
        assert rule(made.draw("A", card)) == "card-seen"
    assert rule(made.do("draw", "A", "KH QH")) == "wrong-count"
    assert rule(made.draw("B")) == "out-of-turn"
    assert rule(made.draw("A", source="discard")) == "wrong-phase"


# -- aces ----------------------------------------------------------------------------------------------


def test_an_ace_makes_the_others_draw_and_its_player_goes_on():
    made = table(hands={"A": "AH AS TS 6D KC 9D JD"})
    said = made.play("A AH")
    assert said[-1] | {"line": 0} == {
        "event": "turn",
        "line": 0,
        "seat": "B",
        "phase": "forced-draw",
        "seats": ["B", "C"],
    }
    for refused in (made.play("A AS"), made.play("B 7H"), made.do("pass", "B"), made.says("B", "D")):
        assert rule(refused) == "wrong-phase"
    made.draw("C")
    assert rule(made.draw("C")) == rule(made.draw("A")) == "out-of-turn"
    assert made.draw("B")[-1]["seat"] == "A"
    assert [made.referee.match.hands.size(seat) for seat in range(3)] == [6, 8, 8]


def test_two_aces_make_them_draw_two():
    made = table()
    made.play("A AH AD")
    assert made.referee.match.owed == {1: 2, 2: 2}


def test_after_an_ace_the_draws_count_anew():
    made = table()
    made.draws("A", None, None, None)
    made.play("A AH")
    made.draws("B", None)
    made.draws("C", None)
    made.draws("A", None, None, None)
    assert rule(made.draw("A")) == "draw-limit"


def test_a_turned_ace_makes_nobody_draw_nor_does_a_norwegian_one():
    assert table("AH").referee.match.turn()["phase"] == "play"
    assert table(**NB).play("A AH")[-1]["phase"] == "play"


def test_an_ace_as_the_last_card():
    made = table(seats="A B", hands={"A": "9H 9S 9D 9C AC AD AS", "B": "QH JD 6S 7D TC 8C TH"})
    made.play("A 9H 9S 9D 9C", "B TC")
    said = made.play("A AC AD AS")
    assert kinds(said) == ["turn"]
    made.draws("B", "KH", "KS")
    said = made.draw("B", "KC")
    assert only("deal_over", said)["points"] == {"A": 0, "B": 25 + 6 * 10 + 2 * 5}


# -- the stock -----------------------------------------------------------------------------------------


def nearly_out(**options):
    """One card is left in the stock; three cards lie."""
    made = table("6H", "A B C D", **options)
    made.play("A 9H", "B 9S", "C TS")
    made.referee.match.stock_left = 1
    return made


def test_the_pile_is_turned_over():
    made = nearly_out()
    said = made.draw("D")
    assert kinds(said) == ["restock", "turn"]
    assert (said[0]["count"], made.game.deck.text(made.referee.match.stock)) == (3, "6H 9H 9S")
    made.draw("D")
    assert made.hand("D") == "6H"
    assert rule(made.draw("D", "9S")) == "not-on-top"
    assert rule(made.play("D 9H")) == "card-seen"  # it lies in the stock


def test_the_pile_is_shuffled_by_the_norwegian_rules():
    made = table("6H", "A B C D", **NB)
    made.play("A 9H", "B TH", "C JH")
    made.referee.match.stock_left = 1
    assert kinds(made.draw("D")) == ["restock", "turn"]
    assert made.referee.match.stock == ()
    assert kinds(made.draw("D", "9H")) == ["turn"]


def test_with_an_empty_stock_one_may_pass_at_once():
    made = table(hands={"A": "7C 7D 9D TD JD QD KD"})
    made.referee.match.stock_left = 0
    assert rule(made.draw("A")) == "empty-stock"
    assert rule(made.accept()) == "wrong-phase"
    assert kinds(made.do("pass", "A")) == ["turn"]
    assert kinds(made.play("B 9H")) == ["restock", "turn"]


def test_draws_for_an_ace_lapse_where_the_stock_gives_out():
    made = table()
    made.referee.match.stock_left = 1
    made.play("A AH")  # 6H is all that the pile has to give
    made.draw("B")
    made.draw("C")
    assert made.referee.match.turn()["seat"] == "A"
    made = table()
    made.referee.match.stock_left = 0
    made.play("A AH AS AD")  # six cards to be drawn, and three that come from the pile
    for seat in "BCB":
        made.draw(seat)
    assert made.referee.match.turn()["phase"] == "play"


def test_what_an_eight_stands_for_outlasts_the_new_stock():
    made = nearly_out()
    made.draw("D")
    made.referee.match.stock_left, made.referee.match.stock = 1, made.referee.match.stock[:1]
    made.play("D 8C")
    made.says("D", "QD")
    assert made.referee.match.suit + made.referee.match.rank == "DQ"


# -- promises ------------------------------------------------------------------------------------------


def test_a_pass_is_proved_false():
    made = table("9H")
    made.play("A TH")
    made.draws("B", None, None, None)
    made.do("pass", "B")
    at = made.number
    made.play("C JH", "A JS")
    revoke = only("revoke", made.play("B TS"))
    assert (revoke["seat"], revoke["rule"], revoke["cards"], revoke["at"], revoke["proof"]) == (
        "B",
        "must-play",
        "",
        at,
        "TS",
    )


def test_a_card_whose_draw_was_read_accounts_for_itself():
    made = table("9H")
    made.play("A TH")
    at = made.number + 1
    made.draw("B", "KH")
    assert "revoke" not in kinds(made.play("B KH"))
    made.play("C KS", "A JS")
    assert only("revoke", made.play("B JH"))["at"] == at


def test_two_packs_each_copy_counts_by_itself():
    made = table("9H", "A B C D E")
    made.play("A TH")
    made.draw("B", "KH")
    made.play("B KH", "C KS", "D JS", "E 9S", "A 6S")
    revoke = only("revoke", made.play("B 6H"))
    assert revoke["proof"] == "6H"
    made = table("9H", "A B C D E")
    made.play("A TH")
    at = made.number + 1
    made.draw("B")
    made.play("B KH", "C KS", "D JS", "E 9S", "A KS")
    revoke = only("revoke", made.play("B KH"))
    assert (revoke["at"], revoke["proof"]) == (at, "KH KH")


def test_a_draw_let_stand_promises_nothing():
    made = table("9H")
    made.play("A TH")
    made.draw("B", "KH")
    assert refusal(made.draw("B", "7C")) == ("must-play", "KH")
    made.accept()
    made.play("B KH", "C KS", "A JS")
    assert [event["at"] for event in made.play("B JH") if event["event"] == "revoke"] == [4]  # not 6


def test_nobody_is_bound_by_the_norwegian_rules_and_a_shuffle_ends_promises():
    made = table("9H", **NB)
    made.play("A TH")
    made.draws("B", None, None, None)
    made.do("pass", "B")
    made.play("C JH", "A JS")
    assert kinds(made.play("B TS")) == ["turn"]
    for shuffled in (False, True):
        made = table("9H", rules="nb", must_play="all")
        made.play("A TH")
        made.draws("B", None, None, None)
        if shuffled:
            made.referee.match.stock_left = 0
        made.do("pass", "B")
        said = made.play("C JH", "A QH", "B KH")
        assert ("revoke" in kinds(said)) is not shuffled


# -- the Norwegian first turn --------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("played", "why"),
    [("5S", "no-turn-first"), ("8H", "no-turn-first"), ("KH KS", "no-turn-first"), ("JD", "no-match")],
)
def test_nobody_turns_in_its_first_turn(played, why):
    assert rule(table("5H", **NB).do("play", "A", played)) == why


def test_the_first_turn_is_over_with_a_pass_too():
    made = table("5H", "A B", **NB)
    made.draws("A", None, None, None)
    made.do("pass", "A")
    made.play("B 6H")
    assert kinds(made.play("A 6S")) == ["turn"]


# -- the call at one card ------------------------------------------------------------------------------


def one_left(**options):
    """A has one card left, and has not called."""
    made = table("2H", hands={"A": "5H 9H 9C 9D 9S KS"}, **NB, **options)
    made.play("A 5H", "B 6H", "C TH", "A 9H 9C 9D 9S")
    return made


def test_who_forgets_the_call_draws_three():
    made = one_left()
    said = made.do("challenge", "C")
    assert said[0] | {"line": 0} == {"event": "penalty", "line": 0, "seat": "A", "rule": "last-card-call", "count": 3}
    assert said[1]["phase"] == "forced-draw"
    assert rule(made.do("challenge", "C", to=0)) == rule(made.play("B 9S")) == "wrong-phase"
    made.draws("A", None, None)
    assert made.draw("A")[-1]["seat"] == "B"
    assert rule(made.do("challenge", "C", to=0)) == "no-cause"


def test_the_call():
    made = one_left()
    assert rule(made.says("B", "last-card")) == "no-cause"
    made.says("A", "last-card")
    made.says("A", "last-card")
    assert rule(made.do("challenge", "C", to=0)) == rule(made.do("challenge", "C")) == "no-cause"
    made.do("challenge", "B", to=0)
    assert kinds(made.accept()) == ["penalty", "turn"]  # whoever was named, if people will have it so


def test_nobody_challenges_itself_and_the_call_is_owed_until_the_next_own_act():
    made = one_left()
    assert rule(made.do("challenge", "A", to=0)) == rule(made.do("challenge", "A")) == "no-cause"
    made.play("B 2S", "C 3S")
    made.draw("A")
    assert rule(made.do("challenge", "C", to=0)) == "no-cause"


def test_without_the_option_there_is_no_call():
    made = one_left(last_card_call=False)
    assert rule(made.says("A", "last-card")) == rule(made.do("challenge", "C", to=0)) == "wrong-phase"


# -- the end -------------------------------------------------------------------------------------------


def test_points():
    made = table(seats="A B", target=70, hands={"A": "9H 9S 9D 9C KC KD KH", "B": "8S AD TC 6C 7D QS JS"})
    made.play("A 9H 9S 9D 9C", "B 6C")
    said = made.play("A KC KD KH")
    assert kinds(said) == ["deal_over", "score", "game_over"]
    assert only("deal_over", said) | {"line": 0} == {
        "event": "deal_over", "line": 0, "points": {"A": 0, "B": 75}, "detail": {}
    }  # fmt: skip
    assert only("game_over", said)["winners"] == ["A"]
    assert rule(made.play("B 8S")) == "wrong-phase"


def shown_end(**options):
    """A is out; B's and C's hands have not been read, but for one card of B's."""
    made = table(hands={"A": "9H 9S 9D 9C KC KD KH"}, **options)
    made.play("A 9H 9S 9D 9C", "B TC", "C 7C")
    return made, made.play("A KC KD KH")


def test_unread_hands_are_shown_in_any_order():
    made, said = shown_end()
    assert said[-1] | {"line": 0} == {"event": "turn", "line": 0, "seat": "B", "phase": "show", "seats": ["B", "C"]}
    assert rule(made.do("show", "A", "")) == "out-of-turn"
    assert rule(made.do("show", "C", "AC")) == "wrong-count"
    assert rule(made.do("show", "C", "AC AD AH AS 6C 6S 9C")) == "wrong-count"
    assert rule(made.do("show", "C", "AC AD AH AS 6C 9C")) == "card-seen"
    made.do("show", "C", "AC AD AH AS 6C 6S")
    assert rule(made.do("show", "C", "AC AD AH AS 6C 6S")) == "out-of-turn"
    said = made.do("show", "B", "8C 8D TS 7S 7D QH")
    assert only("deal_over", said)["points"] == {"A": 0, "B": 80, "C": 70}
    assert said[-1] | {"line": 0} == {"event": "turn", "line": 0, "seat": None, "phase": "deal"}
    assert made.referee.match.dealer == 0


def test_a_tie_is_shared():
    made, _ = shown_end(target=60)
    made.do("show", "C", "AC AD AH AS 6C 6S")
    assert only("game_over", made.do("show", "B", "8C 8D TS 7S 7D QH"))["winners"] == ["A"]
    made = table(seats="A B", target=1, hands={"A": "9H 9S 9D 9C KC KD KH", "B": "8S AD TC 6C 7D QS JS"})
    made.referee.match.scored = [75, 0]
    made.play("A 9H 9S 9D 9C", "B 6C")
    assert only("game_over", made.play("A KC KD KH"))["winners"] == ["A", "B"]


def test_a_known_card_is_missing():
    made = table(hands={"A": "9H 9S 9D 9C KC KD KH"})
    made.play("A 9H 9S 9D 9C")
    made.draw("B", "TD")
    made.play("B TC", "C 7C", "A KC KD KH")
    assert refusal(made.do("show", "B", "8C 8D TS 7S 7D QH 7H")) == ("show-mismatch", "TD")
    assert kinds(made.accept()) == ["note", "turn"]  # something was misread


def test_an_eight_as_the_last_card():
    made = table(seats="A B", hands={"A": "9H 9S 9D 9C 8C 8D 8H", "B": B_HAND.replace("8C", "8S")})
    made.play("A 9H 9S 9D 9C", "B TC")
    assert "deal_over" in kinds(made.play("A 8C 8D 8H"))


def test_play_goes_on_until_one_is_left():
    made = table("2H", **NB, hands={"A": "5H 9H 9C 9D 9S 8S"})
    made.play("A 5H", "B 6H", "C TH", "A 9H 9C 9D 9S", "B 2S", "C 3S")
    said = made.play("A 8S")
    assert kinds(said) == ["out", "turn"]
    assert (said[0]["place"], said[1]["seat"], said[1]["phase"]) == (1, "A", "declare")  # named all the same
    assert made.says("A", "D")[-1]["seat"] == "B"
    assert made.play("B 2D")[-1]["seat"] == "C"
    assert made.play("C 3D")[-1]["seat"] == "B"


# -- what lies open ------------------------------------------------------------------------------------


def open_table(made):
    """The pile and the size of the stock, what was named for an eight, the plates."""
    shown, text = made.referee.match.shown(), made.game.deck.text
    pile, stock = shown.piles
    assert (pile.id, pile.hidden, stock.id, stock.cards) == ("pile", 0, "stock", ())
    facts = [(fact.id, fact.suit or text(fact.cards)) for fact in shown.facts]
    plates = [[(fact.id, fact.number) for fact in plate] for plate in shown.seats]
    return (text(pile.cards), stock.hidden), facts, plates


def test_nothing_lies_before_a_card_is_turned_up():
    assert table(turned=None).referee.match.shown().piles == ()


def test_the_pile_lies_open_and_the_stock_does_not():
    made = table("6H")
    made.play("A 9H", "B TH")
    assert open_table(made) == (("6H 9H TH", 14), [], [[], [], []])


@pytest.mark.parametrize(("value", "told"), [("D", [("declared", "D")]), ("KD", [("declared", "KD")]), ("8H", [])])
def test_what_an_eight_stands_for_is_shown_until_the_next_card(value, told):
    made = table("6H")
    made.play("A 8H")
    assert open_table(made)[1] == []
    made.says("A", value)
    assert open_table(made)[1] == told
    made.play("B KD" if told else "B 9H")
    assert open_table(made)[1] == []


def test_who_owes_draws():
    made = table("6H")
    made.play("A AH")
    assert open_table(made)[2] == [[], [("owes", 1)], [("owes", 1)]]
    made.draw("C")
    assert open_table(made)[2] == [[], [("owes", 1)], []]


def test_who_is_out_has_a_place_only_by_the_norwegian_rules():
    made = table("2H", **NB, hands={"A": "5H 9H 9C 9D 9S 8S"})
    made.play("A 5H", "B 6H", "C TH", "A 9H 9C 9D 9S", "B 2S", "C 3S", "A 8S")
    assert open_table(made)[2] == [[("place", 1)], [], []]
    assert open_table(shown_end()[0])[2] == [[("out", None)], [], []]


# -- random games --------------------------------------------------------------------------------------

TABLES = [
    *((seats, {}) for seats in range(2, 9)),
    *((seats, NB) for seats in range(2, 7)),
    (4, {"rules": "nb", "must_play": "all"}),
    (3, {"must_play": "not_eights", "specials_apart": True, "last_card_call": True}),
]


def eager(match, acts, rng):
    """Play rather than draw; call only when it is owed."""
    acts = [act for act in acts if act.value != "last-card" or act.seat in match.owing]
    plays = [act for act in acts if act.do == "play"]
    if plays and rng.random() < 0.8:
        return rng.choice(plays)
    return named(match, rng.choice(acts), rng)


def made(seats, options):
    return load("vandatta", "ABCDEFGH"[:seats], "A", {"target": 40, **options})


@pytest.mark.parametrize(("seats", "options"), TABLES)
def test_random_games_end_and_keep_all_cards(seats, options):
    for one, steps in games(lambda: made(seats, options), 1, choose=eager):
        match = one.referee.match
        assert match.over, len(steps)
        cards = sum(map(match.hands.size, range(seats))) + len(match.pile) + match.stock_left
        assert cards == match.game.pack.bit_count()
        assert sum(held.bit_count() for held in match.hands.known) == match.hands.everywhere().bit_count()


@pytest.mark.parametrize(("seats", "options"), TABLES)
@pytest.mark.parametrize("cheats", [0, 0.1])
def test_tables_that_read_less_accuse_nobody_falsely(seats, options, cheats):
    for number in range(1 + (seats < 4)):
        rng = random.Random(f"{seats} {options} {cheats} {number}")
        both = TwoTables(made(seats, options), rng, reads=rng.choice([0, 0.5]), cheats=cheats, choose=eager)
        assert both.run(1500)
        both.check()
        assert cheats or not both.accusations()


@pytest.mark.parametrize(("seats", "options"), [(2, {}), (5, {}), (3, NB), (4, {"last_card_call": True})])
def test_undo_gives_back_what_was(seats, options):
    check_undo(lambda: made(seats, options), choose=eager)


def test_what_is_refused_changes_nothing():
    came = set()
    for seats, options in ((2, {}), (5, {"specials_apart": True}), (3, NB)):
        came |= check_refusals(lambda: made(seats, options), RULES, choose=eager)  # noqa: B023
    assert came >= {"out-of-turn", "wrong-phase", "card-seen", "no-match"}


def test_several_cards_are_asked_for_in_every_order():
    one = table("6H", seats="A B", hands={"A": "6C 6S 9D TD JD QD KD"})
    match = one.referee.match
    acts = [act for seed in range(20) for act in legal_answers(match, {0: match.held(0)}, random.Random(seed))]
    played = {one.game.deck.text(act.cards) for act in acts if act.do == "play"}
    assert played == {"6C", "6S", "6C 6S", "6S 6C"}
