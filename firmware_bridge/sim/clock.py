"""Time for the simulated hardware: a virtual clock that only moves when somebody uses it, and the machine's own.

Both count nanoseconds from some moment on. What takes time in the real world (a byte on the wire, a sleep) is
spent on the clock: the virtual one jumps forward, the real one has moved by itself. Also the seeded dice that all
simulated faults are thrown with: MicroPython's random module has one global state only, and both interpreters
must throw the same.
"""

import heapq

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable


class VirtualClock:
    """Moves only by `spend_ns` and `sleep_us`; what is planned with `at_us` happens in between, in its order."""

    def __init__(self) -> None:
        self._ns = 0
        self._order = 0
        self._planned: list[tuple[int, int, Callable[[], None]]] = []

    def now_ns(self) -> int:
        """Nanoseconds since the clock was made."""
        return self._ns

    def now_us(self) -> int:
        """Microseconds since the clock was made; never wraps."""
        return self._ns // 1000

    def now_s(self) -> float:
        """Seconds since the clock was made."""
        return self._ns / 1e9

    def spend_ns(self, ns: int) -> None:
        """Let time pass; planned calls that fall into it are made at their own moment."""
        until = self._ns + ns
        while self._planned and self._planned[0][0] <= until:
            when, _, call = heapq.heappop(self._planned)
            if when > self._ns:
                self._ns = when
            call()
        if until > self._ns:
            self._ns = until

    def sleep_us(self, us: int) -> None:
        """Let `us` microseconds pass."""
        self.spend_ns(us * 1000)

    def sleep_s(self, seconds: float) -> None:
        """Let `seconds` pass."""
        self.spend_ns(int(seconds * 1e9))

    def at_us(self, us: int, call: "Callable[[], None]") -> None:
        """Plan a call for the moment `us`; one that lies in the past is made with the next time that passes."""
        self._order += 1
        heapq.heappush(self._planned, (us * 1000, self._order, call))


class RealClock:
    """The machine's own time, for a simulated table that people watch: nothing is spent, it passes by itself."""

    def __init__(self, now_ns: "Callable[[], int]", sleep_us: "Callable[[int], None]") -> None:
        self._now_ns = now_ns
        self._start = now_ns()
        self.sleep_us = sleep_us

    def now_ns(self) -> int:
        """Nanoseconds since the clock was made."""
        return self._now_ns() - self._start

    def now_us(self) -> int:
        """Microseconds since the clock was made."""
        return self.now_ns() // 1000

    def spend_ns(self, ns: int) -> None:
        """Do nothing: real time has passed already."""


class Dice:
    """Random numbers from a seed, the same in both interpreters (xorshift, 32 bits)."""

    def __init__(self, seed: int) -> None:
        self._state = (seed * 2654435761 + 88172645) & 0xFFFFFFFF or 1

    def bits(self) -> int:
        """The next 32 random bits."""
        x = self._state
        x ^= x << 13 & 0xFFFFFFFF
        x ^= x >> 17
        x ^= x << 5 & 0xFFFFFFFF
        self._state = x
        return x

    def below(self, n: int) -> int:
        """A whole number from 0 to n - 1."""
        return self.bits() % n

    def chance(self, percent: int) -> bool:
        """True in `percent` of a hundred throws."""
        return percent > 0 and self.bits() % 10000 < percent * 100
