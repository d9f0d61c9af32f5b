"""MicroPython's time with a microsecond counter that wraps at 2^30, as the Pico's does, two seconds after the start.

With `hurry()` nobody waits any more: a sleep only moves the counter on.
"""

import utime
from utime import *  # noqa: F403

_PERIOD = 1 << 30
_START = utime.ticks_us() + 2000000
_slept = [0, False]  # µs, and whether sleeping is skipped


def hurry():
    _slept[1] = True


def now_us():
    return utime.ticks_us() - _START + 2000000 + _slept[0]


def ticks_us():
    return (now_us() - 2000000) & (_PERIOD - 1)


def ticks_diff(later, earlier):
    return ((later - earlier + (_PERIOD >> 1)) & (_PERIOD - 1)) - (_PERIOD >> 1)


def sleep_us(us):
    if _slept[1]:
        _slept[0] += us
    else:
        utime.sleep_us(us)
