"""The Pico's machine module on simulated readers, for the real firmware in MicroPython's unix port.

The simulated world is steered by lines in a pipe (environment: WORLD), looked for whenever the firmware feeds its
watchdog, waits or speaks to a reader; when its writer is gone the board loses its power:

    place 0 04A1B2C3D4E5F6      take 0 04A1B2C3D4E5F6
    press 1 / release 1         a button; "hold 1 80" does both, 80 ms apart
    kill 0 / revive 0           a reader loses its power and gets it back
    raise 3                     so many transfers raise an error that nobody expects
    bootsel 1                   the BOOTSEL button is held, or with 0 let go of
    slow 300                    the next transfer takes 300 ms
    mem                         write down the free memory, after a collection

What the firmware does to pins, and the answers, are lines in a file, if there is one (environment: WORLD_LOG).
"""

import gc
import os
import select
import sys
import time

import utime  # type: ignore[import-not-found]
from board import BOARD  # type: ignore[import-not-found]

from firmware_bridge.sim.bench import Bench
from firmware_bridge.sim.clock import RealClock
from firmware_bridge.sim.tag import Ntag213

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from firmware_bridge.sim.tag import Tag

micro: "Any" = time  # sim/pico/time.py
collector: "Any" = gc  # MicroPython's


def _now_ns() -> int:
    return int(micro.now_us()) * 1000


class _World:
    def __init__(self) -> None:
        self.bench = Bench(RealClock(_now_ns, micro.sleep_us), readers=len(BOARD.readers))
        self.tags: dict[str, Tag] = {}
        self.pins: dict[int, Pin] = {}
        log = os.getenv("WORLD_LOG")
        self.log_file = open(log, "w") if log else None  # noqa: PTH123, SIM115 - MicroPython, and for good
        self.pipe = open(os.getenv("WORLD") or "", "rb")  # noqa: PTH123, SIM115
        self.poll: Any = select.poll()
        self.poll.register(self.pipe, select.POLLIN)
        self.held: dict[int, int] = {}  # by button: when it is let go of, in µs
        self.failures = 0
        self.bootsel = False
        self.slow_ms = 0

    def log(self, text: str) -> None:
        if self.log_file:
            self.log_file.write(text + "\n")
            self.log_file.flush()

    def look(self) -> None:
        if self.held:
            self.let_go()
        while True:
            for _, flags in self.poll.ipoll(0):
                if flags & select.POLLIN:
                    break
                if flags & select.POLLHUP:
                    sys.exit(0)
            else:
                return
            line = self.pipe.readline().decode().split()
            if line:
                self.do(line)

    def let_go(self) -> None:
        now = micro.now_us()
        for button in [button for button, until in self.held.items() if until <= now]:
            del self.held[button]
            self.pins[BOARD.buttons[button]].drive(1)

    def do(self, line: "list[str]") -> None:
        what = line[0]
        if what in ("place", "take"):
            tag = self.tags.setdefault(line[2], Ntag213(bytes.fromhex(line[2])))
            (self.bench.place if what == "place" else self.bench.take)(int(line[1]), tag)
        elif what in ("press", "release", "hold"):
            self.pins[BOARD.buttons[int(line[1])]].drive(1 if what == "release" else 0)
            if what == "hold":
                self.held[int(line[1])] = micro.now_us() + 1000 * int(line[2])
        elif what == "kill":
            self.bench.chips[int(line[1])].cut_power()
        elif what == "revive":
            self.bench.chips[int(line[1])].restore_power()
        elif what == "raise":
            self.failures = int(line[1])
        elif what == "bootsel":
            self.bootsel = line[1] == "1"
        elif what == "slow":
            self.slow_ms = int(line[1])
        elif what == "mem":
            gc.collect()
            self.log(f"mem {collector.mem_free()}")


_world: "_World | None" = None


def world() -> "_World":
    """The simulated world behind the pins; made when it is first needed."""
    global _world
    if _world is None:
        _world = _World()
    return _world


class Pin:
    """A pin; `drive` is what a contact outside does to it."""

    IN, OUT, PULL_UP, IRQ_FALLING, IRQ_RISING = 0, 1, 1, 4, 8

    def __init__(self, number: int, mode: int = IN, pull: "int | None" = None, value: int = 1) -> None:
        self.number = number
        self._value = value
        self._handler: Callable[[Pin], None] | None = None
        world().pins[number] = self
        if number == BOARD.rst:
            world().bench.reset()

    def __call__(self, value: "int | None" = None) -> "int | None":
        """As `value`."""
        return self.value(value)

    def value(self, value: "int | None" = None) -> "int | None":
        """Its level, or set it."""
        if value is None:
            return self._value
        if self.number == BOARD.rst and value and not self._value:
            world().bench.reset()
        self._value = value
        return None

    def irq(self, handler: "Callable[[Pin], None]", trigger: int, hard: bool = False) -> None:
        """Call this at each edge."""
        self._handler = handler

    def drive(self, value: int) -> None:
        """Change its level from outside."""
        changed, self._value = value != self._value, value
        if changed and self._handler:
            self._handler(self)


class SPI:
    """One SPI block with all readers whose chip selects stand on it."""

    def __init__(
        self, number: int, baudrate: int, sck: "Pin | None" = None, mosi: "Pin | None" = None,
        miso: "Pin | None" = None,
    ) -> None:  # fmt: skip
        here = world()
        self._selects = [
            (here.pins[cs], here.bench.xfer(r)) for r, (bus, cs) in enumerate(BOARD.readers) if bus == number
        ]

    def write_readinto(self, frame: bytearray, answer: bytearray) -> None:
        """One frame to the reader that is selected."""
        here = world()
        if here.failures:
            here.failures -= 1
            raise ValueError("the simulated world wants an error")
        if here.slow_ms:
            utime.sleep_ms(here.slow_ms)
            here.slow_ms = 0
        here.look()
        selected = [xfer for cs, xfer in self._selects if cs.value() == 0]
        if len(selected) != 1:
            raise ValueError(f"{len(selected)} readers selected")
        answer[:] = selected[0](frame)


class PWM:
    """A lamp or a buzzer at a pin."""

    def __init__(self, pin: Pin, freq: int, duty_u16: int) -> None:
        self._pin = pin.number
        self._freq = freq

    def freq(self, hz: int) -> None:
        """Set the tone."""
        self._freq = hz

    def duty_u16(self, duty: int) -> None:
        """Set the strength."""
        world().log(f"pwm {self._pin} {self._freq} {duty}")


class WDT:
    """The watchdog, which never bites."""

    def __init__(self, timeout: int) -> None:
        world().log(f"watchdog {timeout}")

    def feed(self) -> None:
        """Look what the world wants."""
        world().look()


class Timer:
    """A timer that never fires."""

    def __init__(self, period: int, callback: "Callable[[Timer], None]") -> None:
        world().log(f"timer {period}")


def unique_id() -> bytes:
    """The chip's number."""
    return b"\xe6\x61\x4c\x31\x1b\x7a\x8c\x2f"


def reset() -> None:
    """Start anew: here, end."""
    world().log("reset")
    sys.exit(4)
