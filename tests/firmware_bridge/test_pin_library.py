"""Which library drives the pins, and gpiozero's own lgpio pins over a stand-in for the kernel's lines."""

import os
import queue
import subprocess
import sys
import textwrap
import time
import types
import warnings

import pytest
from gpiozero.pins.mock import MockFactory

from firmware_bridge.panel import PiPanel
from firmware_bridge.pin_library import ASKED_FOR, FOLDER, import_lgpio, open_pins
from firmware_bridge.reads import BridgeError, Button

BUTTONS = {"north": 5, "east": 6}
LAMPS = {"lamp-north": 22, "lamp-east": 23}
BUZZER = 12


def module(name, **contents):
    made = types.ModuleType(name)
    made.__dict__.update(contents)
    return made


@pytest.fixture
def off_a_pi(monkeypatch):
    """Neither lgpio nor RPi.GPIO is installed."""
    for name in ("lgpio", "RPi", "RPi.GPIO", "gpiozero.pins.lgpio", "gpiozero.pins.rpigpio"):
        monkeypatch.setitem(sys.modules, name, None)
    return monkeypatch


def test_off_a_pi_it_says_what_to_install(off_a_pi):
    with pytest.raises(BridgeError) as refusal, warnings.catch_warnings():
        warnings.simplefilter("error")
        open_pins(environ={})
    assert "lgpio is not installed; RPi.GPIO is not installed" in str(refusal.value)
    assert "sudo apt install python3-gpiozero python3-lgpio" in str(refusal.value)


def test_the_mock_is_never_fallen_back_to_but_can_be_asked_for(off_a_pi):
    pins = open_pins("mock", environ={})
    assert (pins.library, pins.detail) == ("mock", "simulated pins, no hardware")
    assert open_pins(environ={ASKED_FOR: "mock"}).library == "mock"
    with pytest.raises(BridgeError):
        open_pins("lgpio", environ={ASKED_FOR: "mock"})


def test_a_library_that_is_not_ours_is_refused():
    with pytest.raises(BridgeError, match="GPIOZERO_PIN_FACTORY=pigpio"):
        open_pins(environ={ASKED_FOR: "pigpio"})


def test_the_empty_lgpio_package_is_recognised(off_a_pi):
    off_a_pi.setitem(sys.modules, "lgpio", module("lgpio"))
    with pytest.raises(BridgeError, match=r"empty package 0\.0\.0\.2: pip uninstall lgpio"):
        open_pins("lgpio", environ={})


def broken_factory(error):
    def make():
        raise error

    return make


@pytest.mark.parametrize(
    ("error", "words"),
    [
        (type("PinUnknownPi", (Exception,), {})("unable to locate Pi revision"), "no Raspberry Pi"),
        (type("error", (Exception,), {})("'can not open gpiochip'"), "usermod -aG gpio"),
        (RuntimeError("Cannot determine SOC peripheral base address"), "python3-rpi-lgpio"),
        (RuntimeError("This module can only be run on a Raspberry Pi!"), "no Raspberry Pi"),
        (ValueError("something else"), "something else"),
    ],
)
def test_a_library_that_does_not_work_here_says_why(off_a_pi, error, words):
    off_a_pi.setitem(sys.modules, "lgpio", module("lgpio", gpiochip_open=None))
    off_a_pi.setitem(sys.modules, "gpiozero.pins.lgpio", module("lgpio", LGPIOFactory=broken_factory(error)))
    with pytest.raises(BridgeError, match=words):
        open_pins("lgpio", environ={})


def test_the_library_in_use_is_named_and_why_no_better_one(off_a_pi):
    off_a_pi.setitem(sys.modules, "gpiozero.pins.rpigpio", module("rpigpio", RPiGPIOFactory=MockFactory))
    pins = open_pins(environ={})
    assert pins.library == "rpigpio"
    assert pins.detail == "pins through RPi.GPIO on a Raspberry Pi 3B rev 1.2; lgpio is not installed"


class KernelLines:
    """What gpiozero's lgpio pins ask of the module lgpio, on lines that a test drives."""

    def __init__(self):
        self.error = type("error", (Exception,), {})
        self.levels = dict.fromkeys(range(28), 1)
        self.modes = dict.fromkeys(range(28), 0)
        self.held = {}  # by whom a line is held
        self.callbacks = {}
        self.pwm = {}

    def module(self):
        functions = {name: getattr(self, name) for name in dir(self) if name.startswith(("gpio", "callback", "tx_"))}
        pulls = {"SET_PULL_NONE": 1 << 7, "SET_PULL_UP": 1 << 5, "SET_PULL_DOWN": 1 << 6}
        return module("lgpio", error=self.error, BOTH_EDGES=3, RISING_EDGE=1, FALLING_EDGE=2, **pulls, **functions)

    def claim(self, gpio, mode):
        if gpio in self.held:
            raise self.error("'GPIO busy'")
        self.modes[gpio] = mode

    def gpiochip_open(self, chip):
        return 7

    def gpiochip_close(self, handle):
        self.modes.clear()

    def gpio_claim_input(self, handle, gpio, flags=0):
        self.claim(gpio, flags)

    def gpio_claim_output(self, handle, gpio, level=0):
        self.claim(gpio, 2)
        self.levels[gpio] = level

    def gpio_claim_alert(self, handle, gpio, edges, flags):
        self.claim(gpio, flags)

    def gpio_free(self, handle, gpio):
        self.modes[gpio] = 0

    def gpio_get_mode(self, handle, gpio):
        return self.modes[gpio]

    def gpio_get_line_info(self, handle, gpio):
        return [0, gpio, 0, f"GPIO{gpio}", self.held.get(gpio, "")]

    def gpio_set_debounce_micros(self, handle, gpio, micros):
        assert micros == 0, "lgpio would stamp the last bounce"

    def gpio_read(self, handle, gpio):
        return self.levels[gpio]

    def gpio_write(self, handle, gpio, level):
        self.levels[gpio] = int(level)

    def tx_pwm(self, handle, gpio, hz, duty):
        self.pwm[gpio] = (hz, duty)

    def callback(self, handle, gpio, edges, function):
        self.callbacks[gpio] = function
        return types.SimpleNamespace(cancel=lambda: self.callbacks.pop(gpio, None))

    def edge(self, gpio, level, stamp_ns):
        self.levels[gpio] = level
        self.callbacks[gpio](7, gpio, level, stamp_ns)


@pytest.fixture
def lines(off_a_pi):
    lines = KernelLines()
    off_a_pi.setitem(sys.modules, "lgpio", lines.module())
    off_a_pi.delitem(sys.modules, "gpiozero.pins.lgpio")
    off_a_pi.setattr("gpiozero.pins.local.get_pi_revision", lambda: 0xC04170)  # a Pi 5
    yield lines
    sys.modules.pop("gpiozero.pins.lgpio", None)


def test_through_lgpio_a_press_has_the_kernels_nanoseconds_and_lamps_are_written(lines, tmp_path):
    panel, reads = PiPanel(BUTTONS, LAMPS, BUZZER, devices=tmp_path), queue.Queue()
    panel.start(reads.put)
    assert reads.get_nowait().detail == "pins through lgpio on a Raspberry Pi 5B rev 1.0"
    stamp = time.monotonic_ns()
    lines.edge(6, 0, stamp)
    assert reads.get(timeout=2) == Button("east", True, stamp / 1e9)
    panel.lamp("lamp-north", "on")
    panel.buzz(440, 10_000)
    end = time.monotonic() + 2
    while lines.levels[22] == 0 or BUZZER not in lines.pwm:
        assert time.monotonic() < end
        time.sleep(0.002)
    assert lines.pwm[BUZZER] == (440, 50)
    panel.close()
    assert (lines.levels[22], lines.pwm[BUZZER], lines.callbacks, lines.modes) == (0, (0, 0), {}, {})
    panel.start(reads.put)
    assert sorted(lines.callbacks) == [5, 6]
    panel.close()


def test_a_line_that_the_kernel_holds_is_named_with_its_holder(lines, tmp_path):
    lines.held[6] = "spi0 CS0"
    with pytest.raises(BridgeError) as refusal:
        PiPanel(BUTTONS, LAMPS, BUZZER, devices=tmp_path).start(print)
    assert "button east on GPIO 6 (pin 31): the pin is held by spi0 CS0" in str(refusal.value)
    assert lines.callbacks == {}


def test_lgpio_is_imported_in_a_private_folder_and_the_process_stays_where_it_is(tmp_path):
    """The stand-in does what lgpio does: it enters the folder named by LG_WD and makes its pipe there."""
    (tmp_path / "lgpio.py").write_text(
        textwrap.dedent("""\
            import os, pathlib
            os.chdir(os.environ["LG_WD"])
            pathlib.Path(".lgd-nfy0").touch()
        """)
    )
    program = textwrap.dedent("""\
        import os, stat
        from firmware_bridge.pin_library import import_lgpio
        here = os.getcwd()
        import_lgpio()
        folder = os.environ["LG_WD"]
        print(os.getcwd() == here, os.listdir(folder), oct(stat.S_IMODE(os.stat(folder).st_mode)), folder)
    """)
    environ = {
        **os.environ,
        "PYTHONPATH": os.pathsep.join([str(tmp_path), *sys.path]),
        "XDG_RUNTIME_DIR": str(tmp_path),
    }
    environ.pop(FOLDER, None)
    run = subprocess.run(
        [sys.executable, "-c", program], cwd="/", env=environ, capture_output=True, text=True, check=True, timeout=20
    )
    stayed, pipe, mode, folder = run.stdout.split()
    assert (stayed, pipe, mode) == ("True", "['.lgd-nfy0']", "0o700")
    assert folder.startswith(str(tmp_path))
    assert not os.path.exists(folder)  # noqa: PTH110 - nothing is left behind


def test_a_folder_that_somebody_chose_for_lgpio_is_kept(tmp_path, off_a_pi):
    off_a_pi.delitem(sys.modules, "lgpio")
    off_a_pi.syspath_prepend(tmp_path)
    (tmp_path / "lgpio.py").write_text("")
    environ = {FOLDER: str(tmp_path)}
    import_lgpio(environ)
    assert environ == {FOLDER: str(tmp_path)}
