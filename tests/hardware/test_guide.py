"""The build guide and what it sends people to."""

import re
import signal
import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree

import pytest

ROOT = Path(__file__).parents[2]
PAGES = [ROOT / "docs" / "building.md", *sorted((ROOT / "hardware" / "schematics").glob("*.md"))]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_every_link_leads_somewhere(page):
    text = page.read_text(encoding="utf-8")
    links = re.findall(r"\]\(([^)\s]+)\)", text)
    anchors = {
        re.sub(r"[^\w -]", "", line.strip("# ").lower()).replace(" ", "-")
        for line in text.splitlines()
        if line[:1] == "#"
    }
    for link in links:
        if link.startswith("#"):
            assert link[1:] in anchors, link
        elif not link.startswith("https://"):
            assert (page.parent / link).exists(), link


@pytest.mark.parametrize(
    "picture", sorted((ROOT / "hardware" / "schematics").glob("*.svg")), ids=lambda path: path.stem
)
def test_every_picture_is_whole_and_shown_somewhere(picture):
    assert ElementTree.parse(picture).getroot().tag.endswith("}svg")
    assert any(picture.name in page.read_text(encoding="utf-8") for page in PAGES)


def test_the_guide_copies_every_module_that_the_picos_program_imports():
    guide = (ROOT / "docs" / "building.md").read_text(encoding="utf-8")
    copied = set(re.findall(r"firmware_bridge/[\w/]+\.py", guide))
    needed = {"firmware_bridge/pico/main.py"}
    while True:
        found = {path for name in needed for path in imported((ROOT / name).read_text(encoding="utf-8"))}
        if found <= needed:
            break
        needed |= found
    packages = {f"{parent}/__init__.py" for parent in ("firmware_bridge", "firmware_bridge/pico")}
    assert copied - {"firmware_bridge/pi_pins.py"} == needed | packages


def imported(text):
    """The files of our modules that a text imports."""
    for module, names in re.findall(r"^\s*from (firmware_bridge[\w.]*) import (.+)$", text, re.M):
        path = module.replace(".", "/")
        if (ROOT / f"{path}.py").exists():
            yield f"{path}.py"
        else:
            yield from (f"{path}/{name.strip()}.py" for name in names.split(","))


CONFIG = """
seats = [{ name = "North", reader = "" }, { name = "South", reader = "" }]
[[sources]]
kind = "gpio"
buttons = { button-1 = 5 }
lamps = { lamp-1 = 22 }
"""


def watch(folder, text, **environ):
    """The program that watches the table, started on this configuration."""
    config = folder / "table.toml"
    config.write_text(text, encoding="utf-8")
    return subprocess.Popen(
        [sys.executable, ROOT / "docs" / "examples" / "watch.py", config],
        env={"PYTHONPATH": str(ROOT), "LAPIO_DATA": str(folder), **environ},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),  # a test run in the background ignores it
    )


def test_the_program_that_watches_tells_what_it_watches_until_it_is_interrupted(tmp_path):
    with watch(tmp_path, CONFIG, GPIOZERO_PIN_FACTORY="mock") as program:
        assert program.stdout.readline() == "gpio: up, simulated pins, no hardware\n"
        program.send_signal(signal.SIGINT)
        try:
            assert program.wait(timeout=10) == 0
        finally:
            program.kill()
        assert program.stderr.read() == ""


def test_the_program_that_watches_ends_where_nothing_can_be_opened(tmp_path):
    with watch(tmp_path, CONFIG, GPIOZERO_PIN_FACTORY="pigpio") as program:
        out, err = program.communicate(timeout=10)
    assert (program.returncode, err) == (1, "")
    assert out.startswith("gpio: down, GPIOZERO_PIN_FACTORY=pigpio")


def test_the_program_that_watches_names_what_is_wrong_with_the_configuration(tmp_path):
    with watch(tmp_path, CONFIG.replace("buttons", "butons")) as program:
        out, err = program.communicate(timeout=10)
    assert (program.returncode, out) == (2, "")
    assert "table.toml" in err
    assert "Traceback" not in err
