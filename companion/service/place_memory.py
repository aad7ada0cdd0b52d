"""What is remembered of each place under the camera, and keeping it over restarts."""

from dataclasses import dataclass
from pathlib import Path

import msgspec

from companion.service.watch_plan import Post
from vision.reading import Finding, Reading

FILE = "places.json"


@dataclass(frozen=True, slots=True)
class PlaceMemory:
    """One place: the newest reading and whether it answered anything.

    `began`: the question it is looked at for, `lay_before` what lay there when that was asked
    (None: nobody can tell). `answered_with`: what lay there when the place was answered last.
    `owed`: cards that somebody named by hand and has still to lay.
    """

    reading: Reading | None = None
    is_unused: bool = False
    began: str = ""
    lay_before: tuple[Finding, ...] | None = None
    answered_with: tuple[str, ...] | None = None
    owed: tuple[str, ...] = ()


class KeptPlace(msgspec.Struct, frozen=True):
    """What is kept of a place on disk: no picture."""

    post: Post
    began: str
    lay_before: tuple[Finding, ...] | None = None
    answered_with: tuple[str, ...] | None = None
    owed: tuple[str, ...] = ()


class KeptPlaces(msgspec.Struct, frozen=True):
    """Of one game: in another the same place means something else."""

    game: int = 0
    places: tuple[KeptPlace, ...] = ()


def kept_of(game: int, places: dict[Post, PlaceMemory]) -> KeptPlaces:
    return KeptPlaces(
        game,
        tuple(
            KeptPlace(post, one.began, one.lay_before, one.answered_with, one.owed)
            for post, one in places.items()
            if one.began or one.answered_with or one.owed
        ),
    )


def remembered(kept: KeptPlaces, game: int) -> dict[Post, PlaceMemory]:
    if kept.game != game:
        return {}
    return {
        one.post: PlaceMemory(
            began=one.began,
            lay_before=one.lay_before,
            answered_with=one.answered_with,
            owed=one.owed,
        )
        for one in kept.places
    }


class PlacesFile:
    """In the data folder. One that cannot be read is no memory; one that cannot be written is told
    of elsewhere: the disk is watched by the monitor.
    """

    def __init__(self, folder: Path) -> None:
        self._path = folder / FILE
        self._kept = self._read()

    @property
    def kept(self) -> KeptPlaces:
        return self._kept

    def keep(self, places: KeptPlaces) -> None:
        if places == self._kept:
            return
        self._kept = places
        fresh = self._path.with_suffix(".new")
        try:
            self._path.parent.mkdir(parents=True, exist_ok=True)
            fresh.write_bytes(msgspec.json.encode(places))
            fresh.replace(self._path)
        except OSError:
            return  # what lay there is asked about after a restart, and nothing else is lost

    def _read(self) -> KeptPlaces:
        try:
            return msgspec.json.decode(self._path.read_bytes(), type=KeptPlaces)
        except (OSError, msgspec.MsgspecError):
            return KeptPlaces()
