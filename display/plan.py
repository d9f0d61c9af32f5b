"""A layout being made: texts fitted to their room, buttons, tiles and key caps, added in painting order.

`ROLES` says how large a text of each kind is and how small it may become. All sizes follow from S, the short side of
the screen, and u = S/72, the grid.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

from display.layout import Align, Box, Icon, Layout, Panel, Target, Text, Thing, Tile
from display.text import ASCENT, CAP_HEIGHT, DESCENT, LINE, STEPS, Fonts
from display.view import Intent, Look

if TYPE_CHECKING:
    from display.words import Words

TALLER = 1.1  # a screen is upright from this height on, in widths


class Role(NamedTuple):
    """How large a text of a role is, as a part of S: `wanted` of S/size, never below S/floor."""

    size: float
    floor: float
    bold: bool
    steps: tuple[float, ...] = STEPS


ROLES = {
    "score": Role(6.2, 10, True, (1.0, 0.92, 0.84, 0.76, 0.69, 0.62)),
    "score-row": Role(9.5, 10, True),
    "score-small": Role(10, 14, True),  # more than four sides
    "sum": Role(15, 20, True),
    "sum-small": Role(20, 36, True, (1.0, 0.9, 0.8, 0.7, 0.6, 0.55)),  # more than four sides
    "title": Role(14, 20, True, (1.0, 0.92, 0.84, 0.78, 0.7)),
    "winner": Role(10, 20, True, (1.0, 0.92, 0.84, 0.76, 0.7, 0.63, 0.56, 0.5)),
    "turn": Role(18, 20, True, (1.0, 0.95, 0.9)),
    "flat-title": Role(14, 30, True, (1.0, 0.92, 0.84, 0.78, 0.7, 0.62, 0.54, 0.47)),
    "flat-name": Role(16, 28, True, (1.0, 0.92, 0.84, 0.76, 0.69, 0.63, 0.58)),
    "flat-your-turn": Role(18, 30, True, (1.0, 0.92, 0.84, 0.76, 0.68, 0.6)),
    "flat-turn": Role(24, 36, False, (1.0, 0.92, 0.84, 0.75, 0.67)),
    "flat-score": Role(7.2, 10, True, (1.0, 0.92, 0.84, 0.76, 0.72)),
    "flat-other": Role(10, 14, True, (1.0, 0.92, 0.84, 0.76, 0.72)),
    "flat-small": Role(24, 32, True, (1.0, 0.9, 0.8, 0.75)),
    "deal-points": Role(18, 20, True),
    "name": Role(20, 24, True, (1.0, 0.92, 0.84)),
    "value": Role(20, 20, True),
    "value-word": Role(20, 30, True, (1.0, 0.92, 0.84, 0.75)),
    "sentence": Role(20, 20, True),
    "sentence-flat": Role(20, 28, True, (1.0, 0.92, 0.84, 0.77, 0.71)),
    "sentence-large": Role(15, 20, True, (1.0, 0.92, 0.84, 0.75)),
    "now-large": Role(18, 28, True, (1.0, 0.92, 0.84, 0.75, 0.64)),
    "body": Role(24, 36, False, (1.0, 0.92, 0.84, 0.77, 0.7)),
    "body-bold": Role(24, 30, True),
    "button": Role(26, 36, True, (1.0, 0.92, 0.84, 0.78)),
    "now": Role(24, 36, True, (1.0, 0.92, 0.84, 0.77, 0.7, 0.66)),
    "context": Role(28, 36, False, (1.0, 28 / 32, 28 / 36)),
    "label": Role(28, 36, False),
    "label-bold": Role(28, 36, True),
    "question": Role(20, 36, True, (1.0, 0.92, 0.84, 0.77, 0.72)),
    "choice": Role(24, 36, True, (1.0, 0.92, 0.84, 0.76, 0.7)),
    "choice-large": Role(18, 30, True, (1.0, 0.92, 0.84, 0.76, 0.7)),
    "caption": Role(30, 36, True, (1.0, 0.92, 0.84)),
    "ask": Role(15, 36, True, (1.0, 0.92, 0.84, 0.77, 0.7, 0.6, 0.5)),
    "note": Role(24, 36, True, (1.0, 0.92, 0.84, 0.77, 0.7)),
    "rules": Role(28, 30, False),  # running text, to be read from a chair
    "rules-bold": Role(28, 30, True),
    "rules-head": Role(23, 30, True),
    "small": Role(34, 36, False, (1.0, 0.95)),
    "key": Role(36, 36, False),
    "key-cap": Role(36, 36, True),
}


class Plan:
    """A layout being made: adds things in painting order, with texts fitted to their room."""

    def __init__(self, size: tuple[int, int], words: Words, look: Look, fonts: Fonts, focus: int | None = None) -> None:
        self.size = size
        self.words = words
        self.look = look
        self.fonts = fonts
        self.focus = focus  # which answer to the question is marked
        self.s = float(min(size))
        self.u = self.s / 72
        self.upright = size[1] > size[0] * TALLER
        self.hairline = max(1.0, self.s / 540)
        self.things: list[Thing] = []

    def done(self) -> Layout:
        """The finished layout."""
        return Layout(self.size, tuple(self.things))

    def em(self, role: str) -> float:
        """The size that a text of this role is wanted at."""
        return self.s / ROLES[role].size

    def floor(self, role: str) -> float:
        """The smallest size of a text of this role."""
        return self.s / ROLES[role].floor

    def signed(self, points: int | None) -> str:
        """Points won or lost with their sign; nothing for None."""
        return "" if points is None else f"+{points}" if points > 0 else self.words.number(points)

    def width(self, text: str, role: str, em: float | None = None, *, tabular: bool = False) -> float:
        """How wide a text of this role is, at its wanted size or at `em`."""
        return self.fonts.width(text, em or self.em(role), bold=ROLES[role].bold, tabular=tabular)

    def fitted(self, text: str, role: str, width: float, em: float | None = None) -> float:
        """The size at which the text fits into the width; the role's floor where it never does."""
        fit = self.fonts.fit(
            text, em or self.em(role), width, bold=ROLES[role].bold, floor=self.floor(role), steps=ROLES[role].steps
        )
        return self.floor(role) if fit is None else fit

    def text(
        self,
        text: str,
        role: str,
        x: float,
        middle: float,
        *,
        colour: str = "text",
        ground: str = "surface",
        align: Align = "left",
        em: float | None = None,
        width: float | None = None,
        tabular: bool = False,
        over: bool = False,
        name: str = "",
    ) -> Text:
        """Adds a line of text with its capitals centred on `middle`, fitted to `width` where that is given."""
        size = em or (self.em(role) if width is None else self.fitted(text, role, width))
        wide = self.width(text, role, size, tabular=tabular)
        fits = width is None or wide <= width + 0.5
        if not fits and width is not None:
            wide = width
        left = x - {"left": 0.0, "centre": wide / 2, "right": wide}[align]
        baseline = middle + CAP_HEIGHT / 2 * size
        thing = Text(
            box=Box(left, baseline - ASCENT * size, wide, (ASCENT + DESCENT) * size),
            text=text,
            em=size,
            bold=ROLES[role].bold,
            colour=colour,
            ground=ground,
            floor=self.floor(role),
            role=role,
            tabular=tabular,
            fits=fits,
            over=over,
            name=name,
        )
        self.things.append(thing)
        return thing

    def baseline_text(
        self,
        text: str,
        role: str,
        x: float,
        baseline: float,
        em: float,
        *,
        colour: str = "text",
        align: Align = "left",
        width: float | None = None,
        name: str = "",
    ) -> Text:
        """Adds a line of text in the size `em` that stands on a given baseline, on a panel."""
        middle = baseline - CAP_HEIGHT / 2 * em
        return self.text(text, role, x, middle, em=em, colour=colour, align=align, width=width, name=name)

    def paragraph(
        self,
        text: str,
        role: str,
        box: Box,
        *,
        lines: int | None = None,
        colour: str = "text",
        ground: str = "surface",
        name: str = "",
    ) -> float:
        """Adds a sentence wrapped into the box from its top, in the largest size that holds it; the y of its end.

        `lines`: how many there may be at most; without it as many as the height holds. Where nothing fits, the text
        is set at its floor and marked as not fitting.
        """
        rule = ROLES[role]
        for step in (*rule.steps, 0.0):
            em = max(self.em(role) * step, self.floor(role))
            most = lines or max(1, int((box.h + (LINE - 1) * em) / (LINE * em)))
            broken = self.fonts.wrap(text, em, box.w, most, bold=rule.bold)
            if broken is not None and (len(broken) - 1) * LINE * em + em <= box.h + 1:
                break
        else:
            em, broken = self.floor(role), None
        fits = broken is not None
        if broken is None:  # wrapped as if the box were wider, and squeezed into it
            most = lines or max(1, int(box.h / (LINE * em)))
            tries = (self.fonts.wrap(text, em, box.w * by, most, bold=rule.bold) for by in (1.2, 1.5, 2, 3, 5))
            broken = next((lines for lines in tries if lines), (text,))
        middle = box.y + em / 2
        for line in broken:
            thing = self.text(line, role, box.x, middle, em=em, width=box.w, colour=colour, ground=ground, name=name)
            if not fits:
                self.things[-1] = replace(thing, fits=False)
            middle += LINE * em
        return middle - LINE * em + em / 2

    def panel(
        self,
        box: Box,
        fill: str | None = "surface",
        radius: float | None = None,
        *,
        edge: str | None = None,
        width: float = 0.0,
        over: bool = False,
        name: str = "",
    ) -> Panel:
        """Adds a box with round corners, 2 u where no radius is given."""
        radius = 2 * self.u if radius is None else radius
        thing = Panel(box=box, fill=fill, radius=radius, edge=edge, width=width, over=over, name=name)
        self.things.append(thing)
        return thing

    def rule(self, x: float, y: float, length: float, colour: str = "line", width: float | None = None) -> None:
        """Adds a horizontal line; a hairline where no width is given."""
        width = self.hairline if width is None else width
        self.things.append(Panel(box=Box(x, round(y - width / 2), length, round(width)), fill=colour, over=True))

    def icon(
        self, shape: str, box: Box, colour: str, ground: str, *, turn: int = 0, over: bool = False, name: str = ""
    ) -> None:
        """Adds an icon."""
        self.things.append(Icon(box=box, shape=shape, colour=colour, ground=ground, turn=turn, over=over, name=name))

    def tile(self, seat: int, x: float, middle: float, side: float, *, over: bool = False, name: str = "") -> float:
        """Adds a seat's shape with its left edge at `x`; the x of its right edge."""
        self.things.append(Tile(box=Box(x, middle - side / 2, side, side), seat=seat, over=over, name=name))
        return x + side

    def tiles(self, seats: Sequence[int], x: float, middle: float, side: float, gap: float) -> float:
        """Adds the shapes of a side; the x of the last one's right edge."""
        for place, seat in enumerate(seats):
            self.tile(seat, x + place * (side + gap), middle, side)
        return x + len(seats) * side + (len(seats) - 1) * gap

    def target(self, box: Box, intent: Intent, *, button: bool = False) -> None:
        """Adds what a touch in the box asks for."""
        self.things.append(Target(box=box, intent=intent, button=button))

    def button(
        self,
        box: Box,
        text: str,
        intent: Intent,
        *,
        primary: bool = False,
        key: str = "",
        icon: str = "",
    ) -> None:
        """Adds a button: icon, text and key cap in the middle. The icon goes before the text gets very small."""
        fill, ink = ("primary", "on_primary") if primary else ("button", "on_button")
        self.panel(box, fill, 1.3 * self.u, name=f"button:{intent.do}")
        gap, side = 1.1 * self.u, 2.4 * self.u
        cap_w = self.cap_width(key) if key else 0.0
        pad = 1.0 * self.u
        room = box.w - 2 * pad - (cap_w + gap if key else 0.0)
        with_icon = room - (side + gap if icon else 0.0)
        em = self.em("button")
        if icon and self.width(text, "button", em * 0.84) > with_icon:
            icon = ""
        if key and self.width(text, "button", em * 0.78) > room:
            key, room = "", box.w - 2 * pad
        room = room - (side + gap if icon else 0.0)
        em = self.fitted(text, "button", room)
        wide = min(self.width(text, "button", em), room)
        x = box.cx - (wide + (side + gap if icon else 0.0) + (cap_w + gap if key else 0.0)) / 2
        if icon:
            self.icon(icon, Box(x, box.cy - side / 2, side, side), ink, fill)
            x += side + gap
        self.text(text, "button", x, box.cy, em=em, width=room, colour=ink, ground=fill)
        if key:
            self.cap(key, x + wide + gap, box.cy, ink, fill)
        self.target(box, intent, button=True)

    def cap_width(self, key: str) -> float:
        """How wide a key cap is."""
        return max(2.8 * self.u, self.width(key, "key-cap") + 1.2 * self.u)

    def cap(self, key: str, x: float, middle: float, ink: str, ground: str) -> float:
        """Adds a key cap; the x of its right edge."""
        wide, high = self.cap_width(key), 2.8 * self.u
        box = Box(x, middle - high / 2, wide, high)
        edge = ink if ground != "ground" else "edge"
        self.panel(box, None, 0.6 * self.u, edge=edge, width=max(1.0, self.s / 500), over=True)
        self.text(key, "key-cap", box.cx, middle, colour=ink, ground=ground, align="centre")
        return box.right
