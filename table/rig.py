"""The hardware that set-up, learning and the doctor listen to: real places, a configured table, or a mock one."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Literal

from firmware_bridge.mock import MockTable
from firmware_bridge.reads import BridgeError, Read
from firmware_bridge.reads import Source as OpenSource
from table.config import MockSource, SerialSource, Source, SpiSource
from table.finding import simulated_buttons, simulated_readers
from table.sources import Opened, hardware_lock, is_link, open_source
from table.tapping import Health, SourceTold, Tapping
from table.terminal import Terminal, Typed, Waited

LISTEN_S = 4.0  # a board says who it is once a second, and then how its readers are
MOCK_TAP_S = 3.0  # the time that hands at a mock table take, so that two taps of one card are two

OpenOne = Callable[[Source], OpenSource]


class Rig:
    """Opened sources with what they have told. `readers`: those that answer, `silent` those that do not."""

    def __init__(self, sources: Sequence[Source], terminal: Terminal, open_one: OpenOne = open_source) -> None:
        self.sources: tuple[Source, ...] = tuple(source for source in sources if not isinstance(source, MockSource))
        self.readers: dict[str, Health] = {}
        self.silent: dict[str, Health] = {}
        self.troubles: list[str] = []
        self.up: set[str] = set()  # the sources that work
        self._terminal = terminal
        self._open_one = open_one
        self.opened = [self._made(source) for source in self.sources]

    def _made(self, source: Source) -> OpenSource:
        try:
            return self._open_one(source)
        except BridgeError as error:  # told when it is to be started
            return _Broken(source.name, str(error))

    def listen(self, tapping: Tapping, seconds: float = LISTEN_S) -> None:
        """Open everything, and hear which readers answer: until all have told, or so many seconds are over."""
        together = Opened(self.opened)
        together.start(self._terminal.put)
        opened = [source for source in self.sources if source.name not in together.failed]
        wanted = {name for source in opened if isinstance(source, SpiSource) for name in source.readers}
        boards = {source.name for source in opened if isinstance(source, SerialSource)}
        quiet = {source.name for source in opened} - boards
        until = self._terminal.now() + seconds
        for happened in self._terminal.happenings(tapping, until, self.taken):
            if isinstance(happened, Typed):
                continue  # typed before anything was asked
            if isinstance(happened, Health):
                self.hear(happened)
            elif isinstance(happened, SourceTold):
                self.heed(happened)
                quiet.discard(happened.source)
                boards -= set() if happened.up else {happened.source}
            if isinstance(happened, Waited) or not (boards or quiet or wanted - {*self.readers, *self.silent}):
                return

    def hear(self, health: Health) -> None:
        """A reader has told how it is."""
        well = health.state in ("ok", "clone", "fault")
        (self.readers if well else self.silent)[health.reader] = health
        (self.silent if well else self.readers).pop(health.reader, None)

    def heed(self, told: SourceTold) -> None:
        """A source has come, gone or said something."""
        if told.up:
            self.up.add(told.source)
        else:
            self.up.discard(told.source)
            self.trouble(f"{told.source}: {told.detail}")

    def trouble(self, text: str) -> None:
        """Something that people must be told, once."""
        if text and text not in self.troubles:
            self.troubles.append(text)

    def taken(self, read: Read) -> None:
        """A Read has been dealt with: a board may forget it."""
        for source in self.opened:
            if is_link(source) and (position := source.position(read)) is not None:
                source.stored(position)

    def reopen(self, sources: Sequence[Source]) -> None:
        """Close the sources that have these names, and open these in their place."""
        for fresh in sources:
            at = [source.name for source in self.sources].index(fresh.name)
            self.opened[at].stop()
            self.sources = (*self.sources[:at], fresh, *self.sources[at + 1 :])
            self.opened[at] = self._made(fresh)
            try:
                self.opened[at].start(self._terminal.put)
            except BridgeError as error:
                self.trouble(f"{fresh.name}: {error}")

    def lamp(self, lamp: str, state: Literal["off", "on", "blink"]) -> None:
        """Light a lamp, or darken it."""
        Opened(self.opened).lamp(lamp, state)

    def buzz(self, hz: int, ms: int) -> None:
        """Sound every buzzer."""
        Opened(self.opened).buzz(hz, ms)

    def write_label(self, reader: str, uid: bytes, text: str) -> None:
        """Write a text on a tag that lies on a reader. Raises BridgeError where that cannot be done."""
        for source, opened in zip(self.sources, self.opened, strict=True):
            if isinstance(source, SpiSource) and reader in source.readers and hasattr(opened, "write_label"):
                opened.write_label(reader, uid, text)
                return
        raise BridgeError(f"{reader} cannot write on tags: only readers on the Pi's own SPI can")

    def stop(self) -> None:
        """Close everything."""
        Opened(self.opened).stop()


class _Broken:
    """A source that cannot even be made: it fails as it is started."""

    def __init__(self, name: str, why: str) -> None:
        self.name = name
        self._why = why

    def start(self, put: Callable[[Read], None]) -> None:
        """Raises BridgeError."""
        raise BridgeError(self._why)

    def stop(self) -> None:
        """Nothing is open."""


class MockHands:
    """Hands at a mock table: they tap cards on its readers and press its buttons, each time as people do."""

    def __init__(
        self,
        terminal: Terminal,
        readers: Sequence[str] = simulated_readers(),
        buttons: Sequence[str] = simulated_buttons(),
    ) -> None:
        self._now = terminal.now
        self._ahead = 0.0
        self.table = MockTable(readers, buttons, lambda: self._now() + self._ahead)
        self.readers = tuple(readers)
        self.buttons = tuple(buttons)
        self.table.start(terminal.put_first)

    def tap(self, reader: str, *uids: bytes) -> None:
        """Tap these tags on a reader, several at once if there are several."""
        for uid in uids:
            self.table.lay(reader, uid)
        self._ahead += 0.3
        for uid in uids:
            self.table.lift(reader, uid)
        self._ahead += MOCK_TAP_S

    def press(self, button: str) -> None:
        """Press a button and let it go."""
        self.table.press(button)
        self._ahead += MOCK_TAP_S


@contextmanager
def real_rig(
    sources: Sequence[Source], terminal: Terminal, *, folder: Path | None = None, open_one: OpenOne = open_source
) -> Iterator[Rig]:
    """The hardware of these sources for this program alone, closed at the end.

    Raises HardwareInUse where another Lapio has it.
    """
    lock = hardware_lock(folder)
    try:
        rig = Rig(sources, terminal, open_one)
        try:
            yield rig
        finally:
            rig.stop()
    finally:
        lock.release()
