"""The picture of a session: a View (display/view.py), with nothing hidden in it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import TYPE_CHECKING

from display.view import (
    Alert,
    CountRow,
    EndView,
    Fact,
    Laid,
    Match,
    PageView,
    Pile,
    PlayView,
    ResultView,
    Score,
    SeatFace,
    View,
)
from engine import shown
from engine.actions import Seat
from engine.cards import NO_CARD, Card, CardSet, each
from engine.trick import TrickDeal, TrickGame
from table import questions
from table.history import DealDone, Entry

if TYPE_CHECKING:
    from table.session import Session


def view(session: Session) -> View:
    """What people see now: a page that was asked for, the play screen with its alert, the last result, or the end."""
    page = _page(session)
    if page is not None:
        return page
    if session.stage == "result" and session.running.history.deals:
        return _result(session)
    if session.stage == "end":
        return _end(session)
    return _play(session)


def _page(session: Session) -> PageView | None:
    if session.pages.open is None:
        return None
    win = session.match.won
    deals = tuple(deal.points for deal in session.running.history.deals)
    return session.pages.view(_match(session), deals, () if win is None else win.sides)


def _play(session: Session) -> PlayView:
    match, tricks = session.match, session.running.tricks
    open_table = match.shown()
    last = _last_trick(session)
    stock = next((fact.number for fact in open_table.facts if fact.id == "stock"), None)
    return PlayView(
        _match(session),
        turn=None if match.over else session.on_turn(),
        trick=0 if tricks is None else tricks.tricks + (0 if match.over else 1),
        tricks=None if tricks is None else _tricks_of_deal(tricks),
        laid=_laid(session, open_table.trick),
        winning=open_table.winning,
        facts=_facts(session, open_table.facts),
        stock=stock,
        piles=tuple(_pile(session, pile) for pile in open_table.piles),
        question=questions.question(session),
        last_trick=last,
        last_points=_last_points(session),
        last_winner=tricks.winner if tricks is not None and not open_table.trick and tricks.winner >= 0 else None,
        showing_last=session.showing_last and bool(last),
        alert=_front(session),
    )


def _tricks_of_deal(tricks: TrickDeal) -> int | None:
    """How many tricks the deal has; None where nobody can know yet."""
    game = tricks.game
    if game.refill:
        return None if game.refill == "may" else game.pack.bit_count() // len(game.seats)
    return tricks.tricks + max(tricks.left) + (1 if tricks.led != NO_CARD and not tricks.left[tricks.order[0]] else 0)


def _pile(session: Session, pile: shown.Pile) -> Pile:
    return Pile(pile.id, _faces(session, pile.cards), pile.hidden, pile.seat)


def _faces(session: Session, cards: Iterable[Card]) -> tuple[str, ...]:
    return tuple(session.match.game.deck.faces[card] for card in cards)


def _front(session: Session) -> Alert | None:
    """The alert in front of the queue."""
    if not session.alerts:
        return None
    return replace(session.alerts[0], queue=len(session.alerts))


def _last_trick(session: Session) -> tuple[Laid, ...]:
    """The trick before the one that is being played, in this deal."""
    return _laid(session, [(entry.seat or 0, entry.card or 0) for entry in _last_entries(session)])


def _last_entries(session: Session) -> list[Entry]:
    tricks = session.running.tricks
    return [] if tricks is None else session.running.history.trick(session.match.deals_done + 1, tricks.tricks)


def _last_points(session: Session) -> int | None:
    """The card points in the last trick; None where no card counts."""
    game = session.match.game
    if not isinstance(game, TrickGame) or not any(game.card_points):
        return None
    return sum(game.card_points[entry.card] for entry in _last_entries(session) if entry.card is not None)


def _keys(session: Session) -> tuple[str, ...]:
    """The keys that do something now."""
    keys = [{"play": "play-card", "result": "next-deal", "end": "again"}[session.stage]]
    if session.stage == "play" and _last_trick(session):
        keys.append("last-trick")
    if session.referee.accepted:
        keys.append("undo")
    if session.match.totals():
        keys.append("sheet")
    return (*keys, "rules", "menu", "sound", "full-screen", "quit")


def _laid(session: Session, trick: Iterable[tuple[Seat, Card]]) -> tuple[Laid, ...]:
    return tuple(Laid(seat, session.match.game.deck.faces[card]) for seat, card in trick)


def _facts(session: Session, told: Iterable[shown.Fact]) -> tuple[Fact, ...]:
    """What the play screen, or a plate, tells besides."""
    return tuple(
        Fact(fact.id, fact.points, fact.number, fact.suit, _faces(session, fact.cards), fact.word, fact.seat)
        for fact in told
    )


def _match(session: Session, *, in_deal: bool = True) -> Match:
    match, game = session.match, session.match.game
    totals = tuple((match.totals() or {}).values())
    now = tuple(total - before for total, before in zip(totals, match.scored, strict=bool(totals)))
    scores = tuple(
        Score(side.seats, totals[index], now[index] if in_deal else None)
        for index, side in enumerate(game.sides)
        if totals
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
        playable = _playable(session, seat, hand)
    told = match.shown().seats
    notes = told[seat] if told else ()
    reader = session.seating.reader_of(seat)
    state = session.readers.get(reader) if reader is not None else None
    return SeatFace(
        session.seating.names[seat],
        hand=faces,
        playable=playable,
        backs=match.left(seat) if session.simulated else None,
        out=any(note.id == "out" for note in notes),
        notes=_facts(session, (note for note in notes if note.id != "out")),
        reader=state.state if state is not None else "",
    )


def _playable(session: Session, seat: Seat, hand: CardSet) -> frozenset[str]:
    """The cards of an open hand that may be played now; all of them where several go together."""
    tricks, match = session.running.tricks, session.match
    asks = [ask for ask in match.asks() if ask.seat == seat and ask.most and ask.do != "draw"]
    if not asks or match.over:
        return frozenset()
    if tricks is not None and tricks.turn == seat and asks[0].do == "play":
        return frozenset(match.game.text(tricks.legal(hand)).split())
    return frozenset(match.game.text(hand).split())


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
    rows: list[CountRow] = []
    if not isinstance(game, TrickGame):
        return ()
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
        losers=session.match.lost,
        by="" if win is None else win.by,
        deals=tuple(deal.points for deal in session.running.history.deals),
    )
