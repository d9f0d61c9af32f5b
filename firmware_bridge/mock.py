"""A table without hardware: readers that hear what is laid on them, buttons pressed by a call, lamps to look at.

It is a Source and a Panel like the real ones, at the level of Reads, with no chip and no driver in it (those are in
sim_table.py and sim_pico.py). Whoever simulates the people calls `lay`, `lift` and `press`; tests and the screen look
at `lamps` and `sounds`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Literal

from firmware_bridge.reads import Button, Read, ReaderState, TagOff, TagOn


class MockTable:
    """Simulated readers, buttons, lamps and a buzzer. `clock` gives the moment of every Read, in seconds."""

    name = "mock"

    def __init__(self, readers: Iterable[str], buttons: Iterable[str], clock: Callable[[], float]) -> None:
        self._clock = clock
        self._put: Callable[[Read], None] | None = None
        self.lying: dict[str, list[bytes]] = {reader: [] for reader in readers}
        self.buttons = tuple(buttons)
        self.lamps: dict[str, str] = {}
        self.sounds: list[tuple[int, int]] = []

    # -- the source -------------------------------------------------------------------------------------

    def start(self, put: Callable[[Read], None]) -> None:
        """From now on reads are put; every reader says that it is well, and what lies on it already."""
        self._put = put
        now = self._clock()
        for reader, uids in self.lying.items():
            put(ReaderState(reader, "ok", now, "simulated"))
            for uid in uids:
                put(TagOn(reader, uid, now, first=True))

    def stop(self) -> None:
        """No more reads."""
        self._put = None

    def due(self, now: float) -> float | None:
        """Never: what people do is a Read at once."""
        return None

    def run(self, now: float) -> None:
        """Nothing happens by itself."""

    # -- what the people do -----------------------------------------------------------------------------

    def lay(self, reader: str, uid: bytes) -> None:
        """A card comes onto a reader; laid on it twice it is still one card."""
        if uid not in self.lying[reader]:
            self.lying[reader].append(uid)
            self._say(TagOn(reader, uid, self._clock()))

    def lift(self, reader: str, uid: bytes) -> None:
        """A card leaves a reader; one that does not lie there is nothing."""
        if uid in self.lying[reader]:
            self.lying[reader].remove(uid)
            self._say(TagOff(reader, uid, self._clock()))

    def press(self, button: str) -> None:
        """A button is pressed and let go."""
        self._say(Button(button, True, self._clock()))
        self._say(Button(button, False, self._clock()))

    def _say(self, read: Read) -> None:
        if self._put is not None:
            self._put(read)

    # -- the panel --------------------------------------------------------------------------------------

    def lamp(self, lamp: str, state: Literal["off", "on", "blink"]) -> None:
        """Remember the lamp's state."""
        self.lamps[lamp] = state

    def buzz(self, hz: int, ms: int) -> None:
        """Remember the sound."""
        self.sounds.append((hz, ms))

    def close(self) -> None:
        """All lamps off."""
        self.lamps = dict.fromkeys(self.lamps, "off")
