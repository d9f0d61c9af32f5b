"""What must hold for every layout, asked of the things that it places and not of pixels."""

from __future__ import annotations

from itertools import combinations

from display.layout import Back, Box, Card, Chip, Disc, Icon, Layout, Mini, Panel, Target, Text, Thing, Tile
from display.theme import THEMES, ThemeName, contrast

SOLID = (Text, Icon, Tile, Card, Back, Mini, Chip, Disc)
SCORES = ("score", "score-row", "score-small")


def faults(layout: Layout, theme: ThemeName) -> list[str]:
    """Everything that is wrong with a layout, each in a readable line."""
    return [
        *outside(layout),
        *overlapping(layout),
        *crossing(layout),
        *unfitting(layout),
        *too_small(layout),
        *too_pale(layout, theme),
        *hard_to_hit(layout),
    ]


def said(thing: Thing) -> str:
    what = thing.text if isinstance(thing, Text) else getattr(thing, "shape", getattr(thing, "card", thing.name))
    x, y, w, h = thing.box
    return f'{type(thing).__name__} "{what}" ({x:.0f} {y:.0f} {w:.0f} {h:.0f})'


def ink(thing: Thing) -> Box:
    """What the eye sees of a thing: of a text the height of its small letters and capitals, descenders apart."""
    if not isinstance(thing, Text):
        return thing.box
    em, box = thing.em, thing.box
    over, under = 0.08 * em, 0.20 * em
    if thing.turn == 0:
        return Box(box.x, box.y + over, box.w, box.h - over - under)
    if thing.turn == 180:
        return Box(box.x, box.y + under, box.w, box.h - over - under)
    if thing.turn == 90:
        return Box(box.x + over, box.y, box.w - over - under, box.h)
    return Box(box.x + under, box.y, box.w - over - under, box.h)


def outside(layout: Layout) -> list[str]:
    screen = Box(0, 0, *layout.size)
    return [f"{said(thing)} leaves the screen" for thing in layout.things if not screen.holds(thing.box, 0.6)]


def overlapping(layout: Layout) -> list[str]:
    solid = [(ink(thing), thing) for thing in layout.things if isinstance(thing, SOLID) and not thing.over]
    solid.sort(key=lambda pair: pair[0].x)
    result = []
    for number, (box, thing) in enumerate(solid):
        for other_box, other in solid[number + 1 :]:
            if other_box.x > box.right:
                break
            if box.meets(other_box, 0.8):
                result.append(f"{said(thing)} overlaps {said(other)}")
    return result


def crossing(layout: Layout) -> list[str]:
    """Things that lie half in and half out of a panel, and panels that cut one another."""
    panels = [thing for thing in layout.things if isinstance(thing, Panel) and not thing.over]
    things = [thing for thing in layout.things if isinstance(thing, SOLID) and not thing.over] + panels
    boxes = [(ink(thing), thing) for thing in things]
    result = []
    for panel in panels:
        for box, thing in boxes:
            if thing is panel or not panel.box.meets(box, 0.8):
                continue
            if not panel.box.holds(box, 0.8) and not (isinstance(thing, Panel) and box.holds(panel.box, 0.8)):
                result.append(f"{said(thing)} crosses the border of {said(panel)}")
    return result


def unfitting(layout: Layout) -> list[str]:
    faults = [f"{said(text)} does not fit" for text in layout.texts() if not text.fits]
    names = ("name", "label-bold", "flat-name")  # people's names on plates and score cards
    faults += [f"{said(text)} ends in …" for text in layout.texts() if "…" in text.text and text.role not in names]
    return faults


def too_small(layout: Layout) -> list[str]:
    s = min(layout.size)
    result = []
    for text in layout.texts():
        if text.em < text.floor - 0.01 or text.em < s / 36 - 0.01:
            result.append(f"{said(text)}, a {text.role}, is only S/{s / text.em:.1f}")
    return result


def too_pale(layout: Layout, theme: ThemeName) -> list[str]:
    colours = THEMES[theme]
    result = []
    for thing in layout.things:
        if isinstance(thing, Text | Icon):
            wanted = 7.0 if isinstance(thing, Text) else 3.0
            if thing.ground == thing.colour == "surface":  # the rim of a chart's mark
                continue
            found = contrast(colours[thing.colour], colours[thing.ground])
            if found < wanted:
                result.append(f"{said(thing)}: {thing.colour} on {thing.ground} has contrast {found:.1f}")
    return result


def hard_to_hit(layout: Layout) -> list[str]:
    s = min(layout.size)
    targets = [thing for thing in layout.things if isinstance(thing, Target) and thing.button]
    result = [
        f"the target of {target.intent.do} is small: {said(target)}"
        for target in targets
        if min(target.box.w, target.box.h)
        < (smallest_choice(s, targets) if target.intent.do == "choose" else s / 9.5) - 0.6
    ]
    for a, b in combinations(targets, 2):
        if a.box.inset(-0.4 * s / 72).meets(b.box.inset(-0.4 * s / 72)):
            result.append(f"the targets of {a.intent.do} and {b.intent.do} are too near one another")
    return result


MANY = 16


def smallest_choice(s: float, targets: list[Target]) -> float:
    """How small an answer's button may be: where there are very many of them, narrower than high."""
    return s / 14 if sum(target.intent.do == "choose" for target in targets) > MANY else s / 12


def behind(layout: Layout) -> list[str]:
    """Texts whose ground is not the colour of the panel they stand on."""
    result = []
    for number, thing in enumerate(layout.things):
        if not isinstance(thing, Text | Icon):
            continue
        ground = layout.ground
        for under in layout.things[:number]:
            if isinstance(under, Panel) and under.fill is not None and under.box.holds(ink(thing), 0.8):
                ground = under.fill
            elif isinstance(under, Disc) and under.box.holds(thing.box, 0.8):
                ground = under.colour
        if ground != thing.ground:
            result.append(f"{said(thing)} stands on {ground}, not on {thing.ground}")
    return result
