"""Hardware that has failed is tried again: after a second, and then after longer and longer waits."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Sequence

CALM_S = 60.0  # what has worked for so long begins with the first wait when it fails again


class Retrying:
    """Calls `restart(name)` for whatever is down, until it is up.

    `waits_s`: the seconds before each try; the last of them before all further ones; none where nothing is tried again.
    With `in_thread` that happens in a thread of its own, which is there as long as something is down; else in `look`.
    """

    def __init__(
        self,
        waits_s: Sequence[float],
        restart: Callable[[str], object],
        monotonic: Callable[[], float] = time.monotonic,
        *,
        in_thread: bool = True,
    ) -> None:
        self._waits = tuple(waits_s)
        self._restart = restart
        self._monotonic = monotonic
        self._in_thread = in_thread
        self._changed = threading.Condition()
        self._due: dict[str, float] = {}  # when each that is down is tried next
        self._tries: dict[str, int] = {}
        self._up_since: dict[str, float] = {}
        self._ending = False
        self._thread: threading.Thread | None = None

    def down(self, name: str) -> None:
        """It has failed. Said twice, it changes nothing."""
        with self._changed:
            if name in self._due or not self._waits or self._ending:
                return
            now = self._monotonic()
            if now - self._up_since.get(name, float("-inf")) >= CALM_S:
                self._tries[name] = 0
            self._due[name] = now + self._wait(name)
            if self._in_thread and self._thread is None:
                self._thread = threading.Thread(target=self._run, name="trying again", daemon=True)
                self._thread.start()
            self._changed.notify()

    def up(self, name: str) -> None:
        """It works."""
        with self._changed:
            if self._due.pop(name, None) is not None:
                self._up_since[name] = self._monotonic()
            self._changed.notify()

    def look(self) -> None:
        """Try what is due."""
        while (name := self._next()) is not None:
            self._restart(name)

    def stop(self) -> None:
        """Nothing is tried any more once this returns. Safe to call twice."""
        with self._changed:
            self._ending = True
            self._due.clear()
            self._changed.notify()
        if self._thread is not None and self._thread is not threading.current_thread():
            self._thread.join(timeout=10)

    def _wait(self, name: str) -> float:
        return self._waits[min(self._tries.get(name, 0), len(self._waits) - 1)]

    def _next(self) -> str | None:
        """The name of one that is due, whose next try is planned with that; None where none is."""
        with self._changed:
            now = self._monotonic()
            for name, due in self._due.items():
                if due <= now:
                    self._tries[name] = self._tries.get(name, 0) + 1
                    self._due[name] = now + self._wait(name)
                    return name
        return None

    def _run(self) -> None:
        while True:
            self.look()
            with self._changed:
                if self._ending or not self._due:
                    self._thread = None
                    return
                self._changed.wait(max(0.0, min(self._due.values()) - self._monotonic()))
