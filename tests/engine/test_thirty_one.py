"""Thirty-one: what hands are worth, turns, the drawn card, 31, the comparison, lives, and the next dealer."""

import random

import pytest
from random_games import check_refusals, check_undo, games, plain, play
from referee_table import Table, kinds, only, refusal

from engine.actions import Act
from engine.cards import each, set_of
from engine.errors import BadGame
from engine.games import load

NAMES = "ABCDEFGHIJKLMNOP"
RULES = {
    *("wrong-phase", "out-of-turn", "wrong-count", "card-seen", "not-in-hand"),
    *("not-on-top", "empty-stock", "drawn-card", "not-31", "show-mismatch"),
}


class ThirtyOne(Table):
    """A table for 31; A begins."""

    rules = "thirty-one"

    def __init__(self, seats="A B C", dealer=None, **options):
        super().__init__(seats, dealer, **options)

    def turned(self, card="2C"):
        return self.do("turned", None, card)

    def keep(self, seat):
        return self.do("pass", seat)


def dealt(seats="A B C", turned="2C", **hands):
    """A table at which these hands were dealt; `options` with a small o stay options."""
    options = {key: hands.pop(key) for key in list(hands) if not key.isupper()}
    table = ThirtyOne(seats, **options)
    table.deal(hands)
    table.turned(turned)
    return table


# The game


@pytest.mark.parametrize(("rules", "most"), [("sv", 5), ("fi", 5), ("nb", 16)])
def test_how_many_may_play(rules, most):
    assert len(ThirtyOne(list(NAMES[:most]), rules=rules).game.seats) == most
    with pytest.raises(BadGame):
        ThirtyOne([*NAMES[:most], "Q"], rules=rules)
    with pytest.raises(BadGame):
        ThirtyOne("A", rules=rules)


@pytest.mark.parametrize(
    ("rules", "drawn", "instant", "hand"),
    [("sv", "any", True, "value"), ("fi", "never", True, "faces"), ("nb", "any", False, "value")],
)
def test_presets(rules, drawn, instant, hand):
    options = ThirtyOne(rules=rules).game.options
    assert (options["discard_drawn"], options["instant_31"], options["instant_hand"]) == (drawn, instant, hand)
    assert (options["triss"], options["lives"]) == (False, 3)


@pytest.mark.parametrize(
    ("hand", "sv", "nb", "with_triss", "nb_with_triss"),
    [
        ("KH 9C 5C", 14, 14, 14, 14),
        ("AH KS QS", 20, 31, 20, 31),
        ("AC AD 9H", 11, 31, 11, 31),
        ("AC AD JS", 11, 32, 11, 32),
        ("AC AD AS", 11, 33, 30.5, 33),
        ("7C 7D 7S", 7, 7, 30.5, 30.5),
        ("AS TS JS", 31, 31, 31, 31),
        ("AS 2S 3D", 13, 14, 13, 14),  # the ace fits the three
        ("2C 3D 4H", 4, 4, 4, 4),
    ],
)
def test_what_a_hand_is_worth(hand, sv, nb, with_triss, nb_with_triss):
    for rules in ("sv", "fi"):
        game = ThirtyOne(rules=rules).game
        assert game.value(game.deck.cards(hand)) == sv
        game = ThirtyOne(rules=rules, triss=True).game
        assert game.value(game.deck.cards(hand)) == with_triss
    game = ThirtyOne(rules="nb").game
    assert game.value(game.deck.cards(hand)) == nb
    game = ThirtyOne(rules="nb", triss=True).game
    assert game.value(game.deck.cards(hand)) == nb_with_triss


@pytest.mark.parametrize(
    ("hand", "by_value", "by_faces"),
    [
        ("AS TS JS", True, False),
        ("AS KS JS", True, True),
        ("AS KS JH", False, False),
        ("KS QS JS", False, False),
        ("AC AD 9H", False, False),
    ],
)
def test_which_hands_end_the_deal_at_once(hand, by_value, by_faces):
    for rules in ("sv", "nb"):
        game = ThirtyOne(rules=rules).game
        assert game.is_instant(game.deck.cards(hand)) == by_value
    game = ThirtyOne(rules="fi").game
    assert game.is_instant(game.deck.cards(hand)) == by_faces


# The deal


def test_nobody_acts_before_a_card_is_turned_up():
    table = ThirtyOne()
    assert table.events == []  # no turn either
    for said in (table.draw("A", source="stock"), table.do("knock", "A"), table.do("show", "A", "AS KS QS")):
        assert refusal(said) == ("wrong-phase", "")
    assert table.deal(A="2C 3C 4C") == []
    assert plain(table.turned("5C")) == [{"event": "turn", "seat": "A", "phase": "draw"}]


@pytest.mark.parametrize(
    ("act", "rule"),
    [
        (lambda table: table.deal(A="2C 3C"), "wrong-count"),
        (lambda table: table.deal(A="2C 3C 4D"), "card-seen"),
        (lambda table: table.turned("4D"), "card-seen"),
        (lambda table: table.turned("2C 3C"), "wrong-count"),
        (lambda table: table.stock("2C"), "wrong-count"),
    ],
)
def test_a_deal_that_cannot_be(act, rule):
    table = ThirtyOne()
    table.deal(B="4D 5D 6D")
    assert refusal(act(table)) == (rule, "")


def test_no_line_of_the_deal_after_the_turned_card():
    table = ThirtyOne()
    table.turned()
    for said in (table.deal(A="3C 4C 5C"), table.stock("3C"), table.turned("3D")):
        assert refusal(said) == ("wrong-phase", "")


def test_the_stock_is_all_that_lies_face_down():
    table = ThirtyOne("A B")
    table.deal(A="2C 3C 4C", B="5C 6C 7C")
    left = list(each(table.game.pack & ~table.game.deck.cards("2C 3C 4C 5C 6C 7C 8C")))
    assert len(left) == 52 - 6 - 1
    table.stock(table.game.deck.text(left))
    assert refusal(table.turned("9C")) == ("card-seen", "")
    table.turned("8C")
    assert refusal(table.draw("A", "TC", source="stock")) == ("not-on-top", "")
    assert table.draw("A", source="stock")[-1]["legal"].split()[-1] == "9C"


def test_who_is_out_is_dealt_nothing():
    table = dealt(A="KC 4H 6D", B="QS TS 3D", C="2S 3S 4S", lives=1)
    table.do("knock", "A")
    table.keep("B")
    said = table.keep("C")  # C has 9, A 10
    assert only("score", said)["total"] == {"A": 1, "B": 1, "C": 0}
    table.deal(A="2D 3H 4S", B="KS QS TC", C="KH QH TD")
    table.turned()
    table.do("knock", "B")
    table.keep("C")
    said = table.keep("A")
    assert only("score", said)["total"] == {"A": 0, "B": 1, "C": 0}
    table.deal(A="2D 3H 4S", B="KS QS TC", C="KH QH TD")
    table.turned()
    table.do("knock", "C")
    said = [*table.keep("A"), *table.keep("B")]
    assert plain(said)[1:4:2] == [{"event": "out", "seat": "A"}, {"event": "score", "total": {"A": -1, "B": 1, "C": 0}}]
    assert refusal(table.deal(A="2D 3H 4S")) == ("wrong-count", "")
    assert table.deal(B="2D 3H 4S") == []
    assert table.turned()[-1]["seat"] == "B"
    assert table.referee.match.stock_left == 52 - 6 - 1
    assert refusal(table.draw("A", source="stock")) == ("out-of-turn", "")
    assert refusal(table.do("show", "A", "AH KH QH")) == ("out-of-turn", "")


# Turns


@pytest.mark.parametrize(
    ("verb", "seat", "cards", "rule"),
    [
        ("discard", "A", "7C", "wrong-phase"),
        ("pass", "A", None, "wrong-phase"),
        ("draw", "B", None, "out-of-turn"),
        ("knock", "B", None, "out-of-turn"),
        ("play", "A", "7C", "wrong-phase"),
    ],
)
def test_before_drawing(verb, seat, cards, rule):
    assert refusal(dealt(A="7C 5C 9H").do(verb, seat, cards)) == (rule, "")


@pytest.mark.parametrize(
    ("verb", "cards", "rule"),
    [
        ("draw", None, "wrong-phase"),
        ("knock", None, "wrong-phase"),
        ("pass", None, "wrong-phase"),
        ("discard", "", "wrong-count"),
        ("discard", None, "wrong-count"),
        ("discard", "7C 5C", "wrong-count"),
        ("discard", "2C", "card-seen"),  # lies in the pile
        ("discard", "KS", "card-seen"),  # in B's hand
        ("discard", "8S", "not-in-hand"),
    ],
)
def test_after_drawing(verb, cards, rule):
    table = dealt(A="7C 5C 9H", B="KS 2D 3H")
    table.draw("A", "KD", source="stock")
    assert refusal(table.do(verb, "A", cards)) == (rule, "")


@pytest.mark.parametrize(
    ("card", "source", "rule"),
    [
        ("3D", "discard", "not-on-top"),
        ("KS", "discard", "not-on-top"),  # only compared with the top, wherever it lies
        ("2C", "stock", "card-seen"),
        ("KS", "stock", "card-seen"),
        ("7C", "stock", "card-seen"),
        ("2C", "pile", "wrong-phase"),
        ("2C", "hand", "wrong-phase"),
        ("9D TD", "stock", "wrong-count"),
    ],
)
def test_a_card_that_cannot_be_drawn(card, source, rule):
    table = dealt(A="7C 5C 9H", B="KS 2D 3H")
    assert refusal(table.draw("A", card, source=source)) == (rule, "")


def test_from_the_pile_the_card_may_be_left_out():
    for card in (None, "2C"):
        table = dealt(A="7C 5C 9H")
        assert table.draw("A", card, source="discard")[-1]["legal"] == "2C 5C 7C 9H"
        assert table.referee.match.pile == []
        table.do("discard", "A", "9H")
        assert table.game.deck.text(table.referee.match.pile) == "9H"


def test_legal_comes_with_four_cards_only():
    table = dealt(A="7C 5C 9H", B="KS 2D 3H")
    assert "legal" not in table.referee.match.turn()
    table.draw("A", "KD", source="stock")
    assert table.referee.match.turn()["legal"] == "5C 7C KD 9H"
    table.do("discard", "A", "KD")
    table.do("knock", "B")
    assert plain(table.events[-1:]) == [{"event": "turn", "seat": "C", "phase": "last-draw"}]
    assert plain(table.draw("C", source="discard")) == [{"event": "turn", "seat": "C", "phase": "last-discard"}]


def test_one_knock_a_deal_then_everybody_else_once():
    table = dealt(A="7C 5C 9H", B="KS 2D 3H", C="TH 9D 8S")
    table.do("knock", "A")
    assert refusal(table.do("knock", "B")) == ("wrong-phase", "")
    assert table.keep("B")[-1]["seat"] == "C"
    assert refusal(table.keep("A")) == ("out-of-turn", "")
    assert kinds(table.keep("C")) == ["deal_over", "score"]


@pytest.mark.parametrize(
    ("option", "source", "barred"),
    [
        ("any", "stock", False),
        ("any", "discard", False),
        ("not_from_pile", "stock", False),
        ("not_from_pile", "discard", True),
        ("never", "stock", True),
        ("never", "discard", True),
    ],
)
def test_the_drawn_card(option, source, barred):
    table = dealt(A="7C 5C 9H", discard_drawn=option)
    said = table.draw("A", "2C" if source == "discard" else "KD", source=source)
    card = "2C" if source == "discard" else "KD"
    assert (card in said[-1]["legal"].split()) is not barred
    said = table.do("discard", "A", card)
    assert (kinds(said) == ["refused"]) is barred
    if barred:
        assert refusal(said) == ("drawn-card", "")
        assert table.accept()[-1]["seat"] == "B"


def test_the_card_drawn_unseen_is_any_other_than_the_three_that_were_read():
    table = dealt(A="7C 5C 9H", rules="fi")
    table.draw("A", source="stock")
    assert refusal(table.do("discard", "A", "QS")) == ("drawn-card", "")
    assert kinds(table.do("discard", "A", "7C")) == ["turn"]
    table.draw("B", source="stock")
    assert kinds(table.do("discard", "B", "QS")) == ["turn"]  # B's hand is unseen: nothing can be said
    table.draw("C", source="discard")
    assert refusal(table.do("discard", "C", "QS")) == ("drawn-card", "")


def test_a_card_drawn_before_may_go():
    table = dealt(A="7C 5C 9H", rules="fi")
    table.draw("A", "KD", source="stock")
    table.do("discard", "A", "9H")
    for seat in "BC":
        table.draw(seat, source="stock")
        table.do("discard", seat, "8S" if seat == "B" else "8H")
    table.draw("A", source="discard")
    assert kinds(table.do("discard", "A", "KD")) == ["turn"]


# 31


def test_a_hand_that_was_read_needs_no_line():
    table = dealt(A="AD KD 7S", B="2H 3H 4S")
    table.draw("A", "QD", source="stock")
    said = table.do("discard", "A", "7S")
    assert plain(said) == [
        {
            "event": "deal_over",
            "points": {"A": 0, "B": -1, "C": -1},
            "detail": {"how": "thirty-one", "by": "A"},
        },
        {"event": "score", "total": {"A": 3, "B": 2, "C": 2}},
    ]


def test_a_hand_dealt_as_31_ends_the_deal_and_the_first_from_the_dealers_left_has_it():
    table = ThirtyOne(dealer="A")
    table.deal(A="AS KS QS", C="AH KH QH")
    assert only("deal_over", table.turned())["detail"] == {"how": "thirty-one", "by": "C"}


def test_31_counts_after_a_knock_and_a_knocker_then_loses_one():
    table = dealt(A="2S 3H 4D", B="AD KD 7S", C="9H 8S 7D")
    table.do("knock", "A")
    table.draw("B", "QD", source="stock")
    assert only("deal_over", table.do("discard", "B", "7S"))["points"] == {"A": -1, "B": 0, "C": -1}


def test_a_knocker_may_hold_it():
    table = dealt(A="AS KS 5S", rules="nb", instant_31=True, instant_hand="faces")
    table.draw("A", "QS", source="stock")
    assert only("deal_over", table.do("discard", "A", "5S"))["detail"]["by"] == "A"


@pytest.mark.parametrize("when", ["before its turn", "on its turn", "after a knock"])
def test_a_hand_that_was_not_read_is_shown(when):
    table = ThirtyOne()
    table.turned()
    if when == "on its turn":
        table.draw("A", source="stock")
        table.do("discard", "A", "7S")
    elif when == "after a knock":
        table.do("knock", "A")
        table.keep("B")
    said = table.do("show", "B", "AS KS QS")
    assert only("deal_over", said)["points"] == {"A": -1, "B": 0, "C": -1}


@pytest.mark.parametrize(
    ("seat", "cards", "rule", "because"),
    [
        ("A", "AS KS QS", "wrong-count", ""),  # it has four cards
        ("B", "AS KS", "wrong-count", ""),
        ("B", "AS KS 7D", "card-seen", ""),  # in C's hand
        ("B", "AS KS 9S", "show-mismatch", "2C"),  # it took the two of clubs
        ("C", "7D 8D 9D", "not-31", ""),
        ("C", "AS KS QS", "show-mismatch", "7D 8D 9D"),
    ],
)
def test_a_hand_that_may_not_be_shown_so(seat, cards, rule, because):
    table = ThirtyOne("A B C D", dealer="A")
    table.deal(C="7D 8D 9D")
    table.turned()
    table.draw("B", source="discard")
    table.do("discard", "B", "3C")
    for name in "CD":
        table.draw(name, "TD" if name == "C" else "5H", source="stock")
        table.do("discard", name, "TD" if name == "C" else "5H")
    table.draw("A", source="stock")
    assert refusal(table.do("show", seat, cards)) == (rule, because)


def test_without_the_rule_nobody_shows_and_play_goes_on():
    table = dealt(A="AS KS QS", rules="nb")
    assert table.referee.match.phase == "draw"
    assert refusal(table.do("show", "B", "AH KH QH")) == ("wrong-phase", "")


# The comparison


@pytest.mark.parametrize(
    ("values", "sv", "fi", "nb"),
    [
        ((12, 20, 15), {0: 2}, {0: 2}, {0: 1}),
        ((12, 20, 12), {2: 1}, {0: 1, 2: 1}, {0: 1, 2: 1}),
        ((12, 12, 12), {1: 1, 2: 1}, {0: 1, 1: 1, 2: 1}, {0: 1, 1: 1, 2: 1}),
        ((15, 12, 20), {1: 1}, {1: 1}, {1: 1}),
        ((15, 12, 12), {1: 1, 2: 1}, {1: 1, 2: 1}, {1: 1, 2: 1}),
    ],
)
def test_who_pays(values, sv, fi, nb):
    for rules, losses in (("sv", sv), ("fi", fi), ("nb", nb)):
        assert ThirtyOne(rules=rules).game.losses(dict(enumerate(values)), 0) == losses


def test_the_values_are_told():
    table = dealt(A="7C 5C 9H", B="KS QS 2D", C="3D 3H 3S", triss=True)
    table.do("knock", "A")
    table.keep("B")
    detail = only("deal_over", table.keep("C"))["detail"]
    assert detail == {"how": "knock", "by": "A", "values": {"A": 12, "B": 20, "C": 30.5}}
    assert list(detail) == ["how", "by", "values"]


def shown_at_last():
    """A's hand was read and it has knocked; B took the two of clubs, C is unseen."""
    table = dealt(A="7C 5C 9H")
    table.do("knock", "A")
    table.draw("B", source="discard")
    table.do("discard", "B", "3C")
    return table


def test_unread_hands_are_shown_in_any_order_from_the_knockers_left():
    table = shown_at_last()
    assert plain(table.keep("C")) == [{"event": "turn", "seat": "B", "phase": "show", "seats": ["B", "C"]}]
    assert refusal(table.do("show", "A", "7C 5C 9H")) == ("out-of-turn", "")
    assert refusal(table.draw("B", source="stock")) == ("wrong-phase", "")
    assert refusal(table.do("show", "B", "2C 4D")) == ("wrong-count", "")
    assert refusal(table.do("show", "B", "2C 4D 3C")) == ("card-seen", "")
    assert refusal(table.do("show", "B", "QC 4D 5D")) == ("show-mismatch", "2C")
    assert plain(table.do("show", "C", "AS KS QS")) == [
        {"event": "turn", "seat": "B", "phase": "show", "seats": ["B"]},
    ]
    said = table.do("show", "B", "2C 4D 5D")
    assert only("deal_over", said)["detail"]["values"] == {"A": 12, "B": 9, "C": 31}
    assert only("deal_over", said)["points"] == {"A": 0, "B": -1, "C": 0}


def test_the_knocker_shows_last():
    table = ThirtyOne()
    table.turned()
    table.do("knock", "A")
    table.keep("B")
    assert plain(table.keep("C"))[0]["seat"] == "B"
    table.do("show", "B", "AH KD 2D")
    assert table.do("show", "C", "AC KS 2S")[-1]["seat"] == "A"


# The stock


def run_out(seats="A B", **options):
    """A table with one card left in the stock, A on turn, all hands read."""
    table = ThirtyOne(seats, **options)
    table.deal(A="7C 5D 9H", B="KS 2D 3H")
    table.turned()
    table.referee.match.stock_left = 1
    table.referee._checkpoints, table.referee._accepted = [table.referee.match.fork()], []
    return table


def test_the_deal_is_a_draw_when_the_stock_is_out():
    table = run_out()
    table.draw("A", "KD", source="stock")
    said = table.do("discard", "A", "9H")
    assert plain(said) == [
        {"event": "deal_over", "points": {"A": 0, "B": 0}, "detail": {"how": "stock-out"}},
        {"event": "score", "total": {"A": 3, "B": 3}},
    ]
    assert table.turned()[-1]["seat"] == "B"


def test_after_a_knock_who_finds_no_stock_takes_from_the_pile_or_passes():
    table = run_out("A B C")
    table.referee.match.hands.shows(2, table.game.deck.cards("TH 9D 8S"))
    table.do("knock", "A")
    table.draw("B", "KD", source="stock")
    table.do("discard", "B", "3H")
    assert [ask.sources for ask in table.referee.match.asks()] == [("discard",), ()]
    assert refusal(table.draw("C", source="stock")) == ("empty-stock", "")
    assert refusal(table.accept()) == ("wrong-phase", "")
    assert table.draw("C", source="discard")[-1]["phase"] == "last-discard"
    assert kinds(table.do("discard", "C", "8S")) == ["deal_over", "score"]


# Lives


def test_at_nothing_one_plays_on_below_one_is_out():
    table = dealt("A B", A="KC 4H 6D", B="QS TS 3D", lives=1)
    table.do("knock", "A")
    said = table.keep("B")
    assert plain(said) == [
        {"event": "out", "seat": "A"},
        {
            "event": "deal_over",
            "points": {"A": -2, "B": 0},
            "detail": {"how": "knock", "by": "A", "values": {"A": 10, "B": 20}},
        },
        {"event": "score", "total": {"A": -1, "B": 1}},
        {"event": "game_over", "winners": ["B"]},
    ]
    assert refusal(table.turned()) == ("wrong-phase", "")


def test_who_falls_together_last_shares_the_win():
    table = dealt("A B", A="KC 4H 6D", B="QS 4C 3D", rules="fi", lives=1)
    for _ in range(2):
        first = table.events[-1]["seat"]
        table.do("knock", first)
        said = table.keep("B" if first == "A" else "A")
        if not table.referee.match.over:
            assert only("score", said)["total"] == {"A": 0, "B": 0}
            table.deal(A="KC 4H 6D", B="QS 4C 3D")
            table.turned()
    assert kinds(said) == ["out", "out", "deal_over", "score", "game_over"]
    assert only("game_over", said)["winners"] == ["A", "B"]


def test_who_fell_before_does_not_share_it():
    table = ThirtyOne()
    table.turned()
    match = table.referee.match
    match.scored = [0, 0, -1]
    assert match._end_deal({0: 1, 1: 1}, {})[-1] == ("game_over", {"winners": ["A", "B"]})
    assert match.phase == "over"


# The next dealer


@pytest.mark.parametrize(
    ("rules", "losses", "begins"),
    [
        ("sv", {"B": 1}, "B"),  # A deals
        ("fi", {}, "B"),
        ("nb", {"B": 1}, "C"),
        ("nb", {"A": 1, "C": 1}, "B"),  # A is met first, going round from C
        ("nb", {"C": 1}, "A"),
        ("nb", {}, "B"),
    ],
)
def test_who_deals_next(rules, losses, begins):
    table = ThirtyOne(rules=rules)
    table.turned()
    match = table.referee.match
    match._end_deal({table.seat(seat): lost for seat, lost in losses.items()}, {})
    assert table.turned("3C")[-1]["seat"] == begins


def test_in_norwegian_a_loser_who_is_out_does_not_deal():
    table = ThirtyOne(rules="nb", lives=1)
    table.turned()
    match = table.referee.match
    match.scored = [1, 0, 1]
    match._end_deal({1: 1}, {})
    assert match.dealer == 2
    assert table.turned("3C")[-1]["seat"] == "A"


# Whole games


def maker(seats, **options):
    return lambda: load("thirty-one", NAMES[:seats], None, options)


def patient(match, acts, rng):
    """Mostly draws: so that stocks run out, and 31 comes."""
    drawn = [act for act in acts if act.do != "knock" or rng.random() < 0.05]
    return rng.choice(drawn or acts)


def some_games(make, seats, seed):
    """A game of patient people, and some of people who knock soon; of many people only these."""
    if seats < 16:
        yield from games(make, 1, seed=seed, choose=patient)
    yield from games(make, 1 if seats == 16 else 2, seed=seed)


PRESETS = [("sv", 2), ("sv", 5), ("fi", 2), ("fi", 5), ("nb", 3), ("nb", 16)]


@pytest.mark.parametrize("triss", [True, False])
@pytest.mark.parametrize(("rules", "seats"), PRESETS)
def test_random_games_end(rules, seats, triss):
    ends = set()
    for table, steps in some_games(maker(seats, rules=rules, triss=triss), seats, 1):
        assert table.referee.match.over
        total = dict.fromkeys(table.game.seats, 3)
        for _, _, said in steps:
            for over in (event for event in said if event["event"] == "deal_over"):
                ends.add(over["detail"]["how"])
                into = total
                total = {seat: total[seat] + over["points"][seat] for seat in total}
                assert all(over["points"][seat] == 0 for seat in total if into[seat] < 0)
                assert only("score", said)["total"] == total
                fallen = [seat for seat in total if into[seat] >= 0 > total[seat]]
                assert [event["seat"] for event in said if event["event"] == "out"] == fallen
                left = [seat for seat in total if total[seat] >= 0]
                if len(left) < 2:
                    still = [seat for seat in total if into[seat] >= 0]
                    assert said[-1] == {"event": "game_over", "winners": left or still}
    assert "knock" in ends


@pytest.mark.parametrize(("rules", "seats"), [("sv", 3), ("nb", 6)])
def test_every_card_is_somewhere_once(rules, seats):
    table = Table.of(maker(seats, rules=rules)())
    for _ in play(table, random.Random(5), choose=patient):
        match = table.referee.match
        if match.phase == "deal" or match.over:
            continue
        places = [*match.hands.known, match.away(), set_of(match.stock)]
        assert sum(place.bit_count() for place in places) == 52
        assert match.stock_left == len(match.stock)
        assert set_of(card for place in places for card in each(place)) == match.game.pack


def retell(table, steps, read, named):
    """The same lines where only the hands of `read` are dealt over a reader, and of draws a share of `named` is read.

    Whoever has 31 there, or must show, does so. False where the deal rightly ends otherwise there: 31 came with the
    last turn after a knock, and is compared with the other hands; or two were dealt 31, and only the later was read.
    """
    rng = random.Random(7)
    for (act, hands, said), (_, after, _) in zip(steps, [*steps[1:], steps[-1]], strict=True):
        if act.do == "stock":
            continue
        if act.do == "deal":
            act = Act("deal", hands={seat: cards for seat, cards in act.hands.items() if seat in read})
        if act.do == "draw" and act.source == "stock" and rng.random() < named:
            (card,) = each(after[act.seat] & ~hands[act.seat])
            act = Act("draw", act.seat, (card,), source="stock")
        told = plain(table.take(act))
        ends = [event["detail"] for event in said if event["event"] == "deal_over"]
        gone = set_of(act.cards) if act.do == "discard" else 0
        if ends and ends[0]["how"] == "thirty-one" and "deal_over" not in kinds(told):
            if table.referee.match.phase == "show":
                return False
            holder = table.seat(ends[0]["by"])
            told = plain(table.take(Act("show", holder, tuple(each(hands[holder] & ~gone)))))
        if ends and "deal_over" in kinds(told) and only("deal_over", told)["detail"].get("by") != ends[0].get("by"):
            return False
        while table.referee.match.phase == "show":
            seat = table.seat(table.referee.match.turn()["seat"])
            told = plain(table.take(Act("show", seat, tuple(each(hands[seat] & ~gone)))))
        assert not {"refused", "revoke", "suspect", "note"} & set(kinds(told)), (act, told)
        assert [event for event in told if event["event"] != "turn"] == [
            event for event in said if event["event"] != "turn"
        ]
    return table.referee.match.over


@pytest.mark.parametrize(("rules", "seats"), PRESETS)
@pytest.mark.parametrize(("read", "named"), [((), 0), ((1,), 0.5), ((0, 1), 0), ((), 1)])
def test_the_same_games_from_unseen_hands(rules, seats, read, named):
    make = maker(seats, rules=rules)
    told = [retell(Table.of(make()), steps, read, named) for _, steps in some_games(make, seats, 3)]
    assert any(told)


@pytest.mark.parametrize("rules", ["sv", "fi", "nb"])
def test_undo_at_every_step(rules):
    check_undo(maker(3, rules=rules, lives=1))


def test_what_is_refused_changes_nothing():
    came = check_refusals(maker(3, rules="fi"), RULES) | check_refusals(maker(4, rules="sv"), RULES)
    assert came >= {"wrong-phase", "out-of-turn", "card-seen"}


def test_what_lies_open():
    table = dealt(A="7C 5C 9H", B="KS QS 2D", turned="3H")
    table.do("knock", "A")
    shown = table.referee.match.shown()
    pile, stock = shown.piles
    assert (pile.id, table.game.deck.text(pile.cards)) == ("pile", "3H")
    assert (stock.id, stock.cards, stock.hidden) == ("stock", (), 42)
    assert [(fact.id, fact.seat) for fact in shown.facts] == [("knocked", 0)]
