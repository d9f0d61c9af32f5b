"""The panel on mock pins. Where a stamp matters it is set exactly, as the kernel would give it."""

import itertools
import queue
import time

import pytest
from gpiozero.exc import PinPWMUnsupported
from gpiozero.pins.mock import MockFactory, MockPWMPin

from firmware_bridge import pi_pins
from firmware_bridge.panel import PiPanel
from firmware_bridge.pin_library import Pins
from firmware_bridge.reads import BridgeError, Button, SourceState

BUTTONS = {"north": 5, "east": 6}
LAMPS = {"lamp-north": 22, "lamp-east": 23}
BUZZER = 12
MS = 0.001


class Table:
    """A panel on mock pins, with what it reads and a hand to press with."""

    def __init__(self, folder, pin_class=MockPWMPin, **options):
        self.factory = MockFactory(pin_class=pin_class)
        self.holder = ""
        self.closed = 0
        self.reads = queue.Queue()
        pins = Pins(self.factory, "mock", "simulated pins", lambda gpio: self.holder, self.close_pins)
        self.panel = PiPanel(
            options.pop("buttons", BUTTONS),
            options.pop("lamps", LAMPS),
            options.pop("buzzer", BUZZER),
            open_library=lambda library: pins,
            devices=folder,
            **options,
        )

    def close_pins(self):
        self.closed += 1
        self.factory.close()

    def start(self):
        self.panel.start(self.reads.put)
        return self.reads.get_nowait()

    def edge(self, button, closed, at):
        """An edge with its stamp, as it comes from the kernel."""
        pin = self.factory.pin(BUTTONS[button])
        pin._state = not closed
        pin._last_change = at
        pin._call_when_changed()

    def read(self, timeout=2.0):
        return self.reads.get(timeout=timeout)

    def quiet(self):
        """Whether nothing more is read. Another button is pressed to see that all before has been handled."""
        self.edge("east", True, time.monotonic())
        read = self.read()
        return isinstance(read, Button) and read.button == "east"

    def level(self, gpio):
        return self.factory.pin(gpio).state

    def until(self, what):
        end = time.monotonic() + 2.0
        while not what():
            assert time.monotonic() < end, "it did not come to that"
            time.sleep(0.002)


@pytest.fixture
def table(tmp_path):
    table = Table(tmp_path)
    yield table
    table.panel.close()


def failing(method, gpio, error):
    """A class of mock pins of which one pin refuses: `__init__` as lgpio's and RPi.GPIO's do, or another method."""

    def refuse(self, *args):
        if method == "__init__":
            MockPWMPin.__init__(self, *args)
        if self._number == gpio and args != (None,):
            raise error
        if method != "__init__":
            getattr(MockPWMPin, method)(self, *args)

    return type("Pins", (MockPWMPin,), {method: refuse})


def busy():
    """lgpio's own error, which is only an Exception."""
    return type("error", (Exception,), {})("'GPIO busy'")


# -- buttons ------------------------------------------------------------------------------------------------


def test_a_press_carries_the_kernels_stamp(table):
    table.start()
    at = time.monotonic() - 0.001
    table.edge("north", True, at)
    assert table.read() == Button("north", True, at)
    table.edge("north", False, at + 0.1)
    assert table.read() == Button("north", False, at + 0.1)


def test_the_earlier_slap_comes_first_although_its_callback_comes_later(table):
    table.start()
    at = time.monotonic()
    table.edge("east", True, at)
    table.edge("north", True, at - 0.0002)
    assert [table.read(), table.read()] == [Button("north", True, at - 0.0002), Button("east", True, at)]


def test_twenty_edges_in_thirty_milliseconds_are_one_press(table):
    table.start()
    begin = time.monotonic() - 0.04
    for n in range(21):
        table.edge("north", n % 2 == 0, begin + n * 1.5 * MS)
    assert table.read() == Button("north", True, begin)
    assert table.quiet()


def test_a_spike_is_no_press(table):
    table.start()
    at = time.monotonic()
    table.edge("north", True, at)
    table.edge("north", False, at + 0.1 * MS)
    assert table.quiet()


def test_a_button_held_for_five_seconds_is_one_press(table):
    table.start()
    begin = time.monotonic() - 5.0
    table.edge("north", True, begin)
    assert table.read() == Button("north", True, begin)
    table.edge("north", False, begin + 5.0)
    assert table.read() == Button("north", False, begin + 5.0)
    assert table.quiet()


def test_a_step_of_the_wall_clock_changes_nothing(table, monkeypatch):
    table.start()
    years = itertools.cycle([0.0, 3.2e7, -3.2e7])
    monkeypatch.setattr(time, "time", lambda: 1.8e9 + next(years))
    at = time.monotonic()
    table.edge("north", True, at)
    assert table.read() == Button("north", True, at)
    assert table.quiet()


def test_stamps_of_another_clock_are_not_believed_and_that_is_said_once(table):
    table.start()
    before = time.monotonic()
    table.edge("north", True, 1.8e9)  # the wall clock's, as old kernels have it
    said, press = table.read(), table.read()
    assert isinstance(said, SourceState)
    assert said.up
    assert "clock" in said.detail
    assert (press.button, press.pressed) == ("north", True)
    assert before <= press.at <= time.monotonic()
    table.edge("north", False, 1.8e9 + 1)
    assert isinstance(table.read(), Button)


def test_a_button_held_down_at_the_start_is_no_press_until_it_is_let_go(table):
    table.factory.pin(5)._set_pull = lambda value: None
    table.factory.pin(5)._state = False
    table.start()
    assert table.quiet()
    at = time.monotonic()
    table.edge("north", False, at)
    assert table.read() == Button("north", False, at)


def test_an_edge_that_the_kernel_lost_is_noticed(table):
    table.start()
    table.factory.pin(5)._state = False
    press = table.read()
    assert (press.button, press.pressed) == ("north", True)


def test_where_edges_cannot_be_had_the_buttons_are_looked_at_and_that_is_said(tmp_path):
    refusal = RuntimeError("Failed to add edge detection")
    table = Table(tmp_path, failing("_enable_event_detect", 5, refusal))
    try:
        assert "python3-lgpio" in table.start().detail
        before = time.monotonic()
        table.factory.pin(5)._state = False
        press = table.read()
        assert (press.button, press.pressed) == ("north", True)
        assert before <= press.at <= before + 0.1
    finally:
        table.panel.close()


def test_a_contact_that_cannot_be_read_any_more_is_told_and_so_is_its_return(table):
    table.start()
    pin = table.factory.pin(5)
    pin._get_state = lambda: 1 / 0
    table.edge("east", True, time.monotonic())
    down = table.read()
    assert isinstance(down, SourceState)
    assert not down.up
    del pin._get_state
    reads = [table.read(3.0), table.read(3.0)]
    assert [read.up for read in reads if isinstance(read, SourceState)] == [True]
    assert [read.button for read in reads if isinstance(read, Button)] == ["east"]


# -- lamps and the buzzer -----------------------------------------------------------------------------------


def test_lamps_go_on_and_off(table):
    table.start()
    table.panel.lamp("lamp-north", "on")
    table.until(lambda: table.level(22) == 1)
    assert table.level(23) == 0
    table.panel.lamp("lamp-north", "off")
    table.until(lambda: table.level(22) == 0)


def test_a_blinking_lamp_goes_on_and_off_by_itself(table):
    table.start()
    table.panel.lamp("lamp-east", "blink")
    table.until(lambda: len(table.factory.pin(23).states) >= 4)
    assert [bool(state) for _, state in table.factory.pin(23).states[-3:]] in (
        [True, False, True],
        [False, True, False],
    )
    table.panel.lamp("lamp-east", "on")
    table.until(lambda: table.panel._states["lamp-east"] == "on")
    table.until(lambda: table.level(23) == 1)


def test_a_lamp_that_blinks_already_keeps_step(table):
    table.start()
    begun = []
    table.panel._leds["lamp-east"].blink = lambda on, off: begun.append((on, off))
    for _ in range(3):
        table.panel.lamp("lamp-east", "blink")
    assert table.quiet()
    assert begun == [(0.3, 0.3)]


def test_a_lamp_that_nobody_has_is_nothing(table):
    table.start()
    table.panel.lamp("lamp-west", "on")
    assert table.quiet()


@pytest.mark.parametrize(("hz", "sounds"), [(440, 440), (1, 27.5), (880, 880), (50_000, 7040)])
def test_the_buzzer_sounds_for_its_time_within_its_range(table, hz, sounds):
    table.start()
    table.panel.buzz(hz, 30)
    table.until(lambda: table.factory.pin(BUZZER).frequency is not None)
    assert table.factory.pin(BUZZER).frequency == pytest.approx(sounds)
    table.until(lambda: table.factory.pin(BUZZER).frequency is None)


def test_a_panel_without_buzzer_buzzes_nothing(tmp_path):
    table = Table(tmp_path, buzzer=None)
    table.start()
    table.panel.buzz(440, 30)
    assert table.quiet()
    table.panel.close()


def test_a_lamp_that_does_not_obey_is_told_of_once(table):
    table.start()
    table.panel._leds["lamp-north"].on = table.panel._leds["lamp-north"].off = lambda: 1 / 0
    for state in ("on", "off", "on"):
        table.panel.lamp("lamp-north", state)
    said = table.read()
    assert isinstance(said, SourceState)
    assert "lamp-north" in said.detail
    assert said.up
    assert table.quiet()


def test_closing_leaves_everything_dark_silent_and_free(table):
    table.start()
    table.panel.lamp("lamp-north", "on")
    table.panel.lamp("lamp-east", "blink")
    table.panel.buzz(440, 10_000)
    table.until(lambda: table.level(22) and table.factory.pin(BUZZER).frequency)
    pins = {gpio: table.factory.pin(gpio) for gpio in (5, 6, 22, 23, BUZZER)}
    table.panel.close()
    table.panel.stop()
    assert table.closed == 1
    assert [pins[gpio].state for gpio in (22, 23, BUZZER)] == [0, 0, 0]
    assert {pin.function for pin in pins.values()} == {"input"}
    assert pins[BUZZER].frequency is None
    assert pins[5].when_changed is None


def test_a_panel_can_be_started_again_after_it_was_stopped(table):
    table.start()
    table.panel.stop()
    assert isinstance(table.start(), SourceState)
    at = time.monotonic()
    table.edge("north", True, at)
    assert table.read() == Button("north", True, at)
    with pytest.raises(BridgeError, match="started already"):
        table.start()


def test_nothing_is_opened_before_the_start_and_closing_then_is_nothing(table):
    table.panel.close()
    assert table.factory.pins == {}
    assert table.closed == 0


# -- what cannot be used ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (
            {"buttons": {"north": 5, "east": 5}},
            ["button north", "button east", "GPIO 5 (pin 29)", "each needs its own"],
        ),
        ({"lamps": {"lamp": 6}}, ["button east", "lamp lamp", "GPIO 6 (pin 31)"]),
        ({"buzzer": 22}, ["lamp lamp-north", "the buzzer", "GPIO 22 (pin 15)"]),
        ({"buttons": {"north": 40}}, ["button north", "GPIO 40", "another pin"]),
    ],
)
def test_pins_that_cannot_be_are_refused_with_both_users(tmp_path, options, words):
    check_refusal(Table(tmp_path, **options), words)


@pytest.mark.parametrize(
    ("device", "gpio", "words"),
    [
        (
            "spidev0.0",
            8,
            ["button north", "GPIO 8 (pin 24)", "CE0 of SPI0", "dtparam=spi=on", "/boot/firmware/config.txt"],
        ),
        ("spidev0.1", 7, ["GPIO 7 (pin 26)", "CE1 of SPI0"]),
        ("spidev0.0", 9, ["GPIO 9 (pin 21)", "MISO of SPI0"]),
        ("spidev1.2", 16, ["GPIO 16 (pin 36)", "CE2 of SPI1", "dtoverlay=spi1-3cs"]),
    ],
)
def test_a_pin_of_an_spi_bus_that_is_on_is_refused(tmp_path, device, gpio, words):
    (tmp_path / device).touch()
    check_refusal(Table(tmp_path, buttons={"north": gpio}), words)


def test_without_spi_its_pins_are_free_for_eight_seats(tmp_path):
    seats = pi_pins.EIGHT_SEATS
    table = Table(
        tmp_path,
        buttons={str(n): gpio for n, gpio in enumerate(seats.buttons)},
        lamps={str(n): gpio for n, gpio in enumerate(seats.lamps)},
        buzzer=seats.buzzer,
    )
    assert table.start().up
    table.panel.close()


@pytest.mark.parametrize(
    ("error", "holder", "words"),
    [
        (busy(), "spi0 CS0", ["held by spi0 CS0", "close that first"]),
        (busy(), "", ["in use already", "another program"]),
        (RuntimeError("Cannot determine SOC peripheral base address"), "", ["Pi 5", "pip uninstall", "rpi-lgpio"]),
        (PermissionError(13, "No access to /dev/mem"), "", ["usermod -aG gpio"]),
        (OSError(5, "Input/output error"), "", ["Input/output error", "simulated pins"]),
    ],
)
def test_a_pin_that_does_not_open_says_which_why_and_what_to_do(tmp_path, error, holder, words):
    table = Table(tmp_path, failing("__init__", 6, error))
    table.holder = holder
    check_refusal(table, ["button east on GPIO 6 (pin 31)", *words])
    assert table.closed == 1
    assert table.factory.pin(5).when_changed is None  # what was open already is free again


def test_a_library_that_cannot_sound_the_buzzer_says_so(tmp_path):
    table = Table(tmp_path, failing("_set_frequency", BUZZER, PinPWMUnsupported()))
    check_refusal(table, ["the buzzer on GPIO 12 (pin 32)", "cannot sound", "python3-lgpio"])


def test_two_panels_cannot_have_one_pin(tmp_path):
    first = Table(tmp_path)
    first.start()
    second = PiPanel(
        BUTTONS,
        {},
        open_library=lambda _: Pins(first.factory, "mock", "", lambda _: "", lambda: None),
        devices=tmp_path,
    )
    with pytest.raises(BridgeError, match="in use already"):
        second.start(print)
    first.panel.close()


def check_refusal(table, words):
    with pytest.raises(BridgeError) as refusal:
        table.start()
    message = str(refusal.value)
    assert [word for word in words if word not in message] == [], message
    assert "\n" not in message
    table.panel.close()
