"""Skitgubbe and Mattis: what is asked in each phase, and what lies open; whole games by it."""

import pytest
from asked_games import check
from referee_table import kinds
from two_phase_people import Mattis, Skitgubbe

from engine.actions import Act
from engine.asks import Ask
from engine.games import load

TURNED = ("stock",)
TAKEN = ("pile",)
LONG = 60  # lines without a card laid aside: then people let a take stand (section 8.10 of Skitgubbe's page)


def maker(name, players, **options):
    return lambda: load(name, list("ABCDEF"[:players]), None, options)


def asks(table):
    return table.referee.match.asks()


def shown(table):
    return table.referee.match.shown()


def facts(table):
    return [(fact.id, fact.number if fact.suit is None else fact.suit) for fact in shown(table).facts]


def plates(table):
    return [[(fact.id, fact.number) for fact in plate] for plate in shown(table).seats]


def trick(table):
    """What lies, as `A 9C`, and who is winning."""
    lies = shown(table)
    seats, faces = table.game.seats, table.game.deck.faces
    return [f"{seats[seat]} {faces[card]}" for seat, card in lies.trick], lies.winning


def mostly_play(match, acts, rng):
    """More often a card from the hand than another, so that games come to an end."""
    plays = [act for act in acts if act.do == "play" and act.source is None]
    return rng.choice(plays if plays and rng.random() < 0.8 else acts)


def ends_rings():
    """Where play goes round for long, who must beat takes instead, and that is let stand."""
    idle = {"since": 0, "tricks": 0}

    def between(tables, rng):
        table, match = tables[0], tables[0].referee.match
        tricks = kinds(table.events).count("trick")
        if tricks > idle["tricks"] or match.phase != "shed":
            idle["since"], idle["tricks"] = table.number, tricks
        elif table.number - idle["since"] > LONG and match.units:
            take = Act("take", match.on_turn, source="pile")
            for other in tables:
                if kinds(other.take(take))[0] == "refused":
                    assert kinds(other.accept())[0] == "taken"
            idle["since"] = table.number

    return between


@pytest.mark.parametrize("options", [{}, {"free_take": True}], ids=str)
@pytest.mark.parametrize("players", range(2, 7))
@pytest.mark.parametrize("name", ["skitgubbe", "mattis"])
def test_whole_games_are_played_by_answering_what_is_asked(name, players, options):
    table = check(maker(name, players, **options), 1, 0.5, choose=mostly_play, between=ends_rings())
    assert table.referee.match.over
    assert asks(table) == ()


@pytest.mark.parametrize("players", [2, 3, 6])
def test_whole_games_with_sequences_too(players):
    table = check(maker("mattis", players, sequences=True), 1, choose=mostly_play, between=ends_rings())
    assert table.referee.match.over


def test_a_card_of_the_duel_is_asked_from_the_hand_or_the_stock_and_its_cards_lie_open():
    table = Skitgubbe("A B C")
    assert asks(table) == (Ask("play", 0, 1, 1), Ask("play", 0, 1, 1, sources=TURNED))
    assert (facts(table), trick(table)) == ([("stock", 43)], ([], None))
    table.lines("A 9D")
    assert asks(table)[0] == Ask("play", 1, 1, 1)
    assert (facts(table), trick(table)) == ([("stock", 42)], (["A 9D"], 0))
    table.lines("B 9H")
    assert trick(table) == (["A 9D", "B 9H"], None)
    table.lines("A 2D stock")
    assert trick(table) == (["A 9D", "B 9H", "A 2D"], 0)
    table.lines("B 3H")
    assert (trick(table), plates(table)) == (([], None), [[], [("won", 4)], []])


def test_the_last_card_of_the_stock_is_not_turned_and_lies_before_its_owner():
    table = Skitgubbe("A B")
    match = table.referee.match
    match.stock_left = 2
    assert len(asks(table)) == 2
    match.stock_left = 1
    assert asks(table) == (Ask("play", 0, 1, 1),)
    table.lines("A 9D")
    (last,) = shown(table).piles
    assert (last.id, last.hidden, last.seat, last.cards) == ("last-card", 1, 0, ())
    assert facts(table) == [("stock", 0)]


def test_whoever_lays_it_the_trump_card_is_asked_for_once_the_duels_are_over():
    table = Skitgubbe("A B")
    table.late(0, A="9C", B="TC TD")
    match = table.referee.match
    match.gone = table.game.pack & ~match.hands.everywhere() & ~table.game.deck.cards("6D")
    match.owner = 1
    table.lines("A 9C, B TC")
    assert asks(table) == (Ask("trump", None, 1, 1, sources=TURNED),)
    table.lines("trump 6D")
    assert facts(table) == [("trump", "D")]
    assert shown(table).piles == ()


def shedding(table, **hands):
    """The second phase with these hands, A to lead, clubs trump."""
    match, deck = table.referee.match, table.game.deck
    for seat, name in enumerate(table.game.seats):
        match.hands.shows(seat, deck.cards(hands.get(name, "")))
    match.phase, match.on_turn, match.owner, match.begun = "shed", 0, 0, True
    match.trumps = deck.cards("2C 3C 4C 5C 6C 7C 8C 9C TC JC QC KC AC")
    return table


def test_cards_to_be_beaten_or_taken_are_asked_for_and_lie_with_their_players():
    table = shedding(Skitgubbe("A B C"), A="4D 5D", B="9D TH", C="2H")
    assert asks(table) == (Ask("play", 0, 1, 1),)
    table.play("A 4D", "B 9D")
    assert asks(table) == (Ask("play", 2, 1, 1), Ask("take", 2, sources=TAKEN))
    assert (trick(table), facts(table)) == ((["A 4D", "B 9D"], 1), [("trump", "C"), ("trick-size", 3)])
    table.do("take", "C", source="pile")
    assert trick(table) == (["A 4D"], 0)
    table.play("A 5D")
    assert plates(table)[0] == [("out", None)]


def test_who_has_no_card_is_asked_to_take():
    table = shedding(Skitgubbe("A B C"), A="4D 5D", C="2H")
    table.play("A 4D")
    assert asks(table) == (Ask("take", 1, sources=TAKEN),)


def test_sequences_are_asked_for_where_they_are_agreed():
    table = shedding(Mattis("A B C", sequences=True), A="4D 5D 7H", B="8D 9D TH", C="2H 3H")
    assert asks(table) == (Ask("play", 0, 1, 3, alike="run"),)
    table.do("play", "A", "5D 4D")
    assert (trick(table), facts(table)[1]) == ((["A 4D", "A 5D"], 0), ("trick-size", 3))
    table.do("play", "B", "8D 9D")
    assert trick(table) == (["A 4D", "A 5D", "B 8D", "B 9D"], 1)
    table.do("take", "C", source="pile")
    assert trick(table) == (["B 8D", "B 9D"], 1)
    table = shedding(Mattis("A B C"), A="4D 5D 7H", B="8D 9D TH", C="2H 3H")
    assert asks(table) == (Ask("play", 0, 1, 1),)
