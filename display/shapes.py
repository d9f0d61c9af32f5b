"""Smooth shapes for pygame: polygons, rounded boxes, rings, dashed slots and shadows, each rendered once and kept.

pygame draws no smooth polygons. So a shape is drawn at four times its size and scaled down, on a surface that is
filled with the shape's own colour at alpha 0 (scaling also averages the colour of what is transparent). Large rounded
boxes are four quarters of a small disc with plain rectangles between.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Hashable, Sequence
from itertools import pairwise
from math import ceil, cos, hypot, pi, sin
from typing import TYPE_CHECKING

import pygame

from display.outlines import OUTLINES, Outline

if TYPE_CHECKING:
    from collections.abc import Callable

    from display.theme import Colour

SCALE = 4
KEPT_PIXELS = 12_000_000  # about 48 MB


class Sprites:
    """Rendered pieces, kept by what they are; the oldest go where they grow too many. Cleared on a resize."""

    def __init__(self) -> None:
        self._kept: OrderedDict[Hashable, pygame.Surface] = OrderedDict()
        self._pixels = 0

    def get(self, key: Hashable, make: Callable[[], pygame.Surface]) -> pygame.Surface:
        """The sprite with this key, made now where it is not there. It must not be drawn on."""
        sprite = self._kept.get(key)
        if sprite is None:
            sprite = self._kept[key] = make()
            self._pixels += sprite.get_width() * sprite.get_height()
            while self._pixels > KEPT_PIXELS and len(self._kept) > 1:
                _, dropped = self._kept.popitem(last=False)
                self._pixels -= dropped.get_width() * dropped.get_height()
        else:
            self._kept.move_to_end(key)
        return sprite

    def clear(self) -> None:
        """Drops everything."""
        self._kept.clear()
        self._pixels = 0

    def outline(self, name: str, width: int, height: int, colour: Colour) -> pygame.Surface:
        """A suit, icon or seat shape of the given size in pixels; names are those of `outlines.OUTLINES`."""
        return self.get(
            ("outline", name, width, height, colour), lambda: smooth_outline(OUTLINES[name], width, height, colour)
        )

    def box(self, surface: pygame.Surface, box: pygame.Rect, radius: float, colour: Colour) -> None:
        """Draws a filled box with round corners of `radius` pixels."""
        radius = min(round(radius), box.w // 2, box.h // 2)
        if radius < 1:
            surface.fill(colour, box)
            return
        disc = self.get(("disc", radius, colour), lambda: _disc(radius, colour))
        self._corners(surface, box, radius, disc)
        surface.fill(colour, (box.x + radius, box.y, box.w - 2 * radius, box.h))
        surface.fill(colour, (box.x, box.y + radius, radius, box.h - 2 * radius))
        surface.fill(colour, (box.right - radius, box.y + radius, radius, box.h - 2 * radius))

    def ring(self, surface: pygame.Surface, box: pygame.Rect, radius: float, width: float, colour: Colour) -> None:
        """Draws the border of a box with round corners, `width` pixels wide, within the box."""
        width = max(1, round(width))
        radius = max(width, min(round(radius), box.w // 2, box.h // 2))
        ring = self.get(("ring", radius, width, colour), lambda: _ring(radius, width, colour))
        self._corners(surface, box, radius, ring)
        across, down = box.w - 2 * radius, box.h - 2 * radius
        surface.fill(colour, (box.x + radius, box.y, across, width))
        surface.fill(colour, (box.x + radius, box.bottom - width, across, width))
        surface.fill(colour, (box.x, box.y + radius, width, down))
        surface.fill(colour, (box.right - width, box.y + radius, width, down))

    def dashes(self, width: int, height: int, radius: float, line: float, colour: Colour) -> pygame.Surface:
        """A dashed border of the given size in pixels."""
        return self.get(
            ("dashes", width, height, round(radius), line, colour),
            lambda: _dashes(width, height, radius, line, colour),
        )

    def line(
        self, points: Sequence[tuple[float, float]], width: float, colour: Colour
    ) -> tuple[pygame.Surface, int, int]:
        """A line through the points with round joints, and the x and y of its surface's top left corner."""
        pad = ceil(width) + 1
        left, top = int(min(x for x, _ in points)) - pad, int(min(y for _, y in points)) - pad
        right, bottom = ceil(max(x for x, _ in points)) + pad, ceil(max(y for _, y in points)) + pad
        local = tuple((x - left, y - top) for x, y in points)
        sprite = self.get(
            ("line", local, width, colour), lambda: _line(local, right - left, bottom - top, width, colour)
        )
        return sprite, left, top

    def shadow(self, width: int, height: int, radius: float, blur: int, alpha: int) -> pygame.Surface:
        """The shadow of a box, `blur` pixels larger on each side than the box."""
        return self.get(("shadow", width, height, blur, alpha), lambda: _shadow(width, height, radius, blur, alpha))

    def _corners(self, surface: pygame.Surface, box: pygame.Rect, radius: int, disc: pygame.Surface) -> None:
        for x, from_x in ((box.x, 0), (box.right - radius, radius)):
            for y, from_y in ((box.y, 0), (box.bottom - radius, radius)):
                surface.blit(disc, (x, y), (from_x, from_y, radius, radius))


def transparent(width: int, height: int, colour: Colour) -> pygame.Surface:
    """A transparent surface that keeps a colour underneath, so that scaling it down makes no dark fringes."""
    surface = pygame.Surface((max(1, width), max(1, height)), pygame.SRCALPHA)
    surface.fill((*colour, 0))
    return surface


def draw_outline(
    surface: pygame.Surface, outline: Outline, left: float, top: float, width: float, height: float, colour: Colour
) -> None:
    """Draws an outline, not smoothed, into the box; what it cuts out becomes transparent."""
    for part in outline:
        points = [(left + x * width, top + y * height) for x, y in part.points]
        pygame.draw.polygon(surface, (*colour, 0) if part.cut else colour, points)


def smooth_outline(outline: Outline, width: int, height: int, colour: Colour) -> pygame.Surface:
    """An outline of the given size in pixels in one colour."""
    width, height = max(1, width), max(1, height)
    large = transparent(width * SCALE, height * SCALE, colour)
    draw_outline(large, outline, 0, 0, width * SCALE, height * SCALE, colour)
    return pygame.transform.smoothscale(large, (width, height))


def _disc(radius: int, colour: Colour) -> pygame.Surface:
    large = transparent(2 * radius * SCALE, 2 * radius * SCALE, colour)
    pygame.draw.circle(large, colour, (radius * SCALE, radius * SCALE), radius * SCALE)
    return pygame.transform.smoothscale(large, (2 * radius, 2 * radius))


def _ring(radius: int, width: int, colour: Colour) -> pygame.Surface:
    large = transparent(2 * radius * SCALE, 2 * radius * SCALE, colour)
    centre = (radius * SCALE, radius * SCALE)
    pygame.draw.circle(large, colour, centre, radius * SCALE)
    if radius > width:
        pygame.draw.circle(large, (*colour, 0), centre, (radius - width) * SCALE)
    return pygame.transform.smoothscale(large, (2 * radius, 2 * radius))


def _path(width: float, height: float, radius: float, inset: float) -> list[tuple[float, float]]:
    """Points all the way round a box with round corners, about a pixel apart."""
    r = max(1.0, radius - inset)
    left, top, right, bottom = inset, inset, width - inset, height - inset
    points: list[tuple[float, float]] = []
    corners = (
        (right - r, top + r, -0.25),
        (right - r, bottom - r, 0.0),
        (left + r, bottom - r, 0.25),
        (left + r, top + r, 0.5),
    )
    for x, y, turn in corners:
        for step in range(17):
            angle = 2 * pi * (turn + step / 64)
            points.append((x + r * cos(angle), y + r * sin(angle)))
    return [*points, points[0]]


def _dashes(width: int, height: int, radius: float, line: float, colour: Colour) -> pygame.Surface:
    large = transparent(width * SCALE, height * SCALE, colour)
    path = _path(width, height, radius, line / 2)
    lengths = [hypot(x2 - x1, y2 - y1) for (x1, y1), (x2, y2) in pairwise(path)]
    dash = line * 3.2
    count = max(8, round(sum(lengths) / (dash * 1.62)))
    period = sum(lengths) / count
    on = period / 1.62
    along = 0.0
    stroke: list[tuple[float, float]] = []
    for (start, end), length in zip(pairwise(path), lengths, strict=True):
        steps = max(1, round(length * 2))
        for step in range(steps):
            part = step / steps
            if (along + length * part) % period < on:
                stroke.append((start[0] + (end[0] - start[0]) * part, start[1] + (end[1] - start[1]) * part))
            elif stroke:
                _stroke(large, stroke, line, colour)
                stroke = []
        along += length
    if stroke:
        _stroke(large, stroke, line, colour)
    return pygame.transform.smoothscale(large, (width, height))


def _stroke(large: pygame.Surface, points: Sequence[tuple[float, float]], width: float, colour: Colour) -> None:
    """Draws a line of round joints at SCALE times its size."""
    half = width * SCALE / 2
    for x, y in points:
        pygame.draw.circle(large, colour, (x * SCALE, y * SCALE), half)
    for (x1, y1), (x2, y2) in pairwise(points):
        length = hypot(x2 - x1, y2 - y1)
        if length:
            dx, dy = (y1 - y2) / length * width / 2, (x2 - x1) / length * width / 2
            quad = ((x1 + dx, y1 + dy), (x2 + dx, y2 + dy), (x2 - dx, y2 - dy), (x1 - dx, y1 - dy))
            pygame.draw.polygon(large, colour, [(x * SCALE, y * SCALE) for x, y in quad])


def _line(
    points: Sequence[tuple[float, float]], width: int, height: int, line: float, colour: Colour
) -> pygame.Surface:
    large = transparent(width * SCALE, height * SCALE, colour)
    _stroke(large, points, line, colour)
    return pygame.transform.smoothscale(large, (width, height))


def _shadow(width: int, height: int, radius: float, blur: int, alpha: int) -> pygame.Surface:
    """Scaled down and up again, which blurs alike in every pygame."""
    full = pygame.Surface((width + 2 * blur, height + 2 * blur), pygame.SRCALPHA)
    pygame.draw.rect(full, (0, 0, 0, alpha), (blur, blur, width, height), border_radius=round(radius))
    step = max(1.0, blur * 0.75)
    small = pygame.transform.smoothscale(
        full, (max(1, round(full.get_width() / step)), max(1, round(full.get_height() / step)))
    )
    return pygame.transform.smoothscale(small, full.get_size())
