"""What stands where on the screen: boxes and fitted texts, before any pixel is drawn.

A layout is a tuple of things in painting order. The painting only paints them; tests ask them what text stands
where, how large it is, on what ground, and whether anything overlaps or leaves its box (`display.check`). Lengths
are pixels; S is the short side of the screen and u = S/72 the grid.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal, NamedTuple, TypeAlias

from display.view import Intent

Align: TypeAlias = Literal["left", "centre", "right"]


class Box(NamedTuple):
    """A rectangle in pixels, not yet rounded."""

    x: float
    y: float
    w: float
    h: float

    @property
    def right(self) -> float:
        """The x of the right edge."""
        return self.x + self.w

    @property
    def bottom(self) -> float:
        """The y of the lower edge."""
        return self.y + self.h

    @property
    def cx(self) -> float:
        """The x of the middle."""
        return self.x + self.w / 2

    @property
    def cy(self) -> float:
        """The y of the middle."""
        return self.y + self.h / 2

    def inset(self, dx: float, dy: float | None = None) -> Box:
        """The box made smaller by `dx` at the left and right and `dy` (or the same) at top and bottom."""
        dy = dx if dy is None else dy
        return Box(self.x + dx, self.y + dy, self.w - 2 * dx, self.h - 2 * dy)

    def moved(self, dx: float, dy: float) -> Box:
        """The same box elsewhere."""
        return Box(self.x + dx, self.y + dy, self.w, self.h)

    def holds(self, other: Box, slack: float = 0.0) -> bool:
        """Whether the other box lies in this one, up to `slack` pixels."""
        return (
            other.x >= self.x - slack
            and other.y >= self.y - slack
            and other.right <= self.right + slack
            and other.bottom <= self.bottom + slack
        )

    def meets(self, other: Box, slack: float = 0.0) -> bool:
        """Whether the boxes overlap by more than `slack` pixels."""
        return (
            min(self.right, other.right) - max(self.x, other.x) > slack
            and min(self.bottom, other.bottom) - max(self.y, other.y) > slack
        )

    def has(self, x: float, y: float) -> bool:
        """Whether the point lies in the box."""
        return self.x <= x < self.right and self.y <= y < self.bottom

    def rows(self, count: int, gap: float = 0.0) -> list[Box]:
        """The box in rows of equal height."""
        height = (self.h - gap * (count - 1)) / count
        return [Box(self.x, self.y + row * (height + gap), self.w, height) for row in range(count)]

    def columns(self, count: int, gap: float = 0.0) -> list[Box]:
        """The box in columns of equal width."""
        width = (self.w - gap * (count - 1)) / count
        return [Box(self.x + column * (width + gap), self.y, width, self.h) for column in range(count)]


def around(x: float, y: float, w: float, h: float) -> Box:
    """The box of this size round a point."""
    return Box(x - w / 2, y - h / 2, w, h)


@dataclass(frozen=True, slots=True, kw_only=True)
class Thing:
    """Something placed. `turn`: degrees counter-clockwise that it is turned, in quarter turns; the box is as it
    stands then. `over`: meant to lie on other things. `name`: what moves or changes as one, for motion and tests.
    """

    box: Box
    turn: int = 0
    over: bool = False
    name: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Panel(Thing):
    """A box with round corners. `edge`: the colour of a border `width` pixels wide, inside the box."""

    fill: str | None = None
    radius: float = 0.0
    edge: str | None = None
    width: float = 0.0
    flat_below: bool = False  # only the upper corners are round: the header of a panel


@dataclass(frozen=True, slots=True, kw_only=True)
class Text(Thing):
    """A line of text on a ground. `em` and `floor`: its size and the smallest it may have, in pixels.

    `fits`: False where the text is wider than its room even at its smallest; it is then squeezed into the box, and a
    test fails. `room`: what it must stay in.
    """

    text: str
    em: float
    bold: bool
    colour: str
    ground: str
    floor: float
    role: str
    tabular: bool = False
    fits: bool = True
    room: Box | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Icon(Thing):
    """An outline of `display.outlines`, in one colour on a ground."""

    shape: str
    colour: str
    ground: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Tile(Thing):
    """A seat's shape in its colour, on a square of ground. Beyond eight seats: the seat's number."""

    seat: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Card(Thing):
    """A card face up. `four_corners`: an index in each corner, for a panel that lies flat."""

    card: str
    four_corners: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Back(Thing):
    """A card face down."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Mini(Thing):
    """A small card of which only rank and suit are shown."""

    card: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Chip(Thing):
    """A suit on a chip of card face."""

    suit: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Slot(Thing):
    """The dashed border of the place where a card will lie."""

    radius: float
    width: float
    colour: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Disc(Thing):
    """A filled circle."""

    colour: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Stroke(Thing):
    """A line through points, `width` pixels wide."""

    points: tuple[tuple[float, float], ...]
    width: float
    colour: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Target(Thing):
    """What a touch or click in the box asks for; the last one placed under the finger counts. Paints nothing."""

    intent: Intent
    button: bool = False


@dataclass(frozen=True, slots=True)
class Layout:
    """A whole screen: its size in pixels, the ground's token and the things in painting order."""

    size: tuple[int, int]
    things: tuple[Thing, ...]
    ground: str = "ground"

    def texts(self, role: str = "") -> list[Text]:
        """The texts, or those of one role."""
        return [thing for thing in self.things if isinstance(thing, Text) and role in ("", thing.role)]

    def named(self, name: str) -> list[Thing]:
        """The things with this name."""
        return [thing for thing in self.things if thing.name == name]

    def intent_at(self, x: float, y: float) -> Intent | None:
        """What a touch at this point asks for."""
        for thing in reversed(self.things):
            if isinstance(thing, Target) and thing.box.has(x, y):
                return thing.intent
        return None


def turned(things: Sequence[Thing], turn: int, screen: Box) -> list[Thing]:
    """Things laid out upright from (0, 0), turned by quarter turns into the box `screen`.

    A turn of 90 has the foot of the things at the right of the screen, as for somebody who sits there.
    """

    def place(box: Box) -> Box:
        if turn == 0:
            return box.moved(screen.x, screen.y)
        if turn == 180:
            return Box(screen.right - box.right, screen.bottom - box.bottom, box.w, box.h)
        if turn == 90:
            return Box(screen.x + box.y, screen.bottom - box.right, box.h, box.w)
        return Box(screen.right - box.bottom, screen.y + box.x, box.h, box.w)

    result = []
    for thing in things:
        moved = replace(thing, box=place(thing.box), turn=(thing.turn + turn) % 360)
        if isinstance(moved, Text) and moved.room is not None:
            moved = replace(moved, room=place(moved.room))
        result.append(moved)
    return result


def tile_parts(box: Box) -> tuple[float, Box]:
    """The corner radius of a seat's tile and the box of its shape."""
    return 0.22 * box.w, box.inset(0.19 * box.w)
