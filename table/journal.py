"""The journal: the script of the running game, and of all games before it, safe from power cuts.

Every line that was accepted is on the disk before `append` returns. Nothing is ever deleted or changed: a line that
is taken back stays, and the undo line comes after it. Each line carries a sum over itself and the sum before it,
so a torn or altered end is found, and a game is read up to its last good line.

    with Journal.open(folder / "journal.sqlite") as journal:
        game = journal.begin('{"game": "hearts", "seats": ["A", "B", "C", "D"]}')   # line 1
        journal.append(game, [(2, '{"seat": "A", "do": "play", "cards": "2C"}')])
        journal.finish(game)

One file (SQLite) holds many games. One process writes; others may read. A damaged file is kept under another name
(`journal.sqlite.damaged-1`), and what can be read of it is carried over into a fresh one. The sums are in
table/journal_chain.py, the file in table/journal_file.py, its mending in table/journal_mending.py.
"""

from __future__ import annotations

import re
import sqlite3
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

from table.files import FilesError, InUse, Lock
from table.journal_chain import End, Mark, extended, short_sum, sound, start
from table.journal_file import (
    GAMES,
    PER_GAME,
    POSITIONS,
    SQLITE_ERRORS,
    Damaged,
    Game,
    JournalError,
    check,
    closed_on_error,
    connect,
    connect_to_read,
    explained,
    game_of,
    has_tables,
    rows_of,
    running_game,
)
from table.journal_mending import finish_mending, mend

__all__ = ["Game", "Journal", "JournalBusy", "JournalError", "Loaded"]

# What is kept when a game ends: its state, when, and how far it went, by which the loss of its last lines is seen.
ENDED = f"""
UPDATE games SET state = ?, ended_ms = ?,
    last = (SELECT max(number) FROM lines WHERE lines.id BETWEEN games.id * {PER_GAME} AND (games.id + 1) * {PER_GAME})
"""


class JournalBusy(JournalError):
    """Another process writes this journal. `pid` is its number, None where it could not be read."""

    def __init__(self, text: str, pid: int | None) -> None:
        super().__init__(text)
        self.pid = pid


@dataclass(frozen=True, slots=True)
class Loaded:
    """A game as it was read back. `lines` are those after the header, each with its number in the script; `times_ms`
    says when each of them was kept, by the wall clock.
    """

    game: Game
    header: str
    lines: tuple[tuple[int, str], ...]
    lost: str | None = None
    times_ms: tuple[int, ...] = ()

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
        self._ends: dict[int, End] = {}

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
            return cls(connect(None), None, None, clocks)
        if read_only:
            with explained(path, "this journal cannot be read"):
                db = connect_to_read(path)
                with closed_on_error(db):
                    if not has_tables(db, path):
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
            with explained(path, "this journal cannot be used"):
                told = finish_mending(path)
                mark = Mark.read(lock.found)
                try:
                    check(path, mark)
                except Damaged as damage:
                    told += mend(path, str(damage), mark)
                db = connect(path)
            journal = cls(db, path, lock, clocks)
            with closed_on_error(db):
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

    def begin(self, header: str) -> int:
        """Start a game: its header is line 1. Returns the game's id. A game that was still running is abandoned."""
        text = _one_line(header)
        wall_ms, monotonic_us = self._now()
        with self._transaction("the game is not started"):
            self._db.execute(f"{ENDED} WHERE state = 'running'", ("abandoned", wall_ms))
            game = self._db.execute(
                "INSERT INTO games (wall_ms, monotonic_us, state, header) VALUES (?, ?, 'running', ?)",
                (wall_ms, monotonic_us, text),
            ).lastrowid
            assert game is not None
            end = self._insert(game, start(game), [(1, text)], (wall_ms, monotonic_us))
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
        with self._transaction(f"that game {game} is finished is not kept"):
            self._game(game)
            self._db.execute(f"{ENDED} WHERE id = ?", ("finished", self._now()[0], game))
        self._ends.pop(game, None)

    # Reading

    def unfinished(self) -> Loaded | None:
        """The latest game that is still running, with its lines, or None. Raises JournalError as `load` does."""
        with explained(self.path, "this journal cannot be read"):
            game = running_game(self._db)
        return None if game is None else self.load(game)

    def load(self, game: int) -> Loaded:
        """A game up to its last good line; `lost` says what is missing behind it, in one sentence, or is None.

        Raises JournalError where there is no such game, or nothing of it can be read.
        """
        with explained(self.path, "this journal cannot be read"):
            found = self._game(game)
            rows, lost = sound(game, rows_of(self._db, game), found.last or 0)
        if not rows:
            raise JournalError(f"{self._name}: nothing of game {game} can be read any more")
        lines = tuple((row.number, row.text) for row in rows[1:])
        return Loaded(found, rows[0].text, lines, lost or found.lost, tuple(row.wall_ms for row in rows[1:]))

    def games(self) -> tuple[Game, ...]:
        """Every game, the oldest first. Raises JournalError where the file cannot be read."""
        with explained(self.path, "this journal cannot be read"):
            return tuple(game_of(row) for row in self._db.execute(f"{GAMES} ORDER BY id"))

    def positions(self) -> dict[str, str]:
        """How far each source was read. One whose entry is damaged is left out: its board then sends again."""
        with explained(self.path, "this journal cannot be read"):
            rows = self._db.execute(POSITIONS).fetchall()
        found = {}
        for key, value in rows:
            position, _, its_sum = str(value).partition(" ")
            if its_sum == short_sum(f"{key} {position}"):
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
        with explained(self.path, failure):
            try:
                self._db.execute("BEGIN IMMEDIATE")
                yield
                self._db.execute("COMMIT")
            except BaseException:
                with suppress(*SQLITE_ERRORS):  # after some errors SQLite has rolled back by itself
                    self._db.execute("ROLLBACK")
                raise

    def _insert(self, game: int, end: End, lines: Iterable[tuple[int, str]], now: tuple[int, int]) -> End:
        for number, text in lines:
            if not end.number < number < PER_GAME:
                raise JournalError(f"{self._name}: game {game}: line {number} cannot follow line {end.number}")
            end = extended(end, number, *now, text)
            row = (game * PER_GAME + number, game, number, *now, end.sum, text)
            self._db.execute("INSERT INTO lines VALUES (?, ?, ?, ?, ?, ?, ?)", row)
        return end

    def _store(self, positions: Mapping[str, str]) -> None:
        for source, position in positions.items():
            if not re.fullmatch(r"[!-~]+", position):
                raise JournalError(f"{self._name}: this cannot be the position of {source}: {position[:60]!a}")
            key = f"position.{source}"
            value = f"{position} {short_sum(f'{key} {position}')}"
            self._db.execute("INSERT OR REPLACE INTO about VALUES (?, ?)", (key, value))

    def _committed(self, game: int, end: End) -> None:
        self._ends[game] = end
        if self._lock:
            self._lock.note(Mark(game, end.number).text)

    def _end(self, game: int) -> End:
        """Where the chain of a running game ends."""
        if game not in self._ends:
            with explained(self.path, "this journal cannot be read"):
                if self._game(game).state != "running":
                    raise JournalError(f"{self._name}: game {game} is over: it takes no more lines")
                rows, lost = sound(game, rows_of(self._db, game))
            if not rows or lost:
                raise JournalError(f"{self._name}: game {game} is damaged; start Lapio again, which mends it")
            self._ends[game] = End(rows[-1].number, rows[-1].sum)
        return self._ends[game]

    def _game(self, game: int) -> Game:
        row = self._db.execute(f"{GAMES} WHERE id = ?", (game,)).fetchone()
        if row is None:
            raise JournalError(f"{self._name}: there is no game {game}")
        return game_of(row)

    def _compare(self, mark: Mark) -> list[str]:
        """Compare with the last line that was acknowledged: a file can be sound and still lack its newest part."""
        told = []
        if mark.game:
            with explained(self.path, "this journal cannot be read"):
                row = self._db.execute("SELECT lost FROM games WHERE id = ?", (mark.game,)).fetchone()
                rows, lost = sound(mark.game, rows_of(self._db, mark.game), mark.number)
            if row is None:
                told = [f"game {mark.game} is lost"]
            elif lost and not row[0]:
                told = [lost]
                with self._transaction("what was lost is not noted"):
                    self._db.execute("UPDATE games SET lost = ? WHERE id = ?", (lost, mark.game))
            if self._lock:
                self._lock.note(Mark(mark.game, rows[-1].number).text if rows else "")
        return told


def _one_line(text: str) -> str:
    """The text, if it can be a line of a script. Raises JournalError."""
    if not text.strip() or "\n" in text or "\r" in text or text != text.encode(errors="replace").decode():
        raise JournalError(f"this cannot be a line of the journal: {text[:60]!a}")
    return text
