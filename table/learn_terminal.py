"""`lapio deck learn` and `lapio deck check` in a terminal, with real readers or with hands at a mock table."""

from __future__ import annotations

from collections.abc import Iterator
from hashlib import blake2b
from itertools import count
from typing import Protocol

from display.words import Words
from firmware_bridge.reads import BridgeError, Read
from table.learn import Checking, Learning, Told, Way
from table.registry import CONTROLS, Registry, UnknownTag
from table.rig import MockHands, Rig
from table.tapping import Health, LiesThere, SourceTold, Tap, Tapping, TwoCards
from table.terminal import Happened, Terminal, Typed

HELP = "s skips a card, b goes back to the one before, q stops; what is learnt is kept."
CHECK_HELP = "Tap any card, and the table says what it is. q stops and lists what was not seen."
MOCK_HELP = (
    "A mock table: Enter taps the card that is asked for, JS the jack of spades, new a new sticker, two two cards at"
    " once, other a card of another deck, phone a telephone."
)
GOOD, BAD = (880, 80), (220, 300)  # Hz and ms
PHONE = bytes.fromhex("08D1C3A7")


class Hand(Protocol):
    """Whatever taps cards: `typed` does what a typed line says, and is False where it says nothing of the kind."""

    def typed(self, word: str, wanted: str | None) -> bool:
        """Tap what the word says; `wanted` is the card that is asked for."""


class MockPack:
    """The simulated cards of one deck, and hands that tap them at the mock table's first reader."""

    def __init__(self, hands: MockHands, registry: Registry, deck: str, *, fresh: bool = False) -> None:
        """With `fresh`, the card that is asked for comes with a sticker that nobody knows."""
        self._hands = hands
        self._registry = registry
        self._deck = deck
        self._fresh = fresh
        self._cards = {*registry.cards(deck), *registry.controls(deck), *CONTROLS}

    def typed(self, word: str, wanted: str | None) -> bool:
        """Tap what the word says."""
        face = word.upper().replace("10", "T")
        asked = wanted or "a card"
        uids: tuple[bytes, ...] = ()
        if not word and wanted is not None:
            uids = (self._new(wanted) if self._fresh else self._tag(wanted),)
        elif face in self._cards or word in self._cards:
            uids = (self._tag(face if face in self._cards else word),)
        elif word == "new":
            uids = (self._new(asked),)
        elif word == "two":
            uids = (self._tag(asked), self._new("another"))
        elif word == "phone":
            uids = (PHONE,)
        elif word == "other":
            others = [deck for deck in self._registry.decks if deck != self._deck]
            uids = tuple(uid for deck in others for tags in self._registry.cards(deck).values() for uid in tags)[:1]
        if not uids:
            return False
        self._hands.tap(self._hands.readers[0], *uids)
        return True

    def _tag(self, card: str) -> bytes:
        """The sticker that this card has had from the beginning."""
        return _sticker(f"{self._deck} {card}")

    def _new(self, card: str) -> bytes:
        """A sticker that no deck knows."""
        uids = (_sticker(f"{self._deck} {card} {number}") for number in count(1))
        return next(uid for uid in uids if isinstance(self._registry.find(uid), UnknownTag))


def _sticker(name: str) -> bytes:
    """Seven bytes as NXP's tags have them."""
    return b"\x04" + blake2b(name.encode(), digest_size=6).digest()


class Desk:
    """What learning and checking share: a terminal, readers, the question, and words for what came of a tap."""

    def __init__(
        self, terminal: Terminal, tapping: Tapping, rig: Rig | None, pack: Hand | None, *, write_names: bool = False
    ) -> None:
        self.terminal = terminal
        self._tapping = tapping
        self._rig = rig
        self._pack = pack
        self._write_names = write_names
        self._words = Words("en")

    # -- learning ------------------------------------------------------------------------------------------------

    def learn(self, learning: Learning) -> int:
        """Ask for each card and learn its tag. Returns the exit status, 1 where cards are missing at the end."""
        self.terminal.say(HELP)
        if self._pack is not None:
            self.terminal.say(MOCK_HELP)
        try:
            self._learn(learning)
        except KeyboardInterrupt:
            self._stopped(learning)
            raise
        return self._end(learning)

    def _learn(self, learning: Learning) -> None:
        self._ask(learning)
        for happened in self._happenings():
            if isinstance(happened, Tap):
                self._learnt(learning, learning.tapped(happened.uid), happened)
            elif isinstance(happened, Typed):
                word = (happened.text or "").strip()
                if happened.text is None or word.casefold() in ("q", "quit"):
                    break
                if not self._commanded(learning, word):
                    continue
            elif not self._told_trouble(happened):
                continue
            if learning.card is None:
                break
            self._ask(learning)

    def _stopped(self, learning: Learning) -> None:
        """Say what Ctrl-C has left behind: each tag is kept as soon as it is learnt."""
        if learning.way in (Way.REPLACE, Way.SPARE):
            kept = "Nothing has changed." if learning.card else "The card is learnt, and kept."
            self.terminal.say(f"Stopped. {kept}")
            return
        (_, count), missing = learning.place, len(learning.missing)
        kept = f"{count - missing} of {count} cards are learnt, and kept." if missing < count else "Nothing was learnt."
        self.terminal.say(f"Stopped. {kept}")
        self._end(learning)

    def _ask(self, learning: Learning) -> None:
        card = learning.card
        if card is None:
            return
        number, count = learning.place
        has = len(learning.tags(card))
        which = f" ({number} of {count})" if count > 1 else ""
        new = {Way.REPLACE: "the new card for ", Way.SPARE: "one more card for "}.get(learning.way, "")
        if not new and has:
            new = "the new card for "
        self.terminal.ask(f"Tap {new}{self.name(card)}, {card}{which}:")

    def _commanded(self, learning: Learning, word: str) -> bool:
        """Do what was typed. Whether the question is to be asked again; after hands have moved, it is not yet."""
        command = word.casefold()
        if command in ("s", "skip"):
            learning.skip()
        elif command in ("b", "back"):
            if not learning.back():
                self.terminal.say("  This is the first card.")
        elif command in ("?", "help"):
            self.terminal.say(f"  {HELP}")
        elif self._pack is not None and self._pack.typed(word, learning.card):
            return False
        else:
            self.terminal.say(self._not_understood(word))
        return True

    def _not_understood(self, word: str) -> str:
        if self._pack is None:
            return "  Tap a card at any reader." if not word else f'  "{word}" is no command. {HELP}'
        return f'  "{word}" cannot be tapped here. {MOCK_HELP}'

    def _learnt(self, learning: Learning, told: Told, tap: Tap) -> None:
        good = told.kind == "learnt" or (told.kind == "same" and learning.way in (Way.DECK, Way.CONTROLS))
        self._beep(*(GOOD if good else BAD))
        if told.kind == "learnt":
            self.terminal.say(f"  {told.card} is learnt.")
            if self._write_names:
                self._write(told.card, tap)
        else:
            self.terminal.say(self._said(told))

    def _write(self, card: str, tap: Tap) -> None:
        """Put the card's name on its tag, as a convenience for telephones; the deck's file stays the truth."""
        try:
            if self._rig is None:
                raise BridgeError("the mock table's tags have no memory")
            self._rig.write_label(tap.reader, tap.uid, card)
        except BridgeError as error:
            self.terminal.say(f"  Its name is not on the tag: {error}. It is learnt all the same.")
        else:
            self.terminal.say("  Its name is on the tag.")

    def _end(self, learning: Learning) -> int:
        missing = learning.missing
        if not missing:
            what = {
                Way.DECK: f"The deck {learning.deck} is complete.",
                Way.CONTROLS: "All of these control cards are learnt.",
            }
            self.terminal.say(what.get(learning.way, "Done."))
            return 0
        self.terminal.say(f"Not learnt: {listed(missing)}.")
        more = {Way.DECK: f"lapio deck learn {learning.deck}", Way.CONTROLS: f"lapio deck controls {learning.deck}"}
        if learning.way in more:
            self.terminal.say(f"To go on with them: {more[learning.way]}" + (" --mock" if self._pack else ""))
        return 1

    # -- checking ------------------------------------------------------------------------------------------------

    def check(self, checking: Checking) -> int:
        """Tell of every tapped card what it is, until somebody stops. Returns 1 where some were not seen, else 0."""
        self.terminal.say(CHECK_HELP)
        if self._pack is not None:
            self.terminal.say(MOCK_HELP)
        self._count(checking)
        for happened in self._happenings():
            if isinstance(happened, Tap):
                told = checking.tapped(happened.uid)
                self._beep(*(GOOD if told.kind in ("known", "seen", "control") else BAD))
                self.terminal.say(self._said(told, checking=True))
                if not checking.unseen:
                    break
            elif isinstance(happened, Typed):
                word = (happened.text or "").strip()
                if happened.text is None or word.casefold() in ("q", "quit"):
                    break
                if self._pack is not None and self._pack.typed(word, next(iter(checking.unseen), None)):
                    continue
                self.terminal.say(
                    self._not_understood(word) if self._pack else "  Tap a card at any reader, or q to stop."
                )
            elif not self._told_trouble(happened):
                continue
            self._count(checking)
        if checking.unseen:
            self.terminal.say(f"Not seen: {listed(checking.unseen)}.")
            return 1
        self.terminal.say(f"All {len(checking.seen)} cards of the deck {checking.deck} were seen.")
        return 0

    def _count(self, checking: Checking) -> None:
        seen = len(checking.seen)
        self.terminal.ask(f"{seen} of {seen + len(checking.unseen)} seen:")

    # -- both ----------------------------------------------------------------------------------------------------

    def name(self, card: str) -> str:
        """What people call a card, or a control card."""
        face, _, copy = card.partition("#")
        called = self._words.card(face).replace("\u00a0", " ")
        if called == face:
            return f"the control card {card}"
        return f"the {called}" + (f", number {copy}" if copy else "")

    def _said(self, told: Told, *, checking: bool = False) -> str:
        name = self.name(told.card) if told.card else ""
        texts = {
            "known": f"  {told.card}: {name}."
            if checking
            else f"  That is {name}, learnt already: nothing has changed.",
            "seen": f"  {told.card}: {name}, once more.",
            "same": f"  That is its tag already: {name}.",
            "control": f"  That is {name} of the deck {told.deck}.",
            "elsewhere": f"  That is {name} of the deck {told.deck}: a tag belongs to one deck only.",
            "unknown": "  That tag is of no deck.",
            "unfit": f"  {told.text}.",
        }
        return texts[told.kind]

    def _happenings(self) -> Iterator[Happened]:
        return self.terminal.happenings(self._tapping, taken=self._taken)

    def _taken(self, read: Read) -> None:
        if self._rig is not None:
            self._rig.taken(read)

    def _told_trouble(self, happened: Happened) -> bool:
        """Tell what goes wrong at a reader. Whether there was anything to tell."""
        match happened:
            case TwoCards(reader):
                self.terminal.say(f"  Two cards lie on {reader}: lift both, then tap one. Nothing has changed.")
            case LiesThere(reader):
                self.terminal.say(f"  A card lies on {reader} already: lift it, and tap it when it is asked for.")
            case Health(reader, state, detail) if state in ("mute", "fault") and self._rig is not None:
                if reader not in self._rig.readers:
                    return False
                self._rig.hear(happened)
                self.terminal.say(f"  {reader}: {state}, {detail}")
            case SourceTold(source, False, detail):
                self.terminal.say(f"  {source}: {detail}")
            case _:
                return False
        return True

    def _beep(self, hz: int, ms: int) -> None:
        if self._rig is not None:
            self._rig.buzz(hz, ms)


def listed(cards: tuple[str, ...]) -> str:
    """Cards for people: `2C 3C 4C`; of many, the first and how many more."""
    return " ".join(cards) if len(cards) <= 26 else f"{' '.join(cards[:20])} and {len(cards) - 20} more"
