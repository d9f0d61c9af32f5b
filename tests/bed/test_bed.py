"""Whatever goes wrong below the table: no play is lost, doubled or credited to another seat, nobody is accused wrongly.

`python -m tests.bed` prints the figures; the long version is `pytest -m soak`.
"""

import pytest

from tests.bed.deal import Deal, Outcome, compare, perfect
from tests.bed.faulty_table import Faults
from tests.bed.kinds import HEAD, KINDS, play

SHORT = 2  # deals of each kind
LONG = 118  # 2,000 in all


@pytest.mark.parametrize("kind", KINDS)
def test_what_goes_wrong_below_the_table_changes_no_game(kind):
    assert play(kind, range(SHORT)).wrong == []


@pytest.mark.soak
@pytest.mark.parametrize("kind", KINDS)
def test_nor_in_2000_deals(kind, request, capsys):
    if "soak" not in request.config.getoption("-m"):
        pytest.skip("takes many minutes: run it with -m soak")
    figures = play(kind, range(1000, 1000 + LONG))
    with capsys.disabled():
        print(f"\n{HEAD}\n{figures}")
    assert figures.wrong == []


def test_each_fault_strikes_at_all():
    struck = {kind: play(kind, range(1)).troubles for kind in ("flicker", "two readers hear one card", "cable pulled")}
    assert struck["flicker"]["flicker"] > 10
    assert struck["two readers hear one card"]["two readers"] > 5
    assert struck["cable pulled"]["cable pulled"] > 0


def test_the_bed_sees_a_play_that_is_missing_doubled_or_of_another_seat():
    deal = Deal(1)
    ideal = perfect(deal)
    assert len(ideal.done("play")) == 52

    def wrong(change):
        outcome = Outcome(lines=change(list(ideal.lines)), accused=set(ideal.accused))
        compare(deal, outcome, ideal)
        return outcome.wrong

    assert wrong(lambda lines: lines) == []
    assert wrong(lambda lines: lines[:-1])
    assert wrong(lambda lines: [*lines, lines[-1]])
    other = {"North": "East"}
    assert wrong(lambda lines: [(at, {**line, "seat": other.get(line["seat"], line["seat"])}) for at, line in lines])


def test_the_bed_sees_an_accusation_without_cause():
    deal = Deal(1)
    ideal, outcome = perfect(deal), perfect(deal)
    outcome.accused.add(("revoke", "East", "follow-suit", "7H"))
    compare(deal, outcome, ideal)
    assert outcome.wrong == ["accused without cause: revoke East follow-suit 7H"]


def test_a_fault_is_the_same_each_time():
    kind = "all of this but two readers"
    assert isinstance(KINDS[kind], Faults)
    assert str(play(kind, range(1))) == str(play(kind, range(1)))
