"""People who play Finns i sjön with true hands, at a table that reads some of their cards, or none.

They keep the rules by themselves, so that the table is not tested with its own. With `cheats` they now and then ask for
what they do not hold, deny what they hold, or keep cards back; where the table sees that, they let it stand.
"""

import random

from referee_table import Table

from engine.cards import RANK, RANKS, each, set_of


class Fishers:
    """One game. `broken`: the lines that were false and that the table let through, each with its seat and rule."""

    def __init__(self, game, rng, *, dealt=0.0, lake=0.0, drawn=0.0, forgets=0.0, cheats=0.0):
        self.table, self.rng = Table.of(game), rng
        self.drawn, self.forgets, self.cheats = drawn, forgets, cheats
        pack = list(each(game.pack))
        rng.shuffle(pack)
        self.seats = list(game.seats)
        self.hands = {seat: set_of([pack.pop() for _ in range(7)]) for seat in self.seats}
        self.lake = pack
        self.books = dict.fromkeys(self.seats, "")
        self.broken = {}
        self.said = []
        self.read_all = dealt == lake == 1
        read = {seat: self.text(hand) for seat, hand in self.hands.items() if self.chance(dealt)}
        if read:
            self.hears(self.table.deal(read))
        if self.chance(lake):
            self.hears(self.table.stock(game.deck.text(self.lake)))

    def chance(self, share):
        return self.rng.random() < share

    def text(self, cards):
        return self.table.game.text(cards)

    def run(self):
        """Play to the end: who has how many books."""
        asker = self.seats[(self.seats.index(self.dealer()) + 1) % len(self.seats)]
        self.lay_books()
        while all(self.hands.values()):
            asker = self.turn(asker)
            self.lay_books()
        assert self.table.referee.match.over
        return {seat: len(books) for seat, books in self.books.items()}

    def dealer(self):
        return self.seats[self.table.referee.match.dealer]

    def turn(self, asker):
        """One question and its answer; who asks next."""
        hand = self.hands[asker]
        to = self.rng.choice([seat for seat in self.seats if seat != asker])
        left = [rank for rank in RANKS if not any(rank in books for books in self.books.values())]
        own = [rank for rank in left if RANK[rank] & hand]
        others = [rank for rank in left if rank not in own]
        rank = self.rng.choice(others if others and self.chance(self.cheats) else own)
        self.says("ask", asker, None if rank in own else "ask-own-rank", to=self.table.seat(to), value=rank)
        return self.answer(asker, to, rank)

    def answer(self, asker, to, rank):
        asked = RANK[rank] & self.hands[to]
        if asked and not self.chance(self.cheats):
            kept = 0
            if asked.bit_count() > 1 and self.chance(self.cheats):
                kept = asked & -asked
            given = asked & ~kept
            broken = "give-all" if kept else None
            self.hands[to] ^= given
            self.hands[asker] |= given
            self.says("give", to, broken, self.text(given), to=self.table.seat(asker))
            if not self.hands[to]:
                self.lay_books(last=asker)
            return asker
        self.says("pass", to, "must-give" if asked else None)
        if self.lake:
            card = self.lake.pop(0)
            self.hands[asker] |= 1 << card
            named = self.table.game.deck.faces[card] if self.chance(self.drawn) else None
            self.says("draw", asker, None, named, source="stock")
        return to

    def lay_books(self, last=None):
        """Everybody puts aside what is to be put aside, or forgets it where the table cannot know; `last`: who may
        still do so although a hand is empty."""
        for seat in [last] if last else self.seats:
            for rank in RANKS:
                match = self.table.referee.match
                aside = rank in match.books[self.table.seat(seat)]
                if not RANK[rank] & ~self.hands[seat] and (aside or not match.over):
                    if not aside and not last and self.chance(self.forgets):
                        continue
                    self.books[seat] += rank
                    self.hands[seat] &= ~RANK[rank]
                    if not aside:
                        self.says("meld", seat, None, self.text(RANK[rank]))
        if last and not self.table.referee.match.over:
            self.says("pass", last, None)

    def says(self, verb, seat, broken, cards=None, **more):
        said = self.table.do(verb, seat, cards, **more)
        if broken and said[0]["event"] == "refused":
            assert said[0]["rule"] == broken, said
            said = self.table.accept()
        elif broken:
            self.broken[self.table.number] = seat, broken
        self.hears(said)

    def hears(self, said):
        assert not [event for event in said if event["event"] in ("refused", "note")], said
        self.said += said

    def accusations(self):
        """All revokes and suspects; each of them is true, whatever else is."""
        found = [event for event in self.said if event["event"] in ("revoke", "suspect")]
        for event in found:
            if event["event"] == "revoke":
                assert self.broken[event["at"]] == (event["seat"], event["rule"]), event
            else:
                guilty = {seat for line, (seat, _) in self.broken.items() if line <= event["line"]}
                assert guilty & set(event["seats"]), event
                assert event["proof"] == ""
        return found


def fishers(make, number, seed=1, **how):
    """So many games."""
    for game in range(number):
        yield Fishers(make(), random.Random(f"{seed} {game}"), **how)
