"""Measuring, fitting and rendering text in the one font of the screen, Atkinson Hyperlegible.

All sizes are the em in pixels. Text stands on a baseline; what the eye centres is the capitals, 0.668 em high. Small
text is rendered larger and scaled down, since hinting to whole pixels lets small words fall apart.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Sequence
from math import ceil
from pathlib import Path
from typing import TYPE_CHECKING

from engine.errors import LapioError

if TYPE_CHECKING:
    import pygame

    from display.theme import Colour

CAP_HEIGHT = 0.668  # em
ASCENT, DESCENT = 0.76, 0.22  # em: what a line of text covers over and under its baseline, accents on capitals apart
LINE = 1.22  # em from baseline to baseline
DIGIT = 0.632  # em: the cell of a digit where numbers stand under one another
STEPS = (1.0, 0.92, 0.84)
CACHED_PIXELS = 6_000_000  # about 24 MB of rendered text
NO_LETTER = "\uffff"  # never a letter: it is drawn as the sign for a missing one
SMALL, MIDDLE = 40, 80  # px: below these, text is rendered four times and twice as large


class FontMissing(LapioError):
    """The font's package is not installed."""


class Fonts:
    """The two weights of the font at every size, with what was measured and rendered kept.

    Raises FontMissing where the font's package is not installed. Starts pygame's font module and nothing else.
    """

    def __init__(self) -> None:
        import pygame.font

        try:
            from fontpkg_atkinson_hyperlegible import ROOT
        except ImportError as missing:
            raise FontMissing(
                "the screen's font is missing: install the package fontpkg-atkinson-hyperlegible"
            ) from missing
        pygame.font.init()
        files = Path(ROOT) / "files"
        self._files = {
            bold: files / f"AtkinsonHyperlegible-{'Bold' if bold else 'Regular'}.ttf" for bold in (False, True)
        }
        self._fonts: dict[tuple[int, bool], pygame.font.Font] = {}
        self._widths: dict[tuple[str, float, bool], float] = {}
        self._rendered: OrderedDict[tuple[str, float, bool, Colour, bool], pygame.Surface] = OrderedDict()
        self._pixels = 0

    def width(self, text: str, em: float, *, bold: bool, tabular: bool = False) -> float:
        """How wide the text is, in pixels; `tabular` with each digit in a cell of its own."""
        if tabular:
            return sum(DIGIT * em if c.isdigit() else self.width(c, em, bold=bold) for c in text)
        key = (text, em, bold)
        width = self._widths.get(key)
        if width is None:
            scale = _scale(em)
            width = self._widths[key] = self._font(em * scale, bold).size(text)[0] / scale
        return width

    def has(self, letter: str) -> bool:
        """Whether both weights have a glyph for this letter: it looks otherwise than one that no font has."""
        return all(self._looks(letter, bold) != self._looks(NO_LETTER, bold) for bold in (False, True))

    def _looks(self, letter: str, bold: bool) -> bytes:
        import pygame

        return pygame.image.tobytes(self._font(40, bold).render(letter, True, (0, 0, 0), (255, 255, 255)), "RGB")

    def ascent(self, em: float, *, bold: bool) -> float:
        """Pixels from the top of a rendered text to its baseline."""
        scale = _scale(em)
        return self._font(em * scale, bold).get_ascent() / scale

    def render(self, text: str, em: float, colour: Colour, *, bold: bool, tabular: bool = False) -> pygame.Surface:
        """The text in one colour on nothing, its left edge at x = 0. Kept: the caller must not draw on it."""
        key = (text, em, bold, colour, tabular)
        surface = self._rendered.get(key)
        if surface is None:
            surface = self._rendered[key] = self._draw(text, em, colour, bold=bold, tabular=tabular)
            self._pixels += surface.get_width() * surface.get_height()
            while self._pixels > CACHED_PIXELS and len(self._rendered) > 1:
                _, dropped = self._rendered.popitem(last=False)
                self._pixels -= dropped.get_width() * dropped.get_height()
        else:
            self._rendered.move_to_end(key)
        return surface

    def fit(
        self, text: str, em: float, width: float, *, bold: bool, floor: float, steps: Sequence[float] = STEPS
    ) -> float | None:
        """The largest of the steps of `em`, and at last `floor`, at which the text is no wider than `width`."""
        for step in (*steps, 0.0):
            size = max(em * step, floor)
            if self.width(text, size, bold=bold) <= width:
                return size
        return None

    def wrap(self, text: str, em: float, width: float, lines: int, *, bold: bool) -> tuple[str, ...] | None:
        """The text in at most so many lines, all about equally long; None where it does not fit.

        Breaks at spaces only, never at no-break spaces.
        """
        words = text.split(" ")
        broken = self._greedy(words, em, width, bold=bold)
        if broken is None or len(broken) > lines:
            return None
        narrow, wide = max(self.width(word, em, bold=bold) for word in words), width
        while wide - narrow > 1:  # the smallest width that keeps the number of lines
            middle = (narrow + wide) / 2
            tried = self._greedy(words, em, middle, bold=bold)
            if tried is not None and len(tried) <= len(broken):
                broken, wide = tried, middle
            else:
                narrow = middle
        return tuple(broken)

    def shorten(self, name: str, em: float, width: float, *, bold: bool) -> str:
        """A person's name, cut with "…" where it is wider than `width`; at least one letter stays."""
        if self.width(name, em, bold=bold) <= width:
            return name
        for length in range(len(name) - 1, 1, -1):
            shorter = name[:length].rstrip() + "…"
            if self.width(shorter, em, bold=bold) <= width:
                return shorter
        return name[:1] + "…"

    def _greedy(self, words: Sequence[str], em: float, width: float, *, bold: bool) -> list[str] | None:
        lines: list[str] = []
        for word in words:
            longer = f"{lines[-1]} {word}" if lines else word
            if lines and self.width(longer, em, bold=bold) <= width:
                lines[-1] = longer
            elif self.width(word, em, bold=bold) <= width:
                lines.append(word)
            else:
                return None
        return lines

    def _font(self, size: float, bold: bool) -> pygame.font.Font:
        import pygame.font

        key = (max(1, round(size)), bold)
        if key not in self._fonts:
            self._fonts[key] = pygame.font.Font(str(self._files[bold]), key[0])
        return self._fonts[key]

    def _draw(self, text: str, em: float, colour: Colour, *, bold: bool, tabular: bool) -> pygame.Surface:
        import pygame

        scale = _scale(em)
        font = self._font(em * scale, bold)
        if tabular:
            width = self.width(text, em, bold=bold, tabular=True) * scale
            large = _nothing(width, font.get_height(), scale, colour)
            x = 0.0
            for letter in text:
                glyph = font.render(letter, True, colour)
                cell = DIGIT * em * scale if letter.isdigit() else font.size(letter)[0]
                large.blit(glyph, (round(x + (cell - glyph.get_width()) / 2), 0))
                x += cell
        else:
            glyphs = font.render(text, True, colour)
            if scale == 1:
                return glyphs
            large = _nothing(glyphs.get_width(), glyphs.get_height(), scale, colour)
            large.blit(glyphs, (0, 0))
        if scale == 1:
            return large
        return pygame.transform.smoothscale(large, (large.get_width() // scale, large.get_height() // scale))


def _scale(em: float) -> int:
    """How much larger than wanted a text is rendered."""
    return 4 if em < SMALL else 2 if em < MIDDLE else 1


def _nothing(width: float, height: float, scale: int, colour: Colour) -> pygame.Surface:
    """A transparent surface in the text's own colour, so that scaling down makes no dark fringes."""
    import pygame

    sides = [ceil(side / scale) * scale for side in (width, height)]
    surface = pygame.Surface(sides, pygame.SRCALPHA)
    surface.fill((*colour, 0))
    return surface
