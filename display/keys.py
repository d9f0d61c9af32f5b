"""Which keys work now, and what a key press asks for.

What a key is called is a matter of language (`Words.key`): last trick is L in English and V in Finnish. So a press is
compared with the very caps that are shown, and the two always agree.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from display.view import EndView, Intent, PlayView, ResultView

if TYPE_CHECKING:
    from display.view import View
    from display.words import Words

PRIMARY = "Enter"
PLAY_CARD = "play-card"
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


def keys_now(view: View) -> tuple[str, ...]:
    """The ids of the keys that work now, in the order to show them: first an alert's actions."""
    keys = view.match.keys or _usual(view)
    if isinstance(view, PlayView) and view.alert is not None:
        actions = tuple(action for action in view.alert.actions if seat_meant(action) is None)
        blocked = {"undo", PLAY_CARD, *actions}  # an alert wants its answer first
        return actions + tuple(key for key in keys if key not in blocked)
    if isinstance(view, PlayView) and PLAY_CARD in keys and hand_of(view) is None:
        return tuple(key for key in keys if key != PLAY_CARD)
    return keys


def hand_of(view: PlayView) -> int | None:
    """The seat whose cards the number keys play: the one on turn, else the only one whose hand is shown."""
    shown = [seat for seat, face in enumerate(view.match.seats) if face.hand]
    if view.turn in shown:
        return view.turn
    return shown[0] if len(shown) == 1 else None


def seat_meant(action: str) -> int | None:
    """The seat that a button of an alert names ("seat-2"); None for every other action."""
    return int(action.removeprefix("seat-")) if action.startswith("seat-") else None


def primary(view: View) -> str | None:
    """The action that Enter asks for, whatever cap it is shown with."""
    if isinstance(view, PlayView):
        return view.alert.actions[0] if view.alert is not None and view.alert.actions else None
    return next((key for key in ("next-deal", "again") if key in keys_now(view)), None)


def trick_of(view: View) -> int | None:
    """The trick that "back to the trick" goes to."""
    return view.alert.trick if isinstance(view, PlayView) and view.alert is not None else None


def pressed(cap: str, view: View, words: Words) -> Intent | None:
    """What a press of the key with this cap asks for now; None where it does nothing.

    `cap`: a capital letter, a digit, or Enter, Esc, F11.
    """
    if cap == PRIMARY:
        action = primary(view)
        if action is not None:
            return Intent(action)
    if cap.isdigit() and isinstance(view, PlayView) and view.alert is not None:
        action = f"seat-{int(cap) - 1}"
        return Intent(action) if action in view.alert.actions else None
    if cap.isdigit() and isinstance(view, PlayView):
        seat = hand_of(view)
        hand = () if seat is None else view.match.seats[seat].hand or ()
        place = int(cap) - 1
        return Intent("card", card=hand[place], seat=seat) if 0 <= place < len(hand) else None
    for key in (*keys_now(view), *ALWAYS):
        if words.key(key, trick_of(view))[0] == cap and key != PLAY_CARD:
            return Intent(key)
    return None
