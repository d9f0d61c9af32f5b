"""Both ends of the cable against each other in virtual time, with everything going wrong that can.

The microcontroller's side is pico/device.py, the table's side link_session.py, between them a cable that drops, cuts
and alters lines, is pulled, and a host and a device that are started anew. The table is played by a journal that
keeps what it is given together with its position, some time later than it is given it.
"""

import random

import pytest

from firmware_bridge.link_position import NOWHERE, Position
from firmware_bridge.link_session import Session
from firmware_bridge.pico.device import QUEUE, Device, who
from firmware_bridge.reads import Button, Gap, TagOff, TagOn

STEP = 0.02
READERS = ("north", "east")
BUTTONS = ("slap",)
LAMPS = ("red", "green")


class Board:
    """A device with tags on it that come and go; `made` is every event since its start, as the table should see it."""

    def __init__(self, dice, lying, now_us):
        self.dice = dice
        self.lying = lying
        self.born = now_us
        self.now_us = 0
        self.made = []
        self.lamps = ["off", "off"]
        self.done = []
        self.asked = None
        self.device = Device(f"{dice.getrandbits(16):04X}", who("AB", 2, 1, 2, 1), self.command)
        self.device.event(0, "rdr r=0 s=ok ver=92")
        self.report("sweep")

    def command(self, line):
        self.done.append((self.device.ses, line.arg(0)))
        if line.arg(1) == "led":
            self.lamps[int(line.pair("n"))] = line.pair("v")
        if line.arg(1) == "sync":
            self.asked = line.arg(0)
        return ""

    def report(self, sweep):
        for r, uid in sorted(self.lying):
            self.event(("on", READERS[r], uid), f"on r={r} uid={uid.hex().upper()} sak=00 first=1")
        self.event(None, sweep)

    def event(self, seen, text):
        self.device.event(self.now_us, text)
        if seen:
            self.made.append(seen)

    def happen(self, now_us):
        """Something happens at the table."""
        self.now_us = now_us - self.born
        if self.dice.random() < 0.2:
            self.event(("btn", "slap", True), "btn b=0 v=1")
            return
        place = (self.dice.randrange(2), bytes([4, 1, 2, 3, 4, 5, self.dice.randrange(6)]))
        name = (READERS[place[0]], place[1])
        if place in self.lying:
            self.lying.remove(place)
            self.event(("off", *name), f"off r={place[0]} uid={place[1].hex().upper()}")
        else:
            self.lying.add(place)
            self.event(("on", *name), f"on r={place[0]} uid={place[1].hex().upper()} sak=00")

    def round(self, now_us):
        """The end of a round of the readers."""
        self.now_us = now_us - self.born
        if self.asked:
            self.report(f"sweep id={self.asked}")
            self.asked = None


class Journal:
    """What survives on the table's computer."""

    def __init__(self):
        self.position = NOWHERE
        self.kept = {}  # by boot: what was seen, in order
        self.believed = set()
        self.gaps = 0

    def keep(self, read, position):
        seen = self.kept.setdefault(position.boot, [])
        self.position = Position.of(str(position))
        if isinstance(read, TagOn):
            seen.append(("on", read.reader, read.uid))
            self.believed.add((read.reader, read.uid))
        elif isinstance(read, TagOff):
            seen.append(("off", read.reader, read.uid))
            self.believed.discard((read.reader, read.uid))
        elif isinstance(read, Button):
            seen.append(("btn", read.button, read.pressed))
        elif isinstance(read, Gap):
            self.gaps += 1
            self.believed = set(read.present)


class World:
    def __init__(self, seed, damage):
        self.dice = random.Random(seed)
        self.damage = damage
        self.now = 100.0
        self.board = Board(self.dice, set(), self.us)
        self.boards = [self.board]
        self.journal = Journal()
        self.inbox = []  # (when it will be kept, read, position)
        self.session = None
        self.to_host = []
        self.to_device = []
        self.pulled_until = 0.0
        self.open = False
        self.starts = 0
        self.start_host()

    @property
    def us(self):
        return int(self.now * 1e6)

    def start_host(self):
        self.inbox.clear()
        self.starts += 1
        self.session = Session(
            "bridge", READERS, BUTTONS, LAMPS, self.put,
            position=self.journal.position, now=self.now, dice=lambda: self.dice.getrandbits(16),
        )  # fmt: skip
        self.open = False

    def put(self, read, position):
        if position is not None:
            self.inbox.append((self.now + self.dice.random() * 0.1, read, position))

    def start_device(self):
        self.board = Board(self.dice, self.board.lying, self.us)
        self.boards.append(self.board)

    def pull(self, seconds):
        self.pulled_until = self.now + seconds
        self.to_host.clear()
        self.to_device.clear()

    def cable(self, lines):
        """What arrives of these lines."""
        for line in lines:
            if self.dice.random() >= self.damage:
                yield line
                continue
            kind = self.dice.randrange(4)
            at = self.dice.randrange(len(line))
            if kind == 1:
                yield line[:at]
            elif kind == 2:
                yield line[:at] + bytes([line[at] ^ 1 << self.dice.randrange(8)]) + line[at + 1 :]
            elif kind == 3:
                yield b"Traceback (most recent call last):\r\n$" + line

    def step(self):
        self.now += STEP
        pulled = self.now < self.pulled_until
        device = self.board.device
        now_us = self.us - self.board.born
        self.board.round(self.us)
        for line in self.to_device:
            device.receive(line, now_us)
        self.to_device = []
        for _ in range(8):
            line = device.line(now_us)
            if line is None:
                break
            if not pulled:
                self.to_host += self.cable([line])
        if not self.open and not pulled and self.dice.random() < 0.1:
            self.open = True
            self.to_host = []  # opening throws away what waited
            self.session.opened(self.now)
        if self.open:
            for line in self.to_host:
                self.session.receive(line, self.now)
            self.to_host = []
            while self.inbox and self.inbox[0][0] <= self.now:
                _, read, position = self.inbox.pop(0)
                self.journal.keep(read, position)
                self.session.stored(position)
            self.session.tick(self.now)
            lines = self.session.outgoing()
            if not pulled:
                self.to_device += self.cable(lines)
            if self.session.silent(self.now) or (pulled and self.dice.random() < 0.05):
                self.open = False
                self.session.closed(self.now, "out")

    def settle(self):
        """Let everything be delivered, over a cable that is in again."""
        for _ in range(int(120 / STEP)):
            self.step()
            device = self.board.device
            if self.session.up and not device.queued and not self.inbox and not self.session._hole:
                break
        else:
            raise AssertionError("it does not come to rest")
        for _ in range(20):
            self.step()

    def check(self):
        for board in self.boards:
            kept = self.journal.kept.get(board.device.boot, [])
            whole = board is self.board and not board.device.lost
            if whole:
                assert kept == board.made
            elif not board.device.lost:
                assert kept == board.made[: len(kept)]
            assert len(board.done) == len(set(board.done)), "a command was done twice"
        lying = {(READERS[r], uid) for r, uid in self.board.lying}
        assert self.journal.believed == lying


@pytest.mark.parametrize("damage", [0.0, 0.05, 0.2, 0.4])
@pytest.mark.parametrize("block", range(4))
def test_no_event_is_lost_doubled_or_out_of_order(damage, block):
    for seed in range(20 * block, 20 * block + 20):
        world = World(seed, damage)
        reboots = seed % 4 == 3
        for _ in range(60):
            world.board.happen(world.us)
            for _ in range(world.dice.randrange(12)):
                world.step()
            chance = world.dice.random()
            if chance < 0.04:
                world.pull(world.dice.random() * 8)
            elif chance < 0.07:
                world.start_host()
            elif chance < 0.10 and reboots:
                world.start_device()
            elif chance < 0.2:
                world.session.commands.lamp(world.dice.choice(LAMPS), world.dice.choice(["on", "off"]), world.now)
        world.session.commands.lamp("red", "on", world.now)
        world.session.commands.lamp("green", "blink", world.now)
        world.settle()
        try:
            world.check()
            assert world.session.up
            if world.session.commands._sent or world.session.commands._waiting:
                world.settle()
            assert world.board.lamps == ["on", "blink"] or damage >= 0.4
        except AssertionError as error:
            raise AssertionError(f"seed {seed}, damage {damage}: {error}") from error


@pytest.mark.parametrize("seed", range(12))
def test_after_an_overflow_the_table_knows_again_what_lies_there(seed):
    world = World(seed, damage=0.1)
    for _ in range(20):
        world.step()
    world.pull(30)
    for _ in range(QUEUE + 80):
        world.board.happen(world.us)
        world.step()
        if seed % 3 == 0 and world.dice.random() < 0.01:
            world.start_host()
    for _ in range(100):
        world.step()
        if seed % 2 and world.dice.random() < 0.05:
            world.start_host()
    world.pulled_until = 0.0
    for _ in range(300):
        world.step()
        if seed % 2 and world.dice.random() < 0.01:
            world.start_host()
    world.settle()
    assert world.board.device.lost >= 80
    assert world.journal.gaps >= 1
    world.check()
