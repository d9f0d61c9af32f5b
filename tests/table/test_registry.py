"""The deck registry: which tag is which card, and a damaged file that never looks like an empty deck."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.cards import FRENCH
from table.registry import (
    ControlCard,
    EnrolError,
    ForeignTag,
    KnownCard,
    Registry,
    RegistryError,
    UnknownTag,
    mock_deck,
)

SEVEN = bytes.fromhex("04A1B2C3D4E5F6")
OTHER = bytes.fromhex("04000102030405")


@pytest.fixture
def registry(tmp_path):
    registry = Registry(tmp_path / "decks")
    registry.add_deck("blue", "french-52")
    registry.add_deck("red", "french-52")
    return registry


# -- looking up ---------------------------------------------------------------------------------------------


def test_a_tag_is_its_card_a_control_card_foreign_or_unknown(registry):
    registry.enrol("blue", "JS", SEVEN)
    registry.enrol("red", "JS", OTHER)
    registry.enrol_control("red", "suit-H", b"\x01\x02\x03\x04")
    assert registry.find(SEVEN) == KnownCard("blue", "JS")
    assert registry.find(OTHER) == KnownCard("red", "JS")  # two decks in play: each card is a copy of its own
    registry.in_play = ("blue",)
    assert registry.find(SEVEN) == KnownCard("blue", "JS")
    assert registry.find(OTHER) == ForeignTag(OTHER, "red", "JS")
    assert registry.find(b"\x01\x02\x03\x04") == ControlCard("red", "suit-H")  # whatever its deck
    assert registry.find(b"\x01\x02\x03\x05") == UnknownTag(b"\x01\x02\x03\x05")


uids = st.sampled_from((4, 7, 10)).flatmap(lambda length: st.binary(min_size=length, max_size=length))


@settings(deadline=None, derandomize=True)
@given(uids, st.integers(0, 9), st.integers(1, 255))
def test_no_two_different_uids_are_ever_the_same_card(uid, at, change):
    registry = Registry()
    registry.add_deck("blue", "french-52")
    uid = b"\x05" + uid[1:-1] + b"\x07"  # one that can be a card
    registry.enrol("blue", "AS", uid)
    different = [uid[:at] + bytes([uid[at] ^ change]) + uid[at + 1 :]] if at < len(uid) else []
    different += [uid[:length] for length in range(len(uid))] + [uid + uid[-1:], b"\x00" + uid]
    for other in different:
        assert registry.find(other) == UnknownTag(other)
    assert registry.find(uid) == KnownCard("blue", "AS")


def test_a_short_uid_is_not_the_long_one_that_begins_with_it(registry):
    registry.enrol("blue", "AS", SEVEN)
    registry.enrol("blue", "2C", SEVEN[:4])
    assert registry.find(SEVEN) == KnownCard("blue", "AS")
    assert registry.find(SEVEN[:4]) == KnownCard("blue", "2C")


def test_faces_that_a_deck_has_several_times_are_cards_of_their_own():
    registry = Registry(kinds={"digger": ("boot", "boot", "fake")})
    registry.add_deck("gold", "digger")
    assert registry.missing("gold") == ("boot", "boot#2", "fake")
    registry.enrol("gold", "boot#2", SEVEN)
    assert registry.find(SEVEN) == KnownCard("gold", "boot", 2)
    assert '"boot#2" = ["04A1B2C3D4E5F6"]' in registry.text("gold")


# -- enrolling ----------------------------------------------------------------------------------------------


def test_a_card_may_have_a_spare_tag_and_the_grid_fills_up(registry):
    assert registry.missing("blue") == FRENCH.faces
    registry.enrol("blue", "JS", SEVEN)
    registry.enrol("blue", "JS", OTHER)
    registry.enrol("blue", "JS", SEVEN)  # once more is no mistake
    assert registry.cards("blue")["JS"] == (OTHER, SEVEN)
    assert len(registry.missing("blue")) == 51
    registry.forget(OTHER)
    assert registry.cards("blue")["JS"] == (SEVEN,)


@pytest.mark.parametrize(("deck", "card"), [("blue", "QS"), ("red", "JS")])
def test_a_tag_cannot_be_two_cards_and_both_are_named(registry, deck, card):
    registry.enrol("blue", "JS", SEVEN)
    both = rf"04 A1 B2 C3 D4 E5 F6 is the card JS of the deck blue already .* the card {card} of the deck {deck} too"
    with pytest.raises(EnrolError, match=both):
        registry.enrol(deck, card, SEVEN)
    with pytest.raises(EnrolError, match=r"the card JS of the deck blue already .* the control card undo"):
        registry.enrol_control(deck, "undo", SEVEN)
    assert registry.find(SEVEN) == KnownCard("blue", "JS")


def test_what_is_no_lasting_uid_is_not_enrolled(registry):
    with pytest.raises(EnrolError, match="is a random UID, a new one each time"):
        registry.enrol("blue", "JS", bytes.fromhex("08112233"))
    with pytest.raises(EnrolError, match="with its checksum byte 44 glued on"):
        registry.enrol_control("blue", "undo", bytes.fromhex("1122334444"))
    assert registry.missing("blue") == FRENCH.faces
    assert registry.controls("blue") == {}


@pytest.mark.parametrize(
    ("enrol", "why"),
    [
        (lambda registry: registry.enrol("blue", "11S", SEVEN), 'french-52 has no card "11S"'),
        (lambda registry: registry.enrol("bleu", "JS", SEVEN), r'no deck "bleu" \(did you mean "blue"\?\)'),
        (lambda registry: registry.enrol_control("blue", "udno", SEVEN), r'"udno" \(did you mean "undo"\?\)'),
        (lambda registry: registry.enrol_control("blue", "suit-X", SEVEN), 'no control card "suit-X"'),
        (lambda registry: registry.add_deck("blue", "french-52"), 'a deck "blue" already'),
        (lambda registry: registry.add_deck("../etc", "french-52"), "use small letters"),
        (lambda registry: registry.add_deck("green", "tarot"), "one of french-52, french-54"),
        (lambda registry: registry.forget(SEVEN), "04 A1 B2 C3 D4 E5 F6 is of no deck"),
    ],
)
def test_wrong_names_are_told_with_the_right_ones(registry, enrol, why):
    with pytest.raises(EnrolError, match=why):
        enrol(registry)


# -- files --------------------------------------------------------------------------------------------------


def filled(folder, name="blue", seed=1):
    registry = Registry(folder)
    registry.add_deck(name, "french-52")
    rng = random.Random(f"{seed} {name}")
    for card in FRENCH.faces:
        registry.enrol(name, card, b"\x04" + rng.randbytes(6))
    registry.enrol_control(name, "undo", b"\x04" + rng.randbytes(6))
    registry.save(name)
    return registry


def test_decks_come_back_as_they_were_saved_and_the_text_is_always_the_same(tmp_path):
    first, second = filled(tmp_path, "blue"), filled(tmp_path, "red")
    registry = Registry.load(tmp_path)
    assert registry.decks == ("blue", "red")
    assert registry.text("blue") == first.text("blue") == (tmp_path / "blue.toml").read_text()
    assert registry.text("red") == second.text("red")
    assert registry.find(first.cards("blue")["AS"][0]) == KnownCard("blue", "AS")
    assert registry.controls("red") == second.controls("red")


def test_without_a_folder_there_is_no_deck_yet(tmp_path):
    assert Registry.load(tmp_path / "decks").decks == ()


def test_the_version_before_is_kept_on_every_write(tmp_path):
    registry = filled(tmp_path)
    before = registry.text("blue")
    registry.enrol("blue", "AS", SEVEN)
    registry.save("blue")
    assert (tmp_path / "blue.toml.bak").read_text() == before
    assert (tmp_path / "blue.toml").read_text() == registry.text("blue")


@pytest.mark.parametrize(
    ("was", "becomes", "fault"),
    [
        ("format = 1", "format = 2", "line 2: format: this Lapio reads format 1, not 2: update Lapio"),
        ('name = "blue"', 'name = "bleu"', 'line 3: name: expected "blue", the name of the file, not "bleu"'),
        ('kind = "french-52"', 'kind = "french"', 'line 4: kind: there is no kind of deck "french"'),
        ('kind = "french-52"', "", "line 1: kind: this key is missing"),
        ("tags = 53", 'tags = "53"', "line 5: tags: expected a whole number"),
        ("tags = 53", "tags = 54", "line 5: tags: the file has 53 tags and says 54: it was cut off"),
        ("[cards]", "cards = 1\n[card]", "card: a deck's file has no such key"),
        ("2C = [", "2C = [1, ", r"line 8: cards\.2C: expected a list of UIDs"),
        ('2C = ["04', '2C = ["0O', r'line 8: cards\.2C: "0O.*" is no UID'),
        ('2C = ["04', '2C = ["', r"line 8: cards\.2C: .* has 6 bytes"),
        ("3C = ", "1C = ", r'line 9: cards\.1C: .* has no card "1C"'),
        ("undo = ", "redo = ", r'line 62: controls\.redo: there is no control card "redo"'),
        ("3C = ", "2C = ", "line 9: this is no valid TOML"),
        ("format = 1", "format = 0x" + "f" * 5000, "line 2: format: this Lapio reads format 1, not 0xfff"),
        ("tags = 53", "tags = 0x" + "f" * 5000, "line 5: tags: the file has 53 tags and says 0xfff"),
        ('name = "blue"', 'name = "a\\nb"', 'line 3: name: expected "blue", the name of the file, not "a'),
        ('2C = ["04', '2C = ["\\u0007', r"line 8: cards\.2C: .* is no UID"),
        ("undo = ", '"a\\nb" = ', r"line 62: controls\.a.*: there is no control card"),
    ],
)
def test_a_damaged_file_is_named_with_line_and_key_and_what_to_do(tmp_path, was, becomes, fault):
    path = tmp_path / "blue.toml"
    filled(tmp_path)
    filled(tmp_path)
    assert was in path.read_text()
    path.write_text(path.read_text().replace(was, becomes, 1))
    with pytest.raises(
        RegistryError, match=rf"blue\.toml, .*{fault}.*put back the version before, blue\.toml\.bak$"
    ) as error:
        Registry.load(tmp_path)
    assert str(error.value).isprintable()


def test_a_file_cut_off_anywhere_is_never_a_smaller_deck(tmp_path):
    registry = filled(tmp_path)
    path, whole = tmp_path / "blue.toml", registry.text("blue").encode()
    for end in (*range(0, 400, 7), *range(400, len(whole) - 1, 37)):
        path.write_bytes(whole[:end])
        with pytest.raises(RegistryError, match=r"blue\.toml"):
            Registry.load(tmp_path)
    path.write_bytes(bytes(len(whole)))
    with pytest.raises(RegistryError, match=r"blue\.toml, line 1"):
        Registry.load(tmp_path)


def test_a_file_that_is_gone_while_its_old_version_is_there_is_told(tmp_path):
    filled(tmp_path)
    filled(tmp_path)
    (tmp_path / "blue.toml").unlink()
    with pytest.raises(RegistryError, match=r"blue\.toml: this deck's file is gone.* rename blue\.toml\.bak back"):
        Registry.load(tmp_path)


def test_a_damaged_file_is_not_written_over(tmp_path):
    registry = filled(tmp_path)
    (tmp_path / "blue.toml").write_text("half a fi")
    with pytest.raises(RegistryError, match=r"blue\.toml, line 1"):
        registry.save("blue")
    assert (tmp_path / "blue.toml").read_text() == "half a fi"


def test_two_files_cannot_have_one_tag(tmp_path):
    registry = filled(tmp_path, "blue")
    filled(tmp_path, "red")
    path = tmp_path / "red.toml"
    stolen = registry.cards("blue")["9D"][0]
    lines = path.read_text().split("\n")
    lines[7] = f'2C = ["{stolen.hex()}"]'
    path.write_text("\n".join(lines))
    with pytest.raises(
        RegistryError, match=r"red\.toml, line 8: cards\.2C: .*9D of the deck blue .*2C of the deck red too"
    ):
        Registry.load(tmp_path)


def test_where_nothing_can_be_written_the_registry_goes_on_in_memory(tmp_path):
    (tmp_path / "decks").write_text("a file in the way")
    registry = Registry(tmp_path / "decks")
    registry.add_deck("blue", "french-52")
    registry.enrol("blue", "JS", SEVEN)
    with pytest.raises(RegistryError, match=r"blue\.toml: this file cannot be written"):
        registry.save("blue")
    assert registry.find(SEVEN) == KnownCard("blue", "JS")


# -- the mock table -----------------------------------------------------------------------------------------


def test_the_mock_deck_is_whole_simulated_and_the_same_for_the_same_seed(tmp_path):
    registry = mock_deck(7)
    assert registry.missing("mock") == ()
    assert registry.text("mock") == mock_deck(7).text("mock") != mock_deck(8).text("mock")
    tags = [uid for uids in registry.cards("mock").values() for uid in uids]
    assert len(set(tags)) == 52
    assert all(len(uid) == 7 and uid[0] == 4 and uid[3] != 0x88 for uid in tags)
    assert {"undo", "accept", "new-deal", "pass", "suit-H", "number-0"} <= registry.controls("mock").keys()
    with pytest.raises(RegistryError, match="has no file"):
        registry.save("mock")
