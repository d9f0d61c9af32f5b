"""A table to try the referee at, in few words: what is done at it, and what the referee says to that."""

from engine.actions import Act
from engine.games import load
from engine.referee import Referee


class Table:
    """A game, Kullankaivaja, with these seats, the last of them the first dealer. Each act gives its events as dicts.

    `play` takes the seat and its card, `A 5C`, as many as there are; `line` a line as it stands in a script. `events`
    holds all events so far. A line has the next number, save where the test gives `line` another.
    """

    rules = "kullankaivaja"

    def __init__(self, seats="A B C D", dealer=None, **options):
        names = seats.split() if isinstance(seats, str) else list(seats)
        self._open(load(self.rules, names, names[-1] if dealer is None else dealer, options))

    @classmethod
    def of(cls, game):
        """A table at which this game is played."""
        table = cls.__new__(cls)
        table._open(game)
        return table

    def _open(self, game):
        self.game = game
        self.referee = Referee(game)
        self.number = 1
        self.events = shown(self.referee.open(1))

    def play(self, *turns):
        return [event for turn in turns for event in self._play(*turn.split())]

    def draw(self, seat, card=None, **more):
        return self.do("draw", seat, card, **more)

    def deal(self, hands=None, **by_name):
        hands = hands or by_name
        read = {self.seat(seat): self.game.deck.read(cards) for seat, cards in hands.items()}
        return self.take(Act("deal", hands=read))

    def stock(self, cards):
        return self.do("stock", None, cards)

    def do(self, verb, seat, cards=None, **more):
        read = None if cards is None else self.game.deck.read(cards)
        return self.take(Act(verb, None if seat is None else self.seat(seat), read, **more))

    def undo(self):
        return self._said(self.referee.undo)

    def accept(self):
        return self._said(self.referee.accept)

    def take(self, act):
        return self._said(lambda line: self.referee.take(act, line))

    def line(self, line, number=None):
        if number is not None:
            self.number = number - 1
        if "undo" in line:
            return self.undo()
        if "accept" in line:
            return self.accept()
        if "deal" in line:
            return self.deal(line["deal"])
        if "stock" in line:
            return self.stock(line["stock"])
        more = {"source": line["from"]} if "from" in line else {}
        return self.do(line["do"], line["seat"], line.get("cards", line.get("card")), **more)

    def seat(self, name):
        return self.game.seats.index(name)

    def hand(self, seat):
        """The cards known to be in this hand, as a text."""
        return self.game.text(self.referee.match.hands.known[self.seat(seat)])

    def _play(self, seat, *cards):
        return self.do("play", seat, " ".join(cards))

    def _said(self, line):
        self.number += 1
        said = shown(line(self.number))
        self.events += said
        return said


def shown(events):
    """Events as `lapio replay` prints them."""
    return [event.as_json() for event in events]


def refusal(events):
    """The rule of the one event that these are, a refusal, and its `because`."""
    (refused,) = events
    assert refused["event"] == "refused"
    return refused["rule"], refused["because"]


def kinds(events):
    return [event["event"] for event in events]


def only(kind, events):
    """The one event of this kind."""
    (found,) = (event for event in events if event["event"] == kind)
    return found


def snapshot(thing):
    """All that an object holds, down to plain values, for comparing what it was with what it is.

    Not the rules: these never change, and would only slow it down.
    """
    if isinstance(thing, dict):
        return {key: snapshot(value) for key, value in thing.items() if key != "game"}
    if isinstance(thing, list | tuple):
        return [snapshot(value) for value in thing]
    if isinstance(thing, set):
        return frozenset(thing)
    if type(thing).__module__ == "builtins" or isinstance(thing, type):
        return thing
    slots = [slot for kind in type(thing).__mro__ for slot in getattr(kind, "__slots__", ())]
    held = {slot: getattr(thing, slot) for slot in slots} | getattr(thing, "__dict__", {})
    return type(thing).__name__, snapshot(held)
