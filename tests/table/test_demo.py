"""Whole games of simulated people without a screen: they end, they add up, and their journals tell everything."""

import json

import pytest

from engine.cards import FRENCH
from engine.games import load
from table.cli import main
from table.journal import Journal
from table.script import read_header
from tests.table.whole_games import play, played, replayed, same_event

GAMES = {
    "two": {"players": 2},
    "three": {"players": 3},
    "three with 52 cards": {"players": 3, "option": ["three_player_deck=52"]},
    "four": {},
    "teams": {"teams": True},
    "names": {"names": "Åsa,Väinö", "players": 2},
    "refilled at once": {"players": 3, "option": ["refill=play"]},
    "card when they like": {"option": ["refill=may"]},
    "rules b": {"players": 2, "option": ["rules=b"]},
    "target": {"players": 2, "option": ["target=250"]},
    "target, teams": {"teams": True, "option": ["target=250"]},
    "target in mid-deal": {"players": 3, "option": ["target=100", "target_stop=trick"]},
}
SEEN = {"draws read": True, "draws not read": False}
DEMO = ("demo", "--headless", "--bridge", "reads")
MOST_EVENTS = 12_000  # far beyond the longest of these games


@pytest.fixture(params=GAMES.values(), ids=GAMES)
def game(request):
    return request.param


@pytest.fixture(params=SEEN.values(), ids=SEEN)
def draw_reader(request):
    return request.param


class Heard(list):
    """The events that people are told; a game that goes round in circles fails."""

    def append(self, event):
        super().append(event)
        assert len(self) < MOST_EVENTS, event

    def kinds(self):
        return {event["event"] for event in self}


def whole(**given):
    """A whole game, what was heard of it, and how it is kept."""
    heard = Heard()
    with Journal.open(None) as journal:
        match = play(journal, heard=heard, **given)
        return match, heard, journal.load(1)


@pytest.mark.parametrize("mistakes", [0, 0.3, 1])
def test_a_game_ends_adds_up_and_is_kept_whole(game, draw_reader, mistakes):
    match, heard, kept = whole(mistakes=mistakes, random=mistakes == 1, draw_reader=draw_reader, **game)
    assert match.session.over
    assert kept.game.state == "finished"
    assert heard[-1]["event"] == "game_over"
    _check_points(heard, read_header(kept.header))
    _check_no_refused_line(kept)
    _check_replay(heard, kept)


def _check_points(heard, header):
    """128 points a deal, but one that the target stopped; the totals are the sum of the deals."""
    game = load(header.game, header.seats, header.dealer, header.options)
    deals = [event["points"] for event in heard if event["event"] == "deal_over"]
    left_over = [event["detail"].get("leftover", "") for event in heard if event["event"] == "deal_over"]
    for points, card in zip(deals, left_over, strict=True):
        assert sum(points.values()) + sum(game.card_points[card] for card in FRENCH.read(card)) == 128
    last_score = [event["total"] for event in heard if event["event"] == "score"][-1]
    in_tricks = sum(event["points"] for event in heard if event["event"] == "trick")
    assert sum(last_score.values()) == in_tricks
    if game.options["target_stop"] == "deal":
        assert last_score == {side: sum(points[side] for points in deals) for side in last_score}


def _check_no_refused_line(kept):
    """A refused line is in the journal only where people let it stand."""
    lines = dict(played(kept))
    _, events = replayed(kept.script)
    for event in events:
        assert event["event"] != "refused" or lines.get(event["line"] + 1) == {"accept": True}


def _check_replay(heard, kept):
    """The kept script, replayed, says what people were told: line by line, but for what was refused on the way."""
    _, events = replayed(kept.script)
    told = [event for event in heard if event["event"] != "refused"]
    again = [event for event in events if event["event"] != "refused" and event["line"] > 1]
    assert len(told) == len(again)
    for one, other in zip(told, again, strict=True):
        assert same_event(one, other), (one, other)


def test_nobody_is_accused_where_nobody_errs(game, draw_reader):
    for seed in (1, 2):
        _, heard, _ = whole(seed=seed, mistakes=0, draw_reader=draw_reader, **game)
        assert heard.kinds() <= {"turn", "trick", "score", "deal_over", "game_over"}


def test_where_all_err_some_are_found_out():
    _, heard, _ = whole(mistakes=1, random=True, option=["target=300"])
    refused = [event["rule"] for event in heard if event["event"] == "refused"]
    assert refused.count("out-of-turn") > 30
    assert "revoke" in heard.kinds()


def test_the_same_seed_gives_the_same_game(game):
    _, heard, kept = whole(mistakes=0.3, **game)
    _, heard_again, kept_again = whole(mistakes=0.3, **game)
    assert (heard_again, kept_again.script) == (heard, kept.script)
    assert whole(mistakes=0.3, seed=8, **game)[2].script != kept.script


def test_the_same_command_keeps_the_same_journal(lapio, tmp_path):
    words = (*DEMO, "--events", "--mistakes", "0.3", "--players", "3")
    scripts = []
    for name in "ab":
        scripts.append([lapio(*words, "--journal", tmp_path / name)])
        with Journal.open(tmp_path / name, read_only=True) as journal:
            scripts[-1].append(journal.load(1).script)
    assert scripts[0] == scripts[1]


def test_a_game_is_the_same_whether_it_is_kept_or_not(lapio, tmp_path):
    words = (*DEMO, "--events", "--mistakes", "0.3")
    assert lapio(*words) == lapio(*words, "--journal", tmp_path / "journal")


def test_the_sheet_shows_every_deal_and_who_has_won(lapio):
    options = ("--teams", "--option", "target=250", "--names", "A,B,C,D")
    sheet = lapio(*DEMO, *options)
    events = [json.loads(line) for line in lapio(*DEMO, "--events", *options).splitlines()]
    deals = [event["points"] for event in events if event["event"] == "deal_over"]
    totals = [event["total"] for event in events if event["event"] == "score"][-1]
    rows = [[cell.strip() for cell in line.split("│")[1:-1]] for line in sheet.splitlines() if "│" in line]
    assert rows[:-1] == [
        [str(number), str(points["A+C"]), str(points["B+D"])] for number, points in enumerate(deals, 1)
    ]
    assert rows[-1] == ["total", str(totals["A+C"]), str(totals["B+D"])]
    winner = max(totals, key=totals.get).replace("+", " + ")
    assert f"{winner} win." in sheet


def test_each_refill_is_read_where_there_is_a_draw_reader(draw_reader):
    _, _, kept = whole(draw_reader=draw_reader)
    drawn = [keys["card"] for _, keys in played(kept) if keys.get("do") == "draw"]
    assert len(drawn) == len(set(drawn)) == (32 if draw_reader else 0)


def test_each_deal_has_the_next_dealer_and_every_card_once():
    _, heard, kept = whole(players=2, option=["target=250"])
    plays = [keys for _, keys in played(kept) if keys.get("do") == "play"]
    deals = [plays[start : start + 52] for start in range(0, len(plays), 52)]
    assert len(deals) > 1
    for number, deal in enumerate(deals):
        assert sorted(play["cards"] for play in deal) == sorted(FRENCH.faces)
        assert deal[0]["seat"] == read_header(kept.header).seats[number % 2]
    assert [event["event"] for event in heard].count("game_over") == 1


@pytest.fixture
def lapio(capsys):
    """Run a command in this process; what it prints."""

    def run(*arguments):
        assert main([str(argument) for argument in arguments]) == 0
        out, err = capsys.readouterr()
        assert err == ""
        return out

    return run
