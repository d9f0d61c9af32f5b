"""Cucumber as docs/rules/cucumber.md has it: each rule by the smallest table that shows it, then whole games."""

import random
from functools import cache

import pytest
from referee_table import Table, kinds, only, refusal, snapshot
from true_hands import ACCUSATIONS, People, agree

from engine.actions import Act
from engine.cards import RANK, card, cards, each, set_of
from engine.errors import BadGame
from engine.game import Win
from engine.games import load

SEVEN = "A B C D E F G"
FI, SV = {"rules": "fi"}, {"rules": "sv"}


class CucumberTable(Table):
    rules = "cucumber"

    def __init__(self, seats="A B C", dealer=None, **options):
        super().__init__(seats, dealer, **options)


def rules(seats="A B C", **options):
    return load("cucumber", seats.split(), seats.split()[-1], options)


def position(game, trick):
    """A trick that A led with the first of these cards."""
    deal = game.deal(leader=0)
    for one in trick.split():
        deal.play(card(one))
    return deal


# 1, 2. Players, deck, deal


@pytest.mark.parametrize("count", range(3, 8))
def test_everybody_has_seven_cards_and_the_rest_is_put_aside(count):
    table = CucumberTable(SEVEN[: 2 * count - 1])
    deal = table.referee.match.deal
    assert (deal.left, deal.stock) == ([7] * count, 0)
    assert table.events == [{"event": "turn", "line": 1, "seat": "A", "phase": "play"}]
    assert refusal(table.stock("2C")) == ("wrong-phase", "")


@pytest.mark.parametrize(
    ("seats", "options"),
    [
        ("A B", {}),
        (SEVEN + " H", {}),
        ("A B C", {"limit": 0}),
        ("A B C", {"limit": "30"}),
        ("A B C", {"equal": "wins"}),
        ("A B C", {"rules": "dk"}),
        ("A B C", {"target": 100}),
    ],
)
def test_tables_that_cannot_be(seats, options):
    with pytest.raises(BadGame):
        rules(seats, **options)


@pytest.mark.parametrize(
    ("preset", "equal", "end"),
    [("fi", "beats", "last_standing"), ("sv", "fails", "first_out"), ("nb", "beats", "last_standing")],
)
def test_the_presets(preset, equal, end):
    wanted = {"rules": preset, "equal": equal, "end": end, "limit": 30}
    assert rules(rules=preset).options == wanted
    assert rules(rules=preset, equal="beats", limit=1).options == wanted | {"equal": "beats", "limit": 1}


@pytest.mark.parametrize(("dealer", "leader"), [("A", "B"), ("B", "C"), ("C", "A"), (None, "A")])
def test_the_seat_after_the_dealer_leads(dealer, leader):
    assert CucumberTable("A B C", dealer).events[0]["seat"] == leader


# 4. Legality

LEGAL = [
    # options, the trick so far, hand, what may be played, rules that each of the others breaks first
    (FI, "", "2C 9D AH", "2C 9D AH", {}),
    (FI, "9C", "9H TH KS 2D", "9H TH KS", {"2D": "must-beat"}),  # an equal card beats
    (SV, "9C", "9H TH KS 2D", "TH KS", {"2D": "must-beat", "9H": "must-beat"}),
    (FI, "9C", "8H 7S 2D 2H", "2D 2H", {"8H": "must-play-lowest", "7S": "must-play-lowest"}),
    (SV, "9C", "9H 7S 2D 2H", "2D 2H", {"9H": "must-play-lowest", "7S": "must-play-lowest"}),
    (SV, "9C", "9H 9D", "9H 9D", {}),  # equal ones, as the lowest
    (FI, "9C 2H", "8H TS 2D", "TS", {"8H": "must-beat", "2D": "must-beat"}),  # the highest so far counts
    (FI, "2H 9C", "8H TS 2D", "TS", {"8H": "must-beat", "2D": "must-beat"}),
    (FI, "KC", "AC KS QS", "AC KS", {"QS": "must-beat"}),  # of any suit
    (FI, "AC", "AS KS 3S", "AS", {"KS": "must-beat", "3S": "must-beat"}),
    (SV, "AC", "AS KS 3S", "3S", {"KS": "must-play-lowest", "AS": "must-play-lowest"}),
    (FI, "2C", "2S AS", "2S AS", {}),
    (SV | {"equal": "beats"}, "9C", "9H 2D", "9H", {"2D": "must-beat"}),
    (FI | {"equal": "fails"}, "9C", "9H 2D", "2D", {"9H": "must-play-lowest"}),
]


@pytest.mark.parametrize(("options", "trick", "hand", "legal", "broken"), LEGAL)
def test_what_may_be_played(options, trick, hand, legal, broken):
    game = rules("A B C D", **options)
    deal = position(game, trick)
    assert deal.legal(cards(hand)) == cards(legal)
    first = {}
    for held in each(cards(hand)):
        rows = [must.rule for must in deal.rows(held) if must.cards & cards(hand)]
        if rows:
            first[game.deck.text([held])] = rows[0]
    assert first == broken


def test_a_refusal_names_the_first_rule_and_its_cards():
    table = CucumberTable()
    table.deal(B="3C 5C 9H QH KC 2D 8S")
    table.play("A 9C")
    before = snapshot(table.referee.match)
    assert refusal(table.play("B 3C")) == ("must-beat", "KC 9H QH")  # and not that 2D is lower
    assert snapshot(table.referee.match) == before
    table = CucumberTable()
    table.deal(B="3C 5C 9H QH KC 2D 8S")
    table.play("A AC")
    assert refusal(table.play("B 5C")) == ("must-play-lowest", "3C 2D")
    assert table.play("B 2D")[-1]["seat"] == "C"


def test_shared_refusals_in_order():
    table = CucumberTable()
    assert refusal(table.deal(A="2C 3C 4C 5C 6C 7C")) == ("wrong-count", "")
    assert refusal(table.deal(A="2C 3C 4C 5C 6C 7C 8C", B="9C 9C 4D 5D 6D 7D 8D")) == ("card-seen", "")
    assert kinds(table.deal(A="2C 3C 4C 5C 6C 7C 8C")) == ["turn"]
    for verb in ("pass", "draw", "exchange", "declare", "knock"):
        assert refusal(table.do(verb, "A")) == ("wrong-phase", "")
    assert refusal(table.play("B 2C 3C")) == ("out-of-turn", "")
    assert refusal(table.play("A 9H 3C")) == ("wrong-count", "")
    assert refusal(table.play("A 9H")) == ("not-in-hand", "")
    table.play("A 8C")
    assert refusal(table.deal(B="9C 3D 4D 5D 6D 7D 8D")) == ("wrong-phase", "")
    assert refusal(table.play("B 8C")) == ("card-seen", "")
    assert refusal(table.play("B 2C")) == ("card-seen", "")


# Unseen hands


@pytest.mark.parametrize(
    ("later", "rule"),
    [("QS", "must-beat"), ("9S", "must-beat"), ("3S", "must-play-lowest"), ("4S", None), ("8S", None)],
)
def test_a_card_that_does_not_beat_makes_two_promises(later, rule):
    table = CucumberTable()
    table.play("A 9C", "B 4H")
    at = table.number
    said = table.play("C TC", "C 2C", "A 2S", f"B {later}")
    if rule is None:
        assert not ACCUSATIONS & set(kinds(said))
    else:
        assert only("revoke", said) == {
            "event": "revoke", "line": table.number, "seat": "B", "rule": rule, "cards": "4H", "at": at, "proof": later,
        }  # fmt: skip


def test_an_equal_card_that_fails_promises_too():
    for equal, proved in (("beats", False), ("fails", True)):
        table = CucumberTable(equal=equal)
        table.play("A 9C", "B 9H", "C TC", "C 2C", "A 2S")
        assert not {"refused", "suspect"} & set(kinds(table.play("B TS")))
        assert ("revoke" in kinds(table.events)) == proved


def test_a_card_that_beats_promises_nothing():
    table = CucumberTable()
    table.play("A 9C", "B QH", "C 2C", "B 2D", "C 2S", "A 3S")
    assert not ACCUSATIONS & set(kinds(table.play("A KD", "B AS")))


def test_counting_shows_it_as_it_is_made():
    """Nothing of three or more, and only three twos are left for six cards."""
    table = CucumberTable(SEVEN)
    revoke = only("revoke", table.play("A 3C", "B 2C"))
    assert (revoke["seat"], revoke["rule"], revoke["line"], revoke["at"]) == ("B", "must-beat", 3, 3)


def test_where_both_promises_together_are_false_the_first_is_named():
    """No ace, and nothing below a king: for six cards only three kings are left. Each row alone could be true."""
    table = CucumberTable()
    said = table.play("A AC", "B KC")
    revoke = only("revoke", said)
    assert (revoke["rule"], revoke["line"], revoke["at"]) == ("must-beat", table.number, table.number)


def test_several_together_are_suspects():
    """B and C say both: no ace, and nothing below a jack. For their twelve cards ten are left."""
    table = CucumberTable()
    assert kinds(table.play("A AC", "B JC")) == ["turn", "turn"]
    said = table.play("C JD")
    assert kinds(said) == ["suspect", "trick", "turn"]
    assert (only("suspect", said)["seats"], only("suspect", said)["rule"]) == (["B", "C"], "must-beat")


def test_what_is_let_stand_promises_nothing():
    table = CucumberTable()
    table.deal(B="3C 5C 9H QH KC 2D 8S")
    table.play("A 9C", "B 3C")
    assert kinds(table.accept()) == ["turn"]
    assert not ACCUSATIONS & set(kinds(table.play("C TC", "C 2C", "A 2S", "B KC", "B QH")))


# 5. A trick


@pytest.mark.parametrize(
    ("trick", "beats", "fails"),
    [
        ("9C TH 2D", "B", "B"),
        ("9C 9H 2D", "B", "A"),
        ("9C 9H 9D", "C", "A"),
        ("9C AH AD", "C", "B"),
        ("9C AH KD", "B", "B"),
        ("2C 2H 2D", "C", "A"),
    ],
)
def test_which_of_the_highest_takes_the_trick(trick, beats, fails):
    for equal, winner in (("beats", beats), ("fails", fails)):
        table = CucumberTable(equal=equal)
        match = table.referee.match
        for one in trick.split():
            match.deal.play(card(one))
        assert (match.deal.winner, match.deal.turn) == ("ABC".index(winner),) * 2


def test_a_trick_has_no_points():
    table = CucumberTable()
    said = table.play("A 9C", "B AH", "C 2C")[2:]
    assert only("trick", said) == {"event": "trick", "line": table.number, "winner": "B", "cards": "9C AH 2C"}
    assert only("turn", said)["seat"] == "B"


# 6. Scoring


@pytest.mark.parametrize(
    ("trick", "value", "beats", "fails"),
    [
        ("7C 5H 2D", 7, "A", "A"),
        ("7C JH 2D", 11, "B", "B"),
        ("7C JH AD", 14, "C", "C"),
        ("KC KH 2D", 13, "A B", "A"),
        ("2C KH KD", 13, "B C", "B"),
        ("TC TH TD", 10, "A B C", "A"),
        ("2C 2H 2D", 2, "A B C", "A"),
    ],
)
def test_what_the_last_trick_costs(trick, value, beats, fails):
    laid = list(enumerate(map(card, trick.split())))
    for equal, takers in (("beats", beats), ("fails", fails)):
        game = rules(equal=equal)
        assert game.takers(laid, "ABC".index(fails)) == (value, ["ABC".index(seat) for seat in takers.split()])


def test_who_pays_is_listed_in_the_order_of_the_seats():
    laid = [(2, card("KC")), (0, card("2D")), (1, card("KH"))]
    assert rules().takers(laid, 1) == (13, [1, 2])


WINS = [
    # end, totals, who played the deal, winners
    ("last_standing", (0, 9, 29), "ABC", None),
    ("last_standing", (0, 9, 30), "ABC", None),  # two play on
    ("last_standing", (0, 39, 30), "ABC", "A"),
    ("last_standing", (31, 9, 30), "AB", "B"),
    ("last_standing", (31, 33, 30), "AB", "A"),  # both went out with this deal, C before
    ("last_standing", (31, 31, 30), "AB", "A B"),
    ("last_standing", (38, 31, 31), "ABC", "B C"),
    ("first_out", (0, 9, 29), "ABC", None),
    ("first_out", (0, 9, 30), "ABC", "A"),
    ("first_out", (9, 9, 30), "ABC", "A B"),
    ("first_out", (30, 31, 30), "ABC", "A C"),
]


@pytest.mark.parametrize(("end", "totals", "played", "winners"), WINS)
def test_who_has_won(end, totals, played, winners):
    win = rules(end=end).win(totals, ["ABC".index(seat) for seat in played])
    assert win == (None if winners is None else Win(tuple("ABC".index(seat) for seat in winners.split()), "points"))


def to_the_last_trick(totals, **options):
    """Three unseen hands with these totals that have one card left; A leads."""
    table = CucumberTable(**options)
    match = table.referee.match
    match.scored = list(totals)
    match.new_deal()
    for trick in ("2C 3C 4C", "2D 3D 4D", "2H 3H 4H", "2S 3S 4S", "5C 6C 7C", "5D 6D 7D"):
        for one in trick.split():
            table.take(Act("play", match.deal.turn, (card(one),)))
    return table


ENDS = [
    # options, totals before, the last cards of A, B and C, points, who is out, winners, losers
    (FI, (0, 0, 0), "9C AH 9D", (0, 14, 0), "", "", ""),
    (FI, (0, 15, 0), "9C AH 9D", (0, 14, 0), "", "", ""),  # 29
    (FI, (0, 16, 0), "9C AH 9D", (0, 14, 0), "B", "", ""),
    (FI, (0, 16, 20), "9C AH AD", (0, 14, 14), "B C", "A", ""),
    (FI, (16, 16, 20), "AC AH AD", (14, 14, 14), "A B C", "A B", ""),  # the lowest of those who were left
    (FI | {"limit": 9}, (0, 0, 0), "9C 9H 8D", (9, 9, 0), "A B", "C", ""),
    (FI | {"limit": 10}, (0, 0, 0), "9C 9H 8D", (9, 9, 0), "", "", ""),
    (FI | {"end": "first_out"}, (0, 16, 0), "9C AH 9D", (0, 14, 0), "B", "A C", "B"),
    (FI | {"equal": "fails"}, (0, 0, 0), "9C AH AD", (0, 14, 0), "", "", ""),
    (SV, (20, 0, 0), "9C AH AD", (0, 14, 0), "", "", ""),
    (SV, (16, 16, 20), "9C AH AD", (0, 14, 0), "B", "A", "B"),
    (SV, (20, 16, 20), "9C AH AD", (0, 14, 0), "B", "A C", "B"),  # a draw
    (SV | {"end": "last_standing"}, (0, 16, 0), "9C AH AD", (0, 14, 0), "B", "", ""),
    (SV | {"equal": "beats"}, (0, 16, 18), "9C AH AD", (0, 14, 14), "B C", "A", "B C"),
]


@pytest.mark.parametrize(("options", "totals", "last", "points", "out", "winners", "losers"), ENDS)
def test_the_end_of_a_deal(options, totals, last, points, out, winners, losers):
    table = to_the_last_trick(totals, **options)
    said = table.play(*(f"{seat} {one}" for seat, one in zip("ABC", last.split(), strict=True)))[2:]
    end = "game_over" if winners else "turn"
    assert kinds(said) == ["trick", *["out"] * bool(out), "deal_over", "score", end]
    assert only("deal_over", said)["points"] == dict(zip("ABC", points, strict=True))
    assert list(only("score", said)["total"].values()) == [had + now for had, now in zip(totals, points, strict=True)]
    if out:
        assert only("out", said)["seats"] == out.split()
    if winners:
        keys = {"winners": winners.split()} | ({"losers": losers.split()} if losers else {})
        assert only("game_over", said) == {"event": "game_over", "line": table.number} | keys
        for again in (table.play("A 2C"), table.deal(A="2C 3C 4C 5C 6C 7C 8C")):
            assert refusal(again) == ("wrong-phase", "")


@pytest.mark.parametrize(("options", "takers"), [(FI, ["B", "C"]), (SV, ["B"])])
def test_the_detail_says_what_it_cost_and_whom(options, takers):
    table = to_the_last_trick((0, 0, 0), **options)
    said = table.play("A 9C", "B KH", "C KD")
    assert only("deal_over", said)["detail"] == {"value": 13, "takers": takers}


# Seats that are out


def test_seats_that_are_out_are_passed_over():
    table = CucumberTable("A B C D")
    match = table.referee.match
    match.next_deal([0, 30, 0, 31])  # B would have dealt next after A, and D after C
    assert (match.deals_done, match.dealer, match.deal.turn) == (1, 0, 2)
    assert match.deal.left == [7, 0, 7, 0]
    assert refusal(table.play("B 2C")) == ("out-of-turn", "")
    assert refusal(table.deal(B="2C 3C 4C 5C 6C 7C 8C")) == ("wrong-count", "")
    assert refusal(table.deal(B="")) == ("wrong-count", "")
    assert kinds(table.deal(A="2C 3C 4C 5C 6C 7C 8C")) == ["turn"]
    said = table.play("C 2D", "A 8C")
    assert only("trick", said)["cards"] == "2D 8C"
    match.next_deal([0, 30, 0, 31])
    assert (match.dealer, match.deal.turn) == (2, 0)


def test_a_dealer_who_drops_out_is_followed_by_the_next_who_has_not():
    match = CucumberTable("A B C D", dealer="A").referee.match
    match.next_deal([30, 30, 0, 0])
    assert (match.dealer, match.deal.turn) == (2, 3)


# Whole games by people with true hands


@cache
def shared_rules(seats, preset, limit):
    return rules(seats, rules=preset, limit=limit)


def game(preset, seats, number, limit=30):
    rng = random.Random(f"{preset} {seats} {number}")
    return People(CucumberTable, shared_rules(seats, preset, limit), rng, (0, 1, 0.5)[number % 3])


def check_game(people, deals=10**9):
    """So many deals, or a whole game: nobody is accused, all is told as it is, and nothing is lost."""
    totals, tricks = dict.fromkeys(people.table.game.seats, 0), []
    while not people.over and people.true.deals_done < deals:
        playing = [people.table.game.seats[seat] for seat in people.true.playing()]
        said, truly = people.step()
        assert not ACCUSATIONS & set(kinds(said))
        assert agree(said, truly)
        for event in said:
            match event["event"]:
                case "trick":
                    tricks += people.table.game.deck.read(event["cards"])
                case "deal_over":
                    assert len(tricks) == len(set(tricks)) == 7 * len(playing)
                    assert list(event["points"]) == playing
                    value, takers = event["detail"]["value"], event["detail"]["takers"]
                    assert event["points"] == {seat: value if seat in takers else 0 for seat in playing}
                    last = set_of(tricks[-len(playing) :])
                    assert last & RANK["..23456789TJQKA"[value]]
                    totals = {seat: total + event["points"].get(seat, 0) for seat, total in totals.items()}
                    tricks = []
                case "score":
                    assert event["total"] == totals
    assert kinds(said)[-1] == ("game_over" if people.over else "turn")


TABLES = [(preset, SEVEN[: 2 * count - 1]) for count in range(3, 8) for preset in ("fi", "sv")] + [("nb", "A B C D")]


@pytest.mark.parametrize(("preset", "seats"), TABLES)
def test_who_plays_by_the_rules_is_never_accused(preset, seats):
    for number in range(100):
        check_game(game(preset, seats, number, limit=14), deals=1)


@pytest.mark.parametrize(("preset", "seats"), TABLES)
def test_a_game_comes_to_its_end(preset, seats):
    for number in range(3):
        check_game(game(preset, seats, number))


@pytest.mark.parametrize(("preset", "seats"), [("fi", "A B C"), ("sv", "A B C D"), ("fi", SEVEN)])
def test_every_illegal_card_is_refused_at_every_step(preset, seats):
    people = People(CucumberTable, rules(seats, rules=preset, limit=14), random.Random(f"illegal {seats}"), 1)
    refused = set()
    while not people.over:
        people.deal_cards()
        match = people.table.referee.match
        before, seat = snapshot(match), match.deal.turn
        allowed = {act.cards for act in people.legal()}
        for one in range(52):
            if (one,) in allowed:
                continue
            (event,) = people.table.take(Act("play", seat, (one,)))
            held = match.hands.known[seat] >> one & 1
            assert event["event"] == "refused"
            assert event["rule"] in ({"must-beat", "must-play-lowest"} if held else {"card-seen", "not-in-hand"})
            assert cards(event["because"]) & ~match.hands.known[seat] == 0
            assert bool(event["because"]) == bool(held)
            refused.add(event["rule"])
        assert snapshot(match) == before
        people.step()
    assert refused == {"must-beat", "must-play-lowest", "card-seen", "not-in-hand"}


@pytest.mark.parametrize(("preset", "dealt"), [("fi", 0), ("sv", 1), ("fi", 0.5)])
def test_undo_at_every_step(preset, dealt):
    people = People(CucumberTable, rules("A B C D", rules=preset), random.Random(f"undo {dealt}"), dealt)
    table = people.table
    while not people.over:
        people.deal_cards()
        match = table.referee.match
        before, turn, totals = snapshot(match), match.turn(), match.totals()
        said, _ = people.step()
        act, after = table.referee.accepted[-1].act, snapshot(table.referee.match)
        undone = [{key: value for key, value in event.items() if key != "line"} for event in table.undo()]
        changed = any(event["event"] == "score" and event["total"] != totals for event in said)
        assert undone == [{"event": "score", "total": totals}] * changed + [{"event": "turn", **turn}]
        assert snapshot(table.referee.match) == before
        table.number -= 2
        assert table.take(act) == said
        assert snapshot(table.referee.match) == after


def one_breach(game, number):
    """A deal with one illegal play, nothing read: after how many further plays it is named; None: none was made."""
    people = People(CucumberTable, game, random.Random(number))
    people.deal_cards()
    while not people.illegal() or people.rng.random() < 0.8:
        people.step()
        if people.over or people.true.deals_done:
            return None
    illegal = people.rng.choice(people.illegal())
    said, at, plays = people.breach(illegal), people.table.number, 0
    culprit = game.seats[illegal.seat]
    while True:
        for event in said:
            assert event["event"] not in ("refused", "note")
            assert event["event"] != "suspect" or culprit in event["seats"]
            if event["event"] == "revoke":
                assert (event["seat"], event["at"]) == (culprit, at)
                return plays
        assert "deal_over" not in kinds(said), "the deal is over, and nothing was proved"
        said, _ = people.step()
        plays += 1


@pytest.mark.parametrize("seats", ["A B C", SEVEN])
def test_every_breach_is_proved_before_the_deal_is_over(seats):
    """Every hand is played to its last card, and nothing is drawn."""
    plays = [one_breach(shared_rules(seats, "fi", 14), number) for number in range(25)]
    assert len(plays) - plays.count(None) > 15
