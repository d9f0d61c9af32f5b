"""The bed's figures as a table: `python -m tests.bed [deals of each kind [number of the first]]`."""

import sys

from tests.bed.kinds import HEAD, KINDS, Figures, play


def main() -> int:
    given = [int(number) for number in sys.argv[1:3]]
    deals, first = given + [4, 0][len(given) :]
    print(HEAD)
    total, wrong = Figures("all"), []
    for kind in KINDS:
        figures = play(kind, range(first, first + deals))
        print(figures, flush=True)
        total.include(figures)
        wrong += [f"{kind}: deal {seed}: {what}" for seed, what in figures.wrong]
    print(total, *wrong, sep="\n")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
