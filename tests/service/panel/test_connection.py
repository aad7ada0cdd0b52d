"""What the bridge says in its own words reaches people in ours."""

from pathlib import Path

import pytest

from companion.config import Config
from companion.errors import PanelError
from companion.kit.say import say
from companion.languages import LANGUAGES
from companion.service.panel.connection import (
    condition_said,
    look_for_panel,
    open_panel,
    panel_config,
)
from companion.texts import texts
from firmware_bridge.config import PanelConfig
from firmware_bridge.panel import Condition, PanelHealth


def test_an_error_of_the_bridge_is_told_as_the_companions_with_the_same_words() -> None:
    with pytest.raises(PanelError, match="no panel 'morse:'"):
        open_panel("morse:", PanelConfig())
    with pytest.raises(PanelError, match="by number"):
        panel_config(Config(roles={"undo": "left"}), Path())
    with pytest.raises(PanelError, match="no panel script"):
        look_for_panel("script:nowhere", PanelConfig(), 0.1)


@pytest.mark.parametrize("condition", Condition)
def test_every_condition_of_a_panel_has_a_sentence_in_every_language(condition: Condition) -> None:
    said = condition_said(PanelHealth("serial:auto", condition=condition, why="unplugged"))
    for language in LANGUAGES:
        assert said.key in texts(language)


def test_a_panel_that_is_gone_says_why_and_others_do_not() -> None:
    gone = PanelHealth("serial:auto", condition=Condition.GONE, why="unplugged")
    assert condition_said(gone) == say("panel.gone", why="unplugged")
    assert condition_said(PanelHealth("gpio:", condition=Condition.WELL)) == say("panel.well")
