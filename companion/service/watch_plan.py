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
from vision.protocol import Watch, WatchOrder

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
    game: int = 0  # its number in the journal; 0: none is live

    def look_of(self, order: str) -> Look | None:
        return self.looks.get(order) or self.late.get(order)

    def ask_look(self, ask_id: str) -> AskLook | None:
        look = self.looks.get(ask_id)
        return look if isinstance(look, AskLook) else None


def watch_plan(
    snapshot: TableSnapshot | None,
    taught: Path,
    drawn: dict[str, Corners],
    pictures_per_s: float,
    before: WatchPlan,
) -> WatchPlan:
    """`taught`: the folder with one folder per game."""
    late: dict[str, Look] = {
        name: look for name, look in before.looks.items() if isinstance(look, BesideLook | TrayLook)
    }
    if snapshot is None:
        return WatchPlan(Watch(drawn=drawn, pictures_per_s=pictures_per_s), late=late)
    places = TablePlaces.of(snapshot.game, snapshot.seats)
    tracks = standing(snapshot.view.trackers, snapshot.seats, places)
    looked_at = (*snapshot.asks, *(track.ask for track in tracks))
    wanted = orders(looked_at, snapshot.view.closed, places, taught / snapshot.game, drawn)
    watch = msgspec.structs.replace(with_tray(wanted, places), pictures_per_s=pictures_per_s)
    asks = {ask.id: ask for ask in snapshot.asks}
    return WatchPlan(watch, asks, _looks(watch.orders, asks, tracks), late, snapshot.number)


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
