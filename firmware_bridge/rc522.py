"""The RC522 card reader and the ISO 14443-3A tags in its field: who is there, without ever naming a wrong tag.

    reader = Reader(xfer, sleep_us)
    reader.start()                   "ok", "clone", "fault" or "mute"; .version and .detail say why
    outcome = reader.look()          field on, wait, poll, field off: how readers are swept, one antenna at a time
    outcome = reader.poll(halt=True) the field stays on and the card is put to rest: one reader alone
    outcome.kind                     NONE, CARD, NOISE or DEAD
    outcome.tags                     ((uid, sak), ...): whole UIDs, each confirmed by its tag's own SAK and CRC

The module is written in the part of Python that CPython and MicroPython share and runs unchanged in both, as
`firmware_bridge.rc522`. It gets the hardware as two callables: `xfer(bytearray) -> bytes` is one chip-select frame,
full duplex, as long back as forth, and may reuse its buffer; `sleep_us(int)` waits at least so long. Errors of
`xfer` (OSError) pass through. A garbled answer is NOISE, never a UID and never an exception.

Readers are swept, watched and healed by presence.Scanner; memory of tags and text records are in ndef.py.
Source of all numbers: docs/hardware.md, sections 1 and 2.3, named by section in the comments.
"""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

NONE = 0  # silence: no tag that matters answers
CARD = 1  # one or more tags, every one whole
NOISE = 2  # something answers and cannot be understood
DEAD = 3  # the chip itself does not react
HEARD = 4  # of one exchange: a clean answer
COLLISION = 5  # of one exchange: several tags sent different bits

MAX_TAGS = 8
TRIES = 3  # of one poll, where an answer is garbled
ISO_TIMEOUT_US = 750  # for all of ISO 14443-3, see 1.2
GUARD_US = 5100  # from field on to the first command, and from field off to on: 1.8

_COMMAND, _COM_IRQ, _ERROR, _STATUS2, _FIFO_DATA, _FIFO_LEVEL = 0x01, 0x04, 0x06, 0x08, 0x09, 0x0A
_CONTROL, _BIT_FRAMING, _COLL, _MODE, _TX_CONTROL, _TX_ASK = 0x0C, 0x0D, 0x0E, 0x11, 0x14, 0x15
_RF_CFG, _T_MODE, _T_PRESCALER, _T_RELOAD_H, _T_RELOAD_L, _VERSION = 0x26, 0x2A, 0x2B, 0x2C, 0x2D, 0x37

_RESULT = (_COM_IRQ, _ERROR, _FIFO_LEVEL, _CONTROL, _COLL)
_SEL = (0x93, 0x95, 0x97)
_CT = 0x88
_REQA, _WUPA = b"\x26", b"\x52"
_ECHO = b"\x5a\xa5\x00\xff\x0f\xf0\x93\x6c"
_GAINS = ((18, 0), (23, 1), (33, 4), (38, 5), (43, 6), (48, 7))
_MARGIN_US = 30


def crc_a(data: "bytes | bytearray") -> bytes:
    """The two bytes of CRC_A as they go on air, low byte first. In software: 9 bytes at most on the way to a UID."""
    crc = 0x6363
    for byte in data:
        crc ^= byte
        for _ in range(8):
            crc = crc >> 1 ^ 0x8408 if crc & 1 else crc >> 1
    return bytes((crc & 0xFF, crc >> 8))


def judge_version(version: int) -> "tuple[str, str]":
    """State and words for a value of VersionReg (1.7). No version alone makes a reader unusable."""
    if version in (0x91, 0x92):
        return "ok", f"version {version:02X}"
    if version == 0x90:
        return "ok", "version 90, an early chip"
    if version in (0x88, 0x89, 0xB2):
        return "clone", f"version {version:02X}, a Fudan clone: works"
    if version == 0x82:
        return "clone", "version 82, a clone: use 1 MHz if it misses cards"
    if version == 0x12:
        return "clone", "version 12, a doubtful clone: some of them never read a card"
    if version in (0x00, 0xFF):
        return "mute", f"reads {version:02X}: no chip, no power, or a wire off (MISO, SCK, CS)"
    return "fault", f"version {version:02X} is no known chip: check wiring and solder joints, try 1 MHz"


class Outcome:
    """What one poll found. `noisy`: besides the tags something else answered that could not be resolved."""

    def __init__(self, kind: int, tags: "tuple[tuple[bytes, int], ...]" = (), noisy: bool = False, note: str = ""):
        self.kind = kind
        self.tags = tags
        self.noisy = noisy
        self.note = note


class Reader:
    """One RC522. Knows no time and no past beyond its own counters: what a miss means is decided in presence.py.

    `gain_db` is the receiver's amplification: 18, 23, 33, 38, 43 or 48. `burst` turns False by itself where a chip
    does not take several bytes in one frame.
    """

    def __init__(
        self, xfer: "Callable[[bytearray], bytes | bytearray]", sleep_us: "Callable[[int], None]", gain_db: int = 33
    ):
        self._xfer = xfer
        self._sleep_us = sleep_us
        self.gain_db = gain_db
        self.burst = True
        self.state = "mute"
        self.usable = False  # it keeps what is written to it, and it sends
        self.version = -1
        self.detail = "not started"
        self.field_on = False
        self.polls = 0
        self.noise = 0
        self.seen = 0  # tags found since the start
        self.answer = b""  # of the last exchange
        self.answer_bits = 0  # valid bits of its last byte, 0 = all
        self.collided = False  # in the last poll
        self._error = self._level = self._control = self._coll = 0  # what the last exchange ended with
        self._coll_pos = 0
        self._coll_absolute = False  # how this chip counts CollPos, found out by trying
        self._steady = True
        self._reload = 0
        self._occupied = False
        self._level_bytes = b""
        self._uid = b""
        self._sak = 0
        self._pair = bytearray(2)
        self._result_frame = bytearray([0x80 | register << 1 for register in _RESULT] + [0])
        self._nothing = Outcome(NONE)

    # Registers.

    def _write(self, register: int, value: int) -> None:
        self._pair[0] = register << 1
        self._pair[1] = value
        self._xfer(self._pair)

    def _read(self, register: int) -> int:
        self._pair[0] = 0x80 | register << 1
        self._pair[1] = 0
        return self._xfer(self._pair)[1]

    def _read_all(self, registers: "tuple[int, ...]") -> "list[int]":
        if not self.burst:
            return [self._read(register) for register in registers]
        frame = bytearray([0x80 | register << 1 for register in registers] + [0])
        return list(self._xfer(frame)[1:])

    def _write_fifo(self, data: "bytes | bytearray") -> None:
        if self.burst:
            self._xfer(bytearray([_FIFO_DATA << 1]) + data)
        else:
            for byte in data:
                self._write(_FIFO_DATA, byte)

    def _read_fifo(self, count: int) -> bytes:
        return bytes(self._read_all((_FIFO_DATA,) * count))

    # Bringing the chip up and watching it.

    def start(self) -> str:
        """Initialise and test the chip; sets and returns `state`.

        Takes 4 ms, up to 160 ms on a chip that does not wake up; one that is not there is found at once.
        """
        self.burst = False
        self.usable = False
        self.field_on = False
        versions = [self._read(_VERSION) for _ in range(4)]
        self.version = versions[0]
        self._steady = min(versions) == max(versions)
        self.state, self.detail = judge_version(self.version)
        if self._steady and self.state == "mute":
            return self.state
        self.usable = self.init() and self._echoes()
        if not self._steady:
            self.state = "fault"
            self.detail = "version changes from read to read: check wiring and solder joints, try 1 MHz"
        elif not self.usable:
            self.state = "fault"
            self.detail = f"version {self.version:02X}, but it does not keep what is written: check wiring and power"
        if not self.usable:
            return self.state
        self.burst = self._bursts()
        self.field(True)
        self.usable = self.exchange(_REQA, 7) != DEAD
        self.field(False)
        if not self.usable:
            self.state = "fault"
            self.detail = f"version {self.version:02X}, but it does not send: power supply?"
        if not self.burst:
            self.detail += "; no burst transfers, so it is slower"
        if self.set_gain(self.gain_db) != self.gain_db:
            self.detail += "; its gain cannot be set"
        return self.state

    def init(self) -> bool:
        """Soft reset and our settings; the field is off afterwards. False if the chip does not take them."""
        self.field_on = False
        self._write(_COMMAND, 0x0F)
        waited = 1000
        self._sleep_us(1000)
        while True:
            command = self._read(_COMMAND)
            if not command & 0x10:
                break
            if waited >= (5000 if command == 0xFF else 150_000):  # FF: MISO is stuck
                return False
            self._sleep_us(1000)
            waited += 1000
        self._reload = ISO_TIMEOUT_US // 25 - 1
        for register, value in (
            (_T_MODE, 0x80),
            (_T_PRESCALER, 0xA9),  # one tick in 25 µs
            (_T_RELOAD_H, 0),
            (_T_RELOAD_L, self._reload),
            (_TX_ASK, 0x40),
            (_MODE, 0x3D),
            (_COLL, 0x00),
            (_RF_CFG, self._gain_bits()),
            (_TX_CONTROL, 0x80),
        ):
            self._write(register, value)
        got = self._read_all((_T_MODE, _T_RELOAD_L, _TX_ASK, _MODE))
        return got == [0x80, self._reload, 0x40, 0x3D]

    def ailment(self) -> str:
        """What is wrong with the chip, in words, or "" (one transfer). The signature of section 8."""
        version, mode, reload, ask, status2, tx = self._read_all(
            (_VERSION, _T_MODE, _T_RELOAD_L, _TX_ASK, _STATUS2, _TX_CONTROL)
        )
        if version == mode == ask and version in (0x00, 0xFF):
            return "no answer"
        if status2 & 0x08:
            return "a crypto session was open"
        if mode != 0x80 or reload != self._reload & 0xFF or ask != 0x40:
            return "it had lost its settings: power supply?"
        if self._steady and version != self.version:
            return "its version changed: wiring?"
        if (tx & 0x03 != 0) != self.field_on:
            return "its field had gone off by itself" if self.field_on else "its field was on unasked"
        return ""

    def set_gain(self, db: int) -> int:
        """Set the receiver's gain to the step at or above `db`; returns the one in force, on some clones another."""
        self.gain_db = min([step for step, _ in _GAINS if step >= db] or [48])
        self._write(_RF_CFG, self._gain_bits())
        code = self._read(_RF_CFG) >> 4 & 0x07
        return {0: 18, 1: 23, 2: 18, 3: 23, 4: 33, 5: 38, 6: 43, 7: 48}[code]

    def _gain_bits(self) -> int:
        return dict(_GAINS).get(self.gain_db, 4) << 4 | 0x08

    def field(self, on: bool) -> None:
        """Switch the antenna. A tag needs GUARD_US before it hears, and as long without to forget."""
        self.field_on = on
        self._write(_TX_CONTROL, 0x83 if on else 0x80)

    def _echoes(self) -> bool:
        self._write(_FIFO_LEVEL, 0x80)
        for byte in _ECHO:
            self._write(_FIFO_DATA, byte)
        level = self._read(_FIFO_LEVEL)
        return level == len(_ECHO) and bytes([self._read(_FIFO_DATA) for _ in _ECHO]) == _ECHO

    def _bursts(self) -> bool:
        """Whether frames of several bytes work: into the FIFO, from mixed registers, out of the FIFO."""
        self.burst = True
        self._write(_FIFO_LEVEL, 0x80)
        self._write_fifo(_ECHO)
        mixed = self._read_all((_FIFO_LEVEL, _T_MODE, _TX_ASK, _T_RELOAD_L))
        return mixed == [len(_ECHO), 0x80, 0x40, self._reload] and self._read_fifo(len(_ECHO)) == _ECHO

    # One exchange with the tags.

    def exchange(
        self, frame: bytes, bits: int = 0, align: int = 0, timeout_us: int = ISO_TIMEOUT_US, first_us: int = 0
    ) -> int:
        """Send `frame` and take the answer: HEARD or COLLISION (then `answer` and `answer_bits`), NONE, NOISE, DEAD.

        `bits`: how many bits of the last byte are sent, 0 = all; the answer's first bit arrives at bit `align`.
        `first_us`: when an answer should be complete, counted from the end of sending: the first look is then.
        Seven writes and, if that estimate holds, one read for silence, two for an answer (1.4).
        """
        self._set_timeout(timeout_us)
        self._error = 0
        framing = align << 4 | bits
        self._write(_COMMAND, 0x00)
        self._write(_COM_IRQ, 0x7F)
        self._write(_FIFO_LEVEL, 0x80)
        self._write_fifo(frame)
        self._write(_BIT_FRAMING, framing)
        self._write(_COMMAND, 0x0C)
        self._write(_BIT_FRAMING, 0x80 | framing)
        sent_us = (9 * len(frame) + 3) * 944 // 100
        # A timer that is said to have run out earlier is left over from the exchange before (clones): wait on.
        full_us = sent_us + timeout_us + _MARGIN_US
        waited = sent_us + first_us + _MARGIN_US if first_us else full_us
        self._sleep_us(waited)
        while True:
            irq = self._look_at_result()
            if irq == 0xFF:
                return DEAD
            if irq & 0x20:
                return self._take_answer()
            if irq & 0x01 and waited >= full_us:
                return DEAD if self._error & 0x40 else NONE  # too hot: the drivers are off, so silence says nothing
            if waited >= full_us + 3000:
                return DEAD
            step = min(max(full_us - waited, 100), 500)
            self._sleep_us(step)
            waited += step

    def _look_at_result(self) -> int:
        """ComIrqReg; in burst mode the other four results come along."""
        if self.burst:
            got = self._xfer(self._result_frame)
            self._error, self._level, self._control, self._coll = got[2], got[3], got[4], got[5]
            return got[1]
        irq = self._read(_COM_IRQ)
        if irq & 0x20:
            self._error = self._read(_ERROR)
            self._level = self._read(_FIFO_LEVEL)
            self._control = self._read(_CONTROL)
            self._coll = self._read(_COLL) if self._error & 0x08 else 0x20
        return irq

    def _take_answer(self) -> int:
        self.answer = b""
        if self._error & 0x40:
            return DEAD
        if self._error & 0x13 or not 0 < self._level <= 64:
            return NOISE
        self.answer = self._read_fifo(self._level)
        self.answer_bits = self._control & 0x07
        if not self._error & 0x08:
            return HEARD
        if self._coll & 0x20:  # a collision somewhere, position unknown
            return NOISE
        self._coll_pos = self._coll & 0x1F or 32
        return COLLISION

    def _set_timeout(self, timeout_us: int) -> None:
        reload = timeout_us // 25 - 1
        if reload != self._reload:
            self._reload = reload
            self._write(_T_RELOAD_H, reload >> 8)
            self._write(_T_RELOAD_L, reload & 0xFF)

    # ISO 14443-3A.

    def look(self, guard_us: int = GUARD_US, thorough: bool = False, wary: bool = False) -> Outcome:
        """Field on, wait `guard_us`, poll, field off. The field must have been off for as long before.

        `wary`: ask twice before saying that nobody is there, since a neighbour has just had a tag in its field.
        """
        self._occupied = self._occupied or wary
        self.field(True)
        self._sleep_us(guard_us)
        outcome = self.poll(thorough=thorough)
        self.field(False)
        return outcome

    def poll(self, halt: bool = False, thorough: bool = False, guard_us: int = GUARD_US) -> Outcome:
        """Who is in the field, which is on already.

        Without `halt` a single tag stays selected, ready for commands, and only a field cycle makes it answer a poll
        again: 8 transfers for nobody (16 right after a card has left), 45 for a 7-byte UID. With `halt` it is woken
        from its rest and put back to it, poll after poll. `thorough` looks for weaker tags behind the loudest even
        where no collision shows them.
        """
        outcome = self._poll(_WUPA if halt else _REQA, halt, thorough)
        if halt and self.collided and outcome.kind != DEAD:
            # WUPA wakes the resting tags too, so they cannot be told apart one by one: begin anew without any.
            self.field(False)
            self._sleep_us(guard_us)
            self.field(True)
            self._sleep_us(guard_us)
            outcome = self._poll(_REQA, True, True)
        return outcome

    def _poll(self, command: bytes, halt: bool, thorough: bool) -> Outcome:
        self.polls += 1
        self.collided = False
        found: list[tuple[bytes, int]] = []
        tries = TRIES
        noisy = False
        while True:
            kind = self._wake(command)
            if kind == NONE and noisy:  # the first sent a half-selected tag back to its rest
                kind = self._wake(command)
            elif kind == NONE and self._occupied and not found:  # so had a neighbour's field kept it in some state
                kind = self._wake(_WUPA)
            if kind in (CARD, NOISE):
                kind = self._identify()
            if kind == NOISE:
                noisy = True
                tries -= 1
                if tries:
                    continue
            if kind != CARD:
                break
            noisy = False
            tries = TRIES
            if (self._uid, self._sak) in found or len(found) == MAX_TAGS:
                break
            found.append((self._uid, self._sak))
            if not (halt or thorough or self.collided):
                break
            kind = self._halt()
            noisy = kind == NOISE
            if kind != NONE or not (thorough or self.collided) or (halt and self.collided and command == _WUPA):
                break
            command = _REQA
        self._occupied = bool(found) or noisy
        if kind == DEAD:
            return Outcome(DEAD)
        note = ""
        tags: list[tuple[bytes, int]] = []
        for uid, sak in found:
            if sak & 0x20:
                note = "a phone or bank card was ignored"
            elif len(uid) == 4 and uid[0] == 0x08:
                note = "a tag with a random UID was ignored"
            else:
                tags.append((uid, sak))
        self.seen += len(tags)
        if noisy:
            self.noise += 1
        if tags:
            return Outcome(CARD, tuple(tags), noisy, note)
        if noisy:
            return Outcome(NOISE, (), True, note)
        return Outcome(NONE, (), False, note) if note else self._nothing

    def _wake(self, command: bytes) -> int:
        # On an empty reader the first look is when the timer has run out; on an occupied one when ATQA is there.
        kind = self.exchange(command, 7, first_us=290 if self._occupied else 0)
        if kind == COLLISION:  # tags of different kinds: fine
            self.collided = True
            return CARD
        if kind == HEARD:
            return CARD if len(self.answer) == 2 and self.answer_bits == 0 else NOISE
        return kind

    def _identify(self) -> int:
        """Resolve and select one tag through all its levels: CARD with `_uid` and `_sak`, NOISE or DEAD."""
        uid = b""
        for sel in _SEL:
            kind = self._resolve(sel)
            if kind == CARD:
                kind = self._select(sel, self._level_bytes)
            if kind != CARD:
                return kind
            five = self._level_bytes
            if bool(self._sak & 0x04) != (five[0] == _CT):
                return NOISE
            if not self._sak & 0x04:
                self._uid = uid + five[:4]
                return CARD
            uid += five[1:4]
        return NOISE

    def _select(self, sel: int, five: bytes) -> int:
        """SELECT one level; only the tag whose bytes these are answers, with a CRC."""
        frame = bytes((sel, 0x70)) + five
        kind = self.exchange(frame + crc_a(frame), first_us=365)
        if kind == DEAD:
            return DEAD
        answer = self.answer
        if kind != HEARD or len(answer) != 3 or self.answer_bits or crc_a(answer[:1]) != answer[1:]:
            return NOISE
        self._sak = answer[0]
        return CARD

    def _resolve(self, sel: int) -> int:
        """ANTICOLLISION of one level, bit by bit where tags differ: CARD with `_level_bytes`, NOISE or DEAD."""
        known = bytearray(5)
        bits = 0
        doubtful = False  # CollPos could be understood in two ways
        again = True  # an answer that got lost or garbled is asked for once more: the tags still wait
        for _ in range(2 * 32 + 1):
            whole, part = bits >> 3, bits & 7
            head = bytes((sel, 0x20 + (whole << 4) + part)) + bytes(known[: whole + (1 if part else 0)])
            kind = self.exchange(head, part, part, first_us=540 - 85 * whole)
            if kind == DEAD:
                return DEAD
            if kind == HEARD and len(self.answer) == 5 - whole and self.answer_bits == 0:
                self._merge(known, bits)
                if known[0] ^ known[1] ^ known[2] ^ known[3] == known[4]:
                    self._level_bytes = bytes(known)
                    return CARD
            if kind == COLLISION:
                self.collided = True
                at = self._collision_at(whole, bits)
                if at:
                    doubtful = doubtful or whole > 0
                    self._merge(known, bits)
                    known = bytearray(self._known(known, at))
                    bits = at
                    continue
            if again:
                again = False
                continue
            if doubtful:  # a wrong guess has silenced the tags: the next try counts the other way
                self._coll_absolute = not self._coll_absolute
            break
        return NOISE

    def _collision_at(self, whole: int, bits: int) -> int:
        """Which bit of the level, from 1, the tags differ in; 0 if CollPos makes no sense.

        It counts from the first received byte on one chip, from the start of the level on another (1.5, c). The way
        that would not get beyond the bits that are known already is wrong.
        """
        counted = (whole * 8 + self._coll_pos, self._coll_pos)
        for at in reversed(counted) if self._coll_absolute else counted:
            if bits < at <= 32:
                return at
        return 0

    def _merge(self, known: bytearray, bits: int) -> None:
        """Put the answer behind the `bits` that were sent; what stands below the alignment is junk."""
        whole, part = bits >> 3, bits & 7
        keep = (1 << part) - 1
        for i, byte in enumerate(self.answer[: 5 - whole]):
            known[whole + i] = known[whole + i] & keep | byte & ~keep & 0xFF
            keep = 0

    def _known(self, received: bytearray, bits: int) -> bytes:
        """The first `bits` bits, the last of them, where the tags differ, set to 1; the rest is not believed."""
        out = bytearray(5)
        for i in range(bits):
            out[i >> 3] |= received[i >> 3] & 1 << (i & 7)
        if bits:
            out[(bits - 1) >> 3] |= 1 << ((bits - 1) & 7)
        return bytes(out)

    def _halt(self) -> int:
        """HLTA: silence for 1 ms is consent (NONE); whoever answers has refused (NOISE)."""
        kind = self.exchange(b"\x50\x00\x57\xcd", first_us=1000)
        return NOISE if kind in (HEARD, COLLISION) else kind

    def select(self, uid: bytes) -> bool:
        """Make the tag with this UID, resting or not, the selected one. The field is on; others fall silent."""
        size = len(uid)
        parts = [uid[i : i + 3] for i in range(0, size - 4, 3)]
        if self._wake(_WUPA) != CARD and self._wake(_WUPA) != CARD:  # the first may have sent an ACTIVE tag back
            return False
        levels = [bytes((_CT,)) + part for part in parts] + [uid[size - 4 :]]
        for i, four in enumerate(levels):
            if self._select(_SEL[i], four + bytes((four[0] ^ four[1] ^ four[2] ^ four[3],))) != CARD:
                return False
        return not self._sak & 0x04
