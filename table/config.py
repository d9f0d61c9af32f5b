"""The table's configuration: table.toml, who sits where, what is wired to what, the household's choices.

    seats = [{ name = "North" }, { name = "South", reader = "left", button = "" }]
    decks = ["blue"]

    [house]
    settle_ms = 150

    [look]
    language = "fi"

    [[sources]]
    kind = "spi"
    readers = { seat-1 = "0.0", left = "0.1" }

Without a file it is a simulated table of four seats. Everything is checked as it is read: a ConfigError names the file,
the line, the key and what was expected there. In keys, seats and sources are counted from 1.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Annotated, ClassVar, Literal, TypeAlias, get_args

from display.labels import LANGUAGES
from display.view import Look
from engine.errors import LapioError
from firmware_bridge.transports import RST_GPIO, Port
from table.decoding import Range, decoded, seen
from table.files import FilesError, config_folder
from table.seating import Place as StandsAt
from table.seating import Seating
from table.sensing import HouseRules
from table.spelling import did_you_mean
from table.toml_file import Fault, Place, Toml, read_toml

FILE = "table.toml"
SEATS = range(2, 11)
SEAT_NAME_LETTERS = 24
PARTS = ("readers", "buttons", "lamps")
CHIP_SELECTS = ("0.0", "0.1", "1.0", "1.1", "1.2")
SPI_PINS: Mapping[str, Mapping[int, str]] = {  # what the Pi's header has for each bus, by GPIO number
    "0": {10: "MOSI", 9: "MISO", 11: "SCLK", 8: "CE0", 7: "CE1"},
    "1": {20: "MOSI", 19: "MISO", 21: "SCLK", 18: "CE0", 17: "CE1", 16: "CE2"},
}


Gpio: TypeAlias = Annotated[int, Range(2, 27)]  # 0 and 1 belong to the board that is plugged on


class ConfigError(LapioError, ValueError):
    """The configuration cannot be used: file, line, key, and what was expected."""


@dataclass(frozen=True, slots=True)
class Seat:
    """One seat, clockwise. A reader, button or lamp that is not given is `seat-1`, `button-1`, `lamp-1`; "" is none."""

    name: str
    reader: str | None = None
    button: str | None = None
    lamp: str | None = None


@dataclass(frozen=True, slots=True)
class House:
    """House rules of the table itself. A card that lies shorter than `settle_ms` was only touched and does not count.

    With `touched_is_played` it counts at once. `debounce_ms`: edges of a button within this time are one press.
    """

    settle_ms: Annotated[int, Range(0, 2000)] = 120
    touched_is_played: bool = False
    debounce_ms: Annotated[int, Range(0, 500)] = 25

    @property
    def rules(self) -> HouseRules:
        """What the session needs of it."""
        return HouseRules(self.settle_ms / 1000, self.touched_is_played)


@dataclass(frozen=True, slots=True)
class MockSource:
    """A simulated table: every reader, button and lamp that the seats name is there."""

    kind: ClassVar[str] = "mock"
    name: str = "mock"
    readers: ClassVar[Mapping[str, str]] = {}
    buttons: ClassVar[Mapping[str, int]] = {}
    lamps: ClassVar[Mapping[str, int]] = {}


@dataclass(frozen=True, slots=True)
class SpiSource:
    """Readers on the Pi's own SPI: each reader's name with its bus and chip select, like "0.1"."""

    readers: Mapping[str, str]
    kind: ClassVar[str] = "spi"
    name: str = "spi"
    speed_hz: Annotated[int, Range(100_000, 10_000_000)] = 1_000_000
    gain_db: Literal[18, 23, 33, 38, 43, 48] = 33
    reset_pin: Gpio = RST_GPIO
    driver: Literal["auto", "mfrc522", "spidev"] = "auto"
    buttons: ClassVar[Mapping[str, int]] = {}
    lamps: ClassVar[Mapping[str, int]] = {}

    @property
    def ports(self) -> tuple[Port, ...]:
        """The readers as the bridge wants them."""
        wired = [(reader, *select.split(".")) for reader, select in self.readers.items()]
        return tuple(Port(name, int(bus), int(device), self.speed_hz, self.gain_db) for name, bus, device in wired)


@dataclass(frozen=True, slots=True)
class SerialSource:
    """A microcontroller on USB. Names stand in the order of its numbers; "" is one that the table does not use."""

    kind: ClassVar[str] = "serial"
    name: str = "serial"
    path: str = ""  # "" is the only board that is plugged in
    readers: tuple[str, ...] = ()
    buttons: tuple[str, ...] = ()
    lamps: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class GpioSource:
    """Buttons, lamps and a buzzer on the Pi's own pins, by GPIO number."""

    kind: ClassVar[str] = "gpio"
    name: str = "gpio"
    readers: ClassVar[Mapping[str, str]] = {}
    buttons: Mapping[str, Gpio] = field(default_factory=dict)
    lamps: Mapping[str, Gpio] = field(default_factory=dict)
    buzzer: Gpio | None = None


Source: TypeAlias = MockSource | SpiSource | SerialSource | GpioSource


def _four_seats() -> tuple[Seat, ...]:
    return tuple(Seat(name) for name in ("North", "East", "South", "West"))


@dataclass(frozen=True, slots=True)
class TableConfig:
    """All of table.toml, checked. A reader, button or lamp that is not there is "".

    `decks`: those in play, none for all that are registered. `shared_reader`: one reader in the middle for the seats
    that have none of their own.
    """

    seats: tuple[Seat, ...] = field(default_factory=_four_seats)
    draw_reader: str | None = None
    discard_reader: str | None = None
    shared_reader: str | None = None
    decks: tuple[str, ...] = ()
    sources: tuple[Source, ...] = (MockSource(),)
    look: Look = field(default_factory=Look)
    house: House = field(default_factory=House)

    @property
    def simulated(self) -> bool:
        """Whether anything at this table is simulated: the screen then says so for good."""
        return any(isinstance(source, MockSource) for source in self.sources)

    @property
    def seating(self) -> Seating:
        """Which reader, button and lamp belongs to which place."""
        readers: dict[str, StandsAt] = {seat.reader: at for at, seat in enumerate(self.seats) if seat.reader}
        places: tuple[tuple[StandsAt, str | None], ...] = (
            ("draw", self.draw_reader),
            ("discard", self.discard_reader),
            ("shared", self.shared_reader),
        )
        readers |= {reader: place for place, reader in places if reader}
        return Seating(
            tuple(seat.name for seat in self.seats),
            readers,
            {seat.button: at for at, seat in enumerate(self.seats) if seat.button},
            {at: seat.lamp for at, seat in enumerate(self.seats) if seat.lamp},
        )


def load_config(path: Path | None = None) -> TableConfig:
    """The table's configuration: of this file, or of table.toml in the configuration folder if there is one.

    Raises ConfigError for whatever is wrong with it, also where the file that was named is not there.
    """
    if path is None:
        path = config_folder() / FILE
        if not path.exists():
            return read_config("")
    try:
        return _config(read_toml(path))
    except FilesError as error:
        raise ConfigError(str(error)) from None


def read_config(text: str, name: str = FILE) -> TableConfig:
    """The configuration that is this text; `name` is the file's in errors. Raises ConfigError."""
    try:
        return _config(Toml(text, name))
    except FilesError as error:
        raise ConfigError(str(error)) from None


def _config(toml: Toml) -> TableConfig:
    with toml.faults_told():
        return _completed(decoded(TableConfig, toml.data))


# What must fit together


def _completed(config: TableConfig) -> TableConfig:
    """The configuration with every name filled in, once everything fits together. Raises Fault."""
    _check_seat_names(config)
    if config.look.language not in LANGUAGES:
        expected = f"expected one of {', '.join(LANGUAGES)}, not {seen(config.look.language)}"
        raise Fault(("look", "language"), expected)
    _check_sources(config)
    config = _with_names(config)
    owners = _owners(config)
    _check_wiring(config, owners)
    return config


def _check_seat_names(config: TableConfig) -> None:
    if len(config.seats) not in SEATS:
        raise Fault(("seats",), f"expected {SEATS.start} to {SEATS.stop - 1} seats, not {len(config.seats)}")
    names: dict[str, int] = {}
    for at, seat in enumerate(config.seats):
        place: Place = ("seats", at, "name")
        if not seat.name.strip() or not seat.name.isprintable() or len(seat.name) > SEAT_NAME_LETTERS:
            raise Fault(place, f"expected a name of 1 to {SEAT_NAME_LETTERS} letters, not {seen(seat.name)}")
        if names.setdefault(seat.name, at) != at:
            raise Fault(place, f'seat {names[seat.name] + 1} is called "{seat.name}" too: give each its own name')


def _check_sources(config: TableConfig) -> None:
    """Each source is there once, and so is each name of a part on all of them."""
    if not config.sources:
        kinds = ", ".join(source.kind for source in get_args(Source))
        raise Fault(("sources",), f"expected at least one source, of the kind {kinds}")
    sources: dict[str, int] = {}
    paths: dict[str, str] = {}
    parts: dict[tuple[str, str], str] = {}
    for at, source in enumerate(config.sources):
        place: Place = ("sources", at)
        if not source.name or sources.setdefault(source.name, at) != at:
            raise Fault((*place, "name"), f'another source is called "{source.name}" too: give each its own name')
        if isinstance(source, SerialSource) and paths.setdefault(source.path, source.name) != source.name:
            raise Fault((*place, "path"), f"source {paths[source.path]} is on the same board: give the path of each")
        for part in PARTS:
            for name in filter(None, getattr(source, part)):
                if (part, name) in parts:
                    other = parts[part, name]
                    raise Fault((*place, part), f'"{name}" is on source {other} already: give each its own name')
                parts[part, name] = source.name


def _with_names(config: TableConfig) -> TableConfig:
    """With the names that were left out. Raises Fault for a name that no source has."""
    there = {part: [name for source in config.sources for name in getattr(source, part)] for part in PARTS}

    def named(part: str, name: str | None, default: str, place: Place) -> str:
        if name is None:
            return default if config.simulated or default in there[part] else ""
        if name and not config.simulated and name not in there[part]:
            hint = did_you_mean(name, there[part]) or f"; they have {', '.join(filter(None, there[part])) or 'none'}"
            raise Fault(place, f'no source has "{name}" among its {part}{hint}')
        return name

    seats = []
    for at, seat in enumerate(config.seats):
        place: Place = ("seats", at)
        own = "" if config.shared_reader and seat.reader is None else seat.reader
        reader = named("readers", own, f"seat-{at + 1}", (*place, "reader"))
        if not reader and own is None:
            raise Fault((*place, "reader"), f'{seat.name} has no reader: name one, or write reader = "" for none')
        button = named("buttons", seat.button, f"button-{at + 1}", (*place, "button"))
        lamp = named("lamps", seat.lamp, f"lamp-{at + 1}", (*place, "lamp"))
        seats.append(Seat(seat.name, reader, button, lamp))
    return replace(
        config,
        seats=tuple(seats),
        draw_reader=named("readers", config.draw_reader, "draw", ("draw_reader",)),
        discard_reader=named("readers", config.discard_reader or "", "", ("discard_reader",)),
        shared_reader=named("readers", config.shared_reader or "", "", ("shared_reader",)),
    )


def _owners(config: TableConfig) -> dict[tuple[str, str], str]:
    """Whose each reader, button and lamp is. Raises Fault where one has two owners."""
    owners: dict[tuple[str, str], str] = {}
    wanted: list[tuple[str, str | None, str, Place]] = []
    for at, seat in enumerate(config.seats):
        wanted.append(("readers", seat.reader, seat.name, ("seats", at, "reader")))
        wanted.append(("buttons", seat.button, seat.name, ("seats", at, "button")))
        wanted.append(("lamps", seat.lamp, seat.name, ("seats", at, "lamp")))
    for key in ("draw_reader", "discard_reader", "shared_reader"):
        wanted.append(("readers", getattr(config, key), key, (key,)))
    for part, name, owner, place in wanted:
        if name and owners.setdefault((part, name), owner) != owner:
            other = owners[part, name]
            raise Fault(place, f'"{name}" is the {part[:-1]} of {other} already: {owner} needs another')
    return owners


def _check_wiring(config: TableConfig, owners: Mapping[tuple[str, str], str]) -> None:
    """No chip select and no pin of the Pi is used twice. Raises Fault with both users."""
    selects: dict[str, str] = {}
    pins: dict[int, str] = {}

    def take(pin: int, user: str, place: Place) -> None:
        if pins.setdefault(pin, user) != user:
            raise Fault(place, f"GPIO {pin} is used by {pins[pin]} already: {user} needs another pin")

    def called(part: str, name: str) -> str:
        owner = owners.get((part, name))
        return f"the {part[:-1]} {name}" + (f" of {owner}" if owner else "")

    for at, source in enumerate(config.sources):
        if not isinstance(source, SpiSource):
            continue
        place: Place = ("sources", at)
        for reader, select in source.readers.items():
            here, user = (*place, "readers", reader), called("readers", reader)
            if select not in CHIP_SELECTS:
                expected = f"expected a bus and chip select, one of {', '.join(CHIP_SELECTS)}"
                raise Fault(here, f"{expected}, not {seen(select)}")
            if selects.setdefault(select, user) != user:
                raise Fault(here, f"{selects[select]} is on {select} already: {user} needs another chip select")
            for pin, signal in SPI_PINS[select[0]].items():
                take(pin, f"SPI{select[0]} ({signal})", here)
        take(source.reset_pin, f"the reset of source {source.name}", (*place, "reset_pin"))
    for at, source in enumerate(config.sources):
        if not isinstance(source, GpioSource):
            continue
        for part, wired in (("buttons", source.buttons), ("lamps", source.lamps)):
            for name, pin in wired.items():
                take(pin, called(part, name), ("sources", at, part, name))
        if source.buzzer is not None:
            take(source.buzzer, "the buzzer", ("sources", at, "buzzer"))
