"""Games without tricks: plates in two rows, piles, melds, rows; notes, facts; the end and the result without points."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

import pytest

from display.change import change_between
from display.frame import areas
from display.layout import Back, Card, Chip, Icon, Mini, Panel, Text, Tile
from display.plan import Plan
from display.view import Fact, Laid, Look, Pile, SeatFace
from display.words import Words
from tests.display import game_samples as games
from tests.display import samples

READABLE = 1 / 19.5  # of the short side: below this the rank on a small card is smaller than the smallest text


def texts(layout, name):
    return [text.text for text in layout.named(name) if isinstance(text, Text)]


def panel(layout, name):
    return next(thing.box for thing in layout.named(name) if isinstance(thing, Panel))


def cards(layout, name):
    return [thing.card for thing in layout.things if isinstance(thing, Card | Mini) and thing.name.startswith(name)]


# The plates.


@pytest.mark.parametrize("seats", range(2, 11))
def test_seats_go_clockwise_round_the_table_in_two_rows(plan, seats):
    layout = plan(games.paskahousu(seats=seats))
    felt = panel(layout, "felt")
    plates = [panel(layout, f"seat{seat}") for seat in range(seats)]
    assert len({round(box.y) for box in plates}) == 2
    ring = [(box.cx - felt.cx, box.cy - plates[0].cy) for box in plates]
    lower = max(box.cy for box in plates)
    below = [seat for seat in range(seats) if plates[seat].cy == lower]
    steps = [plates[b].cx - plates[a].cx for a, b in pairwise(below) if b == a + 1]
    assert all(step < 0 for step in steps), ring  # clockwise is leftwards below


def test_the_seat_whose_hand_is_shown_sits_below_with_its_hand(plan):
    layout = plan(games.paskahousu(seats=3, hand=games.HAND, backs=5))
    own = panel(layout, "seat2")
    assert own.cy > max(panel(layout, f"seat{seat}").cy for seat in (0, 1))
    assert set(cards(layout, "hand2")) == set(games.HAND)


def test_a_plate_says_how_many_cards_the_others_hold(plan):
    layout = plan(games.paskahousu(seats=3, hand=games.HAND, backs=5))
    assert "5" in texts(layout, "seat0")
    assert [thing for thing in layout.named("seat0") if isinstance(thing, Back)]


def test_the_context_has_no_trick_where_there_are_none(plan):
    assert plan(games.paskahousu()).texts("context")[0].text == "Paskahousu · deal 2"
    assert plan(games.marjapussi_lead()).texts("context")[0].text == "Marjapussi · deal 2 · trick 5/9"


# Piles.


def test_a_pile_shows_its_top_card_the_next_ones_peeking_out_and_how_many_there_are(plan):
    layout = plan(games.paskahousu())
    pile = [thing for thing in layout.things if isinstance(thing, Card) and thing.name.startswith("pile0")]
    assert [card.card for card in pile] == ["6H", "7C", "8D", "8S"]
    assert pile[-1].name == "pile0:top"
    for under, over in pairwise(pile):
        assert over.box.x - under.box.x >= 0.39 * over.box.w  # the whole index stays in sight
    assert texts(layout, "pile0") == ["Pile 11"]


def test_a_heap_that_lies_face_down_shows_no_card(plan):
    layout = plan(games.valepaska())
    assert not [thing for thing in layout.things if isinstance(thing, Card)]
    assert len([thing for thing in layout.named("pile0") if isinstance(thing, Back)]) == 3
    assert texts(layout, "pile0") == ["Pile 23"]


def test_the_middle_shows_all_its_cards(plan):
    layout = plan(games.stress())
    assert cards(layout, "pile0") == ["4H", "9C", "KD", "2S"]


def test_melds_stand_with_the_shape_of_their_seat_and_none_is_lost(plan):
    for size in samples.SIZES:
        for way in ("wall", "tabletop"):
            layout = plan(games.femhundra(), size, way=way)
            melds = layout.named("meld")
            assert [thing.seat for thing in melds if isinstance(thing, Tile)] == [0, 1, 2, 3]
            wanted = sorted(card for meld in games.MELDS for card in meld.split())
            assert sorted(cards(layout, "meld")) == wanted


def test_a_meld_stays_together_in_its_line(plan):
    layout = plan(games.gris(seats=10))
    lines = {}
    for thing in layout.things:
        if isinstance(thing, Mini) and thing.name == "meld":
            lines.setdefault(thing.card[0], set()).add(round(thing.box.y))
    assert all(len(ys) == 1 for ys in lines.values())


@pytest.mark.parametrize("size", samples.SIZES)
def test_the_largest_case_of_each_game_stays_readable_on_a_wall(plan, size):
    for name in ("femhundra", "femhundra-two-packs", "ristiseiska", "stress", "gris", "finns", "aurum", "gold-digger"):
        layout = plan(games.every_game()[name], size)
        small = [thing.box.h for thing in layout.things if isinstance(thing, Mini) and "choice" not in thing.name]
        assert min(small) >= READABLE * min(size) - 1, name


def test_the_suits_lie_in_rows_from_ace_to_king(plan):
    layout = plan(games.ristiseiska())
    rows = {}
    for thing in layout.things:
        if isinstance(thing, Mini) and thing.name.startswith("row:"):
            rows.setdefault(round(thing.box.y), []).append((thing.box.x, thing.card))
    found = ["".join(card[0] for _, card in sorted(row)) for row in rows.values()]
    assert found == ["A23456789TJQK"] * 4


def test_a_suit_that_has_not_begun_shows_where_its_seven_will_lie(plan):
    layout = plan(games.ristiseiska_begun())
    sevens = {thing.name: thing.suit for thing in layout.things if isinstance(thing, Chip) and "row:" in thing.name}
    assert sevens == {"row:7S": "S", "row:7D": "D"}
    x = {thing.name: thing.box.cx for thing in layout.things if thing.name.startswith("row:7")}
    assert max(x.values()) - min(x.values()) < 1


def test_the_groups_of_gold_digger_have_their_figures_gold_and_chips(plan):
    layout = plan(games.gold_digger())
    for row, figure in enumerate(games.FIGURES):
        shown = cards(layout, f"group{row}")
        assert shown == [figure, *games.GOLD[row]]
        assert f"×{row}" in texts(layout, f"group{row}")
    assert {thing.seat for thing in layout.named("group1") if isinstance(thing, Tile)} == {1}
    assert "×3" in texts(layout, "group1")
    assert not texts(layout, "fact:chip")  # they lie in the rows, not among the facts


def test_the_cards_of_a_duel_lie_in_order_with_the_shape_of_who_played_them(plan):
    layout = plan(games.skitgubbe())
    laid = sorted((thing.box.x, thing.card) for thing in layout.things if isinstance(thing, Card))
    assert [card for _, card in laid] == ["9C", "9D", "KH"]
    shapes = sorted((thing.box.x, thing.seat) for thing in layout.named("laid") if isinstance(thing, Tile))
    assert [seat for _, seat in shapes] == [1, 2, 1]


def test_cards_laid_together_overlap_and_have_one_ring(plan):
    layout = plan(games.mattis_shed())
    ring = next(thing.box for thing in layout.named("leader") if isinstance(thing, Panel))
    held = [thing.card for thing in layout.things if isinstance(thing, Card) and ring.holds(thing.box)]
    assert held == ["8C", "9C"]


def test_on_a_flat_panel_piles_have_an_index_in_every_corner(plan):
    layout = plan(games.paskahousu(), way="tabletop")
    assert all(thing.four_corners for thing in layout.things if isinstance(thing, Card))


def test_a_few_cards_beside_a_trick_stand_under_it(plan):
    view = replace(samples.play(), piles=(Pile("turned", ("7D",)), Pile("passed", hidden=3, seat=1)))
    layout = plan(view)
    assert cards(layout, "pile0") == ["7D"]
    trick = [thing.box for thing in layout.things if isinstance(thing, Card) and thing.name.startswith("laid")]
    turned = next(thing.box for thing in layout.things if isinstance(thing, Card) and thing.card == "7D")
    assert len(trick) == 3
    assert all(box.bottom < turned.y for box in trick)


def test_a_struck_card_lies_under_the_one_that_beats_it(plan):
    layout = plan(games.limppu())
    pairs = [cards(layout, f"pile{number}") for number in range(5)]
    assert pairs == [["9C", "JC"], ["9D"], ["9H", "QH"], ["9S"], ["2D"]]
    assert [texts(layout, f"pile{number}") for number in (0, 4)] == [[], ["Limppu"]]
    under, over = (thing.box for thing in layout.things if isinstance(thing, Card) and thing.name.startswith("pile0"))
    assert under.x < over.x < under.right


def test_a_long_hand_stands_in_two_rows(plan):
    layout = plan(games.stress(hand=games.DECK[:40], backs=12), (800, 480))
    hand = [thing.box for thing in layout.things if isinstance(thing, Card) and thing.name.startswith("hand")]
    assert len(hand) == 40
    assert len({round(box.y) for box in hand}) == 2


# Motion.


def test_a_card_laid_on_a_pile_flies_from_its_seat(plan):
    view = replace(games.paskahousu(), question=None)
    pile = view.piles[0]
    after = replace(view, piles=(replace(pile, cards=(*pile.cards, "9H")),), turn=2)
    change = change_between(view, after, plan(view), plan(after))
    assert [flown.card.card for flown in change.flights] == ["9H"]
    assert change.cue == "card"
    assert change.hidden == {"pile0:top"}


def test_a_pile_that_is_taken_flies_nowhere(plan):
    view = replace(games.paskahousu(), question=None)
    after = replace(view, piles=(Pile("pile"),))
    change = change_between(view, after, plan(view), plan(after))
    assert not change.flights


# Notes and facts.


def test_a_plate_notes_bids_tricks_and_letters(plan):
    assert "Bid\u00a05" in texts(plan(games.amerikaner()), "seat0")
    assert "Bid\u00a0Amerikaner" in texts(plan(games.amerikaner()), "seat1")
    assert "Letters\u00a0GR" in texts(plan(games.gris_nb()), "seat2")


def test_a_note_of_a_card_is_its_rank_and_suit_or_its_sign_and_number(plan):
    assert "Bid\u00a0Bi\u00a02" in texts(plan(games.aurum()), "seat0")
    seats = (SeatFace("A", notes=(Fact("called", cards=("JH",)),)), SeatFace("B"))
    view = games.view("x", 2)
    layout = plan(replace(view, match=replace(view.match, seats=seats)), language="sv")
    assert "Ropat kort\u00a0Kn" in texts(layout, "seat0")
    assert [chip.suit for chip in layout.named("seat0") if isinstance(chip, Chip)] == ["H"]


def test_where_there_is_little_room_the_words_of_notes_go_before_their_values(plan):
    notes = tuple((Fact("bid", count=5), Fact("tricks", count=2), Fact("chips", count=3)) for _ in range(10))
    roomy, narrow = (texts(plan(games.view("x", seats, notes=notes), (800, 480)), "seat0") for seats in (4, 10))
    assert "Bid\u00a05" in roomy
    assert {"5", "2"} <= set(narrow)
    assert "Bid\u00a05" not in narrow


def test_a_fact_may_be_a_number_a_word_a_rank_a_suit_cards_or_a_seat(plan):
    layout = plan(games.unknown(), (1920, 1080))
    assert texts(layout, "fact:new-count") == ["5"]
    assert texts(layout, "fact:new-word") == ["some word"]
    assert texts(layout, "fact:new-rank") == ["10"]
    assert "East" in texts(layout, "fact:new-seat")
    assert [tile.seat for tile in layout.named("fact:new-seat") if isinstance(tile, Tile)] == [1]


def test_more_facts_than_there_is_room_for_lose_the_last_ones(plan):
    facts = tuple(Fact(f"fact-{number}", count=number) for number in range(20))
    for size in samples.SIZES:
        layout = plan(replace(games.paskahousu(), facts=facts), size)
        shown = [number for number in range(20) if texts(layout, f"fact:fact-{number}")]
        assert shown == list(range(len(shown)))
        assert len(shown) >= 2


def test_without_scores_the_felt_is_wider(fonts):
    words, look = Words("en"), Look()
    for size in samples.SIZES:
        plan = Plan(size, words, look, fonts)
        with_scores, without = (areas(plan, games.view("x", 4, scores=scores)).felt for scores in (True, False))
        assert without.w * without.h > 1.05 * with_scores.w * with_scores.h


# Result and end.


@pytest.mark.parametrize("seats", range(2, 11))
def test_a_result_without_arithmetic_shows_the_points_of_every_side(plan, seats):
    view = games.result_points(seats)
    layout = plan(view)
    shown = {text.text for text in layout.texts()}
    for score in view.match.scores:
        assert str(score.total).replace("-", "−") in shown


def test_a_game_may_name_only_its_loser(plan):
    layout = plan(games.end_without_points("gris", 4, (), (3,)))
    assert texts(layout, "winner") == ["West is the pig"]
    assert "Loser" in texts(layout, "seat3")
    assert not [thing for thing in layout.things if isinstance(thing, Icon) and thing.shape == "crown"]


def test_a_game_may_name_who_has_won_and_who_has_lost(plan):
    layout = plan(games.end_without_points("paskahousu", 4, (0,), (3,)))
    assert texts(layout, "winner") == ["North wins"]
    assert texts(layout, "by") == ["West is the paskahousu"]
    assert "Winner" in texts(layout, "seat0")


def test_where_the_lowest_total_wins_the_end_says_so(plan):
    assert texts(plan(games.end_fewest(4)), "by") == ["The fewest points win."]
    assert texts(plan(samples.end()), "by") == ["The most points win."]


def test_the_last_trick_of_an_open_table_is_shown(plan):
    view = replace(games.aurum(), showing_last=True, last_trick=(Laid(0, "zinc-1"), Laid(1, "gold-2")), last_winner=1)
    layout = plan(view)
    assert [thing.card for thing in layout.things if isinstance(thing, Card)] == ["zinc-1", "gold-2"]
