"""Every id that the games show, ask or say has words: the sources are read, so that a new game is noticed."""

from __future__ import annotations

import ast
from functools import cache
from pathlib import Path

import pytest

from display import labels, questions
from display.view import Match, Question, SeatFace
from display.words import Words

ROOT = Path(__file__).parents[2]
ENGINE = ROOT / "engine"
RULES = ROOT / "display" / "rules"
LANGUAGES = tuple(labels.LANGUAGES)


@cache
def nodes():
    """Every node of every source file."""
    files = sorted(ENGINE.rglob("*.py"))
    return [node for file in files for node in ast.walk(ast.parse(file.read_text(encoding="utf-8")))]


def first_argument(name):
    """The string that each call of this constructor begins with."""
    return {
        node.args[0].value
        for node in nodes()
        if isinstance(node, ast.Call) and getattr(node.func, "id", "") == name and node.args
        if isinstance(node.args[0], ast.Constant) and isinstance(node.args[0].value, str)
    }


def keyword_strings(constructor, keyword):
    """The strings in this keyword of the calls of a constructor, alone or in a tuple."""
    found = set()
    for node in nodes():
        if isinstance(node, ast.Call) and getattr(node.func, "id", "") == constructor:
            for given in node.keywords:
                if given.arg == keyword:
                    found |= {
                        part.value
                        for part in ast.walk(given.value)
                        if isinstance(part, ast.Constant) and isinstance(part.value, str) and len(part.value) > 1
                    }
    return found


FACTS, PILES, VERBS = first_argument("Fact"), first_argument("Pile"), first_argument("Ask")


def test_the_sources_are_read():
    assert {"trump", "stock", "tricks"} <= FACTS
    assert {"pile", "meld"} <= PILES
    assert {"play", "draw", "pass"} <= VERBS


def test_every_fact_and_every_pile_has_words():
    assert sorted((FACTS | PILES) - labels.LABELS.keys()) == []


def test_every_action_has_a_button_and_a_question():
    assert sorted(VERBS - questions.ACTIONS.keys()) == []
    assert sorted(VERBS - questions.QUESTIONS.keys()) == []


def test_every_word_that_is_chosen_has_words():
    chosen = keyword_strings("Ask", "values") | keyword_strings("Ask", "sources")
    assert sorted(chosen - questions.VALUES.keys()) == []


def test_every_word_of_a_fact_has_words():
    said = keyword_strings("Fact", "word") - {"number"}  # a key, not a word
    assert sorted(said - questions.VALUES.keys() - labels.LABELS.keys()) == []


def test_every_game_is_called_as_its_rules_page():
    games = {path.stem for path in (RULES / "en").glob("*.md")}
    assert games == labels.GAMES.keys()
    for language in LANGUAGES:
        words = Words(language)
        for game in games:
            first = (RULES / language / f"{game}.md").read_text(encoding="utf-8").splitlines()[0]
            assert words.game(game) == first.removeprefix("# "), (language, game)


def test_keys_of_questions_and_buttons_name_games_that_there_are():
    names = set(labels.GAMES)
    for key in (*questions.QUESTIONS, *questions.ACTIONS):
        first, *rest = key.split("/")
        assert not rest or first in names | VERBS | phases(), key


@cache
def phases():
    """The phases that the engine tells."""
    found = set()
    for node in nodes():
        if isinstance(node, ast.Assign | ast.AnnAssign) and node.value is not None:
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            for target in targets:
                parts = target.elts if isinstance(target, ast.Tuple) else [target]
                values = node.value.elts if isinstance(node.value, ast.Tuple) else [node.value] * len(parts)
                for part, value in zip(parts, values, strict=False):
                    if getattr(part, "attr", getattr(part, "id", "")) == "phase":
                        found |= {n.value for n in ast.walk(value) if isinstance(n, ast.Constant)}
        if isinstance(node, ast.Dict):
            for key, value in zip(node.keys, node.values, strict=True):
                if isinstance(key, ast.Constant) and key.value == "phase":
                    found |= {n.value for n in ast.walk(value) if isinstance(n, ast.Constant)}
    return {phase for phase in found if isinstance(phase, str)}


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_question_has_words_and_never_a_field_left_open(language):
    words = Words(language)
    match = Match("no-game", (SeatFace("Ida"), SeatFace("Ole")), (), 1, None)
    for verb in VERBS | {"something-new"}:
        for name in ("", "do", "value", "to", "onto", "source", "claim:rank", "claim:suit", "new"):
            for seat in (None, 1):
                text = words.question(Question(seat, verb, name), match)
                assert text, (verb, name, seat)
                assert "{" not in text
                assert "~" not in text
                assert "None" not in text
    for phase in phases():
        assert words.question(Question(1, "play", "do", phase=phase), match)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_phases_with_a_decision_have_a_question_of_their_own(language):
    words = Words(language)
    plain = {
        words.question(Question(1, "x", name), Match("x", (SeatFace("Ida"), SeatFace("Ole")), (), 1, None))
        for name in ("", "do", "value")
    }
    for key in questions.QUESTIONS:
        game, *phase = key.split("/")
        if game in labels.GAMES and len(phase) == 1:
            match = Match(game, (SeatFace("Ida"), SeatFace("Ole")), (), 1, None)
            assert words.question(Question(1, "x", "do", phase=phase[0]), match) not in plain, key


def test_ids_without_words_show_themselves():
    words = Words("fi")
    assert words.action("new-verb") == "new verb"
    assert words.value("new-word") == "new word"
    assert words.value("GRI") == "GRI"
    assert words.value("T") == "10"
    assert words.value("K") == "K"
    assert words.value("trump") != "trump"


def test_a_question_without_a_seat_names_nobody():
    words = Words("en")
    match = Match("gris", (SeatFace("Ida"), SeatFace("Ole")), (), 1, None)
    assert words.question(Question(None, "exchange", phase="send"), match) == "Pass on the pig"
    assert words.question(Question(1, "exchange", phase="send"), match) == "Ole: pass on the pig"


def test_what_has_still_to_be_said_comes_before_the_phase():
    words = Words("en")
    match = Match("femhundra", (SeatFace("Ida"), SeatFace("Ole")), (), 1, None)
    assert words.question(Question(0, "layoff", "onto", phase="meld"), match) == "Ida: onto which meld?"
    assert words.question(Question(0, "meld", "do", phase="meld"), match) == "Ida: lay melds, then discard"
