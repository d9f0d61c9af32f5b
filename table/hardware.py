"""`lapio hardware`: each reader, button and lamp live on the screen, of the table that is set up or as it is found.

Hardware is what is known of the parts, from their Reads alone; HardwareScreen shows it and lights the lamps that are
touched. The names of cards are shown: no game is running.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import replace
from itertools import count, cycle
from typing import Literal, NamedTuple, Protocol

from display.view import HardwarePart, HardwareView, Note
from engine.errors import LapioError
from firmware_bridge import pi_pins
from firmware_bridge.mock import MockTable
from firmware_bridge.reads import Button, Clash, Gap, Read, ReaderState, SourceState, TagOff, TagOn
from table.at_screen import LEAVES, AtScreen, open_at
from table.cli_setup import config_path
from table.config import SerialSource, Source, SpiSource, TableConfig, load_config
from table.decks import decks_folder
from table.finding import DEVICES, places, without_lamps
from table.registry import KnownCard, Registry, mock_deck
from table.rig import OpenOne, Rig, real_rig
from table.seating import Seating, mock_seating
from table.sources import open_source
from table.tapping import Tapping
from table.terminal import Asked, Waited

SICK = ("fault", "mute")
PACE_S = 1.0  # seconds that a mock table's hands leave a card or a button
CARDS = ("JS", "QH", "7D", "AC", "TS", "2H", "KD", "9C")  # what those hands lay down


class LampSwitch(Protocol):
    """What lights lamps: a Rig, or a mock table."""

    def lamp(self, lamp: str, state: Literal["off", "on", "blink"]) -> None:
        """Light a lamp, or darken it."""


class Wired(NamedTuple):
    """Where parts are wired, by their names, and the readers' gain in dB."""

    places: dict[str, str]
    gains: dict[str, int]


class Hardware:
    """What is known of each part, by kind and name. `registry` names the cards that lie there."""

    def __init__(self, parts: Sequence[HardwarePart], registry: Registry | None = None) -> None:
        self.parts = list(parts)
        self.note: Note | None = None
        self._registry = registry
        self._lying: dict[str, list[bytes]] = {}

    def take(self, read: Read) -> None:
        """A Read, whatever it says; of parts that are not shown it says nothing."""
        match read:
            case TagOn(reader, uid):
                lying = self._lying.setdefault(reader, [])
                if uid not in lying:
                    lying.append(uid)
                self._changed(reader)
            case TagOff(reader, uid):
                if uid in self._lying.get(reader, []):
                    self._lying[reader].remove(uid)
                self._changed(reader)
            case Clash(reader):
                self.note = Note("two-cards", part=self.called(reader), good=False)
            case Button(button, pressed):
                self._set("button", button, active=pressed, tried=True)
            case ReaderState(reader, state, _, detail):
                self.state(reader, state, detail)
            case Gap(_, _, _, present):
                for reader in {reader for reader, _ in present}:
                    self._lying[reader] = [uid for where, uid in present if where == reader]
                    self._changed(reader)
            case SourceState(source, up, _, detail):
                self.note = None if up else Note("source-down", part=source, detail=detail or None, good=False)

    def state(self, reader: str, state: str, detail: str = "") -> None:
        """A reader tells how it is."""
        before = next((part.state for part in self.parts if part.kind == "reader" and part.name == reader), None)
        self._set("reader", reader, state=state, detail=self._detail(reader, detail))
        if before is None:
            return
        if state in SICK and before in ("ok", "clone"):
            self.note = Note(f"reader-{state}", part=self.called(reader), detail=detail or None, good=False)
        elif state in ("ok", "clone") and before in (*SICK, "off"):
            self.note = Note("reader-ok", part=self.called(reader))

    def lit(self, lamp: str, *, on: bool) -> None:
        """A lamp was lit or darkened."""
        self._set("lamp", lamp, active=on, tried=True)

    def called(self, name: str) -> str:
        """What people call a part: the seat's name where it has one."""
        part = next((part for part in self.parts if part.name == name), None)
        return name if part is None or not part.whose else f"{name} ({part.whose})"

    def _detail(self, reader: str, detail: str) -> str:
        part = next((part for part in self.parts if part.kind == "reader" and part.name == reader), None)
        gain = part.detail.rpartition("gain ")[2] if part is not None and "gain " in part.detail else ""
        return ", ".join(filter(None, (detail, f"gain {gain}" if gain else "")))

    def _changed(self, reader: str) -> None:
        """What lies on a reader has changed."""
        cards, unknown = [], 0
        for uid in self._lying.get(reader, []):
            found = None if self._registry is None else self._registry.find(uid)
            if isinstance(found, KnownCard):
                cards.append(found.card)
            else:
                unknown += 1
        lying = bool(cards) or unknown > 0
        tried = {"tried": True} if lying else {}
        self._set("reader", reader, active=lying, cards=tuple(cards), unknown=unknown, **tried)

    def _set(self, kind: str, name: str, **changed: object) -> None:
        for at, part in enumerate(self.parts):
            if part.kind == kind and part.name == name:
                self.parts[at] = replace(part, **changed)  # type: ignore[arg-type]  # the callers' own fields


class HardwareScreen:
    """Shows the parts until somebody leaves. `hands`: those of a mock table, which move each `pace_s` seconds."""

    def __init__(
        self,
        at: AtScreen,
        hardware: Hardware,
        lamps: LampSwitch,
        *,
        hands: MockTouches | None = None,
        pace_s: float = PACE_S,
        keys: tuple[str, ...] = ("close", "full-screen"),
        simulated: bool = False,
    ) -> None:
        self._at = at
        self._hardware = hardware
        self._lamps = lamps
        self._hands = hands
        self._pace_s = pace_s
        self._keys = keys
        self._simulated = simulated

    @property
    def view(self) -> HardwareView:
        """The state as the screen shows it."""
        return HardwareView(tuple(self._hardware.parts), self._hardware.note, self._simulated, self._keys)

    def run(self, tapping: Tapping, rig: Rig | None = None, *, until: float | None = None, rounds: int = 0) -> str:
        """Show it until somebody leaves, or a moment; with `rounds`, until the hands have touched all so many times.

        Returns the intent that ended it, "" where none did.
        """
        heard = self._at.heard
        self._at.heard = lambda read: self._heard(heard, read)
        if self._hands is not None:
            self._at.hands_at = self._at.now()
        self._at.show(self.view)
        try:
            return self._run(tapping, rig, until, rounds)
        finally:
            self._at.heard = heard
            self._at.hands_at = None
            for part in self._hardware.parts:
                if part.kind == "lamp" and part.active:
                    self._light(part, on=False)

    def _heard(self, others: Callable[[Read], None], read: Read) -> None:
        others(read)
        self._hardware.take(read)
        self._at.show(self.view)

    def _run(self, tapping: Tapping, rig: Rig | None, until: float | None, rounds: int) -> str:
        taken = rig.taken if rig is not None else lambda read: None
        for happened in self._at.happenings(tapping, until, taken):
            match happened:
                case Asked(intent) if intent.do in (*LEAVES, "back"):
                    return intent.do
                case Asked(intent) if intent.do == "choose" and intent.number is not None:
                    part = self._hardware.parts[intent.number]
                    self._light(part, on=not part.active)
                case Waited() if self._hands is not None and self._at.hands_at is None:
                    touched = self._hands.step()
                    if touched is not None:
                        self._light(*touched)
                    if rounds and self._hands.rounds >= rounds:
                        return ""
                    self._at.hands_at = self._at.now() + self._pace_s
                case _:
                    pass
            self._at.show(self.view)
        return ""

    def _light(self, part: HardwarePart, on: bool) -> None:
        self._lamps.lamp(part.name, "on" if on else "off")
        self._hardware.lit(part.name, on=on)


class MockTouches:
    """Hands at a mock table that try every part in turn: a card onto each reader, each button, each lamp."""

    def __init__(self, table: MockTable, parts: Sequence[HardwarePart], registry: Registry, at: AtScreen) -> None:
        self._table = table
        self._at = at
        self._cards = cycle(_tags(registry))
        self._parts = tuple(parts)
        self.rounds = 0  # how many times all of them have been tried
        self._steps = self._all()

    def step(self) -> tuple[HardwarePart, bool] | None:
        """Do the next thing; a lamp that is to be lit or darkened is told instead."""
        return next(self._steps)

    def _all(self) -> Iterator[tuple[HardwarePart, bool] | None]:
        for self.rounds in count():
            for part in self._parts:
                if part.kind == "reader":
                    uid = next(self._cards)
                    self._table.lay(part.name, uid)
                    yield None
                    self._table.lift(part.name, uid)
                elif part.kind == "button":
                    self._at.put(Button(part.name, True, self._at.now()))
                    yield None
                    self._at.put(Button(part.name, False, self._at.now()))
                else:
                    yield part, True
                    yield part, False


def _tags(registry: Registry) -> list[bytes]:
    """One tag of some cards that everybody knows, and one that no deck has."""
    known = (registry.cards(deck) for deck in registry.decks)
    tags = [tag for cards in known for card, its in cards.items() for tag in its[:1] if card in CARDS]
    return [*tags, b"\x04NODECK"]


# -- the parts -------------------------------------------------------------------------------------------------


def parts_of(seating: Seating, wired: Wired) -> list[HardwarePart]:
    """The parts of a table that is set up, seats first, each with where it is wired."""
    names = seating.names
    parts = []
    for reader, at in sorted(seating.readers.items(), key=lambda pair: (isinstance(pair[1], str), str(pair[1]))):
        seat = at if isinstance(at, int) else None
        gain = f"gain {wired.gains[reader]} dB" if reader in wired.gains else ""
        whose = names[seat] if seat is not None else ""
        parts.append(HardwarePart("reader", reader, wired.places.get(reader, ""), seat, whose, detail=gain))
    buttons = sorted(seating.buttons.items(), key=lambda pair: pair[1])
    parts += [HardwarePart("button", name, wired.places.get(name, ""), seat, names[seat]) for name, seat in buttons]
    lamps = sorted(seating.lamps.items())
    parts += [HardwarePart("lamp", name, wired.places.get(name, ""), seat, names[seat]) for seat, name in lamps]
    return parts


def found_parts(sources: Sequence[Source]) -> list[HardwarePart]:
    """The parts at every place of a machine where no table is set up: readers and buttons, by their places."""
    parts = [HardwarePart("reader", name) for source in sources for name in source.readers if name]
    return [*parts, *(HardwarePart("button", name) for source in sources for name in source.buttons if name)]


def wired(sources: Sequence[Source]) -> Wired:
    """Where each part of these sources is wired."""
    where: dict[str, str] = {}
    gains: dict[str, int] = {}
    for source in sources:
        if isinstance(source, SpiSource):
            where |= {name: f"SPI {select}" for name, select in source.readers.items()}
            gains |= dict.fromkeys(source.readers, source.gain_db)
        elif isinstance(source, SerialSource):
            for parts in (source.readers, source.buttons, source.lamps):
                where |= {name: f"{source.name} {number}" for number, name in enumerate(parts) if name}
        else:
            pins = {**source.buttons, **source.lamps}
            where |= {name: pi_pins.place(gpio) for name, gpio in pins.items()}
    return Wired(where, gains)


# -- the command -----------------------------------------------------------------------------------------------


def hardware(asked: argparse.Namespace, open_one: OpenOne = open_source) -> int:
    """Show every part live. Raises LapioError where no display can be opened or another Lapio has the hardware."""
    path = config_path(asked.config)
    config = load_config(path) if path.exists() else None
    with ExitStack() as stack:
        screen = stack.enter_context(open_at(asked, config, mock=asked.mock))
        at = AtScreen(screen)
        until = None if asked.seconds is None else at.now() + asked.seconds
        if asked.mock:
            shown = stack.enter_context(_mock_screen(at, config, PACE_S / asked.speed))
            shown.run(Tapping(), until=until, rounds=1 if screen.hidden and until is None else 0)
            return 0
        if config is not None and config.simulated:
            raise LapioError(f"{path} is of a mock table: run lapio setup first, or look at it with --mock")
        sources = list(config.sources) if config is not None else [without_lamps(place) for place in places(DEVICES)]
        parts = parts_of(config.seating, wired(sources)) if config is not None else found_parts(sources)
        model = Hardware(parts, Registry.load(decks_folder()))
        rig = stack.enter_context(real_rig(sources, at, open_one=open_one))
        shown = HardwareScreen(at, model, rig)
        at.heard = model.take
        rig.listen(Tapping(), 0.0)
        at.heard = lambda read: None
        shown.run(Tapping(), rig, until=until)
    return 0


@contextmanager
def _mock_screen(at: AtScreen, config: TableConfig | None, pace_s: float) -> Iterator[HardwareScreen]:
    """The screen with the parts of a mock table, and hands that try them."""
    names = [seat.name for seat in config.seats] if config is not None else _four_names()
    registry = Registry.load(decks_folder(mock=True))
    if not any(its for deck in registry.decks for its in registry.cards(deck).values()):
        registry = mock_deck()
    parts = parts_of(mock_seating(names), Wired({}, {}))
    table = MockTable(
        [part.name for part in parts if part.kind == "reader"],
        [part.name for part in parts if part.kind == "button"],
        at.now,
    )
    model = Hardware(parts, registry)
    screen = HardwareScreen(
        at, model, table, hands=MockTouches(table, parts, registry, at), pace_s=pace_s, simulated=True
    )
    try:
        table.start(at.put)
        yield screen
    finally:
        table.stop()


def _four_names() -> list[str]:
    return [seat.name for seat in TableConfig().seats]
