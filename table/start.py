"""From what was asked for on the command line to a running table: the match, the hardware, the people, the screen."""

from __future__ import annotations

import argparse
import json
import math
import re
import sys
import time
from collections.abc import Callable
from contextlib import ExitStack
from random import Random, SystemRandom
from typing import TYPE_CHECKING, NamedTuple

from engine.actions import Event, Seat
from engine.cards import CardSet
from engine.errors import BadGame, LapioError
from engine.games import game_class, load
from engine.referee import Referee
from firmware_bridge.link_position import NOWHERE, Position
from firmware_bridge.reads import BridgeError
from table import bridges
from table.bridges import Bridge
from table.cli import game_options
from table.clock import Clock, JumpingClock, RealClock
from table.everybody import people_at, truth_of
from table.kept import Kept, age_of_deal, journal_path, open_journal, reader_of, unfinished
from table.loop import Loop
from table.opening import language_of, open_screen, pictures_for, size_of
from table.receipts import Receipts
from table.registry import mock_deck
from table.running import Keeper
from table.script import Header, header_text, read_header
from table.seating import Seating, mock_seating
from table.session import Session
from table.sheet import print_sheet

if TYPE_CHECKING:
    from table.journal import Journal, Loaded

COMPASS = {2: ("north", "south"), 3: ("north", "east", "west"), 4: ("north", "east", "south", "west")}
SHORT_TARGETS = {"amerikaner": 20, "femhundra": 100}
DECK_SEED = 0  # the mock deck's tags are always the same, as a real deck's are
SOMEBODY = 2  # the seat at the bottom of the screen
CHIPS_KEEP_UP = 100  # times as fast as people: beyond it the simulated readers fall ever further behind
SAME_REFUSALS = 50  # in a row: people who try the same again and again are a fault of ours


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


# -- demo -----------------------------------------------------------------------------------------------


def demo(asked: argparse.Namespace) -> int:
    """A whole game of simulated people. Returns the exit status."""
    _shortened(asked)
    _check(asked)
    if asked.resume and not asked.journal:
        raise LapioError("--resume needs the journal that the game is in: --journal FILE")
    with ExitStack() as stack:
        journal = stack.enter_context(open_journal(journal_path(asked))) if asked.journal else None
        loaded = journal.unfinished() if journal is not None and asked.resume else None
        setup = (Setup.read(loaded.lines) if loaded else None) or Setup(asked.seed, not asked.no_draw_reader)
        setup = setup._replace(person=None)  # here nobody plays, not even in a game that `lapio play` began
        clock, pace = _clock(asked.bridge, None if asked.headless else asked.speed)
        screen = None if asked.headless else stack.enter_context(open_screen(asked, hidden=True))
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
        if asked.headless:
            table.session.listeners.append(circles_noticed(setup.seed))
        pictures = pictures_for(asked, screen)
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


def circles_noticed(seed: int) -> Callable[[Event], None]:
    """A listener that gives up where nothing but the same refusal comes any more: nobody is there to end it.

    It raises LapioError.
    """
    last: dict[str, object] = {}
    times = 0

    def notice(event: Event) -> None:
        nonlocal last, times
        if event.kind != "refused":
            last, times = {}, 0
            return
        same = dict(event.keys) == last
        last, times = dict(event.keys), times + 1 if same else 1
        if times >= SAME_REFUSALS:
            what = " ".join(str(last[key]) for key in ("seat", "do", "cards", "rule") if last.get(key))
            raise LapioError(
                f"the simulated people go round in circles: the same ({what}) was refused {times} times in a row; "
                f"this is a fault of Lapio: please report it with --seed {seed} and the other words of the command"
            )

    return notice


def _print_event(event: Event) -> None:
    print(json.dumps(event.as_json(), ensure_ascii=False), flush=True)


# -- play -----------------------------------------------------------------------------------------------


def play(asked: argparse.Namespace) -> int:
    """A person plays a seat, the others are simulated. Returns the exit status."""
    _check(asked)
    with ExitStack() as stack:
        journal = stack.enter_context(open_journal(journal_path(asked)))
        loaded = unfinished(journal, asked)  # asked in the terminal, before there is a window
        setup = _setup_of(loaded, asked) if loaded else _new_setup(asked)
        screen = stack.enter_context(open_screen(asked, hidden=False))
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
                if journal.path is not None and not table.session.over:
                    print("The game is kept; lapio play goes on with it.")
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
        game = load(header.game, header.seats, header.dealer, header.options)
        self._kept = _begin(journal, header, setup, loaded)
        seating = mock_seating(game.seats, draw=setup.draw_reader)
        registry = mock_deck(DECK_SEED, game.deck.faces)
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
        self._world = truth_of(self.session, setup.seed)
        lines = loaded.lines if loaded else ((2, setup.text),)
        self.session.resume(lines, reader_of(game.seats, self.session))
        self.session.began = clock.now() - (age_of_deal(self.session, loaded, wall) if loaded else 0.0)
        self.session.goes_on_at(clock.now())
        self.people = people_at(
            self.session,
            self._world,
            self.hardware,
            uids,
            [seat for seat in range(len(game.seats)) if seat != setup.person],
            Random(f"{setup.seed} people"),
            random=random,
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
    load(header.game, header.seats, header.dealer, header.options)
    size_of(asked.size)
    bridges.check(asked.bridge)
    if asked.bridge == "chips" and asked.speed > CHIPS_KEEP_UP and not getattr(asked, "headless", False):
        slower = f"simulated chips keep up with {CHIPS_KEEP_UP} at most; --bridge reads is faster"
        raise LapioError(f"--speed {asked.speed:g}: {slower}")


def _header(asked: argparse.Namespace) -> Header:
    names = _names(asked)
    return Header(asked.game, names, names[-1], game_options(asked))


def _shortened(asked: argparse.Namespace) -> None:
    """In a demo a game that takes a whole evening is played to fewer points, unless somebody says to how many."""
    if asked.game in SHORT_TARGETS and not any(text.startswith("target=") for text in asked.option):
        target = f"target={SHORT_TARGETS[asked.game]}"
        asked.option = [*asked.option, target]
        print(f"A short game: {target}.", file=sys.stderr)


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

    words = Words(language_of(asked))
    points = COMPASS.get(players)
    if points is None:
        return tuple(f"{seat + 1}" for seat in range(players))
    return tuple(words.label(point) for point in points)
