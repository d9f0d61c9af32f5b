"""The fuzzer's targets in the normal tests: their seeds, and seeds in which something has been altered."""

import importlib
import importlib.util
import shutil
import subprocess
import sys

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.fuzz import TARGETS, __main__, clear

ROUNDS = {"journal": 40, "script": 60, "deck_file": 60}  # those that take longest; else 150
LONGEST = 3000  # bytes: long seeds are altered too, but not read as often


@pytest.fixture(autouse=True, scope="module")
def files():
    yield
    shutil.rmtree(clear.folder(), ignore_errors=True)
    clear.folder.cache_clear()


# What is put in at a place, after so many bytes were taken out there.
pieces = st.binary(max_size=40) | st.sampled_from(
    (b"\n", b'"', b"\\u000a", b"9" * 20, b"[" * 50, b"]", b"{}", b"= 0x7F\n")
)
edits = st.lists(st.tuples(st.integers(0, LONGEST), st.integers(0, 40), pieces), min_size=1, max_size=4)


def altered(seed, changes):
    data = bytearray(seed[:LONGEST])
    for at, size, piece in changes:
        at %= len(data) + 1
        data[at : at + size] = piece
    return bytes(data)


@pytest.mark.parametrize("name", TARGETS)
def test_every_seed_is_read_or_refused_in_one_clear_line(name):
    target = importlib.import_module(f"tests.fuzz.{name}")
    for seed in target.seeds():
        if len(seed) <= LONGEST:
            target.take(seed)


@pytest.mark.parametrize("name", TARGETS)
def test_whatever_is_altered_is_read_or_refused_in_one_clear_line(name):
    target = importlib.import_module(f"tests.fuzz.{name}")

    @settings(max_examples=ROUNDS.get(name, 150), deadline=None, derandomize=True, database=None)
    @given(st.sampled_from(list(target.seeds())), edits)
    def read(seed, changes):
        target.take(altered(seed, changes))

    read()


@pytest.mark.parametrize("text", ["", " \n", "two\nlines", "a\tb", "\x1b[2J", "x" * 1000])
def test_an_error_that_is_not_one_clear_line_is_found(text):
    with pytest.raises(AssertionError):
        clear.check(ValueError(text))


def test_where_the_fuzzer_cannot_be_had_one_line_says_so(monkeypatch, capsys):
    monkeypatch.setattr(sys, "argv", ["tests.fuzz"])
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None)
    assert __main__.main() == 0
    said = capsys.readouterr().out
    assert said.count("\n") == 1
    assert said.startswith("atheris cannot be had")


def test_a_target_that_is_not_there_is_told_with_those_that_are():
    done = subprocess.run(
        [sys.executable, "-m", "tests.fuzz", "wires"], cwd=clear.ROOT, capture_output=True, text=True, check=False
    )
    assert done.returncode == 2
    assert 'there is no target "wires": they are wire, table_toml' in done.stderr
