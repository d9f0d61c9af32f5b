"""Ristikontra, played at random by people with true hands and a true stock.

What is there they see at a second table, at which every card is read, the stock included.
"""

from referee_table import Table, kinds

from engine.actions import Act
from engine.cards import each

PROOFS = {"refused", "revoke", "suspect", "note"}


class Ristikontra(Table):
    rules = "ristikontra"

    def turns(self, seat, card):
        """A card straight from the stock."""
        return self.do("play", seat, card, source="stock")


class People:
    """Who plays this game at a table. Chances: `dealt` that a hand is read, `stocked` that the stock is, `named` that
    a refill is, `turned` that a card comes straight from the stock.
    """

    def __init__(self, game, rng, dealt=0.0, stocked=0.0, named=0.0, turned=0.2):
        self.rng, self.dealt, self.stocked, self.named, self.turned = rng, dealt, stocked, named, turned
        self.all_seen, self.table = Ristikontra.of(game), Ristikontra.of(game)
        self.deal, self.acts = None, []

    @property
    def true(self):
        return self.all_seen.referee.match

    def play(self, deals):
        """So many deals, or to the end of the game; the events of both tables for each card."""
        while not self.true.over and self.true.deals_done < deals:
            yield self.step()

    def step(self):
        self.deal_cards()
        match = self.true
        seat = match.deal.turn
        if match.stock and self.rng.random() < self.turned:
            act = Act("play", seat, match.stock[:1], source="stock")
        else:
            act = Act("play", seat, (self.rng.choice(list(each(match.hands.known[seat]))),))
        before = match.hands.known[seat]
        seen, truly = self.say(act), self.all_seen.take(act)
        drawn = list(each(self.true.hands.known[seat] & ~before)) if self.true.deal is self.deal else []
        if drawn and self.rng.random() < self.named and seat in self.table.referee.match.nameable:
            assert not PROOFS & set(kinds(self.say(Act("draw", seat, tuple(drawn)))))
        return seen, truly

    def deal_cards(self):
        if self.true.deal is self.deal:
            return
        self.deal = self.true.deal
        pack = self.rng.sample(range(52), 52)
        hands = {seat: tuple(pack[6 * seat : 6 * seat + 6]) for seat in range(4)}
        self.all_seen.take(Act("deal", hands=hands))
        self.all_seen.take(Act("stock", None, tuple(pack[24:])))
        read = {seat: hand for seat, hand in hands.items() if self.rng.random() < self.dealt}
        if read:
            self.say(Act("deal", hands=read))
        if self.rng.random() < self.stocked:
            self.say(Act("stock", None, tuple(pack[24:])))

    def say(self, act):
        said = self.table.take(act)
        self.acts.append((act, said))
        return said
