"""The decks of a table as files: where they are kept, which there are, and how one goes to another table and back."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

from engine.errors import LapioError
from table.deck_file import DeckFile
from table.files import FilesError, data_folder, write_file
from table.registry import EnrolError, Registry
from table.toml_file import Fault, read_toml

REAL, MOCK = "decks", "mock-decks"  # a mock table's tags must never be taken for a real table's


class DeckError(LapioError):
    """A deck cannot be read, written, exported or imported: which, and what to do."""


class DeckLine(NamedTuple):
    """One deck in a list."""

    name: str
    kind: str
    cards: int
    learnt: int
    spares: int
    controls: int
    in_play: bool


def decks_folder(*, mock: bool = False) -> Path:
    """Where the decks lie. Raises FilesError where the data folder cannot be used."""
    return data_folder() / (MOCK if mock else REAL)


def deck_lines(registry: Registry) -> list[DeckLine]:
    """Each deck with what is learnt of it."""
    lines = []
    for deck in registry.decks:
        cards = registry.cards(deck)
        tags = [len(uids) for uids in cards.values()]
        learnt = sum(1 for count in tags if count)
        in_play = registry.in_play is None or deck in registry.in_play
        controls = len(registry.controls(deck))
        lines.append(DeckLine(deck, registry.kind(deck), len(cards), learnt, sum(tags) - learnt, controls, in_play))
    return lines


def chosen_deck(registry: Registry, name: str | None, usual: str = "deck-1") -> str:
    """The deck that is meant: the one that was named, else the only one there is, else `usual` where there is none.

    Raises DeckError where there are several.
    """
    if name is not None:
        return name
    if len(registry.decks) > 1:
        raise DeckError(f"which deck? There are {', '.join(registry.decks)}")
    return registry.decks[0] if registry.decks else usual


def export_deck(registry: Registry, deck: str, path: Path, *, replace: bool = False) -> None:
    """Write a deck as a file that `import_deck` reads.

    Raises EnrolError where there is no such deck, DeckError where the file is there already or cannot be written.
    """
    text = registry.text(deck)
    if path.is_dir():
        path = path / f"{deck}.toml"
    if path.exists() and not replace:
        raise DeckError(f"{path}: there is a file of that name already; --force writes over it")
    try:
        write_file(path, text)
    except FilesError as error:
        raise DeckError(str(error)) from None


def import_deck(registry: Registry, path: Path, name: str | None = None) -> str:
    """Take a deck's file into the registry and put it on the disk. Returns the deck's name, `name` where one is given.

    Raises DeckError, with file and line, for what is no deck's file, a name that is taken, and a tag that is another
    deck's; nothing is changed then.
    """
    try:
        toml = read_toml(path)
        with toml.faults_told():
            written = toml.data.get("name")
            deck = DeckFile.read(toml.data, written if isinstance(written, str) else "")
            called = name or deck.name
            try:
                _take(registry, deck, called)
            except EnrolError as error:
                raise Fault(("name",), str(error)) from None
    except FilesError as error:
        raise DeckError(str(error)) from None
    registry.save(called)
    return called


def _take(registry: Registry, deck: DeckFile, called: str) -> None:
    """Enrol a whole deck, or nothing of it. Raises EnrolError, or Fault with the card's place."""
    if called in registry.decks:
        raise EnrolError(f'there is a deck "{called}" already: import it under another name with --name NAME')
    trial = Registry()
    for there in registry.decks:
        own = DeckFile(there, registry.kind(there), registry.cards(there), registry.controls(there))
        _enrol(trial, own, there)
    _enrol(trial, deck, called)  # all of it fits into the trial before anything is changed
    _enrol(registry, deck, called)


def _enrol(registry: Registry, deck: DeckFile, called: str) -> None:
    registry.add_deck(called, deck.kind)
    for heading, entries in (("cards", deck.cards), ("controls", deck.controls)):
        enrol = registry.enrol if heading == "cards" else registry.enrol_control
        for card, uids in entries.items():
            for uid in uids:
                try:
                    enrol(called, card, uid)
                except EnrolError as error:
                    raise Fault((heading, card), str(error)) from None
