"""The lamps at the seats and the buzzer: what people notice without looking at the screen."""

from __future__ import annotations

from collections.abc import Collection
from typing import Literal

from engine.actions import Seat
from firmware_bridge.reads import Panel
from table.seating import Seating

ALERT_HZ, ALERT_MS = 440, 400
OVER_HZ, OVER_MS = 880, 600
DRAWN_HZ, DRAWN_MS = 660, 60


class Lamps:
    """Each seat's lamp: on for the seat whose turn it is, blinking for those that an alert is about."""

    def __init__(self, panel: Panel | None, seating: Seating) -> None:
        self._panel = panel
        self._lamps = seating.lamps
        self._lit: dict[str, str] = {}

    def show(self, turn: Seat | None, alarmed: Collection[Seat]) -> None:
        """Set the lamps that have to change."""
        if self._panel is None:
            return
        for seat, lamp in self._lamps.items():
            state: Literal["off", "on", "blink"] = "blink" if seat in alarmed else "on" if seat == turn else "off"
            if self._lit.get(lamp) != state:
                self._lit[lamp] = state
                self._panel.lamp(lamp, state)

    def alarm(self) -> None:
        """Something is wrong."""
        if self._panel is not None:
            self._panel.buzz(ALERT_HZ, ALERT_MS)

    def drawn(self) -> None:
        """A card on its way over the draw reader was read."""
        if self._panel is not None:
            self._panel.buzz(DRAWN_HZ, DRAWN_MS)

    def over(self) -> None:
        """The game is over."""
        if self._panel is not None:
            self._panel.buzz(OVER_HZ, OVER_MS)
