"""Fingers on the virtual panel."""

from typing import Any

from companion.errors import SetupError
from firmware_bridge.config import PanelConfig


def press(panel: Any, config: PanelConfig, message: dict[str, Any]) -> None:
    match message.get("do"):
        case "press" | "release" as deed:
            role = str(message.get("role"))
            if role not in config.roles:
                raise SetupError(f"The panel has no button {role!r}.")
            getattr(panel, deed)(config.roles[role])
        case "turn":
            panel.turn(1 if int(message.get("by", 1)) > 0 else -1)
        case "unplug" | "plug" as deed:
            getattr(panel, deed)()
        case other:
            raise SetupError(f"The virtual panel cannot {other!r}.")
