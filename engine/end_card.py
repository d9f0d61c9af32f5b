"""A card that is kept out of the deal and ends it when it comes from the stock: who may have it, who shows it in time.

docs/rules/limppu.md, "The king of spades". In time is who shows it before its own next play or take.
"""

from __future__ import annotations

from typing import ClassVar

from engine.actions import Act, Refusal, Seat
from engine.cards import Card
from engine.dealt import DealtMatch
from engine.game import CARD_SEEN, NOT_IN_HAND

END_CARD_DEALT = Refusal("end-card-dealt")  # nothing that people could let stand: the game would have no end


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


class EndCardMatch(DealtMatch):
    """A match whose stock has such a card, `end_card`, among its own."""

    end_card: ClassVar[Card]

    def new_deal(self) -> None:
        """Nobody has drawn."""
        self.draws = Draws()
        self.unread: dict[Seat, tuple[int, ...]] = {}  # how many unread cards a hand may have, where that is open
        super().new_deal()

    def may_deal(self, act: Act) -> Refusal | None:
        """Nobody is dealt the end card."""
        if self.before_play() and any(self.end_card in cards for cards in act.hands.values()):
            return END_CARD_DEALT
        return super().may_deal(act)

    def may_stock(self, act: Act) -> Refusal | None:
        """All other cards, the end card among them."""
        return super().may_stock(act) or (None if self.end_card in (act.cards or ()) else END_CARD_DEALT)

    def can_have_it(self, seat: Seat | None) -> bool:
        """Whether the seat has drawn at all."""
        return seat in self.draws.latest

    def refuses_end_card(self, seat: Seat) -> Refusal | None:
        """Why this seat cannot be showing the end card out of its hand."""
        if self.end_card in self.stock:
            return CARD_SEEN
        if self.hands.whole(seat):
            return NOT_IN_HAND
        return None if self.can_have_it(seat) else END_CARD_DEALT

    def shows_in_time(self, seat: Seat, *, now: bool) -> bool:
        """The seat shows it. Whether it came with this line, which `now` allows, or with its latest draw or refill."""
        left = self.draws.unread_left(seat, self.hands.unknown[seat], now=now)
        if left:
            self.hands.unknown[seat], self.unread[seat] = left[-1], left
        return bool(left)

    def sizes_left(self, seat: Seat) -> list[int]:
        """How many cards the hand may have now, since its last draw or refill may have stopped at the end card."""
        known = self.hands.known[seat].bit_count()
        return [known + unread for unread in self.unread.get(seat, (self.hands.unknown[seat],))]
