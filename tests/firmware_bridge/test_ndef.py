"""NTAG memory and text records over the simulated chip: docs/hardware.md, section 1.6."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from readers_on_a_bench import SAME_ROLL, UID, One

from firmware_bridge.ndef import Ntag, TagError, decode_text, encode_text
from firmware_bridge.sim.tag import Classic, Ntag213

AS = bytes.fromhex("0309D101055402656E4153FE")


def sticker(*others, seed=1):
    """A reader with one NTAG213 in its field, and the driver's view of it."""
    tag = Ntag213(UID)
    one = One(tag, *others, seed=seed).field_on()
    return one, tag, Ntag(one.reader, UID)


# Records.


def test_the_record_of_the_ace_of_spades_is_as_the_page_has_it():
    assert encode_text("AS") == AS
    assert decode_text(AS) == "AS"


@settings(deadline=None, derandomize=True)
@given(st.text(max_size=60), st.sampled_from(["en", "fi", "zh-Hant"]))
def test_every_text_comes_back(text, language):
    assert decode_text(encode_text(text, language) + bytes(20)) == text


@settings(deadline=None, derandomize=True)
@given(st.binary(max_size=60))
def test_no_memory_raises_anything(memory):
    assert decode_text(memory) is None or isinstance(decode_text(memory), str)


@settings(deadline=None, derandomize=True)
@given(st.integers(0, 11))
def test_a_record_cut_short_is_no_text(cut):
    assert decode_text(AS[:cut]) in (None, "AS" if cut >= 11 else None)


@pytest.mark.parametrize(
    ("memory", "text"),
    [
        ("0103A01044" + "0309D101055402656E4153FE", "AS"),  # a lock control TLV before it
        ("0000" + "0309D101055402656E4153FE", "AS"),  # padding
        ("03FF0009D101055402656E4153FE", "AS"),  # long form of the length
        ("0310D9010501540141" + "02656E4153", None),  # an id that does not fit
        ("030AD90105015402656E4153", None),
        ("030BD9010501544902656E4153FE", "AS"),  # a record with an id
        ("0312910101540141" + "510105" + "5402656E4153FE", None),  # a broken first record
        ("030391015501FE", None),
        ("0311" + "91010155" + "00" + "5101055402656E4153FE", None),  # the length lies
        ("030E" + "91010155" + "00" + "5101055402656E4153FE", "AS"),  # a link first, then the text
        ("0309D101055482656E4153FE", None),  # UTF-16
        ("0309D101055402656EFFFEFE", None),  # no UTF-8
        ("0300FE", None),
        ("FE0309D101055402656E4153", None),  # behind the end
    ],
)
def test_what_others_write_is_read_or_is_none(memory, text):
    assert decode_text(bytes.fromhex(memory)) == text


def test_a_text_beyond_a_short_record_is_refused():
    encode_text("x" * 247)
    with pytest.raises(ValueError, match="251 bytes"):
        encode_text("x" * 248)


# The tag.


def test_a_text_is_written_and_read_back():
    _, tag, ntag = sticker()
    assert ntag.read_text() is None
    ntag.write_text("AS")
    assert bytes(tag.memory[16:28]) == AS
    assert ntag.read_text() == "AS"


def test_a_short_text_costs_one_read():
    one, _, ntag = sticker()
    ntag.write_text("AS")
    assert one.cost(ntag.read_text)[0] <= 9


def test_a_text_may_fill_the_memory_and_no_more():
    _, tag, ntag = sticker()
    ntag.write_text("x" * 134)
    assert ntag.read_text() == "x" * 134
    assert tag.memory[159] == 0xFE
    with pytest.raises(TagError, match="needs 145 bytes, the tag has 144"):
        ntag.write_text("x" * 135)
    assert ntag.read_text() == "x" * 134


def test_pages_are_read_singly_and_fast_and_the_version_too():
    _, tag, ntag = sticker()
    assert ntag.read(0) == bytes(tag.memory[:16])
    assert ntag.fast_read(4, 18) == bytes(tag.memory[16:76])
    assert ntag.version()[6] == 0x0F
    with pytest.raises(ValueError, match="1 to 15"):
        ntag.fast_read(4, 19)


def test_the_right_one_of_two_stickers_is_written():
    other = Ntag213(SAME_ROLL)
    _, tag, ntag = sticker(other)
    ntag.write_text("KD")
    assert decode_text(bytes(tag.memory[16:])) == "KD"
    assert decode_text(bytes(other.memory[16:])) is None


def test_a_refusal_is_told_with_its_code():
    _, _, ntag = sticker()
    with pytest.raises(TagError, match=r"refuses page 1 \(NAK 0\)"):
        ntag.write(1, b"abcd")
    with pytest.raises(ValueError, match="4 bytes, not 3"):
        ntag.write(5, b"abc")
    assert ntag.read(4)[:2] == b"\x03\x00"  # and the next command works


def test_a_tag_without_a_capability_container_is_not_formatted():
    _, tag, ntag = sticker()
    tag.memory[12:16] = bytes(4)
    with pytest.raises(TagError, match="not formatted"):
        ntag.write_text("AS")


def test_a_tag_that_says_it_is_larger_than_pages_can_be_named_is_read_to_the_last_page():
    class Large(Ntag213):
        pages = 256

    tag = Large(UID)
    tag.memory[14] = 0xFF  # 2040 bytes, with 1008 of them behind pages that one byte can name
    tag.memory[16:] = bytes(len(tag.memory) - 16)
    one = One(tag).field_on()
    assert Ntag(one.reader, UID).read_text() is None
    tag.memory[-12:] = AS
    assert Ntag(one.reader, UID).read_text() == "AS"


def test_a_classic_card_is_no_sticker():
    uid = bytes.fromhex("DEADBE01")
    one = One(Classic(uid)).field_on()
    with pytest.raises(TagError, match="NAK 4"):
        Ntag(one.reader, uid).read_text()


def test_a_tag_that_left_is_told():
    one, tag, ntag = sticker()
    ntag.write_text("AS")
    one.air.take(tag)
    with pytest.raises(TagError, match="hold the card still"):
        ntag.read_text()


def test_a_reader_that_does_not_react_is_told():
    one, _, ntag = sticker()
    ntag.read_text()
    one.chip.frozen = True
    with pytest.raises(TagError):
        ntag.write_text("AS")


def test_a_card_taken_away_in_mid_writing_is_empty_old_or_new_and_never_mixed():
    old, new = "Kullankaivaja, kuudes jako", "Ristikontra, neljäs jako!"  # as long in bytes
    for after_ms in range(1, 60):
        one, tag, ntag = sticker()
        ntag.write_text(old)
        one.clock.at_us(one.clock.now_us() + after_ms * 1000, lambda one=one, tag=tag: one.air.take(tag))
        try:
            ntag.write_text(new)
        except TagError:
            assert decode_text(bytes(tag.memory[16:])) in (None, old, new), after_ms
        else:
            assert decode_text(bytes(tag.memory[16:])) == new


@settings(max_examples=40, deadline=None, derandomize=True)
@given(st.integers(1, 10**6), st.integers(0, 60))
def test_through_noise_a_text_is_right_or_an_error(seed, noise):
    one, _, ntag = sticker(seed=seed)
    ntag.write_text("QH")
    one.air.noise = noise
    try:
        assert ntag.read_text() == "QH"
    except TagError:
        assert noise


def test_the_reader_polls_on_after_tag_commands():
    one, _, ntag = sticker()
    ntag.write_text("AS")
    one.rest()
    assert [uid for uid, _ in one.reader.look().tags] == [UID]
    assert one.reader.ailment() == ""
