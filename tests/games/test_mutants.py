"""The mutation run is made by hand (`make mutants`), so what it needs is tried here."""

import subprocess
import sys

import pytest

from companion import games
from tests.mutants.mutations import ROOT, mutants_of, rule_files


@pytest.mark.parametrize("game_id", games.ids())
def test_every_game_has_rules_to_be_broken_one_at_a_time(game_id: str) -> None:
    every = [mutant for file in rule_files(game_id) for mutant in mutants_of(file)]
    assert len(every) > 200
    compile(every[0].source(), str(every[0].file), "exec")


def test_the_run_loads_all_it_needs_but_the_game_itself() -> None:
    load = "from tests.mutants.__main__ import load_all_but; load_all_but('runika')"
    told = subprocess.run([sys.executable, "-c", load], cwd=ROOT, capture_output=True, check=False)
    assert told.returncode == 0, told.stderr.decode()
