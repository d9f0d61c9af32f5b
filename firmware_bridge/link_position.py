"""How far the events of a serial device are on disk, as the journal keeps it beside the Reads."""

from __future__ import annotations

import re
from typing import NamedTuple


class Position(NamedTuple):
    """How far a device's events are on disk. For the journal it is opaque: `str(position)` and `Position.of(text)`."""

    boot: str  # the device's boot id, new at each of its starts
    seq: int  # the number of the event
    gap: bool = False  # a gap is open: what lies on the readers has been asked for and is not yet on disk

    def __str__(self) -> str:
        return f"{self.boot}:{self.seq}{':gap' if self.gap else ''}"

    @classmethod
    def of(cls, text: str) -> Position:
        """The position that `str` made this text of. Raises ValueError for any other text."""
        match = re.fullmatch(r"([0-9A-F]{4})?:([0-9]{1,10})(:gap)?", text)
        if match is None:
            raise ValueError(f"no position of a serial link: {text!r}")
        return cls(match[1] or "", int(match[2]), match[3] is not None)


NOWHERE = Position("", 0)  # no event of any device has been seen yet
