"""A simulated table on which everything goes wrong that goes wrong with readers, chips and tags.

The hands of the people (`lay`, `lift`) are logged; faults come between them and the table. Which, is in `Faults`;
chance decides with a seed of its own, so a deal that fails can be played again.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from random import Random
from typing import NamedTuple

from firmware_bridge.presence import Scanner
from firmware_bridge.sim_table import SimulatedTable


@dataclass(frozen=True)
class Faults:
    """What goes wrong. Parts are of 1; times are seconds."""

    noise: int = 0  # percentage of answers that arrive garbled, at every reader
    ghosts: int = 0  # percentage of unanswered frames after which noise looks like an answer
    reach: tuple[int, int] = (100, 100)  # of a card as it lies: percentage of frames that get through, from and to
    flicker: float = 0.0  # part of the cards that come off the reader for a moment while they lie there
    two_seats: float = 0.0  # part of the cards that a neighbour's reader hears as well
    both_reach: tuple[int, int] = (40, 100)  # how well it does
    swept: float = 0.0  # part of the tricks that are gathered in over the winner's reader
    chip_trouble_s: float = 0.0  # a chip falls ill about so often
    bad_wires: int = 0  # percentage of bytes altered on their way over one reader's SPI


class Laid(NamedTuple):
    """Somebody laid a card on a reader."""

    at: float
    reader: str
    uid: bytes


class FaultyTable(SimulatedTable):
    """A SimulatedTable with faults. `hands`: what was really laid where; `troubles`: how often each fault struck."""

    def __init__(
        self, readers: Iterable[str], buttons: Iterable[str], clock: Callable[[], float], faults: Faults, seed: int
    ) -> None:
        super().__init__(readers, buttons, clock, seed=seed, watchful=faults.chip_trouble_s > 0 or faults.ghosts > 0)
        self.faults = faults
        self.hands: list[Laid] = []
        self.troubles: dict[str, int] = {}
        self._dice = Random(f"{seed} faults")
        self._later: list[tuple[float, Callable[[], None]]] = []
        self._also: dict[bytes, int] = {}  # the neighbour's reader that hears a tag too
        for field in self.bench.fields:
            field.noise, field.ghosts = faults.noise, faults.ghosts
        if faults.bad_wires:
            self.bench.chips[self._dice.randrange(len(self.readers))].fickle = faults.bad_wires
        if faults.chip_trouble_s:
            self._plan_chip_trouble(clock())

    @property
    def scanner(self) -> Scanner:
        """The driver that looks at the readers."""
        return self._scanner

    # -- hands ------------------------------------------------------------------------------------------

    def lay(self, reader: str, uid: bytes) -> None:
        self.hands.append(Laid(self._clock(), reader, uid))
        super().lay(reader, uid)
        number = self.readers.index(reader)
        if self.faults.reach != (100, 100):
            self._strike("weak card")
            self.bench.place(number, self.tag(uid), self._dice.randint(*self.faults.reach))
        if self._chance(self.faults.two_seats):
            self._strike("two readers")
            self._also[uid] = self._dice.choice([other for other in range(len(self.readers)) if other != number])
            self.bench.place(self._also[uid], self.tag(uid), self._dice.randint(*self.faults.both_reach))
        if self._chance(self.faults.flicker):
            self._strike("flicker")
            away = self._clock() + self._dice.uniform(0.02, 0.3)
            self._at(away, lambda: self._flick(number, uid, on=False))
            self._at(away + self._dice.uniform(0.02, 0.2), lambda: self._flick(number, uid, on=True))

    def lift(self, reader: str, uid: bytes) -> None:
        super().lift(reader, uid)
        if uid in self._also:
            self.bench.take(self._also.pop(uid), self.tag(uid))

    def sweep(self, reader: str, uids: list[bytes]) -> None:
        """The trick is gathered in over a reader, all its cards at once."""
        if self._chance(self.faults.swept):
            self._strike("trick swept over a reader")
            number, moment = self.readers.index(reader), self._clock() + 0.6
            for tag in [self.tag(uid) for uid in uids]:
                reach = self._dice.randint(30, 100)
                self._at(moment, lambda tag=tag, reach=reach: self.bench.place(number, tag, reach))
                self._at(moment + 0.3, lambda tag=tag: self.bench.take(number, tag))

    def _flick(self, number: int, uid: bytes, *, on: bool) -> None:
        if uid in self.lying[self.readers[number]]:
            (self.bench.place if on else self.bench.take)(number, self.tag(uid))

    # -- time -------------------------------------------------------------------------------------------

    def due(self, now: float) -> float | None:
        wanted = super().due(now)
        return min([when for when, _ in self._later] + ([] if wanted is None else [wanted]), default=None)

    def run(self, now: float) -> None:
        while self._later and self._later[0][0] <= now:
            when, act = self._later.pop(0)
            super().run(when)
            act()
        super().run(now)

    def _at(self, moment: float, act: Callable[[], None]) -> None:
        self._later.append((moment, act))
        self._later.sort(key=lambda planned: planned[0])

    # -- chips that fall ill ----------------------------------------------------------------------------

    def _plan_chip_trouble(self, now: float) -> None:
        self._at(now + self._dice.expovariate(1 / self.faults.chip_trouble_s), self._chip_trouble)

    def _chip_trouble(self) -> None:
        chip = self._dice.choice(self.bench.chips)
        kind = self._dice.choice(["brown-out", "power cut", "frozen", "frozen hard", "field lost", "crypto left on"])
        self._strike(f"chip: {kind}")
        if kind == "brown-out":
            chip.brown_out()
        elif kind == "power cut":
            chip.cut_power(self._dice.choice([0x00, 0xFF]))
            self._at(self._clock() + self._dice.uniform(0.05, 3), chip.restore_power)
        elif kind == "field lost":
            chip.lose_field()
        elif kind == "crypto left on":
            chip.regs[0x08] |= 0x08
        else:
            chip.frozen = "hard" if kind == "frozen hard" else True
        self._plan_chip_trouble(self._clock())

    def _chance(self, part: float) -> bool:
        return part > 0 and self._dice.random() < part

    def _strike(self, what: str) -> None:
        self.troubles[what] = self.troubles.get(what, 0) + 1
