"""The wire protocol between the table's computer and the microcontroller, version 1: lines in, lines out.

    line  = "$" body "*" sum [CR] LF      at most 120 bytes with LF
    body  = verb *( " " field )           a verb is two capitals; positional fields first, then key=value pairs
    sum   = the low 16 bits of the CRC-32 (IEEE) of the body, four capital hex digits

This module is written in the part of Python that CPython and MicroPython share: it runs on both ends of the cable,
so the two cannot disagree. It knows lines, not conversations: what is said when stands in pico/device.py for the
microcontroller and in link_session.py for the table's computer. Source: docs/hardware.md, section 4.
"""

import binascii

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

VERSION = 1
MAX_LINE = 120  # bytes, from "$" to LF
MAX_BODY = MAX_LINE - 7  # without "$", "*", sum and LF
MAX_SEQ = 4294967295
MAX_TIME = 999999999999999  # µs: 31 years
MAX_COMMAND = 9999

_DOLLAR = 0x24
_STAR = 0x2A
_SPACE = 0x20
_LF = 0x0A
_CR = 0x0D
_DIGITS = "0123456789"
_HEX = "0123456789ABCDEF"
_KEY = "abcdefghijklmnopqrstuvwxyz0123456789"
_CAPITALS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"


def checksum(body: bytes) -> str:
    """The sum of a body as it stands in the line: `checksum(b"123456789")` is "3926"."""
    return f"{binascii.crc32(body) & 0xFFFF:04X}"


def frame(body: str) -> bytes:
    """The whole line for a body, with LF. Raises ValueError where it would not be a line of this protocol."""
    if len(body) > MAX_BODY or fields(body) is None:
        raise ValueError("no line of the protocol: " + repr(body))
    data = body.encode()
    return b"$" + data + b"*" + checksum(data).encode() + b"\n"


def printable(text: str) -> str:
    """Free text made fit for an LG line: printable ASCII, single spaces, no "$" or "*", cut to the line's length."""
    safe = "".join([c if " " < c < "\x7f" and c not in "$*" else " " for c in text])
    return " ".join(safe.split())[: MAX_BODY - 3].rstrip()


def number(text: "str | None", top: int, least: int = 0) -> "int | None":
    """The value of a number of the protocol from `least` to `top`, or None: no sign, no leading zeros, decimal."""
    if not text or len(text) > 15 or (text[0] == "0" and len(text) > 1):
        return None
    for c in text:
        if c not in _DIGITS:
            return None
    value = int(text)
    return value if least <= value <= top else None


def is_hex(text: "str | None", length: int = 0) -> bool:
    """Whether the text is capital hex of an even length (or of just `length` digits): a UID, a boot id, a session."""
    if not text or (len(text) != length if length else len(text) % 2):
        return False
    for c in text:  # a loop, since a generator costs the microcontroller memory on every line
        if c not in _HEX:
            return False
    return len(text) > 0


def fields(body: str) -> "list[str] | None":
    """The verb and the fields of a body, or None where the body breaks the grammar."""
    parts = body.split(" ")
    verb = parts[0]
    if len(verb) != 2 or verb[0] not in _CAPITALS or verb[1] not in _CAPITALS:
        return None
    for part in parts:
        if not part:
            return None
        for c in part:
            if not " " < c < "\x7f" or c in "$*":
                return None
    return parts


class Line:
    """One good line: its verb, its positional fields and its pairs. Pairs that nobody asks for do no harm."""

    def __init__(self, body: str, verb: str) -> None:
        self.body = body
        self.verb = verb
        self.args: list[str] = []
        self.pairs: dict[str, str] = {}

    def arg(self, index: int) -> str:
        """The positional field at `index`, counted from 0 behind the verb; empty where there is none."""
        return self.args[index] if index < len(self.args) else ""

    def pair(self, key: str, default: str = "") -> str:
        """The value of a pair, or `default`."""
        return self.pairs.get(key, default)

    def number(self, index: int, top: int, least: int = 0) -> "int | None":
        """The positional number at `index`, or None where it is missing, malformed or out of range."""
        return number(self.arg(index), top, least)

    def pair_number(self, key: str, top: int, least: int = 0) -> "int | None":
        """The number of a pair, or None where it is missing, malformed or out of range."""
        return number(self.pairs.get(key), top, least)


def read_line(body: str) -> "Line | None":
    """The line with this body, or None where the body breaks the grammar.

    Positional fields stand before pairs and no key stands twice; in LG, which is free text, anything goes.
    """
    parts = fields(body)
    if parts is None:
        return None
    line = Line(body, parts[0])
    for part in parts[1:]:
        key, equals, value = part.partition("=")
        if equals and _is_key(key):
            if key in line.pairs and line.verb != "LG":
                return None
            line.pairs[key] = value
        elif line.pairs and line.verb != "LG":
            return None
        else:
            line.args.append(part)
    return line


def _is_key(key: str) -> bool:
    for c in key:
        if c not in _KEY:
            return False
    return key != ""


class Parser:
    """Bytes in, good lines out, in memory for one line. Whatever comes in, it never raises.

    Bytes outside of "$" ... LF are garbage and are counted; a "$" inside a line starts anew, so a line that was cut
    costs only itself. `on_garbage` is told each piece of garbage and each bad line, 120 bytes at most at a time.
    """

    def __init__(self, on_garbage: "Callable[[bytes], None] | None" = None) -> None:
        self.good = 0
        self.bad = 0  # lines with a wrong sum, too long, cut, not ASCII or not grammatical
        self.garbage = 0  # bytes outside of lines
        self._on_garbage = on_garbage
        self._buffer = bytearray(MAX_LINE)
        self._length = 0
        self._inside = False

    def feed(self, data: "bytes | bytearray | memoryview") -> "list[Line]":
        """The good lines that these bytes complete, in order."""
        lines: list[Line] = []
        for byte in data:
            if byte == _DOLLAR:
                self._end(self._inside)
                self._inside = True
            elif not self._inside:
                self.garbage += 1
                if byte == _LF or self._length == MAX_LINE:
                    self._end(False)
                if byte == _LF:
                    continue
            elif byte == _LF:
                line = self._complete()
                if line is None:
                    self._end(True)
                else:
                    self.good += 1
                    self._length = 0
                    lines.append(line)
                self._inside = False
                continue
            elif self._length == MAX_LINE - 1:
                self._end(True)  # too long even with the LF that would have to follow
                self._inside = False
                self.garbage += 1
            self._buffer[self._length] = byte
            self._length += 1
        return lines

    def _end(self, bad: bool) -> None:
        """What is in the buffer has turned out to be no line."""
        if bad:
            self.bad += 1
        if self._length and self._on_garbage is not None:
            self._on_garbage(bytes(self._buffer[: self._length]))
        self._length = 0

    def _complete(self) -> "Line | None":
        """The line in the buffer, from "$" to before LF, or None where it is none."""
        end = self._length
        if self._buffer[end - 1] == _CR:
            end -= 1
        star = end - 5
        if star < 1 or self._buffer[star] != _STAR:
            return None
        for i in range(1, end):
            if not _SPACE <= self._buffer[i] <= 0x7E:
                return None
        body = bytes(self._buffer[1:star])
        if self._buffer[star + 1 : end] != checksum(body).encode():
            return None
        return read_line(body.decode())
