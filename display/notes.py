"""What a plate says besides the name, in small: whose turn, who deals, and what the game notes of a seat.

A token is a word with, perhaps, a number, a suit or a shape. Where there is no room the words of the last tokens go
first, then the last tokens. A card is said by its rank and suit, or by its sign and number: a small picture of it would
be too small to be read.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from display.deck_outlines import SIGNS, metal_of
from display.layout import Back, Box, Chip
from display.messages import NO_BREAK_SPACE
from display.outlines import is_french

if TYPE_CHECKING:
    from display.plan import Plan
    from display.view import Fact, PlayView

ROLE = "label-bold"
CHIP = 1.25  # em: how high a suit is in a line of this size
INSIDE, BETWEEN = 0.35, 0.7  # em: from a word to what is drawn beside it, and round the dot between two tokens


class Token(NamedTuple):
    """One thing said: `text`, or `short` where there is no room; after it stands a suit or a seat, before it a back."""

    text: str
    short: str = ""
    suit: str | None = None
    seat: int | None = None
    backs: bool = False
    late: bool = False  # less important than what the game notes


class Inks(NamedTuple):
    """The colours of a plate: its ground, the name, and what is small."""

    fill: str
    ink: str
    small: str


def inks(view: PlayView, seat: int) -> Inks:
    """The colours of a seat's plate: gold where it is on turn."""
    return Inks("turn", "on_turn", "on_turn") if view.turn == seat else Inks("surface", "text", "text2")


def states(plan: Plan, view: PlayView, seat: int, *, turn: bool = True) -> list[Token]:
    """What a plate says of the seat in any game, the most important first; with `turn` also that it plays or deals."""
    face, words = view.match.seats[seat], plan.words
    said: list[str] = []
    if face.out:
        said.append(words.label("out"))
    if turn and view.turn == seat:
        said.append(words.label("to-move"))
    if face.reader not in ("", "ok"):
        said.append(words.label(f"reader-{face.reader}"))
    if turn and view.match.dealer == seat:
        return [*(Token(word, word) for word in said), Token(words.label("dealer"), words.label("dealer"), late=True)]
    return [Token(word, word) for word in said]


def ranked(said: Sequence[Token], noted: Sequence[Token]) -> list[Token]:
    """What is said of any seat and what the game notes, the most important first."""
    return [*(token for token in said if not token.late), *noted, *(token for token in said if token.late)]


def notes(plan: Plan, view: PlayView, seat: int, *, backs: bool = False) -> list[Token]:
    """What the game notes of a seat, and with `backs` how many cards it holds where that is not drawn elsewhere."""
    face = view.match.seats[seat]
    said = [token for note in face.notes for token in _note(plan, note)]
    if backs and face.backs and face.hand is None:
        number = plan.words.number(face.backs)
        said.append(Token(number, number, backs=True))
    return said


def _note(plan: Plan, note: Fact) -> list[Token]:
    words = plan.words
    label = words.label(note.label)
    if note.suit is not None or note.seat is not None:
        return [Token(label, "", note.suit, note.seat)]
    if note.cards:
        values = [_card(plan, card) for card in note.cards]
        first, *others = values
        tokens = [Token(f"{label}{NO_BREAK_SPACE}{first.text}", first.text, first.suit)]
        return tokens + others
    value = ""
    if note.points is not None:
        value = words.points(note.points)
    elif note.count is not None:
        value = words.number(note.count)
    elif note.word is not None:
        value = words.value(note.word)
    return [Token(f"{label}{NO_BREAK_SPACE}{value}", value) if value else Token(label, label)]


def _card(plan: Plan, card: str) -> Token:
    """A card by its rank and suit, a metal by its sign and number, any other by its name."""
    if is_french(card):
        rank = plan.words.court(card[0])
        return Token(rank, rank, card[1])
    metal = metal_of(card)
    text = plan.words.card(card) if metal is None else f"{SIGNS[metal.metal]}{NO_BREAK_SPACE}{metal.value}"
    return Token(text, text)


def width(plan: Plan, token: Token, em: float, *, short: bool) -> float:
    """How wide a token is in a line of this size."""
    text = token.short if short else token.text
    wide = plan.width(text, ROLE, em) if text else 0.0
    drawn = _drawn_width(token, em)
    return wide + drawn + (INSIDE * em if wide and drawn else 0.0)


def _drawn_width(token: Token, em: float) -> float:
    if token.suit is not None:
        return 0.86 * CHIP * em
    if token.seat is not None:
        return CHIP * em
    return CHIP * em / 1.4 if token.backs else 0.0


class Line(NamedTuple):
    """Tokens that fit into a line: each with whether it is short; how wide they are together."""

    tokens: tuple[tuple[Token, bool], ...]
    wide: float


def fitted(plan: Plan, tokens: Sequence[Token], em: float, room: float) -> Line:
    """As many of the tokens as fit: first their words go, from the last one on, then they themselves."""
    dot = _dot_width(plan, em)
    for count in range(len(tokens), 0, -1):
        for shorts in range(count + 1):
            shown = tuple((token, place >= count - shorts) for place, token in enumerate(tokens[:count]))
            wide = sum(width(plan, token, em, short=short) for token, short in shown) + (count - 1) * dot
            if wide <= room:
                return Line(shown, wide)
    return Line((), 0.0)


def _dot_width(plan: Plan, em: float) -> float:
    return plan.width("·", ROLE, em) + 2 * BETWEEN * em


def draw(plan: Plan, line: Line, x: float, middle: float, em: float, colours: Inks, name: str) -> float:
    """Adds a line of tokens from `x` on; the x of its end."""
    for place, (token, short) in enumerate(line.tokens):
        if place:
            dot = plan.width("·", ROLE, em)
            x += BETWEEN * em
            plan.text("·", ROLE, x, middle, em=em, colour=colours.small, ground=colours.fill, name=name)
            x += dot + BETWEEN * em
        text = token.short if short else token.text
        start = x
        if text and not token.backs:
            x = plan.text(
                text, ROLE, x, middle, em=em, colour=colours.small, ground=colours.fill, name=name
            ).box.right  # fmt: skip
        drawn = _drawn_width(token, em)
        if drawn:
            x += INSIDE * em if x > start else 0.0
            _draw(plan, token, Box(x, middle - CHIP * em / 2, drawn, CHIP * em), name)
            x += drawn
        if token.backs:
            x = plan.text(
                text, ROLE, x + INSIDE * em, middle, em=em, colour=colours.small, ground=colours.fill, name=name
            ).box.right  # fmt: skip
    return x


def _draw(plan: Plan, token: Token, box: Box, name: str) -> None:
    if token.suit is not None:
        plan.things.append(Chip(box=box, suit=token.suit, name=name))
    elif token.seat is not None:
        plan.tile(token.seat, box.x, box.cy, box.h, name=name)
    else:
        plan.things.append(Back(box=box, name=name))
