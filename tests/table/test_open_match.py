"""A match whose cards are all known, the table that follows it as far as it sees, and what people may do at it."""

from random import Random

import pytest

from engine.actions import Act
from engine.answers import legal_answers
from engine.cards import cards, each
from engine.games import load
from table.legal_acts import laid_from, next_card, would_help
from table.open_match import OpenMatch
from table.simulate_people import CHOOSERS, SimulatedPeople
from table.simulate_sight import Sight


def match_of(game, players=4, **options):
    seats = "ABCDEFGH"[:players]
    return OpenMatch(load(game, seats, seats[-1], options))


def people(rng, players=4, kind="random"):
    return SimulatedPeople([CHOOSERS[kind](rng)] * players, rng)


def played(truth, rng, kind="random", most=2000):
    """The steps of one deal, as they are made."""
    everybody, before = people(rng, len(truth.match.game.seats), kind), truth.state
    yield from truth.deal(rng)
    for _ in range(most):
        if truth.state != before:
            return
        turn = everybody.next(truth)
        yield truth.take(turn.act, hidden=turn.hidden)
        truth.name_drawn(rng)


def all_known(truth):
    return not any(truth.match.hands.unknown)


# -- every card is known ------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", ["hearts", "ramina", "skitgubbe", "limppu", "femhundra", "marjapussi"])
def test_every_hand_is_known_at_every_step(game):
    truth = match_of(game)
    for _ in played(truth, Random(3)):
        assert truth.match.before_play() or not any(truth.match.hands.unknown)


def test_hands_are_known_also_after_a_stock_was_shuffled_in_mid_deal():
    shuffled, truth, rng = 0, match_of("rodskagg", 7), Random(1)
    truth.deal(rng)
    for _ in range(60):
        match = truth.match
        changes = [act for act in legal_answers(match, dict(enumerate(match.hands.known)), rng) if act.do == "exchange"]
        if not changes:
            break
        shuffled += match.stock_left < 6
        truth.take(changes[0], hidden=True)
        truth.name_drawn(rng)
        assert all_known(truth)
    assert shuffled
    held = [card for seat in range(7) for card in each(truth.match.held(seat))]
    assert len(held) == len(set(held)) == 42


def test_a_card_drawn_from_a_shuffled_stock_is_named():
    truth, rng = match_of("vandatta", rules="nb"), Random(2)
    truth.deal(rng)
    draw = Act("draw", 0, source="stock")
    assert truth.with_card(draw, rng) == draw  # the stock is known
    truth.match.stock = ()
    (card,) = truth.with_card(draw, rng).cards
    assert not truth.match.seen_anywhere() >> card & 1


def test_the_hands_that_a_deal_left_stay_to_be_looked_at():
    truth = match_of("ristiseiska", 3)
    *_, last = played(truth, Random(5))
    assert truth.state == (1, False)
    left = truth.hands_at_end()
    out = last.act.seat
    assert left[out] == 0
    assert [left[seat] for seat in range(3) if seat != out] == [last.before[seat] for seat in range(3) if seat != out]


def test_a_void_deal_is_dealt_again():
    truth = match_of("paskahousu", 2)
    courts = [*each(cards("JC JD JH JS QC QD QH QS KC KD"))]
    rest = [*each(truth.match.game.pack & ~cards("JC JD JH JS QC QD QH QS KC KD"))]
    packs = iter([[*courts, *rest], [*rest, *courts]])
    truth.match.game.shuffled = lambda rng: next(packs)
    steps = truth.deal(Random(1))
    assert [kind for step in steps for kind, _ in step.told] == ["note"]
    assert truth.match.asks()


def test_a_copy_goes_its_own_way():
    truth, rng = match_of("hearts"), Random(1)
    steps = played(truth, rng)
    for _ in range(20):
        next(steps)
    copy, before = truth.fork(), [truth.match.held(seat) for seat in range(4)]
    turn = people(rng).next(copy)
    copy.take(turn.act)
    assert copy.hands_at_end() != before
    assert [truth.match.held(seat) for seat in range(4)] == truth.hands_at_end() == before


# -- what the table sees of it ------------------------------------------------------------------------------

DEAL, STOCK = Act("deal", hands={0: (1, 2)}), Act("stock", cards=(3, 4))
DRAW, TOP = Act("draw", 0, source="stock"), 7
GIVE = Act("give", 0, (5,), to=1)


@pytest.mark.parametrize(
    ("sees", "deal", "stock", "draw", "give"),
    [
        ("nothing", None, None, None, None),
        ("deal", (1, 2), None, None, None),
        ("draws", None, None, (TOP,), None),
        ("all", (1, 2), (3, 4), None, (5,)),  # it knows the stock
    ],
)
def test_the_table_is_told_what_it_sees(sees, deal, stock, draw, give):
    sight = Sight(load("hearts", "ABCD", "D", {}), sees)
    seen = sight.seen(DEAL, hidden=False)
    assert (seen and seen.hands[0]) == deal
    seen = sight.seen(STOCK, hidden=False)
    assert (seen and seen.cards) == stock
    assert sight.seen(DRAW, hidden=False, top=TOP).cards == draw
    assert sight.seen(GIVE, hidden=True).cards == give
    assert sight.seen(GIVE, hidden=False).cards == (5,)
    assert sight.seen(Act("draw", 0, source="discard"), hidden=False, top=TOP).cards is None


@pytest.mark.parametrize(
    ("game", "verb"), [("ristiseiska", "show"), ("aurum", "show"), ("finns-i-sjon", "meld"), ("valepaska", "show")]
)
def test_what_the_table_must_see_is_shown_to_it(game, verb):
    truth = match_of(game)
    sight, rng = Sight(truth.match.game, "nothing"), Random(4)
    for _ in range(3):
        for step in played(truth, rng, "random" if game == "aurum" else "sensible"):
            assert sight.follows(step, truth) == []
        assert sight.state == truth.state
        if truth.match.over:
            break
    assert verb in {accepted.act.do for accepted in sight.referee.accepted}


def test_cards_that_come_without_a_line_are_named_where_draws_are_seen():
    truth = match_of("kullankaivaja")
    sight = Sight(truth.match.game, "draws")
    for step in played(truth, Random(4)):
        assert sight.follows(step, truth) == []
    named = [accepted.act.card for accepted in sight.referee.accepted if accepted.act.do == "draw"]
    assert len(named) == len(set(named)) == 32


def test_with_every_card_seen_the_table_knows_the_hands():
    truth = match_of("hearts")
    sight = Sight(truth.match.game, "all")
    for number, step in enumerate(played(truth, Random(4))):
        sight.follows(step, truth)
        assert [sight.referee.match.held(seat) for seat in range(4)] == [truth.match.held(seat) for seat in range(4)]
        if number == 20:
            break


# -- what may be done ---------------------------------------------------------------------------------------


def test_in_a_game_without_hands_the_pack_is_turned_over_card_by_card():
    truth, rng = match_of("gold-digger"), Random(1)
    truth.deal(rng)
    faces = truth.match.game.deck.faces
    for number in range(10):
        ask = next(ask for ask in truth.match.asks() if ask.most)
        assert faces[next_card(truth.match, truth.pack)] == faces[truth.pack[number]]
        assert laid_from(truth.match, ask, truth.pack) == 1 << next_card(truth.match, truth.pack)
        turn = people(rng).next(truth)
        while not turn.act.cards:
            truth.take(turn.act)
            turn = people(rng).next(truth)
        truth.take(turn.act)


def test_the_top_of_the_stock_is_turned_over_and_the_hand_is_laid_from():
    truth = match_of("skitgubbe")
    truth.deal(Random(1))
    hand, stock = truth.match.asks()
    assert laid_from(truth.match, hand, truth.pack) == truth.match.held(hand.seat)
    assert laid_from(truth.match, stock, truth.pack) == 1 << truth.match.stock[0]


def test_a_slap_helps_only_where_there_is_a_pair():
    game = load("lapsy", "AB", "B", {})
    match = game.start()
    deck = game.deck
    match.apply(Act("deal", hands={0: deck.read("3C 4C 5C 6C"), 1: deck.read("3D 7C 8C 9C")}), 1)
    assert not would_help(match, 0, 100, 2)
    match.apply(Act("play", 0, deck.read("3C"), t=1000), 2)
    assert not would_help(match, 1, 1100, 3)
    match.apply(Act("play", 1, deck.read("3D"), t=2000), 3)
    assert would_help(match, 1, 2100, 4)
    assert match.apply(Act("press", 0, t=2200), 4)[0][1]["result"] == "first"  # nobody has slapped yet


def test_nobody_says_that_another_is_dangerous():
    truth, rng = match_of("lapsy", 2), Random(1)
    done = [step.act.do for step in played(truth, rng, most=300)]
    assert "declare" not in done
    assert "play" in done
