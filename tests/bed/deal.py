"""One simulated deal on a faulty table, held against the same deal on a perfect one.

The people decide by the seed and the number of the line alone (table/people.py). So a play that is lost, doubled or
credited to another seat makes another journal from there on, and nothing that goes wrong below the table may.
"""

from __future__ import annotations

import argparse
from collections import Counter
from dataclasses import dataclass, field

from engine.cards import FRENCH
from table import start
from table.clock import JumpingClock
from table.journal import Journal
from table.loop import Loop
from table.receipts import Receipts
from table.registry import mock_deck
from tests.bed.faulty_table import Faults, FaultyTable

ASKED = ("refused", "revoke", "suspect")  # what accuses somebody
LONGEST_S = 3600.0


@dataclass
class Outcome:
    """What a deal came to. `lines`: its journal; `told`: the events that accuse; `asked`: alerts by kind."""

    lines: tuple[tuple[int, str], ...]
    told: list[dict[str, object]]
    asked: Counter[str] = field(default_factory=Counter)
    troubles: Counter[str] = field(default_factory=Counter)
    taps: int = 0
    seconds: float = 0.0


class Stuck(Exception):
    """A deal does not come to its end."""


class FaultyMatch(start.MockMatch):
    """A match on a faulty table."""

    def __init__(self, *given: object, faults: Faults, fault_seed: int, **more: object) -> None:
        self._faults, self._fault_seed = faults, fault_seed
        super().__init__(*given, **more)

    def _hardware(self, bridge, seating, clock, position):
        return FaultyTable(seating.readers, seating.buttons, clock.now, self._faults, self._fault_seed), Receipts()


def asked(**given: object) -> argparse.Namespace:
    usual = {"game": "kullankaivaja", "players": 4, "teams": False, "option": [], "names": None, "language": "en"}
    return argparse.Namespace(**usual | given)


class Watched(Loop):
    """A loop that counts alerts, ends a deal that does not, and gathers tricks in."""

    def __init__(self, match, clock, outcome):
        super().__init__(match.session, clock, people=match.people, hardware=match.hardware, linger_s=0)
        self._outcome, self._match, self._told_alerts = outcome, match, ()
        self._tricks = 0

    def _take_reads(self):
        super()._take_reads()
        now = tuple(self._session.alerts)
        self._outcome.asked.update(alert.kind for alert in now if alert not in self._told_alerts)
        self._told_alerts = now
        if self._clock.now() > LONGEST_S:
            raise Stuck
        deal = self._session.match.deal
        if deal.tricks != self._tricks:
            self._tricks = deal.tricks
            if deal.tricks and isinstance(self._match.hardware, FaultyTable):
                self._gather(deal)

    def _gather(self, deal):
        entries = self._session.running.history.trick(self._session.match.deals_done + 1, deal.tricks)
        reader = self._session.seating.reader_of(deal.winner)
        if reader is not None:
            uids = mock_deck(start.DECK_SEED).cards("mock")
            self._match.hardware.sweep(reader, [uids[FRENCH.faces[entry.card]][0] for entry in entries])


def perfect(seed: int, *, mistakes: float = 0.0, draws: bool = True, **game: object) -> Outcome:
    """The deal on a table at which nothing goes wrong."""
    with Journal.open(None) as journal:
        clock = JumpingClock()
        match = start.MockMatch(asked(**game), start.Setup(seed, draws), clock, journal, None, mistakes=mistakes)
        return _played(match, clock, journal)


def faulty(seed: int, faults: Faults, *, mistakes: float = 0.0, draws: bool = True, **game: object) -> Outcome:
    """The same deal on a table with these faults."""
    with Journal.open(None) as journal:
        clock = JumpingClock()
        match = FaultyMatch(
            asked(**game), start.Setup(seed, draws), clock, journal, None,
            mistakes=mistakes, faults=faults, fault_seed=seed,
        )  # fmt: skip
        return _played(match, clock, journal)


def _played(match, clock, journal) -> Outcome:
    outcome = Outcome((), [])
    match.session.listeners.append(lambda event: outcome.told.append(event.as_json()) if event.kind in ASKED else None)
    try:
        match.run(Watched(match, clock, outcome))
    except Stuck:
        outcome.troubles["stuck"] += 1
    outcome.lines = journal.load(1).lines
    outcome.seconds = clock.now()
    if isinstance(match.hardware, FaultyTable):
        outcome.troubles.update(match.hardware.troubles)
        outcome.taps = len(match.hardware.hands)
    return outcome
