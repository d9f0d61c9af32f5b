import itertools

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from firmware_bridge import wire

# The worked lines of docs/hardware.md, 4.6, with their sums.
WORKED = """\
$HI 1 boot=5B1E ses=- fw=lapio/0.1 id=E6614C311B7A8C2F r=5 b=4 l=4 z=1 next=1 t=812345*7949
$HI 1 host=lapio/0.1 ses=3C07 boot=- last=0*B1B9
$EV 1 1203377 rdr r=0 s=ok ver=92*C0D6
$HI 1 boot=5B1E ses=3C07 fw=lapio/0.1 id=E6614C311B7A8C2F r=5 b=4 l=4 z=1 next=3 t=1934410*6326
$AK 5B1E 1*8D8D
$EV 2 1203390 rdr r=1 s=ok ver=92*88E7
$EV 3 1459800 on r=1 uid=0411223344AABB sak=00 first=1*1487
$EV 4 1460020 sweep*B973
$AK 5B1E 4*7902
$EV 17 4210345 on r=2 uid=04A1B2C3D4E5F6 sak=00*97AB
$AK 5B1E 17*0792
$EV 18 5020011 off r=2 uid=04A1B2C3D4E5F6*E4B1
$EV 19 5100250 btn b=1 v=1*ACBB
$EV 20 6000000 rdr r=3 s=mute ver=00*3260
$EV 21 6100000 lost n=12*EC45
$CM 44 sync*934B
$OK 44*A61B
$HB 7000000 boot=5B1E next=22 q=0 h=...m. p=1 ms=31 mem=142000*A976
$CM 41 led n=2 v=on*8506
$OK 41*5294
$CM 43 led n=9 v=on*B168
$NO 43 range*17A1
$CM 42 buzz n=0 hz=880 ms=120*04C1
$PI 12*3FB3
$PO 12 7012345*E4D1
$LG loop slow 240 ms*35ED
$HI 1 host=lapio/0.1 ses=3C08 boot=5B1E last=17*50DC
$HI 1 boot=91C4 ses=- fw=lapio/0.1 id=E6614C311B7A8C2F r=5 b=4 l=4 z=1 next=1 t=640112*7428
$EV 4294967295 999999999999999 on r=15 uid=88A1B2C3D4E5F60102AA sak=20 first=1*DAEF
""".splitlines()

GOOD = wire.frame("EV 19 5100250 btn b=1 v=1")
PRINTABLE = "".join(chr(c) for c in range(0x21, 0x7F) if chr(c) not in "$*")


def bodies(lines):
    return [line.body for line in lines]


def test_the_check_value():
    assert wire.checksum(b"123456789") == "3926"


@pytest.mark.parametrize("line", WORKED)
def test_worked_lines_are_read_and_written(line):
    body = line[1:].split("*")[0]
    assert wire.frame(body) == line.encode() + b"\n"
    parser = wire.Parser()
    assert bodies(parser.feed(line.encode() + b"\r\n")) == [body]
    assert (parser.good, parser.bad, parser.garbage) == (1, 0, 0)


def test_fields_and_pairs():
    line = wire.read_line("HB 7000000 boot=5B1E next=22 q=0 h=...m. p=1")
    assert (line.verb, line.args) == ("HB", ["7000000"])
    assert line.number(0, wire.MAX_TIME) == 7000000
    assert line.pair("h") == "...m."
    assert line.pair_number("next", wire.MAX_SEQ) == 22
    assert line.pair("nobody") == "" and line.pair_number("nobody", 9) is None


def test_the_longest_event_fits():
    assert len(WORKED[-1]) + 1 == 84
    assert len(wire.frame("LG " + "x" * (wire.MAX_BODY - 3))) == wire.MAX_LINE
    with pytest.raises(ValueError):
        wire.frame("LG " + "x" * (wire.MAX_BODY - 2))


@pytest.mark.parametrize(
    ("text", "value"),
    [("0", 0), ("7", 7), ("120", 120), ("", None), (None, None), ("007", None), ("-1", None), ("+1", None),
     ("1.0", None), (" 1", None), ("1_0", None), ("٣", None), ("121", None), ("9" * 40, None)],
)  # fmt: skip
def test_numbers_have_no_sign_no_leading_zeros_and_a_limit(text, value):
    assert wire.number(text, 120) == value


def test_a_number_may_have_a_least_value():
    assert wire.number("0", 9, least=1) is None
    assert wire.number("1", 9, least=1) == 1


@pytest.mark.parametrize(
    ("text", "length", "good"),
    [("04A1B2C3D4E5F6", 0, True), ("5B1E", 4, True), ("5b1e", 4, False), ("5B1", 0, False), ("5B1", 4, False),
     ("", 0, False), (None, 0, False), ("0G", 0, False)],
)  # fmt: skip
def test_hex_is_in_capitals_and_even(text, length, good):
    assert wire.is_hex(text, length) is good


@pytest.mark.parametrize(
    "body",
    ["", "E", "EVE 1", "ev 1", "EV  1", "EV 1 ", " EV 1", "EV a$b", "EV a*b", "EV \x7f", "EV ä", "E1 1",
     "EV r=1 5", "EV r=1 r=2"],
)  # fmt: skip
def test_bodies_against_the_grammar_are_no_lines(body):
    parser = wire.Parser()
    data = body.encode()
    assert parser.feed(b"$" + data + b"*" + wire.checksum(data).encode() + b"\n") == []
    assert parser.bad >= 1


def test_free_text_may_mix_words_and_pairs():
    line = wire.read_line("LG clash r=3 again r=4")
    assert line.args == ["clash", "again"]


@pytest.mark.parametrize(
    ("before", "good", "bad", "garbage"),
    [
        (b"MPY: soft reboot\r\n", 1, 0, 18),
        (b"AT+GCAP\r", 1, 0, 8),
        (b"$EV 18 5020011 of", 1, 1, 0),  # cut, then a good line: the second "$" starts anew
        (GOOD.replace(b"*ACBB", b"*ACBC"), 1, 1, 0),
        (GOOD.replace(b"*ACBB", b"*acbb"), 1, 1, 0),
        (GOOD.replace(b"*ACBB", b"ACBB*"), 1, 1, 0),
        (GOOD.replace(b"btn", b"b\xe4n"), 1, 1, 0),
        (b"$\n", 1, 1, 0),
        (b"$*\r\n$$$", 1, 4, 0),
        (b"$EV " + b"x" * 300 + b"\n", 1, 1, 186),
    ],
)
def test_what_comes_before_a_good_line_costs_only_itself(before, good, bad, garbage):
    parser = wire.Parser()
    assert bodies(parser.feed(before + GOOD)) == ["EV 19 5100250 btn b=1 v=1"]
    assert (parser.good, parser.bad, parser.garbage) == (good, bad, garbage)


def test_a_line_may_have_120_bytes_and_no_more():
    body = b"LG " + b"x" * (wire.MAX_BODY - 3)
    line = b"$" + body + b"*" + wire.checksum(body).encode()
    assert len(wire.Parser().feed(line + b"\n")) == 1
    assert wire.Parser().feed(line + b"\r\n") == []


def test_garbage_and_bad_lines_are_shown_in_pieces():
    seen = []
    parser = wire.Parser(seen.append)
    parser.feed(b"Traceback\r\n  File\n$EV 1 1 off*0000\n" + b"y" * 200 + GOOD)
    assert seen == [b"Traceback\r", b"  File", b"$EV 1 1 off*0000", b"y" * 120, b"y" * 80]


def test_printable_makes_any_text_fit_for_a_line():
    text = wire.printable("ValueError: $5 *really*\n\tü" + "x" * 200)
    assert text.startswith("ValueError: 5 really x")
    assert wire.read_line("LG " + text) is not None
    assert len(wire.frame("LG " + text)) <= wire.MAX_LINE


@given(data=st.binary(max_size=400), cuts=st.lists(st.integers(0, 400), max_size=5))
@settings(max_examples=200, deadline=None)
def test_any_bytes_are_taken_however_they_are_split_and_a_good_line_behind_them_is_read(data, cuts):
    whole, pieces = wire.Parser(), wire.Parser()
    lines = whole.feed(data + b"$" + GOOD)
    assert bodies(lines)[-1] == GOOD[1:-6].decode()
    edges = [0, *sorted(cut for cut in cuts if cut < len(data)), len(data)]
    split = []
    for start, end in itertools.pairwise(edges):
        split += pieces.feed(data[start:end])
    split += pieces.feed(b"$" + GOOD)
    assert bodies(split) == bodies(lines)
    assert (pieces.good, pieces.bad, pieces.garbage) == (whole.good, whole.bad, whole.garbage)


@given(
    verb=st.text("ABCDEFGHIJKLMNOPQRSTUVWXYZ", min_size=2, max_size=2).filter(lambda verb: verb != "LG"),
    args=st.lists(st.text(PRINTABLE.replace("=", ""), min_size=1, max_size=9), max_size=4),
    pairs=st.dictionaries(
        st.text("abcdefghijklmnopqrstuvwxyz0123456789", min_size=1, max_size=5),
        st.text(PRINTABLE, max_size=8),
        max_size=5,
    ),
)
@settings(max_examples=200, deadline=None)
def test_what_is_framed_is_read_again(verb, args, pairs):
    body = " ".join([verb, *args, *(f"{key}={value}" for key, value in pairs.items())])
    if len(body) > wire.MAX_BODY:
        return
    (line,) = wire.Parser().feed(wire.frame(body))
    assert (line.verb, line.args, line.pairs) == (verb, args, pairs)


@given(
    body=st.sampled_from([line[1:].split("*")[0] for line in WORKED]),
    at=st.integers(1, 200),
    mask=st.integers(1, 255),
)
@settings(max_examples=300, deadline=None)
def test_no_line_with_one_altered_byte_is_taken_for_another(body, at, mask):
    line = bytearray(wire.frame(body))
    line[at % len(line)] ^= mask
    assert all(got.body == body for got in wire.Parser().feed(bytes(line) + b"\n"))
