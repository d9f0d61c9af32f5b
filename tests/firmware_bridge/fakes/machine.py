"""The Pico's machine module on simulated readers, for the real firmware in MicroPython's unix port.

The simulated world is steered by lines in a FIFO (environment: WORLD), looked for whenever the firmware feeds its
watchdog, waits or speaks to a reader:

    place 0 04A1B2C3D4E5F6      take 0 04A1B2C3D4E5F6      press 1      release 1
    kill 0 / revive 0           a reader loses its power and gets it back
    raise 3                     so many transfers raise an error that nobody expects
    bootsel 1                   the BOOTSEL button is held, or with 0 let go of
    slow 300                    the next transfer takes 300 ms
    mem                         write down the free memory, after a collection

What the firmware does to pins, and the answers, are lines in a file (environment: WORLD_LOG).
"""

import gc
import os
import select
import sys
import time

import utime
from board import BOARD

from firmware_bridge.sim.bench import Bench
from firmware_bridge.sim.clock import RealClock
from firmware_bridge.sim.tag import Ntag213


def _now_ns():
    return time.now_us() * 1000


class _World:
    def __init__(self):
        self.bench = Bench(RealClock(_now_ns, time.sleep_us), readers=len(BOARD.readers))
        self.tags = {}
        self.pins = {}
        self.log_file = open(os.getenv("WORLD_LOG"), "w")  # noqa: PTH123, SIM115 - MicroPython, and for good
        self.fifo = open(os.getenv("WORLD"), "rb")  # noqa: PTH123, SIM115
        self.poll = select.poll()
        self.poll.register(self.fifo, select.POLLIN)
        self.failures = 0
        self.bootsel = False
        self.slow_ms = 0

    def log(self, text):
        self.log_file.write(text + "\n")
        self.log_file.flush()

    def look(self):
        while True:
            for _, flags in self.poll.ipoll(0):
                if flags & select.POLLIN:
                    break
            else:
                return
            line = self.fifo.readline().decode().split()
            if line:
                self.do(line)

    def do(self, line):
        what = line[0]
        if what in ("place", "take"):
            tag = self.tags.setdefault(line[2], Ntag213(bytes.fromhex(line[2])))
            (self.bench.place if what == "place" else self.bench.take)(int(line[1]), tag)
        elif what in ("press", "release"):
            self.pins[BOARD.buttons[int(line[1])]].drive(0 if what == "press" else 1)
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
            self.log(f"mem {gc.mem_free()}")


_world = None


def world():
    """The simulated world behind the pins; made when it is first needed."""
    global _world
    if _world is None:
        _world = _World()
    return _world


class Pin:
    IN, OUT, PULL_UP, IRQ_FALLING, IRQ_RISING = 0, 1, 1, 4, 8

    def __init__(self, number, mode=IN, pull=None, value=1):
        self.number = number
        self._value = value
        self._handler = None
        world().pins[number] = self
        if number == BOARD.rst:
            world().bench.reset()

    def __call__(self, value=None):
        return self.value(value)

    def value(self, value=None):
        if value is None:
            return self._value
        if self.number == BOARD.rst and value and not self._value:
            world().bench.reset()
        self._value = value
        return None

    def irq(self, handler, trigger, hard=False):
        self._handler = handler

    def drive(self, value):
        changed, self._value = value != self._value, value
        if changed and self._handler:
            self._handler(self)


class SPI:
    def __init__(self, number, baudrate, sck=None, mosi=None, miso=None):
        here = world()
        self._selects = [
            (here.pins[cs], here.bench.xfer(r)) for r, (bus, cs) in enumerate(BOARD.readers) if bus == number
        ]

    def write_readinto(self, frame, answer):
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
    def __init__(self, pin, freq, duty_u16):
        self._pin = pin.number
        self._freq = freq

    def freq(self, hz):
        self._freq = hz

    def duty_u16(self, duty):
        world().log(f"pwm {self._pin} {self._freq} {duty}")


class WDT:
    def __init__(self, timeout):
        world().log(f"watchdog {timeout}")

    def feed(self):
        world().look()


class Timer:
    def __init__(self, period, callback):
        world().log(f"timer {period}")


def unique_id():
    return b"\xe6\x61\x4c\x31\x1b\x7a\x8c\x2f"


def reset():
    world().log("reset")
    sys.exit(4)
