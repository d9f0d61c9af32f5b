"""What a simulated player does in any game: one of the acts that its match would not refuse, sensibly chosen.

A player is shown the acts that it may make and the match as the table sees it; it knows its own cards and no others.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from random import Random
from typing import Protocol

from engine.actions import Act
from engine.answers import answers
from engine.cards import NO_CARD, RANKS, CardSet, each, set_of
from engine.game import Match
from engine.match import TrickMatch

# How eagerly each action is done where there is a choice, the first one first; what is not here comes in the middle.
EAGER = ("show", "trump", "turned", "meld", "layoff", "play", "exchange", "give", "discard", "declare")
UNWILLING = ("draw", "pass", "take")
SELDOM = {"challenge": 0.15, "knock": 0.12}  # how often these are done where they are possible

GIVES_AWAY = frozenset({"exchange", "give", "discard"})
RUNS = frozenset({"femhundra"})  # games in which neighbours in a suit belong together too
BY_SUIT = frozenset({"gris-nb", "thirty-one"})  # games in which cards of a suit are collected, not of a rank
AVOIDS = frozenset({"hearts", "cucumber"})  # games in which whoever takes nothing does best
COURAGE = 2.5  # how many high cards, of all, make somebody sure to bid
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
        self._near: Counter[int] = Counter()  # of each card of the hand, how many neighbours it has there

    def choose(self, acts: Sequence[Act], hand: CardSet, match: Match) -> Act:
        """The most useful of them as such a player sees it; of several any, by chance."""
        wanted_from_pile = [act for act in acts if act.source == "discard" and self._makes_a_meld(act, match)]
        if wanted_from_pile:
            return wanted_from_pile[0]
        seldom = [act for act in acts if act.do in SELDOM]
        if seldom and self._rng.random() < SELDOM[seldom[0].do]:
            return self._rng.choice(seldom)
        wanted = [act for act in acts if act.do not in SELDOM] or list(acts)
        if self._rng.random() < WHIM:
            return self._rng.choice([act for act in wanted if act.source != "discard"] or wanted)
        bids = [act for act in wanted if act.do == "bid"]
        if bids and any(act.do == "pass" for act in wanted):
            return self._bid(bids, [act for act in wanted if act.do == "pass"], hand, match)
        if isinstance(match, TrickMatch) and all(act.do == "play" and act.source is None for act in wanted):
            return self._to_a_trick(wanted, match)
        faces = match.game.deck.faces
        self._alike = -1 if match.game.name in BY_SUIT else 0  # which letter of a face its fellows share
        self._near = Counter(
            {
                card: sum(other // 13 == card // 13 and 0 < abs(other - card) < 3 for other in each(hand))
                for card in each(hand)
            }
            if match.game.name in RUNS
            else {}
        )
        held = Counter(faces[card][self._alike] for card in each(hand))
        ranks = {id(act): self._rank(act, held, faces) for act in wanted}
        best = min(ranks.values())
        return self._rng.choice([act for act in wanted if ranks[id(act)] == best])

    def _makes_a_meld(self, act: Act, match: Match) -> bool:
        """Whether the card on top of the pile can be melded as soon as it is taken."""
        if match.game.name not in RUNS or act.seat is None:
            return False
        after = match.fork()
        after.apply(act, 0)
        taken = after.held(act.seat) & ~match.held(act.seat)
        melds = [ask for ask in after.asks() if ask.do == "meld" and ask.seat == act.seat]
        hand, deck = after.held(act.seat), match.game.deck
        found = (meld for ask in melds for meld in answers(ask, hand, deck, self._rng))
        return any(set_of(meld.cards or ()) & taken and after.refuse(meld) is None for meld in found)

    def _bid(self, bids: Sequence[Act], passes: Sequence[Act], hand: CardSet, match: Match) -> Act:
        """The lowest bid, the likelier the more high cards there are in the hand."""
        high = sum(match.game.deck.faces[card][0] in "AKQ" for card in each(hand))
        daring = COURAGE * high / max(1, hand.bit_count())
        lowest = min(bids, key=lambda bid: (not isinstance(bid.value, int), str(bid.value).rjust(4)))
        return lowest if self._rng.random() < daring / 2 else self._rng.choice(passes)

    def _to_a_trick(self, acts: Sequence[Act], match: TrickMatch) -> Act:
        """Take the trick as cheaply as possible and else throw the lowest card away; or duck under it, where tricks
        only do harm.
        """
        deal, game = match.deal, match.game
        cards = {act.card: act for act in acts if act.card is not None}
        own = {card: game.powers[card][card] for card in cards}
        leads = deal.led == NO_CARD
        wins = [card for card in cards if leads or deal.powers[card] > deal.power]
        loses = [card for card in cards if card not in wins]
        if game.name in AVOIDS:
            best = max(loses, key=own.__getitem__) if loses else min(wins, key=own.__getitem__)
        elif wins:
            last = not leads and len(deal.laid) == len(deal.order) - 1
            best = min(wins, key=own.__getitem__) if last else max(wins, key=own.__getitem__)
        else:
            best = min(loses, key=lambda card: (game.card_points[card], own[card]))
        return cards[best]

    def _rank(self, act: Act, held: Counter[str], faces: Sequence[str]) -> tuple[int, int]:
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
        if act.claim is not None:
            honest = is_true(act.claim, [faces[card] for card in cards])
            return (order, -len(cards)) if honest else (order + 1, len(cards))  # who must lie, lies with few cards
        if act.do == "draw":
            return order, int(act.source == "discard")  # what others have thrown away is seldom wanted
        if act.do in GIVES_AWAY:
            alike = sum(held[faces[card][self._alike]] for card in cards)
            gained = sum(held[faces[card][self._alike]] for card in act.wanted or ())
            return order, 2 * (alike - gained) + sum(self._near[card] for card in cards)
        return order, -len(cards)


def is_true(claim: Mapping[str, object], faces: Sequence[str]) -> bool:
    """Whether cards are what is said of them: all of a rank, or with a suit a run upwards from the rank."""
    rank, suit = str(claim.get("rank")), claim.get("suit")
    if suit is None:
        return all(face[0] == rank for face in faces)
    first = RANKS.index(rank)
    return sorted(faces) == sorted(RANKS[place] + str(suit) for place in range(first, first + len(faces)) if place < 13)
