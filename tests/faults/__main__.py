"""python -m tests.faults [--minutes 10] [--seed 1] [--only NAME]...: every fault once, then all of
them at random.
"""

import argparse
import random
import statistics
import sys
import tempfile
import time
from pathlib import Path

from tests.faults.list import BY_NAME, FAULTS
from tests.faults.starts import STARTS
from tests.faults.world import Fault, World, suffer

SHOWN_BAR_S = 3.0


class Report:
    """Times per fault; `is_good` when every one of them held its bar."""

    def __init__(self) -> None:
        self.shown: dict[str, list[float]] = {}
        self.healed: dict[str, list[float]] = {}
        self.failures: list[str] = []

    def suffer(self, world: World, fault: Fault) -> None:
        try:
            shown_s, healed_s = suffer(world, fault)
        except AssertionError as error:
            self.failures.append(f"{fault.name}: {error}")
            return
        self.healed.setdefault(fault.name, []).append(healed_s)
        if shown_s is not None:
            self.shown.setdefault(fault.name, []).append(shown_s)
            if shown_s > SHOWN_BAR_S:
                self.failures.append(f"{fault.name}: shown only after {shown_s:.1f} s")
        if healed_s > fault.healed_bar_s:
            self.failures.append(f"{fault.name}: well again only after {healed_s:.1f} s")

    def lines(self) -> list[str]:
        return [
            f"{name:<20} {_times(self.shown.get(name))}   {_times(all_s)}"
            for name, all_s in self.healed.items()
        ]


def _times(seconds: list[float] | None) -> str:
    if not seconds:
        return f"{'-':>20}"
    return f"{len(seconds):>3} x {statistics.median(seconds):5.1f} {max(seconds):6.1f}"


def storm(report: Report, minutes: float, seed: int, faults: list[Fault]) -> dict[str, int]:
    """Every fault once, then at random until the time is over, while people play on."""
    with tempfile.TemporaryDirectory() as folder:
        world = World(Path(folder), seed=seed)
        chance, ends_s = random.Random(seed), time.monotonic() + 60 * minutes
        try:
            for fault in faults:
                report.suffer(world, fault)
            while time.monotonic() < ends_s:
                report.suffer(world, chance.choice(faults))
        finally:
            accounts = world.close()
    return accounts


def main() -> int:
    parser = argparse.ArgumentParser()
    parser.add_argument("--minutes", type=float, default=10.0)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", action="append", choices=[*BY_NAME, "starts"], default=[])
    args = parser.parse_args()
    report = Report()
    wanted = [fault for fault in FAULTS if not args.only or fault.name in args.only]
    accounts = storm(report, args.minutes, args.seed, wanted) if wanted else {}
    print(f"{'fault':<20} {'shown: n, p50, max s':>20}   {'well again, s':>20}")
    print("\n".join(report.lines()))
    print(", ".join(f"{count} {what}" for what, count in accounts.items()))
    if not args.only or "starts" in args.only:
        for name, start in STARTS.items():
            with tempfile.TemporaryDirectory() as folder:
                print(f"{name:<32} {start(Path(folder))}")
    for failure in report.failures:
        print(f"!! {failure}")
    bad = [
        what for what in ("lost", "renumbered", "doubled", "faults inside") if accounts.get(what)
    ]
    return 1 if report.failures or bad else 0


if __name__ == "__main__":
    sys.exit(main())
