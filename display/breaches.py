"""What an alert says when a rule is broken: the titles and the reasons, by the rule's id, as the rules pages name it.

A rule that several games have stands once, so its sentences must be true in all of them. Behind each id stand
candidates, as in sentences.py: the first is taken whose fields are all known. Here `{card}` is the single card that
was laid, `{count}` the number of several, `{held}` the one known card in the hand that shows the breach. An act without
a card (a bid, a question, a pass) has neither `{card}` nor `{count}`, so a sentence without them says what was wrong
with it. What to do now stands in remedies.py, and what an earlier act is accused of in accusations.py.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final, TypeAlias

from display.messages import Message, said

ByRule: TypeAlias = Mapping[str, tuple[Message, ...]]


def by_rule(groups: Sequence[tuple[Sequence[str], tuple[Message, ...]]]) -> dict[str, tuple[Message, ...]]:
    """Messages by the rule's id, from messages that several rules share."""
    return {rule: messages for rules, messages in groups for rule in rules}


REASONS: Final[ByRule] = {
    # every game
    "out-of-turn": (
        said("{name} played {card:object}, but it is somebody else’s turn."),
        said("{name} is not on turn: somebody else is."),
        said("It is somebody else’s turn."),
    ),
    "wrong-phase": (
        said("{name} played {card:object}, but that cannot be done now."),
        said("{name} did something that cannot be done now."),
        said("That cannot be done now."),
    ),
    "not-in-hand": (
        said("{name}: {card:object} should not be in this hand."),
        said("{name}: that card should not be in this hand."),
        said("That card should not be in this hand."),
    ),
    "card-seen": (
        said("{name}: {card:object} was played already or lies elsewhere."),
        said("{name}: that card was played already or lies elsewhere."),
        said("That card was played already or lies elsewhere."),
    ),
    "wrong-count": (
        said("{name} played {count} cards, which is not the right number."),
        said("{name}: that is not the right number of cards."),
        said("That is not the right number of cards."),
    ),
    "wrong-value": (said("{name} said something that is no answer here."),),
    # from the stock or a pile
    "stock-empty": (said("{name} cannot take a card from the stock: it is empty."),),
    "empty-stock": (said("{name} cannot take a card from the stock: it is empty."),),
    "not-stock-top": (said("{name} turned up {card:object}, but another card lies on top of the stock."),),
    "not-on-top": (said("{name} took a card that does not lie on top."),),
    "nothing-to-take": (said("{name} cannot take a pile: none lies there."),),
    # hands laid open
    "show-mismatch": (
        said("{name} did not show {held:object}, which must be in this hand."),
        said("{name} did not show all the cards that must be in this hand."),
    ),
    # what must be played to a trick
    "follow-suit": (
        said("{name} played {card:object}, but must follow {suit:follow}: {held:object} is in hand."),
        said("{name} played {card:object}, but has {suit:follow} in hand and must follow suit."),
        said("Whoever has the suit led must follow it."),
    ),
    "must-trump": (
        said("{name} played {card:object}, but must play a trump: {held:object} is in hand."),
        said("{name} played {card:object}, but must play a trump and has one in hand."),
        said("Whoever cannot follow suit must play a trump."),
    ),
    # Cucumber and Marjapussi; of a taking, Skitgubbe and Mattis
    "must-beat": (
        said("{name} played {card:object}, but must beat the trick: {held:object} is in hand."),
        said("{name} played {card:object}, but must beat the trick and can."),
        said("{name} cannot take up a card: {held:object} beats the one on top."),
        said("{name} cannot take up a card: one in hand beats the one on top."),
    ),
    # Cucumber
    "must-play-lowest": (
        said("{name} played {card:object}, but must play the lowest card: {held:object} is in hand."),
        said("{name} played {card:object}, but must play the lowest card and has a lower one."),
    ),
    # Hearts
    "first-card": (
        said("{name} cannot lead {card:object}: {held:object} opens the first trick."),
        said("{name} cannot lead {card:object}: the lowest club opens the first trick."),
    ),
    "hearts-closed": (said("{name} cannot lead hearts yet and has another suit in hand."),),
    "first-trick": (said("{name} cannot play {card:object} to the first trick: cards without points are in hand."),),
    # Amerikaner
    "bid-too-low": (said("{name} must bid more than the last bid, or pass."),),
    "call-trump": (said("{name} can only call a trump: a card of the suit just led."),),
    "called-card": (
        said("{name} played {card:object}, but must play the called card: {held:object} is in hand."),
        said("{name} played {card:object}, but must play the called card, which is in hand."),
        said("{name} must call a card of another hand."),
    ),
    # Ramina
    "forced-play": (said("{name} must come in: after so many rests, or with so many points, nobody may rest."),),
    # Rödskägg
    "court-card": (
        said("{name} cannot change a hand with a king, queen or jack: {held:object} is in it."),
        said("{name} cannot change a hand with a king, queen or jack in it."),
    ),
    "final-hand": (said("{name} cannot change this hand: it came from the reshuffled stock."),),
    # Marjapussi
    "ace-lead": (
        said("{name} must open the deal with an ace: {held:object} is in hand."),
        said("{name} must open the deal with an ace."),
    ),
    "spade-lead": (
        said("{name} has no ace and must open the deal with a spade: {held:object} is in hand."),
        said("{name} must open the deal with a spade, if not with an ace."),
    ),
    "pikkarainen-lead": (said("{name} has just made a pikkarainen and must lead its suit."),),
    "after-trick": (said("{name} can make a suit, or ask for one, only after winning a trick."),),
    "one-announcement": (said("{name} has made a suit already since the last trick."),),
    "suit-used": (said("{name} cannot make a suit that was made before in this deal."),),
    "no-marriage": (said("{name} cannot have both the king and the queen of that suit."),),
    "no-partner": (said("{name} can ask nobody but a partner."),),
    "trump-made": (said("{name} cannot ask for trump: it is made already."),),
    "ask-order": (said("{name} can ask for a whole pair only at the side’s first trick, and for halves only later."),),
    "one-question": (said("{name} has asked for a half already after this trick."),),
    "no-half": (said("{name} cannot say that: the king or queen for it is missing."),),
    "false-answer": (
        said("{name} cannot say no: {held:object} is in hand."),
        said("{name} cannot say no: what was asked for is in hand."),
    ),
    "wrong-suit": (said("{name} was asked for another suit."),),
    # Aurum
    "suit-repeated": (said("{name} played {card:object}, but that metal lies in the trick already."),),
    "no-gold-lead": (said("{name} played {card:object}, but gold never opens a trick."),),
    "not-partner": (said("{name} can exchange only a bid of the same side."),),
    # Aurum's pass, the asking and passing of Ristiseiska, the drawing and passing of Vändåtta
    "must-play": (
        said("{name} must play: {held:object} is in hand and fits."),
        said("{name} must play: a card that fits is in hand."),
    ),
    # Paskahousu and Valepaska; too-low also Lyveren
    "opening-rank": (said("{name} must open with threes; where nobody has any, with fours, and so on."),),
    "same-rank": (said("{name} laid cards of different ranks together."),),
    "must-take": (said("{name} must take the ten or ace that lies alone."),),
    "two-on-top": (said("{name} can lay nothing but a two on a two."),),
    "one-at-a-time": (said("{name} can lay tens and aces only one at a time."),),
    "court-too-early": (
        said("{name} cannot lay a jack, queen or king on the empty table or a low card while there is a stock."),
    ),
    "ace-on-court-only": (said("{name} cannot lay an ace on a card from 3 to 9."),),
    "too-low": (
        said("{name} played {card:object}, which is too low for the pile."),
        said("{name} laid or named cards that are too low for the pile."),
    ),
    "cannot-open": (
        said("{name} cannot pass: {held:object} can open the pile."),
        said("{name} cannot pass: a card in hand can open the pile."),
    ),
    # Valepaska and Lyveren
    "first-face-up": (said("{name} must lay the first cards of a deal face up."),),
    "claim-needed": (said("{name} must say what the cards are."),),
    "nothing-to-challenge": (said("{name} cannot doubt: nothing was said just now."),),
    "one-free-card": (said("{name} can lay only one card now, of any rank."),),
    "no-such-run": (said("{name} said a run that goes beyond the ace."),),
    # Skitgubbe and Mattis; does-not-beat also Limppu
    "stock-last-card": (said("{name} cannot turn up the last card of the stock: it makes trump."),),
    "does-not-beat": (
        said("{name} played {card:object}, which does not beat what lies there."),
        said("{name} laid cards that do not beat what lies there."),
    ),
    "not-a-sequence": (said("{name} laid cards that are no run in one suit."),),
    # Limppu
    "limppu-alone": (said("{name} cannot strike with the limppu alone."),),
    "not-a-group": (said("{name} must strike with two to four cards of one rank."),),
    "must-strike": (said("{name} has a pair in hand and must strike instead of drawing."),),
    "end-card-dealt": (said("The king of spades is not dealt: it lies in the stock."),),
    # Femhundra
    "not-a-meld": (said("{name} laid out cards that are neither a run nor a set."),),
    "own-meld-first": (said("{name} must lay out a meld first and can add to others only then."),),
    "no-fit": (said("{name} added cards to a meld in which they do not fit."),),
    "keep-discard": (said("{name} must keep a card to discard."),),
    # 31
    "drawn-card": (said("{name} cannot discard the card just drawn."),),
    "not-31": (said("{name} showed cards that are not worth 31."),),
    # Vändåtta and Vri åtter
    "one-rank": (said("{name} laid cards of different ranks together."),),
    "no-match": (
        said("{name} played {card:object}, which does not fit the pile."),
        said("{name} laid cards that do not fit the pile."),
    ),
    "special-apart": (said("{name} cannot lay eights and aces on each other like that."),),
    "no-turn-first": (said("{name} can lay only a single card of the suit in the first turn, and no eight."),),
    "draw-limit": (said("{name} has drawn three cards already."),),
    "draw-first": (said("{name} cannot pass before having drawn three cards."),),
    "bad-declaration": (said("{name} named something that an eight cannot stand for."),),
    "no-cause": (said("{name} has no reason for this call."),),
    # Ristiseiska; give-to-asker also Finns i sjön
    "start-with-7c": (said("{name} played {card:object}, but the 7~of~clubs comes first."),),
    "no-place": (said("{name} played {card:object}, which has no place on the table yet."),),
    "ask-previous": (said("{name} can ask only the player before."),),
    "give-to-asker": (said("{name} must give to the player who has asked."),),
    # Finns i sjön
    "ask-another": (said("{name} must ask another player."),),
    "ask-own-rank": (said("{name} asked for a rank without holding a card of it."),),
    "must-give": (
        said("{name} cannot say “finns i sjön”: {held:object} is in hand."),
        said("{name} cannot say “finns i sjön”: the rank asked for is in hand."),
    ),
    "wrong-rank": (said("{name} gave another rank than the one asked for."),),
    "give-all": (
        said("{name} must give all cards of the rank: {held:object} is still in hand."),
        said("{name} must give all cards of the rank asked for."),
    ),
    "not-a-book": (said("{name} laid down cards that are not four of one rank."),),
    # Gris and Stress
    "not-alike": (said("{name} laid down cards that are not four of one rank."),),
    "pig-first": (said("{name} must pass on the pig, the 6~of~spades."),),
    "pig-stays": (said("{name} cannot give back the pig, only another card."),),
    "already-laid": (said("{name} has laid down four alike already."),),
    "pig-in-four": (said("{name} cannot lay down the four sixes: the pig is still needed."),),
    # the Norwegian Gris
    "returned-card": (said("{name} can put away only a card that has just come back."),),
    # Stress
    "not-on-table": (said("{name} took a card that does not lie in the middle."),),
    "table-full": (said("{name} put more cards into the middle than were taken."),),
    "put-back": (said("{name} still owes the middle cards."),),
    "not-finished": (said("{name} called, but still has cards in hand."),),
    # Läpsy
    "top-card": (said("{name} played {card:object}, but another card must lie on top of the packet."),),
    # Gold Digger
    "no-chips": (said("{name} has no chip left."),),
    "wrong-group": (said("{name} must lay the figure to its own group."),),
    "no-group": (said("{name} must choose a group for the gold."),),
    "group-full": (said("{name} chose a group that has six gold cards already."),),
    "needs-figure": (said("{name} must give the gold to a group with a figure."),),
}

# At most about 30 letters with a name of 8, and at most 20 where there is no name, which comes last.
TITLES: Final[ByRule] = by_rule(
    (
        (("out-of-turn",), (said("{name}: out of turn"), said("Out of turn"))),
        (("wrong-phase",), (said("{name}: not now"), said("Not now"))),
        (("not-in-hand",), (said("{name}: not in this hand"), said("Not in this hand"))),
        (("card-seen", "end-card-dealt"), (said("{name}: impossible card"), said("Impossible card"))),
        (("wrong-count",), (said("{name}: wrong number"), said("Wrong number"))),
        (("stock-empty", "empty-stock"), (said("{name}: stock empty"), said("Stock empty"))),
        (("not-stock-top", "not-on-top", "top-card"), (said("{name}: not on top"), said("Not on top"))),
        (("nothing-to-take",), (said("{name}: no pile there"), said("No pile there"))),
        (("show-mismatch",), (said("{name}: cards missing"), said("Cards missing"))),
        (("follow-suit",), (said("{name} did not follow suit"), said("Suit not followed"))),
        (("must-trump",), (said("{name} did not trump"), said("No trump played"))),
        (("must-beat",), (said("{name} did not beat"), said("Not beaten"))),
        (("must-play-lowest",), (said("{name}: not the lowest"), said("Not the lowest"))),
        (
            (
                *("first-card", "hearts-closed", "ace-lead", "spade-lead", "pikkarainen-lead", "no-gold-lead"),
                *("opening-rank", "start-with-7c"),
            ),
            (said("{name}: wrong lead"), said("Wrong lead")),
        ),
        (("bid-too-low",), (said("{name}: bid too low"), said("Bid too low"))),
        (("called-card", "call-trump"), (said("{name}: wrong card"), said("Wrong card"))),
        (("forced-play",), (said("{name} must come in"), said("Must come in"))),
        (("court-card", "final-hand"), (said("{name}: no new hand"), said("No new hand"))),
        (("after-trick", "not-finished"), (said("{name}: too early"), said("Too early"))),
        (
            ("one-announcement", "suit-used", "no-marriage", "trump-made", "no-half"),
            (said("{name}: not possible"), said("Not possible")),
        ),
        (
            ("no-partner", "ask-order", "one-question", "ask-previous", "ask-another", "ask-own-rank"),
            (said("{name}: wrong question"), said("Wrong question")),
        ),
        (("false-answer", "wrong-suit", "wrong-value"), (said("{name}: wrong answer"), said("Wrong answer"))),
        (("must-play", "cannot-open", "must-strike"), (said("{name} must play"), said("Must play"))),
        (("must-take",), (said("{name} must take"), said("Must take"))),
        (("must-give", "give-all"), (said("{name} must give"), said("Must give"))),
        (("too-low",), (said("{name}: too low"), said("Too low"))),
        (("does-not-beat",), (said("{name}: does not beat"), said("Does not beat"))),
        (
            ("no-match", "special-apart", "no-turn-first", "no-place", "no-fit", "two-on-top", "ace-on-court-only"),
            (said("{name}: does not fit"), said("Does not fit")),
        ),
        (
            ("same-rank", "one-rank", "not-alike", "not-a-book", "not-a-group"),
            (said("{name}: not alike"), said("Not alike")),
        ),
        (("not-a-sequence", "not-a-meld"), (said("{name}: not a meld"), said("Not a meld"))),
        (("nothing-to-challenge",), (said("{name}: nothing to doubt"), said("Nothing to doubt"))),
        (
            ("wrong-group", "no-group", "group-full", "needs-figure"),
            (said("{name}: wrong group"), said("Wrong group")),
        ),
    )
)
