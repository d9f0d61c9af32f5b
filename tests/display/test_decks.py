"""Cards without a French suit: each is drawn, and told from every other by its form, not by its colour alone."""

from __future__ import annotations

from itertools import combinations

import pytest

from display.deck_outlines import FIGURES, METALS, coins_of, is_other_card, metal_of
from display.layout import Box, Card, Layout, Mini
from display.theme import THEMES, contrast
from display.view import Look
from display.words import Words
from engine.games import load

EVENING = THEMES["evening"]
CARDS = (
    "X1", "X2", *FIGURES, "fake", *(f"coins-{value}" for value in range(1, 11)),
    *(f"{metal}-7" for metal in METALS), "bismuth-1", "bismuth-10", "gold-0", "gold-8",
)  # fmt: skip


def decks():
    yield load("aurum", ["A", "B", "C", "D"], "A", {}).deck.faces
    yield load("gold-digger", ["A", "B"], "A", {}).deck.faces


@pytest.fixture(scope="module")
def painter():
    from display.paint import Painter
    from display.text import Fonts

    return Painter(Look(), Fonts(), Words("en").court)


def grey(painter, thing, size):
    """The picture without its colours."""
    import pygame

    surface = pygame.Surface(size)
    painter.paint(surface, Layout(size, (thing,), "felt"))
    return bytes(pygame.transform.grayscale(surface).get_buffer())


def test_every_card_of_every_deck_is_known_here():
    for faces in decks():
        assert all(is_other_card(face) for face in faces)
    assert not is_other_card("9C")
    assert not is_other_card("wood-7")


def test_an_id_is_read_as_its_metal_or_its_coins():
    assert metal_of("zinc-7") == ("zinc", 7)
    assert metal_of("coins-7") is None
    assert coins_of("coins-10") == 10
    assert coins_of("gold-4") is None
    assert metal_of("gold-x") is None


@pytest.mark.parametrize("four_corners", [False, True])
def test_every_card_looks_otherwise_without_its_colour(painter, four_corners):
    pictures = {
        card: grey(painter, Card(box=Box(4, 4, 60, 84), card=card, four_corners=four_corners), (70, 94))
        for card in CARDS
    }
    alike = [pair for pair in combinations(pictures, 2) if pictures[pair[0]] == pictures[pair[1]]]
    assert not alike


@pytest.mark.parametrize("height", [26, 70])
def test_every_small_card_looks_otherwise_without_its_colour(painter, height):
    size = (round(0.74 * height), height)
    pictures = {card: grey(painter, Mini(box=Box(0, 0, *size), card=card), size) for card in CARDS}
    assert not [pair for pair in combinations(pictures, 2) if pictures[pair[0]] == pictures[pair[1]]]


def test_the_jokers_differ_by_their_star(painter):
    import pygame

    one, other = (pygame.Surface((60, 84)) for _ in range(2))
    for surface, card in ((one, "X1"), (other, "X2")):
        painter.paint(surface, Layout((60, 84), (Card(box=Box(0, 0, 60, 84), card=card),), "felt"))
    middle = (round(0.195 * 60), round(0.19 * 60))  # the hole in the second joker's star
    light = [sum(surface.get_at(middle)[:3]) for surface in (one, other)]
    assert light[1] > light[0] + 200


def test_metals_have_seven_to_one_on_their_ground():
    for metal in METALS:
        ground = "gold_face" if metal == "gold" else "face"
        assert contrast(EVENING[metal], EVENING[ground]) >= 7, metal


def test_coins_and_counterfeits_have_rims_of_three_to_one():
    for rim in ("coin_rim", "fake_rim"):
        assert contrast(EVENING[rim], EVENING["face"]) >= 3


def test_gold_has_a_ground_of_its_own_so_that_trump_is_seen_at_once(painter):
    import pygame

    surface = pygame.Surface((60, 84))
    painter.paint(surface, Layout((60, 84), (Card(box=Box(0, 0, 60, 84), card="gold-3"),), "felt"))
    assert tuple(surface.get_at((50, 42))[:3]) == EVENING["gold_face"]


@pytest.mark.parametrize(
    ("language", "card", "name"),
    [
        ("en", "zinc-7", "zinc 7"),
        ("fi", "gold-4", "kulta 4"),
        ("de", "bismuth-10", "Wismut 10"),
        ("sv", "boot", "stövel"),
        ("en", "coins-1", "1 coin"),
        ("en", "coins-6", "6 coins"),
        ("nb", "fake", "falsk mynt"),
    ],
)
def test_cards_are_called_as_people_call_them(language, card, name):
    assert Words(language).card(card).replace("\u00a0", " ") == name


def test_every_card_of_every_deck_has_a_name_in_every_language():
    for language in ("en", "fi", "sv", "nb", "de"):
        words = Words(language)
        for faces in decks():
            names = {words.card(face) for face in faces}
            assert len(names) == len(set(faces))
            assert not any("{" in name or "-" in name for name in names)
