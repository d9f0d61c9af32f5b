"""Collect the screen's texts, bring the catalogues up to date and compile them: `python -m tests.texts`.

Reads every `said(...)` and `said_as(...)` in display/, merges them into `display/locale/*/LC_MESSAGES/lapio.po` and
writes the `.mo` beside each. Nothing is guessed: a new text comes without a translation, a changed one loses its
own. Exit status 1 where a translation is missing. A new language begins with `python -m tests.texts LANGUAGE`.
"""

from __future__ import annotations

import io
import sys
from pathlib import Path

from babel.messages import Catalog
from babel.messages.extract import extract
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

ROOT = Path(__file__).parents[1]
DISPLAY = ROOT / "display"
LOCALE = DISPLAY / "locale"
KEYWORDS = {"said": None, "said_as": ((1, "c"), 2)}

FOR_TRANSLATORS = """\
# The texts of Lapio's screen: {language}.
#
# ~ is a space at which no line may end. Players' names stay in the nominative. A field may take another
# form of the card or suit than in English, {{card:name}} for {{card:object}}: display/messages.py has them.
# How long a text may be is held by tests/display/test_words.py. After a change: python -m tests.texts"""


def collected() -> Catalog:
    """A catalogue without translations: every text in the code, in the order of the files."""
    template = Catalog(project="Lapio", fuzzy=False)
    for file in sorted(DISPLAY.glob("**/*.py")):
        with file.open("rb") as source:
            for _line, text, comments, context in extract("python", source, KEYWORDS, ["For translators:"]):
                place = file.relative_to(ROOT).as_posix()
                template.add(text, locations=[(place, None)], auto_comments=comments, context=context)
    return template


def languages() -> list[str]:
    """The languages that have a catalogue."""
    return sorted(file.parts[-3] for file in LOCALE.glob("*/LC_MESSAGES/lapio.po"))


def catalogue(language: str) -> Catalog:
    """The translations into one language, as they stand in its .po file."""
    with po_file(language).open("rb") as file:
        return read_po(file, locale=language, domain="lapio")


def po_file(language: str) -> Path:
    """Where the translations of a language are written."""
    return LOCALE / language / "LC_MESSAGES" / "lapio.po"


def texts(catalog: Catalog) -> dict[tuple[str | None, str], str]:
    """The translations of a catalogue by context and English text."""
    return {(message.context, str(message.id)): str(message.string or "") for message in catalog if message.id}


def untranslated(catalog: Catalog) -> list[str]:
    """The English texts that a catalogue has no words for."""
    return [text for (_, text), translation in texts(catalog).items() if not translation]


class Tidy(Catalog):
    """A catalogue whose header has no dates and versions, which would change with every run and machine."""

    @property
    def mime_headers(self) -> list[tuple[str, str]]:
        return [
            ("Project-Id-Version", "Lapio"),
            ("Language", str(self.locale_identifier)),
            ("Plural-Forms", self.plural_forms),
            ("MIME-Version", "1.0"),
            ("Content-Type", "text/plain; charset=utf-8"),
            ("Content-Transfer-Encoding", "8bit"),
        ]


def merged(language: str, template: Catalog) -> Catalog:
    """A language's catalogue with exactly the texts of the code; texts that are gone are dropped."""
    known = texts(catalogue(language)) if po_file(language).exists() else {}
    catalog = Tidy(locale=language, header_comment=FOR_TRANSLATORS.format(language=language), fuzzy=False)
    for message in template:
        if message.id:
            catalog.add(
                message.id,
                known.get((message.context, message.id), ""),
                locations=message.locations,
                auto_comments=message.auto_comments,
                context=message.context,
            )
    return catalog


def write(language: str, catalog: Catalog) -> None:
    """Write the .po file and the .mo file that is made of it."""
    po, mo = io.BytesIO(), io.BytesIO()
    write_po(po, catalog, width=110, include_lineno=False)
    write_mo(mo, catalog)
    po_file(language).parent.mkdir(parents=True, exist_ok=True)
    po_file(language).write_bytes(po.getvalue())
    po_file(language).with_suffix(".mo").write_bytes(mo.getvalue())


def main(new: list[str]) -> int:
    """Bring all catalogues up to date, and begin those of the languages named."""
    template = collected()
    missing = 0
    for language in sorted({*languages(), *new}):
        catalog = merged(language, template)
        write(language, catalog)
        gaps = untranslated(catalog)
        missing += len(gaps)
        print(f"{language}: {len(catalog)} texts, {len(gaps)} untranslated")
        for text in gaps:
            print(f"    {text}")
    return 1 if missing else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
