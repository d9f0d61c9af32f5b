"""`lapio simulate` of any game: deals are played to their end, and what a table proves of one illegal act in each."""

import io
import json

import pytest

from engine.actions import Event
from engine.errors import BadGame, LapioError
from engine.game import Match
from engine.games import game_class, game_names
from engine.referee import Referee
from table import simulate_any as any_game
from table import simulate_people, simulate_sight
from table.simulate import simulate
from table.simulate_any import simulate_any
from table.simulate_plan import SEES, Plan, games_of
from table.simulate_report import print_report, report_json

FEW = {"lapsy": 1, "skitgubbe": 1, "mattis": 1, "paskahousu": 1, "stress": 1}  # deals, of games that are long
LINES = 400  # a deal that is not over then is given up here


def plan(game, players=4, deals=3, seed=1, **rest):
    return Plan(game, players=players, deals=deals, seed=seed, **rest)


def measured(game, players=4, deals=40, *, sees="nothing", **rest):
    return simulate(plan(game, players, deals, seed=5, revokes=True, sees=sees, **rest)).revokes


def told(report):
    """What must not depend on how fast the machine is."""
    told = report_json(report)
    del told["seconds"], told["deals_per_second"]
    return told


def words(report):
    out = io.StringIO()
    print_report(report, out)
    return " ".join(out.getvalue().split())


OTHERS = [game for game in game_names() if game != "kullankaivaja"]


@pytest.fixture
def short(monkeypatch):
    monkeypatch.setattr(any_game, "MOST_LINES", LINES)


# -- deals --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", OTHERS)
def test_every_game_is_played_and_nobody_is_accused_who_plays_legally(game, short):
    first, last = game_class(game).seat_numbers[0], game_class(game).seat_numbers[-1]
    for number, sees in enumerate(SEES):
        players = (first, min(4, last), min(5, last), max(first, 4))[number]
        report = simulate(plan(game, players, FEW.get(game, 2), kinds=("sensible",), revokes=True, sees=sees))
        assert report.revokes.alarms == ()
        assert report.revokes.not_followed == 0
        assert report.lines.mean > 1


@pytest.mark.parametrize("game", ["hearts", "marjapussi", "vandatta", "gris", "thirty-one", "gold-digger"])
def test_the_same_plan_gives_the_same_report(game):
    once = plan(game, kinds=("sensible", "random"), revokes=True)
    assert told(simulate(once)) == told(simulate(once))
    assert told(simulate(plan(game, seed=1))) != told(simulate(plan(game, seed=-1)))


@pytest.mark.parametrize("game", ["amerikaner", "rodskagg", "finns-i-sjon"])
def test_revokes_are_measured_on_the_same_deals(game):
    without, with_revokes = told(simulate(plan(game))), told(simulate(plan(game, revokes=True, sees="draws")))
    assert without.pop("revokes") is None
    assert with_revokes.pop("revokes")
    assert without == with_revokes


def test_what_went_before_is_the_same_however_many_deals_follow():
    few, many = simulate(plan("hearts", deals=3)), simulate(plan("hearts", deals=4))
    totals = [[spread.mean * report.plan.deals for spread in report.points.values()] for report in (few, many)]
    last = [more - less for less, more in zip(*totals, strict=True)]
    assert sum(last) == pytest.approx(26) or sum(last) == pytest.approx(78)  # a deal, or a moon


def test_points_are_of_deals_and_wins_of_games():
    report = simulate(plan("ristikontra", deals=6, seed=3))
    assert report.points["A"] == report.points["C"]
    assert report.points["A"].mean + report.points["B"].mean == pytest.approx(120)
    assert 0 < report.games < 6
    assert sum(report.wins.values()) == pytest.approx(1)
    assert report.losses == {}
    assert report.lines == (52, 0)


def test_a_game_without_deals_is_one_and_may_name_losers_only():
    report = simulate(plan("limppu", deals=8))
    assert (report.games, report.points, report.wins) == (8, {}, {})
    assert sum(report.losses.values()) == pytest.approx(1)


def test_where_no_game_came_to_its_end_nobody_has_won():
    report = simulate(plan("hearts", deals=2))
    assert (report.games, report.wins, report.losses) == (0, {}, {})
    assert "games won" not in words(report)


def test_a_deal_that_goes_on_for_ever_is_given_up_and_that_is_told(monkeypatch):
    monkeypatch.setattr(any_game, "MOST_LINES", 10)
    report = simulate(plan("hearts", deals=3, revokes=True))
    assert (report.given_up, report.games, report.lines) == (3, 0, (10, 0))
    assert report.revokes.alarms == ()
    assert "3 deals were given up after 10 lines" in words(report)
    assert told(report)["given_up"] == 3


def test_where_nobody_can_do_anything_the_game_is_at_fault(monkeypatch):
    monkeypatch.setattr(simulate_people, "answers_to", lambda *given, **more: iter(()))
    with pytest.raises(LapioError, match="hearts, deal 0, line 0: nobody can do what is asked: exchange"):
        simulate(plan("hearts"))


def test_progress_is_told():
    steps = []
    simulate(plan("cucumber", deals=5), advance=steps.append)
    assert steps == [1] * 5


@pytest.mark.parametrize(
    ("game", "players", "options"), [("hearts", 8, {}), ("hearts", 3, {"rules": "sv"}), ("ramina", 4, {"pot": 3})]
)
def test_what_cannot_be_played_so_is_said(game, players, options):
    with pytest.raises(BadGame):
        simulate(plan(game, players, options=options))


# -- revokes ------------------------------------------------------------------------------------------------


def test_unseen_hands_of_hearts_give_every_revoke_away_after_six_plays():
    revokes = measured("hearts", deals=60)
    assert (revokes.breaches, revokes.proved, revokes.seat) == (60, 1, 1)
    assert revokes.plays == pytest.approx(6, abs=2)
    assert revokes.at_once < 0.05


@pytest.mark.parametrize(
    ("game", "options", "sees", "proved", "at_once"),
    [
        ("cucumber", {}, "nothing", 1, 0.1),
        ("cucumber", {}, "deal", 1, 1),
        ("amerikaner", {}, "nothing", 1, 0),
        ("marjapussi", {}, "nothing", 1, 0),
        ("aurum", {}, "nothing", 1, 0.3),
        ("ristiseiska", {"variant": "pawn"}, "nothing", 1, 0),
        ("ristiseiska", {}, "deal", 1, 0.9),
        ("ramina", {}, "nothing", 0.87, 0),
        ("ramina", {}, "draws", 0.95, 0.7),
        ("vandatta", {}, "nothing", 0.87, 0.35),
        ("vandatta", {}, "draws", 1, 0.55),
        ("limppu", {}, "nothing", 0.11, 0.1),
        ("limppu", {}, "draws", 0.97, 0.25),
    ],
)
def test_so_much_is_proved(game, options, sees, proved, at_once):
    """Of 40 acts, within about three standard deviations; what is certain is exact."""
    revokes = measured(game, sees=sees, options=options)
    assert revokes.proved == (1 if proved == 1 else pytest.approx(proved, abs=0.2))
    assert revokes.at_once == (1 if at_once == 1 else pytest.approx(at_once, abs=0.25))
    assert revokes.alarms == ()


@pytest.mark.parametrize("game", ["hearts", "rodskagg", "finns-i-sjon", "marjapussi", "limppu"])
def test_with_every_card_seen_every_breach_is_refused_at_once(game):
    revokes = measured(game, deals=15, sees="all")
    assert (revokes.proved, revokes.at_once, revokes.plays, revokes.alarms) == (1, 1, 0, ())


def test_what_is_proved_is_told_rule_by_rule():
    rules = measured("rodskagg", deals=60).rules
    assert set(rules) == {"court-card", "follow-suit"}
    assert rules["follow-suit"].proved > 0.8
    assert rules["court-card"].proved < 0.3  # whoever throws a hand away unread may never be found out


def test_the_hands_of_the_second_phase_are_known_anyway():
    revokes = measured("mattis", deals=3)
    assert (revokes.proved, revokes.at_once, list(revokes.rules)) == (1, 1, ["must-beat"])


@pytest.mark.parametrize("game", ["ristikontra", "femhundra", "gold-digger"])
def test_a_game_without_such_a_rule_says_so_in_one_line(game):
    report = simulate(plan(game, revokes=True))
    assert (report.revokes.breaches, report.revokes.proved) == (0, None)
    said = words(report)
    assert f"In {game} nobody could break a rule by what is in a hand: there is nothing to prove." in said
    assert "one illegal play" not in said


@pytest.mark.parametrize(("sees", "proved"), [("nothing", 0.39), ("deal", 0.79), ("draws", 1), ("all", 1)])
def test_line_by_line_the_counted_game_gives_the_figures_that_it_gives_played_out(sees, proved):
    counted = plan("kullankaivaja", deals=80, revokes=True, sees=sees)
    revokes = simulate_any(counted, games_of(counted), lambda: 0.0, None).revokes
    assert revokes.proved == (1 if proved == 1 else pytest.approx(proved, abs=0.16))
    assert (revokes.breaches, revokes.alarms) == (80, ())


# -- what is no proof ---------------------------------------------------------------------------------------


def let_the_table_add(monkeypatch, kind, **keys):
    """A referee that adds this event to each line that is a play; `keys` are made of the act and its line."""

    class Adding(Referee):
        def take(self, act, line):
            made = {key: make(self.game, act, line) for key, make in keys.items()}
            return [*super().take(act, line), *([Event(kind, line, made)] if act.do == "play" else [])]

        def fork(self):
            copy = super().fork()
            copy.__class__ = Adding
            return copy

    monkeypatch.setattr(simulate_sight, "Referee", Adding)


def the_player(game, act, line):
    return game.seats[act.seat]


def test_whoever_is_accused_in_legal_play_is_accused_falsely(monkeypatch):
    let_the_table_add(
        monkeypatch, "revoke", seat=the_player, at=lambda *_: 1, rule=lambda *_: "follow-suit", cards=lambda *_: "2C"
    )
    report = simulate(plan("cucumber", deals=3, revokes=True))
    shown = told(report)["revokes"]
    assert shown["false_alarms_in_legal_deals"] >= 1
    assert shown["proved_share"] in (None, 0)
    first = shown["first_false_alarm"]
    assert (first["deal"], first["breach"], first["event"]["event"]) == (0, False, "revoke")
    assert "false alarms, the first in deal 0, played legally: {'event': 'revoke'" in words(report)


def test_a_note_is_an_accusation_only_where_a_card_was_misread(monkeypatch):
    let_the_table_add(monkeypatch, "note", text=lambda *_: "show-hands")
    assert measured("cucumber", deals=3).alarms == ()
    let_the_table_add(monkeypatch, "note", text=lambda *_: "misread")
    assert measured("cucumber", deals=3).alarms


def test_what_the_table_says_of_another_line_of_the_culprit_is_no_proof(monkeypatch):
    legal = Match.apply  # the real one promises nothing: so nothing is proved, and the accusations are ours

    def silent(self, act, line, *, claims=True):
        return [event for event in legal(self, act, line, claims=claims) if event[0] not in ("revoke", "suspect")]

    monkeypatch.setattr(Match, "apply", silent)
    revokes = measured("amerikaner", deals=10)
    assert (revokes.proved, revokes.plays, revokes.alarms) == (0, None, ())


def test_a_table_that_cannot_know_that_the_deal_is_over_is_counted(monkeypatch):
    monkeypatch.setattr(simulate_sight.Sight, "_shows", lambda *_: [])
    revokes = measured("ristiseiska", deals=4)
    assert revokes.not_followed == 4
    assert "deals not followed to the end" in words(simulate(plan("ristiseiska", revokes=True)))


# -- what people get ----------------------------------------------------------------------------------------


def test_the_report_as_json():
    shown = report_json(simulate(plan("hearts", deals=4, revokes=True, options={"rules": "sv", "target": 20})))
    assert json.loads(json.dumps(shown)) == shown
    assert shown["options"]["first_trick"] == "no_hearts"
    assert set(shown["points"]) == set("ABCD")
    assert set(shown["points"]["A"]) == set(shown["lines"]) == {"mean", "sd"}
    assert shown["games"] >= 1
    assert shown["revokes"]["rules"]["follow-suit"]["proved_share"] == 1
    assert shown["revokes"]["not_followed"] == 0


def test_the_report_in_words():
    said = words(simulate(plan("hearts", deals=8, revokes=True, options={"target": 20})))
    for wanted in ("hearts, 4 players", "8 deals, seed 1", "games played to their end", "games won", "100.0%"):
        assert wanted in said
