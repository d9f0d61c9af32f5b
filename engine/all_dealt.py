"""All cards are dealt, and the first seats get one more where it does not come out even."""

from __future__ import annotations

from collections.abc import Mapping

from engine.actions import Seat
from engine.game import Game


def shares(game: Game, dealer: Seat, read: Mapping[Seat, int]) -> list[int]:
    """How many cards each seat gets, one at a time from the dealer's left.

    Hands that were `read` have the sizes that they have; the others share what is left.
    """
    order = [seat for seat in (*game.clockwise[dealer][1:], dealer) if seat not in read]
    each, over = divmod(game.pack.bit_count() - sum(read.values()), max(len(order), 1))
    sizes = dict(read) | {seat: each + (place < over) for place, seat in enumerate(order)}
    return [sizes[seat] for seat in range(len(game.seats))]
