"""Every word that the screen shows, in the players' language.

`Words` turns the ids and numbers of a View into texts. English is in the code (labels.py, sentences.py,
cardnames.py), the other languages are gettext catalogues under `locale/`. No id is ever an error: one that has no
words is shown as it is, and an alert of an unknown kind or rule gets a general sentence.
"""

from __future__ import annotations

import gettext
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Final

from display import labels, questions, ready_texts, sentences
from display.cardnames import CARDS, INDICES, NUMBERED, SUITS
from display.messages import NO_BREAK_SPACE, InSentence, Message, fields_of

if TYPE_CHECKING:
    from display.view import Alert, Choice, EndView, Match, Note, ProofGroup, Question

DOMAIN: Final = "lapio"
LOCALE: Final = Path(__file__).parent / "locale"

_LONGEST_LIST = 40  # letters; a longer list of names is left to the shapes beside the title


class Words:
    """The screen's texts in one language.

    `language` may have a region or an encoding ("fi_FI.UTF-8"); Norwegian is "nb", "no" or "nn". A language without
    a catalogue becomes "en", and the attribute `language` says so.
    """

    def __init__(self, language: str) -> None:
        self.language, self._texts = _catalogue(language)

    # The play screen.

    def turn(self, name: str) -> str:
        """The pill: whose turn it is."""
        return self._say(labels.TURN, name=name)

    def nobody_knows(self, game: str = "") -> str:
        """The pill where nobody can be named: whoever holds an unseen card may act, or all may at the same time."""
        return self._say(labels.EVERYBODY if game in labels.AT_ONCE else labels.NOBODY_KNOWS)

    def no_rules(self) -> str:
        """In the place of a game's rules, where there are none in any language."""
        return self._say(labels.NO_RULES)

    def label(self, id: str) -> str:
        """A word beside a value, on a plate or over a column."""
        return self._from(labels.LABELS, id)

    def number(self, n: int) -> str:
        """A number with a real minus sign."""
        return f"−{-n}" if n < 0 else str(n)

    def points(self, n: int) -> str:
        """A number of points in short: "24 p", with a no-break space."""
        return self._say(labels.POINTS, points=self.number(n))

    def target(self, points: int) -> str:
        """What the game goes to, for the context of a screen."""
        return self._say(labels.TARGET, points=points)

    def game(self, id: str) -> str:
        """The name of a game."""
        message = labels.GAMES.get(id)
        return id.replace("-", " ").capitalize() if message is None else self._say(message)

    def game_short(self, id: str) -> str:
        """The name of a game without what explains it: "Gris, the pig (Swedish)" is "Gris"."""
        return self.game(id).split(", ")[0].split(" (")[0]

    def deal(self, deal: int) -> str:
        """A deal's number in the context of a screen: "deal 3"."""
        return self._say(labels.DEAL, deal=deal)

    def trick(self, trick: int, tricks: int | None = None) -> str:
        """A trick's number: "trick 6/13", or "trick 6" where a deal has no fixed number of tricks."""
        if tricks is None:
            return self._say(labels.TRICK, trick=trick)
        return self._say(labels.TRICK_OF, trick=trick, tricks=tricks)

    def context(self, game: str, deal: int, trick: int, tricks: int | None) -> list[str]:
        """The parts of "Kullankaivaja · deal 3 · trick 6/13", the most dispensable first; `trick` 0: no tricks."""
        parts = [self.game_short(game), self.deal(deal)]
        return [*parts, self.trick(trick, tricks)] if trick else parts

    def value(self, word: str) -> str:
        """What a word of the game is called: a group, a choice. A rank is its letter, letters stand for themselves."""
        message = questions.VALUES.get(word) or labels.LABELS.get(word)
        if message is not None:
            return self._say(message)
        return self.court(word) if len(word) == 1 or word == "10" else word if word.isupper() else _readable(word)

    # Questions.

    def question(self, question: Question, match: Match) -> str:
        """What is asked, in one short sentence."""
        game, phase, do, name = match.game, question.phase, question.do, question.name
        keys = [f"{game}/{phase}/{name}"]
        if name in ("to", "onto") or name.startswith("claim:"):  # the rest of an answer that has begun
            keys += [f"{do}/{name}", name]
        elif name not in ("", "do"):
            keys += [f"{do}/{name}", f"{game}/{phase}", name]
        else:
            keys += [f"{game}/{phase}"]
        keys += ["do"] if name == "do" else [do]
        candidates = [message for key in (*keys, "") for message in questions.QUESTIONS.get(key, ())]
        asked = None if question.seat is None else match.seats[question.seat].name
        return self._best(candidates, {"name": asked})

    def action(self, do: str, game: str = "", phase: str = "") -> str:
        """What a button says that does this."""
        keys = (f"{game}/{phase}/{do}", f"{game}/{do}", f"{phase}/{do}", do)
        message = next((questions.ACTIONS[key] for key in keys if key in questions.ACTIONS), None)
        return _readable(do) if message is None else self._say(message)

    def choice(self, choice: Choice, game: str, phase: str) -> str:
        """The words on a button, as far as it has any: nothing for a suit, a card or a seat, which are drawn."""
        if choice.lift:
            return self.button("take-back")
        if choice.count is not None:
            return self.number(choice.count)
        if choice.rank is not None:
            return self.court(choice.rank)
        if choice.word is not None:
            return self.value(choice.word)
        drawn = choice.suit is not None or choice.card is not None or choice.seat is not None
        return "" if drawn else self.action(choice.do, game, phase)

    # Cards.

    def suit(self, letter: str) -> str:
        """What a suit is called."""
        return f"{self._suit(letter)}"

    def card(self, id: str) -> str:
        """What a card is called, one word for wrapping. A card without a name is its id."""
        return f"{self._card(id)}"

    def court(self, rank: str) -> str:
        """What stands in the corner of a card of this rank: a letter or two, "10" for T."""
        message = INDICES.get(rank)
        if message is None:
            return "10" if rank == "T" else rank
        return self._say(message)

    # Alerts. `names` are the seats' names by their numbers.

    def alert_title(self, alert: Alert, names: Sequence[str]) -> str:
        """Who and what, in a few words."""
        return self._alert(sentences.TITLES, alert, names)

    def alert_title_short(self, alert: Alert) -> str:
        """What, without the name: where the title has no room for a long one. The seat's shape and `why` say who."""
        return self._best(_candidates(sentences.TITLES, alert), {"trick": alert.trick})

    def alert_why(self, alert: Alert, names: Sequence[str]) -> str:
        """What happened, in one or two sentences."""
        return self._alert(sentences.WHY, alert, names)

    def alert_now(self, alert: Alert, names: Sequence[str]) -> str:
        """What people should do now."""
        return self._alert(sentences.NOW, alert, names)

    def caption(self, group: ProofGroup) -> str:
        """What stands over a group of an alert's cards. Empty for an unknown caption."""
        suit = None if group.suit is None else self._suit(group.suit)
        return self._best(labels.CAPTIONS.get(group.caption, ()), {"trick": group.trick, "suit": suit})

    # Buttons and keys.

    def button(self, action: str, trick: int | None = None) -> str:
        """The text of a button. `trick` is the one to go back to."""
        return self._from(labels.BUTTONS, "back" if action == "back-to-trick" and trick is None else action, trick)

    def key(self, id: str, trick: int | None = None) -> tuple[str, str]:
        """A key's cap and what it does. `trick` is the one to go back to.

        The cap is one of A to Z, or Enter, Esc, F11, Tab, 1–9; it is another one in another language.
        """
        key = labels.KEYS.get("back" if id == "back-to-trick" and trick is None else id)
        if key is None:
            return "", _readable(id)
        return self._say(key.cap), self._say(key.does, trick=trick)

    # Result and end.

    def result_title(self, deal: int) -> str:
        """The heading of a deal's result."""
        return self._say(labels.RESULT, deal=deal)

    def row(self, label: str) -> str:
        """What a row of a deal's arithmetic counts."""
        return self._from(labels.ROWS, label)

    def end_title(self, view: EndView, names: Sequence[str]) -> str:
        """Who has won, or lost where the game names a loser."""
        sides = [seats_of(view, side) for side in view.winners or view.losers]
        people = [_name(names, seat) for seats in sides for seat in seats]
        if not people:
            key = "nobody"
        elif not view.winners:
            return self.losers(view.match.game, people)
        elif len(sides) > 1:
            key = "shared"
        else:
            key = "one" if len(people) == 1 else "side"
        return self._best(labels.END_TITLES[key], {"name": "".join(people[:1]), "names": self.all_of(people)})

    def losers(self, game: str, people: Sequence[str]) -> str:
        """Who has lost; what a single loser is called where the game has a name for it."""
        one = labels.END_TITLES.get(f"loser/{game}", labels.END_TITLES["loser"])
        if len(people) == 1:
            return self._best(one, {"name": people[0]})
        return self._best(labels.END_TITLES["losers"], {"names": self.all_of(people)})

    def end_by(self, by: str, *, fewest: bool = False) -> str:
        """What decided the game. Empty for an unknown way. `fewest`: low totals have won."""
        message = labels.ENDS.get("fewest" if by == "points" and fewest else by)
        return "" if message is None else self._say(message)

    def all_of(self, names: Sequence[str]) -> str:
        """A list of all: "A, B and C"."""
        return self._list(names, labels.AND)

    def one_of(self, names: Sequence[str]) -> str:
        """A list of which at least one is meant: "A, B or C"."""
        return self._list(names, labels.OR)

    # Making a table ready.

    def ready(self, id: str, *, card: str = "", **fields: object) -> str:
        """A text of the screens for decks, set-up and hardware; `card` is the id of a card that it names."""
        message = ready_texts.READY.get(id)
        return _readable(id) if message is None else self._say(message, card=self._card(card), **fields)

    def note(self, note: Note) -> str:
        """What came of the last tap or press, in a sentence. Empty for an unknown kind."""
        fields: dict[str, object] = {
            "card": None if note.card is None else self._card(note.card),
            "name": note.name,
            "part": note.part,
            "count": note.count,
            "detail": note.detail,
        }
        return self._best(ready_texts.NOTES.get(note.kind, ()), fields)

    # How it is done.

    def _say(self, message: Message, **fields: object) -> str:
        key = f"{message.context}\x04{message.text}" if message.context else message.text
        text = self._texts(key)
        text = message.text if text == key else text
        return text.replace("~", NO_BREAK_SPACE).format_map(fields)

    def _from(self, table: Mapping[str, Message], id: str, trick: int | None = None) -> str:
        message = table.get(id)
        return _readable(id) if message is None else self._say(message, trick=trick)

    def _best(self, candidates: Iterable[Message], fields: Mapping[str, object]) -> str:
        """The first candidate whose fields are all known; empty where there is none."""
        for message in candidates:
            if all(fields.get(name) is not None for name in fields_of(message.text)):
                return self._say(message, **fields)
        return ""

    def _list(self, names: Sequence[str], last: Message) -> str:
        if not names:
            return ""
        before = names[0]
        for name in names[1:-1]:
            before = self._say(labels.COMMA, before=before, next=name)
        return before if len(names) == 1 else self._say(last, before=before, last=names[-1])

    def _card(self, id: str) -> InSentence:
        kind, _, value = id.partition("-")
        messages = CARDS.get(id) or (NUMBERED.get(kind) if value.isdigit() else None)
        if messages is None:
            return InSentence({"name": id})
        return InSentence(
            {"name": self._say(messages.name, value=value), "object": self._say(messages.object, value=value)}
        )

    def _suit(self, letter: str) -> InSentence:
        messages = SUITS.get(letter)
        if messages is None:
            return InSentence({"name": letter})
        return InSentence({"name": self._say(messages.name), "follow": self._say(messages.follow)})

    def _alert(self, table: sentences.Sentences, alert: Alert, names: Sequence[str]) -> str:
        people = [_name(names, seat) for seat in alert.seats]
        anyone = self.one_of(people)
        single = len(people) == 1 or alert.kind != "suspect"
        fields: dict[str, object] = {
            "name": people[0] if people and single else None,
            "names": anyone if len(people) > 1 and len(anyone) <= _LONGEST_LIST else None,
            "card": self._card(alert.cards[0]) if len(alert.cards) == 1 else None,
            "count": len(alert.cards) if len(alert.cards) > 1 else None,
            "suit": None if alert.led is None else self._suit(alert.led),
            "held": self._card(alert.proof[0]) if len(alert.proof) == 1 else None,
            "sure": alert.sure,
            "trick": alert.trick,
            "detail": alert.detail or None,
        }
        return self._best(_candidates(table, alert), fields)


def _catalogue(language: str) -> tuple[str, Callable[[str], str]]:
    """The language that is really spoken, and its translations."""
    code = language.lower().replace("-", "_").split(".")[0].split("_")[0]
    code = {"no": "nb", "nn": "nb"}.get(code, code)
    if code in labels.LANGUAGES and code != "en":
        try:
            return code, gettext.translation(DOMAIN, LOCALE, [code]).gettext
        except OSError:  # not there, or not readable: English is better than no screen
            pass
    return "en", gettext.NullTranslations().gettext


def _candidates(table: sentences.Sentences, alert: Alert) -> list[Message]:
    case = _case(alert)
    keys = [f"{alert.kind}/{alert.rule}/{case}", f"{alert.kind}/{alert.rule}", f"{alert.kind}/{case}"]
    if "back-to-trick" in alert.actions:
        keys.append(f"{alert.kind}/back")
    return [message for key in (*keys, alert.kind, "trouble") for message in table.get(key, ())]


def _case(alert: Alert) -> str:
    """Which of the sentences on a rule fits the proof (display/sentences.py)."""
    if alert.kind != "revoke":
        return "one" if len(alert.proof) == 1 else ""
    drawn = {card for group in alert.groups for card in group.cards}
    if alert.sure < 1 or not alert.proof or not drawn.issuperset(alert.proof):
        return "count"
    if len(alert.proof) == 1:
        played_now = any(group.caption == "now" and alert.proof[0] in group.cards for group in alert.groups)
        return "now" if played_now else "one"
    return "some" if alert.sure <= 1 else "several"


def seats_of(view: EndView, side: int) -> tuple[int, ...]:
    """The seats of a side; in games without scores every seat is a side of its own."""
    scores = view.match.scores
    return scores[side].seats if side < len(scores) else (side,) if not scores else ()


def _name(names: Sequence[str], seat: int) -> str:
    return names[seat] if 0 <= seat < len(names) else str(seat + 1)


def _readable(id: str) -> str:
    return id.replace("-", " ")
