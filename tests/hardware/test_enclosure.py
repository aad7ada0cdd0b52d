"""The box can be printed: whole solids that fit a bed of 220 mm, the lid as long as the slope."""

import re
import subprocess
from collections import Counter
from math import hypot
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from firmware_bridge.simulated.build import HARDWARE

Solid = NDArray[np.float64]


@pytest.fixture(scope="module")
def parts(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Solid]:
    return {part: rendered(part, tmp_path_factory.mktemp("stl")) for part in ("lid", "base")}


def rendered(part: str, folder: Path) -> Solid:
    """Three corners a triangle; whatever the program complains of is a fault."""
    file = folder / f"{part}.stl"
    words = ["-D", f'part="{part}"', "-D", "$fn=8", "-o", str(file)]
    done = subprocess.run(
        ["openscad", *words, str(HARDWARE / "enclosure.scad")],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert not re.search("warning|error", done.stderr, re.IGNORECASE), done.stderr
    corners = re.findall(r"vertex (\S+) (\S+) (\S+)", file.read_text("ascii"))
    return np.array(corners, np.float64).reshape(-1, 3, 3)


def size(solid: Solid) -> tuple[float, ...]:
    corners = solid.reshape(-1, 3)
    return tuple(float(side) for side in corners.max(axis=0) - corners.min(axis=0))


def test_every_edge_has_a_triangle_on_each_side(parts: dict[str, Solid]) -> None:
    for name, solid in parts.items():
        edges: Counter[tuple[tuple[float, ...], tuple[float, ...]]] = Counter()
        for triangle in solid:
            a, b, c = (tuple(float(x) for x in np.round(corner, 4)) for corner in triangle)
            edges.update([(a, b), (b, c), (c, a)])
        wrong = [edge for edge, n in edges.items() if n != 1 or edges[edge[1], edge[0]] != 1]
        assert wrong == [], name


def test_both_parts_fit_a_bed_of_220_mm(parts: dict[str, Solid]) -> None:
    for solid in parts.values():
        assert max(size(solid)) <= 217
        volume = np.einsum("ij,ij->i", solid[:, 0], np.cross(solid[:, 1], solid[:, 2])).sum() / 6
        assert 50_000 < volume < 250_000


def test_the_lid_is_as_long_as_the_slope(parts: dict[str, Solid]) -> None:
    lid, base = size(parts["lid"]), size(parts["base"])
    assert lid[0] == pytest.approx(base[0], abs=0.01)
    assert lid[1] == pytest.approx(hypot(base[1], 65 - 45), abs=0.05)
