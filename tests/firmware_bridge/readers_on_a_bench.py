"""Simulated readers for the tests: short names for what they all begin with."""

from __future__ import annotations

from firmware_bridge.presence import Event, Scanner
from firmware_bridge.rc522 import Reader
from firmware_bridge.sim.bench import Bench
from firmware_bridge.sim.clock import VirtualClock
from firmware_bridge.sim.tag import Ntag213, Tag

UID = bytes.fromhex("04A1B2C3D4E5F6")
SAME_ROLL = bytes.fromhex("04A1B2C3D4E5F7")  # the same first level, one bit off in the second


class One:
    """One reader and its chip; the faults in `chip` are set before it is started."""

    def __init__(self, *tags: Tag, seed: int = 1, start: bool = True, **chip: object) -> None:
        self.clock = VirtualClock()
        self.bench = Bench(self.clock, 1, seed)
        self.chip = self.bench.chips[0]
        self.air = self.bench.fields[0]
        for name, value in chip.items():
            setattr(self.chip, name, value)
        self.reader = Reader(self.bench.xfer(0), self.clock.sleep_us)
        if start:
            self.reader.start()
        for tag in tags:
            self.air.place(tag)

    def field_on(self) -> One:
        """The field is on, and has been long enough for every tag."""
        self.reader.field(True)
        self.clock.sleep_us(5100)
        return self

    def rest(self) -> None:
        """Long enough without a field for every tag to forget."""
        self.reader.field(False)
        self.clock.sleep_us(5100)

    def uids(self, **how: bool) -> list[bytes]:
        """What one poll finds, sorted."""
        return sorted(uid for uid, _ in self.reader.poll(**how).tags)

    def cost(self, call, *args, **how) -> tuple[int, int]:
        """Transfers and microseconds of a call."""
        transfers, start = self.chip.transfers, self.clock.now_us()
        call(*args, **how)
        return self.chip.transfers - transfers, self.clock.now_us() - start


class Table:
    """Several readers under one Scanner, and everything that it has told."""

    def __init__(self, readers: int, seed: int = 1, rst: bool = True, **chip: object) -> None:
        self.clock = VirtualClock()
        self.bench = Bench(self.clock, readers, seed)
        for name, value in chip.items():
            for each in self.bench.chips:
                setattr(each, name, value)
        self.readers = [Reader(self.bench.xfer(i), self.clock.sleep_us) for i in range(readers)]
        self.scanner = Scanner(self.readers, self.clock.now_us, self.clock.sleep_us, self.bench.reset if rst else None)
        self.told: list[Event] = []

    def start(self) -> Table:
        self.told += self.scanner.start()
        return self

    def run(self, ms: int) -> list[Event]:
        """Scan for so long; the events of that time."""
        fresh: list[Event] = []
        until = self.clock.now_us() + ms * 1000
        while self.clock.now_us() < until:
            fresh += self.scanner.step()
        self.told += fresh
        return fresh

    def at(self, ms: int, call, *args) -> None:
        """Plan a call of the hand that moves the cards, so many ms from now."""
        self.clock.at_us(self.clock.now_us() + ms * 1000, lambda: call(*args))


def card(number: int) -> Ntag213:
    """The sticker of card `number` of one roll."""
    return Ntag213(bytes((0x04, 0xA1, 0xB2, 0xC3, 0xD4, number >> 8, number & 0xFF)))


def brief(events: list[Event]) -> list[str]:
    """Events as words: what, where, which; without notes and the end of the first round."""
    return [
        f"{e.kind} {e.r} {e.uid.hex().upper() or e.state}".strip() for e in events if e.kind not in ("note", "sweep")
    ]
