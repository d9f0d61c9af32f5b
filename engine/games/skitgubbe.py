"""Skitgubbe: duels collect cards, then everybody gets rid of them by beating; who is left with cards has lost.

The rules, their options and the rule ids used here: docs/rules/skitgubbe.md. What it shares with Mattis:
engine/two_phases.py.
"""

from __future__ import annotations

from engine.two_phases import TwoPhaseGame


class Skitgubbe(TwoPhaseGame):
    """Two to six players, one card at a time; who cannot beat takes the card played last (section 5)."""

    name = "skitgubbe"
    takes = -1
