"""`lapio play`: a person at the screen and simulated people at the other seats."""

import json
import time

import pytest

from display.view import EndView, Intent, PlayView, ResultView
from engine.cards import FRENCH
from table.cli import main
from table.journal import Journal
from table.script import read_header
from tests.table.whole_games import played, replayed

SPEED = ("--speed", "400", "--bridge", "reads")  # simulated chips could not keep up
PATIENCE_S = 0.2  # real seconds until somebody clicks once more


class Person:
    """A screen with somebody before it who plays the first card that may be played, until `leaves` says so.

    `asks` are intents for moments of the game: at the first view for which their test holds.
    """

    hidden = False
    size = (1280, 720)

    def __init__(self, leaves=lambda view: isinstance(view, EndView), wish="quit", asks=()):
        self.leaves = leaves
        self.wish = wish
        self.asks = list(asks)
        self.views = []
        self.answered = None
        self.patient_until = 0.0
        self.until = time.monotonic() + 60

    def __call__(self, size, look, *, fullscreen=False, allow_hidden=False, **_):
        """As the screen's class is called."""
        assert not allow_hidden
        return self

    def show(self, view):
        self.views.append(view)

    def tick(self, now):
        return None

    def wake(self):
        pass

    def close(self):
        self.closed = True

    def intents(self, timeout):
        view = self.views[-1]
        if self.answered is not view or time.monotonic() > self.patient_until:
            self.answered, self.patient_until = view, time.monotonic() + PATIENCE_S
            intent = self._answer(view)
            if intent is not None:
                return [intent]
        time.sleep(min(timeout, 0.001))
        assert time.monotonic() < self.until, "the game stands still"
        return []

    def _answer(self, view):
        for ask in self.asks:
            if ask[0](view):
                self.asks.remove(ask)
                return ask[1]
        if self.leaves(view):
            return Intent(self.wish)
        if isinstance(view, ResultView):
            return Intent("next-deal")
        if not isinstance(view, PlayView):
            return None
        if view.alert is not None:
            return Intent(view.alert.actions[0])
        return self._card(view)

    def _card(self, view):
        for seat, face in enumerate(view.match.seats):
            if face.playable and view.turn == seat:
                return Intent("card", sorted(face.playable)[0], seat)
        return None


@pytest.fixture
def play(monkeypatch, capsys, tmp_path):
    """Run `lapio play` with a person before the screen: exit status, and what was printed."""
    monkeypatch.setenv("LAPIO_DATA", str(tmp_path))

    def run(person, *words):
        monkeypatch.setattr("display.screen.Screen", person)
        status = main(["play", "--language", "en", *SPEED, *words])
        out, err = capsys.readouterr()
        assert err == ""
        assert status == 0
        assert person.closed
        return out

    return run


@pytest.fixture
def kept(tmp_path):
    """The games of the journal in the data folder, the oldest first."""

    def games():
        with Journal.open(tmp_path / "journal.sqlite", read_only=True) as journal:
            return [journal.load(game.id) for game in journal.games()]

    return games


def come_to(number, laid=0):
    """Whether the game has come to this trick, and to so many cards in it."""
    return lambda view: not isinstance(view, PlayView) or (view.trick, len(view.laid)) >= (number, laid)


def mine(loaded, seat):
    return [keys["cards"] for _, keys in played(loaded) if keys.get("do") == "play" and keys["seat"] == seat]


# -- a game ---------------------------------------------------------------------------------------------


def test_a_person_plays_a_whole_game(play, kept):
    out = play(Person(), "--seed", "3")
    (game,) = kept()
    assert game.game.state == "finished"
    assert len(mine(game, "South")) == 13
    assert "total" in out
    _, events = replayed(game.script)
    assert {event["event"] for event in events} == {"turn", "trick", "score", "deal_over", "game_over"}


@pytest.mark.parametrize(
    ("words", "seat"),
    [
        (("--players", "2"), "South"),
        (("--players", "3"), "West"),
        (("--seat", "north"), "North"),
        (("--names", "Åsa,Väinö", "--seat", "väinö"), "Väinö"),
        (("--teams", "--no-draw-reader", "--seat", "West"), "West"),
    ],
)
def test_a_person_sits_where_it_wants_to_and_sees_its_own_hand_only(play, kept, words, seat):
    person = Person(leaves=come_to(3))
    play(person, *words)
    (game,) = kept()
    index = read_header(game.header).seats.index(seat)
    for view in person.views:
        shown = [number for number, face in enumerate(view.match.seats) if face.hand is not None]
        assert shown == [index]
    assert mine(game, seat)


def test_without_a_seed_each_game_is_dealt_anew(play, kept):
    for _ in range(2):
        play(Person(leaves=come_to(1)), "--new")
    first, second = (json.loads(game.lines[0][1].removeprefix("# mock ")) for game in kept())
    assert first["seed"] != second["seed"]


# -- leaving and going on -------------------------------------------------------------------------------


def test_who_leaves_goes_on_later_where_it_was(play, kept):
    before = Person(leaves=come_to(4))
    play(before, "--seed", "3")
    (game,) = kept()
    assert game.game.state == "running"
    after = Person()
    out = play(after)
    assert "unfinished game: kullankaivaja, North, East, South, West" in out
    (again,) = kept()
    assert again.lines[: len(game.lines)] == game.lines
    assert again.game.state == "finished"
    assert after.views[0].match.seats[2].hand == before.views[-1].match.seats[2].hand
    assert sorted(mine(again, "South")) == sorted(set(mine(again, "South")))
    assert len(mine(again, "South")) == 13


def test_left_in_the_middle_of_a_trick_the_same_cards_lie_there(play):
    before = Person(leaves=come_to(2, laid=2))
    play(before, "--seed", "3")
    after = Person(leaves=lambda view: True)
    play(after)
    assert after.views[0].laid == before.views[-1].laid
    assert after.views[0].match == before.views[-1].match


def test_a_new_game_leaves_the_unfinished_one(play, kept):
    play(Person(leaves=come_to(2)), "--seed", "3")
    play(Person(leaves=come_to(2)), "--seed", "4", "--new")
    assert [game.game.state for game in kept()] == ["abandoned", "running"]


def test_a_game_that_is_over_is_not_gone_on_with(play, kept):
    play(Person(), "--players", "2")
    out = play(Person(leaves=come_to(1)), "--players", "2")
    assert "unfinished" not in out
    assert [game.game.state for game in kept()] == ["finished", "running"]


def test_the_person_may_sit_down_elsewhere_when_it_goes_on(play):
    play(Person(leaves=come_to(2)), "--seed", "3")
    person = Person(leaves=lambda view: True)
    play(person, "--seat", "East")
    assert [face.hand is not None for face in person.views[0].match.seats] == [False, True, False, False]


def test_again_begins_another_game(play, kept):
    games = []

    class Insatiable(Person):
        def _answer(self, view):
            if isinstance(view, EndView) and len(games) < 2:
                games.append(view)
                return Intent("again")
            return super()._answer(view)

    play(Insatiable(), "--players", "2", "--seed", "3")
    kept = kept()
    assert [game.game.state for game in kept] == ["finished"] * 3
    seeds = [json.loads(game.lines[0][1].removeprefix("# mock "))["seed"] for game in kept]
    assert seeds[0] == 3
    assert len(set(seeds)) == 3


def test_a_game_that_simulated_people_began_can_be_gone_on_with(play, kept, tmp_path, capsys):
    """As far as it was kept when it was interrupted, its seats are all simulated; now one is a person's."""
    from table.start import Setup

    with Journal.open(tmp_path / "journal.sqlite") as journal:
        game = journal.begin('{"game": "kullankaivaja", "seats": ["A", "B", "C"], "dealer": "C"}')
        journal.append(game, [(2, Setup(5).text)])
    play(Person())
    (game,) = kept()
    assert game.game.state == "finished"
    assert len(mine(game, "C")) == 17


def test_a_game_of_a_real_table_is_left_alone(monkeypatch, capsys, tmp_path):
    with Journal.open(tmp_path / "journal") as journal:
        game = journal.begin('{"game": "kullankaivaja", "seats": ["A", "B", "C"], "dealer": "C"}')
        journal.append(game, [(2, '{"seat": "A", "do": "play", "cards": "5C"}')])
    monkeypatch.setattr("display.screen.Screen", Person())
    assert main(["play", "--journal", str(tmp_path / "journal")]) == 2
    assert "--new" in capsys.readouterr().err
    with Journal.open(tmp_path / "journal") as journal:
        assert journal.unfinished().game.state == "running"


@pytest.mark.parametrize(("answer", "goes_on"), [("", True), ("y", True), ("n", False), ("No", False), (None, True)])
def test_at_a_terminal_it_asks_whether_to_go_on(play, kept, monkeypatch, answer, goes_on):
    play(Person(leaves=come_to(2)), "--seed", "3")

    def answered(prompt):
        assert "[Y/n]" in prompt
        if answer is None:
            raise EOFError
        return answer

    monkeypatch.setattr("sys.stdin.isatty", lambda: True)
    monkeypatch.setattr("builtins.input", answered)
    play(Person(leaves=come_to(3)), "--seed", "4")
    assert [game.game.state for game in kept()] == (["running"] if goes_on else ["abandoned", "running"])


# -- taking back ----------------------------------------------------------------------------------------


def test_a_card_can_be_taken_back_without_anybody_being_accused(play, kept):
    """Whoever was about to play puts the card back, too."""
    undo = [(come_to(trick, laid), Intent("undo")) for trick in (2, 4, 6) for laid in (1, 2)]
    person = Person(asks=undo)
    play(person, "--seed", "3")
    assert person.asks == []
    (game,) = kept()
    assert [keys for _, keys in played(game)].count({"undo": True}) == 6
    assert [view.alert for view in person.views if isinstance(view, PlayView) and view.alert] == []
    plays = [event["cards"].split() for event in replayed(game.script)[1] if event["event"] == "trick"]
    assert sorted(card for trick in plays[-13:] for card in trick) == sorted(FRENCH.faces)


def test_an_alert_stays_until_the_person_has_read_it(play):
    """South lays a card that is not its turn; nobody else takes the alert away."""

    class Hasty(Person):
        looked = 0

        def _answer(self, view):
            if isinstance(view, PlayView) and view.alert is not None:
                return None
            return super()._answer(view)

        def intents(self, timeout):
            if isinstance(self.views[-1], PlayView) and self.views[-1].alert is not None:
                self.looked += 1
                return [Intent("quit")] if self.looked == 100 else super().intents(timeout)
            return super().intents(timeout)

        def _card(self, view):
            hand = view.match.seats[2].hand
            return super()._card(view) if view.turn == 2 or not hand else Intent("card", hand[0], 2)

    person = Hasty()
    play(person, "--seed", "3")
    assert person.looked == 100
    assert person.views[-1].alert.rule == "out-of-turn"


def test_a_result_stays_until_the_person_has_read_it(play):
    class Slow(Person):
        looked = 0

        def intents(self, timeout):
            if isinstance(self.views[-1], ResultView):
                self.looked += 1
                return [Intent("quit")] if self.looked == 100 else super().intents(timeout)
            return super().intents(timeout)

        def _answer(self, view):
            return None if isinstance(view, ResultView) else super()._answer(view)

    person = Slow()
    play(person, "--seed", "3", "--players", "2")
    assert person.looked == 100
    assert isinstance(person.views[-1], ResultView)
