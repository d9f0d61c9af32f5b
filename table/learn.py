"""Learning a deck: which card is asked for next, and what came of a tap; and checking one.

Pure but for the deck's file, which is written after each card: whoever stops goes on there another time. A card's tag
is learnt from a tap; a tag that is known already, or cannot be a card's, is told and changes nothing. Words and
hardware are whoever's that asks: the terminal (learn_terminal.py) or a screen.

    learning = Learning(registry, "blue", Way.DECK)
    learning.card              "2C": the card that is to be tapped now
    learning.tapped(uid)       Told("learnt", card="2C")
    learning.card              "3C"
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum
from typing import NamedTuple

from table.registry import CONTROLS, KINDS, ControlCard, EnrolError, ForeignTag, KnownCard, Registry, UnknownTag
from table.spelling import did_you_mean
from table.uid import uid_fault


class Way(Enum):
    """What is learnt: the cards without a tag, a new tag in place of a card's old ones, one more tag, control cards."""

    DECK = "deck"
    REPLACE = "replace"
    SPARE = "spare"
    CONTROLS = "controls"


class Told(NamedTuple):
    """What came of a tap.

    `kind`: "learnt" (the tag is `card` from now on), "same" (it is this very card already), "known" (it is the card
    `card` of this deck already), "control" (the control card `card` of the deck `deck`), "elsewhere" (`card` of another
    deck, `deck`), "unknown" (of no deck; checking only), "unfit" (it cannot be a card's: `text` says why), "seen"
    (checking: `card` was tapped before).
    """

    kind: str
    card: str = ""
    deck: str = ""
    text: str = ""


class Learning:
    """One pass over the cards that are to be learnt, in the deck's order.

    `wanted`: the cards to ask for; by default those of the deck that have no tag yet, or the general control cards that
    have none. Raises EnrolError where there is no such deck or card.
    """

    def __init__(self, registry: Registry, deck: str, way: Way = Way.DECK, wanted: Sequence[str] | None = None) -> None:
        self.deck = deck
        self.way = way
        self._registry = registry
        known = registry.controls(deck) if way is Way.CONTROLS else registry.cards(deck)
        order = list(known) if way is not Way.CONTROLS else list(dict.fromkeys([*CONTROLS, *known]))
        if wanted is not None:
            for card in wanted:
                check_card(registry, deck, card, control=way is Way.CONTROLS)
            order = list(wanted)
        self._order = order
        self._chosen = wanted is not None
        self._at = -1
        self._next()

    @property
    def card(self) -> str | None:
        """The card that is asked for now; None at the end."""
        return self._order[self._at] if self._at < len(self._order) else None

    @property
    def place(self) -> tuple[int, int]:
        """The card that is asked for is the how-manieth, of how many."""
        return self._at + 1, len(self._order)

    @property
    def missing(self) -> tuple[str, ...]:
        """The cards of the order that have no tag."""
        return tuple(card for card in self._order if not self.tags(card))

    def tags(self, card: str) -> tuple[bytes, ...]:
        """The tags that a card has."""
        if self.way is Way.CONTROLS:
            return self._registry.controls(self.deck).get(card, ())
        return self._registry.cards(self.deck)[card]

    def tapped(self, uid: bytes) -> Told:
        """A tag was tapped: it becomes the card that is asked for, if it can. On the disk when this returns.

        Raises RegistryError where the deck's file cannot be written.
        """
        card = self.card
        if card is None:
            return self.told(uid)
        if fault := uid_fault(uid):
            return Told("unfit", text=fault)
        if uid in self.tags(card):
            if self.way is Way.DECK or self.way is Way.CONTROLS:
                self._next()
            return Told("same", card)
        known = self.told(uid)
        if known.kind != "unknown":
            return known
        old = () if self.way is Way.SPARE else self.tags(card)
        for tag in old:
            self._registry.forget(tag)
        if self.way is Way.CONTROLS:
            self._registry.enrol_control(self.deck, card, uid)
        else:
            self._registry.enrol(self.deck, card, uid)
        self._registry.save(self.deck)
        self._next()
        return Told("learnt", card)

    def told(self, uid: bytes) -> Told:
        """What a tag is already."""
        return what_is(self._registry, self.deck, uid)

    def skip(self) -> bool:
        """On to the next card that has no tag. False at the end."""
        if self.card is None:
            return False
        self._next()
        return True

    def back(self) -> bool:
        """Ask for the card before this one in the deck's order, also where it has a tag: a new tag takes its place.

        False at the first card.
        """
        if self._at <= 0:
            return False
        self._at -= 1
        return True

    def _next(self) -> None:
        """To the next card that is to be asked for."""
        self._at += 1
        while self._at < len(self._order) and not self._chosen and self.tags(self._order[self._at]):
            self._at += 1


class Checking:
    """Checking a deck: every tap is told what it is, and at the end which cards were not seen."""

    def __init__(self, registry: Registry, deck: str) -> None:
        """Raises EnrolError where there is no such deck."""
        self.deck = deck
        self._registry = registry
        self._cards = tuple(registry.cards(deck))
        self.seen: set[str] = set()

    def tapped(self, uid: bytes) -> Told:
        """What a tag is."""
        if fault := uid_fault(uid):
            return Told("unfit", text=fault)
        told = what_is(self._registry, self.deck, uid)
        if told.kind != "known":
            return told
        before = told.card in self.seen
        self.seen.add(told.card)
        return Told("seen", told.card) if before else told

    @property
    def unseen(self) -> tuple[str, ...]:
        """The cards that have not been tapped yet, in the deck's order."""
        return tuple(card for card in self._cards if card not in self.seen)


def what_is(registry: Registry, deck: str, uid: bytes) -> Told:
    """What a tag is, as seen from a deck: "known", "elsewhere", "control" or "unknown"."""
    match registry.find(uid):
        case KnownCard(deck=its, card=face, copy=copy):
            card = face if copy == 1 else f"{face}#{copy}"
            return Told("known", card) if its == deck else Told("elsewhere", card, its)
        case ForeignTag(deck=its, card=card):
            return Told("elsewhere", card, its)
        case ControlCard(deck=its, action=action):
            return Told("control", action, its)
        case UnknownTag():
            return Told("unknown")


def check_card(registry: Registry, deck: str, card: str, *, control: bool = False) -> None:
    """Raises EnrolError where the deck cannot have this card, or there is no such control card."""
    if control:
        trial = Registry()
        trial.add_deck("trial", next(iter(KINDS)))
        trial.enrol_control("trial", card, b"\x04TRIAL-")
    elif card not in (cards := registry.cards(deck)):
        raise EnrolError(f'the deck {deck} ({registry.kind(deck)}) has no card "{card}"{did_you_mean(card, cards)}')
