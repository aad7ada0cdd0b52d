"""Makes the shipped weights from nothing: `python -m vision.lab.dice.rebuild SETS WORK`.

Each stage is one training; what lies finished in WORK is not made again, so a stopped run goes on
where it was. Two stages run at a time. At the end the networks are exported, trust is fitted on the
sets each fold left out, and the three files lie in WORK/weights, to be copied over
`vision/dice/weights`.
"""

import argparse
import subprocess
import sys
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, replace
from pathlib import Path

# Sets left out together. The two oblique phones are never both missing, nor both kinds of
# odd-coloured dice.
FOLDS = {
    "f1": "byler,matteo",
    "f2": "aws-phone,damian,tomitomi",
    "f3": "roboflow6,rune-cup,rune-trays",
    "ship": "",
}
BATCH = {"finder": 16, "judge": 64}
RATE = {"finder": 0.02, "judge": 0.025}
# of the second round: in the first they have not learnt all they can
AGAIN = {"finder": 0.015, "judge": 0.018}
# the share of the steps at the end in ordinary light; in the second round half
CALM = {"finder": 0.35, "judge": 0.5}


@dataclass(frozen=True, slots=True)
class Stage:
    """One training: which network, from which stage, on what, for how long."""

    name: str
    net: str
    start: str | None
    without: str
    real: float
    steps: int
    seed: int
    second: bool = False

    def command(self, photographs: Path, work: Path) -> list[str]:
        words = [
            sys.executable,
            "-m",
            "vision.lab.dice.train",
            self.net,
            "--photographs",
            str(photographs),
        ]
        words += ["--bank", str(work / "sprites.npz"), "--drawn", str(work / "drawn.npz")]
        rate, calm = (AGAIN[self.net], 0.5) if self.second else (RATE[self.net], CALM[self.net])
        words += ["--real", str(self.real), "--steps", str(self.steps), "--rate", str(rate)]
        words += ["--seed", str(self.seed), "--batch", str(BATCH[self.net]), "--calm", str(calm)]
        words += ["--without", self.without]
        if (
            not self.real
        ):  # drawn dice on invented tables only: a fold must not even see a left-out table
            words += ["--sets", ""]
        words += ["--start", str(work / f"{self.start}.pt")] if self.start else []
        return [*words, "-o", str(work / f"{self.name}.part")]


def stages(share: float) -> list[Stage]:
    # What all folds start from has seen no photograph.
    found = [
        Stage("judge-pre", "judge", None, "", 0.0, 2000, 1),
        Stage("finder-pre", "finder", None, "", 0.0, 2000, 10),
    ]
    for i, (fold, without) in enumerate(FOLDS.items()):
        found += [
            Stage(f"judge-{fold}-first", "judge", "judge-pre", without, 0.65, 6000, 1 + i),
            Stage(f"finder-{fold}-first", "finder", "finder-pre", without, 0.7, 2500, 31 + 2 * i),
        ]
    for i, (fold, without) in enumerate(FOLDS.items()):
        found += [
            Stage(
                f"judge-{fold}",
                "judge",
                f"judge-{fold}-first",
                without,
                0.65,
                4000,
                51 + i,
                second=True,
            ),
            Stage(
                f"finder-{fold}",
                "finder",
                f"finder-{fold}-first",
                without,
                0.7,
                3000,
                61 + i,
                second=True,
            ),
        ]
    return [replace(stage, steps=max(20, round(stage.steps * share))) for stage in found]


def run(stage: Stage, photographs: Path, work: Path, before: Future[None] | None) -> None:
    done = work / f"{stage.name}.pt"
    if before is not None:
        before.result()
    if done.exists():
        return
    print(f"{stage.name}: {stage.steps} steps", flush=True)
    with (work / f"{stage.name}.log").open("w") as log:
        subprocess.run(stage.command(photographs, work), stdout=log, stderr=log, check=True)
    (work / f"{stage.name}.part").rename(done)


def exported(work: Path, fold: str) -> Path:
    folder = work / ("weights" if fold == "ship" else fold)
    nets = [str(work / f"{net}-{fold}.pt") for net in BATCH]
    subprocess.run([sys.executable, "-m", "vision.lab.dice.export", *nets, str(folder)], check=True)
    return folder


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("photographs", type=Path, help="folder of sets")
    parser.add_argument("work", type=Path, help="where stages are kept")
    parser.add_argument(
        "--share", type=float, default=1.0, help="of the steps, to try the whole way quickly"
    )
    args = parser.parse_args()
    args.work.mkdir(parents=True, exist_ok=True)
    from vision.lab.dice import sprites
    from vision.lab.dice.crops import Drawn

    Drawn(args.work / "drawn.npz", sprites.kept(args.work / "sprites.npz"))
    with ThreadPoolExecutor(2) as two:
        running: dict[str, Future[None]] = {}
        # What a stage starts from stands before it, so it never waits for one not yet begun.
        for stage in stages(args.share):
            before = running.get(stage.start) if stage.start else None
            running[stage.name] = two.submit(run, stage, args.photographs, args.work, before)
        for future in running.values():
            future.result()
    folders = {fold: exported(args.work, fold) for fold in FOLDS}
    words = [sys.executable, "-m", "vision.lab.dice.calibrate", str(args.photographs)]
    for fold, left_out in FOLDS.items():
        words += ["--fold", f"{folders[fold]}={left_out}"] if left_out else []
    subprocess.run([*words, "-o", str(folders["ship"] / "trust.json")], check=True)


if __name__ == "__main__":
    main()
