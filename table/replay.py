"""A table script through the referee, as `lapio replay` does it; a journal is resumed the same way.

script = Replay("night.jsonl")
for raw in file:                # opened as bytes
    step = script.feed(raw)     # what the line says, and the events it causes; None for a comment
script.end()
script.referee                  # knows the table as it is after the last line
"""

from __future__ import annotations

import codecs
import json
import os
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any, NamedTuple, TextIO, TypeAlias

from engine.actions import Act, Event
from engine.errors import LapioError
from engine.games import load
from engine.referee import Referee
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

Shown: TypeAlias = Mapping[str, Any]  # an event as it is printed, or what an `expect` lists of one

OK, FAILED, INVALID = 0, 1, 2  # exit statuses
WANTS_INVALID = "# exit 2"  # the comment of a case that shows an invalid script
LONGEST_LISTING = 40  # events below a message


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


class Stretch:
    """The events that an expectation looks at: those since the last one, or the last few with no input line between."""

    def __init__(self) -> None:
        self._events: list[Shown] = []
        self._start = 0  # the number of the expectation before the stretch; 0 for the file's start
        self._looked_at = 0  # the number of the latest expectation that looked at these events, 0 for none

    def add(self, events: Iterable[Shown]) -> None:
        """The events of the next input line, also where there are none."""
        if self._looked_at:
            self._events, self._start, self._looked_at = [], self._looked_at, 0
        self._events += events

    def complaints(self, line: Expect | ExpectNone, number: int) -> list[str]:
        """What is wrong with the events by this expectation, which stands on line `number`: lines of text, or none."""
        self._looked_at = number
        if isinstance(line, ExpectNone):
            unwanted = [event for event in self._events if event["event"] in line.kinds]
            return ["these events should not have come", *_listing(unwanted)] if unwanted else []
        complaints: list[str] = []
        start = 0
        for wanted in line.wanted:
            # The first that fits is the best: it leaves most events to what is listed after it.
            rest = range(start, len(self._events))
            found = next((at for at in rest if not _unequal(wanted, self._events[at])), None)
            if found is None:
                complaints += ["this event was expected and did not come", *_listing([wanted]), *self._nearest(wanted)]
            else:
                start = found + 1
        if complaints:
            since = f"since line {self._start}" if self._start else "since the start"
            complaints.append(f"  the events {since}:" if self._events else f"  no event came {since}")
            complaints += _listing(self._events)
        return complaints

    def _nearest(self, wanted: Shown) -> list[str]:
        """The event that is most like the wanted one, and where it differs, key by key."""
        same_kind = [event for event in self._events if event["event"] == wanted["event"]]
        if not same_kind:
            return [f'  no event "{wanted["event"]}" came']
        nearest = min(same_kind, key=lambda event: len(_unequal(wanted, event)))
        complaints = ["  nearest:", *_listing([nearest])]
        for key in _unequal(wanted, nearest):
            was = f"it was {_json(nearest[key])}" if key in nearest else "the event has no such key"
            complaints.append(f"      {key}: expected {_json(wanted[key])}, but {was}")
        return complaints if len(complaints) > 2 else [*complaints, "      it came before what is listed ahead of it"]


def _unequal(wanted: Shown, event: Shown) -> list[str]:
    """The keys in which an event is not as wanted. It may have more keys."""
    return [key for key in wanted if key not in event or not _equal(key, wanted[key], event[key])]


def _equal(key: str, wanted: Any, got: Any) -> bool:
    """Whether two values of a key are equal by docs/table-script.md, section Expectations."""
    if isinstance(wanted, str) and isinstance(got, str) and key in _CARDS:
        cards, others = ([_TEN.sub("T", card) for card in text.split()] for text in (wanted, got))
        return sorted(cards) == sorted(others) if key in _SETS_OF_CARDS else cards == others
    return _same(wanted, got)


_SETS_OF_CARDS = frozenset({"legal", "because", "proof"})  # sets; with two packs a card may stand in one twice
_CARDS = _SETS_OF_CARDS | {"cards", "card"}
_TEN = re.compile(r"^10(?=[CDHS]$)")


def _same(one: Any, other: Any) -> bool:
    """JSON's equality: 1 is 1.0, but not true."""
    if isinstance(one, Mapping) and isinstance(other, Mapping):
        return one.keys() == other.keys() and all(_same(one[key], other[key]) for key in one)
    if isinstance(one, list | tuple) and isinstance(other, list | tuple):
        return len(one) == len(other) and all(map(_same, one, other))
    return bool(one == other) and isinstance(one, bool) == isinstance(other, bool)


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)


def _listing(events: Sequence[Shown]) -> list[str]:
    """Events below a message, one a line; of very many the last ones."""
    last = [f"    {_json(event)}" for event in events[-LONGEST_LISTING:]]
    return last if len(events) <= LONGEST_LISTING else [f"    ... {len(events) - LONGEST_LISTING} before these", *last]


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
