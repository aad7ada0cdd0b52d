"""Every worked example of every game is run and comes out as written; what is not run is none."""

import re
import tomllib
from importlib import resources
from textwrap import dedent

import pytest

from companion import games
from companion.exam import examples
from companion.exam.examples import every_example_comes_out, proves_something
from companion.exam.vectors import (
    Vector,
    WrongExampleError,
    answer_value,
    played_vectors,
    run,
)
from companion.kit.intents import Placed
from companion.kit.pieces import Piece
from tests.games.tables import OwnExample, own_examples

VECTORS = [vector for game_id in games.ids() for vector in played_vectors(game_id)]
OWN = [example for game_id in games.ids() for example in own_examples(game_id)]
# An id stands in a table of TOML, or begins a block of a table of the game's own.
IDS = re.compile(r'^(?:id = "(.+)"|([A-Z]{2}-[XV]\d\w*) )', re.MULTILINE)
every_game = pytest.mark.parametrize("game_id", games.ids())


@pytest.mark.parametrize("vector", VECTORS, ids=lambda vector: f"{vector.game}-{vector.id}")
def test_a_worked_example_comes_out_as_written(vector: Vector) -> None:
    assert proves_something(vector)
    run(vector)


@pytest.mark.parametrize("example", OWN, ids=lambda example: example.id)
def test_an_example_that_the_game_reads_itself_holds(example: OwnExample) -> None:
    example.run()


@every_game
def test_every_example_that_is_written_is_run(game_id: str) -> None:
    files = [file for file in (games.folder(game_id) / "examples").iterdir() if file.is_file()]
    found = [ids for file in files for ids in IDS.findall(file.read_text("utf-8"))]
    written = sorted(toml or own for toml, own in found)
    ran = [vector.id for vector in played_vectors(game_id)]
    assert written
    assert written == sorted([*ran, *(example.id for example in own_examples(game_id))])


NONSENSE = {"id": "X", "seats": ["red", "blue", "green"]}


@pytest.mark.parametrize(
    "steps",
    [
        [{"expect": {"step": "nowhere"}}],
        [{"expect": {"no_such_word": 3}}],
        [{"ask": "S2", "choose": "nonsense"}],
        [{"ask": "S2", "seat": "red", "choose": "red", "refused": "SF-E99"}],
    ],
)
def test_an_example_that_expects_nonsense_fails(steps: list[dict[str, object]]) -> None:
    with pytest.raises(WrongExampleError):
        run(Vector("spell_from_the_future", {**NONSENSE, "steps": steps}))


def test_an_example_without_a_step_proves_nothing() -> None:
    assert not proves_something(Vector("runika", {"id": "X", "steps": []}))


def test_a_piece_of_an_example_is_its_name() -> None:
    told = answer_value({"place": {"a": "red", "b": ["red", "blue"], "c": {"red": 2}}})
    assert isinstance(told, Placed)
    assert told.cells["a"] == (Piece("red"),)
    assert told.cells["b"] == (Piece("red"), Piece("blue"))
    assert told.cells["c"] == (Piece("red", 2),)


def test_an_example_that_cannot_begin_is_named_and_the_others_are_run(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    steps = [{"expect": {"step": "nowhere"}}]
    lame = Vector("runika", {"id": "LAME", "seats": ["red"], "steps": steps})
    wrong = Vector("runika", {"id": "WRONG", "seats": ["red", "blue"], "steps": steps})
    for found in ("vectors_of", "played_vectors"):
        monkeypatch.setattr(examples, found, lambda _game: [lame, wrong])
    first, second = every_example_comes_out("runika")
    assert first.startswith("LAME cannot begin: ")
    assert "kit." not in first
    assert second.startswith("WRONG, step 1")


def test_an_example_without_steps_is_named_as_not_run() -> None:
    """Spell Saga's own tables are run by its tests; a game from outside has nobody to do that."""
    assert any("no steps" in words for words in every_example_comes_out("spell_saga"))


def test_the_example_in_the_design_comes_out_as_written() -> None:
    design = (resources.files("companion") / "DESIGN.md").read_text("utf-8")
    block = design.partition("    [[vector]]\n")[2].partition("\n\n")[0]
    (data,) = tomllib.loads("[[vector]]\n" + dedent(block))["vector"]
    run(Vector("spell_from_the_future", data))
