"""`lapio simulate` of counted games: how points and wins fall, and how many revokes are proved of what is seen."""

import io
import json

import pytest

from engine.actions import Event
from engine.errors import BadGame, LapioError
from table import simulate_counted as simulation
from table.simulate import simulate, simulate_with_progress
from table.simulate_plan import SEES, BadPlan, Plan
from table.simulate_report import print_report, report_json


def plan(players=4, deals=20, seed=1, **rest):
    return Plan("kullankaivaja", players=players, deals=deals, seed=seed, **rest)


def measured(*, players=4, deals=150, sees, **rest):
    return simulate(plan(players, deals, seed=11, revokes=True, sees=sees, **rest)).revokes


def told(report):
    """What must not depend on how fast the machine is."""
    told = report_json(report)
    del told["seconds"], told["deals_per_second"]
    return told


# -- deals --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("players", "tricks"), [(2, 26), (3, 17), (4, 13)])
def test_all_points_and_all_cards_are_accounted_for(players, tricks):
    report = simulate(plan(players))
    assert sum(spread.mean for spread in report.points.values()) == pytest.approx(128)
    assert sum(report.wins.values()) == pytest.approx(1)
    assert report.tricks == (tricks, 0)
    assert report.plays == (tricks * players, 0)


def test_partners_win_together():
    report = simulate(plan(options={"teams": True}))
    assert list(report.points) == ["A", "B", "C", "D"]
    assert list(report.wins) == ["A+C", "B+D"]
    assert sum(report.wins.values()) == pytest.approx(1)


def test_a_deal_of_a_longer_game_is_won_by_most_points():
    assert sum(simulate(plan(options={"target": 250})).wins.values()) == pytest.approx(1)


def test_every_seat_leads_as_often():
    """So no seat has an advantage over many deals: with random players each has its share of wins."""
    wins = simulate(plan(deals=800)).wins.values()
    assert all(abs(share - 0.25) < 0.07 for share in wins)  # more than four standard deviations


def test_the_kinds_of_players_go_round_the_table():
    report = simulate(plan(deals=150, kinds=("sensible", "random"), options={"teams": True}))
    assert report.wins["A+C"] > 0.55
    assert simulate(plan(deals=150, kinds=("random", "sensible"), options={"teams": True})).wins["A+C"] < 0.45


def test_the_same_plan_gives_the_same_report():
    first = plan(revokes=True, sees="deal", kinds=("sensible",))
    assert told(simulate(first)) == told(simulate(first))
    assert told(simulate(plan(seed=1))) != told(simulate(plan(seed=-1)))


def test_revokes_are_measured_on_the_same_deals():
    without, with_revokes = told(simulate(plan())), told(simulate(plan(revokes=True)))
    assert without.pop("revokes") is None
    assert with_revokes.pop("revokes")
    assert without == with_revokes


def test_progress_is_told_and_changes_nothing():
    steps = []
    assert told(simulate(plan(), advance=steps.append)) == told(simulate(plan()))
    assert sum(steps) == 20


def test_the_speed_comes_from_the_clock_that_is_given():
    shown = report_json(simulate(plan(deals=50), clock=iter([100.0, 102.0]).__next__))
    assert (shown["seconds"], shown["deals_per_second"]) == (2.0, 25.0)


# -- revokes ------------------------------------------------------------------------------------------------
# Shares of 150 deals within 12 points of those of docs/revoke-proof.md: about three standard deviations.


@pytest.mark.parametrize(
    ("players", "sees", "proved", "seat", "at_once", "plays"),
    [
        (4, "nothing", 0.391, 0.432, 0.0, 7),
        (4, "deal", 0.787, 0.795, 0.526, 0),
        (3, "nothing", 0.284, 0.324, 0.002, 5),
        (3, "deal", 0.662, 0.676, 0.424, 0),
        (2, "nothing", 0.170, 0.199, 0.021, 3),
        (2, "deal", 0.437, 0.458, 0.292, 0),
    ],
)
def test_so_many_revokes_are_proved(players, sees, proved, seat, at_once, plays):
    revokes = measured(players=players, sees=sees)
    assert revokes.breaches > 140
    assert revokes.plays == pytest.approx(plays, abs=2)
    assert revokes.proved == pytest.approx(proved, abs=0.12)
    assert revokes.seat == pytest.approx(seat, abs=0.12)
    assert revokes.at_once == pytest.approx(at_once, abs=0.12 if at_once > 0.1 else 0.03)
    assert revokes.proved <= revokes.seat
    assert revokes.alarms == ()


def test_with_every_draw_seen_every_revoke_is_proved_in_the_end():
    revokes = measured(sees="draws", deals=100)
    assert (revokes.proved, revokes.seat) == (1, 1)
    assert revokes.at_once == pytest.approx(0.712, abs=0.15)
    assert revokes.plays == 0
    assert revokes.alarms == ()
    assert set(revokes.rules) == {"follow-suit", "must-trump"}
    assert sum(rule.breaches for rule in revokes.rules.values()) == revokes.breaches
    assert {rule.proved for rule in revokes.rules.values()} == {1}


def test_with_every_card_seen_every_revoke_is_refused_at_once():
    revokes = measured(sees="all", deals=60)
    assert (revokes.proved, revokes.seat, revokes.at_once, revokes.plays) == (1, 1, 1, 0)
    assert revokes.alarms == ()


def test_sensible_players_can_be_caught_as_well():
    revokes = measured(sees="all", deals=30, kinds=("sensible",))
    assert (revokes.at_once, revokes.alarms) == (1, ())


@pytest.mark.parametrize("refill", ["trick", "play", "may"])
@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("sees", SEES)
def test_nobody_is_accused_who_played_legally(sees, players, refill):
    revokes = measured(sees=sees, players=players, deals=8, options={"refill": refill})
    assert revokes.alarms == ()


def test_nobody_is_accused_where_a_card_is_left_over():
    for sees in SEES:
        assert measured(sees=sees, players=3, deals=8, options={"three_player_deck": "52"}).alarms == ()


class Babbling:
    """A referee that says the same to every line, and never a true word."""

    said = ()

    def __init__(self, game):
        pass

    def take(self, act, line):
        return [Event(kind, line, keys) for kind, keys in self.said]


BREACH = {"seat": "A", "rule": "follow-suit", "cards": "2C", "at": 999, "proof": ""}


@pytest.mark.parametrize(
    "said",
    [
        ("revoke", BREACH),
        ("refused", {"seat": "A", "rule": "out-of-turn", "cards": "2C", "because": ""}),
        ("suspect", {"seats": [], "rule": "follow-suit", "proof": ""}),
        ("note", {"text": "misread", "cards": "2C"}),
    ],
)
def test_every_accusation_in_legal_play_is_a_false_alarm(monkeypatch, said):
    monkeypatch.setattr(Babbling, "said", [said])
    monkeypatch.setattr(simulation, "Referee", Babbling)
    report = simulate(plan(deals=5, revokes=True))
    shown = report_json(report)["revokes"]
    assert shown["proved_share"] == shown["seat_share"] == 0
    assert shown["false_alarms_in_legal_deals"] == 5
    assert shown["false_alarms"] >= 5
    first = shown["first_false_alarm"]
    assert (first["deal"], first["breach"], first["event"]["event"]) == (0, False, said[0])


def test_a_table_that_says_nothing_proves_nothing(monkeypatch):
    monkeypatch.setattr(simulation, "Referee", Babbling)
    revokes = simulate(plan(deals=5, revokes=True)).revokes
    assert (revokes.breaches, revokes.proved, revokes.seat, revokes.at_once, revokes.plays) == (5, 0, 0, 0, None)
    assert revokes.alarms == ()


def let_the_table_say(monkeypatch, kind, *, later=0, **said):
    """Have every illegal play answered by this event, so many plays later, and by nothing else.

    The referee put in place knows better than a real one: each deal is first played through legally. `said` can
    say CULPRIT, ANOTHER, CARD and LINE.
    """
    legal = []

    class Informed:
        def __init__(self, game):
            self.game = game
            self.in_breach = bool(legal)
            self.at = None

        def take(self, act, line):
            if not self.in_breach:
                legal.append(act)
                return []
            if self.at is None and act != legal[line - 1]:
                self.at, self.act = line, act
                legal.clear()
            return [Event(kind, line, self.keys())] if self.at is not None and line == self.at + later else []

        def keys(self):
            seats = self.game.seats
            words = {
                CULPRIT: seats[self.act.seat],
                ANOTHER: seats[self.act.seat - 1],
                CARD: self.game.deck.text(self.act.cards),
                LINE: self.at,
            }
            return {
                key: [words[one] for one in value] if isinstance(value, list) else words.get(value, value)
                for key, value in said.items()
            }

    monkeypatch.setattr(simulation, "Referee", Informed)
    return simulate(plan(deals=15, revokes=True)).revokes


CULPRIT, ANOTHER, CARD, LINE = "<culprit>", "<another>", "<card>", "<line>"
RIGHT = {"seat": CULPRIT, "rule": "follow-suit", "cards": CARD}


def test_a_refusal_of_the_illegal_play_finds_it_at_once(monkeypatch):
    revokes = let_the_table_say(monkeypatch, "refused", **RIGHT)
    assert (revokes.proved, revokes.seat, revokes.at_once, revokes.plays, revokes.alarms) == (1, 1, 1, 0, ())


@pytest.mark.parametrize("later", [0, 3])
def test_a_revoke_that_names_the_line_pins_it(monkeypatch, later):
    revokes = let_the_table_say(monkeypatch, "revoke", later=later, at=LINE, **RIGHT)
    assert (revokes.proved, revokes.seat, revokes.plays, revokes.alarms) == (1, 1, later, ())
    assert revokes.at_once == (later == 0)


def test_a_suspicion_of_the_seat_alone_pins_the_seat(monkeypatch):
    revokes = let_the_table_say(monkeypatch, "suspect", later=2, seats=[CULPRIT], rule="follow-suit")
    assert (revokes.proved, revokes.seat, revokes.plays, revokes.alarms) == (0, 1, None, ())


def test_a_suspicion_of_two_pins_nobody_and_is_true(monkeypatch):
    revokes = let_the_table_say(monkeypatch, "suspect", seats=[CULPRIT, ANOTHER], rule="follow-suit")
    assert (revokes.proved, revokes.seat, revokes.alarms) == (0, 0, ())


@pytest.mark.parametrize(
    ("kind", "said"),
    [
        ("revoke", RIGHT | {"at": 1}),
        ("revoke", RIGHT | {"at": LINE, "seat": ANOTHER}),
        ("revoke", RIGHT | {"at": LINE, "cards": "X1"}),
        ("revoke", RIGHT | {"at": LINE, "rule": "wrong-count"}),
        ("refused", RIGHT | {"rule": "card-seen"}),
        ("suspect", {"seats": [ANOTHER], "rule": "follow-suit"}),
        ("note", {"text": "misread", "cards": CARD}),
    ],
)
def test_an_accusation_that_is_beside_the_mark_is_a_false_alarm(monkeypatch, kind, said):
    revokes = let_the_table_say(monkeypatch, kind, **said)
    assert (revokes.proved, revokes.seat, revokes.at_once) == (0, 0, 0)
    assert [(alarm.breach, alarm.event.kind) for alarm in revokes.alarms] == [(True, kind)] * 15


def test_a_refusal_of_a_legal_play_after_the_illegal_one_is_a_false_alarm(monkeypatch):
    revokes = let_the_table_say(monkeypatch, "refused", later=1, **RIGHT)
    assert (revokes.proved, len(revokes.alarms)) == (0, 15)


# -- what people get ----------------------------------------------------------------------------------------


def test_the_report_as_json():
    shown = report_json(simulate(plan(deals=10, revokes=True, sees="draws", options={"rules": "b"})))
    assert json.loads(json.dumps(shown)) == shown
    assert {key: shown[key] for key in ("game", "players", "deals", "seed", "kinds")} == {
        "game": "kullankaivaja", "players": 4, "deals": 10, "seed": 1, "kinds": ["random"],
    }  # fmt: skip
    assert shown["options"]["refill"] == "may"
    assert set(shown["points"]) == set(shown["wins"]) == {"A", "B", "C", "D"}
    assert set(shown["points"]["A"]) == set(shown["plays"]) == set(shown["tricks"]) == {"mean", "sd"}
    assert shown["deals_per_second"] > 0
    revokes = shown["revokes"]
    assert {key: revokes[key] for key in ("sees", "breaches", "proved_share", "seat_share", "false_alarms")} == {
        "sees": "draws", "breaches": 10, "proved_share": 1.0, "seat_share": 1.0, "false_alarms": 0,
    }  # fmt: skip
    assert 0 <= revokes["at_once_share"] <= 1
    assert revokes["median_plays"] >= 0
    assert revokes["first_false_alarm"] is None


def test_the_report_in_words():
    out = io.StringIO()
    report = simulate(plan(revokes=True, sees="all", options={"teams": True}))
    print_report(report, out)
    text = out.getvalue()
    for words in (
        "4 players",
        "20 deals",
        "A+C",
        "the table sees: all",
        "pinned on the line",
        "100.0%",
        "false alarms",
    ):
        assert words in text


def test_the_bar_is_drawn_on_a_terminal_only():
    class Terminal(io.StringIO):
        def isatty(self):
            return True

    file, terminal = io.StringIO(), Terminal()
    assert told(simulate_with_progress(plan(), file)) == told(simulate_with_progress(plan(), terminal))
    assert file.getvalue() == ""
    assert "20/20" in terminal.getvalue()


# -- what cannot be simulated -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("wrong", "error"),
    [
        ({"game": "chess"}, BadGame),
        ({"players": 5}, BadGame),
        ({"players": 10**12}, BadGame),
        ({"players": -1}, BadGame),
        ({"options": {"colour": "red"}}, BadGame),
        ({"players": 3, "options": {"teams": True}}, BadGame),
        ({"deals": 0}, BadPlan),
        ({"kinds": ("random", "clever")}, BadPlan),
        ({"kinds": ()}, BadPlan),
        ({"sees": "everything"}, BadPlan),
    ],
)
def test_what_cannot_be_simulated_is_said_in_one_line(wrong, error):
    rest = {"game": "kullankaivaja", "players": 4, "deals": 1, "seed": 1} | wrong
    with pytest.raises(error) as raised:
        simulate(Plan(**rest))
    assert isinstance(raised.value, LapioError)
    assert "\n" not in str(raised.value)
