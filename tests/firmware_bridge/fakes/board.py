"""The wiring of the simulated board: two readers, four buttons, two lamps and a buzzer at the pins of four seats."""

from firmware_bridge.pico.pins import FOUR_SEATS, Board

BOARD = Board(
    "test",
    FOUR_SEATS.buses,
    FOUR_SEATS.readers[:2],
    FOUR_SEATS.rst,
    FOUR_SEATS.buttons,
    FOUR_SEATS.lamps[:2],
    FOUR_SEATS.buzzers,
)
