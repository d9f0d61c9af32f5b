"""From a tag's coming and going to a touch that counts."""

from hypothesis import given
from hypothesis import strategies as st

from firmware_bridge.reads import TagOff, TagOn
from table.sensing import HouseRules, Sensing, Touch

TAG = bytes.fromhex("04A1B2C3D4E5F6")


def touches(*moves, house=None):
    """What `("on", t)`, `("off", t)` and `("tick", t)` of one tag on one reader come to."""
    sensing = Sensing(house or HouseRules(settle_s=0.12))
    found = []
    for move, at in moves:
        if move == "on":
            sensing.on(TagOn("r", TAG, at))
        elif move == "off":
            found += sensing.off(TagOff("r", TAG, at))
        else:
            found += sensing.tick(at)
    return found


def test_a_tag_counts_when_it_has_lain_long_enough():
    assert touches(("on", 1.0), ("tick", 1.11)) == []
    assert touches(("on", 1.0), ("tick", 1.12)) == [Touch("r", TAG)]


def test_it_counts_once():
    assert touches(("on", 1.0), ("tick", 2.0), ("tick", 3.0), ("off", 4.0)) == [Touch("r", TAG)]


def test_it_counts_though_it_was_gone_before_anybody_looked():
    assert touches(("on", 1.0), ("off", 1.25)) == [Touch("r", TAG)]


def test_a_tag_withdrawn_too_soon_does_not_count():
    assert touches(("on", 1.0), ("off", 1.05), ("tick", 2.0)) == []


def test_coming_back_within_two_seconds_is_marked():
    assert touches(("on", 1.0), ("off", 1.5), ("on", 2.0), ("tick", 3.0)) == [
        Touch("r", TAG),
        Touch("r", TAG, again=True),
    ]
    assert touches(("on", 1.0), ("off", 1.5), ("on", 4.0), ("tick", 5.0))[-1] == Touch("r", TAG)


def test_two_tags_count_in_the_order_in_which_they_became_due():
    sensing = Sensing(HouseRules())
    sensing.on(TagOn("b", b"22222222"[:7], 1.00))
    sensing.on(TagOn("a", b"11111111"[:7], 1.05))
    assert [touch.reader for touch in sensing.tick(9.0)] == ["b", "a"]


@given(st.lists(st.tuples(st.sampled_from(["on", "off", "tick"]), st.floats(0.001, 3)), max_size=40))
def test_a_tag_never_counts_more_often_than_it_came(steps):
    moment, moves = 0.0, []
    for move, pause in steps:
        moment += pause
        moves.append((move, moment))
    came = sum(move == "on" for move, _ in moves)
    assert len(touches(*moves)) <= came
