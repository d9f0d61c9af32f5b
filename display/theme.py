"""The colours of the two themes, by token, and the contrast they were chosen for.

A layout names tokens ("text2", "seat1"); only the painting looks up what they are. The numbers and what each token is
for: docs/look.md, section 1.
"""

from __future__ import annotations

from typing import Literal, TypeAlias

Colour: TypeAlias = tuple[int, int, int]
Theme: TypeAlias = dict[str, Colour]
ThemeName: TypeAlias = Literal["evening", "day"]

SEAT_COLOURS = 4  # seats 5 to 8 have the same four again, with other shapes


def colour(code: str) -> Colour:
    """The colour of a code like `#17120D`."""
    return int(code[1:3], 16), int(code[3:5], 16), int(code[5:7], 16)


def _theme(**codes: str) -> Theme:
    return {token: colour(code) for token, code in (_CARDS | codes).items()}


# Cards look the same in both themes: white, with the suits in their own colours.
_CARDS = {
    "face": "#FFFDF6",
    "card_edge": "#7C7466",
    "card_black": "#1B1815",
    "card_red": "#AE0E1B",
    "card_green": "#0A5A22",
    "card_blue": "#0F47A1",
    "back": "#23424F",
    "lattice": "#3C6272",
    "back_light": "#F6EEDC",
    "bismuth": "#5B3A8C",
    "phosphorus": "#943700",
    "zinc": "#2E5566",
    "copper": "#8A4413",
    "silver": "#4A5058",
    "gold": "#563D00",
    "gold_face": "#F3DFA6",
    "figure_face": "#F3EBDA",
    "coin": "#E0A82E",
    "coin_rim": "#8A6212",
    "fake": "#B9B2A4",
    "fake_rim": "#5F584C",
}

THEMES: dict[ThemeName, Theme] = {
    "evening": _theme(
        ground="#17120D",
        felt="#1F2A22",
        surface="#2A221A",
        raised="#3A2F24",
        button="#46392C",
        on_button="#FBF3E4",
        primary="#FBF3E4",
        on_primary="#1C1203",
        line="#5A4B3B",
        edge="#9C8A72",
        text="#FBF3E4",
        text2="#D9CDB8",
        turn="#FFC24B",
        on_turn="#1C1203",
        win="#FBF3E4",
        on_win="#1C1203",
        alert="#9E1016",
        on_alert="#FFFFFF",
        alert_edge="#FF6F61",
        on_alert_edge="#17120D",
        alert_body="#2C1512",
        seat1="#58A6FF",
        seat2="#FF9BD2",
        seat3="#3FC48C",
        seat4="#EFE7A6",
    ),
    "day": _theme(
        ground="#F3ECDD",
        felt="#DDE3D2",
        surface="#FFFCF5",
        raised="#EAE1CE",
        button="#E3D8C2",
        on_button="#1E1710",
        primary="#1E1710",
        on_primary="#FFFCF5",
        line="#C9BDA6",
        edge="#766A57",
        text="#1E1710",
        text2="#453B2E",
        turn="#7A4700",
        on_turn="#FFFFFF",
        win="#1E1710",
        on_win="#FFFFFF",
        alert="#9E1016",
        on_alert="#FFFFFF",
        alert_edge="#9E1016",
        on_alert_edge="#FFFFFF",
        alert_body="#FFF3EF",
        seat1="#0B4FA8",
        seat2="#A3186F",
        seat3="#0A6B47",
        seat4="#6B5B00",
    ),
}


def seat_colour(seat: int) -> str:
    """The token of a seat's colour; beyond eight seats, which have no shapes of their own, the text's."""
    return f"seat{seat % SEAT_COLOURS + 1}" if seat < 2 * SEAT_COLOURS else "text"


def suit_colour(suit: str, *, four_colours: bool) -> str:
    """The token of a suit's colour on card face. `suit`: C D H S."""
    if four_colours:
        return {"C": "card_green", "D": "card_blue", "H": "card_red", "S": "card_black"}[suit]
    return "card_red" if suit in "DH" else "card_black"


def luminance(of: Colour) -> float:
    """Relative luminance of a colour, from 0 (black) to 1 (white), as WCAG 2 defines it."""
    linear = [c / 255 / 12.92 if c / 255 <= 0.03928 else ((c / 255 + 0.055) / 1.055) ** 2.4 for c in of]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: Colour, other: Colour) -> float:
    """The contrast of two colours as WCAG 2 defines it, from 1 to 21; text wants 7 here, shapes want 3."""
    light, dark = sorted((luminance(one), luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)
