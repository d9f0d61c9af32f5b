"""What moves, and how: cards on their way, plates and numbers that change, the alert that comes in.

A motion knows its pixels at each part of its time; the screen paints the settled picture and the motions over it.
All times are seconds. Nothing loops, and nothing else moves.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

import pygame

from display.layout import Back, Box, Card
from display.paint import pixels

if TYPE_CHECKING:
    from display.paint import Painter

PLAYED = 0.200  # a card played
STAYS = 0.900  # a full trick lies before it is taken
TAKEN = 0.200
TURN = 0.120
ALERT = 0.150
PULSES = 0.800
SCORE = 0.200
SMALL_FROM, SMALL_TO = 0.6, 0.3  # the size of a card that comes from its seat, and of one that goes to the winner


def ease_out(part: float) -> float:
    """Fast first, then slower (cubic)."""
    return 1 - (1 - part) ** 3


def ease_in_out(part: float) -> float:
    """Slow, fast, slow (cubic)."""
    return 4 * part**3 if part < 0.5 else 1 - (2 - 2 * part) ** 3 / 2


class Motion(Protocol):
    """One thing in motion. `part`: how much of its time is over, 0 to 1."""

    seconds: float

    def reach(self, part: float) -> pygame.Rect:
        """The pixels that it touches."""

    def paint(self, surface: pygame.Surface, part: float) -> None:
        """Paints it over the settled picture."""


class Flight:
    """A card that flies from one box to another, perhaps fading in its last third."""

    def __init__(
        self, painter: Painter, card: Card | Back, start: Box, end: Box, seconds: float, *, fades: bool
    ) -> None:
        self.seconds = seconds
        self._painter = painter
        self._card = card
        self._start, self._end = start, end
        self._fades = fades

    def _box(self, part: float) -> Box:
        done = ease_in_out(part) if self._fades else ease_out(part)
        return Box(*(a + (b - a) * done for a, b in zip(self._start, self._end, strict=True)))

    def reach(self, part: float) -> pygame.Rect:
        """The pixels that it touches."""
        return pixels(self._box(part)).inflate(2, 2)

    def paint(self, surface: pygame.Surface, part: float) -> None:
        """Paints it over the settled picture."""
        alpha = round(255 * min(1.0, 3 * (1 - part))) if self._fades else 255
        self._painter.card(surface, self._card, self._box(part), alpha)


class Fade:
    """What was in a box fades out over what is there now."""

    def __init__(self, before: pygame.Surface, box: pygame.Rect, seconds: float) -> None:
        self.seconds = seconds
        self._before = before
        self._rect = box

    def reach(self, part: float) -> pygame.Rect:
        """The pixels that it touches."""
        return self._rect

    def paint(self, surface: pygame.Surface, part: float) -> None:
        """Paints it over the settled picture."""
        self._before.set_alpha(round(255 * (1 - part)))
        surface.blit(self._before, self._rect)


class Rise:
    """What is in a box now fades in over what was there, and rises by a few pixels."""

    def __init__(
        self, before: pygame.Surface, after: pygame.Surface, box: pygame.Rect, by: float, seconds: float
    ) -> None:
        self.seconds = seconds
        self._before, self._after = before, after
        self._rect, self._by = box, by

    def reach(self, part: float) -> pygame.Rect:
        """The pixels that it touches."""
        return self._rect

    def paint(self, surface: pygame.Surface, part: float) -> None:
        """Paints it over the settled picture."""
        done = ease_out(part)
        clip = surface.get_clip()
        surface.set_clip(self._rect)
        surface.blit(self._before, self._rect)
        self._after.set_alpha(round(255 * done))
        surface.blit(self._after, self._rect.move(0, round(self._by * (1 - done))))
        surface.set_clip(clip)


class Pulse:
    """The alert's border, which swells twice."""

    def __init__(self, painter: Painter, box: Box, radius: float, width: float) -> None:
        self.seconds = PULSES
        self._painter = painter
        self._rect = pixels(box)
        self._radius, self._width = radius, width

    def reach(self, part: float) -> pygame.Rect:
        """The pixels that it touches."""
        return self._rect

    def paint(self, surface: pygame.Surface, part: float) -> None:
        """Paints it over the settled picture."""
        swell = abs(2 * ((2 * part) % 1.0) - 1)  # 1, 0, 1, 0, 1: starts and ends swollen
        width = self._width * (1 + 1.6 * (1 - swell))
        self._painter.sprites.ring(surface, self._rect, self._radius, width, self._painter.theme["alert_edge"])
