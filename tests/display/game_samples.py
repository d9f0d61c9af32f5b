"""Views of the other games: bidding, piles, melds, rows, other decks, no points; each in its largest case."""

from __future__ import annotations

from dataclasses import replace

from display.view import (
    Choice,
    EndView,
    Fact,
    Laid,
    Match,
    Pile,
    PlayView,
    Question,
    ResultView,
    Score,
    SeatFace,
    View,
)
from tests.display.samples import LONG_NAMES, MANY_NAMES, NAMES

RANKS = "23456789TJQKA"
SUITS = "CDHS"
DECK = tuple(rank + suit for suit in SUITS for rank in RANKS)
KEYS = ("undo", "sound", "full-screen", "quit")


def names_of(seats: int, language: str = "en") -> tuple[str, ...]:
    return NAMES[language][:seats] if seats <= 4 else (*MANY_NAMES, *MANY_NAMES)[:seats]


def view(
    game: str,
    seats: int,
    *,
    language: str = "en",
    notes: tuple[tuple[Fact, ...], ...] = (),
    scores: bool = True,
    names: tuple[str, ...] | None = None,
    hand: tuple[str, ...] | None = None,
    backs: int | None = None,
    playable: bool = False,
    turn: int | None = 1,
    **more,
) -> PlayView:
    """A play screen of any game; of the last seat's hand where one is shown."""
    called = names or names_of(seats, language)
    faces = tuple(
        SeatFace(
            name,
            hand=hand if hand is not None and seat == seats - 1 else None,
            playable=frozenset(hand or ()) if playable and seat == seats - 1 else frozenset(),
            backs=backs if hand is None or seat < seats - 1 else None,
            notes=notes[seat] if seat < len(notes) else (),
        )
        for seat, name in enumerate(called)
    )
    totals = (9, 14, 102, 6, 31, 128, -77, 40, 5, 66, *range(6))
    match = Match(
        game,
        faces,
        tuple(Score((seat,), totals[seat], None) for seat in range(seats)) if scores else (),
        deal=2,
        dealer=0,
        simulated=backs is not None or hand is not None,
        keys=("play-card", *KEYS) if hand else KEYS,
    )
    return PlayView(match, turn=turn, trick=more.pop("trick", 0), tricks=more.pop("tricks", None), **more)


def bids(*, high: int, word: str = "") -> tuple[Choice, ...]:
    numbers = [Choice(number, "bid", count=number) for number in range(1, high + 1)]
    more = [Choice(high + 1, "bid", word=word)] if word else []
    return (*numbers, *more, Choice(high + 2, "pass"))


def of_deck(do: str) -> tuple[Choice, ...]:
    return tuple(Choice(number, do, card=card) for number, card in enumerate(DECK))


def suits(do: str, first: int = 0) -> tuple[Choice, ...]:
    return tuple(Choice(first + number, do, suit=suit) for number, suit in enumerate(SUITS))


LIFT = Choice(50, "", lift=True)
BIDS = ((Fact("bid", count=5),), (Fact("bid", word="amerikaner"),), (), (Fact("bid", count=4),), ())
HAND = ("9C", "QC", "7D", "TH", "JS", "AS", "2H", "4D", "8S", "KC")


def amerikaner(language: str = "en", **more) -> PlayView:
    """The auction."""
    question = Question(1, "bid", "value", bids(high=10, word="amerikaner"), phase="bid")
    return view("amerikaner", 4, language=language, notes=BIDS, trick=1, question=question, **more)


def amerikaner_call(language: str = "en", **more) -> PlayView:
    """The bidder's first card lies; any card of the deck may be called."""
    question = Question(1, "declare", "value", of_deck("declare"), phase="call")
    facts = (Fact("trump", suit="H"), Fact("bid", count=6, seat=1))
    laid = {"laid": (Laid(1, "9H"),), "winning": 1}
    return view("amerikaner", 4, language=language, notes=BIDS, trick=1, question=question, facts=facts, **laid, **more)


def rodskagg_bid(language: str = "en") -> PlayView:
    """Seven seats, a bid or a new hand."""
    choices = (Choice(0, "exchange"), *(Choice(1 + n, "bid", count=n) for n in range(7)))
    choices += (Choice(8, "bid", word="rodskagg"), Choice(9, "pass"))
    question = Question(2, "bid", "value", choices, phase="swap")
    notes = tuple((Fact("bid", count=seat), Fact("tricks", count=0)) for seat in range(2))
    return view("rodskagg", 7, language=language, notes=notes, trick=1, question=question, turn=2)


def hearts_pass(language: str = "en", **more) -> PlayView:
    question = Question(0, "exchange", "", (LIFT,), (None, None), phase="pass")
    return view("hearts", 4, language=language, trick=1, question=question, turn=0, **more)


def hearts_moon(language: str = "en") -> PlayView:
    question = Question(
        3, "declare", "value", (Choice(0, "declare", word="self"), Choice(1, "declare", word="others")), phase="moon"
    )
    return view("hearts", 7, language=language, trick=13, tricks=13, question=question, turn=3)


def marjapussi_lead(language: str = "en", **more) -> PlayView:
    question = Question(0, "", "do", (*suits("declare"), Choice(4, "ask")), phase="lead")
    facts = (Fact("in-trick", points=0), Fact("trump", suit="S"))
    return view("marjapussi", 4, language=language, trick=5, tricks=9, question=question, turn=0, facts=facts, **more)


def ramina_exchange(language: str = "en") -> PlayView:
    """Eight seats; three cards of the hand are gathered."""
    choices = (Choice(0, "exchange"), Choice(1, "", lift=True))
    question = Question(7, "exchange", "do", choices, ("9C", "QC", "7D"), phase="exchange")
    notes = tuple((Fact("chips", count=5 + seat),) for seat in range(8))
    return view(
        "ramina", 8, language=language, notes=notes, trick=1, question=question, turn=7,
        hand=("9C", "QC", "7D", "TH", "JS"), playable=True, facts=(Fact("trump", suit="D"), Fact("stock", count=11)),
    )  # fmt: skip


def paskahousu(language: str = "en", seats: int = 6, **more) -> PlayView:
    """A pile of many cards, a stock, a question."""
    choices = (Choice(0, "take"), Choice(1, "play"), LIFT)
    question = Question(1, "play", "do", choices, ("9C", "9D"), phase="play")
    notes = tuple((Fact("place", count=1),) if seat == 3 else () for seat in range(seats))
    pile = Pile("pile", ("3C", "4D", "4S", "6H", "7C", "8D", "8S"), 4)
    facts = (Fact("stock", count=17),)
    return view(
        "paskahousu", seats, language=language, notes=notes, scores=False, piles=(pile,), facts=facts,
        question=question, **more,
    )  # fmt: skip


def valepaska(language: str = "en") -> PlayView:
    """A heap face down; the rank of what is laid must be said."""
    choices = tuple(Choice(number, "play", rank=rank) for number, rank in enumerate("3456789TJQKA2"))
    question = Question(0, "play", "claim:rank", (*choices, LIFT), (None, None, None), phase="play")
    return view(
        "valepaska", 6, language=language, scores=False, piles=(Pile("pile", hidden=23),), turn=0,
        facts=(Fact("stock", count=3),), question=question,
    )  # fmt: skip


def lyveren(language: str = "en") -> PlayView:
    question = Question(2, "play", "claim:suit", (*suits("play"), LIFT), (None,), phase="again")
    return view(
        "lyveren", 4, language=language, scores=False, piles=(Pile("heap", hidden=9), Pile("stock", hidden=12)),
        turn=2, question=question, backs=8,
    )  # fmt: skip


def thirty_one(language: str = "en", seats: int = 5, **more) -> PlayView:
    choices = (Choice(0, "draw", word="stock"), Choice(1, "draw", word="discard"), Choice(2, "knock"))
    notes = tuple((Fact("out"),) if seat == 4 else (Fact("chips", count=3 - seat % 3),) for seat in range(seats))
    return view(
        "thirty-one", seats, language=language, notes=notes,
        piles=(Pile("pile", ("KC", "4D")), Pile("stock", hidden=30)), facts=(Fact("knocked", seat=0),),
        question=Question(1, "draw", "source", choices, phase="draw"), **more,
    )  # fmt: skip


def vandatta_declare(language: str = "en", seats: int = 8, **more) -> PlayView:
    """After an eight: a suit, or a card of it."""
    choices = suits("declare") + tuple(replace(choice, number=choice.number + 4) for choice in of_deck("declare"))
    return view(
        "vandatta", seats, language=language, piles=(Pile("pile", ("KD", "8D")),), facts=(Fact("stock", count=20),),
        question=Question(1, "declare", "value", choices, phase="declare"), **more,
    )  # fmt: skip


MELDS = (
    "2C 3C 4C 5C 6C 7C", "9H 9S 9D", "JH QH KH AH", "5H 5S 5D", "TD JD QD", "2D 3D 4D", "6H 7H 8H", "AC AD AS",
    "2S 3S 4S", "6S 7S 8S", "TC TH TS", "8C 9C X1", "JC QC KC", "JS QS KS", "4H 3H 2H",
)  # fmt: skip


def femhundra(language: str = "en", seats: int = 4, **more) -> PlayView:
    """Fifteen melds, the pile, the stock; a meld to add to must be chosen."""
    piles = tuple(Pile("meld", tuple(meld.split()), seat=number % seats) for number, meld in enumerate(MELDS))
    onto = tuple(Choice(number, "layoff", card=meld.split()[-1]) for number, meld in enumerate(MELDS[:3]))
    question = Question(1, "layoff", "onto", (*onto, LIFT), ("5C",), phase="meld")
    return view(
        "femhundra", seats, language=language, piles=(Pile("pile", ("7D", "6D")), Pile("stock", hidden=9), *piles),
        question=question, **more,
    )  # fmt: skip


def femhundra_two_packs(language: str = "en", seats: int = 5) -> PlayView:
    """As much as can ever lie: a hundred cards in melds of three to eight."""
    long = ("2C 3C 4C 5C 6C 7C 8C 9C", "TC JC QC KC AC X2 2H 3H")
    melds = (*MELDS, *long)
    piles = tuple(Pile("meld", tuple(meld.split()), seat=number % seats) for number, meld in enumerate(melds))
    return view("femhundra", seats, language=language, piles=(Pile("pile", ("7D",)), Pile("stock", hidden=2), *piles))


def ristiseiska(language: str = "en", seats: int = 8, **more) -> PlayView:
    """All 52 cards lie."""
    order = "A23456789TJQK"
    piles = tuple(Pile("row", tuple(rank + suit for rank in order)) for suit in "CDHS")
    question = Question(1, "pass", "do", (Choice(0, "pass"),), phase="more")
    return view("ristiseiska", seats, language=language, piles=piles, question=question, **more)


def ristiseiska_begun(language: str = "en") -> PlayView:
    piles = (Pile("row", ("5C", "6C", "7C", "8C")), Pile("row", ("7H", "8H")))
    choices = (Choice(0, "ask", seat=0),)
    question = Question(1, "ask", "to", choices, phase="play")
    return view("ristiseiska", 4, language=language, piles=piles, question=question)


def stress(language: str = "en", **more) -> PlayView:
    """The four in the middle, twelve sets, no turn."""
    sets = tuple(
        Pile("meld", tuple(rank + suit for suit in SUITS), seat=place % 4) for place, rank in enumerate(RANKS[:11])
    )
    notes = tuple(
        (Fact("sets-left", count=seat), *((Fact("owes", count=1),) if seat == 2 else ())) for seat in range(4)
    )
    return view(
        "stress", 4, language=language, notes=notes, scores=False, turn=None,
        piles=(Pile("middle", ("4H", "9C", "KD", "2S")), *sets),
        question=Question(0, "press", "do", (Choice(0, "press"), Choice(1, "clock")), phase="swap"), **more,
    )  # fmt: skip


def gris(language: str = "en", seats: int = 10) -> PlayView:
    """Ten seats, nine of them have laid four."""
    piles = tuple(
        Pile("meld", tuple(rank + suit for suit in SUITS), seat=seat) for seat, rank in enumerate(RANKS[: seats - 1])
    )
    notes = tuple((Fact("place", count=seat + 1),) for seat in range(seats - 1))
    return view(
        "gris", seats, language=language, notes=notes, scores=False, piles=piles, facts=(Fact("pig", seat=seats - 1),),
        question=Question(seats - 1, "exchange", "", (), phase="send"), turn=seats - 1,
    )  # fmt: skip


def gris_nb(language: str = "en", **more) -> PlayView:
    """Who has passed on a card; the letters."""
    notes = tuple((Fact("letters", word="GRIS"[: seat % 4]),) if seat % 4 else () for seat in range(8))
    piles = (Pile("stock", hidden=4), *(Pile("passed", hidden=1, seat=seat) for seat in (0, 3, 5, 6)))
    return view(
        "gris-nb", 8, language=language, notes=notes, scores=False, piles=piles, turn=None,
        question=Question(1, "exchange", "do", (Choice(0, "press"),), phase="pass"), **more,
    )  # fmt: skip


def lapsy(language: str = "en") -> PlayView:
    pile = Pile("pile", ("4C", "KD", "5S", "5H"), 2)
    return view("lapsy", 8, language=language, scores=False, piles=(pile,), facts=(Fact("tries", count=2),), backs=7)


GOLD = (
    ("coins-6", "fake", "coins-3", "coins-4", "fake", "fake"), ("coins-10", "coins-1"), (), ("fake",),
    ("coins-2", "coins-5", "coins-8"), ("coins-7", "coins-9", "fake", "coins-1", "fake", "coins-2"),
)  # fmt: skip
FIGURES = ("boot", "pick", "fan", "mug", "pistol", "press")
GROUPS = ("adventurers", "prospectors", "ladies", "hosts", "bandits", "counterfeiters")


def gold_digger(language: str = "en", seats: int = 5, **more) -> PlayView:
    """The six groups with gold and the chips of five; a gold card needs its group."""
    piles: list[Pile] = []
    for place, figure in enumerate(FIGURES):
        piles += [Pile("figures", (figure,) * place), Pile("gold", GOLD[place])]
    chips = tuple(
        Fact("chip", seat=number % seats, word=GROUPS[number % 5 if number < 12 else 0]) for number in range(3 * seats)
    )
    notes = tuple((Fact("chips", count=seat % 4),) for seat in range(seats))
    choices = tuple(Choice(number, "layoff", word=group) for number, group in enumerate(GROUPS))
    return view(
        "gold-digger", seats, language=language, notes=notes, piles=tuple(piles),
        facts=(Fact("stock", count=21), *chips),
        question=Question(1, "layoff", "onto", (*choices, LIFT), ("coins-6",), phase="turn"), **more,
    )  # fmt: skip


METALS = ("bismuth", "phosphorus", "zinc", "copper", "silver")
SUPPLY = ("gold-0", "gold-1", "gold-1", "gold-2", "gold-3", "gold-3", "gold-4", "gold-5", "gold-7", "gold-8")


def aurum(language: str = "en", **more) -> PlayView:
    """A trick of metals, the supply, the collections."""
    piles = (
        Pile("supply", SUPPLY),
        *(Pile("collection", ("gold-0", "gold-2")[: 2 - seat % 2], seat=seat) for seat in range(4)),
        Pile("left-over", ("zinc-7", "copper-10")),
    )
    notes = tuple((Fact("bid", cards=(f"{METALS[seat]}-{seat + 2}",)), Fact("tricks", count=seat)) for seat in range(4))
    laid = (Laid(3, "zinc-10"), Laid(0, "gold-6"), Laid(1, "silver-3"))
    fields = {
        "laid": laid,
        "winning": 0,
        "turn": 2,
        "question": Question(2, "play", "do", (Choice(0, "pass"),), phase="play"),
    }
    return view("aurum", 4, language=language, notes=notes, piles=piles, **(fields | more))


def aurum_bid(language: str = "en") -> PlayView:
    """Any metal may be bid."""
    choices = tuple(
        Choice(number, "bid", word=f"{METALS[number // 10]}-{number % 10 + 1}") for number in range(50)
    )  # fmt: skip
    question = Question(0, "bid", "value", choices, phase="bid")
    return view("aurum", 4, language=language, turn=0, question=question, piles=(Pile("supply", SUPPLY),))


def skitgubbe(language: str = "en", **more) -> PlayView:
    """A duel with a tie."""
    laid = (Laid(1, "9C"), Laid(2, "9D"), Laid(1, "KH"))
    return view(
        "skitgubbe", 6, language=language, scores=False, laid=laid, winning=1, turn=2,
        facts=(Fact("stock", count=21),), **more,
    )  # fmt: skip


def mattis_shed(language: str = "en") -> PlayView:
    """Sequences of several cards of one seat, and a large hand."""
    laid = (Laid(0, "4C"), Laid(0, "5C"), Laid(0, "6C"), Laid(1, "8C"), Laid(1, "9C"))
    hand = tuple(DECK[::2])
    question = Question(
        2, "play", "do", (Choice(0, "play"), Choice(1, "take"), Choice(2, "", lift=True)), ("TC", "JC"), phase="shed"
    )
    return view(
        "mattis", 3, language=language, scores=False, laid=laid, winning=1, turn=2, hand=hand, playable=True, backs=9,
        facts=(Fact("trump", suit="S"),), question=question,
    )  # fmt: skip


def limppu(language: str = "en", **more) -> PlayView:
    """Four struck cards, two of them beaten, and the limppu."""
    struck = (("9C", "JC"), ("9D",), ("9H", "QH"), ("9S",))
    piles = (*(Pile("struck", cards) for cards in struck), Pile("limppu", ("2D",)))
    question = Question(1, "take", "do", (Choice(0, "take"),), phase="beat")
    facts = (Fact("stock", count=17),)
    return view("limppu", 6, language=language, scores=False, piles=piles, facts=facts, question=question, **more)


def finns(language: str = "en") -> PlayView:
    """A question of thirteen ranks to a seat."""
    choices = tuple(Choice(number, "ask", rank=rank) for number, rank in enumerate(RANKS))
    question = Question(0, "ask", "value", (*choices, LIFT), phase="ask")
    melds = tuple(
        Pile("meld", tuple(rank + suit for suit in SUITS), seat=place % 4) for place, rank in enumerate("2579")
    )
    return view(
        "finns-i-sjon", 4, language=language, piles=(Pile("stock", hidden=20), *melds), turn=0, question=question
    )


def unknown(language: str = "en") -> PlayView:
    """A game of tomorrow: ids without words, every kind of fact."""
    facts = (
        Fact("new-count", count=5), Fact("new-word", word="some-word"), Fact("new-seat", seat=1),
        Fact("new-rank", word="T"), Fact("new-cards", cards=DECK[:12]), Fact("new-suit", suit="H", seat=2),
        Fact("new-flag"),
    )  # fmt: skip
    choices = (Choice(0, "new-verb"), Choice(1, "new-verb", word="new-word"), Choice(2, "other-verb", suit="S"))
    notes = ((Fact("new-note", count=3), Fact("new-flag")), (Fact("new-suit", suit="D"), Fact("new-seat", seat=0)))
    return view(
        "new-game", 4, language=language, notes=notes, facts=facts,
        piles=(Pile("new-pile", ("9C", "X1")), Pile("new-heap", hidden=3)),
        question=Question(1, "new-verb", "new-name", choices, phase="new-phase"),
    )  # fmt: skip


def result_points(seats: int, language: str = "en") -> ResultView:
    """A result of points only, as most games have it."""
    play = view("hearts", seats, language=language)
    points = tuple((seat * 7) % 26 - (26 if seat == 3 else 0) for seat in range(seats))
    before = tuple(score.total - won for score, won in zip(play.match.scores, points, strict=True))
    return ResultView(replace(play.match, keys=("next-deal", "undo", "quit")), (), points, before)


def end_without_points(
    game: str, seats: int, winners: tuple[int, ...], losers: tuple[int, ...], language: str = "en"
) -> EndView:
    match = view(game, seats, language=language, scores=False).match
    return EndView(replace(match, keys=("again", "undo", "quit"), dealer=None), winners, losers, by="")


def end_fewest(seats: int, language: str = "en") -> EndView:
    """The lowest total wins, over six deals."""
    deals = tuple(tuple((deal * 5 + seat * 3) % 14 for seat in range(seats)) for deal in range(6))
    totals = [sum(deal[seat] for deal in deals) for seat in range(seats)]
    match = view("hearts", seats, language=language).match
    scores = tuple(Score((seat,), total) for seat, total in enumerate(totals))
    won = tuple(seat for seat, total in enumerate(totals) if total == min(totals))
    return EndView(replace(match, scores=scores, keys=("again", "quit")), won, by="points", deals=deals)


def every_game(language: str = "en") -> dict[str, View]:
    """Each kind of view once and more, by a name for files and test ids."""
    return {
        "amerikaner-bid": amerikaner(language),
        "amerikaner-bid-hand": amerikaner(language, hand=HAND, backs=10),
        "amerikaner-bid-long": amerikaner(language, names=LONG_NAMES),
        "amerikaner-call": amerikaner_call(language),
        "amerikaner-call-hand": amerikaner_call(language, hand=HAND, backs=10),
        "rodskagg-bid": rodskagg_bid(language),
        "hearts-pass": hearts_pass(language),
        "hearts-pass-hand": hearts_pass(language, hand=HAND, backs=13, playable=True),
        "hearts-moon": hearts_moon(language),
        "marjapussi-lead": marjapussi_lead(language),
        "marjapussi-long": marjapussi_lead(language, names=LONG_NAMES),
        "ramina-exchange": ramina_exchange(language),
        "paskahousu": paskahousu(language),
        "paskahousu-hand": paskahousu(language, 3, hand=HAND, backs=5, playable=True),
        "valepaska": valepaska(language),
        "lyveren": lyveren(language),
        "thirty-one": thirty_one(language),
        "vandatta-declare": vandatta_declare(language),
        "vandatta-declare-hand": vandatta_declare(language, 4, hand=HAND, backs=5),
        "femhundra": femhundra(language),
        "femhundra-hand": femhundra(language, 3, hand=HAND, backs=8, playable=True),
        "femhundra-two-packs": femhundra_two_packs(language),
        "ristiseiska": ristiseiska(language),
        "ristiseiska-hand": ristiseiska(language, 4, hand=HAND, backs=6, playable=True),
        "ristiseiska-begun": ristiseiska_begun(language),
        "stress": stress(language),
        "stress-hand": stress(language, hand=DECK[:24], backs=12, playable=True),
        "gris": gris(language),
        "gris-nb": gris_nb(language),
        "lapsy": lapsy(language),
        "gold-digger": gold_digger(language),
        "gold-digger-two": gold_digger(language, 2),
        "aurum": aurum(language),
        "aurum-lead": aurum(language, laid=(), winning=None),
        "aurum-trick": aurum(language, trick=3),
        "aurum-bid": aurum_bid(language),
        "skitgubbe": skitgubbe(language),
        "mattis-shed": mattis_shed(language),
        "limppu": limppu(language),
        "finns": finns(language),
        "unknown": unknown(language),
        "result-points": result_points(4, language),
        "end-pig": end_without_points("gris", 4, (), (3,), language),
        "end-paskahousu": end_without_points("paskahousu", 4, (0,), (3,), language),
        "end-fewest": end_fewest(4, language),
    }


def every_size_of_game() -> dict[str, View]:
    """What depends on the number of seats, and on nothing that is said."""
    views: dict[str, View] = {}
    for seats in (*range(2, 11), 13, 16):  # 31 is for up to sixteen
        views[f"pile-{seats}"] = replace(paskahousu(seats=seats), question=None)
        views[f"asked-{seats}"] = paskahousu(seats=seats)
        views[f"end-none-{seats}"] = end_without_points("lapsy", seats, (1,), ())
        views[f"result-points-{seats}"] = result_points(seats)
        views[f"scores-{seats}"] = view(
            "hearts", seats, notes=tuple((Fact("tricks", count=2),) for _ in range(seats)), trick=3
        )
        views[f"asked-hand-{seats}"] = paskahousu(seats=seats, hand=HAND, backs=3, playable=True)
    for seats in (3, 8, 9, 10, 13, 16):
        views[f"end-fewest-{seats}"] = end_fewest(seats)
    for seats in range(2, 9):
        laid = tuple(Laid(seat, DECK[seat * 3]) for seat in range(seats - 1))
        for winning in range(seats - 1):
            views[f"mock-{seats}-{winning}"] = view(
                "hearts", seats, backs=5, trick=3, laid=laid, winning=winning, turn=seats - 1
            )
    return views
