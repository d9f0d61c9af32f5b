"""Every command as people type it: what it prints, how it ends, and what it says where something is wrong."""

import json
import os
import re
import shlex
import signal
import subprocess
import sys
import time
from pathlib import Path
from statistics import median

import pytest

from engine.games import game_class
from table.cli import main
from table.journal import Journal
from table.script import read_header
from tests.table.whole_games import LAPIO, ROOT, environment

COMMANDS = ("demo", "play", "replay", "simulate", "games", "rules")
CASE = ROOT / "tests" / "cases" / "kullankaivaja-10-full-deal-teams.jsonl"
INVALID_CASE = ROOT / "tests" / "cases" / "kullankaivaja-21-teams-of-three.jsonl"
HEADLESS = ("demo", "--headless", "--bridge", "reads")  # the quick one
HEADER = '{"game": "kullankaivaja", "seats": ["A", "B"]}\n'


@pytest.fixture
def lapio(capsys):
    """Run a command in this process: its exit status, what it printed, what it said of troubles."""

    def run(*arguments):
        try:
            status = main([str(argument) for argument in arguments])
        except SystemExit as end:
            status = end.code
        return status, *capsys.readouterr()

    return run


def process(*arguments, cwd=ROOT, **changes):
    """Run a command as a process without a display."""
    return subprocess.run(
        [*LAPIO, *map(str, arguments)],
        cwd=cwd,
        env=environment(**changes),
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=60,
    )


def says_one_thing(err):
    """Whether this is one line for people."""
    return re.fullmatch(r"lapio[^\n]{10,400}\n", err) is not None


# -- help and version -----------------------------------------------------------------------------------


def test_lapio_alone_shows_its_commands(lapio):
    status, out, err = lapio()
    assert (status, err) == (0, "")
    for command in COMMANDS:
        assert re.search(rf"^ +{command} +\S", out, re.MULTILINE), command


@pytest.mark.parametrize("command", COMMANDS)
def test_each_commands_help_has_examples_that_can_be_typed(lapio, command, monkeypatch):
    status, out, err = lapio(command, "--help")
    assert (status, err) == (0, "")
    examples = re.findall(r"^  .*?lapio (.+)$", out[out.index("examples:") :], re.MULTILINE)
    assert examples
    monkeypatch.chdir(ROOT)
    monkeypatch.setattr("table.start.demo", lambda asked: 0)
    monkeypatch.setattr("table.start.play", lambda asked: 0)
    monkeypatch.setattr("table.replay.replay", lambda file, **_: 0)
    for example in examples:
        words = [*shlex.split(example), *(("--deals", "2") if command == "simulate" else ())]
        status, _, err = lapio(*words)
        assert status == 0, (example, err)


@pytest.mark.parametrize("command", COMMANDS)
def test_every_option_is_explained(lapio, command):
    _, out, _ = lapio(command, "--help")
    explained = re.findall(r"^  (-\S+)(?: \S+)*?(?:  +\S|\n {10,}\S)", out, re.MULTILINE)
    options = re.findall(r"^  (-\S+)", out, re.MULTILINE)
    assert options
    assert [option for option in options if option not in explained and option != "-h,"] == []


def test_the_version_is_there_at_once():
    took = []
    for _ in range(5):
        start = time.perf_counter()
        done = process("--version")
        took.append(time.perf_counter() - start)
        assert (done.returncode, done.stderr) == (0, "")
        assert re.fullmatch(r"lapio \S.*\n", done.stdout)
    assert median(took) < 0.5  # 0.2 is what is wanted; the machine may be busy


def test_the_version_needs_nothing_heavy():
    done = subprocess.run(
        [sys.executable, "-X", "importtime", *LAPIO[1:], "--version"],
        cwd=ROOT,
        env=environment(),
        capture_output=True,
        text=True,
    )
    imported = {line.rpartition("|")[2].strip() for line in done.stderr.splitlines()}
    assert "argparse" in imported
    heavy = {"pygame", "rich", "sqlite3", "msgspec", "platformdirs", "serial", "gpiozero", "asyncio"}
    assert not {name.partition(".")[0] for name in imported} & heavy
    assert not {name for name in imported if name.startswith(("engine.games", "display", "firmware_bridge"))}


# -- wrong words ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("deal",), "deal"),
        (("demo", "--fast"), "--fast"),
        (("demo", "--speed", "fast"), "'fast'"),
        (("demo", "--speed", "0"), "0.1 to 1000"),
        (("demo", "--speed", "nan"), "'nan'"),
        (("demo", "--mistakes", "1.5"), "0 to 1"),
        (("demo", "--players", "four"), "whole number"),
        (("demo", "--seed", "1.5"), "whole number"),
        (("demo", "--language", "tlh"), "'tlh'"),
        (("demo", "--theme", "noon"), "'noon'"),
        (("play", "--seed"), "--seed"),
        (("replay",), "FILE"),
        (("rules",), "GAME"),
        (("rules", "kullankaivaja", "--language", "et"), "'et'"),
        (("simulate", "--deals", "many"), "'many'"),
        (("simulate", "--kind", "clever"), "'clever'"),
        (("simulate", "--sees", "everything"), "'everything'"),
        (("games", "more"), "more"),
        ((*HEADLESS, "--game", "poker"), '"poker"; there are: '),
        (("play", "--game", "poker"), '"poker"; there are: '),
        (("simulate", "--game", "poker"), '"poker"; there are: '),
        (("rules", "poker"), '"poker"; there are: '),
        ((*HEADLESS, "--players", "5"), "2 to 4"),
        ((*HEADLESS, "--players", "1"), "2 to 4"),
        ((*HEADLESS, "--players", "0"), "2 to 4"),
        ((*HEADLESS, "--players", "-1"), "2 to 4"),
        ((*HEADLESS, "--players", "100000000"), "2 to 4"),
        (("play", "--players", "5"), "2 to 4"),
        (("simulate", "--players", "5"), "2 to 4"),
        ((*HEADLESS, "--teams", "--players", "3"), "four seats"),
        ((*HEADLESS, "--option", "target"), "KEY=VALUE"),
        ((*HEADLESS, "--option", "goal=250"), '"goal"'),
        ((*HEADLESS, "--option", "=250"), '""'),
        ((*HEADLESS, "--option", "target=much"), "whole number"),
        ((*HEADLESS, "--option", "target=-1"), "whole number"),
        ((*HEADLESS, "--option", "target="), "whole number"),
        ((*HEADLESS, "--option", "refill=never"), "'trick', 'play', 'may'"),
        ((*HEADLESS, "--option", "teams=2"), "'2'"),
        (("play", "--option", "rules=c"), "'c'"),
        (("simulate", "--option", "rules=c"), "'c'"),
        ((*HEADLESS, "--names", "Anna,Anna"), "same"),
        ((*HEADLESS, "--names", "Anna,"), "1 to 16 letters"),
        ((*HEADLESS, "--names", "Anna,A+B"), "'A+B'"),
        ((*HEADLESS, "--names", "Anna,Jean-Jacques-Rousseau"), "1 to 16 letters"),
        ((*HEADLESS, "--names", "Anna,Be\nrt"), r"'Be\nrt'"),
        ((*HEADLESS, "--names", "Anna,Be\x1b[31mrt"), r"'Be\x1b[31mrt'"),
        ((*HEADLESS, "--names", "Anna"), "2 to 4"),
        ((*HEADLESS, "--names", "A,B,C,D,E"), "2 to 4"),
        ((*HEADLESS, "--players", "3", "--names", "A,B"), "2 names for 3 players"),
        ((*HEADLESS, "--players", "4", "--names", "A,B"), "2 names for 4 players"),
        (("play", "--size", "big"), "1280x720"),
        (("demo", "--size", "0x0"), "480x320"),
        ((*HEADLESS, "--resume"), "--journal"),
        (("simulate", "--deals", "0"), "1 or more"),
        (("simulate", "--names", "A,B"), "--names"),
    ],
)
def test_a_wrong_word_is_answered_with_one_line(lapio, arguments, said, tmp_path, monkeypatch):
    monkeypatch.setenv("LAPIO_DATA", str(tmp_path / "data"))
    status, out, err = lapio(*arguments, *(("--language", "en") if arguments[0] == "play" else ()))
    assert (status, out) == (2, "")
    assert says_one_thing(err), err
    assert said in err
    assert list(tmp_path.iterdir()) == []  # nothing was begun


def test_a_seat_that_is_not_there_is_answered_with_those_that_are(lapio, tmp_path):
    words = ("play", "--seat", "Nobody", "--language", "en", "--journal", tmp_path / "journal")
    status, out, err = lapio(*words)
    assert (status, out, says_one_thing(err)) == (2, "", True)
    assert "North, East, South, West" in err


def test_a_wrong_word_begins_no_journal(lapio, tmp_path):
    status, _, _ = lapio(*HEADLESS, "--journal", tmp_path / "journal", "--game", "poker")
    assert status == 2
    assert list(tmp_path.iterdir()) == []


# -- options of the game --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("words", "options"),
    [
        ((), {}),
        (("--teams",), {"teams": True}),
        (("--option", "teams=true"), {"teams": True}),
        (("--option", "teams=false"), {"teams": False}),
        (("--option", "target=250"), {"target": 250}),
        (("--option", "target=0"), {"target": 0}),
        (("--option", "rules=b"), {"rules": "b"}),
        (("--option", "refill=play", "--option", "target=10"), {"refill": "play", "target": 10}),
        (("--option", "target=10", "--option", "target=20"), {"target": 20}),
        (("--players", "3", "--option", "three_player_deck=52"), {"three_player_deck": "52"}),
        (("--option", "target=60", "--option", "target_stop=trick"), {"target": 60, "target_stop": "trick"}),
        (("--option", "lapio=always"), {"lapio": "always"}),
    ],
)
def test_options_come_into_the_game_with_their_kind_of_value(lapio, tmp_path, words, options):
    journal = tmp_path / "journal"
    assert lapio(*HEADLESS, "--events", "--journal", journal, *words)[0] == 0
    with Journal.open(journal, read_only=True) as kept:
        header = read_header(kept.load(1).header)
    assert header.options == options
    assert all(type(header.options[key]) is type(value) for key, value in options.items())


def test_every_option_of_a_game_can_be_given(lapio):
    for option in game_class("kullankaivaja").option_table:
        value = str(option.default).lower() if isinstance(option.default, bool) else str(option.default)
        assert lapio("simulate", "--deals", "1", "--json", "--option", f"{option.key}={value}")[0] == 0, option.key


def test_names_say_how_many_play(lapio):
    status, out, _ = lapio(*HEADLESS, "--names", "Åsa, Väinö Ö.,Þór")
    assert status == 0
    assert all(name in out for name in ("Åsa", "Väinö Ö.", "Þór"))


@pytest.mark.parametrize(
    ("variables", "north"),
    [
        ({"LANG": "fi_FI.UTF-8"}, "Pohjoinen"),
        ({"LANG": "fi_FI.UTF-8", "LC_ALL": "de_DE.UTF-8"}, "Nord"),
        ({"LANG": "C"}, "North"),
        ({"LANG": "tlh"}, "North"),
        ({}, "North"),
    ],
)
def test_the_seats_are_named_in_the_systems_language(lapio, monkeypatch, variables, north):
    for variable in ("LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(variable, raising=False)
    for variable, value in variables.items():
        monkeypatch.setenv(variable, value)
    assert north in lapio(*HEADLESS)[1]


# -- replay ---------------------------------------------------------------------------------------------


def test_replay_prints_the_events(lapio):
    status, out, err = lapio("replay", CASE)
    assert (status, err) == (0, "")
    assert [json.loads(line)["line"] for line in out.splitlines() if '"game_over"' in line] == [79]


def test_replay_checks_what_a_script_expects(lapio, tmp_path):
    script = tmp_path / "script.jsonl"
    script.write_text(HEADER + '{"expect": [{"event": "turn", "seat": "B"}]}\n')
    assert lapio("replay", script)[0] == 0
    status, _, err = lapio("replay", "--check", script)
    assert status == 1
    assert f"{script}, line 2: " in err


def test_the_worst_of_several_scripts_counts(lapio, tmp_path):
    wrong = tmp_path / "wrong.jsonl"
    wrong.write_text(HEADER + '{"expect": [{"event": "trick"}]}\n')
    assert lapio("replay", "--check", CASE, INVALID_CASE)[0] == 0
    assert lapio("replay", "--check", CASE, wrong)[0] == 1
    status, out, _ = lapio("replay", "--check", wrong, tmp_path / "missing", CASE)
    assert status == 2
    assert '"game_over"' in out  # the others are replayed all the same


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"\n\n",
        b"not json\n",
        b"[1, 2]\n",
        b"\xff\xfe\x00",
        b"\x00" * 1000,
        HEADER.encode() + b'{"seat": "C", "do": "play", "cards": "2C"}\n',
        HEADER.encode() + b'{"seat": "A", "do": "play", "cards": "11C"}\n',
        HEADER.encode() + b'{"seat": "A", "do": "dance"}\n',
        HEADER.encode() + b"[" * 100_000 + b"\n",
        HEADER.encode() * 2,
        b'{"game": "poker", "seats": ["A", "B"]}\n',
    ],
)
def test_an_invalid_script_is_named_with_its_line(lapio, tmp_path, content):
    script = tmp_path / "script.jsonl"
    script.write_bytes(content)
    status, _, err = lapio("replay", script)
    assert status == 2
    assert re.fullmatch(rf"{re.escape(str(script))}, line \d+: [^\n]+\n", err), err


def test_what_is_no_readable_file_is_named(lapio, tmp_path):
    for path in (tmp_path, tmp_path / "missing", CASE / "below"):
        status, out, err = lapio("replay", path)
        assert (status, out) == (2, "")
        assert re.fullmatch(rf"{re.escape(str(path))}: cannot be read: [^\n]+\n", err)


def test_replay_answers_each_line_of_standard_input_at_once():
    asking = subprocess.Popen(
        [*LAPIO, "replay", "-"], cwd=ROOT, env=environment(), stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )
    with asking:
        asking.stdin.write(HEADER)
        asking.stdin.flush()
        assert json.loads(asking.stdout.readline())["event"] == "turn"
        asking.stdin.write('{"seat": "A", "do": "play", "cards": "2C"}\n')
        asking.stdin.flush()
        assert json.loads(asking.stdout.readline()) == {"event": "turn", "line": 2, "seat": "B", "phase": "play"}
        asking.stdin.close()
        assert asking.wait(60) == 0


# -- simulate, games, rules -----------------------------------------------------------------------------


def test_simulate_prints_one_json_object(lapio):
    status, out, err = lapio("simulate", "--deals", "20", "--players", "3", "--json")
    assert (status, err) == (0, "")
    report = json.loads(out)
    assert out.count("\n") == 1
    assert set(report) >= {"game", "players", "deals", "seed", "kinds", "options", "points", "wins", "plays", "tricks"}
    assert (report["deals"], report["players"], report["revokes"]) == (20, 3, None)
    assert sum(seat["mean"] for seat in report["points"].values()) == pytest.approx(128)


def test_simulate_counts_what_a_table_would_catch(lapio):
    status, out, _ = lapio("simulate", "--deals", "20", "--revokes", "--sees", "draws", "--json")
    assert status == 0
    assert json.loads(out)["revokes"]


def test_simulate_is_for_people_too(lapio):
    status, out, _ = lapio("simulate", "--deals", "20", "--kind", "sensible", "--kind", "random", "--teams")
    assert status == 0
    assert "20" in out
    assert "{" not in out


def test_games_lists_each_game_with_how_many_play_it(lapio):
    status, out, err = lapio("games")
    assert (status, err) == (0, "")
    assert re.search(r"^kullankaivaja +2 to 4 players$", out, re.MULTILINE)


@pytest.mark.parametrize(("language", "word"), [("en", "jack"), ("fi", "sotamies")])
def test_rules_are_printed_as_they_are_where_nobody_reads_them_on_a_terminal(lapio, language, word):
    status, out, err = lapio("rules", "kullankaivaja", "--language", language)
    assert (status, err) == (0, "")
    assert out.startswith("# ")
    assert word in out


# -- journals -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("place", ["missing/journal", "file/journal", "."])
def test_a_journal_that_cannot_be_kept_there_is_refused(lapio, tmp_path, place):
    (tmp_path / "file").write_text("")
    status, out, err = lapio(*HEADLESS, "--journal", tmp_path / place)
    assert (status, out) == (2, "")
    assert says_one_thing(err), err
    assert str(tmp_path) in err


def test_a_file_that_is_no_journal_is_left_alone(lapio, tmp_path):
    import sqlite3

    with sqlite3.connect(tmp_path / "other") as db:
        db.execute("CREATE TABLE recipes (name)")
    before = (tmp_path / "other").read_bytes()
    status, _, err = lapio(*HEADLESS, "--journal", tmp_path / "other")
    assert (status, says_one_thing(err)) == (2, True)
    assert (tmp_path / "other").read_bytes() == before


def test_a_journal_that_another_lapio_writes_is_left_to_it(lapio, tmp_path):
    journal = tmp_path / "journal"
    command = [sys.executable, "-m", "tests.table.journal_child", str(journal), "hold"]
    holder = subprocess.Popen(
        command, cwd=ROOT, env=environment(), stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )
    with holder:
        assert holder.stdout.readline() == "open\n"
        status, out, err = lapio(*HEADLESS, "--journal", journal)
        holder.stdin.close()
    assert (status, out) == (2, "")
    assert says_one_thing(err), err
    assert str(holder.pid) in err
    assert lapio(*HEADLESS, "--journal", journal)[0] == 0  # now it is free


def test_a_damaged_journal_is_mended_and_the_game_goes_on(lapio, tmp_path):
    journal = tmp_path / "journal"
    assert lapio(*HEADLESS, "--journal", journal)[0] == 0
    content = bytearray(journal.read_bytes())
    content[:100] = b"spilled coffee".ljust(100)
    journal.write_bytes(content)
    status, out, err = lapio(*HEADLESS, "--journal", journal)
    assert status == 0
    assert "total" in out
    assert "mended" in err
    assert "Traceback" not in err
    with Journal.open(journal, read_only=True) as kept:
        assert len(kept.games()) == 2


def test_resume_without_an_unfinished_game_plays_a_new_one(lapio, tmp_path):
    assert lapio(*HEADLESS, "--journal", tmp_path / "journal", "--resume")[0] == 0
    assert lapio(*HEADLESS, "--journal", tmp_path / "journal", "--resume")[0] == 0
    with Journal.open(tmp_path / "journal", read_only=True) as kept:
        assert [game.state for game in kept.games()] == ["finished", "finished"]


@pytest.mark.parametrize("cwd", ["/", "/proc"])
def test_where_one_stands_does_not_matter(cwd):
    if not Path(cwd).is_dir():
        pytest.skip("no such folder here")
    done = process("demo", "--headless", cwd=cwd)
    assert (done.returncode, done.stderr) == (0, "")
    assert "total" in done.stdout


# -- the screen -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("driver", [None, "dummy", "offscreen", "nonsense"])
def test_play_never_takes_a_screen_that_nobody_sees(tmp_path, driver):
    folder = {"LAPIO_DATA": str(tmp_path), "XDG_RUNTIME_DIR": str(tmp_path), "SDL_AUDIODRIVER": "dummy"}
    done = process("play", SDL_VIDEODRIVER=driver, **folder)
    assert (done.returncode, done.stdout) == (2, "")
    assert says_one_thing(done.stderr), done.stderr
    assert (driver or "no screen") in done.stderr


def test_play_without_a_data_folder_says_that_nothing_is_kept(tmp_path):
    (tmp_path / "file").write_text("")
    done = process("play", LAPIO_DATA=str(tmp_path / "file"), XDG_RUNTIME_DIR=str(tmp_path), SDL_VIDEODRIVER="dummy")
    first, second = done.stderr.splitlines()
    assert str(tmp_path / "file") in first
    assert "LAPIO_DATA" in first
    assert "not kept" in first
    assert "dummy" in second
    assert done.returncode == 2


# -- interrupted ----------------------------------------------------------------------------------------


def test_ctrl_c_ends_a_game_that_can_be_gone_on_with(tmp_path):
    journal = tmp_path / "journal"
    command = [*LAPIO, *HEADLESS, "--events", "--option", "target=100000", "--journal", str(journal)]
    game = subprocess.Popen(
        command,
        cwd=ROOT,
        env=environment(),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),  # a test run in the background ignores it
    )
    with game:
        game.stdout.readline()
        game.send_signal(signal.SIGINT)
        try:
            out, err = game.communicate(timeout=60)
        finally:
            game.kill()
    assert game.returncode == 130
    assert err.strip() == ""
    assert all(json.loads(line) for line in out.splitlines())
    with Journal.open(journal) as kept:
        assert kept.unfinished()


@pytest.mark.parametrize(
    "command",
    [
        ("replay", str(CASE)),
        (*HEADLESS, "--events"),
        HEADLESS,
        ("simulate", "--deals", "2", "--json"),
        ("simulate", "--deals", "2"),
        ("rules", "kullankaivaja"),
        ("games",),
        ("--help",),
        ("--version",),
    ],
)
def test_a_reader_that_goes_away_is_no_trouble(command):
    read, write = os.pipe()
    os.close(read)
    try:
        done = subprocess.run(
            [*LAPIO, *command], cwd=ROOT, env=environment(), stdout=write, stderr=subprocess.PIPE, timeout=60
        )
    finally:
        os.close(write)
    assert (done.returncode, done.stderr) == (0, b"")


@pytest.mark.parametrize(
    "command", [("replay", str(CASE)), HEADLESS, (*HEADLESS, "--events"), ("simulate", "--deals", "2"), ("games",)]
)
def test_output_that_cannot_be_written_is_told(command):
    if not Path("/dev/full").exists():
        pytest.skip("no full device here")
    with Path("/dev/full").open("w") as full:
        done = subprocess.run(
            [*LAPIO, *command], cwd=ROOT, env=environment(), stdout=full, stderr=subprocess.PIPE, text=True, timeout=60
        )
    assert done.returncode == 2
    assert re.fullmatch(r"[^\n]{10,250}\n", done.stderr), done.stderr


def test_a_terminal_without_nordic_letters_is_no_trouble():
    plain = {"PYTHONIOENCODING": "ascii", "PYTHONUTF8": "0"}
    for command in ((*HEADLESS, "--names", "Åsa,Väinö"), ("rules", "kullankaivaja", "--language", "fi")):
        done = process(*command, **plain)
        assert (done.returncode, done.stderr) == (0, "")
        assert done.stdout.isascii()
