"""Colours, suits, type and sprites: what holds for the look whatever the view."""

from __future__ import annotations

import os
import subprocess
import sys
from itertools import combinations, pairwise
from pathlib import Path

import pytest

from display.layout import Box, Card, Layout, Panel, Slot, Text, Tile, turned
from display.outlines import ICONS, OUTLINES, SEAT_SHAPES, SUITS
from display.theme import THEMES, contrast, luminance, seat_colour, suit_colour
from display.view import Look
from tests.display import samples

EVENING, DAY = THEMES["evening"], THEMES["day"]
GROUNDS = ("ground", "felt", "surface", "raised", "alert_body")


# Colours.


@pytest.mark.parametrize("theme", THEMES)
def test_text_has_seven_to_one_on_every_ground(theme):
    colours = THEMES[theme]
    pairs = [(ink, ground) for ink in ("text", "text2") for ground in GROUNDS]
    pairs += [
        ("on_turn", "turn"),
        ("on_button", "button"),
        ("on_primary", "primary"),
        ("on_win", "win"),
        ("on_alert", "alert"),
    ]
    assert {
        pair: contrast(colours[pair[0]], colours[pair[1]])
        for pair in pairs
        if contrast(colours[pair[0]], colours[pair[1]]) < 7
    } == {}


@pytest.mark.parametrize("theme", THEMES)
def test_shapes_have_three_to_one(theme):
    colours = THEMES[theme]
    pairs = [("turn", ground) for ground in ("ground", "felt", "surface")]
    pairs += [("edge", ground) for ground in ("ground", "felt", "surface", "raised")]
    pairs += [("alert_edge", ground) for ground in ("ground", "felt", "alert_body")] + [("win", "felt")]
    pairs += [(f"seat{seat}", "ground") for seat in range(1, 5)] + [("card_edge", "face")]
    assert min(contrast(colours[shape], colours[ground]) for shape, ground in pairs) >= 3


def test_suits_have_seven_to_one_on_card_face_in_both_decks():
    for four_colours in (False, True):
        for suit in "CDHS":
            assert contrast(EVENING[suit_colour(suit, four_colours=four_colours)], EVENING["face"]) >= 7


def test_the_contrasts_are_those_of_the_page():
    assert contrast(EVENING["text"], EVENING["ground"]) == pytest.approx(16.9, abs=0.1)
    assert contrast(DAY["text2"], DAY["felt"]) == pytest.approx(8.3, abs=0.1)
    assert contrast(EVENING["alert"], EVENING["ground"]) == pytest.approx(2.2, abs=0.1)


def test_cards_are_the_brightest_thing_in_the_evening():
    assert luminance(EVENING["face"]) == max(luminance(EVENING[token]) for token in EVENING if token != "on_alert")


def test_a_four_colour_deck_has_four_colours():
    assert len({suit_colour(suit, four_colours=True) for suit in "CDHS"}) == 4
    assert {suit_colour(suit, four_colours=False) for suit in "DH"} == {"card_red"}


# Shapes.


def area(name: str) -> float:
    from pygame import Surface

    from display.shapes import draw_outline

    side = 300
    surface = Surface((side, side))
    draw_outline(surface, OUTLINES[name], 0, 0, side, side, (255, 255, 255))
    return sum(surface.get_at((x, y))[0] > 0 for x in range(0, side, 2) for y in range(0, side, 2)) / (side / 2) ** 2


def test_the_four_suits_weigh_the_same():
    areas = {suit: area(suit) for suit in SUITS}
    assert areas.pop("D") == pytest.approx(0.39, abs=0.02)  # but it is taller
    assert all(value == pytest.approx(0.45, abs=0.02) for value in areas.values())


def test_every_outline_stays_on_its_square():
    for name, outline in OUTLINES.items():
        for part in outline:
            assert all(-0.03 <= x <= 1.03 and -0.03 <= y <= 1.03 for x, y in part.points), name


def test_no_two_seats_are_alike_up_to_eight():
    assert len(SEAT_SHAPES) == 8
    assert len({(shape, seat_colour(seat)) for seat, shape in enumerate(SEAT_SHAPES)}) == 8


def test_the_alert_icon_has_its_sign_cut_out():
    assert [part.cut for part in ICONS["alert"]] == [False, True, True]


# Type.


def test_the_font_has_every_letter_of_the_five_languages(fonts):
    letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789ÅÄÖÆØåäöæøÜüßŠšŽžÉé"
    for letter in letters + "−×–·…+/,.:;!?()’\u00a0":
        assert fonts.has(letter), letter
    assert not fonts.has("\u2660")  # no suit is ever a glyph


def test_digits_of_a_table_all_have_one_width(fonts):
    widths = {fonts.width(digit, 30, bold=True, tabular=True) for digit in "0123456789"}
    assert len(widths) == 1
    assert fonts.width("1", 30, bold=True) < fonts.width("0", 30, bold=True)


def test_text_is_measured_as_it_is_drawn(fonts):
    for em in (14, 22.5, 38, 60, 110):
        for bold in (False, True):
            drawn = fonts.render("Vuorossa Etelä", em, (0, 0, 0), bold=bold)
            assert drawn.get_width() == pytest.approx(fonts.width("Vuorossa Etelä", em, bold=bold), abs=1.5)


def test_wrapping_balances_the_lines_and_keeps_no_break_spaces(fonts):
    sentence = "Itä löi ruutu\u00a07:n, vaikka maa oli risti ja kädessä oli risti\u00a09."
    lines = fonts.wrap(sentence, 30, 500, 3, bold=True)
    assert lines is not None
    assert " ".join(lines) == sentence
    assert any("ruutu\u00a07:n," in line for line in lines)
    widths = [fonts.width(line, 30, bold=True) for line in lines]
    assert max(widths) - min(widths) < 0.35 * max(widths)


def test_a_sentence_that_does_not_fit_is_not_cut(fonts):
    assert fonts.wrap("This sentence is far too long for its box", 30, 120, 2, bold=True) is None


def test_names_are_cut_with_an_ellipsis_only_where_they_must_be(fonts):
    wide = fonts.width("Schornsteinfeger", 30, bold=True)
    assert fonts.shorten("Schornsteinfeger", 30, wide, bold=True) == "Schornsteinfeger"
    cut = fonts.shorten("Schornsteinfeger", 30, wide / 2, bold=True)
    assert cut.endswith("…")
    assert fonts.width(cut, 30, bold=True) <= wide / 2


def test_fitting_never_goes_below_the_floor(fonts):
    assert fonts.fit("Apfelbäumchen ist dran", 60, 10, bold=True, floor=40) is None
    assert fonts.fit("Ida", 60, 1000, bold=True, floor=40) == 60
    wide = fonts.width("Apfelbäumchen", 60, bold=True)
    assert fonts.fit("Apfelbäumchen", 60, wide * 0.9, bold=True, floor=30) == pytest.approx(60 * 0.84)


# Pixels.


def painter(**look):
    from display.paint import Painter
    from display.text import Fonts
    from display.words import Words

    chosen = Look(**look)
    return Painter(chosen, Fonts(), Words(chosen.language).court)


def picture(things, size=(240, 240), **look):
    import pygame

    surface = pygame.Surface(size)
    painter(**look).paint(surface, Layout(size, tuple(things)))
    return surface


def pixels(surface):
    width, height = surface.get_size()
    return [tuple(surface.get_at((x, y))[:3]) for x in range(width) for y in range(height)]


def test_shapes_have_no_dark_fringes():
    """Every pixel of a card's corner lies between the card and what is under it."""
    box = Box(40, 40, 120, 168)
    under = Panel(box=Box(0, 0, 240, 240), fill="face")
    found = pixels(picture([under, Tile(box=Box(20, 20, 60, 60), seat=0)]))
    ground, face, shape = EVENING["ground"], EVENING["face"], EVENING["seat1"]
    lowest = [min(colour[channel] for colour in (ground, face, shape)) for channel in range(3)]
    assert all(pixel[channel] >= lowest[channel] - 2 for pixel in found for channel in range(3))
    assert box.w == 120


def test_a_card_turned_by_half_looks_the_same():
    import pygame

    once = picture([Card(box=Box(40, 30, 120, 168), card="9C")])
    face = once.subsurface((40, 30, 120, 168))
    again = pygame.transform.rotate(face, 180)
    corner = [face.get_at((x, y)) for x in range(10, 26) for y in range(8, 70)]
    assert corner == [again.get_at((x, y)) for x in range(10, 26) for y in range(8, 70)]


@pytest.mark.parametrize(("language", "letters"), [("en", "JQK"), ("sv", "KnDK"), ("de", "BDK")])
def test_courts_have_the_letters_of_their_language(language, letters):
    from display.words import Words

    assert "".join(Words(language).court(rank) for rank in "JQK") == letters


def test_all_52_faces_differ():
    faces = {
        bytes(picture([Card(box=Box(0, 0, 60, 84), card=rank + suit)], (60, 84)).get_buffer())
        for rank in "23456789TJQKA"
        for suit in "CDHS"
    }
    assert len(faces) == 52


@pytest.mark.parametrize("card", ["wood-7", "tower", "42"])
def test_a_card_of_an_unknown_deck_is_shown_by_its_name(card):
    blank = picture([Card(box=Box(0, 0, 120, 168), card="?")], (120, 168))
    shown = picture([Card(box=Box(0, 0, 120, 168), card=card)], (120, 168))
    assert pixels(shown) != pixels(blank)


def test_turning_things_keeps_them_where_they_belong():
    text = Text(box=Box(10, 5, 40, 10), text="x", em=10, bold=True, colour="text", ground="felt", floor=5, role="key")
    screen = Box(100, 200, 30, 80)  # a strip for somebody at the right
    placed = turned([text], 90, screen)[0]
    assert placed.turn == 90
    assert screen.holds(placed.box)
    assert (placed.box.w, placed.box.h) == (10, 40)
    assert placed.box.bottom == screen.bottom - 10  # the left end of the text is at the bottom
    assert placed.box.x == screen.x + 5
    back = turned(turned([text], 180, Box(0, 0, 80, 30)), 180, Box(0, 0, 80, 30))[0]
    assert (back.box, back.turn) == (text.box, 0)


def test_a_part_of_the_picture_can_be_painted_alone(plan):
    import pygame

    layout = plan(samples.play(), (800, 480))
    paint = painter()
    whole, part = pygame.Surface((800, 480)), pygame.Surface((800, 480))
    paint.paint(whole, layout)
    part.blit(whole, (0, 0))
    rect = pygame.Rect(230, 110, 200, 180)
    part.fill((255, 0, 255), rect)
    paint.paint(part, layout, rect)
    assert bytes(whole.get_buffer()) == bytes(part.get_buffer())


def test_the_slot_is_dashed():
    found = picture([Slot(box=Box(20, 20, 120, 168), radius=12, width=6, colour="turn")])
    edge = [found.get_at((x, 23))[0] > 200 for x in range(40, 120)]
    assert sum(a != b for a, b in pairwise(edge)) >= 4


def test_every_screen_in_every_look_is_painted_without_a_window():
    from display.screen import render

    for theme, size in (("evening", (800, 480)), ("day", (480, 800))):
        for name, view in samples.every_text("fi").items():
            if name.startswith(("play", "mock", "alert-revoke", "result", "end")):
                surface = render(view, size, Look(language="fi", theme=theme, four_colours=True))
                assert surface.get_size() == size
                assert len(set(pixels(surface.subsurface((0, 0, 200, 100))))) > 20


def test_the_two_themes_and_decks_differ():
    from display.screen import render

    looks = [Look(theme=theme, four_colours=four) for theme in ("evening", "day") for four in (False, True)]
    pictures = [bytes(render(samples.play(), (800, 480), look).get_buffer()) for look in looks]
    assert all(a != b for a, b in combinations(pictures, 2))


GOLDEN = Path(__file__).parent / "golden"
GOLDEN_VIEWS = {
    "play": (samples.play("fi"), Look(language="fi")),
    "play-day": (samples.play("fi"), Look(language="fi", theme="day", four_colours=True)),
    "mock": (samples.mock("fi"), Look(language="fi")),
    "alert": (samples.alerted("revoke"), Look()),
    "result": (samples.result("fi"), Look(language="fi")),
    "end": (samples.end_singles(4), Look()),
    "tabletop": (samples.play("fi"), Look(language="fi", way="tabletop")),
}


@pytest.mark.parametrize("name", GOLDEN_VIEWS)
def test_the_look_is_that_of_the_golden_picture(name):
    """Small pictures, compared loosely: another version of the font library may draw an edge otherwise.

    `LAPIO_GOLDEN=1 pytest tests/display/test_look.py` makes them anew; look at them before you keep them.
    """
    import pygame

    from display.screen import render

    view, look = GOLDEN_VIEWS[name]
    small = pygame.transform.smoothscale(render(view, (1280, 720), look), (320, 180))
    path = GOLDEN / f"{name}.png"
    if os.environ.get("LAPIO_GOLDEN"):
        pygame.image.save(small, path)
    golden = pygame.image.load(path)
    differences = [
        abs(a - b)
        for one, other in zip(pixels(small), pixels(golden), strict=True)
        for a, b in zip(one, other, strict=True)
    ]
    assert sum(differences) / len(differences) < 1.5
    assert sum(difference > 60 for difference in differences) < 0.004 * len(differences)


def test_the_plain_data_needs_no_pygame():
    code = "import display.view, display.words, display.theme, display.outlines, sys; sys.exit('pygame' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
