"""The firmware of the microcontroller under the table, for MicroPython on a Raspberry Pi Pico.

To install it, copy main.py to the top of the board's file system and the package beside it:

    /main.py
    /firmware_bridge/__init__.py  wire.py  rc522.py  presence.py  presses.py
    /firmware_bridge/pico/__init__.py  pins.py  device.py  buttons.py  outputs.py  commands.py  firmware.py

Ctrl-C is off while it runs, since any byte 03 on the cable would be one. To get to the prompt, close the program on
the table's computer, then hold BOOTSEL for two seconds. Source: docs/hardware.md, sections 4, 5 and 6.2.
"""

import binascii
import gc
import os
import select
import sys
import time

import machine  # type: ignore[import-not-found]
import micropython  # type: ignore[import-not-found]

from firmware_bridge import wire
from firmware_bridge.pico.buttons import Buttons
from firmware_bridge.pico.commands import Commands
from firmware_bridge.pico.device import Device, who
from firmware_bridge.pico.firmware import Clock, Firmware, Port
from firmware_bridge.pico.outputs import Outputs
from firmware_bridge.presence import Scanner
from firmware_bridge.rc522 import Reader

try:
    from board import BOARD  # type: ignore[import-not-found]  # a table with a wiring of its own
except ImportError:
    from firmware_bridge.pico.pins import BOARD

try:
    import rp2  # type: ignore[import-not-found]
except ImportError:
    rp2 = None

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from firmware_bridge.pico.pins import Board

ticks: "Any" = time  # MicroPython's, which has more than CPython's

WATCHDOG_MS = 8000
RESTARTS = 5  # in a row, each within RUNNING_US; then the whole board starts anew
RUNNING_US = 10000000


def transport(spi: "Any", cs: "Any") -> "Callable[[bytearray], bytearray]":
    """`xfer(frame)` for one reader: one CS frame; its answer is good until the next frame of the same length."""
    answers: dict[int, bytearray] = {}

    def xfer(frame: bytearray) -> bytearray:
        answer = answers.get(len(frame))
        if answer is None:
            answer = answers[len(frame)] = bytearray(len(frame))
        cs(0)
        try:
            spi.write_readinto(frame, answer)
        finally:
            cs(1)  # else it would listen to its neighbours' frames from now on
        return answer

    return xfer


def lamp(pin: int) -> "Callable[[int], None]":
    """`show(level)` for a lamp at a pin, 0 to 255."""
    pwm = machine.PWM(machine.Pin(pin), freq=1000, duty_u16=0)

    def show(level: int) -> None:
        pwm.duty_u16(level * 257)

    return show


def buzzer(pin: int) -> "Callable[[int], None]":
    """`sound(hz)` for a buzzer at a pin, 0 is silence."""
    pwm = machine.PWM(machine.Pin(pin), freq=1000, duty_u16=0)

    def sound(hz: int) -> None:
        if hz:
            pwm.freq(hz)
        pwm.duty_u16(32768 if hz else 0)

    return sound


def watch(buttons: Buttons, number: int, pin: "Any") -> None:
    """Let each edge at the pin be stamped in the interrupt, where nothing may be allocated. Closed, it is at ground."""
    ticks_us = ticks.ticks_us

    def handler(_: "Any") -> None:
        buttons.edge(number, ticks_us(), not pin.value())

    pin.irq(handler, machine.Pin.IRQ_FALLING | machine.Pin.IRQ_RISING, hard=True)


def wants_prompt(held: "int | None", device: Device, now: int) -> "int | None":
    """Since when BOOTSEL is held with no host there, in µs; None: it is not."""
    if rp2 is None or device.ses != "-" or not rp2.bootsel_button():
        return None
    return now if held is None else held


class Table:
    """The hardware of the board, opened once, and the parts that outlive an error in the loop."""

    def __init__(self, board: "Board") -> None:
        self.board = board
        self.clock = Clock(ticks.ticks_us, ticks.ticks_diff)
        self.port = Port(sys.stdin, sys.stdout, select)
        # Every CS idles high before any SPI starts, or a reader would listen to its neighbour's frames.
        selects = [machine.Pin(cs, machine.Pin.OUT, value=1) for _, cs in board.readers]
        self.rst = machine.Pin(board.rst, machine.Pin.OUT, value=1)
        buses = {}
        for number, pins in board.buses.items():
            sck, mosi, miso = [machine.Pin(pin) for pin in pins]
            buses[number] = machine.SPI(number, board.spi_hz, sck=sck, mosi=mosi, miso=miso)
        self.xfers = [transport(buses[bus], cs) for (bus, _), cs in zip(board.readers, selects)]  # noqa: B905 - MicroPython has no strict
        self.outputs = Outputs([lamp(pin) for pin in board.lamps], [buzzer(pin) for pin in board.buzzers])
        self.contacts = [machine.Pin(pin, machine.Pin.IN, machine.Pin.PULL_UP) for pin in board.buttons]
        self.buttons = Buttons([self.level(number) for number in range(len(self.contacts))], ticks.ticks_diff)
        for number, pin in enumerate(self.contacts):
            watch(self.buttons, number, pin)
        chip = binascii.hexlify(machine.unique_id()).decode().upper()
        parts = len(board.readers), len(board.buttons), len(board.lamps), len(board.buzzers)
        boot = binascii.hexlify(os.urandom(2)).decode().upper()
        self.commands: Commands | None = None
        self.device = Device(boot, who(chip, *parts), self.command)

    def command(self, line: wire.Line) -> str:
        """Carry out a CM line; busy until the readers are there."""
        return self.commands.do(line) if self.commands else "busy"

    def reset_readers(self) -> None:
        """Pulse the line that all readers share."""
        self.rst(0)
        ticks.sleep_us(1000)
        self.rst(1)

    def level(self, number: int) -> bool:
        """Whether the contact of a button is closed: it pulls the pin to ground."""
        return not self.contacts[number].value()

    def firmware(self) -> Firmware:
        """A loop with readers that know nothing yet."""
        readers = [Reader(xfer, ticks.sleep_us) for xfer in self.xfers]
        scanner = Scanner(readers, self.clock.now, ticks.sleep_us, reset=self.reset_readers)
        self.commands = Commands(scanner, len(readers), self.outputs, self.clock.now)
        return Firmware(
            self.clock,
            self.port,
            self.device,
            scanner,
            self.commands,
            self.outputs,
            self.buttons,
            self.level,
            ticks.ticks_us,
        )


def run(table: Table, watchdog: "Any") -> None:
    """The loop. Returns where somebody wants the prompt; raises what goes wrong."""
    firmware = table.firmware()
    firmware.start()
    held = None
    while True:
        watchdog.feed()
        firmware.turn()
        held = wants_prompt(held, table.device, table.clock.now())
        if held is not None and table.clock.now() - held > 2000000:
            return


def main() -> None:
    """Run for ever, whatever happens: an error is told to the host and the loop starts anew."""
    micropython.kbd_intr(-1)
    table = Table(BOARD)
    watchdog = machine.WDT(timeout=WATCHDOG_MS)
    failures = 0
    while True:
        started = table.clock.now()
        try:
            run(table, watchdog)
        except Exception as error:  # whatever it is, play goes on
            gc.collect()
            now = table.clock.now()
            failures = 1 if now - started > RUNNING_US else failures + 1
            if failures >= RESTARTS:
                machine.reset()
            table.device.note("error " + type(error).__name__ + " " + str(error))
            table.device.event(now, "lost n=0")  # nobody knows how many; the host asks what lies there
            ticks.sleep_us(200000)
        else:
            table.outputs.off(table.clock.now())
            machine.Timer(period=1000, callback=lambda _: watchdog.feed())
            micropython.kbd_intr(3)
            return


if __name__ == "__main__":
    main()
