"""Everybody passes a card to the left at the same time, and a card that comes back may be exchanged.

What the table knows of hands that are passed on in this way, read or unread: docs/rules/gris-nb.md, sections 3 to 5.
"""

from __future__ import annotations

from abc import abstractmethod

from engine.actions import Act, Refusal, Seat
from engine.asks import Ask
from engine.cards import NO_CARD, NO_CARDS, Card, CardSet
from engine.dealt import seen
from engine.game import OUT_OF_TURN, WRONG_COUNT, WRONG_PHASE, Told
from engine.named_later import NamedLaterMatch
from engine.presses import PressMatch

RETURNED_CARD = Refusal("returned-card", own_rule=True)


class PassingMatch(NamedLaterMatch, PressMatch):
    """The phase `pass` of a round; between rounds the phase is `deal`, and the first line of a round ends that."""

    phase = "pass"

    def new_deal(self) -> None:
        """Nobody has laid a card."""
        count = len(self.game.seats)
        self.passes = 0
        self.laid: dict[Seat, Card] = {}  # for the next pass, still their own; NO_CARD where nobody read it
        self.got: dict[Seat, Card] = {}  # in the last pass, as long as it may be exchanged; NO_CARD likewise
        self.had: list[CardSet] = [NO_CARDS] * count  # by a reading, before the last pass
        self.sent: list[CardSet] = [NO_CARDS] * count  # passed on and read
        self.sent_unread: set[Seat] = set()
        self.put_away: CardSet = NO_CARDS
        super().new_deal()

    @abstractmethod
    def before_play(self) -> bool:
        """Until the first card is laid; a game may have more."""
        return not (self.passes or self.laid)

    def away(self) -> CardSet:
        """The cards that came back and were put out of the round."""
        return self.put_away

    def do_deal(self, act: Act, line: int, claims: bool) -> list[Told]:
        """The round has begun."""
        self.phase = "pass"
        return super().do_deal(act, line, claims)

    def do_stock(self, act: Act, line: int, claims: bool) -> list[Told]:
        """The round has begun."""
        self.phase = "pass"
        return super().do_stock(act, line, claims)

    # -- passing (sections 3 and 4) ---------------------------------------------------------------------

    def may_exchange(self, act: Act) -> Refusal | None:
        """One card each."""
        seat, cards = act.seat, act.cards
        assert seat is not None
        if self.phase not in ("pass", "deal"):
            return WRONG_PHASE
        if seat in self.laid:
            return OUT_OF_TURN
        if {count for count in (act.count, None if cards is None else len(cards)) if count is not None} != {1}:
            return WRONG_COUNT
        return None if cards is None else self.refuses_cards(seat, cards)

    def do_exchange(self, act: Act, line: int, claims: bool) -> list[Told]:
        """It lies there until all have laid; then all cards move one seat to the left."""
        seat, card = act.seat, act.card
        assert seat is not None
        self.phase = "pass"
        if card is not None and not self.hands.known[seat] >> card & 1:
            self.hands.names(seat, card)
        self.laid[seat] = NO_CARD if card is None else card
        self.got.pop(seat, None)
        self.no_longer_nameable(seat)
        if len(self.laid) < len(self.game.seats):
            return []
        self._pass()
        return [("passed", {})]

    def _pass(self) -> None:
        """A card passed unread makes the rest of that hand uncertain, too."""
        hands = self.hands
        self.passes += 1
        self.had = hands.known[:]
        for seat, card in self.laid.items():
            if card == NO_CARD:
                hands.known[seat], hands.unknown[seat] = NO_CARDS, hands.size(seat) - 1
                self.sent_unread.add(seat)
            else:
                hands.plays(seat, card)
                self.sent[seat] |= 1 << card
        for seat, card in self.laid.items():
            left = self.game.clockwise[seat][1]
            hands.takes(left, None if card == NO_CARD else card)
            self.got[left] = card
        self.laid, self.nameable = {}, ()

    # -- a card that came back (section 5) --------------------------------------------------------------

    def may_discard(self, act: Act) -> Refusal | None:
        """The card that came back in the last pass, while the stock lasts."""
        seat, cards = act.seat, act.cards or ()
        assert seat is not None
        if self.phase != "pass":
            return WRONG_PHASE
        if len(cards) != 1 or act.count not in (None, 1):
            return WRONG_COUNT
        if self.passes < len(self.game.seats) or seat not in self.got:
            return RETURNED_CARD
        if refusal := self.refuses_cards(seat, cards):
            return refusal
        got, card = self.got[seat], 1 << cards[0]
        another = got != cards[0] if got != NO_CARD else self.had[seat] & card
        if another or (seat not in self.sent_unread and not self.sent[seat] & card):
            return RETURNED_CARD
        return None if self.stock_left else Refusal("stock-empty")

    def can_apply(self, act: Act) -> bool:
        """A card of the hand, not the one that is laid, and another from the stock for it."""
        seat, card = act.seat, act.card
        assert seat is not None and card is not None
        at_hand = self.refuses_cards(seat, (card,)) is None and self.laid.get(seat) != card
        return at_hand and self.stock_left > 0

    def do_discard(self, act: Act, line: int, claims: bool) -> list[Told]:
        """It is out of the round; the next card of the stock for it."""
        seat, card = act.seat, act.card
        assert seat is not None and card is not None
        self.hands.plays(seat, card)
        self.put_away |= 1 << card
        self.got.pop(seat, None)
        self.draws_one(seat)
        name = self.game.seats[seat]
        swapped = {"seat": name, "card": self.game.deck.faces[card]}
        return [("swapped", swapped), ("drawn", {"seat": name, "count": 1})]

    def may_draw(self, act: Act) -> Refusal | None:
        """Name the card drawn, where nobody knew it: once, before the next card is laid."""
        seat, card = act.seat, act.card
        assert seat is not None
        if self.phase not in ("pass", "sign") or seat not in self.nameable or act.source not in (None, "stock"):
            return WRONG_PHASE
        if card is None or len(act.cards or ()) != 1:
            return WRONG_COUNT
        return seen((card,), self.seen_anywhere())

    def passing_asks(self) -> list[Ask]:
        """The card to be passed on, and the one that may be exchanged before."""
        if self.phase not in ("pass", "deal"):
            return []
        asks = [
            Ask("exchange", seat, 1, 1, hidden=True) for seat in range(len(self.game.seats)) if seat not in self.laid
        ]
        back = self.got if self.passes >= len(self.game.seats) and self.stock_left else ()
        return asks + [Ask("discard", seat, 1, 1, any_time=True) for seat in sorted(back)]
