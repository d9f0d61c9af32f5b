"""From the configuration to hardware: opens each source that table.toml names, and one panel for all their lamps.

A source that cannot be opened is told as a SourceState and the table goes on without it. One program at a time may
use the hardware: `hardware_lock` says which other one does.
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

LOCK = "table.lock"


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

    `told` gets a line for people about each source that could not be opened.
    """

    def __init__(
        self,
        sources: Sequence[Source],
        monotonic: Callable[[], float] = time.monotonic,
        told: Callable[[str], None] = lambda text: None,
    ) -> None:
        self.sources = tuple(sources)
        self.failed: dict[str, str] = {}  # the sources that could not be opened, and why
        self._monotonic = monotonic
        self._told = told
        self._panels = [source for source in sources if is_panel(source)]

    def start(self, put: Callable[[Read], None]) -> None:
        """Start each source; one that cannot be opened is told, and the others go on."""
        for source in self.sources:
            try:
                source.start(put)
            except BridgeError as error:
                self.failed[source.name] = str(error)
                self._told(str(error))
                put(SourceState(source.name, False, self._monotonic(), str(error)))

    def stop(self) -> None:
        """Lamps off, everything closed. Safe to call twice."""
        self.close()
        for source in self.sources:
            source.stop()

    # As a panel

    def lamp(self, lamp: str, state: Literal["off", "on", "blink"]) -> None:
        """Set a lamp on whichever source has it."""
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
