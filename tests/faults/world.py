"""One table and all around it: service, camera, firmware, cable, weather, people, a screen."""

import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from tests.faults.people import Person, account
from tests.faults.service import Screen, Service
from tests.faults.weather import Weather
from tests.faults.wire import Wire
from vision.reading import Point

CAMERA = "width=640&height=360&die=30&fps=10"  # as small as corner marks can be read


class World:
    eye_before = 0
    before = 0  # a count, as it was when the fault struck

    def __init__(self, work: Path, people: int = 2, seed: int = 1) -> None:
        self.places: dict[str, Point] = {}  # where the mats lay when the fault struck
        self.data = work / "data"
        self.data.mkdir()
        self.weather = Weather(work, self.data)
        self.wire = Wire(work, seed)
        self._lens = work / "lens"
        words = (
            "--virtual",
            "--camera",
            f"trouble:{self._lens}?{CAMERA}",
            "--panel",
            f"serial:{self.wire.port}",
        )
        self.service = Service(self.data, *words, around=self.weather.around())
        self.service.start()
        self.screen = Screen(self.service)
        self.people = [
            Person(self.service, f"person{number}", seed + number) for number in range(people)
        ]
        for person in self.people:
            person.start()
        self.screen.until(lambda: self.is_well, "everything is well at the start")

    @property
    def is_well(self) -> bool:
        screen = self.screen
        return screen.is_connected and screen.badge("camera") == screen.badge("panel") == "on"

    def lens(self, trouble: str = "") -> None:
        beside = self._lens.with_suffix(".new")
        beside.write_text(trouble)
        beside.replace(self._lens)

    def close(self) -> dict[str, int]:
        """Everybody goes home; what they were told is held against the journal."""
        for person in self.people:
            person.stop()
        self.screen.close()
        if self.service.process is not None and self.service.process.poll() is None:
            self.service.end()
            self.wire.close()
        return account(self.data, self.people)


def nothing(_: World) -> None:
    """It mends itself."""


@dataclass(frozen=True)
class Fault:
    """`shown` is what people see of it (None: it heals without anybody needing to know); then it is
    mended, and `well` says when it is over. Bars: shown within 3 s; a camera back within 10 s of
    being mended."""

    name: str
    strike: Callable[[World], None]
    shown: Callable[[World], bool] | None
    mend: Callable[[World], None]
    well: Callable[[World], bool]
    healed_bar_s: float = 10.0
    ready: Callable[[World], bool] = lambda world: world.is_well


def suffer(world: World, fault: Fault) -> tuple[float | None, float]:
    """Seconds from the first blow until it was shown, and from mending until all was well again;
    from the blow where nobody mends it."""
    world.screen.until(lambda: fault.ready(world), f"ready for {fault.name}")
    world.screen.forget()
    begun_s = time.monotonic()
    shown_s, shown = None, fault.shown
    fault.strike(world)
    try:
        if shown is not None:
            shown_s = world.screen.until(lambda: shown(world), fault.name, begun_s)
    finally:
        mended_s = begun_s if fault.mend is nothing else time.monotonic()
        fault.mend(world)
    return shown_s, world.screen.until(
        lambda: fault.well(world), f"well after {fault.name}", mended_s
    )
