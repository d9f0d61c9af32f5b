"""Hands that are laid open when a deal is over, so that what is left in them can be counted."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Container, Sequence

from engine.actions import Act, Refusal, Seat
from engine.asks import Ask
from engine.cards import Card, each, set_of
from engine.dealt import DealtMatch, seen
from engine.game import OUT_OF_TURN, WRONG_COUNT, WRONG_PHASE, Told
from engine.record import Record, Verdict


def refuses_hand(match: DealtMatch, seat: Seat, cards: Sequence[Card], sizes: Container[int]) -> Refusal | None:
    """Why these cards cannot be this seat's whole hand, which has one of these sizes.

    In this order: the number is wrong, one of them lies elsewhere, one that is known to be in the hand is missing.
    """
    if len(cards) not in sizes:
        return WRONG_COUNT
    missing = match.hands.known[seat] & ~set_of(cards)
    refusal = seen(cards, match.seen_elsewhere(seat))
    return refusal or (Refusal("show-mismatch", missing, own_rule=True) if missing else None)


class LaidOpenMatch(DealtMatch):
    """A match in which hands that the table has not read are shown as soon as a deal is over, in the phase `show`.

    Then what is left in each is counted, and the game is over as soon as a total has the option `target` or more
    against its holder. The game says what a card counts; points against a holder may be told as negative ones.
    """

    phase: str
    record: Record
    against = 1  # the sign of points that count against their holder

    def new_deal(self) -> None:
        """Nobody has to show anything."""
        self.to_show: tuple[Seat, ...] = ()
        super().new_deal()

    @abstractmethod
    def counts(self, card: Card) -> int:
        """What a card that is left counts against its holder."""

    def extra(self, seat: Seat) -> int:
        """What counts against a seat besides its cards."""
        return 0

    def meant(self, seat: Seat, cards: Sequence[Card]) -> tuple[Card, ...]:
        """The cards of this hand that a line names."""
        return tuple(cards)

    def lay_open(self, last: Seat) -> list[Told]:
        """The deal is over, by what this seat has done: the next one shows first, and this one last."""
        self.phase = "show"
        first = self.game.clockwise[last][1]
        self.to_show = tuple(seat for seat in self.game.clockwise[first] if not self.hands.whole(seat))
        return [] if self.to_show else self.count()

    def may_show(self, act: Act) -> Refusal | None:
        """A whole hand, by any seat that has yet to show it."""
        seat = act.seat
        assert seat is not None
        if self.phase != "show":
            return WRONG_PHASE
        if seat not in self.to_show:
            return OUT_OF_TURN
        return refuses_hand(self, seat, self.meant(seat, act.cards or ()), (self.hands.size(seat),))

    def do_show(self, act: Act, line: int, claims: bool) -> list[Told]:
        """The hand is known; the last one is followed by the counting."""
        seat = act.seat
        assert seat is not None
        cards = set_of(self.meant(seat, act.cards or ()))
        self.hands.shows(seat, cards)
        self.to_show = tuple(other for other in self.to_show if other != seat)
        told = self.judged(self.proved_by_show(seat, cards))
        return told if self.to_show else told + self.count()

    def proved_by_show(self, seat: Seat, cards: int) -> list[Verdict]:
        """What a hand that is laid open proves."""
        return self.record.shows(seat, cards, whole=True)

    def asks_to_show(self) -> tuple[Ask, ...]:
        """Each hand that is to be shown, whole."""
        size = self.hands.size
        return tuple(Ask("show", seat, size(seat), size(seat)) for seat in self.to_show)

    def count(self) -> list[Told]:
        """Cards left count against their holder."""
        hands = enumerate(self.hands.known)
        return self.close_deal([sum(map(self.counts, each(known))) + self.extra(seat) for seat, known in hands])

    def close_deal(self, lost: Sequence[int]) -> list[Told]:
        """So much counts against each seat; who has least against it wins once one has the target."""
        game, sign = self.game, self.against
        points = [sign * now for now in lost]
        totals = [before + now for before, now in zip(self.scored, points, strict=True)]
        told: list[Told] = [
            ("deal_over", {"points": game.by_side(points), "detail": {}}),
            ("score", {"total": game.by_side(totals)}),
        ]
        against = [sign * total for total in totals]
        if max(against) < game.options["target"]:
            self.next_deal(totals)
            return told
        self.scored = totals
        return [*told, self.ends([side for side, total in enumerate(against) if total == min(against)])]
