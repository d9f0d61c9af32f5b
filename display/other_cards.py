"""The faces of cards without a French suit: jokers, the metals of Aurum, the figures and coins of Gold Digger.

The same white card, index and large symbol as the French ones (docs/look.md, section 4). All lengths are parts of the
card's width; everything is drawn at SCALE times its size.
"""

from __future__ import annotations

from math import ceil

import pygame

from display.card_parts import CORNER, MINI_CORNER, RATIO, CardArt, blank, centred, corners, down, rank_bitmap, stamp
from display.deck_outlines import (
    CRACK,
    CROSS,
    FAKE,
    FIGURE_OUTLINES,
    JOKER_OUTLINES,
    METAL_OUTLINES,
    SIGNS,
    Metal,
    coins_of,
    metal_of,
)
from display.outlines import Outline
from display.shapes import SCALE, transparent
from display.theme import Colour

INDEX = 0.195  # the middle of an index, from the side


def face(art: CardArt, card: str, width: int, height: int, *, four_corners: bool) -> pygame.Surface:
    """The face of such a card in pixels."""
    large = blank(art, width, height, CORNER * width)
    w, middle = width * SCALE, (width * SCALE / 2, height * SCALE / 2)
    shrink = 0.82 if four_corners else 1.0  # the symbol, where an index stands in each corner
    metal, coins = metal_of(card), coins_of(card)
    if metal is not None:
        ink = art.theme[metal.metal]
        if metal.metal == "gold":
            _ground(art, large, 0.05 * w)
        corners(large, _metal_index(art, metal, w, ink), four=four_corners)
        stamp(large, METAL_OUTLINES[metal.metal], *middle, 0.42 * w * shrink, ink)
    elif coins is not None:
        ink = art.theme["card_black"]
        corners(large, _index(w, rank_bitmap(art, str(coins), 0.37 * w, 0.31 * w, ink), ink), four=four_corners)
        _coins(art, large, coins, w, shrink)
    elif card == FAKE:
        ink = art.theme["card_black"]
        corners(large, _shape_index(w, CROSS, 0.19 * w, ink), four=four_corners)
        _fake(art, large, middle, 0.27 * w * shrink)
    elif card in FIGURE_OUTLINES:
        ink = art.theme["card_black"]
        _disc(large, middle, 0.36 * w * shrink, art.theme["figure_face"], art.theme["coin_rim"], 0.012 * w)
        stamp(large, FIGURE_OUTLINES[card], *middle, 0.44 * w * shrink, ink)
        corners(large, _shape_index(w, FIGURE_OUTLINES[card], 0.24 * w, ink), four=four_corners)
    else:
        ink = art.theme[_joker_ink(card)]
        corners(large, _shape_index(w, JOKER_OUTLINES[card], 0.28 * w, ink), four=four_corners)
        stamp(large, JOKER_OUTLINES["joker"], *middle, 0.56 * w * shrink, ink)
    return down(large)


def mini(art: CardArt, card: str, width: int, height: int) -> pygame.Surface:
    """Such a card so small that only its value and symbol are on it."""
    large = blank(art, width, height, MINI_CORNER * height)
    h, x = height * SCALE, width * SCALE / 2
    metal, coins = metal_of(card), coins_of(card)
    if metal is not None:
        ink = art.theme[metal.metal]
        if metal.metal == "gold":
            _ground(art, large, 0.05 * h)
        centred(large, rank_bitmap(art, str(metal.value), 0.52 * h, 0.62 * h, ink), x, 0.28 * h)
        stamp(large, METAL_OUTLINES[metal.metal], x, 0.72 * h, 0.40 * h, ink)
    elif coins is not None:
        ink = art.theme["card_black"]
        centred(large, rank_bitmap(art, str(coins), 0.52 * h, 0.62 * h, ink), x, 0.28 * h)
        _coin(art, large, (x, 0.73 * h), 0.18 * h)
    elif card == FAKE:
        stamp(large, CROSS, x, 0.26 * h, 0.34 * h, art.theme["card_black"])
        _fake(art, large, (x, 0.71 * h), 0.20 * h)
    elif card in FIGURE_OUTLINES:
        _disc(large, (x, h / 2), 0.33 * h, art.theme["figure_face"], art.theme["coin_rim"], 0.012 * h)
        stamp(large, FIGURE_OUTLINES[card], x, h / 2, 0.42 * h, art.theme["card_black"])
    else:
        ink = art.theme[_joker_ink(card)]
        stamp(large, JOKER_OUTLINES[card], x, 0.28 * h, 0.40 * h, ink)
        stamp(large, JOKER_OUTLINES["joker"], x, 0.72 * h, 0.44 * h, ink)
    return down(large)


def _joker_ink(card: str) -> str:
    return "card_red" if card == "X1" else "card_black"


def _index(w: float, label: pygame.Surface, ink: Colour) -> pygame.Surface:
    """A corner with a value in it."""
    corner = transparent(round(0.39 * w), round(0.60 * w), ink)
    centred(corner, label, INDEX * w, 0.185 * w)
    return corner


def _metal_index(art: CardArt, metal: Metal, w: float, ink: Colour) -> pygame.Surface:
    """A corner with the number and under it the sign of a metal."""
    corner = _index(w, rank_bitmap(art, str(metal.value), 0.37 * w, 0.31 * w, ink), ink)
    sign = art.fonts.render(SIGNS[metal.metal], 0.17 * w, ink, bold=True)
    centred(corner, sign, INDEX * w, 0.42 * w)
    return corner


def _shape_index(w: float, outline: Outline, side: float, ink: Colour) -> pygame.Surface:
    """A corner with a symbol in it."""
    corner = transparent(round(0.39 * w), round(0.45 * w), ink)
    stamp(corner, outline, INDEX * w, 0.185 * w, side, ink)
    return corner


def _ground(art: CardArt, large: pygame.Surface, inset: float) -> None:
    """The ground of a trump card, so that it is seen at once."""
    box = large.get_rect().inflate(-2 * round(inset), -2 * round(inset))
    pygame.draw.rect(large, art.theme["gold_face"], box, border_radius=round(inset))


def _disc(
    large: pygame.Surface, centre: tuple[float, float], radius: float, fill: Colour, rim: Colour, line: float
) -> None:
    pygame.draw.circle(large, rim, centre, radius)
    pygame.draw.circle(large, fill, centre, radius - max(1.0, line))


def _coin(art: CardArt, large: pygame.Surface, centre: tuple[float, float], radius: float) -> None:
    rim, line = art.theme["coin_rim"], max(1, round(0.11 * radius))
    _disc(large, centre, radius, art.theme["coin"], rim, 0.13 * radius)
    pygame.draw.circle(large, rim, centre, 0.58 * radius, width=line)


def _coins(art: CardArt, large: pygame.Surface, count: int, w: float, shrink: float) -> None:
    """As many coins as the card is worth: one column up to three, else two."""
    columns = 1 if count <= 3 else 2
    rows = ceil(count / columns)
    radius = min(0.115 * w, 0.5 * RATIO * w / rows / 2.25) * shrink
    step = 2.25 * radius
    for place in range(count):
        row, column = divmod(place, columns)
        in_row = min(columns, count - row * columns)
        x = w / 2 + (column - (in_row - 1) / 2) * step
        y = RATIO * w / 2 + (row - (rows - 1) / 2) * step
        _coin(art, large, (x, y), radius)


def _fake(art: CardArt, large: pygame.Surface, centre: tuple[float, float], radius: float) -> None:
    """A grey coin with a crack through it."""
    rim, line = art.theme["fake_rim"], max(1, round(0.07 * radius))
    _disc(large, centre, radius, art.theme["fake"], rim, 0.09 * radius)
    pygame.draw.circle(large, rim, centre, 0.64 * radius, width=line)
    stamp(large, CRACK, *centre, 2 * radius, art.theme["face"])
