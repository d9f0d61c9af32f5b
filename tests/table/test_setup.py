"""Setting a table up: the questions and their answers, what is written, and the same in a terminal."""

import pytest
from at_a_terminal import Bench, Scripted

from engine.errors import LapioError
from table.config import GpioSource, SerialSource, SpiSource, load_config, read_config
from table.config_text import config_text, write_config
from table.files import backup_of
from table.finding import button_pins, places, simulated_buttons, simulated_places, simulated_readers
from table.setup import Setup, Step
from table.setup_terminal import set_up, set_up_mock, usual_names
from table.sources import HardwareInUse, hardware_lock

SPI = SpiSource({f"SPI 0.{select}": f"0.{select}" for select in (0, 1)} | {"SPI 1.0": "1.0"}, speed_hz=500_000)
BOARD = SerialSource(
    readers=tuple(f"reader {n}" for n in range(4)), buttons=tuple(f"board button {n}" for n in range(3))
)
GPIO = GpioSource(buttons={"GPIO 5": 5, "GPIO 6": 6}, lamps={"GPIO 22": 22, "GPIO 23": 23, "GPIO 24": 24}, buzzer=12)


def begun(*answers, places=(SPI, BOARD, GPIO), known=None):
    setup = Setup(
        places,
        [reader for place in places for reader in place.readers],
        [button for place in places for button in place.buttons],
        [lamp for place in places for lamp in place.lamps],
        known=known,
        names_for=lambda count, language: tuple("ABCDEFGHIJ"[:count]),
    )
    for answer in answers:
        assert setup.answer(answer).kind == "ok", answer
    return setup


def whole(setup):
    """The configuration as it is read from its own text."""
    return read_config(config_text(setup.config()))


# What is asked and what comes of it


def test_the_questions_come_in_their_order():
    setup = begun("fi", "2", "Anna, Bo")
    asked = []
    while setup.step.ask != "write":
        asked.append(setup.step)
        setup.skip()
    assert asked == [
        Step("reader", 0),
        Step("reader", 1),
        Step("shared"),  # nobody has an own one
        Step("draw"),
        Step("discard"),
        Step("button", 0),
        Step("button", 1),
        Step("lamps"),
    ]


def test_readers_buttons_and_lamps_get_their_seats():
    setup = begun("", "2", "Anna,Bo")
    assert setup.tapped("SPI 0.1") == ("reader", "SPI 0.1", "Anna", "")
    setup.tapped("reader 2")
    setup.tapped("SPI 0.0")
    setup.skip()
    setup.pressed("GPIO 6")
    assert setup.pressed("board button 1").whose == "Bo"
    setup.answer("y")
    setup.answer("Bo")
    setup.answer("1")
    assert setup.step.ask == "buzzer"  # both seats have a lamp
    setup.answer("y")
    config = whole(setup)
    assert config.seating.readers == {"seat-1": 0, "seat-2": 1, "draw": "draw"}
    assert config.seating.buttons == {"button-1": 0, "button-2": 1}
    spi, board, gpio = config.sources
    assert spi == SpiSource({"seat-1": "0.1", "draw": "0.0"}, speed_hz=500_000)
    assert (board.readers, board.buttons) == (("", "", "seat-2"), ("", "button-2"))
    assert (gpio.buttons, gpio.lamps, gpio.buzzer) == ({"button-1": 6}, {"lamp-2": 22, "lamp-1": 23}, 12)


def test_one_reader_in_the_middle_serves_the_seats_without_one():
    setup = begun("", "3", "", places=(SPI,))
    setup.tapped("SPI 0.0")
    setup.skip()
    setup.skip()
    assert setup.step == Step("shared")
    setup.tapped("SPI 0.1")
    seating = whole(setup).seating
    assert seating.readers == {"seat-1": 0, "shared": "shared"}
    assert (seating.reader_of(0), seating.reader_of(2)) == ("seat-1", "shared")


def test_a_source_that_nothing_is_used_of_is_left_out():
    setup = begun("", "2", "")
    setup.tapped("SPI 0.0")
    setup.tapped("SPI 0.1")
    assert [source.kind for source in whole(setup).sources] == ["spi"]


def test_a_reader_has_one_place_only():
    setup = begun("", "2", "")
    setup.tapped("SPI 0.0")
    assert setup.tapped("SPI 0.0") == ("taken", "SPI 0.0", "A", "")
    assert setup.step == Step("reader", 1)


def test_going_back_forgets_the_answer_there():
    setup = begun("", "2", "")
    setup.tapped("SPI 0.0")
    assert setup.back().kind == "back"
    assert setup.step == Step("reader", 0)
    setup.tapped("SPI 0.1")
    assert setup.tapped("SPI 0.0").whose == "B"
    assert begun().back().kind == "first"


def test_going_back_to_fewer_seats_leaves_nothing_behind():
    setup = begun("", "3", "")
    for reader in ("SPI 0.0", "SPI 0.1", "SPI 1.0"):
        setup.tapped(reader)
    for _ in range(5):
        setup.back()
    assert setup.step.ask == "seats"
    setup.answer("2")
    setup.answer("")
    setup.tapped("SPI 1.0")
    setup.tapped("SPI 0.0")
    assert whole(setup).seating.readers == {"seat-1": 0, "seat-2": 1}


@pytest.mark.parametrize(
    ("answers", "wrong", "says"),
    [
        ((), "suomi", "one of fi, sv, nb, de, en"),
        (("en",), "1", "from 2 to 10"),
        (("en",), "four", "from 2 to 10"),
        (("en",), "²", "from 2 to 10"),
        (("en", "2"), "Anna", "2 names"),
        (("en", "2"), "Anna,Anna", 'two seats are called "Anna"'),
        (("en", "2"), "Anna,", 'not ""'),
        (("en", "2"), "A+B,C", 'no "+"'),
        (("en", "2"), "A,\x1b[0m", "letters"),
    ],
)
def test_a_wrong_answer_says_what_is_right(answers, wrong, says):
    setup = begun(*answers)
    before = setup.step
    said = setup.answer(wrong)
    assert said.kind == "bad"
    assert says in said.text
    assert setup.step == before


def test_what_was_not_asked_for_changes_nothing():
    setup = begun("", "2", "")
    assert setup.pressed("GPIO 5").kind == "no-tap"
    assert setup.answer("Anna").kind == "no-tap"
    for _ in range(5):
        setup.skip()
    assert setup.step == Step("button", 0)
    assert setup.tapped("SPI 0.0").kind == "no-press"
    assert (setup.reader_at, setup.button_at) == ({}, {})


def test_a_lamp_can_be_nobodys_and_a_seat_has_one_lamp():
    setup = begun("", "2", "", places=(GPIO,))
    for _ in range(2):
        setup.skip()
    setup.answer("y")
    assert setup.usual == "A"
    assert setup.answer("none").kind == "skipped"
    assert setup.answer("Carl").kind == "bad"
    assert setup.answer("").kind == "lamp"
    assert setup.answer("a").kind == "taken"
    setup.back()
    assert setup.step.part == "GPIO 23"
    assert setup.answer("end").kind == "skipped"
    assert setup.step.ask == "buzzer"
    setup.skip()
    assert setup.step.ask == "write"
    assert setup.config().sources == ()


def test_other_settings_of_the_table_are_kept():
    known = read_config('decks = ["blue"]\n[house]\nsettle_ms = 300\n[look]\nlanguage = "sv"\ntheme = "day"\n')
    setup = begun("", "", "", places=simulated_places(), known=known)
    config = whole(setup)
    assert (config.decks, config.house.settle_ms, config.look) == (("blue",), 300, known.look)
    assert [seat.name for seat in config.seats] == ["North", "East", "South", "West"]


def test_a_mock_table_has_only_what_it_was_given():
    setup = Setup(
        simulated_places(), simulated_readers(), simulated_buttons(), (), names_for=usual_names, language="fi"
    )
    for _ in range(3):
        setup.answer("")
    setup.tapped("reader 7")
    while setup.step.ask != "write":
        setup.skip()
    config = whole(setup)
    assert config.simulated
    assert config.seating.readers == {"seat-1": 0}
    assert config.seating.buttons == {}
    assert config.look.language == "fi"
    assert config.seating.names[0] == "Pohjoinen"


def test_a_table_without_any_hardware_is_not_written():
    setup = begun("", "2", "")
    while setup.step.ask != "write":
        setup.skip()
    said = setup.answer("y")
    assert (said.kind, setup.done) == ("bad", False)
    with pytest.raises(LapioError, match="sources: expected at least one source"):
        whole(setup)


# The text of the file


@pytest.mark.parametrize(
    "text",
    [
        "",
        'seats = [{name = "Åke \\"Å\\" \\\\ B"}, {name = "B", reader = "", button = "knob"}]\nshared_reader = "x y"\n',
        'draw_reader = ""\n[[sources]]\nkind = "mock"\nname = "pretended"\n',
        '[[sources]]\nkind = "spi"\nreaders = {seat-1 = "0.0", seat-2 = "0.1", seat-3 = "1.0", seat-4 = "1.1"}\n'
        'gain_db = 48\ndriver = "spidev"\n[[sources]]\nkind = "gpio"\nbuttons = {button-1 = 5}\nbuzzer = 12\n',
    ],
)
def test_the_text_of_a_configuration_is_read_as_that(text):
    config = read_config(text)
    assert read_config(config_text(config)) == config


def test_what_cannot_be_is_not_written_and_the_error_names_key_and_line(tmp_path):
    path = tmp_path / "table.toml"
    path.write_text("decks = []\n")
    config = read_config("", "x")
    wrong = config.__class__(seats=config.seats[:1], sources=config.sources)
    with pytest.raises(LapioError, match=r"table.toml, line \d+: seats: expected 2 to 10 seats, not 1"):
        write_config(wrong, path)
    assert path.read_text() == "decks = []\n"


# Where parts may be


def pi(tmp_path, *devices):
    for device in devices:
        path = tmp_path / device
        path.parent.mkdir(parents=True, exist_ok=True)
        path.touch()
    return tmp_path


def test_every_place_of_a_pi_is_offered_and_no_pin_that_has_another_use(tmp_path):
    board = "serial/by-id/usb-MicroPython_Board_in_FS_mode_E66-if00"
    devices = pi(tmp_path, "spidev0.0", "spidev0.1", "gpiochip0", board)
    spi, serial, gpio = places(devices)
    assert spi.readers == {"SPI 0.0": "0.0", "SPI 0.1": "0.1"}
    assert (serial.path, len(serial.readers)) == ("", 10)
    assert list(gpio.buttons.values())[:4] == [5, 6, 13, 26]
    assert not set(gpio.buttons.values()) & {0, 1, 2, 3, 7, 8, 9, 10, 11, 14, 15, 25, *gpio.lamps.values(), 12}


def test_without_spi_its_pins_are_free_and_two_boards_are_told_apart_by_path(tmp_path):
    name = "serial/by-id/usb-MicroPython_Board_in_FS_mode_{}-if00"
    devices = pi(tmp_path, "gpiochip0", name.format("A"), name.format("B"))
    assert button_pins(devices)[:8] == (5, 6, 13, 19, 26, 16, 20, 21)
    one, two, _ = places(devices)
    assert (one.name, two.name) == ("serial", "serial-2")
    assert two.path.endswith("_B-if00")
    assert "reader 0 of board 2" in two.readers


# In a terminal


@pytest.fixture
def table(tmp_path):
    return tmp_path / "table.toml"


def test_a_mock_table_is_set_up_by_typing(table):
    terminal = Scripted("fi", "2", "Anna, Bo", "4", "4", "two 5", "9", "99", "s", "s", "2", "b", "3", "1", "y")
    assert set_up_mock(terminal, table) == 0
    config = load_config(table)
    assert config.simulated
    assert config.look.language == "fi"
    assert config.seating.readers == {"seat-1": 0, "seat-2": 1}
    assert config.seating.buttons == {"button-1": 0, "button-2": 1}
    assert "reader 4 is that of Anna already" in terminal.text
    assert "Two cards lie on reader 5" in terminal.text
    assert '"99" is no reader' in terminal.text


@pytest.mark.parametrize("lines", [["q"], [], ["en", "2", "", "1", "2", "s", "s", "s", "s", "n"]])
def test_who_stops_changes_nothing(table, lines):
    table.write_text("decks = []\n")
    terminal = Scripted(*lines)
    assert set_up_mock(terminal, table) == 1
    assert "Nothing was written." in terminal.text
    assert table.read_text() == "decks = []\n"
    assert not backup_of(table).exists()


def test_what_was_there_is_kept_and_a_file_that_cannot_be_read_is_told_of(table):
    table.write_text("decks = 3\n")
    terminal = Scripted("", "2", "", "s", "s", "s", "s", "s", "s", "s", "y")
    assert set_up_mock(terminal, table) == 0
    assert "table.toml, line 1: decks" in terminal.text
    assert backup_of(table).read_text() == "decks = 3\n"
    assert len(load_config(table).seats) == 2


def test_a_place_that_cannot_be_written_to_is_told_before_the_first_question(tmp_path):
    terminal = Scripted()
    with pytest.raises(LapioError, match="cannot be written there; name another file with --config"):
        set_up_mock(terminal, tmp_path)
    assert terminal.text == ""


def real(tmp_path, terminal, bench):
    devices = pi(tmp_path / "dev", "spidev0.0", "spidev0.1", "spidev1.0", "gpiochip0")
    return set_up(terminal, tmp_path / "table.toml", devices=devices, lock_folder=tmp_path, open_one=bench)


def test_a_real_table_is_set_up_by_tapping_and_pressing(tmp_path, table):
    terminal = Scripted()
    bench = Bench(terminal, silent=["SPI 1.0"])
    tap, press = bench.tap, bench.press
    card, other = b"\x04CARD-1", b"\x04CARD-2"
    terminal.lines = [
        *("", "2", "Anna,Bo"),
        press("GPIO 5 (pin 29)"),  # not asked for
        tap("SPI 0.1", card, other),
        tap("SPI 0.1", card),
        tap("SPI 0.1", other),
        *("b", tap("SPI 0.0", card), tap("SPI 0.1", card)),
        *("s", "s"),
        press("GPIO 6 (pin 31)"),
        press("GPIO 5 (pin 29)"),
        *("y", "", "2", "y"),
        "y",
    ]
    assert real(tmp_path, terminal, bench) == 0
    config = load_config(table)
    spi, gpio = config.sources
    assert spi.readers == {"seat-1": "0.0", "seat-2": "0.1"}
    assert gpio.buttons == {"button-1": 6, "button-2": 5}
    assert gpio.lamps == {"lamp-1": 22, "lamp-2": 23}
    assert gpio.buzzer == 12
    assert "GPIO 5 (pin 29) was not asked for: a card is to be tapped" in terminal.text
    assert "Two cards lie on SPI 0.1" in terminal.text
    assert "SPI 0.1 is that of Anna already" in terminal.text


def test_pins_of_lamps_are_driven_only_once_somebody_said_that_there_are_lamps(tmp_path):
    terminal = Scripted()
    bench = Bench(terminal)
    before = []
    terminal.lines = ["", "2", "", "s", "s", "s", "s", "s", "s", "s", lambda: before.extend(bench.opened), "y", "q"]
    real(tmp_path, terminal, bench)
    assert [source.lamps for source in before if source.kind == "gpio"] == [{}]
    assert len([source for source in bench.opened if source.kind == "gpio" and source.lamps]) == 1
    assert bench.tables["gpio"].lamps == {"GPIO 22 (pin 15)": "off"}  # it was lit while its question stood


def test_a_card_that_two_readers_hear_belongs_to_neither(tmp_path):
    terminal = Scripted()
    bench = Bench(terminal)

    def lie_between():
        for reader in ("SPI 0.0", "SPI 0.1"):
            bench.tables["spi"].lay(reader, b"\x04CARD-1")

    terminal.lines = ["", "2", "", lie_between, "q"]
    real(tmp_path, terminal, bench)
    assert "SPI 0.0 and SPI 0.1 hear one card at once" in terminal.text
    assert "is the reader of" not in terminal.text


def test_what_cannot_be_opened_is_told_and_set_up_goes_on_with_the_rest(tmp_path, table):
    terminal = Scripted()
    bench = Bench(terminal, broken=["gpio"])
    terminal.lines = ["", "2", "", bench.tap("SPI 0.0", b"\x04CARD-1"), "s", "s", "s", "s", "y"]
    assert real(tmp_path, terminal, bench) == 0
    assert "gpio: gpio is broken: mend it" in terminal.text
    assert [source.kind for source in load_config(table).sources] == ["spi"]


def test_where_nothing_answers_it_says_so_in_one_line(tmp_path):
    terminal = Scripted()
    bench = Bench(terminal, broken=["gpio"], silent=["SPI 0.0", "SPI 0.1", "SPI 1.0"])
    with pytest.raises(LapioError, match="no reader and no button was found"):
        real(tmp_path, terminal, bench)
    with pytest.raises(LapioError, match="no reader and no button was found"):
        set_up(Scripted(), tmp_path / "t", devices=tmp_path / "none", lock_folder=tmp_path)


def test_hardware_that_another_lapio_uses_is_left_alone(tmp_path):
    lock = hardware_lock(tmp_path)
    try:
        with pytest.raises(HardwareInUse, match="another Lapio"):
            real(tmp_path, Scripted(), None)
    finally:
        lock.release()
