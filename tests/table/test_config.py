"""table.toml: a table without a file, a real one, and every mistake with its line, its key and what was expected."""

import pytest

from display.view import Look
from firmware_bridge.transports import Port
from table.config import ConfigError, MockSource, TableConfig, load_config, read_config
from table.seating import mock_seating
from table.sensing import HouseRules

REAL = """\
draw_reader = "gate"
decks = ["blue", "red"]

[[seats]]
name = "Åsa"

[[seats]]
name = "Bo"
reader = "left"
button = ""

[house]
settle_ms = 200
touched_is_played = true
debounce_ms = 30

[look]
language = "sv"
theme = "day"
way = "tabletop"

[[sources]]
kind = "spi"
speed_hz = 500_000
readers = { seat-1 = "0.0", gate = "1.2" }

[[sources]]
kind = "serial"
name = "pico"
readers = ["", "left"]

[[sources]]
kind = "gpio"
buttons = { button-1 = 5 }
lamps = { lamp-1 = 22, lamp-2 = 23 }
buzzer = 12
"""


def test_without_a_file_it_is_a_simulated_table_of_four(tmp_path, monkeypatch):
    monkeypatch.setenv("LAPIO_DATA", str(tmp_path))
    config = load_config()
    assert config.simulated
    assert [seat.name for seat in config.seats] == ["North", "East", "South", "West"]
    assert config.seating == mock_seating(("North", "East", "South", "West"))
    assert config.house.rules == HouseRules()
    assert (config.look, config.sources, config.decks) == (Look(), (MockSource(),), ())


def test_the_file_in_the_configuration_folder_is_read(tmp_path, monkeypatch):
    monkeypatch.setenv("LAPIO_DATA", str(tmp_path))
    (tmp_path / "table.toml").write_text('[look]\nlanguage = "fi"\n')
    assert load_config().look == Look(language="fi")


def test_a_real_table_is_read_whole():
    config = read_config(REAL)
    assert not config.simulated
    assert config.house.rules == HouseRules(0.2, touched_is_played=True)
    assert config.house.debounce_ms == 30
    assert config.look == Look(language="sv", theme="day", way="tabletop")
    assert config.decks == ("blue", "red")
    assert config.seating.names == ("Åsa", "Bo")
    assert config.seating.readers == {"seat-1": 0, "left": 1, "gate": "draw"}
    assert config.seating.buttons == {"button-1": 0}  # Bo wants none
    assert config.seating.lamps == {0: "lamp-1", 1: "lamp-2"}
    spi, pico, gpio = config.sources
    assert spi.ports == (Port("seat-1", 0, 0, 500_000, 33), Port("gate", 1, 2, 500_000, 33))
    assert (pico.name, pico.readers, pico.path) == ("pico", ("", "left"), "")
    assert (gpio.buttons, gpio.buzzer) == ({"button-1": 5}, 12)


def test_one_reader_in_the_middle_serves_the_seats_that_have_none():
    config = read_config('shared_reader = "middle"\nseats = [{name = "A"}, {name = "B", reader = "own"}]')
    assert config.seating.readers == {"own": 1, "middle": "shared", "draw": "draw"}


def test_a_seat_on_a_real_table_may_do_without_a_reader_only_if_that_is_said():
    text = '[[seats]]\nname = "A"\n[[seats]]\nname = "B"\n[[sources]]\nkind = "spi"\nreaders = { seat-1 = "0.0" }\n'
    with pytest.raises(ConfigError, match=r"line 3: seats\[2\]\.reader: B has no reader: name one, or write reader = "):
        read_config(text)
    config = read_config(text.replace('"B"', '"B"\nreader = ""'))
    assert config.seating.readers == {"seat-1": 0}


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("[house]\nsetle_ms = 3", 'line 2: house.setle_ms: there is no such key (did you mean "settle_ms"?)'),
        ("fizz = 3", "line 1: fizz: there is no such key; the keys here are seats, draw_reader, discard_reader, "),
        ("\n[look]\nextra = []", "line 3: look.extra: there is no such key"),
        ("[[seats]]\nnam = 'A'", 'line 2: seats[1].nam: there is no such key (did you mean "name"?)'),
        ("[house]\nsettle_ms = '3'", 'line 2: house.settle_ms: expected a whole number from 0 to 2000, not "3"'),
        ("[house]\nsettle_ms = 1.5", "line 2: house.settle_ms: expected a whole number from 0 to 2000, not 1.5"),
        ("[house]\nsettle_ms = 2001", "line 2: house.settle_ms: expected a whole number from 0 to 2000, not 2001"),
        ("[house]\nsettle_ms = true", "line 2: house.settle_ms: expected a whole number from 0 to 2000, not true"),
        ("[house]\ntouched_is_played = 1", "line 2: house.touched_is_played: expected true or false, not 1"),
        ("house = 1", "line 1: house: expected a table, not 1"),
        ("[look]\ntheme = 'evning'", 'line 2: look.theme: expected one of "evening", "day", not "evning" (did you'),
        ("[look]\nlanguage = 'en_GB'", 'line 2: look.language: expected one of fi, sv, nb, de, en, not "en_GB"'),
        ("decks = 'blue'", 'line 1: decks: expected a list, not "blue"'),
        ("decks = ['blue', 2]", "line 1: decks[2]: expected a text, not 2"),
        ("a = ", "line 1: this is no valid TOML"),
        ("seats = []", "line 1: seats: expected 2 to 10 seats, not 0"),
        ("[[seats]]\nreader = 'x'", "line 1: seats[1].name: this key is missing: expected a text"),
        ("[[seats]]\nname = 'A'\n[[seats]]\nname = 'A'", 'line 4: seats[2].name: seat 1 is called "A" too'),
        ("[[seats]]\nname = 'A'\n[[seats]]\nname = ' '", "line 4: seats[2].name: expected a name of 1 to 24 letters"),
        ("sources = []", "line 1: sources: expected at least one source"),
        ("[[sources]]\nkind = 'seral'", 'sources[1].kind: expected one of mock, spi, serial, gpio, not "seral" (did'),
        ("[[sources]]\nname = 'x'", "line 1: sources[1].kind: expected one of mock, spi, serial, gpio, not nothing"),
        ("[[sources]]\nkind = 'spi'", "line 1: sources[1].readers: this key is missing: expected a table"),
        ("[house]\nsettle_ms = 0x" + "f" * 5000, "settle_ms: expected a whole number from 0 to 2000, not 0xfff"),
        ("[[seats]]\nname = 'A'\n[[seats]]\nname = '\t'", r'name: expected a name of 1 to 24 letters, not "\t"'),
        ('"\\n" = 1', r"line 1: \n: there is no such key"),
        ('"' + "k" * 5000 + '" = 1', "there is no such key; the keys here are seats, draw_reader"),
    ],
)
def test_every_mistake_is_one_line_with_file_line_key_and_what_was_expected(text, fault):
    with pytest.raises(ConfigError) as error:
        read_config(text, "home.toml")
    assert str(error.value).startswith("home.toml, line ")
    assert fault in str(error.value)
    assert str(error.value).isprintable()


@pytest.mark.parametrize(
    ("was", "becomes", "fault"),
    [
        # one reader, button or lamp for two
        ('reader = "left"', 'reader = "seat-1"', 'seats[2].reader: "seat-1" is the reader of Åsa already: Bo needs'),
        ('button = ""', 'button = "button-1"', 'seats[2].button: "button-1" is the button of Åsa already: Bo needs'),
        ('button = ""', 'lamp = "lamp-1"', 'seats[2].lamp: "lamp-1" is the lamp of Åsa already: Bo needs'),
        ('"gate"\n', '"left"\n', 'draw_reader: "left" is the reader of Bo already: draw_reader needs'),
        # what no source has, and what two have
        (
            'reader = "left"',
            'reader = "lefft"',
            'seats[2].reader: no source has "lefft" among its readers (did you mean',
        ),
        ('"gate"\n', '"x"\n', 'draw_reader: no source has "x" among its readers; they have seat-1, gate, left'),
        ('name = "pico"', 'name = "spi"', 'sources[2].name: another source is called "spi" too'),
        ('["", "left"]', '["gate", "left"]', 'sources[2].readers: "gate" is on source spi already'),
        ('["", "left"]', '["left", "left"]', 'sources[2].readers: "left" is on source pico already'),
        # wires
        (
            '"1.2"',
            '"0.2"',
            "sources[1].readers.gate: expected a bus and chip select, one of 0.0, 0.1, 1.0, 1.1, 1.2, not",
        ),
        (
            '"1.2"',
            '"0.0"',
            "sources[1].readers.gate: the reader seat-1 of Åsa is on 0.0 already: the reader gate of draw",
        ),
        (
            "button-1 = 5",
            "button-1 = 7",
            "sources[3].buttons.button-1: GPIO 7 is used by SPI0 (CE1) already: the button",
        ),
        (
            "button-1 = 5",
            "button-1 = 25",
            "GPIO 25 is used by the reset of source spi already: the button button-1 of Åsa",
        ),
        (
            "lamp-2 = 23",
            "lamp-2 = 22",
            "GPIO 22 is used by the lamp lamp-1 of Åsa already: the lamp lamp-2 of Bo needs",
        ),
        (
            "buzzer = 12",
            "buzzer = 5",
            "GPIO 5 is used by the button button-1 of Åsa already: the buzzer needs another pin",
        ),
        ("buzzer = 12", "buzzer = 1", "sources[3].buzzer: expected a whole number from 2 to 27, not 1"),
        ("speed_hz = 500_000", "gain_db = 20", "sources[1].gain_db: expected one of 18, 23, 33, 38, 43, 48, not 20"),
        ("speed_hz = 500_000", "reset_pin = 8", "sources[1].reset_pin: GPIO 8 is used by SPI0 (CE0) already"),
    ],
)
def test_what_does_not_fit_together_is_told_with_both_sides_where_the_second_stands(was, becomes, fault):
    assert REAL.count(was) == 1
    text = REAL.replace(was, becomes)
    line = REAL[: REAL.index(was)].count("\n") + 1
    with pytest.raises(ConfigError) as error:
        read_config(text)
    assert str(error.value).startswith(f"table.toml, line {line}: ")
    assert fault in str(error.value)
    assert "\n" not in str(error.value)


def test_two_boards_need_a_path_each():
    boards = '[[seats]]\nname="A"\nreader=""\n[[seats]]\nname="B"\nreader=""\n' + "".join(
        f'[[sources]]\nkind = "serial"\nname = "{name}"\npath = "{path}"\n' for name, path in (("a", "/x"), ("b", "{}"))
    )
    with pytest.raises(ConfigError, match=r"line 14: sources\[2\]\.path: source a is on the same board"):
        read_config(boards.replace("{}", "/x"))
    assert len(read_config(boards.replace("{}", "/y")).sources) == 2


def test_a_file_that_was_asked_for_must_be_there(tmp_path):
    with pytest.raises(ConfigError, match=r"x\.toml: this file cannot be read \(it is not there\)"):
        load_config(tmp_path / "x.toml")


def test_what_is_not_text_is_told_with_its_line(tmp_path):
    path = tmp_path / "table.toml"
    path.write_bytes(b"[look]\n\xff\xfe")
    with pytest.raises(ConfigError, match=r"table\.toml, line 2: this is no UTF-8 text"):
        load_config(path)


def test_the_defaults_are_the_configuration_of_an_empty_file():
    assert read_config("").look == TableConfig().look
    assert read_config("# nothing\n") == read_config("")
