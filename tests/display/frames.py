"""How long a frame takes, and what a screen costs that shows nothing new. For `make bench`."""

from __future__ import annotations

import time
from dataclasses import replace

from display.screen import Screen
from display.view import Laid, Look
from tests.display import samples


def frame_times(size: tuple[int, int], tricks: int = 20) -> list[float]:
    """Milliseconds of every frame while cards are played, with motion, after each picture was drawn once before."""
    screen = Screen(size, Look(), allow_hidden=True)
    whole = samples.play()
    cards = whole.laid
    try:
        times: list[float] = []
        for trick in range(tricks):
            for count in range(len(cards) + 1):
                laid = tuple(Laid(each.seat, each.card) for each in cards[:count])
                screen.show(replace(whole, laid=laid, winning=laid[0].seat if laid else None))
                taken = _frames(screen)
                if trick:
                    times += taken
        return times
    finally:
        screen.close()


def _frames(screen: Screen) -> list[float]:
    """Draw until nothing moves any more."""
    times: list[float] = []
    moment = time.monotonic()
    while True:
        began = time.perf_counter()
        wait = screen.tick(moment)
        times.append((time.perf_counter() - began) * 1000)
        if wait is None:
            return times
        moment += max(wait, 1 / 60)


def idle_share(seconds: float) -> float:
    """The share of a core that a screen takes which shows nothing new."""
    screen = Screen((1920, 1080), Look(), allow_hidden=True)
    try:
        screen.show(samples.play())
        _frames(screen)
        began, end = time.process_time(), time.monotonic() + seconds
        while time.monotonic() < end:
            screen.intents(end - time.monotonic())
            screen.tick(time.monotonic())
        return (time.process_time() - began) / seconds
    finally:
        screen.close()
