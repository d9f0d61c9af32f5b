"""Which room may use which: the arrows of docs/architecture.md, and what must not be loaded before it is needed."""

import ast
import subprocess
import sys
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
ROOMS = ("engine", "table", "display", "firmware_bridge")
MAY_USE = {
    "engine": (),
    "firmware_bridge": (),
    "display": ("engine.cards", "engine.actions", "engine.errors"),
    "table": ("engine", "display", "firmware_bridge"),
}
# Heavy, or there on a Raspberry Pi only: imported inside the function or module that needs it.
LATE = ("pygame", "rich", "sqlite3", "msgspec", "serial", "gpiozero", "spidev", "RPi", "mfrc522", "fontpkg")
EXAMPLES_OF_LATE = {"pygame", "rich", "msgspec"}  # that they are used at all, somewhere


def modules(room):
    return sorted((ROOT / room).rglob("*.py"))


@cache
def imported(file):
    """The full names of all modules that a file imports, wherever in it."""
    return tuple(_imported(file))


def _imported(file):
    package = file.relative_to(ROOT).parent.parts
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"), str(file))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            above = package[: len(package) + 1 - node.level] if node.level else ()
            module = ".".join([*above, *([node.module] if node.module else [])])
            for alias in node.names:
                inner = f"{module}.{alias.name}"
                is_module = (ROOT / inner.replace(".", "/")).with_suffix(".py").exists()
                yield inner if is_module or is_package(inner) else module


def is_package(name):
    return (ROOT / name.replace(".", "/") / "__init__.py").exists()


def within(module, allowed):
    return any(module == name or module.startswith(f"{name}.") for name in allowed)


@pytest.mark.parametrize("room", ROOMS)
def test_a_room_uses_only_the_rooms_it_may(room):
    assert modules(room)
    wrong = [
        f"{file.relative_to(ROOT)} imports {module}"
        for file in modules(room)
        for module in imported(file)
        if module.split(".")[0] in ROOMS and not within(module, (room, *MAY_USE[room]))
    ]
    assert not wrong, "\n".join(wrong)


def test_the_product_does_not_use_its_tests():
    assert not [file for room in ROOMS for file in modules(room) for name in imported(file) if name.startswith("tests")]


def test_the_arrows_are_seen_at_all():
    """That the reading of imports above finds what there is."""
    everything = {name for room in ROOMS for file in modules(room) for name in imported(file)}
    assert {"engine.errors", "firmware_bridge.reads", "display.view", "engine.match"} <= everything
    assert {name.split(".")[0] for name in everything} >= EXAMPLES_OF_LATE


@pytest.mark.parametrize("start", ["table.cli", "engine.referee", "engine.games.kullankaivaja"])
def test_starting_loads_nothing_heavy(start):
    script = f"import sys, {start}; print(*sorted(sys.modules), sep='\\n')"
    loaded = subprocess.run([sys.executable, "-c", script], cwd=ROOT, capture_output=True, text=True, check=True)
    assert start in loaded.stdout.split()
    assert not [name for name in loaded.stdout.split() if within(name, LATE)]
