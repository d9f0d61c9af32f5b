"""Gris, the Norwegian game: all pass a card at once, six of one suit make a sign, the last to make it gets a letter.

The rules, their options and the rule ids used here: docs/rules/gris-nb.md.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from engine.actions import Act, Refusal, Seat
from engine.asks import Ask
from engine.cards import each, set_of, suit_of
from engine.game import OUT_OF_TURN, WRONG_COUNT, WRONG_PHASE, Game, Told
from engine.options import Letters, Option
from engine.passing import PassingMatch
from engine.presses import earliest, latest
from engine.shown import Fact, Pile, Shown

HAND_SIZE = 6
SIGNS = {"S": "thumb", "H": "heart", "D": "window", "C": "scratch"}


class GrisNb(Game):
    """Three to eight players, each alone; rounds until somebody has all letters of the word."""

    name = "gris-nb"
    seat_numbers = range(3, 9)
    timed = True
    option_table = (
        Option("signs", "by_suit", ("by_suit", "spade_only")),
        Option("word", "GRIS", Letters(1, 10)),
    )

    def sign(self, suit: str) -> str:
        """The sign for six cards of this suit (section 7)."""
        return SIGNS[suit if self.options["signs"] == "by_suit" else "S"]

    def start(self) -> GrisNbMatch:
        """A new match, before its first card."""
        return GrisNbMatch(self)


class GrisNbMatch(PassingMatch):
    """Rounds with the phases `pass`, `sign` and `show`; between them `deal`. `scored` are the letters."""

    game: GrisNb

    def new_deal(self) -> None:
        """Nobody has signed."""
        self.times: dict[Seat, int] = {}  # of the signs
        self.to_show: tuple[Seat, ...] = ()
        self.last: tuple[Seat, ...] = ()  # who signed last, once the race is closed
        super().new_deal()

    def sizes(self) -> Sequence[int]:
        """Six cards each."""
        return [HAND_SIZE] * len(self.game.seats)

    def before_play(self) -> bool:
        """Until the first card is laid or the first sign made."""
        return super().before_play() and not self.times

    def refuse(self, act: Act) -> Refusal | None:
        """As ever, but presses go on when the game is over, and count for nothing."""
        refusal = super().refuse(act)
        return None if self.over and act.do == "press" else refusal

    # -- signs (section 6) ------------------------------------------------------------------------------

    def may_press(self, act: Act) -> Refusal | None:
        """Once a round."""
        if self.phase == "show":
            return WRONG_PHASE
        return OUT_OF_TURN if act.seat in self.times else None

    def do_press(self, act: Act, line: int, claims: bool) -> list[Told]:
        """The first opens the race, and may be known to be false; the last closes it."""
        seat = act.seat
        assert seat is not None and act.t is not None
        counts = self.phase != "deal" and not self.over
        told: list[Told] = [("sign", {"seat": self.game.seats[seat], "counts": counts})]
        if not counts:
            return told
        self.times[seat] = act.t
        self.phase = "sign"
        if len(self.times) == 1 and self._genuine(seat) is False:
            return told + self._false_signs((seat,))
        return told + (self._race() if not self._missing() else [])

    def do_clock(self, act: Act, line: int, claims: bool) -> list[Told]:
        """Where only one has not signed, it is the last as soon as it can only be later than all others."""
        late = len(self._missing()) == 1 and act.t is not None and act.t > max(self.times.values())
        return self._race() if self.phase == "sign" and late else []

    def _missing(self) -> tuple[Seat, ...]:
        return tuple(seat for seat in range(len(self.game.seats)) if seat not in self.times)

    def _genuine(self, seat: Seat) -> bool | None:
        """Whether this seat's six cards are of one suit; None where the table cannot know."""
        suits = self._suits(seat)
        return False if len(suits) > 1 else True if self.hands.whole(seat) else None

    def _suits(self, seat: Seat) -> set[str]:
        return {suit_of(card) for card in each(self.hands.known[seat])}

    def _race(self) -> list[Told]:
        """The order and who was last; the first signers' hands decide, shown where they are not known."""
        names = self.game.seats
        missing = self._missing()
        self.last = missing or tuple(latest(self.times))
        order = [*sorted(self.times, key=lambda seat: (self.times[seat], seat)), *missing]
        race = {"order": [names[seat] for seat in order], "last": [names[seat] for seat in self.last]}
        self.to_show = tuple(seat for seat in earliest(self.times) if self._genuine(seat) is None)
        if not self.to_show:
            return [("race", race), *self._judge()]
        self.phase = "show"
        return [("race", race)]

    def may_show(self, act: Act) -> Refusal | None:
        """Six cards, by a first signer."""
        if self.phase != "show":
            return WRONG_PHASE
        if act.seat not in self.to_show:
            return OUT_OF_TURN
        cards = act.cards or ()
        return WRONG_COUNT if len(cards) != HAND_SIZE else self.refuses_cards(act.seat, cards)

    def do_show(self, act: Act, line: int, claims: bool) -> list[Told]:
        """When all have shown that had to, the hands decide."""
        seat = act.seat
        assert seat is not None
        self.hands.shows(seat, set_of(act.cards or ()))
        self.to_show = tuple(other for other in self.to_show if other != seat)
        return [] if self.to_show else self._judge()

    def _judge(self) -> list[Told]:
        """One genuine hand of those who signed first is enough for the last one to get a letter."""
        game, first = self.game, earliest(self.times)
        signer = next((seat for seat in first if self._genuine(seat)), None)
        if signer is None:
            return self._false_signs(first)
        (suit,) = self._suits(signer)
        signed = {"seat": game.seats[signer], "suit": suit, "sign": game.sign(suit)}
        if len(self.last) == 1:
            return [("signed", signed), *self._letters(self.last, "last")]
        tie = {"seats": [game.seats[seat] for seat in self.last]}
        return [("signed", signed), ("tie", tie), *self._letters((), "last")]

    def _false_signs(self, seats: Sequence[Seat]) -> list[Told]:
        false_signs: list[Told] = [("false_sign", {"seat": self.game.seats[seat]}) for seat in seats]
        return false_signs + self._letters(seats, "false-sign")

    def _letters(self, seats: Sequence[Seat], why: str) -> list[Told]:
        """These get a letter; the round is over, and the game with the last letter."""
        game, word = self.game, self.game.options["word"]
        points = [int(seat in seats) for seat in range(len(game.seats))]
        totals = [before + now for before, now in zip(self.scored, points, strict=True)]
        told: list[Told] = [
            ("letter", {"seat": game.seats[seat], "letters": word[: totals[seat]], "why": why}) for seat in seats
        ]
        told.append(("deal_over", {"points": game.by_side(points), "detail": {}}))
        if seats:
            told.append(("score", {"total": game.by_side(totals)}))
        self.next_deal(totals)
        self.phase = "deal"
        losers = [seat for seat, letters in enumerate(totals) if letters >= len(word)]
        return [*told, self.ends(None, losers)] if losers else told

    # -- what the table says ----------------------------------------------------------------------------

    def turn(self) -> dict[str, Any] | None:
        """Who still has to lay, to sign or to show."""
        if self.over:
            return None
        keys: dict[str, Any] = {"seat": None, "phase": self.phase}
        if self.phase != "deal":
            names = self.game.seats
            seats = [names[seat] for seat in range(len(names)) if seat not in self.laid]
            if self.phase != "pass":
                seats = [names[seat] for seat in (self.to_show if self.phase == "show" else self._missing())]
            keys |= {"seat": seats[0] if self.phase == "show" and len(seats) == 1 else None, "seats": seats}
        return keys

    def shown(self) -> Shown:
        """The stock, the letters, and who has laid a card; nothing of the race while it runs."""
        word = self.game.options["word"]
        plates = [(Fact("letters", word=word[:letters]),) if letters else () for letters in self.scored]
        piles = [Pile("stock", hidden=self.stock_left)] if self.stock_left else []
        piles += [Pile("passed", hidden=1, seat=seat) for seat in self.laid]
        return Shown(piles=tuple(piles), seats=tuple(plates))

    def asks(self) -> tuple[Ask, ...]:
        """The sign at any time; a card to pass on, one that came back, a hand to show."""
        asks = [Ask("show", seat, HAND_SIZE, HAND_SIZE) for seat in self.to_show]
        if self.phase != "show":
            asks += [Ask("press", seat, any_time=True) for seat in self._missing()]
        if self.phase == "sign" and len(self._missing()) == 1:
            asks.append(Ask("clock", any_time=True))
        return (*asks, *self.passing_asks())
