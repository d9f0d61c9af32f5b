"""A terminal without a person: lines are typed and cards are moved as a test says, and time passes only when needed."""

from io import StringIO
from queue import Empty

from firmware_bridge.mock import MockTable
from firmware_bridge.reads import BridgeError, ReaderState, SourceState
from table.terminal import Terminal, Typed


class Scripted(Terminal):
    """Types these lines, one whenever nothing else happens any more; a line that is a function is called instead."""

    def __init__(self, *lines):
        self.out = StringIO()
        self.time = 100.0
        self.lines = list(lines)
        super().__init__(self.out, iter(()), lambda: self.time, echoes=False)

    def wait(self, moments):
        if self._first:
            return self._first.popleft()
        try:
            return self._events.get_nowait()
        except Empty:
            pass
        if moments:
            self.time = max(self.time, min(moments))
            return None
        while self.lines:
            line = self.lines.pop(0)
            if isinstance(line, str):
                return Typed(line)
            line()
            self.time += 3
            if not self._events.empty():
                return self._events.get_nowait()
        return Typed(None)

    @property
    def text(self):
        """Everything that was printed."""
        return self.out.getvalue()


class Bench:
    """What `open_one` opens in tests: for each source of a configuration a MockTable with its parts.

    `broken` names sources that cannot be opened, `silent` readers without a chip.
    """

    def __init__(self, terminal, broken=(), silent=()):
        self.terminal = terminal
        self.tables = {}
        self.broken = broken
        self.silent = silent
        self.opened = []

    def __call__(self, source, **how):
        if source.name in self.broken:
            raise BridgeError(f"{source.name} is broken: mend it")
        table = OneSource(source, self.terminal, self.silent)
        self.opened.append(source)
        self.tables[source.name] = table
        return table

    def tap(self, reader, *uids):
        """A function that taps these tags on a reader."""

        def taps():
            table = next(table for table in self.tables.values() if reader in table.lying)
            for uid in uids:
                table.lay(reader, uid)
            self.terminal.time += 0.3
            for uid in uids:
                table.lift(reader, uid)

        return taps

    def press(self, button):
        """A function that presses a button."""
        return lambda: next(table for table in self.tables.values() if button in table.buttons).press(button)


class OneSource(MockTable):
    def __init__(self, source, terminal, silent):
        readers = [reader for reader in source.readers if reader and reader not in silent]
        super().__init__(readers, [button for button in source.buttons if button], lambda: terminal.time)
        self.name = source.name
        self.written = {}
        self.dead = [reader for reader in source.readers if reader in silent]

    def start(self, put):
        put(SourceState(self.name, True, self._clock()))
        super().start(put)
        for reader in self.dead:
            put(ReaderState(reader, "mute", self._clock(), "reads 00: no chip"))

    def write_label(self, reader, uid, text):
        if uid not in self.lying[reader]:
            raise BridgeError("the tag has left")
        self.written[uid] = text
