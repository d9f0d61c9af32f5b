"""The simulated table at the level of chips: the loop's clock drives it, and it says what real readers would say."""

import pytest

from firmware_bridge.reads import Button, Clash, ReaderState, TagOff, TagOn
from firmware_bridge.sim_table import LOOK_S, SimulatedTable

ACE = bytes.fromhex("04A1B2C3D4E5F6")
TEN = bytes.fromhex("04A1B2C3D4E5F7")  # of the same roll
READERS = ("north", "east", "south", "west", "draw")


class Driven:
    """A table whose clock moves only when a test moves it, as the loop does: to what is wanted next."""

    def __init__(self, readers=READERS, **how):
        self.now = 0.0
        self.reads = []
        self.runs = 0
        self.table = SimulatedTable(readers, ("b",), lambda: self.now, **how)

    def start(self):
        self.table.start(self.reads.append)
        return self

    def until(self, moment):
        while self.now < moment:
            wanted = self.table.due(self.now)
            self.now = moment if wanted is None else min(wanted, moment)
            self.table.run(self.now)
            self.runs += 1

    def of(self, *kinds):
        return [read for read in self.reads if isinstance(read, kinds)]


def test_every_reader_says_first_that_it_is_well():
    table = Driven().start()
    assert [(read.reader, read.state) for read in table.of(ReaderState)] == [(reader, "ok") for reader in READERS]


def test_a_card_comes_and_goes_with_the_moments_at_which_the_driver_saw_it():
    table = Driven().start()
    table.until(1.0)
    table.table.lay("east", ACE)
    table.until(1.35)
    table.table.lift("east", ACE)
    table.until(3.0)
    on, off = table.of(TagOn, TagOff)
    assert (on.reader, on.uid, on.first) == ("east", ACE, False)
    assert (off.reader, off.uid) == ("east", ACE)
    assert 1.0 < on.at < 1.06
    assert 1.35 + 0.12 <= off.at < 1.6


def test_what_lies_there_at_the_start_is_first():
    table = Driven()
    table.table.lay("west", ACE)
    table.start()
    assert [(read.reader, read.first) for read in table.of(TagOn)] == [("west", True)]


def test_a_card_laid_down_twice_is_one_card_and_lifting_none_is_nothing():
    table = Driven().start()
    table.until(1.0)
    table.table.lift("east", ACE)
    table.table.lay("east", ACE)
    table.table.lay("east", ACE)
    table.until(2.0)
    assert len(table.of(TagOn)) == 1
    assert table.table.lying["east"] == [ACE]


def test_two_cards_on_one_reader_are_both_told():
    table = Driven().start()
    table.until(1.0)
    table.table.lay("east", ACE)
    table.table.lay("east", TEN)
    table.until(2.0)
    assert {read.uid for read in table.of(TagOn)} == {ACE, TEN}


def test_cards_on_top_of_each_other_are_a_clash():
    table = Driven().start()
    table.table.bench.fields[1].stacked = True
    table.until(1.0)
    table.table.lay("east", ACE)
    table.table.lay("east", TEN)
    table.until(3.0)
    assert [read.reader for read in table.of(Clash)] == ["east"]


def test_a_chip_that_dies_is_told_where_somebody_watches():
    table = Driven(watchful=True).start()
    table.until(1.0)
    table.table.bench.chips[2].cut_power()
    table.until(6.0)
    assert (table.of(ReaderState)[-1].reader, table.of(ReaderState)[-1].state) == ("south", "mute")


def test_a_button_is_pressed_and_let_go():
    table = Driven().start()
    table.until(1.0)
    table.table.press("b")
    assert [(read.pressed, read.at) for read in table.of(Button)] == [(True, 1.0), (False, pytest.approx(1.1))]


def test_an_hour_of_an_empty_table_costs_nothing():
    table = Driven().start()
    assert table.table.due(0.0) is None
    table.until(3600.0)
    assert table.runs == 1
    before = table.table.bench.transfers()
    table.table.lay("draw", ACE)
    table.until(3600.5)
    assert table.table.bench.transfers() - before < 2500  # what half a second with a card costs
    assert [3600.0 < read.at < 3600.06 for read in table.of(TagOn)] == [True]


def test_while_a_card_lies_there_it_is_looked_at_every_moment():
    table = Driven().start()
    table.until(1.0)
    table.table.lay("east", ACE)
    assert table.table.due(table.now) == pytest.approx(1.0 + LOOK_S, abs=0.01)


def test_the_same_calls_give_the_same_reads():
    def played():
        table = Driven(seed=5).start()
        for field in table.table.bench.fields:
            field.noise = 20
        for i in range(6):
            table.until(1.0 + i)
            table.table.lay(READERS[i % 5], ACE)
            table.until(1.3 + i)
            table.table.lift(READERS[i % 5], ACE)
        table.until(9.0)
        return table.reads

    assert played() == played()
    assert len(played()) > 12


def test_after_stop_nothing_is_told():
    table = Driven().start()
    table.table.stop()
    told = len(table.reads)
    table.table.lay("east", ACE)
    table.table.press("b")
    table.until(2.0)
    assert len(table.reads) == told


def test_lamps_and_sounds_are_remembered_and_go_off():
    table = Driven().table
    table.lamp("lamp", "on")
    table.buzz(440, 100)
    assert (table.lamps, table.sounds) == ({"lamp": "on"}, [(440, 100)])
    table.close()
    assert table.lamps == {"lamp": "off"}
