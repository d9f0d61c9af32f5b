import pytest

from firmware_bridge import wire
from firmware_bridge.pico import pins
from firmware_bridge.pico.commands import Commands
from firmware_bridge.pico.device import QUEUE, WINDOW, Device, who
from firmware_bridge.pico.firmware import Clock
from firmware_bridge.pico.outputs import Outputs

S = 1_000_000
MS = 1000


class Host:
    """What a host would hear: the device's lines without frames, at moments in seconds."""

    def __init__(self, command=lambda line: ""):
        self.device = Device("5B1E", who("E6614C311B7A8C2F", 5, 4, 4, 1), command)

    def say(self, body, at=0.0):
        self.device.receive(wire.frame(body), int(at * S))

    def hear(self, at=0.0):
        said = []
        while (line := self.device.line(int(at * S))) is not None:
            assert len(line) <= wire.MAX_LINE
            said += [got.body for got in wire.Parser().feed(line)]
        return said

    def greet(self, at=0.0, ses="3C07", boot="-", last=0):
        self.say(f"HI 1 host=test ses={ses} boot={boot} last={last}", at)
        return self.hear(at)

    def events(self, at=0.0):
        return [body for body in self.hear(at) if body.startswith("EV")]


@pytest.fixture
def host():
    host = Host()
    host.greet()
    return host


def fill(host, n, start=0):
    for i in range(start, start + n):
        host.device.event(i, f"btn b={i} v=1")


# -- hello ----------------------------------------------------------------------------------------------------


def test_without_a_host_it_says_hello_every_second_and_keeps_its_events():
    host = Host()
    fill(host, 2)
    hello = "HI 1 boot=5B1E ses=- fw=lapio/0.1 id=E6614C311B7A8C2F r=5 b=4 l=4 z=1 next=3 t="
    assert host.hear(0.5) == [hello + "500000"]
    assert host.hear(1.4) == []
    assert host.hear(1.5) == [hello + "1500000"]


def test_the_answer_to_a_hello_echoes_its_session_and_is_followed_by_a_heartbeat_and_the_events():
    host = Host()
    fill(host, 1)
    host.hear()
    hello, beat, event = host.greet(at=0.1)
    assert "ses=3C07" in hello and "next=2" in hello
    assert beat == "HB 100000 boot=5B1E next=2 q=1 h= p=0 ms=0 mem=0"
    assert event == "EV 1 0 btn b=0 v=1"


def test_a_hello_tells_which_events_are_on_disk():
    host = Host()
    host.greet()
    fill(host, 3)
    assert len(host.events()) == 3
    assert host.greet(at=0.1, ses="3C08", boot="5B1E", last=2)[2:] == ["EV 3 2 btn b=2 v=1"]


def test_events_on_disk_of_another_boot_say_nothing_about_these(host):
    fill(host, 2)
    host.hear()
    assert len(host.greet(at=0.1, ses="3C08", boot="91C4", last=2)[2:]) == 2


@pytest.mark.parametrize("hello", ["HI 2 host=x ses=3C07 boot=- last=0", "HI 1 host=x ses=3c boot=- last=0"])
def test_a_host_of_another_version_or_without_a_session_is_not_known(hello):
    host = Host()
    fill(host, 1)
    host.hear()
    host.say(hello)
    assert all("ses=-" in body for body in host.hear(0.1))
    assert host.device.ses == "-"


def test_a_host_that_is_silent_for_five_seconds_is_gone_and_the_queue_stays(host):
    fill(host, 1)
    host.say("PI 1", 1.0)
    assert "HB" in [body[:2] for body in host.hear(5.9)]
    assert [body[:2] for body in host.hear(6.0)] == ["HI"]
    assert host.device.queued == 1


# -- events ---------------------------------------------------------------------------------------------------


def test_an_event_is_sent_at_once_and_again_after_a_quarter_half_and_whole_seconds(host):
    fill(host, 1)
    sent = [t / 100 for t in range(480) if host.events(t / 100)]
    assert sent == [0.0, 0.25, 0.75, 1.75, 2.75, 3.75, 4.75]


def test_progress_resets_the_wait(host):
    fill(host, 2)
    host.hear(0)
    host.hear(0.25)
    host.say("AK 5B1E 1", 0.3)
    assert host.events(0.54) == []
    assert host.events(0.55) == ["EV 2 1 btn b=1 v=1"]


def test_at_most_16_wait_for_their_acknowledgement(host):
    fill(host, 40)
    assert [int(body.split()[1]) for body in host.events(0)] == list(range(1, WINDOW + 1))
    host.say("AK 5B1E 10", 0.1)
    assert [int(body.split()[1]) for body in host.events(0.1)] == list(range(17, 27))
    assert [int(body.split()[1]) for body in host.events(0.6)] == list(range(11, 27))


@pytest.mark.parametrize("body", ["AK 91C4 2", "AK 5B1E 0", "AK 5B1E 3", "AK 5B1E", "AK 5B1E x", "AK"])
def test_acknowledgements_of_another_boot_or_of_nothing_sent_are_ignored(host, body):
    fill(host, 2)
    host.hear()
    host.say(body)
    assert host.device.queued == 2


def test_an_acknowledgement_may_come_twice_and_late(host):
    fill(host, 3)
    host.hear()
    for seq in (2, 1, 2):
        host.say(f"AK 5B1E {seq}")
    assert host.device.queued == 1


def test_when_the_queue_is_full_the_oldest_give_way_and_a_lost_says_how_many():
    host = Host()
    fill(host, QUEUE + 12)
    assert host.device.queued == QUEUE
    host.hear()
    events = host.greet()[2:]
    assert events[0] == "EV 1 12 lost n=13"
    assert events[1] == "EV 2 13 btn b=13 v=1"
    assert host.device.lost == 13


def test_events_that_were_sent_keep_their_numbers_when_the_queue_runs_over(host):
    fill(host, WINDOW + 4)
    sent = host.events()
    fill(host, QUEUE, start=WINDOW + 4)
    assert host.events(0.3) == sent
    host.say(f"AK 5B1E {WINDOW}", 0.4)
    lost, following, *_ = host.events(0.4)
    n = 4 + 1 + WINDOW
    assert lost == f"EV {WINDOW + 1} {WINDOW + n - 1} lost n={n}"
    assert following == f"EV {WINDOW + 2} {WINDOW + n} btn b={WINDOW + n} v=1"


def test_a_second_overflow_makes_a_second_lost():
    host = Host()
    fill(host, QUEUE + 1)
    host.greet()
    fill(host, QUEUE, start=1000)
    host.say(f"AK 5B1E {WINDOW}")
    assert " lost n=" in host.events()[0]
    assert host.device.queued <= QUEUE


def test_everything_comes_through_a_full_queue_in_order(host):
    fill(host, QUEUE)
    seen = []
    at = 0.0
    while host.device.queued:
        seen += [int(body.split("=")[1].split()[0]) for body in host.events(at)]
        host.say(f"AK 5B1E {len(seen)}", at)
        at += 0.01
    assert seen == list(range(QUEUE))


# -- the rest of the conversation -----------------------------------------------------------------------------


def test_the_clock_is_told(host):
    host.say("PI 12", 7.012345)
    assert "PO 12 7012345" in host.hear(7.012345)


def test_a_heartbeat_comes_every_second_even_while_events_do(host):
    host.device.health, host.device.present, host.device.round_ms, host.device.memory = "...m.", 1, 31, 142000
    fill(host, 5)
    beats = []
    for t in range(1, 40):
        host.say("PI 1", t / 10)
        beats += [body for body in host.hear(t / 10) if body.startswith("HB")]
    assert len(beats) == 3
    assert beats[0] == "HB 1000000 boot=5B1E next=6 q=5 h=...m. p=1 ms=31 mem=142000"


def test_a_command_is_answered_and_not_done_twice_however_often_it_comes():
    done = []
    host = Host(lambda line: done.append(line.body) or ("range" if line.pair("n") == "9" else ""))
    host.greet()
    for body in ("CM 41 led n=2 v=on", "CM 43 led n=9 v=on", "CM 41 led n=2 v=on", "CM 43 led n=9 v=on"):
        host.say(body)
    assert host.hear() == ["OK 41", "NO 43 range", "OK 41", "NO 43 range"]
    assert len(done) == 2


def test_in_a_new_session_a_number_is_a_new_command():
    done = []
    host = Host(lambda line: done.append(line.body) or "")
    host.greet()
    host.say("CM 1 led n=0 v=on")
    host.greet(ses="3C08")
    host.say("CM 1 led n=1 v=on")
    assert len(done) == 2


@pytest.mark.parametrize("body", ["CM 0 sync", "CM 10000 sync", "CM x sync", "CM", "XX 1", "EV 1 1 off"])
def test_what_makes_no_sense_is_counted_and_not_answered(host, body):
    host.say(body)
    assert host.hear() == []
    assert host.device.unknown == 1


def test_no_command_is_done_for_a_host_that_is_not_known():
    done = []
    host = Host(lambda line: done.append(line.body) or "")
    host.say("CM 1 sync")
    assert done == []


def test_notes_are_few_and_fit_into_a_line(host):
    for i in range(20):
        host.device.note(f"reader {i} $*ü" + "x" * 300)
    assert len([body for body in host.hear() if body.startswith("LG reader")]) == 4


def test_memory_is_bounded_whatever_the_host_says():
    host = Host()
    host.greet()
    for i in range(2000):
        host.say(f"PI {i}")
        host.say(f"CM {i % 9999 + 1} sync")
    assert len(host.hear()) <= 16 + 1


# -- lamps, buzzer, commands ----------------------------------------------------------------------------------


class Scanner:
    def __init__(self):
        self.guard_us = 5100
        self.did = []

    def __getattr__(self, name):
        return lambda *args: self.did.append((name, *args))


class Panel:
    def __init__(self):
        self.now = 0
        self.lamps = [[], []]
        self.sounds = []
        self.scanner = Scanner()
        self.outputs = Outputs([lamp.append for lamp in self.lamps], [self.sounds.append])
        self.commands = Commands(self.scanner, 5, self.outputs, lambda: self.now)
        for shown in (*self.lamps, self.sounds):
            assert shown == [0]  # dark and silent at first
            shown.clear()

    def do(self, what):
        return self.commands.do(wire.read_line("CM 44 " + what))

    def pass_ms(self, ms):
        for _ in range(ms):
            self.now += MS
            self.outputs.tick(self.now)


@pytest.mark.parametrize(
    ("what", "reason"),
    [
        ("led n=0 v=on", ""), ("led n=1 v=off", ""), ("led n=0 v=128", ""), ("led n=0 v=255 ms=5", ""),
        ("led n=0 v=blink", ""), ("led n=0 v=blink ms=100 times=3", ""), ("led n=0 v=on colour=red", ""),
        ("led n=2 v=on", "range"), ("led n=0 v=256", "range"), ("led n=0 v=on ms=9999999", "bad"),
        ("led n=0 v=on ms=999999", "range"), ("led n=0 v=dim", "bad"), ("led v=on", "bad"), ("led n=x v=on", "bad"),
        ("led n=0", "bad"), ("led n=0 v=on ms=-1", "bad"),
        ("buzz n=0 hz=880 ms=120", ""), ("buzz n=1 hz=880 ms=120", "range"), ("buzz n=0 hz=5 ms=120", "range"),
        ("buzz n=0 hz=880 ms=0", "range"), ("buzz n=0 hz=880", "bad"),
        ("rdr r=4 do=reset", ""), ("rdr r=5 do=reset", "range"), ("rdr r=0 do=gain v=48", ""),
        ("rdr r=0 do=gain", "bad"), ("rdr r=0 do=gain v=40", "range"), ("rdr r=0 do=dance", "bad"),
        ("rdr do=on", "bad"),
        ("scan mode=sweep", ""), ("scan mode=focus r=3 guard=500", ""), ("scan mode=focus", "bad"),
        ("scan mode=focus r=9", "range"), ("scan mode=sweep guard=60000", "range"), ("scan", "bad"),
        ("sync", ""), ("ver", ""), ("dance", "unknown"), ("", "bad"), ("led 3 n=0 v=on", "bad"),
    ],
)  # fmt: skip
def test_commands_are_checked(what, reason):
    assert Panel().do(what.strip()) == reason if what else Panel().commands.do(wire.read_line("CM 44")) == reason


def test_commands_reach_the_scanner():
    panel = Panel()
    for what in (
        "rdr r=4 do=reset",
        "rdr r=1 do=off",
        "rdr r=1 do=on",
        "rdr r=0 do=gain v=48",
        "scan mode=focus r=3",
        "sync",
    ):
        assert panel.do(what) == ""
    assert panel.scanner.did == [
        ("restart", 4), ("enable", 1, False), ("enable", 1, True), ("gain", 0, 48), ("focus", 3), ("sync",),
    ]  # fmt: skip
    assert panel.commands.sync_id == 44
    assert panel.do("scan mode=sweep guard=500") == ""
    assert panel.scanner.guard_us == 500


def test_a_lamp_shines_until_told_otherwise_or_for_a_time():
    panel = Panel()
    panel.do("led n=0 v=on")
    panel.do("led n=1 v=128 ms=50")
    panel.pass_ms(1000)
    assert panel.lamps == [[255], [128, 0]]


def test_a_lamp_blinks_so_many_times_and_is_dark_then():
    panel = Panel()
    panel.do("led n=0 v=blink ms=10 times=3")
    panel.pass_ms(1000)
    assert panel.lamps[0] == [255, 0, 255, 0, 255, 0]


def test_a_lamp_blinks_until_told_otherwise():
    panel = Panel()
    panel.do("led n=0 v=blink ms=100")
    panel.pass_ms(1000)
    assert panel.lamps[0] == [255, 0] * 5 + [255]
    panel.do("led n=0 v=off")
    panel.pass_ms(1000)
    assert panel.lamps[0][11:] == [0]


def test_the_buzzer_sounds_and_falls_silent():
    panel = Panel()
    panel.do("buzz n=0 hz=880 ms=120")
    panel.pass_ms(119)
    assert panel.sounds == [880]
    panel.pass_ms(2)
    assert panel.sounds == [880, 0]


# -- clock and pins -------------------------------------------------------------------------------------------


PERIOD = 1 << 30


def diff(later, earlier):
    return ((later - earlier + PERIOD // 2) % PERIOD) - PERIOD // 2


def test_the_clock_does_not_wrap_where_the_counter_does():
    ticks = [PERIOD - 300]
    clock = Clock(lambda: ticks[0] % PERIOD, diff)
    total = 0
    for step in (100, 500, PERIOD // 2 - 1, PERIOD // 2 - 1, PERIOD // 2 - 1, 7):
        ticks[0] += step
        total += step
        assert clock.now() == total


@pytest.mark.parametrize("board", [pins.EIGHT_SEATS, pins.FOUR_SEATS])
def test_the_pin_map_uses_each_pin_once_and_the_spi_pins_that_the_chip_has(board):
    buses = [pin for bus in board.buses.values() for pin in bus]
    used = [*buses, *(cs for _, cs in board.readers), board.rst, *board.buttons, *board.lamps, *board.buzzers]
    assert len(used) == len(set(used))
    assert set(used) <= set(pins.HEADER)
    for number, (sck, mosi, miso) in board.buses.items():
        assert (sck % 4, mosi % 4, miso % 4) == (2, 3, 0)
        assert all((pin // 8) % 2 == number for pin in (sck, mosi, miso))
    assert {bus for bus, _ in board.readers} == set(board.buses)
