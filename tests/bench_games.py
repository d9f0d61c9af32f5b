"""How fast each game is: people who choose by chance among what it asks, at a match in which every card is known."""

from __future__ import annotations

import time
from collections.abc import Iterator
from random import Random

from engine.game import Game
from engine.games import game_class, game_names, load
from table.choosing import AnyLegal
from table.open_match import OpenMatch
from table.simulate_people import SimulatedPeople
from tests.figures import Figure

SECONDS = 0.8  # CPU time for each game
SEATS = 4, "ABCDEFGH"  # as many, or the least that the game is for


def speed_of_games() -> Iterator[Figure]:
    """Actions a second of CPU time in each game: asked for, chosen, judged and done."""
    for name in game_names():
        numbers = game_class(name).seat_numbers
        players = SEATS[0] if SEATS[0] in numbers else numbers[0]
        game = load(name, SEATS[1][:players], SEATS[1][players - 1], {})
        actions, spent = play(game, SECONDS)
        yield Figure(f"{name}, {players} players", actions / spent, "actions/s")


def play(game: Game, seconds: float) -> tuple[int, float]:
    """One deal after another for so long: how many actions in how many seconds, both of them CPU time."""
    rng, actions, truth = Random(1), 0, OpenMatch(game)
    started = time.process_time()
    while True:
        truth = OpenMatch(game) if truth.match.over else truth
        people, deal = SimulatedPeople([AnyLegal(rng)] * len(game.seats), rng, actions * 1000), truth.state
        truth.deal(rng)
        while truth.state == deal:
            turn = people.next(truth)
            spent = time.process_time() - started
            if turn is None or spent >= seconds:
                return actions, spent
            truth.take(turn.act, hidden=turn.hidden)
            truth.name_drawn(rng)
            actions += 1
