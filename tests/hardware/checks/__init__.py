"""What the firmware promises, one check each, on the real ELF. The negative controls run the same
checks.
"""

from firmware_bridge.simulated.rig import Rig
from tests.hardware.checks import hands, line, shown
from tests.hardware.checks.common import Check, shape, tap

ALL: dict[str, Check] = {
    name: thing
    for module in (hands, line, shown)
    for name, thing in vars(module).items()
    if getattr(thing, "__annotations__", None) == {"rig": Rig, "return": None}
}

__all__ = ["ALL", "Check", "shape", "tap"]
