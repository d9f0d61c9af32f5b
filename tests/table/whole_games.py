"""Whole games on the mock table for tests: what to ask for, what a journal holds, and everything that a table knows."""

import argparse
import json
import os
import sys
from pathlib import Path

from engine.actions import Act
from engine.games import load
from engine.referee import Referee
from table.clock import JumpingClock
from table.loop import Loop
from table.registry import mock_deck
from table.replay import Replay
from table.script import Change, Header, read_header, read_line
from table.seating import mock_seating
from table.session import Session
from table.start import MockMatch, Setup

ROOT = Path(__file__).parents[2]
LAPIO = (sys.executable, "-m", "table.cli")
HIDDEN = ("because", "proof", "cards", "legal")  # keys of an event that may be told with fewer cards, or not at all


def asked(**given):
    """What the command line says for `lapio demo` of four players, but for what is given."""
    usual = {"game": "kullankaivaja", "players": 4, "teams": False, "option": [], "names": None, "language": "en"}
    return argparse.Namespace(**usual | {"size": None, "bridge": "reads"} | given)


def environment(**changes):
    """The environment for a process of Lapio without a display: as it is here, but for what is given."""
    kept = {key: value for key, value in os.environ.items() if key not in ("DISPLAY", "WAYLAND_DISPLAY", "LAPIO_DATA")}
    kept["PYTHONPATH"] = str(ROOT)
    return {key: value for key, value in (kept | changes).items() if value is not None}


def play(journal, *, heard, seed=7, draw_reader=True, mistakes=0.0, random=False, screen=None, watch=None, **given):
    """A match kept in a journal that is open, played to its end; it is returned, and `heard` has the events told.

    `watch` is called with the session at each event.
    """
    clock = JumpingClock()
    setup = Setup(seed, draw_reader)
    match = MockMatch(asked(**given), setup, clock, journal, None, mistakes=mistakes, random=random)
    match.session.listeners.append(lambda event: heard.append(event.as_json()))
    if watch is not None:
        match.session.listeners.append(lambda event: watch(match.session))
    match.run(Loop(match.session, clock, people=match.people, hardware=match.hardware, screen=screen, linger_s=0))
    match.finish()
    return match


def reader(header):
    """What makes a line of a kept text, for `Session.resume`."""
    game = load(header.game, header.seats, header.dealer, header.options)

    def read(text):
        line = read_line(text, header.seats, game.deck)
        assert isinstance(line, Act | Change)
        return line

    return read


def resumed(loaded, *, draw_reader=True):
    """A session without people that has taken a kept game up again."""
    header: Header = read_header(loaded.header)
    referee = Referee(load(header.game, header.seats, header.dealer, header.options))
    session = Session(referee, mock_seating(header.seats, draw=draw_reader), mock_deck(0).find)
    session.resume(loaded.lines, reader(header))
    return session


def replayed(script):
    """A script through the referee, and its events as they are printed."""
    replay = Replay("the journal")
    events = []
    for raw in script.encode().splitlines(keepends=True):
        step = replay.feed(raw)
        events += [event.as_json() for event in step.events] if step else []
    return replay.referee, events


def played(loaded):
    """What is played in a kept game: its lines but the comments."""
    return [(number, json.loads(text)) for number, text in loaded.lines if not text.startswith("#")]


def same_event(told, full):
    """Whether people were told this event, perhaps without the cards that nobody has shown."""
    if set(full) - set(told) - {"legal"} or set(told) - set(full):
        return False
    for key, value in told.items():
        if key in HIDDEN and isinstance(value, str):
            if not set(value.split()) <= set(full[key].split()):
                return False
        elif value != full[key]:
            return False
    return True


def knowledge(referee):
    """Everything that a referee knows of its match, as plain data that can be compared."""
    return plain(referee.accepted), plain(referee.match, skip=("game",))


def plain(thing, skip=(), seen=()):
    """A thing as nested plain data, field by field; a thing within itself stands for its depth."""
    if isinstance(thing, str | bytes | int | float | bool | None):
        return thing
    if any(thing is other for other in seen):
        return "itself", [thing is other for other in seen].index(True)
    seen = (*seen, thing)
    if isinstance(thing, dict):
        return {plain(key, skip, seen): plain(value, skip, seen) for key, value in thing.items()}
    if isinstance(thing, set | frozenset):
        return {plain(part, skip, seen) for part in thing}
    if isinstance(thing, tuple | list):
        return type(thing).__name__, tuple(plain(part, skip, seen) for part in thing)
    if isinstance(thing, range):
        return repr(thing)
    if callable(thing) and hasattr(thing, "__qualname__"):
        return thing.__qualname__
    names = [name for kind in type(thing).__mro__ for name in getattr(kind, "__slots__", ())]
    names += list(getattr(thing, "__dict__", ()))
    assert names or type(thing).__slots__ == (), f"{type(thing)} has no fields to compare"
    fields = {name: getattr(thing, name) for name in names if hasattr(thing, name) and name not in skip}
    return type(thing).__name__, {name: plain(value, skip, seen) for name, value in fields.items()}
