"""The journal: what was acknowledged is there after any end."""

import random
import re
import sqlite3
import subprocess
import sys
from contextlib import contextmanager
from pathlib import Path

import pytest

from table.journal import Journal, JournalBusy, JournalError
from tests.table.journals import HEADER, expected, line, written

ROOT = Path(__file__).resolve().parents[2]


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


@pytest.fixture
def path(tmp_path):
    return tmp_path / "journal.sqlite"


# -- what it is for -----------------------------------------------------------------------------------------


def test_a_game_comes_back_as_it_was_written(path):
    with Journal.open(path, wall=lambda: 1000.5, monotonic=lambda: 7.25) as journal:
        game = journal.begin(HEADER)
        journal.append(game, [(2, '{"seat": "Åke", "do": "pass"}'), (3, '{"undo": true}')])
    with Journal.open(path) as journal:
        loaded = journal.unfinished()
        assert loaded == journal.load(game)
        assert (loaded.header, loaded.lost, loaded.next_number) == (HEADER, None, 4)
        assert loaded.lines == ((2, '{"seat": "Åke", "do": "pass"}'), (3, '{"undo": true}'))
        assert (loaded.game.state, loaded.game.started_ms) == ("running", 1_000_500)
        assert journal.notes == ()


def test_the_script_of_a_game_has_every_line_at_its_number(path):
    with Journal.open(path) as journal:
        game = journal.begin(HEADER)
        journal.append(game, [(2, "two"), (5, "five")])
        assert journal.load(game).script.split("\n") == [HEADER, "two", "", "", "five", ""]


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
        with pytest.raises(JournalError, match=f"game {second} is over"):
            journal.append(second, [(11, "x")])


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
            journal.finish,
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


def test_a_process_killed_in_the_middle_of_a_rollback_journal_does_not_lock_the_next_one_out(tmp_path):
    path = tmp_path / "journal.sqlite"
    with Journal.open(path) as journal:
        game = journal.begin('{"game": "kullankaivaja", "seats": ["A", "B"]}')
        journal.append(game, [(2, '{"seat": "A", "do": "play", "cards": "2C"}')])
    killed = f"""
import os, sqlite3
db = sqlite3.connect({str(path)!r}, isolation_level=None)
db.execute("PRAGMA journal_mode = DELETE")
db.execute("PRAGMA cache_size = 1")
db.execute("BEGIN IMMEDIATE")
db.executemany("INSERT INTO about VALUES (?, ?)", ((f"k{{n}}", "x" * 500) for n in range(500)))
os._exit(1)
"""
    subprocess.run([sys.executable, "-c", killed], check=False)
    assert path.with_name("journal.sqlite-journal").exists()
    with Journal.open(path) as journal:
        assert journal.notes == ()
        assert [number for number, _ in journal.load(game).lines] == [2]
