"""Which library drives the Pi's pins: gpiozero over lgpio, else over RPi.GPIO, and mock pins only when asked for.

gpiozero itself would go on to libraries that nobody asked for, with no more than a warning. Here the one in use is
named, and why no better one. Everything is imported late: none of it need exist off a Pi.
Source: docs/hardware.md, sections 3.1 and 3.2.
"""

from __future__ import annotations

import atexit
import contextlib
import importlib
import os
import shutil
import sys
import tempfile
from collections.abc import Callable, MutableMapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal, TypeAlias

from firmware_bridge.reads import BridgeError

Library: TypeAlias = Literal["auto", "lgpio", "rpigpio", "mock"]

ASKED_FOR = "GPIOZERO_PIN_FACTORY"
FOLDER = "LG_WD"
WRONG_CHIP = "SOC peripheral base address"  # what RPi.GPIO says on a Pi 5
INSTALL = "sudo apt install python3-gpiozero python3-lgpio python3-rpi-lgpio, in a venv with --system-site-packages"


@dataclass(frozen=True, slots=True)
class Pins:
    """An open pin factory of gpiozero. `library` is lgpio, rpigpio or mock; `detail` tells people which, and why.

    `holder(gpio)` names who has a line that is busy, or is empty. `close` may be called twice.
    """

    factory: Any
    library: str
    detail: str
    holder: Callable[[int], str]
    close: Callable[[], None]


class _Missing(Exception):
    """One library does not work here, and why."""


def open_pins(library: Library = "auto", environ: MutableMapping[str, str] = os.environ) -> Pins:
    """The Pi's pins through the best library there is, or through `library`.

    With "auto" gpiozero's own variable GPIOZERO_PIN_FACTORY may name one. Raises BridgeError with what is missing for
    each.
    """
    ways: dict[str, Callable[[MutableMapping[str, str]], Pins]] = {"lgpio": _lgpio, "rpigpio": _rpigpio}
    asked = environ.get(ASKED_FOR, "").lower() if library == "auto" else library
    if asked == "mock":
        ways = {"mock": _mock}
    elif asked:
        if asked not in ways:
            raise BridgeError(f"{ASKED_FOR}={asked}: Lapio's pins go through lgpio, rpigpio or mock; name one of them")
        ways = {asked: ways[asked]}
    reasons: list[str] = []
    for way in ways.values():
        try:
            pins = way(environ)
        except _Missing as missing:
            reasons.append(str(missing))
        else:
            detail = "; ".join([pins.detail, *reasons])
            return Pins(pins.factory, pins.library, detail, pins.holder, pins.close)
    raise BridgeError(f"The Pi's pins cannot be used: {'; '.join(reasons)}. On Raspberry Pi OS: {INSTALL}")


def import_lgpio(environ: MutableMapping[str, str] = os.environ) -> Any:
    """The module lgpio, which makes a pipe in the working folder when it is imported, and needs one that it may write.

    It gets a private folder, removed at exit, unless LG_WD names one. Because of LG_WD it makes that folder the working
    folder of the whole process; here the process stays where it was. RPi.GPIO of rpi-lgpio imports lgpio too: call
    this first. Raises ImportError, or OSError where no folder can be written.
    """
    if sys.modules.get("lgpio"):
        return sys.modules["lgpio"]
    if not environ.get(FOLDER):
        run_time = environ.get("XDG_RUNTIME_DIR")
        within = run_time if run_time and os.access(run_time, os.W_OK) else None
        environ[FOLDER] = tempfile.mkdtemp(prefix="lapio-lgpio-", dir=within)
        atexit.register(shutil.rmtree, environ[FOLDER], ignore_errors=True)
    here = os.open(".", os.O_PATH)  # a name would not do: it may have been moved
    try:
        return importlib.import_module("lgpio")
    finally:
        os.fchdir(here)
        os.close(here)


def line_of(error: BaseException) -> str:
    """What an error says, in one line; lgpio puts its texts in quotes."""
    return " ".join(str(error).split()).strip("'") or type(error).__name__


def _lgpio(environ: MutableMapping[str, str]) -> Pins:
    try:
        lgpio = import_lgpio(environ)
    except ImportError:
        raise _Missing("lgpio is not installed") from None
    except OSError as error:
        raise _Missing(f"lgpio cannot write into the folder {environ.get(FOLDER)} ({line_of(error)})") from None
    if not hasattr(lgpio, "gpiochip_open"):
        raise _Missing("this lgpio is the empty package 0.0.0.2: pip uninstall lgpio and take python3-lgpio")
    factory = _factory("gpiozero.pins.lgpio", "LGPIOFactory", "lgpio")

    def holder(gpio: int) -> str:
        label = str(lgpio.gpio_get_line_info(factory._handle, gpio)[4])
        return label if label not in ("lg", "lgpio", "") else _process_with("/dev/gpiochip") or label

    return Pins(factory, "lgpio", f"pins through lgpio on a {_model(factory)}", holder, factory.close)


def _rpigpio(environ: MutableMapping[str, str]) -> Pins:
    with contextlib.suppress(ImportError, OSError):  # it says so itself below
        import_lgpio(environ)  # in case this RPi.GPIO is rpi-lgpio
    factory = _factory("gpiozero.pins.rpigpio", "RPiGPIOFactory", "RPi.GPIO")
    # The factory's own close would let go of all pins of the process, the readers' RST among them.
    detail = f"pins through RPi.GPIO on a {_model(factory)}"
    return Pins(factory, "rpigpio", detail, lambda gpio: _process_with("/dev/gpiochip"), lambda: None)


def _mock(environ: MutableMapping[str, str]) -> Pins:
    try:
        mock = importlib.import_module("gpiozero.pins.mock")
    except ImportError:
        raise _Missing("gpiozero is not installed") from None
    factory = mock.MockFactory(pin_class=mock.MockPWMPin)
    return Pins(factory, "mock", "simulated pins, no hardware", lambda gpio: "", factory.close)


def _factory(module: str, name: str, library: str) -> Any:
    """A pin factory of gpiozero. Raises _Missing with the reason why not."""
    try:
        importlib.import_module("gpiozero")
    except ImportError:
        raise _Missing("gpiozero is not installed") from None
    try:
        return getattr(importlib.import_module(module), name)()
    except ImportError:
        raise _Missing(f"{library} is not installed") from None
    except Exception as error:  # lgpio's errors, gpiozero's and RPi.GPIO's have no common class
        raise _Missing(_why(error, library)) from error


def _why(error: Exception, library: str) -> str:
    text = line_of(error)
    if type(error).__name__ == "PinUnknownPi" or "only be run on a Raspberry Pi" in text:
        return f"{library}: this machine is no Raspberry Pi"
    if WRONG_CHIP in text:
        return f"this RPi.GPIO does not know a Pi 5 ({text}): pip uninstall RPi.GPIO and take python3-rpi-lgpio"
    if "can not open gpiochip" in text or isinstance(error, PermissionError):
        return f"no right to use the pins: sudo usermod -aG gpio $USER, then log in again ({library}: {text})"
    return f"{library}: {text}"


def _model(factory: Any) -> str:
    return str(factory.board_info.description)


def _process_with(device: str) -> str:
    """Another program that has such a device file open, as far as the system tells; else empty."""
    for opened in Path("/proc").glob("[0-9]*/fd/*"):
        process = opened.parts[2]
        try:
            if process != str(os.getpid()) and str(opened.readlink()).startswith(device):
                return f"{Path(f'/proc/{process}/comm').read_text().strip()} (process {process})"
        except OSError:
            continue
    return ""
