"""Games of tricks, played at random by people with true hands: what a table that reads only a part of it gets to see.

What the people may do they ask a second table, at which every card is read. At that table everything illegal is
refused at once, so it never has to prove anything; the one under test may have to.
"""

from engine.actions import Act
from engine.cards import each

ACCUSATIONS = {"refused", "revoke", "suspect", "note"}


class People:
    """Who plays this game at a table (of the class `table`).

    Chances: `dealt` that a dealt hand is read at the table, `passed` that cards passed on are.
    """

    def __init__(self, table, game, rng, dealt=0.0, passed=0.0):
        self.rng, self.dealt, self.passed = rng, dealt, passed
        self.all_seen, self.table = table.of(game), table.of(game)
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
        acts = self.acts_to_try()
        self.rng.shuffle(acts)
        return self.act(next(act for act in acts if self.true.refuse(act) is None))

    def deal_cards(self):
        """A shuffled deal, where one is due."""
        if self.true.deal is self.deal:
            return
        self.deal = self.true.deal
        pack = list(each(self.true.game.pack))
        self.rng.shuffle(pack)
        hands = {seat: tuple(pack.pop() for _ in range(left)) for seat, left in enumerate(self.deal.left) if left}
        self.all_seen.take(Act("deal", hands=hands))
        read = {seat: hand for seat, hand in hands.items() if self.rng.random() < self.dealt}
        if read:
            self.table.take(Act("deal", hands=read))

    def legal(self):
        """All acts that the seats on turn may make, of an exchange one at random."""
        return [act for act in self.acts_to_try() if self.true.refuse(act) is None]

    def illegal(self):
        """Cards that the seat on turn holds and may not play."""
        return [act for act in self.acts_to_try() if self.true.refuse(act) is not None]

    def acts_to_try(self):
        turn = self.true.turn()
        seat = self.all_seen.seat(turn["seat"])
        if turn["phase"] == "pass":
            seat = self.all_seen.seat(self.rng.choice(turn["seats"]))
            return [Act("exchange", seat, tuple(self.rng.sample(list(each(self.true.hands.known[seat])), 3)), count=3)]
        if turn["phase"] == "moon":
            return [Act("declare", seat, value=value) for value in ("self", "others")]
        return [Act("play", seat, (card,)) for card in each(self.true.hands.known[seat])]

    def act(self, act):
        """This act is made: the events of both tables."""
        unread = act.do == "exchange" and self.rng.random() >= self.passed
        seen = Act("exchange", act.seat, count=act.count) if unread else act
        return self.table.take(seen), self.all_seen.take(act)

    def breach(self, act):
        """An illegal play is made; where all is read it is let stand. The table's events."""
        self.all_seen.take(act)
        self.all_seen.accept()
        return self.table.take(act)


def agree(seen, truly):
    """Whether a table says what one says that reads everything, save for what it cannot know yet."""
    return len(seen) == len(truly) and all(map(_agrees, seen, truly))


def _agrees(event, truth):
    hidden = {"line"}
    if "legal" not in event:  # the hand is not known
        hidden.add("legal")
    if event["event"] == "turn" and event["seat"] is None:  # nor who has the card that leads
        hidden.add("seat")
    return {key: value for key, value in event.items() if key not in hidden} == {
        key: value for key, value in truth.items() if key not in hidden
    }
