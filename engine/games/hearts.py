"""Hearts: whoever takes a heart pays 1 and for the queen of spades 13, unless it takes them all.

The rules, their options and the rule ids used here: docs/rules/hearts.md.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from engine.actions import Act, Refusal, Seat
from engine.asks import Ask
from engine.cards import FRENCH, NO_CARD, NO_CARDS, RANKS, SUIT, Card, CardSet, cards, each, rank_of, set_of, suit_of
from engine.errors import BadGame, BadLine
from engine.game import CARD_SEEN, NOT_IN_HAND, OUT_OF_TURN, WRONG_COUNT, WRONG_PHASE, Side, Told, Win
from engine.match import TrickMatch
from engine.options import Option, Whole
from engine.record import Move
from engine.shown import Fact, Pile
from engine.trick import NOBODY, Ladder, Must, TrickDeal, TrickGame

HEARTS = SUIT["H"]
QUEEN = cards("QS")
ALL_POINTS = 26
PASSED = 3  # cards that everybody passes on
CHOICES = ("self", "others")  # whom a moon counts for
LEFT_OUT = {3: "2D", 4: "", 5: "2D 2C", 6: "2D 3D 3C 4C", 7: "2D 3D 3C"}  # by the number of players


class Hearts(TrickGame):
    """Three to seven players, each alone; four under the Swedish and Norwegian rules."""

    name = "hearts"
    seat_numbers = range(3, 8)
    option_table = (
        Option("rules", "fi", ("fi", "sv", "nb")),
        Option("first_trick", "no_points", ("no_points", "no_hearts")),
        Option("hearts_lead", "after_queen", ("after_queen", "after_heart")),
        Option("moon", "choice", ("choice", "others")),
        Option("target", 100, Whole(1)),
    )
    presets = {
        "fi": {"first_trick": "no_points", "hearts_lead": "after_queen", "moon": "choice"},
        "sv": {"first_trick": "no_hearts", "hearts_lead": "after_heart", "moon": "others"},
        "nb": {"first_trick": "no_hearts", "hearts_lead": "after_heart", "moon": "others"},
    }

    def __init__(self, *arguments: object) -> None:
        super().__init__(*arguments)
        self.first_card: Card = next(each(self.pack & SUIT["C"]))  # the lowest club opens the deal
        self.barred = HEARTS | QUEEN if self.options["first_trick"] == "no_points" else HEARTS  # from the first trick
        self.openers = QUEEN if self.options["hearts_lead"] == "after_queen" else HEARTS  # with one hearts are open

    def make_sides(self) -> tuple[Side, ...]:
        """Every seat for itself (section 1)."""
        if len(self.seats) != 4 and self.options["rules"] != "fi":
            raise BadGame(f'hearts by the rules "{self.options["rules"]}" needs four seats, not {len(self.seats)}')
        return super().make_sides()

    def make_pack(self) -> CardSet:
        """So many cards that they go round evenly (section 2)."""
        return FRENCH.all & ~cards(LEFT_OUT[len(self.seats)])

    def cards_each(self, playing: int) -> int:
        """All cards are dealt."""
        return self.pack.bit_count() // playing

    def passes_by(self, deals_done: int) -> int:
        """How many seats clockwise the three cards go in the deal after so many; 0: there is no pass (section 3)."""
        around = (1, 3, 2, 0) if len(self.seats) == 4 else (1, len(self.seats) - 1)
        return around[deals_done % len(around)]

    def musts(self, led: Card) -> Ladder:
        """Follow suit; else anything (section 4)."""
        return (Must("follow-suit", SUIT[suit_of(led)]),)

    def ladder(self, deal: TrickDeal) -> Ladder:
        """The first card opens the first trick, which bars points; later no heart is led while they are closed."""
        if deal.led == NO_CARD:
            if not deal.tricks:
                return (Must("first-card", 1 << self.first_card),)
            return () if deal.gone & self.openers else (Must("hearts-closed", self.pack & ~HEARTS),)
        (follow,) = ladder = self.ladders[deal.led]
        return ladder if deal.tricks else (follow, Must("first-trick", self.pack & ~(follow.cards | self.barred)))

    def power(self, card: Card, led: Card) -> int:
        """The highest card of the suit led (section 5)."""
        return RANKS.index(rank_of(card)) if suit_of(card) == suit_of(led) else -1

    def points(self, card: Card) -> int:
        """26 in all (section 2)."""
        return 13 if QUEEN >> card & 1 else HEARTS >> card & 1

    def score(self, taken: Sequence[int], choice: str) -> list[int]:
        """What a deal counts for each seat; whoever has taken everything has chosen whom it counts for (section 6)."""
        if ALL_POINTS not in taken:
            return list(taken)
        mine, others = (-ALL_POINTS, 0) if choice == "self" else (0, ALL_POINTS)
        return [mine if points == ALL_POINTS else others for points in taken]

    def start(self) -> HeartsMatch:
        """A new match, before its first card."""
        return HeartsMatch(self)


class HeartsMatch(TrickMatch):
    """Deals to the target: the pass, the tricks, and now and then a moon."""

    game: Hearts

    def opening_phase(self) -> str:
        """With the pass, where this deal has one."""
        return "pass" if self.game.passes_by(self.deals_done) else "play"

    def leader(self) -> Seat:
        """Nobody knows yet who will hold the first card."""
        return NOBODY

    def new_deal(self) -> None:
        """Nobody has passed cards on yet."""
        super().new_deal()
        self.passed: dict[Seat, CardSet | None] = {}  # by whoever has: the three cards, None where they were not read

    def before_play(self) -> bool:
        """Until somebody has passed cards on."""
        return not self.passed and super().before_play()

    def do_deal(self, act: Act, line: int, claims: bool) -> list[Told]:
        """In a deal without a pass the leader may be known now."""
        told = super().do_deal(act, line, claims)
        self._find_leader()
        return told

    def may_exchange(self, act: Act) -> Refusal | None:
        """Three cards, each seat once; cards passed before count as still held."""
        seat = act.seat
        assert seat is not None
        if self.phase != "pass":
            return WRONG_PHASE
        if seat in self.passed:
            return OUT_OF_TURN
        if act.cards is None:
            return None if act.count == PASSED else WRONG_COUNT
        if len(act.cards) != PASSED or act.count not in (None, PASSED):
            return WRONG_COUNT
        given = set_of(act.cards)
        if given.bit_count() < PASSED or given & self.seen_elsewhere(seat):
            return CARD_SEEN
        return NOT_IN_HAND if self.hands.whole(seat) and given & ~self.hands.known[seat] else None

    def do_exchange(self, act: Act, line: int, claims: bool) -> list[Told]:
        """The cards lie ready; with the last seat's everybody takes them up."""
        seat = act.seat
        assert seat is not None
        self.passed[seat] = None if act.cards is None else set_of(act.cards)
        for held in act.cards or ():
            if not self.hands.known[seat] >> held & 1:
                self.hands.names(seat, held)
        return self._take_up_passed() if len(self.passed) == len(self.game.seats) else []

    def _take_up_passed(self) -> list[Told]:
        """What was passed unread may be any of the giver's cards, so none of them is known any more."""
        hands, count, by = self.hands, len(self.game.seats), self.game.passes_by(self.deals_done)
        moves = [Move(giver, (giver + by) % count, PASSED, self.passed[giver]) for giver in range(count)]
        for giver, _, _, given in moves:
            if given is None:
                hands.unknown[giver], hands.known[giver] = hands.size(giver) - PASSED, NO_CARDS
            else:
                hands.known[giver] &= ~given
        for giver, _, _, given in moves:
            taker = (giver + by) % count
            if given is None:
                hands.unknown[taker] += PASSED
            else:
                hands.known[taker] |= given
        self.phase = "play"
        self._find_leader()
        return self.judged(self.record.exchanges(moves))

    def _find_leader(self) -> None:
        """The leader is known once the first card was read in the hand that now holds it."""
        first = self.game.first_card
        self.deal.turn = next((seat for seat, known in enumerate(self.hands.known) if known >> first & 1), NOBODY)

    def refuses_play(self, seat: Seat, card: Card) -> Refusal | None:
        """Nobody opens the deal with another card, even where it is not known who has the first one."""
        deal, first = self.deal, self.game.first_card
        if deal.tricks or deal.led != NO_CARD or card == first:
            return None
        return Refusal("first-card", self.hands.known[seat] & 1 << first, own_rule=True)

    def end_of_trick(self, winner: Seat) -> list[Told]:
        """After the last one the deal is scored; after a moon by choice not before its taker has chosen."""
        deal = self.deal
        if not deal.over:
            return []
        if ALL_POINTS in deal.points and self.game.options["moon"] == "choice":
            self.phase, deal.turn = "moon", deal.points.index(ALL_POINTS)
            return []
        return self._score("others")

    def may_declare(self, act: Act) -> Refusal | None:
        """Whom the moon counts for. Raises BadLine for a value that is no text."""
        if isinstance(act.value, int):
            raise BadLine(f'the moon counts for "self" or "others", not for {act.value}')
        if self.phase != "moon":
            return WRONG_PHASE
        if act.seat != self.deal.turn:
            return OUT_OF_TURN
        return None if act.value in CHOICES else Refusal("wrong-value")

    def do_declare(self, act: Act, line: int, claims: bool) -> list[Told]:
        """The deal is scored so."""
        return self._score(str(act.value))

    def _score(self, choice: str) -> list[Told]:
        """The deal is over, and once somebody has the target the game too: the lowest total wins (section 6)."""
        game, taken, target = self.game, self.deal.points, self.game.options["target"]
        points = game.score(taken, choice)
        totals = [before + now for before, now in zip(self.scored, points, strict=True)]
        moon = game.seats[taken.index(ALL_POINTS)] if ALL_POINTS in taken else None
        told: list[Told] = [
            ("deal_over", {"points": game.by_side(points), "detail": {"taken": game.by_side(taken), "moon": moon}}),
            ("score", {"total": game.by_side(totals)}),
        ]
        if max(totals) < target:
            self.next_deal(totals)
            return told
        self.scored, self.over = totals, True
        self.won = Win(tuple(seat for seat, total in enumerate(totals) if total == min(totals)), "points")
        keys = {"winners": [game.seats[seat] for seat in self.won.sides]}
        if game.options["rules"] == "sv":
            keys["losers"] = [name for name, total in zip(game.seats, totals, strict=True) if total >= target]
        return [*told, ("game_over", keys)]

    # -- what the table says ----------------------------------------------------------------------------

    def _waiting(self) -> list[Seat]:
        """Who has yet to pass cards on, from the dealer's left."""
        order = self.game.clockwise[(self.dealer + 1) % len(self.game.seats)]
        return [seat for seat in order if seat not in self.passed]

    def turn(self) -> dict[str, Any] | None:
        """In the pass all who have yet to pass may do so; the first of them from the dealer's left is named."""
        if self.phase != "pass":
            return super().turn()
        names, waiting = self.game.seats, self._waiting()
        return {"seat": names[waiting[0]], "phase": "pass", "seats": [names[seat] for seat in sorted(waiting)]}

    def asks(self) -> tuple[Ask, ...]:
        """Three cards of whoever has yet to pass; cards to tricks; whom the moon counts for."""
        if self.phase == "pass":
            return tuple(Ask("exchange", seat, PASSED, PASSED, hidden=True) for seat in self._waiting())
        if self.phase == "moon" and not self.over:
            return (Ask("declare", self.deal.turn, values=CHOICES),)
        return super().asks()

    def facts(self) -> list[Fact]:
        """Where the cards go in the pass; then also whether hearts may be led."""
        if self.phase == "pass":
            return [*super().facts(), Fact("passing", word=self._direction())]
        is_open = bool(self.deal.played & self.game.openers)
        return [*super().facts(), Fact("hearts", word="open" if is_open else "closed")]

    def _direction(self) -> str:
        """To whom cards are passed on, as an id."""
        by = self.game.passes_by(self.deals_done)
        return "left" if by == 1 else "right" if by == len(self.game.seats) - 1 else "across"

    def piles(self) -> list[Pile]:
        """Cards that are passed on lie ready until all have passed."""
        ready = sorted(self.passed) if self.phase == "pass" else []
        return [Pile("passed", hidden=PASSED, seat=seat) for seat in ready]

    def plate(self, seat: Seat) -> list[Fact]:
        """The points taken in this deal."""
        points = self.deal.points[seat]
        return [Fact("taken", points=points)] if points else []
