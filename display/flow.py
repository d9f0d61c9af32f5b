"""Running text for the screen: blocks set into lines of a width, and lines filled into columns.

A heading stays with what follows it, the first and the last line of a paragraph are not left alone, and a table that
goes on in the next column has its head there again. Lengths are pixels.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, NamedTuple

from display.markdown import Block, Table

if TYPE_CHECKING:
    from display.markdown import Word
    from display.plan import Plan

LINE = 1.3  # em from line to line: more than in short texts
TEXT, STRONG, HEAD = "rules", "rules-bold", "rules-head"


class Run(NamedTuple):
    """A piece of a line in one weight: its place from the left of the column and from the top of its row."""

    text: str
    role: str
    x: float
    y: float


@dataclass(frozen=True, slots=True)
class Row:
    """What is never divided: a line of text, or a row of a table with all its lines.

    `before`: the space over it, unless it begins a column. `stays`: it must not be the last one of a column. `head`:
    the head of the table that it belongs to. `line`: a thin line is drawn under it.
    """

    runs: tuple[Run, ...]
    high: float
    before: float = 0.0
    stays: bool = False
    head: Row | None = None
    line: bool = False


def rows_of(plan: Plan, blocks: Sequence[Block | Table], width: float) -> list[Row]:
    """The blocks set into a column of this width; a page's title is no part of it."""
    rows: list[Row] = []
    em = plan.em(TEXT)
    before = ""
    for block in blocks:
        if isinstance(block, Table):
            rows += _table(plan, block, width)
            before = "table"
            continue
        if block.mark == "#":
            continue
        if block.mark == "##":
            rows += _set(plan, block.words, width, role=HEAD, before=1.0 * em, stays=True)
        elif block.mark:
            indent = plan.width("–  " if block.mark == "-" else "00. ", TEXT)
            space = 0.2 * em if before not in ("", "##", "table") else 0.5 * em
            item = _set(plan, block.words, width - indent, indent=indent, before=space)
            mark = "–" if block.mark == "-" else block.mark
            item[0] = replace(item[0], runs=(Run(mark, TEXT, 0.0, 0.0), *item[0].runs))
            rows += item
        else:
            rows += _set(plan, block.words, width, before=(0.3 if before == "##" else 0.6) * em)
        before = block.mark
    return rows


def columns_of(rows: Sequence[Row], height: float) -> list[list[Row]]:
    """The rows filled into as many columns of this height as it takes."""
    columns: list[list[Row]] = []
    column: list[Row] = []
    used = 0.0
    for row in rows:
        if column and used + row.before + row.high > height + 0.5:
            keep = len(column)
            while keep > 1 and column[keep - 1].stays:
                keep -= 1
            if column[keep - 1].stays:  # nothing in it may be the last one
                keep = len(column)
            column, moved = column[:keep], column[keep:]
            columns.append(column)
            begins = (moved or [row])[0]
            column = [*([begins.head] if begins.head is not None else []), *moved]
            used = sum(each.high + (each.before if number else 0.0) for number, each in enumerate(column))
        used += row.high + (row.before if column else 0.0)
        column.append(row)
    return [*columns, column] if column else columns


def _set(
    plan: Plan,
    words: Sequence[Word],
    width: float,
    *,
    role: str = TEXT,
    indent: float = 0.0,
    before: float = 0.0,
    stays: bool = False,
) -> list[Row]:
    """A paragraph in lines."""
    high = LINE * plan.em(role)
    lines = _wrapped(plan, words, width, role)
    last = len(lines) - 1
    return [
        Row(
            tuple(_runs(plan, line, role, indent, 0.0)),
            high,
            0.0 if number else before,
            stays or (last > 0 and number in (0, last - 1)),
        )
        for number, line in enumerate(lines)
    ]


def _wide(plan: Plan, word: Word, role: str) -> float:
    return sum(plan.width(piece, _role(role, strong)) for piece, strong in word)


def _role(role: str, strong: bool) -> str:
    return STRONG if strong and role == TEXT else role


def _wrapped(plan: Plan, words: Sequence[Word], width: float, role: str) -> list[list[Word]]:
    """The words in lines that are no wider than this; a word that is wider has a line of its own."""
    lines: list[list[Word]] = [[]]
    used, space = 0.0, plan.width(" ", role)
    for word in words:
        wide = _wide(plan, word, role)
        if lines[-1] and used + space + wide > width:
            lines.append([])
            used = 0.0
        used += wide + (space if lines[-1] else 0.0)
        lines[-1].append(word)
    return lines


def _runs(plan: Plan, words: Sequence[Word], role: str, x: float, y: float) -> list[Run]:
    """A line in as few pieces as its weights allow."""
    runs: list[Run] = []
    text, weight = "", role
    for number, word in enumerate(words):
        for place, (piece, strong) in enumerate(word):
            gap = " " if number and not place else ""
            if text and _role(role, strong) == weight:
                text += gap + piece
                continue
            if text:
                runs.append(Run(text, weight, x, y))
                x += plan.width(text, weight)
            x += plan.width(gap, role) if gap else 0.0
            text, weight = piece, _role(role, strong)
    return [*runs, Run(text, weight, x, y)] if text else runs


def _table(plan: Plan, table: Table, width: float) -> list[Row]:
    """A table in columns as wide as their words want; its cells under one another where that takes less height."""
    stacked = _stacked(plan, table, width)
    rows = _in_columns(plan, table, width)
    return stacked if not rows or _height(stacked) < _height(rows) else rows


def _height(rows: Sequence[Row]) -> float:
    return sum(row.before + row.high for row in rows)


def _in_columns(plan: Plan, table: Table, width: float) -> list[Row]:
    """A table in columns; nothing where a word has no room."""
    em = plan.em(TEXT)
    gap = 1.1 * em
    count = max(len(row) for row in table.rows)
    room = width - gap * (count - 1)
    cells = [[row[place] for row in table.rows if place < len(row)] for place in range(count)]
    narrow = [max((_wide(plan, word, STRONG) for cell in column for word in cell), default=0.0) for column in cells]
    whole = [max(_line_width(plan, cell) for cell in column) for column in cells]
    if sum(narrow) > room:
        return []
    more = room - sum(narrow)
    wanted = sum(whole) - sum(narrow)
    part = min(1.0, more / wanted) if wanted > 0 else 0.0
    widths = [least + (most - least) * part + 0.5 for least, most in zip(narrow, whole, strict=True)]
    lefts = [sum(widths[:place]) + gap * place for place in range(count)]
    head, *body = [_table_row(plan, row, lefts, widths, bold=number == 0) for number, row in enumerate(table.rows)]
    head = replace(head, before=0.7 * em, stays=True)
    return [head, *(replace(row, head=head) for row in body)]


def _line_width(plan: Plan, cell: Sequence[Word]) -> float:
    return sum(_wide(plan, word, STRONG) for word in cell) + plan.width(" ", TEXT) * max(0, len(cell) - 1)


def _table_row(
    plan: Plan, cells: Sequence[Sequence[Word]], lefts: Sequence[float], widths: Sequence[float], *, bold: bool
) -> Row:
    role = STRONG if bold else TEXT
    step = 1.2 * plan.em(TEXT)
    runs: list[Run] = []
    deepest = 1
    for cell, left, wide in zip(cells, lefts, widths, strict=False):
        lines = _wrapped(plan, cell, wide, role) if cell else []
        deepest = max(deepest, len(lines))
        for number, line in enumerate(lines):
            runs += _runs(plan, line, role, left, number * step)
    return Row(tuple(runs), deepest * step + 0.45 * plan.em(TEXT), line=True)


def _stacked(plan: Plan, table: Table, width: float) -> list[Row]:
    """A table without columns: of each row the first cell, strong, and under it the others."""
    indent = plan.em(TEXT)
    rows: list[Row] = []
    for cells in table.rows[1:]:
        first, *others = cells
        strong = tuple(tuple((piece, True) for piece, _ in word) for word in first)
        rows += _set(plan, strong, width, before=0.4 * indent, stays=True)
        for cell in filter(None, others):
            rows += _set(plan, cell, width - indent, indent=indent, stays=cell is not others[-1])
    return rows
