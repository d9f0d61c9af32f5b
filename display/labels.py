"""The short texts of the screen: labels, buttons, keys, rows of a deal's arithmetic, names of games.

Each table goes from the id that a View or the layout uses to its message. How long a text may be is held by
tests/display/test_words.py: a button takes about 14 letters, a label about 16.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, NamedTuple

from display.messages import Message, said, said_as

LANGUAGES: Final[Mapping[str, str]] = {
    "fi": "suomi",
    "sv": "svenska",
    "nb": "norsk",
    "de": "Deutsch",
    "en": "English",
}
"""The languages of the screen with their own names, in the order to show them."""

GAMES: Final[Mapping[str, Message]] = {
    "amerikaner": said("Amerikaner"),
    "aurum": said("Aurum"),
    "cucumber": said("Cucumber"),
    "femhundra": said("Femhundra, five hundred"),
    "finns-i-sjon": said("Finns i sjön, go fish"),
    "gold-digger": said("Gold Digger"),
    "gris": said("Gris, the pig (Swedish)"),
    "gris-nb": said("Gris, the pig (Norwegian)"),
    "hearts": said("Hearts"),
    "kullankaivaja": said("Kullankaivaja, the gold digger"),
    "lapsy": said("Läpsy, slap"),
    "limppu": said("Limppu"),
    "lyveren": said("Lyveren, the liar"),
    "marjapussi": said("Marjapussi"),
    "mattis": said("Mattis"),
    "paskahousu": said("Paskahousu"),
    "ramina": said("Ramina"),
    "ristikontra": said("Ristikontra"),
    "ristiseiska": said("Ristiseiska, the seven of clubs"),
    "rodskagg": said("Rödskägg, the red beard"),
    "skitgubbe": said("Skitgubbe"),
    "stress": said("Stress"),
    "thirty-one": said("Thirty-one"),
    "valepaska": said("Valepaska, Paskahousu with lies"),
    "vandatta": said("Vändåtta and Vri åtter, crazy eights"),
}

LABELS: Final[Mapping[str, Message]] = {
    # facts beside the felt
    "in-trick": said("In the trick"),
    "led": said("Suit led"),
    "trump": said_as("the trump suit of this deal", "Trump"),
    "trumps": said_as("the cards that are trumps", "Trumps"),
    "stock": said("Stock"),
    "cards-left": said("Cards left"),
    "target": said("Target"),
    "knocked": said("Knocked"),
    "tries": said("Tries left"),
    "pig": said("The pig"),
    "chip": said("Chip"),
    "asked": said_as("fact: who asks or is asked, and for what", "Question"),
    "called": said_as("fact: the card whose holder is the helper", "Called"),
    "carry": said_as("fact: points that go over to the next deal", "Carried over"),
    "declared": said_as("fact: the suit or card that an eight stands for", "Declared"),
    "hearts": said_as("fact: whether hearts may be led", "Hearts"),
    "limppu": said("Limppu"),
    "pawn": said_as("fact: who has the pawn, and on the pawn itself", "Pawn"),
    "must-lead": said_as("fact: the suit that must be led now", "Must be led"),
    "passing": said_as("fact: where cards are passed on", "Passing"),
    "pikkarainen": said("Pikkarainen"),
    "pot": said("Pot"),
    "rank": said_as("fact", "Rank"),
    "rank-led": said("Rank led"),
    "to-beat": said_as("fact: the rank that must be reached", "To beat"),
    "trick-size": said_as("fact: with so many cards the trick is full", "Full with"),
    # on plates, with a value
    "bid": said("Bid"),
    "tricks": said("Tricks"),
    "place": said("Place"),
    "letters": said("Letters"),
    "owes": said("Owes"),
    "sets-left": said("Sets left"),
    "chips": said("Chips"),
    "at-risk": said_as("on the plate of a player who may lose points", "at risk"),
    "books": said("Books"),
    "helper": said_as("on the plate of the bidder’s partner", "helper"),
    "in": said_as("on the plate of a player who has come in", "in"),
    "laid": said_as("on a plate, with points", "Laid"),
    "mats": said("Mats"),
    "penalty": said_as("on a plate, with a number of cards", "Penalty"),
    "pass": said_as("on the plate of a player who bids no more", "pass"),
    "resting": said_as("on the plate of a player who rests in this deal", "resting"),
    "taken": said_as("on a plate, with points", "Taken"),
    "won": said_as("on a plate, with a number of cards", "Won"),
    "eliminated": said_as("on the plate of a player who cannot come back", "eliminated"),
    # what lies open
    "pile": said("Pile"),
    "heap": said("Heap"),
    "discard": said("Discard pile"),
    "middle": said("Middle"),
    "meld": said("Melds"),
    "row": said("Rows"),
    "figures": said("Figures"),
    "gold": said("Gold"),
    "supply": said("Supply"),
    "collection": said("Collection"),
    "left-over": said("Left over"),
    "passed": said("Passed on"),
    "book": said("Books"),
    "last-card": said_as("the card of the stock that will be trump", "Last card"),
    "struck": said_as("cards that must be beaten", "Struck"),
    "turned": said("Turned up"),
    # on plates, cards and pills
    "to-move": said_as("on the plate of the player whose turn it is", "to play"),
    "your-turn": said("Your turn"),
    "dealer": said("dealer"),
    "winning": said_as("on the card that is winning the trick so far", "winning"),
    "last-trick": said("last trick"),
    "out": said_as("on the plate of a player who has left the game", "out"),
    "simulated": said_as("permanent mark: no real table, everything is simulated", "simulated"),
    "reader-ok": said("reader works"),
    "reader-clone": said("clone chip"),
    "reader-fault": said("reader faulty"),
    "reader-mute": said("reader silent"),
    "reader-off": said("reader off"),
    # the seats' names, where nobody has given others
    "north": said_as("name of a seat", "North"),
    "east": said_as("name of a seat", "East"),
    "south": said_as("name of a seat", "South"),
    "west": said_as("name of a seat", "West"),
    # alert, result, sheet, end
    "what-now": said("What now"),
    "total": said("Total"),
    "deal": said_as("heading of the column with the numbers of the deals", "Deal"),
    "sheet": said("Score sheet"),
    "winner": said("Winner"),
    "loser": said("Loser"),
    "final-score": said("Final score"),
    "menu": said_as("heading", "Menu"),
    "rules": said_as("heading", "Rules"),
    "language": said_as("heading over the languages that can be chosen", "Language"),
}

BUTTONS: Final[Mapping[str, Message]] = {
    "take-back": said("Take back"),
    "accept": said_as("button: the refused card is left where it lies, since all agree", "Let it stand"),
    "carry-on": said_as("button: the game goes on from here", "Carry on"),
    "back-to-trick": said("Back to trick {trick}"),
    "back": said_as("button: back to the play that was wrong", "Go back"),
    "undo": said("Undo"),
    "menu": said("Menu"),
    "next-deal": said("Next deal"),
    "again": said("Play again"),
    "sheet": said_as("button: shows the score sheet", "Scores"),
    "last-trick": said("Last trick"),
    "rules": said("Rules"),
    "quit": said("Quit"),
    "to-game": said_as("button: from the rules, the scores or the menu back to the game", "Back to the game"),
    "sound-on": said_as("button: sounds are on now; it switches them off", "Sound: on"),
    "sound-off": said_as("button: sounds are off now; it switches them on", "Sound: off"),
    "skip": said_as("button: leaves this card or question out", "Skip"),
    "stop": said_as("button: stops; what is done is kept", "Stop"),
    "close": said_as("button: leaves this screen", "Close"),
    "hardware": said("Hardware"),
    "resume": said_as("button: takes up an interrupted game", "Resume"),
    "new-game": said("New game"),
    "sound": said("Sound"),
    "motion": said("Motion"),
}


class KeyMessages(NamedTuple):
    """What stands on a key cap, and what the key does."""

    cap: Message
    does: Message


# Caps are keys of the keyboard: one capital letter from A to Z, or Enter, Esc, F11, Tab, 1–9. They should hint at the
# word beside them, and differ from the caps that are shown together with them (KEYS_TOGETHER).
KEYS: Final[Mapping[str, KeyMessages]] = {
    "undo": KeyMessages(said_as("key cap: undo", "Z"), said("undo")),
    "take-back": KeyMessages(said_as("key cap: take back", "Z"), said("take back")),
    "back-to-trick": KeyMessages(said_as("key cap: back to the trick", "Z"), said("back to trick {trick}")),
    "back": KeyMessages(said_as("key cap: go back", "Z"), said("go back")),
    "accept": KeyMessages(said_as("key cap: let it stand", "A"), said("let it stand")),
    "carry-on": KeyMessages(said_as("key cap: carry on", "Enter"), said("carry on")),
    "next-deal": KeyMessages(said_as("key cap: next deal", "Enter"), said("next deal")),
    "again": KeyMessages(said_as("key cap: play again", "Enter"), said("play again")),
    "resume": KeyMessages(said_as("key cap: resume", "Enter"), said("resume")),
    "new-game": KeyMessages(said_as("key cap: new game", "N"), said("new game")),
    "last-trick": KeyMessages(said_as("key cap: last trick", "L"), said_as("key", "last trick")),
    "sheet": KeyMessages(said_as("key cap: score sheet", "S"), said("scores")),
    "rules": KeyMessages(said_as("key cap: rules", "R"), said("rules")),
    "menu": KeyMessages(said_as("key cap: menu", "Esc"), said("menu")),
    "quit": KeyMessages(said_as("key cap: quit", "Q"), said("quit")),
    "to-game": KeyMessages(said_as("key cap: back to the game", "Esc"), said("back to the game")),
    "next-page": KeyMessages(said_as("key cap: the space bar", "Space"), said("next page")),
    "sound": KeyMessages(said_as("key cap: sound off and on", "M"), said("sound")),
    "motion": KeyMessages(said_as("key cap: motion off and on", "O"), said("motion")),
    "full-screen": KeyMessages(said_as("key cap: full screen", "F11"), said("full screen")),
    "play-card": KeyMessages(said_as("key cap: play a card by its place", "1–9"), said("play a card")),
    "tap": KeyMessages(said_as("key cap: tap the card that is asked for", "Enter"), said("tap the card")),
    "skip": KeyMessages(said_as("key cap: skip", "S"), said("skip")),
    "stop": KeyMessages(said_as("key cap: stop", "Esc"), said("stop")),
    "close": KeyMessages(said_as("key cap: close", "Esc"), said("close")),
    "hardware": KeyMessages(said_as("key cap: hardware", "H"), said("hardware")),
    "choose": KeyMessages(said_as("key cap: go through the answers", "Tab"), said("choose")),
}

_ALWAYS: Final = ("rules", "menu", "quit", "sound", "motion", "full-screen", "play-card", "choose")
KEYS_TOGETHER: Final[Mapping[str, tuple[str, ...]]] = {
    "play": ("undo", "last-trick", "sheet", *_ALWAYS),
    "refused": ("take-back", "accept", "carry-on", "last-trick", "sheet", *_ALWAYS),
    "proved": ("carry-on", "accept", "back-to-trick", "last-trick", "sheet", *_ALWAYS),
    "result": ("next-deal", "sheet", "undo", "last-trick", *_ALWAYS),
    "end": ("again", "new-game", "sheet", "undo", *_ALWAYS),
    "deck": ("tap", "skip", "back", "stop", "sound", "motion", "full-screen"),
    "set-up": ("choose", "skip", "back", "stop", "hardware", "sound", "motion", "full-screen"),
    "hardware": ("choose", "close", "sound", "motion", "full-screen"),
    "welcome": ("resume", "new-game", "sheet", *_ALWAYS),
    "menu": ("to-game", "rules", "sheet", "last-trick", "undo", "sound", "quit", "motion", "full-screen"),
}
"""Which keys may stand in one line: no cap twice within each."""

ROWS: Final[Mapping[str, Message]] = {
    "big-digger": said("Big digger"),
    "diggers": said("Other diggers"),
    "jacks": said("Jacks"),
    "tens": said("Tens"),
    "aces": said("Aces"),
    "kings": said("Kings"),
    "queens": said("Queens"),
    "tricks": said("Tricks"),
}

TURN: Final = said("{name} to play")
NOBODY_KNOWS: Final = said("Whoever has the card plays")
EVERYBODY: Final = said("Everybody at once")
AT_ONCE: Final = ("stress", "gris-nb", "lapsy")  # games in which nobody is on turn since all play at the same time
NO_RULES: Final = said("The rules are not written yet.")
POINTS: Final = said("{points}~p")
DEAL: Final = said("deal {deal}")
TRICK: Final = said("trick {trick}")
TRICK_OF: Final = said("trick {trick}/{tricks}")
TARGET: Final = said("target {points}")
RESULT: Final = said("Result of deal {deal}")

# For translators: lists of names, put together from left to right: "A, B or C". {before} may be a list already.
COMMA: Final = said("{before}, {next}")
AND: Final = said("{before} and {last}")
OR: Final = said("{before} or {last}")

CAPTIONS: Final[Mapping[str, tuple[Message, ...]]] = {
    "led": (said("{suit:Name} led"), said("In this trick")),
    "in-hand": (said("In hand"),),
    "trick": (said("Trick {trick}, {suit} led"), said("Trick {trick}"), said("Earlier")),
    "now": (said("Trick {trick}, now"), said("Now")),
    "shown": (said("Shown since"),),
    "card": (said("The card"),),
}

END_TITLES: Final[Mapping[str, tuple[Message, ...]]] = {
    "one": (said("{name} wins"),),
    "side": (said_as("partners", "{names} win"),),
    "shared": (said("{names} share the win"),),
    "loser": (said("{name} loses"),),
    "losers": (said("{names} lose"),),
    "loser/gris": (said("{name} is the pig"),),
    "loser/gris-nb": (said("{name} is the pig"),),
    "loser/mattis": (said("{name} is Mattis"),),
    "loser/paskahousu": (said("{name} is the paskahousu"),),
    "loser/skitgubbe": (said("{name} is the skitgubbe"),),
    "loser/valepaska": (said("{name} is the paskahousu"),),
    "nobody": (said("The game is over"),),
}
ENDS: Final[Mapping[str, Message]] = {
    "points": said("The most points win."),
    "fewest": said("The fewest points win."),
    "lapio": said("Level on points: the ace~of~spades, the lapio, decides."),
    "target": said("The target is reached."),
}
