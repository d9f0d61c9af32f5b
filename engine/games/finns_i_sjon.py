"""Finns i sjön, go fish: whoever asks, answers or gives says something about its hand, and the table remembers it.

The rules and the rule ids used here: docs/rules/finns-i-sjon.md.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from engine.actions import Act, Refusal, Seat
from engine.asks import Ask
from engine.cards import RANK, RANKS, CardSet, each, set_of
from engine.dealt import DealtMatch
from engine.errors import BadLine
from engine.game import CARD_SEEN, OUT_OF_TURN, WRONG_COUNT, WRONG_PHASE, Game, Told
from engine.record import Need, Promise, Record, Suspect, Verdict
from engine.shown import Fact, Pile, Shown

HAND_SIZE = 7
BOOK = 4  # cards of one rank

ASK_OWN_RANK, MUST_GIVE, GIVE_ALL = "ask-own-rank", "must-give", "give-all"
NOT_ON_TOP = Refusal("not-on-top", own_rule=True)
GIVE_TO_ASKER = Refusal("give-to-asker", own_rule=True)
WRONG_RANK = Refusal("wrong-rank", own_rule=True)
# Nothing that people could let stand: nobody answers itself, and a book has a rank.
ASK_ANOTHER = Refusal("ask-another")
NOT_A_BOOK = Refusal("not-a-book")


class FinnsISjon(Game):
    """Two to four players, each alone."""

    name = "finns-i-sjon"
    seat_numbers = range(2, 5)

    def start(self) -> FinnsISjonMatch:
        """A new match, before its first question."""
        return FinnsISjonMatch(self)


class FinnsISjonMatch(DealtMatch):
    """One deal, which is the game. The phases are those of section 3: ask, answer, fish, book, over."""

    game: FinnsISjon
    namings = frozenset()  # a draw moves a card

    # -- deal (section 2) -------------------------------------------------------------------------------

    def new_deal(self) -> None:
        """The seat to the left of the dealer asks first."""
        self.phase, self.begun = "ask", False
        self.on_turn: Seat = self.game.clockwise[self.dealer][1]  # who asks, or has asked
        self.asked: Seat = self.on_turn
        self.rank = ""  # that was asked for
        super().new_deal()

    def sizes(self) -> Sequence[int]:
        """Seven each."""
        return [HAND_SIZE] * len(self.game.seats)

    def before_play(self) -> bool:
        """Until somebody has acted."""
        return not self.begun

    def away(self) -> CardSet:
        """The books."""
        return set_of(card for books in self.books for rank in books for card in each(RANK[rank]))

    def begin(self) -> None:
        """What is known before the first question; books that were dealt are aside already."""
        super().begin()
        self.books = [""] * len(self.game.seats)  # the ranks that each seat has put aside
        self.record = Record(self.game.pack, len(self.game.seats))
        self.record.deals(self.sizes(), self.dealt, set_of(self.stock))
        for seat in self.dealt:
            self._put_aside(seat)

    def may_deal(self, act: Act) -> Refusal | None:
        """As ever; a hand that is told again may have its book still."""
        as_dealt = self.fork()
        as_dealt.books = [""] * len(self.books)
        return DealtMatch.may_deal(as_dealt, act)

    def do_deal(self, act: Act, line: int, claims: bool) -> list[Told]:
        """These hands are known, and books in them put aside."""
        super().do_deal(act, line, claims)
        return [self._book(seat, rank) for seat in sorted(act.hands) for rank in self.books[seat]]

    # -- ask (section 4) --------------------------------------------------------------------------------

    def refuse(self, act: Act) -> Refusal | None:
        """As every match. Raises BadLine for a question that asks for no rank."""
        if act.do == "ask":
            _rank(act)
        return super().refuse(act)

    def may_ask(self, act: Act) -> Refusal | None:
        """Another seat, for a rank of which one holds a card."""
        seat, rank = act.seat, _rank(act)
        assert seat is not None
        if self.phase != "ask":
            return WRONG_PHASE
        if seat != self.on_turn:
            return OUT_OF_TURN
        if act.to is None or act.to == seat:
            return ASK_ANOTHER
        held = RANK[rank] & self.hands.known[seat]
        aside = any(rank in books for books in self.books)
        return Refusal(ASK_OWN_RANK, own_rule=True) if aside or (self.hands.whole(seat) and not held) else None

    def do_ask(self, act: Act, line: int, claims: bool) -> list[Told]:
        """It says that the hand holds one."""
        seat, to, rank = act.seat, act.to, _rank(act)
        assert seat is not None and to is not None
        self.begun, self.phase = True, "answer"
        self.asked, self.rank = to, rank
        if not claims or RANK[rank] & self.hands.known[seat]:
            return []
        return self.judged(self.record.promises(Promise(line, seat, needs=(Need(ASK_OWN_RANK, RANK[rank]),))))

    # -- answer: give, pass -----------------------------------------------------------------------------

    def may_give(self, act: Act) -> Refusal | None:
        """All cards of the rank asked for, to who has asked."""
        seat, cards = act.seat, act.cards or ()
        assert seat is not None
        if self.phase != "answer":
            return WRONG_PHASE
        if seat != self.asked:
            return OUT_OF_TURN
        if not cards:
            return WRONG_COUNT
        if refusal := self.refuses_cards(seat, cards):
            return refusal
        if act.to != self.on_turn:
            return GIVE_TO_ASKER
        if set_of(cards) & ~RANK[self.rank]:
            return WRONG_RANK
        because = RANK[self.rank] & self.hands.known[seat] & ~set_of(cards)
        return Refusal(GIVE_ALL, because, own_rule=True) if because else None

    def do_give(self, act: Act, line: int, claims: bool) -> list[Told]:
        """The cards change hands openly; it says that the hand holds no more of them. Then the asker asks again."""
        seat, to, cards = act.seat, act.to, act.cards or ()
        assert seat is not None and to is not None
        given = set_of(cards)
        verdicts = self.record.passes(seat, to, len(cards), given)
        for card in cards:
            self.hands.plays(seat, card)
            self.hands.takes(to, card)
        if claims:
            verdicts += self._says_none(seat, Promise(line, seat, cards, ((GIVE_ALL, RANK[self.rank] & ~given),)))
        told = self.judged(verdicts) + self._put_aside(to)
        if not self.hands.size(seat) and not self.hands.whole(self.on_turn):
            self.phase = "book"
            return told
        return told + self._goes_on(self.on_turn)

    def may_pass(self, act: Act) -> Refusal | None:
        """Finns i sjön: by who holds none; or there is no book to put aside at the end."""
        seat = act.seat
        assert seat is not None
        if self.phase == "book":
            return None if seat == self.on_turn else OUT_OF_TURN
        if self.phase != "answer":
            return WRONG_PHASE
        if seat != self.asked:
            return OUT_OF_TURN
        because = RANK[self.rank] & self.hands.known[seat]
        return Refusal(MUST_GIVE, because, own_rule=True) if because else None

    def do_pass(self, act: Act, line: int, claims: bool) -> list[Told]:
        """It says that the hand holds none; the asker fishes, if there is anything in the lake."""
        seat = act.seat
        assert seat is not None
        if self.phase == "book":
            return self._game_over()
        said = Promise(line, seat, rungs=((MUST_GIVE, RANK[self.rank]),))
        told = self.judged(self._says_none(seat, said) if claims else [])
        self.phase = "fish"
        return told if self.stock_left else told + self._goes_on(self.asked)

    def _says_none(self, seat: Seat, promise: Promise) -> list[Verdict]:
        return [] if self.hands.whole(seat) else self.record.promises(promise)

    # -- fish -------------------------------------------------------------------------------------------

    def may_draw(self, act: Act) -> Refusal | None:
        """One card from the lake, by the asker."""
        if self.phase != "fish" or act.source not in (None, "stock"):
            return WRONG_PHASE
        if act.seat != self.on_turn:
            return OUT_OF_TURN
        if act.cards is not None and len(act.cards) != 1:
            return WRONG_COUNT
        card = act.card
        if card is not None and (self.away() | self.hands.everywhere()) >> card & 1:
            return CARD_SEEN
        return NOT_ON_TOP if card is not None and self.stock and card != self.stock[0] else None

    def do_draw(self, act: Act, line: int, claims: bool) -> list[Told]:
        """Whatever it is, the turn goes to the seat that was asked."""
        seat, card = act.seat, self.off_stock(act.card)
        assert seat is not None
        self.hands.takes(seat, card)
        told = self.judged(self.record.takes(seat, 1, None if card is None else 1 << card))
        return told + self._put_aside(seat) + self._goes_on(self.asked)

    def can_apply(self, act: Act) -> bool:
        """A card is fished from where it lies, and given to somebody else."""
        if act.do == "draw":
            return act.card in self.stock
        return act.do != "give" or act.to not in (None, act.seat)

    # -- books (section 5) ------------------------------------------------------------------------------

    def may_meld(self, act: Act) -> Refusal | None:
        """Four cards of one rank, by anybody, between two questions."""
        seat, cards = act.seat, act.cards or ()
        assert seat is not None
        if self.phase not in ("ask", "book"):
            return WRONG_PHASE
        if len(cards) != BOOK:
            return WRONG_COUNT
        refusal = self.refuses_cards(seat, cards)
        return refusal or (None if set_of(cards) in RANK.values() else NOT_A_BOOK)

    def do_meld(self, act: Act, line: int, claims: bool) -> list[Told]:
        """They are put aside; the seat on turn still has to act, but for the book that ends the game."""
        seat, cards = act.seat, set_of(act.cards or ())
        assert seat is not None
        self.begun = True
        verdicts = self.record.shows(seat, cards)
        rank = next(rank for rank in RANKS if RANK[rank] == cards)
        told = [*self.judged(verdicts), self._lay_aside(seat, rank)]
        if self.phase == "book":
            return told + (self._game_over() if seat == self.on_turn else [])
        return told + self._goes_on(self.on_turn)

    def _put_aside(self, seat: Seat) -> list[Told]:
        """Books that the table has read in this hand are put aside without a line."""
        known = self.hands.known[seat]
        return [self._lay_aside(seat, rank) for rank in RANKS if not RANK[rank] & ~known]

    def _lay_aside(self, seat: Seat, rank: str) -> Told:
        for card in each(RANK[rank]):
            self.hands.plays(seat, card)
            self.record.plays(seat, card)
        self.books[seat] += rank
        return self._book(seat, rank)

    def _book(self, seat: Seat, rank: str) -> Told:
        return "book", {"seat": self.game.seats[seat], "value": rank}

    # -- the end ----------------------------------------------------------------------------------------

    def _goes_on(self, seat: Seat) -> list[Told]:
        """This seat asks, unless a hand is empty."""
        if not all(map(self.hands.size, range(len(self.game.seats)))):
            return self._game_over()
        self.on_turn, self.phase = seat, "ask"
        return []

    def _game_over(self) -> list[Told]:
        """Each book counts one; most of them win (section 6)."""
        self.phase = "over"
        self.scored = [len(books) for books in self.books]
        points = self.game.by_side(self.scored)
        most = max(self.scored)
        return [
            ("deal_over", {"points": points, "detail": {}}),
            ("score", {"total": points}),
            self.ends([side for side, books in enumerate(self.scored) if books == most]),
        ]

    # -- what the table says ----------------------------------------------------------------------------

    def judged(self, verdicts: Sequence[Verdict]) -> list[Told]:
        """A suspect names no cards, and the rule of the earliest line that cannot be true with the others."""
        return super().judged([_of_earliest(one) if isinstance(one, Suspect) else one for one in verdicts])

    def turn(self) -> dict[str, Any] | None:
        """Who asks, answers, fishes or has a last book to put aside."""
        if self.over:
            return None
        seat = self.asked if self.phase == "answer" else self.on_turn
        return {"seat": self.game.seats[seat], "phase": self.phase}

    def asks(self) -> tuple[Ask, ...]:
        """What the phase asks for; and books in hands that the table has not read, at any time between questions."""
        seat, hands = self.on_turn, self.hands
        if self.over:
            return ()
        if self.phase == "answer":
            most = min(BOOK, hands.size(self.asked))
            return Ask("give", self.asked, 1, most, "rank", to=(seat,)), Ask("pass", self.asked)
        if self.phase == "fish":
            return (Ask("draw", seat, sources=("stock",)),)
        able = [other for other in range(len(self.game.seats)) if hands.size(other) >= BOOK and not hands.whole(other)]
        if self.phase == "book":
            last = [Ask("meld", seat, BOOK, BOOK, "rank")] if seat in able else []
            books = [Ask("meld", other, BOOK, BOOK, "rank", any_time=True) for other in able if other != seat]
            return (*last, Ask("pass", seat), *books)
        _, *others = self.game.clockwise[seat]
        left = tuple(rank for rank in RANKS if not any(rank in ranks for ranks in self.books))
        books = [Ask("meld", other, BOOK, BOOK, "rank", any_time=True) for other in able]
        return (Ask("ask", seat, to=tuple(others), values=left), *books)

    def shown(self) -> Shown:
        """The lake, the books, and the question that waits for its answer."""
        books = [
            Pile("book", tuple(each(RANK[rank])), seat=seat, name=rank)
            for seat, ranks in enumerate(self.books)
            for rank in ranks
        ]
        facts = (Fact("asked", seat=self.asked), Fact("rank", word=self.rank)) if self.phase == "answer" else ()
        plates = tuple((Fact("books", number=len(ranks)),) for ranks in self.books)
        return Shown((), None, (Pile("stock", hidden=self.stock_left), *books), facts, plates)


def _rank(act: Act) -> str:
    """The rank that is asked for. Raises BadLine where it is none."""
    rank = "T" if act.value == "10" else act.value
    if not isinstance(rank, str) or rank not in tuple(RANKS):
        raise BadLine(f"one asks for a rank, {', '.join(RANKS)}, not for {act.value!r}")
    return rank


def _of_earliest(suspect: Suspect) -> Suspect:
    first = min(suspect.promises, key=lambda promise: promise.line)
    rule = first.rungs[0][0] if first.rungs else first.needs[0].rule
    return suspect._replace(rule=rule, proof=0)
