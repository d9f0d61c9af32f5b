"""The players' pages of rules, read from their Markdown into blocks: headings, paragraphs, items and small tables.

Only what the pages use is known: `#`, `##`, `-` and `1.` lists, tables with a head, `**strong**`, `*strong*` and
`` `typed` ``, which is set as strong too.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Final, TypeAlias

RULES: Final = Path(__file__).parent / "rules"

_SPAN = re.compile(r"\*\*(.+?)\*\*|`([^`]+)`|\*([^*\s][^*]*)\*")
_ITEM = re.compile(r"(?:-|(\d+)\.) +")

Word: TypeAlias = tuple[tuple[str, bool], ...]
"""What stands between two spaces, in pieces: their text and whether they are strong."""


@dataclass(frozen=True, slots=True)
class Block:
    """A heading ("#", "##"), a paragraph (""), or an item with its mark ("-", "1.")."""

    mark: str
    words: tuple[Word, ...]


@dataclass(frozen=True, slots=True)
class Table:
    """A table: its rows of cells, the head first."""

    rows: tuple[tuple[tuple[Word, ...], ...], ...]


@cache
def rules_of(game: str, language: str) -> tuple[Block | Table, ...]:
    """The rules of a game in a language, in English where there is no other; nothing where nobody has written them."""
    for code in (language, "en"):
        page = RULES / code / f"{game}.md"
        if page.is_file():
            return blocks_of(page.read_text(encoding="utf-8"))
    return ()


def blocks_of(page: str) -> tuple[Block | Table, ...]:
    """The blocks of a page, in order."""
    blocks: list[Block | Table] = []
    open_mark, open_lines = "", [""][:0]
    rows: list[str] = []

    def end() -> None:
        if open_lines:
            blocks.append(Block(open_mark, words_of(" ".join(open_lines))))
            open_lines.clear()
        if rows:
            blocks.append(Table(tuple(_cells(row) for row in rows if not row.startswith("|-"))))
            rows.clear()

    for line in (line.strip() for line in page.splitlines()):
        item = _ITEM.match(line)
        if not line:
            end()
        elif line.startswith("|"):
            if not rows:
                end()
            rows.append(line)
        elif line.startswith("#"):
            end()
            mark, _, text = line.partition(" ")
            blocks.append(Block(mark, words_of(text)))
        elif item and (not open_lines or open_mark):  # within a paragraph a line may begin with a number
            end()
            open_mark = f"{item[1]}." if item[1] else "-"
            open_lines.append(line[item.end() :])
        else:
            if not open_lines:
                end()
                open_mark = ""
            open_lines.append(line)
    end()
    return tuple(blocks)


def words_of(text: str) -> tuple[Word, ...]:
    """The words of a text with what is strong in them."""
    pieces: list[tuple[str, bool]] = []
    last = 0
    for span in _SPAN.finditer(text):
        pieces += [(text[last : span.start()], False), (next(filter(None, span.groups())), True)]
        last = span.end()
    pieces.append((text[last:], False))
    words: list[list[tuple[str, bool]]] = [[]]
    for piece, strong in pieces:
        for number, part in enumerate(piece.split(" ")):
            if number:
                words.append([])
            if part:
                words[-1].append((part, strong))
    return tuple(tuple(word) for word in words if word)


def plain(words: tuple[Word, ...]) -> str:
    """The text without what is strong in it."""
    return " ".join("".join(piece for piece, _ in word) for word in words)


def _cells(row: str) -> tuple[tuple[Word, ...], ...]:
    return tuple(words_of(cell.strip()) for cell in row.strip().strip("|").split("|"))
