"""The picture of a session: a View (display/view.py), with nothing hidden in it."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from display.view import (
    Alert,
    CountRow,
    EndView,
    Fact,
    Laid,
    Match,
    PlayView,
    ResultView,
    Score,
    SeatFace,
    View,
)
from engine.actions import Seat
from engine.cards import NO_CARD, Card, CardSet, each, suit_of
from table.history import DealDone

if TYPE_CHECKING:
    from table.session import Session


def view(session: Session) -> View:
    """What people see now: the play screen with its alert, the last deal's result, or the end."""
    if session.stage == "result" and session.running.history.deals:
        return _result(session)
    if session.stage == "end":
        return _end(session)
    return _play(session)


def _play(session: Session) -> PlayView:
    match, deal = session.match, session.match.deal
    game = match.game
    lying = len(deal.laid) > 0 and deal.led != NO_CARD
    last = _last_trick(session)
    return PlayView(
        _match(session),
        turn=None if match.over else deal.turn,
        trick=deal.tricks + (0 if match.over else 1),
        tricks=None if game.refill == "may" else game.pack.bit_count() // len(game.seats),
        laid=_laid(session, deal.trick) if lying else (),
        winning=deal.best if lying else None,
        facts=_facts(session),
        stock=deal.stock if game.refill else None,
        last_trick=last,
        last_points=_last_points(session),
        last_winner=deal.winner if not lying and deal.winner >= 0 else None,
        showing_last=session.showing_last and bool(last),
        alert=_front(session),
    )


def _front(session: Session) -> Alert | None:
    """The alert in front of the queue."""
    if not session.alerts:
        return None
    return replace(session.alerts[0], queue=len(session.alerts))


def _last_trick(session: Session) -> tuple[Laid, ...]:
    """The trick before the one that is being played, in this deal."""
    deal = session.match.deal
    number = deal.tricks
    entries = session.running.history.trick(session.match.deals_done + 1, number)
    return _laid(session, [(entry.seat or 0, entry.card or 0) for entry in entries])


def _last_points(session: Session) -> int | None:
    """The card points in the last trick; None where no card counts."""
    game, deal = session.match.game, session.match.deal
    if not any(game.card_points):
        return None
    entries = session.running.history.trick(session.match.deals_done + 1, deal.tricks)
    return sum(game.card_points[entry.card] for entry in entries if entry.card is not None)


def _keys(session: Session) -> tuple[str, ...]:
    """The keys that do something now."""
    keys = [{"play": "play-card", "result": "next-deal", "end": "again"}[session.stage]]
    if session.stage == "play" and _last_trick(session):
        keys.append("last-trick")
    if session.referee.accepted:
        keys.append("undo")
    return (*keys, "sound", "full-screen", "quit")


def _laid(session: Session, trick: list[tuple[Seat, Card]]) -> tuple[Laid, ...]:
    return tuple(Laid(seat, session.match.game.deck.faces[card]) for seat, card in trick)


def _facts(session: Session) -> tuple[Fact, ...]:
    """What the play screen tells besides the trick itself."""
    match, deal = session.match, session.match.deal
    game = match.game
    lying = deal.laid if deal.led != NO_CARD else []
    facts = [Fact("in-trick", points=sum(game.card_points[card] for card in lying))]
    facts.append(Fact("led", suit=suit_of(deal.led) if deal.led != NO_CARD else None))
    if game.trumps:
        best_first = sorted(each(game.trumps), key=lambda card: (-game.powers[card][card], -card))
        facts.append(Fact("trumps", cards=tuple(game.deck.faces[card] for card in best_first)))
    if game.refill:
        facts.append(Fact("stock", count=deal.stock))
    return tuple(facts)


def _match(session: Session, *, in_deal: bool = True) -> Match:
    match, game = session.match, session.match.game
    totals = tuple((match.totals()).values())
    now = tuple(total - before for total, before in zip(totals, match.scored, strict=True))
    scores = tuple(
        Score(side.seats, totals[index], now[index] if in_deal else None) for index, side in enumerate(game.sides)
    )
    return Match(
        game.name,
        tuple(_seat(session, seat) for seat in range(len(game.seats))),
        scores,
        deal=match.deals_done + 1,
        dealer=match.dealer,
        target=game.options.get("target", 0),
        simulated=session.simulated,
        keys=_keys(session),
    )


def _seat(session: Session, seat: Seat) -> SeatFace:
    match = session.match
    hand = session.open_hands().get(seat)
    faces: tuple[str, ...] | None = None
    playable: frozenset[str] = frozenset()
    if hand is not None:
        faces = tuple(match.game.text(hand).split())
        if match.deal.turn == seat and not match.over:
            playable = frozenset(match.game.text(match.deal.legal(hand)).split())
    reader = session.seating.reader_of(seat)
    state = session.readers.get(reader) if reader is not None else None
    return SeatFace(
        session.seating.names[seat],
        hand=faces,
        playable=playable,
        backs=match.deal.left[seat] if session.simulated else None,
        reader=state.state if state is not None else "",
    )


def _result(session: Session) -> ResultView:
    done = session.running.history.deals[-1]
    shared = _match(session, in_deal=False)
    totals = tuple(before + points for before, points in zip(done.before, done.points, strict=True))
    scores = tuple(replace(score, total=total) for score, total in zip(shared.scores, totals, strict=True))
    return ResultView(
        replace(shared, scores=scores, deal=done.deal, dealer=None), _rows(session, done), done.points, done.before
    )


def _rows(session: Session, done: DealDone) -> tuple[CountRow, ...]:
    """The arithmetic of a deal: of each group that counts, how many cards each side took."""
    game = session.match.game
    rows = []
    for label, cards in game.tally:
        first = next(each(cards))
        rows.append(
            CountRow(
                label,
                game.deck.faces[_shown_card(cards)],
                game.card_points[first],
                tuple((cards & taken).bit_count() for taken in done.taken),
            )
        )
    return tuple(rows)


def _shown_card(cards: CardSet) -> Card:
    """One card to stand for a group."""
    return max(each(cards))


def _end(session: Session) -> EndView:
    win = session.match.won
    return EndView(
        replace(_match(session, in_deal=False), dealer=None),
        winners=() if win is None else win.sides,
        by="" if win is None else win.by,
        deals=tuple(deal.points for deal in session.running.history.deals),
    )
