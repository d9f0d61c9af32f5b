"""Lines of a table script: what is read from them, what is wrong with them, and that they are written back the same."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.actions import Act
from engine.cards import FRENCH, Deck
from engine.errors import BadCard, BadLine
from table.script import (
    PLACES,
    VERBS,
    BadScript,
    Change,
    Expect,
    ExpectNone,
    Header,
    header_text,
    is_skipped,
    line_text,
    read_header,
    read_line,
    text_of,
)

SEATS = ("A", "B", "C")


def read(text, deck=FRENCH):
    return read_line(text, SEATS, deck)


def cards(text):
    return FRENCH.read(text)


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ('{"seat": "A", "do": "play", "cards": "AS"}', Act("play", 0, cards("AS"))),
        ('{"seat": "C", "do": "pass"}', Act("pass", 2)),
        ('{"seat": "A", "do": "play", "cards": ""}', Act("play", 0, ())),
        ('{"seat": "A", "do": "play", "cards": "7H", "from": "stock"}', Act("play", 0, cards("7H"), source="stock")),
        ('{"seat": "A", "do": "draw", "from": "stock", "card": "KD"}', Act("draw", 0, cards("KD"), source="stock")),
        ('{"seat": "A", "do": "exchange", "count": 3}', Act("exchange", 0, count=3)),
        ('{"seat": "A", "do": "exchange", "cards": "6C", "for": "JH"}', Act("exchange", 0, (4,), wanted=cards("JH"))),
        ('{"seat": "A", "do": "give", "cards": "2C", "to": "B"}', Act("give", 0, (0,), to=1)),
        ('{"seat": "A", "do": "layoff", "cards": "2C", "onto": "3C"}', Act("layoff", 0, (0,), onto="3C")),
        ('{"seat": "A", "do": "bid", "value": 7}', Act("bid", 0, value=7)),
        ('{"seat": "A", "do": "ask", "to": "C", "value": "K"}', Act("ask", 0, to=2, value="K")),
        (
            '{"seat": "A", "do": "play", "claim": {"rank": "3", "count": 2}}',
            Act("play", 0, claim={"rank": "3", "count": 2}),
        ),
        ('{"seat": "B", "do": "press", "t": 12.5}', Act("press", 1, t=12500)),
        ('{"deal": {"B": "2C 3C", "A": ""}}', Act("deal", hands={1: (0, 1), 0: ()})),
        ('{"trump": "7H"}', Act("trump", cards=cards("7H"))),
        ('{"turned": "3H 8C"}', Act("turned", cards=cards("3H 8C"))),
        ('{"stock": "KD 7C"}', Act("stock", cards=cards("KD 7C"))),
        ('{"clock": 31}', Act("clock", t=31000)),
        ('{"undo": true}', Change.UNDO),
        ('{"accept": true}', Change.ACCEPT),
        ('{"expect": [{"event": "turn", "seat": null}]}', Expect(({"event": "turn", "seat": None},))),
        ('{"expect_none": ["refused", "revoke"]}', ExpectNone(("refused", "revoke"))),
    ],
)
def test_what_a_line_says(text, line):
    assert read(text) == line


def test_a_ten_may_be_written_10_and_is_written_t():
    act = read('{"seat": "A", "do": "play", "cards": "10H 9C"}')
    assert line_text(act, SEATS, FRENCH) == '{"seat": "A", "do": "play", "cards": "TH 9C"}'


def test_with_two_packs_a_card_may_stand_twice():
    deck = Deck(FRENCH.faces * 2)
    assert read('{"seat": "A", "do": "meld", "cards": "2C 2C"}', deck).cards == (0, 52)


@pytest.mark.parametrize(
    ("seconds", "milliseconds"),
    [
        ("0", 0),
        ("12", 12000),
        ("0.0005", 1),  # halves go up
        ("0.0004999999999999999999999999999999999", 0),  # the digits count, not the nearest float
        ("1.0015", 1002),  # 1001.4999999999998 in floats
        ("-0.0005", 0),  # up, not away from zero
        ("1e1", 10000),
        ("1E-999999", 0),
        ("1000000000000", 10**15),
    ],
)
def test_seconds_become_whole_milliseconds(seconds, milliseconds):
    assert read(f'{{"clock": {seconds}}}').t == milliseconds
    assert read(f'{{"seat": "A", "do": "press", "t": {seconds}}}').t == milliseconds


@pytest.mark.parametrize(
    "number", ['"1"', "true", "null", "[1]", "NaN", "Infinity", "1e999", "1e99999999999999999999", "1e13"]
)
def test_a_time_is_a_number_that_a_clock_can_show(number):
    with pytest.raises(BadLine):
        read(f'{{"clock": {number}}}')


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("{", "not JSON: the line ends too early"),
        ("{'seat': 'A'}", "not JSON: object keys must be strings"),
        ('{"undo": true} {"undo": true}', "not JSON: trailing characters"),
        ("\x00", "not JSON: invalid character"),
        ("[]", "a line must be an object, not a list"),
        ("{}", 'a line has "seat" and "do", or one of'),
        ('{"seat": "A"}', 'a line has "seat" and "do", or one of'),
        ('{"do": "play"}', 'a line has "seat" and "do", or one of'),
        ('{"seat": "A", "do": "paly"}', 'unknown "do": "paly", did you mean "play"?'),
        ('{"seat": "D", "do": "pass"}', 'no seat "D": the seats are "A", "B" and "C"'),
        ('{"seat": "A", "do": "ask", "to": "D"}', 'no seat "D"'),
        ('{"deal": {"D": "AS"}}', 'no seat "D"'),
        ('{"seat": "A", "do": "play", "crads": "AS"}', 'unknown key "crads", did you mean "cards"?'),
        ('{"seat": "A", "do": "play", "claim": {"rnak": "A"}}', 'unknown key "rnak" in claim, did you mean "rank"?'),
        ('{"zzz": 1}', 'unknown key "zzz"'),
        ('{"game": "hearts", "seats": ["A"]}', '"game" belongs to the header'),
        ('{"seat": "A", "do": "play", "cards": 3}', '"cards" must be a text, not a whole number'),
        ('{"seat": "A", "do": "play", "cards": ["AS"]}', '"cards" must be a text, not a list'),
        ('{"seat": "A", "do": "play", "cards": null}', '"cards" must be a text, not null'),
        ('{"seat": 1, "do": "play"}', '"seat" must be a text'),
        ('{"seat": "A", "do": "bid", "value": true}', '"value" must be a whole number or a text, not true or false'),
        ('{"seat": "A", "do": "bid", "value": 1.5}', '"value" must be a whole number or a text, not a number with a'),
        ('{"seat": "A", "do": "exchange", "count": "3"}', '"count" must be a whole number, not a text'),
        ('{"seat": "A", "do": "exchange", "count": 1e999}', "out of range"),
        ('{"seat": "A", "do": "play", "claim": {"rank": 3}}', '"claim.rank" must be a text, not a whole number'),
        ('{"seat": "A", "do": "draw", "from": "moon"}', '"from" is one of "hand", "stock"'),
        ('{"seat": "A", "do": "draw", "card": "AS KS"}', '"card" is one card, not 2'),
        ('{"seat": "A", "do": "draw", "card": "AS", "cards": "AS"}', '"card" and "cards" cannot stand on one line'),
        ('{"deal": {"A": 3}}', 'what stands in "deal" must be a text'),
        ('{"deal": "AS"}', '"deal" must be an object'),
        ('{"trump": "AS", "turned": "KS"}', '"trump" and "turned" cannot stand on one line'),
        ('{"seat": "A", "do": "pass", "undo": true}', '"seat", "do" and "undo" cannot stand on one line'),
        ('{"turned": "AS", "t": 3}', '"t" and "turned" cannot stand on one line'),
        ('{"undo": false}', '"undo" can only be true'),
        ('{"accept": 1}', '"accept" must be true or false'),
        ('{"expect": {"event": "turn"}}', '"expect" must be a list'),
        ('{"expect": ["turn"]}', 'what stands in "expect" must be an object, not a text'),
        ('{"expect": [{"event": "turn"}, {"evnet": "turn"}]}', 'object 2 has no text "event"'),
        ('{"expect": [{"event": "score", "total": 1e999}]}', "out of range"),
        ('{"expect": [], "expect_none": []}', '"expect" and "expect_none" cannot stand on one line'),
        ('{"expect_none": "refused"}', '"expect_none" must be a list'),
        ('{"expect": [{"event": "x", "y": ' + "[" * 100_000, "nested too deep"),
    ],
)
def test_what_is_wrong_with_a_line(text, reason):
    with pytest.raises(BadLine) as error:
        read(text)
    assert reason in str(error.value)


@pytest.mark.parametrize("key", ["cards", "card", "for"])
def test_a_card_that_the_deck_does_not_have_is_named(key):
    with pytest.raises(BadCard, match='no card "11S"'):
        read(f'{{"seat": "A", "do": "play", "{key}": "11S"}}')


def test_the_header_has_options_and_a_dealer_only_where_they_are_given():
    assert read_header('{"game": "hearts", "seats": ["A", "B"]}') == Header("hearts", ("A", "B"))
    assert read_header('{"game": "x", "seats": ["A"], "dealer": "A", "options": {"target": [1]}}') == Header(
        "x", ("A",), "A", {"target": [1]}
    )


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("{}", 'the header has no "game"'),
        ('{"game": "hearts"}', 'the header has no "seats"'),
        ('{"gaem": "hearts"}', 'unknown key "gaem", did you mean "game"?'),
        ('{"seat": "A", "do": "play"}', "no header: the first line is like"),
        ('{"game": "hearts", "seats": "AB"}', '"seats" must be a list, not a text'),
        ('{"game": "hearts", "seats": ["A", 1]}', 'what stands in "seats" must be a text'),
        ('{"game": "hearts", "seats": ["A"], "dealer": null}', '"dealer" must be a text, not null'),
        ('{"game": "hearts", "seats": ["A"], "options": []}', '"options" must be an object, not a list'),
    ],
)
def test_what_is_wrong_with_a_header(text, reason):
    with pytest.raises(BadLine) as error:
        read_header(text)
    assert reason in str(error.value)


def test_a_byte_order_mark_belongs_to_the_first_line_only():
    assert text_of(b"\xef\xbb\xbf# a\r\n", first=True) == "# a"
    assert text_of(b"\xef\xbb\xbf# a\n") == "\ufeff# a"


def test_the_byte_that_is_not_utf_8_is_named():
    with pytest.raises(BadLine, match=r"byte 3 is not UTF-8 \(0xe4\)"):
        text_of(b"# \xe4")


@pytest.mark.parametrize(
    ("text", "skipped"), [("", True), (" \t", True), ("# x", True), ("#", True), (" # x", False), ("{}", False)]
)
def test_blank_lines_and_comments_are_skipped(text, skipped):
    assert is_skipped(text) is skipped


def test_a_message_is_one_short_line_whatever_the_script_has_in_it():
    with pytest.raises(BadLine) as error:
        read('{"seat": "A\\n\\u001b[31m' + "x" * 10_000_000 + '", "do": "pass"}')
    message = str(BadScript("night.jsonl", 12, str(error.value)))
    assert message.startswith(r'night.jsonl, line 12: no seat "A\n\x1b[31mxxx')
    assert len(message) < 300
    assert message.isprintable()


texts = st.text(st.characters(exclude_categories=["Cs"]), max_size=12)
hands = st.lists(st.integers(0, len(FRENCH) - 1), max_size=13, unique=True).map(tuple)
seats = st.sampled_from(range(len(SEATS)))
times = st.integers(-(10**6), 10**15)
claims = st.fixed_dictionaries({}, optional={"rank": texts, "suit": texts, "count": st.integers()})
acts = st.one_of(
    st.builds(
        Act,
        st.sampled_from(VERBS),
        seats,
        cards=st.none() | hands,
        count=st.none() | st.integers(-(10**20), 10**20),
        source=st.none() | st.sampled_from(PLACES),
        to=st.none() | seats,
        onto=st.none() | texts,
        value=st.none() | texts | st.integers(),
        claim=st.none() | claims,
        wanted=st.none() | hands,
        t=st.none() | times,
    ),
    st.builds(Act, st.sampled_from(["trump", "turned", "stock"]), cards=hands),
    st.builds(Act, st.just("clock"), t=times),
    st.builds(Act, st.just("deal"), hands=st.dictionaries(seats, hands)),
    st.sampled_from(Change),
)


@settings(derandomize=True, max_examples=300, deadline=None)
@given(acts)
def test_every_line_that_is_written_reads_back_the_same(line):
    text = line_text(line, SEATS, FRENCH)
    assert read(text) == line
    assert "\n" not in text


options = st.dictionaries(texts, st.booleans() | st.integers() | texts | st.lists(st.integers()), max_size=3)


@settings(derandomize=True, max_examples=100, deadline=None)
@given(st.builds(Header, texts, st.lists(texts).map(tuple), st.none() | texts, options))
def test_every_header_that_is_written_reads_back_the_same(header):
    text = header_text(header)
    assert read_header(text) == header
    assert "\n" not in text


@settings(derandomize=True, max_examples=300, deadline=None)
@given(
    st.binary()
    | st.text('{}[]":,seatdo play10ASHB\\\x00é\ud800', max_size=60).map(lambda text: text.encode(errors="replace"))
)
def test_rubbish_is_a_line_or_a_bad_line_and_nothing_else(raw):
    try:
        read(text_of(raw))
    except (BadLine, BadCard) as error:
        assert str(error)
