"""The readers on the Raspberry Pi's own SPI as a Source: sweeps them in a thread of its own and puts Reads.

A second thread watches that no transfer hangs. One that does not return within `hang_s` seconds costs its reader, not
the table: that reader is reported mute, and a new thread goes on with the others. When it comes back it is started
anew. Where the sweep stood still for more than two seconds (a hang, a machine that slept), touches may have been
missed: all readers are looked at again and a Gap says so; likewise where it has failed and is started once more.
"""

from __future__ import annotations

import contextlib
import logging
import queue
import threading
import time
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from typing import Literal, TypeVar

from firmware_bridge.ndef import Ntag, TagError
from firmware_bridge.presence import Event, Scanner
from firmware_bridge.rc522 import GUARD_US, Reader
from firmware_bridge.reads import BridgeError, Clash, Gap, Read, ReaderState, SourceState, TagOff, TagOn
from firmware_bridge.transports import Port, Transfer, Wires, check_ports

GAP_S = 2.0
_LOG = logging.getLogger(__name__)
_STATES: dict[str, Literal["ok", "clone", "fault", "mute", "off"]] = {
    "ok": "ok",
    "clone": "clone",
    "fault": "fault",
    "mute": "mute",
    "off": "off",
}
_T = TypeVar("_T")


class _Abandoned(Exception):
    """Raised in a thread whose transfer came back after it had been given up."""


class SpiSource:
    """A Source over `ports`; `open_ports` opens them, such as transports.open_wires.

    `monotonic` (seconds) and `sleep` (seconds) are the clock of everything but the watch over hanging transfers.
    """

    def __init__(
        self,
        ports: Sequence[Port],
        open_ports: Callable[[Sequence[Port]], Wires],
        name: str = "spi",
        monotonic: Callable[[], float] = time.monotonic,
        sleep: Callable[[float], None] = time.sleep,
        hang_s: float = 2.0,
    ) -> None:
        check_ports(ports)
        self.name = name
        self._ports = tuple(ports)
        self._open_ports = open_ports
        self._monotonic = monotonic
        self._sleep = sleep
        self._hang_s = hang_s
        self._wires: Wires | None = None
        self._scanner: Scanner | None = None
        self._readers: list[Reader] = []
        self._put: Callable[[Read], None] = lambda read: None
        self._orders: queue.SimpleQueue[Callable[[Scanner], None]] = queue.SimpleQueue()
        self._stopping = threading.Event()
        self._threads: list[threading.Thread] = []
        self._sweeper = 0  # ident of the thread that may use the readers; any other has been given up
        self._busy: tuple[int, float] | None = None  # the reader whose transfer runs, and since when
        self._focus: int | None = None
        self._gap_since: float | None = None
        self._last_step = 0.0

    # Source.

    def start(self, put: Callable[[Read], None]) -> None:
        """Open the wires and begin to put reads. Raises BridgeError where they cannot be opened."""
        if self._wires is not None:
            raise BridgeError(f"Source {self.name!r} has been started already")
        self._wires = self._open_ports(self._ports)
        self._put = put
        self._stopping.clear()
        self._readers = [
            Reader(self._guarded(i, transfer), self._sleep_us, port.gain_db)
            for i, (port, transfer) in enumerate(zip(self._ports, self._wires.transfers, strict=True))
        ]
        self._scanner = Scanner(self._readers, self._now_us, self._sleep_us, self._wires.reset)
        self._spawn(self._sweep, self._scanner, True)
        self._spawn(self._watch, self._scanner)

    def stop(self) -> None:
        """End the threads, switch the antennas off, close the wires. Safe to call twice; a hanging transfer is left."""
        self._stopping.set()
        for thread in self._threads:
            if thread is not threading.current_thread():
                thread.join(timeout=self._hang_s)
        self._threads = []
        self._sweeper = 0
        if self._wires is not None:
            self._wires.close()
            self._wires = None

    # What the table may ask for, from any thread.

    def focus(self, reader: str | None) -> None:
        """Read one reader alone, its field always on (cards that slide over it), or all in turn again (None)."""
        index = None if reader is None else self._index(reader)

        def order(scanner: Scanner) -> None:
            self._focus = index
            if index is None:
                scanner.sweep()
            else:
                scanner.focus(index)

        self._orders.put(order)

    def sync(self) -> None:
        """Report all tags that lie on readers again, as `first`."""
        self._orders.put(lambda scanner: scanner.sync())

    def enable(self, reader: str, *, on: bool) -> None:
        """Take a reader out of the sweep, or back in."""
        index = self._index(reader)
        self._orders.put(lambda scanner: scanner.enable(index, on))

    def write_label(self, reader: str, uid: bytes, text: str, timeout: float = 5.0) -> None:
        """Write a text record into a tag that lies on `reader`. Blocks; raises BridgeError where it does not work."""
        self._with_tag(reader, uid, lambda tag: tag.write_text(text), timeout)

    def read_label(self, reader: str, uid: bytes, timeout: float = 5.0) -> str | None:
        """The text record of a tag that lies on `reader`, or None. Blocks; raises BridgeError as `write_label`."""
        return self._with_tag(reader, uid, lambda tag: tag.read_text(), timeout)

    def counts(self) -> dict[str, tuple[int, int, int, int]]:
        """Polls, noisy polls, tags seen and recoveries, by reader: for the hardware page."""
        scanner = self._scanner
        return {} if scanner is None else {port.reader: scanner.counts(i) for i, port in enumerate(self._ports)}

    # The sweeping thread.

    def _sweep(self, scanner: Scanner, begin: bool) -> None:
        self._sweeper = threading.get_ident()
        try:
            if begin:
                self._put(SourceState(self.name, True, self._monotonic(), self._wires.detail if self._wires else ""))
                self._tell(self._explained(scanner.start()))
                self._last_step = self._monotonic()
            while not self._stopping.is_set() and self._sweeper == threading.get_ident():
                while not self._orders.empty():
                    self._orders.get()(scanner)
                self._tell(scanner.step())
                self._notice_gap(scanner)
            self._antennas_off()
        except _Abandoned:
            return
        except Exception as error:
            if self._last_step:  # what was laid until it is started anew is not known
                self._gap_since = self._gap_since or self._last_step
            detail = f"the readers cannot be swept any more ({type(error).__name__}: {error})"
            self._put(SourceState(self.name, False, self._monotonic(), detail))
            _LOG.debug("%s", detail, exc_info=True)

    def _antennas_off(self) -> None:
        for reader in self._readers:
            if reader.field_on:
                with contextlib.suppress(OSError):
                    reader.field(False)

    def _notice_gap(self, scanner: Scanner) -> None:
        now = self._monotonic()
        if now - self._last_step > GAP_S and self._gap_since is None:
            self._gap_since = self._last_step
            scanner.sync()  # "sweep" will follow, and with it the Gap
        self._last_step = now

    def _tell(self, events: list[Event]) -> None:
        for event in events:
            at = event.t / 1e6
            if event.kind == "sweep":
                self._close_gap(at)
                continue
            reader = self._ports[event.r].reader
            if event.kind == "on":
                self._put(TagOn(reader, event.uid, at, event.first))
            elif event.kind == "off":
                self._put(TagOff(reader, event.uid, at))
            elif event.kind == "clash":
                self._put(Clash(reader, at))
            elif event.kind == "rdr":
                self._put(ReaderState(reader, _STATES[event.state], at, event.detail))
            else:
                _LOG.info("reader %s: %s", reader, event.detail)

    def _close_gap(self, at: float) -> None:
        since, self._gap_since = self._gap_since, None
        if since is None or self._scanner is None:
            return
        present = tuple((self._ports[r].reader, uid) for r, uid in self._scanner.present())
        self._put(Gap(self.name, since, at, present))
        if self._focus is not None:
            self._scanner.focus(self._focus)

    def _explained(self, events: list[Event]) -> list[Event]:
        """Name the module that holds MISO: on its bus it alone is well, and nobody else can be heard."""
        heard = {event.r: event for event in events if event.kind == "rdr"}
        for bus in {port.bus for port in self._ports}:
            here = [r for r, port in enumerate(self._ports) if port.bus == bus]
            well = [r for r in here if heard[r].state in ("ok", "clone")]
            if len(here) > 1 and len(well) == 1:
                name = self._ports[well[0]].reader
                for r in here:
                    if r != well[0]:
                        heard[r].detail += f"; perhaps reader {name} does not let go of MISO: unplug it and see"
        return events

    def _with_tag(self, reader: str, uid: bytes, work: Callable[[Ntag], _T], timeout: float) -> _T:
        """Do `work` in the sweeping thread, between two turns, with the reader's field on."""
        index = self._index(reader)
        done: Future[_T] = Future()

        def order(scanner: Scanner) -> None:
            if not done.set_running_or_notify_cancel():
                return
            scanner.sweep()
            device = self._readers[index]
            try:
                self._sleep_us(GUARD_US)
                device.field(True)
                self._sleep_us(GUARD_US)
                done.set_result(work(Ntag(device, uid)))
            except (TagError, OSError, ValueError) as error:
                done.set_exception(BridgeError(f"Reader {reader}, tag {uid.hex().upper()}: {error}"))
            finally:
                self._antennas_off()
                self._sleep_us(GUARD_US)
                if self._focus is not None:
                    scanner.focus(self._focus)

        self._orders.put(order)
        try:
            return done.result(timeout)
        except TimeoutError:
            done.cancel()
            raise BridgeError(f"Reader {reader} did not get round to tag {uid.hex().upper()}: is it running?") from None

    def _index(self, reader: str) -> int:
        for i, port in enumerate(self._ports):
            if port.reader == reader:
                return i
        raise BridgeError(
            f"There is no reader {reader!r} on {self.name!r}; there are: {', '.join(p.reader for p in self._ports)}"
        )

    def _now_us(self) -> int:
        return int(self._monotonic() * 1e6)

    def _sleep_us(self, us: int) -> None:
        self._sleep(us / 1e6)

    # The watching thread.

    def _guarded(self, r: int, transfer: Transfer) -> Transfer:
        """A transfer that can be seen to hang, and that ends its thread if it comes back after it was given up."""

        def guarded(frame: bytearray) -> bytes:
            me = threading.get_ident()
            if me != self._sweeper:
                raise _Abandoned
            self._busy = (r, time.monotonic())
            try:
                return transfer(frame)
            finally:
                if me != self._sweeper:
                    self._orders.put(lambda scanner: scanner.restart(r))
                    raise _Abandoned
                self._busy = None

        return guarded

    def _watch(self, scanner: Scanner) -> None:
        while not self._stopping.wait(self._hang_s / 8):
            busy = self._busy
            if busy is not None and time.monotonic() - busy[1] > self._hang_s:
                self._sweeper = 0
                self._busy = None
                scanner.give_up(busy[0], f"a transfer has not come back for {self._hang_s:g} s")
                self._spawn(self._sweep, scanner, False)

    def _spawn(self, target: Callable[..., None], *args: object) -> None:
        thread = threading.Thread(target=target, args=args, name=f"{self.name}-{target.__name__[1:]}", daemon=True)
        self._threads.append(thread)
        thread.start()
