"""The lines of a TOML file's values, and faults that are told with them."""

import pytest

from table.files import FilesError
from table.toml_file import Fault, Toml, read_toml

TOML = """\
# a comment with [brackets] and = signs
title = "a"
"quoted key" = [
    1,  # one
    2,
]
dotted.key = { inner = 1 }

[look]
text = '''
[not a table]
x = 1
'''
after = true
[[seats]]
name = "A"
[[seats]]   # the second
name = "B"
[seats.more]
deep = 1
[a.b."c.d"]
e = 2
"""


@pytest.mark.parametrize(
    ("place", "line"),
    [
        (("title",), 2),
        (("quoted key",), 3),
        (("quoted key", 1), 3),
        (("dotted", "key", "inner"), 7),
        (("look",), 9),
        (("look", "text"), 10),
        (("look", "after"), 14),
        (("seats", 0), 15),
        (("seats", 0, "name"), 16),
        (("seats", 1), 17),
        (("seats", 1, "name"), 18),
        (("seats", 1, "more", "deep"), 20),
        (("a", "b", "c.d", "e"), 22),
        (("look", "missing"), 9),  # of what is not there, the table
        (("nowhere",), 1),
    ],
)
def test_each_value_of_a_toml_file_has_its_line(place, line):
    assert Toml(TOML, "x.toml").line(place) == line


@pytest.mark.parametrize(
    ("raw", "line"),
    [(b"a = 1\nb = \n", 2), (b"a = 1\n\nb = 'c", 3), (b"a = 1\na = 2\n", 2), (b"a = '\xff'\n", 1), (b"\n\n\0\n", 3)],
)
def test_a_file_that_is_no_toml_is_named_with_its_line(tmp_path, raw, line):
    path = tmp_path / "x.toml"
    path.write_bytes(raw)
    with pytest.raises(FilesError, match=rf"x\.toml, line {line}: "):
        read_toml(path)


def test_a_file_that_is_not_there_is_named(tmp_path):
    with pytest.raises(FilesError, match=r"x\.toml: this file cannot be read \(it is not there\)"):
        read_toml(tmp_path / "x.toml")


@pytest.mark.parametrize(
    ("place", "told"),
    [
        (("look", "after"), "x.toml, line 14: look.after: no"),
        (("seats", 1, "name"), "x.toml, line 18: seats[2].name: no"),  # people count from 1
        (("seats", 1, "missing"), "x.toml, line 17: seats[2].missing: no"),
        (("quoted key", 1), "x.toml, line 3: quoted key[2]: no"),
    ],
)
def test_a_fault_is_told_with_file_line_and_key(place, told):
    with pytest.raises(FilesError) as error, Toml(TOML, "x.toml").faults_told():
        raise Fault(place, "no")
    assert str(error.value) == told
