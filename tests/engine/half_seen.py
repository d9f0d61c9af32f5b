"""One random game told at two tables: one that reads every card, and one that reads some of them, or none.

What the second is told is what stands in lines where cards are not read: fewer hands, no stock, draws and gifts without
their card, and hands that are shown when it asks for them. With `cheats` people now and then do what the first table
refuses for a card in their hand; there they let it stand, and the second table cannot know.
"""

from dataclasses import replace

from asked_games import hidden, lying
from random_games import held
from referee_table import Table

from engine.actions import Act
from engine.answers import answers, legal_answers
from engine.cards import card, each

END_CARD = card("KS")


class TwoTables:
    def __init__(self, game, rng, *, reads=0.0, cheats=0.0, find=legal_answers, choose=None):
        self.seeing, self.dim = Table.of(game), Table.of(game)
        self.rng, self.reads, self.cheats = rng, reads, cheats
        self.find, self.choose = find, choose or (lambda match, acts, rng: rng.choice(acts))
        self.broken = {}  # line at the dim table: who broke a rule there
        self.said = []
        self.length = 0
        self.stock_ran_out = False

    def run(self, most=3000):
        """Play on to the end of the game; whether it came."""
        dealt = None
        for _ in range(most):
            match = self.seeing.referee.match
            if match.over:
                return True
            if dealt != match.deals_done:
                dealt = match.deals_done
                self._deal(match)
            else:
                self._step(match)
            self.length += 1
        return False

    def _deal(self, match):
        pack = list(each(match.game.pack))
        self.rng.shuffle(pack)
        for act in match.dealing(pack):
            self.seeing.take(act)
            if act.do == "deal":
                act = replace(act, hands={s: cards for s, cards in act.hands.items() if self._read()})
            if act.do == "turned" or (act.do == "stock" and self._read()) or act.hands:
                self._tell(act)

    def _step(self, match):
        rng, hands = self.rng, held(match)
        assert not lying(match) & hidden(match)
        assert self.cheats or in_faces(self.dim.referee.match) == in_faces(match)  # a proof may bring a penalty
        false = self._false(match, hands) if rng.random() < self.cheats else []
        act = rng.choice(false) if false else self.choose(match, self.find(match, hands, rng), rng)
        act = named(match, act, rng)
        top = match.stock[0] if match.stock else None
        after = match.fork()
        after.next_deal = lambda totals: None  # the hands stay for us to look at
        ended = {kind for kind, _ in after.apply(act, 0, claims=not false)}
        said = self.seeing.take(act)
        if false:
            assert said[0]["rule"] in ("must-play", "must-strike"), said
            self.seeing.accept()
            self.broken[self.dim.number + 1] = match.game.seats[act.seat]
        last = act.do == "draw" and top == END_CARD and match.game.name == "limppu"
        self._tell(Act("draw", act.seat, (END_CARD,)) if last else self._dimmed(act, top))
        if "end_card" in ended and not any(event["event"] == "end_card" for event in self.latest):
            self._tell(Act("draw", act.seat, (END_CARD,)))  # it came with the refill
        while (waiting := self.dim.referee.match.turn() or {}).get("phase") in ("show", "count"):
            seats = [match.game.seats.index(name) for name in waiting["seats"]]
            self._shows(after, rng.choice(seats))

    def _shows(self, after, seat):
        self._tell(Act("show", seat, tuple(each(after.hands.known[seat]))))
        assert self.latest == [] or self.latest[0]["event"] != "refused", self.latest

    def _false(self, match, hands):
        """What the table refuses only for cards in the hand; nobody draws the end card so."""
        if match.stock[:1] == (END_CARD,) and match.game.name == "limppu":
            return []
        refuse = self.dim.referee.match.refuse
        found = []
        for ask in match.asks():
            if ask.do in ("draw", "pass", "ask") and not ask.any_time:
                acts = answers(ask, hands[ask.seat], match.game.deck, self.rng)
                found += [act for act in acts if (no := match.refuse(act)) and no.because and match.can_apply(act)]
        return [act for act in found if act.card is None and ((no := refuse(act)) is None or no.because)]

    def _dimmed(self, act, top):
        """The line as it stands where not every card is read."""
        if act.do == "draw":
            drawn = act.card if top is None else top
            return replace(act, cards=(drawn,) if drawn is not None and self._read() else None)
        if act.do == "give" and not self._read():
            return replace(act, cards=None)
        return act

    def _read(self):
        return self.rng.random() < self.reads

    def _tell(self, act):
        self.latest = self.dim.take(act)
        if self.latest[0]["event"] == "refused" and self.latest[0]["because"]:
            assert self.dim.number in self.broken, (act, self.latest)
            del self.broken[self.dim.number]  # this table sees it as well, and so nothing is claimed
            self.latest = self.dim.accept()
        self.said += self.latest
        self.stock_ran_out |= any(event["event"] == "note" for event in self.latest)

    def accusations(self):
        return [event for event in self.said if event["event"] in ("revoke", "suspect")]

    def check(self):
        """Nobody is accused falsely, nothing is refused, and both tables count alike."""
        assert not [event for event in self.said if event["event"] == "refused"]
        assert not [event for event in self.said if event["event"] == "note" and event["text"] == "misread"]
        for event in self.accusations():
            if event["event"] == "revoke":
                assert self.broken.get(event["at"]) == event["seat"], event
            else:
                assert set(event["seats"]) & set(self.broken.values()), event
        assert self.dim.referee.match.totals() == self.seeing.referee.match.totals()
        assert self.dim.referee.match.over == self.seeing.referee.match.over
        assert self.dim.referee.match.won == self.seeing.referee.match.won
        assert self.dim.referee.match.lost == self.seeing.referee.match.lost


def in_faces(match):
    """What lies open, cards by their faces: of two equal ones a table that reads less may take the other one."""
    shown, text = match.shown(), match.game.deck.text
    plates = [shown.facts, *shown.seats]
    return (
        [(seat, text([card])) for seat, card in shown.trick],
        [pile._replace(cards=text(pile.cards)) for pile in shown.piles],
        [[fact._replace(cards=text(fact.cards)) for fact in facts] for facts in plates],
    )


def named(match, act, rng):
    """A draw from a stock that was shuffled, with a card that may lie there."""
    if act.do != "draw" or act.card is not None or match.stock or not match.stock_left:
        return act
    return replace(act, cards=(rng.choice(list(each(match.game.pack & ~match.seen_anywhere()))),))
