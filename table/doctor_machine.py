"""What can be wrong with a machine: Python, packages, SPI, groups, pins, screen, sound, power, clock.

Off a Raspberry Pi only what applies anywhere is looked at. Source for the Pi's part: docs/hardware.md, sections 3, 6
and 8.
"""

from __future__ import annotations

import json
import re
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from firmware_bridge import pi_pins
from firmware_bridge.reads import BridgeError
from table.doctor import Finding, Level, Machine

OLDEST_PYTHON = (3, 11)
PACKAGES = ("pygame-ce", "msgspec", "platformdirs", "rich", "fontpkg-atkinson-hyperlegible")
PIN_VARIABLE = "GPIOZERO_PIN_FACTORY"
EMPTY_LGPIO = "0.0.0.2"  # a package without anything in it
FROM_THE_SYSTEM = "sudo apt install python3-gpiozero python3-lgpio python3-rpi-lgpio python3-spidev"
I2S_OVERLAYS = "hifiberry|iqaudio|justboom|allo|i2s|googlevoicehat|audioinjector|pisound|rpi-dac|max98357a|merus"
SHOWS_NOTHING = ("dummy", "offscreen", "evdev")
OLDEST_NOW = 1_735_689_600  # the beginning of 2025: a clock that says less was never set
LOOK_AT_THE_SCREEN = (
    "import json,os\n"
    "os.environ['PYGAME_HIDE_SUPPORT_PROMPT']='1'\n"
    "import pygame\n"
    "try:\n"
    " pygame.display.init()\n"
    " print(json.dumps({'driver':pygame.display.get_driver(),'sizes':pygame.display.get_desktop_sizes()}))\n"
    "except pygame.error as error:\n"
    " print(json.dumps({'error':str(error)}))\n"
)
THROTTLED = "sys/devices/platform/soc/soc:firmware/get_throttled"
POWER_BITS = {0: "the supply is too weak now", 2: "it is slowed down now", 3: "it is too hot now"}
POWER_SINCE = {16: "the supply was too weak", 18: "it was slowed down", 19: "it was too hot"}


@dataclass(frozen=True, slots=True)
class Needs:
    """What a table needs of its machine: chip selects of SPI, pins, a serial board."""

    selects: tuple[str, ...] = ()
    gpio: bool = False
    serial: bool = False

    @property
    def groups(self) -> tuple[str, ...]:
        """The groups that its user must be in."""
        wanted = {"spi": bool(self.selects), "gpio": self.gpio or bool(self.selects), "dialout": self.serial}
        return tuple(group for group, needed in wanted.items() if needed)


def machine_checks(machine: Machine, needs: Needs) -> list[Finding]:
    """Every finding about the machine itself."""
    checks: list[Callable[[Machine, Needs], Iterator[Finding]]] = [_python, _packages]
    if machine.pi:
        checks += [_system, _spi, _sound_on_spi, _pins]
    else:
        checks += [_no_pi]
    checks += [_groups, _screen, _sound]
    if machine.pi:
        checks += [_power]
    checks += [_clock]
    return [finding for check in checks for finding in check(machine, needs)]


def _python(machine: Machine, needs: Needs) -> Iterator[Finding]:
    version = ".".join(map(str, machine.python))
    if machine.python < OLDEST_PYTHON:
        yield Finding(
            "Python", "bad", f"{version} is too old", "install Python 3.11 or newer: sudo apt install python3"
        )
    else:
        yield Finding("Python", "ok", version)


def _packages(machine: Machine, needs: Needs) -> Iterator[Finding]:
    wanted = dict.fromkeys(PACKAGES, True)
    if machine.pi or needs.gpio:
        wanted["gpiozero"] = needs.gpio
    if machine.pi or needs.selects:
        wanted["spidev"] = bool(needs.selects)
    if machine.pi or needs.serial:
        wanted["pyserial"] = needs.serial
    versions = {name: machine.package(name) for name in wanted}
    there = [f"{name} {version}" for name, version in versions.items() if version]
    yield Finding("packages", "ok", ", ".join(there) or "none")
    for name, version in versions.items():
        if version is None:
            mend = FROM_THE_SYSTEM if name in ("gpiozero", "spidev") else f"{machine.prefix}/bin/pip install {name}"
            yield Finding("packages", "bad" if wanted[name] else "note", f"{name} is not installed", mend)
    if machine.package("pygame") and machine.package("pygame-ce"):
        text = "pygame and pygame-ce are both installed and write over each other"
        yield Finding("packages", "note", text, "pip uninstall pygame pygame-ce; pip install pygame-ce")


def _no_pi(machine: Machine, needs: Needs) -> Iterator[Finding]:
    text = "this is no Raspberry Pi: SPI, pins and power are not looked at"
    if needs.selects or needs.gpio:
        yield Finding("machine", "bad", f"{text}, but the table needs them", "run Lapio on the table's Raspberry Pi")
    else:
        yield Finding("machine", "ok", f"{text}; the mock table and boards on USB work")


def _system(machine: Machine, needs: Needs) -> Iterator[Finding]:
    codename = machine.release.get("VERSION_CODENAME", "")
    if codename in ("bookworm", "trixie"):
        yield Finding("machine", "ok", f"{machine.model}, {codename}")
    else:
        text = f"{machine.model}, {machine.system}: Lapio is made for Raspberry Pi OS bookworm and trixie"
        yield Finding("machine", "note", text)


# -- buses and pins -----------------------------------------------------------------------------------------


def _config_txt(machine: Machine) -> tuple[str, list[str]]:
    """The Pi's own configuration: its path, and its lines that count."""
    path = "boot/firmware/config.txt" if machine.has("boot/firmware/config.txt") else "boot/config.txt"
    lines = (line.partition("#")[0].strip() for line in machine.text(path).splitlines())
    return f"/{path}", [line for line in lines if line]


def _spi(machine: Machine, needs: Needs) -> Iterator[Finding]:
    on = [path.name.removeprefix("spidev") for path in sorted(machine.devices.glob("spidev*"))]
    path, lines = _config_txt(machine)
    for number, bus in pi_pins.SPI.items():
        lacks = [select for select in needs.selects if select.startswith(f"{number}.") and select not in on]
        if not lacks:
            continue
        text = f"/dev/spidev{lacks[0]} is not there"
        if bus.line in lines:
            yield Finding("SPI", "bad", f"{text}, though {path} says {bus.line}", "sudo reboot")
        else:
            yield Finding("SPI", "bad", text, f"echo {bus.line} | sudo tee -a {path} && sudo reboot")
    if on:
        yield Finding("SPI", "ok", f"on: {', '.join(on)}")
    elif not needs.selects:
        yield Finding("SPI", "ok", "off; no reader of the table needs it")
    fixed = any(line.startswith(("core_freq=", "core_freq_min=")) for line in lines)
    if machine.pi in (3, 4) and not fixed and any(select.startswith("1.") for select in needs.selects):
        text = "the speed of SPI1 follows the core clock here; above 1 MHz reads may fail"
        yield Finding("SPI", "note", text, "leave speed_hz at 1000000 in table.toml")


def _sound_on_spi(machine: Machine, needs: Needs) -> Iterator[Finding]:
    """A sound card on I2S and SPI1 want the same pins."""
    path, lines = _config_txt(machine)
    pattern = rf"dtparam=i2s=on|dtoverlay=({I2S_OVERLAYS})\b.*"
    card = next((line for line in lines if re.fullmatch(pattern, line)), None)
    wanted = any(select.startswith("1.") for select in needs.selects)
    if card and (wanted or any(line.startswith("dtoverlay=spi1-") for line in lines)):
        text = f"{path} says {card}, and a sound card on I2S takes the pins of SPI1 (GPIO 18 to 21)"
        mend = f"take that line out of {path} and restart, or put those readers on SPI0 or on a Pico"
        yield Finding("I2S", "bad" if wanted else "note", text, mend)


def _pins(machine: Machine, needs: Needs) -> Iterator[Finding]:
    level: Level = "bad" if needs.gpio else "note"
    see = _see_system(machine)
    if machine.package("lgpio") == EMPTY_LGPIO:
        mend = f"pip uninstall lgpio; sudo apt install python3-lgpio{see}"
        yield Finding("pins", level, f"lgpio {EMPTY_LGPIO} is an empty package", mend)
    real, stand_in = machine.package("RPi.GPIO"), machine.package("rpi-lgpio")
    if real and stand_in:
        text = "RPi.GPIO and rpi-lgpio are both installed and write over each other"
        mend = f"pip uninstall RPi.GPIO rpi-lgpio; sudo apt install python3-rpi-lgpio{see}"
        yield Finding("pins", level, text, mend)
    elif machine.pi >= 5 and real:
        mend = f"pip uninstall RPi.GPIO; sudo apt install python3-rpi-lgpio{see}"
        blocks = needs.gpio and not machine.package("lgpio")
        yield Finding("pins", "bad" if blocks else "note", f"RPi.GPIO {real} does not work on a Pi 5", mend)
    try:
        detail = machine.pins()
    except BridgeError as error:
        yield Finding("pins", level, str(error), FROM_THE_SYSTEM + see)
        return
    if "simulated" in detail:
        text = f"{detail}: {machine.environ.get(PIN_VARIABLE, '')} is asked for by {PIN_VARIABLE}"
        yield Finding("pins", level, text, f"unset {PIN_VARIABLE}")
    else:
        yield Finding("pins", "ok", detail)


def _see_system(machine: Machine) -> str:
    """What a venv that does not see the system's packages needs besides."""
    try:
        hidden = "include-system-site-packages = false" in (machine.prefix / "pyvenv.cfg").read_text()
    except OSError:
        return ""
    return f"; then let the venv see them: python3 -m venv --system-site-packages {machine.prefix}" if hidden else ""


def _groups(machine: Machine, needs: Needs) -> Iterator[Finding]:
    if machine.user == "root" or not needs.groups:
        return
    members: dict[str, set[str]] = {}
    for line in machine.text("etc/group").splitlines():
        name, _, _, users = (*line.split(":"), "", "", "")[:4]
        members[name] = set(users.split(","))
    lacks = [group for group in needs.groups if group in members and group not in machine.groups]
    again = [group for group in lacks if machine.user in members[group]]
    new = [group for group in lacks if group not in again]
    if new:
        mend = f"sudo usermod -aG {','.join(new)} {machine.user or '$USER'}, then log out and in again"
        yield Finding("groups", "bad", f"this user is not in {', '.join(new)}", mend)
    if again:
        yield Finding("groups", "bad", f"in {', '.join(again)} only from the next log-in on", "log out and in again")
    if not lacks:
        yield Finding("groups", "ok", ", ".join(needs.groups))


# -- screen, sound, power, clock ----------------------------------------------------------------------------


def _screen(machine: Machine, needs: Needs) -> Iterator[Finding]:
    ran = machine.run([sys.executable, "-c", LOOK_AT_THE_SCREEN])
    said = ran.out.splitlines()[-1:] or ["it does not answer"]
    try:
        found: dict[str, Any] = json.loads(said[0])
    except ValueError:
        found = {"error": said[0]}
    driver, error = found.get("driver", ""), found.get("error", "")
    mend = "run Lapio in a desktop session, or at the machine's own monitor"
    if machine.pi and not machine.has("dev/dri"):
        mend += "; on Raspberry Pi OS Lite the monitor must be connected when the Pi starts"
    elif machine.pi and not {"video", "render"} & set(machine.groups) and machine.user != "root":
        mend = f"sudo usermod -aG video,render {machine.user or '$USER'}, then log out and in again"
    if error:
        yield Finding("screen", "bad", f"no screen can be opened ({error})", mend)
    elif driver in SHOWS_NOTHING:
        asked = machine.environ.get("SDL_VIDEODRIVER")
        yield Finding(
            "screen", "bad", f'the video driver "{driver}" shows nothing', "unset SDL_VIDEODRIVER" if asked else mend
        )
    else:
        sizes = ", ".join("x".join(map(str, size)) for size in found.get("sizes", []))
        yield Finding("screen", "ok", f"{driver}, {sizes or 'unknown size'}")


def _sound(machine: Machine, needs: Needs) -> Iterator[Finding]:
    cards = re.findall(r"^\s*\d+ \[\S+\s*\]: (.*)$", machine.text("proc/asound/cards"), re.MULTILINE)
    if cards:
        yield Finding("sound", "ok", ", ".join(cards))
    elif machine.has("proc"):
        yield Finding("sound", "note", "no sound device: alerts are seen and not heard")


def _power(machine: Machine, needs: Needs) -> Iterator[Finding]:
    text = machine.text(THROTTLED)
    if not text:
        ran = machine.run(["vcgencmd", "get_throttled"])
        text = ran.out.partition("=")[2].removeprefix("0x") if ran.status == 0 else ""
    try:
        bits = int(text, 16)
    except ValueError:
        yield Finding("power", "note", "this Pi does not say whether its supply is strong enough")
        return
    now = [words for bit, words in POWER_BITS.items() if bits >> bit & 1]
    since = [words for bit, words in POWER_SINCE.items() if bits >> bit & 1]
    supply = "take the supply made for this Pi (5 V, 3 A; a Pi 5: 5 A), and a short cable"
    if now or since:
        told = "; ".join([*now, *(f"{words} since it was started" for words in since)])
        yield Finding("power", "note", told, supply if bits & 0x10001 else "give it air: a heat sink or a fan")
    else:
        yield Finding("power", "ok", "no under-voltage since it was started")


def _clock(machine: Machine, needs: Needs) -> Iterator[Finding]:
    now = machine.wall()
    day = time.strftime("%Y-%m-%d", time.gmtime(now))
    synced = machine.run(["timedatectl", "show", "--property=NTPSynchronized", "--value"])
    if now < OLDEST_NOW:
        text = f"it says {day}: games would get wrong dates (play itself does not need it)"
        yield Finding("clock", "note", text, "sudo timedatectl set-ntp true, with a network")
    elif synced.status == 0 and synced.out == "no":
        yield Finding("clock", "note", f"{day}, not set by the network", "sudo timedatectl set-ntp true")
    else:
        yield Finding("clock", "ok", day)
