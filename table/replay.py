"""A table script through the referee, as `lapio replay` does it.

    script = Replay("night.jsonl")
    for raw in file:                # opened as bytes
        step = script.feed(raw)     # what the line says, and the events it causes; None for a comment
    script.end()
    script.referee                  # knows the table as it is after the last line

A line that is not valid ends it: BadScript names the file, the line and what is wrong.
"""

from __future__ import annotations

import codecs
import json
import os
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple, TextIO

from engine.actions import Act, Event
from engine.errors import LapioError
from engine.games import load
from engine.referee import Referee
from table.expectations import Stretch
from table.script import (
    BadScript,
    Change,
    Expect,
    ExpectNone,
    Header,
    Line,
    is_skipped,
    read_header,
    read_line,
    text_of,
)

OK, FAILED, INVALID = 0, 1, 2  # exit statuses
WANTS_INVALID = "# exit 2"  # the comment of a case that shows an invalid script


class Step(NamedTuple):
    """A line that is not skipped: its number in the file (the first is 1), what it says, the events it caused."""

    number: int
    line: Header | Line
    events: Sequence[Event]


class Replay:
    """One script, line by line through the referee. `number` is the number of the last line fed, 0 at first.

    `referee` is None until the header was fed. `wants_invalid` is true once a comment has said `# exit 2`.
    """

    def __init__(self, name: str) -> None:
        self.name = name
        self.number = 0
        self.referee: Referee | None = None
        self.wants_invalid = False

    def feed(self, raw: bytes) -> Step | None:
        """Play the next line of the file; None where it is blank or a comment.

        Raises BadScript where the line is not valid. Nothing that comes after it can be trusted.
        """
        self.number += 1
        try:
            text = text_of(raw, first=self.number == 1)
            if is_skipped(text):
                self.wants_invalid |= text.rstrip() == WANTS_INVALID
                return None
            if self.referee is None:
                header = read_header(text)
                self.referee = Referee(load(header.game, header.seats, header.dealer, header.options))
                return Step(self.number, header, self.referee.open(self.number))
            line = read_line(text, self.referee.game.seats, self.referee.game.deck)
            return Step(self.number, line, self._answer(self.referee, line))
        except LapioError as error:
            raise BadScript(self.name, self.number, str(error)) from error

    def end(self) -> None:
        """Say that no line follows. Raises BadScript where not even a header came."""
        if self.referee is None:
            raise BadScript(self.name, max(self.number, 1), "the script has no header, and so no game")

    def _answer(self, referee: Referee, line: Line) -> list[Event]:
        if isinstance(line, Act):
            return referee.take(line, self.number)
        if line is Change.UNDO:
            return referee.undo(self.number)
        return referee.accept(self.number) if line is Change.ACCEPT else []


def replay(path: str | Path, *, check: bool, out: TextIO, err: TextIO) -> int:
    """Replay the script at `path` (`-`: standard input): its events to `out`, messages for people to `err`.

    Returns the exit status: 0; 1 where `check` finds that an expectation fails; 2 where the script is not valid or
    cannot be read. With `check`, a script that says `# exit 2` in a comment must be an invalid one: 0 if it is,
    1 if not. Without `check` the expectations only have to be well-formed.
    """
    events, messages = _Printer(out), _Printer(err)
    from_stdin = str(path) == "-"
    name = "standard input" if from_stdin else str(path)
    try:
        with open(0, "rb", closefd=False) if from_stdin else Path(path).open("rb") as lines:
            status = _replay(name, lines, events, messages, check=check, at_once=from_stdin)
    except OSError as error:
        messages.print(f"{name}: cannot be read: {error.strerror or error}")
        status = INVALID
    events.flush()
    if events.failure:
        messages.print(f"{name}: its events cannot be written: {events.failure}")
        status = INVALID
    messages.flush()
    return status


def _replay(
    name: str, lines: Iterable[bytes], events: _Printer, messages: _Printer, *, check: bool, at_once: bool
) -> int:
    """`replay`, with everything open. `at_once`: somebody may wait for the answer to each line."""
    script = Replay(name)
    stretch = Stretch()
    failed = 0
    try:
        for raw in lines:
            step = script.feed(raw)
            if step is None:
                continue
            if isinstance(step.line, Expect | ExpectNone):
                complaints = stretch.complaints(step.line, step.number) if check else []
                if complaints:
                    failed += 1
                    messages.print("\n".join([f"{name}, line {step.number}: {complaints[0]}", *complaints[1:]]))
                continue
            shown = [event.as_json() for event in step.events]
            if check:
                stretch.add(shown)
            for event in shown:
                events.print(events.json(event))
            if at_once:
                events.flush()
        script.end()
    except BadScript as error:
        messages.print(str(error))
        wanted = script.wants_invalid or any(raw.rstrip() == WANTS_INVALID.encode() for raw in lines)
        if not (check and wanted):
            return INVALID
    else:
        if check and script.wants_invalid:
            messages.print(f'{name}: the comment "{WANTS_INVALID}" wants an invalid script, but every line is valid')
            return FAILED
    return FAILED if failed else OK


class _Printer:
    """Lines to a stream whose reader may go away (`lapio replay FILE | head`): then it falls silent."""

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream
        self._gone = False
        self.failure = ""  # why nothing could be written, other than that the reader went away
        utf_8 = codecs.lookup(stream.encoding or "utf-8").name == "utf-8"
        self.json = json.JSONEncoder(ensure_ascii=not utf_8).encode

    def print(self, text: str) -> None:
        self._attempt(lambda: self._stream.write(text + "\n"))

    def flush(self) -> None:
        self._attempt(self._stream.flush)

    def _attempt(self, write: Callable[[], object]) -> None:
        if self._gone:
            return
        try:
            write()
        except OSError as error:
            self._gone = True
            self.failure = "" if isinstance(error, BrokenPipeError) else error.strerror or str(error)
            # Python writes what is left in the buffer when it exits, and would complain then.
            with suppress(OSError):
                os.dup2(os.open(os.devnull, os.O_WRONLY), self._stream.fileno())
