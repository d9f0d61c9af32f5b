"""Läpsy: cards are turned onto one pile, court cards ask for court cards, and who slaps a pair first takes the pile.

The rules and the rule ids used here: docs/rules/lapsy.md.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from engine.actions import Act, Refusal, Seat
from engine.all_dealt import shares
from engine.asks import Ask
from engine.cards import FRENCH, NO_CARDS, TWO_PACKS, Card, CardSet, Deck, each, rank_of, set_of
from engine.copies import which
from engine.dealt import seen
from engine.errors import BadLine
from engine.game import CARD_SEEN, NOT_IN_HAND, OUT_OF_TURN, WRONG_COUNT, WRONG_PHASE, Game, Told
from engine.packets import Packet
from engine.presses import PressMatch
from engine.shown import Fact, Pile, Shown
from engine.slaps import Slaps

TRIES = {"J": 1, "Q": 2, "K": 3, "A": 4}
MOST_WITH_ONE_PACK = 4  # players
LOOKS_AT = 3  # so many cards, or fewer, a player looks at


class Lapsy(Game):
    """Two to eight players, each alone; one deal is the game."""

    name = "lapsy"
    seat_numbers = range(2, 9)
    timed = True

    def make_deck(self) -> Deck:
        """One pack, or two for more than four (section 1)."""
        return FRENCH if len(self.seats) <= MOST_WITH_ONE_PACK else TWO_PACKS

    def start(self) -> LapsyMatch:
        """A new match, before its first card."""
        return LapsyMatch(self)


class LapsyMatch(PressMatch):
    """The phases `play`, `answer` (to a court card) and `take`, which follow from what has happened."""

    game: Lapsy

    def new_deal(self) -> None:
        """The pile is empty, and nobody has slapped."""
        self.begun = False
        self.pile = Packet()
        self.visible: tuple[Card, ...] = ()  # the cards laid on the pile, the top one last
        self.layer: Seat | None = None  # who laid the last card
        self.asker: Seat | None = None  # whose court card waits for an answer, or has won the pile
        self.tries = self.asked = 0  # that are left to answer it; that it asked for
        self.slaps = Slaps()
        self.eliminated: tuple[Seat, ...] = ()
        self.read: dict[Seat, tuple[Card, ...]] = {}  # packets that were read as they were dealt
        super().new_deal()

    # -- the deal (section 1) ---------------------------------------------------------------------------

    def sizes(self) -> Sequence[int]:
        """All cards, one at a time from the dealer's left; packets that were read have the sizes that they have."""
        return shares(self.game, self.dealer, {seat: len(cards) for seat, cards in self.read.items()})

    def before_play(self) -> bool:
        """Until a card is laid or pushed under the pile."""
        return not self.begun

    def stock_size(self) -> int:
        """There is no stock."""
        return 0

    def begin(self) -> None:
        """The packets as they were dealt."""
        self.packets = [Packet()] * len(self.game.seats)
        for seat, size in enumerate(self.sizes()):
            self._has(seat, Packet.of(self.read[seat]) if seat in self.read else Packet.unseen(size))
        self.on_turn: Seat = self.game.clockwise[self.dealer][1]
        self._go_on()

    def may_deal(self, act: Act) -> Refusal | None:
        """Packets of any size, from the top card to the bottom card."""
        if not self.before_play():
            return WRONG_PHASE
        packets = self._with_copies(act.hands)
        return seen([card for packet in packets.values() for card in packet], NO_CARDS)

    def do_deal(self, act: Act, line: int, claims: bool) -> list[Told]:
        """They are known."""
        self.read = self._with_copies(act.hands)
        self.begin()
        return []

    def _with_copies(self, hands: Mapping[Seat, tuple[Card, ...]]) -> dict[Seat, tuple[Card, ...]]:
        """These packets and those read before, each card a copy of its own, as far as there are so many."""
        taken, packets = NO_CARDS, {}
        for seat, cards in (self.read | dict(hands)).items():
            packets[seat] = which(self.game.deck, cards, taken)
            taken |= set_of(packets[seat])
        return packets

    def dealing(self, pack: Sequence[Card]) -> tuple[Act, ...]:
        """Packet by packet."""
        place, hands = 0, {}
        for seat, size in enumerate(self.sizes()):
            hands[seat] = tuple(pack[place : place + size])
            place += size
        return (Act("deal", hands=hands),)

    # -- packets (section 4) ----------------------------------------------------------------------------

    def _has(self, seat: Seat, packet: Packet) -> None:
        """The seat's packet is this one now; of the last few cards only the seat knows the order."""
        self.packets[seat] = packet.looked_at() if packet.size <= LOOKS_AT else packet

    def _copy(self, seat: Seat, card: Card) -> tuple[Card, Refusal | None]:
        """Which copy of this card the seat would lay, and why it may not."""
        packet, copies = self.packets[seat], self.game.deck.copies(self.game.deck.faces[card])
        top, deeper = packet.top, copies & packet.known
        free = copies & ~self._seen()
        if copies & top.known:
            return _first(copies & top.known), None
        if free and top.unknown:
            return _first(free), None
        if deeper or (free and packet.unknown):
            because = NO_CARDS if top.unknown else top.known
            return _first(deeper or free), Refusal("top-card", because, own_rule=True)
        return card, NOT_IN_HAND if free else CARD_SEEN

    def _seen(self) -> CardSet:
        """The cards of which the table knows where they lie."""
        known = self.pile.known
        for packet in self.packets:
            known |= packet.known
        return known

    def may_play(self, act: Act) -> Refusal | None:
        """The top card of the packet whose turn it is."""
        seat, cards = act.seat, act.cards or ()
        assert seat is not None
        if self.phase == "take" or act.claim is not None or act.source not in (None, "hand"):
            return WRONG_PHASE
        if seat != self.on_turn:
            return OUT_OF_TURN
        return WRONG_COUNT if len(cards) != 1 else self._copy(seat, cards[0])[1]

    def do_play(self, act: Act, line: int, claims: bool) -> list[Told]:
        """It lies on the pile, makes a pair or not, asks or answers or fails to."""
        seat, laid = act.seat, act.card
        assert seat is not None and laid is not None
        card, _ = self._copy(seat, laid)
        self._has(seat, self.packets[seat].without(card))
        self.pile = self.pile.on(Packet.of((card,)))
        self.begun, self.layer = True, seat
        self.slaps.lies(act.t, pair=bool(self.visible) and rank_of(self.visible[-1]) == rank_of(card))
        self.visible += (card,)
        if rank_of(card) in TRIES:
            self.asker, self.asked = seat, TRIES[rank_of(card)]
            self.tries = self.asked
        elif self.asker is not None:
            self.tries -= 1
        if rank_of(card) in TRIES or self.asker is None:
            self.on_turn = self.game.clockwise[seat][1]
        return self._after([])

    def _go_on(self) -> None:
        """Seats without cards are passed over."""
        holders = (seat for seat in self.game.clockwise[self.on_turn] if self.packets[seat].size)
        self.on_turn = next(holders, self.on_turn)

    # -- slaps and danger (section 5) -------------------------------------------------------------------

    def may_press(self, act: Act) -> Refusal | None:
        """Anybody may slap at any time."""
        return None

    def do_press(self, act: Act, line: int, claims: bool) -> list[Told]:
        """What the slap was, and what a wrong one costs."""
        seat, t = act.seat, act.t
        assert seat is not None and t is not None
        void = not self.pile.size or seat in self.eliminated
        result = "void" if void else self.slaps.judge(seat, t)
        told: list[Told] = [("slap", {"seat": self.game.seats[seat], "result": result})]
        if result != "wrong":
            return self._after(told)
        if not self.packets[seat].size:
            return self._after([*told, self._eliminates(seat)])
        self.begun = True
        card, rest = self.packets[seat].top_off()
        self.pile = card.on(self.pile)
        self._has(seat, rest)
        return self._after([*told, ("penalty", {"seat": self.game.seats[seat], "count": 1})])

    def may_declare(self, act: Act) -> Refusal | None:
        """That a seat struck dangerously. Raises BadLine for anything else."""
        if act.value != "danger":
            raise BadLine(f'what is declared is "danger", not {act.value!r}')
        return WRONG_PHASE if act.seat in self.eliminated else None

    def do_declare(self, act: Act, line: int, claims: bool) -> list[Told]:
        """Its packet goes under the pile."""
        seat = act.seat
        assert seat is not None
        self.begun = True
        self.pile = self.packets[seat].on(self.pile)
        self.packets[seat] = Packet()
        return self._after([self._eliminates(seat)])

    def _eliminates(self, seat: Seat) -> Told:
        """The seat cannot come back: its slap falls away, its court card asks for nothing any more."""
        self.eliminated += (seat,)
        self.slaps.good.pop(seat, None)
        if seat == self.asker:
            self.asker, self.tries = None, 0
        return "eliminated", {"seat": self.game.seats[seat]}

    # -- who takes, and the end (sections 5 and 6) ------------------------------------------------------

    @property
    def phase(self) -> str:
        """`take` where the pile is won, by slaps or since nobody answered a court card; else `answer` or `play`."""
        if self.takers():
            return "take"
        return "play" if self.asker is None else "answer"

    def takers(self) -> list[Seat]:
        """Who may take the pile: of several the people choose. Empty where it is not won."""
        if self.slaps.good:
            return self.slaps.leaders()
        if not any(packet.size for packet in self.packets):
            return [self._last_with_a_claim()]
        return [self.asker] if self.asker is not None and not self.tries else []

    def _last_with_a_claim(self) -> Seat:
        """Where no seat has cards: who has the court card that waits, else who laid last (or the next one left)."""
        if self.asker is not None:
            return self.asker
        first = self.on_turn if self.layer is None else self.layer
        return next(seat for seat in self.game.clockwise[first] if seat not in self.eliminated)

    def may_take(self, act: Act) -> Refusal | None:
        """Only who has won the pile."""
        if act.source not in (None, "pile") or self.phase != "take":
            return WRONG_PHASE
        return None if act.seat in self.takers() else OUT_OF_TURN

    def do_take(self, act: Act, line: int, claims: bool) -> list[Told]:
        """It goes under the packet, and its new owner leads."""
        seat = act.seat
        assert seat is not None
        told: list[Told] = [("taken", {"seat": self.game.seats[seat], "count": self.pile.size})]
        self._has(seat, self.packets[seat].on(self.pile))
        self.pile, self.visible = Packet(), ()
        self.asker, self.tries = None, 0
        self.slaps.taken()
        self.on_turn = seat
        return self._after(told)

    def _after(self, told: list[Told]) -> list[Told]:
        """The game is over where only one is left, else the next seat with cards goes on."""
        self._go_on()
        winner = self._winner()
        if winner is None:
            return told
        return [*told, self.ends([winner], [seat for seat in range(len(self.game.seats)) if seat != winner])]

    def _winner(self) -> Seat | None:
        """Who has won by now (section 6)."""
        staying = [seat for seat in range(len(self.game.seats)) if seat not in self.eliminated]
        if len(staying) == 1:
            return staying[0]
        holders = [seat for seat in staying if self.packets[seat].size]
        if self.slaps.good or self.slaps.is_pair or len(holders) > 1:
            return None
        if not holders:
            return self._last_with_a_claim()
        (holder,) = holders
        if self.asker is None or (self.asker == holder and self.tries in (0, self.asked)):
            return holder
        return None

    # -- what the table says ----------------------------------------------------------------------------

    def held(self, seat: Seat) -> CardSet:
        """The cards known to be in this packet."""
        return self.packets[seat].known

    def left(self, seat: Seat) -> int | None:
        """How many cards the packet has."""
        return self.packets[seat].size

    def away(self) -> CardSet:
        """The pile, as far as it is known."""
        return self.pile.known

    def turn(self) -> dict[str, Any] | None:
        """Who lays, answers or takes."""
        if self.over:
            return None
        names, phase, takers = self.game.seats, self.phase, self.takers()
        if len(takers) > 1:
            return {"seat": None, "phase": phase, "seats": [names[seat] for seat in takers]}
        keys: dict[str, Any] = {"seat": names[takers[0] if takers else self.on_turn], "phase": phase}
        return keys | ({"tries": self.tries} if phase == "answer" else {})

    def totals(self) -> None:
        """There are no points."""
        return

    def shown(self) -> Shown:
        """The pile, the tries that are left, and who is eliminated."""
        out = (Fact("eliminated"),)
        pile = Pile("pile", self.visible, hidden=self.pile.size - len(self.visible))
        return Shown(
            piles=(pile,) if self.pile.size else (),
            facts=(Fact("tries", self.tries),) if self.phase == "answer" else (),
            seats=tuple(out if seat in self.eliminated else () for seat in range(len(self.game.seats))),
        )

    def asks(self) -> tuple[Ask, ...]:
        """The next card, or the pile; a slap by anybody, and what people say of a dangerous one, at any time."""
        asks = [Ask("take", seat, sources=("pile",)) for seat in self.takers()] or [Ask("play", self.on_turn, 1, 1)]
        staying = [seat for seat in range(len(self.game.seats)) if seat not in self.eliminated]
        slaps = [Ask("press", seat, any_time=True) for seat in staying]
        return (*asks, *slaps, *(Ask("declare", seat, values=("danger",), any_time=True) for seat in staying))


def _first(cards: CardSet) -> Card:
    return next(each(cards))
