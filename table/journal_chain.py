"""The chain of a game's lines: each has a sum over itself and the sum before it.

By the sums a torn or altered end is found, whatever was done to the file: a game is good up to the first line whose
sum does not fit. That lines are missing behind the last good one cannot be seen in the chain; a `Mark`, which is kept
outside of the file, tells how far it had gone.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable
from typing import NamedTuple


class Row(NamedTuple):
    """A line as it lies in the file, good or not. `sum` is its link of the chain."""

    game: int
    number: int
    wall_ms: int
    monotonic_us: int
    sum: bytes
    text: str


class End(NamedTuple):
    """Where a game's chain ends: the number and the sum of its last line."""

    number: int
    sum: bytes


def start(game: int) -> End:
    """The end of a chain that has no line yet. Each game has its own, so that no line fits into another game."""
    return End(0, hashlib.blake2b(b"game %d" % game, digest_size=8).digest())


def extended(end: End, number: int, wall_ms: int, monotonic_us: int, text: str) -> End:
    """The end of the chain once this line has been added."""
    line = f"{number} {wall_ms} {monotonic_us} {text}".encode(errors="replace")
    return End(number, hashlib.blake2b(end.sum + line, digest_size=8).digest())


def sound(game: int, rows: Iterable[Row], known: int = 0) -> tuple[list[Row], str | None]:
    """The rows of a game's unbroken chain, and what was lost behind them, in one sentence, or None.

    The rows may be of any origin and in any order, some of them twice. `known`: how far the game is known to have gone.
    """
    by_number: dict[int, list[Row]] = {}
    altered = False
    for row in rows:
        if row.game == game and isinstance(row.number, int):
            by_number.setdefault(row.number, []).append(row)
        else:
            altered = True
    good: list[Row] = []
    end = start(game)
    for number in sorted(by_number):
        fits = [row for row in by_number[number] if row.sum == extended(end, *row[1:4], row.text).sum]
        if fits:
            good.append(fits[0])
            end = End(number, fits[0].sum)
    if known > end.number:
        lines = f"line {known} is" if known == end.number + 1 else f"lines {end.number + 1} to {known} are"
        return good, f"game {game}: {lines} lost, since the journal was damaged"
    if altered or max(by_number, default=0) > end.number:
        return good, f"game {game}: what came after line {end.number} is lost, since the journal was damaged"
    return good, None


class Mark(NamedTuple):
    """The last line that was acknowledged, as it stands in the lock file. Game 0 is none."""

    game: int
    number: int

    @property
    def text(self) -> str:
        """The note for the lock file, with a sum of its own."""
        said = f"game {self.game} line {self.number}"
        return f"{said} {short_sum(said)}"

    @classmethod
    def read(cls, note: str) -> Mark:
        """The mark that is this note; the one of game 0 where the note is none, or is garbled."""
        found = re.fullmatch(r"game (\d{1,9}) line (\d{1,6}) \w+", note)
        mark = cls(int(found[1]), int(found[2])) if found else cls(0, 0)
        return mark if mark.text == note else cls(0, 0)


def short_sum(text: str) -> str:
    """Eight hexadecimal digits that tell whether a short text was altered."""
    return hashlib.blake2b(text.encode(), digest_size=4).hexdigest()
