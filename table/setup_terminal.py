"""`lapio setup` in a terminal: asks the questions of setup.py, hears answers and taps, and writes table.toml."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

from display.labels import LANGUAGES
from engine.errors import LapioError
from table.config import SEATS, GpioSource, Source, SpiSource, TableConfig, load_config
from table.config_text import config_text, write_config
from table.files import backup_of
from table.finding import DEVICES, places, simulated_buttons, simulated_places, simulated_readers, without_lamps
from table.rig import MockHands, OpenOne, Rig, real_rig
from table.setup import TAPS, Said, Setup, Step
from table.sources import open_source
from table.tapping import Health, LiesThere, Pressed, SourceTold, Tap, Tapping, TwoCards, TwoReaders
from table.terminal import Happened, Terminal, Typed

COMPASS = {2: ("north", "south"), 3: ("north", "east", "west"), 4: ("north", "east", "south", "west")}
TOUCHED = (*TAPS, "button")  # questions that are answered by hand
WHERE = {"draw": "the draw reader", "discard": "the discard reader", "shared": "the shared reader"}
HELP = (
    "s skips a question, b goes back to the one before, q stops and changes nothing. An empty answer takes what stands"
    " in brackets."
)
TEST_HZ, TEST_MS = 880, 400
MOCK_CARDS = (b"\x04MOCK-A", b"\x04MOCK-B")  # the UIDs of any two cards


class There(NamedTuple):
    """What is there to be set up: the sources by places, and the parts to ask for."""

    places: tuple[Source, ...]
    readers: tuple[str, ...]
    buttons: tuple[str, ...]
    lamps: tuple[str, ...]


def usual_names(seats: int, language: str) -> tuple[str, ...]:
    """The points of the compass in a language, clockwise; numbers where there are more seats."""
    from display.words import Words

    words = Words(language)
    points = COMPASS.get(seats)
    return tuple(words.label(point) for point in points) if points else tuple(str(seat + 1) for seat in range(seats))


def set_up_mock(terminal: Terminal, path: Path, *, language: str = "en") -> int:
    """Set up a mock table: numbers are typed instead of tapping. Returns the exit status, 1 where nothing was written.

    Raises LapioError where the file cannot be written.
    """
    known = _known(terminal, path)
    if known is not None and not known.simulated:
        terminal.say(
            f"{path} is of a real table. If you write a mock one over it, it is kept as {backup_of(path).name}."
        )
        known = None
    hands = MockHands(terminal)
    terminal.say(
        f"A mock table: to tap a card at a reader, type the reader's number, 1 to {len(hands.readers)}; to press a"
        f" button, the button's number, 1 to {len(hands.buttons)}."
    )
    there = There(simulated_places(), simulated_readers(), simulated_buttons(), ())
    setup = _begin(there, known, language)
    with _told_when_stopped(terminal, path):
        return _Conversation(terminal, setup, path, Tapping(), hands=hands).run()


def set_up(
    terminal: Terminal,
    path: Path,
    *,
    language: str = "en",
    devices: Path = DEVICES,
    lock_folder: Path | None = None,
    open_one: OpenOne = open_source,
) -> int:
    """Set up the readers, buttons and lamps of this machine. Returns the exit status, 1 where nothing was written.

    Raises LapioError where nothing is found, the hardware is in use, or the file cannot be written.
    """
    known = _known(terminal, path)
    spi = next((source for source in known.sources if isinstance(source, SpiSource)), None) if known else None
    found = places(devices, spi)
    opened = [without_lamps(place) for place in found]
    with (
        _told_when_stopped(terminal, path),
        real_rig(opened, terminal, folder=lock_folder, open_one=open_one) as rig,
    ):
        tapping = Tapping(places_matter=True)
        if found:
            terminal.say("Looking for readers, buttons and boards ...")
            rig.listen(tapping)
        there = _there(terminal, rig, found)
        return _Conversation(terminal, _begin(there, known, language), path, tapping, rig=rig).run()


@contextmanager
def _told_when_stopped(terminal: Terminal, path: Path) -> Iterator[None]:
    """Ctrl-C says what there is now; it is written all at once, at the end."""
    before = path.read_bytes() if path.exists() else None
    try:
        yield
    except KeyboardInterrupt:
        after = path.read_bytes() if path.exists() else None
        if after != before:
            terminal.say(f"Stopped. The table was written already: {path}.")
        else:
            kept = "there is still no table" if after is None else f"{path} is as it was"
            terminal.say(f"Stopped. Nothing was written: {kept}.")
        raise


def _begin(there: There, known: TableConfig | None, language: str) -> Setup:
    return Setup(
        there.places,
        there.readers,
        there.buttons,
        there.lamps,
        known=known,
        names_for=usual_names,
        language=language,
    )


def check_writable(path: Path) -> None:
    """Raises LapioError where the file cannot be written: better now than after the last answer."""
    there = next(parent for parent in (path, *path.absolute().parents) if parent.exists())
    if path.is_dir() or not os.access(there, os.W_OK):
        raise LapioError(f"{path}: the table cannot be written there; name another file with --config")


def _known(terminal: Terminal, path: Path) -> TableConfig | None:
    """The configuration that is there; one that cannot be read is told of, and set-up begins anew.

    Raises LapioError where nothing can be written there.
    """
    check_writable(path)
    if not path.exists():
        return None
    try:
        return load_config(path)
    except LapioError as error:
        terminal.say(f"{error}")
        terminal.say(f"It cannot be used, so set-up begins anew. What it holds will be kept as {backup_of(path).name}.")
        return None


def _there(terminal: Terminal, rig: Rig, found: Sequence[Source]) -> There:
    """Tell what was found, and what of it is to be asked for. Raises LapioError where nothing was."""
    for reader, health in sorted(rig.readers.items()):
        state = "" if health.state == "ok" else f"{health.state}: "
        terminal.say(f"  {reader}: a reader, {state}{health.detail or 'it works'}")
    if rig.silent:
        terminal.say(f"  no reader answers at {', '.join(sorted(rig.silent))}")
    for trouble in rig.troubles:
        terminal.say(f"  {trouble}")
    works = [place for place in found if place.name in rig.up]
    buttons = tuple(button for place in works for button in place.buttons)
    lamps = tuple(lamp for place in works for lamp in place.lamps)
    if not rig.readers and not buttons:
        raise LapioError(
            "no reader and no button was found on this machine: look at their cables and run lapio doctor; without"
            " hardware it is lapio setup --mock"
        )
    if buttons:
        terminal.say("  buttons can be pressed")
    return There(tuple(found), tuple(sorted(rig.readers)), buttons, lamps)


class _Conversation:
    """The questions in words, one after the other, until all are answered or somebody stops."""

    def __init__(
        self,
        terminal: Terminal,
        setup: Setup,
        path: Path,
        tapping: Tapping,
        *,
        rig: Rig | None = None,
        hands: MockHands | None = None,
    ) -> None:
        self._terminal = terminal
        self._setup = setup
        self._path = path
        self._tapping = tapping
        self._rig = rig
        self._hands = hands
        self._lit = ""
        self._ended = False

    def run(self) -> int:
        """Ask until the end. Returns the exit status."""
        self._terminal.say(HELP)
        self._ask()
        taken = self._rig.taken if self._rig else lambda read: None
        for happened in self._terminal.happenings(self._tapping, taken=taken):
            again = self._take(happened)
            if self._ended or self._setup.done:
                break
            if again:
                self._ask()
        self._light("")
        if not self._setup.wanted:
            self._terminal.say("Nothing was written.")
            return 1
        write_config(self._setup.config(), self._path)
        kept = f", and what was there before as {backup_of(self._path).name}" if backup_of(self._path).exists() else ""
        self._terminal.say(f"Written: {self._path}{kept}.")
        mock = " --mock" if self._setup.simulated else ""
        self._terminal.say(f"Next: lapio deck learn{mock}, lapio doctor, lapio play.")
        return 0

    # -- what happens ------------------------------------------------------------------------------------------

    def _take(self, happened: Happened) -> bool:
        """Deal with it. Whether a question is to be asked after it, the same or the next."""
        match happened:
            case Typed(text):
                return self._typed(text)
            case Tap(reader, _):
                self._tell(self._setup.tapped(reader))
            case Pressed(button):
                self._tell(self._setup.pressed(button))
            case TwoCards(reader):
                self._terminal.say(f"  Two cards lie on {reader}: lift both, then tap one.")
            case TwoReaders(readers):
                both = " and ".join(readers)
                self._terminal.say(f"  {both} hear one card at once: tap it in the middle of one, or move them apart.")
            case LiesThere(reader) if self._setup.step.ask in TAPS:
                self._terminal.say(f"  A card lies on {reader} already: lift it, and tap it where it is asked for.")
            case Health() | SourceTold():
                return self._heed(happened)
            case _:
                return False
        return True

    def _heed(self, told: Health | SourceTold) -> bool:
        """Hardware has something to say; what goes wrong is told."""
        if self._rig is None:
            return False
        if isinstance(told, Health):
            news = told.state in ("mute", "fault") and told.reader in self._rig.readers
            self._rig.hear(told)
            if news:
                self._terminal.say(f"  {told.reader}: {told.state}, {told.detail}")
            return news
        before = len(self._rig.troubles)
        self._rig.heed(told)
        return self._tell_troubles(before)

    def _tell_troubles(self, before: int) -> bool:
        """Tell the troubles since so many were known; whether there were any."""
        troubles = self._rig.troubles[before:] if self._rig else []
        for trouble in troubles:
            self._terminal.say(f"  {trouble}")
        return bool(troubles)

    def _typed(self, text: str | None) -> bool:
        if text is None:
            self._terminal.say("The input has ended.")
            self._ended = True
            return False
        word, ask = text.strip().casefold(), self._setup.step.ask
        if word in ("q", "quit"):
            self._ended = True
        elif word in ("b", "back"):
            self._tell(self._setup.back())
        elif word in ("s", "skip"):
            self._tell(self._setup.skip())
        elif word in ("?", "help"):
            self._terminal.say(HELP)
        elif self._hands is not None and ask in TOUCHED:
            return not self._move_hands(self._hands, word)
        elif word or ask not in TOUCHED:
            before = self._setup.has_lamps
            self._tell(self._setup.answer(text))
            if self._setup.has_lamps and not before:
                self._open_lamps()
        return True

    def _move_hands(self, hands: MockHands, word: str) -> bool:
        """On the mock table: `3` taps a card at reader 3 or presses button 3, `two 3` taps two cards at once.

        Whether that is what was typed.
        """
        presses = self._setup.step.ask == "button"
        count = len(hands.buttons if presses else hands.readers)
        number = word.removeprefix("two").strip()
        if not (number.isascii() and number.isdigit() and 1 <= int(number) <= count):
            what = "button" if presses else "reader"
            self._terminal.say(f'  "{word}" is no {what}: type a number from 1 to {count}, or s to skip.')
            return False
        if presses:
            hands.press(hands.buttons[int(number) - 1])
        else:
            hands.tap(hands.readers[int(number) - 1], *MOCK_CARDS[: 2 if word.startswith("two") else 1])
        return True

    def _open_lamps(self) -> None:
        """Now pins may be driven: somebody has said that lamps are on them."""
        if self._rig is None:
            return
        before = len(self._rig.troubles)
        used = set(self._setup.button_at.values())
        self._rig.reopen(
            [
                replace(place, buttons={where: gpio for where, gpio in place.buttons.items() if where in used})
                for place in self._setup.places
                if isinstance(place, GpioSource) and place.name in self._rig.up
            ]
        )
        self._tell_troubles(before)

    # -- words --------------------------------------------------------------------------------------------------

    def _ask(self) -> None:
        step = self._setup.step
        self._light(step.part)
        if step.ask == "buzzer" and self._rig is not None:
            self._rig.buzz(TEST_HZ, TEST_MS)
        if step.ask == "write":
            self._terminal.say()
            self._terminal.say(config_text(self._setup.config()))
        self._terminal.ask(self._question(step))

    def _question(self, step: Step) -> str:
        name = "" if step.seat is None else self._setup.names[step.seat]
        usual = f" [{self._setup.usual}]" if self._setup.usual else ""
        questions = {
            "language": f"Language of the screen, one of {', '.join(LANGUAGES)}{usual}:",
            "seats": f"How many seats, {SEATS[0]} to {SEATS[-1]}{usual}:",
            "names": f"Their names, clockwise, with commas between them{usual}:",
            "reader": f"Tap any card at {name}'s reader (s: {name} has none):",
            "shared": "Tap any card at the reader in the middle, for the seats without one (s: there is none):",
            "draw": "Slide any card over the draw reader, at the stock (s: there is none):",
            "discard": "Tap any card at the discard reader, at the open pile (s: there is none):",
            "button": f"Press {name}'s button (s: {name} has none):",
            "lamps": f"Are there lamps, wired as the wiring pages say (y or n){usual}:",
            "lamp": f"A lamp is on now ({step.part}). Whose is it: a name, none, or end for no more lamps{usual}:",
            "buzzer": f"The buzzer sounds now. Do you hear it (y or n){usual}:",
            "write": f"Write this to {self._path} (y or n){usual}:",
        }
        return questions[step.ask]

    def _tell(self, said: Said) -> None:
        belongs = WHERE.get(said.whose, "")
        asked = self._setup.step.ask
        wanted = "a card is to be tapped" if asked in TAPS else "a button is to be pressed"
        not_now = f"  {said.part or 'That'} was not asked for"
        texts = {
            "reader": f"  {said.part} is {belongs or f'the reader of {said.whose}'}.",
            "button": f"  {said.part} is the button of {said.whose}.",
            "lamp": f"  {said.part} is the lamp of {said.whose}.",
            "skipped": "  None, then.",
            "first": "  This is the first question.",
            "taken": f"  {said.whose} has a lamp already."
            if asked == "lamp"
            else f"  {said.part} is {belongs or f'that of {said.whose}'} already: take another one.",
            "no-tap": not_now + (f": {wanted}." if asked in TOUCHED else " now."),
            "bad": f"  {said.text}.",
        }
        texts["no-press"] = texts["no-tap"]
        if said.kind in texts:
            self._terminal.say(texts[said.kind])

    def _light(self, part: str) -> None:
        """Light this lamp, and none else."""
        if self._rig is None or part == self._lit:
            return
        if self._lit:
            self._rig.lamp(self._lit, "off")
        if part:
            self._rig.lamp(part, "on")
        self._lit = part
