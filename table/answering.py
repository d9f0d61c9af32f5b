"""From what people lay, press and choose to one line: the table asks one thing at a time.

A match says what may be done now (`Match.asks`); here is kept what a seat has answered so far, where one touch is not
enough: cards gathered for one action, a bid picked, a seat named. No rules are here: a finished answer is judged like
any other line. Cards come first, then whatever else the line must say.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import NamedTuple

from engine.actions import Act, Seat
from engine.asks import Ask
from engine.cards import SUITS, Card
from engine.game import Match

MOST_OFFERED = 20  # choices: of more there is no menu
NAMES = ("source", "to", "value", "onto")  # what a line may have to name, in the order in which it is asked


@dataclass(frozen=True, slots=True)
class Partial:
    """An ask with what has been said to it so far. `said` has the names of NAMES, and `claim:KEY` for a claim's."""

    ask: Ask
    said: Mapping[str, object] = field(default_factory=dict)

    def open_name(self) -> tuple[str, tuple[object, ...]] | None:
        """What has still to be said, and what it may be; None where nothing is open. A single possibility is said."""
        for name, values in self._names():
            if name not in self.said:
                return name, values
        return None

    def with_said(self, name: str, value: object) -> Partial:
        """This too was said; what has become the only possibility is said with it."""
        return replace(self, said={**self.said, name: value}).settled()

    def settled(self) -> Partial:
        """With everything said that can be said in one way only."""
        said = dict(self.said)
        for name, values in self._names():
            if name not in said and len(values) == 1:
                said[name] = values[0]
        return replace(self, said=said)

    def act(self, cards: tuple[Card, ...], t: int | None) -> Act:
        """The finished line."""
        ask, said = self.ask, self.said
        claim = {name.removeprefix("claim:"): value for name, value in said.items() if name.startswith("claim:")}
        to, onto, source = said.get("to"), said.get("onto"), said.get("source")
        wanted = tuple(card for card in cards if card in ask.lying) if ask.do == "exchange" else ()
        cards = tuple(card for card in cards if card not in wanted)
        return Act(
            ask.do,
            ask.seat,
            cards or None,
            count=len(cards) if ask.do == "exchange" else None,
            source=source if isinstance(source, str) else None,
            to=to if isinstance(to, int) else None,
            onto=onto if isinstance(onto, str) else None,
            value=said.get("value"),
            wanted=wanted or None,
            claim={**claim, "count": len(cards)} if ask.claims else None,
            t=t,
        )

    def _names(self) -> list[tuple[str, tuple[object, ...]]]:
        """Everything that an answer names, with its possibilities as they are left by what was said."""
        ask = self.ask
        every: dict[str, tuple[object, ...]] = {
            "source": ask.sources,
            "to": ask.to,
            "value": ask.values,
            "onto": ask.onto,
        }
        names = [(name, every[name]) for name in NAMES if every[name]]
        if ask.claims:
            left = [
                claim
                for claim in ask.claims
                if all(claim[key] == self.said.get(f"claim:{key}", claim[key]) for key in claim)
            ]
            for key in ask.claims[0]:
                names.append((f"claim:{key}", tuple(dict.fromkeys(claim[key] for claim in left))))
        return names


class Offer(NamedTuple):
    """One thing that a seat can choose now. `name`: "do" for the action itself, "lift" to take back what was
    gathered or said, else what it says (a name of Partial) with its `value`.
    """

    seat: Seat | None
    do: str
    name: str
    value: object
    then: Partial | None  # what is said once it is chosen; None: nothing any more

    def is_said_by(self, control: str) -> bool:
        """Whether a control card means this: `pass`, `knock`; `bid-6`, `suit-H`, `rank-K`, `number-3`, `declare-x`."""
        group, _, value = control.partition("-")
        if self.name == "do":
            return control == self.do
        if self.then is None or not isinstance(self.value, str | int):
            return False
        kind = "suit" if self.value in tuple(SUITS) else "rank" if isinstance(self.value, str) else "number"
        return value == str(self.value) and group in (self.do, kind)


class Answering:
    """The answers that are being given at a table, by seat. `match` gives the match as it is now."""

    def __init__(self, match: Callable[[], Match]) -> None:
        self._match = match
        self._gathered: dict[Seat | None, tuple[Card, ...]] = {}
        self._partial: dict[Seat | None, Partial] = {}

    def gathered(self, seat: Seat | None) -> tuple[Card, ...]:
        """The cards laid so far for an answer that is not finished."""
        return self._gathered.get(seat, ())

    def is_open(self, seat: Seat | None) -> bool:
        """Whether this seat has begun an answer."""
        return seat in self._gathered or seat in self._partial

    def turns_up(self, seat: Seat | None) -> bool:
        """Whether this seat has said that it turns up the top card of the stock, which it lays down next."""
        partial = self._partial.get(seat)
        return partial is not None and partial.ask.least > 0 and partial.said.get("source") == "stock"

    def seats(self) -> tuple[Seat | None, ...]:
        """The seats with answers that are not finished."""
        return tuple({**self._gathered, **self._partial})

    def forget(self) -> None:
        """Something was done: what nobody asks any more is not being answered."""
        asks = self._match().asks()
        self._partial = {seat: partial for seat, partial in self._partial.items() if partial.ask in asks}
        self._gathered = {
            seat: cards
            for seat, cards in self._gathered.items()
            if any(ask.seat in (seat, None) and ask.most for ask in asks)
        }

    def asks_of(self, seat: Seat | None) -> tuple[Ask, ...]:
        """What is asked of this seat, or of nobody in particular."""
        return tuple(ask for ask in self._match().asks() if ask.seat in (seat, None))

    # -- cards ------------------------------------------------------------------------------------------

    def laid(self, seat: Seat, card: Card, t: int | None = None) -> Act | None:
        """A card was laid at a seat: the finished line, or None while more has to be laid or said.

        A card laid again is lifted off. Whoever is asked for no card plays it all the same, to be told so.
        """
        partial = self._partial.get(seat)
        asks = self._may_mean(seat, card) if partial is None else [partial.ask]
        if not asks:
            named = self._named_by(seat, card)
            return Act("play", seat, (card,), t=t) if named is None else named.act((), t)
        if len(asks) == 1 and asks[0].most == 1 and not asks[0].lying:
            return self._finish(seat, partial or Partial(asks[0]).settled(), (card,), t)
        held = self.gathered(seat)
        if card in held:
            self._set_gathered(seat, tuple(other for other in held if other != card))
            return None
        self._set_gathered(seat, (*held, card))
        only = asks[0]
        full = only.least == only.most == len(self.gathered(seat)) and not (only.lying or only.also)
        if len(asks) == 1 and full:
            return self._finish(seat, partial or Partial(asks[0]).settled(), self.gathered(seat), t)
        return None

    def _may_mean(self, seat: Seat, card: Card) -> list[Ask]:
        """The asks that a card laid at a seat may answer. Of several those that the rules leave open, if any."""
        asks = [ask for ask in self.asks_of(seat) if ask.most and ask.do != "draw"]
        from_hand = [ask for ask in asks if ask.sources != ("stock",)] or asks
        if len(from_hand) < 2 or any(ask.most > 1 for ask in from_hand):
            return from_hand
        return [ask for ask in from_hand if self._is_left_open(Partial(ask).settled(), (card,))] or from_hand

    def _is_left_open(self, partial: Partial, cards: tuple[Card, ...]) -> bool:
        """Whether there is a way to go on that the rules do not refuse."""
        found = partial.open_name()
        if found is None:
            return self._match().refuse(partial.act(cards, None)) is None
        name, values = found
        return any(self._is_left_open(partial.with_said(name, value), cards) for value in values)

    def _named_by(self, seat: Seat, card: Card) -> Partial | None:
        """What a card names that is laid where one has to be named: a bid, a card that is called."""
        face = self._match().game.deck.faces[card]
        for ask in self._match().asks():
            if ask.seat == seat and not ask.most and face in ask.values:
                partial = Partial(ask).settled().with_said("value", face)
                return partial if partial.open_name() is None else None
        return None

    def paused(self, seat: Seat | None, t: int | None = None) -> Act | None:
        """Nobody has laid anything more for a while, or somebody else goes on: the line, where only one is meant."""
        meant = self._meant(seat)
        return self._finish(seat, meant[0], self.gathered(seat), t) if len(meant) == 1 else None

    def pressed(self, seat: Seat, t: int | None = None) -> Act | None:
        """The seat's button: it closes what was gathered, else does the first thing asked for that names nothing."""
        cards = self.gathered(seat)
        if cards:
            meant = self._meant(seat)
            return self._finish(seat, meant[0], cards, t) if meant else None
        for ask in self._match().asks():
            partial = Partial(ask).settled()
            if ask.seat != seat or partial.open_name() is not None:
                continue
            if not ask.least:
                return partial.act((), t)
            if ask.do == "exchange" and ask.hidden and ask.least == ask.most:
                return replace(partial.act((), t), count=ask.least)  # passed on unread
        return None

    # -- choices ----------------------------------------------------------------------------------------

    def offers(self, seat: Seat | None) -> tuple[Offer, ...]:
        """What this seat can choose now, one question at a time."""
        partial, cards = self._partial.get(seat), self.gathered(seat)
        if partial is not None:
            found = partial.open_name()
            lift = Offer(seat, partial.ask.do, "lift", None, None)
            if found is None:
                return (lift,)
            name, values = found
            said = [Offer(seat, partial.ask.do, name, value, partial.with_said(name, value)) for value in values]
            return (*said, lift)
        if cards:
            fitting = [Offer(seat, one.ask.do, "do", None, one) for one in self._meant(seat)]
            return (*fitting, Offer(seat, "", "lift", None, None))
        offers: list[Offer] = []
        for ask in self._match().asks():
            if ask.do != "clock" and ask.seat == seat and (not ask.least or ask.sources == ("stock",)):
                offers += self._offers_to(seat, Partial(ask).settled())
        if len(offers) == 1 and offers[0].then is not None:
            return self._said_at_once(offers[0], offers[0].then)
        return tuple(offers)

    def choose(self, offer: Offer, t: int | None = None) -> Act | None:
        """This was chosen: the finished line, or None while more has to be said."""
        if offer.then is None:
            self._partial.pop(offer.seat, None)
            self._gathered.pop(offer.seat, None)
            return None
        return self._finish(offer.seat, offer.then, self.gathered(offer.seat), t)

    def _said_at_once(self, only: Offer, partial: Partial) -> tuple[Offer, ...]:
        """Where there is one thing to do, what has to be said of it is asked at once."""
        found = partial.open_name()
        if only.name != "do" or found is None:
            return (only,)
        name, values = found
        return tuple(Offer(only.seat, only.do, name, value, partial.with_said(name, value)) for value in values)

    def _offers_to(self, seat: Seat | None, partial: Partial) -> list[Offer]:
        """One ask as it is offered: the action itself, or at once its values where nothing else has to be said."""
        found = partial.open_name()
        if found is None:
            return [Offer(seat, partial.ask.do, "do", None, partial)]
        name, values = found
        if name == "value" and len(values) > MOST_OFFERED:  # a card is laid itself, there is no menu of fifty
            values = tuple(value for value in values if value not in self._match().game.deck.faces)
        after = [partial.with_said(name, value) for value in values]
        if any(then.open_name() is not None for then in after):
            return [Offer(seat, partial.ask.do, "do", None, partial)]
        return [Offer(seat, partial.ask.do, name, value, then) for value, then in zip(values, after, strict=True)]

    def _meant(self, seat: Seat | None) -> list[Partial]:
        """What the cards gathered may be meant for, by their number."""
        partial = self._partial.get(seat)
        if partial is not None:
            return [partial]
        cards = self.gathered(seat)
        asks = [ask for ask in self.asks_of(seat) if cards and ask.do != "draw" and fits(ask, cards)]
        from_hand = [
            ask for ask in asks if ask.sources != ("stock",)
        ] or asks  # a turned card is chosen before it is laid
        return [Partial(ask).settled() for ask in from_hand]

    def _finish(self, seat: Seat | None, partial: Partial, cards: tuple[Card, ...], t: int | None) -> Act | None:
        """The line, where nothing is open; else it stays open."""
        enough = fits(partial.ask, cards)
        if partial.open_name() is None and enough:
            self._partial.pop(seat, None)
            self._gathered.pop(seat, None)
            return partial.act(cards, t)
        self._partial[seat] = partial
        self._set_gathered(seat, cards)
        return None

    def _set_gathered(self, seat: Seat | None, cards: tuple[Card, ...]) -> None:
        if cards:
            self._gathered[seat] = cards
        else:
            self._gathered.pop(seat, None)


def fits(ask: Ask, cards: tuple[Card, ...]) -> bool:
    """Whether so many cards are an answer: of those that lie on the table as many as it takes or swaps."""
    lying = sum(card in ask.lying for card in cards)
    if ask.lying and ask.do == "take":
        return lying == len(cards) and ask.least <= lying <= ask.most
    if ask.lying and ask.do == "exchange":
        return ask.least <= lying <= ask.most and 2 * lying == len(cards)
    also = sum(card in ask.also for card in cards)
    return not lying and ask.least <= len(cards) - min(also, 1) and len(cards) <= ask.most + min(also, 1)
