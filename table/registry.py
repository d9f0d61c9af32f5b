"""The deck registry: which tag is which card.

Each deck is a file of its own, `decks/<name>.toml` in the data folder, written by Lapio and readable by people. A tag
is known by its whole UID (4, 7 or 10 bytes) and by nothing less. Control cards, which say something at the table
and are in no deal (bids, suits, undo), stand in the deck's file too.

    registry = Registry.load(data_folder() / "decks")
    registry.add_deck("blue", "french-52")
    registry.enrol("blue", "JS", bytes.fromhex("04A1B2C3D4E5F6"))
    registry.save("blue")
    registry.in_play = ("blue",)
    registry.find(uid)    # a KnownCard, ControlCard, ForeignTag or UnknownTag

A damaged file is an error and never looks like an empty deck. What a file held before is kept as `<name>.toml.bak`.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TypeAlias

from engine.cards import FRENCH
from engine.errors import LapioError
from table.deck_file import DeckFile
from table.files import FilesError, backup_of, reason, write_file
from table.spelling import did_you_mean
from table.toml_file import Fault, read_toml
from table.uid import CASCADE, uid_fault, uid_text

KINDS: Mapping[str, Sequence[str]] = {
    "french-52": FRENCH.faces,
    "french-54": (*FRENCH.faces, "X1", "X2"),
}

CONTROLS = ("undo", "accept", "new-deal", "pass", "knock", "challenge")
CONTROL_GROUPS: Mapping[str, str] = {  # such as suit-H: what follows the hyphen
    "suit": "[CDHS]",
    "rank": "[2-9TJQKA]",
    "number": "0|[1-9][0-9]{0,3}",
    "bid": "[a-z0-9][a-z0-9-]{0,30}",
    "declare": "[a-z0-9][a-z0-9-]{0,30}",
}


class RegistryError(LapioError):
    """A deck's file cannot be read or written; the text names the file, the line, the key and what to do."""


class EnrolError(LapioError, ValueError):
    """A tag cannot be enrolled like this; the text says why."""


@dataclass(frozen=True, slots=True)
class KnownCard:
    """A card of a deck in play. Deck, card and copy together are one physical card: two packs have two names."""

    deck: str
    card: str  # the face as in docs/table-script.md
    copy: int = 1  # of faces that one deck has several times


@dataclass(frozen=True, slots=True)
class ControlCard:
    """A control card, of whatever deck: `undo`, `pass`, `suit-H`, `number-4`, `bid-6`."""

    deck: str
    action: str


@dataclass(frozen=True, slots=True)
class ForeignTag:
    """A card of a registered deck that is not in play."""

    uid: bytes
    deck: str
    card: str


@dataclass(frozen=True, slots=True)
class UnknownTag:
    """A tag of no deck."""

    uid: bytes


Found: TypeAlias = KnownCard | ControlCard | ForeignTag | UnknownTag


@dataclass(frozen=True, slots=True)
class _Entry:
    """What a tag is: a card of a deck by its id there (`boot#2` is the second boot), or one of its control cards."""

    deck: str
    id: str
    control: bool

    def __str__(self) -> str:
        return f"the {'control card' if self.control else 'card'} {self.id} of the deck {self.deck}"


class Registry:
    """All decks of a table, in memory. `save` writes one of them; `folder` is None where nothing can be saved.

    `in_play`: the decks that lie on the table, None for all of them; the cards of others are foreign.
    """

    def __init__(self, folder: Path | None = None, kinds: Mapping[str, Sequence[str]] = KINDS) -> None:
        """An empty registry. `kinds`: the faces of each kind of deck, in its order."""
        self.folder = folder
        self.in_play: Collection[str] | None = None
        self._kinds = {kind: tuple(card_ids(faces)) for kind, faces in kinds.items()}
        self._decks: dict[str, str] = {}  # the kind of each
        self._tags: dict[bytes, _Entry] = {}

    @classmethod
    def load(cls, folder: Path, kinds: Mapping[str, Sequence[str]] = KINDS) -> Registry:
        """Every deck of a folder; without the folder there is none yet.

        Raises RegistryError where one file cannot be read, is damaged, was cut off, or is gone while the version
        before it is still there; and where two cards have one tag.
        """
        registry = cls(folder, kinds)
        try:
            names = sorted(path.name for path in folder.iterdir()) if folder.exists() else []
        except OSError as error:
            raise RegistryError(f"{folder}: the decks cannot be read ({reason(error)})") from None
        for name in names:
            path = folder / name
            if path.suffix == ".toml":
                registry._read(path)
            elif name.endswith(".toml.bak") and path.with_suffix("").name not in names:
                raise RegistryError(
                    f"{path.with_suffix('')}: this deck's file is gone, but the version before is there: "
                    f"rename {name} back, or delete it too"
                )
        return registry

    @property
    def decks(self) -> tuple[str, ...]:
        """The names of all decks, sorted."""
        return tuple(sorted(self._decks))

    def kind(self, deck: str) -> str:
        """What kind of deck it is. Raises EnrolError where there is no such deck."""
        if deck not in self._decks:
            raise EnrolError(f'there is no deck "{deck}"{did_you_mean(deck, self._decks)}')
        return self._decks[deck]

    def cards(self, deck: str) -> dict[str, tuple[bytes, ...]]:
        """Every card of a deck in its order, each with its tags, none where it has none yet."""
        cards: dict[str, tuple[bytes, ...]] = dict.fromkeys(self._kinds[self.kind(deck)], ())
        return cards | self._of(deck, control=False)

    def controls(self, deck: str) -> dict[str, tuple[bytes, ...]]:
        """The control cards of a deck's file, sorted, with their tags."""
        self.kind(deck)
        return dict(sorted(self._of(deck, control=True).items()))

    def missing(self, deck: str) -> tuple[str, ...]:
        """The cards of a deck that have no tag yet."""
        return tuple(card for card, uids in self.cards(deck).items() if not uids)

    def find(self, uid: bytes) -> Found:
        """What this tag is. Control cards count whatever their deck."""
        entry = self._tags.get(uid)
        if entry is None:
            return UnknownTag(uid)
        if entry.control:
            return ControlCard(entry.deck, entry.id)
        face, _, copy = entry.id.partition("#")
        if self.in_play is not None and entry.deck not in self.in_play:
            return ForeignTag(uid, entry.deck, face)
        return KnownCard(entry.deck, face, int(copy or 1))

    def add_deck(self, deck: str, kind: str) -> None:
        """Begin a new deck, without tags. Raises EnrolError for a name that is taken or unfit, and an unknown kind."""
        if not re.fullmatch("[a-z0-9][a-z0-9_-]{0,39}", deck):
            raise EnrolError(f'a deck cannot be called "{deck}": use small letters a to z, digits, - and _')
        if deck in self._decks:
            raise EnrolError(f'there is a deck "{deck}" already')
        if kind not in self._kinds:
            raise EnrolError(f'there is no kind of deck "{kind}": it is one of {", ".join(self._kinds)}')
        self._decks[deck] = kind

    def enrol(self, deck: str, card: str, uid: bytes) -> None:
        """This tag is this card from now on. A card may have several tags (a spare), a tag only one card.

        Raises EnrolError for a tag that has another card, a card that the deck does not have, and what is no UID.
        """
        if card not in self._kinds[self.kind(deck)]:
            raise EnrolError(f'a deck of the kind {self.kind(deck)} has no card "{card}"')
        self._add(_Entry(deck, card, control=False), uid)

    def enrol_control(self, deck: str, control: str, uid: bytes) -> None:
        """This tag is this control card from now on. Raises EnrolError as `enrol` does."""
        self.kind(deck)
        fault = _control_fault(control)
        if fault:
            raise EnrolError(fault)
        self._add(_Entry(deck, control, control=True), uid)

    def forget(self, uid: bytes) -> None:
        """This tag is no card any more: it was lost, or is to become another. Raises EnrolError where it was none."""
        if self._tags.pop(uid, None) is None:
            raise EnrolError(f"the tag {uid_text(uid)} is of no deck")

    def save(self, deck: str) -> Path:
        """Put a deck on the disk; what its file held before is kept as .bak.

        Raises RegistryError where it cannot be written, and where the file there is damaged: it is not written over.
        """
        text = self.text(deck)
        if self.folder is None:
            raise RegistryError(f"the deck {deck} is simulated and has no file")
        path = self.folder / f"{deck}.toml"
        if path.exists():
            Registry(self.folder, self._kinds)._read(path)
        try:
            write_file(path, text, keep_old=True)
        except FilesError as error:
            raise RegistryError(str(error)) from None
        return path

    def text(self, deck: str) -> str:
        """A deck as the text of its file: the same deck always gives the same text."""
        return DeckFile(deck, self.kind(deck), self.cards(deck), self.controls(deck)).text

    def _of(self, deck: str, *, control: bool) -> dict[str, tuple[bytes, ...]]:
        found: dict[str, tuple[bytes, ...]] = {}
        for uid, entry in sorted(self._tags.items()):
            if entry.deck == deck and entry.control == control:
                found[entry.id] = (*found.get(entry.id, ()), uid)
        return found

    def _add(self, entry: _Entry, uid: bytes) -> None:
        fault = uid_fault(uid)
        if fault:
            raise EnrolError(fault)
        has = self._tags.setdefault(uid, entry)
        if has != entry:
            raise EnrolError(f"the tag {uid_text(uid)} is {has} already and cannot be {entry} too")

    def _read(self, path: Path) -> None:
        """Take in a deck's file. Raises RegistryError."""
        advice = f"; correct it there, or put back the version before, {backup_of(path).name}"
        if not backup_of(path).exists():
            advice = "; correct it there, or delete the file and learn the deck again"
        try:
            toml = read_toml(path)
            with toml.faults_told():
                self._take(DeckFile.read(toml.data, path.stem))
        except FilesError as error:
            raise RegistryError(f"{error}{advice}") from None

    def _take(self, deck: DeckFile) -> None:
        try:
            self.add_deck(deck.name, deck.kind)
        except EnrolError as error:
            raise Fault(("name",) if deck.kind in self._kinds else ("kind",), str(error)) from None
        for heading, entries, enrol in (
            ("cards", deck.cards, self.enrol),
            ("controls", deck.controls, self.enrol_control),
        ):
            for id_, uids in entries.items():
                for uid in uids:
                    try:
                        enrol(deck.name, id_, uid)
                    except EnrolError as error:
                        raise Fault((heading, id_), str(error)) from None


def card_ids(faces: Sequence[str]) -> Iterator[str]:
    """The ids of a deck's cards: its faces, and `boot#2`, `boot#3` for the further copies of a face."""
    copies: dict[str, int] = {}
    for face in faces:
        copies[face] = copies.get(face, 0) + 1
        yield face if copies[face] == 1 else f"{face}#{copies[face]}"


def _control_fault(control: str) -> str | None:
    """Why there is no such control card, or None where there is."""
    group, _, value = control.partition("-")
    if control in CONTROLS or (group in CONTROL_GROUPS and re.fullmatch(CONTROL_GROUPS[group], value)):
        return None
    groups = ", ".join(f"{group}-..." for group in CONTROL_GROUPS)
    hint = did_you_mean(control, CONTROLS)
    return f'there is no control card "{control}"{hint}: it is one of {", ".join(CONTROLS)}, {groups}'


def mock_deck(seed: int = 0, faces: Sequence[str] = FRENCH.faces) -> Registry:
    """The registry of the mock table: the deck `mock` with simulated NTAG UIDs, the same for the same seed.

    It has control cards too: the general ones, suits, ranks, numbers 0 to 13.
    """
    kind = next((name for name, its in KINDS.items() if tuple(its) == tuple(faces)), "mock")
    registry = Registry(kinds={**KINDS, kind: faces})
    registry.add_deck("mock", kind)
    for card in registry.cards("mock"):
        registry.enrol("mock", card, _simulated_uid(f"{seed} mock {card}"))
    suits, ranks = (f"suit-{suit}" for suit in "CDHS"), (f"rank-{rank}" for rank in "23456789TJQKA")
    for control in (*CONTROLS, *suits, *ranks, *(f"number-{number}" for number in range(14))):
        registry.enrol_control("mock", control, _simulated_uid(f"{seed} {control}"))
    return registry


def _simulated_uid(name: str) -> bytes:
    """Seven bytes as NXP's tags have them: 04 first, and no 88 where a third level of the UID would begin."""
    digest = bytearray(hashlib.blake2b(name.encode(), digest_size=6).digest())
    if digest[2] == CASCADE:
        digest[2] ^= 1
    return b"\x04" + bytes(digest)
