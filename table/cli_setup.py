"""The commands that make a table ready: setup, deck, hardware, doctor, flash. Their words; the work is elsewhere."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

LANGUAGES = ("en", "fi", "sv", "nb", "de")
KINDS = ("french-52", "french-54")


def add_commands(commands: Any) -> None:
    """Add them to the command line's own; `commands` is what argparse's add_subparsers returned."""
    _add_setup(commands)
    _add_deck(commands)
    _add_hardware(commands)
    _add_doctor(commands)
    _add_flash(commands)


def _command(commands: Any, name: str, about: str, examples: str) -> argparse.ArgumentParser:
    parser: argparse.ArgumentParser = commands.add_parser(
        name, help=about, description=about, epilog=f"examples:\n{examples}"
    )
    parser.set_defaults(command=parser)
    return parser


def config_path(named: str | None) -> Path:
    """The configuration's file: as it was named, else table.toml in the configuration folder."""
    from table.config import FILE
    from table.files import config_folder

    return Path(named) if named else config_folder() / FILE


# -- setup ------------------------------------------------------------------------------------------------


def _add_setup(commands: Any) -> None:
    parser = _command(
        commands,
        "setup",
        "Find readers and buttons and give them their seats, by tapping; writes table.toml.",
        "  lapio setup\n  lapio setup --mock\n  lapio setup --screen --mock\n"
        "  lapio setup --config evening.toml --language fi",
    )
    parser.add_argument("--mock", action="store_true", help="a mock table: numbers are typed instead of tapping")
    parser.add_argument("--config", metavar="FILE", help="the file (default: table.toml in Lapio's folder)")
    _on_screen(parser)
    parser.set_defaults(run=_setup)


def _setup(asked: argparse.Namespace) -> int:
    if asked.screen:
        from table.setup_screen import set_up_on_screen

        return set_up_on_screen(asked)
    from table.setup_terminal import set_up, set_up_mock
    from table.terminal import Terminal

    work = set_up_mock if asked.mock else set_up
    return work(Terminal(), config_path(asked.config), language=asked.language or "en")


# -- deck -------------------------------------------------------------------------------------------------


def _add_deck(commands: Any) -> None:
    parser = _command(
        commands,
        "deck",
        "Learn decks: which tag is which card. Check, list, export and import them.",
        "  lapio deck learn blue\n  lapio deck check blue\n  lapio deck replace blue JS\n  lapio deck learn --mock",
    )
    parser.set_defaults(run=lambda _: _help(parser))
    decks = parser.add_subparsers(title="what to do", metavar="WHAT")

    learn = _deck(
        decks,
        "learn",
        "Learn the cards that have no tag yet, in the order shown.",
        "  lapio deck learn blue\n  lapio deck learn blue --screen",
    )
    _name(learn, "the deck (default: the only one there is, else deck-1)")
    learn.add_argument("--kind", choices=KINDS, help="of a new deck (default: french-52; french-54 has two jokers)")
    _readers(learn, writes=True)
    _on_screen(learn)
    learn.set_defaults(run=_learn)

    replace = _deck(
        decks, "replace", "Learn a new card in place of a worn or lost one.", "  lapio deck replace blue JS"
    )
    spare = _deck(
        decks, "spare", "Give a card one more tag: a second sticker, or a spare.", "  lapio deck spare blue JS"
    )
    for each, is_spare in ((replace, False), (spare, True)):
        each.add_argument("name", metavar="NAME", help="the deck")
        each.add_argument("card", metavar="CARD", help="the card, as JS for the jack of spades, TH or 10H")
        _readers(each, writes=True)
        each.set_defaults(run=lambda asked: _work("deck_replace", asked), spare=is_spare)

    controls = _deck(
        decks,
        "controls",
        "Learn control cards: undo, accept, new-deal and others.",
        "  lapio deck controls blue\n  lapio deck controls blue undo suit-H number-4",
    )
    controls.add_argument("name", metavar="NAME", help="the deck")
    controls.add_argument("controls", nargs="*", metavar="CONTROL", help="which (default: the general ones)")
    _readers(controls)
    controls.set_defaults(run=lambda asked: _work("deck_controls", asked))

    check = _deck(decks, "check", "Tap any card, and the table says what it is.", "  lapio deck check blue")
    _name(check, "the deck (default: the only one there is)")
    _readers(check)
    check.set_defaults(run=lambda asked: _work("deck_check", asked))

    listing = _deck(decks, "list", "The decks, and how much of each is learnt.", "  lapio deck list")
    _mock(listing)
    listing.set_defaults(run=lambda asked: _work("deck_list", asked))

    export = _deck(decks, "export", "Write a deck into a file.", "  lapio deck export blue blue.toml")
    export.add_argument("name", metavar="NAME", help="the deck")
    export.add_argument("file", metavar="FILE", help="the file; - is standard output")
    export.add_argument("--force", action="store_true", help="write over a file that is there")
    _mock(export)
    export.set_defaults(run=lambda asked: _work("deck_export", asked))

    taking = _deck(
        decks,
        "import",
        "Take a deck from a file of `lapio deck export`.",
        "  lapio deck import blue.toml\n  lapio deck import blue.toml --name clubs-blue",
    )
    taking.add_argument("file", metavar="FILE", help="the file")
    taking.add_argument("--name", metavar="NAME", help="what it is called here (default: as in the file)")
    _mock(taking)
    taking.set_defaults(run=lambda asked: _work("deck_import", asked))


def _deck(decks: Any, name: str, about: str, examples: str) -> argparse.ArgumentParser:
    return _command(decks, name, about, examples)


def _name(parser: argparse.ArgumentParser, about: str) -> None:
    parser.add_argument("name", nargs="?", metavar="NAME", help=about)


def _mock(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--mock", action="store_true", help="the decks of the mock table, without hardware")


def _readers(parser: argparse.ArgumentParser, *, writes: bool = False) -> None:
    _mock(parser)
    parser.add_argument("--config", metavar="FILE", help="the table (default: table.toml in Lapio's folder)")
    if writes:
        parser.add_argument(
            "--write-names", action="store_true", help="put each card's name on its tag too, for telephones"
        )


def _on_screen(parser: argparse.ArgumentParser, *, flag: bool = True) -> None:
    """The options of the screen; with `flag`, --screen asks for one at all."""
    from table.cli import _add_screen, _speed

    if flag:
        parser.add_argument("--screen", action="store_true", help="on the screen, by touch, instead of in the terminal")
    parser.add_argument(
        "--speed", type=_speed, default=1.0, metavar="X", help="with --mock: how fast its hands are (default: 1)"
    )
    _add_screen(parser)


def _learn(asked: argparse.Namespace) -> int:
    if asked.screen:
        from table.learn_screen import learn_on_screen

        return learn_on_screen(asked)
    return _work("deck_learn", asked)


def _work(what: str, asked: argparse.Namespace) -> int:
    import table.deck_commands

    return int(getattr(table.deck_commands, what)(asked))


def _help(parser: argparse.ArgumentParser) -> int:
    parser.print_help()
    return 0


# -- hardware ---------------------------------------------------------------------------------------------


def _add_hardware(commands: Any) -> None:
    parser = _command(
        commands,
        "hardware",
        "Every reader, button and lamp live on the screen: press, tap or touch it and see it answer.",
        "  lapio hardware\n  lapio hardware --mock\n  lapio hardware --seconds 60",
    )
    parser.add_argument("--mock", action="store_true", help="a mock table, whose hands try everything in turn")
    parser.add_argument("--config", metavar="FILE", help="the table (default: table.toml in Lapio's folder)")
    parser.add_argument("--seconds", type=_seconds, metavar="N", help="leave after so many seconds")
    _on_screen(parser, flag=False)
    parser.set_defaults(run=_hardware)


def _hardware(asked: argparse.Namespace) -> int:
    from table.hardware import hardware

    return hardware(asked)


# -- doctor and flash -------------------------------------------------------------------------------------


def _add_doctor(commands: Any) -> None:
    parser = _command(
        commands,
        "doctor",
        "Look at this machine and its table: what works, what does not, and the command that mends it.",
        "  lapio doctor\n  lapio doctor --seconds 60\n  lapio doctor --json\n\n"
        "what it prints: ok is as it should be, note is worth knowing, BAD keeps people from playing;\n"
        "-> is what mends it. It changes nothing. Its exit status is 0 where people can play, else 1.",
    )
    parser.add_argument(
        "--config", metavar="FILE", help="look at the table of this file (default: table.toml in Lapio's folder)"
    )
    parser.add_argument(
        "--seconds",
        type=_seconds,
        default=5,
        metavar="N",
        help="listen to the readers and boards for so many seconds, 0 to 3600: move cables and cards meanwhile, and "
        "loose wires and disturbances show (default: %(default)s)",
    )
    parser.add_argument("--json", action="store_true", help="print all of it as one JSON object, for programs")
    parser.set_defaults(run=_doctor)


def _doctor(asked: argparse.Namespace) -> int:
    from table.doctor import doctor

    return doctor(asked)


def _add_flash(commands: Any) -> None:
    parser = _command(
        commands,
        "flash",
        "Copy Lapio's program for the readers to a Raspberry Pi Pico that has MicroPython on it.",
        "  lapio flash --dry-run\n  lapio flash\n  lapio flash --board four-seats --port /dev/ttyACM0",
    )
    parser.add_argument(
        "--port", metavar="PATH", help="where the Pico is, as /dev/ttyACM0 (default: the only one that is plugged in)"
    )
    parser.add_argument(
        "--board",
        metavar="B",
        help="how it is wired: eight-seats or four-seats, as in the build guide, or a file board.py of your own "
        "(default: what is on it already, else eight-seats)",
    )
    parser.add_argument("--dry-run", action="store_true", help="copy nothing, only show what would be copied")
    parser.set_defaults(run=_flash)


def _flash(asked: argparse.Namespace) -> int:
    from table.flash import flash

    return flash(asked)


def _seconds(text: str) -> int:
    if not (text.isascii() and text.isdigit() and int(text[:9]) <= 3600):
        raise argparse.ArgumentTypeError(f"must be a whole number from 0 to 3600, not {text!r}")
    return int(text)
