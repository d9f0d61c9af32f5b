"""What can be wrong with a table: its configuration, decks, journal, readers and boards."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from engine.errors import LapioError
from firmware_bridge.pico.device import FIRMWARE
from firmware_bridge.reads import BridgeError
from table.config import GpioSource, SerialSource, Source, SpiSource, TableConfig, load_config
from table.doctor import Finding, Level, Machine
from table.doctor_machine import Needs
from table.finding import places, without_lamps
from table.rig import OpenOne, Rig, real_rig
from table.sources import HardwareInUse, open_source
from table.tapping import Health, SourceTold, Tapping
from table.terminal import Terminal

if TYPE_CHECKING:
    from firmware_bridge.serial_link import LinkReport

MB = 1_000_000
LITTLE_SPACE, NO_SPACE = 100 * MB, 5 * MB
NOISY = 30  # noisy polls a minute at which something is wrong with a reader's surroundings


class Listening(NamedTuple):
    """How long to listen to the readers, in seconds, and how they are opened."""

    seconds: float = 5.0
    open_one: OpenOne = open_source
    lock_folder: Path | None = None


class Looked(NamedTuple):
    """What a table needs of its machine, and what was found of itself."""

    needs: Needs
    findings: list[Finding]


def look_at_table(machine: Machine, path: Path, listening: Listening) -> Looked:
    """Everything about the table that this file configures."""
    findings: list[Finding] = []
    config: TableConfig | None = None
    if path.exists():
        try:
            config = load_config(path)
            kind = "a mock table" if config.simulated else "a table"
            findings.append(Finding("table", "ok", f"{path}: {kind} of {len(config.seats)} seats"))
        except LapioError as error:
            findings.append(Finding("table", "bad", str(error), "correct it there, or set it up anew: lapio setup"))
    else:
        text = f"no table is set up ({path}): lapio play is a mock table"
        findings.append(Finding("table", "ok", text, "lapio setup, where there are readers"))
    real = config is not None and not config.simulated
    sources: Sequence[Source] = config.sources if config and real else places(machine.devices) if machine.pi else ()
    needs = _needs(sources) if real else Needs()
    findings += _wiring(sources if real else (), machine)
    findings += _decks(machine, config if real else None)
    findings += _storage(machine)
    findings += _hardware(sources, listening, real=real)
    findings += _modem_manager(machine, needs)
    return Looked(needs, findings)


def _needs(sources: Sequence[Source]) -> Needs:
    selects = tuple(select for source in sources if isinstance(source, SpiSource) for select in source.readers.values())
    return Needs(
        selects,
        gpio=any(isinstance(source, GpioSource) for source in sources),
        serial=any(isinstance(source, SerialSource) for source in sources),
    )


def _wiring(sources: Sequence[Source], machine: Machine) -> Iterator[Finding]:
    """Buttons and lamps on pins that something else of this machine has."""
    from firmware_bridge.panel import check_pins

    for source in sources:
        if isinstance(source, GpioSource):
            try:
                check_pins(source.buttons, source.lamps, source.buzzer, machine.devices)
            except BridgeError as error:
                yield Finding("pins", "bad", str(error))


# -- decks and storage --------------------------------------------------------------------------------------


def _decks(machine: Machine, config: TableConfig | None) -> Iterator[Finding]:
    """The decks; only a real table needs any."""
    from table.decks import deck_lines, decks_folder
    from table.registry import Registry

    level: Level = "bad" if config else "note"
    try:
        registry = Registry.load(decks_folder())
    except LapioError as error:
        yield Finding("decks", level, str(error))
        return
    wanted = (config.decks if config else ()) or registry.decks
    for deck in wanted:
        if deck not in registry.decks:
            yield Finding(
                "decks", level, f'table.toml names the deck "{deck}", which is not learnt', f"lapio deck learn {deck}"
            )
    for line in deck_lines(registry):
        text = f"{line.name}: {line.learnt} of {line.cards} cards"
        if line.learnt < line.cards:
            yield Finding("decks", level if line.name in wanted else "note", text, f"lapio deck learn {line.name}")
        else:
            yield Finding("decks", "ok", f"{text}, {line.controls} control cards")
    if not registry.decks:
        if config:
            yield Finding("decks", "bad", "no deck is learnt yet", "lapio deck learn blue")
        else:
            yield Finding("decks", "ok", "none is learnt; the mock table has its own")


def _storage(machine: Machine) -> Iterator[Finding]:
    from table.files import FilesError, data_folder

    try:
        folder = data_folder()
    except FilesError as error:
        yield Finding("storage", "note", f"{error}; games are not kept")
        return
    free = machine.free(folder)
    text = f"{folder}, {free // MB} MB free"
    if free < NO_SPACE:
        yield Finding("storage", "bad", f"{text}: the disk is full", "make room on it")
    elif free < LITTLE_SPACE:
        yield Finding("storage", "note", f"{text}: that is little", "make room on it")
    else:
        yield Finding("storage", "ok", text)
    yield from _journal(folder / "journal.sqlite")


def _journal(path: Path) -> Iterator[Finding]:
    from table.journal import Journal

    if not path.exists():
        yield Finding("journal", "ok", "no game was played yet")
        return
    try:
        with Journal.open(path, read_only=True) as journal:
            games = journal.games()
            loaded = journal.unfinished()
    except LapioError as error:
        yield Finding("journal", "note", str(error))
        return
    going = "one of them unfinished" if loaded else "none unfinished"
    yield Finding("journal", "ok", f"{len(games)} games, {going}")
    damaged = sorted(other.name for other in path.parent.glob(f"{path.name}.damaged-*"))
    lost = [game for game in games if game.lost]
    if damaged:
        text = f"it was damaged and mended; the damaged file is kept as {damaged[-1]}"
        yield Finding("journal", "note", text + (f"; of {len(lost)} games something is lost" if lost else ""))


# -- readers and boards -------------------------------------------------------------------------------------


def _hardware(sources: Sequence[Source], listening: Listening, *, real: bool) -> list[Finding]:
    """Open the sources and listen to them. Where no table is set up, what does not answer is no fault."""
    if not sources:
        return []
    terminal, tapping = Terminal(lines=iter(())), Tapping()
    try:
        opened = [without_lamps(source) for source in sources]
        with real_rig(opened, terminal, folder=listening.lock_folder, open_one=listening.open_one) as rig:
            begun = terminal.now()
            rig.listen(tapping)
            until = begun + listening.seconds
            if terminal.now() < until:
                for happened in terminal.happenings(tapping, until, rig.taken):
                    if isinstance(happened, Health):
                        rig.hear(happened)
                    elif isinstance(happened, SourceTold):
                        rig.heed(happened)
            return [
                *_readers(rig, terminal.now() - begun, real=real),
                *_boards(rig, sources, real=real),
                *_troubles(rig, real=real),
            ]
    except HardwareInUse as error:
        return [Finding("readers", "note", f"not looked at: {error}")]
    except LapioError as error:
        return [Finding("readers", "bad" if real else "note", str(error))]


def _readers(rig: Rig, seconds: float, *, real: bool) -> Iterator[Finding]:
    counts: dict[str, tuple[int, int, int, int]] = {}
    gains: dict[str, int] = {}
    for source, opened in zip(rig.sources, rig.opened, strict=True):
        if isinstance(source, SpiSource):
            gains |= dict.fromkeys(source.readers, source.gain_db)
            counts |= opened.counts() if hasattr(opened, "counts") else {}
    names = [name for source in rig.sources for name in source.readers if name]
    for name in names:
        health = rig.readers.get(name) or rig.silent.get(name)
        if health is None:
            if real and not any(source.name not in rig.up and name in source.readers for source in rig.sources):
                yield Finding("readers", "bad", f"{name}: nothing is heard of it", "look at its cable")
            continue
        if health.state == "mute" and not real:
            continue  # a place where nothing is wired
        text = f"{name}: {health.state}, {health.detail}" if health.detail else f"{name}: {health.state}"
        if name in gains:
            text += f", gain {gains[name]} dB"
        level: Level = "ok" if health.state in ("ok", "clone") else "bad" if real else "note"
        mend = {
            "mute": "look at its power, its select wire and MISO",
            "fault": "look at its wires; try speed_hz = 500000",
        }
        if name in counts:
            _, noisy, _, recoveries = counts[name]
            a_minute = round(noisy * 60 / max(seconds, 1.0))
            text += f", {a_minute} noisy looks a minute"
            text += f", started anew {recoveries} times" if recoveries else ""
            if a_minute >= NOISY and level == "ok":
                level = "note"
                mend["noise"] = "metal, another reader or a long cable near it? try speed_hz = 500000 in table.toml"
        yield Finding("readers", level, text, "" if level == "ok" else mend.get(health.state, mend.get("noise", "")))


def _boards(rig: Rig, sources: Sequence[Source], *, real: bool) -> Iterator[Finding]:
    """Each board that answers. `sources`: as they are configured, with their lamps."""
    configured = {source.name: source for source in sources}
    for source, opened in zip(rig.sources, rig.opened, strict=True):
        report = getattr(opened, "report", None)
        if not isinstance(source, SerialSource) or report is None:
            continue
        told = report()
        if not told.up:
            continue  # its trouble is told
        quality = f"{told.lines_bad} bad lines, answers in {told.round_trip_ms:.1f} ms"
        text = f"{source.name}: firmware {told.firmware}, {quality}"
        if lacks := _lacks(configured[source.name], told):
            mend = "correct it, or give the board its wiring: lapio flash --board four-seats, or eight-seats"
            yield Finding(
                "boards", "bad" if real else "note", f"{text}; table.toml names more than it has: {lacks}", mend
            )
        elif told.firmware != FIRMWARE:
            yield Finding("boards", "note", f"{text}; this Lapio brings {FIRMWARE}", "lapio flash")
        else:
            yield Finding("boards", "ok", text)


def _lacks(source: Source, told: LinkReport) -> str:
    """Parts that are configured at numbers that the board does not have, in words."""
    lacks = []
    for part, has in (("readers", told.readers), ("buttons", told.buttons), ("lamps", told.lamps)):
        numbers = [number for number, name in enumerate(getattr(source, part), 1) if name]
        if numbers and numbers[-1] > has:
            lacks.append(f"{part} {numbers[-1]} (it has {has})")
    return ", ".join(lacks)


def _troubles(rig: Rig, *, real: bool) -> Iterator[Finding]:
    for trouble in rig.troubles:
        yield Finding("hardware", "bad" if real else "note", trouble)


def _modem_manager(machine: Machine, needs: Needs) -> Iterator[Finding]:
    if needs.serial and machine.run(["systemctl", "is-active", "ModemManager"]).out == "active":
        text = "ModemManager talks to boards as they are plugged in, which delays them"
        yield Finding("boards", "note", text, "sudo systemctl disable --now ModemManager")
