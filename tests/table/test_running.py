"""A match as a script: what is kept, in which order, and that it can be taken up again at every line."""

import json
from dataclasses import replace
from itertools import pairwise
from random import Random

import pytest

from display.view import EndView, Intent, PlayView
from engine.actions import Act
from engine.cards import FRENCH, each
from engine.errors import LapioError
from engine.games import load
from engine.playout import Playout
from engine.referee import Referee
from table.running import Running
from table.script import Header, read_line
from tests.table.at_the_table import AtTheTable
from tests.table.whole_games import knowledge, plain, reader, replayed


class Disk:
    """Keeps lines as the journal does, and if wanted remembers for each append what the table knew then."""

    def __init__(self, *, remembers=False):
        self.remembers = remembers
        self.lines = []
        self.appends = []
        self.known = []
        self.running = None

    def append(self, lines, positions=None):
        assert [number for number, _ in lines] == list(range(lines[0][0], lines[0][0] + len(lines)))
        assert not self.lines or lines[0][0] > self.lines[-1][0]
        self.lines += lines
        self.appends.append(len(self.lines))
        if self.remembers:
            self.known.append(what_is_known(self.running))

    def store_positions(self, positions):
        pass


def what_is_known(running):
    """Everything that a running match knows, but which card was refused last: that is forgotten when it is resumed."""
    return knowledge(running.referee), plain(running.history), plain(running.just_over), running.number


class Deal:
    """A running match at which honest and other cards are played from hands that we know."""

    def __init__(self, seats="ABC", seed=1, *, remembers=False, **options):
        self.header = Header("kullankaivaja", tuple(seats), seats[-1], options)
        self.disk = Disk(remembers=remembers)
        self.running = self.disk.running = Running(self.referee(), self.disk)
        self.rng = Random(seed)
        self.playout = None

    def referee(self):
        return Referee(load(self.header.game, self.header.seats, self.header.dealer, self.header.options))

    def shuffle(self):
        pack = list(each(self.running.match.game.pack))
        self.rng.shuffle(pack)
        self.playout = Playout(self.running.match.game, pack, self.running.match.deal.turn)
        return self.playout

    def read_deal(self):
        """The hands are read as they are dealt: every breach is then refused at once."""
        hands = {seat: tuple(each(hand)) for seat, hand in enumerate(self.playout.hands)}
        self.running.submit(Act("deal", hands=hands))

    def play(self, card):
        """The seat on turn plays a card, and the refills are named."""
        seat = self.playout.deal.turn
        events = self.running.submit(Act("play", seat, (card,)))
        if events[0].kind == "refused" and events[0].keys["rule"] in ("follow-suit", "must-trump"):
            if self.rng.random() < 0.5:
                return
            events = self.running.accept()
        assert all(event.kind != "refused" for event in events)
        hands = self.playout.hands[:]
        self.playout.play(card)
        for drawer in self.running.match.nameable:
            drawn = self.playout.hands[drawer] & ~hands[drawer]
            self.running.submit(Act("draw", drawer, tuple(each(drawn)), source="stock"))

    def play_out(self):
        """The whole deal."""
        while not self.playout.deal.over:
            legal = self.playout.legal()
            hand = self.playout.hands[self.playout.deal.turn]
            self.play(self.rng.choice(list(each(hand if self.rng.random() < 0.2 else legal))))

    def script(self):
        header = {"game": self.header.game, "seats": self.header.seats, "dealer": self.header.dealer}
        texts = [json.dumps(header | {"options": self.header.options}), *(text for _, text in self.disk.lines)]
        return "\n".join(texts) + "\n"

    def resumed(self, lines=None, keeper=None):
        again = Running(self.referee(), keeper)
        again.resume(self.disk.lines if lines is None else lines, reader(self.header))
        return again


@pytest.fixture
def deal():
    deal = Deal()
    deal.shuffle()
    return deal


def act(text, seats="ABC"):
    """An act in the words of a script."""
    return read_line(text, tuple(seats), FRENCH)


# -- what is kept ---------------------------------------------------------------------------------------


def test_an_accepted_act_is_the_next_line(deal):
    deal.running.submit(act('{"seat": "A", "do": "play", "cards": "5C"}'))
    deal.running.submit(act('{"seat": "B", "do": "play", "cards": "6C"}'))
    assert deal.disk.lines == [
        (2, '{"seat": "A", "do": "play", "cards": "5C"}'),
        (3, '{"seat": "B", "do": "play", "cards": "6C"}'),
    ]


def test_the_events_carry_the_number_of_the_line_that_is_kept(deal):
    events = deal.running.submit(act('{"seat": "A", "do": "play", "cards": "5C"}'))
    assert {event.line for event in events} == {2}


def test_a_refused_act_is_not_kept_and_takes_no_number(deal):
    events = deal.running.submit(act('{"seat": "B", "do": "play", "cards": "5C"}'))
    assert [event.kind for event in events] == ["refused"]
    assert (deal.disk.lines, deal.running.number) == ([], 1)
    deal.running.submit(act('{"seat": "A", "do": "play", "cards": "6C"}'))
    assert deal.disk.lines[0][0] == 2


def test_what_is_let_stand_is_kept_together_with_the_refused_act(deal):
    deal.read_deal()
    deal.running.submit(Act("play", 0, (next(each(deal.playout.hands[0])),)))
    breach = _breach(deal.running, deal.playout.hands[1])
    deal.running.submit(Act("play", 1, (breach,)))
    before = len(deal.disk.appends)
    events = deal.running.accept()
    assert events
    assert {event.line for event in events} == {5}
    assert [text for _, text in deal.disk.lines[-2:]] == [
        json.dumps({"seat": "B", "do": "play", "cards": FRENCH.faces[breach]}),
        '{"accept": true}',
    ]
    assert len(deal.disk.appends) == before + 1  # both or none


def _breach(running, hand):
    """A card of this hand that may not be played now; the deal is one where there is such a card."""
    return next(each(hand & ~running.match.deal.legal(hand)))


def test_what_cannot_be_let_stand_is_not_kept(deal):
    deal.running.submit(act('{"seat": "B", "do": "play", "cards": "5C"}'))
    assert deal.running.accept() == []
    assert deal.disk.lines == []


def test_with_nothing_refused_there_is_nothing_to_let_stand(deal):
    assert deal.running.accept() == []


def test_with_nothing_played_there_is_nothing_to_take_back(deal):
    assert deal.running.undo() == []
    assert deal.disk.lines == []


def test_taking_back_is_a_line_of_its_own(deal):
    fresh = what_is_known(deal.running)[:2]
    deal.running.submit(act('{"seat": "A", "do": "play", "cards": "5C"}'))
    deal.running.undo()
    assert deal.disk.lines[-1] == (3, '{"undo": true}')
    assert what_is_known(deal.running)[:2] == fresh


def test_a_card_drawn_meanwhile_leaves_the_refused_one_refused(deal):
    for seat, card in zip("ABC", ("5C", "6C", "7C"), strict=True):
        deal.running.submit(act(f'{{"seat": "{seat}", "do": "play", "cards": "{card}"}}'))
    leader = deal.running.match.deal.turn
    other = (leader + 1) % 3
    deal.running.submit(Act("play", other, (FRENCH.card("8C"),)))
    refused = deal.running.refused
    deal.running.submit(Act("draw", deal.running.match.nameable[0], (FRENCH.card("9C"),), source="stock"))
    assert refused is not None
    assert deal.running.refused == refused


def test_where_the_disk_fails_the_match_goes_on_in_memory(deal):
    def full(lines, positions=None):
        raise LapioError("the disk is full")

    deal.running.submit(act('{"seat": "A", "do": "play", "cards": "5C"}'))
    deal.disk.append = full
    deal.running.submit(act('{"seat": "B", "do": "play", "cards": "6C"}'))
    assert deal.running.unkept == "the disk is full"
    deal.running.submit(act('{"seat": "C", "do": "play", "cards": "7C"}'))
    assert deal.running.number == 4
    assert len(deal.running.referee.accepted) == 3


# -- taken up again -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("seed", "seats", "read_deal", "options"),
    [
        (1, "AB", False, {"refill": "play"}),
        (2, "ABC", False, {}),
        (3, "ABC", True, {"three_player_deck": "52"}),
        (4, "ABCD", True, {"teams": True}),
    ],
)
def test_taken_up_again_after_any_line_the_table_knows_what_it_knew(seed, seats, read_deal, options):
    """Two deals with breaches that are let stand, and lines taken back at their ends; looked at after many of them."""
    deal = Deal(seats, seed, target=128, remembers=True, **options)
    for _ in range(2):
        deal.shuffle()
        if read_deal:
            deal.read_deal()
        deal.play_out()
        _take_back_and_play_again(deal)
    texts = [text for _, text in deal.disk.lines]
    assert '{"undo": true}' in texts
    assert not read_deal or '{"accept": true}' in texts
    for end, known in Random(seed).sample(list(zip(deal.disk.appends, deal.disk.known, strict=True)), 40):
        assert what_is_known(deal.resumed(deal.disk.lines[:end])) == known


def _take_back_and_play_again(deal):
    """The last lines of a deal are taken back, and played once more."""
    running = deal.running
    accepted = running.referee.accepted[-5:]
    for _ in accepted:
        running.undo()
    for again in accepted:
        running.submit(again.act)
        if running.refused is not None:
            running.accept()


def test_the_kept_lines_are_a_script_that_says_the_same():
    deal = Deal("ABC", 5)
    deal.shuffle()
    deal.read_deal()
    deal.play_out()
    referee, events = replayed(deal.script())
    assert knowledge(referee) == knowledge(deal.running.referee)
    assert events[-1]["event"] == "game_over"


def test_gone_on_with_it_numbers_and_keeps_as_if_nothing_had_happened():
    """The same acts, once in one go and once with the table started anew before each."""
    once, often = Deal("AB", 3), Deal("AB", 3)
    once.shuffle()
    once.play_out()
    for accepted in once.running.referee.accepted:
        often.running = often.disk.running = often.resumed(keeper=often.disk)
        often.running.submit(accepted.act)
        often.running.accept()
    assert often.disk.lines == once.disk.lines
    assert knowledge(often.running.referee) == knowledge(once.running.referee)


def test_numbers_may_have_gaps_and_comments_are_no_lines(deal):
    lines = [
        (2, '# mock {"seed": 1}'),
        (7, '{"seat": "A", "do": "play", "cards": "5C"}'),
        (9, "# a note"),
    ]
    running = deal.resumed(lines)
    assert running.number == 9
    assert [accepted.line for accepted in running.referee.accepted] == [7]


@pytest.mark.parametrize(
    "lines",
    [
        ['{"seat": "B", "do": "play", "cards": "5C"}'],
        ['{"seat": "A", "do": "play", "cards": "5C"}', '{"seat": "B", "do": "play", "cards": "5C"}', '{"undo": true}'],
        ['{"seat": "B", "do": "play", "cards": "5C"}', '{"accept": true}'],
        ['{"accept": true}'],
        ['{"undo": true}'],
        ['{"seat": "A", "do": "dance"}'],
        ["spilled coffee"],
    ],
)
def test_lines_that_cannot_have_been_kept_are_not_gone_on_with(deal, lines):
    """They belong to other rules, and the game would go on from a table that nobody has seen."""
    with pytest.raises(LapioError):
        deal.resumed(list(enumerate(lines, 2)))


# -- over a deal's end ----------------------------------------------------------------------------------


def test_the_last_card_of_a_deal_can_be_taken_back_and_played_again():
    deal = Deal("AB", 2, target=1000)
    deal.shuffle()
    deal.play_out()
    running = deal.running
    done, totals = running.history.deals[:], running.match.totals()
    last = running.referee.accepted[-1].act
    running.undo()
    assert running.history.deals == []
    assert (running.match.deals_done, running.match.deal.tricks) == (0, 25)
    running.submit(last)
    assert running.history.deals == done
    assert running.match.totals() == totals


def test_several_deals_can_be_taken_back_line_by_line():
    deal = Deal("AB", 2, target=1000)
    totals = [deal.running.match.totals()]
    for _ in range(3):
        deal.shuffle()
        deal.play_out()
        totals.append(deal.running.match.totals())
    assert len(deal.running.history.deals) == 3
    seen = []
    while deal.running.referee.accepted:
        if deal.running.match.deal.played == 0:
            seen.append(deal.running.match.totals())
        deal.running.undo()
        assert len(deal.running.history.deals) == deal.running.match.deals_done
        assert len(deal.running.history.entries) == len(deal.running.referee.accepted)
    assert [deal.running.match.totals(), *reversed(seen)] == totals


def test_the_history_tells_each_deal_with_its_points_and_cards():
    deal = Deal("ABC", 4, target=1000)
    for _ in range(3):
        deal.shuffle()
        deal.play_out()
    history = deal.running.history
    assert [done.deal for done in history.deals] == [1, 2, 3]
    for done in history.deals:
        assert sum(done.points) == 128
        assert sum(cards.bit_count() for cards in done.taken) == 51
    for one, other in pairwise(history.deals):
        assert other.before == tuple(map(sum, zip(one.before, one.points, strict=True)))
    assert [len(history.trick(2, trick)) for trick in range(1, 18)] == [3] * 17


# -- what people see ------------------------------------------------------------------------------------


class TakenUp(AtTheTable):
    """A table that can be left and taken up again."""

    def __init__(self, seats="NESW", **options):
        self.disk = Disk()
        super().__init__(seats, keeper=self.disk, **options)
        self.disk.running = self.session.running
        self.header = Header("kullankaivaja", tuple(seats), seats[-1], options)

    def again(self):
        """The same table, started anew with the kept lines."""
        fresh = TakenUp("".join(self.seating.names), **self.header.options)
        fresh.session.resume(self.disk.lines, reader(self.header))
        fresh.now = self.now + 60
        return fresh


def same_picture(table):
    """The picture of a table and the one that it shows after it was started anew."""
    view = table.session.view()
    return replace(view, alert=None, showing_last=False), table.again().session.view()


def test_in_the_middle_of_a_trick_the_same_cards_lie_and_the_same_seat_is_on_turn():
    table = TakenUp()
    table.trick("N 5C", "E 7C", "S KC", "W 2C", "S 3D", "W 4D")
    before, after = same_picture(table)
    assert after == before
    again = table.again()
    assert again.played == ["3D", "4D"]
    again.trick("N 6D", "E 8D")
    assert [laid.card for laid in again.session.view().last_trick] == ["3D", "4D", "6D", "8D"]


def test_after_taking_back_it_is_as_if_never_played():
    table = TakenUp()
    table.trick("N 5C", "E 7C")
    table.session.intent(Intent("undo"))
    before, after = same_picture(table)
    assert after == before
    again = table.again()
    again.tap("E", "9C")
    assert again.played == ["5C", "9C"]


def test_after_a_breach_was_let_stand_it_still_stands():
    table = TakenUp()
    table.session.submit(Act("deal", hands={1: FRENCH.read("7C 8C 9H TH KH")}))
    table.trick("N 5C", "E 9H")
    table.session.intent(Intent("accept"))
    before, after = same_picture(table)
    assert after == before
    again = table.again()
    again.trick("S KC", "W 2C")
    assert [event for event in again.heard if event["event"] == "revoke"] == []


def test_a_refused_card_is_forgotten_and_can_be_laid_again():
    table = TakenUp()
    table.tap("N", "5C")
    table.tap("S", "9H")
    assert table.alert
    again = table.again()
    assert again.alert is None
    assert again.session.intent(Intent("accept")) is None
    assert again.played == ["5C"]


def test_refills_that_nobody_has_named_are_named_in_drawing_order_after_all():
    table = TakenUp()
    table.trick("N 5C", "E 7C", "S KC", "W 2C")
    table.tap("draw", "9S")
    table.tap("S", "3D")
    again = table.again()
    again.tap("draw", "8S")
    assert again.disk.lines[-1][1] == '{"seat": "W", "do": "draw", "card": "8S", "from": "stock"}'


def test_a_name_that_was_taken_back_is_given_to_the_same_seat_again():
    table = TakenUp()
    table.trick("N 5C", "E 7C", "S KC", "W 2C")
    table.tap("draw", "9S", "8S")
    table.session.intent(Intent("undo"))
    table.wait(5)
    table.tap("draw", "7S")
    assert table.disk.lines[-1][1] == '{"seat": "W", "do": "draw", "card": "7S", "from": "stock"}'


def test_a_match_that_is_over_shows_its_end_and_can_be_taken_back():
    deal = Deal("AB", 2)
    deal.shuffle()
    deal.play_out()
    table = TakenUp("AB")
    table.session.resume(deal.disk.lines, reader(deal.header))
    view = table.session.view()
    assert isinstance(view, EndView)
    assert view.deals == tuple(done.points for done in deal.running.history.deals)
    table.session.intent(Intent("undo"))
    assert isinstance(table.session.view(), PlayView)
    assert table.disk.lines == [(deal.running.number + 1, '{"undo": true}')]


def test_what_lies_on_the_readers_as_the_table_is_started_is_not_played_again():
    from firmware_bridge.reads import TagOn

    table = TakenUp()
    table.trick("N 5C", "E 7C")
    again = table.again()
    for place, card in (("N", "5C"), ("E", "7C"), ("S", "9C")):
        again.session.handle(TagOn(again.reader(place), again.uid(card), again.now, first=True))
    again.wait(5)
    assert again.played == ["5C", "7C"]
    assert again.alert is None
