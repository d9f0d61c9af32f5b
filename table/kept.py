"""A match's place in the journal: opening it, beginning or finding a game in it, going on where one was left."""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from engine.actions import Act
from engine.errors import LapioError
from table.script import Change, read_header, read_line
from table.session import Session

if TYPE_CHECKING:
    from table.journal import Journal, Loaded


class Kept:
    """A game's place in the journal, as the session needs it."""

    def __init__(self, journal: Journal, game: int) -> None:
        self._journal = journal
        self.game = game

    def append(self, lines: list[tuple[int, str]], positions: Mapping[str, str] | None = None) -> None:
        """Keep these lines, and how far the boards were read."""
        self._journal.append(self.game, lines, positions)

    def store_positions(self, positions: Mapping[str, str]) -> None:
        """Keep how far the boards were read."""
        self._journal.store_positions(positions)

    def finish(self) -> None:
        """The match is over."""
        self._journal.finish(self.game)


def journal_path(asked: argparse.Namespace) -> Path | None:
    """Where the journal is kept; None, with a word about it, where it can be kept nowhere."""
    if asked.journal:
        return _own_file(Path(asked.journal))
    from table.files import FilesError, data_folder

    try:
        return data_folder() / "journal.sqlite"
    except FilesError as error:
        print(f"lapio: {error}. This game is not kept and cannot be resumed.", file=sys.stderr)
        return None


SQLITE = b"SQLite format 3\0"  # how a journal's file begins


def _own_file(path: Path) -> Path:
    """The file that was named for the journal. Raises LapioError where it is something else: not ours to mend."""
    try:
        with path.open("rb") as file:
            start = file.read(len(SQLITE))
    except OSError:
        return path  # not there yet, or the journal says what is wrong with it
    written_by_us = path.with_name(path.name + ".lock").exists()
    if start and start != SQLITE and not written_by_us:
        raise LapioError(f"{path}: this file is no journal of Lapio; name another one with --journal")
    return path


@contextmanager
def open_journal(path: Path | None) -> Iterator[Journal]:
    """The open journal; what it has to tell about its opening goes to standard error. Raises JournalError."""
    from table.journal import Journal

    with Journal.open(path) as journal:
        for note in journal.notes:
            print(f"lapio: {note}", file=sys.stderr)
        yield journal


def unfinished(journal: Journal, asked: argparse.Namespace) -> Loaded | None:
    """The unfinished game, if there is one and it is to be gone on with; asks in the terminal where one is there."""
    loaded = None if asked.new else journal.unfinished()
    if loaded is None or not loaded.lines:
        return None
    header = read_header(loaded.header)
    lines = len([text for _, text in loaded.lines if not text.startswith("#")])
    if loaded.lost:
        print(f"lapio: {loaded.lost}", file=sys.stderr)
    print(f"There is an unfinished game: {header.game}, {', '.join(header.seats)}, {lines} lines.")
    if asked.resume or not sys.stdin.isatty():
        print("It goes on. (--new starts another one.)")
        return loaded
    try:
        answer = input("Go on with it? [Y/n] ").strip().casefold()
    except EOFError:
        answer = ""
    return None if answer.startswith("n") else loaded


def age_of_deal(session: Session, loaded: Loaded, wall: Callable[[], float] = time.time) -> float:
    """How many seconds ago the deal began that a game was interrupted in, by the wall clock: all that outlives us."""
    before = session.running.history.entries_before(session.match.deals_done + 1)
    times = dict(zip((number for number, _ in loaded.lines), loaded.times_ms, strict=True))
    began_ms = times[before[-1].line] if before else loaded.game.started_ms
    return max(0.0, wall() - began_ms / 1000)


def reader_of(seats: tuple[str, ...], session: Session) -> Callable[[str], Act | Change]:
    """What makes a line of a kept text. It raises LapioError for a text that is no line of a game."""
    deck = session.referee.game.deck

    def read(text: str) -> Act | Change:
        line = read_line(text, seats, deck)
        if isinstance(line, Act | Change):
            return line
        raise LapioError(f"the journal has a line that is none of a game: {text}")

    return read
