"""A table script: any bytes are lines or one clear error, and a line that was read is written and read the same."""

from __future__ import annotations

import json
from collections.abc import Iterator

from engine.actions import Act
from engine.cards import FRENCH
from engine.errors import LapioError
from table.replay import Replay
from table.script import BadScript, Change, header_text, is_skipped, line_text, read_header, read_line, text_of
from tests.fuzz import clear

SEATS = ("A", "B", "C", "D")
LINES = 60  # of one script: a long one tells nothing more, and takes longer


def seeds() -> Iterator[bytes]:
    """The cases of the tests, short ones whole."""
    for path in sorted((clear.ROOT / "tests" / "cases").glob("*.jsonl")):
        yield b"".join(path.read_bytes().splitlines(keepends=True)[:LINES])


def take(data: bytes) -> None:
    """Read it line by line, by itself and as a game that is replayed."""
    lines = data.splitlines(keepends=True)[:LINES]
    for raw in lines:
        _line(raw)
    replay = Replay("fuzz.jsonl")
    try:
        for raw in lines:
            step = replay.feed(raw)
            for event in step.events if step else ():
                json.dumps(event.as_json())
        replay.end()
    except BadScript as error:
        clear.check(error)


def _line(raw: bytes) -> None:
    try:
        text = text_of(raw)
        if is_skipped(text):
            return
        try:
            header = read_header(text)
        except LapioError:
            header = None
        if header is not None:
            assert read_header(header_text(header)) == header
        line = read_line(text, SEATS, FRENCH)
    except LapioError as error:
        assert str(error)  # Replay puts it on one line
        return
    if isinstance(line, Act | Change):
        assert read_line(line_text(line, SEATS, FRENCH), SEATS, FRENCH) == line
