"""Short sounds, made of sine waves in code. No audio device is no error: then there is silence."""

from __future__ import annotations

import os
import sys
from array import array
from math import exp, pi, sin
from pathlib import Path
from typing import TYPE_CHECKING, Literal, NamedTuple, TypeAlias

if TYPE_CHECKING:
    import pygame

RATE = 11_025  # samples a second
BUFFER = 512  # samples: 46 ms, and a thread that wakes only 22 times a second
LOUDEST = 32_767
SOUND = Path("/dev/snd")  # where Linux has its audio devices; pcm*p can play

Cue: TypeAlias = Literal["card", "trick", "alert", "end"]


class Tone(NamedTuple):
    """A sine that dies away: when it starts and how long it lasts in ms, its frequency in Hz, its volume to 1."""

    start_ms: int
    ms: int
    hertz: float
    volume: float


CUES: dict[Cue, tuple[Tone, ...]] = {
    "card": (Tone(0, 45, 1320, 0.16),),
    "trick": (Tone(0, 90, 660, 0.22), Tone(80, 150, 990, 0.22)),
    "alert": (Tone(0, 200, 311, 0.55), Tone(210, 200, 233, 0.55), Tone(420, 320, 311, 0.55)),
    "end": (Tone(0, 220, 523, 0.3), Tone(150, 220, 659, 0.3), Tone(300, 220, 784, 0.3), Tone(450, 600, 1047, 0.3)),
}


def samples(cue: Cue) -> array[int]:
    """The cue as 16-bit samples of one channel, RATE a second."""
    tones = CUES[cue]
    length = max(tone.start_ms + tone.ms for tone in tones) * RATE // 1000
    mixed = [0.0] * length
    for tone in tones:
        first, count = tone.start_ms * RATE // 1000, tone.ms * RATE // 1000
        attack = max(1, RATE // 250)  # 4 ms, so that it does not click
        for n in range(min(count, length - first)):
            shape = min(1.0, n / attack) * exp(-4.0 * n / count) * min(1.0, (count - n) / attack)
            wave = sin(2 * pi * tone.hertz * n / RATE) + 0.25 * sin(4 * pi * tone.hertz * n / RATE)
            mixed[first + n] += tone.volume * shape * wave
    return array("h", (round(max(-1.0, min(1.0, value)) * LOUDEST) for value in mixed))


class Sounds:
    """Plays the cues. The audio device is opened with the first of them; where it cannot be, nothing sounds."""

    def __init__(self) -> None:
        self._made: dict[Cue, pygame.mixer.Sound] = {}
        self._usable = True

    def prepare(self) -> bool:
        """Makes one sound that is still missing, in some ten milliseconds; False where there is nothing to make."""
        missing = [cue for cue in CUES if cue not in self._made]
        return bool(missing) and self._made_now(missing[0]) is not None

    def play(self, cue: Cue) -> None:
        """Starts the sound and returns at once."""
        sound = self._made_now(cue)
        if sound is not None:
            sound.play()

    def _made_now(self, cue: Cue) -> pygame.mixer.Sound | None:
        if not self._usable:
            return None
        import pygame

        try:
            if not pygame.mixer.get_init():
                if not _has_device():
                    self._usable = False
                    return None
                pygame.mixer.init(RATE, -16, 1, BUFFER, allowedchanges=0)
            if cue not in self._made:
                self._made[cue] = pygame.mixer.Sound(buffer=samples(cue).tobytes())
            return self._made[cue]
        except (pygame.error, NotImplementedError, AttributeError):  # no device, no mixer in this build of pygame
            self._usable = False
            return None

    def close(self) -> None:
        """Lets go of the audio device."""
        import pygame

        self._made.clear()
        try:
            if pygame.mixer.get_init():
                pygame.mixer.quit()
        except (pygame.error, NotImplementedError, AttributeError):
            self._usable = False


def _has_device() -> bool:
    """False where there surely is no audio device: on Linux, opening one would then complain on the terminal."""
    if sys.platform != "linux" or os.environ.get("SDL_AUDIODRIVER"):
        return True
    runtime = Path(os.environ.get("XDG_RUNTIME_DIR", "/nowhere"))
    servers = (runtime / "pulse" / "native", runtime / "pipewire-0")
    return bool(os.environ.get("PULSE_SERVER")) or any(at.exists() for at in servers) or any(SOUND.glob("pcm*p"))
