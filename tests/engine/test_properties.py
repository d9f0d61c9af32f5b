"""What holds in every game of Kullankaivaja, tried on games played at random by people with true hands."""

import random
from functools import cache, reduce
from operator import or_

import pytest
from plain_referee import PlainReferee
from referee_table import Table, kinds, only, snapshot
from true_games import choices, game

from engine.cards import each, set_of

ACCUSATIONS = {"refused", "revoke", "suspect", "note"}
GROUPS = range(10)


@cache
def legal_games(group):
    """Games without a breach: [(seats, dealer, options, lines)]. What of them the table sees is any part."""
    rng = random.Random(f"legal {group}")
    return [played(rng, breach=0.0) for _ in range(5)]


@cache
def games_with_breaches(group):
    rng = random.Random(f"breaches {group}")
    return [played(rng, breach=rng.choice((0.1, 0.4))) for _ in range(4)]


def played(rng, breach):
    seats, dealer, options = choices(rng)
    sight = {name: rng.choice((0, 0, 0.5, 1)) for name in ("dealt", "stocked", "drawn")}
    return seats, dealer, options, game(rng, seats, dealer, options, **sight, breach=breach, deals=2)


def at_table(seats, dealer, options):
    return Table(seats, dealer, **options)


def test_the_games_show_all_that_a_table_can_say():
    said = set()
    for group in GROUPS[:4]:
        for seats, dealer, options, lines in games_with_breaches(group):
            table = at_table(seats, dealer, options)
            said.update(*(kinds(table.line(line)) for line in lines))
    assert said == {"turn", "refused", "revoke", "suspect", "trick", "deal_over", "score", "game_over"}


@pytest.mark.parametrize("group", GROUPS)
def test_who_plays_by_the_rules_is_never_accused(group):
    for seats, dealer, options, lines in legal_games(group):
        table = at_table(seats, dealer, options)
        for line in lines:
            assert not ACCUSATIONS.intersection(kinds(table.line(line))), (seats, dealer, options, line)


@pytest.mark.parametrize("group", GROUPS)
def test_every_deal_is_worth_128_and_every_trick_is_counted(group):
    for seats, dealer, options, lines in (*legal_games(group), *games_with_breaches(group)):
        table = at_table(seats, dealer, options)
        for line in lines:
            table.line(line)
        counted = dict.fromkeys((side.id for side in table.game.sides), 0)
        side_of = {seat: table.game.sides[index].id for seat, index in zip(seats, table.game.side_of, strict=True)}
        for event in table.events:
            if event["event"] == "trick":
                counted[side_of[event["winner"]]] += event["points"]
                winner = side_of[event["winner"]]
            elif event["event"] == "deal_over":
                assert sum(event["points"].values()) == 128
                if "leftover" in event["detail"]:
                    counted[winner] += table.game.points(table.game.deck.card(event["detail"]["leftover"]))
            elif event["event"] == "score":
                assert event["total"] == counted
                assert list(event["total"]) == [side.id for side in table.game.sides]
        assert table.referee.match.totals() == counted


@pytest.mark.parametrize("group", GROUPS)
def test_no_card_is_lost_or_doubled(group):
    for seats, dealer, options, lines in (*legal_games(group), *games_with_breaches(group)):
        table = at_table(seats, dealer, options)
        pack = table.game.pack
        never_drawn = pack.bit_count() - 5 * len(seats) - table.game.drawable
        for line in lines:
            table.line(line)
            match, deal = table.referee.match, table.referee.match.deal
            assert deal.played.bit_count() + sum(deal.left) + deal.stock + never_drawn == pack.bit_count()
            assert sum(map(int.bit_count, deal.taken)) == deal.gone.bit_count() + never_drawn * deal.over
            assert [match.hands.size(seat) for seat in range(len(seats))] == deal.left
            seen = [*match.hands.known, deal.played, set_of(match.stock)]
            together = reduce(or_, seen)
            assert together.bit_count() == sum(map(int.bit_count, seen))
            assert not together & ~pack


@pytest.mark.parametrize("group", GROUPS)
def test_undoing_any_line_and_doing_it_again_changes_nothing(group):
    for seats, dealer, options, lines in games_with_breaches(group):
        table = at_table(seats, dealer, options)
        before = None  # a line that was refused
        for number, line in enumerate(lines, 2):
            said = table.line(line, number)
            if "refused" in kinds(said):
                before = number - 1, line
                continue
            after = snapshot(table.referee.match) if number % 7 == 0 else None
            table.undo()
            if "accept" in line:
                assert kinds(table.line(before[1], before[0] + 1)) == ["refused"]
            assert table.line(line, number) == said
            assert after is None or snapshot(table.referee.match) == after


@pytest.mark.parametrize("group", GROUPS)
def test_it_does_not_matter_what_the_seats_are_called(group):
    for seats, dealer, options, lines in games_with_breaches(group):
        names = dict(zip(seats, ("3", "", "seat", "Ä b")[: len(seats)], strict=True))
        first = at_table(seats, dealer, options)
        second = at_table([names[seat] for seat in seats], names[dealer], options)
        for line in lines:
            assert renamed(first.line(line), names) == second.line(renamed(line, names))


@pytest.mark.parametrize("group", GROUPS)
def test_it_does_not_matter_which_seat_is_listed_first(group):
    """Save for a suspect: of several groups of which one broke a rule, the first in seat order is named."""
    for seats, dealer, options, lines in games_with_breaches(group):
        first = at_table(seats, dealer, options)
        said = [unordered(first.line(line)) for line in lines]
        for start in range(1, len(seats)):
            second = at_table(seats[start:] + seats[:start], dealer, options)
            assert [unordered(second.line(line)) for line in lines] == said


def renamed(thing, names):
    """A line or events with other seat names, in side ids too."""
    if isinstance(thing, dict):
        return {renamed(key, names): renamed(value, names) for key, value in thing.items()}
    if isinstance(thing, list):
        return [renamed(value, names) for value in thing]
    if isinstance(thing, str):
        return "+".join(names.get(part, part) for part in thing.split("+"))
    return thing


def unordered(thing):
    """Events without the order of seats and sides, and without suspects."""
    if isinstance(thing, dict):
        return frozenset((unordered(key), unordered(value)) for key, value in thing.items())
    if isinstance(thing, list):
        return frozenset(unordered(value) for value in thing if value not in ("suspect",) and not is_suspect(value))
    if isinstance(thing, str) and "+" in thing:
        return frozenset(thing.split("+"))
    return thing


def is_suspect(value):
    return isinstance(value, dict) and value.get("event") == "suspect"


@pytest.mark.parametrize("group", GROUPS)
def test_forks_are_independent(group):
    rng = random.Random(f"forks {group}")
    for seats, dealer, options, lines in games_with_breaches(group):
        table = at_table(seats, dealer, options)
        at = rng.randrange(len(lines))
        for line in lines[:at]:
            table.line(line)
        before = snapshot(table.referee.match)
        fork = at_table(seats, dealer, options)
        fork.referee, fork.number = table.referee.fork(), table.number
        said = [fork.line(line) for line in lines[at:]]
        for _ in range(20):
            fork.undo()
        assert snapshot(table.referee.match) == before
        assert [table.line(line) for line in lines[at:]] == said


@pytest.mark.parametrize("group", GROUPS)
def test_every_illegal_card_of_a_known_hand_is_refused_and_changes_nothing(group):
    rng = random.Random(f"illegal {group}")
    tried = 0
    for _ in range(2):
        seats, dealer, options = choices(rng)
        lines = game(rng, seats, dealer, options, dealt=1, stocked=rng.choice((0, 1)), drawn=2, deals=1)
        table = at_table(seats, dealer, options)
        for line in lines:
            turn = next((event for event in reversed(table.events) if event["event"] == "turn"), {})
            if "legal" in turn and line.get("do") == "play":
                seat = table.seat(turn["seat"])
                held = table.referee.match.hands.known[seat]
                before = snapshot(table.referee.match)
                for card in each(held & ~table.game.deck.cards(turn["legal"])):
                    face = table.game.deck.faces[card]
                    refused = only("refused", table.do("play", turn["seat"], face))
                    assert refused["rule"] in ("follow-suit", "must-trump")
                    assert (refused["cards"], refused["seat"]) == (face, turn["seat"])
                    assert set(refused["because"].split()) <= set(turn["legal"].split())
                    tried += 1
                assert snapshot(table.referee.match) == before
            assert "refused" not in kinds(table.line(line))
    assert tried > 10


def disturbed(rng, lines, seats, deck):
    """The lines with others among them: what people do by mistake, and what they take back."""
    for line in lines:
        if rng.random() < 0.15:
            seat, face = rng.choice(seats), rng.choice(deck)
            yield rng.choice(
                [
                    {"seat": seat, "do": "play", "cards": face},
                    {"seat": seat, "do": "play", "cards": f"{face} {rng.choice(deck)}"},
                    {"seat": seat, "do": "draw", "card": face},
                    {"seat": seat, "do": "draw"},
                    {"seat": seat, "do": "draw", "card": face, "from": "discard"},
                    {"seat": seat, "do": "draw", "cards": f"{face} {rng.choice(deck)}"},
                    {"seat": seat, "do": "knock"},
                    {"stock": face},
                    {"deal": {seat: " ".join(rng.sample(deck, 5))}},
                    {"accept": True},
                    {"undo": True},
                ]
            )
        yield line
        if rng.random() < 0.05:
            yield {"undo": True}
            yield line


@pytest.mark.parametrize("group", range(16))
def test_a_slow_and_obvious_referee_says_the_same(group):
    """Every event and every key of it, also of proofs, where people break rules, make mistakes and take lines back."""
    rng = random.Random(f"plain {group}")
    seats, dealer, options, lines = played(rng, breach=0.3)
    table, plain = at_table(seats, dealer, options), PlainReferee(seats, dealer, options)
    assert plain.open() == table.events
    for number, line in enumerate(disturbed(rng, lines, seats, table.game.deck.faces), 2):
        assert table.line(line, number) == plain.line(line, number), f"group {group}, line {number}: {line}"
