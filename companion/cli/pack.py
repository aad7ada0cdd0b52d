"""`companion pack`: check a card pack, take it over, or write it out to share."""

import argparse
import sys
from pathlib import Path
from typing import Any

from companion import games
from companion.config import DATA
from companion.errors import SetupError
from companion.kit.game import Game
from companion.packs import Shelf, as_toml, findings, in_english, raw_from_file, shipped, warnings
from companion.texts import sentence

HELP = "check, import or export card packs"


def arguments(parser: argparse.ArgumentParser) -> None:
    doing = parser.add_subparsers(dest="what", required=True, metavar="check|import|export")
    check = doing.add_parser("check", help="name every card and field that does not fit")
    check.add_argument("file", type=Path, metavar="FILE")
    take = doing.add_parser("import", help="add the cards of a file to the owner's")
    take.add_argument("file", type=Path, metavar="FILE")
    write = doing.add_parser("export", help="print a pack as TOML")
    write.add_argument(
        "name", nargs="?", default="owner", metavar="NAME", help="owner, demo or printed"
    )
    for part in (check, take, write):
        part.add_argument("--game", metavar="GAME", help=f"one of: {', '.join(games.ids())}")
        part.add_argument("--data", type=Path, default=DATA, metavar="DIR")


def run(args: argparse.Namespace) -> int:
    return {"check": check_file, "import": import_file, "export": export}[args.what](args)


def check_file(args: argparse.Namespace) -> int:
    raw = raw_from_file(args.file)
    game = game_of(args, raw)
    found = findings(game, _without_game(raw))
    for problem in found:
        print(f"{args.file}: {in_english(problem)}")
    if found:
        return 1
    odd = [sentence(one, "en", {}) for one in warnings(game, _without_game(raw))]
    for words in odd:
        print(f"{args.file}: warning: {words}")
    cards = sum(len(value) for value in raw.values() if isinstance(value, list))
    verdict = "it can be played so" if odd else "all in order"
    print(f"{args.file}: {cards} cards for {game.title}, {verdict}.")
    return 0


def import_file(args: argparse.Namespace) -> int:
    raw = raw_from_file(args.file)
    game = game_of(args, raw)
    found = findings(game, _without_game(raw))
    if found:
        first = in_english(found[0]).rstrip(".")
        raise SetupError(
            f"{args.file}: {first}. Nothing was imported; see: companion pack check {args.file}"
        )
    shelf = Shelf(args.data / "packs")
    shelf.remember(game, _without_game(raw))
    print(f"{args.file} is on the shelf for {game.title}: {shelf.owners_file(game)}")
    return 0


def export(args: argparse.Namespace) -> int:
    if args.game is None:
        raise SetupError(f"Say which game with --game: {', '.join(games.ids())}.")
    game = games.find(args.game)
    raw = (
        Shelf(args.data / "packs").owners(game)
        if args.name == "owner"
        else shipped(game, args.name)
    )
    sys.stdout.write(as_toml({"game": game.id, **raw}))
    return 0


def game_of(args: argparse.Namespace, raw: dict[str, Any]) -> Game[Any]:
    """By --game, or as the file says itself (`game = "runika"`)."""
    name = args.game or raw.get("game")
    if not isinstance(name, str):
        raise SetupError(f'{args.file} does not say its game: add game = "..." or give --game.')
    return games.find(name)


def _without_game(raw: dict[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in raw.items() if key != "game"}
