"""What the firmware does all the time: one turn of its loop, and how its parts hang together.

Pure of hardware: main.py makes the parts from pins, the tests from simulated ones. One turn reads what came over
the cable, looks at one reader (1 to 14 ms), asks the buttons before and after it, moves lamps and buzzer on, and
writes what the cable takes.
"""

import binascii
import gc

from firmware_bridge.pico.buttons import Buttons
from firmware_bridge.pico.commands import Commands
from firmware_bridge.pico.device import Device
from firmware_bridge.pico.outputs import Outputs

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from firmware_bridge.presence import Event, Scanner

LINES_A_TURN = 8
SLOW_US = 200000  # a turn that takes longer is told to the host


class Clock:
    """Microseconds since it was made; never wraps, as long as it is asked every 8 minutes."""

    def __init__(self, ticks_us: "Callable[[], int]", ticks_diff: "Callable[[int, int], int]") -> None:
        self._ticks_us = ticks_us
        self._diff = ticks_diff
        self._last = ticks_us()
        self._total = 0

    def now(self) -> int:
        """The time now."""
        ticks = self._ticks_us()
        self._total += self._diff(ticks, self._last)
        self._last = ticks
        return self._total


class Port:
    """The cable: `read()` gives what has come, at most 128 bytes; `write(line)` is False where there is no room."""

    def __init__(self, source: "Any", sink: "Any", select: "Any") -> None:
        self._source = source.buffer
        self._sink = sink.buffer
        self._input = select.poll()
        self._input.register(source, select.POLLIN)
        self._output = select.poll()
        self._output.register(sink, select.POLLOUT)
        self._can_read = select.POLLIN
        self._can_write = select.POLLOUT
        self._byte = bytearray(1)
        self._buffer = bytearray(128)
        self._view = memoryview(self._buffer)

    def read(self) -> "memoryview":
        """The bytes that are there; empty where there are none or nobody holds the other end."""
        length = 0
        try:
            # One byte at a time: to ask for more would wait for more.
            while length < len(self._buffer) and self._ready(self._input, self._can_read):
                if not self._source.readinto(self._byte):
                    break
                self._buffer[length] = self._byte[0]
                length += 1
        except OSError:  # the other end is closed; it is tried again with the next turn
            pass
        return self._view[:length]

    def room(self) -> bool:
        """Whether a line can be written without waiting."""
        try:
            return self._ready(self._output, self._can_write)
        except OSError:
            return False

    def write(self, line: bytes) -> None:
        """Write a line. What is lost here is sent again by the protocol."""
        try:  # noqa: SIM105 - MicroPython has no contextlib
            self._sink.write(line)
        except OSError:
            pass

    def _ready(self, poll: "Any", flag: int) -> bool:
        for _, flags in poll.ipoll(0):  # noqa: SIM110 - a generator would be made anew for every byte
            if flags & flag:
                return True
        return False


class Firmware:
    """All parts of one board. `level(button)`: whether a contact is closed."""

    def __init__(
        self,
        clock: Clock,
        port: Port,
        device: Device,
        scanner: "Scanner",
        commands: Commands,
        outputs: Outputs,
        buttons: Buttons,
        level: "Callable[[int], bool]",
        ticks_us: "Callable[[], int]",
    ) -> None:
        self._clock = clock
        self._port = port
        self._device = device
        self._scanner = scanner
        self._commands = commands
        self._outputs = outputs
        self._buttons = buttons
        self._level = level
        self._ticks_us = ticks_us
        self._round_us = -1
        self._hold_until = 0

    def start(self) -> None:
        """Initialise the readers."""
        for event in self._scanner.start():
            self._tell(event)
        self._look_at_health()

    def turn(self) -> None:
        """One turn of the loop."""
        start = self._clock.now()
        self._device.receive(self._port.read(), start)
        self._ask_buttons()
        for event in self._scanner.step():
            self._tell(event)
        self._ask_buttons()
        self._outputs.tick(self._clock.now())
        if self._commands.wants_hello:
            self._commands.wants_hello = False
            self._device.hello(self._clock.now())
        self._write()
        if self._scanner.round_us != self._round_us:
            self._round_us = self._scanner.round_us
            gc.collect()
            self._look_at_health()
        took = self._clock.now() - start
        if took > SLOW_US:
            self._device.note(f"loop slow {took // 1000} ms")

    def _look_at_health(self) -> None:
        self._device.health = self._scanner.health()
        self._device.present = len(self._scanner.present())
        self._device.round_ms = self._scanner.round_us // 1000
        if hasattr(gc, "mem_free"):
            self._device.memory = gc.mem_free()

    def _ask_buttons(self) -> None:
        now = self._clock.now()
        for change in self._buttons.poll(now, self._ticks_us(), self._level):
            self._device.event(int(change.at), f"btn b={change.button} v={1 if change.pressed else 0}")

    def _write(self) -> None:
        for _ in range(LINES_A_TURN):
            now = self._clock.now()
            if now < self._hold_until or not self._port.room():
                return
            line = self._device.line(now)
            if line is None:
                return
            self._port.write(line)
            if self._clock.now() - now > SLOW_US // 2:  # the host holds the port open and does not read
                self._hold_until = now + 1000000

    def _tell(self, event: "Event") -> None:
        kind = event.kind
        if kind == "on":
            first = " first=1" if event.first else ""
            self._device.event(event.t, f"on r={event.r} uid={_hex(event.uid)} sak={event.sak:02X}" + first)
        elif kind == "off":
            self._device.event(event.t, f"off r={event.r} uid={_hex(event.uid)}")
        elif kind == "rdr":
            self._look_at_health()
            self._device.event(event.t, f"rdr r={event.r} s={event.state} ver={max(0, event.version):02X}")
            if event.detail:
                self._device.note(f"reader r={event.r} {event.detail}")
        elif kind == "sweep":
            self._look_at_health()
            answers = self._commands.sync_id
            self._commands.sync_id = 0
            self._device.event(event.t, f"sweep id={answers}" if answers else "sweep")
        elif kind == "clash":
            self._device.note(f"clash r={event.r}")
        else:
            self._device.note(event.detail)


def _hex(uid: bytes) -> str:
    return binascii.hexlify(uid).decode().upper()
