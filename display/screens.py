"""From a View to a layout: which screen it is, and which way the panel lies."""

from __future__ import annotations

from typing import TYPE_CHECKING

from display.deck_screen import deck_screen
from display.end import end_screen
from display.hardware_screen import hardware_screen
from display.layout import Layout
from display.menu import menu_screen
from display.plan import Plan
from display.play import play_screen
from display.result import result_screen
from display.rules_screen import rules_screen
from display.setup_screen import setup_screen
from display.sheet_screen import sheet_screen
from display.tabletop import lies_flat, tabletop_screen
from display.view import (
    DeckView,
    EndView,
    HardwareView,
    Look,
    MenuView,
    PlayView,
    ResultView,
    RulesView,
    SetupView,
    SheetView,
    View,
)

if TYPE_CHECKING:
    from display.text import Fonts
    from display.words import Words


def plan_of(
    view: View, size: tuple[int, int], words: Words, look: Look, fonts: Fonts, focus: int | None = None
) -> Layout:
    """Everything that stands on the screen for this view, in a window of this size in pixels.

    `focus`: which answer to the question is marked, as the one that Enter chooses.
    """
    plan = Plan(size, words, look, fonts, focus)
    match view:
        case PlayView() if look.way == "tabletop" and lies_flat(size, view):
            tabletop_screen(plan, view)
        case PlayView():
            play_screen(plan, view)
        case ResultView():
            result_screen(plan, view)
        case EndView():
            end_screen(plan, view)
        case RulesView():
            rules_screen(plan, view)
        case SheetView():
            sheet_screen(plan, view)
        case MenuView():
            menu_screen(plan, view)
        case DeckView():
            deck_screen(plan, view)
        case SetupView():
            setup_screen(plan, view)
        case HardwareView():
            hardware_screen(plan, view)
    return plan.done()
