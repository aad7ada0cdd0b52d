"""What the camera looks at for one snapshot of the table, and what each look is for. Pure.

The camera's process knows orders by a name and gives that name back with a reading; here the name
is looked up, never taken apart.
"""

from dataclasses import dataclass, field
from pathlib import Path

import msgspec

from companion.kit.asks import Ask
from companion.service.places import TablePlaces
from companion.service.track_markers import TrackMarkers, standing
from companion.service.watch_orders import BESIDE, UNASKED, Corners, orders, with_tray
from companion.table.snapshots import TableSnapshot
from vision.protocol import Watch, WatchOrder, ZoneReading

CARDS = "cards"  # the folder of a game's taught cards
Post = tuple[str, str]  # place and kind of what is looked for


@dataclass(frozen=True, slots=True)
class AskLook:
    """For an open ask. `beside`: the place with what its owner has not placed, if there is one."""

    ask: Ask
    post: Post
    beside: str = ""


@dataclass(frozen=True, slots=True)
class BesideLook:
    """For the tokens lying beside the sheet of that ask."""

    ask_id: str


@dataclass(frozen=True, slots=True)
class TrackLook:
    """For markers on a printed track: nobody answers these."""

    track: TrackMarkers
    post: Post


@dataclass(frozen=True, slots=True)
class TrayLook:
    """For dice that nobody was asked to roll."""


Look = AskLook | BesideLook | TrackLook | TrayLook


@dataclass(frozen=True, slots=True)
class WatchPlan:
    """`looks` by the name of their order. `late`: those under way when the question changed, which
    still tell of what lies there.
    """

    watch: Watch = field(default_factory=Watch)
    asks: dict[str, Ask] = field(default_factory=dict)
    looks: dict[str, Look] = field(default_factory=dict)
    late: dict[str, Look] = field(default_factory=dict)
    game: int = 0  # its number in the journal, below 0 in a lent one; 0: none is live
    seats: tuple[str, ...] = ()  # around the table
    # by ask, the how-manieth asking of this service it is: asked again, it is a new one
    occasions: dict[str, int] = field(default_factory=dict)

    def look_of(self, order: str) -> Look | None:
        return self.looks.get(order) or self.late.get(order)

    def is_late(self, report: ZoneReading) -> bool:
        """Whether it was seen for an earlier asking of what is asked again now."""
        return report.occasion != self.occasions.get(report.ask, report.occasion)

    def ask_look(self, ask_id: str) -> AskLook | None:
        look = self.looks.get(ask_id)
        return look if isinstance(look, AskLook) else None


def watch_plan(
    snapshot: TableSnapshot | None,
    taught: Path,
    drawn: dict[str, Corners],
    pictures_per_s: float,
    before: WatchPlan,
    answered: frozenset[str] = frozenset(),
) -> WatchPlan:
    """`taught`: the folder with one folder per game. `answered`: the asks that were answered since
    `before`; one that is open all the same is asked anew.
    """
    late: dict[str, Look] = {
        name: look for name, look in before.looks.items() if isinstance(look, BesideLook | TrayLook)
    }
    if snapshot is None:
        nothing = Watch(drawn=drawn, pictures_per_s=pictures_per_s)
        return WatchPlan(nothing, late=late, occasions=before.occasions)
    places = TablePlaces.of(snapshot.game, snapshot.seats)
    tracks = standing(snapshot.view.trackers, snapshot.seats, places)
    looked_at = (*snapshot.asks, *(track.ask for track in tracks))
    wanted = orders(looked_at, snapshot.view.closed, places, taught / snapshot.game, drawn)
    asks = {ask.id: ask for ask in snapshot.asks}
    occasions = _occasions(asks, snapshot.playing, before, answered)
    watch = msgspec.structs.replace(
        _asked_when(with_tray(wanted, places), occasions),
        pictures_per_s=pictures_per_s,
        prepare=str(taught / snapshot.game / CARDS),
    )
    looks = _looks(watch.orders, asks, tracks)
    return WatchPlan(watch, asks, looks, late, snapshot.playing, places.seats, occasions)


def _occasions(
    asks: dict[str, Ask], game: int, before: WatchPlan, answered: frozenset[str]
) -> dict[str, int]:
    open_still = before.occasions if before.game == game else {}
    fresh = max(before.occasions.values(), default=0) + 1
    return {name: fresh if name in answered else open_still.get(name, fresh) for name in asks}


def _asked_when(watch: Watch, occasions: dict[str, int]) -> Watch:
    named = tuple(
        msgspec.structs.replace(one, occasion=occasions.get(one.ask.removeprefix(BESIDE), 0))
        for one in watch.orders
    )
    return msgspec.structs.replace(watch, orders=named)


def _looks(
    wanted: tuple[WatchOrder, ...], asks: dict[str, Ask], tracks: tuple[TrackMarkers, ...]
) -> dict[str, Look]:
    tracked = {track.ask.id: track for track in tracks}
    beside = {BESIDE + ask_id: ask_id for ask_id in asks}
    zones = {order.ask: order.zone for order in wanted}
    looks: dict[str, Look] = {}
    for order in wanted:
        name, post = order.ask, (order.zone, order.kind)
        if name == UNASKED:
            looks[name] = TrayLook()
        elif name in beside:
            looks[name] = BesideLook(beside[name])
        elif name in tracked:
            looks[name] = TrackLook(tracked[name], post)
        else:
            looks[name] = AskLook(asks[name], post, zones.get(BESIDE + name, ""))
    return looks
