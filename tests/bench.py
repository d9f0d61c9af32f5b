"""How fast it is: `make bench` prints this table and writes it as bench.json.

Every figure has its target beside it. Speeds of the engine are CPU time, so that other work on the machine does not
count; what a person waits for (first frame, start) is real time. The bridge's are in bench_bridge.py, those of each
game in bench_games.py.
"""

from __future__ import annotations

import gc
import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random

from display.view import Intent
from engine.cards import FRENCH, Card, CardSet, each
from engine.games import load
from engine.playout import Playout
from engine.referee import Referee
from engine.trick import TrickDeal
from firmware_bridge.reads import TagOff, TagOn
from table.journal import Journal
from table.registry import mock_deck
from table.seating import mock_seating
from table.sensing import HouseRules
from table.session import Session
from tests.bench_bridge import speed_of_bridge
from tests.bench_games import speed_of_games
from tests.figures import Figure, most, quantile

SEATS = ("N", "E", "S", "W")


# -- playouts -------------------------------------------------------------------------------------------


def playouts(deals: int, rng: Random) -> tuple[int, float, float]:
    """Random legal deals of Kullankaivaja: actions, CPU seconds of playing, CPU seconds with dealing and counting."""
    game = load("kullankaivaja", SEATS, "W", {})
    pack = list(each(game.deck.all))
    random = rng.random

    def choose(_seat: int, legal: CardSet, _deal: TrickDeal) -> Card:
        for _ in range(int(random() * legal.bit_count())):
            legal &= legal - 1
        return (legal & -legal).bit_length() - 1

    actions, playing, start = 0, 0.0, time.process_time()
    for _ in range(deals):
        rng.shuffle(pack)
        playout = Playout(game, pack, 0)  # type: ignore[arg-type]  # a trick game
        began = time.process_time()
        deal = playout.play_out(choose)
        playing += time.process_time() - began
        actions += len(pack)
        assert sum(deal.points) == 128
    return actions, playing, time.process_time() - start


def _pick(legal: CardSet, rng: Random) -> Card:
    for _ in range(int(rng.random() * legal.bit_count())):
        legal &= legal - 1
    return (legal & -legal).bit_length() - 1


def openspiel(deals: int, rng: Random) -> tuple[int, float, float] | None:
    """The same of OpenSpiel's Hearts through its Python API; None where it is not installed."""
    try:
        import pyspiel
    except ImportError:
        return None
    hearts = pyspiel.load_game("hearts")
    actions, playing, start = 0, 0.0, time.process_time()
    for _ in range(deals):
        state = hearts.new_initial_state()
        while state.is_chance_node():
            state.apply_action(rng.choice(state.legal_actions()))
        began = time.process_time()
        while not state.is_terminal():
            state.apply_action(rng.choice(state.legal_actions()))
            actions += 1
        state.returns()
        playing += time.process_time() - began
    return actions, playing, time.process_time() - start


def speed_of_play() -> Iterator[Figure]:
    """Ours and OpenSpiel's in turn, the best of five rounds each."""
    rounds = [(playouts(300, Random(seed)), openspiel(300, Random(seed))) for seed in range(5)]
    ours = [(actions / playing, actions / whole) for (actions, playing, whole), _ in rounds]
    theirs = [(other[0] / other[1], other[0] / other[2]) for _, other in rounds if other is not None]
    for index, (name, wanted) in enumerate((("playing", 0.7), ("with the deal", 1.0))):
        best = max(speeds[index] for speeds in ours)
        yield Figure(f"playouts, {name}", best, "actions/s")
        if theirs:
            ratio = best / max(speeds[index] for speeds in theirs)
            yield Figure(f"  OpenSpiel Hearts, {name}", max(speeds[index] for speeds in theirs), "actions/s")
            yield Figure("  ours to theirs", ratio, "", f"≥ {wanted}", ratio >= wanted)


# -- from a Read to the verdict -------------------------------------------------------------------------


def verdicts(deals: int, *, breaches: bool) -> list[float]:
    """CPU microseconds from a Read to the verdict, all hands unseen, without the disk, in matches of ten deals.

    With `breaches` one illegal card is played a deal, and only the plays that proved something are counted.
    """
    registry, seating = mock_deck(0), mock_seating(SEATS)
    uids = [registry.cards("mock")[face][0] for face in FRENCH.faces]
    rng, times = Random(1), []
    for _ in range(deals // 10):
        game = load("kullankaivaja", SEATS, "W", {"target": 10**6})
        session = Session(Referee(game), seating, registry.find, house=HouseRules(touched_is_played=True))
        heard: list[str] = []
        if breaches:
            session.listeners.append(lambda event, heard=heard: heard.append(event.kind))
        gc.collect()
        gc.freeze()  # as the program does before it begins to play
        moment = 0.0
        for deal in range(10):
            pack = list(each(game.deck.all))
            rng.shuffle(pack)
            playout = Playout(game, pack, deal % 4)  # type: ignore[arg-type]  # a trick game
            wrong = rng.randrange(20, 48) if breaches else 99
            played = 0
            session.intent(Intent("next-deal"))
            while not playout.deal.over:
                card = _card(playout, rng, break_rules=wrong <= played)
                if not playout.legal() >> card & 1:
                    wrong = 99
                heard.clear()
                moment += 1
                played += 1
                read = TagOn(f"seat-{playout.deal.turn + 1}", uids[card], moment)
                began = time.thread_time_ns()
                session.handle(read)
                spent = (time.thread_time_ns() - began) / 1000
                if not breaches or "revoke" in heard or "suspect" in heard:
                    times.append(spent)
                session.handle(TagOff(read.reader, read.uid, moment + 0.5))
                playout.play(card)
    return sorted(times)


def _card(playout: Playout, rng: Random, *, break_rules: bool) -> Card:
    legal = playout.legal()
    illegal = playout.hands[playout.deal.turn] & ~legal
    return _pick(illegal if break_rules and illegal else legal, rng)


def speed_of_verdicts() -> Iterator[Figure]:
    """Legal play, and the plays that prove a revoke."""
    legal = verdicts(400, breaches=False)
    yield most("Read to verdict, legal play, p50", quantile(legal, 0.5), "µs", 50)
    yield Figure("  p99", quantile(legal, 0.99), "µs")
    yield most("  p99.9", quantile(legal, 0.999), "µs", 500)
    found = verdicts(400, breaches=True)
    yield most(f"Read to verdict, {len(found)} proofs, worst", found[-1] / 1000, "ms", 20)


# -- disk, start, screen --------------------------------------------------------------------------------


def speed_of_journal() -> Iterator[Figure]:
    """One line on the disk, forced out, as before anybody is told of it. Real time."""
    with tempfile.TemporaryDirectory() as folder, Journal.open(Path(folder) / "journal.sqlite") as journal:
        game = journal.begin('{"game": "kullankaivaja", "seats": ["N", "E", "S", "W"]}')
        times = []
        for number in range(2, 502):
            began = time.perf_counter()
            journal.append(game, [(number, '{"seat": "N", "do": "play", "cards": "2C"}')])
            times.append((time.perf_counter() - began) * 1000)
    times.sort()
    yield Figure("journal, a line, p50", quantile(times, 0.5), "ms")
    yield Figure("  p99", quantile(times, 0.99), "ms")


def best_of(times: int, run: Callable[[], float]) -> float:
    """The smallest of several runs: what the machine can do when nothing disturbs it."""
    return min(run() for _ in range(times))


def start_time(*arguments: str) -> float:
    """Real seconds of a whole process."""
    began = time.perf_counter()
    subprocess.run([sys.executable, *arguments], check=True, capture_output=True, env=hidden())
    return time.perf_counter() - began


def hidden() -> dict[str, str]:
    """An environment whose display shows nothing."""
    return {**os.environ, "SDL_VIDEODRIVER": "dummy", "SDL_AUDIODRIVER": "dummy"}


FIRST_FRAME = """
import time, sys
from tests.display import samples
from display.screen import Screen
from display.view import Look
screen = Screen((1920, 1080), Look(), allow_hidden=True)
screen.show(samples.play())
screen.tick(time.monotonic())
"""


def speed_of_screen() -> Iterator[Figure]:
    """The first frame, a frame at 1920x1080 when a card is played, and the sleeping screen."""
    from tests.display.frames import frame_times, idle_share

    yield most("lapio --version", best_of(5, lambda: start_time("-m", "table.cli", "--version")), "s", 0.2)
    yield most("start to the first frame, 1920x1080", best_of(5, lambda: start_time("-c", FIRST_FRAME)), "s", 1.0)
    times = frame_times((1920, 1080))
    yield most("a frame, 1920x1080, median", statistics.median(times), "ms", 8)
    yield Figure("  p99", quantile(sorted(times), 0.99), "ms")
    yield most("idle with the screen up, 10 s", idle_share(10) * 100, "% of a core", 1)


# -- the table ------------------------------------------------------------------------------------------


def main() -> int:
    """Measure, print and write bench.json. Exit status 1 where a target is missed."""
    os.environ.update(hidden())
    figures: list[Figure] = []
    for part in (speed_of_play, speed_of_games, speed_of_verdicts, speed_of_bridge, speed_of_journal, speed_of_screen):
        for figure in part():
            figures.append(figure)
            mark = {None: "", True: "ok", False: "MISSED"}[figure.good]
            value = (
                "–"
                if figure.value is None
                else f"{figure.value:,.3g}"
                if figure.value < 1000
                else f"{figure.value:,.0f}"
            )
            print(f"{figure.name:44} {value:>12} {figure.unit:12} {figure.target:10} {mark}", flush=True)
    rows = [figure._asdict() for figure in figures]
    Path("bench.json").write_text(json.dumps(rows, indent=2, ensure_ascii=False) + "\n", encoding="utf-8")
    return 1 if any(figure.good is False for figure in figures) else 0


if __name__ == "__main__":
    sys.exit(main())
