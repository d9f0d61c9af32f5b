"""The bed's figures as a table: `python -m tests.bed [deals of each kind]`."""

import sys

from tests.bed.kinds import HEAD, KINDS, play


def main() -> int:
    deals = int(sys.argv[1]) if len(sys.argv) > 1 else 4
    print(HEAD)
    wrong = []
    for kind in KINDS:
        figures = play(kind, range(deals))
        print(figures, flush=True)
        wrong += [f"{kind}: {what}" for what in figures.wrong]
    print(*wrong, sep="\n")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
