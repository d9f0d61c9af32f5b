"""The symbols of the cards that have no French suit, as polygons on a unit square, y downwards. Pure data, no pygame.

Jokers, the six metals of Aurum and the six figures of Gold Digger: docs/look.md, section 4. Each is told from the
others by its form alone.
"""

from __future__ import annotations

from math import cos, pi, sin
from typing import NamedTuple

from display.outlines import Outline, Part, Point, arc, bar, curve, disc, mirrored, polygon

METALS = ("bismuth", "phosphorus", "zinc", "copper", "silver", "gold")
SIGNS = {"bismuth": "Bi", "phosphorus": "P", "zinc": "Zn", "copper": "Cu", "silver": "Ag", "gold": "Au"}
FIGURES = ("boot", "pick", "fan", "mug", "pistol", "press")
"""The figures of Gold Digger, in the order of their rows from the top."""
GROUPS = ("adventurers", "prospectors", "ladies", "hosts", "bandits", "counterfeiters")
"""The groups that the figures belong to, in the same order."""
JOKERS = ("X1", "X2")
FAKE = "fake"


class Metal(NamedTuple):
    """A card of Aurum: one of METALS and its number."""

    metal: str
    value: int


def metal_of(card: str) -> Metal | None:
    """The metal and number of a card of Aurum like `zinc-7`; None for every other card."""
    metal, _, value = card.partition("-")
    return Metal(metal, int(value)) if metal in METALS and value.isdigit() else None


def coins_of(card: str) -> int | None:
    """How many coins a card of Gold Digger like `coins-6` shows; None for every other card."""
    kind, _, value = card.partition("-")
    return int(value) if kind == "coins" and value.isdigit() else None


def is_other_card(id: str) -> bool:
    """Whether this is a card without a French suit: a joker, a metal, a figure, coins or a counterfeit."""
    return id in JOKERS or id in FIGURES or id == FAKE or metal_of(id) is not None or coins_of(id) is not None


def _spiral() -> tuple[Part, ...]:
    """A stepped spiral, as bismuth grows: bars of one width, each a little shorter."""
    thick = 0.115
    bars = (
        (0.06, 0.06, 0.94, 0.06 + thick), (0.94 - thick, 0.06, 0.94, 0.94), (0.06, 0.94 - thick, 0.94, 0.94),
        (0.06, 0.28, 0.06 + thick, 0.94), (0.06, 0.28, 0.72, 0.28 + thick), (0.72 - thick, 0.28, 0.72, 0.72),
        (0.28, 0.72 - thick, 0.72, 0.72), (0.28, 0.50, 0.28 + thick, 0.72), (0.28, 0.50, 0.51, 0.50 + thick),
    )  # fmt: skip
    return tuple(bar(*box) for box in bars)


def _flame() -> tuple[Part, ...]:
    outer = curve(
        (0.54, 0.02),
        ((0.58, 0.26), (0.90, 0.40), (0.86, 0.70)),
        ((0.84, 0.90), (0.68, 0.98), (0.50, 0.98)),
        ((0.30, 0.98), (0.14, 0.88), (0.14, 0.66)),
        ((0.14, 0.50), (0.24, 0.42), (0.28, 0.28)),
        ((0.36, 0.34), (0.40, 0.40), (0.40, 0.48)),
        ((0.52, 0.38), (0.56, 0.20), (0.54, 0.02)),
    )
    inner = curve(
        (0.52, 0.56),
        ((0.58, 0.66), (0.68, 0.70), (0.66, 0.80)),
        ((0.64, 0.88), (0.58, 0.90), (0.51, 0.90)),
        ((0.42, 0.90), (0.36, 0.84), (0.37, 0.77)),
        ((0.38, 0.68), (0.48, 0.66), (0.52, 0.56)),
    )
    return Part(tuple(outer)), Part(tuple(inner), cut=True)


def _hexagon() -> Part:
    return Part(tuple((0.5 + 0.48 * cos(pi * k / 3), 0.5 + 0.48 * sin(pi * k / 3)) for k in range(6)))


def _crescent() -> Part:
    """A disc without another one that is moved to the right."""
    outer = arc(0.44, 0.5, 0.44, 0.46, 0.14, 0.86)
    inner = arc(0.62, 0.5, 0.34, 0.36, 0.78, 0.22)
    return Part((*outer, *inner))


def _sun() -> tuple[Part, ...]:
    rays = []
    for ray in range(12):
        angle = pi * ray / 6
        tip = (0.5 + 0.5 * sin(angle), 0.5 - 0.5 * cos(angle))
        sides = [(0.5 + 0.315 * sin(angle + turn), 0.5 - 0.315 * cos(angle + turn)) for turn in (-0.14, 0.14)]
        rays.append(polygon(tip, *sides))
    return disc(0.5, 0.5, 0.265), *rays


def _metals() -> dict[str, Outline]:
    return {
        "bismuth": _spiral(),
        "phosphorus": _flame(),
        "zinc": (_hexagon(),),
        "copper": (disc(0.5, 0.30, 0.28), bar(0.445, 0.55, 0.555, 0.99), bar(0.28, 0.71, 0.72, 0.82)),
        "silver": (_crescent(),),
        "gold": _sun(),
    }


def _figures() -> dict[str, Outline]:
    boot = curve(
        (0.22, 0.04),
        (0.58, 0.04),
        (0.58, 0.52),
        ((0.62, 0.62), (0.94, 0.60), (0.94, 0.82)),
        (0.22, 0.82),
    )
    head = [*arc(0.5, 0.66, 0.50, 0.52, 0.53, 0.97), *reversed(arc(0.5, 0.66, 0.46, 0.40, 0.53, 0.97))]
    fan: list[Part] = [Part(((0.5, 0.94), *arc(0.5, 0.94, 0.56, 0.84, 0.555, 0.945)))]
    for rib in range(1, 6):
        angle = pi * (1.11 + 0.78 * rib / 6)
        foot, tip = (
            (0.5 + 0.20 * cos(angle), 0.94 + 0.30 * sin(angle)),
            (0.5 + 0.56 * cos(angle), 0.94 + 0.86 * sin(angle)),
        )
        fan.append(polygon(foot, (tip[0] - 0.014, tip[1]), (tip[0] + 0.014, tip[1]), cut=True))
    froth = tuple(disc(x, 0.22, 0.12) for x in (0.20, 0.38, 0.56))
    handle = [*arc(0.66, 0.60, 0.30, 0.26, 0.75, 1.25), *reversed(arc(0.66, 0.60, 0.17, 0.14, 0.75, 1.25))]
    pistol = polygon(
        (0.02, 0.24), (0.94, 0.24), (0.98, 0.30), (0.98, 0.44), (0.52, 0.44), (0.50, 0.58), (0.34, 0.60),
        (0.28, 0.86), (0.06, 0.86), (0.14, 0.50), (0.02, 0.46),
    )  # fmt: skip
    return {
        "boot": (Part(tuple(boot)), bar(0.22, 0.86, 0.94, 0.96)),
        "pick": (Part(tuple(head)), bar(0.455, 0.17, 0.545, 0.98)),
        "fan": tuple(fan),
        "mug": (bar(0.10, 0.28, 0.66, 0.96), *froth, Part(tuple(handle))),
        "pistol": (pistol, polygon((0.40, 0.48), (0.45, 0.48), (0.44, 0.54), (0.39, 0.55), cut=True)),
        "press": (
            bar(0.06, 0.04, 0.94, 0.17), bar(0.10, 0.04, 0.23, 0.90), bar(0.77, 0.04, 0.90, 0.90),
            bar(0.02, 0.84, 0.98, 0.97), bar(0.44, 0.04, 0.56, 0.50), bar(0.30, 0.28, 0.70, 0.36),
            bar(0.29, 0.48, 0.71, 0.60), bar(0.33, 0.68, 0.67, 0.76),
        ),
    }  # fmt: skip


def _star(tips: int, inner: float) -> tuple[Point, ...]:
    angles = [pi * step / tips - pi / 2 for step in range(2 * tips)]
    radii = [0.5 if step % 2 == 0 else inner for step in range(2 * tips)]
    return tuple((0.5 + r * cos(a), 0.52 + r * sin(a)) for r, a in zip(radii, angles, strict=True))


def _jokers() -> dict[str, Outline]:
    """A fool's cap with three points and their bells; the first joker's star is filled, the second's is a ring."""
    left = curve(
        (0.5, 0.74),
        (0.25, 0.74),
        ((0.26, 0.54), (0.23, 0.42), (0.17, 0.43)),
        ((0.12, 0.44), (0.10, 0.54), (0.10, 0.62)),
        (0.03, 0.62),
        ((0.00, 0.36), (0.08, 0.15), (0.25, 0.17)),
        ((0.36, 0.19), (0.41, 0.33), (0.43, 0.44)),
        ((0.45, 0.32), (0.47, 0.22), (0.5, 0.14)),
    )
    bells = tuple(disc(x, y, 0.07) for x, y in ((0.065, 0.67), (0.5, 0.09), (0.935, 0.67)))
    return {
        "joker": (mirrored(left), *bells, bar(0.22, 0.79, 0.78, 0.92)),
        "X1": (Part(_star(5, 0.21)),),
        "X2": (Part(_star(5, 0.21)), disc(0.5, 0.52, 0.14, cut=True)),
    }


METAL_OUTLINES = _metals()
FIGURE_OUTLINES = _figures()
JOKER_OUTLINES = _jokers()
CROSS: Outline = (
    polygon(
        (0.10, 0.24), (0.24, 0.10), (0.5, 0.36), (0.76, 0.10), (0.90, 0.24), (0.64, 0.5),
        (0.90, 0.76), (0.76, 0.90), (0.5, 0.64), (0.24, 0.90), (0.10, 0.76), (0.36, 0.5),
    ),
)  # fmt: skip
CRACK: Outline = (
    polygon(
        (0.56, 0.0), (0.66, 0.0), (0.52, 0.24), (0.62, 0.36), (0.46, 0.58), (0.58, 0.72), (0.46, 1.0),
        (0.36, 1.0), (0.46, 0.74), (0.34, 0.60), (0.50, 0.38), (0.40, 0.26),
    ),
)  # fmt: skip
