"""Ristikontra as docs/rules/ristikontra.md has it: each rule by the smallest table that shows it."""

import random

import pytest
from referee_table import kinds, only, refusal, snapshot
from ristikontra_people import PROOFS, People, Ristikontra

from engine.actions import Act
from engine.cards import FRENCH, RANK, each
from engine.errors import BadGame
from engine.game import Win
from engine.games import load

SEATS = ["A", "B", "C", "D"]
HANDS = {"A": "2C 3C 4C 5C 6C 7C", "B": "2D 3D 4D 5D 6D 7D", "C": "2H 3H 4H 5H 6H 7H", "D": "2S 3S 4S 5S 6S 7S"}
STOCK = "8C 9C TC JC QC KC AC 8D 9D TD JD QD KD AD 8H 9H TH JH QH KH AH 8S 9S TS JS QS KS AS"


def rules(**options):
    return load("ristikontra", SEATS, "D", options)


def known(hands="", *, stock=False, **options):
    """A table at which these of the `HANDS` were read, and perhaps the stock."""
    table = Ristikontra(**options)
    table.deal({seat: HANDS[seat] for seat in hands})
    if stock:
        table.stock(STOCK)
    return table


# 1, 2, 7. Deck, points, sides, options


@pytest.mark.parametrize(("scoring", "points", "total"), [("A", (1, 2, 3, 4, 5), 60), ("B", (10, 2, 3, 4, 11), 120)])
def test_what_the_cards_count(scoring, points, total):
    game = rules(scoring=scoring)
    for rank, each_counts in zip("TJQKA", points, strict=True):
        assert {game.points(held) for held in each(RANK[rank])} == {each_counts}
    assert sum(game.points(held) for held in each(game.pack)) == total
    assert game.target == total
    assert rules(scoring=scoring, target=301).target == 301


def test_the_deal():
    game = rules()
    assert game.deal(0).left == [6] * 4
    assert game.drawable == 28
    assert [side.id for side in game.sides] == ["A+C", "B+D"]
    assert rules().options == {"scoring": "B", "target": 0, "start_totals": {}}


@pytest.mark.parametrize(
    ("seats", "options"),
    [
        ("A B C", {}),
        ("A B C D E", {}),
        ("A B C D", {"scoring": "C"}),
        ("A B C D", {"target": -1}),
        ("A B C D", {"target": "120"}),
        ("A B C D", {"start_totals": {"A": 1}}),
        ("A B C D", {"start_totals": {"A+C": 1.5}}),
        ("A B C D", {"start_totals": 5}),
    ],
)
def test_tables_that_cannot_be(seats, options):
    with pytest.raises(BadGame):
        load("ristikontra", seats.split(), "A", options)


@pytest.mark.parametrize(("dealer", "leader"), [("A", "B"), ("B", "C"), ("C", "D"), ("D", "A")])
def test_the_seat_left_of_the_dealer_leads(dealer, leader):
    assert Ristikontra(dealer=dealer).events == [{"event": "turn", "line": 1, "seat": leader, "phase": "lead"}]


# 5. A trick


@pytest.mark.parametrize(
    ("trick", "winner", "points"),
    [
        ("7H 5C AS 3D", "A", 11),  # nobody matches
        ("KS 3C TH KH", "D", 18),
        ("9H 9C 2D 9S", "D", 0),
        ("9H 9C 9D 2S", "C", 0),  # from one's partner too
        ("QC QD QH QS", "D", 12),
        ("2C AC AD AH", "A", 33),  # rank counts for nothing
        ("2C 2D AD AH", "B", 22),
    ],
)
def test_the_last_card_of_the_rank_led_takes_the_trick(trick, winner, points):
    table = Ristikontra()
    said = table.play(*(f"{seat} {card}" for seat, card in zip("ABCD", trick.split(), strict=True)))
    assert [event.get("phase") for event in said] == ["follow", "follow", "follow", None, "lead"]
    assert only("trick", said) == {
        "event": "trick",
        "line": 5,
        "winner": winner,
        "cards": trick,
        "points": points,
    }
    assert said[-1]["seat"] == winner


# 3. From the hand and from the stock


def test_a_hand_is_filled_up_after_each_card():
    table = known("AB", stock=True)
    table.play("A 2C")
    assert table.hand("A") == "3C 4C 5C 6C 7C 8C"
    table.play("B 2D")
    assert table.hand("B") == "9C 3D 4D 5D 6D 7D"
    assert table.referee.match.stock == tuple(FRENCH.read(STOCK))[2:]


def test_a_card_from_the_stock_leaves_the_hand_as_it_is():
    table = known("A", stock=True)
    table.turns("A", "8C")
    assert table.hand("A") == HANDS["A"]
    table.play("B 2D")
    assert table.hand("B") == "9C"
    table.play("C 2H", "D 2S")
    assert refusal(table.turns("A", "TC")) == ("not-stock-top", "")  # C has drawn it
    table.turns("A", "QC")
    assert table.referee.match.deal.stock == 28 - 5


def test_a_card_from_an_unseen_stock():
    table = known("A")
    assert kinds(table.turns("A", "KS")) == ["turn"]
    assert table.referee.match.hands.unknown == [0, 6, 6, 6]
    assert table.referee.match.deal.left == [6] * 4
    assert refusal(table.play("B KS")) == ("card-seen", "")
    assert only("turn", table.play("B KD", "C 2H", "D 2S")[-1:])["seat"] == "B"


def test_the_stock_lasts_for_seven_tricks():
    table = Ristikontra()
    pack = iter(FRENCH.faces)
    for count in range(28):
        seat = table.events[-1]["seat"]
        (table.turns if count % 3 else lambda seat, card: table.play(f"{seat} {card}"))(seat, next(pack))
        assert sum(table.referee.match.deal.left) == 24
    assert table.referee.match.deal.stock == 0
    seat, card = table.events[-1]["seat"], next(pack)
    assert refusal(table.turns(seat, card)) == ("stock-empty", "")
    assert refusal(table.accept()) == ("wrong-phase", "")
    table.play(f"{seat} {card}")
    assert sum(table.referee.match.deal.left) == 23
    assert not PROOFS - {"refused"} & set(kinds(table.events))


# 4. Refusals


@pytest.mark.parametrize(
    ("act", "rule"),
    [
        (("play", "B", "2D", None), "out-of-turn"),
        (("play", "A", "2C 3C", None), "wrong-count"),
        (("play", "A", None, None), "wrong-count"),
        (("play", "A", "", "hand"), "wrong-count"),
        (("play", "A", "2D", None), "card-seen"),
        (("play", "A", "8C", None), "card-seen"),  # in the known stock
        (("play", "B", "8C", "stock"), "out-of-turn"),
        (("play", "A", "8C 9C", "stock"), "wrong-count"),
        (("play", "A", None, "stock"), "wrong-count"),
        (("play", "A", "9C", "stock"), "not-stock-top"),
        (("play", "A", "2D", "stock"), "not-stock-top"),  # before card-seen
        (("play", "A", "2C", "stock"), "not-stock-top"),
        (("play", "A", "8C", "discard"), "wrong-phase"),
        (("play", "A", "2C", "table"), "wrong-phase"),
        (("draw", "A", None, None), "wrong-phase"),
        (("draw", "A", "8C", None), "wrong-phase"),
        (("pass", "A", None, None), "wrong-phase"),
        (("declare", "A", None, None), "wrong-phase"),
        (("ask", "A", None, None), "wrong-phase"),
        (("discard", "A", "2C", None), "wrong-phase"),
        (("play", "A", "8C", "stock"), None),
        (("play", "A", "2C", "hand"), None),
    ],
)
def test_refusals(act, rule):
    table = known("AB", stock=True)
    before = snapshot(table.referee.match)
    said = table.do(*act[:3], source=act[3])
    if rule is None:
        assert kinds(said) == ["turn"]
    else:
        assert refusal(said) == (rule, "")
        assert snapshot(table.referee.match) == before


@pytest.mark.parametrize("card", ["2C", "2D", "8H"])
def test_a_card_that_lies_elsewhere_is_not_in_an_unseen_stock(card):
    table = known("AB")
    table.turns("A", "8H")
    table.play("B 2D") if card == "8H" else None
    seat = table.events[-1]["seat"]
    assert refusal(table.turns(seat, card)) == ("card-seen", "")


def test_a_claim_is_no_card():
    table = Ristikontra()
    for source in (None, "stock"):
        act = Act("play", 0, FRENCH.read("2C"), source=source, claim={"rank": "2"})
        assert refusal(table.take(act)) == ("wrong-phase", "")


def test_a_card_from_further_down_may_be_let_stand():
    table = known("A", stock=True)
    assert refusal(table.turns("A", "TC")) == ("not-stock-top", "")
    assert kinds(table.accept()) == ["turn"]
    assert FRENCH.text(table.referee.match.stock).startswith("8C 9C JC")
    for elsewhere in ("TC", "2C", "3D"):  # played, in a hand, nowhere in the stock
        assert refusal(table.turns("B", elsewhere)) == ("not-stock-top", "")
        assert refusal(table.accept()) == ("wrong-phase", "")


def test_nobody_is_obliged_to_anything():
    table = known("ABCD", stock=True)
    table.play("A 7C")
    assert only("turn", table.events[-1:])["legal"] == HANDS["B"]
    assert kinds(table.play("B 2D")) == ["turn"]


def test_a_hand_that_was_read_has_no_other_card():
    table = known("B")
    table.play("A 2C")
    assert refusal(table.play("B KS")) == ("not-in-hand", "")


def test_a_deal_or_stock_of_the_wrong_size():
    table = Ristikontra()
    assert refusal(table.deal(A="2C 3C 4C 5C 6C")) == ("wrong-count", "")
    assert refusal(table.stock(STOCK[:-3])) == ("wrong-count", "")
    assert refusal(table.stock(STOCK.replace("8C", "9C"))) == ("card-seen", "")
    table.play("A 2C")
    assert refusal(table.deal(B=HANDS["B"])) == ("wrong-phase", "")
    assert refusal(table.stock(STOCK)) == ("wrong-phase", "")


# 3. Naming a refill


def test_the_latest_refill_may_be_named():
    table = known("A")
    table.play("A 2C")
    assert refusal(table.draw("A")) == ("wrong-phase", "")
    assert refusal(table.draw("A", "3C")) == ("card-seen", "")
    assert refusal(table.draw("B", "KS")) == ("wrong-phase", "")  # has not drawn
    assert table.draw("A", "KS") == []
    assert table.hand("A") == "3C 4C 5C 6C 7C KS"
    assert refusal(table.draw("A", "KH")) == ("wrong-phase", "")
    assert refusal(table.play("B KS")) == ("card-seen", "")


def test_a_card_from_the_stock_leaves_the_latest_refill_to_be_named():
    table = known("A")
    table.play("A 2C", "B 2D", "C 3H", "D 3S", "B KD", "C 4H", "D 5S")
    table.turns("A", "AS")
    assert table.draw("A", "KS", source="stock") == []
    assert table.hand("A") == "3C 4C 5C 6C 7C KS"
    assert table.referee.match.hands.whole(0)


def test_after_the_next_card_from_the_hand_it_is_too_late():
    table = known("A")
    table.play("A 2C", "B 3D", "C 3H", "D 3S", "A 3C")
    assert table.draw("A", "KS") == []
    assert table.referee.match.hands.unknown[0] == 1  # the refill before is still unknown


def test_the_latest_refill_may_be_named_after_the_last_cards_were_drawn():
    table = Ristikontra()
    for four in ("2345", "3456", "4567", "5678", "6789", "789T", "89TJ"):  # the leader takes them all
        table.play(*(f"{seat} {rank}{suit}" for seat, rank, suit in zip("ABCD", four, "CDHS", strict=True)))
    table.play("A 9C", "B TD")  # and nobody draws
    assert table.draw("A", "AC") == []
    assert table.hand("A") == "AC"
    assert refusal(table.draw("A", "KC")) == ("wrong-phase", "")
    assert table.draw("B", "AD") == []
    assert table.draw("C", "AH") == []


def test_a_refill_that_must_have_been_played_is_known():
    table = known("A")
    drawn = ("9C", "TC", "JC", "QC", "KC", "AC")
    for four, card in zip(("2345", "3456", "4567", "5678", "6789", "789T"), drawn, strict=True):
        table.play(*(f"{seat} {rank}{suit}" for seat, rank, suit in zip("ABCD", four, "CDHS", strict=True)))
        table.draw("A", card)
    table.play("A 9C", "B TD", "C JH", "D QS", "A 8C")  # none of the cards that A was known to have
    assert refusal(table.draw("A", "2S")) == ("wrong-phase", "")


# 6. Scoring


@pytest.mark.parametrize(
    ("before", "points", "after"),
    [
        ([80, 60], [57, 63], [137, 123]),
        ([100, 90], [0, 120], [0, 210]),
        ([0, 0], [0, 120], [0, 120]),
        ([119, 5], [1, 119], [120, 124]),
    ],
)
def test_a_side_without_a_point_loses_all_it_had(before, points, after):
    assert rules().add_up(before, points) == after


@pytest.mark.parametrize(
    ("options", "totals", "winner"),
    [
        ({}, [137, 123], 0),
        ({}, [119, 118], None),
        ({}, [120, 0], 0),
        ({}, [0, 210], 1),
        ({}, [125, 125], None),  # level: another deal
        ({"scoring": "A"}, [61, 59], 0),
        ({"scoring": "A"}, [59, 58], None),
        ({"scoring": "A", "target": 120}, [61, 59], None),
        ({"target": 20}, [10, 21], 1),
    ],
)
def test_the_higher_total_wins_at_the_target(options, totals, winner):
    assert rules(**options).win(totals) == (None if winner is None else Win((winner,), "points"))


# Whole games, played at random by people with true hands


def anybody(game, seed):
    rng = random.Random(seed)
    dealt, stocked, named = rng.choice((0, 0, 0.5, 1)), rng.choice((0, 0, 1)), rng.choice((0, 0.5))
    return People(game, rng, dealt, stocked, named)


def told(events, **hidden):
    return [dict(event, **hidden) for event in events]


@pytest.mark.parametrize("options", [{}, {"scoring": "A"}])
def test_legal_games_accuse_nobody(options):
    game = rules(**options)
    in_all = {"A": 60, "B": 120}[game.options["scoring"]]
    for seed in range(100):
        people = anybody(game, f"{options} {seed}")
        won, lead, tricks = [0, 0], 0, 0
        for seen, truly in people.play(deals=1):
            assert not PROOFS & set(kinds(seen) + kinds(truly)), seed
            assert told(seen, legal=None, line=0) == told(truly, legal=None, line=0)
            if seen[0]["event"] == "trick":
                cards = seen[0]["cards"].split()
                winner = max(place for place, card in enumerate(cards) if card[0] == cards[0][0])
                lead = (lead + winner) % 4
                assert seen[0]["winner"] == SEATS[lead]
                won[lead % 2] += seen[0]["points"]
                tricks += 1
        assert tricks == 13
        over = only("deal_over", seen)
        assert (over["points"], over["detail"]) == ({"A+C": won[0], "B+D": won[1]}, {})
        assert sum(won) == in_all
        assert only("score", seen)["total"] == over["points"]


def test_games_end_at_the_target():
    for seed in range(10):
        for game in (rules(), rules(scoring="A", start_totals={"B+D": 20})):
            people, totals = anybody(game, f"end {seed}"), dict(game.by_side(game.start_totals))
            dealers = []
            for seen, _ in people.play(deals=50):
                if "deal_over" in kinds(seen):
                    points = only("deal_over", seen)["points"]
                    totals = {side: before + points[side] if points[side] else 0 for side, before in totals.items()}
                    assert only("score", seen)["total"] == totals
                    dealers.append(people.true.dealer)
            high = max(totals.values())
            assert only("game_over", seen)["winners"] == [side for side, total in totals.items() if total == high]
            assert high >= game.target
            assert dealers == [deal % 4 for deal in range(len(dealers) - 1)] + [(len(dealers) - 2) % 4]
            assert refusal(people.table.play("A 2C")) == ("wrong-phase", "")
            assert kinds(people.table.undo()) == ["score", "turn"]


def test_undo_at_every_step():
    for seed in range(4):
        people = anybody(rules(), f"undo {seed}")
        table = people.table
        for _ in people.play(deals=2):
            act, said = people.acts[-1]
            now = snapshot(table.referee.match)
            assert kinds(table.undo())[-1:] in ([], ["turn"])
            table.number -= 2
            assert table.take(act) == said
            assert snapshot(table.referee.match) == now


def test_everything_but_the_hand_and_the_top_of_the_stock_is_refused_and_changes_nothing():
    people = People(rules(), random.Random(5), dealt=1, stocked=1)
    table = people.table
    for _ in people.play(deals=1):
        match = table.referee.match
        if match.over or not match.deal.played:
            continue
        turn, hand, top = match.deal.turn, match.hands.known[match.deal.turn], match.stock[:1]
        before = snapshot(match)
        for card in range(0, 52, 3):
            for source in ("hand", "stock"):
                if hand >> card & 1 if source == "hand" else (card,) == top:
                    continue
                rule, because = refusal(table.take(Act("play", turn, (card,), source=source)))
                assert rule in ({"card-seen", "not-in-hand"} if source == "hand" else {"not-stock-top", "stock-empty"})
                assert because == ""
        assert snapshot(match) == before
