"""The bridge's figures of `make bench`: transfers of a poll, and how soon a card is a Read. On simulated chips.

Nothing here depends on this machine: transfers are counted, and times are those of the simulated clock, with SPI at
4 MHz and 30 µs of the processor for each transfer. Where transfers are counted it is 1 MHz and 25 µs: the package's
loop needs the more of them, the faster they are.
"""

from __future__ import annotations

import importlib.util
import logging
import threading
import warnings
from collections.abc import Callable, Iterator
from random import Random
from typing import NamedTuple

from firmware_bridge.rc522 import Reader
from firmware_bridge.reads import Read, TagOff, TagOn
from firmware_bridge.sim.bench import Bench
from firmware_bridge.sim.clock import VirtualClock
from firmware_bridge.sim.tag import Ntag213
from firmware_bridge.spi_source import SpiSource
from firmware_bridge.transports import Port, open_wires, simulated_wires
from tests.figures import Figure, most, quantile
from tests.firmware_bridge.fakes.pi import Pi

CARD = bytes.fromhex("04A1B2C3D4E5F6")
HELD_S = 0.25  # how long a card is shown
REST_S = 0.2  # the least time between two cards at one reader
OUT_OF_STEP_S = 0.1  # and up to so much more, so that hands and readers are not in step
GIVEN_UP_S = 50.0  # of this machine's time


def speed_of_bridge() -> Iterator[Figure]:
    """All of it."""
    yield from transfers()
    for readers in (1, 5, 10):
        late = sorted(shown(Random(readers), readers, 1000).late_ms)
        swept = f"{readers} readers" if readers > 1 else "one reader"
        yield Figure(f"card to Read, {swept} swept, p50", quantile(late, 0.5), "ms")
        yield most("  p99", quantile(late, 0.99), "ms", HELD_S * 1000)
    touches = 2000
    seen = shown(Random(0), 4, touches)
    yield most(f"{touches} touches of 250 ms at 4 seats, lost", touches - len(seen.late_ms), "", 0)
    yield most("  doubled or invented", seen.others, "", 0)


# -- transfers --------------------------------------------------------------------------------------------


def transfers() -> Iterator[Figure]:
    """SPI transfers of one poll: of our driver, and of the package mfrc522 on the same simulated chip."""
    nobody, card = our_polls()
    yield most("SPI transfers of a poll, nobody there", nobody, "", 10)
    yield most("  a card with 7 bytes of UID", card, "", 48)
    if importlib.util.find_spec("mfrc522") is None:
        yield Figure("  package mfrc522: not installed", None, "")
        return
    nobody, card = their_polls()
    yield Figure("  package mfrc522, nobody there", nobody, "")
    yield Figure("  package mfrc522, that card (3 bytes of it)", card, "")


def our_polls() -> tuple[int, int]:
    """Of our driver over the package's own SPI object where it is installed, else over spidev: nobody, and a card."""
    pi = Pi()
    with pi.installed():
        wires = open_wires([Port("north", 0, 0)])
        reader = Reader(wires.transfers[0], pi.clock.sleep_us)
        assert reader.start() == "ok"

        def poll() -> bool:
            return [uid for uid, _ in reader.poll().tags] == [CARD]

        reader.field(True)
        counted = _counted(pi, poll)
        wires.close()
    return counted


def their_polls() -> tuple[int, int]:
    """Of SimpleMFRC522.read_id_no_block: nobody, and a card."""
    pi = Pi()
    logger = logging.getLogger("mfrc522Logger")
    handlers = list(logger.handlers)
    with pi.installed(), warnings.catch_warnings():
        warnings.simplefilter("ignore")  # its wait loop warns from Python 3.12 on
        from mfrc522 import SimpleMFRC522

        simple = SimpleMFRC522()
        counted = _counted(pi, lambda: simple.read_id_no_block() is not None)
    logger.handlers[:] = handlers
    return counted


def _counted(pi: Pi, poll: Callable[[], bool]) -> tuple[int, int]:
    """The transfers of a poll with nobody there, and of one that finds a card."""
    before = pi.bench.transfers()
    assert not poll()
    nobody = pi.bench.transfers() - before
    pi.bench.place(0, Ntag213(CARD))
    pi.clock.sleep_us(6000)  # by then the tag is awake
    before = pi.bench.transfers()
    assert poll()
    return nobody, pi.bench.transfers() - before


# -- cards ------------------------------------------------------------------------------------------------


class Shown(NamedTuple):
    """What became of the cards that were shown: how late each was read, and reads that no card explains."""

    late_ms: list[float]
    others: int


def shown(dice: Random, readers: int, cards: int) -> Shown:
    """Show cards, each another one, at readers in random order and each for a quarter of a second.

    At the same time others lie on other readers, on about every second. The readers are swept by the source that
    sweeps those of a Pi.
    """
    clock = VirtualClock()
    bench = Bench(clock, readers)
    names = [f"seat-{number + 1}" for number in range(readers)]
    came, free = dict[tuple[str, bytes], float](), [1.0] * readers
    for number in range(cards):
        r = dice.randrange(readers)
        tag = Ntag213(bytes((0x04, 0xA1, 0xB2, 0xC3, 0xD4, number >> 8, number & 0xFF)))
        at = free[r] + dice.random() * OUT_OF_STEP_S
        free[r] = at + HELD_S + REST_S
        came[names[r], tag.uid] = at
        clock.at_us(round(at * 1e6), lambda r=r, tag=tag: bench.place(r, tag))  # type: ignore[misc]
        clock.at_us(round((at + HELD_S) * 1e6), lambda r=r, tag=tag: bench.take(r, tag))  # type: ignore[misc]
    late, others, done = dict[tuple[str, bytes], float](), [0], threading.Event()
    gone = set[tuple[str, bytes]]()

    def put(read: Read) -> None:
        if isinstance(read, TagOn):
            key = (read.reader, read.uid)
            others[0] += key not in came or key in late or read.first
            late[key] = clock.now_s() - came.get(key, 0.0)
        elif isinstance(read, TagOff):
            key = (read.reader, read.uid)
            others[0] += key not in late or key in gone
            gone.add(key)

    clock.at_us(round((max(free) + 1.0) * 1e6), done.set)
    ports = [Port(name, 0, number) for number, name in enumerate(names)]
    source = SpiSource(ports, lambda _: simulated_wires(bench), monotonic=clock.now_s, sleep=clock.sleep_s)
    source.start(put)
    try:
        assert done.wait(GIVEN_UP_S), "the simulated readers are too slow"
    finally:
        source.stop()
    return Shown([seconds * 1000 for seconds in late.values()], others[0] + len(late.keys() - gone))
