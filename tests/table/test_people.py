"""Simulated people: they play with real cards on readers, think as long as people, and err as people do."""

import json
from collections import Counter
from random import Random

import pytest

from display.view import Intent
from engine.cards import FRENCH, each
from engine.games import load
from engine.referee import Referee
from firmware_bridge.mock import MockTable
from table.clock import JumpingClock
from table.loop import Loop
from table.people import MISTAKES, READ_ALERT_S, READ_RESULT_S, SLIDES, THINK_S, TRICK_PAUSE_S, People
from table.players import LegalRandom, Sensible
from table.registry import mock_deck
from table.seating import mock_seating
from table.session import Session
from table.world import World


class Company:
    """People at a mock table. `person` is the seat that nobody simulates."""

    def __init__(self, seats="ABC", *, seed=1, person=None, draw_reader=True, random=True, **given):
        self.clock = JumpingClock()
        self.lines = []
        self.times = []  # of each accepted line
        self.heard = []
        self.reads = []
        options = given.pop("options", {})
        self.seating = mock_seating(tuple(seats), draw=draw_reader)
        self.registry = mock_deck(0)
        self.hardware = MockTable(self.seating.readers, self.seating.buttons, self.clock.now)
        referee = Referee(load("kullankaivaja", tuple(seats), seats[-1], options))
        self.session = Session(referee, self.seating, self.registry.find, keeper=self, simulated=True)
        self.session.listeners.append(lambda event: self.heard.append(event.as_json()))
        self.world = World(self.session.running, seed)
        rng = Random(seed)
        player = LegalRandom(rng) if random else Sensible(rng)
        players = {seat: player for seat in range(len(seats)) if seat != person}
        uids = {card: tags[0] for card, tags in self.registry.cards("mock").items()}
        self.people = People(self.session, self.world, self.hardware, uids, players, rng, **given)
        self.loop = Loop(self.session, self.clock, people=self.people, hardware=self.hardware)
        self.hardware.start(self._put)

    def _put(self, read):
        self.reads.append(read)
        self.loop.put(read)

    def append(self, lines, positions=None):
        self.lines += [json.loads(text) for _, text in lines]
        self.times += [self.clock.now()] * len(lines)

    def store_positions(self, positions):
        pass

    def play(self):
        """To the end; a game that goes round in circles fails."""
        self.session.listeners.append(self._count)
        self.loop.run()
        return self

    def _count(self, event):
        assert len(self.heard) < 5000, event

    def step(self):
        """Let the people do what they do next; False where all wait for a person."""
        due = self.people.due(self.clock.now())
        if due is None:
            return False
        self.clock.pass_to(due)
        self.people.run(due)
        self.loop._take_reads()
        while (settled := self.session.due()) is not None:
            self.clock.pass_to(settled)
            self.session.tick(settled)
        return True

    def until(self, done):
        """Let them go on until something holds."""
        for _ in range(2000):
            if done():
                return
            assert self.step(), "all wait for a person"
        raise AssertionError("it never holds")

    @property
    def refused(self):
        return [event for event in self.heard if event["event"] == "refused"]

    def kinds(self):
        return {event["event"] for event in self.heard}


HONEST = {"turn", "trick", "score", "deal_over", "game_over"}


# -- honest people --------------------------------------------------------------------------------------


@pytest.mark.parametrize("seats", ["AB", "ABC", "ABCD"])
@pytest.mark.parametrize("random", [False, True], ids=["sensible", "random"])
def test_honest_people_play_a_whole_deal_and_nobody_is_accused(seats, random):
    company = Company(seats, random=random).play()
    assert company.kinds() == HONEST
    plays = [line["cards"] for line in company.lines if line["do"] == "play"]
    assert len(plays) == len(set(plays)) == (51 if seats == "ABC" else 52)


def test_they_play_only_what_is_in_their_hands():
    company = Company("ABCD", seed=3)
    hands = [set(FRENCH.text(each(company.world.hand(seat))).split()) for seat in range(4)]
    company.until(lambda: len(company.lines) >= 4)
    for line in company.lines[:4]:
        assert line["cards"] in hands["ABCD".index(line["seat"])]


def test_they_think_as_long_as_people_do():
    company = Company("ABCD", draw_reader=False).play()
    pauses = [after - before for before, after in zip(company.times, company.times[1:], strict=False)]
    settling = 0.5
    assert min(pauses) >= THINK_S[0]
    assert max(pauses) <= THINK_S[1] + TRICK_PAUSE_S + settling
    in_trick, after_trick = [pauses[at] for at in range(51) if at % 4 != 3], pauses[3::4]
    assert min(after_trick) >= THINK_S[0] + TRICK_PAUSE_S
    assert max(in_trick) <= THINK_S[1] + settling


def test_the_pace_is_that_of_their_thoughts():
    slow, fast = (Company("AB", draw_reader=False, pace=pace).play() for pace in (1.0, 4.0))
    assert slow.lines == fast.lines
    assert slow.times[-1] > 1.8 * fast.times[-1]


def test_each_card_is_laid_on_a_reader_and_lifted_again():
    company = Company("AB").play()
    assert all(lying == [] for lying in company.hardware.lying.values())


def test_the_draw_reader_sees_each_refill_in_drawing_order():
    company = Company("ABCD").play()
    draws = [(line["seat"], line["card"]) for line in company.lines if line["do"] == "draw"]
    stock = [FRENCH.faces[card] for card in company.world.pack(1)[20:]]
    assert [card for _, card in draws] == stock


def test_without_a_draw_reader_nothing_is_named():
    assert all(line["do"] == "play" for line in Company("ABCD", draw_reader=False).play().lines)


@pytest.mark.parametrize("draw_reader", [True, False])
def test_where_the_rules_leave_it_open_they_take_a_card_over_the_reader_or_with_the_button(draw_reader):
    company = Company("AB", draw_reader=draw_reader, options={"refill": "may"}).play()
    draws = [line for line in company.lines if line["do"] == "draw"]
    assert len(draws) == 42
    assert all(("card" in draw) == draw_reader for draw in draws)
    assert company.kinds() == HONEST


def test_the_same_people_play_the_same_game():
    assert Company(seed=4, mistakes=0.4).play().lines == Company(seed=4, mistakes=0.4).play().lines
    assert Company(seed=4).play().lines != Company(seed=5).play().lines


# -- waiting --------------------------------------------------------------------------------------------


def test_all_wait_for_a_person():
    company = Company("ABC", person=0)
    assert company.people.due(company.clock.now()) is None
    company.people.tap(0, FRENCH.faces[next(each(company.world.hand(0)))], 0.0)
    company.until(lambda: len(company.lines) == 3)
    assert [line["seat"] for line in company.lines] == ["A", "B", "C"]


def test_an_alert_is_read_before_somebody_does_what_it_offers_first():
    company = Company("ABC")
    company.people.tap(1, FRENCH.faces[next(each(company.world.hand(1)))], 0.0)
    company.until(lambda: company.session.alerts)
    came = company.clock.now()
    company.until(lambda: not company.session.alerts)
    assert company.clock.now() - came == pytest.approx(READ_ALERT_S, abs=2.0)
    assert company.session.running.refused is None
    assert company.lines == []


def test_where_a_person_plays_it_is_the_person_who_has_read_an_alert():
    company = Company("ABC", person=0)
    company.people.tap(1, FRENCH.faces[next(each(company.world.hand(1)))], 0.0)
    company.until(lambda: company.session.alerts)
    while company.step():
        pass
    assert company.session.alerts
    company.session.intent(Intent("take-back"))
    while company.step():
        pass
    assert company.lines == []  # it is the person's turn


def test_what_somebody_was_about_to_play_is_put_back_where_a_card_is_taken_back():
    company = Company("ABC", draw_reader=False)
    company.until(lambda: len(company.lines) == 2)
    company.people.due(company.clock.now())  # C thinks
    company.session.intent(Intent("undo"))
    company.until(lambda: company.session.over)
    assert company.refused == []


@pytest.mark.parametrize("late", [0.0, 0.3, 0.45, 0.5, 0.55, 0.6, 0.7, 0.8, 1.0])
@pytest.mark.parametrize("refill", ["trick", "play", "may"])
def test_a_person_that_plays_on_before_its_refill_was_slid_shifts_no_other(late, refill):
    company = Company("ABC", person=0, seed=2, options={"refill": refill})
    shown = []

    def draws(event):
        shown.extend(company.lines[len(shown) :])

    company.session.listeners.append(draws)
    company.world_of_draws = []
    _play_on(company, late)
    for line, held in company.world_of_draws:
        assert held, line


def _play_on(company, late):
    """The person plays as soon as it may, but for so many seconds; each named card is looked for in its seat's hand."""
    keep = company.append

    def append(lines, positions=None):
        for _, text in lines:
            line = json.loads(text)
            if line["do"] == "draw" and "card" in line:
                hand = company.world.hand("ABC".index(line["seat"]))
                company.world_of_draws.append((line, hand >> FRENCH.card(line["card"]) & 1))
        keep(lines, positions)

    company.session.running._keeper.append = append
    while not company.session.over:
        deal = company.session.match.deal
        if deal.turn == 0 and company.session.stage == "play" and not company.people._lying:
            card = next(each(deal.legal(company.world.hand(0))))
            company.people.tap(0, FRENCH.faces[card], company.clock.now() + late)
            lines = len(company.lines)
            company.until(lambda lines=lines: len(company.lines) > lines)
        elif company.session.stage == "result":
            company.session.intent(Intent("next-deal"))
        else:
            assert company.step(), (company.session.alerts, deal.turn, company.people._lying, company.session.stage)


def test_a_result_is_looked_at_before_the_next_deal_begins():
    company = Company("AB", draw_reader=False, options={"target": 128})
    company.until(lambda: company.session.stage == "result")
    came = company.clock.now()
    company.until(lambda: company.session.stage == "play")
    assert company.clock.now() - came == pytest.approx(READ_RESULT_S, abs=2.0)


def test_when_the_match_is_over_nobody_does_anything():
    company = Company("AB").play()
    assert company.session.stage == "end"
    assert company.people.due(company.clock.now()) is None


def test_a_card_that_was_taken_back_is_played_again():
    company = Company("AB", draw_reader=False)
    company.until(lambda: len(company.lines) == 3)
    company.session.intent(Intent("undo"))
    company.until(lambda: company.session.over)
    assert company.kinds() == HONEST
    assert company.refused == []


def test_a_whole_trick_taken_back_is_played_again_with_the_same_refills():
    company = Company("ABC")
    company.until(lambda: len(company.lines) == 6)  # a trick and its three refills
    for _ in range(6):
        company.session.intent(Intent("undo"))
    company.until(lambda: company.session.over)
    assert company.kinds() == HONEST


def test_a_refill_that_the_reader_never_sees_is_given_up():
    company = Company("ABC")
    company.hardware.lay = lambda reader, uid, lay=company.hardware.lay: None if reader == "draw" else lay(reader, uid)
    tries = []
    over_gate = company.people._over_gate
    company.people._over_gate = lambda card, *when: (tries.append(card), over_gate(card, *when))
    company.play()
    assert company.session.over
    assert all(line["do"] == "play" for line in company.lines)
    assert max(Counter(tries).values()) <= SLIDES


# -- mistakes -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", MISTAKES)
@pytest.mark.parametrize("seats", ["AB", "ABCD"])
def test_whatever_people_do_wrong_the_game_comes_to_its_end(seats, kind):
    company = Company(seats, mistakes=1.0, kinds=(kind,)).play()
    assert company.session.over
    assert sum(company.session.running.history.deals[0].points) == 128


@pytest.mark.parametrize("kind", ["double", "missed"])
def test_what_is_only_clumsy_is_no_mistake(kind):
    """A card tapped twice is one play; one that no reader caught is tapped again."""
    clumsy = Company("ABCD", seed=6, mistakes=1.0, kinds=(kind,), options={"target": 100}).play()
    assert clumsy.kinds() == HONEST
    assert clumsy.session.alerts == type(clumsy.session.alerts)()
    deft = Company("ABCD", seed=6, options={"target": 100}).play()
    assert clumsy.lines == deft.lines
    assert len(clumsy.reads) > 1.3 * len(deft.reads)


@pytest.mark.parametrize("kind", ["wrong-seat", "out-of-turn"])
def test_a_card_at_a_seat_that_is_not_on_turn_is_refused_and_costs_nothing(kind):
    hasty = Company("ABC", seed=2, mistakes=1.0, kinds=(kind,)).play()
    assert {event["rule"] for event in hasty.refused} == {"out-of-turn"}
    assert len(hasty.refused) > 25
    assert [line for line in hasty.lines if line["do"] == "play"]
    assert hasty.kinds() == HONEST | {"refused"}
    calm = Company("ABC", seed=2).play()
    assert hasty.lines == calm.lines


def test_a_revoke_is_refused_where_the_hand_is_known_and_proved_where_it_shows_later():
    refused, proved = 0, 0
    for seed in range(6):
        company = Company("ABCD", seed=seed, mistakes=1.0, kinds=("revoke",)).play()
        assert company.kinds() <= HONEST | {"refused", "revoke", "suspect"}
        assert {event["rule"] for event in company.refused} <= {"follow-suit", "must-trump"}
        refused += len(company.refused)
        proved += len([event for event in company.heard if event["event"] == "revoke"])
        assert "note" not in company.kinds()  # nothing was misread
    assert refused
    assert proved


def test_the_share_of_mistakes_is_what_was_asked_for():
    tapped = {}
    for share in (0.0, 0.25, 1.0):
        company = Company("ABCD", mistakes=share, kinds=("wrong-seat",), draw_reader=False).play()
        tapped[share] = len(company.refused)
    assert tapped[0.0] == 0
    assert 4 <= tapped[0.25] <= 26
    assert tapped[1.0] == 52
