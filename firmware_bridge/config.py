"""What a table may set about its panel: the `[panel]` part of the one TOML file. Roles are names, keys are wires."""

import msgspec

from companion.errors import PanelError

ROLES = (
    "seat1", "seat2", "seat3", "seat4", "seat5", "seat6", "confirm", "undo", "next", "plus", "minus", "roll_taken",
    "free1", "free2", "free3", "free4", "encoder",
)  # fmt: skip
SEATS = ROLES[:6]


class GpioPins(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """BCM numbers on the Pi's header, by role. Buttons close to ground; lamps light when high."""

    keys: dict[str, int] = {
        "seat1": 5, "seat2": 6, "seat3": 13, "seat4": 19, "seat5": 26, "seat6": 21, "confirm": 20, "undo": 16,
        "next": 12, "plus": 2, "minus": 3, "roll_taken": 23, "encoder": 22,
    }  # fmt: skip
    lamps: dict[str, int] = {
        "seat1": 4, "seat2": 18, "seat3": 10, "seat4": 9, "seat5": 11, "seat6": 8, "confirm": 7, "undo": 14,
        "next": 15, "roll_taken": 24,
    }  # fmt: skip
    encoder: tuple[int, int] | None = (17, 27)
    buzzer: int | None = 25


class PanelConfig(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    roles: dict[str, int] = {role: key for key, role in enumerate(ROLES)}
    long_press_ms: int = 800
    debounce_ms: int = 5
    quarters_per_detent: int = 4
    brightness: int = 128
    stale_after_s: float = (
        5.0  # a press older than this, kept by the panel while nobody listened, is no answer any more
    )
    gpio: GpioPins = GpioPins()

    def __post_init__(self) -> None:
        unknown = sorted((set(self.roles) | set(self.gpio.keys) | set(self.gpio.lamps)) - set(ROLES))
        if unknown:
            raise PanelError(f"the panel has no role {unknown[0]!r}; there are: {', '.join(ROLES)}")
        keys = list(self.roles.values())
        if len(set(keys)) != len(keys):
            raise PanelError("two roles of the panel are on the same key: give each its own in [panel.roles]")
        self._check_pins()

    def _check_pins(self) -> None:
        gpio = self.gpio
        pins = [*gpio.keys.values(), *gpio.lamps.values(), *(gpio.encoder or ())]
        pins += [gpio.buzzer] if gpio.buzzer is not None else []
        twice = sorted({pin for pin in pins if pins.count(pin) > 1})
        if twice:
            raise PanelError(f"GPIO {twice[0]} is used twice in [panel.gpio]: give each wire its own pin")

    def role_of(self, key: int) -> str | None:
        return next((role for role, at in self.roles.items() if at == key), None)
