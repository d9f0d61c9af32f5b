"""Every text has room where it stands, in every language and with the longest names.

Lengths are in S, the short side of the screen; the boxes are those of the alert.
"""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import pytest

from display import labels
from display.cardnames import SUITS
from display.view import ProofGroup
from display.words import Words
from tests.display.alerts import LONGEST, every_alert

LANGUAGES = tuple(labels.LANGUAGES)


@cache
def ems(text, bold):
    """How wide a text is, in em."""
    return font(200, bold).size(text)[0] / 200


@cache
def font(size, bold):
    import pygame.font
    from fontpkg_atkinson_hyperlegible import ROOT

    pygame.font.init()
    return pygame.font.Font(Path(ROOT) / "files" / f"AtkinsonHyperlegible-{'Bold' if bold else 'Regular'}.ttf", size)


def lines(text, em, width):
    """How many lines a text takes; more than any limit where a word is too wide."""
    space, x, count = ems(" ", True) * em, 0.0, 1
    for word in text.split(" "):
        wide = ems(word, True) * em
        if wide > width:
            return 99
        if x and x + space + wide > width:
            x, count = 0.0, count + 1
        x += wide + (space if x else 0.0)
    return count


ALERT = {"16:9": 1.248, "5:3": 1.169, "9:16": 0.961}
U = 1 / 72
PADDING = 3.8 * U  # left and right of the alert's sentences
HEADER = 0.077 + 0.082 + 7.5 * U  # the title's icon, one shape, and what is free beside them
SHAPE = 0.062 + 0.7 * U  # each shape where there are more than two
SMALLEST = 0.84


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_title_without_a_name_fits_everywhere(language):
    words = Words(language)
    for alert in every_alert():
        shapes = (len(alert.seats) - 1) * SHAPE if alert.kind == "suspect" and alert.seats else 0.0
        title = words.alert_title_short(alert)
        assert ems(title, True) * SMALLEST / 15 <= ALERT["9:16"] - HEADER - shapes, title


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_title_with_a_usual_name_fits_across(language):
    words = Words(language)
    for alert in every_alert():
        if len(alert.seats) < 2:
            title = words.alert_title(alert, ("Bernhard",) * 4)
            assert ems(title, True) * SMALLEST / 15 <= ALERT["5:3"] - HEADER, title


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("shape", "most"), [("16:9", 3), ("5:3", 3), ("9:16", 4)])
def test_why_fits_with_the_longest_names(language, shape, most):
    words = Words(language)
    for text in {words.alert_why(alert, LONGEST) for alert in every_alert()}:
        assert lines(text, 1 / 20, ALERT[shape] - PADDING) <= most, text


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_now_fits_beside_the_cards(language):
    words = Words(language)
    width = 0.29 * ALERT["5:3"] - 1.5 * U
    for text in {words.alert_now(alert, LONGEST) for alert in every_alert()}:
        assert len(text) <= 84, text
        assert lines(text, SMALLEST / 26, width) <= 6, text


@pytest.mark.parametrize("language", LANGUAGES)
def test_buttons_are_short(language):
    words = Words(language)
    for action in labels.BUTTONS:
        assert len(words.button(action, 13)) <= 16, action


@pytest.mark.parametrize("language", LANGUAGES)
def test_labels_are_short(language):
    words = Words(language)
    for label in labels.LABELS:
        assert ems(words.label(label), False) / 28 <= 0.33, label
    for row in labels.ROWS:
        assert ems(words.row(row), False) / 26 <= 0.36, row


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_pill_fits_with_the_longest_name(language):
    words = Words(language)
    for text in (words.turn("Schornsteinfeger"), words.nobody_knows()):
        assert ems(text, True) / 20 <= ALERT["9:16"] - 0.12, text


@pytest.mark.parametrize("language", LANGUAGES)
def test_captions_fit_over_their_cards(language):
    """Two captions over three cards, beside what to do now."""
    words = Words(language)
    for group in (("led", None), ("trick", 13), ("now", 13), ("shown", None), ("in-hand", None), ("card", None)):
        texts = {words.caption(ProofGroup(group[0], ("QD",), trick=group[1], suit=suit)) for suit in SUITS}
        for text in texts:
            assert ems(text, True) / 36 <= 0.44, text


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("screen", labels.KEYS_TOGETHER)
def test_no_key_cap_stands_twice_on_a_screen(language, screen):
    caps = [Words(language).key(id)[0] for id in labels.KEYS_TOGETHER[screen]]
    assert len(set(caps)) == len(caps), caps
    assert all(re.fullmatch(r"[A-Z]|Enter|Esc|F11|Tab|1–9", cap) for cap in caps)
