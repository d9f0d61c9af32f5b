"""Files that nothing can tear, folders that may be missing, and the lock."""

import errno
import os
import stat
from pathlib import Path

import pytest

from table.files import FilesError, InUse, Lock, config_folder, data_folder, write_file


def test_a_file_is_written_whole_and_nothing_else_is_left(tmp_path):
    path = tmp_path / "new folder" / "deck.toml"
    write_file(path, "first ä\n")
    write_file(path, b"second\n")
    assert path.read_bytes() == b"second\n"
    assert list(path.parent.iterdir()) == [path]


def test_what_the_file_held_before_is_kept_where_that_is_asked_for(tmp_path):
    path = tmp_path / "deck.toml"
    for text in ("one", "two", "three"):
        write_file(path, text, keep_old=True)
    assert (tmp_path / "deck.toml.bak").read_text() == "two"
    assert path.read_text() == "three"


def test_the_text_is_on_the_disk_before_it_gets_its_name_and_the_name_before_the_end(tmp_path, monkeypatch):
    done = []
    fsync, replace = os.fsync, Path.replace

    def seen_fsync(handle):
        done.append("folder" if stat.S_ISDIR(os.fstat(handle).st_mode) else "file")
        fsync(handle)

    def seen_replace(self, target):
        done.append("rename")
        return replace(self, target)

    monkeypatch.setattr(os, "fsync", seen_fsync)
    monkeypatch.setattr(Path, "replace", seen_replace)
    write_file(tmp_path / "deck.toml", "text")
    assert done == ["file", "rename", "folder"]


@pytest.mark.parametrize("broken", ["fsync", "replace"])
def test_where_writing_fails_the_old_file_stays_and_one_line_says_why(tmp_path, monkeypatch, broken):
    path = tmp_path / "deck.toml"
    write_file(path, "old")

    def full(*_):
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(os if broken == "fsync" else Path, broken, full)
    with pytest.raises(FilesError, match=r"deck\.toml: .*the disk is full.*as it was before$") as error:
        write_file(path, "new")
    assert "\n" not in str(error.value)
    assert path.read_text() == "old"
    assert list(tmp_path.iterdir()) == [path]


def test_what_a_killed_process_left_is_in_nobodys_way(tmp_path):
    (tmp_path / f".deck.toml.{os.getpid()}-0.tmp").write_text("half")
    write_file(tmp_path / "deck.toml", "whole")
    assert (tmp_path / "deck.toml").read_text() == "whole"


def test_a_link_stays_a_link(tmp_path):
    (tmp_path / "real.toml").write_text("old")
    (tmp_path / "table.toml").symlink_to(tmp_path / "real.toml")
    write_file(tmp_path / "table.toml", "new")
    assert (tmp_path / "table.toml").is_symlink()
    assert (tmp_path / "real.toml").read_text() == "new"


def test_the_folder_is_the_one_asked_for_then_the_variables_then_the_systems(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    variable = {"LAPIO_DATA": str(tmp_path / "variable")}
    assert data_folder(tmp_path / "asked", variable) == tmp_path / "asked"
    assert data_folder(None, variable) == config_folder(None, variable) == tmp_path / "variable"
    assert data_folder(None, {}).name == config_folder(None, {}).name == "lapio"
    assert data_folder(None, {}) != data_folder(None, variable)


def test_the_data_folder_is_made_and_the_configuration_folder_is_not(tmp_path):
    assert data_folder(tmp_path / "a" / "b", {}).is_dir()
    assert not config_folder(tmp_path / "c", {}).exists()


def test_a_folder_that_cannot_be_made_is_one_clear_line(tmp_path):
    (tmp_path / "file").write_text("")
    for folder, why in ((tmp_path / "file", "a file of that name"), (tmp_path / "file" / "x", "not a folder")):
        with pytest.raises(FilesError, match=rf"{why}.*LAPIO_DATA$") as error:
            data_folder(folder, {})
        assert str(error.value).startswith(str(folder))


def test_a_read_only_folder_is_one_clear_line(tmp_path, monkeypatch):
    monkeypatch.setattr(os, "access", lambda path, mode: not mode & os.W_OK)  # whoever runs the tests may be root
    with pytest.raises(FilesError, match=r"this folder is read-only; .*LAPIO_DATA$"):
        data_folder(tmp_path, {})


def test_a_lock_is_held_once_names_its_holder_and_keeps_the_note(tmp_path):
    lock = Lock(tmp_path / "lock")
    lock.note("game 3 line 7")
    with pytest.raises(InUse) as error:
        Lock(tmp_path / "lock")
    assert error.value.pid == os.getpid()
    lock.release()
    lock.release()
    again = Lock(tmp_path / "lock")
    assert again.found == "game 3 line 7"
    again.release()


def test_a_garbled_note_is_no_note(tmp_path):
    (tmp_path / "lock").write_bytes(b"\xff\x00 process game 3")
    lock = Lock(tmp_path / "lock")
    assert lock.found == ""
    lock.release()
