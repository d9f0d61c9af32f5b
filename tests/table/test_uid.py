"""UIDs as they are written, and which of them can be a card's."""

import pytest

from table.uid import BadUid, read_uid, uid_fault, uid_text

SEVEN = bytes.fromhex("04A1B2C3D4E5F6")


@pytest.mark.parametrize(
    "text", ["04A1B2C3D4E5F6", "04 a1 b2 c3 d4 e5 f6", "04:A1:B2:C3:D4:E5:F6", "04-a1-b2-c3-d4-e5-f6 "]
)
def test_uids_are_read_as_people_and_programs_write_them(text):
    assert read_uid(text) == SEVEN
    assert read_uid(uid_text(SEVEN)) == SEVEN


@pytest.mark.parametrize("text", ["", "4A1", "0x04A1B2C3", "ÄÄ", "1234567890123 years"])
def test_what_is_no_hexadecimal_is_no_uid(text):
    with pytest.raises(BadUid, match="is no UID"):
        read_uid(text)


@pytest.mark.parametrize(
    "uid", ["11 22 33 44", "04 A1 B2 C3 D4 E5 F6", "08 11 22 33 44 55 66", "04 A1 B2 C3 D4 E5 F6 01 02 03"]
)
def test_a_lasting_uid_has_no_fault(uid):
    assert uid_fault(bytes.fromhex(uid)) is None


@pytest.mark.parametrize(
    ("uid", "why"),
    [
        ("11 22 33 44 44", "the 4-byte UID 11 22 33 44 with its checksum byte 44 glued on: leave out the last byte"),
        ("88 04 A1 B2 9F", "only the first half of a longer UID"),
        ("11 22 33 44 45", "has 5 bytes: a UID has 4, 7 or 10"),
        ("04 A1 B2 C3 D4 E5 F6 77", "has 8 bytes"),
        ("04 A1 B2", "has 3 bytes"),
        ("", "nothing has 0 bytes"),
        ("08 11 22 33", "is a random UID, a new one each time"),
        ("88 04 A1 B2", "begins with 88"),
        ("00 00 00 00", "a loose wire"),
        ("FF FF FF FF FF FF FF", "a loose wire"),
    ],
)
def test_what_is_no_lasting_uid_is_told_in_one_line_with_what_it_is(uid, why):
    fault = uid_fault(bytes.fromhex(uid))
    assert why in fault
    assert "\n" not in fault
