"""What goes wrong on real tables: another light, a hand in the way, a bump, a pulled cable."""

import random
from collections.abc import Callable
from typing import Any

from companion.errors import SetupError
from vision.protocol import VirtualMessage
from vision.virtual.light import LIGHTS

BUMP = (9.0, 7.0, 0.6)  # right, down (pixels), turned (degrees), at most
HAND_S = 1.6


class Mishaps:
    def __init__(self, tell: Callable[[VirtualMessage], None], chance: random.Random) -> None:
        self._tell, self._chance = tell, chance
        self.light, self.is_plugged, self.pose = "day", True, (0.0, 0.0, 0.0)

    def scene(self) -> dict[str, Any]:
        return {"light": self.light, "plugged": self.is_plugged, "pose": self.pose}

    def dim(self, message: dict[str, Any]) -> None:
        if message.get("name") not in LIGHTS:
            raise SetupError(f"There is no such light; there are: {', '.join(LIGHTS)}.")
        self.light = str(message["name"])
        self.tell_light()

    def tell_light(self) -> None:
        self._tell({"do": "light", "name": self.light})

    def hand(self, message: dict[str, Any]) -> None:
        self._tell(
            {"do": "hand", "seconds": min(max(float(message.get("seconds", HAND_S)), 0.2), 10.0)}
        )

    def bump(self, _message: dict[str, Any]) -> None:
        right, down, turned = (self._chance.uniform(-most, most) for most in BUMP)
        self.pose = (round(right, 1), round(down, 1), round(turned, 2))
        self._tell(
            {"do": "bump", "right": self.pose[0], "down": self.pose[1], "turned": self.pose[2]}
        )

    def cable(self, message: dict[str, Any]) -> None:
        self.is_plugged = message["do"] == "plug"
        self._tell({"do": str(message["do"])})
