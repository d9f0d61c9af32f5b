"""Which keys work now, and what a key press asks for.

What a key is called is a matter of language (`Words.key`): last trick is L in English and V in Finnish. So a press is
compared with the very caps that are shown, and the two always agree.
"""

from __future__ import annotations

from string import ascii_uppercase
from typing import TYPE_CHECKING

from display.labels import LANGUAGES
from display.view import (
    Choice,
    DeckView,
    EndView,
    HardwareView,
    Intent,
    MenuView,
    PlayView,
    ResultView,
    RulesView,
    SetupView,
    SheetView,
)

if TYPE_CHECKING:
    from display.view import View
    from display.words import Words

PRIMARY = "Enter"
PLAY_CARD = "play-card"
CHOOSE = "choose"
FORWARD, BACK = ("Tab", "Right", "Down"), ("Left", "Up")  # keys that go through the answers to a question
NEXT_PAGE, PREVIOUS_PAGE = "next-page", "previous-page"  # the screen knows which pages these are
TURNS = {"Right": NEXT_PAGE, "Down": NEXT_PAGE, "Space": NEXT_PAGE, "PageDown": NEXT_PAGE} | {
    "Left": PREVIOUS_PAGE,
    "Up": PREVIOUS_PAGE,
    "PageUp": PREVIOUS_PAGE,
}
MOST_CAPS = 16  # answers that get keys of their own; more are gone through
ALWAYS = ("sound", "motion", "full-screen")  # these work whether or not the line of keys has room to name them


def _usual(view: View) -> tuple[str, ...]:
    """What works on a screen whose view does not say it."""
    match view:
        case PlayView():
            return (PLAY_CARD, "last-trick", "undo", "sound", "full-screen", "quit")
        case ResultView():
            return ("next-deal", "undo", "sound", "full-screen", "quit")
        case EndView():
            return ("again", "undo", "full-screen", "quit")
        case _:  # while a table is made ready, the view always says it
            return ()


def _of_page(view: RulesView | SheetView | MenuView) -> tuple[str, ...]:
    """What works while somebody looks at a page: nothing of the game below it."""
    match view:
        case RulesView():
            return ("to-game", NEXT_PAGE)
        case SheetView():
            return ("to-game",)
        case MenuView():
            return view.items


def language_caps() -> dict[str, str]:
    """The key of each language in the menu."""
    return {language: str(number) for number, language in enumerate(LANGUAGES, 1)}


def keys_now(view: View) -> tuple[str, ...]:
    """The ids of the keys that work now, in the order to show them: first an alert's actions."""
    if isinstance(view, DeckView | SetupView | HardwareView):
        return (CHOOSE, *view.keys) if choices_of(view) else view.keys
    if isinstance(view, RulesView | SheetView | MenuView):
        return _of_page(view)
    keys = view.match.keys or _usual(view)
    if isinstance(view, PlayView) and view.alert is not None:
        actions = tuple(action for action in view.alert.actions if seat_meant(action) is None)
        blocked = {"undo", PLAY_CARD, *actions}  # an alert wants its answer first
        return actions + tuple(key for key in keys if key not in blocked)
    if isinstance(view, PlayView) and PLAY_CARD in keys and not cards_have_digits(view):
        keys = tuple(key for key in keys if key != PLAY_CARD)
    return (CHOOSE, *keys) if choices_of(view) else keys


def choices_of(view: View) -> tuple[Choice, ...]:
    """The answers that can be chosen now, in order; none while an alert wants its answer first.

    That time goes by is no answer that people give.
    """
    if isinstance(view, SetupView):
        return view.choices
    if isinstance(view, HardwareView):
        return tuple(Choice(number, "lamp") for number, part in enumerate(view.parts) if part.kind == "lamp")
    if not isinstance(view, PlayView) or view.question is None or view.alert is not None:
        return ()
    return tuple(choice for choice in view.question.choices if choice.do != "clock")


def cards_have_digits(view: PlayView) -> bool:
    """Whether the number keys play cards: a hand is shown, and some of it may be played or nothing is asked."""
    seat = hand_of(view)
    return seat is not None and (bool(view.match.seats[seat].playable) or not choices_of(view))


def choice_caps(view: View, words: Words) -> dict[int, str]:
    """The key of each answer by its number: digits where no hand needs them, else letters of its words.

    A number or rank that is chosen is its own digit. Where there are very many answers there are no keys of their own.
    """
    choices = choices_of(view)
    if isinstance(view, SetupView | HardwareView):
        own = {choice.number: digit for choice in choices if (digit := _own_digit(choice))}
        return own or {choice.number: digit for choice, digit in zip(choices, "1234567890", strict=False)}
    if not isinstance(view, PlayView) or not choices or len(choices) > MOST_CAPS:
        return {}
    used = {words.key(key, trick_of(view))[0] for key in (*keys_now(view), *ALWAYS)} | {PRIMARY}
    caps: dict[int, str] = {}
    if not cards_have_digits(view):
        digits = [str(digit) for digit in (*range(1, 10), 0)]
        own = {choice.number: digit for choice in choices if (digit := _own_digit(choice))}
        if own and len(set(own.values())) == len(own):
            caps = own
        else:
            plain = [choice for choice in choices if not choice.lift]
            caps = {choice.number: digit for choice, digit in zip(plain, digits, strict=False)}
    used |= set(caps.values())
    phase = view.question.phase if view.question is not None else ""
    texts = {
        choice.number: words.choice(choice, view.match.game, phase) or words.suit(choice.suit or "")
        for choice in choices
        if choice.number not in caps
    }
    for number, text in texts.items():  # a single letter is its own key, before others take it
        if text in ascii_uppercase and len(text) == 1 and text not in used:
            caps[number] = text
            used.add(text)
    for number, text in texts.items():
        if number not in caps:
            letters = [letter for letter in text.upper() if letter in ascii_uppercase]
            caps[number] = next((letter for letter in (*letters, *ascii_uppercase) if letter not in used), "")
            used.add(caps[number])
    return {number: cap for number, cap in caps.items() if cap}


def hand_of(view: PlayView) -> int | None:
    """The seat whose cards the number keys play: the one on turn, else the only one whose hand is shown."""
    shown = [seat for seat, face in enumerate(view.match.seats) if face.hand]
    if view.turn in shown:
        return view.turn
    return shown[0] if len(shown) == 1 else None


def _own_digit(choice: Choice) -> str:
    """The digit that a choice is, as a number or a rank; nothing for others."""
    if choice.do == "seats" and choice.count == 10:
        return "0"
    if choice.count is not None and 0 <= choice.count <= 9:
        return str(choice.count)
    return "0" if choice.rank == "T" else choice.rank if choice.rank is not None and choice.rank.isdigit() else ""


def moved_focus(cap: str, view: View, focus: int | None) -> int | None:
    """Which answer is marked after this key; None where no key has gone through them yet, or none can be chosen."""
    count = len(choices_of(view))
    if not count:
        return None
    if cap in FORWARD:
        return 0 if focus is None else (focus + 1) % count
    if cap in BACK:
        return count - 1 if focus is None else (focus - 1) % count
    return focus


def seat_meant(action: str) -> int | None:
    """The seat that a button of an alert names ("seat-2"); None for every other action."""
    return int(action.removeprefix("seat-")) if action.startswith("seat-") else None


def primary(view: View) -> str | None:
    """The action that Enter asks for, whatever cap it is shown with."""
    if isinstance(view, PlayView):
        return view.alert.actions[0] if view.alert is not None and view.alert.actions else None
    return next((key for key in ("next-deal", "again", "to-game", "tap", "close") if key in keys_now(view)), None)


def trick_of(view: View) -> int | None:
    """The trick that "back to the trick" goes to."""
    return view.alert.trick if isinstance(view, PlayView) and view.alert is not None else None


def pressed(cap: str, view: View, words: Words, focus: int | None = None) -> Intent | None:
    """What a press of the key with this cap asks for now; None where it does nothing.

    `cap`: a capital letter, a digit, or Enter, Esc, F11. `focus`: which of the answers Enter chooses.
    """
    if isinstance(view, RulesView | SheetView) and cap in TURNS:
        return Intent(TURNS[cap])
    if isinstance(view, MenuView) and cap in language_caps().values():
        return Intent(f"language-{list(LANGUAGES)[int(cap) - 1]}")
    choices = choices_of(view)
    if cap == PRIMARY and focus is not None and choices:
        return Intent(CHOOSE, number=choices[focus % len(choices)].number)
    if cap == PRIMARY and isinstance(view, SetupView) and view.usual is not None:
        return Intent(CHOOSE, number=view.usual)
    chosen = next((number for number, own in choice_caps(view, words).items() if own == cap), None)
    if chosen is not None:
        return Intent(CHOOSE, number=chosen)
    if cap == PRIMARY:
        action = primary(view)
        if action is not None:
            return Intent(action)
    if cap.isdigit() and isinstance(view, PlayView) and view.alert is not None:
        action = f"seat-{int(cap) - 1}"
        return Intent(action) if action in view.alert.actions else None
    if cap.isdigit() and isinstance(view, PlayView):
        seat = hand_of(view) if cards_have_digits(view) else None
        hand = () if seat is None else view.match.seats[seat].hand or ()
        place = int(cap) - 1
        return Intent("card", card=hand[place], seat=seat) if 0 <= place < len(hand) else None
    for key in (*keys_now(view), *ALWAYS):
        if words.key(key, trick_of(view))[0] == cap and key not in (PLAY_CARD, CHOOSE):
            return Intent(key)
    return None
