"""What cards and suits are called: whole names, since a language may join suit and rank to one word.

Each name stands here twice: as it is called, and as what somebody plays or holds (`InSentence` has why).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, NamedTuple

from display.messages import Message, said, said_as


class CardMessages(NamedTuple):
    """A card's name, and the name as an object: "9 of clubs", "the 9 of clubs"."""

    name: Message
    object: Message


class SuitMessages(NamedTuple):
    """A suit's name, and the name as what must be followed."""

    name: Message
    follow: Message


CARDS: Final[Mapping[str, CardMessages]] = {
    "2C": CardMessages(said("2~of~clubs"), said("the 2~of~clubs")),
    "3C": CardMessages(said("3~of~clubs"), said("the 3~of~clubs")),
    "4C": CardMessages(said("4~of~clubs"), said("the 4~of~clubs")),
    "5C": CardMessages(said("5~of~clubs"), said("the 5~of~clubs")),
    "6C": CardMessages(said("6~of~clubs"), said("the 6~of~clubs")),
    "7C": CardMessages(said("7~of~clubs"), said("the 7~of~clubs")),
    "8C": CardMessages(said("8~of~clubs"), said("the 8~of~clubs")),
    "9C": CardMessages(said("9~of~clubs"), said("the 9~of~clubs")),
    "TC": CardMessages(said("10~of~clubs"), said("the 10~of~clubs")),
    "JC": CardMessages(said("jack~of~clubs"), said("the jack~of~clubs")),
    "QC": CardMessages(said("queen~of~clubs"), said("the queen~of~clubs")),
    "KC": CardMessages(said("king~of~clubs"), said("the king~of~clubs")),
    "AC": CardMessages(said("ace~of~clubs"), said("the ace~of~clubs")),
    "2D": CardMessages(said("2~of~diamonds"), said("the 2~of~diamonds")),
    "3D": CardMessages(said("3~of~diamonds"), said("the 3~of~diamonds")),
    "4D": CardMessages(said("4~of~diamonds"), said("the 4~of~diamonds")),
    "5D": CardMessages(said("5~of~diamonds"), said("the 5~of~diamonds")),
    "6D": CardMessages(said("6~of~diamonds"), said("the 6~of~diamonds")),
    "7D": CardMessages(said("7~of~diamonds"), said("the 7~of~diamonds")),
    "8D": CardMessages(said("8~of~diamonds"), said("the 8~of~diamonds")),
    "9D": CardMessages(said("9~of~diamonds"), said("the 9~of~diamonds")),
    "TD": CardMessages(said("10~of~diamonds"), said("the 10~of~diamonds")),
    "JD": CardMessages(said("jack~of~diamonds"), said("the jack~of~diamonds")),
    "QD": CardMessages(said("queen~of~diamonds"), said("the queen~of~diamonds")),
    "KD": CardMessages(said("king~of~diamonds"), said("the king~of~diamonds")),
    "AD": CardMessages(said("ace~of~diamonds"), said("the ace~of~diamonds")),
    "2H": CardMessages(said("2~of~hearts"), said("the 2~of~hearts")),
    "3H": CardMessages(said("3~of~hearts"), said("the 3~of~hearts")),
    "4H": CardMessages(said("4~of~hearts"), said("the 4~of~hearts")),
    "5H": CardMessages(said("5~of~hearts"), said("the 5~of~hearts")),
    "6H": CardMessages(said("6~of~hearts"), said("the 6~of~hearts")),
    "7H": CardMessages(said("7~of~hearts"), said("the 7~of~hearts")),
    "8H": CardMessages(said("8~of~hearts"), said("the 8~of~hearts")),
    "9H": CardMessages(said("9~of~hearts"), said("the 9~of~hearts")),
    "TH": CardMessages(said("10~of~hearts"), said("the 10~of~hearts")),
    "JH": CardMessages(said("jack~of~hearts"), said("the jack~of~hearts")),
    "QH": CardMessages(said("queen~of~hearts"), said("the queen~of~hearts")),
    "KH": CardMessages(said("king~of~hearts"), said("the king~of~hearts")),
    "AH": CardMessages(said("ace~of~hearts"), said("the ace~of~hearts")),
    "2S": CardMessages(said("2~of~spades"), said("the 2~of~spades")),
    "3S": CardMessages(said("3~of~spades"), said("the 3~of~spades")),
    "4S": CardMessages(said("4~of~spades"), said("the 4~of~spades")),
    "5S": CardMessages(said("5~of~spades"), said("the 5~of~spades")),
    "6S": CardMessages(said("6~of~spades"), said("the 6~of~spades")),
    "7S": CardMessages(said("7~of~spades"), said("the 7~of~spades")),
    "8S": CardMessages(said("8~of~spades"), said("the 8~of~spades")),
    "9S": CardMessages(said("9~of~spades"), said("the 9~of~spades")),
    "TS": CardMessages(said("10~of~spades"), said("the 10~of~spades")),
    "JS": CardMessages(said("jack~of~spades"), said("the jack~of~spades")),
    "QS": CardMessages(said("queen~of~spades"), said("the queen~of~spades")),
    "KS": CardMessages(said("king~of~spades"), said("the king~of~spades")),
    "AS": CardMessages(said("ace~of~spades"), said("the ace~of~spades")),
    "X1": CardMessages(said("joker"), said("the joker")),
    "X2": CardMessages(said("second joker"), said("the second joker")),
    "boot": CardMessages(said("boot"), said("the boot")),
    "pick": CardMessages(said("pickaxe"), said("the pickaxe")),
    "fan": CardMessages(said("fan"), said("the fan")),
    "mug": CardMessages(said("mug"), said("the mug")),
    "pistol": CardMessages(said("pistol"), said("the pistol")),
    "press": CardMessages(said("printing~press"), said("the printing~press")),
    "fake": CardMessages(said("counterfeit"), said("the counterfeit")),
    "coins-1": CardMessages(said("1~coin"), said("the 1~coin")),
}

# Cards with a number behind the hyphen of their id: "zinc-7".
NUMBERED: Final[Mapping[str, CardMessages]] = {
    "bismuth": CardMessages(said("bismuth~{value}"), said("the bismuth~{value}")),
    "phosphorus": CardMessages(said("phosphorus~{value}"), said("the phosphorus~{value}")),
    "zinc": CardMessages(said("zinc~{value}"), said("the zinc~{value}")),
    "copper": CardMessages(said("copper~{value}"), said("the copper~{value}")),
    "silver": CardMessages(said("silver~{value}"), said("the silver~{value}")),
    "gold": CardMessages(said("gold~{value}"), said("the gold~{value}")),
    "coins": CardMessages(said("{value}~coins"), said("the {value}~coins")),
}

SUITS: Final[Mapping[str, SuitMessages]] = {
    "C": SuitMessages(said("clubs"), said_as("what must be followed", "clubs")),
    "D": SuitMessages(said("diamonds"), said_as("what must be followed", "diamonds")),
    "H": SuitMessages(said("hearts"), said_as("what must be followed", "hearts")),
    "S": SuitMessages(said("spades"), said_as("what must be followed", "spades")),
}

# The letter in a card's corner; ranks that are not here show themselves.
INDICES: Final[Mapping[str, Message]] = {
    "A": said_as("corner of an ace", "A"),
    "K": said_as("corner of a king", "K"),
    "Q": said_as("corner of a queen", "Q"),
    "J": said_as("corner of a jack", "J"),
}
