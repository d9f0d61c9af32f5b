"""Fuzz one target after the other: `python -m tests.fuzz [TARGET ...] [--seconds 60]`.

Inputs that led somewhere new are kept in build/fuzz/TARGET and are where the next run begins; one that fails is kept
there too, and named. Exit status 1 where a target has failed. Each runs in a process of its own (one.py).
"""

from __future__ import annotations

import argparse
import importlib.util
import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import NamedTuple

from tests.fuzz import TARGETS
from tests.fuzz.clear import ROOT

KEPT = ROOT / "build" / "fuzz"
MEMORY_MB = 1024  # of the whole process, interpreter and all
SLOW_S = 10  # for one input
LONGEST = 8192  # bytes of an input


class Told(NamedTuple):
    """What one target's run came to."""

    status: int
    log: str

    @property
    def line(self) -> str:
        """Its figures, for people."""
        runs = re.findall(r"^#(\d+)\s.*?cov: (\d+).*?corp: (\d+)", self.log, re.MULTILINE)
        done = re.search(r"Done (\d+) runs in (\d+) second", self.log)
        executed = int(done[1]) if done else int(runs[-1][0]) if runs else 0
        speed = f", {executed // max(1, int(done[2])):,} a second" if done else ""
        reached = f", {runs[-1][1]} places reached, {runs[-1][2]} inputs kept" if runs else ""
        return f"{executed:,} inputs{speed}{reached}"

    @property
    def fault(self) -> str:
        """What went wrong: the traceback, or what the fuzzer says of time and memory, and the input's file."""
        python = re.search(r"=== Uncaught Python exception: ===\n(.*?)\n\n", self.log, re.DOTALL)
        fuzzer = re.search(r"^.*(?:ERROR: libFuzzer|Error:).*$|Traceback.*", self.log, re.MULTILINE)
        what = python[1] if python else fuzzer[0] if fuzzer else self.log[-2000:].strip()
        file = re.search(r"Test unit written to (.*)", self.log)
        return f"{what}\nThe input is {file[1]}" if file else what


def main() -> int:
    """Fuzz what was asked for."""
    parser = argparse.ArgumentParser(prog="python -m tests.fuzz", description=__doc__)
    parser.add_argument("targets", nargs="*", metavar="TARGET", help=f"of {', '.join(TARGETS)} (default: all)")
    parser.add_argument("--seconds", type=int, default=60, metavar="N", help="for each target (default: 60)")
    asked = parser.parse_args()
    unknown = [target for target in asked.targets if target not in TARGETS]
    if unknown:
        parser.error(f'there is no target "{unknown[0]}": they are {", ".join(TARGETS)}')
    if importlib.util.find_spec("atheris") is None:
        print("atheris cannot be had for this Python on this machine: nothing is fuzzed (Linux on x86-64 has it)")
        return 0
    failed = []
    for target in asked.targets or TARGETS:
        told = run(target, asked.seconds)
        print(f"{target:12} {'ok' if told.status == 0 else 'FAILED':7} {told.line}", flush=True)
        if told.status != 0:
            failed.append(target)
            print(told.fault, flush=True)
    return 1 if failed else 0


def run(target: str, seconds: int) -> Told:
    """Fuzz one target for so many seconds, or until it fails."""
    corpus = KEPT / target
    corpus.mkdir(parents=True, exist_ok=True)
    memory = Path("/dev/shm")
    files = tempfile.mkdtemp(prefix="lapio-fuzz-", dir=memory if memory.is_dir() else None)
    command = [
        sys.executable, "-m", "tests.fuzz.one", target,
        f"-max_total_time={seconds}", f"-rss_limit_mb={MEMORY_MB}", f"-timeout={SLOW_S}", f"-max_len={LONGEST}",
        f"-artifact_prefix={corpus}/", str(corpus),
    ]  # fmt: skip
    try:
        done = subprocess.run(
            command, cwd=ROOT, capture_output=True, check=False, env={**os.environ, "LAPIO_FUZZ_FILES": files}
        )
    finally:
        shutil.rmtree(files, ignore_errors=True)
    return Told(done.returncode, (done.stdout + done.stderr).decode(errors="replace"))


if __name__ == "__main__":
    sys.exit(main())
