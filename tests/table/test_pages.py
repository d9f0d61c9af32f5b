"""Rules, score sheet and menu over a running game: it waits unharmed, and an alert comes first."""

from random import Random

import pytest

from display.view import Intent, MenuView, PlayView, ResultView, RulesView, SheetView
from engine.cards import FRENCH, each
from engine.playout import Playout
from table.loop import Loop
from table.opening import Pictures
from tests.display import samples
from tests.table.at_the_table import AtTheTable
from tests.table.test_loop import Clock, Part, Screen

PAGES = {"rules": RulesView, "sheet": SheetView, "menu": MenuView}


@pytest.fixture
def table():
    return AtTheTable()


def ask(table, do, **more):
    table.session.intent(Intent(do, **more))
    return table.session.view()


@pytest.mark.parametrize("page", PAGES)
def test_a_page_is_opened_and_left_and_the_game_is_as_it_was(table, page):
    table.tap("N", "5C")
    before = table.session.view()
    assert isinstance(ask(table, page), PAGES[page])
    assert ask(table, "to-game") == before
    assert isinstance(ask(table, page), PAGES[page])
    assert ask(table, page) == before


@pytest.mark.parametrize("page", PAGES)
def test_a_card_laid_meanwhile_is_played_and_kept(table, page):
    ask(table, page)
    table.tap("N", "5C")
    assert isinstance(table.session.view(), PAGES[page])
    assert table.script == ['{"seat": "N", "do": "play", "cards": "5C"}']
    assert [laid.card for laid in ask(table, "to-game").laid] == ["5C"]


@pytest.mark.parametrize("page", PAGES)
def test_an_alert_comes_before_a_page(table, page):
    ask(table, page)
    table.tap("E", "5C")
    view = table.session.view()
    assert isinstance(view, PlayView)
    assert view.alert.rule == "out-of-turn"


def test_the_rules_can_be_read_while_an_alert_stands(table):
    table.tap("E", "5C")
    assert isinstance(ask(table, "rules"), RulesView)
    assert ask(table, "to-game").alert is not None


def test_answering_an_alert_leads_back_to_the_game(table):
    table.tap("E", "5C")
    ask(table, "rules")
    view = ask(table, "take-back")
    assert isinstance(view, PlayView)
    assert view.alert is None


def test_pages_are_turned(table):
    assert ask(table, "rules").page == 0
    assert ask(table, "page", number=2).page == 2
    ask(table, "to-game")
    assert ask(table, "rules").page == 0


def test_what_is_chosen_in_the_menu_is_done_and_seen(table):
    table.trick("N 5C", "E 7C", "S 9C", "W 2C")
    ask(table, "menu")
    assert ask(table, "last-trick").showing_last
    ask(table, "menu")
    assert [laid.card for laid in ask(table, "undo").laid] == ["5C", "7C", "9C"]


def test_the_menu_offers_what_there_is(table):
    assert ask(table, "menu").items == ("to-game", "rules", "sheet", "sound", "quit")
    table.trick("N 5C", "E 7C", "S 9C", "W 2C")
    assert table.session.view().items == ("to-game", "rules", "sheet", "last-trick", "undo", "sound", "quit")


def test_language_and_sound_leave_the_menu_open(table):
    ask(table, "menu")
    assert isinstance(ask(table, "language-fi"), MenuView)
    assert isinstance(ask(table, "sound"), MenuView)


def test_a_game_without_scores_has_no_sheet():
    table = AtTheTable(game="mattis")
    assert table.session.match.totals() is None
    assert isinstance(ask(table, "sheet"), PlayView)
    assert "sheet" not in ask(table, "menu").items


def test_the_keys_of_the_play_screen_name_the_pages(table):
    assert {"rules", "sheet", "menu"} <= set(table.session.view().match.keys)


def test_the_sheet_has_every_deal_and_the_one_that_is_played():
    table = AtTheTable(seats="AB", target=250)
    assert ask(table, "sheet").deals == ()
    ask(table, "to-game")
    play_a_deal(table)
    assert isinstance(table.session.view(), ResultView)
    points = tuple(table.session.running.history.deals[0].points)
    assert ask(table, "sheet").deals == (points,)
    assert isinstance(ask(table, "next-deal"), PlayView)
    play_a_deal(table, 12)
    view = ask(table, "sheet")
    assert view.deals[0] == points
    totals = [score.total for score in view.match.scores]
    assert totals == [sum(deal[side] for deal in view.deals) for side in range(2)]
    assert len(view.deals) == 2


def play_a_deal(table, cards=52):
    """A legal deal, or so many cards of it."""
    match = table.session.match
    pack = list(each(match.game.pack))
    Random(1).shuffle(pack)
    playout = Playout(match.game, pack, match.deal.turn)
    while not playout.deal.over and cards:
        seat, card = playout.deal.turn, next(each(playout.legal()))
        playout.play(card)
        table.tap(table.seating.names[seat], FRENCH.faces[card])
        cards -= 1


# -- the loop -------------------------------------------------------------------------------------------


def test_simulated_people_wait_while_somebody_reads_and_hardware_goes_on(table):
    clock = Clock()
    people, hardware = Part(1.0, 5.0), Part(2.0, 6.0)
    asked = [(0.5, Intent("rules")), (10.0, Intent("to-game")), (20.0, Intent("quit"))]
    Loop(table.session, clock, people=people, hardware=hardware, screen=Screen(clock, asked)).run()
    assert people.done == [(1.0, 10.0), (5.0, 10.0)]
    assert hardware.done == [(2.0, 2.0), (6.0, 6.0)]


# -- pictures -------------------------------------------------------------------------------------------


def test_a_picture_of_each_page_is_written_beside_the_game_s(tmp_path, monkeypatch):
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    from display import screen as display_screen
    from display.view import Look

    screen = display_screen.Screen((800, 480), Look(), allow_hidden=True)
    try:
        write = Pictures(tmp_path, screen)
        write(samples.play())
        assert {file.stem for file in tmp_path.iterdir()} == {"play", "rules", "menu"}
        write(samples.end())
        assert {file.stem for file in tmp_path.iterdir()} == {"play", "rules", "menu", "end", "sheet"}
    finally:
        screen.close()
