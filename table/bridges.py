"""The simulated hardware of the mock table: how deep the simulation goes, and what each kind needs.

    chips   simulated readers, register by register, looked at by the real driver
    pico    the real firmware in the real MicroPython, over a pseudo-terminal; in real time
    reads   no hardware at all: what people do is what the table hears

The same people play the same game over each of them.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal, Protocol, TypeAlias, get_args

from engine.errors import LapioError
from firmware_bridge.link_position import NOWHERE, Position
from firmware_bridge.reads import BridgeError, Panel, Source
from table.clock import Clock
from table.people import Hands
from table.receipts import Receipts
from table.seating import Seating

Bridge: TypeAlias = Literal["chips", "pico", "reads"]
BRIDGES: tuple[Bridge, ...] = get_args(Bridge)
BOARD = "pico"  # the name of the simulated board in the journal


class Hardware(Source, Panel, Hands, Protocol):
    """Simulated readers, buttons and lamps, with the hands that move what lies on them."""

    def due(self, now: float) -> float | None:
        """When `run` is wanted next."""

    def run(self, now: float) -> None:
        """Let happen what happens by itself until now."""


def check(bridge: Bridge) -> None:
    """See that this kind of hardware can be simulated here. Raises LapioError, in one line, where it cannot."""
    if bridge != "pico":
        return
    from firmware_bridge.sim_pico import missing

    if what := missing():
        raise LapioError(f"--bridge pico {what}; or go without --bridge")


def in_real_time(bridge: Bridge) -> bool:
    """Whether the hardware takes its time, so that the table's clock cannot run any faster."""
    return bridge == "pico"


def simulated(
    bridge: Bridge, seating: Seating, clock: Clock, position: Position = NOWHERE
) -> tuple[Hardware, Receipts]:
    """The hardware of a table and what keeps its receipts. `position`: how far its board was read before.

    Raises LapioError where the table is larger than the hardware.
    """
    now: Callable[[], float] = clock.now
    if bridge == "reads":
        from firmware_bridge.mock import MockTable

        return MockTable(seating.readers, seating.buttons, now), Receipts()
    if bridge == "chips":
        from firmware_bridge.sim_table import SimulatedTable

        return SimulatedTable(seating.readers, seating.buttons, now), Receipts()
    from firmware_bridge.sim_pico import SimulatedPico

    try:
        board = SimulatedPico(
            BOARD, seating.readers, seating.buttons, tuple(seating.lamps.values()), now, position=position
        )
    except BridgeError as error:
        raise LapioError(str(error)) from None
    return board, Receipts([board])


def position_of(positions: dict[str, str]) -> Position:
    """How far the simulated board was read, by the journal's positions; NOWHERE where that is not known."""
    try:
        return Position.of(positions.get(BOARD, ""))
    except ValueError:
        return NOWHERE
