"""The pages that are looked at in the middle of a game: rules, score sheet, menu."""

from __future__ import annotations

from dataclasses import replace

import pygame
import pytest

from display.change import change_between, stages
from display.flow import LINE, columns_of, rows_of
from display.keys import keys_now, pressed
from display.layout import Layout, Target
from display.markdown import Block, Table, blocks_of, plain, rules_of
from display.plan import Plan
from display.screen import Screen
from display.sheet import rows_of as deals_of
from display.view import Intent, Look, RulesView
from display.words import Words
from tests.display import page_samples, samples
from tests.display.checking import behind, faults

by_size = pytest.mark.parametrize("size", samples.SIZES, ids=lambda size: "x".join(map(str, size)))
in_every_language = pytest.mark.parametrize("language", samples.LANGUAGES)


def pages(plan, view: RulesView, size, language: str) -> list[Layout]:
    """Every page of the rules, as somebody turns them."""
    layouts = [plan(view, size, language)]
    while turn(layouts[-1], "next-page") not in (None, 0):
        layouts.append(plan(replace(view, page=turn(layouts[-1], "next-page")), size, language))
    return layouts


def turn(layout: Layout, way: str) -> int | None:
    """The page that a key goes to."""
    found = [thing.intent.number for thing in layout.named(way) if isinstance(thing, Target)]
    return found[0] if found else None


def words_on(layouts: list[Layout]) -> list[str]:
    texts = [text for layout in layouts for text in layout.texts() if text.role.startswith("rules")]
    return " ".join(text.text for text in texts).split()


# -- layout ---------------------------------------------------------------------------------------------


@by_size
@in_every_language
def test_nothing_overlaps_leaves_its_box_or_gets_too_small(plan, language, size):
    wrong = {}
    for name, view in page_samples.every_page(language).items():
        layout = plan(view, size, language)
        found = faults(layout, "evening") + behind(layout)
        if found:
            wrong[name] = found
    assert not wrong


@in_every_language
@pytest.mark.parametrize("game", page_samples.GAMES)
def test_the_rules_of_every_game_fit_page_by_page(plan, language, game):
    number = page_samples.GAMES.index(game) + samples.LANGUAGES.index(language)
    size = samples.SIZES[number % len(samples.SIZES)]  # each game at each size, in one language or another
    for layout in pages(plan, page_samples.rules(language, game), size, language):
        assert not faults(layout, "day")


@pytest.mark.parametrize("size", samples.MORE_SIZES)
def test_other_shapes_of_screen_are_laid_out_too(plan, size):
    wrong = {name: faults(plan(view, size), "day") for name, view in page_samples.every_page().items()}
    assert not {name: found for name, found in wrong.items() if found}


@by_size
def test_rules_can_be_read_from_a_chair(plan, size):
    for layout in pages(plan, page_samples.rules("de", "vandatta"), size, "de"):
        assert all(text.em >= min(size) / 30 for text in layout.texts() if text.role.startswith("rules"))


@by_size
@pytest.mark.parametrize("game", ["kullankaivaja", "gold-digger", "mattis"])
def test_no_word_of_the_rules_is_lost(plan, size, game):
    """But a table in columns has its head again where it goes on, and one without columns has none."""
    blocks = [block for block in rules_of(game, "en") if isinstance(block, Block) and block.mark != "#"]
    shown = words_on(pages(plan, page_samples.rules("en", game), size, "en"))
    rows = [row for table in rules_of(game, "en") if isinstance(table, Table) for row in table.rows[1:]]
    written = " ".join([*(plain(block.words) for block in blocks), *(plain(cell) for row in rows for cell in row)])
    text = "".join(shown)
    assert set(written.replace("*", "").split()) - set(shown) <= {
        word
        for word in written.split()
        if word in text  # one that is partly strong is two texts
    }
    assert len(text) >= len("".join(written.split()))


def test_rules_that_are_not_written_are_no_error(plan):
    texts = [text.text for text in plan(page_samples.rules("sv", "no-such-game"), (800, 480), "sv").texts()]
    assert "Reglerna är inte skrivna än." in " ".join(texts)


# -- turning pages --------------------------------------------------------------------------------------


@by_size
def test_the_halves_turn_the_pages(plan, size):
    wide, high = size
    first = plan(page_samples.rules(), size)
    assert first.intent_at(0.75 * wide, 0.5 * high) == Intent("page", number=1)
    assert first.intent_at(0.25 * wide, 0.5 * high) is None
    second = plan(page_samples.rules(page=1), size)
    assert second.intent_at(0.25 * wide, 0.5 * high) == Intent("page", number=0)
    last = pages(plan, page_samples.rules(), size, "en")[-1]
    assert last.intent_at(0.75 * wide, 0.5 * high) is None


def test_a_page_too_far_is_the_last_one(plan):
    last = pages(plan, page_samples.rules(), (800, 480), "en")[-1]
    assert plan(page_samples.rules(page=99), (800, 480)) == last
    assert turn(last, "next-page") == 0


def test_the_sheet_of_a_long_game_has_all_deals_page_by_page(plan):
    shown = set()
    for page in range(3):
        layout = plan(page_samples.sheet(4, 23, page), (1920, 1080))
        shown |= {text.text for text in layout.texts("label")}
    assert {str(deal) for deal in range(1, 24)} <= shown
    assert [deals_of(23, 10, page)[0] for page in range(3)] == [range(13, 23), range(3, 13), range(3)]
    assert turn(plan(page_samples.sheet(4, 23), (1920, 1080)), "previous-page") == 1
    assert turn(plan(page_samples.sheet(4, 23, 1), (1920, 1080)), "next-page") == 0


# -- keys, touches, languages ---------------------------------------------------------------------------


@pytest.fixture
def screen():
    window = Screen((800, 480), Look(motion=False), allow_hidden=True)
    yield window
    window.close()


def shown(window: Screen, view) -> Screen:
    window.show(view)
    window.tick(0.0)
    return window


def press(window: Screen, key: int, letter: str = "") -> list[Intent]:
    pygame.event.post(pygame.event.Event(pygame.KEYDOWN, key=key, unicode=letter))
    return window.intents(0)


def touch(window: Screen, do: str) -> list[Intent]:
    target = next(thing for thing in window._layout.things if isinstance(thing, Target) and thing.intent.do == do)
    for kind in (pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP):
        at = (int(target.box.cx), int(target.box.cy))
        pygame.event.post(pygame.event.Event(kind, button=1, pos=at, touch=False))
    return window.intents(0)


@pytest.mark.parametrize("key", [pygame.K_RIGHT, pygame.K_DOWN, pygame.K_SPACE, pygame.K_PAGEDOWN])
def test_keys_turn_to_the_next_page(screen, key):
    shown(screen, page_samples.rules())
    assert press(screen, key, " " if key == pygame.K_SPACE else "") == [Intent("page", number=1)]


def test_keys_turn_back_and_not_before_the_first_page(screen):
    shown(screen, page_samples.rules(page=1))
    assert press(screen, pygame.K_LEFT) == [Intent("page", number=0)]
    shown(screen, page_samples.rules())
    assert press(screen, pygame.K_LEFT) == []


@pytest.mark.parametrize("view", [page_samples.rules(), page_samples.sheet(), page_samples.menu()])
@pytest.mark.parametrize("key", [pygame.K_ESCAPE, pygame.K_RETURN])
def test_esc_and_enter_go_back_to_the_game(screen, view, key):
    assert press(shown(screen, view), key) == [Intent("to-game")]
    assert touch(screen, "to-game") == [Intent("to-game")]


@in_every_language
def test_every_item_of_the_menu_has_its_key_and_its_button(plan, language):
    view, words = page_samples.menu(language), Words(language)
    layout = plan(view, (800, 480), language)
    asked = [thing.intent for thing in layout.things if isinstance(thing, Target)]
    for do in page_samples.ITEMS:
        assert Intent(do) in asked
        assert pressed(words.key(do)[0], view, words) == Intent(do)
    assert keys_now(view) == page_samples.ITEMS


@in_every_language
def test_the_play_screen_opens_each_page_by_key_and_touch(plan, language):
    view, words = samples.play(language), Words(language)
    layout = plan(view, (1280, 720), language)
    asked = [thing.intent for thing in layout.things if isinstance(thing, Target)]
    assert {Intent("menu"), Intent("sheet")} <= set(asked)
    for do in ("rules", "sheet", "menu"):
        assert pressed(words.key(do)[0], view, words) == Intent(do)


def test_a_language_is_chosen_by_touch_and_by_digit(screen):
    shown(screen, page_samples.menu())
    assert touch(screen, "language-fi") == [Intent("language-fi")]
    assert "Valikko" in [text.text for text in screen._layout.texts("title")]
    assert press(screen, pygame.K_4, "4") == [Intent("language-de")]
    assert "Menü" in [text.text for text in screen._layout.texts("title")]
    shown(screen, samples.play())
    assert "Menü" in [text.text for text in screen._layout.texts("button")]


def test_the_menu_says_whether_sounds_are_on(screen):
    shown(screen, page_samples.menu())
    assert touch(screen, "sound") == [Intent("sound")]
    assert not screen.look.sound
    assert "Sound: off" in [text.text for text in screen._layout.texts("button")]


def test_an_alert_is_heard_though_the_rules_were_open(plan):
    page, alert = page_samples.rules(), samples.alerted("refused")
    assert change_between(page, alert, plan(page), plan(alert)).cue == "alert"
    assert change_between(page, samples.end(), plan(page), plan(samples.end())).cue is None


def test_a_page_is_shown_at_once_though_a_full_trick_lies(plan):
    play = samples.play()
    full = replace(play, laid=play.last_trick)
    assert [step.wait for step in stages(full, page_samples.rules())] == [0.0]


# -- the text of the rules ------------------------------------------------------------------------------


def test_a_page_is_read_into_blocks():
    lists = "- a `b`\n  c\n- d\n\n1. e\n\n"
    page = "# Name\n\nOne **two**,\n3. three.\n\n## Part\n\n" + lists + "| x | y |\n|---|---|\n| 1 | *2* |\n"
    name, text, part, first, second, number, table = blocks_of(page)
    assert [block.mark for block in (name, text, part, first, second, number)] == ["#", "", "##", "-", "-", "1."]
    assert plain(text.words) == "One two, 3. three."
    assert text.words[1] == (("two", True), (",", False))
    assert plain(first.words) == "a b c"
    assert [[plain(cell) for cell in row] for row in table.rows] == [["x", "y"], ["1", "2"]]


def test_every_page_of_rules_leaves_no_mark_of_its_markdown():
    for game in page_samples.GAMES:
        for language in samples.LANGUAGES:
            for block in rules_of(game, language):
                cells = [block.words] if isinstance(block, Block) else [cell for row in block.rows for cell in row]
                assert not set("`*|#") & set("".join(map(plain, cells))), (game, language, block)


@pytest.fixture
def flow(fonts):
    """Rows of a page's text in a column 400 wide on a small screen."""
    plan = Plan((800, 480), Words("en"), Look(), fonts)
    return lambda page: (plan, rows_of(plan, blocks_of(page), 400))


def test_a_heading_is_never_the_last_in_a_column(flow):
    _, rows = flow("## A\n\n" + "word " * 40 + "\n\n## B\n\n" + "word " * 40)
    for height in range(100, 400, 7):
        columns = columns_of(rows, height)
        assert [row for column in columns for row in column] == rows
        assert not [column for column in columns if column[-1].runs[0].role == "rules-head"]


def test_a_table_that_goes_on_has_its_head_again(flow):
    plan, rows = flow("| one | two |\n|---|---|\n" + "| 1 | 2 |\n" * 12)
    columns = columns_of(rows, 6 * LINE * plan.em("rules"))
    assert len(columns) > 2
    assert {column[0].runs[0].text for column in columns} == {"one"}
