"""Deals of Marjapussi, played at random by people with true hands, who sometimes lie; undo."""

import random

import pytest
from marrying_people import FOUR, PROOFS, THREE, Marjapussi, MarryingPeople, public
from referee_table import kinds, only, refusal, snapshot

from engine.actions import Act
from engine.cards import FRENCH, each
from engine.games import load

# what people can break who sit at the right place at the right time
BREACHES = {"must-beat", "follow-suit", "must-trump", "ace-lead", "spade-lead", "pikkarainen-lead"}
BREACHES |= {"one-announcement", "suit-used", "no-marriage", "trump-made", "ask-order", "one-question", "no-half"}
BREACHES |= {"false-answer", "wrong-suit"}


# Whole games, played at random by people with true hands


def plain_legal(hand, trick, trump):
    """The text's own words for what may follow: `hand` and `trick` are lists of ids."""
    strength = "6789JQKTA".index
    led = trick[0][1]
    suit = [held for held in hand if held[1] == led]
    trumps = [held for held in hand if held[1] == trump]
    trumped = [strength(laid[0]) for laid in trick if laid[1] == trump]
    if suit:
        if trumped and led != trump:
            return set(suit)
        best = max(strength(laid[0]) for laid in trick if laid[1] == led)
        return {held for held in suit if strength(held[0]) > best} or set(suit)
    return {held for held in trumps if strength(held[0]) > max(trumped, default=-1)} or set(trumps) or set(hand)


def faces(hand):
    return [FRENCH.faces[held] for held in each(hand)]


@pytest.mark.parametrize("seats", [FOUR, THREE])
@pytest.mark.parametrize("options", [{}, {"deals_played": 1, "first_lead": "AS", "tie_point": "void"}])
def test_legal_games_accuse_nobody(seats, options):
    game = load("marjapussi", seats.split(), seats.split()[0], options)
    for seed in range(50):
        rng = random.Random(f"legal {seats} {options} {seed}")
        people = MarryingPeople(Marjapussi, game, rng, dealt=rng.choice((0, 0, 0.5, 1)), talk=rng.choice((0.2, 0.9)))
        marriages, tricks = 0, 0
        for seen, truly in people.play(deals=1):
            assert not PROOFS & set(kinds(seen) + kinds(truly)), (seed, seen, truly)
            seen, truly = public(seen, truly)
            assert seen == truly, seed
            tricks += kinds(seen).count("trick")
            marriages += sum(event["points"] for event in seen if event["event"] == "marriage")
        deal_over = only("deal_over", seen)
        points, detail = deal_over["points"], deal_over["detail"]
        assert sum(points.values()) - marriages == (1 if undecided(detail) else 2)
        assert detail["carry"] == (1 if undecided(detail) and game.options["tie_point"] == "carry" else 0)
        assert (sum(detail["mats"].values()), sum(detail["tie_points"].values())) == (8, 40)
        assert sum(detail["tricks"].values()) == tricks == 36 // len(game.seats)
        assert detail["porvoo"] == [side for side, won in detail["tricks"].items() if not won]


def undecided(detail):
    """Whether nobody has the win, by what was told of the deal."""
    best = sorted(zip(detail["mats"].values(), detail["tie_points"].values(), strict=True), reverse=True)
    return best[0] == best[1]


def test_what_is_legal_is_what_the_text_says():
    game = load("marjapussi", FOUR.split(), "D", {})
    for seed in range(12):
        people = MarryingPeople(Marjapussi, game, random.Random(f"plain {seed}"), dealt=1)
        for _ in people.play(deals=1):
            deal, turn = people.true.deal, people.true.turn()
            if turn["phase"] == "follow":
                hand = faces(people.true.hands.known[deal.turn])
                legal = plain_legal(hand, [FRENCH.faces[laid] for laid in deal.laid], deal.trump)
                assert set(turn["legal"].split()) == legal, (seed, deal.laid, hand)


@pytest.mark.parametrize("seats", [FOUR, THREE])
def test_games_come_to_an_end(seats):
    game = load("marjapussi", seats.split(), seats.split()[-1], {})
    for seed in range(3):
        people = MarryingPeople(Marjapussi, game, random.Random(f"end {seed}"), dealt=seed / 2)
        totals = dict.fromkeys((side.id for side in game.sides), 0)
        for said, _ in people.play(deals=500):
            assert not PROOFS & set(kinds(said))
            if said[-1]["event"] != "game_over" and "deal_over" not in kinds(said):
                continue
            points, tricks = only("deal_over", said)["points"], only("deal_over", said)["detail"]["tricks"]
            for side in totals:
                totals[side] = totals[side] + points[side] if tricks[side] else 0
                totals[side] = 7 if totals[side] > 12 else totals[side]
            assert only("score", said)["total"] == totals
        assert only("game_over", said[-1:])["winners"] == [side for side, total in totals.items() if total == 12]


def test_everything_wrong_is_refused_by_a_rule_of_the_page_and_changes_nothing():
    tried = set()
    for seed in range(12):
        seats = FOUR if seed else THREE
        game = load("marjapussi", seats.split(), seats.split()[-1], {"deals_played": seed % 3})
        people = MarryingPeople(Marjapussi, game, random.Random(f"wrong {seed}"), dealt=1, talk=0.9)
        people.deal_cards()
        while people.true.deals_done < 1:
            wrong = people.illegal()
            before = snapshot(people.true) if wrong else None
            for act in wrong:
                (refused,) = people.all_seen.take(act)
                tried.add(refused["rule"])
            assert not wrong or snapshot(people.true) == before
            people.step()
    assert tried == BREACHES


@pytest.mark.parametrize("seats", [FOUR, THREE])
def test_every_lie_of_an_unseen_hand_is_proved_by_the_end_of_the_deal_and_nothing_else(seats):
    game = load("marjapussi", seats.split(), seats.split()[-1], {"deals_played": 1})
    for seed in range(35):
        rng = random.Random(f"lies {seats} {seed}")
        people = MarryingPeople(Marjapussi, game, rng, dealt=rng.choice((0, 0, 0.3)), lies=rng.choice((0.03, 0.1, 0.4)))
        proved = {}
        for seen, truly in people.play(deals=1):
            assert "note" not in kinds(seen)
            for event in seen:
                if event["event"] == "revoke":
                    assert event["at"] in people.false, (seed, event)
                    assert event["at"] not in proved, "reported once"
                    proved[event["at"]] = event
                elif event["event"] == "suspect":
                    liars = {people.table.game.seats[lie.act.seat] for lie in lies_of(people)}
                    assert liars & set(event["seats"]), (seed, event)
            first, second = public(seen, truly)
            assert first == second, seed
        assert set(proved) == set(people.false), seed


def lies_of(people):
    return [accepted for accepted in people.table.referee.accepted if accepted.line in people.false]


# Undo


@pytest.mark.parametrize("seats", [FOUR, THREE])
def test_undo_at_every_step(seats):
    game = load("marjapussi", seats.split(), seats.split()[-1], {"deals_played": 1})
    people = MarryingPeople(Marjapussi, game, random.Random(f"undo {seats}"), dealt=0.3, lies=0.05)
    table = people.table
    for said, _ in people.play(deals=2):
        accepted, number, now = table.referee.accepted[-1], table.number, snapshot(table.referee.match)
        assert kinds(table.undo())[-1] == "turn"
        table.number = number - (1 if accepted.claims else 2)
        again = table.take(accepted.act)
        assert (again if accepted.claims else table.accept()) == said
        assert snapshot(table.referee.match) == now


def test_undo_takes_a_question_and_a_trump_back():
    table = Marjapussi.a_trick_by()
    table.asks("A", "trump")
    assert table.undo()[-1].items() >= {"seat": "A", "phase": "lead"}.items()
    table.asks("A", "trump")
    table.says("C", "H")
    assert table.undo()[-1].items() >= {"seat": "C", "phase": "answer"}.items()
    assert table.referee.match.deal.trump is None
    assert table.referee.match.made == [0, 0]
    table.no("C")
    assert kinds(table.asks("A", "H")) == ["turn"]


def test_an_act_without_a_partner_is_read_as_a_question_to_nobody():
    table = Marjapussi.a_trick_by()
    assert refusal(table.take(Act("ask", 0, value="trump"))) == ("no-partner", "")
