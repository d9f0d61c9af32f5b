"""Where on this machine a reader, a button or a lamp may be wired: every place, before anybody has named it.

The places are sources as in table.toml, whose parts are called by their places ("SPI 0.1", "GPIO 5 (pin 29)", "reader
3 of the board"). Opened like a table, they tell which places answer; set-up then gives the parts their names.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from firmware_bridge import pi_pins
from table.config import CHIP_SELECTS, GpioSource, MockSource, SerialSource, Source, SpiSource

DEVICES = Path("/dev")
BOARDS = "usb-MicroPython_Board_in_FS_mode_*-if00"  # under serial/by-id
BOARD_READERS, BOARD_BUTTONS, BOARD_LAMPS = 10, 8, 8
MOCK_READERS, MOCK_BUTTONS = 12, 10


def places(devices: Path = DEVICES, spi: SpiSource | None = None) -> tuple[Source, ...]:
    """Every place where a part may be wired. `spi`: what is known of speed, gain and driver."""
    found: list[Source] = []
    if selects := chip_selects(devices):
        readers = {f"SPI {select}": select for select in selects}
        found.append(replace(spi, readers=readers) if spi else SpiSource(readers))
    boards = board_paths(devices)
    for number, path in enumerate(boards, 1):
        board = "the board" if len(boards) == 1 else f"board {number}"
        found.append(
            SerialSource(
                name="serial" if number == 1 else f"serial-{number}",
                path=str(path) if len(boards) > 1 else "",
                readers=tuple(f"reader {at} of {board}" for at in range(BOARD_READERS)),
                buttons=tuple(f"button {at} of {board}" for at in range(BOARD_BUTTONS)),
                lamps=tuple(f"lamp {at} of {board}" for at in range(BOARD_LAMPS)),
            )
        )
    if (devices / "gpiochip0").exists():
        pins = panel_pins(devices)
        found.append(
            GpioSource(
                buttons={pi_pins.place(gpio): gpio for gpio in button_pins(devices)},
                lamps={pi_pins.place(gpio): gpio for gpio in pins.lamps},
                buzzer=pins.buzzer,
            )
        )
    return tuple(found)


def simulated_places() -> tuple[Source, ...]:
    """The one source of a mock table; its parts are those of `simulated_readers` and `simulated_buttons`."""
    return (MockSource(),)


def simulated_readers() -> tuple[str, ...]:
    """The readers of a mock table that is being set up."""
    return tuple(f"reader {number}" for number in range(1, MOCK_READERS + 1))


def simulated_buttons() -> tuple[str, ...]:
    """The buttons of a mock table that is being set up."""
    return tuple(f"button {number}" for number in range(1, MOCK_BUTTONS + 1))


def chip_selects(devices: Path = DEVICES) -> tuple[str, ...]:
    """The chip selects of SPI that are switched on: "0.0", "0.1" and so on."""
    return tuple(select for select in CHIP_SELECTS if (devices / f"spidev{select}").exists())


def board_paths(devices: Path = DEVICES) -> tuple[Path, ...]:
    """The microcontrollers with MicroPython that are plugged in."""
    return tuple(sorted((devices / "serial" / "by-id").glob(BOARDS)))


def panel_pins(devices: Path = DEVICES) -> pi_pins.PanelPins:
    """Where the wiring pages put buttons, lamps and the buzzer, with SPI as it is switched on here."""
    return pi_pins.FOUR_SEATS if chip_selects(devices) else pi_pins.EIGHT_SEATS


def button_pins(devices: Path = DEVICES) -> tuple[int, ...]:
    """The pins that a button may be on: those of the wiring pages first, then all that have no other use."""
    pins = panel_pins(devices)
    taken = {*pi_pins.SPECIAL, *pins.lamps, pins.buzzer, *_spi_pins(devices)}
    free = [gpio for gpio in sorted(pi_pins.HEADER) if gpio not in taken]
    return tuple(dict.fromkeys([*(gpio for gpio in pins.buttons if gpio in free), *free]))


def without_lamps(place: Source) -> Source:
    """The source with nothing that is driven: a pin that has no lamp may have something else."""
    return replace(place, lamps={}, buzzer=None) if isinstance(place, GpioSource) else place


def _spi_pins(devices: Path) -> Iterator[int]:
    """The pins of the buses that are on, and of the readers' reset."""
    selects = chip_selects(devices)
    for number, bus in pi_pins.SPI.items():
        if any(select.startswith(f"{number}.") for select in selects):
            yield from bus.signals
    if selects:
        yield pi_pins.RST
