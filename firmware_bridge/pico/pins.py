"""Which pin of the microcontroller goes where: the pin map as data, for the firmware and for the test of the wiring.

Numbers are GP numbers of the Raspberry Pi Pico; HEADER has the pin of its header for each. Source: docs/hardware.md,
section 6.2. A table that is wired otherwise puts a file `board.py` beside main.py with a BOARD of its own.
"""

HEADER = {
    0: 1, 1: 2, 2: 4, 3: 5, 4: 6, 5: 7, 6: 9, 7: 10, 8: 11, 9: 12, 10: 14, 11: 15, 12: 16, 13: 17, 14: 19, 15: 20,
    16: 21, 17: 22, 18: 24, 19: 25, 20: 26, 21: 27, 22: 29, 26: 31, 27: 32, 28: 34,
}  # fmt: skip


class Board:
    """The pins of one table."""

    def __init__(
        self,
        name: str,
        buses: "dict[int, tuple[int, int, int]]",
        readers: "tuple[tuple[int, int], ...]",
        rst: int,
        buttons: "tuple[int, ...]" = (),
        lamps: "tuple[int, ...]" = (),
        buzzers: "tuple[int, ...]" = (),
        spi_hz: int = 4000000,
    ) -> None:
        self.name = name
        self.buses = buses  # number of the SPI block: (SCK, MOSI, MISO)
        self.readers = readers  # (number of the SPI block, CS), in the order of the readers' numbers
        self.rst = rst  # the line that all readers share
        self.buttons = buttons  # to ground, with the internal pull-up
        self.lamps = lamps
        self.buzzers = buzzers
        self.spi_hz = spi_hz


BUSES = {0: (18, 19, 16), 1: (10, 11, 12)}
READERS = ((0, 17), (0, 20), (0, 21), (0, 22), (0, 26), (1, 13), (1, 14), (1, 15), (1, 9), (1, 8))
RST = 27

# Two buses, so that a sick module takes at most half the table; lamps and buzzer are on the Pi.
EIGHT_SEATS = Board("eight seats", BUSES, READERS, RST, buttons=(0, 1, 2, 3, 4, 5, 6, 7))
# Everything on the microcontroller: four seats, a reader in the middle, buttons, lamps and a buzzer.
FOUR_SEATS = Board(
    "four seats", {0: BUSES[0]}, READERS[:5], RST, buttons=(0, 1, 2, 3), lamps=(4, 5, 6, 7), buzzers=(28,)
)

BOARD = EIGHT_SEATS
