"""Replaying a script: what is printed, and how an expectation that fails and a script that is not valid are told.

The referee here is a dummy that answers each declaration with the events that stand in it, so that these tests say
nothing about any game. tests/test_cases.py replays real games.
"""

import errno
import io
import json
import os
import subprocess
import sys

import pytest

from engine.actions import Event
from engine.cards import FRENCH
from engine.errors import BadGame, BadLine
from table import replay as module
from table.replay import Replay, Step, replay
from table.script import BadScript, Header

HEADER = '{"game": "dummy", "seats": ["A", "B"]}'


class DummyGame:
    name, deck = "dummy", FRENCH

    def __init__(self, seats):
        self.seats = seats


class DummyReferee:
    def __init__(self, game):
        self.game = game

    def open(self, line):
        return [Event("turn", line, {"seat": self.game.seats[0]})]

    def take(self, act, line):
        if act.do == "press" and act.t is None:
            raise BadLine('a press needs a time, "t"')
        events = json.loads(act.value) if act.do == "declare" else []
        return [Event(event.pop("event"), line, event) for event in events]

    def undo(self, line):
        return [Event("undone", line, {})]

    def accept(self, line):
        return [Event("accepted", line, {})]


def dummy_load(name, seats, dealer, options):
    if name != "dummy":
        raise BadGame(f'unknown game "{name}"')
    return DummyGame(seats)


@pytest.fixture(autouse=True)
def dummy(monkeypatch):
    monkeypatch.setattr(module, "load", dummy_load)
    monkeypatch.setattr(module, "Referee", DummyReferee)


def says(*events):
    """A line that the dummy answers with these events."""
    return json.dumps({"seat": "A", "do": "declare", "value": json.dumps(events)})


def expect(*events):
    return json.dumps({"expect": events})


def none(*kinds):
    return json.dumps({"expect_none": kinds})


@pytest.fixture
def run(tmp_path, monkeypatch):
    """Replays lines as the file `night.jsonl`: status, what was printed, the messages."""
    monkeypatch.chdir(tmp_path)

    def run(*lines, check=False):
        script = lines[0] if isinstance(lines[0], bytes) else "".join(line + "\n" for line in lines).encode()
        (tmp_path / "night.jsonl").write_bytes(script)
        out, err = io.StringIO(), io.StringIO()
        status = replay("night.jsonl", check=check, out=out, err=err)
        return status, out.getvalue(), err.getvalue()

    return run


def test_each_event_is_one_json_object_a_line_with_the_number_of_its_line(run):
    status, out, err = run(
        "# a comment", "", HEADER, says({"event": "trick", "cards": "AS"}, {"event": "note", "text": "ä"})
    )
    assert (status, err) == (0, "")
    assert out.splitlines() == [
        '{"event": "turn", "line": 3, "seat": "A"}',
        '{"event": "trick", "line": 4, "cards": "AS"}',
        '{"event": "note", "line": 4, "text": "ä"}',
    ]


def test_undo_and_accept_go_to_the_referee(run):
    _, out, _ = run(HEADER, '{"undo": true}', '{"accept": true}')
    assert out.splitlines()[1:] == ['{"event": "undone", "line": 2}', '{"event": "accepted", "line": 3}']


@pytest.mark.parametrize("ending", [b"\n", b"\r\n"])
def test_line_ends_and_a_byte_order_mark_do_not_matter(run, ending):
    lines = [HEADER.encode(), b"", b"# \xc3\xa4", says({"event": "trick"}).encode()]
    status, out, err = run(b"\xef\xbb\xbf" + ending.join(lines))  # and none after the last
    assert (status, err) == (0, "")
    assert '"line": 4' in out


def test_without_check_expectations_are_only_read(run):
    assert run(HEADER, expect({"event": "never"}), none("turn")) == run(HEADER)
    assert run(HEADER, '{"expect": "never"}')[0] == 2


def test_a_failed_expectation_is_told_with_its_line_and_the_events_since_the_one_before(run):
    status, out, err = run(
        HEADER,
        expect({"event": "turn"}),
        says({"event": "trick", "winner": "A"}),
        expect({"event": "trick", "winner": "B"}),
        none("trick"),
        check=True,
    )
    assert status == 1
    assert len(out.splitlines()) == 2  # which are printed all the same
    assert err.splitlines() == [
        "night.jsonl, line 4: this event was expected and did not come",
        '    {"event": "trick", "winner": "B"}',
        "  nearest:",
        '    {"event": "trick", "line": 3, "winner": "A"}',
        '      winner: expected "B", but it was "A"',
        "  the events since line 2:",
        '    {"event": "trick", "line": 3, "winner": "A"}',
        "night.jsonl, line 5: these events should not have come",
        '    {"event": "trick", "line": 3, "winner": "A"}',
    ]


def test_comments_and_blank_lines_do_not_come_between_expectations(run):
    a, b = {"event": "a"}, {"event": "b"}
    assert run(HEADER, says(a, b), expect(b), "# not an input line", "", expect(a), check=True)[0] == 0
    assert run(HEADER, says(a, b), expect(b), says(), expect(a), check=True)[0] == 1


def test_every_failed_expectation_is_told(run):
    *_, err = run(HEADER, expect({"event": "a"}), expect({"event": "b"}), check=True)
    assert "line 2:" in err
    assert "line 3:" in err


@pytest.mark.parametrize("check", [False, True])
@pytest.mark.parametrize(
    ("script", "line", "reason"),
    [
        (b"", 1, "no header"),
        (b"# only\n\n# comments", 3, "no header"),
        (b"\xff\xfe{\x00", 1, "not UTF-8"),
        (HEADER.encode() + b"\n# \xe4", 2, "byte 3 is not UTF-8"),
        (b'{"game": "bridge", "seats": ["A"]}', 1, 'unknown game "bridge"'),
        (HEADER.encode() + b'\n\n{"seat": "A", "do": "play", "cards": "11S"}', 3, 'no card "11S"'),
        (HEADER.encode() + b'\n{"seat": "C", "do": "pass"}', 2, 'no seat "C"'),
        (HEADER.encode() + b'\n{"seat": "A", "do": "press"}', 2, 'a press needs a time, "t"'),
        (HEADER.encode() + b"\n" + HEADER.encode(), 2, "belongs to the header"),
        (HEADER.encode() + b'\n{"seat": "' + b"x" * 10_000_000, 2, "the line ends too early"),
        (HEADER.encode() + b"\n\x00\n", 2, "not JSON"),
        (HEADER.encode() + b"\n" + b"[" * 10_000_000, 2, "must be an object"),
        (HEADER.encode() + b'\n{"seat": "A", "do": "pa', 2, "not JSON"),  # torn by a power cut
    ],
)
def test_a_script_that_is_not_valid_stops_with_one_message(run, script, line, reason, check):
    status, _, err = run(script, check=check)
    assert status == 2
    assert err.startswith(f"night.jsonl, line {line}: ")
    assert reason in err
    assert err.endswith("\n")
    assert err.count("\n") == 1


def test_what_came_before_an_invalid_line_is_printed(run):
    status, out, _ = run(HEADER, says({"event": "a"}), "{")
    assert status == 2
    assert len(out.splitlines()) == 2


@pytest.mark.parametrize("name", ["missing.jsonl", "."])
def test_a_file_that_cannot_be_read_is_told(run, name):
    err = io.StringIO()
    assert replay(name, check=True, out=io.StringIO(), err=err) == 2
    assert err.getvalue().startswith(f"{name}: cannot be read: ")


@pytest.mark.parametrize("comment", ["# exit 2", "# exit 2\r"])
def test_a_case_that_says_exit_2_wants_an_invalid_script(run, comment):
    assert run(comment, HEADER, "{", check=True)[0] == 0
    assert run(HEADER, "{", comment, check=True)[0] == 0  # anywhere
    assert run(comment, HEADER, "{")[0] == 2
    status, _, err = run(comment, HEADER, check=True)
    assert status == 1
    assert err == 'night.jsonl: the comment "# exit 2" wants an invalid script, but every line is valid\n'


def test_a_failed_expectation_counts_in_an_invalid_script_too(run):
    assert run("# exit 2", HEADER, expect({"event": "a"}), "{", check=True)[0] == 1


@pytest.mark.parametrize("comment", ["# exit 2, perhaps", "## exit 2", " # exit 2", "#exit 2"])
def test_only_that_very_comment_wants_an_invalid_script(run, comment):
    assert run(HEADER, "{", comment, check=True)[0] == 2


def test_a_reader_that_goes_away_is_no_error(run, tmp_path):
    run(HEADER, *[says({"event": "a", "text": "x" * 100})] * 1000, expect({"event": "b"}))
    reading, writing = os.pipe()
    os.close(reading)
    with os.fdopen(writing, "w") as out:  # whose closing writes what is left
        err = io.StringIO()
        assert replay("night.jsonl", check=False, out=out, err=err) == 0
        assert err.getvalue() == ""
        assert replay("night.jsonl", check=True, out=out, err=err) == 1  # the check still counts


def test_a_full_disk_is_told(run):
    class Full(io.StringIO):
        def write(self, text):
            raise OSError(errno.ENOSPC, "No space left on device")

    run(HEADER)
    err = io.StringIO()
    assert replay("night.jsonl", check=False, out=Full(), err=err) == 2
    assert err.getvalue() == "night.jsonl: its events cannot be written: No space left on device\n"


def test_what_the_stream_cannot_encode_is_escaped(run):
    run(HEADER, says({"event": "note", "text": "ä"}))
    raw = io.BytesIO()
    out = io.TextIOWrapper(raw, encoding="ascii", write_through=True)
    assert replay("night.jsonl", check=False, out=out, err=io.StringIO()) == 0
    assert json.loads(raw.getvalue().splitlines()[1])["text"] == "ä"


def test_standard_input_is_answered_line_by_line():
    # In a process of its own, since file descriptor 0 is one for the whole process; so with a real game.
    command = (
        "import sys; from table.replay import replay; "
        "sys.exit(replay('-', check=False, out=sys.stdout, err=sys.stderr))"
    )
    lines = [
        '{"game": "kullankaivaja", "seats": ["A", "B"], "dealer": "B"}\n',
        '{"seat": "A", "do": "play", "cards": "11S"}\n',
    ]
    with subprocess.Popen(
        [sys.executable, "-c", command],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as process:
        process.stdin.write(lines[0])
        process.stdin.flush()
        assert json.loads(process.stdout.readline()) == {"event": "turn", "line": 1, "seat": "A", "phase": "play"}
        out, err = process.communicate(lines[1], timeout=20)
    assert (process.returncode, out) == (2, "")
    assert err == 'standard input, line 2: no card "11S"\n'


def test_a_script_can_be_fed_line_by_line():
    script = Replay("night.jsonl")
    assert script.feed(b"# a comment\n") is None
    assert script.referee is None
    step = script.feed(HEADER.encode())
    assert step == Step(2, Header("dummy", ("A", "B")), [Event("turn", 2, {"seat": "A"})])
    assert script.referee.game.seats == ("A", "B")
    script.end()
    with pytest.raises(BadScript) as error:
        script.feed(b"{")
    assert (error.value.name, error.value.line) == ("night.jsonl", 3)
