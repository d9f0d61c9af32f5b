"""Simulated players: they play legally, and the sensible one follows the advice for people."""

from random import Random

import pytest

from engine.cards import FRENCH, card, cards, each
from engine.games import load
from engine.playout import Playout
from table.players import PLAYERS, LegalRandom, Sensible, draw_from


def kullankaivaja(seats, **options):
    return load("kullankaivaja", "ABCD"[:seats], None, options)


def chosen(hand, *, seats, after="", leader=0, **options):
    """The card that the sensible player chooses with this hand, once these cards were played."""
    deal = kullankaivaja(seats, **options).deal(leader)
    for laid in FRENCH.read(after):
        deal.play(laid)
    hand = cards(hand)
    return FRENCH.faces[Sensible(Random(1)).choose(deal.turn, hand, deal.legal(hand), deal)]


# Two players: all jacks, and the clubs above the ten, go in the first tricks.
JACKS_AND_HIGH_CLUBS = "JC JD JS JH KC QC"


@pytest.mark.parametrize(
    ("hand", "after", "plays"),
    [
        ("TC 4D 6H 3S 2S", "", "not TC"),  # a jack, a king or a queen would take it
        ("TC TD", JACKS_AND_HIGH_CLUBS, "TC"),  # of two tens the one that nobody can beat
        ("TC 2C 4H", "9C", "TC"),  # the last card of the trick
        ("TC KC 2C", "9C", "TC"),  # for which the king is not needed
        ("TC 2C 4H", "KC", "2C"),  # it would not take the trick
        ("KC JC 2C", "TC", "KC"),  # as cheaply as possible
        ("JC 5C 4C", "9C", "5C or 4C"),  # nothing in it, so the digger stays
        ("AD 7D TH", "9C", "7D"),  # lost, so what is worth nothing
    ],
)
def test_heads_up_the_sensible_player_follows_the_advice(hand, after, plays):
    played = chosen(hand, seats=2, after=after)
    assert played != plays[4:] if plays.startswith("not ") else played in plays.split(" or ")


@pytest.mark.parametrize(
    ("after", "plays"),
    [
        ("4C JS 5C", "TD"),  # the partner takes it, whatever is played now: points for it
        ("JS 4S 5S", "3H"),  # an opponent takes it: nothing
        ("4C 5C JS", "3H"),
        ("4C KC 5C", "TD"),
        ("KC 4C 5C", "3H"),
    ],
)
def test_in_teams_points_go_to_a_partner_who_wins_and_not_to_an_opponent(after, plays):
    assert chosen("TD AD 7D 3H", seats=4, after=after, teams=True) == plays  # the partner was the second


def test_without_teams_the_seat_opposite_is_an_opponent():
    assert chosen("TD AD 7D 3H", seats=4, after="4C JS 5C") == "3H"


def test_points_are_not_trusted_to_a_partner_who_will_be_beaten():
    # The partner leads a club that nearly everything beats, and an opponent is still to play.
    assert chosen("TC 3C", seats=4, after="4C 5C", teams=True) == "3C"


@pytest.mark.parametrize("kind", PLAYERS)
@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("refill", ["trick", "play", "may"])
def test_players_play_legally_to_the_end(kind, seats, refill):
    game = kullankaivaja(seats, refill=refill)
    for number in range(5):
        playout = shuffled(game, rng := Random(number))
        player, deal = PLAYERS[kind](rng), playout.deal
        while not deal.over:
            hand, legal = playout.hands[deal.turn], playout.legal()
            played = player.choose(deal.turn, hand, legal, deal)
            assert legal >> played & 1
            playout.play(played)
        assert sum(deal.points) == 128


@pytest.mark.parametrize("kind", PLAYERS)
def test_the_same_chance_plays_the_same_cards(kind):
    def deal(seed):
        playout = shuffled(kullankaivaja(3), Random(0))
        player = PLAYERS[kind](Random(seed))
        return playout.play_out(lambda seat, legal, deal: player.choose(seat, playout.hands[seat], legal, deal)).taken

    assert deal(5) == deal(5)
    assert deal(5) != deal(6)


@pytest.mark.parametrize(("seats", "options"), [(2, {}), (4, {"teams": True})])
def test_the_sensible_player_beats_the_random_one(seats, options):
    game, deals, won, lead = kullankaivaja(seats, **options), 200, 0.0, 0
    for number in range(deals):
        for sensible in (0, 1):  # each deal from both sides
            playout = shuffled(game, rng := Random(number))
            deal, players = playout.deal, (Sensible(rng), LegalRandom(rng))
            while not deal.over:
                seat = deal.turn
                player = players[(seat + sensible) % 2]
                playout.play(player.choose(seat, playout.hands[seat], playout.legal(), deal))
            ours = sum(deal.points[seat] for seat in range(seats) if seat % 2 == sensible)
            won += 1.0 if ours > 64 else 0.5 if ours == 64 else 0.0
            lead += ours - (128 - ours)
    # With so much luck in the deal, a player that tries out thousands of random ends wins 70 % and 24 points a deal.
    assert won / (2 * deals) > 0.6
    assert lead / (2 * deals) > 12


def test_each_card_is_drawn_as_often():
    random = Random(3).random
    among = cards("2C JD 7H AS")
    drawn = [draw_from(among, random) for _ in range(4000)]
    assert set(drawn) == set(each(among))
    assert all(abs(drawn.count(one) - 1000) < 120 for one in each(among))  # more than four standard deviations


def test_a_single_card_is_drawn():
    assert draw_from(cards("AS"), lambda: 0.999) == card("AS")


def shuffled(game, rng):
    pack = list(each(game.pack))
    rng.shuffle(pack)
    return Playout(game, pack, 0)
