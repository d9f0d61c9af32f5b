"""Who was first is decided by when the buttons were pressed, never by when the bridge told it."""

import random

import pytest

from engine.actions import Act
from engine.games import load
from engine.referee import Referee
from firmware_bridge.link_clock import DeviceClock
from firmware_bridge.reads import Button
from table.seating import mock_seating
from table.session import Session

NAMES = ("A", "B", "C")
ROUNDING_S = 0.001  # presses are told in whole milliseconds
REACTION_S = 0.3


class Board:
    """A microcontroller with a clock of its own, behind a line on which everything takes its time."""

    def __init__(self, rng):
        self.rng, self.clock = rng, DeviceClock()
        self.zero, self.rate = rng.uniform(-5000, 5000), 1 + rng.uniform(-50e-6, 50e-6)

    def device_us(self, moment):
        return round((moment - self.zero) * self.rate * 1e6)

    def late(self):
        """How long a message is under way."""
        return 0.0004 + self.rng.expovariate(1 / 0.004)

    def ask(self, moment):
        """One question after the board's clock, sent at this moment."""
        there = moment + self.late()
        self.clock.sample(moment, there + self.late(), self.device_us(there))

    def press(self, button, moment):
        """A press at this moment: when it is heard, and what is told."""
        return moment + self.late(), self, button, self.device_us(moment)


def table():
    """A pair lies open in Läpsy, and nobody has slapped yet."""
    session = Session(Referee(load("lapsy", NAMES, None, {})), mock_seating(NAMES), lambda uid: None)
    session.goes_on_at(0.0)
    return session


def pair(session, rng, moment):
    """Two equal cards come to lie on each other."""
    for turn, face in enumerate(rng.sample(["5C", "5D", "5H", "5S"], 2)):
        seat = session.on_turn()
        session.submit(Act("play", seat, (session.referee.game.deck.card(face),), t=session.clock_ms(moment + turn)))


def race(seed, boards_of, closer):
    """One race of A and B; their true times differ by less than 30 ms. Who won, who should have, by how much."""
    rng = random.Random(seed)
    boards = [Board(rng) for _ in range(max(boards_of) + 1)]
    start = rng.uniform(2000, 9000)
    for board in boards:
        for second in range(rng.randrange(3, 90)):
            board.ask(start - 90 + second)
    session = table()
    pair(session, rng, start - 2)
    moments = {"button-1": start + REACTION_S, "button-2": start + REACTION_S + rng.uniform(-closer, closer)}
    told = [boards[boards_of[place]].press(button, at) for place, (button, at) in enumerate(moments.items())]
    for heard, board, button, device_us in sorted(told, key=lambda one: one[0]):
        if rng.random() < 0.7:  # just then another answer of the board's clock comes
            board.ask(heard - 0.05)
        at = board.clock.at_press(device_us, heard)
        session.handle(Button(button, True, at))
    unsure = sum(board.clock.error(start) for board in boards) if len(boards) > 1 else 0.0
    winners = [ask.seat for ask in session.match.asks() if ask.do == "take"]
    first = min(moments, key=moments.__getitem__)
    return winners, int(first[-1]) - 1, abs(moments["button-1"] - moments["button-2"]), unsure


@pytest.mark.parametrize("seed", range(150))
def test_on_one_board_the_first_press_wins_whatever_the_line_does(seed):
    winners, first, by, _ = race(seed, (0, 0), 0.03)
    if by > ROUNDING_S:
        assert winners == [first]
    else:
        assert first in winners or by < ROUNDING_S


@pytest.mark.parametrize("seed", range(150))
def test_on_two_boards_it_wins_by_more_than_their_clocks_are_unsure(seed):
    winners, first, by, unsure = race(seed, (0, 1), 0.06)
    if by > ROUNDING_S + unsure:
        assert winners == [first]


def test_presses_close_together_on_one_board_are_apart_by_what_lies_between_them_there():
    rng = random.Random(1)
    for _ in range(200):
        board = Board(rng)
        board.ask(100.0)
        first = board.clock.at_press(board.device_us(101.0), 101.2)
        board.ask(101.1)
        second = board.clock.at_press(board.device_us(101.0) + 1500, 101.3)
        assert second - first == pytest.approx(0.0015, abs=1e-6)
