"""From one view to the next: what must be drawn again, what moves meanwhile, what sounds, and what is shown between.

A trick's last card and the trick being taken are one step for the rules and two for the eye: the full trick lies
for a while before its winner takes it. `stages` puts that view between.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, NamedTuple

import pygame

from display import motion
from display.layout import Box, Card, Layout, Mini, Panel, Target, Thing, around
from display.motion import Fade, Flight, Motion, Pulse, Rise
from display.paint import pixels, reach
from display.view import EndView, Fact, MenuView, PlayView, RulesView, SheetView

if TYPE_CHECKING:
    from display.paint import Painter
    from display.sound import Cue
    from display.view import View

FULL_TRICK = motion.PLAYED + motion.STAYS  # seconds that a full trick is shown, its last card's flight included


class Step(NamedTuple):
    """A view to show, the seconds that the one before it must have been shown, and whether it is a full trick."""

    view: View
    wait: float = 0.0
    full: bool = False


def stages(shown: View | None, view: View, *, seen: bool = True) -> list[Step]:
    """The steps from what is shown to a view. `seen`: False where what is shown is still to come on the screen."""
    if not isinstance(shown, PlayView):
        return [Step(view)]
    if isinstance(view, RulesView | SheetView | MenuView):
        return [Step(view)]  # somebody has asked for it
    if not isinstance(view, PlayView):
        return [Step(view, FULL_TRICK if _is_full(shown) else 0.0)]
    if not view.last_trick or len(view.match.seats) != len(shown.match.seats):
        return [Step(view)]
    if shown.laid == view.last_trick:
        led = bool(view.laid) or view.alert is not None  # play goes on: nobody waits for the picture
        return [Step(view, 0.0 if seen and led else FULL_TRICK)]
    ended = view.last_trick != shown.last_trick and shown.laid == view.last_trick[: len(shown.laid)] and shown.laid
    if ended and len(shown.laid) == len(view.last_trick) - 1 and shown.alert is None:
        return [Step(_full_trick(view), full=True), Step(view, FULL_TRICK)]
    return [Step(view)]


def _is_full(view: PlayView) -> bool:
    return bool(view.laid) and view.laid == view.last_trick


def _full_trick(view: PlayView) -> PlayView:
    """The view as it is, with the trick that has just ended still lying."""
    facts = tuple(_as_it_was(fact, view) for fact in view.facts)
    return replace(
        view,
        laid=view.last_trick,
        winning=view.last_winner,
        turn=view.last_winner if view.turn is None else view.turn,
        facts=facts,
        showing_last=False,
        alert=None,
    )


def _as_it_was(fact: Fact, view: PlayView) -> Fact:
    if fact.label == "in-trick" and view.last_points is not None:
        return replace(fact, points=view.last_points)
    return fact


@dataclass(frozen=True, slots=True)
class _Flown:
    card: Card
    start: Box
    end: Box
    fades: bool


@dataclass(frozen=True, slots=True)
class Change:
    """The difference of two layouts, and how to go from one to the other."""

    things: tuple[Thing, ...]  # what is new, gone or different
    hidden: frozenset[str] = frozenset()  # names of what is drawn only when the flights have landed
    flights: tuple[_Flown, ...] = ()
    fades: tuple[tuple[pygame.Rect, float], ...] = ()
    rising: Panel | None = None
    rise: float = 0.0  # pixels
    cue: Cue | None = None

    @property
    def boxes(self) -> list[pygame.Rect]:
        """The parts of the picture whose pixels `motions` needs as they were before."""
        return [rect for rect, _ in self.fades] + ([pixels(self.rising.box)] if self.rising else [])

    def motions(self, painter: Painter, before: Sequence[pygame.Surface], after: pygame.Surface) -> list[Motion]:
        """The motions. `before`: the pixels of `boxes`, before the change was painted; `after`: the whole picture."""
        result: list[Motion] = [
            Fade(pixel, rect, seconds) for pixel, (rect, seconds) in zip(before, self.fades, strict=False)
        ]
        if self.rising is not None:
            rect = pixels(self.rising.box)
            result.append(Rise(before[-1], after.subsurface(rect).copy(), rect, self.rise, motion.ALERT))
            result.append(Pulse(painter, self.rising.box, self.rising.radius, self.rising.width))
        for flown in self.flights:
            seconds = motion.TAKEN if flown.fades else motion.PLAYED
            result.append(Flight(painter, flown.card, flown.start, flown.end, seconds, fades=flown.fades))
        return result


def change_between(before: View, view: View, old: Layout, new: Layout) -> Change:
    """What changes on the screen from one view to the next."""
    was, now = set(old.things), set(new.things)
    things = tuple(thing for thing in (*old.things, *new.things) if (thing in was) != (thing in now))
    things = tuple(thing for thing in things if not isinstance(thing, Target))
    cue = _cue(before, view)
    if not isinstance(before, PlayView) or not isinstance(view, PlayView) or old.size != new.size:
        return Change(things, cue=cue)
    screen = pygame.Rect((0, 0), new.size)
    fades = [(rect, motion.SCORE) for rect in _rects(things, ":total", ":deal")]
    rising = None
    if view.alert is not None and view.alert != before.alert:
        rising = next((thing for thing in new.named("alert") if isinstance(thing, Panel)), None)
        return Change(things, fades=_clipped(fades, screen), rising=rising, rise=min(new.size) / 72, cue=cue)
    if before.turn != view.turn and (before.alert is None) == (view.alert is None):
        fades += [(rect, motion.TURN) for rect in _turn_rects(before, view, things)]
    flights = _taken(before, view, old, new) + _played(before, view, old, new) + _piled(before, view, old, new)
    hidden = {thing.card.name for thing in flights if not thing.fades}
    if hidden and before.winning != view.winning:
        hidden.add("leader")
    return Change(things, frozenset(hidden), tuple(flights), _clipped(fades, screen), cue=cue)


def _cue(before: View, view: View) -> Cue | None:
    if isinstance(view, RulesView | SheetView | MenuView):
        return None
    if isinstance(before, RulesView | SheetView | MenuView):
        return "alert" if isinstance(view, PlayView) and view.alert is not None else None
    if isinstance(view, EndView):
        return None if isinstance(before, EndView) else "end"
    if not isinstance(before, PlayView):
        return None
    if not isinstance(view, PlayView):
        return "trick" if _is_full(before) else None
    if view.alert is not None and view.alert != before.alert:
        return "alert"
    if before.laid and not view.laid and view.last_trick == before.laid:
        return "trick"
    if (set(view.laid) - set(before.laid) and not view.showing_last) or _grown(before, view):
        return "card"
    return None


def _rects(things: Sequence[Thing], *endings: str) -> list[pygame.Rect]:
    """One rectangle for all things of each name with one of these endings."""
    named: dict[str, pygame.Rect] = {}
    for thing in things:
        if thing.name.endswith(endings):
            rect = reach(thing)
            named[thing.name] = named[thing.name].union(rect) if thing.name in named else rect
    return list(named.values())


def _turn_rects(before: PlayView, view: PlayView, things: Sequence[Thing]) -> list[pygame.Rect]:
    names = {f"seat{seat}" for seat in (before.turn, view.turn) if seat is not None} | {"slot"}
    rects: dict[tuple[str, int, int], pygame.Rect] = {}
    for thing in things:
        if thing.name in names:
            key = (thing.name, round(thing.box.cx / thing.box.w), round(thing.box.cy / thing.box.h))
            key = (thing.name, 0, 0) if thing.name != "slot" else key
            rects[key] = rects[key].union(reach(thing)) if key in rects else reach(thing)
    return list(rects.values())


def _clipped(fades: Sequence[tuple[pygame.Rect, float]], screen: pygame.Rect) -> tuple[tuple[pygame.Rect, float], ...]:
    return tuple((rect.clip(screen), seconds) for rect, seconds in fades if rect.clip(screen).size != (0, 0))


def _card_named(layout: Layout, name: str) -> Card | None:
    return next((thing for thing in layout.named(name) if isinstance(thing, Card)), None)


def _plate(layout: Layout, seat: int) -> Box | None:
    return next((thing.box for thing in layout.named(f"seat{seat}") if isinstance(thing, Panel)), None)


def _scaled(card: Box, centre: Box, by: float) -> Box:
    return around(centre.cx, centre.cy, card.w * by, card.h * by)


def _played(before: PlayView, view: PlayView, old: Layout, new: Layout) -> list[_Flown]:
    """The flight of a card that has just been played. More than one at once are no play: they are just there."""
    played = [card for card in view.laid if card not in before.laid]
    if len(played) != 1 or view.showing_last or before.showing_last:
        return []
    seat, face = played[0].seat, played[0].card
    card = _card_named(new, f"laid{seat}")
    if card is None:
        return []
    held = [
        t for t in old.things if isinstance(t, Card | Mini) and t.name.startswith(f"hand{seat}:") and t.card == face
    ]
    if held:
        return [_Flown(card, held[0].box, card.box, fades=False)]
    plate = _plate(old, seat) or _plate(new, seat)
    return [] if plate is None else [_Flown(card, _scaled(card.box, plate, motion.SMALL_FROM), card.box, fades=False)]


def _grown(before: PlayView, view: PlayView) -> list[int]:
    """The piles, by their number, onto which something has been laid."""
    if len(before.piles) != len(view.piles):
        return []
    return [
        number
        for number, (was, now) in enumerate(zip(before.piles, view.piles, strict=True))
        if was.label == now.label
        and was.seat == now.seat
        and len(now.cards) > len(was.cards)
        and now.cards[: len(was.cards)] == was.cards
    ]


def _piled(before: PlayView, view: PlayView, old: Layout, new: Layout) -> list[_Flown]:
    """The flight of the card that now lies on top of a pile, from the hand or the plate of who was on turn."""
    grown = _grown(before, view)
    if len(grown) != 1 or before.turn is None or view.laid != before.laid:
        return []
    card = _card_named(new, f"pile{grown[0]}:top")
    plate = _plate(old, before.turn)
    if card is None or plate is None:
        return []
    held = [t for t in old.things if isinstance(t, Card) and t.name.startswith("hand") and t.card == card.card]
    start = held[0].box if held else _scaled(card.box, plate, motion.SMALL_FROM)
    return [_Flown(card, start, card.box, fades=False)]


def _taken(before: PlayView, view: PlayView, old: Layout, new: Layout) -> list[_Flown]:
    """The flight of a full trick to its winner."""
    if not before.laid or view.last_trick != before.laid or view.last_winner is None or before.showing_last:
        return []
    if any(card in view.laid for card in before.laid):
        return []
    plate = _plate(new, view.last_winner)
    cards = [_card_named(old, f"laid{card.seat}") for card in before.laid]
    if plate is None or view.showing_last:
        return []
    return [_Flown(card, card.box, _scaled(card.box, plate, motion.SMALL_TO), fades=True) for card in cards if card]
