"""A match of a trick game at the table: the tricks everybody sees, what is known of the hands, and the proofs."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from typing import Any, Self

from engine.actions import Act, Refusal, Seat
from engine.cards import NO_CARDS, Card, CardSet, set_of
from engine.game import CARD_SEEN, NOT_IN_HAND, OUT_OF_TURN, WRONG_COUNT, WRONG_PHASE, Match, Told
from engine.hands import Hands
from engine.record import Impossible, Promise, Record, Revoke, Suspect, Verdict
from engine.trick import NOBODY, TrickDeal, TrickGame, Win


class TrickMatch(Match):
    """One or more deals of a trick game, played from hands that the table knows, or half knows, or does not know.

    A game whose deal is more than its tricks has a match of its own, with more phases and verbs; what it must say
    itself is how a trick and a deal end (`end_of_trick`).
    """

    game: TrickGame

    def __init__(self, game: TrickGame) -> None:
        self.game = game
        self.dealer: Seat = game.first_dealer
        self.deals_done = 0
        self.scored = [0] * len(game.sides)  # totals of the deals before this one
        self.over = False
        self.won: Win | None = None
        self.new_deal()

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

    def next_deal(self, totals: list[int]) -> None:
        """A deal is done with these totals; the seat after the dealer deals the next one."""
        self.scored = totals
        self.deals_done += 1
        self.dealer = (self.dealer + 1) % len(self.game.seats)
        self.new_deal()

    def new_deal(self) -> None:
        """Everything as it is before the first card of a deal."""
        self.phase = self.opening_phase()
        self.deal: TrickDeal = self.game.deal(self.leader(), self.playing())
        self.dealt: dict[Seat, CardSet] = {}  # hands that were read as they were dealt
        self.stock: tuple[Card, ...] = ()  # the known stock, the next card first
        self._start_record()

    def _start_record(self) -> None:
        """What is known before the first card of a deal."""
        sizes = list(self.deal.left)
        self.hands = Hands(sizes)
        for seat, cards in self.dealt.items():
            self.hands.shows(seat, cards)
        self.nameable: tuple[Seat, ...] = ()  # seats whose latest refill nobody has named yet, in drawing order
        self.record = Record(self.game.pack, len(sizes))
        self.record.deals(sizes, self.dealt, set_of(self.stock))

    def fork(self) -> Self:
        """A copy that can go its own way: lists, dicts and what can fork are copied, everything else is a value."""
        copy = object.__new__(type(self))
        for name, value in self.__dict__.items():
            if isinstance(value, list | dict | set):
                value = value.copy()
            elif isinstance(value, TrickDeal | Hands | Record):
                value = value.fork()
            copy.__dict__[name] = value
        return copy

    # -- deal, stock ------------------------------------------------------------------------------------

    def may_deal(self, act: Act) -> Refusal | None:
        """Hands that were read as they were dealt: before the first card, each of the right size, no card twice."""
        if self.deal.played:
            return WRONG_PHASE
        if any(len(cards) != self.deal.left[seat] for seat, cards in act.hands.items()):
            return WRONG_COUNT
        elsewhere = set_of(self.stock) | ~self.game.pack
        for seat, known in self.dealt.items():
            if seat not in act.hands:
                elsewhere |= known
        for cards in act.hands.values():
            for card in cards:
                if elsewhere >> card & 1:
                    return CARD_SEEN
                elsewhere |= 1 << card
        return None

    def do_deal(self, act: Act, line: int, claims: bool) -> list[Told]:
        """These hands are known."""
        self.dealt = self.dealt | {seat: set_of(cards) for seat, cards in act.hands.items()}
        self._start_record()
        return []

    def may_stock(self, act: Act) -> Refusal | None:
        """The whole stock in its order: before the first card."""
        if self.deal.played:
            return WRONG_PHASE
        cards = act.cards or ()
        if len(cards) != self.game.pack.bit_count() - sum(self.deal.left):
            return WRONG_COUNT
        elsewhere = ~self.game.pack
        for known in self.dealt.values():
            elsewhere |= known
        for card in cards:
            if elsewhere >> card & 1:
                return CARD_SEEN
            elsewhere |= 1 << card
        return None

    def do_stock(self, act: Act, line: int, claims: bool) -> list[Told]:
        """From now on every refill is known."""
        self.stock = act.cards or ()
        self._start_record()
        return []

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
        if self._seen_elsewhere(seat) >> card & 1:
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
        told = self._judged(verdicts)
        if winner != NOBODY:
            told += [self._trick(winner), *self.end_of_trick(winner)]
        return told

    def _promise(self, seat: Seat, card: Card, line: int) -> Promise | None:
        """What the play says of the cards that stay behind: none of the rungs passed over is among them."""
        if not self.hands.unknown[seat]:
            return None
        rows = self.deal.rows(card)
        return Promise(line, seat, (card,), rows) if rows else None

    def _seen_elsewhere(self, seat: Seat) -> CardSet:
        """The cards that cannot come from this seat's hand, since they were seen to lie somewhere else."""
        return self.deal.played | self.hands.elsewhere(seat) | set_of(self.stock) | ~self.game.pack

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
        return CARD_SEEN if self._known_anywhere() >> card & 1 else None

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
        return self._judged(verdicts)

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

    def _known_anywhere(self) -> CardSet:
        return self.deal.played | self.hands.everywhere() | set_of(self.stock) | ~self.game.pack

    # -- what the table says ----------------------------------------------------------------------------

    def _judged(self, verdicts: list[Verdict]) -> list[Told]:
        """The events of the proofs: revokes in the order of their lines, then suspects."""
        game = self.game
        told: list[Told] = []
        revokes = [verdict for verdict in verdicts if isinstance(verdict, Revoke)]
        for revoke in sorted(revokes, key=lambda verdict: verdict.promise.line):
            keys = {
                "seat": game.seats[revoke.promise.seat],
                "rule": revoke.rule,
                "cards": game.deck.text(revoke.promise.cards),
                "at": revoke.promise.line,
                "proof": game.text(revoke.proof),
            }
            told.append(("revoke", keys))
        for verdict in verdicts:
            if isinstance(verdict, Suspect):
                seats = [game.seats[seat] for seat in verdict.seats]
                told.append(("suspect", {"seats": seats, "rule": verdict.rule, "proof": game.text(verdict.proof)}))
            elif isinstance(verdict, Impossible):
                told.append(("note", {"text": "misread"}))  # which card was misread, nobody can say
        return told

    def _trick(self, winner: Seat) -> Told:
        """The event of a complete trick."""
        game, deal = self.game, self.deal
        keys: dict[str, Any] = {"winner": game.seats[winner], "cards": game.deck.text(deal.laid)}
        if any(game.card_points):
            keys["points"] = sum(game.card_points[card] for card in deal.laid)
        return "trick", keys

    def by_side(self, by_seat: Sequence[int]) -> list[int]:
        """Values by seat added up by side."""
        return [sum(by_seat[seat] for seat in side.seats) for side in self.game.sides]

    def taken_by_side(self) -> list[CardSet]:
        """The cards that each side has taken in this deal."""
        taken = [NO_CARDS] * len(self.game.sides)
        for seat, cards in enumerate(self.deal.taken):
            taken[self.game.side_of[seat]] |= cards
        return taken

    def wins(self, win: Win) -> Told:
        """The game is over: the event that says so."""
        self.over, self.won = True, win
        return "game_over", {"winners": [self.game.sides[side].id for side in win.sides], "by": win.by}

    def totals(self) -> dict[str, int]:
        """The totals of the deals before this one, by side."""
        return self.game.by_side(self.scored)

    def turn(self) -> dict[str, Any] | None:
        """Who plays next, and what it may play where its whole hand is known."""
        if self.over:
            return None
        seat = self.deal.turn
        keys: dict[str, Any] = {"seat": None if seat == NOBODY else self.game.seats[seat], "phase": self.phase}
        if self.phase == "play" and seat != NOBODY and self.hands.whole(seat):
            keys["legal"] = self.game.text(self.deal.legal(self.hands.known[seat]))
        return keys
