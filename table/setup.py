"""Setting a table up: the questions in their order, and the configuration that the answers make.

Pure: it hears answers, taps and presses, and says which question is next and what came of the last answer, as ids and
names. Words and hardware are whoever's that asks the questions: the terminal (setup_terminal.py) or a screen.

    setup = Setup(places, readers, buttons, lamps)
    setup.step                 Step("language")
    setup.answer("fi")         Said("ok")
    setup.step                 Step("seats")
    ...
    setup.step                 Step("reader", seat=0): a card is to be tapped at that seat's reader
    setup.tapped("SPI 0.1")    Said("reader", part="SPI 0.1", whose="North")
    setup.config()             a TableConfig
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import replace
from typing import Literal, NamedTuple, TypeAlias

from display.labels import LANGUAGES
from table.config import (
    SEAT_NAME_LETTERS,
    SEATS,
    GpioSource,
    MockSource,
    Seat,
    SerialSource,
    Source,
    SpiSource,
    TableConfig,
)
from table.spelling import did_you_mean

Ask: TypeAlias = Literal[
    "language", "seats", "names", "reader", "shared", "draw", "discard", "button", "lamps", "lamp", "buzzer", "write"
]
TAPS: tuple[Ask, ...] = ("reader", "shared", "draw", "discard")
YES, NO = ("y", "yes"), ("n", "no")


class Step(NamedTuple):
    """A question. `seat`: whose reader or button it is about; `part`: the lamp that is lit."""

    ask: Ask
    seat: int | None = None
    part: str = ""


class Said(NamedTuple):
    """What came of an answer.

    `kind`: "ok", "reader", "button", "lamp" (`part` is now `whose`), "skipped", "back", "first" (nothing to go back
    to), "taken" (`part` is `whose` already), "no-tap", "no-press" (this question wants something else), "bad" (`text`
    says why the answer cannot be), "written", "not-written".
    """

    kind: str
    part: str = ""
    whose: str = ""
    text: str = ""


class Setup:
    """One set-up, from its first question to the configuration.

    `places`: the sources with their parts called by their places. `readers`, `buttons`, `lamps`: those of the parts
    that are to be asked for. `known`: the configuration so far, whose other settings are kept. `names_for`: the usual
    names of so many seats in a language.
    """

    def __init__(
        self,
        places: Sequence[Source],
        readers: Collection[str],
        buttons: Collection[str],
        lamps: Sequence[str],
        *,
        known: TableConfig | None = None,
        names_for: Callable[[int, str], tuple[str, ...]],
        language: str = "en",
    ) -> None:
        self.places = tuple(places)
        self._known = known or TableConfig()
        self._has_known = known is not None
        self.readers, self.buttons, self.lamps = tuple(readers), tuple(buttons), tuple(lamps)
        self._names_for = names_for
        self._at = 0
        self.language = self._known.look.language if known else language
        self.seats = len(self._known.seats)
        self.names: tuple[str, ...] = ()
        self.reader_at: dict[str, str] = {}  # by place: "seat-1", "draw", "discard", "shared"
        self.button_at: dict[int, str] = {}
        self.has_lamps = False
        self.lamp_at: dict[str, int | None] = {}  # by part, None for one that no seat has
        self.has_buzzer = False
        self.done = False
        self.wanted = False  # whether it is to be written

    # Which question is next

    @property
    def simulated(self) -> bool:
        """Whether it is a mock table."""
        return any(isinstance(place, MockSource) for place in self.places)

    @property
    def step(self) -> Step:
        """The question that is to be answered now."""
        steps = self._steps()
        return steps[min(self._at, len(steps) - 1)]

    def _steps(self) -> list[Step]:
        steps = [Step("language"), Step("seats"), Step("names")]
        seats = range(self.seats)
        if self.readers:
            steps += [Step("reader", seat) for seat in seats]
            if not all(f"seat-{seat + 1}" in self.reader_at for seat in seats):
                steps.append(Step("shared"))
            steps += [Step("draw"), Step("discard")]
        if self.buttons:
            steps += [Step("button", seat) for seat in seats]
        if self.lamps:
            steps.append(Step("lamps"))
        if self.has_lamps:
            lit = [part for part in self.lamps if part in self.lamp_at]
            if len(set(self.lamp_at.values()) - {None}) < self.seats:
                lit += [part for part in self.lamps if part not in self.lamp_at][:1]
            steps += [Step("lamp", part=part) for part in lit]
            if any(isinstance(place, GpioSource) for place in self.places):
                steps.append(Step("buzzer"))
        return [*steps, Step("write")]

    @property
    def answered(self) -> tuple[Step, ...]:
        """The questions before the one that stands; where nothing has come of one, there is no such part."""
        return tuple(self._steps()[: self._at])

    @property
    def usual(self) -> str:
        """What an empty answer to this question means; "" where it means nothing."""
        match self.step.ask:
            case "language":
                return self.language
            case "seats":
                return str(self.seats)
            case "names":
                return ", ".join(self._usual_names())
            case "lamp":
                free = [seat for seat in range(self.seats) if seat not in self.lamp_at.values()]
                return self.names[free[0]]
            case "write":
                return "y"
            case "lamps" | "buzzer":
                return "n"
            case _:
                return ""

    def _usual_names(self) -> tuple[str, ...]:
        if self._has_known and len(self._known.seats) == self.seats:
            return tuple(seat.name for seat in self._known.seats)
        return self._names_for(self.seats, self.language)

    # Answers

    def answer(self, text: str) -> Said:
        """A typed answer to the question."""
        text = text.strip() or self.usual
        step = self.step
        match step.ask:
            case "language":
                return self._language(text)
            case "seats":
                return self._count(text)
            case "names":
                return self._seat_names(text)
            case "lamp":
                return self._lamp(step.part, text)
            case "lamps" | "buzzer" | "write":
                return self._yes_or_no(step.ask, text)
            case "button":
                return Said("no-press")
            case _:
                return Said("no-tap")

    def tapped(self, reader: str) -> Said:
        """A card was tapped on this reader."""
        step = self.step
        if step.ask not in TAPS:
            return Said("no-press" if step.ask == "button" else "no-tap", part=reader)
        place = step.ask if step.seat is None else f"seat-{step.seat + 1}"
        for other, part in self.reader_at.items():
            if part == reader and other != place:
                return Said("taken", reader, self.whose(other))
        self.reader_at[place] = reader
        self._at += 1
        return Said("reader", reader, self.whose(place))

    def pressed(self, button: str) -> Said:
        """This button was pressed."""
        step = self.step
        if step.seat is None or step.ask != "button":
            return Said("no-tap" if step.ask in TAPS else "no-press", part=button)
        for seat, part in self.button_at.items():
            if part == button and seat != step.seat:
                return Said("taken", button, self.names[seat])
        self.button_at[step.seat] = button
        self._at += 1
        return Said("button", button, self.names[step.seat])

    def skip(self) -> Said:
        """There is no such part, or the usual answer will do."""
        if self.step.ask == "write":
            return Said("bad", text="answer y to write it, n to leave everything as it was")
        if self.step.ask == "lamp":
            return self._lamp(self.step.part, "none")
        if self.usual:
            return self.answer("")
        self._at += 1
        return Said("skipped")

    def back(self) -> Said:
        """To the question before; its answer is forgotten."""
        if self._at == 0:
            return Said("first")
        self._at -= 1
        step = self.step
        if step.ask in TAPS:
            self.reader_at.pop(step.ask if step.seat is None else f"seat-{step.seat + 1}", None)
        elif step.ask == "button" and step.seat is not None:
            self.button_at.pop(step.seat, None)
        elif step.ask == "lamps":
            self.has_lamps = False
        elif step.ask == "lamp":
            self.lamp_at.pop(step.part, None)
        elif step.ask == "buzzer":
            self.has_buzzer = False
        return Said("back")

    def whose(self, place: str) -> str:
        """Who or what stands at a place: a seat's name, else "draw", "discard" or "shared"."""
        return self.names[int(place.removeprefix("seat-")) - 1] if place.startswith("seat-") else place

    def _language(self, text: str) -> Said:
        text = text.casefold()
        if text not in LANGUAGES:
            hint = did_you_mean(text, LANGUAGES)
            return Said("bad", text=f'there is no language "{text}"{hint}: it is one of {", ".join(LANGUAGES)}')
        self.language = text
        self._at += 1
        return Said("ok")

    def _count(self, text: str) -> Said:
        if not text.isascii() or not text.isdigit() or int(text) not in SEATS:
            return Said("bad", text=f'"{text}" is no number of seats: it is from {SEATS[0]} to {SEATS[-1]}')
        self.seats = int(text)
        self._at += 1
        return Said("ok")

    def _seat_names(self, text: str) -> Said:
        names = tuple(name.strip() for name in text.split(","))
        if len(names) != self.seats:
            return Said("bad", text=f"{self.seats} names are needed, with commas between them, not {len(names)}")
        for at, name in enumerate(names):
            if not 1 <= len(name) <= SEAT_NAME_LETTERS or not name.isprintable() or "+" in name:
                return Said("bad", text=f'a name has 1 to {SEAT_NAME_LETTERS} letters and no "+", not "{name}"')
            if name in names[:at]:
                return Said("bad", text=f'two seats are called "{name}": give each its own name')
        self.names = names
        self._at += 1
        return Said("ok")

    def _lamp(self, part: str, text: str) -> Said:
        if text.casefold() == "end":
            self.lamp_at |= {other: None for other in self.lamps if other not in self.lamp_at}
            self._at = 1 + max(at for at, step in enumerate(self._steps()) if step.ask == "lamp")
            return Said("skipped")
        names = [name.casefold() for name in self.names]
        seat: int | None = None
        if text.casefold() in names:
            seat = names.index(text.casefold())
        elif text.isascii() and text.isdigit() and 1 <= int(text) <= self.seats:
            seat = int(text) - 1
        elif text.casefold() != "none":
            return Said("bad", text=f'"{text}" is no seat: it is {", ".join(self.names)}, none or end')
        if seat is not None and seat in self.lamp_at.values():
            return Said("taken", "", self.names[seat])
        self.lamp_at[part] = seat
        self._at += 1
        return Said("skipped") if seat is None else Said("lamp", part, self.names[seat])

    def _yes_or_no(self, ask: Ask, text: str) -> Said:
        if text.casefold() not in (*YES, *NO):
            return Said("bad", text=f'"{text}" is neither y nor n')
        yes = text.casefold() in YES
        if ask == "write" and yes and not self.config().sources:
            return Said("bad", text="nothing has got a place yet, so there is nothing to write: b goes back, q stops")
        if ask == "write":
            self.done, self.wanted = True, yes
            return Said("written" if yes else "not-written")
        if ask == "lamps":
            self.has_lamps = yes
        else:
            self.has_buzzer = yes
        self._at += 1
        return Said("ok")

    # What comes of it

    def config(self) -> TableConfig:
        """The configuration so far. Names of parts are the usual ones, so that little of it stands in the file."""
        shared = "shared" in self.reader_at
        lamps = {seat: part for part, seat in self.lamp_at.items() if seat is not None}
        none = "" if self.simulated else None  # a mock table has every part that is not said to be missing
        seats = tuple(
            Seat(name, self._reader_key(f"seat-{seat + 1}"), None if seat in self.button_at else none)
            for seat, name in enumerate(self.names)
        )
        names = {part: place for place, part in self.reader_at.items()}
        names |= {part: f"button-{seat + 1}" for seat, part in self.button_at.items()}
        names |= {part: f"lamp-{seat + 1}" for seat, part in lamps.items()}
        return replace(
            self._known,
            seats=seats,
            draw_reader=None if "draw" in self.reader_at else none,
            discard_reader="discard" if "discard" in self.reader_at else None,
            shared_reader="shared" if shared else None,
            sources=tuple(filter(None, (_named(place, names, self.has_buzzer) for place in self.places))),
            look=replace(self._known.look, language=self.language),
        )

    def _reader_key(self, place: str) -> str | None:
        """What table.toml says of a seat's reader: nothing where it is the usual one, or that of all in the middle."""
        if place not in self.reader_at:
            return None if "shared" in self.reader_at else ""
        return place if "shared" in self.reader_at else None


def _named(place: Source, names: Mapping[str, str], buzzer: bool) -> Source | None:
    """A source with the parts that have got a name, by that name; None where it has none."""
    if isinstance(place, MockSource):
        return place
    if isinstance(place, SpiSource):
        readers = {names[part]: select for part, select in place.readers.items() if part in names}
        return replace(place, readers=readers) if readers else None
    if isinstance(place, SerialSource):
        lists = [_list(parts, names) for parts in (place.readers, place.buttons, place.lamps)]
        return replace(place, readers=lists[0], buttons=lists[1], lamps=lists[2]) if any(lists) else None
    buttons = {names[part]: gpio for part, gpio in place.buttons.items() if part in names}
    lamps = {names[part]: gpio for part, gpio in place.lamps.items() if part in names}
    if not buttons and not lamps and not buzzer:
        return None
    return replace(place, buttons=buttons, lamps=lamps, buzzer=place.buzzer if buzzer else None)


def _list(parts: Sequence[str], names: Mapping[str, str]) -> tuple[str, ...]:
    """The names in the order of the board's numbers, up to the last one that is used."""
    named = [names.get(part, "") for part in parts]
    while named and not named[-1]:
        named.pop()
    return tuple(named)
