"""Buttons, lamps and a buzzer on the Raspberry Pi's own pins, through gpiozero: a Source of Button reads and a Panel.

A button connects its pin with ground; the Pi's own pull-up holds it high. A lamp or the buzzer is on while its pin is
high. The stamp of a Button is the kernel's for the first edge, on the monotonic clock, so that stamps of different
buttons say who slapped first. gpiozero's bounce_time is not used: it stamps the last bounce. One thread does it all;
callbacks of the pin library only put into its queue. Source: docs/hardware.md, sections 3.2 and 3.3.
"""

from __future__ import annotations

import contextlib
import logging
import queue
import threading
import time
from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path
from typing import Any, Literal, NamedTuple, TypeAlias

from firmware_bridge import pi_pins
from firmware_bridge.pin_library import INSTALL, WRONG_CHIP, Library, Pins, line_of, open_pins
from firmware_bridge.presses import LOCKOUT_S, Presses
from firmware_bridge.reads import BridgeError, Button, Read, SourceState

STEP_S = 0.002  # between two looks at the contacts while something is going on
IDLE_S = 1.0  # and while nothing is: an edge that got lost is noticed by then
BLINK_S = 0.3  # on, and as long off
OCTAVES = 4  # about a' = 440 Hz: 27.5 to 7040 Hz
STALE_S = 60.0  # an older stamp is not of the monotonic clock

_LOG = logging.getLogger(__name__)
_Order: TypeAlias = Callable[[], None]


class _Edge(NamedTuple):
    """`stamp` is the kernel's, in seconds; `now` is when the callback came."""

    button: int
    closed: bool
    stamp: float
    now: float


class PiPanel:
    """Buttons and lamps by name with their GPIO numbers, and perhaps a buzzer.

    `lockout_s`: edges of a button within this time are one press. `library` is asked of pin_library.open_pins;
    `devices` is the folder that has spidev0.0 and the like where SPI is on.
    """

    def __init__(
        self,
        buttons: Mapping[str, int],
        lamps: Mapping[str, int],
        buzzer: int | None = None,
        name: str = "gpio",
        *,
        lockout_s: float = LOCKOUT_S,
        library: Library = "auto",
        open_library: Callable[[Library], Pins] = open_pins,
        monotonic: Callable[[], float] = time.monotonic,
        devices: Path = Path("/dev"),
    ) -> None:
        self.name = name
        self.library = ""  # the one in use: lgpio, rpigpio or mock; empty while closed
        self._buttons = dict(buttons)
        self._lamps = dict(lamps)
        self._buzzer_pin = buzzer
        self._lockout_s = lockout_s
        self._wanted_library: Library = library
        self._open_library = open_library
        self._monotonic = monotonic
        self._devices = devices
        self._put: Callable[[Read], None] = lambda read: None
        self._queue: queue.SimpleQueue[_Edge | _Order] = queue.SimpleQueue()
        self._ending = threading.Event()
        self._thread: threading.Thread | None = None
        self._pins: Pins | None = None
        self._contacts: list[Any] = []
        self._leds: dict[str, Any] = {}
        self._states: dict[str, str] = {}
        self._buzzer: Any = None
        self._quiet_at: float | None = None
        self._handlers: list[Callable[[Any, Any], None]] = []  # gpiozero keeps only weak references to them
        self._presses = Presses(())
        self._polled = False
        self._told: set[str] = set()

    # -- the source -----------------------------------------------------------------------------------------

    def start(self, put: Callable[[Read], None]) -> None:
        """Open the pins and begin to put reads. A button that is held down already is no press.

        Raises BridgeError where a pin cannot be used or no library drives them; all pins are free again then.
        """
        if self._pins is not None:
            raise BridgeError(f"Source {self.name!r} has been started already")
        check_pins(self._buttons, self._lamps, self._buzzer_pin, self._devices)
        pins = self._pins = self._open_library(self._wanted_library)
        self._put = put
        self._ending.clear()
        try:
            self._open(pins)
        except BaseException:
            self._ending.set()
            self._release()
            raise
        self.library = pins.library
        detail = pins.detail
        if self._polled:
            detail += "; the kernel reports no edges to it, so buttons are looked at every 2 ms: install python3-lgpio"
        put(SourceState(self.name, True, self._monotonic(), detail))
        self._thread = threading.Thread(target=self._run, name=self.name, daemon=True)
        self._thread.start()

    def stop(self) -> None:
        """All lamps off, the buzzer silent, the pins free. Safe to call twice."""
        self._ending.set()
        self._queue.put(lambda: None)
        if self._thread is not None and self._thread is not threading.current_thread():
            self._thread.join(timeout=2)
        self._thread = None
        self._release()

    # -- the panel ------------------------------------------------------------------------------------------

    def lamp(self, lamp: str, state: Literal["off", "on", "blink"]) -> None:
        """Set a lamp until it is set again; a name that the panel does not have is nothing."""
        if lamp in self._lamps:
            self._queue.put(lambda: self._set_lamp(lamp, state))

    def buzz(self, hz: int, ms: int) -> None:
        """Sound the buzzer once, within its 27.5 to 7040 Hz; what it sounded before is cut off."""
        self._queue.put(lambda: self._sound(hz, ms))

    def close(self) -> None:
        """As `stop`."""
        self.stop()

    # -- opening and closing --------------------------------------------------------------------------------

    def _open(self, pins: Pins) -> None:
        import gpiozero

        for number, (name, gpio) in enumerate(self._buttons.items()):
            with self._explained(f"button {name}", gpio, pins):
                contact = gpiozero.InputDevice(gpio, pull_up=True, pin_factory=pins.factory)
                self._contacts.append(contact)
                self._watch(number, contact)
        for name, gpio in self._lamps.items():
            with self._explained(f"lamp {name}", gpio, pins):
                self._leds[name] = gpiozero.LED(gpio, pin_factory=pins.factory)
        if self._buzzer_pin is not None:
            with self._explained("the buzzer", self._buzzer_pin, pins):
                self._buzzer = gpiozero.TonalBuzzer(self._buzzer_pin, octaves=OCTAVES, pin_factory=pins.factory)
        self._presses = Presses([self._closed(number) for number in range(len(self._contacts))], self._lockout_s)

    def _watch(self, number: int, contact: Any) -> None:
        """Have the edges of a contact put into the queue; else it is looked at all the time."""

        def edge(ticks: Any, state: Any) -> None:
            self._queue.put(_Edge(number, not state, float(ticks), self._monotonic()))

        self._handlers.append(edge)
        contact.pin.edges = "both"
        try:
            contact.pin.when_changed = edge
        except RuntimeError as error:
            self._polled = True
            _LOG.info("%s: no edges from GPIO %s (%s)", self.name, contact.pin, line_of(error))

    @contextlib.contextmanager
    def _explained(self, user: str, gpio: int, pins: Pins) -> Any:
        try:
            yield
        except Exception as error:  # lgpio's errors, gpiozero's and RPi.GPIO's have no common class
            _LOG.debug("%s on GPIO %s", user, gpio, exc_info=True)
            raise BridgeError(_explain(user, gpio, error, pins)) from error

    def _release(self) -> None:
        for name in self._leds:
            self._obey(f"lamp {name}", self._leds[name].off)
        if self._buzzer is not None:
            self._obey("the buzzer", self._buzzer.stop)
        for contact in self._contacts:  # gpiozero's close leaves the callback in lgpio, and it disturbs the next start
            self._obey(f"button on {contact.pin}", partial(setattr, contact.pin, "when_changed", None))
        for device in (*self._contacts, *self._leds.values(), self._buzzer):
            if device is not None:
                self._obey(str(device), device.close)
        if self._pins is not None:
            self._obey("the pins", self._pins.close)
        self._contacts, self._leds, self._states, self._handlers = [], {}, {}, []
        self._buzzer = self._pins = self._quiet_at = None
        self.library, self._polled = "", False

    # -- the thread -----------------------------------------------------------------------------------------

    def _run(self) -> None:
        up = True
        while not self._ending.is_set():
            try:
                self._turn()
                worked, detail = True, "buttons and lamps work again"
            except Exception as error:  # whatever it is, the thread must not end and look alive
                _LOG.debug("%s", self.name, exc_info=True)
                worked, detail = False, f"buttons and lamps do not work ({line_of(error)}): look at the Pi's header"
                self._ending.wait(IDLE_S)
            if worked != up:
                up = worked
                self._put(SourceState(self.name, up, self._monotonic(), detail))

    def _turn(self) -> None:
        """Take what is in the queue, all of it before the contacts are looked at."""
        quick = self._polled or self._presses.busy or self._quiet_at is not None
        with contextlib.suppress(queue.Empty):
            item = self._queue.get(timeout=STEP_S if quick else IDLE_S)
            while not self._ending.is_set():
                self._take(item)
                item = self._queue.get_nowait()
        if not self._ending.is_set():
            self._look()

    def _take(self, item: _Edge | _Order) -> None:
        if not isinstance(item, _Edge):
            item()
            return
        at = item.stamp
        if not -1.0 < item.now - at < STALE_S:
            at = item.now
            self._tell("the kernel stamps edges by another clock: who slapped first is only as exact as this program")
        self._presses.edge(item.button, item.closed, at, item.now)

    def _look(self) -> None:
        now = self._monotonic()
        names = list(self._buttons)
        for change in self._presses.tick(now, self._closed):
            self._put(Button(names[change.button], change.pressed, change.at))
        if self._quiet_at is not None and now >= self._quiet_at:
            self._quiet_at = None
            self._obey("the buzzer", self._buzzer.stop)

    def _closed(self, number: int) -> bool:
        return bool(self._contacts[number].is_active)

    def _set_lamp(self, lamp: str, state: str) -> None:
        if self._states.get(lamp, "off") == state:
            return  # blinking anew would lose step
        self._states[lamp] = state
        led = self._leds[lamp]
        if state == "blink":
            self._obey(f"lamp {lamp}", lambda: led.blink(BLINK_S, BLINK_S))
        else:
            self._obey(f"lamp {lamp}", led.on if state == "on" else led.off)

    def _sound(self, hz: int, ms: int) -> None:
        if self._buzzer is None:
            return
        from gpiozero.tones import Tone

        lowest, highest = self._buzzer.min_tone.frequency, self._buzzer.max_tone.frequency
        tone = Tone.from_frequency(min(max(hz, lowest), highest))
        self._obey("the buzzer", lambda: self._buzzer.play(tone))
        self._quiet_at = self._monotonic() + ms / 1000

    def _obey(self, user: str, work: Callable[[], object]) -> None:
        """Do it; a lamp that does not obey is told of once, and never an error."""
        try:
            work()
        except Exception as error:  # lgpio's errors, gpiozero's and RPi.GPIO's have no common class
            self._tell(f"{user} does not obey ({line_of(error)}): look at its wires")

    def _tell(self, detail: str) -> None:
        if detail not in self._told:
            self._told.add(detail)
            _LOG.debug("%s: %s", self.name, detail, exc_info=True)
            if not self._ending.is_set():  # what happens while it is closed is nobody's trouble
                self._put(SourceState(self.name, True, self._monotonic(), detail))


def check_pins(
    buttons: Mapping[str, int], lamps: Mapping[str, int], buzzer: int | None = None, devices: Path = Path("/dev")
) -> None:
    """Raises BridgeError for a pin that is used twice, is none of the header's, or belongs to an SPI bus that is on."""
    wanted = [(f"button {name}", gpio) for name, gpio in buttons.items()]
    wanted += [(f"lamp {name}", gpio) for name, gpio in lamps.items()]
    if buzzer is not None:
        wanted.append(("the buzzer", buzzer))
    busy = _spi_pins(devices)
    users: dict[int, str] = {}
    for user, gpio in wanted:
        if gpio not in pi_pins.HEADER:
            raise BridgeError(f"{user} is on GPIO {gpio}, which the Pi's header does not have: take another pin")
        if gpio in busy:
            number, signal = busy[gpio]
            raise BridgeError(
                f"{user} is on {pi_pins.place(gpio)}, which is {signal} of SPI{number}, and that bus is on: take"
                f" another pin, or take {pi_pins.SPI[number].line} out of /boot/firmware/config.txt and restart"
            )
        if users.setdefault(gpio, user) != user:
            raise BridgeError(f"{users[gpio]} and {user} are both on {pi_pins.place(gpio)}: each needs its own pin")


def _spi_pins(devices: Path) -> dict[int, tuple[int, str]]:
    """The GPIOs of SPI buses that are on, with the bus and what they are there."""
    busy: dict[int, tuple[int, str]] = {}
    for number, bus in pi_pins.SPI.items():
        on = [select for select, _ in enumerate(bus.selects) if (devices / f"spidev{number}.{select}").exists()]
        for gpio, signal in bus.signals.items():
            if on and (not signal.startswith("CE") or int(signal[2:]) in on):
                busy[gpio] = (number, signal)
    return busy


def _explain(user: str, gpio: int, error: Exception, pins: Pins) -> str:
    """Why a pin cannot be used and what to do, in one line for people."""
    where, text, kind = f"{user} on {pi_pins.place(gpio)}", line_of(error), type(error).__name__
    if "busy" in text.lower() or kind == "GPIOPinInUse":
        with contextlib.suppress(Exception):  # lgpio's own error
            if holder := pins.holder(gpio):
                return f"{where}: the pin is held by {holder}: close that first, or take another pin"
        return f"{where}: the pin is in use already (by SPI, I2C, or another program): close that, or take another pin"
    if WRONG_CHIP in text:
        return f"{where}: this RPi.GPIO does not know a Pi 5 ({text}): pip uninstall RPi.GPIO, then {INSTALL}"
    if kind == "PinPWMUnsupported":
        return f"{where}: {pins.library} cannot sound a buzzer: install python3-lgpio, or leave the buzzer out"
    if isinstance(error, PermissionError) or "/dev/mem" in text or "/dev/gpiomem" in text:
        return f"{where}: no right to use the pins: sudo usermod -aG gpio $USER, then log in again"
    return f"{where}: {text} ({pins.detail})"
