"""Reflex games: presses and cards that have a time on the table's one clock, and races that a later time closes.

Times are whole milliseconds (docs/table-script.md). What came first is decided by the times, not by the order in which
the lines arrive; so a race stays open until a line shows that nothing that would still count can come any more.
"""

from __future__ import annotations

from collections.abc import Mapping
from decimal import ROUND_HALF_UP, Decimal

from engine.actions import Act, Refusal, Seat
from engine.dealt import DealtMatch
from engine.errors import BadLine
from engine.game import Told


def milliseconds(seconds: float) -> int:
    """A length of time, as an option has it, in whole milliseconds, halves rounded up; at least one."""
    return max(1, int(Decimal(str(seconds)).scaleb(3).to_integral_value(ROUND_HALF_UP)))


def earliest(times: Mapping[Seat, int]) -> list[Seat]:
    """The seats with the smallest time, in seat order: several where they pressed in the same millisecond."""
    return sorted(seat for seat, t in times.items() if t == min(times.values()))


def latest(times: Mapping[Seat, int]) -> list[Seat]:
    """The seats with the greatest time, in seat order."""
    return sorted(seat for seat, t in times.items() if t == max(times.values()))


class PressMatch(DealtMatch):
    """A match in which times matter. Every press has one; a `clock` line only says how late it is.

    While `race_open_to` is set the game waits: a line at that millisecond or later, or any line without a time, closes
    the race and does nothing else, whatever it is. Times before are for the game to judge.
    """

    race_open_to: int | None = None

    def refuse(self, act: Act) -> Refusal | None:
        """As ever, but a line that closes a race is never refused. Raises BadLine for a press without a time."""
        if act.do == "press" and act.t is None and hasattr(self, "may_press"):
            raise BadLine('a press has "t", its time in seconds')
        return None if self.closes_race(act) else super().refuse(act)

    def apply(self, act: Act, line: int, *, claims: bool = True) -> list[Told]:
        """As ever, but a line that closes a race only does that."""
        if self.closes_race(act):
            return self.close_race()
        return super().apply(act, line, claims=claims)

    def closes_race(self, act: Act) -> bool:
        """Whether this line shows that nothing that would count can come any more."""
        if self.over or self.race_open_to is None:
            return False
        return act.t is None or act.t >= self.race_open_to

    def close_race(self) -> list[Told]:
        """Nothing that counts can come any more: what follows from the race."""
        raise NotImplementedError

    def may_clock(self, act: Act) -> Refusal | None:
        """Time may always have gone by."""
        return None

    def do_clock(self, act: Act, line: int, claims: bool) -> list[Told]:
        """Nothing else has happened."""
        return []
