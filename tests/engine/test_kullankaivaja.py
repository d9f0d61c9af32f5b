"""Kullankaivaja as docs/rules/kullankaivaja.md has it: each rule by the smallest table that shows it."""

import random
from itertools import pairwise

import pytest
from referee_table import Table, kinds, only, refusal
from true_games import game

from engine.cards import FRENCH, NO_CARDS, card, cards, each
from engine.errors import BadGame
from engine.game import Win
from engine.games import load


def rules(seats="A B C D", **options):
    return load("kullankaivaja", seats.split(), seats.split()[-1], options)


FOUR = rules()


# 2. Deck, cards, deal


@pytest.mark.parametrize(
    ("seats", "options", "pack", "drawn", "tricks"),
    [
        ("A B", {}, 52, 42, 26),
        ("A B C", {}, 51, 36, 17),
        ("A B C D", {}, 52, 32, 13),
        ("A B C", {"three_player_deck": "52"}, 52, 36, 17),
        ("A B", {"three_player_deck": "51"}, 52, 42, 26),  # the option is for three
        ("A B C D", {"three_player_deck": "51"}, 52, 32, 13),
    ],
)
@pytest.mark.parametrize("refill", ["trick", "play"])
def test_the_stock_goes_round_evenly(seats, options, pack, drawn, tricks, refill):
    options = options | {"refill": refill}
    played = rules(seats, **options)
    assert (played.pack.bit_count(), played.drawable) == (pack, drawn)
    table = Table(seats, **options)
    lines = game(random.Random(f"{seats} {options}"), seats.split(), table.game.seats[-1], options)
    events = [event for line in lines for event in table.line(line)]
    assert kinds(events).count("trick") == tricks
    assert kinds(events)[-3:] == ["deal_over", "score", "game_over"]


def test_three_play_without_the_two_of_clubs():
    assert rules("A B C").pack == FRENCH.all & ~cards("2C")
    assert rules("A B C", three_player_deck="52").pack == FRENCH.all


@pytest.mark.parametrize("suit", "CDHS")
def test_the_ace_is_lowest_and_the_jack_highest(suit):
    led = "7" + suit
    powers = [FOUR.power(card(rank + suit), card(led)) for rank in "JKQT98765432A"]
    assert all(higher > lower for higher, lower in pairwise(powers))


def test_the_deck_is_worth_128():
    for seats in ("A B", "A B C", "A B C D"):
        played = rules(seats)
        assert sum(played.points(held) for held in each(played.pack)) == 128


@pytest.mark.parametrize(
    ("held", "points"),
    [("JS", 15), ("JC JD JH", 33), ("TC TD TH TS", 40), ("AC AD AH AS", 20), ("KC KD KH KS", 12), ("QC QD QH QS", 8),
     ("9C 8D 7H 6S 5C 4D 3H 2S 2C", 0)],
)  # fmt: skip
def test_what_the_cards_count(held, points):
    assert sum(FOUR.points(one) for one in each(cards(held))) == points


@pytest.mark.parametrize(("dealer", "leader"), [("A", "B"), ("B", "C"), ("C", "D"), ("D", "A")])
def test_the_seat_after_the_dealer_leads(dealer, leader):
    assert Table(dealer=dealer).events == [{"event": "turn", "line": 1, "seat": leader, "phase": "play"}]


def test_the_deal_moves_on_clockwise():
    table = Table("A B C", dealer="B", target=1000)
    leaders = [table.events[0]["seat"]]
    for line in game(random.Random("dealers"), ["A", "B", "C"], "B", {"target": 1000}, deals=3):
        said = table.line(line)
        if "deal_over" in kinds(said):
            leaders.append(only("turn", said)["seat"])
    assert leaders == ["C", "A", "B", "C"]


def test_partners_sit_opposite():
    assert [side.id for side in rules("N E S W", teams=True).sides] == ["N+S", "E+W"]
    assert [side.id for side in rules("N E S W").sides] == ["N", "E", "S", "W"]


def test_cards_are_listed_by_suit_from_the_jack_down():
    table = Table()
    table.deal(A="AS 2H JC JD 9C")
    assert table.events[-1]["legal"] == "JC 9C JD 2H AS"


# 4. Legality


@pytest.mark.parametrize(
    ("led", "hand", "legal", "rule"),
    [
        ("JC", "JS 4C", "4C", "follow-suit"),  # a digger asks for its suit, and the big digger does not replace it
        ("JC", "JS 4D", "JS", "must-trump"),  # no club: a digger must be played
        ("9H", "2C 4D", "4D 2C", None),  # neither: anything goes
        ("9H", "JH 2C", "JH", "follow-suit"),  # the digger of the suit follows suit
        ("9C", "JC 4C KC", "JC KC 4C", None),  # a digger follows its own suit, even beside other clubs
        ("9C", "JC JS 4D", "JC", "follow-suit"),  # and must, where it is the only one, before any other digger
        ("9C", "JD JS 4D", "JD JS", "must-trump"),  # without the suit any digger will do
        ("9C", "JS 4D KH", "JS", "must-trump"),  # and the big digger too is compulsory when it is the only one
        ("JS", "AS KH", "AS", "follow-suit"),  # the lapio is a spade like any other
        ("JS", "JH 2C", "JH", "must-trump"),  # even where it cannot win
        ("9C", "AC KC 2C", "KC 2C AC", None),
    ],
)
def test_what_may_be_played(led, hand, legal, rule):
    deal = FOUR.deal(leader=0)
    deal.play(card(led))
    assert FOUR.text(deal.legal(cards(hand))) == FOUR.text(cards(legal))
    for held in each(cards(hand)):
        broken = [must.rule for must in deal.rows(held) if must.cards & cards(hand)]
        assert broken[:1] == ([] if cards(legal) >> held & 1 else [rule])


def test_any_card_may_be_led():
    assert FOUR.deal(leader=0).legal(cards("JS 2C 4D")) == cards("JS 2C 4D")


@pytest.mark.parametrize(
    ("led", "hand", "played", "refused"),
    [
        ("5C", "9C JC JD 4H 4S", "4H", ("follow-suit", "JC 9C")),  # one reason at a time: not the JD as well
        ("5C", "9C JC JD 4H 4S", "JD", ("follow-suit", "JC 9C")),
        ("5C", "9D JH JD 4H 4S", "4H", ("must-trump", "JD JH")),
        ("JC", "9C JH JD 4H 4S", "JH", ("follow-suit", "9C")),
    ],
)
def test_a_refusal_names_the_first_rule_and_its_cards(led, hand, played, refused):
    table = Table()
    table.deal(B=hand)
    assert refusal(table.play(f"A {led}", f"B {played}")[1:]) == refused


def test_of_a_half_known_hand_only_what_is_known_makes_a_card_illegal():
    table = Table("A B")
    table.play("A 5C", "B 9C")
    table.draw("A", "TC")
    table.play("B 8C")
    assert refusal(table.play("A 4D")) == ("follow-suit", "TC")
    assert kinds(table.play("A 7C")) == ["trick", "score", "turn"]


# 5. Resolving a trick


@pytest.mark.parametrize(
    ("trick", "winner", "points"),
    [
        ("5H JD JH KH", "JD", 25),  # the first digger; JH being a heart does not help
        ("JC JS QC TC", "JS", 38),  # the big digger beats all
        ("JS JH JD JC", "JS", 48),
        ("JH JD JC JS", "JS", 48),
        ("JC JD 3C JH", "JC", 33),
        ("AH 2H 3D 4C", "2H", 5),  # the ace is beaten by the two
        ("TC KC QC 9C", "KC", 15),
        ("2C AS KS JH", "JH", 19),
        ("2C AS KS TH", "2C", 18),  # off suit nothing but a digger wins
        ("4D AD 3D 2D", "4D", 5),
        ("4D 5C 9D JD", "JD", 11),
    ],
)
def test_who_takes_the_trick(trick, winner, points):
    table = Table()
    laid = trick.split()
    said = table.play(*(f"{seat} {one}" for seat, one in zip("ABCD", laid, strict=True)))
    expected = {"winner": "ABCD"[laid.index(winner)], "cards": trick, "points": points}
    assert expected.items() <= only("trick", said).items()
    assert only("turn", said[-1:])["seat"] == expected["winner"]


# 6. Scoring and the end


AS_IN = {"A": 0, "B": 1, "C": 2, "D": 3}
WINS = [
    # options, totals at the end of a deal, who took the lapio, winners, by
    ({}, (40, 50, 20, 18), "A", "B", "points"),
    ({}, (49, 49, 20, 10), "A", "A", "lapio"),
    ({}, (49, 49, 20, 10), "B", "B", "lapio"),
    ({}, (49, 49, 20, 10), "C", "A B", "points"),  # outside the tie: they share
    ({}, (10, 50, 18, 50), "A", "B D", "points"),
    ({}, (32, 32, 32, 32), "D", "D", "lapio"),
    ({"lapio": "always"}, (49, 49, 20, 10), "B", "B", "lapio"),
    ({"target": 50}, (49, 49, 20, 10), "A", None, None),  # nobody has it yet
    ({"target": 50}, (70, 51, 4, 3), "B", "A", "points"),  # both passed it: the highest total
    ({"target": 50}, (60, 60, 4, 4), "A", None, None),  # the lapio means nothing: another deal
    ({"target": 50, "lapio": "always"}, (60, 60, 4, 4), "A", "A", "lapio"),
    ({"target": 50, "lapio": "always"}, (60, 60, 4, 4), "C", None, None),  # it cannot settle this: another deal
    ({"target": 50, "lapio": "always"}, (49, 49, 20, 10), "A", None, None),
    ({"target": 50, "rules": "b"}, (60, 60, 4, 4), "B", "B", "lapio"),
    ({"target": 50, "rules": "b", "lapio": "single_deal"}, (60, 60, 4, 4), "B", None, None),
]


@pytest.mark.parametrize(("options", "totals", "lapio", "winners", "by"), WINS)
def test_who_has_won_at_the_end_of_a_deal(options, totals, lapio, winners, by):
    played = rules(**options)
    taken = [NO_CARDS] * 4
    taken[AS_IN[lapio]] = cards("AS 2C")
    win = played.win(totals, taken, deal_over=True)
    assert win == (None if winners is None else Win(tuple(AS_IN[side] for side in winners.split()), by))


@pytest.mark.parametrize(
    ("options", "totals", "ends"),
    [
        ({}, (128, 0, 0, 0), False),
        ({"target_stop": "trick"}, (128, 0, 0, 0), False),  # of a single deal all tricks are played
        ({"target": 50}, (60, 10, 4, 4), False),
        ({"target": 50, "target_stop": "trick"}, (60, 10, 4, 4), True),
        ({"target": 50, "target_stop": "trick"}, (50, 10, 4, 4), True),
        ({"target": 50, "target_stop": "trick"}, (49, 10, 4, 4), False),
    ],
)
def test_whether_a_trick_in_the_middle_of_a_deal_ends_the_game(options, totals, ends):
    assert (rules(**options).win(totals, [NO_CARDS] * 4, deal_over=False) is not None) == ends


def test_the_lapio_counts_for_the_side():
    teams = rules("N E S W", teams=True)
    assert teams.win((64, 64), (cards("2C"), cards("AS")), deal_over=True) == Win((1,), "lapio")
    assert teams.side_of == (0, 1, 0, 1)


def deals_over(seats, rng, **options):
    """The events of one deal played at random, and those of its last line alone."""
    table = Table(seats, **options)
    last = [table.line(line) for line in game(rng, seats.split(), table.game.seats[-1], options, deals=1)][-1]
    return table, last


def test_with_52_cards_for_three_the_last_card_goes_with_the_last_trick():
    for seed in range(12):
        table, last = deals_over("A B C", random.Random(seed), three_player_deck="52")
        detail = only("deal_over", last)["detail"]
        seen = {one for event in table.events if event["event"] == "trick" for one in event["cards"].split()}
        assert set(FRENCH.faces) - seen == {detail["leftover"]}
        in_tricks = dict.fromkeys("ABC", 0)
        for event in table.events:
            if event["event"] == "trick":
                in_tricks[event["winner"]] += event["points"]
        in_tricks[only("trick", last)["winner"]] += FOUR.points(card(detail["leftover"]))
        assert in_tricks == only("deal_over", last)["points"]
        assert in_tricks == only("score", last)["total"]
        assert sum(in_tricks.values()) == 128


def test_without_a_card_left_over_none_is_named():
    for seats in ("A B", "A B C", "A B C D"):
        _, last = deals_over(seats, random.Random(seats))
        assert list(only("deal_over", last)["detail"]) == ["lapio"]


# 7. Options: pairs of deals that differ by nothing but the option


@pytest.mark.parametrize(("preset", "refill", "lapio"), [("a", "trick", "single_deal"), ("b", "may", "always")])
def test_the_presets(preset, refill, lapio):
    options = rules(rules=preset).options
    assert (options["refill"], options["lapio"], options["three_player_deck"]) == (refill, lapio, "51")
    given = rules(rules=preset, refill="play", lapio="always").options
    assert (given["refill"], given["lapio"]) == ("play", "always")


def test_the_target_ends_the_game_at_the_trick_or_at_the_deal():
    for stop, ends in (("deal", False), ("trick", True)):
        table = Table("A B", target=20, target_stop=stop)
        said = table.play("A JS", "B TS")
        assert kinds(said)[1:] == ["trick", "score", "game_over" if ends else "turn"]


def test_the_two_of_clubs_belongs_to_three_or_not():
    assert refusal(Table("A B C").play("A 2C")) == ("card-seen", "")
    assert kinds(Table("A B C", three_player_deck="52").play("A 2C")) == ["turn"]
    assert kinds(Table("A B", three_player_deck="51").play("A 2C")) == ["turn"]


def test_teams_add_up():
    single, teams = Table("N E S W"), Table("N E S W", teams=True)
    for table in (single, teams):
        table.play("N 5H", "E JH", "S KH", "W TH")
    assert only("score", single.events)["total"] == {"N": 0, "E": 24, "S": 0, "W": 0}
    assert only("score", teams.events)["total"] == {"N+S": 0, "E+W": 24}
    assert only("trick", teams.events)["winner"] == "E"


@pytest.mark.parametrize(
    ("seats", "options"),
    [("A", {}), ("A B C D E", {}), ("A B C", {"teams": True}), ("A B", {"teams": True}), ("A A", {}), ("A B C A", {})],
)
def test_tables_that_cannot_be(seats, options):
    with pytest.raises(BadGame):
        rules(seats, **options)
