"""Gold Digger: cards are turned over and laid at once; gold goes to a group of one's choice, chips have shares in it.

The rules, their options and the rule ids used here: docs/rules/gold-digger.md. Nobody has a hand, so there is nothing
to prove. Cards with the same face are alike: what is counted is how many of a face, or of a kind, lie.
"""

from __future__ import annotations

from random import Random
from typing import Any

from engine.actions import Act, Refusal, Seat
from engine.asks import Ask
from engine.cards import NO_CARDS, Card, CardSet, Deck, each, set_of
from engine.errors import BadLine
from engine.game import CARD_SEEN, OUT_OF_TURN, WRONG_COUNT, WRONG_PHASE, Game, Match, Told
from engine.options import Numbers, Option, Whole
from engine.shown import Fact, Pile, Shown

FIGURES = ("boot", "pick", "fan", "mug", "pistol", "press")
GROUPS = ("adventurers", "prospectors", "ladies", "hosts", "bandits", "counterfeiters")  # from the top; of FIGURES
FAKE = "fake"
FIGURES_EACH = 5
GOLD_EACH = 6  # gold cards that a group takes
OF_A_KIND = 18  # coin cards, and as many counterfeits
CARDS = 66
CHIPS = 3
COIN = {f"coins-{value}": value for value in range(1, 11)}
# The rulebook does not say how many cards have which number of coins, so there may be eighteen of each.
DECK = Deck(
    [figure for figure in FIGURES for _ in range(FIGURES_EACH)]
    + [face for face in (*COIN, FAKE) for _ in range(OF_A_KIND)]
)
COINS = set_of(card for card, face in enumerate(DECK.faces) if face in COIN)
GOLD = COINS | DECK.copies(FAKE)

NO_CHIPS = Refusal("no-chips", own_rule=True)
WRONG_GROUP = Refusal("wrong-group", own_rule=True)
NO_GROUP = Refusal("no-group", own_rule=True)
GROUP_FULL = Refusal("group-full", own_rule=True)
NEEDS_FIGURE = Refusal("needs-figure", own_rule=True)


class GoldDigger(Game):
    """Two to five players, each alone."""

    name = "gold-digger"
    seat_numbers = range(2, 6)
    deck = DECK
    option_table = (
        Option("rounds", 4, Whole(1)),
        Option("coin_values", None, Numbers(OF_A_KIND, min(COIN.values()), max(COIN.values()))),
    )

    def copies(self, face: str) -> int:
        """How many cards with this face there are, or may be."""
        values = self.options["coin_values"]
        if face in FIGURES:
            return FIGURES_EACH
        return OF_A_KIND if face == FAKE or values is None else list(values).count(COIN[face])

    def make_pack(self) -> CardSet:
        """The 66 cards; where `coin_values` does not say which, every card that may be among them."""
        pack = NO_CARDS
        for face in (*FIGURES, *COIN, FAKE):
            copies = DECK.copies(face)
            first = (copies & -copies).bit_length() - 1
            pack |= (1 << self.copies(face)) - 1 << first  # equal cards stand together in the deck
        return pack

    def shuffled(self, rng: Random) -> list[Card]:
        """The 66 cards, with any coins where it is not said which."""
        values = self.options["coin_values"] or rng.choices(sorted(COIN.values()), k=OF_A_KIND)
        coins = [f"coins-{value}" for value in values]
        cards = list(self.deck.read(" ".join([*FIGURES * FIGURES_EACH, *coins, *[FAKE] * OF_A_KIND])))
        rng.shuffle(cards)
        return cards

    def start(self) -> GoldDiggerMatch:
        """A new match, before its first card."""
        return GoldDiggerMatch(self)


class GoldDiggerMatch(Match):
    """Rounds of 66 cards, in the phases `turn` (a card is turned over) and `chip` (who laid a figure decides)."""

    game: GoldDigger

    def __init__(self, game: GoldDigger) -> None:
        self.game = game
        self.deals_done = 0
        self.scored = [0 for _ in game.seats]
        self.new_round(game.clockwise[game.first_dealer][1])

    def new_round(self, starter: Seat) -> None:
        """Nothing lies, and everybody has all chips."""
        self.starter = self.next_seat = starter  # who turns the next card
        self.rows: list[tuple[str, Card]] = []  # each card that lies, with its group, in the order of laying
        self.chips: list[tuple[str, Seat]] = []  # where each one lies, and whose it is
        self.deciding: tuple[Seat, str] | None = None  # who may place a chip now, and where
        self.undecided: Seat | None = None  # whose figure was laid last, until that is decided

    def away(self) -> CardSet:
        """The cards that lie; of equal ones as many as there are, whichever they were."""
        lying = NO_CARDS
        for _, card in self.rows:
            copies = self.game.deck.copies(self.game.deck.faces[card]) & ~lying
            lying |= copies & -copies
        return lying

    def figures(self, group: str) -> CardSet:
        """The figures in the row of a group."""
        return set_of(card for where, card in self.rows if where == group) & ~GOLD

    def gold(self, group: str) -> CardSet:
        """The gold cards in the row of a group."""
        return set_of(card for where, card in self.rows if where == group) & GOLD

    def chips_left(self, seat: Seat) -> int:
        """How many chips the seat still has in this round."""
        return CHIPS - [owner for _, owner in self.chips].count(seat)

    # -- a card -----------------------------------------------------------------------------------------

    def may_play(self, act: Act) -> Refusal | None:
        """A figure. Raises BadLine for a group that there is not."""
        return self._refuses_card(act, None)

    def may_layoff(self, act: Act) -> Refusal | None:
        """A gold card, onto a group; or a figure onto its own. Raises BadLine for a group that there is not."""
        return self._refuses_card(act, act.onto)

    def _refuses_card(self, act: Act, onto: str | None) -> Refusal | None:
        if act.onto not in (None, *GROUPS):
            raise BadLine(f'there is no group "{act.onto}"; there are: {", ".join(GROUPS)}')
        if len(self.rows) == CARDS or act.claim is not None:
            return WRONG_PHASE
        if act.seat != self.next_seat:
            return OUT_OF_TURN
        if act.cards is None or len(act.cards) != 1:
            return WRONG_COUNT
        face = self.game.deck.faces[act.cards[0]]
        if not self._left(face):
            return CARD_SEEN
        if face in FIGURES:
            return None if act.onto in (None, _group_of(face)) else WRONG_GROUP
        return NO_GROUP if onto is None else self._refuses_gold(onto)

    def _left(self, face: str) -> CardSet:
        """The cards with this face that can still be turned over."""
        lying = self.away()
        if face in COIN and (lying & COINS).bit_count() == OF_A_KIND:
            return NO_CARDS
        return self.game.deck.copies(face) & self.game.pack & ~lying

    def _refuses_gold(self, group: str) -> Refusal | None:
        """Gold goes to a group with a figure, if one of these has room (section 4)."""
        if self.gold(group).bit_count() >= GOLD_EACH:
            return GROUP_FULL
        choice = any(self.figures(other) and self.gold(other).bit_count() < GOLD_EACH for other in GROUPS)
        return NEEDS_FIGURE if choice and not self.figures(group) else None

    def can_apply(self, act: Act) -> bool:
        """Nobody places a chip without one, and a gold card must lie somewhere."""
        if act.card is None:
            return False
        return self.game.deck.faces[act.card] in FIGURES or (act.do == "layoff" and act.onto is not None)

    def do_play(self, act: Act, line: int, claims: bool) -> list[Told]:
        """The card lies in the row of its group, or of the one that is named; the seat before has decided."""
        seat, card = act.seat, act.card
        assert seat is not None and card is not None
        face = self.game.deck.faces[card]
        left = self._left(face)
        group = _group_of(face) if act.onto is None else act.onto
        self.rows.append((group, (left & -left).bit_length() - 1))
        self.next_seat, self.deciding, self.undecided = self.game.clockwise[seat][1], None, None
        if face in FIGURES:
            self.undecided = seat
            self.deciding = (seat, group) if self.chips_left(seat) else None
        return self._end_of_turn()

    do_layoff = do_play

    # -- a chip -----------------------------------------------------------------------------------------

    def may_declare(self, act: Act) -> Refusal | None:
        """A chip, by who has just laid a figure. Raises BadLine for a value that is no text."""
        if not isinstance(act.value, str):
            raise BadLine(f'what is declared is "chip", not {act.value!r}')
        if act.value != "chip" or self.undecided is None:
            return WRONG_PHASE
        if act.seat != self.undecided:
            return OUT_OF_TURN
        return None if self.deciding else NO_CHIPS

    def do_declare(self, act: Act, line: int, claims: bool) -> list[Told]:
        """It lies on the group of the figure."""
        assert self.deciding is not None
        seat, group = self.deciding
        self.chips.append((group, seat))
        return self.do_pass(act, line, claims)

    def may_pass(self, act: Act) -> Refusal | None:
        """No chip, by who may place one."""
        if self.deciding is None:
            return WRONG_PHASE
        return None if act.seat == self.deciding[0] else OUT_OF_TURN

    def do_pass(self, act: Act, line: int, claims: bool) -> list[Told]:
        """That is decided."""
        self.deciding = self.undecided = None
        return self._end_of_turn()

    # -- scores -----------------------------------------------------------------------------------------

    def _end_of_turn(self) -> list[Told]:
        """With the last card, and what it leaves to decide, the round is over (section 6)."""
        if len(self.rows) < CARDS or self.deciding:
            return []
        game, points = self.game, [0 for _ in self.game.seats]
        told: list[Told] = []
        for group in GROUPS:
            owners = self._owners(group)
            coins = self._coins(group)
            share = coins // len(owners) if owners else 0
            for owner in owners:
                points[owner] += share
            paid = {game.seats[seat]: share * owners.count(seat) for seat in sorted(set(owners))}
            keys = {"group": group, "gold": coins, "chips": len(owners), "share": share, "paid": paid}
            told.append(("group_scored", keys))
        self.scored = [before + now for before, now in zip(self.scored, points, strict=True)]
        self.deals_done += 1
        told.append(("deal_over", {"points": game.by_side(points), "detail": {"round": self.deals_done}}))
        told.append(("score", {"total": game.by_side(self.scored)}))
        if self.deals_done == game.options["rounds"]:
            best = max(self.scored)
            return [*told, self.ends([seat for seat, total in enumerate(self.scored) if total == best])]
        self.new_round(game.clockwise[self.starter][1])
        return told

    def _coins(self, group: str) -> int:
        """All coins on the gold cards of a group."""
        return sum(COIN.get(self.game.deck.faces[card], 0) for card in each(self.gold(group)))

    def _owners(self, group: str) -> list[Seat]:
        """Whose chips lie on a group: a seat once for each chip."""
        return [owner for where, owner in self.chips if where == group]

    # -- what the table says ----------------------------------------------------------------------------

    def asks(self) -> tuple[Ask, ...]:
        """A chip or none; and the next card, with which the seat before has no chip to place any more."""
        if self.over:
            return ()
        asks: tuple[Ask, ...] = ()
        if self.deciding:
            seat = self.deciding[0]
            asks = (Ask("declare", seat, values=("chip",)), Ask("pass", seat))
        if len(self.rows) < CARDS:
            asks += (Ask("play", self.next_seat, 1, 1), Ask("layoff", self.next_seat, 1, 1, onto=GROUPS))
        return asks

    def turn(self) -> dict[str, Any] | None:
        """Who turns the next card, or may place a chip."""
        if self.over:
            return None
        if self.deciding:
            return {"seat": self.game.seats[self.deciding[0]], "phase": "chip"}
        return {"seat": self.game.seats[self.next_seat], "phase": "turn"}

    def shown(self) -> Shown:
        """The rows from the top, how many cards lie, and the chips that everybody has left."""
        piles = []
        for group in GROUPS:
            figures, gold = tuple(each(self.figures(group))), tuple(each(self.gold(group)))
            piles.append(Pile("figures", figures, name=group))
            piles.append(Pile("gold", gold, name=group))
        placed = [Fact("chip", seat=owner, word=group) for group, owner in self.chips]
        facts = (Fact("stock", number=CARDS - len(self.rows)), *placed)
        chips = tuple((Fact("chips", number=self.chips_left(seat)),) for seat in range(len(self.game.seats)))
        return Shown((), None, tuple(piles), facts, chips)

    def totals(self) -> dict[str, int]:
        """The coins of the rounds before this one."""
        return self.game.by_side(self.scored)


def _group_of(figure: str) -> str:
    return GROUPS[FIGURES.index(figure)]
