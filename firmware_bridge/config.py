"""What a table may set about its panel: the `[panel]` part of the one TOML file. Roles are names,
keys are wires.
"""

from collections.abc import Mapping
from pathlib import Path

import msgspec

from firmware_bridge.errors import BridgeError

ROLES = (
    "seat1", "seat2", "seat3", "seat4", "seat5", "seat6",
    "confirm", "undo", "next", "plus", "minus", "roll_taken",
    "free1", "free2", "free3", "free4", "encoder",
)  # fmt: skip
SEATS = ROLES[:6]
FREE = ROLES[12:16]  # what they do is the game's to say

_PINS = {
    "seat1": 5, "seat2": 6, "seat3": 13, "seat4": 19, "seat5": 26, "seat6": 21,
    "confirm": 20, "undo": 16, "next": 12, "plus": 2, "minus": 3, "roll_taken": 23, "encoder": 22,
}  # fmt: skip
_LAMP_PINS = {
    "seat1": 4, "seat2": 18, "seat3": 10, "seat4": 9, "seat5": 11, "seat6": 8,
    "confirm": 7, "undo": 14, "next": 15, "roll_taken": 24,
}  # fmt: skip


class GpioPins(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """BCM numbers on the Pi's header, by role. Buttons close to ground; lamps light when high."""

    keys: dict[str, int] = msgspec.field(default_factory=lambda: dict(_PINS))
    lamps: dict[str, int] = msgspec.field(default_factory=lambda: dict(_LAMP_PINS))
    encoder: tuple[int, int] | None = (17, 27)
    buzzer: int | None = 25


class PanelConfig(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    roles: dict[str, int] = msgspec.field(
        default_factory=lambda: {role: key for key, role in enumerate(ROLES)}
    )
    long_press_ms: int = 800
    debounce_ms: int = 5
    quarters_per_detent: int = 4
    brightness: int = 128
    sounds: bool = True  # a tick when a press counted, a double one when it was refused
    # a press older than this, kept by the panel while nobody listened, is no answer any more
    stale_after_s: float = 5.0
    gpio: GpioPins = GpioPins()
    known_ports: Path | None = None  # where ports are remembered that our panel answered on

    def __post_init__(self) -> None:
        unknown = sorted(
            (set(self.roles) | set(self.gpio.keys) | set(self.gpio.lamps)) - set(ROLES)
        )
        if unknown:
            raise BridgeError(
                f"the panel has no role {unknown[0]!r}; there are: {', '.join(ROLES)}"
            )
        keys = list(self.roles.values())
        if len(set(keys)) != len(keys):
            raise BridgeError(
                "two roles of the panel are on the same key: give each its own in [panel.roles]"
            )
        self._check_pins()

    def _check_pins(self) -> None:
        gpio = self.gpio
        pins = [*gpio.keys.values(), *gpio.lamps.values(), *(gpio.encoder or ())]
        pins += [gpio.buzzer] if gpio.buzzer is not None else []
        twice = sorted({pin for pin in pins if pins.count(pin) > 1})
        if twice:
            raise BridgeError(
                f"GPIO {twice[0]} is used twice in [panel.gpio]: give each wire its own pin"
            )

    @classmethod
    def of(cls, roles: Mapping[str, str], pins: Mapping[str, int]) -> "PanelConfig":
        """From the config file's tables: `seat1 = "3"` is a key; pins are `seat1`, `seat1_lamp`,
        `encoder_a`.
        """
        try:
            keys = {role: int(key) for role, key in roles.items()}
        except ValueError:
            raise BridgeError(
                'in [roles] each role names its key by number, such as seat1 = "0"'
            ) from None
        moved = {role: key for role, key in cls().roles.items() if key not in keys.values()} | keys
        return cls(roles=moved, gpio=_pins(pins) if pins else GpioPins())

    def role_of(self, key: int) -> str | None:
        return next((role for role, at in self.roles.items() if at == key), None)


def _pins(pins: Mapping[str, int]) -> GpioPins:
    ends = {"encoder_a", "encoder_b", "buzzer"}
    lamps = {
        name.removesuffix("_lamp"): pin for name, pin in pins.items() if name.endswith("_lamp")
    }
    keys = {
        name: pin for name, pin in pins.items() if name not in ends and not name.endswith("_lamp")
    }
    encoder = (
        (pins["encoder_a"], pins["encoder_b"]) if {"encoder_a", "encoder_b"} <= set(pins) else None
    )
    return GpioPins(keys, lamps, encoder, pins.get("buzzer"))
