"""What people may do at a match in which every card is known: for simulated people, and for statistics.

A match asks without knowing a hand (engine/asks.py), and refuses what is not legal. Here both are put together, with
what people know besides: the card that comes next, whether a press would be more than a mistake.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from random import Random

from engine.actions import Act, Seat
from engine.answers import answers
from engine.asks import Ask
from engine.cards import NO_CARDS, Card, CardSet, each
from engine.game import Match

TELLS_DEAL = ("deal", "stock")  # lines that nobody at the table makes: the cards are dealt, that is all
BAD_PRESS = frozenset({"wrong", "void", "behind", "false", "late", "early"})
ILL_EVENTS = frozenset({"penalty", "false_sign", "false_call", "false", "eliminated"})


def answers_to(
    match: Match, asks: Iterable[Ask], rng: Random, *, pack: Sequence[Card], t: int | None = None, claims: int = 0
) -> Iterator[Act]:
    """Everything that could be answered to these asks, legal or not. Presses are not among it: see `would_help`.

    `pack`: the deal's, as it was shuffled. `t`: when, in milliseconds of the table's clock. `claims`: only so many of
    the things that may be claimed are tried, any of them; 0: all.
    """
    for ask in asks:
        if ask.do == "press":
            continue
        if claims and len(ask.claims) > claims:
            ask = replace(ask, claims=tuple(rng.sample(ask.claims, claims)))
        yield from answers(ask, laid_from(match, ask, pack), match.game.deck, rng, t)


def laid_from(match: Match, ask: Ask, pack: Sequence[Card]) -> CardSet:
    """The cards from which an ask is answered: the hand of its seat, or what is turned over next."""
    turned_over = ask.sources == ("stock",) and ask.least > 0
    if turned_over or ask.seat is None or match.left(ask.seat) is None:
        card = next_card(match, pack)
        return NO_CARDS if card is None else 1 << card
    return match.held(ask.seat)


def next_card(match: Match, pack: Sequence[Card]) -> Card | None:
    """The top card of the stock; None where it is used up, or where nobody can know it.

    `pack`: the deal's, as it was shuffled; in a game without hands it is turned over card by card.
    """
    if match.left(0) is not None:
        stock: tuple[Card, ...] = getattr(match, "stock", ())
        return stock[0] if stock else None
    faces = match.game.deck.faces
    lying = [faces[card] for card in each(match.away())]
    for card in pack:
        if faces[card] not in lying:
            return card
        lying.remove(faces[card])
    return None


def would_help(match: Match, seat: Seat, t: int, line: int) -> bool:
    """Whether a press of this seat's button at `t` milliseconds would be more than a mistake, as the next `line`."""
    act = Act("press", seat, t=t)
    if match.refuse(act) is not None:
        return False
    told = match.fork().apply(act, line)
    bad = any(
        kind in ILL_EVENTS or keys.get("result") in BAD_PRESS or keys.get("counts") is False for kind, keys in told
    )
    return bool(told) and not bad
