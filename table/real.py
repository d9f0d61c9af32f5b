"""Playing at a real table: the match, the hardware and the screen that table.toml asks for.

Any mixture of readers works: one a seat, one in the middle for all, at the stock, at the open pile; on the Pi's SPI, on
a board at USB, or both. What cannot be opened is told, at the terminal and on the screen, and the game goes on with
the rest.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from display.view import Look
from engine.errors import BadGame, LapioError
from engine.games import load
from engine.referee import Referee
from firmware_bridge.link_position import NOWHERE, Position
from firmware_bridge.reads import BridgeError, Read, ReaderState, Source, SourceState
from table import start
from table.cli import game_options
from table.cli_setup import config_path
from table.clock import Clock
from table.config import MockSource, SerialSource, TableConfig, load_config
from table.config import Source as WantedSource
from table.decks import decks_folder
from table.files import data_folder
from table.kept import Kept, age_of_deal, journal_path, open_journal, reader_of, unfinished
from table.loop import Loop
from table.opening import size_of
from table.receipts import Receipts
from table.registry import ForeignTag, Found, KnownCard, Registry
from table.script import Header, header_text, read_header
from table.session import Session
from table.sheet import print_sheet
from table.sources import RETRY_S, Opened, hardware_lock, is_link, open_source

if TYPE_CHECKING:
    from display.screen import Screen
    from engine.game import Game
    from table.journal import Journal, Loaded

MOCK_JOURNAL = "mock.sqlite"  # where a real table is set up, games at the mock table are kept apart
OpenOne = Callable[..., Source]


def table_to_play_at(asked: argparse.Namespace) -> TableConfig | None:
    """The real table that is set up; None where the mock table is played at: by --mock, or as none is set up.

    A mock table that is set up gives its seats' names, draw reader and language where nothing else was asked for.
    Raises ConfigError where table.toml is wrong.
    """
    path = config_path(asked.config)
    if asked.config is None and not path.exists():
        return None
    config = load_config(path)
    real = any(not isinstance(source, MockSource) for source in config.sources)
    if real and not asked.mock:
        return config
    if real:
        asked.journal = asked.journal or str(data_folder() / MOCK_JOURNAL)
    elif asked.names is None and asked.players in (None, len(config.seats)):
        asked.players = len(config.seats)
        asked.names = ",".join(seat.name for seat in config.seats)
        asked.language = asked.language or config.look.language
        asked.no_draw_reader = asked.no_draw_reader or not config.draw_reader
    return None


def play(asked: argparse.Namespace, config: TableConfig) -> int:
    """Play at this table until somebody leaves. Returns the exit status.

    Raises LapioError where the game cannot be played so, no deck is learnt, or another Lapio has the hardware.
    """
    config = seated(config, asked.names)
    if asked.players not in (None, len(config.seats)):
        raise BadGame(
            f"the table has {len(config.seats)} seats, not {asked.players}: say who plays with --names A,B,..."
        )
    registry = decks_in_play(config)
    header = header_of(asked, config)
    load(header.game, header.seats, header.dealer, header.options)
    with ExitStack() as stack:
        stack.callback(hardware_lock().release)
        journal = stack.enter_context(open_journal(journal_path(asked)))
        screen = stack.enter_context(_screen(asked, config))
        links = Hub(config, journal.positions())
        stack.callback(links.stop)
        first = True
        while True:
            loaded = _unfinished(journal, asked, header) if first else None
            match = RealMatch(config, header, registry, links, BridgeClock(), journal, loaded)
            loop = Loop(match.session, match.clock, screen=screen, leave_at_end=False)
            links.lead_to(match.marked(loop.put))
            loop.run()
            print_sheet(match.session, sys.stdout)
            match.finish()
            if loop.wish != "again":
                return 0
            first = False


# -- what the configuration means --------------------------------------------------------------------------


def seated(config: TableConfig, names: str | None) -> TableConfig:
    """The table with those who play tonight: as many names as seats are new names, fewer are the seats that play.

    Raises BadGame where they are neither.
    """
    if names is None:
        return config
    wanted = [name.strip() for name in names.split(",")]
    if len(wanted) == len(config.seats):
        return replace(
            config, seats=tuple(replace(seat, name=name) for seat, name in zip(config.seats, wanted, strict=True))
        )
    there = {seat.name.casefold(): seat for seat in config.seats}
    unknown = [name for name in wanted if name.casefold() not in there]
    if unknown or len(wanted) > len(config.seats):
        known = ", ".join(seat.name for seat in config.seats)
        raise BadGame(f"--names: the table has the seats {known}: name those that play, or give each of them a name")
    folded = [name.casefold() for name in wanted]
    return replace(config, seats=tuple(seat for seat in config.seats if seat.name.casefold() in folded))


def header_of(asked: argparse.Namespace, config: TableConfig) -> Header:
    """The match that is asked for, at the table's seats. Raises BadGame for names that no game takes."""
    names = tuple(seat.name for seat in config.seats)
    for name in names:
        if "+" in name:
            raise BadGame(f'a seat cannot be called "{name}" in a game: take the "+" out')
    return Header(asked.game, names, names[-1], game_options(asked))


def decks_in_play(config: TableConfig, folder: Path | None = None) -> Registry:
    """The decks with those in play as the configuration says, all where it names none.

    Raises LapioError where none is learnt, or one that it names is not.
    """
    registry = Registry.load(folder or decks_folder())
    if not registry.decks:
        raise LapioError("no deck is learnt yet, so no card is known: lapio deck learn blue")
    for deck in config.decks:
        if deck not in registry.decks:
            known = ", ".join(registry.decks)
            raise LapioError(f'table.toml, decks: there is no deck "{deck}"; learnt are {known}')
    registry.in_play = config.decks or None
    for deck in config.decks or registry.decks:
        if missing := registry.missing(deck):
            print(
                f"lapio: {len(missing)} cards of the deck {deck} are not learnt: lapio deck learn {deck}",
                file=sys.stderr,
            )
    return registry


def lookup(registry: Registry, game: Game) -> Callable[[bytes], Found]:
    """What a tag is in this game: a card that the game has no use for (a joker) is foreign."""
    faces = set(game.deck.faces)

    def find(uid: bytes) -> Found:
        found = registry.find(uid)
        if isinstance(found, KnownCard) and found.card not in faces:
            return ForeignTag(uid, found.deck, found.card)
        return found

    return find


# -- hardware ----------------------------------------------------------------------------------------------


class Hub:
    """The hardware of a table for the whole evening; its Reads go to the match that is being played.

    `positions`: how far each board was read, by the journal.
    """

    def __init__(
        self,
        config: TableConfig,
        positions: Mapping[str, str],
        open_one: OpenOne = open_source,
        told: Callable[[str], None] = lambda text: print(f"lapio: {text}", file=sys.stderr),
    ) -> None:
        self._states: dict[str, Read] = {}  # what a new match must hear: how readers and sources are
        self._put: Callable[[Read], None] | None = None
        self._told = told
        self.simulated = config.simulated  # whether anything is simulated, pins too; grows while sources are opened
        made = [self._made(source, config, positions, open_one) for source in config.sources]
        self.opened = Opened([source for source in made if source is not None], told=told, waits_s=RETRY_S)
        self.receipts = Receipts([source for source in self.opened.sources if is_link(source)])

    def _made(
        self, source: WantedSource, config: TableConfig, positions: Mapping[str, str], open_one: OpenOne
    ) -> Source | None:
        if isinstance(source, MockSource):
            return None
        position = position_of(positions, source.name) if isinstance(source, SerialSource) else NOWHERE
        try:
            return open_one(source, debounce_s=config.house.debounce_ms / 1000, position=position)
        except BridgeError as error:
            self._told(str(error))
            self._states[source.name] = SourceState(source.name, False, 0.0, str(error))
            return None

    def lead_to(self, put: Callable[[Read], None]) -> None:
        """From now on Reads go there; first how everything is. The hardware is opened the first time."""
        started, self._put = self._put is not None, put
        for state in list(self._states.values()):
            put(state)
        if not started:
            self.opened.start(self._take)

    def _take(self, read: Read) -> None:
        """A Read from whichever thread."""
        if isinstance(read, ReaderState):
            self._states[read.reader] = read
        elif isinstance(read, SourceState):
            self._states[read.source] = read
            libraries = [getattr(source, "library", "") for source in self.opened.sources]
            self.simulated = self.simulated or "mock" in libraries
        if self._put is not None:
            self._put(read)

    def stop(self) -> None:
        """Lamps off, everything closed."""
        self.opened.stop()


def position_of(positions: Mapping[str, str], source: str) -> Position:
    """How far a board was read, by the journal; NOWHERE where that is not known."""
    try:
        return Position.of(positions.get(source, ""))
    except ValueError:
        return NOWHERE


class BridgeClock:
    """The clock of the hardware's Reads: the monotonic one, as it is."""

    def now(self) -> float:
        """The moment it is."""
        return time.monotonic()

    def wait(self, moment: float) -> float:
        """Seconds until then."""
        return max(0.0, moment - time.monotonic())

    def pass_to(self, moment: float) -> None:
        """Time passes by itself."""


# -- the match ---------------------------------------------------------------------------------------------


class RealMatch:
    """A match at a real table, new or taken up again."""

    def __init__(
        self,
        config: TableConfig,
        header: Header,
        registry: Registry,
        hub: Hub,
        clock: Clock,
        journal: Journal,
        loaded: Loaded | None,
    ) -> None:
        game = load(header.game, header.seats, header.dealer, header.options)
        self.clock = clock
        self._hub = hub
        self._kept = Kept(journal, loaded.game.id if loaded else journal.begin(header_text(header)))
        self.session = Session(
            Referee(game),
            config.seating,
            lookup(registry, game),
            keeper=self._kept,
            receipts=hub.receipts,
            panel=hub.opened,
            house=config.house.rules,
            simulated=hub.simulated,
        )
        if loaded:
            self.session.resume(loaded.lines, reader_of(game.seats, self.session))
        self.session.began = clock.now() - (age_of_deal(self.session, loaded) if loaded else 0.0)

    def marked(self, put: Callable[[Read], None]) -> Callable[[Read], None]:
        """`put`, which also has the screen say so once something turns out to be simulated."""

        def mark(read: Read) -> None:
            self.session.simulated = self._hub.simulated
            put(read)

        return mark

    def finish(self) -> None:
        """A match that is over needs no resuming."""
        if self.session.over:
            self._kept.finish()


def _unfinished(journal: Journal, asked: argparse.Namespace, header: Header) -> Loaded | None:
    """The unfinished game of this table, if it is to be gone on with. Raises LapioError where others played it."""
    loaded = None if asked.new else journal.unfinished()
    if loaded is None or start.Setup.read(loaded.lines) is not None:
        return None  # none, or one of the mock table
    seats = read_header(loaded.header).seats
    if seats != header.seats:
        others = ",".join(seats)
        raise LapioError(
            f"there is an unfinished game of {others}: go on with --names {others}, or start another: --new"
        )
    return unfinished(journal, asked)


# -- the screen --------------------------------------------------------------------------------------------


def look_of(asked: argparse.Namespace, config: TableConfig) -> Look:
    """The household's look, with what was asked for on the command line."""
    look = config.look
    return replace(
        look,
        language=asked.language or look.language,
        theme=asked.theme or look.theme,
        four_colours=asked.four_colours or look.four_colours,
        motion=look.motion and not asked.no_motion,
        sound=look.sound and not asked.no_sound,
    )


@contextmanager
def _screen(asked: argparse.Namespace, config: TableConfig) -> Iterator[Screen]:
    from display.screen import Screen

    screen = Screen(size_of(asked.size), look_of(asked, config), fullscreen=asked.fullscreen)
    try:
        yield screen
    finally:
        screen.close()
