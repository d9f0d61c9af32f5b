"""A table without hardware, at the level of chips: simulated tags in the fields of simulated readers, the real driver.

It is a Source and a Panel like the real ones. Whoever simulates the people calls `lay`, `lift` and `press`; the loop
gives it its time: `run(now)` lets the driver look at its readers until this moment, `due(now)` says when it wants to
look again. No thread, and the same calls give the same Reads to the microsecond. Where nobody waits for real time, an
hour of an empty table costs nothing: rounds in which nobody could be found are left out.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Literal

from firmware_bridge.presence import Event, Scanner
from firmware_bridge.rc522 import Reader
from firmware_bridge.reads import Button, Clash, Read, ReaderState, TagOff, TagOn
from firmware_bridge.sim.bench import Bench
from firmware_bridge.sim.clock import VirtualClock
from firmware_bridge.sim.tag import Ntag213

LOOK_S = 0.02  # how often somebody looks what the readers have found; a thread of its own would be as late
PRESS_S = 0.1
_STATES: dict[str, Literal["ok", "clone", "fault", "mute", "off"]] = {
    "ok": "ok",
    "clone": "clone",
    "fault": "fault",
    "mute": "mute",
    "off": "off",
}


class SimulatedTable:
    """Simulated readers, buttons, lamps and a buzzer. `clock` gives the table's time, in seconds.

    `bench` is what lies behind the readers' wires, in the order of `readers`: faults are set there. `watchful`: empty
    rounds are looked at too, for chips that fall ill while nobody plays. `seed` fixes the faults that chance decides.
    """

    name = "simulated"

    def __init__(
        self,
        readers: Iterable[str],
        buttons: Iterable[str],
        clock: Callable[[], float],
        *,
        seed: int = 1,
        watchful: bool = False,
    ) -> None:
        self.readers = tuple(readers)
        self.buttons = tuple(buttons)
        self.lying: dict[str, list[bytes]] = {reader: [] for reader in self.readers}
        self.lamps: dict[str, str] = {}
        self.sounds: list[tuple[int, int]] = []
        self.watchful = watchful
        self._clock = clock
        self._put: Callable[[Read], None] | None = None
        self._time = VirtualClock()
        self._began = clock()  # when the chips' clock stood at zero
        self.bench = Bench(self._time, len(self.readers), seed)
        self._tags: dict[bytes, Ntag213] = {}
        drivers = [Reader(self.bench.xfer(i), self._time.sleep_us) for i in range(len(self.readers))]
        self._scanner = Scanner(drivers, self._time.now_us, self._time.sleep_us, self.bench.reset)

    # -- the source -------------------------------------------------------------------------------------

    def start(self, put: Callable[[Read], None]) -> None:
        """Reset and test the readers; from now on reads are put, first of all what lies there already."""
        self._put = put
        self._catch_up(self._clock())
        self._tell(self._scanner.start())
        for _ in self.readers:
            self._tell(self._scanner.step())

    def stop(self) -> None:
        """No more reads."""
        self._put = None

    def due(self, now: float) -> float | None:
        """When `run` is wanted next; None while no reader could find anything new."""
        if self._put is None or (self._idle() and not self.watchful):
            return None
        return max(now, self._moment()) + LOOK_S

    def run(self, now: float) -> None:
        """Let the driver look at its readers until this moment."""
        if self._put is None:
            return
        while self._moment() < now:
            if self._idle() and not self.watchful:
                self._skip_empty_rounds(now)
            else:
                self._tell(self._scanner.step())

    # -- what the people do -----------------------------------------------------------------------------

    def tag(self, uid: bytes) -> Ntag213:
        """The sticker with this UID; made when it is first asked for."""
        return self._tags.setdefault(uid, Ntag213(uid))

    def lay(self, reader: str, uid: bytes) -> None:
        """A card comes onto a reader; laid on it twice it is still one card."""
        if uid not in self.lying[reader]:
            self.lying[reader].append(uid)
            self._catch_up(self._clock())
            self.bench.place(self.readers.index(reader), self.tag(uid))

    def lift(self, reader: str, uid: bytes) -> None:
        """A card leaves a reader; one that does not lie there is nothing."""
        if uid in self.lying[reader]:
            self.lying[reader].remove(uid)
            self._catch_up(self._clock())
            self.bench.take(self.readers.index(reader), self.tag(uid))

    def press(self, button: str) -> None:
        """A button is pressed and let go."""
        if self._put is not None:
            now = self._clock()
            self._put(Button(button, True, now))
            self._put(Button(button, False, now + PRESS_S))

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

    # -- time -------------------------------------------------------------------------------------------

    def _moment(self) -> float:
        """How far the readers have been simulated, in seconds of the table's clock."""
        return self._began + self._time.now_us() / 1e6

    def _catch_up(self, now: float) -> None:
        """What happened up to now happened before what happens now."""
        if self._put is None:
            self._time.spend_ns(max(0, round((now - self._moment()) * 1e9)))
        else:
            self.run(now)

    def _idle(self) -> bool:
        """Whether no look could find anything: no tag in any field, and none believed to be."""
        air = all(not field.places and not field.ghosts for field in self.bench.fields)
        return air and not self._scanner.present()

    def _skip_empty_rounds(self, now: float) -> None:
        """One empty round is looked at; as many more as fit in are like it."""
        start = self._time.now_us()
        for _ in self.readers:
            self._tell(self._scanner.step())
        took = self._time.now_us() - start
        left = round((now - self._moment()) * 1e6)
        if left > took:
            self._time.spend_ns(left // took * took * 1000)
        while self._moment() < now:
            self._tell(self._scanner.step())

    def _tell(self, events: list[Event]) -> None:
        if self._put is None:
            return
        for event in events:
            at = self._began + event.t / 1e6
            if event.kind == "on":
                self._put(TagOn(self.readers[event.r], event.uid, at, event.first))
            elif event.kind == "off":
                self._put(TagOff(self.readers[event.r], event.uid, at))
            elif event.kind == "clash":
                self._put(Clash(self.readers[event.r], at))
            elif event.kind == "rdr":
                self._put(ReaderState(self.readers[event.r], _STATES[event.state], at, event.detail))
