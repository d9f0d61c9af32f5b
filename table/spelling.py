"""A word that is not known may be a known one with a typing error."""

from __future__ import annotations

import difflib
from collections.abc import Collection

LONGEST = 60  # letters of a word that are looked at


def did_you_mean(word: str, known: Collection[str]) -> str:
    """` (did you mean "play"?)`, to put behind what is told about the word; nothing where no known word is near."""
    near = difflib.get_close_matches(word[:LONGEST], known, 1)
    return f' (did you mean "{near[0]}"?)' if near else ""
