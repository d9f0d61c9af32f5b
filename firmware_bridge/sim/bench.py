"""A whole simulated set of readers, put together: chips, fields, one clock, and the hand that moves the tags."""

from firmware_bridge.sim.chip import Chip
from firmware_bridge.sim.field import Field

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from firmware_bridge.sim.clock import RealClock, VirtualClock
    from firmware_bridge.sim.tag import Tag


class Bench:
    """`readers` simulated readers on one SPI bus and one RST line. `seed` fixes every fault that chance decides.

    `holds_miso`: which readers do not let go of MISO while they are not selected, and the byte that they hold it at.
    """

    def __init__(
        self, clock: "VirtualClock | RealClock", readers: int = 1, seed: int = 1,
        spi_hz: int = 4_000_000, overhead_us: int = 30,
    ) -> None:  # fmt: skip
        self.clock = clock
        self.holds_miso: dict[int, int] = {}
        self.fields = [Field(clock, seed * 1000 + i) for i in range(readers)]
        self.chips = [
            Chip(clock, field, spi_hz=spi_hz, overhead_us=overhead_us, seed=seed * 1000 + 500 + i)
            for i, field in enumerate(self.fields)
        ]

    def xfer(self, reader: int) -> "Callable[[bytearray], bytes]":
        """The full-duplex transfer of one reader, over the MISO line that all share."""

        chip = self.chips[reader]

        def transfer(frame: bytearray) -> bytes:
            out = chip.xfer(frame)
            for other, held in self.holds_miso.items():
                if other != reader:
                    out = bytes([byte & held for byte in out])
            return out

        return transfer

    def reset(self) -> None:
        """Pulse the RST line that all readers share."""
        for chip in self.chips:
            chip.pulse_reset()

    def place(self, reader: int, tag: "Tag", reach: int = 100, strength: int = 100) -> None:
        """Lay a tag onto a reader; it may lie within the reach of several."""
        self.fields[reader].place(tag, reach, strength)

    def take(self, reader: int, tag: "Tag") -> None:
        """Take a tag away from a reader."""
        self.fields[reader].take(tag)

    def transfers(self) -> int:
        """SPI transfers of all readers so far."""
        return sum([chip.transfers for chip in self.chips])
