"""A simulated MFRC522, register by register: what a driver sees over SPI, at the moment when it looks.

Nothing runs in the background. Each access first catches up with the clock: the end of sending, the timer, the end of
an answer. The interrupt bits then show what traces of real chips show: 04, 44, .. 45 for silence, 64 for an answer,
66 for a collision. Source: docs/hardware.md, sections 1.1 to 1.4; the faults: 1.7 and 8.
"""

from firmware_bridge.sim.clock import Dice
from firmware_bridge.sim.field import BOTH, ETU_NS, PROTOCOL_ERROR, answered_ns, sent_ns
from firmware_bridge.sim.tag import Classic, to_bits, with_crc

TYPE_CHECKING = False
if TYPE_CHECKING:
    from firmware_bridge.sim.clock import RealClock, VirtualClock
    from firmware_bridge.sim.field import Answer, Field

COMMAND, COM_IRQ, DIV_IRQ, ERROR, STATUS1, STATUS2 = 0x01, 0x04, 0x05, 0x06, 0x07, 0x08
FIFO_DATA, FIFO_LEVEL, WATER_LEVEL, CONTROL, BIT_FRAMING, COLL = 0x09, 0x0A, 0x0B, 0x0C, 0x0D, 0x0E
MODE, TX_MODE, RX_MODE, TX_CONTROL, TX_ASK, DEMOD, RF_CFG = 0x11, 0x12, 0x13, 0x14, 0x15, 0x19, 0x26
CRC_HIGH, CRC_LOW, T_MODE, T_PRESCALER, T_RELOAD_H, T_RELOAD_L, VERSION = 0x21, 0x22, 0x2A, 0x2B, 0x2C, 0x2D, 0x37

_RESET = (
    (0x01, 0x20), (0x02, 0x80), (0x0B, 0x08), (0x0E, 0xA0), (0x11, 0x3F), (0x14, 0x80), (0x17, 0x84), (0x18, 0x84),
    (0x19, 0x4D), (0x24, 0x26), (0x26, 0x48),
)  # fmt: skip
_READ_ONLY = (ERROR, STATUS1, CRC_HIGH, CRC_LOW, VERSION)
_CRC_PRESET = (0x0000, 0x6363, 0xA671, 0xFFFF)
_FOREVER = 1 << 60


class Chip:
    """One RC522 on its own chip select, with `field` around its antenna.

    `spi_hz` and `overhead_us` are what a transfer costs on the clock; `transfers` counts them. The faults are plain
    attributes, to be set at any moment:

    - `version`: what VersionReg says; `fickle`: percentage of read bytes that arrive altered (cold joints)
    - `silent`: the byte that all reads give (00 or FF) while there is no power: see `cut_power`
    - `frozen`: takes no more commands until it is reset; "hard": until RST or power-up, a soft reset does not help
    - `mixed_reads`: False on a clone that answers a burst from its first address only
    - `burst_writes`: False on a clone that keeps only the first byte of a burst
    - `timer_stops`: False on a clone whose timer runs on while an answer comes in
    - `coll_absolute`: True where CollPos counts from the start of the cascade level
    - `dirty`: True where the FIFO holds ones after a collision, whatever CollReg asks for
    - `gain_locked`: True where RxGain cannot be set
    """

    def __init__(
        self, clock: "VirtualClock | RealClock", field: "Field", version: int = 0x92,
        spi_hz: int = 4_000_000, overhead_us: int = 30, seed: int = 1,
    ) -> None:  # fmt: skip
        self.clock = clock
        self.field = field
        self.version = version
        self.byte_ns = 8_000_000_000 // spi_hz
        self.overhead_us = overhead_us
        self.transfers = 0
        self.fickle = 0
        self.silent = 0x00
        self.frozen: bool | str = False
        self.mixed_reads = True
        self.burst_writes = True
        self.timer_stops = True
        self.coll_absolute = False
        self.dirty = False
        self.gain_locked = False
        self._dice = Dice(seed)
        self._powered = True
        self._wake_ns = self._deaf_ns = 0  # until then it wakes up, and until then it takes no writes
        self.regs = bytearray(64)
        self.fifo: list[int] = []
        self._reset(0)

    # What happens to the module from outside.

    def cut_power(self, silent: int = 0x00) -> None:
        """Take the supply or the MISO wire away: every read gives `silent`."""
        self._powered = False
        self.silent = silent
        self.field.switch(False)

    def restore_power(self, wake_us: int = 2000) -> None:
        """Give the supply back: all registers begin at their reset values, after the oscillator has started."""
        self._powered = True
        self.frozen = False
        self._reset(wake_us)

    def brown_out(self) -> None:
        """A dip in the supply: registers at reset values, everything else looks right."""
        self._reset(0)

    def lose_field(self) -> None:
        """Overheated: the antenna drivers go off by themselves, TempErr is set."""
        self.regs[TX_CONTROL] &= 0xFC
        self._error |= 0x40
        self.field.switch(False)

    def pulse_reset(self) -> None:
        """NRSTPD low and high again."""
        if self._powered:
            self.frozen = False
            self._reset(2000)

    def _reset(self, wake_us: int) -> None:
        for i in range(64):
            self.regs[i] = 0
        for register, value in _RESET:
            self.regs[register] = value
        self.fifo = []
        self._irq = 0x14
        self._div_irq = 0
        self._error = 0
        self._crc = 0xFFFF
        self._last_bits = 0
        self._tx_start = self._tx_end = self._rx_end = self._timer_end = _FOREVER
        self._timer_stop = _FOREVER
        self._align = 0
        self._sent_bits = 0
        self._answer: Answer | None = None
        self._wake_ns = self._deaf_ns = self.clock.now_ns() + wake_us * 1000
        self.field.switch(False)

    # The SPI side.

    def xfer(self, frame: "bytes | bytearray") -> bytes:
        """One frame while the chip is selected; as many bytes come back as were sent."""
        self.transfers += 1
        size = len(frame)
        first = frame[0]
        if not self._powered:
            self.clock.spend_ns(self.overhead_us * 1000 + self.byte_ns * size)
            return bytes([self.silent] * size)
        register = first >> 1 & 0x3F
        if not first & 0x80:
            self.clock.spend_ns(self.overhead_us * 1000 + self.byte_ns * size)
            for value in frame[1:] if self.burst_writes else frame[1:2]:
                self._write(register, value)
            return bytes(size)
        out = bytearray(size)
        self.clock.spend_ns(self.overhead_us * 1000 + self.byte_ns)
        for i in range(1, size):
            if self.mixed_reads:
                register = frame[i - 1] >> 1 & 0x3F
            out[i] = self._read(register)
            if self.fickle and self._dice.chance(self.fickle):
                out[i] ^= 1 << self._dice.below(8)
            self.clock.spend_ns(self.byte_ns)
        return bytes(out)

    def _read(self, register: int) -> int:
        now = self.clock.now_ns()
        self._catch_up(now)
        if register == COMMAND:
            return self.regs[COMMAND] & 0x2F | (0x10 if now < self._wake_ns else 0)
        if register == COM_IRQ:
            return self._irq | self._alerts() << 2
        if register == DIV_IRQ:
            return self._div_irq
        if register == ERROR:
            return self._error
        if register == STATUS1:
            running = self._timer_end != _FOREVER
            return 0x20 | (0x08 if running else 0) | (self._alerts() & 1) | (self._alerts() >> 1 & 1) << 1
        if register == STATUS2:
            return self.regs[STATUS2] & 0xF8 | self._modem(now)
        if register == FIFO_DATA:
            return self.fifo.pop(0) if self.fifo else 0
        if register == FIFO_LEVEL:
            return len(self.fifo)
        if register == CONTROL:
            return 0x10 | self._last_bits
        if register in (CRC_HIGH, CRC_LOW):
            return self._crc >> 8 if register == CRC_HIGH else self._crc & 0xFF
        return self.version if register == VERSION else self.regs[register]

    def _write(self, register: int, value: int) -> None:
        now = self.clock.now_ns()
        self._catch_up(now)
        if now < self._deaf_ns or register in _READ_ONLY:
            return
        if register == COMMAND:
            self._command(value, now)
        elif register == COM_IRQ:
            marked = value & 0x7F
            self._irq = self._irq | marked if value & 0x80 else self._irq & ~marked
        elif register == DIV_IRQ:
            marked = value & 0x14
            self._div_irq = self._div_irq | marked if value & 0x80 else self._div_irq & ~marked
        elif register == FIFO_DATA:
            if len(self.fifo) < 64:
                self.fifo.append(value)
                self._coprocess()
            else:
                self._error |= 0x10
        elif register == FIFO_LEVEL:
            if value & 0x80:
                self.fifo = []
                self._error &= ~0x10
        elif register == CONTROL:
            if value & 0x80:
                self._timer_end = _FOREVER
            elif value & 0x40:
                self._timer_end = now + self._period_ns()
        elif register == BIT_FRAMING:
            self.regs[BIT_FRAMING] = value
            if value & 0x80 and self.regs[COMMAND] & 0x0F == 0x0C:
                self._send()
        elif register == COLL:
            self.regs[COLL] = value & 0x80 | self.regs[COLL] & 0x3F
        elif register == STATUS2:
            self.regs[STATUS2] = value & 0xC0 | value & self.regs[STATUS2] & 0x08
        elif register == TX_CONTROL:
            self.regs[TX_CONTROL] = value
            self.field.switch(bool(value & 0x03))
        elif register != RF_CFG or not self.gain_locked:
            self.regs[register] = value

    def _alerts(self) -> int:
        """Bit 0: LoAlert, bit 1: HiAlert; whoever clears them in ComIrqReg sees them again as long as they hold."""
        level, water = len(self.fifo), self.regs[WATER_LEVEL]
        return (1 if level <= water else 0) | (2 if 64 - level <= water else 0)

    def _modem(self, now: int) -> int:
        if self.regs[COMMAND] & 0x0F != 0x0C:
            return 0
        if self._tx_start == _FOREVER:
            return 1
        if now < self._tx_end:
            return 3
        return 6 if self._answer is not None and now >= self._timer_stop - 5 * ETU_NS else 5

    # Commands.

    def _command(self, value: int, now: int) -> None:
        command = value & 0x0F
        if command == 0x0F:
            if self.frozen != "hard":
                self.frozen = False
            self._reset(0)
            self._wake_ns = now + 38_000
            return
        if command == 0x07:
            return
        self.regs[COMMAND] = value & 0x2F | command
        self._tx_start = self._tx_end = self._rx_end = _FOREVER
        self._answer = None
        if command != 0x00:
            self._error &= 0x40
        if command == 0x03:
            self._crc = _CRC_PRESET[self.regs[MODE] & 0x03]
            self._coprocess()
        elif command == 0x04:
            self._send()
        elif command == 0x0E:
            self._authenticate()

    def _coprocess(self) -> None:
        """CalcCRC eats what is in the FIFO, in no time worth speaking of."""
        if self.regs[COMMAND] & 0x0F == 0x03:
            for bit in to_bits(bytes(self.fifo)):
                self._crc = self._crc >> 1 ^ (0x8408 if (self._crc ^ bit) & 1 else 0)
            self.fifo = []
            self._div_irq |= 0x04

    def _authenticate(self) -> None:
        """MFAuthent, as far as the factory key goes; without an answer it ends by the timer."""
        key = bytes(self.fifo[2:8])
        self.fifo = []
        self._tx_start = self.clock.now_ns()
        self._tx_end = self._tx_start + sent_ns(32)
        for place in self.field.places:
            if isinstance(place.tag, Classic) and place.tag.authenticate(key):
                self.regs[STATUS2] |= 0x08
                self._irq |= 0x10
                self.regs[COMMAND] &= 0xF0

    def _send(self) -> None:
        waits_for_field = self.regs[MODE] & 0x20 and not self.field.on
        if self.frozen or not self.fifo or waits_for_field:
            return
        bits = to_bits(bytes(self.fifo))
        cut = self.regs[BIT_FRAMING] & 0x07
        if cut:
            bits = bits[: cut - 8]
        elif self.regs[TX_MODE] & 0x80:
            bits = with_crc(bytes(self.fifo))
        self._align = self.regs[BIT_FRAMING] >> 4 & 0x07
        self._sent_bits = len(bits)
        self._tx_start = self.clock.now_ns()
        self._tx_end = self._tx_start + sent_ns(len(bits))
        heard = self.regs[TX_ASK] & 0x40 != 0  # type A listens to nothing less than 100 % modulation
        self._answer = self.field.exchange(bits) if heard and self.regs[COMMAND] & 0x0F == 0x0C else None

    def _period_ns(self) -> int:
        prescaler = (self.regs[T_MODE] & 0x0F) << 8 | self.regs[T_PRESCALER]
        even = 2 if self.regs[DEMOD] & 0x10 and self.version == 0x92 else 1
        reload = self.regs[T_RELOAD_H] << 8 | self.regs[T_RELOAD_L]
        return (2 * prescaler + even) * (reload + 1) * 100_000 // 1356

    # Time.

    def _catch_up(self, now: int) -> None:
        if now >= self._tx_end:
            end, self._tx_end = self._tx_end, _FOREVER
            self._irq |= 0x40
            self.fifo = []
            answer = self._answer
            if self._timer_end <= end:  # still running from an exchange before
                self._irq |= 0x01
            if self.regs[T_MODE] & 0x80:
                self._timer_end = end + self._period_ns()
            if answer is not None:
                self._rx_end = end + answer.after_ns + answered_ns(len(answer.bits), self._align)
                self._timer_stop = end + answer.after_ns + 5 * ETU_NS
        if self.timer_stops and self._timer_stop <= now and self._timer_stop <= self._timer_end:
            self._timer_end = _FOREVER
            self._timer_stop = _FOREVER
        if now >= self._timer_end:
            self._timer_end = _FOREVER
            self._irq |= 0x01
        if now >= self._rx_end:
            self._rx_end = _FOREVER
            answer, self._answer = self._answer, None
            if answer is not None:
                self._receive(answer)

    def _receive(self, answer: "Answer") -> None:
        bits, errors = answer.bits, answer.errors
        if self.field.left_since(answer.tags, self._tx_start) or not self.field.on:
            bits, errors = bits[: (len(bits) + 1) // 2], errors | PROTOCOL_ERROR
        first = bits.index(BOTH) if BOTH in bits else -1
        position = self._align + first + 1
        if self.coll_absolute:
            position += max(0, self._sent_bits - 16) // 8 * 8
        if first >= 0:
            errors |= 0x08
            fill = 1 if self.dirty or self.regs[COLL] & 0x80 else 0
            bits = bits[:first] + [fill] * (len(bits) - first)
        known = self.regs[COLL] & 0x80
        self.regs[COLL] = known | (position & 0x1F if first >= 0 and position <= 32 else 0x20)
        if self.regs[RX_MODE] & 0x80 and first < 0 and len(bits) >= 24:
            if bits != with_crc(bytes(_bytes(bits)[:-2])):
                errors |= 0x04
            bits = bits[:-16]
        data = _bytes([1] * self._align + bits)  # below the alignment stands junk
        if len(self.fifo) + len(data) > 64:
            errors |= 0x10
        self.fifo = (self.fifo + data)[:64]
        self._last_bits = (self._align + len(bits)) & 0x07
        self._error |= errors
        self._irq |= 0x20 | (0x02 if errors else 0)
        self.regs[STATUS2] &= 0xF8


def _bytes(bits: "list[int]") -> "list[int]":
    out = [0] * ((len(bits) + 7) // 8)
    for i, bit in enumerate(bits):
        out[i >> 3] |= (bit & 1) << (i & 7)
    return out
