"""People at the reflex games: they act in time, and another table may see less of what they do."""

from collections import Counter
from dataclasses import replace

from random_games import BAD, plain
from referee_table import Table

from engine.answers import legal_answers
from engine.cards import each, rank_of, suit_of

STEPS_MS = (0, 0, 1, 40, 99, 100, 300, 2900, 3001)


class Clock:
    """Finds the legal acts at a time that goes on; for `find` of random_games. `t` is in milliseconds."""

    def __init__(self):
        self.t = 1000

    def __call__(self, match, hands, rng):
        self.t += rng.choice(STEPS_MS)
        return legal_answers(match, hands, rng, self.t)


def rarest(acts, hand, rng, kind=rank_of):
    """The act that lays a card whose rank (or suit) the hand has fewest of; now and then any."""
    held = Counter(kind(card) for card in each(hand))
    if rng.random() < 0.1:
        return rng.choice(acts)
    return min(acts, key=lambda act: (held[kind(act.cards[0])], rng.random()))


def of(verb, acts):
    return [act for act in acts if act.do == verb]


def check_seen_less(game, steps, rng, unread=()):
    """The same lines at a table that saw only some of the hands dealt, and of the lines with these verbs only some
    cards: nobody is refused or accused, and what is told to everybody is the same. How many lines it saw less of.
    """
    table, less = Table.of(game), 0
    for step in steps:
        act = step.act
        if act.do in ("deal", "stock"):
            seats = [seat for seat in act.hands if rng.random() < 0.5]
            act = replace(act, hands={seat: act.hands[seat] for seat in seats}) if seats else None
            less += 1
        elif act.do in unread and rng.random() < 0.5:
            act, less = replace(act, cards=None, count=1), less + 1
        if act is None:
            continue
        said = plain(table.take(act))
        assert not BAD & {event["event"] for event in said}, (act, said)
        assert told(said) == told(step.said), (act, said, step.said)
    return less


def told(events):
    """What everybody hears, whatever the table knows of the hands."""
    return [event for event in events if event["event"] != "turn"]


def suit_counts(hand):
    return Counter(suit_of(card) for card in each(hand))
