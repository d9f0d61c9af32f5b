"""`lapio simulate` of any game: deals are played to their end, and what a table proves of one illegal act in each."""

import io
import json
from random import Random

import pytest

from engine.actions import Event
from engine.errors import BadGame, LapioError
from engine.game import Match
from engine.games import game_class, game_names
from engine.referee import Referee
from table import simulate_any as any_game
from table import simulate_people, simulate_sight
from table.choosing import AnyLegal
from table.cli import main
from table.open_match import OpenMatch
from table.simulate import simulate
from table.simulate_any import simulate_any
from table.simulate_breach import Measuring
from table.simulate_people import SimulatedPeople
from table.simulate_plan import SEES, Plan, games_of
from table.simulate_report import print_report, report_json
from table.simulate_sight import Sight

LONG = ("lapsy", "lyveren", "mattis", "paskahousu", "skitgubbe", "stress", "valepaska")  # one deal of these is enough
LINES = 150  # a deal that is not over then is given up here


def plan(game, players=4, deals=3, seed=1, **rest):
    return Plan(game, players=players, deals=deals, seed=seed, **rest)


def measured(game, players=4, deals=25, *, sees="nothing", **rest):
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
        report = simulate(plan(game, players, 1 if game in LONG else 2, kinds=("sensible",), revokes=True, sees=sees))
        assert report.revokes.alarms == ()
        assert report.revokes.not_followed == 0
        assert report.lines.mean > 1


@pytest.mark.parametrize(
    ("game", "options"),
    [("limppu", {"series": True}), ("paskahousu", {"cannot_open": "pass"}), ("thirty-one", {"rules": "fi"})],
)
def test_so_it_is_with_other_options(game, options, short):
    for sees in SEES:
        report = simulate(plan(game, deals=4, options=options, revokes=True, sees=sees))
        assert (report.revokes.alarms, report.revokes.not_followed) == ((), 0)
        assert report.games + report.given_up < 4 or game == "paskahousu"


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
    revokes = measured("hearts", deals=40)
    assert (revokes.breaches, revokes.proved, revokes.seat) == (40, 1, 1)
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
        ("vandatta", {}, "draws", 1, 0.55),
        ("limppu", {}, "nothing", 0.11, 0.1),
        ("limppu", {}, "draws", 0.97, 0.25),
    ],
)
def test_so_much_is_proved(game, options, sees, proved, at_once):
    """Of 25 acts, within about three standard deviations; what is certain is exact."""
    revokes = measured(game, sees=sees, options=options)
    assert revokes.proved == (1 if proved == 1 else pytest.approx(proved, abs=0.22))
    assert revokes.at_once == (1 if at_once == 1 else pytest.approx(at_once, abs=0.3))
    assert revokes.alarms == ()


@pytest.mark.parametrize("game", ["hearts", "rodskagg", "finns-i-sjon", "marjapussi", "limppu"])
def test_with_every_card_seen_every_breach_is_refused_at_once(game):
    revokes = measured(game, deals=5, sees="all")
    assert (revokes.proved, revokes.at_once, revokes.plays, revokes.alarms) == (1, 1, 0, ())


def measuring(truth):
    """What measures a deal of this match, of which the table sees nothing."""
    sight = Sight(truth.match.game, "nothing")
    return Measuring(sight, sight, Random(1))


def turn_with(do, truth, rng):
    """The legal acts up to one of this kind, which is still to be done; and it."""
    people = SimulatedPeople([AnyLegal(rng)] * 4, rng)
    truth.deal(rng)
    while True:
        turn = people.next(truth)
        if turn.act.do == do:
            return people, turn
        truth.take(turn.act)


def test_what_is_wrong_whatever_anybody_holds_is_no_moment_for_a_breach():
    """Nobody opens a deal of Hearts but with the two of clubs: that its holder does not needs no proof."""
    truth, rng = OpenMatch(games_of(plan("hearts"))[0]), Random(2)
    people, turn = turn_with("play", truth, rng)
    assert len(turn.barred) == 12
    measured = measuring(truth)
    measured.before(turn, truth, 0)
    assert measured.result(people, followed=True, most_lines=5).breach is None


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


@pytest.mark.parametrize(("sees", "proved"), [("deal", 0.79), ("draws", 1)])
def test_line_by_line_the_counted_game_gives_the_figures_that_it_gives_played_out(sees, proved):
    counted = plan("kullankaivaja", deals=40, revokes=True, sees=sees)
    revokes = simulate_any(counted, games_of(counted), lambda: 0.0, None).revokes
    assert revokes.proved == (1 if proved == 1 else pytest.approx(proved, abs=0.2))
    assert (revokes.breaches, revokes.alarms) == (40, ())


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


def test_a_table_that_says_nothing_proves_nothing(monkeypatch):
    apply = Match.apply

    def silent(self, act, line, *, claims=True):
        return [told for told in apply(self, act, line, claims=claims) if told[0] not in ("revoke", "suspect")]

    monkeypatch.setattr(Match, "apply", silent)
    revokes = measured("amerikaner", deals=10)
    assert (revokes.proved, revokes.plays, revokes.alarms) == (0, None, ())


CULPRIT, ANOTHER, CARD, LINE = "<culprit>", "<another>", "<card>", "<line>"
RIGHT = {"seat": CULPRIT, "rule": "follow-suit", "cards": CARD, "at": LINE}


def let_the_table_say(monkeypatch, kind, *, later=0, earlier_line=0, **said):
    """Have every illegal play answered by this event, so many plays later, and by nothing else.

    `said` can say CULPRIT, ANOTHER, CARD and LINE. The event is of so many lines before the table's latest one.
    """
    follows, fork = Sight.follows, Sight.fork

    def breached(sight):
        copy = fork(sight)
        copy.steps, copy.at = 0, sight.line + 1
        return copy

    def says(sight, step, truth):
        heard = follows(sight, step, truth)
        if not hasattr(sight, "steps"):
            return heard
        if sight.steps == 0:
            sight.broke = step.act
        sight.steps += 1
        if sight.steps != later + 1:
            return []
        seats, faces = truth.match.game.seats, truth.match.game.deck
        words = {CULPRIT: seats[sight.broke.seat], ANOTHER: seats[sight.broke.seat - 1]}
        words |= {CARD: faces.text(sight.broke.cards), LINE: sight.at}
        keys = {
            key: [words[one] for one in value] if isinstance(value, list) else words.get(value, value)
            for key, value in said.items()
        }
        return [Event(kind, sight.line - earlier_line, keys)]

    monkeypatch.setattr(Sight, "fork", breached)
    monkeypatch.setattr(Sight, "follows", says)
    return measured("amerikaner", deals=8)


@pytest.mark.parametrize("later", [0, 3])
def test_a_revoke_that_names_the_line_pins_it(monkeypatch, later):
    revokes = let_the_table_say(monkeypatch, "revoke", later=later, **RIGHT)
    assert (revokes.proved, revokes.seat, revokes.plays, revokes.alarms) == (1, 1, later, ())
    assert revokes.at_once == (later == 0)


@pytest.mark.parametrize(
    ("seats", "seat", "alarms"), [([CULPRIT], 1, 0), ([ANOTHER, CULPRIT], 0, 0), ([ANOTHER], 0, 8), ([], 0, 8)]
)
def test_a_suspicion_pins_the_seat_alone_or_nobody(monkeypatch, seats, seat, alarms):
    revokes = let_the_table_say(monkeypatch, "suspect", later=2, seats=seats, rule="follow-suit")
    assert (revokes.proved, revokes.seat, revokes.plays, len(revokes.alarms)) == (0, seat, None, alarms)


@pytest.mark.parametrize(
    ("kind", "said"),
    [
        ("revoke", RIGHT | {"at": 1}),
        ("revoke", RIGHT | {"seat": ANOTHER}),
        ("revoke", RIGHT | {"cards": "2C 2D"}),
        ("revoke", RIGHT | {"rule": "wrong-count"}),
        ("refused", RIGHT),  # and nobody could let it stand
        ("note", {"text": "misread"}),
    ],
)
def test_an_accusation_that_is_beside_the_mark_is_a_false_alarm(monkeypatch, kind, said):
    revokes = let_the_table_say(monkeypatch, kind, later=1, **said)
    assert (revokes.proved, revokes.seat, revokes.at_once) == (0, 0, 0)
    assert [(alarm.breach, alarm.event.kind) for alarm in revokes.alarms] == [(True, kind)] * 8


@pytest.mark.parametrize(("whose", "seat", "alarms"), [(CULPRIT, 1, 0), (ANOTHER, 0, 8)])
def test_what_contradicts_a_false_word_and_is_let_stand_pins_the_seat(monkeypatch, whose, seat, alarms):
    said = RIGHT | {"seat": whose}
    revokes = let_the_table_say(monkeypatch, "refused", later=1, earlier_line=1, **said)
    assert (revokes.proved, revokes.seat, len(revokes.alarms)) == (0, seat, alarms)


def test_a_table_that_cannot_know_that_the_deal_is_over_is_counted(monkeypatch):
    monkeypatch.setattr(Sight, "_shows", lambda *_: [])
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


def test_the_command_line_takes_any_game_and_its_options(capsys):
    asked = ["simulate", "--game", "hearts", "-o", "rules=sv", "--option", "target=30", "--deals", "2", "--seed", "3"]
    assert main([*asked, "--revokes", "--sees", "deal", "--json"]) == 0
    shown = json.loads(capsys.readouterr().out)
    assert (shown["game"], shown["options"]["rules"], shown["options"]["target"]) == ("hearts", "sv", 30)
    assert (shown["deals"], shown["seed"], shown["revokes"]["sees"]) == (2, 3, "deal")
    assert main([*asked, "--kind", "sensible"]) == 0
    assert "hearts, 4 players (sensible), 2 deals, seed 3" in capsys.readouterr().out
