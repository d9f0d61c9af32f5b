"""A session without hardware, people or screen: tests lay cards on readers and look at what the table says."""

from engine.games import load
from engine.referee import Referee
from firmware_bridge.reads import Button, TagOff, TagOn
from table.registry import mock_deck
from table.seating import mock_seating
from table.sensing import HouseRules
from table.session import Session


class Disk:
    """Keeps lines as the journal does; `fails` makes the disk full."""

    def __init__(self):
        self.lines = []
        self.fails = None

    def append(self, lines):
        if self.fails:
            raise self.fails
        self.lines += lines


class Lamps:
    """A panel that remembers."""

    def __init__(self):
        self.lamps = {}
        self.sounds = []

    def lamp(self, lamp, state):
        self.lamps[lamp] = state

    def buzz(self, hz, ms):
        self.sounds.append((hz, ms))

    def close(self):
        pass


class AtTheTable:
    """Four seats N E S W (or others), dealer the last. Time passes by a second with each touch."""

    def __init__(self, seats="NESW", game="kullankaivaja", house=None, shared=False, keeper=None, **options):
        self.registry = mock_deck(0)
        self.seating = mock_seating(tuple(seats))
        if shared:
            self.seating = type(self.seating)(tuple(seats), {"middle": "shared"}, {}, {})
        self.disk = keeper or Disk()
        self.panel = Lamps()
        referee = Referee(load(game, tuple(seats), seats[-1], options))
        self.session = Session(
            referee,
            self.seating,
            self.registry.find,
            keeper=self.disk,
            panel=self.panel,
            house=house or HouseRules(),
        )
        self.heard = []
        self.session.listeners.append(lambda event: self.heard.append(event.as_json()))
        self.now = 0.0

    def uid(self, card):
        if card.startswith("control:"):
            return self.registry.controls("mock")[card.removeprefix("control:")][0]
        return self.registry.cards("mock")[card][0]

    def reader(self, place):
        return self.seating.reader_of(self.seat(place)) if place in self.seating.names else place

    def seat(self, name):
        return self.seating.names.index(name)

    def lay(self, place, card, *, uid=None):
        self.now += 1
        self.session.handle(TagOn(self.reader(place), uid or self.uid(card), self.now))

    def lift(self, place, card, *, after=0.5, uid=None):
        self.now += after
        self.session.handle(TagOff(self.reader(place), uid or self.uid(card), self.now))

    def tap(self, place, *cards):
        """Each card is laid on the reader for half a second."""
        for card in cards:
            self.lay(place, card)
            self.lift(place, card)

    def wait(self, seconds=1.0):
        self.now += seconds
        self.session.tick(self.now)

    def press(self, name):
        self.now += 1
        button = next(button for button, seat in self.seating.buttons.items() if seat == self.seat(name))
        self.session.handle(Button(button, True, self.now))
        self.session.handle(Button(button, False, self.now + 0.1))

    def trick(self, *plays):
        """`trick("N 5C", "E 7H", ...)`."""
        for play in plays:
            self.tap(*play.split())

    def kinds(self):
        return [event["event"] for event in self.heard]

    @property
    def played(self):
        """What lies in the trick, as people see it."""
        return [laid.card for laid in self.session.view().laid]

    @property
    def alert(self):
        return self.session.alerts[0] if self.session.alerts else None

    @property
    def script(self):
        return [text for _, text in self.disk.lines]
