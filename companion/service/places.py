"""Where asks look: a game's mats, and its own names for zones turned into places on them. Pure but
for reading mats.

A game says `grid:red`; the third seat's mat has the place `grid:3`. People and cameras know places,
games know seats.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources.abc import Traversable

from companion import games
from companion.errors import CompanionError
from companion.kit.asks import Ask, Place, Show
from companion.kit.seats import Seat
from companion.service.vision_errors import vision_errors_translated
from vision.mats.layout import Area, Mat, areas, mats_of
from vision.mats.standard import standard_mats

TRAY = "tray"  # with no mat and nothing drawn, the whole picture is the tray


@cache
def mats_for(game: str) -> tuple[Mat, ...]:
    """The mats that come with a game, as its `mats.toml` describes them; without one, the standard
    mats it names.
    """
    file = mats_file(game)
    with vision_errors_translated():
        if file.is_file():
            return mats_of(file.read_text("utf-8"), f"{game}/mats.toml")
        return standard_mats(games.find(game).mats, game)


def mats_file(game: str) -> Traversable:
    return games.folder(game) / "mats.toml"


def mats_in_use(game: str, players: int) -> tuple[Mat, ...]:
    """The mats of so many players: those of seats nobody sits at are not looked for."""
    return tuple(mat for mat in _known_mats(game) if _seat_number(mat.name) <= players)


def _known_mats(game: str) -> tuple[Mat, ...]:
    """None where they are described wrongly: that is said at the start and by the doctor, and the
    game goes on by touch.
    """
    try:
        return mats_for(game)
    except CompanionError:
        return ()


@dataclass(frozen=True, slots=True)
class TablePlaces:
    """The places of one game at one table."""

    mats: tuple[Mat, ...]
    seats: tuple[str, ...]

    @classmethod
    def of(cls, game: str, seats: tuple[Seat, ...]) -> "TablePlaces":
        return cls(mats_in_use(game, len(seats)), tuple(seat.id for seat in seats))

    def areas(self) -> Mapping[str, Area]:
        return {name: area for mat in self.mats for name, area in areas(mat).items()}

    def place(self, zone: str) -> str:
        """The place a game's zone means: the seat becomes its number around the table."""
        name, colon, seat = zone.partition(":")
        return f"{name}:{self.seats.index(seat) + 1}" if colon and seat in self.seats else zone

    def place_of(self, ask: Ask) -> str | None:
        """Where an ask is answered. Where it names a whole mat, the part of it that fits the
        question.
        """
        if ask.zone is None:
            return None
        place = self.place(ask.zone)
        mat = next((mat for mat in self.mats if mat.name == place), None)
        if mat is None or place in {zone.name for zone in mat.zones}:
            return place
        wanted = (
            [ask.sheet] if isinstance(ask, Place) else [ask.cards] if isinstance(ask, Show) else []
        )
        zones = {zone.name for zone in mat.zones}
        part = next(
            (name for name in (*wanted, place.partition(":")[0], "card") if name in zones), None
        )
        _, colon, seat = place.partition(":")
        return place if part is None else f"{part}{colon}{seat}"

    def mat_of(self, place: str) -> str:
        """The mat a place lies on; itself, where it lies on none."""
        return next((mat.name for mat in self.mats if place in areas(mat)), place)

    def is_closed(self, place: str, closed: tuple[str, ...]) -> bool:
        shut = {self.place(zone) for zone in closed}
        return place in shut or self.mat_of(place) in shut


def _seat_number(mat: str) -> int:
    seat = mat.partition(":")[2]
    return int(seat) if seat.isdecimal() else 0
