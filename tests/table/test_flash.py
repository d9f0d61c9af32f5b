"""Copying the firmware: which files, in which order, and every way in which it cannot be done, without mpremote."""

import argparse
import re

import pytest

from table.flash import MAIN, PACKAGE, FlashError, firmware_files, flash, mpremote_commands
from table.sources import HardwareInUse, hardware_lock

PORT = "serial/by-id/usb-MicroPython_Board_in_FS_mode_{}-if00"


def asked(port=None, board=None, dry_run=False):
    return argparse.Namespace(port=port, board=board, dry_run=dry_run)


class Mpremote:
    """Remembers its calls; the call with `fails` in it says `says`."""

    def __init__(self, fails=None, says=""):
        self.calls = []
        self.fails, self.says = fails, says

    def __call__(self, command):
        self.calls.append(command[3:])
        return (1, self.says) if self.fails and self.fails in " ".join(command) else (0, "")


@pytest.fixture
def board(tmp_path):
    """The device files with one board."""
    path = tmp_path / PORT.format("E661")
    path.parent.mkdir(parents=True)
    path.touch()
    return tmp_path


def flashed(devices, tmp_path, mpremote, **how):
    program = how.pop("program", "/bin/mpremote")
    return flash(asked(**how), devices=devices, find_program=lambda name: program, run=mpremote, lock_folder=tmp_path)


def test_the_files_are_those_that_main_names():
    """As main.py's own text tells people who copy them by hand."""
    text = MAIN.read_text()
    wanted = {"main.py"}
    for folder, names in re.findall(r"^    /(firmware_bridge/\S*?)(\w+\.py(?:  \w+\.py)*)$", text, re.MULTILINE):
        wanted |= {folder + name for name in names.split()}
    assert len(wanted) == 13
    assert {copy.target for copy in firmware_files()} == wanted
    assert all(copy.source == PACKAGE.parent / copy.target for copy in firmware_files() if "/" in copy.target)


def test_main_is_copied_last_so_that_half_a_firmware_never_starts(board, tmp_path):
    mpremote = Mpremote()
    assert flashed(board, tmp_path, mpremote, board="four-seats") == 0
    kinds = [call[0] if call[0] != "fs" else call[-1] for call in mpremote.calls]
    assert kinds == ["exec", ":firmware_bridge/", ":firmware_bridge/pico/", "exec", ":main.py", "reset"]
    assert "os.mkdir" in mpremote.calls[0][1]
    assert "FOUR_SEATS as BOARD" in mpremote.calls[3][1]


def test_a_wiring_of_ones_own_goes_beside_main(tmp_path):
    own = tmp_path / "mine.py"
    own.write_text("BOARD = None\n")
    commands = mpremote_commands("mpremote", "/dev/x", firmware_files(str(own)), str(own))
    assert [command[-1] for command in commands][-3:] == [":board.py", ":main.py", "reset"]
    assert all(command[:3] == ["mpremote", "connect", "/dev/x"] for command in commands)


def test_the_only_board_is_meant_by_its_lasting_name(board, tmp_path, capsys):
    flashed(board, tmp_path, Mpremote())
    assert f"The firmware is on the board at {board / PORT.format('E661')}" in capsys.readouterr().out


def test_a_dry_run_prints_what_would_be_copied_and_copies_nothing(board, tmp_path, capsys):
    mpremote = Mpremote()
    assert flashed(board, tmp_path, mpremote, dry_run=True, board="eight-seats", program=None) == 0
    out = capsys.readouterr().out
    assert "firmware_bridge/rc522.py" in out
    assert "mpremote, the program that copies them, is missing; install it with: pip install mpremote" in out
    assert "nothing is copied now (--dry-run)" in out
    assert mpremote.calls == []


def test_without_a_board_a_dry_run_still_lists_the_files(tmp_path, capsys):
    assert flashed(tmp_path, tmp_path, Mpremote(), dry_run=True) == 0
    assert "No board is plugged in: connect a Raspberry Pi Pico" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("how", "says"),
    [
        ({"program": None}, "mpremote is missing.*pip install mpremote"),
        ({"board": "six-seats"}, "six-seats: there is no such wiring.*eight-seats, four-seats"),
        ({"board": "/"}, "no such wiring"),
    ],
)
def test_what_is_missing_is_one_line(board, tmp_path, how, says):
    mpremote = Mpremote()
    with pytest.raises(FlashError, match=says) as raised:
        flashed(board, tmp_path, mpremote, **how)
    assert "\n" not in str(raised.value)
    assert mpremote.calls == []


def test_no_board_several_boards_and_a_board_in_its_boot_loader_are_told_apart(board, tmp_path):
    with pytest.raises(FlashError, match="hold its BOOTSEL button while you plug it in"):
        flashed(tmp_path / "none", tmp_path, Mpremote())
    (board / PORT.format("E662")).touch()
    with pytest.raises(FlashError, match=r"2 boards are plugged in; name one: --port .*E661"):
        flashed(board, tmp_path, Mpremote())
    drive = tmp_path / "boot" / "disk" / "by-label" / "RPI-RP2"
    drive.mkdir(parents=True)
    with pytest.raises(FlashError, match=r"boot loader.*\.uf2"):
        flashed(tmp_path / "boot", tmp_path, Mpremote())


@pytest.mark.parametrize(
    ("said", "says"),
    [
        ("mpremote: could not enter raw repl", "BOOTSEL button for two seconds"),
        ("it does not answer", "BOOTSEL button for two seconds"),
        ("failed to access /dev/x (it may be in use by another program)", "another program has it"),
        ("[Errno 13] Permission denied: '/dev/x'", "usermod -aG dialout"),
        ("Traceback\nOSError: [Errno 28] ENOSPC", "memory is full"),
        ("cp a :b\nsomething odd", "something odd"),
        ("", "no reason given"),
    ],
)
def test_a_failure_of_mpremote_is_explained_in_one_line(board, tmp_path, said, says):
    mpremote = Mpremote("fs cp", said)
    with pytest.raises(FlashError, match=says) as raised:
        flashed(board, tmp_path, mpremote, port="/dev/x")
    assert "\n" not in str(raised.value)
    assert str(raised.value).startswith("/dev/x: ")
    assert len(mpremote.calls) == 2  # nothing more was tried


def test_a_board_that_lapio_is_playing_with_is_left_alone(board, tmp_path):
    lock = hardware_lock(tmp_path)
    try:
        with pytest.raises(HardwareInUse):
            flashed(board, tmp_path, Mpremote())
    finally:
        lock.release()
