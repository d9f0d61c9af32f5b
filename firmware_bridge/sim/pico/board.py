"""The wiring of the simulated board: the first readers, buttons, lamps and buzzers of a table that the firmware knows.

How many of each stands in the environment, as in BOARD="5 4 4 1".
"""

import os

from firmware_bridge.pico.pins import EIGHT_SEATS, FOUR_SEATS, Board


def wired(readers: int, buttons: int, lamps: int, buzzers: int) -> Board:
    """A board with so many parts, at the pins of four seats where they are enough, else at those of eight."""
    enough = readers <= len(FOUR_SEATS.readers) and buttons <= len(FOUR_SEATS.buttons)
    full = FOUR_SEATS if enough else EIGHT_SEATS
    return Board(
        "simulated",
        full.buses,
        full.readers[:readers],
        full.rst,
        full.buttons[:buttons],
        full.lamps[:lamps],
        full.buzzers[:buzzers],
    )


BOARD = wired(*[int(count) for count in (os.getenv("BOARD") or "5 4 4 1").split()])
