"""The microcontroller's clock as seen from the table's computer: when, here, did that happen there?

A question is sent at t0 and answered at t1 with the device's time t, so the device's zero lay at (t0 + t1)/2 - t, give
or take half the round trip. The sample with the least round trip of the last 16 counts. Two crystals differ by up to
some 50 millionths, so after a minute the drift is fitted as well. Source: docs/hardware.md, section 4.5.
"""

from __future__ import annotations

from collections import deque
from typing import NamedTuple

KEPT = 16
ANCHOR_S = 15.0  # one good sample of each such span is kept for the drift
ANCHORS = 40
DRIFT_AFTER_S = 60.0
MOST_DRIFT = 200e-6
UNKNOWN_DRIFT = 50e-6
RACE_S = 3.0  # presses of one race are no further apart


class _Sample(NamedTuple):
    host: float  # seconds, the middle of the round trip
    zero: float  # seconds, when the device's clock was at 0
    error: float  # seconds, half the round trip


def _there(device_us: int, best: _Sample, drift: float) -> float:
    """The host's time of a device's, by the sample that counts and the drift since."""
    there = best.zero + device_us / 1e6
    return there + drift * (there - best.host)


class DeviceClock:
    """Turns the device's microseconds into seconds of the host's monotonic clock."""

    def __init__(self) -> None:
        self._last: deque[_Sample] = deque(maxlen=KEPT)
        self._anchors: deque[_Sample] = deque(maxlen=ANCHORS)
        self._best: _Sample | None = None
        self._drift = 0.0
        self._held: tuple[_Sample, float] | None = None  # the sample and the drift that count for the latest presses
        self._pressed_us = 0
        self.samples = 0

    def sample(self, asked: float, answered: float, device_us: int) -> None:
        """Take in one round trip: the host's seconds when it asked and had the answer, the device's µs in between."""
        middle = (asked + answered) / 2
        sample = _Sample(middle, middle - device_us / 1e6, (answered - asked) / 2)
        self.samples += 1
        self._last.append(sample)
        self._best = min(self._last, key=lambda kept: kept.error)
        if not self._anchors or middle - self._anchors[-1].host >= ANCHOR_S:
            self._anchors.append(sample)
        elif sample.error < self._anchors[-1].error:
            self._anchors[-1] = sample
        self._fit()

    def at(self, device_us: int, now: float) -> float:
        """When that was here, in seconds; never later than `now`, and `now` itself as long as nothing is known."""
        if self._best is None:
            return now
        return min(now, _there(device_us, self._best, self._drift))

    def at_press(self, device_us: int, now: float) -> float:
        """As `at`, for the buttons: presses that follow each other are as far apart here as they were there.

        What is known of the device's clock changes with every sample. Between two presses of one race it must not: the
        first of them would win or lose by what the line did. So as long as presses come within `RACE_S`, what was known
        at the first of them counts.
        """
        if self._best is None:
            return now
        if self._held is None or abs(device_us - self._pressed_us) > RACE_S * 1e6:
            self._held = self._best, self._drift
        self._pressed_us = device_us
        return min(now, _there(device_us, *self._held))

    def error(self, now: float) -> float:
        """How far `at` may be off for something that happens now, in seconds."""
        if self._best is None:
            return float("inf")
        best = self._best
        return best.error + (0 if self._drift else UNKNOWN_DRIFT) * abs(now - best.host)

    @property
    def round_trip(self) -> float:
        """The least round trip of the last samples, in seconds; 0 without samples."""
        return 2 * self._best.error if self._best else 0.0

    @property
    def drift(self) -> float:
        """By how much the device's clock runs slow, as a fraction; 0 in the first minute."""
        return self._drift

    def _fit(self) -> None:
        first = self._anchors[0].host
        if self._anchors[-1].host - first < DRIFT_AFTER_S:
            return
        # Least squares through the anchors, the sure ones counting for more.
        weights = [1 / (sample.error + 1e-4) ** 2 for sample in self._anchors]
        total = sum(weights)
        x = sum(w * (s.host - first) for w, s in zip(weights, self._anchors, strict=True)) / total
        y = sum(w * (s.zero - self._anchors[0].zero) for w, s in zip(weights, self._anchors, strict=True)) / total
        spread = sum(w * (s.host - first - x) ** 2 for w, s in zip(weights, self._anchors, strict=True))
        both = sum(
            w * (s.host - first - x) * (s.zero - self._anchors[0].zero - y)
            for w, s in zip(weights, self._anchors, strict=True)
        )
        self._drift = max(-MOST_DRIFT, min(MOST_DRIFT, both / spread)) if spread else 0.0
