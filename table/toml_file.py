"""A TOML file with the line of each of its values, so that a mistake in it is told where it stands.

toml = read_toml(folder / "table.toml")
with toml.faults_told():
    raise Fault(("seats", 1, "reader"), "expected a text")   # FilesError: table.toml, line 7: seats[2].reader: ...
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TypeAlias

from table.files import FilesError, reason
from table.one_line import on_one_line

LARGEST = 100_000  # bytes: ten times the largest file that anybody needs
DEEPEST = 20  # tables within tables
KEY_LETTERS = 40  # of each key, in a message
TELLS = 400  # letters of a message

# What can stand between a value's first and last line: texts and comments, in which nothing else counts; brackets.
PIECES = re.compile(
    r'''"""(?:\\.|[^\\])*?"{3,5}|"(?:\\.|[^"\\\n])*"|'{3}.*?'{3,5}|'[^'\n]*'|#[^\n]*|[\[{\]}\n]''', re.DOTALL
)

Place: TypeAlias = tuple[str | int, ...]  # ("seats", 0, "reader"): keys, and numbers of an array's elements from 0


class Fault(Exception):
    """What is wrong with the value at a place of the file."""

    def __init__(self, place: Place, text: str) -> None:
        super().__init__(text)
        self.place = place


class Toml:
    """A TOML file that was read: its values in `data`, and the line on which each of them stands."""

    def __init__(self, text: str, name: str) -> None:
        """Read the text of the file `name`. Raises FilesError with the line where it is no TOML."""
        self.name = name
        try:
            self.data: dict[str, Any] = tomllib.loads(text)
        except tomllib.TOMLDecodeError as error:
            what, line = _toml_fault(str(error), text)
            raise FilesError(on_one_line(f"{name}, line {line}: this is no valid TOML ({what})", TELLS)) from None
        except ValueError:  # of Python itself, which reads no longer number
            line = next((at for at, row in enumerate(text.split("\n"), 1) if re.search(r"(?:\d_?){4301}", row)), 1)
            digits = "a number of more than 4300 digits"
            raise FilesError(f"{name}, line {line}: this is no valid TOML ({digits})") from None
        except RecursionError:
            raise FilesError(f"{name}: this is no valid TOML (nested too deep)") from None
        self._lines: dict[Place, int] = {}
        for place, line in _places(text):
            if len(place) > DEEPEST:
                raise FilesError(f"{name}, line {line}: this is no valid TOML (nested too deep)")
            self._lines[place] = line

    def line(self, place: Place) -> int:
        """The line, from 1, of a value; where it is not in the file, of the table that it belongs to."""
        while place and place not in self._lines:
            place = place[:-1]
        return self._lines.get(place, 1)

    @contextmanager
    def faults_told(self) -> Iterator[None]:
        """Turn a Fault into a FilesError with file, line and key, in one line for people."""
        try:
            yield
        except Fault as fault:
            where = f"{self.name}, line {self.line(fault.place)}: {_dotted(fault.place)}"
            raise FilesError(on_one_line(f"{where}: {fault}", TELLS)) from None


def read_toml(path: Path) -> Toml:
    """Read a TOML file. Raises FilesError where it is not there, cannot be read or is no TOML, with the line."""
    try:
        with path.open("rb") as file:
            raw = file.read(LARGEST + 1)
    except OSError as error:
        raise FilesError(f"{path}: this file cannot be read ({reason(error)})") from None
    if len(raw) > LARGEST:
        size = f"more than {LARGEST // 1000} kB"
        raise FilesError(f"{path}: this file has {size}, and Lapio's own have a few: it is another one")
    try:
        text = raw.decode()
    except UnicodeDecodeError as error:
        line = raw.count(b"\n", 0, error.start) + 1
        raise FilesError(f"{path}, line {line}: this is no UTF-8 text (byte {raw[error.start]:02X})") from None
    return Toml(text.replace("\r\n", "\n"), str(path))


def _dotted(place: Place) -> str:
    """`seats[2].reader`: for people, who count from 1."""
    text = ""
    for step in place:
        if isinstance(step, int):
            text += f"[{step + 1}]"
        else:
            text += ("." if text else "") + on_one_line(step, KEY_LETTERS)
    return text


def _toml_fault(message: str, text: str) -> tuple[str, int]:
    """What is wrong and on which line, from the reader's own message."""
    found = re.match(r"(.*) \(at (?:line (\d+), column \d+|end of document)\)$", message, re.DOTALL)
    if found is None:
        return message, 1
    return found[1], int(found[2] or text.count("\n") + 1)


def _places(text: str) -> Iterator[tuple[Place, int]]:
    """Where the values of a valid TOML text stand, one place deeper than DEEPEST at most."""
    table: Place = ()
    elements: dict[Place, int] = {}  # of each array of tables, how many there are so far
    for statement, line in _statements(text):
        values = tomllib.loads(statement)
        if not statement.lstrip().startswith("["):
            yield from ((table + place, line) for place in _nested(values))
            continue
        table, names = (), values
        while isinstance(names, dict) and names and len(table) <= DEEPEST:
            name, names = next(iter(names.items()))
            table += (name,)
            if isinstance(names, list):  # [[table]]: one more of them
                elements[table] = elements.get(table, 0) + 1
            if table in elements:
                table += (elements[table] - 1,)
        yield table, line


def _statements(text: str) -> Iterator[tuple[str, int]]:
    """The statements of a valid TOML text (a key with its value, or the heading of a table), each with its line."""
    start, line, lines, depth = 0, 1, 0, 0
    for piece in PIECES.finditer(text + "\n"):
        token = piece[0]
        lines += token.count("\n")
        if token in ("[", "{"):
            depth += 1
        elif token in ("]", "}"):
            depth -= 1
        elif token == "\n" and not depth:
            statement = text[start : piece.start()]
            if statement.strip() and not statement.lstrip().startswith("#"):
                yield statement, line
            start, line = piece.end(), line + lines
            lines = 0


def _nested(values: Any, above: Place = ()) -> Iterator[Place]:
    inside = values.items() if isinstance(values, dict) else enumerate(values) if isinstance(values, list) else ()
    for key, value in inside:
        yield (*above, key)
        if len(above) <= DEEPEST:
            yield from _nested(value, (*above, key))
