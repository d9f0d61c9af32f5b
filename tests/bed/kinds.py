"""Everything that goes wrong in the bed, by name, and the deals that are played with it."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

from tests.bed.board_table import BadCable
from tests.bed.deal import Deal, Outcome, compare, on_a_bad_cable, on_faulty_chips, perfect
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
    seconds: float = 0.0
    events: int = 0
    asked: Counter[str] = field(default_factory=Counter)
    troubles: Counter[str] = field(default_factory=Counter)
    wrong: list[str] = field(default_factory=list)

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
        self.wrong += [f"seed {deal.seed}: {what}" for what in outcome.wrong]

    def __str__(self) -> str:
        return (
            f"{self.kind:48} {self.deals:5} {self.plays:7} {self.draws:6} {len(self.wrong):5} {self.again:6} "
            f"{self.seconds / max(1, self.deals):6.0f}  {_listed(self.asked):34} {_listed(self.troubles)}"
        )


HEAD = (
    f"{'what goes wrong':48} {'deals':>5} {'plays':>7} {'draws':>6} {'wrong':>5} {'again':>6} {'s/deal':>6}  "
    f"{'people were asked':34} what struck, how often"
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
            compare(which, outcome, ideal, two_seats=bad.two_seats > 0)
        else:
            outcome = on_a_bad_cable(which, bad)
            compare(which, outcome, ideal, all_heard=bad.noise == 0)
        figures.add(which, outcome, ideal)
    return figures


def _listed(counts: Counter[str]) -> str:
    return ", ".join(f"{what} {count}" for what, count in counts.most_common() if count) or "-"
