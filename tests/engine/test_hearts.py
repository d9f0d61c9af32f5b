"""Hearts as docs/rules/hearts.md has it: each rule by the smallest table that shows it, then whole games."""

import random
from functools import cache

import pytest
from referee_table import Table, kinds, only, refusal, snapshot
from true_hands import ACCUSATIONS, People, agree

from engine.actions import Act
from engine.cards import FRENCH, card, cards, each, rank_of, set_of, suit_of
from engine.errors import BadGame, BadLine
from engine.games import load

SEVEN = "A B C D E F G"
OWN_RULES = {"first-card", "hearts-closed", "follow-suit", "first-trick"}


class HeartsTable(Table):
    rules = "hearts"

    def passes(self, *given):
        """`A`: three cards unread; `A 2C 3C 4C`: these."""
        return [event for one in given for event in self._passes(*one.split())]

    def _passes(self, seat, *read):
        return self.do("exchange", seat, " ".join(read) or None, count=3)

    def all_pass(self):
        """Everybody, unread."""
        return self.passes(*self.game.seats)


def rules(seats="A B C D", **options):
    return load("hearts", seats.split(), seats.split()[-1], options)


def unseen(*tricks, **options):
    """Four unseen hands that have passed three cards unread, and played these tricks."""
    table = HeartsTable(**options)
    table.all_pass()
    for trick in tricks:
        assert not ACCUSATIONS & set(kinds(table.play(*(f"{one[0]} {one[1:]}" for one in trick.split()))))
    return table


# 1, 2. Players, deck, deal


@pytest.mark.parametrize(
    ("count", "out", "hand", "first"),
    [
        (3, "2D", 17, "2C"),
        (4, "", 13, "2C"),
        (5, "2D 2C", 10, "3C"),
        (6, "2D 3D 3C 4C", 8, "2C"),
        (7, "2D 3D 3C", 7, "2C"),
    ],
)
def test_the_deck_goes_round_evenly(count, out, hand, first):
    game = rules(SEVEN[: 2 * count - 1])
    assert game.pack == FRENCH.all & ~cards(out)
    assert game.deal(0).left == [hand] * count
    assert game.first_card == card(first)
    assert sum(map(game.points, each(game.pack))) == 26
    table = HeartsTable(SEVEN[: 2 * count - 1])
    for gone in out.split():
        assert refusal(table.passes(f"A {gone} KC AC")) == ("card-seen", "")


@pytest.mark.parametrize(
    ("seats", "options"),
    [
        ("A B", {}),
        (SEVEN + " H", {}),
        ("A B C", {"rules": "sv"}),
        ("A B C D E", {"rules": "sv"}),
        ("A B C", {"rules": "nb"}),
        ("A B C D", {"target": 0}),
        ("A B C D", {"target": "50"}),
        ("A B C D", {"rules": "de"}),
        ("A B C D", {"moon": "self"}),
        ("A B C D", {"jack": True}),
    ],
)
def test_tables_that_cannot_be(seats, options):
    with pytest.raises(BadGame):
        rules(seats, **options)


@pytest.mark.parametrize(
    ("preset", "first_trick", "hearts_lead", "moon"),
    [
        ("fi", "no_points", "after_queen", "choice"),
        ("sv", "no_hearts", "after_heart", "others"),
        ("nb", "no_hearts", "after_heart", "others"),
    ],
)
def test_the_presets(preset, first_trick, hearts_lead, moon):
    wanted = {"rules": preset, "first_trick": first_trick, "hearts_lead": hearts_lead, "moon": moon, "target": 100}
    assert rules(rules=preset).options == wanted
    assert rules(rules=preset, moon="choice", target=50).options == wanted | {"moon": "choice", "target": 50}


# 3. The pass


@pytest.mark.parametrize(
    ("seats", "by"),
    [
        ("A B C", [1, 2, 1, 2, 1]),
        ("A B C D", [1, 3, 2, 0, 1]),
        ("A B C D E", [1, 4, 1, 4, 1]),
        (SEVEN, [1, 6, 1, 6, 1]),
    ],
)
def test_where_the_cards_go(seats, by):
    """Left, right, across, nowhere with four; else left and right in turn. The deal moves on to the left meanwhile."""
    people = People(HeartsTable, rules(seats, target=1000), random.Random(seats), 1, 1)
    count = len(seats.split())
    for deals_done, seats_on in enumerate(by):
        people.deal_cards()
        assert people.true.dealer == (count - 1 + deals_done) % count
        before = people.true.hands.known[:]
        given = {}
        while people.true.phase == "pass":
            (act,) = people.legal()
            assert people.true.hands.known == before, "hands change only when the last seat has passed"
            people.act(act)
            given[act.seat] = set_of(act.cards)
        assert len(given) == (count if seats_on else 0)
        for giver, passed in given.items():
            taker = (giver + seats_on) % count
            assert people.true.hands.known[taker] & ~before[taker] == passed
        while people.true.deal is people.deal:
            people.step()


def test_the_first_who_has_yet_to_pass_is_named_and_any_other_may_go_before():
    table = HeartsTable(dealer="B")
    assert table.events[0] == {"event": "turn", "line": 1, "seat": "C", "phase": "pass", "seats": ["A", "B", "C", "D"]}
    for seat, first, waiting in (("D", "C", "ABC"), ("C", "A", "AB"), ("B", "A", "A")):
        (turn,) = table.passes(seat)
        assert (turn["seat"], turn["phase"], turn["seats"]) == (first, "pass", list(waiting))
    assert table.passes("A") == [{"event": "turn", "line": 5, "seat": None, "phase": "play"}]


HAND = {
    "A": "2C 5C 9C 3D 4D TD 2H 5H KH 4S 7S JS AS",
    "B": "3C 6C TC 5D 6D JD 3H 6H AH 5S 8S QS KS",
    "D": "4C 7C JC 7D 8D QD 4H 7H 8H 2S 3S 6S 9S",
}


@pytest.mark.parametrize(
    ("line", "rule"),
    [
        ({"seat": "A", "cards": "AS KH"}, "wrong-count"),
        ({"seat": "A", "cards": "AS KH", "count": 3}, "wrong-count"),
        ({"seat": "A", "cards": "AS KH JS", "count": 4}, "wrong-count"),
        ({"seat": "A", "cards": "AS KH JS 4S", "count": 4}, "wrong-count"),
        ({"seat": "A", "cards": "", "count": 3}, "wrong-count"),
        ({"seat": "A", "count": 2}, "wrong-count"),
        ({"seat": "A"}, "wrong-count"),
        ({"seat": "A", "cards": "3C KC"}, "wrong-count"),  # before card-seen
        ({"seat": "A", "cards": "3C KC AC"}, "card-seen"),  # B has one, before not-in-hand
        ({"seat": "C", "cards": "KC AC 2C"}, "card-seen"),
        ({"seat": "C", "cards": "KC AC AC"}, "card-seen"),
        ({"seat": "A", "cards": "AS KH KC"}, "not-in-hand"),
        ({"seat": "A", "cards": "AS KH JS"}, None),
        ({"seat": "C", "cards": "KC AC KD"}, None),
        ({"seat": "C", "count": 3}, None),
        ({"seat": "D", "cards": "4C KC AC", "count": 3}, "out-of-turn"),  # has passed, before not-in-hand
        ({"seat": "D", "count": 7}, "out-of-turn"),  # before wrong-count
    ],
)
def test_what_may_be_passed_on(line, rule):
    table = HeartsTable()
    table.deal({seat: HAND[seat] for seat in "ABD"})
    table.passes("D 4C 7C JC")
    before = snapshot(table.referee.match)
    said = table.do("exchange", **line)
    if rule is None:
        assert kinds(said) == ["turn"]
    else:
        assert refusal(said) == (rule, "")
        assert snapshot(table.referee.match) == before


def test_cards_passed_count_as_still_held_until_all_have_passed():
    table = HeartsTable()
    table.passes("A 2C 3C 4C")
    assert table.hand("A") == "2C 3C 4C"
    assert refusal(table.passes("B 4C 5C 6C")) == ("card-seen", "")
    table.passes("B 5C 6C 7C", "C")
    assert (table.hand("A"), table.hand("B"), table.hand("C"), table.hand("D")) == ("2C 3C 4C", "5C 6C 7C", "", "")
    table.passes("D")
    assert (table.hand("A"), table.hand("B"), table.hand("C"), table.hand("D")) == ("", "2C 3C 4C", "5C 6C 7C", "")


def test_cards_passed_unread_leave_nothing_of_the_hand_known():
    table = HeartsTable()
    table.deal({"A": HAND["A"], "B": HAND["B"]})
    table.passes("A", "B 3C 6C TC", "C", "D KC AC KD")
    assert table.hand("A") == "KC AC KD"
    assert table.hand("B") == "5D 6D JD 3H 6H AH 5S 8S QS KS"
    assert table.hand("C") == "3C 6C TC"
    unknown = table.referee.match.hands.unknown
    assert unknown == [10, 3, 10, 13]


@pytest.mark.parametrize(
    ("dealt", "passes", "leader"),
    [
        ("", "A,B,C,D", None),
        ("A", "A 5C 9C 3D,B,C,D", "A"),  # dealt there, and it stays
        ("A", "A 2C 9C 3D,B,C,D", "B"),  # passed there
        ("", "A 2C 9C 3D,B,C,D", "B"),
        ("A", "A,B,C,D", None),  # it may have gone to B
        ("B D", "A,B 3C 6C TC,C,D 4C 7C JC", None),  # A or C
        ("A B D", "A 5C 9C 3D,B,C,D", "A"),
    ],
)
def test_who_leads_is_known_where_the_first_card_was_read(dealt, passes, leader):
    table = HeartsTable()
    if dealt:
        table.deal({seat: HAND[seat] for seat in dealt.split()})
    turn = table.passes(*passes.split(","))[-1]
    assert (turn["seat"], turn["phase"]) == (leader, "play")
    assert "legal" not in turn or turn["legal"] == "2C"


def test_in_a_deal_without_a_pass_the_leader_is_known_from_the_deal():
    people = People(HeartsTable, rules(target=1000), random.Random(4), 1, 1)
    while people.true.deals_done < 3:
        people.step()
    table = people.table
    assert table.events[-1] == {"event": "turn", "line": table.number, "seat": None, "phase": "play"}
    assert refusal(table.passes("A")) == ("wrong-phase", "")
    assert table.deal(B=HAND["B"])[-1]["seat"] is None
    turn = only("turn", table.deal(A=HAND["A"]))
    assert (turn["seat"], turn["phase"], turn["legal"]) == ("A", "play", "2C")
    assert table.undo()[-1]["seat"] is None
    assert refusal(table.play("A 3C")) == ("card-seen", "")
    assert refusal(table.play("A 4C")) == ("first-card", "")
    assert only("turn", table.play("A 2C"))["seat"] == "B"


def test_any_seat_may_lead_where_the_first_card_is_not_known():
    for seat, after in zip("ABCD", "BCDA", strict=True):
        table = unseen()
        assert table.play(f"{seat} 2C") == [{"event": "turn", "line": table.number, "seat": after, "phase": "play"}]


# 4. Legality


def position(game, played):
    """The tricks after these cards."""
    deal = game.deal(leader=0)
    for one in played.split():
        deal.play(card(one))
    return deal


FI, SV = {"rules": "fi"}, {"rules": "sv"}
CLUBS = "2C 3C 4C AC"
LEGAL = [
    # options, played, hand, what may be played, rule of the others
    (FI, "", "2C AC 2H QS", "2C", "first-card"),
    (FI, "2C", "AC 2D 2H QS", "AC", "follow-suit"),
    (FI, "2C", "2D 2H QS KS", "2D KS", "first-trick"),
    (FI, "2C", "2H AH QS", "2H AH QS", None),  # nothing but points
    (FI, "2C 3C", "2H QS 2D", "2D", "first-trick"),
    (SV, "2C", "2D 2H QS KS", "2D QS KS", "first-trick"),  # the queen is no heart
    (SV, "2C", "2H AH QS", "QS", "first-trick"),
    (SV, "2C", "2H AH", "2H AH", None),
    (SV | {"first_trick": "no_points"}, "2C", "2D 2H QS", "2D", "first-trick"),
    (FI | {"first_trick": "no_hearts"}, "2C", "2D 2H QS", "2D QS", "first-trick"),
    (FI, CLUBS, "5C 2H", "5C", "hearts-closed"),
    (FI, CLUBS, "QS 2H", "QS", "hearts-closed"),  # the queen has to be led
    (FI, CLUBS, "2H AH", "2H AH", None),  # nothing but hearts
    (SV, CLUBS, "QS 2H", "QS", "hearts-closed"),
    (FI, CLUBS + " 2D 3D 3H 4D", "5C 2H", "5C", "hearts-closed"),  # hearts thrown before do not count
    (SV, CLUBS + " 2D 3D 3H 4D", "5C 2H", "5C 2H", None),
    (FI, CLUBS + " 2D 3D QS 4D", "5C 2H", "5C 2H", None),
    (SV, CLUBS + " 2D 3D QS 4D", "5C 2H", "5C", "hearts-closed"),  # the queen opens nothing
    (FI | {"hearts_lead": "after_heart"}, CLUBS + " 2D 3D 3H 4D", "5C 2H", "5C 2H", None),
    (SV | {"hearts_lead": "after_queen"}, CLUBS + " 2D 3D 3H 4D", "5C 2H", "5C", "hearts-closed"),
    (FI, CLUBS + " 2D", "KD 2H QS", "KD", "follow-suit"),
    (FI, CLUBS + " 2D", "5C 2H QS", "5C 2H QS", None),  # after the first trick anything may be thrown
    (FI, CLUBS + " QS", "AS 2H", "AS", "follow-suit"),
]


@pytest.mark.parametrize(("options", "played", "hand", "legal", "rule"), LEGAL)
def test_what_may_be_played(options, played, hand, legal, rule):
    deal = position(rules(**options), played)
    assert deal.legal(cards(hand)) == cards(legal)
    for held in each(cards(hand)):
        broken = [must.rule for must in deal.rows(held) if must.cards & cards(hand)]
        assert broken[:1] == ([] if cards(legal) >> held & 1 else [rule])


@pytest.mark.parametrize(
    ("passes", "played", "refused", "because"),
    [
        ("A 5C 9C 3D,B,C,D", "A 4S", "first-card", "2C"),
        ("A 2C 9C 3D,B 3C 6C TC,C,D", "B 5S", "first-card", "2C"),
        ("A,B,C,D", "B 4C", "first-card", ""),
        ("A 2C 9C 3D,B 3C 6C TC,C,D", "B 2C|C KD", "follow-suit", "3C 6C TC"),
        ("A,B,C KH KD KC,D", "A 2C|B 3C|C 4C|D KH", "follow-suit", "KC"),  # and not KD too: one reason at a time
        ("A,B,C KH KD 9D,D", "A 2C|B 3C|C 4C|D KH", "first-trick", "9D KD"),
        ("A,B,C KH KD 9D,D", "A 2C|B 3C|C 4C|D QS", "first-trick", "9D KD"),
        ("A,B,C KH KD 9D,D", "A 2C|B 3C|C 4C|D AC|D KH", "hearts-closed", "9D KD"),
    ],
)
def test_of_a_hand_what_is_known_makes_a_card_illegal(passes, played, refused, because):
    table = HeartsTable()
    if "A 5C" in passes:
        table.deal(A=HAND["A"])
    table.passes(*passes.split(","))
    *before, last = played.split("|")
    assert not ACCUSATIONS & set(kinds(table.play(*before)))
    now = snapshot(table.referee.match)
    assert refusal(table.play(last)) == (refused, because)
    assert snapshot(table.referee.match) == now


def test_shared_refusals_in_order():
    table = HeartsTable()
    assert refusal(table.play("A 2C")) == ("wrong-phase", "")
    assert refusal(table.do("declare", "A", value="self")) == ("wrong-phase", "")
    assert refusal(table.stock("")) == ("wrong-phase", "")
    assert refusal(table.draw("A", "2C")) == ("wrong-phase", "")
    assert refusal(table.deal(A="2C 3C")) == ("wrong-count", "")
    assert refusal(table.deal(A=HAND["A"], B=HAND["A"])) == ("card-seen", "")
    table.deal(A=HAND["A"])
    table.passes("A 5C 9C 3D")
    assert refusal(table.deal(B=HAND["B"])) == ("wrong-phase", "")
    table.passes("B", "C", "D KC QC TC")
    assert refusal(table.passes("A")) == ("wrong-phase", "")
    assert refusal(table.play("B 2C 3C")) == ("out-of-turn", "")
    assert refusal(table.play("A 2C 3C")) == ("wrong-count", "")
    assert refusal(table.do("play", "A")) == ("wrong-count", "")
    assert refusal(table.play("A 6C")) == ("not-in-hand", "")
    assert refusal(table.play("A 4D")) == ("first-card", "2C")
    table.play("A 2C")
    assert refusal(table.play("B KC")) == ("card-seen", "")  # A has it
    assert refusal(table.play("B 2C")) == ("card-seen", "")
    assert refusal(table.deal(B=HAND["B"])) == ("wrong-phase", "")


def test_a_false_first_card_may_be_let_stand():
    table = unseen()
    assert refusal(table.play("B 5D")) == ("first-card", "")
    assert table.accept() == [{"event": "turn", "line": table.number, "seat": "C", "phase": "play"}]
    said = table.play("C 6D", "D AD", "A 2D")
    assert only("trick", said)["cards"] == "5D 6D AD 2D"
    assert only("turn", table.play("D 2C"))["seat"] == "A"  # the first trick is over


# Unseen hands


@pytest.mark.parametrize(
    ("thrown", "later", "rule"),
    [
        ("KD", "KC", "follow-suit"),
        ("4H", "KC", "follow-suit"),  # both rows are false, the first is named
        ("4H", "KD", "first-trick"),
        ("QS", "KD", "first-trick"),
    ],
)
def test_a_card_played_later_proves_the_first_trick_false(thrown, later, rule):
    table = unseen()
    table.play("A 2C", "B 3C", "C 4C")
    assert kinds(table.play(f"D {thrown}")) == ["trick", "turn"]
    at = table.number
    lead = {"KC": "5C", "KD": "5D"}[later]
    assert kinds(table.play(f"C {lead}")) == ["turn"]
    said = table.play(f"D {later}")
    keys = {"seat": "D", "rule": rule, "cards": thrown, "at": at, "proof": later}
    assert said[0] == {"event": "revoke", "line": table.number} | keys
    assert kinds(said) == ["revoke", "turn"]


def test_a_point_card_on_the_first_trick_says_nothing_of_other_points():
    table = unseen("A2C B3C C4C D4H", "C5S DQS A2S B3S")
    assert not ACCUSATIONS & set(kinds(table.play("D 5H")))  # hearts are open, and D had nothing but points


def test_where_only_both_rows_of_a_claim_together_are_false_the_first_is_named():
    """D throws a heart on the first trick, so has nothing but points. With two of them elsewhere these are too few."""
    table = unseen("A2C B3C C4C D4H")
    at = table.number
    assert kinds(table.play("C QS", "D 5H")) == ["turn", "turn"]
    revoke = only("revoke", table.play("A 6H"))  # ten hearts are left for eleven cards
    assert (revoke["seat"], revoke["rule"], revoke["at"], revoke["cards"]) == ("D", "follow-suit", at, "4H")


def test_a_heart_led_while_they_are_closed_says_nothing_but_hearts():
    table = unseen("A2C B3C C4C DAC")
    table.play("D 5H")
    at = table.number
    assert kinds(table.play("A 6H")) == ["turn"]
    revoke = only("revoke", table.play("B 7H"))  # two hearts are elsewhere: D's eleven other cards are not all hearts
    assert (revoke["seat"], revoke["rule"], revoke["at"], revoke["cards"]) == ("D", "hearts-closed", at, "5H")
    assert not cards(revoke["proof"]) & cards("6H 7H")


def test_who_leads_a_heart_with_the_queen_in_hand_is_found_out_by_it():
    table = unseen(
        *("A2C B3C C4C DAC", "D2D A3D B4D CAD", "C5D D6D A7D BKD", "B5C C6C D7C AKC", "A2S B3S C4S D8S"),
        *("D8C A9C BTC CJC", "C5S D6S A7S BKS", "B8D C9D DTD AJD", "AAS BTS C9S DJS"),
    )
    table.play("A 3H")
    first = table.number
    table.play("B QD", "C QC", "D 2H", "A AH")
    second = table.number
    table.play("B 4H", "C KH", "D JH")
    found = [event for event in table.play("A QS") if event["event"] == "revoke"]
    assert [(event["at"], event["cards"]) for event in found] == [(first, "3H"), (second, "AH")]
    assert {(event["seat"], event["rule"], event["proof"]) for event in found} == {("A", "hearts-closed", "QS")}


def test_counting_shows_it_as_it_is_made():
    """Five spades were dealt and three cards passed unread: two at least are left, whichever they are."""
    table = HeartsTable()
    table.deal(A="2C 3C 4C 5C 6C 7C 8C 9C 2S 4S 7S JS AS")
    table.all_pass()
    table.play("A 2C", "B TC", "C AC", "D KC")
    table.play("C 3S", "D 5S")
    said = table.play("A 3D")
    revoke = only("revoke", said)
    assert (revoke["line"], revoke["at"], revoke["rule"]) == (table.number, table.number, "follow-suit")
    assert set(revoke["proof"].split()) == {"2S", "4S", "7S", "JS", "AS"}
    assert kinds(said) == ["revoke", "turn"]


def test_several_together_are_suspects():
    table = unseen("C2C D8C AAC B5C")
    table.play("A 3S", "B 6D", "C 9D")
    said = table.play("D 4D")
    assert only("suspect", said)["seats"] == ["B", "C", "D"]
    assert only("suspect", said)["rule"] == "follow-suit"
    assert kinds(said) == ["suspect", "trick", "turn"]


def test_what_is_let_stand_promises_nothing():
    table = HeartsTable()
    table.passes("A", "B", "C KC KD 9D", "D")
    table.play("A 2C", "B 3C", "C 4C")
    assert refusal(table.play("D 8D")) == ("follow-suit", "KC")
    assert kinds(table.accept()) == ["trick", "turn"]
    assert kinds(table.play("C 6C", "D KC")) == ["turn", "turn"]


# 5. A trick


@pytest.mark.parametrize(
    ("trick", "winner", "points"),
    [
        ("5C 6C AC 2C", "AC", 0),
        ("5C AS KS QS", "5C", 13),
        ("5H AH 2H KH", "AH", 4),
        ("5D 6D AH QS", "6D", 14),
        ("QS KS 2H AS", "AS", 14),
        ("TC JC 9C 8C", "JC", 0),
        ("2S 3H 4D 5C", "2S", 1),
    ],
)
def test_who_takes_the_trick(trick, winner, points):
    deal = position(rules(), CLUBS)  # D takes it
    for one in trick.split():
        deal.play(card(one))
    taker = "DABC"[trick.split().index(winner)]
    assert (deal.winner, deal.turn) == ("ABCD".index(taker),) * 2
    assert deal.points[deal.winner] == points


def test_the_event_of_a_trick_has_its_points():
    table = unseen("A2C B3C C4C DAC")
    said = table.play("D 5S", "A KS", "B QS", "C 4H")
    keys = {"winner": "A", "cards": "5S KS QS 4H", "points": 14}
    assert only("trick", said) == {"event": "trick", "line": table.number} | keys


# 6. Scoring


@pytest.mark.parametrize(
    ("taken", "choice", "points"),
    [
        ([21, 3, 1, 1], "others", [21, 3, 1, 1]),
        ([21, 3, 1, 1], "self", [21, 3, 1, 1]),
        ([25, 1, 0, 0], "others", [25, 1, 0, 0]),
        ([0, 26, 0, 0], "others", [26, 0, 26, 26]),
        ([0, 26, 0, 0], "self", [0, -26, 0, 0]),
        ([0, 0, 26], "others", [26, 26, 0]),
    ],
)
def test_what_a_deal_counts(taken, choice, points):
    assert rules().score(taken, choice) == points


def moon(last="7H", totals=(0, 0, 0, 0), **options):
    """A deal in which A takes all points, and with `last` a diamond not the last trick; before its last card."""
    table = HeartsTable(**options)
    table.referee.match.scored = list(totals)
    after = cards(f"AC AH KH QH JH TH 9H 8H AS KS QS JS {last}")
    rest = list(each(FRENCH.all & ~after))
    hands = {seat: set_of(rest[seat - 1 :: 3]) for seat in (1, 2, 3)} | {0: after}  # as they are after the pass
    given = {
        0: [held for held in rest if hands[1] >> held & 1][:3],
        1: [held for held in rest if hands[2] >> held & 1][:3],
        2: [held for held in rest if hands[3] >> held & 1][:3],
        3: list(FRENCH.read("AC AH AS")),
    }
    dealt = {seat: (hands[seat] | set_of(given[seat])) & ~set_of(given[(seat - 1) % 4]) for seat in range(4)}
    table.take(Act("deal", hands={seat: tuple(each(hand)) for seat, hand in dealt.items()}))
    for seat in range(4):
        table.take(Act("exchange", seat, tuple(given[seat])))
    order = FRENCH.read(f"AC AS KS QS JS AH KH QH JH TH 9H 8H {last}")
    for _ in range(51):
        match = table.referee.match
        legal = match.deal.legal(match.hands.known[match.deal.turn])
        chosen = next(held for held in (*order, *each(legal)) if legal >> held & 1)
        assert not ACCUSATIONS & set(kinds(table.take(Act("play", match.deal.turn, (chosen,)))))
    return table


def last_card(table):
    (left,) = each(table.referee.match.hands.known[table.referee.match.deal.turn])
    return table.take(Act("play", table.referee.match.deal.turn, (left,)))


def names(numbers):
    return dict(zip("ABCD", numbers, strict=True))


@pytest.mark.parametrize("last", ["7H", "2D"])
@pytest.mark.parametrize(("choice", "points"), [("others", (0, 26, 26, 26)), ("self", (-26, 0, 0, 0))])
def test_after_a_moon_its_taker_chooses(last, choice, points):
    table = moon(last)
    said = last_card(table)
    assert kinds(said) == ["trick", "turn"]
    assert (only("trick", said)["winner"] == "A") == (last == "7H")
    assert only("turn", said) == {"event": "turn", "line": table.number, "seat": "A", "phase": "moon"}
    before = snapshot(table.referee.match)
    assert refusal(table.play("A 2C")) == ("wrong-phase", "")
    assert refusal(table.passes("A")) == ("wrong-phase", "")
    assert refusal(table.deal(A=HAND["A"])) == ("wrong-phase", "")
    assert refusal(table.do("declare", "B", value="nobody")) == ("out-of-turn", "")
    assert refusal(table.do("declare", "A", value="nobody")) == ("wrong-value", "")
    assert refusal(table.accept()) == ("wrong-phase", "")
    assert snapshot(table.referee.match) == before
    said = table.do("declare", "A", value=choice)
    assert kinds(said) == ["deal_over", "score", "turn"]
    assert only("deal_over", said)["points"] == names(points)
    assert only("deal_over", said)["detail"] == {"taken": names((26, 0, 0, 0)), "moon": "A"}
    assert only("score", said)["total"] == names(points)
    assert only("turn", said)["phase"] == "pass"
    undone = table.undo()
    assert kinds(undone) == ["score", "turn"]
    assert undone[0]["total"] == names((0, 0, 0, 0))
    assert (undone[1]["seat"], undone[1]["phase"]) == ("A", "moon")


def test_without_the_choice_the_moon_counts_for_the_others_at_once():
    for options in ({"rules": "sv"}, {"rules": "nb"}, {"moon": "others"}):
        said = last_card(moon(**options))
        assert kinds(said) == ["trick", "deal_over", "score", "turn"]
        assert only("deal_over", said)["points"] == names((0, 26, 26, 26))
        assert only("deal_over", said)["detail"]["moon"] == "A"
    said = last_card(moon(rules="sv", moon="choice"))
    assert kinds(said) == ["trick", "turn"]


@pytest.mark.parametrize(
    ("before", "choice", "winners", "at_target"),
    [
        ((90, 80, 80, 99), "others", "A", "B C D"),
        ((90, 80, 80, 99), "self", None, None),  # nobody has 100
        ((36, 10, 10, 80), "others", "A B C", "D"),  # the lowest win together
        ((0, 0, 74, 0), "others", "A", "C"),  # exactly 100
        ((0, 0, 73, 0), "others", None, None),
        ((0, 100, 0, 0), "self", "A", "B"),
    ],
)
@pytest.mark.parametrize("preset", ["fi", "sv", "nb"])
def test_the_lowest_total_wins_once_somebody_has_the_target(preset, before, choice, winners, at_target):
    table = moon(rules=preset, moon="choice", totals=before)
    last_card(table)
    said = table.do("declare", "A", value=choice)
    if winners is None:
        assert kinds(said) == ["deal_over", "score", "turn"]
        return
    keys = {"winners": winners.split()} | ({"losers": at_target.split()} if preset == "sv" else {})
    assert kinds(said) == ["deal_over", "score", "game_over"]
    assert said[-1] == {"event": "game_over", "line": table.number} | keys
    assert table.referee.match.totals() == only("score", said)["total"]
    assert refusal(table.do("declare", "A", value=choice)) == ("wrong-phase", "")
    assert refusal(table.deal(A=HAND["A"])) == ("wrong-phase", "")


def test_what_is_declared_is_a_text():
    with pytest.raises(BadLine):
        HeartsTable().do("declare", "A", value=26)
    table = moon()
    last_card(table)
    assert refusal(table.do("declare", "A")) == ("wrong-value", "")


def test_the_target_ends_the_game():
    for target, ends in ((26, True), (27, False)):
        table = moon(rules="nb", target=target)
        assert ("game_over" in kinds(last_card(table))) == ends


# Whole games by people with true hands

TABLES = [("fi", SEVEN[: 2 * count - 1]) for count in range(3, 8)] + [("sv", "A B C D"), ("nb", "A B C D")]
SIGHTS = [(0, 0), (1, 1), (0.5, 0.5), (1, 0), (0, 0.5)]  # chances that a dealt hand, or passed cards, are read


def game(preset, seats, number):
    rng = random.Random(f"{preset} {seats} {number}")
    dealt, passed = SIGHTS[number % len(SIGHTS)]
    return People(HeartsTable, shared_rules(seats, preset, 20 if number % 10 == 0 else 1), rng, dealt, passed)


@cache
def shared_rules(seats, preset, target):
    return rules(seats, rules=preset, target=target)


@pytest.mark.parametrize(("preset", "seats"), TABLES)
def test_who_plays_by_the_rules_is_never_accused(preset, seats):
    for number in range(100):
        check_game(game(preset, seats, number))


def check_game(people):
    """A whole game: nobody is accused, what is public is told as it is, and all cards and points are accounted for."""
    totals, tricks, points = dict.fromkeys(people.table.game.seats, 0), [], 0
    while not people.over:
        said, truly = people.step()
        assert not ACCUSATIONS & set(kinds(said))
        assert agree(said, truly)
        for event in said:
            match event["event"]:
                case "trick":
                    tricks += people.table.game.deck.read(event["cards"])
                    points += event["points"]
                case "deal_over":
                    assert len(tricks) == people.table.game.pack.bit_count()
                    assert set_of(tricks) == people.table.game.pack
                    assert points == sum(event["detail"]["taken"].values()) == 26
                    totals = {seat: total + event["points"][seat] for seat, total in totals.items()}
                    tricks, points = [], 0
                case "score":
                    assert event["total"] == totals
    assert kinds(said)[-1] == "game_over"


@pytest.mark.parametrize(("preset", "seats"), [("fi", "A B C"), ("sv", "A B C D"), ("fi", SEVEN)])
def test_every_illegal_card_is_refused_at_every_step(preset, seats):
    people = People(HeartsTable, rules(seats, rules=preset, target=1), random.Random(f"illegal {preset} {seats}"), 1, 1)
    refused = set()
    while not people.over:
        people.deal_cards()
        match, phase = people.table.referee.match, people.true.phase
        before, seat = snapshot(match), match.deal.turn
        allowed = {act.cards for act in people.legal()} if phase == "play" else set()
        for one in range(52) if phase == "play" else ():
            if (one,) in allowed:
                continue
            (event,) = people.table.take(Act("play", seat, (one,)))
            held = match.hands.known[seat] >> one & 1
            assert event["event"] == "refused"
            assert event["rule"] in (OWN_RULES if held else {"card-seen", "not-in-hand"})
            assert cards(event["because"]) & ~match.hands.known[seat] == 0
            assert bool(event["because"]) == bool(held)
            refused.add(event["rule"])
        assert snapshot(match) == before
        people.step()
    assert {"first-card", "follow-suit", "card-seen"} <= refused


@pytest.mark.parametrize(("dealt", "passed"), [(0, 0), (1, 1), (0.5, 0.5)])
def test_undo_at_every_step(dealt, passed):
    people = People(HeartsTable, rules(target=30), random.Random(f"undo {dealt}"), dealt, passed)
    table = people.table
    while not people.over:
        people.deal_cards()
        match = table.referee.match
        before, turn, totals = snapshot(match), match.turn(), match.totals()
        said, _ = people.step()
        act, after = table.referee.accepted[-1].act, snapshot(table.referee.match)
        undone = [{key: value for key, value in event.items() if key != "line"} for event in table.undo()]
        changed = any(event["event"] == "score" and event["total"] != totals for event in said)
        assert undone == [{"event": "score", "total": totals}] * changed + [{"event": "turn", **turn}]
        assert snapshot(table.referee.match) == before
        table.number -= 2
        assert table.take(act) == said
        assert snapshot(table.referee.match) == after


# What unseen hands prove


def one_breach(game, number, dealt, passed):
    """A deal with one illegal play, though not its first: after how many further plays it is named."""

    def people():
        return People(HeartsTable, game, random.Random(number), dealt, passed)

    legally, chances, steps = people(), [], 0
    while not legally.over and legally.true.phase != "moon":
        if legally.true.deal.laid and legally.illegal():
            chances.append(steps)
        legally.step()
        steps += 1
    breaking, rng = people(), random.Random(f"breach {number}")
    for _ in range(rng.choice(chances)):
        breaking.step()
    illegal = rng.choice(breaking.illegal())
    said, at, plays = breaking.breach(illegal), breaking.table.number, 0
    culprit = game.seats[illegal.seat]
    while True:
        for event in said:
            if event["event"] == "refused":
                assert plays == 0
                return 0
            if event["event"] == "revoke":
                assert (event["at"], event["seat"]) == (at, culprit)
                return plays
            assert event["event"] != "suspect" or culprit in event["seats"]
        assert not breaking.over and breaking.true.phase != "moon", "the deal is over, and nothing was proved"
        said, _ = breaking.step()
        plays += 1


@pytest.mark.parametrize(
    ("dealt", "passed", "at_once"),
    [(0, 0, range(2)), (1, 0, range(8, 23)), (0, 1, range(5, 20)), (1, 1, range(30, 31))],
)
def test_every_revoke_is_proved_before_the_deal_is_over(dealt, passed, at_once):
    game = shared_rules("A B C D", "sv", 1)
    plays = [one_breach(game, number, dealt, passed) for number in range(30)]
    assert plays.count(0) in at_once


# A second opinion: OpenSpiel's Hearts, where its rules are the same

COUNTED = [  # a deal without a pass, and in how many ways OpenSpiel lets its first eight cards be played
    (
        "2C 7C TC KC 2D 3D KD AD 5H QH 3S 5S TS|4C QC 6D 9D 2H 4H 6H 7H TH JH 6S 9S QS|"
        "3C 5C 6C 9C 5D TD 8H 9H KH AH 2S 4S AS|8C JC AC 4D 7D 8D JD QD 3H 7S 8S JS KS",
        4944,
    ),
    (
        "8C 3D 6D 7D TD KD 3H 8H AH 3S 4S 5S QS|7C KC 4D AD 5H TH JH 2S 6S 7S TS KS AS|"
        "2C 3C 4C 6C 9C JC 5D JD 6H 7H 9H KH 9S|5C TC QC AC 2D 8D 9D QD 2H 4H QH 8S JS",
        2284,
    ),
    (
        "5C 8C TC JC 2D JD KD TH KH 5S 6S 9S KS|2C 4C 6C 7C 9C KC TD 6H 7H JH AH 7S TS|"
        "AC 4D 6D 7D 8D 2H 3H 4H 5H 8H QH 2S QS|3C QC 3D 5D 9D QD AD 9H 3S 4S 8S JS AS",
        1120,
    ),
]
AS_OPENSPIEL = {"first_trick": "no_points", "hearts_lead": "after_heart", "moon": "others"}


def ways(deal, hands, length):
    """In how many ways the next `length` cards can be played."""
    legal = deal.legal(hands[deal.turn])
    if length == 1:
        return legal.bit_count()
    total = 0
    for one in each(legal):
        after, left = deal.fork(), hands[:]
        left[deal.turn] &= ~(1 << one)
        after.play(one)
        total += ways(after, left, length - 1)
    return total


@pytest.mark.parametrize(("deal", "count"), COUNTED)
def test_the_ways_to_play_eight_cards(deal, count):
    hands = [cards(hand) for hand in deal.split("|")]
    leader = next(seat for seat, hand in enumerate(hands) if hand >> card("2C") & 1)
    assert ways(rules(**AS_OPENSPIEL).deal(leader), hands, 8) == count


def in_openspiel(one):
    return "CDHS".index(suit_of(one)) + 4 * "23456789TJQKA".index(rank_of(one))


def agrees_with_openspiel(deals, seed):
    """Play so many deals at random at both tables, and compare what may be played and what each deal counts."""
    pyspiel = pytest.importorskip("pyspiel")
    hearts = pyspiel.load_game("hearts(qs_breaks_hearts=false)")
    rng, table, moons = random.Random(seed), HeartsTable(**AS_OPENSPIEL, target=10**9), 0
    for number in range(deals):
        match, state = table.referee.match, hearts.new_initial_state()
        state.apply_action((1, 3, 2, 0)[number % 4])  # seats clockwise
        pack = rng.sample(range(52), 52)
        for one in pack:
            state.apply_action(in_openspiel(one))
        table.take(Act("deal", hands={seat: tuple(pack[seat::4]) for seat in range(4)}))
        for seat in range(4) if match.phase == "pass" else ():
            given = rng.sample(list(each(match.hands.known[seat])), 3)
            for one in given:
                assert state.current_player() == seat
                state.apply_action(in_openspiel(one))
            table.take(Act("exchange", seat, tuple(given)))
        while not state.is_terminal():
            turn = table.events[-1]
            legal = table.game.deck.read(turn["legal"])
            assert table.seat(turn["seat"]) == state.current_player()
            assert sorted(map(in_openspiel, legal)) == state.legal_actions()
            one = rng.choice(legal)
            state.apply_action(in_openspiel(one))
            said = table.take(Act("play", table.seat(turn["seat"]), (one,)))
        points = only("deal_over", said)["points"]
        moons += only("deal_over", said)["detail"]["moon"] is not None
        assert [26 - theirs for theirs in state.returns()] == list(points.values())
        table.events = table.events[-1:]
    return moons


def test_openspiel_plays_the_same_game():
    agrees_with_openspiel(200, "in the suite")
