"""Paskahousu (docs/rules/paskahousu.md): one pile that is topped, taken or felled."""

import random

import pytest
from random_games import check_refusals, check_undo, held
from referee_table import kinds, only, refusal
from shedding_people import HalfSeen, SheddingTable, card_count, likely, steps_of

from engine.actions import Act
from engine.cards import RANK, cards, each
from engine.errors import BadGame
from engine.games import load

RULES = {
    *("wrong-phase", "out-of-turn", "wrong-count", "card-seen", "not-in-hand", "opening-rank", "same-rank"),
    *("must-take", "two-on-top", "one-at-a-time", "court-too-early", "ace-on-court-only", "too-low"),
    *("nothing-to-take", "stock-empty", "not-stock-top", "cannot-open"),
}
COURTS = RANK["J"] | RANK["Q"] | RANK["K"]


class Paskahousu(SheddingTable):
    rules = "paskahousu"


def table(seats="A B C", dealer="C", **options):
    return Paskahousu(seats, dealer, **options)


def passing(seats="A B C", dealer="C"):
    return table(seats, dealer, cannot_open="pass")


# -- who starts (section 2) ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("hands", "starter", "legal"),
    [
        (("3C 4C 5C 6C 7C", "3D 3H 5D 6D 7D", "8C 8D 8H 9C 9D"), "B", "3D 3H"),
        (("3C 4C 5C 6C 7C", "3D 4D 5D 6D 7D", "3H 8D 8H 9C 9D"), "A", "3C"),  # as many: the first after the dealer
        (("8C 9C JC QC KC", "4D 5D 6D 7D 8D", "4H 9H JD QD KD"), "B", "4D"),  # no threes: fours are asked for
        (("TC JC QC KC AC", "TD JD QD KD AD", "9H JH QH KH AH"), "C", "9H"),  # down to the last nine; the dealer
    ],
)
def test_the_most_threes_start(hands, starter, legal):
    (turn,) = table().deal(dict(zip("ABC", hands, strict=True)))
    assert (turn["seat"], turn["phase"], turn["legal"]) == (starter, "start", legal)


def test_a_deal_without_a_card_from_three_to_nine_is_void():
    at = table("A B", "B")
    (note,) = at.deal(A="TC JC QC KC AC", B="TD JD QD KD 2D")
    assert note == {"event": "note", "line": 2, "text": "void"}
    assert refusal(at.stock("3C"))[0] == "wrong-phase"
    assert refusal(at.lines("A TC"))[0] == "wrong-phase"
    assert refusal(at.lines("A takes"))[0] == "wrong-phase"
    assert refusal(at.lines("A turns 3C"))[0] == "wrong-phase"
    assert at.referee.match.asks() == ()
    assert refusal(at.deal(A="TC JC QC KC"))[0] == "wrong-count"
    (turn,) = at.deal(A="TC JC QC KC 3S")
    assert turn["seat"] is None
    assert kinds(at.undo()) == []
    (turn,) = at.undo()
    assert turn == {"event": "turn", "line": at.number, "seat": None, "phase": "start"}


def test_a_void_deal_is_followed_by_one_with_the_same_cards():
    at = table("A B", "B")
    at.deal(A="TC JC QC KC AC", B="TD JD QD KD 2D")
    (turn,) = at.deal(A="TC JC QC KC 2D", B="TD JD QD KD 4D")
    assert (turn["seat"], turn["legal"]) == ("B", "4D")


@pytest.mark.parametrize(
    ("short", "because"),
    [
        ("A 5D", "3C"),  # A's own hand holds a three
        ("B 4H", ""),  # A's hand does
        ("B TH", ""),
        ("B JH", ""),
        ("B 2H", ""),
        ("B 3D 4H", ""),
        ("A JC", "3C 5D 8H"),
    ],
)
def test_whoever_opens_is_believed_but_for_what_is_known(short, because):
    at = table()
    at.deal(A="3C 5D 8H JC QC")
    assert refusal(at.lines(short)) == ("opening-rank", because)
    assert only("turn", at.lines("B 3D"))["seat"] == "C"


def test_an_opening_that_was_let_stand_counts_as_it_was_made():
    at = table()
    at.lines("A TH")
    assert only("turn", at.accept()) == {"event": "turn", "line": 3, "seat": "B", "phase": "must-take"}


# -- what may be laid (section 4) ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("pile", "hand", "legal"),
    [
        ("", "2C 3D 7D TD JD KD AD", "2C 3D 7D TD AD"),
        ("5C", "2C 4D 5D 9D TD JD AD", "2C 5D 9D TD"),
        ("8C", "2C 7D 8D TD JD KD AD", "2C 8D TD JD KD"),
        ("QC", "2C 9D TD JD QD KD AD", "2C QD KD AD"),
        ("2C", "2D 3D TD KD AD", "2D"),
        ("TC", "2D 3D TD KD AD", ""),  # must be taken
        ("AC", "2D 3D TD KD AD", ""),
    ],
)
def test_what_goes_on_what_while_there_is_a_stock(pile, hand, legal):
    at = table().late(4, pile, A=hand, B="3C 3H", C="4C")
    match = at.referee.match
    if pile and pile[0] in "TA":
        match.phase = "must-take"
    assert match.turn()["legal"] == legal


@pytest.mark.parametrize(
    ("pile", "hand", "legal"),
    [("", "2C JD KD AD", "2C JD KD AD"), ("5C", "2C 4D JD AD", "2C JD"), ("KC", "QD KD AD", "KD AD")],
)
def test_without_a_stock_court_cards_are_free(pile, hand, legal):
    assert table().late(0, pile, A=hand, B="3C 3H", C="4C").referee.match.turn()["legal"] == legal


@pytest.mark.parametrize(
    ("pile", "short", "rule"),
    [
        ("5C", "A 5D 6D", "same-rank"),
        ("2C", "A 9D", "two-on-top"),
        ("2C", "A TD TH", "two-on-top"),  # before one-at-a-time
        ("5C", "A TD TH", "one-at-a-time"),
        ("QC", "A AD AH", "one-at-a-time"),
        ("7C", "A JD", "court-too-early"),
        ("", "A JD", "court-too-early"),
        ("9C", "A AD", "ace-on-court-only"),
        ("9C", "A 6D", "too-low"),
        ("KC", "A TD", "too-low"),
        ("5C", "A 9D 9D", "wrong-count"),
        ("5C", "A 5S", "not-in-hand"),
        ("5C", "A 3C", "card-seen"),  # in B's hand
        ("5C", "B 3C", "out-of-turn"),
        ("5C", "B takes", "out-of-turn"),
        ("", "A takes", "nothing-to-take"),
        ("5C", "A passes", "wrong-phase"),
        ("5C", "A turns 4S 4H", "wrong-count"),
        ("5C", "A turns 3C", "card-seen"),
        ("5C", "B turns 4S", "out-of-turn"),
        ("5C", "A names 4S", "wrong-phase"),
        ("5C", "A says 5x1: 5D", "wrong-phase"),
        ("5C", "A doubts", "wrong-phase"),
    ],
)
def test_refusals(pile, short, rule):
    at = table().late(4, pile, A="5D 6D 9D TD TH JD AD AH", B="3C 3H", C="4C")
    assert refusal(at.lines(short)) == (rule, "")


def test_what_may_be_let_stand():
    at = table().late(4, "KC", A="TD 3D 4D 5D 6D 7D", B="3C 3H 3S 8C 9C", C="4C")
    at.lines("A TD")
    said = at.accept()
    assert kinds(said) == ["turn"]  # a ten on a king fells nothing
    assert only("turn", said) | {"legal": ""} == {"event": "turn", "line": 3, "seat": "B", "phase": "play", "legal": ""}
    assert kinds(at.lines("B takes")) == ["taken", "turn"]


@pytest.mark.parametrize("short", ["A takes", "A turns 9S"])
def test_what_may_not_be_let_stand(short):
    at = table().late(0, "", A="5D 6D", B="3C", C="4C")
    assert refusal(at.lines(short))[0] in {"nothing-to-take", "stock-empty"}
    assert refusal(at.accept())[0] == "wrong-phase"


def test_a_lone_ten_leaves_no_choice_but_what_people_let_stand():
    at = table().late(4, "", A="TD 3D 3H 3S 4D 5D", B="2C 9C 9D 9H 9S", C="4C")
    assert only("turn", at.lines("A TD"))["phase"] == "must-take"
    assert refusal(at.lines("B turns 6S"))[0] == "must-take"
    assert refusal(at.accept())[0] == "wrong-phase"
    assert refusal(at.lines("B 9C"))[0] == "must-take"
    assert only("turn", at.accept())["phase"] == "play"


# -- what a play does (section 5) ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("pile", "short", "by"),
    [
        ("4C 9D", "A 9C 9H 9S", "four"),
        ("9D 9C", "A TD", "ten"),
        ("8C JD", "A AD", "ace"),
        ("2C 2D", "A 2H 2S", None),
        ("", "A TD", None),
        ("", "A AD", None),
        ("4C 9D 9C", "A 9H", None),
    ],
)
def test_what_fells_the_pile(pile, short, by):
    at = table().late(10, pile, A="9C 9H 9S TD AD 2H 2S", B="3C 3H", C="4C")
    said = at.lines(short)
    if by:
        laid = short.removeprefix("A ")
        assert only("felled", said) | {"line": 0} == {
            "event": "felled",
            "line": 0,
            "seat": "A",
            "by": by,
            "cards": f"{pile} {laid}",
        }
        assert only("turn", said)["seat"] == "A"
    else:
        assert "felled" not in kinds(said)
        assert only("turn", said)["seat"] == "B"


def test_the_hand_is_filled_up_to_five_as_far_as_the_stock_goes():
    at = table().late(2, "4C", A="5D 5H 5S", B="3C 3H", C="4D")
    assert only("drawn", at.lines("A 5D 5H")) == {"event": "drawn", "line": 2, "seat": "A", "count": 2}
    at = table().late(9, "4C", A="5D 6D 7D 8D 9D 9H", B="3C 3H", C="4D")
    assert kinds(at.lines("A 5D")) == ["turn"]


def test_the_last_card_of_the_stock_may_be_a_court_card_on_anything():
    at = table().late(1, "4C", A="5D", B="3C 3H", C="4D")
    said = at.lines("A turns KS")
    assert kinds(said) == ["tried", "turn"]
    assert only("tried", said)["fits"] is True


def test_a_turned_ace_fells_and_its_seat_goes_on():
    at = table().late(3, "JC", A="5D", B="3C 3H", C="4D")
    said = at.lines("A turns AS")
    assert kinds(said) == ["tried", "felled", "turn"]
    assert only("turn", said)["seat"] == "A"


def test_a_turned_card_that_does_not_fit_is_taken_last():
    at = table().late(3, "6C 7C", A="5D", B="3C 3H", C="4D")
    said = at.lines("A turns 4S")
    assert only("taken", said) == {"event": "taken", "line": 2, "seat": "A", "count": 3, "cards": "6C 7C 4S"}
    assert at.hand("A") == "6C 7C 5D 4S"
    assert only("turn", said)["seat"] == "B"


# -- the end (section 6) ------------------------------------------------------------------------------------


def test_who_goes_out_by_felling_leaves_the_table_to_the_next():
    at = table().late(0, "9C", A="TD", B="3C 3H", C="4D")
    said = at.lines("A TD")
    assert kinds(said) == ["felled", "out", "turn"]
    assert (only("turn", said)["seat"], only("turn", said)["phase"]) == ("B", "open")
    at.lines("B 3C, C 4D")
    assert at.events[-2:] == [
        {"event": "out", "line": 4, "seat": "C", "place": 2},
        {"event": "game_over", "line": 4, "winners": ["A"], "losers": ["B"]},
    ]
    assert refusal(at.lines("B 3H"))[0] == "wrong-phase"
    assert only("turn", at.undo())["seat"] == "C"


# -- cards drawn and named (section 3) ----------------------------------------------------------------------


def test_the_cards_of_the_latest_refill_are_named_one_by_one():
    at = table()
    at.lines("A 3C 3D")
    assert refusal(at.do("draw", "A", "9H 9D"))[0] == "wrong-count"
    assert refusal(at.lines("A names 3C"))[0] == "card-seen"
    assert refusal(at.do("draw", "A"))[0] == "wrong-phase"
    assert refusal(at.do("draw", "A", "9H", source="discard"))[0] == "wrong-phase"
    assert at.lines("A names 9H") == []
    assert refusal(at.lines("A names 9H"))[0] == "card-seen"
    at.lines("B takes, C 4C")
    at.lines("A 9H")  # from the hand again: the other card can no longer be named as one of the first refill
    assert at.lines("A names 9D") == []
    assert refusal(at.lines("A names KD"))[0] == "wrong-phase"


def test_nothing_can_be_named_where_the_stock_is_known():
    at = table("A B", "B")
    at.deal(A="3C 4C 5C 6C 7C", B="4D 5D 6D 7D 8D")
    seen = cards("3C 4C 5C 6C 7C 4D 5D 6D 7D 8D")
    rest = at.game.text(at.game.pack & ~seen).split()
    at.stock(" ".join(rest))
    at.lines("A 3C")
    assert at.hand("A") == at.game.text(cards(f"4C 5C 6C 7C {rest[0]}"))
    assert refusal(at.lines(f"A names {rest[1]}"))[0] == "wrong-phase"


# -- a pass is a promise (section 4) ------------------------------------------------------------------------


def opened(at):
    """B is on turn, unseen, with an empty table."""
    at.lines("C 3H, A takes")
    return at


def test_a_pass_is_for_the_empty_table_and_a_stock():
    at = passing(dealer="B")
    assert refusal(at.lines("C passes"))[0] == "wrong-phase"
    opened(at)
    assert refusal(at.lines("A passes"))[0] == "out-of-turn"
    assert only("turn", at.lines("B passes"))["seat"] == "C"
    assert refusal(opened(table(dealer="B")).lines("B passes"))[0] == "wrong-phase"
    assert refusal(passing().late(0, "", A="JC", B="3C", C="4C").lines("A passes"))[0] == "wrong-phase"


def test_a_pass_with_a_known_hand_of_court_cards_claims_nothing():
    at = passing().late(4, "", A="JC QC", B="3C", C="4C")
    assert kinds(at.lines("A passes")) == ["turn"]


def test_two_passes_are_proved_by_one_play():
    at = opened(passing(dealer="B"))
    at.lines("B passes")
    first = at.number
    at.lines("C 4H, A takes, B passes")
    second = at.number
    at.lines("C 5H, A takes")
    said = at.lines("B 6S 6D")
    assert [(event["at"], event["cards"], event["proof"]) for event in said if event["event"] == "revoke"] == [
        (first, "", "6D 6S"),
        (second, "", "6D 6S"),
    ]
    assert kinds(said) == ["revoke", "revoke", "drawn", "turn"]


@pytest.mark.parametrize(("named", "proved"), [("", False), ("QS", True), ("8S", True)])
def test_a_card_that_was_named_is_not_one_that_could_be_any(named, proved):
    at = opened(passing(dealer="B"))
    at.lines("B passes, C 9H, A JH, B JC JD")
    assert only("drawn", at.events[-2:])["count"] == 2
    if named:
        assert at.lines(f"B names {named}") == []
    at.lines("C takes, A TS, B takes, C TC, A takes")
    said = at.lines("B 4S 4D")
    assert ("revoke" in kinds(said)) is proved
    if proved:
        assert only("revoke", said)["proof"] == "4D 4S"


def test_the_only_card_drawn_since_leaves_no_room_once_it_is_named():
    at = opened(passing(dealer="B"))
    at.lines("B passes, C 9H, A JH, B JC, C takes, A 5H, B takes, C 6H, A takes")
    assert "revoke" not in kinds(at.lines("B 4S"))  # it may be the card drawn for the jack
    at.undo()
    at.lines("B names QS")
    assert "revoke" in kinds(at.lines("B 4S"))


def test_naming_a_card_held_at_the_pass_proves_it():
    at = passing(dealer="C")
    at.lines("A 3H, B 6S, C 8S, A takes, B passes")
    line = at.number
    (revoke,) = at.lines("B names 9D")
    assert (revoke["event"], revoke["at"], revoke["proof"]) == ("revoke", line, "9D")


def test_a_pass_that_people_let_stand_promises_nothing():
    at = passing().late(4, "", A="JC 2D", B="3C 4S", C="4C")
    assert refusal(at.lines("A passes")) == ("cannot-open", "2D")
    assert kinds(at.accept()) == ["turn"]
    assert "revoke" not in kinds(at.lines("B 3C"))


class Counted:
    """A pass as the page counts it: unknown cards drawn since, against the other than court cards shown since."""

    def __init__(self, seat, line, false):
        self.seat, self.line, self.false, self.drawn, self.shown = seat, line, false, 0, set()

    @property
    def proved(self):
        return len(self.shown) > self.drawn


def with_false_passes(seed):
    """A game in which people pass with other cards, at a table that reads no hand: passes, and revokes by line."""
    rng, game = random.Random(seed), load("paskahousu", "ABCD", None, {"cannot_open": "pass"})
    truth, at = Paskahousu.of(game), Paskahousu.of(game)
    pack = rng.sample(range(52), 52)
    for act in game.start().dealing(pack):
        truth.take(act)
    passes, revokes = [], {}
    for _ in range(80):
        match = truth.referee.match
        if match.over:
            break
        seat, unseen = match.on_turn, at.referee.match
        (act,) = likely(match, held(match), rng)
        false = Act("pass", seat)
        if refused_as(match, false, "cannot-open") and unseen.refuse(false) is None and rng.random() < 0.5:
            act = false
        known, hand = unseen.hands.known[seat], match.hands.known[seat]
        if kinds(truth.take(act)) == ["refused"]:
            truth.accept()
        said = at.take(act)
        if act.do == "pass":
            passes.append(Counted(seat, at.number, bool(hand & ~COURTS)))
        own = [one for one in passes if one.seat == seat]
        if act.do == "play" and act.source != "stock":
            fresh = truth.referee.match.hands.known[seat] & ~hand
            for one in own:
                one.shown |= {card for card in act.cards if not known >> card & 1 and not COURTS >> card & 1}
                one.drawn += fresh.bit_count()
            for card in each(fresh):
                if rng.random() < 0.3:
                    said += at.do("draw", game.seats[seat], game.deck.faces[card])
                    for one in own:
                        one.drawn -= 1
        revokes |= {event["at"]: event["line"] for event in said if event["event"] == "revoke"}
        assert not {"note", "refused"} & set(kinds(said))
        for event in said:
            if event["event"] == "suspect":  # more passes than there are court cards: at least one of them was false
                assert any(one.false and game.seats[one.seat] in event["seats"] for one in passes)
        assert all(one.line in revokes for one in passes if one.proved)
    return passes, revokes


def refused_as(match, act, rule):
    refusal = match.refuse(act)
    return refusal is not None and refusal.rule == rule


def test_false_passes_are_proved_as_soon_as_counting_shows_them_and_no_others():
    proved = 0
    for seed in range(12):
        passes, revokes = with_false_passes(seed)
        assert revokes.keys() <= {one.line for one in passes if one.false}
        proved += len(revokes)
    assert proved > 8


# -- options, seats -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("seats", ["A", "A B C D E F G"])
def test_two_to_six_play(seats):
    with pytest.raises(BadGame):
        load("paskahousu", seats.split(), None, {})


def test_there_are_no_points():
    assert table().referee.match.totals() is None


# -- whole games --------------------------------------------------------------------------------------------

ONE_OF_EACH = [(count, opening) for count in range(2, 7) for opening in ("turn", "pass")]


@pytest.mark.parametrize(("count", "opening"), ONE_OF_EACH)
def test_random_games_end_and_accuse_nobody_however_little_is_read(count, opening):
    game = load("paskahousu", "ABCDEF"[:count], None, {"cannot_open": opening})
    for seed in range(8):
        at, steps = steps_of(game, f"{count} {opening} {seed}")
        assert at.referee.match.over
        assert card_count(at.referee.match) == 52
        rng = random.Random(seed)
        HalfSeen(game, rng, 0, 0, 0, 0).tell(steps)
        HalfSeen(game, rng, 0.5, 0.3, 0.5, 0.5).tell(steps)


def test_undo_at_every_step():
    check_undo(lambda: load("paskahousu", "ABC", None, {"cannot_open": "pass"}), find=likely)


@pytest.mark.parametrize("opening", ["turn", "pass"])
def test_whatever_is_illegal_is_refused_by_a_rule_of_the_page(opening):
    came = check_refusals(lambda: load("paskahousu", "ABC", None, {"cannot_open": opening}), RULES, find=likely)
    assert {"out-of-turn", "card-seen", "too-low"} <= came
