"""The Source over the Pi's SPI: reads in, threads that end, readers that hang."""

import queue
import threading
import time

import pytest
from readers_on_a_bench import card

from firmware_bridge.reads import BridgeError, Clash, Gap, ReaderState, SourceState, TagOff, TagOn
from firmware_bridge.sim.bench import Bench
from firmware_bridge.sim.clock import RealClock, VirtualClock
from firmware_bridge.sim.tag import Ntag213
from firmware_bridge.spi_source import SpiSource
from firmware_bridge.transports import Port, Wires, simulated_wires

SEATS = ("north", "east", "south")
PORTS = [Port(seat, 0, i) for i, seat in enumerate(SEATS)]


class Seats:
    """A source over simulated readers on a virtual clock, and the reads that it has put."""

    def __init__(self, clock=None, **how):
        self.clock = clock or VirtualClock()
        self.bench = Bench(self.clock, len(PORTS))
        self.closed = 0
        self.wires = simulated_wires(self.bench)
        self.transfers = list(self.wires.transfers)
        if clock is None:
            how = {"monotonic": self.clock.now_s, "sleep": self.sleep, **how}
        self.source = SpiSource(PORTS, self.open, **how)
        self.reads = queue.Queue()
        self.seen = []

    def sleep(self, seconds):
        self.clock.sleep_s(seconds)
        time.sleep(0)  # the test's own thread has its turn

    def open(self, ports):
        assert list(ports) == PORTS
        return Wires("simulated", tuple(self.transfers), self.bench.reset, self.close, "")

    def close(self):
        self.closed += 1

    def start(self):
        self.source.start(self.reads.put)
        return self

    def until(self, wanted, timeout=10):
        """The next read for which `wanted` is true; all before it are kept in `seen`."""
        end = time.monotonic() + timeout
        while True:
            try:
                read = self.reads.get(timeout=max(0.001, end - time.monotonic()))
            except queue.Empty:
                raise AssertionError(f"it never came; what came: {self.seen}") from None
            self.seen.append(read)
            if wanted(read):
                return read


@pytest.fixture
def seats():
    made = []

    def make(**how):
        made.append(Seats(**how))
        return made[-1]

    yield make
    for each in made:
        each.source.stop()
    assert not [thread for thread in threading.enumerate() if thread.name.startswith("spi-")]


def at(ms, call, *args):
    return ms * 1000, lambda: call(*args)


def is_a(kind, **fields):
    return lambda read: isinstance(read, kind) and all(getattr(read, k) == v for k, v in fields.items())


def test_it_says_first_that_it_is_up_and_how_its_readers_are(seats):
    table = seats().start()
    table.until(is_a(ReaderState, reader="south"))
    assert [type(read).__name__ for read in table.seen] == ["SourceState"] + ["ReaderState"] * 3
    assert table.seen[0].up
    assert [read.state for read in table.seen[1:]] == ["ok"] * 3


def test_cards_come_and_go_with_their_moments_in_seconds(seats):
    table = seats()
    tag = card(1)
    table.clock.at_us(*at(400, table.bench.place, 1, tag))
    table.clock.at_us(*at(800, table.bench.take, 1, tag))
    table.start()
    on = table.until(is_a(TagOn))
    off = table.until(is_a(TagOff))
    assert (on.reader, on.uid, on.first) == ("east", tag.uid, False)
    assert 0.4 < on.at < 0.45
    assert (off.reader, off.uid) == ("east", tag.uid)
    assert 0.9 < off.at < 1.0


def test_what_lies_there_at_the_start_is_first(seats):
    table = seats()
    table.bench.place(2, card(1))
    table.start()
    assert table.until(is_a(TagOn)).first


def test_stacked_cards_are_a_clash_that_names_no_card(seats):
    table = seats()
    table.bench.fields[0].stacked = True
    table.bench.place(0, card(1))
    table.bench.place(0, card(2))
    table.start()
    assert table.until(is_a(Clash)).reader == "north"
    assert not [read for read in table.seen if isinstance(read, TagOn)]


def test_a_reader_that_falls_silent_is_told_in_words(seats):
    table = seats()
    table.clock.at_us(*at(300, table.bench.chips[1].cut_power))
    table.start()
    state = table.until(is_a(ReaderState, state="mute"))
    assert (state.reader, state.detail) == ("east", "no answer")


def test_one_reader_alone_can_be_read(seats):
    table = seats().start()
    table.until(is_a(ReaderState, reader="south"))
    table.source.focus("south")
    table.source.enable("east", on=False)
    table.until(is_a(ReaderState, reader="east", state="off"))
    before = table.bench.chips[0].transfers
    polls = table.source.counts()["south"][0]
    while table.source.counts()["south"][0] < polls + 50:
        time.sleep(0.001)
    assert table.bench.chips[0].transfers == before
    table.source.focus(None)
    while table.bench.chips[0].transfers == before:
        time.sleep(0.001)


def test_sync_tells_all_again(seats):
    table = seats()
    table.bench.place(0, card(1))
    table.start()
    table.until(is_a(TagOn))
    table.source.sync()
    assert table.until(is_a(TagOn)).first


def test_a_reader_that_is_not_there_is_named_with_those_that_are(seats):
    with pytest.raises(BridgeError, match=r"no reader 'west' on 'spi'; there are: north, east, south"):
        seats().source.focus("west")


def test_a_label_is_written_and_read_between_two_turns(seats):
    table = seats()
    tag = Ntag213(card(1).uid)
    table.bench.place(1, tag)
    table.start()
    table.until(is_a(TagOn))
    assert table.source.read_label("east", tag.uid) is None
    table.source.write_label("east", tag.uid, "AS")
    assert table.source.read_label("east", tag.uid) == "AS"
    with pytest.raises(BridgeError, match="Reader north, tag 04A1B2C3D40001"):
        table.source.write_label("north", tag.uid, "AS")
    with pytest.raises(BridgeError, match="does not fit"):
        table.source.write_label("east", tag.uid, "x" * 300)
    assert not [read for read in table.seen if isinstance(read, TagOff)]


def test_a_label_of_a_source_that_does_not_run_is_an_error_in_time(seats):
    with pytest.raises(BridgeError, match="is it running"):
        seats().source.read_label("north", card(1).uid, timeout=0.05)


def test_it_stops_at_once_twice_and_switches_the_antenna_off(seats):
    table = seats().start()
    table.until(is_a(ReaderState, reader="south"))
    table.source.focus("north")
    table.source.enable("south", on=False)
    table.until(is_a(ReaderState, state="off"))  # now the focus is in force too
    while not table.bench.fields[0].on:
        time.sleep(0.001)
    start = time.monotonic()
    table.source.stop()
    table.source.stop()
    assert time.monotonic() - start < 1
    assert table.closed == 1
    assert [field.on for field in table.bench.fields] == [False] * 3


def test_it_can_be_started_again_after_a_stop_and_not_twice(seats):
    table = seats().start()
    with pytest.raises(BridgeError, match="started already"):
        table.source.start(table.reads.put)
    table.source.stop()
    table.start()
    table.until(is_a(ReaderState, reader="south"))


def test_wires_that_cannot_be_opened_are_an_error_of_start(seats):
    def refuse(ports):
        raise BridgeError("nothing there")

    source = SpiSource(PORTS, refuse)
    with pytest.raises(BridgeError, match="nothing there"):
        source.start(lambda read: None)
    source.stop()


def test_two_readers_on_one_chip_select_are_refused_before_anything_is_opened():
    with pytest.raises(BridgeError, match="chip select"):
        SpiSource([Port("a", 0, 0), Port("b", 0, 0)], lambda ports: pytest.fail("opened"))


def test_the_module_that_holds_miso_is_named(seats):
    table = seats()
    table.bench.holds_miso[1] = 0x00
    table.start()
    states = [table.until(is_a(ReaderState, reader=seat)) for seat in SEATS]
    assert [state.state for state in states] == ["mute", "ok", "mute"]
    assert all("reader east does not let go of MISO" in states[i].detail for i in (0, 2))


def test_where_the_sweep_stood_still_a_gap_says_what_lies_there_now(seats):
    table = seats()
    table.bench.place(0, card(1))
    table.clock.at_us(*at(500, table.clock.sleep_s, 10.0))  # the machine slept
    table.clock.at_us(*at(600, table.bench.place, 2, card(2)))
    table.start()
    gap = table.until(is_a(Gap))
    assert gap.until - gap.since > 9
    assert gap.present == (("north", card(1).uid), ("south", card(2).uid))


class Hanging(Seats):
    """On the machine's own clock, with readers whose transfer can be made to hang."""

    def __init__(self):
        clock = RealClock(time.monotonic_ns, lambda us: time.sleep(us / 1e6))
        super().__init__(clock, hang_s=0.3)
        self.hang = threading.Event()
        self.freed = threading.Event()
        works = self.transfers[1]

        def transfer(frame):
            if self.hang.is_set():
                self.freed.wait(20)
            return works(frame)

        self.transfers[1] = transfer


def test_a_transfer_that_never_returns_costs_its_reader_and_not_the_table():
    table = Hanging().start()
    table.until(is_a(ReaderState, reader="south"))
    start = time.monotonic()
    table.hang.set()
    state = table.until(is_a(ReaderState, state="mute"))
    assert time.monotonic() - start < 5
    assert state.reader == "east"
    assert "has not come back" in state.detail
    table.bench.place(2, card(1))
    assert table.until(is_a(TagOn)).reader == "south"
    table.hang.clear()
    table.freed.set()  # and when it comes back, so does the reader
    assert table.until(is_a(ReaderState, reader="east")).state == "ok"
    table.source.stop()
    assert not [thread for thread in threading.enumerate() if thread.name.startswith("spi-")]


def test_a_source_with_a_hanging_transfer_can_be_stopped():
    table = Hanging().start()
    table.until(is_a(ReaderState, reader="south"))
    table.hang.set()
    table.until(is_a(ReaderState, state="mute"))
    start = time.monotonic()
    table.source.stop()
    assert time.monotonic() - start < 2
    assert table.closed == 1
    table.freed.set()


def test_an_error_nobody_thought_of_is_told_as_a_source_that_went(seats):
    table = seats()
    works = table.transfers[0]
    table.transfers[0] = lambda frame: works(frame) if table.clock.now_s() < 0.3 else 1 / 0
    table.start()
    down = table.until(is_a(SourceState, up=False))
    assert "cannot be swept any more (ZeroDivisionError" in down.detail
