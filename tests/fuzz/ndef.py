"""The text on a tag: a tag of any memory has a text, none, or one clear error, after so many commands at most."""

from __future__ import annotations

from collections.abc import Iterator
from typing import cast

from firmware_bridge.ndef import Ntag, TagError, decode_text, encode_text
from firmware_bridge.rc522 import COLLISION, HEARD, NONE, Reader, crc_a
from tests.fuzz import clear

FORMATTED = b"\xe1\x10\x12\x00"
PAGES = 256  # as many as one byte can name; an NTAG216 has 231
MOST = 400  # commands: twice what the largest tag needs, each asked for four times


def seeds() -> Iterator[bytes]:
    """Texts as we write them, and what other programs write around them."""
    for text in ("AS", "", "Kullankaivaja ja Ristikontra", "näin"):
        yield FORMATTED + encode_text(text)
    yield FORMATTED + bytes.fromhex("0103A010440300FE")
    yield b"\xe1\x10\x3e\x00" + bytes.fromhex("03FF0109C101000001025402656E") + b"A" * 300 + b"\xfe"
    yield FORMATTED + bytes.fromhex("0316910108546578740265") + b"nA" + bytes.fromhex("510106550065616263FE")
    yield b"\xe1\x10\xff\x00" + b"\x00" * 400
    yield bytes(16)


def take(data: bytes) -> None:
    """Read it as a tag's memory: the capability container, and behind it what people may write."""
    assert decode_text(data[4:]) is None or isinstance(decode_text(data[4:]), str)
    tag = _Tag(data)
    ntag = Ntag(cast("Reader", tag), bytes(7))
    try:
        text = ntag.read_text()
    except TagError as error:
        clear.check(error)
    else:
        assert text is None or text.encode().decode() == text
    assert tag.commands <= MOST


class _Tag:
    """A reader with a tag in its field; all that Ntag asks of a Reader. Behind its last page it falls silent.

    One answer in sixteen is garbled, as the memory says.
    """

    def __init__(self, data: bytes) -> None:
        self._memory = data
        self.commands = 0
        self.answer = b""
        self.answer_bits = 0

    def select(self, uid: bytes) -> bool:
        """The tag is there."""
        return True

    def exchange(self, frame: bytes, bits: int = 0, align: int = 0, timeout_us: int = 0, first_us: int = 0) -> int:
        """READ and FAST_READ, as the data sheet has them."""
        self.commands += 1
        if frame[0] not in (0x30, 0x3A):
            return NONE
        first, last = frame[1], frame[2] if frame[0] == 0x3A else frame[1] + 3
        if last >= PAGES or last < first:
            return NONE
        start = 4 * (first - 3)
        pages = self._memory[max(0, start) : max(0, start) + 4 * (last - first + 1)].ljust(
            4 * (last - first + 1), b"\0"
        )
        self.answer, self.answer_bits = pages + crc_a(pages), 0
        fault = self._memory[self.commands % len(self._memory)] if self._memory else 0
        if fault == 0xF1:
            return COLLISION
        if fault == 0xF2:
            self.answer = self.answer[:-1]
        if fault == 0xF3:
            self.answer, self.answer_bits = b"\x01", 4
        return HEARD
