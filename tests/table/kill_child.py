"""A match of restless people, to be killed: `python -m tests.table.kill_child FILE SEED`.

They play as in `lapio demo --headless`, and again and again somebody takes a card back or lets a refused one stand. It
prints every event that people are told, as `lapio demo --events` does, and goes on with the journal's unfinished game.
"""

import json
import sys
from pathlib import Path
from random import Random

from display.view import Intent
from table.clock import JumpingClock
from table.journal import Journal
from table.loop import Loop
from table.start import MockMatch, Setup
from tests.table.whole_games import asked

ASKED = ("undo", "undo", "accept", "accept", "accept", "back-to-trick", "next-deal")


class Restless:
    """A screen that shows nothing, at which somebody now and then asks for something.

    Nobody takes anything back while cards are slid over the draw reader: whose comes next would be anybody's guess.
    """

    def __init__(self, session, rng):
        self._session = session
        self._rng = rng

    def show(self, view):
        pass

    def tick(self, now):
        return None

    def intents(self, timeout):
        accepted = self._session.referee.accepted
        if self._session.match.nameable or not accepted or accepted[-1].act.do != "play":
            return []
        return [Intent(self._rng.choice(ASKED))] if self._rng.random() < 0.25 else []

    def wake(self):
        pass


def main():
    path, seed = Path(sys.argv[1]), int(sys.argv[2])
    with Journal.open(path) as journal:
        loaded = journal.unfinished()
        clock = JumpingClock()
        wanted = asked(players=3, option=["target=100"])
        match = MockMatch(wanted, Setup(7), clock, journal, loaded, mistakes=0.4, random=True)
        match.session.listeners.append(lambda event: print(json.dumps(event.as_json()), flush=True))
        screen = Restless(match.session, Random(seed))
        loop = Loop(match.session, clock, people=match.people, hardware=match.hardware, screen=screen, linger_s=0)
        match.run(loop)
        match.finish()


if __name__ == "__main__":
    main()
