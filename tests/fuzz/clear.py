"""What every error for people must be; and where a target keeps its files."""

from __future__ import annotations

import os
import tempfile
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parents[2]
LONGEST = 600  # letters: beyond it nobody reads a message


def check(error: Exception) -> None:
    """Raises AssertionError where the error's text is not one clear line."""
    text = str(error)
    assert text.strip(), "an error without a word"
    assert text.isprintable(), f"not one line that can be printed: {text!r}"
    assert len(text) <= LONGEST, f"{len(text)} letters: {text[:200]!r}"


@cache
def folder() -> Path:
    """A folder for this process's files: the one that `tests.fuzz` has made for it and will remove, else a new one."""
    return Path(os.environ.get("LAPIO_FUZZ_FILES") or tempfile.mkdtemp(prefix="lapio-fuzz-"))
