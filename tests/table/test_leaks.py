"""Hidden stays hidden: nothing that people can see shows a card that its holder has not shown before the deal ends."""

import argparse
import json
import re
from dataclasses import fields, is_dataclass

import pytest

from display.view import CountRow, Fact, PlayView
from engine.actions import Act
from engine.cards import FRENCH, each
from table.clock import JumpingClock
from table.loop import Loop
from table.start import MockMatch, Setup

CARD = re.compile(r"\b[2-9TJQKA][CDHS]\b")


class Watching:
    """A screen that only remembers what it was shown."""

    def __init__(self, match):
        self.match = match
        self.views = 0
        self.cards = 0

    def show(self, view):
        self.views += 1
        shown = set(cards_in(view))
        self.cards += len(shown)
        if isinstance(view, PlayView):
            hidden = self.match.hidden()
            assert not shown & hidden, (shown & hidden, view.alert)

    def tick(self, now):
        return None

    def intents(self, timeout):
        return []

    def wake(self):
        pass


class WatchedMatch(MockMatch):
    """A mock match that knows which cards nobody has shown."""

    def hidden(self):
        """The cards in hands and stock that were never laid face up in this deal."""
        session = self.session
        held = set()
        for seat in range(len(session.seating.names)):
            if seat != self._person:
                held |= {FRENCH.faces[card] for card in each(self._world.hand(seat))}
        laid_but_refused = set()
        refused = session.running.refused
        if refused is not None and refused.do == "play":
            laid_but_refused = {FRENCH.faces[card] for card in refused.cards}
        taken_back = {FRENCH.faces[card] for card in self.taken_back}
        return held - laid_but_refused - taken_back

    taken_back = ()


def cards_in(thing):
    """Every card id anywhere in a View, but those that stand for a rule: the trumps, the groups of the arithmetic."""
    if (isinstance(thing, Fact) and thing.label == "trumps") or isinstance(thing, CountRow):
        return
    if isinstance(thing, str):
        yield from CARD.findall(thing)
    elif is_dataclass(thing):
        for field in fields(thing):
            yield from cards_in(getattr(thing, field.name))
    elif isinstance(thing, tuple | list | set | frozenset):
        for part in thing:
            yield from cards_in(part)
    elif isinstance(thing, dict):
        for key, value in thing.items():
            yield from cards_in(key)
            yield from cards_in(value)


def asked(**given):
    given = {
        "game": "kullankaivaja",
        "players": 4,
        "teams": False,
        "option": [],
        "names": None,
        "language": "en",
    } | given
    return argparse.Namespace(**given)


def play_watched(*, seed, mistakes, know_deal=False, person=None, **given):
    """A whole match watched frame by frame; every event that people hear is checked too."""
    clock = JumpingClock()
    match = WatchedMatch(asked(**given), Setup(seed, True, person), clock, None, None, mistakes=mistakes)
    if know_deal:
        hands = {seat: tuple(each(match._world.hand(seat))) for seat in range(len(match.session.seating.names))}
        match.session.submit(Act("deal", hands=hands))
    heard = []

    def hear(event):
        text = json.dumps(event.as_json())
        heard.append(text)
        if event.kind not in ("deal_over", "score", "game_over"):
            shown = set(CARD.findall(text)) - {FRENCH.faces[card] for card in match.session.running.refused_cards()}
            assert not shown & match.hidden(), text

    match.session.listeners.append(hear)
    screen = Watching(match)
    loop = Loop(match.session, clock, people=match.people, screen=screen, linger_s=0)
    match.run(loop)
    assert match.session.over
    return match, screen, heard


@pytest.mark.parametrize("seed", range(6))
def test_no_view_and_no_event_shows_an_unplayed_card_with_draws_read_and_mistakes(seed):
    _, screen, heard = play_watched(seed=seed, mistakes=0.35)
    assert screen.views > 60
    assert screen.cards > 200
    assert any("refused" in text for text in heard)


def test_nor_with_the_deal_read_where_every_breach_is_refused_at_once():
    heard = [text for seed in range(6) for text in play_watched(seed=seed, mistakes=0.35, know_deal=True)[2]]
    assert any("follow-suit" in text or "must-trump" in text for text in heard)


def test_the_scan_would_find_a_hidden_card():
    assert set(cards_in(("x", {"a": ["9C and JS"]}))) == {"9C", "JS"}
    fresh = WatchedMatch(asked(), Setup(1), JumpingClock(), None, None)
    assert len(fresh.hidden()) == 20


def test_what_the_terminal_shows_holds_no_hidden_card(capsys):
    from table.cli import main

    assert main(["demo", "--headless", "--seed", "4", "--mistakes", "0.3", "--events"]) == 0
    out, err = capsys.readouterr()
    assert err == ""
    played = set()
    for line in out.splitlines():
        event = json.loads(line)
        assert "legal" not in event
        if event["event"] == "trick":
            played |= set(event["cards"].split())
        elif event["event"] == "revoke":
            assert set(event["proof"].split()) <= played | set(CARD.findall(line))
    assert len(played) == 52
