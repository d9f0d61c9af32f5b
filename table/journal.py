"""The journal: the script of the running game, and of all games before it, safe from power cuts.

Every line that was accepted is on the disk before `append` returns. Nothing is ever deleted or changed: a line that
is taken back stays, and the undo line comes after it. Each line carries a sum over itself and the sum before it,
so a torn or altered end is found, and a game is read up to its last good line.

    with Journal.open(folder / "journal.sqlite") as journal:
        game = journal.begin('{"game": "hearts", "seats": ["A", "B", "C", "D"]}')   # line 1
        journal.append(game, [(2, '{"seat": "A", "do": "play", "cards": "2C"}')])
        journal.finish(game)

One file (SQLite) holds many games. One process writes; others may read. A damaged file is kept under another name
(`journal.sqlite.damaged-1`), and what can be read of it is carried over into a fresh one.
"""

from __future__ import annotations

import hashlib
import os
import re
import sqlite3
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Literal, NamedTuple, TypeAlias

from engine.errors import LapioError
from table.files import FilesError, InUse, Lock, reason, sync_folder

State: TypeAlias = Literal["running", "finished", "abandoned"]
STATES: dict[str, State] = {"running": "running", "finished": "finished", "abandoned": "abandoned"}

SCHEMA = 1
APPLICATION = 0x4C61706F  # "Lapo": SQLite's mark of whose file it is
PER_GAME = (
    1_000_000  # lines.id is game * PER_GAME + number: in order without an index, which could be damaged by itself
)

TABLES = """
CREATE TABLE about (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE games (id INTEGER PRIMARY KEY AUTOINCREMENT, wall_ms INTEGER, monotonic_us INTEGER, state TEXT,
    ended_ms INTEGER, last INTEGER, deck TEXT, lost TEXT, header TEXT);
CREATE TABLE lines (id INTEGER PRIMARY KEY, game INTEGER, number INTEGER, wall_ms INTEGER, monotonic_us INTEGER,
    sum BLOB, text TEXT);
"""

# What is kept when a game ends: its state, when, and how far it went, by which the loss of its last lines is seen.
ENDED = f"""
UPDATE games SET state = ?, ended_ms = ?,
    last = (SELECT max(number) FROM lines WHERE lines.id BETWEEN games.id * {PER_GAME} AND (games.id + 1) * {PER_GAME})
"""

# A row of `lines` as its bytes lie in a page: a header of eight or nine bytes, the id left out, four whole numbers, a
# sum of eight bytes, a text. By this alone, rows are found in a file that SQLite cannot read any more.
ROW = re.compile(
    rb"(?=[\x08\x09]\x00([\x01-\x06\x08\x09]{4})\x1c(?:([\x0d-\x7f])|([\x81-\xff])([\x00-\x7f])))", re.DOTALL
)
INT_BYTES = {1: 1, 2: 2, 3: 3, 4: 4, 5: 6, 6: 8, 8: 0, 9: 0}

WHY = {
    sqlite3.SQLITE_FULL: "the disk is full; make room on it",
    sqlite3.SQLITE_READONLY: "it is read-only",
    sqlite3.SQLITE_IOERR: "the disk reports an error",
    sqlite3.SQLITE_BUSY: "another process holds it",
    sqlite3.SQLITE_CANTOPEN: "it cannot be opened",
    sqlite3.SQLITE_CORRUPT: "it is damaged; start Lapio again, which mends it",
    sqlite3.SQLITE_NOTADB: "it is damaged; start Lapio again, which mends it",
}


# What SQLite raises: its own errors, and the second where a damaged file gets into the text of one.
SQLITE_ERRORS = (sqlite3.Error, UnicodeDecodeError)


class JournalError(LapioError):
    """The journal cannot be opened, read or written; nothing is half-written."""


class JournalBusy(JournalError):
    """Another process writes this journal. `pid` is its number, None where it could not be read."""

    def __init__(self, text: str, pid: int | None) -> None:
        super().__init__(text)
        self.pid = pid


@dataclass(frozen=True, slots=True)
class Game:
    """A game of the history. Times are milliseconds of the wall clock since 1970; `ended_ms` is None while it runs."""

    id: int
    state: State
    started_ms: int
    ended_ms: int | None
    last: int | None  # the number of its last line when it ended
    header: str
    deck: str | None = None
    lost: str | None = None  # what was lost of it when the journal was damaged, in one sentence


@dataclass(frozen=True, slots=True)
class Loaded:
    """A game as it was read back. `lines` are those after the header, each with its number in the script."""

    game: Game
    header: str
    lines: tuple[tuple[int, str], ...]
    lost: str | None = None

    @property
    def next_number(self) -> int:
        """The number that the next line of this game gets."""
        return self.lines[-1][0] + 1 if self.lines else 2

    @property
    def script(self) -> str:
        """The whole game as a table script; each line stands where its number says, loss is a comment at the end."""
        texts = [self.header]
        for number, text in self.lines:
            texts += [""] * (number - 1 - len(texts))
            texts.append(text)
        if self.lost:
            texts.append(f"# {self.lost}")
        return "\n".join(texts) + "\n"


class _Row(NamedTuple):
    game: int
    number: int
    wall_ms: int
    monotonic_us: int
    sum: bytes
    text: str


class _End(NamedTuple):
    """Where a game's chain ends: the number and the sum of its last line."""

    number: int
    sum: bytes


class _Damaged(Exception):
    """The file must be mended before it can be written: why, in a few words."""


class Journal:
    """An open journal, made by `Journal.open`, for one thread. `notes`: what was found wrong when it was opened."""

    def __init__(
        self,
        db: sqlite3.Connection,
        path: Path | None,
        lock: Lock | None,
        clocks: tuple[Callable[[], float], Callable[[], float]],
    ) -> None:
        self.path = path
        self.notes: tuple[str, ...] = ()
        self._db = db
        self._lock = lock
        self._wall, self._monotonic = clocks
        self._ends: dict[int, _End] = {}

    @classmethod
    def open(
        cls,
        path: Path | None,
        *,
        read_only: bool = False,
        wall: Callable[[], float] = time.time,
        monotonic: Callable[[], float] = time.monotonic,
    ) -> Journal:
        """Open the journal in this file, made where it is not there yet; with None, one in memory that keeps nothing.

        Raises JournalBusy where another process writes it (read-only opens beside it), and JournalError where it
        cannot be used: no permission, full disk, written by a newer Lapio. A damaged file is no error: see `notes`.
        """
        clocks = (wall, monotonic)
        if path is None:
            return cls(_connect(":memory:"), None, None, clocks)
        if read_only:
            with _told(path, "this journal cannot be read"):
                db = _connect_to_read(path)
                with _closed_on_error(db):
                    if not _has_tables(db, path):
                        raise JournalError(f"{path}: this journal is empty: nothing was played yet")
                return cls(db, path, None, clocks)
        try:
            lock = Lock(path.with_name(path.name + ".lock"))
        except InUse as error:
            by = f"another Lapio (process {error.pid})" if error.pid else "another process"
            raise JournalBusy(f"{path}: {by} is using this journal; stop it first", error.pid) from None
        except FilesError as error:
            raise JournalError(f"{path}: the journal cannot be kept there: {error}") from None
        try:
            with _told(path, "this journal cannot be used"):
                told = _finish_mending(path)
                mark = _Mark.read(lock.found)
                try:
                    _check(path, mark)
                except _Damaged as damage:
                    told += _mend(path, str(damage), mark)
                db = _connect(path)
            journal = cls(db, path, lock, clocks)
            with _closed_on_error(db):
                journal.notes = tuple(dict.fromkeys(told + journal._compare(mark)))
            return journal
        except BaseException:
            lock.release()
            raise

    def close(self) -> None:
        """Close the file and let others write it. Safe to call twice."""
        with suppress(*SQLITE_ERRORS):
            self._db.close()
        if self._lock:
            self._lock.release()

    def __enter__(self) -> Journal:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    # Writing

    def begin(self, header: str, deck: str | None = None) -> int:
        """Start a game: its header is line 1. Returns the game's id. A game that was still running is abandoned."""
        text = _one_line(header)
        wall_ms, monotonic_us = self._now()
        with self._transaction("the game is not started"):
            self._db.execute(f"{ENDED} WHERE state = 'running'", ("abandoned", wall_ms))
            game = self._db.execute(
                "INSERT INTO games (wall_ms, monotonic_us, state, deck, header) VALUES (?, ?, 'running', ?, ?)",
                (wall_ms, monotonic_us, deck, text),
            ).lastrowid
            assert game is not None
            end = self._insert(game, _start(game), [(1, text)], (wall_ms, monotonic_us))
        self._ends.clear()
        self._committed(game, end)
        return game

    def append(
        self,
        game: int,
        lines: Iterable[tuple[int, str]],
        positions: Mapping[str, str] | None = None,
    ) -> None:
        """Put lines with their numbers on the disk, and with them how far the sources they came from have been read.

        A position is a source's own text of ASCII letters, digits and signs; here it means nothing.

        All of it or nothing: when this returns it is all on the disk; when it raises JournalError (disk full, no such
        game, a number that is not behind the last one) nothing of it is kept, and it can be tried again.
        """
        added = [(number, _one_line(text)) for number, text in lines]
        end = self._end(game)
        with self._transaction(f"line {added[0][0]} is not kept" if added else "the positions are not kept"):
            end = self._insert(game, end, added, self._now())
            self._store(positions or {})
        self._committed(game, end)

    def store_positions(self, positions: Mapping[str, str]) -> None:
        """Put positions on the disk that belong to no line. Raises JournalError as `append` does."""
        with self._transaction("the positions are not kept"):
            self._store(positions)

    def finish(self, game: int) -> None:
        """The game is over and its end was seen. Until then it is the unfinished one, and can still be taken back."""
        self._set_state(game, "finished")

    def abandon(self, game: int) -> None:
        """The game will not be played on."""
        self._set_state(game, "abandoned")

    def resume(self, game: int) -> Loaded:
        """Play on a game that was finished or abandoned. A game that was running is abandoned."""
        loaded = self.load(game)
        with self._transaction("the game is not resumed"):
            self._db.execute(f"{ENDED} WHERE state = 'running' AND id <> ?", ("abandoned", self._now()[0], game))
            self._db.execute("UPDATE games SET state = 'running', ended_ms = NULL WHERE id = ?", (game,))
        self._ends.clear()
        return loaded

    # Reading

    def unfinished(self) -> Loaded | None:
        """The latest game that is still running, with its lines, or None. Raises JournalError as `load` does."""
        with _told(self.path, "this journal cannot be read"):
            game = _running(self._db)
        return None if game is None else self.load(game)

    def load(self, game: int) -> Loaded:
        """A game up to its last good line; `lost` says what is missing behind it, in one sentence, or is None.

        Raises JournalError where there is no such game, or nothing of it can be read.
        """
        with _told(self.path, "this journal cannot be read"):
            found = self._game(game)
            rows, lost = _sound(game, _rows(self._db, game), found.last or 0)
        if not rows:
            raise JournalError(f"{self._name}: nothing of game {game} can be read any more")
        lines = tuple((row.number, row.text) for row in rows[1:])
        return Loaded(found, rows[0].text, lines, lost or found.lost)

    def games(self) -> tuple[Game, ...]:
        """Every game, the oldest first. Raises JournalError where the file cannot be read."""
        with _told(self.path, "this journal cannot be read"):
            return tuple(_game(row) for row in self._db.execute(f"{GAMES} ORDER BY id"))

    def export(self, game: int) -> str:
        """A game as the text of a table script. Raises JournalError as `load` does."""
        return self.load(game).script

    def positions(self) -> dict[str, str]:
        """How far each source was read. One whose entry is damaged is left out: its board then sends again."""
        with _told(self.path, "this journal cannot be read"):
            rows = self._db.execute("SELECT key, value FROM about WHERE key LIKE 'position.%'").fetchall()
        found = {}
        for key, value in rows:
            position, _, check = str(value).partition(" ")
            if check == _short_sum(f"{key} {position}"):
                found[key.removeprefix("position.")] = position
        return found

    # Inside

    @property
    def _name(self) -> str:
        return str(self.path or "the journal in memory")

    def _now(self) -> tuple[int, int]:
        return round(self._wall() * 1000), round(self._monotonic() * 1_000_000)

    @contextmanager
    def _transaction(self, failure: str) -> Iterator[None]:
        """All of the block on the disk at its end, or nothing and a JournalError."""
        with _told(self.path, failure):
            try:
                self._db.execute("BEGIN IMMEDIATE")
                yield
                self._db.execute("COMMIT")
            except BaseException:
                with suppress(*SQLITE_ERRORS):  # after some errors SQLite has rolled back by itself
                    self._db.execute("ROLLBACK")
                raise

    def _insert(self, game: int, end: _End, lines: Iterable[tuple[int, str]], now: tuple[int, int]) -> _End:
        for number, text in lines:
            if not end.number < number < PER_GAME:
                raise JournalError(f"{self._name}: game {game}: line {number} cannot follow line {end.number}")
            end = _End(number, _sum(end.sum, number, *now, text))
            row = (game * PER_GAME + number, game, number, *now, end.sum, text)
            self._db.execute("INSERT INTO lines VALUES (?, ?, ?, ?, ?, ?, ?)", row)
        return end

    def _store(self, positions: Mapping[str, str]) -> None:
        for source, position in positions.items():
            if not re.fullmatch(r"[!-~]+", position):
                raise JournalError(f"{self._name}: this cannot be the position of {source}: {position[:60]!a}")
            key = f"position.{source}"
            value = f"{position} {_short_sum(f'{key} {position}')}"
            self._db.execute("INSERT OR REPLACE INTO about VALUES (?, ?)", (key, value))

    def _committed(self, game: int, end: _End) -> None:
        self._ends[game] = end
        if self._lock:
            self._lock.note(_Mark(game, end.number).text)

    def _end(self, game: int) -> _End:
        """Where the chain of a running game ends."""
        if game not in self._ends:
            with _told(self.path, "this journal cannot be read"):
                if self._game(game).state != "running":
                    raise JournalError(f"{self._name}: game {game} is over: it takes no more lines")
                rows, lost = _sound(game, _rows(self._db, game))
            if not rows or lost:
                raise JournalError(f"{self._name}: game {game} is damaged; start Lapio again, which mends it")
            self._ends[game] = _End(rows[-1].number, rows[-1].sum)
        return self._ends[game]

    def _game(self, game: int) -> Game:
        row = self._db.execute(f"{GAMES} WHERE id = ?", (game,)).fetchone()
        if row is None:
            raise JournalError(f"{self._name}: there is no game {game}")
        return _game(row)

    def _set_state(self, game: int, state: State) -> None:
        with self._transaction(f"that game {game} is {state} is not kept"):
            self._game(game)
            self._db.execute(f"{ENDED} WHERE id = ?", (state, self._now()[0], game))
        self._ends.pop(game, None)

    def _compare(self, mark: _Mark) -> list[str]:
        """Compare with the last line that was acknowledged: a file can be sound and still lack its newest part."""
        told = []
        if mark.game:
            with _told(self.path, "this journal cannot be read"):
                row = self._db.execute("SELECT lost FROM games WHERE id = ?", (mark.game,)).fetchone()
                rows, lost = _sound(mark.game, _rows(self._db, mark.game), mark.number)
            if row is None:
                told = [f"game {mark.game} is lost"]
            elif lost and not row[0]:
                told = [lost]
                with self._transaction("what was lost is not noted"):
                    self._db.execute("UPDATE games SET lost = ? WHERE id = ?", (lost, mark.game))
            if self._lock:
                self._lock.note(_Mark(mark.game, rows[-1].number).text if rows else "")
        return told


class _Mark(NamedTuple):
    """The last line that was acknowledged, as it stands in the lock file."""

    game: int
    number: int

    @property
    def text(self) -> str:
        said = f"game {self.game} line {self.number}"
        return f"{said} {_short_sum(said)}"

    @classmethod
    def read(cls, note: str) -> _Mark:
        found = re.fullmatch(r"game (\d{1,9}) line (\d{1,6}) \w+", note)
        mark = cls(int(found[1]), int(found[2])) if found else cls(0, 0)
        return mark if mark.text == note else cls(0, 0)


GAMES = "SELECT id, state, wall_ms, ended_ms, last, header, deck, lost FROM games"


def _game(row: tuple[object, ...]) -> Game:
    """A row of `games`; what is altered in it so that it cannot be right is left out."""
    game, state, started_ms, ended_ms, last, header, deck, lost = row
    return Game(
        id=_number(game) or 0,
        state=STATES.get(str(state), "abandoned"),
        started_ms=_number(started_ms) or 0,
        ended_ms=_number(ended_ms),
        last=_number(last),
        header=str(header),
        deck=None if deck is None else str(deck),
        lost=None if lost is None else str(lost),
    )


def _number(value: object) -> int | None:
    return value if isinstance(value, int) else None


def _one_line(text: str) -> str:
    """The text, if it can be a line of a script. Raises JournalError."""
    if not text.strip() or "\n" in text or "\r" in text or text != text.encode(errors="replace").decode():
        raise JournalError(f"this cannot be a line of the journal: {text[:60]!a}")
    return text


# The chain


def _start(game: int) -> _End:
    return _End(0, hashlib.blake2b(b"game %d" % game, digest_size=8).digest())


def _sum(before: bytes, number: int, wall_ms: int, monotonic_us: int, text: str) -> bytes:
    line = f"{number} {wall_ms} {monotonic_us} {text}".encode(errors="replace")
    return hashlib.blake2b(before + line, digest_size=8).digest()


def _short_sum(text: str) -> str:
    return hashlib.blake2b(text.encode(), digest_size=4).hexdigest()


def _rows(db: sqlite3.Connection, game: int) -> Iterator[_Row]:
    """The rows of a game as far as SQLite can read them: at a damaged page it ends."""
    ids = (game * PER_GAME, (game + 1) * PER_GAME)
    columns = "game, number, wall_ms, monotonic_us, sum, text"
    try:
        for row in db.execute(f"SELECT {columns} FROM lines WHERE id BETWEEN ? AND ? ORDER BY id", ids):
            yield _Row(*row)
    except SQLITE_ERRORS as error:
        if not _is_damage(error):
            raise
        yield _Row(game, PER_GAME, 0, 0, b"", "")  # whatever came behind: a row that fits nowhere


def _sound(game: int, rows: Iterable[_Row], known: int = 0) -> tuple[list[_Row], str | None]:
    """The rows of a game's unbroken chain, and what was lost behind them. `known`: how far it is known to have gone."""
    by_number: dict[int, list[_Row]] = {}
    altered = False
    for row in rows:
        if row.game == game and isinstance(row.number, int):
            by_number.setdefault(row.number, []).append(row)
        else:
            altered = True
    good: list[_Row] = []
    end = _start(game)
    for number in sorted(by_number):
        fits = [row for row in by_number[number] if row.sum == _sum(end.sum, *row[1:4], row.text)]
        if fits:
            good.append(fits[0])
            end = _End(number, fits[0].sum)
    if known > end.number:
        lines = f"line {known} is" if known == end.number + 1 else f"lines {end.number + 1} to {known} are"
        return good, f"game {game}: {lines} lost, since the journal was damaged"
    if altered or max(by_number, default=0) > end.number:
        return good, f"game {game}: what came after line {end.number} is lost, since the journal was damaged"
    return good, None


# The file


def _connect(path: Path | str) -> sqlite3.Connection:
    """Open the database to write, made where it is not there. Raises sqlite3.Error."""
    db = _careful(sqlite3.connect(path, isolation_level=None))
    with _closed_on_error(db):
        db.execute("PRAGMA journal_mode = WAL")
        db.execute("PRAGMA synchronous = FULL")
        if not db.execute("SELECT count(*) FROM sqlite_schema").fetchone()[0]:
            about = f"INSERT INTO about VALUES ('schema', '{SCHEMA}')"
            marks = f"PRAGMA application_id = {APPLICATION}; PRAGMA user_version = {SCHEMA}"
            db.executescript(f"BEGIN IMMEDIATE; {TABLES} {about}; {marks}; COMMIT")
            if path != ":memory:":
                sync_folder(Path(path).parent)
    return db


def _connect_to_read(path: Path) -> sqlite3.Connection:
    """Open the database so that nothing in its folder is changed. Raises sqlite3.Error."""
    uri = f"{path.absolute().as_uri()}?mode=ro"
    db = _careful(sqlite3.connect(uri, uri=True, isolation_level=None))
    try:
        db.execute("SELECT count(*) FROM sqlite_schema").fetchone()
    except sqlite3.OperationalError:
        db.close()
        if os.access(path.parent, os.W_OK) or _beside(path, "-wal").exists():
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


def _check(path: Path, mark: _Mark) -> None:
    """See whether the file can be written as it is, without changing anything.

    Raises _Damaged where it must be mended first, JournalError where it is not ours or of a newer Lapio.
    """
    newest = _beside(path, "-wal")
    newest_left = newest.exists() and newest.stat().st_size > 0
    if not path.exists() or not path.stat().st_size:
        if mark.game or newest_left:
            raise _Damaged("it was empty" if path.exists() else "it was not there")
        return
    with path.open("rb") as file:
        if any(version not in (1, 2) for version in file.read(20)[18:]):  # of others SQLite reads, but does not write
            raise _Damaged("its first page is altered")
    try:
        with closing(_connect_to_read(path)) as db:
            if not _has_tables(db, path):
                if mark.game:
                    raise _Damaged("it was empty")
                return
            checked = db.execute("PRAGMA quick_check(1)").fetchone()[0]
            if checked != "ok":
                raise _Damaged("its pages do not fit together")
            game = _running(db)
            if game is not None:
                _, lost = _sound(game, _rows(db, game))
                if lost:
                    raise _Damaged("lines of it are altered")
            if mark.game and newest_left:  # SQLite passes over a damaged -wal in silence; the lines may still be in it
                rows, lost = _sound(mark.game, _rows(db, mark.game), mark.number)
                if lost or not rows:
                    raise _Damaged("its newest lines are not where they were")
    except SQLITE_ERRORS as error:
        if _is_damage(error):
            raise _Damaged("SQLite cannot read it") from None
        raise


def _has_tables(db: sqlite3.Connection, path: Path) -> bool:
    """Whether this is a journal that we can read; False where it is still empty. Raises as `_check` does."""
    tables = {name for (name,) in db.execute("SELECT name FROM sqlite_schema WHERE type = 'table'")}
    version = db.execute("PRAGMA user_version").fetchone()[0]
    if not tables:
        return False
    if not tables & {"about", "games", "lines"}:
        raise JournalError(f"{path}: this is a database, but no journal of Lapio; name another file or folder")
    row = db.execute("SELECT value FROM about WHERE key = 'schema'").fetchone() if "about" in tables else None
    if row is None or str(version) != row[0] or not tables >= {"about", "games", "lines"}:
        raise _Damaged("its version is unreadable")
    if version > SCHEMA:
        raise JournalError(
            f"{path}: a newer Lapio wrote this journal (its version is {version}, this Lapio knows {SCHEMA}); "
            "update Lapio, or name another folder with LAPIO_DATA"
        )
    return True


def _running(db: sqlite3.Connection) -> int | None:
    row = db.execute("SELECT max(id) FROM games WHERE state = 'running'").fetchone()
    game: int | None = row[0]
    return game


def _beside(path: Path, suffix: str) -> Path:
    return path.with_name(path.name + suffix)


def _is_damage(error: sqlite3.Error | UnicodeDecodeError) -> bool:
    if isinstance(error, UnicodeDecodeError):
        return True
    code = getattr(error, "sqlite_errorcode", -1)
    whole = (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_ERROR, sqlite3.SQLITE_FORMAT)
    return code & 0xFF in whole or code == sqlite3.SQLITE_IOERR_SHORT_READ


@contextmanager
def _closed_on_error(db: sqlite3.Connection) -> Iterator[None]:
    try:
        yield
    except BaseException:
        db.close()
        raise


@contextmanager
def _told(path: Path | None, what: str) -> Iterator[None]:
    """Turn what SQLite and the operating system say into one line for people."""
    name = path or "the journal in memory"
    try:
        yield
    except SQLITE_ERRORS as error:
        code = getattr(error, "sqlite_errorcode", 0) & 0xFF
        why = WHY.get(code, str(error))
        raise JournalError(f"{name}: {what}: {why}") from None
    except OSError as error:
        raise JournalError(f"{name}: {what}: {reason(error)}") from None
    except _Damaged as damage:
        raise JournalError(f"{name}: {what}: {damage}; start Lapio again, which mends it") from None


# Mending


def _mend(path: Path, why: str, mark: _Mark) -> list[str]:
    """Carry what can be read over into a fresh file, and set the damaged one aside. Returns what people should know."""
    games, rows, positions = _salvage(path)
    ids = sorted(rows.keys() | games.keys())
    fresh = _beside(path, ".mending")
    told = []
    with closing(_connect(fresh)) as db:
        db.execute("BEGIN")
        for game in ids:
            kept = games.get(game)
            known = max(mark.number if game == mark.game else 0, kept.last or 0 if kept else 0)
            good, lost = _sound(game, rows.get(game, []), known)
            if not good:
                if kept:
                    told.append(f"game {game} is lost")
                continue
            first, end = good[0], good[-1]
            if kept is None:  # nothing tells how it ended
                state: State = "running" if game == ids[-1] else "abandoned"
                kept = Game(game, state, first.wall_ms, None, end.number, first.text)
                if not known:
                    lost = (
                        lost or f"game {game}: lines after line {end.number} may be lost, since the journal was damaged"
                    )
            if lost:
                told.append(lost)
            times = (first.wall_ms, first.monotonic_us, kept.state, kept.ended_ms, kept.last)
            values = (game, *times, kept.deck, lost or kept.lost, first.text)
            db.execute("INSERT INTO games VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)", values)
            added = ((game * PER_GAME + row.number, *row) for row in good)
            db.executemany("INSERT INTO lines VALUES (?, ?, ?, ?, ?, ?, ?)", added)
        db.executemany("INSERT OR REPLACE INTO about VALUES (?, ?)", positions)
        db.execute("COMMIT")
    whole = _beside(path, ".mended")  # by this name it is known to be complete
    fresh.replace(whole)
    sync_folder(path.parent)
    told.reverse()  # the newest first
    more = [f"the same is true of {len(told) - 3} older games"] if len(told) > 3 else []
    aside = _put_in_place(path, whole)
    mended = f"{path.name} was damaged ({why}) and has been mended; the old one is kept as {aside}"
    return [mended if aside else f"{path.name} was not there any more; a new one has been started", *told[:3], *more]


def _finish_mending(path: Path) -> list[str]:
    """Clear up after a process that died while it mended the file."""
    for suffix in ("", "-wal", "-shm", "-journal"):
        _beside(path, ".mending" + suffix).unlink(missing_ok=True)
    whole = _beside(path, ".mended")
    if not whole.exists():
        return []
    _put_in_place(path, whole)
    return [f"{path.name} was damaged and has been mended, which was not done yet when Lapio stopped"]


def _put_in_place(path: Path, whole: Path) -> str | None:
    """Set aside what is left of the damaged file and give the mended one its name. Returns where the old one is."""
    number = 1
    while any(_beside(path, f".damaged-{number}{suffix}").exists() for suffix in ("", "-wal")):
        number += 1
    aside = _beside(path, f".damaged-{number}")
    kept = []
    for suffix in ("", "-wal", "-shm"):
        with suppress(FileNotFoundError):
            _beside(path, suffix).rename(_beside(aside, suffix))
            kept.append(_beside(aside, suffix).name)
    whole.replace(path)
    sync_folder(path.parent)
    return kept[0] if kept else None


def _salvage(path: Path) -> tuple[dict[int, Game], dict[int, list[_Row]], list[tuple[str, str]]]:
    """All that can still be read: games and positions through SQLite, lines also from the bare bytes."""
    games: dict[int, Game] = {}
    rows: list[_Row] = []
    positions: list[tuple[str, str]] = []
    if path.exists() and path.stat().st_size:
        with suppress(*SQLITE_ERRORS), closing(_connect_to_read(path)) as db:
            with suppress(*SQLITE_ERRORS):
                for found in db.execute(GAMES):
                    game = _game(found)
                    if found[1] in STATES:
                        games[game.id] = game
            with suppress(*SQLITE_ERRORS):
                for found in db.execute("SELECT game, number, wall_ms, monotonic_us, sum, text FROM lines"):
                    if all(isinstance(value, int) for value in found[:4]):
                        rows.append(_Row(*found))
            with suppress(*SQLITE_ERRORS):
                for key, value in db.execute("SELECT key, value FROM about WHERE key LIKE 'position.%'"):
                    positions.append((str(key), str(value)))
    for file in (path, _beside(path, "-wal")):
        if file.exists():
            rows.extend(_carved(file.read_bytes()))
    by_game: dict[int, list[_Row]] = {}
    for row in rows:
        by_game.setdefault(row.game, []).append(row)
    return games, by_game, positions


def _carved(raw: bytes) -> Iterator[_Row]:
    """Rows of `lines` found in bare bytes, whole ones and chance finds alike: their sums tell which are real."""
    for found in ROW.finditer(raw):
        kinds, short, high, low = found.groups()
        length = short[0] if short else (high[0] & 0x7F) << 7 | low[0]
        if length < 13 or not length % 2:
            continue
        at = found.start() + 7 + (1 if short else 2)
        numbers = []
        for kind in kinds:
            size = INT_BYTES[kind]
            numbers.append(int.from_bytes(raw[at : at + size], signed=True) if size else kind - 8)
            at += size
        with suppress(UnicodeDecodeError):
            text = raw[at + 8 : at + 8 + (length - 13) // 2].decode()
            yield _Row(numbers[0], numbers[1], numbers[2], numbers[3], raw[at : at + 8], text)
