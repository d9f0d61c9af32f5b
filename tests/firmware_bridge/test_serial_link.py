import os
import random
import threading
import time
import tty

import pytest
import serial
from hypothesis import given, settings
from hypothesis import strategies as st

from firmware_bridge import serial_link, wire
from firmware_bridge.link_clock import DeviceClock
from firmware_bridge.link_position import NOWHERE, Position
from firmware_bridge.link_session import Session
from firmware_bridge.pico.device import WINDOW, Device, who
from firmware_bridge.reads import BridgeError, Button, Clash, Gap, ReaderState, SourceState, TagOff, TagOn
from firmware_bridge.serial_link import SerialLink
from tests.firmware_bridge.fakes.cable import Cable
from tests.firmware_bridge.fakes.table import Table

READERS = ("north", "", "east")
BUTTONS = ("slap north", "slap east")
LAMPS = ("red", "green")
ACE = bytes.fromhex("04A1B2C3D4E5F6")
TEN = bytes.fromhex("0411223344AABB")
HELLO = "HI 1 boot=5B1E ses={} fw=lapio/0.1 id=AB r=3 b=2 l=2 z=1 next={} t={}"


class Talk:
    """A session of the host with a device that says what the test wants it to say."""

    def __init__(self, position=NOWHERE, store=True):
        self.now = 100.0
        self.reads = []
        self.positions = []
        self.store = store
        dice = random.Random(1)
        self.session = Session(
            "bridge", READERS, BUTTONS, LAMPS, self.put, position=position, now=self.now,
            dice=lambda: dice.getrandbits(16),
        )  # fmt: skip
        self.session.opened(self.now)
        (hello,) = self.heard()
        assert hello.startswith("HI 1 host=lapio/0.1 ses=")
        self.ses = wire.read_line(hello).pair("ses")
        self.hello = hello

    def put(self, read, position):
        self.reads.append(read)
        if position:
            self.positions.append(position)

    def heard(self):
        self.session.tick(self.now)
        while self.store and self.positions:
            self.session.stored(self.positions.pop(0))
        parser = wire.Parser()
        return [got.body for line in self.session.outgoing() for got in parser.feed(line)]

    def say(self, *bodies, after=0.01):
        """The device says something; returns what the host says then."""
        self.now += after
        for body in bodies:
            self.session.receive(wire.frame(body), self.now)
        return self.heard()

    def pass_s(self, seconds):
        heard = []
        for _ in range(round(seconds / 0.05)):
            self.now += 0.05
            heard += self.heard()
        return heard

    def greet(self, after=1, t=0, **said):
        return self.say(HELLO.format(self.ses, after, t), **said)

    def of(self, *kinds):
        return [read for read in self.reads if isinstance(read, kinds)]


def up(**kwargs):
    talk = Talk(**kwargs)
    talk.greet()
    talk.reads.clear()
    return talk


# -- handshake ------------------------------------------------------------------------------------------------


def test_it_says_hello_every_half_second_until_its_own_session_comes_back():
    talk = Talk()
    assert talk.hello == f"HI 1 host=lapio/0.1 ses={talk.ses} boot=- last=0"
    assert talk.pass_s(1.8) == [talk.hello] * 3
    talk.say(HELLO.format("BEEF", 1, 0), "EV 1 5 btn b=0 v=1")
    assert not talk.session.up and not talk.reads
    talk.greet()
    assert talk.session.up
    assert [(read.up, read.detail) for read in talk.reads] == [(True, "")]


def test_a_device_that_asks_who_is_there_is_answered_without_waiting():
    talk = Talk()
    assert talk.say(HELLO.format("-", 1, 0), after=0.3) == [talk.hello]


def test_the_last_event_on_disk_is_told():
    assert Talk(position=Position("5B1E", 17)).hello.endswith("boot=5B1E last=17")


def test_firmware_of_another_version_is_told_once_in_plain_words_and_gives_no_events():
    talk = Talk()
    for _ in range(3):
        talk.say(HELLO.format(talk.ses, 1, 0).replace("HI 1", "HI 2"), "EV 1 5 btn b=0 v=1")
    (state,) = talk.reads
    assert not state.up and "version 2" in state.detail and "install firmware lapio/0.1" in state.detail


def test_a_device_that_has_forgotten_the_session_is_greeted_anew():
    talk = up()
    (hello,) = [body for body in talk.say(HELLO.format("-", 1, 0)) if body.startswith("HI")]
    assert wire.read_line(hello).pair("ses") != talk.ses


def test_five_seconds_without_a_good_line_are_silence():
    talk = up()
    talk.session.receive(b"noise\n" * 100, talk.now + 4)
    assert not talk.session.silent(talk.now + 4.9)
    assert talk.session.silent(talk.now + 5.0)


def test_the_time_is_asked_often_at_first_and_every_two_seconds_then():
    talk = up()
    asked = 0
    for i in range(400):
        for body in talk.pass_s(0.05):
            if body.startswith("PI"):
                asked += 1
                talk.say(f"PO {body[3:]} {i}", after=0)
    assert 8 + 8 <= asked <= 8 + 10


# -- events ---------------------------------------------------------------------------------------------------


def test_events_become_reads_by_name_and_are_acknowledged_once_they_are_stored():
    talk = up(store=False)
    assert not [body for body in talk.say(
        "EV 1 1 rdr r=0 s=clone ver=88",
        "EV 2 2 on r=2 uid=04A1B2C3D4E5F6 sak=00 first=1",
        "EV 3 3 off r=2 uid=04A1B2C3D4E5F6",
        "EV 4 4 btn b=1 v=1",
        "EV 5 5 btn b=1 v=0",
    ) if body.startswith("AK")]  # fmt: skip
    rdr, on, off, down, let_go = talk.reads
    assert isinstance(rdr, ReaderState) and (rdr.reader, rdr.state, rdr.detail) == ("north", "clone", "version 88")
    assert isinstance(on, TagOn) and (on.reader, on.uid, on.first) == ("east", ACE, True)
    assert isinstance(off, TagOff) and (off.reader, off.uid) == ("east", ACE)
    assert (down.button, down.pressed, let_go.pressed) == ("slap east", True, False)
    assert talk.positions == [Position("5B1E", seq) for seq in range(1, 6)]
    talk.session.stored(Position("5B1E", 3))
    assert talk.heard() == ["AK 5B1E 3"]
    talk.session.stored(Position("5B1E", 2))
    talk.session.stored(Position("91C4", 5))
    assert talk.heard() == []
    talk.session.stored(Position("5B1E", 5))
    assert talk.heard() == ["AK 5B1E 5"]


def test_an_event_that_comes_again_is_dropped_and_acknowledged_again():
    talk = up()
    talk.say("EV 1 1 btn b=0 v=1")
    assert talk.say("EV 1 1 btn b=0 v=1") == ["AK 5B1E 1"]
    assert len(talk.reads) == 1


def test_an_event_that_comes_too_early_is_dropped_and_the_last_one_acknowledged():
    talk = up()
    talk.say("EV 1 1 btn b=0 v=1")
    assert talk.say("EV 3 3 btn b=0 v=1") == ["AK 5B1E 1"]
    assert talk.say("HB 9 boot=5B1E next=4 q=2 h=... p=0 ms=1 mem=1") == ["AK 5B1E 1"]
    assert len(talk.reads) == 1


@pytest.mark.parametrize(
    "event",
    ["on r=2 uid=04A1 sak=00", "on r=2 uid=04a1b2c3d4e5f6 sak=00", "on r=1 uid=04A1B2C3D4E5F6", "on r=9 uid=04A1B2C3",
     "btn b=5 v=1", "btn b=0 v=2", "rdr r=0 s=ill", "moon r=0", "on", ""],
)  # fmt: skip
def test_an_event_that_says_nothing_here_is_no_read_and_does_not_stop_the_rest(event):
    talk = up()
    heard = talk.say(f"EV 1 1 {event}".strip(), "EV 2 2 btn b=0 v=1")
    assert [type(read) for read in talk.reads] == [Button]
    assert heard[-1] == "AK 5B1E 2"
    assert talk.session.strange == 1


def test_the_time_of_an_event_is_a_time_of_this_machine():
    talk = Talk()
    talk.greet(t=5_000_000)
    talk.say("EV 1 5500000 btn b=0 v=1", after=0.6)
    assert talk.of(Button)[0].at == pytest.approx(100.5, abs=0.02)


def test_what_the_heartbeat_says_of_the_readers_is_told_when_it_is_news():
    talk = up()
    beat = "HB 9 boot=5B1E next=1 q=0 h={} p=0 ms=1 mem=1"
    talk.say(beat.format("..c"))
    talk.say(beat.format("..c"))
    talk.say(beat.format(".mc"))
    assert [(read.reader, read.state) for read in talk.of(ReaderState)] == [("north", "ok"), ("east", "clone")]
    talk.reads.clear()
    talk.say("HB 9 boot=5B1E next=2 q=1 h=m.m p=0 ms=1 mem=1")  # older news is still on its way
    assert not talk.of(ReaderState)


def test_a_clash_is_told():
    talk = up()
    talk.say("LG clash r=2")
    assert [type(read) for read in talk.reads] == [Clash] and talk.reads[0].reader == "east"


# -- gaps -----------------------------------------------------------------------------------------------------


def test_a_new_boot_is_a_gap_from_the_last_event_to_the_sweep_with_what_lies_there():
    talk = up()
    talk.say("EV 1 1000000 on r=0 uid=04A1B2C3D4E5F6 sak=00")
    at = talk.of(TagOn)[0].at
    talk.session.closed(talk.now, "out")
    talk.now += 10
    talk.session.opened(talk.now)
    (hello,) = talk.heard()
    talk.say(HELLO.format(wire.read_line(hello).pair("ses"), 4, 900000).replace("5B1E", "91C4"))
    assert not talk.of(Gap)
    talk.say("EV 1 1 on r=2 uid=0411223344AABB sak=00 first=1", "EV 2 2 sweep")
    (gap,) = talk.of(Gap)
    assert gap.present == (("east", TEN),)
    assert gap.since == at and at < gap.until <= talk.now


def test_the_first_boot_that_is_ever_seen_is_no_gap():
    talk = up()
    talk.say("EV 1 1 on r=2 uid=0411223344AABB sak=00 first=1", "EV 2 2 sweep")
    assert [type(read) for read in talk.reads] == [TagOn]


def test_after_lost_events_the_device_is_asked_what_lies_there():
    talk = up()
    talk.say("EV 1 1 on r=0 uid=04A1B2C3D4E5F6 sak=00")
    (sync,) = [body for body in talk.say("EV 2 5 lost n=12") if body.startswith("CM")]
    number = wire.read_line(sync).arg(0)
    assert sync == f"CM {number} sync"
    assert "12 reads" in talk.of(SourceState)[-1].detail
    talk.say("EV 3 6 sweep", f"OK {number}")  # an older sweep that was still in the queue says nothing
    assert not talk.of(Gap)
    talk.say("EV 4 7 on r=2 uid=0411223344AABB sak=00 first=1", f"EV 5 8 sweep id={number}")
    (gap,) = talk.of(Gap)
    assert gap.present == (("east", TEN),)


def test_a_program_that_is_stopped_within_a_gap_asks_again():
    talk = up(store=False)
    talk.say("EV 1 1 on r=0 uid=04A1B2C3D4E5F6 sak=00", "EV 2 5 lost n=1")
    position = Position.of(str(talk.positions[-1]))
    assert position == Position("5B1E", 2, gap=True)
    later = Talk(position=position)
    (sync,) = [body for body in later.greet(after=3) if body.startswith("CM") and "sync" in body]
    later.say(f"EV 3 9 sweep id={wire.read_line(sync).arg(0)}")
    assert later.of(Gap)[0].present == ()


def test_events_that_the_device_no_longer_has_are_a_gap():
    talk = Talk(position=Position("5B1E", 17))
    talk.greet(after=30)
    heard = talk.say("HB 9 boot=5B1E next=30 q=4 h=... p=0 ms=1 mem=1")
    assert "AK 5B1E 25" in heard
    assert any(body.endswith("sync") for body in talk.heard() + heard)
    talk.say("EV 26 9 btn b=0 v=1")
    assert talk.of(Button)


def test_a_new_journal_takes_a_device_as_it_is_and_asks_what_lies_there():
    talk = Talk()
    talk.greet(after=101)
    assert talk.say("EV 99 9 btn b=0 v=1") == []  # not known yet whether it is the first one
    heard = talk.say("HB 9 boot=5B1E next=101 q=2 h=... p=0 ms=1 mem=1")
    assert any(body.endswith("sync") for body in heard)
    talk.say("EV 99 9 btn b=0 v=1")
    assert [type(read) for read in talk.of(Button, Gap)] == [Button]


@pytest.mark.parametrize("position", [NOWHERE, Position("5B1E", 17), Position("00FF", 4294967295, gap=True)])
def test_a_position_survives_as_text(position):
    assert Position.of(str(position)) == position


@pytest.mark.parametrize("text", ["", "5B1E", "5b1e:1", "5B1E:-1", "5B1E:1:hole", "5B1E:1:gap "])
def test_any_other_text_is_no_position(text):
    with pytest.raises(ValueError, match="no position"):
        Position.of(text)


# -- commands -------------------------------------------------------------------------------------------------


def commands(heard):
    return [body.split(" ", 2)[2] for body in heard if body.startswith("CM")]


def test_readers_without_a_name_are_switched_off():
    assert commands(Talk().greet()) == ["rdr r=1 do=off"]


def answer(talk, heard):
    """The device answers every command; returns what the host says then."""
    return talk.say(*[f"OK {body.split()[1]}" for body in heard if body.startswith("CM")])


def test_a_command_is_sent_again_ten_times_and_then_the_outputs_are_dead_until_they_answer():
    talk = Talk()
    answer(talk, talk.greet())
    talk.session.commands.lamp("red", "on", talk.now)
    heard = [body for body in talk.pass_s(5) if body.startswith("CM")]
    assert len(heard) == 10 and len(set(heard)) == 1
    assert talk.session.commands.dead and "do not answer" in talk.of(SourceState)[-1].detail
    talk.session.commands.lamp("red", "off", talk.now)
    answer(talk, talk.heard())
    assert not talk.session.commands.dead


def test_of_one_lamp_only_the_newest_state_waits_while_another_is_on_its_way():
    talk = Talk()
    answer(talk, talk.greet())
    for state in ("on", "off", "blink", "off", "on"):
        talk.session.commands.lamp("red", state, talk.now)
    talk.session.commands.lamp("green", "blink", talk.now)
    first = talk.heard()
    assert commands(first) == ["led n=0 v=on", "led n=1 v=blink"]
    assert commands(answer(talk, first)) == ["led n=0 v=on"]


def test_lamps_are_set_again_in_a_new_session_and_a_buzz_is_not():
    talk = Talk()
    answer(talk, talk.greet())
    talk.session.commands.lamp("red", "on", talk.now)
    talk.session.commands.buzz(880, 100, talk.now)
    assert commands(talk.heard()) == ["led n=0 v=on", "buzz n=0 hz=880 ms=100"]
    talk.say(HELLO.format("-", 1, 0))
    talk.session.commands.buzz(440, 100, talk.now)
    talk.pass_s(0.5)
    talk.ses = talk.session._ses
    assert commands(talk.greet()) == ["rdr r=1 do=off", "led n=0 v=on"]


def test_a_refused_command_is_told_and_not_repeated():
    talk = Talk()
    answer(talk, talk.greet())
    talk.session.commands.lamp("red", "on", talk.now)
    (sent,) = talk.heard()
    talk.say(f"NO {sent.split()[1]} range")
    assert "led n=0 v=on" in talk.of(SourceState)[-1].detail and "range" in talk.of(SourceState)[-1].detail
    assert commands(talk.pass_s(1)) == []


def test_a_lamp_that_nobody_has_is_nothing():
    talk = Talk()
    answer(talk, talk.greet())
    talk.session.commands.lamp("blue", "on", talk.now)
    assert commands(talk.heard()) == []


# -- what people are told --------------------------------------------------------------------------------------


def test_a_bad_cable_is_told_after_a_minute():
    talk = up()
    talk.session.receive((b"$HB 1 boot=5B1E*0000\n" + wire.frame("LG x")) * 10, talk.now)
    talk.pass_s(61)
    assert "10 of 21 lines came damaged" in talk.of(SourceState)[-1].detail


def test_garbage_is_kept_without_anything_that_could_be_a_uid():
    talk = up()
    for i in range(30):
        talk.session.receive(b"line %d uid=04A1B2C3D4E5F6 of \xff\n" % i, talk.now)
    assert len(talk.session.quality.garbage) == 20
    assert talk.session.quality.garbage[-1] == "line 29 uid=…… of �"


@given(st.lists(st.one_of(
    st.binary(max_size=60).map(lambda data: (data,)),
    st.tuples(
        st.sampled_from(["HI 1", "EV", "EV 1 1", "HB", "HB 1", "PO", "OK", "NO", "LG clash", "LG reader", "AK", "ZZ"]),
        st.lists(st.sampled_from([
            "0", "1", "2", "99999999999", "on", "off", "btn", "sweep", "lost", "rdr", "boot=5B1E", "boot=x", "next=0",
            "next=9", "q=9", "q=2", "r=0", "r=77", "b=0", "v=1", "uid=04A1B2C3", "uid=0", "s=ok", "h=????", "t=1",
        ]), max_size=6, unique=True),
    ),
), max_size=20))  # fmt: skip
@settings(max_examples=150, deadline=None)
def test_whatever_the_device_says_nothing_breaks(said):
    talk = up()
    for piece in said:
        if len(piece) == 1:
            talk.session.receive(piece[0], talk.now)
        else:
            body = " ".join([piece[0], *sorted(piece[1], key=lambda field: "=" in field)])
            talk.session.receive(wire.frame(body), talk.now)
        talk.pass_s(0.1)


# -- the clock ------------------------------------------------------------------------------------------------


def test_the_sample_with_the_least_round_trip_counts():
    clock = DeviceClock()
    clock.sample(100.0, 100.2, 5_000_000)
    clock.sample(101.0, 101.001, 6_000_000)
    clock.sample(102.0, 102.3, 7_000_000)
    assert clock.at(6_500_000, now=200.0) == pytest.approx(101.5005, abs=1e-6)
    assert clock.error(101.0) == pytest.approx(0.0005, abs=1e-4)
    assert clock.round_trip == pytest.approx(0.001)


def test_nothing_has_happened_later_than_now():
    clock = DeviceClock()
    assert clock.at(5, now=50.0) == 50.0
    clock.sample(100.0, 100.2, 5_000_000)
    assert clock.at(6_000_000, now=100.3) == 100.3


@pytest.mark.parametrize("ppm", [-50, 0, 50])
def test_after_a_minute_the_drift_is_known(ppm):
    dice = random.Random(3)
    clock = DeviceClock()
    for i in range(150):
        asked = 1000.0 + 2 * i
        there, back = dice.random() * 0.004, dice.random() * 0.004
        clock.sample(asked, asked + there + back, int((asked + there - 900) * 1e6 * (1 - ppm / 1e6)))
    assert clock.drift * 1e6 == pytest.approx(ppm, abs=10)
    happened = 1299.0 + 10  # told ten seconds after the last sample
    assert clock.at(int((happened - 900) * 1e6 * (1 - ppm / 1e6)), now=1400) == pytest.approx(happened, abs=0.002)


# -- the port -------------------------------------------------------------------------------------------------


class Board:
    """A device without hardware at one end of a cable, in a thread."""

    def __init__(self, cable):
        self.cable = cable
        self.lock = threading.Lock()
        self.did = []
        self._ending = False
        self.start()
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._thread.start()

    def start(self):
        with self.lock:
            self.began = time.monotonic()
            self.device = Device(f"{random.getrandbits(16):04X}", who("AB", 3, 2, 2, 1), self.command)
            self.device.event(0, "sweep")

    def command(self, line):
        self.did.append(" ".join(line.body.split(" ")[2:]))
        return ""

    def event(self, text):
        with self.lock:
            self.device.event(self.us(), text)

    def us(self):
        return int((time.monotonic() - self.began) * 1e6)

    def end(self):
        self._ending = True
        self._thread.join()

    def _run(self):
        os.set_blocking(self.cable.device, False)
        while not self._ending:
            try:
                data = os.read(self.cable.device, 4096)
            except OSError:
                data = b""
            with self.lock:
                self.device.receive(data, self.us())
                while (line := self.device.line(self.us())) is not None:
                    try:
                        os.write(self.cable.device, line)
                    except OSError:
                        break
            time.sleep(0.001)


@pytest.fixture
def cable(tmp_path):
    cable = Cable(tmp_path / "usb-MicroPython_Board_in_FS_mode_AB-if00")
    yield cable
    cable.close()


@pytest.fixture
def board(cable):
    board = Board(cable)
    yield board
    board.end()


def link_to(cable, **kwargs):
    return SerialLink("bridge", READERS, BUTTONS, LAMPS, path=str(cable.path), **kwargs)


@pytest.fixture
def table(cable, board):
    table = Table()
    table.run(link_to(cable))
    table.wait(lambda: any(state.up for state in table.states))
    yield table
    table.end()


def test_events_arrive_at_once_and_the_device_may_forget_them(table, board):
    board.event("btn b=0 v=1")
    table.wait(lambda: [read for read in table.reads if isinstance(read, Button)])
    table.wait(lambda: board.device.queued == 0)
    assert table.position == Position(board.device.boot, 2)


def test_the_report_says_how_many_parts_the_board_has(table, board):
    report = table._link.report()
    assert (report.readers, report.buttons, report.lamps) == (3, 2, 2)
    assert SerialLink("bridge", READERS, BUTTONS, LAMPS).report().lamps == 0  # it has not said yet


def test_what_is_not_stored_stays_in_the_device(cable, board):
    table = Table(store=False)
    table.run(link_to(cable))
    for i in range(3 * WINDOW):
        board.event(f"btn b=0 v={i % 2}")
    # The sweep needs no storing, so it and sixteen presses come through.
    table.wait(lambda: len(table.reads) == WINDOW)
    table.wait(lambda: table._link.report().unstored == WINDOW)
    table.end()
    later = Table()
    later.run(link_to(cable))
    later.wait(lambda: len(later.reads) == 3 * WINDOW)
    later.end()
    assert [read.pressed for read in later.reads] == [i % 2 == 1 for i in range(3 * WINDOW)]


def test_lamps_are_switched_without_waiting_and_dark_at_the_end(table, board):
    table._link.lamp("green", "blink")
    table.wait(lambda: "led n=1 v=blink" in board.did)
    table._link.close()
    table._link.close()
    assert board.did[-1] == "led n=1 v=off"


def test_a_position_is_known_until_it_or_a_later_one_is_stored():
    link = SerialLink("bridge", READERS)
    # Reads that are equal are still two events.
    reads = [Button("slap north", True, 1.0) for _ in range(4)]
    for seq, read in enumerate(reads, 1):
        link._hand_on(read, Position("5B1E", seq))
    link.stored(Position("5B1E", 2))
    link.stored(Position("5B1E", 1))
    assert [link.position(read) for read in reads] == [None, None, Position("5B1E", 3), Position("5B1E", 4)]
    assert link.position(Button("slap north", True, 1.0)) is None


def test_the_thread_does_not_sleep_over_an_order(cable, board, monkeypatch):
    monkeypatch.setattr(serial_link, "READ_S", 30.0)
    table = Table()
    link = table.run(link_to(cable))
    table.wait(lambda: any(state.up for state in table.states))
    began = time.monotonic()
    for i in range(10):
        link.lamp("red", "on" if i % 2 else "off")
        table.wait(lambda i=i: len([did for did in board.did if did.startswith("led")]) == i + 1)
    assert (
        time.monotonic() - began < 5
    )  # without being woken it would see each at the next heartbeat, ten seconds in all
    table.end()


def test_a_pulled_cable_is_told_and_the_link_comes_back_by_itself(table, board, cable):
    table._link.lamp("red", "on")
    table.wait(lambda: "led n=0 v=on" in board.did)
    cable.pull()
    table.wait(lambda: not table.states[-1].up)
    assert "cable" in table.states[-1].detail or "plug it in" in table.states[-1].detail
    for i in range(5):
        board.event(f"btn b=1 v={(i + 1) % 2}")
    board.did.clear()
    cable.plug()
    table.wait(lambda: len(table.reads) == 5)
    assert table.states[-1].up and not [read for read in table.reads if isinstance(read, Gap)]
    table.wait(lambda: "led n=0 v=on" in board.did)


def test_a_board_that_starts_anew_makes_a_gap(table, board):
    board.event("btn b=0 v=1")
    table.wait(lambda: table.reads)
    board.start()
    board.event("btn b=0 v=1")
    table.wait(lambda: len(table.reads) == 3)
    assert isinstance(table.reads[1], Gap) and isinstance(table.reads[2], Button)


def test_lines_that_are_lost_for_a_while_come_later_in_order(table, board, cable):
    cable.swallow = True
    for i in range(10):
        board.event(f"btn b=0 v={i % 2}")
        time.sleep(0.01)
    cable.swallow = False
    table.wait(lambda: len(table.reads) == 10, seconds=3)
    assert [read.pressed for read in table.reads] == [i % 2 == 1 for i in range(10)]


def test_a_board_that_is_not_there_is_said_once_and_waited_for(tmp_path):
    table = Table()
    link = table.run(SerialLink("bridge", READERS, path=str(tmp_path / "none-*-if00")))
    table.wait(lambda: table.states)
    time.sleep(0.6)
    table.end()
    (state,) = table.states
    assert not state.up and "plug it in" in state.detail and "by touch" in state.detail
    assert not link.report().up


def test_two_boards_are_named(tmp_path):
    for name in ("a", "b"):
        (tmp_path / f"usb-{name}").touch()
    table = Table()
    table.run(SerialLink("bridge", READERS, path=str(tmp_path / "usb-*")))
    table.wait(lambda: table.states)
    table.end()
    assert "2 boards" in table.states[0].detail and "usb-b" in table.states[0].detail


def test_a_port_that_another_program_has_is_told():
    device, slave = os.openpty()
    tty.setraw(slave)
    path = os.ttyname(slave)
    with serial.Serial(path, exclusive=True):
        table = Table()
        table.run(SerialLink("bridge", READERS, path=path))
        table.wait(lambda: table.states)
        table.end()
    os.close(device)
    os.close(slave)
    assert "in use" in table.states[0].detail and "close that first" in table.states[0].detail


@pytest.mark.parametrize(
    ("error", "words"),
    [
        (PermissionError(13, "Permission denied"), "group dialout"),
        (OSError(5, "Input/output error"), "the cable is out"),
        (OSError("returned no data (device disconnected or multiple access on port?)"), "another program reads"),
        (OSError("write failed"), "/dev/x: write failed"),
    ],
)  # fmt: skip
def test_port_errors_are_explained(error, words):
    assert words in serial_link._explain("/dev/x", error)


def test_without_pyserial_it_says_what_to_install(monkeypatch):
    monkeypatch.setitem(__import__("sys").modules, "serial", None)
    with pytest.raises(BridgeError, match="pip install pyserial"):
        SerialLink("bridge", READERS).start(lambda read: None)


def test_a_fault_of_ours_does_not_end_the_thread(table, board, monkeypatch):
    monkeypatch.setattr(serial_link, "REOPEN_S", 0.01)
    session = table._link._session
    receive, calls = session.receive, []

    def fails_once(data, now):
        calls.append(data)
        if len(calls) == 1:
            raise UnicodeDecodeError("ascii", b"\xff", 0, 1, "for the test")
        receive(data, now)

    monkeypatch.setattr(session, "receive", fails_once)
    table.wait(lambda: any("failed inside" in state.detail for state in table.states))
    board.event("btn b=0 v=1")
    table.wait(lambda: table.reads)


def test_it_is_stopped_twice_and_started_only_once(cable, board):
    table = Table()
    link = table.run(link_to(cable))
    with pytest.raises(BridgeError, match="already"):
        link.start(lambda read: None)
    link.stop()
    link.stop()
    table.end()


def test_the_port_is_never_opened_at_1200_baud():
    assert serial_link.RATE != 1200
