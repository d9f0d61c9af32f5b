"""What the bridge says and what it is told: the arrow between the hardware and the table.

Three kinds of source (the Pi's own SPI, the serial bridge, mouse and keyboard) and the mock table put the same
Reads into one queue. A reader, a button and a lamp have names from the table's configuration; the bridge knows
neither seats nor cards, only UIDs. Times are seconds on the host's monotonic clock (`time.monotonic`), never the
wall clock; `at` is when the thing happened, as exactly as its source knows it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal, Protocol, TypeAlias


@dataclass(frozen=True, slots=True)
class TagOn:
    """A tag came onto a reader. `first`: it already lay there when the source started or came back."""

    reader: str
    uid: bytes  # whole: 4, 7 or 10 bytes
    at: float
    first: bool = False


@dataclass(frozen=True, slots=True)
class TagOff:
    """A tag left a reader: presence without flicker, a garbled answer is no removal."""

    reader: str
    uid: bytes
    at: float


@dataclass(frozen=True, slots=True)
class Button:
    """A button went down or came up; contact bounce is gone already."""

    button: str
    pressed: bool
    at: float


@dataclass(frozen=True, slots=True)
class ReaderState:
    """A reader's health changed. `state` is one of ok, clone, fault, mute, off; `detail` is for the hardware page."""

    reader: str
    state: Literal["ok", "clone", "fault", "mute", "off"]
    at: float
    detail: str = ""


@dataclass(frozen=True, slots=True)
class Clash:
    """Something answers at a reader and cannot be resolved: most likely two cards on top of each other."""

    reader: str
    at: float


@dataclass(frozen=True, slots=True)
class Gap:
    """Events of a source may have been lost between two moments; `present` is what lies on its readers now."""

    source: str
    since: float
    until: float
    present: tuple[tuple[str, bytes], ...] = ()


@dataclass(frozen=True, slots=True)
class SourceState:
    """A source came or went: `up` false while a cable is out; `detail` says in plain words what to do."""

    source: str
    up: bool
    at: float
    detail: str = ""


Read: TypeAlias = TagOn | TagOff | Button | ReaderState | Clash | Gap | SourceState


class Source(Protocol):
    """Something that reads come from. `start` returns at once; reads are then put from the source's own thread."""

    name: str

    def start(self, put: Callable[[Read], None]) -> None:
        """Begin to put reads. Raises BridgeError where the hardware cannot be opened, in one line for people."""

    def stop(self) -> None:
        """End, release the hardware, join the thread. Safe to call twice."""


class Panel(Protocol):
    """Lamps and the buzzer. No call blocks or raises: a dead lamp is reported as a Read, never as an error."""

    def lamp(self, lamp: str, state: Literal["off", "on", "blink"]) -> None:
        """Set a lamp until it is set again."""

    def buzz(self, hz: int, ms: int) -> None:
        """Sound the buzzer once."""

    def close(self) -> None:
        """Everything off. Safe to call twice."""


class BridgeError(Exception):
    """The hardware cannot be used: one line that says what, where and what to do."""
