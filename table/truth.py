"""The cards of a simulated table as they truly are, in any game. The table itself never looks here.

It is the same match at a table where every card is read: what is accepted at the table under it happens here too, with
the cards that only those who hold them know. Each deal's pack is shuffled from the seed and the number of the deal:
the same match always has the same cards, also after a restart.
"""

from __future__ import annotations

from random import Random

from engine.actions import Act, Seat
from engine.cards import Card, CardSet, each, set_of
from engine.game import Match
from engine.referee import Accepted, Referee
from table.legal_acts import TELLS_DEAL, next_card
from table.running import Running


class Truth:
    """The match as it really is. `lost`: something was accepted that cannot have happened with these cards."""

    def __init__(self, running: Running, seed: int) -> None:
        self._running = running
        self._seed = seed
        self._meant: list[tuple[Act, Act]] = []
        self.lost = False
        self._begin()

    @property
    def match(self) -> Match:
        """The match in which every card is known."""
        self._follow()
        return self._referee.match

    def hand(self, seat: Seat) -> CardSet:
        """The cards in this hand now."""
        return self.match.held(seat)

    def to_show(self, seat: Seat) -> CardSet:
        """What this seat lays open where the table wants to see it: its hand, after a deal what was left in it.

        Here every hand is read, so a deal is over before the table has been shown the hands that it must see.
        """
        match = self._referee.match
        held = match.held(seat)
        dealt_anew = self.ahead and (not match.over or not held)
        return self._at_the_end[seat] if dealt_anew else held

    @property
    def ahead(self) -> bool:
        """Whether the deal is over here and the table has not seen enough of it yet."""
        self._follow()
        match, table = self._referee.match, self._running.match
        return (match.deals_done, match.over) != (table.deals_done, table.over)

    def ends_it(self, act: Act) -> bool:
        """Whether the table is as far as the truth once it knows this."""
        table, match = self._running.match, self._referee.match
        if table.refuse(act) is not None:
            return False
        told = table.fork()
        told.apply(act, self._running.number + 1)
        return (match.deals_done, match.over) == (told.deals_done, told.over)

    def next_card(self) -> Card | None:
        """The top card of the stock; None where it is used up, or where nobody can know it."""
        return next_card(self.match, self.pack)

    def refill(self, seat: Seat) -> Card | None:
        """A card that the seat took up with its latest refill and nobody has named at the table; None where there is
        none, or where it has played since.
        """
        self._follow()
        seen = self._running.match.held(seat)
        return next((card for card in self._refills.get(seat, ()) if not seen >> card & 1), None)

    def to_tell(self) -> Act | None:
        """A line of the deal that somebody at the table makes next: the card turned up, the trump."""
        self._follow()
        return self._to_tell[0] if self._to_tell else None

    def means(self, seen: Act, true: Act) -> None:
        """When the table accepts `seen`, what happens is `true`: it names the cards that nobody else saw."""
        self._meant.append((seen, true))

    def _begin(self) -> None:
        self._referee = Referee(self._running.referee.game)
        self._done: list[Accepted] = []
        self._dealt = -1
        self._to_tell: list[Act] = []
        self._refills: dict[Seat, tuple[Card, ...]] = {}
        self.drawn_from: tuple[Card, ...] = ()  # the stock as it was before the latest line
        self._at_the_end: dict[Seat, CardSet] = {}  # what was left in the hands as the latest deal ended
        self._deal()

    def _deal(self) -> None:
        """A new deal, where one has begun."""
        match = self._referee.match
        if match.over or match.deals_done == self._dealt:
            return
        self._dealt = match.deals_done
        self._refills = {}
        self.pack = match.game.shuffled(Random(f"{self._seed}/{match.deals_done + 1}"))
        lines = list(match.dealing(self.pack))
        while lines and lines[0].do in TELLS_DEAL:
            self._referee.take(lines.pop(0), 0)
        self._to_tell = lines

    def _follow(self) -> None:
        """What was accepted since happens here too; what was taken back never happened."""
        accepted = self._running.referee.accepted
        if len(accepted) == len(self._done) and (not accepted or accepted[-1] is self._done[-1]):
            return
        kept = len(self._done)
        if kept > len(accepted) or (kept and accepted[kept - 1] is not self._done[-1]):
            self._begin()
            kept = 0
        entries = self._running.history.entries
        for one, entry in zip(accepted[kept:], entries[kept:], strict=False):
            match = self._referee.match
            if entry.deal == match.deals_done + 1 and not match.over:  # else it belongs to a deal that is over here
                self._happens(one)
            self._done.append(one)
            self._deal()

    def _happens(self, one: Accepted) -> None:
        act = next((true for seen, true in reversed(self._meant) if seen == one.act), one.act)
        match, seat = self._referee.match, act.seat
        if self._to_tell and act.do == self._to_tell[0].do:
            self._to_tell.pop(0)
        if seat is not None and act.do == "play":
            self._refills.pop(seat, None)
        before = [match.held(other) for other in range(len(match.game.seats))]
        deal = match.deals_done
        self.drawn_from = getattr(match, "stock", ())
        if act.do == "draw" and seat is not None and act.card is not None and before[seat] >> act.card & 1:
            return  # a card that was taken up is named: everybody here knows it already
        if act.do in ("show", "meld") and match.refuse(act) is not None:
            return  # nothing new here
        undealt = match.fork()
        self._take(act, one.line)
        self._name_what_was_taken(one.line)
        match = self._referee.match
        if match.over or match.deals_done > deal:
            self._at_the_end = _hands_after(undealt, act, one.line)
        for other, held in enumerate(before):
            new = match.held(other) & ~held
            if new:
                self._refills[other] = tuple(each(new))

    def _name_what_was_taken(self, line: int) -> None:
        """Cards from a stock that was shuffled anew are any that nobody has seen: here they are somebody's to know."""
        for seat in range(len(self._referee.game.seats)):
            while self._referee.match.left(seat) not in (None, self._referee.match.held(seat).bit_count()):
                match = self._referee.match
                unseen = list(each(match.game.pack & ~match.away() & ~self._known_somewhere(match)))
                Random(f"{self._seed}/{line}/{seat}").shuffle(unseen)
                named = (Act("draw", seat, (card,), source="stock") for card in unseen)
                act = next((act for act in named if match.refuse(act) is None), None)
                if act is None:
                    return
                self._referee.take(act, line)

    def _known_somewhere(self, match: Match) -> CardSet:
        known = set_of(getattr(match, "stock", ()))
        for seat in range(len(match.game.seats)):
            known |= match.held(seat)
        return known

    def _take(self, act: Act, line: int) -> None:
        accepted = len(self._referee.accepted)
        self._referee.take(act, line)
        if len(self._referee.accepted) == accepted:
            if self._referee.can_accept:
                self._referee.accept(line)  # a breach that the table could not see
            else:
                self.lost = True


def _hands_after(match: Match, act: Act, line: int) -> dict[Seat, CardSet]:
    """What is left in the hands after this act, which ends a deal, and before the next one is dealt."""
    match.new_deal = lambda: None  # type: ignore[attr-defined]  # of this one match: the cards stay where they are
    match.apply(act, line)
    return {seat: match.held(seat) for seat in range(len(match.game.seats))}
