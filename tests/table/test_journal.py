"""The journal: what was acknowledged is there after any end, and a damaged file says what it has lost."""

import random
import re
import shutil
import sqlite3
import subprocess
import sys
from contextlib import contextmanager
from pathlib import Path

import pytest

from table.files import Lock
from table.journal import Journal, JournalBusy, JournalError
from tests.table.journal_child import line

ROOT = Path(__file__).resolve().parents[2]
HEADER = '{"game": "hearts", "seats": ["A", "B", "C", "D"]}'


@contextmanager
def child(path, what):
    """A journal_child on this file; it is dead afterwards."""
    command = [sys.executable, "-m", "tests.table.journal_child", str(path), what]
    process = subprocess.Popen(command, cwd=ROOT, text=True, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    try:
        yield process
    finally:
        process.kill()
        process.communicate()


def written(journal, lines=10):
    """A new game with this many lines, header included."""
    game = journal.begin(HEADER)
    for number in range(2, lines + 1):
        journal.append(game, [(number, line(number))])
    return game


def expected(lines):
    return tuple((number, line(number)) for number in range(2, lines + 1))


@pytest.fixture
def path(tmp_path):
    return tmp_path / "journal.sqlite"


# -- what it is for -----------------------------------------------------------------------------------------


def test_a_game_comes_back_as_it_was_written(path):
    with Journal.open(path, wall=lambda: 1000.5, monotonic=lambda: 7.25) as journal:
        game = journal.begin(HEADER, deck="blue")
        journal.append(game, [(2, '{"seat": "Åke", "do": "pass"}'), (3, '{"undo": true}')])
    with Journal.open(path) as journal:
        loaded = journal.unfinished()
        assert loaded == journal.load(game)
        assert (loaded.header, loaded.lost, loaded.next_number) == (HEADER, None, 4)
        assert loaded.lines == ((2, '{"seat": "Åke", "do": "pass"}'), (3, '{"undo": true}'))
        assert (loaded.game.state, loaded.game.deck, loaded.game.started_ms) == ("running", "blue", 1_000_500)
        assert journal.notes == ()


def test_the_export_is_the_script_with_every_line_at_its_number(path):
    with Journal.open(path) as journal:
        game = journal.begin(HEADER)
        journal.append(game, [(2, "two"), (5, "five")])
        assert journal.export(game).split("\n") == [HEADER, "two", "", "", "five", ""]


def test_finished_and_abandoned_games_are_history_and_not_resumed(path):
    with Journal.open(path, wall=lambda: 9.0) as journal:
        first, second = written(journal), written(journal)
        assert [game.state for game in journal.games()] == ["abandoned", "running"]  # one game at a time
        with pytest.raises(JournalError, match=f"game {first} is over"):
            journal.append(first, [(11, "x")])
        journal.finish(second)
        assert journal.unfinished() is None
        assert [(game.id, game.state, game.ended_ms) for game in journal.games()] == [
            (first, "abandoned", 9000),
            (second, "finished", 9000),
        ]
        journal.abandon(written(journal))
        assert journal.unfinished() is None


def test_a_game_that_is_over_takes_no_lines_until_it_is_resumed(path):
    with Journal.open(path) as journal:
        game = written(journal, 10)
        journal.finish(game)
        with pytest.raises(JournalError, match=f"game {game} is over"):
            journal.append(game, [(11, "x")])
        assert journal.resume(game).next_number == 11
        journal.append(game, [(11, line(11))])
        assert journal.unfinished().lines == expected(11)


def test_positions_are_kept_with_the_lines_that_they_belong_to(path):
    with Journal.open(path) as journal:
        game = journal.begin(HEADER)
        journal.append(game, [(2, "a")], {"pico": "5B1E:17"})
        journal.append(game, [], {"pico": "5B1E:18:gap"})
        journal.store_positions({"other": ":0"})
        with pytest.raises(JournalError):
            journal.append(game, [(2, "again")], {"pico": "5B1E:99"})
        with pytest.raises(JournalError, match="cannot be the position of pico: '5B1E 99'"):
            journal.append(game, [(3, "b")], {"other": ":9", "pico": "5B1E 99"})
        assert journal.load(game).lines == ((2, "a"),)  # not the line without its position
    with Journal.open(path) as journal:
        assert journal.positions() == {"pico": "5B1E:18:gap", "other": ":0"}


def test_an_altered_position_is_left_out(path):
    with Journal.open(path) as journal:
        journal.store_positions({"pico": "5B1E:17", "other": "0001:2"})
    with sqlite3.connect(path) as db:
        db.execute("UPDATE about SET value = replace(value, '5B1E:17', '5B1E:97')")
    db.close()
    with Journal.open(path) as journal:
        assert journal.positions() == {"other": "0001:2"}


@pytest.mark.parametrize("number", [0, 1, 9, 10, 1_000_000])
def test_a_number_that_is_not_behind_the_last_is_refused_and_nothing_of_it_kept(path, number):
    with Journal.open(path) as journal:
        game = written(journal, 9)
        with pytest.raises(JournalError, match=f"line {number} cannot follow line 10"):
            journal.append(game, [(10, line(10)), (number, "x")])
        assert journal.load(game).lines == expected(9)
        journal.append(game, [(10, line(10))])
        assert journal.load(game).lines == expected(10)


@pytest.mark.parametrize("text", ["", "  ", "a\nb", "a\rb", "\ud800"])
def test_what_is_no_line_of_a_script_is_refused(path, text):
    with Journal.open(path) as journal:
        game = written(journal, 2)
        with pytest.raises(JournalError, match="cannot be a line"):
            journal.append(game, [(3, text)])
        with pytest.raises(JournalError, match="cannot be a line"):
            journal.begin(text)
        assert len(journal.games()) == 1


def test_a_game_that_is_not_there_is_told_in_one_line(path):
    with Journal.open(path) as journal:
        for ask in (
            journal.load,
            journal.export,
            journal.finish,
            journal.resume,
            lambda game: journal.append(game, []),
        ):
            with pytest.raises(JournalError, match=r"journal\.sqlite: there is no game 7$"):
                ask(7)


def test_a_journal_in_memory_works_the_same_and_leaves_nothing(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    with Journal.open(None) as journal:
        game = written(journal)
        assert journal.load(game).lines == expected(10)
        assert journal.notes == ()
    assert list(tmp_path.iterdir()) == []


def test_every_commit_is_forced_onto_the_disk(path):
    with Journal.open(path) as journal:
        assert journal._db.execute("PRAGMA journal_mode").fetchone() == ("wal",)
        assert journal._db.execute("PRAGMA synchronous").fetchone() == (2,)  # FULL


# -- one writer, many readers -------------------------------------------------------------------------------


def test_a_second_writer_is_refused_with_the_number_of_the_first_and_may_when_that_is_killed(path):
    with child(path, "hold") as process:
        assert process.stdout.readline() == "open\n"
        with pytest.raises(
            JournalBusy, match=rf"process {process.pid}\) is using this journal; stop it first"
        ) as error:
            Journal.open(path)
        assert error.value.pid == process.pid
    with Journal.open(path) as journal:
        assert journal.notes == ()


def test_others_read_while_one_writes_and_cannot_write(path):
    with Journal.open(path) as journal:
        game = written(journal, 5)
        with Journal.open(path, read_only=True) as reader:
            assert reader.load(game).lines == expected(5)
            journal.append(game, [(6, line(6))])
            assert reader.unfinished().lines == expected(6)
            with pytest.raises(JournalError, match="line 7 is not kept: it is read-only"):
                reader.append(game, [(7, line(7))])
        journal.append(game, [(7, line(7))])
        assert journal.load(game).lines == expected(7)


def test_reading_what_is_not_there_or_empty_makes_no_file(path):
    with pytest.raises(JournalError, match="this journal cannot be read: it cannot be opened"):
        Journal.open(path, read_only=True)
    assert not path.exists()
    path.touch()
    with pytest.raises(JournalError, match="nothing was played yet"):
        Journal.open(path, read_only=True)


# -- killed -------------------------------------------------------------------------------------------------


def test_after_any_kill_exactly_the_acknowledged_lines_are_there(path):
    rng = random.Random(5)
    reached = 1
    for _ in range(20):
        with child(path, "write") as process:
            for _ in range(rng.randrange(1, 60)):
                assert process.stdout.readline() == f"{reached + 1}\n"
                reached += 1
            process.kill()  # it has gone on meanwhile: somewhere in a later append
            for acknowledged in process.stdout.read().splitlines():
                assert acknowledged == str(reached + 1)
                reached += 1
        with Journal.open(path) as journal:
            assert journal.notes == ()
            loaded = journal.unfinished()
            assert len(journal.games()) == 1
            assert len(loaded.lines) + 1 in (reached, reached + 1)  # the last may be there and not yet acknowledged
            reached = len(loaded.lines) + 1
            assert loaded.lines == expected(reached)
            assert journal.positions() == {"pico": f"5B1E:{reached}"}
    assert reached > 100


# -- a disk that refuses ------------------------------------------------------------------------------------


def test_a_full_disk_is_one_line_and_the_line_can_be_kept_once_there_is_room(path):
    with Journal.open(path) as journal:
        game = written(journal, 5)
        pages = journal._db.execute("PRAGMA page_count").fetchone()[0]
        journal._db.execute(f"PRAGMA max_page_count = {pages}")
        number = 6
        with pytest.raises(JournalError) as error:
            while True:
                journal.append(game, [(number, line(number))])
                number += 1
        assert re.search(
            rf"journal\.sqlite: line {number} is not kept: the disk is full; make room on it$", str(error.value)
        )
        assert journal.load(game).lines == expected(number - 1)
        journal._db.execute(f"PRAGMA max_page_count = {pages + 100}")
        journal.append(game, [(number, line(number))])
        assert journal.load(game).lines == expected(number)


def test_where_the_system_refuses_to_write_all_that_was_acknowledged_is_there(path):
    with child(path, "limited") as process:
        *acknowledged, error = process.stdout.read().splitlines()
    assert re.search(r"journal\.sqlite: line \d+ is not kept: the disk ", error)
    with Journal.open(path) as journal:
        assert journal.unfinished().lines == expected(len(acknowledged) + 1)
        assert journal.notes == ()


def test_a_place_where_no_journal_can_be_is_one_line(tmp_path):
    (tmp_path / "file").touch()
    with pytest.raises(JournalError, match="the journal cannot be kept there"):
        Journal.open(tmp_path / "file" / "journal.sqlite")


# -- what is not ours ---------------------------------------------------------------------------------------


def test_a_newer_journal_is_refused_with_what_to_do_and_left_alone(path):
    with Journal.open(path) as journal:
        written(journal)
    with sqlite3.connect(path) as db:
        db.execute("PRAGMA user_version = 2")
        db.execute("UPDATE about SET value = '2' WHERE key = 'schema'")
    db.close()
    before = path.read_bytes()
    for read_only in (False, True):
        with pytest.raises(JournalError, match=r"a newer Lapio wrote this journal .*; update Lapio, or name another"):
            Journal.open(path, read_only=read_only)
    assert path.read_bytes() == before


def test_somebody_elses_database_is_refused_and_left_alone(path):
    with sqlite3.connect(path) as db:
        db.execute("CREATE TABLE recipes (name TEXT)")
    db.close()
    before = path.read_bytes()
    with pytest.raises(JournalError, match="no journal of Lapio"):
        Journal.open(path)
    assert path.read_bytes() == before


# -- torn and altered files ---------------------------------------------------------------------------------

GAMES = {1: 60, 2: 80}  # lines of the finished and of the running game


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
        assert journal.export(2).splitlines()[-1] == f"# {journal.unfinished().lost}"


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
