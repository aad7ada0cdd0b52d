"""The way to the bridge: what it calls by its own words comes back in ours."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import msgspec

from companion.config import Config
from companion.errors import PanelError
from companion.kit.say import Say, say
from firmware_bridge import check, transports
from firmware_bridge.config import PanelConfig
from firmware_bridge.errors import BridgeError
from firmware_bridge.panel import Condition, Panel, PanelHealth


@contextmanager
def bridge_errors() -> Iterator[None]:
    """Raises the bridge's errors as ours, so that they are told to people as all others are."""
    try:
        yield
    except BridgeError as error:
        raise PanelError(str(error)) from error


def panel_config(config: Config, data: Path) -> PanelConfig:
    with bridge_errors():
        made = PanelConfig.of(config.roles, config.pins)
    return msgspec.structs.replace(made, known_ports=data / "panel_ports")


def open_panel(url: str, config: PanelConfig) -> Panel:
    with bridge_errors():
        return transports.open_panel(url, config)


def look_for_panel(url: str, config: PanelConfig, seconds: float) -> PanelHealth:
    with bridge_errors():
        return check.look_for(url, config, seconds)


def condition_said(health: PanelHealth) -> Say:
    """In a few words, with what to do."""
    key = f"panel.{health.condition.value}"
    return say(key, why=health.why) if health.condition is Condition.GONE else say(key)
