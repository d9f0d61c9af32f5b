"""Aurum: colours once in a trick, gold, bids and exchanges, the end of a round, and who wins."""

import random

import pytest
from random_games import check_refusals, check_undo, games, plain, play
from referee_table import Table, kinds, only, refusal

from engine.actions import Act
from engine.cards import each, set_of
from engine.errors import BadCard, BadGame, BadLine
from engine.games import load
from table.script import line_text, read_line

A = (
    "silver-1 silver-8 silver-9 copper-5 copper-9 copper-10 "
    "phosphorus-4 phosphorus-6 phosphorus-8 bismuth-6 bismuth-8 bismuth-9"
)
B = "zinc-2 zinc-3 zinc-4 zinc-5 zinc-6 zinc-7 zinc-8 zinc-9 zinc-10 copper-1 copper-2 copper-3"
C = (
    "bismuth-1 bismuth-2 bismuth-3 bismuth-4 bismuth-5 bismuth-7 "
    "zinc-1 copper-6 copper-7 silver-2 silver-3 phosphorus-9"
)
D = (
    "phosphorus-1 phosphorus-2 phosphorus-3 phosphorus-5 phosphorus-7 phosphorus-10 "
    "silver-5 silver-6 silver-7 copper-4 copper-8 bismuth-10"
)
LEFT = "silver-4 silver-10"
BIDS = {"D": "phosphorus-1", "A": "silver-1", "B": "zinc-2", "C": "bismuth-1"}
RULES = {
    *("wrong-phase", "out-of-turn", "wrong-count", "card-seen", "not-in-hand"),
    *("suit-repeated", "no-gold-lead", "must-play", "not-partner"),
}
VARIANTS = [{}, {"gold_zero": False}, {"scoring": "points"}, {"gold_trump": False}]


class Aurum(Table):
    """A table for Aurum; D starts with four, since C deals."""

    rules = "aurum"

    def __init__(self, seats="A B C D", dealer="C", **options):
        super().__init__(seats, dealer, **options)

    def bid(self, **bids):
        for seat, card in bids.items():
            said = self.do("bid", seat, value=card)
        return said

    def exchange(self, seat, cards, to=None):
        return self.do("exchange", seat, cards, to=None if to is None else self.seat(to))

    def turned(self, cards):
        return self.do("turned", None, cards)

    def collection(self, seat):
        return self.game.text(self.referee.match.gold.collections[self.seat(seat)])

    def give(self, **collections):
        """From here on everybody has these gold cards, and the supply all others."""
        gold = self.referee.match.gold
        gold.supply = self.game.gold
        for seat, name in enumerate(self.game.seats):
            gold.collections[seat] = 0
            for face in collections.get(name, "").split():
                gold.takes(seat, int(face.removeprefix("gold-")))
        return self.from_here()

    def from_here(self):
        match = self.referee.match
        self.referee._checkpoints, self.referee._accepted, self.referee._turn = [match.fork()], [], match.turn()
        return self


def known(**options):
    """Four at a table that has read all; all bids lie, D leads."""
    table = Aurum(**options)
    table.deal(A=A, B=B, C=C, D=D)
    table.turned(LEFT)
    table.bid(**BIDS)
    return table


def unseen(seats="A B C D", **options):
    """Everybody has bid, hands are unseen; D leads with four, A with three."""
    table = Aurum(seats, **options)
    table.bid(**{seat: BIDS[seat] for seat in BIDS if seat in seats})
    return table


# Cards


def test_the_deck_is_fifty_base_metal_cards_and_fifteen_golds():
    faces = Aurum().game.deck.faces
    assert len(faces) == 65
    assert [faces.count(f"gold-{value}") for value in range(9)] == [4, 2, 2, 2, 1, 1, 1, 1, 1]
    assert faces[:2] + faces[9:11] + faces[48:51] == (
        *("bismuth-1", "bismuth-2", "bismuth-10", "phosphorus-1"),
        *("silver-9", "silver-10", "gold-0"),
    )


def test_three_play_with_36_metals_and_gold_to_seven():
    game = Aurum("A B C").game
    assert game.pack.bit_count() == 36
    assert not game.pack & game.deck.cards("copper-1 zinc-10 gold-0")
    assert game.text(game.gold).split()[-1] == "gold-7"


def test_without_noughts_nobody_has_gold_at_first():
    match = Aurum(gold_zero=False).referee.match
    assert match.gold.collections == [0, 0, 0, 0]
    assert match.gold.supply.bit_count() == 11


@pytest.mark.parametrize("seats", ["A B", "A B C D E"])
def test_only_three_or_four_play(seats):
    with pytest.raises(BadGame):
        Aurum(seats)


@pytest.mark.parametrize(
    "line",
    [
        '{"seat": "A", "do": "exchange", "cards": "gold-0 gold-0", "to": "C"}',
        '{"seat": "A", "do": "bid", "value": "zinc-10"}',
        '{"deal": {"A": "silver-10 zinc-1"}}',
        '{"turned": "silver-4 silver-10"}',
    ],
)
def test_the_table_script_reads_and_writes_the_ids(line):
    game = Aurum().game
    read = read_line(line, game.seats, game.deck)
    assert line_text(read, game.seats, game.deck) == line


# The deal and the bids


@pytest.mark.parametrize(
    ("act", "rule"),
    [
        (lambda table: table.deal(A="zinc-1 zinc-2"), "wrong-count"),
        (lambda table: table.deal(A=B), "card-seen"),
        (lambda table: table.deal(C=C.replace("zinc-1", "gold-1")), "card-seen"),
        (lambda table: table.turned("zinc-1"), "wrong-count"),
        (lambda table: table.turned("zinc-1 zinc-2"), "card-seen"),
        (lambda table: table.turned("gold-1 zinc-1"), "card-seen"),
        (lambda table: table.stock("zinc-1"), "wrong-phase"),
    ],
)
def test_a_deal_that_cannot_be(act, rule):
    table = Aurum()
    table.deal(B=B)
    assert refusal(act(table)) == (rule, "")


def test_the_deal_is_told_before_the_first_bid():
    table = Aurum()
    table.bid(D="phosphorus-1")
    assert refusal(table.deal(B=B)) == ("wrong-phase", "")
    assert refusal(table.turned(LEFT)) == ("wrong-phase", "")


def test_with_three_no_card_is_left_over():
    assert refusal(Aurum("A B C").turned("zinc-1 zinc-2")) == ("wrong-phase", "")


def test_four_bid_clockwise_from_the_starter():
    table = Aurum()
    assert refusal(table.bid(A="silver-1")) == ("out-of-turn", "")
    assert table.bid(D="zinc-1") == [{"event": "turn", "line": 3, "seat": "A", "phase": "bid"}]
    assert refusal(table.bid(D="zinc-2")) == ("wrong-phase", "")  # a second bid


def test_three_bid_in_any_order_and_the_first_from_the_starter_is_named():
    table = Aurum("A B C")
    assert table.events[-1] == {"event": "turn", "line": 1, "seat": "A", "phase": "bid", "seats": ["A", "B", "C"]}
    assert plain(table.bid(B="zinc-4")) == [{"event": "turn", "seat": "A", "phase": "bid", "seats": ["A", "C"]}]
    assert table.referee.match.shown().seats[1][0].id == "tricks"  # nobody sees it yet
    assert plain(table.bid(A="zinc-1")) == [{"event": "turn", "seat": "C", "phase": "bid", "seats": ["C"]}]
    said = table.bid(C="zinc-9")
    assert kinds(said) == ["bids", "turn"]
    assert said[0]["value"] == {"A": 1, "B": 4, "C": 9}
    assert [facts[0].id for facts in table.referee.match.shown().seats] == ["bid"] * 3


@pytest.mark.parametrize(
    ("seats", "card", "rule"),
    [
        ("A B C D", "zinc-2", "card-seen"),  # in B's hand
        ("A B C D", "silver-10", "card-seen"),  # turned
        ("A B C D", "gold-0", "card-seen"),  # gold lies open
        ("A B C D", "zinc-1", "not-in-hand"),
        ("A B C", "copper-5", "card-seen"),
        ("A B C", "silver-10", "card-seen"),
    ],
)
def test_a_card_that_cannot_be_bid(seats, card, rule):
    table = Aurum(seats, dealer="C")
    if seats == "A B C D":
        table.deal(B=B, D=D)
        table.turned(LEFT)
    assert refusal(table.bid(**{table.events[-1]["seat"]: card})) == (rule, "")


@pytest.mark.parametrize("value", [3, None])
def test_a_bid_that_is_no_card_is_no_line(value):
    with pytest.raises(BadLine):
        Aurum().bid(D=value)


def test_a_bid_of_an_unknown_card_is_no_line():
    with pytest.raises(BadCard):
        Aurum().bid(D="tin-3")


def test_a_team_bids_the_higher_value():
    table = Aurum()
    table.bid(D="zinc-1", A="zinc-5", B="silver-8")
    assert only("bids", table.bid(C="copper-10"))["value"] == {"A+C": 10, "B+D": 8}


def test_the_bid_has_left_the_hand():
    table = known()
    assert table.events[-1]["legal"].split()[:2] == ["bismuth-10", "phosphorus-2"]
    assert refusal(table.play("D phosphorus-1")) == ("card-seen", "")


# What may be played


@pytest.mark.parametrize(
    ("before", "card", "rule"),
    [
        ([], "D gold-0", "no-gold-lead"),
        ([], "D gold-4", "not-in-hand"),  # it lies in the supply
        ([], "A silver-8", "out-of-turn"),
        ([], "D silver-5 silver-6", "wrong-count"),
        ([], "D silver-4", "card-seen"),
        ([], "D zinc-2", "card-seen"),
        (["D silver-5"], "A silver-8", "suit-repeated"),
        (["D silver-5"], "A bismuth-1", "card-seen"),
        (["D silver-5"], "A gold-2", "not-in-hand"),
        (["D silver-5", "A gold-0", "B zinc-9"], "C zinc-1", "suit-repeated"),  # gold in the trick is no colour
    ],
)
def test_a_card_that_may_not_be_played(before, card, rule):
    table = known()
    table.play(*before)
    assert refusal(table.play(card)) == (rule, "")


def test_not_in_hand_where_the_whole_hand_is_known():
    table = Aurum()
    table.deal(A=A)
    table.bid(**BIDS)
    table.play("D silver-5")
    assert refusal(table.play("A zinc-7")) == ("not-in-hand", "")


def test_no_play_before_all_have_bid_and_no_bid_after():
    table = Aurum()
    assert refusal(table.play("D silver-5")) == ("wrong-phase", "")
    assert refusal(unseen().bid(D="zinc-7")) == ("wrong-phase", "")


def test_gold_may_be_played_whatever_the_hand_holds_and_on_gold():
    table = known()
    said = table.play("D silver-5", "A gold-0", "B gold-0", "C gold-0")
    assert not [event for event in said if event["event"] == "refused"]
    assert only("trick", said)["winner"] == "C"  # the last of equal ones


def test_legal_lists_metals_in_deck_order_then_the_own_gold_once():
    table = known().give(A="gold-2 gold-2 gold-0", D="gold-1")
    assert "gold" not in table.referee.match.turn()["legal"]
    table.play("D silver-5")
    assert table.referee.match.turn()["legal"].split()[-3:] == ["copper-10", "gold-0", "gold-2"]


def test_of_two_equal_golds_one_goes_and_one_stays():
    table = known().give(A="gold-2 gold-2")
    table.play("D silver-5", "A gold-2")
    assert table.collection("A") == "gold-2"
    assert table.referee.match.gold.supply.bit_count() == 13
    said = table.play("B zinc-9", "C bismuth-2")
    assert kinds(said) == ["turn", "trick", "turn"]  # both are out when C would take one
    assert table.referee.match.gold.supply & table.game.deck.copies("gold-2")


# Passing


def test_must_play_names_the_known_cards_of_colours_that_are_free():
    table = known()
    table.play("D silver-5")
    rule, because = refusal(table.do("pass", "A"))
    assert rule == "must-play"
    assert because == table.game.text(table.game.deck.cards(A) & ~table.game.deck.cards("silver-1 silver-8 silver-9"))


def test_who_leads_may_never_pass():
    assert refusal(unseen().do("pass", "D")) == ("must-play", "")


def test_gold_need_not_be_played():
    table = known()
    table.play("D silver-5", "A copper-10", "B zinc-9", "C bismuth-2", "C zinc-1", "D copper-4", "A silver-8")
    said = table.do("pass", "B")
    assert kinds(said) == ["deal_over", "score", "turn"]  # a hand that is known need not be shown
    assert said[0]["points"] == {"A+C": 3, "B+D": 0}
    assert said[0]["detail"] == {
        "bid": {"A+C": 1, "B+D": 2},
        "tricks": {"A+C": 1, "B+D": 0},
        "gold": {"A+C": 1, "B+D": 0},
    }


def test_a_pass_is_refused_by_one_known_card_of_an_unseen_hand():
    table = unseen()
    table.exchange("A", "gold-0 zinc-7")  # silver 1 comes into A's hand
    table.play("D bismuth-5")
    assert refusal(table.do("pass", "A")) == ("must-play", "silver-1")


def passed():
    """B, unseen, has passed; zinc, copper and silver lie in the trick."""
    table = unseen()
    table.play("D silver-5", "A copper-10", "B zinc-9", "C bismuth-2", "C zinc-1", "D copper-4", "A silver-8")
    said = table.do("pass", "B")
    assert plain(said) == [{"event": "turn", "seat": "B", "phase": "show"}]
    return table


HONEST = "zinc-3 zinc-4 zinc-5 zinc-6 zinc-7 zinc-8 zinc-10 copper-1 copper-2 copper-3"


@pytest.mark.parametrize(
    ("seat", "cards", "rule"),
    [
        ("A", HONEST, "out-of-turn"),
        ("B", "zinc-3", "wrong-count"),
        ("B", HONEST.replace("copper-3", "zinc-9"), "card-seen"),
        ("B", HONEST.replace("copper-3", "zinc-3"), "card-seen"),
    ],
)
def test_a_hand_that_cannot_be_shown(seat, cards, rule):
    assert refusal(passed().do("show", seat, cards)) == (rule, "")


def test_a_shown_hand_has_the_cards_that_are_known_to_be_in_it():
    table = unseen()
    table.exchange("B", "gold-0 zinc-7")  # zinc 2 comes into B's hand
    table.play("D silver-5", "A copper-10", "B zinc-9", "C bismuth-2", "C zinc-1", "D copper-4", "A silver-8")
    table.do("pass", "B")
    hand = HONEST.replace("zinc-7", "silver-9")
    assert refusal(table.do("show", "B", hand)) == ("not-in-hand", "")
    assert kinds(table.do("show", "B", hand.replace("silver-9", "zinc-2"))) == ["deal_over", "score", "turn"]


def test_nobody_shows_unasked():
    assert refusal(unseen().do("show", "B", HONEST)) == ("wrong-phase", "")


def test_nothing_else_is_done_before_the_hand_is_shown():
    table = passed()
    for said in (table.play("B gold-0"), table.do("pass", "B"), table.exchange("A", "gold-0 zinc-5")):
        assert refusal(said)[0] == "wrong-phase"


def test_an_honest_hand_ends_the_round():
    assert kinds(passed().do("show", "B", HONEST)) == ["deal_over", "score", "turn"]


def test_a_card_that_could_have_been_played_proves_the_pass_false():
    table = passed()
    said = table.do("show", "B", HONEST.replace("copper-3", "bismuth-10").replace("zinc-3", "phosphorus-2"))
    assert kinds(said) == ["revoke", "deal_over", "score", "turn"]
    revoke = {"seat": "B", "rule": "must-play", "cards": "", "at": 13, "proof": "bismuth-10 phosphorus-2"}
    assert plain(said)[0] == {"event": "revoke", **revoke}


def test_show_and_pass_can_be_taken_back():
    table = passed()
    table.do("show", "B", HONEST.replace("copper-3", "bismuth-10"))
    assert plain(table.undo()) == [
        {"event": "score", "total": {"A+C": 0, "B+D": 0}},
        {"event": "turn", "seat": "B", "phase": "show"},
    ]
    assert plain(table.undo()) == [{"event": "turn", "seat": "B", "phase": "play"}]
    assert kinds(table.play("B bismuth-10")) == ["trick", "gold", "turn"]


# Exchanging bids


@pytest.mark.parametrize(
    ("seat", "cards", "to", "rule"),
    [
        ("A", "gold-0 phosphorus-6", "B", "not-partner"),
        ("A", "phosphorus-6", "B", "not-partner"),  # before wrong-count
        ("A", "gold-0 phosphorus-6 phosphorus-8", "C", "wrong-count"),
        ("A", "gold-0 gold-0", "C", "wrong-count"),
        ("A", "", None, "wrong-count"),
        ("A", "gold-0 bismuth-1", "C", "card-seen"),  # the bid that lies there
        ("A", "gold-3 phosphorus-6", "C", "not-in-hand"),
        ("A", "gold-0 zinc-2", "C", "card-seen"),
    ],
)
def test_an_exchange_that_may_not_be(seat, cards, to, rule):
    assert refusal(known().exchange(seat, cards, to)) == (rule, "")


def test_no_exchange_during_a_trick_or_before_the_bids():
    table = known()
    table.play("D silver-5")
    assert refusal(table.exchange("A", "gold-0 phosphorus-6")) == ("wrong-phase", "")
    assert refusal(Aurum().exchange("A", "gold-0 phosphorus-6")) == ("wrong-phase", "")


def test_the_partners_bid_comes_into_the_hand_of_who_pays():
    table = known()
    said = table.exchange("A", "phosphorus-6 gold-0", "C")  # in any order
    assert only("bids", said)["value"] == {"A+C": 6, "B+D": 2}
    assert "bismuth-1" in table.hand("A").split()
    assert "phosphorus-6" not in table.hand("A").split()
    assert table.collection("A") == ""
    assert refusal(table.exchange("A", "gold-0 phosphorus-8")) == ("not-in-hand", "")
    table.play("D silver-5", "A bismuth-1")
    assert refusal(table.play("B zinc-2")) == ("card-seen", "")  # B's own bid


def test_with_three_only_the_own_bid_is_replaced():
    table = unseen("A B C")
    assert refusal(table.exchange("A", "gold-0 zinc-5", "B")) == ("not-partner", "")
    assert only("bids", table.exchange("B", "gold-0 zinc-5"))["value"] == {"A": 1, "B": 5, "C": 1}


def test_as_often_as_there_is_gold():
    table = known().give(A="gold-0 gold-1 gold-1")
    for gold, metal in (("gold-1", "silver-9"), ("gold-1", "silver-8"), ("gold-0", "silver-9")):
        assert kinds(table.exchange("A", f"{gold} {metal}")) == ["bids", "turn"]
    assert table.referee.match.gold.supply == table.game.gold


# Tricks


@pytest.mark.parametrize(
    ("trick", "winner", "gold"),
    [
        ("zinc-10 gold-0 silver-3 gold-0", "C", ("B", "gold-3")),
        ("copper-3 silver-10 bismuth-3 zinc-10", "C", ("B", "gold-3")),
        ("zinc-8 copper-8 silver-8 bismuth-8", "C", ("C", "gold-8")),
        ("zinc-9 copper-10 silver-9 bismuth-9", "A", None),  # there is no gold 9
        ("zinc-4 copper-5 silver-7 gold-4", "C", None),  # it returns after gold has been taken
        ("zinc-4 gold-1 gold-0 gold-0", "A", ("D", "gold-4")),  # a lone metal is the lowest
        ("zinc-7 gold-3 gold-2 copper-1", "A", ("C", "gold-1")),
    ],
)
def test_who_wins_a_trick_and_who_takes_gold(trick, winner, gold):
    table = unseen().give(A="gold-0 gold-1 gold-3", B="gold-0 gold-2", C="gold-0", D="gold-0")
    if trick.startswith("zinc-4 copper"):
        table.give(C="gold-4")
    said = table.play(*(f"{seat} {card}" for seat, card in zip("DABC", trick.split(), strict=True)))
    assert only("trick", said) == {"event": "trick", "line": said[0]["line"] + 3, "winner": winner, "cards": trick}
    taken = [(event["seat"], event["card"]) for event in said if event["event"] == "gold"]
    assert taken == ([gold] if gold else [])
    lowest = gold[0] if gold else "D" if trick.startswith("zinc-4") else "C"
    assert said[-1]["seat"] == lowest
    assert kinds(said)[-3:] == (["trick", "gold", "turn"] if gold else ["turn", "trick", "turn"])


def test_word_for_word_the_highest_metal_wins():
    table = unseen(gold_trump=False).give(A="gold-8")
    said = table.play("D zinc-7", "A gold-8", "B silver-2", "C bismuth-7")
    assert only("trick", said)["winner"] == "C"
    assert only("gold", said) == {"event": "gold", "line": said[-1]["line"], "seat": "B", "card": "gold-2"}


# The end of a round


def late(hands, collections, tricks=(0, 0, 0, 0), **options):
    """D leads, these are the hands, all known; what else was played nobody needs to know."""
    table = known(**options).give(**collections)
    match = table.referee.match
    for seat, name in enumerate("ABCD"):
        match.hands.shows(seat, table.game.deck.cards(hands.get(name, "")))
    match.laid = table.game.pack & ~match.hands.everywhere() & ~match.turned & ~set_of(match.bids.values())
    match.tricks = list(tricks)
    return table.from_here()


def test_the_round_ends_when_the_leader_has_no_card():
    table = late({"D": "silver-5", "A": "zinc-7", "B": "copper-1", "C": "bismuth-7"}, {})
    said = table.play("D silver-5", "A zinc-7", "B copper-1", "C bismuth-7")
    assert kinds(said)[-5:] == ["trick", "gold", "deal_over", "score", "turn"]
    assert said[-1]["phase"] == "bid"


def test_the_round_ends_when_a_seat_that_follows_has_neither_card_nor_gold():
    table = late({"D": "silver-5 silver-6", "A": "zinc-7", "C": "bismuth-7"}, {"A": "gold-1"}, (1, 2, 0, 0))
    said = table.play("D silver-5", "A gold-1")  # that trick counts for nobody, and A's gold is gone
    assert kinds(said)[-3:] == ["deal_over", "score", "turn"]
    detail = only("deal_over", said)["detail"]
    assert detail["tricks"] == {"A+C": 1, "B+D": 2}
    assert detail["gold"] == {"A+C": 0, "B+D": 0}


def test_an_empty_hand_with_gold_may_play_it_or_pass():
    table = late({"D": "silver-5 silver-6", "C": "bismuth-7"}, {"A": "gold-1"})
    table.play("D silver-5")
    assert table.referee.match.turn() == {"seat": "A", "phase": "play", "legal": "gold-1"}
    assert kinds(table.do("pass", "A"))[0] == "deal_over"  # nothing is to be shown


def test_who_has_cards_but_none_that_fits_must_say_so():
    table = late({"D": "silver-5", "A": "silver-8"}, {})
    table.play("D silver-5")
    assert table.referee.match.turn() == {"seat": "A", "phase": "play", "legal": ""}
    assert kinds(table.do("pass", "A"))[0] == "deal_over"


# Scores


@pytest.mark.parametrize(
    ("bid", "tricks", "points"), [(4, 3, 0), (4, 4, 8), (4, 5, 4), (3, 7, 3), (1, 0, 0), (9, 9, 18)]
)
def test_points_for_tricks(bid, tricks, points):
    assert Aurum().game.points(bid, tricks) == points


@pytest.mark.parametrize(
    ("bids", "tricks", "collections", "points"),
    [
        # bid 4, four tricks, gold 1, 5 and 7: 8 + 1 + 2 + 3
        (("zinc-4", "copper-2", "silver-4", "zinc-3"), (3, 5, 1, 0), {"A": "gold-1 gold-7", "C": "gold-5"}, (14, 3)),
        # bid 3, seven tricks, gold 1 and 2: 3 + 2
        (("zinc-1", "copper-2", "silver-3", "zinc-3"), (3, 2, 4, 0), {"A": "gold-0", "C": "gold-1 gold-2"}, (5, 0)),
        (("zinc-1", "copper-9", "silver-3", "zinc-3"), (0, 0, 0, 0), {"B": "gold-8 gold-3 gold-4 gold-6"}, (0, 8)),
    ],
)
def test_what_a_round_is_worth(bids, tricks, collections, points):
    table = late({"D": "phosphorus-5", "A": "phosphorus-8", "B": "zinc-2"}, collections, tricks)
    match = table.referee.match
    match.bids = {seat: table.game.deck.card(card) for seat, card in enumerate(bids)}
    table.from_here().play("D phosphorus-5")
    said = table.do("pass", "A")
    assert tuple(only("deal_over", said)["points"].values()) == points
    nuggets = {"A+C": int(points[0] > points[1]), "B+D": int(points[1] > points[0])}
    assert only("score", said)["total"] == nuggets


def test_a_tie_gives_no_nugget():
    table = late({"D": "phosphorus-5", "A": "phosphorus-8"}, {})
    table.play("D phosphorus-5")
    said = table.do("pass", "A")
    assert only("deal_over", said)["points"] == {"A+C": 0, "B+D": 0}
    assert only("score", said)["total"] == {"A+C": 0, "B+D": 0}


@pytest.mark.parametrize(
    ("seats", "scoring", "totals", "rounds", "bids", "winners"),
    [
        (4, "nuggets", (2, 0), 2, (1, 1), [0]),
        (4, "nuggets", (1, 1), 2, (1, 1), None),
        (4, "nuggets", (1, 1), 7, (1, 1), None),  # after ties
        (4, "nuggets", (1, 2), 3, (1, 1), [1]),
        (3, "nuggets", (2, 0, 0), 2, (1, 1, 1), [0]),
        (3, "nuggets", (1, 1, 0), 2, (1, 1, 1), None),
        (3, "nuggets", (1, 1, 1), 3, (1, 4, 3), [1]),
        (3, "nuggets", (1, 0, 1), 3, (2, 9, 2), [0, 2]),
        (3, "nuggets", (0, 1, 0), 3, (2, 1, 9), [1]),
        (3, "nuggets", (0, 0, 0), 3, (2, 9, 9), [1, 2]),
        (4, "points", (20, 3), 2, (1, 1), None),
        (4, "points", (20, 20), 3, (1, 5), [0, 1]),
        (3, "points", (4, 20, 5), 3, (1, 1, 1), [1]),
    ],
)
def test_who_has_won(seats, scoring, totals, rounds, bids, winners):
    game = Aurum("A B C D"[: 2 * seats - 1], scoring=scoring).game
    assert game.winners(totals, rounds, bids) == winners


def test_the_start_moves_clockwise_and_all_gold_goes_back():
    table = known()
    table.play("D silver-5", "A copper-10", "B zinc-9", "C bismuth-2", "C zinc-1", "D copper-4", "A silver-8")
    assert table.do("pass", "B")[-1]["seat"] == "A"
    assert [table.collection(seat) for seat in "ABCD"] == ["gold-0"] * 4


# What people let stand


def test_a_repeated_colour_may_be_let_stand():
    table = known()
    table.play("D silver-5", "A silver-8")
    assert table.accept()[-1]["seat"] == "B"
    assert only("trick", table.play("B zinc-2", "B zinc-3", "C bismuth-1", "C bismuth-2"))["winner"] == "A"


def test_gold_led_may_be_let_stand():
    table = known()
    table.play("D gold-0")
    assert kinds(table.accept()) == ["turn"]
    said = table.play("A gold-0", "B gold-0", "C gold-0")
    assert only("trick", said)["winner"] == "C"
    assert said[-1]["seat"] == "C"  # no metal: the winner leads


def test_a_pass_that_people_let_stand_proves_nothing():
    table = Aurum()
    table.deal(C=C)
    table.bid(**BIDS)
    table.exchange("B", "gold-0 zinc-3")
    table.play("D silver-5", "A copper-10")
    assert refusal(table.do("pass", "B")) == ("must-play", "zinc-2")
    assert plain(table.accept()) == [{"event": "turn", "seat": "B", "phase": "show"}]
    hand = "zinc-2 zinc-4 zinc-5 zinc-6 zinc-7 zinc-8 zinc-9 zinc-10 copper-1 copper-2 copper-3"
    assert kinds(table.do("show", "B", hand)) == ["deal_over", "score", "turn"]


def test_another_teams_bid_may_be_let_stand_where_the_cards_are_there():
    table = known()
    table.exchange("A", "gold-0 phosphorus-6", "B")
    assert only("bids", table.accept())["value"] == {"A+C": 1, "B+D": 6}
    table = known()
    table.exchange("A", "gold-7 phosphorus-6", "B")
    assert refusal(table.accept()) == ("wrong-phase", "")


# Whole games


class Tally:
    """The rules once more, by ids alone: what the events of a game should be, from its lines."""

    def __init__(self, table, options):
        self.seats, self.trump = table.game.seats, options.get("gold_trump", True)
        self.partner = {seat: self.seats[place - 2] for place, seat in enumerate(self.seats)}
        self.noughts = options.get("gold_zero", True)
        self.begin()

    def begin(self):
        copies = [4, 2, 2, 2, 1, 1, 1, 1, 1 if len(self.seats) == 4 else 0]
        self.supply = [f"gold-{value}" for value, number in enumerate(copies) for _ in range(number)]
        self.own = {seat: ["gold-0"] if self.noughts else [] for seat in self.seats}
        for _ in self.seats:
            self.supply.remove("gold-0")
        self.bids, self.trick, self.taken = {}, [], dict.fromkeys(self.seats, 0)

    def hear(self, step, deck):
        """The events that this line should have given, but for turns and scores."""
        act, told = step.act, []
        if act.seat is None:
            return told
        seat = self.seats[act.seat]
        if act.do == "bid":
            self.bids[seat] = act.value
        elif act.do == "exchange":
            gold, metal = sorted(deck.text(act.cards).split(), key=lambda face: not face.startswith("gold"))
            self.own[seat].remove(gold)
            self.supply.append(gold)
            self.bids[self.seats[act.to] if act.to is not None else seat] = metal
        elif act.do == "play":
            told = self.play(seat, deck.text(act.cards))
        if act.do in ("bid", "exchange") and len(self.bids) == len(self.seats):
            told.append({"event": "bids", "value": {side: max(self.values(side, self.bids)) for side in self.sides()}})
        return told

    def sides(self):
        return ["+".join(self.seats[0::2]), "+".join(self.seats[1::2])] if len(self.seats) == 4 else self.seats

    def values(self, side, by_seat):
        return [int(by_seat[seat].split("-")[1]) for seat in side.split("+")]

    def play(self, seat, face):
        if face.startswith("gold"):
            self.own[seat].remove(face)
        self.trick.append((seat, face))
        if len(self.trick) < len(self.seats):
            return []
        golds, metals = [], []
        for place, (player, card) in enumerate(self.trick):
            kind, value = card.split("-")
            (golds if kind == "gold" else metals).append((int(value), place, player))
        winner = max((golds or metals) if self.trump else metals)[2]
        value, _, lowest = min((value, -place, player) for value, place, player in metals)
        self.taken[winner] += 1
        told = [{"event": "trick", "winner": winner, "cards": " ".join(card for _, card in self.trick)}]
        if f"gold-{value}" in self.supply:
            self.supply.remove(f"gold-{value}")
            self.own[lowest].append(f"gold-{value}")
            told.append({"event": "gold", "seat": lowest, "card": f"gold-{value}"})
        self.supply += [card for _, card in self.trick if card.startswith("gold")]
        self.trick = []
        return told

    def end(self):
        """The event deal_over, and the next round begins."""
        bid = {side: max(self.values(side, self.bids)) for side in self.sides()}
        tricks = {side: sum(self.taken[seat] for seat in side.split("+")) for side in self.sides()}
        worth = [0, 1, 1, 1, 2, 2, 2, 3, 3]
        gold = {
            side: sum(worth[int(card[5:])] for seat in side.split("+") for card in self.own[seat])
            for side in self.sides()
        }
        points = {
            side: (0 if tricks[side] < bid[side] else bid[side] * (1 + (tricks[side] == bid[side]))) + gold[side]
            for side in self.sides()
        }
        self.begin()
        return {"event": "deal_over", "points": points, "detail": {"bid": bid, "tricks": tricks, "gold": gold}}


def maker(seats, options):
    return lambda: load("aurum", "ABCD"[:seats], None, options)


@pytest.mark.parametrize("options", VARIANTS)
@pytest.mark.parametrize("seats", [3, 4])
def test_random_games_end_and_count_as_the_page_says(seats, options):
    for table, steps in games(maker(seats, options), 3):
        assert table.referee.match.over
        tally = Tally(table, options)
        for step in steps:
            expected = tally.hear(step, table.game.deck)
            said = [event for event in step.said if event["event"] not in ("turn", "score", "game_over", "deal_over")]
            assert said == expected
            ends = [event for event in step.said if event["event"] == "deal_over"]
            assert ends == ([tally.end()] if ends else [])


def retell(table, steps, read):
    """The same lines at a table that reads only the hands of `read`; who passes there may have to show."""
    for act, hands, said in steps:
        if act.do == "turned":
            continue
        if act.do == "deal":
            act = Act("deal", hands={seat: cards for seat, cards in act.hands.items() if seat in read})
        told = plain(table.take(act))
        if table.referee.match.phase == "show":
            told = plain(table.take(Act("show", act.seat, tuple(each(hands[act.seat] & table.game.pack)))))
        assert not {"refused", "revoke", "suspect", "note"} & set(kinds(told))
        assert without_turns(told) == without_turns(said)


def without_turns(events):
    return [event for event in events if event["event"] != "turn"]


@pytest.mark.parametrize("seats", [3, 4])
@pytest.mark.parametrize("read", [(), (1,), (0, 2)])
def test_the_same_games_from_unseen_hands_accuse_nobody(seats, read):
    for known_table, steps in games(maker(seats, {}), 3, seed=2):
        table = Table.of(maker(seats, {})())
        retell(table, steps, read)
        assert table.referee.match.over
        assert table.referee.match.won == known_table.referee.match.won


@pytest.mark.parametrize("seats", [3, 4])
def test_cards_and_gold_are_where_they_are_once(seats):
    table = Table.of(maker(seats, {})())
    for _ in play(table, random.Random(4)):
        match, game = table.referee.match, table.game
        golds = [match.gold.supply, *match.gold.collections, set_of(match.trick) & game.gold]
        assert sum(gold.bit_count() for gold in golds) == game.gold.bit_count()
        assert set_of(card for gold in golds for card in each(gold)) == game.gold
        if not match.before_play() and not match.over:
            assert match.hands.everywhere() ^ match.away() == game.pack


@pytest.mark.parametrize("seats", [3, 4])
def test_undo_at_every_step(seats):
    check_undo(maker(seats, {}))


def test_what_is_refused_changes_nothing():
    came = check_refusals(maker(4, {}), RULES) | check_refusals(maker(3, {}), RULES)
    assert came >= {"wrong-phase", "out-of-turn", "wrong-count", "card-seen"}


def test_the_cards_left_over_are_asked_for_until_they_lie_or_somebody_bids():
    def asked(table):
        return [(ask.least, ask.any_time) for ask in table.referee.match.asks() if ask.do == "turned"]

    assert asked(Table.of(maker(3, {})())) == []
    table = Table.of(maker(4, {})())
    assert asked(table) == [(2, True)]
    table.do("turned", None, "zinc-1 zinc-2")
    assert asked(table) == []


def test_what_lies_open():
    table = known()
    table.play("D silver-5", "A gold-0", "B zinc-9")
    shown, deck = table.referee.match.shown(), table.game.deck
    assert [(seat, deck.faces[card]) for seat, card in shown.trick] == [(3, "silver-5"), (0, "gold-0"), (1, "zinc-9")]
    assert shown.winning == 0
    assert [(pile.seat, deck.text(pile.cards)) for pile in shown.piles if pile.id == "collection"] == [
        (0, ""),
        (1, "gold-0"),
        (2, "gold-0"),
        (3, "gold-0"),
    ]
    assert [deck.text(bid.cards) for bid, _ in shown.seats] == ["silver-1", "zinc-2", "bismuth-1", "phosphorus-1"]
