"""Learning and checking a deck, decks as files, and both in a terminal."""

import argparse

import pytest
from at_a_terminal import Bench, Scripted

from engine.errors import LapioError
from table.cli import _parser
from table.config import SpiSource
from table.deck_commands import deck_check, deck_controls, deck_export, deck_import, deck_learn, deck_list, deck_replace
from table.decks import chosen_deck, export_deck, import_deck
from table.learn import Checking, Learning, Told, Way
from table.learn_terminal import PHONE, Desk
from table.registry import CONTROLS, ControlCard, EnrolError, KnownCard, Registry, RegistryError
from table.rig import Rig
from table.tapping import Tapping


def tag(number):
    return b"\x04LEARN" + bytes([number])


@pytest.fixture
def registry(tmp_path):
    registry = Registry(tmp_path / "decks")
    registry.add_deck("blue", "french-52")
    return registry


def learnt(registry, *cards):
    for number, card in enumerate(cards):
        registry.enrol("blue", card, tag(number))
    return registry


def on_disk(registry):
    return Registry.load(registry.folder)


# Which card is asked for, and what came of a tap


def test_the_cards_are_asked_for_suit_by_suit_and_each_is_on_the_disk_at_once(registry):
    learning = Learning(registry, "blue")
    for number, card in enumerate(("2C", "3C", "4C")):
        assert learning.card == card
        assert learning.tapped(tag(number)) == Told("learnt", card)
        assert on_disk(registry).find(tag(number)) == KnownCard("blue", card)
    assert learning.place == (4, 52)


def test_a_whole_deck_is_learnt_and_then_nothing_is_asked_for(registry):
    learning = Learning(registry, "blue")
    suits = []
    for number in range(52):
        suits.append(learning.card[-1])
        learning.tapped(tag(number))
    assert learning.card is None
    assert learning.missing == ()
    assert "".join(suits) == "C" * 13 + "D" * 13 + "H" * 13 + "S" * 13
    assert not learning.skip()


def test_learning_goes_on_where_it_was_left(registry):
    learnt(registry, "2C", "3C", "5C").save("blue")
    learning = Learning(on_disk(registry), "blue")
    assert learning.card == "4C"
    learning.tapped(tag(50))
    assert learning.card == "6C"


def test_a_known_tag_is_told_and_changes_nothing(registry):
    learning = Learning(learnt(registry, "2C"), "blue")
    registry.add_deck("red", "french-52")
    registry.enrol("red", "JS", tag(90))
    registry.enrol_control("red", "undo", tag(91))
    before = registry.text("blue")
    assert learning.tapped(tag(0)) == Told("known", "2C")
    assert learning.tapped(tag(90)) == Told("elsewhere", "JS", "red")
    assert learning.tapped(tag(91)) == Told("control", "undo", "red")
    assert (learning.card, registry.text("blue")) == ("3C", before)


@pytest.mark.parametrize(
    ("uid", "says"),
    [
        (PHONE, "random UID"),
        (b"\x88\x04\xa1\xb2\x9f", "first half of a longer UID"),
        (b"\x04\xa1\xb2\xc3\xd5", "a UID has 4, 7 or 10"),
        (bytes(7), "loose wire"),
    ],
)
def test_what_cannot_be_a_cards_tag_is_refused_with_the_reason(registry, uid, says):
    learning = Learning(registry, "blue")
    told = learning.tapped(uid)
    assert told.kind == "unfit"
    assert says in told.text
    assert learning.card == "2C"


def test_skipped_cards_stay_missing_and_come_again_the_next_time(registry):
    learning = Learning(registry, "blue")
    learning.skip()
    learning.tapped(tag(1))
    assert learning.missing[:2] == ("2C", "4C")
    assert Learning(registry, "blue").card == "2C"


def test_going_back_takes_a_new_tag_in_place_of_the_wrong_one(registry):
    learning = Learning(registry, "blue")
    learning.tapped(tag(3))  # by mistake the 3 of clubs
    assert learning.back()
    assert learning.card == "2C"
    assert registry.cards("blue")["2C"] == (tag(3),)  # nothing is forgotten before the right one is there
    learning.tapped(tag(2))
    assert learning.card == "3C"
    assert learning.tapped(tag(3)) == Told("learnt", "3C")
    assert registry.cards("blue")["2C"] == (tag(2),)


def test_going_back_to_a_card_that_was_right_moves_on_with_its_own_tag(registry):
    learning = Learning(registry, "blue")
    assert not learning.back()
    learning.tapped(tag(0))
    learning.back()
    assert learning.tapped(tag(0)) == Told("same", "2C")
    assert learning.card == "3C"


def test_a_worn_card_is_replaced_and_its_old_tags_are_forgotten(registry):
    learnt(registry, "JS", "QS")
    registry.enrol("blue", "JS", tag(9))
    learning = Learning(registry, "blue", Way.REPLACE, ["JS"])
    assert learning.tapped(tag(0)) == Told("same", "JS")
    assert learning.card == "JS"
    learning.tapped(tag(20))
    assert learning.card is None
    assert on_disk(registry).cards("blue")["JS"] == (tag(20),)
    assert on_disk(registry).cards("blue")["QS"] == (tag(1),)


def test_a_spare_is_one_more_tag_of_the_same_card(registry):
    learning = Learning(learnt(registry, "JS"), "blue", Way.SPARE, ["JS"])
    learning.tapped(tag(20))
    assert {registry.find(tag(0)), registry.find(tag(20))} == {KnownCard("blue", "JS")}


def test_control_cards_are_learnt_the_general_ones_or_those_named(registry):
    learning = Learning(registry, "blue", Way.CONTROLS)
    assert learning.card == CONTROLS[0]
    learning.tapped(tag(0))
    assert registry.find(tag(0)) == ControlCard("blue", "undo")
    assert learning.tapped(tag(0)).kind == "control"
    named = Learning(registry, "blue", Way.CONTROLS, ["suit-H"])
    named.tapped(tag(1))
    assert registry.controls("blue") == {"suit-H": (tag(1),), "undo": (tag(0),)}


@pytest.mark.parametrize(
    ("deck", "way", "card", "says"),
    [
        ("blau", Way.DECK, None, 'did you mean "blue"'),
        ("blue", Way.REPLACE, "1S", 'has no card "1S"'),
        ("blue", Way.SPARE, "X1", "french-52"),
        ("blue", Way.CONTROLS, "undoo", 'did you mean "undo"'),
    ],
)
def test_a_deck_or_card_that_is_not_there_is_told_before_anybody_taps(registry, deck, way, card, says):
    with pytest.raises(EnrolError, match=says):
        Learning(registry, deck, way, card and [card])


def test_a_full_disk_ends_learning_and_what_was_learnt_is_kept(registry, monkeypatch):
    learning = Learning(registry, "blue")
    learning.tapped(tag(0))
    (registry.folder / "blue.toml").write_text("broken")
    with pytest.raises(RegistryError, match=r"blue\.toml"):
        learning.tapped(tag(1))
    assert (registry.folder / "blue.toml").read_text() == "broken"  # a damaged file is not written over


def test_checking_says_what_each_card_is_and_what_was_not_seen(registry):
    checking = Checking(learnt(registry, "2C", "3C"), "blue")
    assert checking.tapped(tag(1)) == Told("known", "3C")
    assert checking.tapped(tag(1)) == Told("seen", "3C")
    assert checking.tapped(tag(40)) == Told("unknown")
    assert checking.tapped(PHONE).kind == "unfit"
    assert "3C" not in checking.unseen
    assert len(checking.unseen) == 51


# Decks as files


def test_a_deck_goes_to_another_table_and_comes_back_the_same(registry, tmp_path):
    learnt(registry, "2C", "JS").enrol_control("blue", "undo", tag(9))
    export_deck(registry, "blue", tmp_path / "away.toml")
    other = Registry(tmp_path / "other")
    assert import_deck(other, tmp_path / "away.toml") == "blue"
    assert on_disk(other).text("blue") == registry.text("blue")
    assert import_deck(Registry(tmp_path / "third"), tmp_path / "away.toml", "club") == "club"


def test_a_file_is_not_written_over_unless_asked(registry, tmp_path):
    path = tmp_path / "file.toml"
    path.write_text("mine")
    with pytest.raises(LapioError, match=r"file.toml.*--force"):
        export_deck(registry, "blue", path)
    export_deck(registry, "blue", path, replace=True)
    assert "french-52" in path.read_text()


@pytest.mark.parametrize(
    ("change", "says"),
    [
        (lambda text: text.replace('3C = ["044C4541524E01"]\n', ""), "line 5: tags: the file has"),
        (lambda text: text.replace("JS", "ZS"), r'line \d+: cards.ZS: .*no card "ZS"'),
        (lambda text: text.replace("52", "53"), "no kind of deck"),
        (lambda text: "\x00", "no valid TOML"),
        (lambda text: "", "format: this key is missing"),
    ],
)
def test_a_damaged_file_is_not_imported_and_the_error_names_the_line(registry, tmp_path, change, says):
    text = learnt(registry, "2C", "3C", "JS").text("blue")
    path = tmp_path / "in.toml"
    path.write_text(change(text))
    other = Registry(tmp_path / "other")
    with pytest.raises(LapioError, match=says) as raised:
        import_deck(other, path)
    assert str(raised.value).startswith(str(path))
    assert other.decks == ()


def test_a_deck_whose_tags_another_deck_has_is_not_imported(registry, tmp_path):
    export_deck(learnt(registry, "2C", "3C"), "blue", tmp_path / "blue.toml")
    before = registry.text("blue")
    with pytest.raises(LapioError, match='a deck "blue" already'):
        import_deck(registry, tmp_path / "blue.toml")
    with pytest.raises(LapioError, match=r"line \d+: cards.2C: the tag .* is the card 2C of the deck blue already"):
        import_deck(registry, tmp_path / "blue.toml", "copy")
    assert (registry.decks, registry.text("blue")) == (("blue",), before)


def test_the_only_deck_is_meant_where_none_is_named(registry):
    assert chosen_deck(registry, None) == "blue"
    assert chosen_deck(Registry(), None) == "deck-1"
    registry.add_deck("red", "french-52")
    with pytest.raises(LapioError, match=r"which deck.*blue, red"):
        chosen_deck(registry, None)


# In a terminal


def desk(registry, terminal, bench, **how):
    rig = Rig([SpiSource({"seat-1": "0.0", "seat-2": "0.1"})], terminal, bench)
    tapping = Tapping()
    rig.listen(tapping)
    return Desk(terminal, tapping, rig, None, **how)


def test_real_cards_are_learnt_at_any_reader(registry):
    terminal = Scripted()
    bench = Bench(terminal)
    terminal.lines = [
        bench.tap("seat-1", tag(0)),
        bench.tap("seat-2", tag(1)),
        bench.tap("seat-1", tag(2), tag(3)),  # two at once
        bench.tap("seat-1", PHONE),
        bench.tap("seat-2", tag(0)),
        "x",
        "",
        bench.tap("seat-1", tag(2)),
        "q",
    ]
    assert desk(registry, terminal, bench).learn(Learning(registry, "blue")) == 1
    assert [card for card, uids in on_disk(registry).cards("blue").items() if uids] == ["2C", "3C", "4C"]
    assert "Two cards lie on seat-1" in terminal.text
    assert "random UID" in terminal.text
    assert "That is the 2 of clubs, learnt already: nothing has changed." in terminal.text
    assert "Not learnt: 5C 6C" in terminal.text
    assert [hz for hz, _ in bench.tables["spi"].sounds] == [880, 880, 220, 220, 880]


def test_a_card_that_lay_on_a_reader_before_is_not_taken_for_the_first_one(registry):
    terminal = Scripted("q")
    bench = Bench(terminal)

    def opened(source, **how):
        table = bench(source, **how)
        table.lay("seat-1", tag(0))
        return table

    desk(registry, terminal, opened).learn(Learning(registry, "blue"))
    assert registry.cards("blue")["2C"] == ()


def test_names_are_written_on_tags_where_asked_and_a_failure_costs_nothing(registry):
    terminal = Scripted()
    bench = Bench(terminal)

    def lay():
        bench.tables["spi"].lay("seat-1", tag(0))

    terminal.lines = [lay, bench.tap("seat-2", tag(1)), "q"]
    desk(registry, terminal, bench, write_names=True).learn(Learning(registry, "blue"))
    assert bench.tables["spi"].written == {tag(0): "2C"}
    assert "Its name is on the tag." in terminal.text
    assert "Its name is not on the tag: the tag has left. It is learnt all the same." in terminal.text
    assert registry.cards("blue")["3C"] == (tag(1),)


# The commands, on the mock table


@pytest.fixture
def lapio(tmp_path, monkeypatch):
    monkeypatch.setenv("LAPIO_DATA", str(tmp_path))

    def asked(*words):
        return _parser().parse_args(["deck", *words])

    return asked


def test_a_deck_is_learnt_checked_and_listed_on_the_mock_table(lapio, tmp_path, capsys):
    terminal = Scripted("", "s", "new", "2C", "phone", "two", "other", "?", "nonsense", "b", "", "q")
    assert deck_learn(lapio("learn", "blue", "--mock"), terminal) == 1
    assert '"nonsense" cannot be tapped here' in terminal.text
    terminal = Scripted(*[""] * 52)
    assert deck_learn(lapio("learn", "--mock"), terminal) == 0
    assert "The deck blue is complete." in terminal.text
    assert deck_learn(lapio("learn", "--mock"), Scripted()) == 0  # nothing left to do
    terminal = Scripted("JS", "10H", "phone", "", "q")
    assert deck_check(lapio("check", "--mock"), terminal) == 1
    assert "JS: the jack of spades." in terminal.text
    assert "TH: the 10 of hearts." in terminal.text
    assert deck_list(lapio("list", "--mock")) == 0
    assert "blue                 french-52     52/52      0        0" in capsys.readouterr().out
    assert not (tmp_path / "decks").exists()  # never among real tags


def test_a_check_of_every_card_ends_by_itself(lapio):
    deck_learn(lapio("learn", "blue", "--mock"), Scripted(*[""] * 52))
    terminal = Scripted(*[""] * 60)
    assert deck_check(lapio("check", "--mock"), terminal) == 0
    assert "All 52 cards of the deck blue were seen." in terminal.text


def test_a_card_is_replaced_and_gets_a_spare_and_controls_are_learnt(lapio, tmp_path):
    deck_learn(lapio("learn", "blue", "--mock"), Scripted("", "", "q"))
    folder = tmp_path / "mock-decks"
    first = Registry.load(folder).cards("blue")["2C"]
    assert deck_replace(lapio("replace", "blue", "2c", "--mock"), Scripted("")) == 0
    second = Registry.load(folder).cards("blue")["2C"]
    assert len(second) == 1
    assert second != first
    assert deck_replace(lapio("spare", "blue", "2C", "--mock"), Scripted("")) == 0
    assert set(second) < set(Registry.load(folder).cards("blue")["2C"])
    assert deck_controls(lapio("controls", "blue", "--mock"), Scripted("", "s", "", "q")) == 1
    assert list(Registry.load(folder).controls("blue")) == ["new-deal", "undo"]
    assert deck_controls(lapio("controls", "blue", "suit-H", "--mock"), Scripted("")) == 0


def test_export_and_import_work_from_the_command_line(lapio, tmp_path, capsys):
    deck_learn(lapio("learn", "blue", "--mock"), Scripted("", "q"))
    assert deck_export(lapio("export", "blue", str(tmp_path / "b.toml"), "--mock")) == 0
    assert deck_export(lapio("export", "blue", "-", "--mock")) == 0
    assert "french-52" in capsys.readouterr().out
    assert deck_import(lapio("import", str(tmp_path / "b.toml"))) == 0
    assert Registry.load(tmp_path / "decks").decks == ("blue",)


@pytest.mark.parametrize(
    ("words", "work", "says"),
    [
        (("check",), deck_check, "no deck is learnt yet"),
        (("replace", "blue", "JS"), deck_replace, 'no deck "blue"'),
        (("learn", "Blue!", "--mock"), deck_learn, "small letters"),
        (("learn", "blue", "--mock", "--write-names"), deck_learn, "no memory"),
        (("export", "blue", "x"), deck_export, 'no deck "blue"'),
        (("import", "nowhere.toml"), deck_import, "nowhere.toml"),
        (("learn", "blue"), deck_learn, "no reader answers"),
    ],
)
def test_what_cannot_be_done_is_one_line(lapio, words, work, says):
    with pytest.raises(LapioError, match=says) as raised:
        work(lapio(*words), *([] if work in (deck_export, deck_import) else [Scripted()]))
    assert "\n" not in str(raised.value)


def test_a_mock_table_cannot_learn_a_real_deck(lapio, tmp_path):
    (tmp_path / "table.toml").write_text("")
    with pytest.raises(LapioError, match="of a mock table"):
        deck_learn(lapio("learn", "blue"), Scripted())


def test_help_of_deck_is_printed_where_nothing_is_asked_for(lapio, capsys):
    asked = lapio()
    assert isinstance(asked, argparse.Namespace)
    assert asked.run(asked) == 0
    assert "learn" in capsys.readouterr().out
