"""A damaged journal: no altered line comes back as a line, what is lost is told, and the game goes on."""

import random
import re
import shutil
import sqlite3
from pathlib import Path

import pytest

from table.files import Lock
from table.journal import Journal, JournalError
from tests.table.journals import HEADER, expected, line, written

GAMES = {1: 60, 2: 80}  # lines of the finished and of the running game


@pytest.fixture
def path(tmp_path):
    return tmp_path / "journal.sqlite"


@pytest.fixture(scope="module")
def journals(tmp_path_factory):
    """The same journal twice: closed, and as a killed process leaves it, with most of it in the -wal."""
    closed, killed = tmp_path_factory.mktemp("closed"), tmp_path_factory.mktemp("killed") / "files"
    with Journal.open(closed / "journal.sqlite") as journal:
        journal.finish(written(journal, GAMES[1]))
    with Journal.open(closed / "journal.sqlite") as journal:
        written(journal, GAMES[2])
        shutil.copytree(closed, killed)
    return {"closed": closed, "killed": killed}


def lost(game, last):
    """How it is told that a game has lost what came after this line."""
    line_by_line = rf"lines {last + 1} to {GAMES[game]} are lost|line {last + 1} is lost"
    return (
        rf"game {game}: ({line_by_line}|what came after line {last} is lost|lines after line {last} may be lost), since"
    )


def checked(path):
    """Open a damaged journal: only good lines come back, loss is told, and the game goes on. How many there are."""
    found = dict.fromkeys(GAMES, 0)
    with Journal.open(path) as journal:
        notes = journal.notes
        for game, lines in GAMES.items():
            try:
                loaded = journal.load(game)
            except JournalError:
                assert notes
                continue
            found[game] = len(loaded.lines) + 1
            assert loaded.header == HEADER
            assert loaded.lines == expected(found[game])
            if found[game] < lines:
                assert re.match(lost(game, found[game]), loaded.lost)
        if found[2] < GAMES[2]:
            assert any(re.match(lost(2, found[2]), note) for note in notes) or "game 2 is lost" in notes
        loaded = journal.unfinished()
        game, number = (loaded.game.id, loaded.next_number) if loaded else (journal.begin(HEADER), 2)
        journal.append(game, [(number, line(number))])
    with Journal.open(path) as journal:
        assert journal.notes == ()
        assert journal.load(game).lines == expected(number)
    if any("kept as" in note for note in notes):
        assert path.with_name(path.name + ".damaged-1").exists()
    return found


def copied(journals, tmp_path, which):
    folder = tmp_path / which
    shutil.copytree(journals[which], folder)
    return folder / "journal.sqlite"


@pytest.mark.parametrize("which", ["closed", "killed"])
@pytest.mark.parametrize("seed", range(8))
def test_a_file_cut_off_anywhere_loads_up_to_its_last_good_line(journals, tmp_path, which, seed):
    rng = random.Random(seed)
    path = copied(journals, tmp_path, which)
    cut = path if which == "closed" or rng.random() < 0.3 else path.with_name(path.name + "-wal")
    raw = cut.read_bytes()
    cut.write_bytes(raw[: rng.randrange(len(raw))])
    checked(path)


@pytest.mark.parametrize("which", ["closed", "killed"])
@pytest.mark.parametrize("seed", range(12))
def test_flipped_bytes_never_come_back_as_a_line(journals, tmp_path, which, seed):
    rng = random.Random(1000 + seed)
    path = copied(journals, tmp_path, which)
    hit = path if which == "closed" or rng.random() < 0.3 else path.with_name(path.name + "-wal")
    raw = bytearray(hit.read_bytes())
    for _ in range(rng.choice((1, 1, 5, 40))):
        raw[rng.randrange(len(raw))] ^= rng.randrange(1, 256)
    hit.write_bytes(raw)
    checked(path)


@pytest.mark.parametrize("seed", range(8))
def test_garbage_pages_never_come_back_as_lines(journals, tmp_path, seed):
    rng = random.Random(2000 + seed)
    path = copied(journals, tmp_path, "closed")
    raw = bytearray(path.read_bytes())
    at = rng.randrange(len(raw) // 4096) * 4096
    raw[at : at + 4096] = rng.randbytes(4096)
    path.write_bytes(raw)
    checked(path)


def test_a_file_that_sqlite_cannot_open_is_set_aside_and_its_lines_are_salvaged(journals, tmp_path):
    path = copied(journals, tmp_path, "closed")
    raw = bytes(100) + path.read_bytes()[100:]
    path.write_bytes(raw)
    assert checked(path) == GAMES
    assert path.with_name("journal.sqlite.damaged-1").read_bytes() == raw


def test_bytes_that_only_look_like_a_line_do_not_end_the_running_game(journals, tmp_path):
    path = copied(journals, tmp_path, "closed")
    looks_like_one = b"\x08\x00\x01\x01\x01\x01\x1c\x0f" + bytes([99, 1, 1, 1]) + b"no sum at"
    path.write_bytes(bytes(100) + path.read_bytes()[100:] + looks_like_one)
    with Journal.open(path) as journal:
        assert journal.unfinished().lines == expected(GAMES[2])
        assert [game.id for game in journal.games()] == [1, 2]


def test_a_damaged_wal_gives_its_lines_back_from_its_bare_bytes(journals, tmp_path):
    path = copied(journals, tmp_path, "killed")
    wal = path.with_name(path.name + "-wal")
    wal.write_bytes(bytes(32) + wal.read_bytes()[32:])  # without this header SQLite passes over all of it in silence
    assert checked(path) == GAMES


def test_a_missing_wal_is_noticed(journals, tmp_path):
    path = copied(journals, tmp_path, "killed")
    path.with_name(path.name + "-wal").unlink()
    assert checked(path) == {1: GAMES[1], 2: 0}


def test_a_file_that_is_gone_is_told(journals, tmp_path):
    path = copied(journals, tmp_path, "closed")
    path.unlink()
    with Journal.open(path) as journal:
        assert journal.notes == ("journal.sqlite was not there any more; a new one has been started", "game 2 is lost")
    path = copied(journals, tmp_path, "killed")
    path.unlink()  # but its newest part is still there
    with Journal.open(path) as journal:
        assert journal.notes[0].endswith("the old one is kept as journal.sqlite.damaged-1-wal")
        assert journal.unfinished().lines == expected(GAMES[2])


@pytest.mark.parametrize("content", [b"", b"\0" * 9000, b"this is no database\n" * 50])
def test_a_file_that_is_something_else_is_never_thrown_away(path, content):
    with Journal.open(path) as journal:
        written(journal, 5)
    path.write_bytes(content)
    with Journal.open(path) as journal:
        assert "kept as journal.sqlite.damaged-1" in journal.notes[0]
        assert journal.notes[1] == "game 1 is lost"
        assert written(journal, 3) == 1
    assert path.with_name("journal.sqlite.damaged-1").read_bytes() == content
    path.write_bytes(content)
    with Journal.open(path) as journal:
        assert "kept as journal.sqlite.damaged-2" in journal.notes[0]


def test_an_altered_line_ends_the_game_before_it_and_says_so(journals, tmp_path):
    path = copied(journals, tmp_path, "closed")
    with sqlite3.connect(path) as db:
        db.execute("UPDATE lines SET text = replace(text, '2C', '3C') WHERE game = 2 AND number = 30")
        db.execute("UPDATE lines SET wall_ms = wall_ms + 1 WHERE game = 1 AND number = 50")
    db.close()
    assert checked(path) == {1: 49, 2: 29}
    with Journal.open(path) as journal:  # and goes on saying so
        assert journal.load(1).lost == "game 1: lines 50 to 60 are lost, since the journal was damaged"
        assert journal.unfinished().lost == "game 2: lines 30 to 80 are lost, since the journal was damaged"
        assert journal.load(2).script.splitlines()[-1] == f"# {journal.unfinished().lost}"


@pytest.mark.parametrize("stop", [1, 2])
def test_a_kill_in_the_middle_of_mending_loses_nothing(journals, tmp_path, monkeypatch, stop):
    path = copied(journals, tmp_path, "closed")
    path.write_bytes(bytes(100) + path.read_bytes()[100:])
    replace, calls = Path.replace, []

    def killed(self, target):
        calls.append(target)
        if len(calls) == stop:
            raise KeyboardInterrupt
        return replace(self, target)

    with monkeypatch.context() as patch:
        patch.setattr(Path, "replace", killed)
        with pytest.raises(KeyboardInterrupt):
            Journal.open(path)
    with Journal.open(path) as journal:
        assert "has been mended" in journal.notes[0]
        assert {game.id: len(journal.load(game.id).lines) + 1 for game in journal.games()} == GAMES
    assert not list(path.parent.glob("*.mend*"))
    assert len(list(path.parent.glob("*.damaged-?"))) == 1


def test_a_garbled_lock_file_accuses_nobody(journals, tmp_path):
    path = copied(journals, tmp_path, "closed")
    lock = Lock(path.with_name(path.name + ".lock"))
    lock.note(lock.found.replace("line 80", "line 90"))
    lock.release()
    with Journal.open(path) as journal:
        assert journal.notes == ()
        assert journal.unfinished().lost is None
