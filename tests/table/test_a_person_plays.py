"""A person at the mock table plays any game with what the screen offers: cards of the own hand and buttons."""

import contextlib
import random

import pytest

from display.view import Intent, PlayView
from engine.games import game_class, game_names
from table.clock import JumpingClock
from table.loop import Loop
from table.start import MockMatch, Setup
from tests.table.whole_games import asked

PERSON = 0
ENOUGH = 5  # accepted lines of the person
MOST = 6000  # moments
SLOW = 0.2  # how often somebody touches something in such a moment; the others move too


class Enough(Exception):
    """The person has got on with the game."""


class Screen:
    """A screen before which somebody sits who touches this and that."""

    def __init__(self, seed):
        self.rng, self.view, self.tried, self.match = random.Random(seed), None, 0, None

    def show(self, view):
        self.view = view

    def tick(self, now):
        return None

    def wake(self):
        pass

    def intents(self, timeout):
        """One touch where the person is asked for something, or has to read something."""
        session, view = self.match.session, self.view
        if session.over or sum(one.act.seat == PERSON for one in session.referee.accepted) >= ENOUGH:
            raise Enough
        self.tried += 1
        if self.match.people.hands_are_busy:
            return []  # a card is on its way: people touch one thing after the other
        assert self.tried < MOST, (session.running.number, session.match.turn(), view)
        if not isinstance(view, PlayView):
            return [Intent("next-deal")]
        if view.alert is not None:
            return [Intent(view.alert.actions[0])]
        choices = [] if view.question is None else list(view.question.choices)
        hand = view.match.seats[PERSON].hand or ()
        mine = any(ask.seat == PERSON for ask in session.match.asks())
        touches = [Intent("choose", number=choice.number) for choice in choices]
        touches += [Intent("card", card=card, seat=PERSON) for card in hand if mine]
        touches += [Intent("card", card=session.match.game.deck.faces[0], seat=PERSON)] if mine and not touches else []
        return [self.rng.choice(touches)] if touches and self.rng.random() < SLOW else []


# In the first nobody has a hand to touch; in the others just so many cards have to be laid, which chance seldom does.
NOT_BY_CHANCE = {"gold-digger", "gris", "gris-nb", "stress", "thirty-one"}


@pytest.mark.parametrize("game", sorted(set(game_names()) - NOT_BY_CHANCE))
def test_touches_lead_on_in_the_game(game):
    numbers = game_class(game).seat_numbers
    screen, clock = Screen(game), JumpingClock()
    match = MockMatch(
        asked(game=game, players=min(max(3, numbers[0]), numbers[-1])), Setup(5, True, PERSON), clock, None, None
    )
    screen.match = match
    loop = Loop(match.session, clock, people=match.people, hardware=match.hardware, screen=screen, linger_s=0)
    with contextlib.suppress(Enough):
        match.run(loop)
    mine = sum(one.act.seat == PERSON for one in match.session.referee.accepted)
    assert match.session.over or mine >= ENOUGH
