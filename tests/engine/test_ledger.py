"""The ledger against every slower way to find out whether all that was seen and said can be true."""

import random
from itertools import combinations

import pytest
from made_up_deals import deal
from small_worlds import Worlds, dealt_ledger, some, tell, tiny_deal

from engine.cards import FRENCH, NO_CARDS, each, set_of
from engine.ledger import Clash, Ledger

A, B = 0, 1


@pytest.mark.parametrize("wild", [0.0, 0.5])
def test_it_clashes_exactly_where_no_deal_agrees_with_all_that_was_seen_and_said(wild):
    rng = random.Random(f"worlds {wild}")
    clashed = 0
    for _ in range(100):
        deck, dealt, draws, events = tiny_deal(rng, wild=wild)
        worlds = Worlds(deck, dealt, draws)
        everybody = range(len(dealt))
        facts = dealt_ledger(deck, everybody, dealt)
        said = dealt_ledger(deck, everybody, dealt)
        alone = {seat: dealt_ledger(deck, (seat,), dealt) for seat in everybody}
        numbers = dict.fromkeys(everybody, 0)
        for event in events:
            getattr(worlds, event[0])(*event[1:])
            if event[0] in ("lacks", "holds", "needs"):
                numbers[event[1]] |= 1 << worlds.promises - 1
                tell(said, event)
                tell(alone[event[1]], event)
            else:
                for ledger in (facts, said, *alone.values()):
                    tell(ledger, event)
            for ledger in (facts, said, *alone.values()):
                ledger._check()
            assert bool(facts.clash()) == (not worlds.alive)
            assert bool(said.clash()) == (not worlds.possible(sum(numbers.values())))
            clashed += bool(said.clash())
            if worlds.alive:  # with wrong facts one seat's ledger may know too little of the others
                for seat in everybody:
                    assert bool(alone[seat].clash()) == (not worlds.possible(numbers[seat]))
    assert clashed > 80


def test_no_two_ways_of_building_a_ledger_differ():
    """At once or from books kept, claims in their place or entered afterwards: the same sets and the same clash."""
    rng = random.Random("builds")
    for _ in range(200):
        deck, dealt, _, events = tiny_deal(rng, wild=0.2)
        tracked = [seat for seat in range(len(dealt)) if rng.random() < 0.7]
        now = dealt_ledger(deck, tracked, dealt)
        books = dealt_ledger(deck, tracked, dealt, waits=True)
        after = dealt_ledger(deck, tracked, dealt, waits=True)
        said = []
        for event in events:
            tell(now, event)
            tell(books, event)
            if event[0] in ("lacks", "holds", "needs"):
                what, seat, spoken = event
                spoken &= ~(now.gone if what == "lacks" else NO_CARDS)
                said.append((what, seat, spoken, len(now.places.get(seat, ()))))
            else:
                tell(after, event)
        books.place()
        after.place()
        rng.shuffle(said)
        for what, seat, spoken, had in said:
            getattr(after, what)(seat, spoken, had)
        for other in (books, after):
            other._check()
            assert other.may == now.may
            assert other.room == now.room
            assert other.clash() == now.clash()


def test_without_take_ups_a_clash_is_a_hall_sum():
    rng = random.Random("hall")
    found = 0
    for _ in range(400):
        deck = FRENCH.all & set_of(rng.sample(range(52), 24))
        ledger = dealt_ledger(deck, range(4), [6, 6, 6, 6])
        may = [deck] * 4
        left = set_of(each(deck))
        for _ in range(rng.randrange(4, 24)):
            seat = rng.randrange(4)
            if rng.random() < 0.6:
                card = rng.choice(list(each(left)))
                left &= ~(1 << card)
                may = [m if s == seat else m & ~(1 << card) for s, m in enumerate(may)]
                clash = ledger.plays(seat, card)
            else:
                lacking = some(rng, left, 0.35)
                may[seat] &= ~lacking
                clash = ledger.lacks(seat, lacking)
            ledger._check()
            excess = []
            for size in range(5):
                for group in combinations(range(4), size):
                    only = deck
                    for seat in set(range(4)) - set(group):
                        only &= ~may[seat]
                    excess.append(only.bit_count() - 6 * size)
            assert (clash.excess if clash else 0) == max(0, *excess)
            found += clash is not None
            if clash:
                break
    assert found > 100


def closed_form(births, windows, unseen):
    """Whether one seat's hand works out: `births` are rooms in order; a played card has a window of births.

    Played cards by earliest deadline into the earliest places; then what is left is filled with unseen cards, each
    allowed from its own birth on.
    """
    waiting = sorted(windows)
    free = []
    ready = []
    for birth, room in enumerate(births):
        ready = sorted(ready + [last for first, last in waiting if first == birth])
        if any(last < birth for last in ready):
            return False
        taken = min(room, len(ready))
        ready = ready[taken:]
        free += [birth] * (room - taken)
    if ready:
        return False
    return all(sum(first <= birth for first in unseen) >= k for k, birth in enumerate(free, 1))


def test_one_seat_agrees_with_the_closed_form():
    rng = random.Random("closed form")
    found = 0
    for _ in range(300):
        deck = FRENCH.all & set_of(rng.sample(range(52), 14))
        cards_left = list(each(deck))
        rng.shuffle(cards_left)
        births, mine, gone_before = [3], set_of(cards_left.pop() for _ in range(3)), [NO_CARDS]
        ledger = Ledger(deck, [A])
        ledger.takes(A, 3)
        said, played, gone = [], {}, NO_CARDS  # said: (how many births, cards); played: card -> births before it
        for _ in range(20):
            choice = rng.random()
            if choice < 0.25 and cards_left:
                mine |= 1 << cards_left.pop()
                births.append(1)
                gone_before.append(gone)
                ledger.takes(A, 1)
            elif choice < 0.5 and mine:
                card = rng.choice(list(each(mine)))
                mine &= ~(1 << card)
                gone |= 1 << card
                played[card] = len(births)
                ledger.plays(A, card)
            elif choice < 0.65 and len(cards_left) > 1:
                card = cards_left.pop()
                gone |= 1 << card
                ledger.plays(B, card)
            else:
                lacking = some(rng, deck & ~gone, 0.4)
                said.append((len(births), lacking))
                ledger.lacks(A, lacking)
            ledger._check()
            first = {card: max([had for had, f in said if f >> card & 1], default=0) for card in each(deck)}
            windows = [(first[card], last - 1) for card, last in played.items()]
            empty = any(start > end for start, end in windows)
            works = not empty and closed_form(births, windows, [first[card] for card in each(deck & ~gone)])
            assert (ledger.clash() is None) == works
            if not works:
                found += 1
                break
    assert found > 60


def largest_matching(rooms, may, deck):
    """(how many cards find no place, the cards reached from them): Kuhn's method, card by card."""
    lies = [[] for _ in rooms]

    def put(card, tried):
        for place, cards_there in enumerate(may):
            if cards_there >> card & 1 and place not in tried:
                tried.add(place)
                if len(lies[place]) < rooms[place]:
                    lies[place].append(card)
                    return True
                for other in lies[place]:
                    if put(other, tried):
                        lies[place].remove(other)
                        lies[place].append(card)
                        return True
        return False

    homeless = [card for card in each(deck) if not put(card, set())]
    reached = set()
    for card in homeless:
        put(card, reached)
    return len(homeless), set_of(homeless) | set_of(card for place in reached for card in lies[place])


def places_of(log, seats, deck):
    """(rooms, may) worked out anew from the whole log, place by place."""
    rooms, may = [deck.bit_count()], [NO_CARDS]
    for birth, (what, seat, *rest) in enumerate(log):
        if what != "takes":
            continue
        count, known = rest
        rooms[0] -= count
        rooms.append(count)
        cards_there = deck if known is None else known
        for time, (other_what, other_seat, *other) in enumerate(log):
            if other_what == "plays" and (other_seat != seat or time < birth):
                cards_there &= ~(1 << other[0])
            elif other_what == "takes" and other[1] and time != birth:
                cards_there &= ~other[1]
            elif other_what == "lacks" and other_seat == seat and time > birth:
                cards_there &= ~other[0]
        may.append(cards_there)
    in_hands = NO_CARDS
    for what, _, *rest in log:
        if what == "plays":
            in_hands |= 1 << rest[0]
        elif what == "takes" and rest[1]:
            in_hands |= rest[1]
    may[0] = deck & ~in_hands
    return rooms, may


@pytest.mark.parametrize("seed", range(8))
def test_in_a_whole_deal_it_finds_what_a_matching_from_scratch_finds(seed):
    rng = random.Random(f"matching {seed}")
    deck, events = deal(rng, breach=0.15, dealt=rng.choice((0, 0.5)), drawn=rng.choice((0, 0.3)), named=0.3)
    ledger, log, gone, latest = Ledger(deck, range(4)), [], NO_CARDS, {}
    compared = 0
    for event in events:
        if event.what == "deals":
            for seat, count in enumerate(event.counts):
                log.append(["takes", seat, count, event.known.get(seat)])
                ledger.takes(seat, count, event.known.get(seat))
        elif event.what == "takes":
            latest[event.seat] = len(log), len(ledger.places[event.seat])
            log.append(["takes", event.seat, 1, event.cards])
            ledger.takes(event.seat, 1, event.cards)
        elif event.what == "names":
            at, place = latest[event.seat]
            log[at][3] = 1 << event.card
            ledger.names(event.seat, event.card, place)
        else:
            gone |= 1 << event.card
            log.append(["plays", event.seat, event.card])
            ledger.plays(event.seat, event.card)
            lacking = set_of(card for _, rung in event.rungs for card in each(rung)) & ~gone
            if lacking:
                log.append(["lacks", event.seat, lacking])
                ledger.lacks(event.seat, lacking)
        ledger._check()
        if rng.random() < 0.25:
            rooms, may = places_of(log, 4, deck)
            assert (ledger.room, ledger.may) == (rooms, may)
            homeless, reached = largest_matching(rooms, may, deck)
            clash = ledger.clash() or Clash(NO_CARDS, (), 0)
            assert (clash.excess, clash.cards) == (homeless, reached)
            assert homeless == 0 or clash.cards.bit_count() == sum(rooms[p] for p in clash.places) + homeless
            compared += 1
    assert compared > 10


def test_which_cards_are_moved_changes_no_clash():
    """The same deal with the cards numbered anew, so that other cards are lifted, put and moved first."""
    rng = random.Random("numbers")
    for _ in range(150):
        deck, dealt, _, events = tiny_deal(rng, wild=0.3)
        number = list(range(deck.bit_length()))
        rng.shuffle(number)

        def anew(cards_then, number=number):
            return None if cards_then is None else set_of(number[card] for card in each(cards_then))

        first, second = (dealt_ledger(deck, range(len(dealt)), dealt) for _ in range(2))
        for what, seat, *rest in events:
            one = tell(first, (what, seat, *rest))
            if what in ("plays", "names"):
                two = tell(second, (what, seat, number[rest[0]]))
            else:
                two = tell(second, (what, seat, anew(rest[0]), *rest[1:]))
            assert one == two or (one and two and two == one._replace(cards=anew(one.cards)))
