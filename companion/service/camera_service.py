"""Minds the eye: tells it what to look for, takes its readings to the table, shows how it is. One
thread.
"""

import contextlib
import itertools
import threading
from collections import Counter
from concurrent.futures import Future
from pathlib import Path

import msgspec

from companion.errors import CompanionError
from companion.kit.asks import Ask, Place
from companion.kit.intents import Answer, Placed
from companion.kit.play import answered
from companion.kit.say import Say, say
from companion.kit.story import RuleError
from companion.service.places import TablePlaces
from companion.service.reading_display import hints_of, lit, pieces_of, sight_of
from companion.service.status import Device, Hint, Sight, Status
from companion.service.track_markers import TrackMarkers, misplaced, standing
from companion.service.vision_errors import vision_errors_translated
from companion.service.watch_orders import (
    BESIDE,
    UNASKED,
    answer_of,
    intent_of,
    is_news,
    is_worth_showing,
    orders,
    with_tray,
)
from companion.table.live_game import LiveGame
from companion.table.table import Accepted, Refused, Table, TableSnapshot
from vision.protocol import (
    CameraHealth,
    CameraMessage,
    CameraPicture,
    CountMarks,
    MarksCounted,
    TaughtPicture,
    Teach,
    VirtualMessage,
    Watch,
    ZoneReading,
)
from vision.reading import Decision, Reading
from vision.worker_client import VisionClient
from vision.zones.drawn_zones import Corners, keep, kept

AWAY = Device("away", Say("sight.starting"))
Post = tuple[str, str]  # place and kind of what is looked for


class CameraService:
    """`taught` is the folder of everything taught, one folder per game in it; drawn zones are kept
    beside it.
    """

    def __init__(self, table: Table, status: Status, camera_url: str, taught: Path) -> None:
        self._table, self._status, self._taught = table, status, taught
        self._url = camera_url
        self.drawn = kept(taught, camera_url)
        self._watcher = VisionClient(camera_url)
        self._ordered = Watch()
        self._tick = -1
        self._count = 0
        self._boot = f"{id(self):x}-{threading.get_native_id()}"
        self._ground = TablePlaces((), ())
        self._asked: dict[str, Ask] = {}
        self._tracks: dict[
            str, TrackMarkers
        ] = {}  # looked at beside what is asked; nobody answers them
        self._readings: dict[
            Post, Reading
        ] = {}  # the newest of each place, for comparing with the tracker
        self._unused: set[Post] = set()  # those nobody was asked for, or that nobody took
        self._lay: dict[Post, Counter[str]] = {}  # what lay there when a place was answered last
        self._beside: dict[str, Reading] = {}  # by place: the tokens lying there, not placed
        self._sights: dict[str, Sight] = {}
        self._refusals: dict[str, Hint] = {}  # by place: what the rules said to what lies there
        self._numbers = itertools.count(1)
        self._lessons: dict[int, Future[TaughtPicture]] = {}
        self._counts: dict[int, Future[int]] = {}

    def run(self, stop: threading.Event) -> None:
        """Until stopped. A reading that nobody asked for any more is dropped without a word."""
        self._watcher.start()
        self._status.show(camera=AWAY)
        try:
            while not stop.is_set():
                self._order()
                for report in self._watcher.reports(0.05):
                    match report:
                        case CameraHealth():
                            self._health(report)
                        case CameraPicture(jpeg=jpeg):
                            self._status.see(jpeg)
                        case ZoneReading(ask=ask, reading=reading):
                            self._status.read(reading.zone, pieces_of(reading))
                            self._seen(ask, reading)
                        case TaughtPicture(number=number):
                            waiting = self._lessons.pop(number, None)
                            if waiting is not None:
                                waiting.set_result(report)
                        case MarksCounted(number=number, marks=marks):
                            self._counts.pop(number, Future[int]()).set_result(marks)
                if self._watcher.is_away:
                    self._status.show(camera=AWAY)
        finally:
            self._watcher.stop()

    # From other threads

    def tell(self, message: VirtualMessage) -> None:
        self._watcher.tell(CameraMessage(message))

    def look(self) -> None:
        """A hand says that the dice lie: read them, whether they moved or not."""
        self._watcher.look()

    def look_again(self) -> None:
        """Something was taught: what lies there may be known now. A roll is not read twice."""
        self._watcher.look(laid_only=True)

    def teach(
        self, what: str, zone: str = "", picture: bytes | None = None
    ) -> Future[TaughtPicture]:
        """What the eye makes of something to be taught; it comes when it has looked."""
        number, coming = next(self._numbers), Future[TaughtPicture]()
        self._lessons[number] = coming
        self._watcher.teach(Teach(number, what, zone, picture))
        return coming

    def count_marks(self, wait_s: float = 10.0) -> int | None:
        """The corner marks before the camera; None from an eye that does not answer in time."""
        number, coming = next(self._numbers), Future[int]()
        self._counts[number] = coming
        self._watcher.count(CountMarks(number))
        try:
            return coming.result(wait_s)
        except TimeoutError:
            self._counts.pop(number, None)
            return None

    def kill(self) -> None:
        """An eye that does not listen holds nothing that matters."""
        self._watcher.kill()

    def draw(self, zone: str, corners: Corners | None) -> None:
        """A zone drawn by hand, or given back to its mat."""
        if corners is None:
            self.drawn = self.drawn.without(zone)
        else:
            with vision_errors_translated():
                self.drawn = self.drawn.with_zone(zone, corners)
        keep(self._taught, self.drawn)
        self._tick = -1

    # The thread

    def _order(self) -> None:
        if self._table.changes.game_version == self._tick:
            return
        self._tick = self._table.changes.game_version
        face = self._table.snapshot()
        rate = self._status.pictures_per_s
        wanted = self._wanted(face) if face is not None else Watch(drawn=dict(self.drawn.zones))
        wanted = msgspec.structs.replace(wanted, pictures_per_s=rate)
        self._asked = {ask.id: ask for ask in face.asks} if face is not None else {}
        if wanted != self._ordered:
            self._ordered = wanted
            self._watcher.watch(wanted)
        self._again()
        self._show()

    def _wanted(self, face: TableSnapshot) -> Watch:
        self._ground = TablePlaces.of(face.game, face.seats)
        folder = self._taught / face.game
        self._tracks = {
            one.ask.id: one for one in standing(face.view.trackers, face.seats, self._ground)
        }
        looked_at = (*face.asks, *(track.ask for track in self._tracks.values()))
        wanted = orders(looked_at, face.view.closed, self._ground, folder, dict(self.drawn.zones))
        return with_tray(wanted, self._ground)

    def _again(self) -> None:
        """What lies there and answered nothing may answer what is asked now. A roll never does."""
        for order in self._ordered.orders:
            post = (order.zone, order.kind)
            if (
                order.kind != "dice"
                and post in self._unused
                and self._readings[post].ask != order.ask
            ):
                self._seen(order.ask, self._readings[post])
                if (
                    self._readings[post].decision is Decision.ACCEPT
                ):  # it lay there before: surely no question now
                    self._sights.pop(order.ask, None)

    def _health(self, health: CameraHealth) -> None:
        device = Device(
            "on" if health.camera_works else "away",
            Say(health.why) if health.why else "",
            {
                "frames_per_s": round(health.frames_per_s),
                "locked": int(health.is_locked),
                "black": int(health.is_black),
            },
        )
        states = {order.ask: health.states.get(order.zone, "") for order in self._ordered.orders}
        light = None if health.light is None else lit(health.light)
        self._status.newest_s = health.newest_s
        self._status.show(camera=device, states=states, light=light, places=health.places)

    def _lies_beside(self, reading: Reading, ask_id: str) -> None:
        """What was not placed has changed: a sheet that did not add up with it may do so now, or no
        longer does.
        """
        before = self._beside.get(reading.zone)
        if reading.decision is Decision.ASK and before is not None and before.ask == reading.ask:
            return  # a doubt does not unsay what was surely seen
        self._beside[reading.zone] = reading
        ask = self._asked.get(ask_id)
        order = next((order for order in self._ordered.orders if order.ask == ask_id), None)
        post = (order.zone, order.kind) if order is not None else None
        if post in self._unused:
            self._seen(ask_id, self._readings[post])
        elif ask is not None and post in self._readings:
            value = answer_of(ask, self._readings[post], beside=reading)
            if isinstance(value, Placed) and not is_news(ask, value):
                self._add_up(ask, post[0], value)
                self._show()

    def _add_up(self, ask: Ask, place: str, value: Placed) -> None:
        """The sheet was taken; what lies beside it now is only held against the rules. Nothing is
        changed by it.
        """
        self._refusals.pop(place, None)
        if value.unplaced:
            intent = intent_of(ask, value, "", None)
            said: Say | None = None
            with contextlib.suppress(CompanionError):  # the game was left meanwhile
                said = self._table.reading(lambda live: would_refuse(live, intent))
            if said is not None:
                self._refusals[place] = Hint(place, said)

    def _tokens_beside(self, ask_id: str) -> Reading | None:
        place = next(
            (order.zone for order in self._ordered.orders if order.ask == BESIDE + ask_id), ""
        )
        return self._beside.get(place)

    def _seen(self, ask_id: str, reading: Reading) -> None:
        if ask_id.startswith(BESIDE):
            self._lies_beside(reading, ask_id.removeprefix(BESIDE))
            return
        order = next((order for order in self._ordered.orders if order.ask == ask_id), None)
        ask = self._asked.get(ask_id)
        if ask_id == UNASKED and reading.findings:
            values = tuple(
                str(finding.value if finding.value is not None else "?")
                for finding in reading.findings
            )
            self._status.answer("camera", say("said.roll", values=values))
        if order is not None and ask_id in self._tracks:
            self._readings[order.zone, order.kind] = reading
            self._show()
        if order is None or ask is None:
            return
        post = (order.zone, order.kind)
        self._readings[post] = msgspec.structs.replace(reading, ask=ask_id)
        self._unused.discard(post)
        self._refusals.pop(order.zone, None)
        self._sights.pop(ask_id, None)
        value = answer_of(ask, reading, self._lay.get(post), self._tokens_beside(ask_id))
        if value is None:
            self._unused.add(post)
            if is_worth_showing(ask, reading):
                self._sights[ask_id] = sight_of(ask, reading, self._kept(reading))
        elif is_news(ask, value):
            evidence = self._kept(reading)
            reply = self._table.submit(
                intent_of(ask, value, f"eye-{self._boot}-{self._count}", evidence or None)
            )
            if isinstance(reply, Accepted):
                self._lay[post] = Counter(str(finding.value) for finding in reading.findings)
            elif isinstance(reply, Refused):
                self._unused.add(post)
                self._refused(ask, order.zone, reading, reply, evidence)
        elif isinstance(value, Placed):
            self._add_up(ask, order.zone, value)
        self._show()

    def _refused(
        self, ask: Ask, place: str, reading: Reading, reply: Refused, picture: str
    ) -> None:
        """Where nobody has to answer, what the rules say to the table's pieces is a quiet hint."""
        if ask.optional:
            self._refusals[place] = Hint(place, reply.say)
        else:
            self._sights[ask.id] = sight_of(ask, reading, picture, reply.say)

    def _kept(self, reading: Reading) -> str:
        self._count += 1
        return (
            self._status.keep(f"{self._boot}-{self._count}.jpg", reading.evidence)
            if reading.evidence
            else ""
        )

    def _show(self) -> None:
        self._sights = {ask: sight for ask, sight in self._sights.items() if ask in self._asked}
        self._status.show(sights=tuple(self._sights.values()), hints=tuple(self._hints()))

    def _hints(self) -> list[Hint]:
        found = []
        for order in self._ordered.orders:
            ask, reading = self._asked.get(order.ask), self._readings.get((order.zone, order.kind))
            if order.zone in self._refusals:
                if self._refusals[order.zone] not in found:  # two may look at one place
                    found.append(self._refusals[order.zone])
            elif isinstance(ask, Place) and ask.optional and reading is not None:
                found += hints_of(ask, reading, order.zone)
            elif order.ask in self._tracks and reading is not None:
                found += misplaced(self._tracks[order.ask], reading, order.zone)
        return found


def would_refuse(live: LiveGame, answer: Answer) -> Say | None:
    """What the rules would say to this answer; nothing if it were taken, or is no longer asked for."""
    asks = live.game.asks(live.state)
    if all(ask.id != answer.ask for ask in asks):
        return None
    try:
        answered(live.game, live.state, answer, asks)
    except RuleError as error:
        return error.say
    return None
