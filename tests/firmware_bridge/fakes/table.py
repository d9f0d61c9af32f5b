"""Stands in for the table: takes the Reads of a link from its queue and keeps them together with their positions."""

import queue
import threading
import time

from firmware_bridge.link_position import NOWHERE
from firmware_bridge.reads import SourceState


class Table:
    def __init__(self, store=True):
        self.reads = []  # in order, without SourceStates
        self.when = []
        self.states = []
        self.position = NOWHERE
        self.store = store
        self._queue = queue.Queue()
        self._link = None
        self._thread = None

    def run(self, link):
        self._link = link
        self._thread = threading.Thread(target=self._work, daemon=True)
        self._thread.start()
        link.start(self._queue.put)
        return link

    def end(self):
        self._link.stop()
        self._queue.put(None)
        self._thread.join()

    def wait(self, condition, seconds=5.0):
        end = time.monotonic() + seconds
        while not condition():
            if time.monotonic() > end:
                raise AssertionError(f"not within {seconds} s; reads: {self.reads[-5:]}, states: {self.states[-3:]}")
            time.sleep(0.002)

    def _work(self):
        while (read := self._queue.get()) is not None:
            if isinstance(read, SourceState):
                self.states.append(read)
            else:
                self.when.append(time.monotonic())
                self.reads.append(read)
            position = self._link.position(read)
            if position is not None and self.store:
                self.position = position
                self._link.stored(position)
