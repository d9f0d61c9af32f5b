"""The window on the machine's display: opening it, losing it, sleeping until there is input.

The only module that knows of video drivers.
"""

from __future__ import annotations

import os
import tempfile
import threading
import time
from contextlib import suppress

import pygame

from engine.errors import LapioError

SHOWS_NOTHING = ("dummy", "offscreen", "evdev")  # video drivers without a picture
# pygame.event.wait looks for input a thousand times a second, which takes 2 to 3 % of a desktop's core in an idle
# window (measured, X11). These take 0.7 and 0.3 %. A change at the table does not wait for them: `wake` ends them.
LOOK, LOOK_SELDOM = 0.02, 0.05  # seconds between two looks
SELDOM_AFTER = 10.0  # seconds without input
USUAL = (1280, 720)
UNUSED = (pygame.MOUSEMOTION, pygame.MOUSEWHEEL, pygame.TEXTINPUT, pygame.TEXTEDITING, pygame.KEYUP)


class ScreenError(LapioError):
    """The window cannot be opened; its text says why and what to do."""


class Window:
    """A window or the whole screen. Raises ScreenError where no display can be opened.

    `size`: in pixels; None for the whole desktop with `fullscreen`, else for a usual window that fits on it. With
    `allow_hidden`, and never without, a driver that shows nothing will do, and is taken where there is no display.
    """

    def __init__(
        self, size: tuple[int, int] | None, caption: str, *, fullscreen: bool, allow_hidden: bool = False
    ) -> None:
        self._wanted = size
        self._caption = caption
        self._fullscreen = fullscreen
        self._woken = threading.Event()
        self._last_input = time.monotonic()
        self._init(allow_hidden=allow_hidden)
        try:
            self._open()
        except pygame.error as error:
            pygame.display.quit()
            raise ScreenError(f"the window cannot be opened: {error}") from None

    @property
    def hidden(self) -> bool:
        """Whether the video driver shows nothing, so that nobody sees the window."""
        return pygame.display.get_driver() in SHOWS_NOTHING

    @property
    def size(self) -> tuple[int, int]:
        """Width and height in pixels."""
        return self.surface.get_size()

    @property
    def surface(self) -> pygame.Surface:
        """What is drawn on; `pygame.display.update` shows it. Raises pygame.error where the display is lost."""
        surface = pygame.display.get_surface()
        if surface is None:
            raise pygame.error("the display is lost")
        return surface

    def reopen(self) -> bool:
        """Tries to get a lost display back; whether it is there again."""
        try:
            pygame.display.quit()
            pygame.display.init()
            self._open()
        except pygame.error:
            return False
        return True

    def toggle_fullscreen(self) -> None:
        """From window to full screen and back. Raises pygame.error where that cannot be."""
        self._fullscreen = not self._fullscreen
        self._open()

    def wait(self, seconds: float) -> list[pygame.event.Event]:
        """The events that have come, at the latest after so many seconds, or at once when `wake` is called.

        It may come back earlier without any.
        """
        events = _events()
        if not events and seconds > 0:
            quiet = time.monotonic() - self._last_input > SELDOM_AFTER
            self._woken.wait(min(seconds, LOOK_SELDOM if quiet else LOOK))
            events = _events()
        if events:
            self._last_input = time.monotonic()
        return events

    def woken(self) -> bool:
        """Whether `wake` was called since the last time this was asked."""
        was = self._woken.is_set()
        self._woken.clear()
        return was

    def wake(self) -> None:
        """Ends a `wait`. May be called from any thread."""
        self._woken.set()

    def close(self) -> None:
        """Closes it."""
        pygame.display.quit()

    def _init(self, *, allow_hidden: bool) -> None:
        # Without it the Wayland library complains on the terminal, though no Wayland is there or wanted.
        os.environ.setdefault("XDG_RUNTIME_DIR", tempfile.gettempdir())
        try:
            pygame.display.init()
        except pygame.error as error:
            if not allow_hidden:
                raise _no_screen(str(error)) from None
            os.environ["SDL_VIDEODRIVER"] = "dummy"
            pygame.display.init()
        if self.hidden and not allow_hidden:
            driver = pygame.display.get_driver()
            pygame.display.quit()
            if not os.environ.get("SDL_VIDEODRIVER"):  # SDL found nothing else by itself
                raise _no_screen("none is there")
            raise ScreenError(f'the video driver "{driver}" shows nothing: unset SDL_VIDEODRIVER and start again')

    def _open(self) -> None:
        flags = pygame.FULLSCREEN if self._fullscreen else pygame.RESIZABLE
        size = (0, 0) if self._fullscreen and self._wanted is None else self._wanted or _usual_size()
        pygame.display.set_mode(size, flags)
        pygame.display.set_caption(self._caption)
        with suppress(AttributeError):
            pygame.display.set_allow_screensaver(False)  # a table must not go dark in the middle of a game
        pygame.event.set_blocked(UNUSED)
        pygame.key.stop_text_input()
        pygame.mouse.set_visible(not (self._fullscreen and _has_touch()))


def _no_screen(why: str) -> ScreenError:
    return ScreenError(
        f"no screen to show the table on ({why}): run Lapio in a desktop session, or at the machine's own monitor"
    )


def _events() -> list[pygame.event.Event]:
    """What has come; nothing while the display is lost."""
    return pygame.event.get() if pygame.display.get_init() else []


def _usual_size() -> tuple[int, int]:
    """The size of a window that fits on the desktop."""
    wide, high = pygame.display.get_desktop_sizes()[0]
    if wide >= USUAL[0] * 1.1 and high >= USUAL[1] * 1.1:
        return USUAL
    return max(320, round(wide * 0.9)), max(240, round(high * 0.85))


def _has_touch() -> bool:
    """Whether a touch panel is connected."""
    try:
        from pygame._sdl2 import touch

        return bool(touch.get_num_devices() > 0)
    except (ImportError, AttributeError, pygame.error):
        return False
