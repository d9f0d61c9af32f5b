"""Views to try the screen with: every screen, every number of seats, short and long names, in five languages."""

from __future__ import annotations

from dataclasses import replace

from display.view import (
    Alert,
    CountRow,
    EndView,
    Fact,
    Laid,
    Match,
    PlayView,
    ProofGroup,
    ResultView,
    Score,
    SeatFace,
    View,
)

SIZES = ((800, 480), (1024, 600), (1280, 720), (1920, 1080), (1080, 1920))
MORE_SIZES = ((480, 800), (1280, 800), (1280, 1024), (1024, 768), (3840, 2160), (2560, 1080))
LANGUAGES = ("en", "fi", "sv", "nb", "de")

NAMES = {
    "en": ("North", "East", "South", "West"),
    "fi": ("Pohjoinen", "Itä", "Etelä", "Länsi"),
    "sv": ("Nord", "Öst", "Syd", "Väst"),
    "nb": ("Nord", "Øst", "Sør", "Vest"),
    "de": ("Nord", "Ost", "Süd", "West"),
}
LONG_NAMES = ("Schornsteinfeger", "Apfelbäumchen", "Nachtigall", "Großmutter Ilse")
MANY_NAMES = ("Anna", "Bertil", "Cecilia", "David", "Eeva", "Fredrik", "Gunilla", "Henrik", "Ingrid", "Jaakko", "Kaisa")

KEYS = ("last-trick", "undo", "sheet", "rules", "menu")
DIGGERS = ("JS", "JC", "JD", "JH")
TEAM_FACTS = (
    Fact("in-trick", points=24),
    Fact("led", suit="C"),
    Fact("trumps", cards=DIGGERS),
    Fact("stock", count=12),
)


def faces(names: tuple[str, ...], **changed: SeatFace) -> tuple[SeatFace, ...]:
    return tuple(changed.get(f"seat{seat}", SeatFace(name)) for seat, name in enumerate(names))


def team_match(
    language: str = "en", names: tuple[str, ...] | None = None, totals: tuple[int, int] = (159, 152)
) -> Match:
    return Match(
        game="kullankaivaja",
        seats=faces(names or NAMES[language]),
        scores=(Score((0, 2), totals[0], 38), Score((1, 3), totals[1], 17)),
        deal=3,
        dealer=1,
        target=250,
        keys=KEYS,
    )


def play(language: str = "en", names: tuple[str, ...] | None = None, totals: tuple[int, int] = (159, 152)) -> PlayView:
    """Four seats in two sides, three cards lie, South is on turn."""
    return PlayView(
        match=team_match(language, names, totals),
        turn=2,
        trick=6,
        tricks=13,
        laid=(Laid(3, "TC"), Laid(0, "KC"), Laid(1, "JD")),
        winning=1,
        facts=TEAM_FACTS,
        stock=12,
        last_trick=(Laid(1, "5H"), Laid(2, "JH"), Laid(3, "9H"), Laid(0, "QH")),
        last_winner=2,
        last_points=13,
    )


def single_scores(seats: int, deal: int | None = 3) -> tuple[Score, ...]:
    totals = (9, 14, 2, 6, 31, 128, 77, 40, 5, 66, 12)
    return tuple(Score((seat,), totals[seat], deal if seat % 2 == 0 else 0) for seat in range(seats))


def singles(seats: int, laid: int | None = None, turn: int | None = None) -> PlayView:
    """Everybody for themselves, two to eleven seats."""
    names = NAMES["en"][:seats] if seats <= 4 else MANY_NAMES[:seats]
    count = seats - 1 if laid is None else laid
    cards = ("TC", "KC", "JD", "4C", "QC", "8C", "AC", "2C", "9C", "6C", "5C")
    return PlayView(
        match=Match("kullankaivaja", faces(names), single_scores(seats), deal=2, dealer=seats - 1, keys=KEYS),
        turn=count % seats if turn is None else turn,
        trick=4,
        tricks=26 if seats == 2 else 17 if seats == 3 else 13,
        laid=tuple(Laid(seat, cards[seat]) for seat in range(count)),
        winning=None if count == 0 else min(2, count - 1),
        facts=TEAM_FACTS,
        stock=12,
    )


def mock(language: str = "en", hand: tuple[str, ...] = ("9C", "QC", "7D", "TH", "JS")) -> PlayView:
    """The mock table: South's hand face up, the others' cards face down."""
    view = play(language)
    names = NAMES[language]
    seats = tuple(
        SeatFace(name, hand=hand, playable=frozenset(card for card in hand if card[1] == "C"))
        if seat == 2
        else SeatFace(name, backs=4 if seat in (3, 0, 1) else 5)
        for seat, name in enumerate(names)
    )
    keys = ("play-card", *KEYS)
    return replace(view, match=replace(view.match, seats=seats, simulated=True, keys=keys), legal_known=True)


def mock_backs(language: str = "en") -> PlayView:
    """The mock table played by simulated people only."""
    view = play(language)
    seats = tuple(SeatFace(name, backs=5 if seat == 2 else 4) for seat, name in enumerate(NAMES[language]))
    return replace(view, match=replace(view.match, seats=seats, simulated=True))


def mock_three(language: str = "en") -> PlayView:
    view = singles(3, 2)
    hand = ("9C", "QC", "7D", "TH", "JS")
    seats = tuple(
        SeatFace(face.name, hand=hand if seat == 2 else None, backs=5, playable=frozenset(hand[:2]))
        for seat, face in enumerate(view.match.seats)
    )
    return replace(view, match=replace(view.match, seats=seats, simulated=True, keys=("play-card", *KEYS)))


def mock_two() -> PlayView:
    view = singles(2, 1)
    hand = ("9C", "QC", "7D", "TH", "JS")
    seats = tuple(
        SeatFace(face.name, hand=hand if seat == 1 else None, backs=5, playable=frozenset(hand[:2]))
        for seat, face in enumerate(view.match.seats)
    )
    return replace(view, match=replace(view.match, seats=seats, simulated=True, keys=("play-card", *KEYS)))


def opening(language: str = "en") -> PlayView:
    """Nothing laid yet, no stock left."""
    view = play(language)
    facts = (Fact("in-trick", points=0), Fact("trumps", cards=DIGGERS), Fact("stock", count=0))
    return replace(view, laid=(), winning=None, facts=facts, turn=3, stock=0)


def nobody(language: str = "en") -> PlayView:
    return replace(play(language), turn=None, laid=(), winning=None)


def last_trick(language: str = "en") -> PlayView:
    return replace(play(language), showing_last=True)


def sick_readers(language: str = "en") -> PlayView:
    view = play(language)
    states = ("clone", "fault", "mute", "off")
    seats = tuple(SeatFace(name, reader=states[seat]) for seat, name in enumerate(NAMES[language]))  # type: ignore[arg-type]
    return replace(view, match=replace(view.match, seats=seats))


REFUSED = Alert(
    kind="refused",
    rule="follow-suit",
    seats=(1,),
    cards=("7D",),
    led="C",
    trick=6,
    proof=("9C",),
    groups=(
        ProofGroup("led", ("QC", "7D"), (0, 1), wrong=frozenset({"7D"}), suit="C"),
        ProofGroup("in-hand", ("9C",), (1,), ringed=frozenset({"9C"})),
    ),
    actions=("take-back", "accept"),
)
MUST_TRUMP = replace(
    REFUSED,
    rule="must-trump",
    proof=("JH", "JS"),
    groups=(
        ProofGroup("led", ("QC", "7D"), (0, 1), wrong=frozenset({"7D"}), suit="C"),
        ProofGroup("in-hand", ("JH", "JS"), (1, 1), ringed=frozenset({"JH", "JS"})),
    ),
)
OUT_OF_TURN = Alert(
    kind="refused",
    rule="out-of-turn",
    seats=(3,),
    cards=("7D",),
    groups=(ProofGroup("card", ("7D",), (3,), wrong=frozenset({"7D"})),),
    actions=("take-back",),
)
REVOKE = Alert(
    kind="revoke",
    rule="follow-suit",
    seats=(1,),
    cards=("7D",),
    led="C",
    trick=3,
    proof=("9C",),
    groups=(
        ProofGroup("trick", ("TC", "7D"), (0, 1), wrong=frozenset({"7D"}), trick=3, suit="C"),
        ProofGroup("now", ("9C",), (1,), ringed=frozenset({"9C"}), trick=6),
    ),
    actions=("carry-on", "back-to-trick"),
)
REVOKE_COUNTED = Alert(
    kind="revoke",
    rule="follow-suit",
    seats=(3,),
    cards=("7D",),
    led="C",
    trick=11,
    proof=("TC", "QC", "9C", "4C", "3C", "2C"),
    sure=2,
    groups=(
        ProofGroup("trick", ("KC", "7D"), (0, 3), wrong=frozenset({"7D"}), trick=11, suit="C"),
        ProofGroup("shown", ("TC", "QC", "9C"), (3, 3, 3), ringed=frozenset({"TC", "QC", "9C"})),
        ProofGroup("now", ("4C", "3C"), (3, 3), ringed=frozenset({"4C", "3C"}), trick=13),
    ),
    actions=("carry-on", "back-to-trick"),
    number=1,
    queue=2,
)
SUSPECT = Alert(
    kind="suspect",
    rule="follow-suit",
    seats=(0, 3),
    cards=("7D", "8H"),
    led="C",
    trick=11,
    proof=("TC", "QC", "9C"),
    groups=(
        ProofGroup("trick", ("KC", "7D"), (0, 3), trick=11, suit="C"),
        ProofGroup("now", ("TC", "QC", "9C"), (0, 3, 0), ringed=frozenset({"TC", "QC", "9C"}), trick=13),
    ),
    actions=("carry-on",),
)
UNKNOWN_TAG = Alert(kind="unknown-tag", seats=(0,), detail="04:A3:5F:12:9B:6C:80", actions=("carry-on",))
TROUBLES = (
    UNKNOWN_TAG,
    Alert(kind="foreign-tag", seats=(1,), detail="9B:6C:80:11"),
    Alert(kind="wrong-seat", seats=(2,), cards=("9C",)),
    Alert(kind="two-cards", seats=(3,)),
    Alert(kind="reader-mute", seats=(1,), detail="East"),
    Alert(kind="source-down", seats=(), detail="/dev/ttyACM0"),
    Alert(kind="gap", seats=(0,)),
    Alert(kind="misread", seats=(2,), cards=("9C",), number=2, queue=3),
)
ALERTS = {
    "refused": REFUSED,
    "must-trump": MUST_TRUMP,
    "out-of-turn": OUT_OF_TURN,
    "revoke": REVOKE,
    "revoke-counted": REVOKE_COUNTED,
    "suspect": SUSPECT,
    **{alert.kind: alert for alert in TROUBLES},
}


def alerted(kind: str, language: str = "en", names: tuple[str, ...] | None = None) -> PlayView:
    return replace(play(language, names), alert=ALERTS[kind])


ROWS = (
    CountRow("big-digger", "JS", 15, (1, 0)),
    CountRow("diggers", "JH", 11, (1, 2)),
    CountRow("tens", "TH", 10, (3, 1)),
    CountRow("aces", "AS", 5, (1, 3)),
    CountRow("kings", "KD", 3, (2, 2)),
    CountRow("queens", "QC", 2, (3, 1)),
)


def result(language: str = "en", names: tuple[str, ...] | None = None) -> ResultView:
    match = team_match(language, names, (194, 190))
    keys = ("next-deal", "sheet", "undo", "menu")
    return ResultView(replace(match, keys=keys), ROWS, points=(73, 55), before=(121, 135))


def result_singles(seats: int) -> ResultView:
    names = NAMES["en"][:seats] if seats <= 4 else MANY_NAMES[:seats]
    rows = tuple(
        replace(row, count=tuple(row.count[seat % 2] if seat < 2 else 0 for seat in range(seats))) for row in ROWS
    )
    points = tuple(sum(row.each * row.count[seat] for row in rows) for seat in range(seats))
    match = Match(
        "kullankaivaja", faces(names), single_scores(seats), deal=2, dealer=1, keys=("next-deal", "undo", "menu")
    )
    return ResultView(match, rows, points, before=tuple(score.total for score in match.scores))


DEALS = ((44, 84), (23, 105), (62, 66))


def end(language: str = "en", names: tuple[str, ...] | None = None) -> EndView:
    match = team_match(language, names, (129, 255))
    keys = ("again", "undo", "menu")
    scores = tuple(replace(score, deal=None) for score in match.scores)
    return EndView(replace(match, keys=keys, scores=scores), winners=(1,), by="points", deals=DEALS)


def end_single_deal(language: str = "en") -> EndView:
    match = replace(team_match(language, totals=(64, 64)), target=0, keys=("again", "menu"))
    scores = tuple(replace(score, deal=None) for score in match.scores)
    return EndView(replace(match, scores=scores), winners=(0,), by="lapio", deals=((64, 64),))


def end_singles(seats: int, deals: int = 8) -> EndView:
    names = NAMES["en"][:seats] if seats <= 4 else MANY_NAMES[:seats]
    points = tuple(tuple((deal * 7 + seat * 11) % 29 for seat in range(seats)) for deal in range(deals))
    totals = [sum(deal[seat] for deal in points) for seat in range(seats)]
    scores = tuple(Score((seat,), totals[seat]) for seat in range(seats))
    match = Match("kullankaivaja", faces(names), scores, deal=deals, dealer=0, target=250, keys=("again", "menu"))
    best = max(totals)
    return EndView(match, tuple(seat for seat in range(seats) if totals[seat] == best), deals=points)


def every_view(language: str = "en") -> dict[str, View]:
    """Each screen once and more, by a name for files and test ids."""
    return every_text(language) | every_number_of_seats()


def every_text(language: str = "en") -> dict[str, View]:
    """Every screen with its texts in a language, with short names and long ones."""
    views: dict[str, View] = {
        "play": play(language),
        "play-long": play(language, LONG_NAMES, (1159, 1152)),
        "opening": opening(language),
        "nobody": nobody(language),
        "last-trick": last_trick(language),
        "sick-readers": sick_readers(language),
        "mock": mock(language),
        "mock-backs": mock_backs(language),
        "mock-three": mock_three(language),
        "mock-two": mock_two(),
        "result": result(language),
        "result-long": result(language, LONG_NAMES),
        "end": end(language),
        "end-long": end(language, LONG_NAMES),
        "end-lapio": end_single_deal(language),
    }
    for kind in ALERTS:
        views[f"alert-{kind}"] = alerted(kind, language)
    views["alert-long"] = alerted("revoke", language, LONG_NAMES)
    views["alert-refused-long"] = alerted("refused", language, LONG_NAMES)
    return views


def every_number_of_seats() -> dict[str, View]:
    """Two to eleven seats, everybody for themselves."""
    views: dict[str, View] = {}
    for seats in range(2, 12):
        views[f"singles-{seats}"] = singles(seats)
    for seats in (2, 3, 4, 6, 8):
        views[f"result-{seats}"] = result_singles(seats)
        views[f"end-{seats}"] = end_singles(seats)
    views["end-many-deals"] = end_singles(4, 23)
    return views
