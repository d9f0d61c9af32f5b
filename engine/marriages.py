"""Marriages as Marjapussi has them: a king and queen of one suit, told, or found by asking the partner, make the suit.

The sections named here are those of docs/rules/marjapussi.md. Who tells or answers promises something of a hand that
nobody has seen; what is promised when stands in section 4.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from typing import NamedTuple

from engine.actions import Act, Refusal, Seat
from engine.asks import Ask
from engine.cards import NO_CARD, NO_CARDS, SUITS, Card, CardSet, cards
from engine.denials import denies, narrowed
from engine.errors import BadLine
from engine.game import OUT_OF_TURN, WRONG_PHASE, Told
from engine.lead_and_follow import LeadAndFollowMatch
from engine.promises import Need
from engine.record import Promise, Revoke, Suspect, Verdict
from engine.shown import Fact
from engine.trick import NOBODY, RowsDeal, TrickGame

PAIRS: dict[str, CardSet] = {suit: cards(f"K{suit} Q{suit}") for suit in SUITS}
WHOLE = "trump"  # the question for a whole pair of any suit
TRUMP_POINTS, PIKKARAINEN_POINTS = 2, 1


class Question(NamedTuple):
    """What was asked and not answered yet; `suit` None: for a whole pair of any suit."""

    asker: Seat
    asked: Seat
    suit: str | None
    line: int


class Denial(NamedTuple):
    """At `line` the seat has promised to hold none of these cards; `pairs`: no pair of them."""

    seat: Seat
    line: int
    cards: CardSet
    pairs: bool = False

    def rules_out(self, pair: CardSet) -> bool:
        """Whether it says that the seat does not hold this king and queen."""
        return not pair & ~self.cards if self.pairs else pair & self.cards != NO_CARDS


class MarriageDeal(RowsDeal):
    """The tricks of one deal, with the suit that the next lead is bound to: its pikkarainen was just made."""

    __slots__ = ("bound",)

    def __init__(self, game: TrickGame, leader: Seat, playing: Sequence[Seat]) -> None:
        super().__init__(game, leader, playing)
        self.bound: str | None = None

    def _open(self, card: Card) -> None:
        super()._open(card)
        self.bound = None


def _against(rule: str, because: CardSet = NO_CARDS) -> Refusal:
    return Refusal(rule, because, own_rule=True)


class MarriageMatch(LeadAndFollowMatch):
    """A match with these announcements. In phase `answer` it is the turn of the partner who was asked."""

    deal: MarriageDeal

    def new_deal(self) -> None:
        """No suit is made, nothing is asked or said."""
        super().new_deal()
        self.made = [0] * len(self.game.sides)  # points for suits, by side
        self.suits_made: tuple[str, ...] = ()
        self.announced = False  # the leader has made a suit since the last trick
        self.asked_half = False  # and has asked for a half
        self.asked_whole: set[int] = set()  # sides that have asked for a whole pair
        self.question: Question | None = None
        self.said = [NO_CARDS] * len(self.game.seats)  # cards that each seat has by its own word
        self.denials: tuple[Denial, ...] = ()  # those not proved false
        self.halves: set[frozenset[int]] = set()  # the lines of a question for a half and of its yes

    def refuse(self, act: Act) -> Refusal | None:
        """As every match. Raises BadLine for a value that is no suit and no question."""
        if act.do in ("declare", "ask") and act.value not in (*SUITS, *([WHOLE] if act.do == "ask" else [])):
            asked = f' or "{WHOLE}"' if act.do == "ask" else ""
            raise BadLine(f'the value of "{act.do}" is one of {", ".join(SUITS)}{asked}, not {act.value!r}')
        return super().refuse(act)

    def before_play(self) -> bool:
        """Until anything is announced or played."""
        return self.phase == "play" and not self.suits_made and super().before_play()

    def tricks_by_side(self) -> list[int]:
        """How many tricks each side has taken in this deal."""
        return [taken.bit_count() // len(self.game.seats) for taken in self.taken_by_side()]

    # -- play: what a seat has said of its hand counts ----------------------------------------------------

    def may_play(self, act: Act) -> Refusal | None:
        """As in every game of tricks; where nobody knows who leads, a hand that was read does not."""
        refusal = super().may_play(act)
        return OUT_OF_TURN if refusal != WRONG_PHASE and self._out_of_turn(act) else refusal

    def _out_of_turn(self, act: Act) -> bool:
        turn, seat = self.deal.turn, act.seat
        assert seat is not None
        return self.hands.whole(seat) if turn == NOBODY else seat != turn

    def refuses_play(self, seat: Seat, card: Card) -> Refusal | None:
        """The cards that the seat has announced count as known."""
        known = self._known(seat)
        for must in self.deal.rows(card):
            if must.cards & known:
                return _against(must.rule, must.cards & known)
        return None

    def _known(self, seat: Seat) -> CardSet:
        return self.hands.known[seat] | self.said[seat]

    def do_play(self, act: Act, line: int, claims: bool) -> list[Told]:
        """A card that was played is in no hand any more, whoever has announced it."""
        seat, card = act.seat, act.card
        assert seat is not None and card is not None
        if claims and not self.hands.whole(seat):
            self.denials += tuple(Denial(seat, line, must.cards) for must in self.deal.rows(card))
        self.said = [said & ~(1 << card) for said in self.said]
        return super().do_play(act, line, claims)

    def end_of_trick(self, winner: Seat) -> list[Told]:
        """Its winner may announce and ask again; after the last trick the deal is scored."""
        self.announced = self.asked_half = False
        return self.end_of_deal(winner) if self.deal.over else []

    @abstractmethod
    def end_of_deal(self, winner: Seat) -> list[Told]:
        """What follows the last trick of a deal: its scoring."""

    # -- making a suit ------------------------------------------------------------------------------------

    def may_declare(self, act: Act) -> Refusal | None:
        """A pair of one's own, or a yes (section 4, announcements)."""
        seat, suit, question = act.seat, str(act.value), self.question
        assert seat is not None
        if question is None:
            return self._may_announce(act, suit) or self._no_marriage(seat, suit)
        if seat != question.asked:
            return OUT_OF_TURN
        if question.suit is None:
            return self._no_marriage(seat, suit)
        if suit != question.suit:
            return _against("wrong-suit")
        return self._no_half(seat, suit)

    def _may_announce(self, act: Act, suit: str) -> Refusal | None:
        """Why the leader cannot announce or ask now."""
        if self.phase != "play" or self.deal.led != NO_CARD:
            return WRONG_PHASE
        if self._out_of_turn(act):
            return OUT_OF_TURN
        if not self.deal.tricks:
            return _against("after-trick")
        if self.announced:
            return _against("one-announcement")
        return _against("suit-used") if suit in self.suits_made else None

    def _no_marriage(self, seat: Seat, suit: str) -> Refusal | None:
        """The pair is known not to be in the hand, or the seat has said so itself."""
        pair, known = PAIRS[suit], self.hands.known[seat]
        lacks = pair & ~known if self.hands.whole(seat) else pair & (self.deal.played | self.hands.elsewhere(seat))
        denied = any(denial.seat == seat and denial.rules_out(pair) for denial in self.denials)
        return _against("no-marriage") if lacks or denied else None

    def _no_half(self, seat: Seat, suit: str) -> Refusal | None:
        whole = self.hands.whole(seat)
        return _against("no-half") if whole and not PAIRS[suit] & self.hands.known[seat] else None

    def do_declare(self, act: Act, line: int, claims: bool) -> list[Told]:
        """The suit is made, by the winner of the trick."""
        seat, suit, maker = act.seat, str(act.value), act.seat
        assert seat is not None and maker is not None
        promised = Need("no-marriage", PAIRS[suit], every=True)
        if self.question is not None:
            question = self._answered()
            maker = question.asker
            if question.suit is not None:
                promised = Need("false-answer", PAIRS[question.suit])
                self.halves.add(frozenset((question.line, line)))
        told: list[Told] = []
        if claims and not self.hands.whole(seat):
            if promised.every:
                self.said[seat] |= promised.cards
            told = self.judged(self.record.promises(Promise(line, seat, needs=(promised,))))
        return [*told, self._make(maker, suit)]

    def _make(self, seat: Seat, suit: str) -> Told:
        """The first suit of a deal is trump, every other a pikkarainen, which binds the lead (section 3)."""
        game, side = self.game, self.game.side_of[seat]
        makes, points = ("pikkarainen", PIKKARAINEN_POINTS) if self.deal.trump else ("trump", TRUMP_POINTS)
        if self.deal.trump:
            self.deal.bound = suit
        else:
            self.deal.trump = suit
        self.suits_made += (suit,)
        self.announced = True
        self.made[side] += points
        names = {"side": game.sides[side].id, "seat": game.seats[seat]}
        return "marriage", {**names, "suit": suit, "makes": makes, "points": points}

    # -- asking -------------------------------------------------------------------------------------------

    def may_ask(self, act: Act) -> Refusal | None:
        """For a whole pair at the side's first trick, for a half later; only the partner (section 4)."""
        seat, suit = act.seat, str(act.value)
        assert seat is not None
        refusal = self._may_announce(act, suit)
        if refusal is not None:
            return refusal
        side = self.game.side_of[seat]
        if act.to == seat or act.to not in self.game.sides[side].seats:
            return _against("no-partner")
        if suit == WHOLE:
            if self.deal.trump:
                return _against("trump-made")
            return None if self._whole_is_due(side) else _against("ask-order")
        if self._whole_is_due(side):
            return _against("ask-order")
        if self.asked_half:
            return _against("one-question")
        return _against("no-half") if PAIRS[suit] & self.deal.played else self._no_half(seat, suit)

    def _whole_is_due(self, side: int) -> bool:
        """Whether the side may ask for a whole pair, and must do so before it asks for a half."""
        return not self.deal.trump and self.tricks_by_side()[side] == 1 and side not in self.asked_whole

    def can_apply(self, act: Act) -> bool:
        """A question needs somebody who can answer it."""
        return act.do != "ask" or act.to not in (None, act.seat)

    def do_ask(self, act: Act, line: int, claims: bool) -> list[Told]:
        """The other seat has to answer. Who asks for a half says that it has the other one."""
        seat, to, suit = act.seat, act.to, str(act.value)
        assert seat is not None and to is not None
        self.question = Question(seat, to, None if suit == WHOLE else suit, line)
        self.phase, self.deal.turn = "answer", to
        if suit == WHOLE:
            self.asked_whole.add(self.game.side_of[seat])
            return []
        self.asked_half = True
        if not claims or self.hands.whole(seat):
            return []
        return self.judged(self.record.promises(Promise(line, seat, needs=(Need("no-half", PAIRS[suit]),))))

    def _answered(self) -> Question:
        """The leader goes on."""
        question = self.question
        assert question is not None
        self.question, self.phase, self.deal.turn = None, "play", question.asker
        return question

    def may_pass(self, act: Act) -> Refusal | None:
        """To say no, unless the cards asked for are known to be in the hand."""
        seat, question = act.seat, self.question
        assert seat is not None
        if question is None:
            return WRONG_PHASE
        if seat != question.asked:
            return OUT_OF_TURN
        known, held = self._known(seat), NO_CARDS
        if question.suit is None:
            for pair in PAIRS.values():
                held |= NO_CARDS if pair & ~known else pair
        else:
            held = PAIRS[question.suit] & known
        return _against("false-answer", held) if held else None

    def do_pass(self, act: Act, line: int, claims: bool) -> list[Told]:
        """No: neither of the half, or no pair at all."""
        question, seat = self._answered(), act.seat
        assert seat is not None
        if not claims or self.hands.whole(seat):
            return []
        if question.suit is not None:
            pair = PAIRS[question.suit]
            self.denials += (Denial(seat, line, pair),)
            return self.judged(self.record.promises(Promise(line, seat, rungs=(("false-answer", pair),))))
        pairs = [pair for pair in PAIRS.values() if not pair & self.deal.played]
        self.denials += (Denial(seat, line, sum(pairs), pairs=True),)
        return self.judged(denies(self.record, line, seat, "false-answer", pairs))

    # -- what the table says ------------------------------------------------------------------------------

    def asks(self) -> tuple[Ask, ...]:
        """An answer; or a card, before which the leader may make a suit or ask the partner for one."""
        question = self.question
        if self.over:
            return ()
        if question is None:
            return (*super().asks(), *self._asks_to_make())
        told = self._unbroken() if question.suit is None else [question.suit]
        yes = [Ask("declare", question.asked, values=tuple(told))] if told else []
        return Ask("pass", question.asked), *yes

    def _unbroken(self) -> list[str]:
        """The suits of which neither king nor queen has been played."""
        return [suit for suit, pair in PAIRS.items() if not pair & self.deal.played]

    def _asks_to_make(self) -> list[Ask]:
        """What the leader may say before the lead, as far as everybody can know."""
        seat = self.deal.turn
        if self.deal.led != NO_CARD or not self.deal.tricks or self.announced:
            return []
        left = tuple(suit for suit in self._unbroken() if suit not in self.suits_made)
        asks = [Ask("declare", seat, values=left)] if left else []
        side = self.game.side_of[seat]
        partners = tuple(other for other in self.game.sides[side].seats if other != seat)
        values = (WHOLE,) if self._whole_is_due(side) else () if self.asked_half else left
        if partners and values:
            asks.append(Ask("ask", seat, to=partners, values=values))
        return asks

    def facts(self) -> list[Fact]:
        """Also the pikkarainens, the one that must be led now, and what the partner was asked for."""
        facts, question = super().facts(), self.question
        facts += [Fact("pikkarainen", suit=suit) for suit in self.suits_made if suit != self.deal.trump]
        if self.deal.bound is not None:
            facts.append(Fact("must-lead", suit=self.deal.bound))
        if question is not None:
            asked = Fact("asked", seat=question.asker)
            facts.append(asked._replace(word=WHOLE) if question.suit is None else asked._replace(suit=question.suit))
        return facts

    def plate(self, seat: Seat) -> list[Fact]:
        """The tricks taken."""
        return [Fact("tricks", number=self.tricks_by_seat()[seat])]

    def judged(self, verdicts: Sequence[Verdict]) -> list[Told]:
        """The events of the proofs, each as section 4 names it. What is proved false is no denial any more."""
        judged: list[Verdict] = []
        for verdict in verdicts:
            if isinstance(verdict, Revoke):
                promise = verdict.promise
                self.denials = tuple(denial for denial in self.denials if denial.line != promise.line)
                if verdict.rule == "no-marriage":
                    self.said[promise.seat] &= ~verdict.proof
                elif len(promise.needs) > 1:
                    verdict = narrowed(self.record, verdict)
                elif promise.needs and not verdict.proof:  # a yes, when both cards had been played
                    verdict = verdict._replace(proof=promise.needs[0].cards)
            elif isinstance(verdict, Suspect) and {promise.line for promise in verdict.promises} in self.halves:
                verdict = verdict._replace(rule="no-marriage")
            judged.append(verdict)
        return super().judged(judged)
