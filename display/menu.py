"""The menu: what can be done besides playing, each with its key, and the languages."""

from __future__ import annotations

from math import ceil
from typing import TYPE_CHECKING

from display.frame import key_line, key_rows
from display.keys import language_caps
from display.labels import LANGUAGES
from display.layout import Box
from display.page_frame import corner
from display.view import Intent

if TYPE_CHECKING:
    from display.plan import Plan
    from display.view import MenuView

ICONS = {
    "rules": "book",
    "sheet": "list",
    "last-trick": "stack",
    "undo": "undo",
    "sound": "sound",
    "quit": "x",
}
HIGHEST = 0.135  # S: a button needs no more


def menu_screen(plan: Plan, view: MenuView) -> None:
    """Adds the whole screen."""
    s, u, words = plan.s, plan.u, plan.words
    w, h = plan.size
    margin, key_h = 1.4 * u, s / 17 if key_rows(plan, view) == 1 else s / 10
    inset = margin + 1.7 * u
    plan.text(words.label("menu"), "title", inset, margin + 0.0475 * s, ground="ground", name="title")
    corner(plan, [words.game_short(view.match.game), words.deal(view.match.deal)])
    key_line(plan, Box(margin, h - key_h, w - 2 * margin, key_h), view)
    top = margin + 0.095 * s + u
    area = Box(margin, top, w - 2 * margin, h - key_h - u - top)
    rows = ceil(len(view.items) / 2)
    gap = 1.4 * u
    label = 0.07 * s
    high = min(HIGHEST * s, (area.h - label - rows * gap) / (rows + 1))
    used = (rows + 1) * high + rows * gap + label
    y = area.y + max(0.0, (area.h - used) / 3)
    cells = [cell for row in range(rows) for cell in Box(area.x, y + row * (high + gap), area.w, high).columns(2, gap)]
    for place, (cell, do) in enumerate(zip(cells, view.items, strict=False)):
        last = place == len(view.items) - 1 and place % 2 == 0  # alone in its row
        box = Box(area.x, cell.y, area.w, high) if last else cell
        text = words.button(do)
        if do == "sound":
            text = words.button("sound-on" if plan.look.sound else "sound-off")
        plan.button(box, text, Intent(do), primary=place == 0, key=words.key(do)[0], icon=ICONS.get(do, ""))
    y += rows * (high + gap)
    plan.text(words.label("language"), "label", inset, y + label / 2, colour="text2", ground="ground")
    _languages(plan, Box(area.x, y + label, area.w, high))


def _languages(plan: Plan, area: Box) -> None:
    """A button for each language by its own name; the one that is shown has an edge."""
    caps = language_caps()
    gap = 1.1 * plan.u
    room = area.w / len(LANGUAGES) - plan.u - 2 * plan.u - gap - plan.cap_width("5")
    if any(plan.width(name, "button", 0.84 * plan.em("button")) > room for name in LANGUAGES.values()):
        caps = dict.fromkeys(caps, "")  # all of them or none
    for box, (code, name) in zip(area.columns(len(LANGUAGES), plan.u), LANGUAGES.items(), strict=True):
        plan.button(box, name, Intent(f"language-{code}"), key=caps[code])
        if code == plan.words.language:
            plan.panel(box, None, 1.3 * plan.u, edge="text", width=plan.s / 160, over=True, name="language")
