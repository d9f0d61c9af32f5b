"""Options: declared as a table, checked once."""

import pytest

from engine.errors import BadGame
from engine.games import game_class, game_names, load
from engine.options import Option, Whole, chosen

TABLE = (
    Option("rules", "a", ("a", "b")),
    Option("teams", False, (True, False)),
    Option("target", 0, Whole(0)),
    Option("lives", 3, (1, 3)),
    Option("refill", "trick", ("trick", "may")),
)
PRESETS = {"a": {"refill": "trick"}, "b": {"refill": "may"}}


@pytest.mark.parametrize(
    ("given", "refill"),
    [({}, "trick"), ({"rules": "a"}, "trick"), ({"rules": "b"}, "may"), ({"rules": "b", "refill": "trick"}, "trick")],
)
def test_what_is_given_goes_before_the_preset_and_the_preset_before_the_default(given, refill):
    assert chosen(TABLE, given, PRESETS)["refill"] == refill


def test_every_option_has_a_value():
    assert chosen(TABLE, {}) == {"rules": "a", "teams": False, "target": 0, "lives": 3, "refill": "trick"}
    assert chosen(TABLE, {"target": 250})["target"] == 250


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("teams", 1),  # no yes or no
        ("teams", "true"),
        ("teams", None),
        ("target", True),  # no number
        ("target", -1),
        ("target", 250.0),
        ("target", "250"),
        ("lives", True),
        ("lives", 2),
        ("refill", "Trick"),
        ("refill", ["trick"]),
        ("rules", ["a"]),
        ("rules", {}),
    ],
)
def test_a_value_that_an_option_cannot_take(key, value):
    with pytest.raises(BadGame, match=f'option "{key}" cannot be'):
        chosen(TABLE, {key: value}, PRESETS)


def test_an_option_that_there_is_not():
    with pytest.raises(BadGame, match='no option "colour"; there are: rules, teams'):
        chosen(TABLE, {"colour": "red"})
    with pytest.raises(BadGame, match='no option "colour": this game has none'):
        chosen((), {"colour": "red"})


def test_a_wrong_value_is_told_with_the_right_ones():
    with pytest.raises(BadGame, match="it is one of 'trick', 'may'"):
        chosen(TABLE, {"refill": "never"})
    with pytest.raises(BadGame, match="it is a whole number, 0 or more"):
        chosen(TABLE, {"target": -1})


@pytest.mark.parametrize("name", game_names())
def test_every_games_defaults_are_among_its_values(name):
    for key, default, values in game_class(name).option_table:
        assert chosen(game_class(name).option_table, {key: default})[key] == default, values


@pytest.mark.parametrize(
    ("game", "seats", "dealer", "options", "said"),
    [
        ("poker", ["A", "B"], "A", {}, 'no game "poker"'),
        ("", ["A", "B"], "A", {}, 'no game ""'),
        ("kullankaivaja", ["A", "B"], "C", {}, 'the dealer "C" is none of the seats A, B'),
        ("kullankaivaja", ["A", "A"], "A", {}, "the same id"),
        ("kullankaivaja", [], None, {}, "2 to 4 seats, not 0"),
        ("kullankaivaja", ["A"], "A", {}, "2 to 4 seats, not 1"),
        ("kullankaivaja", list("ABCDE"), "A", {}, "2 to 4 seats, not 5"),
        ("kullankaivaja", list("ABC"), "A", {"teams": True}, "teams need four seats"),
        ("kullankaivaja", list("ABC"), "A", {"three_player_deck": 52}, "'51', '52'"),
        ("kullankaivaja", list("ABC"), "A", {"targets": 250}, 'no option "targets"'),
    ],
)
def test_a_game_that_cannot_be_played_is_told_why(game, seats, dealer, options, said):
    with pytest.raises(BadGame, match=said):
        load(game, seats, dealer, options)
