"""The catalogues: complete in every language, compiled as written, and of letters that the font has."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from string import Formatter

import pytest
from babel.messages.mofile import read_mo

from display import labels
from display.words import LOCALE
from tests import texts

LANGUAGES = tuple(labels.LANGUAGES)
TRANSLATED = tuple(language for language in LANGUAGES if language != "en")
FORMS = {"", "name", "Name", "object", "Object", "follow", "Follow"}


def test_every_language_has_a_catalogue():
    assert set(texts.languages()) == set(TRANSLATED)


@pytest.mark.parametrize("language", TRANSLATED)
def test_everything_is_translated(language):
    catalog = texts.catalogue(language)
    assert texts.untranslated(catalog) == []
    assert texts.texts(catalog).keys() == texts.texts(texts.collected()).keys(), "run: python -m tests.texts"
    assert not any(message.fuzzy for message in catalog if message.id)


@pytest.mark.parametrize("language", TRANSLATED)
def test_translations_have_the_fields_of_the_text(language):
    for (_, text), translation in texts.texts(texts.catalogue(language)).items():
        assert fields(translation).keys() == fields(text).keys(), text
        assert set(fields(translation).values()) <= FORMS, translation
        assert set(fields(text).values()) <= FORMS, text


def fields(text):
    """The fields of a text with the form that each is wanted in."""
    return {name: form for _, name, form, _ in Formatter().parse(text) if name is not None}


@pytest.mark.parametrize("language", TRANSLATED)
def test_what_is_compiled_is_what_is_written(language):
    with texts.po_file(language).with_suffix(".mo").open("rb") as file:
        assert texts.texts(read_mo(file)) == texts.texts(texts.catalogue(language)), "run: python -m tests.texts"


def test_what_is_gone_is_dropped_and_what_is_new_is_untranslated(tmp_path, monkeypatch):
    monkeypatch.setattr(texts, "LOCALE", tmp_path)
    old = texts.Tidy(locale="fi")
    old.add("gone", "poissa")
    old.add("Undo", "Kumoa")
    texts.write("fi", old)
    now = texts.Tidy()
    now.add("Undo")
    now.add("Menu")
    assert texts.texts(texts.merged("fi", now)) == {(None, "Undo"): "Kumoa", (None, "Menu"): ""}


def test_the_catalogues_lie_beside_the_code():
    for language in TRANSLATED:
        assert (LOCALE / language / "LC_MESSAGES" / "lapio.mo").is_file()


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_letter_can_be_drawn(language):
    catalog = texts.collected() if language == "en" else texts.catalogue(language)
    said = "".join(text + translation for (_, text), translation in texts.texts(catalog).items())
    for letter in sorted(set(said + "−+×·…" + "".join(labels.LANGUAGES.values())) - {" "}):
        for bold in (False, True):
            assert drawn(letter, bold) != drawn("\uffff", bold), f"no glyph for {letter!r}"


@cache
def drawn(letter, bold):
    """The pixels of a letter; a letter that the font lacks gives those of its empty box."""
    import pygame.font
    from fontpkg_atkinson_hyperlegible import ROOT

    pygame.font.init()
    file = Path(ROOT) / "files" / f"AtkinsonHyperlegible-{'Bold' if bold else 'Regular'}.ttf"
    picture = pygame.font.Font(file, 40).render(letter, True, "black")
    return pygame.image.tobytes(picture, "RGBA")


def test_a_letter_that_the_font_lacks_is_noticed():
    assert drawn("→", True) == drawn("\uffff", True)
