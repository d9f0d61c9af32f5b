"""From the configuration to hardware: opens each source that table.toml names, and one panel for all their lamps.

A source that cannot be opened is told as a SourceState, and the table goes on without it until it can. One program at
a time may use the hardware: `hardware_lock` says which other one does.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Literal, Protocol, TypeGuard

from engine.errors import LapioError
from firmware_bridge.link_position import NOWHERE, Position
from firmware_bridge.reads import BridgeError, Panel, Read, Source, SourceState
from table import config as wanted
from table.files import InUse, Lock, data_folder
from table.receipts import Link
from table.retrying import Retrying

LOCK = "table.lock"
RETRY_S = (1.0, 2.0, 4.0, 8.0, 16.0, 30.0)  # before hardware that has failed is tried again


class HardwareInUse(LapioError):
    """Another Lapio uses the readers."""


def hardware_lock(folder: Path | None = None) -> Lock:
    """Keep the hardware for this process until the lock is released. Raises HardwareInUse, or FilesError."""
    path = (folder or data_folder()) / LOCK
    try:
        return Lock(path)
    except InUse as error:
        by = f"another Lapio (process {error.pid})" if error.pid else "another Lapio"
        raise HardwareInUse(f"{by} is using the readers and buttons; stop it first") from None


def open_source(source: wanted.Source, *, debounce_s: float = 0.025, position: Position = NOWHERE) -> Source:
    """The source that this part of the configuration names; nothing of it is opened until its `start`.

    Raises BridgeError where it contradicts itself, LapioError for a simulated one: that is made with its people.
    """
    match source:
        case wanted.SpiSource():
            from firmware_bridge.spi_source import SpiSource
            from firmware_bridge.transports import open_wires

            return SpiSource(
                source.ports, lambda ports: open_wires(ports, source.driver, source.reset_pin), name=source.name
            )
        case wanted.SerialSource():
            from firmware_bridge.serial_link import ANY_BOARD, SerialLink

            return SerialLink(
                source.name,
                source.readers,
                source.buttons,
                source.lamps,
                path=source.path or ANY_BOARD,
                position=position,
            )
        case wanted.GpioSource():
            from firmware_bridge.panel import PiPanel

            return PiPanel(source.buttons, source.lamps, source.buzzer, name=source.name, lockout_s=debounce_s)
        case _:
            raise LapioError(f"the source {source.name} is simulated: start with --mock")


class Opened:
    """The sources that were made, as one: started together, stopped together; and their panels as one panel.

    `told` gets a line for people about each source that could not be opened. With `waits_s`, a source that cannot be
    opened or fails later is started anew after these waits, until it works; a board opens its port again by itself.
    """

    def __init__(
        self,
        sources: Sequence[Source],
        monotonic: Callable[[], float] = time.monotonic,
        told: Callable[[str], None] = lambda text: None,
        waits_s: Sequence[float] = (),
    ) -> None:
        self.sources = tuple(sources)
        self.failed: dict[str, str] = {}  # the sources that cannot be opened, and why
        self._monotonic = monotonic
        self._told = told
        self._panels = [source for source in sources if is_panel(source)]
        self._put: Callable[[Read], None] = lambda read: None
        self._lit: dict[str, Literal["off", "on", "blink"]] = {}  # what each lamp should be
        self._retrying = Retrying(waits_s, self._restart, monotonic)
        self._retried = {source.name: source for source in sources if not is_link(source)}

    def start(self, put: Callable[[Read], None]) -> None:
        """Start each source; one that cannot be opened is told, and the others go on."""
        self._put = put
        for source in self.sources:
            self._start(source)

    def stop(self) -> None:
        """Lamps off, everything closed. Safe to call twice."""
        self._retrying.stop()
        self.close()
        for source in self.sources:
            source.stop()

    def _start(self, source: Source) -> bool:
        """Start a source; whether it works. What keeps it from that is told once."""
        try:
            source.start(self._heard)
        except BridgeError as error:
            if self.failed.get(source.name) != str(error):
                self.failed[source.name] = str(error)
                self._told(str(error))
                self._put(SourceState(source.name, False, self._monotonic(), str(error)))
            if source.name in self._retried:
                self._retrying.down(source.name)
            return False
        return True

    def _heard(self, read: Read) -> None:
        """A Read of any source, from its thread."""
        if isinstance(read, SourceState) and read.source in self._retried:
            (self._retrying.up if read.up else self._retrying.down)(read.source)
        self._put(read)

    def _restart(self, name: str) -> None:
        """Close a source that has failed, and start it anew."""
        source = self._retried[name]
        source.stop()
        if not self._start(source):
            return
        self._retrying.up(name)
        if self.failed.pop(name, None) is not None:
            self._told(f"{name} works again")
        if is_panel(source):
            for lamp, state in list(self._lit.items()):
                source.lamp(lamp, state)

    # As a panel

    def lamp(self, lamp: str, state: Literal["off", "on", "blink"]) -> None:
        """Set a lamp on whichever source has it."""
        self._lit[lamp] = state
        for panel in self._panels:
            panel.lamp(lamp, state)

    def buzz(self, hz: int, ms: int) -> None:
        """Sound every buzzer."""
        for panel in self._panels:
            panel.buzz(hz, ms)

    def close(self) -> None:
        """All lamps off."""
        for panel in self._panels:
            panel.close()


class PanelSource(Source, Panel, Protocol):
    """A source that has lamps and a buzzer too."""


class LinkSource(Source, Link, Protocol):
    """A source that numbers its Reads and wants to hear which of them are kept."""


def is_link(source: Source) -> TypeGuard[LinkSource]:
    """Whether a source numbers its Reads, as a board does."""
    return all(callable(getattr(source, name, None)) for name in ("position", "stored"))


def is_panel(source: Source) -> TypeGuard[PanelSource]:
    """Whether a source has lamps and a buzzer too."""
    return all(callable(getattr(source, name, None)) for name in ("lamp", "buzz", "close"))
