"""A deck's file: any bytes are a deck or one clear error, in the decks' folder and imported from elsewhere."""

from __future__ import annotations

from collections.abc import Iterator

from table.decks import DeckError, import_deck
from table.registry import Registry, RegistryError, mock_deck
from tests.fuzz import clear


def seeds() -> Iterator[bytes]:
    """The mock deck as a file, short ones, and what can stand in a deck."""
    yield mock_deck(0).text("mock").replace('"mock"', '"blue"').encode()
    yield b'format = 1\nname = "blue"\nkind = "french-52"\ntags = 1\n[cards]\nJS = ["04A1B2C3D4E5F6"]\n'
    yield (
        b'format = 1\nname = "blue"\nkind = "french-54"\ntags = 4\n'
        b'[cards]\nX1 = ["04 A1 B2 C3", "04:A1:B2:C3:D4:E5:F6"]\n'
        b'[controls]\nundo = ["04000102030405"]\n"suit-H" = ["04-00-01-02-03-04-06"]\n'
    )
    yield b'format = 2\nname = "red"\n[cards]\n"\\n" = []\n'


def take(data: bytes) -> None:
    """Read it as the file of the deck blue, and as a file that somebody has sent."""
    _in_the_folder(data)
    _imported(data)


def _in_the_folder(data: bytes) -> None:
    folder = clear.folder() / "decks"
    folder.mkdir(exist_ok=True)
    (folder / "blue.toml").write_bytes(data)
    try:
        registry = Registry.load(folder)
    except RegistryError as error:
        clear.check(error)
        return
    text = registry.text("blue")
    (folder / "blue.toml").write_text(text, encoding="utf-8")
    assert Registry.load(folder).text("blue") == text


def _imported(data: bytes) -> None:
    sent = clear.folder() / "sent.toml"
    sent.write_bytes(data)
    taken = clear.folder() / "taken"
    registry = mock_deck(0)
    registry.folder = taken
    try:
        name = import_deck(registry, sent)
    except (DeckError, RegistryError) as error:
        clear.check(error)
        assert registry.decks == ("mock",)
        assert registry.text("mock") == mock_deck(0).text("mock")
        return
    assert (taken / f"{name}.toml").read_text(encoding="utf-8") == registry.text(name)
    (taken / f"{name}.toml").unlink()
