"""A day of play pressed into minutes: python -m tests.faults.soak [--hours 24] [--minutes 8]
[--taps 240]

The service runs as it would, with camera and panel; people answer as fast as it takes them, and the
clock on the wall is moved so that every so many taps are an hour. Memory, handles and threads must
stay flat; what the kernel counted as written is held against the bar of five megabytes an hour of
play, pictures aside.
"""

import argparse
import re
import sys
import tempfile
import time
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from tests.faults.people import GAME, SEATS, Person, account, lines_of
from tests.faults.service import Screen, Service
from tests.faults.weather import Weather

UNIT = Path(__file__).parents[2] / "hardware" / "service" / "tableside.service"
CAMERA = "virtual:?width=640&height=360&die=44&fps=15"
SAMPLE_S = 2.0
NEW_GAME_EVERY = 400
WARM = 0.25  # of the run: caches fill, the first games are read
BAR_MB_AN_HOUR, BAR_MB = 5.0, 200.0


class Setter(Person):
    """Sets trackers by hand and takes it back, as fast as the service takes it: a line is a line
    for the journal.
    """

    def _next(self) -> dict[str, Any] | None:
        if self._count % NEW_GAME_EVERY == 0:
            seats = [msgspec.to_builtins(seat) for seat in SEATS]
            self._service.call("/api/games", {"game": GAME, "seats": seats})
            handles = self._service.call("/api/handles")
            self._handle = next(
                one["id"] for one in handles if not one["words"] and (one["most"] or 9) >= 2
            )
        self._count += 1
        intent: dict[str, Any] = {"id": f"{self.name}-{self._count}", "device": self.name}
        if self._chance.random() < 0.1:
            return intent | {"kind": "undo"}
        return intent | {
            "kind": "adjust",
            "handle": self._handle,
            "to": 1 + self._count % 2,
            "reason": "so it was",
        }


class Sample(NamedTuple):
    hours: float
    service_mb: float
    eye_mb: float
    # what the two share is counted twice: their share of it would hang on who else runs here
    both_mb: float
    handles: int
    threads: int
    written_mb: float
    journal_mb: float


def sample(service: Service, data: Path, hours: float) -> Sample:
    eye = service.eye()
    service_mb, eye_mb = _resident_mb(service.pid), _resident_mb(eye) if eye else 0.0
    return Sample(
        hours,
        service_mb,
        eye_mb,
        service_mb + eye_mb,
        len(list(Path(f"/proc/{service.pid}/fd").iterdir())),
        len(list(Path(f"/proc/{service.pid}/task").iterdir())),
        _written_mb(service.pid),
        sum(file.stat().st_size for file in data.glob("journal.sqlite*")) / 2**20,
    )


def as_installed() -> dict[str, str]:
    """The settings of memory with which the unit starts the service."""
    return dict(re.findall(r"(MALLOC\w+|GLIBC_TUNABLES)=(\S+)", UNIT.read_text()))


def _resident_mb(process: int) -> float:
    return _counted(process, "status", "VmRSS") / 1024


def _written_mb(process: int) -> float:
    return _counted(process, "io", "write_bytes") / 2**20


def _counted(process: int, file: str, name: str) -> int:
    """A figure of the kernel's about a process, in its own unit."""
    lines = Path(f"/proc/{process}/{file}").read_text().splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith(name))


def slope(samples: list[Sample], name: str) -> float:
    """By least squares, per hour of play, after the warm-up."""
    kept = samples[int(len(samples) * WARM) :]
    xs, ys = [one.hours for one in kept], [float(getattr(one, name)) for one in kept]
    x, y = sum(xs) / len(xs), sum(ys) / len(ys)
    spread = sum((a - x) ** 2 for a in xs)
    return sum((a - x) * (b - y) for a, b in zip(xs, ys, strict=True)) / spread if spread else 0.0


def soak(
    work: Path, hours: float, minutes: float, taps_an_hour: int
) -> tuple[list[Sample], dict[str, int]]:
    data = work / "data"
    data.mkdir()
    weather = Weather(work, data)
    service = Service(
        data, "--camera", CAMERA, "--panel", "script:demo", around=weather.around() | as_installed()
    )
    service.start()
    screens = [Screen(service) for _ in range(4)]
    screens[0].until(lambda: screens[0].badge("camera") == "on", "the camera works")
    people = [Person(service, "player", 1, pause_s=0.0), Setter(service, "setter", 2, pause_s=0.0)]
    samples, ends_s = [sample(service, data, 0.0)], time.monotonic() + 60 * minutes
    for person in people:
        person.start()
    while samples[-1].hours < hours and time.monotonic() < ends_s:
        time.sleep(SAMPLE_S)
        passed = sum(len(person.told) for person in people) / taps_an_hour
        weather.clock(int(3600 * passed))
        samples.append(sample(service, data, passed))
        if sys.stderr.isatty():
            print(f"\r{passed:5.1f} h of play", end="", file=sys.stderr)
    for person in people:
        person.stop()
    for screen in screens:
        screen.close()
    service.end()
    return samples, account(data, people) | {"lines": len(lines_of(data))}


def main() -> int:
    parser = argparse.ArgumentParser()
    parser.add_argument("--hours", type=float, default=24.0)
    parser.add_argument("--minutes", type=float, default=60.0, help="at most")
    parser.add_argument("--taps", type=int, default=240, help="answers in an hour of play")
    args = parser.parse_args()
    begun_s = time.monotonic()
    with tempfile.TemporaryDirectory() as folder:
        samples, accounts = soak(Path(folder), args.hours, args.minutes, args.taps)
    first, last = samples[int(len(samples) * WARM)], samples[-1]
    spent = time.monotonic() - begun_s
    rate = (last.written_mb - samples[0].written_mb) / last.hours
    print(f"{last.hours:.1f} hours of play ({args.taps} answers each) in {spent / 60:.1f} minutes")
    for name in ("service_mb", "eye_mb", "both_mb", "handles", "threads"):
        was, now = getattr(first, name), getattr(last, name)
        steep = slope(samples, name)
        print(f"{name:<12} {was:8.1f} -> {now:8.1f}   slope {steep:+.3f} an hour of play")
    kilobytes = 1024 * last.journal_mb / max(1, accounts["lines"])
    print(f"journal      {last.journal_mb:8.1f} MB, {kilobytes:.1f} KB a line")
    print(f"written      {rate:8.1f} MB an hour of play (bar {BAR_MB_AN_HOUR:.0f}, pictures aside)")
    print(", ".join(f"{count} {what}" for what, count in accounts.items()))
    held = (
        rate <= BAR_MB_AN_HOUR
        and last.both_mb <= BAR_MB
        and accounts["lost"] == accounts["doubled"] == 0
    )
    return 0 if held else 1


if __name__ == "__main__":
    sys.exit(main())
