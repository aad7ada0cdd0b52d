"""What cards do, primitive by primitive, and which facts go with each. The small types of all
printed facts.
"""

from typing import Annotated, Any, Literal

import msgspec

from companion.kit.forms import Prose

Source = Literal["printed", "demo", "owner"]
Natural = Annotated[int, msgspec.Meta(ge=0)]
Pips = Annotated[int, msgspec.Meta(ge=0, le=6)]
StageLv = Annotated[int, msgspec.Meta(ge=1, le=3)]
SlotNumber = Annotated[int, msgspec.Meta(ge=1, le=6)]

EffectKind = Literal[
    "gain_gold",
    "lose_gold",
    "random_gold",
    "gain_goods",
    "gain_good",
    "lose_good",
    "gain_exp",
    "wanted",
    "extra_strike",
    "add_attack",
    "damage",
    "accuracy",
    "shield",
    "heal_unit",
    "heal_hp",
    "faint",
    "reroll",
    "extra_dice",
    "auto_success",
    "move",
    "action",
    "chase",
    "cargo_slots",
    "barrier",
    "price",
    "place_self",
    "place_marker",
    "check",
    "status_point",
    "allow_limit_break",
    "forbid",
    "skip",
    "retreat_success",
    "manual",
]

_COUNTED: dict[str, None] = {"n": None}
_Roll = Literal["scout", "quest"]
_Price = Literal[
    "buy_good", "sell_good", "recruit", "recover", "train", "evolve", "upgrade", "stall"
]
_Deed = Literal["travel", "scout", "engage", "shop", "stall", "workshop", "recruiter", "quest"]
_Part = Literal["brigand", "government", "monsters", "raid", "income"]
_Unit = Literal["", "all", "hero", "1", "2", "3", "4", "5", "6"]
_Good = Literal["", "fruit", "spice", "chocolate", "medicine", "iron", "silk"]
_City = Literal[
    "", "java.0", "japan.0", "china.0", "rusia.0", "india.0",
    "persia.0", "arabia.0", "egypt.0", "europe.0",
]  # fmt: skip
_GOES_WITH: dict[EffectKind, dict[str, Any]] = {
    "gain_gold": _COUNTED,
    "lose_gold": _COUNTED,
    "random_gold": _COUNTED,
    "gain_goods": _COUNTED,
    "gain_good": {"what": _Good},
    "lose_good": _COUNTED,
    "gain_exp": {"n": None, "who": _Unit},
    "wanted": _COUNTED,
    "extra_strike": {"n": None, "who": _Unit, "rounds": None},
    "add_attack": {"n": None, "who": _Unit, "rounds": None},
    "damage": _COUNTED,
    "accuracy": {"n": None, "who": Literal["", "enemy"], "rounds": None},
    "shield": _COUNTED,
    "heal_unit": _COUNTED,
    "heal_hp": _COUNTED,
    "faint": _COUNTED,
    "reroll": _COUNTED,
    "extra_dice": {"n": None, "what": _Roll},
    "auto_success": {"what": _Roll},
    "move": _COUNTED,
    "action": _COUNTED,
    "chase": _COUNTED,
    "cargo_slots": _COUNTED,
    "barrier": _COUNTED,
    "price": {"what": _Price, "n": None},
    "place_self": {"what": _City},
    "place_marker": _COUNTED,
    "check": {"what": Literal["explorer", "charisma", "leadership"], "n": None},
    "status_point": _COUNTED,
    "allow_limit_break": _COUNTED,
    "forbid": {"what": _Deed},
    "skip": {"what": _Part},
    "retreat_success": {},
    "manual": {"text": None},
}


class Effect(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One primitive. `what` names its object (a price, an action, a kind of dice), `who` a unit or
    side.
    """

    kind: Annotated[EffectKind, msgspec.Meta(extra={"parts": _GOES_WITH})]
    n: int = 1
    who: str = ""
    what: str = ""
    rounds: Natural = 1
    text: Prose = ""
