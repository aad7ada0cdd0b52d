"""Refusals by their code in the rules file: `E_SLOT` is said as `mm.refused.slot`."""

from typing import Any

from companion.games.mechamancers.state import GameStory
from companion.kit.story import RuleError, refuse


def no(code: str, **values: Any) -> RuleError:
    """What has no meaning at all."""
    return refuse(f"MM-{code}", f"mm.refused.{code[2:].lower()}", **values)


def forbid(story: GameStory, broken: bool, code: str, **values: Any) -> None:
    """A rule the table may bend."""
    if broken:
        story.refuse_if(True, f"MM-{code}", f"mm.refused.{code[2:].lower()}", **values)
