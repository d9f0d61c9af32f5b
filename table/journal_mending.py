"""Mending a damaged journal: what can be read of it goes into a fresh file, and the damaged one is set aside.

Nothing is thrown away: the old file stays as `journal.sqlite.damaged-1`. What may be a line is looked for through
SQLite and in the bare bytes of the file and its `-wal`, which SQLite perhaps cannot read; the sums of the chain tell
which finds are real. A kill in the middle does no harm: the next start begins again, or finishes.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import closing, suppress
from pathlib import Path

from table.files import sync_folder
from table.journal_chain import Mark, Row, sound
from table.journal_file import (
    GAMES,
    LINES,
    PER_GAME,
    POSITIONS,
    SQLITE_ERRORS,
    STATES,
    Game,
    State,
    beside,
    connect,
    connect_to_read,
    game_of,
)

# A row of `lines` as its bytes lie in a page: a header of eight or nine bytes, the id left out, four whole numbers, a
# sum of eight bytes, a text. By this alone, rows are found in a file that SQLite cannot read any more.
ROW = re.compile(
    rb"(?=[\x08\x09]\x00([\x01-\x06\x08\x09]{4})\x1c(?:([\x0d-\x7f])|([\x81-\xff])([\x00-\x7f])))", re.DOTALL
)
INT_BYTES = {1: 1, 2: 2, 3: 3, 4: 4, 5: 6, 6: 8, 8: 0, 9: 0}


def mend(path: Path, why: str, mark: Mark) -> list[str]:
    """Mend the file. Returns what people should know. `mark`: the last line that was acknowledged.

    Raises sqlite3.Error or OSError where the disk refuses; the damaged file then still has its name.
    """
    games, rows, positions = _salvage(path)
    fresh = beside(path, ".mending")
    told: list[str] = []
    latest = True
    with closing(connect(fresh)) as db:
        db.execute("BEGIN")
        for game in sorted(rows.keys() | games.keys(), reverse=True):
            kept = games.get(game)
            known = max(mark.number if game == mark.game else 0, kept.last or 0 if kept else 0)
            good, lost = sound(game, rows.get(game, []), known)
            if not good:
                if kept:
                    told.append(f"game {game} is lost")
                    latest = False
                continue
            first, end = good[0], good[-1].number
            if kept is None:  # nothing tells how it ended
                state: State = "running" if latest else "abandoned"
                kept = Game(game, state, first.wall_ms, None, end, first.text)
                if not known:
                    lost = lost or f"game {game}: lines after line {end} may be lost, since the journal was damaged"
            if lost:
                told.append(lost)
            times = (first.wall_ms, first.monotonic_us, kept.state, kept.ended_ms, kept.last)
            values = (game, *times, lost or kept.lost, first.text)
            db.execute("INSERT INTO games VALUES (?, ?, ?, ?, ?, ?, ?, ?)", values)
            added = ((game * PER_GAME + row.number, *row) for row in good)
            db.executemany("INSERT INTO lines VALUES (?, ?, ?, ?, ?, ?, ?)", added)
            latest = False
        db.executemany("INSERT OR REPLACE INTO about VALUES (?, ?)", positions)
        db.execute("COMMIT")
    whole = beside(path, ".mended")  # by this name it is known to be complete
    fresh.replace(whole)
    sync_folder(path.parent)
    more = [f"the same is true of {len(told) - 3} older games"] if len(told) > 3 else []
    aside = _put_in_place(path, whole)
    mended = f"{path.name} was damaged ({why}) and has been mended; the old one is kept as {aside}"
    return [mended if aside else f"{path.name} was not there any more; a new one has been started", *told[:3], *more]


def finish_mending(path: Path) -> list[str]:
    """Clear up after a process that died while it mended the file. Returns and raises as `mend` does."""
    for suffix in ("", "-wal", "-shm", "-journal"):
        beside(path, ".mending" + suffix).unlink(missing_ok=True)
    whole = beside(path, ".mended")
    if not whole.exists():
        return []
    _put_in_place(path, whole)
    return [f"{path.name} was damaged and has been mended, which was not done yet when Lapio stopped"]


def _put_in_place(path: Path, whole: Path) -> str | None:
    """Set aside what is left of the damaged file and give the mended one its name. Returns where the old one is."""
    number = 1
    while any(beside(path, f".damaged-{number}{suffix}").exists() for suffix in ("", "-wal")):
        number += 1
    aside = beside(path, f".damaged-{number}")
    kept = []
    for suffix in ("", "-wal", "-shm"):
        with suppress(FileNotFoundError):
            beside(path, suffix).rename(beside(aside, suffix))
            kept.append(beside(aside, suffix).name)
    whole.replace(path)
    sync_folder(path.parent)
    return kept[0] if kept else None


def _salvage(path: Path) -> tuple[dict[int, Game], dict[int, list[Row]], list[tuple[str, str]]]:
    """All that can still be read: games and positions through SQLite, lines also from the bare bytes."""
    games: dict[int, Game] = {}
    rows: list[Row] = []
    positions: list[tuple[str, str]] = []
    if path.exists() and path.stat().st_size:
        with suppress(*SQLITE_ERRORS), closing(connect_to_read(path)) as db:
            with suppress(*SQLITE_ERRORS):
                for found in db.execute(GAMES):
                    game = game_of(found)
                    if found[1] in STATES:
                        games[game.id] = game
            with suppress(*SQLITE_ERRORS):
                for found in db.execute(LINES):
                    if all(isinstance(value, int) for value in found[:4]):
                        rows.append(Row(*found))
            with suppress(*SQLITE_ERRORS):
                for key, value in db.execute(POSITIONS):
                    positions.append((str(key), str(value)))
    for file in (path, beside(path, "-wal")):
        if file.exists():
            rows.extend(_carved(file.read_bytes()))
    by_game: dict[int, list[Row]] = {}
    for row in rows:
        by_game.setdefault(row.game, []).append(row)
    return games, by_game, positions


def _carved(raw: bytes) -> Iterator[Row]:
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
            yield Row(numbers[0], numbers[1], numbers[2], numbers[3], raw[at : at + 8], text)
