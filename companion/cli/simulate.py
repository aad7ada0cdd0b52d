"""`companion simulate`: whole games with random legal answers, every state checked."""

import argparse
import json
import sys
from collections.abc import Callable

from companion import games
from companion.errors import SetupError
from companion.exam.lying import game_at
from companion.kit.story import RuleError
from companion.simulate import simulate
from companion.texts import sentence

HELP = "play whole games by chance and check every state"


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("game", metavar="GAME", help=f"one of: {', '.join(games.ids())}")
    parser.add_argument("--games", type=int, default=10, metavar="N")
    parser.add_argument("--seed", type=int, default=1, metavar="S")
    parser.add_argument("--players", type=int, metavar="K")
    parser.add_argument("--option", action="append", default=[], metavar="NAME=VALUE")
    parser.add_argument("--pack", metavar="NAME", help="a pack by name or file")
    parser.add_argument(
        "--illegal", type=float, default=0.0, metavar="SHARE", help="share of nonsense answers"
    )
    parser.add_argument("--json", action="store_true")


def run(args: argparse.Namespace) -> int:
    game = games.find(game_at(args.game))
    options = dict(option(words) for words in args.option)
    show = None if args.json or not sys.stderr.isatty() else _progress(args.games)
    try:
        tally = simulate(
            game,
            args.games,
            args.seed,
            args.players,
            options,
            pack=args.pack,
            illegal=args.illegal,
            progress=show,
        )
    except RuleError as error:
        raise SetupError(sentence(error.say, "en", {})) from None
    figures = tally.figures()
    if args.json:
        print(json.dumps(figures))
    else:
        for name, figure in figures.items():
            print(f"{name:<20} {figure}")
    return 1 if tally.violations or tally.finished < tally.games else 0


def option(words: str) -> tuple[str, int | str]:
    name, equals, value = words.partition("=")
    if not equals:
        raise SetupError(f"An option is given as name=value, not {words!r}.")
    return name, int(value) if value.lstrip("-").isdigit() else value


def _progress(count: int) -> Callable[[int], None]:
    def show(done: int) -> None:
        end = "\n" if done == count else ""
        print(f"\r{done}/{count} games", end=end, file=sys.stderr, flush=True)

    return show
