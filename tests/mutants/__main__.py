"""Mutation run over a game's rules: break one thing at a time and see whether the game's tests
notice.

    python -m tests.mutants GAME [--most 200] [--seed 1] [--again]

The files on disk are never touched. Each mutant meets only the tests that reach its line, those
that noticed most others first. What came out is kept in `build/mutants`, so that a run cut short
goes on where it was; `--again` tries the survivors anew, after tests were added.
"""

import argparse
import importlib
import json
import os
import random
import sys
from collections import Counter

import hypothesis  # noqa: F401  loaded once here, so that no fork has to

from companion import games
from companion.exam.vectors import played_vectors
from tests.mutants.mutations import ROOT, Mutant, mutants_of, rule_files
from tests.mutants.reach import KEPT, Reach, reach_of
from tests.mutants.trial import in_order, tried

ENOUGH = 90  # of a hundred
FIRST = 12  # tests: most mutants end there, and few files have to be read for them


def load_all_but(game: str) -> None:
    """What every fork needs, loaded once; the game itself is loaded by each fork anew."""
    for other in games.ids():
        if other != game:
            importlib.import_module(f"companion.games.{other}")
    for module in ("simulate", "texts", "table.live_game", "table.number_history"):
        importlib.import_module(f"companion.{module}")
    for one in games.ids():
        played_vectors(one)  # parsed once
    assert f"companion.games.{game}" not in sys.modules


class Run:
    """The mutants of one game and what came of them: who noticed, or nobody."""

    def __init__(self, game: str, reach: Reach) -> None:
        self._reach = reach
        self._kept = KEPT / f"{game}.jsonl"
        self.by: dict[str, str | None] = {}
        for line in self._kept.read_text("utf-8").splitlines() if self._kept.exists() else ():
            told = json.loads(line)
            self.by[told["mutant"]] = told["by"]
        self._kills = Counter(by for by in self.by.values() if by)

    def judge(self, mutant: Mutant) -> str | None:
        tests = in_order(self._reach.tests_of(mutant), self._reach, self._kills)
        by = self._noticed(mutant, tests[:FIRST]) or self._noticed(mutant, tests[FIRST:])
        if by:
            self._kills[by] += 1
        self.by[mutant.key] = by
        with self._kept.open("a", encoding="utf-8") as file:
            file.write(json.dumps({"mutant": mutant.key, "by": by}) + "\n")
        return by

    def _noticed(self, mutant: Mutant, tests: list[str]) -> str | None:
        seconds = sum(self._reach.seconds[test] for test in tests)
        return tried(mutant, tests, seconds) if tests else None


def sample_of(game: str, most: int, seed: int) -> tuple[list[Mutant], int]:
    every = [mutant for file in rule_files(game) for mutant in mutants_of(file)]
    return random.Random(seed).sample(every, min(most, len(every))), len(every)


def main() -> int:
    parser = argparse.ArgumentParser(
        prog="make mutants", description="mutation run over a game's rules"
    )
    parser.add_argument("game", choices=games.ids())
    parser.add_argument("--most", type=int, default=200, help="how many mutants, drawn at random")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--again", action="store_true", help="try the survivors anew")
    args = parser.parse_args()
    os.chdir(ROOT)
    load_all_but(args.game)
    reach = reach_of(args.game)
    if reach is None:
        print(f"{args.game}: its tests fail without any change; mend that first")
        return 2
    run = Run(args.game, reach)
    sample, number = sample_of(args.game, args.most, args.seed)
    for at, mutant in enumerate(sample, 1):
        if mutant.key not in run.by or (args.again and not run.by[mutant.key]):
            run.judge(mutant)
        survived = not run.by[mutant.key]
        print(f"{at}/{len(sample)}  {'survived' if survived else 'killed'}  {mutant}", flush=True)
    killed = sum(bool(run.by[mutant.key]) for mutant in sample)
    share = 100 * killed / max(1, len(sample))
    print(f"{args.game}: {killed} of {len(sample)} mutants killed ({share:.0f} %), of {number}")
    return 0 if share >= ENOUGH else 1


if __name__ == "__main__":
    sys.exit(main())
