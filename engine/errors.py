"""What can be wrong with what the engine is given. What people do wrong at the table is no error: it is an event."""

from __future__ import annotations


class LapioError(Exception):
    """Base of every error that Lapio raises on purpose; its text is one clear line for people."""


class BadCard(LapioError, ValueError):
    """A card id that the deck does not have."""


class BadGame(LapioError, ValueError):
    """A game, a number of seats, a dealer or an option that cannot be played."""


class BadLine(LapioError, ValueError):
    """An action that is not valid for its game: a value that no rule could accept, an unknown seat."""
