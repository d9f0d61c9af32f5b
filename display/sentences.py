"""The sentences of the alerts: title, why, and what now.

Keys go from the particular to the general, `kind/rule/case`, `kind/rule`, `kind/case`, `kind`; behind each stand
candidates: the first is taken whose fields are all known. What no key covers is told by `trouble`, so every
kind and every rule of a coming game has words. Names stay in the nominative, since players choose them. What is said
of single rules stands in breaches.py, remedies.py and accusations.py.

The case of a refusal is `one` where a single card is the reason and may be shown, otherwise the holder's cards are
not named. The cases of a revoke: `now` (a single card, played just now), `one`, `some` (at least one of several),
`several` (at least so many of several), `count` (proved by counting, by cards that are not on the table).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, TypeAlias

from display.accusations import PROVED, PROVED_TITLES, SUSPECTED
from display.breaches import REASONS
from display.breaches import TITLES as BREACH_TITLES
from display.messages import Message, said
from display.remedies import REMEDIES

Sentences: TypeAlias = Mapping[str, tuple[Message, ...]]


def _keyed(kind: str, by_rule: Sentences) -> Sentences:
    """What is said of single rules, under the keys of this kind of alert."""
    return {f"{kind}/{rule}": messages for rule, messages in by_rule.items()}


# At most about 30 letters with a name of 8, and at most 20 where there is no name.
TITLES: Final[Sentences] = {
    **_keyed("refused", BREACH_TITLES),
    "refused": (said("{name}: not allowed"), said("Not allowed")),
    **_keyed("revoke", PROVED_TITLES),
    "revoke": (
        said("{name}: revoke in trick {trick}"),
        said("{name}: revoke"),
        said("Revoke in trick {trick}"),
        said("Revoke"),
    ),
    "suspect": (said("{name} broke a rule"), said("A rule was broken")),
    "unknown-tag": (said("{name}: unknown card"), said("Unknown card")),
    "foreign-tag": (said("{name}: wrong deck"), said("Wrong deck")),
    "wrong-seat": (said("{name}: wrong reader"), said("Wrong reader")),
    "two-cards": (said("{name}: two cards"), said("Two cards at once")),
    "reader-mute": (said("{name}: reader silent"), said("Reader silent")),
    "source-down": (said("Connection lost"),),
    "gap": (said("A card may be missing"),),
    "misread": (said("A card was misread"),),
    "card-left-lying": (said("{name}: card left lying"), said("Card left lying")),
    "whose-draw": (said("Whose card?"),),
    "whose-card": (said("Whose card?"),),
    "not-kept": (said("Not saved"),),
    "trouble": (said("{name}: check the table"), said("Check the table")),
}

# At most three lines of about 38 letters, with names of up to 16.
WHY: Final[Sentences] = {
    **_keyed("refused", REASONS),
    "refused": (
        said("{name} played {card:object}, which the rules do not allow now."),
        said("The rules do not allow that now."),
    ),
    **_keyed("revoke", PROVED),
    "revoke/now": (said("{name} played {card:object} on {suit}, but held {held:object}, played now."),),
    "revoke/one": (said("{name} played {card:object} on {suit}, but held {held:object}."),),
    "revoke/some": (said("{name} played {card:object} on {suit}, but held at least one of these cards."),),
    "revoke/several": (said("{name} played {card:object} on {suit}, but held at least {sure} of these cards."),),
    "revoke/count": (
        said("{name} played {card:object} on {suit}. By count, a card that had to be played was in hand."),
    ),
    "revoke": (
        said("{name} broke a rule in trick {trick}: the cards seen prove it."),
        said("{name} broke a rule: the cards seen prove it."),
        said("A rule was broken: the cards seen prove it."),
    ),
    **_keyed("suspect", SUSPECTED),
    "suspect": (
        said("{names} broke a rule. Who it was cannot be told yet."),
        said("{name} broke a rule in one of the tricks. Which one cannot be told yet."),
        said("One of these players broke a rule. Who it was cannot be told yet."),
    ),
    "unknown-tag": (
        said("The table does not know this card (tag {detail})."),
        said("The table does not know this card."),
    ),
    "foreign-tag": (
        said("This card belongs to another deck ({detail})."),
        said("This card belongs to another deck."),
    ),
    "wrong-seat": (
        said("{card:Object} was read at the wrong seat."),
        said("A card was read at the wrong seat."),
    ),
    "two-cards": (said("Two cards lie on one reader, so neither can be read."),),
    "reader-mute": (said("The reader does not answer ({detail})."), said("The reader does not answer.")),
    "source-down": (
        said("The table has lost its readers ({detail})."),
        said("The table has lost its readers."),
    ),
    "gap": (said("The readers could not be heard for a moment. A card may have been missed."),),
    "misread": (said("The cards read so far cannot all be right. One of them was misread."),),
    "card-left-lying": (
        said("{card:Object} still lies on the reader."),
        said("A card still lies on the reader."),
    ),
    "whose-draw": (
        said("A card was taken from the stock. Who took it: {names}?"),
        said("A card was taken from the stock. Who took it is not clear."),
    ),
    "whose-card": (
        said("A card was laid in the middle. Whose is it: {names}?"),
        said("A card was laid in the middle. Whose it is, is not clear."),
    ),
    "not-kept": (said("The game can no longer be saved. It would be lost in a power cut."),),
    "trouble": (said("Something at the table is not as it should be."),),
}

# At most about 80 letters, no word longer than 14.
NOW: Final[Sentences] = {
    **_keyed("refused", REMEDIES),
    "refused": (said("Take it back and do something else."),),
    "revoke/back": (said("Agree at the table. The score stands unless you go back."),),
    "revoke": (said("Agree at the table. The score stands."),),
    "suspect": (said("Play on. The cards to come may tell."),),
    "unknown-tag": (said("Take it off and play a card of this deck."),),
    "foreign-tag": (said("Take it off and play a card of this deck."),),
    "wrong-seat": (said("Take the card off and play it at your own seat."),),
    "two-cards": (said("Lift both, then lay down one card at a time."),),
    "reader-mute": (said("Check its plug and cable. The game waits for it."),),
    "source-down": (said("Plug in the cable. The game then goes on where it stopped."),),
    "gap": (said("Compare the cards with the screen. Tap what is missing again."),),
    "misread": (said("Compare the cards with the screen. Undo as far as the mistake."),),
    "card-left-lying": (said("Lift it so that the next card can be read."),),
    "whose-draw": (said("Whoever took it presses the button of that seat."),),
    "whose-card": (said("Whoever laid it presses the button of that seat."),),
    "not-kept": (said("Play on, and check the disk after the game."),),
    "trouble": (said("Compare the cards with the screen."),),
}
