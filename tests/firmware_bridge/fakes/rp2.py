"""The Pico's rp2 module: only its BOOTSEL button, held by a line in the simulated world (machine.py)."""

import machine


def bootsel_button():
    return 1 if machine.world().bootsel else 0
