"""A simulated board under the table: the firmware's own parts, in virtual time, on a cable that is as bad as is asked.

All but main.py, which opens pins, is the firmware as it runs on the microcontroller (the real interpreter runs it in
tests/firmware_bridge/test_pico_firmware.py). The other end is the table computer's side of the same conversation. The
board has its own power: it goes on while the cable is out and while the table's computer starts anew.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from random import Random

from firmware_bridge.link_position import Position
from firmware_bridge.link_session import Session
from firmware_bridge.pico.buttons import Buttons
from firmware_bridge.pico.commands import Commands
from firmware_bridge.pico.device import Device, who
from firmware_bridge.pico.firmware import Clock, Firmware
from firmware_bridge.pico.outputs import Outputs
from firmware_bridge.presence import Scanner
from firmware_bridge.rc522 import Reader
from firmware_bridge.reads import Read
from firmware_bridge.sim.bench import Bench
from firmware_bridge.sim.clock import VirtualClock
from firmware_bridge.sim.tag import Ntag213
from tests.bed.faulty_table import Laid

LOOK_S = 0.02
ON_THE_WAY_S = 0.001
REOPEN_S = 0.5
NAME = "pico"


@dataclass(frozen=True)
class BadCable:
    """What goes wrong with the cable and the computer. Parts are of 1; times are seconds; 0 is never."""

    damage: float = 0.0  # part of the lines that are lost, cut or altered, each way
    pulled_s: float = 0.0  # it is pulled about so often
    out_s: tuple[float, float] = (0.2, 12.0)  # and out for so long
    crash_s: float = 0.0  # the table's computer stops dead about so often
    down_s: tuple[float, float] = (0.5, 8.0)  # and is down for so long
    noise: int = 0  # percentage of answers that arrive garbled, at every reader


class Crash(BaseException):
    """The table's computer stops dead, wherever it is."""


class Cable:
    """Lines on their way, in both directions; what the firmware needs of a port (firmware.Port)."""

    def __init__(self, bad: BadCable, dice: Random, now: Callable[[], float]) -> None:
        self.out_until = 0.0
        self.damaged = 0
        self._bad = bad
        self._dice = dice
        self._now = now
        self._to_host: list[tuple[float, bytes]] = []
        self._to_board: list[tuple[float, bytes]] = []

    # the board's end

    def read(self) -> bytes:
        return self._arrived(self._to_board)

    def room(self) -> bool:
        return True

    def write(self, line: bytes) -> None:
        self._send(self._to_host, line)

    # the host's end

    def host_reads(self) -> bytes:
        return self._arrived(self._to_host)

    def host_writes(self, lines: Iterable[bytes]) -> None:
        for line in lines:
            self._send(self._to_board, line)

    def drop_all(self) -> None:
        self._to_host.clear()
        self._to_board.clear()

    @property
    def is_out(self) -> bool:
        return self._now() < self.out_until

    def _send(self, way: list[tuple[float, bytes]], line: bytes) -> None:
        if self.is_out:
            return
        if self._dice.random() < self._bad.damage:
            self.damaged += 1
            at = self._dice.randrange(len(line))
            kind = self._dice.randrange(3)
            if kind == 0:
                return
            line = (
                line[:at]
                if kind == 1
                else line[:at] + bytes([line[at] ^ 1 << self._dice.randrange(8)]) + line[at + 1 :]
            )
        way.append((self._now() + ON_THE_WAY_S, line))

    def _arrived(self, way: list[tuple[float, bytes]]) -> bytes:
        data = b""
        while way and way[0][0] <= self._now():
            data += way.pop(0)[1]
        return data


class BoardTable:
    """The board with its readers and the hands that move what lies on them; and the host's end of its cable.

    `hands`: what was really laid where. `troubles`: how often each fault struck.
    """

    name = NAME

    def __init__(
        self, readers: Sequence[str], buttons: Sequence[str], lamps: Sequence[str], now: Callable[[], float],
        bad: BadCable, seed: int,
    ) -> None:  # fmt: skip
        self.readers = tuple(readers)
        self.buttons = tuple(buttons)
        self.lying: dict[str, list[bytes]] = {reader: [] for reader in readers}
        self.hands: list[Laid] = []
        self.troubles: dict[str, int] = {}
        self._lamps = tuple(lamps)
        self._clock = now
        self._bad = bad
        self._dice = Random(f"{seed} cable")
        self._time = VirtualClock()
        self._began = now()
        self.bench = Bench(self._time, len(self.readers), seed)
        for field in self.bench.fields:
            field.noise = bad.noise
        self._tags: dict[bytes, Ntag213] = {}
        self._put: Callable[[Read], None] | None = None
        self._positions: dict[int, tuple[Read, Position]] = {}
        self.session: Session | None = None
        self._open = False
        self._open_at = 0.0
        self._tick_at = 0.0
        self.crash_at = float("inf")
        self.cable = Cable(bad, self._dice, self._moment)
        self._pull_at = self._next(bad.pulled_s)
        self._power()

    def _power(self) -> None:
        drivers = [Reader(self.bench.xfer(i), self._time.sleep_us) for i in range(len(self.readers))]
        clock = Clock(self._time.now_us, lambda later, earlier: later - earlier)
        self.scanner = scanner = Scanner(drivers, clock.now, self._time.sleep_us, self.bench.reset)
        outputs = Outputs([lambda level: None for _ in self._lamps], [lambda hz: None])
        self._closed = [False] * len(self.buttons)
        contacts = Buttons(self._closed, lambda later, earlier: later - earlier)
        commands = Commands(scanner, len(drivers), outputs, clock.now)
        counts = who("E661", len(drivers), len(self.buttons), len(self._lamps), 1)
        self.device = Device(f"{self._dice.getrandbits(16):04X}", counts, commands.do)
        self._firmware = Firmware(
            clock, self.cable, self.device, scanner, commands, outputs, contacts,
            lambda number: self._closed[number], self._time.now_us,
        )  # fmt: skip
        self._firmware.start()

    # -- the source, as the host's program has it ----------------------------------------------------------

    def boot_host(self, position: Position) -> None:
        """The host's program starts, with what its journal says."""
        self._positions.clear()
        self.session = Session(
            self.name, self.readers, self.buttons, self._lamps, self._hand_on,
            position=position, now=self._clock(), dice=lambda: self._dice.getrandbits(16),
        )  # fmt: skip
        self._open, self._open_at = False, self._clock() + self._dice.uniform(0, 0.3)
        self.crash_at = self._next(self._bad.crash_s)

    def kill_host(self) -> float:
        """It is gone; for how long, in seconds."""
        self._strike("computer started anew")
        self.session = None
        self.crash_at = float("inf")
        return self._dice.uniform(*self._bad.down_s)

    def start(self, put: Callable[[Read], None]) -> None:
        self._put = put

    def stop(self) -> None:
        self._put = None

    def position(self, read: Read) -> Position | None:
        kept = self._positions.get(id(read))
        return kept[1] if kept else None

    def stored(self, position: Position) -> None:
        for key, (_, its) in list(self._positions.items()):
            del self._positions[key]
            if its == position:
                break
        if self.session is not None:
            self.session.stored(position)

    def _hand_on(self, read: Read, position: Position | None) -> None:
        if position is not None:
            self._positions[id(read)] = (read, position)
        if self._put is not None:
            self._put(read)

    # -- time ----------------------------------------------------------------------------------------------

    def due(self, now: float) -> float | None:
        return max(now, self._moment()) + LOOK_S

    def run(self, now: float) -> None:
        while self._moment() < now:
            self._firmware.turn()
            moment = self._moment()
            if moment >= self._pull_at:
                self._pull(moment)
            if self.session is not None:
                self._talk(self.session, moment)
        if now >= self.crash_at:
            raise Crash

    def _talk(self, session: Session, now: float) -> None:
        """One turn of the link's thread (serial_link.py)."""
        if not self._open:
            if now >= self._open_at and not self.cable.is_out:
                self._open = True
                self.cable.host_reads()  # opening throws away what waited
                session.opened(now)
            return
        data = self.cable.host_reads()
        if not data and now < self._tick_at:
            return
        self._tick_at = now + 0.05
        session.receive(data, now)
        session.tick(now)
        self.cable.host_writes(session.outgoing())
        if self.cable.is_out or session.silent(now):
            self._open, self._open_at = False, now + REOPEN_S
            session.closed(now, "out")

    def _pull(self, now: float) -> None:
        self._strike("cable pulled")
        self.cable.drop_all()
        self.cable.out_until = now + self._dice.uniform(*self._bad.out_s)
        self._pull_at = self.cable.out_until + self._next(self._bad.pulled_s) - now

    def _next(self, every_s: float) -> float:
        return self._clock() + self._dice.expovariate(1 / every_s) if every_s else float("inf")

    def _moment(self) -> float:
        return self._began + self._time.now_us() / 1e6

    # -- hands ---------------------------------------------------------------------------------------------

    def lay(self, reader: str, uid: bytes) -> None:
        self.hands.append(Laid(self._clock(), reader, uid))
        if uid not in self.lying[reader]:
            self.lying[reader].append(uid)
            self.bench.place(self.readers.index(reader), self._tags.setdefault(uid, Ntag213(uid)))

    def lift(self, reader: str, uid: bytes) -> None:
        if uid in self.lying[reader]:
            self.lying[reader].remove(uid)
            self.bench.take(self.readers.index(reader), self._tags[uid])

    def press(self, button: str) -> None:
        raise NotImplementedError("nobody presses buttons in the bed")

    # -- the panel -----------------------------------------------------------------------------------------

    def lamp(self, lamp: str, state: str) -> None:
        if self.session is not None:
            self.session.commands.lamp(lamp, state, self._moment())

    def buzz(self, hz: int, ms: int) -> None:
        if self.session is not None:
            self.session.commands.buzz(hz, ms, self._moment())

    def close(self) -> None:
        pass

    def _strike(self, what: str) -> None:
        self.troubles[what] = self.troubles.get(what, 0) + 1
