"""Limppu: groups are struck at the neighbour, who beats or takes them; who has the two of diamonds at the end loses.

The rules, their options and the rule ids used here: docs/rules/limppu.md.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from engine.actions import Act, Refusal, Seat
from engine.asks import Ask
from engine.cards import NO_CARDS, RANK, Card, CardSet, card, each, rank_of, set_of
from engine.dealt import STOCK_EMPTY
from engine.end_card import END_CARD_DEALT, EndCardMatch
from engine.game import CARD_SEEN, OUT_OF_TURN, WRONG_COUNT, WRONG_PHASE, Game, Told
from engine.laid_open import LaidOpenMatch, refuses_hand
from engine.no_pair import NoPairs, pairs
from engine.options import Option, Whole
from engine.record import Verdict
from engine.shown import Fact, Pile, Shown
from engine.struck import Struck
from engine.taken_over import START_TOTALS, start_totals

LIMPPU = card("2D")  # a pledge, and no card of any rank
END_CARD = card("KS")
PLEDGE: CardSet = 1 << LIMPPU
HAND_SIZE = 5  # the limppu not counted
ACE_POINTS, LIMPPU_POINTS, HIDER_POINTS = 14, 20, 50

LIMPPU_ALONE = Refusal("limppu-alone", own_rule=True)
NOT_A_GROUP = Refusal("not-a-group", own_rule=True)
DOES_NOT_BEAT = Refusal("does-not-beat", own_rule=True)


class Limppu(Game):
    """Two to six players, each alone; a single deal, or a series of them."""

    name = "limppu"
    seat_numbers = range(2, 7)
    option_table = (Option("series", False, (True, False)), Option("target", 150, Whole(1)), START_TOTALS)

    def __init__(self, *arguments: object) -> None:
        super().__init__(*arguments)  # type: ignore[arg-type]  # as Game has them
        self.start_totals = start_totals(self)

    def next(self, seat: Seat) -> Seat:
        """Who plays after this seat, anticlockwise."""
        return self.clockwise[seat][-1]

    def start(self) -> LimppuMatch:
        """A new match, before its first card."""
        return LimppuMatch(self)


class LimppuMatch(EndCardMatch, LaidOpenMatch):
    """Deal after deal: the phases `strike` and `beat` in turns, and `count` where hands must be shown for it."""

    game: Limppu
    namings = frozenset()  # a draw moves a card
    end_card = END_CARD

    def __init__(self, game: Limppu) -> None:
        super().__init__(game)
        self.scored = game.start_totals[:]

    # -- deal (section 2) -------------------------------------------------------------------------------

    def new_deal(self) -> None:
        """The dealer has the limppu, and the seat to the left of it strikes first."""
        self.phase, self.begun = "strike", False
        self.striker: Seat = self.game.clockwise[self.dealer][1]
        self.holder: Seat | None = self.dealer  # of the limppu; None while it lies on the table
        self.struck = Struck()  # the limppu left out
        self.gone: CardSet = NO_CARDS  # on the table or out of the game
        self.no_pairs = NoPairs()  # what draws have said
        super().new_deal()

    def next_dealer(self) -> Seat:
        """The deal passes anticlockwise."""
        return self.game.next(self.dealer)

    def sizes(self) -> Sequence[int]:
        """Five cards each, and the dealer the limppu besides."""
        return [HAND_SIZE + (seat == self.dealer) for seat in range(len(self.game.seats))]

    def before_play(self) -> bool:
        """Until somebody has acted."""
        return not self.begun

    def away(self) -> CardSet:
        """What lies on the table or is out of the game."""
        return self.gone

    def begin(self) -> None:
        """Everybody knows who has the limppu."""
        super().begin()
        if self.dealer not in self.dealt:
            self.hands.names(self.dealer, LIMPPU)

    def refuses_dealt(self, act: Act) -> Refusal | None:
        """The limppu is the dealer's, besides five other cards."""
        if LIMPPU not in act.hands.get(self.dealer, (LIMPPU,)):
            return WRONG_COUNT
        others = (cards for seat, cards in act.hands.items() if seat != self.dealer)
        return CARD_SEEN if any(LIMPPU in cards for cards in others) else super().refuses_dealt(act)

    def may_stock(self, act: Act) -> Refusal | None:
        """All other cards, the king of spades among them."""
        refusal = super().may_stock(act)
        return CARD_SEEN if refusal in (None, END_CARD_DEALT) and LIMPPU in (act.cards or ()) else refusal

    def dealing(self, pack: Sequence[Card]) -> tuple[Act, ...]:
        """The limppu goes to the dealer first, and the king of spades back into the stock, about where it was."""
        rest = [card for card in pack if card not in (LIMPPU, END_CARD)]
        dealt = HAND_SIZE * len(self.game.seats)
        rest.insert(dealt + pack.index(END_CARD) % self.stock_size(), END_CARD)
        rest.insert(self.dealer * HAND_SIZE, LIMPPU)
        return super().dealing(rest)

    # -- strike and beat (section 4) --------------------------------------------------------------------

    @property
    def on_turn(self) -> Seat:
        """Who strikes, or is to beat."""
        return self.striker if self.phase == "strike" else self.game.next(self.striker)

    def may_play(self, act: Act) -> Refusal | None:
        """A group by the striker, beating cards by who was struck."""
        seat, cards = act.seat, act.cards or ()
        assert seat is not None
        if self.phase == "count" or act.claim is not None or act.source not in (None, "hand"):
            return WRONG_PHASE
        if seat != self.on_turn:
            return OUT_OF_TURN
        if not cards:
            return WRONG_COUNT
        refusal = self.refuses_cards(seat, cards)
        if refusal is None:
            refusal = _refuses_group(cards) if self.phase == "strike" else self._refuses_beating(cards)
        if refusal is None and END_CARD in cards and not self.can_have_it(seat):
            return END_CARD_DEALT
        return refusal

    def _refuses_beating(self, cards: Sequence[Card]) -> Refusal | None:
        return DOES_NOT_BEAT if LIMPPU in cards or not self.struck.can_be_beaten(cards) else None

    def can_apply(self, act: Act) -> bool:
        """There must be a card to draw or to beat; the limppu beats nothing, and who never drew has no end card."""
        cards = act.cards or ()
        if act.do == "draw":
            return self.stock_left > 0
        if act.do != "play":
            return True
        if self.phase == "beat" and (LIMPPU in cards or len(cards) > len(self.struck.open)):
            return False
        return END_CARD not in cards or self.can_have_it(act.seat)

    def do_play(self, act: Act, line: int, claims: bool) -> list[Told]:
        """The cards go to the table; the end card among them was hidden."""
        seat, cards = act.seat, act.cards
        assert seat is not None and cards is not None
        self.begun = True
        self.draws.acts(seat)
        group = set_of(cards) & ~PLEDGE
        told = self._proved(seat, group) if self.phase == "strike" and claims else []
        if END_CARD in cards:
            return self._hidden(seat, told)
        for played in cards:
            self.hands.plays(seat, played)
        self.gone |= set_of(cards)
        if self.phase == "beat":
            self.struck.beats(cards)
        else:
            if LIMPPU in cards:
                self.holder = None
            self.struck, self.phase = Struck([card for card in cards if card != LIMPPU]), "beat"
            told += self._refill(seat, line)
        return told if self.struck.open or self.phase != "beat" else told + self._cleared(line)

    def _cleared(self, line: int) -> list[Told]:
        """All is beaten: the cards are out of the game, the limppu is taken, and who was struck strikes."""
        seat, game = self.on_turn, self.game
        told: list[Told] = [("cleared", {"seat": game.seats[seat], "cards": game.deck.text(self.struck.lying)})]
        told += self._limppu_to(seat)
        self.phase, self.striker = "strike", seat
        return told + self._refill(seat, line)

    def may_take(self, act: Act) -> Refusal | None:
        """Beating is voluntary."""
        if self.phase != "beat" or act.source not in (None, "pile", "table"):
            return WRONG_PHASE
        return None if act.seat == self.on_turn else OUT_OF_TURN

    def do_take(self, act: Act, line: int, claims: bool) -> list[Told]:
        """What is not beaten goes into the hand; the next player strikes."""
        seat, game, left = self.on_turn, self.game, self.struck.open
        for taken in left:
            self.hands.takes(seat, taken)
            self.no_pairs.comes(seat, taken)
        self.gone &= ~set_of(left)
        self.draws.acts(seat)
        told: list[Told] = [("taken", {"seat": game.seats[seat], "cards": game.deck.text(left)})]
        told += self._limppu_to(seat)
        self.phase, self.striker = "strike", game.next(seat)
        return told + self._refill(seat, line)

    def _limppu_to(self, seat: Seat) -> list[Told]:
        """The limppu, where it lies on the table, is this seat's now."""
        if self.holder is not None:
            return []
        self.holder = seat
        self.hands.takes(seat, LIMPPU)
        self.gone &= ~PLEDGE
        return [("limppu", {"seat": self.game.seats[seat]})]

    # -- draw (sections 3 and 4) ------------------------------------------------------------------------

    def _pairs(self, seat: Seat) -> CardSet:
        """The cards known to be in this hand that form pairs."""
        return pairs(self.hands.known[seat] & ~PLEDGE)

    def _draws_now(self, seat: Seat) -> bool:
        """Whether the seat may be drawing at this moment."""
        return self.phase == "strike" and seat == self.striker and self.stock_left > 0 and not self._pairs(seat)

    def may_draw(self, act: Act) -> Refusal | None:
        """A striker without a pair draws; whoever has drawn the end card shows it."""
        seat, drawn = act.seat, act.card
        assert seat is not None
        if self.phase == "count" or act.source not in (None, "stock"):
            return WRONG_PHASE
        if act.cards == (END_CARD,) and not self._draws_now(seat):
            return self.refuses_end_card(seat)
        if self.phase != "strike":
            return WRONG_PHASE
        if seat != self.striker:
            return OUT_OF_TURN
        if act.cards is not None and len(act.cards) != 1:
            return WRONG_COUNT
        if drawn is not None and (drawn != self.stock[0] if self.stock else self.seen_anywhere() >> drawn & 1):
            return CARD_SEEN
        if because := self._pairs(seat):
            return Refusal("must-strike", because, own_rule=True)
        return None if self.stock_left else STOCK_EMPTY

    def do_draw(self, act: Act, line: int, claims: bool) -> list[Told]:
        """A card from the stock, with what the draw says of the hand; or the end card, in time or too late."""
        seat, drawn = act.seat, act.card
        assert seat is not None
        self.begun = True
        if drawn == END_CARD and not self.stock:
            return self._shows_end_card(seat)
        if claims and not self.hands.whole(seat):
            self.no_pairs.says(seat, line)
        return self._draw(seat, 1, line, drawn)

    def _refill(self, seat: Seat, line: int) -> list[Told]:
        """Up to five cards, the limppu not counted."""
        held = self.hands.size(seat) - (self.holder == seat)
        return self._draw(seat, max(HAND_SIZE - held, 0), line)

    def _draw(self, seat: Seat, count: int, line: int, named: Card | None = None) -> list[Told]:
        """So many cards, or fewer where the end card comes or the stock is used up."""
        count = min(count, self.stock_left)
        for drawn in range(count):
            card = self.off_stock(named)
            if card == END_CARD:
                return self._end_card(seat)
            self.hands.takes(seat, card)
            self.no_pairs.comes(seat, card)
            self.draws.draws(seat, line, drawn + 1)
        return [("note", {"text": "show-hands"})] if count and not self.stock_left else []

    # -- the end of a deal (sections 5 and 6) -----------------------------------------------------------

    def _proved(self, seat: Seat, group: CardSet) -> list[Told]:
        """The draws that this group shows to have been made with a pair in the hand."""
        lines, proof = self.no_pairs.proved_by(seat, group), self.game.text(group)
        return [self._revoke(seat, "must-strike", "", line, proof) for line in lines]

    def _revoke(self, seat: Seat, rule: str, cards: str, at: int, proof: str) -> Told:
        return "revoke", {"seat": self.game.seats[seat], "rule": rule, "cards": cards, "at": at, "proof": proof}

    def _hidden(self, seat: Seat, told: list[Told]) -> list[Told]:
        """The seat has kept the end card back, and that decides the deal."""
        end_card = self.game.text(1 << END_CARD)
        told.append(self._revoke(seat, "hid-end-card", end_card, self.draws.line(seat), end_card))
        told.sort(key=lambda revoke: revoke[1]["at"])
        told += self._limppu_to(self.game.next(self.striker))
        if not self.game.options["series"]:
            return [*told, self.ends(None, (seat,))]
        return told + self.close_deal([HIDER_POINTS * (other == seat) for other in range(len(self.game.seats))])

    def _shows_end_card(self, seat: Seat) -> list[Told]:
        """It came now, or with the latest draw or refill; else it was hidden."""
        in_time = self.shows_in_time(seat, now=self._draws_now(seat))
        return self._end_card(seat) if in_time else self._hidden(seat, [])

    def _end_card(self, seat: Seat) -> list[Told]:
        """The end card has come: the deal is over, and in a series hands are counted."""
        game = self.game
        self.gone |= 1 << END_CARD
        told: list[Told] = [("end_card", {"seat": game.seats[seat]}), *self._limppu_to(game.next(self.striker))]
        if not game.options["series"]:
            assert self.holder is not None
            return [*told, self.ends(None, (self.holder,))]
        self.phase = "count"
        self.to_show = tuple(other for other in range(len(game.seats)) if not self.hands.whole(other))
        return told if self.to_show else told + self.count()

    def may_show(self, act: Act) -> Refusal | None:
        """A whole hand; the limppu may be laid with it or not."""
        seat = act.seat
        assert seat is not None
        if self.phase != "count" or seat not in self.to_show:
            return WRONG_PHASE
        return refuses_hand(self, seat, self.meant(seat, act.cards or ()), self.sizes_left(seat))

    def meant(self, seat: Seat, cards: Sequence[Card]) -> tuple[Card, ...]:
        """The limppu may be laid with the hand or not."""
        return (*cards, LIMPPU) if self.holder == seat and LIMPPU not in cards else tuple(cards)

    def proved_by_show(self, seat: Seat, cards: CardSet) -> list[Verdict]:
        """Nothing: draws are proved by groups alone."""
        return []

    def counts(self, card: Card) -> int:
        """Aces and the limppu."""
        return LIMPPU_POINTS if card == LIMPPU else ACE_POINTS if RANK["A"] >> card & 1 else 0

    # -- what the table says ----------------------------------------------------------------------------

    def _legal(self, held: CardSet) -> CardSet:
        """The cards of a hand that belong to some group, or beat some card that is still open."""
        if self.phase == "strike":
            groups = pairs(held & ~PLEDGE)
            return groups | held & PLEDGE if groups else NO_CARDS
        return set_of(card for card in each(held) if self._refuses_beating((card,)) is None)

    def turn(self) -> dict[str, Any] | None:
        """Who strikes or beats, or has yet to show its hand."""
        if self.over:
            return None
        names = self.game.seats
        if self.phase == "count":
            waiting = [names[seat] for seat in self.to_show]
            return {"seat": waiting[0], "phase": "count", "seats": waiting}
        seat = self.on_turn
        keys: dict[str, Any] = {"seat": names[seat], "phase": self.phase}
        if self.hands.whole(seat):
            keys["legal"] = self.game.text(self._legal(self.hands.known[seat]))
        return keys

    def asks(self) -> tuple[Ask, ...]:
        """A group or a draw; beating cards or a take; the hands at the end; and the end card by who may have it."""
        if self.over:
            return ()
        if self.phase == "count":
            sizes = [(other, self.sizes_left(other)) for other in self.to_show]
            return tuple(Ask("show", other, min(ones) - (self.holder == other), max(ones)) for other, ones in sizes)
        seat = self.on_turn
        asks = [Ask("play", seat, 1, len(self.struck.open)), Ask("take", seat)]
        if self.phase == "strike":
            also = (LIMPPU,) if self.holder == seat else ()
            asks = [Ask("play", seat, 2, 4, "rank", also=also), Ask("draw", seat)]
        hiding = () if self.stock else tuple(other for other in self.draws.latest if not self.hands.whole(other))
        return (*asks, *(Ask("draw", other, 1, 1, any_time=True) for other in hiding))

    def shown(self) -> Shown:
        """Each struck card with the one that beats it, the stock; who has the limppu, or that it lies there, too."""
        struck, beaten = self.struck.cards if self.phase == "beat" else (), self.struck.beaten
        piles = [Pile("struck", (card, beaten[card]) if card in beaten else (card,)) for card in struck]
        if self.holder is None:
            piles.append(Pile("limppu", (LIMPPU,)))
        limppu = () if self.holder is None else (Fact("limppu", seat=self.holder),)
        return Shown(piles=tuple(piles), facts=(Fact("stock", number=self.stock_left), *limppu))

    def totals(self) -> dict[str, int] | None:
        """Only a series has scores."""
        return super().totals() if self.game.options["series"] else None


def _refuses_group(cards: Sequence[Card]) -> Refusal | None:
    group = [card for card in cards if card != LIMPPU]
    if not group:
        return LIMPPU_ALONE
    return NOT_A_GROUP if len(group) < 2 or len({rank_of(card) for card in group}) > 1 else None
