"""Marjapussi, played at random by people with true hands, who tell and ask for marriages, and may lie.

What is true and legal they ask a second table, at which every card is read. What that one refuses, the table under
test may have to prove later.
"""

from referee_table import kinds

from engine.actions import Act
from engine.cards import each

SUITS = "CDHS"
SHARED = {"wrong-phase", "out-of-turn", "wrong-count", "card-seen", "not-in-hand"}
PROOFS = {"refused", "revoke", "suspect", "note"}


class MarryingPeople:
    """Who plays this game at a table (of the class `table`).

    Chances: `dealt` that a dealt hand is read at the table; `talk` that who may truly announce, or ask for, anything
    does so; `lies` that an act breaks a rule or is not true, where there is such an act. `false` has the lines of
    claims that were not true, with the rule that each broke; lines that people let stand are no claims.
    """

    def __init__(self, table, game, rng, dealt=0.0, talk=0.7, lies=0.0):
        self.rng, self.dealt, self.talk, self.lies = rng, dealt, talk, lies
        self.all_seen, self.table = table.of(game), table.of(game)
        self.deal, self.false = None, {}

    @property
    def true(self):
        """The match as it really is."""
        return self.all_seen.referee.match

    def play(self, deals):
        """Play so many deals, or to the end of the game. Yields the events of both tables for each act."""
        while not self.true.over and self.true.deals_done < deals:
            yield self.step()

    def step(self):
        """One act, before which the cards are dealt where a new deal begins."""
        self.deal_cards()
        if self.lies and self.rng.random() < self.lies:
            wrong = self.illegal()
            if wrong:
                return self.lie(self.rng.choice(wrong))
        act = self.rng.choice(self.legal())
        seen, truly = self.table.take(act), self.all_seen.take(act)
        if self.lies and "refused" in kinds(seen):  # by what the seat itself has said before
            seen = self.table.accept()
        return seen, truly

    def lie(self, act):
        """An act that breaks a rule. The table may know that, and then people let it stand."""
        rule = self.true.refuse(act).rule
        seen = self.table.take(act)
        if "refused" in kinds(seen):
            seen = self.table.accept()
        else:
            self.false[self.table.number] = rule
        self.all_seen.take(act)
        return seen, self.all_seen.accept()

    def deal_cards(self):
        """A shuffled deal, where one is due."""
        if self.true.deal is self.deal:
            return
        self.deal = self.true.deal
        pack = list(each(self.true.game.pack))
        self.rng.shuffle(pack)
        hands = {seat: tuple(pack.pop() for _ in range(left)) for seat, left in enumerate(self.deal.left)}
        self.all_seen.take(Act("deal", hands=hands))
        read = {seat: hand for seat, hand in hands.items() if self.rng.random() < self.dealt}
        if read:
            self.table.take(Act("deal", hands=read))

    # what may be done

    def legal(self):
        """What the seat on turn may truly do: some words, where it is drawn so, or else its cards."""
        turn, seat = self.turn()
        if turn["phase"] == "answer":
            return [act for act in self.acts() if self.true.refuse(act) is None]
        if self.rng.random() < self.talk:
            said = [act for act in self.announcements(turn, seat) if self.true.refuse(act) is None]
            if said:
                return said
        return self.plays(seat, self.true.deal.legal(self.true.hands.known[seat]))

    def illegal(self):
        """What would break a rule of the game, or not be true."""
        refused = [(act, self.true.refuse(act)) for act in self.acts()]
        return [act for act, refusal in refused if refusal is not None and refusal.rule not in SHARED]

    def acts(self):
        """Everything that the seat on turn can do with the cards that it has, and every true or false word."""
        turn, seat = self.turn()
        if turn["phase"] == "answer":
            return [*self.declares(seat), Act("pass", seat)]
        return [*self.plays(seat, self.true.hands.known[seat]), *self.announcements(turn, seat)]

    def turn(self):
        turn = self.true.turn()
        return turn, self.all_seen.seat(turn["seat"])

    def plays(self, seat, cards):
        return [Act("play", seat, (card,)) for card in each(cards)]

    def declares(self, seat):
        return [Act("declare", seat, value=suit) for suit in SUITS]

    def announcements(self, turn, seat):
        if turn["phase"] != "lead" or not self.true.deal.tricks:
            return []
        partners = [other for other in self.true.game.sides[self.true.game.side_of[seat]].seats if other != seat]
        asks = [Act("ask", seat, to=to, value=value) for to in partners for value in ("trump", *SUITS)]
        return [*self.declares(seat), *asks]


def public(seen, truly):
    """The events of both tables as far as they must agree: without proofs, and with what both know."""
    seen, truly = ([dict(event, line=0) for event in events if event["event"] not in PROOFS] for events in (seen, truly))
    for event, truth in zip(seen, truly, strict=False):
        if event["event"] == "turn":
            if event["seat"] is None:
                truth["seat"] = None
            if "legal" not in event:
                truth.pop("legal", None)
    return seen, truly
