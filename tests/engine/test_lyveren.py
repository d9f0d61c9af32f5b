"""Lyveren (docs/rules/lyveren.md): runs by word of mouth, each higher than the last; who loses a doubt draws three."""

import random

import pytest
from random_games import check_refusals, check_undo, plain
from referee_table import kinds, only, refusal
from shedding_people import HalfSeen, SheddingTable, card_count, likely, steps_of

from engine.actions import Act
from engine.errors import BadGame, BadLine
from engine.games import load

RULES = {
    *("wrong-phase", "out-of-turn", "wrong-count", "card-seen", "not-in-hand", "claim-needed", "one-free-card"),
    *("no-such-run", "too-low", "nothing-to-take", "nothing-to-challenge"),
}
OPTIONS = [{"free_play": free, "empty_stock": empty} for free in ("one", "run") for empty in ("heap", "none")]
SPADES = "2S 3S 4S 5S 6S 7S 8S 9S TS JS QS KS AS"


class Lyveren(SheddingTable):
    rules = "lyveren"


def table(seats="A B C", dealer=None, **options):
    return Lyveren(seats, dealer, **options)


def late(stock=4, pile="5C", seats="A B C", options=(), **hands):
    given = hands or {"A": "6D 7D 8D 9H", "B": "3C 3H", "C": "4C"}
    return table(seats, **dict(options)).late(stock, pile, **given)


# -- what may be said (section 4) ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("pile", "short", "rule"),
    [
        ("5C", "A 6D", "claim-needed"),
        ("5C", "A 6H", "not-in-hand"),  # the shared rules come first
        ("5C", "A says 6Dx0", "wrong-count"),
        ("5C", "A says 6Dx5", "wrong-count"),
        ("5C", "A says 6Dx2: 6D", "wrong-count"),
        ("5C", "A says 6Dx2: 6D 6D", "wrong-count"),
        ("5C", "A says 6Dx1: 3C", "card-seen"),
        ("5C", "A says 6Dx1: 5C", "card-seen"),
        ("5C", "A says 6Dx1: 6H", "not-in-hand"),
        ("5C", "A says KDx3: 6D 7D 8D", "no-such-run"),
        ("5C", "A says 5Dx1: 6D", "too-low"),
        ("5C", "A says 4Dx3: 6D 7D 8D", "too-low"),
        ("AC", "A says ADx1: 6D", "too-low"),
        ("5C", "B says 6Dx1", "out-of-turn"),
        ("5C", "B takes", "out-of-turn"),
        ("", "A takes", "nothing-to-take"),
        ("5C", "A doubts", "nothing-to-challenge"),
        ("5C", "A passes", "wrong-phase"),
        ("5C", "A shows 6D", "wrong-phase"),
        ("5C", "A turns 6H", "wrong-phase"),
        ("5C", "A names 6H", "wrong-phase"),
    ],
)
def test_refusals(pile, short, rule):
    said = late(4, pile).lines(short)
    assert refusal(said) == (rule, "")
    if "says" in short:
        assert said[0]["cards"] == ""  # what was laid is not shown


@pytest.mark.parametrize(
    "claim",
    [
        {"rank": "1", "suit": "C", "count": 1},
        {"rank": "2", "suit": "X", "count": 1},
        {"rank": "2", "count": 1},
        {"suit": "C", "count": 1},
    ],
)
def test_a_rank_or_suit_that_does_not_exist_is_no_line(claim):
    with pytest.raises(BadLine):
        late().take(Act("play", 0, claim=claim))


def test_nor_when_the_game_is_over():
    table = SheddingTable.of(load("lyveren", ["A", "B"], "B", {}))
    table.do("play", "A", claim={"rank": "2", "suit": "C", "count": 10})
    assert kinds(table.do("pass", "B")) == ["out", "game_over"]
    with pytest.raises(BadLine):
        table.do("play", "B", claim={"rank": "1", "suit": "C", "count": 1})


@pytest.mark.parametrize(
    ("pile", "claim", "above"),
    [("", "2Cx1", "2"), ("", "ACx1", "A"), ("5C", "6Hx1", "6"), ("5C", "6Hx3", "8"), ("KC", "ADx1", "A")],
)
def test_the_heap_is_as_high_as_was_said(pile, claim, above):
    said = late(4, pile).lines(f"A says {claim}")
    assert only("turn", said) == {"event": "turn", "line": 2, "seat": "B", "phase": "play", "above": above}


def test_a_claim_that_is_too_low_may_be_let_stand():
    at = late(4, "KC")
    at.lines("A says 6Dx2: 6D 7D")
    assert only("turn", at.accept())["above"] == "7"
    for short in ("B 3C", "B says KDx3", "A doubts", "C says 9Cx1"):
        at.lines(short)
        assert refusal(at.accept())[0] == "wrong-phase"


def test_a_run_beyond_the_ace_cannot_be_let_stand():
    at = late(4, "")
    at.lines("A says 6Dx1: 9H, B doubts")
    assert refusal(at.lines("B says ADx2: 3C 3H"))[0] == "one-free-card"
    assert refusal(at.accept())[0] == "wrong-phase"
    assert refusal(at.lines("B says 3Dx2: 3C 3H"))[0] == "one-free-card"
    assert only("turn", at.accept())["above"] == "4"


# -- before a doubt nothing differs between truth and lie ---------------------------------------------------


def test_the_table_keeps_silent():
    honest, lying = late(), late()
    assert plain(honest.lines("A says 6Dx2: 6D 7D")) == plain(lying.lines("A says 6Dx2: 9H 8D"))
    assert honest.referee.match.asks() == lying.referee.match.asks()
    assert honest.referee.match.shown() == lying.referee.match.shown()


# -- doubts (section 5) -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("claim", "laid", "lie"),
    [
        ("6Dx3", "6D 7D 8D", False),
        ("6Dx3", "8D 6D 7D", False),  # in any order
        ("6Dx3", "6D 7D 9H", True),
        ("6Hx1", "6D", True),  # the suit counts
        ("7Dx1", "6D", True),
    ],
)
def test_who_draws_and_who_lays_a_free_card(claim, laid, lie):
    at = late(4)
    at.lines(f"A says {claim}: {laid}")
    verdict, drawn, turn = at.lines("C doubts")
    assert verdict == {
        "event": "verdict",
        "line": 3,
        "seat": "C",
        "against": "A",
        "lie": lie,
        "cards": laid,
    }
    loser, winner = ("A", "C") if lie else ("C", "A")
    assert (drawn["seat"], drawn["count"]) == (loser, 3)
    assert turn == {"event": "turn", "line": 3, "seat": winner, "phase": "free", "above": None}
    assert len(at.referee.match.pile) == 1 + len(laid.split())  # the turned cards stay


def test_the_free_card_need_not_be_higher_and_play_goes_on_from_it():
    at = late(4)
    at.lines("A says 6Dx1: 9H, C doubts")
    assert refusal(at.lines("C takes"))[0] == "wrong-phase"
    assert refusal(at.lines("B doubts"))[0] == "nothing-to-challenge"
    assert only("turn", at.lines("C says 2Hx1: 4C"))["phase"] == "play"


def test_a_free_run_where_that_is_allowed():
    at = late(4, options={"free_play": "run"})
    at.lines("A says 6Dx1: 9H, B doubts")
    assert only("turn", at.lines("B says 2Hx2: 3C 3H"))["above"] == "3"


def test_fewer_than_three_cards_are_drawn_as_far_as_the_stock_goes():
    at = late(1)
    at.lines("A says 6Dx1: 9H")
    assert only("drawn", at.lines("B doubts"))["count"] == 1


@pytest.mark.parametrize(
    ("option", "laid", "taken"),
    [("heap", "9H", ("A", 2)), ("heap", "6D", ("B", 2)), ("none", "9H", None), ("none", "6D", None)],
)
def test_with_an_empty_stock(option, laid, taken):
    at = late(0, options={"empty_stock": option})
    at.lines(f"A says 6Dx1: {laid}")
    said = at.lines("B doubts")
    if taken is None:
        assert kinds(said) == ["verdict", "turn"]
    else:
        assert kinds(said) == ["verdict", "taken", "turn"]
        assert (only("taken", said)["seat"], only("taken", said)["count"]) == taken


def test_a_liar_without_cards_takes_back_what_it_laid():
    at = late(0, "5C", options={"empty_stock": "none"}, A="7D 8D", B="3C 3H", C="4C")
    at.lines("A says 6Dx2: 8D 7D")
    said = at.lines("B doubts")
    assert (kinds(said), only("taken", said)["count"]) == (["verdict", "taken", "turn"], 2)
    assert at.hand("A") == "7D 8D"
    assert at.referee.match.pile == [at.game.deck.card("5C")]


# -- a whole suit (section 5) -------------------------------------------------------------------------------


def whole(stock=4, extra="2D", **options):
    at = late(stock, "", options=options, A=f"{SPADES} {extra}", B="3C 3H 9C 9D", C="4C 5D")
    at.said = at.lines(f"A says 2Sx13: {SPADES}")
    return at


def test_a_whole_suit_goes_with_the_next_card_of_its_seat():
    at = whole()
    assert only("turn", at.said) == {"event": "turn", "line": 2, "seat": "A", "phase": "again", "above": None}
    assert refusal(at.lines("A takes"))[0] == "wrong-phase"
    assert refusal(at.lines("B says 3Cx1"))[0] == "out-of-turn"
    said = at.lines("A says 9Dx1: 2D")
    assert kinds(said) == ["suit_out", "claim", "turn"]
    assert said[0] == {"event": "suit_out", "line": 5, "seat": "A", "suit": "S", "count": 13}
    assert refusal(at.lines("B says TSx1: AS"))[0] == "card-seen"


def test_a_whole_suit_that_was_doubted_wrongly_goes_at_once():
    at = whole()
    assert kinds(at.lines("B doubts")) == ["verdict", "drawn", "suit_out", "turn"]
    assert only("turn", at.events[-1:])["phase"] == "free"
    assert at.referee.match.pile == []


@pytest.mark.parametrize("option", ["heap", "none"])
def test_the_wrong_doubter_finds_no_heap_to_take(option):
    at = whole(0, empty_stock=option)
    assert kinds(at.lines("B doubts")) == ["verdict", "suit_out", "turn"]


def test_a_false_whole_suit_stays():
    at = late(4, "", A=f"{SPADES[:-2]} 2D 3D".replace("  ", " "), B="3C 3H", C="4C 5D")
    at.lines(f"A says 2Sx13: {SPADES[:-2]} 2D")
    assert kinds(at.lines("C doubts")) == ["verdict", "drawn", "turn"]
    assert len(at.referee.match.pile) == 13
    assert only("turn", at.lines("C says 3Hx1: 4C")) | {"line": 0} == {
        "event": "turn",
        "line": 0,
        "seat": "A",
        "phase": "play",
        "above": "3",
    }


def test_whoever_has_no_card_left_for_it_leaves_that_to_the_next():
    at = whole(extra="")
    assert only("turn", at.said) == {"event": "turn", "line": 2, "seat": "B", "phase": "play", "above": None}
    assert refusal(at.lines("B takes"))[0] == "nothing-to-take"
    said = at.lines("B says 2Cx1: 9C")
    assert kinds(said) == ["suit_out", "out", "claim", "turn"]


def test_or_to_the_pass_of_the_only_other_one():
    at = late(0, "", A=SPADES, B="3C 3H")
    assert only("turn", at.lines(f"A says 2Sx13: {SPADES}"))["phase"] == "last-claim"
    assert kinds(at.lines("B passes")) == ["suit_out", "out", "game_over"]
    at.undo()
    assert kinds(at.lines("B doubts")) == ["verdict", "suit_out", "out", "game_over"]


def test_another_whole_suit_may_follow_where_runs_are_free():
    hearts = SPADES.replace("S", "H")
    at = late(4, "", options={"free_play": "run"}, A=f"{SPADES} {hearts} 2C", B="3C", C="4C")
    at.lines(f"A says 2Sx13: {SPADES}")
    said = at.lines(f"A says 2Hx13: {hearts}")
    assert kinds(said) == ["suit_out", "claim", "turn"]
    assert only("turn", said)["phase"] == "again"


# -- cards laid unread, cards named -------------------------------------------------------------------------


def test_a_hand_laid_from_unread_is_uncertain():
    at = late()
    at.lines("A says 6Dx2")
    assert at.hand("A") == ""
    assert only("turn", at.lines("B doubts")) == {
        "event": "turn",
        "line": 3,
        "seat": "A",
        "phase": "show",
        "above": None,
    }
    for short, rule in (
        ("A shows 6D", "wrong-count"),
        ("A shows 6D 3C", "card-seen"),
        ("A shows 6D 6H", "not-in-hand"),  # the whole hand was known when they were laid
        ("B shows 6D 7D", "out-of-turn"),
        ("C doubts", "wrong-phase"),
        ("B says 9Dx1", "wrong-phase"),
        ("B takes", "wrong-phase"),
        ("B passes", "wrong-phase"),
    ):
        assert refusal(at.lines(short))[0] == rule, short
    assert only("verdict", at.lines("A shows 7D 6D"))["lie"] is False


def test_penalty_cards_are_named_until_the_seat_lays_again():
    at = table()
    at.lines("A says 5Sx1: 6H, B doubts")
    assert refusal(at.lines("A names 6H"))[0] == "card-seen"
    assert refusal(at.lines("B names 9C"))[0] == "wrong-phase"
    assert at.lines("A names 9C") == []
    at.lines("B says 2Cx1: 2C, C says 3Cx1: 3C, A says 4Cx1: 4C")
    assert refusal(at.lines("A names TD"))[0] == "wrong-phase"


def test_only_the_latest_penalty_cards_are_named():
    at = table()
    at.lines("A says 5Sx1: 6H, B doubts, B says 2Cx1: 2C, A doubts")
    assert at.lines("A names 9C, A names 9D, A names 9S") == []
    assert refusal(at.lines("A names 9H"))[0] == "wrong-phase"


# -- last cards and the end (section 6) ---------------------------------------------------------------------


def test_last_cards_are_settled_by_the_next_act():
    at = late(0, "5C", A="6D", B="3C 3H", C="4C 4D")
    assert kinds(at.lines("A says 6Dx1: 6D")) == ["claim", "turn"]
    assert kinds(at.lines("B takes")) == ["out", "taken", "turn"]
    at.lines("C says 9Cx1: 4C")
    assert refusal(at.lines("A doubts"))[0] == "wrong-phase"


def test_where_the_winner_of_a_doubt_is_out_the_next_seat_lays_the_free_card():
    at = late(0, "5C", A="6D", B="3C 3H", C="4C 4D")
    at.lines("A says 6Dx1: 6D")
    said = at.lines("C doubts")
    assert kinds(said) == ["verdict", "taken", "out", "turn"]
    assert (only("turn", said)["seat"], only("turn", said)["phase"]) == ("B", "free")


def test_all_who_got_rid_of_their_cards_have_won():
    at = late(0, "5C", A="6D", B="7D", C="4C")
    at.lines("A says 6Dx1: 6D, B says 7Dx1: 7D")
    assert refusal(at.lines("C takes"))[0] == "wrong-phase"
    said = at.lines("C passes")
    assert kinds(said) == ["out", "game_over"]
    assert (said[-1]["winners"], said[-1]["losers"]) == (["A", "B"], ["C"])
    assert refusal(at.lines("C says 8Dx1"))[0] == "wrong-phase"


@pytest.mark.parametrize("seats", ["A", "A B C D E"])
def test_two_to_four_play(seats):
    with pytest.raises(BadGame):
        load("lyveren", seats.split(), None, {})


@pytest.mark.parametrize(("count", "stock"), [(2, 32), (3, 22), (4, 12)])
def test_the_left_of_the_dealer_starts_and_the_rest_is_the_stock(count, stock):
    at = table("A B C D"[: 2 * count - 1], "A")
    assert only("turn", at.events) | {"line": 0} == {
        "event": "turn",
        "line": 0,
        "seat": "B",
        "phase": "play",
        "above": None,
    }
    assert at.referee.match.stock_left == stock


# -- whole games --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("count", range(2, 5))
@pytest.mark.parametrize("options", OPTIONS, ids=lambda options: " ".join(options.values()))
def test_random_games_accuse_nobody_however_little_is_read(count, options):
    game = load("lyveren", "ABCD"[:count], None, options)
    ended = 0
    for seed in range(5):
        at, steps = steps_of(game, f"{count} {options} {seed}", most=400)
        ended += at.referee.match.over
        assert card_count(at.referee.match) == 52
        rng = random.Random(seed)
        HalfSeen(game, rng, 0, 0, 0, 0).tell(steps)
        HalfSeen(game, rng, 0.5, 0.3, 0.5, 0.5).tell(steps)
    assert ended


def test_undo_at_every_step():
    check_undo(lambda: load("lyveren", "AB", None, {}), find=likely)


def test_whatever_is_illegal_is_refused_by_a_rule_of_the_page():
    came = check_refusals(lambda: load("lyveren", "AB", None, {}), RULES, find=likely)
    assert {"out-of-turn", "not-in-hand", "card-seen"} <= came
