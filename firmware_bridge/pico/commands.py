"""What the host may order: the CM lines, checked and carried out. Source: docs/hardware.md, section 4.3."""

from firmware_bridge import wire
from firmware_bridge.pico.outputs import BLINK_MS, FULL, Outputs

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from firmware_bridge.presence import Scanner

BAD = "bad"
RANGE = "range"
UNKNOWN = "unknown"
DONE = ""
MOST_MS = 600000
MOST_TIMES = 10000
MOST_GUARD_US = 50000
LEAST_HZ = 20
MOST_HZ = 20000
GAINS_DB = (18, 23, 33, 38, 43, 48)
MOST = 1000000  # a number beyond it is malformed rather than out of range


class Commands:
    """The things that commands act on. `now()` is in µs; `hello()` says again who this board is."""

    def __init__(self, scanner: "Scanner", readers: int, outputs: Outputs, now: "Callable[[], int]") -> None:
        self.scanner = scanner
        self.sync_id = 0  # of the command that the next sweep answers; 0: none
        self.wants_hello = False
        self._readers = readers
        self._outputs = outputs
        self._now = now

    def do(self, line: wire.Line) -> str:
        """Carry out a CM line: "" when done, else why not: bad, range or unknown."""
        what = line.arg(1)
        if len(line.args) != 2:
            return BAD
        if what == "led":
            return self._led(line)
        if what == "buzz":
            return self._buzz(line)
        if what == "rdr":
            return self._reader(line)
        if what == "scan":
            return self._scan(line)
        if what == "sync":
            self.scanner.sync()
            self.sync_id = line.number(0, wire.MAX_COMMAND) or 0
            return DONE
        if what == "ver":
            self.wants_hello = True
            return DONE
        return UNKNOWN

    def _led(self, line: wire.Line) -> str:
        n = line.pair_number("n", MOST)
        ms = _option(line, "ms", 0)
        times = _option(line, "times", 0)
        v = line.pair("v")
        level = FULL if v == "on" else 0 if v == "off" else wire.number(v, MOST)
        if n is None or ms is None or times is None or (level is None and v != "blink"):
            return BAD
        if n >= len(self._outputs.lamps) or ms > MOST_MS or times > MOST_TIMES or (level or 0) > FULL:
            return RANGE
        if level is None:
            self._outputs.lamps[n].blink(ms or BLINK_MS, times, self._now())
        else:
            self._outputs.lamps[n].steady(level, ms, self._now())
        return DONE

    def _buzz(self, line: wire.Line) -> str:
        n = line.pair_number("n", MOST)
        hz = line.pair_number("hz", MOST)
        ms = line.pair_number("ms", MOST)
        if n is None or hz is None or ms is None:
            return BAD
        if n >= len(self._outputs.buzzers) or not LEAST_HZ <= hz <= MOST_HZ or not 1 <= ms <= MOST_MS:
            return RANGE
        self._outputs.buzzers[n].buzz(hz, ms, self._now())
        return DONE

    def _reader(self, line: wire.Line) -> str:
        r = line.pair_number("r", MOST)
        do = line.pair("do")
        db = line.pair_number("v", MOST)
        if r is None or do not in ("reset", "on", "off", "gain") or (do == "gain" and db is None):
            return BAD
        if r >= self._readers or (do == "gain" and db not in GAINS_DB):
            return RANGE
        if do == "reset":
            self.scanner.restart(r)
        elif do == "gain":
            self.scanner.gain(r, db or 0)
        else:
            self.scanner.enable(r, do == "on")
        return DONE

    def _scan(self, line: wire.Line) -> str:
        mode = line.pair("mode")
        r = line.pair_number("r", MOST)
        guard = _option(line, "guard", self.scanner.guard_us)
        if mode not in ("sweep", "focus") or guard is None or (mode == "focus" and r is None):
            return BAD
        if guard > MOST_GUARD_US or (r or 0) >= self._readers:
            return RANGE
        self.scanner.guard_us = guard
        if mode == "focus":
            self.scanner.focus(r or 0)
        else:
            self.scanner.sweep()
        return DONE


def _option(line: wire.Line, key: str, default: int) -> "int | None":
    return line.pair_number(key, MOST) if key in line.pairs else default
