"""The Pico's rp2 module: only its BOOTSEL button, held by a line in the simulated world (machine.py)."""

import machine  # type: ignore[import-not-found]


def bootsel_button() -> int:
    """1 while it is held."""
    return 1 if machine.world().bootsel else 0
