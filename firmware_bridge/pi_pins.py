"""Which pin of the Raspberry Pi goes where: the pin map as data, for the panel and for the test of the wiring.

Numbers are GPIO numbers (Broadcom's); HEADER has the pin of the 40-pin header for each. The wiring sources under
hardware/schematics and the example configurations are held to this file by tests/hardware/test_wiring.py.
Source: docs/hardware.md, sections 6.1 and 6.2.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

HEADER: Mapping[int, int] = {
    2: 3, 3: 5, 4: 7, 14: 8, 15: 10, 17: 11, 18: 12, 27: 13, 22: 15, 23: 16, 24: 18, 10: 19, 9: 21, 25: 22,
    11: 23, 8: 24, 7: 26, 0: 27, 1: 28, 5: 29, 6: 31, 12: 32, 13: 33, 19: 35, 16: 36, 26: 37, 20: 38, 21: 40,
}  # fmt: skip
POWER: Mapping[str, tuple[int, ...]] = {"3V3": (1, 17), "5V": (2, 4), "GND": (6, 9, 14, 20, 25, 30, 34, 39)}


class Bus(NamedTuple):
    """One SPI bus of the header. `line` switches it on in config.txt; `selects` are CE0, CE1 and so on."""

    line: str
    mosi: int
    miso: int
    sclk: int
    selects: tuple[int, ...]

    @property
    def signals(self) -> dict[int, str]:
        """What each of its GPIOs is."""
        selects = {gpio: f"CE{number}" for number, gpio in enumerate(self.selects)}
        return {self.mosi: "MOSI", self.miso: "MISO", self.sclk: "SCLK", **selects}


class PanelPins(NamedTuple):
    """Buttons and lamps, seat 1 first, and the buzzer."""

    buttons: tuple[int, ...]
    lamps: tuple[int, ...]
    buzzer: int


SPI: Mapping[int, Bus] = {
    0: Bus("dtparam=spi=on", mosi=10, miso=9, sclk=11, selects=(8, 7)),
    1: Bus("dtoverlay=spi1-3cs", mosi=20, miso=19, sclk=21, selects=(18, 17, 16)),
}
RST = 25  # shared by all readers

# Readers on the Pi: both SPI buses are taken, and that leaves pins for four seats.
FOUR_SEATS = PanelPins(buttons=(5, 6, 13, 26), lamps=(22, 23, 24, 27), buzzer=12)
# Readers on the microcontroller: SPI is off, and all the buttons are on one clock.
EIGHT_SEATS = PanelPins(buttons=(5, 6, 13, 19, 26, 16, 20, 21), lamps=(17, 27, 22, 23, 24, 25, 4, 18), buzzer=12)

# What else the header's GPIOs are for. These are no place for a button or a lamp.
SPECIAL: Mapping[int, str] = {
    0: "the memory of a plugged-on board",
    1: "the memory of a plugged-on board",
    2: "I2C, with a pull-up on the board",
    3: "I2C, with a pull-up on the board",
    14: "the serial console",
    15: "the serial console",
}


def place(gpio: int) -> str:
    """Where a GPIO is, for people: "GPIO 5 (pin 29)"."""
    return f"GPIO {gpio} (pin {HEADER[gpio]})" if gpio in HEADER else f"GPIO {gpio}"
