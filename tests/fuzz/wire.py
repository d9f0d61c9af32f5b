"""The serial cable: bytes to lines, and what both ends make of lines that were framed well.

The first byte of an input says who reads the rest: bare bytes at the parser, or lines, each put into a good frame, at
the table's computer and at the microcontroller. Time passes between two lines, and what is said back is read too.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from firmware_bridge import wire
from firmware_bridge.link_position import NOWHERE, Position
from firmware_bridge.link_session import Session
from firmware_bridge.pico.commands import Commands
from firmware_bridge.pico.device import NOTES, QUEUE, REPLIES, Device, who
from firmware_bridge.pico.outputs import Outputs
from firmware_bridge.presence import Scanner
from firmware_bridge.reads import Read, TagOff, TagOn
from tests.fuzz.clear import ROOT

PARSER, HOST, DEVICE = b"p", b"h", b"d"
SESSION = 0x3C07  # as in the worked lines
LINE_S = 0.3


def seeds() -> Iterator[bytes]:
    """The worked lines of docs/hardware.md, as they are and as conversations at either end."""
    page = (ROOT / "docs" / "hardware.md").read_text(encoding="utf-8")
    worked = re.findall(r"^    ([DH])  (\$\S.*?\*[0-9A-F]{4})", page, re.MULTILINE)
    assert len(worked) > 20
    yield PARSER + "".join(line + "\n" for _, line in worked).encode()
    yield PARSER + b"Traceback (most recent call last):\r\n  $EV 1 1 on$AK 5B1E 1*8D8D\r\n\xff\x00" + b"x" * 300
    for reader, end in ((HOST, "D"), (DEVICE, "H")):
        said = [line[1:-5] for by, line in worked if by == end]
        yield reader + "\n".join(said).encode()
        yield from (reader + line.encode() for line in said)
    yield (
        DEVICE + b"HI 1 host=a ses=3C07 boot=- last=0\nCM 1 scan mode=focus r=1 guard=0\nCM 2 rdr r=0 do=off\nCM 3 ver"
    )


def take(data: bytes) -> None:
    """Read it as the first byte says."""
    end, rest = data[:1], data[1:]
    if end == HOST:
        _at_the_host(rest)
    elif end == DEVICE:
        _at_the_device(rest)
    else:
        _parse(rest)


def _parse(data: bytes) -> None:
    garbage: list[bytes] = []
    parser, pieces = wire.Parser(garbage.append), wire.Parser()
    lines = parser.feed(data)
    split = [line for at in range(0, len(data), 7) for line in pieces.feed(data[at : at + 7])]
    assert [line.body for line in lines] == [line.body for line in split]
    assert (parser.good, parser.bad, parser.garbage) == (pieces.good, pieces.bad, pieces.garbage)
    assert all(len(piece) <= wire.MAX_LINE for piece in garbage)
    for line in lines:
        assert wire.frame(line.body)[:-1] in data
        (again,) = wire.Parser().feed(wire.frame(line.body))
        assert (again.verb, again.args, again.pairs) == (line.verb, line.args, line.pairs)


def _framed(data: bytes) -> Iterator[bytes]:
    """Each line as the body of a frame with a right sum, whether it is a body or not."""
    for body in data.split(b"\n"):
        yield b"$" + body + b"*" + wire.checksum(body).encode() + b"\n"


def _heard(out: list[bytes]) -> None:
    """What one end says is good lines, whatever it has been told."""
    for line in out:
        assert len(line) <= wire.MAX_LINE
        assert line == b"$" + line[1:-6] + b"*" + wire.checksum(line[1:-6]).encode() + b"\n"
        assert wire.read_line(line[1:-6].decode()) is not None, line


def _at_the_host(data: bytes) -> None:
    now, reads = 100.0, list[tuple[Read, Position | None]]()
    session = Session(
        "bridge", ("north", "", "east"), ("slap",), ("red",), lambda *told: reads.append(told),
        position=NOWHERE, now=now, dice=lambda: SESSION,
    )  # fmt: skip
    session.opened(now)
    known: Position | None = None
    for line in _framed(data):
        session.receive(line, now)
        now += LINE_S
        session.tick(now)
        _heard(session.outgoing())
        for read, position in reads:
            _check_read(read, now)
            if position is not None:
                anew = known is None or position.boot != known.boot or position.gap  # the board has started again
                assert anew or position.seq > known.seq, f"{position} after {known}"
                known = position
                assert Position.of(str(position)) == position
                session.stored(position)
        reads.clear()
        assert session.waiting == 0
    assert max(len(session.notes), len(session.quality.garbage)) <= 20


def _check_read(read: Read, now: float) -> None:
    assert getattr(read, "at", now) <= now
    if isinstance(read, TagOn | TagOff):
        assert len(read.uid) in (4, 7, 10)
    assert str(getattr(read, "detail", "")).isprintable()


def _at_the_device(data: bytes) -> None:
    now = 0
    outputs = Outputs([lambda level: None] * 2, [lambda hz: None])
    commands = Commands(Scanner([], lambda: now, lambda us: None), 0, outputs, lambda: now)
    device = Device("5B1E", who("AB", 0, 0, 2, 1), commands.do)
    for number, line in enumerate(_framed(data)):
        device.event(now, f"btn b={number % 4} v=1")
        device.receive(line, now)
        now += round(LINE_S * 1e6)
        outputs.tick(now)
        said = []
        for _ in range(NOTES + REPLIES + QUEUE):  # what is more than can be queued would never end
            body = device.line(now)
            if body is None:
                break
            said.append(body)
        else:
            raise AssertionError("it does not stop talking")
        _heard(said)
        assert device.queued <= QUEUE
