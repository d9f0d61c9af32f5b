"""Commands to the device: sent again until they are answered, and never an older lamp after a newer one.

Of each thing (a lamp, the buzzer, a reader) one command is on its way at a time and only the newest waits. Source:
docs/hardware.md, section 4.4.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from firmware_bridge import wire

RESEND_S = 0.3
TRIES = 10
AT_ONCE = 4  # commands on their way


@dataclass(slots=True)
class _Sent:
    key: str
    body: str
    at: float
    tries: int


class Commands:
    """`say(body)` sends a line; `tell(up, now, detail)` tells people in plain words."""

    def __init__(
        self, lamps: Sequence[str], say: Callable[[str], None], tell: Callable[[bool, float, str], None]
    ) -> None:
        self.done = 0
        self.refused = 0
        self.dead = False  # ten tries were not answered
        self._lamps = tuple(lamps)
        self._say = say
        self._tell = tell
        self._id = 0
        self._wanted: dict[str, str] = {}  # the newest state of each lamp, for when the device comes back
        self._waiting: dict[str, tuple[int, str]] = {}  # of each thing: (id, what)
        self._sent: dict[int, _Sent] = {}
        self._open = False
        self._when_done: Callable[[], None] | None = None

    def lamp(self, lamp: str, state: Literal["off", "on", "blink"], now: float) -> None:
        """Set a lamp by its name; a name that the board does not have is nothing."""
        if lamp in self._lamps:
            key = f"led n={self._lamps.index(lamp)}"
            self._wanted[key] = f"{key} v={state}"
            self.order(key, self._wanted[key], now)

    def all_off(self, now: float, then: Callable[[], None]) -> None:
        """Every lamp that was ever set off; `then()` is called when that is done, or at once where it cannot be."""
        for key in self._wanted:
            self._wanted[key] = f"{key} v=off"
            self.order(key, self._wanted[key], now)
        self._when_done = then
        self._send(now)

    def buzz(self, hz: int, ms: int, now: float) -> None:
        """Sound the buzzer; while the device is away that is nothing."""
        self.order("buzz", f"buzz n=0 hz={hz} ms={ms}", now)

    def order(self, key: str, what: str, now: float) -> int:
        """Have something done, in place of what still waits for the same `key`. Returns the command's id."""
        self._id = self._id % wire.MAX_COMMAND + 1
        if not self._open:
            return self._id
        self._waiting.pop(key, None)
        self._waiting[key] = (self._id, what)
        self._send(now)
        return self._id

    def restart(self, readers: Sequence[str], who: Mapping[str, str], now: float) -> None:
        """A new session: what was on its way is void, all lamps are set again, readers without a name are off."""
        self.stop()
        self._open = True
        for r in range(wire.number(who.get("r"), 99) or 0):
            if r >= len(readers) or not readers[r]:
                self.order(f"rdr r={r}", f"rdr r={r} do=off", now)
        for key, what in self._wanted.items():
            self.order(key, what, now)

    def stop(self) -> None:
        """The session is over: nothing is sent any more, only the lamps' states are kept."""
        self._open = False
        self._sent.clear()
        self._waiting.clear()

    def answered(self, line: wire.Line, now: float) -> None:
        """An OK or NO has come."""
        number = line.number(0, wire.MAX_COMMAND, least=1)
        sent = self._sent.get(number) if number is not None else None
        if sent is None or number is None:
            return  # answered before
        if line.arg(1) == "busy" and sent.tries < TRIES:
            return  # it is sent again when its time has come
        del self._sent[number]
        if self.dead:
            self.dead = False
            self._tell(True, now, "lamps and buzzer answer again")
        if line.verb == "OK":
            self.done += 1
        else:
            self.refused += 1
            self._tell(True, now, f"the board refuses '{sent.body}': {line.arg(1) or 'no reason given'}")
        self._send(now)

    def tick(self, now: float) -> None:
        """Send again what has not been answered in time."""
        for number, sent in list(self._sent.items()):
            if now - sent.at < RESEND_S:
                continue
            if sent.tries < TRIES:
                sent.tries += 1
                sent.at = now
                self._say(f"CM {number} {sent.body}")
                continue
            del self._sent[number]
            if not self.dead:
                self.dead = True
                self._tell(
                    True, now, "lamps and buzzer do not answer: look at the board, or pull its plug and put it back"
                )
        self._send(now)

    def _send(self, now: float) -> None:
        busy = {sent.key for sent in self._sent.values()}
        for key in list(self._waiting):
            if len(self._sent) < AT_ONCE and key not in busy:
                number, what = self._waiting.pop(key)
                self._sent[number] = _Sent(key, what, now, 1)
                self._say(f"CM {number} {what}")
        if self._when_done and not self._sent and not self._waiting:
            then, self._when_done = self._when_done, None
            then()
