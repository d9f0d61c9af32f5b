"""One simulated deal on a faulty table, held against the same deal on a perfect one and against what hands really did.

The people decide by the seed and the cards played alone (table/people.py). So a play that is lost, doubled or credited
to another seat makes another game from there on, and nothing that goes wrong below the table may.
"""

from __future__ import annotations

import argparse
import json
from dataclasses import dataclass

from engine.cards import FRENCH
from table import start
from table.bridges import position_of
from table.clock import JumpingClock
from table.journal import Journal
from table.loop import Loop
from table.people import Memory
from table.receipts import Receipts
from table.registry import mock_deck
from tests.bed.board_table import BadCable, BoardTable, Crash
from tests.bed.checks import ACCUSING, Outcome, Readers, of_the_hands
from tests.bed.faulty_table import Faults, FaultyTable

LONGEST_S = 7200.0
PATIENT_S = 20.0  # people who trust the table: what it has not heard for so long is lost, and they do it again
PACE = 10.0  # how much faster than people these think; their hands are as slow as anybody's
UIDS = {card: tags[0] for card, tags in mock_deck(start.DECK_SEED).cards("mock").items()}


@dataclass(frozen=True)
class Deal:
    """Which deal: the shuffle and the people, how often they err, whether the draws are read, the game's options."""

    seed: int
    mistakes: float = 0.0
    draws: bool = True
    players: int = 4
    option: tuple[str, ...] = ()

    @property
    def asked(self) -> argparse.Namespace:
        return argparse.Namespace(
            game="kullankaivaja", players=self.players, teams=False, option=list(self.option), names=None, language="en"
        )

    @property
    def setup(self) -> start.Setup:
        return start.Setup(self.seed, self.draws)


class Stuck(Exception):
    """A deal does not come to its end."""


class FaultyMatch(start.MockMatch):
    """A match on hardware that is made for it."""

    def __init__(self, deal, clock, journal, loaded, hardware=None):
        self._made = hardware
        self._journal, self._its_clock = journal, clock
        super().__init__(
            deal.asked, deal.setup, clock, journal, loaded, mistakes=deal.mistakes, wall=clock.now, pace=PACE
        )

    def _hardware(self, bridge, seating, clock, position):
        if self._made is None:
            return super()._hardware(bridge, seating, clock, position)
        hardware, receipts = self._made(seating, position)
        return hardware, receipts

    def watch(self, outcome, crash=None):
        """Write down what is kept and told, and crash where it is asked for: just before or after a line is kept."""
        append = self._kept.append

        def kept(lines, positions=None):
            if crash is not None:
                crash("before")
            append(lines, positions)
            for _, text in lines:
                outcome.lines.append((self._its_clock.now(), json.loads(text)))
            if crash is not None:
                crash("after")

        self._kept.append = kept
        self.readers = Readers(self.session, outcome, UIDS, getattr(self.hardware, "hands", ()))
        self.session.listeners.append(lambda event: _accused(event, outcome))


def _accused(event, outcome):
    if event.kind in ACCUSING:
        keys = event.as_json()
        seats = keys.get("seats", keys.get("seat"))
        outcome.accused.add((event.kind, str(seats), keys["rule"], keys.get("cards", "")))


class Watched(Loop):
    """A loop that counts alerts, ends a deal that does not, and gathers tricks in."""

    def __init__(self, match, clock, outcome):
        super().__init__(match.session, clock, people=match.people, hardware=match.hardware, linger_s=0)
        self._outcome, self._match, self._before = outcome, match, ()
        self._tricks = 0

    def _take_reads(self):
        super()._take_reads()
        alerts = tuple(self._session.alerts)
        self._outcome.asked.update(alert.kind for alert in alerts if alert not in self._before)
        self._before = alerts
        if self._clock.now() > LONGEST_S:
            raise Stuck
        deal = self._session.match.deal
        if deal.tricks != self._tricks:
            self._tricks = deal.tricks
            if deal.tricks and isinstance(self._match.hardware, FaultyTable):
                self._gather(deal)

    def _gather(self, deal):
        entries = self._session.running.history.trick(self._session.match.deals_done + 1, deal.tricks)
        uids = [UIDS[FRENCH.faces[entry.card]] for entry in entries]
        self._match.hardware.sweep(self._session.seating.reader_of(deal.winner), uids)


def perfect(deal: Deal) -> Outcome:
    """The deal on a table at which nothing goes wrong."""
    outcome, clock = Outcome(), JumpingClock()
    with Journal.open(None, wall=clock.now) as journal:
        match = FaultyMatch(deal, clock, journal, None)
        match.watch(outcome)
        hands = match.hardware.lay

        def lay(reader, uid):
            outcome.taps += 1
            hands(reader, uid)

        match.hardware.lay = lay
        _run(match, clock, outcome)
    return outcome


def on_faulty_chips(deal: Deal, faults: Faults) -> Outcome:
    """The same deal on readers with these faults."""
    outcome, clock = Outcome(), JumpingClock()
    with Journal.open(None, wall=clock.now) as journal:
        match = FaultyMatch(
            deal, clock, journal, None,
            lambda seating, _: (
                FaultyTable(seating.readers, seating.buttons, clock.now, faults, deal.seed), Receipts(),
            ),
        )  # fmt: skip
        match.watch(outcome)
        _run(match, clock, outcome)
        _count(match.hardware, outcome)
    of_the_hands(outcome, match.hardware.hands, match.session.seating, UIDS)
    return outcome


def on_a_bad_cable(deal: Deal, bad: BadCable) -> Outcome:
    """The same deal on a board whose cable and whose computer fail."""
    outcome, clock = Outcome(), JumpingClock()
    board, memory = None, Memory()
    with Journal.open(None, wall=clock.now) as journal:
        while True:
            loaded = journal.unfinished()

            def hardware(seating, position):
                nonlocal board
                if board is None:
                    lamps = tuple(seating.lamps.values())
                    board = BoardTable(seating.readers, seating.buttons, lamps, clock.now, bad, deal.seed)
                board.boot_host(position)
                return board, Receipts([board])

            match = FaultyMatch(deal, clock, journal, loaded, hardware)
            match.people.memory, match.people.patience_s = memory, PATIENT_S
            if loaded:
                match.people._look_from(clock.now() + 5.0 - PATIENT_S)  # for five seconds they only look
            match.watch(outcome, lambda when: _crash_at_the_journal(board, when))
            try:
                _run(match, clock, outcome)
                break
            except Crash:
                board.stop()
                down = board.kill_host()
                clock.pass_to(clock.now() + down)
                board.run(clock.now())
                for reader, uids in board.lying.items():  # whoever held a card there has lifted it meanwhile
                    for uid in list(uids):
                        board.lift(reader, uid)
        kept = journal.load(1).lines
        outcome.events = position_of(journal.positions()).seq
    _count(board, outcome)
    outcome.troubles["damaged lines"] += board.cable.damaged
    told = [line for _, line in outcome.lines]
    if [json.loads(text) for _, text in kept if not text.startswith("#")] != told:
        outcome.blame("other", "the journal does not hold what was kept")
    of_the_hands(outcome, board.hands, match.session.seating, UIDS)
    return outcome


def _crash_at_the_journal(board, when):
    """Now and then the computer stops just before, or just after, something is on the disk."""
    if board._bad.crash_s and board._dice.random() < 0.01:
        board._strike(f"stopped {when} a line was kept")
        raise Crash


def _run(match, clock, outcome):
    try:
        match.run(Watched(match, clock, outcome))
    except Stuck:
        outcome.blame("other", "it does not come to its end")
    match.readers.judge(float("inf"))
    outcome.over = match.session.over
    outcome.seconds = clock.now()


def _count(hardware, outcome):
    outcome.troubles.update(hardware.troubles)
    looks = [hardware.scanner.counts(number) for number in range(len(hardware.readers))]
    outcome.troubles["garbled looks"] += sum(noise for _, noise, _, _ in looks)
    outcome.taps = len(hardware.hands)
