"""Who sits at a mock table: the cards as they truly are, and the simulated people that fit the game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random

from engine.actions import Seat
from engine.counting import CountingGame
from table.choosing import AnyLegal, Chooser, Eager
from table.company import Company
from table.people import Hands, People
from table.players import LegalRandom, Player, Sensible
from table.session import Session
from table.truth import Truth
from table.world import World


def truth_of(session: Session, seed: int) -> World | Truth:
    """The cards of this table as they truly are, shuffled from the seed."""
    if isinstance(session.referee.game, CountingGame):
        return World(session.running, seed)
    return Truth(session.running, seed)


def people_at(
    session: Session,
    world: World | Truth,
    hardware: Hands,
    uids: Mapping[str, bytes],
    seats: Sequence[Seat],
    rng: Random,
    *,
    random: bool = False,
    mistakes: float = 0.0,
    over_the_gate: bool = True,
    pace: float = 1.0,
) -> People:
    """Simulated people at these seats. `random`: they do anything that is legal. `uids` are by the cards' ids."""
    if isinstance(world, World):
        player: Player = LegalRandom(rng) if random else Sensible(rng)
        players = dict.fromkeys(seats, player)
        return People(
            session, world, hardware, uids, players, rng, mistakes=mistakes, over_the_gate=over_the_gate, pace=pace
        )
    chooser: Chooser = AnyLegal(rng) if random else Eager(rng)
    choosers = dict.fromkeys(seats, chooser)
    return Company(
        session, world, hardware, uids, choosers, rng, mistakes=mistakes, over_the_gate=over_the_gate, pace=pace
    )
