"""How bytes get to the readers on a Raspberry Pi: one full-duplex transfer a reader, and the RST line that they share.

Three ways, tried in this order by `open_wires`: the package mfrc522 as a register transport, which brings its own SPI
and RST; plain spidev, without RST, for a Pi on which RPi.GPIO does not work; and the simulated bench, only when asked
for. Of mfrc522 nothing but its constructor and its SPI object is used: its wait loop needs 2013 transfers for an empty
reader, and its Close releases every pin of the process. Everything is imported late: none of it exists off a Pi.
Source: docs/hardware.md, sections 2.1, 2.3 and 6.1.
"""

from __future__ import annotations

import contextlib
import importlib
import logging
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

from firmware_bridge.pin_library import import_lgpio
from firmware_bridge.reads import BridgeError

if TYPE_CHECKING:
    from firmware_bridge.sim.bench import Bench

Transfer: TypeAlias = Callable[[bytearray], bytes]
Kind: TypeAlias = Literal["auto", "mfrc522", "spidev"]

RST_GPIO = 25
_BCM = 11  # RPi.GPIO.BCM
_ANTENNA_OFF = bytes((0x14 << 1, 0x80))


@dataclass(frozen=True, slots=True)
class Port:
    """Where one reader is wired: /dev/spidev`bus`.`device`, its SPI clock in Hz and its receiver's gain in dB."""

    reader: str
    bus: int
    device: int
    speed_hz: int = 1_000_000
    gain_db: int = 33

    @property
    def path(self) -> str:
        """The device file."""
        return f"/dev/spidev{self.bus}.{self.device}"


@dataclass(frozen=True, slots=True)
class Wires:
    """Open transports, one `Transfer` a port in the same order. `reset` pulses RST, or is None without that line.

    `kind` is the way that was taken, `detail` why no better one, in words. `close` may be called twice.
    """

    kind: str
    transfers: tuple[Transfer, ...]
    reset: Callable[[], None] | None
    close: Callable[[], None]
    detail: str = ""


class _Missing(Exception):
    """One way does not work here, and why."""


def open_wires(ports: Sequence[Port], kind: Kind = "auto", rst_gpio: int = RST_GPIO) -> Wires:
    """Open all `ports` in the best way there is, or in the way called `kind`. Antennas are off afterwards.

    Raises BridgeError: two readers on one chip select, or nothing works, with what is missing for each way.
    """
    check_ports(ports)
    ways = {"mfrc522": _open_mfrc522, "spidev": _open_spidev}
    reasons = []
    for name, way in ways.items():
        if kind in ("auto", name):
            try:
                wires = way(ports, rst_gpio)
            except _Missing as missing:
                reasons.append(f"{name}: {missing}")
            else:
                return Wires(wires.kind, wires.transfers, wires.reset, wires.close, "; ".join(reasons))
    raise BridgeError(f"The readers on the Pi's SPI cannot be opened. {'; '.join(reasons)}")


def simulated_wires(bench: Bench) -> Wires:
    """The readers of a simulated bench, in its order."""
    transfers = tuple(bench.xfer(i) for i in range(len(bench.chips)))
    return Wires("simulated", transfers, bench.reset, lambda: None, "simulated readers, no hardware")


def check_ports(ports: Sequence[Port]) -> None:
    """Raises BridgeError where two readers have one name or one chip select."""
    names: set[str] = set()
    taken: dict[tuple[int, int], str] = {}
    for port in ports:
        if port.reader in names:
            raise BridgeError(f"Two readers are called {port.reader!r}: give each its own name")
        names.add(port.reader)
        other = taken.setdefault((port.bus, port.device), port.reader)
        if other != port.reader:
            raise BridgeError(
                f"Readers {other!r} and {port.reader!r} are both on {port.path}: each needs a chip select of its own"
            )


def _open_mfrc522(ports: Sequence[Port], rst_gpio: int) -> Wires:
    with contextlib.suppress(ImportError, OSError):  # what follows says what is missing
        import_lgpio()  # in case this RPi.GPIO is rpi-lgpio
    gpio = _load("RPi.GPIO", "RPi.GPIO (python3-rpi-lgpio on a Pi 5)")
    package = _load("mfrc522", "mfrc522 (pip install --no-deps mfrc522)")
    if gpio.getmode() not in (None, _BCM):
        raise _Missing("another part of this program has set RPi.GPIO to header numbers")
    devices: list[Any] = []
    pin_taken = False

    def close() -> None:
        nonlocal pin_taken
        for device in devices:
            if hasattr(device, "spi"):
                device.spi.close()
        devices.clear()
        if pin_taken:
            pin_taken = False
            gpio.cleanup(rst_gpio)

    def reset() -> None:
        gpio.output(rst_gpio, 0)
        time.sleep(0.001)
        gpio.output(rst_gpio, 1)

    transfers = []
    try:
        for port in ports:
            devices.append(_construct(package, port, rst_gpio))
            pin_taken = True
            transfer = _transfer_of(devices[-1])
            transfer(bytearray(_ANTENNA_OFF))  # its constructor has switched it on
            transfers.append(transfer)
    except (OSError, RuntimeError) as error:
        close()
        raise _Missing(_why(error, port)) from error
    kind = "mfrc522" if all(hasattr(device, "spi") for device in devices) else "mfrc522-single"
    return Wires(kind, tuple(transfers), reset, close)


def _construct(package: Any, port: Port, rst_gpio: int) -> Any:
    """One MFRC522 object, without the log handler that each of them adds."""
    logger = logging.getLogger("mfrc522Logger")
    handlers = list(logger.handlers)
    try:
        return package.MFRC522(port.bus, port.device, spd=port.speed_hz, pin_mode=_BCM, pin_rst=rst_gpio)
    finally:
        logger.handlers[:] = handlers


def _transfer_of(device: Any) -> Transfer:
    """Whole frames through its SPI object; register by register where it does not show one."""
    if hasattr(device, "spi"):
        spi = device.spi
        return lambda frame: bytes(spi.xfer2(list(frame)))
    read = getattr(device, "Read_MFRC522", None) or device.ReadReg  # the latter in mfrc522-python
    write = getattr(device, "Write_MFRC522", None) or device.WriteReg

    def transfer(frame: bytearray) -> bytes:
        if frame[0] & 0x80:
            return bytes([0] + [read(address >> 1 & 0x3F) for address in frame[:-1]])
        for value in frame[1:]:
            write(frame[0] >> 1, value)
        return bytes(len(frame))

    return transfer


def _open_spidev(ports: Sequence[Port], rst_gpio: int) -> Wires:
    package = _load("spidev", "spidev (python3-spidev)")
    devices: list[Any] = []

    def close() -> None:
        for device in devices:
            device.close()
        devices.clear()

    transfers: list[Transfer] = []
    try:
        for port in ports:
            device = package.SpiDev()
            device.open(port.bus, port.device)
            devices.append(device)
            device.max_speed_hz = port.speed_hz
            device.mode = 0
            transfers.append(_transfer_of(_SpiOnly(device)))
            transfers[-1](bytearray(_ANTENNA_OFF))
    except (OSError, RuntimeError) as error:
        close()
        raise _Missing(_why(error, port)) from error
    return Wires("spidev", tuple(transfers), None, close)


@dataclass(frozen=True, slots=True)
class _SpiOnly:
    spi: Any


def _load(module: str, what: str) -> Any:
    try:
        return importlib.import_module(module)
    except ImportError:
        raise _Missing(f"{what} is not installed") from None
    except (RuntimeError, OSError) as error:
        raise _Missing(f"{what} does not work on this machine ({_line(error)})") from error


def _why(error: Exception, port: Port) -> str:
    if isinstance(error, FileNotFoundError):
        overlay = "dtparam=spi=on" if port.bus == 0 else f"dtoverlay=spi{port.bus}-3cs"
        return f"{port.path} is not there: put {overlay} into /boot/firmware/config.txt and restart"
    if isinstance(error, PermissionError):
        return f"no right to use {port.path}: sudo usermod -aG spi,gpio $USER, then log in again"
    if isinstance(error, RuntimeError) and not isinstance(error, OSError):
        return f"RPi.GPIO does not work on this machine ({_line(error)}); on a Pi 5 install python3-rpi-lgpio instead"
    return f"{port.path}: {_line(error)}"


def _line(error: Exception) -> str:
    return " ".join(str(error).split())
