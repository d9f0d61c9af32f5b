"""Views of the screens on which a table is made ready: short and long names, few and many parts, every note."""

from __future__ import annotations

from dataclasses import replace

from display import ready_texts
from display.labels import LANGUAGES as SPOKEN
from display.view import Choice, DeckView, HardwarePart, HardwareView, Note, SetupPlace, SetupView
from tests.display.samples import LONG_NAMES, MANY_NAMES, NAMES

CARDS = tuple(rank + suit for suit in "CDHS" for rank in "23456789TJQKA")
JOKERS = (*CARDS, "X1", "X2")
LEARNING = ("skip", "back", "stop", "full-screen")
ASKING = ("skip", "back", "hardware", "stop", "full-screen")
WIRED = ("SPI 0.0", "SPI 0.1", "reader 3 of the board", "")
COLUMNS = ("reader", "button", "lamp")
GREETED = Note("found", name="Schornsteinfeger", part="reader 3 of the board")


def every_note() -> list[Note]:
    """Each kind of note, with all of its fields and with none."""
    full = {"card": "QD", "name": "Schornsteinfeger", "part": "reader 3 of the board", "detail": "reads 00: no chip"}
    bad = ("unfit", "two-cards", "reader-mute", "source-down", "elsewhere", "taken")
    notes = [Note(kind, good=kind not in bad, **full) for kind in ready_texts.NOTES]
    return notes + [replace(note, detail=None) for note in notes if note.kind.startswith(("reader-", "source-"))]


def deck(**changed) -> DeckView:
    """In the middle of the hearts."""
    begun = DeckView(
        "blue",
        CARDS,
        frozenset(CARDS[:31]) - {"4C"},
        CARDS[31],
        readers=("draw", "seat-1"),
        note=Note("learnt", card=CARDS[30]),
        keys=LEARNING,
    )
    return replace(begun, **changed)


def decks() -> dict[str, DeckView]:
    shown = {
        "deck": deck(),
        "deck-first": deck(learnt=frozenset(), card="2C", note=None, simulated=True, keys=("tap", *LEARNING)),
        "deck-looking": deck(learnt=frozenset(), card="2C", note=None, readers=(), keys=("stop",)),
        "deck-jokers": deck(deck="a-very-long-deck-name-1", cards=JOKERS, renewed=True, card="X2"),
        "deck-complete": deck(learnt=frozenset(CARDS), card=None, keys=("close", "full-screen")),
        "deck-stopped": deck(stopped=True, note=None, keys=("close", "full-screen")),
    }
    notes = [replace(shown["deck"], note=note) for note in every_note()]
    return shown | {f"deck-note-{number}-{view.note.kind}": view for number, view in enumerate(notes)}


def found(names: tuple[str, ...], places: tuple[str, ...] = ("draw", "discard")) -> tuple[SetupPlace, ...]:
    seats = [SetupPlace(name, seat) for seat, name in enumerate(names)]
    seats[0] = replace(seats[0], reader="SPI 0.0", button="GPIO 5", lamp="GPIO 22")
    seats[1] = replace(seats[1], reader="SPI 0.1", button="", lamp=None)
    return (*seats, *(SetupPlace(id=id, reader="" if id == "draw" else None) for id in places))


def setup(ask: str, names: tuple[str, ...], **changed) -> SetupView:
    begun = SetupView(ask, found(names), columns=COLUMNS, keys=ASKING, path="/home/anna/.config/lapio/table.toml")
    return replace(begun, **changed)


def setups(language: str = "en") -> dict[str, SetupView]:
    names = NAMES[language]
    languages = tuple(Choice(number, "language", word=code) for number, code in enumerate(SPOKEN))
    counts = tuple(Choice(number, "seats", count=number) for number in range(2, 11))
    people = tuple(Choice(seat, "seat", seat=seat) for seat in range(4))
    lamp = (*people, Choice(20, "none"), Choice(21, "end"))
    many = tuple(Choice(seat, "seat", seat=seat) for seat in range(10))
    yes_no = (Choice(1, "yes"), Choice(0, "no"))
    return {
        "setup-looking": SetupView("looking", keys=("stop",)),
        "setup-language": SetupView("language", choices=languages, usual=0, keys=("stop", "full-screen")),
        "setup-seats": SetupView("seats", choices=counts, usual=4, keys=("back", "stop"), simulated=True),
        "setup-names": setup("names", names, choices=(Choice(1, "take"),), usual=1, note=Note("other-names")),
        "setup-reader": setup("reader", names, at=2, note=GREETED, simulated=True),
        "setup-reader-long": setup("reader", LONG_NAMES, at=0),
        "setup-reader-ten": setup("reader", MANY_NAMES[:10], at=9, places=found(MANY_NAMES[:10], ("shared", "draw"))),
        "setup-draw": setup("draw", names, at=4),
        "setup-shared": setup("shared", names, at=4, places=found(names, ("shared", "draw", "discard"))),
        "setup-discard": setup("discard", names, at=5),
        "setup-button": setup(
            "button", LONG_NAMES, at=3, note=Note("taken", part="GPIO 5 (pin 29)", name="Anna", good=False)
        ),
        "setup-lamps": setup("lamps", names, choices=yes_no, usual=0),
        "setup-lamp": setup("lamp", LONG_NAMES, choices=lamp, usual=1, part="GPIO 22 (pin 15)"),
        "setup-lamp-ten": setup(
            "lamp", MANY_NAMES[:10], choices=(*many, *lamp[4:]), usual=1, part="lamp 3 of the board", note=GREETED
        ),
        "setup-buzzer": setup("buzzer", names, choices=yes_no, usual=0),
        "setup-write": setup("write", names, choices=yes_no, usual=1, note=Note("real-table", good=False)),
        "setup-written": setup("written", names, keys=("close", "full-screen")),
        "setup-not-written": setup("not-written", names, keys=("close",), note=Note("nothing-found", good=False)),
    }


def hardware(seats: int, language: str = "en", lamps: bool = True) -> HardwareView:
    """A table with a reader, a button and a lamp a seat, some of them ill, some in use."""
    names = (NAMES[language] if seats <= 4 else MANY_NAMES)[:seats]
    states = ("ok", "clone", "fault", "mute", "off", "", "ok", "ok", "ok", "ok")
    details = ("version 92", "version B2", "version 92", "reads 00: no chip", "", "")
    readers = [
        HardwarePart("reader", f"seat-{seat + 1}", f"SPI 0.{seat}", seat, name, states[seat], details[seat % 6])
        for seat, name in enumerate(names)
    ]
    readers[0] = replace(readers[0], active=True, cards=("QD",), tried=True)
    readers[1] = replace(readers[1], active=True, unknown=1 if seats < 5 else 2)
    more = [
        HardwarePart("reader", name, f"SPI 1.{at}", None, "", "ok", "", tried=True)
        for at, name in enumerate(("draw", "discard"))
    ]
    buttons = [
        HardwarePart("button", f"button-{seat + 1}", f"GPIO {seat + 5}", seat, name, active=seat == 1, tried=seat < 3)
        for seat, name in enumerate(names)
    ]
    lit = [
        HardwarePart("lamp", f"lamp-{seat + 1}", f"GPIO {seat + 20}", seat, name, active=seat == 0)
        for seat, name in enumerate(names)
    ]
    return HardwareView((*readers, *more, *buttons, *(lit if lamps else ())), keys=("close", "full-screen"))


def hardwares(language: str = "en") -> dict[str, HardwareView]:
    places = tuple(
        HardwarePart("reader", f"reader {n} of the board", state="mute", detail="no chip") for n in range(10)
    )
    return {
        "hardware-4": hardware(4, language),
        "hardware-2": replace(hardware(2, language, lamps=False), simulated=True),
        "hardware-10": replace(
            hardware(10, language), note=Note("reader-mute", part="seat-4", detail="no chip", good=False)
        ),
        "hardware-places": HardwareView(places, keys=("back", "close")),
        "hardware-pins": HardwareView(
            (*places[:2], *(HardwarePart("button", f"GPIO {pin} (pin {pin + 10})") for pin in range(2, 26))),
            keys=("back", "full-screen"),
        ),
        "hardware-nothing": HardwareView((), keys=("close",)),
    }


def everything(language: str = "en") -> dict[str, DeckView | SetupView | HardwareView]:
    return {**decks(), **setups(language), **hardwares(language)}
