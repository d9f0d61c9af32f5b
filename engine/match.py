"""A match of a trick game at the table: the tricks everybody sees, what is known of the hands, and the proofs."""

from __future__ import annotations

from typing import Any

from engine.actions import Act, Refusal, Seat
from engine.cards import NO_CARD, NO_CARDS, Card, CardSet, set_of
from engine.game import CARD_SEEN, NOT_IN_HAND, OUT_OF_TURN, WRONG_COUNT, WRONG_PHASE, Match, Told
from engine.hands import Hands
from engine.record import Impossible, Promise, Record, Revoke, Suspect, Verdict
from engine.trick import NOBODY, TrickDeal, TrickGame, Win


class TrickMatch(Match):
    """One or more deals of a trick game, played from hands that the table knows, or half knows, or does not know."""

    game: TrickGame

    def __init__(self, game: TrickGame) -> None:
        self.game = game
        self.dealer: Seat = game.first_dealer
        self.deals_done = 0
        self.scored = [0] * len(game.sides)  # totals of the deals before this one
        self.over = False
        self.won: Win | None = None
        self._new_deal()

    def _new_deal(self) -> None:
        seats = len(self.game.seats)
        self.deal: TrickDeal = self.game.deal((self.dealer + 1) % seats)
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

    def fork(self) -> TrickMatch:
        """A copy that can go its own way."""
        copy = TrickMatch.__new__(TrickMatch)
        copy.__dict__.update(self.__dict__)
        copy.scored, copy.dealt = self.scored[:], dict(self.dealt)
        copy.deal, copy.hands, copy.record = self.deal.fork(), self.hands.fork(), self.record.fork()
        return copy

    # -- deal, stock ------------------------------------------------------------------------------------

    def may_deal(self, act: Act) -> Refusal | None:
        """Hands that were read as they were dealt: before the first card, each of the right size, no card twice."""
        if self.deal.played:
            return WRONG_PHASE
        if any(len(cards) != self.game.hand_size for cards in act.hands.values()):
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
        if act.source == "stock" or act.claim is not None:
            return WRONG_PHASE
        seat = self.deal.turn
        if act.seat != seat:
            return OUT_OF_TURN
        if act.cards is None or len(act.cards) != 1:
            return WRONG_COUNT
        card = act.cards[0]
        if self._seen_elsewhere(seat) >> card & 1:
            return CARD_SEEN
        known = self.hands.known[seat]
        if not self.hands.unknown[seat] and not known >> card & 1:
            return NOT_IN_HAND
        if self.deal.led != NO_CARD:
            for must in self.game.duties(card, self.deal.led):
                if must.cards & known:
                    return Refusal(must.rule, must.cards & known, own_rule=True)
        return None

    def do_play(self, act: Act, line: int, claims: bool) -> list[Told]:
        """The card goes to the trick, with what it promises of the hand; a complete trick is taken and counted."""
        seat, deal = self.deal.turn, self.deal
        assert act.cards is not None
        card = act.cards[0]
        promise = self._promise(seat, card, line) if claims else None
        verdicts = self.record.plays(seat, card, promise)
        self.hands.plays(seat, card)
        self._not_nameable(seat)
        winner = deal.play(card)
        for refilled in deal.refilled:
            verdicts += self._take_up(refilled)
        told = self._judged(verdicts)
        if winner != NOBODY:
            told += self._trick(winner)
        return told

    def _promise(self, seat: Seat, card: Card, line: int) -> Promise | None:
        """What the play says of the cards that stay behind: none of the rungs passed over is among them."""
        if self.deal.led == NO_CARD or not self.hands.unknown[seat]:
            return None
        duties = self.game.duties(card, self.deal.led)
        return Promise(line, seat, (card,), duties) if duties else None

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

    def _trick(self, winner: Seat) -> list[Told]:
        """The trick is taken; perhaps the deal is over with it, and perhaps the game."""
        game, deal = self.game, self.deal
        points = sum(game.card_points[card] for card in deal.laid)
        trick = {"winner": game.seats[winner], "cards": game.deck.text(deal.laid), "points": points}
        told: list[Told] = [("trick", trick)]
        in_deal, taken = self._points_in_deal(), self._taken_by_side()
        totals = [before + now for before, now in zip(self.scored, in_deal, strict=True)]
        if deal.over:
            detail = game.deal_detail(taken, game.pack & ~deal.played)
            told.append(("deal_over", {"points": game.by_side(in_deal), "detail": detail}))
        told.append(("score", {"total": game.by_side(totals)}))
        win = game.win(totals, taken, deal_over=deal.over)
        if win is not None:
            winners = [game.sides[side].id for side in win.sides]
            told.append(("game_over", {"winners": winners, "by": win.by}))
            self.over, self.won = True, win
        elif deal.over:
            self.scored = totals
            self.deals_done += 1
            self.dealer = (self.dealer + 1) % len(game.seats)
            self._new_deal()
        return told

    def _points_in_deal(self) -> list[int]:
        return [sum(self.deal.points[seat] for seat in side.seats) for side in self.game.sides]

    def _taken_by_side(self) -> list[CardSet]:
        taken = [NO_CARDS] * len(self.game.sides)
        for seat, cards in enumerate(self.deal.taken):
            taken[self.game.side_of[seat]] |= cards
        return taken

    def totals(self) -> dict[str, int]:
        """Earlier deals plus the tricks of this one, by side."""
        now = self._points_in_deal()
        return self.game.by_side([before + points for before, points in zip(self.scored, now, strict=True)])

    def turn(self) -> dict[str, Any] | None:
        """Who plays next, and what it may play where its whole hand is known."""
        if self.over:
            return None
        seat = self.deal.turn
        keys: dict[str, Any] = {"seat": self.game.seats[seat], "phase": "play"}
        if self.hands.whole(seat):
            keys["legal"] = self.game.text(self.deal.legal(self.hands.known[seat]))
        return keys
