"""How good a cable is: good and bad lines, the last pieces of garbage, and when people should be told.

Source: docs/hardware.md, section 4.4.
"""

from __future__ import annotations

import re
from collections import deque

from firmware_bridge import wire

WINDOW_S = 60.0
DAMAGED = 0.01  # the part of lines that may be damaged before people are told
FEW = 2  # and so many lines in a minute are nothing in any case
KEPT = 20


class Quality:
    """Counts what a parser sees. Nothing that could be a UID is kept: anybody may look at the hardware page."""

    def __init__(self, now: float) -> None:
        self.parser = wire.Parser(self._on_garbage)
        self.garbage: deque[str] = deque(maxlen=KEPT)
        self._since = now
        self._good = 0
        self._bad = 0

    def verdict(self, now: float) -> str:
        """Once a minute, where too many lines came damaged, what to tell people; else empty."""
        if now - self._since < WINDOW_S:
            return ""
        good, bad = self.parser.good - self._good, self.parser.bad - self._bad
        self._since, self._good, self._bad = now, self.parser.good, self.parser.bad
        if bad <= FEW or bad <= DAMAGED * (good + bad):
            return ""
        return (
            f"{bad} of {good + bad} lines came damaged in a minute: "
            "check the cable, and that no other program has the port open"
        )

    def _on_garbage(self, data: bytes) -> None:
        text = data.decode("ascii", "replace").strip()
        if text:
            self.garbage.append(without_uids("".join(c if c.isprintable() else "�" for c in text)))


def without_uids(text: str) -> str:
    """The text with everything blotted out that could be (a part of) a UID."""
    return re.sub(r"(?=[A-Fa-f]*[0-9])[0-9A-Fa-f]{6,}|[A-F]{6,}", "……", text)
