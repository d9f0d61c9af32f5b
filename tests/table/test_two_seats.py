"""A tag that two readers hear at once: nobody's, until people have laid it down clear of one of them."""

import pytest

from firmware_bridge.reads import TagOff, TagOn
from table.sensing import SHARED_S, Doubt, HouseRules, Sensing, Touch
from tests.table.at_the_table import AtTheTable

TAG = bytes.fromhex("04A1B2C3D4E5F6")
A, B = "a", "b"


def sensed(*moves, until=None, house=None):
    """What moves such as `("on", A, 1.0)` of one tag come to: touches and doubts, in order."""
    sensing = Sensing(house or HouseRules(), apart=lambda one, other: one != other)
    found = []
    for what, reader, at in moves:
        found += sensing.tick(at) + sensing.doubts()
        if what == "on":
            sensing.on(TagOn(reader, TAG, at))
        else:
            found += sensing.off(TagOff(reader, TAG, at))
        found += sensing.doubts()
    if until is not None:
        found += sensing.tick(until) + sensing.doubts()
    return found


def test_a_card_that_stays_at_both_is_asked_about_and_counts_at_neither():
    assert sensed(("on", A, 1.0), ("on", B, 1.04), until=9.0) == [Doubt(TAG, (A, B))]


def test_a_tap_that_both_have_heard_is_asked_about():
    moves = [("on", A, 1.0), ("on", B, 1.04), ("off", A, 1.45), ("off", B, 1.5)]
    assert sensed(*moves, until=9.0) == [Doubt(TAG, (A, B))]


def test_a_short_tap_too():
    moves = [("on", A, 1.0), ("on", B, 1.04), ("off", A, 1.2), ("off", B, 1.24)]
    assert sensed(*moves, until=9.0) == [Doubt(TAG, (A, B))]


def test_one_that_is_only_brushed_by_both_is_nothing():
    moves = [("on", A, 1.0), ("on", B, 1.02), ("off", A, 1.05), ("off", B, 1.06)]
    assert sensed(*moves, until=9.0) == []


def test_a_card_slid_over_a_neighbours_reader_to_its_own_counts_there():
    moves = [("on", A, 1.0), ("on", B, 1.1), ("off", A, 1.2)]
    assert sensed(*moves, until=9.0) == [Touch(B, TAG)]


def test_a_card_that_is_moved_clear_after_people_were_asked_counts():
    assert sensed(("on", A, 1.0), ("on", B, 1.0), ("off", A, 3.0), until=9.0) == [Doubt(TAG, (A, B)), Touch(B, TAG)]


def test_one_heard_by_a_neighbour_after_it_has_counted_is_asked_about():
    assert sensed(("on", A, 1.0), ("on", B, 1.2), until=9.0) == [Touch(A, TAG), Doubt(TAG, (A, B))]


def test_a_played_card_taken_on_to_another_reader_is_not():
    moves = [("on", A, 1.0), ("on", B, 1.8), ("off", A, 1.8 + SHARED_S - 0.05), ("off", B, 2.5)]
    assert Doubt(TAG, (A, B)) not in sensed(*moves, until=9.0)


def test_a_neighbour_that_hears_it_now_and_then_is_asked_about_once():
    moves = [("on", A, 1.0)]
    for i in range(5):
        moves += [("on", B, 1.05 + i * 0.4), ("off", B, 1.25 + i * 0.4)]
    found = sensed(*moves, until=9.0)
    assert found == [Doubt(TAG, (A, B)), Touch(A, TAG)]


def test_readers_that_stand_together_are_no_two_places():
    sensing = Sensing(HouseRules())
    sensing.on(TagOn(A, TAG, 1.0))
    sensing.on(TagOn(B, TAG, 1.0))
    assert (sensing.tick(2.0), sensing.doubts()) == ([Touch(A, TAG), Touch(B, TAG)], [])


def test_what_left_in_a_gap_does_not_make_the_next_reader_doubtful():
    sensing = Sensing(HouseRules(), apart=lambda one, other: one != other)
    sensing.on(TagOn(A, TAG, 1.0))
    assert sensing.tick(2.0) == [Touch(A, TAG)]
    sensing.present(set())
    sensing.on(TagOn(B, TAG, 30.0))
    assert (sensing.tick(31.0), sensing.doubts()) == ([Touch(B, TAG)], [])


# -- at the table ---------------------------------------------------------------------------------------


@pytest.fixture
def table():
    return AtTheTable()


def lay_at_both(table, one, other, card):
    table.lay(one, card)
    table.now -= 0.96
    table.lay(other, card)


def test_the_table_asks_and_plays_for_nobody(table):
    lay_at_both(table, "N", "E", "5C")
    table.wait()
    assert (table.alert.kind, table.alert.seats, table.alert.cards) == ("two-seats", (0, 1), ())
    assert table.script == []


def test_nobody_is_told_to_have_played_out_of_turn(table):
    lay_at_both(table, "E", "N", "5C")
    table.wait()
    assert table.kinds() == []


def test_laid_down_clearly_it_is_played_and_the_question_is_over(table):
    lay_at_both(table, "E", "N", "5C")
    table.wait()
    table.lift("E", "5C", after=0.1)
    table.lift("N", "5C", after=0.1)
    table.tap("N", "5C")
    assert table.played == ["5C"]
    assert table.alert is None


def test_a_card_at_a_seat_that_the_draw_reader_hears_too_is_neither(table):
    table.trick("N 5C", "E 7C", "S KC", "W 2C")
    lay_at_both(table, "draw", "S", "9S")
    table.wait()
    assert table.alert.kind == "two-seats"
    assert len(table.script) == 4


def test_the_question_is_asked_once(table):
    for _ in range(3):
        lay_at_both(table, "N", "E", "5C")
        table.wait()
        table.lift("N", "5C")
        table.lift("E", "5C", after=0.01)
    assert len(table.session.alerts) == 1


# -- the draw reader, which cards pass ------------------------------------------------------------------


def test_a_card_that_flickers_over_the_draw_reader_is_one_card(table):
    table.trick("N 5C", "E 7C", "S KC", "W 2C")
    table.tap("draw", "9S", "9S")
    table.tap("draw", "8S")
    assert [line for line in table.script[4:] if "9S" in line] == [table.script[4]]
    assert '"W"' in table.script[5]
    assert table.alert is None


def test_a_trick_swept_over_the_draw_reader_is_nothing(table):
    table.trick("N 5C", "E 7C", "S KC", "W 2C")
    table.tap("draw", "5C", "7C", "KC", "2C")
    assert len(table.script) == 4
    assert table.alert is None
