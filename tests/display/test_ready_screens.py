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


def named(layout, name, kind):
    return [thing for thing in layout.named(name) if isinstance(thing, kind)]


# Learning a deck


def test_the_grid_shows_what_is_learnt_and_an_empty_place_for_the_rest(plan):
    view = ready_samples.deck()
    for size in samples.SIZES:
        layout = plan(view, size)
        for card in view.cards:
            lies = [thing.card for thing in named(layout, f"place:{card}", Mini)]
            assert lies == ([card] if card in view.learnt else []), card


def test_the_card_that_is_asked_for_is_the_largest_and_its_place_is_ringed(plan):
    layout = plan(ready_samples.deck())
    (asked,) = [thing for thing in layout.things if isinstance(thing, Card)]
    assert asked.card == "7H"
    (place,), (ring,) = named(layout, "place:7H", Panel), layout.named("asked-ring")
    assert ring.box.holds(place.box)
    assert asked.box.h > 2 * place.box.h


def test_a_touch_in_the_grid_taps_that_card_on_the_mock_table_only(plan):
    for simulated in (True, False):
        layout = plan(ready_samples.deck(simulated=simulated))
        middle = named(layout, "place:QS", Panel)[0].box
        wanted = Intent("card", card="QS") if simulated else None
        assert layout.intent_at(middle.cx, middle.cy) == wanted


def test_at_the_end_nothing_is_asked_for_and_enter_closes(plan):
    for name in ("deck-complete", "deck-stopped"):
        view = ready_samples.decks()[name]
        layout = plan(view)
        assert not layout.named("asked")
        assert not layout.named("asked-ring")
        assert pressed("Enter", view, Words("en")) == Intent("close")
        assert bool(layout.named("complete")) == (name == "deck-complete")


# Setting up


def test_the_table_of_what_was_found_has_a_tick_a_dash_or_a_ring_for_each_part(plan):
    layout = plan(ready_samples.setups()["setup-reader"])
    shapes = {
        (row, column): [thing.shape if isinstance(thing, Icon) else "ring" for thing in layout.named(f"{column}:{row}")]
        for row in range(3)
        for column in ("reader", "button", "lamp")
    }
    assert shapes[0, "reader"] == shapes[0, "lamp"] == ["check"]
    assert shapes[1, "button"] == ["bar"]
    assert shapes[2, "reader"] == shapes[1, "lamp"] == ["ring"]


def test_the_seat_that_is_asked_about_is_drawn_beside_the_question(plan):
    layout = plan(ready_samples.setups()["setup-reader"])
    assert [thing.seat for thing in named(layout, "picture", Tile)] == [2]
    assert [thing.shape for thing in named(layout, "picture", Icon)] == ["reader"]


@pytest.mark.parametrize("language", samples.LANGUAGES)
def test_every_answer_has_its_own_key_and_enter_gives_the_usual_one(language):
    words = Words(language)
    for name, view in ready_samples.setups(language).items():
        numbers = {}
        for cap in "1234567890":
            intent = pressed(cap, view, words)
            if intent is not None:
                assert intent.do == "choose", name
                numbers.setdefault(intent.number, cap)
        assert len(numbers) == min(len(view.choices), 10), name
        if view.usual is not None:
            assert pressed("Enter", view, words) == Intent("choose", number=view.usual)


def test_each_action_on_the_screen_has_a_key():
    for language in samples.LANGUAGES:
        words = Words(language)
        for name, view in ready_samples.everything(language).items():
            for key in set(keys_now(view)) - {"choose"}:
                cap = words.key(key)[0]
                answer = pressed(cap, view, words)
                assert answer == Intent(key) or (cap == "Enter" and answer is not None), (language, name, key)


# Hardware


def test_a_reader_with_a_card_on_it_lights_up_and_shows_the_card(plan):
    view = ready_samples.hardware(4)
    for size in samples.SIZES:
        layout = plan(view, size)
        fills = [named(layout, f"part{place}", Panel)[0].fill for place in range(len(view.parts))]
        assert [fill == "win" for fill in fills] == [part.active for part in view.parts]
        assert [thing.card for thing in named(layout, "part0", Mini)] == ["QD"]


def test_a_touch_on_a_lamp_chooses_it_and_on_anything_else_nothing(plan):
    view = ready_samples.hardware(4)
    layout = plan(view, (800, 480))
    for place, part in enumerate(view.parts):
        box = named(layout, f"part{place}", Panel)[0].box
        wanted = Intent("choose", number=place) if part.kind == "lamp" else None
        assert layout.intent_at(box.cx, box.cy) == wanted


def test_a_sick_reader_has_a_sign_and_says_how_it_is(plan):
    view = ready_samples.hardware(4)
    layout = plan(view)
    for place, part in enumerate(view.parts[:4]):
        icons = [thing.shape for thing in named(layout, f"part{place}", Icon)]
        assert ("alert" in icons) == (part.state in ("fault", "mute", "off"))
    assert {"faulty", "silent", "unknown tag"} <= {text.text for text in layout.texts("label")}
