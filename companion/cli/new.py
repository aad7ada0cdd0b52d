"""`companion new game NAME`: a skeleton that passes the exam, to be changed line by line into a
game of your own.
"""

import argparse
import re
from importlib import resources
from importlib.resources.abc import Traversable
from pathlib import Path

from companion import games
from companion.errors import SetupError
from companion.languages import LANGUAGES, SOURCE

HELP = "write a skeleton of a game that passes its exam"
SKELETON = resources.files("companion.exam") / "skeleton"
NAME, PREFIX, TITLE = "my_game", "mg", "My game"  # as they stand in the skeleton
FUZZY = re.compile(r'^(?=msgid "[^"])', re.MULTILINE)


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("what", choices=("game",))
    parser.add_argument("name", metavar="NAME", help="small letters, digits and _")
    parser.add_argument("--into", type=Path, default=Path(), metavar="DIR", help="default: here")


def run(args: argparse.Namespace) -> int:
    name, folder = args.name, args.into / args.name
    if not re.fullmatch(r"[a-z][a-z0-9_]{2,30}", name):
        raise SetupError(
            f"{name!r}: a game is named in small letters, digits and _, as ice_fishing."
        )
    if name in games.ids():
        raise SetupError(f"There is a game {name!r} already: choose another name.")
    try:
        folder.mkdir(parents=True)
        _copy(SKELETON, folder, name)
        _translate(folder / name / "texts")
    except OSError as error:
        raise SetupError(f"{folder}: cannot be written ({error.strerror}).") from None
    print(f"{folder} is a game that passes. See its README.md; then: companion check game {folder}")
    return 0


def _copy(source: Traversable, target: Path, name: str) -> None:
    for one in source.iterdir():
        if one.name in ("__pycache__", ".ruff_cache"):
            continue
        place = target / _named(one.name, name)
        if one.is_dir():
            place.mkdir()
            _copy(one, place, name)
        else:
            place.write_text(_named(one.read_text("utf-8"), name), "utf-8")


def _named(text: str, name: str) -> str:
    prefix, title = _free_prefix(name), name.replace("_", " ").capitalize()
    text = text.replace(NAME, name).replace(TITLE, title)
    return re.sub(rf"\b{PREFIX}\b", prefix, text).replace(PREFIX.upper(), prefix.upper())


def _free_prefix(name: str) -> str:
    """Its first letters, or as many of it as no other game begins its texts with."""
    letters = name.replace("_", "")
    initials = "".join(part[0] for part in name.split("_") if part)
    wanted = [initials[:2], *(letters[:many] for many in range(2, len(letters) + 1))]
    taken = {game.prefix for game in games.every()}
    return next(one for one in wanted if len(one) > 1 and one not in taken)


def _translate(texts: Path) -> None:
    """Every language has the English words, each marked as a gap until somebody has translated
    it.
    """
    source = (texts / f"{SOURCE}.po").read_text("utf-8")
    for language in LANGUAGES[1:]:
        marked = FUZZY.sub("#, fuzzy\n", source)
        words = marked.replace(f"Language: {SOURCE}", f"Language: {language}")
        (texts / f"{language}.po").write_text(words, "utf-8")
