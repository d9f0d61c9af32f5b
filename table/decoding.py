"""From the values of a TOML file to dataclasses, by the types of their fields.

A field may be a `str`, `bool`, `int`, a `Range` of whole numbers, a `Literal`, a dataclass, a tuple or a mapping of one
of these, and any of them `| None`. A union of dataclasses is told apart by the class attribute `kind`. A field with a
default may be missing from the file. Everything that does not fit is a Fault with its place and what was expected.

    @dataclass
    class House:
        settle_ms: Annotated[int, Range(0, 2000)] = 120

    decoded(House, {"settle_ms": 150})
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import MISSING, fields
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, NamedTuple, TypeVar, Union, get_args, get_origin, get_type_hints

from table.spelling import did_you_mean
from table.toml_file import Fault, Place

_Table = TypeVar("_Table")


class Range(NamedTuple):
    """The least and the greatest number that a key may have."""

    least: int
    greatest: int


def decoded(wanted: type[_Table], value: object, place: Place = ()) -> _Table:
    """A table of the file as the dataclass `wanted`. Raises Fault for unknown and missing keys and wrong values."""
    if not isinstance(value, dict):
        raise Fault(place, f"expected a table, not {seen(value)}")
    known = {each.name: each for each in fields(wanted)}  # type: ignore[arg-type]
    for key in value:
        if key not in known and not (key == "kind" and hasattr(wanted, "kind")):
            hint = did_you_mean(key, known) or f"; the keys here are {', '.join(known)}"
            raise Fault((*place, key), f"there is no such key{hint}")
    hints = get_type_hints(wanted, include_extras=True)
    for key, each in known.items():
        if key not in value and each.default is MISSING and each.default_factory is MISSING:
            raise Fault((*place, key), f"this key is missing: expected {_expected(hints[key])}")
    return wanted(**{key: _value(hints[key], value[key], (*place, key)) for key in known if key in value})


def _value(wanted: Any, value: object, place: Place) -> Any:
    origin, arguments = get_origin(wanted), get_args(wanted)
    if origin in (Union, UnionType):
        kinds = [each for each in arguments if each is not NoneType]  # TOML has no None: it is what is not there
        return _value(kinds[0] if len(kinds) == 1 else _of_kind(kinds, value, place), value, place)
    if isinstance(wanted, type) and hasattr(wanted, "__dataclass_fields__"):
        return decoded(wanted, value, place)
    if origin is tuple and isinstance(value, list):
        return tuple(_value(arguments[0], each, (*place, at)) for at, each in enumerate(value))
    if origin is Mapping and isinstance(value, dict):
        return {key: _value(arguments[1], each, (*place, key)) for key, each in value.items()}
    if origin is Annotated and type(value) is int and arguments[1].least <= value <= arguments[1].greatest:
        return value
    if origin is Literal and value in arguments and type(value) is type(arguments[0]):
        return value
    if type(value) is wanted:
        return value
    hint = did_you_mean(value, arguments) if origin is Literal and isinstance(value, str) else ""
    raise Fault(place, f"expected {_expected(wanted)}, not {seen(value)}{hint}")


def _of_kind(kinds: list[Any], value: object, place: Place) -> Any:
    """The dataclass whose `kind` the table has."""
    by_name = {each.kind: each for each in kinds}
    kind = value.get("kind") if isinstance(value, dict) else None
    if not isinstance(kind, str) or kind not in by_name:
        hint = did_you_mean(kind, by_name) if isinstance(kind, str) else ""
        raise Fault((*place, "kind"), f"expected one of {', '.join(by_name)}, not {seen(kind)}{hint}")
    return by_name[kind]


def _expected(wanted: Any) -> str:
    origin, arguments = get_origin(wanted), get_args(wanted)
    if origin in (Union, UnionType):
        return _expected(arguments[0])
    if origin is Annotated:
        return f"a whole number from {arguments[1].least} to {arguments[1].greatest}"
    if origin is Literal:
        return "one of " + ", ".join(map(seen, arguments))
    if origin is tuple:
        return "a list"
    return {str: "a text", bool: "true or false", int: "a whole number"}.get(wanted, "a table")


def seen(value: object) -> str:
    """A value of the file as people are told about it."""
    if value is None:
        return "nothing"
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, str):
        return f'"{value[:40]}"'
    if isinstance(value, int):  # Python writes no number of more than 4300 digits, but every one in base 16
        return (str(value) if abs(value) < 10**40 else hex(value))[:40]
    return str(value)[:40] if isinstance(value, float) else "a list" if isinstance(value, list) else "a table"
