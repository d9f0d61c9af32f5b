"""From a key press to the cap that the line of keys shows for it."""

from __future__ import annotations

import pygame

CAPS = {
    pygame.K_RETURN: "Enter",
    pygame.K_KP_ENTER: "Enter",
    pygame.K_ESCAPE: "Esc",
    pygame.K_F11: "F11",
    pygame.K_TAB: "Tab",
    pygame.K_LEFT: "Left",
    pygame.K_RIGHT: "Right",
    pygame.K_UP: "Up",
    pygame.K_DOWN: "Down",
    pygame.K_SPACE: "Space",
    pygame.K_PAGEDOWN: "PageDown",
    pygame.K_PAGEUP: "PageUp",
}
KEYPAD = {getattr(pygame, f"K_KP{digit}", getattr(pygame, f"K_KP_{digit}", 0)): str(digit) for digit in range(10)}


def cap_of(key: int, letter: str) -> str:
    """The cap of a key as the line of keys shows it: a capital letter, a digit, Enter, Esc, F11, Tab or an arrow."""
    if key in CAPS:
        return CAPS[key]
    if key in KEYPAD:
        return KEYPAD[key]
    if letter and letter.isprintable():
        return letter.upper()
    return chr(key).upper() if 32 < key < 127 else ""
