"""What a newcomer reads at the command line: nearest flags, sizes, speeds, what Ctrl-C keeps, summaries."""

import re
import signal
import subprocess
import time
from argparse import Namespace

import pytest
from at_a_terminal import Scripted
from test_cli import HEADLESS, INVALID_CASE, lapio, says_one_thing  # noqa: F401 - a fixture

from engine.actions import Event
from engine.errors import LapioError
from table.flash import flash
from table.learn import Learning, Way
from table.learn_terminal import Desk, MockPack
from table.registry import Registry
from table.rig import MockHands
from table.setup_terminal import set_up_mock
from table.start import SAME_REFUSALS, circles_noticed
from table.tapping import Tapping
from tests.table.whole_games import LAPIO, ROOT, environment

# -- flags and their values ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (
            ("demo", "--speeed", "4"),
            'lapio demo: there is no --speeed (did you mean "--speed"?); see lapio demo --help',
        ),
        (("demo", "--fulscreen"), 'there is no --fulscreen (did you mean "--fullscreen"?)'),
        (("doctor", "--secnds=60"), 'lapio doctor: there is no --secnds (did you mean "--seconds"?)'),
        (("flash", "--dryrun"), 'lapio flash: there is no --dryrun (did you mean "--dry-run"?)'),
        (("deck", "learn", "blue", "--mok"), 'lapio deck learn: there is no --mok (did you mean "--mock"?)'),
        (("deck", "--mok"), "lapio deck: there is no --mok; see lapio deck --help"),
        (("games", "--zzz"), "lapio games: there is no --zzz; see lapio games --help"),
        (("games", "hearts"), 'lapio games: nothing is known of "hearts" here; see lapio games --help'),
        (("--versoin",), 'lapio: there is no --versoin (did you mean "--version"?); see lapio --help'),
    ],
)
def test_an_unknown_flag_is_answered_with_the_nearest_one(lapio, words, says):  # noqa: F811
    status, out, err = lapio(*words)
    assert (status, out, says_one_thing(err)) == (2, "", True)
    assert says in err


@pytest.mark.parametrize("size", ["10x10", "479x320", "480x319", "320x320", "0x0"])
@pytest.mark.parametrize("command", ["demo", "play"])
def test_a_screen_that_nobody_could_read_is_refused_with_the_smallest(lapio, command, size):  # noqa: F811
    status, out, err = lapio(command, "--size", size, "--language", "en")
    assert (status, out, says_one_thing(err)) == (2, "", True)
    assert f"{size} is too small to be read: the smallest is 480x320" in err


@pytest.mark.parametrize("size", ["big", "1280", "1280x", "-5x5", "99999x99999"])
def test_what_is_no_size_is_answered_with_one(lapio, size):  # noqa: F811
    status, out, err = lapio("demo", f"--size={size}")
    assert (status, out, says_one_thing(err)) == (2, "", True)
    assert "1280x720" in err


def test_the_smallest_screens_are_shown(lapio, tmp_path):  # noqa: F811
    for size in ("480x320", "320x480"):
        assert lapio("demo", "--headless", "--bridge", "reads", "--size", size)[0] == 0


def test_a_speed_that_simulated_chips_cannot_keep_up_with_is_refused(lapio):  # noqa: F811
    for command in ("demo", "play"):
        status, out, err = lapio(command, "--speed", "101", "--language", "en")
        assert (status, out, says_one_thing(err)) == (2, "", True)
        assert "--speed 101: simulated chips keep up with 100 at most" in err
        assert "--bridge reads" in err
    assert lapio("demo", "--headless", "--speed", "1000", "--bridge", "reads")[0] == 0  # there time jumps anyway


@pytest.mark.parametrize("seconds", ["x", "-1", "3601", "1.5"])
def test_seconds_that_are_none_are_answered_with_the_range(lapio, seconds):  # noqa: F811
    status, _, err = lapio("doctor", f"--seconds={seconds}")
    assert (status, says_one_thing(err)) == (2, True)
    assert f"must be a whole number from 0 to 3600, not '{seconds}'" in err


def test_the_doctors_help_says_what_its_words_mean(lapio):  # noqa: F811
    _, out, _ = lapio("doctor", "--help")
    text = " ".join(out.split())
    for words in ("loose", "BAD keeps people from playing", "exit status is 0", "->"):
        assert words in text


# -- people who go round in circles --------------------------------------------------------------------------


def refused(seat="North", cards="2C", line=5):
    return Event("refused", line, {"seat": seat, "rule": "follow-suit", "cards": cards})


def test_a_demo_ends_where_the_same_is_refused_again_and_again():
    notice = circles_noticed(seed=7)
    for line in range(SAME_REFUSALS - 1):
        notice(refused(line=line))
    notice(refused(cards="3C"))
    for line in range(SAME_REFUSALS - 2):
        notice(refused(line=line))
    notice(Event("turn", 9, {"seat": "North"}))  # something was accepted
    for line in range(SAME_REFUSALS - 1):
        notice(refused(line=line))
    with pytest.raises(LapioError) as error:
        notice(refused())
    assert str(error.value).isprintable()
    assert "North" in str(error.value) and "2C" in str(error.value) and "follow-suit" in str(error.value)
    assert "--seed 7" in str(error.value)


def test_without_a_screen_the_demo_gives_up_in_one_line(lapio, monkeypatch):  # noqa: F811
    from engine.referee import Referee

    real = Referee.take

    def stubborn(self, act, line):
        if act.do != "play" or len(self.accepted) < 6:
            return real(self, act, line)
        return [
            Event(
                "refused", line, {"seat": "North", "do": "play", "rule": "not-your-turn", "cards": "2C", "because": ""}
            )
        ]

    monkeypatch.setattr(Referee, "take", stubborn)
    status, _, err = lapio(*HEADLESS, "--mistakes", "0")
    assert (status, says_one_thing(err)) == (2, True)
    assert f"refused {SAME_REFUSALS} times in a row" in err


# -- Ctrl-C --------------------------------------------------------------------------------------------------


def interrupted():
    raise KeyboardInterrupt


def test_ctrl_c_while_learning_says_what_is_kept(tmp_path):
    registry = Registry(tmp_path)
    registry.add_deck("blue", "french-52")
    terminal = Scripted("", "", interrupted)
    desk = Desk(terminal, Tapping(), None, MockPack(MockHands(terminal), registry, "blue"))
    with pytest.raises(KeyboardInterrupt):
        desk.learn(Learning(registry, "blue", Way.DECK))
    assert "Stopped. 2 of 52 cards are learnt, and kept." in terminal.text
    assert terminal.text.endswith("To go on with them: lapio deck learn blue --mock\n")
    assert len(Registry.load(tmp_path).missing("blue")) == 50


def test_ctrl_c_before_the_first_card_says_so(tmp_path):
    registry = Registry(tmp_path)
    registry.add_deck("blue", "french-52")
    terminal = Scripted(interrupted)
    with pytest.raises(KeyboardInterrupt):
        Desk(terminal, Tapping(), None, None).learn(Learning(registry, "blue", Way.DECK))
    assert "Stopped. Nothing was learnt." in terminal.text


@pytest.mark.parametrize("way", [Way.REPLACE, Way.SPARE])
def test_ctrl_c_while_replacing_says_that_nothing_has_changed(tmp_path, way):
    registry = Registry(tmp_path)
    registry.add_deck("blue", "french-52")
    registry.enrol("blue", "JS", b"\x04ABCDEF")
    terminal = Scripted(interrupted)
    with pytest.raises(KeyboardInterrupt):
        Desk(terminal, Tapping(), None, None).learn(Learning(registry, "blue", way, ["JS"]))
    assert terminal.text.endswith("Stopped. Nothing has changed.\n")


@pytest.mark.parametrize("there", [False, True])
def test_ctrl_c_in_set_up_says_that_nothing_was_written(tmp_path, there):
    path = tmp_path / "table.toml"
    if there:
        path.write_text('seats = [{ name = "Anna" }, { name = "Bo" }]\n')
    terminal = Scripted("fi", "2", interrupted)
    with pytest.raises(KeyboardInterrupt):
        set_up_mock(terminal, path)
    kept = f"{path} is as it was" if there else "there is still no table"
    assert terminal.text.endswith(f"Stopped. Nothing was written: {kept}.\n")
    assert path.exists() == there


def test_a_real_ctrl_c_ends_set_up_with_that_line(tmp_path):
    environ = environment(LAPIO_DATA=str(tmp_path))
    child = subprocess.Popen(
        [*LAPIO, "setup", "--mock"], cwd=ROOT, env=environ, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
        stderr=subprocess.PIPE, text=True,
    )  # fmt: skip
    try:
        assert child.stdout.readline().startswith("A mock table")
        time.sleep(0.3)
        child.send_signal(signal.SIGINT)
        out, err = child.communicate(timeout=10)
    finally:
        child.kill()
    assert child.returncode == 130
    assert out.endswith("Stopped. Nothing was written: there is still no table.\n")
    assert "Traceback" not in err


# -- several scripts -----------------------------------------------------------------------------------------


@pytest.fixture
def scripts(tmp_path):
    """A script that holds, one whose expectation fails, one that is none."""
    header = '{"game": "kullankaivaja", "seats": ["A", "B"]}\n'
    texts = {
        "holds": header,
        "fails": header + '{"expect": [{"event": "trick"}]}\n',
        "invalid": "nothing\n",
    }
    for name, text in texts.items():
        (tmp_path / name).write_text(text)
    return {name: str(tmp_path / name) for name in texts}


@pytest.mark.parametrize(
    ("names", "status", "summary"),
    [
        (["holds", "holds"], 0, "2 files: all hold"),
        (["holds", "fails"], 1, "2 files: 1 holds, 1 fails"),
        (["holds", "holds", "fails", "fails"], 1, "4 files: 2 hold, 2 fail"),
        (["holds", "invalid"], 2, "2 files: 1 holds, 1 is not valid"),
        (["invalid", "fails", "invalid"], 2, "3 files: none holds, 1 fails, 2 are not valid"),
    ],
)
def test_checking_several_files_ends_with_a_summary(lapio, scripts, names, status, summary):  # noqa: F811
    ended, _, err = lapio("replay", "--check", *(scripts[name] for name in names))
    assert ended == status
    assert err.splitlines()[-1] == summary


def test_one_file_and_a_plain_replay_have_no_summary(lapio, scripts):  # noqa: F811
    assert lapio("replay", "--check", scripts["holds"])[2] == ""
    assert lapio("replay", scripts["holds"], scripts["holds"])[2] == ""
    assert lapio("replay", "--check", str(INVALID_CASE), scripts["holds"])[2].endswith("2 files: all hold\n")


# -- flash ---------------------------------------------------------------------------------------------------


def test_a_dry_run_of_flash_is_understood_by_somebody_who_has_never_seen_one(capsys):
    asked = Namespace(board="four-seats", port="/dev/ttyACM0", dry_run=True)
    assert flash(asked, find_program=lambda name: None) == 0
    lines = capsys.readouterr().out.splitlines()
    assert re.fullmatch(r"The firmware is these 14 files, \d+ kB; nothing is copied now \(--dry-run\):", lines[0])
    assert any(re.fullmatch(r"  board\.py +the wiring four-seats", line) for line in lines)
    assert "Without --dry-run they would be copied to the board at /dev/ttyACM0." in lines
    assert lines[-1].startswith("Before that: mpremote, the program that copies them, is missing; install it with: pip")
