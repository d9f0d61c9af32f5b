"""One simulated deal on a faulty table, held against the same deal on a perfect one and against what hands really did.

The people decide by the seed and the cards played alone (table/people.py). So a play that is lost, doubled or credited
to another seat makes another game from there on, and nothing that goes wrong below the table may.
"""

from __future__ import annotations

import argparse
import json
from collections import Counter
from dataclasses import dataclass, field

from engine.cards import FRENCH
from table import start
from table.bridges import position_of
from table.clock import JumpingClock
from table.journal import Journal
from table.loop import Loop
from table.receipts import Receipts
from table.registry import mock_deck
from tests.bed.board_table import BadCable, BoardTable, Crash
from tests.bed.faulty_table import Faults, FaultyTable

ACCUSING = ("refused", "revoke", "suspect")
LONGEST_S = 7200.0
PATIENT_S = 20.0  # people who trust the table: what it has not heard for so long is lost, and they do it again
PACE = 10.0  # how much faster than people these think; their hands are as slow as anybody's
UIDS = {card: tags[0] for card, tags in mock_deck(start.DECK_SEED).cards("mock").items()}


@dataclass
class Outcome:
    """What a deal came to.

    `lines`: its journal, with the moment at which each was kept; `accused`: who was told to have broken a rule;
    `asked`: alerts by kind; `wrong`: what must not be, in words.
    """

    lines: list[tuple[float, dict[str, object]]] = field(default_factory=list)
    accused: set[tuple[object, ...]] = field(default_factory=set)
    asked: Counter[str] = field(default_factory=Counter)
    troubles: Counter[str] = field(default_factory=Counter)
    wrong: list[str] = field(default_factory=list)
    tapped: set[tuple[str, str]] = field(default_factory=set)  # which card was laid at which seat
    taps: int = 0
    seconds: float = 0.0
    over: bool = False
    events: int = 0

    def done(self, what: str) -> list[tuple[object, object]]:
        """Who did it with which card, in order."""
        return [(line["seat"], line.get("cards", line.get("card"))) for _, line in self.lines if line.get("do") == what]


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
    _check_hands(outcome, match.hardware, match.session.seating)
    return outcome


def on_a_bad_cable(deal: Deal, bad: BadCable) -> Outcome:
    """The same deal on a board whose cable and whose computer fail."""
    outcome, clock = Outcome(), JumpingClock()
    board = None
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
            match.people.patience_s = PATIENT_S
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
        outcome.wrong.append("the journal does not hold what was kept")
    _check_hands(outcome, board, match.session.seating)
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
        outcome.wrong.append("it does not come to its end")
    outcome.over = match.session.over
    outcome.seconds = clock.now()


def _count(hardware, outcome):
    outcome.troubles.update(hardware.troubles)
    outcome.taps = len(hardware.hands)


def _check_hands(outcome: Outcome, hardware, seating) -> None:
    """Every play was made by a hand at that very seat; no card was played twice; none is missing."""
    faces = {uid: card for card, uid in UIDS.items()}
    places = {reader: seating.names[place] for reader, place in seating.readers.items() if isinstance(place, int)}
    outcome.tapped = {(places[laid.reader], faces[laid.uid]) for laid in hardware.hands if laid.reader in places}
    played = set()
    for moment, line in outcome.lines:
        if line.get("do") != "play":
            continue
        reader = seating.reader_of(seating.names.index(line["seat"]))
        if not any(
            laid.reader == reader and laid.uid == UIDS[line["cards"]] for laid in hardware.hands if laid.at <= moment
        ):
            outcome.wrong.append(f"{line['seat']} did not play {line['cards']}")
        if line["cards"] in played:
            outcome.wrong.append(f"{line['cards']} was played twice")
        played.add(line["cards"])
    if outcome.over and len(played) < 51:
        outcome.wrong.append(f"only {len(played)} cards were played")


def compare(deal: Deal, outcome: Outcome, ideal: Outcome, *, two_seats: bool = False, all_heard: bool = False) -> None:
    """Write down what is other than on a perfect table, where it may not be.

    `two_seats`: neighbours' readers hear cards too. `all_heard`: no card is so faint that a reader misses it, so
    nothing has to be done twice.

    A card that cannot be read over the draw reader three times is not named. From then on the table knows less, and a
    revoke that it would have refused is played: with mistakes the two games part there. All else must be equal.
    """
    if all_heard and not deal.mistakes and outcome.taps != ideal.taps:
        outcome.wrong.append(f"{outcome.taps - ideal.taps} cards had to be laid down again")
    unnamed = len(ideal.done("draw")) - len(outcome.done("draw"))
    outcome.troubles["draws never read"] += max(0, unnamed)
    if outcome.done("play") != ideal.done("play"):
        if unnamed and deal.mistakes:
            outcome.troubles["not comparable"] += 1
            return
        pairs = zip(outcome.done("play"), ideal.done("play"), strict=False)
        first = next((pair for pair in pairs if pair[0] != pair[1]), "one is shorter")
        outcome.wrong.append(f"other plays: {first}")
        return
    if wrong := set(outcome.done("draw")) - set(ideal.done("draw")):
        outcome.wrong.append(f"draws credited to the wrong seat: {sorted(wrong)}")
    for kind, seats, rule, cards in sorted(outcome.accused - ideal.accused, key=str):
        if kind == "refused" and (seats, cards) in outcome.tapped:
            continue  # a mistake that people made once more, since the table did not react at once
        if kind == "refused" and two_seats and deal.mistakes:
            outcome.troubles["told to the neighbour"] += 1  # whose reader alone had heard it: people were asked
        else:
            outcome.wrong.append(f"accused without cause: {kind} {seats} {rule} {cards}")
