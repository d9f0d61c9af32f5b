"""Hardware that cannot be opened, or fails during the evening, is tried again until it works."""

import threading
import time
from types import SimpleNamespace

import pytest

from firmware_bridge.panel import PiPanel
from firmware_bridge.pin_library import open_pins
from firmware_bridge.reads import BridgeError, Gap, ReaderState, SourceState, TagOn
from firmware_bridge.sim.bench import Bench
from firmware_bridge.sim.clock import RealClock
from firmware_bridge.sim.tag import Ntag213
from firmware_bridge.spi_source import SpiSource
from firmware_bridge.transports import Port, simulated_wires
from table.retrying import Retrying
from table.sources import RETRY_S, Opened

CARD = bytes.fromhex("04A1B2C3D4E5F6")
SOON = (0.02,)


class Table:
    """Hears what the sources say, from whichever thread."""

    def __init__(self, *sources, waits=SOON):
        self.reads = []
        self.told = []
        self.opened = Opened(sources, told=self.told.append, waits_s=waits)

    def __enter__(self):
        self.opened.start(self.reads.append)
        return self

    def __exit__(self, *_):
        self.opened.stop()

    def wait(self, condition, seconds=5.0):
        end = time.monotonic() + seconds
        while not condition():
            assert time.monotonic() < end, (self.reads[-6:], self.told)
            time.sleep(0.005)

    def of(self, kind):
        return [read for read in self.reads if isinstance(read, kind)]

    @property
    def states(self):
        return [(state.up, state.detail) for state in self.of(SourceState)]


class Flaky:
    """A source with one lamp whose start fails so many times."""

    def __init__(self, fails, name="flaky"):
        self.name = name
        self.fails = fails
        self.starts = self.stops = 0
        self.lamps = []

    def start(self, put):
        self.starts += 1
        self.put = put
        if self.starts <= self.fails:
            raise BridgeError("it is in use: close the other program")
        put(SourceState(self.name, True, 0.0))

    def stop(self):
        self.stops += 1

    def lamp(self, lamp, state):
        self.lamps.append((self.starts, lamp, state))

    def buzz(self, hz, ms):
        pass

    def close(self):
        pass


def test_what_fails_at_the_start_is_told_once_and_tried_again_until_it_works():
    source = Flaky(3)
    with Table(source) as table:
        table.wait(lambda: table.states and table.states[-1][0])
        time.sleep(0.1)
        assert table.states == [(False, "it is in use: close the other program"), (True, "")]
        assert table.told == ["it is in use: close the other program", "flaky works again"]
        assert table.opened.failed == {}
    assert source.starts == 4


def test_what_says_that_it_is_down_is_started_anew_and_shows_its_lamps_again():
    source = Flaky(0)
    with Table(source) as table:
        table.opened.lamp("lamp-1", "blink")
        table.opened.lamp("lamp-2", "on")
        table.opened.lamp("lamp-2", "off")
        source.put(SourceState("flaky", False, 0.0, "gone"))
        table.wait(lambda: len(table.states) == 3)
        table.wait(lambda: len(source.lamps) == 5)
    assert source.lamps[3:] == [(2, "lamp-1", "blink"), (2, "lamp-2", "off")]
    assert source.stops >= 2


def test_what_comes_back_by_itself_is_left_alone():
    source = Flaky(0)
    with Table(source, waits=(0.2,)) as table:
        source.put(SourceState("flaky", False, 0.0, "gone"))
        source.put(SourceState("flaky", True, 0.0))
        time.sleep(0.35)
        assert source.starts == 1
        assert len(table.states) == 3


def test_without_waits_nothing_is_tried_again():
    source = Flaky(1)
    with Table(source, waits=()) as table:
        time.sleep(0.1)
        assert source.starts == 1
        assert list(table.opened.failed) == ["flaky"]


def test_a_board_that_opens_its_port_again_itself_is_not_started_anew():
    source = Flaky(0)
    source.position = source.stored = lambda read: None
    with Table(source):
        source.put(SourceState("flaky", False, 0.0, "the cable is out"))
        time.sleep(0.1)
    assert source.starts == 1


def test_it_ends_at_once_while_something_is_tried():
    source = Flaky(10**6)
    table = Table(source, waits=RETRY_S)
    with table:
        pass
    began = time.monotonic()
    table.opened.stop()
    assert time.monotonic() - began < 0.5


def test_the_waits_grow_to_thirty_seconds_and_a_short_recovery_does_not_shorten_them():
    now, tried = [0.0], []
    retrying = Retrying(RETRY_S, lambda name: tried.append((now[0], name)), lambda: now[0], in_thread=False)
    retrying.down("spi")
    for _ in range(1000):
        now[0] += 0.25
        retrying.look()
    assert [at for at, _ in tried][:8] == [1, 3, 7, 15, 31, 61, 91, 121]
    retrying.up("spi")
    before = len(tried)
    now[0] += 1
    retrying.down("spi")  # again, a second later
    for _ in range(4 * 29):
        now[0] += 0.25
        retrying.look()
    assert len(tried) == before
    retrying.up("spi")
    now[0] += 600  # it was well for ten minutes
    retrying.down("spi")
    now[0] += 1
    retrying.look()
    assert len(tried) == before + 1


def test_readers_that_fail_while_they_are_swept_come_back_with_a_gap_and_what_lies_there():
    bench = Bench(RealClock(time.monotonic_ns, lambda us: time.sleep(us / 1e6)), 2)
    broken = threading.Event()

    def wires(ports):
        if broken.is_set():
            raise BridgeError("/dev/spidev0.0 is not there")
        made = simulated_wires(bench)

        def failing(transfer):
            def through(frame):
                if broken.is_set():
                    raise ValueError("the handle is closed")
                return transfer(frame)

            return through

        return type(made)("spidev", tuple(failing(transfer) for transfer in made.transfers), None, made.close)

    source = SpiSource([Port("north", 0, 0), Port("east", 0, 1)], wires)
    with Table(source) as table:
        table.wait(lambda: len(table.of(ReaderState)) == 2)
        broken.set()
        table.wait(lambda: not table.states[-1][0])
        assert "ValueError: the handle is closed" in table.states[-1][1]
        assert "restart" not in table.states[-1][1]
        bench.place(1, Ntag213(CARD))
        time.sleep(0.1)
        broken.clear()
        table.wait(lambda: table.of(Gap))
        assert table.states[-1][0]
        (on,) = table.of(TagOn)
        assert (on.reader, on.uid, on.first) == ("east", CARD, True)
        (gap,) = table.of(Gap)
        assert gap.present == (("east", CARD),)
        assert gap.until - gap.since > 0.1
        bench.take(1, Ntag213(CARD))


def test_readers_that_were_not_there_at_the_start_come_without_a_gap():
    bench = Bench(RealClock(time.monotonic_ns, lambda us: time.sleep(us / 1e6)), 1)
    tries = iter([BridgeError("SPI is off"), None])

    def wires(ports):
        if error := next(tries):
            raise error
        return simulated_wires(bench)

    with Table(SpiSource([Port("north", 0, 0)], wires)) as table:
        table.wait(lambda: table.of(ReaderState))
        time.sleep(0.1)
        assert [up for up, _ in table.states] == [False, True]
        assert table.of(Gap) == []


def test_pins_that_stop_working_are_opened_anew():
    libraries = []

    def opened(library):
        libraries.append(open_pins("mock", {}))
        return libraries[-1]

    panel = PiPanel({"north": 5}, {"lamp": 22}, open_library=opened)
    with Table(panel) as table:
        table.opened.lamp("lamp", "on")
        first = libraries[0].factory
        table.wait(lambda: first.pin(22).state)
        panel._contacts[0] = SimpleNamespace(pin=first.pin(5), close=lambda: None)  # reading it fails from now on
        table.wait(lambda: len(libraries) == 2, seconds=8)
        table.wait(lambda: table.states[-1][0])
        table.wait(lambda: libraries[1].factory.pin(22).state)
    assert "is_active" in next(detail for up, detail in table.states if not up)


@pytest.mark.parametrize("error", [BridgeError("pin 5 is busy"), BridgeError("no library")])
def test_pins_that_cannot_be_opened_at_first_are_later(error):
    tries = iter([error, None])

    def opened(library):
        if failure := next(tries):
            raise failure
        return open_pins("mock", {})

    with Table(PiPanel({"north": 5}, {}, open_library=opened)) as table:
        table.wait(lambda: [up for up, _ in table.states] == [False, True])
        assert table.states[0][1] == str(error)
