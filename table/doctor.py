"""`lapio doctor`: looks at the machine and its table, one finding at a time, each with what mends it.

Every check is a function of a Machine: its files, commands, packages and groups are what the Machine gives, so a test
can look at any Raspberry Pi without having one. The checks are in doctor_machine.py (this machine) and
doctor_table.py (its table: configuration, decks, journal, readers and boards).
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from importlib.metadata import PackageNotFoundError
from importlib.metadata import version as version_of
from pathlib import Path
from typing import Literal, NamedTuple, TypeAlias

Level: TypeAlias = Literal["ok", "note", "bad"]
COMMAND_S = 20.0  # a command that takes longer is given up


class Finding(NamedTuple):
    """What one check found. "bad" keeps people from playing at this table, "note" does not. `mend`: what to do."""

    check: str
    level: Level
    text: str
    mend: str = ""


class Ran(NamedTuple):
    """What a command printed, and its exit status; None where there is no such command or it did not end."""

    status: int | None
    out: str


@dataclass(frozen=True, slots=True)
class Machine:
    """A machine to be looked at. By default this one.

    `root` is the folder of its files, `package` the version of an installed package or None, `groups` those of this
    process, `free` the free bytes of a disk, `pins` says which library drives the Pi's pins, or raises BridgeError.
    """

    root: Path = Path("/")
    environ: Mapping[str, str] = field(default_factory=lambda: os.environ)
    python: tuple[int, int, int] = sys.version_info[:3]
    prefix: Path = Path(sys.prefix)
    user: str = ""
    groups: frozenset[str] = frozenset()
    run: Callable[[Sequence[str]], Ran] = field(default_factory=lambda: run)
    package: Callable[[str], str | None] = field(default_factory=lambda: package)
    free: Callable[[Path], int] = field(default_factory=lambda: lambda folder: shutil.disk_usage(folder).free)
    wall: Callable[[], float] = time.time
    pins: Callable[[], str] = field(default_factory=lambda: pin_library)

    def text(self, path: str) -> str:
        """What a file says, without zero bytes; empty where it cannot be read."""
        try:
            return (self.root / path).read_bytes().decode(errors="replace").replace("\0", "").strip()
        except OSError:
            return ""

    def has(self, path: str) -> bool:
        """Whether there is such a file."""
        return (self.root / path).exists()

    @property
    def devices(self) -> Path:
        """Its folder of device files."""
        return self.root / "dev"

    @property
    def model(self) -> str:
        """What it is, where it is a Raspberry Pi; else empty."""
        model = self.text("proc/device-tree/model")
        return model if model.startswith("Raspberry Pi") else ""

    @property
    def pi(self) -> int:
        """Which Raspberry Pi it is: 3, 4, 5; 1 for those without a number; 0 where it is none."""
        words = self.model.split()
        return 0 if not words else int(words[2]) if len(words) > 2 and words[2].isdigit() else 1

    @property
    def system(self) -> str:
        """The operating system, for people."""
        return self.release.get("PRETTY_NAME") or sys.platform

    @property
    def release(self) -> dict[str, str]:
        """What os-release says."""
        pairs = (line.partition("=") for line in self.text("etc/os-release").splitlines())
        return {key: value.strip('"') for key, _, value in pairs}


def this_machine() -> Machine:
    """The machine that this runs on, with the user's name and groups."""
    import getpass

    try:
        user = getpass.getuser()
    except (KeyError, OSError):
        user = ""
    return Machine(user=user, groups=frozenset(_own_groups()))


def _own_groups() -> Iterable[str]:
    if sys.platform == "win32":
        return
    import grp

    for number in {*os.getgroups(), os.getegid()}:
        try:
            yield grp.getgrgid(number).gr_name
        except KeyError:
            continue


def run(command: Sequence[str]) -> Ran:
    """Run a command and wait for it, `COMMAND_S` seconds at most."""
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=COMMAND_S, check=False)
    except (OSError, subprocess.TimeoutExpired):
        return Ran(None, "")
    return Ran(done.returncode, (done.stdout or done.stderr).strip())


def package(name: str) -> str | None:
    """The version of an installed package; None where it is not installed."""
    try:
        return version_of(name)
    except PackageNotFoundError:
        return None


def pin_library() -> str:
    """Which library drives the pins here, in words. Raises BridgeError where none does."""
    from firmware_bridge.pin_library import open_pins

    pins = open_pins()
    pins.close()
    return pins.detail


def doctor(asked: argparse.Namespace, machine: Machine | None = None) -> int:
    """Check everything and print it. Returns 0 where people can play, 1 where something keeps them from it."""
    from table.cli_setup import config_path
    from table.doctor_machine import machine_checks
    from table.doctor_table import Listening, look_at_table

    machine = machine or this_machine()
    table = look_at_table(machine, config_path(asked.config), Listening(asked.seconds))
    findings = [*machine_checks(machine, table.needs), *table.findings]
    playable = not any(finding.level == "bad" for finding in findings)
    about = f"{machine.model or 'no Raspberry Pi'}, {machine.system}"
    if asked.json:
        told = {"machine": about, "playable": playable, "findings": [finding._asdict() for finding in findings]}
        print(json.dumps(told, ensure_ascii=False, indent=1))
    else:
        print_findings(about, findings)
    return 0 if playable else 1


def print_findings(about: str, findings: Sequence[Finding]) -> None:
    """The checklist for people: what prevents playing stands out, and under each finding what mends it."""
    print(f"Lapio {package('lapio') or '(not installed)'} on: {about}")
    width = max((len(finding.check) for finding in findings), default=0)
    for finding in findings:
        print(f"{'BAD' if finding.level == 'bad' else finding.level:5} {finding.check:{width}}  {finding.text}")
        if finding.mend:
            print(f"{'':5} {'':{width}}    -> {finding.mend}")
    bad = [finding for finding in findings if finding.level == "bad"]
    if not bad:
        print("This table can be played at.")
    else:
        print(f"{len(bad)} {'findings keep' if len(bad) > 1 else 'finding keeps'} people from playing (BAD above).")
