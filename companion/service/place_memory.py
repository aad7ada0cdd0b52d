"""What is remembered of each place under the camera, and keeping it over restarts."""

from dataclasses import dataclass
from pathlib import Path

import msgspec

from companion.service.watch_plan import Post
from vision.reading import Finding, Reading

FILE = "places.json"
MOST_GAMES = 12
Lying = tuple[str, ...]  # the pieces of a place, as an answer would say them


@dataclass(frozen=True, slots=True)
class PlaceMemory:
    """One place: the newest reading and whether it answered anything.

    `began`: the question it is looked at for, `lay_before` what lay there when that was asked
    (None: nobody can tell). `told`: how it lay, or was said to lie, when it was answered last.
    `owed`: cards that somebody named by hand and has still to lay.
    """

    reading: Reading | None = None
    is_unused: bool = False
    began: str = ""
    lay_before: tuple[Finding, ...] | None = None
    told: tuple[Lying, ...] = ()
    owed: tuple[str, ...] = ()


class KeptPlace(msgspec.Struct, frozen=True):
    """What is kept of a place on disk: no picture."""

    post: Post
    began: str
    lay_before: tuple[Finding, ...] | None = None
    told: tuple[Lying, ...] = ()
    owed: tuple[str, ...] = ()


KeptPlaces = dict[int, tuple[KeptPlace, ...]]  # by game: in another a place means something else


def kept_of(places: dict[Post, PlaceMemory]) -> tuple[KeptPlace, ...]:
    return tuple(
        KeptPlace(post, one.began, one.lay_before, one.told, one.owed)
        for post, one in places.items()
        if one.began or one.told or one.owed
    )


def remembered(kept: tuple[KeptPlace, ...], *, is_open: bool) -> dict[Post, PlaceMemory]:
    """Not `is_open`: the game was left meanwhile, and its questions with it. They begin anew with
    what lies there now, which may be another game's.
    """
    return {
        one.post: PlaceMemory(
            began=one.began if is_open else "",
            lay_before=one.lay_before if is_open else None,
            told=one.told,
            owed=one.owed,
        )
        for one in kept
    }


class PlacesFile:
    """In the data folder. One that cannot be read is no memory; one that cannot be written is told
    of elsewhere: the disk is watched by the monitor.
    """

    def __init__(self, folder: Path) -> None:
        self._path = folder / FILE
        self._kept = self._read()

    def of(self, game: int, *, is_open: bool) -> dict[Post, PlaceMemory]:
        return remembered(self._kept.get(game, ()), is_open=is_open)

    def keep(self, game: int, places: dict[Post, PlaceMemory]) -> None:
        """Not of a lent table: nobody goes on with a demo."""
        kept = kept_of(places)
        if game <= 0 or kept == self._kept.get(game, ()):
            return
        others = {number: one for number, one in self._kept.items() if number != game}
        self._kept = dict(list({**others, game: kept}.items())[-MOST_GAMES:])
        self._write()

    def _write(self) -> None:
        fresh = self._path.with_suffix(".new")
        try:
            self._path.parent.mkdir(parents=True, exist_ok=True)
            fresh.write_bytes(msgspec.json.encode(self._kept))
            fresh.replace(self._path)
        except OSError:
            return  # what lay there is asked about after a restart, and nothing else is lost

    def _read(self) -> KeptPlaces:
        try:
            return msgspec.json.decode(self._path.read_bytes(), type=KeptPlaces)
        except (OSError, msgspec.MsgspecError):
            return {}  # or of an earlier version
