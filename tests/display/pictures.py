"""Draw the pictures of docs/pictures: `python -m tests.display.pictures`. Look at them before they are committed."""

from __future__ import annotations

import os
from dataclasses import replace
from pathlib import Path

os.environ["SDL_VIDEODRIVER"] = "dummy"

import pygame

from display.screen import render
from display.view import Look, PlayView
from tests.display import game_samples, samples

FOLDER = Path(__file__).parents[2] / "docs" / "pictures"
SIZES = ((800, 480), (1920, 1080))


def main() -> None:
    """Every screen of Lapio at two sizes, and some in other languages, shapes and themes."""
    FOLDER.mkdir(exist_ok=True)
    views = {
        "play": samples.play(),
        "play-hand": samples.mock(),
        "alert-refused": _hidden_hand(samples.alerted("refused")),
        "alert-revoke": samples.alerted("revoke"),
        "alert-suspect": samples.alerted("suspect"),
        "result": samples.result(),
        "end": samples.end(),
    }
    for name, view in views.items():
        for size in SIZES:
            pygame.image.save(render(view, size, Look()), FOLDER / f"{name}-{size[0]}x{size[1]}.png")
    more = {
        "play-fi-1920x1080": (samples.play("fi"), (1920, 1080), Look(language="fi")),
        "play-1080x1920": (samples.play(), (1080, 1920), Look()),
        "play-day-1920x1080": (samples.play(), (1920, 1080), Look(theme="day", four_colours=True)),
        "tabletop-1920x1080": (samples.play(), (1920, 1080), Look(way="tabletop")),
        "bidding-1920x1080": (game_samples.amerikaner(), (1920, 1080), Look()),
        "pile-800x480": (game_samples.paskahousu(), (800, 480), Look()),
        "melds-1920x1080": (game_samples.femhundra(), (1920, 1080), Look()),
        "rows-1920x1080": (game_samples.ristiseiska(), (1920, 1080), Look()),
        "gold-digger-1920x1080": (game_samples.gold_digger(), (1920, 1080), Look()),
        "aurum-1920x1080": (game_samples.aurum(), (1920, 1080), Look()),
        "alert-revoke-fi-800x480": (samples.alerted("revoke", "fi"), (800, 480), Look(language="fi")),
    }
    for name, (view, size, look) in more.items():
        pygame.image.save(render(view, size, look), FOLDER / f"{name}.png")


def _hidden_hand(view: PlayView) -> PlayView:
    """The alert as it is shown where nobody may see the hand that it speaks of."""
    assert view.alert is not None
    return replace(view, alert=replace(view.alert, proof=(), groups=view.alert.groups[:1]))


if __name__ == "__main__":
    main()
