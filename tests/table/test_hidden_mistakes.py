"""A card that is laid wrongly where cards lie face down is shown to nobody."""

import json

from engine.actions import Act
from engine.games import load
from engine.referee import Referee
from table.seating import mock_seating
from table.session import Session


def at_the_table(game, names, *lines):
    """A session of this game after these acts, and what its listeners heard."""
    session = Session(Referee(load(game, names, None, {})), mock_seating(names), lambda uid: None)
    heard = []
    session.listeners.append(lambda event: heard.append(event.as_json()))
    for line in lines:
        session.submit(line)
    return session, heard


def lay(session, seat, face):
    session.play(seat, session.referee.game.deck.card(face), 1.0)


def test_out_of_turn_where_cards_are_laid_with_a_claim():
    session, heard = at_the_table("lyveren", ("A", "B", "C"))
    lay(session, (session.on_turn() + 1) % 3, "9H")
    assert heard[-1]["event"] == "refused"
    assert heard[-1]["cards"] == ""
    assert "9H" not in repr(session.view())


def test_once_more_where_cards_are_passed_on():
    session, heard = at_the_table("hearts", ("A", "B", "C", "D"), Act("exchange", 0, count=3))
    lay(session, 0, "9H")
    assert heard[-1]["event"] == "refused"
    assert "9H" not in json.dumps(heard) + repr(session.view())


def test_where_cards_lie_open_it_is_shown():
    session, heard = at_the_table("cucumber", ("A", "B", "C"))
    lay(session, 2, "9H")
    assert heard[-1]["rule"] == "out-of-turn"
    assert heard[-1]["cards"] == "9H"
    assert "9H" in repr(session.view())
