"""A second referee for Kullankaivaja, slow and obvious, written from its rules page and that of the table script.

It shares no code with the engine: cards are texts, an undo plays everything again, and what unseen hands prove is
searched for anew each time (plain_proofs.py). The real one must say the same, event by event.
"""

from plain_proofs import DECK, DIGGERS, Claim, Place, Proofs, text

POINTS = {"J": 11, "T": 10, "A": 5, "K": 3, "Q": 2}
OPTIONS = {"rules": "a", "teams": False, "target": 0, "target_stop": "deal", "three_player_deck": "51"}
PRESETS = {"a": {"refill": "trick", "lapio": "single_deal"}, "b": {"refill": "may", "lapio": "always"}}


def points_of(card):
    return 15 if card == "JS" else POINTS.get(card[0], 0)


class PlainReferee:
    """Takes lines as dicts and gives the events as dicts. Without `proofs` it proves nothing, and is quick."""

    def __init__(self, seats, dealer, options, *, proofs=True):
        self.seats = list(seats)
        given = {**OPTIONS, **PRESETS[options.get("rules", "a")], **options}
        self.start = lambda: Game(self.seats, self.seats.index(dealer), given, proofs)
        self.game = self.start()
        self.log = []  # (line, its number, whether it claims anything)
        self.last_refused = None  # (line, whether it may be let stand)

    def open(self):
        return [self.game.turn(1)]

    def line(self, line, number):
        if "undo" in line:
            return self.undo(number)
        if "accept" in line:
            return self.accept(number)
        refusal = self.game.refuse(line)
        if refusal:
            rule, because, own = refusal
            self.last_refused = line, own
            return [refused(number, line, rule, because)]
        waits = self.last_refused if line.get("do") == "draw" else None
        said = self.apply(line, number, True)
        self.last_refused = waits and (waits[0], (self.game.refuse(waits[0]) or (None, None, False))[2])
        return said

    def apply(self, line, number, claims):
        before = self.game.turn(number)
        events = self.game.apply(line, number, claims)
        self.log.append((line, number, claims))
        turn = self.game.turn(number)
        if turn and not (line.get("do") == "draw" and turn == before):
            events.append(turn)
        return events

    def accept(self, number):
        line, own = self.last_refused or (None, False)
        self.last_refused = None
        if not own:
            return [refused(number, {}, "wrong-phase", ())]
        return self.apply(line, number, False)

    def undo(self, number):
        self.last_refused = None
        if not self.log:
            return [refused(number, {}, "wrong-phase", ())]
        before = self.game.totals()
        self.log.pop()
        self.game = self.start()
        for line, old_number, claims in self.log:
            self.game.apply(line, old_number, claims)
        after = self.game.totals()
        score = [{"event": "score", "line": number, "total": after}] if after != before else []
        return [*score, self.game.turn(number)]


def refused(number, line, rule, because):
    cards = line.get("cards", line.get("card", ""))
    return {
        "event": "refused",
        "line": number,
        "seat": line.get("seat"),
        "rule": rule,
        "cards": cards,
        "because": text(because),
    }


class Game:
    """All deals of one game."""

    def __init__(self, seats, dealer, options, proofs):
        self.seats, self.dealer, self.options, self.proofs = seats, dealer, options, proofs
        if options["teams"]:
            self.sides = {f"{seats[0]}+{seats[2]}": seats[0::2], f"{seats[1]}+{seats[3]}": seats[1::2]}
        else:
            self.sides = {seat: [seat] for seat in seats}
        self.earlier = dict.fromkeys(self.sides, 0)
        self.over = False
        short = len(seats) == 3 and options["three_player_deck"] == "51"
        self.pack = [card for card in DECK if not (short and card == "2C")]
        self.deal = Deal(self.seats, dealer, self.pack, options["refill"])

    def refuse(self, line):
        if self.over:
            return "wrong-phase", (), False
        if "deal" in line:
            return self.deal.refuse_deal({seat: cards.split() for seat, cards in line["deal"].items()})
        if "stock" in line:
            return self.deal.refuse_stock(line["stock"].split())
        if line.get("do") == "play":
            return self.deal.refuse_play(line["seat"], line.get("cards", "").split())
        if line.get("do") == "draw" and line.get("from", "stock") == "stock":
            return self.deal.refuse_draw(line["seat"], (line.get("card") or line.get("cards", "")).split())
        return "wrong-phase", (), False

    def apply(self, line, number, claims):
        deal = self.deal
        if "deal" in line:
            deal.read_hands({seat: cards.split() for seat, cards in line["deal"].items()})
            return []
        if "stock" in line:
            deal.read_stock(line["stock"].split())
            return []
        if line["do"] == "draw":
            deal.draw(line["seat"], line.get("card"))
            return self.verdicts(number)
        trick = deal.play(line["seat"], line["cards"], number, claims)
        events = self.verdicts(number)
        deal.refill_after(line["seat"], trick)
        return events + (self.after_trick(trick, number) if trick else [])

    def verdicts(self, number):
        return self.deal.verdicts(number) if self.proofs else []

    def after_trick(self, trick, number):
        winner, cards = trick
        deal, options = self.deal, self.options
        events = [
            {
                "event": "trick",
                "line": number,
                "winner": winner,
                "cards": " ".join(cards),
                "points": sum(map(points_of, cards)),
            }
        ]
        over = not any(deal.size(seat) for seat in self.seats)
        if over:
            taken = deal.taken[winner]
            left = [card for card in self.pack if not any(card in cards for cards in deal.taken.values())]
            taken += left
            detail = {"lapio": next(side for side in self.sides if "AS" in self.taken(side))}
            if left:
                detail["leftover"] = left[0]
            points = {side: sum(map(points_of, self.taken(side))) for side in self.sides}
            events.append({"event": "deal_over", "line": number, "points": points, "detail": detail})
        totals = self.totals()
        events.append({"event": "score", "line": number, "total": totals})
        target = options["target"]
        counted = over or (target and options["target_stop"] == "trick")
        if counted and max(totals.values()) >= target:
            winners = [side for side in self.sides if totals[side] == max(totals.values())]
            by = "points"
            if len(winners) > 1 and (not target or options["lapio"] == "always"):
                with_lapio = [side for side in winners if "AS" in self.taken(side)]
                if with_lapio:
                    winners, by = with_lapio, "lapio"
            if len(winners) == 1 or not target:
                self.over = True
                events.append({"event": "game_over", "line": number, "winners": winners, "by": by})
        if over and not self.over:
            self.earlier = totals
            self.dealer = (self.dealer + 1) % len(self.seats)
            self.deal = Deal(self.seats, self.dealer, self.pack, options["refill"])
        return events

    def taken(self, side):
        return [card for seat in self.sides[side] for card in self.deal.taken[seat]]

    def totals(self):
        return {side: self.earlier[side] + sum(map(points_of, self.taken(side))) for side in self.sides}

    def turn(self, number):
        if self.over:
            return None
        deal = self.deal
        turn = {"event": "turn", "line": number, "seat": deal.turn, "phase": "play"}
        if not deal.unknown[deal.turn]:
            hand = deal.known[deal.turn]
            turn["legal"] = text(card for card in hand if not deal.broken(card, hand - {card}))
        return turn


class Deal(Proofs):
    """One deal: what everybody sees of it, and what the table has read."""

    def __init__(self, seats, dealer, pack, refill):
        self.seats, self.pack, self.refill = seats, pack, refill
        self.turn = self.clockwise(dealer)[1]
        self.dealt = {}
        self.stock = None  # what is left of it, where it is known
        self.drawable = (len(pack) - 5 * len(seats)) // len(seats) * len(seats)
        self.trick, self.players, self.led = [], [], None
        self.taken = {seat: [] for seat in seats}
        self.played = {}  # card: (seat, time)
        self.may_take, self.may_name = set(), set()
        self.claims = []
        self.start()

    def start(self):
        self.time = 1
        self.known = {seat: set(self.dealt.get(seat, ())) for seat in self.seats}
        self.unknown = {seat: 0 if seat in self.dealt else 5 for seat in self.seats}
        self.places = [Place(seat, 5, set(self.dealt[seat]) if seat in self.dealt else None, 0) for seat in self.seats]

    def clockwise(self, seat):
        at = seat if isinstance(seat, int) else self.seats.index(seat)
        return self.seats[at:] + self.seats[:at]

    def size(self, seat):
        return len(self.known[seat]) + self.unknown[seat]

    def elsewhere(self, *but):
        """The cards that were seen somewhere, save in the hands of `but`."""
        cards = set(self.played) | set(self.stock or ()) | (set(DECK) - set(self.pack))
        for seat in self.seats:
            if seat not in but:
                cards |= self.known[seat]
        return cards

    def broken(self, card, hand):
        """The first rule that this card breaks, played from beside this hand, with the cards that it names."""
        if self.led is None or card[1] == self.led[1]:
            return None
        suit = {held for held in hand if held[1] == self.led[1]}
        if suit:
            return "follow-suit", suit
        if card not in DIGGERS and hand & DIGGERS:
            return "must-trump", hand & DIGGERS
        return None

    def refuse_deal(self, hands):
        if self.played:
            return "wrong-phase", (), False
        if any(len(cards) != 5 for cards in hands.values()):
            return "wrong-count", (), False
        cards = [card for hand in hands.values() for card in hand]
        if len(set(cards)) < len(cards) or self.elsewhere(*hands) & set(cards):
            return "card-seen", (), False
        return None

    def refuse_stock(self, cards):
        if self.played:
            return "wrong-phase", (), False
        if len(cards) != len(self.pack) - 5 * len(self.seats):
            return "wrong-count", (), False
        dealt = {card for hand in self.dealt.values() for card in hand}
        if len(set(cards)) < len(cards) or (set(cards) & dealt) or not set(cards) <= set(self.pack):
            return "card-seen", (), False
        return None

    def refuse_play(self, seat, cards):
        if seat != self.turn:
            return "out-of-turn", (), False
        if len(cards) != 1:
            return "wrong-count", (), False
        card = cards[0]
        if card in self.elsewhere(seat):
            return "card-seen", (), False
        if not self.unknown[seat] and card not in self.known[seat]:
            return "not-in-hand", (), False
        broken = self.broken(card, self.known[seat] - {card})
        return (*broken, True) if broken else None

    def refuse_draw(self, seat, cards):
        takes = seat in self.may_take and self.drawable
        if not takes and (not cards or seat not in self.may_name):
            return "wrong-phase", (), False
        if len(cards) > 1:
            return "wrong-count", (), False
        if takes and self.stock:
            return ("card-seen", (), False) if set(cards) - {self.stock[0]} else None
        return ("card-seen", (), False) if self.elsewhere() & set(cards) else None

    def read_hands(self, hands):
        self.dealt |= hands
        self.start()

    def read_stock(self, cards):
        self.stock = cards

    def play(self, seat, card, number, claims):
        """Returns (winner, cards) of the trick that is complete with this card."""
        if self.led is None:
            self.led, self.trick, self.may_take = card, [], set()
            self.players = [other for other in self.clockwise(seat) if self.size(other)]
        claims = claims and self.unknown[seat] and card[1] != self.led[1]
        self.played[card] = seat, self.time
        self.time += 1
        if card in self.known[seat]:
            self.known[seat].remove(card)
        else:
            self.unknown[seat] -= 1
        if claims:
            rows = [("follow-suit", {other for other in DECK if other[1] == self.led[1]})]
            if card not in DIGGERS:
                rows.append(("must-trump", DIGGERS))
            rows = [(rule, (cards & set(self.pack)) - set(self.played)) for rule, cards in rows]
            rows = [(rule, cards) for rule, cards in rows if cards]
            if rows:
                self.claims.append(Claim(seat, card, number, self.time, rows))
        self.may_name.discard(seat)
        self.trick.append((seat, card))
        if len(self.trick) < len(self.players):
            self.turn = self.players[len(self.trick)]
            return None
        winner = self.winner()
        cards = [card for _, card in self.trick]
        self.taken[winner] += cards
        self.led = None
        return winner, cards

    def refill_after(self, seat, trick):
        if self.refill == "trick":
            if trick and self.drawable:
                for other in self.clockwise(trick[0]):
                    self.take_up(other)
        elif self.drawable:
            if self.refill == "play" or not self.size(seat):
                self.take_up(seat)
            else:
                self.may_take.add(seat)
        if trick:
            holders = [other for other in self.clockwise(trick[0]) if self.size(other)]
            self.turn = holders[0] if holders else None

    def winner(self):
        cards = [card for _, card in self.trick]
        diggers = [card for card in cards if card in DIGGERS]
        if "JS" in cards:
            best = "JS"
        elif diggers:
            best = diggers[0]
        else:
            best = min((card for card in cards if card[1] == cards[0][1]), key=DECK.index)
        return next(seat for seat, card in self.trick if card == best)

    def take_up(self, seat, card=None):
        self.drawable -= 1
        if self.stock:
            card = self.stock.pop(0)
        self.places.append(Place(seat, 1, None if card is None else {card}, self.time))
        self.time += 1
        if card is None:
            self.unknown[seat] += 1
            self.may_name.add(seat)
        else:
            self.known[seat].add(card)

    def draw(self, seat, card):
        if seat in self.may_take and self.drawable:
            self.may_take.discard(seat)
            self.take_up(seat, card)
        else:
            self.unknown[seat] -= 1
            self.known[seat].add(card)
            next(place for place in reversed(self.places) if place.seat == seat).read = {card}
        self.may_name.discard(seat)
