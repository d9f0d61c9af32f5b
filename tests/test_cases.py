"""Every table script of tests/cases says what it expects; here each is held to it."""

import io
from pathlib import Path

import pytest

from table.replay import replay

CASES = sorted((Path(__file__).parent / "cases").iterdir())


def test_there_are_cases():
    assert CASES


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.stem)
def test_case(case):
    messages = io.StringIO()
    status = replay(case, check=True, out=io.StringIO(), err=messages)
    assert status == 0, messages.getvalue()
