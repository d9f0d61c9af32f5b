"""The table computer's side of the conversation on the wire: handshake, events in order, gaps, commands.

Pure: time comes in as seconds of a monotonic clock, bytes come in and go out as they are. Reads go out through `put`,
each with its Position where it is an event of the device. The device forgets an event only when it is told that the
table has it on disk: whoever takes a Read with a Position calls `stored(position)` after the commit that wrote the
Read *and* the position, and gives the last position of the journal to the next Session.
Source: docs/hardware.md, sections 4.3 to 4.5.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Literal, cast

from firmware_bridge import wire
from firmware_bridge.link_clock import DeviceClock
from firmware_bridge.link_commands import Commands
from firmware_bridge.link_position import Position
from firmware_bridge.link_quality import Quality, without_uids
from firmware_bridge.reads import Button, Clash, Gap, Read, ReaderState, SourceState, TagOff, TagOn

HOST = "lapio/0.1"
HELLO_S = 0.5
SILENCE_S = 5.0
ASK_TIME_S = 2.0
ASK_TIME_AT_FIRST_S = 0.25  # until the clock has a few samples
SYNC_S = 15.0  # within this the sweep after a sync must have come
UID_DIGITS = (8, 14, 20)
HEALTH = {".": "ok", "c": "clone", "f": "fault", "m": "mute", "-": "off"}

ReaderHealth = Literal["ok", "clone", "fault", "mute", "off"]


@dataclass(slots=True)
class _Hole:
    """What lies on the readers has to be learnt anew: all that is reported until the next sweep counts."""

    since: float | None  # None: nothing was believed before, so there is nothing to compare
    wants_sync: bool  # else the sweep after the device's start ends it
    sync: int = 0  # the command whose sweep ends it
    ordered: float = 0.0  # when it was given
    seen: dict[tuple[str, bytes], None] = field(default_factory=dict)


class Session:
    """One device, over as many openings of its port as it takes.

    `readers` and `buttons` are the names of the device's readers and buttons, by their numbers; an empty name is one
    that the table does not use. `lamps` likewise. `position` is the last one in the journal. `dice` gives random
    16-bit numbers.
    """

    def __init__(
        self,
        name: str,
        readers: Sequence[str],
        buttons: Sequence[str],
        lamps: Sequence[str],
        put: Callable[[Read, Position | None], None],
        *,
        position: Position,
        now: float,
        dice: Callable[[], int],
    ) -> None:
        self.name = name
        self.quality = Quality(now)
        self.clock = DeviceClock()
        self.commands = Commands(lamps, self._say, self._tell)
        self.notes: deque[str] = deque(maxlen=20)
        self.up = False
        self.who: dict[str, str] = {}  # the pairs of the device's HI
        self.beat: dict[str, str] = {}  # the pairs of its last HB
        self.states: dict[str, ReaderHealth] = {}
        self.strange = 0  # good lines that mean nothing here
        self.again = 0  # events that came again or too early
        self.gaps = 0
        self._readers = tuple(readers)
        self._buttons = tuple(buttons)
        self._put = put
        self._dice = dice
        self._boot = position.boot
        self._received = self._stored = position.seq
        self._waiting: deque[int] = deque()  # numbers of the events whose Reads are not yet on disk
        self._hole = _Hole(now, wants_sync=True) if position.gap else None
        self._start_known = position.seq > 0  # whether it is known where the device's queue begins
        self._event_at = now  # when the last event happened, or this began
        self._out: list[bytes] = []
        self._ses = ""
        self._heard = now
        self._hello_at = now
        self._said_hello = (now, now)  # the last two times
        self._ask_at = 0.0
        self._asked: dict[int, float] = {}
        self._ask = 0
        self._refused = ""

    # -- what the port does --------------------------------------------------------------------------------

    def opened(self, now: float) -> None:
        """The port is open: begin a new session."""
        self.up = False
        self._ses = f"{self._dice() & 0xFFFF:04X}"
        self._heard = self._hello_at = now
        self._said_hello = (now, now)
        self.commands.stop()
        self._asked.clear()
        self._out.clear()
        self._refused = ""

    def closed(self, now: float, detail: str) -> None:
        """The port is gone; `detail` says in plain words what to do."""
        self.up = False
        self._out.clear()
        self.commands.stop()
        self._tell(False, now, detail)

    def receive(self, data: bytes, now: float) -> None:
        """Take in what came over the cable."""
        for line in self.quality.parser.feed(data):
            self._heard = now
            if line.verb == "HI":
                self._on_hello(line, now)
            elif not self.up:
                continue
            elif line.verb == "EV":
                self._on_event(line, now)
            elif line.verb == "HB":
                self._on_beat(line, now)
            elif line.verb == "PO":
                self._on_time(line, now)
            elif line.verb in ("OK", "NO"):
                self.commands.answered(line, now)
            elif line.verb == "LG":
                self._on_note(line, now)
            else:
                self.strange += 1

    def tick(self, now: float) -> None:
        """Do what is due. Call it every 50 ms or more often, and after `receive`."""
        if verdict := self.quality.verdict(now):
            self._tell(self.up, now, verdict)
        if not self.up:
            if now >= self._hello_at:
                self._hello_at = now + HELLO_S
                self._said_hello = (self._said_hello[1], now)
                self._say(f"HI 1 host={HOST} ses={self._ses} boot={self._boot or '-'} last={self._stored}")
            return
        if now >= self._ask_at:
            self._ask_at = now + (ASK_TIME_AT_FIRST_S if self.clock.samples < 8 else ASK_TIME_S)
            self._ask = self._ask % 999999 + 1
            self._asked[self._ask] = now
            if len(self._asked) > 4:
                del self._asked[next(iter(self._asked))]
            self._say(f"PI {self._ask}")
        hole = self._hole
        if hole and hole.wants_sync and (not hole.sync or now - hole.ordered > SYNC_S):
            hole.ordered = now
            hole.sync = self.commands.order("sync", "sync", now)
        self.commands.tick(now)

    def outgoing(self) -> list[bytes]:
        """The lines to be written now, in order; they are handed out once."""
        out, self._out = self._out, []
        return out

    def silent(self, now: float) -> bool:
        """Whether nothing good has come for so long that the port should be closed and opened again."""
        return now - self._heard >= SILENCE_S

    @property
    def waiting(self) -> int:
        """How many events have been put and are not yet stored."""
        return len(self._waiting)

    @property
    def boot(self) -> str:
        """The boot id of the device as far as it is known; else empty."""
        return self._boot

    # -- what the table does -------------------------------------------------------------------------------

    def stored(self, position: Position) -> None:
        """The Read with this position, and all before it, are on disk: the device may forget them."""
        if position.boot != self._boot:
            return
        while self._waiting and self._waiting[0] <= position.seq:
            self._waiting.popleft()
        self._acknowledge()

    # -- lines of the device -------------------------------------------------------------------------------

    def _on_hello(self, line: wire.Line, now: float) -> None:
        if line.pair("ses") != self._ses:
            if self.up and line.pair("ses") == "-":  # it has started anew, or has not heard us for too long
                self.opened(now)
            elif not self.up and now - self._hello_at > ASK_TIME_AT_FIRST_S - HELLO_S:
                self._hello_at = now  # somebody is there: do not let it wait
            return
        if line.arg(0) != str(wire.VERSION):
            self._refuse(
                f"the board speaks version {line.arg(0) or 'unknown'} of the protocol, this program version "
                f"{wire.VERSION}: install firmware {HOST} on the board",
                now,
            )
            return
        boot = line.pair("boot")
        after = line.pair_number("next", wire.MAX_SEQ + 1, least=1)
        t = line.pair_number("t", wire.MAX_TIME)
        if not wire.is_hex(boot, 4) or after is None or t is None:
            self.strange += 1
            return
        self.who = dict(line.pairs)
        if self.up:
            return
        if boot != self._boot or after <= self._received:
            self._new_boot(boot)
        if not self.clock.samples:
            self.clock.sample(self._said_hello[0], now, t)  # the answer may be to the last or the one before
        self.up = True
        self._ask_at = now
        if self._hole:
            self._hole.sync = 0  # what was ordered in the session before is not carried out any more
        self._tell(True, now, "")
        self.commands.restart(self._readers, self.who, now)

    def _new_boot(self, boot: str) -> None:
        """The device has started since it was last heard, or was never known."""
        self._begin_hole(self._event_at if self._boot else None)
        self._boot = boot
        self._received = self._stored = 0
        self._waiting.clear()
        self._start_known = False
        self.clock = DeviceClock()

    def _on_beat(self, line: wire.Line, now: float) -> None:
        after = line.pair_number("next", wire.MAX_SEQ + 1, least=1)
        queued = line.pair_number("q", wire.MAX_SEQ)
        if line.pair("boot") != self._boot or after is None or queued is None or queued >= after:
            self.strange += 1
            return
        self.beat = dict(line.pairs)
        gone = after - queued - 1  # the last event that the device has let go of
        if gone > self._received:
            # Somebody else was told of these, or the journal is older than it says: they cannot be had any more.
            self._begin_hole(self._event_at if self._start_known else None, sync=True)
            self._received = gone
            self._acknowledge()
        self._start_known = True
        if after - 1 > self._received:
            self._say_stored()
        else:
            self._compare_health(line.pair("h"), now)

    def _on_time(self, line: wire.Line, now: float) -> None:
        n, t = line.number(0, wire.MAX_SEQ), line.number(1, wire.MAX_TIME)
        asked = self._asked.pop(n, None) if n is not None else None
        if asked is None or t is None:
            self.strange += 1
            return
        self.clock.sample(asked, now, t)

    def _on_note(self, line: wire.Line, now: float) -> None:
        text = line.body[3:]
        self.notes.append(without_uids(text))
        reader = self._reader(line)
        if not reader:
            return
        if line.arg(0) == "clash":
            self._put(Clash(reader, now), None)
        elif line.arg(0) == "reader" and reader in self.states:
            detail = " ".join(text.split(" ")[2:])
            self._put(ReaderState(reader, self.states[reader], now, detail), None)

    def _on_event(self, line: wire.Line, now: float) -> None:
        seq, t = line.number(0, wire.MAX_SEQ, least=1), line.number(1, wire.MAX_TIME)
        if seq is None or t is None:
            self.strange += 1
            return
        if seq != self._received + 1:
            self.again += 1
            self._say_stored()
            return
        self._start_known = True
        self._received = seq
        at = (self.clock.at_press if line.arg(2) == "btn" else self.clock.at)(t, now)
        read = self._read(line, at)
        self._event_at = max(self._event_at, at)
        if read is None:
            self._acknowledge()
            return
        self._waiting.append(seq)
        self._put(read, Position(self._boot, seq, self._hole is not None and self._hole.since is not None))

    def _read(self, line: wire.Line, at: float) -> Read | None:
        """What the event says to the table, or None where it says nothing."""
        kind = line.arg(2)
        if kind == "lost":
            self._begin_hole(self._event_at, sync=True)
            lost = line.pair_number("n", wire.MAX_SEQ)
            return SourceState(
                self.name, True, at, f"{lost or 'some'} reads of the board were lost; asking what lies there"
            )
        if kind == "sweep":
            return self._end_hole(line, at)
        if kind == "btn":
            number, value = line.pair_number("b", 99), line.pair_number("v", 1)
            if number is not None and value is not None and number < len(self._buttons) and self._buttons[number]:
                return Button(self._buttons[number], value == 1, at)
        reader = self._reader(line)
        if reader and kind in ("on", "off"):
            return self._tag(line, kind, reader, at)
        if reader and kind == "rdr" and line.pair("s") in HEALTH.values():
            self.states[reader] = cast("ReaderHealth", line.pair("s"))
            return ReaderState(reader, self.states[reader], at, f"version {line.pair('ver', 'unknown')}")
        self.strange += 1
        return None

    def _tag(self, line: wire.Line, kind: str, reader: str, at: float) -> Read | None:
        text = line.pair("uid")
        if len(text) not in UID_DIGITS or not wire.is_hex(text):
            self.strange += 1
            return None
        uid = bytes.fromhex(text)
        if kind == "off":
            if self._hole:
                self._hole.seen.pop((reader, uid), None)
            return TagOff(reader, uid, at)
        if self._hole:
            self._hole.seen[reader, uid] = None
        return TagOn(reader, uid, at, first=line.pair("first") == "1")

    def _reader(self, line: wire.Line) -> str:
        number = line.pair_number("r", 99)
        return self._readers[number] if number is not None and number < len(self._readers) else ""

    # -- gaps ----------------------------------------------------------------------------------------------

    def _begin_hole(self, since: float | None, *, sync: bool = False) -> None:
        if self._hole and self._hole.since is not None:
            since = self._hole.since
        elif since is not None:
            self.gaps += 1
        self._hole = _Hole(since, sync)

    def _end_hole(self, line: wire.Line, at: float) -> Read | None:
        hole = self._hole
        if hole is None or (line.pair("id") != str(hole.sync) if hole.wants_sync else line.pair("id")):
            return None
        self._hole = None
        return None if hole.since is None else Gap(self.name, min(hole.since, at), at, tuple(hole.seen))

    def _compare_health(self, health: str, now: float) -> None:
        """Nothing is on its way: what the heartbeat says of the readers is the newest there is."""
        for reader, letter in zip(self._readers, health, strict=False):
            state = HEALTH.get(letter)
            if reader and state == "off":
                self.commands.order(f"rdr {reader}", f"rdr r={self._readers.index(reader)} do=on", now)
            if reader and state and state != self.states.get(reader):
                self.states[reader] = cast("ReaderHealth", state)
                self._put(ReaderState(reader, self.states[reader], now), None)

    # -- saying things -------------------------------------------------------------------------------------

    def _acknowledge(self) -> None:
        stored = self._waiting[0] - 1 if self._waiting else self._received
        if stored > self._stored:
            self._stored = stored
            self._say_stored()

    def _say_stored(self) -> None:
        if self.up and self._stored:
            self._say(f"AK {self._boot} {self._stored}")

    def _say(self, body: str) -> None:
        self._out.append(wire.frame(body))

    def _tell(self, up: bool, now: float, detail: str) -> None:
        self._put(SourceState(self.name, up, now, detail), None)

    def _refuse(self, detail: str, now: float) -> None:
        if self._refused != detail:
            self._refused = detail
            self._tell(False, now, detail)
