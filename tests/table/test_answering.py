"""From what people lay, press and choose to one line: nothing is decided here that the rules decide."""

from types import SimpleNamespace

import pytest

from engine.actions import Act
from engine.asks import Ask
from engine.cards import FRENCH, card
from table.answering import Answering, Partial

A, B = 0, 1
KS, KH, QH, TD = card("KS"), card("KH"), card("QH"), card("TD")


class Asking:
    """A match of which only is known what it asks, and what it would refuse."""

    game = SimpleNamespace(deck=FRENCH)

    def __init__(self, *asks, refused=()):
        self._asks, self._refused = asks, refused

    def refuse(self, act):
        return "some rule" if act.do in self._refused else None

    def asks(self):
        return self._asks


def answering(*asks):
    match = Asking(*asks)
    return Answering(lambda: match)


def does(offer):
    return offer.do, offer.name, offer.value


def test_a_single_card_that_is_asked_for_is_the_line():
    assert answering(Ask("play", A, 1, 1)).laid(A, KS) == Act("play", A, (KS,))


def test_who_is_asked_for_nothing_plays_all_the_same_and_is_told_so_by_the_rules():
    assert answering(Ask("play", A, 1, 1)).laid(B, KS) == Act("play", B, (KS,))
    assert answering().laid(B, KS) == Act("play", B, (KS,))


def test_a_card_that_nobody_lays_for_a_seat_is_nobodys_line():
    assert answering(Ask("turned", None, 1, 1)).laid(A, KS) == Act("turned", None, (KS,))


def test_a_draw_is_never_made_by_laying_a_card():
    assert answering(Ask("draw", A, 0, 1, sources=("stock",))).laid(A, KS) == Act("play", A, (KS,))


def test_so_many_cards_as_are_asked_for_are_one_line():
    table = answering(Ask("exchange", A, 3, 3, hidden=True))
    assert table.laid(A, KS) is None
    assert table.laid(A, KH) is None
    assert table.gathered(A) == (KS, KH)
    assert table.laid(A, QH) == Act("exchange", A, (KS, KH, QH), count=3)
    assert not table.is_open(A)


def test_a_card_laid_twice_is_lifted_off():
    table = answering(Ask("meld", A, 3, 8))
    for laid in (KS, KH, KS):
        assert table.laid(A, laid) is None
    assert table.gathered(A) == (KH,)


def test_cards_of_no_fixed_number_are_closed_by_the_button_by_a_pause_or_by_choosing():
    def gathered():
        table = answering(Ask("play", A, 1, 4, alike="rank"))
        assert table.laid(A, KS) is None
        assert table.laid(A, KH) is None
        return table

    line = Act("play", A, (KS, KH))
    assert gathered().pressed(A) == line
    assert gathered().paused(A) == line
    table = gathered()
    done, lift = table.offers(A)
    assert (does(done), does(lift)) == (("play", "do", None), ("", "lift", None))
    assert table.choose(done) == line
    table = gathered()
    assert table.choose(lift) is None
    assert not table.is_open(A)


def test_a_pause_decides_nothing_where_the_cards_may_be_meant_for_two_things():
    table = answering(Ask("layoff", A, 1, 1, onto=("B1", "C2")), Ask("discard", A, 1, 1))
    assert table.laid(A, KS) is None
    assert table.paused(A) is None
    layoff, discard, _ = table.offers(A)
    assert table.choose(discard) == Act("discard", A, (KS,))
    table.laid(A, KS)
    assert table.choose(layoff) is None
    assert [does(offer) for offer in table.offers(A)] == [
        ("layoff", "onto", "B1"),
        ("layoff", "onto", "C2"),
        ("layoff", "lift", None),
    ]
    assert table.choose(table.offers(A)[1]) == Act("layoff", A, (KS,), onto="C2")


def test_a_card_is_meant_for_what_the_rules_leave_open():
    asks = Ask("play", A, 1, 1), Ask("layoff", A, 1, 1, onto=("boots", "fans"))
    match = Asking(*asks, refused=("layoff",))
    assert Answering(lambda: match).laid(A, KS) == Act("play", A, (KS,))


def test_where_a_card_has_to_be_named_the_card_itself_is_laid():
    faces = tuple(FRENCH.faces)
    table = answering(Ask("bid", A, values=faces))
    assert table.offers(A) == ()  # fifty buttons would be no question
    assert table.laid(A, TD) == Act("bid", A, value="TD")


def test_values_are_offered_at_once_where_nothing_else_has_to_be_said():
    table = answering(Ask("bid", A, values=(6, 7)), Ask("pass", A))
    assert [does(offer) for offer in table.offers(A)] == [
        ("bid", "value", 6),
        ("bid", "value", 7),
        ("pass", "do", None),
    ]
    assert table.choose(table.offers(A)[1]) == Act("bid", A, value=7)
    assert table.offers(B) == ()


@pytest.mark.parametrize(
    ("control", "line"),
    [
        ("pass", Act("pass", A)),
        ("bid-7", Act("bid", A, value=7)),
        ("number-6", Act("bid", A, value=6)),
        ("suit-H", Act("declare", A, value="H")),
        ("rank-K", Act("ask", A, to=1, value="K")),
        ("declare-no", Act("declare", A, value="no")),
        ("number-9", None),
        ("knock", None),
        ("rank-H", None),
    ],
)
def test_a_control_card_says_what_a_button_says(control, line):
    table = answering(
        Ask("bid", A, values=(6, 7)), Ask("declare", A, values=("H", "no")), Ask("ask", A, to=(1,), values=("K", "Q")),
        Ask("pass", A),
    )  # fmt: skip
    meant = [table.choose(offer) for offer in table.offers(A) if offer.is_said_by(control)]
    assert meant == ([] if line is None else [line])


def test_two_things_are_asked_one_after_the_other():
    table = answering(Ask("ask", A, to=(1, 2), values=("K", "Q")), Ask("pass", A))
    ask, _ = table.offers(A)
    assert does(ask) == ("ask", "do", None)
    assert table.choose(ask) is None
    assert [offer.value for offer in table.offers(A)] == [1, 2, None]
    assert table.choose(table.offers(A)[1]) is None
    assert [does(offer) for offer in table.offers(A)] == [
        ("ask", "value", "K"),
        ("ask", "value", "Q"),
        ("ask", "lift", None),
    ]
    assert table.choose(table.offers(A)[0]) == Act("ask", A, to=2, value="K")


def test_where_there_is_one_thing_to_do_it_is_asked_at_once_what_of_it():
    table = answering(Ask("ask", A, to=(1, 2), values=("K", "Q")))
    assert [does(offer) for offer in table.offers(A)] == [("ask", "to", 1), ("ask", "to", 2)]
    table.choose(table.offers(A)[0])
    assert table.choose(table.offers(A)[1]) == Act("ask", A, to=1, value="Q")


def test_what_can_be_said_in_one_way_only_is_not_asked():
    table = answering(Ask("take", A, sources=("pile",)), Ask("ask", A, to=(1,), values=("K", "Q")))
    take, king, queen = table.offers(A)
    assert table.choose(take) == Act("take", A, source="pile")
    assert [offer.value for offer in (king, queen)] == ["K", "Q"]
    assert table.choose(queen) == Act("ask", A, to=1, value="Q")


def test_a_claim_is_said_key_by_key_after_its_cards_were_laid_and_counts_them():
    claims = ({"rank": "7", "suit": "C"}, {"rank": "7", "suit": "D"}, {"rank": "8", "suit": "D"})
    table = answering(Ask("play", A, 1, 4, hidden=True, claims=claims))
    assert table.laid(A, KS) is None
    assert table.laid(A, KH) is None
    assert table.choose(table.offers(A)[0]) is None
    assert [offer.value for offer in table.offers(A)] == ["7", "8", None]
    assert table.choose(table.offers(A)[1]) == Act("play", A, (KS, KH), claim={"rank": "8", "suit": "D", "count": 2})


def test_the_button_does_the_first_thing_asked_for_that_names_nothing():
    table = answering(Ask("bid", A, values=(1, 2)), Ask("pass", A), Ask("challenge", A, any_time=True))
    assert table.pressed(A) == Act("pass", A)
    assert table.pressed(B) is None


def test_the_button_passes_cards_on_that_no_reader_has_seen():
    assert answering(Ask("exchange", A, 3, 3, hidden=True)).pressed(A) == Act("exchange", A, count=3)
    assert answering(Ask("exchange", A, 1, 4, hidden=True)).pressed(A) is None  # how many, nobody knows


def test_a_press_is_timed():
    assert answering(Ask("press", A, any_time=True)).pressed(A, 1234) == Act("press", A, t=1234)


def test_cards_that_lie_on_the_table_are_taken_or_swapped_for_as_many():
    table = answering(Ask("take", A, 1, 2, lying=(KS, KH), sources=("table",)))
    table.laid(A, KS)
    assert table.pressed(A) == Act("take", A, (KS,), source="table")
    table = answering(Ask("exchange", A, 1, 4, lying=(KS, KH)))
    table.laid(A, QH)
    assert table.pressed(A) is None  # nothing is asked for in return yet
    table.laid(A, KS)
    assert table.pressed(A) == Act("exchange", A, (QH,), count=1, wanted=(KS,))


def test_what_nobody_asks_any_more_is_not_being_answered():
    asks = [Ask("meld", A, 3, 8), Ask("bid", A, values=(1, 2), to=(1, 2))]
    match = Asking(*asks)
    table = Answering(lambda: match)
    table.laid(A, KS)
    match._asks = (Ask("play", B, 1, 1),)
    table.forget()
    assert not table.is_open(A)


@pytest.mark.parametrize("said", [{}, {"value": 2}])
def test_a_part_of_an_answer_never_changes(said):
    part = Partial(Ask("bid", A, values=(1, 2), to=(1, 2)), said)
    part.with_said("to", 1)
    assert part.said == said
