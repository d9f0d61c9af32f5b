"""The memory of an NTAG21x sticker and the text record in it: what a phone shows, and how a lost deck map is re-learnt.

    tag = Ntag(reader, uid)      the reader's field is on, the tag lies in it
    tag.write_text("AS")
    tag.read_text()              "AS", or None where there is no text

The deck map (UID to card) stays the truth; the record is a convenience. Same Python as rc522.py: runs in CPython and
MicroPython. Source: docs/hardware.md, section 1.6; NFC Forum Type 2 Tag and Text Record Type for the two formats.
"""

from firmware_bridge.rc522 import DEAD, HEARD, Reader, crc_a

FIRST_PAGE = 4  # of the memory for people
PAGES = 256  # no command names a page beyond them, whatever a tag says of its size
FAST_PAGES = 15  # in one FAST_READ: with its CRC it must fit into the chip's 64 bytes
READ_TIMEOUT_US = 5_000
WRITE_TIMEOUT_US = 10_000
_TRIES = 4
_ACK = 0x0A
_NAKS = (0x0, 0x1, 0x4, 0x5)
_EMPTY = b"\x03\x00\xfe\x00"


class TagError(Exception):
    """The tag did not do what it was asked, in plain words: it left, it refused, it is not formatted or too small."""


def encode_text(text: str, language: str = "en") -> bytes:
    """A text record in its TLV, as it lies in the tag's memory. Raises ValueError beyond 254 bytes of message."""
    code = language.encode()
    payload = bytes((len(code),)) + code + text.encode()
    if len(payload) + 4 > 254 or len(code) > 63:
        raise ValueError(f"a text of {len(payload)} bytes does not fit into a short record")
    record = b"\xd1\x01" + bytes((len(payload),)) + b"T" + payload
    return b"\x03" + bytes((len(record),)) + record + b"\xfe"


def decode_text(memory: bytes) -> "str | None":
    """The first text record in a tag's memory (from page 4 on), or None where there is none that can be read."""
    message = _message(memory) or b""
    at = 0
    while at + 3 <= len(message):
        header, type_size = message[at], message[at + 1]
        if header & 0x10:  # short record
            size, at = message[at + 2], at + 3
        else:
            size, at = int.from_bytes(message[at + 2 : at + 6], "big"), at + 6
        id_size = 0
        if header & 0x08:
            id_size = message[at] if at < len(message) else 0
            at += 1
        kind = message[at : at + type_size]
        at += type_size + id_size
        payload = message[at : at + size]
        at += size
        if len(payload) < size or header & 0x20:  # cut short, or in chunks
            return None
        if header & 0x07 == 0x01 and kind == b"T":
            return _text(payload)
        if header & 0x40:
            break
    return None


def _message(memory: bytes) -> "bytes | None":
    """The NDEF message among the memory's TLVs, empty where there is none; None if it goes on beyond `memory`."""
    at = 0
    while at + 1 < len(memory):
        kind, size = memory[at], memory[at + 1]
        if kind == 0x00:
            at += 1
            continue
        if kind == 0xFE:
            return b""
        at += 2
        if size == 0xFF:
            size = int.from_bytes(memory[at : at + 2], "big")
            at += 2
        if kind == 0x03:
            return memory[at : at + size] if at + size <= len(memory) else None
        at += size
    return None


def _text(payload: bytes) -> "str | None":
    if not payload or payload[0] & 0x80:  # UTF-16 is nothing that we write
        return None
    try:
        return payload[1 + (payload[0] & 0x3F) :].decode()
    except UnicodeError:
        return None


class Ntag:
    """One NTAG21x (or Ultralight) by its UID. Commands that fail are tried four times, each after a new SELECT."""

    def __init__(self, reader: Reader, uid: bytes):
        self._reader = reader
        self._uid = uid
        self._selected = False

    def read(self, page: int) -> bytes:
        """16 bytes from `page` on; at the end of memory it goes on with page 0. Raises TagError."""
        return self._ask(bytes((0x30, page)), 16, f"page {page}")

    def fast_read(self, first: int, last: int) -> bytes:
        """The pages `first` to `last`, at most 15. Raises TagError, also on tags that do not know the command."""
        if not 0 < last - first + 1 <= FAST_PAGES:
            raise ValueError(f"FAST_READ takes 1 to {FAST_PAGES} pages, not {first} to {last}")
        return self._ask(bytes((0x3A, first, last)), (last - first + 1) * 4, f"pages {first} to {last}")

    def version(self) -> bytes:
        """GET_VERSION: 8 bytes; the seventh is 0F on NTAG213, 11 on 215, 13 on 216. Raises TagError."""
        return self._ask(b"\x60", 8, "version")

    def write(self, page: int, four: bytes) -> None:
        """Write one page. Raises TagError; after one, the page may hold the old or the new bytes."""
        if len(four) != 4:
            raise ValueError(f"a page has 4 bytes, not {len(four)}")
        self._ask(bytes((0xA2, page)) + four, 0, f"page {page}")

    def read_text(self) -> "str | None":
        """The tag's text record, or None where it is empty or holds something else. Raises TagError."""
        size, memory = self._size()
        while _message(memory) is None and len(memory) < size:
            first = FIRST_PAGE + len(memory) // 4
            last = min(FIRST_PAGE + size // 4, first + FAST_PAGES) - 1
            try:
                memory += self.fast_read(first, last)
            except TagError:
                memory += self.read(first)
        return decode_text(memory[:size])

    def write_text(self, text: str, language: str = "en") -> None:
        """Write a text record and read it back. Raises TagError, ValueError for a text that is too long.

        Torn off in the middle (the card is taken away), the tag is empty, never half old and half new.
        """
        data = encode_text(text, language)
        size, _ = self._size()
        if len(data) > size:
            raise TagError(f"the text needs {len(data)} bytes, the tag has {size}")
        data += bytes(-len(data) % 4)
        self.write(FIRST_PAGE, _EMPTY)
        for at in range(4, len(data), 4):
            self.write(FIRST_PAGE + at // 4, data[at : at + 4])
        self.write(FIRST_PAGE, data[:4])
        if self.read_text() != text:
            raise TagError("the text was written, but reads differently")

    def _size(self) -> "tuple[int, bytes]":
        """How many bytes there are for people, and the first twelve of them."""
        start = self.read(FIRST_PAGE - 1)
        if start[0] != 0xE1:
            raise TagError("the tag is not formatted for NDEF (no capability container)")
        return min(start[2] * 8, 4 * (PAGES - FIRST_PAGE)), start[4:]

    def _ask(self, command: bytes, size: int, what: str) -> bytes:
        """Send a command with its CRC; `size` bytes come back, checked, or an acknowledgement where it is 0."""
        reader = self._reader
        timeout_us = READ_TIMEOUT_US if size else WRITE_TIMEOUT_US
        first_us = 92 + (9 * (size + 2) + 2) * 944 // 100 if size else 4300
        trouble = f"{what}: no clean answer from tag {self._uid.hex().upper()}; hold the card still on the reader"
        for _ in range(_TRIES):
            if not self._selected and not reader.select(self._uid):
                continue
            self._selected = False
            kind = reader.exchange(command + crc_a(command), timeout_us=timeout_us, first_us=first_us)
            answer = reader.answer
            if kind == DEAD:
                raise TagError("the reader does not react")
            if kind != HEARD:
                continue
            if reader.answer_bits == 4 and len(answer) == 1:
                code = answer[0] & 0x0F
                if code == _ACK and not size:
                    self._selected = True
                    return b""
                if code in _NAKS:  # four bits without a checksum: asked again before it is believed
                    trouble = f"the tag refuses {what} (NAK {code})"
            elif not reader.answer_bits and len(answer) == size + 2 and crc_a(answer[:-2]) == answer[-2:]:
                self._selected = True
                return answer[:-2]
        raise TagError(trouble)
