"""The rules for players: every game has its page in every language, with its own options, in people's words."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from display.labels import LANGUAGES
from engine.games import game_class, game_names
from engine.options import Option, chosen

ROOT = Path(__file__).parents[2]
RULES = ROOT / "display" / "rules"
LINE = 120  # characters

PAGES = sorted({page.stem for page in RULES.glob("*/*.md")})
PLAYED = [name for name in PAGES if name in game_names()]  # the pages whose game the engine has
ROW = re.compile(r"^\| `(?P<key>\w+)` \| (?P<values>.*) \| (?P<meaning>.*) \|$", re.MULTILINE)
SPAN = re.compile(r"`([^`]+)`")

in_every_language = pytest.mark.parametrize("language", LANGUAGES)


def text(language: str, game: str) -> str:
    return (RULES / language / f"{game}.md").read_text(encoding="utf-8")


def spans(said: str) -> list[str]:
    """What is set in backticks: keys and values as they are typed."""
    return SPAN.findall(said)


def as_typed(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def listed(option: Option) -> list[str]:
    """The option's values as they are typed, where they can be listed one by one."""
    return [as_typed(value) for value in option.values] if type(option.values) is tuple else []


def rule_ids() -> set[str]:
    """The names that the engine gives to its rules, phases and places; no person says them."""
    found = re.compile(r'"([a-z]+(?:-[a-z]+)+)"')
    engine = (file.read_text(encoding="utf-8") for file in (ROOT / "engine").rglob("*.py"))
    return {name for source in engine for name in found.findall(source)} - set(game_names())


def rows(language: str, game: str) -> Iterator[tuple[Option, re.Match[str]]]:
    """Every row of the page's table of options with the game's option of that name."""
    table = {option.key: option for option in game_class(game).option_table}
    return ((table[row["key"]], row) for row in ROW.finditer(text(language, game)) if row["key"] in table)


@pytest.mark.parametrize("game", PAGES)
def test_a_page_is_there_in_every_language(game: str) -> None:
    assert [code for code in LANGUAGES if not (RULES / code / f"{game}.md").is_file()] == []


@in_every_language
@pytest.mark.parametrize("game", PAGES)
def test_a_page_has_one_title_and_at_least_three_sections(language: str, game: str) -> None:
    levels = re.findall(r"^(#+) \S", text(language, game), re.MULTILINE)
    assert levels[0] == "#"
    assert levels.count("#") == 1
    assert levels.count("##") >= 3
    assert set(levels) == {"#", "##"}


@in_every_language
@pytest.mark.parametrize("game", PAGES)
def test_no_line_is_too_long(language: str, game: str) -> None:
    lines = enumerate(text(language, game).splitlines(), 1)
    assert {number: len(line) for number, line in lines if len(line) > LINE} == {}


@in_every_language
@pytest.mark.parametrize("game", PAGES)
def test_the_words_are_peoples_words(language: str, game: str) -> None:
    page = text(language, game)
    words = set(re.findall(r"[a-z]+(?:-[a-z]+)+", page))
    assert words & rule_ids() == set()
    assert re.findall(r"\w+_\w+", SPAN.sub("", page)) == []
    assert "{" not in page


@in_every_language
@pytest.mark.parametrize("game", PLAYED)
def test_the_table_of_options_has_exactly_the_games_options(language: str, game: str) -> None:
    shown = [row["key"] for row in ROW.finditer(text(language, game))]
    assert sorted(shown) == sorted(option.key for option in game_class(game).option_table)


@in_every_language
@pytest.mark.parametrize("game", PLAYED)
def test_every_value_is_named_as_it_is_typed_and_the_default_first(language: str, game: str) -> None:
    for option, row in rows(language, game):
        named = spans(row["values"])
        if values := listed(option):  # a value of several words is named by its words
            assert set(named) == {word for value in values for word in value.split()}, option.key
        if option.default not in ("", None, {}):
            assert named[0] == as_typed(option.default), option.key


@in_every_language
@pytest.mark.parametrize("game", PLAYED)
def test_what_is_set_as_typed_can_be_typed(language: str, game: str) -> None:
    table = {option.key: option for option in game_class(game).option_table}
    values = {value for option in table.values() for value in listed(option)}
    for span in spans(text(language, game)):
        key, equals, value = span.removeprefix("-o ").partition("=")
        if span.startswith("-o ") or (equals and key in table):
            chosen(tuple(table.values()), {key: table[key].read(value.strip('"'))})  # raises where it cannot
        else:
            assert "_" not in span or span in table or span in values
