"""The text of table.toml for a configuration: what people find in the file when set-up has written it.

Only what differs from the usual stands in it, so the file stays short and can be corrected by hand. Comments that
somebody has put into an older file are not kept; the older file is, as .bak.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import MISSING, Field, fields
from pathlib import Path
from typing import Any

from table.config import TableConfig, read_config
from table.files import write_file

HEADING = "# Lapio's table: who sits where, and what is wired to what. Written by `lapio setup`; you may change it."


def config_text(config: TableConfig) -> str:
    """The configuration as TOML. `read_config` makes an equal one of it."""
    lines = [HEADING, ""]
    lines += _pairs(config, leave_out=("seats", "sources", "look", "house"))
    lines += [] if config.sources else ["sources = []"]  # without this line it would be read as a mock table
    for seat in config.seats:
        lines += ["", "[[seats]]", *_pairs(seat)]
    for heading, table in (("house", config.house), ("look", config.look)):
        if pairs := list(_pairs(table)):
            lines += ["", f"[{heading}]", *pairs]
    for source in config.sources:
        lines += ["", "[[sources]]", f'kind = "{source.kind}"', *_pairs(source)]
    return re.sub("\n{3,}", "\n\n", "\n".join(lines)) + "\n"


def write_config(config: TableConfig, path: Path) -> None:
    """Put the configuration on the disk, once its text is known to be read as that; the old file is kept as .bak.

    Raises ConfigError with the line and the key of what cannot be, FilesError where it cannot be written.
    """
    text = config_text(config)
    read_config(text, str(path))
    write_file(path, text, keep_old=True)


def _pairs(table: Any, leave_out: tuple[str, ...] = ()) -> Iterator[str]:
    """`key = value` of each field that differs from its default."""
    for each in fields(table):
        value = getattr(table, each.name)
        if each.name not in leave_out and value is not None and value != _default(each):
            yield f"{each.name} = {_value(value)}"


def _default(each: Field[Any]) -> object:
    return each.default_factory() if each.default_factory is not MISSING else each.default


def _value(value: object) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, int):
        return str(value)
    if isinstance(value, str):
        return _text(value)
    if isinstance(value, Mapping):
        return "{ " + ", ".join(f"{_key(key)} = {_value(each)}" for key, each in value.items()) + " }"
    if isinstance(value, tuple):
        return "[" + ", ".join(_value(each) for each in value) + "]"
    raise TypeError(f"table.toml has no {type(value).__name__}")


def _key(key: str) -> str:
    return key if re.fullmatch("[A-Za-z0-9_-]+", key) else _text(key)


def _text(text: str) -> str:
    """A TOML string: quotes, backslashes and control characters are escaped."""
    escaped = text.replace("\\", "\\\\").replace('"', '\\"')
    return '"' + re.sub("[\x00-\x1f\x7f]", lambda found: f"\\u{ord(found[0]):04X}", escaped) + '"'
