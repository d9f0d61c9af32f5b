"""A board forgets a Read when what it led to is on the disk: not before, and together with it."""

import pytest

from engine.errors import LapioError
from firmware_bridge.link_position import Position
from firmware_bridge.reads import Button, Gap, TagOff, TagOn
from table.receipts import Receipts
from tests.table.at_the_table import AtTheTable


class Board:
    """A link: numbers the Reads that are given to it, and remembers what it was told to forget."""

    name = "pico"

    def __init__(self):
        self.numbers = {}
        self.forgot = []

    def say(self, read):
        self.numbers[id(read)] = (read, Position("AB12", len(self.numbers) + 1))
        return read

    def position(self, read):
        return self.numbers[id(read)][1] if id(read) in self.numbers else None

    def stored(self, position):
        self.forgot.append(position.seq)


class Disk:
    """Keeps lines and positions as the journal does; `calls` is everything in its order."""

    def __init__(self):
        self.lines = []
        self.calls = []
        self.fails = None

    def append(self, lines, positions=None):
        if self.fails:
            raise self.fails
        self.lines += lines
        self.calls.append(([number for number, _ in lines], dict(positions or {})))

    def store_positions(self, positions):
        if self.fails:
            raise self.fails
        self.calls.append(([], dict(positions)))


def connect(session, board):
    """Have the session tell this board what it may forget."""
    session.running.receipts = Receipts([board])
    session.running.receipts.undecided = session._undecided


class BoardTable(AtTheTable):
    """A table all of whose Reads come from a board."""

    def __init__(self, **how):
        self.board = Board()
        super().__init__(keeper=Disk(), **how)
        connect(self.session, self.board)
        handle = self.session.handle
        self.session.handle = lambda read: handle(self.board.say(read))


@pytest.fixture
def table():
    return BoardTable()


def test_a_line_and_the_position_that_led_to_it_are_kept_together_before_the_board_forgets(table):
    table.lay("N", "5C")
    assert (table.disk.calls, table.board.forgot) == ([], [])  # it is still settling
    table.wait()
    assert table.disk.calls == [([2], {"pico": "AB12:1"})]
    assert table.board.forgot == [1]


def test_a_read_that_leads_to_no_line_is_kept_by_its_position_alone(table):
    table.lay("N", "5C")
    table.wait()
    table.lift("N", "5C")
    assert table.disk.calls[1:] == [([], {"pico": "AB12:2"})]
    assert table.board.forgot == [1, 2]


def test_what_comes_behind_a_card_that_settles_waits_with_it(table):
    table.lay("N", "5C")
    table.now -= 0.99
    table.press("S")
    assert table.board.forgot == []
    table.wait()
    assert table.board.forgot == [3]
    assert table.disk.calls == [([2], {"pico": "AB12:3"})]


def test_two_cards_that_count_at_one_moment_are_two_lines_with_a_position_each(table):
    table.lay("N", "5C")
    table.now -= 0.99
    table.lay("E", "7C")
    table.wait()
    assert table.disk.calls == [([2], {"pico": "AB12:1"}), ([3], {"pico": "AB12:2"})]


def test_a_button_that_takes_a_card_is_kept_with_its_line():
    table = BoardTable(seats="AB", rules="b")
    table.tap("A", "5C")
    table.press("A")
    assert table.disk.calls[-2][0] == [3]
    assert table.disk.calls[-2][1] == {"pico": "AB12:3"}


def test_a_refused_card_is_dealt_with(table):
    table.tap("E", "5C")
    assert table.alert.kind == "refused"
    assert table.disk.calls == [([], {"pico": "AB12:2"})]
    assert table.board.forgot == [2]


def test_a_card_that_people_were_asked_about_keeps_nothing_waiting(table):
    table.lay("N", "5C")
    table.now -= 0.96
    table.lay("E", "5C")
    table.wait()
    assert table.alert.kind == "two-seats"
    assert table.board.forgot == [2]


def test_where_the_disk_is_full_the_game_goes_on_and_the_board_with_it(table):
    table.disk.fails = LapioError("the disk is full")
    table.trick("N 5C", "E 7C", "S KC", "W 2C")
    assert table.alert.kind == "not-kept"
    assert table.board.forgot[-1] == 8


def test_where_nothing_is_kept_the_board_forgets_at_once():
    board = Board()
    table = AtTheTable()
    connect(table.session, board)
    table.session.running._keeper = None
    table.session.handle(board.say(TagOn("seat-1", table.uid("5C"), 1.0)))
    table.session.handle(board.say(TagOff("seat-1", table.uid("5C"), 1.5)))
    assert board.forgot[-1] == 2


def test_a_boards_second_life_counts_from_its_own_beginning(table):
    table.tap("N", "5C")
    table.board.numbers.clear()
    table.board.say = lambda read: table.board.numbers.setdefault(
        id(read), (read, Position("CD34", len(table.board.numbers) + 1))
    )[0]
    table.tap("E", "7C")
    assert table.disk.calls[-1][1] == {"pico": "CD34:2"}


# -- what is older than the deal, and gaps --------------------------------------------------------------


def test_a_read_from_before_the_deal_is_no_play():
    table = BoardTable()
    table.session.began = 100.0
    table.session.handle(TagOn("seat-1", table.uid("5C"), 50.0))
    table.session.handle(TagOff("seat-1", table.uid("5C"), 51.0))
    table.session.tick(101.0)
    assert table.played == []
    assert table.board.forgot == [1, 2]
    table.now = 101.0
    table.tap("N", "5C")
    assert table.played == ["5C"]


def test_a_button_from_before_the_deal_takes_no_card():
    table = BoardTable(seats="AB", rules="b")
    table.now = 100.0
    table.tap("A", "5C")
    table.session.began = 90.0
    table.session.handle(Button("button-1", True, 50.0))
    assert len(table.script) == 1


def test_what_lies_there_after_a_gap_is_asked_about_and_not_played(table):
    table.tap("N", "5C")
    table.session.handle(TagOn("seat-2", table.uid("7C"), 30.0, first=True))
    table.session.handle(Gap("pico", 10.0, 31.0, (("seat-2", table.uid("7C")),)))
    table.now = 31.0
    table.wait(5)
    assert table.played == ["5C"]
    assert [alert.kind for alert in table.session.alerts] == ["gap"]
    table.lift("E", "7C")
    table.tap("E", "7C")
    assert table.played == ["5C", "7C"]


def test_a_card_that_left_in_a_gap_can_be_played_elsewhere_afterwards(table):
    table.lay("W", "5C")  # out of turn, and still lying there as the cable goes
    table.wait()
    table.session.handle(Gap("pico", 3.0, 31.0, ()))
    table.now = 40.0
    table.tap("N", "5C")
    assert table.played == ["5C"]
    assert "two-seats" not in [alert.kind for alert in table.session.alerts]
