import os

import pytest

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
os.environ.setdefault("SDL_AUDIODRIVER", "dummy")


@pytest.fixture(scope="session")
def fonts():
    from display.text import Fonts

    return Fonts()


@pytest.fixture(scope="session")
def plan(fonts):
    """A layout of a view: `plan(view, size, language)`."""
    from display.screens import plan_of
    from display.view import Look
    from display.words import Words

    words = {}

    def make(view, size=(1920, 1080), language="en", way="wall"):
        said = words.setdefault(language, Words(language))
        return plan_of(view, size, said, Look(language=language, way=way), fonts)

    return make
