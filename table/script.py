"""The lines of a table script (docs/table-script.md): from text to data, and from data to text.

A line is read on its own: that it is JSON, that its keys and types are the page's, that its seats and cards exist.
Whether it may be done now is the referee's business. What a game adds (values of a bid, options) is the game's.

    header = read_header('{"game": "hearts", "seats": ["A", "B", "C", "D"], "dealer": "D"}')
    read_line('{"seat": "A", "do": "play", "cards": "2C"}', header.seats, deck)    # an Act
    line_text(act, header.seats, deck)                                             # the same line again

Everything that is wrong with a line is a BadLine, a card that the deck does not have a BadCard.
"""

from __future__ import annotations

import difflib
import json
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from decimal import ROUND_HALF_DOWN, ROUND_HALF_UP, Decimal, InvalidOperation
from enum import Enum
from typing import Any, TypeAlias, TypeVar

import msgspec
from msgspec import UNSET, Raw, Struct, UnsetType

from engine.actions import Act, Seat
from engine.cards import Deck
from engine.errors import BadLine, LapioError
from table.one_line import on_one_line

VERBS = (
    *("play", "draw", "discard", "exchange", "give", "take", "pass", "bid", "declare", "meld", "layoff", "ask"),
    *("knock", "press", "challenge", "show"),
)
PLACES = ("hand", "stock", "discard", "pile", "table")  # what `from` can name
LATEST_TIME = Decimal(10) ** 12  # seconds, 30,000 years: as far as a float still tells the milliseconds


class BadScript(LapioError, ValueError):
    """A script that cannot be replayed; the text names the script, the line and what is wrong, on one short line."""

    def __init__(self, name: str, line: int, reason: str) -> None:
        super().__init__(f"{name}, line {line}: {on_one_line(reason)}")
        self.name = name
        self.line = line


@dataclass(frozen=True, slots=True)
class Header:
    """The first line of a script: which game, who sits at the table (clockwise), who deals first, the options."""

    game: str
    seats: tuple[str, ...]
    dealer: str | None = None
    options: Mapping[str, Any] = field(default_factory=dict)


class Change(Enum):
    """A line about an earlier line. The value is the line's key."""

    UNDO = "undo"
    ACCEPT = "accept"


@dataclass(frozen=True, slots=True)
class Expect:
    """Events that must have come, each as the keys that it must have; in this order. Each has the key `event`."""

    wanted: tuple[Mapping[str, Any], ...]


@dataclass(frozen=True, slots=True)
class ExpectNone:
    """Kinds of event that must not have come."""

    kinds: tuple[str, ...]


Line: TypeAlias = Act | Change | Expect | ExpectNone


class _Header(Struct, forbid_unknown_fields=True):
    game: str
    seats: list[str]
    dealer: str | UnsetType = UNSET
    options: dict[str, Any] | UnsetType = UNSET


class _Claim(Struct, forbid_unknown_fields=True):
    rank: str | UnsetType = UNSET
    suit: str | UnsetType = UNSET
    count: int | UnsetType = UNSET


class _Line(Struct, forbid_unknown_fields=True):
    """Every key that an input line or an expectation can have. Numbers of seconds are read from their digits."""

    seat: str | UnsetType = UNSET
    do: str | UnsetType = UNSET
    cards: str | UnsetType = UNSET
    card: str | UnsetType = UNSET
    count: int | UnsetType = UNSET
    source: str | UnsetType = msgspec.field(default=UNSET, name="from")
    to: str | UnsetType = UNSET
    onto: str | UnsetType = UNSET
    value: str | int | UnsetType = UNSET
    claim: _Claim | UnsetType = UNSET
    wanted: str | UnsetType = msgspec.field(default=UNSET, name="for")
    t: Raw | UnsetType = UNSET
    deal: dict[str, str] | UnsetType = UNSET
    trump: str | UnsetType = UNSET
    turned: str | UnsetType = UNSET
    stock: str | UnsetType = UNSET
    clock: Raw | UnsetType = UNSET
    undo: bool | UnsetType = UNSET
    accept: bool | UnsetType = UNSET
    expect: list[dict[str, Any]] | UnsetType = UNSET
    expect_none: list[str] | UnsetType = UNSET


_HEADER_KEYS = _Header.__struct_encode_fields__
_CLAIM_KEYS = _Claim.__struct_encode_fields__
_LINE_KEYS = _Line.__struct_encode_fields__
_TABLE_LINES = _LINE_KEYS[_LINE_KEYS.index("deal") :]  # each is a kind of line of its own

_Read = TypeVar("_Read", _Header, _Line)
_read_header = msgspec.json.Decoder(_Header)
_read_line = msgspec.json.Decoder(_Line)


def text_of(raw: bytes, *, first: bool = False) -> str:
    """A line of a script file as text, without its line end and, on the `first`, without a byte order mark.

    Raises BadLine where it is not UTF-8.
    """
    try:
        return raw.decode("utf-8-sig" if first else "utf-8").rstrip("\r\n")
    except UnicodeDecodeError as error:
        raise BadLine(f"byte {error.start + 1} is not UTF-8 (0x{raw[error.start]:02x})") from None


def is_skipped(text: str) -> bool:
    """Whether a line is blank or a comment."""
    return text.startswith("#") or not text.strip()


def read_header(text: str) -> Header:
    """The header of a script. Raises BadLine where the line is none; the game judges what the header asks for."""
    header = _decoded(_read_header, text)
    return Header(header.game, tuple(header.seats), _or_none(header.dealer), _or_none(header.options) or {})


def read_line(text: str, seats: Sequence[str], deck: Deck) -> Line:
    """A line after the header, at a table with these seats and this deck.

    Raises BadLine where it is no line of a table script or names a seat that is not there, BadCard for a card that
    the deck does not have.
    """
    line = _decoded(_read_line, text)
    given = [
        key for key, name in zip(_LINE_KEYS, line.__struct_fields__, strict=True) if getattr(line, name) is not UNSET
    ]
    if all(key not in _TABLE_LINES for key in given):
        return _seat_line(line, seats, deck)
    if len(given) > 1:
        raise BadLine(f"{_listed(given, 'and')} cannot stand on one line")
    return _table_line(given[0], line, seats, deck)


def _table_line(key: str, line: _Line, seats: Sequence[str], deck: Deck) -> Line:
    """A line without a seat."""
    if line.deal is not UNSET:
        return Act(key, hands={_seat(seat, seats): deck.read(cards) for seat, cards in line.deal.items()})
    if line.clock is not UNSET:
        return Act(key, t=_milliseconds(key, line.clock))
    if line.expect is not UNSET:
        for number, wanted in enumerate(line.expect, 1):
            if not isinstance(wanted.get("event"), str):
                raise BadLine(f'what "expect" lists are events; object {number} has no text "event"')
        return Expect(tuple(line.expect))
    if line.expect_none is not UNSET:
        return ExpectNone(tuple(line.expect_none))
    value = getattr(line, key)
    if isinstance(value, str):
        return Act(key, cards=deck.read(value))
    if value is not True:
        raise BadLine(f'"{key}" can only be true')
    return Change(key)


def _seat_line(line: _Line, seats: Sequence[str], deck: Deck) -> Act:
    """A line of something that a seat does."""
    if line.seat is UNSET or line.do is UNSET:
        raise BadLine(f'a line has "seat" and "do", or one of {_listed(_TABLE_LINES, "or")}')
    if line.do not in VERBS:
        raise BadLine(f'unknown "do": "{line.do}"{_did_you_mean(line.do, VERBS)}')
    if line.source is not UNSET and line.source not in PLACES:
        raise BadLine(f'"from" is one of {_listed(PLACES, "or")}, not "{line.source}"')
    cards = None if line.cards is UNSET else deck.read(line.cards)
    if line.card is not UNSET:
        if cards is not None:
            raise BadLine('"card" and "cards" cannot stand on one line')
        cards = deck.read(line.card)
        if len(cards) != 1:
            raise BadLine(f'"card" is one card, not {len(cards)}; "cards" lists more')
    return Act(
        line.do,
        _seat(line.seat, seats),
        cards,
        _or_none(line.count),
        _or_none(line.source),
        None if line.to is UNSET else _seat(line.to, seats),
        _or_none(line.onto),
        _or_none(line.value),
        None if line.claim is UNSET else msgspec.to_builtins(line.claim),
        None if line.wanted is UNSET else deck.read(line.wanted),
        None if line.t is UNSET else _milliseconds("t", line.t),
    )


def header_text(header: Header) -> str:
    """The header as a line of JSON, without a line end. `read_header` reads the same header back."""
    keys: dict[str, Any] = {"game": header.game, "seats": header.seats}
    if header.dealer is not None:
        keys["dealer"] = header.dealer
    if header.options:
        keys["options"] = header.options
    return json.dumps(keys, ensure_ascii=False)


def line_text(line: Act | Change, seats: Sequence[str], deck: Deck) -> str:
    """An input line as a line of JSON, without a line end. `read_line` reads the same line back.

    Two packs: of equal cards it reads the first copies back.
    """
    keys = {line.value: True} if isinstance(line, Change) else _keys(line, seats, deck)
    return json.dumps(keys, ensure_ascii=False)


def _keys(act: Act, seats: Sequence[str], deck: Deck) -> dict[str, Any]:
    """The keys and values of an act's line, in the order in which the page has them."""
    if act.seat is None:
        if act.do == "deal":
            return {"deal": {seats[seat]: deck.text(cards) for seat, cards in act.hands.items()}}
        if act.do == "clock":
            return {"clock": (act.t or 0) / 1000}
        return {act.do: deck.text(act.cards or ())}
    one_card = act.do == "draw" and act.cards is not None and len(act.cards) == 1
    keys = {
        "seat": seats[act.seat],
        "do": act.do,
        "card" if one_card else "cards": None if act.cards is None else deck.text(act.cards),
        "count": act.count,
        "from": act.source,
        "to": None if act.to is None else seats[act.to],
        "onto": act.onto,
        "value": act.value,
        "claim": None if act.claim is None else dict(act.claim),
        "for": None if act.wanted is None else deck.text(act.wanted),
        "t": None if act.t is None else act.t / 1000,
    }
    return {key: value for key, value in keys.items() if value is not None}


def _or_none(value: Any) -> Any:
    return None if value is UNSET else value


def _seat(name: str, seats: Sequence[str]) -> Seat:
    """The number of the seat with this name. Raises BadLine where there is none."""
    try:
        return seats.index(name)
    except ValueError:
        raise BadLine(f'no seat "{name}": the seats are {_listed(seats, "and")}') from None


def _milliseconds(key: str, number: Raw) -> int:
    """Seconds as whole milliseconds, halves rounded up; exact, since it is the digits that are read."""
    try:
        seconds = Decimal(bytes(number).decode())
    except InvalidOperation:
        raise BadLine(f'"{key}" must be a number of seconds') from None
    if not -LATEST_TIME <= seconds <= LATEST_TIME:
        raise BadLine(f'"{key}" is out of range: no clock has come that far')
    rounding = ROUND_HALF_UP if seconds > 0 else ROUND_HALF_DOWN
    return int(seconds.quantize(Decimal("0.001"), rounding).scaleb(3))


def _decoded(decoder: msgspec.json.Decoder[_Read], text: str) -> _Read:
    """The line as `decoder` reads it. Raises BadLine with a reason that people understand."""
    try:
        return decoder.decode(text)
    except msgspec.ValidationError as error:
        raise BadLine(_mismatch(str(error), header=decoder is _read_header)) from None
    except msgspec.DecodeError as error:
        reason = str(error).removeprefix("JSON is malformed: ")
        raise BadLine(f"not JSON: {'the line ends too early' if 'truncated' in reason else reason}") from None
    except RecursionError:
        raise BadLine("not JSON of a table script: nested too deep") from None


_TYPES = {
    "str": "a text",
    "int": "a whole number",
    "float": "a number with a fraction",
    "bool": "true or false",
    "null": "null",
    "array": "a list",
    "object": "an object",
}


def _mismatch(reason: str, *, header: bool) -> str:
    """What msgspec says of valid JSON with the wrong keys or types, in the words of this format."""
    what, _, path = reason.partition(" - at `$")
    place = re.sub(r"^\.|\[.*", "", path.rstrip("`"))
    if found := re.fullmatch(r"Object contains unknown field `(.*)`", what, re.DOTALL):
        key = found[1]
        if header and key in _LINE_KEYS:
            return 'no header: the first line is like {"game": "hearts", "seats": ["A", "B", "C", "D"], "dealer": "D"}'
        if not header and not place and key in _HEADER_KEYS:
            return f'"{key}" belongs to the header, and only the first line is one'
        known = _HEADER_KEYS if header else _CLAIM_KEYS if place else _LINE_KEYS
        return f'unknown key "{key}"{" in " + place if place else ""}{_did_you_mean(key, known)}'
    if found := re.fullmatch(r"Object missing required field `(\w+)`", what):
        return f'the header has no "{found[1]}"'
    if found := re.fullmatch(r"Expected `(.+)`, got `(.+)`", what):
        wanted, got = (" or ".join(_TYPES.get(name, name) for name in names.split(" | ")) for names in found.groups())
        subject = ("what stands in " if "[" in path else "") + f'"{place}"' if place else "a line"
        return f"{subject} must be {wanted}, not {got}"
    return f'{what} in "{place}"' if place else what


def _did_you_mean(word: str, known: Iterable[str]) -> str:
    near = difflib.get_close_matches(word[:40].lower(), list(known), n=1)
    return f', did you mean "{near[0]}"?' if near else ""


def _listed(words: Sequence[str], last: str) -> str:
    """`"a", "b" or "c"`."""
    quoted = [f'"{word}"' for word in words]
    return f" {last} ".join([", ".join(quoted[:-1]), quoted[-1]] if len(quoted) > 1 else quoted)
