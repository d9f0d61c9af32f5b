"""Which reader, button and lamp belongs to which place at the table."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal, TypeAlias

from engine.actions import Seat

Place: TypeAlias = Seat | Literal["draw", "discard", "shared"]


@dataclass(frozen=True, slots=True)
class Seating:
    """`names[seat]` is what people call a seat; a reader stands at a seat, at the stock, at the pile, or for all."""

    names: tuple[str, ...]
    readers: Mapping[str, Place] = field(default_factory=dict)
    buttons: Mapping[str, Seat] = field(default_factory=dict)
    lamps: Mapping[Seat, str] = field(default_factory=dict)

    def reader_of(self, place: Place) -> str | None:
        """The reader that stands at a place; the shared one where a seat has none of its own."""
        for wanted in (place, "shared") if isinstance(place, int) else (place,):
            for reader, stands_at in self.readers.items():
                if stands_at == wanted:
                    return reader
        return None


def mock_seating(names: Sequence[str], *, draw: bool = True) -> Seating:
    """A table with a reader, a button and a lamp at each seat, and a draw reader if wanted."""
    readers: dict[str, Place] = {f"seat-{seat + 1}": seat for seat in range(len(names))}
    if draw:
        readers["draw"] = "draw"
    return Seating(
        tuple(names),
        readers,
        {f"button-{seat + 1}": seat for seat in range(len(names))},
        {seat: f"lamp-{seat + 1}" for seat in range(len(names))},
    )
