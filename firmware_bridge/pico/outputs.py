"""Lamps and buzzers: what the commands `led` and `buzz` do, in time. Pure; the pins are callables.

Source: docs/hardware.md, section 4.3.
"""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

FULL = 255
BLINK_MS = 300  # on, and as long off, where the command says nothing


class Lamp:
    """One lamp; `show(level)` sets its brightness, 0 to 255."""

    def __init__(self, show: "Callable[[int], None]") -> None:
        self._show = show
        self._level = 0
        self._shown = -1
        self._blink_us = 0  # 0: steady
        self._next = 0  # when the next change is due
        self._left = 0  # changes left; -1: for ever

    def steady(self, level: int, ms: int, now: int) -> None:
        """Shine with `level`, for `ms` milliseconds or, where that is 0, until told otherwise."""
        self._blink_us = 0
        self._level = level
        self._left = 1 if ms else 0
        self._next = now + 1000 * ms
        self._set(level)

    def blink(self, ms: int, times: int, now: int) -> None:
        """Be on and off for `ms` milliseconds each, `times` times or, where that is 0, until told otherwise."""
        self._level = FULL
        self._blink_us = 1000 * ms
        self._left = 2 * times - 1 if times else -1
        self._next = now + self._blink_us
        self._set(FULL)

    def tick(self, now: int) -> None:
        """Do what is due at `now`, in µs."""
        while self._left and now >= self._next:
            if self._left > 0:
                self._left -= 1
            self._set(0 if self._shown else self._level)
            self._next += self._blink_us

    def _set(self, level: int) -> None:
        if level != self._shown:
            self._shown = level
            self._show(level)


class Buzzer:
    """One buzzer; `sound(hz)` lets it sound, with 0 it is silent."""

    def __init__(self, sound: "Callable[[int], None]") -> None:
        self._sound = sound
        self._until = 0
        self._on = False

    def buzz(self, hz: int, ms: int, now: int) -> None:
        """Sound for `ms` milliseconds; what sounded before is cut off."""
        self._until = now + 1000 * ms
        self._on = True
        self._sound(hz)

    def tick(self, now: int) -> None:
        """Fall silent when it is time, in µs."""
        if self._on and now >= self._until:
            self.off()

    def off(self) -> None:
        """Be silent."""
        self._on = False
        self._sound(0)


class Outputs:
    """All lamps and buzzers of a board; dark and silent at first."""

    def __init__(self, lamps: "Sequence[Callable[[int], None]]", buzzers: "Sequence[Callable[[int], None]]") -> None:
        self.lamps = [Lamp(show) for show in lamps]
        self.buzzers = [Buzzer(sound) for sound in buzzers]
        self.off(0)

    def tick(self, now: int) -> None:
        """Do what is due at `now`, in µs."""
        for lamp in self.lamps:
            lamp.tick(now)
        for buzzer in self.buzzers:
            buzzer.tick(now)

    def off(self, now: int) -> None:
        """Everything dark and silent."""
        for lamp in self.lamps:
            lamp.steady(0, 0, now)
        for buzzer in self.buzzers:
            buzzer.off()
