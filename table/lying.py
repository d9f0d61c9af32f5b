"""Which cards lie on the table: a tag that is heard again need not be a card that is played again."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.cards import NO_CARDS, Card, CardSet, each, set_of

if TYPE_CHECKING:
    from table.running import Running


class Lying:
    """What lies where people can touch it, by the lines that stand.

    `playing`: a deal is being played, and no result is shown.
    """

    def __init__(self, running: Running) -> None:
        self._running = running
        self._equal_cards: dict[str, list[bytes]] = {}  # the tags of each face that the deck has several times

    def copy_of(self, uid: bytes, face: str) -> Card:
        """Which of a deck's equal cards this one is: they are told apart in the order in which they are first seen."""
        copies = list(each(self._running.referee.game.deck.copies(face)))
        if len(copies) == 1:
            return copies[0]
        seen = self._equal_cards.setdefault(face, [])
        if uid not in seen:
            seen.append(uid)
        return copies[min(seen.index(uid), len(copies) - 1)]

    def has_pile(self) -> bool:
        """Whether cards of this game go onto an open pile."""
        return any(pile.id == "pile" for pile in self._running.match.shown().piles)

    def has_equals(self, card: Card) -> bool:
        """Whether the deck has this card several times: which of them lies is then not to be seen."""
        deck = self._running.referee.game.deck
        return deck.copies(deck.faces[card]).bit_count() > 1

    def lies_there(self, card: Card, *, playing: bool) -> bool:
        """Whether this card has been played and still lies open: it was not laid down anew."""
        lying = (self._running.match.away() | self._running.just_over) & self._on_the_table(playing=playing)
        if not lying >> card & 1 or self._running.match.held_by(card) is not None:
            return False
        return not any(card in ask.lying for ask in self._running.match.asks())  # else it may be taken up

    def was_drawn(self, card: Card) -> bool:
        """Whether the draw reader has seen this card in this deal: it flickers there, or is slid once more."""
        if not self._running.match.away() >> card & 1 and self._running.match.held_by(card) is None:
            return False  # it lies in the stock again
        lines = zip(self._running.referee.accepted, self._running.history.entries, strict=True)
        deal = self._running.match.deals_done + 1
        return any(line.act.do == "draw" and line.act.card == card for line, entry in lines if entry.deal == deal)

    def _on_the_table(self, *, playing: bool) -> CardSet:
        """The trick that lies, and the one before it, which is being gathered in; a deal's last ones while its result
        is shown. In a game without tricks what the last two lines laid.
        """
        entries, tricks = self._running.history.entries, self._running.tricks
        begun = playing and bool(entries) and entries[-1].deal <= self._running.match.deals_done
        if tricks is None:
            return NO_CARDS if begun else set_of(card for entry in entries[-2:] for card in each(entry.shown))
        lying = set_of(tricks.laid)
        if not entries or begun:
            return lying
        for entry in reversed(entries):
            if entry.deal < entries[-1].deal or entry.trick < entries[-1].trick - 1:
                break
            if entry.card is not None:
                lying |= 1 << entry.card
        return lying
