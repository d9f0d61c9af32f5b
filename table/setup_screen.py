"""`lapio setup --screen`: shows the question that stands in a Setup and what was found; hears taps, presses, touches.

Every answer can be given by touch. Other names than the usual ones are for a keyboard: in the terminal, or in the file.
"""

from __future__ import annotations

import argparse
from collections.abc import Mapping
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from display.labels import LANGUAGES
from display.view import Choice, HardwarePart, Intent, Note, SetupPlace, SetupView
from engine.errors import LapioError
from table.at_screen import LEAVES, AtScreen, open_at
from table.cli_setup import config_path
from table.config import SEATS, GpioSource, SpiSource, TableConfig, load_config
from table.config_text import write_config
from table.files import backup_of
from table.finding import DEVICES, places, simulated_buttons, simulated_places, simulated_readers, without_lamps
from table.hardware import Hardware, HardwareScreen, MockTouches
from table.opening import language_of
from table.registry import Registry
from table.rig import MockHands, OpenOne, Rig, real_rig
from table.setup import TAPS, Said, Setup, Step
from table.setup_terminal import MOCK_CARDS, TEST_HZ, TEST_MS, TOUCHED, There, check_writable, usual_names
from table.sources import open_source
from table.tapping import Health, LiesThere, Pressed, SourceTold, Tap, Tapping, TwoCards, TwoReaders
from table.terminal import Asked, Happened, Waited

if TYPE_CHECKING:
    from display.screen import Screen
    from firmware_bridge.reads import Read

PACE_S = 1.5  # seconds between two taps of a mock table's hands
KEYS = ("skip", "back", "hardware", "stop", "full-screen")
PARTS: tuple[Literal["reader", "button", "lamp"], ...] = ("reader", "button", "lamp")
NONE, END = 100, 101  # the numbers of these two answers


def set_up_on_screen(
    asked: argparse.Namespace,
    *,
    devices: Path = DEVICES,
    lock_folder: Path | None = None,
    open_one: OpenOne = open_source,
) -> int:
    """Set a table up at the screen. Returns the exit status, 1 where nothing was written.

    Raises LapioError where no display can be opened, nothing is found, the hardware is in use, or the file cannot be
    written.
    """
    path = config_path(asked.config)
    check_writable(path)
    known, trouble = _known(path, mock=asked.mock)
    language = asked.language or (known.look.language if known is not None else language_of(asked))
    with ExitStack() as stack:
        screen = stack.enter_context(open_at(asked, known, mock=asked.mock))
        at = AtScreen(screen)
        if asked.mock:
            there = There(simulated_places(), simulated_readers(), simulated_buttons(), ())
            setup = _begin(there, known, language)
            asking = SetupScreen(
                at, screen, setup, path, hands=MockHands(at), pace_s=PACE_S / asked.speed, trouble=trouble
            )
        else:
            spi = next((source for source in known.sources if isinstance(source, SpiSource)), None) if known else None
            found = places(devices, spi)
            opened = [without_lamps(place) for place in found]
            rig = stack.enter_context(real_rig(opened, at, folder=lock_folder, open_one=open_one))
            at.show(SetupView("looking", keys=("full-screen",)))
            tapping = Tapping(places_matter=True)
            rig.listen(tapping)
            works = [place for place in found if place.name in rig.up]
            buttons = tuple(button for place in works for button in place.buttons)
            lamps = tuple(lamp for place in works for lamp in place.lamps)
            if not rig.readers and not buttons:
                raise LapioError(
                    "no reader and no button was found on this machine: look at their cables and run lapio doctor;"
                    " without hardware it is lapio setup --screen --mock"
                )
            setup = _begin(There(found, tuple(sorted(rig.readers)), buttons, lamps), known, language)
            asking = SetupScreen(at, screen, setup, path, rig=rig, tapping=tapping, trouble=trouble)
        status = asking.run()
    print(f"Written: {path}." if status == 0 else "Nothing was written.")
    return status


def _known(path: Path, *, mock: bool) -> tuple[TableConfig | None, bool]:
    """The configuration that is there, and whether it is one that will only be kept as a copy.

    That is one that cannot be read, and a real table's where a mock one is set up.
    """
    if not path.exists():
        return None, False
    try:
        known = load_config(path)
    except LapioError:
        return None, True
    return (None, True) if mock and not known.simulated else (known, False)


def _begin(there: There, known: TableConfig | None, language: str) -> Setup:
    setup = Setup(
        there.places, there.readers, there.buttons, there.lamps, known=known, names_for=usual_names, language=language
    )
    setup.language = language
    return setup


class SetupScreen:
    """The questions on the screen, one after the other, until all are answered or somebody stops.

    `hands`: those of a mock table, which tap and press by themselves each `pace_s` seconds; where nobody can see the
    screen they give the usual answers too. `trouble`: the file that is there will only be kept as a copy.
    """

    def __init__(
        self,
        at: AtScreen,
        screen: Screen,
        setup: Setup,
        path: Path,
        *,
        rig: Rig | None = None,
        hands: MockHands | None = None,
        tapping: Tapping | None = None,
        pace_s: float = PACE_S,
        trouble: bool = False,
    ) -> None:
        self._at = at
        self._screen = screen
        self._setup = setup
        self._path = path
        self._rig = rig
        self._hands = hands
        self._tapping = tapping or Tapping()
        self._pace_s = pace_s
        self._trouble = trouble
        self._note: Note | None = None
        self._ended = False
        self._left = False
        self._lit = ""
        self._buzzed = False

    # -- what is shown ------------------------------------------------------------------------------------------

    @property
    def view(self) -> SetupView:
        """The state as the screen shows it."""
        setup, step = self._setup, self._setup.step
        shown = self._places()
        over = self._ended or setup.done
        choices = () if over else tuple(choice for choice, _ in self._answers().values())
        usual = next((number for number, (_, text) in self._answers().items() if text == setup.usual), None)
        keys = ("close", "full-screen") if over else self._keys(step)
        return SetupView(
            ("written" if setup.wanted else "not-written") if over else step.ask,
            tuple(shown.values()),
            None if over else self._row(step, shown),
            part=step.part,
            columns=tuple(part for part in PARTS if self._has(part)),
            choices=choices,
            usual=None if over else usual,
            path=str(self._path),
            note=self._note,
            simulated=setup.simulated,
            keys=keys,
        )

    def _keys(self, step: Step) -> tuple[str, ...]:
        """What can be done now: there is nothing to leave out where an answer can be touched."""
        keys = KEYS if step.ask in TOUCHED else KEYS[1:]
        return keys if self._setup.answered else tuple(key for key in keys if key != "back")
        return keys

    def _has(self, part: str) -> bool:
        setup = self._setup
        return bool({"reader": setup.readers, "button": setup.buttons, "lamp": setup.has_lamps}[part])

    def _row(self, step: Step, shown: Mapping[str, SetupPlace]) -> int | None:
        place = step.ask if step.seat is None else f"seat-{step.seat + 1}"
        return list(shown).index(place) if place in shown else None

    def _places(self) -> dict[str, SetupPlace]:
        """Each place at the table with what was found; none before the seats have names."""
        setup = self._setup
        answered = setup.answered
        if not setup.names or Step("names") not in answered:
            return {}
        asked = {step.seat: True for step in answered if step.ask == "button"}
        lamps = {seat: part for part, seat in setup.lamp_at.items() if seat is not None}
        lamps_over = setup.step.ask in ("buzzer", "write")
        shown: dict[str, SetupPlace] = {}
        for seat, name in enumerate(setup.names):
            place = f"seat-{seat + 1}"
            shown[place] = SetupPlace(
                name,
                seat,
                reader=self._reader(place, Step("reader", seat)),
                button=setup.button_at.get(seat, "" if seat in asked else None),
                lamp=lamps.get(seat, "" if lamps_over else None),
            )
        others = ("shared", "draw", "discard") if setup.readers else ()
        for id in others:
            step = Step(id)  # type: ignore[arg-type]  # all three are questions
            if id != "shared" or step in answered or setup.step == step:
                shown[id] = SetupPlace(id=id, reader=self._reader(id, step))
        return shown

    def _reader(self, place: str, step: Step) -> str | None:
        return self._setup.reader_at.get(place, "" if step in self._setup.answered else None)

    def _answers(self) -> dict[int, tuple[Choice, str]]:
        """The answers that can be touched, with their numbers and what each says to Setup."""
        setup, ask = self._setup, self._setup.step.ask
        match ask:
            case "language":
                found = [(Choice(at, "language", word=code), code) for at, code in enumerate(LANGUAGES)]
            case "seats":
                found = [(Choice(count, "seats", count=count), str(count)) for count in SEATS]
            case "names":
                found = [(Choice(1, "take"), setup.usual)]
            case "lamp":
                free = [seat for seat in range(setup.seats) if seat not in setup.lamp_at.values()]
                found = [(Choice(seat, "seat", seat=seat), setup.names[seat]) for seat in free]
                found += [(Choice(NONE, "none"), "none"), (Choice(END, "end"), "end")]
            case "lamps" | "buzzer" | "write":
                found = [(Choice(1, "yes"), "y"), (Choice(0, "no"), "n")]
            case _:
                found = []
        return {choice.number: (choice, text) for choice, text in found}

    # -- what happens -------------------------------------------------------------------------------------------

    def run(self) -> int:
        """Ask until the end, write the file, and show that. Returns the exit status."""
        self._next()
        for happened in self._at.happenings(self._tapping, taken=self._taken):
            self._take(happened)
            if self._ended or self._setup.done:
                break
            self._next()
        self._light("")
        self._at.hands_at = None
        if self._setup.wanted:
            write_config(self._setup.config(), self._path)
        self._note = Note("kept", detail=backup_of(self._path).name) if self._setup.wanted and self._trouble else None
        self._at.show(self.view)
        if self._screen.hidden:
            self._at.wait([self._at.now()])  # the last picture is drawn
        elif not self._left:
            self._until_closed()
        return 0 if self._setup.wanted else 1

    def _until_closed(self) -> None:
        for happened in self._at.happenings(self._tapping, taken=self._taken):
            if isinstance(happened, Asked) and happened.intent.do in LEAVES:
                return

    def _next(self) -> None:
        """Show the question, light its lamp, sound the buzzer; let the mock table's hands answer it."""
        step = self._setup.step
        self._light(step.part)
        if step.ask != "buzzer":
            self._buzzed = False
        elif self._rig is not None and not self._buzzed:
            self._buzzed = True
            self._rig.buzz(TEST_HZ, TEST_MS)
        if self._hands is not None and self._at.hands_at is None and (step.ask in TOUCHED or self._screen.hidden):
            self._at.hands_at = self._at.now() + self._pace_s
        if self._screen.look.language != self._setup.language:
            self._screen.look = replace(self._screen.look, language=self._setup.language)
        self._at.show(self.view)

    def _take(self, happened: Happened) -> None:
        match happened:
            case Tap(reader, _):
                self._tell(self._setup.tapped(reader))
            case Pressed(button):
                self._tell(self._setup.pressed(button))
            case Asked(intent):
                self._asked(intent)
            case Waited():
                self._hands_move()
            case TwoCards(reader):
                self._note = Note("two-cards", part=reader, good=False)
            case TwoReaders():
                self._note = Note("two-readers", good=False)
            case LiesThere(reader) if self._setup.step.ask in TAPS:
                self._note = Note("lies-there", part=reader, good=False)
            case Health() | SourceTold():
                self._heed(happened)
            case _:
                pass

    def _asked(self, intent: Intent) -> None:
        match intent.do:
            case "choose" if intent.number in (answers := self._answers()):
                self._answer(answers[intent.number][1])
            case "skip" if self._setup.step.ask in TOUCHED:
                self._tell(self._setup.skip())
            case "back":
                self._tell(self._setup.back())
            case "hardware":
                self._look_at_hardware()
            case "stop" | "quit":
                self._ended, self._left = True, intent.do == "quit"
        if self._hands is not None:
            self._at.hands_at = None

    def _answer(self, text: str) -> None:
        asked = self._setup.step.ask
        before = self._setup.has_lamps
        said = self._setup.answer(text)
        if said.kind == "bad":  # of all that can be touched, only this
            self._note = Note("nothing-found" if asked == "write" else "answer-first", good=False)
            return
        self._tell(said)
        if self._setup.has_lamps and not before:
            self._open_lamps()

    def _tell(self, said: Said) -> None:
        """What came of it, as a note."""
        seat = said.whose if said.whose in self._setup.names else None
        match said.kind:
            case "reader" | "button" | "lamp":
                self._note = Note("found", name=seat, part=said.part)
            case "taken":
                self._note = Note("taken", name=seat, part=said.part or None, good=False)
            case "skipped" | "first":
                self._note = Note(said.kind)
            case "no-tap" | "no-press":
                kinds = {"button": "no-press", **dict.fromkeys(TAPS, "no-tap")}
                self._note = Note(kinds.get(self._setup.step.ask, "answer-first"), good=False)
            case _:
                self._note = None
        if self._note is None and self._setup.step.ask == "names":
            self._note = Note("other-names")
        elif self._note is None and self._setup.step.ask == "write" and self._trouble:
            self._note = Note("real-table", good=False)

    def _heed(self, told: Health | SourceTold) -> None:
        if self._rig is None:
            return
        if isinstance(told, Health):
            if told.state in ("mute", "fault") and told.reader in self._rig.readers:
                self._note = Note(f"reader-{told.state}", part=told.reader, detail=told.detail or None, good=False)
            self._rig.hear(told)
            return
        self._rig.heed(told)
        if not told.up:
            self._note = Note("source-down", part=told.source, detail=told.detail or None, good=False)

    def _hands_move(self) -> None:
        """The mock table's hands tap the next reader that nobody has, or press such a button."""
        if self._hands is None:
            return
        setup, ask = self._setup, self._setup.step.ask
        if ask in TAPS:
            free = [reader for reader in self._hands.readers if reader not in setup.reader_at.values()]
            self._hands.tap(free[0], MOCK_CARDS[0]) if free else self._tell(setup.skip())
        elif ask == "button":
            free = [button for button in self._hands.buttons if button not in setup.button_at.values()]
            self._hands.press(free[0]) if free else self._tell(setup.skip())
        elif self._screen.hidden:  # nobody is there: the usual answer, but never a mock table over a real one's file
            self._answer("n" if ask == "write" and self._trouble else setup.usual)

    def _open_lamps(self) -> None:
        """Now pins may be driven: somebody has said that lamps are on them."""
        if self._rig is None:
            return
        used = set(self._setup.button_at.values())
        self._rig.reopen(
            [
                replace(place, buttons={where: gpio for where, gpio in place.buttons.items() if where in used})
                for place in self._setup.places
                if isinstance(place, GpioSource) and place.name in self._rig.up
            ]
        )

    def _look_at_hardware(self) -> None:
        """The hardware page, until somebody comes back from it."""
        self._light("")
        self._at.hands_at = None
        parts = self._parts()
        model = Hardware(parts)
        keys = ("back", "full-screen")
        if self._rig is not None:
            for health in (*self._rig.readers.values(), *self._rig.silent.values()):
                model.state(health.reader, health.state, health.detail)
            model.note = None
            shown = HardwareScreen(self._at, model, self._rig, keys=keys)
        elif self._hands is not None:
            for reader in self._hands.readers:
                model.state(reader, "ok")
            table = self._hands.table
            touches = MockTouches(table, parts, Registry(), self._at)
            shown = HardwareScreen(
                self._at, model, table, hands=touches, pace_s=self._pace_s / 2, keys=keys, simulated=True
            )
        else:
            return
        if shown.run(self._tapping, self._rig) == "quit":
            self._ended = self._left = True

    def _parts(self) -> list[HardwarePart]:
        """The parts that were found, by their places, with the seats that they have got."""
        setup, names = self._setup, self._setup.names

        def part(kind: Literal["reader", "button", "lamp"], place: str, seat: int | None) -> HardwarePart:
            known = seat is not None and seat < len(names)
            whose = names[seat] if known and seat is not None else ""
            return HardwarePart(kind, place, "", seat if known else None, whose)

        at = {part: int(place.removeprefix("seat-")) - 1 for place, part in setup.reader_at.items() if "seat-" in place}
        pressed = {button: seat for seat, button in setup.button_at.items()}
        parts = [part("reader", place, at.get(place)) for place in setup.readers]
        parts += [part("button", place, pressed.get(place)) for place in setup.buttons]
        if setup.has_lamps:
            parts += [part("lamp", place, setup.lamp_at.get(place)) for place in setup.lamps]
        return parts

    def _taken(self, read: Read) -> None:
        if self._rig is not None:
            self._rig.taken(read)

    def _light(self, part: str) -> None:
        """Light this lamp, and none else."""
        if self._rig is None or part == self._lit:
            return
        if self._lit:
            self._rig.lamp(self._lit, "off")
        if part:
            self._rig.lamp(part, "on")
        self._lit = part
