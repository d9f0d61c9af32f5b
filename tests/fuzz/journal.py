"""The journal's file: whatever was done to it, no altered line comes back as a line, and the game can go on.

An input is a list of changes to a sound journal with two games: three bytes that say where, and one to put there; or,
behind a first byte 1, the whole file. A second file, what SQLite calls -wal, is there when the first byte says so.
"""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from table.journal import Journal, JournalError
from table.journal_chain import Mark
from tests.fuzz import clear

CLOSED, WHOLE, KILLED, LOCK = 0, 1, 2, 3
HEADER = '{"game": "hearts", "seats": ["A", "B", "C", "D"]}'
LINES = {1: 12, 2: 30}


def seeds() -> Iterator[bytes]:
    """Changes here and there, the sound files, and others."""
    yield bytes((CLOSED,))
    yield bytes((KILLED,))
    for kind in (CLOSED, KILLED):
        size = len(_sound()[kind]["journal.sqlite"])
        yield from (bytes((kind,)) + _change(at, 0xFF) for at in range(16, size, size // 12))
    yield bytes((WHOLE,)) + _sound()[CLOSED]["journal.sqlite"][:4096]
    yield bytes((WHOLE,)) + b"SQLite format 3\0" + bytes(84)
    yield bytes((LOCK,)) + b"process 17 " + Mark(2, 30).text.encode()
    yield bytes((LOCK,)) + b"process 17 " + Mark(2, 300).text.encode()


def _change(at: int, byte: int) -> bytes:
    return at.to_bytes(3, "big") + bytes((byte,))


def take(data: bytes) -> None:
    """Open the journal that this makes of it, and read and write in it."""
    kind = data[0] % 4 if data else CLOSED
    folder = clear.folder() / "journal"
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()
    for name, content in _sound()[KILLED if kind == KILLED else CLOSED].items():
        (folder / name).write_bytes(content)
    path = folder / "journal.sqlite"
    if kind == WHOLE:
        path.write_bytes(data[1:])
    elif kind == LOCK:
        (folder / "journal.sqlite.lock").write_bytes(data[1:])
    else:
        target = folder / ("journal.sqlite-wal" if kind == KILLED and len(data) % 8 < 4 else "journal.sqlite")
        target.write_bytes(_changed(target.read_bytes(), data[1:]))
    _read(path)
    _go_on(path)


def _changed(content: bytes, changes: bytes) -> bytes:
    """`content` with so many of its bytes put otherwise; a change behind its end cuts it off."""
    altered = bytearray(content)
    for at in range(0, len(changes) - 3, 4):
        where = int.from_bytes(changes[at : at + 3], "big")
        if where < len(altered):
            altered[where] = changes[at + 3]
        elif where & 1:
            del altered[where % (len(altered) + 1) :]
    return bytes(altered)


def _read(path: Path) -> None:
    """As `lapio doctor` looks at it."""
    try:
        with Journal.open(path, read_only=True) as journal:
            for game in journal.games():
                clear.check(ValueError(f"game {game.id} is {game.state}"))
            journal.unfinished()
    except JournalError as error:
        clear.check(error)


def _go_on(path: Path) -> None:
    """As `lapio play` does: opened, mended if need be, a line added."""
    try:
        with Journal.open(path) as journal:
            assert all(note.isprintable() for note in journal.notes)
            for game in journal.games():
                _sound_so_far(journal, game.id)
            journal.positions()
            loaded = journal.unfinished()
            game, number = (loaded.game.id, loaded.next_number) if loaded else (journal.begin(HEADER), 2)
            journal.append(game, [(number, _line(number))])
    except JournalError as error:
        clear.check(error)
        return
    with Journal.open(path) as journal:
        assert journal.load(game).lines[-1] == (number, _line(number))


def _sound_so_far(journal: Journal, game: int) -> None:
    try:
        loaded = journal.load(game)
    except JournalError as error:
        clear.check(error)
        return
    if loaded.lost is not None:
        assert loaded.lost.isprintable()
    if game in LINES:
        assert loaded.header == HEADER
        assert loaded.lines == tuple((number, _line(number)) for number in range(2, len(loaded.lines) + 2))


def _line(number: int) -> str:
    return f'{{"seat": "A", "do": "play", "cards": "2C", "t": {number}}}'


@cache
def _sound() -> dict[int, dict[str, bytes]]:
    """The files of a journal that was closed, and of one whose process was killed."""
    made = clear.folder() / "sound"
    made.mkdir()
    clock = iter(range(10**6))
    tick = lambda: float(next(clock))  # noqa: E731 - the same files each time
    with Journal.open(made / "journal.sqlite", wall=tick, monotonic=tick) as journal:
        journal.finish(_written(journal, LINES[1]))
        _written(journal, LINES[2])
        killed = _files(made)
    closed = _files(made)
    return {CLOSED: closed, KILLED: killed}


def _files(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in sorted(folder.iterdir()) if not path.name.endswith("-shm")}


def _written(journal: Journal, lines: int) -> int:
    game = journal.begin(HEADER)
    for number in range(2, lines + 1):
        journal.append(game, [(number, _line(number))])
    return game
