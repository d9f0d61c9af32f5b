"""Alerts to try the words with: typical ones, and every kind with every rule."""

from __future__ import annotations

import itertools
from dataclasses import replace
from functools import cache

from display.view import Alert, ProofGroup

NAMES = ("North", "East", "South", "West")
LONGEST = ("Schornsteinfeger", "Apfelbäumchen", "Schornsteinfeger", "Apfelbäumchen")
KULLANKAIVAJA = (
    "follow-suit",
    "must-trump",
    "out-of-turn",
    "wrong-phase",
    "not-in-hand",
    "card-seen",
    "wrong-count",
)
TROUBLES = (
    "unknown-tag",
    "foreign-tag",
    "wrong-seat",
    "two-cards",
    "reader-mute",
    "source-down",
    "gap",
    "misread",
    "card-left-lying",
    "whose-draw",
    "not-kept",
)


def refused(rule="follow-suit", proof=("9C",), **changed):
    return replace(Alert("refused", (1,), rule, ("7D",), "C", 6, proof, actions=("take-back", "accept")), **changed)


def revoke(proof=("9C",), caption="now", **changed):
    groups = (
        ProofGroup("trick", ("TC", "7D"), (0, 1), frozenset({"7D"}), trick=3, suit="C"),
        ProofGroup(caption, proof, ringed=frozenset(proof), trick=6),
    )
    actions = ("carry-on", "back-to-trick")
    return replace(
        Alert("revoke", (1,), "follow-suit", ("7D",), "C", 3, proof, groups=groups, actions=actions), **changed
    )


@cache
def every_alert():
    """Every kind of alert with every rule, with and without what its sentences may name."""
    rules = (*KULLANKAIVAJA, "", "a-rule-of-another-game")
    ruled = itertools.product(("refused", "revoke", "suspect"), rules)
    kinds = (*ruled, *((kind, "") for kind in (*TROUBLES, "something-new")))
    parts = itertools.product(
        ((), (1,), (0, 1, 2, 3)),
        ((), ("QD",), ("QD", "TH")),
        (None, "D"),
        (None, 13),
        (("", 1), ("QS", 1), ("QS TS JS", 1), ("QS TS JS", 2)),
    )
    alerts = []
    for (seats, cards, led, trick, (proof, sure)), (kind, rule) in itertools.product(parts, kinds):
        for caption in ("now", "shown") if kind == "revoke" else ("in-hand",):
            shown = tuple(proof.split())
            groups = (ProofGroup(caption, shown),) if shown else ()
            alerts.append(
                Alert(kind, seats, rule, cards, led, trick, shown, sure, groups, ("carry-on", "back-to-trick"))
            )
    alerts += [Alert(kind, (0, 1), cards=("QD",), detail="04A224B2C15A80112233") for kind in TROUBLES]
    return alerts
