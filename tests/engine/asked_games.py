"""Random games in which people only answer what is asked, and what holds at each step of any game.

`check` plays at a table that reads every card, and tells the same game at one that reads few or none. What is asked and
what lies open depends on nothing that is hidden, so both tables must ask and show the same.
"""

import random

from random_games import BAD, DEALS, anything, plain, play
from referee_table import Table

from engine.actions import Act
from engine.answers import legal_answers
from engine.cards import SUITS, each, set_of
from engine.errors import LapioError

WORDS = ("in", "ask", "self", "others", "trump", "amerikaner", "rodskagg", *SUITS)


def check(make, seed=1, read=0.0, choose=anything, find=legal_answers, most=5000, between=None):
    """Play one game and check every step. `read`: how likely the other table is to read a hand, the stock, or cards
    that are passed on or thrown away. `between` is given both tables after each line, and may do more at them.
    Returns the table that reads all.

    Raises AssertionError where something does not hold.
    """
    rng = random.Random(f"asked {seed}")
    table, other = Table.of(make()), Table.of(make())
    for step in play(table, rng, most=most, choose=choose, find=find):
        act = _as_read(step.act, rng, read)
        if act is not None:
            _tell(other, act)
        if between is not None and not table.referee.match.over:
            between((table, other), rng)
        match, seen = table.referee.match, other.referee.match
        nobody_knows = (seen.turn() or {}).get("seat", "") is None
        assert nobody_knows or seen.asks() == match.asks(), (match.asks(), seen.asks())
        assert seen.shown() == match.shown(), (match.shown(), seen.shown())
        assert not lying(match) & hidden(match)
        if rng.random() < 0.1:
            nothing_else_is_legal(match, rng)
    assert other.referee.match.over == table.referee.match.over
    return table


def lying(match):
    """The cards that lie open."""
    shown = match.shown()
    return set_of(card for _, card in shown.trick) | set_of(card for pile in shown.piles for card in pile.cards)


def hidden(match):
    """The cards of hands, and those that lie face down in the stock."""
    held = set_of(match.stock)
    for seat in range(len(match.game.seats)):
        held |= match.held(seat)
    return held


def fits(ask, act):
    """Whether this line answers this ask."""
    count = len(act.cards) if act.cards is not None else act.count or 0
    said = ((act.value, ask.values), (act.to, ask.to), (act.source, ask.sources))
    return (
        (act.do, act.seat) == (ask.do, ask.seat)
        and (ask.least <= count <= ask.most)
        and (act.cards is not None or not count or ask.hidden)
        and all(one in several if several else one is None for one, several in said)
    )


def nothing_else_is_legal(match, rng):
    """Whatever people might do and would not be refused answers something that is asked."""
    asks = match.asks()
    for act in _anything_people_do(match, rng):
        try:
            refused = match.refuse(act) is not None
        except LapioError:
            continue  # such a line cannot be
        assert refused or any(fits(ask, act) for ask in asks), (act, asks)


def _anything_people_do(match, rng):
    game = match.game
    every = list(each(game.pack))
    for card in every:
        yield Act("trump", cards=(card,), source="stock" if match.game.name in ("skitgubbe", "mattis") else None)
    for seat in range(len(game.seats)):
        hand = list(each(match.held(seat)))
        yield Act("pass", seat)
        yield Act("take", seat, source="pile")
        for value in range(18):
            yield Act("bid", seat, value=value)
        for value in WORDS:
            yield Act("bid", seat, value=value)
            yield Act("declare", seat, value=value)
            for to in range(len(game.seats)):
                yield Act("ask", seat, to=to, value=value)
        for card in every:
            yield Act("play", seat, (card,))
            yield Act("play", seat, (card,), source="stock")
            yield Act("declare", seat, value=game.deck.faces[card])
        for size in range(1, len(hand) + 1):
            group = tuple(rng.sample(hand, size))
            yield Act("exchange", seat, group, size)
            yield Act("exchange", seat, count=size)
            yield Act("play", seat, group)


def _as_read(act, rng, read):
    """The line as it stands where not all cards are read; None where there is none."""
    if act.do == "deal":
        hands = {seat: cards for seat, cards in act.hands.items() if rng.random() < read}
        return Act("deal", hands=hands) if hands else None
    if act.do in DEALS and rng.random() >= read:
        return None
    if act.do == "exchange" and rng.random() >= read:
        return Act("exchange", act.seat, count=act.count)
    return act


def _tell(other, act):
    asks = other.referee.match.asks()
    assert act.do in DEALS or any(fits(ask, act) for ask in asks), (act, asks)
    said = plain(other.take(act))
    assert not BAD & {event["event"] for event in said}, (act, said)
