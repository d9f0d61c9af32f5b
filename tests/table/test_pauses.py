"""A pause ends what is gathered at the very moment at which the table says it is due: it never waits for ever."""

import random

from engine.games import load
from engine.referee import Referee
from table.seating import mock_seating
from table.session import Session


def test_at_the_moment_that_is_due_the_pause_is_over():
    rng = random.Random(1)
    for at in [126.65787977435271, *(rng.uniform(0, 1e5) for _ in range(50))]:
        session = Session(Referee(load("lyveren", ("A", "B"), None, {})), mock_seating(("A", "B")), lambda uid: None)
        session.play(session.on_turn(), session.referee.game.deck.card("9H"), at)
        assert session.answering.is_open(session.on_turn())
        session.tick(session.due())
        assert session.due() is None
