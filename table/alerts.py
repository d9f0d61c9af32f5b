"""What an alert says: from the referee's events to the picture's data (display/view.py).

Hidden stays hidden: a card is shown only where it has been played or where everybody at this screen may see it. What
the table has read in a hand and its holder has not shown is told in words ("still has clubs"), never as a card.
"""

from __future__ import annotations

from display.view import Alert, ProofGroup
from engine.actions import Event, Seat
from engine.cards import NO_CARD, CardSet, set_of, suit_of
from engine.game import Match
from engine.trick import TrickDeal
from table.history import Entry, History


def refused(event: Event, match: Match, tricks: TrickDeal | None, visible: CardSet, *, can_accept: bool) -> Alert:
    """A line broke a rule and was not applied: the card must be taken back, or people let it stand."""
    keys, deck = event.keys, match.game.deck
    seat = None if keys["seat"] is None else match.game.seats.index(keys["seat"])
    played = _shown(match, deck.cards(keys["cards"]), visible)  # of a draw, nobody but the player has seen it
    because = _shown(match, deck.cards(keys["because"]), visible)
    led = NO_CARD if tricks is None else tricks.led
    groups = []
    if can_accept and tricks is not None and led != NO_CARD:
        leader = tricks.order[0]
        groups.append(
            ProofGroup("led", (deck.faces[led], *played), (leader, seat), wrong=frozenset(played), suit=suit_of(led))
        )
        if because:
            groups.append(ProofGroup("in-hand", because, (seat,) * len(because), ringed=frozenset(because)))
    elif played:
        groups.append(ProofGroup("card", played, (seat,) * len(played), wrong=frozenset(played)))
    return Alert(
        "refused",
        () if seat is None else (seat,),
        rule=keys["rule"],
        cards=played,
        led=suit_of(led) if led != NO_CARD else None,
        trick=None if tricks is None else tricks.tricks + 1,
        proof=because,
        groups=tuple(groups),
        actions=("take-back", "accept") if can_accept else ("take-back",),
    )


def revoke(event: Event, match: Match, history: History, visible: CardSet) -> Alert:
    """An earlier play is proved to have broken a rule."""
    keys, deck = event.keys, match.game.deck
    seat = match.game.seats.index(keys["seat"])
    then = history.at(keys["at"])
    proof = _shown(match, deck.cards(keys["proof"]), visible)
    wrong = tuple(keys["cards"].split())
    now = history.entries[-1]
    groups = []
    opened = None if then is None else next(iter(history.trick(then.deal, then.trick)), None)
    if then is not None and opened is not None and then.led != NO_CARD:
        group = ProofGroup(
            "trick",
            (deck.faces[opened.card or 0], *wrong),
            (opened.seat, seat),
            wrong=frozenset(wrong),
            trick=then.trick,
            suit=suit_of(then.led),
        )
        groups.append(group)
    if proof:
        groups.append(_shown_since(proof, seat, then, now, history, match))
    return Alert(
        "revoke",
        (seat,),
        rule=keys["rule"],
        cards=wrong,
        led=None if then is None or then.led == NO_CARD else suit_of(then.led),
        trick=None if then is None or not then.trick else then.trick,
        proof=proof,
        sure=1 if len(proof) == len(keys["proof"].split()) else 0,
        groups=tuple(groups),
        actions=("carry-on", "back-to-trick"),
    )


def suspect(event: Event, match: Match, tricks: TrickDeal | None, visible: CardSet) -> Alert:
    """Somebody of these seats broke a rule; who, is not proved."""
    keys = event.keys
    proof = _shown(match, match.game.deck.cards(keys["proof"]), visible)
    groups = (ProofGroup("shown", proof, (None,) * len(proof), ringed=frozenset(proof)),) if proof else ()
    return Alert(
        "suspect",
        tuple(match.game.seats.index(seat) for seat in keys["seats"]),
        rule=keys["rule"],
        proof=proof,
        sure=1 if len(proof) == len(keys["proof"].split()) else 0,
        trick=None if tricks is None else tricks.tricks + 1,
        groups=groups,
        actions=("carry-on",),
    )


def _shown_since(
    proof: tuple[str, ...], seat: Seat, then: Entry | None, now: Entry, history: History, match: Match
) -> ProofGroup:
    """The cards that show it: played just now, or some of them earlier."""
    deck = match.game.deck
    players: tuple[int | None, ...] = (seat,) * len(proof)
    only_now = now.card is not None and now.seat == seat and proof == (deck.faces[now.card],)
    if only_now:
        return ProofGroup("now", proof, players, ringed=frozenset(proof), trick=now.trick)
    played = set_of(
        entry.card
        for entry in history.plays_since(then.line if then else 0)
        if entry.seat == seat and entry.card is not None
    )
    owners = tuple(seat if played >> deck.card(face) & 1 else None for face in proof)
    return ProofGroup("shown", proof, owners, ringed=frozenset(proof))


def _shown(match: Match, cards: CardSet, visible: CardSet) -> tuple[str, ...]:
    """Those of the cards that everybody has seen, in listing order."""
    return tuple(match.game.text(cards & visible).split())
