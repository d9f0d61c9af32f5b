"""Draws the small circuits beside this file: python circuits.py (needs schemdraw, nothing else)."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import schemdraw
import schemdraw.elements as elm
from schemdraw import Drawing


def button(d: Drawing) -> None:
    """A seat button; the dashed part only for cables over 50 cm."""
    d += elm.Dot(open=True).label("GPIO", "left")
    d += elm.Resistor().right().label("1 kΩ\n(long cable)")
    d += (node := elm.Dot())
    d += elm.Line().right().length(2.5)
    d += elm.Button().down().label("button", "bottom")
    d += elm.Ground()
    d += elm.Capacitor().at(node.center).down().label("100 nF\n(long cable)", "bottom")
    d += elm.Ground()


def lamp(d: Drawing) -> None:
    """A lamp straight from the pin."""
    d += elm.Dot(open=True).label("GPIO", "left")
    d += elm.Resistor().right().label("330 Ω")
    d += elm.LED().right().label("LED, up to 8 mA", "bottom", ofst=0.35)
    d += elm.Line().right().length(0.5)
    d += elm.Ground()


def switch(d: Drawing) -> elm.Element:
    """A transistor that connects what hangs on its collector with ground while the pin is high."""
    d += elm.Dot(open=True).label("GPIO", "left")
    d += elm.Resistor().right().label("1 kΩ")
    d += (base := elm.Dot())
    d += elm.Line().right().length(1.2)
    d += (transistor := elm.BjtNpn(circle=True).right().anchor("base").label("BC337", "right"))
    d += elm.Line().at(transistor.emitter).down().length(1.6)
    d += elm.Ground()
    d += elm.Resistor().at(base.center).down().label("10 kΩ", "bottom").length(2.2)
    d += elm.Ground()
    d += elm.Line().at(transistor.collector).up().length(0.5)
    d += (load := elm.Dot())
    return load


def bright_lamp(d: Drawing) -> None:
    """A lamp that needs more than the pin gives."""
    switch(d)
    d += elm.LED().up().reverse().length(2).label("lamp", "bottom")
    d += elm.Resistor().up().length(2).label("as the lamp needs", "bottom")
    d += elm.Vdd().label("5 V")


def buzzer(d: Drawing) -> None:
    """A passive buzzer; the diode catches the kick of a magnetic one and harms no other."""
    load = switch(d)
    d += elm.RBox().up().length(2.5).label("buzzer", "bottom")
    d += (top := elm.Dot())
    d += elm.Vdd().label("5 V")
    d += elm.Line().at(load.center).left().length(1.8)
    d += elm.Diode().up().toy(top.center).label("1N4148", "top")
    d += elm.Line().right().tox(top.center)


def miso(d: Drawing) -> None:
    """For modules that do not let go of MISO."""
    for row, name in enumerate(("MISO of reader 1", "MISO of reader 2", "MISO of reader 3")):
        d += elm.Dot(open=True).at((0, -1.4 * row)).label(name, "left")
        d += elm.Diode().right().length(3).label("1N4148" if row == 0 else "")
        d += (bus := elm.Dot())
        if row:
            d += elm.Line().at(bus.center).toy(0)
    d += elm.Line().at((3, 0)).right().length(2)
    d += (node := elm.Dot())
    d += elm.Line().right().length(1.5)
    d += elm.Dot(open=True).label("MISO of the Pi\nor the Pico", "right")
    d += elm.Resistor().at(node.center).down().label("1 kΩ", "bottom")
    d += elm.Ground()


CIRCUITS: dict[str, Callable[[Drawing], None]] = {
    "circuit-button": button,
    "circuit-lamp": lamp,
    "circuit-bright-lamp": bright_lamp,
    "circuit-buzzer": buzzer,
    "circuit-miso": miso,
}


def main() -> None:
    """Draw them all."""
    schemdraw.use("svg")
    for name, draw in CIRCUITS.items():
        with Drawing(show=False) as drawing:
            drawing.config(fontsize=12, bgcolor="white", margin=0.6)
            draw(drawing)
        drawing.save(str(Path(__file__).with_name(f"{name}.svg")))


if __name__ == "__main__":
    main()
