"""Whole games of Amerikaner and Ramina, played at random by people with true hands, counted again plainly."""

import random

import pytest
from deciding_people import ACCUSATIONS, Amerikaner, People, Ramina, acts_to_try, agree, takes
from referee_table import refusal, snapshot

from engine.actions import Act
from engine.cards import each

# How much of the hands, the stock, the cards changed and the cards drawn a table reads.
UNSEEN = {}
KNOWN = {"dealt": 1, "stocked": 1, "changed": 1, "drawn": 1}
MIXED = {"dealt": 0.5, "changed": 0.5, "drawn": 0.6}
READS = [pytest.param(UNSEEN, id="unseen"), pytest.param(KNOWN, id="known"), pytest.param(MIXED, id="mixed")]
GAMES = [  # table, seats, options
    *((Amerikaner, seats, {"target": 1}) for seats in ("A B C", "A B C D", "A B C D E")),
    *((Ramina, "ABCDEFGH"[:count], {"target": 3, "rules": "fi"}) for count in range(3, 9)),
    *((Ramina, "ABCDEFGH"[:count], {"target": 2, "rules": "sv"}) for count in range(3, 9)),
    (Ramina, "A B C D", {"target": 5, "rules": "nb", "max_rests": 0}),
    (Ramina, "A B C D", {"target": 4, "rules": "nb", "must_trump": True, "max_rests": 1}),
]
OWN_RULES = {
    Amerikaner: {"bid-too-low", "follow-suit", "call-trump", "called-card", "card-seen"},
    Ramina: {"forced-play", "follow-suit", "must-trump"},
}


def people(table, number, seats, options, reads):
    rng = random.Random(f"{table.rules} {number} {seats} {options} {reads}")
    return People(table, rng, " ".join(seats.replace(" ", "")), **reads, **options)


class Sheet:
    """Reads a table's events and counts on its own; fails where the table says something else."""

    def __init__(self, game):
        self.seats, self.options = game.seats, game.options
        self.totals = dict.fromkeys(self.seats, 0)
        self.clear()

    def clear(self):
        self.tricks = dict.fromkeys(self.seats, 0)
        self.over = None

    def read(self, events):
        for event in events:
            getattr(self, f"read_{event['event']}")(event)

    def read_turn(self, event):
        self.on_turn = event["seat"]

    def count(self, event, trump):
        """A trick that the seat on turn has completed."""
        laid = event["cards"].split()
        order = [seat for seat in self.seats if seat in self.playing]
        leader = (order.index(self.on_turn) + 1) % len(order)
        winner = order[(leader + laid.index(takes(event["cards"], trump))) % len(order)]
        assert event["winner"] == winner
        self.tricks[winner] += 1

    def read_deal_over(self, event):
        points, detail = self.deal()
        assert (event["points"], event["detail"]) == (points, detail)
        for seat in self.seats:
            self.totals[seat] += points[seat]

    def read_score(self, event):
        assert event["total"] == self.totals
        self.clear()

    def read_game_over(self, event):
        most = max(self.totals.values())
        assert most >= self.options["target"]
        assert event["winners"] == [seat for seat in self.seats if self.totals[seat] == most]


class AmerikanerSheet(Sheet):
    def clear(self):
        super().clear()
        self.playing = self.seats
        self.bid = self.bidder = self.partner = self.trump = None

    def read_contract(self, event):
        self.bid, self.bidder = event["value"], event["seat"]

    def read_trick(self, event):
        if self.bid != "amerikaner" and not any(self.tricks.values()):
            self.trump = event["cards"][1]
        self.count(event, self.trump)

    def read_partner(self, event):
        self.partner, self.called = event["seat"], event["cards"]

    def deal(self):
        if self.bid is None:
            return self.tricks, {"bid": None}
        count = sum(self.tricks.values())
        assert count == {3: 17, 4: 13, 5: 10}[len(self.seats)]
        assert (self.partner is None) == (self.bid == "amerikaner")
        wanted = count if self.bid == "amerikaner" else self.bid
        assert self.partner is None or self.called[1] == self.trump
        ours = {self.bidder, self.partner} - {None}
        made = sum(self.tricks[seat] for seat in ours) >= wanted
        points = self.tricks | dict.fromkeys(ours, wanted if made else -wanted)
        return points, {"bid": self.bid, "bidder": self.bidder, "partner": self.partner, "tricks": self.tricks}


class RaminaSheet(Sheet):
    def __init__(self, game):
        super().__init__(game)
        self.chips, self.pot = dict.fromkeys(self.seats, 30), 0

    def clear(self):
        super().clear()
        self.playing = None

    def read_pot(self, event):
        assert sum(event["chips"].values()) + event["pot"] == 30 * len(self.seats)
        if self.playing is None:  # the last seat has decided
            self.playing = [seat for seat in self.seats if event["chips"][seat] < self.chips[seat]]
            assert event["pot"] == self.pot + len(self.playing)
        self.chips, self.pot = event["chips"], event["pot"]

    def read_trick(self, event):
        assert len(event["cards"].split()) == len(self.playing)
        self.count(event, self.trump)

    def deal(self):
        size = 4 if len(self.seats) == 8 else 5
        if len(self.playing) == 1:
            self.tricks[self.playing[0]] = size
        won = any(self.totals[seat] + self.tricks[seat] >= self.options["target"] for seat in self.seats)
        assert (self.pot == 0) == (won or not (self.playing or self.pot))
        burned = [] if won else [seat for seat in self.playing if not self.tricks[seat]]
        if self.playing and not won:
            assert sum(self.tricks.values()) == size
        points = self.tricks | {seat: -self.totals[seat] for seat in burned}
        return points, {"tricks": self.tricks, "burned": burned}


SHEETS = {Amerikaner: AmerikanerSheet, Ramina: RaminaSheet}


def play_and_check(table, seats, options, reads, number):
    """One game: both tables say the same, and what a plain count says; no card is in two places."""
    played = people(table, number, seats, options, reads)
    sheet = SHEETS[table](played.table.game)
    while not played.over:
        played.deal_cards()
        sheet.trump = played.true.deal.trump if table is Ramina else sheet.trump
        seen, truth = played.step()
        assert agree(seen, truth), (number, seen, truth)
        sheet.read(seen)
        if played.true.deal is played.deal:
            check_hands(played.table.referee.match.hands, played.true.hands.known)
    assert not ACCUSATIONS.intersection(event["event"] for event in played.table.events + played.all_seen.events)


def check_hands(hands, true):
    """What is known of the hands is true, and their sizes are right."""
    assert all(known & held == known for known, held in zip(hands.known, true, strict=True))
    assert [hands.size(seat) for seat in range(len(true))] == [held.bit_count() for held in true]


@pytest.mark.parametrize("reads", READS)
@pytest.mark.parametrize(("table", "seats", "options"), GAMES)
def test_legal_games_accuse_nobody_and_count_right(table, seats, options, reads):
    for number in range(34):
        play_and_check(table, seats, options, reads, number)


def test_a_long_game_goes_on_to_its_target():
    play_and_check(Amerikaner, "A B C D", {}, UNSEEN, "long")
    play_and_check(Ramina, "A B C D", {}, UNSEEN, "long")


def illegal(played):
    """What the seat on turn may not do of all that it may think of, and of all cards."""
    match = played.true
    seat = played.all_seen.seat(match.turn()["seat"])
    tried = acts_to_try(match, played.rng)
    if match.phase == "play":
        tried = [Act("play", seat, (card,)) for card in each(match.game.deck.all)]
    return [act for act in tried if match.refuse(act) is not None]


@pytest.mark.parametrize(("table", "seats", "options"), GAMES[1:6])
def test_everything_illegal_is_refused_and_changes_nothing(table, seats, options):
    rules = set()
    for number in range(2):
        played = people(table, number, seats, options | {"target": 7}, KNOWN)
        while not played.over:
            played.deal_cards()
            before = snapshot(played.table.referee.match)
            for act in illegal(played):
                rules.add(refusal(played.table.take(act))[0])
            assert snapshot(played.table.referee.match) == before
            played.step()
    assert rules <= OWN_RULES[table] | {"card-seen", "not-in-hand", "wrong-count", "wrong-value"}
    assert rules >= OWN_RULES[table] - {"must-trump", "forced-play"}


@pytest.mark.parametrize("reads", READS)
@pytest.mark.parametrize(("table", "seats", "options"), GAMES[1:8:3])
def test_what_is_undone_and_done_again_is_as_it_was(table, seats, options, reads):
    played = people(table, "undo", seats, options, reads)
    while not played.over:
        played.deal_cards()
        while played.unnamed:  # so that one step is one line
            played.name_some()
        before, turn, number = (
            snapshot(played.table.referee.match),
            played.table.referee.match.turn(),
            played.table.number,
        )
        seen, _ = played.step()
        act = played.table.referee.accepted[-1].act
        assert played.table.undo()[-1] == {"event": "turn", "line": played.table.number, **turn}
        assert snapshot(played.table.referee.match) == before
        played.table.number = number
        assert played.table.take(act) == seen


@pytest.mark.parametrize("dealt", [0, 0.5])
@pytest.mark.parametrize("table", [Amerikaner, Ramina])
def test_each_breach_is_proved_by_the_last_card_of_its_deal_and_nobody_else_is_named(table, dealt):
    breaches, proved = {}, {}
    for number in range(30):
        seats = "A B C D E"[: 5 + 2 * (number % 3)]
        played = people(table, number, seats, {"target": 300}, {"dealt": dealt, "drawn": dealt})
        said = []
        while "deal_over" not in [event["event"] for event in said]:
            played.deal_cards()
            wrong = [(act, rules) for act in illegal(played) if (rules := broken_by(played.true, act))]
            if not wrong or played.rng.random() > 0.25:
                said, _ = played.step()
                continue
            act, rules = played.rng.choice(wrong)
            said = played.breach(act)
            if said[0]["event"] == "refused":
                assert said[0]["rule"] in rules
                said = played.table.accept()
            else:
                breaches[number, played.table.game.seats[act.seat], played.table.number] = rules
        for event in played.table.events:
            if event["event"] == "revoke":
                assert (number, event["seat"], event["at"]) not in proved
                proved[number, event["seat"], event["at"]] = event["rule"]
            elif event["event"] == "suspect":
                assert {seat for game, seat, _ in breaches if game == number}.intersection(event["seats"])
    assert proved.keys() == breaches.keys()
    assert all(proved[line] in rules for line, rules in breaches.items())
    assert len(breaches) > 20


def broken_by(match, act):
    """The rules that depend on the hand which the act breaks; none where the seat does not hold the card."""
    held = match.hands.known[act.seat]
    if act.do == "declare":
        refused = match.refuse(act)
        return {refused.rule} if refused.rule == "called-card" else set()
    if act.do != "play" or not held >> act.card & 1:
        return set()
    return {must.rule for must in match.deal.rows(act.card) if must.cards & held}
