"""`lapio deck learn --screen`: shows the state of a Learning, hears taps and touches, lets a mock table's hands tap."""

from __future__ import annotations

import argparse
from contextlib import ExitStack
from typing import TYPE_CHECKING

from display.view import DeckView, Intent, Note
from engine.errors import LapioError
from table.at_screen import LEAVES, PERSON_S, AtScreen, open_at
from table.cli_setup import config_path
from table.config import load_config
from table.deck_commands import deck_to_learn, reader_sources
from table.learn import Learning
from table.learn_terminal import BAD, GOOD, MockPack
from table.registry import Registry
from table.rig import MockHands, OpenOne, Rig, real_rig
from table.sources import open_source
from table.tapping import Health, LiesThere, SourceTold, Tap, Tapping, TwoCards
from table.terminal import Asked, Happened, Waited

if TYPE_CHECKING:
    from firmware_bridge.reads import Read

PACE_S = 0.7  # seconds between two taps of a mock table's hands
KEYS = ("skip", "back", "stop", "full-screen")


def learn_on_screen(asked: argparse.Namespace, open_one: OpenOne = open_source) -> int:
    """Learn a deck's cards at the screen. Returns 1 where some are missing at the end, else 0.

    Raises LapioError where no display or no reader can be used, or the deck cannot be saved.
    """
    registry, deck = deck_to_learn(asked)
    if asked.write_names:
        raise LapioError("--write-names is for the terminal: leave out --screen")
    path = config_path(asked.config)
    config = load_config(path) if path.exists() else None
    sources = () if asked.mock else reader_sources(asked)
    with ExitStack() as stack:
        screen = stack.enter_context(open_at(asked, config, mock=asked.mock))
        at = AtScreen(screen)
        if asked.mock:
            pack = MockPack(MockHands(at), registry, deck)
            learner = LearnScreen(at, registry, deck, pack=pack, pace_s=PACE_S / asked.speed, alone=screen.hidden)
        else:
            rig = stack.enter_context(real_rig(sources, at, open_one=open_one))
            learner = LearnScreen(at, registry, deck, rig=rig)
        status = learner.run()
    print(learner.summary)
    return status


class LearnScreen:
    """One pass over the cards that have no tag yet.

    `pack`: the mock table's cards, whose hands tap the card that is asked for each `pace_s` seconds. `alone`: nobody
    is at the screen, so that it closes by itself at the end.
    """

    def __init__(
        self,
        at: AtScreen,
        registry: Registry,
        deck: str,
        *,
        rig: Rig | None = None,
        pack: MockPack | None = None,
        pace_s: float = PACE_S,
        alone: bool = False,
    ) -> None:
        self._at = at
        self._registry = registry
        self._deck = deck
        self._rig = rig
        self._pack = pack
        self._pace_s = pace_s
        self._alone = alone
        self._tapping = Tapping()
        self._learning = Learning(registry, deck)
        self._note: Note | None = None
        self._stopped = False
        self._looking = rig is not None
        self._left = False

    @property
    def view(self) -> DeckView:
        """The state as the screen shows it."""
        learning = self._learning
        cards = self._registry.cards(self._deck)
        asks = learning.card is not None and not self._stopped
        keys = ("stop", "full-screen") if self._looking else KEYS if asks else ("close", "full-screen")
        readers = tuple(sorted(self._rig.readers)) if self._rig is not None and not self._looking else ()
        return DeckView(
            self._deck,
            tuple(cards),
            frozenset(card for card, tags in cards.items() if tags),
            learning.card,
            renewed=learning.card is not None and bool(learning.tags(learning.card)),
            stopped=self._stopped,
            readers=readers,
            note=self._note,
            simulated=self._pack is not None,
            keys=("tap", *keys) if asks and self._pack is not None else keys,
        )

    @property
    def summary(self) -> str:
        """What is learnt and kept, for the terminal."""
        cards = self._registry.cards(self._deck)
        learnt = sum(1 for tags in cards.values() if tags)
        return f"The deck {self._deck}: {learnt} of {len(cards)} cards are learnt, and kept."

    def run(self) -> int:
        """Ask for each card until all are learnt or somebody stops, and show what was kept. Returns the exit status."""
        self._at.show(self.view)
        if self._rig is not None:
            self._rig.listen(self._tapping)
            self._looking = False
            if not self._rig.readers:
                raise LapioError("no reader answers: lapio doctor says why; without hardware it is --mock")
        if not self._over:
            self._until_over()
        self._at.hands_at = None
        self._at.show(self.view)
        if self._alone:
            self._at.wait([self._at.now()])  # the last picture is drawn
        elif not self._left:
            self._until_closed()
        return 1 if self._registry.missing(self._deck) else 0

    @property
    def _over(self) -> bool:
        return self._stopped or self._learning.card is None

    def _until_over(self) -> None:
        self._hands_wait(self._pace_s)
        self._at.show(self.view)
        for happened in self._at.happenings(self._tapping, taken=self._taken):
            self._take(happened)
            if self._over:
                return
            if self._at.hands_at is None:
                self._hands_wait(self._pace_s)
            self._at.show(self.view)

    def _until_closed(self) -> None:
        for happened in self._at.happenings(self._tapping, taken=self._taken):
            if isinstance(happened, Asked) and happened.intent.do in LEAVES:
                return

    def _hands_wait(self, seconds: float) -> None:
        if self._pack is not None:
            self._at.hands_at = self._at.now() + seconds

    def _take(self, happened: Happened) -> None:
        match happened:
            case Tap(_, uid):
                self._tapped(uid)
            case Asked(intent):
                self._asked(intent)
            case Waited() if self._pack is not None:
                known = self._note is not None and self._note.kind == "known"  # its own sticker was given to another
                self._pack.typed("new" if known else "", self._learning.card)
            case TwoCards(reader):
                self._tell(Note("two-cards", part=reader, good=False))
            case LiesThere(reader):
                self._tell(Note("lies-there", part=reader, good=False))
            case Health() | SourceTold():
                self._heed(happened)
            case _:
                pass

    def _tapped(self, uid: bytes) -> None:
        asked = self._learning.card
        renewed = asked is not None and bool(self._learning.tags(asked))
        told = self._learning.tapped(uid)
        good = told.kind in ("learnt", "same")
        kind = "replaced" if told.kind == "learnt" and renewed else told.kind
        card = told.card if told.card in self._registry.cards(told.deck or self._deck) else None
        self._tell(Note(kind, card=card, name=told.deck or None, good=good))
        if self._rig is not None:
            self._rig.buzz(*(GOOD if good else BAD))

    def _asked(self, intent: Intent) -> None:
        card = self._learning.card
        match intent.do:
            case "skip":
                self._learning.skip()
                self._note = Note("skipped-card", card=card)
            case "back":
                self._note = None if self._learning.back() else Note("first-card")
            case "stop" | "quit":
                self._stopped, self._note = True, None
                self._left = intent.do == "quit"
            case "tap" if self._pack is not None:
                self._pack.typed("", card)
            case "card" if self._pack is not None and intent.card is not None:
                self._pack.typed(intent.card, card)
            case _:
                return
        self._hands_wait(PERSON_S)

    def _heed(self, told: Health | SourceTold) -> None:
        """Hardware has something to say; what goes wrong is told, and that it is over."""
        if self._rig is None:
            return
        if isinstance(told, Health):
            before = self._rig.readers.get(told.reader)
            self._rig.hear(told)
            if before is not None and told.state in ("fault", "mute") and before.state != told.state:
                self._tell(Note(f"reader-{told.state}", part=told.reader, detail=told.detail or None, good=False))
            return
        self._rig.heed(told)
        if not told.up:
            self._tell(Note("source-down", part=told.source, detail=told.detail or None, good=False))

    def _tell(self, note: Note) -> None:
        self._note = note

    def _taken(self, read: Read) -> None:
        if self._rig is not None:
            self._rig.taken(read)
