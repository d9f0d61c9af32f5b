"""Playing at a real table: what the configuration makes of a match, and a match over readers of every arrangement."""

import json
import threading
import time
from contextlib import contextmanager
from types import SimpleNamespace

import pytest
from at_a_terminal import Bench

from display.view import Intent, PlayView
from engine.errors import BadGame, LapioError
from firmware_bridge.link_position import NOWHERE, Position
from firmware_bridge.sim.bench import Bench as SimulatedBench
from firmware_bridge.sim.clock import RealClock as SimulatedClock
from firmware_bridge.sim.tag import Ntag213
from firmware_bridge.sim_pico import SimulatedPico, missing
from firmware_bridge.spi_source import SpiSource
from firmware_bridge.transports import simulated_wires
from table import real
from table.cli import _parser
from table.config import read_config
from table.journal import Journal
from table.loop import Loop
from table.real import BridgeClock, Hub, RealMatch, decks_in_play, header_of, look_of, lookup, seated, table_to_play_at
from table.registry import ForeignTag, KnownCard, Registry
from table.sources import HardwareInUse, hardware_lock, open_source

SPI = '[[sources]]\nkind = "spi"\nreaders = { %s }\n'
THREE = 'seats = [{ name = "Anna" }, { name = "Bo" }, { name = "Cleo" }]\n'
OWN = THREE + SPI % 'seat-1 = "0.0", seat-2 = "0.1", seat-3 = "1.0", draw = "1.1"'
SHARED = 'shared_reader = "middle"\n' + THREE + SPI % 'middle = "0.0"'
MIXED = (
    'shared_reader = "middle"\ndiscard_reader = "pile"\n'
    'seats = [{ name = "Anna", reader = "seat-1" }, { name = "Bo" }, { name = "Cleo" }]\n'
    + SPI % 'seat-1 = "0.0", middle = "0.1"'
    + '[[sources]]\nkind = "serial"\nreaders = ["", "pile", "draw"]\nbuttons = ["", "button-2"]\nlamps = ["lamp-1"]\n'
)


def asked(*words):
    return _parser().parse_args(["play", *words])


def uid(card):
    return b"\x04REAL" + card.encode()


@pytest.fixture
def decks(tmp_path, monkeypatch):
    """A data folder with a whole deck, blue."""
    monkeypatch.setenv("LAPIO_DATA", str(tmp_path))
    registry = Registry(tmp_path / "decks")
    registry.add_deck("blue", "french-54")
    for card in registry.cards("blue"):
        registry.enrol("blue", card, uid(card))
    registry.save("blue")
    return registry


class Table:
    """A match at a real table whose sources are simulated, in one thread; time passes by a second a tap."""

    def __init__(self, config, decks, *, broken=(), journal=None, loaded=None, positions=None, words=()):
        self.time = 1000.0
        self.config = read_config(config)
        self.bench = Bench(self, broken)
        self.told = []
        self.given = {}
        self.journal = journal or Journal.open(None)
        self.hub = Hub(self.config, positions or {}, self.open_one, self.told.append)
        self.header = header_of(asked(*words), self.config)
        self.decks = decks
        self.begin(loaded)

    def open_one(self, source, **how):
        self.given[source.name] = how
        return self.bench(source)

    def now(self):
        return self.time

    def wait(self, moment):
        return 0.0

    def begin(self, loaded=None):
        self.match = RealMatch(self.config, self.header, self.decks, self.hub, self, self.journal, loaded)
        self.session = self.match.session
        self.hub.lead_to(self.session.handle)

    def tap(self, reader, card):
        self.time += 1
        self.bench.tap(reader, uid(card))()
        self.session.tick(self.time)

    @property
    def view(self):
        view = self.session.view()
        assert isinstance(view, PlayView)
        return view

    @property
    def played(self):
        return [(self.header.seats[laid.seat], laid.card) for laid in self.view.laid]

    @property
    def alerts(self):
        return [(alert.kind, alert.detail) for alert in self.session.alerts]


# Over every arrangement of readers


def test_cards_count_at_the_reader_of_their_seat(decks):
    table = Table(OWN, decks)
    table.tap("seat-1", "5H")
    table.tap("seat-2", "7H")
    assert table.played == [("Anna", "5H"), ("Bo", "7H")]


def test_a_card_on_the_reader_in_the_middle_is_of_whoever_is_to_play(decks):
    table = Table(SHARED, decks)
    for card in ("5H", "7H"):
        table.tap("middle", card)
    assert table.played == [("Anna", "5H"), ("Bo", "7H")]


def test_own_shared_draw_and_discard_readers_of_two_sources_work_together(decks):
    table = Table(MIXED, decks)
    table.tap("seat-1", "5H")
    table.tap("middle", "7H")
    table.tap("pile", "9H")  # this game has no open pile
    table.tap("middle", "2H")
    assert table.view.trick == 2
    table.tap("draw", "KC")  # the winner's refill, named over the gate
    last = json.loads(table.journal.unfinished().lines[-1][1])
    assert last == {"seat": "Bo", "do": "draw", "card": "KC", "from": "stock"}
    assert table.alerts == []


def test_a_lamp_on_a_board_shows_whose_turn_it_is(decks):
    table = Table(MIXED, decks)
    assert table.bench.tables["serial"].lamps == {"lamp-1": "on"}
    table.tap("seat-1", "5H")
    assert table.bench.tables["serial"].lamps == {"lamp-1": "off"}


def test_house_rules_and_debouncing_come_from_the_configuration(decks):
    table = Table(OWN + "[house]\nsettle_ms = 900\ndebounce_ms = 40\n", decks)
    table.tap("seat-1", "5H")  # for 0.3 s
    assert table.played == []
    assert table.given["spi"] == {"debounce_s": 0.04, "position": NOWHERE}


def test_a_joker_is_no_card_of_a_game_without_jokers(decks):
    table = Table(OWN, decks)
    table.tap("seat-1", "X1")
    assert table.alerts == [("foreign-tag", "blue")]
    find = lookup(decks, table.session.referee.game)
    assert find(uid("X1")) == ForeignTag(uid("X1"), "blue", "X1")
    assert find(uid("JS")) == KnownCard("blue", "JS")


def test_what_lay_or_was_tapped_before_the_match_is_no_play(decks):
    table = Table(OWN, decks)
    table.session.began = table.time + 20
    table.tap("seat-1", "5H")
    assert table.played == []


# What goes wrong


def test_a_source_that_cannot_be_opened_is_told_and_the_game_goes_on_with_the_others(decks):
    table = Table(MIXED, decks, broken=["serial"])
    assert table.told == ["serial is broken: mend it"]
    assert table.alerts == [("source-down", "serial")]
    table.tap("seat-1", "5H")
    table.session.intent(Intent("card", card="7H", seat=1))  # entered by hand
    assert table.played == [("Anna", "5H"), ("Bo", "7H")]


def test_the_next_match_hears_again_how_readers_and_sources_are(decks):
    table = Table(OWN, decks)
    table.bench.broken = ()
    table.begin()
    assert {read.state for read in table.session.readers.values()} == {"ok"}
    assert len(table.session.readers) == 4
    table.tap("seat-1", "5H")
    assert table.played == [("Anna", "5H")]


def test_a_board_is_asked_from_where_the_journal_has_it(decks):
    table = Table(MIXED, decks, positions={"serial": "5B1E:17", "spi": "nonsense"})
    assert table.given["serial"]["position"] == Position("5B1E", 17)
    assert Table(MIXED, decks, positions={"serial": "?"}).given["serial"]["position"] == NOWHERE


# What the configuration and the command line mean


def test_names_are_new_names_for_all_seats_or_say_who_plays():
    config = read_config(MIXED)
    named = seated(config, "Dora, Eva,Frans")
    assert [(seat.name, seat.reader) for seat in named.seats] == [("Dora", "seat-1"), ("Eva", ""), ("Frans", "")]
    fewer = seated(config, "anna,CLEO")
    assert [seat.name for seat in fewer.seats] == ["Anna", "Cleo"]
    assert fewer.seating.readers["seat-1"] == 0
    assert seated(config, None) is config
    with pytest.raises(BadGame, match="the table has 3 seats, not 2"):
        real.play(asked("--players", "2"), config)
    with pytest.raises(BadGame, match="the seats Anna, Bo, Cleo"):
        seated(config, "Anna,Dora")


def test_the_last_seat_deals_and_a_name_with_a_plus_is_refused():
    header = header_of(asked("--option", "target=250"), read_config(OWN))
    assert (header.seats, header.dealer, header.options) == (("Anna", "Bo", "Cleo"), "Cleo", {"target": 250})
    with pytest.raises(BadGame, match=r'"A\+B"'):
        header_of(asked(), read_config(OWN.replace("Anna", "A+B")))


def test_the_command_line_wins_over_the_households_look():
    config = read_config('[look]\nlanguage = "sv"\ntheme = "day"\nsound = false\nway = "tabletop"\n')
    look = look_of(asked("--language", "fi", "--no-motion"), config)
    assert (look.language, look.theme, look.motion, look.sound, look.way) == ("fi", "day", False, False, "tabletop")


def test_only_the_decks_that_the_table_names_are_in_play(decks, tmp_path, capsys):
    decks.add_deck("red", "french-52")
    decks.enrol("red", "JS", b"\x04RED-JS")
    decks.save("red")
    config = read_config('decks = ["blue"]\n')
    assert decks_in_play(config).find(b"\x04RED-JS") == ForeignTag(b"\x04RED-JS", "red", "JS")
    assert decks_in_play(read_config("")).find(b"\x04RED-JS") == KnownCard("red", "JS")
    assert "51 cards of the deck red are not learnt: lapio deck learn red" in capsys.readouterr().err
    with pytest.raises(LapioError, match='no deck "green"; learnt are blue, red'):
        decks_in_play(read_config('decks = ["green"]\n'))
    with pytest.raises(LapioError, match="no deck is learnt yet"):
        decks_in_play(config, tmp_path / "empty")


def test_a_real_table_that_is_set_up_is_played_at_unless_mock_is_asked_for(decks, tmp_path):
    assert table_to_play_at(asked()) is None  # nothing is set up
    (tmp_path / "table.toml").write_text(OWN)
    assert table_to_play_at(asked()) == read_config(OWN)
    mock = asked("--mock")
    assert table_to_play_at(mock) is None
    assert mock.journal == str(tmp_path / "mock.sqlite")  # a real game that is unfinished stays unfinished
    with pytest.raises(LapioError, match=r"elsewhere\.toml"):
        table_to_play_at(asked("--config", str(tmp_path / "elsewhere.toml")))


def test_a_mock_table_that_is_set_up_gives_its_names_and_language(decks, tmp_path):
    (tmp_path / "table.toml").write_text('draw_reader = ""\n' + THREE + '[look]\nlanguage = "fi"\n')
    words = asked()
    assert table_to_play_at(words) is None
    assert (words.names, words.players, words.language, words.no_draw_reader) == ("Anna,Bo,Cleo", 3, "fi", True)
    words = asked("--players", "2")
    assert table_to_play_at(words) is None
    assert (words.names, words.players) == (None, 2)


# Interrupted games


def journal_with_a_game(decks, tmp_path):
    journal = Journal.open(tmp_path / "journal.sqlite")
    table = Table(OWN, decks, journal=journal)
    table.tap("seat-1", "5H")
    return journal


def test_an_interrupted_game_goes_on(decks, tmp_path):
    with journal_with_a_game(decks, tmp_path) as journal:
        header = header_of(asked("--resume"), read_config(OWN))
        loaded = real._unfinished(journal, asked("--resume"), header)
        table = Table(OWN, decks, journal=journal, loaded=loaded)
        assert table.played == [("Anna", "5H")]
        table.tap("seat-2", "7H")
        assert table.played[1:] == [("Bo", "7H")]
        assert len(journal.games()) == 1


def test_an_interrupted_game_of_others_is_not_given_up_silently(decks, tmp_path):
    with journal_with_a_game(decks, tmp_path) as journal:
        config = seated(read_config(OWN), "Dora,Eva,Frans")
        with pytest.raises(LapioError, match="go on with --names Anna,Bo,Cleo, or start another: --new"):
            real._unfinished(journal, asked(), header_of(asked(), config))
        assert real._unfinished(journal, asked("--new"), header_of(asked(), config)) is None


# The whole of it


class Screen:
    """Sees every view; after so many it quits."""

    def __init__(self, views):
        self.left = views
        self.alerts = []

    def show(self, view):
        self.alerts += [view.alert.kind] if view.alert else []

    def tick(self, now):
        return None

    def intents(self, timeout):
        self.left -= 1
        return [Intent("carry-on")] if self.left else [Intent("quit")]

    def wake(self):
        pass


def test_play_goes_on_without_readers_that_cannot_be_opened_and_lets_the_hardware_go(
    decks, tmp_path, monkeypatch, capsys
):
    screen = Screen(3)

    @contextmanager
    def shown(asked, config):
        yield screen

    monkeypatch.setattr(real, "_screen", shown)
    (tmp_path / "table.toml").write_text(OWN)
    words = asked("--new")
    assert real.play(words, table_to_play_at(words)) == 0
    assert screen.alerts[0] == "source-down"
    err = capsys.readouterr().err
    assert "lapio: The readers on the Pi's SPI cannot be opened." in err
    hardware_lock().release()


def test_a_second_lapio_is_refused_by_name(decks, tmp_path):
    (tmp_path / "table.toml").write_text(OWN)
    lock = hardware_lock()
    try:
        with pytest.raises(HardwareInUse, match=r"another Lapio \(process \d+\)"):
            real.play(asked(), table_to_play_at(asked()))
    finally:
        lock.release()


@pytest.mark.skipif(bool(missing()), reason="no MicroPython here")
def test_a_board_with_the_real_firmware_is_played_over_and_told_what_is_on_the_disk(decks, tmp_path):
    config = read_config(
        'seats = [{ name = "Anna" }, { name = "Bo" }]\n[[sources]]\nkind = "serial"\nreaders = ["seat-1", "seat-2"]\n'
    )
    boards = []

    def opened(source, *, debounce_s, position):
        boards.append(
            SimulatedPico(source.name, source.readers, source.buttons, source.lamps, time.monotonic, position=position)
        )
        return boards[0]

    with Journal.open(tmp_path / "journal.sqlite") as journal:
        hub = Hub(config, journal.positions(), opened)
        match = RealMatch(config, header_of(asked(), config), decks, hub, BridgeClock(), journal, None)
        loop = Loop(match.session, match.clock)
        hub.lead_to(loop.put)

        def people():
            end = time.monotonic() + 15
            while len(match.session.readers) < 2 and time.monotonic() < end:
                time.sleep(0.01)
            for reader, card in (("seat-1", "5H"), ("seat-2", "9H")):
                before = len(match.session.referee.accepted)
                while len(match.session.referee.accepted) == before and time.monotonic() < end:
                    boards[0].lay(reader, uid(card))
                    time.sleep(0.5)
                    boards[0].lift(reader, uid(card))
                    time.sleep(0.5)
            loop.wish = "quit"
            loop.put(hub._states["seat-1"])

        hands = threading.Thread(target=people)
        hands.start()
        try:
            loop.run()
        finally:
            hands.join()
            hub.stop()
        plays = [json.loads(text)["cards"] for _, text in journal.unfinished().lines]
        assert plays == ["5H", "9H"]
        position = Position.of(journal.positions()["serial"])
        assert position.seq >= 6  # each reader's state, the first round, on and off, on


@pytest.mark.parametrize(("factory", "simulated"), [("mock", True), ("lgpio", False)])
def test_pins_that_are_simulated_are_marked_on_the_screen(decks, monkeypatch, factory, simulated):
    monkeypatch.setenv("GPIOZERO_PIN_FACTORY", factory)
    config = read_config(OWN + '[[sources]]\nkind = "gpio"\nbuttons = { button-1 = 5 }\n')
    bench = Bench(SimpleNamespace(time=1000.0))
    hub = Hub(config, {}, lambda source, **how: (open_source if source.kind == "gpio" else bench)(source, **how))
    match = RealMatch(config, header_of(asked(), config), decks, hub, BridgeClock(), Journal.open(None), None)
    hub.lead_to(match.marked(match.session.handle))
    hub.stop()
    assert match.session.view().match.simulated == simulated


def test_cards_laid_on_simulated_chips_are_played_through_every_layer(decks):
    """The real driver over simulated chips, in threads and real time, into the main loop and the journal."""
    bench = SimulatedBench(SimulatedClock(time.monotonic_ns, lambda us: time.sleep(us / 1e6)), 2)
    config = read_config('seats = [{ name = "Anna" }, { name = "Bo" }]\n' + SPI % 'seat-1 = "0.0", seat-2 = "0.1"')
    journal = Journal.open(None)
    hub = Hub(config, {}, lambda source, **how: SpiSource(source.ports, lambda ports: simulated_wires(bench)))
    match = RealMatch(config, header_of(asked(), config), decks, hub, BridgeClock(), journal, None)
    loop = Loop(match.session, match.clock)
    hub.lead_to(loop.put)

    def people():
        end = time.monotonic() + 8
        while len(match.session.readers) < 2 and time.monotonic() < end:
            time.sleep(0.01)
        for reader, card in enumerate(("5H", "9H")):
            tag = Ntag213(uid(card))
            while len(match.session.referee.accepted) <= reader and time.monotonic() < end:
                time.sleep(0.2)  # what lies there when the readers are first looked at is no play
                bench.place(reader, tag)
                lifted = time.monotonic() + 1
                while len(match.session.referee.accepted) <= reader and time.monotonic() < lifted:
                    time.sleep(0.01)
                bench.take(reader, tag)
        loop.wish = "quit"
        loop.put(hub._states["seat-1"])  # so that the loop looks up

    hands = threading.Thread(target=people)
    hands.start()
    try:
        loop.run()
    finally:
        hands.join()
        hub.stop()
    assert [text for _, text in journal.unfinished().lines] == [
        '{"seat": "Anna", "do": "play", "cards": "5H"}',
        '{"seat": "Bo", "do": "play", "cards": "9H"}',
    ]
