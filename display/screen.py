"""The screen: shows Views, moves what changes, and turns touches, clicks and keys into Intents.

One thread: `show` says what to show, `tick` draws what changed and says when it wants to be called again, `intents`
sleeps until somebody touches something, that time has come, or another thread calls `wake`. Only the boxes that
changed are drawn again, and nothing is drawn while nothing changes.

    screen = Screen(None, look, fullscreen=True)
    while True:
        screen.show(view)
        due = screen.tick(time.monotonic())
        for intent in screen.intents(due): ...

Sound, motion and full screen are switched by their keys here; the first two are told as Intents too, so that the
table can remember them.
"""

from __future__ import annotations

import time
from collections import deque
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import pygame

from display import motion
from display.caps import cap_of
from display.change import Step, change_between, stages
from display.keys import NEXT_PAGE, PREVIOUS_PAGE, moved_focus, pressed
from display.layout import Target
from display.paint import Painter, merged, reach
from display.screens import plan_of
from display.sound import Sounds
from display.text import Fonts
from display.view import Intent, Look, MenuView
from display.window import ScreenError, Window
from display.words import Words

if TYPE_CHECKING:
    from collections.abc import Sequence

    from display.layout import Layout
    from display.sound import Cue
    from display.view import View

__all__ = ["Screen", "ScreenError", "render"]

FRAME = 1 / 60  # seconds between two pictures of a motion
PREPARE = 0.05  # seconds until the next sound is made, while nothing else is to do
FOR_EVER = 3600.0  # seconds: the window looks for input much more often than that
RETRY = 1.0  # seconds until a lost display is looked for again


def render(view: View, size: tuple[int, int], look: Look) -> pygame.Surface:
    """The picture of a view, of the given size in pixels, drawn without a window."""
    fonts, words = Fonts(), Words(look.language)
    surface = pygame.Surface(size)
    Painter(look, fonts, words.court).paint(surface, plan_of(view, size, words, look, fonts))
    return surface


class Screen:
    """A window, or the whole screen, that shows Views.

    `size`: of the window in pixels; None takes the whole desktop with `fullscreen`, else a usual size. Raises
    ScreenError where no display can be opened. With `allow_hidden` it is drawn all the same where nobody can see it.
    """

    def __init__(
        self,
        size: tuple[int, int] | None,
        look: Look,
        *,
        fullscreen: bool = False,
        caption: str = "Lapio",
        allow_hidden: bool = False,
    ) -> None:
        self._fonts = Fonts()
        self._window = Window(size, caption, fullscreen=fullscreen, allow_hidden=allow_hidden)
        self._sounds = Sounds()
        self._look = look
        self._words = Words(look.language)
        self._painter = Painter(look, self._fonts, self._words.court)
        self._shown: View | None = None  # what the canvas shows, or the motions are about to make it show
        self._since = 0.0  # when that began
        self._layout: Layout | None = None
        self._hidden: frozenset[str] = frozenset()  # names of what is still on its way
        self._queue: deque[Step] = deque()  # the steps to come
        self._motions: list[tuple[motion.Motion, float]] = []  # with the time each started
        self._dirty: list[pygame.Rect] = []  # what the window must be given anew
        self._covered: list[pygame.Rect] = []  # where motions were painted in the last frame
        self._cue: Cue | None = None
        self._down: Intent | None = None  # what lies under the finger or button that is down
        self._focus: int | None = None  # which answer to the question is marked
        self._hurry = False  # an input has come: motion ends at once
        self._lost = False
        self._fit()

    @property
    def size(self) -> tuple[int, int]:
        """Width and height of the picture in pixels."""
        return self._canvas.get_size()

    @property
    def hidden(self) -> bool:
        """Whether nobody can see it, since the video driver shows nothing."""
        return self._window.hidden

    @property
    def look(self) -> Look:
        """How the screen shows it; a new one is drawn with the next tick."""
        return self._look

    @look.setter
    def look(self, look: Look) -> None:
        drawn_alike = replace(look, motion=self._look.motion, sound=self._look.sound) == self._look
        drawn_alike = drawn_alike and not isinstance(self._shown, MenuView)  # the menu says whether sounds are on
        self._look = look
        if not drawn_alike:
            self._words = Words(look.language)
            self._painter = Painter(look, self._fonts, self._words.court)
            self._redraw()

    def show(self, view: View) -> None:
        """Sets what to show. It is drawn, and its motion starts, with the next tick."""
        latest = self._queue[-1].view if self._queue else self._shown
        if view == latest:
            return
        # A full trick that nobody has seen yet is kept; whatever else was still to come is over.
        kept = [step for step in list(self._queue)[:1] if step.full]
        self._queue = deque(kept)
        if kept:
            self._queue.extend(stages(kept[0].view, view, seen=False))
        else:
            self._queue.extend(stages(self._shown, view))

    def tick(self, now: float) -> float | None:
        """Draws what changed or moves. `now`: seconds of any clock that only goes forward.

        The seconds until it wants to be called again; None where nothing moves.
        """
        try:
            if self._lost:
                self._lost = not self._window.reopen()
                if self._lost:
                    return RETRY
                self._fit()
            if self._window.size != self._canvas.get_size():
                self._fit()
            if self._hurry:
                self._settle()
            self._advance(now)
            self._frame(now)
        except pygame.error:  # the display is gone: unplugged, taken by another user, lost by its driver
            self._lost = True
            return RETRY
        heard = self._look.sound and not self.hidden
        if self._cue is not None and heard:
            self._sounds.play(self._cue)  # after the picture: the first one opens the audio device
        self._cue = None
        if self._motions:
            return FRAME
        if self._queue:
            return max(0.0, self._since + self._queue[0].wait - now)
        return PREPARE if heard and self._sounds.prepare() else None

    def intents(self, timeout: float | None) -> list[Intent]:
        """What people asked for. Sleeps until something is asked or happens to the window, or `wake` is called.

        `timeout`: seconds to wait at most, None without end. An empty list where nothing was asked.
        """
        ends = None if timeout is None else time.monotonic() + timeout
        events: list[pygame.event.Event] = []
        while not events:
            left = FOR_EVER if ends is None else ends - time.monotonic()
            events = self._window.wait(left)
            if left <= 0 or self._window.woken():
                break
        asked = [self._intent(event) for event in events]
        return [intent for intent in asked if intent is not None]

    def wake(self) -> None:
        """Ends the sleep of `intents`. May be called from any thread."""
        self._window.wake()

    def picture(self) -> pygame.Surface:
        """What was shown last, as it looks when everything has arrived."""
        view = self._queue[-1].view if self._queue else self._shown
        picture = pygame.Surface(self._canvas.get_size())
        picture.fill(self._painter.theme["ground"])
        if view is not None:
            self._painter.paint(picture, self._plan(view))
        return picture

    def save(self, path: Path | str) -> None:
        """Writes the picture into a file; the ending says of which kind."""
        pygame.image.save(self.picture(), str(path))

    def close(self) -> None:
        """Closes the window and the audio device."""
        self._sounds.close()
        self._window.close()

    # Drawing.

    def _fit(self) -> None:
        """Draws anew for the window's size."""
        self._canvas = pygame.Surface(self._window.size)
        self._painter.sprites.clear()
        self._redraw()

    def _redraw(self) -> None:
        """Plans and paints everything again, without motion."""
        self._motions.clear()
        self._hidden = frozenset()
        if self._shown is not None:
            self._layout = self._plan(self._shown)
            self._painter.paint(self._canvas, self._layout)
        else:
            self._canvas.fill(self._painter.theme["ground"])
        self._dirty = [self._canvas.get_rect()]

    def _plan(self, view: View) -> Layout:
        focus = self._focus if view == self._shown else None
        return plan_of(view, self._canvas.get_size(), self._words, self._look, self._fonts, focus)

    def _settle(self) -> None:
        """Ends all motion and waiting: the last view of the queue comes at once."""
        self._hurry = False
        self._land()
        if self._queue:
            self._queue = deque([self._queue[-1]._replace(wait=0.0)])

    def _land(self) -> None:
        """Everything that is on its way arrives."""
        self._motions.clear()
        self._uncover()

    def _uncover(self) -> None:
        """Paints what was hidden while it was on its way."""
        if self._hidden and self._layout is not None:
            hidden, self._hidden = self._hidden, frozenset()
            self._paint([reach(thing) for thing in self._layout.things if thing.name in hidden])

    def _paint(self, parts: Sequence[pygame.Rect]) -> None:
        """Paints the boxes that changed on the canvas, without what is still on its way."""
        if self._layout is None:
            return
        layout = self._layout
        if self._hidden:
            layout = replace(layout, things=tuple(thing for thing in layout.things if thing.name not in self._hidden))
        for part in merged(parts, self._canvas.get_rect()):
            self._painter.paint(self._canvas, layout, part)
            self._dirty.append(part)

    def _advance(self, now: float) -> None:
        """Shows what has come in the queue, as far as its time has come."""
        while self._queue and now >= self._since + self._queue[0].wait:
            self._begin(self._queue.popleft().view, now)
            self._since = now

    def _begin(self, view: View, now: float) -> None:
        """Goes over to a view: paints what changed, and starts the motions between."""
        self._land()
        before, self._shown, self._focus = self._shown, view, None
        old, self._layout = self._layout, self._plan(view)
        if old is None or before is None:
            self._redraw()
            return
        change = change_between(before, view, old, self._layout)
        self._cue = change.cue or self._cue
        parts = [reach(thing) for thing in change.things]
        if not self._look.motion:
            self._paint(parts)
            return
        self._hidden = change.hidden
        pixels_before = [self._canvas.subsurface(box).copy() for box in change.boxes]
        self._paint(parts)
        self._motions = [(moving, now) for moving in change.motions(self._painter, pixels_before, self._canvas)]

    def _frame(self, now: float) -> None:
        """Gives the window what changed, with the motions painted over it."""
        going = [(moving, max(0.0, (now - start) / moving.seconds)) for moving, start in self._motions]
        going = [(moving, part) for moving, part in going if part < 1]
        if len(going) < len(self._motions):
            left = [moving for moving, _ in going]
            self._motions = [(moving, start) for moving, start in self._motions if moving in left]
            if not any(isinstance(moving, motion.Flight) for moving in left):
                self._uncover()
        covered = [moving.reach(part) for moving, part in going]
        changed = merged([*self._dirty, *self._covered, *covered], self._canvas.get_rect())
        self._dirty, self._covered = [], covered
        if not changed:
            return
        surface = self._window.surface
        for rect in changed:
            surface.blit(self._canvas, rect, rect)
        for moving, part in going:
            moving.paint(surface, part)
        pygame.display.update(changed)

    # Input.

    def _intent(self, event: pygame.event.Event) -> Intent | None:
        """What an event asks for; does by itself what is the window's business only."""
        if event.type == pygame.QUIT:
            return Intent("quit")
        if event.type in (pygame.VIDEOEXPOSE, pygame.WINDOWEXPOSED, pygame.WINDOWRESTORED, pygame.WINDOWSHOWN):
            self._dirty = [self._canvas.get_rect()]
        elif event.type == pygame.KEYDOWN:
            self._hurry = True
            return self._key(event)
        elif event.type == pygame.MOUSEBUTTONDOWN and event.button == 1:
            self._hurry = True
            self._down = self._under(event.pos)
        elif event.type == pygame.MOUSEBUTTONUP and event.button == 1:
            down, self._down = self._down, None
            return self._obey(down) if down is not None and down == self._under(event.pos) else None
        return None

    def _under(self, place: tuple[int, int]) -> Intent | None:
        """What a touch there asks for."""
        return None if self._layout is None else self._layout.intent_at(*place)

    def _key(self, event: pygame.event.Event) -> Intent | None:
        view = self._queue[-1].view if self._queue else self._shown
        if view is None:
            return None
        cap = cap_of(event.key, event.unicode)
        intent = pressed(cap, view, self._words, self._focus if view == self._shown else None)
        if intent is None:
            self._move_focus(cap)
            return None
        if intent.do in (NEXT_PAGE, PREVIOUS_PAGE):
            return self._turned(view, intent.do)
        return self._obey(intent)

    def _turned(self, view: View, turn: str) -> Intent | None:
        """The page that comes next or before: only the layout knows how many there are."""
        layout = self._layout if view == self._shown else self._plan(view)
        found = [] if layout is None else layout.named(turn)
        return next((thing.intent for thing in found if isinstance(thing, Target)), None)

    def _obey(self, intent: Intent) -> Intent | None:
        """Does what is the screen's business of an intent; what the table is told of it."""
        match intent.do:
            case "full-screen":
                self._toggle_fullscreen()
                return None
            case "sound":
                self.look = replace(self._look, sound=not self._look.sound)
            case "motion":
                self.look = replace(self._look, motion=not self._look.motion)
            case do if do.startswith("language-"):
                self.look = replace(self._look, language=do.removeprefix("language-"))
        return intent

    def _move_focus(self, cap: str) -> None:
        """Marks another answer to the question, where this key goes through them."""
        if self._shown is None or self._layout is None or self._queue:
            return
        moved = moved_focus(cap, self._shown, self._focus)
        if moved == self._focus:
            return
        self._focus = moved
        old, self._layout = set(self._layout.things), self._plan(self._shown)
        self._paint([reach(thing) for thing in old.symmetric_difference(self._layout.things)])

    def _toggle_fullscreen(self) -> None:
        try:
            self._window.toggle_fullscreen()
            self._fit()
        except pygame.error:
            self._lost = True
