"""The `expect` and `expect_none` lines of a script, compared with the events that came.

When two values are equal, and which events an expectation looks at, is in docs/table-script.md, section Expectations.

    stretch = Stretch()
    stretch.add(event.as_json() for event in events)    # of each input line
    stretch.complaints(line, number)                    # of an Expect or ExpectNone: nothing where it holds
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, TypeAlias

from table.script import Expect, ExpectNone

Shown: TypeAlias = Mapping[str, Any]  # an event as it is printed, or what an `expect` lists of one

LONGEST_LISTING = 40  # events below a message

_SETS_OF_CARDS = frozenset({"legal", "because", "proof"})  # sets; with two packs a card may stand in one twice
_CARDS = _SETS_OF_CARDS | {"cards", "card"}
_TEN = re.compile(r"^10(?=[CDHS]$)")


class Stretch:
    """The events that an expectation looks at: those since the last one, or the last few with no input line between."""

    def __init__(self) -> None:
        self._events: list[Shown] = []
        self._start = 0  # the number of the expectation before the stretch; 0 for the file's start
        self._looked_at = 0  # the number of the latest expectation that looked at these events, 0 for none

    def add(self, events: Iterable[Shown]) -> None:
        """The events of the next input line, also where there are none."""
        if self._looked_at:
            self._events, self._start, self._looked_at = [], self._looked_at, 0
        self._events += events

    def complaints(self, line: Expect | ExpectNone, number: int) -> list[str]:
        """What is wrong with the events by this expectation, which stands on line `number`: lines of text, or none."""
        self._looked_at = number
        if isinstance(line, ExpectNone):
            unwanted = [event for event in self._events if event["event"] in line.kinds]
            return ["these events should not have come", *_listing(unwanted)] if unwanted else []
        complaints: list[str] = []
        start = 0
        for wanted in line.wanted:
            # The first that fits is the best: it leaves most events to what is listed after it.
            rest = range(start, len(self._events))
            found = next((at for at in rest if not _unequal(wanted, self._events[at])), None)
            if found is None:
                complaints += ["this event was expected and did not come", *_listing([wanted]), *self._nearest(wanted)]
            else:
                start = found + 1
        if complaints:
            since = f"since line {self._start}" if self._start else "since the start"
            complaints.append(f"  the events {since}:" if self._events else f"  no event came {since}")
            complaints += _listing(self._events)
        return complaints

    def _nearest(self, wanted: Shown) -> list[str]:
        """The event that is most like the wanted one, and where it differs, key by key."""
        same_kind = [event for event in self._events if event["event"] == wanted["event"]]
        if not same_kind:
            return [f'  no event "{wanted["event"]}" came']
        nearest = min(same_kind, key=lambda event: len(_unequal(wanted, event)))
        complaints = ["  nearest:", *_listing([nearest])]
        for key in _unequal(wanted, nearest):
            was = f"it was {_json(nearest[key])}" if key in nearest else "the event has no such key"
            complaints.append(f"      {key}: expected {_json(wanted[key])}, but {was}")
        return complaints if len(complaints) > 2 else [*complaints, "      it came before what is listed ahead of it"]


def _unequal(wanted: Shown, event: Shown) -> list[str]:
    """The keys in which an event is not as wanted. It may have more keys."""
    return [key for key in wanted if key not in event or not _equal(key, wanted[key], event[key])]


def _equal(key: str, wanted: Any, got: Any) -> bool:
    """Whether two values of a key are equal by docs/table-script.md, section Expectations."""
    if isinstance(wanted, str) and isinstance(got, str) and key in _CARDS:
        cards, others = ([_TEN.sub("T", card) for card in text.split()] for text in (wanted, got))
        return sorted(cards) == sorted(others) if key in _SETS_OF_CARDS else cards == others
    return _same(wanted, got)


def _same(one: Any, other: Any) -> bool:
    """JSON's equality: 1 is 1.0, but not true."""
    if isinstance(one, Mapping) and isinstance(other, Mapping):
        return one.keys() == other.keys() and all(_same(one[key], other[key]) for key in one)
    if isinstance(one, list | tuple) and isinstance(other, list | tuple):
        return len(one) == len(other) and all(map(_same, one, other))
    return bool(one == other) and isinstance(one, bool) == isinstance(other, bool)


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)


def _listing(events: Sequence[Shown]) -> list[str]:
    """Events below a message, one a line; of very many the last ones."""
    last = [f"    {_json(event)}" for event in events[-LONGEST_LISTING:]]
    return last if len(events) <= LONGEST_LISTING else [f"    ... {len(events) - LONGEST_LISTING} before these", *last]
