"""Amerikaner, Ramina and Rödskägg: what is asked in each phase, and what lies open; whole games by it."""

import pytest
from asked_games import check
from deciding_people import Amerikaner, Ramina
from random_games import anything
from rodskagg_people import Rodskagg

from engine.actions import Act
from engine.asks import Ask
from engine.cards import each
from engine.games import load

SEATS = "ABCDEFGH"
PLAY = {seat: Ask("play", seat, 1, 1) for seat in range(8)}


def maker(name, players, **options):
    return lambda: load(name, list(SEATS[:players]), None, options)


def asks(table):
    return table.referee.match.asks()


def shown(table):
    return table.referee.match.shown()


def values(facts):
    """What facts say, by their ids: the one value of each, or None."""
    return {fact.id: next((value for value in fact[1:] if value not in (None, ())), None) for fact in facts}


def facts(table):
    return values(shown(table).facts)


def plates(table):
    return [values(plate) for plate in shown(table).seats]


def modest(match, acts, rng):
    """Mostly one of the lowest bids, or a pass, so that bids are made and games end."""
    bids = [act for act in acts if act.do in ("bid", "pass")]
    return rng.choice(bids[:2] + [act for act in bids if act.do == "pass"]) if bids else anything(match, acts, rng)


def sorted_bids(match, acts, rng):
    acts.sort(key=lambda act: (act.do != "bid", act.value if isinstance(act.value, int) else 99))
    return modest(match, acts, rng)


def names_all(tables, rng):
    """After the stock was shuffled nobody knows what a new hand is: its seat has it read."""
    match = tables[0].referee.match
    for seat in match.named if match.phase == "swap" else ():
        unseen = list(each(match.game.pack & ~match.seen_anywhere() & ~match.thrown))
        for card in rng.sample(unseen, match.hands.unknown[seat]):
            for table in tables:
                assert not table.take(Act("draw", seat, (card,)))


@pytest.mark.parametrize("players", [3, 4, 5])
def test_whole_games_of_amerikaner_are_played_by_answering_what_is_asked(players):
    for seed, read in enumerate((0, 0.5)):
        table = check(maker("amerikaner", players, target=15), seed, read, choose=sorted_bids)
        assert table.referee.match.over
        assert asks(table) == ()


@pytest.mark.parametrize(
    ("players", "options"), [(3, {}), (4, {"rules": "sv"}), (5, {"max_rests": 0}), (8, {"rules": "nb"})]
)
def test_whole_games_of_ramina_are_played_by_answering_what_is_asked(players, options):
    for seed, read in enumerate((0, 0.5)):
        table = check(maker("ramina", players, target=6, **options), seed, read)
        assert table.referee.match.over
        assert asks(table) == ()


@pytest.mark.parametrize("players", range(3, 8))
def test_whole_games_of_rodskagg_are_played_by_answering_what_is_asked(players):
    for seed, read in enumerate((0, 0.5)):
        table = check(maker("rodskagg", players, start=6), seed, read, between=names_all)
        assert table.referee.match.over
        assert asks(table) == ()


def test_a_game_goes_on_by_what_is_asked_after_the_stock_was_shuffled():
    shuffled = []

    def new_hands(match, acts, rng):
        changes = [act for act in acts if act.do == "exchange"]
        return rng.choice(changes or acts)

    def between(tables, rng):
        shuffled.append(tables[0].referee.match.final)
        names_all(tables, rng)

    table = check(maker("rodskagg", 7, start=3), choose=new_hands, between=between)
    assert table.referee.match.over
    assert any(shuffled)


# Amerikaner


def test_only_higher_bids_are_asked_for():
    table = Amerikaner()
    assert asks(table) == (Ask("bid", 0, values=(*range(1, 14), "amerikaner")), Ask("pass", 0))
    table.bid("A 12", "B pass")
    assert asks(table) == (Ask("bid", 2, values=(13, "amerikaner")), Ask("pass", 2))
    assert plates(table) == [{"bid": 12}, {"pass": None}, {}, {}]
    assert facts(table) == {}


def test_any_trump_that_does_not_lie_there_may_be_called():
    table = Amerikaner("A B C")
    table.bid("A 4", "B pass", "C pass")
    assert asks(table) == (PLAY[0],)
    table.play("A 9C")
    clubs = ("3C", "4C", "5C", "6C", "7C", "8C", "TC", "JC", "QC", "KC", "AC")
    assert asks(table) == (Ask("declare", 0, values=clubs),)
    table.call("A", "KC")
    assert asks(table) == (PLAY[1],)
    assert facts(table) == {"led": "C", "trump": "C", "called": (table.game.deck.card("KC"),)}


def test_bid_helper_and_tricks_stand_at_the_seats():
    table = Amerikaner()
    table.bid("A amerikaner")
    table.play("A 9C", "B 2C", "C 3C", "D 4C")
    assert plates(table) == [{"bid": "amerikaner", "tricks": 1}, *[{"tricks": 0}] * 3]
    table = Amerikaner()
    table.bid("A 5", "B pass", "C pass", "D pass")
    table.play("A 9C")
    table.call("A", "KC")
    table.play("B 2C", "C KC")
    assert plates(table) == [{"bid": 5, "tricks": 0}, {"tricks": 0}, {"helper": None, "tricks": 0}, {"tricks": 0}]


# Ramina


def test_the_turned_card_is_asked_for_first_then_everybody_in_turn():
    table = Ramina("A B C")
    assert asks(table) == (Ask("trump", None, 1, 1),)
    table.trump("4S")
    assert asks(table) == (Ask("declare", 0, values=("in",)), Ask("pass", 0))
    assert facts(table) == {"trump": "S", "stock": 37, "pot": 0}
    (turned,) = shown(table).piles
    assert (turned.id, turned.cards) == ("turned", (table.game.deck.card("4S"),))
    table.enter("A in 4")
    table.do("declare", "B", value="in")
    assert asks(table) == (Ask("pass", 1), Ask("exchange", 1, 1, 4, hidden=True))
    table.do("pass", "B")
    table.enter("C rest")
    assert asks(table) == (PLAY[0],)
    assert plates(table) == [{"tricks": 0, "chips": 29}, {"tricks": 0, "chips": 29}, {"resting": None, "chips": 30}]
    assert facts(table) == {"led": None, "trump": "S", "pot": 2}
    assert shown(table).piles == ()


def test_who_may_not_rest_is_not_asked_to():
    table = Ramina("A B C", max_rests=0)
    table.trump("4S")
    assert asks(table) == (Ask("declare", 0, values=("in",)),)


def test_no_more_cards_are_asked_for_than_the_stock_has():
    table = Ramina("A B C")
    table.trump("4S")
    table.do("declare", "A", value="in")
    match = table.referee.match
    for left, asked in ((3, (Ask("pass", 0), Ask("exchange", 0, 1, 3, hidden=True))), (0, (Ask("pass", 0),))):
        match.stock_left = left
        assert asks(table) == asked
    assert shown(table).piles == ()


def test_who_is_in_is_told_before_play():
    table = Ramina("A B C")
    table.trump("4S")
    table.enter("A rest", "B in")
    assert plates(table) == [{"resting": None, "chips": 30}, {"in": None, "chips": 29}, {"chips": 30}]


# Rödskägg

BIDS = (0, 1, 2, 3, 4, 5, 6, "rodskagg")


def new_hand(seat):
    return Ask("exchange", seat, 6, 6, hidden=True, any_time=True)


def test_the_first_bidder_is_asked_and_anybody_may_have_a_new_hand_before():
    table = Rodskagg("A B C", dealer="A")
    assert asks(table) == (Ask("bid", 1, values=BIDS), Ask("pass", 1), new_hand(1), new_hand(0), new_hand(2))
    assert facts(table) == {"stock": 34}
    table.says("B 2")
    assert asks(table) == (Ask("bid", 2, values=BIDS), Ask("pass", 2))
    assert (facts(table), plates(table)) == ({}, [{}, {"bid": 2}, {}])


def test_who_has_the_last_of_the_stock_is_not_asked_for_another_hand():
    table = Rodskagg("A B C D E F G")  # ten cards are left
    table.change("C")
    table.change("C")
    assert [ask.seat for ask in asks(table) if ask.do == "exchange"] == [0, 1, 3, 4, 5, 6]


def before_the_fifth(bid="A 2"):
    table = Rodskagg("A B C")
    table.says(bid, "B pass", "C pass")
    table.tricks("A AC 2C 3C", "A QC 5C 6C", "A KC 7C 8C", "A 2D AD 3D")
    return table


def test_the_leader_may_ask_before_the_fifth_trick_and_who_has_none_answers():
    table = before_the_fifth()
    assert asks(table) == (PLAY[0], Ask("declare", 0, values=("ask",)))
    table.says("A ask")
    assert asks(table) == (Ask("declare", 2, values=("in",)), Ask("pass", 2))
    table.says("C in")
    assert asks(table) == (PLAY[0],)
    assert plates(table) == [{"bid": 2, "tricks": 3}, {"tricks": 1}, {"at-risk": None, "tricks": 0}]


def test_who_stays_out_rests():
    table = before_the_fifth("A rodskagg")
    table.says("A ask", "C pass")
    assert plates(table) == [{"bid": "rodskagg", "tricks": 3}, {"tricks": 1}, {"resting": None}]


def test_who_is_out_of_the_game_or_not_in_the_duel_is_told():
    table = Rodskagg("A B C D")
    match = table.referee.match
    match.in_game, match.duellists = (0, 1, 2), (0, 2)
    match.new_deal()
    assert plates(table) == [{"tricks": 0}, {"resting": None}, {"tricks": 0}, {"out": None}]
    assert facts(table) == {"led": None}
    assert [ask.do for ask in asks(table)] == ["play"]
