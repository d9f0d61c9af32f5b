"""A card out of the stock that ends the deal: who may have drawn it, and who shows it in time.

docs/rules/limppu.md, "The king of spades". In time is who shows it before its own next play or take.
"""

from __future__ import annotations

from engine.actions import Seat


class Draws:
    """What everybody sees of the draws and refills of a deal."""

    __slots__ = ("fresh", "latest")

    def __init__(self) -> None:
        self.latest: dict[Seat, tuple[int, int]] = {}  # the line of a seat's last draw or refill, and of how many cards
        self.fresh: set[Seat] = set()  # who has drawn since it last played or took

    def fork(self) -> Draws:
        """A copy that can go its own way."""
        copy = Draws()
        copy.latest, copy.fresh = self.latest.copy(), self.fresh.copy()
        return copy

    def draws(self, seat: Seat, line: int, count: int) -> None:
        """So many cards came to the seat with this line."""
        self.latest[seat] = line, count
        self.fresh.add(seat)

    def acts(self, seat: Seat) -> None:
        """The seat plays or takes: what it has drawn before it should have shown."""
        self.fresh.discard(seat)

    def line(self, seat: Seat) -> int:
        """The line with which the seat drew last."""
        return self.latest[seat][0]

    def unread_left(self, seat: Seat, unread: int, *, now: bool) -> tuple[int, ...]:
        """How many of `unread` cards may be left to a seat that shows the end card, the fewest first.

        It is drawn with this line, which `now` allows, or came with the latest draw or refill, which may have
        stopped at it. None at all: it is shown too late.
        """
        left = {unread} if now else set()
        if seat in self.fresh:
            left |= {unread - came for came in range(1, self.latest[seat][1] + 1) if came <= unread}
        return tuple(sorted(left))
