"""What stands round a page that is looked at in the middle of a game: title, page number, the way back, the keys."""

from __future__ import annotations

from typing import TYPE_CHECKING

from display.frame import context
from display.keys import NEXT_PAGE, PREVIOUS_PAGE
from display.layout import Box, Target
from display.result import footer_row
from display.view import Intent

if TYPE_CHECKING:
    from collections.abc import Sequence

    from display.plan import Plan
    from display.view import PageView


def page_frame(plan: Plan, view: PageView, title: str, short: str = "") -> tuple[Box, Box]:
    """Adds the title, `short` where it has no room, and the line of keys; the box between and the row of buttons."""
    s, u = plan.s, plan.u
    margin = 1.4 * u
    inset = margin + 1.7 * u
    room = plan.size[0] - 2 * inset - plan.width("00/00", "context") - 2 * u
    if short and plan.width(title, "title", plan.floor("title")) > room:
        title = short
    em = plan.fitted(title, "title", room)
    plan.text(title, "title", inset, margin + 0.0475 * s, em=em, width=room, ground="ground", name="title")
    buttons = footer_row(plan, view)
    top = margin + 0.095 * s + u
    return Box(margin, top, plan.size[0] - 2 * margin, buttons.y - u - top), buttons


def corner(plan: Plan, parts: Sequence[str]) -> None:
    """Adds what stands in the upper right corner, as much of it as there is room for beside the title."""
    inset = 3.1 * plan.u
    title = next(thing for thing in plan.things if thing.name == "title")
    right = plan.size[0] - inset
    context(plan, parts, right, 1.4 * plan.u + 0.0475 * plan.s, right - title.box.right - 2 * plan.u)


def page_buttons(
    plan: Plan, box: Box, buttons: Box, *, previous: int | None = None, following: int | None = None
) -> None:
    """Adds the way back to the game, and where there are more pages their buttons and the halves of the box.

    `previous`, `following`: the numbers of the pages before and after this one, as far as there are any. From the last
    page the key goes round to page 0.
    """
    turns = {PREVIOUS_PAGE: previous, NEXT_PAGE: following}
    middle = buttons
    if any(number is not None for number in turns.values()):
        left, middle, right = buttons.columns(3, plan.u)
        halves = box.columns(2)
        for (name, number), button, half in zip(turns.items(), (left, right), halves, strict=True):
            if number is None:
                if name == NEXT_PAGE:
                    plan.things.append(Target(box=Box(0, 0, 0, 0), intent=Intent("page", number=0), name=name))
                continue
            intent = Intent("page", number=number)
            plan.target(half, intent)
            plan.panel(button, "button", 1.3 * plan.u, name=f"button:{name}")
            side = 0.42 * button.h
            icon = Box(button.cx - side / 2, button.cy - side / 2, side, side)
            plan.icon("next", icon, "on_button", "button", turn=180 if name == PREVIOUS_PAGE else 0)
            plan.things.append(Target(box=button, intent=intent, button=True, name=name))
    cap = plan.words.key("to-game")[0]
    plan.button(middle, plan.words.button("to-game"), Intent("to-game"), primary=True, key=cap)
