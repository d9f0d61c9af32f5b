"""What an alert says of an earlier act that is proved to have broken a rule, or of which several seats are suspected.

Keys are `rule/case` and `rule`; the cases of a proof are those of sentences.py. A rule that is not here is told by the
sentences of its kind there. Only the cases `now` and `one` may name the card that was held.
"""

from __future__ import annotations

from typing import Final

from display.breaches import ByRule, by_rule
from display.messages import said

PROVED_TITLES: Final[ByRule] = by_rule(
    (
        (("must-give", "false-answer"), (said("{name}: false answer"), said("False answer"))),
        (("ask-own-rank", "no-half"), (said("{name}: false question"), said("False question"))),
        (
            ("must-play", "cannot-open", "must-strike", "hid-end-card", "give-all"),
            (said("{name} held back a card"), said("Card held back")),
        ),
        (("no-marriage", "court-card"), (said("{name}: not in that hand"), said("Not in that hand"))),
    )
)

PROVED: Final[ByRule] = by_rule(
    (
        # Cucumber, Marjapussi
        (
            ("must-beat/now", "must-beat/one"),
            (said("{name} played {card:object}, but held {held:object}, which beats the trick."),),
        ),
        (("must-beat",), (said("{name} played {card:object}, but held a card that beats the trick."),)),
        (
            ("must-play-lowest/now", "must-play-lowest/one"),
            (said("{name} played {card:object}, but held {held:object}, which is lower."),),
        ),
        (("must-play-lowest",), (said("{name} played {card:object}, but held a lower card."),)),
        # Hearts
        (
            ("hearts-closed/now", "hearts-closed/one"),
            (said("{name} led {card:object} too early: {held:object} was in hand."),),
        ),
        (("hearts-closed",), (said("{name} led {card:object} too early: another suit was in hand."),)),
        (
            ("first-trick/now", "first-trick/one"),
            (said("{name} played {card:object} to the first trick, but held {held:object}."),),
        ),
        (("first-trick",), (said("{name} played {card:object} to the first trick, but held cards without points."),)),
        # Amerikaner: of a card played to a suit, and of the call
        (
            ("called-card",),
            (
                said("{name} played {card:object} on {suit}, but held the called card."),
                said("{name} called a card, but held it."),
            ),
        ),
        # Rödskägg
        (("court-card",), (said("{name} changed a hand that had a king, queen or jack in it."),)),
        # Marjapussi
        (
            ("ace-lead/now", "ace-lead/one", "spade-lead/now", "spade-lead/one"),
            (said("{name} opened with {card:object}, but held {held:object}."),),
        ),
        (("ace-lead",), (said("{name} opened with {card:object}, but held an ace."),)),
        (("spade-lead",), (said("{name} opened with {card:object}, but held a spade."),)),
        (
            ("pikkarainen-lead",),
            (said("{name} led {card:object}, but had to lead the suit of the pikkarainen."),),
        ),
        (("first-lead",), (said("{name} led the first deal, but another hand had the ace for it."),)),
        (("no-marriage",), (said("{name} made a suit without having both its king and its queen."),)),
        (("no-half",), (said("{name} asked for a half without having the other one."),)),
        (("false-answer",), (said("{name} gave a false answer: the cards seen prove it."),)),
        # Aurum, Ristiseiska, Vändåtta
        (
            ("must-play/now", "must-play/one"),
            (said("{name} did not play, but held {held:object}, which fitted."),),
        ),
        (("must-play",), (said("{name} did not play, but held a card that fitted."),)),
        # Paskahousu
        (
            ("cannot-open/now", "cannot-open/one"),
            (said("{name} passed, but held {held:object}, which could open the pile."),),
        ),
        (("cannot-open",), (said("{name} passed, but held a card that could open the pile."),)),
        # Limppu
        (("must-strike",), (said("{name} drew, but had a pair in hand and must have struck."),)),
        (("hid-end-card",), (said("{name} hid the king of spades, which must be shown at once."),)),
        # Finns i sjön
        (
            ("must-give/now", "must-give/one"),
            (said("{name} said “finns i sjön”, but held {held:object}."),),
        ),
        (("must-give",), (said("{name} said “finns i sjön”, but held the rank asked for."),)),
        (
            ("give-all/now", "give-all/one"),
            (said("{name} kept back {held:object}, though all cards of the rank were due."),),
        ),
        (("give-all",), (said("{name} kept back a card of the rank, though all of them were due."),)),
        (("ask-own-rank",), (said("{name} asked for a rank without holding a card of it."),)),
    )
)

SUSPECTED: Final[ByRule] = by_rule(
    (
        (
            ("follow-suit",),
            (
                said("{names} did not follow {suit:follow}. Who it was cannot be told yet."),
                said("{names} did not follow suit. Who it was cannot be told yet."),
                said("{name} did not follow suit in one of the tricks. Which one cannot be told yet."),
                said("One of these players did not follow suit. Who it was cannot be told yet."),
            ),
        ),
        (
            ("must-trump",),
            (
                said("{names} held back a trump. Who it was cannot be told yet."),
                said("{name} held back a trump in one of the tricks. Which one cannot be told yet."),
                said("One of these players held back a trump. Who it was cannot be told yet."),
            ),
        ),
        (
            ("must-beat",),
            (
                said("{names} did not beat, though able to. Who it was cannot be told yet."),
                said("{name} did not beat in one of the tricks, though able to. Which one cannot be told yet."),
                said("One of these players did not beat, though able to. Who it was cannot be told yet."),
            ),
        ),
        (
            ("must-play-lowest",),
            (
                said("{names} did not play the lowest card. Who it was cannot be told yet."),
                said("{name} did not play the lowest card in one of the tricks. Which one cannot be told yet."),
                said("One of these players did not play the lowest card. Who it was cannot be told yet."),
            ),
        ),
        (
            ("called-card",),
            (
                said("{names} has the called card in hand. Who it is cannot be told yet."),
                said("{name} broke a rule in one of the tricks. Which one cannot be told yet."),
                said("One of these players has the called card in hand. Who it is cannot be told yet."),
            ),
        ),
        (
            ("hearts-closed", "ace-lead", "spade-lead", "pikkarainen-lead", "first-lead"),
            (
                said("{names} led a wrong card. Who it was cannot be told yet."),
                said("{name} led a wrong card to one of the tricks. Which one cannot be told yet."),
                said("One of these players led a wrong card. Who it was cannot be told yet."),
            ),
        ),
        (
            ("first-trick",),
            (
                said("{names} played points to the first trick without need. Who it was cannot be told yet."),
                said("{name} broke a rule in one of the tricks. Which one cannot be told yet."),
                said("One of these players played points to the first trick without need. Who, cannot be told yet."),
            ),
        ),
        (
            ("no-marriage", "no-half", "false-answer", "must-give", "give-all", "ask-own-rank"),
            (
                said("{names} said something untrue of the hand. Who it was cannot be told yet."),
                said("{name} said two things that cannot both be true. Which one was false cannot be told yet."),
                said("One of these players said something untrue of the hand. Who it was cannot be told yet."),
            ),
        ),
        (
            ("must-play", "cannot-open"),
            (
                said("{names} held back a card that could be played. Who it was cannot be told yet."),
                said("{name} once held back a card that could be played. When it was cannot be told yet."),
                said("One of these players held back a card that could be played. Who, cannot be told yet."),
            ),
        ),
    )
)
