"""The same people play the same game over Reads, over simulated chips and over the real firmware."""

import subprocess
import time
from dataclasses import fields

import pytest

from display.view import PlayView
from firmware_bridge import sim_pico
from table import bridges
from table.clock import JumpingClock, RealClock
from table.journal import Journal
from table.loop import Loop
from table.start import MockMatch, Setup
from tests.table.test_leaks import CARD, WatchedMatch, Watching
from tests.table.whole_games import LAPIO, ROOT, asked, environment

GAMES = {
    "four": {},
    "two, taking cards when they like": {"players": 2, "option": ["refill=may"]},
    "three, refilled at once": {"players": 3, "option": ["refill=play"]},
    "teams": {"teams": True},
}
SHORT = {"option": ["target=12", "target_stop=trick"]}
needs_micropython = pytest.mark.skipif(sim_pico.missing() != "", reason=f"the simulated board {sim_pico.missing()}")


def play(bridge, seed, *, mistakes=0.0, draw_reader=True, path=None, loaded=None, screen=None, kind=MockMatch, **game):
    """A match over this bridge; the match and its journal's lines and positions."""
    clock = RealClock() if bridges.in_real_time(bridge) else JumpingClock()
    with Journal.open(path) as journal:
        if loaded:
            loaded = journal.unfinished()
        match = kind(
            asked(**game), Setup(seed, draw_reader), clock, journal, loaded,
            bridge=bridge, pace=1000.0 if bridge == "pico" else 1.0, mistakes=mistakes,
        )  # fmt: skip
        match.run(Loop(match.session, clock, people=match.people, hardware=match.hardware, screen=screen, linger_s=0))
        return match, journal.load(1).lines, journal.positions()


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
@pytest.mark.parametrize("mistakes", [0.0, 0.4])
def test_the_same_lines_over_chips_as_over_reads(game, mistakes):
    assert play("chips", 3, mistakes=mistakes, **game)[1] == play("reads", 3, mistakes=mistakes, **game)[1]


def test_the_same_lines_without_a_draw_reader():
    assert play("chips", 4, draw_reader=False)[1] == play("reads", 4, draw_reader=False)[1]


@needs_micropython
@pytest.mark.slow
def test_the_same_lines_over_the_firmware_and_nothing_hidden_is_seen():
    screen_of = {}

    class Seen(WatchedMatch):
        def __init__(self, *given, **more):
            super().__init__(*given, **more)
            screen_of["it"] = Watching(self)

    class LateScreen:  # the match is made after the loop's screen is asked for
        def __getattr__(self, name):
            return getattr(screen_of["it"], name)

        def intents(self, timeout):
            time.sleep(min(timeout, 0.01))
            return []

    match, lines, positions = play("pico", 8, mistakes=0.2, kind=Seen, screen=LateScreen(), **SHORT)
    assert lines == play("reads", 8, mistakes=0.2, **SHORT)[1]
    assert len(lines) > 10
    assert bridges.position_of(positions).seq > 20
    assert screen_of["it"].cards > 10
    assert match.session.over


@pytest.mark.parametrize("seed", range(2))
def test_over_chips_nothing_hidden_is_seen(seed):
    made = []

    class Seen(WatchedMatch):
        def __init__(self, *given, **more):
            super().__init__(*given, **more)
            made.append(Watching(self))

    class LateScreen:
        def __getattr__(self, name):
            return getattr(made[0], name)

    play("chips", seed, mistakes=0.35, kind=Seen, screen=LateScreen())
    assert made[0].cards > 100


def test_what_the_chips_say_of_themselves_names_no_card():
    match, _, _ = play("chips", 1)
    for state in match.session.readers.values():
        assert not CARD.findall(" ".join(str(getattr(state, each.name)) for each in fields(state)))
    assert not isinstance(match.session.view(), PlayView)


def test_a_whole_demo_over_chips_is_fast():
    start = time.process_time()
    play("chips", 7)
    assert time.process_time() - start < 3.0


def test_a_game_over_chips_can_be_gone_on_with_over_reads(tmp_path):
    whole = play("chips", 6)[1]

    class Stop(Exception):
        pass

    class Stopping(MockMatch):
        def __init__(self, *given, **more):
            super().__init__(*given, **more)
            self.session.listeners.append(self.heard)

        def heard(self, event):
            if self.session.running.number == 30:
                raise Stop

    with pytest.raises(Stop):
        play("chips", 6, path=tmp_path / "journal", kind=Stopping)
    assert play("reads", 6, path=tmp_path / "journal", loaded=True)[1] == whole


def lapio(*words, **changes):
    return subprocess.run(
        [*LAPIO, *words], cwd=ROOT, env=environment(**changes), capture_output=True, text=True, timeout=60, check=False
    )


def test_the_command_line_has_chips_as_its_usual_hardware():
    told = lapio("demo", "--help").stdout
    assert "--bridge {chips,pico,reads}" in told
    assert "(default: chips)" in " ".join(told.split())


@pytest.mark.parametrize("command", [("demo", "--headless"), ("play",)])
def test_without_micropython_one_line_says_so(command, monkeypatch, capsys):
    from table.cli import main

    monkeypatch.setattr(sim_pico, "interpreter", lambda: None)
    assert main([*command, "--bridge", "pico"]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.count("\n") == 1
    assert err.startswith("lapio: --bridge pico needs MicroPython, which is not installed: pip install")


def test_a_position_that_is_none_is_as_good_as_no_position():
    assert bridges.position_of({}) == bridges.position_of({"pico": "nonsense"}) == bridges.NOWHERE
    assert bridges.position_of({"pico": "AB12:7"}).seq == 7


@pytest.mark.parametrize(("stop_at", "deals_done"), [(20, 0), (100, 1)])
def test_taken_up_again_a_deal_began_when_the_one_before_it_ended(stop_at, deals_done, tmp_path):
    class Stop(Exception):
        pass

    ended = [0.0]
    game = asked(option=["target=120"])
    with Journal.open(tmp_path / "journal", wall=lambda: 5000.0 + clock.now()) as journal:
        clock = JumpingClock()
        match = MockMatch(game, Setup(7), clock, journal, None)

        def heard(event):
            if event.kind == "deal_over":
                ended[0] = clock.now()
            if match.session.running.number >= stop_at:
                raise Stop

        match.session.listeners.append(heard)
        with pytest.raises(Stop):
            match.run(Loop(match.session, clock, people=match.people, linger_s=0))
        assert match.session.match.deals_done == deals_done
        stopped = clock.now()
        later = JumpingClock()
        wall = 5000.0 + stopped + 60.0  # a minute later
        again = MockMatch(game, Setup(7), later, journal, journal.unfinished(), wall=lambda: wall)
        assert again.session.began == pytest.approx(ended[0] - stopped - 60.0, abs=0.01)
