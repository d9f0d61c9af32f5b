"""The referee: one act in, events out. Keeps what was accepted, so that it can be undone, and what was refused last,
so that people can let it stand.

Every event carries the number of the line that caused it; the caller numbers the lines. The same lines always
give the same events.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from engine.actions import Act, Event, Refusal
from engine.game import WRONG_PHASE, Game, Match, Told

CHECKPOINT_EVERY = 16  # accepted lines between two copies of the match: an undo replays fewer than that


class Accepted(NamedTuple):
    """One line that was applied. `claims`: false where people let a breach stand."""

    act: Act
    line: int
    claims: bool


class Referee:
    """Judges the lines of one match. `match` is what the table knows now; do not change it from outside."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.match: Match = game.start()
        self._accepted: list[Accepted] = []
        self._checkpoints: list[Match] = [self.match.fork()]
        self._refused: tuple[Act, Refusal] | None = None
        self._turn = self.match.turn()

    def open(self, line: int) -> list[Event]:
        """What the header is answered with: the turn that stands."""
        return self._events([("turn", self._turn)] if self._turn is not None else [], line)

    def take(self, act: Act, line: int) -> list[Event]:
        """Judge one act; applied unless an event `refused` says why not.

        Raises BadLine where the act is not valid in this game at all.
        """
        refusal = self.match.refuse(act)
        if refusal is not None:
            self._refused = (act, refusal)
            return self._events([self._refusal(act, refusal)], line)
        return self._apply(Accepted(act, line, True))

    def accept(self, line: int) -> list[Event]:
        """Let the last refused act stand, where it broke one of the game's own rules; otherwise refused itself."""
        if self._refused is None or not self.can_accept:
            return self._refuse_line(line)
        act, _ = self._refused
        self._refused = None
        return self._apply(Accepted(act, line, False))

    def undo(self, line: int) -> list[Event]:
        """Take the last accepted line back. Answered by the score, where it changed, and the turn."""
        if not self._accepted:
            return self._refuse_line(line)
        before = self.match.totals()
        self._accepted.pop()
        self._rebuild()
        told: list[Told] = []
        after = self.match.totals()
        if after is not None and after != before:
            told.append(("score", {"total": after}))
        if self._turn is not None:
            told.append(("turn", self._turn))
        return self._events(told, line)

    @property
    def can_accept(self) -> bool:
        """Whether people may let the last refused line stand: it broke one of the game's own rules, no others."""
        if self._refused is None or not self._refused[1].own_rule:
            return False
        act, _ = self._refused
        now = self.match.refuse(act)
        return (now is None or now.own_rule) and self.match.can_apply(act)

    @property
    def accepted(self) -> Sequence[Accepted]:
        """Every line that stands, in order. It grows and shrinks with the match."""
        return self._accepted

    def fork(self) -> Referee:
        """A copy that can go its own way: what would the table say if ..."""
        copy = Referee.__new__(Referee)
        copy.game = self.game
        copy.match = self.match.fork()
        copy._accepted = self._accepted[:]
        copy._checkpoints = self._checkpoints[:]  # a checkpoint is forked before it is used
        copy._refused = self._refused
        copy._turn = self._turn
        return copy

    def _apply(self, accepted: Accepted) -> list[Event]:
        told = self.match.apply(accepted.act, accepted.line, claims=accepted.claims)
        self._accepted.append(accepted)
        if self._takes_back(accepted.act):
            self._refused = None
        if len(self._accepted) % CHECKPOINT_EVERY == 0:
            self._checkpoints.append(self.match.fork())
        turn = self.match.turn()
        if turn is not None and (turn != self._turn or accepted.act.do not in self.match.namings):
            told.append(("turn", turn))
        self._turn = turn
        return self._events(told, accepted.line)

    def _takes_back(self, act: Act) -> bool:
        """Whether this act comes instead of the refused one, which then cannot be let stand any more.

        Not so where it only names a card or says what time it is, nor where another seat acts, as it may at any time
        in games without turns.
        """
        if self._refused is None or act.do == "clock" or act.do in self.match.namings:
            return False
        return act.seat in (None, self._refused[0].seat)

    def _rebuild(self) -> None:
        """The match as it was after the lines that are left."""
        kept = len(self._accepted)
        del self._checkpoints[kept // CHECKPOINT_EVERY + 1 :]
        self.match = self._checkpoints[-1].fork()
        for accepted in self._accepted[(len(self._checkpoints) - 1) * CHECKPOINT_EVERY :]:
            self.match.apply(accepted.act, accepted.line, claims=accepted.claims)
        self._refused = None
        self._turn = self.match.turn()

    def _refuse_line(self, line: int) -> list[Event]:
        """An undo or accept for which there is nothing."""
        self._refused = None
        return self._events([self._refusal(Act("accept"), WRONG_PHASE)], line)

    def _refusal(self, act: Act, refusal: Refusal) -> Told:
        game = self.game
        hidden = act.do == "stock" or act.claim is not None  # a claimed card lies face down
        return "refused", {
            "seat": None if act.seat is None else game.seats[act.seat],
            "rule": refusal.rule,
            "cards": "" if act.cards is None or hidden else game.deck.text(act.cards),
            "because": game.text(refusal.because),
        }

    def _events(self, told: list[Told], line: int) -> list[Event]:
        return [Event(kind, line, keys) for kind, keys in told]
