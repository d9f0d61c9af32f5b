"""Every game at the mock table: people who know its rules play it by laying cards, choosing and pressing."""

import contextlib
import dataclasses
import re

import pytest

from engine.cards import NO_CARDS, set_of
from engine.games import game_class, game_names
from table.journal import Journal
from tests.table.whole_games import play, replayed, same_event

ACCUSATIONS = {"refused", "revoke", "suspect", "note"}
ENOUGH = 400  # events after which a game that goes on for long has shown what it can
SEATS = {"lapsy": 3, "stress": 2, "ramina": 4}  # where not four, or the least that the game is for
LAID_OPEN = {"play", "meld", "layoff", "discard", "show", "turned", "trump", "take", "exchange"}
SAYS_CARDS = re.compile(r"[2-9TJQKA][CDHS]|X[12]|[a-z]+(?:-[a-z0-9]+)?")


class Enough(Exception):
    """The game has been seen for long enough."""


class Heard(list):
    """The events that people are told."""

    def append(self, event):
        super().append(event)
        if len(self) >= ENOUGH:
            raise Enough


def seats_for(game):
    numbers = game_class(game).seat_numbers
    return min(max(SEATS.get(game, 4), numbers[0]), numbers[-1])


@pytest.fixture(params=game_names(), scope="module")
def evening(request):
    """A game of simulated people, as far as it was watched: its match, what was heard, what is kept."""
    heard = Heard()
    with Journal.open(None) as journal:
        with contextlib.suppress(Enough):
            play(journal, heard=heard, game=request.param, players=seats_for(request.param), seed=4)
        yield request.param, heard, journal.load(1)


def test_people_who_know_the_rules_get_on_with_the_game_and_nobody_is_accused(evening):
    _, heard, _ = evening
    assert not ACCUSATIONS & {event["event"] for event in heard}
    assert heard[-1]["event"] == "game_over" or len(heard) == ENOUGH


def test_the_journal_alone_tells_the_same_game(evening):
    _, heard, kept = evening
    script = "\n".join([kept.header, *(text for _, text in kept.lines)]) + "\n"
    _, full = replayed(script)
    told = [event for event in full if event["line"] > 1]
    assert len(told) >= len(heard) > 10
    for one, other in zip(heard, told, strict=False):
        assert same_event(one, other), (one, other)


def faces_in(value, deck):
    """All cards that stand anywhere in a view, as a set of the first copies."""
    if dataclasses.is_dataclass(value):
        value = [getattr(value, field.name) for field in dataclasses.fields(value)]
    if isinstance(value, str):
        return set_of(deck.card(word) for word in SAYS_CARDS.findall(value) if word == value and word in deck.faces)
    if isinstance(value, list | tuple | frozenset | set):
        found = NO_CARDS
        for part in value:
            found |= faces_in(part, deck)
        return found
    return NO_CARDS
