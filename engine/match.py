"""A match of a trick game at the table: the tricks everybody sees, what is known of the hands, and the proofs."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from typing import Any

from engine.actions import Act, Refusal, Seat
from engine.asks import Ask
from engine.cards import NO_CARD, NO_CARDS, Card, CardSet, each, set_of, suit_of
from engine.dealt import DealtMatch
from engine.game import CARD_SEEN, NOT_IN_HAND, OUT_OF_TURN, WRONG_COUNT, WRONG_PHASE, Told
from engine.record import Promise, Record, Verdict
from engine.shown import Fact, Pile, Shown
from engine.trick import NOBODY, TrickDeal, TrickGame


class TrickMatch(DealtMatch):
    """One or more deals of a trick game, played from hands that the table knows, or half knows, or does not know.

    A game whose deal is more than its tricks has a match of its own, with more phases and verbs; what it must say
    itself is how a trick and a deal end (`end_of_trick`).
    """

    game: TrickGame

    # -- what a game may say itself ---------------------------------------------------------------------

    def leader(self) -> Seat:
        """Who leads the first trick of a deal; NOBODY where only the holder of an unseen card may."""
        return self.after_dealer()

    def playing(self) -> Sequence[Seat]:
        """The seats that are dealt to."""
        return range(len(self.game.seats))

    def opening_phase(self) -> str:
        """The phase in which a deal begins."""
        return "play"

    def refuses_play(self, seat: Seat, card: Card) -> Refusal | None:
        """A rule of the game against this play that comes before its rows, or depends on no hand."""
        return None

    @abstractmethod
    def end_of_trick(self, winner: Seat) -> list[Told]:
        """What follows a complete trick, after the event `trick`: scores, the end of the deal, of the game."""

    # -- a deal begins ----------------------------------------------------------------------------------

    def after_dealer(self) -> Seat:
        """The next seat clockwise from the dealer that is dealt to."""
        playing = self.playing()
        return next(seat for seat in (*self.game.clockwise[self.dealer][1:], self.dealer) if seat in playing)

    def next_dealer(self) -> Seat:
        """The next seat clockwise from the dealer that is dealt to."""
        return self.after_dealer()

    def new_deal(self) -> None:
        """Everything as it is before the first card of a deal."""
        self.phase = self.opening_phase()
        self.deal: TrickDeal = self.game.deal(self.leader(), self.playing())
        super().new_deal()

    def begin(self) -> None:
        """What is known before the first card of a deal."""
        super().begin()
        sizes = self.sizes()
        self.nameable: tuple[Seat, ...] = ()  # seats whose latest refill nobody has named yet, in drawing order
        self.record = Record(self.game.pack, len(sizes))
        self.record.deals(sizes, self.dealt, set_of(self.stock))

    def sizes(self) -> Sequence[int]:
        """As many as are in the hands before the first card."""
        return self.deal.left

    def before_play(self) -> bool:
        """Until the first card is played."""
        return not self.deal.played

    def away(self) -> CardSet:
        """The cards that were played."""
        return self.deal.played

    # -- play -------------------------------------------------------------------------------------------

    def may_play(self, act: Act) -> Refusal | None:
        """One card by the seat on turn; then the game's ladder, against the cards known to be in the hand."""
        if self.phase != "play" or act.source == "stock" or act.claim is not None:
            return WRONG_PHASE
        seat = act.seat
        assert seat is not None
        if self.deal.turn not in (seat, NOBODY):
            return OUT_OF_TURN
        if act.cards is None or len(act.cards) != 1:
            return WRONG_COUNT
        card = act.cards[0]
        if self.seen_elsewhere(seat) >> card & 1:
            return CARD_SEEN
        known = self.hands.known[seat]
        if not self.hands.unknown[seat] and not known >> card & 1:
            return NOT_IN_HAND
        refusal = self.refuses_play(seat, card)
        if refusal is not None:
            return refusal
        for must in self.deal.rows(card):
            if must.cards & known:
                return Refusal(must.rule, must.cards & known, own_rule=True)
        return None

    def do_play(self, act: Act, line: int, claims: bool) -> list[Told]:
        """The card goes to the trick, with what it promises of the hand; a complete trick is taken and counted."""
        seat, card, deal = act.seat, act.card, self.deal
        assert seat is not None and card is not None
        deal.turn = seat  # whoever leads where nobody could be named is taken at its word
        promise = self._promise(seat, card, line) if claims else None
        verdicts = self.record.plays(seat, card, promise)
        self.hands.plays(seat, card)
        self._not_nameable(seat)
        winner = deal.play(card)
        for refilled in deal.refilled:
            verdicts += self._take_up(refilled)
        told = self.judged(verdicts)
        if winner != NOBODY:
            told += [self._trick(winner), *self.end_of_trick(winner)]
        return told

    def _promise(self, seat: Seat, card: Card, line: int) -> Promise | None:
        """What the play says of the cards that stay behind: none of the rungs passed over is among them."""
        if not self.hands.unknown[seat]:
            return None
        rows = self.deal.rows(card)
        return Promise(line, seat, (card,), rows) if rows else None

    # -- draw -------------------------------------------------------------------------------------------

    def may_draw(self, act: Act) -> Refusal | None:
        """Take the top card up where the rules leave it open; or name the card of the latest refill."""
        seat = act.seat
        assert seat is not None
        if act.source not in (None, "stock"):
            return WRONG_PHASE
        card, takes = act.card, self.deal.stock and self.deal.may_take >> seat & 1
        if not takes and (card is None or seat not in self.nameable):
            return WRONG_PHASE
        if act.cards is not None and len(act.cards) != 1:
            return WRONG_COUNT
        if card is None:
            return None
        if takes and self.stock:
            return None if card == self.stock[0] else CARD_SEEN
        return CARD_SEEN if self.seen_anywhere() >> card & 1 else None

    def do_draw(self, act: Act, line: int, claims: bool) -> list[Told]:
        """The card is in the hand, or it is named there."""
        seat = act.seat
        assert seat is not None
        if self.deal.may_take >> seat & 1 and self.deal.stock:
            self.deal.takes_up(seat)
            verdicts = self._take_up(seat, act.card)
            self._not_nameable(seat)  # only a card given without asking is named afterwards
        else:
            assert act.card is not None
            self._not_nameable(seat)
            self.hands.names(seat, act.card)
            verdicts = self.record.names(seat, act.card)
        return self.judged(verdicts)

    def _take_up(self, seat: Seat, card: Card | None = None) -> list[Verdict]:
        """One card from the stock comes into the hand, known where it was read or the stock is known."""
        if self.stock:
            card, self.stock = self.stock[0], self.stock[1:]
        self.hands.takes(seat, card)
        if card is None:
            self.nameable += (seat,)
            return self.record.takes(seat, 1)
        return self.record.takes(seat, 1, 1 << card)

    def _not_nameable(self, seat: Seat) -> None:
        self.nameable = tuple(other for other in self.nameable if other != seat)

    # -- what the table says ----------------------------------------------------------------------------

    def _trick(self, winner: Seat) -> Told:
        """The event of a complete trick."""
        game, deal = self.game, self.deal
        keys: dict[str, Any] = {"winner": game.seats[winner], "cards": game.deck.text(deal.laid)}
        if any(game.card_points):
            keys["points"] = sum(game.card_points[card] for card in deal.laid)
        return "trick", keys

    def taken_by_side(self) -> list[CardSet]:
        """The cards that each side has taken in this deal."""
        taken = [NO_CARDS] * len(self.game.sides)
        for seat, cards in enumerate(self.deal.taken):
            taken[self.game.side_of[seat]] |= cards
        return taken

    def asks(self) -> tuple[Ask, ...]:
        """One card by the seat on turn, or by whoever may lead; before it, what the rules let it take up."""
        if self.over or self.phase != "play":
            return ()
        deal = self.deal
        takers = [seat for seat in range(len(deal.left)) if deal.stock and deal.may_take >> seat & 1]
        seats = [seat for seat, left in enumerate(deal.left) if left] if deal.turn == NOBODY else [deal.turn]
        return (
            *(Ask("draw", seat, sources=("stock",), any_time=True) for seat in takers),
            *(Ask("play", seat, 1, 1) for seat in seats),
        )

    def shown(self) -> Shown:
        """The trick, and what the game says of it, of the deal and of each seat."""
        deal = self.deal
        lying = deal.led != NO_CARD
        trick = tuple(deal.trick) if lying else ()
        plates = tuple(tuple(self.plate(seat)) for seat in range(len(self.game.seats)))
        return Shown(trick, deal.best if lying else None, tuple(self.piles()), tuple(self.facts()), plates)

    def facts(self) -> list[Fact]:
        """The points in the trick, what was led, trumps and the stock."""
        game, deal = self.game, self.deal
        facts = []
        if self.phase == "play" and any(game.card_points):
            points = sum(game.card_points[card] for card in deal.laid) if deal.led != NO_CARD else 0
            facts.append(Fact("in-trick", points=points))
        if self.phase == "play":
            facts.append(self.led())
        if deal.trump is not None:
            facts.append(Fact("trump", suit=deal.trump))
        if game.trumps:
            best_first = sorted(each(game.trumps), key=lambda card: (-game.powers[card][card], -card))
            facts.append(Fact("trumps", cards=tuple(best_first)))
        if game.refill:
            facts.append(Fact("stock", number=deal.stock))
        return facts

    def led(self) -> Fact:
        """What of the trick binds those who follow: the suit led."""
        led = self.deal.led
        return Fact("led", suit=None if led == NO_CARD else suit_of(led))

    def piles(self) -> list[Pile]:
        """What lies open besides the trick."""
        return []

    def plate(self, seat: Seat) -> list[Fact]:
        """What there is to say of a seat besides its name."""
        return []

    def tricks_by_seat(self) -> list[int]:
        """How many tricks each seat has taken in this deal."""
        size = max(1, len(self.deal.order))  # nobody has played yet: nobody has taken any
        return [taken.bit_count() // size for taken in self.deal.taken]

    def turn(self) -> dict[str, Any] | None:
        """Who plays next, and what it may play where its whole hand is known."""
        if self.over:
            return None
        seat = self.deal.turn
        keys: dict[str, Any] = {"seat": None if seat == NOBODY else self.game.seats[seat], "phase": self.phase}
        if self.phase == "play" and seat != NOBODY and self.hands.whole(seat):
            keys["legal"] = self.game.text(self.deal.legal(self.hands.known[seat]))
        return keys
