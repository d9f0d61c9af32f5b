"""The call at one card: who comes down to a single card says so, or pays if somebody else notices first."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping

from engine.actions import Act, Refusal, Seat
from engine.asks import Ask
from engine.dealt import DealtMatch
from engine.game import WRONG_PHASE, Told

LAST_CARD = "last-card"
PENALTY_CARDS = 3
NO_CAUSE = Refusal("no-cause", own_rule=True)


class LastCallMatch(DealtMatch):
    """A match with the option `last_card_call`: `declare` with the value `last-card`, and `challenge`."""

    phase: str

    def new_deal(self) -> None:
        """Nobody owes a call."""
        self.owing: tuple[Seat, ...] = ()  # the latest last
        super().new_deal()

    @abstractmethod
    def forces(self, owed: Mapping[Seat, int], after: str) -> list[Told]:
        """These seats must draw so many cards; then play goes on with the phase `after`."""

    def acts(self, seat: Seat) -> None:
        """The seat has called, or plays, draws or passes: it owes no call any more."""
        self.owing = tuple(other for other in self.owing if other != seat)

    def has_played(self, seat: Seat) -> None:
        """With one card left it owes the call from now on."""
        self.acts(seat)
        if self.hands.size(seat) == 1 and self.game.options["last_card_call"]:
            self.owing += (seat,)

    def refuses_call(self, seat: Seat) -> Refusal | None:
        """At any time in a deal, by who holds exactly one card."""
        if not self.game.options["last_card_call"] or self.phase in ("deal", "show"):
            return WRONG_PHASE
        return None if self.hands.size(seat) == 1 else NO_CAUSE

    def may_challenge(self, act: Act) -> Refusal | None:
        """Somebody else owes the call."""
        if not self.game.options["last_card_call"] or self.phase not in ("play", "declare"):
            return WRONG_PHASE
        to = self._challenged(act)
        return NO_CAUSE if to not in self.owing or to == act.seat else None

    def _challenged(self, act: Act) -> Seat | None:
        return act.to if act.to is not None or not self.owing else self.owing[-1]

    def do_challenge(self, act: Act, line: int, claims: bool) -> list[Told]:
        """It draws three; then play goes on where it was."""
        seat = self._challenged(act)
        assert seat is not None
        self.acts(seat)
        keys = {"seat": self.game.seats[seat], "rule": "last-card-call", "count": PENALTY_CARDS}
        return [("penalty", keys), *self.forces({seat: PENALTY_CARDS}, self.phase)]

    def asks_to_call(self) -> list[Ask]:
        """The call by who holds one card, and a challenge by everybody."""
        seats = range(len(self.game.seats))
        if not self.game.options["last_card_call"]:
            return []
        last = [seat for seat in seats if self.hands.size(seat) == 1]
        asks = [Ask("declare", seat, values=(LAST_CARD,), any_time=True) for seat in last]
        if self.owing and self.phase in ("play", "declare"):
            asks += [Ask("challenge", seat, to=self.owing, any_time=True) for seat in seats]
        return asks
