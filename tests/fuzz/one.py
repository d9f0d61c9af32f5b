"""One target under the fuzzer: `python -m tests.fuzz.one TARGET [libFuzzer's options] CORPUS`; it never returns."""

from __future__ import annotations

import hashlib
import importlib
import logging
import sys
from pathlib import Path

import atheris

INSTRUMENTED = ["engine", "table", "firmware_bridge", "tomllib"]
PLAIN = ["firmware_bridge.rc522"]  # of it only the checksum is used, bit by bit


def main() -> None:
    """Fuzz the target that is named first."""
    name, *options = sys.argv[1:]
    logging.disable()
    with atheris.instrument_imports(include=INSTRUMENTED, exclude=PLAIN):
        target = importlib.import_module(f"tests.fuzz.{name}")
    corpus = Path(options[-1])
    for seed in target.seeds():
        (corpus / hashlib.sha1(seed).hexdigest()).write_bytes(seed)
    atheris.Setup([sys.argv[0], *options], target.take)
    atheris.Fuzz()


if __name__ == "__main__":
    main()
