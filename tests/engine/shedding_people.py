"""Paskahousu, Valepaska and Lyveren, played at random by people with true cards, and told a second time.

The second table reads only a part: of the deal, of the stock, of what is laid face down. Apart from the cards it cannot
know it must say the same.
"""

import random
from dataclasses import replace

from random_games import BAD, plain, play
from referee_table import Table

from engine.actions import Act
from engine.answers import answers
from engine.cards import RANKS, each, rank_of, set_of, suit_of

WEIGHTS = {"play": 30, "take": 1, "challenge": 0.4, "pass": 10, "show": 1}
TOPPING = "3456789JQKTA2"


def likely(match, hands, rng):
    """One legal act: mostly playing, mostly honest, and mostly the lowest cards first, so that games end."""
    asks = list(match.asks())
    while asks:
        (ask,) = rng.choices(asks, [1 if ask.sources == ("stock",) else WEIGHTS[ask.do] for ask in asks])
        hand = set_of(match.stock[:1]) if ask.sources == ("stock",) else hands[ask.seat]
        if ask.claims and rng.random() < 0.7:
            acts = honest(match, ask, hand, rng)
        else:
            few = replace(ask, claims=tuple(rng.sample(ask.claims, min(4, len(ask.claims)))))
            acts = answers(few, hand, match.game.deck, rng)
            if ask.alike == "rank" and rng.random() < 0.8:
                acts = sorted(acts, key=lambda act: (TOPPING.index(rank_of(act.cards[0])), -len(act.cards)))
        found = next((act for act in acts if match.refuse(act) is None), None)
        if found is not None:
            return [found]
        if not ask.claims:
            asks.remove(ask)
    return []


def honest(match, ask, hand, rng):
    """Answers that say what is laid: cards of a rank, or of a run."""
    cards = list(each(hand))
    rng.shuffle(cards)
    if rng.random() < 0.8:
        cards.sort(key=lambda card: RANKS.index(rank_of(card)))
    for first in cards:
        said = {"rank": rank_of(first)}
        group = [card for card in cards if rank_of(card) == said["rank"]]
        if "suit" in ask.claims[0]:
            said["suit"] = suit_of(first)
            start = RANKS.index(rank_of(first))
            run = [match.game.deck.card(rank + said["suit"]) for rank in RANKS[start:]]
            group = run[: next((place for place, card in enumerate(run) if not hand >> card & 1), len(run))]
        for size in range(min(len(group), ask.most), 0, -1):
            yield Act("play", ask.seat, tuple(group[:size]), claim={**said, "count": size})


def steps_of(game, seed, most=3000):
    """A table and the steps of one random game at it."""
    table = Table.of(game)
    return table, list(play(table, random.Random(seed), most=most, find=likely))


class HalfSeen:
    """The same game at a table that reads hands, stock, drawn and face-down cards with these chances.

    Raises AssertionError where it says anything else than the table that reads all.
    """

    def __init__(self, game, rng, dealt, stock, laid, drawn):
        self.table, self.rng = Table.of(game), rng
        self.dealt, self.stock, self.laid, self.drawn = dealt, stock, laid, drawn
        self.fresh = {}  # the cards of each seat's latest drawing, as they truly are
        self.claimed = ()

    def tell(self, steps):
        for step, following in zip(steps, [*steps[1:], None], strict=True):
            said = [event for act in self.acts(step.act) for event in plain(self.table.take(act))]
            assert not BAD & {event["event"] for event in said}, (step.act, said)
            if step.act.do in ("deal", "stock"):
                continue
            shown = [event for event in said if event.get("phase") != "show"]
            assert [bare(event) for event in shown] == [bare(event) for event in step.said], (step.act, said)
            if following is not None:
                self.names(step, following.hands)

    def acts(self, act):
        if act.do == "deal":
            hands = {seat: cards for seat, cards in act.hands.items() if self.rng.random() < self.dealt}
            return [Act("deal", hands=hands)] if hands else []
        if act.do == "stock":
            return [act] if self.rng.random() < self.stock else []
        if act.claim is not None:
            self.claimed = act.cards
            return [act if self.rng.random() < self.laid else Act("play", act.seat, claim=act.claim)]
        claim = getattr(self.table.referee.match, "claim", None)
        if act.do == "challenge" and claim is not None and claim.cards is None:
            return [act, Act("show", claim.seat, self.claimed)]
        return [act]

    def names(self, step, now):
        """Some of the cards that have just been drawn are named."""
        drawers = [event["seat"] for event in step.said if event["event"] == "drawn"]
        for name in drawers:
            seat = self.table.seat(name)
            for card in each(now[seat] & ~step.hands[seat]):
                if seat in self.table.referee.match.nameable and self.rng.random() < self.drawn:
                    said = plain(self.table.take(Act("draw", seat, (card,), source="stock")))
                    assert not BAD & {event["event"] for event in said}, said


def bare(event):
    """An event without what a table cannot know that has not read every hand."""
    hidden = {"legal"} | ({"seat"} if event.get("phase") == "start" else set())
    return {key: value for key, value in event.items() if key not in hidden}


class SheddingTable(Table):
    """A table for any of the three. Most is said in short, with commas between the lines; the events of the last."""

    def lines(self, text):
        """`A 3C 3D`, `A turns 9H`, `A takes`, `A passes`, `B doubts`, `A shows 8C`, `A names 9H`.

        With a claim `A says 8x2: 8C 9H` (`8Cx2` where a suit is said), or `A says 8x2` with the cards unread.
        """
        for short in text.split(","):
            said = self._line(*short.strip().split(" ", 1))
        return said

    def _line(self, seat, rest):
        verb, _, what = rest.partition(" ")
        if verb == "says":
            claim, colon, cards = what.partition(":")
            face, _, count = claim.partition("x")
            said = {"rank": face[0], "count": int(count)} | ({"suit": face[1]} if face[1:] else {})
            return self.do("play", seat, cards.strip() if colon else None, claim=said)
        if verb == "turns":
            return self.do("play", seat, what, source="stock")
        if verb in ("takes", "passes", "doubts"):
            return self.do({"takes": "take", "passes": "pass", "doubts": "challenge"}[verb], seat)
        if verb in ("shows", "names"):
            return self.do({"shows": "show", "names": "draw"}[verb], seat, what)
        return self.do("play", seat, rest)

    def late(self, stock=0, pile="", **hands):
        """Go to late in the game: these hands, all read, so many cards in the stock, this pile; the first seat acts."""
        match, deck = self.referee.match, self.game.deck
        for seat, name in enumerate(self.game.seats):
            match.hands.shows(seat, deck.cards(hands.get(name, "")))
        match.begun, match.stock_left, match.on_turn = True, stock, 0
        match.pile = list(deck.read(pile))
        if hasattr(match, "said"):
            match.said = [rank_of(card) for card in match.pile]
            match.phase = "play" if pile else "open"
        elif pile:
            match.top = rank_of(match.pile[-1])
        match.placed = tuple(seat for seat, name in enumerate(self.game.seats) if not hands.get(name))
        self.referee._checkpoints, self.referee._turn = [match.fork()], match.turn()
        return self


def card_count(match):
    """How many cards there are in all, as the table counts them, where nothing was laid unread."""
    hands = sum(match.hands.size(seat) for seat in range(len(match.game.seats)))
    return hands + match.stock_left + len(match.pile) + match.gone.bit_count()
