"""A game wherever it lies: known here by its id, or in a folder."""

from pathlib import Path

from companion import games
from companion.errors import SetupError


def game_at(name: str) -> str:
    """The id of a game known here; or of the one in that folder, which is looked into."""
    if name in games.ids():
        return name
    folder = Path(name)
    inside = [file.parent for file in folder.glob("*/__init__.py") if file.parent.name != "tests"]
    package = folder if (folder / "__init__.py").is_file() else next(iter(inside), None)
    if package is None:
        known = ", ".join(games.ids())
        raise SetupError(f"There is no game {name!r}, and no folder with one; there are: {known}.")
    games.look_in(str(package.resolve().parent))
    return package.resolve().name
