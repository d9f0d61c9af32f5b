"""The wiring drawings, the pin maps in the code and the example configurations say the same.

The drawings are read as YAML, so that neither WireViz nor graphviz is needed but to draw them anew.
"""

import re
import shutil
import subprocess
from collections import Counter
from pathlib import Path
from xml.etree import ElementTree

import pytest
from wiring import Build, Drawing

from firmware_bridge import pi_pins, transports
from firmware_bridge.panel import check_pins
from firmware_bridge.pico import pins as pico
from table.config import CHIP_SELECTS, SPI_PINS, load_config

ROOT = Path(__file__).parents[2]
SCHEMATICS = ROOT / "hardware" / "schematics"
DRAWINGS = {path.stem: Drawing(path) for path in sorted(SCHEMATICS.glob("*.yml"))}
BUILDS = {
    "one-reader": ["one-reader"],
    "five-readers": ["five-readers", "four-seats"],
    "ten-readers": ["ten-readers-power", "ten-readers-a", "ten-readers-b", "eight-seats"],
}
PICO_GROUNDS = {"3", "8", "13", "18", "23", "28", "33", "38"}
GROUNDS = {("Pi", str(pin)) for pin in pi_pins.POWER["GND"]} | {("Pico", pin) for pin in PICO_GROUNDS}
GROUNDS |= {("5 V supply", "2")}
READERS_3V3 = {("Pi", str(pin)) for pin in pi_pins.POWER["3V3"]} | {("Regulator", "3")}
FIVE_VOLT = {("Pi", str(pin)) for pin in pi_pins.POWER["5V"]} | {("5 V supply", "1")}
MARK = {"3V3": "3.3 V", "5V": "5 V", "GND": "GND"}


def config(name):
    return load_config(ROOT / "docs" / "examples" / f"table-{name}.toml")


def source(name, kind):
    found = [source for source in config(name).sources if source.kind == kind]
    return found[0] if found else None


@pytest.fixture(params=BUILDS)
def name(request):
    return request.param


@pytest.fixture
def build(name):
    return Build(*(DRAWINGS[drawing] for drawing in BUILDS[name]))


def pi(gpio):
    return ("Pi", str(pi_pins.HEADER[gpio]))


def gp(number):
    return ("Pico", str(pico.HEADER[number]))


def lines(name):
    """For each reader of the configuration: which pin of the Pi or the Pico each of its pins belongs to."""
    if spi := source(name, "spi"):
        for reader, select in spi.readers.items():
            bus = pi_pins.SPI[int(select[0])]
            yield (
                reader,
                {
                    "SDA": pi(bus.selects[int(select[2])]),
                    "SCK": pi(bus.sclk),
                    "MOSI": pi(bus.mosi),
                    "MISO": pi(bus.miso),
                    "RST": pi(spi.reset_pin),
                },
            )
    if serial := source(name, "serial"):
        for reader, (block, select) in zip(serial.readers, pico.BOARD.readers, strict=True):
            sck, mosi, miso = pico.BOARD.buses[block]
            wanted = {"SDA": select, "SCK": sck, "MOSI": mosi, "MISO": miso, "RST": pico.BOARD.rst}
            yield reader, {signal: gp(number) for signal, number in wanted.items()}


# -- the drawings against the code and the configurations ---------------------------------------------------


def test_every_drawing_belongs_to_a_build():
    assert sorted(DRAWINGS) == sorted(drawing for drawings in BUILDS.values() for drawing in drawings)


def test_every_line_of_every_reader_goes_where_the_software_drives_it(name, build):
    for reader, wanted in lines(name):
        for signal, pin in wanted.items():
            assert pin in build.net(reader, signal), f"{signal} of {reader} is not on {pin}"


def test_the_readers_drawn_are_those_of_the_configuration(name, build):
    assert build.parts("RC522") == sorted(reader for reader, _ in lines(name))


def test_every_button_lamp_and_buzzer_is_wired_to_its_pin(name, build):
    gpio = source(name, "gpio")
    wired = {} if gpio is None else {**gpio.buttons, **gpio.lamps}
    drawn = {label: box for box in build.parts("box") for label in build.pins[box].values() if label != "GND"}
    assert sorted(drawn) == sorted(wired)
    for part, number in wired.items():
        assert pi(number) in build.net(drawn[part], part), part
    if gpio is not None and gpio.buzzer is not None:
        assert pi(gpio.buzzer) in build.net("Buzzer", "signal")


def test_every_part_has_its_supply_and_ground(build):
    for reader in build.parts("RC522"):
        assert build.net(reader, "3.3V") & READERS_3V3, f"{reader} has no 3.3 V"
    for part in [*build.parts("RC522"), *build.parts("box"), *build.parts("buzzer"), *build.parts("3.3 V regulator")]:
        assert build.net(part, "GND") & GROUNDS, f"{part} has no ground"
    for part, pin in [("Buzzer", "5V"), ("Regulator", "IN")]:
        if part in build.pins:
            assert build.net(part, pin) & FIVE_VOLT


def test_no_two_supplies_are_joined(build):
    for net in build.nets():
        on = [bool(net & nodes) for nodes in (GROUNDS, READERS_3V3, FIVE_VOLT)]
        assert sum(on) <= 1, f"a short circuit: {sorted(net)}"


def test_no_two_pins_that_drive_or_listen_are_joined(build):
    for net in build.nets():
        pins = [node for node in net if re.match(r"GPIO \d|GP\d", build.label(node))]
        assert len(pins) <= 1, f"joined: {sorted(pins)}"
        if pins:
            assert not net & (GROUNDS | READERS_3V3 | FIVE_VOLT), f"{pins} has a supply on it"


def test_only_the_shared_lines_go_to_more_than_one_part(build):
    shared = {"SCK", "MOSI", "MISO", "RST", "GND", "3.3V"}
    for net in build.nets():
        ends = [node for node in net if re.match("RC522|box", build.types[node[0]])]
        if len(ends) > 1:
            labels = {build.label(node) for node in ends}
            assert len(labels) == 1, f"joined: {sorted(ends)}"
            assert labels <= shared, f"{labels} is on {sorted(ends)}"


def test_a_chip_select_goes_to_the_reader_that_its_row_is_named_after(build):
    for strip in build.parts("strip board"):
        for label in build.pins[strip].values():
            if label.startswith("CS "):
                assert (label[3:], "1") in build.net(strip, label)


def test_a_pin_of_a_header_takes_one_plug_and_a_wire_is_used_once(build):
    plugs = Counter()
    cores = Counter()
    for drawing in build.drawings:
        used = Counter((cable, number) for cable, number, _, _ in drawing.wires)
        assert used == {(cable, n + 1): 1 for cable, colors in drawing.colors.items() for n in range(len(colors))}
        plugs.update(node for *_, left, right in drawing.wires for node in (left, right) if node[0] in ("Pi", "Pico"))
        cores.update(used)
    twice = {node for node, count in plugs.items() if count > 1}
    assert twice <= {("Pi", "39")}  # ground of the buzzer and the last of eight seats: docs/building.md says so


def test_every_pin_of_a_header_is_called_what_it_is(build):
    for pin, label in build.pins.get("Pi", {}).items():
        if pin == "USB":
            continue
        number = re.match(r"GPIO (\d+)(?: (?:SPI(\d) )?(\w+))?$", label)
        if number is None:
            assert int(pin) in next(pi_pins.POWER[key] for key, mark in MARK.items() if mark == label)
            continue
        gpio, bus, signal = int(number[1]), int(number[2] or 0), number[3]
        assert pi_pins.HEADER[gpio] == int(pin), label
        if signal is not None and signal != "RST":
            assert pi_pins.SPI[bus].signals[gpio] == signal
        assert (signal == "RST") == (signal is not None and gpio == pi_pins.RST)
    for pin, label in build.pins.get("Pico", {}).items():
        if label.startswith("GP"):
            assert pico.HEADER[int(label[2:].split()[0])] == int(pin), label
        else:
            assert pin in PICO_GROUNDS if label == "GND" else (pin, label) in [("39", "VSYS"), ("USB", "USB")]


def test_the_diode_lets_the_supply_into_the_pico_and_nothing_back(build):
    if "Diode" in build.pins:
        assert build.net("Diode", "anode") & FIVE_VOLT
        assert ("Pico", "39") in build.net("Diode", "cathode")


# -- the pin maps -------------------------------------------------------------------------------------------


def test_each_pin_of_the_pis_header_is_one_thing():
    used = list(pi_pins.HEADER.values()) + [pin for pins in pi_pins.POWER.values() for pin in pins]
    assert sorted(used) == list(range(1, 41))
    assert sorted(pi_pins.HEADER) == list(range(28))


def test_the_readers_leave_the_pins_of_four_seats_free():
    panel = pi_pins.FOUR_SEATS
    readers = {gpio for bus in pi_pins.SPI.values() for gpio in bus.signals} | {pi_pins.RST}
    own = [*panel.buttons, *panel.lamps, panel.buzzer]
    assert len(set(own)) == len(own) == 9
    assert not set(own) & (readers | set(pi_pins.SPECIAL))


def test_eight_seats_need_no_special_pin():
    panel = pi_pins.EIGHT_SEATS
    own = [*panel.buttons, *panel.lamps, panel.buzzer]
    assert len(set(own)) == len(own) == 17
    assert not set(own) & set(pi_pins.SPECIAL)


def test_the_configuration_knows_the_same_spi_pins():
    assert {str(bus): pins.signals for bus, pins in pi_pins.SPI.items()} == SPI_PINS
    selects = [f"{bus}.{device}" for bus, pins in pi_pins.SPI.items() for device in range(len(pins.selects))]
    assert selects == list(CHIP_SELECTS)
    assert pi_pins.RST == transports.RST_GPIO


def test_the_examples_use_the_pin_maps_of_the_code():
    for name, panel in (("five-readers", pi_pins.FOUR_SEATS), ("ten-readers", pi_pins.EIGHT_SEATS)):
        gpio = source(name, "gpio")
        assert tuple(gpio.buttons.values()) == panel.buttons
        assert tuple(gpio.lamps.values()) == panel.lamps
        assert gpio.buzzer == panel.buzzer


def test_an_example_seats_everybody_at_what_is_wired(name, tmp_path):
    example = config(name)
    assert not example.simulated
    gpio = source(name, "gpio")
    spi = source(name, "spi")
    for select in spi.readers.values() if spi else ():
        (tmp_path / f"spidev{select}").touch()
    if gpio:
        check_pins(gpio.buttons, gpio.lamps, gpio.buzzer, tmp_path)  # as the panel does when it starts
        assert [seat.button for seat in example.seats] == list(gpio.buttons)
        assert [seat.lamp for seat in example.seats] == list(gpio.lamps)
    readers = {seat.reader for seat in example.seats} | {example.shared_reader}
    readers |= {example.draw_reader, example.discard_reader}
    assert readers - {""} == {reader for reader, _ in lines(name)}


@pytest.mark.parametrize("board", [pico.EIGHT_SEATS, pico.FOUR_SEATS], ids=lambda board: board.name)
def test_the_picos_spi_pins_are_where_its_spi_blocks_are(board):
    for block, (sck, mosi, miso) in board.buses.items():
        assert (sck % 4, mosi % 4, miso % 4) == (2, 3, 0)
        assert {pin // 8 % 2 for pin in (sck, mosi, miso)} == {block}
    selects = [select for _, select in board.readers]
    buses = [pin for block, _ in board.readers for pin in board.buses[block]]
    others = [*board.buttons, *board.lamps, *board.buzzers, board.rst]
    used = [*selects, *others, *set(buses)]
    assert len(set(used)) == len(used)
    assert set(used) <= set(pico.HEADER)


def rows(heading):
    """The rows of the table under a heading of pins.md, as lists of cells."""
    text = (SCHEMATICS / "pins.md").read_text(encoding="utf-8")
    section = re.split(r"^##? ", text, flags=re.M)[1:]
    [table] = [part for part in section if part.splitlines()[0].split(",")[0] == heading]
    return [[cell.strip() for cell in line.strip("| ").split("|")] for line in table.splitlines() if line[:1] == "|"][
        2:
    ]


def test_the_pin_tables_for_people_say_the_same():
    assert {(int(gpio), int(pin)) for _, gpio, pin in rows("Readers on the Pi")} == {
        (gpio, pi_pins.HEADER[gpio]) for gpio in [*pi_pins.SPI[0].signals, *pi_pins.SPI[1].signals, pi_pins.RST]
    }
    for heading, panel in (("Four seats", pi_pins.FOUR_SEATS), ("Eight seats", pi_pins.EIGHT_SEATS)):
        said = {what: (int(gpio), int(pin)) for what, gpio, pin in rows(heading)}
        wanted = {f"button {n}": gpio for n, gpio in enumerate(panel.buttons, 1)}
        wanted |= {f"lamp {n}": gpio for n, gpio in enumerate(panel.lamps, 1)}
        wanted["buzzer"] = panel.buzzer
        assert said == {what: (gpio, pi_pins.HEADER[gpio]) for what, gpio in wanted.items()}
    names = source("ten-readers", "serial").readers
    wanted = {f"CS of {reader}": cs for reader, (_, cs) in zip(names, pico.READERS, strict=True)} | {"RST": pico.RST}
    for block, triple in pico.BUSES.items():
        wanted |= {f"SPI{block} {signal}": gp for signal, gp in zip(("SCK", "MOSI", "MISO"), triple, strict=True)}
    said = {what: (int(number), int(pin)) for what, number, pin in rows("Readers on the Pico")}
    assert said == {what: (number, pico.HEADER[number]) for what, number in wanted.items()}


# -- the pictures -------------------------------------------------------------------------------------------


def words(svg):
    return Counter(element.text.strip() for element in ElementTree.parse(svg).iter() if element.tag.endswith("}text"))


@pytest.mark.parametrize("drawing", DRAWINGS)
def test_the_picture_shows_every_wire_of_its_source(drawing):
    shown = words(SCHEMATICS / f"{drawing}.svg")
    wanted = DRAWINGS[drawing].texts()
    assert {text: count for text, count in shown.items() if re.search(r"\w:\w|^\d+:", text)} == wanted
    assert set(DRAWINGS[drawing].pins) <= set(shown)


@pytest.mark.skipif(not (shutil.which("wireviz") and shutil.which("dot")), reason="needs wireviz and graphviz")
@pytest.mark.parametrize("drawing", DRAWINGS)
def test_drawing_it_anew_gives_the_picture_that_is_kept(drawing, tmp_path):
    subprocess.run(
        ["wireviz", "-f", "s", "-o", tmp_path, SCHEMATICS / f"{drawing}.yml"],
        check=True,
        capture_output=True,
        timeout=30,
    )
    assert words(tmp_path / f"{drawing}.svg") == words(SCHEMATICS / f"{drawing}.svg")
