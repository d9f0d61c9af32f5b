"""Shows what the table senses, line by line: for the first test of readers, buttons and lamps. Ctrl-C ends it.

    python docs/examples/watch.py docs/examples/table-one-reader.toml

A press of a button lights the lamp of the same seat and sounds the buzzer; letting go puts the lamp out.
"""

from __future__ import annotations

import queue
import sys
from pathlib import Path

from engine.errors import LapioError
from firmware_bridge.reads import BridgeError, Button, Gap, Read, ReaderState, SourceState, TagOff, TagOn
from table.config import TableConfig, load_config
from table.sources import Opened, hardware_lock, open_source


def main() -> int:
    """Watch the table of the configuration that is named, or of table.toml. Returns the exit status."""
    try:
        config = load_config(Path(sys.argv[1]) if len(sys.argv) > 1 else None)
        sources = Opened([open_source(source) for source in config.sources])
        lock = hardware_lock()
    except (LapioError, BridgeError) as error:
        print(error, file=sys.stderr)
        return 2
    reads: queue.SimpleQueue[Read] = queue.SimpleQueue()
    try:
        sources.start(reads.put)
        while len(sources.failed) < len(sources.sources) or not reads.empty():
            read = reads.get()
            print(told(read), flush=True)
            if isinstance(read, Button):
                answer(config, sources, read)
        return 1
    except KeyboardInterrupt:
        return 0
    finally:
        sources.stop()
        lock.release()


def told(read: Read) -> str:
    """A Read in words."""
    match read:
        case TagOn(reader, uid, _, first):
            return f"{reader}: tag {uid.hex().upper()}" + (" lay there already" if first else "")
        case TagOff(reader, uid):
            return f"{reader}: tag {uid.hex().upper()} gone"
        case Button(button, pressed):
            return f"{button}: {'pressed' if pressed else 'let go'}"
        case ReaderState(reader, state, _, detail):
            return f"{reader}: {state}" + (f", {detail}" if detail else "")
        case SourceState(source, up, _, detail):
            return f"{source}: {'up' if up else 'down'}" + (f", {detail}" if detail else "")
        case Gap(source):
            return f"{source}: nothing was seen for a while; what lies on its readers now was looked at again"
        case _:
            return f"{read.reader}: something answers and cannot be read, perhaps two cards on each other"


def answer(config: TableConfig, sources: Opened, read: Button) -> None:
    """Lamp and buzzer of the seat whose button it is."""
    for seat in config.seats:
        if seat.button == read.button:
            sources.lamp(seat.lamp or "", "on" if read.pressed else "off")
            if read.pressed:
                sources.buzz(880, 80)


if __name__ == "__main__":
    sys.exit(main())
