"""Wiring drawings as data: the parts, their pins, and what is joined with what, out of WireViz's YAML."""

from collections import Counter
from pathlib import Path

import yaml

COLORS = {
    "BK": "black", "RD": "red", "OG": "orange", "YE": "yellow", "GN": "green", "BU": "blue", "VT": "violet",
    "GY": "grey", "WH": "white",
}  # fmt: skip


class Drawing:
    """One YAML file. A node is a part's name and the number of its pin, as text."""

    def __init__(self, path: Path):
        data = yaml.safe_load(path.read_text(encoding="utf-8"))
        self.path = path
        self.types = {name: part["type"] for name, part in data["connectors"].items()}
        self.pins = {name: _pins(part) for name, part in data["connectors"].items()}
        self.wires = []  # (cable, number, node, node)
        self.colors = {name: [COLORS[color] for color in cable["colors"]] for name, cable in data["cables"].items()}
        for left, middle, right in data["connections"]:
            [(cable, numbers)] = middle.items()
            numbers = [int(number) for number in _expanded(numbers)]
            ends = [self._nodes(*next(iter(end.items()))) for end in (left, right)]
            assert len(numbers) == len(ends[0]) == len(ends[1]), f"{path.name}: {cable}: unequal counts"
            self.wires += [(cable, number, a, b) for number, a, b in zip(numbers, *ends, strict=True)]

    def _nodes(self, part, pins):
        return [(part, self.pin(part, str(pin))) for pin in _expanded(pins)]

    def pin(self, part, pin):
        """The number of a pin that is given by its number or by its label. A label that occurs twice is none."""
        pins = self.pins[part]
        if pin in pins:
            return pin
        found = [number for number, label in pins.items() if label == pin]
        assert len(found) == 1, f"{self.path.name}: {part} has {len(found)} pins {pin!r}"
        return found[0]

    def texts(self):
        """What the picture must say at each wire: both ends and the colour, as WireViz writes them."""
        texts = Counter()
        for cable, number, left, right in self.wires:
            texts[f"{number}:{self.colors[cable][number - 1]}"] += 1
            for part, pin in (left, right):
                texts[f"{part}:{pin}:{self.pins[part][pin]}"] += 1
        return texts


class Build:
    """The drawings of one table together. A part of the same name is the same part."""

    def __init__(self, *drawings: Drawing):
        self.drawings = drawings
        self.types = {}
        self.pins = {}
        for drawing in drawings:
            self.types |= drawing.types
            for part, pins in drawing.pins.items():
                for number, label in pins.items():
                    known = self.pins.setdefault(part, {}).setdefault(number, label)
                    assert known == label, f"{part}:{number} is {known!r}, and {label!r} in {drawing.path.name}"
        self._net = {}
        for drawing in drawings:
            for _, _, left, right in drawing.wires:
                joined = self._net.get(left, {left}) | self._net.get(right, {right})
                for node in joined:
                    self._net[node] = joined

    def net(self, part, pin):
        """All that is joined with a pin, given by its number or its label: nodes."""
        numbers = [number for number, label in self.pins[part].items() if str(pin) in (number, label)]
        assert len(numbers) == 1, f"{part} has {len(numbers)} pins {pin!r}"
        return frozenset(self._net.get((part, numbers[0]), ()))

    def nets(self):
        return {frozenset(net) for net in self._net.values()}

    def label(self, node):
        part, pin = node
        return self.pins[part][pin]

    def parts(self, kind):
        """The parts whose type begins so."""
        return sorted(part for part, what in self.types.items() if what.startswith(kind))


def _pins(part):
    labels = part["pinlabels"]
    numbers = part.get("pins", range(1, len(labels) + 1))
    assert len(numbers) == len(labels) == len({str(number) for number in numbers})
    return {str(number): str(label) for number, label in zip(numbers, labels, strict=True)}


def _expanded(pins):
    """`[1-3, 7]` is 1, 2, 3, 7."""
    for pin in pins:
        first, dash, last = str(pin).partition("-")
        if dash and first.isdigit() and last.isdigit():
            yield from range(int(first), int(last) + 1)
        else:
            yield pin
