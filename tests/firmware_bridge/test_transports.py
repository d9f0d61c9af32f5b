"""Opening the readers on a Pi, with the simulated chip behind a fake spidev and a fake RPi.GPIO."""

import gc
import importlib.util
import logging
import os
import subprocess
import sys
import types
import warnings

import pytest
from readers_on_a_bench import UID

from firmware_bridge.rc522 import Reader
from firmware_bridge.reads import BridgeError
from firmware_bridge.sim.bench import Bench
from firmware_bridge.sim.clock import VirtualClock
from firmware_bridge.sim.tag import Ntag213
from firmware_bridge.transports import Port, open_wires, simulated_wires
from tests.firmware_bridge.fakes.pi import CHIPS, Pi

PORTS = (Port("north", 0, 0), Port("east", 0, 1), Port("south", 1, 2, speed_hz=500_000))


@pytest.fixture
def pi(monkeypatch):
    monkeypatch.setattr(logging.getLogger("mfrc522Logger"), "handlers", [])
    with Pi().installed() as pi:
        yield pi


package = pytest.mark.skipif(importlib.util.find_spec("mfrc522") is None, reason="the package mfrc522 is not installed")


def look(wires, pi, index):
    reader = Reader(wires.transfers[index], pi.clock.sleep_us)
    assert reader.start() == "ok"
    return [uid for uid, _ in reader.look().tags]


def missing(monkeypatch, *names):
    for name in names:
        monkeypatch.setitem(sys.modules, name, None)  # import raises ImportError


# The package mfrc522.


@package
def test_mfrc522_serves_as_a_transport_for_several_readers(pi):
    wires = open_wires(PORTS)
    assert (wires.kind, wires.detail) == ("mfrc522", "")
    for i in range(3):
        tag = Ntag213(UID[:6] + bytes([i]))
        pi.bench.place(i, tag)
        assert look(wires, pi, i) == [tag.uid]
    assert pi.speeds == {(0, 0): 1_000_000, (0, 1): 1_000_000, (1, 2): 500_000}


@package
def test_after_opening_no_antenna_is_on(pi):
    open_wires(PORTS)
    assert [field.on for field in pi.bench.fields] == [False] * 3


@package
def test_our_empty_poll_over_mfrc522_needs_8_transfers(pi):
    wires = open_wires(PORTS[:1])
    reader = Reader(wires.transfers[0], pi.clock.sleep_us)
    reader.start()
    reader.field(True)
    before = pi.bench.transfers()
    reader.poll()
    assert pi.bench.transfers() - before == 8


@package
def test_the_packages_own_poll_needs_2013_transfers_for_nobody_and_about_68_for_a_card(pi):
    from mfrc522 import SimpleMFRC522

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # its loop warns from Python 3.12 on
        simple = SimpleMFRC522()
        before = pi.bench.transfers()
        assert simple.read_id_no_block() is None
        assert pi.bench.transfers() - before == 2013
        pi.bench.place(0, Ntag213(UID))
        pi.clock.sleep_us(6000)
        before = pi.bench.transfers()
        number = simple.read_id_no_block()
    assert number == 0x8804A1B29F  # the first level and its checksum: three bytes of the UID
    assert 60 <= pi.bench.transfers() - before <= 75


@package
def test_the_rst_pin_is_gpio25_is_pulsed_for_all_and_alone_is_released(pi):
    wires = open_wires(PORTS)
    assert {pin for pin, _ in pi.pins} == {25}
    pi.pins.clear()
    wires.reset()
    assert pi.pins == [(25, 0), (25, 1)]
    wires.close()
    wires.close()
    assert pi.cleaned == [25]
    assert pi.open == []


@package
def test_the_log_handlers_that_the_package_adds_are_taken_away(pi):
    mine = logging.NullHandler()
    logging.getLogger("mfrc522Logger").addHandler(mine)
    open_wires(PORTS)
    assert logging.getLogger("mfrc522Logger").handlers == [mine]


@package
def test_where_one_reader_cannot_be_opened_the_others_are_closed_again(pi):
    pi.refuses = {(1, 2): FileNotFoundError(2, "No such file or directory")}
    with pytest.raises(BridgeError, match=r"/dev/spidev1\.2 is not there: put dtoverlay=spi1-3cs"):
        open_wires(PORTS)
    assert pi.open == []
    assert pi.cleaned == [25]


@package
def test_header_numbers_set_by_others_are_not_misread_as_gpio_numbers(pi):
    pi.mode = 10
    wires = open_wires(PORTS)
    assert wires.kind == "spidev"
    assert "header numbers" in wires.detail
    assert pi.pins == []


def test_lgpio_behind_rpi_gpio_writes_nothing_where_the_program_was_started(tmp_path):
    """As on a Pi 5, where RPi.GPIO is rpi-lgpio: importing it imports lgpio, which makes its pipe where it is."""
    packages, here = tmp_path / "packages", tmp_path / "here"
    (packages / "RPi").mkdir(parents=True)
    here.mkdir()
    (packages / "lgpio.py").write_text(
        'import os, pathlib\nos.chdir(os.environ.get("LG_WD", "."))\npathlib.Path(".lgd-nfy0").touch()\n'
    )
    (packages / "RPi" / "__init__.py").write_text("")
    (packages / "RPi" / "GPIO.py").write_text("import lgpio\nraise RuntimeError('no pins here')\n")
    program = (
        "from firmware_bridge.reads import BridgeError\nfrom firmware_bridge.transports import Port, open_wires\n"
        "import os, sys\ntry:\n    open_wires([Port('north', 0, 0)], 'mfrc522')\n"
        "except BridgeError as error:\n    print(error)\n"
        "print('lgpio' in sys.modules, os.getcwd() == sys.argv[1])\n"
    )
    environ = {
        **os.environ,
        "PYTHONPATH": os.pathsep.join([str(packages), *sys.path]),
        "XDG_RUNTIME_DIR": str(tmp_path),
    }
    environ.pop("LG_WD", None)
    run = subprocess.run(
        [sys.executable, "-c", program, str(here)],
        cwd=here, env=environ, capture_output=True, text=True, check=True, timeout=20,
    )  # fmt: skip
    assert "no pins here" in run.stdout
    assert run.stdout.endswith("True True\n")
    assert list(here.iterdir()) == []
    assert {path.name for path in tmp_path.iterdir()} == {"packages", "here"}


# Register by register.


@pytest.mark.parametrize(("read", "write"), [("Read_MFRC522", "Write_MFRC522"), ("ReadReg", "WriteReg")])
def test_without_an_spi_object_each_register_is_a_call(pi, monkeypatch, read, write):
    class MFRC522:
        def __init__(self, bus, device, spd, pin_mode, pin_rst):
            transfer = pi.bench.xfer(CHIPS[bus, device])
            setattr(self, read, lambda reg: transfer(bytearray([0x80 | reg << 1, 0]))[1])
            setattr(self, write, lambda reg, value: transfer(bytearray([reg << 1, value])) and None)

    module = types.ModuleType("mfrc522")
    module.MFRC522 = MFRC522
    monkeypatch.setitem(sys.modules, "mfrc522", module)
    wires = open_wires(PORTS[:1])
    assert wires.kind == "mfrc522-single"
    tag = Ntag213(UID)
    pi.bench.place(0, tag)
    assert look(wires, pi, 0) == [UID]
    wires.close()


# spidev alone.


def test_without_mfrc522_spidev_does_it_without_rst(pi, monkeypatch):
    missing(monkeypatch, "mfrc522")
    wires = open_wires(PORTS)
    assert (wires.kind, wires.reset) == ("spidev", None)
    assert "mfrc522 (pip install --no-deps mfrc522) is not installed" in wires.detail
    pi.bench.place(1, Ntag213(UID))
    assert look(wires, pi, 1) == [UID]
    wires.close()
    wires.close()
    assert pi.open == []


@package
def test_on_a_pi_5_where_rpi_gpio_fails_spidev_takes_over(pi):
    pi.gpio_refuses = "Cannot determine SOC peripheral base address"
    wires = open_wires(PORTS)
    assert wires.kind == "spidev"
    assert "python3-rpi-lgpio" in wires.detail
    gc.collect()  # the package's constructor has failed half-way and left its SPI object
    assert sorted(pi.open) == sorted(CHIPS)


def test_off_a_pi_one_line_says_what_is_missing_for_each_way(monkeypatch):
    missing(monkeypatch, "RPi", "RPi.GPIO", "spidev", "mfrc522")
    with pytest.raises(BridgeError) as error:
        open_wires(PORTS)
    message = str(error.value)
    assert "\n" not in message
    assert "mfrc522: RPi.GPIO (python3-rpi-lgpio on a Pi 5) is not installed" in message
    assert "spidev: spidev (python3-spidev) is not installed" in message


@pytest.mark.parametrize(
    ("error", "words"),
    [
        (FileNotFoundError(2, "No such file"), "dtparam=spi=on"),
        (PermissionError(13, "Permission denied"), "usermod -aG spi"),
        (OSError(5, "Input/output error"), "Input/output error"),
    ],
)
def test_an_spi_device_that_cannot_be_opened_is_explained(pi, error, words):
    pi.refuses = {(0, 0): error}
    with pytest.raises(BridgeError, match=r"/dev/spidev0\.0") as raised:
        open_wires(PORTS[:1], kind="spidev")
    assert words in str(raised.value)
    assert "mfrc522" not in str(raised.value)


# Configuration.


def test_two_readers_on_one_chip_select_are_refused_with_both_names():
    with pytest.raises(BridgeError, match=r"'north' and 'west' are both on /dev/spidev0\.0"):
        open_wires([Port("north", 0, 0), Port("east", 0, 1), Port("west", 0, 0)])


def test_two_readers_of_one_name_are_refused():
    with pytest.raises(BridgeError, match="'north'"):
        open_wires([Port("north", 0, 0), Port("north", 0, 1)])


def test_simulated_wires_are_the_bench():
    bench = Bench(VirtualClock(), 2)
    wires = simulated_wires(bench)
    assert [transfer(bytearray([0xEE, 0]))[1] for transfer in wires.transfers] == [0x92, 0x92]
    assert wires.kind == "simulated"
    wires.close()
