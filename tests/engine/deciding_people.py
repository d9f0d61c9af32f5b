"""Amerikaner and Ramina, played at random by people with true hands: what a table that reads only a part gets to see.

What may be done is asked of a second table, at which every card is read and which refuses everything illegal at once.
"""

from functools import cache

from referee_table import Table, shown

from engine.actions import Act
from engine.cards import FRENCH, each
from engine.game import Match
from engine.games import load
from engine.referee import Referee

ACCUSATIONS = {"refused", "revoke", "suspect", "note"}


@cache
def rules(name, seats, dealer, options):
    """The rules never change, so tables that play by the same ones share them: half the time of a short game."""
    return load(name, seats.split(), dealer, dict(options))


class SharedRules(Table):
    def __init__(self, seats="A B C D", dealer=None, **options):
        self.game = rules(self.rules, seats, dealer or seats.split()[-1], tuple(options.items()))
        self.referee = Referee(self.game)
        self.number = 1
        self.events = shown(self.referee.open(1))


class Amerikaner(SharedRules):
    """Amerikaner. `bid` takes the seat and what it says, `A 5`, `B pass`, `C amerikaner`, as many as there are."""

    rules = "amerikaner"

    def bid(self, *turns):
        return [event for turn in turns for event in self._bid(*turn.split())]

    def call(self, seat, card):
        return self.do("declare", seat, value=card)

    def _bid(self, seat, value):
        if value == "pass":
            return self.do("pass", seat)
        return self.do("bid", seat, value=int(value) if value.lstrip("-").isdecimal() else value)


class Ramina(SharedRules):
    """Ramina. `enter` takes the seat and what it does: `A in` (keeps its cards), `A in 2` (changes two unread),
    `A in 2C 5C` (changes these), `A rest`."""

    rules = "ramina"

    def __init__(self, seats="A B C", dealer=None, **options):
        super().__init__(seats, dealer, **options)

    def trump(self, card):
        return self.do("trump", None, card)

    def enter(self, *turns):
        return [event for turn in turns for event in self._enter(*turn.split())]

    def _enter(self, seat, decision, *changed):
        if decision == "rest":
            return self.do("pass", seat)
        said = self.do("declare", seat, value="in")
        if not changed:
            return said + self.do("pass", seat)
        if changed[0].isdecimal():
            return said + self.do("exchange", seat, count=int(changed[0]))
        return said + self.do("exchange", seat, " ".join(changed), count=len(changed))


def acts_to_try(match: Match, rng):
    """What the seat on turn may think of, its whole hand known: bids, calls, changes of cards, cards to play."""
    turn = match.turn()
    seat = match.game.seats.index(turn["seat"])
    hand = list(each(match.hands.known[seat]))
    if turn["phase"] == "bid":
        low = match.game.height(match.bid)
        bids = [*range(low, min(low + 3, match.game.tricks) + 1)] + ["amerikaner"] * (rng.random() < 0.05)
        return [Act("pass", seat)] * 4 + [Act("bid", seat, value=value) for value in bids]
    if turn["phase"] == "call":
        return [Act("declare", seat, value=face) for face in FRENCH.faces]
    if turn["phase"] == "enter":
        return [Act("pass", seat), *[Act("declare", seat, value="in")] * 2]
    if turn["phase"] == "exchange":
        changed = [tuple(rng.sample(hand, count)) for count in range(len(hand) + 1)]
        return [Act("pass", seat), *[Act("exchange", seat, cards, len(cards)) for cards in changed]]
    return [Act("play", seat, (card,)) for card in hand]


class People:
    """Who sits at `table` (a class of Table) with these seats and options.

    Chances: `dealt` that a dealt hand is read at the table, `stocked` that the stock is, `changed` that cards thrown
    away are, `drawn` that a card drawn is.
    """

    def __init__(self, table, rng, seats, dealt=0.0, stocked=0.0, changed=0.0, drawn=0.0, **options):
        self.rng, self.chances = rng, {"dealt": dealt, "stocked": stocked, "changed": changed, "drawn": drawn}
        self.all_seen, self.table = table(seats, **options), table(seats, **options)
        self.deal = None

    @property
    def true(self):
        """The match as it really is."""
        return self.all_seen.referee.match

    @property
    def over(self):
        return self.true.over

    def step(self):
        """One legal act, before which the cards are dealt where a new deal begins: the events of both tables."""
        self.deal_cards()
        return self.act(self.rng.choice(self.legal()))

    def deal_cards(self):
        """A shuffled deal, where one is due."""
        if self.true.deal is self.deal:
            return
        self.deal = self.true.deal
        self.unnamed = []  # (seat, card): drawn and perhaps still to be read
        pack = list(each(self.true.game.pack))
        self.rng.shuffle(pack)
        hands = {seat: tuple(pack.pop() for _ in range(left)) for seat, left in enumerate(self.deal.left)}
        both = self.all_seen, self.table
        self.all_seen.take(Act("deal", hands=hands))
        read = {seat: hand for seat, hand in hands.items() if self.chance("dealt")}
        if read:
            self.table.take(Act("deal", hands=read))
        if pack:
            for table in both:
                table.take(Act("trump", cards=(pack[-1],)))
            self.all_seen.take(Act("stock", cards=tuple(pack[:-1])))
            if self.chance("stocked"):
                self.table.take(Act("stock", cards=tuple(pack[:-1])))

    def legal(self):
        """All acts that the seat on turn may make, of changes some at random."""
        return [act for act in acts_to_try(self.true, self.rng) if self.true.refuse(act) is None]

    def act(self, act):
        """This act is made: the events of both tables."""
        self.name_some()
        seat, done = act.seat, act
        if act.do == "exchange":
            held = self.true.hands.known[seat]
            if not self.chance("changed"):
                done = Act("exchange", seat, count=act.count)
        truth, seen = self.all_seen.take(act), self.table.take(done)
        if act.do == "exchange" and self.true.deal is self.deal:
            drawn = list(each(self.true.hands.known[seat] & ~held))
            self.unnamed += [(seat, card) for card in drawn if self.chance("drawn")]
        return seen, truth

    def name_some(self):
        """Cards drawn are named some time before the first card is led."""
        if self.true.phase == "play" and not self.true.deal.played:
            due = self.unnamed[:]
        else:
            due = [named for named in self.unnamed if self.rng.random() < 0.3]
        for seat, card in due:
            said = self.table.take(Act("draw", seat, (card,)))
            assert not ACCUSATIONS.intersection(event["event"] for event in said), said
            self.unnamed.remove((seat, card))

    def breach(self, act):
        """An illegal play is made; where all is read it is let stand. The table's events."""
        self.all_seen.take(act)
        self.all_seen.accept()
        return self.table.take(act)

    def chance(self, what):
        return self.rng.random() < self.chances[what]


def agree(seen, truth):
    """Whether a table says what one says that reads everything, but for the legal cards of hands it does not know."""
    return len(seen) == len(truth) and all(
        {**event, "line": 0, "legal": event.get("legal")}
        == {**true, "line": 0, "legal": event.get("legal") and true["legal"]}
        for event, true in zip(seen, truth, strict=True)
    )


def takes(trick, trump):
    """Which card of a trick, as a text, wins it; plainly."""
    cards = trick.split()
    led = cards[0][1]
    return max(cards, key=lambda card: (card[1] == trump, card[1] == led, "23456789TJQKA".index(card[0])))
