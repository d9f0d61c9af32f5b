"""Decks, set-up and hardware on the screen: whole runs of the commands, and touches on a screen that nobody sees."""

import os

import pytest
from at_a_terminal import OneSource

from display.view import DeckView, HardwareView, Intent, Look, SetupView
from engine.errors import LapioError
from firmware_bridge.reads import ReaderState
from table.at_screen import AtScreen
from table.cli import _parser, main
from table.config import GpioSource, SpiSource, load_config
from table.finding import simulated_buttons, simulated_places, simulated_readers
from table.hardware import Hardware, HardwareScreen, parts_of, wired
from table.learn_screen import LearnScreen
from table.learn_terminal import MockPack
from table.registry import Registry, mock_deck
from table.rig import MockHands, Rig
from table.seating import Seating
from table.setup import Setup
from table.setup_screen import SetupScreen
from table.setup_terminal import usual_names
from table.tapping import Tapping

pytestmark = pytest.mark.filterwarnings("ignore::DeprecationWarning")


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    monkeypatch.setenv("LAPIO_DATA", str(tmp_path))
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    monkeypatch.setenv("SDL_AUDIODRIVER", "dummy")
    for variable in ("LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(variable, raising=False)
    return tmp_path


class Hand:
    """A screen that keeps what it was shown, and a person who touches it once nothing else happens any more.

    Each of `touches` is an Intent, or a function that is called (and may move cards). Time passes only when nothing
    else can happen.
    """

    hidden = False

    def __init__(self, *touches):
        self.touches = list(touches)
        self.shown = []
        self.time = 100.0
        self.look = Look(language="en")

    def now(self):
        return self.time

    def show(self, view):
        self.shown.append(view)

    def tick(self, now):
        return None

    def wake(self):
        pass

    def intents(self, timeout):
        if timeout is not None:
            self.time += max(timeout, 0.001)
            return []
        assert self.touches, f"nobody ends it: {self.shown[-1]}"
        touch = self.touches.pop(0)
        if isinstance(touch, Intent):
            return [touch]
        touch()
        self.time += 3
        return []

    @property
    def view(self):
        return self.shown[-1]


def do(*names):
    return [Intent(name) for name in names]


# -- whole runs, with a screen of a driver that shows nothing ---------------------------------------------------


def test_a_mock_deck_is_learnt_on_the_screen_by_simulated_hands(capsys, folder):
    assert main(["deck", "learn", "blue", "--mock", "--screen", "--speed", "100", "--size", "800x480"]) == 0
    out, err = capsys.readouterr()
    assert "The deck blue: 52 of 52 cards are learnt, and kept." in out
    assert "nobody sees it" in err
    registry = Registry.load(folder / "mock-decks")
    assert registry.missing("blue") == ()


def test_a_mock_table_is_set_up_on_the_screen_by_simulated_hands(capsys, folder):
    path = folder / "evening.toml"
    words = ["setup", "--mock", "--screen", "--speed", "100", "--size", "800x480", "--language", "fi", "--config"]
    assert main([*words, str(path)]) == 0
    assert f"Written: {path}." in capsys.readouterr().out
    config = load_config(path)
    assert config.simulated
    assert config.look.language == "fi"
    assert [seat.name for seat in config.seats] == ["Pohjoinen", "Itä", "Etelä", "Länsi"]


def test_where_nobody_sees_it_a_real_tables_file_is_left_alone(capsys, folder):
    path = folder / "real.toml"
    spi = '[[sources]]\nkind = "spi"\nreaders = { seat-1 = "0.0", seat-2 = "0.1" }\n'
    text = f'seats = [{{ name = "A" }}, {{ name = "B" }}]\n{spi}'
    path.write_text(text, encoding="utf-8")
    words = ["setup", "--mock", "--screen", "--speed", "100", "--size", "800x480", "--config", str(path)]
    assert main(words) == 1
    assert path.read_text(encoding="utf-8") == text
    assert "Nothing was written." in capsys.readouterr().out


def test_hardware_of_a_mock_table_is_tried_once_through_where_nobody_sees_it():
    assert main(["hardware", "--mock", "--speed", "100", "--size", "800x480"]) == 0


def test_hardware_ends_after_the_seconds_that_were_asked_for():
    assert main(["hardware", "--mock", "--seconds", "0", "--size", "800x480"]) == 0


@pytest.mark.parametrize(
    "words", [("deck", "learn", "blue", "--screen"), ("setup", "--screen"), ("hardware",)], ids=lambda words: words[0]
)
def test_a_real_table_wants_a_screen_that_can_be_seen(capsys, words):
    assert main(list(words)) == 2
    err = capsys.readouterr().err
    assert 'the video driver "dummy" shows nothing' in err
    assert err.count("\n") == 1


# -- a deck -----------------------------------------------------------------------------------------------------


def mock_learner(folder, *touches, cards=2):
    """Somebody at the screen of a mock table that has learnt all but the first cards of a deck."""
    screen = Hand(*touches)
    registry = Registry(folder / "decks")
    registry.add_deck("blue", "french-52")
    for number, card in enumerate(list(registry.cards("blue"))[cards:]):
        registry.enrol("blue", card, b"\x04KNOWN" + bytes([number]))
    at = AtScreen(screen, screen.now)
    pack = MockPack(MockHands(at), registry, "blue")
    return screen, registry, LearnScreen(at, registry, "blue", pack=pack)


def real_learner(folder, *touches):
    """Somebody at the screen of a table with two readers, and the table."""
    screen = Hand(*touches)
    at = AtScreen(screen, screen.now)
    registry = Registry(folder / "decks")
    registry.add_deck("blue", "french-52")
    registry.add_deck("red", "french-52")
    registry.enrol("red", "JS", b"\x04RED-JS")
    tables = []

    def open_one(source):
        tables.append(OneSource(source, screen, ("seat-2",)))
        return tables[-1]

    rig = Rig([SpiSource({"seat-1": "0.0", "draw": "0.1", "seat-2": "1.0"})], at, open_one)
    return screen, registry, LearnScreen(at, registry, "blue", rig=rig), tables[0]


def tap(screen, table, reader, *uids):
    def taps():
        for uid in uids:
            table.lay(reader, uid)
        screen.time += 0.3
        for uid in uids:
            table.lift(reader, uid)

    return taps


def test_simulated_hands_tap_the_card_that_is_asked_for_until_the_deck_is_complete(folder):
    screen, registry, learner = mock_learner(folder, *do("close"))
    assert learner.run() == 0
    asked = list(dict.fromkeys(view.card for view in screen.shown))
    assert asked == ["2C", "3C", None]
    assert screen.view.learnt == frozenset(registry.cards("blue"))
    assert screen.view.keys[0] == "close"


def test_a_tapped_card_is_told_and_the_next_one_is_asked_for(folder):
    screen, _, learner, table = real_learner(folder)
    screen.touches = [tap(screen, table, "seat-1", b"\x04BLUE-1"), *do("stop", "close")]
    assert learner.run() == 1
    learnt = [view for view in screen.shown if view.note is not None and view.note.kind == "learnt"]
    assert (learnt[0].note.card, learnt[0].card, learnt[0].learnt) == ("2C", "3C", {"2C"})
    assert learnt[0].readers == ("draw", "seat-1")  # the silent one is not named
    assert Registry.load(folder / "decks").cards("blue")["2C"] == (b"\x04BLUE-1",)


@pytest.mark.parametrize(
    ("uids", "kind"),
    [
        ((b"\x04RED-JS",), "elsewhere"),
        ((bytes.fromhex("08D1C3A7"),), "unfit"),
        ((b"\x04BLUE-1", b"\x04BLUE-2"), "two-cards"),
    ],
)
def test_what_cannot_be_learnt_is_told_and_changes_nothing(folder, uids, kind):
    screen, registry, learner, table = real_learner(folder)
    screen.touches = [tap(screen, table, "draw", *uids), *do("stop", "close")]
    learner.run()
    told = next(view.note for view in screen.shown if view.note is not None)
    assert (told.kind, told.good) == (kind, False)
    assert len(registry.missing("blue")) == 52


def test_skip_and_back_go_through_the_cards_and_a_new_tag_takes_the_old_ones_place(folder):
    screen, registry, learner, table = real_learner(folder)
    screen.touches = [
        *do("back"),
        tap(screen, table, "draw", b"\x04BLUE-1"),
        *do("skip", "back", "back"),
        tap(screen, table, "draw", b"\x04BLUE-2"),
        *do("stop", "close"),
    ]
    learner.run()
    notes = list(dict.fromkeys(view.note.kind for view in screen.shown if view.note is not None))
    assert notes == ["first-card", "learnt", "skipped-card", "replaced"]
    assert any(view.renewed and view.card == "2C" for view in screen.shown)
    assert registry.cards("blue")["2C"] == (b"\x04BLUE-2",)


def test_stopping_shows_what_was_kept_and_stays_until_it_is_closed(folder):
    screen, _, learner = mock_learner(folder, cards=52)
    at_first = screen.intents
    first = do("stop")
    screen.intents = lambda timeout: [first.pop()] if first else at_first(timeout)
    screen.touches = do("skip", "close")
    assert learner.run() == 1
    assert screen.view.stopped
    assert screen.view.keys == ("close", "full-screen")
    assert not screen.touches


def test_on_the_mock_table_a_touch_on_a_card_taps_it(folder):
    screen, registry, learner = mock_learner(folder, *do("close"), cards=3)
    at_first = screen.intents
    first = [Intent("card", card="4C")]
    screen.intents = lambda timeout: [first.pop()] if first else at_first(timeout)
    learner.run()
    notes = [view.note for view in screen.shown if view.note is not None]
    assert (notes[0].kind, notes[0].card) == ("learnt", "2C")  # the 4 of clubs became the 2, as it was asked for
    assert any((note.kind, note.card) == ("known", "2C") for note in notes)  # when hands tapped it as the 4
    assert registry.missing("blue") == ()  # they took a new sticker then


def test_no_reader_that_answers_is_an_error(folder):
    screen = Hand()
    at = AtScreen(screen, screen.now)
    registry = Registry(folder / "decks")
    registry.add_deck("blue", "french-52")
    rig = Rig([SpiSource({"seat-1": "0.0"})], at, lambda source: OneSource(source, screen, ("seat-1",)))
    with pytest.raises(LapioError, match="no reader answers"):
        LearnScreen(at, registry, "blue", rig=rig).run()


# -- set-up -----------------------------------------------------------------------------------------------------


def mock_setup(folder, *touches):
    screen = Hand(*touches)
    at = AtScreen(screen, screen.now)
    setup = Setup(simulated_places(), simulated_readers(), simulated_buttons(), (), names_for=usual_names)
    return screen, SetupScreen(at, screen, setup, folder / "table.toml", hands=MockHands(at))


def choose(number):
    return Intent("choose", number=number)


def test_a_mock_table_is_set_up_by_touches_while_hands_tap(folder):
    screen, asking = mock_setup(folder, choose(0), choose(2), choose(1), choose(1), *do("close"))
    assert asking.run() == 0
    assert screen.look.language == "fi"
    config = load_config(folder / "table.toml")
    assert [seat.name for seat in config.seats] == ["Pohjoinen", "Etelä"]
    asked = list(dict.fromkeys(view.ask for view in screen.shown))
    assert asked == ["language", "seats", "names", "reader", "draw", "discard", "button", "write", "written"]
    last = screen.view
    assert [place.reader for place in last.places] == ["reader 1", "reader 2", "reader 3", "reader 4"]
    assert [place.button for place in last.places[:2]] == ["button 1", "button 2"]


def test_stopping_writes_nothing(folder):
    screen, asking = mock_setup(folder, *do("stop", "close"))
    assert asking.run() == 1
    assert screen.view.ask == "not-written"
    assert not (folder / "table.toml").exists()


def real_setup(folder, lamps=("GPIO 22", "GPIO 23")):
    screen = Hand()
    at = AtScreen(screen, screen.now)
    sources = (
        SpiSource({"SPI 0.0": "0.0", "SPI 0.1": "0.1"}),
        GpioSource(buttons={"GPIO 5": 5, "GPIO 6": 6}, lamps=dict(zip(lamps, (22, 23), strict=False)), buzzer=12),
    )
    tables = {}

    def open_one(source):
        tables[source.name] = OneSource(source, screen, ())
        return tables[source.name]

    rig = Rig(sources, at, open_one)
    rig.listen(tapping := Tapping(places_matter=True))
    setup = Setup(
        sources, sorted(rig.readers), ("GPIO 5", "GPIO 6"), lamps, names_for=lambda count, _: ("Anna", "Bo")[:count]
    )
    asking = SetupScreen(at, screen, setup, folder / "table.toml", rig=rig, tapping=tapping)
    return screen, asking, tables


def test_readers_buttons_and_lamps_get_their_seats_by_taps_presses_and_touches(folder):
    screen, asking, tables = real_setup(folder)
    lit = []
    screen.touches = [
        choose(4),
        choose(2),
        choose(1),
        tap(screen, tables["spi"], "SPI 0.1", b"\x04CARD-1"),
        tap(screen, tables["spi"], "SPI 0.1", b"\x04CARD-1"),  # taken already
        tap(screen, tables["spi"], "SPI 0.0", b"\x04CARD-1"),
        *do("skip", "skip"),
        lambda: tables["gpio"].press("GPIO 6"),
        *do("skip"),
        choose(1),  # there are lamps
        lambda: lit.append(dict(tables["gpio"].lamps)),
        choose(1),  # it is Bo's
        choose(0),
        choose(1),  # the buzzer is heard
        choose(1),
        *do("close"),
    ]
    assert asking.run() == 0
    assert lit == [{"GPIO 22": "on"}]
    assert tables["gpio"].sounds == [(880, 400)]
    config = load_config(folder / "table.toml")
    assert config.seating.readers == {"seat-1": 0, "seat-2": 1}
    assert config.seating.buttons == {"button-1": 0}
    spi, gpio = config.sources
    assert spi.readers == {"seat-2": "0.0", "seat-1": "0.1"}
    assert gpio.lamps == {"lamp-2": 22, "lamp-1": 23}
    taken = next(view.note for view in screen.shown if view.note is not None and view.note.kind == "taken")
    assert (taken.part, taken.name, taken.good) == ("SPI 0.1", "Anna", False)
    places = screen.view.places
    assert [(place.reader, place.button, place.lamp) for place in places[:2]] == [
        ("SPI 0.1", "GPIO 6", "GPIO 23"),
        ("SPI 0.0", "", "GPIO 22"),
    ]


def test_the_hardware_page_can_be_looked_at_and_set_up_goes_on_where_it_was(folder):
    screen, asking, tables = real_setup(folder)
    screen.touches = [
        choose(4),
        choose(2),
        choose(1),
        *do("hardware"),
        lambda: tables["spi"].lay("SPI 0.0", b"\x04CARD-1"),
        lambda: tables["spi"].lift("SPI 0.0", b"\x04CARD-1"),
        *do("back"),
        tap(screen, tables["spi"], "SPI 0.1", b"\x04CARD-1"),
        *do("stop", "close"),
    ]
    asking.run()
    pages = [view for view in screen.shown if isinstance(view, HardwareView)]
    assert any(part.active and part.name == "SPI 0.0" for page in pages for part in page.parts)
    assert [part.state for part in pages[0].parts if part.kind == "reader"] == ["ok", "ok"]
    after = screen.shown[screen.shown.index(pages[-1]) + 1 :]
    assert after[0].ask == "reader"
    assert screen.view.places[0].reader == "SPI 0.1"  # and what was tapped on the hardware page was no answer


# -- hardware ---------------------------------------------------------------------------------------------------


SEATING = Seating(
    ("Anna", "Bo"), {"seat-1": 0, "seat-2": 1, "draw": "draw"}, {"button-1": 0}, {0: "lamp-1", 1: "lamp-2"}
)
SOURCES = (
    SpiSource({"seat-1": "0.0", "seat-2": "0.1", "draw": "1.0"}, gain_db=43),
    GpioSource(buttons={"button-1": 5}, lamps={"lamp-1": 22, "lamp-2": 23}),
)


def bench(*touches):
    """Somebody at the hardware page of a table; `steps` are called, each after time has passed."""
    screen = Hand(*touches)
    at = AtScreen(screen, screen.now)
    tables = {}

    def open_one(source):
        tables[source.name] = OneSource(source, screen, ("seat-2",))
        return tables[source.name]

    rig = Rig(SOURCES, at, open_one)
    model = Hardware(parts_of(SEATING, wired(SOURCES)), mock_deck())
    at.heard = model.take
    rig.listen(Tapping())
    at.heard = lambda read: None
    return screen, HardwareScreen(at, model, rig), rig, tables


def part(view, name):
    return next(part for part in view.parts if part.name == name)


def test_each_part_has_its_seat_its_place_and_how_it_is():
    screen, shown, rig, _ = bench(*do("close"))
    assert shown.run(Tapping(), rig) == "close"
    first = part(screen.view, "seat-1")
    assert (first.whose, first.place, first.state, first.detail) == ("Anna", "SPI 0.0", "ok", "simulated, gain 43 dB")
    assert part(screen.view, "seat-2").state == "mute"
    assert part(screen.view, "lamp-2").place == "GPIO 23 (pin 16)"
    assert [item.kind for item in screen.view.parts] == ["reader"] * 3 + ["button"] + ["lamp"] * 2


def test_a_card_lights_its_reader_up_and_its_name_stands_there_if_a_deck_has_it():
    screen, shown, rig, tables = bench()
    queen = mock_deck().cards("mock")["QH"][0]
    seen = []
    screen.touches = [
        lambda: tables["spi"].lay("seat-1", queen),
        lambda: seen.append(part(screen.view, "seat-1")),
        lambda: tables["spi"].lay("seat-1", b"\x04NOBODY"),
        lambda: seen.append(part(screen.view, "seat-1")),
        lambda: [tables["spi"].lift("seat-1", uid) for uid in (queen, b"\x04NOBODY")],
        *do("close"),
    ]
    shown.run(Tapping(), rig)
    assert [(item.active, item.cards, item.unknown) for item in seen] == [(True, ("QH",), 0), (True, ("QH",), 1)]
    last = part(screen.view, "seat-1")
    assert (last.active, last.cards, last.tried) == (False, (), True)


def test_a_button_lights_up_while_it_is_pressed():
    screen, shown, rig, tables = bench()
    screen.touches = [lambda: tables["gpio"].press("button-1"), *do("close")]
    shown.run(Tapping(), rig)
    pressed = [part(view, "button-1") for view in screen.shown]
    assert next(item.active for item in pressed if item.tried)
    assert (pressed[-1].active, pressed[-1].tried) == (False, True)


def test_a_touch_on_a_lamp_lights_it_another_darkens_it_and_leaving_darkens_all():
    screen, shown, rig, tables = bench()
    lamps = tables["gpio"].lamps
    seen = []
    number = next(at for at, item in enumerate(shown.view.parts) if item.name == "lamp-2")
    screen.touches = [
        choose(number),
        lambda: seen.append((lamps["lamp-2"], part(screen.view, "lamp-2").active)),
        choose(number),
        lambda: seen.append((lamps["lamp-2"], part(screen.view, "lamp-2").active)),
        choose(number),
        *do("close"),
    ]
    shown.run(Tapping(), rig)
    assert seen == [("on", True), ("off", False)]
    assert lamps["lamp-2"] == "off"


def test_a_reader_that_falls_silent_is_told_with_its_seat():
    screen, shown, rig, tables = bench()
    screen.touches = [lambda: tables["spi"]._say(ReaderState("seat-1", "mute", screen.time, "no chip")), *do("close")]
    shown.run(Tapping(), rig)
    note = screen.view.note
    assert (note.kind, note.part, note.detail, note.good) == ("reader-mute", "seat-1 (Anna)", "no chip", False)


# -- a real screen that is touched ------------------------------------------------------------------------------


def test_touches_on_the_picture_do_what_stands_there(folder):
    import pygame

    from display.screen import Screen
    from display.screens import plan_of
    from display.text import Fonts
    from display.words import Words

    screen = Screen((800, 480), Look(sound=False, motion=False), allow_hidden=True)
    try:
        screen.intents(0)
        screen.show(SetupView("language", keys=("stop",)))
        screen.tick(0.0)
        view = DeckView("blue", ("2C", "3C"), card="2C", simulated=True, keys=("tap", "skip", "back", "stop"))
        screen.show(view)
        screen.tick(1.0)
        layout = plan_of(view, (800, 480), Words("en"), Look(), Fonts())
        for do_it in ("skip", "back", "stop"):
            box = layout.named(f"button:{do_it}")[0].box
            for kind in (pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP):
                pygame.event.post(pygame.event.Event(kind, button=1, pos=(round(box.cx), round(box.cy))))
            assert screen.intents(0.2) == [Intent(do_it)]
    finally:
        screen.close()


def test_the_commands_have_the_options_of_the_screen():
    for words in (["deck", "learn", "--screen"], ["setup", "--screen"], ["hardware"]):
        asked = _parser().parse_args([*words, "--mock", "--size", "800x480", "--fullscreen", "--theme", "day"])
        assert (asked.size, asked.fullscreen, asked.theme, asked.speed) == ("800x480", True, "day", 1.0)
    assert os.environ["SDL_VIDEODRIVER"] == "dummy"
