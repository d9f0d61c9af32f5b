"""From what was asked for on the command line to a running table: the match, the hardware, the people, the screen."""

from __future__ import annotations

import argparse
import json
import math
import os
import re
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from pathlib import Path
from random import Random, SystemRandom
from typing import TYPE_CHECKING, NamedTuple

from display.view import Look, View
from engine.actions import Act, Event, Seat
from engine.cards import CardSet
from engine.errors import BadGame, LapioError
from engine.games import game_class
from engine.referee import Referee
from firmware_bridge.link_position import NOWHERE, Position
from firmware_bridge.reads import BridgeError
from table import bridges
from table.bridges import Bridge
from table.cli import game_options
from table.clock import Clock, JumpingClock, RealClock
from table.loop import Loop
from table.people import People
from table.playable import load_for_table
from table.players import LegalRandom, Player, Sensible
from table.receipts import Receipts
from table.registry import mock_deck
from table.running import Keeper
from table.script import Change, Header, header_text, read_header, read_line
from table.seating import Seating, mock_seating
from table.session import Session
from table.sheet import print_sheet
from table.world import World

if TYPE_CHECKING:
    from display.screen import Screen
    from table.journal import Journal, Loaded

COMPASS = {2: ("north", "south"), 3: ("north", "east", "west"), 4: ("north", "east", "south", "west")}
DECK_SEED = 0  # the mock deck's tags are always the same, as a real deck's are
SOMEBODY = 2  # the seat at the bottom of the screen


class Setup(NamedTuple):
    """What a mock match needs besides its rules. It stands in the journal as a comment, so that it can be resumed."""

    seed: int
    draw_reader: bool = True
    person: Seat | None = None

    @property
    def text(self) -> str:
        """The comment line."""
        return "# mock " + json.dumps(self._asdict())

    @classmethod
    def read(cls, lines: tuple[tuple[int, str], ...]) -> Setup | None:
        """The setup that stands among these lines; None where the match was not played on the mock table."""
        for _, text in lines:
            found = re.fullmatch(r"# mock (\{.*\})", text)
            if found:
                return cls(**json.loads(found[1]))
        return None


class Kept:
    """A game's place in the journal, as the session needs it."""

    def __init__(self, journal: Journal, game: int) -> None:
        self._journal = journal
        self.game = game

    def append(self, lines: list[tuple[int, str]], positions: Mapping[str, str] | None = None) -> None:
        """Keep these lines, and how far the boards were read."""
        self._journal.append(self.game, lines, positions)

    def store_positions(self, positions: Mapping[str, str]) -> None:
        """Keep how far the boards were read."""
        self._journal.store_positions(positions)

    def finish(self) -> None:
        """The match is over."""
        self._journal.finish(self.game)


# -- demo -----------------------------------------------------------------------------------------------


def demo(asked: argparse.Namespace) -> int:
    """A whole game of simulated people. Returns the exit status."""
    _check(asked)
    if asked.resume and not asked.journal:
        raise LapioError("--resume needs the journal that the game is in: --journal FILE")
    with ExitStack() as stack:
        journal = stack.enter_context(_journal(Path(asked.journal))) if asked.journal else None
        loaded = journal.unfinished() if journal is not None and asked.resume else None
        setup = (Setup.read(loaded.lines) if loaded else None) or Setup(asked.seed, not asked.no_draw_reader)
        setup = setup._replace(person=None)  # here nobody plays, not even in a game that `lapio play` began
        clock, pace = _clock(asked.bridge, None if asked.headless else asked.speed)
        screen = None if asked.headless else stack.enter_context(_screen(asked, hidden=True))
        table = MockMatch(
            asked,
            setup,
            clock,
            journal,
            loaded,
            bridge=asked.bridge,
            pace=pace,
            mistakes=asked.mistakes,
            random=asked.random,
        )
        if asked.events:
            table.session.listeners.append(_print_event)
        pictures = _pictures(asked, screen)
        loop = Loop(
            table.session,
            clock,
            people=table.people,
            hardware=table.hardware,
            screen=screen,
            watch=pictures,
            linger_s=6.0 * asked.speed / pace,
        )
        table.run(loop)
        if screen is not None and screen.hidden and pictures is not None:
            print(
                f"There is no display here, so the screen was drawn off-screen; its pictures are in {pictures.folder}."
            )
        if not asked.events:
            print_sheet(table.session, sys.stdout)
        table.finish()
    return 0


def _print_event(event: Event) -> None:
    print(json.dumps(event.as_json(), ensure_ascii=False), flush=True)


# -- play -----------------------------------------------------------------------------------------------


def play(asked: argparse.Namespace) -> int:
    """A person plays a seat, the others are simulated. Returns the exit status."""
    _check(asked)
    with ExitStack() as stack:
        journal = stack.enter_context(_journal(_journal_path(asked)))
        loaded = _unfinished(journal, asked)  # asked in the terminal, before there is a window
        setup = _setup_of(loaded, asked) if loaded else _new_setup(asked)
        screen = stack.enter_context(_screen(asked, hidden=False))
        while True:
            clock, pace = _clock(asked.bridge, asked.speed)
            table = MockMatch(asked, setup, clock, journal, loaded, bridge=asked.bridge, pace=pace)
            loop = Loop(
                table.session,
                clock,
                people=table.people,
                hardware=table.hardware,
                screen=screen,
                leave_at_end=False,
            )
            table.run(loop)
            print_sheet(table.session, sys.stdout)
            table.finish()
            if loop.wish != "again":
                return 0
            asked.seed = None
            loaded, setup = None, _new_setup(asked)


def _clock(bridge: Bridge, speed: float | None) -> tuple[Clock, float]:
    """The table's clock, and how much faster than people simulated ones think. No speed: as fast as it goes."""
    if bridges.in_real_time(bridge):
        return RealClock(), speed or math.inf
    return RealClock(speed) if speed else JumpingClock(), 1.0


def _new_setup(asked: argparse.Namespace) -> Setup:
    seed = asked.seed if asked.seed is not None else SystemRandom().randrange(10**9)
    return Setup(seed, not asked.no_draw_reader, _seat_of_person(asked, _names(asked)))


def _setup_of(loaded: Loaded, asked: argparse.Namespace) -> Setup:
    """The setup of the unfinished game; its person may sit down elsewhere."""
    setup = Setup.read(loaded.lines)
    if setup is None:
        raise LapioError("the unfinished game was not played on the mock table; --new starts another one")
    if setup.person is None or asked.seat is not None:
        setup = setup._replace(person=_seat_of_person(asked, read_header(loaded.header).seats))
    return setup


def _seat_of_person(asked: argparse.Namespace, names: tuple[str, ...]) -> Seat:
    """The seat that was asked for, else the one at the bottom of the screen."""
    if asked.seat is None:
        return min(SOMEBODY, len(names) - 1)
    for seat, name in enumerate(names):
        if name.casefold() == asked.seat.casefold():
            return seat
    raise BadGame(f'there is no seat "{asked.seat}"; the seats are {", ".join(names)}')


def _unfinished(journal: Journal, asked: argparse.Namespace) -> Loaded | None:
    """The unfinished game, if there is one and it is to be gone on with."""
    loaded = None if asked.new else journal.unfinished()
    if loaded is None or not loaded.lines:
        return None
    header = read_header(loaded.header)
    lines = len([text for _, text in loaded.lines if not text.startswith("#")])
    if loaded.lost:
        print(f"lapio: {loaded.lost}", file=sys.stderr)
    print(f"There is an unfinished game: {header.game}, {', '.join(header.seats)}, {lines} lines.")
    if asked.resume or not sys.stdin.isatty():
        print("It goes on. (--new starts another one.)")
        return loaded
    try:
        answer = input("Go on with it? [Y/n] ").strip().casefold()
    except EOFError:
        answer = ""
    return None if answer.startswith("n") else loaded


# -- a match on the mock table ---------------------------------------------------------------------------


class MockMatch:
    """A match with simulated readers, cards and people, new or taken up again."""

    def __init__(
        self,
        asked: argparse.Namespace,
        setup: Setup,
        clock: Clock,
        journal: Journal | None,
        loaded: Loaded | None,
        *,
        bridge: Bridge = "reads",
        pace: float = 1.0,
        wall: Callable[[], float] = time.time,
        mistakes: float = 0.0,
        random: bool = False,
    ) -> None:
        header = read_header(loaded.header) if loaded else _header(asked)
        game = load_for_table(header.game, header.seats, header.dealer, header.options)
        self._kept = _begin(journal, header, setup, loaded)
        seating = mock_seating(game.seats, draw=setup.draw_reader)
        registry = mock_deck(DECK_SEED)
        uids = {card: tags[0] for card, tags in registry.cards("mock").items()}
        read_before = bridges.position_of(journal.positions()) if journal and loaded else NOWHERE
        self.hardware, receipts = self._hardware(bridge, seating, clock, read_before)
        self._person = setup.person
        keeper: Keeper | None = self._kept
        self.session = Session(
            Referee(game),
            seating,
            registry.find,
            keeper=keeper,
            receipts=receipts,
            panel=self.hardware,
            open_hands=self._open_hands,
            simulated=True,
        )
        self._world = World(self.session.running, setup.seed)
        lines = loaded.lines if loaded else ((2, setup.text),)
        self.session.resume(lines, _reader_of(game.seats, self.session))
        self.session.began = clock.now() - (_age_of_deal(self.session, loaded, wall) if loaded else 0.0)
        rng = Random(f"{setup.seed} people")
        player: Player = LegalRandom(rng) if random else Sensible(rng)
        players = {seat: player for seat in range(len(game.seats)) if seat != setup.person}
        self.people = People(
            self.session,
            self._world,
            self.hardware,
            uids,
            players,
            rng,
            mistakes=mistakes,
            over_the_gate=setup.draw_reader,
            pace=pace,
        )

    def _hardware(
        self, bridge: Bridge, seating: Seating, clock: Clock, position: Position
    ) -> tuple[bridges.Hardware, Receipts]:
        """The simulated hardware, and what keeps its receipts."""
        return bridges.simulated(bridge, seating, clock, position)

    def _open_hands(self) -> dict[Seat, CardSet]:
        """The person at the screen sees its own hand."""
        return {} if self._person is None else {self._person: self._world.hand(self._person)}

    def run(self, loop: Loop) -> None:
        """Play until the loop ends."""
        try:
            self.hardware.start(loop.put)
            loop.run()
        except BridgeError as error:
            raise LapioError(str(error)) from None
        finally:
            self.hardware.stop()

    def finish(self) -> None:
        """A match that is over needs no resuming."""
        if self._kept is not None and self.session.over:
            self._kept.finish()


def _age_of_deal(session: Session, loaded: Loaded, wall: Callable[[], float] = time.time) -> float:
    """How many seconds ago the deal began that a game was interrupted in, by the wall clock: all that outlives us."""
    before = session.running.history.entries_before(session.match.deals_done + 1)
    times = dict(zip((number for number, _ in loaded.lines), loaded.times_ms, strict=True))
    began_ms = times[before[-1].line] if before else loaded.game.started_ms
    return max(0.0, wall() - began_ms / 1000)


def _begin(journal: Journal | None, header: Header, setup: Setup, loaded: Loaded | None) -> Kept | None:
    """The match's place in the journal: where it was, or a new one."""
    if journal is None:
        return None
    if loaded is not None:
        return Kept(journal, loaded.game.id)
    game = journal.begin(header_text(header))
    journal.append(game, [(2, setup.text)])
    return Kept(journal, game)


def _check(asked: argparse.Namespace) -> None:
    """See that what was asked for can be played, before anything is opened. Raises LapioError."""
    header = _header(asked)
    load_for_table(header.game, header.seats, header.dealer, header.options)
    _size(asked.size)
    bridges.check(asked.bridge)


def _header(asked: argparse.Namespace) -> Header:
    names = _names(asked)
    return Header(asked.game, names, names[-1], game_options(asked))


def _names(asked: argparse.Namespace) -> tuple[str, ...]:
    """The seats' names: as given, else the points of the compass in the screen's language."""
    if asked.names:
        names = tuple(name.strip() for name in asked.names.split(","))
        if asked.players not in (None, len(names)):
            raise BadGame(f"--names has {len(names)} names for {asked.players} players")
        for name in names:
            if not 1 <= len(name) <= 16 or "+" in name or not name.isprintable():
                raise BadGame(f'a name has 1 to 16 letters and no "+", not {name!r}')
        return names
    players = 4 if asked.players is None else asked.players
    numbers = game_class(asked.game).seat_numbers
    if players not in numbers:
        raise BadGame(f"{asked.game} is for {numbers[0]} to {numbers[-1]} players, not {players}")
    from display.words import Words

    words = Words(_language(asked))
    points = COMPASS.get(players)
    if points is None:
        return tuple(f"{seat + 1}" for seat in range(players))
    return tuple(words.label(point) for point in points)


def _reader_of(seats: tuple[str, ...], session: Session) -> Callable[[str], Act | Change]:
    deck = session.referee.game.deck

    def read(text: str) -> Act | Change:
        line = read_line(text, seats, deck)
        if isinstance(line, Act | Change):
            return line
        raise LapioError(f"the journal has a line that is none of a game: {text}")

    return read


# -- journal and screen ----------------------------------------------------------------------------------


def _journal_path(asked: argparse.Namespace) -> Path | None:
    """Where the journal is kept; None, with a word about it, where it can be kept nowhere."""
    if asked.journal:
        return Path(asked.journal)
    from table.files import FilesError, data_folder

    try:
        return data_folder() / "journal.sqlite"
    except FilesError as error:
        print(f"lapio: {error}. This game is not kept and cannot be resumed.", file=sys.stderr)
        return None


@contextmanager
def _journal(path: Path | None) -> Iterator[Journal]:
    from table.journal import Journal

    with Journal.open(path) as journal:
        for note in journal.notes:
            print(f"lapio: {note}", file=sys.stderr)
        yield journal


def _language(asked: argparse.Namespace) -> str:
    """As asked for, else as the system says, else English."""
    if asked.language:
        return str(asked.language)
    for variable in ("LC_ALL", "LC_MESSAGES", "LANG"):
        if os.environ.get(variable):
            return os.environ[variable][:2]
    return "en"


@contextmanager
def _screen(asked: argparse.Namespace, *, hidden: bool) -> Iterator[Screen]:
    """The open screen. With `hidden` one that nobody sees will do where there is no display; it says so."""
    from display.screen import Screen

    look = Look(
        language=_language(asked),
        theme=asked.theme or "evening",
        four_colours=asked.four_colours,
        motion=not asked.no_motion,
        sound=not asked.no_sound,
    )
    screen = Screen(_size(asked.size), look, fullscreen=asked.fullscreen, allow_hidden=hidden)
    try:
        yield screen
    finally:
        screen.close()


def _size(text: str | None) -> tuple[int, int] | None:
    if text is None:
        return None
    found = re.fullmatch(r"([1-9]\d{2,4})x([1-9]\d{2,4})", text)
    if found is None:
        raise LapioError(f'--size "{text}" must be like 1280x720')
    return int(found[1]), int(found[2])


class Pictures:
    """Writes a picture of each kind of screen, the first time it is whole."""

    def __init__(self, folder: Path, screen: Screen) -> None:
        try:
            folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            where = "name another folder with --pictures"
            raise LapioError(f"{folder}: pictures cannot be written there ({error.strerror}); {where}") from None
        self.folder = folder
        self._screen = screen
        self._done: set[str] = set()

    def __call__(self, view: View) -> None:
        """Look at a view that was just drawn."""
        kind = self._kind(view)
        if kind is not None and kind not in self._done:
            self._done.add(kind)
            self._screen.save(self.folder / f"{kind}.png")

    def _kind(self, view: View) -> str | None:
        from display.view import PlayView, ResultView

        if isinstance(view, ResultView):
            return "result"
        if not isinstance(view, PlayView):
            return "end"
        if view.alert is not None:
            return f"alert-{view.alert.kind}"
        return "play" if len(view.laid) == len(view.match.seats) - 1 else None


def _pictures(asked: argparse.Namespace, screen: Screen | None) -> Pictures | None:
    """Where pictures were asked for; and in `pictures` where there is no display to look at."""
    if screen is None:
        return None
    if asked.pictures:
        return Pictures(Path(asked.pictures), screen)
    if screen.hidden:
        return Pictures(Path("pictures"), screen)
    return None
