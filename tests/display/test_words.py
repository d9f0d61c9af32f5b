"""The words of the screen: what people read, and that no id is ever an error."""

from __future__ import annotations

import re
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from display import labels, sentences
from display.cardnames import CARDS
from display.messages import fields_of
from display.view import Alert, EndView, Match, ProofGroup, Score, SeatFace
from display.words import Words
from engine.cards import FRENCH
from tests.display.alerts import KULLANKAIVAJA, LONGEST, NAMES, TROUBLES, every_alert, refused, revoke

LANGUAGES = tuple(labels.LANGUAGES)
NBSP = "\u00a0"


def plain(text):
    return text.replace(NBSP, " ")


# What people read.


def test_finnish_as_card_players_say_it():
    words = Words("fi")
    assert words.turn("Etelä") == "Vuorossa Etelä"
    assert words.card("JC") == "ristisotamies"
    assert words.card("AS") == "pataässä"
    assert words.card("7D") == f"ruutu{NBSP}7"
    assert words.card("TD") == "ruutukymppi"
    assert words.context("kullankaivaja", 3, 6, 13) == ["Kullankaivaja", "jako 3", "tikki 6/13"]
    assert words.result_title(3) == "Jaon 3 tulos"
    assert plain(words.alert_why(refused(), NAMES)) == (
        "East löi ruutu 7:n, mutta ristiä on tunnustettava: kädessä on risti 9."
    )
    assert plain(words.alert_why(revoke(), NAMES)) == (
        "East löi ruutu 7:n, vaikka maa oli risti ja kädessä oli risti 9, joka pelattiin nyt."
    )


@pytest.mark.parametrize(
    ("language", "jack", "seven", "letters"),
    [
        ("en", "jack of clubs", "7 of diamonds", "J Q K A 10 7"),
        ("fi", "ristisotamies", "ruutu 7", "J Q K A 10 7"),
        ("sv", "klöver knekt", "ruter 7", "Kn D K A 10 7"),
        ("nb", "kløver knekt", "ruter 7", "Kn D K A 10 7"),
        ("de", "Kreuz-Bube", "Karo 7", "B D K A 10 7"),
    ],
)
def test_cards_are_called_as_in_the_language(language, jack, seven, letters):
    words = Words(language)
    assert plain(words.card("JC")) == jack
    assert plain(words.card("7D")) == seven
    assert " ".join(words.court(rank) for rank in "JQKAT7") == letters


def test_english_says_what_the_pictures_say():
    words = Words("en")
    assert words.turn("South") == "South to play"
    assert words.alert_title(revoke(), NAMES) == "East: revoke in trick 3"
    assert plain(words.alert_why(revoke(), NAMES)) == (
        "East played the 7 of diamonds on clubs, but held the 9 of clubs, played now."
    )
    assert words.alert_now(revoke(), NAMES) == "Agree at the table. The score stands unless you go back."
    assert [words.caption(group) for group in revoke().groups] == ["Trick 3, clubs led", "Trick 6, now"]
    assert words.button("back-to-trick", 3) == "Back to trick 3"
    assert words.key("back-to-trick", 3) == ("Z", "back to trick 3")


def test_a_way_back_is_only_told_where_there_is_one():
    assert Words("en").alert_now(revoke(actions=("carry-on",)), NAMES) == "Agree at the table. The score stands."


@pytest.mark.parametrize("language", LANGUAGES)
def test_of_several_cards_none_is_claimed(language):
    """Where one of several cards may have been taken up since, no sentence says that a certain one was held."""
    words = Words(language)
    why = words.alert_why(revoke(("9C", "QC"), "shown"), NAMES)
    assert words.card("9C") not in why
    assert words.card("QC") not in why
    assert why != words.alert_why(revoke(("9C", "QC"), "shown", sure=2), NAMES)
    assert "2" in words.alert_why(revoke(("9C", "QC"), "shown", sure=2), NAMES)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_card_that_is_not_drawn_is_not_named(language):
    words = Words(language)
    unseen = revoke()
    unseen = replace(unseen, groups=unseen.groups[:1])
    assert words.card("9C") not in words.alert_why(unseen, NAMES)
    assert words.card("9C") not in words.alert_why(revoke(sure=0), NAMES)
    assert words.card("9C") in words.alert_why(revoke(), NAMES)


def test_suspects_are_listed_with_or():
    alert = Alert("suspect", (0, 2, 3), "follow-suit", led="C")
    assert Words("en").alert_why(alert, NAMES) == (
        "North, South or West did not follow clubs. Who it was cannot be told yet."
    )
    assert Words("de").alert_why(alert, NAMES).startswith("North, South oder West hat Kreuz nicht bedient.")
    assert Words("fi").alert_why(alert, NAMES).startswith("North, South tai West ei tunnustanut ristiä.")


def test_too_many_long_names_are_left_to_the_shapes():
    alert = Alert("suspect", (0, 1, 2, 3), "follow-suit", led="C")
    assert Words("en").alert_why(alert, LONGEST).startswith("One of these players")


def end(seats, winners, losers=()):
    people = tuple(SeatFace(name) for name in NAMES)
    match = Match("kullankaivaja", people, tuple(Score(side, 100) for side in seats), 3, None)
    return EndView(match, winners, losers)


@pytest.mark.parametrize(
    ("seats", "winners", "losers", "title"),
    [
        (((0,), (1,)), (1,), (), "East wins"),
        (((0, 2), (1, 3)), (0,), (), "North and South win"),
        (((0,), (1,), (2,)), (0, 1, 2), (), "North, East and South share the win"),
        (((0,), (1,), (2,)), (), (2,), "South loses"),
        (((0,), (1,), (2,)), (), (0, 2), "North and South lose"),
        (((0,), (1,)), (), (), "The game is over"),
    ],
)
def test_the_end_names_winners_or_losers(seats, winners, losers, title):
    assert Words("en").end_title(end(seats, winners, losers), NAMES) == title


def test_a_negative_number_has_a_real_minus():
    assert Words("en").points(-5) == f"−5{NBSP}p"


@pytest.mark.parametrize(
    ("asked", "spoken"),
    [
        ("fi", "fi"),
        ("fi_FI.UTF-8", "fi"),
        ("de-AT", "de"),
        ("no", "nb"),
        ("nn_NO", "nb"),
        ("xx", "en"),
        ("", "en"),
        ("C", "en"),
    ],
)
def test_a_language_is_found_by_its_code(asked, spoken):
    assert Words(asked).language == spoken


# Never an error.


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_alert_has_words(language):
    words = Words(language)
    for alert in every_alert():
        said = (
            words.alert_title(alert, NAMES),
            words.alert_title_short(alert),
            words.alert_why(alert, NAMES),
            words.alert_now(alert, NAMES),
        )
        assert all(said), alert
        assert not any(sign in text for text in said for sign in "{}~"), alert
        assert "None" not in "".join(said), alert


def test_unknown_ids_are_shown_as_they_are():
    words = Words("fi")
    assert words.label("new-thing") == "new thing"
    assert words.button("new-thing") == "new thing"
    assert words.row("new-thing") == "new thing"
    assert words.key("new-thing") == ("", "new thing")
    assert words.game("new-game") == "New game"
    assert words.card("wood-7") == "wood-7"
    assert words.suit("Z") == "Z"
    assert words.end_by("new-thing") == ""
    assert words.caption(ProofGroup("new-thing", ("9C",))) == ""


def test_a_seat_without_a_name_is_its_number():
    assert Words("en").alert_title(refused(seats=(7,)), NAMES) == "8 did not follow suit"


def test_words_need_no_screen():
    code = "import sys, display.words; display.words.Words('fi'); sys.exit('pygame' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], cwd=Path(__file__).parents[2], check=False).returncode == 0


# Nothing is forgotten.


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("rule", KULLANKAIVAJA)
def test_every_rule_of_kullankaivaja_has_its_own_texts(language, rule):
    words = Words(language)
    other = "a-rule-of-another-game"
    for say in (words.alert_title, words.alert_why, words.alert_now):
        assert say(refused(rule), NAMES) != say(refused(other), NAMES)


def test_the_rules_of_kullankaivaja_are_those_of_its_page():
    page = (Path(__file__).parents[2] / "docs" / "rules" / "kullankaivaja.md").read_text(encoding="utf-8")
    legality = page[page.index("## 4.") : page.index("### What unseen hands prove")]
    assert set(re.findall(r"`([a-z]+-[a-z-]+)`", legality)) == set(KULLANKAIVAJA)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("kind", TROUBLES)
def test_every_trouble_of_the_table_has_its_own_texts(language, kind):
    words = Words(language)
    alert, other = Alert(kind, (1,)), Alert("something-new", (1,))
    assert words.alert_title(alert, NAMES) != words.alert_title(other, NAMES)
    assert words.alert_why(alert, NAMES) != words.alert_why(other, NAMES)


def test_every_card_has_a_name():
    assert set(FRENCH.faces) <= CARDS.keys()
    for language in LANGUAGES:
        names = [Words(language).card(card) for card in CARDS]
        assert len(set(names)) == len(names)
        assert not any(" " in name for name in names if "joker" not in name.lower())


def test_titles_without_names_come_last():
    """A title with a name has one without behind it, so that a long name never leaves the header empty."""
    for key, candidates in sentences.TITLES.items():
        assert not fields_of(candidates[-1].text), key
