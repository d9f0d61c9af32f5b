"""Ristiseiska, seven of clubs: suits are built up and down from the sevens; who cannot play asks the neighbour.

The rules, their options and the rule ids used here: docs/rules/ristiseiska.md.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from engine.actions import Act, Refusal, Seat
from engine.all_dealt import shares
from engine.asks import Ask
from engine.cards import NO_CARDS, Card, CardSet, card, rank_of, suit_of
from engine.game import OUT_OF_TURN, WRONG_COUNT, WRONG_PHASE, Game, Told
from engine.laid_open import LaidOpenMatch
from engine.options import Option, Whole
from engine.passed_on import PassedOnRecord
from engine.record import Promise, Revoke, Verdict
from engine.shown import Fact, Pile, Shown
from engine.suit_rows import ROW_ENDS, ROWS, fitting

SEVEN_OF_CLUBS = card("7C")
POINTS = {"A": 14, "K": 13, "Q": 12, "J": 11, "T": 10}
PAWN_POINTS = 25

START_WITH_7C = "start-with-7c"
NO_PLACE = Refusal("no-place", own_rule=True)
ASK_PREVIOUS = Refusal("ask-previous", own_rule=True)
GIVE_TO_ASKER = Refusal("give-to-asker", own_rule=True)


class Ristiseiska(Game):
    """Three to eight players, each alone; with the pawn nobody asks."""

    name = "ristiseiska"
    seat_numbers = range(3, 9)
    option_table = (Option("variant", "ask", ("ask", "pawn")), Option("target", 100, Whole(1)))

    def start(self) -> RistiseiskaMatch:
        """A new match, before its first card."""
        return RistiseiskaMatch(self)


class RistiseiskaMatch(LaidOpenMatch):
    """The phases `start`, `play`, `give`, `more` and `show`."""

    game: Ristiseiska
    against = -1  # what is left counts as negative points

    def new_deal(self) -> None:
        """No card lies, and the pawn is in the middle."""
        self.phase = "start"
        self.on_turn: Seat | None = None  # who plays, or has asked; None until the first card is played
        self.laid: CardSet = NO_CARDS
        self.giver: Seat = 0  # who was asked
        self.pawn: Seat | None = None
        self.punished: tuple[tuple[Seat, Seat], ...] = ()  # (who broke the rule, who may still give it a card)
        super().new_deal()

    def sizes(self) -> Sequence[int]:
        """All cards, one by one from the dealer's left."""
        return shares(self.game, self.dealer, {})

    def before_play(self) -> bool:
        """Until the first card is played."""
        return self.phase == "start"

    def away(self) -> CardSet:
        """What lies on the table."""
        return self.laid

    def begin(self) -> None:
        """What is known before the first card."""
        super().begin()
        self.record = PassedOnRecord(self.game.pack, len(self.game.seats))
        self.record.deals(self.sizes(), self.dealt)

    # -- whose turn it is -------------------------------------------------------------------------------

    def _after(self, seat: Seat) -> Seat:
        return self.game.clockwise[seat][1]

    def _before(self, seat: Seat) -> Seat:
        return self.game.clockwise[seat][-1]

    def _starter(self) -> Seat | None:
        """The seat in whose hand the seven of clubs was read."""
        known = self.hands.known
        return next((seat for seat, cards in enumerate(known) if cards >> SEVEN_OF_CLUBS & 1), None)

    def _turn_of(self, seat: Seat) -> Refusal | None:
        """Whether the seat is in turn; whoever comes after an extra turn declines it for the one who has it."""
        if self.phase == "start":
            return None if self._starter() in (seat, None) else OUT_OF_TURN
        return None if seat == self.on_turn or self._declines(seat) else OUT_OF_TURN

    def _declines(self, seat: Seat) -> bool:
        """Whether acting the seat takes its own turn, since the one before does not use its extra turn."""
        return self.phase == "more" and self.on_turn is not None and seat == self._after(self.on_turn)

    # -- play (section 4) -------------------------------------------------------------------------------

    def may_play(self, act: Act) -> Refusal | None:
        """One card that has a place; the first is the seven of clubs."""
        seat = act.seat
        assert seat is not None
        if self.phase not in ("start", "play", "more") or act.claim is not None or act.source not in (None, "hand"):
            return WRONG_PHASE
        if refusal := self._turn_of(seat):
            return refusal
        if act.cards is None or len(act.cards) != 1:
            return WRONG_COUNT
        if refusal := self.refuses_cards(seat, act.cards):
            return refusal
        if self.phase == "start" and act.card != SEVEN_OF_CLUBS:
            return Refusal(START_WITH_7C, self.hands.known[seat] & 1 << SEVEN_OF_CLUBS, own_rule=True)
        return None if fitting(self.laid) >> act.cards[0] & 1 else NO_PLACE

    def do_play(self, act: Act, line: int, claims: bool) -> list[Told]:
        """The card joins its suit; an ace or a king gives an extra turn, an empty hand ends the deal."""
        seat, played = act.seat, act.card
        assert seat is not None and played is not None
        self.on_turn = seat
        self.hands.plays(seat, played)
        self.laid |= 1 << played
        verdicts = self.record.plays(seat, played)
        own: list[Told] = []
        if rank_of(played) in ROW_ENDS:
            own.append(("pile_done", {"suit": suit_of(played), "end": ROW_ENDS[rank_of(played)]}))
        if not self.hands.size(seat):
            return self._tells(verdicts, own, over=True) + self.lay_open(seat)
        self.phase = "more" if own else "play"
        if not own:
            self.on_turn = self._after(seat)
        return self._tells(verdicts, own)

    # -- ask, pass --------------------------------------------------------------------------------------

    def may_ask(self, act: Act) -> Refusal | None:
        """The seat before, by who has nothing that fits."""
        seat = act.seat
        assert seat is not None
        if self.game.options["variant"] != "ask" or not (self.phase == "play" or self._declines(seat)):
            return WRONG_PHASE
        if refusal := self._turn_of(seat):
            return refusal
        return ASK_PREVIOUS if act.to != self._before(seat) else self._must_play(seat)

    def do_ask(self, act: Act, line: int, claims: bool) -> list[Told]:
        """It says that the hand holds nothing that fits."""
        assert act.seat is not None and act.to is not None
        self.on_turn, self.giver, self.phase = act.seat, act.to, "give"
        return self._tells(self._says_none(act.seat, line, claims), [])

    def may_pass(self, act: Act) -> Refusal | None:
        """Declining an extra turn; or taking the pawn, by who has nothing that fits."""
        seat = act.seat
        assert seat is not None
        if self.phase == "more" and not self._declines(seat):
            return self._turn_of(seat)
        if self.game.options["variant"] != "pawn" or self.phase not in ("play", "more"):
            return WRONG_PHASE
        return self._turn_of(seat) or self._must_play(seat)

    def do_pass(self, act: Act, line: int, claims: bool) -> list[Told]:
        """The turn goes on; the pawn goes to who could not play."""
        seat = act.seat
        assert seat is not None
        declined = self.phase == "more" and seat == self.on_turn
        self.on_turn, self.phase = self._after(seat), "play"
        if declined:
            return []
        self.pawn = seat
        return self._tells(self._says_none(seat, line, claims), [("pawn", {"seat": self.game.seats[seat]})])

    def _must_play(self, seat: Seat) -> Refusal | None:
        because = fitting(self.laid) & self.hands.known[seat]
        return Refusal("must-play", because, own_rule=True) if because else None

    def _says_none(self, seat: Seat, line: int, claims: bool) -> list[Verdict]:
        if not claims or self.hands.whole(seat):
            return []
        return self.record.promises(Promise(line, seat, rungs=(("must-play", fitting(self.laid)),)))

    # -- give -------------------------------------------------------------------------------------------

    def may_give(self, act: Act) -> Refusal | None:
        """One card, read or not: by the seat asked to the asker, or as a punishment."""
        seat = act.seat
        assert seat is not None
        answers = self.phase == "give" and seat == self.giver
        if not answers and (self.phase not in ("play", "give", "more") or all(seat != by for _, by in self.punished)):
            return OUT_OF_TURN if self.phase == "give" else WRONG_PHASE
        if {1 if act.count is None else act.count, 1 if act.cards is None else len(act.cards)} != {1}:
            return WRONG_COUNT
        if refusal := self.refuses_cards(seat, act.cards or ()):
            return refusal
        wanted = (act.to, seat) in self.punished or (answers and act.to == self.on_turn)
        return None if wanted else GIVE_TO_ASKER

    def do_give(self, act: Act, line: int, claims: bool) -> list[Told]:
        """The card changes hands. Face down, no card of the giver's is sure to be there any more."""
        seat, to, given, hands = act.seat, act.to, act.card, self.hands
        assert seat is not None and to is not None
        verdicts = self.record.passes(seat, to, 1, None if given is None else 1 << given)
        if given is None:
            hands.unknown[seat], hands.known[seat] = hands.size(seat) - 1, NO_CARDS
        else:
            hands.plays(seat, given)
        hands.takes(to, given)
        if self.phase == "give" and seat == self.giver and (to == self.on_turn or (to, seat) not in self.punished):
            assert self.on_turn is not None
            self.on_turn, self.phase = self._after(self.on_turn), "play"
        else:
            may = (to, seat) if (to, seat) in self.punished else next(pair for pair in self.punished if pair[1] == seat)
            at = self.punished.index(may)
            self.punished = self.punished[:at] + self.punished[at + 1 :]
        over = not hands.size(seat)
        told = self._tells(verdicts, [], over=over)
        return told + self.lay_open(seat) if over else told

    def can_apply(self, act: Act) -> bool:
        """Who asks or gives, asks or gives somebody else."""
        return act.do not in ("ask", "give") or act.to not in (None, act.seat)

    # -- what is proved, and the punishment -------------------------------------------------------------

    def judged(self, verdicts: Sequence[Verdict]) -> list[Told]:
        """A suspect names no cards."""
        return [(kind, keys | {"proof": ""} if kind == "suspect" else keys) for kind, keys in super().judged(verdicts)]

    def _tells(self, verdicts: Sequence[Verdict], own: list[Told], *, over: bool = False) -> list[Told]:
        """Proofs, what else the line led to, and in mid-deal the punishment of whoever is proved to have held back."""
        told = self.judged(verdicts) + own
        for revoke in sorted((one for one in verdicts if isinstance(one, Revoke)), key=lambda one: one.promise.line):
            if over:
                break
            seat, names = revoke.promise.seat, self.game.seats
            others = [other for other in range(len(names)) if other != seat]
            self.punished += tuple((seat, other) for other in others)
            keys = {"seat": names[seat], "rule": revoke.rule, "from": [names[other] for other in others]}
            told.append(("penalty", keys))
        return told

    # -- the end of a deal (section 6) ------------------------------------------------------------------

    def counts(self, card: Card) -> int:
        """Its number."""
        rank = rank_of(card)
        return POINTS.get(rank) or int(rank)

    def extra(self, seat: Seat) -> int:
        """The pawn."""
        return PAWN_POINTS if seat == self.pawn else 0

    # -- what the table says ----------------------------------------------------------------------------

    def turn(self) -> dict[str, Any] | None:
        """Who is to do something, and the cards for it where the whole hand was read."""
        if self.over:
            return None
        names = self.game.seats
        if self.to_show:
            shows = [names[seat] for seat in sorted(self.to_show)]
            return {"seat": names[self.to_show[0]], "phase": self.phase, "seats": shows}
        seat = {"start": self._starter(), "give": self.giver}.get(self.phase, self.on_turn)
        keys: dict[str, Any] = {"seat": None if seat is None else names[seat], "phase": self.phase}
        if seat is not None and self.hands.whole(seat):
            held = self.hands.known[seat]
            fits = 1 << SEVEN_OF_CLUBS if self.phase == "start" else fitting(self.laid)
            keys["legal"] = self.game.text(held if self.phase == "give" else held & fits)
        return keys

    def asks(self) -> tuple[Ask, ...]:
        """A card, or what is done without one; and what may be given as a punishment, at any time."""
        if self.over:
            return ()
        if self.phase == "show":
            return self.asks_to_show()
        if self.phase == "start":
            known = self._starter()
            seats = range(len(self.game.seats)) if known is None else (known,)
            return tuple(Ask("play", seat, 1, 1) for seat in seats)
        seat = self.on_turn
        assert seat is not None
        if self.phase == "give":
            asks = [Ask("give", self.giver, 1, 1, hidden=True, to=(seat,))]
        elif self.phase == "more":
            asks = [Ask("play", seat, 1, 1), Ask("pass", seat), *self._turn_asks(self._after(seat), any_time=True)]
        else:
            asks = self._turn_asks(seat)
        punish = [Ask("give", by, 1, 1, hidden=True, to=(to,), any_time=True) for to, by in self.punished]
        return (*asks, *punish)

    def _turn_asks(self, seat: Seat, *, any_time: bool = False) -> list[Ask]:
        other = (
            Ask("ask", seat, to=(self._before(seat),), any_time=any_time)
            if self.game.options["variant"] == "ask"
            else Ask("pass", seat, any_time=any_time)
        )
        return [Ask("play", seat, 1, 1, any_time=any_time), other]

    def shown(self) -> Shown:
        """The row of each suit; who asks, who has the pawn, and who may still be given how many cards as punishment."""
        piles = tuple(Pile("row", tuple(card for card in row if self.laid >> card & 1)) for row in ROWS)
        facts = [Fact("asked", seat=self.on_turn)] if self.phase == "give" else []
        if self.pawn is not None:
            facts.append(Fact("pawn", seat=self.pawn))
        owed = [[to for to, _ in self.punished].count(seat) for seat in range(len(self.game.seats))]
        plates = tuple((Fact("penalty", number=cards),) if cards else () for cards in owed)
        return Shown((), None, piles, tuple(facts), plates)
