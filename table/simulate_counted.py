"""Deals of games whose card points are counted, played out with open hands as fast as that goes.

Each deal has a chance of its own, made of the seed and the deal's number, so deal 500 is the same whether 501 deals are
played or a million, and with revokes or without. Cards and lines go to the same referee that judges real ones.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import NamedTuple

from engine.actions import Act, Event
from engine.cards import NO_CARDS, Card, CardSet, each
from engine.counting import CountingGame
from engine.playout import Playout
from engine.referee import Referee
from engine.trick import TrickDeal
from table.players import PLAYERS, Player, draw_from
from table.simulate_plan import ACCUSES, Advance, Clock, Plan
from table.simulate_report import Breach, Measured, Report, revokes_of, spread


def simulate_counted(plan: Plan, games: Sequence[CountingGame], clock: Clock, advance: Advance | None) -> Report:
    """Play all deals of the plan; `games` are the game with each seat in turn as the first dealer."""
    started = clock()
    played = []
    for number in range(plan.deals):
        played.append(_play(plan, games[number % len(games)], number))
        if advance is not None:
            advance(1)
    seconds = clock() - started
    game = games[0]
    return Report(
        plan=plan,
        game=game,
        points={name: spread([one.points[seat] for one in played]) for seat, name in enumerate(game.seats)},
        wins={
            side.id: sum(1 / len(one.winners) for one in played if index in one.winners) / plan.deals
            for index, side in enumerate(game.sides)
        },
        plays=spread([one.plays for one in played]),
        tricks=spread([one.tricks for one in played]),
        seconds=seconds,
        revokes=revokes_of([one.measured for one in played], plan.sees) if plan.revokes else None,
    )


class _Played(NamedTuple):
    points: Sequence[int]  # by seat
    winners: Sequence[int]  # by side
    plays: int
    tricks: int
    measured: Measured


def _play(plan: Plan, game: CountingGame, number: int) -> _Played:
    """Play one deal, and with `revokes` measure it."""
    random = Random(f"{plan.seed}/{number}")  # of a text, so that -7 is not 7
    pack = list(each(game.pack))
    random.shuffle(pack)
    players = [PLAYERS[plan.kinds[seat % len(plan.kinds)]](random) for seat in range(plan.players)]
    dealt = _Dealt(game, pack)
    turns, deal = dealt.play_through(players)
    measured = _measure(dealt, turns, players, random, plan.sees) if plan.revokes else Measured()
    return _Played(deal.points, _winners(game, deal), len(turns), deal.tricks, measured)


def _winners(game: CountingGame, deal: TrickDeal) -> Sequence[int]:
    """Who won the deal, by side; where the game would go on to a target, the sides with most points."""
    totals, taken = [0] * len(game.sides), [NO_CARDS] * len(game.sides)
    for seat, side in enumerate(game.side_of):
        totals[side] += deal.points[seat]
        taken[side] |= deal.taken[seat]
    win = game.win(totals, taken, deal_over=True)
    return win.sides if win is not None else [side for side, total in enumerate(totals) if total == max(totals)]


# -- a deal, and how the table follows it -------------------------------------------------------------------


class _Turn(NamedTuple):
    card: Card  # what was played
    barred: CardSet  # what the seat held and might not play


class _Dealt(NamedTuple):
    """A shuffled pack, to be played as often as one likes."""

    game: CountingGame
    pack: Sequence[Card]

    def playout(self) -> Playout:
        """The deal before its first card."""
        return Playout(self.game, self.pack, (self.game.first_dealer + 1) % len(self.game.seats))

    def play_through(self, players: Sequence[Player]) -> tuple[list[_Turn], TrickDeal]:
        """Everybody plays to the end: turn by turn, and the finished deal."""
        playout, turns = self.playout(), []
        deal, hands = playout.deal, playout.hands
        while not deal.over:
            seat = deal.turn
            hand = hands[seat]
            legal = deal.legal(hand)
            card = players[seat].choose(seat, hand, legal, deal)
            turns.append(_Turn(card, hand & ~legal))
            playout.play(card)
        return turns, deal


class _Watched:
    """A playout that the table follows as far as it sees. `line` is the number of the latest line."""

    def __init__(self, dealt: _Dealt, sees: str) -> None:
        self.game = dealt.game
        self.playout = dealt.playout()
        self.line = 0
        self._sees_draws = sees in ("draws", "all")
        self._referee = Referee(dealt.game)
        self.opening: list[Event] = []
        if sees in ("deal", "all"):
            hands = {seat: tuple(each(hand)) for seat, hand in enumerate(self.playout.hands)}
            self.opening = self._take(Act("deal", hands=hands))

    def choose(self, players: Sequence[Player]) -> Card:
        """What the seat on turn plays of its own free will."""
        seat = self.playout.deal.turn
        return players[seat].choose(seat, self.playout.hands[seat], self.playout.legal(), self.playout.deal)

    def play(self, card: Card) -> list[Event]:
        """The seat on turn plays this card, and hands are refilled: what the table has to say against anybody.

        A card that is refused is played all the same, but the referee cannot follow any more.
        """
        playout = self.playout
        seat, before = playout.deal.turn, playout.hands[:]
        playout.play(card)
        found = self._take(Act("play", seat, (card,)))
        if any(event.kind == "refused" for event in found):
            return found
        given = playout.deal.refilled
        for taker in given or (seat,):
            drawn = playout.hands[taker] & ~before[taker]
            if drawn and (self._sees_draws or not given):  # a card that is asked for is seen to be taken, at least
                cards = tuple(each(drawn)) if self._sees_draws else None
                found += self._take(Act("draw", taker, cards, source="stock"))
        return found

    def _take(self, act: Act) -> list[Event]:
        self.line += 1
        return [event for event in self._referee.take(act, self.line) if event.kind in ACCUSES]


# -- revokes ------------------------------------------------------------------------------------------------


def _measure(dealt: _Dealt, turns: Sequence[_Turn], players: Sequence[Player], random: Random, sees: str) -> Measured:
    """Follow a deal that was played legally, and the same deal with one illegal play."""
    wrong_in_legal = _follow(_Watched(dealt, sees), turns)
    chances = [number for number, turn in enumerate(turns) if turn.barred]
    if not chances:
        return Measured(wrong_in_legal=wrong_in_legal)
    chosen = chances[int(random.random() * len(chances))]
    illegal = draw_from(turns[chosen].barred, random.random)
    watched = _Watched(dealt, sees)
    wrong = _follow(watched, turns[:chosen])
    if wrong is not None:
        playout = dealt.playout()
        for turn in turns[:chosen]:
            playout.play(turn.card)
        return Measured(Breach(_broken(playout, illegal), None, at_once=False, seat=False), wrong, wrong_in_legal)
    breach, wrong = _break(watched, illegal, players)
    return Measured(breach, wrong, wrong_in_legal)


def _broken(playout: Playout, illegal: Card) -> str:
    """The rule that the seat on turn breaks with this card."""
    hand = playout.hands[playout.deal.turn]
    return next(must.rule for must in playout.deal.rows(illegal) if must.cards & hand)


def _follow(watched: _Watched, turns: Sequence[_Turn]) -> Event | None:
    """The first event that accuses anybody while these legal plays are made."""
    found = watched.opening
    for turn in turns:
        if found:
            break
        found = watched.play(turn.card)
    return found[0] if found else None


def _break(watched: _Watched, illegal: Card, players: Sequence[Player]) -> tuple[Breach, Event | None]:
    """The seat on turn plays an illegal card and everybody goes on legally, until that line is named.

    What the table made of it, and its first false alarm.
    """
    game, deal = watched.game, watched.playout.deal
    culprit, rule = deal.turn, _broken(watched.playout, illegal)
    rules = {must.rule for must in deal.rows(illegal)}
    at = watched.line + 1
    named = {"seat": game.seats[culprit], "cards": game.deck.text([illegal])}
    seat, wrong, plays = False, None, 0
    found = watched.play(illegal)
    while True:
        for event in found:
            keys = event.keys
            is_named = named.items() <= keys.items() and keys["rule"] in rules
            if is_named and (event.line if event.kind == "refused" else keys.get("at")) == at:
                return Breach(rule, plays, event.line == at, seat), wrong
            if event.kind == "suspect" and named["seat"] in keys["seats"]:
                seat = seat or len(keys["seats"]) == 1
            else:
                wrong = wrong or event
        if deal.over or any(event.kind == "refused" for event in found):
            return Breach(rule, None, at_once=False, seat=seat), wrong
        found = watched.play(watched.choose(players))
        plays += 1
