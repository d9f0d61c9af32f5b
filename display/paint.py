"""Paints a layout: every thing in its order, each piece from a sprite that is made once.

`Painter` has the theme's colours, the fonts and the sprites. `paint` can be limited to a part of the screen, so that a
change redraws only the boxes that changed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from itertools import pairwise

import pygame

from display import cards
from display.card_parts import CORNER, CardArt
from display.layout import (
    Back,
    Box,
    Card,
    Chip,
    Disc,
    Icon,
    Layout,
    Mini,
    Panel,
    Slot,
    Stroke,
    Target,
    Text,
    Thing,
    Tile,
    tile_parts,
)
from display.outlines import SEAT_SHAPES
from display.shapes import Sprites
from display.text import ASCENT, CAP_HEIGHT, Fonts
from display.theme import THEMES, Colour, seat_colour
from display.view import Look

SHADOW_ALPHA = {"evening": 120, "day": 70}


class Painter:
    """Paints things on a surface in the colours of one theme."""

    def __init__(self, look: Look, fonts: Fonts, court: Callable[[str], str]) -> None:
        self.theme = THEMES[look.theme]
        self.fonts = fonts
        self.sprites = Sprites()
        self.art = CardArt(self.theme, fonts, self.sprites, court, look.four_colours)
        self._shadow_alpha = SHADOW_ALPHA[look.theme]

    def paint(self, surface: pygame.Surface, layout: Layout, part: pygame.Rect | None = None) -> None:
        """Paints the layout, or only what lies in `part` of it."""
        surface.set_clip(part)
        surface.fill(self.theme[layout.ground])
        for thing in layout.things:
            if part is None or part.colliderect(reach(thing)):
                self.thing(surface, thing)
        surface.set_clip(None)

    def things(self, surface: pygame.Surface, things: Iterable[Thing]) -> None:
        """Paints some things on what is there."""
        for thing in things:
            self.thing(surface, thing)

    def thing(self, surface: pygame.Surface, thing: Thing) -> None:
        """Paints one thing."""
        match thing:
            case Panel():
                self._panel(surface, thing)
            case Text():
                self._text(surface, thing)
            case Card() | Back():
                self._card(surface, thing)
            case Tile():
                self._tile(surface, thing)
            case Icon():
                self._turned(
                    surface, thing, lambda w, h: self.sprites.outline(thing.shape, w, h, self.theme[thing.colour])
                )
            case Mini():
                self._turned(surface, thing, lambda w, h: cards.mini(self.art, thing.card, w, h))
            case Chip():
                self._turned(surface, thing, lambda w, h: cards.chip(self.art, thing.suit, w, h))
            case Slot():
                self._turned(
                    surface,
                    thing,
                    lambda w, h: self.sprites.dashes(w, h, thing.radius, thing.width, self.theme[thing.colour]),
                )
            case Disc():
                self._turned(surface, thing, lambda w, h: self.sprites.outline("disc", w, h, self.theme[thing.colour]))
            case Stroke():
                for ends in pairwise(thing.points):  # in pieces: a large sprite costs much
                    sprite, x, y = self.sprites.line(ends, thing.width, self.theme[thing.colour])
                    surface.blit(sprite, (x, y))
            case Target():
                pass

    def card(self, surface: pygame.Surface, thing: Card | Back, box: Box, alpha: int = 255) -> None:
        """A card on its way, scaled from its own sprite: nothing is kept of it."""
        wide, high = upright_size(thing)
        sprite = self._card_sprite(thing, wide, high)
        rect = pixels(box)
        if thing.turn:
            sprite = pygame.transform.rotate(sprite, thing.turn)
        if rect.size != sprite.get_size():
            sprite = pygame.transform.smoothscale(sprite, rect.size)
        if alpha < 255:
            sprite = sprite.copy()
            sprite.fill((255, 255, 255, alpha), special_flags=pygame.BLEND_RGBA_MULT)
        surface.blit(sprite, rect)

    def _panel(self, surface: pygame.Surface, panel: Panel) -> None:
        rect = pixels(panel.box)
        if panel.flat_below:
            more = round(panel.radius)
            dx, dy = {0: (0, 1), 90: (1, 0), 180: (0, -1), 270: (-1, 0)}[panel.turn]  # where "below" is
            taller = rect.union(rect.move(dx * more, dy * more))
            clip = surface.get_clip()
            surface.set_clip(clip.clip(rect))
            if panel.fill is not None:
                self.sprites.box(surface, taller, panel.radius, self.theme[panel.fill])
            surface.set_clip(clip)
            return
        if panel.fill is not None and panel.edge is None:
            self.sprites.box(surface, rect, panel.radius, self.theme[panel.fill])
        elif panel.fill is not None and panel.edge is not None:
            width = max(1, round(panel.width))
            self.sprites.box(surface, rect, panel.radius, self.theme[panel.edge])
            inner = rect.inflate(-2 * width, -2 * width)
            self.sprites.box(surface, inner, max(0.0, panel.radius - width), self.theme[panel.fill])
        elif panel.edge is not None:
            self.sprites.ring(surface, rect, panel.radius, panel.width, self.theme[panel.edge])

    def _text(self, surface: pygame.Surface, text: Text) -> None:
        colour = self.theme[text.colour]
        sprite = self.fonts.render(text.text, text.em, colour, bold=text.bold, tabular=text.tabular)
        rise = self.fonts.ascent(text.em, bold=text.bold)
        box = text.box
        wide, _ = upright_size(text)
        if sprite.get_width() > wide + 2 and not text.fits:
            sprite = pygame.transform.smoothscale(sprite, (wide, sprite.get_height()))
        baseline = ASCENT * text.em
        top = baseline - rise  # of the sprite, from the top of the box as the text reads
        if text.turn == 0:
            surface.blit(sprite, (round(box.x), round(box.y + top)))
            return
        sprite = pygame.transform.rotate(sprite, text.turn)
        if text.turn == 180:
            surface.blit(sprite, (round(box.right) - sprite.get_width(), round(box.bottom - top) - sprite.get_height()))
        elif text.turn == 90:
            surface.blit(sprite, (round(box.x + top), round(box.bottom) - sprite.get_height()))
        else:
            surface.blit(sprite, (round(box.right - top) - sprite.get_width(), round(box.y)))

    def _card_sprite(self, thing: Card | Back, wide: int, high: int) -> pygame.Surface:
        if isinstance(thing, Back):
            return cards.back(self.art, wide, high)
        return cards.face(self.art, thing.card, wide, high, four_corners=thing.four_corners)

    def _card(self, surface: pygame.Surface, thing: Card | Back) -> None:
        rect = pixels(thing.box)
        narrow = min(rect.size)
        blur = max(2, round(cards.SHADOW * narrow))
        shadow = self.sprites.shadow(rect.w, rect.h, CORNER * narrow, blur, self._shadow_alpha)
        surface.blit(shadow, (rect.x - blur, rect.y - blur + blur // 2))
        self._turned(surface, thing, lambda w, h: self._card_sprite(thing, w, h))

    def _tile(self, surface: pygame.Surface, tile: Tile) -> None:
        radius, inner = tile_parts(tile.box)
        self.sprites.box(surface, pixels(tile.box), radius, self.theme["ground"])
        colour: Colour = self.theme[seat_colour(tile.seat)]
        if tile.seat < len(SEAT_SHAPES):
            rect = pixels(inner)
            sprite = self.sprites.outline(SEAT_SHAPES[tile.seat], rect.w, rect.w, colour)
            if tile.turn:
                sprite = pygame.transform.rotate(sprite, tile.turn)
            surface.blit(sprite, rect)
            return
        number = str(tile.seat + 1)
        em = 0.62 * min(tile.box.w, tile.box.h)
        sprite = self.fonts.render(number, em, colour, bold=True)
        x = tile.box.cx - sprite.get_width() / 2
        y = tile.box.cy + CAP_HEIGHT / 2 * em - self.fonts.ascent(em, bold=True)
        surface.blit(sprite, (round(x), round(y)))

    def _turned(self, surface: pygame.Surface, thing: Thing, sprite: Callable[[int, int], pygame.Surface]) -> None:
        """Draws a sprite upright and turns it by quarter turns, which loses nothing."""
        rect = pixels(thing.box)
        wide, high = upright_size(thing)
        drawn = sprite(wide, high)
        if thing.turn:
            key = ("turned", replace(thing, box=Box(0, 0, wide, high), name=""))
            drawn = self.sprites.get(key, lambda: pygame.transform.rotate(drawn, thing.turn))
        surface.blit(drawn, rect)


def pixels(box: Box) -> pygame.Rect:
    """The box in whole pixels, at least one each way."""
    left, top = round(box.x), round(box.y)
    return pygame.Rect(left, top, max(1, round(box.right) - left), max(1, round(box.bottom) - top))


def upright_size(thing: Thing) -> tuple[int, int]:
    """Width and height in pixels of a thing as it is before it is turned."""
    rect = pixels(thing.box)
    return (rect.h, rect.w) if thing.turn in (90, 270) else (rect.w, rect.h)


def reach(thing: Thing) -> pygame.Rect:
    """All pixels that painting a thing may touch: a card has a shadow, letters stick out of their line."""
    rect = pixels(thing.box)
    if isinstance(thing, Card | Back):
        pad = max(2, round(cards.SHADOW * min(rect.size))) * 2 + 2
    elif isinstance(thing, Text):
        pad = round(0.3 * thing.em) + 2
    elif isinstance(thing, Stroke):
        pad = round(thing.width) + 3
    else:
        pad = 2
    return rect.inflate(2 * pad, 2 * pad)


def merged(parts: Sequence[pygame.Rect], screen: pygame.Rect) -> list[pygame.Rect]:
    """Rectangles that cover the same and do not overlap, within the screen. Touching ones become one."""
    result: list[pygame.Rect] = []
    for part in parts:
        rect = part.clip(screen)
        if not rect.w or not rect.h:
            continue
        hit = rect.collidelist(result)
        while hit >= 0:
            rect = rect.union(result.pop(hit))
            hit = rect.collidelist(result)
        result.append(rect)
    return result
