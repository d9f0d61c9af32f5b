"""What must not be, whatever goes wrong below the table, held against what hands did and what readers said.

Three witnesses, none of which asks the table what it believes:

    the hands       which card somebody laid where, and when (`of_the_hands`)
    the readers     what they said of it, as it came to the session (`Readers`)
    a perfect table the same deal, the same people, and nothing that goes wrong (`compare`)
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal, NamedTuple, TypeAlias

from display.view import Alert
from firmware_bridge.reads import Gap, Read, TagOff, TagOn
from table.seating import Seating
from table.sensing import HouseRules
from table.session import CLOCKS_S, Session
from tests.bed.faulty_table import Laid

Kind: TypeAlias = Literal["lost", "doubled", "misplaced", "parted", "accused", "other"]
ACCUSING = ("refused", "revoke", "suspect")
ANSWERS = ("refused", "two-seats", "two-cards")  # alerts about what was just laid at a seat
ANSWERED_S = 1.0  # a card that two places heard may be asked about as late as this
ROUNDED_S = 0.05  # a board's clock is known as well as this, from one of its events to the next


class Wrong(NamedTuple):
    """Something that must not be.

    lost        somebody laid a card, the table heard it or went on without it, and nobody was asked
    doubled     a card was played twice
    misplaced   a card is credited to a seat at which nobody laid it
    parted      the people played another game than on a perfect table
    accused     somebody is told to have broken a rule who has not
    """

    kind: Kind
    what: str

    def __str__(self) -> str:
        return f"{self.kind}: {self.what}"


@dataclass
class Outcome:
    """What a deal came to.

    `lines`: its journal, with the moment at which each was kept; `accused`: who was told to have broken a rule;
    `asked`: alerts by kind; `tapped`: which card was laid at which seat.
    """

    lines: list[tuple[float, dict[str, object]]] = field(default_factory=list)
    accused: set[tuple[object, ...]] = field(default_factory=set)
    asked: Counter[str] = field(default_factory=Counter)
    troubles: Counter[str] = field(default_factory=Counter)
    wrong: list[Wrong] = field(default_factory=list)
    tapped: set[tuple[str, str]] = field(default_factory=set)
    taps: int = 0
    seconds: float = 0.0
    over: bool = False
    events: int = 0

    def done(self, what: str) -> list[tuple[object, object]]:
        """Who did it with which card, in order."""
        return [(line["seat"], line.get("cards", line.get("card"))) for _, line in self.lines if line.get("do") == what]

    def blame(self, kind: Kind, what: str) -> None:
        """Write down something that must not be."""
        self.wrong.append(Wrong(kind, what))


def of_the_hands(outcome: Outcome, hands: Sequence[Laid], seating: Seating, uids: Mapping[str, bytes]) -> None:
    """Every play is what somebody laid last, at that very seat; no card was played or drawn twice."""
    faces = {uid: card for card, uid in uids.items()}
    places = {reader: seating.names[place] for reader, place in seating.readers.items() if isinstance(place, int)}
    laid = [(each.at, places[each.reader], faces[each.uid]) for each in hands if each.reader in places]
    outcome.tapped = {(seat, card) for _, seat, card in laid}
    slid = [(each.at, faces[each.uid]) for each in hands if seating.readers[each.reader] == "draw"]
    done: Counter[tuple[object, object]] = Counter()
    for moment, line in outcome.lines:
        seat, card = str(line.get("seat")), line.get("cards", line.get("card"))
        done[line.get("do"), card] += card is not None
        if done[line.get("do"), card] > 1:
            outcome.blame("doubled", f"{line.get('do')} {card} of {seat}")
        if line.get("do") == "draw" and card and not any(its == card and at <= moment for at, its in slid):
            outcome.blame("misplaced", f"{seat} is said to have drawn {card}, which nobody slid over the reader")
        if line.get("do") == "play":
            before = [(its_seat, its_card) for at, its_seat, its_card in laid if at <= moment]
            if (seat, card) not in before:
                outcome.blame("misplaced", f"{seat} is said to have played {card} and never laid it down")
            elif before[-1] != (seat, card):
                outcome.blame("lost", f"{' laid '.join(before[-1])} last, and the table went on with {card} of {seat}")


@dataclass
class _Heard:
    """A card that a reader has told of: where and when, when it was gone, whether people were told something then."""

    reader: str
    uid: bytes
    came: float
    left: float = float("inf")
    answered: bool = False


class Readers:
    """Listens to what readers tell a session: a card that was laid at a seat, and heard for long enough, leads to
    something.

    It is played, or refused, or people are asked about it. What the session is told and tells is watched from now on.
    """

    def __init__(self, session: Session, outcome: Outcome, uids: Mapping[str, bytes], hands: Sequence[Laid]) -> None:
        self._session = session
        self._hands = hands
        self._outcome = outcome
        self._faces = {uid: card for card, uid in uids.items()}
        self._heard: list[_Heard] = []
        self._handle, self._alarm = session.handle, session._alarm
        session.handle, session._alarm = self.handle, self.alarm  # type: ignore[method-assign]

    def handle(self, read: Read) -> None:
        """Take a Read on its way to the session."""
        self._handle(read)
        if isinstance(read, Gap):
            self._heard.clear()
            return
        if isinstance(read, TagOn) and not read.first:
            heard = _Heard(read.reader, read.uid, read.at)
            heard.answered = any(self._answers(alert, heard) for alert in self._session.alerts)
            self._heard.append(heard)
        elif isinstance(read, TagOff):
            for heard in self._heard:
                if (heard.reader, heard.uid) == (read.reader, read.uid):
                    heard.left = min(heard.left, read.at)
        self.judge(read.at)

    def alarm(self, alert: Alert) -> None:
        """Take an alert on its way to the people."""
        for heard in self._heard:
            heard.answered = heard.answered or self._answers(alert, heard)
        self._alarm(alert)

    def judge(self, now: float) -> None:
        """Whatever left its reader a while before now has led to something by now."""
        due = [heard for heard in self._heard if heard.left + ANSWERED_S <= now]
        self._heard = [heard for heard in self._heard if heard not in due]
        for heard in due:
            place = self._session.seating.readers.get(heard.reader)
            long = heard.left - heard.came >= HouseRules().settle_s + ROUNDED_S
            if (
                isinstance(place, int)
                and long
                and not heard.answered
                and self._was_laid(heard)
                and not self._is_played(heard.uid)
            ):
                where = self._session.seating.names[place]
                self._outcome.blame("lost", f"{self._faces[heard.uid]} was heard at {where}, and nothing followed")

    def _answers(self, alert: Alert, heard: _Heard) -> bool:
        """Whether the alert is about this card, or about what is laid there."""
        if alert.kind == "gap" or self._faces.get(heard.uid) in alert.cards:
            return True
        return alert.kind in ANSWERS and self._session.seating.readers.get(heard.reader) in alert.seats

    def _was_laid(self, heard: _Heard) -> bool:
        """Whether somebody laid it there, and it was no other reader's card that this one heard too."""
        return any(
            (laid.reader, laid.uid) == (heard.reader, heard.uid) and abs(laid.at - heard.came) < CLOCKS_S
            for laid in self._hands
        )

    def _is_played(self, uid: bytes) -> bool:
        return any(line.get("cards") == self._faces[uid] for _, line in self._outcome.lines if line.get("do") == "play")


def compare(
    outcome: Outcome, ideal: Outcome, *, mistakes: bool, two_seats: bool = False, all_heard: bool = False
) -> None:
    """Write down what is other than on a perfect table, where it may not be.

    `mistakes`: the people make some. `two_seats`: neighbours' readers hear cards too. `all_heard`: no card is so faint
    that a reader misses it, so nothing has to be done twice unless people are asked.

    A card that cannot be read over the draw reader three times is not named. From then on the table knows less, and a
    revoke that it would have refused is played: with mistakes the two games part there. All else must be equal.
    """
    again = outcome.taps - ideal.taps
    if all_heard and not mistakes and not 0 <= again <= outcome.asked.total():
        outcome.blame("lost", f"{again} cards had to be laid down again, and nobody was asked")
    unnamed = len(ideal.done("draw")) - len(outcome.done("draw"))
    outcome.troubles["draws never read"] += max(0, unnamed)
    if outcome.over and len(outcome.done("play")) != len(ideal.done("play")):
        outcome.blame("lost", f"{len(outcome.done('play'))} of {len(ideal.done('play'))} cards were played")
    if outcome.done("play") != ideal.done("play"):
        if unnamed and mistakes:
            outcome.troubles["not comparable"] += 1
            return
        pairs = zip(outcome.done("play"), ideal.done("play"), strict=False)
        first = next((pair for pair in pairs if pair[0] != pair[1]), "one is shorter")
        outcome.blame("parted", f"other plays: {first}")
        return
    if wrong := set(outcome.done("draw")) - set(ideal.done("draw")):
        outcome.blame("misplaced", f"draws: {sorted(wrong, key=str)}")
    for kind, seats, rule, cards in sorted(outcome.accused - ideal.accused, key=str):
        if kind == "refused" and (seats, cards) in outcome.tapped:
            continue  # a mistake that people made once more, since the table did not react at once
        if kind == "refused" and two_seats and mistakes:
            outcome.troubles["told to the neighbour"] += 1  # whose reader alone had heard it: people were asked
        else:
            outcome.blame("accused", f"{kind} {seats} {rule} {cards}")
