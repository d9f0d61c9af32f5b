"""Läpsy: docs/rules/lapsy.md, rule by rule."""

import random
from dataclasses import replace

import pytest
from random_games import BAD, check_refusals, check_undo, games, plain
from referee_table import Table, kinds, only, refusal

from engine.actions import Act
from engine.answers import legal_answers
from engine.errors import BadGame, BadLine
from engine.games import load
from engine.packets import Packet

RULES = {"wrong-phase", "out-of-turn", "wrong-count", "top-card", "card-seen", "not-in-hand"}


def a_table(seats="A B C", **packets):
    names = seats.split()
    table = Table.of(load("lapsy", names, names[-1], {}))
    if packets:
        table.deal(packets)
    return table


def lays(table, *lines):
    """`A 7H` or, at a time in milliseconds, `A 7H 1000`."""
    for line in lines:
        seat, card, *t = line.split()
        said = table.do("play", seat, card, t=int(t[0]) if t else None)
    return said


def slap(table, seat, t):
    said = table.do("press", seat, t=t)
    return said[0]["result"], said


def takes(table, seat):
    return table.do("take", seat, source="pile")


@pytest.mark.parametrize("seats", ["A", "A B C D E F G H I"])
def test_two_to_eight_play(seats):
    with pytest.raises(BadGame):
        a_table(seats)


@pytest.mark.parametrize(
    ("players", "sizes"),
    [
        (2, "26 26"),
        (3, "18 17 17"),
        (4, "13 13 13 13"),
        (5, "21 21 21 21 20"),
        (6, "18 18 17 17 17 17"),
        (7, "15 15 15 15 15 15 14"),
        (8, "13 13 13 13 13 13 13 13"),
    ],
)
def test_all_cards_are_dealt_of_two_packs_for_more_than_four(players, sizes):
    match = load("lapsy", list("ABCDEFGH"[:players]), None, {}).start()
    assert [match.left(seat) for seat in range(players)] == [int(size) for size in sizes.split()]


def test_each_card_is_dealt_as_often_as_there_are_packs():
    table = a_table("A B C D E")
    assert kinds(table.deal(A="7H 7H", B="8H")) == ["turn"]
    assert refusal(table.deal(B="7H")) == ("card-seen", "")
    assert kinds(table.deal(A="8H 7H", B="7H 8H")) == ["turn"]
    assert refusal(a_table().deal(A="7H 7H")) == ("card-seen", "")
    lays(table, "A 8H")
    assert refusal(table.deal(A="8H")) == ("wrong-phase", "")


# -- packets ----------------------------------------------------------------------------------------------


def test_the_seat_left_of_the_dealer_starts_and_seats_without_cards_are_passed_over():
    table = a_table("A B C", A="", B="2C 3C 4C 5C", C="2H")
    assert (table.events[-1]["seat"], table.events[-1]["phase"]) == ("B", "play")
    lays(table, "B 2C", "C 2H", "B 3C")
    assert table.events[-1]["event"] == "game_over"


@pytest.mark.parametrize(
    ("line", "rule", "because"),
    [
        ("B 3C", "out-of-turn", ""),
        ("A 3C 4C", "wrong-count", ""),
        ("A 3C", "top-card", "2C"),
        ("A 2H", "card-seen", ""),
        ("A KS", "not-in-hand", ""),
    ],
)
def test_only_the_top_card_is_laid(line, rule, because):
    table = a_table("A B C", A="2C 3C 4C 5C", B="2H 3H 4H 5H")
    seat, *cards = line.split()
    assert refusal(table.do("play", seat, " ".join(cards))) == (rule, because)


def test_a_packet_with_unseen_cards_on_top_may_have_any_other_there():
    table = a_table("A B")
    lays(table, "A JC", "B 2C")
    takes(table, "A")
    assert refusal(lays(table, "A 2C")) == ("top-card", "")
    assert refusal(table.do("play", "A", "2C 3C")) == ("wrong-count", "")
    assert kinds(lays(table, "A 5C")) == ["turn"]


def test_people_may_let_another_card_be_laid():
    table = a_table("A B", A="2C 3C 4C 5C 6C", B="2H 3H 4H 5H")
    lays(table, "A 4C")
    assert kinds(table.accept()) == ["turn"]
    lays(table, "B 2H")
    assert refusal(lays(table, "A 5C")) == ("top-card", "2C")
    assert refusal(lays(table, "A KS")) == ("not-in-hand", "")
    assert refusal(table.accept()) == ("wrong-phase", "")


def test_the_last_three_cards_are_looked_at():
    packet = Packet.of((1, 2, 3, 4)).without(1)
    assert packet.top.known == 1 << 2
    assert packet.looked_at().top.known == 0b11100


def test_the_top_of_several_in_unknown_order_is_unknown_and_so_are_the_others():
    card, rest = Packet.of((1, 2, 3)).looked_at().on(Packet.of((4,))).top_off()
    assert (card.known, card.size) == (0, 1)
    assert (rest.known, rest.unknown) == (1 << 4, 2)
    card, rest = Packet.of((1, 2, 3, 4)).top_off()
    assert (card.known, rest.size) == (1 << 1, 3)


def test_penalty_cards_come_out_first_the_latest_first_of_all():
    table = a_table("A B", A="2C 4C 6C 8C TC QC", B="JH 9H 7H 5H 3H")
    lays(table, "A 2C 1000")
    for seat, t in (("A", 1100), ("A", 1200), ("B", 1300)):
        assert slap(table, seat, t)[0] == "wrong"
    lays(table, "B 9H 2000", "A 8C 3000")  # JH, 6C and 4C lie under the pile
    match = table.referee.match
    assert match.game.deck.text(group.known.bit_length() - 1 for group in match.pile.groups) == "JH 6C 4C 2C 9H 8C"


def test_of_a_penalty_from_the_last_three_nobody_knows_which_card_it_was():
    table = a_table("A B", A="2C 4C 6C 8C", B="3H 5H 7H")
    lays(table, "A 2C 1000")
    slap(table, "B", 1100)
    assert table.referee.match.held(1) == 0
    assert refusal(lays(table, "B 8C 2000")) == ("card-seen", "")
    assert kinds(lays(table, "B 7H 2000")) == ["turn"]


# -- court cards ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("court", "tries"), [("J", 1), ("Q", 2), ("K", 3), ("A", 4)])
def test_each_court_card_gives_its_tries(court, tries):
    table = a_table("A B C")
    lays(table, f"A {court}C")
    for left in range(tries, 0, -1):
        turn = table.events[-1]
        assert (turn["seat"], turn["phase"], turn["tries"]) == ("B", "answer", left)
        assert refusal(takes(table, "A")) == ("wrong-phase", "")
        lays(table, f"B {left + 2}D")
    assert (table.events[-1]["seat"], table.events[-1]["phase"]) == ("A", "take")
    assert refusal(lays(table, "B 9D")) == ("wrong-phase", "")
    assert refusal(takes(table, "C")) == ("out-of-turn", "")
    assert only("taken", takes(table, "A"))["count"] == tries + 1
    assert (table.events[-1]["seat"], table.events[-1]["phase"]) == ("A", "play")


def test_an_answer_asks_the_next_seat_anew():
    table = a_table("A B C")
    lays(table, "A KC", "B 2D", "B JD")
    turn = table.events[-1]
    assert (turn["seat"], turn["phase"], turn["tries"]) == ("C", "answer", 1)


# -- slaps ------------------------------------------------------------------------------------------------


def paired():
    """A 8D at 1.0, B 8C at 2.0: a pair."""
    table = a_table("A B C")
    lays(table, "A 8D 1000", "B 8C 2000")
    return table


@pytest.mark.parametrize(("t", "result"), [(1999, "wrong"), (2000, "first"), (9000, "first")])
def test_a_slap_counts_from_the_card_that_made_the_pair(t, result):
    assert slap(paired(), "A", t)[0] == result


def test_the_smallest_time_leads():
    table = paired()
    assert [slap(table, *press)[0] for press in (("A", 2300), ("B", 2300), ("C", 2400))] == ["first", "tie", "behind"]
    assert table.events[-1]["seats"] == ["A", "B"]
    assert table.events[-1]["seat"] is None
    assert slap(table, "C", 2200)[0] == "void"
    table.undo()
    assert refusal(takes(table, "C")) == ("out-of-turn", "")
    assert only("taken", takes(table, "B"))["count"] == 2


def test_a_later_line_with_a_smaller_time_takes_the_lead():
    table = paired()
    slap(table, "A", 2300)
    result, said = slap(table, "C", 2299)
    assert (result, said[-1]["seat"], said[-1]["phase"]) == ("first", "C", "take")


def test_on_an_empty_table_a_slap_is_nothing():
    assert slap(a_table(), "A", 1000)[0] == "void"


@pytest.mark.parametrize(("t", "result"), [(1999, "wrong"), (2000, "void"), (2999, "void"), (3000, "wrong")])
def test_a_slap_whose_line_came_late_neither_wins_nor_costs(t, result):
    table = paired()
    lays(table, "C 5C 3000")
    assert slap(table, "A", t)[0] == result


def test_cards_without_a_time_count_by_their_lines():
    table = a_table()
    lays(table, "A 8D", "B 8C")
    assert slap(table, "A", 1)[0] == "first"
    table.undo()
    lays(table, "C 5C")
    assert slap(table, "A", 1)[0] == "wrong"


def test_a_wrong_slap_costs_the_top_card():
    table = a_table()
    lays(table, "A 8D 1000")
    _, said = slap(table, "B", 1100)
    assert kinds(said) == ["slap", "penalty", "turn"]
    assert said[1]["count"] == 1
    assert (said[2]["seat"], said[2]["phase"]) == ("B", "play")
    assert table.referee.match.left(1) == 16


def test_a_press_has_a_time():
    with pytest.raises(BadLine):
        a_table().do("press", "A")


def test_who_has_no_cards_is_eliminated_by_a_wrong_slap_and_its_court_card_asks_no_more():
    table = a_table("A B C", A="KC", B="2C 3C 4C 5C 6C", C="2H 3H 4H 5H")
    lays(table, "A KC 1000", "B 2C 2000")
    result, said = slap(table, "A", 2500)
    assert result == "wrong"
    assert kinds(said) == ["slap", "eliminated", "turn"]
    assert (said[-1]["seat"], said[-1]["phase"]) == ("B", "play")
    assert slap(table, "A", 2600)[0] == "void"
    lays(table, "B 3C 3000", "C 3H 4000", "C 2H 4000")
    assert table.events[-1]["event"] == "turn"


def test_a_pile_that_was_won_is_lost_with_the_right_to_come_back():
    table = a_table("A B C", A="JC", B="2C 3C 4C 5C 6C", C="2H 3H 4H 5H")
    lays(table, "A JC 1000", "B 2C 2000")
    assert table.events[-1]["phase"] == "take"
    said = slap(table, "A", 2500)[1]
    assert (said[-1]["seat"], said[-1]["phase"]) == ("B", "play")  # who has just failed lays the next card


def test_a_good_slap_is_lost_with_the_right_to_come_back():
    table = a_table("A B C", A="7H", B="7C 3C 4C 5C 6C", C="2H 3H 4H 5H")
    lays(table, "A 7H 1000", "B 7C 2000")
    assert slap(table, "A", 2500)[0] == "first"
    result, said = slap(table, "A", 1900)  # its line came late: before the pair
    assert result == "wrong"
    assert kinds(said) == ["slap", "eliminated", "turn"]
    assert (said[-1]["seat"], said[-1]["phase"]) == ("C", "play")


def test_a_good_slap_goes_before_a_pile_that_was_won():
    table = a_table()
    lays(table, "A QC 1000", "B 5C 2000", "B 5D 3000")
    assert table.events[-1]["seat"] == "A"
    assert slap(table, "C", 3100)[1][-1]["seat"] == "C"
    assert refusal(takes(table, "A")) == ("out-of-turn", "")


# -- danger -----------------------------------------------------------------------------------------------


def danger(table, seat):
    return table.do("declare", seat, value="danger")


def test_danger_eliminates_and_the_packet_goes_under_the_pile():
    table = a_table("A B C", A="2C 3C 4C 5C", B="2H 3H 4H 5H", C="2S 3S 4S 5S")
    lays(table, "A 2C")
    said = danger(table, "B")
    assert kinds(said) == ["eliminated", "turn"]
    assert said[-1]["seat"] == "C"
    match = table.referee.match
    assert match.game.deck.text(group.known.bit_length() - 1 for group in match.pile.groups) == "2H 3H 4H 5H 2C"
    assert refusal(danger(table, "B")) == ("wrong-phase", "")


def test_a_dangerous_slap_falls_away():
    table = paired()
    slap(table, "A", 2300)
    slap(table, "C", 2400)
    assert danger(table, "A")[-1]["seat"] == "C"
    assert (danger(table, "C")[-1]["event"]) == "game_over"
    table = paired()
    slap(table, "A", 2300)
    said = danger(table, "A")
    assert (said[-1]["seat"], said[-1]["phase"]) == ("C", "play")


def test_the_court_card_of_a_dangerous_seat_asks_no_more():
    table = a_table()
    lays(table, "A KC", "B 2C")
    said = danger(table, "A")
    assert (said[-1]["seat"], said[-1]["phase"]) == ("B", "play")


def test_nothing_else_is_declared():
    with pytest.raises(BadLine):
        a_table().do("declare", "A", value="in")


# -- the end ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("b", "lines", "winner"),
    [
        ("6D", "A 4D|B 6D", "A"),  # no court card waits
        ("QS", "A 4D|B QS", None),  # B's queen must be answered
        ("4S", "A 4D|B 4S", None),  # a pair: one last chance
        ("4S", "A 4D|B 4S|A 9C", "A"),
    ],
)
def test_the_only_seat_with_cards_has_won_unless_there_is_a_chance_left(b, lines, winner):
    table = a_table("A B", A="4D 9C TC 7H 5H", B=b)
    said = lays(table, *filter(None, lines.split("|")))
    assert ("game_over" in kinds(said)) == (winner is not None)
    if winner:
        assert (said[-1]["winners"], said[-1]["losers"]) == (["A"], ["B"])


def test_its_own_court_card_is_enough_if_no_try_was_used():
    table = a_table("A B", A="4D KC TC 7H 5H", B="6D")
    assert only("game_over", lays(table, "A 4D", "B 6D"))["winners"] == ["A"]
    table = a_table("A B", A="KC 9C TC 7H 5H", B="6D")
    lays(table, "A KC", "B 6D")
    assert (table.events[-1]["seat"], table.events[-1]["tries"]) == ("A", 2)
    lays(table, "A 9C")
    assert only("game_over", lays(table, "A TC"))["winners"] == ["A"]  # it has won the pile, too


def test_who_has_no_cards_is_back_with_the_pile_that_its_court_card_wins():
    table = a_table("A B", A="4D 9C TC 7H 5H", B="JS")
    lays(table, "A 4D", "B JS", "A 9C")
    assert (table.events[-1]["seat"], table.events[-1]["phase"]) == ("B", "take")
    assert table.events[-1]["event"] == "turn"
    assert kinds(takes(table, "B")) == ["taken", "turn"]


@pytest.mark.parametrize(
    ("a", "b", "winner"),
    [
        ("KC", "3C", "A"),  # its king waits for an answer
        ("2C", "KC", "B"),
        ("2C", "2D", "C"),  # there was a pair to slap; C lays the last card
    ],
)
def test_where_no_seat_has_cards_the_court_card_wins_or_else_the_last_card(a, b, winner):
    table = a_table("A B C", A=a, B=b, C="4H")
    assert "game_over" not in kinds(lays(table, f"A {a}", f"B {b}"))
    assert lays(table, "C 4H")[-1]["winners"] == [winner]


def test_with_a_pair_open_and_no_cards_the_pile_must_be_taken_first():
    table = a_table("A B C", A="2C", B="2D", C="2H")
    lays(table, "A 2C 1000", "B 2D 2000", "C 2H 3000")
    assert (table.events[-1]["seat"], table.events[-1]["phase"]) == ("C", "take")
    assert only("game_over", takes(table, "C"))["winners"] == ["C"]
    table.undo()
    slap(table, "A", 3500)
    assert only("game_over", takes(table, "A"))["winners"] == ["A"]
    table.undo()
    table.undo()
    assert kinds(slap(table, "C", 2500)[1]) == ["slap", "eliminated", "turn"]
    assert (table.events[-1]["seat"], table.events[-1]["phase"]) == ("A", "take")  # the next that is not eliminated


def test_nothing_after_the_end():
    table = a_table("A B", A="2C 3C", B="4D")
    lays(table, "A 2C", "B 4D")
    for verb in ("play", "take", "press", "declare"):
        assert refusal(table.do(verb, "A", "3C", t=1)) == ("wrong-phase", "")


# -- random games -----------------------------------------------------------------------------------------


class People:
    """They turn what truly lies on top, answer pairs in their own time, and now and then slap for nothing.

    They know the packets as they are; the table, after a penalty card from the last three, does not.
    """

    def __init__(self, dangerous=0.002):
        self.t, self.dangerous, self.packets, self.pile = 1000, dangerous, None, []

    def find(self, match, hands, rng):
        deck = match.game.deck
        if self.packets is None:
            self.packets = [[deck.faces[card] for card in match.read[seat]] for seat in range(len(hands))]
        self.t += rng.choice((0, 1, 5, 300, 700))
        acts = [act for act in legal_answers(match, {}, rng, self.t) if act.do != "play"]
        if match.phase != "take":
            packet = self.packets[match.on_turn]
            acts += [
                Act("play", match.on_turn, (deck.card(face),), t=self.t)
                for face in (packet[:3] if len(packet) < 4 else packet[:1])
            ]
        return acts

    def choose(self, match, acts, rng):
        verbs = {"declare": self.dangerous, "press": 0.6 if match.slaps.is_pair else 0.04, "play": 1, "take": 0.5}
        act = rng.choices(acts, [verbs[act.do] / sum(other.do == act.do for other in acts) for act in acts])[0]
        if act.do == "press" and rng.random() < 0.3:
            act = replace(act, t=act.t - rng.choice((0, 1, 300)))
        self._follow(match, act, rng)
        return act

    def _follow(self, match, act, rng):
        """What becomes of the true cards."""
        face = match.game.deck.faces[act.card] if act.card is not None else None
        mine = self.packets[act.seat]
        if act.do == "play":
            mine.remove(face)
            self.pile.append(face)
        elif act.do == "take":
            mine += self.pile
            self.pile = []
        elif act.do == "declare":
            self.pile[:0] = mine
            mine.clear()
        elif "penalty" in [kind for kind, _ in match.fork().apply(act, 0)]:
            self.pile.insert(0, mine.pop(rng.randrange(len(mine)) if len(mine) < 4 else 0))
            rng.shuffle(mine) if len(mine) < 3 else None


def a_game(players):
    return load("lapsy", list("ABCDEFGH"[:players]), "AB"[players % 2], {})


def played(players, number, most=3000, seed=1):
    """So many random games, each with its steps."""
    for game in range(number):
        people = People()
        for table, steps in games(
            lambda: a_game(players), 1, f"{seed} {players} {game}", find=people.find, choose=people.choose, most=most
        ):
            yield table, steps, people


@pytest.mark.parametrize("players", range(2, 9))
def test_random_games(players):
    for table, steps, people in played(players, 2, most=700):
        match = table.referee.match
        sizes = [match.left(seat) for seat in range(players)]
        assert sizes == [len(packet) for packet in people.packets]
        assert sum(sizes) + match.pile.size == len(match.game.deck)
        assert match.over or len(steps) == 700
        for seen in (0.0, 0.5):
            seen_less(a_game(players), steps, random.Random(players), seen)


def seen_less(game, steps, rng, seen):
    """The same lines where only some packets were seen as they were dealt: the same is told."""
    table = Table.of(game)
    for step in steps:
        act = step.act
        if act.do == "deal":
            act = replace(act, hands={seat: cards for seat, cards in act.hands.items() if rng.random() < seen})
        said = plain(table.take(act))
        assert not BAD & {event["event"] for event in said}, (act, said)
        assert act.do == "deal" or said == step.said


def test_undo_at_every_step():
    people = People()
    check_undo(lambda: a_game(3), find=people.find, choose=people.choose)


def test_illegal_answers_are_refused_and_change_nothing():
    people = People()
    came = check_refusals(lambda: a_game(3), RULES, find=people.find, choose=people.choose)
    assert came >= {"out-of-turn", "wrong-phase", "top-card", "card-seen"}
