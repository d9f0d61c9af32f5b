"""What people should do now that a line broke a rule and was not applied, by the rule's id.

The alert says it beside the cards, in a narrow column: at most about 80 letters, no word longer than 14. It speaks to
whoever acted. Where an act has no card (a bid, a question, a press) nothing is called a card.
"""

from __future__ import annotations

from typing import Final

from display.breaches import ByRule, by_rule
from display.messages import said

REMEDIES: Final[ByRule] = by_rule(
    (
        # every game
        (("out-of-turn",), (said("Take it back and wait for your turn."),)),
        (
            ("wrong-phase", "nothing-to-take", "nothing-to-challenge", "no-cause"),
            (said("Take it back and go on with the game."),),
        ),
        (("not-in-hand",), (said("Take back the card and play one from your own hand."),)),
        (("card-seen", "end-card-dealt"), (said("Take it back and compare the table with the screen."),)),
        (("wrong-count",), (said("Take the cards back and choose the right number."),)),
        (("wrong-value",), (said("Choose one of the answers on the screen."),)),
        (("stock-empty", "empty-stock"), (said("Go on without the stock."),)),
        (("not-stock-top", "not-on-top", "top-card"), (said("Put it back and take the card on top."),)),
        (("show-mismatch",), (said("Show the whole hand once more."),)),
        # tricks
        (
            ("follow-suit",),
            (
                said("Take back the card and follow {suit:follow}."),
                said("Take back the card and follow suit."),
            ),
        ),
        (("must-trump",), (said("Take back the card and play a trump."),)),
        (("must-beat",), (said("Take it back and play a card that beats."),)),
        (("must-play-lowest",), (said("Take back the card and play your lowest one."),)),
        (("first-card",), (said("Take back the card. Whoever has the lowest club leads it."),)),
        (("hearts-closed",), (said("Take back the card and lead another suit."),)),
        (("first-trick",), (said("Take back the card and play one without points."),)),
        (("bid-too-low",), (said("Bid higher, or pass."),)),
        (("call-trump",), (said("Call a card of the trump suit."),)),
        (("called-card",), (said("Play the called card. Only a card of another hand can be called."),)),
        (("forced-play",), (said("Come in and pay a chip."),)),
        (("court-card", "final-hand"), (said("Keep your hand and bid."),)),
        (("ace-lead",), (said("Take back the card and lead an ace."),)),
        (("spade-lead",), (said("Take back the card and lead a spade."),)),
        (("pikkarainen-lead",), (said("Take back the card and lead the suit you have made."),)),
        (("after-trick", "one-announcement", "one-question"), (said("Lead a card."),)),
        (("suit-used",), (said("Choose another suit, or lead a card."),)),
        (("no-marriage", "no-half", "false-answer"), (said("Take it back and say what is true."),)),
        (("no-partner", "trump-made", "ask-order"), (said("Ask something else, or lead a card."),)),
        (("wrong-suit",), (said("Say yes or no to the suit you were asked for."),)),
        (("suit-repeated",), (said("Take back the card and play another metal, or gold."),)),
        (("no-gold-lead",), (said("Take back the card and lead a base metal."),)),
        (("not-partner",), (said("Choose your own bid or your partner’s."),)),
        # piles
        (("must-play",), (said("Play a card that fits."),)),
        (("opening-rank",), (said("Take it back. Whoever has most of the lowest rank opens with it."),)),
        (("same-rank", "one-rank"), (said("Take the cards back and lay only one rank."),)),
        (("must-take",), (said("Take the pile."),)),
        (("two-on-top",), (said("Lay a two, turn up a card or take the pile."),)),
        (("one-at-a-time", "one-free-card"), (said("Take the cards back and lay only one."),)),
        (
            ("court-too-early", "ace-on-court-only"),
            (said("Lay something else, turn up a card or take the pile."),),
        ),
        (("too-low",), (said("Go higher, or take the pile."),)),
        (("cannot-open",), (said("Open with a card that is no jack, queen or king."),)),
        (("first-face-up",), (said("Lay the same cards face up."),)),
        (("claim-needed",), (said("Say what you have laid."),)),
        (("no-such-run",), (said("Say a run that ends with the ace at most."),)),
        (("stock-last-card",), (said("Put it back face down and play from the hand."),)),
        (("does-not-beat",), (said("Take it back and play a card that beats, or take what lies there."),)),
        (("not-a-sequence",), (said("Take the cards back and lay a run, or one card."),)),
        (("limppu-alone",), (said("Lay a group with it, or a group alone."),)),
        (("not-a-group",), (said("Take the cards back and strike with a group."),)),
        (("must-strike",), (said("Put the card back and strike with your pair."),)),
        (("no-match", "no-place", "special-apart"), (said("Take it back and lay a card that fits."),)),
        (("no-turn-first",), (said("Take it back and lay one card of the suit, or draw."),)),
        (("draw-limit",), (said("Put it back, then lay a card or pass."),)),
        (("draw-first",), (said("Draw another card."),)),
        (("bad-declaration",), (said("Name something else."),)),
        # laying out, discarding, giving
        (("not-a-meld",), (said("Take the cards back and lay out a run or a set."),)),
        (("own-meld-first",), (said("Take it back and lay out your own meld first."),)),
        (("no-fit",), (said("Take it back and add it elsewhere."),)),
        (("keep-discard",), (said("Take a card back: your turn ends with a discard."),)),
        (("drawn-card",), (said("Take back the card and discard another one."),)),
        (("not-31", "already-laid"), (said("Take the cards back and go on with the game."),)),
        (("start-with-7c",), (said("Take it back. Whoever has the 7~of~clubs begins with it."),)),
        (("ask-previous",), (said("Ask the player before you."),)),
        (("ask-another",), (said("Ask another player."),)),
        (("ask-own-rank",), (said("Ask for a rank that you hold."),)),
        (("give-to-asker",), (said("Give it to the player who has asked."),)),
        (("must-give", "give-all"), (said("Give all cards of that rank."),)),
        (("wrong-rank",), (said("Take them back and give only the rank asked for."),)),
        (("not-a-book", "not-alike"), (said("Take the cards back and wait for four of one rank."),)),
        (("pig-first",), (said("Take back the card and pass on the pig."),)),
        (("pig-stays",), (said("Take back the pig and give another card."),)),
        (("pig-in-four",), (said("Take the cards back and pass on the pig."),)),
        (("returned-card",), (said("Keep the card, and lay one to pass on."),)),
        (("not-on-table",), (said("Put it back and take a card from the middle."),)),
        (("table-full",), (said("Take the card back: first take, then put."),)),
        (("put-back",), (said("Put as many cards into the middle as you took."),)),
        (("not-finished",), (said("Go on: the call comes when all your cards lie in fours."),)),
        (("no-chips",), (said("Go on: the next player turns up a card."),)),
        (("wrong-group",), (said("Lay it to the group with its sign."),)),
        (("no-group",), (said("Choose a group for it."),)),
        (("group-full",), (said("Choose another group."),)),
        (("needs-figure",), (said("Choose a group that has a figure and room."),)),
    )
)
