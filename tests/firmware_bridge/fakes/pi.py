"""A Raspberry Pi's SPI and GPIO modules, with simulated chips behind them: what the package mfrc522 talks to."""

import sys
import types
from contextlib import contextmanager

from firmware_bridge.sim.bench import Bench
from firmware_bridge.sim.clock import VirtualClock

CHIPS = {(0, 0): 0, (0, 1): 1, (1, 2): 2}  # which simulated chip is at which bus and chip select
PACKAGE = ("mfrc522", "mfrc522.MFRC522", "mfrc522.SimpleMFRC522")


class Pi:
    """A Raspberry Pi: what its SPI and GPIO modules were asked to do, and what they refuse."""

    def __init__(self):
        self.clock = VirtualClock()
        self.bench = Bench(self.clock, 3, overhead_us=25, spi_hz=1_000_000)
        self.open = []
        self.speeds = {}
        self.refuses = None  # an error for SpiDev.open
        self.gpio_refuses = None
        self.mode = None
        self.pins = []
        self.cleaned = []

    def spidev(self):
        pi = self

        class SpiDev:
            max_speed_hz = 0
            mode = 0
            at = None

            def open(self, bus, device):
                if pi.refuses and (bus, device) in pi.refuses:
                    raise pi.refuses[bus, device]
                self.at = (bus, device)
                pi.open.append(self.at)

            def xfer2(self, data):
                assert isinstance(data, list)
                pi.speeds[self.at] = self.max_speed_hz
                return list(pi.bench.xfer(CHIPS[self.at])(bytearray(data)))

            def __del__(self):
                self.close()  # as the real one does

            def close(self):
                if self.at in pi.open:
                    pi.open.remove(self.at)

        module = types.ModuleType("spidev")
        module.SpiDev = SpiDev
        return module

    def gpio(self):
        pi = self
        module = types.ModuleType("RPi.GPIO")
        module.BOARD, module.BCM, module.OUT = 10, 11, 0

        def setmode(mode):
            pi.mode = mode

        def setup(pin, direction):
            if pi.gpio_refuses:
                raise RuntimeError(pi.gpio_refuses)
            pi.pins.append((pin, "out"))

        def output(pin, value):
            pi.pins.append((pin, value))
            if not value:
                pi.bench.reset()

        module.getmode = lambda: pi.mode
        module.setmode = setmode
        module.setup = setup
        module.output = output
        module.cleanup = lambda pin=None: pi.cleaned.append(pin)
        return module

    def modules(self):
        """The modules by their names."""
        rpi = types.ModuleType("RPi")
        rpi.GPIO = self.gpio()
        return {"spidev": self.spidev(), "RPi": rpi, "RPi.GPIO": rpi.GPIO}

    @contextmanager
    def installed(self):
        """The modules are there to be imported, for the package mfrc522 too; afterwards all is as it was."""
        ours = self.modules()
        names = (*ours, *PACKAGE)
        before = {name: sys.modules.pop(name) for name in names if name in sys.modules}
        sys.modules.update(ours)
        try:
            yield self
        finally:
            for name in names:
                sys.modules.pop(name, None)
            sys.modules.update(before)
