"""What people and programs may do to the virtual table, as messages: `do` names one of COMMANDS."""

from pathlib import Path
from typing import TypeVar

import numpy as np

from vision.errors import CameraError
from vision.mats.layout import Mat, mats_in
from vision.mats.standard import standard_mats
from vision.protocol import VirtualMessage
from vision.virtual.light import FELT, LIGHTS
from vision.virtual.pieces import KINDS, VirtualPiece
from vision.virtual.table import DrawnTable
from vision.virtual.thrown_dice import LOOKS
from vision.virtual.throws import GENTLE, ThrowingHand

BUMPED_PX, BUMPED_DEG = 9.0, 0.6
COCKED_DEG = 28.0
COMMANDS = (
    "throw, clear, light, felt, cock, nudge, turn, hand, bump, mats, put, take, unplug, plug, "
    "hold, show"
)

Choice = TypeVar("Choice")


def obey(
    table: DrawnTable, message: VirtualMessage, now_s: float, rng: np.random.Generator, seed: int
) -> None:
    """`rng` for what a bump leaves open, `seed` for a throw that has none of its own; what else
    each takes is beside it below.
    """
    match message.get("do"):
        case "throw":  # seed, count or colours, values, zone, towards (degrees), hard, cocked, lie
            _throw(table, message, now_s, seed)
        case "clear":
            table.dice.dice = ()
        case "light":  # name
            table.light_up(_named(LIGHTS, message.get("name")))
        case "felt":  # name
            table.cover(_named(FELT, message.get("name")))
        case "cock" | "nudge" | "turn" as deed:  # die, value
            _touch(table, str(deed), message, now_s)
        case "hand":  # seconds
            table.hand.sweep(now_s, _number(message, "seconds", 1.0))
        case "bump":  # right, down, turned: where it leaves the camera
            _bump(table, message, now_s, rng)
        case "mats":  # names, of a file or of standard mats
            table.lay_mats(_mats(message))
        case "put":  # id, kind, look, title, parts, x, y, degrees, slide
            table.put(_piece(message), now_s, is_new=bool(message.get("slide", 1)))
        case "take":  # id
            table.lying.take(str(message.get("id")))
        case "unplug" | "plug" as deed:
            table.is_plugged = deed == "plug"
        case "hold" | "show" as deed:
            table.is_held = deed == "hold"
        case other:
            raise CameraError(f"the virtual camera cannot {other!r}; it can: {COMMANDS}")


def _mats(message: VirtualMessage) -> tuple[Mat, ...]:
    names, standard = _words(message, "names"), tuple(_words(message, "standard"))
    if not names:
        return ()
    found = standard_mats(standard, "mats") if standard else mats_in(Path(str(message.get("file"))))
    known = {mat.name: mat for mat in found}
    return tuple(known[name] for name in names if name in known)


def _bump(
    table: DrawnTable, message: VirtualMessage, now_s: float, rng: np.random.Generator
) -> None:
    def left(name: str, most: float) -> float:
        return _number(message, name, float(rng.uniform(-most, most)))

    pose = left("right", BUMPED_PX), left("down", BUMPED_PX), left("turned", BUMPED_DEG)
    table.mount.bump(now_s, pose)


def _touch(table: DrawnTable, deed: str, message: VirtualMessage, now_s: float) -> None:
    dice, die = table.dice, int(_number(message, "die", 0))
    if deed == "cock":
        dice.change(die, now_s, lean_deg=COCKED_DEG)
    elif deed == "nudge":
        x, y = dice.dice[die].rest if die < len(dice.dice) else (0.0, 0.0)
        dice.change(die, now_s, rest=(x + 14, y + 6))
    else:
        dice.change(die, now_s, value=int(_number(message, "value", 1)))


def _throw(table: DrawnTable, message: VirtualMessage, now_s: float, seed: int) -> None:
    seed = int(_number(message, "seed", seed))
    colours = _colours(message, seed)
    values = message.get("values")
    faces = [int(value) for value in values] if isinstance(values, list) else None
    if faces is not None and not (
        len(faces) == len(colours) and all(1 <= face <= 6 for face in faces)
    ):
        raise CameraError("throw: give one value from 1 to 6 for each die")
    if "zone" in message:
        table.roll_in(str(message["zone"]))
    table.dice.throw(now_s, seed, colours, faces, _hand(message))
    if "cocked" in message:
        table.dice.lean(int(_number(message, "cocked", 0)), COCKED_DEG)
    if message.get("lie"):
        table.dice.settle()


def _colours(message: VirtualMessage, seed: int) -> list[str]:
    """Those of the message, or as many as it wants, drawn."""
    colours = message.get("colours")
    if isinstance(colours, list):
        return [_named(LOOKS, name) for name in colours]
    names, count = sorted(LOOKS), int(_number(message, "count", 2))
    drawn = np.random.default_rng(seed + 1).integers(0, len(names), count)
    return [names[int(number)] for number in drawn]


def _hand(message: VirtualMessage) -> ThrowingHand:
    """Which way a hand throws; without a word about it, gently and from the right as always."""
    if "towards" not in message:
        return GENTLE
    turn = np.radians(_number(message, "towards", 180.0))
    return ThrowingHand(
        (float(np.cos(turn)), float(np.sin(turn))),
        min(max(_number(message, "hard", 0.0), 0.0), 1.0),
    )


def _number(message: VirtualMessage, name: str, default: float) -> float:
    try:
        return float(str(message.get(name, default)))
    except ValueError:
        raise CameraError(
            f"{message.get('do')}: {name} must be a number, not {message.get(name)!r}"
        ) from None


def _piece(message: VirtualMessage) -> VirtualPiece:
    kind = str(message.get("kind"))
    if kind not in KINDS or not message.get("id"):
        raise CameraError(f"put: give an id, and a kind out of {', '.join(KINDS)}")
    x, y, turn = (_number(message, name, 0.0) for name in ("x", "y", "degrees"))
    parts = tuple(_words(message, "parts"))
    look, title = str(message.get("look", "")), str(message.get("title", ""))
    return VirtualPiece(str(message["id"]), kind, look, title, x, y, turn, parts)


def _named(known: dict[str, Choice], name: object) -> str:
    if not isinstance(name, str) or name not in known:
        raise CameraError(
            f"the virtual table has no {name!r}: there are {', '.join(sorted(known))}"
        )
    return name


def _words(message: VirtualMessage, name: str) -> list[str]:
    words = message.get(name)
    return [str(word) for word in words] if isinstance(words, list) else []
