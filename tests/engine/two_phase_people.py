"""Skitgubbe and Mattis, played at random by people with true cards, and told a second time.

`Plain` is the two pages written down plainly, by somebody who sees every card: which rule a line breaks, and what is
said to it. `People` play by it, legally, before a table that reads all, a part or nothing of it.
"""

import json
import random
from itertools import pairwise

from referee_table import Table, snapshot

from table.script import Change, read_line

RANKS = "23456789TJQKA"


class TwoPhases(Table):
    """A table for either game. `line` takes any line of a script."""

    def line(self, line, number=None):
        if number is not None:
            self.number = number - 1
        act = read_line(json.dumps(line), self.game.seats, self.game.deck)
        if isinstance(act, Change):
            return self.undo() if act is Change.UNDO else self.accept()
        return self.take(act)

    def lines(self, text):
        """Lines in short, as `A 5C`, `A 5C stock`, `B take`, `B take pile`, `trump 7H`, with commas between them.

        The events of the last one.
        """
        for short in text.split(","):
            said = self.line(self._line(short.split()))
        return said

    def _line(self, words):
        if words[0] == "trump":
            return {"trump": words[1]}
        seat, *words = words
        if words[0] == "take":
            return {"seat": seat, "do": "take", **({"from": words[1]} if words[1:] else {})}
        source = {"from": words.pop()} if words[-1].islower() else {}
        return {"seat": seat, "do": "play", "cards": " ".join(words), **source}

    def late(self, stock, **hands):
        """Go to late in the first phase: these are the hands, all read, and so many cards the stock."""
        match = self.referee.match
        for seat, name in enumerate(self.game.seats):
            match.hands.shows(seat, self.game.deck.cards(hands.get(name, "")))
        match.begun, match.stock_left = True, stock
        if not stock:
            match.owner = 0
        return self._from_here(match)

    def shed(self, trump, **hands):
        """Go to the second phase: these are the hands of all seats, the first leads; the rest was laid aside."""
        match = self.late(0, **hands).referee.match
        match.phase, match.on_turn = "shed", 0
        match.trumps = self.game.deck.cards(" ".join(rank + trump for rank in RANKS))
        match.gone = self.game.pack & ~match.hands.everywhere()
        return self._from_here(match)

    def _from_here(self, match):
        self.referee._checkpoints, self.referee._turn = [match.fork()], match.turn()
        return self


class Skitgubbe(TwoPhases):
    rules = "skitgubbe"


class Mattis(TwoPhases):
    rules = "mattis"


class Plain:
    """A game of Skitgubbe, or with `first_goes` of Mattis, in which everything is seen. Cards are texts."""

    def __init__(self, seats, dealer, pack, *, first_goes=False, sequences=False, free_take=False):
        self.seats, self.pack = list(seats), set(pack)
        self.first_goes, self.sequences, self.free_take = first_goes, sequences, free_take
        pack = list(pack)
        self.hands = {seat: [pack.pop(0) for _ in range(3)] for seat in self.seats}
        self.stock = pack
        self.won = {seat: [] for seat in self.seats}
        self.owner = self.loser = None
        self.phase = "collect"
        self.lying = []  # a card or unit each, with who played it
        self.gone = set()  # laid aside in the second phase
        self.meet(self.after(dealer)[0])

    def after(self, seat):
        """The other seats, clockwise, then this one."""
        place = self.seats.index(seat) + 1
        return self.seats[place:] + self.seats[:place]

    def meet(self, first):
        """Who leads the next duel, against whom; or the first phase is over."""
        holders = [seat for seat in [first, *self.after(first)[:-1]] if self.hands[seat]]
        if len(holders) < 2:
            self.phase, self.turn = "trump", self.owner
        else:
            self.turn, self.opponent = holders[:2]
            self.lead = self.turn

    def beats(self, card, top):
        """Whether the card beats the top card."""
        if card[1] == top[1]:
            return RANKS.index(card[0]) > RANKS.index(top[0])
        return card[1] == self.trump

    def why(self, line):
        """The rule that the line breaks, and the cards that show it."""
        if self.loser:
            return "wrong-phase", ()
        if "trump" in line:
            return self.why_trump(line["trump"]), ()
        seat = line["seat"]
        if line["do"] == "take":
            if self.phase != "shed" or not self.lying:
                return "wrong-phase", ()
            if seat != self.turn:
                return "out-of-turn", ()
            beating = [card for card in self.hands[seat] if self.beats(card, self.top())]
            return ("must-beat", beating) if beating and not self.free_take else (None, ())
        return self.why_play(seat, line["cards"].split(), line.get("from", "hand")), ()

    def why_trump(self, card):
        if self.phase != "trump":
            return "wrong-phase"
        return None if card == self.stock[0] else "card-seen"  # every other card was seen

    def why_play(self, seat, unit, source):
        if self.phase == "trump":
            return "wrong-phase"
        if seat != self.turn:
            return "out-of-turn"
        if len(unit) != 1 and not (self.phase == "shed" and self.sequences and unit):
            return "wrong-count"
        if len(unit) > 1 and not self.is_run(unit):
            return "not-a-sequence"
        if source == "stock":
            if self.owner:
                return "stock-empty"
            if len(self.stock) == 1:
                return "stock-last-card"
            return None if unit == self.stock[:1] else "not-stock-top"
        if any(card not in self.hands[seat] for card in unit):
            return "card-seen"  # all cards are known, so it is somewhere else
        if self.phase == "shed" and self.lying:
            lowest = min(unit, key=lambda card: RANKS.index(card[0]))
            return None if self.beats(lowest, self.top()) else "does-not-beat"
        return None

    def is_run(self, unit):
        places = sorted(RANKS.index(card[0]) for card in unit)
        return len({card[1] for card in unit}) == 1 and all(b - a == 1 for a, b in pairwise(places))

    def top(self):
        """The highest card of what was played last."""
        return max(self.lying[-1][1], key=lambda card: RANKS.index(card[0]))

    def do(self, line):
        """Play a line that breaks no rule: the events, the turn without `legal`."""
        if "trump" in line:
            told = self.do_trump(line["trump"])
        elif line["do"] == "take":
            told = self.do_take()
        elif self.phase == "collect":
            told = self.do_duel(line["seat"], line["cards"], line.get("from", "hand"))
        else:
            told = self.do_shed(line["seat"], line["cards"].split())
        if not self.loser:
            told.append({"event": "turn", "seat": self.turn, "phase": self.phase})
        return told

    def do_duel(self, seat, card, source):
        last, drawn = [], self.stock
        if source == "stock":
            self.stock = self.stock[1:]
        else:
            self.hands[seat].remove(card)
            if len(drawn) > 1:
                self.hands[seat].append(drawn[0])
                self.stock = drawn[1:]
            elif not self.owner:
                self.owner = seat
                last = [{"event": "last_card", "seat": seat}]
        self.lying.append((seat, [card]))
        if len(self.lying) % 2:
            self.turn = self.opponent
            return last
        cards = " ".join(one for _, (one,) in self.lying)
        (leader, (led,)), (second, (answer,)) = self.lying[-2:]
        if led[0] == answer[0]:
            both = {"seats": [seat for seat in self.seats if seat in (leader, second)], "cards": cards}
            last.append({"event": "tie", **both})
            self.turn = leader
            if self.hands[leader] and self.hands[second]:
                return last
            for player, (own,) in self.lying:
                self.won[player].append(own)
            self.lying = []
            self.meet(leader)
            return [*last, {"event": "returned", **both}]
        winner = leader if RANKS.index(led[0]) > RANKS.index(answer[0]) else second
        self.won[winner] += cards.split()
        self.lying = []
        self.meet(winner)
        return [{"event": "trick", "winner": winner, "cards": cards}, *last]

    def do_trump(self, card):
        self.trump, self.phase = card[1], "shed"
        for seat in self.seats:
            self.hands[seat] += self.won[seat]
        self.hands[self.owner].append(card)
        self.playing = list(self.seats)
        self.turn = self.owner
        return [{"event": "trump", "seat": self.owner, "card": card, "suit": self.trump}]

    def do_take(self):
        unit = self.lying.pop(0 if self.first_goes else -1)[1]
        self.hands[self.turn] += unit
        told = [{"event": "taken", "seat": self.turn, "cards": " ".join(unit)}]
        self.go_on()
        return told

    def do_shed(self, seat, unit):
        if not self.lying:
            self.size = len(self.playing)
        for card in unit:
            self.hands[seat].remove(card)
        self.lying.append((seat, sorted(unit, key=lambda card: RANKS.index(card[0]))))
        told = []
        complete = len(self.lying) == self.size
        if complete:
            cards = [card for _, played in self.lying for card in played]
            told.append({"event": "trick", "winner": seat, "cards": " ".join(cards)})
            self.gone |= set(cards)
            self.lying = []
        if not self.hands[seat]:
            self.playing.remove(seat)
            told.append({"event": "out", "seat": seat})
        if len(self.playing) == 1:
            (self.loser,) = self.playing
            return [*told, {"event": "game_over", "losers": [self.loser]}]
        if not complete or seat not in self.playing:
            self.go_on()
        return told

    def go_on(self):
        """The turn passes on; while nothing lies, to somebody who can lead."""
        self.turn = next(
            seat for seat in self.after(self.turn) if seat in self.playing and (self.lying or self.hands[seat])
        )

    def candidates(self):
        """Lines that the seat on turn may think of: each card, what lies on the stock, runs of its cards, taking."""
        if self.phase == "trump":
            return [{"trump": self.stock[0]}]
        seat, hand = self.turn, self.hands[self.turn]
        units = [[card] for card in hand]
        if self.phase == "shed" and self.sequences:
            for card in hand:
                run = [card]
                while len(run) < 13 and (above := RANKS[RANKS.index(run[-1][0]) + 1 :][:1] + card[1]) in hand:
                    run.append(above)
                    units.append(run[:])
        lines = [{"seat": seat, "do": "play", "cards": " ".join(unit)} for unit in units]
        if self.phase == "collect":
            lines.append({"seat": seat, "do": "play", "cards": self.stock[0], "from": "stock"})
        return [*lines, {"seat": seat, "do": "take"}]

    def legal(self):
        return [line for line in self.candidates() if self.why(line)[0] is None]

    def position(self):
        """All that the rest of the second phase depends on."""
        hands = [frozenset(self.hands[seat]) for seat in self.seats]
        return self.turn, self.size if self.lying else 0, *hands, *(tuple(unit) for _, unit in self.lying)

    def everywhere(self):
        """All cards, wherever they lie."""
        piles = [*self.hands.values(), *(unit for _, unit in self.lying), self.gone]
        if self.phase != "shed":
            piles += [*self.won.values(), self.stock]
        return [card for pile in piles for card in pile]


class People:
    """Who sits at a new table (`kind` is a class of TwoPhases) and plays, and what it gets to see of that.

    Chances: `dealt` that a dealt hand is read, `stocked` that the stock is, `drawn` that a refill is named.
    """

    def __init__(self, kind, rng, seats, dealt=0.0, stocked=0.0, drawn=0.0, **options):
        self.table = kind(seats, **options)
        self.rng, self.drawn = rng, drawn
        pack = self.table.game.text(self.table.game.pack).split()
        rng.shuffle(pack)
        options.pop("low", None)
        first_goes = kind is Mattis
        self.plain = Plain(self.table.game.seats, self.table.game.seats[-1], pack, first_goes=first_goes, **options)
        read = {seat: " ".join(hand) for seat, hand in self.plain.hands.items() if rng.random() < dealt}
        self.opening = [{"deal": read}] if read else []
        if rng.random() < stocked:
            self.opening.append({"stock": " ".join(self.plain.stock)})
        for line in self.opening:
            self.table.line(line)
        self.latest = {}  # the card of each seat's latest refill, as long as it is in the hand and not named
        self.forced = set()  # positions of the second phase that came since somebody last had a choice
        self.forced_rings = 0  # how often one of these came round again
        self.gone, self.idle = set(), 0  # what was laid aside, and how many lines ago

    @property
    def over(self):
        return self.plain.loser is not None

    def step(self):
        """A legal line: the line, what the table says to it, and what it should say.

        Where play only goes round, a breach that ends that is let stand: `break_ring`.
        """
        lines = self.plain.legal()
        if self.goes_round(lines):
            return self.break_ring()
        line = self.choose(lines)
        before = len(self.plain.stock)
        said, wanted = self.table.line(line), self.plain.do(line)
        seat, card = line.get("seat"), line.get("cards")
        if self.plain.phase == "collect" and "from" not in line:
            if self.latest.get(seat) == card:
                del self.latest[seat]
            if len(self.plain.stock) < before:
                self.latest[seat] = self.plain.hands[seat][-1]
        return line, said, wanted

    def goes_round(self, lines):
        """Whether nobody has had a choice since this position was last there, or nothing was laid aside for long."""
        if self.plain.phase != "shed" or self.plain.free_take:
            return False
        if self.plain.gone != self.gone:
            self.gone, self.idle = set(self.plain.gone), 0
        self.idle += 1
        position = self.plain.position()
        if len(lines) > 1:
            self.forced = set()
        elif position in self.forced:
            self.forced_rings += 1
            return True
        else:
            self.forced.add(position)
        return self.idle > 100

    def break_ring(self):
        """Play on to the next seat that must beat; it takes instead, and that is let stand. Returns as `step`."""
        self.forced, self.idle = set(), 0
        while True:
            line = self.rng.choice(self.plain.legal())
            if line["do"] == "play" and self.plain.lying:
                break
            said, wanted = self.table.line(line), self.plain.do(line)
            assert agree(said, wanted), (line, said, wanted)
        line = {"seat": self.plain.turn, "do": "take"}
        (refused,) = self.table.line(line)
        rule, beating = self.plain.why(line)
        assert (refused["rule"], sorted(refused["because"].split())) == (rule, sorted(beating))
        return line, self.table.line({"accept": True}), self.plain.do(line)

    def choose(self, lines):
        """More often a card than to take it up, so that games come to an end where taking is free."""
        plays = [line for line in lines if line.get("do") == "play" and "from" not in line]
        return self.rng.choice(plays if plays and self.rng.random() < 0.8 else lines)

    def name_one(self):
        """Perhaps the draw reader saw a refill: what the table says to that, None where it did not."""
        known = self.table.referee.match.nameable
        due = [seat for seat in self.latest if self.table.seat(seat) in known]
        if self.plain.phase != "collect" or not due or self.rng.random() >= self.drawn:
            return None
        seat = self.rng.choice(due)
        return self.table.line({"seat": seat, "do": "draw", "card": self.latest.pop(seat), "from": "stock"})


MODES = ({}, {"dealt": 1, "stocked": 1}, {"dealt": 0.5, "drawn": 0.4}, {"dealt": 0.5, "stocked": 0.5, "drawn": 0.3})


def games(kind, seats, count, **options):
    """So many games of different people, hands unseen, known or both; each with the name that it is made from."""
    for seed in range(count):
        name = f"{kind.rules} {seats} {options} {seed}"
        yield name, People(kind, random.Random(name), seats, **MODES[seed % len(MODES)], **options)


def play_out(people):
    """To the end: every line is answered as the rules page tells it, no card is lost, nobody is accused."""
    table, plain = people.table, people.plain
    while not people.over:
        named = people.name_one()
        assert not named or [event["event"] for event in named] == ["turn"], named
        line, said, wanted = people.step()
        assert agree(said, wanted), (line, said, wanted)
        turn = table.referee.match.turn()
        if turn and turn["phase"] == "shed":
            openers = {line["cards"].split()[0] for line in plain.legal() if "cards" in line}
            assert set(turn["legal"].split()) == openers
    assert sorted(plain.everywhere()) == sorted(table.game.text(table.game.pack).split())
    assert table.referee.match.turn() is None


def check_all_lines(people, lines):
    """To the end: of these lines exactly those that the page allows are not refused, the others for its reason."""
    table, plain = people.table, people.plain
    acts = [(line, read_line(json.dumps(line), table.game.seats, table.game.deck)) for line in lines]
    while not people.over:
        match = table.referee.match
        before = snapshot(match)
        for line, act in acts:
            found, (rule, because) = match.refuse(act), plain.why(line)
            assert (found and found.rule) == rule, line
            assert found is None or set(table.game.text(found.because).split()) == set(because), line
        assert snapshot(match) == before
        people.step()


def all_lines(game):
    """Every seat takes, plays every card from its hand and from the stock, and every card is shown for trump."""
    takes = [{"seat": seat, "do": "take"} for seat in game.seats]
    plays = [{"seat": seat, "do": "play", "cards": card} for seat in game.seats for card in game.deck.faces]
    return [
        *takes,
        *plays,
        *({**line, "from": "stock"} for line in plays),
        *({"trump": card} for card in game.deck.faces),
    ]


def check_undo(people):
    """To the end: every line is taken back, which gives the turn before and the match as it was, and done again."""
    table = people.table
    while not people.over:
        before, turn, number = snapshot(table.referee.match), table.referee.match.turn(), table.number
        line, said, _ = people.step()
        (undone,) = table.undo()
        assert {key: value for key, value in undone.items() if key not in ("event", "line")} == turn
        assert snapshot(table.referee.match) == before
        assert table.line(line, number + 1) == said


def told(events):
    """The events without their lines, a `turn` as `seat phase`."""
    return [
        f"{event['seat']} {event['phase']}"
        if event["event"] == "turn"
        else {key: value for key, value in event.items() if key != "line"}
        for event in events
    ]


def agree(said, wanted):
    """Whether the table says this, save for lines' numbers and for `legal`."""
    return [{key: value for key, value in event.items() if key not in ("line", "legal")} for event in said] == wanted
