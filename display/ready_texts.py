"""The texts of the screens on which a table is made ready: learning a deck, setting up, hardware.

Each table goes from an id of a View (or of the layout) to its message. A note has several sentences: the first one
whose fields are all known is said.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from display.messages import Message, said, said_as

READY: Final[Mapping[str, Message]] = {
    # learning a deck
    "deck": said("Learning the deck {name}"),
    "deck/ask": said("Tap {card:object} at any reader"),
    "deck/renew": said("Tap the new card for {card:object}"),
    "deck/looking": said("Looking for readers"),
    "deck/complete": said("The deck {name} is complete"),
    "deck/stopped": said("Stopped. What is learnt is kept"),
    "deck/kept": said("{count} of {all} cards are learnt"),
    "deck/missing": said("The empty places are asked for the next time."),
    "deck/done": said("All cards can be played with now."),
    # setting a table up
    "setup": said("Setting up the table"),
    "setup/looking": said("Looking for readers, buttons and boards"),
    "setup/language": said("Which language shall the screen speak?"),
    "setup/seats": said("How many seats has the table?"),
    "setup/names": said("These are the seats’ names, clockwise. Take them?"),
    "setup/reader": said("{name}: tap any card at the reader of this seat"),
    "setup/shared": said("Tap any card at the reader in the middle, for seats without one"),
    "setup/draw": said("Slide any card over the reader at the stock"),
    "setup/discard": said("Tap any card at the reader of the open pile"),
    "setup/button": said("{name}: press the button of this seat"),
    "setup/lamps": said("Are there lamps, wired as in the building guide?"),
    "setup/lamp": said("One lamp is lit now. Whose is it?"),
    "setup/buzzer": said("The buzzer sounds now. Can you hear it?"),
    "setup/write": said("Is this your table? Then it is written down."),
    "setup/written": said("The table is set up"),
    "setup/not-written": said("Nothing was written"),
    "setup/next": said("Next: learn a deck, then play."),
    "setup/as-it-was": said("Everything is as it was before."),
    # the columns and rows of what was found
    "reader": said("Reader"),
    "button": said("Button"),
    "lamp": said_as("a small light at a seat", "Lamp"),
    "draw": said_as("the reader at the stock", "Stock"),
    "discard": said_as("the reader at the open pile", "Open pile"),
    "shared": said_as("the reader in the middle of the table", "Middle"),
    # answers
    "yes": said("Yes"),
    "no": said("No"),
    "none": said_as("answer: this lamp is nobody’s", "Nobody’s"),
    "end": said_as("answer: the other lamps are not there", "No more"),
    "take": said_as("answer: these names are right", "Take these"),
    # hardware
    "hardware": said("Hardware"),
    "hardware/try": said("Lay a card on a reader, press a button, touch a lamp"),
    "hardware/nothing": said("Nothing was found. Is it plugged in?"),
    "state/": said_as("of a reader: nothing has been heard of it yet", "not heard yet"),
    "state/ok": said_as("of a reader", "works"),
    "state/clone": said_as("of a reader: its chip is an imitation, which works", "works (clone)"),
    "state/fault": said_as("of a reader", "faulty"),
    "state/mute": said_as("of a reader: it does not answer", "silent"),
    "state/off": said_as("of a reader", "off"),
    "state/unknown-card": said_as("a tag that no deck has lies on the reader", "unknown tag"),
    "state/two-cards": said_as("more than one tag lies on the reader", "several cards"),
    "state/down": said_as("of a button: somebody holds it down", "pressed"),
    "state/tried": said_as("of a button: it was pressed before, and let go", "works"),
    "state/up": said_as("of a button that nobody has pressed yet", "untried"),
    "state/lit": said_as("of a lamp", "lit"),
    "state/dark": said_as("of a lamp", "dark"),
}

NOTES: Final[Mapping[str, tuple[Message, ...]]] = {
    # learning a deck
    "learnt": (said("{card:Name}: learnt."),),
    "replaced": (said("{card:Name}: the new tag has taken the old one’s place."),),
    "same": (said("{card:Name}: that is its tag already."),),
    "known": (said("That is {card:name}, learnt already. Nothing has changed."),),
    "control": (said("That is a control card of the deck {name}."),),
    "elsewhere": (
        said("That is {card:name} of the deck {name}. A tag belongs to one deck only."),
        said("That card is of the deck {name}. A tag belongs to one deck only."),
    ),
    "unfit": (said("This cannot be a card: a telephone, a bank card, or it was read badly."),),
    "two-cards": (said("Two cards lie on {part}. Lift both, then tap one."),),
    "two-readers": (said("Several readers hear one card. Tap it in the middle of one, or move them apart."),),
    "lies-there": (said("A card lies on {part} already. Lift it, then tap it when it is asked for."),),
    "first-card": (said("This is the first card."),),
    "skipped-card": (said("{card:Name}: left out for now."),),
    # setting up
    "found": (said("{name}: {part}."), said("Found: {part}.")),
    "skipped": (said("None, then."),),
    "first": (said("This is the first question."),),
    "taken": (
        said("{part} is taken already, by {name}. Take another one."),
        said("{part} is taken already. Take another one."),
        said("{name} has one already."),
    ),
    "kept": (said("The old file is kept as {detail}."),),
    "no-tap": (said("Now a card is to be tapped."),),
    "no-press": (said("Now a button is to be pressed."),),
    "answer-first": (said("Answer the question first."),),
    "nothing-found": (said("Nothing has a place yet, so there is nothing to write."),),
    "real-table": (said("There is a file of another table already. It will be kept as a copy."),),
    "other-names": (said("Other names: type them in the file, or with lapio setup at a keyboard."),),
    # what hardware tells
    "reader-ok": (said("{part} works again."),),
    "reader-fault": (said("{part} does not work as it should ({detail})."), said("{part} does not work as it should.")),
    "reader-mute": (said("{part} does not answer ({detail})."), said("{part} does not answer.")),
    "source-down": (said("No connection to {part} ({detail})."), said("No connection to {part}.")),
}
