"""`companion print mats` and `print stickers`: PDFs true to size. What a game's mats look like is
its own data: its mats, its face, and their names in every language.
"""

import argparse
import re
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from companion import games
from companion.errors import SetupError
from companion.kit.say import say
from companion.languages import LANGUAGES, SOURCE
from companion.service.vision_errors import vision_errors_translated
from companion.texts import sentence
from web.faces import emblem_on_paper, paper_colours

if TYPE_CHECKING:
    from vision.mats.layout import Mat
    from vision.mats.pdf import MatFace, Print

HELP = "print mats with corner marks for the camera, or stickers for cards printed at home"
PAPERS = ("a4", "letter")


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("what", choices=("mats", "stickers"))
    parser.add_argument("--game", help="mats of this game only")
    parser.add_argument("--paper", choices=PAPERS, default="a4")
    parser.add_argument("--lang", choices=LANGUAGES, default=SOURCE)
    parser.add_argument(
        "-o", "--output", type=Path, metavar="FILE.pdf", help="default: mats.pdf or stickers.pdf"
    )


def run(args: argparse.Namespace) -> int:
    path = args.output or Path(f"{args.what}.pdf")
    try:
        with vision_errors_translated():
            print(_mats(args, path) if args.what == "mats" else _stickers(args, path))
    except OSError as error:
        raise SetupError(
            f"{path}: cannot be written ({error.strerror}); choose another file with -o"
        ) from None
    return 0


def _mats(args: argparse.Namespace, path: Path) -> str:
    from vision.mats.pdf import draw

    prints = prints_for(args.game, args.lang)
    footer = sentence(say("mats.print"), args.lang, {})
    pages, mats = draw(prints, args.paper, path, footer), sum(len(one.mats) for one in prints)
    return sentence(say("mats.printed", file=str(path), mats=mats, pages=pages), args.lang, {})


def prints_for(game: str | None, language: str) -> "list[Print]":
    """Each game's mats in its colours; a mat that several games share is printed once, with the
    first of them.
    """
    from vision.mats.pdf import Print

    shared: set[str] = set()
    prints = []
    for name, mats in described().items():
        if game not in (None, name):
            continue
        fresh = tuple(mat for mat in mats if mat.first_mark or mat.name not in shared)
        shared |= {mat.name for mat in fresh if not mat.first_mark}
        prints.append(Print(fresh, _face(name), partial(mat_word, language)))
    if not prints:
        raise SetupError(
            f"no mats for {game!r}; games with mats: {', '.join(sorted(described())) or 'none yet'}"
        )
    return prints


def _face(game: str) -> "MatFace":
    from vision.mats.pdf import MatFace

    title = games.find(game).title
    colours = paper_colours(game)
    if colours is None:
        return MatFace(title)
    return MatFace(title, colours.accent, colours.wash, emblem_on_paper(game))


def mat_key(text: str) -> tuple[str, dict[str, int]]:
    """The key of a mat's title or a zone's note, and the seat's number in it. Both are written in
    English in the game's `mats.toml`.
    """
    seat = re.search(r"(?<=[Ss]eat )\d+", text)
    plain = text.replace(seat[0], "n", 1) if seat else text
    kind = "title" if text[:1].isupper() else "note"
    slug = re.sub(r"[^a-z0-9]+", "_", plain.lower()).strip("_")
    return f"mats.{kind}.{slug}", {"n": int(seat[0])} if seat else {}


def mat_word(language: str, text: str) -> str:
    """What is written on a mat; as its file has it where there is no other word for it."""
    key, values = mat_key(text)
    said = sentence(say(key, **values), language, {})
    return text if said == key else said


def _stickers(args: argparse.Namespace, path: Path) -> str:
    from vision.cards.sticker_pages import HOW_MANY, draw_stickers

    pages = draw_stickers(args.paper, path)
    return (
        f"{path}: {HOW_MANY} stickers on {pages} pages; stick one on each card before teaching it"
    )


def described() -> "dict[str, tuple[Mat, ...]]":
    """Every game with mats, by its id."""
    from companion.service.places import mats_for

    found = {game: mats_for(game) for game in games.ids()}
    return {game: mats for game, mats in found.items() if mats}
