"""What fuzzing ever found stays found, and a little chance on top of it."""

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.fuzz.targets import TARGETS, seeds

FOUND = sorted(Path(__file__).with_name("found").iterdir())
some = settings(max_examples=25)


@pytest.mark.parametrize("file", FOUND, ids=lambda file: file.name)
def test_what_was_found_once_is_taken_now(file: Path) -> None:
    TARGETS[file.name.partition("-")[0]](file.read_bytes())


@pytest.mark.parametrize("name", TARGETS)
def test_sound_input_is_taken(name: str) -> None:
    count = 0
    for seed in seeds(name):
        TARGETS[name](seed)
        count += 1
    assert count


@pytest.mark.parametrize("name", TARGETS)
@some
@given(data=st.data())
def test_damaged_input_is_taken(name: str, data: st.DataObject) -> None:
    seed = data.draw(st.sampled_from(_KEPT[name]))
    at = data.draw(st.integers(0, max(len(seed) - 1, 0)))
    put = data.draw(st.binary(max_size=8))
    cut = data.draw(st.integers(0, 8))
    TARGETS[name](seed[:at] + put + seed[at + cut :])


_KEPT = {name: [seed for _, seed in zip(range(12), seeds(name), strict=False)] for name in TARGETS}
