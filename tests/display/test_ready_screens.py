"""The screens on which a table is made ready: that they fit, and what they show, say and answer."""

from __future__ import annotations

import pytest

from display.keys import keys_now, pressed
from display.layout import Card, Icon, Mini, Panel, Tile
from display.ready_texts import NOTES
from display.view import Intent
from display.words import Words
from tests.display import ready_samples, samples
from tests.display.checking import behind, faults


@pytest.mark.parametrize("size", samples.SIZES, ids=lambda size: "x".join(map(str, size)))
@pytest.mark.parametrize("language", samples.LANGUAGES)
def test_nothing_overlaps_leaves_its_box_or_gets_too_small(plan, language, size):
    wrong = {}
    for name, view in ready_samples.everything(language).items():
        layout = plan(view, size, language)
        found = faults(layout, "evening") + faults(layout, "day") + behind(layout)
        if found:
            wrong[name] = found
    assert not wrong


@pytest.mark.parametrize("language", samples.LANGUAGES)
def test_every_note_has_a_sentence(language):
    words = Words(language)
    assert {note.kind for note in ready_samples.every_note()} == set(NOTES)
    assert all(words.note(note) for note in ready_samples.every_note())
