import msgspec
import pytest

from firmware_bridge.config import ROLES, GpioPins, PanelConfig
from firmware_bridge.errors import BridgeError


def test_every_role_has_its_key_from_the_start() -> None:
    assert PanelConfig().roles == {role: key for key, role in enumerate(ROLES)}
    assert PanelConfig().role_of(6) == "confirm"
    assert PanelConfig().role_of(40) is None


def test_roles_can_be_moved_in_the_config_file() -> None:
    config = PanelConfig.of({"confirm": "15", "undo": "14"}, {})
    assert (config.role_of(15), config.role_of(14), config.role_of(6)) == ("confirm", "undo", None)
    assert config.role_of(0) == "seat1"


def test_pins_come_from_flat_names() -> None:
    config = PanelConfig.of(
        {}, {"confirm": 5, "confirm_lamp": 6, "encoder_a": 7, "encoder_b": 8, "buzzer": 9}
    )
    assert config.gpio == GpioPins({"confirm": 5}, {"confirm": 6}, (7, 8), 9)


@pytest.mark.parametrize(
    ("wrong", "named"),
    [
        ({"roles": {"dance": 1}}, "dance"),
        ({"roles": {"undo": 1, "next": 1}}, "same key"),
        ({"gpio": {"keys": {"undo": 5}, "lamps": {"undo": 5}}}, "GPIO 5"),
    ],
)
def test_a_wrong_config_is_named(wrong: dict[str, object], named: str) -> None:
    with pytest.raises((BridgeError, msgspec.ValidationError), match=named):
        msgspec.convert(wrong, PanelConfig)


def test_a_role_on_no_number_is_named() -> None:
    with pytest.raises(BridgeError, match="by number"):
        PanelConfig.of({"undo": "left"}, {})
