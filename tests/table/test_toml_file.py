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


# -- what nobody writes by hand ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("a = 1\nb = " + "1" * 5000, "line 2: this is no valid TOML (a number of more than 4300 digits)"),
        ("a = 1\nb" + ".b" * 5000 + " = 1", "line 2: this is no valid TOML (nested too deep)"),
        ("[a" + ".a" * 5000 + "]\n", "line 1: this is no valid TOML (nested too deep)"),
        ("a = " + "[" * 5000, "this is no valid TOML (nested too deep)"),
        ("a = 1\nb = " + "[" * 100 + "]" * 100, "line 2: this is no valid TOML (nested too deep)"),
    ],
)
def test_a_file_that_goes_too_far_is_an_error_with_its_line(text, told):
    with pytest.raises(FilesError) as error:
        Toml(text, "x.toml")
    assert str(error.value).endswith(told)
    assert "\n" not in str(error.value)


def test_a_fault_is_one_line_that_can_be_printed_whatever_stands_in_the_file():
    toml = Toml('"a\\n\\u0007b" = 1\n' + "k" * 3000 + " = 2\n", "x.toml")
    for place, line in ((("a\n\ab",), 1), (("k" * 3000,), 2)):
        with pytest.raises(FilesError) as error, toml.faults_told():
            raise Fault(place, 'expected a text, not "\x1b[2J"')
        assert str(error.value).startswith(f"x.toml, line {line}: ")
        assert str(error.value).isprintable()
        assert len(str(error.value)) < 200


def test_a_file_that_can_be_none_of_ours_is_not_read(tmp_path):
    path = tmp_path / "x.toml"
    path.write_bytes(b"#" * 100_001)
    with pytest.raises(FilesError, match=r"x\.toml: this file has more than 100 kB, and Lapio's own have a few"):
        read_toml(path)


def test_a_value_of_many_lines_takes_no_longer_than_many_values():
    lines = 20_000  # minutes, where each line costs as much as all before it
    toml = Toml("before = 1\nlong = [\n" + "  1,\n" * lines + "]\nafter = 2\n", "x.toml")
    assert toml.line(("long", lines - 1)) == 2
    assert toml.line(("after",)) == lines + 4


def test_brackets_and_signs_inside_of_texts_are_no_ends_of_values():
    toml = Toml(
        'a = [ # ]\n  \']\', "]\\"]", \'"""\', # [\n]\n'
        'b = """ ]\n\\""" [ """"\n'
        "c = ''' [\n'' '''''\n"
        "'d]' = { x = '}' }\n"
        '["e]".f]\ng = [{ h = "#" },\n{ h = 1 }]\nlast = 1\n',
        "x.toml",
    )
    places = (("a", 1), ("b",), ("c",), ("d]", "x"), ("e]", "f"), ("e]", "f", "g", 1, "h"), ("e]", "f", "last"))
    assert [toml.line(place) for place in places] == [1, 4, 6, 8, 9, 10, 12]
