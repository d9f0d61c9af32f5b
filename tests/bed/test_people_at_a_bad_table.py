"""The people of the bed: what the table has not heard they do once more, the very same, also what was a mistake."""

import pytest

from display.view import Intent
from firmware_bridge.mock import MockTable
from table.clock import JumpingClock
from table.journal import Journal
from table.receipts import Receipts
from tests.bed.checks import Outcome
from tests.bed.deal import Deal, FaultyMatch, _run, perfect


class HardOfHearing(MockTable):
    """Hears nothing of a card that comes onto a reader for the first time. `laid`: which came where, heard or not."""

    def __init__(self, readers, buttons, clock):
        super().__init__(readers, buttons, clock)
        self.laid = []

    def lay(self, reader, uid):
        self.laid.append((reader, uid))
        if self.laid.count((reader, uid)) > 1:
            super().lay(reader, uid)


def on_a_table_hard_of_hearing(deal):
    outcome, clock = Outcome(), JumpingClock()
    with Journal.open(None, wall=clock.now) as journal:
        match = FaultyMatch(
            deal, clock, journal, None,
            lambda seating, _: (HardOfHearing(seating.readers, seating.buttons, clock.now), Receipts()),
        )  # fmt: skip
        match.watch(outcome)
        _run(match, clock, outcome)
    return outcome


@pytest.mark.parametrize(("seed", "draws"), [(0, True), (2, True), (3, False)])
def test_what_the_table_has_not_heard_is_laid_again_as_it_was(seed, draws):
    deal = Deal(seed, mistakes=0.5, draws=draws)
    ideal, outcome = perfect(deal), on_a_table_hard_of_hearing(deal)
    assert outcome.over
    assert outcome.done("play") == ideal.done("play")
    assert outcome.done("draw") == ideal.done("draw")


def test_what_was_taken_back_is_thought_about_anew():
    """Or whoever revoked, and was shown it, would revoke for ever."""
    deal, clock, back = Deal(3, mistakes=1.0, draws=False), JumpingClock(), []
    with Journal.open(None, wall=clock.now) as journal:
        match = FaultyMatch(deal, clock, journal, None)
        match.people._kinds = ("revoke",)

        def acknowledge():
            back.extend(alert.kind for alert in match.session.alerts)
            match.session.intent(Intent(match.session.alerts[0].actions[-1]))

        match.people._acknowledge = acknowledge
        outcome = Outcome()
        match.watch(outcome)
        _run(match, clock, outcome)
    assert "revoke" in back
    assert outcome.over
    assert outcome.wrong == []
