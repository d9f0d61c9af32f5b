"""The command line: what can be asked for, and with which words. The work is elsewhere, and imported when asked for."""

from __future__ import annotations

import argparse
import math
import os
import re
import sys
from collections.abc import Sequence
from importlib.metadata import PackageNotFoundError, version
from io import TextIOWrapper
from pathlib import Path
from typing import NoReturn

from engine.errors import LapioError
from table.cli_setup import add_commands
from table.spelling import did_you_mean

OK, FAILED, INVALID = 0, 1, 2
SMALLEST = 480, 320  # pixels of a screen, either way up: the panels of 3.5 inches


def main(arguments: Sequence[str] | None = None) -> int:
    """Run `lapio` with these arguments (the process's own by default). Returns the exit status."""
    parser = _parser()
    asked, unknown = parser.parse_known_args(arguments)
    if unknown:
        refuse(asked.command or parser, unknown)
    if asked.run is None:
        parser.print_help()
        return OK
    _can_print_anything()
    try:
        status = int(asked.run(asked))
        sys.stdout.flush()
        return status
    except LapioError as error:
        print(f"lapio: {error}", file=sys.stderr)
        return INVALID
    except KeyboardInterrupt:
        print(file=sys.stderr)
        return 130
    except (BrokenPipeError, SystemExit):  # the reader went away; rich would end the process for it
        _say_no_more()
        return OK
    except OSError as error:
        _say_no_more()
        print(f"lapio: {error.filename or 'the output'}: {error.strerror or error}", file=sys.stderr)
        return INVALID


def _can_print_anything() -> None:
    """A terminal without å or ♠ gets something else instead; where output was closed nobody reads it."""
    if sys.stdout is None:
        sys.stdout = Path(os.devnull).open("w")  # noqa: SIM115  # it is open as long as the process
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")


def _say_no_more() -> None:
    """What is still to be printed cannot be, not even when the process ends."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _parser() -> argparse.ArgumentParser:
    parser = _Parser(
        prog="lapio",
        description="A referee built into a real card table. Without hardware it runs on a mock table.",
        epilog="Try: lapio demo      then: lapio play --seat South",
    )
    parser.add_argument("--version", action="version", version=f"lapio {_version()}")
    parser.set_defaults(run=None, command=None)
    commands = parser.add_subparsers(title="commands", metavar="COMMAND")
    _add_demo(commands)
    _add_play(commands)
    _add_replay(commands)
    _add_simulate(commands)
    _add_games(commands)
    _add_rules(commands)
    add_commands(commands)  # setup, deck, hardware, doctor, flash
    return parser


class _Parser(argparse.ArgumentParser):
    """Help that keeps its examples' lines as they are; what is wrong is said in one line."""

    def __init__(self, **settings: object) -> None:
        settings.setdefault("formatter_class", argparse.RawDescriptionHelpFormatter)
        super().__init__(**settings)  # type: ignore[arg-type]  # argparse's own

    def error(self, message: str) -> NoReturn:
        """Say what is wrong with the command line, and end."""
        self.exit(INVALID, f"{self.prog}: {message}; see {self.prog} --help\n")


Commands = argparse._SubParsersAction  # argparse has no public name for it


def _command(commands: Commands[_Parser], name: str, about: str, examples: str) -> _Parser:
    parser = commands.add_parser(name, help=about, description=about, epilog=f"examples:\n{examples}")
    parser.set_defaults(command=parser)
    return parser


def refuse(parser: argparse.ArgumentParser, unknown: Sequence[str]) -> NoReturn:
    """Say that a command does not know these words, with its flag that is nearest, and end."""
    word = next((word for word in unknown if word.startswith("-")), unknown[0]).partition("=")[0]
    if not word.startswith("-"):
        parser.error(f'nothing is known of "{word}" here')
    known = [flag for action in parser._actions for flag in action.option_strings]
    parser.error(f"there is no {word}{did_you_mean(word, known)}")


# -- playing --------------------------------------------------------------------------------------------


def _add_game(parser: argparse.ArgumentParser) -> argparse._ArgumentGroup:
    game = parser.add_argument_group("the game")
    game.add_argument("--game", default="kullankaivaja", metavar="G", help="which game (default: %(default)s)")
    game.add_argument("--players", type=_whole, metavar="N", help="how many play (default: 4, or as many as --names)")
    game.add_argument("--teams", action="store_true", help="four players: partners opposite")
    game.add_argument(
        "-o",
        "--option",
        action="append",
        default=[],
        metavar="KEY=VALUE",
        help="an option of the game; lapio rules G lists them",
    )
    return game


def _add_names(game: argparse._ArgumentGroup) -> None:
    game.add_argument("--names", metavar="A,B,...", help="the seats' names, clockwise; the last one deals first")


def _add_screen(parser: argparse.ArgumentParser) -> None:
    screen = parser.add_argument_group("the screen")
    screen.add_argument(
        "--size", type=_size, metavar="WxH", help="window size in pixels, as 1280x720 (default: what the display has)"
    )
    screen.add_argument("--fullscreen", action="store_true", help="use the whole display")
    screen.add_argument(
        "--language", default=None, choices=("en", "fi", "sv", "nb", "de"), help="language of the screen"
    )
    screen.add_argument("--theme", choices=("evening", "day"), help="dark or light")
    screen.add_argument("--four-colours", action="store_true", help="clubs green, diamonds blue")
    screen.add_argument("--no-sound", action="store_true", help="no sounds")
    screen.add_argument("--no-motion", action="store_true", help="cards jump to their places")


def _add_bridge(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--bridge",
        choices=("chips", "pico", "reads"),
        default="chips",
        help="what the mock table simulates: reader chips that the real driver reads; a microcontroller with the real "
        "firmware in MicroPython, in real time; or only what readers tell (default: %(default)s)",
    )


def _add_demo(commands: Commands[_Parser]) -> None:
    parser = _command(
        commands,
        "demo",
        "A whole game of simulated people on the mock table.",
        "  lapio demo\n"
        "  lapio demo --players 4 --teams --speed 5 --language fi\n"
        "  lapio demo --headless --mistakes 0.2\n"
        "  lapio demo --pictures pictures --size 800x480",
    )
    _add_names(_add_game(parser))
    people = parser.add_argument_group("the people")
    people.add_argument(
        "--seed", type=_whole, default=7, metavar="S", help="the shuffle and the people (default: %(default)s)"
    )
    people.add_argument(
        "--speed",
        type=_speed,
        default=4.0,
        metavar="X",
        help="times as fast as people, 0.1 to 100; with --bridge reads to 1000 (default: %(default)s)",
    )
    people.add_argument(
        "--mistakes",
        type=_share,
        default=0.05,
        metavar="SHARE",
        help="share of plays with a mistake, 0 to 1: a revoke, out of turn, at the wrong seat, a double tap, "
        "a tap too short (default: %(default)s)",
    )
    people.add_argument("--random", action="store_true", help="people play any legal card instead of a sensible one")
    people.add_argument("--no-draw-reader", action="store_true", help="the table does not see the cards that are drawn")
    _add_bridge(parser)
    _add_screen(parser)
    parser.add_argument("--headless", action="store_true", help="no screen; time jumps to the next thing that happens")
    parser.add_argument("--pictures", metavar="DIR", help="write a picture of each kind of screen into this folder")
    parser.add_argument("--events", action="store_true", help="print every event as a line of JSON")
    parser.add_argument("--journal", metavar="FILE", help="keep the game in this journal (default: none is kept)")
    parser.add_argument("--resume", action="store_true", help="go on with the unfinished game of --journal")
    parser.set_defaults(run=_demo)


def _demo(asked: argparse.Namespace) -> int:
    from table.start import demo

    return demo(asked)


def _add_play(commands: Commands[_Parser]) -> None:
    parser = _command(
        commands,
        "play",
        "Play at the table that is set up; without one, play a seat yourself, with mouse and keys, on the mock table.",
        "  lapio play\n  lapio play --seat South --teams --option target=250\n  lapio play --new --players 2\n"
        "  lapio play --mock",
    )
    _add_names(_add_game(parser))
    parser.add_argument("--mock", action="store_true", help="the mock table, also where a real one is set up")
    parser.add_argument("--config", metavar="FILE", help="the table (default: table.toml in Lapio's folder)")
    parser.add_argument("--seat", metavar="NAME", help="the seat that you play (default: the one at the bottom)")
    parser.add_argument("--seed", type=_whole, metavar="S", help="the shuffle (default: by chance)")
    parser.add_argument(
        "--speed",
        type=_speed,
        default=1.0,
        metavar="X",
        help="times as fast as people, 0.1 to 100; with --bridge reads to 1000 (default: %(default)s)",
    )
    parser.add_argument("--no-draw-reader", action="store_true", help="the table does not see the cards that are drawn")
    _add_bridge(parser)
    parser.add_argument("--resume", action="store_true", help="go on with the unfinished game without asking")
    parser.add_argument("--new", action="store_true", help="start a new game without asking")
    parser.add_argument("--journal", metavar="FILE", help="the journal (default: in Lapio's data folder)")
    _add_screen(parser)
    parser.set_defaults(run=_play)


def _play(asked: argparse.Namespace) -> int:
    from table import real, start

    config = real.table_to_play_at(asked)
    return start.play(asked) if config is None else real.play(asked, config)


# -- scripts, statistics, rules -------------------------------------------------------------------------


def _add_replay(commands: Commands[_Parser]) -> None:
    parser = _command(
        commands,
        "replay",
        "Replay a table script: print its events, one JSON object a line.",
        "  lapio replay night.jsonl\n  lapio replay --check tests/cases/*.jsonl\n  some-program | lapio replay -",
    )
    parser.add_argument("files", nargs="+", metavar="FILE", help="a table script; - is standard input")
    parser.add_argument("--check", action="store_true", help="also check the expect lines; exit 1 where one fails")
    parser.set_defaults(run=_replay)


def _replay(asked: argparse.Namespace) -> int:
    from table.replay import replay

    statuses = [replay(file, check=asked.check, out=sys.stdout, err=sys.stderr) for file in asked.files]
    if asked.check and len(statuses) > 1:
        print(_summary(statuses), file=sys.stderr)
    return max(statuses)


def _summary(statuses: Sequence[int]) -> str:
    """How many scripts hold and how many do not, in one line."""
    hold, fail, invalid = (statuses.count(status) for status in (OK, FAILED, INVALID))
    if hold == len(statuses):
        return f"{hold} files: all hold"
    parts = ["none holds" if hold == 0 else f"{hold} {'holds' if hold == 1 else 'hold'}"]
    parts += [f"{fail} {'fails' if fail == 1 else 'fail'}"] if fail else []
    parts += [f"{invalid} {'is' if invalid == 1 else 'are'} not valid"] if invalid else []
    return f"{len(statuses)} files: {', '.join(parts)}"


def _add_simulate(commands: Commands[_Parser]) -> None:
    parser = _command(
        commands,
        "simulate",
        "Play many deals without people: points, wins, length; and what a table would catch.",
        "  lapio simulate --players 4 --deals 10000\n"
        "  lapio simulate --players 4 --teams --deals 2000 --kind sensible --kind random\n"
        "  lapio simulate --deals 2000 --revokes --sees draws --json\n"
        "  lapio simulate --game hearts -o rules=sv --deals 500 --revokes",
    )
    _add_game(parser)
    parser.add_argument("--deals", type=_whole, default=1000, metavar="N", help="how many deals (default: %(default)s)")
    parser.add_argument("--seed", type=_whole, default=1, metavar="S", help="(default: %(default)s)")
    parser.add_argument(
        "--kind",
        action="append",
        choices=("random", "sensible"),
        help="kind of player, in turn round the table: does anything legal, or plays well (default: random)",
    )
    parser.add_argument("--revokes", action="store_true", help="one illegal act a deal: is it found, where and when")
    parser.add_argument(
        "--sees",
        choices=("nothing", "deal", "draws", "all"),
        default="nothing",
        help="what the table reads besides the cards played (with --revokes; default: %(default)s)",
    )
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    parser.set_defaults(run=_simulate)


def _simulate(asked: argparse.Namespace) -> int:
    from table.simulate import simulate_with_progress
    from table.simulate_plan import Plan
    from table.simulate_report import print_report, report_json

    plan = Plan(
        asked.game,
        players=4 if asked.players is None else asked.players,
        deals=asked.deals,
        seed=asked.seed,
        kinds=tuple(asked.kind or ("random",)),
        options=game_options(asked),
        revokes=asked.revokes,
        sees=asked.sees,
    )
    report = simulate_with_progress(plan, sys.stderr)
    if asked.json:
        import json

        print(json.dumps(report_json(report)))
    else:
        print_report(report, sys.stdout)
    return OK


def _add_games(commands: Commands[_Parser]) -> None:
    parser = _command(commands, "games", "The games that the table referees.", "  lapio games")
    parser.set_defaults(run=_games)


def _games(_: argparse.Namespace) -> int:
    from engine.games import game_class, game_names

    for name in game_names():
        seats = game_class(name).seat_numbers
        players = f"{seats[0]} to {seats[-1]} players" if len(seats) > 1 else f"{seats[0]} players"
        print(f"{name:20} {players}")
    return OK


def _add_rules(commands: Commands[_Parser]) -> None:
    parser = _command(
        commands,
        "rules",
        "The rules of a game.",
        "  lapio rules kullankaivaja\n  lapio rules kullankaivaja --language fi",
    )
    parser.add_argument("game", metavar="GAME", help="a game of `lapio games`")
    parser.add_argument(
        "--language", default="en", choices=("en", "fi", "sv", "nb", "de"), help="(default: %(default)s)"
    )
    parser.set_defaults(run=_rules)


def _rules(asked: argparse.Namespace) -> int:
    from table.rules import print_rules

    print_rules(asked.game, asked.language, sys.stdout)
    return OK


# -- values ---------------------------------------------------------------------------------------------


def game_options(asked: argparse.Namespace) -> dict[str, object]:
    """The game's options as they were given: --teams, and each --option KEY=VALUE as its kind of value.

    Raises LapioError for an option without `=`, BadGame for a game that is not there.
    """
    from engine.games import game_class

    table = {option.key: option for option in game_class(asked.game).option_table}
    options: dict[str, object] = {"teams": True} if asked.teams else {}
    for text in asked.option:
        key, sign, value = text.partition("=")
        if not sign:
            raise LapioError(f'--option "{text}" must be KEY=VALUE, as in --option target=250')
        options[key] = table[key].read(value) if key in table else value
    return options


def _speed(text: str) -> float:
    return _between(0.1, 1000, text)


def _share(text: str) -> float:
    return _between(0, 1, text)


def _size(text: str) -> str:
    """A size that the screen can be drawn in, as it was given."""
    found = re.fullmatch(r"(\d{1,4})x(\d{1,4})", text)
    if found is None:
        raise argparse.ArgumentTypeError(f"must be like 1280x720, not {text!r}")
    sides = sorted((int(found[1]), int(found[2])))
    if sides[0] < SMALLEST[1] or sides[1] < SMALLEST[0]:
        raise argparse.ArgumentTypeError(f"{text} is too small to be read: the smallest is {SMALLEST[0]}x{SMALLEST[1]}")
    return text


def _whole(text: str) -> int:
    try:
        return int(text)
    except ValueError:
        raise argparse.ArgumentTypeError(f"must be a whole number, not {text!r}") from None


def _between(least: float, most: float, text: str) -> float:
    try:
        number = float(text)
    except ValueError:
        number = math.nan
    if not least <= number <= most:
        raise argparse.ArgumentTypeError(f"must be a number from {least} to {most}, not {text!r}")
    return number


def _version() -> str:
    try:
        return version("lapio")
    except PackageNotFoundError:
        return "(not installed)"


if __name__ == "__main__":
    sys.exit(main())
