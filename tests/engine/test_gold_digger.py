"""Gold Digger: where gold may go, chips, the scoring of groups, and who wins."""

import random

import pytest
from random_games import check_refusals, check_undo, games, plain, play
from referee_table import Table, kinds, only, refusal

from engine.cards import each
from engine.errors import BadCard, BadGame, BadLine
from engine.games import load
from engine.games.gold_digger import GROUPS
from engine.options import Numbers
from table.script import line_text, read_line

VALUES = [1, 2, 2, 3, 3, 3, 4, 4, 4, 5, 5, 5, 6, 6, 7, 8, 9, 10]
FIGURE = dict(zip(GROUPS, ("boot", "pick", "fan", "mug", "pistol", "press"), strict=True))
RULES = {
    *("wrong-phase", "out-of-turn", "no-chips", "wrong-count", "card-seen"),
    *("wrong-group", "no-group", "group-full", "needs-figure"),
}


class GoldDigger(Table):
    """A table for Gold Digger; the first seat starts. In `turn` the cards come from whoever is on turn."""

    rules = "gold-digger"

    def __init__(self, seats="A B C", dealer=None, **options):
        super().__init__(seats, dealer, **options)

    @property
    def next_seat(self):
        return self.game.seats[self.referee.match.next_seat]

    def lay(self, *cards):
        """Figures as `boot`, gold as `coins-3 ladies`; the events of the last one."""
        for card in cards:
            face, *group = card.split()
            verb = "layoff" if group else "play"
            said = self.do(verb, self.next_seat, face, onto=group[0] if group else None)
            assert kinds(said) != ["refused"], said
        return said

    def chip(self, seat):
        return self.do("declare", seat, value="chip")

    def refused(self, verb, cards, onto=None, seat=None):
        return refusal(self.do(verb, seat or self.next_seat, cards, onto=onto))

    def all_but(self, last, ladies=()):
        """A whole round of 66 cards up to the last one, a figure or a counterfeit for the counterfeiters.

        The ladies have these coins, and counterfeits; all other coin cards show a single one.
        """
        cards = [figure for figure in FIGURE.values() for _ in range(5)]
        cards += [f"coins-{value} ladies" for value in ladies] + ["fake ladies"] * (6 - len(ladies))
        gold = ["fake"] * (12 + len(ladies)) + ["coins-1"] * (18 - len(ladies))
        (cards if last in cards else gold).remove(last)
        rooms = [group for group in GROUPS if group != "ladies" for _ in range(6)]
        self.lay(*cards, *(f"{face} {room}" for face, room in zip(gold, rooms, strict=False)))
        return self


# The deck and the options


def test_sixty_six_cards():
    game = GoldDigger(coin_values=VALUES).game
    faces = [game.deck.faces[card] for card in each(game.pack)]
    assert len(faces) == 66
    assert [faces.count(figure) for figure in FIGURE.values()] == [5] * 6
    assert faces.count("fake") == 18
    assert [faces.count(f"coins-{value}") for value in range(1, 11)] == [VALUES.count(value) for value in range(1, 11)]


@pytest.mark.parametrize("values", [VALUES[1:], [*VALUES[1:], 0], [*VALUES[1:], 11], [*VALUES[1:], True], "1,2", 18])
def test_coin_values_are_eighteen_numbers_from_one_to_ten(values):
    with pytest.raises(BadGame, match="a list of 18 whole numbers from 1 to 10"):
        GoldDigger(coin_values=values)


def test_coin_values_may_be_nothing_and_are_read_from_text():
    option = GoldDigger(coin_values=None).game.option_table[1]
    assert option.values == Numbers(18, 1, 10)
    assert option.read(",".join(map(str, VALUES))) == VALUES
    assert option.read("many") == "many"


@pytest.mark.parametrize("seats", ["A", "A B C D E F"])
def test_only_two_to_five_play(seats):
    with pytest.raises(BadGame):
        GoldDigger(seats)


@pytest.mark.parametrize(
    "line",
    [
        '{"seat": "A", "do": "play", "cards": "pistol"}',
        '{"seat": "A", "do": "layoff", "cards": "coins-10", "onto": "counterfeiters"}',
        '{"seat": "A", "do": "layoff", "cards": "fake", "onto": "hosts"}',
        '{"seat": "A", "do": "declare", "value": "chip"}',
    ],
)
def test_the_table_script_reads_and_writes_the_ids(line):
    game = GoldDigger().game
    assert line_text(read_line(line, game.seats, game.deck), game.seats, game.deck) == line


def test_the_same_id_stands_on_several_cards():
    table = GoldDigger()
    table.lay("boot", "boot", "coins-7 adventurers", "coins-7 adventurers", "fake adventurers", "fake adventurers")
    match = table.referee.match
    assert match.away().bit_count() == 6
    assert table.game.text(match.gold("adventurers")) == "coins-7 coins-7 fake fake"
    assert table.game.text(match.figures("adventurers")) == "boot boot"


# Turns


def test_the_seat_after_the_dealer_starts_and_turns_go_clockwise():
    table = GoldDigger(dealer="A")
    assert plain(table.events) == [{"event": "turn", "seat": "B", "phase": "turn"}]
    assert table.lay("fake ladies")[-1]["seat"] == "C"
    assert table.lay("fake ladies")[-1]["seat"] == "A"


@pytest.mark.parametrize("verb", ["draw", "discard", "bid", "take", "knock", "exchange", "show"])
def test_other_verbs_are_nothing_here(verb):
    assert GoldDigger().refused(verb, None) == ("wrong-phase", "")


def test_no_hands_no_stock():
    table = GoldDigger()
    assert refusal(table.deal(A="boot")) == ("wrong-phase", "")
    assert refusal(table.stock("boot")) == ("wrong-phase", "")


def test_another_seats_card_is_out_of_turn():
    assert GoldDigger().refused("play", "boot", seat="B") == ("out-of-turn", "")


@pytest.mark.parametrize("cards", ["boot boot", "", None])
def test_one_card_a_turn(cards):
    assert GoldDigger().refused("play", cards) == ("wrong-count", "")


def test_a_figure_laid_off_onto_its_own_group_is_the_same_as_played():
    table = GoldDigger()
    assert table.do("layoff", "A", "fan", onto="ladies")[-1]["phase"] == "chip"
    assert table.do("layoff", "B", "fan")[-1]["phase"] == "chip"
    assert table.game.text(table.referee.match.figures("ladies")) == "fan fan"


# Which card cannot be, and where it may not go


def test_five_figures_of_a_group():
    table = GoldDigger()
    table.lay(*["boot"] * 5)
    assert table.refused("play", "boot") == ("card-seen", "")
    assert table.refused("play", "boot", "ladies") == ("card-seen", "")  # before wrong-group


def test_eighteen_counterfeits_and_eighteen_coins():
    table = GoldDigger()
    table.lay(*(f"fake {group}" for group in GROUPS[:3] for _ in range(6)))
    assert table.refused("layoff", "fake", "hosts") == ("card-seen", "")
    table.lay(*(f"coins-{1 + place % 3} {group}" for group in GROUPS[3:] for place in range(6)))
    assert table.refused("layoff", "coins-9", "hosts") == ("card-seen", "")  # before group-full


def test_coin_values_say_how_many_of_each_there_are():
    table = GoldDigger(coin_values=VALUES)
    table.lay("coins-9 hosts")
    assert table.refused("layoff", "coins-9", "hosts") == ("card-seen", "")
    table.lay("coins-2 hosts", "coins-2 hosts")
    assert table.refused("layoff", "coins-2", "hosts") == ("card-seen", "")
    assert GoldDigger(coin_values=[3] * 18).refused("layoff", "coins-4", "hosts") == ("card-seen", "")


@pytest.mark.parametrize("verb", ["play", "layoff"])
def test_a_figure_goes_to_its_own_group(verb):
    assert GoldDigger().refused(verb, "boot", "ladies") == ("wrong-group", "")


@pytest.mark.parametrize(("verb", "onto"), [("play", None), ("layoff", None), ("play", "ladies")])
def test_gold_goes_onto_a_group(verb, onto):
    assert GoldDigger().refused(verb, "coins-3", onto) == ("no-group", "")


@pytest.mark.parametrize("card", ["boot", "fake"])
def test_a_group_that_there_is_not_is_no_line(card):
    with pytest.raises(BadLine, match="gardeners"):
        GoldDigger().do("layoff", "A", card, onto="gardeners")


def test_a_card_that_there_is_not_is_no_line():
    with pytest.raises(BadCard):
        GoldDigger().do("layoff", "A", "coins-11", onto="ladies")


def test_without_any_figure_gold_goes_anywhere():
    GoldDigger().lay("coins-1 ladies", "fake bandits", "fake bandits")


def test_gold_goes_to_a_group_with_a_figure_if_one_has_room():
    table = GoldDigger()
    table.lay("boot", "fan", *["fake adventurers"] * 5)
    assert table.refused("layoff", "fake", "bandits") == ("needs-figure", "")
    table.lay("fake adventurers")
    assert table.refused("layoff", "fake", "adventurers") == ("group-full", "")
    assert table.refused("layoff", "fake", "bandits") == ("needs-figure", "")
    table.lay(*["coins-1 ladies"] * 6)
    assert table.refused("layoff", "fake", "ladies") == ("group-full", "")
    table.lay("fake bandits", "fake hosts", "pistol")
    assert table.refused("layoff", "fake", "hosts") == ("needs-figure", "")


# Chips


def test_a_chip_goes_to_the_group_of_the_figure_at_once():
    table = GoldDigger()
    assert plain(table.lay("boot")) == [{"event": "turn", "seat": "A", "phase": "chip"}]
    assert plain(table.chip("A")) == [{"event": "turn", "seat": "B", "phase": "turn"}]
    assert table.referee.match.chips == [("adventurers", 0)]
    assert refusal(table.chip("A")) == ("wrong-phase", "")  # decided


@pytest.mark.parametrize("answer", ["pass", "the next card"])
def test_no_chip(answer):
    table = GoldDigger()
    table.lay("boot")
    if answer == "pass":
        assert plain(table.do("pass", "A")) == [{"event": "turn", "seat": "B", "phase": "turn"}]
    else:
        assert plain(table.lay("fake adventurers")) == [{"event": "turn", "seat": "C", "phase": "turn"}]
    assert refusal(table.chip("A")) == ("wrong-phase", "")
    assert refusal(table.do("pass", "A")) == ("wrong-phase", "")
    assert table.referee.match.chips == []


def test_only_who_laid_the_figure_decides():
    table = GoldDigger()
    table.lay("boot")
    assert refusal(table.chip("B")) == ("out-of-turn", "")
    assert refusal(table.do("pass", "B")) == ("out-of-turn", "")
    assert table.refused("play", "fan", seat="A") == ("out-of-turn", "")


def test_no_chip_without_a_figure():
    table = GoldDigger()
    assert refusal(table.chip("A")) == ("wrong-phase", "")
    table.lay("fake hosts")
    assert refusal(table.chip("A")) == ("wrong-phase", "")
    assert refusal(table.do("pass", "B")) == ("wrong-phase", "")


def test_three_chips_a_round():
    table = GoldDigger("A B")
    for figure in ("boot", "boot", "fan"):
        table.lay(figure)
        table.chip("A")
        table.lay("fake adventurers")
    assert refusal(table.chip("A")) == ("wrong-phase", "")
    assert plain(table.lay("boot")) == [{"event": "turn", "seat": "B", "phase": "turn"}]
    assert refusal(table.chip("B")) == ("out-of-turn", "")
    assert refusal(table.do("pass", "A")) == ("wrong-phase", "")
    assert refusal(table.chip("A")) == ("no-chips", "")
    assert refusal(table.accept()) == ("wrong-phase", "")  # there is none to place
    assert sorted(table.referee.match.chips) == [("adventurers", 0), ("adventurers", 0), ("ladies", 0)]


def test_a_chip_is_all_that_can_be_declared():
    table = GoldDigger()
    table.lay("boot")
    assert refusal(table.do("declare", "A", value="gold")) == ("wrong-phase", "")
    with pytest.raises(BadLine):
        table.do("declare", "A", value=1)


def test_a_chip_is_taken_back():
    table = GoldDigger()
    table.lay("boot")
    table.chip("A")
    assert plain(table.undo()) == [{"event": "turn", "seat": "A", "phase": "chip"}]
    assert plain(table.undo()) == [{"event": "turn", "seat": "A", "phase": "turn"}]


# The end of a round


def scored(said):
    return [event for event in said if event["event"] == "group_scored"]


def test_the_round_ends_with_a_gold_card():
    table = GoldDigger(rounds=1).all_but("fake")
    said = table.lay("fake counterfeiters")
    assert kinds(said) == ["group_scored"] * 6 + ["deal_over", "score", "game_over"]
    assert [event["group"] for event in scored(said)] == list(GROUPS)
    assert [event["gold"] for event in scored(said)] == [0, 1, 0, 6, 6, 5]
    assert only("deal_over", said)["detail"] == {"round": 1}
    assert only("game_over", said)["winners"] == ["A", "B", "C"]  # nobody has anything: they share
    assert refusal(table.do("play", "A", "boot")) == ("wrong-phase", "")


@pytest.mark.parametrize("answer", ["chip", "pass"])
def test_the_last_figure_is_decided_before_the_round_is_scored(answer):
    table = GoldDigger(rounds=2).all_but("press")
    seat = table.next_seat
    assert plain(table.lay("press")) == [{"event": "turn", "seat": seat, "phase": "chip"}]
    assert table.refused("layoff", "fake", "ladies") == ("wrong-phase", "")  # all 66 lie
    assert [ask.do for ask in table.referee.match.asks()] == ["declare", "pass"]
    said = table.chip(seat) if answer == "chip" else table.do("pass", seat)
    assert kinds(said) == ["group_scored"] * 6 + ["deal_over", "score", "turn"]
    assert scored(said)[-1]["paid"] == ({seat: 6} if answer == "chip" else {})


def test_the_last_figure_of_who_has_no_chip_ends_the_round():
    table = GoldDigger(rounds=2).all_but("press")
    last = table.referee.match.next_seat
    table.referee.match.chips = [("ladies", last)] * 3
    said = table.lay("press")
    assert kinds(said) == ["group_scored"] * 6 + ["deal_over", "score", "turn"]
    assert refusal(table.chip(table.game.seats[last])) == ("wrong-phase", "")  # a new round


@pytest.mark.parametrize(
    ("coins", "chips", "share", "paid"),
    [
        ((6, 4, 3), "AAB", 4, {"A": 8, "B": 4}),  # the rulebook's
        ((2,), "ABC", 0, {"A": 0, "B": 0, "C": 0}),
        ((9, 9, 9), "CA", 13, {"A": 13, "C": 13}),
        ((10, 10), "", 0, {}),
    ],
)
def test_shares(coins, chips, share, paid):
    table = GoldDigger(rounds=1).all_but("fake", ladies=coins)
    table.referee.match.chips = [("ladies", table.seat(owner)) for owner in chips]
    (ladies,) = (event for event in scored(table.lay("fake counterfeiters")) if event["group"] == "ladies")
    assert plain([ladies])[0] == {
        "event": "group_scored",
        "group": "ladies",
        "gold": sum(coins),
        "chips": len(chips),
        "share": share,
        "paid": paid,
    }


def test_the_start_moves_clockwise_and_chips_come_back():
    table = GoldDigger("A B", rounds=2).all_but("fake")
    table.referee.match.chips = [("ladies", 0)] * 3
    said = table.lay("fake counterfeiters")
    assert plain(said)[-1] == {"event": "turn", "seat": "B", "phase": "turn"}
    match = table.referee.match
    assert (match.rows, match.chips, match.chips_left(0)) == ([], [], 3)


# What people let stand


def test_a_wrong_row_may_be_let_stand():
    table = GoldDigger()
    table.do("layoff", "A", "boot", onto="ladies")
    assert plain(table.accept()) == [{"event": "turn", "seat": "A", "phase": "chip"}]
    table.chip("A")
    assert table.referee.match.chips == [("ladies", 0)]
    table.lay("fake ladies")  # it counts where it lies


@pytest.mark.parametrize("onto", ["adventurers", "hosts"])
def test_gold_where_it_may_not_go_may_be_let_stand(onto):
    table = GoldDigger()
    table.lay("boot", "fan", *["fake adventurers"] * 6)
    table.do("layoff", table.next_seat, "coins-5", onto=onto)
    assert plain(table.accept())[-1]["phase"] == "turn"
    assert table.game.text(table.referee.match.gold(onto)).startswith("coins-5")


@pytest.mark.parametrize(("verb", "onto"), [("play", None), ("layoff", None)])
def test_gold_put_nowhere_cannot_be_let_stand(verb, onto):
    table = GoldDigger()
    table.do(verb, "A", "coins-5", onto=onto)
    assert refusal(table.accept()) == ("wrong-phase", "")


# Whole games


class Shoe:
    """The shuffled cards of each round: what is on top, as the `hands` of a random game."""

    def __init__(self, game, seed):
        self.game, self.rng, self.round = game, random.Random(seed), None

    def __call__(self, match):
        if self.round != match.deals_done:
            self.round = match.deals_done
            values = self.game.options["coin_values"] or self.rng.choices(range(1, 11), k=18)
            faces = [figure for figure in FIGURE.values() for _ in range(5)]
            faces += [f"coins-{value}" for value in values] + ["fake"] * 18
            self.rng.shuffle(faces)
            self.pack = faces
        if len(match.rows) == 66:
            return {}
        return {match.next_seat: 1 << self.game.deck.card(self.pack[len(match.rows)])}


def whole_games(seats, number, **options):
    for seed in range(number):
        game = load("gold-digger", "ABCDE"[:seats], None, options)
        yield from games(lambda game=game: game, 1, seed=seed, hands=Shoe(game, seed))


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
@pytest.mark.parametrize("options", [{"rounds": 1}, {"coin_values": VALUES, "rounds": 2}])
def test_random_games_end_and_count_as_the_page_says(seats, options):
    for table, steps in whole_games(seats, 5, **options):
        names = table.game.seats
        coins, placed, total, last = dict.fromkeys(GROUPS, 0), [], dict.fromkeys(names, 0), None
        for act, _, said in steps:
            face = table.game.deck.text(act.cards) if act.cards else ""
            if face in FIGURE.values():
                last = next(group for group, figure in FIGURE.items() if figure == face)
            elif face.startswith("coins"):
                coins[act.onto] += int(face[6:])
            elif act.do == "declare":
                placed.append((last, names[act.seat]))
            if "deal_over" not in kinds(said):
                continue
            points = dict.fromkeys(names, 0)
            for group in GROUPS:
                owners = [owner for where, owner in placed if where == group]
                for owner in owners:
                    points[owner] += coins[group] // len(owners)
            assert only("deal_over", said)["points"] == points
            total = {seat: total[seat] + points[seat] for seat in names}
            assert only("score", said)["total"] == total
            coins, placed = dict.fromkeys(GROUPS, 0), []
        assert len([act for act, _, _ in steps if act.cards]) == 66 * options["rounds"]
        best = [seat for seat in names if total[seat] == max(total.values())]
        assert steps[-1].said[-1] == {"event": "game_over", "winners": best}


def test_a_group_gets_six_gold_cards_and_nobody_more_than_three_chips():
    game = load("gold-digger", "ABCDE", None, {})
    table = Table.of(game)
    for _ in play(table, random.Random(3), hands=Shoe(game, 3)):
        match = table.referee.match
        assert all(match.gold(group).bit_count() <= 6 and match.figures(group).bit_count() <= 5 for group in GROUPS)
        assert all(match.chips_left(seat) >= 0 for seat in range(5))
        assert match.away().bit_count() == len(match.rows)
        assert match.away() & ~game.pack == 0


@pytest.mark.parametrize("seats", [2, 5])
def test_undo_at_every_step(seats):
    game = load("gold-digger", "ABCDE"[:seats], None, {"rounds": 1})
    check_undo(lambda: game, hands=Shoe(game, 1))


def test_what_is_refused_changes_nothing():
    game = load("gold-digger", "ABC", None, {"rounds": 1, "coin_values": VALUES})
    came = check_refusals(lambda: game, RULES, hands=Shoe(game, 1))
    assert came >= RULES - {"no-chips", "wrong-count", "wrong-group"}


def test_what_lies_open():
    table = GoldDigger()
    table.lay("fan")
    table.chip("A")
    table.lay("coins-3 ladies")
    shown, deck = table.referee.match.shown(), table.game.deck
    lying = {(pile.id, pile.name): deck.text(pile.cards) for pile in shown.piles if pile.cards}
    assert lying == {("figures", "ladies"): "fan", ("gold", "ladies"): "coins-3"}
    assert [pile.name for pile in shown.piles[::2]] == list(GROUPS)
    assert [(fact.id, fact.number, fact.seat, fact.word) for fact in shown.facts] == [
        ("stock", 64, None, None),
        ("chip", None, 0, "ladies"),
    ]
    assert [fact.number for (fact,) in shown.seats] == [2, 3, 3]
