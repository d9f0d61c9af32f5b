"""Every game at the mock table: people who know its rules play it by laying cards, choosing and pressing."""

import contextlib
import dataclasses
import re

import pytest

from engine.cards import NO_CARDS, RANK, each, set_of
from engine.games import game_class, game_names
from table.journal import Journal
from tests.table.whole_games import play, replayed, same_event

ACCUSATIONS = {"refused", "revoke", "suspect", "note"}
ENOUGH = 400  # events after which a game that goes on for long has shown what it can
SEATS = {"lapsy": 3, "stress": 2, "ramina": 4}  # where not four, or the least that the game is for
LAID_OPEN = {"play", "meld", "layoff", "discard", "show", "turned", "trump", "take"}
FACE_UP = {("exchange", "aurum"), ("exchange", "stress")}
FACE_DOWN = {("discard", "rodskagg"), ("discard", "hearts")}
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


class Watched:
    """Every card that stands in what people are shown and has not been shown by anybody."""

    def __init__(self, told):
        self.leaks, self.views, self.told = [], 0, told

    def __call__(self, session):
        self.views += 1
        deck, game = session.referee.game.deck, session.referee.game
        shown = getattr(game, "trumps", NO_CARDS)
        shown |= set_of(card for card, face in enumerate(deck.faces) if face.startswith("gold"))  # lies in the middle
        for one in session.referee.accepted:
            act = one.act
            if lies_open(act, game):
                shown |= set_of(act.cards or ())
            if act.value in deck.faces:
                shown |= 1 << deck.card(act.value)  # said aloud, or laid as a bid
        books = getattr(session.match, "books", ())
        shown |= set_of(card for ranks in books for rank in ranks for card in each(RANK[rank]))
        shown |= set_of(card for text in self.told for card in deck.read(text))
        hidden = faces_in(shown_of(session.view()), deck) & ~set_of(deck.card(deck.faces[card]) for card in each(shown))
        if hidden:
            self.leaks.append((session.running.number, deck.text(each(hidden))))


class Told(list):
    """The events that people are told, and the cards that they name."""

    def __init__(self, heard, cards):
        super().__init__()
        self.heard, self.cards = heard, cards

    def append(self, event):
        if event["event"] not in ACCUSATIONS:
            self.cards += [event[key] for key in ("cards", "card") if isinstance(event.get(key), str)]
        self.heard.append(event)


@pytest.fixture(params=game_names(), scope="module")
def evening(request):
    """A game of simulated people, as far as it was watched: its name, what was heard and seen, what is kept."""
    heard, cards = Heard(), []
    watched = Watched(cards)
    with Journal.open(None) as journal:
        with contextlib.suppress(Enough):
            play(
                journal,
                heard=Told(heard, cards),
                watch=watched,
                game=request.param,
                players=seats_for(request.param),
                seed=4,
            )
        yield request.param, heard, journal.load(1), watched


def test_people_who_know_the_rules_get_on_with_the_game_and_nobody_is_accused(evening):
    _, heard, _, _ = evening
    assert not ACCUSATIONS & {event["event"] for event in heard}
    assert heard[-1]["event"] == "game_over" or len(heard) == ENOUGH


def test_the_journal_alone_tells_the_same_game(evening):
    _, heard, kept, _ = evening
    script = "\n".join([kept.header, *(text for _, text in kept.lines)]) + "\n"
    _, full = replayed(script)
    told = [event for event in full if event["line"] > 1]
    assert len(told) >= len(heard) > 5
    for one, other in zip(heard, told, strict=False):
        assert same_event(one, other), (one, other)


def test_nothing_that_people_are_shown_has_a_card_that_nobody_has_shown(evening):
    *_, watched = evening
    assert watched.views > 5
    assert watched.leaks == []


def shown_of(view):
    """A view without the cards that may be named: those lie nowhere."""
    question = getattr(view, "question", None)
    return view if question is None else dataclasses.replace(view, question=dataclasses.replace(question, choices=()))


def lies_open(act, game):
    """Whether everybody sees the cards of this act."""
    kind = act.do, game.name
    return kind in FACE_UP or (act.do in LAID_OPEN and act.claim is None and kind not in FACE_DOWN)


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
