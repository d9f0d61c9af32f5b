"""What a touch means: from Reads to lines, alerts and lamps."""

import pytest

from display.view import Intent, PlayView
from engine.errors import LapioError
from firmware_bridge.reads import Clash, Gap, ReaderState, SourceState, TagOff, TagOn
from table.sensing import HouseRules
from tests.table.at_the_table import AtTheTable


@pytest.fixture
def table():
    return AtTheTable()


# -- a card is one play ---------------------------------------------------------------------------------


def test_a_card_tapped_at_the_seat_on_turn_is_played_and_kept(table):
    table.tap("N", "5C")
    assert table.played == ["5C"]
    assert table.script == ['{"seat": "N", "do": "play", "cards": "5C"}']


def test_people_hear_of_a_play_only_after_it_is_kept(table):
    order = []
    keep = table.disk.append
    table.disk.append = lambda lines: (order.append("kept"), keep(lines))
    table.session.listeners.append(lambda event: order.append("told"))
    table.tap("N", "5C")
    assert order == ["kept", "told"]


@pytest.mark.parametrize("pause", [0.05, 0.2, 1.0, 5.0])
def test_a_card_lifted_and_put_back_is_one_play(table, pause):
    table.tap("N", "5C")
    table.now += pause - 1
    table.tap("N", "5C")
    assert table.played == ["5C"]
    assert table.alert is None


def test_a_card_that_flickers_while_it_lies_is_one_play(table):
    table.lay("N", "5C")
    for _ in range(30):
        table.lift("N", "5C", after=0.5)
        table.now -= 0.5
        table.lay("N", "5C")
    assert len(table.script) == 1
    assert table.alert is None


def test_the_same_card_in_the_next_deal_is_a_new_play_at_once():
    table = AtTheTable(seats="AB", target=250)
    order = _play_out(table)
    table.session.intent(Intent("next-deal"))
    leader = table.seating.names[table.session.match.deal.turn]
    before = len(table.script)
    table.tap(leader, order[-1])
    assert len(table.script) == before + 1


def test_a_card_that_is_only_brushed_does_not_count(table):
    table.lay("N", "5C")
    table.lift("N", "5C", after=0.05)
    table.wait()
    assert table.played == []


def test_a_card_that_is_only_brushed_counts_where_touched_is_played():
    table = AtTheTable(house=HouseRules(touched_is_played=True))
    table.lay("N", "5C")
    table.lift("N", "5C", after=0.05)
    assert table.played == ["5C"]


def test_a_card_that_is_gone_before_anybody_looked_still_counts_once(table):
    table.lay("N", "5C")
    table.lift("N", "5C", after=0.25)
    table.wait()
    assert table.played == ["5C"]


def test_a_card_that_stays_lying_counts_when_it_has_settled(table):
    table.lay("N", "5C")
    assert table.played == []
    assert table.session.due() == pytest.approx(table.now + 0.12)
    table.wait(0.12)
    assert table.played == ["5C"]
    assert table.session.due() is None


def test_a_trick_swept_over_the_winners_reader_is_nothing_new(table):
    table.trick("N 5C", "E 7C", "S KC", "W 2C")
    table.tap("S", "5C", "7C", "2C", "KC")
    assert table.alert is None
    assert len(table.script) == 4


def test_what_lay_there_before_the_table_was_looking_is_no_play(table):
    table.session.handle(TagOn(table.reader("N"), table.uid("5C"), 1.0, first=True))
    table.wait(5)
    assert table.played == []


def test_the_shared_reader_plays_for_the_seat_on_turn():
    table = AtTheTable(shared=True)
    table.tap("middle", "5C", "7C")
    assert table.script == [
        '{"seat": "N", "do": "play", "cards": "5C"}',
        '{"seat": "E", "do": "play", "cards": "7C"}',
    ]


# -- refusals -------------------------------------------------------------------------------------------


def test_a_card_at_the_wrong_seat_is_refused_and_changes_nothing(table):
    table.tap("E", "5C")
    assert (table.alert.kind, table.alert.rule, table.alert.seats) == ("refused", "out-of-turn", (1,))
    assert table.played == []
    assert table.script == []
    table.tap("N", "5C")
    assert table.played == ["5C"]
    assert table.alert is None


def test_a_refused_card_can_be_played_later_as_any_other(table):
    table.tap("E", "5C")
    table.tap("N", "6C")
    table.tap("E", "5C")
    assert table.played == ["6C", "5C"]
    assert table.alert is None


def test_a_refused_card_that_flickers_is_refused_once(table):
    table.lay("E", "5C")
    table.wait(0.2)
    for _ in range(5):
        table.lift("E", "5C", after=0.3)
        table.now -= 0.9
        table.lay("E", "5C")
        table.wait(0.2)
    assert table.kinds() == ["refused"]
    assert len(table.panel.sounds) == 1


def test_the_right_card_beside_a_refused_one_is_played(table):
    table.lay("E", "5C")
    table.wait()
    table.lay("N", "6C")
    table.wait()
    assert table.played == ["6C"]
    assert table.alert is None


def test_taking_back_leaves_the_turn_as_it_was(table):
    table.tap("E", "5C")
    table.session.intent(Intent("take-back"))
    assert table.alert is None
    assert table.session.view().turn == 0


def test_undo_while_a_card_is_refused_takes_back_the_refused_card_only(table):
    table.tap("N", "6C")
    table.tap("N", "7C")
    assert table.alert.kind == "refused"
    table.session.intent(Intent("undo"))
    assert table.alert is None
    assert table.played == ["6C"]


def test_a_breach_that_people_let_stand_is_played_and_stands_in_the_script(table):
    _know_hand(table, "E", "7C 8C 9H TH KH")
    table.tap("N", "5C")
    table.tap("E", "9H")
    assert table.alert.rule == "follow-suit"
    assert table.alert.actions == ("take-back", "accept")
    table.session.intent(Intent("accept"))
    assert table.played == ["5C", "9H"]
    assert table.script[-2:] == ['{"seat": "E", "do": "play", "cards": "9H"}', '{"accept": true}']


def test_what_is_no_breach_of_the_game_cannot_be_let_stand(table):
    table.tap("E", "5C")
    assert table.alert.actions == ("take-back",)
    table.session.intent(Intent("accept"))
    assert table.played == []


def test_an_alert_names_no_card_of_a_hidden_hand(table):
    _know_hand(table, "E", "7C 8C 9H TH KH")
    table.tap("N", "5C")
    table.tap("E", "9H")
    assert table.alert.proof == ()
    assert {card for group in table.alert.groups for card in group.cards} == {"5C", "9H"}
    refused = table.heard[-1]
    assert refused["because"] == ""
    assert refused["cards"] == "9H"


# -- undo, control cards, buttons -----------------------------------------------------------------------


def test_undo_takes_the_last_card_back(table):
    table.tap("N", "5C")
    table.session.intent(Intent("undo"))
    assert table.played == []
    assert table.script[-1] == '{"undo": true}'
    table.tap("N", "6C")
    assert table.played == ["6C"]


def test_undo_with_nothing_to_take_back_does_nothing(table):
    table.session.intent(Intent("undo"))
    assert table.script == []


def test_a_control_card_undoes(table):
    table.tap("N", "5C")
    table.tap("draw", "control:undo")
    assert table.played == []


def test_a_card_put_back_into_the_hand_by_undo_can_be_played_again(table):
    table.tap("N", "5C")
    table.session.intent(Intent("undo"))
    table.now += 5
    table.tap("N", "5C")
    assert table.played == ["5C"]


def test_a_seats_button_acknowledges_an_alert(table):
    table.tap("E", "5C")
    table.press("E")
    assert table.alert is None


def test_a_seats_button_takes_a_card_where_the_rules_leave_it_open():
    table = AtTheTable(seats="AB", rules="b")
    table.tap("A", "5C")
    table.press("A")
    assert table.script[-1] == '{"seat": "A", "do": "draw", "from": "stock"}'
    table.press("A")
    assert len(table.script) == 2


# -- the draw reader ------------------------------------------------------------------------------------


def test_cards_slid_over_the_draw_reader_name_the_refills_in_drawing_order(table):
    table.trick("N 5C", "E 7C", "S KC", "W 2C")
    table.tap("draw", "9S", "8S", "7S", "6S")
    assert table.script[4:] == [
        f'{{"seat": "{seat}", "do": "draw", "card": "{card}", "from": "stock"}}'
        for seat, card in [("S", "9S"), ("W", "8S"), ("N", "7S"), ("E", "6S")]
    ]


def test_a_refill_that_was_not_read_does_not_shift_the_next_ones(table):
    table.trick("N 5C", "E 7C", "S KC", "W 2C")
    table.tap("S", "3D")  # S plays on before its refill was read
    table.tap("draw", "8S")
    assert table.script[-1] == '{"seat": "W", "do": "draw", "card": "8S", "from": "stock"}'


def test_a_card_over_the_draw_reader_when_nobody_draws_is_nothing(table):
    table.tap("draw", "9S")
    assert table.script == []
    assert table.alert is None


def test_a_drawn_card_that_cannot_be_there_is_refused_without_naming_it(table):
    _know_hand(table, "E", "7C 8C 9H TH KH")
    table.trick("N 5C", "E 7C", "S KC", "W 2C")
    table.tap("draw", "8C")
    assert (table.alert.kind, table.alert.rule) == ("refused", "card-seen")
    assert table.alert.cards == ()
    assert table.heard[-1]["cards"] == ""


def test_the_table_asks_where_two_seats_may_have_drawn():
    table = AtTheTable(seats="AB", rules="b")
    table.tap("A", "5C")
    table.tap("B", "6C")
    before = len(table.script)
    table.tap("draw", "9S")
    assert table.alert.kind == "whose-draw"
    assert len(table.script) == before
    table.press("B")
    assert table.alert is None
    assert table.script[-1] == '{"seat": "B", "do": "draw", "card": "9S", "from": "stock"}'


def test_whose_draw_it_was_can_be_said_at_the_screen_too():
    table = AtTheTable(seats="AB", rules="b")
    table.tap("A", "5C")
    table.tap("B", "6C")
    table.tap("draw", "9S")
    assert table.alert.actions == ("seat-0", "seat-1", "carry-on")
    table.session.intent(Intent("seat-0"))
    assert table.script[-1] == '{"seat": "A", "do": "draw", "card": "9S", "from": "stock"}'


# -- proofs ---------------------------------------------------------------------------------------------


def _revoke(table):
    table.trick("N 5C", "E 7H", "S KC", "W 2C")
    table.tap("draw", "3H", "4H", "6H", "9S")  # S, W, N and then E draw
    table.trick("S 6D", "W 3D", "N 4D", "E 8C")


def test_a_proved_revoke_is_shown_with_the_trick_it_happened_in(table):
    _revoke(table)
    alert = table.alert
    assert (alert.kind, alert.seats, alert.rule, alert.cards) == ("revoke", (1,), "follow-suit", ("7H",))
    assert (alert.trick, alert.led, alert.proof) == (1, "C", ("8C",))
    then, now = alert.groups
    assert (then.caption, then.cards, then.seats, then.wrong) == ("trick", ("5C", "7H"), (0, 1), {"7H"})
    assert (now.caption, now.cards, now.trick) == ("now", ("8C",), 2)


def test_after_a_proof_the_game_goes_on(table):
    _revoke(table)
    table.tap("S", "9D")
    assert table.alert.kind == "revoke"
    table.session.intent(Intent("carry-on"))
    assert table.alert is None


def test_people_can_go_back_to_the_trick_of_a_revoke(table):
    _revoke(table)
    table.session.intent(Intent("back-to-trick"))
    assert table.played == ["5C"]
    assert table.session.view().turn == 1
    assert table.alert is None


def test_lamps_show_the_turn_and_blink_at_the_seat_of_an_alert(table):
    assert table.panel.lamps == {"lamp-1": "on", "lamp-2": "off", "lamp-3": "off", "lamp-4": "off"}
    table.tap("E", "5C")
    assert table.panel.lamps["lamp-2"] == "blink"
    assert table.panel.sounds
    table.tap("N", "5C")
    assert table.panel.lamps == {"lamp-1": "off", "lamp-2": "on", "lamp-3": "off", "lamp-4": "off"}


# -- troubles of the table itself -----------------------------------------------------------------------


def test_an_unknown_tag_is_named_by_its_whole_uid(table):
    table.lay("N", None, uid=bytes.fromhex("04A1B2C3D4E5F6"))
    table.wait()
    assert (table.alert.kind, table.alert.detail, table.alert.seats) == ("unknown-tag", "04A1B2C3D4E5F6", (0,))
    assert table.script == []


def test_a_trouble_is_said_once_while_it_stands(table):
    for _ in range(3):
        table.lay("N", None, uid=b"\x04abcdef")
        table.lift("N", None, uid=b"\x04abcdef")
    assert len(table.session.alerts) == 1


def test_two_cards_at_once_name_no_card(table):
    table.session.handle(Clash(table.reader("S"), 1.0))
    assert (table.alert.kind, table.alert.seats, table.alert.cards) == ("two-cards", (2,), ())


def test_a_mute_reader_is_shown_until_it_answers_again(table):
    table.session.handle(ReaderState(table.reader("S"), "mute", 1.0))
    assert (table.alert.kind, table.alert.seats) == ("reader-mute", (2,))
    assert table.session.view().match.seats[2].reader == "mute"
    table.session.handle(ReaderState(table.reader("S"), "ok", 2.0))
    assert table.alert is None


def test_a_lost_cable_is_shown_until_it_is_back(table):
    table.session.handle(SourceState("pico", False, 1.0))
    assert table.alert.kind == "source-down"
    table.session.handle(SourceState("pico", True, 2.0))
    assert table.alert is None


def test_a_gap_is_told_to_the_people(table):
    table.session.handle(Gap("pico", 1.0, 4.0))
    assert table.alert.kind == "gap"


def test_a_full_disk_is_told_and_costs_nothing_that_was_played(table):
    table.tap("N", "5C")
    table.disk.fails = LapioError("the disk is full")
    table.tap("E", "7C")
    assert (table.alert.kind, table.alert.detail) == ("not-kept", "the disk is full")
    assert table.played == ["5C", "7C"]
    table.tap("S", "8C")
    assert table.played == ["5C", "7C", "8C"]


def test_a_reader_that_nobody_configured_is_ignored(table):
    table.session.handle(TagOn("somewhere", table.uid("5C"), 1.0))
    table.session.handle(TagOff("somewhere", table.uid("5C"), 2.0))
    assert table.script == []


# -- the end --------------------------------------------------------------------------------------------


def test_a_finished_deal_shows_its_result_and_then_the_end():
    table = AtTheTable(seats="AB")
    _play_out(table)
    result = table.session.view()
    assert sum(result.points) == 128
    for row in result.rows:
        assert sum(row.count) in (1, 3, 4)
    assert sum(row.each * sum(row.count) for row in result.rows) == 128
    table.session.intent(Intent("next-deal"))
    assert table.session.view().winners
    table.session.intent(Intent("undo"))
    assert isinstance(table.session.view(), PlayView)


def test_a_card_played_on_a_result_begins_the_next_deal():
    table = AtTheTable(seats="AB", target=250)
    _play_out(table)
    assert table.session.stage == "result"
    leader = table.seating.names[table.session.match.deal.turn]
    table.now += 10
    table.tap(leader, "5C")
    assert table.session.stage == "play"
    assert table.played == ["5C"]


def _play_out(table):
    """A whole legal deal; the cards in the order played."""
    from random import Random

    from engine.cards import FRENCH, each
    from engine.playout import Playout

    match = table.session.match
    pack = list(each(match.game.pack))
    Random(1).shuffle(pack)
    playout = Playout(match.game, pack, match.deal.turn)
    order = []
    while not playout.deal.over:
        seat = playout.deal.turn
        card = next(each(playout.legal()))
        playout.play(card)
        order.append(FRENCH.faces[card])
        table.tap(table.seating.names[seat], order[-1])
    return order


def _know_hand(table, seat, cards):
    """The hand was read as it was dealt."""
    from engine.actions import Act
    from engine.cards import FRENCH

    table.session.submit(Act("deal", hands={table.seat(seat): FRENCH.read(cards)}))
