"""`companion check game NAME`: the exam on a game wherever it lies, a folder or an installed
package, and what is missing in plain words.
"""

import argparse

from companion import games
from companion.exam.examine import ExamFinding, examine
from companion.exam.lying import game_at

HELP = "run the exam on a game, wherever it lies, and list what is missing"


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("what", choices=("game",))
    parser.add_argument("name", metavar="NAME", help="a game's id, or the folder it lies in")


def run(args: argparse.Namespace) -> int:
    game = game_at(args.name)
    print(f"{games.find(game).title}, in {games.folder(game)}", flush=True)
    findings = list(_told_as_found(game))
    wrong = [one for one in findings if not one.is_gap]
    gaps = len(findings) - len(wrong)
    waiting = f"; {gaps} still to be written" if gaps else ""
    print(f"{len(wrong)} wrong{waiting}." if wrong else f"It passes{waiting}.")
    return 1 if wrong else 0


def _told_as_found(game: str) -> "list[ExamFinding]":
    found: list[ExamFinding] = []
    for one in examine(game):
        if one.say not in {other.say for other in found}:
            print(f"  {'to do' if one.is_gap else one.part}: {one.say}", flush=True)
            found.append(one)
    return found
