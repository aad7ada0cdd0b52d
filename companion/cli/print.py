"""`companion print mats` and `print stickers`: PDFs true to size. What a game's mats look like is
its own data.
"""

import argparse
from importlib import resources
from pathlib import Path
from typing import TYPE_CHECKING

from companion.errors import SetupError
from companion.service.vision_errors import vision_errors_translated

if TYPE_CHECKING:
    from vision.mats.layout import Mat

HELP = "print mats with corner marks for the camera, or stickers for cards printed at home"
PAPERS = ("a4", "letter")


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("what", choices=("mats", "stickers"))
    parser.add_argument("--game", help="mats of this game only")
    parser.add_argument("--paper", choices=PAPERS, default="a4")
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

    mats = mats_for(args.game)
    return f"{path}: {len(mats)} mats on {draw(mats, args.paper, path)} pages; print at 100 %"


def _stickers(args: argparse.Namespace, path: Path) -> str:
    from vision.cards.sticker_pages import HOW_MANY, draw_stickers

    pages = draw_stickers(args.paper, path)
    return (
        f"{path}: {HOW_MANY} stickers on {pages} pages; stick one on each card before teaching it"
    )


def mats_for(game: str | None) -> "tuple[Mat, ...]":
    """The mats of one game or of all; a mat that several games share is printed once."""
    found: dict[str, Mat] = {}
    for name, mats in described().items():
        if game in (None, name):
            found.update(
                {mat.name if mat.first_mark == 0 else f"{name}:{mat.name}": mat for mat in mats}
            )
    if not found:
        raise SetupError(
            f"no mats for {game!r}; games with mats: {', '.join(sorted(described())) or 'none yet'}"
        )
    return tuple(found.values())


def described() -> "dict[str, tuple[Mat, ...]]":
    """Every game folder with a `mats.toml`, by the game's id."""
    from vision.mats.layout import mats_of

    games = sorted(resources.files("companion.games").iterdir(), key=lambda folder: folder.name)
    files = [(folder.name, folder / "mats.toml") for folder in games if folder.is_dir()]
    return {
        name: mats_of(file.read_text(), f"{name}/mats.toml")
        for name, file in files
        if file.is_file()
    }
