"""Marjapussi, played at random by people with true hands, who tell and ask for marriages, and may lie.

What is true and legal they ask a second table, at which every card is read. What that one refuses, the table under
test may have to prove later.
"""

from referee_table import Table, kinds

from engine.actions import Act
from engine.cards import each

SUITS = "CDHS"
SHARED = {"wrong-phase", "out-of-turn", "wrong-count", "card-seen", "not-in-hand"}
PROOFS = {"refused", "revoke", "suspect", "note"}
THREE, FOUR = "A B C", "A B C D"


class Marjapussi(Table):
    """`a_trick_by`: unseen hands after a trick that this seat has won with the ace of spades."""

    rules = "marjapussi"

    @classmethod
    def a_trick_by(cls, seat="A", hands=None, seats=FOUR, **options):
        names = seats.split()
        first = names.index(seat)
        table = cls(seats, dealer=names[first - 1], **{"deals_played": 1} | options)
        if hands:
            table.deal(hands)
        for name, spade in zip(names[first:] + names[:first], ("AS", "6S", "7S", "8S"), strict=False):
            table.play(f"{name} {spade}")
        assert kinds(table.events).count("trick") == 1
        return table

    def says(self, seat, suit):
        return self.do("declare", seat, value=suit)

    def asks(self, seat, value, to=None):
        partner = self.game.seats[(self.seat(seat) + 2) % len(self.game.seats)]
        return self.do("ask", seat, to=self.seat(to or partner), value=value)

    def no(self, seat):
        return self.do("pass", seat)


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
    seen, truly = [dict(event, line=0) for event in seen], [dict(event, line=0) for event in truly]
    seen = [event for event in seen if event["event"] not in PROOFS]
    for event, truth in zip(seen, truly, strict=False):
        if event["event"] == "turn":
            if event["seat"] is None:
                truth["seat"] = None
            if "legal" not in event:
                truth.pop("legal", None)
    return seen, truly


def revokes(events):
    """What each revoke among these events says."""
    said = [event for event in events if event["event"] == "revoke"]
    return [tuple(event[key] for key in ("seat", "rule", "cards", "at", "proof")) for event in said]


ALL_BY_A = {"A": "S", "B": "H", "C": "D", "D": "C"}  # each holds a whole suit, A takes every trick with spades


def spades_only(**options):
    """A deal that A's nine spades win, trump 2, last trick 1, win 1; the events of its last line."""
    table = Marjapussi(deals_played=1, **options)
    hands = {seat: [rank + suit for rank in "ATKQJ9876"] for seat, suit in ALL_BY_A.items()}
    table.play("A AS", "B 6H", "C 6D", "D 6C")
    table.says("A", "S")
    for trick in range(1, 9):
        said = table.play(f"A {hands['A'][trick]}", *(f"{seat} {hands[seat][trick - 1]}" for seat in "BCD"))
    return table, said


def game_over():
    """A table after the game: A+C have twelve."""
    table, said = spades_only(start_totals={"A+C": 8})
    assert said[-1]["event"] == "game_over"
    return table
