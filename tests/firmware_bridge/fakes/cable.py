"""A USB cable for tests: between a device on one pseudo-terminal and a program on another, at a path like by-id's.

It can be pulled (both ends hang up and the path is gone) and plugged in again, and it can damage lines.
"""

import contextlib
import os
import random
import select
import threading
import tty
from pathlib import Path


class Cable:
    def __init__(self, path: Path, seed=1):
        self.path = path
        self.damage = 0.0
        self.swallow = False  # whether the device's lines are lost
        self.damaged = 0
        self._dice = random.Random(seed)
        self.device, self._near = os.openpty()  # the device has the master; we hold the slave while plugged in
        self._near_name = os.ttyname(self._near)
        tty.setraw(self._near)
        self._far = -1
        self._lock = threading.Lock()
        self._rest = {}
        self._ending = False
        self.plug()
        self._thread = threading.Thread(target=self._carry, daemon=True)
        self._thread.start()

    def plug(self):
        with self._lock:
            if self._near < 0:
                self._near = os.open(self._near_name, os.O_RDWR | os.O_NOCTTY)
                tty.setraw(self._near)
            self._far, slave = os.openpty()
            tty.setraw(slave)
            self._far_slave = slave  # held open, so that the far end does not hang up before it is opened
            self.path.unlink(missing_ok=True)
            self.path.symlink_to(os.ttyname(slave))
            self._rest = {}

    def pull(self):
        with self._lock:
            self.path.unlink(missing_ok=True)
            for fd in (self._near, self._far, self._far_slave):
                os.close(fd)
            self._near = self._far = -1

    def close(self):
        self._ending = True
        self._thread.join()
        if self._far >= 0:
            self.pull()
        os.close(self.device)

    def _carry(self):
        while not self._ending:
            with self._lock:
                near, far = self._near, self._far
                ready = [] if near < 0 else select.select([near, far], [], [], 0.002)[0]
                for source in ready:
                    with contextlib.suppress(OSError):
                        data = self._lines(source, os.read(source, 4096))
                        if not (self.swallow and source == near):
                            os.write(far if source == near else near, data)
            if near < 0:
                threading.Event().wait(0.005)

    def _lines(self, source, data):
        if not self.damage:
            return data
        data = self._rest.pop(source, b"") + data
        *lines, rest = data.split(b"\n")
        self._rest[source] = rest
        return b"".join(self._spoil(line + b"\n") for line in lines)

    def _spoil(self, line):
        if self._dice.random() >= self.damage:
            return line
        self.damaged += 1
        at = self._dice.randrange(len(line))
        kind = self._dice.randrange(3)
        if kind == 0:
            return b""
        if kind == 1:
            return line[:at]
        return line[:at] + bytes([line[at] ^ 1 << self._dice.randrange(8)]) + line[at + 1 :]
