"""Simulated card players: for statistics, the demo and the mock table.

A player sees what a person in its seat sees: its own hand and the tricks on the table (`TrickDeal`, which knows no
hand). Chance comes in as a `random.Random`, so the same seed plays the same cards.

    players = [Sensible(rng), LegalRandom(rng)]
    card = players[seat].choose(seat, hand, deal.legal(hand), deal)
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from math import comb, prod
from random import Random
from types import MappingProxyType
from typing import Protocol

from engine.actions import Seat
from engine.cards import NO_CARD, NO_CARDS, Card, CardSet, each
from engine.trick import LEAST_POWER, TrickDeal

EQUAL = 1e-9  # points; differences below are rounding

# Of some forty choices tried, the best against LegalRandom in 2,000 games of Kullankaivaja heads-up and as many in
# teams; the values around them are hardly worse.
POINTS_KEPT = 0.3  # share of its own points that a card that will be beaten is expected to bring in later
TRICK_KEPT = 0.8  # share of an average trick that a card that nobody can beat is expected to bring in later
CAUTION = 2  # a card that may be beaten now may also be beaten later: power of the chance that it is not


class Player(Protocol):
    """Whoever chooses the cards of one seat, or of several."""

    def choose(self, seat: Seat, hand: CardSet, legal: CardSet, deal: TrickDeal) -> Card:
        """The card that the seat on turn plays: one of `legal`, the cards of its `hand` that it may play now."""


class LegalRandom:
    """Plays any legal card, each as likely as the next."""

    def __init__(self, rng: Random) -> None:
        self._random = rng.random

    def choose(self, seat: Seat, hand: CardSet, legal: CardSet, deal: TrickDeal) -> Card:
        """One of `legal`, by chance."""
        return draw_from(legal, self._random)


class Sensible:
    """Plays like somebody who knows what the cards are worth and counts those that are gone, in any game of tricks.

    Points are taken to be good. Each card is weighed by two things: what the trick is likely to bring the player's
    side with it, and what the card would still be good for in the hand. What follows is the usual advice: a ten is
    not led into jacks that are still out, and is laid where it takes the trick as the last card; a trick is taken
    as cheaply as possible; a partner who is winning is given points, and an opponent the worthless cards.
    """

    def __init__(self, rng: Random) -> None:
        self._random = rng.random

    def choose(self, seat: Seat, hand: CardSet, legal: CardSet, deal: TrickDeal) -> Card:
        """The best of `legal` as this player sees it; of several equally good ones any, by chance."""
        if not legal & (legal - 1):
            return legal.bit_length() - 1
        outlook = _Outlook(seat, hand, deal)
        worth = {card: outlook.now(card) - outlook.later(card) for card in each(legal)}
        most = max(worth.values())
        best = [card for card in worth if most - worth[card] < EQUAL]
        return best[int(self._random() * len(best))]


PLAYERS: Mapping[str, Callable[[Random], Player]] = MappingProxyType({"random": LegalRandom, "sensible": Sensible})


def draw_from(cards: CardSet, random: Callable[[], float]) -> Card:
    """One card of a set that is not empty, each as likely; `random` gives numbers from 0 up to 1, never 1."""
    for _ in range(int(random() * cards.bit_count())):
        cards &= cards - 1
    return (cards & -cards).bit_length() - 1


class _Outlook:
    """How the trick stands for one seat: what it may bring, and who can still take it. All values in card points.

    Every card that the seat has not seen is as likely to be in any hand as in the stock.
    """

    def __init__(self, seat: Seat, hand: CardSet, deal: TrickDeal) -> None:
        game = deal.game
        self.deal, self.game, self.seat = deal, game, seat
        self.leads = deal.led == NO_CARD
        self.unseen: CardSet = game.pack & ~deal.played & ~hand
        self.unseen_count = self.unseen.bit_count()
        unseen_points = sum(game.card_points[card] for card in each(self.unseen))
        self.average = unseen_points / self.unseen_count if self.unseen else 0.0
        self.others = [other for other in game.clockwise[seat][1:] if deal.left[other]]
        laid = [] if self.leads else deal.laid
        self.to_come = self.others if self.leads else list(deal.order[len(laid) + 1 :])
        self.on_table = sum(game.card_points[card] for card in laid)
        self.loss = 1 / (len(game.sides) - 1) if len(game.sides) > 1 else 0.0  # what others win is shared against us

    def now(self, card: Card) -> float:
        """What the trick is expected to bring the seat's side if it plays this card, less what it brings the others."""
        led, power, best = self.deal.led, self.deal.power, self.deal.best
        if self.leads:
            led, power, best = card, LEAST_POWER, self.seat
        if self.game.powers[led][card] > power:
            power, best = self.game.powers[led][card], self.seat
        taken = self._taken_by_us(led, power, ours=self._is_ours(best))
        pot = self.on_table + self.game.card_points[card] + self.average * len(self.to_come)
        return pot * (taken - (1 - taken) * self.loss)

    def later(self, card: Card) -> float:
        """What the card is expected to be good for if it stays in the hand."""
        trick = self.average * (len(self.others) + 1)
        opponents = [other for other in self.others if not self._is_ours(other)]
        points = self.game.card_points[card]
        sure = self._nobody_beats(opponents, card, self.game.powers[card][card]) ** CAUTION
        return sure * (points + TRICK_KEPT * trick) + (1 - sure) * POINTS_KEPT * points

    def _is_ours(self, seat: Seat) -> bool:
        return self.game.side_of[seat] == self.game.side_of[self.seat]

    def _taken_by_us(self, led: Card, power: int, *, ours: bool) -> float:
        """How likely the seat's side takes the trick, as `ours` says whether it is winning it now with this power."""
        opponents = [seat for seat in self.to_come if not self._is_ours(seat)]
        held = self._nobody_beats(opponents, led, power)
        if ours:
            return held
        partners = [seat for seat in self.to_come if self._is_ours(seat)]
        return held * (1 - self._nobody_beats(partners, led, power))

    def _nobody_beats(self, seats: Iterable[Seat], led: Card, power: int) -> float:
        """How likely none of these seats can legally play a card that beats this power in a trick so led."""
        powers = self.game.powers[led]
        beating = NO_CARDS
        for card in each(self.unseen):
            if powers[card] > power:
                beating |= 1 << card
        if not beating:
            return 1.0
        return prod(1 - self._can_play(beating, self.deal.left[seat], led) for seat in seats)

    def _can_play(self, wanted: CardSet, size: int, led: Card) -> float:
        """How likely a hand of `size` unseen cards may play one of `wanted`: rung by rung of what must be played."""
        likely, passed = 0.0, NO_CARDS
        for rung in (*self.game.rungs[led], self.game.pack):
            likely += self._without(passed, size) - self._without(passed | wanted & rung, size)
            passed |= rung
        return likely

    def _without(self, cards: CardSet, size: int) -> float:
        """How likely a hand of `size` unseen cards has none of these."""
        held = min(size, self.unseen_count)
        there = (cards & self.unseen).bit_count()
        return comb(self.unseen_count - there, held) / comb(self.unseen_count, held)
