"""The UID of a tag: how it is written, and whether it can be the lasting UID of a card.

It has 4, 7 or 10 bytes, and only all of them tell one tag from another. Drivers that read it only in part, or with its
checksum byte, and loose wires are found here, before a deck is learnt from them.
"""

from __future__ import annotations

import re

from engine.errors import LapioError

LENGTHS = (4, 7, 10)
RANDOM = 0x08  # the first byte of a 4-byte UID that its tag makes up anew each time: telephones, bank cards
CASCADE = 0x88  # never the first byte of a UID: it says that the UID goes on at the next level


class BadUid(LapioError, ValueError):
    """A text that is no UID."""


def uid_text(uid: bytes) -> str:
    """A UID for people: `04 A1 B2 C3 D4 E5 F6`."""
    return uid.hex(" ").upper()


def read_uid(text: str) -> bytes:
    """A UID as people and other programs write it: hexadecimal, with spaces, colons or hyphens or without.

    Raises BadUid where it is none. Whether it can be the UID of a card is `uid_fault`'s business.
    """
    digits = re.sub(r"[\s:-]", "", text)
    if not re.fullmatch("(?:[0-9A-Fa-f]{2})+", digits):
        raise BadUid(f'"{text[:40]}" is no UID: expected pairs of the digits 0-9 and A-F, like 04A1B2C3D4E5F6')
    return bytes.fromhex(digits)


def uid_fault(uid: bytes) -> str | None:
    """Why this cannot be the UID of a card, in one line, or None where it can."""
    if len(uid) == 5 and uid[0] == CASCADE:
        return (
            f"{uid_text(uid)} is only the first half of a longer UID, with a checksum byte: this reader's driver "
            "does not read 7-byte UIDs; take one that does"
        )
    if len(uid) == 5 and uid[4] == uid[0] ^ uid[1] ^ uid[2] ^ uid[3]:
        return (
            f"{uid_text(uid)} is the 4-byte UID {uid_text(uid[:4])} with its checksum byte {uid[4:].hex().upper()} "
            "glued on: leave out the last byte"
        )
    if len(uid) not in LENGTHS:
        return f"{uid_text(uid) or 'nothing'} has {len(uid)} bytes: a UID has 4, 7 or 10"
    if uid in (bytes(len(uid)), b"\xff" * len(uid)):
        return f"{uid_text(uid)} is no UID but what a reader with a loose wire answers: check its cable"
    if len(uid) == 4 and uid[0] == RANDOM:
        return f"{uid_text(uid)} is a random UID, a new one each time (a telephone or a bank card): it cannot be a card"
    if uid[0] == CASCADE:
        return f"{uid_text(uid)} begins with 88, which only stands before a longer UID: it was read incompletely"
    return None
