"""A game's options: declared once as a table, checked once, read as plain values."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import inf
from typing import Any, NamedTuple, TypeAlias

from engine.errors import BadGame


class Whole(NamedTuple):
    """Any whole number from `least` on."""

    least: int

    def __str__(self) -> str:
        return f"a whole number, {self.least} or more"


class Numbers(NamedTuple):
    """Nothing, or a list of exactly `size` whole numbers from `least` to `most`."""

    size: int
    least: int
    most: int

    def __str__(self) -> str:
        return f"nothing, or a list of {self.size} whole numbers from {self.least} to {self.most}"


@dataclass(frozen=True, slots=True)
class Seconds:
    """A length of time in seconds, above 0, with or without a fraction."""

    def __str__(self) -> str:
        return "seconds, above 0"


class Letters(NamedTuple):
    """A word of `least` to `most` letters."""

    least: int
    most: int

    def __str__(self) -> str:
        return f"a word of {self.least} to {self.most} letters"


@dataclass(frozen=True, slots=True)
class BySide:
    """Any whole number for each side, by its id; a side may be left out. Which sides there are, the game knows."""

    def __str__(self) -> str:
        return 'whole numbers by side, like {"A": 5, "B": 7}'


Values: TypeAlias = tuple[Any, ...] | Whole | Numbers | Seconds | Letters | BySide


class Option(NamedTuple):
    """One row of a rules page's table of options."""

    key: str
    default: Any
    values: Values

    def read(self, text: str) -> Any:
        """The value that a text such as `true`, `250` or `may` stands for; the text itself where it is none of them.

        Numbers by side are written `A=5,B=7`, a list of numbers `1,2,2`.
        """
        if isinstance(self.values, Whole):
            return int(text) if text.isdecimal() else text
        if isinstance(self.values, Numbers):
            numbers = text.split(",")
            return [int(number) for number in numbers] if all(map(str.isdecimal, numbers)) else text
        if isinstance(self.values, Seconds):
            return float(text) if text.replace(".", "", 1).isdecimal() else text
        if isinstance(self.values, Letters):
            return text
        if isinstance(self.values, BySide):
            pairs = [part.rpartition("=") for part in text.split(",")]
            given = {side: int(number) for side, _, number in pairs if number.removeprefix("-").isdecimal()}
            return given if len(given) == len(pairs) else text
        return next((value for value in self.values if text == _as_text(value)), text)


def chosen(
    table: Sequence[Option], given: Mapping[str, Any], presets: Mapping[str, Mapping[str, Any]] | None = None
) -> dict[str, Any]:
    """The value of every option of `table`: as given, else by the preset that `rules` names, else the default.

    Raises BadGame for an option that the game does not have and for a value that it cannot take.
    """
    known = {option.key: option for option in table}
    for key, value in given.items():
        if key not in known:
            others = f"; there are: {', '.join(known)}" if known else ": this game has none"
            raise BadGame(f'there is no option "{key}"{others}')
        if not _fits(value, known[key].values):
            raise BadGame(f'option "{key}" cannot be {value!r}; it is {_said(known[key].values)}')
    result = {option.key: option.default for option in table}
    if presets:
        result.update(presets[given.get("rules", result["rules"])])
    result.update(given)
    return result


def _as_text(value: Any) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def _fits(value: Any, values: Values) -> bool:
    """Whether `value` is one of these. True is no 1 here, and 1 is no true."""
    if isinstance(values, Whole):
        return type(value) is int and value >= values.least
    if isinstance(values, Numbers):
        return value is None or (
            isinstance(value, list | tuple)
            and len(value) == values.size
            and all(type(number) is int and values.least <= number <= values.most for number in value)
        )
    if isinstance(values, Seconds):
        return type(value) in (int, float) and 0 < value < inf
    if isinstance(values, Letters):
        return isinstance(value, str) and value.isalpha() and values.least <= len(value) <= values.most
    if isinstance(values, BySide):
        return isinstance(value, Mapping) and all(type(number) is int for number in value.values())
    return any(type(value) is type(allowed) and value == allowed for allowed in values)


def _said(values: Values) -> str:
    if isinstance(values, Whole | Numbers | Seconds | Letters | BySide):
        return str(values)
    return "one of " + ", ".join(repr(value) for value in values)
