"""Any type a pack may be made of has a shape, to any depth; one that has none is refused."""

from typing import Annotated, Any, Literal

import msgspec
import pytest
from msgspec import Meta

from companion.kit.forms import (
    Choice,
    Fact,
    Group,
    Keyed,
    Letters,
    Number,
    OneOf,
    Pattern,
    Several,
    Text,
    YesNo,
    described,
)


class Burn(msgspec.Struct, tag="burn", tag_field="is"):
    n: Annotated[int, Meta(ge=1, le=6)] = 1


class Repeat(msgspec.Struct, tag="repeat", tag_field="is"):
    """A part that holds parts of its own kind."""

    what: tuple["Burn | Repeat", ...]


class Card(msgspec.Struct, rename={"when": "if"}):
    id: str
    when: bool | None = None
    cost: int | Literal["blank"] = 0
    mode: Annotated[
        Literal["", "loud", "soft"],
        Meta(extra={"parts": {"loud": {"cost": None, "tone": Literal["high", "low"]}}}),
    ] = ""
    tone: str = ""
    marks: Annotated[str, Meta(extra={"letters": "BVR", "most": 3})] = ""
    shape: Annotated[str, Meta(extra={"grid": ".#", "most": 4})] = "#"
    names: dict[Annotated[str, Meta(examples=["en", "id"])], str] = {}
    spot: tuple[float, float] = (0, 0)
    effects: tuple[Burn | Repeat, ...] = ()


def test_every_kind_of_type_has_its_shape() -> None:
    parts = described(Card)
    burn, repeat = Group("burn", {"is": "burn"}), Group("repeat", {"is": "repeat"})
    effects = Several(OneOf((burn, repeat)))
    assert parts == {
        "card": (
            Fact("id", Text(), needed=True),
            Fact("if", YesNo()),
            Fact("cost", OneOf((Number(), Choice(("blank",)))), default=0),
            Fact(
                "mode",
                Choice(
                    ("loud", "soft"),
                    True,
                    {"loud": {"cost": None, "tone": Choice(("high", "low"))}},
                ),
                default="",
            ),
            Fact("tone", Text(), default=""),
            Fact("marks", Letters(("B", "V", "R"), 3), default=""),
            Fact("shape", Pattern((".", "#"), 4), default="#"),
            Fact("names", Keyed(("en", "id"), Text())),
            Fact("spot", Several(Number(), 2, 2), default=(0, 0)),
            Fact("effects", effects, default=()),
        ),
        "burn": (Fact("n", Number(1, 6), default=1),),
        "repeat": (Fact("what", effects, needed=True),),
    }


def test_a_type_nobody_could_be_asked_for_is_refused() -> None:
    class Raw(msgspec.Struct):
        anything: Any

    with pytest.raises(TypeError, match="no shape"):
        described(Raw)
