"""Minds the camera: tells it what to look for, takes its readings to the table, shows how it is.
One thread; what to do with a reading is decided in `companion.service.camera_decisions`.
"""

import threading
from contextlib import suppress
from pathlib import Path

from companion.errors import CompanionError
from companion.kit.intents import Answer
from companion.kit.play import answered as decided
from companion.kit.say import Say
from companion.kit.story import RuleError
from companion.service.camera_decisions import (
    CameraMemory,
    CheckRules,
    SayRoll,
    ShowDoubt,
    SubmitAnswer,
    answered,
    decide,
    doubted,
    named_by_hand,
    of_game,
    refused,
    waiting,
    without_closed,
)
from companion.service.camera_display import CameraDisplay
from companion.service.camera_link import CameraLink
from companion.service.place_memory import PlacesFile
from companion.service.reading_answers import intent_of
from companion.service.reading_display import pieces_of
from companion.service.status import Status
from companion.service.vision_errors import vision_errors_translated
from companion.service.watch_plan import WatchPlan, watch_plan
from companion.table.live_game import LiveGame
from companion.table.replies import Accepted, Refused
from companion.table.table import Table
from vision.protocol import (
    CameraHealth,
    CameraPicture,
    MarksCounted,
    Report,
    TaughtPicture,
    ZoneReading,
)
from vision.reading import Decision, Reading
from vision.worker_client import VisionClient
from vision.zones.drawn_zones import Corners, keep, kept

WAIT_S = 0.05
NEWEST = 64  # answers looked through at once
Given = tuple[tuple[int, Answer], ...]  # answers and their lines


class CameraService:
    """`taught` is the folder of everything taught, one folder per game in it; drawn zones are kept
    beside it.
    """

    def __init__(
        self,
        table: Table,
        status: Status,
        camera_url: str,
        taught: Path,
        watcher: VisionClient | None = None,
    ) -> None:
        self._table, self._status, self._taught = table, status, taught
        self._watcher = watcher or VisionClient(camera_url)
        self.link = CameraLink(self._watcher)
        self.drawn = kept(taught, camera_url)
        self._plan, self._memory = WatchPlan(), CameraMemory()
        self._places, self._is_first = PlacesFile(taught), True
        self._seen_version = self._heard_seq = -1
        self._display = CameraDisplay(status)
        self._boot = f"{id(self):x}-{threading.get_native_id()}"
        self._count = 0

    def draw(self, zone: str, corners: Corners | None) -> None:
        """A zone drawn by hand, or given back to its mat. From any thread."""
        if corners is None:
            self.drawn = self.drawn.without(zone)
        else:
            with vision_errors_translated():
                self.drawn = self.drawn.with_zone(zone, corners)
        keep(self._taught, self.drawn)
        self._seen_version = -1

    def run(self, stop: threading.Event) -> None:
        self._watcher.start()
        self._display.show_away(self._plan)
        try:
            while not stop.is_set():
                self.turn()
        finally:
            self._watcher.stop()

    # The thread

    def turn(self) -> None:
        """Once around: what is asked now, what the camera says."""
        self.follow()
        for report in self._watcher.reports(WAIT_S):
            self._hear(report)
        if self._watcher.is_away:
            self._display.show_away(self._plan)

    def follow(self) -> None:
        """What is asked may have changed, and with it what the camera is to look for."""
        version = self._table.changes.game_version
        if version == self._seen_version:
            return
        self._seen_version = version
        before, face = self._plan, self._table.snapshot()
        if face is None or face.playing != before.game:
            self._heard_seq = -1  # another journal counts its own lines
        given = self._given_since(self._heard_seq)
        self._plan = watch_plan(
            face,
            self._taught,
            dict(self.drawn.zones),
            self._status.pictures_per_s,
            before,
            frozenset(answer.ask for _, answer in given),
        )
        if self._plan.watch != before.watch:
            self._watcher.watch(self._plan.watch)
        self._remember(before, given)
        for order, reading in waiting(self._plan, self._memory):
            self.take(order, reading)
            if reading.decision is Decision.ACCEPT:  # it lay there before: surely no question now
                self._memory = self._memory.with_sight(order, None)
        self._display.show(self._plan, self._memory)

    def _given_since(self, seq: int) -> Given:
        """Read undisturbed: others answer in their own threads meanwhile."""
        given: Given = ()
        with suppress(CompanionError):  # no game is live
            given = self._table.reading(lambda live: live.told.answers_since(seq)[-NEWEST:])
        return given

    def _remember(self, before: WatchPlan, given: Given) -> None:
        """What was known of each place, as far as it still says anything."""
        self._memory = without_closed(self._plan, self._memory, before)
        if self._plan.game != before.game:
            kept = self._places.of(self._plan.game, is_open=self._is_first)
            self._memory, self._is_first = of_game(self._memory, kept), False
        for seq, answer in given:
            look = before.ask_look(answer.ask) if self._plan.game == before.game else None
            self._heard_seq = seq
            if look is not None and answer.device != "camera":
                self._memory = named_by_hand(self._memory, look, answer.answer)
        self._places.keep(self._plan.game, self._memory.places)

    def _hear(self, report: Report) -> None:
        match report:
            case CameraHealth():
                self._display.show_health(self._plan, self._memory, report)
            case CameraPicture(jpeg=jpeg):
                self._status.see(jpeg)
            case ZoneReading(ask=order, reading=reading):
                self._status.read(reading.zone, pieces_of(reading))
                if not self._plan.is_late(report):
                    self.take(order, reading)
            case TaughtPicture() | MarksCounted():
                self.link.came(report)

    def take(self, order: str, reading: Reading) -> None:
        """Does with a reading what is decided about it."""
        self._memory, action = decide(self._plan, self._memory, order, reading)
        match action:
            case SayRoll(words=words):
                self._status.answer("camera", words)
            case ShowDoubt():
                self._memory = doubted(self._memory, action, self._kept(action.reading))
            case SubmitAnswer():
                self._submit(action)
            case CheckRules():
                self._check(action)
        self._places.keep(self._plan.game, self._memory.places)
        self._display.show(self._plan, self._memory)

    def _submit(self, action: SubmitAnswer) -> None:
        look, reading, picture = action.look, action.reading, self._kept(action.reading)
        name = f"eye-{self._boot}-{self._count}"
        reply = self._table.submit(intent_of(look.ask, action.value, name, picture or None))
        if isinstance(reply, Accepted):
            self._memory = answered(self._memory, look, reading)
        elif isinstance(reply, Refused):
            self._memory = refused(self._memory, look, reading, reply.say, picture)

    def _check(self, action: CheckRules) -> None:
        """Nothing is changed by it."""
        intent = intent_of(action.look.ask, action.value, "", None)
        words: Say | None = None
        with suppress(CompanionError):  # the game was left meanwhile
            words = self._table.reading(lambda live: would_refuse(live, intent))
        self._memory = self._memory.with_refusal(action.look.post[0], words)

    def _kept(self, reading: Reading) -> str:
        self._count += 1
        if not reading.evidence:
            return ""
        name = f"{self._boot}-{self._count}.jpg"
        return self._status.evidence_folder.keep(name, reading.evidence, reading.before_evidence)


def would_refuse(live: LiveGame, answer: Answer) -> Say | None:
    """What the rules would say to this answer; nothing if it were taken, or is no longer asked
    for.
    """
    asks = live.game.asks(live.state)
    if all(ask.id != answer.ask for ask in asks):
        return None
    try:
        decided(live.game, live.state, answer, asks)
    except RuleError as error:
        return error.say
    return None
