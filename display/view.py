"""What people see, as plain data: the arrow between the table and the screen.

A View holds nothing hidden: no card that its holder has not shown, but the hand of the seat that the person at
this screen plays. Cards are ids as in docs/table-script.md ("JS", "9D"). Seats are numbers in clockwise order;
their names, shapes and places follow from `Seats`. All words are the display's: a View has ids and numbers.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias


@dataclass(frozen=True, slots=True)
class SeatFace:
    """One seat as it stands on its plate.

    `hand`: the cards of the seat that the person at this screen plays, in the order to show them; None for
    everybody else. `playable`: those of them that may be played now. `backs`: how many cards the seat holds
    (mock table), drawn face down; None where the table has nothing to draw there.
    """

    name: str
    hand: tuple[str, ...] | None = None
    playable: frozenset[str] = frozenset()
    backs: int | None = None
    out: bool = False  # no longer in the game
    notes: tuple[Fact, ...] = ()  # what the plate says besides: bid, tricks taken, lives, letters
    reader: Literal["ok", "clone", "fault", "mute", "off", ""] = ""  # a sick reader is shown on the plate


@dataclass(frozen=True, slots=True)
class Laid:
    """A card lying on the table in front of its seat."""

    seat: int
    card: str


@dataclass(frozen=True, slots=True)
class Score:
    """A side's score card. `deal`: points so far in this deal (None: not shown yet, or not counted so)."""

    seats: tuple[int, ...]
    total: int
    deal: int | None = None


@dataclass(frozen=True, slots=True)
class Fact:
    """One line of the game's facts. `label` is an id the display has words for; exactly one value is given.

    Of a game's state: "in-trick" (points), "led" (suit), "trump" (suit), "trumps" (cards), "stock" (count, drawn as
    backs), and what each game has besides. `seat`: whom it is about.
    """

    label: str
    points: int | None = None
    count: int | None = None
    suit: str | None = None  # "C" "D" "H" "S"
    cards: tuple[str, ...] = ()
    word: str | None = None  # an id the display has words for; a rank or letters stand for themselves
    seat: int | None = None


@dataclass(frozen=True, slots=True)
class Pile:
    """Cards that lie together: face up, the top one last, and so many more face down.

    `label`: an id the display has words for ("pile", "meld", "row", "heap", "stock" ...). `seat`: whose it is.
    """

    label: str
    cards: tuple[str, ...] = ()
    hidden: int = 0
    seat: int | None = None


@dataclass(frozen=True, slots=True)
class Choice:
    """One answer that can be chosen now; `number` is its place for Intent("choose", number=...).

    `do`: the action's id. Exactly one of the others says what of it: nothing at all where the action itself is chosen
    ("pass", "knock"); `lift` takes back what was gathered or said so far.
    """

    number: int
    do: str
    count: int | None = None  # a number: a bid, a count
    suit: str | None = None
    rank: str | None = None
    card: str | None = None
    seat: int | None = None  # another seat
    word: str | None = None  # an id the display has words for
    lift: bool = False


@dataclass(frozen=True, slots=True)
class Question:
    """What is asked of a seat now: `do` is the action (or the first of several), `name` what it must still say of it.

    `name`: "do" (which action), "value", "to" (which seat), "onto", "source", "claim:rank" ...; "" where cards are to
    be laid and nothing has to be chosen. `gathered`: the cards laid for it so far, None for each that nobody may see.
    """

    seat: int | None
    do: str
    name: str = ""
    choices: tuple[Choice, ...] = ()
    gathered: tuple[str | None, ...] = ()
    phase: str = ""


@dataclass(frozen=True, slots=True)
class ProofGroup:
    """Cards of an alert under one caption. `caption` is an id with its numbers in `trick` and `suit`.

    Captions: "led" (the suit led now), "in-hand" (known cards in the hand), "trick" (what lay in trick
    number `trick`, with `suit` led), "now" (played just now, in trick `trick`), "shown" (shown since), "card" (the card
    itself). `wrong`: cards with the cross. `ringed`: cards that show it. `seats`: who played each card, None
    for no shape.
    """

    caption: str
    cards: tuple[str, ...]
    seats: tuple[int | None, ...] = ()
    wrong: frozenset[str] = frozenset()
    ringed: frozenset[str] = frozenset()
    trick: int | None = None
    suit: str | None = None


@dataclass(frozen=True, slots=True)
class Alert:
    """Something is wrong, and what people can do about it.

    `kind`: "refused" (a line broke a rule, the card must go back), "revoke", "suspect", or a trouble of the
    table itself: "unknown-tag", "foreign-tag", "wrong-seat", "two-cards", "reader-mute", "source-down", "gap",
    "misread". `rule` is the rule's id for the first three. `cards`: what was played. `led`: the suit that was
    led then. `trick`: the trick in which it happened. `proof`: the cards that show it; `sure`: at least so many of
    them were in the hand. `actions`: ids of the buttons, the first one is the primary: "take-back", "accept",
    "carry-on", "back-to-trick", or "seat-2" to name a seat. `number`, `queue`: this is alert 1 of 2.
    """

    kind: str
    seats: tuple[int, ...]
    rule: str = ""
    cards: tuple[str, ...] = ()
    led: str | None = None
    trick: int | None = None
    proof: tuple[str, ...] = ()
    sure: int = 1
    groups: tuple[ProofGroup, ...] = ()
    actions: tuple[str, ...] = ("carry-on",)
    detail: str = ""  # a tag's UID, a reader's name: never a sentence
    number: int = 1
    queue: int = 1


@dataclass(frozen=True, slots=True)
class Match:
    """What all screens of a running game share. `dealer`, `turn`: seats, None where nobody is."""

    game: str
    seats: tuple[SeatFace, ...]
    scores: tuple[Score, ...]
    deal: int
    dealer: int | None
    target: int = 0
    simulated: bool = False  # the mock table: a permanent mark on the screen
    keys: tuple[str, ...] = ()  # ids of the keys that work now, for the line at the bottom


@dataclass(frozen=True, slots=True)
class PlayView:
    """The play screen, with an alert over it or without. `winning`: the seat whose card leads the trick."""

    match: Match
    turn: int | None
    trick: int  # number of the trick in this deal, from 1; 0 in a game without tricks
    tricks: int | None  # how many a deal has, None where it is not fixed
    laid: tuple[Laid, ...] = ()
    winning: int | None = None
    facts: tuple[Fact, ...] = ()
    stock: int | None = None
    last_trick: tuple[Laid, ...] = ()
    last_winner: int | None = None
    showing_last: bool = False
    alert: Alert | None = None
    legal_known: bool = False
    piles: tuple[Pile, ...] = ()
    question: Question | None = None
    last_points: int | None = None  # card points in the last trick, shown with it; None where the game has none


@dataclass(frozen=True, slots=True)
class CountRow:
    """One row of a deal's arithmetic: `count[side]` cards worth `each` points. `label`: a word; `card`: its picture."""

    label: str
    card: str
    each: int
    count: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class ResultView:
    """The points of a deal with their arithmetic, and the new totals (in `match.scores`; `before`: the old ones)."""

    match: Match
    rows: tuple[CountRow, ...]
    points: tuple[int, ...]
    before: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class EndView:
    """Who won, by what, and the whole sheet: `deals[n][side]` points. `by`: "points", "lapio", "target"."""

    match: Match
    winners: tuple[int, ...]  # indices into match.scores
    losers: tuple[int, ...] = ()
    by: str = "points"
    deals: tuple[tuple[int, ...], ...] = ()


@dataclass(frozen=True, slots=True)
class Note:
    """What came of the last tap or press while a table is made ready.

    `kind`: an id that the display has a sentence for (display/ready_texts.py); the rest are its fields. `detail`: what
    a reader or a board tells of itself, never a sentence of ours. `good`: nothing is wrong.
    """

    kind: str
    card: str | None = None
    name: str | None = None  # a seat, a deck
    part: str | None = None  # a reader, a button, a lamp
    count: int | None = None
    detail: str | None = None
    good: bool = True


@dataclass(frozen=True, slots=True)
class DeckView:
    """Learning a deck. `cards`: all of them in the deck's order; `learnt`: those that have a tag.

    `card`: the one that is asked for, None at the end; `renewed`: a new tag takes the place of its own. `stopped`:
    somebody has stopped before the end. `readers`: where to tap; none while they are still looked for.
    """

    deck: str
    cards: tuple[str, ...]
    learnt: frozenset[str] = frozenset()
    card: str | None = None
    renewed: bool = False
    stopped: bool = False
    readers: tuple[str, ...] = ()
    note: Note | None = None
    simulated: bool = False
    keys: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class SetupPlace:
    """A seat, or the "draw", "discard" or "shared" place (`id`), and its parts.

    Each part is the name of where it is wired, "" where there is none, None where it is not known yet.
    """

    name: str = ""
    seat: int | None = None
    id: str = ""
    reader: str | None = None
    button: str | None = None
    lamp: str | None = None


@dataclass(frozen=True, slots=True)
class SetupView:
    """Setting a table up: the question that stands, and what has been found so far.

    `ask`: "looking" (for readers), a question of table/setup.py, or at the end "written", "not-written". `seat`: the
    place in `places` that it is about. `part`: the lamp that is lit. `columns`: which parts are asked for at all.
    `choices`: the answers that a touch can give; `usual`: the one that Enter gives. `path`: the file.
    """

    ask: str
    places: tuple[SetupPlace, ...] = ()
    at: int | None = None
    part: str = ""
    columns: tuple[Literal["reader", "button", "lamp"], ...] = ()
    choices: tuple[Choice, ...] = ()
    usual: int | None = None
    path: str = ""
    note: Note | None = None
    simulated: bool = False
    keys: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class HardwarePart:
    """One reader, button or lamp. `name`: as the table calls it; `place`: where it is wired, where that is known.

    `state`: of a reader, "" while nothing has been heard of it. `detail`: what it tells of itself. `active`: a card
    lies on it, it is held down, it is lit. `cards`: the known ones that lie on it; `unknown`: how many other tags do.
    `tried`: it has answered since the screen was opened.
    """

    kind: Literal["reader", "button", "lamp"]
    name: str
    place: str = ""
    seat: int | None = None
    whose: str = ""  # the seat's name
    state: Literal["ok", "clone", "fault", "mute", "off", ""] = ""
    detail: str = ""
    active: bool = False
    cards: tuple[str, ...] = ()
    unknown: int = 0
    tried: bool = False


@dataclass(frozen=True, slots=True)
class HardwareView:
    """Every reader, button and lamp live, in the order to show them. A lamp is chosen by its place in `parts`."""

    parts: tuple[HardwarePart, ...]
    note: Note | None = None
    simulated: bool = False
    keys: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class RulesView:
    """The rules of the game that is played, from the players' pages. `page`: counted from 0; the last one at most."""

    match: Match
    page: int = 0


@dataclass(frozen=True, slots=True)
class SheetView:
    """The whole game so far: `deals[n][side]` points; the last one may still be played. Only in games with scores.

    `page`: 0 has the latest deals, 1 those before them. `winners`: indices into match.scores, once there are any.
    """

    match: Match
    deals: tuple[tuple[int, ...], ...] = ()
    page: int = 0
    winners: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class MenuView:
    """What can be done besides playing. `items`: ids of its buttons in order, the first one is the primary."""

    match: Match
    items: tuple[str, ...] = ("to-game",)


PageView: TypeAlias = RulesView | SheetView | MenuView
"""What somebody looks at for a while in the middle of a game, which waits."""

ReadyView: TypeAlias = DeckView | SetupView | HardwareView
"""The screens on which a table is made ready: no game is running."""

View: TypeAlias = PlayView | ResultView | EndView | PageView | ReadyView


@dataclass(frozen=True, slots=True)
class Intent:
    """What a person asked for at the screen, by touch, mouse or key.

    `do`: "undo", "accept", "take-back", "carry-on", "back-to-trick", "last-trick", "next-deal", "again", "menu",
    "rules", "sheet", "to-game", "page" with its `number`, "language-fi", "quit", "sound", "motion",
    "seat-2" (an alert asked which seat), "card" with the card's id in `card` (a tap on that seat's reader), "choose"
    with a choice's `number`, or "press" (the button of seat `seat`). While a table is made ready: "skip", "back",
    "stop", "close", "hardware", "tap" (the mock table taps the card that is asked for).
    """

    do: str
    card: str | None = None
    seat: int | None = None
    number: int | None = None


@dataclass(frozen=True, slots=True)
class Look:
    """How the screen shows it: the household's choices, from the configuration or the command line."""

    language: str = "en"
    theme: Literal["evening", "day"] = "evening"
    four_colours: bool = False
    motion: bool = True
    sound: bool = True
    way: Literal["wall", "tabletop"] = "wall"
