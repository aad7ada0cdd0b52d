"""What each game looks like: colours, a pattern, a card frame and an emblem from its own `face`
folder, told to the page as one style sheet. A game without a face has the page's own.
"""

from functools import cache
from importlib.resources.abc import Traversable
from typing import Annotated
from urllib.parse import quote

import msgspec

from companion import games

Colour = Annotated[str, msgspec.Meta(pattern="^#[0-9a-f]{6}$")]
ON_DEEP = "#fff9ec"  # what is drawn on a band or a tile, in every theme


class Palette(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    deep: Colour
    accent: Colour
    wash: Colour
    spark: Colour


class Colours(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    light: Palette
    dark: Palette


@cache
def style_sheet() -> str:
    return "".join(_rules(game, _folder(game)) for game in games.ids() if _folder(game).is_dir())


def _folder(game: str) -> Traversable:
    return games.folder(game) / "face"


def colours_of(game: str) -> Colours:
    return msgspec.toml.decode((_folder(game) / "colours.toml").read_text("utf-8"), type=Colours)


def paper_colours(game: str) -> Palette | None:
    """Those of a light page, for what is printed; None for a game without a face."""
    return colours_of(game).light if _folder(game).is_dir() else None


def emblem_on_paper(game: str) -> str:
    """The emblem as a drawing of its own, in the accent alone."""
    accent = colours_of(game).light.accent
    drawn = (_folder(game) / "emblem.svg").read_text("utf-8")
    return drawn.replace("var(--ink)", accent).replace("var(--spark)", accent)


def _rules(game: str, folder: Traversable) -> str:
    colours, here = colours_of(game), f'[data-game="{game}"]'
    always = {"--pat": _image(folder / "pattern.svg", colours.light, ON_DEEP)}
    always["--emblem-on-deep"] = _image(folder / "emblem.svg", colours.light, ON_DEEP)
    if (folder / "picture.svg").is_file():  # of the one card the game is about
        always["--picture"] = _image(folder / "picture.svg", colours.light, ON_DEEP)
    dark = f'[data-theme="dark"] {here}, [data-theme="dark"]{here}'
    return _rule(here, always | _painted(colours.light, folder)) + _rule(
        dark, _painted(colours.dark, folder)
    )


def _painted(palette: Palette, folder: Traversable) -> dict[str, str]:
    """What follows the theme. On paper an emblem has the accent alone."""
    colours = {f"--{name}": value for name, value in msgspec.structs.asdict(palette).items()}
    plain = msgspec.structs.replace(palette, spark=palette.accent)
    return colours | {
        "--emblem": _image(folder / "emblem.svg", plain, palette.accent),
        "--frame": _image(folder / "frame.svg", plain, palette.accent),
    }


def _image(file: Traversable, palette: Palette, ink: str) -> str:
    """A drawing as part of the style sheet: there its colours cannot be the page's variables."""
    drawn = file.read_text("utf-8").replace("var(--ink)", ink)
    return (
        f'url("data:image/svg+xml,{quote(drawn.replace("var(--spark)", palette.spark).strip())}")'
    )


def _rule(where: str, values: dict[str, str]) -> str:
    return f"{where} {{ {' '.join(f'{name}: {value};' for name, value in values.items())} }}\n"
