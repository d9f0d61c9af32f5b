"""The file of the journal: its tables, how it is opened so that nothing can be lost, and whether it is whole.

It is a SQLite database with its newest part beside it (`-wal`) while it is open or after a kill. What SQLite or the
system say about it becomes one line for people here.
"""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Literal, TypeAlias

from engine.errors import LapioError
from table.files import reason, sync_folder
from table.journal_chain import Mark, Row, sound

State: TypeAlias = Literal["running", "finished", "abandoned"]
STATES: dict[str, State] = {"running": "running", "finished": "finished", "abandoned": "abandoned"}

SCHEMA = 1
APPLICATION = 0x4C61706F  # "Lapo": SQLite's mark of whose file it is
PER_GAME = 1_000_000  # lines.id is game * this + number: in order without an index, which could be damaged by itself

TABLES = """
CREATE TABLE about (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE games (id INTEGER PRIMARY KEY AUTOINCREMENT, wall_ms INTEGER, monotonic_us INTEGER, state TEXT,
    ended_ms INTEGER, last INTEGER, lost TEXT, header TEXT);
CREATE TABLE lines (id INTEGER PRIMARY KEY, game INTEGER, number INTEGER, wall_ms INTEGER, monotonic_us INTEGER,
    sum BLOB, text TEXT);
"""
GAMES = "SELECT id, state, wall_ms, ended_ms, last, header, lost FROM games"  # rows for `game_of`
LINES = "SELECT game, number, wall_ms, monotonic_us, sum, text FROM lines"  # each a Row
POSITIONS = "SELECT key, value FROM about WHERE key LIKE 'position.%'"

# What SQLite raises: its own errors, and the second where a damaged file gets into the text of one.
SQLITE_ERRORS = (sqlite3.Error, UnicodeDecodeError)

WHY = {
    sqlite3.SQLITE_FULL: "the disk is full; make room on it",
    sqlite3.SQLITE_READONLY: "it is read-only",
    sqlite3.SQLITE_IOERR: "the disk reports an error",
    sqlite3.SQLITE_BUSY: "another process holds it",
    sqlite3.SQLITE_CANTOPEN: "it cannot be opened",
    sqlite3.SQLITE_CORRUPT: "it is damaged; start Lapio again, which mends it",
    sqlite3.SQLITE_NOTADB: "it is damaged; start Lapio again, which mends it",
}


class JournalError(LapioError):
    """The journal cannot be opened, read or written; nothing is half-written."""


class Damaged(Exception):
    """The file must be mended before it can be written: why, in a few words."""


@dataclass(frozen=True, slots=True)
class Game:
    """A game of the history. Times are milliseconds of the wall clock since 1970; `ended_ms` is None while it runs."""

    id: int
    state: State
    started_ms: int
    ended_ms: int | None
    last: int | None  # the number of its last line when it ended
    header: str
    lost: str | None = None  # what was lost of it when the journal was damaged, in one sentence


def game_of(row: tuple[object, ...]) -> Game:
    """The game of a row of `GAMES`; what is altered in it so that it cannot be right is left out."""
    game, state, started_ms, ended_ms, last, header, lost = row
    return Game(
        id=_number(game) or 0,
        state=STATES.get(str(state), "abandoned"),
        started_ms=_number(started_ms) or 0,
        ended_ms=_number(ended_ms),
        last=_number(last),
        header=str(header),
        lost=None if lost is None else str(lost),
    )


def _number(value: object) -> int | None:
    return value if isinstance(value, int) else None


def running_game(db: sqlite3.Connection) -> int | None:
    """The latest game that is still running. Raises sqlite3.Error."""
    row = db.execute("SELECT max(id) FROM games WHERE state = 'running'").fetchone()
    game: int | None = row[0]
    return game


def rows_of(db: sqlite3.Connection, game: int) -> Iterator[Row]:
    """The lines of a game as far as SQLite can read them: where the file is damaged a row follows that fits nowhere."""
    ids = (game * PER_GAME, (game + 1) * PER_GAME)
    try:
        for row in db.execute(f"{LINES} WHERE id BETWEEN ? AND ? ORDER BY id", ids):
            yield Row(*row)
    except SQLITE_ERRORS as error:
        if not _is_damage(error):
            raise
        yield Row(game, PER_GAME, 0, 0, b"", "")


# Opening


def connect(path: Path | None) -> sqlite3.Connection:
    """Open the database to write, made where it is not there; None is one in memory. Raises sqlite3.Error."""
    db = _careful(sqlite3.connect(path or ":memory:", isolation_level=None))
    with closed_on_error(db):
        db.execute("PRAGMA journal_mode = WAL")
        db.execute("PRAGMA synchronous = FULL")
        if not db.execute("SELECT count(*) FROM sqlite_schema").fetchone()[0]:
            about = f"INSERT INTO about VALUES ('schema', '{SCHEMA}')"
            marks = f"PRAGMA application_id = {APPLICATION}; PRAGMA user_version = {SCHEMA}"
            db.executescript(f"BEGIN IMMEDIATE; {TABLES} {about}; {marks}; COMMIT")
            if path:
                sync_folder(path.parent)
    return db


def connect_to_read(path: Path) -> sqlite3.Connection:
    """Open the database so that nothing in its folder is changed. Raises sqlite3.Error."""
    uri = f"{path.absolute().as_uri()}?mode=ro"
    db = _careful(sqlite3.connect(uri, uri=True, isolation_level=None))
    try:
        db.execute("SELECT count(*) FROM sqlite_schema").fetchone()
    except sqlite3.OperationalError:
        db.close()
        if os.access(path.parent, os.W_OK) or beside(path, "-wal").exists():
            raise
        # A medium that cannot be written: SQLite cannot make its index of the -wal there, and needs none.
        db = _careful(sqlite3.connect(uri + "&immutable=1", uri=True, isolation_level=None))
    except BaseException:
        db.close()
        raise
    return db


def _careful(db: sqlite3.Connection) -> sqlite3.Connection:
    db.text_factory = lambda raw: raw.decode(errors="replace")  # a garbled text is found by its sum
    db.execute("PRAGMA trusted_schema = OFF")
    db.execute("PRAGMA cell_size_check = ON")
    return db


@contextmanager
def closed_on_error(db: sqlite3.Connection) -> Iterator[None]:
    """Close the database where the block fails."""
    try:
        yield
    except BaseException:
        db.close()
        raise


def beside(path: Path, suffix: str) -> Path:
    """The file that has the name of this one and more."""
    return path.with_name(path.name + suffix)


# Checking


def check(path: Path, mark: Mark) -> None:
    """See whether the file can be written as it is, without changing anything. `mark`: the last acknowledged line.

    Raises Damaged where it must be mended first, JournalError where it is not ours or of a newer Lapio.
    """
    newest = beside(path, "-wal")
    newest_left = newest.exists() and newest.stat().st_size > 0
    if not path.exists() or not path.stat().st_size:
        if mark.game or newest_left:
            raise Damaged("it was empty" if path.exists() else "it was not there")
        return
    with path.open("rb") as file:
        if any(version not in (1, 2) for version in file.read(20)[18:]):  # of others SQLite reads, but does not write
            raise Damaged("its first page is altered")
    try:
        with closing(_rolled_back(path)) as db:
            if not has_tables(db, path):
                if mark.game:
                    raise Damaged("it was empty")
                return
            checked = db.execute("PRAGMA quick_check(1)").fetchone()[0]
            if checked != "ok":
                raise Damaged("its pages do not fit together")
            game = running_game(db)
            if game is not None:
                _, lost = sound(game, rows_of(db, game))
                if lost:
                    raise Damaged("lines of it are altered")
            if mark.game and newest_left:  # SQLite passes over a damaged -wal in silence; the lines may still be in it
                rows, lost = sound(mark.game, rows_of(db, mark.game), mark.number)
                if lost or not rows:
                    raise Damaged("its newest lines are not where they were")
    except SQLITE_ERRORS as error:
        if _is_damage(error):
            raise Damaged("SQLite cannot read it") from None
        raise


def _rolled_back(path: Path) -> sqlite3.Connection:
    """Open the database to read; what a killed process had begun to write is taken back first."""
    try:
        return connect_to_read(path)
    except sqlite3.OperationalError as error:
        if error.sqlite_errorcode & 0xFF != sqlite3.SQLITE_READONLY or not os.access(path, os.W_OK):
            raise
    with closing(sqlite3.connect(path, isolation_level=None)) as db:
        db.execute("SELECT count(*) FROM sqlite_schema").fetchone()
    return connect_to_read(path)


def has_tables(db: sqlite3.Connection, path: Path) -> bool:
    """Whether this is a journal that we can read; False where it is still empty. Raises as `check` does."""
    tables = {name for (name,) in db.execute("SELECT name FROM sqlite_schema WHERE type = 'table'")}
    version = db.execute("PRAGMA user_version").fetchone()[0]
    if not tables:
        return False
    if not tables & {"about", "games", "lines"}:
        raise JournalError(f"{path}: this is a database, but no journal of Lapio; name another file or folder")
    row = db.execute("SELECT value FROM about WHERE key = 'schema'").fetchone() if "about" in tables else None
    if row is None or str(version) != row[0] or not tables >= {"about", "games", "lines"}:
        raise Damaged("its version is unreadable")
    if version > SCHEMA:
        raise JournalError(
            f"{path}: a newer Lapio wrote this journal (its version is {version}, this Lapio knows {SCHEMA}); "
            "update Lapio, or name another folder with LAPIO_DATA"
        )
    return True


def _is_damage(error: sqlite3.Error | UnicodeDecodeError) -> bool:
    if isinstance(error, UnicodeDecodeError):
        return True
    code = getattr(error, "sqlite_errorcode", -1)
    whole = (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_ERROR, sqlite3.SQLITE_FORMAT)
    return code & 0xFF in whole or code == sqlite3.SQLITE_IOERR_SHORT_READ


@contextmanager
def explained(path: Path | None, what: str) -> Iterator[None]:
    """Turn what SQLite and the system say into a JournalError: `what` is what could not be done."""
    name = path or "the journal in memory"
    try:
        yield
    except SQLITE_ERRORS as error:
        code = getattr(error, "sqlite_errorcode", 0) & 0xFF
        why = WHY.get(code, str(error))
        raise JournalError(f"{name}: {what}: {why}") from None
    except OSError as error:
        raise JournalError(f"{name}: {what}: {reason(error)}") from None
    except Damaged as damage:
        raise JournalError(f"{name}: {what}: {damage}; start Lapio again, which mends it") from None
