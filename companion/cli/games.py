"""`companion games`: what can be played."""

import argparse
import json

from companion import games

HELP = "list the games"


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--json", action="store_true")


def run(args: argparse.Namespace) -> int:
    found = [
        {"id": game.id, "title": game.title, "players": list(game.seats)} for game in games.every()
    ]
    if args.json:
        print(json.dumps(found))
        return 0
    for game in found:
        least, most = game["players"]
        players = f"{least}-{most} players" if least != most else f"{least} player"
        print(f"{game['id']:<24} {game['title']:<38} {players}")
    return 0
