"""What `lapio deck ...` does: opens the readers or a mock table, and hands over to learning, checking and the files."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from engine.errors import LapioError
from table.config import Source, load_config
from table.decks import chosen_deck, deck_lines, decks_folder, export_deck, import_deck
from table.finding import DEVICES, places, without_lamps
from table.learn import Checking, Learning, Way, check_card
from table.learn_terminal import Desk, MockPack
from table.registry import Registry
from table.rig import MockHands, OpenOne, Rig, real_rig
from table.sources import open_source
from table.tapping import Tapping
from table.terminal import Terminal


def deck_learn(asked: argparse.Namespace, terminal: Terminal | None = None) -> int:
    """Learn a deck's cards. Returns 1 where some are missing at the end, else 0."""
    registry, deck = deck_to_learn(asked)
    terminal = terminal or Terminal()
    missing = len(registry.missing(deck))
    terminal.say(f"The deck {deck} ({registry.kind(deck)}): {missing} of {len(registry.cards(deck))} cards to learn.")
    if not missing:
        terminal.say(f"It is complete. A worn card is replaced with: lapio deck replace {deck} JS")
        return 0
    return _learn(asked, terminal, registry, deck, Way.DECK, None)


def deck_to_learn(asked: argparse.Namespace) -> tuple[Registry, str]:
    """The decks, and the one that is to be learnt, which may be new. Raises LapioError where it cannot be."""
    registry = Registry.load(decks_folder(mock=asked.mock))
    deck = chosen_deck(registry, asked.name)
    if deck not in registry.decks:
        registry.add_deck(deck, asked.kind or "french-52")
    elif asked.kind and asked.kind != registry.kind(deck):
        raise LapioError(f"the deck {deck} is of the kind {registry.kind(deck)} already, not {asked.kind}")
    return registry, deck


def deck_replace(asked: argparse.Namespace, terminal: Terminal | None = None) -> int:
    """Learn a new card in place of a worn one, or one more for it."""
    registry, deck = _there(asked)
    face = asked.card.upper().replace("10", "T")
    card = face if face in registry.cards(deck) else asked.card
    check_card(registry, deck, card)
    way = Way.SPARE if asked.spare else Way.REPLACE
    return _learn(asked, terminal or Terminal(), registry, deck, way, [card])


def deck_controls(asked: argparse.Namespace, terminal: Terminal | None = None) -> int:
    """Learn control cards: those that were named, else the general ones."""
    registry, deck = _there(asked)
    return _learn(asked, terminal or Terminal(), registry, deck, Way.CONTROLS, asked.controls or None)


def deck_check(asked: argparse.Namespace, terminal: Terminal | None = None) -> int:
    """Say of each tapped card what it is. Returns 1 where some of the deck were not seen."""
    registry, deck = _there(asked)
    terminal = terminal or Terminal()
    checking = Checking(registry, deck)
    if missing := registry.missing(deck):
        terminal.say(f"{len(missing)} cards of the deck {deck} are not learnt yet.")
    with _desk(asked, terminal, registry, deck) as desk:
        return desk.check(checking)


def deck_list(asked: argparse.Namespace) -> int:
    """Print the decks and how much of each is learnt."""
    folder = decks_folder(mock=asked.mock)
    registry = Registry.load(folder)
    lines = deck_lines(registry)
    if not lines:
        print(
            f"No deck is learnt yet (in {folder}). Begin one: lapio deck learn blue" + (" --mock" if asked.mock else "")
        )
        return 0
    print(f"{'deck':20} {'kind':10} {'learnt':>8} {'spares':>6} {'controls':>8}")
    for line in lines:
        print(f"{line.name:20} {line.kind:10} {line.learnt:>5}/{line.cards:<2} {line.spares:>6} {line.controls:>8}")
    return 0


def deck_export(asked: argparse.Namespace) -> int:
    """Write a deck into a file, or to standard output."""
    registry = Registry.load(decks_folder(mock=asked.mock))
    if asked.file == "-":
        sys.stdout.write(registry.text(asked.name))
        return 0
    export_deck(registry, asked.name, Path(asked.file), replace=asked.force)
    print(f"The deck {asked.name} is in {asked.file}.")
    return 0


def deck_import(asked: argparse.Namespace) -> int:
    """Take a deck from a file."""
    registry = Registry.load(decks_folder(mock=asked.mock))
    name = import_deck(registry, Path(asked.file), asked.name)
    missing = registry.missing(name)
    print(f"The deck {name} is imported: {len(registry.cards(name)) - len(missing)} cards.")
    return 0


def _there(asked: argparse.Namespace) -> tuple[Registry, str]:
    """The decks, and the one that is meant. Raises LapioError where there is none."""
    registry = Registry.load(decks_folder(mock=asked.mock))
    deck = chosen_deck(registry, asked.name, "")
    if not deck:
        raise LapioError(
            "no deck is learnt yet: begin one with lapio deck learn blue" + (" --mock" if asked.mock else "")
        )
    registry.kind(deck)
    return registry, deck


def _learn(
    asked: argparse.Namespace, terminal: Terminal, registry: Registry, deck: str, way: Way, cards: list[str] | None
) -> int:
    learning = Learning(registry, deck, way, cards)
    if learning.card is None:
        terminal.say("All of these are learnt already.")
        return 0
    with _desk(asked, terminal, registry, deck, fresh=way in (Way.REPLACE, Way.SPARE)) as desk:
        return desk.learn(learning)


@contextmanager
def _desk(
    asked: argparse.Namespace,
    terminal: Terminal,
    registry: Registry,
    deck: str,
    *,
    fresh: bool = False,
    devices: Path = DEVICES,
    open_one: OpenOne = open_source,
) -> Iterator[Desk]:
    """The desk with the table's readers, those of this machine where no table is set up, or a mock one's.

    Raises LapioError where no reader answers, or another Lapio uses them.
    """
    tapping = Tapping()
    write_names = getattr(asked, "write_names", False)
    if asked.mock:
        if write_names:
            raise LapioError("--write-names needs a reader on the Pi's SPI: the mock table's tags have no memory")
        yield Desk(terminal, tapping, None, MockPack(MockHands(terminal), registry, deck, fresh=fresh))
        return
    with real_rig(reader_sources(asked, devices), terminal, open_one=open_one) as rig:
        rig.listen(tapping)
        _tell(terminal, rig)
        yield Desk(terminal, tapping, rig, None, write_names=write_names)


def reader_sources(asked: argparse.Namespace, devices: Path = DEVICES) -> list[Source]:
    """The sources of the table that is set up, without lamps; every place of this machine where none is.

    Raises LapioError where the file is of a mock table, or cannot be used.
    """
    from table.cli_setup import config_path

    path = config_path(asked.config)
    sources = places(devices)
    if path.exists():
        config = load_config(path)
        if config.simulated:
            raise LapioError(f"{path} is of a mock table: run lapio setup first, or learn with --mock")
        sources = config.sources
    return [without_lamps(source) for source in sources]


def _tell(terminal: Terminal, rig: Rig) -> None:
    for trouble in rig.troubles:
        terminal.say(f"  {trouble}")
    if not rig.readers:
        raise LapioError("no reader answers: lapio doctor says why; without hardware it is --mock")
    terminal.say(f"Readers: {', '.join(sorted(rig.readers))}. Tap the cards at any of them.")
