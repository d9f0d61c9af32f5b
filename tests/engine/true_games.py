"""Whole games of Kullankaivaja, played at random by people who have true hands: the lines that the table gets to see.

The plain referee keeps the tricks, so that the real one is not tested with its own rules.
"""

from plain_referee import PlainReferee


def game(rng, seats, dealer, options, *, dealt=0.0, stocked=0.0, drawn=0.0, taken=0.7, breach=0.0, deals=9):
    """The lines of a game, as they stand in a script, to its end or for so many deals.

    Chances: `dealt` that a dealt hand is read, `stocked` that the stock is, `drawn` that a refill is, sooner or later;
    `taken`, by seat or for all, that a card that may be taken is; `breach` that who could break a rule does. A breach
    that the table sees at once is let stand or taken back.
    """
    plain = PlainReferee(seats, dealer, options, proofs=False)
    lines = []
    while not plain.game.over and deals:
        Players(rng, plain, lines).play_deal(dealt, stocked, drawn, taken, breach)
        deals -= 1
    return lines


class Players:
    """The people of one deal. `hands` and `stock` are the true cards, the next card of the stock first."""

    def __init__(self, rng, plain, lines):
        self.rng, self.plain, self.lines, self.deal = rng, plain, lines, plain.game.deal
        pack = list(plain.game.pack)
        rng.shuffle(pack)
        self.hands = {seat: [pack.pop() for _ in range(5)] for seat in self.deal.seats}
        self.stock = pack

    def play_deal(self, dealt, stocked, drawn, taken, breach):
        taken = taken if isinstance(taken, dict) else dict.fromkeys(self.hands, taken)
        read = {seat: " ".join(hand) for seat, hand in self.hands.items() if self.chance(dealt)}
        if read:
            self.say({"deal": read})
        if self.chance(stocked):
            self.say({"stock": " ".join(self.stock)})
        while self.plain.game.deal is self.deal and not self.plain.game.over:
            for seat in self.rng.sample(self.deal.seats, len(self.deal.seats)):
                if seat in self.deal.may_take and self.deal.drawable and self.chance(taken[seat] / 2):
                    seen = {"card": self.stock[0]} if self.chance(drawn) else {}
                    self.say({"seat": seat, "do": "draw", **seen})
                    self.hands[seat].append(self.stock.pop(0))
                elif seat in self.deal.may_name and self.chance(drawn / 2):
                    self.say({"seat": seat, "do": "draw", "card": self.hands[seat][-1], "from": "stock"})
            self.play_card(self.deal.turn, breach)

    def play_card(self, seat, breach):
        hand = self.hands[seat]
        broken = [card for card in hand if self.deal.broken(card, set(hand) - {card})]
        legal = [card for card in hand if card not in broken]
        card = self.rng.choice(broken if broken and self.chance(breach) else legal)
        drawable = self.deal.drawable
        (first, *_) = self.say({"seat": seat, "do": "play", "cards": card})
        if first["event"] == "refused":
            if self.chance(0.5):
                self.say({"accept": True})
            else:
                card = self.rng.choice(legal)
                self.say({"seat": seat, "do": "play", "cards": card})
        hand.remove(card)
        if self.deal.drawable < drawable:
            takers = self.deal.clockwise(self.deal.turn) if self.deal.refill == "trick" else [seat]
            for taker in takers:
                self.hands[taker].append(self.stock.pop(0))

    def say(self, line):
        self.lines.append(line)
        return self.plain.line(line, len(self.lines) + 1)

    def chance(self, share):
        return self.rng.random() < share


def choices(rng):
    """Any table: (seats, dealer, options)."""
    count = rng.choice((2, 3, 4, 4))
    seats = rng.sample(["A", "B", "C", "D", "Åke", "x y"], count)
    options = {
        "rules": rng.choice("ab"),
        "refill": rng.choice(("trick", "play", "may")),
        "lapio": rng.choice(("single_deal", "always")),
        "target": rng.choice((0, 0, 20, 64, 150)),
        "target_stop": rng.choice(("deal", "trick")),
        "three_player_deck": rng.choice(("51", "52")),
        "teams": count == 4 and rng.random() < 0.5,
    }
    return seats, rng.choice(seats), {key: value for key, value in options.items() if rng.random() < 0.7}
