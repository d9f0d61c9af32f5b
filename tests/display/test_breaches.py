"""Every rule that a game can be broken by has its own sentences, and no sentence is left without a rule.

The rules' ids are read from the engine's sources: everything that is passed on as a `rule`, and what the rungs of a
promise are called.
"""

from __future__ import annotations

import ast
import itertools
import re
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import NamedTuple

import pytest

from display import accusations, breaches, labels, remedies
from display.cardnames import CARDS, NUMBERED
from display.messages import fields_of
from display.view import Alert, ProofGroup
from display.words import Words
from tests import texts
from tests.display import samples
from tests.display.alerts import LONGEST, NAMES
from tests.display.checking import faults
from tests.display.test_text_lengths import ALERT, HEADER, PADDING, SHAPE, SMALLEST, U, ems, lines

ROOT = Path(__file__).parents[2]
LANGUAGES = tuple(labels.LANGUAGES)
TRANSLATED = tuple(language for language in LANGUAGES if language != "en")
REFUSES = {"Refusal", "_against"}  # what is called with the rule of a refusal only; a Must is promised as well
SAID = {"refused", "revoke", "suspect"}  # the events that accuse; a penalty has a rule too, and is no breach
ON_ITS_SUIT = {"follow-suit", "must-trump"}  # a proof of these is told by the card, the suit and the card that was held
REFUSED_ALWAYS = {"first-card"}  # whatever the hand is, so that no play can be accused of it
FIELDS = {"name", "names", "card", "count", "suit", "held"}


class Rules(NamedTuple):
    """The rules' ids in the engine, and whatever is passed on as a rule and is no text."""

    refused: set[str]
    accused: set[str]
    passed_on: set[str]


@cache
def rules():
    trees = [ast.parse(file.read_text(encoding="utf-8")) for file in sorted((ROOT / "engine").rglob("*.py"))]
    nodes = [node for tree in trees for node in ast.walk(tree)]
    names = dict(pair for tree in trees for node in tree.body for pair in constants(node))
    places, rungs = parameters(nodes, "rule"), parameters(nodes, "rungs")
    found = Rules(set(), set(), set())
    for node in nodes:
        if isinstance(node, ast.Call):
            name = called(node)
            for argument in filled(node, places):
                text = text_of(argument, names)
                if not text:
                    found.passed_on.add(ast.unparse(argument))
                    continue
                if name in REFUSES | {"Must"}:
                    found.refused.add(text)
                if name not in REFUSES:
                    found.accused.add(text)
            for argument in filled(node, rungs):
                found.accused.update(texts_in(argument, names))
        elif isinstance(node, ast.FunctionDef) and "rule" in node.name:
            returned = (part for part in ast.walk(node) if isinstance(part, ast.Return) and part.value)
            found.refused.update(text for part in returned for text in texts_in(part.value, names))
        elif isinstance(node, ast.Tuple) and len(node.elts) == 2 and text_of(node.elts[0], {}) in SAID:
            told = node.elts[1]
            for key, value in zip(told.keys, told.values, strict=True) if isinstance(told, ast.Dict) else ():
                if text_of(key, {}) == "rule" and text_of(value, names) is not None:
                    found.accused.add(text_of(value, names))
    return found


def constants(node):
    """The names of a module that stand for texts."""
    if not isinstance(node, ast.Assign):
        return
    for target in node.targets:
        several = isinstance(target, ast.Tuple) and isinstance(node.value, ast.Tuple)
        pairs = zip(target.elts, node.value.elts, strict=True) if several else [(target, node.value)]
        for name, value in pairs:
            if isinstance(name, ast.Name) and text_of(value, {}) is not None:
                yield name.id, text_of(value, {})


def parameters(nodes, wanted):
    """At which place functions and classes have a parameter or field of this name, by their names."""
    places = {}
    for node in nodes:
        if isinstance(node, ast.FunctionDef):
            arguments = [argument.arg for argument in node.args.args if argument.arg != "self"]
        elif isinstance(node, ast.ClassDef):
            fields = [part.target for part in node.body if isinstance(part, ast.AnnAssign)]
            arguments = [field.id for field in fields if isinstance(field, ast.Name)]
        else:
            continue
        if wanted in arguments:
            places[node.name] = wanted, arguments.index(wanted)
    return places


def called(node):
    """The name of what is called."""
    return node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")


def filled(node, places):
    """What a call puts at such a place."""
    wanted, place = places.get(called(node), ("", len(node.args)))
    named = {wanted} | {name for name, _ in places.values()}
    yield from node.args[place : place + 1]
    yield from (keyword.value for keyword in node.keywords if keyword.arg in named)


def text_of(node, names):
    """A literal text, or what a name stands for; None for everything else."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return node.value
    return names.get(node.id) if isinstance(node, ast.Name) else None


def texts_in(node, names):
    """All ids in an expression."""
    texts = (text_of(part, names) for part in ast.walk(node))
    return {text for text in texts if text is not None and re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)+", text)}


def told():
    """Every message on a single rule."""
    tables = (
        breaches.REASONS,
        breaches.TITLES,
        remedies.REMEDIES,
        accusations.PROVED,
        accusations.PROVED_TITLES,
        accusations.SUSPECTED,
    )
    return {message for table in tables for messages in table.values() for message in messages}


# -- every rule has its sentences -------------------------------------------------------------------------


def test_the_engine_is_read_rightly():
    """Of each way in which a rule is named there is one here."""
    found = rules()
    assert {"wrong-phase", "bid-too-low", "suit-used", "start-with-7c", "ask-own-rank"} <= found.refused
    assert {"same-rank", "too-low", "must-beat", "stock-empty", "show-mismatch"} <= found.refused
    assert {"follow-suit", "no-marriage", "must-give", "hid-end-card", "must-strike"} <= found.accused
    assert {"first-lead", "cannot-open", "called-card", "false-answer"} <= found.accused
    assert "hid-end-card" not in found.refused
    assert "bid-too-low" not in found.accused
    assert "last-card-call" not in found.refused | found.accused  # a price, no breach


def test_no_rule_escapes_the_reading():
    """What is passed on as a rule and is no text has come from another place where a rule is named."""
    assert {part.split(".")[-1] for part in rules().passed_on} <= {"rule", "''"}


def test_every_refusal_has_a_reason_of_its_own_and_says_what_to_do():
    assert rules().refused <= breaches.REASONS.keys()
    assert rules().refused <= remedies.REMEDIES.keys()


def test_every_accusation_has_a_sentence_of_its_own():
    accused = rules().accused - ON_ITS_SUIT - REFUSED_ALWAYS
    assert accused <= {key.split("/")[0] for key in accusations.PROVED}
    assert accused <= accusations.PROVED.keys(), "a case without a sentence for the others"


def test_no_sentence_is_left_without_a_rule():
    found = rules()
    assert breaches.REASONS.keys() == found.refused
    assert remedies.REMEDIES.keys() == found.refused
    assert breaches.TITLES.keys() <= found.refused
    assert {key.split("/")[0] for key in accusations.PROVED} <= found.accused
    assert accusations.PROVED_TITLES.keys() <= found.accused
    assert accusations.SUSPECTED.keys() <= found.accused


def test_what_the_rules_pages_name_is_told():
    """The last column of the tables of legality."""
    for page in sorted((ROOT / "docs" / "rules").glob("*.md")):
        for row in rows_with_a_rule(page.read_text(encoding="utf-8")):
            ids = set(re.findall(r"\b[a-z]+(?:-[a-z0-9]+)+\b", row))
            assert ids <= breaches.REASONS.keys(), f"{page.name}: {row}"


def rows_with_a_rule(page):
    """The rule's cell of every row of a table that has one."""
    inside = False
    for line in page.splitlines():
        cells = [cell.strip() for cell in line.strip().strip("|").split("|")]
        if not line.startswith("|"):
            inside = False
        elif cells[-1] in ("rule", "rule id"):
            inside = True
        elif inside:
            yield re.sub(r"\(.*?\)|,? ?whatever the hand", "", cells[-1])


def test_the_tables_of_the_rules_pages_are_found():
    page = (ROOT / "docs" / "rules" / "kullankaivaja.md").read_text(encoding="utf-8")
    assert "must-trump" in " ".join(rows_with_a_rule(page))


# -- the sentences -----------------------------------------------------------------------------------------


def refused(rule, cards=(), proof=(), led=None, seats=(1,)):
    return Alert("refused", seats, rule, tuple(cards), led, 6, tuple(proof), actions=("take-back", "accept"))


def accused(kind, rule, cards=(), proof=(), led=None, seats=(1,), caption="shown"):
    groups = (ProofGroup(caption, tuple(proof)),) if proof else ()
    return Alert(kind, seats, rule, tuple(cards), led, 3, tuple(proof), groups=groups)


CARD_SETS = ((), ("7D",), ("7D", "7H"))
HELD = ((), ("9C",), ("9C", "QC"))
LED = (None, "C")


@pytest.mark.parametrize("rule", breaches.REASONS)
def test_a_broken_rule_is_told_by_its_own_words(rule):
    """Whatever is known of the act, the reason and what to do now are the rule's own."""
    words = Words("en")
    general = {words.alert_why(refused("a-rule", cards), NAMES) for cards in CARD_SETS}
    said = {words.alert_why(refused(rule, *parts), NAMES) for parts in itertools.product(CARD_SETS, HELD, LED)}
    assert said - general
    assert all("East" in reason or "king of spades" in reason or "suit" in reason for reason in said - general)
    assert words.alert_now(refused(rule), NAMES) != words.alert_now(refused("a-rule"), NAMES)


def test_every_candidate_is_said_where_it_fits():
    """No reason stands behind another one that is taken wherever it would be."""
    for rule, candidates in breaches.REASONS.items():
        reached = set()
        for *parts, seats in itertools.product(CARD_SETS, HELD, LED, ((), (1,))):
            known = known_in(refused(rule, *parts, seats=seats))
            reached.add(next((message for message in candidates if fields_of(message.text) <= known), None))
        assert reached >= set(candidates), rule


def known_in(alert):
    """The fields that an alert's sentences can have (display/words.py)."""
    known = {"name"} if alert.seats else set()
    known |= {"card"} if len(alert.cards) == 1 else {"count"} if alert.cards else set()
    return known | ({"held"} if len(alert.proof) == 1 else set()) | ({"suit"} if alert.led else set())


def test_a_taking_and_a_card_break_the_same_rule_in_other_words():
    words = Words("en")
    card = words.alert_why(refused("must-beat", ("7D",)), NAMES)
    taking = words.alert_why(refused("must-beat"), NAMES)
    assert card.replace("\u00a0", " ") == "East played the 7 of diamonds, but must beat the trick and can."
    assert taking == "East cannot take up a card: one in hand beats the one on top."


def test_the_finnish_sentences_speak_as_players_do():
    words = Words("fi")
    assert words.alert_why(refused("must-beat", ("TD",), ("KC",)), NAMES) == (
        "East löi ruutukympin, mutta yli on mentävä: kädessä on ristikuningas."
    )
    assert words.alert_why(refused("hearts-closed", ("TH",)), NAMES) == (
        "East ei saa vielä aloittaa hertalla: kädessä on muutakin maata."
    )
    assert words.alert_title(refused("ace-lead", ("TH",)), NAMES) == "East: väärä aloitus"


def test_a_held_card_is_named_only_where_it_was_certainly_there():
    for key, messages in accusations.PROVED.items():
        named = any("held" in fields_of(message.text) for message in messages)
        assert not named or key.split("/")[-1] in ("now", "one"), key


def test_a_call_and_a_card_are_accused_in_other_words():
    words = Words("en")
    card = words.alert_why(accused("revoke", "called-card", ("7D",), ("9C",), "C"), NAMES)
    assert card.endswith("on clubs, but held the called card.")
    call = words.alert_why(accused("revoke", "called-card", ("9C",), ("9C",)), NAMES)
    assert call == "East called a card, but held it."


@pytest.mark.parametrize("rule", accusations.SUSPECTED)
def test_one_suspect_and_several_are_told_apart(rule):
    words = Words("en")
    assert words.alert_why(accused("suspect", rule), NAMES).startswith(("East", "One of"))
    assert words.alert_why(accused("suspect", rule, seats=(0, 1)), NAMES).startswith("North or East")
    assert words.alert_why(accused("suspect", rule, seats=(0, 1, 2, 3)), LONGEST).startswith("One of")


def test_sentences_have_only_fields_that_an_alert_has():
    for message in told():
        assert fields_of(message.text) <= FIELDS, message.text


@pytest.mark.parametrize("language", TRANSLATED)
def test_every_sentence_is_translated_with_its_fields(language):
    known = texts.texts(texts.catalogue(language))
    for message in told():
        translation = known.get((None, message.text), "")
        assert translation, message.text
        assert fields_of(translation) == fields_of(message.text), translation


# -- room ---------------------------------------------------------------------------------------------------


@cache
def widest_cards(language):
    """The cards with the widest names: of the French deck, and of the others."""
    words = Words(language)
    others = [f"{kind}-10" for kind in NUMBERED] + [id for id in CARDS if not id[0].isupper()]
    decks = ([id for id in CARDS if id[0].isupper()], others)
    return [max(deck, key=lambda id: ems(words.card(id), True)) for deck in decks]


@cache
def alerts(language):
    """Every rule in every kind of alert, with and without what its sentences may name."""
    held, other = widest_cards(language)
    result = []
    for cards, proof, led in itertools.product(((), (held,), (other,), (held, held)), ((), (held,)), (None, "D")):
        result += [refused(rule, cards, proof, led) for rule in breaches.REASONS]
        for rule, caption in itertools.product(rules().accused, ("now", "shown")):
            result.append(accused("revoke", rule, cards, proof, led, caption=caption))
    seats = ((1,), (0, 1), (0, 1, 2, 3))
    result += [accused("suspect", rule, led="D", seats=some) for rule in accusations.SUSPECTED for some in seats]
    return result


@pytest.mark.parametrize("language", LANGUAGES)
def test_titles_fit(language):
    words = Words(language)
    for alert in alerts(language):
        short, title = words.alert_title_short(alert), words.alert_title(alert, ("Bernhard",) * 4)
        shapes = (len(alert.seats) - 1) * SHAPE
        assert ems(short, True) * SMALLEST / 15 <= ALERT["9:16"] - HEADER - shapes, short
        if len(alert.seats) == 1:
            assert ems(title, True) * SMALLEST / 15 <= ALERT["5:3"] - HEADER, title


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("shape", "most"), [("16:9", 3), ("5:3", 3), ("9:16", 4)])
def test_reasons_fit_with_the_longest_names(language, shape, most):
    words = Words(language)
    for text in {words.alert_why(alert, LONGEST) for alert in alerts(language)}:
        assert lines(text, 1 / 20, ALERT[shape] - PADDING) <= most, text


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_to_do_now_fits_beside_the_cards(language):
    words = Words(language)
    width = 0.29 * ALERT["5:3"] - 1.5 * U
    for text in {words.alert_now(alert, LONGEST) for alert in alerts(language)}:
        assert len(text) <= 84, text
        assert lines(text, SMALLEST / 26, width) <= 6, text


@pytest.mark.parametrize(
    ("language", "size"), [*((language, (800, 480)) for language in LANGUAGES), ("de", (1080, 1920))]
)
def test_an_alert_of_every_rule_is_laid_out(plan, language, size):
    """Beside the cards, and alone on the panel where there is no card."""
    view = samples.play(language, LONGEST)
    for rule in breaches.REASONS:
        with_cards = replace(samples.REFUSED, rule=rule)
        for alert in (with_cards, replace(with_cards, cards=(), proof=(), groups=(), actions=("take-back",))):
            assert not faults(plan(replace(view, alert=alert), size, language), "evening"), alert
