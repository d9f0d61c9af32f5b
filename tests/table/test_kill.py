"""Killed at any moment, the table loses nothing that it has told: 80 kills of the program, 250 in `make soak`."""

import json
import os
import subprocess
import sys
import time
from random import Random

import pytest

from table.journal import Journal
from tests.table.whole_games import (
    LAPIO,
    ROOT,
    environment,
    knowledge,
    played,
    replayed,
    resumed,
    same_event,
)

KILLS = int(os.environ.get("LAPIO_KILLS", "8"))  # in each part; the parts can run beside one another
AT_THE_START = 2  # of them at a moment counted from the start of the process, not from the first card
CHIPS = (*LAPIO, "demo", "--headless", "--events", "--resume", "--option", "target=150")
DEMO = (*CHIPS, "--bridge", "reads")  # without the simulated reader chips it plays faster
PARTS = {
    "as it is": CHIPS,
    "two players": (*DEMO, "--players", "2", "--mistakes", "0.1"),
    "three players": (*DEMO, "--players", "3", "--mistakes", "0.2"),
    "four players who hardly ever play right": (*DEMO, "--mistakes", "1"),
    "teams": (*DEMO, "--teams", "--random", "--mistakes", "0.3"),
    "nobody sees what is drawn": (*DEMO, "--no-draw-reader", "--random", "--mistakes", "0.3"),
    "everybody takes a card when they like": (*DEMO, "--players", "2", "--option", "refill=may"),
    "refilled at once": (*DEMO, "--players", "3", "--option", "refill=play", "--mistakes", "0.2"),
    "cards taken back and let stand": None,
    "more cards taken back and let stand": None,
}


@pytest.mark.slow
@pytest.mark.parametrize("part", range(len(PARTS)), ids=PARTS)
def test_killed_at_any_moment_nothing_told_is_lost_or_doubled(tmp_path, part):
    rng = Random(part)
    command = list(PARTS.values())[part]
    journal = tmp_path / "journal.sqlite"
    kept = []  # how every game went so far, by its number
    kills = in_the_middle = runs = 0
    while kills < KILLS:
        runs += 1
        program = command or (sys.executable, "-m", "tests.table.kill_child", str(journal), str(part * 1000 + runs))
        status, told = _run(program, journal, tmp_path, rng, from_start=kills < AT_THE_START)
        kills += status == KILLED
        in_the_middle += status == KILLED and bool(told)
        kept = _check(journal, kept, told)
    assert in_the_middle >= KILLS - AT_THE_START
    _play_to_the_end(command or DEMO, journal, tmp_path, kept)


KILLED = -9


def _run(program, journal, folder, rng, *, from_start):
    """Start the program and kill it at a random moment; its exit status, and the events that it has told."""
    wait = rng.uniform(0, 0.5 if from_start else 0.2)
    told = folder / "told"
    with told.open("wb") as out, (folder / "errors").open("wb") as errors:
        process = subprocess.Popen(
            _at(program, journal), cwd=ROOT, env=environment(), stdin=subprocess.DEVNULL, stdout=out, stderr=errors
        )
        try:
            if not from_start:
                _until(lambda: told.stat().st_size or process.poll() is not None)
            time.sleep(wait)
        finally:
            process.kill()
            status = process.wait()
    assert status in (0, KILLED), (folder / "errors").read_text()
    assert (folder / "errors").read_text() == ""
    return status, [json.loads(line) for line in told.read_text().splitlines()]


def _at(program, journal):
    """The command line with its journal."""
    return program if str(journal) in program else (*program, "--journal", str(journal))


def _until(done):
    """Wait for a process that says something within a minute, if it is well at all."""
    end = time.monotonic() + 60
    while not done():
        assert time.monotonic() < end, "the program says nothing"
        time.sleep(0.002)


def _check(path, before, told):
    """Compare what the journal holds with what it held `before` and with what was `told` since. What it holds now."""
    if not path.exists():
        assert told == []
        return []
    with Journal.open(path) as journal:
        assert journal.notes == ()
        games = [journal.load(game.id) for game in journal.games()]
        unfinished = journal.unfinished()
    assert len(before) <= len(games) <= len(before) + 1
    for old, now in zip(before, games, strict=False):
        assert now.lines[: len(old.lines)] == old.lines
        if old.game.state != "running":
            assert now == old
    assert all(game.game.state == "finished" for game in games[:-1])
    if not games:
        assert told == []
        return games
    assert (unfinished == games[-1]) == (games[-1].game.state == "running")
    referee, events = replayed(games[-1].script)
    _check_told(games[-1], before[-1] if len(before) == len(games) else None, told, events)
    _check_resumed(games[-1], referee)
    return games


def _check_told(game, before, told, events):
    """What was told since is what a replay of the lines kept since says; at most the last line was not told."""
    numbers = [number for number, _ in game.lines]
    assert numbers == sorted(set(numbers))
    last = before.next_number - 1 if before else 1
    accepted = {number for number, keys in played(game) if "accept" in keys}
    said = [event for event in events if event["line"] > last]
    for event in said:
        if event["event"] == "refused":
            assert event["line"] + 1 in accepted  # no other refused line is kept
    said = [event for event in said if event["event"] != "refused"]
    heard = [event for event in told if event["event"] != "refused"]
    assert len(heard) <= len(said)
    for one, other in zip(heard, said, strict=False):
        assert same_event(one, other), (one, other)
    assert {event["line"] for event in said[len(heard) :]} <= {numbers[-1]}  # kept, and not told any more


def _check_resumed(game, referee):
    """Gone on with, the table knows what a replay of the script knows."""
    session = resumed(game)
    assert knowledge(session.referee) == knowledge(referee)
    assert session.running.number == game.next_number - 1
    assert session.over == referee.match.over


def _play_to_the_end(program, journal, folder, before):
    """After the last kill the game can be gone on with, and ends as any other."""
    done = subprocess.run(_at(program, journal), cwd=ROOT, env=environment(), capture_output=True, timeout=120)
    assert (done.returncode, done.stderr) == (0, b"")
    games = _check(journal, before, [json.loads(line) for line in done.stdout.splitlines()])
    assert games[-1].game.state == "finished"
    _, events = replayed(games[-1].script)
    assert [event for event in events if event["event"] == "game_over"]
    for event in events:
        if event["event"] == "deal_over":
            assert sum(event["points"].values()) == 128
