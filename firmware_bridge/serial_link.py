"""The serial bridge as a Source of Reads and a Panel of lamps: the port, its thread, and what to say when it fails.

The conversation itself is in link_session.py. The port is opened by its name under /dev/serial/by-id, since numbers
such as ttyACM0 change when a board comes back; it is opened exclusively, and again and again until it is there.
Needs pyserial. Source: docs/hardware.md, sections 4.4 and 4.7.

Events are acknowledged only when the table has them on disk. For each Read that it takes from the queue the table does

    position = link.position(read)       # None for Reads that are no events of the device
    ...write the Read and the position to the journal, in one transaction...
    if position: link.stored(position)

and it makes the next SerialLink with the last position of the journal. The Reads must be handled in their order.
"""

from __future__ import annotations

import glob
import logging
import os
import queue
import random
import stat
import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from firmware_bridge.link_position import NOWHERE, Position
from firmware_bridge.link_session import Session
from firmware_bridge.reads import BridgeError, Read, SourceState

if TYPE_CHECKING:
    import serial

ANY_BOARD = "/dev/serial/by-id/usb-MicroPython_Board_in_FS_mode_*-if00"
RATE = 115200  # meaningless over USB, but never 1200: closing at 1200 puts the board into its boot loader
READ_S = 0.05
WRITE_S = 0.5
REOPEN_S = 0.5

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class LinkReport:
    """What the hardware page shows of a link. Times in milliseconds."""

    path: str
    up: bool
    detail: str
    firmware: str
    chip: str
    boot: str
    readers: int  # how many the board has, named or not; 0 until it has said
    buttons: int
    lamps: int
    lines_good: int
    lines_bad: int
    garbage_bytes: int
    garbage: tuple[str, ...]  # the last 20 pieces, without anything that could be a UID
    notes: tuple[str, ...]  # the last 20 the device said
    events_again: int
    gaps: int
    queued: int  # events that wait in the device
    unstored: int  # events that wait for the table's journal
    commands_done: int
    commands_refused: int
    outputs_dead: bool
    round_ms: int
    free_bytes: int
    round_trip_ms: float
    clock_error_ms: float
    drift_ppm: float
    openings: int


class SerialLink:
    """One microcontroller on a serial port.

    `path` may hold a * where just one board can match. `readers`, `buttons` and `lamps` are their names in the order
    of the device's numbers; an empty name is one that the table does not use. `position` is the last one in the
    journal, NOWHERE for a new journal.
    """

    def __init__(
        self,
        name: str,
        readers: Sequence[str],
        buttons: Sequence[str] = (),
        lamps: Sequence[str] = (),
        *,
        path: str = ANY_BOARD,
        position: Position = NOWHERE,
        clock: Callable[[], float] = time.monotonic,
        dice: Callable[[], int] | None = None,
    ) -> None:
        self.name = name
        self.path = path
        self._clock = clock
        self._put: Callable[[Read], None] | None = None
        self._positions: dict[int, tuple[Read, Position]] = {}
        self._orders: queue.SimpleQueue[Callable[[float], None]] = queue.SimpleQueue()
        self._ending = threading.Event()
        self._thread: threading.Thread | None = None
        self._port: serial.Serial | None = None
        self._port_lock = threading.Lock()
        self._detail = ""
        self._openings = 0
        self._session = Session(
            name, readers, buttons, lamps, self._hand_on,
            position=position, now=clock(), dice=dice or _random_16_bits,
        )  # fmt: skip

    # -- the source ----------------------------------------------------------------------------------------

    def start(self, put: Callable[[Read], None]) -> None:
        """Begin to put reads, from a thread of its own. A board that is not there is waited for.

        Raises BridgeError where pyserial is missing.
        """
        try:
            import serial  # noqa: F401 - heavy, and only needed by tables with a board
        except ImportError:
            raise BridgeError("the serial bridge needs pyserial: install it with  pip install pyserial") from None
        if self._thread is not None:
            raise BridgeError(f"the link {self.name} has been started already")
        self._put = put
        self._thread = threading.Thread(target=self._run, name=f"link {self.name}", daemon=True)
        self._thread.start()

    def stop(self) -> None:
        """Close the port and end the thread. Safe to call twice."""
        self._ending.set()
        self._wake()
        if self._thread is not None and self._thread is not threading.current_thread():
            self._thread.join(timeout=5)

    def position(self, read: Read) -> Position | None:
        """What to write to the journal together with this very Read; None where it is no event of the device."""
        kept = self._positions.get(id(read))
        return kept[1] if kept else None

    def stored(self, position: Position) -> None:
        """The Read with this position, and all before it, are on disk."""
        kept = list(self._positions.items())
        places = [place for _, (_, place) in kept]
        if position in places:
            for key, _ in kept[: places.index(position) + 1]:
                self._positions.pop(key, None)
        self._order(lambda _: self._session.stored(position))

    # -- the panel -----------------------------------------------------------------------------------------

    def lamp(self, lamp: str, state: Literal["off", "on", "blink"]) -> None:
        """Set a lamp until it is set again. After a failure of the cable or the board it is set again by itself."""
        self._order(lambda now: self._session.commands.lamp(lamp, state, now))

    def buzz(self, hz: int, ms: int) -> None:
        """Sound the buzzer once; while the board is away, not at all."""
        self._order(lambda now: self._session.commands.buzz(hz, ms, now))

    def close(self) -> None:
        """All lamps off, then the end. Safe to call twice."""
        if self._thread is not None and self._thread.is_alive() and not self._ending.is_set():
            dark = threading.Event()
            self._order(lambda now: self._session.commands.all_off(now, dark.set))
            dark.wait(timeout=1.0)  # a board that does not answer keeps nobody waiting
        self.stop()

    # -- for the hardware page -----------------------------------------------------------------------------

    def report(self) -> LinkReport:
        """How the link does. Safe from any thread; the numbers may be a moment old."""
        session, now = self._session, self._clock()
        parser, beat, commands = session.quality.parser, session.beat, session.commands
        return LinkReport(
            path=self.path,
            up=session.up,
            detail=self._detail,
            firmware=session.who.get("fw", ""),
            chip=session.who.get("id", ""),
            boot=session.boot,
            readers=_whole(session.who.get("r")),
            buttons=_whole(session.who.get("b")),
            lamps=_whole(session.who.get("l")),
            lines_good=parser.good,
            lines_bad=parser.bad,
            garbage_bytes=parser.garbage,
            garbage=tuple(session.quality.garbage.copy()),
            notes=tuple(session.notes.copy()),
            events_again=session.again,
            gaps=session.gaps,
            queued=_whole(beat.get("q")),
            unstored=session.waiting,
            commands_done=commands.done,
            commands_refused=commands.refused,
            outputs_dead=commands.dead,
            round_ms=_whole(beat.get("ms")),
            free_bytes=_whole(beat.get("mem")),
            round_trip_ms=session.clock.round_trip * 1000,
            clock_error_ms=session.clock.error(now) * 1000,
            drift_ppm=session.clock.drift * 1e6,
            openings=self._openings,
        )

    # -- the thread ----------------------------------------------------------------------------------------

    def _run(self) -> None:
        while not self._ending.is_set():
            try:
                self._talk()
                detail = "the board has fallen silent: look at its cable, or pull its plug and put it back"
            except OSError as error:  # pyserial's SerialException is one
                detail = _explain(self.path, error)
            except Exception as error:  # the link must not end because of a fault of ours
                log.exception("the link %s goes on after an error", self.name)
                detail = f"the link failed inside ({type(error).__name__}) and is opened again"
            if self._ending.is_set():
                return
            self._session.closed(self._clock(), detail)
            self._ending.wait(REOPEN_S)
            self._carry_out()

    def _talk(self) -> None:
        """Open the port and hold the conversation until it falls silent. Raises OSError where the port fails."""
        port = _open(_find(self.path))
        with self._port_lock:
            self._port = port
        self._openings += 1
        session = self._session
        try:
            session.opened(self._clock())
            while not self._ending.is_set():
                self._carry_out()
                session.tick(self._clock())
                self._write(port)
                data = port.read(max(1, port.in_waiting))
                now = self._clock()
                session.receive(data, now)
                if session.silent(now):
                    return
        finally:
            with self._port_lock:
                self._port = None
            try:
                port.close()
            except OSError as error:
                log.debug("closing %s: %s", self.path, error)

    def _write(self, port: serial.Serial) -> None:
        import serial

        lines = self._session.outgoing()
        try:
            if lines:
                port.write(b"".join(lines))
        except serial.SerialTimeoutException:
            log.debug("%s takes nothing", self.path)  # all of it is said again, or the port falls silent

    def _carry_out(self) -> None:
        """What other threads have asked for."""
        while True:
            try:
                order = self._orders.get_nowait()
            except queue.Empty:
                return
            order(self._clock())

    def _order(self, order: Callable[[float], None]) -> None:
        self._orders.put(order)
        self._wake()

    def _wake(self) -> None:
        """End the read that the thread may be waiting in."""
        with self._port_lock:
            if self._port is not None:
                try:
                    self._port.cancel_read()
                except OSError as error:
                    log.debug("waking %s: %s", self.path, error)

    def _hand_on(self, read: Read, position: Position | None) -> None:
        if position is not None:
            self._positions[id(read)] = (read, position)  # kept alive, so that no other Read gets its id
        elif isinstance(read, SourceState):
            if not read.up and read.detail == self._detail:
                return  # said already; the board is still away
            self._detail = read.detail
        if self._put is not None:
            self._put(read)


def _random_16_bits() -> int:
    return random.SystemRandom().getrandbits(16)


def _whole(text: str | None) -> int:
    return int(text) if text and text.isascii() and text.isdigit() else 0


def _find(path: str) -> str:
    """The one port that the path names. Raises OSError where there is none, or more than one."""
    if "*" not in path:
        return path
    found = sorted(glob.glob(path))  # noqa: PTH207 - the pattern is absolute, which Path.glob does not take
    if len(found) == 1:
        return found[0]
    if found:
        raise OSError(f"{len(found)} boards match, name one of them in the configuration: {', '.join(found)}")
    raise FileNotFoundError(2, "no board", path)


def _open(path: str) -> Any:
    import serial

    return serial.Serial(path, RATE, timeout=READ_S, write_timeout=WRITE_S, exclusive=True)


def _explain(path: str, error: OSError) -> str:
    """What is wrong with the port and what to do, in one line for people."""
    text = str(error)
    if error.errno == 2 or isinstance(error, FileNotFoundError):
        return f"no board at {path}: plug it in; play can go on by touch"
    if error.errno == 13:
        return f"no permission to open {path}: add this user to the group dialout and log in again"
    if error.errno in (11, 16):
        return f"{path} is in use by {_holder(path) or 'another program'}: close that first"
    if "multiple access" in text:
        return f"{path} hung up: the cable is out, or another program reads from it as well"
    if error.errno == 5:
        return f"{path} hung up: the cable is out"
    return f"{path}: {text}"


def _holder(path: str) -> str:
    """Which other program has the port open, as far as the system tells; else empty. Linux only."""
    try:
        wanted = Path(path).stat().st_rdev
    except OSError:
        return ""
    for name in glob.glob("/proc/[0-9]*/fd/*"):  # noqa: PTH207 - as in _find
        process = name.split("/")[2]
        try:
            status = os.stat(name)  # noqa: PTH116 - thousands of them
            if process != str(os.getpid()) and stat.S_ISCHR(status.st_mode) and status.st_rdev == wanted:
                return f"{Path(f'/proc/{process}/comm').read_text().strip()} (process {process})"
        except OSError:
            continue
    return ""
