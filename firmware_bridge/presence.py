"""Who lies where, without flicker: the memory behind the readers, their turns, and what to do when one falls ill.

    scanner = Scanner(readers, now_us, sleep_us, reset=pulse_rst)
    events = scanner.start()         one "rdr" event for each reader
    while True:
        events = scanner.step()      one look at one reader, 7 to 20 ms; events is a list, mostly empty

An Event has `kind`, `t` (µs on the clock that was given), `r` (index of the reader) and, by kind:

    on      uid, sak, first          a tag came; first: it may have lain there before we could look
    off     uid                      a tag left
    rdr     state, version, detail   ok, clone, fault, mute or off
    clash                            something answers and cannot be resolved, for half a second now
    note    detail                   for the log
    sweep                            every reader has been looked at since `start` or `sync`; not during a focus

Sweep: one antenna at a time, field on, poll, off; the field cycle is what makes a resting card answer each time.
Focus: one reader alone, its field always on, for cards that slide over it; the others keep what they last knew.
`now_us()` never goes back and never wraps; `reset()` pulses the RST line that all readers share, or is None.
Same Python as rc522.py. Source: docs/hardware.md, sections 2.3 (presence) and 8 (faults).
"""

from firmware_bridge.rc522 import CARD, DEAD, GUARD_US, NOISE, NONE, Outcome, Reader

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

OFF_US = 120_000  # a tag is gone after two silent polls and this long
OFF_IN_NOISE_US = 1_500_000  # or this long without one clean answer
CLASH_US = 500_000
QUIET_US = 1_000_000  # without noise: the next is a new clash
THOROUGH_EVERY = 8  # looks at an occupied reader
HEALTH_EVERY = 50  # looks
NOISE_INIT = 16  # unresolved looks in a row after which the chip itself is doubted
RETRY_US = 5_000_000  # for a mute reader
NEVER_US = 1 << 60
FRESH_US = 600_000_000  # an empty reader is initialised anew every 10 minutes
MINUTE_US = 60_000_000
_LETTERS = {"ok": ".", "clone": "c", "fault": "f", "mute": "m", "off": "-"}


class Event:
    """Something that a Scanner has to tell; see the module's text for which fields count."""

    def __init__(
        self, kind: str, t: int, r: int = -1, uid: bytes = b"", sak: int = 0, first: bool = False,
        state: str = "", version: int = -1, detail: str = "",
    ) -> None:  # fmt: skip
        self.kind = kind
        self.t = t
        self.r = r
        self.uid = uid
        self.sak = sak
        self.first = first
        self.state = state
        self.version = version
        self.detail = detail

    def __repr__(self) -> str:
        return f"<{self.kind} r={self.r} t={self.t} {self.uid.hex()} {self.state} {self.detail}>"


class _Lying:
    """A tag on a reader."""

    def __init__(self, uid: bytes, sak: int, now_us: int) -> None:
        self.uid = uid
        self.sak = sak
        self.seen_us = now_us
        self.misses = 0


class Presence:
    """What lies on one reader, by the outcomes of its polls."""

    def __init__(self) -> None:
        self.tags: list[_Lying] = []
        self.noises = 0  # in a row
        self._looks = 0
        self._changed = False
        self._noise_since_us = -1
        self._noise_last_us = -1
        self._noisy_looks = 0
        self._clash_told = False

    def wants_thorough(self) -> bool:
        """Whether the next look should search for weaker tags behind the loudest (2 ms)."""
        return len(self.tags) > 1 or self._changed or (bool(self.tags) and self._looks % THOROUGH_EVERY == 0)

    def doubts(self, outcome: Outcome) -> bool:
        """Whether to look again before believing: another tag in place of the one that lay there."""
        found = [uid for uid, _ in outcome.tags]
        here = [tag.uid for tag in self.tags]
        return any(uid not in here for uid in found) and any(uid not in found for uid in here)

    def update(self, outcome: Outcome, now_us: int) -> "list[tuple[str, bytes, int]]":
        """Take one outcome; returns what follows: ("on" | "off" | "clash", uid, sak), departures first."""
        self._looks += 1
        self._changed = False
        self.noises = self.noises + 1 if outcome.kind == NOISE else 0
        if outcome.kind == DEAD:
            return []
        told: list[tuple[str, bytes, int]] = []
        found = [uid for uid, _ in outcome.tags]
        here = [tag.uid for tag in self.tags]
        replaced = any(uid not in here for uid in found) and not outcome.noisy
        left: list[_Lying] = []
        for tag in self.tags:
            if tag.uid in found:
                tag.seen_us = now_us
                tag.misses = 0
            elif outcome.noisy:
                tag.misses = 0
            else:
                tag.misses += 1
            absent_us = now_us - tag.seen_us
            gone = tag.misses >= 2 and absent_us >= OFF_US
            gone = gone or (tag.misses > 0 and replaced) or absent_us >= OFF_IN_NOISE_US
            if gone:
                told.append(("off", tag.uid, tag.sak))
            else:
                left.append(tag)
        self.tags = left
        for uid, sak in outcome.tags:
            if uid not in here:
                self.tags.append(_Lying(uid, sak, now_us))
                told.append(("on", uid, sak))
        self._changed = bool(told)
        if self._clashes(outcome, now_us):
            told.append(("clash", b"", 0))
        return told

    def _clashes(self, outcome: Outcome, now_us: int) -> bool:
        """Whether noise has lasted long enough to be told; once, until a clean card or a second of quiet."""
        if outcome.kind == CARD and not outcome.noisy:
            self._noise_since_us = -1
        if not outcome.noisy:
            return False
        if self._noise_since_us < 0 or now_us - self._noise_last_us >= QUIET_US:
            self._noise_since_us = now_us
            self._noisy_looks = 0
            self._clash_told = False
        self._noise_last_us = now_us
        self._noisy_looks += 1
        if self._clash_told or self._noisy_looks < 3 or now_us - self._noise_since_us < CLASH_US:
            return False
        self._clash_told = True
        return True


class _Station:
    """A reader with all that the scanner remembers of it."""

    def __init__(self, reader: Reader) -> None:
        self.reader = reader
        self.presence = Presence()
        self.enabled = True
        self.state = "mute"
        self.detail = ""
        self.settled = False  # looked at since start or sync
        self.looks = 0
        self.off_us = -1  # when its field went off; -1 while it is on
        self.retry_us = 0  # of a mute one
        self.fresh_us = 0
        self.ill = 0  # looks in a row that ended with a recovery
        self.recoveries = 0
        self.recent: list[int] = []  # recoveries of the last minute
        self.noted = ""
        self.noted_us = 0

    def usable(self) -> bool:
        """Whether it can be polled."""
        return self.enabled and self.state != "mute"


class Scanner:
    """All readers of one device: gives them their turns and turns outcomes into events."""

    def __init__(
        self, readers: "list[Reader]", now_us: "Callable[[], int]", sleep_us: "Callable[[int], None]",
        reset: "Callable[[], None] | None" = None, guard_us: int = GUARD_US,
    ) -> None:  # fmt: skip
        self.guard_us = guard_us
        self.round_us = 0
        self._stations = [_Station(reader) for reader in readers]
        self._now_us = now_us
        self._sleep_us = sleep_us
        self._reset = reset
        self._reset_us = -MINUTE_US
        self._focus = -1
        self._turn = -1
        self._round_start_us = 0
        self._announce = False
        self._events: list[Event] = []

    # What a firmware or a source calls.

    def start(self) -> "list[Event]":
        """Pulse RST, initialise and test every reader; takes up to 0.2 s a reader that does not answer."""
        self._pulse_reset()
        for r in range(len(self._stations)):
            self._begin(r)
        self._announce = True
        self._turn = -1
        self._round_start_us = self._now_us()
        return self._take_events()

    def step(self) -> "list[Event]":
        """Give the next reader its turn, or rest for 5 ms when there is none to ask."""
        r = self._next()
        if r < 0:
            self._sleep_us(5000)
        else:
            self._visit(r)
        if self._announce and all(s.settled or not s.usable() for s in self._stations):
            self._announce = False
            self._tell("sweep", -1)
        return self._take_events()

    def sweep(self) -> None:
        """Ask all readers in turn."""
        if self._focus >= 0:
            self._field_off(self._stations[self._focus])
        self._focus = -1

    def focus(self, r: int) -> None:
        """Ask reader `r` alone, its field always on. Raises IndexError for a reader that is not there."""
        if not 0 <= r < len(self._stations):
            raise IndexError(r)
        self.sweep()
        self._focus = r

    def sync(self) -> None:
        """Report every present tag again, as `first`, and then "sweep"."""
        for station in self._stations:
            station.presence = Presence()
            station.settled = False
            station.looks = 0
        self._announce = True
        self.sweep()

    def enable(self, r: int, on: bool) -> None:
        """Take a reader out of the turns, or back in."""
        station = self._stations[r]
        if on == station.enabled:
            return
        station.enabled = on
        if on:
            self._begin(r)
        else:
            if self._focus == r:
                self.sweep()
            self._field_off(station)
            station.presence = Presence()
            station.state, station.detail = "off", ""
            self._tell_state(r)

    def restart(self, r: int) -> None:
        """Initialise and test one reader again, now."""
        if self._stations[r].enabled:
            self._begin(r)

    def give_up(self, r: int, detail: str) -> None:
        """Call a reader mute from outside, without touching it, until `restart`."""
        station = self._stations[r]
        station.state, station.detail = "mute", detail
        station.retry_us = NEVER_US
        self._tell_state(r)

    def gain(self, r: int, db: int) -> int:
        """Set one reader's receiver gain; returns the one in force, in dB."""
        reader = self._stations[r].reader
        try:
            return reader.set_gain(db)
        except OSError:
            return -1

    def present(self) -> "list[tuple[int, bytes]]":
        """What lies where, as far as we know."""
        return [(r, tag.uid) for r, station in enumerate(self._stations) for tag in station.presence.tags]

    def health(self) -> str:
        """One character for each reader: . ok, c clone, f fault, m mute, - off."""
        return "".join([_LETTERS[station.state] for station in self._stations])

    def counts(self, r: int) -> "tuple[int, int, int, int]":
        """Polls, noisy polls, tags seen and recoveries of a reader since it was made."""
        station = self._stations[r]
        return station.reader.polls, station.reader.noise, station.reader.seen, station.recoveries

    # Turns.

    def _next(self) -> int:
        count = len(self._stations)
        if self._focus >= 0:
            return self._focus if self._ready(self._focus) else -1
        for _ in range(count):
            self._turn += 1
            if self._turn >= count:
                self._turn = 0
                now = self._now_us()
                self.round_us = now - self._round_start_us
                self._round_start_us = now
            if self._ready(self._turn):
                return self._turn
        return -1

    def _ready(self, r: int) -> bool:
        """Whether the reader can be asked; a mute one is tried again when its time has come."""
        station = self._stations[r]
        if station.enabled and station.state == "mute" and self._now_us() >= station.retry_us:
            self._begin(r)
        return station.usable()

    def _visit(self, r: int) -> None:
        station = self._stations[r]
        reader, presence = station.reader, station.presence
        station.looks += 1
        try:
            outcome = self._ask(station, presence.wants_thorough())
            if presence.doubts(outcome):
                outcome = self._ask(station, True)
            trouble = ""
            if outcome.kind == DEAD or station.looks % HEALTH_EVERY == 0:
                trouble = reader.ailment()
            if outcome.kind == DEAD and not trouble:
                trouble = "it does not react"
        except OSError as error:
            outcome, trouble = Outcome(DEAD), f"SPI error: {error}"
        now = self._now_us()
        first = not station.settled
        if outcome.kind in (CARD, NONE) or station.looks >= 5:
            station.settled = True
        for kind, uid, sak in presence.update(outcome, now):
            self._events.append(Event(kind, now, r, uid, sak, first))
            if kind == "off" and self._focus == r:
                self._field_off(station)
        if outcome.note and (outcome.note != station.noted or now - station.noted_us >= MINUTE_US):
            station.noted, station.noted_us = outcome.note, now
            self._tell("note", r, outcome.note)
        if not trouble and presence.noises and presence.noises % NOISE_INIT == 0:
            if presence.noises == NOISE_INIT:
                self._tell("note", r, "nothing but noise: initialised again")
            trouble = "" if self._init(station) else "it did not take its settings"
        if trouble:
            self._heal(r, trouble)
        else:
            self._look_after(r, outcome.kind)

    def _ask(self, station: _Station, thorough: bool) -> Outcome:
        reader = station.reader
        if not reader.field_on and station.off_us >= 0:
            rest = self.guard_us - (self._now_us() - station.off_us)
            if rest > 0:
                self._sleep_us(rest)
        if self._focus >= 0:
            if not reader.field_on:
                reader.field(True)
                self._sleep_us(self.guard_us)
            return reader.poll(halt=True, thorough=thorough, guard_us=self.guard_us)
        outcome = reader.look(self.guard_us, thorough, self._neighbour_had_a_tag(station))
        station.off_us = self._now_us()
        return outcome

    def _neighbour_had_a_tag(self, station: _Station) -> bool:
        """Whether a tag may still be in the state in which another reader has left it: this one may hear it as well."""
        since = self._now_us() - self.guard_us
        return any(s.presence.tags and s.off_us > since for s in self._stations if s is not station)

    def _field_off(self, station: _Station) -> None:
        try:
            station.reader.field(False)
        except OSError:
            return  # it will be found mute at its next turn
        station.off_us = self._now_us()

    # Health.

    def _begin(self, r: int) -> None:
        """Start a reader from nothing; what lay on it stays believed until it has been looked at."""
        station = self._stations[r]
        before = (station.state, station.detail)
        try:
            state, detail = station.reader.start(), station.reader.detail
            if state != "mute" and not station.reader.usable:
                state = "mute"
        except OSError as error:
            state, detail = "mute", f"SPI error: {error}"
        now = self._now_us()
        station.state, station.detail = state, detail
        station.off_us = now
        station.retry_us = now + RETRY_US
        station.fresh_us = now + FRESH_US
        station.recent = []
        if state != "mute":
            station.settled = False
            station.looks = 0
        if (state, detail) != before or state != "mute":
            self._tell_state(r)

    def _heal(self, r: int, trouble: str) -> None:
        """The ladder: initialise, twice; pulse RST, which takes all readers along; call it mute and retry later.

        A reader that takes its settings and still does not work at its next looks climbs the same ladder.
        """
        station = self._stations[r]
        station.ill += 1
        station.recoveries += 1
        well = self._init(station) or self._init(station)
        if not well or station.ill > 2:
            well = False
            if self._reset is not None and self._now_us() - self._reset_us >= MINUTE_US:
                self._pulse_reset()
                for other in self._stations:
                    if other is not station and other.usable():
                        self._init(other)
                well = self._init(station)
        now = self._now_us()
        if not well:
            station.ill = 0
            station.state, station.detail = "mute", trouble
            station.retry_us = now + RETRY_US
            self._tell_state(r)
            return
        self._tell("note", r, f"initialised again: {trouble}")
        if station.ill == 1:
            station.recent = [at for at in station.recent if now - at < MINUTE_US]
            station.recent.append(now)
        if len(station.recent) >= 3 and station.state != "fault":
            station.state = "fault"
            station.detail = f"three times in a minute: {trouble}; look at its power supply and wires"
            self._tell_state(r)

    def _look_after(self, r: int, kind: int) -> None:
        """In quiet times: believe in a healed reader again, and initialise an empty one every ten minutes."""
        station = self._stations[r]
        station.ill = 0
        now = self._now_us()
        if station.recent and now - station.recent[-1] >= MINUTE_US:
            station.recent = []
            if station.state != station.reader.state:
                station.state, station.detail = station.reader.state, station.reader.detail
                self._tell_state(r)
        if kind == NONE and now >= station.fresh_us and not station.presence.tags:
            station.fresh_us = now + FRESH_US
            if not self._init(station):
                self._heal(r, "it did not take its settings")
            elif station.reader.version == 0x12 and station.reader.seen == 0:
                station.detail = station.reader.detail + "; it has not seen one card yet"
                self._tell_state(r)

    def _init(self, station: _Station) -> bool:
        try:
            return station.reader.init()
        except OSError:
            return False
        finally:
            station.off_us = self._now_us()

    def _pulse_reset(self) -> None:
        if self._reset is not None:
            self._reset_us = self._now_us()
            self._reset()
            self._sleep_us(50_000)

    # Telling.

    def _tell(self, kind: str, r: int, detail: str = "") -> None:
        self._events.append(Event(kind, self._now_us(), r, detail=detail))

    def _tell_state(self, r: int) -> None:
        station = self._stations[r]
        version = station.reader.version
        self._events.append(
            Event("rdr", self._now_us(), r, state=station.state, version=version, detail=station.detail)
        )

    def _take_events(self) -> "list[Event]":
        events, self._events = self._events, []
        return events
