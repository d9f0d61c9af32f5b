"""Suits, court emblems, icons and seat shapes as polygons on a unit square, y downwards. Pure data, no pygame.

Suits are never font glyphs, since many fonts lack them. The numbers are those of docs/look.md, sections 4 and 5.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import cos, pi, sin
from typing import NamedTuple, TypeAlias

Point: TypeAlias = tuple[float, float]

CURVE_STEPS = 14
DISC_STEPS = 64


class Part(NamedTuple):
    """One filled polygon of an outline; `cut` takes its area out of what was drawn before."""

    points: tuple[Point, ...]
    cut: bool = False


Outline: TypeAlias = tuple[Part, ...]


def polygon(*points: Point, cut: bool = False) -> Part:
    """A polygon through these points."""
    return Part(points, cut)


def bar(left: float, top: float, right: float, bottom: float) -> Part:
    """An upright rectangle."""
    return Part(((left, top), (right, top), (right, bottom), (left, bottom)))


def arc(x: float, y: float, rx: float, ry: float, start: float, end: float, steps: int = DISC_STEPS) -> list[Point]:
    """Points on an ellipse, from angle `start` to `end` in turns, 0 at the right and growing downwards."""
    angles = [2 * pi * (start + (end - start) * step / steps) for step in range(steps + 1)]
    return [(x + rx * cos(angle), y + ry * sin(angle)) for angle in angles]


def disc(x: float, y: float, radius: float, *, cut: bool = False) -> Part:
    """A filled circle round a point."""
    return Part(tuple(arc(x, y, radius, radius, 0, 1)), cut)


def curve(start: Point, *segments: tuple[Point, Point, Point] | Point) -> list[Point]:
    """The points of a path: each segment is a cubic (two controls, end) or a straight line to a point."""
    points = [start]
    for segment in segments:
        if isinstance(segment[0], tuple):
            (ax, ay), (bx, by), (cx, cy), (dx, dy) = points[-1], *segment
            for step in range(1, CURVE_STEPS + 1):
                t = step / CURVE_STEPS
                w = ((1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t * t * (1 - t), t**3)
                points.append(
                    (
                        w[0] * ax + w[1] * bx + w[2] * cx + w[3] * dx,
                        w[0] * ay + w[1] * by + w[2] * cy + w[3] * dy,
                    )
                )
        else:
            points.append(segment)
    return points


def mirrored(half: Sequence[Point]) -> Part:
    """The polygon of a half and its mirror image at x = 0.5."""
    return Part(tuple(half) + tuple((1 - x, y) for x, y in reversed(half)))


def _suits() -> dict[str, Outline]:
    spade = curve(
        (0.5, 0.052),
        ((0.548, 0.166), (0.924, 0.405), (0.924, 0.619)),
        ((0.924, 0.743), (0.838, 0.819), (0.733, 0.819)),
        ((0.652, 0.819), (0.581, 0.776), (0.543, 0.705)),
        ((0.548, 0.814), (0.586, 0.9), (0.662, 0.948)),
        (0.5, 0.948),
    )
    heart = curve(
        (0.5, 0.9),
        ((0.464, 0.819), (0.087, 0.603), (0.087, 0.338)),
        ((0.087, 0.195), (0.195, 0.1), (0.307, 0.1)),
        ((0.401, 0.1), (0.469, 0.159), (0.5, 0.24)),
    )
    diamond = curve(
        (0.5, 0.0),
        ((0.585, 0.15), (0.775, 0.36), (0.925, 0.5)),
        ((0.775, 0.64), (0.585, 0.85), (0.5, 1.0)),
    )
    stem = curve((0.5, 0.405), (0.533, 0.547), ((0.543, 0.765), (0.585, 0.889), (0.671, 0.946)), (0.5, 0.946))
    leaves = tuple(disc(x, y, 0.204) for x, y in ((0.5, 0.258), (0.268, 0.571), (0.732, 0.571)))
    return {
        "S": (mirrored(spade),),
        "H": (mirrored(heart),),
        "D": (mirrored(diamond),),
        "C": (*leaves, bar(0.405, 0.358, 0.595, 0.595), mirrored(stem)),
    }


def _courts() -> dict[str, Outline]:
    king = polygon(
        (0.04, 0.10), (0.27, 0.48), (0.5, 0.0), (0.73, 0.48), (0.96, 0.10), (0.88, 0.74), (0.12, 0.74)
    )  # fmt: skip
    queen = polygon(
        (0.08, 0.30), (0.30, 0.56), (0.5, 0.22), (0.70, 0.56), (0.92, 0.30), (0.84, 0.78), (0.16, 0.78)
    )  # fmt: skip
    balls = tuple(disc(x, y, 0.10) for x, y in ((0.08, 0.22), (0.5, 0.11), (0.92, 0.22)))
    cap = Part(tuple(arc(0.5, 0.72, 0.40, 0.50, 0.5, 1.0)))
    feather = curve(
        (0.60, 0.30),
        ((0.70, 0.10), (0.86, 0.0), (1.0, 0.02)),
        ((0.98, 0.16), (0.86, 0.32), (0.68, 0.40)),
    )
    return {
        "K": (king, bar(0.12, 0.82, 0.88, 1.0)),
        "Q": (queen, *balls, bar(0.16, 0.86, 0.84, 1.0)),
        "J": (cap, bar(0.02, 0.84, 0.98, 1.0), Part(tuple(feather))),
    }


def _star() -> Part:
    angles = [2 * pi * (tip / 10) - pi / 2 for tip in range(10)]
    radii = [0.52 if tip % 2 == 0 else 0.235 for tip in range(10)]
    return Part(tuple((0.5 + r * cos(a), 0.53 + r * sin(a)) for r, a in zip(radii, angles, strict=True)))


def _seats() -> dict[str, Outline]:
    return {
        "circle": (disc(0.5, 0.5, 0.46),),
        "square": (bar(0.1, 0.1, 0.9, 0.9),),
        "triangle": (polygon((0.5, 0.04), (0.98, 0.9), (0.02, 0.9)),),
        "cross": (bar(0.34, 0.04, 0.66, 0.96), bar(0.04, 0.34, 0.96, 0.66)),
        "star": (_star(),),
        "half-disc": (Part(tuple(arc(0.5, 0.73, 0.46, 0.46, 0.5, 1.0))),),
        "hourglass": (
            polygon((0.08, 0.06), (0.92, 0.06), (0.58, 0.5), (0.92, 0.94), (0.08, 0.94), (0.42, 0.5)),
        ),
        "bar": (bar(0.04, 0.32, 0.96, 0.68),),
    }  # fmt: skip


def _icons() -> dict[str, Outline]:
    octagon = Part(
        tuple((0.5 + 0.5 * cos(2 * pi * (k + 0.5) / 8), 0.5 + 0.5 * sin(2 * pi * (k + 0.5) / 8)) for k in range(8))
    )
    undo = [(0.34, 0.36 - 0.08), *arc(0.58, 0.58, 0.38, 0.30, 0.75, 1.25)[1:], (0.30, 0.88), (0.30, 0.73)]
    undo += [*reversed(arc(0.58, 0.58, 0.22, 0.15, 0.75, 1.25)), (0.34, 0.43)]
    return {
        "disc": (disc(0.5, 0.5, 0.5),),
        "crown": (
            polygon((0.06, 0.24), (0.29, 0.52), (0.5, 0.14), (0.71, 0.52), (0.94, 0.24), (0.86, 0.72), (0.14, 0.72)),
            bar(0.14, 0.78, 0.86, 0.88),
        ),
        "down": (polygon((0.5, 0.86), (0.08, 0.30), (0.92, 0.30)),),
        "next": (polygon((0.28, 0.06), (0.46, 0.06), (0.80, 0.5), (0.46, 0.94), (0.28, 0.94), (0.60, 0.5)),),
        "alert": (
            octagon,
            polygon((0.42, 0.2), (0.58, 0.2), (0.555, 0.58), (0.445, 0.58), cut=True),
            disc(0.5, 0.72, 0.075, cut=True),
        ),
        "check": (polygon((0.06, 0.53), (0.20, 0.39), (0.40, 0.60), (0.80, 0.16), (0.94, 0.30), (0.40, 0.86)),),
        "x": (
            polygon(
                (0.10, 0.24), (0.24, 0.10), (0.5, 0.36), (0.76, 0.10), (0.90, 0.24), (0.64, 0.5),
                (0.90, 0.76), (0.76, 0.90), (0.5, 0.64), (0.24, 0.90), (0.10, 0.76), (0.36, 0.5),
            ),
        ),
        "arrow": (
            polygon(
                (0.04, 0.40), (0.56, 0.40), (0.56, 0.18), (0.96, 0.5), (0.56, 0.82), (0.56, 0.60), (0.04, 0.60)
            ),
        ),
        "undo": (polygon((0.04, 0.36), (0.36, 0.08), (0.36, 0.64)), Part(tuple(undo))),
        "menu": tuple(bar(0.08, top, 0.92, top + 0.14) for top in (0.17, 0.43, 0.69)),
        "list": tuple(
            part
            for top in (0.14, 0.43, 0.72)
            for part in (bar(0.06, top, 0.20, top + 0.14), bar(0.30, top, 0.94, top + 0.14))
        ),
        "book": (
            polygon((0.46, 0.24), (0.10, 0.12), (0.10, 0.78), (0.46, 0.90)),
            polygon((0.54, 0.24), (0.90, 0.12), (0.90, 0.78), (0.54, 0.90)),
        ),
        "stack": (
            bar(0.14, 0.18, 0.72, 0.96),
            polygon((0.30, 0.04), (0.86, 0.04), (0.86, 0.76), (0.80, 0.76), (0.80, 0.10), (0.30, 0.10)),
        ),
        "reader": (
            bar(0.12, 0.60, 0.88, 0.88),
            polygon((0.18, 0.50), (0.5, 0.29), (0.82, 0.50), (0.82, 0.39), (0.5, 0.18), (0.18, 0.39)),
        ),
        "lamp": (disc(0.5, 0.38, 0.32), bar(0.36, 0.74, 0.64, 0.81), bar(0.40, 0.85, 0.60, 0.92)),
        "sound": (
            polygon((0.06, 0.36), (0.24, 0.36), (0.50, 0.12), (0.50, 0.88), (0.24, 0.64), (0.06, 0.64)),
            bar(0.62, 0.38, 0.70, 0.62),
            bar(0.80, 0.28, 0.88, 0.72),
        ),
    }  # fmt: skip


SUITS = _suits()
COURTS = _courts()
ICONS = _icons()
SEATS = _seats()
OUTLINES: dict[str, Outline] = SUITS | {f"court-{rank}": outline for rank, outline in COURTS.items()} | ICONS | SEATS

SEAT_SHAPES = tuple(SEATS)


def is_french(card: str) -> bool:
    """Whether this is a card of one of the four suits; jokers and other decks are not."""
    return len(card) == 2 and card[1] in SUITS
