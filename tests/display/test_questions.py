"""The question: what stands on the buttons, how it is answered by touch, mouse and keys, and where it stands."""

from __future__ import annotations

from dataclasses import replace

import pytest

from display.keys import choice_caps, choices_of, keys_now, moved_focus, pressed
from display.layout import Back, Box, Card, Chip, Icon, Mini, Panel, Target, Text, Tile
from display.view import Choice, Intent, Question
from display.words import Words
from tests.display import game_samples as games
from tests.display import samples
from tests.display.checking import faults

EN = Words("en")


def targets(layout):
    return {
        thing.intent.number: thing.box
        for thing in layout.things
        if isinstance(thing, Target) and thing.intent.do == "choose"
    }


def texts(layout, name):
    return [text.text for text in layout.named(name) if isinstance(text, Text)]


def asking(view, *choices, **fields):
    question = replace(view.question, choices=choices, **fields)
    return replace(view, question=question)


# What is asked.


def test_the_question_is_a_sentence_with_the_shape_of_who_is_asked(plan):
    layout = plan(games.amerikaner())
    assert texts(layout, "question") == ["East: what do you bid?"]
    assert [thing.seat for thing in layout.named("question") if isinstance(thing, Tile)] == [1]


def test_where_all_act_at_once_nobody_is_named(plan):
    layout = plan(games.stress())
    assert texts(layout, "question") == ["Swap, and lay down four alike!"]
    assert not [thing for thing in layout.named("question") if isinstance(thing, Tile)]
    assert layout.texts("turn")[0].text == "Everybody at once"


def test_cards_gathered_are_shown_face_down_where_nobody_may_see_them(plan):
    hidden = [type(thing) for thing in plan(games.hearts_pass()).named("gathered")]
    assert hidden == [Back, Back]
    shown = [thing.card for thing in plan(games.ramina_exchange()).named("gathered")]
    assert shown == ["9C", "QC", "7D"]


def test_an_alert_comes_before_the_question(plan):
    view = replace(games.paskahousu(), alert=samples.OUT_OF_TURN)
    assert not plan(view).named("question")
    assert choices_of(view) == ()
    assert pressed("1", view, EN) is None


@pytest.mark.parametrize("size", samples.SIZES)
@pytest.mark.parametrize("way", ["wall", "tabletop"])
def test_every_choice_can_be_touched(plan, size, way):
    for name, view in games.every_game().items():
        layout = plan(view, size, way=way)
        boxes = targets(layout)
        for choice in choices_of(view):
            box = boxes[choice.number]
            asked = layout.intent_at(box.cx, box.cy)
            assert asked == Intent("choose", number=choice.number), (name, choice)


@pytest.mark.parametrize("size", samples.SIZES)
def test_buttons_are_at_least_a_twelfth_of_the_screen_high(plan, size):
    for name, view in games.every_game().items():
        high = [box.h for box in targets(plan(view, size)).values()]
        assert min(high, default=1e9) >= min(size) / 12 - 0.6, name


# What stands on the buttons.


def test_a_suit_is_its_form_a_rank_its_letter_a_card_a_small_card_and_a_seat_its_shape(plan):
    view = games.paskahousu()
    choices = (
        Choice(0, "play", suit="H"),
        Choice(1, "play", rank="J"),
        Choice(2, "play", card="9C"),
        Choice(3, "play", seat=2),
        Choice(4, "play", count=7),
        Choice(5, "play", word="fake"),
        Choice(6, "play", word="ladies"),
        Choice(7, "pass"),
        Choice(8, "", lift=True),
    )
    layout = plan(asking(view, *choices, name="to"), language="sv")
    things = {number: layout.named(f"choice{number}") for number in range(9)}

    def drawn(number, kind):
        return [thing for thing in things[number] if isinstance(thing, kind)]

    assert [chip.suit for chip in drawn(0, Chip)] == ["H"]
    assert "Kn" in texts(layout, "choice1")
    assert [mini.card for mini in drawn(2, Mini)] == ["9C"]
    assert [tile.seat for tile in drawn(3, Tile)] == [2]
    assert "Cecilia" in texts(layout, "choice3")
    assert "7" in texts(layout, "choice4")
    assert [mini.card for mini in drawn(5, Mini)] == ["fake"]
    assert [mini.card for mini in drawn(6, Mini)] == ["fan"]
    assert texts(layout, "choice7")[0] == "Passa"
    assert texts(layout, "choice8")[0] == "Ta tillbaka"
    assert [icon.shape for icon in drawn(8, Icon)] == ["undo"]


def test_values_of_several_actions_say_what_is_done(plan):
    view = asking(games.marjapussi_lead(), Choice(0, "declare", suit="H"), Choice(1, "ask", suit="H"))
    layout = plan(view)
    assert texts(layout, "choice0")[0] == "Name it"
    assert texts(layout, "choice1")[0] == "Ask"


def test_the_words_of_a_button_depend_on_the_game():
    assert EN.action("press", "lapsy") == "Slap!"
    assert EN.action("press", "stress") == "Stress!"
    assert EN.action("press", "hearts") == "Press"
    assert EN.action("pass", "ramina", "exchange") == "Keep them"
    assert EN.action("pass", "valepaska", "last-claim") == "I believe it"


def test_what_somebody_else_may_do_has_the_shape_of_who_may_do_it(plan):
    choices = (Choice(0, "challenge", seat=2), Choice(1, "challenge", seat=3), Choice(2, "take"))
    layout = plan(asking(games.lyveren(), *choices, name="do"))
    assert [texts(layout, f"choice{number}")[0] for number in range(3)] == ["I doubt it", "I doubt it", "Take the heap"]
    tiles = [[t.seat for t in layout.named(f"choice{number}") if isinstance(t, Tile)] for number in range(3)]
    assert tiles == [[2], [3], []]


def test_that_time_goes_by_is_no_button(plan):
    assert set(targets(plan(games.stress()))) == {0}


# Keys.


def test_numbers_are_their_own_keys(plan):
    view = games.amerikaner()
    assert pressed("5", view, EN) == Intent("choose", number=5)
    assert pressed("P", view, EN) == Intent("choose", number=12)
    caps = [text.text for text in plan(view).texts("key-cap")]
    assert "5" not in caps  # the number on the button says it
    assert "P" in caps


def test_ranks_are_their_own_keys():
    view = games.finns()
    assert pressed("2", view, EN) == Intent("choose", number=0)
    assert pressed("0", view, EN) == Intent("choose", number=8)
    assert pressed("K", view, EN) == Intent("choose", number=11)
    assert pressed("A", view, EN) == Intent("choose", number=12)


def test_other_choices_have_the_digits_in_order():
    view = games.thirty_one()
    assert [pressed(str(digit), view, EN) for digit in (1, 2, 3, 4)] == [
        Intent("choose", number=0),
        Intent("choose", number=1),
        Intent("choose", number=2),
        None,
    ]


def test_where_a_hand_needs_the_digits_the_choices_have_letters():
    view = games.paskahousu(seats=3, hand=games.HAND, playable=True, turn=2)
    assert pressed("1", view, EN) == Intent("card", card="9C", seat=2)
    assert pressed("P", view, EN) == Intent("choose", number=1)
    assert "play-card" in keys_now(view)


def test_while_no_card_may_be_played_the_digits_are_the_choices():
    view = games.amerikaner(hand=games.HAND, turn=3)
    assert pressed("1", view, EN) == Intent("choose", number=1)
    assert "play-card" not in keys_now(view)


@pytest.mark.parametrize("language", samples.LANGUAGES)
def test_no_key_stands_twice(language):
    words = Words(language)
    for name, view in games.every_game(language).items():
        caps = choice_caps(view, words)
        others = [words.key(key)[0] for key in keys_now(view) if key not in ("play-card", "choose")]
        assert len(set(caps.values()) | set(others)) == len(caps) + len(others), name


def test_every_choice_can_be_reached_by_going_through_them():
    for name, view in games.every_game().items():
        focus, chosen = None, []
        for _ in choices_of(view):
            focus = moved_focus("Tab", view, focus)
            chosen.append(pressed("Enter", view, EN, focus))
        assert [intent.number for intent in chosen] == [choice.number for choice in choices_of(view)], name


def test_enter_chooses_nothing_before_one_is_marked():
    assert pressed("Enter", games.amerikaner(), EN) is None


def test_arrows_go_both_ways_round():
    view = games.thirty_one()
    assert moved_focus("Left", view, None) == 2
    assert moved_focus("Right", view, 2) == 0
    assert moved_focus("Up", view, 0) == 2
    assert moved_focus("X", view, 1) == 1
    assert moved_focus("Tab", samples.play(), None) is None


# Where it stands.


def panel(layout, name):
    return next(thing.box for thing in layout.named(name) if isinstance(thing, Panel))


@pytest.mark.parametrize("size", samples.SIZES)
def test_on_a_wall_it_is_a_strip_over_the_felt_s_lower_part(plan, size):
    layout = plan(games.amerikaner(), size)
    felt, strip = panel(layout, "felt"), panel(layout, "question")
    assert felt.holds(strip)
    assert strip.cy > felt.cy
    assert strip.h < 0.5 * felt.h
    for seat in range(4):
        assert not strip.meets(panel(layout, f"seat{seat}"))


@pytest.mark.parametrize(("seat", "turn"), [(0, 180), (1, 90), (2, 0), (3, 270)])
@pytest.mark.parametrize("size", samples.SIZES)
def test_on_a_flat_panel_it_is_turned_to_the_seat_that_is_asked(plan, seat, turn, size):
    view = games.amerikaner(turn=seat)
    layout = plan(replace(view, question=replace(view.question, seat=seat)), size, way="tabletop")
    found = {thing.turn for thing in layout.named("question")}
    assert found == {turn}
    assert not faults(layout, "day")


@pytest.mark.parametrize("size", samples.SIZES)
def test_a_whole_deck_of_answers_takes_the_felt_and_shows_the_trick_and_the_hand(plan, size):
    layout = plan(games.amerikaner_call(hand=games.HAND, backs=10), size)
    assert len(targets(layout)) == 52
    assert [thing.card for thing in layout.things if isinstance(thing, Mini) and thing.name == "laid"] == ["9H"]
    assert {thing.card for thing in layout.things if isinstance(thing, Card)} == set(games.HAND)


def test_a_card_of_the_deck_stands_with_its_suit_where_there_is_room(plan):
    layout = plan(games.amerikaner_call(), (1920, 1080))
    rows = {}
    for choice in games.of_deck("declare"):
        rows.setdefault(round(targets(layout)[choice.number].y), set()).add(choice.card[1])
    assert sorted(map(sorted, rows.values())) == [["C"], ["D"], ["H"], ["S"]]


def test_while_somebody_bids_no_card_is_expected(plan):
    assert not plan(games.amerikaner()).named("slot")
    assert plan(games.marjapussi_lead()).named("slot")


def test_the_marked_answer_looks_like_the_one_that_enter_chooses(fonts):
    from display.screens import plan_of
    from display.view import Look

    layout = plan_of(games.thirty_one(), (800, 480), EN, Look(), fonts, focus=1)
    fills = {name: panel_fill(layout, name) for name in ("choice0", "choice1", "choice2")}
    assert fills == {"choice0": "button", "choice1": "primary", "choice2": "button"}


def panel_fill(layout, name):
    return next(thing.fill for thing in layout.named(name) if isinstance(thing, Panel))


def test_a_question_without_answers_is_only_its_sentence(plan):
    view = games.gris(seats=4)
    layout = plan(view)
    assert texts(layout, "question") == ["West: pass on the pig"]
    assert not targets(layout)
    assert "choose" not in keys_now(view)


def test_more_answers_than_there_is_room_for_are_made_lower_and_stay_on_the_felt(plan):
    choices = tuple(Choice(number, "bid", card=card) for number, card in enumerate(games.DECK * 3))
    view = replace(games.amerikaner(), question=Question(1, "bid", "value", choices, phase="bid"))
    layout = plan(view, (800, 480))
    felt = panel(layout, "felt")
    assert all(felt.holds(box, 1) for box in targets(layout).values())
    assert isinstance(felt, Box)
