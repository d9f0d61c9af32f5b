"""The lines of `make bench`: a figure, its unit, and what is wanted of it."""

from __future__ import annotations

from typing import NamedTuple


class Figure(NamedTuple):
    """One line of the table. `target` says what is wanted, `good` whether it is met (None where nothing is asked)."""

    name: str
    value: float | None
    unit: str
    target: str = ""
    good: bool | None = None


def most(name: str, value: float, unit: str, limit: float) -> Figure:
    """A figure that should be at most `limit`."""
    return Figure(name, value, unit, f"≤ {limit:g}", value <= limit)


def quantile(ordered: list[float], share: float) -> float:
    """The value below which this share of the ordered values lies."""
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))]
