"""`companion games`: what can be played, and with `--played` what was."""

import argparse
import json
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from companion import games
from companion.config import DATA
from companion.languages import SOURCE
from companion.records.access import records_in
from companion.records.games import Search, page_of
from companion.records.telling import number_words, told_game

HELP = "list the games, or with --played every game in the journal"


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--played", action="store_true", help="every game in the journal")
    parser.add_argument("--data", type=Path, default=DATA, metavar="DIR")
    parser.add_argument("words", nargs="*", metavar="WORD", help="of the game or of people")


def run(args: argparse.Namespace) -> int:
    return _list_played(args) if args.played else _list_games(args)


def _list_games(args: argparse.Namespace) -> int:
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


def _list_played(args: argparse.Namespace) -> int:
    found = _played(args.data, " ".join(args.words))
    if args.json:
        print(json.dumps(found, ensure_ascii=False))
        return 0
    for one in found:
        when = datetime.fromtimestamp(one["started"], UTC).strftime("%Y-%m-%d %H:%M")
        people = ", ".join(seat["name"] or seat["colour"] for seat in one["seats"])
        minutes = f"{round(one['lasted_s'] / 60)} min"
        number = number_words(one["number"])
        print(f"{number:>6}  {when}  {one['title']:<22} {minutes:>8}  {people}: {one['result']}")
    return 0


def _played(data: Path, words: str) -> list[dict[str, Any]]:
    records = records_in(data)
    found: list[dict[str, Any]] = []
    page = pages = 1
    while page <= pages:
        part = page_of(records.store, Search(words=words), page)
        found += [told_game(records, row, SOURCE) for row in part.rows]
        page, pages = page + 1, part.pages
    return found
