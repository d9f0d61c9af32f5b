"""How a text for people is written in the code, so that it can be collected and translated.

A message is an English whole sentence (or a label that stands alone) with `{named}` fields. English shows it as
it is; every other language has it in `locale/<language>/LC_MESSAGES/lapio.po`. `python -m tests.texts` collects
every call of `said` and `said_as` in this folder, so their arguments must be literals.

Two signs have a meaning in messages and translations alike:

- `~` is a no-break space: `{points}~p`.
- A card or a suit may be asked for in the form that the sentence needs, by the field's format: `{card:object}`. Which
  forms there are stands at `InSentence`. A translator may take another form of the same field, and put the fields in
  another order.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from string import Formatter
from typing import Final, NamedTuple

NO_BREAK_SPACE: Final = "\u00a0"


class Message(NamedTuple):
    """A text in English. `context` tells apart texts that are equal in English and not in every language."""

    text: str
    context: str = ""


def said(text: str) -> Message:
    """A message."""
    return Message(text)


def said_as(context: str, text: str) -> Message:
    """A message whose English text alone does not say what it is: `context` tells the translator."""
    return Message(text, context)


@cache
def fields_of(text: str) -> frozenset[str]:
    """The names of the fields in a message or a translation."""
    return frozenset(name for _, name, _, _ in Formatter().parse(text) if name is not None)


class InSentence:
    """A card or a suit as a field of a sentence, in as many forms as languages need.

    Forms: `name`, as it is called (a field without a format is `name`); `object`, as what somebody plays or holds
    ("the 9 of clubs"; Finnish and German: the accusative); `follow`, a suit as what must be followed (Finnish: the
    partitive). With a capital (`Name`, `Object`, `Follow`) the form begins a sentence. A missing form is `name`.
    """

    __slots__ = ("_forms",)

    def __init__(self, forms: Mapping[str, str]) -> None:
        self._forms = forms

    def __format__(self, form: str) -> str:
        text = self._forms.get(form.lower()) or self._forms["name"]
        return text[:1].upper() + text[1:] if form[:1].isupper() else text
