"""Ristiseiska: docs/rules/ristiseiska.md, row by row, and random games at tables that read all, a part or nothing."""

import random

import pytest
from half_seen import TwoTables
from random_games import anything, check_refusals, check_undo, games
from referee_table import Table, kinds, only, refusal

from engine.cards import FRENCH, NO_CARDS, cards, each
from engine.errors import BadGame
from engine.games import load
from engine.passed_on import HolesLedger, PassedOnRecord
from engine.promises import Promise
from engine.record import Suspect
from engine.suit_rows import fitting

RULES = {"start-with-7c", "no-place", "ask-previous", "must-play", "give-to-asker", "show-mismatch"}
RULES |= {"out-of-turn", "wrong-phase", "wrong-count", "card-seen", "not-in-hand"}
C_HAND = "7C 6C 8C 9D KD 2D 7H TH 3H AS 4S 9S QS"
NOTHING_FITS = "2C 3C 4C 5C AC JC 2D 3D 4D 2H 3H 2S 3S"  # beside the seven of clubs


class Ristiseiska(Table):
    rules = "ristiseiska"

    def ask(self, seat, of):
        return self.do("ask", seat, to=self.seat(of))

    def give(self, seat, to, card=None):
        return self.do("give", seat, card, to=self.seat(to))


def table(seats="A B C D", hands=None, **options):
    made = Ristiseiska(seats, **options)
    if hands:
        made.deal(hands)
    return made


def rule(events):
    return refusal(events)[0]


# -- the deal and the start ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("seats", "sizes"),
    [
        ("A B C", [18, 17, 17]),
        ("A B C D", [13, 13, 13, 13]),
        ("A B C D E", [11, 11, 10, 10, 10]),
        ("A B C D E F G H", [7, 7, 7, 7, 6, 6, 6, 6]),
    ],
)
def test_all_cards_are_dealt(seats, sizes):
    assert [table(seats).referee.match.hands.size(seat) for seat in range(len(sizes))] == sizes


@pytest.mark.parametrize(("seats", "options"), [("A B", {}), ("A B C D E F G H I", {}), ("A B C", {"target": 0})])
def test_games_that_there_are_not(seats, options):
    with pytest.raises(BadGame):
        table(seats, **options)


def test_the_holder_of_the_seven_of_clubs_begins():
    made = table(hands={"C": C_HAND})
    assert made.events[-1] | {"line": 0} == {"event": "turn", "line": 0, "seat": "C", "phase": "start", "legal": "7C"}
    assert rule(made.play("A 7D")) == "out-of-turn"
    assert refusal(made.play("C 7H")) == ("start-with-7c", "7C")
    assert rule(made.play("C 5H")) == "not-in-hand"
    assert made.play("C 7C")[-1]["seat"] == "D"


def test_nobody_is_named_where_it_was_not_read():
    made = table(hands={"A": NOTHING_FITS})
    assert made.events[-1]["seat"] is None
    assert rule(made.play("A 7C")) == "not-in-hand"
    assert refusal(made.play("B 7H")) == ("start-with-7c", "")
    assert rule(made.ask("B", "A")) == rule(made.do("pass", "B")) == rule(made.give("B", "A")) == "wrong-phase"
    assert rule(made.do("stock", None, "7C")) == "wrong-phase"
    assert made.play("D 7C")[-1]["seat"] == "A"
    assert rule(made.deal({"C": C_HAND})) == "wrong-phase"


def test_a_first_card_let_stand():
    made = table()
    made.play("B 7H")
    assert made.accept()[-1] | {"line": 0} == {"event": "turn", "line": 0, "seat": "C", "phase": "play"}


# -- what fits -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("laid", "fits"),
    [
        ("", "7C 7D 7H 7S"),
        ("7C", "6C 8C 7D 7H 7S"),
        ("7C 8C 9C 7D 6D 5D", "6C TC 4D 8D 7H 7S"),
        ("7C 6C 5C 4C 3C 2C", "AC 8C 7D 7H 7S"),
        ("7C 6C 5C 4C 3C 2C AC 8C 9C TC JC QC KC", "7D 7H 7S"),
        ("7C 7D 7H 7S 8C 9C TC JC QC KC", "6C 6D 8D 6H 8H 6S 8S"),
    ],
)
def test_suits_grow_from_their_sevens(laid, fits):
    assert fitting(cards(laid)) == cards(fits)


def test_a_card_without_a_place():
    made = table()
    made.play("A 7C")
    for card in ("9C", "6H", "5C", "AD"):
        assert refusal(made.play("B " + card)) == ("no-place", "")
    assert rule(made.do("play", "B", "6C 5C")) == rule(made.do("play", "B", "")) == "wrong-count"
    assert rule(made.play("B 7C")) == "card-seen"
    assert rule(made.play("C 6C")) == "out-of-turn"


# -- ask and give --------------------------------------------------------------------------------------


def asked(giver="D", asker="A"):
    """A, whose hand is known, has asked D."""
    made = table(hands={"A": NOTHING_FITS})
    made.play("D 7C")
    assert made.ask(asker, giver)[-1] | {"line": 0} == {"event": "turn", "line": 0, "seat": "D", "phase": "give"}
    return made


def test_who_can_play_may_not_ask():
    made = table(hands={"C": C_HAND, "B": "6D 8D 7D 7S 2C 3C 4C 5C AC JC QC KC 9C"})
    made.play("C 7C")
    made.ask("D", "C")
    made.give("C", "D", "9D")
    made.ask("A", "D")
    made.give("D", "A")
    assert refusal(made.ask("B", "A")) == ("must-play", "7D 7S")
    assert rule(made.ask("B", "C")) == "ask-previous"
    assert rule(made.do("ask", "B")) == "ask-previous"
    assert rule(made.ask("C", "B")) == "out-of-turn"


@pytest.mark.parametrize(
    ("seat", "to", "given", "why"),
    [
        ("B", "A", "9H", "out-of-turn"),
        ("D", "B", "9H", "give-to-asker"),
        ("D", "A", "9H 8H", "wrong-count"),
        ("D", "A", "2C", "card-seen"),
        ("D", "B", "7C", "card-seen"),  # before give-to-asker
    ],
)
def test_what_cannot_be_given(seat, to, given, why):
    assert rule(asked().give(seat, to, given)) == why


def test_nothing_else_is_done_while_a_card_is_asked_for():
    made = asked()
    for said in (made.play("D 7D"), made.ask("D", "C"), made.do("pass", "D")):
        assert rule(said) == "wrong-phase"
    assert rule(made.do("give", "D", to=0, count=2)) == "wrong-count"
    assert made.give("D", "A")[-1]["seat"] == "B"
    assert rule(made.give("D", "A")) == "wrong-phase"


def test_a_card_given_face_up_is_known_and_face_down_nothing_is():
    made = asked()
    made.give("D", "A", "8C")
    assert made.referee.match.hands.whole(0)
    made.play("B 7D", "C 7H", "D 7S")
    assert made.referee.match.turn()["legal"] == "8C"
    made = table(hands={"A": NOTHING_FITS, "D": "7C 6D 8D 7D QH JH TH 9C TC QC KC KD QD"})
    made.play("D 7C")
    made.ask("A", "D")
    made.give("D", "A")
    match = made.referee.match
    assert (match.held(3), match.hands.unknown) == (NO_CARDS, [1, 13, 13, 11])


def test_to_whom_a_card_is_given_may_be_let_stand():
    made = asked()
    made.give("D", "B", "8C")
    assert made.accept()[-1]["seat"] == "B"
    assert made.hand("B") == "8C"


def test_giving_the_last_card_away_ends_the_deal():
    made = asked()
    match = made.referee.match
    match.hands.unknown[3] = 1
    said = made.give("D", "A", "8C")
    assert said[-1] | {"line": 0} == {"event": "turn", "line": 0, "seat": "B", "phase": "show", "seats": ["B", "C"]}


# -- ace and king --------------------------------------------------------------------------------------


def more():
    """C has just played the king of clubs."""
    made = table("A B C")
    made.play("A 7C", "B 8C", "C 9C", "A TC", "B JC", "C 7D", "A 7H", "B QC")
    said = made.play("C KC")
    assert said[0] | {"line": 0} == {"event": "pile_done", "line": 0, "suit": "C", "end": "high"}
    assert (said[1]["seat"], said[1]["phase"]) == ("C", "more")
    return made


def test_an_extra_turn_is_used_or_declined():
    assert more().play("C 6C")[-1] | {"line": 0} == {"event": "turn", "line": 0, "seat": "A", "phase": "play"}
    assert more().do("pass", "C")[-1]["seat"] == "A"
    assert more().play("A 6C")[-1]["seat"] == "B"
    assert more().ask("A", "C")[-1] | {"line": 0} == {"event": "turn", "line": 0, "seat": "C", "phase": "give"}


def test_what_is_not_done_in_an_extra_turn():
    made = more()
    assert rule(made.ask("C", "B")) == "wrong-phase"
    assert rule(made.play("B 6C")) == rule(made.do("pass", "B")) == "out-of-turn"
    assert rule(made.do("pass", "A")) == "wrong-phase"  # it may ask
    assert rule(made.play("C 5C")) == "no-place"
    assert rule(made.give("A", "C")) == "wrong-phase"


def test_nobody_has_to_go_on():
    made = more()
    made.do("pass", "C")
    made.play("A 6D", "B 8D")
    assert kinds(made.play("C 6C")) == ["turn"]


def test_an_ace_is_the_low_end():
    made = more()
    made.play("C 6C", "A 5C", "B 4C", "C 3C", "A 2C")
    said = made.play("B AC")
    assert (said[0]["suit"], said[0]["end"], said[1]["phase"]) == ("C", "low", "more")


# -- the pawn ------------------------------------------------------------------------------------------


def pawn(**options):
    made = table(
        "A B C", hands={"A": "2C 3C 4C 5C AC JC 2D 3D 4D 2H 3H 4H 2S 3S 4S 5S 9S 9H"}, variant="pawn", **options
    )
    made.play("C 7C")
    return made


def test_who_cannot_play_takes_the_pawn():
    made = pawn()
    assert rule(made.ask("A", "C")) == "wrong-phase"
    assert kinds(made.do("pass", "A")) == ["pawn", "turn"]
    made.do("pass", "B")
    assert made.referee.match.pawn == 1
    made.play("C 6C")
    assert refusal(made.do("pass", "A")) == ("must-play", "5C")


def test_a_single_card_proves_a_false_pass():
    made = pawn()
    made.do("pass", "A")
    made.do("pass", "B")
    at = made.number
    made.play("C 6C", "A 5C")
    said = made.play("B 7H")
    assert kinds(said) == ["revoke", "penalty", "turn"]
    assert said[0] | {"line": 0} == {
        "event": "revoke", "line": 0, "seat": "B", "rule": "must-play", "cards": "", "at": at, "proof": "7H"
    }  # fmt: skip


def test_the_extra_turn_is_declined_by_the_next_seat_taking_the_pawn():
    made = table("A B C", variant="pawn")
    made.play("A 7C", "B 8C", "C 9C", "A TC", "B JC", "C QC", "A KC")
    assert kinds(made.do("pass", "B")) == ["pawn", "turn"]


# -- proofs --------------------------------------------------------------------------------------------


def gift(read=None):
    """B has asked on the bare seven of clubs, and got a card from A."""
    made = table("A B C")
    made.play("A 7C")
    made.ask("B", "A")
    made.give("A", "B", read)
    made.play("C 7H", "A 8C")
    return made


def test_each_card_taken_face_down_accounts_for_one():
    made = gift()
    assert kinds(made.play("B 7D")) == ["turn"]
    made.play("C 8H", "A 9C")
    revoke = only("revoke", made.play("B 7S"))
    assert (revoke["at"], revoke["proof"]) == (3, "7D 7S")


def test_a_card_seen_as_it_was_given_accounts_for_itself_and_is_no_part_of_the_proof():
    made = gift("7D")
    assert kinds(made.play("B 7D")) == ["turn"]
    made.play("C 8H", "A 9C")
    assert only("revoke", made.play("B 7S"))["proof"] == "7S"


def test_only_what_the_giver_can_have_held_accounts_for_a_card():
    hand = "7C 8C 9C TC JC QC KC 2H 3H 4H 5H 9H TH JH QH KH AH"
    made = table("A B C", dealer="C", hands={"A": hand + " 2S"})
    made.play("A 7C")
    made.ask("B", "A")
    made.give("A", "B")
    made.play("C 7H", "A 8C")
    assert only("revoke", made.play("B 7D"))["proof"] == "7D"  # A has never held it


def test_a_card_given_on_does_not_hide_what_was_held():
    made = table("A B C")
    made.play("A 7C")
    made.ask("B", "A")  # line 3
    made.give("A", "B")
    made.play("C 7H", "A 8C", "B 9C")
    made.ask("C", "B")
    made.give("B", "C")  # one of B's goes on, and still B has taken only one card
    made.play("A TC")
    assert kinds(made.play("B 7D")) == ["turn"]
    made.play("C 8H", "A JC")
    assert "revoke" in kinds(made.play("B 7S"))


def test_three_that_deny_the_same_card():
    made = table("A B C", variant="pawn")
    made.play("A 7C")
    assert kinds(made.do("pass", "B")) == ["pawn", "turn"]
    assert kinds(made.do("pass", "C")) == ["pawn", "turn"]
    said = made.do("pass", "A")
    suspect = only("suspect", said)
    assert (suspect["seats"], suspect["rule"], suspect["proof"]) == (["A", "B", "C"], "must-play", "")
    assert "penalty" not in kinds(said)


def test_proved_by_elimination():
    made = table("A B C", hands={"A": "2C 3C 4C 5C AC JC 2D 3D 4D 2H 3H 4H 2S 3S 4S 5S 9S 9H"}, variant="pawn")
    made.play("C 7C")
    made.do("pass", "A")
    made.do("pass", "B")
    said = made.do("pass", "C")
    assert kinds(said) == ["suspect", "pawn", "turn"]
    assert said[0]["seats"] == ["B", "C"]


def test_the_punishment_is_one_card_from_each_of_the_others():
    made = gift()
    made.play("B 7D", "C 8H", "A 9C")
    said = made.play("B 7S")
    assert kinds(said) == ["revoke", "penalty", "turn"]
    assert (said[1]["seat"], said[1]["rule"], said[1]["from"]) == ("B", "must-play", ["A", "C"])
    assert rule(made.give("A", "C")) == "give-to-asker"
    assert made.give("A", "B")[-1] | {"line": 0} == {"event": "turn", "line": 0, "seat": "C", "phase": "play"}
    assert rule(made.give("A", "B")) == "wrong-phase"
    made.ask("C", "B")
    assert rule(made.give("A", "B")) == "out-of-turn"
    assert made.give("C", "B", "KH")[-1]["phase"] == "give"
    assert rule(made.give("C", "B")) == "out-of-turn"
    assert made.give("B", "C")[-1]["seat"] == "A"


def test_a_refused_ask_let_stand_is_not_punished():
    made = table(hands={"C": C_HAND})
    made.play("C 7C", "D 7D", "A 6D", "B 5D")
    made.ask("C", "B")
    assert kinds(made.accept()) == ["turn"]
    made.give("B", "C")
    made.play("D 8D")
    assert "revoke" not in kinds(made.events)


def test_holes_keep_the_places_apart_and_every_card_in_one():
    rng = random.Random(7)
    for _ in range(60):
        ledger = HolesLedger(FRENCH.all, range(3))
        pack = list(each(FRENCH.all))
        rng.shuffle(pack)
        hands = [pack[:18], pack[18:35], pack[35:]]
        for seat, hand in enumerate(hands):
            ledger.takes(seat, len(hand))
        for _ in range(30):
            giver = rng.randrange(3)
            other = (giver + rng.choice((1, 2))) % 3
            if not hands[giver]:
                continue
            card = hands[giver].pop(rng.randrange(len(hands[giver])))
            if rng.random() < 0.5:
                hands[other].append(card)
                assert ledger.passes([(giver, other, 1)]) is None
            else:
                assert ledger.plays(giver, card) is None
            denied = FRENCH.all & ~sum(1 << held for held in hands[other]) & rng.getrandbits(52)
            assert ledger.lacks(other, denied) is None
            ledger._check()
            ledger.fork()._check()


def test_a_card_that_went_from_hand_to_hand_may_have_been_denied_by_two():
    record = PassedOnRecord(cards("2C 3C 4C 5C 6C 7C"), 3)
    record.deals([2, 2, 2])
    seven = (("must-play", cards("7C")),)
    assert record.promises(Promise(1, 0, rungs=seven)) == []
    assert record.passes(0, 1, 1) == []
    assert record.promises(Promise(2, 2, rungs=seven)) == []
    (suspect,) = record.promises(Promise(3, 1, rungs=seven))  # whoever had it has denied it
    assert isinstance(suspect, Suspect)
    assert suspect.seats == (0, 1, 2)
    record = PassedOnRecord(cards("2C 3C 4C 5C 6C 7C"), 3)
    record.deals([2, 2, 2])
    record.promises(Promise(1, 0, rungs=seven))
    record.promises(Promise(2, 2, rungs=seven))
    record.passes(2, 0, 1)
    (suspect,) = record.plays(0, FRENCH.card("7C"))  # it held the card itself, or had it from the other
    assert isinstance(suspect, Suspect)
    assert suspect.seats == (0, 2)


# -- the end -------------------------------------------------------------------------------------------


def ended(**options):
    """A is out, with its last card; B holds an ace and a two, C a king."""
    made = table("A B C", **options)
    made.play("A 7C")
    match = made.referee.match
    match.hands.unknown, match.on_turn = [1, 2, 1], 0
    match.record = PassedOnRecord(match.game.pack, 3)  # this deal has only so many cards
    match.record.deals([1, 2, 1])
    return made, made.play("A 7H")


def test_hands_are_shown_and_count():
    made, said = ended()
    assert said[-1] | {"line": 0} == {"event": "turn", "line": 0, "seat": "B", "phase": "show", "seats": ["B", "C"]}
    assert rule(made.do("show", "A", "")) == "out-of-turn"
    assert rule(made.do("show", "B", "AC")) == "wrong-count"
    assert rule(made.do("show", "B", "AC 7C")) == "card-seen"
    made.do("show", "C", "KD")
    said = made.do("show", "B", "AC 2C")
    assert kinds(said) == ["deal_over", "score", "turn"]
    assert only("deal_over", said)["points"] == {"A": 0, "B": -16, "C": -13}
    assert (said[-1]["seat"], said[-1]["phase"], made.referee.match.dealer) == (None, "start", 0)
    assert rule(made.do("show", "B", "AC 2C")) == "wrong-phase"


@pytest.mark.parametrize(("target", "winners"), [(16, ["A"]), (17, None)])
def test_the_target(target, winners):
    made, _ = ended(target=target)
    made.do("show", "C", "KD")
    said = made.do("show", "B", "AC 2C")
    assert (only("game_over", said)["winners"] if winners else said[-1]["event"]) == (winners or "turn")


def test_a_tie_is_shared_and_the_pawn_counts_25():
    made, _ = ended(target=16, variant="pawn")
    made.referee.match.pawn, made.referee.match.scored = 0, [0, -9, -12]
    made.do("show", "C", "KD")
    said = made.do("show", "B", "AC 2C")
    assert only("deal_over", said)["points"] == {"A": -25, "B": -16, "C": -13}
    assert only("score", said)["total"] == {"A": -25, "B": -25, "C": -25}
    assert only("game_over", said)["winners"] == ["A", "B", "C"]


def test_a_revoke_found_at_the_show_is_not_punished():
    made = table("A B C", variant="pawn")
    made.play("A 7C")
    made.do("pass", "B")
    match = made.referee.match
    for seat, size in ((0, 16), (1, 17), (2, 0)):
        match.hands.unknown[seat] = size
    match.phase, match.to_show = "show", (0, 1)
    said = made.do("show", "B", "7D 7H " + " ".join(rank + "S" for rank in "23456789TJQKA") + " KH QH")
    assert kinds(said)[0] == "revoke"
    assert "penalty" not in kinds(said)


def test_a_card_known_to_be_there_is_missing():
    made = gift("7D")
    match = made.referee.match
    match.phase, match.to_show, match.hands.unknown[1] = "show", (1,), 1
    assert refusal(made.do("show", "B", "2C 3C")) == ("show-mismatch", "7D")


# -- what lies open ------------------------------------------------------------------------------------


def open_table(made):
    """The rows of the four suits; the facts; the seats that may still be given cards."""
    shown, text = made.referee.match.shown(), made.game.deck.text
    assert [pile.id for pile in shown.piles] == ["row"] * 4
    facts = {fact.id: made.game.seats[fact.seat] for fact in shown.facts}
    owed = {seat: fact.number for seat, plate in zip(made.game.seats, shown.seats, strict=True) for fact in plate}
    return [text(pile.cards) for pile in shown.piles], facts, owed


def test_each_suit_lies_in_a_row_of_its_own():
    made = table()
    assert open_table(made) == ([""] * 4, {}, {})
    made.play("A 7C", "B 8C", "C 6C", "D 7S", "A 5C", "B 9C")
    assert open_table(made) == (["5C 6C 7C 8C 9C", "", "", "7S"], {}, {})


def test_who_asks_is_shown_until_a_card_is_given():
    made = table()
    made.play("A 7C")
    made.ask("B", "A")
    assert open_table(made)[1:] == ({"asked": "B"}, {})
    made.give("A", "B")
    assert open_table(made)[1:] == ({}, {})


def test_the_pawn_and_what_a_proved_revoke_costs():
    made = table(variant="pawn")
    made.play("A 7C")
    made.do("pass", "B")
    assert open_table(made)[1:] == ({"pawn": "B"}, {})
    made.play("C 8C", "D 9C", "A 6C", "B 7D")
    assert open_table(made)[1:] == ({"pawn": "B"}, {"B": 3})
    made.give("C", "B")
    assert open_table(made)[1:] == ({"pawn": "B"}, {"B": 2})


# -- random games --------------------------------------------------------------------------------------

TABLES = [(seats, variant) for seats in range(3, 9) for variant in ("ask", "pawn")]


def made(seats, variant):
    return load("ristiseiska", "ABCDEFGH"[:seats], "A", {"variant": variant, "target": 30})


@pytest.mark.parametrize(("seats", "variant"), TABLES)
def test_random_games_end_and_keep_all_cards(seats, variant):
    for one, steps in games(lambda: made(seats, variant), 4):
        match = one.referee.match
        assert match.over
        for step in steps:
            for event in step.said:
                if event["event"] == "deal_over":
                    assert max(event["points"].values()) <= 0
        assert match.hands.everywhere() | match.laid == match.game.pack


@pytest.mark.parametrize(("seats", "variant"), TABLES)
@pytest.mark.parametrize("cheats", [0, 0.1])
def test_tables_that_read_less_accuse_nobody_falsely(seats, variant, cheats):
    for number in range(2):
        rng = random.Random(f"{seats} {variant} {cheats} {number}")
        both = TwoTables(made(seats, variant), rng, reads=0.5 * number, cheats=cheats, choose=anything)
        assert both.run(2000)
        both.check()
        assert cheats or not both.accusations()
        if variant == "pawn":  # nothing moves, and all hands are shown: whatever was held back comes out
            assert {event["at"] for event in both.accusations() if event["event"] == "revoke"} == set(both.broken)


@pytest.mark.parametrize(("seats", "variant"), [(3, "ask"), (5, "pawn"), (8, "ask")])
def test_undo_gives_back_what_was(seats, variant):
    check_undo(lambda: made(seats, variant))


def test_what_is_refused_changes_nothing():
    came = check_refusals(lambda: made(4, "ask"), RULES) | check_refusals(lambda: made(3, "pawn"), RULES)
    assert came >= {"out-of-turn", "wrong-phase", "card-seen"}
