"""What all cards are drawn from: the blank face, the rank set tight, shapes stamped on it. At four times their size.

All lengths are parts of the card's width; a card is 1.4 times as high as wide. docs/look.md, section 4.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import pygame

from display.shapes import SCALE, Sprites, draw_outline, transparent

if TYPE_CHECKING:
    from collections.abc import Callable

    from display.outlines import Outline
    from display.text import Fonts
    from display.theme import Colour, Theme

RATIO = 1.4
CORNER = 0.075
MINI_CORNER = 0.12  # of a mini card's height


class CardArt(NamedTuple):
    """What a card looks like besides its size. `court` gives a rank's letter in the players' language."""

    theme: Theme
    fonts: Fonts
    sprites: Sprites
    court: Callable[[str], str]
    four_colours: bool


def blank(art: CardArt, width: int, height: int, radius: float) -> pygame.Surface:
    """A white card with its edge, at SCALE times its size. One colour, so that its corners have no fringe."""
    large = transparent(width * SCALE, height * SCALE, art.theme["card_edge"])
    box = large.get_rect()
    edge = max(SCALE, round(0.008 * width * SCALE))
    pygame.draw.rect(large, art.theme["card_edge"], box, border_radius=round(radius * SCALE))
    pygame.draw.rect(
        large, art.theme["face"], box.inflate(-2 * edge, -2 * edge), border_radius=max(1, round(radius * SCALE) - edge)
    )
    return large


def down(large: pygame.Surface) -> pygame.Surface:
    """A card drawn at SCALE times its size, in its own."""
    return pygame.transform.smoothscale(large, (large.get_width() // SCALE, large.get_height() // SCALE))


def rank_bitmap(art: CardArt, text: str, em: float, widest: float, colour: Colour) -> pygame.Surface:
    """A rank as a tight bitmap: two letters are set close and squeezed to the widest that the corner holds."""
    tight = {"10": -0.05}.get(text, -0.02)
    letters = [art.fonts.render(letter, em, colour, bold=True) for letter in text]
    gap = tight * em
    width = sum(letter.get_width() for letter in letters) + gap * (len(letters) - 1)
    bitmap = transparent(round(width), letters[0].get_height(), colour)
    x = 0.0
    for letter in letters:
        bitmap.blit(letter, (round(x), 0))
        x += letter.get_width() + gap
    bitmap = bitmap.subsurface(bitmap.get_bounding_rect())
    if bitmap.get_width() > widest:
        bitmap = pygame.transform.smoothscale(bitmap, (max(1, round(widest)), bitmap.get_height()))
    return bitmap


def centred(target: pygame.Surface, bitmap: pygame.Surface, x: float, y: float) -> None:
    """Draws a bitmap round a point."""
    target.blit(bitmap, (round(x - bitmap.get_width() / 2), round(y - bitmap.get_height() / 2)))


def stamp(target: pygame.Surface, outline: Outline, x: float, y: float, side: float, colour: Colour) -> None:
    """Draws an outline round a point, `side` wide and high; what it cuts out shows what is under it."""
    bitmap = transparent(round(side), round(side), colour)
    draw_outline(bitmap, outline, 0, 0, side, side, colour)
    centred(target, bitmap, x, y)


def corners(large: pygame.Surface, corner: pygame.Surface, *, four: bool) -> None:
    """Puts an index into the top left corner and, turned, into the one opposite; with `four` into the others too."""
    turned = pygame.transform.flip(corner, True, True)
    right, low = large.get_width() - corner.get_width(), large.get_height() - corner.get_height()
    large.blit(corner, (0, 0))
    large.blit(turned, (right, low))
    if four:
        large.blit(corner, (right, 0))
        large.blit(turned, (0, low))
