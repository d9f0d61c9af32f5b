"""The faces and backs of the cards, drawn from shapes at four times their size and scaled down once.

All lengths are parts of the card's width; a card is 1.4 times as high as wide. docs/look.md, section 4.
"""

from __future__ import annotations

import pygame

from display import other_cards
from display.card_parts import CORNER, MINI_CORNER, RATIO, CardArt, blank, centred, corners, down, rank_bitmap
from display.deck_outlines import is_other_card
from display.outlines import COURTS, SUITS, is_french
from display.shapes import SCALE, draw_outline, transparent
from display.theme import suit_colour

SHADOW = 0.035
MINI_RATIO = 0.74  # a mini card's width, in its height


def face(art: CardArt, card: str, width: int, height: int, *, four_corners: bool = False) -> pygame.Surface:
    """The face of a card in pixels. `four_corners`: an index in each, for a panel lying flat."""
    return art.sprites.get(
        ("face", card, width, height, four_corners, art.four_colours, art.court(card[0])),
        lambda: _face(art, card, width, height, four_corners=four_corners),
    )


def mini(art: CardArt, card: str, width: int, height: int) -> pygame.Surface:
    """A card so small that only rank over suit are on it."""
    return art.sprites.get(
        ("mini", card, width, height, art.four_colours, art.court(card[0])), lambda: _mini(art, card, width, height)
    )


def back(art: CardArt, width: int, height: int) -> pygame.Surface:
    """The back of a card."""
    return art.sprites.get(("back", width, height), lambda: _back(art, width, height))


def chip(art: CardArt, suit: str, width: int, height: int) -> pygame.Surface:
    """A suit on a chip of card face, as it stands off the cards."""
    return art.sprites.get(("chip", suit, width, height, art.four_colours), lambda: _chip(art, suit, width, height))


def _face(art: CardArt, card: str, width: int, height: int, *, four_corners: bool) -> pygame.Surface:
    if is_other_card(card):
        return other_cards.face(art, card, width, height, four_corners=four_corners)
    if not is_french(card):
        return _named(art, card, width, height, CORNER * width)
    rank, suit = card[0], card[1]
    large = blank(art, width, height, CORNER * width)
    w = width * SCALE
    ink = art.theme[suit_colour(suit, four_colours=art.four_colours)]
    label = rank_bitmap(art, art.court(rank), 0.37 * w, 0.31 * w, ink)

    corner = transparent(round(0.39 * w), round(0.60 * w), ink)
    centred(corner, label, 0.195 * w, 0.185 * w)
    draw_outline(corner, SUITS[suit], 0.09 * w, 0.35 * w, 0.21 * w, 0.21 * w, ink)
    corners(large, corner, four=four_corners)

    if rank in COURTS:
        emblem_w, emblem_h, pip = (0.30, 0.17, 0.34) if four_corners else (0.31, 0.175, 0.42)
        top = (RATIO - emblem_h - 0.035 - pip) / 2
        draw_outline(large, COURTS[rank], (0.5 - emblem_w / 2) * w, top * w, emblem_w * w, emblem_h * w, ink)
        top += emblem_h + 0.035
    else:
        pip = 0.44 if four_corners else 0.54
        top = (RATIO - pip) / 2
    draw_outline(large, SUITS[suit], (0.5 - pip / 2) * w, top * w, pip * w, pip * w, ink)
    return down(large)


def _named(art: CardArt, card: str, width: int, height: int, radius: float) -> pygame.Surface:
    """A card that has no picture here, with its id on it, so that no deck stops the screen."""
    large = blank(art, width, height, radius)
    room = 0.86 * width * SCALE
    em = min(0.37 * width * SCALE, 0.37 * width * SCALE * room / art.fonts.width(card, 0.37 * width * SCALE, bold=True))
    centred(
        large, art.fonts.render(card, em, art.theme["card_black"], bold=True), width * SCALE / 2, height * SCALE / 2
    )
    return down(large)


def _mini(art: CardArt, card: str, width: int, height: int) -> pygame.Surface:
    if is_other_card(card):
        return other_cards.mini(art, card, width, height)
    if not is_french(card):
        return _named(art, card, width, height, MINI_CORNER * height)
    rank, suit = card[0], card[1]
    large = blank(art, width, height, MINI_CORNER * height)
    h, middle = height * SCALE, width * SCALE / 2
    ink = art.theme[suit_colour(suit, four_colours=art.four_colours)]
    centred(large, rank_bitmap(art, art.court(rank), 0.52 * h, 0.62 * h, ink), middle, 0.28 * h)
    draw_outline(large, SUITS[suit], middle - 0.22 * h, 0.52 * h, 0.44 * h, 0.44 * h, ink)
    return down(large)


def _chip(art: CardArt, suit: str, width: int, height: int) -> pygame.Surface:
    large = blank(art, width, height, 0.16 * height)
    side = 0.66 * height * SCALE
    ink = art.theme[suit_colour(suit, four_colours=art.four_colours)]
    left, top = (width * SCALE - side) / 2, (height * SCALE - side) / 2
    draw_outline(large, SUITS[suit], left, top, side, side, ink)
    return down(large)


def _back(art: CardArt, width: int, height: int) -> pygame.Surface:
    large = blank(art, width, height, CORNER * width)
    w = width * SCALE
    light = art.theme["back_light"]
    inset = round(0.065 * w)
    field = large.get_rect().inflate(-2 * inset, -2 * inset)
    pattern = pygame.Surface(field.size)
    pattern.fill(art.theme["back"])
    mesh, line = field.w / 6, max(1, round(0.012 * w))
    for step in range(-int(field.h / mesh) - 1, 8):
        x = step * mesh
        pygame.draw.line(pattern, art.theme["lattice"], (x, 0), (x + field.h, field.h), line)
        pygame.draw.line(pattern, art.theme["lattice"], (x + field.h, 0), (x, field.h), line)
    large.blit(pattern, field)
    frame = field.inflate(-2 * round(0.035 * w), -2 * round(0.035 * w))
    pygame.draw.rect(large, light, frame, width=line, border_radius=round(0.03 * w))
    centre = (w / 2, height * SCALE / 2)
    radius = 0.27 * w
    pygame.draw.circle(large, art.theme["back"], centre, radius)
    pygame.draw.circle(large, light, centre, radius, width=line)
    spade = 0.36 * w
    draw_outline(large, SUITS["S"], centre[0] - spade / 2, centre[1] - spade / 2, spade, spade, light)
    return down(large)
