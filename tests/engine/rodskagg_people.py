"""Rödskägg, played at random by people with true cards, and told a second time.

`Plain` is the rules page written down plainly, by somebody who sees every card: which rule a line breaks, and what is
said to it. `People` play by it, legally, before a table that reads all, a part or nothing of it.
"""

import json

from referee_table import Table

from table.script import Change, read_line

RANKS = "23456789TJQKA"


class Rodskagg(Table):
    """A table for the game. `line` takes any line of a script; `says` what seats say: `A 2`, `B pass`, `C ask`."""

    rules = "rodskagg"

    def line(self, line, number=None):
        if number is not None:
            self.number = number - 1
        act = read_line(json.dumps(line), self.game.seats, self.game.deck)
        if isinstance(act, Change):
            return self.undo() if act is Change.UNDO else self.accept()
        return self.take(act)

    def says(self, *turns):
        return [event for turn in turns for event in self.line(self._line(*turn.split()))]

    def change(self, seat, cards=None):
        """The seat throws its hand away, these cards where they are read."""
        read = {} if cards is None else {"cards": cards}
        return self.line({"seat": seat, "do": "exchange", "count": 6, **read})

    def tricks(self, *tricks):
        """Whole tricks, the leader first: `A 2C 3C 4C`; who is in follows clockwise. The events of the last card."""
        said = []
        for trick in tricks:
            seat, *laid = trick.split()
            for card in laid:
                said = self.play(f"{seat} {card}")
                seat = self.game.seats[self.referee.match.deal.turn]
        return said

    def _line(self, seat, said):
        if said == "pass":
            return {"seat": seat, "do": "pass"}
        if said in ("ask", "in"):
            return {"seat": seat, "do": "declare", "value": said}
        return {"seat": seat, "do": "bid", "value": int(said) if said.lstrip("-").isdecimal() else said}


class Plain:
    """A game in which everything is seen. Cards are texts; `deal` is given a shuffled pack."""

    def __init__(self, seats, dealer, start=12, penalty=6):
        self.seats, self.dealer, self.penalty = list(seats), dealer, penalty
        self.total = dict.fromkeys(seats, start)
        self.within = list(seats)  # who is in the game
        self.duel = []
        self.winner = None
        self.new_deal()

    def around(self, seat):
        """The players of the deal, clockwise from the seat after this one."""
        place = self.seats.index(seat) + 1
        return [other for other in self.seats[place:] + self.seats[:place] if other in self.players]

    def new_deal(self):
        self.players = self.duel or self.within
        self.phase = "play" if self.duel else "swap"
        self.turn = self.around(self.dealer)[0]
        self.hands = self.stock = None
        self.begun = False
        self.thrown, self.final, self.bids, self.laid, self.played = [], set(), {}, [], set()
        self.tricks = dict.fromkeys(self.players, 0)
        self.done, self.asked, self.risk, self.waiting = 0, False, [], []
        self.in_trick = list(self.players)
        self.fresh = {}

    def deal(self, pack):
        self.hands = {seat: [pack.pop() for _ in range(6)] for seat in self.players}
        self.stock = pack

    def height(self, bid):
        return 7 if bid == "rodskagg" else bid

    def why(self, line):
        """The rule that the line breaks, and the cards that show it."""
        if self.winner:
            return "wrong-phase", []
        seat, verb = line["seat"], line["do"]
        if verb == "exchange":
            return self.why_exchange(seat, line.get("cards", "").split())
        if verb == "play":
            return self.why_play(seat, line["cards"].split())
        value = line.get("value")
        if verb == "declare":
            asking = self.phase == "play" and self.done == 4 and not self.laid and not self.asked and not self.duel
            if value == "ask":
                right = asking
            elif value == "in":
                right = self.phase == "ask"
            else:
                right = asking or self.phase == "ask"
            if not right:
                return "wrong-phase", []
            if seat != self.turn:
                return "out-of-turn", []
            return (None if value in ("ask", "in") else "wrong-value"), []
        if self.phase == "play" or (verb == "bid" and self.phase == "ask"):
            return "wrong-phase", []
        if seat != self.turn:
            return "out-of-turn", []
        right = verb == "pass" or value in (0, 1, 2, 3, 4, 5, 6, "rodskagg")
        return (None if right else "wrong-value"), []

    def why_exchange(self, seat, given):
        if self.phase != "swap":
            return "wrong-phase", []
        if seat not in self.players:
            return "out-of-turn", []
        if given and len(given) != 6:
            return "wrong-count", []
        if given and set(given) != set(self.hands[seat]):
            return "card-seen", []  # all cards are known
        if seat in self.final:
            return "final-hand", []
        courts = [card for card in self.hands[seat] if card[0] in "JQK"]
        return ("court-card", courts) if courts else (None, [])

    def why_play(self, seat, cards):
        if self.phase != "play":
            return "wrong-phase", []
        if seat != self.turn:
            return "out-of-turn", []
        if len(cards) != 1:
            return "wrong-count", []
        (card,) = cards
        if card not in self.hands[seat]:
            return ("not-in-hand" if card in self.unseen() else "card-seen"), []
        led = self.laid[0][1][1] if self.laid else card[1]
        suit = [held for held in self.hands[seat] if held[1] == led]
        return ("follow-suit", suit) if suit and card[1] != led else (None, [])

    def unseen(self):
        """Cards of which a table that reads everything does not know where they lie: those shuffled in again."""
        return set(self.stock) if self.shuffled else set()

    shuffled = False

    def do(self, line):
        """Play a line that breaks no rule: the events, the turn without `legal` and `seats`."""
        seat, verb = line["seat"], line["do"]
        self.begun = True
        if verb == "exchange":
            told = self.do_exchange(seat)
        elif verb == "play":
            told = self.do_play(seat, line["cards"])
        elif self.phase == "ask":
            told = self.do_answer(seat, verb == "declare")
        elif verb == "declare":
            told = self.do_ask()
        else:
            told = self.do_bid(seat, line.get("value", 0))
        if not self.winner:
            told.append({"event": "turn", "seat": self.turn, "phase": self.phase})
        return told

    def do_exchange(self, seat):
        self.thrown += self.hands[seat]
        if len(self.stock) < 6:
            self.stock = self.shuffle(self.stock + self.thrown)
            self.thrown, self.shuffled = [], True
            self.final.add(seat)
        else:
            self.final.discard(seat)
        self.hands[seat], self.stock = self.stock[:6], self.stock[6:]
        self.fresh[seat] = list(self.hands[seat])
        return []

    def do_bid(self, seat, bid):
        self.phase = "bid"
        self.bids[seat] = bid
        rest = [other for other in self.around(self.dealer) if other not in self.bids]
        if rest:
            self.turn = rest[0]
            return []
        best = max(map(self.height, self.bids.values()))
        if best == 0:
            return self.end_deal(dict.fromkeys(self.players, 0), {"bid": None})
        self.bidder = next(other for other in self.around(self.dealer) if self.height(self.bids[other]) == best)
        self.phase, self.turn = "play", self.bidder
        return [{"event": "contract", "seat": self.bidder, "value": self.bids[self.bidder]}]

    def do_ask(self):
        self.asked = True
        self.waiting = [seat for seat in self.around(self.bidder) if seat != self.bidder and not self.tricks[seat]]
        if self.waiting:
            self.phase, self.turn = "ask", self.waiting[0]
        return []

    def do_answer(self, seat, comes_in):
        self.waiting.remove(seat)
        if comes_in:
            self.risk.append(seat)
        else:
            self.in_trick.remove(seat)
        if self.waiting:
            self.turn = self.waiting[0]
            return []
        self.phase, self.turn = "play", self.bidder
        return [self.endgame()]

    def endgame(self):
        risk = [seat for seat in self.seats if seat in self.risk]
        return {"event": "endgame", "seats": list(self.in_trick), "risk": risk}

    def do_play(self, seat, card):
        told = []
        others = [other for other in self.players if not self.duel and other != self.bidder]
        if not self.laid and self.done == 4 and not self.asked and any(not self.tricks[other] for other in others):
            told.append(self.endgame())
        self.hands[seat].remove(card)
        self.played.add(card)
        self.laid.append((seat, card))
        if len(self.laid) < len(self.in_trick):
            self.turn = next(other for other in self.around(seat) if other in self.in_trick)
            return told
        following = [(player, one) for player, one in self.laid if one[1] == self.laid[0][1][1]]
        winner = max(following, key=lambda each: RANKS.index(each[1][0]))[0]
        told.insert(0, {"event": "trick", "winner": winner, "cards": " ".join(one for _, one in self.laid)})
        self.laid = []
        self.tricks[winner] += 1
        self.done += 1
        self.turn = winner if self.duel else self.bidder
        return told + self.end_of_tricks() if self.done == 6 else told

    def end_of_tricks(self):
        if self.duel:
            return self.end_deal(dict.fromkeys(self.players, 0), {"duel": dict(self.tricks)})
        bid = self.bids[self.bidder]
        points = {}
        for seat in self.players:
            taken = self.tricks[seat]
            points[seat] = -taken
            if seat in self.risk:
                points[seat] = -2 * taken if taken else self.penalty
            elif seat == self.bidder and bid != "rodskagg" and taken < bid:
                points[seat] += self.penalty
        told = []
        if bid == "rodskagg":
            points[self.bidder] = 0
            if self.tricks[self.bidder] == 6:
                points = dict.fromkeys(points, 0)
                self.winner = self.bidder
            else:
                self.within = [seat for seat in self.within if seat != self.bidder]
                told.append({"event": "out", "seats": [self.bidder]})
        return told + self.end_deal(points, {"bid": bid, "bidder": self.bidder, "tricks": dict(self.tricks)})

    def end_deal(self, points, detail):
        for seat, count in points.items():
            self.total[seat] += count
        told = [
            {"event": "deal_over", "points": points, "detail": detail},
            {"event": "score", "total": dict(self.total)},
        ]
        if self.duel:
            self.duel = [seat for seat in self.duel if self.tricks[seat] == max(self.tricks.values())]
        elif not self.winner:
            self.duel = [seat for seat in self.within if self.total[seat] == 0]
        if len(self.duel) == 1:
            (self.winner,) = self.duel
        elif len(self.within) == 1 and not self.winner:
            (self.winner,) = self.within
        if self.winner:
            return [*told, {"event": "game_over", "winners": [self.winner]}]
        place = self.seats.index(self.dealer) + 1
        self.dealer = next(seat for seat in self.seats[place:] + self.seats[:place] if seat in self.within)
        self.new_deal()
        return told

    def candidates(self):
        """Lines that players may think of now."""
        seat = self.turn
        lines = [{"seat": seat, "do": "pass"}]
        lines += [{"seat": seat, "do": "bid", "value": value} for value in (0, 1, 2, 3, 4, 5, 6, "rodskagg")]
        lines += [{"seat": seat, "do": "declare", "value": value} for value in ("ask", "in")]
        lines += [{"seat": seat, "do": "play", "cards": card} for card in self.hands[seat]]
        for other in self.players:
            lines.append({"seat": other, "do": "exchange", "cards": " ".join(self.hands[other]), "count": 6})
        return lines

    def legal(self):
        return [line for line in self.candidates() if self.why(line)[0] is None]


class People:
    """Who sits at a new table and plays, and what it gets to see of that.

    Chances: `dealt` that a dealt hand is read, `stocked` that the stock is, `thrown` that a hand thrown away is,
    `drawn` that a card of a new hand is; `breach` that who could break a rule with a card does.
    """

    def __init__(self, rng, seats, dealt=0.0, stocked=0.0, thrown=0.0, drawn=0.0, breach=0.0, **options):
        self.table, self.rng = Rodskagg(seats, **options), rng
        self.plain = Plain(self.table.game.seats, self.table.game.seats[-1], **options)
        self.plain.shuffle = lambda cards: rng.sample(cards, len(cards))
        self.chances = {"dealt": dealt, "stocked": stocked, "thrown": thrown, "drawn": drawn, "breach": breach}
        self.breaches = []  # that the table did not see at once: (line, seat, card, suit led)

    @property
    def over(self):
        return self.plain.winner is not None

    def chance(self, what):
        return self.rng.random() < self.chances[what]

    def deal(self):
        """A shuffled deal, where one is due."""
        plain = self.plain
        if plain.hands is not None:
            return
        plain.deal(self.rng.sample(self.table.game.deck.faces, 52))
        read = {seat: " ".join(hand) for seat, hand in plain.hands.items() if self.chance("dealt")}
        if read:
            self.table.line({"deal": read})
        if self.chance("stocked"):
            self.table.line({"stock": " ".join(plain.stock)})

    def step(self):
        """A line, before which the cards are dealt where a new deal begins: what the table says, and what it should."""
        self.deal()
        line = self.choose()
        seen = dict(line)
        if line["do"] == "exchange" and not self.chance("thrown"):
            del seen["cards"]
        said, wanted = self.table.line(seen), self.plain.do(line)
        if said[0]["event"] == "refused" and self.breaches[-1:] and self.breaches[-1][0] == self.table.number:
            self.breaches.pop()  # seen at once, and let stand
            said = self.table.line({"accept": True})
        if line["do"] == "exchange":
            self.name_some(line["seat"])
        return line, said, wanted

    def choose(self):
        """A legal line, or sometimes a card that breaks the rule; a new hand and the bid of all tricks are rare."""
        plain = self.plain
        if plain.phase == "play" and self.chance("breach"):
            plays = [{"seat": plain.turn, "do": "play", "cards": card} for card in plain.hands[plain.turn]]
            broken = [line for line in plays if plain.why(line)[0] == "follow-suit"]
            if broken:
                line = self.rng.choice(broken)
                self.breaches.append((self.table.number + 1, plain.turn, line["cards"], plain.laid[0][1][1]))
                return line
        lines = plain.legal()
        changes = [line for line in lines if line["do"] == "exchange"]
        if changes and self.rng.random() < 0.7:
            return self.rng.choice(changes)
        low = [line for line in lines if line.get("value") not in ("rodskagg", 6, 5)]
        return self.rng.choice(low if low and self.rng.random() < 0.9 else lines)

    def name_some(self, seat):
        """Cards of a new hand that the draw reader saw."""
        for card in self.plain.fresh[seat]:
            if self.chance("drawn"):
                said = self.table.line({"seat": seat, "do": "draw", "card": card})
                assert said == [], said


def agree(said, wanted):
    """Whether the table says this, save for lines' numbers, and what `turn` says of cards and of who may change."""
    hidden = ("line", "legal")
    return [
        {key: value for key, value in event.items() if key not in hidden and (key, event["event"]) != ("seats", "turn")}
        for event in said
    ] == wanted
