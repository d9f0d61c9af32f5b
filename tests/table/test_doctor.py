"""The doctor looks at machines that are not there: Pis of several ages, with this and that wrong with them."""

import argparse
import json
import time
from importlib.metadata import version
from types import SimpleNamespace

import pytest
from at_a_terminal import Bench, OneSource

from firmware_bridge.pico.device import FIRMWARE
from firmware_bridge.reads import BridgeError
from firmware_bridge.sim.bench import Bench as SimulatedBench
from firmware_bridge.sim.clock import RealClock
from firmware_bridge.spi_source import SpiSource
from firmware_bridge.transports import simulated_wires
from table.doctor import Finding, Machine, Ran, doctor, print_findings
from table.doctor_machine import Needs, machine_checks
from table.doctor_table import Listening, look_at_table
from table.journal import Journal
from table.registry import Registry
from table.sources import hardware_lock

ALL = {
    "pygame-ce": "2.5",
    "msgspec": "0.19",
    "platformdirs": "4.3",
    "rich": "14",
    "fontpkg-atkinson-hyperlegible": "1.6",
    "gpiozero": "2.0.1",
    "spidev": "3.6",
    "pyserial": "3.5",
    "lgpio": "0.2.2.0",
}
NEEDS = Needs(("0.0", "0.1", "1.0"), gpio=True, serial=True)
SCREEN = json.dumps({"driver": "kmsdrm", "sizes": [[800, 480]]})
REAL = """\
seats = [{ name = "Anna" }, { name = "Bo" }]
[[sources]]
kind = "spi"
readers = { seat-1 = "0.0", seat-2 = "0.1" }
"""


def pi(root, model=4, codename="bookworm", files=None, packages=None, answers=None, **how):
    """A Raspberry Pi with all that a table needs; `files`, `packages` and `answers` (of commands) change it, None takes
    away.
    """
    there = {
        "proc/device-tree/model": f"Raspberry Pi {model} Model B Rev 1.2\0",
        "etc/os-release": f'PRETTY_NAME="Debian ({codename})"\nVERSION_CODENAME={codename}\n',
        "etc/group": "spi:x:1:\ngpio:x:2:anna\ndialout:x:3:\n",
        "boot/firmware/config.txt": "dtparam=spi=on\ndtoverlay=spi1-3cs  # readers 2 to 4\n",
        "proc/asound/cards": " 0 [Headphones     ]: bcm2835_headpho - bcm2835 Headphones\n",
        "sys/devices/platform/soc/soc:firmware/get_throttled": "0\n",
        "dev/dri/card0": "",
        **{f"dev/spidev{select}": "" for select in ("0.0", "0.1", "1.0", "1.1", "1.2")},
        **(files or {}),
    }
    for name, text in there.items():
        if text is not None:
            (root / name).parent.mkdir(parents=True, exist_ok=True)
            (root / name).write_text(text)
    known = ALL | (packages or {})
    answered = {"-c": Ran(0, SCREEN), "show": Ran(0, "yes"), "is-active": Ran(3, "inactive"), **(answers or {})}

    def run(command):
        return next((answer for word, answer in answered.items() if word in command), Ran(None, ""))

    return Machine(
        root=root,
        environ=how.pop("environ", {}),
        python=how.pop("python", (3, 11, 2)),
        prefix=how.pop("prefix", root / "venv"),
        user=how.pop("user", "anna"),
        groups=frozenset(how.pop("groups", ("anna", "spi", "gpio", "dialout", "video"))),
        run=run,
        package=known.get,
        free=lambda folder: how.get("free", 10**10),
        wall=lambda: how.get("wall", 1_800_000_000.0),
        pins=how.get("pins", lambda: "pins through lgpio on a Pi"),
    )


def faults(machine, needs=NEEDS):
    """The findings that are not ok."""
    return [finding for finding in machine_checks(machine, needs) if finding.level != "ok"]


# The machine


@pytest.mark.parametrize(("model", "codename"), [(3, "bookworm"), (4, "bookworm"), (5, "bookworm"), (5, "trixie")])
def test_a_pi_with_everything_has_no_fault(tmp_path, model, codename):
    needs = Needs(("0.0",), gpio=True, serial=True)
    assert faults(pi(tmp_path, model, codename), needs) == []


@pytest.mark.parametrize(
    ("change", "check", "level", "says", "mends"),
    [
        ({"python": (3, 9, 2)}, "Python", "bad", "3.9.2 is too old", "3.11"),
        ({"packages": {"rich": None}}, "packages", "bad", "rich is not installed", "pip install rich"),
        ({"packages": {"spidev": None}}, "packages", "bad", "spidev", "python3-spidev"),
        ({"packages": {"pygame": "2.6"}}, "packages", "note", "pygame and pygame-ce", "pip uninstall pygame"),
        ({"files": {"dev/spidev1.0": None}}, "SPI", "bad", "spidev1.0 is not there, though", "sudo reboot"),
        (
            {"files": {"dev/spidev1.0": None, "boot/firmware/config.txt": "dtparam=spi=on\n#dtoverlay=spi1-3cs\n"}},
            *(
                "SPI",
                "bad",
                "spidev1.0 is not there",
                "echo dtoverlay=spi1-3cs | sudo tee -a /boot/firmware/config.txt",
            ),
        ),
        (
            {"files": {"boot/firmware/config.txt": "dtparam=spi=on\ndtoverlay=spi1-3cs\ndtoverlay=hifiberry-dac\n"}},
            *("I2S", "bad", "hifiberry-dac", "take that line out"),
        ),
        ({"groups": ("anna", "gpio", "spi")}, "groups", "bad", "not in dialout", "usermod -aG dialout anna"),
        ({"groups": ("anna", "dialout", "spi")}, "groups", "bad", "gpio only from the next log-in", "log out"),
        ({"packages": {"lgpio": "0.0.0.2"}}, "pins", "bad", "empty package", "python3-lgpio"),
        (
            {"packages": {"RPi.GPIO": "0.7.1", "rpi-lgpio": "0.6"}},
            *("pins", "bad", "both installed", "pip uninstall RPi.GPIO"),
        ),
        ({"model": 5, "packages": {"RPi.GPIO": "0.7.1"}}, "pins", "note", "does not work on a Pi 5", "rpi-lgpio"),
        (
            {"model": 5, "packages": {"RPi.GPIO": "0.7.1", "lgpio": None}},
            *("pins", "bad", "does not work on a Pi 5", "python3-rpi-lgpio"),
        ),
        ({"pins": lambda: "simulated pins"}, "pins", "bad", "simulated", "unset GPIOZERO_PIN_FACTORY"),
        ({"answers": {"-c": Ran(0, '{"error": "no video device"}')}}, "screen", "bad", "no video device", "monitor"),
        ({"answers": {"-c": Ran(None, "")}}, "screen", "bad", "does not answer", "monitor"),
        (
            {"answers": {"-c": Ran(0, '{"driver": "dummy"}')}, "environ": {"SDL_VIDEODRIVER": "dummy"}},
            *("screen", "bad", '"dummy" shows nothing', "unset SDL_VIDEODRIVER"),
        ),
        (
            {"answers": {"-c": Ran(1, '{"error": "no access"}')}, "groups": ("anna", "spi", "gpio", "dialout")},
            *("screen", "bad", "no access", "usermod -aG video,render anna"),
        ),
        ({"files": {"proc/asound/cards": "--- no soundcards ---\n"}}, "sound", "note", "no sound device", ""),
        (
            {"files": {"sys/devices/platform/soc/soc:firmware/get_throttled": "50005\n"}},
            *("power", "note", "the supply is too weak now; it is slowed down now; the supply was too weak", "5 V"),
        ),
        ({"wall": 0.0}, "clock", "note", "1970", "timedatectl"),
        ({"answers": {"show": Ran(0, "no")}}, "clock", "note", "not set by the network", "timedatectl"),
        ({"codename": "buster"}, "machine", "note", "bookworm and trixie", ""),
    ],
)
def test_each_fault_is_found_with_what_mends_it(tmp_path, change, check, level, says, mends):
    found = [finding for finding in faults(pi(tmp_path, **change)) if finding.check == check and says in finding.text]
    assert found, faults(pi(tmp_path, **change))
    assert found[0].level == level
    assert mends in found[0].mend


def test_the_firmware_is_asked_for_the_power_where_the_file_is_not_there(tmp_path):
    path = {"sys/devices/platform/soc/soc:firmware/get_throttled": None}
    weak = pi(tmp_path, files=path, answers={"get_throttled": Ran(0, "throttled=0x50000")})
    assert [finding.check for finding in faults(weak, Needs())] == ["power"]
    silent = pi(tmp_path, files=path)
    assert "does not say" in faults(silent, Needs())[0].text


def test_pins_that_no_library_drives_are_told_with_the_librarys_own_words(tmp_path):
    def broken():
        raise BridgeError("The Pi's pins cannot be used: lgpio is not installed")

    (tmp_path / "venv").mkdir()
    (tmp_path / "venv" / "pyvenv.cfg").write_text("include-system-site-packages = false\n")
    finding = next(finding for finding in faults(pi(tmp_path, pins=broken)) if finding.check == "pins")
    assert finding.level == "bad"
    assert "lgpio is not installed" in finding.text
    assert "sudo apt install python3-gpiozero" in finding.mend
    assert "--system-site-packages" in finding.mend


def test_what_the_table_does_not_need_is_no_fault(tmp_path):
    bare = {
        "files": {f"dev/spidev{select}": None for select in ("0.0", "0.1", "1.0", "1.1", "1.2")},
        "groups": ("anna",),
    }
    levels = {finding.level for finding in machine_checks(pi(tmp_path, **bare, packages={"spidev": None}), Needs())}
    assert "bad" not in levels


def test_the_speed_of_spi1_is_noted_on_older_pis_only(tmp_path):
    assert [finding.text[:12] for finding in faults(pi(tmp_path, 4))] == ["the speed of"]
    assert faults(pi(tmp_path, 5)) == []


def test_off_a_pi_it_says_so_and_looks_at_what_applies(tmp_path):
    machine = pi(tmp_path, files={"proc/device-tree/model": "QEMU Virtual Machine"})
    checks = {finding.check: finding for finding in machine_checks(machine, Needs())}
    assert "no Raspberry Pi" in checks["machine"].text
    assert {"SPI", "pins", "power"}.isdisjoint(checks)
    assert {"Python", "packages", "screen"} <= set(checks)
    needing = {finding.check: finding.level for finding in machine_checks(machine, Needs(("0.0",), gpio=True))}
    assert needing["machine"] == "bad"


# The table


@pytest.fixture
def home(tmp_path, monkeypatch):
    folder = tmp_path / "home"
    folder.mkdir()
    monkeypatch.setenv("LAPIO_DATA", str(folder))
    return folder


class Clock:
    """A fake terminal's clock is enough for the bench."""

    time = 0.0


def looked(tmp_path, home, table=None, machine=None, broken=(), silent=(), seconds=0.0):
    if table is not None:
        (home / "table.toml").write_text(table)
    bench = Bench(Clock(), broken, silent)
    listening = Listening(seconds, bench, tmp_path)
    return look_at_table(machine or pi(tmp_path / "pi"), home / "table.toml", listening)


def learn(home, cards=52, name="blue"):
    registry = Registry(home / "decks")
    registry.add_deck(name, "french-52")
    for number, card in enumerate(list(registry.cards(name))[:cards]):
        registry.enrol(name, card, b"\x04DECK-" + bytes([number]))
    registry.save(name)


def texts(found, level):
    return [f"{finding.check}: {finding.text}" for finding in found.findings if finding.level == level]


def test_a_whole_table_has_no_fault_and_says_what_it_needs(tmp_path, home):
    learn(home)
    found = looked(tmp_path, home, REAL)
    assert found.needs == Needs(("0.0", "0.1"))
    assert texts(found, "bad") == texts(found, "note") == []
    assert "readers: seat-2: ok, simulated, gain 33 dB" in texts(found, "ok")
    assert "decks: blue: 52 of 52 cards, 0 control cards" in texts(found, "ok")
    assert "journal: no game was played yet" in texts(found, "ok")


@pytest.mark.parametrize(
    ("table", "how", "says"),
    [
        ("seats = 3\n", {}, "table.toml, line 1: seats: expected a list, not 3"),
        (REAL, {"broken": ["spi"]}, "spi: spi is broken: mend it"),
        (REAL, {"silent": ["seat-2"]}, "seat-2: mute, reads 00: no chip"),
        ('decks = ["red"]\n' + REAL, {}, 'names the deck "red"'),
    ],
)
def test_what_keeps_people_from_playing_at_a_table(tmp_path, home, table, how, says):
    learn(home)
    assert [text for text in texts(looked(tmp_path, home, table, **how), "bad") if says in text]


def test_a_deck_that_is_missing_or_half_learnt_keeps_a_real_table_from_playing_and_no_mock_one(tmp_path, home):
    assert "decks: no deck is learnt yet" in texts(looked(tmp_path, home, REAL), "bad")
    learn(home, 40)
    assert "decks: blue: 40 of 52 cards" in texts(looked(tmp_path, home, REAL), "bad")
    assert texts(looked(tmp_path, home, ""), "bad") == []
    (home / "decks" / "blue.toml").write_text("broken")
    assert any("blue.toml" in text for text in texts(looked(tmp_path, home, REAL), "bad"))


def test_without_a_table_the_readers_of_a_pi_are_looked_for_and_none_is_missed(tmp_path, home):
    machine = pi(tmp_path / "pi")
    found = looked(tmp_path, home, machine=machine, silent=["SPI 0.1", "SPI 1.0", "SPI 1.1", "SPI 1.2"])
    assert texts(found, "bad") == []
    assert [text for text in texts(found, "ok") if text.startswith("readers")] == [
        "readers: SPI 0.0: ok, simulated, gain 33 dB"
    ]


def test_pins_that_spi_has_are_no_place_for_a_button(tmp_path, home):
    table = REAL + '[[sources]]\nkind = "gpio"\nbuttons = { button-1 = 18 }\n'
    assert any("GPIO 18" in text and "SPI1" in text for text in texts(looked(tmp_path, home, table), "bad"))


def test_readers_that_another_lapio_uses_are_not_looked_at(tmp_path, home):
    learn(home)
    lock = hardware_lock(tmp_path)
    try:
        found = looked(tmp_path, home, REAL)
    finally:
        lock.release()
    assert [text[:20] for text in texts(found, "note")] == ["readers: not looked a"[:20]]


def test_a_full_disk_and_a_mended_journal_are_told(tmp_path, home):
    with Journal.open(home / "journal.sqlite") as journal:
        journal.begin('{"game": "kullankaivaja", "seats": ["A", "B"]}')
    (home / "journal.sqlite.damaged-1").touch()
    found = looked(tmp_path, home, machine=pi(tmp_path / "pi", free=1000))
    assert any("the disk is full" in text for text in texts(found, "bad"))
    assert "journal: 1 games, one of them unfinished" in texts(found, "ok")
    assert any("journal.sqlite.damaged-1" in text for text in texts(found, "note"))


@pytest.mark.parametrize(
    ("parts", "says"),
    [
        ((2, 1, 1), ""),
        ((5, 4, 0), "table.toml names more than it has: lamps 1 (it has 0)"),
        ((1, 0, 1), "table.toml names more than it has: readers 2 (it has 1), buttons 1 (it has 0)"),
    ],
)
def test_parts_that_a_board_does_not_have_are_told(tmp_path, home, parts, says):
    learn(home)

    class Board(OneSource):
        def report(self):
            readers, buttons, lamps = parts
            return SimpleNamespace(
                up=True, firmware=FIRMWARE, lines_bad=0, round_trip_ms=1.0,
                readers=readers, buttons=buttons, lamps=lamps,
            )  # fmt: skip

    (home / "table.toml").write_text(
        'seats = [{ name = "Anna" }, { name = "Bo" }]\n[[sources]]\nkind = "serial"\n'
        'readers = ["seat-1", "seat-2"]\nbuttons = ["button-1"]\nlamps = ["lamp-1"]\n'
    )
    listening = Listening(0.0, lambda source, **how: Board(source, Clock(), ()), tmp_path)
    found = look_at_table(pi(tmp_path / "pi"), home / "table.toml", listening)
    (told,) = [finding for finding in found.findings if finding.check == "boards"]
    assert says in told.text
    assert told.level == ("bad" if says else "ok")
    assert bool(told.mend) == bool(says)


def test_noise_at_a_reader_is_counted_and_a_dead_one_told(tmp_path, home):
    """With the real source over simulated chips: one in noise, one without power."""
    learn(home)
    bench = SimulatedBench(RealClock(time.monotonic_ns, lambda us: time.sleep(us / 1e6)), 2)
    bench.fields[0].ghosts = 60
    bench.chips[1].cut_power()
    (home / "table.toml").write_text(REAL)

    def opened(source, **how):
        return SpiSource(source.ports, lambda ports: simulated_wires(bench))

    found = look_at_table(pi(tmp_path / "pi"), home / "table.toml", Listening(0.6, opened, tmp_path))
    noise = next(finding for finding in found.findings if "seat-1: ok, version 92, gain 33 dB" in finding.text)
    assert noise.level == "note"
    assert int(noise.text.split(", ")[3].split()[0]) > 30
    assert "speed_hz" in noise.mend
    dead = next(finding for finding in found.findings if "seat-2: mute, reads 00: no chip" in finding.text)
    assert (dead.level, dead.mend) == ("bad", "look at its power, its select wire and MISO")


# The whole of it


def asked(home, **how):
    return argparse.Namespace(config=None, seconds=0, **{"json": False, **how})


def test_it_exits_0_where_people_can_play_and_1_where_not(tmp_path, home, capsys):
    machine = pi(tmp_path / "pi", files={"proc/device-tree/model": None})
    assert doctor(asked(home), machine) == 0
    out = capsys.readouterr().out
    assert "no Raspberry Pi" in out
    assert out.endswith("This table can be played at.\n")
    (home / "table.toml").write_text("seats = 1")
    assert doctor(asked(home), machine) == 1
    out = capsys.readouterr().out
    assert "BAD   table" in out
    assert "-> correct it there, or set it up anew: lapio setup" in out


def test_json_has_every_finding(tmp_path, home, capsys):
    machine = pi(tmp_path / "pi", files={"proc/device-tree/model": None}, python=(3, 9, 0))
    assert doctor(asked(home, json=True), machine) == 1
    told = json.loads(capsys.readouterr().out)
    assert told["playable"] is False
    assert told["findings"][0] == {
        "check": "Python",
        "level": "bad",
        "text": "3.9.0 is too old",
        "mend": "install Python 3.11 or newer: sudo apt install python3",
    }


def test_findings_are_printed_with_what_mends_them_below(capsys):
    print_findings("a Pi", [Finding("SPI", "bad", "off", "do this"), Finding("clock", "ok", "right")])
    assert capsys.readouterr().out.splitlines()[1:] == [
        "BAD   SPI    off",
        "               -> do this",
        "ok    clock  right",
        "1 finding keeps people from playing (BAD above).",
    ]


def test_this_very_machine_can_be_looked_at(home):
    from table.doctor import this_machine

    machine = this_machine()
    assert machine.package("pytest") == version("pytest")
    assert machine.run(["lapio-is-no-such-command"]) == (None, "")
    assert machine.run(["true"]).status == 0
    assert machine.free(home) > 0
