"""`lapio flash`: copies the firmware to a Raspberry Pi Pico with mpremote, MicroPython's own tool.

Which files belong to the firmware follows from what its main.py imports. mpremote is an external program (MIT); it
talks to the board's prompt, which a running firmware gives only after BOOTSEL was held.
"""

from __future__ import annotations

import argparse
import ast
import shutil
import subprocess
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

import firmware_bridge
from engine.errors import LapioError
from table.finding import DEVICES, board_paths
from table.sources import hardware_lock

PACKAGE = Path(firmware_bridge.__file__).parent
MAIN = PACKAGE / "pico" / "main.py"
BOARDS = {"eight-seats": "EIGHT_SEATS", "four-seats": "FOUR_SEATS"}
COPY_S = 60.0  # for one folder
ANSWER_S = 15.0  # for anything else; a running firmware never answers
BOOT_DRIVES = ("RPI-RP2", "RP2350")  # the labels of the drive that a board with BOOTSEL held shows
INSTALL = "install it with: pip install mpremote"


class FlashError(LapioError):
    """The firmware cannot be copied: what is missing, and what to do."""


class Copy(NamedTuple):
    """One file and where it goes on the board."""

    source: Path
    target: str


def firmware_files(board: str | None = None) -> list[Copy]:
    """Every file of the firmware, with the board's wiring where one is chosen: main.py comes last.

    It is what main.py imports, and what that imports, within the package firmware_bridge. Raises FlashError for a
    wiring that is not there.
    """
    root = PACKAGE.parent
    wanted: dict[Path, None] = {}
    todo = [MAIN]
    while todo:
        for path in _imported(todo.pop(), root):
            if path not in wanted:
                wanted[path] = None
                todo.append(path)
    copies = [Copy(path, path.relative_to(root).as_posix()) for path in sorted(wanted)]
    if board is not None and board not in BOARDS:
        own = Path(board)
        if not own.is_file():
            known = ", ".join(BOARDS)
            raise FlashError(f"{board}: there is no such wiring: it is {known}, or a board.py of your own")
        copies.append(Copy(own, "board.py"))
    return [*copies, Copy(MAIN, "main.py")]


def _imported(path: Path, root: Path) -> Iterator[Path]:
    """The files of the package that a module imports when it runs, and the packages on the way to them."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    only_typed = {id(node) for block in tree.body if _for_typing(block) for node in ast.walk(block)}
    for node in ast.walk(tree):
        if id(node) in only_typed or not isinstance(node, ast.ImportFrom) or node.module is None:
            continue
        for module in (node.module, *(f"{node.module}.{name.name}" for name in node.names)):
            if module.split(".")[0] != PACKAGE.name:
                continue
            where = root.joinpath(*module.split("."))
            for parent in [where, *where.parents]:
                if parent == root:
                    break
                if (parent / "__init__.py").exists():
                    yield parent / "__init__.py"
            if where.with_suffix(".py").exists():
                yield where.with_suffix(".py")


def _for_typing(block: ast.stmt) -> bool:
    return isinstance(block, ast.If) and isinstance(block.test, ast.Name) and block.test.id == "TYPE_CHECKING"


def mpremote_commands(program: str, port: str, copies: Sequence[Copy], board: str | None = None) -> list[list[str]]:
    """The calls of mpremote that put these files on the board and start it anew.

    Folders are made first; each folder's files are copied at once. main.py is copied last, so a board whose copying was
    cut off does not start half a firmware.
    """
    folders = sorted({str(Path(copy.target).parent) for copy in copies} - {"."})
    made = f"import os\nfor f in {folders!r}:\n try: os.mkdir(f)\n except OSError: pass"
    start = [program, "connect", port]
    commands = [[*start, "exec", made]]
    for folder in folders:
        files = [str(copy.source) for copy in copies if str(Path(copy.target).parent) == folder]
        commands.append([*start, "fs", "cp", *files, f":{folder}/"])
    if board in BOARDS:
        text = f"from firmware_bridge.pico.pins import {BOARDS[board]} as BOARD\n"
        commands.append([*start, "exec", f"open('board.py','w').write({text!r})"])
    commands += [[*start, "fs", "cp", str(copy.source), f":{copy.target}"] for copy in copies if "/" not in copy.target]
    commands.append([*start, "reset"])
    return commands


def flash(
    asked: argparse.Namespace,
    *,
    devices: Path = DEVICES,
    find_program: Callable[[str], str | None] = shutil.which,
    run: Callable[[list[str]], tuple[int, str]] | None = None,
    lock_folder: Path | None = None,
) -> int:
    """Copy the firmware to the board. Returns 0.

    Raises FlashError where there is no board or no mpremote, or where the board does not take a file.
    """
    copies = firmware_files(asked.board)
    program = find_program("mpremote")
    if asked.dry_run:
        _show(copies, asked.board, asked.port or next(map(str, board_paths(devices)), ""), there=program is not None)
        return 0
    if program is None:
        raise FlashError(f"mpremote is missing, the program that copies files to MicroPython: {INSTALL}")
    port = asked.port or _only_board(devices)
    lock = hardware_lock(lock_folder)
    try:
        commands = mpremote_commands(program, port, copies, asked.board)
        for number, command in enumerate(commands, 1):
            status, said = (run or _run)(command)
            if status != 0:
                raise FlashError(_explained(port, said))
            print(f"\r{number} of {len(commands)} steps", end="", flush=True)
        print()
    finally:
        lock.release()
    print(f"The firmware is on the board at {port}, and it starts anew. Look at it with: lapio doctor")
    return 0


def _show(copies: Sequence[Copy], board: str | None, port: str, *, there: bool) -> None:
    """Print what would be copied where. `there`: whether mpremote is installed."""
    made = board in BOARDS  # a board.py that is written on the board itself
    sizes = [copy.source.stat().st_size for copy in copies]
    kb = (sum(sizes) + 999) // 1000
    print(f"The firmware is these {len(copies) + made} files, {kb} kB; nothing is copied now (--dry-run):")
    for copy, size in zip(copies, sizes, strict=True):
        print(f"  {copy.target:40} {size:6} bytes")
    if made:
        print(f"  {'board.py':40} the wiring {board}")
    if port:
        print(f"Without --dry-run they would be copied to the board at {port}.")
    else:
        print("No board is plugged in: connect a Raspberry Pi Pico that has MicroPython on it, by USB.")
    if not there:
        print(f"Before that: mpremote, the program that copies them, is missing; {INSTALL}")


def _only_board(devices: Path) -> str:
    boards = board_paths(devices)
    if len(boards) == 1:
        return str(boards[0])
    if boards:
        raise FlashError(f"{len(boards)} boards are plugged in; name one: --port {boards[0]}")
    for label in BOOT_DRIVES:
        if (devices / "disk" / "by-label" / label).exists():
            raise FlashError(
                f"the board is in its boot loader (the drive {label}): copy MicroPython's .uf2 file onto that drive,"
                " from micropython.org/download, and try again"
            )
    raise FlashError(
        "no board with MicroPython is plugged in: hold its BOOTSEL button while you plug it in, copy MicroPython's .uf2"
        " file onto the drive that appears, and try again"
    )


def _run(command: list[str]) -> tuple[int, str]:
    """Run mpremote. Its exit status, and what it said."""
    try:
        timeout = COPY_S if "cp" in command else ANSWER_S
        done = subprocess.run(command, capture_output=True, text=True, timeout=timeout, check=False)
    except subprocess.TimeoutExpired:
        return 1, "it does not answer"
    except OSError as error:
        return 1, error.strerror or "it cannot be run"
    return done.returncode, done.stdout + done.stderr


def _explained(port: str, said: str) -> str:
    """Why mpremote failed, in one line for people."""
    lines = [line.strip() for line in said.splitlines() if line.strip()]
    last = lines[-1] if lines else "no reason given"
    if "raw repl" in said or "does not answer" in said:
        return (
            f"{port}: the board's firmware is running and does not give its prompt: stop Lapio, hold the board's"
            " BOOTSEL button for two seconds, and try again"
        )
    if "Permission denied" in said or "Errno 13" in said:
        return f"{port}: no permission: sudo usermod -aG dialout $USER, then log in again"
    if "in use" in said or "failed to access" in said:
        return f"{port}: it cannot be opened: another program has it, or the board is gone ({last})"
    if "ENOSPC" in said or "Errno 28" in said:
        return f"{port}: the board's memory is full: remove what else is on it (mpremote fs rm)"
    return f"{port}: {last}"
