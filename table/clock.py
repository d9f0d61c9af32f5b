"""The table's clocks: real time, faster for a demo, or time that only passes when nothing is left to do."""

from __future__ import annotations

import time
from typing import Protocol


class Clock(Protocol):
    """A monotonic clock in seconds, and how long to really wait for a moment of it."""

    def now(self) -> float:
        """The moment it is."""

    def wait(self, moment: float) -> float:
        """How many real seconds it takes until this moment; 0 where it has come."""

    def pass_to(self, moment: float) -> None:
        """Nothing happens before this moment: a clock that may jump does."""


class RealClock:
    """The monotonic clock, `speed` times as fast. A change of the wall clock does not touch it."""

    def __init__(self, speed: float = 1.0) -> None:
        self._speed = speed
        self._start = time.monotonic()

    def now(self) -> float:
        """Seconds since it was made, times the speed."""
        return (time.monotonic() - self._start) * self._speed

    def wait(self, moment: float) -> float:
        """Real seconds until then."""
        return max(0.0, (moment - self.now()) / self._speed)

    def pass_to(self, moment: float) -> None:
        """Real time passes by itself."""


class JumpingClock:
    """No time is ever waited for: the clock jumps to the next moment at which something happens."""

    def __init__(self) -> None:
        self._now = 0.0

    def now(self) -> float:
        """Seconds since it was made."""
        return self._now

    def wait(self, moment: float) -> float:
        """Nothing is waited for."""
        return 0.0

    def pass_to(self, moment: float) -> None:
        """It is then."""
        self._now = max(self._now, moment)
