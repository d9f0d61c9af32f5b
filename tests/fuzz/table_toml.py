"""table.toml: a file of any bytes is a configuration or one clear error, and a configuration survives being written."""

from __future__ import annotations

from collections.abc import Iterator

from table.config import ConfigError, load_config, read_config
from table.config_text import config_text
from tests.fuzz import clear


def seeds() -> Iterator[bytes]:
    """The examples of the build guide, and one that has every part."""
    for path in sorted((clear.ROOT / "docs" / "examples").glob("*.toml")):
        yield path.read_bytes()
    yield WHOLE.encode()
    yield b'seats = [{name = "A"}, {name = "B", reader = "", button = ""}]\n[house]\nsettle_ms = 0x1F\n'
    yield b"seats = 1979-05-27T07:32:00Z\n'' = +inf\n\"\\u000a\" = [{}]\n"


WHOLE = """
shared_reader = "middle"
draw_reader = "draw"
decks = ["blue", "red"]
seats = [{ name = "Åsa", button = "b" }, { name = "Bo", lamp = "l" }]

[house]
settle_ms = 150
touched_is_played = true
debounce_ms = 25

[look]
language = "fi"
theme = "day"

[[sources]]
kind = "spi"
readers = { middle = "0.0" }
gain_db = 48
driver = "spidev"
reset_pin = 25

[[sources]]
kind = "serial"
name = "board"
path = "/dev/ttyACM0"
readers = ["", "draw"]

[[sources]]
kind = "gpio"
buttons = { b = 5 }
lamps = { l = 22 }
buzzer = 12
"""


def take(data: bytes) -> None:
    """Read it as the table's file."""
    path = clear.folder() / "table.toml"
    path.write_bytes(data)
    try:
        config = load_config(path)
    except ConfigError as error:
        clear.check(error)
        return
    assert config.seating.names
    assert read_config(config_text(config)) == config
