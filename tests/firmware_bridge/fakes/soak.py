"""Whether the firmware's memory stays flat: run by test_pico_firmware in MicroPython with the number of events to make.

The whole firmware is at work but for the cable: a host in the same process acknowledges what comes, and nobody waits
for real time. At every look another card lies on the reader, so each look makes an `off` and an `on`, and all buttons
are pressed and let go of all the time. Prints the free bytes after a tenth of the events and at the end.
"""

import gc
import sys
import time

import machine
from board import BOARD

import firmware_bridge.pico.main as main
from firmware_bridge import wire
from firmware_bridge.sim.tag import Ntag213


class Cable:
    """Stands in for firmware.Port: acknowledges each event."""

    def __init__(self):
        self.parser = wire.Parser()
        self.answers = wire.frame("HI 1 host=soak ses=0001 boot=- last=0")
        self.last = 0
        self.out_of_order = 0
        self.boot = ""

    def read(self):
        answers, self.answers = self.answers, b""
        return answers

    def room(self):
        return True

    def write(self, line):
        for got in self.parser.feed(line):
            if got.verb == "HI":
                self.boot = got.pair("boot")
            elif got.verb == "EV":
                seq = got.number(0, wire.MAX_SEQ)
                if seq == self.last + 1:
                    self.last = seq
                else:
                    self.out_of_order += 1
                self.answers = wire.frame(f"AK {self.boot} {self.last}")


def soak(wanted):
    table = main.Table(BOARD)
    table.port = cable = Cable()
    time.hurry()
    firmware = table.firmware()
    firmware.start()
    bench = machine.world().bench
    tags = [Ntag213(bytes([4, 1, 2, 3, 4, 5, i])) for i in range(8)]
    lying = []
    turns = 0
    early = 0
    while cable.last < wanted:
        for reader, tag in lying:
            bench.take(reader, tag)
        lying = [(r, tags[(2 * turns + r) % 8]) for r in range(len(BOARD.readers))]
        for reader, tag in lying:
            bench.place(reader, tag)
        if turns % 3 == 0:
            for number in BOARD.buttons:
                pin = machine.world().pins[number]
                pin.drive(1 - pin.value())
        firmware.turn()
        turns += 1
        if not early and cable.last >= wanted // 10:
            gc.collect()
            early = gc.mem_free()
    gc.collect()
    print("soak", cable.last, turns, cable.out_of_order, table.device.lost, early, gc.mem_free())


soak(int(sys.argv[1]))
