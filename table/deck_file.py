"""The file of one deck: its tags as TOML text that people can read and correct.

format = 1
name = "blue"
kind = "french-52"
tags = 2  # how many are in this file, so that a cut-off end is seen

[cards]
JS = ["04A1B2C3D4E5F6"]

[controls]
undo = ["04000102030405"]
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, NamedTuple

from table.decoding import seen
from table.toml_file import Fault
from table.uid import BadUid, read_uid

FORMAT = 1
KEYS: Mapping[str, tuple[type, str]] = {
    "format": (int, "a whole number"),
    "name": (str, "a text"),
    "kind": (str, "a text"),
    "tags": (int, "a whole number"),
    "cards": (dict, "a table"),
    "controls": (dict, "a table"),
}


class DeckFile(NamedTuple):
    """What stands in the file: the deck's name and kind, and the tags of each card and control card by its id."""

    name: str
    kind: str
    cards: Mapping[str, tuple[bytes, ...]]
    controls: Mapping[str, tuple[bytes, ...]]

    @classmethod
    def read(cls, data: Mapping[str, Any], name: str) -> DeckFile:
        """What these values of a TOML file say; `name` is the file's, without its ending.

        Raises Fault for missing, unknown and wrong keys, another format, and where the file was cut off. Whether there
        are such cards is not looked at.
        """
        for key in data:
            if key not in KEYS:
                raise Fault((key,), "a deck's file has no such key")
        for key, (wanted, words) in KEYS.items():
            if key not in data and key != "controls":
                raise Fault((key,), "this key is missing")
            if key in data and type(data[key]) is not wanted:
                raise Fault((key,), f"expected {words}")
        if data["format"] != FORMAT:
            raise Fault(("format",), f"this Lapio reads format {FORMAT}, not {seen(data['format'])}: update Lapio")
        if data["name"] != name:
            raise Fault(("name",), f'expected "{name}", the name of the file, not {seen(data["name"])}')
        deck = cls(name, data["kind"], _tags(data, "cards"), _tags(data, "controls"))
        if deck.tags != data["tags"]:
            lacks = (
                f"the file has {deck.tags} tags and says {seen(data['tags'])}: it was cut off, or the number is wrong"
            )
            raise Fault(("tags",), lacks)
        return deck

    @property
    def tags(self) -> int:
        """How many tags there are, also of control cards."""
        return sum(len(uids) for uids in (*self.cards.values(), *self.controls.values()))

    @property
    def text(self) -> str:
        """The text of the file: the same deck always gives the same text."""
        lines = [
            "# A deck of Lapio: which tag is which card. The version before is kept beside it, as .bak.",
            f"format = {FORMAT}",
            f'name = "{self.name}"',
            f'kind = "{self.kind}"',
            f"tags = {self.tags}  # how many are in this file, so that a cut-off end is seen",
        ]
        for heading, entries in (("cards", self.cards), ("controls", self.controls)):
            lines += ["", f"[{heading}]"]
            for id_, uids in entries.items():
                if uids:
                    key = id_ if re.fullmatch("[A-Za-z0-9_-]+", id_) else f'"{id_}"'
                    listed = '", "'.join(uid.hex().upper() for uid in uids)
                    lines.append(f'{key} = ["{listed}"]')
        return "\n".join(lines) + "\n"


def _tags(data: Mapping[str, Any], heading: str) -> dict[str, tuple[bytes, ...]]:
    tags = {}
    for id_, texts in data.get(heading, {}).items():
        if not isinstance(texts, list) or not texts or not all(isinstance(text, str) for text in texts):
            raise Fault((heading, id_), 'expected a list of UIDs, like ["04A1B2C3D4E5F6"]')
        try:
            tags[id_] = tuple(read_uid(text) for text in texts)
        except BadUid as error:
            raise Fault((heading, id_), str(error)) from None
    return tags
