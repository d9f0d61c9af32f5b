"""Random games of any kind, from what a match asks: `play` at a table that reads every card, and what to check in them.

A game's tests say what is its own: how its people see their cards (`hands`), how they choose (`choose`).
"""

import random
from typing import NamedTuple

from referee_table import Table, shown, snapshot

from engine.answers import answers, legal_answers
from engine.cards import each

BAD = {"refused", "revoke", "suspect", "note"}
DEALS = {"deal", "stock"}  # lines that nobody at the table makes


class Step(NamedTuple):
    """A line that was taken: the true hands before it, by seat, and the events it gave, without their line."""

    act: object
    hands: dict
    said: list


def held(match):
    """The hands of everybody at a table that has read them all."""
    return {seat: match.held(seat) for seat in range(len(match.game.seats))}


def anything(match, acts, rng):
    """One of the acts, each verb as likely as any other."""
    verb = rng.choice(sorted({act.do for act in acts}))
    return rng.choice([act for act in acts if act.do == verb])


def play(table, rng, most=5000, hands=held, choose=anything, find=legal_answers):
    """Play at this table, legally and at random, all deals told: each line as it was taken, until the game is over.

    Raises AssertionError where a line is refused or anybody accused, and where nothing legal is asked for. It stops
    after `most` lines; then the match is not over. `find` gives the acts to choose from.
    """
    dealt = None
    for _ in range(most):
        match = table.referee.match
        if match.over:
            return
        if dealt != match.deals_done:
            dealt = match.deals_done
            pack = list(each(match.game.pack))
            rng.shuffle(pack)
            for act in match.dealing(pack):
                now = table.referee.match
                comes_later = act.do not in DEALS and all(ask.do != act.do for ask in now.asks())
                if now.deals_done != dealt or comes_later:
                    break
                yield _take(table, act, hands(table.referee.match))
            continue
        true = hands(match)
        acts = find(match, true, rng)
        assert acts, f"nothing legal is asked for: {match.asks()}, {match.turn()}"
        yield _take(table, choose(match, acts, rng), true)


def games(make, number, seed=1, **how):
    """So many whole random games: a table and its steps each; `make` gives a new game."""
    for game in range(number):
        rng = random.Random(f"{seed} {game}")
        table = Table.of(make())
        steps = list(play(table, rng, **how))
        yield table, steps


def plain(events):
    """Events without the number of their line."""
    return [{key: value for key, value in event.items() if key != "line"} for event in events]


def check_undo(make, seed=1, **how):
    """At every step of a random game undo gives back all that was, and the same line the same events again."""
    table = Table.of(make())
    twin = Table.of(make())
    for step in play(table, random.Random(seed), **how):
        referee = twin.referee
        before, turn, totals = snapshot(referee.match), referee.match.turn(), referee.match.totals()
        assert plain(twin.take(step.act)) == step.said
        after = referee.match.totals()
        twin.number -= 1
        said = plain(twin.undo())
        expected = [{"event": "score", "total": totals}] if totals is not None and totals != after else []
        assert said == expected + ([{"event": "turn", **turn}] if turn is not None else [])
        assert snapshot(referee.match) == before
        twin.number -= 1
        assert plain(twin.take(step.act)) == step.said
    assert table.referee.match.over


def check_refusals(make, rules, seed=1, tries=12, **how):
    """At every step of a random game, answers of any seat with any cards to anything ever asked for: those that the
    match refuses are refused with one of these rule ids, and change nothing. The ids that came.
    """
    rng = random.Random(f"refusals {seed}")
    table = Table.of(make())
    asked, came = {}, set()
    for _ in play(table, random.Random(seed), **how):
        referee = table.referee
        game, match = table.game, referee.match
        for ask in match.asks():
            asked[ask.do, ask.least, ask.onto, ask.sources] = ask
        before = snapshot(match)
        for ask in rng.choices(list(asked.values()), k=tries) if asked else ():
            seat = None if ask.seat is None else rng.randrange(len(game.seats))
            some = rng.sample(list(each(game.deck.all)), min(20, len(game.deck)))
            cards = sum(1 << card for card in some)
            act = next(iter(answers(type(ask)(**_fields(ask, seat)), cards, game.deck, rng, t=1)), None)
            if act is None or match.refuse(act) is None:
                continue
            (refused,) = shown(referee.take(act, 0))
            assert refused["event"] == "refused"
            assert refused["rule"] in rules, refused
            came.add(refused["rule"])
        assert snapshot(referee.match) == before
    assert table.referee.match.over
    return came


def _fields(ask, seat):
    return {name: getattr(ask, name) for name in type(ask).__slots__} | {"seat": seat}


def _take(table, act, hands):
    said = plain(table.take(act))
    assert not BAD & {event["event"] for event in said}, (act, said)
    return Step(act, hands, said)
