"""When an expectation holds, which events it looks at, and what is told where it fails."""

import pytest

from table.expectations import Stretch
from table.script import Expect, ExpectNone


def after(*lines):
    """The stretch after input lines that caused these events."""
    stretch = Stretch()
    for events in lines:
        stretch.add(events)
    return stretch


def expect(*events):
    return Expect(events)


def none(*kinds):
    return ExpectNone(kinds)


TRICK = {"event": "trick", "winner": "B", "cards": "2C JC", "points": 25}
SCORE = {"event": "score", "total": {"A": 0, "B": 25}}


@pytest.mark.parametrize(
    ("came", "wanted", "holds"),
    [
        ([TRICK, SCORE], [TRICK, SCORE], True),
        ([TRICK, SCORE], [SCORE, TRICK], False),  # in order
        ([TRICK, SCORE, TRICK], [SCORE, TRICK], True),  # others in between
        ([TRICK], [TRICK, TRICK], False),  # each its own event
        ([TRICK], [{"event": "trick", "winner": "B"}], True),  # more keys are allowed
        ([TRICK], [{"event": "trick", "winner": "B", "seat": "B"}], False),  # a missing key is not
        ([TRICK], [{"event": "trick", "points": 24}], False),
        ([TRICK], [{"event": "trick", "points": 25.0}], True),
        ([{"event": "slap", "counts": True}], [{"event": "slap", "counts": 1}], False),  # true is no number
        ([{"event": "turn", "seat": None}], [{"event": "turn", "seat": None}], True),
        ([{"event": "turn"}], [{"event": "turn", "seat": None}], False),
        ([SCORE], [{"event": "score", "total": {"B": 25, "A": 0}}], True),
        ([SCORE], [{"event": "score", "total": {"B": 25}}], False),  # objects as a whole
        ([{"event": "suspect", "seats": ["A", "B"]}], [{"event": "suspect", "seats": ["B", "A"]}], False),
        ([TRICK], [{"event": "trick", "cards": "JC 2C"}], False),  # as played
        ([{"event": "turn", "legal": "2C TH"}], [{"event": "turn", "legal": "10H 2C"}], True),  # a set
        ([{"event": "turn", "legal": "2C TH"}], [{"event": "turn", "legal": "2C"}], False),
        ([{"event": "refused", "because": "2C 3C"}], [{"event": "refused", "because": "3C 2C"}], True),
        ([{"event": "revoke", "proof": "2C 3C"}], [{"event": "revoke", "proof": "3C 2C"}], True),
        ([{"event": "revoke", "proof": "2C 2C"}], [{"event": "revoke", "proof": "2C"}], False),  # two packs
        ([{"event": "refused", "cards": "TH"}], [{"event": "refused", "cards": "10H"}], True),
        ([{"event": "gold", "card": "gold-10"}], [{"event": "gold", "card": "gold-10"}], True),
        ([{"event": "refused", "cards": ""}], [{"event": "refused", "cards": ""}], True),
        ([], [], True),
    ],
)
def test_when_an_expectation_holds(came, wanted, holds):
    assert (after(came).complaints(expect(*wanted), 2) == []) is holds


A, B = {"event": "a"}, {"event": "b"}


def test_an_expectation_looks_at_what_came_since_the_ones_before():
    stretch = after([A], [B])
    assert stretch.complaints(expect(A, B), 3) == []
    stretch.add([B])
    assert stretch.complaints(expect(B), 5) == []
    assert stretch.complaints(expect(A), 6) != []
    stretch.add([])  # a line without events ends it too
    assert stretch.complaints(expect(B), 8) != []


def test_expectations_that_follow_each_other_look_at_the_same_events():
    stretch = after([A, B])
    assert stretch.complaints(expect(B), 2) == []
    assert stretch.complaints(expect(A), 3) == []
    assert stretch.complaints(none("c"), 4) == []
    assert stretch.complaints(none("a"), 5) != []
    assert stretch.complaints(expect(B), 6) == []


def test_what_failed_is_told_with_the_nearest_event_key_by_key():
    stretch = after([{"event": "turn"}])
    assert stretch.complaints(expect(), 2) == []
    stretch.add([{"event": "trick", "winner": "A", "points": 10}])
    stretch.add([{"event": "trick", "winner": "A", "points": 25}])
    assert stretch.complaints(expect({"event": "trick", "winner": "B", "points": 25, "seat": "Ä"}), 5) == [
        "this event was expected and did not come",
        '    {"event": "trick", "winner": "B", "points": 25, "seat": "Ä"}',
        "  nearest:",
        '    {"event": "trick", "winner": "A", "points": 25}',
        '      winner: expected "B", but it was "A"',
        '      seat: expected "Ä", but the event has no such key',
        "  the events since line 2:",
        '    {"event": "trick", "winner": "A", "points": 10}',
        '    {"event": "trick", "winner": "A", "points": 25}',
    ]


def test_an_event_that_comes_too_early_or_not_at_all_is_told_so():
    assert "      it came before what is listed ahead of it" in after([B, A]).complaints(expect(A, B), 2)
    assert '  no event "trick" came' in after([A]).complaints(expect({"event": "trick"}), 2)
    stretch = after([A])
    assert stretch.complaints(expect(), 2) == []
    stretch.add([])
    assert "  no event came since line 2" in stretch.complaints(expect(A), 4)
    assert "  the events since the start:" in after([A]).complaints(expect(B), 2)


def test_an_event_that_should_not_have_come_is_shown():
    assert after([A, B]).complaints(none("a"), 2) == ["these events should not have come", '    {"event": "a"}']


def test_of_very_many_events_the_last_ones_are_shown():
    told = after([A] * 1000).complaints(expect(B), 2)
    assert "    ... 960 before these" in told
    assert len(told) < 50
