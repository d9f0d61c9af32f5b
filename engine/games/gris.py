"""Gris, the Swedish game: the six of spades wanders round, four alike are laid down, and the last to lay is the pig.

The rules, their options and the rule ids used here: docs/rules/gris.md.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from engine.actions import Act, Refusal, Seat
from engine.all_dealt import shares
from engine.asks import Ask
from engine.cards import FRENCH, RANK, Card, CardSet, card, rank_of, set_of
from engine.game import NOT_IN_HAND, OUT_OF_TURN, WRONG_COUNT, WRONG_PHASE, Game, Told
from engine.options import Option, Seconds
from engine.presses import PressMatch, milliseconds
from engine.shown import Fact, Pile, Shown

PIG = card("6S")
FOUR = 4
SHORT_DECK = FRENCH.all & ~(RANK["2"] | RANK["5"])
MOST_WITH_SHORT_DECK = 7  # players


class Gris(Game):
    """Three to ten players, each alone; one deal is the game."""

    name = "gris"
    seat_numbers = range(3, 11)
    timed = True
    option_table = (Option("sixes", "last", ("last", "never")), Option("sweep", 0.1, Seconds()))

    def make_pack(self) -> CardSet:
        """Without the twos and the fives, unless there are many players (section 1)."""
        return SHORT_DECK if len(self.seats) <= MOST_WITH_SHORT_DECK else FRENCH.all

    def start(self) -> GrisMatch:
        """A new match, before its first card."""
        return GrisMatch(self)


class GrisMatch(PressMatch):
    """The phases `send` and `return` in turn, and `closing` while the last two may be too close to call."""

    game: Gris
    namings = frozenset({"meld", "clock"})  # lines that may leave the turn as it was (section 10)

    def new_deal(self) -> None:
        """Nobody has sent the pig, nobody has laid."""
        self.phase = "send"
        self.begun = False
        self.fours: dict[Seat, tuple[Card, ...]] = {}  # in the order of their places
        self.last_t = 0  # when the lay-down was that all but one are safe by; in phase closing
        super().new_deal()

    def sizes(self) -> Sequence[int]:
        """All cards, one at a time from the dealer's left; hands that were read have the sizes that they have."""
        return shares(self.game, self.dealer, {seat: cards.bit_count() for seat, cards in self.dealt.items()})

    def before_play(self) -> bool:
        """Until the pig is sent or a four laid."""
        return not self.begun

    def stock_size(self) -> int:
        """There is no stock."""
        return 0

    def away(self) -> CardSet:
        """The fours."""
        return set_of(card for cards in self.fours.values() for card in cards)

    def begin(self) -> None:
        """Who has the pig starts, where that is known."""
        super().begin()
        self.on_turn = self.held_by(PIG)

    def may_deal(self, act: Act) -> Refusal | None:
        """Hands of any size (section 1)."""
        return self.refuses_dealt(act) if self.before_play() else WRONG_PHASE

    # -- the pig's way (sections 3 and 4) ---------------------------------------------------------------

    def may_exchange(self, act: Act) -> Refusal | None:
        """The pig to the left; for it another card back."""
        seat, cards, hands = act.seat, act.cards, self.hands
        assert seat is not None
        if self.phase == "closing":
            return WRONG_PHASE
        if self.on_turn not in (None, seat):
            return OUT_OF_TURN
        if {count for count in (act.count, None if cards is None else len(cards)) if count is not None} != {1}:
            return WRONG_COUNT
        if cards is None:
            pig_sent = self.phase == "send" and (hands.unknown[seat] or hands.known[seat] >> PIG & 1)
            other_card = self.phase == "return" and hands.size(seat) > 1
            return None if pig_sent or other_card else NOT_IN_HAND
        if refusal := self.refuses_cards(seat, cards):
            return refusal
        if self.phase == "send":
            return None if cards[0] == PIG else Refusal("pig-first")
        return Refusal("pig-stays") if cards[0] == PIG else None

    def do_exchange(self, act: Act, line: int, claims: bool) -> list[Told]:
        """The card moves: the pig to the next seat, another card to the seat before. An unread one makes unsure."""
        seat, hands = act.seat, self.hands
        assert seat is not None
        self.begun = True
        _, left, *others = self.game.clockwise[seat]
        if self.phase == "send":
            hands.plays(seat, PIG)
            hands.takes(left, PIG)
            self.phase, self.on_turn = "return", left
            return []
        sender = others[-1]
        if act.card is None:
            hands.unknown[seat], hands.known[seat] = hands.size(seat) - 2, 1 << PIG
        else:
            hands.plays(seat, act.card)
        hands.takes(sender, act.card)
        self.phase = "send"
        return []

    # -- fours (sections 4 and 5) -----------------------------------------------------------------------

    def may_meld(self, act: Act) -> Refusal | None:
        """Four of one rank, at any time; the sixes only where they stop nothing."""
        seat, cards = act.seat, act.cards or ()
        assert seat is not None
        if seat in self.fours:
            return Refusal("already-laid")
        if len(cards) != FOUR or len(set(cards)) != FOUR:
            return WRONG_COUNT
        if refusal := self.refuses_cards(seat, cards):
            return refusal
        if len({rank_of(card) for card in cards}) > 1:
            return Refusal("not-alike")
        last = len(self.fours) >= self._safe_places() - 1 and self.game.options["sixes"] == "last"
        return Refusal("pig-in-four") if PIG in cards and not last else None

    def do_meld(self, act: Act, line: int, claims: bool) -> list[Told]:
        """The next place; with the last of them it is settled who is the pig, or will soon be."""
        seat, cards = act.seat, act.cards
        assert seat is not None and cards
        self.begun = True
        before = tuple(self.fours)
        self.fours[seat] = cards
        for laid in cards:
            self.hands.plays(seat, laid)
        place = min(len(self.fours), self._safe_places())
        keys = {"seat": self.game.seats[seat], "rank": rank_of(cards[0]), "place": place}
        told: list[Told] = [("four", keys)]
        if self.phase == "closing":
            return told + self._beside_the_last(seat, before[-1], act.t or 0)
        if place < self._safe_places():
            return told
        if act.t is None:
            return told + self.close_race()
        self.phase, self.on_turn = "closing", None
        self.last_t, self.race_open_to = act.t, act.t + self._sweep()
        return told

    def _beside_the_last(self, seat: Seat, other: Seat, t: int) -> list[Told]:
        """The one that was left has laid, too: too close to call, or it was the earlier one."""
        if self.last_t - t >= self._sweep():
            return [self.ends(None, (other,))]
        return [("tie", {"seats": [self.game.seats[last] for last in sorted((seat, other))]}), self.ends(None, ())]

    def close_race(self) -> list[Told]:
        """Whoever has not laid is the pig."""
        return [self.ends(None, self._not_laid())]

    def _not_laid(self) -> list[Seat]:
        return [seat for seat in range(len(self.game.seats)) if seat not in self.fours]

    def _sweep(self) -> int:
        return milliseconds(self.game.options["sweep"])

    def _safe_places(self) -> int:
        return len(self.game.seats) - 1

    # -- what the table says ----------------------------------------------------------------------------

    def turn(self) -> dict[str, Any] | None:
        """Who has the pig, where that is known, and what it may give where its whole hand is."""
        if self.over:
            return None
        seat = self.on_turn
        keys: dict[str, Any] = {"seat": None if seat is None else self.game.seats[seat], "phase": self.phase}
        if seat is not None and self.hands.whole(seat):
            pig = self.hands.known[seat] & 1 << PIG
            keys["legal"] = self.game.text(pig if self.phase == "send" else self.hands.known[seat] ^ pig)
        return keys

    def totals(self) -> None:
        """There are no points."""
        return

    def shown(self) -> Shown:
        """Where the pig is, the fours, and who has which place."""
        places = {seat: (Fact("place", place),) for place, seat in enumerate(self.fours, 1)}
        return Shown(
            piles=tuple(Pile("meld", cards, seat=seat) for seat, cards in self.fours.items()),
            facts=() if self.on_turn is None else (Fact("pig", seat=self.on_turn),),
            seats=tuple(places.get(seat, ()) for seat in range(len(self.game.seats))),
        )

    def asks(self) -> tuple[Ask, ...]:
        """The pig or the card for it; fours at any time; and that time goes by, where it settles who is last."""
        asks = [Ask("clock", any_time=True)]
        if self.phase != "closing":
            holders = range(len(self.game.seats)) if self.on_turn is None else (self.on_turn,)
            asks = [Ask("exchange", seat, 1, 1, hidden=self.phase == "return") for seat in holders]
        fours = [Ask("meld", seat, FOUR, FOUR, alike="rank", any_time=True) for seat in self._not_laid()]
        return (*asks, *fours)
