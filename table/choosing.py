"""What a simulated player does in any game: one of the acts that its match would not refuse, sensibly chosen.

A player is shown the acts that it may make and the match as the table sees it; it knows its own cards and no others.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from random import Random
from typing import Protocol

from engine.actions import Act
from engine.cards import CardSet, each
from engine.game import Match

# How eagerly each action is done where there is a choice, the first one first; what is not here comes in the middle.
EAGER = ("show", "trump", "turned", "meld", "layoff", "play", "exchange", "give", "discard", "declare")
UNWILLING = ("draw", "pass", "take")
SELDOM = {"challenge": 0.15, "knock": 0.12}  # how often these are done where they are possible


GIVES_AWAY = frozenset({"exchange", "give", "discard"})
BY_SUIT = frozenset({"gris-nb", "thirty-one"})  # games in which cards of a suit are collected, not of a rank
WHIM = 0.1  # how often a player does just anything: nobody plays by one habit alone, and no game goes round for ever


class Chooser(Protocol):
    """Whoever decides for one seat, or for several."""

    def choose(self, acts: Sequence[Act], hand: CardSet, match: Match) -> Act:
        """One of these acts, of which there is at least one."""


class AnyLegal:
    """Does anything that is legal, each as likely as the next."""

    def __init__(self, rng: Random) -> None:
        self._rng = rng

    def choose(self, acts: Sequence[Act], hand: CardSet, match: Match) -> Act:
        """One of them, by chance."""
        return self._rng.choice(list(acts))


class Eager:
    """Gets on with the game: lays cards down before it draws, many before few, bids modestly and doubts seldom."""

    def __init__(self, rng: Random) -> None:
        self._rng = rng
        self._alike = 0

    def choose(self, acts: Sequence[Act], hand: CardSet, match: Match) -> Act:
        """The most useful of them as such a player sees it; of several any, by chance."""
        seldom = [act for act in acts if act.do in SELDOM]
        if seldom and self._rng.random() < SELDOM[seldom[0].do]:
            return self._rng.choice(seldom)
        wanted = [act for act in acts if act.do not in SELDOM] or list(acts)
        if self._rng.random() < WHIM:
            return self._rng.choice(wanted)
        faces = match.game.deck.faces
        self._alike = -1 if match.game.name in BY_SUIT else 0  # which letter of a face its fellows share
        held = Counter(faces[card][self._alike] for card in each(hand))
        ranks = {id(act): self._rank(act, held, faces) for act in wanted}
        best = min(ranks.values())
        return self._rng.choice([act for act in wanted if ranks[id(act)] == best])

    def _rank(self, act: Act, held: Counter[str], faces: Sequence[str]) -> tuple[int, int, int]:
        """How little wanted an act is: by its kind; then few cards; then cards of which the hand has several alike,
        where cards are given away.
        """
        if act.do in EAGER:
            order = EAGER.index(act.do)
        elif act.do in UNWILLING:
            order = 100 + UNWILLING.index(act.do)
        else:
            order = 50
        cards = act.cards or ()
        alike = sum(held[faces[card][self._alike]] for card in cards) if act.do in GIVES_AWAY else 0
        return order, alike if act.do in GIVES_AWAY else -len(cards), -len(act.wanted or ())
