"""What stands where: asked of the layout, for every screen, size and language."""

from __future__ import annotations

from dataclasses import replace

import pytest

from display.keys import keys_now
from display.layout import Back, Box, Card, Icon, Layout, Panel, Slot, Text, Tile
from display.seats import places
from display.view import Intent, SeatFace
from tests.display import game_samples, samples
from tests.display.alerts import LONGEST, NAMES, every_alert
from tests.display.checking import behind, faults

VIEWS = {language: samples.every_text(language) for language in samples.LANGUAGES}
SEATS = samples.every_number_of_seats()


@pytest.mark.parametrize("size", samples.SIZES, ids=lambda size: "x".join(map(str, size)))
@pytest.mark.parametrize("language", samples.LANGUAGES)
def test_nothing_overlaps_leaves_its_box_or_gets_too_small(plan, language, size):
    wrong = {}
    for name, view in (VIEWS[language] | (SEATS if language == "en" else {})).items():
        layout = plan(view, size, language)
        found = faults(layout, "evening") + behind(layout)
        if found:
            wrong[name] = found
    assert not wrong


@pytest.mark.parametrize("size", samples.SIZES, ids=lambda size: "x".join(map(str, size)))
@pytest.mark.parametrize("language", ["de", "fi"])
def test_nothing_overlaps_on_a_panel_that_lies_flat(plan, language, size):
    wrong = {}
    for name, view in (VIEWS[language] | (SEATS if language == "fi" else {})).items():
        found = faults(plan(view, size, language, "tabletop"), "day")
        if found:
            wrong[name] = found
    assert not wrong


@pytest.mark.parametrize("size", samples.SIZES, ids=lambda size: "x".join(map(str, size)))
@pytest.mark.parametrize("language", samples.LANGUAGES)
def test_every_game_is_laid_out(plan, language, size):
    wrong = {}
    for name, view in game_samples.every_game(language).items():
        layout = plan(view, size, language)
        found = faults(layout, "evening") + behind(layout)
        if found:
            wrong[name] = found
    assert not wrong


@pytest.mark.parametrize("size", samples.SIZES, ids=lambda size: "x".join(map(str, size)))
@pytest.mark.parametrize("language", ["de", "fi"])
def test_every_game_is_laid_out_on_a_panel_that_lies_flat(plan, language, size):
    views = game_samples.every_game(language)
    wrong = {name: faults(plan(view, size, language, "tabletop"), "day") for name, view in views.items()}
    assert not {name: found for name, found in wrong.items() if found}


@pytest.mark.parametrize("way", ["wall", "tabletop"])
def test_games_are_laid_out_with_any_number_of_seats(plan, way):
    wrong = {}
    for name, view in game_samples.every_size_of_game().items():
        for size in samples.SIZES:
            found = faults(plan(view, size, way=way), "evening")
            if found:
                wrong[name, size] = found
    assert not wrong


@pytest.mark.parametrize("way", ["wall", "tabletop"])
def test_any_alert_with_any_names_is_laid_out(plan, way):
    alerts = every_alert()
    for language in samples.LANGUAGES:
        for number, names in enumerate((NAMES, LONGEST)):
            for alert in alerts[number * 100 :: len(alerts) // 6]:
                for size in samples.SIZES:
                    layout = plan(replace(samples.play(language, names), alert=alert), size, language, way)
                    assert not faults(layout, "evening"), (language, alert)


@pytest.mark.parametrize("size", [(480, 800), (1280, 800), (3840, 2160), (2560, 1080)])
def test_other_shapes_of_screen_are_laid_out_too(plan, size):
    views = VIEWS["en"] | SEATS | game_samples.every_game()
    wrong = {name: faults(plan(view, size), "day") for name, view in views.items()}
    assert not {name: found for name, found in wrong.items() if found}


@pytest.mark.parametrize("size", samples.SIZES)
def test_the_line_of_keys_names_every_key_that_works(plan, size):
    for language, views in VIEWS.items():
        for name in ("play", "mock", "alert-revoke", "alert-refused", "result", "end"):
            layout = plan(views[name], size, language)
            assert len(layout.texts("key")) == len(keys_now(views[name])), (language, name)


def test_a_fault_is_found(plan):
    layout = plan(samples.play())
    name = layout.texts("name")[0]
    on_another = replace(name, box=layout.texts("name")[1].box)
    assert faults(Layout(layout.size, (*layout.things, on_another)), "evening")
    outside = replace(name, box=name.box.moved(5000, 0))
    assert faults(Layout(layout.size, (*layout.things, outside)), "evening")
    tiny = replace(name, em=20)
    assert faults(Layout(layout.size, (tiny,)), "evening")
    pale = replace(name, colour="line")
    assert faults(Layout(layout.size, (pale,)), "evening")
    squeezed = replace(name, fits=False)
    assert faults(Layout(layout.size, (squeezed,)), "evening")
    small = replace(next(t for t in layout.things if getattr(t, "button", False)), box=Box(0, 0, 20, 20))
    assert faults(Layout(layout.size, (small,)), "evening")


# Whose turn it is.


def test_the_turn_is_said_five_times(plan):
    layout = plan(samples.play())
    assert [text.text for text in layout.texts("turn")] == ["South to play"]
    plate = next(thing for thing in layout.named("seat2") if isinstance(thing, Panel))
    assert plate.fill == "turn"
    assert "to play" in [text.text for text in layout.named("seat2") if isinstance(text, Text)]
    slot = [thing for thing in layout.named("slot") if isinstance(thing, Slot)]
    arrow = [thing for thing in layout.named("slot") if isinstance(thing, Icon)]
    assert len(slot) == len(arrow) == 1
    assert slot[0].box.holds(arrow[0].box)


def test_nothing_else_is_gold(plan):
    gold = [
        thing
        for thing in plan(samples.play()).things
        if "turn" in (getattr(thing, "fill", ""), getattr(thing, "colour", ""))
    ]
    assert {thing.name for thing in gold} == {"turn", "seat2", "slot"}


def test_red_is_only_in_an_alert(plan):
    def reds(layout):
        tokens = ("fill", "edge", "colour")
        return [
            thing
            for thing in layout.things
            if any(str(getattr(thing, token, "")).startswith("alert") for token in tokens)
        ]

    assert not reds(plan(samples.play()))
    assert not reds(plan(samples.result()))
    assert reds(plan(samples.alerted("revoke")))


def test_where_nobody_can_be_named_no_plate_is_gold(plan):
    layout = plan(samples.nobody())
    assert layout.texts("turn")[0].text == "Whoever has the card plays"
    assert not [thing for thing in layout.things if getattr(thing, "fill", "") == "turn"]


def test_the_arrow_points_to_the_seat_on_turn(plan):
    for turn, angle in ((0, 180), (1, 90), (2, 0), (3, 270)):
        view = replace(samples.play(), turn=turn, laid=(), winning=None)
        arrow = next(thing for thing in plan(view).named("slot") if isinstance(thing, Icon))
        assert arrow.turn == angle


# The seats.


def test_seats_go_clockwise_round_the_felt():
    clockwise = ("bottom", "left", "top", "right")
    for seats in range(2, 9):
        sides = [place.side for place in places(seats)]
        turns = [clockwise.index(side) for side in sides]
        steps = [(b - a) % 4 for a, b in zip(turns, turns[1:] + turns[:1], strict=True)]
        assert sum(steps) == 4, (seats, sides)  # once round, never backwards


def test_the_seat_whose_hand_is_shown_sits_at_the_bottom():
    for seats in range(2, 9):
        for own in range(seats):
            assert places(seats, own)[own].side == "bottom"


def test_four_seats_have_north_at_the_top():
    assert [place.side for place in places(4)] == ["top", "right", "bottom", "left"]


@pytest.mark.parametrize("seats", range(2, 9))
def test_every_card_of_the_trick_lies_nearest_to_its_own_seat_side(plan, seats):
    layout = plan(samples.singles(seats, laid=seats, turn=0))
    felt = next(thing.box for thing in layout.named("felt"))
    for seat, place in enumerate(places(seats)):
        card = next(thing.box for thing in layout.named(f"laid{seat}"))
        if place.side == "left":
            assert card.cx < felt.cx
        elif place.side == "right":
            assert card.cx > felt.cx
        elif place.side == "top":
            assert card.cy < felt.cy
        else:
            assert card.cy > felt.cy


@pytest.mark.parametrize("seats", range(9, 12))
def test_more_than_eight_seats_stand_in_a_grid_with_their_numbers(plan, seats):
    layout = plan(samples.singles(seats))
    plates = [thing for seat in range(seats) for thing in layout.named(f"seat{seat}") if isinstance(thing, Panel)]
    assert len(plates) == seats
    assert {thing.seat for thing in layout.things if isinstance(thing, Tile)} >= set(range(seats))


def test_the_dealer_s_plate_says_so(plan):
    assert "dealer" in [text.text for text in plan(samples.play()).named("seat1") if isinstance(text, Text)]


def test_a_sick_reader_is_shown_on_its_plate(plan):
    layout = plan(samples.sick_readers())
    for seat in range(4):
        assert [thing for thing in layout.named(f"seat{seat}") if isinstance(thing, Icon) and thing.shape == "reader"]


# The trick.


def test_the_leading_card_has_the_ring_and_the_word(plan):
    layout = plan(samples.play())
    card = next(thing.box for thing in layout.named("laid1"))
    ring, *_ = [thing for thing in layout.named("leader") if isinstance(thing, Panel) and thing.edge == "win"]
    assert ring.box.holds(card)
    assert "winning" in [thing.text for thing in layout.named("leader") if isinstance(thing, Text)]


@pytest.mark.parametrize(("size", "least"), [((1920, 1080), 0.26), ((800, 480), 0.25), ((1080, 1920), 0.3)])
def test_the_cards_of_the_trick_are_large(plan, size, least):
    cards = [thing.box.h for thing in plan(samples.play(), size).things if isinstance(thing, Card)]
    assert min(cards) >= least * min(size)


def test_the_last_trick_is_shown_smaller_with_its_winner_and_its_points(plan):
    layout = plan(samples.last_trick())
    laid = {thing.name: thing for thing in layout.things if isinstance(thing, Card)}
    assert {name: card.card for name, card in laid.items()} == {
        "laid0": "QH",
        "laid1": "5H",
        "laid2": "JH",
        "laid3": "9H",
    }
    assert [thing.text for thing in layout.named("last-trick") if isinstance(thing, Text)] == ["last trick"]
    assert not layout.named("slot")
    assert "13\u00a0p" in [text.text for text in layout.texts("value")]
    assert layout.texts("turn")[0].text == "South to play"


# Hands on the mock table.


def test_only_the_hand_of_the_person_at_the_screen_is_face_up(plan):
    layout = plan(samples.mock())
    up = {thing.card for thing in layout.things if isinstance(thing, Card) and thing.name.startswith("hand")}
    assert up == {"9C", "QC", "7D", "TH", "JS"}
    backs = [thing for thing in layout.things if isinstance(thing, Back) and thing.name.startswith("hand")]
    assert len(backs) == 12


def test_a_card_of_the_hand_is_a_tap_on_that_seat_s_reader(plan):
    layout = plan(samples.mock())
    card = next(thing for thing in layout.things if isinstance(thing, Card) and thing.card == "7D")
    assert layout.intent_at(card.box.cx, card.box.cy) == Intent("card", card="7D", seat=2)


def test_playable_cards_are_lifted(plan):
    tops = {
        thing.card: thing.box.y
        for thing in plan(samples.mock()).things
        if isinstance(thing, Card) and thing.name.startswith("hand")
    }
    assert tops["9C"] == tops["QC"] < tops["7D"] == tops["TH"] == tops["JS"]
    assert tops["7D"] - tops["9C"] == pytest.approx(0.02 * 1080)


def test_a_hand_of_thirteen_cards_overlaps_and_stays_on_the_felt(plan):
    hand = tuple(rank + "H" for rank in "23456789TJQKA")
    for size in samples.SIZES:
        layout = plan(samples.mock(hand=hand), size)
        felt = next(thing.box for thing in layout.named("felt"))
        cards = [thing.box for thing in layout.things if isinstance(thing, Card) and thing.name.startswith("hand")]
        assert len(cards) == 13
        assert all(felt.holds(card, 1) for card in cards)
        assert not faults(layout, "evening")


def test_a_seat_without_a_hand_to_draw_has_no_backs(plan):
    assert not [
        thing for thing in plan(samples.play()).things if isinstance(thing, Back) and thing.name.startswith("hand")
    ]


def test_the_mock_table_is_marked_on_every_screen(plan):
    views = [samples.mock(), replace(samples.mock(), alert=samples.REVOKE)]
    for whole in (samples.result(), samples.end()):
        views.append(replace(whole, match=replace(whole.match, simulated=True)))
    for size in samples.SIZES:
        for view in views:
            assert [thing.text for thing in plan(view, size).named("simulated") if isinstance(thing, Text)] == [
                "simulated"
            ]
        flat = plan(samples.mock_backs(), size, way="tabletop")
        assert flat.named("simulated")
    assert not plan(samples.play()).named("simulated")


def test_a_fact_without_a_value_keeps_its_row(plan):
    facts = samples.TEAM_FACTS
    none_led = replace(samples.play(), facts=(facts[0], replace(facts[1], suit=None), *facts[2:]))
    layout = plan(none_led)
    assert [text.text for text in layout.named("fact:led")] == ["–"]
    label = {text.text: text.box.y for text in layout.texts("label")}
    assert label == {text.text: text.box.y for text in plan(samples.play()).texts("label")}


def test_a_view_that_names_no_keys_gets_the_usual_ones(plan):
    for view, does in ((samples.play(), "undo"), (samples.result(), "next deal"), (samples.end(), "play again")):
        layout = plan(replace(view, match=replace(view.match, keys=())))
        assert does in [text.text for text in layout.texts("key")]
    layout = plan(replace(samples.play(), match=replace(samples.team_match(), keys=())))
    assert {text.text for text in layout.texts("button")} == {"Undo", "Last trick"}  # no menu, so no button for one


# Texts that must fit.


def test_the_pill_has_the_whole_sentence_and_the_context_gives_way(plan):
    view = replace(samples.play("de", ("Apfelbäumchen-Ida",) * 4), turn=1)
    for size in samples.SIZES:
        layout = plan(view, size, "de")
        assert layout.texts("turn")[0].text == "Apfelbäumchen-Ida ist dran"
        assert layout.texts("turn")[0].em >= min(size) / 20 - 0.01
        context = layout.texts("context")
        assert not context or "Stich 6/13" in context[0].text


def test_only_names_on_plates_and_score_cards_are_ever_cut(plan):
    for size in samples.SIZES:
        for text in plan(samples.play("de", samples.LONG_NAMES, (1159, 1152)), size, "de").texts():
            assert "…" not in text.text or text.role in ("name", "label-bold")


def test_a_short_name_of_a_side_stays_whole(plan):
    layout = plan(samples.play("de", ("Schornsteinfeger", "Ost", "Nachtigall", "West")), (800, 480), "de")
    names = [text.text for text in layout.texts("label-bold") if " + " in text.text]
    assert names[1] == "Ost + West"
    assert names[0].count("…") >= 1
    assert all(len(name.rstrip("…")) >= 4 for name in names[0].split(" + "))


def test_totals_of_four_digits_and_negative_ones_fit(plan):
    for totals in ((1159, 1152), (-128, 9999)):
        for size in samples.SIZES:
            layout = plan(samples.play("de", samples.LONG_NAMES, totals), size)
            assert not faults(layout, "evening")
            shown = [text.text for text in layout.texts("score")]
            assert shown == [str(total).replace("-", "−") for total in totals]


# Alerts.


def test_an_alert_leaves_turn_scores_and_facts_in_sight(plan):
    for size in samples.SIZES:
        without, with_alert = plan(samples.play(), size), plan(samples.alerted("refused"), size)
        for role in ("turn", "score", "deal-points", "value"):
            assert [text.text for text in with_alert.texts(role)] == [text.text for text in without.texts(role)]


def test_an_alert_says_who_what_why_what_now_and_shows_the_cards(plan):
    layout = plan(samples.alerted("revoke"))
    assert layout.named("title")[0].text == "East: revoke in trick 3"
    why = " ".join(text.text for text in layout.named("why")).replace("\u00a0", " ")
    assert why == "East played the 7 of diamonds on clubs, but held the 9 of clubs, played now."
    assert layout.named("now")
    shown = [thing.card for thing in layout.things if isinstance(thing, Card)]
    assert shown == ["TC", "7D", "9C"]
    rings = [
        thing.box for thing in layout.things if isinstance(thing, Panel) and thing.edge == "alert_edge" and thing.over
    ]
    cards = {thing.card: thing.box for thing in layout.things if isinstance(thing, Card)}
    assert [any(ring.holds(cards[card]) for ring in rings) for card in ("TC", "7D", "9C")] == [False, True, True]


def test_the_first_action_is_the_primary_button_and_each_has_its_key(plan):
    layout = plan(samples.alerted("revoke"))
    fills = {
        thing.name: thing.fill
        for thing in layout.things
        if isinstance(thing, Panel) and thing.name.startswith("button:")
    }
    assert fills["button:carry-on"] == "primary"
    assert fills["button:back-to-trick"] == "button"
    assert {"Enter", "Z"} <= {text.text for text in layout.texts("key-cap")}


def test_at_most_five_cards_of_proof_are_shown_and_the_rest_is_counted(plan):
    layout = plan(samples.alerted("revoke-counted"))
    assert len([thing for thing in layout.things if isinstance(thing, Card)]) == 5
    assert "7D" in [thing.card for thing in layout.things if isinstance(thing, Card)]
    assert [text.text for text in layout.texts("body-bold") if text.text.startswith("+")] == ["+1", "+1"]


def test_the_queue_of_alerts_is_counted_in_the_header(plan):
    assert [text.text for text in plan(samples.alerted("revoke-counted")).named("queue")] == ["1/2"]
    assert not plan(samples.alerted("revoke")).named("queue")


def test_a_suspicion_shows_the_shapes_of_all_it_may_have_been(plan):
    tiles = [thing.seat for thing in plan(samples.alerted("suspect")).named("alert") if isinstance(thing, Tile)]
    assert tiles == [0, 3]


# Result and end.


def test_the_result_shows_its_arithmetic(plan):
    texts = [text.text for text in plan(samples.result()).texts()]
    assert {"3 × 10 =", "30", "73", "55", "194", "121 + 73", "135 + 55"} <= set(texts)


def test_the_end_shows_every_deal_and_the_totals(plan):
    texts = [text.text for text in plan(samples.end()).texts()]
    for shown in ("+44", "44", "+23", "67", "+62", "129", "+84", "189", "255"):
        assert shown in texts


def test_a_long_game_shows_its_last_deals(plan):
    for size in samples.SIZES:
        layout = plan(samples.end_singles(4, 23), size)
        numbers = [text.text for text in layout.texts("label")]
        assert "23" in numbers
        assert "2" not in numbers


def test_the_winner_has_the_crown(plan):
    layout = plan(samples.end())
    crowns = [thing.box for thing in layout.things if isinstance(thing, Icon) and thing.shape == "crown"]
    final = {text.text: text.box for text in layout.named("final")}
    beside = [crown for crown in crowns if abs(crown.cy - final["255"].cy) < 40 and crown.right <= final["255"].x]
    assert len(beside) == 1


# The flat panel.


def test_on_a_flat_panel_every_seat_is_faced(plan):
    layout = plan(samples.play(), way="tabletop")
    turns = {
        seat: next(thing.turn for thing in layout.named(f"seat{seat}") if isinstance(thing, Text)) for seat in range(4)
    }
    assert turns == {0: 180, 1: 90, 2: 0, 3: 270}
    cards = {thing.name: (thing.turn, thing.four_corners) for thing in layout.things if isinstance(thing, Card)}
    assert cards == {"laid3": (270, True), "laid0": (180, True), "laid1": (90, True)}


def test_an_alert_on_a_flat_panel_faces_the_seat_it_concerns(plan):
    layout = plan(samples.alerted("refused"), way="tabletop")
    assert {thing.turn for thing in layout.named("why")} == {90}
    assert len(layout.named("alert-small")) == 3


def test_a_hand_on_the_screen_makes_the_panel_a_wall(plan):
    view = samples.mock()
    assert plan(view, way="tabletop") == plan(view)


def test_a_view_without_scores_facts_or_keys_is_laid_out(plan):
    view = replace(samples.play(), facts=(), match=replace(samples.team_match(), scores=(), keys=()))
    for size in samples.SIZES:
        for way in ("wall", "tabletop"):
            assert not faults(plan(view, size, way=way), "evening")


def test_a_seat_that_is_out_says_so(plan):
    view = samples.play()
    seats = (SeatFace("North", out=True), *view.match.seats[1:])
    layout = plan(replace(view, match=replace(view.match, seats=seats)))
    assert "out" in [text.text for text in layout.named("seat0") if isinstance(text, Text)]
