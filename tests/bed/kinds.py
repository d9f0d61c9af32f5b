"""Everything that goes wrong in the bed, by name, and the deals that are played with it."""

from __future__ import annotations

import gc
from collections import Counter
from dataclasses import dataclass, field
from typing import get_args

from tests.bed.board_table import BadCable
from tests.bed.checks import Kind, Outcome, Wrong, compare
from tests.bed.deal import Deal, on_a_bad_cable, on_faulty_chips, perfect
from tests.bed.faulty_table import Faults

KINDS: dict[str, Faults | BadCable] = {
    "missed reads, one answer in ten garbled": Faults(noise=10),
    "corrupt frames, three in ten": Faults(noise=30),
    "weak cards": Faults(reach=(60, 100)),
    "flicker": Faults(flicker=0.5),
    "tricks swept over a reader": Faults(swept=0.5),
    "two readers hear one card": Faults(two_seats=0.2),
    "two readers hear one card, in noise": Faults(two_seats=0.2, noise=8),
    "noise where nobody is": Faults(ghosts=0.3),
    "cold joints at one reader": Faults(bad_wires=2),
    "chips that fall ill": Faults(chip_trouble_s=8),
    "all of this but two readers": Faults(
        noise=8, ghosts=0.1, reach=(80, 100), flicker=0.2, swept=0.3, bad_wires=1, chip_trouble_s=20
    ),
    "5 % of the lines damaged": BadCable(damage=0.05),
    "20 % of the lines damaged": BadCable(damage=0.2),
    "40 % of the lines damaged": BadCable(damage=0.4),
    "cable pulled": BadCable(pulled_s=15),
    "computer started anew": BadCable(crash_s=15),
    "bad cable, pulled, computer started anew, noise": BadCable(damage=0.1, pulled_s=30, crash_s=30, noise=5),
}


@dataclass
class Figures:
    """What the deals of one kind came to."""

    kind: str
    deals: int = 0
    plays: int = 0
    draws: int = 0
    again: int = 0  # taps that were made once more
    seconds: float = 0.0  # at the table
    events: int = 0
    asked: Counter[str] = field(default_factory=Counter)
    troubles: Counter[str] = field(default_factory=Counter)
    wrong: list[tuple[int, Wrong]] = field(default_factory=list)  # the deal's seed, and what

    def add(self, deal: Deal, outcome: Outcome, ideal: Outcome) -> None:
        plays, draws = len(outcome.done("play")), len(outcome.done("draw"))
        self.deals += 1
        self.plays += plays
        self.draws += draws
        self.again += outcome.taps - ideal.taps
        self.seconds += outcome.seconds
        self.events += outcome.events
        self.asked += outcome.asked - ideal.asked
        self.troubles += outcome.troubles
        self.wrong += [(deal.seed, what) for what in outcome.wrong]

    def include(self, other: Figures) -> None:
        """Add another kind's figures."""
        for name in ("deals", "plays", "draws", "again", "seconds", "events", "asked", "troubles", "wrong"):
            setattr(self, name, getattr(self, name) + getattr(other, name))

    def __str__(self) -> str:
        blamed = Counter(what.kind for _, what in self.wrong)
        wrong = " ".join(f"{blamed[kind]:{len(kind)}}" for kind in get_args(Kind))
        return (
            f"{self.kind:48} {self.deals:5} {self.plays:6} {self.draws:6} {wrong} {self.again:5} "
            f"{self.seconds / max(1, self.deals):6.0f} {self.asked.total():5}  {_listed(self.asked)}; "
            f"struck: {_listed(self.troubles)}"
        )


HEAD = (
    f"{'what goes wrong':48} {'deals':>5} {'plays':>6} {'draws':>6} {' '.join(get_args(Kind))} {'again':>5} "
    f"{'s/deal':>6} asked"
)


def deal(seed: int) -> Deal:
    """The deal with this number: every kind of game and of people comes in turn."""
    mistakes = (0.0, 0.1, 0.3)[seed % 3]
    if seed % 8 == 5:
        return Deal(seed, mistakes, players=2, option=("refill=may",))
    if seed % 8 == 6:
        return Deal(seed, mistakes, players=3, option=("refill=play",))
    return Deal(seed, mistakes, draws=seed % 4 != 3)


def play(kind: str, seeds: range) -> Figures:
    """Play these deals with this going wrong, and hold each against the same deal on a perfect table."""
    figures, bad = Figures(kind), KINDS[kind]
    for seed in seeds:
        which = deal(seed)
        ideal = perfect(which)
        if isinstance(bad, Faults):
            outcome = on_faulty_chips(which, bad)
            compare(outcome, ideal, mistakes=which.mistakes > 0, two_seats=bad.two_seats > 0)
        else:
            outcome = on_a_bad_cable(which, bad)
            compare(outcome, ideal, mistakes=which.mistakes > 0, all_heard=bad.noise == 0)
        figures.add(which, outcome, ideal)
    gc.unfreeze()  # each loop keeps for good what there is as it begins
    return figures


def _listed(counts: Counter[str]) -> str:
    return ", ".join(f"{what} {count}" for what, count in counts.most_common() if count) or "-"
