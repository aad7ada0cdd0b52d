"""What is refused carries the reason of the rule it breaks, not a word of the kit's."""

from typing import Any

import pytest

from companion.kit.intents import AnswerValue, Chosen, Shown
from companion.kit.pieces import CardSeen
from tests.games.spell_saga.table import at, refusal

TWO = [{"card": "HE0"}, {"card": "HE1"}]
DRAWN = {"heroes": TWO, "jobs": [{"do": "lane", "card": "xI", "to": "action"}]}
TWICE = Shown((CardSeen("p1"), CardSeen("p1")))
CASES: list[tuple[str, dict[str, Any], str, AnswerValue, str]] = [
    ("T10", {"hand": ["p1"], "hand_unknown": 9}, "T10", Chosen(("p2", "p3", "p4")), "SS-R28"),
    ("T4", {"heroes": TWO}, "T4", TWICE, "SS-R06"),
    ("T5", DRAWN, "lane", Chosen(("p2",)), "SS-R05"),
    ("T5", DRAWN, "lane", Chosen(("HE0", "HE1")), "SS-R05"),
]


@pytest.mark.rule("SS-R05", "SS-R06", "SS-R28")
@pytest.mark.parametrize(("step", "position", "ask", "value", "code"), CASES)
def test_a_refusal_carries_the_reason_of_its_own_rule(
    step: str, position: dict[str, Any], ask: str, value: AnswerValue, code: str
) -> None:
    assert refusal(at(step, **position), ask, value) == code
