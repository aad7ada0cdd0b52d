"""Whether the examples of a game come out as written, and every numbered rule is proved by one. An
example that is not run proves nothing.
"""

from collections.abc import Iterator
from importlib.resources.abc import Traversable

from companion import games
from companion.exam.vectors import Vector, WrongExampleError, played_vectors, run, vectors_of
from companion.kit.story import RuleError
from companion.texts import sentence

Findings = Iterator[str]


def every_example_comes_out(game_id: str) -> Findings:
    for vector in vectors_of(game_id):
        if "steps" not in vector.data:
            yield f"{vector.id} has no steps, so nothing runs it"
    for vector in played_vectors(game_id):
        yield from _comes_out(vector)


def _comes_out(vector: Vector) -> Findings:
    if not proves_something(vector):
        yield f"{vector.id} has no step: an answer that is taken or refused, or what to expect"
    try:
        run(vector)
    except WrongExampleError as error:
        yield str(error)
    except RuleError as error:  # how it begins: its seats, options or position
        yield f"{vector.id} cannot begin: {sentence(error.say, 'en', {})}"


def proves_something(vector: Vector) -> bool:
    """An answer that is taken proves that it may be given."""
    return bool(vector.data["steps"])


def every_rule_is_proved(game_id: str) -> Findings:
    """By an example that is run; tests of ours may prove rules too, and name them."""
    ids = rule_ids(games.folder(game_id))
    if not ids:
        yield "rules.txt numbers no rule"
    proved = {rule for vector in played_vectors(game_id) for rule in vector.data.get("rules", ())}
    yield from (f"{rule} is proved by no example" for rule in ids if rule not in proved)
    yield from (f"an example names {rule}, which is no rule" for rule in proved if rule not in ids)
    yield from (f"{rule} stands twice in rules.txt" for rule in set(ids) if ids.count(rule) > 1)


def rule_ids(folder: Traversable) -> list[str]:
    """The ids in the game's `rules.txt`: the first word of each line."""
    file = folder / "rules.txt"
    lines = file.read_text("utf-8").splitlines() if file.is_file() else []
    return [line.split()[0] for line in lines if line.strip() and line[0] != "#"]
