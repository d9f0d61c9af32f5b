"""A match that is taken over from elsewhere: its totals, as an option."""

import pytest

from engine.errors import BadGame
from engine.games import load
from engine.options import BySide, Option, chosen
from engine.taken_over import start_totals

TOTALS = Option("totals", {}, BySide())


@pytest.mark.parametrize("given", [{}, {"A": 5}, {"A+C": 8, "B+D": -3}])
def test_whole_numbers_by_side_are_a_value(given):
    assert chosen([TOTALS], {"totals": given}) == {"totals": given}


@pytest.mark.parametrize("given", [5, "A=5", [5], None, {"A": "5"}, {"A": True}, {"A": 1.5}, {"A": None}])
def test_anything_else_is_none(given):
    with pytest.raises(BadGame, match=r'option "totals" cannot be .*; it is whole numbers by side, like'):
        chosen([TOTALS], {"totals": given})


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("A=5", {"A": 5}),
        ("A+C=8,B+D=-3", {"A+C": 8, "B+D": -3}),
        ("x=y=5", {"x=y": 5}),
        ("A=", "A="),
        ("A=5,B", "A=5,B"),
        ("A=5,A=6", "A=5,A=6"),  # one of them is wrong
        ("", ""),
    ],
)
def test_how_they_are_written_on_a_command_line(text, value):
    assert TOTALS.read(text) == value


def test_sides_that_are_not_named_have_nothing():
    game = load("ristikontra", ["N", "E", "S", "W"], None, {"start_totals": {"E+W": 12}})
    assert start_totals(game) == [0, 12]


def test_a_side_that_is_not_there_is_told():
    with pytest.raises(BadGame, match=r'"start_totals" names "A"; the sides are A\+C, B\+D'):
        load("ristikontra", list("ABCD"), None, {"start_totals": {"A": 12}})
