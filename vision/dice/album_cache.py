"""Albums of taught faces, by folder; a folder is read again when a face was taught into it."""

from dataclasses import dataclass, field
from pathlib import Path

from vision.dice.symbols import pieces
from vision.dice.taught_faces import Album
from vision.errors import PictureError
from vision.picture import load

SUFFIX = ".jpg"


@dataclass(slots=True)
class AlbumCache:
    kept: dict[Path, tuple[float, Album]] = field(default_factory=dict)

    def album(self, folder: Path) -> Album:
        """All faces of a folder; none, when nothing was taught there yet."""
        if not folder.is_dir():
            return Album()
        changed_s = folder.stat().st_mtime
        if folder not in self.kept or self.kept[folder][0] != changed_s:
            self.kept[folder] = changed_s, _made(folder)
        return self.kept[folder][1]


def _made(folder: Path) -> Album:
    """One picture that turns out to be useless must not cost the others."""
    album = Album()
    for path in sorted(folder.glob(f"*{SUFFIX}")):
        die, _, symbol = path.stem.partition(".")
        try:
            shown = pieces(load(path).pixels)
        except PictureError:
            continue
        if symbol and len(shown) == 1:
            album.teach(die, symbol.split(".")[0], shown[0].face)
    return album
