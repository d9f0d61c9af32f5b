"""Whatever goes wrong below the table: no play is lost, doubled or credited to another seat, nobody is accused wrongly.

`python -m tests.bed` prints the figures; the long version is `pytest -m soak`.
"""

from random import Random

import pytest

from table.running import Running
from table.sensing import Sensing
from table.session import Session
from tests.bed.checks import Outcome, compare
from tests.bed.deal import Deal, perfect
from tests.bed.kinds import HEAD, KINDS, play

LONG = 118  # deals of each kind: 2,000 in all
STRUCK = {  # what has struck at least this often, or the deal would say nothing
    "missed reads, one answer in ten garbled": ("garbled looks", 10),
    "corrupt frames, three in ten": ("garbled looks", 30),
    "weak cards": ("garbled looks", 30),
    "flicker": ("flicker", 10),
    "tricks swept over a reader": ("trick swept over a reader", 2),
    "two readers hear one card": ("two readers", 5),
    "two readers hear one card, in noise": ("two readers", 5),
    "noise where nobody is": ("garbled looks", 5),
    "cold joints at one reader": ("garbled looks", 3),
    "chips that fall ill": ("chip: power cut", 1),
    "all of this but two readers": ("garbled looks", 30),
    "5 % of the lines damaged": ("damaged lines", 10),
    "20 % of the lines damaged": ("damaged lines", 40),
    "40 % of the lines damaged": ("damaged lines", 80),
    "cable pulled": ("cable pulled", 2),
    "computer started anew": ("computer started anew", 2),
    "bad cable, pulled, computer started anew, noise": ("computer started anew", 1),
}


IN_BRIEF = 3  # every third kind runs with each `make test`; all of them, and many deals of each, in `make soak`


@pytest.mark.parametrize(("number", "kind"), list(enumerate(KINDS))[::IN_BRIEF])
def test_what_goes_wrong_below_the_table_changes_no_game(number, kind):
    figures = play(kind, range(number, number + 1))  # another deal for each kind, so all kinds of people come
    assert figures.wrong == []
    what, least = STRUCK[kind]
    assert figures.troubles[what] >= least


@pytest.mark.soak
@pytest.mark.parametrize("kind", KINDS)
def test_nor_in_2000_deals(kind, request, capsys):
    if "soak" not in request.config.getoption("-m"):
        pytest.skip("takes many minutes: run it with -m soak")
    figures = play(kind, range(1000, 1000 + LONG))
    with capsys.disabled():
        print(f"\n{HEAD}\n{figures}")
    assert figures.wrong == []


def test_the_bed_sees_a_game_that_is_not_the_one_on_a_perfect_table():
    deal = Deal(1)
    ideal = perfect(deal)
    assert len(ideal.done("play")) == 52

    def wrong(change):
        outcome = Outcome(lines=change(list(ideal.lines)), accused=set(ideal.accused), over=True)
        compare(outcome, ideal, mistakes=False)
        return {what.kind for what in outcome.wrong}

    assert wrong(lambda lines: lines) == set()
    assert wrong(lambda lines: lines[:-1]) == {"lost", "parted"}
    assert "parted" in wrong(lambda lines: [*lines, lines[-1]])
    other = {"North": "East"}
    swapped = [(at, {**line, "seat": other.get(line["seat"], line["seat"])}) for at, line in ideal.lines]
    assert wrong(lambda lines: swapped) == {"parted"}


def blamed(kind, seed):
    """What the bed finds wrong in one deal."""
    return {what.kind for _, what in play(kind, range(seed, seed + 1)).wrong}


def test_the_bed_sees_a_table_that_loses_a_card_which_it_has_heard(monkeypatch):
    dice, touches = Random(1), Sensing.tick
    monkeypatch.setattr(Sensing, "tick", lambda self, now: [each for each in touches(self, now) if dice.random() < 0.9])
    assert blamed("tricks swept over a reader", 0) == {"lost"}


def test_the_bed_sees_a_table_that_writes_a_play_down_twice(monkeypatch):
    keep = Running._keep
    monkeypatch.setattr(Running, "_keep", lambda self, *lines: keep(self, *lines, *lines))
    assert "doubled" in blamed("tricks swept over a reader", 0)


def test_the_bed_sees_a_table_that_credits_each_play_to_the_seat_on_turn(monkeypatch):
    laid = Session._laid

    def on_turn(self, place, *touch, **how):
        laid(self, self.match.deal.turn if isinstance(place, int) else place, *touch, **how)

    monkeypatch.setattr(Session, "_laid", on_turn)
    monkeypatch.setattr("tests.bed.deal.LONGEST_S", 60.0)
    assert "misplaced" in blamed("tricks swept over a reader", 2)  # whose people err now and then


def test_the_bed_sees_a_table_that_plays_a_refused_card_by_itself_later_on(monkeypatch):
    submit, early = Session.submit, []

    def premove(self, act):
        submit(self, act)
        if self.running.refused == act:
            early.append(act)
        for mine in [each for each in early if act.do == "play" and each.seat == self.match.deal.turn]:
            early.remove(mine)
            submit(self, mine)

    monkeypatch.setattr(Session, "submit", premove)
    assert "lost" in blamed("tricks swept over a reader", 2)  # whoever was on turn laid another card


def test_the_bed_sees_an_accusation_without_cause():
    deal = Deal(1)
    ideal, outcome = perfect(deal), perfect(deal)
    outcome.accused.add(("revoke", "East", "follow-suit", "7H"))
    compare(outcome, ideal, mistakes=False)
    assert [str(what) for what in outcome.wrong] == ["accused: revoke East follow-suit 7H"]


def test_a_fault_is_the_same_each_time():
    assert str(play("flicker", range(5, 6))) == str(play("flicker", range(5, 6)))
