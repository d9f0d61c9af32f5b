"""Stress: no turns; everybody swaps cards with the four in the middle, makes sets of four, and calls when done.

The rules, their option and the rule ids used here: docs/rules/stress.md.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from engine.actions import Act, Refusal, Seat
from engine.asks import Ask
from engine.cards import Card, CardSet, rank_of, set_of
from engine.dealt import seen
from engine.game import WRONG_COUNT, WRONG_PHASE, Game, Told
from engine.options import Option, Seconds
from engine.presses import PressMatch, earliest, milliseconds
from engine.shown import Fact, Pile, Shown

MIDDLE = 4  # cards, and as many make a set
NOT_ON_TABLE = Refusal("not-on-table")
TABLE_FULL = Refusal("table-full", own_rule=True)
NOT_ALIKE = Refusal("not-alike", own_rule=True)


class Debt(NamedTuple):
    """What a seat has taken from the middle and not put back yet. `since` is None where its beginning had no time."""

    owes: int
    cards: tuple[Card, ...]
    since: int | None
    alerted: bool = False


NO_DEBT = Debt(0, (), None)


class Stress(Game):
    """Two to four players, each alone; one deal is the game."""

    name = "stress"
    seat_numbers = range(2, 5)
    timed = True
    option_table = (Option("put_back", 3.0, Seconds()),)

    def start(self) -> StressMatch:
        """A new match, before its first card."""
        return StressMatch(self)


class StressMatch(PressMatch):
    """The phase `swap`; after a call `closing`, until no earlier call can come any more."""

    game: Stress

    def new_deal(self) -> None:
        """Nothing lies in the middle yet."""
        count = len(self.game.seats)
        self.begun = False
        self.middle: tuple[Card, ...] = ()
        self.turned_up = False
        self.debts = [NO_DEBT] * count
        self.sets: list[tuple[tuple[Card, ...], ...]] = [()] * count
        self.calls: dict[Seat, int] = {}  # the calls that count, by seat
        super().new_deal()

    def sizes(self) -> Sequence[int]:
        """All but the middle, in bunches of four."""
        count = len(self.game.seats)
        return [(len(self.game.deck) - MIDDLE) // count] * count

    def before_play(self) -> bool:
        """Until a card is taken, put or laid."""
        return not self.begun

    def stock_size(self) -> int:
        """There is no stock."""
        return 0

    def away(self) -> CardSet:
        """The middle and the sets."""
        return set_of(self.middle) | set_of(card for sets in self.sets for cards in sets for card in cards)

    def dealing(self, pack: Sequence[Card]) -> tuple[Act, ...]:
        """The bunches, then the middle."""
        return (*super().dealing(pack), Act("turned", cards=tuple(pack[-MIDDLE:])))

    def may_turned(self, act: Act) -> Refusal | None:
        """The four in the middle, before the first card."""
        cards = act.cards or ()
        if self.begun and self.turned_up:
            return WRONG_PHASE
        if len(cards) != MIDDLE:
            return WRONG_COUNT
        return seen(cards, (self.away() & ~set_of(self.middle)) | self.hands.everywhere())

    def do_turned(self, act: Act, line: int, claims: bool) -> list[Told]:
        """They lie there."""
        self.middle, self.turned_up = act.cards or (), True
        return []

    # -- swapping (sections 3 to 5) ---------------------------------------------------------------------

    def apply(self, act: Act, line: int, *, claims: bool = True) -> list[Told]:
        """Debts that the line shows to be too old are told of before it does anything, unless it came too late."""
        alerts = [] if act.t is None or self.closes_race(act) else self._alerts(act.t)
        self.begun = self.begun or (act.seat is not None and act.do != "press")
        return alerts + super().apply(act, line, claims=claims)

    def _alerts(self, now: int) -> list[Told]:
        """Debts older than `put_back`, each once, in seat order."""
        game, told = self.game, list[Told]()
        for seat, debt in enumerate(self.debts):
            if debt.since is None or debt.alerted or now - debt.since <= milliseconds(game.options["put_back"]):
                continue
            self.debts[seat] = debt._replace(alerted=True)
            keys = {"cards": game.deck.text(debt.cards), "owes": debt.owes, "since": debt.since / 1000}
            told.append(("alert", {"seat": game.seats[seat], "rule": "put-back", **keys}))
        return told

    def may_take(self, act: Act) -> Refusal | None:
        """Cards that lie in the middle."""
        if act.source not in (None, "table"):
            return WRONG_PHASE
        return WRONG_COUNT if not act.cards else self._refuses_taking(act.cards)

    def do_take(self, act: Act, line: int, claims: bool) -> list[Told]:
        """The seat owes as many."""
        seat, cards = act.seat, act.cards
        assert seat is not None and cards
        debt = self.debts[seat] if self.debts[seat].owes else Debt(0, (), act.t)
        self.debts[seat] = debt._replace(owes=debt.owes + len(cards), cards=debt.cards + cards)
        return [self._takes(seat, cards)]

    def may_play(self, act: Act) -> Refusal | None:
        """Cards into the middle, not more than are owed."""
        seat, cards = act.seat, act.cards or ()
        assert seat is not None
        if act.claim is not None or act.source not in (None, "hand"):
            return WRONG_PHASE
        if not cards:
            return WRONG_COUNT
        return TABLE_FULL if len(cards) > self.debts[seat].owes else self.refuses_cards(seat, cards)

    def do_play(self, act: Act, line: int, claims: bool) -> list[Told]:
        """So many fewer are owed."""
        seat, cards = act.seat, act.cards
        assert seat is not None and cards
        left = self.debts[seat].owes - len(cards)
        self.debts[seat] = self.debts[seat]._replace(owes=left) if left > 0 else NO_DEBT
        return [self._puts(seat, cards)]

    def may_exchange(self, act: Act) -> Refusal | None:
        """As many put as taken."""
        seat, cards, wanted = act.seat, act.cards or (), act.wanted or ()
        assert seat is not None
        if not cards or len(cards) != len(wanted) or act.count not in (None, len(cards)):
            return WRONG_COUNT
        return self._refuses_taking(wanted) or self.refuses_cards(seat, cards)

    def do_exchange(self, act: Act, line: int, claims: bool) -> list[Told]:
        """Nothing is owed by it."""
        seat, cards, wanted = act.seat, act.cards, act.wanted
        assert seat is not None and cards and wanted
        return [self._puts(seat, cards), self._takes(seat, wanted)]

    def _refuses_taking(self, cards: Sequence[Card]) -> Refusal | None:
        return NOT_ON_TABLE if seen(cards, ~set_of(self.middle)) else None

    def _takes(self, seat: Seat, cards: Sequence[Card]) -> Told:
        self.middle = tuple(card for card in self.middle if card not in cards)
        for card in cards:
            self.hands.takes(seat, card)
        return "took", {"seat": self.game.seats[seat], "cards": self.game.deck.text(cards)}

    def _puts(self, seat: Seat, cards: tuple[Card, ...]) -> Told:
        self.middle += cards
        for card in cards:
            self.hands.plays(seat, card)
        return "put", {"seat": self.game.seats[seat], "cards": self.game.deck.text(cards)}

    # -- sets and the call (sections 4 and 6) -----------------------------------------------------------

    def may_meld(self, act: Act) -> Refusal | None:
        """Four of a rank, by who owes nothing."""
        seat = act.seat
        assert seat is not None
        if self.debts[seat].owes:
            return Refusal("put-back", own_rule=True)
        if refusal := self._refuses_set(act):
            return refusal
        return NOT_ALIKE if len({rank_of(card) for card in act.cards or ()}) > 1 else None

    def _refuses_set(self, act: Act) -> Refusal | None:
        """Why these are no four cards of this hand."""
        seat, cards = act.seat, act.cards or ()
        assert seat is not None
        return WRONG_COUNT if not len(cards) == len(set(cards)) == MIDDLE else self.refuses_cards(seat, cards)

    def can_apply(self, act: Act) -> bool:
        """Cards that are not there are neither laid nor put."""
        if act.do == "meld":
            return self._refuses_set(act) is None
        assert act.seat is not None
        return self.refuses_cards(act.seat, act.cards or ()) is None

    def do_meld(self, act: Act, line: int, claims: bool) -> list[Told]:
        """A set is made, and out of play."""
        seat, cards = act.seat, act.cards
        assert seat is not None and cards
        for card in cards:
            self.hands.plays(seat, card)
        self.sets[seat] += (cards,)
        left = self.sizes()[seat] // MIDDLE - len(self.sets[seat])
        return [("four", {"seat": self.game.seats[seat], "rank": rank_of(cards[0]), "left": left})]

    def may_press(self, act: Act) -> Refusal | None:
        """A call, by who has no card left and owes none."""
        seat = act.seat
        assert seat is not None
        if self.hands.size(seat):
            return Refusal("not-finished")
        return Refusal("put-back") if self.debts[seat].owes else None

    def do_press(self, act: Act, line: int, claims: bool) -> list[Told]:
        """It counts; whether it was the first, the next milliseconds show."""
        seat = act.seat
        assert seat is not None and act.t is not None
        self.calls[seat] = min(act.t, self.calls.get(seat, act.t))
        self.race_open_to = min(self.calls.values()) + 1
        return [("stress", {"seat": self.game.seats[seat]})]

    def close_race(self) -> list[Told]:
        """The first call has won, or several in the same millisecond."""
        winners = earliest(self.calls)
        return [self.ends(winners, [seat for seat in range(len(self.game.seats)) if seat not in winners])]

    # -- what the table says ----------------------------------------------------------------------------

    def turn(self) -> dict[str, Any] | None:
        """Everybody that has cards may act."""
        if self.over:
            return None
        if self.race_open_to is not None:
            return {"seat": None, "phase": "closing"}
        seats = [name for seat, name in enumerate(self.game.seats) if self.hands.size(seat)]
        return {"seat": None, "phase": "swap", "seats": seats}

    def totals(self) -> None:
        """There are no points."""
        return

    def shown(self) -> Shown:
        """The middle, the sets, how many each still has to make, and what it owes."""
        piles = [Pile("middle", self.middle)]
        plates: list[tuple[Fact, ...]] = []
        for seat, size in enumerate(self.sizes()):
            piles += [Pile("meld", cards, seat=seat) for cards in self.sets[seat]]
            owes = (Fact("owes", self.debts[seat].owes),) if self.debts[seat].owes else ()
            plates.append((Fact("sets-left", size // MIDDLE - len(self.sets[seat])), *owes))
        return Shown(piles=tuple(piles), seats=tuple(plates))

    def asks(self) -> tuple[Ask, ...]:
        """Taking, putting, both, a set, the call: whatever each seat may do; and that time goes by, where it tells."""
        asks = [Ask("press", seat, any_time=True) for seat in range(len(self.game.seats)) if not self.hands.size(seat)]
        for seat, debt in enumerate(self.debts):
            if self.middle:
                asks.append(Ask("take", seat, 1, len(self.middle), lying=self.middle, sources=("table",)))
            if not self.hands.size(seat):
                continue
            if debt.owes:
                asks.append(Ask("play", seat, 1, debt.owes))
            else:
                asks.append(Ask("meld", seat, MIDDLE, MIDDLE, alike="rank"))
            if self.middle:
                asks.append(Ask("exchange", seat, 1, len(self.middle), lying=self.middle))
        waits = self.race_open_to is not None or any(
            debt.since is not None and not debt.alerted for debt in self.debts if debt.owes
        )
        if not (self.begun or self.turned_up):
            asks.append(Ask("turned", None, MIDDLE, MIDDLE, any_time=True))
        return (*asks, *((Ask("clock", any_time=True),) if waits else ()))
