"""Simulated tags: the states of ISO 14443-3A, NTAG213 with its memory, MIFARE Classic, and a phone.

A tag gets the bits that it heard and returns the bits of its answer, least significant first, or None for silence.
It checks every checksum itself, with a CRC of its own: nothing here is shared with the driver that it tests.
Source: docs/hardware.md, sections 1.5 and 1.6.
"""

from firmware_bridge.sim.clock import Dice

TYPE_CHECKING = False
if TYPE_CHECKING:
    from firmware_bridge.sim.field import Field

IDLE, READY, ACTIVE, HALT = 0, 1, 2, 3

_CT = 0x88
_SEL = (0x93, 0x95, 0x97)


def crc_bits(bits: "list[int]") -> int:
    """CRC_A over bits as they go over the air; on the air follows its low byte first."""
    crc = 0x6363
    for bit in bits:
        crc = crc >> 1 ^ (0x8408 if (crc ^ bit) & 1 else 0)
    return crc


def to_bits(data: "bytes | bytearray") -> "list[int]":
    """The bits of whole bytes, least significant first."""
    return [byte >> i & 1 for byte in data for i in range(8)]


def to_bytes(bits: "list[int]") -> bytes:
    """The bytes of bits; the last one may be part of a byte."""
    out = bytearray((len(bits) + 7) // 8)
    for i, bit in enumerate(bits):
        out[i >> 3] |= (bit & 1) << (i & 7)
    return bytes(out)


def with_crc(data: bytes) -> "list[int]":
    """The bits of `data` and its CRC_A."""
    bits = to_bits(data)
    crc = crc_bits(bits)
    return bits + to_bits(bytes((crc & 0xFF, crc >> 8)))


def levels(uid: bytes) -> "list[bytes]":
    """What a tag shows at each cascade level: four bytes and their XOR."""
    cut = {4: (uid,), 7: (b"\x88" + uid[:3], uid[3:]), 10: (b"\x88" + uid[:3], b"\x88" + uid[3:6], uid[6:])}
    if len(uid) not in cut:
        raise ValueError(f"a UID has 4, 7 or 10 bytes, not {len(uid)}")
    return [four + bytes((four[0] ^ four[1] ^ four[2] ^ four[3],)) for four in cut[len(uid)]]


class Tag:
    """A tag that can be found and selected, and knows no commands of its own.

    `startup_us` is how long it needs in a field before it hears anything, `hold_us` how long it remembers its state
    without one: both default to what the standard allows at worst.
    """

    def __init__(self, uid: bytes, atqa: int = 0x0044, sak: int = 0x00, startup_us: int = 5000, hold_us: int = 5000):
        self.uid = uid
        self.atqa = atqa
        self.sak = sak
        self.startup_us = startup_us
        self.hold_us = hold_us
        self.state = IDLE
        self.level = 0
        self.answer_after_us = 0  # beyond the frame delay: what the last command costs to carry out
        self._halted = False  # woken from HALT: falls back to it
        self._powered: list[Field] = []
        self._since_ns = 0
        self._lost_ns = -(10**12)

    def power(self, field: "Field", on: bool, now_ns: int) -> None:
        """The field around the tag came (it lies in `field`, which is on) or went."""
        if on and field not in self._powered:
            if not self._powered:
                if now_ns - self._lost_ns >= self.hold_us * 1000:
                    self.state = IDLE
                    self._halted = False
                    self.wake_up()
                self._since_ns = now_ns
            self._powered.append(field)
        elif not on and field in self._powered:
            self._powered.remove(field)
            if not self._powered:
                self._lost_ns = now_ns

    def wake_up(self) -> None:
        """Begin anew after a time without power."""

    def awake(self, now_ns: int) -> bool:
        """Whether it has been in a field for long enough to hear a command."""
        return bool(self._powered) and now_ns - self._since_ns >= self.startup_us * 1000

    def fall_back(self) -> None:
        """What anything unexpected does to a tag: back to IDLE or HALT without an answer."""
        self.state = HALT if self._halted else IDLE

    def receive(self, bits: "list[int]") -> "list[int] | None":
        """Take one frame and return the answer's bits, or None."""
        self.answer_after_us = 0
        if len(bits) == 7:
            return self._woken(to_bytes(bits)[0])
        if self.state == READY:
            return self._ready(bits)
        if self.state == ACTIVE:
            return self._active(bits)
        return None

    def _woken(self, command: int) -> "list[int] | None":
        if self.state in (READY, ACTIVE):
            self.fall_back()
            return None
        if command == 0x52 or (command == 0x26 and self.state == IDLE):
            self._halted = self.state == HALT
            self.state, self.level = READY, 0
            return to_bits(bytes((self.atqa & 0xFF, self.atqa >> 8)))
        return None

    def _ready(self, bits: "list[int]") -> "list[int] | None":
        mine = levels(self.uid)
        frame = to_bytes(bits)
        if len(bits) >= 16 and frame[0] == _SEL[self.level]:
            shown = to_bits(mine[self.level])
            known = (frame[1] >> 4) * 8 + (frame[1] & 0x0F) - 16
            if 0 <= known < 40 and len(bits) == 16 + known and bits[16:] == shown[:known]:
                return shown[known:]
            if frame[1] == 0x70 and len(bits) == 72 and bits[16:56] == shown and crc_bits(bits) == 0:
                if self.level + 1 < len(mine):
                    self.level += 1
                    return with_crc(bytes((self.sak & 0xDB | 0x04,)))
                self.state = ACTIVE
                return with_crc(bytes((self.sak,)))
        self.fall_back()
        return None

    def _active(self, bits: "list[int]") -> "list[int] | None":
        if len(bits) >= 24 and len(bits) % 8 == 0 and crc_bits(bits) == 0:
            command = to_bytes(bits)[:-2]
            if command == b"\x50\x00":
                self.state, self._halted = HALT, True
                return None
            answer = self.command(command)
            if answer is not None:
                return answer
        self.fall_back()
        return None

    def command(self, frame: bytes) -> "list[int] | None":
        """A command of the tag's own, its CRC checked and cut off; None sends the tag back."""
        return None

    def _nak(self, code: int) -> "list[int]":
        self.fall_back()
        return to_bits(bytes((code,)))[:4]


class Ntag213(Tag):
    """An NTAG213 sticker: 45 pages of 4 bytes, 144 of them for people."""

    pages = 45
    version = b"\x00\x04\x04\x02\x01\x00\x0f\x03"

    def __init__(self, uid: bytes, startup_us: int = 5000, hold_us: int = 5000):
        super().__init__(uid, 0x0044, 0x00, startup_us, hold_us)
        if len(uid) != 7:
            raise ValueError(f"an NTAG has a UID of 7 bytes, not {len(uid)}")
        one, two = levels(uid)
        self.memory = bytearray(self.pages * 4)
        self.memory[0:4] = bytes((uid[0], uid[1], uid[2], one[4]))
        self.memory[4:8] = uid[3:]
        self.memory[8:16] = bytes((two[4], 0x48, 0, 0, 0xE1, 0x10, 0x12, 0x00))
        self.memory[16:24] = b"\x03\x00\xfe\x00\x00\x00\x00\x00"

    def command(self, frame: bytes) -> "list[int] | None":
        """READ, FAST_READ, WRITE and GET_VERSION; the rest of its commands is refused."""
        if frame[0] == 0x30 and len(frame) == 2:
            return self._read(frame[1], 4)
        if frame[0] == 0x3A and len(frame) == 3 and frame[1] <= frame[2] < self.pages:
            return self._read(frame[1], frame[2] - frame[1] + 1)
        if frame[0] == 0xA2 and len(frame) == 6:
            return self._write(frame[1], frame[2:])
        if frame == b"\x60":
            return with_crc(self.version)
        return self._nak(0x0)

    def _read(self, page: int, count: int) -> "list[int]":
        if page >= self.pages:
            return self._nak(0x0)
        doubled = bytes(self.memory) + bytes(self.memory)
        return with_crc(doubled[page * 4 : (page + count) * 4])

    def _write(self, page: int, four: bytes) -> "list[int]":
        locks = self.memory[10] | self.memory[11] << 8
        if page < 2 or page >= self.pages or (3 <= page < 16 and locks >> page & 1):
            return self._nak(0x0)
        for i in range(4):
            if page == 2:
                if i >= 2:
                    self.memory[8 + i] |= four[i]
            elif page == 3:
                self.memory[12 + i] |= four[i]  # the capability container can only gain bits
            else:
                self.memory[page * 4 + i] = four[i]
        self.answer_after_us = 4100
        return to_bits(b"\x0a")[:4]


class Classic(Tag):
    """A MIFARE Classic 1K card with the factory key, as far as a driver may meddle with it: it must not."""

    def __init__(self, uid: bytes, startup_us: int = 5000, hold_us: int = 5000):
        super().__init__(uid, 0x0044 if len(uid) == 7 else 0x0004, 0x08, startup_us, hold_us)
        self.blocks = [bytes(16) for _ in range(64)]
        self.authenticated = False

    def fall_back(self) -> None:
        """Back to IDLE or HALT, and the session is gone."""
        self.authenticated = False
        super().fall_back()

    def authenticate(self, key: bytes) -> bool:
        """The reader's MFAuthent: True with the factory key, on a selected card."""
        if self.state == ACTIVE and key == b"\xff" * 6:
            self.authenticated = True
        else:
            self.fall_back()
        return self.authenticated

    def command(self, frame: bytes) -> "list[int] | None":
        """READ of a block after authentication; all else is refused."""
        if frame[0] == 0x30 and len(frame) == 2 and self.authenticated and frame[1] < 64:
            return with_crc(self.blocks[frame[1]])
        return self._nak(0x4)


class Phone(Tag):
    """A phone in card emulation: a new UID beginning with 08 at each power-up, and bit 20 in its SAK."""

    def __init__(self, seed: int, sak: int = 0x20, startup_us: int = 5000, hold_us: int = 5000):
        self._dice = Dice(seed)
        super().__init__(b"\x08\x00\x00\x01", 0x0004, sak, startup_us, hold_us)

    def wake_up(self) -> None:
        """Take another UID."""
        x = self._dice.bits()
        self.uid = bytes((0x08, x & 0xFF, x >> 8 & 0xFF, x >> 16 & 0xFF))
