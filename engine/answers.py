"""What may be answered to what the table asks: lines that a seat with these cards could make, some of them legal.

Who may do what is the game's own business: an answer is tried with `Match.refuse` before it is made. Simulated people
and tests choose among these.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import combinations, product
from random import Random

from engine.actions import Act
from engine.asks import Ask
from engine.cards import RANKS, Card, CardSet, Deck, each, set_of
from engine.game import Match

SAMPLES = 40  # so many choices of cards are tried where any go together


def answers(ask: Ask, hand: CardSet, deck: Deck, rng: Random, t: int | None = None) -> Iterator[Act]:
    """Acts that answer this ask with cards of this hand, in random order: all that are simple, of others a sample.

    `t`: when they are made, in milliseconds of the table's clock, in games that depend on time.
    """
    if ask.lying and ask.do == "take":
        hand = set_of(ask.lying)
    groups = [tuple(group) for group in _groups(ask, hand, deck, rng)]
    groups += [(*group, card) for group in groups for card in ask.also]
    names = list(product(ask.values or (None,), ask.to or (None,), ask.onto or (None,), ask.sources or (None,)))
    says = ask.claims or (None,)
    choices = [(group, name, claim) for group in groups for name in names for claim in says]
    rng.shuffle(choices)
    for group, (value, to, onto, source), claim in choices:
        yield Act(
            ask.do,
            ask.seat,
            group or None,
            count=len(group) if ask.do == "exchange" else None,
            source=source,
            to=to,
            onto=onto,
            value=value,
            claim=None if claim is None else {**claim, "count": len(group)},
            wanted=tuple(rng.sample(ask.lying, len(group))) if ask.lying and ask.do == "exchange" else None,
            t=t,
        )


def legal_answers(match: Match, hands: dict[int, CardSet], rng: Random, t: int | None = None) -> list[Act]:
    """All answers to what this match asks that it would not refuse; `hands` by seat as they truly are."""
    deck = match.game.deck
    found = []
    for ask in match.asks():
        hand = hands.get(-1 if ask.seat is None else ask.seat, 0)
        if ask.sources == ("stock",) and ask.least:  # the top card is turned up and named
            hand = set_of(getattr(match, "stock", ())[:1])
        found += [act for act in answers(ask, hand, deck, rng, t) if match.refuse(act) is None]
    return found


def _groups(ask: Ask, hand: CardSet, deck: Deck, rng: Random) -> Iterable[tuple[Card, ...]]:
    """The choices of cards that an ask leaves: nothing where it names none."""
    if not ask.most:
        return [()]
    cards = list(each(hand))
    most = min(ask.most, len(cards))
    if most < ask.least:
        return []
    if most == 1:
        return [(), *((card,) for card in cards)] if not ask.least else [(card,) for card in cards]
    if ask.least == len(cards):
        return [tuple(cards)]
    if ask.alike == "any":
        sizes = range(max(ask.least, 1), most + 1)
        return {tuple(sorted(rng.sample(cards, rng.choice(sizes)))) for _ in range(SAMPLES)}
    found: set[tuple[Card, ...]] = set()
    if ask.alike in ("rank", "meld"):
        found |= {tuple(rng.sample(alike, len(alike))) for alike in _by_rank(cards, deck, ask.least, most)}
    if ask.alike in ("run", "meld"):
        found |= set(_runs(cards, deck, ask.least, most))
    return sorted(found)


def _by_rank(cards: list[Card], deck: Deck, least: int, most: int) -> Iterator[tuple[Card, ...]]:
    by_rank: dict[str, list[Card]] = {}
    for card in cards:
        by_rank.setdefault(deck.faces[card][0], []).append(card)
    for alike in by_rank.values():
        for size in range(max(least, 1), min(most, len(alike)) + 1):
            yield from combinations(alike, size)


def _runs(cards: list[Card], deck: Deck, least: int, most: int) -> Iterator[tuple[Card, ...]]:
    """Cards of one suit that follow each other, from low to high; the ace is high, and low too."""
    held = set_of(cards)
    for suit in "CDHS":
        line = ["A" + suit, *(rank + suit for rank in RANKS)]
        for first in range(len(line)):
            run: list[Card] = []
            for face in line[first : first + min(most, len(RANKS))]:
                copies = deck.copies(face) & held
                if not copies:
                    break
                run.append((copies & -copies).bit_length() - 1)
                if len(run) >= max(least, 1):
                    yield tuple(run)
