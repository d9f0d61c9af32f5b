"""The air around one antenna: the tags that lie in it, how well they are coupled, and what goes wrong.

All tags hear the same frame and answer at the same time, bit by bit; where two answers differ there is a collision.
A tag may lie in the fields of two readers at once. Every fault is thrown with dice from a seed.
Source: docs/hardware.md, sections 1.5 (collisions), 1.8 (times) and 6.5 (edges and stacks).
"""

from firmware_bridge.sim.clock import Dice

TYPE_CHECKING = False
if TYPE_CHECKING:
    from firmware_bridge.sim.clock import RealClock, VirtualClock
    from firmware_bridge.sim.tag import Tag

ETU_NS = 9440
BOTH = 2  # a bit that is 0 from one tag and 1 from another

PARITY_ERROR = 0x02
PROTOCOL_ERROR = 0x01


def sent_ns(bits: int) -> int:
    """How long the reader sends a frame: 9 bits a byte with parity, start and end; 10 in all for a short frame."""
    return ETU_NS * (10 if bits == 7 else bits + bits // 8 + 3)


def answered_ns(bits: int, align: int = 0) -> int:
    """How long a tag sends an answer whose first byte begins at bit `align`."""
    return ETU_NS * (bits + (align + bits) // 8 + 2)


class Answer:
    """What arrives at the antenna: bits 0, 1 or BOTH, the delay after the reader's frame, errors of the receiver."""

    def __init__(self, bits: "list[int]", after_ns: int, tags: "tuple[Tag, ...]", errors: int = 0) -> None:
        self.bits = bits
        self.after_ns = after_ns
        self.tags = tags
        self.errors = errors


class Place:
    """A tag in a field. `reach` is the part of the frames that get through, in percent; `strength` its loudness."""

    def __init__(self, tag: "Tag", reach: int, strength: int) -> None:
        self.tag = tag
        self.reach = reach
        self.strength = strength


class Field:
    """The field of one reader's antenna.

    `noise` is the percentage of answers that arrive garbled (bit errors, with and without a parity error to show for
    them, cut frames, false collisions); `ghosts` that of unanswered frames after which noise looks like an answer;
    `stacked`: two or more tags lie on top of each other and no frame gets through whole.
    """

    def __init__(self, clock: "VirtualClock | RealClock", seed: int = 1) -> None:
        self.clock = clock
        self.dice = Dice(seed)
        self.noise = 0
        self.ghosts = 0
        self.stacked = False
        self.on = False
        self.places: list[Place] = []
        self._took_away: list[tuple[int, Tag]] = []

    def switch(self, on: bool) -> None:
        """The antenna drivers go on or off."""
        if on != self.on:
            self.on = on
            for place in self.places:
                place.tag.power(self, on, self.clock.now_ns())

    def place(self, tag: "Tag", reach: int = 100, strength: int = 100) -> None:
        """Lay a tag down here, or move it within the field."""
        for place in self.places:
            if place.tag is tag:
                place.reach, place.strength = reach, strength
                return
        self.places.append(Place(tag, reach, strength))
        if self.on:
            tag.power(self, True, self.clock.now_ns())

    def take(self, tag: "Tag") -> None:
        """Take a tag away; nothing happens if it is not here."""
        for place in self.places:
            if place.tag is tag:
                self.places.remove(place)
                tag.power(self, False, self.clock.now_ns())
                self._took_away = self._took_away[-7:]
                self._took_away.append((self.clock.now_ns(), tag))
                return

    def left_since(self, tags: "tuple[Tag, ...]", since_ns: int) -> bool:
        """Whether one of `tags` was taken away after `since_ns`: an answer of then was cut short."""
        return any(when >= since_ns and tag in tags for when, tag in self._took_away)

    def exchange(self, bits: "list[int]") -> "Answer | None":
        """Send a frame to all tags here; what comes back, or None for silence."""
        if not self.on:
            return None
        now = self.clock.now_ns()
        heard: list[tuple[int, Tag, list[int]]] = []
        for place in self.places:
            if not place.tag.awake(now):
                continue
            frame = bits
            if self._fails(place.reach):
                if self.dice.chance(50):
                    continue
                frame = self._flip(bits, 1 + self.dice.below(3))
            answer = place.tag.receive(frame)
            if answer is not None:
                heard.append((place.strength, place.tag, answer))
        if not heard:
            return self._ghost()
        loudest = max([strength for strength, _, _ in heard])
        audible = [(tag, answer) for strength, tag, answer in heard if strength * 3 > loudest]
        tags = tuple([tag for tag, _ in audible])
        after = (91_200 if bits[-1] else 86_400) + max([tag.answer_after_us for tag in tags]) * 1000
        answer = self._sum([answer for _, answer in audible])
        weak = any(self._fails(place.reach) for place in self.places if place.tag in tags)
        if weak or self.dice.chance(self.noise) or (self.stacked and len(self.places) > 1):
            return self._garbled(answer, after, tags)
        return Answer(answer, after, tags)

    def _fails(self, reach: int) -> bool:
        return self.dice.chance(100 - reach)

    def _sum(self, answers: "list[list[int]]") -> "list[int]":
        total: list[int] = []
        for answer in answers:
            total += answer[len(total) :]
            for i, bit in enumerate(answer):
                if total[i] != bit:
                    total[i] = BOTH
        return total

    def _flip(self, bits: "list[int]", count: int) -> "list[int]":
        out = list(bits)
        for _ in range(count):
            i = self.dice.below(len(out))
            out[i] = BOTH if out[i] == BOTH else out[i] ^ 1
        return out

    def _ghost(self) -> "Answer | None":
        if not self.dice.chance(self.ghosts):
            return None
        bits = [self.dice.below(2) for _ in range(1 + self.dice.below(60))]
        return Answer(
            bits, 60_000 + self.dice.below(200) * 1000, (), (0, PARITY_ERROR, PROTOCOL_ERROR)[self.dice.below(3)]
        )

    def _garbled(self, answer: "list[int]", after: int, tags: "tuple[Tag, ...]") -> "Answer | None":
        kind = self.dice.below(6)
        if kind == 0:  # nothing of it gets through
            return None
        if kind == 1:  # one bit: the parity shows it
            return Answer(self._flip(answer, 1), after, tags, PARITY_ERROR)
        if kind == 2:  # two bits of a byte: the parity is right again
            at = self.dice.below(len(answer)) & ~7
            first, second = self.dice.below(8), self.dice.below(8)
            out = list(answer)
            for i in (at + first, at + (second if second != first else (first + 1) & 7)):
                if i < len(out) and out[i] != BOTH:
                    out[i] ^= 1
            return Answer(out, after, tags)
        if kind == 3:  # cut short
            return Answer(answer[: 1 + self.dice.below(len(answer))], after, tags, PROTOCOL_ERROR)
        if kind == 4:  # a collision that none is
            out = list(answer)
            out[self.dice.below(len(out))] = BOTH
            return Answer(out, after, tags)
        bits = [self.dice.below(2) for _ in range(len(answer))]
        return Answer(bits, after, tags)
