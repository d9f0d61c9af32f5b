"""MicroPython's time with a microsecond counter that wraps at 2^30, as the Pico's does, two seconds after the start.

With `hurry()` nobody waits any more: a sleep only moves the counter on.
"""

import utime  # type: ignore[import-not-found]
from utime import *  # noqa: F403

_PERIOD = 1 << 30
_START = utime.ticks_us() + 2000000
_slept = [0, False]  # µs, and whether sleeping is skipped


def hurry() -> None:
    """From now on a sleep takes no time."""
    _slept[1] = True


def now_us() -> int:
    """Microseconds since the start, without a wrap."""
    return int(utime.ticks_us() - _START + 2000000 + _slept[0])


def ticks_us() -> int:
    """The Pico's counter."""
    return (now_us() - 2000000) & (_PERIOD - 1)


def ticks_diff(later: int, earlier: int) -> int:
    """From one stamp of the counter to another, in µs, across a wrap."""
    return ((later - earlier + (_PERIOD >> 1)) & (_PERIOD - 1)) - (_PERIOD >> 1)


def sleep_us(us: int) -> None:
    """Wait so long, or say that it was so."""
    if _slept[1]:
        _slept[0] += us
    else:
        utime.sleep_us(us)
