"""What the table asks for now, as the screen shows it: one question, and what can be chosen."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from display.view import Choice, Question
from engine.cards import RANKS, SUITS

if TYPE_CHECKING:
    from engine.actions import Seat
    from table.answering import Offer
    from table.session import Session

PLAIN_PLAY = ("play", 1, 1)  # laying one card needs no question: the turn says it


def question(session: Session) -> Question | None:
    """The question that stands, for the seat that must answer it; None where a card laid is all that is wanted."""
    match = session.match
    if match.over or session.stage != "play":
        return None
    offers = session.offers()
    asked = session.asked_at_screen()
    asks = [ask for ask in match.asks() if asked is None or ask.seat in asked]
    if not asks and not offers:
        return None
    first = next((ask for ask in asks if not ask.any_time), asks[0] if asks else None)
    seat = offers[0].seat if offers else None if first is None else first.seat
    if not offers and (first is None or (first.do, first.least, first.most) == PLAIN_PLAY):
        return None
    said = next((offer for offer in offers if offer.name not in ("do", "lift")), None)
    gathered = tuple(
        None if _is_hidden(session, seat) else match.game.deck.faces[card] for card in session.answering.gathered(seat)
    )
    turn = match.turn() or {}
    asked_of = None if _anybody(session, turn) else session.on_turn() if seat is None else seat
    return Question(
        asked_of,
        said.do if said is not None else "" if first is None else first.do,
        said.name if said is not None else "do" if offers else "",
        tuple(choice(number, offer, asked_of) for number, offer in enumerate(offers)),
        gathered,
        str(turn.get("phase", "")),
    )


def _anybody(session: Session, turn: Mapping[str, Any]) -> bool:
    """Whether the question is for several seats at once, and none of them has begun to answer."""
    if session.asked_at_screen() is not None or session.answering.seats():
        return False
    return len(turn.get("seats", ())) > 1


def _is_hidden(session: Session, seat: Seat | None) -> bool:
    """Whether what this seat gathers lies face down: for all that it may be meant for, as far as it is known."""
    return any(ask.hidden or ask.claims for ask in session.match.asks() if ask.seat == seat and ask.most)


def choice(number: int, offer: Offer, asked_of: Seat | None) -> Choice:
    """One button; it names the seat whose answer it is where that is not the one that is asked."""
    if offer.name == "lift":
        return Choice(number, offer.do, lift=True)
    if offer.name == "do":
        meant = None if offer.then is None else offer.then.said.get("value")
        if isinstance(meant, str) and (meant in tuple(SUITS) or meant in tuple(RANKS)):
            return Choice(number, offer.do, **_said("value", meant))
        if offer.then is not None and offer.then.ask.least and offer.then.said.get("source") == "stock":
            return Choice(number, offer.do, word="stock")  # the top card is turned up for it
        return Choice(number, offer.do, seat=None if offer.seat == asked_of else offer.seat)
    return Choice(number, offer.do, **_said(offer.name, offer.value))


def _said(name: str, value: object) -> dict[str, Any]:
    """What a button says, by what the value is."""
    if name == "to":
        return {"seat": value}
    if isinstance(value, bool) or value is None:
        return {"word": str(value).lower()}
    if isinstance(value, int):
        return {"count": value}
    text = str(value)
    if text in SUITS:
        return {"suit": text}
    if text in RANKS or text == "10":
        return {"rank": text}
    if len(text) == 2 and text[0] in RANKS and text[1] in SUITS:
        return {"card": text}
    return {"word": text}
