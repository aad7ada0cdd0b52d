"""Hands that throw: pip dice tumble before the camera, dice with symbols are laid as they fell."""

import math
import random
from collections.abc import Callable
from typing import Any

from companion.errors import SetupError
from companion.kit.asks import D6, DieWanted, Roll
from companion.service.virtual.stage import free_spot
from companion.service.virtual.surface import Surface
from vision.protocol import VirtualMessage
from vision.virtual.pieces import VirtualPiece
from vision.virtual.thrown_dice import LOOKS

THROWN = "thrown"
PLAIN_DIE = "white"
EDGE_MM = 15.0
COCKED, COCKED_WILD = 0.02, 0.12  # of throws: one die askew, at least, and with all one's might


class Dice:
    def __init__(
        self,
        surface: Surface,
        tell: Callable[[VirtualMessage], None],
        teach: Callable[[str], None],
        chance: random.Random,
    ) -> None:
        self._surface, self._tell, self._teach, self._chance = surface, tell, teach, chance
        self.thrown: VirtualMessage | None = None  # the throw that lies there

    def throw(self, message: dict[str, Any]) -> None:
        """The dice of the open roll (where nobody says which, one that must be made), or two just
        for fun.
        """
        surface = self._surface
        rolls = sorted(
            (ask for ask in surface.asks if isinstance(ask, Roll)), key=lambda ask: ask.optional
        )
        ask = next(
            (ask for ask in rolls if ask.id == message.get("ask")), rolls[0] if rolls else None
        )
        seed = int(message.get("seed", self._chance.randrange(1 << 20)))
        wanted = [die for die in ask.dice for _ in range(die.count)] if ask else []
        _check_values(message.get("values"), wanted)
        if ask is not None and any(die.kind != "d6" for die in wanted):
            chance = random.Random(seed)
            faces = message.get("values") or [chance.choice(die.faces) for die in wanted]
            self._fall(
                ask,
                [
                    (die.colour or die.kind, str(face))
                    for die, face in zip(wanted, faces, strict=True)
                ],
            )
            return
        looks = [die.colour if die.colour in LOOKS else PLAIN_DIE for die in wanted] or [
            PLAIN_DIE,
            "red",
        ]
        zone = (
            surface.stage.ground.place_of(ask)
            if surface.stage is not None and ask is not None
            else None
        )
        throw: VirtualMessage = {
            "do": "throw",
            "seed": seed,
            "colours": [str(look) for look in looks],
            "zone": zone or "tray",
        }
        throw |= self._thrown_by(message, len(looks))
        values = message.get("values")
        self.thrown = throw | {"values": [int(v) for v in values]} if values else throw
        self._tell(self.thrown)

    def cock(self, message: dict[str, Any]) -> None:
        """One die comes to lie askew."""
        die = max(0, int(_number(message, "die")))
        self._tell({"do": "cock", "die": die})
        if self.thrown is not None:
            self.thrown |= {"cocked": die}

    def sweep(self) -> None:
        self.thrown = None
        self._tell({"do": "clear"})

    def tell_again(self) -> None:
        """To a camera that knows nothing of them: they lie as they fell."""
        if self.thrown is not None:
            self._tell(self.thrown | {"lie": 1})

    def _thrown_by(self, message: dict[str, Any], count: int) -> VirtualMessage:
        """Which way a hand throws, how hard, and whether a die comes to lie askew: now and then,
        oftener when wild.
        """
        hard = min(max(_number(message, "hard"), 0.0), 1.0)
        by: VirtualMessage = (
            {"towards": _number(message, "towards"), "hard": hard} if "towards" in message else {}
        )
        is_free = (
            not message.get("values") and "seed" not in message
        )  # a throw that is meant lies as it is meant
        if is_free and self._chance.random() < COCKED + COCKED_WILD * hard:
            by |= {"cocked": self._chance.randrange(count)}
        return by

    def _fall(self, ask: Roll, dice: list[tuple[str, str]]) -> None:
        surface = self._surface
        surface.take_away(
            [piece for piece in surface.pieces.values() if piece.id.startswith(THROWN)]
        )
        area = surface.stage.area(ask) if surface.stage is not None else None
        if area is None:
            raise SetupError("There is no tray under the camera to throw these dice into.")
        x, y, width, height = area.box_mm
        self._teach(dice[0][0])
        for colour, symbol in dice:
            wish = (
                x + self._chance.uniform(EDGE_MM, width - EDGE_MM),
                y + self._chance.uniform(EDGE_MM, height - EDGE_MM),
            )
            spot = free_spot(area.box_mm, "die", surface.pieces.values(), wish)
            turn = self._chance.uniform(-40, 40)
            surface.lay(VirtualPiece(surface.new_id(THROWN), "die", colour, symbol, *spot, turn))


def _check_values(values: Any, wanted: list[DieWanted]) -> None:
    """One face for each die that is thrown, of those it has."""
    faces = [die.faces for die in wanted] or [D6, D6]
    if values and not (
        len(values) == len(faces)
        and all(value in of for value, of in zip(values, faces, strict=True))
    ):
        raise SetupError("Say what the dice show: one face for each die that is thrown.")


def _number(message: dict[str, Any], name: str) -> float:
    try:
        found = float(message.get(name, 0.0))
    except (TypeError, ValueError):
        raise SetupError("Say how to throw: towards (degrees), and how hard from 0 to 1.") from None
    return found if math.isfinite(found) else 0.0
