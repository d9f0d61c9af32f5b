"""The microcontroller's side of the conversation on the wire: queue, numbers, resending, commands once only.

Pure: time comes in as microseconds since start, bytes come in and go out as they are. It never blocks and its memory
is bounded: 256 events, 16 replies, 4 notes, 16 remembered commands. Source: docs/hardware.md, sections 4.3 and 4.4.

An event gets its number as it is first sent, and at most 16 sent ones wait for their acknowledgement. So when the
queue overflows, the events that give way are ones that the host has never seen, and the `lost` event that stands
for them takes the next number: the host's count stays without a hole and it still learns of the loss.
"""

from firmware_bridge import wire

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

FIRMWARE = "lapio/0.1"
QUEUE = 256  # events
WINDOW = 16  # events sent and not yet acknowledged
REPLIES = 16
NOTES = 4
REMEMBERED = 16  # commands
SECOND = 1000000
BEAT = SECOND  # between two HB, or between two HI while no host is known
SILENCE = 5 * SECOND  # without a good line the host is gone
RESEND_FIRST = 250000
RESEND_MOST = SECOND


def who(chip: str, readers: int, buttons: int, lamps: int, buzzers: int) -> str:
    """The pairs that say in HI what this board is: firmware, chip id, and how many of each part it has."""
    return f"fw={FIRMWARE} id={chip} r={readers} b={buttons} l={lamps} z={buzzers}"


class Device:
    """One end of the cable.

    `boot` is four random hex digits, `who` the pairs of HI that never change (`who()` makes them). `command(line)`
    does what a CM says and returns "" or one of bad, range, busy, unknown.
    """

    def __init__(self, boot: str, who: str, command: "Callable[[wire.Line], str]") -> None:
        self.boot = boot
        self.ses = "-"  # the session that the host opened, or "-" while no host is known
        self.parser = wire.Parser()
        self.unknown = 0  # good lines with a verb that means nothing here
        self.lost = 0  # events that gave way to newer ones, since start
        self.health = ""
        self.present = 0
        self.round_ms = 0
        self.memory = 0  # bytes free
        self._who = who
        self._command = command
        self._events: list[tuple[int, str] | None] = [None] * QUEUE  # a ring of (time, "kind fields")
        self._head = 0  # where the oldest event lies in the ring
        self._count = 0
        self._first = 1  # the number of the oldest event
        self._sent = 0  # how many, from the oldest on, have been sent and so have their number
        self._lost_n = 0  # how many events the `lost` event right behind the sent ones stands for; 0: there is none
        self._again = -1  # which of the sent ones is to be sent again next; -1: none
        self._resend_at = 0
        self._wait = RESEND_FIRST
        self._replies: list[str] = []
        self._notes: list[str] = []
        self._answers: list[tuple[int, str]] = []
        self._heard = 0
        self._beat_at = 0

    @property
    def queued(self) -> int:
        """How many events are not yet acknowledged."""
        return self._count

    def event(self, t: int, what: str) -> None:
        """Queue an event that happened at `t` µs. When the queue is full the oldest unsent ones give way."""
        if self._count == QUEUE:
            self._make_room()
        self._events[(self._head + self._count) % QUEUE] = (t, what)
        self._count += 1

    def note(self, text: str) -> None:
        """Queue words for the hardware page; they may be lost."""
        if len(self._notes) < NOTES:
            self._notes.append(wire.printable(text))

    def receive(self, data: "bytes | bytearray | memoryview", now: int) -> None:
        """Take in what came over the cable, and act on the good lines in it."""
        for line in self.parser.feed(data):
            self._heard = now
            if line.verb == "AK":
                self._acknowledged(line.arg(0), line.number(1, wire.MAX_SEQ), now)
            elif line.verb == "HI":
                self._greeted(line, now)
            elif line.verb == "PI":
                if line.number(0, wire.MAX_SEQ) is not None:
                    self._reply(f"PO {line.arg(0)} {now}")
            elif line.verb == "CM":
                self._commanded(line)
            else:
                self.unknown += 1

    def line(self, now: int) -> "bytes | None":
        """The next line to send, or None. Ask only when the port can take a line: what is returned counts as sent."""
        if self.ses != "-" and now - self._heard >= SILENCE:
            self.ses = "-"
            self._replies.clear()
            self._beat_at = now
        body = self._next(now)
        return None if body is None else wire.frame(body)

    def hello(self, now: int) -> None:
        """Say again who this is."""
        after = self._first + self._count
        self._reply(f"HI {wire.VERSION} boot={self.boot} ses={self.ses} {self._who} next={after} t={now}")

    def _next(self, now: int) -> "str | None":
        if self._replies:
            return self._replies.pop(0)
        if now >= self._beat_at:
            self._beat_at = now + BEAT
            if self.ses != "-":
                return self._heartbeat(now)
            self.hello(now)
            return self._replies.pop(0)
        if self.ses == "-":
            return None
        if self._again < 0 and self._sent and now >= self._resend_at:
            self._again = 0
            self._wait = min(2 * self._wait, RESEND_MOST)
            self._resend_at = now + self._wait
        if 0 <= self._again < self._sent:
            self._again += 1
            return self._event_body(self._again - 1)
        self._again = -1
        if self._sent < min(self._count, WINDOW):
            if not self._sent:
                self._wait = RESEND_FIRST
                self._resend_at = now + self._wait
            self._sent += 1
            self._lost_n = 0  # a `lost` has its number now and stays as it is
            return self._event_body(self._sent - 1)
        return "LG " + self._notes.pop(0) if self._notes else None

    def _event_body(self, index: int) -> str:
        t, what = self._events[(self._head + index) % QUEUE] or (0, "")
        return f"EV {self._first + index} {t} {what}"

    def _heartbeat(self, now: int) -> str:
        after = self._first + self._count
        state = f"h={self.health} p={self.present} ms={self.round_ms} mem={self.memory}"
        return f"HB {now} boot={self.boot} next={after} q={self._count} {state}"

    def _make_room(self) -> None:
        """Let the oldest unsent event give way; a `lost` behind the sent ones counts those that are gone."""
        gone = 1 if self._lost_n else 2  # the first `lost` needs a place for itself
        self._lost_n += gone
        self.lost += gone
        following = (self._head + self._sent + 1) % QUEUE
        t, _ = self._events[following] or (0, "")
        self._events[following] = (t, f"lost n={self._lost_n}")
        for i in range(self._sent, 0, -1):
            self._events[(self._head + i) % QUEUE] = self._events[(self._head + i - 1) % QUEUE]
        self._drop_oldest(1)

    def _drop_oldest(self, n: int) -> None:
        for _ in range(n):
            self._events[self._head] = None
            self._head = (self._head + 1) % QUEUE
        self._count -= n

    def _acknowledged(self, boot: str, seq: "int | None", now: int) -> None:
        n = 0 if seq is None or boot != self.boot else seq - self._first + 1
        if not 0 < n <= self._sent:
            return  # of an earlier boot, late, or for what was never sent
        self._drop_oldest(n)
        self._first += n
        self._sent -= n
        self._again = max(0, self._again - n) if self._again >= 0 and self._sent else -1
        self._wait = RESEND_FIRST
        self._resend_at = now + self._wait

    def _greeted(self, line: wire.Line, now: int) -> None:
        ses = line.pair("ses")
        if not wire.is_hex(ses, 4):
            self.unknown += 1
            return
        if line.arg(0) == str(wire.VERSION):
            self._acknowledged(line.pair("boot"), line.pair_number("last", wire.MAX_SEQ), now)
            if ses != self.ses:
                self._open(ses, now)
        self.hello(now)  # to a host of another version too, so that it can say what is wrong
        if self.ses == ses:
            self._reply(self._heartbeat(now))
            self._beat_at = now + BEAT

    def _open(self, ses: str, now: int) -> None:
        """A new session: nothing of the one before is answered any more, and what was sent is sent again."""
        self.ses = ses
        self._answers.clear()
        self._replies.clear()
        self._again = 0 if self._sent else -1
        self._wait = RESEND_FIRST
        self._resend_at = now + self._wait

    def _commanded(self, line: wire.Line) -> None:
        number = line.number(0, wire.MAX_COMMAND, least=1)
        if number is None or self.ses == "-":
            self.unknown += 1
            return
        for known, answer in self._answers:
            if known == number:
                self._reply(answer)
                return
        reason = self._command(line)
        answer = f"NO {number} {reason}" if reason else f"OK {number}"
        if len(self._answers) == REMEMBERED:
            self._answers.pop(0)
        self._answers.append((number, answer))
        self._reply(answer)

    def _reply(self, body: str) -> None:
        if len(self._replies) < REPLIES:  # the host asks again for what does not fit
            self._replies.append(body)
